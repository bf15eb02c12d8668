//! Parser of files: a file becomes a collection of trees, in the encoding that it declares or that
//! leaves no doubt.
//!
//! A game declares its encoding in `CA`, or is read in every layout of characters. Where the
//! readings that are games disagree on anything that this program uses, the game is refused: a
//! bracket or a backslash may be half a character, and with it moves may come or go.

use encoding_rs::Encoding;

use super::grammar::{
    CharLayout, Declared, ESCAPE, RawNode, RawProperty, Reader, Reading, has_hz, layout_of, text_in,
};
pub use super::grammar::{MAX_NODES, MAX_PROPERTIES};
use super::tree::{Node, Place, Property, SgfError, Tree, quoted};

/// The longest file, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// The properties that this program uses.
const USED_PROPERTIES: [&str; 13] =
    ["GM", "SZ", "CA", "B", "W", "SKMV", "AB", "AW", "AE", "PL", "HA", "KM", "RU"];

/// The bytes that may be read again in other layouts, in multiples of the length of the file.
const MAX_REREAD_FACTOR: usize = 8;

/// Reads a file: the games in it, at least one.
///
/// # Errors
/// [`SgfError`] names the place and what was expected there.
pub fn parse(bytes: &[u8]) -> Result<Vec<Tree>, SgfError> {
    if bytes.len() > MAX_BYTES {
        return Err(SgfError::new(format!("longer than {} MiB", MAX_BYTES >> 20)));
    }
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(SgfError::new("the encoding is UTF-16, expected one that CA can name, such as UTF-8"));
    }
    // The mark of UTF-8 at the beginning overrides `CA`.
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return parse_utf8(bytes);
    }
    let escapes = bytes.contains(&ESCAPE);
    let left = bytes.len().saturating_mul(MAX_REREAD_FACTOR);
    let mut readings = Readings { bytes, escapes, hz: has_hz(bytes), left };
    games(bytes, |begin| readings.game(begin))
}

/// Reads a file in UTF-8, whatever `CA` says: what someone else has decoded.
///
/// # Errors
/// As those of [`parse`].
pub fn parse_utf8(bytes: &[u8]) -> Result<Vec<Tree>, SgfError> {
    parse_plain(bytes, |value| str::from_utf8(value).ok().map(str::to_string))
}

/// Reads a file byte by byte, in which letters that are not ASCII become others: what it is if no
/// bracket or backslash is part of a letter.
///
/// # Errors
/// As those of [`parse`].
pub fn parse_bytes(bytes: &[u8]) -> Result<Vec<Tree>, SgfError> {
    parse_plain(bytes, |value| Some(String::from_utf8_lossy(value).into_owned()))
}

fn parse_plain(bytes: &[u8], text: impl Fn(&[u8]) -> Option<String>) -> Result<Vec<Tree>, SgfError> {
    if bytes.len() > MAX_BYTES {
        return Err(SgfError::new(format!("longer than {} MiB", MAX_BYTES >> 20)));
    }
    games(bytes, |begin| {
        let reading = begin.reading(CharLayout::One);
        if let Some(error) = reading.error {
            return Err(error);
        }
        let tree = tree_of(bytes, &reading.nodes, &text).map_err(|at| not_in("UTF-8", at))?;
        Ok((tree, reading.reader))
    })
}

/// All games of a file, each read by `game` from the place where it begins.
fn games<'a>(
    bytes: &'a [u8],
    mut game: impl FnMut(&Reader<'a>) -> Result<(Tree, Reader<'a>), SgfError>,
) -> Result<Vec<Tree>, SgfError> {
    let mut reader = Reader::new(bytes);
    let mut games = Vec::new();
    while reader.skip_to_a_game() {
        let (tree, after) = game(&reader)?;
        games.push(tree);
        reader = after;
    }
    if games.is_empty() {
        return Err(SgfError::new("no game in SGF, expected (; somewhere"));
    }
    Ok(games)
}

/// Readings of a file in several layouts.
struct Readings<'a> {
    bytes: &'a [u8],
    /// Whether there are escapes of ISO-2022-JP.
    escapes: bool,
    /// Whether there are characters of HZ with a bracket in them.
    hz: bool,
    /// How many bytes may still be read again.
    left: usize,
}

