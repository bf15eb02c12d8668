//! Values of many states under several rulesets, with one budget that is shared fairly.
//!
//! Each ruleset has a session, so what is proved of one state is there for the next. The work is
//! done in slices of nodes, and the next slice always goes to the ruleset that has cost least so
//! far: those that are done early leave what they did not need to the others, and no ruleset keeps
//! another waiting for longer than a slice. Slices are counted in nodes, not in time, so that with
//! one thread the same bounds come from the same limit of nodes on any machine.
//!
//! Of the states of a ruleset the first comes first until it is solved; the others take turns.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::ask::follow::narrower;
use crate::ask::solver::STACK_BYTES;
use superko_rules::{Game, State};
use superko_solve::clock::Instant;
use superko_solve::{Answer, Bounds, Budget, Limits, Session, Stopped};

/// The nodes of the first slice of a state. Each is twice as large as the one before, up to
/// [`MAX_SLICE`].
const FIRST_SLICE: u64 = 20_000;
/// The largest slice. Where games may go on for ever there is none, as an analysis that was stopped
/// restarts.
const MAX_SLICE: u64 = 1_000_000;
/// What is left of a limit is not divided into parts smaller than this.
const MIN_SHARE: u64 = 1_000;

/// Limits and threads of a comparison.
pub struct Effort {
    /// The limits of all of it.
    pub limits: Limits,
    /// The number of threads.
    pub threads: usize,
    /// Interrupts all of it.
    pub interrupted: Arc<AtomicBool>,
}

/// Results of the states of one ruleset.
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

/// Values the states of each game within the limits. `report` gets the work in progress in words
/// now and then.
pub fn values(
    columns: &[(&Game, Vec<State>)],
    effort: &Effort,
    report: &(dyn Fn(String) + Sync),
) -> Vec<Shared> {
    let sessions: Vec<Session> = columns.iter().map(|(game, _)| Session::new(game)).collect();
    let count = columns.len().max(1);
    let queue = Queue {
        columns: Mutex::new(columns.iter().map(|(game, states)| Column::of(game, states)).collect()),
        slice_done: Condvar::new(),
        effort,
        started: Instant::now(),
        max_running: effort.threads.div_ceil(count).max(1),
        memory: effort.limits.memory / count,
    };
    let work = || {
        while let Some(slice) = queue.next() {
            let (game, states) = &columns[slice.column];
            report(format!("{}, {} of {} states", game.entry.id, slice.state + 1, states.len()));
            let limits = Limits { time: slice.time, nodes: Some(slice.nodes), memory: queue.memory };
            let budget = Budget::new(limits).interrupted_by(Arc::clone(&effort.interrupted));
            let found = sessions[slice.column].value(&states[slice.state], &budget);
            let stopped = found.as_ref().err().map(|(_, stopped)| *stopped);
            queue.finish(&slice, found.into(), stopped, budget.nodes());
        }
    };
    thread::scope(|scope| {
        for _ in 0..effort.threads.max(1) {
            // Where not all of the threads can be started the others do their work, and with none
            // this one does.
            let _ = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        }
    });
    work();
    let columns = queue.columns.into_inner().unwrap_or_else(PoisonError::into_inner);
    let shared = columns.into_iter().zip(sessions).map(|(column, session)| Shared {
        answers: column.tasks.iter().map(|task| task.answer).collect(),
        nodes: column.nodes,
        results: session.results(),
        stopped: column.tasks.iter().find_map(|task| task.stopped),
    });
    shared.collect()
}

/// The open work of all rulesets.
struct Queue<'a> {
    columns: Mutex<Vec<Column>>,
    /// Notified after each slice.
    slice_done: Condvar,
    effort: &'a Effort,
    started: Instant,
    /// How many threads may work for one ruleset at once.
    max_running: usize,
    /// The bytes of one ruleset.
    memory: usize,
}

/// The work of one ruleset.
struct Column {
    tasks: Vec<Task>,
    /// Nodes spent.
    nodes: u64,
    /// Nodes that the running slices may spend.
    reserved: u64,
    max_slice: u64,
}

/// A state whose value is asked for.
struct Task {
    answer: Answer,
    next_slice: u64,
    running: bool,
    stopped: Option<Stopped>,
}

/// A slice of work.
struct Slice {
    column: usize,
    state: usize,
    time: Option<Duration>,
    nodes: u64,
}

