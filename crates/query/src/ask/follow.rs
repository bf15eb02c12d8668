//! Answers in slices of time, with what is known meanwhile; and sessions that own their games.
//!
//! A session keeps what it has proved, so a question that is asked in slices of time costs little
//! more than one that is asked at once, and after each slice there are bounds to report. Where
//! games may go on for ever the engine has nothing to report before it has all, and there is one
//! slice.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{io, thread};

use serde::Serialize;

use super::answers::solved;
use super::question::{Question, Setup};
use crate::report::records::{Bounds, MoveValue, Solved, Spent};
use superko_go::Move;
use superko_rules::{Game, Points, Rules, Ruling, State};
use superko_solve::closure::close;
use superko_solve::{
    self as solve, Answer, Budget, Limits, Request, Session, Solution, Stopped, Value, Want,
};

// --- Following ---

/// The first slice of time of a question. Each is twice as long as the one before, up to
/// [`MAX_SLICE`].
const FIRST_SLICE: Duration = Duration::from_millis(100);
/// The longest slice.
const MAX_SLICE: Duration = Duration::from_secs(2);
/// The time between two reports of the bounds.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);
/// The nodes that best moves and a line may cost after a limit has been reached.
const FINAL_NODES: u64 = 2_000;

/// What the work is at.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Working {
    /// The question in hand, in words.
    pub asking: String,
    /// Nodes searched, or states listed, so far.
    pub nodes: u64,
    /// The time so far.
    pub seconds: f64,
}

/// Something that is known before the answer is complete.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Event {
    /// What is proved of the value, told again as the work goes on.
    Bounds {
        /// The value, once it is known exactly.
        value: Option<Value>,
        /// What is proved of the value.
        bounds: Bounds,
        /// What the work is at.
        #[serde(flatten)]
        working: Working,
    },
    /// Moves of whose values more is known than before.
    Moves {
        /// The moves.
        move_values: Vec<MoveValue>,
        /// What the work is at.
        #[serde(flatten)]
        working: Working,
    },
}

/// Solves a question, with the value of every move, all best moves and a line, and reports what
/// becomes known.
///
/// The limits are for all of it; the flag interrupts it. The session must be one of a game of the
/// question's board and ruleset.
pub fn follow(
    session: &Session<'_>,
    question: &Question,
    limits: &Limits,
    interrupted: &Arc<AtomicBool>,
    report: &(dyn Fn(Event) + Sync),
) -> Solved {
    let game = session.game();
    let state = question.state_in(game);
    let work = SlicedWork {
        session,
        game,
        budget: Budget::new(*limits).interrupted_by(Arc::clone(interrupted)),
        value: Mutex::new(Answer::Between(solve::Bounds::unknown(game, &state))),
        report_order: Mutex::default(),
        report,
    };
    let solution = thread::scope(|scope| {
        let (done, ends) = channel::<()>();
        let work = &work;
        scope.spawn(move || {
            while ends.recv_timeout(REPORT_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                work.report_bounds()
            }
        });
        let solution = work.solve(&state);
        drop(done);
        solution
    });
    solved(question, &solution, Spent::of(&work.budget, solution.results, solution.stopped))
}

struct SlicedWork<'a, 's> {
    session: &'a Session<'s>,
    game: &'a Game,
    /// The budget of all slices.
    budget: Budget,
    /// What is known of the value.
    value: Mutex<Answer>,
    /// Held during a report, so that two threads report what is known in the order in which it
    /// became known.
    report_order: Mutex<()>,
    report: &'a (dyn Fn(Event) + Sync),
}

impl SlicedWork<'_, '_> {
    fn solve(&self, state: &State) -> Solution {
        let mut moves = Vec::new();
        if self.game.rules.properties().always_ends {
            self.find_value(state);
            moves = self.values_of_moves(state);
        }
        let stopped = self.budget.spend(0).err();
        let limits = match stopped {
            None => self.budget.limits(),
            // What a limit has left undone is cheap to put together from what is proved.
            Some(_) => {
                let nodes = Some(self.budget.nodes() + FINAL_NODES);
                Limits { time: None, nodes, ..self.budget.limits() }
            }
        };
        let request = Request { best_moves: Want::All, move_values: true, ..Request::default() };
        let mut solution = self.session.solve(state, &request, &self.budget.within(limits));
        solution.stopped = solution.stopped.map(|then| stopped.unwrap_or(then));
        self.take_narrower(&mut solution, &moves);
        close(self.game, state, &mut solution);
        solution
    }

