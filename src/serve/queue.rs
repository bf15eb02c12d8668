//! The questions that are worked on: so many at once, the others in a queue of bounded length, each interrupted when nobody
//! waits for its answer.
//!
//! Equal questions are not put together: questions about one game share a session, so the second finds what the first has
//! proved, and each is interrupted for itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::request::Refusal;
use super::server::Settings;
use crate::ask::Solvers;
use crate::solve::Limits;

/// The most questions that wait for their turn.
pub const MOST_WAITING: usize = 64;

/// How many requests that take no search are worked on at once.
const QUICK_AT_ONCE: usize = 8;

/// The most bodies of the larger size that are read at once.
const LARGE_AT_ONCE: usize = 4;

/// The least memory of one question, in bytes.
const LEAST_MEMORY: usize = 1 << 20;

/// What all requests share.
pub struct Desk {
    /// The sessions of the games that were asked about last.
    pub solvers: Solvers,
    /// What one question may spend.
    pub limits: Limits,
    at_once: usize,
    turns: Arc<Semaphore>,
    waiting: AtomicUsize,
    quick: Semaphore,
    large: Semaphore,
}

impl Desk {
    /// A desk without questions.
    pub fn new(settings: &Settings) -> Desk {
        let at_once = settings.at_once.max(1);
        // A page shows up to four games side by side, and comes back to those of the question before.
        let kept = 2 * at_once;
        // A session that is given up lives on until its last question has been answered.
        let memory = (settings.memory / (kept + at_once)).max(LEAST_MEMORY);
        Desk {
            solvers: Solvers::new(kept),
            limits: Limits { time: Some(settings.time), nodes: None, memory },
            at_once,
            turns: Arc::new(Semaphore::new(at_once)),
            waiting: AtomicUsize::new(0),
            quick: Semaphore::new(QUICK_AT_ONCE),
            large: Semaphore::new(LARGE_AT_ONCE),
        }
    }

    /// Takes a place in the queue.
    ///
    /// # Errors
    /// The queue is full.
    pub fn line_up(self: &Arc<Self>) -> Result<Place, Refusal> {
        // The place is given back by its drop, also if it was one too many.
        let before = self.waiting.fetch_add(1, Relaxed);
        let place = Place { desk: Arc::clone(self), before };
        if before < MOST_WAITING {
            return Ok(place);
        }
        let error = format!(
            "{MOST_WAITING} questions are waiting already, expected fewer at a time: stop some, or ask again later"
        );
        Err(Refusal::of(StatusCode::SERVICE_UNAVAILABLE, error))
    }

    /// What comes of work that takes no search.
    ///
    /// # Errors
    /// What the work says, or that it failed.
    pub async fn quick<R: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<R, Refusal> + Send + 'static,
    ) -> Result<R, Refusal> {
        let _turn = self.quick.acquire().await.map_err(|_| failed())?;
        spawn_blocking(work).await.map_err(|_| failed())?
    }

    /// A leave to read a large body.
    ///
    /// # Errors
    /// The server comes to its end.
    pub async fn large(&self) -> Result<impl Drop + use<'_>, Refusal> {
        self.large.acquire().await.map_err(|_| failed())
    }

    /// How many questions are worked on, and how many wait.
    pub fn counts(&self) -> (usize, usize) {
        (self.at_once - self.turns.available_permits(), self.waiting.load(Relaxed))
    }

    /// How many questions are worked on at once, at most.
    pub fn at_once(&self) -> usize {
        self.at_once
    }
}

fn failed() -> Refusal {
    Refusal::of(StatusCode::INTERNAL_SERVER_ERROR, "the program failed at this question, please report it")
}

/// A place in the queue.
pub struct Place {
    desk: Arc<Desk>,
    before: usize,
}

impl Place {
    /// How many questions wait before this one.
    pub fn before(&self) -> usize {
        self.before
    }

    /// Waits for a turn, which lasts until it is dropped.
    pub async fn turn(self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.desk.turns).acquire_owned().await.ok()
    }

    /// What comes of work that may take long. Whoever drops the future interrupts it: the work is given the flag.
    ///
    /// # Errors
    /// What the work says, or that it failed.
    pub async fn work<R: Send + 'static>(
        self,
        work: impl FnOnce(&Arc<AtomicBool>) -> Result<R, Refusal> + Send + 'static,
    ) -> Result<R, Refusal> {
        let flag: Arc<AtomicBool> = Arc::default();
        let _left = Left(Arc::clone(&flag));
        let turn = self.turn().await.ok_or_else(failed)?;
        let working = spawn_blocking(move || {
            let _turn = turn;
            work(&flag)
        });
        working.await.map_err(|_| failed())?
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.desk.waiting.fetch_sub(1, Relaxed);
    }
}

/// Sets a flag when it is dropped.
struct Left(Arc<AtomicBool>);

impl Drop for Left {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
