//! Which boards are solved, under which variants: the plan, a task of it, and a share of its tasks.
//!
//! Rulesets come from the catalogue, so that a new one has its results as soon as it is listed
//! there. Boards come from lists: those that several kinds of results share are here, the others
//! beside the kind that uses them.
//!
//! A task is what is solved at once, and what identifies a result among those of its kind: a board
//! and a variant, or an item of a list.
//!
//! # Shares
//!
//! A share is some of the work, for one of several machines, or for one of several days. When a
//! folder is made, the tasks of each kind are dealt out one by one in the order of the plan, so
//! that every share has small boards and large ones. A share is a folder of results and
//! certificates without pages, as an interruption leaves one ([`super::cache`]). Results that
//! depend on others, such as what rulesets differ in, are in no share: they are made when the
//! shares are merged ([`super::cache`]). Every result has the bytes that it has on one machine, as
//! none depends on another task.
//!
//! When a folder is checked ([`super::check`]), and wherever it is known what each thing takes, the
//! shares are made to take about as long as each other ([`Shard::of_costs`]).

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeSet, BinaryHeap};
use std::fmt::{self, Display, Formatter};

use super::rulesets::{self, Rulesets};
use superko_go::{Board, BoardError};
use superko_rules::Rules;

// --- A task ---

/// A board and a variant. A result that depends on no ruleset has no variant, and one that depends
/// on all boards has no board either. What is on a list, such as a claim of a document, is named
/// besides.
///
/// Tasks are ordered as they are shown: lines before boards of two rows and so on, other graphs by
/// family after all grids; then in the order of [`Rulesets::all`], others after them by their
/// names, and of the list.
#[derive(Debug, Clone)]
pub struct Task {
    board: Option<Board>,
    variant: Option<Rules>,
    order: Order,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Order {
    family: String,
    sides: (usize, usize),
    board: String,
    /// The index of the variant, and its name.
    variant: Option<(usize, String)>,
    /// The index on the list, and the name there.
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
    /// The task of a result that depends on all boards and variants.
    pub fn whole() -> Task {
        Task { board: None, variant: None, order: Order::default() }
    }

    /// A board whatever the ruleset.
    pub fn about(board: &Board) -> Task {
        Task { board: Some(board.clone()), variant: None, order: Order::of(board) }
    }

    /// A variant, whatever the board.
    pub fn under(variant: &Rules) -> Task {
        let order =
            Order { variant: Some((rulesets::place(variant), rulesets::name(variant))), ..Order::default() };
        Task { board: None, variant: Some(*variant), order }
    }

    /// A board under a variant.
    pub fn of(board: &Board, variant: &Rules) -> Task {
        let order =
            Order { variant: Some((rulesets::place(variant), rulesets::name(variant))), ..Order::of(board) };
        Task { board: Some(board.clone()), variant: Some(*variant), order }
    }

    /// A grid of any size under a variant: what takes no more than a referee.
    pub fn on_grid(rows: usize, cols: usize, variant: &Rules) -> Task {
        let variant_order = Some((rulesets::place(variant), rulesets::name(variant)));
        let board = format!("{rows}x{cols}");
        let order = Order { sides: (rows, cols), board, variant: variant_order, ..Order::default() };
        Task { board: None, variant: Some(*variant), order }
    }

    /// An item of a list, whatever its board and variant.
    pub fn item(index: usize, name: &str) -> Task {
        let order = Order { item: Some((index, name.to_string())), ..Order::default() };
        Task { board: None, variant: None, order }
    }

    /// An item of a list of questions, each about a board under a variant.
    pub fn item_of(board: &Board, variant: &Rules, index: usize, name: &str) -> Task {
        let mut task = Task::of(board, variant);
        task.order.item = Some((index, name.to_string()));
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

    /// The rows and columns of the board; 0 if there is none.
    pub fn sides(&self) -> (usize, usize) {
        self.order.sides
    }

    /// The number of intersections of the board.
    pub fn points(&self) -> usize {
        self.board.as_ref().map_or(0, Board::points)
    }

    /// The variant.
    ///
    /// # Panics
    /// If the task has none.
    pub fn variant(&self) -> Rules {
        self.variant.expect("the task has a variant")
    }

    /// The name of the variant; empty if there is none.
    pub fn variant_name(&self) -> String {
        self.variant.as_ref().map_or(String::new(), rulesets::name)
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

// --- A share of the work ---

/// A share of some work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// From 0 on.
    index: usize,
    /// At least 1.
    of: usize,
}

/// Maximum number of shares.
const MAX_SHARES: usize = 10_000;

impl Shard {
    /// All of the work.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };

    /// Reads `2/8`: the second of eight shares.
    ///
    /// # Errors
    /// The expected form.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let [number, of] = [number, of].map(|text| text.parse::<usize>().ok());
            Some((number?, of?))
                .filter(|(number, of)| (1..=MAX_SHARES).contains(of) && (1..=*of).contains(number))
        });
        let expected = "expected a number and how many there are, such as 2/8";
        numbers.map(|(number, of)| Shard { index: number - 1, of }).ok_or_else(|| expected.to_string())
    }

