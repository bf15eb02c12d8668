//! Questions to superko and their answers, for everything that asks: a program, a page, a module in
//! a browser.
//!
//! There is no server, no argument parser and no file in here.
//!
//! * [`report`]: records, which are what is printed or published as JSON, and the same in words.
//! * [`ask`]: a question as texts, solved step by step, and its answer as a record.
//! * [`page`]: what a page in a browser asks, and the records that it is answered with.
//! * [`sgf`]: game records in the Smart Game Format: a record becomes a game, a solution becomes a
//!   record.

pub mod ask;
pub mod page;
pub mod report;
pub mod sgf;
