//! The smallest starting position with different values under two rulesets, and the reason.

pub mod games;
mod reason;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;

use self::reason::why;
pub use self::reason::{Found, Kind, MAX_PAIRS, Part, Parting, SideRecord, StepRecord, Why};
use super::question::{Question, QuestionError};
use crate::report::records::{
    Bounds, MoveName, QuestionRecord, RulesRecord, SCHEMA, SourceRecord, Spent, StartRecord,
};
use superko_go::classes::Classes;
use superko_go::{Board, Move, Player, Players, Position};
use superko_rules::axes::Cycles;
use superko_rules::referee::Referee;
use superko_rules::{Game, Line, Rules, State};
use superko_solve::{Budget, Limits, Request, Session, Solution, Stopped, Value, Want};

// --- Boards and starts in their order ---
//
// The order of boards and of starts, by which one is smaller than another.
//
// Boards are grids with no more rows than columns, as a turned grid is the same board. The smaller
// of two is that with fewer points, and of as many points that with fewer rows: 1x1, 1x2, 1x3, 1x4,
// 2x2, 1x5, 1x6, 2x3, ...
//
// Of two starts of a board the smaller is that with fewer stones, then that whose position comes
// first in the order of the texts ([`Classes`]). A start that a symmetry of the board makes equal
// to an earlier one is left out. So is one that the exchange of the colours makes equal, which are
// all those with White to move: every ruleset treats the players alike. The exception are games
// without end that one colour wins; then White to move comes after Black to move.

/// The largest board, in intersections, on which every starting position can be solved.
pub const MAX_POINTS: usize = 12;

/// All grids up to one of `rows` and `cols`, in their order.
pub fn up_to(rows: usize, cols: usize) -> Vec<Board> {
    let last = (rows * cols, rows.min(cols));
    let of_points = |points: usize| {
        let divides = move |rows: &usize| points.is_multiple_of(*rows) && rows * rows <= points;
        (1..=points).filter(divides).map(move |rows| (points, rows))
    };
    let grids = (1..=last.0).flat_map(of_points).filter(|grid| *grid <= last);
    grids.filter_map(|(points, rows)| Board::grid(rows, points / rows).ok()).collect()
}

/// The starting positions of a board for two games, in their order.
fn starts(board: &Board, games: &[Game; 2]) -> Vec<(Position, Player)> {
    let has_a_colour = |game: &Game| {
        !game.rules.properties().always_ends && matches!(game.options.cycles, Cycles::Black | Cycles::White)
    };
    let movers: &[Player] = if games.iter().any(has_a_colour) { &Player::ALL } else { &[Player::Black] };
    let classes = Classes::of(board);
    classes.positions().flat_map(|position| movers.iter().map(move |mover| (position, *mover))).collect()
}

// --- The search ---
//
// Every start of every board is solved under both rulesets, board by board, in one session for each
// ruleset and board, so that lemmas, or one retrograde analysis, serve all starts. Nothing is taken
// from published tables. A start that cannot be solved within its limit of nodes is counted, and
// what is found later is only the smallest of those that were solved.

/// The nodes that one start may take under one ruleset unless the user says otherwise.
pub const NODES: u64 = 1_000_000;

/// The node limit of a walk, in multiples of that of one value.
const WALK_NODES_FACTOR: u64 = 50;

/// Target of a search: what is to differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The value.
    Value,
    /// The best moves, the value being the same.
    BestMoves,
    /// Either, up to the smallest start with other values.
    Either,
}

/// Limits of a search.
pub struct Effort {
    /// Nodes for one value, or the best moves, of one start under one ruleset.
    pub nodes: u64,
    /// Time for all.
    pub time: Option<Duration>,
    /// Bytes for the tables.
    pub memory: usize,
    /// Interrupts all of it.
    pub interrupted: Arc<AtomicBool>,
}

/// Result of a search.
#[derive(Default)]
pub struct Searched {
    /// The boards that were looked at, in their order.
    pub boards: Vec<Looked>,
    /// The smallest start with other values.
    pub value: Option<Found>,
    /// The smallest start with the same value and other best moves, if it comes before that.
    pub best_moves: Option<Found>,
    /// The reason why the search ended before it was done, if it did.
    pub stopped: Option<Stopped>,
    /// Nodes searched, or states listed.
    pub nodes: u64,
}

