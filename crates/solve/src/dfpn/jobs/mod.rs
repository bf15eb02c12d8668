//! Parts of a question that are given away, and those who take them.
//!
//! A search that has helpers is one of *jobs* (I-C. Wu and others, *Job-level proof-number search*, 2013): a manager (`manager.rs`)
//! holds the top of the tree and gives its leaves away, each as a line of moves and a number of nodes. Who takes a job searches
//! there as far as the nodes go (`prover.rs`), and reports lemmas and the numbers of the leaf and of its
//! moves.
//!
//! Lemmas hold under every past that agrees with their reads, so whoever has made one, it may be used by all. Those
//! that cost at least [`WORTH`] nodes are passed on, and so are large proof numbers, so that nobody searches again what others
//! know to be much work. The manager finds the answer with its own table by the same rules as any
//! search: what is wrong with the numbers in a report, or with the order of reports, or what is lost with a helper, costs
//! time, and changes nothing of what is proved.
//!
//! How letters come to helpers, and which of them are there, is not known here: see [`Helpers`] and [`Manager`].

mod manager;
mod prover;

pub use super::proof_numbers::Numbers;
use crate::question::Question;
use superko_go::Move;

/// The nodes of a job: so many that the work of the manager for it does not matter.
pub const NODES: u64 = 1 << 14;

/// Lemmas that cost at least so many nodes are usually passed on to other tables. What is cheaper is as soon proved again, and
/// most lemmas are.
pub const WORTH: u32 = 4;

/// A part of a question: whether it is so after some moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Its number among those of one manager.
    pub number: u64,
    /// The question about the state with which the search began.
    pub question: Question,
    /// The moves from there.
    pub line: Vec<Move>,
    /// The nodes after which it may be left unsolved.
    pub nodes: u64,
    /// The nodes that a lemma must have cost to be reported.
    pub worth: u32,
    /// Proof numbers of which one is as large are reported.
    pub large: u32,
    /// All lemmas that the manager knows have smaller numbers, those of earlier runs too: what is made for the job is to have
    /// larger ones.
    pub numbered: u64,
}

/// What has come of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// Its number.
    pub number: u64,
    /// The nodes that were spent.
    pub nodes: u64,
    /// Whether the last node of the line is open.
    pub open: bool,
    /// Proof numbers by their hashes: large ones, and those of the last node of the line and of its open moves if it is open.
    pub numbers: Vec<(u64, Numbers)>,
    /// The lemmas that were made, as [`persist`](crate::lemma::persist) writes them.
    pub proved: Vec<u8>,
}

/// Those who take jobs for a manager and have tables of their own, on other machines for example.
pub trait Helpers: Sync {
    /// Which of all tables that exchange lemmas the manager's is, and how many there are.
    fn among(&self) -> (u64, u64);

    /// How many threads the manager has for jobs of its own.
    fn threads(&self) -> usize;

    /// The nodes of a job.
    fn nodes(&self) -> u64 {
        NODES
    }

    /// The nodes that a lemma must have cost to be passed on.
    fn worth(&self) -> u32 {
        WORTH
    }

    /// How large one of two proof numbers must be to be passed on.
    fn large(&self) -> u32 {
        self.worth().saturating_mul(2)
    }

    /// How many more jobs they can take.
    fn free(&self) -> usize;

    /// Gives a job to one of those who can take one, better to the one that had the job with this number.
    fn give(&self, job: Job, prefer: Option<u64>);

    /// Says to all that the jobs they have got are needed no more.
    fn leave(&self);

    /// What they have reported since this was asked last, each with the number of a helper and that of the job; `None`
    /// for a job that is lost with the helper that had it.
    fn reports(&self) -> Vec<(usize, u64, Option<Report>)>;

    /// Passes numbers and lemmas on to all of them but one.
    fn tell(&self, numbers: &[(u64, Numbers)], proved: &[u8], except: Option<usize>);
}

/// What a helper is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Errand {
    /// This job.
    Job(Job),
    /// To take over numbers, by their hashes, and lemmas, as [`persist`](crate::lemma::persist) writes them.
    News(Vec<(u64, Numbers)>, Vec<u8>),
    /// To leave all jobs that it has got, as their question is answered. They are reported as they are.
    Leave,
    /// Nothing any more.
    End,
}

/// The manager, as a helper sees it.
pub trait Manager: Sync {
    /// Which of all tables that exchange lemmas the helper's is, and how many there are.
    fn among(&self) -> (u64, u64);

    /// The next thing to do, if there is one within a moment.
    fn errand(&self) -> Option<Errand>;

    /// Reports what has come of a job.
    fn report(&self, report: Report);
}
