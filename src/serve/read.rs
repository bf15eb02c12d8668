//! What a request asks: its body and its question, within bounds.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use http_body::Body as _;
use tokio::time::timeout;

use super::refusal::Refusal;
use crate::ask::{Fault, Question, Setup, Texts};
use crate::go::Players;
use crate::page::boards::small;

/// The longest body of a question, in bytes.
pub const SMALL: usize = 64 << 10;

/// The longest file that is checked, in bytes: many times the largest certificate that is published. `solve check` takes any.
pub const LARGE: usize = 4 << 20;

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(20);

/// Reads a body.
///
/// # Errors
/// It is too long, takes too long, or breaks off.
pub async fn body(body: Body, most: usize) -> Result<Vec<u8>, Refusal> {
    let read = timeout(PATIENCE, all(body, most)).await;
    read.unwrap_or_else(|_| {
        let error = format!("the body did not arrive within {} seconds", PATIENCE.as_secs());
        Err(Refusal::of(StatusCode::REQUEST_TIMEOUT, error))
    })
}

async fn all(mut body: Body, most: usize) -> Result<Vec<u8>, Refusal> {
    let too_long = || {
        let error = format!("the body is too long, expected at most {most} bytes");
        Refusal::of(StatusCode::PAYLOAD_TOO_LARGE, error)
    };
    if body.size_hint().lower() > most as u64 {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|error| Refusal::bad(format!("the body breaks off: {error}")))?;
        let data: Bytes = frame.into_data().unwrap_or_default();
        if bytes.len() + data.len() > most {
            return Err(too_long());
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

/// Reads a JSON object.
///
/// # Errors
/// What is wrong with it.
pub fn object<'a, T: serde::Deserialize<'a>>(what: &str, text: &'a [u8]) -> Result<T, Refusal> {
    let read = serde_json::from_slice(text);
    read.map_err(|error| Refusal::bad(format!("{what}: {error}, expected a JSON object of that form")))
}

/// The game and start of a question.
///
/// # Errors
/// What is wrong with it; also that it is too large for the page, or that more than two play.
pub fn setup(texts: &Texts) -> Result<Setup, Refusal> {
    // A large board may take long to set up.
    small(&texts.board()?)?;
    let setup = texts.setup()?;
    let players = setup.game.options.players;
    if players != Players::Two {
        let count = players.count();
        let what = format!(
            ": --players \"{count}\": expected 2 on the page (solve --players {count} answers for {count})"
        );
        return Err(Fault { part: "rules", what }.into());
    }
    Ok(setup)
}

/// The question about the state after the moves.
///
/// # Errors
/// What is wrong with it.
pub fn question(text: &[u8]) -> Result<Question, Refusal> {
    let texts: Texts = object("question", text)?;
    let setup = setup(&texts)?;
    let moves = texts.moves(&setup.game.board)?;
    Ok(setup.after(moves)?)
}
