//! The grammar of FF\[4\]: the bytes of a file become a collection of trees.
//!
//! Read as the specification says, and more than it allows where files do so: text before, between and behind the games,
//! small letters in names (FF\[3\] wrote `AddBlack` for `AB`), a property that comes twice in a node (its values are put
//! together). Properties that nobody knows are kept. Nothing recurses, so a file may nest as deep as it has nodes.

use std::ops::Range;

use super::encoding::Encoding;
use super::error::{SgfError, quoted};
use super::text::simple_text;
use super::tree::{Node, Property, Tree};

/// The longest file that is read, in bytes.
pub const MOST_BYTES: usize = 16 << 20;
/// The most nodes that a file may have.
pub const MOST_NODES: usize = 1_000_000;
/// The most properties that a node may have.
pub const MOST_PROPERTIES: usize = 1_000;

/// Reads a file: the games in it, at least one.
///
/// # Errors
/// [`SgfError`] names the line and what was expected there.
pub fn parse(bytes: &[u8]) -> Result<Vec<Tree>, SgfError> {
    if bytes.len() > MOST_BYTES {
        return Err(SgfError::new(format!("longer than {} MiB", MOST_BYTES >> 20)));
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(SgfError::new("UTF-16, expected UTF-8 or Latin-1"));
    }
    let marked = bytes.starts_with(b"\xef\xbb\xbf");
    let mut reader = Reader { bytes, at: 0, line: 1, nodes: 0 };
    let mut games = Vec::new();
    while reader.skip_to_a_game() {
        let raw = reader.game()?;
        games.push(decoded(bytes, raw, marked)?);
    }
    if games.is_empty() {
        return Err(SgfError::new("no game in SGF, expected (; somewhere"));
    }
    Ok(games)
}

/// A node whose values are places in the file.
#[derive(Default)]
struct RawNode {
    properties: Vec<(String, Vec<Range<usize>>)>,
    parent: Option<usize>,
    line: usize,
}

