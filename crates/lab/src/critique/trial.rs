//! The ruleset on trial, what may be spent on it, and the starting positions of small boards with
//! their values.

use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::record::Subject;
use crate::published_session;
use superko_go::notation::diagram_line;
use superko_go::position::legal_positions;
use superko_go::{Board, Player, Position};
use superko_rules::State;
use superko_solve::clock::Instant;
use superko_solve::{Answer, Budget, Limits, Request, Session, Solution, Stopped, Value};

/// The nodes that one case of a check may cost, unless the user says otherwise.
pub const NODES: u64 = 50_000;

/// How much more a case of a deep critique may cost.
pub const DEEPER: u64 = 30;

/// How many times as much as a case all starting positions of small boards may cost together.
const SURVEY_FACTOR: u64 = 2;

/// The same for the starting positions of the larger boards on which values are compared.
pub const LARGER_FACTOR: u64 = 4;

/// How many states a retrograde analysis may list for each node that a search may visit.
const STATES_PER_NODE: u64 = 6;

/// The most that a critique may cost.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The nodes that one case of a check may cost.
    pub nodes: u64,
    /// Whether larger boards are tried.
    pub deep: bool,
    /// The time that all of it may take. What is then left open depends on the machine.
    pub time: Option<Duration>,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { nodes: NODES, deep: false, time: None }
    }
}

/// A ruleset on trial, with what may be spent on it.
pub struct Trial<'a> {
    pub subject: &'a Subject,
    effort: Effort,
    started: Instant,
    interrupted: &'a Arc<AtomicBool>,
    /// The starting positions of small boards with their values.
    pub surveys: Surveys<'a>,
    /// Those of the larger boards on which values are compared besides; none if they are among the
    /// others. To be asked for when those are finished.
    pub larger: Surveys<'a>,
}

impl<'a> Trial<'a> {
    /// A trial by this number of checks that begins now.
    pub fn new(
        subject: &'a Subject,
        effort: Effort,
        checks: usize,
        interrupted: &'a Arc<AtomicBool>,
    ) -> Trial<'a> {
        let (deep, larger) =
            if effort.deep { (&LARGER_BOARDS[..], &[][..]) } else { (&[][..], &LARGER_BOARDS[..]) };
        // Where several checks share them, the values of starting positions may take half of the
        // time, so that none of the checks is left without any.
        let time = effort.time.map(|time| if checks > 1 { time / 2 } else { time });
        let always_ends = subject.rules.always_ends();
        let budget = |times| CaseBudget::new(nodes(&effort, always_ends, times), time, interrupted);
        let surveys = Surveys::of(subject, BOARDS.iter().chain(deep), budget(SURVEY_FACTOR));
        let larger = Surveys::of(subject, larger, budget(LARGER_FACTOR));
        Trial { subject, effort, started: Instant::now(), interrupted, surveys, larger }
    }

    /// Whether every game of the ruleset ends.
    pub fn always_ends(&self) -> bool {
        self.subject.rules.always_ends()
    }

    /// What one case may spend.
    pub fn budget(&self) -> CaseBudget {
        self.budget_times(self.always_ends(), 1)
    }

    /// `times` times as much, for games of a ruleset whose every game ends, or does not.
    pub fn budget_times(&self, always_ends: bool, times: u64) -> CaseBudget {
        let left = self.effort.time.map(|time| time.saturating_sub(self.started.elapsed()));
        CaseBudget::new(nodes(&self.effort, always_ends, times), left, self.interrupted)
    }
}

/// `times` times the nodes of a case, or as many states where games may go on for ever.
fn nodes(effort: &Effort, always_ends: bool, times: u64) -> u64 {
    let times = if always_ends { times } else { times.saturating_mul(STATES_PER_NODE) };
    effort.nodes.saturating_mul(times)
}

/// The starting positions of some boards, small ones first, with their values: each board is valued
/// once, when it is asked for, so that what is asked of a small board is not left open by the work
/// on a larger one.
pub struct Surveys<'a> {
    subject: &'a Subject,
    boards: Vec<(Board, OnceCell<Result<Survey, Stopped>>)>,
    budget: CaseBudget,
}

impl<'a> Surveys<'a> {
    /// Those of boards with these names. The budget is for all of them together.
    fn of<'b>(
        subject: &'a Subject,
        names: impl IntoIterator<Item = &'b &'static str>,
        budget: CaseBudget,
    ) -> Surveys<'a> {
        let parse = |name: &&str| Board::parse(name).expect("the lists have names of boards");
        let boards = names.into_iter().map(|name| (parse(name), OnceCell::new())).collect();
        Surveys { subject, boards, budget }
    }

    /// The boards in their order, up to the first that is given up, for which there is what stopped
    /// the work.
    pub fn each(&self) -> impl Iterator<Item = Result<&Survey, (&Board, Stopped)>> {
        let mut given_up = false;
        self.boards.iter().map_while(move |(board, survey)| {
            if given_up {
                return None;
            }
            let survey = survey.get_or_init(|| Survey::of(self.subject, board, &self.budget));
            given_up = survey.is_err();
            Some(survey.as_ref().map_err(|stopped| (board, *stopped)))
        })
    }
}

