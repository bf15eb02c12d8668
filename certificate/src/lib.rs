//! Certificates: proofs of the values of tiny Go boards, and their checker. It trusts neither the
//! solver nor its search, and depends on nothing of the solver. `solutions/CERTIFICATES.md` of the
//! project defines the format and what makes a certificate right; this package is one of the two
//! checkers written from that page.
//!
//! | module | content |
//! |---|---|
//! | [`mod@format`] | header and steps of a certificate as types |
//! | [`clauses`], [`header`] | the clauses of rules; facts, maps and notation of a game |
//! | [`text`], [`binary`], [`mod@file`] | the two forms, and files of either |
//! | [`rules`] | the board of the page, and the state machine of its clauses |
//! | [`check`] | the checker, one step after another |
//! | [`conclusion`] | what follows from several theorems about one state |
//! | [`verify`] | from a file to a verdict |
//! | [`bounded`] | certificates of another kind: explicit strategies of one player |
//! | [`kinds`] | files of either kind |
//! | [`refused`] | why a certificate is not verified, or not shown |
//! | [`render`] | the text of a certificate, for people |

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
