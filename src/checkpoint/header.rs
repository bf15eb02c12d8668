//! Whose work a checkpoint has, as lines of text: `head` shows them.

use std::io::{self, BufRead, ErrorKind, Read};

/// The first line.
const FORMAT: &str = "superko checkpoint 1";

/// The most bytes of a header that is read.
const MOST_BYTES: u64 = 1 << 16;

/// What a checkpoint says of itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Header {
    /// Of what it is, in the order in which a difference is told: what each line is about, and what it says. Work goes on
    /// from a checkpoint only where all of them agree.
    pub of: Vec<(&'static str, String)>,
    /// The nodes spent on it, by all runs.
    pub nodes: u64,
    /// The seconds, likewise.
    pub seconds: f64,
}

impl Header {
    /// The lines.
    pub fn text(&self) -> String {
        let lines: String = self.of.iter().map(|(name, what)| format!("{name}: {what}\n")).collect();
        format!("{FORMAT}\n{lines}nodes: {}\nseconds: {:.3}\n\n", self.nodes, self.seconds)
    }

    /// Reads lines up to the empty one, and returns them with the header, which is of the same as `self`.
    ///
    /// # Errors
    /// The error of the input, or what is wrong with the lines, or of what else they are.
    pub fn read(&self, from: &mut impl BufRead) -> io::Result<(Header, String)> {
        let wrong = |what: String| io::Error::new(ErrorKind::InvalidData, what);
        let (mut text, mut from) = (String::new(), from.take(MOST_BYTES));
        let mut line = |text: &mut String| {
            let start = text.len();
            match from.read_line(text) {
                Ok(1..) if text.ends_with('\n') => Ok(text[start..text.len() - 1].to_string()),
                read => Err(read.err()),
            }
        };
        let torn = |error: Option<io::Error>| match error {
            Some(error) if error.kind() != ErrorKind::InvalidData => error,
            _ => wrong("the file is torn, or no checkpoint".to_string()),
        };
        let format = line(&mut text).map_err(torn)?;
        if format != FORMAT {
            return Err(wrong(match format.starts_with("superko checkpoint ") {
                true => {
                    format!("the checkpoint is of another version, expected {FORMAT:?} in its first line")
                }
                false => "the file is no checkpoint".to_string(),
            }));
        }
        let mut value = |text: &mut String, name: &str| {
            let line = line(text).map_err(torn)?;
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(": ")).map(str::to_string);
            value.ok_or_else(|| wrong(format!("the checkpoint does not say its {name} where it should")))
        };
        for (name, what) in &self.of {
            let found = value(&mut text, name)?;
            if found != *what {
                return Err(wrong(format!("the checkpoint is of {name} {found}, expected {what}")));
            }
        }
        let number = |what: &str| wrong(format!("the checkpoint says its {what} in another way"));
        let nodes = value(&mut text, "nodes")?.parse().map_err(|_| number("nodes"))?;
        let seconds = value(&mut text, "seconds")?.parse().map_err(|_| number("seconds"))?;
        match line(&mut text).map_err(torn)?.as_str() {
            "" => Ok((Header { of: self.of.clone(), nodes, seconds }, text)),
            more => Err(wrong(format!("the checkpoint is of {more}, expected nothing of that"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> Header {
        let of = [("work", "solve"), ("version", "1"), ("board", "2x3"), ("rules", "psk")];
        Header { of: of.map(|(name, what)| (name, what.to_string())).to_vec(), nodes: 12, seconds: 0.5 }
    }

    fn refused(of: &Header, text: &str) -> String {
        of.read(&mut text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn a_header_is_read_as_it_was_written_and_one_of_other_work_is_refused() {
        let (header, text) = (header(), header().text());
        let mut file = [&text, "behind"].concat().into_bytes();
        let mut rest = &file[..];
        assert_eq!(header.read(&mut rest).unwrap(), (header.clone(), text.clone()));
        assert_eq!(rest, b"behind");
        for length in 0..text.len() {
            assert!(refused(&header, &text[..length]).contains("torn"), "{length}");
        }
        for (from, to, said) in [
            ("solve", "prove", "the checkpoint is of work prove, expected solve"),
            ("version: 1", "version: 0", "of version 0, expected 1"),
            ("2x3", "3x2", "of board 3x2, expected 2x3"),
            ("psk", "ssk", "of rules ssk, expected psk"),
            ("superko checkpoint 1", "superko checkpoint 2", "another version"),
            ("superko checkpoint 1", "superko", "the file is no checkpoint"),
            ("board", "size", "does not say its board where it should"),
            ("12", "-12", "says its nodes in another way"),
            ("0.500\n", "0.500\nclaim: >= 1\n", "of claim: >= 1, expected nothing of that"),
        ] {
            let said_of = refused(&header, &text.replacen(from, to, 1));
            assert!(said_of.contains(said), "{said_of} lacks {said}");
        }
        file[3] = 0xff;
        assert!(header.read(&mut &file[..]).is_err());
    }
}
