//! The ruleset on trial, what may be spent on it, and the starts of small boards with their values.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::record::Subject;
use crate::go::notation::diagram_line;
use crate::go::position::legal_positions;
use crate::go::{Board, Player, Position};
use crate::rules::State;
use crate::solve::{Answer, Budget, Limits, Request, Session, Solution, Stopped, Value};

/// The nodes that one case of a check may cost, unless the user says otherwise.
pub const NODES: u64 = 50_000;

/// How much more a case of a deep critique may cost.
pub const DEEPER: u64 = 30;

/// How many times as much as a case all starts of small boards may cost together.
const SURVEY_FACTOR: u64 = 2;

/// The same for the starts of the larger boards on which values are compared.
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

/// A ruleset on trial.
pub struct Trial<'a> {
    /// The ruleset.
    pub subject: &'a Subject,
    /// What may be spent.
    pub effort: Effort,
    started: Instant,
    interrupted: &'a Arc<AtomicBool>,
    surveys: Surveys<'a>,
    larger: Surveys<'a>,
}

impl<'a> Trial<'a> {
    /// A trial by so many checks that begins now.
    pub fn new(
        subject: &'a Subject,
        effort: Effort,
        checks: usize,
        interrupted: &'a Arc<AtomicBool>,
    ) -> Trial<'a> {
        let started = Instant::now();
        let deep = if effort.deep { &LARGER_BOARDS[..] } else { &[] };
        // Where several checks share them, the values of starts may take half of the time, so that none of the checks
        // is left without any.
        let shared = effort.time.map(|time| if checks > 1 { time / 2 } else { time });
        let until = shared.and_then(|time| started.checked_add(time));
        let always_ends = subject.entry.properties(&subject.options).always_ends;
        let budget = |times| CaseBudget::new(nodes(&effort, always_ends, times), until, interrupted);
        let surveys = Surveys::of(subject, BOARDS.iter().chain(deep), budget(SURVEY_FACTOR));
        let names = if effort.deep { &[] } else { &LARGER_BOARDS[..] };
        let larger = Surveys::of(subject, names, budget(LARGER_FACTOR));
        Trial { subject, effort, started, interrupted, surveys, larger }
    }

    /// Whether every game of the ruleset ends.
    pub fn always_ends(&self) -> bool {
        self.subject.entry.properties(&self.subject.options).always_ends
    }

    /// What one case may spend.
    pub fn budget(&self) -> CaseBudget<'a> {
        self.budget_times(self.always_ends(), 1)
    }

    /// So many times as much, for games of a ruleset whose every game ends, or does not.
    pub fn budget_times(&self, always_ends: bool, times: u64) -> CaseBudget<'a> {
        let until = self.effort.time.and_then(|time| self.started.checked_add(time));
        CaseBudget::new(nodes(&self.effort, always_ends, times), until, self.interrupted)
    }

    /// The starts of small boards with their values.
    pub fn surveys(&self) -> &Surveys<'a> {
        &self.surveys
    }

    /// The starts of the larger boards on which values are compared besides; none if they are among the others. To be
    /// asked for when those are finished.
    pub fn larger(&self) -> &Surveys<'a> {
        &self.larger
    }
}

/// So many times the nodes of a case, or as many states where games may go on for ever.
fn nodes(effort: &Effort, always_ends: bool, times: u64) -> u64 {
    let times = if always_ends { times } else { times.saturating_mul(STATES_PER_NODE) };
    effort.nodes.saturating_mul(times)
}

/// The starts of some boards, small ones first, with their values: each board is valued once, when it is asked for, so
/// that what is asked of a small board is not left open by the work on a larger one.
pub struct Surveys<'a> {
    subject: &'a Subject,
    boards: Vec<(Board, OnceCell<Result<Survey, Stopped>>)>,
    budget: CaseBudget<'a>,
}

impl<'a> Surveys<'a> {
    /// Those of boards with these names. The budget is for all of them together.
    fn of<'b>(
        subject: &'a Subject,
        names: impl IntoIterator<Item = &'b &'static str>,
        budget: CaseBudget<'a>,
    ) -> Surveys<'a> {
        let parse = |name: &&str| Board::parse(name).expect("the lists have names of boards");
        let boards = names.into_iter().map(|name| (parse(name), OnceCell::new())).collect();
        Surveys { subject, boards, budget }
    }

    /// The boards in their order, up to the first that is given up, for which there is what stopped the work.
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

// --- What a case may spend ---

/// What a case may spend, and what it has spent.
pub struct CaseBudget<'a> {
    until: Option<Instant>,
    interrupted: &'a Arc<AtomicBool>,
    most: u64,
    spent: Cell<u64>,
}