    /// Narrows a solution that was cut short to what was reported before.
    fn take_narrower(&self, solution: &mut Solution, moves: &[(Move, Answer)]) {
        solution.value = narrower(solution.value, *lock(&self.value));
        if solution.move_values.is_empty() {
            solution.move_values = moves.to_vec();
        }
        for (mv, answer) in &mut solution.move_values {
            if let Some((_, reported)) = moves.iter().find(|(reported, _)| reported == mv) {
                *answer = narrower(*answer, *reported);
            }
        }
    }

    /// Finds the value in slices, as far as the limits go.
    fn find_value(&self, state: &State) {
        let mut slice = FIRST_SLICE;
        while let Ok((answer, more)) = self.slice(state, slice) {
            let mut value = lock(&self.value);
            *value = narrower(answer, *value);
            drop(value);
            self.report_bounds();
            if !more {
                return;
            }
            slice = (slice * 2).min(MAX_SLICE);
        }
    }

    /// Finds the values of the moves in turn, none of them for longer than a slice before the
    /// others have had theirs.
    fn values_of_moves(&self, state: &State) -> Vec<(Move, Answer)> {
        let legal = self.game.legal(state);
        let of = |ruling: &Ruling| match ruling {
            Ruling::Ends(points) => Answer::Exact(Value::Points(*points)),
            Ruling::Leads(next) => Answer::Between(solve::Bounds::unknown(self.game, next)),
            Ruling::Barred(_) => unreachable!("legal moves are not barred"),
        };
        let mut known: Vec<(Move, Answer)> = legal.iter().map(|(mv, ruling)| (*mv, of(ruling))).collect();
        self.close(state, &mut known);
        self.report_moves(&known);
        let leads = |(index, (_, ruling))| match ruling {
            Ruling::Leads(next) => Some((index, next)),
            _ => None,
        };
        let mut open: Vec<(usize, State)> = legal.into_iter().enumerate().filter_map(leads).collect();
        let mut slice = FIRST_SLICE;
        while !open.is_empty() {
            for (index, next) in std::mem::take(&mut open) {
                let Ok((found, more)) = self.slice(&next, slice) else { return known };
                let before = known.clone();
                known[index].1 = narrower(found, known[index].1);
                self.close(state, &mut known);
                let changed = known.iter().zip(&before).filter(|(now, before)| now != before);
                let changed: Vec<(Move, Answer)> = changed.map(|(now, _)| *now).collect();
                if !changed.is_empty() {
                    self.report_moves(&changed);
                }
                if more {
                    open.push((index, next));
                }
            }
            slice = (slice * 2).min(MAX_SLICE);
        }
        known
    }

    /// Closes what is known of the value and of the moves.
    fn close(&self, state: &State, moves: &mut Vec<(Move, Answer)>) {
        let mut solution = Solution::unknown(self.game, state);
        (solution.value, solution.move_values) = (*lock(&self.value), std::mem::take(moves));
        close(self.game, state, &mut solution);
        *moves = solution.move_values;
        *lock(&self.value) = solution.value;
    }

    /// The bounds of a value after one slice, and whether another slice may bring more: what else
    /// than its end has stopped the search would stop it again.
    ///
    /// # Errors
    /// The limit of the whole that has been reached.
    fn slice(&self, state: &State, slice: Duration) -> Result<(Answer, bool), Stopped> {
        self.budget.spend(0)?;
        let limits = self.budget.limits();
        let time = Some(self.budget.elapsed() + slice);
        let time = limits.time.into_iter().chain(time).min();
        let found = self.session.value(state, &self.budget.within(Limits { time, ..limits }));
        let more = matches!(found, Err((_, Stopped::Time)));
        Ok((found.into(), more))
    }

    fn working(&self) -> Working {
        let seconds = self.budget.elapsed().as_secs_f64();
        Working { asking: self.budget.asking(), nodes: self.budget.nodes(), seconds }
    }

    fn report_bounds(&self) {
        let _order = lock(&self.report_order);
        let working = self.working();
        let answer = *lock(&self.value);
        (self.report)(Event::Bounds { value: answer.exact(), bounds: Bounds::of(&answer), working });
    }

    fn report_moves(&self, moves: &[(Move, Answer)]) {
        let _order = lock(&self.report_order);
        let move_values = MoveValue::listed(&self.game.board, moves);
        (self.report)(Event::Moves { move_values, working: self.working() });
    }
}

