//! Characters and grammar of a file: bytes become characters, and these become nodes by the grammar
//! of FF\[4\].

use std::ops::Range;

use encoding_rs::{Encoding, GB18030, ISO_2022_JP, REPLACEMENT, SHIFT_JIS, WINDOWS_1252};

use super::tree::{Place, SgfError, quoted, simple_text};

// --- Characters ---
//
// The grammar of SGF is ASCII, and most encodings keep its bytes for themselves. Four do not: the
// second byte of a character of Shift_JIS, GBK or Big5 may be a backslash or a bracket, and in
// ISO-2022-JP both bytes may be anything visible. So a file is cut into characters before it is
// read ([`CharLayout`]), and its values become text by the crate `encoding_rs`.

/// The escape by which ISO-2022-JP begins and ends characters of two bytes.
pub const ESCAPE: u8 = 0x1b;

/// Layout of characters in bytes, as far as the grammar is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CharLayout {
    /// No byte of ASCII is part of another character: UTF-8, Latin-1 and its like, EUC-JP.
    One,
    /// Characters of two bytes with any high byte first, and those of four of GB18030: GBK, Big5,
    /// EUC-KR with its extensions.
    Two,
    /// Shift_JIS, in which some high bytes are characters of their own.
    ShiftJis,
    /// ISO-2022-JP: runs of characters of two bytes between escapes.
    Iso2022Jp,
}

impl CharLayout {
    /// All layouts but that of one byte.
    pub const MULTIBYTE: [CharLayout; 3] = [CharLayout::Two, CharLayout::ShiftJis, CharLayout::Iso2022Jp];

    /// The number of bytes of the first character, or of a run of characters between escapes;
    /// `None` if it is none.
    pub fn first(self, bytes: &[u8]) -> Option<usize> {
        let byte = |index: usize| bytes.get(index).copied();
        let lead = byte(0)?;
        match self {
            CharLayout::One => Some(1),
            CharLayout::Two if !(0x81..=0xfe).contains(&lead) => Some(1),
            CharLayout::Two => match (byte(1)?, byte(2), byte(3)) {
                (0x40..=0x7e | 0x80..=0xfe, ..) => Some(2),
                (0x30..=0x39, Some(0x81..=0xfe), Some(0x30..=0x39)) => Some(4),
                _ => None,
            },
            CharLayout::ShiftJis if !matches!(lead, 0x81..=0x9f | 0xe0..=0xfc) => Some(1),
            CharLayout::ShiftJis => matches!(byte(1)?, 0x40..=0x7e | 0x80..=0xfc).then_some(2),
            CharLayout::Iso2022Jp if !(lead == ESCAPE && byte(1) == Some(b'$')) => Some(1),
            CharLayout::Iso2022Jp => {
                let run = bytes.get(3..)?;
                let length = run.iter().position(|byte| !(0x21..=0x7e).contains(byte))?;
                // The escape that ends it is read with what comes after it.
                let ends = run[length] == ESCAPE
                    && run.get(length + 1).is_some_and(|byte| matches!(byte, b'(' | b'$'));
                (matches!(byte(2), Some(b'@' | b'B')) && length % 2 == 0 && ends).then_some(3 + length)
            }
        }
    }

    /// Whether a text may be cut in another way than into bytes.
    pub fn can_differ(bytes: &[u8]) -> bool {
        bytes.iter().any(|byte| !byte.is_ascii() || *byte == ESCAPE)
    }

    /// The encoding for undeclared text of this layout, and names of its encodings for a message.
    fn encodings(self) -> (&'static Encoding, &'static str) {
        match self {
            CharLayout::One => (WINDOWS_1252, "ISO-8859-1"),
            CharLayout::Two => (GB18030, "GB18030 or Big5"),
            CharLayout::ShiftJis => (SHIFT_JIS, "Shift_JIS"),
            CharLayout::Iso2022Jp => (ISO_2022_JP, "ISO-2022-JP"),
        }
    }

