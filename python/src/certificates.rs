//! Certificates: checked, and shown as text.

use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pyo3::prelude::*;
use serde_json::json;
use superko_certificate::refused::{Cause, Refused};
use superko_certificate::render::{Unrendered, render};
use superko_certificate::text::game;
use superko_certificate::verify::{Verified, verify};

use crate::fault::{Wrong, raised, unexpected};
use crate::running::run;

/// The bytes of a certificate, until an interruption.
struct Input {
    bytes: Cursor<Vec<u8>>,
    interrupted: Arc<AtomicBool>,
}

impl Input {
    fn new(bytes: Vec<u8>, interrupted: &Arc<AtomicBool>) -> Input {
        Input { bytes: Cursor::new(bytes), interrupted: Arc::clone(interrupted) }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.interrupted.load(Relaxed) {
            true => Err(io::Error::other("interrupted")),
            false => self.bytes.read(buffer),
        }
    }
}

/// Checks a certificate, and says what it proves.
#[pyfunction]
pub fn check(py: Python<'_>, bytes: Vec<u8>, memory: usize) -> PyResult<String> {
    let found = run(py, move |interrupted| verify(Input::new(bytes, interrupted), memory))?;
    found.map(|verified| record(&verified)).map_err(refused)
}

/// A certificate as text.
#[pyfunction]
pub fn show(py: Python<'_>, bytes: Vec<u8>, memory: usize) -> PyResult<String> {
    let shown = run(py, move |interrupted| {
        let mut text = Vec::new();
        render(Input::new(bytes, interrupted), &mut text, memory).map(|()| text)
    })?;
    match shown {
        Ok(text) => String::from_utf8(text).map_err(|_| unexpected("the text of a certificate is no text")),
        Err(Unrendered::Refused(why)) => Err(refused(why)),
        Err(Unrendered::Output(error)) => Err(error.into()),
    }
}

/// What a certificate proves, as JSON.
pub fn record(verified: &Verified) -> String {
    let proved = verified.proved.iter().map(|(state, proved)| {
        let value = proved.value().map(|value| value.to_string());
        json!({ "state": state, "value": value, "words": proved.in_words() })
    });
    let record = json!({
        "game": game(&verified.header),
        "lemmas": verified.lemmas,
        "reads": verified.reads,
        "summary": verified.summary(),
        "proved": proved.collect::<Vec<_>>(),
    });
    record.to_string()
}

fn refused(refused: Refused) -> PyErr {
    match refused.cause {
        Cause::Wrong => raised("NotVerified", &format!("certificate: {refused}"), "certificate"),
        Cause::NoCertificate | Cause::Unreadable => {
            Wrong { part: "certificate", what: format!(": {refused}") }.into()
        }
    }
}
