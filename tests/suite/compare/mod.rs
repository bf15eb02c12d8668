//! `solve compare` and `solve differ`.

mod differ;
mod table;
