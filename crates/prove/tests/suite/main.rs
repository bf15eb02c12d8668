//! The engines, the certificates and the rules against each other, and against plain programs of
//! the tests. Whatever needs the program `solve` is in the suite of the root package.
//!
//! They are in this package as it is the only one that knows all the others, and is optimised as
//! they are: what the tests compare with takes longer than what they test.

mod bounded;
mod certificates;
mod common;
mod contract;
mod documents;
mod engines;
mod jann;
mod jobs;
mod katago;
mod laboratory;
mod life;
mod nieminen;
mod referee;
mod retrograde;
mod session;
mod settled;
mod stopped;
