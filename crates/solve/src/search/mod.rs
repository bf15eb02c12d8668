//! Games that always end: depth-first proof numbers over lemmas with read sets.
//!
//! | file | what |
//! |---|---|
//! | `by_search.rs` | a solution, put together from answers of the search |
//! | `searcher.rs` | the value of a state, on all threads: which questions are asked in which order, with how many nodes |
//! | `dfpn.rs` | the search |
//! | `node.rs` | the moves of a node, what is known of each, and which one to search |
//! | `worker.rs` | what one thread of the search has in hand, the moves of a node listed and looked up, and what it does for other threads |
//! | `team.rs` | several threads on one question: what they share |
//! | `jobs/` | parts of a question that are given away, and those who take them |
//! | `proof.rs` | from a solved node to its lemma |
//! | `proof_reads.rs` | the reads of a proof while it is put together |
//! | `lemma.rs` | a proved bound with the facts that its proof has read, and these reads as bytes |
//! | `needs.rs` | what a proof needs of a fact of the past |
//! | `packer.rs` | lists of reads are packed; numbers without repetition, in ascending order |
//! | `packed_read.rs` | one read as bytes, and reads of the usual kind as numbers |
//! | `runs.rs` | many reads that differ in their positions alone, which several lemmas share |
//! | `ascending.rs` | ascending numbers in few bits, and positions of two colours as numbers |
//! | `table.rs` | all lemmas, shared by all threads and thresholds |
//! | `presence.rs` | which keys have lemmas, told without a lock, in a table that grows while others read it |
//! | `undo_past.rs` | the past of the line in hand, changed and restored in constant time; the facts that hold, as words |
//! | `proof_numbers.rs` | estimates of the work left, which only guide the search |
//! | `guidance.rs` | proof numbers for work that is interrupted and goes on |
//! | `kept.rs` | lemmas and proof numbers as bytes |
//! | `life.rs` | bounds from unconditional life, which need no search |

mod ascending;
pub(super) mod by_search;
mod dfpn;
pub(super) mod guidance;
pub mod jobs;
pub mod kept;
pub mod lemma;
pub(crate) mod life;
pub mod needs;
mod node;
mod packed_read;
mod packer;
mod presence;
mod proof;
mod proof_numbers;
mod proof_reads;
mod runs;
pub(super) mod searcher;
pub(super) mod table;
mod team;
mod undo_past;
mod worker;

pub use table::Hit;
