//! A few positions that tell all rulesets apart, chosen among the examples of `differences.json`.

use std::collections::BTreeMap;

use super::view::View;
use crate::go::notation::diagram;
use crate::go::{Board, Player, Position};
use crate::rules::Points;
use crate::solutions::differences::Pair;
use crate::solutions::positions::Column;
use crate::solutions::task::Task;
use crate::solutions::variant::Variant;
use crate::solve::Value;

/// A position with its value under each ruleset that was solved on its board.
struct Candidate<'a> {
    board: Board,
    position: Position,
    text: &'a str,
    values: BTreeMap<String, Value>,
}

impl Candidate<'_> {
    /// Whether it has different values under the two games of a pair.
    fn tells(&self, pair: &Pair) -> bool {
        let values = (self.values.get(&pair.a), self.values.get(&pair.b));
        matches!(values, (Some(a), Some(b)) if a != b)
    }

    /// The order in which positions are shown, and in which the first of several equally good ones is chosen.
    fn order(&self) -> (usize, &str) {
        (self.board.points(), self.text)
    }
}

/// Texts of positions such that any two of these games have different values on one of them, smallest first.
///
/// The first example of every pair is a candidate, so all pairs are told apart. Again and again the position that tells
/// most of the remaining pairs apart is taken: the list is short, but there may be a shorter one.
pub fn positions(view: &View, pairs: &[&Pair]) -> Vec<String> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for example in pairs.iter().flat_map(|pair| &pair.examples) {
        let known =
            |other: &Candidate| other.text == example.position && other.board.to_string() == example.board;
        if !candidates.iter().any(known) {
            let (board, position) = example.place().expect("the texts were written by this program");
            let values = values(view, &board, &position);
            candidates.push(Candidate { board, position, text: &example.position, values });
        }
    }
    candidates.sort_by(|a, b| a.order().cmp(&b.order()));
    let (mut left, mut chosen): (Vec<&Pair>, Vec<Candidate>) = (pairs.to_vec(), Vec::new());
    loop {
        let told = |candidate: &Candidate| left.iter().filter(|pair| candidate.tells(pair)).count();
        let best = (0..candidates.len()).rev().max_by_key(|place| told(&candidates[*place]));
        let Some(best) = best.filter(|place| told(&candidates[*place]) > 0) else { break };
        let best = candidates.remove(best);
        left.retain(|pair| !best.tells(pair));
        chosen.push(best);
    }
    chosen.sort_by(|a, b| a.order().cmp(&b.order()));
    chosen.iter().map(|candidate| describe(view, candidate)).collect()
}

/// The values of a position under the rulesets with their defaults.
fn values(view: &View, board: &Board, position: &Position) -> BTreeMap<String, Value> {
    let value = |variant: &Variant| {
        let column = view.solutions.get::<Column>(&Task::of(board, variant))?;
        Some((variant.name(), column.value(position, Player::Black)?))
    };
    view.rulesets.iter().filter_map(value).collect()
}

/// The diagram of a position and its values, the best for Black first.
fn describe(view: &View, candidate: &Candidate) -> String {
    let Candidate { board, position, text, values } = candidate;
    let mut by_value: BTreeMap<Option<Points>, Vec<String>> = BTreeMap::new();
    let mut unsolved = Vec::new();
    for variant in &view.rulesets {
        let name = variant.name();
        match values.get(&name) {
            Some(value) => by_value.entry(value.points()).or_default().push(format!("`{name}`")),
            None => unsolved.push(format!("`{name}`")),
        }
    }
    let mut shown = format!("{board} `{text}`\n\n```text\n{}```\n\n", diagram(board, position, None));
    for (points, names) in by_value.iter().rev() {
        let value = points.map_or("no result".to_string(), |points| points.to_string());
        shown += &format!("* **{value}**: {}\n", names.join(", "));
    }
    if !unsolved.is_empty() {
        shown += &format!("* not solved on this board: {}\n", unsolved.join(", "));
    }
    shown
}
