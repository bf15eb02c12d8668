//! A session with the program: one command, one reply.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::common::program::command;

/// Longer than any reply takes, so that a test that waits in vain ends.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Session {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    number: usize,
}

impl Session {
    /// A session in the folder of the suites.
    pub fn new(arguments: &[&str]) -> Session {
        let mut program = command(&[&["gtp"], arguments].concat());
        program.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp")).stdin(Stdio::piped());
        let mut child = program.spawn().expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("it has an output"));
        Session { child, input, lines: lines(output), number: 0 }
    }

    pub fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    pub fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the program writes a line")
    }

    /// The lines of a reply, up to the empty one.
    pub fn reply(&self) -> Vec<String> {
        let mut reply = Vec::new();
        loop {
            match self.line() {
                line if line.is_empty() => return reply,
                line => reply.push(line),
            }
        }
    }

    /// What a command replies, or why it failed. Its id comes back.
    pub fn ask(&mut self, command: &str) -> Result<String, String> {
        self.number += 1;
        let number = self.number;
        self.send(format!("{number} {command}\n").as_bytes());
        let reply = self.reply().join("\n");
        let said =
            |sign: char| reply.strip_prefix(&format!("{sign}{number}")).map(|rest| rest.trim().to_string());
        said('=').map(Ok).or_else(|| said('?').map(Err)).unwrap_or_else(|| panic!("{command}: {reply:?}"))
    }

    pub fn ok(&mut self, command: &str) -> String {
        self.ask(command).unwrap_or_else(|why| panic!("{command}: {why}"))
    }

    /// Closes the input. Returns the exit status and what was said on standard error.
    pub fn end(mut self) -> (Option<i32>, String) {
        drop(self.input.take());
        let mut errors = String::new();
        let mut stderr = self.child.stderr.take().expect("it has an output for errors");
        stderr.read_to_string(&mut errors).expect("errors are UTF-8");
        (self.child.wait().expect("the program ends").code(), errors)
    }
}

fn lines(output: ChildStdout) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}
