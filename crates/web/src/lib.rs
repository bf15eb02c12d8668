//! The page of superko in a browser.
//!
//! * [`page`]: the records that the page shows and that do not depend on a question.
//! * [`book`]: the page with the published results as files, `solve book`.
//! * [`serve`]: the page from this program, `solve serve`.

pub mod book;
pub mod page;
pub mod serve;
