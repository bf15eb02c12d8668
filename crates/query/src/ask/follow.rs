//! Answers in slices of time, with what is known meanwhile.
//!
//! A session keeps what it has proved, so a question that is asked in slices of time costs little
//! more than one that is asked at once, and after each slice there are bounds to report. Where
//! games may go on for ever the engine has nothing to report before it has all, and there is one
//! slice. In between the budget tells what the work is at, on the thread that works.

use std::borrow::Borrow;
use std::collections::VecDeque;
use std::marker::PhantomData;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;

use super::answers::solved;
use super::question::Question;
use crate::report::records::{Bounds, MoveValue, Solved, Spent};
use superko_go::Move;
use superko_rules::{Game, Points, Ruling, State};
use superko_solve::closure::close;
use superko_solve::{
    self as solve, Answer, Budget, Limits, Request, Session, Solution, Stopped, Value, Want,
};

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

impl Event {
    /// The name under which a stream of events has it.
    pub fn name(&self) -> &'static str {
        match self {
            Event::Bounds { .. } => "bounds",
            Event::Moves { .. } => "moves",
        }
    }
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
    report: impl Fn(Event) + Send + Sync + 'static,
) -> Solved {
    let mut following = Following::new(session, question, limits, interrupted, report);
    loop {
        if let Some(solved) = following.step() {
            return solved;
        }
    }
}

/// A question that [`follow`] solves, one slice of time after the other.
///
/// Who has only one thread can look up between two slices, and give the question up: the session
/// keeps what is proved. The question is one by reference, or shared, or its own.
pub struct Following<'s, S, Q> {
    session: S,
    question: Q,
    max_slice: Duration,
    state: State,
    /// The budget of all slices, which tells what is known now and then.
    budget: Budget,
    known: Arc<Known>,
    stage: Stage,
    game: PhantomData<&'s Game>,
}

/// What is to be found next.
enum Stage {
    /// The value, in a slice of this length.
    Value(Duration),
    /// The values of moves.
    Moves(OpenMoves),
    /// All else, with what is known of the moves.
    Rest(Vec<(Move, Answer)>),
}

/// Moves whose values are found in turn, none of them for longer than a slice before the others
/// have had theirs.
struct OpenMoves {
    known: Vec<(Move, Answer)>,
    /// The open ones, by their index, with the states that they lead to.
    open: VecDeque<(usize, State)>,
    /// Those that stay open after a slice.
    later: VecDeque<(usize, State)>,
    slice: Duration,
}

