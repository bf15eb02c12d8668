//! Answers to requests: boards, looks, streamed solutions and certificates.

use std::io::{self, Cursor, Read};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use http_body::Frame;
use serde::{Deserialize, Serialize};
use superko_certificate::kinds::{Verified, verify};
use superko_certificate::refused::Cause;
use superko_certificate::text;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::spawn_blocking;

use super::queue::{CancelOnDrop, FAILED, Queue};
use super::request::{Refusal, object, setup};
use crate::page::catalogue::{Drawn, board};
use superko_go::Move;
use superko_prove::{Case, prove};
use superko_query::ask::look::{Told, told as annotate};
use superko_query::ask::{Event, Look, Question, Setup, Texts, follow, published};
use superko_query::report::records::{ErrorRecord, SCHEMA, Solved};
use superko_solve::{Budget, Limits};

// --- Boards and looks ----------------------------------------------------------------------------

/// A board by its name, or with its edges.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardTexts {
    /// The name.
    pub board: String,
    /// The edges, two names of points a line.
    #[serde(default)]
    pub edges: Option<String>,
}

impl BoardTexts {
    /// The board's drawing.
    pub fn drawn(self) -> Result<Drawn, Refusal> {
        Ok(Drawn::of(&board(&self.board, self.edges)?))
    }
}

/// The state after the moves of a question, found without a search.
///
/// # Errors
/// The error in the question. An illegal move is no error: the answer reports it.
pub fn look(text: &[u8]) -> Result<Look, Refusal> {
    let texts: Texts = object("question", text)?;
    let setup = setup(&texts)?;
    let moves = texts.moves(&setup.game.board)?;
    Ok(Look::after(&setup, &moves))
}

// --- Solutions, streamed --------------------------------------------------------------------------
//
// Each result is sent as soon as it is known, and the search ends when the client stops reading.

/// The last event of a question.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Answered {
    /// The answer, as `solve --json` prints it.
    #[serde(flatten)]
    pub solved: Solved,
    /// The line move by move, each with what was barred for the player who made it.
    pub why: Vec<Told>,
}

/// That a question has to wait for its turn.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Waiting {
    /// The version of this form.
    pub schema: u32,
    /// How many questions wait before it.
    pub before: usize,
}

/// A response that streams the events of a question up to its answer.
pub fn stream_answer(queue: &Arc<Queue>, question: Question) -> Result<Response, Refusal> {
    let ticket = queue.enqueue()?;
    let queue = Arc::clone(queue);
    let (response, events, cancelled) = event_stream();
    if let Some(published) = published(&question) {
        events.send("published", &published);
    }
    if queue.load().0 == queue.at_once() {
        events.send("waiting", &Waiting { schema: SCHEMA, before: ticket.before() });
    }
    tokio::spawn(async move {
        let permit = tokio::select! {
            Some(permit) = ticket.permit() => permit,
            () = events.closed() => return,
            else => return,
        };
        spawn_blocking(move || {
            solve(&queue, question, &events, &cancelled);
            drop(permit);
        });
    });
    Ok(response)
}

/// A response that reports a refusal as an event: an `EventSource` cannot read a response of
/// another status.
pub fn stream_failure(refusal: Refusal) -> Response {
    let (response, events, _) = event_stream();
    events.send("failed", &ErrorRecord::of(refusal.into_line()));
    response
}

fn solve(queue: &Queue, question: Question, events: &Events, cancelled: &Arc<AtomicBool>) {
    let question = Arc::new(question);
    let (limits, flag) = (queue.limits, Arc::clone(cancelled));
    let (asked, sink) = (Arc::clone(&question), events.clone());
    let work = move |session: &superko_solve::Session<'_>| {
        let solved = follow(session, &asked, &limits, &flag, &|event| {
            let name = match event {
                Event::Bounds { .. } => "bounds",
                Event::Moves { .. } => "moves",
            };
            sink.send(name, &event);
        });
        let line: Vec<Move> = solved.line.moves.iter().filter_map(|mv| mv.on(asked.board())).collect();
        let why = annotate(&asked, &line);
        Answered { solved, why }
    };
    let error = match queue.solvers.of(&question.setup).map(|solver| solver.ask(work)) {
        Ok(Some(answered)) => return events.send("answer", &answered),
        Ok(None) => {
            queue.solvers.forget(&question.setup);
            FAILED.to_string()
        }
        Err(error) => format!("the system does not start a thread for this question: {error}"),
    };
    events.send("failed", &ErrorRecord::of(error));
}

// --- Server-sent events --------------------------------------------------------------------------

/// The maximum number of unread events. An answer takes few, and progress comes four times a
/// second: a client with more unread events does not read.
const MAX_UNREAD: usize = 512;