    /// Whether it is all of the work.
    pub fn is_whole(self) -> bool {
        self.of == 1
    }

    /// The share as far from the end as this one is from the beginning. Where two lists are shared
    /// out, the costliest of both are so in different shares.
    pub fn from_the_end(self) -> Shard {
        Shard { index: self.of - 1 - self.index, of: self.of }
    }

    /// Whether the task at an index of a plan belongs to it.
    pub fn has(self, index: usize) -> bool {
        index % self.of == self.index
    }

    /// The indices of a list that belong to it, where the items have these costs, in any unit.
    ///
    /// The costliest are dealt out first, each to the share that has the least so far. So shares
    /// cost about as much as each other, unless one thing alone costs more, and equal costs are
    /// dealt out one by one. Whoever has the same list has the same shares, and every index is in
    /// one of them.
    pub fn of_costs(self, costs: &[u64]) -> BTreeSet<usize> {
        if self.is_whole() {
            return (0..costs.len()).collect();
        }
        let mut indices: Vec<usize> = (0..costs.len()).collect();
        indices.sort_by_key(|index| Reverse(costs[*index]));
        let mut shares: BinaryHeap<Reverse<(u128, usize)>> =
            (0..self.of).map(|share| Reverse((0, share))).collect();
        let mut own = BTreeSet::new();
        for index in indices {
            let Some(mut least) = shares.peek_mut() else { break };
            let Reverse((cost, share)) = &mut *least;
            // What costs nothing by its number is still something to do.
            *cost += u128::from(costs[index]) + 1;
            if *share == self.index {
                own.insert(index);
            }
        }
        own
    }
}

/// As it is given: `2/8`.
impl Display for Shard {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

// --- The plan ---

/// Boards whose empty start is solved under every variant.
pub const BOARDS: [&str; 18] = [
    "1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3", "1x7", "1x8", "2x4", "1x9", "3x3", "1x10", "2x5",
    "1x11", "2x6", "3x4",
];

/// Larger boards, whose empty start is solved under each ruleset with the default of every option.
pub const LARGE: [&str; 4] = ["1x12", "1x13", "2x7", "4x4"];

/// The largest boards. Of these too the empty start is solved under each ruleset with the default
/// of every option that reaches them, but for no more than the value, one best move and a line.
pub const LARGEST: [&str; 3] = ["1x14", "3x5", "2x8"];

/// Factor on the limit of nodes for the results of [`LARGE`].
pub const LARGE_FACTOR: u64 = 4;

/// Factor on the limit of nodes for the boards that take the most.
pub const LARGEST_FACTOR: u64 = 40;

/// The contents of a folder: the boards of all lists, or those of them that were asked for; the
/// rulesets; and the share that is to be solved.
#[derive(Debug, Clone)]
pub struct Selection {
    /// `None` for all.
    boards: Option<Vec<String>>,
    /// The rulesets.
    pub rulesets: Rulesets,
    /// The share of the work that is done.
    pub shard: Shard,
}

impl Selection {
    /// All boards, under every ruleset of the catalogue.
    pub fn all() -> Selection {
        Selection { boards: None, rulesets: Rulesets::Catalogue, shard: Shard::WHOLE }
    }