impl<'a> Readings<'a> {
    /// Reads the game that begins at a place, and returns it with the place after it.
    fn game(&mut self, begin: &Reader<'a>) -> Result<(Tree, Reader<'a>), SgfError> {
        let plain = begin.reading(CharLayout::One);
        let stretch = &self.bytes[begin.at..plain.reader.at];
        let error = |what: String| Err(SgfError::at(begin.place, what));
        let name = plain.declared.as_deref().unwrap_or_default();
        if Declared::hides_grammar(name) {
            let name = quoted("CA", name);
            return error(format!("{name}: this encoding hides the grammar of SGF, expected another"));
        }
        let declared = Declared::of(name);
        if declared == Declared::Nothing && self.hz {
            let what = "no encoding is said, and between ~{ and ~} there are letters of the encoding HZ, expected UTF-8";
            return error(what.to_string());
        }
        match declared {
            Declared::Known(encoding) if layout_of(encoding) == CharLayout::One => {
                return Ok((self.tree(&plain, encoding)?, plain.reader));
            }
            // Every layout gives the same.
            _ if !CharLayout::can_differ(stretch) => {
                return Ok((self.undeclared_tree(&plain)?, plain.reader));
            }
            Declared::Unknown => {
                let expected = "expected a known encoding, such as UTF-8, ISO-8859-1, Shift_JIS, GB18030, Big5 or EUC-KR";
                return error(format!("{}: {expected}", quoted("CA", name)));
            }
            Declared::Known(_) | Declared::Nothing => {}
        }
        // A declaration is believed where it is read in the layout that it names.
        let mut others = Vec::new();
        for layout in CharLayout::MULTIBYTE {
            if layout == CharLayout::Iso2022Jp && !self.escapes {
                continue;
            }
            let reading = self.read_again(begin, layout)?;
            match Declared::of(reading.declared.as_deref().unwrap_or_default()) {
                Declared::Known(encoding) if layout_of(encoding) == layout => {
                    return self.declared(plain, reading, encoding);
                }
                _ => others.push(reading),
            }
        }
        let names = [&plain].into_iter().chain(&others).find_map(|reading| reading.declared.as_ref());
        if let Some(name) = names {
            let name = quoted("CA", name);
            return error(format!(
                "{name}: the file is not text in this encoding, expected the one that it is in"
            ));
        }
        // UTF-8 by chance hardly exists, and its last byte is rarely half a character with a
        // bracket; but a backslash after it may well be.
        let stretch = if plain.error.is_some() { begin.rest() } else { stretch };
        self.charge(begin, stretch.len())?;
        let escapes = stretch.windows(2).any(|pair| !pair[0].is_ascii() && pair[1] == b'\\');
        // And what stands after the game may be its rest, where half a character has ended a value
        // and a parenthesis the game.
        let next = plain.reader.rest().iter().find(|byte| **byte > b' ');
        let goes_on = plain.error.is_none() && next.is_some_and(|byte| *byte != b'(');
        if !escapes && !goes_on && !self.escapes && str::from_utf8(stretch).is_ok() {
            return Ok((self.undeclared_tree(&plain)?, plain.reader));
        }
        let (games, mut broken): (Vec<Reading<'a>>, Vec<Reading<'a>>) =
            [plain].into_iter().chain(others).partition(|reading| reading.error.is_none());
        let Some((first, more)) = games.split_first() else {
            return Err(broken.swap_remove(0).error.expect("a reading that is no game says why"));
        };
        let (same, differ): (Vec<&Reading<'a>>, Vec<&Reading<'a>>) =
            more.iter().partition(|other| self.difference(first, other).is_none());
        let Some(place) = differ.first().and_then(|other| self.difference(first, other)) else {
            return Ok((self.undeclared_tree(first)?, first.reader.clone()));
        };
        let names = |readings: &[&Reading<'_>]| {
            let names: Vec<&str> = readings.iter().map(|reading| reading.layout.names()).collect();
            names.join(" or ")
        };
        let (one, other) = (names(&[&[first][..], &same[..]].concat()), names(&differ));
        let expected = "expected CA at its beginning with the encoding that it is in, such as CA[Shift_JIS]";
        let what =
            format!("no encoding is said, and as {one} the file is another game than as {other}: {expected}");
        Err(SgfError::at(place, what))
    }

