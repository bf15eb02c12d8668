//! All that the commands share.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use super::game::{Clock, CurrentGame};
use super::protocol::{Incoming, Input, Notifier, Output};
use crate::ask::{Question, Solvers};
use crate::report::display::rules_text;
use crate::rules::State;
use crate::solve::{Budget, Limits, Session};

/// How many games are kept of which something is proved.
const MAX_SOLVERS: usize = 2;

/// How long nothing may come in before it is looked whether something is due.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// All that the commands share.
pub struct Engine<'w> {
    /// The game in hand.
    pub game: CurrentGame,
    /// What a command may spend.
    pub limits: Limits,
    /// The time that the controller leaves.
    pub clock: Clock,
    /// Where lines come from.
    pub input: Input,
    /// Where replies go.
    pub output: Output<'w>,
    /// Whether the session is to end.
    pub quit: bool,
    solvers: Solvers,
    /// The nodes that were spent on questions about states so far, by ruleset and board.
    visits: HashMap<(String, State), u64>,
}

/// What cuts work short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// The comment `# interrupt`.
    Interrupt,
    /// Any line, and the end of the input.
    NextLine,
}

/// What a job has at hand.
pub struct Job<'a, 's, N> {
    /// What is proved of the game.
    pub session: &'a Session<'s>,
    /// What is asked.
    pub question: &'a Question,
    /// The state that it is about, as one of the session's own game.
    pub state: State,
    /// What it may spend.
    pub limits: Limits,
    /// Whether it is to stop.
    pub interrupted: &'a Arc<AtomicBool>,
    updates: Sender<N>,
    notifier: Notifier,
    nodes: AtomicU64,
}

impl<N> Job<'_, '_, N> {
    /// A budget under the limits, which stops when the job is to stop.
    pub fn budget(&self, limits: Limits) -> Budget {
        Budget::new(limits).interrupted_by(Arc::clone(self.interrupted))
    }

    /// Says that so many nodes were spent on the question.
    pub fn spent(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// Tells something.
    pub fn report(&self, update: N) {
        // Who would listen may have gone.
        let _ = self.updates.send(update);
        self.notifier.notify();
    }
}

impl<'w> Engine<'w> {
    /// An engine that has read nothing yet.
    pub fn new(game: CurrentGame, limits: Limits, input: Input, output: Output<'w>) -> Engine<'w> {
        let solvers = Solvers::new(MAX_SOLVERS);
        let (clock, visits) = (Clock::default(), HashMap::new());
        Engine { game, limits, clock, input, output, quit: false, solvers, visits }
    }

    /// The nodes that commands have spent on questions about a state so far.
    pub fn visits(&self, question: &Question) -> u64 {
        self.visits.get(&visit_key(question)).copied().unwrap_or_default()
    }

    /// Forgets all that was proved.
    pub fn clear(&mut self) {
        self.solvers = Solvers::new(MAX_SOLVERS);
        self.visits.clear();
    }

    /// Does a job about a question on the solver of its game, reads what comes in meanwhile, and handles its news.
    ///
    /// # Errors
    /// The job could not be done.
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
        let solver = self.solvers.of(&question.setup).map_err(|error| failed(&error))?;
        let (sender, updates) = channel();
        let (done, finished) = channel();
        let interrupted: Arc<AtomicBool> = Arc::default();
        let (notifier, flag) = (self.input.notifier(), Arc::clone(&interrupted));
        let worker = move || {
            let job_notifier = notifier.clone();
            let result = solver.ask(move |session| {
                let (question, interrupted) = (&question, &flag);
                let state = question.state_in(session.game());
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
            // What was told before the end is handled before it.
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

/// What the nodes spent on a state are counted by: another path to it, and another session of its game, are the same.
fn visit_key(question: &Question) -> (String, State) {
    let game = &question.setup.game;
    (format!("{} {}", game.board, rules_text(game.entry, &game.options)), question.state.clone())
}