/// A board that was looked at.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Looked {
    /// The board.
    pub board: String,
    /// The starts, up to symmetry.
    pub starts: usize,
    /// Those that were solved under both rulesets.
    pub solved: usize,
    /// Those of which a value was not found within the limits. All others come after the start that was found.
    pub unsolved: usize,
    /// Those with the same value of which the best moves were not found within the limits.
    pub unsolved_moves: usize,
}

impl Searched {
    /// Whether every starting position that might have differed was solved.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
            && self.boards.iter().all(|looked| looked.unsolved + looked.unsolved_moves == 0)
    }
}

/// Searches boards in their order. `report` gets the work in progress in words now and then.
pub fn search(
    rulesets: &[Rules; 2],
    boards: &[Board],
    what: Target,
    effort: &Effort,
    report: &dyn Fn(String),
) -> Searched {
    let mut search = Search::new(*rulesets, boards.to_vec(), what, effort, report);
    while search.next_board().is_some() {
        search.step();
    }
    search.finish()
}

/// A search, a board at each step: for who shows what is found before the next board.
pub struct Search<F> {
    rulesets: [Rules; 2],
    boards: std::vec::IntoIter<Board>,
    what: Target,
    /// The nodes of one value.
    nodes: u64,
    budget: Budget,
    report: F,
    searched: Searched,
}

impl<F: Fn(String)> Search<F> {
    /// A search that has looked at nothing yet. `report` gets the work in progress in words.
    pub fn new(
        rulesets: [Rules; 2],
        boards: Vec<Board>,
        what: Target,
        effort: &Effort,
        report: F,
    ) -> Search<F> {
        let limits = Limits { time: effort.time, nodes: None, memory: effort.memory / 2 };
        let budget = Budget::new(limits).interrupted_by(Arc::clone(&effort.interrupted));
        let searched = Searched::default();
        Search { rulesets, boards: boards.into_iter(), what, nodes: effort.nodes, budget, report, searched }
    }

    /// The board that comes next; `None` if the search is over.
    pub fn next_board(&self) -> Option<&Board> {
        let found = match self.what {
            Target::Value | Target::Either => self.searched.value.is_some(),
            Target::BestMoves => self.searched.best_moves.is_some(),
        };
        let over = found || self.searched.stopped.is_some();
        self.boards.as_slice().first().filter(|_| !over)
    }

    /// Searches the next board.
    pub fn step(&mut self) {
        let Some(board) = self.boards.next() else { return };
        let mut searched = std::mem::take(&mut self.searched);
        searched.stopped = self.board(&board, &mut searched).err();
        self.searched = searched;
    }

    /// What was found.
    pub fn finish(self) -> Searched {
        Searched { nodes: self.budget.nodes(), ..self.searched }
    }
}

/// A start in both games.
struct Start {
    position: Position,
    to_move: Player,
    states: [State; 2],
}

impl<F: Fn(String)> Search<F> {
    /// The result of a part of the search, with nodes for `values` values, if the search is not
    /// over; `None` if its own limit has stopped it.
    fn part<R>(
        &self,
        values: u64,
        work: impl FnOnce(&Budget) -> Result<R, Stopped>,
    ) -> Result<Option<R>, Stopped> {
        // What has stopped the whole is noticed by the next part.
        self.budget.charge(0)?;
        match self.budget.part(self.nodes.saturating_mul(values), work) {
            Ok(found) => Ok(Some(found)),
            Err(stopped @ (Stopped::Time | Stopped::Interrupted)) => Err(stopped),
            Err(_) => Ok(None),
        }
    }

