//! The compiled part of the Python package `superko`: questions go in as texts and answers come out
//! as the records that the program prints with `--json`. The classes that a user meets are written
//! in Python (`superko/`).
//!
//! | file | what |
//! |---|---|
//! | `fault.rs` | errors as Python raises them |
//! | `running.rs` | work beside the interpreter, which Ctrl-C interrupts |
//! | `session.rs` | a game whose states are asked about |
//! | `certificates.rs` | certificates, checked and shown |
//! | `boards.rs` | boards and the catalogue of rulesets |

mod boards;
mod certificates;
mod fault;
mod running;
mod session;

#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use super::boards::{board, catalogue, diagram, nearest};
    #[pymodule_export]
    use super::certificates::{check, show};
    #[pymodule_export]
    use super::session::Session;
}
