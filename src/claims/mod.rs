//! What the documents claim, as data, and the judge of it.
//!
//! Every claim stands in a file of `data/`, one for each document, with the document's place and words, the
//! claim in ours, the position that it is about, and the checks that decide it. A claim that no program
//! can decide stands there too, with the reason. Values and counts
//! that others have published are data too ([`literature`]), from which claims are made. The verdict on record stands beside the claim: a refuted
//! claim is a result like any other, and only a verdict that *changes* is a failure.
//!
//! A refutation holds under the readings named in the check, on the position given. Where a document's
//! diagram is lost and the position was rebuilt from its text, the verdict says so.

mod answers;
mod capture;
pub mod check;
mod counted;
pub mod document;
pub mod expect;
pub mod judge;
mod line;
pub mod literature;
mod property;
mod published;
mod scene;
pub mod script;

pub use document::{Claim, Document, Kind, Verdict, all};
pub use judge::{DEEPER, Effort, Finding, Judgement, judge};