impl Column {
    fn of(game: &Game, states: &[State]) -> Column {
        let task = |state| Task {
            answer: Answer::Between(Bounds::unknown(game, state)),
            next_slice: FIRST_SLICE,
            running: false,
            stopped: None,
        };
        let max_slice = if game.rules.properties().always_ends { MAX_SLICE } else { u64::MAX };
        Column { tasks: states.iter().map(task).collect(), nodes: 0, reserved: 0, max_slice }
    }

    /// Nodes spent or reserved.
    fn cost(&self) -> u64 {
        self.nodes + self.reserved
    }

    /// The next state that no thread works on, if one is open.
    fn next(&self) -> Option<usize> {
        let free = |(_, task): &(usize, &Task)| task.is_open() && !task.running;
        let order = |(index, task): &(usize, &Task)| (*index > 0, task.next_slice, *index);
        self.tasks.iter().enumerate().filter(free).min_by_key(order).map(|(index, _)| index)
    }
}

impl Task {
    fn is_open(&self) -> bool {
        self.answer.exact().is_none() && self.stopped.is_none()
    }
}

impl Queue<'_> {
    fn columns(&self) -> MutexGuard<'_, Vec<Column>> {
        self.columns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next slice, as soon as there is one; `None` when nothing is left to do.
    fn next(&self) -> Option<Slice> {
        let mut columns = self.columns();
        loop {
            let open = columns.iter().filter(|column| column.tasks.iter().any(Task::is_open)).count();
            if open == 0 {
                return None;
            }
            match self.share(&columns, open) {
                Ok((time, nodes)) => {
                    let free = |(_, column): &(usize, &Column)| {
                        let running = column.tasks.iter().filter(|task| task.running).count();
                        running < self.max_running && column.next().is_some()
                    };
                    let cost = |(index, column): &(usize, &Column)| (column.cost(), *index);
                    if let Some((index, _)) = columns.iter().enumerate().filter(free).min_by_key(cost) {
                        let column = &mut columns[index];
                        let state = column.next().expect("the column has a free state");
                        let task = &mut column.tasks[state];
                        task.running = true;
                        let nodes = task.next_slice.min(nodes);
                        column.reserved += nodes;
                        return Some(Slice { column: index, state, time, nodes });
                    }
                }
                // What the running slices have reserved may leave something.
                Err(_) if columns.iter().any(|column| column.reserved > 0) => {}
                Err(stopped) => {
                    let all = columns.iter_mut().flat_map(|column| &mut column.tasks);
                    all.filter(|task| task.is_open()).for_each(|task| task.stopped = Some(stopped));
                    self.slice_done.notify_all();
                    return None;
                }
            }
            columns = self.slice_done.wait(columns).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The share of what is left that a slice may take, or what stops all of it.
    fn share(&self, columns: &[Column], open: usize) -> Result<(Option<Duration>, u64), Stopped> {
        let Effort { limits, threads, interrupted } = self.effort;
        if interrupted.load(Relaxed) {
            return Err(Stopped::Interrupted);
        }
        let nodes = match limits.nodes {
            None => u64::MAX,
            Some(limit) => match limit.saturating_sub(columns.iter().map(Column::cost).sum()) {
                0 => return Err(Stopped::Nodes),
                left => (left / open as u64).max(MIN_SHARE.min(left)),
            },
        };
        let time = limits.time.map(|limit| {
            let left = limit.saturating_sub(self.started.elapsed());
            let share = left * (*threads).clamp(1, open) as u32 / open as u32;
            Some(share).filter(|share| !share.is_zero()).ok_or(Stopped::Time)
        });
        Ok((time.transpose()?, nodes))
    }

    fn finish(&self, slice: &Slice, found: Answer, stopped: Option<Stopped>, nodes: u64) {
        let mut columns = self.columns();
        let column = &mut columns[slice.column];
        column.reserved -= slice.nodes;
        column.nodes += nodes;
        let task = &mut column.tasks[slice.state];
        task.running = false;
        task.answer = narrower(found, task.answer);
        task.next_slice = task.next_slice.saturating_mul(2).min(column.max_slice);
        // The end of a slice, in nodes or in time, is not the end of the effort.
        task.stopped = stopped.filter(|stopped| !matches!(stopped, Stopped::Nodes | Stopped::Time));
        drop(columns);
        self.slice_done.notify_all();
    }
}