    /// Reads a game again in another layout.
    fn read_again(&mut self, begin: &Reader<'a>, layout: CharLayout) -> Result<Reading<'a>, SgfError> {
        let reading = begin.reading(layout);
        self.charge(begin, reading.reader.at - begin.at)?;
        Ok(reading)
    }

    /// Charges bytes that have been read again.
    fn charge(&mut self, begin: &Reader<'_>, read: usize) -> Result<(), SgfError> {
        self.left = self.left.checked_sub(read).ok_or_else(|| {
            let what =
                "too much can be read in several encodings, expected CA in each game, such as CA[UTF-8]";
            SgfError::at(begin.place, what)
        })?;
        Ok(())
    }

    /// The tree of a game in a declared encoding of characters of several bytes, with the place
    /// after it. Most programs escape characters, and some the bytes of them, which is what the
    /// plain reading reads.
    fn declared(
        &self,
        plain: Reading<'a>,
        reading: Reading<'a>,
        encoding: &'static Encoding,
    ) -> Result<(Tree, Reader<'a>), SgfError> {
        let tree = self.tree(&reading, encoding);
        if plain.error.is_some() || self.difference(&reading, &plain).is_none() {
            return Ok((tree?, reading.reader));
        }
        let whole = |value: &[u8]| text_in(encoding, &reading.layout.without_byte_escapes(value));
        match (tree, tree_of(self.bytes, &plain.nodes, whole)) {
            // The other reading ends a value where this one goes on past a bracket.
            (Ok(_), Ok(_)) if self.ends_first(&plain, &reading) => {
                let place = self.difference(&reading, &plain).unwrap_or_default();
                let what = format!(
                    "a ] ends a value or is part of it, as letters of the encoding {} or their bytes are escaped: expected the file in UTF-8",
                    encoding.name()
                );
                Err(SgfError::at(place, what))
            }
            (Err(_), Ok(tree)) if reading.error.is_some() => Ok((tree, plain.reader)),
            (tree, _) => Ok((tree?, reading.reader)),
        }
    }

    /// The tree of a reading in an encoding.
    fn tree(&self, reading: &Reading<'_>, encoding: &'static Encoding) -> Result<Tree, SgfError> {
        if let Some(error) = &reading.error {
            return Err(error.clone());
        }
        let tree = tree_of(self.bytes, &reading.nodes, |value| text_in(encoding, value));
        tree.map_err(|at| not_in(encoding.name(), at))
    }

    /// The tree of a reading without a declared encoding.
    fn undeclared_tree(&self, reading: &Reading<'_>) -> Result<Tree, SgfError> {
        if let Some(error) = &reading.error {
            return Err(error.clone());
        }
        let tree = tree_of(self.bytes, &reading.nodes, |value| Some(reading.layout.text(value)));
        Ok(tree.expect("undeclared text is read in any case"))
    }

    /// The place where two readings of a game differ in what this program uses, if they do.
    fn difference(&self, one: &Reading<'_>, other: &Reading<'_>) -> Option<Place> {
        let used = |node: &RawNode| {
            let used =
                node.properties.iter().filter(|property| USED_PROPERTIES.contains(&property.name.as_str()));
            used.map(|property| (property.name.clone(), property.values.clone())).collect::<Vec<_>>()
        };
        let same = one.reader.at == other.reader.at
            && one.nodes.len() == other.nodes.len()
            && one.nodes.iter().zip(&other.nodes).all(|(a, b)| a.parent == b.parent && used(a) == used(b));
        (!same).then(|| self.first_difference(one, other).map_or_else(Place::default, |(place, _)| place))
    }

    /// The first value that ends elsewhere in another reading: its property, and whether it ends
    /// first in the first.
    fn first_difference(&self, one: &Reading<'_>, other: &Reading<'_>) -> Option<(Place, bool)> {
        let values = |reading: &'_ Reading<'_>| -> Vec<(usize, usize, Place)> {
            let properties = reading.nodes.iter().flat_map(|node| &node.properties);
            let ranges = |property: &'_ RawProperty| -> Vec<(usize, usize, Place)> {
                property.values.iter().map(|value| (value.start, value.end, property.place)).collect()
            };
            let mut values: Vec<(usize, usize, Place)> = properties.flat_map(ranges).collect();
            values.sort_by_key(|(start, ..)| *start);
            values
        };
        let (one, other) = (values(one), values(other));
        let differ = one.iter().zip(&other).find(|(a, b)| (a.0, a.1) != (b.0, b.1));
        differ.map(|((_, end, place), (_, other, _))| (*place, end < other))
    }

    /// Whether the first value that ends elsewhere in another reading ends first here.
    fn ends_first(&self, here: &Reading<'_>, there: &Reading<'_>) -> bool {
        self.first_difference(here, there).is_none_or(|(_, first)| first)
    }
}

/// The error of a property whose value is not in an encoding.
fn not_in(name: &str, (property, place): (String, Place)) -> SgfError {
    let what = format!("a value of {property} is not in the encoding {name}, expected it to be");
    SgfError::at(place, what)
}

