//! Requests: refusals, the origin guard, and the reading of bodies within bounds.

use std::future::poll_fn;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{self, CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use axum::response::{IntoResponse, Response};
use http_body::Body as _;
use serde::Serialize;
use tokio::time::timeout;

use superko_query::page::{ErrorKind, RequestError};
use superko_query::report::json;
use superko_query::report::records::ErrorRecord;

// --- Refusals and records ------------------------------------------------------------------------

/// A refused request: a status, and one line with what was wrong and what was expected.
#[derive(Debug, Clone)]
pub struct Refusal {
    status: StatusCode,
    error: String,
}

impl Refusal {
    /// A refusal with a status.
    pub fn of(status: StatusCode, error: impl Into<String>) -> Refusal {
        Refusal { status, error: error.into() }
    }

    /// The refusal of a malformed request.
    pub fn bad(error: impl Into<String>) -> Refusal {
        Refusal::of(StatusCode::BAD_REQUEST, error)
    }

    /// The error line.
    pub fn into_line(self) -> String {
        self.error
    }
}

impl From<RequestError> for Refusal {
    fn from(RequestError { kind, line }: RequestError) -> Refusal {
        let status = match kind {
            ErrorKind::Malformed => StatusCode::BAD_REQUEST,
            ErrorKind::Unanswered => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorKind::Bug => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Refusal::of(status, line)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, record(&ErrorRecord::of(self.error))).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("5"));
        }
        response
    }
}

/// A response with a record as JSON.
pub fn record(record: &impl Serialize) -> Response {
    json_text(json::text(record).into())
}

/// A response with JSON text.
pub fn json_text(text: Bytes) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

// --- Origin guard and security headers -----------------------------------------------------------
//
// A page of another site that is open in the same browser can send requests to this machine. A
// browser states in `Origin` and `Sec-Fetch-Site` where a request comes from, and in `Host` by
// which name it found this machine; a name that is not the machine's own means that its owner has
// made it point here (DNS rebinding).

/// The maximum length of a path with its query, in bytes.
pub const MAX_TARGET_BYTES: usize = 32 << 10;

/// The guard that refuses requests of other sites and for other hosts.
#[derive(Debug, Clone, Copy)]
pub struct OriginGuard {
    port: u16,
    remote: bool,
}

impl OriginGuard {
    /// The guard of a server that listens at an address.
    pub fn new(listening: SocketAddr, remote: bool) -> OriginGuard {
        OriginGuard { port: listening.port(), remote }
    }

    /// Checks that a request was meant for this server and was not sent by another site.
    pub fn check<B>(&self, request: &Request<B>) -> Result<(), Refusal> {
        let (uri, headers) = (request.uri(), request.headers());
        if uri.path_and_query().is_some_and(|target| target.as_str().len() > MAX_TARGET_BYTES) {
            let error = format!("the address of the request is longer than {MAX_TARGET_BYTES} bytes");
            return Err(Refusal::of(StatusCode::URI_TOO_LONG, error));
        }
        let foreign = |host: &str| {
            let error =
                format!("host {host:?}: expected this machine, such as localhost:{port}", port = self.port);
            Refusal::of(StatusCode::MISDIRECTED_REQUEST, error)
        };
        let host = single_value(headers, header::HOST)?.ok_or_else(|| foreign(""))?;
        if !self.is_ours(host) {
            return Err(foreign(host));
        }
        if let Some(named) = uri.authority().map(Authority::as_str).filter(|named| !self.is_ours(named)) {
            return Err(foreign(named));
        }
        // Other sites may link to the page, but may not make the program work.
        let works = uri.path().starts_with("/api/") || request.method() != Method::GET;
        if works { self.check_origin(headers) } else { Ok(()) }
    }

    fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        if let Some(origin) = single_value(headers, header::ORIGIN)? {
            let ours = origin.strip_prefix("http://").is_some_and(|host| self.is_ours(host));
            if !ours {
                let error = format!("origin {origin:?}: expected the page of this program");
                return Err(Refusal::of(StatusCode::FORBIDDEN, error));
            }
        }
        match single_value(headers, HeaderName::from_static("sec-fetch-site"))? {
            None | Some("same-origin" | "none") => Ok(()),
            Some(site) => {
                let error = format!("sec-fetch-site {site:?}: expected the page of this program");
                Err(Refusal::of(StatusCode::FORBIDDEN, error))
            }
        }
    }

    /// Whether `host`, with its port, is a name of this machine. Other machines know it by its
    /// address, or by a name that cannot be distinguished from one that was made to point here:
    /// that is refused.
    fn is_ours(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else { return false };
        if authority.as_str().contains('@') || authority.port_u16().unwrap_or(80) != self.port {
            return false;
        }
        let name = authority.host();
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        match bare.parse::<IpAddr>() {
            Ok(address) => self.remote || address.is_loopback(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }
}

/// The single value of a header, if present.
fn single_value(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, Refusal> {
    let mut values = headers.get_all(&name).iter();
    let Some(value) = values.next() else { return Ok(None) };
    match (value.to_str(), values.next()) {
        (Ok(value), None) => Ok(Some(value)),
        _ => Err(Refusal::bad(format!("{name}: expected one value of printable characters"))),
    }
}

/// The security headers: load nothing from elsewhere, show in no frame, send no referrer, share no
/// process.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Sets the headers of every response. Nothing is cached unless the response says so.
pub fn set_security_headers(response: &mut Response) {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

// --- Bodies --------------------------------------------------------------------------------------

/// The maximum length of a question, in bytes.
pub const MAX_QUESTION_BYTES: usize = 64 << 10;

/// The maximum length of a checked file, in bytes: many times the largest published certificate.
/// `solve check` takes any.
pub const MAX_FILE_BYTES: usize = 4 << 20;

/// The time limit for the arrival of a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// Reads a body of limited length.
///
/// # Errors
/// It is too long, takes too long, or breaks off.
pub async fn body(body: Body, limit: usize) -> Result<Vec<u8>, Refusal> {
    let read = timeout(BODY_TIMEOUT, read_all(body, limit)).await;
    read.unwrap_or_else(|_| {
        let error = format!("the body did not arrive within {} seconds", BODY_TIMEOUT.as_secs());
        Err(Refusal::of(StatusCode::REQUEST_TIMEOUT, error))
    })
}

async fn read_all(mut body: Body, limit: usize) -> Result<Vec<u8>, Refusal> {
    let too_long = || {
        let error = format!("the body is too long, expected at most {limit} bytes");
        Refusal::of(StatusCode::PAYLOAD_TOO_LARGE, error)
    };
    if body.size_hint().lower() > limit as u64 {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|error| Refusal::bad(format!("the body breaks off: {error}")))?;
        let data: Bytes = frame.into_data().unwrap_or_default();
        if bytes.len() + data.len() > limit {
            return Err(too_long());
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(guard: OriginGuard, method: Method, path: &str, headers: &[(&str, &str)]) -> u16 {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let refused = guard.check(&request.body(()).unwrap()).err();
        refused.map_or(200, |refused| axum::response::IntoResponse::into_response(refused).status().as_u16())
    }

    #[test]
    fn only_names_of_this_machine_with_the_port_are_hosts() {
        let here = OriginGuard { port: 5000, remote: false };
        let host = |guard, host: &str| status(guard, Method::GET, "/", &[("host", host)]);
        for ours in ["localhost:5000", "LOCALHOST:5000", "127.0.0.1:5000", "[::1]:5000", "127.1.2.3:5000"] {
            assert_eq!(host(here, ours), 200, "{ours}");
        }
        for foreign in [
            "",
            "localhost",
            "localhost:5001",
            "evil.example:5000",
            "localhost.evil.example:5000",
            "127.0.0.1.evil.example:5000",
            "evil@localhost:5000",
            "192.168.0.7:5000",
            "0.0.0.0:5000",
            "localhost:5000, evil.example",
            "[::1:5000",
        ] {
            assert_eq!(host(here, foreign), 421, "{foreign}");
        }
        assert_eq!(status(here, Method::GET, "/", &[]), 421);
        assert_eq!(status(here, Method::GET, "/", &[("host", "localhost:5000"), ("host", "evil:5000")]), 400);
        assert_eq!(status(here, Method::GET, "http://evil:5000/", &[("host", "localhost:5000")]), 421);
        let open = OriginGuard { port: 5000, remote: true };
        assert_eq!([host(open, "192.168.0.7:5000"), host(open, "evil.example:5000")], [200, 421]);
        assert_eq!(host(OriginGuard { port: 80, remote: false }, "localhost"), 200);
    }

    #[test]
    fn another_site_may_link_to_the_page_and_not_ask() {
        let guard = OriginGuard { port: 5000, remote: false };
        let asked = |method, path, name, value| {
            status(guard, method, path, &[("host", "localhost:5000"), (name, value)])
        };
        for origin in
            ["http://evil.example", "null", "https://localhost:5000", "http://localhost:5001", "file://"]
        {
            assert_eq!(asked(Method::POST, "/api/look", "origin", origin), 403, "{origin}");
            assert_eq!(asked(Method::GET, "/api/solve", "origin", origin), 403, "{origin}");
        }
        assert_eq!(asked(Method::POST, "/api/look", "origin", "http://localhost:5000"), 200);
        for site in ["cross-site", "same-site"] {
            assert_eq!(asked(Method::GET, "/api/solve", "sec-fetch-site", site), 403);
            assert_eq!(asked(Method::GET, "/", "sec-fetch-site", site), 200);
        }
        assert_eq!(asked(Method::GET, "/api/solve", "sec-fetch-site", "same-origin"), 200);
    }

    #[test]
    fn an_address_may_not_be_of_any_length() {
        let guard = OriginGuard { port: 5000, remote: false };
        let long = format!("/api/solve?q={}", "x".repeat(MAX_TARGET_BYTES));
        assert_eq!(status(guard, Method::GET, &long, &[("host", "localhost:5000")]), 414);
    }
}
