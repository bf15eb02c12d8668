//! What the page in a browser asks and is answered: the same for a server and for a module in the
//! browser.
//!
//! Requests come as JSON, and are answered with a record or with one line of what is wrong. There is
//! no HTTP, no thread and no clock of the system in here.

pub mod catalogue;
pub mod certificates;
pub mod own;
pub mod records;
pub mod requests;

pub use catalogue::Catalogue;
pub use certificates::{CheckRecord, check_certificate, make_certificate};
pub use own::{Clauses, Draft, RulesTexts};
pub use records::GameRecord;
pub use requests::{Answered, BoardTexts, ErrorKind, RequestError, look, question, why_against};
