//! Lines, comments, ids and replies: sections 2.3 to 2.7 of the specification.

use std::io::{self, BufRead, Read, Write};

/// What a command replies: a text, which may have several lines, or why it failed, in one line.
pub type Reply = Result<String, String>;

/// The longest line, in bytes. A longer one is read to its end and refused.
const LONGEST: usize = 1 << 16;

/// What a line of input is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// Nothing, or a comment.
    Blank,
    /// The comment `# interrupt`, by which GoGui asks to cut a command short.
    Interrupt,
    /// A command.
    Command(Command),
    /// A line that cannot be a command: its id, and why.
    Wrong(String, String),
}

/// A command with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The digits that stand before the command, or nothing.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What stands behind the name.
    pub arguments: Vec<String>,
}

/// Reads a line; `None` at the end of the input.
///
/// # Errors
/// The input cannot be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST as u64).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let too_long = bytes.len() == LONGEST && bytes.last() != Some(&b'\n');
    if too_long {
        input.skip_until(b'\n')?;
    }
    Ok(Some(parse(&bytes, too_long)))
}

/// Understands a line of at most [`LONGEST`] bytes.
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
        return Line::Wrong(id, format!("the line is too long, expected at most {LONGEST} bytes"));
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

/// Where replies go. Each is flushed when it is complete, and lines of an analysis one by one.
pub struct Output<'w> {
    writer: &'w mut dyn Write,
    id: String,
    /// Whether lines of the reply in hand have been written.
    begun: bool,
    /// What has kept one of them from being written.
    failed: Option<io::Error>,
}

impl<'w> Output<'w> {
    /// Writes to `writer`.
    pub fn new(writer: &'w mut dyn Write) -> Output<'w> {
        Output { writer, id: String::new(), begun: false, failed: None }
    }

    /// What comes next answers the command of this id.
    pub fn answer(&mut self, id: &str) {
        self.id = id.to_string();
        self.begun = false;
    }

    /// Begins a reply of which lines will be written while the command is worked on.
    pub fn begin(&mut self) {
        self.begun = true;
        self.line(&format!("={}", self.id));
    }

    /// Writes a line of a reply that has begun. If it cannot be written, the end of the reply says so.
    pub fn line(&mut self, text: &str) {
        let written = writeln!(self.writer, "{text}").and_then(|()| self.writer.flush());
        self.failed = self.failed.take().or(written.err());
    }

    /// Ends a reply. It has no empty line in it, as that would end it early.
    ///
    /// # Errors
    /// It cannot be written.
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

/// The most characters of a failure.
const MOST_LETTERS: usize = 400;

/// A text in one line of moderate length.
fn one_line(text: &str) -> String {
    let mut line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if let Some((end, _)) = line.char_indices().nth(MOST_LETTERS) {
        line.truncate(end);
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
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
