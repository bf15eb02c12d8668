//! Several processes on one effort, on timely dataflow.
//!
//! *Every position under basic ko*: the shares of [`crate::solve::dense`] on workers. Each worker, a thread of this process or of
//! others, has one share of the states. What its states tell those of other
//! workers goes through an exchange of timely dataflow, in rounds on whose end all workers agree. The values do not depend
//! on who told what first, so the result is the same for any number of workers and processes, byte for byte.
//!
//! *One search*: the jobs of [`crate::solve::search::jobs`]. Process 0 manages the search and the others help it, by letters that go
//! when they are written and come when they come. The result is the same whoever helps and whoever goes.
//!
//! | file | what |
//! |---|---|
//! | `hosts.rs` | the processes: where each listens, and whom a process trusts |
//! | `greeting.rs` | the connections between processes, each of which says first what it is there for |
//! | `processes.rs` | workers of timely dataflow on these connections, and what happens when one is lost |
//! | `work.rs` | what the workers of a process are to do for all positions, and what comes of it |
//! | `dataflow.rs` | the dataflow of a worker: words to the shares they are for, and notes on which all agree |
//! | `rounds.rs` | the work of a worker: list, ask for falling scores, exchange until nothing comes in |
//! | `gather.rs` | what all shares have found, brought to the first worker in the order of the positions |
//! | `kept.rs` | the last rounds of a share on disk |
//! | `run.rs` | starts the workers of a process, and says why they ended |
//! | `letters.rs` | what a manager and its helpers write to each other, as bytes |
//! | `post.rs` | letters between processes |
//! | `team.rs` | a manager and its helpers, each a process |
//!
//! # Trust
//! The processes trust each other and their network: there is no encryption, and no proof of who is at the other end but
//! a greeting with the sum of the work, which tells other work and other programs apart and keeps nobody out. So nothing but the
//! loopback addresses is used unless the user says that the network is trusted.

mod dataflow;
mod gather;
mod greeting;
mod hosts;
mod kept;
mod letters;
mod post;
mod processes;
mod rounds;
mod run;
mod team;
mod work;

pub use hosts::{Hosts, HostsError};
pub use kept::Keep;
pub use post::Post;
pub use run::run;
pub use team::{First, Others};
pub use work::{Ended, Exchanged, Found, Work};
