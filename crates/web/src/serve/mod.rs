//! The page in a browser, from this program: `solve serve`.
//!
//! The server is for the person at this machine. It listens on the loopback interface unless it is
//! told otherwise, refuses what comes from pages of others, and bounds what any number of clients
//! can make it spend. `docs/serve.md` describes it.

use std::net::IpAddr;
use std::time::Duration;

mod answers;
mod laboratory;
mod queue;
mod request;
mod routes;
mod server;

pub use answers::Waiting;
pub use routes::Health;
pub use server::{ListenError, Server};

/// The default port.
pub const PORT: u16 = 19361;

/// The settings of the server.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The address to listen at.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Whether requests of other machines are answered.
    pub remote: bool,
    /// The number of questions that run at once, each on one thread.
    pub at_once: usize,
    /// The memory limit for the tables of all questions, in bytes.
    pub memory: usize,
    /// The time limit of one question.
    pub time: Duration,
}
