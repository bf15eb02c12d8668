//! Looking for the smallest example on the starts of small boards, as far as these have values, and what is asked of states.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::record::{Case, Line, Verdict};
use super::trial::{CaseBudget, Survey, Trial, listed};
use crate::go::{Board, Move, Player, Position};
use crate::referee::Referee;
use crate::rules::{Game, Points, Ruling, State};
use crate::solve::{Request, Session, Solution, Stopped, Value};

/// A board in hand.
pub struct SearchContext<'a> {
    /// The game.
    pub game: &'a Game,
    /// A session that knows of this check alone.
    pub session: &'a Session<'a>,
    /// The starts, Black to move, with their values.
    pub survey: &'a Survey,
    /// What may be spent.
    pub budget: &'a CaseBudget<'a>,
}

impl SearchContext<'_> {
    /// A line of best play from a state, for an example that is found already: empty if there is nothing left to spend
    /// on it.
    pub fn line(&self, state: &State) -> Vec<Move> {
        self.budget
            .solve(self.session, state, &Request::default())
            .map_or(Vec::new(), |solution| solution.line)
    }
}

/// An example.
pub struct Example {
    /// The position at the start.
    pub start: Position,
    /// Who moves first.
    pub to_move: Player,
    /// The moves that lead to the state.
    pub moves: Vec<Move>,
    /// The value of the state.
    pub value: Option<Value>,
    /// A line from there.
    pub line: Vec<Move>,
    /// What it shows.
    pub found: String,
}

/// A search that has not looked at every start of boards of so many intersections has found nothing out.
const MIN_POINTS: usize = 4;

/// Looks at one board after the other until there is an example or nothing is left to spend. `what` names what is
/// looked at, to stand before "of" and the boards.
pub fn smallest_example(
    trial: &Trial,
    check: &str,
    what: &str,
    look: impl Fn(&SearchContext) -> Result<Option<Example>, Stopped>,
) -> (Vec<Case>, u64) {
    let budget = trial.budget();
    let mut done: Vec<&Board> = Vec::new();
    let (mut stopped, mut found) = (None, None);
    for survey in trial.surveys().each() {
        let survey = match survey {
            Ok(survey) => survey,
            Err(given_up) => {
                stopped = Some(given_up);
                break;
            }
        };
        let board = &survey.board;
        let game = trial.subject.game(board).expect("the board was looked at before");
        let session = Session::new(&game);
        match look(&SearchContext { game: &game, session: &session, survey, budget: &budget }) {
            Ok(Some(Example { start, to_move, moves, value, line, found: says })) => {
                let line = Line { subject: trial.subject, game: &game, start, to_move, moves, value, line };
                found = Some((says, line.shown(check)));
                break;
            }
            Ok(None) => done.push(board),
            Err(by) => {
                stopped = Some((board, by));
                break;
            }
        }
    }
    let case = match found {
        Some((says, shown)) => {
            let on = format!("our search: the first example, on {}", shown.board);
            let before = if done.is_empty() { String::new() } else { format!(" (none on {})", listed(done)) };
            Case::of(on, Verdict::Present, format!("{says}{before}")).showing(shown)
        }
        None => no_example(&done, stopped, &format!("none among the {what}")),
    };
    (vec![case], budget.spent())
}

/// The first start with an example.
pub fn first_start(
    cx: &SearchContext,
    look: impl Fn(&SearchContext, (Position, Player), &State, Value) -> Result<Option<Example>, Stopped>,
) -> Result<Option<Example>, Stopped> {
    for (start, value) in cx.survey.rows() {
        let state = cx.game.start(start, Player::Black);
        if let Some(example) = look(cx, (start, Player::Black), &state, value)? {
            return Ok(Some(example));
        }
    }
    Ok(None)
}

/// What comes of a search without an example on the boards that were finished.
pub fn no_example(done: &[&Board], stopped: Option<(&Board, Stopped)>, none: &str) -> Case {
    let enough = done.iter().any(|board| board.points() >= MIN_POINTS);
    let verdict = if enough { Verdict::Absent } else { Verdict::NotDecided };
    let boards = listed(done.iter().copied());
    let given_up = stopped.map(|(board, by)| format!("{board} was given up: {by}"));
    let found = match (done, given_up) {
        ([], Some(given_up)) => format!("not looked at: {given_up}"),
        (_, given_up) => [Some(format!("{none} of {boards}")), given_up]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join("; "),
    };
    let on = match done {
        [] => "our search: the starts of small boards".to_string(),
        _ => format!("our search: the starts of {boards}"),
    };
    Case { stopped: stopped.map(|(_, by)| by), ..Case::of(on, verdict, found) }
}

// --- What checks ask of states ---

