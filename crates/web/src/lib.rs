//! The page of superko in a browser.
//!
//! What the page asks and is answered is in [`superko_query::page`]; here is how it is served.
//!
//! * [`published`]: the published results as records of the page.
//! * [`book`]: the page with the published results as files, `solve book`.
//! * [`serve`]: the page from this program, `solve serve`.

pub mod book;
pub mod published;
pub mod serve;