    /// Some of the boards, under every ruleset of the catalogue.
    ///
    /// # Errors
    /// A text that is not the name of a board. (A board that is in no list is not planned, which is
    /// no error here.)
    pub fn of(boards: &[&str]) -> Result<Selection, BoardError> {
        let named = |text: &&str| Board::parse(text).map(|board| board.to_string());
        let boards = boards.iter().map(named).collect::<Result<_, _>>()?;
        Ok(Selection { boards: Some(boards), ..Selection::all() })
    }

    /// The same boards under other rulesets.
    pub fn under(self, rulesets: Rulesets) -> Selection {
        Selection { rulesets, ..self }
    }

    /// A share of the same.
    pub fn share(self, shard: Shard) -> Selection {
        Selection { shard, ..self }
    }

    /// All boards under the same rulesets.
    pub fn whole(&self) -> Selection {
        Selection::all().under(self.rulesets.clone())
    }

    /// Whether all boards are selected: only then has the folder what is about no board.
    pub fn is_all(&self) -> bool {
        self.boards.is_none()
    }

    /// Whether all boards are selected, under the rulesets of the catalogue: only then has the
    /// folder what the documents say of them.
    pub fn is_published(&self) -> bool {
        self.is_all() && self.rulesets.are_of_the_catalogue()
    }

    /// The boards of a list that are selected.
    ///
    /// # Panics
    /// If the list has something that is not a board.
    pub fn boards(&self, list: &[&str]) -> Vec<Board> {
        let wanted = |name: &&&str| {
            self.boards.as_ref().is_none_or(|boards| boards.iter().any(|board| board == **name))
        };
        let parse = |name: &&str| Board::parse(name).expect("the lists have names of boards");
        list.iter().filter(wanted).map(parse).collect()
    }

    /// A task for each selected board of a list and each of some variants.
    pub fn tasks(&self, list: &[&str], variants: &[Rules]) -> Vec<Task> {
        let of_board = |board: &Board| variants.iter().map(|variant| Task::of(board, variant)).collect();
        self.boards(list).iter().flat_map(|board| -> Vec<Task> { of_board(board) }).collect()
    }
}

/// Whether a ruleset forbids every position, or every situation, that has stood before, whatever
/// was played since.
pub fn is_superko(variant: &Rules) -> bool {
    ["psk", "ssk", "nssk"].contains(&variant.entry.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_in_one_share() {
        for of in 1..6 {
            let shares: Vec<Shard> =
                (1..=of).map(|number| Shard::parse(&format!("{number}/{of}")).unwrap()).collect();
            assert!((0..50).all(|index| shares.iter().filter(|shard| shard.has(index)).count() == 1));
            assert_eq!(shares[0].is_whole(), of == 1);
            assert_eq!(shares[of - 1].to_string(), format!("{of}/{of}"));
        }
        for text in ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b", "1/10001", "1.0/2"] {
            assert!(Shard::parse(text).is_err_and(|error| error.contains("such as 2/8")), "{text}");
        }
    }

    #[test]
    fn shares_by_cost_have_every_place_once_and_none_has_much_more_than_another() {
        let share = |number: usize, of: usize, costs: &[u64]| Shard { index: number, of }.of_costs(costs);
        // From 0 to 630 in no order, 0 more than once.
        let costs: Vec<u64> = (0..100).map(|index| (index * 37 % 64) * 10).collect();
        for of in [1, 2, 7, 16] {
            let shares: Vec<BTreeSet<usize>> = (0..of).map(|number| share(number, of, &costs)).collect();
            let mut indices: Vec<usize> = shares.iter().flatten().copied().collect();
            indices.sort_unstable();
            assert!(indices.into_iter().eq(0..100), "{of}");
            let sums: Vec<u64> =
                shares.iter().map(|share| share.iter().map(|index| costs[*index]).sum()).collect();
            let (least, most) = (sums.iter().min().unwrap(), sums.iter().max().unwrap());
            assert!(most - least <= 100, "{sums:?}");
        }
        // What costs more than all the others is alone.
        assert_eq!(share(0, 2, &[1, 2, 50, 3]), BTreeSet::from([2]));
        assert_eq!(share(1, 2, &[1, 2, 50, 3]), BTreeSet::from([0, 1, 3]));
        assert_eq!(share(0, 2, &[0; 4]), BTreeSet::from([0, 2]));
        assert_eq!(share(6, 7, &[5, 5]), BTreeSet::new());
        assert_eq!(share(0, 2, &[u64::MAX; 4]).len(), 2);
    }
}
