//! Where two rulesets, or two readings of one, give a position different values: the smallest boards, how
//! many positions, and some of them worked out.
//!
//! The values compared are those of the strong tables. A position that is shown is solved once more from
//! empty tables, under both games, with all first moves and a line; the naive solver, which shares nothing
//! with the search but the rules, is asked to confirm the value. What it can confirm within its limit of
//! nodes is marked so.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::parts::rows_path;
use super::strong::{Class, Strong, points};
use super::variant::Variant;
use super::work::{Unmade, Watch, nodes};
use crate::go::notation::{diagram_line, move_name, parse_position};
use crate::go::{Board, Player};
use crate::report::record::SCHEMA;
use crate::rules::{Game, State};
use crate::solve::naive::Naive;
use crate::solve::{Answer, Budget, Engine, Limits, Request, Stopped, Value, Want, solve, with_threads};

/// The nodes that the naive solver may take for one value.
pub const NAIVE_NODES: u64 = 300_000;

/// The nodes that the search may take for one position; far more than it needs.
const NODES: u64 = 2_000_000;

/// How many positions of a board are worked out for a pair.
const SHOWN: usize = 2;

/// A line of more moves than this is not shown.
const LINE: usize = 60;

/// `differences.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Differences {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The limit of the naive solver.
    pub naive_nodes: u64,
    /// The nodes that all of it took.
    pub nodes: u64,
    /// The pairs.
    pub pairs: Vec<Pair>,
}

/// Two games, compared on every board that has both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The name of a variant.
    pub a: String,
    /// The name of the other.
    pub b: String,
    /// For each board compared, how many of its positions have different values, Black to move.
    pub boards: Vec<Compared>,
    /// Positions of the smallest boards with a difference, worked out.
    pub examples: Vec<Example>,
}

/// A board on which two games were compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compared {
    /// Rows by columns.
    pub board: String,
    /// Legal positions.
    pub positions: u32,
    /// Those with different values, Black to move. (With White to move there are as many.)
    pub differing: u32,
    /// The same, of positions that a symmetry makes equal only one.
    pub classes: u32,
}

/// A position with different values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// Rows by columns.
    pub board: String,
    /// The position, Black to move.
    pub position: String,
    /// Under the first game.
    pub a: Side,
    /// Under the other.
    pub b: Side,
    /// A first move that tells them apart.
    pub telling: Option<Telling>,
}

/// A position under one game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// The value.
    pub value: String,
    /// All moves that keep it.
    pub best_moves: Vec<String>,
    /// A line of best play, if it is not too long.
    pub line: Option<Vec<String>>,
    /// If the line goes on for ever: the number of moves after which it repeats itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats_from: Option<usize>,
    /// Whether the naive solver has confirmed the value within its limit.
    pub confirmed: bool,
}

/// A first move with different values; `null` where it is not legal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Telling {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value under the first game.
    pub a: Option<String>,
    /// Its value under the other.
    pub b: Option<String>,
}

/// The pairs that are compared: the rulesets with each other, those whose games may never end last; and the
/// variants of each ruleset that differ in one option.
pub fn pairs() -> Vec<(Variant, Variant)> {
    let mut pairs = two_of(&Variant::usual_ones());
    let loopy = |variant: &Variant| !variant.always_ends();
    pairs.sort_by_key(|(a, b)| loopy(a) || loopy(b));
    for usual in Variant::usual_ones() {
        let axis = |variant: &Variant| variant.varied().first().map(|(axis, _)| *axis);
        let related = two_of(&Variant::of(usual.entry));
        pairs.extend(related.into_iter().filter(|(a, b)| axis(a).is_none() || axis(a) == axis(b)));
    }
    pairs
}

fn two_of(variants: &[Variant]) -> Vec<(Variant, Variant)> {
    let later = |place: usize| variants[place + 1..].iter().map(move |b| (variants[place], *b));
    (0..variants.len()).flat_map(later).collect()
}

/// A position to be worked out: the place of its board among the strong tables, its class, its game.
type Job = (usize, usize, String);

/// What came of it.
struct Worked {
    side: Side,
    move_values: Vec<(String, String)>,
    nodes: u64,
}

