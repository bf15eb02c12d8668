//! Certificates: checked, and shown as text.

use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pyo3::prelude::*;
use serde_json::json;
use superko_certificate::bounded::Judged;
use superko_certificate::conclusion::Proved;
use superko_certificate::format::Suicide;
use superko_certificate::header::name_of;
use superko_certificate::kinds::{self, Verified};
use superko_certificate::refused::{Cause, Refused};
use superko_certificate::render::Unrendered;
use superko_certificate::text::game;

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
    let found = run(py, move |interrupted| kinds::verify(Input::new(bytes, interrupted), memory))?;
    found.map(|verified| record(&verified)).map_err(refused)
}

/// A certificate as text.
#[pyfunction]
pub fn show(py: Python<'_>, bytes: Vec<u8>, memory: usize) -> PyResult<String> {
    let shown = run(py, move |interrupted| {
        let mut text = Vec::new();
        kinds::show(Input::new(bytes, interrupted), &mut text, memory).map(|()| text)
    })?;
    match shown {
        Ok(text) => String::from_utf8(text).map_err(|_| unexpected("the text of a certificate is no text")),
        Err(Unrendered::Refused(why)) => Err(refused(why)),
        Err(Unrendered::Output(error)) => Err(error.into()),
    }
}

/// What a certificate proves, as JSON.
pub fn record(verified: &Verified) -> String {
    let proved = |state: &str, proved: &Proved| {
        let value = proved.value().map(|value| value.to_string());
        json!({ "state": state, "value": value, "words": proved.in_words() })
    };
    let mut record = json!({
        "game": game(verified.header()),
        "summary": verified.summary(),
        "lemmas": 0,
        "reads": 0,
        "states": 0,
        "follows": [],
    });
    match verified {
        Verified::Lemmas(lemmas) => {
            record["lemmas"] = lemmas.lemmas.into();
            record["reads"] = lemmas.reads.into();
            record["proved"] = lemmas.proved.iter().map(|(state, of)| proved(state, of)).collect();
        }
        Verified::Bounded(bounded) => {
            record["states"] = bounded.judged.iter().map(|judged| judged.states).sum::<usize>().into();
            record["follows"] = follows(&bounded.judged).into();
            record["proved"] = [proved(&bounded.bounded.state(), &bounded.proved)].into_iter().collect();
        }
    }
    record.to_string()
}

/// The rulesets under which all claims of a bounded certificate hold, as they are given to the
/// functions of the package.
fn follows(judged: &[Judged]) -> Vec<String> {
    let holds = |rules: &str, of: &Suicide| {
        let held = |(name, suicide, held): &(&str, Suicide, Result<(), String>)| {
            *name == rules && suicide == of && held.is_ok()
        };
        judged.iter().all(|judged| judged.rulesets.iter().any(held))
    };
    let all = judged.first().map_or(&[][..], |first| &first.rulesets);
    let all = all.iter().filter(|(rules, suicide, _)| holds(rules, suicide));
    let named = all.map(|(rules, suicide, _)| match suicide {
        Suicide::Forbidden => rules.to_string(),
        _ => format!("{rules} --suicide {}", name_of(&Suicide::ALL, suicide)),
    });
    named.collect()
}

fn refused(refused: Refused) -> PyErr {
    match refused.cause {
        Cause::Wrong => raised("NotVerified", &format!("certificate: {refused}"), "certificate"),
        Cause::NoCertificate | Cause::Unreadable => {
            Wrong { part: "certificate", what: format!(": {refused}") }.into()
        }
    }
}