    fn board(&self, board: &Board, searched: &mut Searched) -> Result<(), Stopped> {
        let games = self.rulesets.map(|rules| rules.game(board.clone()));
        let sessions = [Session::new(&games[0]), Session::new(&games[1])];
        let start = |(position, to_move)| {
            let states = [0, 1].map(|index| games[index].start(position, to_move));
            Start { position, to_move, states }
        };
        let starts: Vec<Start> = starts(board, &games).into_iter().map(start).collect();
        let (board_name, count) = (board.to_string(), starts.len());
        searched.boards.push(Looked {
            board: board_name,
            starts: count,
            solved: 0,
            unsolved: 0,
            unsolved_moves: 0,
        });
        let looked = searched.boards.last_mut().expect("a board was pushed");

        // Where games may go on for ever one analysis has the values of all starts.
        for (index, session) in sessions.iter().enumerate() {
            if games[index].rules.properties().always_ends {
                continue;
            }
            (self.report)(format!("{board} {}, every start", games[index].entry.id));
            let states: Vec<State> = starts.iter().map(|start| start.states[index].clone()).collect();
            let valued = self.part(states.len() as u64, |part| {
                let (_, stopped) = session.values(&states, part);
                stopped.map_or(Ok(()), Err)
            });
            if valued?.is_none() {
                looked.unsolved = starts.len();
                return Ok(());
            }
        }

        let mut same: Vec<(usize, Value)> = Vec::new();
        let mut differing = None;
        for (index, start) in starts.iter().enumerate() {
            (self.report)(format!("{board}, start {} of {count}", index + 1));
            let mut values = [None; 2];
            for (game, session) in sessions.iter().enumerate() {
                values[game] = self.part(1, |part| {
                    session.value(&start.states[game], part).map_err(|(_, stopped)| stopped)
                })?;
            }
            match values {
                [Some(a), Some(b)] => {
                    looked.solved += 1;
                    if a == b {
                        same.push((index, a));
                    } else if self.what != Target::BestMoves {
                        differing = Some((index, [a, b]));
                        break;
                    }
                }
                _ => looked.unsolved += 1,
            }
        }

        if self.what != Target::Value && searched.best_moves.is_none() {
            for (index, value) in same {
                (self.report)(format!("{board}, best moves of start {} of {count}", index + 1));
                let [a, b] = [0, 1].map(|game| self.best_moves(&sessions[game], &starts[index].states[game]));
                let (Some(a), Some(b)) = (a?, b?) else {
                    let looked = searched.boards.last_mut().expect("a board was pushed");
                    looked.unsolved_moves += 1;
                    continue;
                };
                if a != b {
                    let unsolved =
                        searched.boards.iter().map(|looked| looked.unsolved + looked.unsolved_moves);
                    let (start, unsolved) = (&starts[index], unsolved.sum());
                    searched.best_moves = Some(self.found(&sessions, start, [value; 2], [a, b], unsolved)?);
                    break;
                }
            }
        }

        if let Some((index, values)) = differing {
            let [a, b] = [0, 1].map(|game| self.best_moves(&sessions[game], &starts[index].states[game]));
            let best = [a?.unwrap_or_default(), b?.unwrap_or_default()];
            let unsolved = searched.boards.iter().map(|looked| looked.unsolved).sum();
            searched.value = Some(self.found(&sessions, &starts[index], values, best, unsolved)?);
        }
        Ok(())
    }

    fn best_moves(&self, session: &Session, state: &State) -> Result<Option<Vec<Move>>, Stopped> {
        let request = Request { best_moves: Want::All, pv: false, ..Request::default() };
        self.part(1, |part| {
            let solution = session.solve(state, &request, part);
            solution.stopped.map_or(Ok(solution.best_moves), Err)
        })
    }

    /// The record of a start that was found, with the reason.
    fn found(
        &self,
        sessions: &[Session; 2],
        start: &Start,
        values: [Value; 2],
        best: [Vec<Move>; 2],
        unsolved: usize,
    ) -> Result<Found, Stopped> {
        let board = &sessions[0].game().board;
        (self.report)(format!("{board}, why"));
        self.budget.charge(0)?;
        let referees =
            [0, 1].map(|index| Referee::new(sessions[index].game(), start.position, start.to_move));
        let both = [&sessions[0], &sessions[1]];
        // Without the time for a reason the start is recorded without one.
        let why = self.budget.part(self.nodes.saturating_mul(WALK_NODES_FACTOR), |part| {
            why(both, start.states.clone(), referees, values, &best, MAX_PAIRS, part).ok()
        });
        let side = |index: usize| SideRecord {
            value: values[index],
            best_moves: MoveName::all(board, &best[index]),
        };
        Ok(Found {
            board: board.to_string(),
            start: StartRecord::of(board, &start.position, start.to_move),
            unsolved_before: unsolved,
            a: side(0),
            b: side(1),
            why,
        })
    }
}

// --- Given states ---
//
// The reasons are the same as those of a start that [`search`] finds, after the moves that have led
// to the state under both rulesets.