impl<'a> CaseBudget<'a> {
    /// A budget of so many nodes, which may be spent until a moment and an interruption.
    pub fn new(most: u64, until: Option<Instant>, interrupted: &'a Arc<AtomicBool>) -> CaseBudget<'a> {
        CaseBudget { until, interrupted, most, spent: Cell::new(0) }
    }

    /// The nodes spent so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Has something done within what is left.
    pub fn charge<T>(&self, work: impl FnOnce(&Budget) -> T) -> T {
        let limits = Limits {
            time: self.until.map(|until| until.saturating_duration_since(Instant::now())),
            nodes: Some(self.most.saturating_sub(self.spent.get())),
            ..Limits::default()
        };
        let budget = Budget::new(limits).interrupted_by(Arc::clone(self.interrupted));
        let done = work(&budget);
        self.spent.set(self.spent.get() + budget.nodes());
        done
    }

    /// Counts nodes that no engine counts.
    ///
    /// # Errors
    /// The limit that has been reached.
    pub fn step(&self, nodes: u64) -> Result<(), Stopped> {
        self.charge(|budget| budget.spend(nodes))
    }

    /// The value of a state.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn value(&self, session: &Session, state: &State) -> Result<Value, Stopped> {
        self.step(1)?;
        self.charge(|budget| session.value(state, budget)).map_err(|(_, stopped)| stopped)
    }

    /// The value of a state, or what is proved of it.
    pub fn answer(&self, session: &Session, state: &State) -> (Answer, Option<Stopped>) {
        let found = self.charge(|budget| session.value(state, budget));
        let stopped = found.as_ref().err().map(|(_, stopped)| *stopped);
        let answer = Answer::from(found);
        (answer, if answer.exact().is_some() { None } else { stopped })
    }

    /// The solution of a state, with all that the request asks for.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn solve(&self, session: &Session, state: &State, request: &Request) -> Result<Solution, Stopped> {
        self.step(1)?;
        let solution = self.charge(|budget| session.solve(state, request, budget));
        solution.stopped.map_or(Ok(solution), Err)
    }
}

// --- The starts of small boards ---
//
// The starts of small boards: every legal position, Black to move, of those that symmetries make equal one.
//
// White to move gives the same with the colours exchanged, which every ruleset of two players allows (see the contract of
// [`Ruleset`](crate::rules::Ruleset)).

/// The boards whose starts are looked at, small ones first.
pub const BOARDS: [&str; 7] = ["1x1", "1x2", "1x3", "2x2", "1x4", "1x5", "2x3"];

/// Those on which values are compared besides, as one start with another value is all that is looked for there; a deep
/// critique looks at them for everything.
pub const LARGER_BOARDS: [&str; 4] = ["1x6", "1x7", "2x4", "3x3"];

/// The starts of a board with their values.
pub struct Survey {
    /// The board.
    pub board: Board,
    /// The positions, Black to move.
    pub positions: Vec<Position>,
    /// Their values.
    pub values: Vec<Value>,
}

impl Survey {
    /// Values every start of a board, in a session of its own.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn of(subject: &Subject, board: &Board, budget: &CaseBudget) -> Result<Survey, Stopped> {
        let game = subject.game(board).map_err(|_| Stopped::Memory)?;
        let positions = positions(board);
        let session = Session::new(&game);
        let states: Vec<State> =
            positions.iter().map(|position| game.start(*position, Player::Black)).collect();
        let (values, stopped) = budget.charge(|budget| session.values(&states, budget));
        stopped.map_or(Ok(Survey { board: board.clone(), positions, values }), Err)
    }

    /// The positions with their values.
    pub fn rows(&self) -> impl Iterator<Item = (Position, Value)> + '_ {
        self.positions.iter().copied().zip(self.values.iter().copied())
    }
}

/// The legal positions of a board, of those that symmetries make equal one: few stones first, then in the order of their
/// texts.
pub fn positions(board: &Board) -> Vec<Position> {
    let mut found: Vec<(u32, String, Position)> = Vec::new();
    for position in legal_positions(board) {
        let own = position.colours();
        let first = board.symmetries().iter().all(|symmetry| own.map(|set| symmetry.set(set)) >= own);
        if first {
            found.push((position.occupied().count_ones(), diagram_line(board, &position), position));
        }
    }
    found.sort_unstable_by(|(a, b, _), (c, d, _)| (a, b).cmp(&(c, d)));
    found.into_iter().map(|(.., position)| position).collect()
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