/// Locks a mutex, also after a thread that held it has panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The intersection of two answers to one question.
pub fn narrower(one: Answer, other: Answer) -> Answer {
    match (one, other) {
        (Answer::Exact(_), _) => one,
        (_, Answer::Exact(_)) => other,
        (Answer::Between(a), Answer::Between(b)) => {
            let (low, low_open) = (a.low, a.low_open).max((b.low, b.low_open));
            let closer = |a: (Points, bool), b: (Points, bool)| if (a.0, !a.1) < (b.0, !b.1) { a } else { b };
            let (high, high_open) = closer((a.high, a.high_open), (b.high, b.high_open));
            solve::Bounds { low, low_open, high, high_open }.into()
        }
    }
}

/// The bounds of an answer; `None` if it is no score.
pub fn score_bounds(answer: &Answer) -> Option<solve::Bounds> {
    match answer {
        Answer::Between(bounds) => Some(*bounds),
        Answer::Exact(value) => {
            let (low, high) = (value.points()?, value.points()?);
            Some(solve::Bounds { low, low_open: false, high, high_open: false })
        }
    }
}

// --- Solvers ---

type Job = Box<dyn for<'s> FnOnce(&Session<'s>) + Send>;

/// The stack of the thread on which a job runs, in bytes. The system provides memory only for what
/// is used of it.
pub const STACK_BYTES: usize = 64 << 20;

/// A [`Session`] that owns its game, on a thread of its own, so that it lives as long as someone
/// asks it.
///
/// Every job runs on a thread of its own too, and several may run at once. The session is dropped
/// with the solver. A state that it is asked about must be one of its own game: see
/// [`Question::state_in`](super::Question::state_in).
pub struct Solver {
    jobs: Mutex<Sender<Job>>,
}

impl Solver {
    /// A solver of a game that knows nothing yet.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn new(game: Game) -> io::Result<Solver> {
        let (jobs, queue) = channel::<Job>();
        thread::Builder::new().name(format!("{} {}", game.board, game.entry.id)).spawn(move || {
            let session = Session::new(&game);
            thread::scope(|scope| {
                for job in queue {
                    let session = &session;
                    // A job that cannot be started is dropped, which ends the wait for its answer.
                    let _ = thread::Builder::new()
                        .stack_size(STACK_BYTES)
                        .spawn_scoped(scope, move || job(session));
                }
            });
        })?;
        Ok(Solver { jobs: Mutex::new(jobs) })
    }

    /// The result of `work` with the session; `None` if its thread cannot be started or it panics.
    pub fn ask<R: Send + 'static>(&self, work: impl FnOnce(&Session<'_>) -> R + Send + 'static) -> Option<R> {
        let (answer, answered) = channel();
        let job: Job = Box::new(move |session| {
            // Who has asked may have gone.
            let _ = answer.send(work(session));
        });
        lock(&self.jobs).send(job).ok()?;
        answered.recv().ok()
    }
}

/// Identity of a game: games of the same board and ruleset share what is proved.
#[derive(Debug, Clone, PartialEq, Eq)]
struct GameId {
    board: String,
    /// The edges, of a board whose name does not say them.
    edges: Vec<(u8, u8)>,
    rules: Rules,
}

impl GameId {
    fn of(setup: &Setup) -> GameId {
        let board = &setup.game.board;
        let edges = if board.is_grid() { Vec::new() } else { board.edges().collect() };
        GameId { board: board.to_string(), edges, rules: setup.game.ruleset() }
    }
}

/// The solvers of the games that were asked about last.
pub struct Solvers {
    /// The one that was asked last comes last.
    solvers: Mutex<Vec<(GameId, Arc<Solver>)>>,
    max: usize,
}

impl Solvers {
    /// A set of at most `max` solvers, at least one. The one that was not asked for longest is
    /// dropped.
    pub fn new(max: usize) -> Solvers {
        Solvers { solvers: Mutex::default(), max: max.max(1) }
    }

