//! A tree as a file, always with the same bytes: a line for each node, properties in a fixed order, the values of lists
//! sorted, UTF-8 with LF and a line end behind the last line. No line is broken within a value.

use std::fmt::Write;

use super::tree::{Node, Property, Tree};

/// The properties in the order in which they are written; others come behind them, in that of the alphabet.
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
    // What is still to be written, the next last. Nothing recurses, so that a line of any depth can be written.
    let mut todo = vec![Step::Close, Step::Node(Tree::ROOT), Step::Open];
    while let Some(step) = todo.pop() {
        match step {
            Step::Open => text.push('('),
            Step::Close => text.push_str(")\n"),
            Step::Node(place) => {
                let node = tree.node(place);
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
                // The parenthesis that closes stands behind the last node of its line.
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
mod tests {
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
