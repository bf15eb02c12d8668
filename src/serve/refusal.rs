//! A request that is not answered: its status, and one line that says what was wrong and what was expected.

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::ask::Fault;
use crate::report::json;
use crate::report::record::ErrorRecord;

/// Why a request is not answered.
#[derive(Debug, Clone)]
pub struct Refusal {
    status: StatusCode,
    error: String,
}

impl Refusal {
    /// A refusal with a status and one line.
    pub fn of(status: StatusCode, error: impl Into<String>) -> Refusal {
        Refusal { status, error: error.into() }
    }

    /// A request that does not say what it should.
    pub fn bad(error: impl Into<String>) -> Refusal {
        Refusal::of(StatusCode::BAD_REQUEST, error)
    }

    /// The one line.
    pub fn into_line(self) -> String {
        self.error
    }
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal::bad(fault.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = record(&ErrorRecord::of(self.error));
        *response.status_mut() = self.status;
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}

/// A record as a response.
pub fn record(record: &impl Serialize) -> Response {
    json_text(json::text(record).into())
}

/// JSON as a response.
pub fn json_text(text: Bytes) -> Response {
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
