//! `solve gtp`: suites in the form of gogui-regress, and sessions.

mod analysis;
mod hostile;
mod session;
mod suites;
mod values;
