//! The smallest example on the starting positions of small boards, as far as these have values, and
//! what checks ask of states.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::record::{Case, Exhibit, Verdict};
use super::trial::{CaseBudget, Survey, Trial, listed};
use crate::published_session;
use superko_go::{Board, Move, Player, Position};
use superko_rules::{Game, Line, Points, Ruling, State};
use superko_solve::{Request, Session, Solution, Stopped, Value};

/// What a check found, and the nodes that it cost.
pub type Found = (Vec<Case>, u64);

/// A search on one board, in a session that knows of this check alone.
pub struct SearchContext<'a> {
    pub game: &'a Game,
    pub session: &'a Session<'a>,
    pub survey: &'a Survey,
    pub budget: &'a CaseBudget,
}

impl SearchContext<'_> {
    /// The value of a state.
    pub fn value(&self, state: &State) -> Result<Value, Stopped> {
        self.budget.value(self.session, state)
    }

    /// The solution of a state, with all that the request asks for.
    pub fn solve(&self, state: &State, request: &Request) -> Result<Solution, Stopped> {
        self.budget.solve(self.session, state, request)
    }

    /// A line of best play from a state, for an example that is found already; empty if the budget
    /// is spent.
    pub fn line(&self, state: &State) -> Vec<Move> {
        self.solve(state, &Request::default()).map_or(Vec::new(), |solution| solution.pv)
    }
}

/// A starting position of a board, Black to move, with its value.
pub struct Start {
    pub position: Position,
    pub to_move: Player,
    pub state: State,
    pub value: Value,
}

/// An example: a starting position with Black to move, the moves from there to a state, its value
/// and a line of play from it, and what it shows.
#[derive(Default)]
pub struct Example {
    pub start: Position,
    pub moves: Vec<Move>,
    pub value: Option<Value>,
    pub line: Vec<Move>,
    pub found: String,
}

/// The fewest intersections of a board on which a search must be complete to have found anything
/// out.
const MIN_POINTS: usize = 4;

/// The case of the first board on which `look` finds one, which hears the boards that were finished
/// before; else that of a search without an example, in which `none` stands before "of" and the
/// boards.
pub fn first_board<'a>(
    surveys: impl Iterator<Item = Result<&'a Survey, (&'a Board, Stopped)>>,
    none: &str,
    look: impl Fn(&Survey, &[&Board]) -> Result<Option<Case>, Stopped>,
) -> Case {
    let mut done: Vec<&Board> = Vec::new();
    let mut stopped = None;
    for survey in surveys {
        let found = survey.and_then(|survey| {
            let found = look(survey, &done).map_err(|by| (&survey.board, by));
            Ok((&survey.board, found?))
        });
        match found {
            Ok((_, Some(case))) => return case,
            Ok((board, None)) => done.push(board),
            Err(given_up) => {
                stopped = Some(given_up);
                break;
            }
        }
    }
    let enough = done.iter().any(|board| board.points() >= MIN_POINTS);
    let verdict = if enough { Verdict::Absent } else { Verdict::NotDecided };
    let boards = listed(done.iter().copied());
    let given_up = stopped.map(|(board, by)| format!("{board} was given up: {by}"));
    let found = match (&done[..], given_up) {
        ([], Some(given_up)) => format!("not looked at: {given_up}"),
        (_, Some(given_up)) => format!("{none} of {boards}; {given_up}"),
        (_, None) => format!("{none} of {boards}"),
    };
    let looked_at = if done.is_empty() { "small boards" } else { &boards };
    let on = format!("our search: the starts of {looked_at}");
    Case { stopped: stopped.map(|(_, by)| by), ..Case::of(on, verdict, found) }
}

/// Looks at one board after the other until there is an example or the budget is spent. `what`
/// names what is looked at, to stand before "of" and the boards.
pub fn smallest_example(
    trial: &Trial,
    check: &str,
    what: &str,
    look: impl Fn(&SearchContext) -> Result<Option<Example>, Stopped>,
) -> Found {
    let budget = trial.budget();
    let case = first_board(trial.surveys.each(), &format!("none among the {what}"), |survey, done| {
        let board = &survey.board;
        let game = trial.subject.game(board).expect("the board was looked at before");
        let session = published_session(&game);
        let cx = SearchContext { game: &game, session: &session, survey, budget: &budget };
        let Some(Example { start, moves, value, line, found }) = look(&cx)? else { return Ok(None) };
        let line = Exhibit { start, to_move: Player::Black, moves, value, line };
        let on = format!("our search: the first example, on {board}");
        let none = if done.is_empty() {
            String::new()
        } else {
            format!(" (none on {})", listed(done.iter().copied()))
        };
        Ok(Some(Case::of(on, Verdict::Present, found + &none).showing(line.shown(
            trial.subject,
            &game,
            check,
        ))))
    });
    (vec![case], budget.spent())
}

/// The smallest example among the starting positions, which are looked at one after the other.
pub fn smallest_start(
    trial: &Trial,
    check: &str,
    look: impl Fn(&SearchContext, &Start) -> Result<Option<Example>, Stopped>,
) -> Found {
    smallest_example(trial, check, "starts", |cx| {
        for (position, value) in cx.survey.rows() {
            let (to_move, state) = (Player::Black, cx.game.start(position, Player::Black));
            if let Some(example) = look(cx, &Start { position, to_move, state, value })? {
                return Ok(Some(Example { start: position, ..example }));
            }
        }
        Ok(None)
    })
}

