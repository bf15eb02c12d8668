//! What is solved at once, and what identifies a result among those of its kind: a board and a variant, or an item of a
//! list.

use std::cmp::Ordering;

use super::variant::Variant;
use crate::go::Board;

/// A board and a variant. A result that depends on no ruleset has no variant, and one that depends on all boards has no
/// board either. What is on a list, such as a claim of a document, is named besides.
///
/// Tasks are ordered as they are shown: lines before boards of two rows and so on, other graphs by family after all
/// grids; then in the order of [`Variant::all`], others behind them by their names, and of the list.
#[derive(Debug, Clone)]
pub struct Task {
    board: Option<Board>,
    variant: Option<Variant>,
    order: Order,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Order {
    family: String,
    sides: (usize, usize),
    board: String,
    /// The place of the variant, and its name.
    variant: Option<(usize, String)>,
    /// The place on the list, and the name there.
    item: Option<(usize, String)>,
}

impl Order {
    fn of(board: &Board) -> Order {
        let name = board.to_string();
        let family = name.split_once(':').map_or("", |(family, _)| family).to_string();
        Order { family, sides: (board.rows(), board.cols()), board: name, variant: None, item: None }
    }
}

impl Task {
    /// What depends on all boards and variants.
    pub fn whole() -> Task {
        Task { board: None, variant: None, order: Order::default() }
    }

    /// A board whatever the ruleset.
    pub fn about(board: &Board) -> Task {
        Task { board: Some(board.clone()), variant: None, order: Order::of(board) }
    }

    /// A variant, whatever the board.
    pub fn under(variant: &Variant) -> Task {
        let order = Order { variant: Some((variant.place(), variant.name())), ..Order::default() };
        Task { board: None, variant: Some(*variant), order }
    }

    /// A board under a variant.
    pub fn of(board: &Board, variant: &Variant) -> Task {
        let order = Order { variant: Some((variant.place(), variant.name())), ..Order::of(board) };
        Task { board: Some(board.clone()), variant: Some(*variant), order }
    }

    /// An item of a list, whatever its board and variant.
    pub fn item(place: usize, name: &str) -> Task {
        let order = Order { item: Some((place, name.to_string())), ..Order::default() };
        Task { board: None, variant: None, order }
    }

    /// An item of a list of questions, each about a board under a variant.
    pub fn item_of(board: &Board, variant: &Variant, place: usize, name: &str) -> Task {
        let mut task = Task::of(board, variant);
        task.order.item = Some((place, name.to_string()));
        task
    }

    /// Whether it is about one board.
    pub fn has_board(&self) -> bool {
        self.board.is_some()
    }

    /// Whether it is about one variant.
    pub fn has_variant(&self) -> bool {
        self.variant.is_some()
    }

    /// The board.
    ///
    /// # Panics
    /// If the task has none.
    pub fn board(&self) -> &Board {
        self.board.as_ref().expect("the task is about a board")
    }

    /// The name of the board; empty if there is none.
    pub fn board_name(&self) -> &str {
        &self.order.board
    }

    /// The number of intersections of the board.
    pub fn points(&self) -> usize {
        self.board.as_ref().map_or(0, Board::points)
    }

    /// The variant.
    ///
    /// # Panics
    /// If the task has none.
    pub fn variant(&self) -> Variant {
        self.variant.expect("the task has a variant")
    }

    /// The name of the variant; empty if there is none.
    pub fn variant_name(&self) -> String {
        self.variant.map_or(String::new(), |variant| variant.name())
    }

    /// The name on the list; empty if it is on none.
    pub fn item_name(&self) -> &str {
        self.order.item.as_ref().map_or("", |(_, name)| name)
    }

    /// The name of the board as part of a path, on any system: `cycle:5` is `cycle-5`.
    pub fn folder(&self) -> String {
        self.order.board.replace(':', "-")
    }

    /// `2x2 psk`, `kee2009-9 3x4 psk`, or as much of it as there is.
    pub fn name(&self) -> String {
        let words = [self.item_name().to_string(), self.board_name().to_string(), self.variant_name()];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

impl PartialEq for Task {
    fn eq(&self, other: &Task) -> bool {
        self.order == other.order
    }
}

impl Eq for Task {}

impl PartialOrd for Task {
    fn partial_cmp(&self, other: &Task) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Task {
    fn cmp(&self, other: &Task) -> Ordering {
        self.order.cmp(&other.order)
    }
}
