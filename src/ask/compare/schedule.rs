//! Values of many states under several rulesets, with one effort that is shared fairly.
//!
//! Each ruleset has a session, so what is proved of one state is there for the next. The work is done in slices of nodes,
//! and the next slice always goes to the ruleset that has cost least so far: those that are done early leave what they
//! did not need to the others, and no ruleset keeps another waiting for longer than a slice. Slices are counted in nodes,
//! not in time, so that with one thread the same bounds come from the same limit of nodes on any machine.
//!
//! Of the states of a ruleset the first comes first until it is solved; the others take turns.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::ask::follow::{STACK_BYTES, narrower};
use crate::rules::{Game, State};
use crate::solve::{Answer, Bounds, Budget, Limits, Session, Stopped};

/// The nodes of the first slice of a state. Each is twice as large as the one before, up to [`LARGEST`].
const FIRST: u64 = 20_000;
/// The largest slice. Where games may go on for ever there is none, as an analysis that was stopped begins anew.
const LARGEST: u64 = 1_000_000;
/// What is left of a limit is not divided into parts smaller than this.
const LEAST: u64 = 1_000;

/// The effort that is shared.
pub struct Effort {
    /// What all of it may spend.
    pub limits: Limits,
    /// The number of threads.
    pub threads: usize,
    /// Ends all of it.
    pub interrupted: Arc<AtomicBool>,
}

/// What came of the states of one ruleset.
pub struct Shared {
    /// What is known of the value of each.
    pub answers: Vec<Answer>,
    /// Nodes searched, or states listed.
    pub nodes: u64,
    /// Lemmas, or states, at the end.
    pub results: usize,
    /// What stopped the effort, if it left something undone.
    pub stopped: Option<Stopped>,
}

/// Values the states of each game as far as the limits go. `tell` is told now and then what the work is at.
pub fn values(
    columns: &[(&Game, Vec<State>)],
    effort: &Effort,
    tell: &(dyn Fn(String) + Sync),
) -> Vec<Shared> {
    let sessions: Vec<Session> = columns.iter().map(|(game, _)| Session::new(game)).collect();
    let work = columns.iter().map(|(game, states)| Column::of(game, states)).collect();
    let desk = Desk {
        columns: Mutex::new(work),
        freed: Condvar::new(),
        effort,
        started: Instant::now(),
        most_at_once: effort.threads.div_ceil(columns.len().max(1)).max(1),
        memory: effort.limits.memory / columns.len().max(1),
    };
    let work = || {
        while let Some(slice) = desk.next() {
            let (game, states) = &columns[slice.column];
            tell(format!("{}, {} of {} states", game.entry.id, slice.state + 1, states.len()));
            let budget = Budget::new(slice.limits).interrupted_by(Arc::clone(&effort.interrupted));
            let found = sessions[slice.column].value(&states[slice.state], &budget);
            let stopped = found.as_ref().err().map(|(_, stopped)| *stopped);
            desk.put_back(&slice, found.into(), stopped, budget.nodes());
        }
    };
    thread::scope(|scope| {
        for _ in 0..effort.threads.max(1) {
            // Where not all of the threads can be started the others do their work, and with none this one does.
            let _ = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        }
    });
    work();
    let columns = desk.columns.into_inner().unwrap_or_else(PoisonError::into_inner);
    let shared = columns.into_iter().zip(sessions).map(|(column, session)| Shared {
        answers: column.asked.iter().map(|asked| asked.answer).collect(),
        nodes: column.nodes,
        results: session.results(),
        stopped: column.asked.iter().find_map(|asked| asked.given_up),
    });
    shared.collect()
}

/// The state of the work.
struct Desk<'a> {
    columns: Mutex<Vec<Column>>,
    /// Told when a slice has been worked.
    freed: Condvar,
    effort: &'a Effort,
    started: Instant,
    /// How many threads may work for one ruleset at once.
    most_at_once: usize,
    memory: usize,
}

/// The work of one ruleset.
struct Column {
    asked: Vec<Asked>,
    /// Nodes spent.
    nodes: u64,
    /// Nodes that the slices in hand may spend.
    reserved: u64,
    /// The largest slice.
    largest: u64,
}

/// A state whose value is asked for.
struct Asked {
    answer: Answer,
    slice: u64,
    in_hand: bool,
    given_up: Option<Stopped>,
}

/// A slice of work.
struct Slice {
    column: usize,
    state: usize,
    limits: Limits,
    reserved: u64,
}

