//! The grammar of FF\[4\]: the bytes of a game, cut into letters in one way, become nodes whose values are places in
//! the file.
//!
//! Read as the specification says, and more than it allows where files do so: text before, between and behind the
//! games, small letters in names (FF\[3\] wrote `AddBlack` for `AB`), a property that comes twice in a node (its
//! values are put together). Properties that nobody knows are kept. Nothing recurses, so a file may nest as deep as
//! it has nodes.

use std::ops::Range;

use super::encoding::{ESCAPE, Letters};
use super::error::{SgfError, quoted};
use super::text::simple_text;
use super::tree::Place;

/// The most nodes that a file may have.
pub const MOST_NODES: usize = 1_000_000;
/// The most properties that a node may have.
pub const MOST_PROPERTIES: usize = 1_000;

/// A node whose values are places in the file.
pub struct RawNode {
    pub properties: Vec<RawProperty>,
    pub parent: Option<usize>,
    pub place: Place,
}

/// A property whose values are places in the file.
pub struct RawProperty {
    pub name: String,
    pub values: Vec<Range<usize>>,
    pub place: Place,
}

/// A game as it is read when its bytes are cut into letters in one way.
pub struct Reading<'a> {
    pub letters: Letters,
    /// The first value of `CA` in the root, if it has been read.
    pub said: Option<String>,
    /// Why the rest cannot be read.
    pub wrong: Option<SgfError>,
    /// The nodes.
    pub nodes: Vec<RawNode>,
    /// The reader behind the game, or where it is wrong.
    pub reader: Reader<'a>,
}

/// A place in the bytes of a file, and how they are cut into letters.
#[derive(Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    letters: Letters,
    pub at: usize,
    /// The place of `at`.
    pub place: Place,
    /// The nodes so far, of all games.
    pub nodes: usize,
}

impl<'a> Reader<'a> {
    /// The beginning of a file.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, letters: Letters::One, at: 0, place: Place { line: 1, column: 1 }, nodes: 0 }
    }

    /// The bytes from here on.
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        let next = self.peek();
        // Of a line break of two bytes the second counts.
        if byte == b'\n' || (byte == b'\r' && next != Some(b'\n')) {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else if !next
            .is_some_and(|next| matches!(next, 0x80..=0xbf) && self.letters == Letters::One && byte >= 0x80)
        {
            // The bytes of a letter of UTF-8 are one column; in Latin-1 letters behind one another may be too few.
            self.place.column += 1;
        }
        Some(byte)
    }

    /// Goes past a letter and returns its first byte; `None` at the end of the file.
    fn letter(&mut self) -> Result<Option<u8>, SgfError> {
        if self.letters == Letters::One {
            return Ok(self.next());
        }
        let Some(byte) = self.peek() else { return Ok(None) };
        match self.letters.first(&self.bytes[self.at..]) {
            Some(1) => Ok(self.next()),
            Some(length) => {
                self.at += length;
                self.place.column += length.min(2) / 2;
                Ok(Some(byte))
            }
            None => Err(SgfError::at(
                self.place,
                format!("encoding: the bytes from 0x{byte:02x} on are no letter of {}", self.letters.named()),
            )),
        }
    }

    fn skip_white_space(&mut self) {
        while self.peek().is_some_and(is_white_space) {
            self.next();
        }
    }

    fn error<T>(&self, what: impl Into<String>) -> Result<T, SgfError> {
        Err(SgfError::at(self.place, what))
    }

    /// Goes to the next `(` with a `;` behind it, past whatever stands before, and says whether there is one.
    pub fn skip_to_a_game(&mut self) -> bool {
        while let Some(byte) = self.peek() {
            if byte == b'(' {
                let behind = self.bytes[self.at + 1..].iter().copied().find(|byte| !is_white_space(*byte));
                if behind == Some(b';') {
                    return true;
                }
            }
            // A mail in Japanese may have these bytes in its letters.
            let run = (byte == ESCAPE).then(|| Letters::Iso2022Jp.first(self.rest())).flatten();
            for _ in 0..run.unwrap_or(1) {
                self.next();
            }
        }
        false
    }

    /// Reads the game that begins here with its bytes cut into such letters.
    pub fn reading(&self, letters: Letters) -> Reading<'a> {
        let reader = Reader { letters, ..self.clone() };
        let mut reading = Reading { letters, said: None, wrong: None, nodes: Vec::new(), reader };
        reading.wrong = reading.game().err();
        reading.reader.letters = Letters::One;
        reading
    }
}