/// A tree of nodes with their values as texts, or the property whose value is no text.
fn tree_of(
    bytes: &[u8],
    nodes: &[RawNode],
    text: impl Fn(&[u8]) -> Option<String>,
) -> Result<Tree, (String, Place)> {
    let property = |RawProperty { name, values, place }: &RawProperty| {
        let values: Option<Vec<String>> = values.iter().map(|value| text(&bytes[value.clone()])).collect();
        let values = values.ok_or_else(|| (name.clone(), *place))?;
        Ok(Property { name: name.clone(), values, place: *place })
    };
    let mut tree = None;
    for RawNode { properties, parent, place } in nodes {
        let properties = properties.iter().map(property).collect::<Result<_, _>>()?;
        let node = Node { properties, place: *place, ..Node::default() };
        match (&mut tree, parent) {
            (Some(tree), Some(parent)) => drop(Tree::add(tree, *parent, node)),
            _ => tree = Some(Tree::new(node)),
        }
    }
    Ok(tree.expect("a game has a root"))
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
        assert_eq!(games[0].node(7).place.line, 3);
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
        assert_eq!(comment(b"(;CA[what]C[plain])").as_deref(), Ok("plain"));
        assert_eq!(comment(b"(;C[\xc4\xe3]CA[GB18030])").as_deref(), Ok("\u{4f60}"));
        assert_eq!(comment(b"(;CA[Shift_JIS]C[\x95\\])").as_deref(), Ok("\u{8868}"));
        assert_eq!(comment(b"(;CA[big5]C[\xa5\\])").as_deref(), Ok("\u{529f}"));
        // Its bytes escaped, as MultiGo writes it.
        assert_eq!(comment(b"(;CA[big5]C[\xa5\xbb\xa6\\]\xa7{])").as_deref(), Ok("\u{672c}\u{56e0}\u{574a}"));
        assert_eq!(comment(b"(;CA[ISO-2022-JP]C[\x1b$BM=A[\x1b(B])").as_deref(), Ok("\u{4e88}\u{60f3}"));
        for (bytes, expected) in [
            (&b"(;CA[UTF-8]C[\xe9])"[..], "column 12: a value of C is not in the encoding UTF-8, expected"),
            (b"(;CA[what]C[\xe9])", "column 1: CA[what]: expected a known encoding, such as UTF-8"),
            (
                b"(;CA[CP932]C[\xe9 ])",
                "column 14: encoding: the bytes from 0xe9 on are no letter of Shift_JIS",
            ),
            (b"(;CA[CP932]C[\x85\x9f])", "column 12: a value of C is not in the encoding Shift_JIS"),
            (b"(;PB[\xe9 ]CA[CP932])", "column 1: CA[CP932]: the file is not text in this encoding"),
            (b"(;CA[HZ-GB-2312]C[~{VPND~}])", "column 1: CA[HZ-GB-2312]: this encoding hides the grammar"),
        ] {
            let said = comment(bytes).unwrap_err();
            assert!(said.starts_with(&format!("line 1, {expected}")) && said.contains("encoding"), "{said}");
        }
        assert!(comment(b"\xff\xfe(\0;\0)\0").unwrap_err().contains("UTF-16"));
    }

    #[test]
    fn what_is_no_sgf_is_refused_by_its_line() {
        for (text, expected) in [
            ("", "no game in SGF, expected (; somewhere"),
            ("B2 A1 pass", "no game in SGF, expected (; somewhere"),
            ("(;B[aa]", "line 1, column 8: the file ends, expected ) of the game that begins in line 1"),
            ("(;\r\nC[a\n", "line 2, column 2: a value of C has no end, expected ]"),
            ("(;C[\\", "line 1, column 4: a value of C has no end, expected ]"),
            ("(;\nB)", "line 2, column 1: the property B has no value, expected [ after it"),
            ("(;b[aa])", "line 1, column 3: \"b\", expected a property in capital letters"),
            ("(;B[aa](B[bb]))", "line 1, column 9: B, expected ; after ("),
            ("(;B[aa]())", "line 1, column 9: ), expected ; after ("),
            ("(;B[aa](;W[bb]);B[ab])", "line 1, column 16: ;, expected ( or ) after )"),
            ("(;\r\r3)", "line 3, column 1: 3, expected a property, ;, ( or )"),
            ("(;\u{e9}[aa])", "line 1, column 3: the byte 0xc3, expected a property, ;, ( or )"),
            (
                "(;C[\u{e9}\u{4f60}]US[club[north]];B[aa])",
                "line 1, column 22: ], expected a property, ;, ( or ) after US[club[north] (] within a value is written \\])",
            ),
        ] {
            assert_eq!(read(text), Err(expected.to_string()), "{text:?}");
        }
    }

    #[test]
    fn depth_costs_no_stack_and_there_are_limits() {
        let deep = "(;".repeat(MAX_NODES) + &")".repeat(MAX_NODES);
        assert_eq!(read(&deep).unwrap()[0].nodes().len(), MAX_NODES);
        assert!(read(&"(;".repeat(MAX_NODES + 1)).unwrap_err().ends_with("more than 1000000 nodes"));
        assert!(read(&"(".repeat(MAX_NODES)).unwrap_err().starts_with("no game"));
        assert!(read(&("(;".to_string() + &"(".repeat(MAX_NODES))).unwrap_err().contains("expected ;"));
        let wide: String = (0..=MAX_PROPERTIES).map(|n| format!("{}[]", "A".repeat(n + 1))).collect();
        assert!(read(&format!("(;{wide})")).unwrap_err().contains("more than 1000 properties"));
        let long = vec![b'('; MAX_BYTES + 1];
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
