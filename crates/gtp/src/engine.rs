//! All that the commands share.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use super::game::{AnyGame, Clock};
use super::protocol::{Incoming, Input, Notifier, Output};
use superko_query::ask::{Question, Solvers};
use superko_rules::State;
use superko_solve::{Budget, Limits, Session};

/// Number of games whose sessions are kept.
const MAX_SOLVERS: usize = 2;

/// Time between two looks at whether something is due.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// State that the commands share.
pub struct Engine<'w> {
    /// Current game.
    pub game: AnyGame,
    /// Limits of a command.
    pub limits: Limits,
    /// Time left to the players.
    pub clock: Clock,
    pub input: Input,
    pub output: Output<'w>,
    /// Whether the session ends after this command.
    pub quit: bool,
    solvers: Solvers,
    /// Nodes spent on states so far, by ruleset and board.
    visits: HashMap<(String, State), u64>,
}

/// Input that cuts work short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// The comment `# interrupt`.
    Interrupt,
    /// Any line, or the end of the input.
    NextLine,
}

/// Context of a job.
pub struct Job<'a, 's, N> {
    /// Session of the game.
    pub session: &'a Session<'s>,
    /// Question to answer.
    pub question: &'a Question,
    /// State of the question, in the session's own game.
    pub state: State,
    /// Limits of the job.
    pub limits: Limits,
    /// Whether the job is to stop.
    pub interrupted: &'a Arc<AtomicBool>,
    updates: Sender<N>,
    notifier: Notifier,
    nodes: AtomicU64,
}

impl<N: Send + 'static> Job<'_, '_, N> {
    /// Budget under limits, which stops when the job is to stop.
    pub fn budget(&self, limits: Limits) -> Budget {
        Budget::new(limits).interrupted_by(Arc::clone(self.interrupted))
    }

    /// Adds to the nodes that were spent on the question.
    pub fn spent(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// Sends a result before the end.
    pub fn report(&self, update: N) {
        self.reporter()(update);
    }

    /// What sends a result before the end, wherever it goes.
    pub fn reporter(&self) -> impl Fn(N) + Send + Sync + use<N> {
        let (updates, notifier) = (self.updates.clone(), self.notifier.clone());
        move |update| {
            // The receiver may have gone.
            let _ = updates.send(update);
            notifier.notify();
        }
    }
}

impl<'w> Engine<'w> {
    pub fn new(game: AnyGame, limits: Limits, input: Input, output: Output<'w>) -> Engine<'w> {
        let solvers = Solvers::new(MAX_SOLVERS);
        let (clock, visits) = (Clock::default(), HashMap::new());
        Engine { game, limits, clock, input, output, quit: false, solvers, visits }
    }

    /// Nodes that commands have spent on a state so far.
    pub fn visits(&self, question: &Question) -> u64 {
        self.visits.get(&visit_key(question)).copied().unwrap_or_default()
    }

    /// Clears all that was proved.
    pub fn clear(&mut self) {
        self.solvers = Solvers::new(MAX_SOLVERS);
        self.visits.clear();
    }

    /// Does a job without results before its end: see [`Engine::work`].
    pub fn ask<R: Send + 'static>(
        &mut self,
        question: Question,
        limits: Limits,
        job: impl FnOnce(&Job<'_, '_, ()>) -> R + Send + 'static,
    ) -> Result<R, String> {
        self.work(question, limits, Until::Interrupt, job, |_, _| {})
    }

    /// Does a job about a question on the solver of its game. Meanwhile it reads the input and
    /// handles the job's updates. Error: the job could not be done.
    pub fn work<R: Send + 'static, N: Send + 'static>(
        &mut self,
        question: Question,
        limits: Limits,
        until: Until,
        job: impl FnOnce(&Job<'_, '_, N>) -> R + Send + 'static,
        mut handle: impl FnMut(&mut Output<'w>, Option<N>),
    ) -> Result<R, String> {
        let failed = |why: &dyn std::fmt::Display| format!("the system cannot start a thread ({why})");
        let key = visit_key(&question);
        let solver = self.solvers.of(&question.game).map_err(|error| failed(&error))?;
        let (sender, updates) = channel();
        let (done, finished) = channel();
        let interrupted: Arc<AtomicBool> = Arc::default();
        let (notifier, flag) = (self.input.notifier(), Arc::clone(&interrupted));
        let worker = move || {
            let job_notifier = notifier.clone();
            let result = solver.ask(move |session| {
                let (question, interrupted) = (&question, &flag);
                let state = question.line.state_in(session.game());
                let nodes = AtomicU64::default();
                let context = Job {
                    session,
                    question,
                    state,
                    limits,
                    interrupted,
                    updates: sender,
                    notifier: job_notifier,
                    nodes,
                };
                let result = job(&context);
                (result, context.nodes.load(Relaxed))
            });
            let _ = done.send(result);
            notifier.notify();
        };
        thread::Builder::new().name("work".to_string()).spawn(worker).map_err(|error| failed(&error))?;
        if until == Until::NextLine && self.input.has_line() {
            interrupted.store(true, Relaxed);
        }
        let result = loop {
            // Updates from before the end are handled before it.
            let ended = finished.try_recv();
            updates.try_iter().for_each(|update| handle(&mut self.output, Some(update)));
            match ended {
                Ok(result) => break result,
                Err(TryRecvError::Disconnected) => break None,
                Err(TryRecvError::Empty) => {}
            }
            handle(&mut self.output, None);
            match (self.input.wait(POLL_INTERVAL), until) {
                (Incoming::Interrupt, _) | (Incoming::Line, Until::NextLine) => {
                    interrupted.store(true, Relaxed)
                }
                _ => {}
            }
        };
        let (result, nodes) = result.ok_or_else(|| "the search has failed".to_string())?;
        *self.visits.entry(key).or_default() += nodes;
        Ok(result)
    }
}

/// Key by which nodes are counted: the same for another path to the state, and another session of
/// its game.
fn visit_key(question: &Question) -> (String, State) {
    let Question { game, line } = question;
    (format!("{} {}", game.board, game.ruleset()), line.state.clone())
}