impl Reading<'_> {
    /// Reads a game, from its `(` to its `)`.
    fn game(&mut self) -> Result<(), SgfError> {
        let began = self.reader.place.line;
        // The node that is being read, and for each open parenthesis the node before it.
        let (mut current, mut open) = (None, Vec::new());
        let mut last = Last::Property;
        loop {
            let Reading { reader, nodes, .. } = &mut *self;
            reader.skip_white_space();
            let Some(byte) = reader.peek() else {
                return reader
                    .error(format!("the file ends, expected ) of the game that begins in line {began}"));
            };
            match (byte, last) {
                (b';', Last::Opened | Last::Property) => {
                    if reader.nodes == MOST_NODES {
                        return reader.error(format!("more than {MOST_NODES} nodes"));
                    }
                    reader.nodes += 1;
                    nodes.push(RawNode { properties: Vec::new(), parent: current, place: reader.place });
                    current = Some(nodes.len() - 1);
                    last = Last::Property;
                }
                (_, Last::Opened) => return reader.error(format!("{}, expected ; behind (", shown(byte))),
                (b'(', _) => {
                    open.push(current);
                    last = Last::Opened;
                }
                (b')', _) => {
                    current = open.pop().expect("a game ends with its last parenthesis");
                    last = Last::Closed;
                    if open.is_empty() {
                        reader.next();
                        return Ok(());
                    }
                }
                (_, Last::Closed) => {
                    return reader.error(format!("{}, expected ( or ) behind )", shown(byte)));
                }
                (byte, Last::Property) if byte.is_ascii_alphabetic() => {
                    self.property()?;
                    continue;
                }
                (byte, Last::Property) => {
                    let what = self.stray(byte);
                    return self.reader.error(what);
                }
            }
            self.reader.next();
        }
    }

    /// What is said of a byte that stands where a property or a node could.
    fn stray(&self, byte: u8) -> String {
        let what = format!("{}, expected a property, ;, ( or )", shown(byte));
        let property = self.nodes.last().and_then(|node| node.properties.last());
        let Some(RawProperty { name, values, .. }) = property else { return what };
        let value =
            values.last().map_or(String::new(), |value| self.letters.text(&self.reader.bytes[value.clone()]));
        let hint = if byte == b']' { " (] within a value is written \\])" } else { "" };
        format!("{what} behind {}{hint}", quoted(name, &value))
    }

    /// Reads a property with its values into the last node.
    fn property(&mut self) -> Result<(), SgfError> {
        let reader = &mut self.reader;
        let (from, place) = (reader.at, reader.place);
        while reader.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            reader.next();
        }
        let written = String::from_utf8_lossy(&reader.bytes[from..reader.at]);
        let name: String = written.chars().filter(char::is_ascii_uppercase).collect();
        let error = |what: String| Err(SgfError::at(place, what));
        if name.is_empty() {
            return error(format!("{written:?}, expected a property in capital letters"));
        }
        reader.skip_white_space();
        if reader.peek() != Some(b'[') {
            return error(format!("the property {name} has no value, expected [ behind it"));
        }
        let mut values = Vec::new();
        while reader.peek() == Some(b'[') {
            values.push(value(reader, &name)?);
            reader.skip_white_space();
        }
        if name == "CA" && self.nodes.len() == 1 && self.said.is_none() {
            let value = &reader.bytes[values[0].clone()];
            self.said = Some(simple_text(&self.letters.text(value))).filter(|said| !said.is_empty());
        }
        let node = self.nodes.last_mut().expect("a node comes first");
        match node.properties.iter().position(|known| known.name == name) {
            Some(known) => node.properties[known].values.extend(values),
            None if node.properties.len() == MOST_PROPERTIES => {
                return error(format!("more than {MOST_PROPERTIES} properties in a node"));
            }
            None => node.properties.push(RawProperty { name, values, place }),
        }
        Ok(())
    }
}

/// Reads a value, from its `[` to its `]`, and returns what lies between them.
fn value(reader: &mut Reader<'_>, name: &str) -> Result<Range<usize>, SgfError> {
    let began = reader.place;
    reader.next();
    let from = reader.at;
    while let Some(byte) = reader.letter()? {
        match byte {
            b']' => return Ok(from..reader.at - 1),
            b'\\' => drop(reader.letter()?),
            _ => {}
        }
    }
    Err(SgfError::at(began, format!("a value of {name} has no end, expected ]")))
}

/// What was read last of a game.
#[derive(Clone, Copy)]
enum Last {
    /// `(`: a node must come.
    Opened,
    /// A node, or a property of it.
    Property,
    /// `)`: a variation or another end must come.
    Closed,
}

/// Control characters are white space too.
fn is_white_space(byte: u8) -> bool {
    byte <= b' '
}

/// A byte for a message.
fn shown(byte: u8) -> String {
    match byte {
        b'!'..=b'~' => char::from(byte).to_string(),
        _ => format!("the byte 0x{byte:02x}"),
    }
}
