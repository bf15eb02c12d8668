//! Trees of nodes with properties, as a file has them: the text of values, errors, and writing.
//!
//! The nodes lie in one list and refer to each other by their indices, so that no depth of a file
//! costs a stack.

use std::fmt::{self, Write};

/// A place in a file, both numbers from 1; both are 0 of what comes from no file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The letter of the line.
    pub column: usize,
}

/// A property of a node: a name with one value or more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// The name in capital letters, such as `AB`.
    pub name: String,
    /// The values as they stand between the brackets, with their escapes: see [`text`].
    pub values: Vec<String>,
    /// The place of its name.
    pub place: Place,
}

/// A node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Node {
    /// The properties, each name once.
    pub properties: Vec<Property>,
    /// The node before; `None` for the root.
    pub parent: Option<usize>,
    /// The nodes after: the first goes on with the main line, the others are variations.
    pub children: Vec<usize>,
    /// The place of the node.
    pub place: Place,
}

impl Node {
    /// The values of a property, if the node has it.
    pub fn values(&self, name: &str) -> Option<&[String]> {
        let found = self.properties.iter().find(|property| property.name == name)?;
        Some(&found.values)
    }

    /// The place of a property, or of the node if it does not have it.
    pub fn place_of(&self, name: &str) -> Place {
        let found = self.properties.iter().find(|property| property.name == name);
        found.map_or(self.place, |property| property.place)
    }

    /// The first value of a property, if the node has it.
    pub fn value_mut(&mut self, name: &str) -> Option<&mut String> {
        self.properties.iter_mut().find(|property| property.name == name)?.values.first_mut()
    }

    /// Appends values to a property, which is made if the node does not have it.
    pub fn add(&mut self, name: &str, values: impl IntoIterator<Item = String>) {
        match self.properties.iter_mut().find(|property| property.name == name) {
            Some(property) => property.values.extend(values),
            None => {
                let values = values.into_iter().collect();
                self.properties.push(Property { name: name.to_string(), values, place: Place::default() });
            }
        }
    }
}

/// A tree of nodes, the root first. A node stands after the one that it follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// The index of the root.
    pub const ROOT: usize = 0;

    /// A tree that is its root alone.
    pub fn new(root: Node) -> Tree {
        Tree { nodes: vec![Node { parent: None, children: Vec::new(), ..root }] }
    }

    /// Adds a node as the last variation after another, and returns its index.
    ///
    /// # Panics
    /// If there is no node `parent`.
    pub fn add(&mut self, parent: usize, node: Node) -> usize {
        let index = self.nodes.len();
        self.nodes[parent].children.push(index);
        self.nodes.push(Node { parent: Some(parent), children: Vec::new(), ..node });
        index
    }

    /// The node of an index.
    ///
    /// # Panics
    /// If there is none.
    pub fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// The node of an index, to be changed.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn node_mut(&mut self, index: usize) -> &mut Node {
        &mut self.nodes[index]
    }

    /// All nodes in the order of their indices.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The root.
    pub fn root(&self) -> &Node {
        &self.nodes[Tree::ROOT]
    }
}

// --- Text of values: SimpleText, Text and Compose of the specification ---
//
// A backslash takes its meaning from `]`, `:` and `\`, and takes away a line break after it (a soft
// one). Other line breaks are kept by Text and are spaces in SimpleText. A line break is LF, CR, or
// both in either order.

/// The text of a value, with its line breaks as LF.
pub fn text(value: &str) -> String {
    unescaped(value, '\n')
}

/// The text of a value in one line, without white space at its ends.
pub fn simple_text(value: &str) -> String {
    unescaped(value, ' ').trim().to_string()
}

fn unescaped(value: &str, line_break: char) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letter == '\\';
        let letter = if escaped { letters.next().unwrap_or('\\') } else { letter };
        match letter {
            '\n' | '\r' => {
                letters.next_if(|next| matches!((letter, *next), ('\n', '\r') | ('\r', '\n')));
                if !escaped {
                    text.push(line_break);
                }
            }
            letter if letter.is_whitespace() => text.push(' '),
            letter => text.push(letter),
        }
    }
    text
}

/// A text as a value.
pub fn escaped(text: &str) -> String {
    with_backslashes(text, &[']', '\\'])
}