impl<'s, S: Borrow<Session<'s>>, Q: Borrow<Question>> Following<'s, S, Q> {
    /// A question that nothing has been done for: see [`follow`].
    pub fn new(
        session: S,
        question: Q,
        limits: &Limits,
        interrupted: &Arc<AtomicBool>,
        report: impl Fn(Event) + Send + Sync + 'static,
    ) -> Following<'s, S, Q> {
        let game = session.borrow().game();
        let state = question.borrow().line.state_in(game);
        let budget = Budget::new(*limits).interrupted_by(Arc::clone(interrupted));
        let known = Arc::new(Known {
            value: Mutex::new(Answer::Between(solve::Bounds::unknown(game, &state))),
            budget: budget.within(*limits),
            report: Box::new(report),
        });
        let watched = Arc::clone(&known);
        let budget = budget.watched(REPORT_INTERVAL, move || watched.report_bounds());
        let stage = match game.rules.properties().always_ends {
            true => Stage::Value(FIRST_SLICE),
            false => Stage::Rest(Vec::new()),
        };
        let (max_slice, game) = (MAX_SLICE, PhantomData);
        Following { session, question, max_slice, state, budget, known, stage, game }
    }

    /// The same in slices of at most this time, for who listens between them.
    #[must_use]
    pub fn in_slices_of(self, max_slice: Duration) -> Following<'s, S, Q> {
        Following { max_slice, ..self }
    }

    /// Works for one slice of time. The answer, once that was the last; there is no step after it.
    pub fn step(&mut self) -> Option<Solved> {
        self.stage = match std::mem::replace(&mut self.stage, Stage::Rest(Vec::new())) {
            Stage::Value(slice) => self.step_value(slice),
            Stage::Moves(moves) => self.step_moves(moves),
            Stage::Rest(moves) => return Some(self.finish(&moves)),
        };
        None
    }

    fn step_value(&self, slice: Duration) -> Stage {
        let Ok((answer, more)) = self.slice(&self.state, slice) else { return self.open_moves() };
        self.known.narrow(answer);
        self.known.report_bounds();
        if more { Stage::Value(self.longer(slice)) } else { self.open_moves() }
    }

    fn open_moves(&self) -> Stage {
        let game = self.session.borrow().game();
        let legal = game.legal(&self.state);
        let of = |ruling: &Ruling| match ruling {
            Ruling::Ends(points) => Answer::Exact(Value::Points(*points)),
            Ruling::Leads(next) => Answer::Between(solve::Bounds::unknown(game, next)),
            Ruling::Barred(_) => unreachable!("legal moves are not barred"),
        };
        let mut known: Vec<(Move, Answer)> = legal.iter().map(|(mv, ruling)| (*mv, of(ruling))).collect();
        self.close(&mut known);
        self.report_moves(&known);
        let leads = |(index, (_, ruling))| match ruling {
            Ruling::Leads(next) => Some((index, next)),
            _ => None,
        };
        let open = legal.into_iter().enumerate().filter_map(leads).collect();
        Stage::Moves(OpenMoves { known, open, later: VecDeque::new(), slice: FIRST_SLICE })
    }

    fn step_moves(&self, mut moves: OpenMoves) -> Stage {
        if moves.open.is_empty() {
            moves.open = std::mem::take(&mut moves.later);
            moves.slice = self.longer(moves.slice);
        }
        let OpenMoves { known, open, later, slice } = &mut moves;
        let Some((index, next)) = open.pop_front() else { return Stage::Rest(moves.known) };
        let Ok((found, more)) = self.slice(&next, *slice) else { return Stage::Rest(moves.known) };
        let before = known.clone();
        known[index].1 = narrower(found, known[index].1);
        self.close(known);
        let changed = known.iter().zip(&before).filter(|(now, before)| now != before);
        let changed: Vec<(Move, Answer)> = changed.map(|(now, _)| *now).collect();
        if !changed.is_empty() {
            self.report_moves(&changed);
        }
        if more {
            later.push_back((index, next));
        }
        Stage::Moves(moves)
    }

    /// Puts the answer together, with all best moves and a line.
    fn finish(&self, moves: &[(Move, Answer)]) -> Solved {
        let stopped = self.budget.charge(0).err();
        let limits = match stopped {
            None => self.budget.limits(),
            // What a limit has left undone is cheap to put together from what is proved.
            Some(_) => {
                let nodes = Some(self.budget.nodes() + FINAL_NODES);
                Limits { time: None, nodes, ..self.budget.limits() }
            }
        };
        let request = Request { best_moves: Want::All, move_values: true, ..Request::default() };
        let mut solution = self.session.borrow().solve(&self.state, &request, &self.budget.within(limits));
        solution.stopped = solution.stopped.map(|then| stopped.unwrap_or(then));
        self.take_narrower(&mut solution, moves);
        close(self.session.borrow().game(), &self.state, &mut solution);
        let spent = Spent::of(&self.budget, solution.results, solution.stopped);
        solved(self.question.borrow(), &solution, spent)
    }

    /// Narrows a solution that was cut short to what was reported before.
    fn take_narrower(&self, solution: &mut Solution, moves: &[(Move, Answer)]) {
        solution.value = narrower(solution.value, self.known.value());
        if solution.move_values.is_empty() {
            solution.move_values = moves.to_vec();
        }
        for (mv, answer) in &mut solution.move_values {
            if let Some((_, reported)) = moves.iter().find(|(reported, _)| reported == mv) {
                *answer = narrower(*answer, *reported);
            }
        }
    }

    /// Closes what is known of the value and of the moves.
    fn close(&self, moves: &mut Vec<(Move, Answer)>) {
        let game = self.session.borrow().game();
        let mut solution = Solution::unknown(game, &self.state);
        (solution.value, solution.move_values) = (self.known.value(), std::mem::take(moves));
        close(game, &self.state, &mut solution);
        *moves = solution.move_values;
        *self.known.lock() = solution.value;
    }

    /// The bounds of a value after one slice, and whether another slice may bring more: what else
    /// than its end has stopped the search would stop it again.
    ///
    /// # Errors
    /// The limit of the whole that has been reached.
    fn slice(&self, state: &State, slice: Duration) -> Result<(Answer, bool), Stopped> {
        self.budget.charge(0)?;
        let limits = self.budget.limits();
        let time = Some(self.budget.elapsed() + slice);
        let time = limits.time.into_iter().chain(time).min();
        let found = self.session.borrow().value(state, &self.budget.within(Limits { time, ..limits }));
        let more = matches!(found, Err((_, Stopped::Time)));
        Ok((found.into(), more))
    }

    /// The slice after one.
    fn longer(&self, slice: Duration) -> Duration {
        (slice * 2).min(self.max_slice)
    }

    fn report_moves(&self, moves: &[(Move, Answer)]) {
        let move_values = MoveValue::listed(&self.session.borrow().game().board, moves);
        (self.known.report)(Event::Moves { move_values, working: self.known.working() });
    }
}

