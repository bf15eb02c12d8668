//! The page in a browser, from this program: `solve serve`.
//!
//! The server is for the person at this machine. It listens on the loopback interface unless it is told otherwise, refuses
//! what comes from pages of others, and bounds what any number of clients can make it spend. `docs/serve.md` describes it.

mod answers;
mod queue;
mod request;
mod routes;
mod server;

pub use answers::{Answered, CheckRecord, Waiting};
pub use routes::Health;
pub use server::{ListenError, Listening, PORT, Settings};
