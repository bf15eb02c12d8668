//! Events sent to the page as they happen, in the form of server-sent events.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use http_body::Frame;
use serde::Serialize;
use tokio::sync::mpsc::{Receiver, Sender, channel};

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