/// The sender of the events of one response.
#[derive(Clone)]
struct Events {
    sender: Sender<Bytes>,
    cancelled: Arc<AtomicBool>,
}

/// A response made of events, their sender, and a flag that is set when the client has gone.
fn event_stream() -> (Response, Events, Arc<AtomicBool>) {
    let (sender, receiver) = channel(MAX_UNREAD);
    let cancelled: Arc<AtomicBool> = Arc::default();
    let body = EventBody { receiver, _cancel: CancelOnDrop(Arc::clone(&cancelled)) };
    let response = ([(CONTENT_TYPE, "text/event-stream")], Body::new(body)).into_response();
    (response, Events { sender, cancelled: Arc::clone(&cancelled) }, cancelled)
}

impl Events {
    /// Sends an event. If too many are unread, the work is cancelled.
    fn send(&self, name: &str, data: &impl Serialize) {
        // Records are made of strings, numbers and lists, which can always be written, and on one
        // line.
        let data = serde_json::to_string(data).expect("a record can be written as JSON");
        if self.sender.try_send(format!("event: {name}\ndata: {data}\n\n").into()).is_err() {
            self.cancelled.store(true, Relaxed);
        }
    }

    /// Waits until the client has gone.
    async fn closed(&self) {
        self.sender.closed().await;
    }
}

/// The body of a response, which ends when its events have been sent and all senders are gone. The
/// server drops it when the connection is closed.
struct EventBody {
    receiver: Receiver<Bytes>,
    _cancel: CancelOnDrop,
}

impl http_body::Body for EventBody {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        self.receiver.poll_recv(context).map(|event| event.map(|bytes| Ok(Frame::data(bytes))))
    }
}

// --- Certificates --------------------------------------------------------------------------------

/// The time limit for making or checking a certificate, during which the user sees nothing.
const CERTIFICATE_TIMEOUT: Duration = Duration::from_secs(60);

/// What a check says of a file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct CheckRecord {
    /// The version of this form.
    pub schema: u32,
    /// Whether every step is right.
    pub verified: bool,
    /// What the certificate proves, a line for each state, or why it proves nothing.
    pub says: Vec<String>,
    /// The board, if it is verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The ruleset with its options, or the clauses of which its rules are composed, if it is verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
}

/// A checked certificate of the value of a question and of the values after its first moves.
///
/// # Errors
/// None was found within the limits, or the game has none.
pub fn make_certificate(
    question: &Question,
    limits: Limits,
    flag: &Arc<AtomicBool>,
) -> Result<Response, Refusal> {
    let Question { setup: Setup { game, start, to_move }, moves, state, .. } = question;
    let case = Case { start: *start, mover: *to_move, moves: moves.clone(), state: state.clone() };
    let cases = Case::with_first_moves(game, case);
    let limits = Limits {
        time: Some(limits.time.map_or(CERTIFICATE_TIMEOUT, |time| time.min(CERTIFICATE_TIMEOUT))),
        ..limits
    };
    let budget = Budget::new(limits).interrupted_by(Arc::clone(flag));
    let none = |why: String| Refusal::of(StatusCode::UNPROCESSABLE_ENTITY, format!("no certificate: {why}"));
    let proof = prove(game, &cases, None, &budget).map_err(|unproved| none(unproved.to_string()))?;
    let mut bytes = Vec::new();
    let wrong = |why: String| {
        let error = format!("the certificate made is wrong, please report this: {why}");
        Refusal::of(StatusCode::INTERNAL_SERVER_ERROR, error)
    };
    proof.write_binary(&mut bytes).map_err(|error| wrong(error.to_string()))?;
    verify(InterruptibleReader::new(bytes.clone(), flag), limits.memory)
        .map_err(|refused| wrong(refused.to_string()))?;
    let name =
        format!("{}-{}.cert", game.board, game.ruleset().to_string().replace(" --", "+").replace(' ', "-"));
    let mut response = ([(CONTENT_TYPE, "application/octet-stream")], bytes).into_response();
    // A name that is no text for a header is left out.
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    response.headers_mut().extend(disposition.ok().map(|disposition| (CONTENT_DISPOSITION, disposition)));
    Ok(response)
}

/// Checks a certificate of either kind.
///
/// # Errors
/// The file is no certificate, or the check took too long.
pub fn check_certificate(
    bytes: Vec<u8>,
    memory: usize,
    flag: &Arc<AtomicBool>,
) -> Result<CheckRecord, Refusal> {
    let record = |verified, says, board, rules| CheckRecord { schema: SCHEMA, verified, says, board, rules };
    match verify(InterruptibleReader::new(bytes, flag), memory) {
        Ok(verified) => {
            let header = verified.header();
            Ok(record(true, says(&verified), Some(text::board(header)), Some(text::rules(header))))
        }
        Err(refused) => match refused.cause {
            Cause::Wrong => Ok(record(false, vec![refused.to_string()], None, None)),
            Cause::NoCertificate => Err(Refusal::bad(format!("the file: {refused}"))),
            Cause::Unreadable => Err(Refusal::of(StatusCode::UNPROCESSABLE_ENTITY, refused.to_string())),
        },
    }
}

