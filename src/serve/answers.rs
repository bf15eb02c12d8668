//! Answers: what can be seen without a search, questions that are solved while their answers are being read, and certificates.

use std::io::{self, Cursor, Read};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use http_body::Frame;
use serde::{Deserialize, Serialize};
use superko_certificate::kinds::{Verified, verify};
use superko_certificate::refused::Cause;
use superko_certificate::text;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::spawn_blocking;

use super::queue::Desk;
use super::request::{Refusal, object, setup};
use crate::ask::told::{Told, told};
use crate::ask::{Event, Look, Question, Setup, Texts, follow, published};
use crate::go::Move;
use crate::page::catalogue::{Drawn, board};
use crate::prove::{Case, prove};
use crate::report::display::rules_text;
use crate::report::record::{ErrorRecord, SCHEMA, Solved};
use crate::solve::{Budget, Limits};

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
    /// The board as it is drawn.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn drawn(self) -> Result<Drawn, Refusal> {
        Ok(Drawn::of(&board(&self.board, self.edges)?))
    }
}

/// What can be seen after the moves of a question.
///
/// # Errors
/// What is wrong with the question. A move that may not be made is no error: the answer says it.
pub fn look(text: &[u8]) -> Result<Look, Refusal> {
    let texts: Texts = object("question", text)?;
    let setup = setup(&texts)?;
    let moves = texts.moves(&setup.game.board)?;
    Ok(Look::after(&setup, &moves))
}

// --- Questions -----------------------------------------------------------------------------------
//
// A question that is solved while its answer is being read: what becomes known is sent at once, and the search ends when
// nobody reads any more.

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
    let (response, events, given_up) = response();
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
    let (response, events, _) = response();
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

// --- Server-sent events --------------------------------------------------------------------------

/// How many events may wait to be read. An answer takes few, and what tells how it goes on comes four times a second: who has
/// left so many unread does not read.
const UNREAD: usize = 512;

/// Where the events of one response are sent.
#[derive(Clone)]
pub struct Events {
    sender: Sender<Bytes>,
    given_up: Arc<AtomicBool>,
}

/// A response that is made of events, where they are sent, and a flag that is set when nobody reads them any more.
pub fn response() -> (Response, Events, Arc<AtomicBool>) {
    let (sender, receiver) = channel(UNREAD);
    let given_up: Arc<AtomicBool> = Arc::default();
    let body = EventBody { receiver, given_up: Arc::clone(&given_up) };
    let mut response = Response::new(Body::new(body));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    (response, Events { sender, given_up: Arc::clone(&given_up) }, given_up)
}

impl Events {
    /// Sends an event. If too many wait to be read, the work is given up.
    pub fn send(&self, name: &str, data: &impl Serialize) {
        // Records are made of strings, numbers and lists, which can always be written, and on one line.
        let data = serde_json::to_string(data).expect("a record can be written as JSON");
        if self.sender.try_send(format!("event: {name}\ndata: {data}\n\n").into()).is_err() {
            self.given_up.store(true, Relaxed);
        }
    }

    /// Waits until nobody reads the events any more.
    pub async fn closed(&self) {
        self.sender.closed().await;
    }
}