/// Compares all pairs on all strong tables.
///
/// # Errors
/// [`Unmade`]: a value that is worked out may not be that of the strong table. Then the table is wrong, or the
/// program, and nothing must be published.
///
/// # Panics
/// If the naive solver finds that a value is wrong.
pub fn compare(strong: &[Strong], threads: usize, watch: &Watch) -> Result<Differences, Unmade> {
    let mut places: Vec<usize> = (0..strong.len()).collect();
    places.sort_by_key(|place| (strong[*place].board.points(), *place));
    let found: Vec<(Pair, Vec<(usize, usize)>)> =
        pairs().iter().map(|(a, b)| compare_pair(strong, &places, &a.name(), &b.name())).collect();

    let shown = found.iter().flat_map(|(pair, examples)| {
        examples.iter().flat_map(|(board, row)| [&pair.a, &pair.b].map(|name| (*board, *row, name.clone())))
    });
    let mut jobs: Vec<Job> = shown.collect();
    jobs.sort();
    jobs.dedup();
    let name = |(board, row, game): &Job| {
        let Strong { board, classes, .. } = &strong[*board];
        format!("differences: {board} {} {game}", diagram_line(board, &classes[*row].position))
    };
    let work = |(board, row, game): &Job, budget: &Arc<Budget>| {
        let strong = &strong[*board];
        let worked = work_out(&strong.board, &strong.classes[*row], game, budget);
        let expected = &strong.column(game).expect("only columns that are there are compared")[*row];
        match worked {
            Ok(worked) if worked.side.value != *expected => {
                let (board, position) =
                    (&strong.board, diagram_line(&strong.board, &strong.classes[*row].position));
                let (path, found) = (rows_path(&board.to_string()), worked.side.value);
                Err(format!(
                    "{path}: {position} has the value {expected} under {game}, solved by itself {found}"
                ))
            }
            worked => Ok(worked.ok()),
        }
    };
    let worked = watch.run(&jobs, threads, |_| nodes(NODES), name, work)?;
    let worked = worked.into_iter().collect::<Result<Vec<_>, _>>().map_err(Unmade::Wrong)?;
    let nodes = worked.iter().flatten().map(|worked| worked.nodes).sum();
    let worked: BTreeMap<&Job, &Worked> =
        jobs.iter().zip(&worked).filter_map(|(job, worked)| Some((job, worked.as_ref()?))).collect();

    let pairs = found.into_iter().map(|(mut pair, examples)| {
        for (place, row) in examples {
            let [a, b] = [&pair.a, &pair.b].map(|name| worked.get(&(place, row, name.clone())));
            if let (Some(a), Some(b)) = (a, b) {
                pair.examples.push(example(&strong[place], row, a, b));
            }
        }
        pair
    });
    Ok(Differences { schema: SCHEMA, naive_nodes: NAIVE_NODES, nodes, pairs: pairs.collect() })
}

/// Counts the differences of a pair on each board, and chooses what is shown.
fn compare_pair(strong: &[Strong], places: &[usize], a: &str, b: &str) -> (Pair, Vec<(usize, usize)>) {
    let mut pair = Pair { a: a.to_string(), b: b.to_string(), boards: Vec::new(), examples: Vec::new() };
    let (mut shown, mut smallest) = (Vec::new(), None);
    for place in places {
        let table = &strong[*place];
        let (Some(first), Some(second)) = (table.column(a), table.column(b)) else { continue };
        let rows: Vec<usize> = (0..table.classes.len()).filter(|row| first[*row] != second[*row]).collect();
        pair.boards.push(Compared {
            board: table.board.to_string(),
            positions: table.about.positions,
            differing: rows.iter().map(|row| table.classes[*row].images).sum(),
            classes: rows.len() as u32,
        });
        let points = table.board.points();
        if !rows.is_empty() && *smallest.get_or_insert(points) == points {
            shown.extend(rows.into_iter().take(SHOWN).map(|row| (*place, row)));
        }
    }
    (pair, shown)
}

fn work_out(board: &Board, class: &Class, game: &str, budget: &Arc<Budget>) -> Result<Worked, Stopped> {
    let game = Variant::named(game).expect("a column is named after its variant").game(board.clone());
    let state = game.start(class.position, Player::Black);
    let request = Request { best_moves: Want::All, move_values: true, ..Request::default() };
    let solution = solve(&game, &state, &request, budget);
    if let Some(stopped) = solution.stopped {
        return Err(stopped);
    }
    let exact = |answer: &Answer| answer.exact().expect("an effort that was not stopped has all values");
    let names = |moves: &[crate::go::Move]| moves.iter().map(|mv| move_name(board, *mv)).collect::<Vec<_>>();
    let value = exact(&solution.value);
    let naive = Budget::new(Limits { nodes: Some(NAIVE_NODES), ..Limits::default() });
    let confirmed = confirmed(&game, &state, value, &naive);
    let side = Side {
        value: value.to_string(),
        best_moves: names(&solution.best_moves),
        line: (solution.line.len() <= LINE).then(|| names(&solution.line)),
        repeats_from: solution.repeats_from,
        confirmed,
    };
    let valued = solution.move_values.iter();
    let move_values = valued.map(|(mv, answer)| (move_name(board, *mv), exact(answer).to_string()));
    Ok(Worked { side, move_values: move_values.collect(), nodes: budget.nodes() + naive.nodes() })
}