    /// Names of encodings of this layout, for a message.
    pub fn names(self) -> &'static str {
        self.encodings().1
    }

    /// A value of a text without a declared encoding: UTF-8 if it can be.
    pub fn text(self, bytes: &[u8]) -> String {
        match str::from_utf8(bytes) {
            Ok(text) if self == CharLayout::One => text.to_string(),
            _ => self.encodings().0.decode_without_bom_handling(bytes).0.into_owned(),
        }
    }

    /// A value in which bytes were escaped one by one, as some programs write it, with the
    /// characters whole.
    pub fn without_byte_escapes(self, bytes: &[u8]) -> Vec<u8> {
        let (mut whole, mut place) = (Vec::with_capacity(bytes.len()), 0);
        while place < bytes.len() {
            let rest = &bytes[place..];
            let lead = match self {
                CharLayout::Two => (0x81..=0xfe).contains(&rest[0]),
                CharLayout::ShiftJis => matches!(rest[0], 0x81..=0x9f | 0xe0..=0xfc),
                _ => false,
            };
            let taken = match (lead, rest.get(1), rest.get(2)) {
                (true, Some(b'\\'), Some(trail @ (b'\\' | b']' | b':'))) => {
                    whole.extend([rest[0], *trail]);
                    3
                }
                (true, Some(_), _) => {
                    whole.extend(&rest[..2]);
                    2
                }
                _ => {
                    whole.push(rest[0]);
                    1
                }
            };
            place += taken;
        }
        whole
    }
}

/// Declaration of an encoding (`CA`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Declared {
    /// Nothing.
    Nothing,
    /// An encoding that is known.
    Known(&'static Encoding),
    /// An encoding that is not known. ASCII can be read.
    Unknown,
}

impl Declared {
    /// The declaration of a value of `CA`.
    pub fn of(name: &str) -> Declared {
        let name = name.trim();
        if name.is_empty() {
            return Declared::Nothing;
        }
        match Encoding::for_label_no_replacement(name.as_bytes()).or_else(|| named(name)) {
            Some(encoding) if encoding.is_ascii_compatible() || encoding == ISO_2022_JP => {
                Declared::Known(encoding)
            }
            _ => Declared::Unknown,
        }
    }

    /// Whether a name is of an encoding in which ASCII bytes are other text (HZ and ISO-2022-KR).
    pub fn hides_grammar(name: &str) -> bool {
        Encoding::for_label(name.trim().as_bytes()) == Some(REPLACEMENT)
            || ["hz", "utf7", "utf16", "utf32", "ucs2"]
                .iter()
                .any(|hidden| alphanumeric(name).starts_with(hidden))
    }
}

/// Whether a text has characters of HZ (two visible bytes each, between `~{` and `~}`) with a
/// bracket or a backslash among them.
pub fn has_hz(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some(place) = rest.windows(2).position(|pair| pair == b"~{") {
        rest = &rest[place + 2..];
        let is_letter = |pair: &&[u8]| (0x21..=0x77).contains(&pair[0]) && (0x21..=0x7e).contains(&pair[1]);
        let length = 2 * rest.chunks_exact(2).take_while(is_letter).count();
        let matters = rest[..length].iter().any(|byte| matches!(byte, b'[' | b']' | b'\\'));
        if matters && rest[length..].starts_with(b"~}") {
            return true;
        }
    }
    false
}

/// The layout of an encoding.
pub fn layout_of(encoding: &'static Encoding) -> CharLayout {
    match encoding.name() {
        "gb18030" | "GBK" | "Big5" | "EUC-KR" => CharLayout::Two,
        "Shift_JIS" => CharLayout::ShiftJis,
        "ISO-2022-JP" => CharLayout::Iso2022Jp,
        _ => CharLayout::One,
    }
}

/// A value as text; `None` if its bytes are not text in the encoding.
pub fn text_in(encoding: &'static Encoding, bytes: &[u8]) -> Option<String> {
    encoding.decode_without_bom_handling_and_without_replacement(bytes).map(|text| text.into_owned())
}