    /// The solver of the game of a setup.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn of(&self, setup: &Setup) -> io::Result<Arc<Solver>> {
        let id = GameId::of(setup);
        let mut solvers = lock(&self.solvers);
        let known = solvers.iter().position(|(known, _)| *known == id);
        let found = match known {
            Some(index) => solvers.remove(index).1,
            None => Arc::new(Solver::new(setup.game.ruleset().game(setup.game.board.clone()))?),
        };
        solvers.push((id, Arc::clone(&found)));
        if solvers.len() > self.max {
            solvers.remove(0);
        }
        Ok(found)
    }

    /// Drops a solver that did not answer.
    pub fn forget(&self, setup: &Setup) {
        let id = GameId::of(setup);
        lock(&self.solvers).retain(|(known, _)| *known != id);
    }
}

#[cfg(test)]
mod follow_tests {
    use super::*;
    use crate::ask::{Texts, question};
    use crate::report::records::AnswerRecord;

    /// The answer to a question under limits, and the reports before it.
    fn followed(texts: &Texts, limits: Limits, interrupted: bool) -> (Solved, Vec<Event>) {
        let question = texts.question().unwrap();
        let game = &question.setup.game;
        let solver = Solver::new(game.ruleset().game(game.board.clone())).unwrap();
        let asked = solver.ask(move |session| {
            let reported = Mutex::new(Vec::new());
            let flag = Arc::new(AtomicBool::new(interrupted));
            let solved =
                follow(session, &question, &limits, &flag, &|event| reported.lock().unwrap().push(event));
            (solved, reported.into_inner().unwrap())
        });
        asked.unwrap()
    }

    fn texts(board: &str, rules: &str, start: &str, moves: &[&str]) -> Texts {
        let start = (!start.is_empty()).then(|| start.to_string());
        Texts { start, ..question::tests::texts(board, rules, moves) }
    }

    /// The same question asked in one piece.
    fn at_once(texts: &Texts) -> Solution {
        let question = texts.question().unwrap();
        let request = Request { best_moves: Want::All, move_values: true, ..Request::default() };
        solve::solve(&question.setup.game, &question.state, &request, &Budget::default())
    }

