//! The queue of questions: a fixed number run at once, and each is cancelled when its client has
//! gone.
//!
//! The queue has a bounded length. Equal questions are not merged: questions about one game share a
//! session, so the second finds what the first has proved, and each is cancelled for itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::Settings;
use super::request::Refusal;
use superko_query::ask::Solvers;
use superko_solve::Limits;

/// The maximum number of waiting questions.
const MAX_WAITING: usize = 64;

/// The maximum number of concurrent requests that take no search.
const MAX_QUICK: usize = 8;

/// The maximum number of large bodies that are read at once.
const MAX_LARGE_BODIES: usize = 4;

/// The minimum memory of one question, in bytes.
const MIN_MEMORY: usize = 1 << 20;

/// The error of work that panicked.
pub const FAILED: &str = "the program failed at this question, please report it";

/// The state that all requests share.
pub struct Queue {
    /// The sessions of the most recent games.
    pub solvers: Solvers,
    /// The limits of one question.
    pub limits: Limits,
    at_once: usize,
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    quick: Semaphore,
    large: Semaphore,
}

impl Queue {
    /// An empty queue.
    pub fn new(settings: &Settings) -> Queue {
        let at_once = settings.at_once.max(1);
        // A page shows up to four games side by side, and returns to those of the question before.
        let kept = 2 * at_once;
        // An evicted session lives on until its last question has been answered.
        let memory = (settings.memory / (kept + at_once)).max(MIN_MEMORY);
        Queue {
            solvers: Solvers::new(kept),
            limits: Limits { time: Some(settings.time), nodes: None, memory },
            at_once,
            permits: Arc::new(Semaphore::new(at_once)),
            waiting: AtomicUsize::new(0),
            quick: Semaphore::new(MAX_QUICK),
            large: Semaphore::new(MAX_LARGE_BODIES),
        }
    }

    /// Enqueues a question.
    pub fn enqueue(self: &Arc<Self>) -> Result<Ticket, Refusal> {
        // The drop of the ticket leaves the queue again, also if it was full.
        let before = self.waiting.fetch_add(1, Relaxed);
        let ticket = Ticket { queue: Arc::clone(self), before };
        if before < MAX_WAITING {
            return Ok(ticket);
        }
        let error = format!(
            "{MAX_WAITING} questions are waiting already, expected fewer at a time: stop some, or ask again \
             later"
        );
        Err(Refusal::of(StatusCode::SERVICE_UNAVAILABLE, error))
    }

    /// Runs work that takes no search.
    pub async fn quick<R: Send + 'static, E: Into<Refusal> + Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<R, E> + Send + 'static,
    ) -> Result<R, Refusal> {
        let _permit = self.quick.acquire().await.map_err(|_| failed())?;
        spawn_blocking(work).await.map_err(|_| failed())?.map_err(E::into)
    }

    /// Waits for a permit to read a large body.
    pub async fn large(&self) -> Result<impl Drop + use<'_>, Refusal> {
        self.large.acquire().await.map_err(|_| failed())
    }

    /// The numbers of running and of waiting questions.
    pub fn load(&self) -> (usize, usize) {
        (self.at_once - self.permits.available_permits(), self.waiting.load(Relaxed))
    }

    /// The maximum number of questions that run at once.
    pub fn at_once(&self) -> usize {
        self.at_once
    }
}

fn failed() -> Refusal {
    Refusal::of(StatusCode::INTERNAL_SERVER_ERROR, FAILED)
}

/// The ticket of a waiting question.
pub struct Ticket {
    queue: Arc<Queue>,
    before: usize,
}

impl Ticket {
    /// The number of questions ahead of this one.
    pub fn before(&self) -> usize {
        self.before
    }

    /// Waits for the permit to run.
    pub async fn permit(self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.queue.permits).acquire_owned().await.ok()
    }

    /// Runs long work, which is given a flag that is set when the future is dropped.
    pub async fn work<R: Send + 'static, E: Into<Refusal> + Send + 'static>(
        self,
        work: impl FnOnce(&Arc<AtomicBool>) -> Result<R, E> + Send + 'static,
    ) -> Result<R, Refusal> {
        let flag: Arc<AtomicBool> = Arc::default();
        let _cancel = CancelOnDrop(Arc::clone(&flag));
        let permit = self.permit().await.ok_or_else(failed)?;
        let working = spawn_blocking(move || {
            let _permit = permit;
            work(&flag)
        });
        working.await.map_err(|_| failed())?.map_err(E::into)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.queue.waiting.fetch_sub(1, Relaxed);
    }
}

/// A guard that sets a flag when it is dropped.
pub struct CancelOnDrop(pub Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