/// Whether a value is better for a player than another. No result is better than a loss and worse than a win; beside a draw
/// it is neither.
pub fn better(player: Player, value: Value, than: Value) -> bool {
    let zero = Points::from_integer(0);
    // What the player gets, compared with a draw.
    let sign = |points: Points| match player {
        Player::Black => points.cmp(&zero),
        _ => zero.cmp(&points),
    };
    match (value, than) {
        (Value::Points(value), Value::Points(than)) => match player {
            Player::Black => value > than,
            _ => value < than,
        },
        (Value::NoResult, Value::Points(than)) => sign(than) == Ordering::Less,
        (Value::Points(value), Value::NoResult) => sign(value) == Ordering::Greater,
        (Value::NoResult, Value::NoResult) => false,
    }
}

/// The most moves of a game in which nobody plays on.
const MAX_PASSES: usize = 64;

/// How the game ends from a state if nobody plays on: both make the last of their plays at every turn, which is to pass,
/// and to accept where a ruleset asks for that.
pub fn score_as_it_stands(game: &Game, state: &State) -> Option<(Points, Vec<Move>)> {
    let (mut state, mut moves) = (state.clone(), Vec::new());
    while moves.len() < MAX_PASSES {
        let plays = game.plays(&state.key);
        let play = plays.last()?;
        moves.push(play.mv);
        match game.rule(&state, play) {
            Ruling::Ends(score) => return Some((score, moves)),
            Ruling::Leads(next) => state = next,
            Ruling::Barred(_) => return None,
        }
    }
    None
}

/// What a move leads to from a state; `None` if it is not legal there.
pub fn ruling(game: &Game, state: &State, mv: Move) -> Option<Ruling> {
    game.legal(state).into_iter().find(|(legal, _)| *legal == mv).map(|(_, ruling)| ruling)
}

/// The state after a move; `None` if it is not legal, or ends the game.
pub fn state_after(game: &Game, state: &State, mv: Move) -> Option<State> {
    match ruling(game, state, mv)? {
        Ruling::Leads(next) => Some(next),
        _ => None,
    }
}

/// Whether best play from a state does not come to an end that is scored: the game has no result, or its value is that of a
/// game without end, or a stone play that repeats a state ends it.
///
/// # Errors
/// What stopped the search.
pub fn ends_by_repetition(
    budget: &CaseBudget,
    session: &Session,
    start: (Position, Player),
    moves: &[Move],
    state: &State,
) -> Result<(bool, Solution), Stopped> {
    let solution = budget.solve(session, state, &Request { chosen_line: true, ..Request::default() })?;
    let endless = solution.interval.is_some_and(|interval| interval.low < interval.high);
    let mut referee = Referee::new(session.game(), start.0, start.1);
    for mv in moves.iter().chain(&solution.line) {
        referee.play(*mv).expect("a line is made of legal moves");
    }
    let drawn = referee.ended().is_some()
        && referee.steps().last().is_some_and(|step| step.mv.placed().is_some() && step.end.is_some());
    let without = solution.value.exact() == Some(Value::NoResult);
    Ok((endless || drawn || without, solution))
}

/// A state that came up in play.
pub struct Visited {
    /// The state.
    pub state: State,
    /// The position that the game started from, Black to move.
    pub start: Position,
    /// The place of the state before, and the move made there.
    came: Option<(usize, Move)>,
}

/// What a search that makes a [`Walk`] has looked at.
pub fn states(most: usize) -> String {
    format!("first {most} states of each")
}

/// States that come up in play from the starts of a board, those that take few moves first, each once.
pub struct Walk {
    visited: Vec<Visited>,
}

impl Walk {
    /// Visits so many states.
    ///
    /// # Errors
    /// What stopped it.
    pub fn of(game: &Game, starts: &[Position], most: usize, budget: &CaseBudget) -> Result<Walk, Stopped> {
        let mut seen: HashSet<State> = HashSet::new();
        let mut visited = Vec::new();
        for start in starts {
            let state = game.start(*start, Player::Black);
            if seen.insert(state.clone()) {
                visited.push(Visited { state, start: *start, came: None });
            }
        }
        let mut place = 0;
        while place < visited.len() && visited.len() < most {
            budget.step(1)?;
            let start = visited[place].start;
            for (mv, ruling) in game.legal(&visited[place].state) {
                if let Ruling::Leads(state) = ruling
                    && visited.len() < most
                    && seen.insert(state.clone())
                {
                    visited.push(Visited { state, start, came: Some((place, mv)) });
                }
            }
            place += 1;
        }
        Ok(Walk { visited })
    }

    /// The states.
    pub fn states(&self) -> &[Visited] {
        &self.visited
    }

    /// The moves that lead to the state of a place.
    pub fn moves(&self, place: usize) -> Vec<Move> {
        let (mut moves, mut at) = (Vec::new(), place);
        while let Some((before, mv)) = self.visited[at].came {
            moves.push(mv);
            at = before;
        }
        moves.reverse();
        moves
    }
}

impl Visited {
    /// The move that led here.
    pub fn last(&self) -> Option<Move> {
        self.came.map(|(_, mv)| mv)
    }
}
