//! Several processes on one effort.
//!
//! *Every position under basic ko*: the shares of [`superko_solve::retrograde::basic_ko`] on
//! workers. Each worker, a thread of this process or of others, has one share of the states. What
//! its states tell those of other workers goes through an exchange of timely dataflow, in rounds on
//! whose end all workers agree. The values do not depend on the order of messages, so the result is
//! the same for any number of workers and processes, byte for byte.
//!
//! *One search*: the jobs of [`superko_solve::dfpn::jobs`]. Process 0 manages the search and the
//! others help it, by messages over TCP that are sent when they are written and received when they
//! come. The result is the same whoever helps and whoever goes.
//!
//! # Trust
//! The processes trust each other and their network: there is no encryption, and no proof of who is
//! at the other end but a greeting with the sum of the work, which tells other work and other
//! programs apart and keeps nobody out. So nothing but the loopback addresses is used unless the
//! user says that the network is trusted.

mod connect;
mod dataflow;
mod frames;
mod rounds;
mod team;
mod transport;

pub use connect::{ClusterError, Hosts};
pub use rounds::{Exchanged, Found, Keep, Work, run};
pub use team::{RemoteHelpers, RemoteManager};
pub use transport::Transport;
