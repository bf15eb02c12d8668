//! Lines, comments, ids and replies: sections 2.3 to 2.7 of the specification.
//!
//! Then the lines as they come in while something else is worked on, and colours, points, numbers
//! and scores as the protocol writes them.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use num_rational::Ratio;

use superko_go::Player;
use superko_go::bits::PointSet;
use superko_go::board::Board;
use superko_go::notation::parse_move;
use superko_go::player::Move;
use superko_rules::Points;

/// Reply to a command: a text of any number of lines, or an error in one line.
pub type Reply = Result<String, String>;

/// Maximum length of a line. A longer one is read to its end and refused.
const MAX_LINE_BYTES: usize = 1 << 16;

/// Line of input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    Blank,
    /// The comment `# interrupt`, by which GoGui asks to cut a command short.
    Interrupt,
    /// Command of the protocol.
    Command(Command),
    /// A line that cannot be a command: its id, and the error.
    Wrong(String, String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// Digits before the command, or nothing.
    pub id: String,
    /// Name of the command.
    pub name: String,
    pub arguments: Vec<String>,
}

/// Reads a line; `None` at the end of the input.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(MAX_LINE_BYTES as u64).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let too_long = bytes.len() == MAX_LINE_BYTES && bytes.last() != Some(&b'\n');
    if too_long {
        input.skip_until(b'\n')?;
    }
    Ok(Some(parse(&bytes, too_long)))
}

/// Parses a line of at most [`MAX_LINE_BYTES`].
fn parse(bytes: &[u8], too_long: bool) -> Line {
    let hash = bytes.iter().position(|byte| *byte == b'#');
    let (before, comment) = bytes.split_at(hash.unwrap_or(bytes.len()));
    // White space is what separates words; other control characters are as if they were not there.
    let kept = before.iter().filter(|byte| !byte.is_ascii_control() || **byte == b'\t');
    let kept: Vec<u8> = kept.copied().collect();
    let text = String::from_utf8_lossy(&kept);
    let mut words = text.split_whitespace().map(str::to_string).peekable();
    let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or_default();
    if too_long {
        return Line::Wrong(id, format!("the line is too long, expected at most {MAX_LINE_BYTES} bytes"));
    }
    if str::from_utf8(&kept).is_err() {
        return Line::Wrong(id, "the line is not UTF-8".to_string());
    }
    match words.next() {
        Some(name) => Line::Command(Command { id, name, arguments: words.collect() }),
        None if !id.is_empty() => Line::Wrong(id, "the command is missing".to_string()),
        None if comment.trim_ascii() == b"# interrupt" => Line::Interrupt,
        None => Line::Blank,
    }
}

/// Output for replies. Each is flushed when it is complete, and lines of an analysis one by one.
pub struct Output<'w> {
    writer: &'w mut dyn Write,
    id: String,
    /// Whether lines of the current reply have been written.
    begun: bool,
    /// Error of writing one of them.
    failed: Option<io::Error>,
}

impl<'w> Output<'w> {
    pub fn new(writer: &'w mut dyn Write) -> Output<'w> {
        Output { writer, id: String::new(), begun: false, failed: None }
    }

    /// Sets the id of the command that is answered next.
    pub fn answer(&mut self, id: &str) {
        self.id = id.to_string();
        self.begun = false;
    }

    /// Begins a reply whose lines are written while the command runs.
    pub fn begin(&mut self) {
        self.begun = true;
        self.line(&format!("={}", self.id));
    }

    /// Writes a line of a reply that has begun. An error is returned at the end of the reply.
    pub fn line(&mut self, text: &str) {
        let written = writeln!(self.writer, "{text}").and_then(|()| self.writer.flush());
        self.failed = self.failed.take().or(written.err());
    }

    /// Ends a reply, which has no empty line in it, as that would end it early.
    pub fn end(&mut self, reply: &Reply) -> io::Result<()> {
        let lines = |text: &str| {
            let shown = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
            shown.collect::<Vec<_>>().join("\n")
        };
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        match (reply, self.begun) {
            (Ok(text), true) if text.is_empty() => writeln!(self.writer)?,
            (Ok(text), true) => writeln!(self.writer, "{}\n", lines(text))?,
            (Ok(text), false) => {
                writeln!(self.writer, "{}\n", format!("={} {}", self.id, lines(text)).trim_end())?
            }
            // A reply that has begun as a success cannot become a failure any more.
            (Err(_), true) => writeln!(self.writer)?,
            (Err(why), false) => writeln!(self.writer, "?{} {}\n", self.id, one_line(why))?,
        }
        self.writer.flush()
    }
}

/// Maximum length of an error.
const MAX_FAILURE_CHARS: usize = 400;

/// Text in one line of moderate length.
fn one_line(text: &str) -> String {
    let mut line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if let Some((end, _)) = line.char_indices().nth(MAX_FAILURE_CHARS) {
        line.truncate(end);
        line.push('…');
    }
    line
}

// --- The lines as they come in ---
//
// The lines as they come in. They are read on a thread of their own, so that a command that takes
// long can be cut short.

/// Message of a thread to the input.
enum Message {
    Line(Line),
    End,
    /// The current work has a result.
    Update,
}

/// Input that came while a command ran.
pub enum Incoming {
    /// The comment `# interrupt`.
    Interrupt,
    /// Another line, or the end of the input. It waits until it is read.
    Line,
    Nothing,
}

/// Queue of lines as they come in.
pub struct Input {
    messages: Receiver<Message>,
    sender: Sender<Message>,
    waiting: VecDeque<Line>,
    ended: bool,
}

/// Notifies an input of a result of the current work.
#[derive(Clone)]
pub struct Notifier(Sender<Message>);

impl Notifier {
    pub fn notify(&self) {
        // The receiver may have gone.
        let _ = self.0.send(Message::Update);
    }
}

impl Input {
    /// Reads lines from `reader`. An error of it is the end of the input.
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