/// The smallest example among the first `most` states that come up in play on a board. The walk
/// stands at the state.
pub fn smallest_state(
    trial: &Trial,
    check: &str,
    most: usize,
    look: impl Fn(&SearchContext, &Visited) -> Result<Option<Example>, Stopped>,
) -> Found {
    smallest_example(trial, check, &format!("first {most} states of each"), |cx| {
        let walk = Walk::of(cx.game, &cx.survey.positions, most, cx.budget)?;
        for (index, visited) in walk.visited.iter().enumerate() {
            if let Some(example) = look(cx, visited)? {
                return Ok(Some(Example { start: visited.start, moves: walk.moves(index), ..example }));
            }
        }
        Ok(None)
    })
}

// --- What checks ask of states ---

/// Whether a value is better for a player than another.
///
/// No result is better than a loss and worse than a win; beside a draw it is neither.
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

/// The best of some values for a player; the first of several that are equal to him.
pub fn best_of(player: Player, values: impl IntoIterator<Item = (Move, Value)>) -> Option<(Move, Value)> {
    values.into_iter().reduce(|best, other| if better(player, other.1, best.1) { other } else { best })
}

/// A value with the points that moves have brought before.
pub fn with_banked(value: Value, state: &State) -> Value {
    let banked = state.past.banked().exact();
    value.points().map_or(value, |points| Value::Points(points + banked))
}

/// The most moves of a game in which nobody plays on.
const MAX_PASSES: usize = 64;

/// The score with which the game ends from a state if nobody plays on: both make the last of their
/// plays at every turn, which is to pass, and to accept where a ruleset asks for that.
pub fn score_as_it_stands(game: &Game, state: &State) -> Option<Points> {
    let mut state = state.clone();
    for _ in 0..MAX_PASSES {
        match game.rule(&state, game.plays(&state.key).last()?) {
            Ruling::Ends(score) => return Some(score),
            Ruling::Leads(next) => state = next,
            Ruling::Barred(_) => return None,
        }
    }
    None
}

/// The state after a move; `None` if it is not legal, or ends the game.
pub fn state_after(game: &Game, state: &State, mv: Move) -> Option<State> {
    game.legal(state).into_iter().find_map(|(legal, ruling)| match ruling {
        Ruling::Leads(next) if legal == mv => Some(next),
        _ => None,
    })
}

/// Whether best play from a starting position does not come to an end that is scored: the game has
/// no result, or its value is that of a game without end, or a stone play that repeats a state ends
/// it.
pub fn ends_by_repetition(
    budget: &CaseBudget,
    session: &Session,
    (position, to_move): (Position, Player),
) -> Result<(bool, Solution), Stopped> {
    let state = session.game().start(position, to_move);
    let solution = budget.solve(session, &state, &Request { chosen_pv: true, ..Request::default() })?;
    let endless = solution.interval.is_some_and(|interval| interval.low < interval.high);
    let line = Line::replay(session.game(), position, to_move, solution.pv.clone())
        .expect("a line is made of legal moves");
    let drawn = line.ended.is_some() && line.moves.last().is_some_and(|mv| mv.placed().is_some());
    let without = solution.value.exact() == Some(Value::NoResult);
    Ok((endless || drawn || without, solution))
}

/// A state that came up in play.
pub struct Visited {
    pub state: State,
    /// The position that the game started from, Black to move.
    start: Position,
    /// The index of the state before, and the move made there.
    before: Option<(usize, Move)>,
}

impl Visited {
    /// The move that led here.
    pub fn last(&self) -> Option<Move> {
        self.before.map(|(_, mv)| mv)
    }
}

/// States that come up in play from the starting positions of a board, those that take few moves
/// first, each once.
struct Walk {
    visited: Vec<Visited>,
}

impl Walk {
    /// Visits at most `most` states.
    fn of(game: &Game, starts: &[Position], most: usize, budget: &CaseBudget) -> Result<Walk, Stopped> {
        let mut seen: HashSet<State> = HashSet::new();
        let mut visited = Vec::new();
        for start in starts {
            let state = game.start(*start, Player::Black);
            if seen.insert(state.clone()) {
                visited.push(Visited { state, start: *start, before: None });
            }
        }
        let mut index = 0;
        while index < visited.len() && visited.len() < most {
            budget.step(1)?;
            let start = visited[index].start;
            for (mv, ruling) in game.legal(&visited[index].state) {
                if let Ruling::Leads(state) = ruling
                    && visited.len() < most
                    && seen.insert(state.clone())
                {
                    visited.push(Visited { state, start, before: Some((index, mv)) });
                }
            }
            index += 1;
        }
        Ok(Walk { visited })
    }

    /// The moves that lead to the state with this index.
    fn moves(&self, index: usize) -> Vec<Move> {
        let before = |(index, _): &(usize, Move)| self.visited[*index].before;
        let mut moves: Vec<Move> =
            std::iter::successors(self.visited[index].before, before).map(|(_, mv)| mv).collect();
        moves.reverse();
        moves
    }
}