/// Whether the naive solver confirms a value within its limit.
fn confirmed(game: &Game, state: &State, value: Value, budget: &Budget) -> bool {
    let agrees = match value {
        Value::Points(points) if game.rules.properties().always_ends => {
            with_threads(1, || Naive::new(game, budget).confirms(state, points)).ok()
        }
        _ => {
            let request = Request { engine: Engine::Naive, line: false, ..Request::default() };
            solve(game, state, &request, budget).value.exact().map(|found| found == value)
        }
    };
    assert!(agrees != Some(false), "the value of {state:?} is not {value}");
    agrees == Some(true)
}

fn example(strong: &Strong, row: usize, a: &Worked, b: &Worked) -> Example {
    Example {
        board: strong.board.to_string(),
        position: diagram_line(&strong.board, &strong.classes[row].position),
        a: a.side.clone(),
        b: b.side.clone(),
        telling: telling(a, b),
    }
}

/// The first move that keeps the value where Black gets more, and does not have it under the other game.
///
/// Where both values are numbers there always is one: under the other game no move has as much.
fn telling(a: &Worked, b: &Worked) -> Option<Telling> {
    let value_of = |worked: &Worked, mv: &String| {
        worked.move_values.iter().find(|(other, _)| other == mv).map(|(_, value)| value.clone())
    };
    let more = match (points(&a.side.value), points(&b.side.value)) {
        (Some(first), Some(second)) if second > first => b,
        _ => a,
    };
    let told = more.side.best_moves.iter().map(|mv| (mv, value_of(a, mv), value_of(b, mv)));
    let (mv, a, b) = told.into_iter().find(|(_, a, b)| a != b)?;
    Some(Telling { mv: mv.clone(), a, b })
}

/// The position of an example.
///
/// # Errors
/// What is wrong with its texts.
pub fn board_of(example: &Example) -> Result<(Board, crate::go::Position), String> {
    let board = Board::parse(&example.board).map_err(|error| error.to_string())?;
    let position = parse_position(&board, &example.position).map_err(|error| error.to_string())?;
    Ok((board, position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::axes::Axis;
    use crate::solutions::strong::solve_column;

    fn strong(board: &str) -> Strong {
        let board = Board::parse(board).unwrap();
        let column = |variant: &Variant| solve_column(&board, variant, &Arc::new(Budget::default()));
        let columns = Variant::all().iter().map(column).collect();
        Strong::of(&board, columns)
    }

    #[test]
    fn each_pair_is_compared_once_and_differs_in_ruleset_or_in_one_option() {
        let pairs = pairs();
        for (place, (a, b)) in pairs.iter().enumerate() {
            assert!(a != b && !pairs[..place].iter().any(|(c, d)| (a, b) == (c, d) || (a, b) == (d, c)));
            let same_ruleset = a.entry.id == b.entry.id;
            // Two rulesets are compared as they stand, which need not be with the same value of every option.
            let differing = match same_ruleset {
                true => {
                    let differs = |(axis, _): &&(Axis, _)| axis.value(&a.options) != axis.value(&b.options);
                    a.entry.axes.iter().filter(differs).count()
                }
                false => a.varied().len() + b.varied().len(),
            };
            assert_eq!(differing, usize::from(same_ruleset), "{} {}", a.name(), b.name());
        }
    }

    #[test]
    fn on_two_intersections_the_known_difference_is_found_and_confirmed() {
        let found = compare(&[strong("1x1"), strong("1x2")], 2, &Watch::default()).unwrap();
        let find = |a: &str, b: &str| found.pairs.iter().find(|pair| pair.a == a && pair.b == b).unwrap();
        let pair = find("psk+suicide-allowed", "psk+suicide-multi-stone");
        assert!(pair.examples.is_empty() && pair.boards.iter().all(|board| board.differing == 0));
        // Source: jpiche, superko-complexity (there with the stone on the left).
        let pair = find("ssk", "ssk+suicide-allowed");
        assert_eq!(pair.boards.iter().map(|board| board.differing).collect::<Vec<_>>(), [0, 2]);
        let [example] = &pair.examples[..] else { panic!("{pair:?}") };
        assert_eq!((&*example.position, &*example.a.value, &*example.b.value), (".X", "-2", "0"));
        assert!(example.a.confirmed && example.b.confirmed);
        let telling = example.telling.as_ref().unwrap();
        assert_ne!(telling.a, telling.b);
        assert!(example.b.best_moves.contains(&telling.mv));
    }
}
