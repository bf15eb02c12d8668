//! The binary form: the same steps in bytes.

mod layout;
mod reader;
mod writer;

pub use layout::{DATA, TITLES};
pub use reader::BinaryReader;
pub use writer::BinaryWriter;