/// A value for a message, or the name of an encoding: those that are known are ASCII. The reader
/// itself needs no tables of encodings, so a module that reads decoded files has none.
fn as_utf8(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The letters and digits of a name, as small letters.
fn alphanumeric(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// Encodings by the names that programs give them and the standard of the web does not know: code
/// pages by their number, and names with other dashes.
fn named(name: &str) -> Option<&'static Encoding> {
    let name = alphanumeric(name);
    let name = name.trim_start_matches("cs");
    let page = ["cp", "codepage", "ibm", "ms", "windows", "win", "x", ""]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix)?.parse::<u32>().ok());
    let label = match (page, name) {
        (Some(932 | 943), _) | (_, "sjis" | "shiftjis" | "xsjis" | "mskanji" | "windows31j") => "shift_jis",
        (Some(936 | 1386 | 20936), _) | (_, "gbk" | "xgbk" | "gb2312" | "gb231280" | "gb" | "euccn") => "gbk",
        (Some(54936 | 18030), _) | (_, "gb18030") => "gb18030",
        (Some(949 | 1363 | 51949), _) | (_, "euckr" | "uhc" | "ksc5601" | "ksc56011987" | "ksx1001") => {
            "euc-kr"
        }
        (Some(950 | 951 | 1370), _) | (_, "big5" | "big5hkscs" | "xxbig5" | "big5eten") => "big5",
        (Some(51932 | 20932), _) | (_, "eucjp" | "ujis" | "xeucjp") => "euc-jp",
        (Some(50220..=50222), _) | (_, "iso2022jp" | "jis") => "iso-2022-jp",
        (Some(65001), _) | (_, "utf8" | "utf8bom") => "utf-8",
        (Some(850 | 437), _) => return None,
        (Some(28591 | 20127 | 819), _) | (_, "latin1" | "l1" | "iso88591" | "ascii" | "usascii" | "ansi") => {
            "iso-8859-1"
        }
        (Some(page @ 28592..=28606), _) => {
            return Encoding::for_label(format!("iso-8859-{}", page - 28590).as_bytes());
        }
        (Some(page @ (866 | 874 | 1250..=1258)), _) => {
            let prefix = if page == 866 { "ibm" } else { "windows-" };
            return Encoding::for_label(format!("{prefix}{page}").as_bytes());
        }
        (Some(20866), _) | (_, "koi8r") => "koi8-r",
        _ => {
            let part = name.strip_prefix("iso8859")?;
            return Encoding::for_label(format!("iso-8859-{part}").as_bytes());
        }
    };
    Encoding::for_label(label.as_bytes())
}

// --- Grammar ---
//
// Files are read as the specification says, and more than it allows where files do so: text before,
// between and after the games, small letters in names (FF\[3\] wrote `AddBlack` for `AB`), a
// property that comes twice in a node (its values are put together). Properties that nobody knows
// are kept. Nothing recurses, so a file may nest as deep as it has nodes.

/// The most nodes of a file.
pub const MAX_NODES: usize = 1_000_000;
/// The most properties of a node.
pub const MAX_PROPERTIES: usize = 1_000;

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

/// Nodes of a game whose bytes are cut into characters in one layout.
pub struct Reading<'a> {
    pub layout: CharLayout,
    /// The first value of `CA` in the root, if it has been read.
    pub declared: Option<String>,
    /// The error where the rest cannot be read.
    pub error: Option<SgfError>,
    /// The nodes.
    pub nodes: Vec<RawNode>,
    /// The reader after the game, or at the error.
    pub reader: Reader<'a>,
}

/// Place in the bytes of a file, with their layout.
#[derive(Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    layout: CharLayout,
    pub at: usize,
    /// The place of `at`.
    pub place: Place,
    /// The nodes so far, of all games.
    pub nodes: usize,
}

