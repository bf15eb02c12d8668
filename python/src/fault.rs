//! Errors as Python raises them: the classes of `superko/_errors.py`, with the part of the question
//! that is wrong.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use superko::ask::QuestionError;

/// What is wrong with what was asked: the part, by the name of its argument, and what stands after
/// that name.
pub struct Wrong {
    pub part: &'static str,
    pub what: String,
}

impl From<QuestionError> for Wrong {
    fn from(fault: QuestionError) -> Wrong {
        let part = if fault.part == "to-move" { "to_move" } else { fault.part };
        Wrong { part, what: fault.what }
    }
}

impl From<Wrong> for PyErr {
    fn from(wrong: Wrong) -> PyErr {
        let Wrong { part, what } = wrong;
        raised("Error", &format!("{part}{what}"), part)
    }
}

/// An error of a class of `superko/_errors.py`.
pub fn raised(class: &str, message: &str, part: &str) -> PyErr {
    let made = Python::attach(|py| {
        let class = py.import("superko._errors")?.getattr(class)?;
        Ok(PyErr::from_value(class.call1((message, part))?))
    });
    made.unwrap_or_else(|error: PyErr| error)
}

/// An error of this program.
pub fn unexpected(what: &str) -> PyErr {
    PyRuntimeError::new_err(format!("{what}, please report this"))
}
