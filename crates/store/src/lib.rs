//! Files of superko: written whole or not at all, with their sums; and checkpoints, from which a
//! long effort goes on.

pub mod checkpoint;
pub mod files;
pub mod sums;