impl<'a> Reader<'a> {
    /// The beginning of a file.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, layout: CharLayout::One, at: 0, place: Place { line: 1, column: 1 }, nodes: 0 }
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
            .is_some_and(|next| matches!(next, 0x80..=0xbf) && self.layout == CharLayout::One && byte >= 0x80)
        {
            // The bytes of a character of UTF-8 are one column; in Latin-1 several characters may
            // count as one.
            self.place.column += 1;
        }
        Some(byte)
    }

    /// Skips a character and returns its first byte; `None` at the end of the file.
    fn next_char(&mut self) -> Result<Option<u8>, SgfError> {
        if self.layout == CharLayout::One {
            return Ok(self.next());
        }
        let Some(byte) = self.peek() else { return Ok(None) };
        match self.layout.first(&self.bytes[self.at..]) {
            Some(1) => Ok(self.next()),
            Some(length) => {
                self.at += length;
                self.place.column += length.min(2) / 2;
                Ok(Some(byte))
            }
            None => Err(SgfError::at(
                self.place,
                format!("encoding: the bytes from 0x{byte:02x} on are no letter of {}", self.layout.names()),
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

    /// Skips to the next `(` with a `;` after it, and returns whether there is one.
    pub fn skip_to_a_game(&mut self) -> bool {
        while let Some(byte) = self.peek() {
            if byte == b'(' {
                let next = self.bytes[self.at + 1..].iter().copied().find(|byte| !is_white_space(*byte));
                if next == Some(b';') {
                    return true;
                }
            }
            // A mail in Japanese may have these bytes in its characters.
            let run = (byte == ESCAPE).then(|| CharLayout::Iso2022Jp.first(self.rest())).flatten();
            for _ in 0..run.unwrap_or(1) {
                self.next();
            }
        }
        false
    }

    /// Reads the game that begins here in a layout.
    pub fn reading(&self, layout: CharLayout) -> Reading<'a> {
        let reader = Reader { layout, ..self.clone() };
        let mut reading = Reading { layout, declared: None, error: None, nodes: Vec::new(), reader };
        reading.error = reading.game().err();
        reading.reader.layout = CharLayout::One;
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
                    if reader.nodes == MAX_NODES {
                        return reader.error(format!("more than {MAX_NODES} nodes"));
                    }
                    reader.nodes += 1;
                    nodes.push(RawNode { properties: Vec::new(), parent: current, place: reader.place });
                    current = Some(nodes.len() - 1);
                    last = Last::Property;
                }
                (_, Last::Opened) => return reader.error(format!("{}, expected ; after (", shown(byte))),
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
                    return reader.error(format!("{}, expected ( or ) after )", shown(byte)));
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

    /// The error for a byte where a property or a node could stand.
    fn stray(&self, byte: u8) -> String {
        let what = format!("{}, expected a property, ;, ( or )", shown(byte));
        let property = self.nodes.last().and_then(|node| node.properties.last());
        let Some(RawProperty { name, values, .. }) = property else { return what };
        let text = |value: &Range<usize>| as_utf8(&self.reader.bytes[value.clone()]);
        let value = values.last().map_or(String::new(), text);
        let hint = if byte == b']' { " (] within a value is written \\])" } else { "" };
        format!("{what} after {}{hint}", quoted(name, &value))
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
            return error(format!("the property {name} has no value, expected [ after it"));
        }
        let mut values = Vec::new();
        while reader.peek() == Some(b'[') {
            values.push(value(reader, &name)?);
            reader.skip_white_space();
        }
        if name == "CA" && self.nodes.len() == 1 && self.declared.is_none() {
            let value = &reader.bytes[values[0].clone()];
            self.declared = Some(simple_text(&as_utf8(value))).filter(|declared| !declared.is_empty());
        }
        let node = self.nodes.last_mut().expect("a node comes first");
        match node.properties.iter().position(|known| known.name == name) {
            Some(known) => node.properties[known].values.extend(values),
            None if node.properties.len() == MAX_PROPERTIES => {
                return error(format!("more than {MAX_PROPERTIES} properties in a node"));
            }
            None => node.properties.push(RawProperty { name, values, place }),
        }
        Ok(())
    }
}

/// Reads a value, from its `[` to its `]`, and returns the range between them.
fn value(reader: &mut Reader<'_>, name: &str) -> Result<Range<usize>, SgfError> {
    let began = reader.place;
    reader.next();
    let from = reader.at;
    while let Some(byte) = reader.next_char()? {
        match byte {
            b']' => return Ok(from..reader.at - 1),
            b'\\' => drop(reader.next_char()?),
            _ => {}
        }
    }
    Err(SgfError::at(began, format!("a value of {name} has no end, expected ]")))
}

/// Token of a game that was read last.
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

#[cfg(test)]
mod tests {
    use encoding_rs::UTF_8;

    use super::*;

    #[test]
    fn encodings_are_known_by_their_usual_names() {
        for (names, expected) in [
            ("UTF-8 utf8 UTF_8 cp65001", "UTF-8"),
            ("ISO-8859-1 ISO8859-1 Latin1 latin-1 L1 US-ASCII ascii CP1252 windows-1252", "windows-1252"),
            (
                "Shift_JIS shift-jis ShiftJIS SJIS x-sjis CP932 cp-932 MS932 Windows-31J windows-932",
                "Shift_JIS",
            ),
            ("GBK CP936 cp936 MS936 windows-936 GB2312 gb_2312-80 EUC-CN", "GBK"),
            ("GB18030 gb-18030 CP54936", "gb18030"),
            ("EUC-KR euc_kr EUCKR CP949 UHC KS_C_5601-1987 ksc5601 windows-949", "EUC-KR"),
            ("Big5 BIG-5 big5-hkscs CP950 MS950 windows-950", "Big5"),
            ("EUC-JP eucJP", "EUC-JP"),
            ("ISO-2022-JP", "ISO-2022-JP"),
            ("KOI8-R", "KOI8-R"),
            ("ISO-8859-2 ISO8859-2 latin2", "ISO-8859-2"),
            ("CP1251 windows-1251", "windows-1251"),
        ] {
            for name in names.split(' ') {
                let Declared::Known(encoding) = Declared::of(name) else { panic!("{name}") };
                assert_eq!(encoding.name(), expected, "{name}");
            }
        }
        assert_eq!(Declared::of(" "), Declared::Nothing);
        for name in ["nothing", "UTF-16", "UTF-7", "HZ-GB-2312", "ISO-2022-KR", "cp437", "Johab"] {
            assert_eq!(Declared::of(name), Declared::Unknown, "{name}");
        }
        assert!(
            ["HZ-GB-2312", "ISO-2022-KR", "UTF-7", "UTF-16LE"]
                .iter()
                .all(|name| Declared::hides_grammar(name))
        );
        assert!(!Declared::hides_grammar("Johab"));
    }

    /// Whether every letter of an encoding is cut as it is made, and no letter is cut in two.
    #[test]
    fn letters_of_each_encoding_are_cut_whole() {
        for (encoding, layout) in [
            (encoding_rs::SHIFT_JIS, CharLayout::ShiftJis),
            (encoding_rs::GB18030, CharLayout::Two),
            (encoding_rs::BIG5, CharLayout::Two),
            (encoding_rs::EUC_KR, CharLayout::Two),
            (encoding_rs::EUC_JP, CharLayout::One),
            (WINDOWS_1252, CharLayout::One),
            (UTF_8, CharLayout::One),
        ] {
            assert_eq!(layout_of(encoding), layout);
            for lead in 0x80u8..=0xff {
                let alone = text_in(encoding, &[lead]).is_some();
                assert!(!alone || layout.first(&[lead, b'a']) == Some(1), "{} {lead:x}", encoding.name());
                for trail in (0u8..=0xff).filter(|_| !alone) {
                    if text_in(encoding, &[lead, trail]).is_none() {
                        continue;
                    }
                    match layout {
                        CharLayout::One => assert!(trail >= 0x80, "{} {lead:x} {trail:x}", encoding.name()),
                        _ => {
                            assert_eq!(layout.first(&[lead, trail]), Some(2), "{} {lead:x}", encoding.name())
                        }
                    }
                }
            }
        }
        let four = encoding_rs::GB18030.encode("😀").0;
        assert_eq!((four.len(), CharLayout::Two.first(&four)), (4, Some(4)));
        // Letters of ISO-2022-JP come in runs.
        let (bytes, _, _) = ISO_2022_JP.encode("予想");
        let run = CharLayout::Iso2022Jp.first(&bytes).unwrap();
        assert_eq!(&bytes[run..], b"\x1b(B");
        assert_eq!(CharLayout::Iso2022Jp.first(b"\x1b$B!"), None);
    }

    #[test]
    fn letters_of_hz_are_seen() {
        assert!(has_hz(b"C[~{VP]D~}]") && has_hz(b"~{~{V\\~}"));
        assert!(!has_hz(b"C[~{VPND~}]") && !has_hz(b"~{ab]c") && !has_hz(b"~{ ]~}") && !has_hz(b"~{a]~"));
    }

    #[test]
    fn a_text_of_which_nothing_is_said_is_utf_8_or_latin_1() {
        assert_eq!(CharLayout::One.text(b"\xe9"), "é");
        assert_eq!(CharLayout::One.text("é".as_bytes()), "é");
        assert_eq!(text_in(UTF_8, b"\xe9"), None);
        assert_eq!(text_in(WINDOWS_1252, "é".as_bytes()).as_deref(), Some("Ã©"));
        let escaped = b"a\xa5\\\\b\\]\xa6\\]";
        assert_eq!(CharLayout::Two.without_byte_escapes(escaped), b"a\xa5\\b\\]\xa6]");
    }
}
