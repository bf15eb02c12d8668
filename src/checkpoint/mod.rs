//! Checkpoints: what a long effort has learnt so far, in a file of a folder of its own.
//!
//! | file | what |
//! |---|---|
//! | `header.rs` | whose work it is, as lines of text |
//! | `sealed.rs` | bytes with a sum over all of them, which are passed on only when they are as they were written |
//! | `folder.rs` | the folder: what it may have in it, and the file that is replaced as a whole |
//!
//! The file is made to go on from, on this machine or another, and to be trusted as the memory of the program is. It
//! proves nothing to anyone: that is what certificates are for. The sums tell a file that was torn or has changed by accident,
//! and no one who wants to deceive.

mod folder;
mod header;
mod sealed;

pub use folder::{Checkpoint, USUAL, interval};
#[cfg(feature = "cluster")]
pub use folder::{Refused, check, make};
pub use header::Header;
