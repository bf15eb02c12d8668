//! Tests of the checker alone. Those that hold it against the engines are in the suite of the root package.
//!
//! | file | content |
//! |---|---|
//! | `folders.rs` | the certificates of `tests/true` and `tests/false`, and the program `superko-check` |
//! | `noise.rs` | the readers on bytes that look random |
//! | `bounded.rs` | bounded certificates written by hand |
//! | `bombs.rs` | files that are far larger than they look |
//!
//! Everything is drawn with a fixed seed; `SUPERKO_FUZZ_SEED=7` draws other inputs. With `SUPERKO_FUZZ_CASES=100000`
//! the readers get that number of inputs, and files that expand do so to 1 GiB.

mod bombs;
mod bounded;
mod folders;
mod noise;
#[allow(dead_code, reason = "each suite uses a part of it")]
#[path = "../../../tests/common/sample.rs"]
mod sample;

use sample::{cases, seed};
