//! Certificates: proofs of the values of tiny Go boards, which can be checked by a program that
//! trusts neither the solver nor its search. `solutions/CERTIFICATES.md` of the project defines the
//! format and what makes a certificate right; this package is one of the two checkers written from
//! that page, and depends on nothing of the solver.
//!
//! | module | content |
//! |---|---|
//! | [`mod@format`] | the steps of a certificate as types |
//! | [`clauses`], [`header`] | what a certificate is about: a board, and clauses that make up its rules |
//! | [`text`], [`binary`], [`mod@file`] | the two forms, and files of either |
//! | `rules` | the board of the page, and the machine that its clauses make up |
//! | [`check`] | the checker, one step after another |
//! | [`conclusion`] | what follows from several theorems about one state |
//! | [`verify`] | from a file to a verdict |
//! | [`bounded`] | certificates of another kind: a move of one player in each state that he can come to |
//! | [`kinds`] | files of either kind |
//! | [`refused`] | why a certificate is not verified |
//! | [`render`] | the text of a certificate, for people |

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod binary;
pub mod bounded;
pub mod check;
pub mod clauses;
pub mod conclusion;
pub mod file;
pub mod format;
pub mod header;
pub mod kinds;
pub mod refused;
pub mod render;
pub mod rules;
pub mod text;
pub mod verify;

pub use binary::numbers;
