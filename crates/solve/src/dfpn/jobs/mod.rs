//! Jobs: parts of a question that are searched by other threads and processes.
//!
//! A search with helpers is a job-level search (I-C. Wu and others, *Job-level proof-number
//! search*, 2013): a manager (`manager.rs`) holds the top of the tree and gives its leaves away,
//! each as a line of moves and a number of nodes. A prover searches there up to that number
//! (`prover.rs`), and reports lemmas and the numbers of the leaf and of its moves.
//!
//! Lemmas hold under every history that agrees with their reads, so all may use them, whoever has
//! made them. Those that cost at least [`MIN_EFFORT`] nodes are passed on, and so are large proof
//! numbers, so that nobody searches again what others know to be much work. The manager finds the
//! answer with its own table by the same rules as any search: wrong numbers in a report, another
//! order of reports, or a lost helper cost time, and change nothing of what is proved.
//!
//! The transport of messages, and the number of helpers, is not known here: see [`Helpers`] and
//! [`Manager`].

mod manager;
mod prover;

pub use super::proof_numbers::Numbers;
use crate::threshold::Threshold;
use superko_go::Move;

/// The nodes of a job: enough that the manager's work for it is negligible.
pub const NODES: u64 = 1 << 14;

/// The nodes of a lemma from which it is usually passed on to other tables. Cheaper ones, which
/// most are, are as soon proved again.
pub const MIN_EFFORT: u32 = 4;

/// A part of a question: the same question after some moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Its number among those of one manager.
    pub number: u64,
    /// The question about the state with which the search began.
    pub question: Threshold,
    /// The moves from there.
    pub line: Vec<Move>,
    /// The nodes after which it may be left unsolved.
    pub nodes: u64,
    /// The least nodes of a lemma that is reported.
    pub worth: u32,
    /// The least proof or disproof number that is reported.
    pub large: u32,
    /// A number above those of all lemmas that the manager knows, of earlier runs too: lemmas of
    /// the job get larger ones.
    pub numbered: u64,
}

/// The result of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Its number.
    pub number: u64,
    /// The nodes that were spent.
    pub nodes: u64,
    /// Whether the last node of the line is open.
    pub open: bool,
    /// Proof numbers by their hashes: large ones, and those of the last node and of its open moves
    /// if it is open.
    pub numbers: Vec<(u64, Numbers)>,
    /// The lemmas that were made, as [`persist`](crate::lemma::persist) writes them.
    pub proved: Vec<u8>,
}

/// The helpers that take jobs for a manager and have tables of their own, on other machines for
/// example.
pub trait Helpers: Sync {
    /// The index of the manager's table among those that exchange lemmas, and their number.
    fn among(&self) -> (u64, u64);

    /// The number of the manager's own threads for jobs.
    fn threads(&self) -> usize;

    /// The nodes of a job.
    fn nodes(&self) -> u64 {
        NODES
    }

    /// The least nodes of a lemma that is passed on.
    fn worth(&self) -> u32 {
        MIN_EFFORT
    }

    /// The least proof or disproof number that is passed on.
    fn large(&self) -> u32 {
        self.worth().saturating_mul(2)
    }

    /// The number of further jobs that the helpers can take.
    fn free(&self) -> usize;

    /// Gives a job to a helper with room for it, preferably to the one that had the job `prefer`.
    fn give(&self, job: Job, prefer: Option<u64>);

    /// Cancels all jobs of the helpers.
    fn leave(&self);

    /// The reports since the last call, each with the number of a helper and that of the job;
    /// `None` for a job that is lost with its helper.
    fn reports(&self) -> Vec<(usize, u64, Option<Report>)>;

    /// Passes numbers and lemmas on to all helpers except one.
    fn tell(&self, numbers: &[(u64, Numbers)], proved: &[u8], except: Option<usize>);
}

/// A message to a helper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobCommand {
    /// A job.
    Job(Job),
    /// Numbers by their hashes, and lemmas, as [`persist`](crate::lemma::persist) writes them.
    Update(Vec<(u64, Numbers)>, Vec<u8>),
    /// All its jobs are cancelled, as their question is answered. They are reported as they are.
    Cancel,
    /// Nothing more is wanted.
    End,
}

/// The manager, as a helper sees it.
pub trait Manager: Sync {
    /// The index of the helper's table among those that exchange lemmas, and their number.
    fn among(&self) -> (u64, u64);

    /// The next message, if one comes within a moment.
    fn errand(&self) -> Option<JobCommand>;

    /// Reports the result of a job.
    fn report(&self, report: Report);
}