/// Two texts in one value, such as a point with its label.
pub fn composed(first: &str, second: &str) -> String {
    [first, second].map(|text| with_backslashes(text, &[']', '\\', ':'])).join(":")
}

fn with_backslashes(text: &str, letters: &[char]) -> String {
    let mut value = String::with_capacity(text.len());
    for letter in text.chars() {
        if letters.contains(&letter) {
            value.push('\\');
        }
        value.push(letter);
    }
    value
}

/// The two values of one that has a colon which is not escaped.
pub fn split(value: &str) -> Option<(&str, &str)> {
    let mut letters = value.char_indices();
    while let Some((index, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            ':' => return Some((&value[..index], &value[index + 1..])),
            _ => {}
        }
    }
    None
}

// --- Errors ---

/// Error in a file or in the choice of a game: what was wrong and what was expected, in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SgfError {
    /// The place in the file, if the error lies in one.
    pub place: Option<Place>,
    pub(super) what: String,
}

/// The most characters of a value that are quoted.
const MAX_QUOTED: usize = 40;

impl SgfError {
    /// An error at a place of the file.
    pub(super) fn at(place: Place, what: impl Into<String>) -> SgfError {
        SgfError { place: Some(place), what: what.into() }
    }

    /// An error in a property of a node.
    pub(super) fn of(node: &Node, name: &str, what: impl Into<String>) -> SgfError {
        SgfError::at(node.place_of(name), what)
    }

    /// An error that lies in no place.
    pub(super) fn new(what: impl Into<String>) -> SgfError {
        SgfError { place: None, what: what.into() }
    }
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(Place { line, column }) => write!(f, "line {line}, column {column}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for SgfError {}

/// A property with one value as a file writes it, such as `B[aa]`, shortened and with control
/// characters escaped.
pub(super) fn quoted(name: &str, value: &str) -> String {
    let shown: String = value.chars().take(MAX_QUOTED).collect();
    let rest = if shown.len() < value.len() { "…" } else { "" };
    format!("{name}[{}{rest}]", shown.escape_debug())
}

// --- Writing ---
//
// The bytes of a tree are always the same: a line for each node, properties in a fixed order, the
// values of lists sorted, UTF-8 with LF and a line end after the last line. No line is broken
// within a value.

/// The properties in the order in which they are written; others come after them, in alphabetical
/// order.
const ORDER: [&str; 37] = [
    "FF", "GM", "CA", "AP", "ST", "SZ", "KM", "HA", "RU", "RE", "GN", "PB", "PW", "GC", "B", "W", "SKMV",
    "KO", "MN", "AB", "AW", "AE", "PL", "TE", "BM", "V", "SBKV", "SBKS", "GB", "GW", "DM", "C", "N", "LB",
    "TR", "MA", "CR",
];

/// The properties whose values are lists of points, whose order means nothing.
const LISTS: [&str; 9] = ["AB", "AW", "AE", "LB", "TR", "MA", "CR", "SQ", "SL"];

/// The file of a game.
pub fn write(tree: &Tree) -> String {
    let mut text = String::new();
    // A stack of what is still to be written. Nothing recurses, so that a line of any depth can be
    // written.
    let mut todo = vec![Step::Close, Step::Node(Tree::ROOT), Step::Open];
    while let Some(step) = todo.pop() {
        match step {
            Step::Open => text.push('('),
            Step::Close => text.push_str(")\n"),
            Step::Node(index) => {
                let node = tree.node(index);
                write_node(node, &mut text);
                match node.children.as_slice() {
                    [] => {}
                    [next] => todo.push(Step::Node(*next)),
                    variations => {
                        for next in variations.iter().rev() {
                            todo.extend([Step::Close, Step::Node(*next), Step::Open]);
                        }
                    }
                }
                // The parenthesis that closes stands after the last node of its line.
                if node.children.is_empty() {
                    text.pop();
                }
            }
        }
    }
    text
}

enum Step {
    Open,
    Close,
    Node(usize),
}

fn write_node(node: &Node, text: &mut String) {
    let place = |property: &&Property| {
        let known = ORDER.iter().position(|name| *name == property.name);
        (known.unwrap_or(ORDER.len()), property.name.clone())
    };
    let mut properties: Vec<&Property> = node.properties.iter().collect();
    properties.sort_by_cached_key(place);
    text.push(';');
    for Property { name, values, .. } in properties {
        let mut values: Vec<&String> = values.iter().collect();
        if LISTS.contains(&name.as_str()) {
            values.sort();
        }
        text.push_str(name);
        for value in values {
            let _ = write!(text, "[{value}]");
        }
    }
    text.push('\n');
}

#[cfg(test)]
mod text_tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_and_line_breaks_are_read_as_the_specification_says() {
        // The example of the specification, with its soft line break.
        let value = "Meijin NR: yeah, k4 is won\\\nderful\nsweat NR: thank you! \\:\\)";
        let read = "Meijin NR: yeah, k4 is wonderful\nsweat NR: thank you! :)";
        assert_eq!(text(value), read);
        assert_eq!(simple_text(value), read.replace('\n', " "));
        for value in ["a\r\nb", "a\n\rb", "a\rb", "a\nb", "a\\\r\n\nb"] {
            assert_eq!(text(value), "a\nb", "{value:?}");
        }
        assert_eq!(text("a\n\n\tb\\\tc"), "a\n\n b c");
        assert_eq!((text("\\]\\\\\\"), simple_text(" a \n")), ("]\\\\".to_string(), "a".to_string()));
    }

    #[test]
    fn a_composed_value_is_split_at_its_first_colon_that_is_not_escaped() {
        assert_eq!(split("aa:1\\:2"), Some(("aa", "1\\:2")));
        assert_eq!(split("a\\:b:c:d"), Some(("a\\:b", "c:d")));
        assert_eq!((split("a\\:b"), split("\\"), split("")), (None, None, None));
    }

    proptest! {
        #[test]
        fn a_text_survives_writing_and_reading(first in "[^\r\t\u{b}\u{c}\u{85}\u{a0}\\p{Zs}\\p{Zl}\\p{Zp}]*", second in "[ \\]:\\\\a\n]*") {
            prop_assert_eq!(text(&escaped(&first)), first.clone());
            let both = composed(&first, &second);
            let (one, other) = split(&both).unwrap();
            prop_assert_eq!((text(one), text(other)), (first, second));
        }
    }
}

#[cfg(test)]
mod write_tests {
    use super::super::parse::parse;
    use super::*;
    use proptest::prelude::*;

