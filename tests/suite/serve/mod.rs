//! `solve serve` as clients find it, through sockets, and `solve book` as it lies on disk.

mod book;
mod client;
mod endpoints;
mod ends;
mod hostile;
mod solving;
