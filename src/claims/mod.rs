//! What the documents claim, as data, and the judge of it.
//!
//! Every claim stands in a file of `data/`, one for each document, with the document's place and words, the
//! claim in ours, the position that it is about, and the checks that decide it. A claim that no program
//! can decide stands there too, with the reason. Values and counts
//! that others have published are data too ([`literature`]), from which claims are made. The verdict on record stands beside the claim: a refuted
//! claim is a result like any other, and only a verdict that *changes* is a failure.
//!
//! A refutation holds under the readings named in the check, on the position given. Where a document's
//! diagram is lost, the verdict says what it rests on: the one position that fits the text, one of several, or one made to
//! show what the text describes ([`origin`], [`candidates`]). What we found ourselves, beyond what the documents say, is
//! judged in the same way and listed apart ([`FINDINGS`]).

pub mod candidates;
pub mod check;
pub mod checked;
pub mod checks;
mod context;
pub mod document;
pub mod judge;
pub mod literature;
mod load;
pub mod origin;
mod published;
pub mod questions;
pub mod record;
mod setup;

pub use checked::Checked;
pub use context::{DEEPER, Effort, NODES};
pub use document::{Claim, Document, FINDINGS, Kind, Verdict};
pub use judge::{Judgement, judge};
pub use load::all;
pub use origin::{Basis, Origin};