    fn rewritten(text: &str) -> String {
        write(&parse(text.as_bytes()).unwrap()[0])
    }

    #[test]
    fn the_order_of_a_file_does_not_matter() {
        let one =
            rewritten("(;SZ[2]XY[b][a]AB[bb][aa]FF[4]C[two\nlines \\]];W[](;B[ab])(;B[ba];W[bb](;)(;)))");
        let other = rewritten(
            "( ;\n\nFF[4]AB[aa]SZ[2]AB[bb]XY[b][a]C[two\nlines \\]];W[](;B[ab])(;B[ba];W[bb](;)(;)))",
        );
        assert_eq!(one, other);
        assert_eq!(
            one,
            "(;FF[4]SZ[2]AB[aa][bb]C[two\nlines \\]]XY[b][a]\n;W[]\n(;B[ab])\n(;B[ba]\n;W[bb]\n(;)\n(;)\n)\n)\n"
        );
        assert_eq!(rewritten(&one), one);
    }

    proptest! {
        #[test]
        fn a_written_tree_is_read_back_and_written_the_same(parents in proptest::collection::vec(any::<u8>(), 0..40)) {
            let node = |number: usize| {
                let mut node = Node::default();
                node.add("N", [number.to_string()]);
                node
            };
            let mut tree = Tree::new(node(0));
            for (place, parent) in parents.iter().enumerate() {
                tree.add(usize::from(*parent) % (place + 1), node(place + 1));
            }
            let text = write(&tree);
            let read = parse(text.as_bytes()).unwrap();
            prop_assert_eq!((write(&read[0]), read.len()), (text, 1));
            prop_assert_eq!(read[0].nodes().len(), tree.nodes().len());
            // The names of the children of each node are those that they were.
            let named = |tree: &Tree| {
                let name = |place: &usize| tree.node(*place).values("N").unwrap()[0].clone();
                let mut all: Vec<(String, Vec<String>)> = (0..tree.nodes().len())
                    .map(|place| (name(&place), tree.node(place).children.iter().map(name).collect()))
                    .collect();
                all.sort();
                all
            };
            prop_assert_eq!(named(&read[0]), named(&tree));
        }
    }
}
