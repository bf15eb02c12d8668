//! Answers to questions: streamed solutions, and certificates as files.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use http_body::Frame;
use serde::Serialize;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::spawn_blocking;

use super::queue::{CancelOnDrop, FAILED, Queue};
use super::request::Refusal;
use superko_query::ask::{Question, follow, published};
use superko_query::page::Answered;
use superko_query::page::certificates::CertificateFile;
use superko_query::report::records::{ErrorRecord, SCHEMA};

// --- Solutions, streamed --------------------------------------------------------------------------
//
// Each result is sent as soon as it is known, and the search ends when the client stops reading.

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
    let published = published(&question);
    let first = move |events: &Events| published.iter().for_each(|record| events.send("published", record));
    let asked = Arc::clone(queue);
    stream(queue, first, move |events, cancelled| solve(&asked, question, events, cancelled))
}

/// A response that streams what long work tells. `first` tells what is known before its turn comes.
pub fn stream(
    queue: &Arc<Queue>,
    first: impl FnOnce(&Events),
    work: impl FnOnce(&Events, &Arc<AtomicBool>) + Send + 'static,
) -> Result<Response, Refusal> {
    let ticket = queue.enqueue()?;
    let (response, events, cancelled) = event_stream();
    first(&events);
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
            work(&events, &cancelled);
            drop(permit);
        });
    });
    Ok(response)
}

/// An answer to a request for a stream of events: a refusal is an event too, as an `EventSource`
/// cannot read a response of another status.
pub fn or_event(headers: &HeaderMap, answer: Result<Response, Refusal>) -> Result<Response, Refusal> {
    let reads_events = headers.get(ACCEPT).is_some_and(|accepts| accepts == "text/event-stream");
    answer.or_else(|refusal| {
        if !reads_events {
            return Err(refusal);
        }
        let (response, events, _) = event_stream();
        events.send("failed", &ErrorRecord::of(refusal.into_line()));
        Ok(response)
    })
}

fn solve(queue: &Queue, question: Question, events: &Events, cancelled: &Arc<AtomicBool>) {
    let question = Arc::new(question);
    let (limits, flag) = (queue.limits, Arc::clone(cancelled));
    let (asked, sink) = (Arc::clone(&question), events.clone());
    let work = move |session: &superko_solve::Session<'_>| {
        let solved = follow(session, &asked, &limits, &flag, move |event| sink.send(event.name(), &event));
        Answered::of(&asked, solved)
    };
    let error = match queue.solvers.of(&question.game).map(|solver| solver.ask(work)) {
        Ok(Some(answered)) => return events.send("answer", &answered),
        Ok(None) => {
            queue.solvers.forget(&question.game);
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
pub struct Events {
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
    pub fn send(&self, name: &str, data: &impl Serialize) {
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

/// A response with a file to be kept.
pub fn certificate_file(CertificateFile { name, bytes }: CertificateFile) -> Response {
    let mut response = ([(CONTENT_TYPE, "application/octet-stream")], bytes).into_response();
    // A name that is no text for a header is left out.
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    response.headers_mut().extend(disposition.ok().map(|disposition| (CONTENT_DISPOSITION, disposition)));
    response
}