impl Column {
    fn of(game: &Game, states: &[State]) -> Column {
        let asked = |state| Asked {
            answer: Answer::Between(Bounds::unknown(game, state)),
            slice: FIRST,
            in_hand: false,
            given_up: None,
        };
        let largest = if game.rules.properties().always_ends { LARGEST } else { u64::MAX };
        Column { asked: states.iter().map(asked).collect(), nodes: 0, reserved: 0, largest }
    }

    fn is_open(&self) -> bool {
        self.asked.iter().any(Asked::is_open)
    }

    /// The state that comes next, if there is one that no thread has in hand.
    fn next(&self) -> Option<usize> {
        let free = |(_, asked): &(usize, &Asked)| asked.is_open() && !asked.in_hand;
        let order = |(place, asked): &(usize, &Asked)| (*place > 0, asked.slice, *place);
        self.asked.iter().enumerate().filter(free).min_by_key(order).map(|(place, _)| place)
    }
}

impl Asked {
    fn is_open(&self) -> bool {
        self.answer.exact().is_none() && self.given_up.is_none()
    }
}

impl Desk<'_> {
    fn columns(&self) -> MutexGuard<'_, Vec<Column>> {
        self.columns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next slice, as soon as there is one; `None` when nothing is left to do.
    fn next(&self) -> Option<Slice> {
        let mut columns = self.columns();
        loop {
            let open = columns.iter().filter(|column| column.is_open()).count();
            if open == 0 {
                return None;
            }
            let (time, nodes) = match self.left(&columns, open) {
                Ok(left) => left,
                // What the other threads have in hand may leave something.
                Err(_) if columns.iter().any(|column| column.reserved > 0) => {
                    columns = self.freed.wait(columns).unwrap_or_else(PoisonError::into_inner);
                    continue;
                }
                Err(stopped) => {
                    let all = columns.iter_mut().flat_map(|column| &mut column.asked);
                    all.filter(|asked| asked.is_open()).for_each(|asked| asked.given_up = Some(stopped));
                    self.freed.notify_all();
                    return None;
                }
            };
            let free = |(_, column): &(usize, &Column)| {
                let in_hand = column.asked.iter().filter(|asked| asked.in_hand).count();
                in_hand < self.most_at_once && column.next().is_some()
            };
            let cost = |(place, column): &(usize, &Column)| (column.nodes + column.reserved, *place);
            let Some((place, _)) = columns.iter().enumerate().filter(free).min_by_key(cost) else {
                columns = self.freed.wait(columns).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let column = &mut columns[place];
            let state = column.next().expect("the column has a free state");
            column.asked[state].in_hand = true;
            let slice = column.asked[state].slice.min(nodes);
            column.reserved += slice;
            let limits = Limits { time, nodes: Some(slice), memory: self.memory };
            return Some(Slice { column: place, state, limits, reserved: slice });
        }
    }

    /// The share of what is left that a slice may take, or what stops all of it.
    fn left(&self, columns: &[Column], open: usize) -> Result<(Option<Duration>, u64), Stopped> {
        let Effort { limits, threads, interrupted } = self.effort;
        if interrupted.load(Relaxed) {
            return Err(Stopped::Interrupted);
        }
        let nodes = match limits.nodes {
            None => u64::MAX,
            Some(limit) => {
                let spent: u64 = columns.iter().map(|column| column.nodes + column.reserved).sum();
                let left = limit.saturating_sub(spent);
                if left == 0 {
                    return Err(Stopped::Nodes);
                }
                (left / open as u64).max(LEAST.min(left))
            }
        };
        let time = limits.time.map(|limit| {
            let left = limit.saturating_sub(self.started.elapsed());
            let share = left * (*threads).clamp(1, open) as u32 / open as u32;
            Some(share).filter(|share| !share.is_zero()).ok_or(Stopped::Time)
        });
        Ok((time.transpose()?, nodes))
    }

    fn put_back(&self, slice: &Slice, found: Answer, stopped: Option<Stopped>, nodes: u64) {
        let mut columns = self.columns();
        let column = &mut columns[slice.column];
        column.reserved -= slice.reserved;
        column.nodes += nodes;
        let largest = column.largest;
        let asked = &mut column.asked[slice.state];
        asked.in_hand = false;
        asked.answer = narrower(found, asked.answer);
        asked.slice = (asked.slice.saturating_mul(2)).min(largest);
        // The end of a slice, in nodes or in time, is not the end of the effort.
        asked.given_up = stopped.filter(|stopped| !matches!(stopped, Stopped::Nodes | Stopped::Time));
        drop(columns);
        self.freed.notify_all();
    }
}