    #[test]
    fn what_is_followed_is_what_is_solved_and_what_was_told_holds() {
        for texts in [
            texts("2x3", "psk", "OOO/.X.", &[]),
            texts("2x3", "ssk", "OOO/.X.", &["A1"]),
            texts("2x2", "kee2020 --lift produced", "", &["B2", "A1"]),
            texts("1x4", "kee2009", "", &["B1", "pass"]),
            texts("2x2", "simple-ko", "", &[]),
            texts("1x3", "jann", "", &["B1"]),
            // The ruleset keeps what these states remember in tables of each game's own.
            texts("1x3", "jann", "", &["pass", "pass"]),
            texts("1x3", "jann", "", &["B1", "pass", "pass", "resume", "accept"]),
            texts("1x3", "jann-territory", "", &["B1", "pass", "pass"]),
            texts("cycle:5", "nssk", "", &[]),
        ] {
            let (solved, reported) = followed(&texts, Limits::default(), false);
            let expected = at_once(&texts);
            let board = texts.board().unwrap();
            assert_eq!(solved.answer, AnswerRecord::of(&board, &expected), "{texts:?}");
            assert_eq!(solved.move_values, MoveValue::all(&board, &expected), "{texts:?}");
            assert_eq!(solved.spent.effort.stopped, None, "{texts:?}");
            for event in reported {
                match event {
                    Event::Bounds { value: Some(value), .. } => assert_eq!(Some(value), solved.answer.value),
                    Event::Bounds { .. } => {}
                    Event::Moves { move_values, .. } => {
                        for moved in move_values.iter().filter(|moved| moved.value.is_some()) {
                            assert!(solved.move_values.contains(moved), "{texts:?} {moved:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_limit_leaves_bounds_that_hold() {
        let texts = texts("3x3", "psk", "", &[]);
        let value = at_once(&texts).value.exact().unwrap().points().unwrap();
        for nodes in [1, 100, 1000, 3000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (solved, _) = followed(&texts, limits, false);
            let [low, high] =
                [solved.answer.bounds.low, solved.answer.bounds.high].map(|end| end.points().unwrap());
            assert!(low <= value && value <= high, "{nodes} nodes: {low} {high}");
            let open = solved.move_values.iter().any(|mv| mv.value.is_none());
            assert_eq!(solved.spent.effort.stopped.is_some(), open);
        }
        let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
        let (solved, _) = followed(&self::texts("4x4", "psk", "", &[]), limits, false);
        assert_eq!(solved.spent.effort.stopped, Some(Stopped::Time));
        let (solved, _) = followed(&texts, Limits::default(), true);
        assert_eq!(solved.spent.effort.stopped, Some(Stopped::Interrupted));
    }

    /// Two threads report the bounds. One of them may be held up between what it knows and its
    /// report, which must not be wider than the one before.
    #[test]
    fn what_is_told_of_the_value_only_tightens() {
        let question = texts("3x4", "psk", "", &[]).question().unwrap();
        let session = Session::new(&question.setup.game);
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        let (reported, working) = (Mutex::new(Vec::new()), thread::current().id());
        follow(&session, &question, &limits, &Arc::default(), &|event| {
            if thread::current().id() != working {
                thread::sleep(Duration::from_millis(100));
            }
            if let Event::Bounds { bounds, .. } = event {
                reported.lock().unwrap().push(bounds);
            }
        });
        let points = |value: Value| value.points().expect("games end");
        let reported = reported.into_inner().unwrap();
        assert!(reported.len() > 2, "{reported:?}");
        for pair in reported.windows(2) {
            let [low, high] = [pair[1].low, pair[1].high].map(points);
            assert!(points(pair[0].low) <= low && high <= points(pair[0].high), "{reported:?}");
        }
    }

    #[test]
    fn of_two_answers_the_narrower_ends_are_kept() {
        let between = |low, low_open, high, high_open| {
            let [low, high] = [low, high].map(Points::from_integer);
            Answer::Between(solve::Bounds { low, low_open, high, high_open })
        };
        let found = narrower(between(-2, false, 3, true), between(-2, true, 3, false));
        assert_eq!(found, between(-2, true, 3, true));
        let found = narrower(between(-1, false, 4, false), between(-2, true, 3, false));
        assert_eq!(found, between(-1, false, 3, false));
        let exact = Answer::Exact(Value::Points(Points::from_integer(1)));
        assert_eq!(narrower(between(-1, false, 4, false), exact), exact);
    }

    fn setup(board: &str, rules: &str) -> Setup {
        question::tests::texts(board, rules, &[]).setup().unwrap()
    }

    #[test]
    fn a_solver_keeps_what_is_proved_and_answers_several_at_once() {
        let solvers = Solvers::new(2);
        let setup = setup("2x3", "psk");
        let (start, to_move) = (setup.start, setup.to_move);
        let ask = || {
            let asked = solvers.of(&setup).unwrap().ask(move |session| {
                let (state, budget) = (session.game().start(start, to_move), Budget::default());
                (session.value(&state, &budget).unwrap().to_string(), budget.nodes())
            });
            asked.unwrap()
        };
        let first = ask();
        assert!(first.0 == "0" && first.1 > 0);
        thread::scope(|scope| {
            let asked: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
            asked.into_iter().for_each(|asked| assert_eq!(asked.join().unwrap(), ("0".to_string(), 0)));
        });
    }

    #[test]
    fn games_are_told_apart_by_board_ruleset_and_options_and_the_oldest_goes() {
        let solvers = Solvers::new(2);
        let same = |a: &Arc<Solver>, b: &Arc<Solver>| Arc::ptr_eq(a, b);
        let psk = solvers.of(&setup("2x2", "psk")).unwrap();
        let suicide = solvers.of(&setup("2x2", "psk --suicide allowed")).unwrap();
        assert!(!same(&psk, &suicide));
        assert!(same(&psk, &solvers.of(&setup("2x2", "psk")).unwrap()));
        solvers.of(&setup("2x2", "ssk")).unwrap();
        assert!(same(&psk, &solvers.of(&setup("2x2", "psk")).unwrap()));
        assert!(!same(&suicide, &solvers.of(&setup("2x2", "psk --suicide allowed")).unwrap()));
        let graph = |edges: &str| {
            let edges = Some(edges.to_string());
            Texts { edges, ..question::tests::texts("own", "psk", &[]) }.setup().unwrap()
        };
        let path = solvers.of(&graph("P Q\nQ S")).unwrap();
        assert!(!same(&path, &solvers.of(&graph("P Q\nP S")).unwrap()));
        assert!(same(&path, &solvers.of(&graph("P Q\nQ S")).unwrap()));
    }

    #[test]
    fn work_that_panics_gives_no_answer() {
        let setup = setup("1x2", "psk");
        let solver = Solver::new(setup.game).unwrap();
        assert_eq!(solver.ask(|_| -> u32 { panic!("on purpose") }), None);
        assert_eq!(solver.ask(|_| 1), Some(1));
    }
}
