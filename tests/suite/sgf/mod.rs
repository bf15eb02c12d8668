//! Records in SGF: what other programs export, what is written, and the command line of both.

mod books;
mod command;
mod encodings;
mod records;
