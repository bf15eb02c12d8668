//! The lines as they come in. They are read on a thread of their own, so that a command that takes long can be cut short.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use super::protocol::{Line, read_line};

/// What the threads tell.
enum Message {
    Line(Line),
    /// There are no more lines.
    End,
    /// Something has been found by the work in hand.
    News,
}

/// What came while something was worked on.
pub enum Came {
    /// The comment `# interrupt`.
    Interrupt,
    /// Another line, or the end of the input. It waits until it is asked for.
    Line,
    /// Nothing from outside.
    Nothing,
}

/// The lines as they come in.
pub struct Input {
    messages: Receiver<Message>,
    sender: Sender<Message>,
    waiting: VecDeque<Line>,
    ended: bool,
}

/// Tells an input that the work in hand has found something.
#[derive(Clone)]
pub struct Bell(Sender<Message>);

impl Bell {
    /// Rings.
    pub fn ring(&self) {
        // Who would listen may have gone.
        let _ = self.0.send(Message::News);
    }
}

impl Input {
    /// Reads lines from `reader`. An error of it is the end of the input.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn new(reader: impl Read + Send + 'static) -> io::Result<Input> {
        let (sender, messages) = channel();
        let lines = sender.clone();
        thread::Builder::new().name("input".to_string()).spawn(move || {
            let mut reader = BufReader::new(reader);
            while let Ok(Some(line)) = read_line(&mut reader) {
                if lines.send(Message::Line(line)).is_err() {
                    return;
                }
            }
            let _ = lines.send(Message::End);
        })?;
        Ok(Input { messages, sender, waiting: VecDeque::new(), ended: false })
    }

    /// The next line; `None` at the end of the input.
    pub fn next_line(&mut self) -> Option<Line> {
        loop {
            if let Some(line) = self.waiting.pop_front() {
                return Some(line);
            }
            if self.ended {
                return None;
            }
            match self.messages.recv() {
                Ok(Message::Line(line)) => return Some(line),
                Ok(Message::News) => {}
                Ok(Message::End) | Err(_) => self.ended = true,
            }
        }
    }

    /// Waits until something comes in or is found, or the time is over.
    pub fn wait(&mut self, time: Duration) -> Came {
        match self.messages.recv_timeout(time) {
            Ok(Message::Line(Line::Interrupt)) => Came::Interrupt,
            Ok(Message::Line(line)) => {
                self.waiting.push_back(line);
                Came::Line
            }
            Ok(Message::End) | Err(RecvTimeoutError::Disconnected) => {
                self.ended = true;
                Came::Line
            }
            Ok(Message::News) | Err(RecvTimeoutError::Timeout) => Came::Nothing,
        }
    }

    /// Whether there is a line that nobody has asked for, or none will come.
    pub fn has_line(&self) -> bool {
        self.ended || !self.waiting.is_empty()
    }

    /// What the work in hand rings when it has found something.
    pub fn bell(&self) -> Bell {
        Bell(self.sender.clone())
    }
}
