//! Games that always end: depth-first proof numbers over lemmas with read sets.
//!
//! | file | what |
//! |---|---|
//! | `by_search.rs` | a solution, put together from answers of the search |
//! | `searcher.rs` | the value of a state, on all threads |
//! | `order.rs` | in which order questions about a value are asked, and how many nodes each gets |
//! | `dfpn.rs` | the search |
//! | `expand.rs` | the moves of a node, listed and looked up |
//! | `worker.rs` | what one thread of the search has in hand |
//! | `team.rs` | several threads on one question: what they share |
//! | `teamwork.rs` | what a thread does for the others, and because of them |
//! | `jobs/` | parts of a question that are given away, and those who take them |
//! | `growing.rs` | tables that threads use without a lock, and that grow |
//! | `node.rs` | the moves of a node, what is known of each, and which one to search |
//! | `proof.rs` | from a solved node to its lemma |
//! | `proof_reads.rs` | the reads of a proof while it is put together |
//! | `gathered_numbers.rs` | numbers without repetition, in ascending order |
//! | `lemma.rs` | a proved bound with the facts that its proof has read |
//! | `needs.rs` | what a proof needs of a fact of the past |
//! | `reads.rs` | the reads of a lemma as bytes |
//! | `absent.rs` | reads of the usual kind as numbers |
//! | `packer.rs` | lists of reads are packed |
//! | `packed_read.rs` | one read as bytes |
//! | `run.rs` | many reads that differ in their positions alone |
//! | `runs.rs` | the runs of a lemma, which several share |
//! | `ternary.rs` | positions of two colours as numbers |
//! | `ascending.rs` | ascending numbers in few bits |
//! | `table.rs` | all lemmas, shared by all threads and thresholds |
//! | `held.rs` | the facts that hold, as words, to tell that a lemma fails |
//! | `presence.rs` | which keys have lemmas, told without a lock |
//! | `sketch.rs` | what is not in a small set, told at a glance |
//! | `undo_past.rs` | the past of the line in hand, changed and restored in constant time |
//! | `proof_numbers.rs` | estimates of the work left, which only guide the search |
//! | `guidance.rs` | proof numbers for work that is interrupted and goes on |
//! | `kept.rs` | lemmas and proof numbers as bytes |
//! | `life.rs` | bounds from unconditional life, which need no search |

mod absent;
mod ascending;
pub(super) mod by_search;
mod dfpn;
mod expand;
mod gathered_numbers;
mod growing;
pub(super) mod guidance;
mod held;
pub mod jobs;
pub mod kept;
pub mod lemma;
pub(crate) mod life;
pub mod needs;
mod node;
mod order;
mod packed_read;
mod packer;
mod presence;
mod proof;
mod proof_numbers;
mod proof_reads;
mod reads;
mod run;
mod runs;
pub(super) mod searcher;
mod sketch;
pub(super) mod table;
mod team;
mod teamwork;
mod ternary;
mod undo_past;
mod worker;

pub use table::Hit;