    /// Next line; `None` at the end of the input.
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
                Ok(Message::Update) => {}
                Ok(Message::End) | Err(_) => self.ended = true,
            }
        }
    }

    /// Waits until a line or a notification comes in, or the time is over.
    pub fn wait(&mut self, time: Duration) -> Incoming {
        match self.messages.recv_timeout(time) {
            Ok(Message::Line(Line::Interrupt)) => Incoming::Interrupt,
            Ok(Message::Line(line)) => {
                self.waiting.push_back(line);
                Incoming::Line
            }
            Ok(Message::End) | Err(RecvTimeoutError::Disconnected) => {
                self.ended = true;
                Incoming::Line
            }
            Ok(Message::Update) | Err(RecvTimeoutError::Timeout) => Incoming::Nothing,
        }
    }

    /// Whether a line waits, or none will come.
    pub fn has_line(&self) -> bool {
        self.ended || !self.waiting.is_empty()
    }

    pub fn notifier(&self) -> Notifier {
        Notifier(self.sender.clone())
    }
}

// --- Colours, points, numbers and scores as the protocol writes them ---

/// Error of a colour or a point.
const NO_VERTEX: &str = "invalid color or coordinate";

/// Score or komi, exactly.
pub type Exact = Ratio<i64>;

pub fn exact(points: Points) -> Exact {
    Exact::new(i64::from(*points.numer()), i64::from(*points.denom()))
}

pub fn colour(text: &str) -> Result<Player, String> {
    let is = |names: [&str; 2]| names.iter().any(|name| text.eq_ignore_ascii_case(name));
    match text {
        _ if is(["b", "black"]) => Ok(Player::Black),
        _ if is(["w", "white"]) => Ok(Player::White),
        _ => Err(NO_VERTEX.to_string()),
    }
}

/// Parses a move: a point, `pass`, or a word of the rulesets that have other moves.
pub fn vertex<S: PointSet>(board: &Board<S>, text: &str) -> Result<Move<S::Point>, String> {
    parse_move(board, text).map_err(|error| format!("{NO_VERTEX}: {error}"))
}

pub fn point<S: PointSet>(board: &Board<S>, text: &str) -> Result<S::Point, String> {
    vertex(board, text)?.placed().ok_or_else(|| NO_VERTEX.to_string())
}

/// Parses a decimal number exactly, with at most three digits after the point.
pub fn decimal(text: &str) -> Option<Exact> {
    let (negative, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) => (text.starts_with('-'), digits),
        None => (false, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let part = part.trim_end_matches('0');
    let all = format!("{whole}{part}");
    let numbers = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if !numbers || digits.trim_matches('.').is_empty() || whole.len() > 6 || part.len() > 3 {
        return None;
    }
    let number = Exact::new(all.parse().ok()?, 10_i64.pow(part.len() as u32));
    Some(if negative { -number } else { number })
}

/// Number in decimals, rounded to four digits after the point.
pub fn in_decimals(number: Exact) -> String {
    if number.is_integer() {
        return number.to_string();
    }
    let text = format!("{:.4}", *number.numer() as f64 / *number.denom() as f64);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// A score as `final_score` has it: `B+3.5`, `W+2`, `0`.
pub fn score(number: Exact) -> String {
    let zero = Exact::from_integer(0);
    match number.cmp(&zero) {
        std::cmp::Ordering::Equal => "0".to_string(),
        std::cmp::Ordering::Greater => format!("B+{}", in_decimals(number)),
        std::cmp::Ordering::Less => format!("W+{}", in_decimals(-number)),
    }
}

/// The single argument of a command.
pub fn single_argument<'a>(arguments: &'a [String], expected: &str) -> Result<&'a str, String> {
    match arguments {
        [argument] => Ok(argument),
        _ => Err(format!("expected {expected}")),
    }
}

