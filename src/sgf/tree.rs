//! A game as a file has it: a tree of nodes with properties, before anything is made of them.
//!
//! The nodes lie in one list and name each other by their places in it, so that no depth of a file costs a stack.

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
    /// The values as they stand between the brackets, with their escapes: see [`text`](super::text).
    pub values: Vec<String>,
    /// Where its name stands.
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
    /// Where the node begins.
    pub place: Place,
}

impl Node {
    /// The values of a property, if the node has it.
    pub fn values(&self, name: &str) -> Option<&[String]> {
        let found = self.properties.iter().find(|property| property.name == name)?;
        Some(&found.values)
    }

    /// Where a property stands, or the node if it does not have it.
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
    /// The place of the root.
    pub const ROOT: usize = 0;

    /// A tree that is its root alone.
    pub fn new(root: Node) -> Tree {
        Tree { nodes: vec![Node { parent: None, children: Vec::new(), ..root }] }
    }

    /// Adds a node as the last variation after another, and returns its place.
    ///
    /// # Panics
    /// If there is no node of the place `parent`.
    pub fn add(&mut self, parent: usize, node: Node) -> usize {
        let place = self.nodes.len();
        self.nodes[parent].children.push(place);
        self.nodes.push(Node { parent: Some(parent), children: Vec::new(), ..node });
        place
    }

    /// The node of a place.
    ///
    /// # Panics
    /// If there is none.
    pub fn node(&self, place: usize) -> &Node {
        &self.nodes[place]
    }

    /// The node of a place, to be changed.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn node_mut(&mut self, place: usize) -> &mut Node {
        &mut self.nodes[place]
    }

    /// All nodes in the order of their places.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The root.
    pub fn root(&self) -> &Node {
        &self.nodes[Tree::ROOT]
    }
}
