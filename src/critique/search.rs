//! Looking for the smallest example on the starts of small boards, as far as these have values.

use super::purse::Purse;
use super::record::{Case, Verdict};
use super::shown::Line;
use super::starts::{Survey, listed};
use super::trial::Trial;
use crate::go::{Board, Move, Player, Position};
use crate::rules::{Game, State};
use crate::solve::{Request, Session, Stopped, Value};

/// A board in hand.
pub struct Bench<'a> {
    /// The game.
    pub game: &'a Game,
    /// A session that knows of this check alone.
    pub session: &'a Session<'a>,
    /// The starts, Black to move, with their values.
    pub survey: &'a Survey,
    /// What may be spent.
    pub purse: &'a Purse<'a>,
}

impl Bench<'_> {
    /// A line of best play from a state, for an example that is found already: empty if there is nothing left to spend
    /// on it.
    pub fn line(&self, state: &State) -> Vec<Move> {
        self.purse
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
const LEAST_POINTS: usize = 4;

/// Looks at one board after the other until there is an example or nothing is left to spend. `what` names what is
/// looked at, to stand before "of" and the boards.
pub fn search(
    trial: &Trial,
    check: &str,
    what: &str,
    look: impl Fn(&Bench) -> Result<Option<Example>, Stopped>,
) -> (Vec<Case>, u64) {
    let purse = trial.purse();
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
        match look(&Bench { game: &game, session: &session, survey, purse: &purse }) {
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
        None => none_found(&done, stopped, &format!("none among the {what}")),
    };
    (vec![case], purse.spent())
}

/// What comes of a search without an example on the boards that were finished.
pub fn none_found(done: &[&Board], stopped: Option<(&Board, Stopped)>, none: &str) -> Case {
    let enough = done.iter().any(|board| board.points() >= LEAST_POINTS);
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