/// A question, and the same start and moves under another ruleset.
pub struct GivenState<'q> {
    question: &'q Question,
    against: Rules,
    other: Game,
}

/// Result for a given state.
#[derive(Debug)]
pub struct StateDifference {
    /// The solutions under the question's ruleset and under the other, as far as they were found.
    pub solutions: [Solution; 2],
    /// Why they differ; `None` if they do not, or if that was not found.
    pub why: Option<Why>,
    /// The reason why something was left undone, if it was.
    pub stopped: Option<Stopped>,
}

/// What `solve why --against --json` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct DifferingRecord {
    /// The question, under its ruleset.
    #[serde(flatten)]
    question: QuestionRecord,
    /// The game in SGF that it was read from, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<SourceRecord>,
    /// The other ruleset.
    against: NamedRules,
    /// What is proved of the value under each ruleset, the question's first.
    bounds: [Bounds; 2],
    /// The value and all best moves under each; `null` if they were not found within the limits.
    sides: Option<[SideRecord; 2]>,
    /// Whether the value or the best moves differ; `null` if that was not found.
    differ: Option<bool>,
    /// Why they differ; `null` if they do not, or if that was not found.
    why: Option<Why>,
    #[serde(flatten)]
    spent: Spent,
}

/// Checks that a ruleset is another than that of a question, and for two players too.
///
/// # Errors
/// It is not.
pub fn is_another(against: Rules, question: &Question) -> Result<(), QuestionError> {
    let expected = if question.game.ruleset() == against {
        "is the ruleset of the question, expected another"
    } else if against.options.players != Players::Two {
        "expected 2 players"
    } else {
        return Ok(());
    };
    Err(QuestionError { part: "against", what: format!(" {:?}: {expected}", against.to_string()) })
}

impl<'q> GivenState<'q> {
    /// The state of a question under another ruleset as well.
    ///
    /// # Errors
    /// The first move that is illegal there or ends the game, or that the board is too large for
    /// the ruleset.
    pub fn of(question: &'q Question, against: Rules) -> Result<GivenState<'q>, QuestionError> {
        let board = question.board();
        let (points, most) = (board.points(), against.max_points());
        let error = |what: String| QuestionError { part: "against", what };
        if points > most {
            return Err(error(format!(
                ": {points} intersections, expected at most {most} under this ruleset"
            )));
        }
        let other = against.game(board.clone());
        let Line { start, to_move, moves, .. } = &question.line;
        let line = Line::replay(&other, *start, *to_move, moves.clone())
            .map_err(|illegal| error(format!(": {illegal}, expected moves that both allow")))?;
        if line.ended.is_some() {
            let made = moves.len();
            return Err(error(format!(
                ": move {made} ends the game, expected a game that goes on under both"
            )));
        }
        Ok(GivenState { question, against, other })
    }

    /// Solves both games, and finds why they differ.
    pub fn differing(&self, budget: &Budget) -> StateDifference {
        let session = Session::new(&self.question.game);
        let request = Request { best_moves: Want::All, pv: false, ..Request::default() };
        let solution = session.solve(&self.question.line.state, &request, budget);
        self.solve_beside(&session, solution, Some(MAX_PAIRS), budget)
    }

    /// Solves the other game, and finds why it differs from the question, whose solution is given.
    /// Of the other as many best moves are found as are known of the question. The line is looked
    /// for breadth first as far as `most` pairs of states, if at all.
    pub fn solve_beside<'s>(
        &'s self,
        session: &Session<'s>,
        solution: Solution,
        max_pairs: Option<usize>,
        budget: &Budget,
    ) -> StateDifference {
        let other = Session::new(&self.other);
        let best_moves = if solution.all_best_moves { Want::All } else { Want::One };
        let request = Request { best_moves, pv: false, ..Request::default() };
        let states = [session, &other].map(|session| self.question.line.state_in(session.game()));
        let solutions = match solution.stopped {
            None => [solution, other.solve(&states[1], &request, budget)],
            Some(_) => [solution, Solution::unknown(&self.other, &states[1])],
        };
        let stopped = solutions.iter().find_map(|solution| solution.stopped);
        let mut found = StateDifference { solutions, why: None, stopped };
        if let Some(max_pairs) = max_pairs.filter(|_| found.differ() == Some(true) && stopped.is_none()) {
            let solutions = found.solutions.each_ref();
            let values = solutions.map(|solution| solution.value.exact().expect("both were found"));
            let best = solutions.map(|solution| solution.best_moves.clone());
            let sessions = [session, &other];
            let referees = sessions.map(|session| self.question.line.referee(session.game()));
            match why(sessions, states, referees, values, &best, max_pairs, budget) {
                Ok(why) => found.why = Some(why),
                Err(stopped) => found.stopped = Some(stopped),
            }
        }
        found
    }

