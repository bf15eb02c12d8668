//! The page in a browser, from this program: `solve serve`.
//!
//! The server is for the person at this machine. It listens on the loopback interface unless it is told otherwise, refuses
//! what comes from pages of others, and bounds what any number of clients can make it spend. `docs/serve.md` describes it.
//!
//! | file | what |
//! |---|---|
//! | `settings.rs` | where it listens, and how much it may spend |
//! | `server.rs` | connections: how many, how long they may be silent, and the end |
//! | `patient.rs` | a connection whose client takes nothing |
//! | `door.rs` | who may ask: hosts, origins; and the headers of every response |
//! | `routes.rs` | which path is answered by what |
//! | `refusal.rs` | a request that is not answered: its status and one line |
//! | `read.rs` | what a request asks, within bounds |
//! | `desk.rs` | questions: so many at once, the others in a queue, each interrupted when nobody waits for it |
//! | `look.rs` | the answers that take no search |
//! | `certificates.rs` | certificates made of what is shown, and checked |
//! | `solving.rs` | a question that is solved while its answer is being read |
//! | `stream.rs` | events sent as they happen |

mod certificates;
mod desk;
mod door;
mod look;
mod patient;
mod read;
mod refusal;
mod routes;
mod server;
mod settings;
mod solving;
mod stream;

pub use certificates::CheckRecord;
pub use routes::Health;
pub use server::{Listening, Unheard};
pub use settings::{PORT, Settings};
pub use solving::{Answered, Waiting};
