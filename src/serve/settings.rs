//! Where the server listens, and how much it may spend.

use std::net::IpAddr;
use std::time::Duration;

/// The port, if no other is asked for.
pub const PORT: u16 = 19361;

/// Where the server listens, and how much it may spend.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The address to listen at.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Whether other machines may ask too.
    pub remote: bool,
    /// How many questions are worked on at once, each on one thread.
    pub at_once: usize,
    /// How many bytes the tables of all questions may take.
    pub memory: usize,
    /// How long one question may take.
    pub time: Duration,
}