/// The body of a response that ends when its events have been sent and all senders are gone. The server drops it when the
/// connection is closed.
struct EventBody {
    receiver: Receiver<Bytes>,
    given_up: Arc<AtomicBool>,
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

impl Drop for EventBody {
    fn drop(&mut self) {
        self.given_up.store(true, Relaxed);
    }
}

// --- Certificates --------------------------------------------------------------------------------

/// How long the making or the check of a certificate may take: somebody waits for it, without anything to see.
const TIME: Duration = Duration::from_secs(60);

/// What a check says of a file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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

/// Makes a certificate of the value of a question and of the values after its first moves, and has it checked.
///
/// # Errors
/// There is none within the limits, or none of such a game.
pub fn make(question: &Question, limits: Limits, flag: &Arc<AtomicBool>) -> Result<Response, Refusal> {
    let Question { setup: Setup { game, start, to_move }, moves, state, .. } = question;
    let case = Case { start: *start, mover: *to_move, moves: moves.clone(), state: state.clone() };
    let cases = Case::with_first_moves(game, case);
    let limits = Limits { time: Some(limits.time.map_or(TIME, |time| time.min(TIME))), ..limits };
    let budget = Budget::new(limits).interrupted_by(Arc::clone(flag));
    let none = |why: String| Refusal::of(StatusCode::UNPROCESSABLE_ENTITY, format!("no certificate: {why}"));
    let proof = prove(game, &cases, None, &budget).map_err(|unproved| none(unproved.to_string()))?;
    let mut bytes = Vec::new();
    let wrong = |why: String| {
        let error = format!("the certificate made is wrong, please report this: {why}");
        Refusal::of(StatusCode::INTERNAL_SERVER_ERROR, error)
    };
    proof.write_binary(&mut bytes).map_err(|error| wrong(error.to_string()))?;
    verify(Limited::of(bytes.clone(), flag), limits.memory).map_err(|refused| wrong(refused.to_string()))?;
    let name = format!(
        "{}-{}.cert",
        game.board,
        rules_text(game.entry, &game.options).replace(" --", "+").replace(' ', "-")
    );
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    // A name that is no text for a header is left out.
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    headers.extend(disposition.ok().map(|disposition| (CONTENT_DISPOSITION, disposition)));
    Ok(response)
}

/// Checks a file: a certificate of either kind.
///
/// # Errors
/// It is no certificate, or the check took too long.
pub fn check(bytes: Vec<u8>, memory: usize, flag: &Arc<AtomicBool>) -> Result<CheckRecord, Refusal> {
    match verify(Limited::of(bytes, flag), memory) {
        Ok(verified) => Ok(CheckRecord {
            schema: SCHEMA,
            verified: true,
            says: says(&verified),
            board: Some(text::board(verified.header())),
            rules: Some(text::rules(verified.header())),
        }),
        Err(refused) => match refused.cause {
            Cause::Wrong => Ok(CheckRecord {
                schema: SCHEMA,
                verified: false,
                says: vec![refused.to_string()],
                board: None,
                rules: None,
            }),
            Cause::NoCertificate => Err(Refusal::bad(format!("the file: {refused}"))),
            Cause::Unreadable => Err(Refusal::of(StatusCode::UNPROCESSABLE_ENTITY, refused.to_string())),
        },
    }
}

/// What is proved of each state, if these are few, and all of it in one line.
fn says(verified: &Verified) -> Vec<String> {
    let comments = verified.comments();
    let lines = comments.lines().map(|line| line.strip_prefix("c ").unwrap_or(line).to_string());
    lines.chain([verified.summary()]).collect()
}

/// A file whose reading ends with an error when nobody waits for it any more, or it takes too long. It is read bit by bit, so
/// that this is noticed.
struct Limited {
    bytes: Cursor<Vec<u8>>,
    flag: Arc<AtomicBool>,
    started: Instant,
}

/// The most bytes that are read at a time.
const BIT: usize = 256;

impl Limited {
    fn of(bytes: Vec<u8>, flag: &Arc<AtomicBool>) -> Limited {
        Limited { bytes: Cursor::new(bytes), flag: Arc::clone(flag), started: Instant::now() }
    }
}

impl Read for Limited {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.flag.load(Relaxed) {
            return Err(io::Error::other("the check was interrupted"));
        }
        if self.started.elapsed() > TIME {
            let what =
                format!("the check took longer than {} seconds, solve check has more time", TIME.as_secs());
            return Err(io::Error::other(what));
        }
        let length = buffer.len().min(BIT);
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
        let made = make(&question, Limits::default(), &flag)?;
        assert!(made.headers().contains_key(CONTENT_DISPOSITION));
        let body = super::super::request::body(made.into_body(), 1 << 20);
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(body)
    }

    #[test]
    fn what_is_made_is_verified_and_names_its_game() {
        for rules in ["psk", "psk --suicide allowed", "kee2020 --lift produced-ko", "simple-ko"] {
            let checked = check(file("1x3", rules).unwrap(), 1 << 20, &Arc::default()).unwrap();
            assert!(checked.verified && checked.says.len() > 1, "{checked:?}");
            assert_eq!((checked.board.as_deref(), checked.rules.as_deref()), (Some("1x3"), Some(rules)));
        }
        let checked = check(file("cycle:4", "psk").unwrap(), 1 << 20, &Arc::default()).unwrap();
        let board = "graph 1x4 with 4 edges";
        let rules = "[bars position; passes-in-a-row 2]";
        assert!(checked.verified, "{checked:?}");
        assert_eq!((checked.board.as_deref(), checked.rules.as_deref()), (Some(board), Some(rules)));
        assert!(file("1x2", "jann").unwrap_err().into_line().starts_with("no certificate: "));
    }

    #[test]
    fn a_bounded_certificate_says_under_which_rulesets_its_claim_holds() {
        let bytes = include_bytes!("../../tests/bounded/3x3.cert");
        let checked = check(bytes.to_vec(), 1 << 20, &Arc::default()).unwrap();
        assert!(checked.verified && checked.board.as_deref() == Some("3x3"), "{checked:?}");
        let said = |text: &str| checked.says.iter().any(|line| line.contains(text));
        assert!(
            said("value at least 9 under simple-ko, psk") && said("is not claimed under nssk"),
            "{checked:?}"
        );
        let torn = check(bytes[..bytes.len() - 3].to_vec(), 1 << 20, &Arc::default()).unwrap();
        assert!(!torn.verified);
    }

    #[test]
    fn what_is_wrong_is_said_and_what_is_no_certificate_is_refused() {
        let mut bytes = file("1x3", "psk").unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        let checked = check(bytes, 1 << 20, &Arc::default()).unwrap();
        assert!(!checked.verified && checked.says.len() == 1 && checked.board.is_none(), "{checked:?}");
        assert!(check(b"something else".to_vec(), 1 << 20, &Arc::default()).is_err());
        assert!(check(Vec::new(), 1 << 20, &Arc::default()).is_err());
        let interrupted = Arc::new(AtomicBool::new(true));
        let said = check(file("1x3", "psk").unwrap(), 1 << 20, &interrupted).unwrap_err().into_line();
        assert!(said.contains("interrupted"), "{said}");
    }
}