/// The theorems of a certificate, one a line if these are few, and a summary.
fn says(verified: &Verified) -> Vec<String> {
    let comments = verified.comments();
    let lines = comments.lines().map(|line| line.strip_prefix("c ").unwrap_or(line).to_string());
    lines.chain([verified.summary()]).collect()
}

/// A reader that fails once the work is cancelled or takes too long. It reads small chunks, so that
/// it notices in time.
struct InterruptibleReader {
    bytes: Cursor<Vec<u8>>,
    flag: Arc<AtomicBool>,
    started: Instant,
}

/// The maximum number of bytes read at a time.
const CHUNK_BYTES: usize = 256;

impl InterruptibleReader {
    fn new(bytes: Vec<u8>, flag: &Arc<AtomicBool>) -> InterruptibleReader {
        InterruptibleReader { bytes: Cursor::new(bytes), flag: Arc::clone(flag), started: Instant::now() }
    }
}

impl Read for InterruptibleReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.flag.load(Relaxed) {
            return Err(io::Error::other("the check was interrupted"));
        }
        if self.started.elapsed() > CERTIFICATE_TIMEOUT {
            let what = format!(
                "the check took longer than {} seconds, solve check has more time",
                CERTIFICATE_TIMEOUT.as_secs()
            );
            return Err(io::Error::other(what));
        }
        let length = buffer.len().min(CHUNK_BYTES);
        self.bytes.read(&mut buffer[..length])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(board: &str, rules: &str) -> Result<Vec<u8>, Refusal> {
        let texts = Texts { board: board.to_string(), rules: rules.to_string(), ..Texts::default() };
        let question = texts.question().unwrap();
        let flag = Arc::default();
        let made = make_certificate(&question, Limits::default(), &flag)?;
        assert!(made.headers().contains_key(CONTENT_DISPOSITION));
        let body = super::super::request::body(made.into_body(), 1 << 20);
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(body)
    }

    #[test]
    fn what_is_made_is_verified_and_names_its_game() {
        for rules in ["psk", "psk --suicide allowed", "kee2020 --lift produced-ko", "simple-ko"] {
            let checked = check_certificate(file("1x3", rules).unwrap(), 1 << 20, &Arc::default()).unwrap();
            assert!(checked.verified && checked.says.len() > 1, "{checked:?}");
            assert_eq!((checked.board.as_deref(), checked.rules.as_deref()), (Some("1x3"), Some(rules)));
        }
        let checked = check_certificate(file("cycle:4", "psk").unwrap(), 1 << 20, &Arc::default()).unwrap();
        let board = "graph 1x4 with 4 edges";
        let rules = "[bars position; passes-in-a-row 2]";
        assert!(checked.verified, "{checked:?}");
        assert_eq!((checked.board.as_deref(), checked.rules.as_deref()), (Some(board), Some(rules)));
        assert!(file("1x2", "jann").unwrap_err().into_line().starts_with("no certificate: "));
    }

    #[test]
    fn a_bounded_certificate_says_under_which_rulesets_its_claim_holds() {
        let bytes = include_bytes!("../../../../tests/bounded/3x3.cert");
        let checked = check_certificate(bytes.to_vec(), 1 << 20, &Arc::default()).unwrap();
        assert!(checked.verified && checked.board.as_deref() == Some("3x3"), "{checked:?}");
        let said = |text: &str| checked.says.iter().any(|line| line.contains(text));
        assert!(
            said("value at least 9 under simple-ko, psk") && said("is not claimed under nssk"),
            "{checked:?}"
        );
        let torn = check_certificate(bytes[..bytes.len() - 3].to_vec(), 1 << 20, &Arc::default()).unwrap();
        assert!(!torn.verified);
    }

    #[test]
    fn what_is_wrong_is_said_and_what_is_no_certificate_is_refused() {
        let mut bytes = file("1x3", "psk").unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        let checked = check_certificate(bytes, 1 << 20, &Arc::default()).unwrap();
        assert!(!checked.verified && checked.says.len() == 1 && checked.board.is_none(), "{checked:?}");
        assert!(check_certificate(b"something else".to_vec(), 1 << 20, &Arc::default()).is_err());
        assert!(check_certificate(Vec::new(), 1 << 20, &Arc::default()).is_err());
        let interrupted = Arc::new(AtomicBool::new(true));
        let said =
            check_certificate(file("1x3", "psk").unwrap(), 1 << 20, &interrupted).unwrap_err().into_line();
        assert!(said.contains("interrupted"), "{said}");
    }
}