// --- Budgets ---

/// The budget of a case, of which every question gets what is left, with a clock and a count of its
/// own.
pub struct CaseBudget(Budget);

impl CaseBudget {
    /// A budget of nodes and time, which an interruption ends.
    fn new(nodes: u64, time: Option<Duration>, interrupted: &Arc<AtomicBool>) -> CaseBudget {
        let limits = Limits { time, nodes: Some(nodes), ..Limits::default() };
        CaseBudget(Budget::new(limits).interrupted_by(Arc::clone(interrupted)))
    }

    /// The nodes spent so far.
    pub fn spent(&self) -> u64 {
        self.0.nodes()
    }

    /// Counts nodes that no engine counts.
    pub fn step(&self, nodes: u64) -> Result<(), Stopped> {
        self.0.charge(nodes)
    }

    /// The value of a state.
    pub fn value(&self, session: &Session, state: &State) -> Result<Value, Stopped> {
        self.step(1)?;
        self.0.part(u64::MAX, |budget| session.value(state, budget)).map_err(|(_, stopped)| stopped)
    }

    /// The value of a state, or what is proved of it.
    pub fn answer(&self, session: &Session, state: &State) -> (Answer, Option<Stopped>) {
        let found = self.0.part(u64::MAX, |budget| session.value(state, budget));
        let stopped = found.as_ref().err().map(|(_, stopped)| *stopped);
        let answer = Answer::from(found);
        (answer, if answer.exact().is_some() { None } else { stopped })
    }

    /// The solution of a state, with all that the request asks for.
    pub fn solve(&self, session: &Session, state: &State, request: &Request) -> Result<Solution, Stopped> {
        self.step(1)?;
        let solution = self.0.part(u64::MAX, |budget| session.solve(state, request, budget));
        solution.stopped.map_or(Ok(solution), Err)
    }
}

// --- The starting positions of small boards ---
//
// Every legal position, Black to move, of those that symmetries make equal one. White to move gives
// the same with the colours exchanged, which every ruleset of two players allows (see the contract
// of [`Ruleset`](superko_rules::Ruleset)).

/// The boards whose starting positions are looked at, small ones first.
pub const BOARDS: [&str; 7] = ["1x1", "1x2", "1x3", "2x2", "1x4", "1x5", "2x3"];

/// Those on which values are compared besides, as one starting position with another value is all
/// that is looked for there; a deep critique looks at them for everything.
pub const LARGER_BOARDS: [&str; 4] = ["1x6", "1x7", "2x4", "3x3"];

/// The starting positions of a board, Black to move, with their values.
pub struct Survey {
    pub board: Board,
    pub positions: Vec<Position>,
    pub values: Vec<Value>,
}

impl Survey {
    /// Values every starting position of a board, in a session of its own.
    pub fn of(subject: &Subject, board: &Board, budget: &CaseBudget) -> Result<Survey, Stopped> {
        let game = subject.game(board).map_err(|_| Stopped::Memory)?;
        let positions = positions(board);
        let session = published_session(&game);
        let states: Vec<State> =
            positions.iter().map(|position| game.start(*position, Player::Black)).collect();
        let (values, stopped) = budget.0.part(u64::MAX, |budget| session.values(&states, budget));
        stopped.map_or(Ok(Survey { board: board.clone(), positions, values }), Err)
    }

    /// The positions with their values.
    pub fn rows(&self) -> impl Iterator<Item = (Position, Value)> + '_ {
        self.positions.iter().copied().zip(self.values.iter().copied())
    }
}

/// The legal positions of a board, of those that symmetries make equal one: few stones first, then
/// in the order of their texts.
fn positions(board: &Board) -> Vec<Position> {
    let first = |position: &Position| {
        let own = position.colours();
        board.symmetries().iter().all(|symmetry| own.map(|set| symmetry.set(set)) >= own)
    };
    let mut found: Vec<Position> = legal_positions(board).filter(first).collect();
    found.sort_by_cached_key(|position| (position.occupied().count_ones(), diagram_line(board, position)));
    found
}

/// Boards in words: `1x1, 1x2 and 1x3`; `no board` if there is none.
pub fn listed<'a>(boards: impl IntoIterator<Item = &'a Board>) -> String {
    let names: Vec<String> = boards.into_iter().map(Board::to_string).collect();
    match names.as_slice() {
        [] => "no board".to_string(),
        [name] => name.clone(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}