#[cfg(test)]
mod protocol_tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        let mut input = bytes;
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    fn command(id: &str, words: &[&str]) -> Line {
        let mut words = words.iter().map(|word| word.to_string());
        Line::Command(Command { id: id.into(), name: words.next().unwrap(), arguments: words.collect() })
    }

    #[test]
    fn lines_have_ids_comments_and_control_characters() {
        assert_eq!(lines(b"name\n"), [command("", &["name"])]);
        assert_eq!(lines(b"12 play\tb  A1 # a stone\r\n"), [command("12", &["play", "b", "A1"])]);
        assert_eq!(lines(b"na\x00me\x07\n"), [command("", &["name"])]);
        assert_eq!(lines(b"quit"), [command("", &["quit"])]);
        assert_eq!(lines(b"\n  \n# \xff\n"), [Line::Blank, Line::Blank, Line::Blank]);
        assert_eq!(lines(b"# interrupt\n"), [Line::Interrupt]);
        assert_eq!(lines(b"007\n"), [Line::Wrong("007".into(), "the command is missing".into())]);
    }

    #[test]
    fn a_line_that_cannot_be_a_command_is_one_line_that_is_wrong() {
        assert_eq!(lines(b"3 na\xffme\nname\n").len(), 2);
        assert!(
            matches!(&lines(b"3 na\xffme\n")[0], Line::Wrong(id, why) if id == "3" && why.contains("UTF-8"))
        );
        let mut long = b"7 play b ".to_vec();
        long.resize(1 << 20, b'A');
        long.extend(b"\nname\n");
        let read = lines(&long);
        assert!(matches!(&read[0], Line::Wrong(id, why) if id == "7" && why.contains("65536")), "{read:?}");
        assert_eq!(read[1..], [command("", &["name"])]);
    }

    fn written(id: &str, reply: Reply) -> String {
        let mut bytes = Vec::new();
        let mut output = Output::new(&mut bytes);
        output.answer(id);
        output.end(&reply).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn replies_end_with_an_empty_line_and_have_no_other() {
        assert_eq!(written("", Ok(String::new())), "=\n\n");
        assert_eq!(written("5", Ok("a \n\n b".into())), "=5 a\n b\n\n");
        assert_eq!(written("5", Err("un\nknown".into())), "?5 un known\n\n");
        assert!(written("", Err("x".repeat(10_000))).len() < 500);
    }

    proptest! {
        #[test]
        fn any_bytes_are_lines(bytes: Vec<u8>) {
            let newlines = bytes.iter().filter(|byte| **byte == b'\n').count();
            let open = usize::from(bytes.last().is_some_and(|byte| *byte != b'\n'));
            prop_assert_eq!(lines(&bytes).len(), newlines + open);
        }
    }
}

#[cfg(test)]
mod words_tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn decimals_are_read_and_written_exactly() {
        for (text, numer, denom) in
            [("6.5", 13, 2), ("-0.25", -1, 4), ("+7", 7, 1), ("0.0000", 0, 1), (".5", 1, 2), ("7.", 7, 1)]
        {
            assert_eq!(decimal(text), Some(Exact::new(numer, denom)), "{text}");
        }
        for text in ["", ".", "-", "1e1", "nan", "inf", "1.2345", "1..2", "--1", "9999999", "0x1", "²"] {
            assert_eq!(decimal(text), None, "{text}");
        }
        let scores = [(7, 2), (-2, 1), (0, 1), (1, 3), (-2, 3)].map(|(a, b)| score(Exact::new(a, b)));
        assert_eq!(scores, ["B+3.5", "W+2", "0", "B+0.3333", "W+0.6667"]);
    }

    proptest! {
        #[test]
        fn any_text_is_a_number_or_none(text in "\\PC{0,12}") {
            let _ = decimal(&text);
        }

        #[test]
        fn a_number_is_read_as_it_is_written(thousandths in -9_999_999_i64..9_999_999) {
            let number = Exact::new(thousandths, 1000);
            prop_assert_eq!(decimal(&in_decimals(number)), Some(number));
        }
    }
}