    /// The JSON record of a result.
    pub fn record(
        &self,
        found: StateDifference,
        source: Option<SourceRecord>,
        spent: Spent,
    ) -> DifferingRecord {
        DifferingRecord {
            question: self.question.record(),
            record: source,
            against: NamedRules::of(&self.against),
            bounds: found.solutions.each_ref().map(|solution| Bounds::of(&solution.value)),
            sides: found.sides(self.question.board()),
            differ: found.differ(),
            why: found.why,
            spent,
        }
    }
}

impl StateDifference {
    /// Whether the value or the best moves differ, if that is known: all best moves of both, where
    /// the values are the same.
    pub fn differ(&self) -> Option<bool> {
        let [a, b] = &self.solutions;
        let values = a.value.exact()? != b.value.exact()?;
        let all = a.all_best_moves && b.all_best_moves;
        (values || all).then(|| values || a.best_moves != b.best_moves)
    }

    /// The value and the best moves under each ruleset, if they were found.
    pub fn sides(&self, board: &Board) -> Option<[SideRecord; 2]> {
        let known = |solution: &Solution| solution.value.exact().is_some() && solution.all_best_moves;
        self.solutions.iter().all(known).then_some(())?;
        Some(self.solutions.each_ref().map(|solution| SideRecord {
            value: solution.value.exact().expect("it was found"),
            best_moves: MoveName::all(board, &solution.best_moves),
        }))
    }
}

// --- Records ---

/// What `solve differ --json` prints. Every pair has the two rulesets in the order in which they were given.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record {
    /// The version of this form.
    pub schema: u32,
    /// The first ruleset.
    pub a: NamedRules,
    /// The other.
    pub b: NamedRules,
    /// The last board in the order of boards that was to be looked at.
    pub up_to: String,
    /// The boards that were looked at, in their order.
    pub boards: Vec<Looked>,
    /// The smallest start with different values; `null` if there is none among those that were solved, or none was asked
    /// for.
    pub value: Option<Found>,
    /// The smallest start with the same value and different best moves, if it comes before that one; `null` if there is
    /// none among those that were solved, or none was asked for.
    pub best_moves: Option<Found>,
    /// Whether no start that might have been smaller was left open.
    pub complete: bool,
    /// What ended the search before it was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// Nodes searched, or states listed.
    pub nodes: u64,
    /// The time.
    pub seconds: f64,
}

/// A ruleset with its name.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct NamedRules {
    /// The ruleset with its options, as a command line has them.
    pub name: String,
    /// The ruleset.
    #[serde(flatten)]
    pub rules: RulesRecord,
}

impl Record {
    /// The record of a search.
    pub fn of(rulesets: &[Rules; 2], up_to: &Board, searched: Searched, seconds: f64) -> Record {
        let [a, b] = rulesets.each_ref().map(NamedRules::of);
        Record {
            schema: SCHEMA,
            a,
            b,
            up_to: up_to.to_string(),
            complete: searched.is_complete(),
            boards: searched.boards,
            value: searched.value,
            best_moves: searched.best_moves,
            stopped: searched.stopped,
            nodes: searched.nodes,
            seconds,
        }
    }
}

impl NamedRules {
    /// The record of a ruleset.
    pub fn of(rules: &Rules) -> NamedRules {
        NamedRules { name: rules.to_string(), rules: RulesRecord::of(rules) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_come_by_points_and_then_by_rows() {
        let names = |rows, cols| up_to(rows, cols).iter().map(Board::to_string).collect::<Vec<_>>();
        assert_eq!(names(2, 3), ["1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3"]);
        assert_eq!(names(3, 2), names(2, 3));
        assert_eq!(names(1, 4), ["1x1", "1x2", "1x3", "1x4"]);
        assert_eq!(names(3, 3).last().unwrap(), "3x3");
        assert_eq!(names(3, 3).len(), 13);
    }
}
