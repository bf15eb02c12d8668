//! `solve gtp`: suites in the form of gogui-regress, and sessions.

mod analysis;
mod controllers;
mod hostile;
mod sabaki;
mod session;
mod suites;
mod values;