/// The known bounds of the value, and the receiver of reports.
struct Known {
    value: Mutex<Answer>,
    /// The budget of the work, without what watches it.
    budget: Budget,
    report: Box<dyn Fn(Event) + Send + Sync>,
}

impl Known {
    fn lock(&self) -> MutexGuard<'_, Answer> {
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn value(&self) -> Answer {
        *self.lock()
    }

    fn narrow(&self, answer: Answer) {
        let mut value = self.lock();
        *value = narrower(answer, *value);
    }

    fn working(&self) -> Working {
        let seconds = self.budget.elapsed().as_secs_f64();
        Working { asking: self.budget.question(), nodes: self.budget.nodes(), seconds }
    }

    fn report_bounds(&self) {
        // Held during the report, so that bounds are reported in the order in which they were
        // found, whichever thread reports them.
        let answer = self.lock();
        let (value, bounds) = (answer.exact(), Bounds::of(&answer));
        (self.report)(Event::Bounds { value, bounds, working: self.working() });
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Solver, Texts, question};
    use crate::report::records::AnswerRecord;
    use std::sync::atomic::Ordering::Relaxed;

    /// A list of events, and who adds to it.
    fn listener() -> (Arc<Mutex<Vec<Event>>>, impl Fn(Event) + Send + Sync + 'static) {
        let events = Arc::new(Mutex::new(Vec::new()));
        (Arc::clone(&events), move |event| events.lock().unwrap().push(event))
    }

    /// The answer to a question under limits, and the reports before it.
    fn followed(texts: &Texts, limits: Limits, interrupted: bool) -> (Solved, Vec<Event>) {
        let question = texts.question().unwrap();
        let game = &question.game;
        let solver = Solver::new(Arc::clone(game)).unwrap();
        let asked = solver.ask(move |session| {
            let (reported, report) = listener();
            let flag = Arc::new(AtomicBool::new(interrupted));
            let solved = follow(session, &question, &limits, &flag, report);
            (solved, std::mem::take(&mut *reported.lock().unwrap()))
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
        solve::solve(&question.game, &question.line.state, &request, &Budget::default())
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

    #[test]
    fn what_is_told_of_the_value_only_tightens() {
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        let (_, reported) = followed(&texts("3x4", "psk", "", &[]), limits, false);
        let points = |value: Value| value.points().expect("games end");
        let bounds = |event: Event| match event {
            Event::Bounds { bounds, .. } => Some([bounds.low, bounds.high].map(points)),
            Event::Moves { .. } => None,
        };
        let reported: Vec<[Points; 2]> = reported.into_iter().filter_map(bounds).collect();
        assert!(reported.len() > 2, "{reported:?}");
        assert!(reported.is_sorted_by(|[low, high], [then, there]| low <= then && there <= high));
    }

    /// The only slice of an analysis takes as long as it takes, and is watched from within.
    #[test]
    fn a_slice_without_end_tells_what_it_is_at_and_hears_the_flag() {
        let question = texts("4x4", "simple-ko", "", &[]).question().unwrap();
        let session = Session::new(&question.game);
        let flag: Arc<AtomicBool> = Arc::default();
        let (told, heard) = (Arc::clone(&flag), listener());
        let report = move |event| {
            told.store(true, Relaxed);
            heard.1(event);
        };
        let solved = follow(&session, &question, &Limits::default(), &flag, report);
        assert_eq!(solved.spent.effort.stopped, Some(Stopped::Interrupted));
        let told = heard.0.lock().unwrap();
        let nodes = |event: &Event| match event {
            Event::Bounds { working, .. } | Event::Moves { working, .. } => working.nodes,
        };
        assert!(told.first().is_some_and(|event| nodes(event) > 0), "{told:?}");
    }

    #[test]
    fn a_question_given_up_after_a_step_leaves_what_is_proved() {
        let question = Arc::new(texts("2x3", "psk", "", &[]).question().unwrap());
        let session = Session::new(&question.game);
        let begin = || {
            let (reported, report) = listener();
            let asked = Arc::clone(&question);
            (reported, Following::new(&session, asked, &Limits::default(), &Arc::default(), report))
        };
        let (reported, mut given_up) = begin();
        // On a busy machine the first slice of time may end before the value is known.
        while matches!(given_up.stage, Stage::Value(_)) {
            assert!(given_up.step().is_none());
        }
        drop(given_up);
        let events = reported.lock().unwrap();
        assert!(matches!(events.first(), Some(Event::Bounds { value: Some(_), .. })), "{events:?}");
        let (_, mut again) = begin();
        assert!(again.step().is_none());
        assert_eq!(again.known.budget.nodes(), 0, "it is known");
        let solved = std::iter::repeat_with(|| again.step()).flatten().next().unwrap();
        assert_eq!(
            solved.answer,
            AnswerRecord::of(question.board(), &at_once(&texts("2x3", "psk", "", &[])))
        );
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
}
