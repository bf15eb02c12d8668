//! A question that is solved while its answer is being read: what becomes known is sent at once, and the search ends when
//! nobody reads any more.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::response::Response;
use serde::Serialize;
use tokio::task::spawn_blocking;

use super::desk::Desk;
use super::refusal::Refusal;
use super::stream::{self, Events};
use crate::ask::told::{Told, told};
use crate::ask::{Event, Question, follow, published};
use crate::go::Move;
use crate::report::record::{ErrorRecord, SCHEMA, Solved};

/// The last event of a question.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Answered {
    /// The answer, as `solve --json` prints it.
    #[serde(flatten)]
    pub solved: Solved,
    /// The line move by move, each with what was barred for the player who made it.
    pub why: Vec<Told>,
}

/// That a question has to wait for its turn.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Waiting {
    /// The version of this form.
    pub schema: u32,
    /// How many questions wait before it.
    pub before: usize,
}

/// The response to a question: events until its answer.
///
/// # Errors
/// Too many questions wait.
pub fn answer(desk: &Arc<Desk>, question: Question) -> Result<Response, Refusal> {
    let place = desk.line_up()?;
    let desk = Arc::clone(desk);
    let (response, events, given_up) = stream::response();
    if let Some(published) = published(&question) {
        events.send("published", &published);
    }
    if desk.counts().0 == desk.at_once() {
        events.send("waiting", &Waiting { schema: SCHEMA, before: place.before() });
    }
    tokio::spawn(async move {
        let turn = tokio::select! {
            Some(turn) = place.turn() => turn,
            () = events.closed() => return,
            else => return,
        };
        spawn_blocking(move || {
            solve(&desk, question, &events, &given_up);
            drop(turn);
        });
    });
    Ok(response)
}

/// A response that tells in an event what an `EventSource` could not read of a response of another status.
pub fn failed(refusal: Refusal) -> Response {
    let (response, events, _) = stream::response();
    events.send("failed", &ErrorRecord::of(refusal.into_line()));
    response
}

fn solve(desk: &Desk, question: Question, events: &Events, given_up: &Arc<AtomicBool>) {
    let question = Arc::new(question);
    let (limits, flag) = (desk.limits, Arc::clone(given_up));
    let (asked, told_to) = (Arc::clone(&question), events.clone());
    let work = move |session: &crate::solve::Session<'_>| {
        let solved = follow(session, &asked, &limits, &flag, &|event| tell(&told_to, &event));
        let line: Vec<Move> = solved.line.moves.iter().filter_map(|mv| mv.on(asked.board())).collect();
        let why = told(&asked, &line);
        Answered { solved, why }
    };
    let found = desk.solvers.of(&question.setup).map(|solver| solver.ask(work));
    let error = match found {
        Ok(Some(answered)) => return events.send("answer", &answered),
        Ok(None) => {
            desk.solvers.forget(&question.setup);
            "the program failed at this question, please report it".to_string()
        }
        Err(error) => format!("the system does not start a thread for this question: {error}"),
    };
    events.send("failed", &ErrorRecord::of(error));
}

fn tell(events: &Events, event: &Event) {
    let name = match event {
        Event::Bounds { .. } => "bounds",
        Event::Moves { .. } => "moves",
    };
    events.send(name, event);
}
