//! A small client, and the program that it talks to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::program::command;

/// How long anything may take before a test gives up.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The program, serving at a port of its own until it is dropped.
pub struct Served {
    child: Option<Child>,
    pub port: u16,
}

impl Served {
    /// Starts the program with these arguments besides.
    pub fn with(arguments: &[&str]) -> Served {
        Served::started(command(&[&["serve", "--port", "0"], arguments].concat()))
    }

    /// Starts a command that serves.
    pub fn started(mut command: Command) -> Served {
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim_end().strip_prefix("Open http://127.0.0.1:");
        let port = port.and_then(|rest| rest.strip_suffix("/ (Ctrl-C ends)"));
        let port = port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("an address: {line:?}"));
        Served { child: Some(child), port }
    }

    pub fn start() -> Served {
        Served::with(&[])
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The head of a request, without an empty line, with the host that it should have.
    pub fn head(&self, method: &str, path: &str) -> String {
        format!("{method} {path} HTTP/1.1\r\nHost: localhost:{}\r\nConnection: close\r\n", self.port)
    }

    /// Sends bytes, and reads the response.
    pub fn send(&self, bytes: &[u8]) -> Response {
        let mut stream = self.connect();
        // A server that refuses a long request need not read all of it.
        let _ = stream.write_all(bytes);
        Response::read(stream)
    }

    pub fn get(&self, path: &str) -> Response {
        self.send(format!("{}\r\n", self.head("GET", path)).as_bytes())
    }

    pub fn post(&self, path: &str, body: &[u8]) -> Response {
        let head = format!("{}Content-Length: {}\r\n\r\n", self.head("POST", path), body.len());
        self.send(&[head.as_bytes(), body].concat())
    }

    pub fn post_json(&self, path: &str, body: &Value) -> Response {
        self.post(path, body.to_string().as_bytes())
    }

    /// The path of a question.
    pub fn path_of(question: &Value) -> String {
        format!("/api/solve?q={}", encoded(&question.to_string()))
    }

    /// The events of a question.
    pub fn events(&self, question: &Value) -> Vec<(String, Value)> {
        self.events_at(&Served::path_of(question))
    }

    /// The events of a path.
    pub fn events_at(&self, path: &str) -> Vec<(String, Value)> {
        let response = self.get(path);
        assert_eq!((response.status, response.header("content-type")), (200, Some("text/event-stream")));
        response.events()
    }

    /// The answer to a question.
    pub fn answer(&self, question: &Value) -> Value {
        let (name, data) = self.events(question).pop().unwrap();
        assert_eq!(name, "answer", "{data}");
        data
    }

    /// A question whose answer is not waited for.
    pub fn ask(&self, question: &Value) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(format!("{}\r\n", self.head("GET", &Served::path_of(question))).as_bytes()).unwrap();
        stream
    }

    /// How many questions are worked on, and how many wait.
    pub fn counts(&self) -> (u64, u64) {
        let health = self.get("/api/health").json();
        (health["running"].as_u64().unwrap(), health["waiting"].as_u64().unwrap())
    }

    /// Waits until `counts` are the numbers of questions worked on and waiting; says how long that took.
    pub fn until(&self, counts: (u64, u64)) -> Duration {
        let started = Instant::now();
        while self.counts() != counts {
            assert!(started.elapsed() < PATIENCE, "{:?}, expected {counts:?}", self.counts());
            sleep(Duration::from_millis(20));
        }
        started.elapsed()
    }

    pub fn id(&self) -> u32 {
        self.child.as_ref().unwrap().id()
    }

    /// Sends a signal, and waits for the end.
    #[cfg(unix)]
    pub fn end(mut self, signal: &str) -> Output {
        let child = self.child.take().unwrap();
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        child.wait_with_output().unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A response, read to the end of its connection.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    head: String,
    pub body: Vec<u8>,
}

impl Response {
    pub fn read(mut stream: TcpStream) -> Response {
        let mut bytes = Vec::new();
        // A connection that is reset has sent what there is.
        let _ = stream.read_to_end(&mut bytes);
        Response::of(&bytes)
    }

    /// A response from its bytes; status 0 if there is none.
    pub fn of(bytes: &[u8]) -> Response {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let Some(end) = end else { return Response { status: 0, head: String::new(), body: bytes.to_vec() } };
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
        let mut response = Response { status, head, body: bytes[end + 4..].to_vec() };
        if response.header("transfer-encoding") == Some("chunked") {
            response.body = dechunked(&response.body);
        }
        response
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let fields = self.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        fields.into_iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), Some("application/json"), "{self:?}");
        serde_json::from_slice(&self.body).unwrap()
    }

    /// The line of an error.
    pub fn error(&self) -> String {
        let record = self.json();
        let error = record["error"].as_str().unwrap().to_string();
        assert!(record["schema"] == 1 && error.lines().count() == 1, "{record}");
        error
    }

    pub fn events(&self) -> Vec<(String, Value)> {
        let text = self.text();
        let event = |event: &str| {
            let (name, data) = event.split_once('\n').unwrap();
            let data = serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
            (name.strip_prefix("event: ").unwrap().to_string(), data)
        };
        text.split("\n\n").filter(|text| !text.is_empty()).map(event).collect()
    }
}

/// A text as it stands in the query of an address.
pub fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// The data of chunks, as far as they are there.
fn dechunked(mut rest: &[u8]) -> Vec<u8> {
    let mut data = Vec::new();
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(str::from_utf8(&rest[..end]).unwrap(), 16).unwrap();
        let chunk = &rest[end + 2..];
        if size == 0 || chunk.len() < size + 2 {
            break;
        }
        data.extend_from_slice(&chunk[..size]);
        rest = &chunk[size + 2..];
    }
    data
}