/// Decodes the values of a game by what its root says of them, or by the mark at the beginning of the file.
fn decoded(bytes: &[u8], raw: Vec<RawNode>, marked: bool) -> Result<Tree, SgfError> {
    let mut said = raw[Tree::ROOT].properties.iter().filter(|(name, _)| name == "CA");
    let said = said.next().map_or(String::new(), |(_, values)| {
        simple_text(&String::from_utf8_lossy(&bytes[values[0].clone()]))
    });
    let encoding = if marked { Some(Encoding::Utf8) } else { Encoding::of(&said) };
    let text = |place: &Range<usize>, line: usize| -> Result<String, SgfError> {
        let value = &bytes[place.clone()];
        let read = match encoding {
            Some(encoding) => encoding.text(value),
            None => value.is_ascii().then(|| String::from_utf8_lossy(value).into_owned()),
        };
        read.ok_or_else(|| {
            let what = match encoding {
                Some(_) => "a value is not UTF-8, expected it to be".to_string(),
                None => format!("{}: expected UTF-8 or ISO-8859-1", quoted("CA", &said)),
            };
            SgfError::at(line, what)
        })
    };
    let mut tree = None;
    for RawNode { properties, parent, line } in raw {
        let decoded = properties.into_iter().map(|(name, values)| {
            let values = values.iter().map(|value| text(value, line)).collect::<Result<_, SgfError>>();
            Ok(Property { name, values: values? })
        });
        let node = Node { properties: decoded.collect::<Result<_, SgfError>>()?, line, ..Node::default() };
        match (&mut tree, parent) {
            (Some(tree), Some(parent)) => drop(Tree::add(tree, parent, node)),
            _ => tree = Some(Tree::new(node)),
        }
    }
    Ok(tree.expect("a game has a root"))
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The line of `at`, from 1.
    line: usize,
    /// The nodes so far, of all games.
    nodes: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        // Of a line break of two bytes the second counts.
        if byte == b'\n' || (byte == b'\r' && self.peek() != Some(b'\n')) {
            self.line += 1;
        }
        Some(byte)
    }

    fn skip_white_space(&mut self) {
        while self.peek().is_some_and(is_white_space) {
            self.next();
        }
    }

    fn error<T>(&self, what: impl Into<String>) -> Result<T, SgfError> {
        Err(SgfError::at(self.line, what))
    }

    /// Goes to the next `(` with a `;` behind it, past whatever stands before, and says whether there is one.
    fn skip_to_a_game(&mut self) -> bool {
        while let Some(byte) = self.peek() {
            if byte == b'(' {
                let behind = self.bytes[self.at + 1..].iter().copied().find(|byte| !is_white_space(*byte));
                if behind == Some(b';') {
                    return true;
                }
            }
            self.next();
        }
        false
    }

    /// Reads a game, from its `(` to its `)`.
    fn game(&mut self) -> Result<Vec<RawNode>, SgfError> {
        let began = self.line;
        let mut nodes: Vec<RawNode> = Vec::new();
        // The node that is being read, and for each open parenthesis the node before it.
        let (mut current, mut open) = (None, Vec::new());
        let mut last = Last::Property;
        loop {
            self.skip_white_space();
            let Some(byte) = self.peek() else {
                return self
                    .error(format!("the file ends, expected ) of the game that begins in line {began}"));
            };
            match (byte, last) {
                (b';', Last::Opened | Last::Property) => {
                    if self.nodes == MOST_NODES {
                        return self.error(format!("more than {MOST_NODES} nodes"));
                    }
                    self.nodes += 1;
                    nodes.push(RawNode { parent: current, line: self.line, ..RawNode::default() });
                    current = Some(nodes.len() - 1);
                    last = Last::Property;
                }
                (_, Last::Opened) => return self.error(format!("{}, expected ; behind (", shown(byte))),
                (b'(', _) => {
                    open.push(current);
                    last = Last::Opened;
                }
                (b')', _) => {
                    current = open.pop().expect("a game ends with its last parenthesis");
                    last = Last::Closed;
                    if open.is_empty() {
                        self.next();
                        return Ok(nodes);
                    }
                }
                (_, Last::Closed) => return self.error(format!("{}, expected ( or ) behind )", shown(byte))),
                (byte, Last::Property) if byte.is_ascii_alphabetic() => {
                    self.property(nodes.last_mut().expect("a node comes first"))?;
                    continue;
                }
                (byte, Last::Property) => {
                    return self.error(format!("{}, expected a property, ;, ( or )", shown(byte)));
                }
            }
            self.next();
        }
    }

    /// Reads a property with its values into a node.
    fn property(&mut self, node: &mut RawNode) -> Result<(), SgfError> {
        let from = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            self.next();
        }
        let written = String::from_utf8_lossy(&self.bytes[from..self.at]);
        let name: String = written.chars().filter(char::is_ascii_uppercase).collect();
        if name.is_empty() {
            return self.error(format!("{written:?}, expected a property in capital letters"));
        }
        self.skip_white_space();
        if self.peek() != Some(b'[') {
            return self.error(format!("the property {name} has no value, expected [ behind it"));
        }
        let mut values = Vec::new();
        while self.peek() == Some(b'[') {
            values.push(self.value(&name)?);
            self.skip_white_space();
        }
        match node.properties.iter().position(|(known, _)| *known == name) {
            Some(place) => node.properties[place].1.extend(values),
            None if node.properties.len() == MOST_PROPERTIES => {
                return self.error(format!("more than {MOST_PROPERTIES} properties in a node"));
            }
            None => node.properties.push((name, values)),
        }
        Ok(())
    }

    /// Reads a value, from its `[` to its `]`, and returns what lies between them.
    fn value(&mut self, name: &str) -> Result<Range<usize>, SgfError> {
        let began = self.line;
        self.next();
        let from = self.at;
        while let Some(byte) = self.next() {
            match byte {
                b']' => return Ok(from..self.at - 1),
                b'\\' => drop(self.next()),
                _ => {}
            }
        }
        Err(SgfError::at(began, format!("a value of {name} has no end, expected ]")))
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Vec<Tree>, String> {
        parse(text.as_bytes()).map_err(|error| error.to_string())
    }

    /// A tree without its lines: the properties and the children of each node.
    fn shape(tree: &Tree) -> Vec<(String, &[usize])> {
        let property = |property: &Property| format!("{}[{}]", property.name, property.values.join("]["));
        let all = |node: &Node| node.properties.iter().map(property).collect::<String>();
        tree.nodes().iter().map(|node| (all(node), node.children.as_slice())).collect()
    }

    #[test]
    fn the_example_of_the_specification_has_its_variations() {
        let games =
            read("(;FF[4]C[root](;C[a];C[b](;C[c])\n(;C[d];C[e]))\n(;C[f](;C[g];C[h];C[i])\n(;C[j])))")
                .unwrap();
        let shape = shape(&games[0]);
        let text: Vec<&str> = shape.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(text.join(" "), "FF[4]C[root] C[a] C[b] C[c] C[d] C[e] C[f] C[g] C[h] C[i] C[j]");
        let branches: Vec<&[usize]> = shape.iter().map(|(_, children)| *children).collect();
        assert_eq!(branches[0], [1, 6]);
        assert_eq!((branches[2], branches[4], branches[6]), (&[3, 4][..], &[5][..], &[7, 10][..]));
        assert_eq!(games[0].node(7).line, 3);
    }

    #[test]
    fn what_files_do_beyond_the_specification_is_read() {
        for (text, expected) in [
            ("From a mail (see below):\n( ;\tAddBlack [aa]\n[ab]SiZe[2])", "AB[aa][ab]SZ[2]"),
            ("\u{feff}(;C[\u{e9}]XY[unknown][])", "C[\u{e9}]XY[unknown][]"),
            ("(;AB[aa]AB[bb]C[a\\]b])rest", "AB[aa][bb]C[a\\]b]"),
            ("(;C[(;[])", "C[(;[]"),
            ("(;)", ""),
        ] {
            let games = read(text).unwrap();
            assert_eq!(shape(&games[0])[0].0, expected, "{text:?}");
        }
        assert_eq!(read("(;B[aa])\n(;W[bb])(;)").unwrap().len(), 3);
    }

    #[test]
    fn a_value_is_read_in_the_encoding_that_the_root_names() {
        let comment = |bytes: &[u8]| {
            let games = parse(bytes).map_err(|error| error.to_string())?;
            Ok::<String, String>(games[0].root().values("C").unwrap()[0].clone())
        };
        assert_eq!(comment(b"(;CA[ISO-8859-1]C[\xe9])").as_deref(), Ok("\u{e9}"));
        assert_eq!(comment(b"(;C[\xc3\xa9])").as_deref(), Ok("\u{e9}"));
        assert_eq!(comment(b"(;CA[GB18030]C[plain])").as_deref(), Ok("plain"));
        let said = comment(b"(;C[\xc4\xe3]CA[GB18030])").unwrap_err();
        assert_eq!(said, "line 1: CA[GB18030]: expected UTF-8 or ISO-8859-1");
        let said = comment(b"(;CA[UTF-8]\n;C[\xe9])").unwrap_err();
        assert_eq!(said, "line 2: a value is not UTF-8, expected it to be");
        assert!(comment(b"\xff\xfe(\0;\0)\0").unwrap_err().contains("UTF-16"));
    }

    #[test]
    fn what_is_no_sgf_is_refused_by_its_line() {
        for (text, expected) in [
            ("", "no game in SGF, expected (; somewhere"),
            ("B2 A1 pass", "no game in SGF, expected (; somewhere"),
            ("(;B[aa]", "line 1: the file ends, expected ) of the game that begins in line 1"),
            ("(;\r\nC[a\n", "line 2: a value of C has no end, expected ]"),
            ("(;C[\\", "line 1: a value of C has no end, expected ]"),
            ("(;\nB)", "line 2: the property B has no value, expected [ behind it"),
            ("(;b[aa])", "line 1: \"b\", expected a property in capital letters"),
            ("(;B[aa](B[bb]))", "line 1: B, expected ; behind ("),
            ("(;B[aa]())", "line 1: ), expected ; behind ("),
            ("(;B[aa](;W[bb]);B[ab])", "line 1: ;, expected ( or ) behind )"),
            ("(;\r\r3)", "line 3: 3, expected a property, ;, ( or )"),
            ("(;\u{e9}[aa])", "line 1: the byte 0xc3, expected a property, ;, ( or )"),
        ] {
            assert_eq!(read(text), Err(expected.to_string()), "{text:?}");
        }
    }

    #[test]
    fn depth_costs_no_stack_and_there_are_limits() {
        let deep = "(;".repeat(MOST_NODES) + &")".repeat(MOST_NODES);
        assert_eq!(read(&deep).unwrap()[0].nodes().len(), MOST_NODES);
        assert!(read(&"(;".repeat(MOST_NODES + 1)).unwrap_err().ends_with("more than 1000000 nodes"));
        assert!(read(&"(".repeat(MOST_NODES)).unwrap_err().starts_with("no game"));
        assert!(read(&("(;".to_string() + &"(".repeat(MOST_NODES))).unwrap_err().contains("expected ;"));
        let wide: String = (0..=MOST_PROPERTIES).map(|n| format!("{}[]", "A".repeat(n + 1))).collect();
        assert!(read(&format!("(;{wide})")).unwrap_err().contains("more than 1000 properties"));
        let long = vec![b'('; MOST_BYTES + 1];
        assert_eq!(parse(&long).unwrap_err().to_string(), "longer than 16 MiB");
        // 10 MB of one value, and of values.
        assert!(read(&format!("(;C[{}])", "a]".repeat(5 << 20))).is_err());
        assert_eq!(read(&format!("(;C{})", "[a]".repeat(3 << 20))).unwrap().len(), 1);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused_with_one_line(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Err(error) = parse(&bytes) {
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }

        #[test]
        fn near_games_are_read_or_refused_with_one_line(text in "\\(;([();]|[A-Ca-c]|\\[|\\]|\\\\|\n|\u{e9}|B\\[aa\\]|C\\[.\\]){0,30}\\)") {
            if let Err(error) = read(&text) {
                prop_assert_eq!(error.lines().count(), 1);
            }
        }
    }
}
