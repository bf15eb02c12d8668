//! `differences.md`: where two games differ. Its prose is `differences.md`, into which tables are
//! filled.
//!
//! Among the examples of `differences.json` a few positions are chosen that tell all rulesets
//! apart.

use std::collections::BTreeMap;

use super::view::{View, filled, table};
use crate::differences::{Differences, Example, Pair, Side};
use crate::plan::Task;
use crate::positions::Column;
use crate::rulesets;
use superko_go::notation::diagram;
use superko_go::{Board, Player, Position};
use superko_rules::{Points, Rules};
use superko_solve::Value;

/// The page.
pub fn page(view: &View) -> Option<String> {
    let differences = view.solutions.get::<Differences>(&Task::whole())?;
    let (options, rulesets): (Vec<&Pair>, Vec<&Pair>) =
        differences.pairs.iter().partition(|pair| one_ruleset(pair));
    let (rulesets_differing, options_differing) = (differing(&rulesets), differing(&options));
    let sides: Vec<&Side> = [&rulesets_differing[..], &options_differing]
        .concat()
        .iter()
        .filter_map(|pair| pair.examples.first())
        .flat_map(|example| [&example.a, &example.b])
        .collect();
    let boards = common_boards(&rulesets);
    let positions = positions(&differences.pairs, &boards);
    let telling = representative_positions(view, &rulesets_differing);
    let parts = [
        ("compared", positions.to_string()),
        ("boards", boards.join(", ")),
        ("glance", overview(view, &rulesets, &boards)),
        ("few", telling.len().to_string()),
        ("telling", telling.join("\n")),
        ("unconfirmed", sides.iter().filter(|side| !side.confirmed).count().to_string()),
        ("values", sides.len().to_string()),
        ("naive_nodes", differences.naive_nodes.to_string()),
        ("pairs", smallest(&rulesets_differing)),
        ("options", smallest(&options_differing)),
        ("same", same(differences.pairs.iter().filter(|pair| smallest_board(pair).is_none()))),
        ("counts", counts(&rulesets_differing)),
        ("option_counts", counts(&options_differing)),
    ];
    Some(filled(include_str!("differences.md"), &parts))
}

/// Whether both games are of one ruleset.
fn one_ruleset(pair: &Pair) -> bool {
    let ruleset = |name: &str| name.split('+').next().unwrap_or_default().to_string();
    ruleset(&pair.a) == ruleset(&pair.b)
}

/// The pairs with a difference.
fn differing<'a>(pairs: &[&'a Pair]) -> Vec<&'a Pair> {
    pairs.iter().filter(|pair| smallest_board(pair).is_some()).copied().collect()
}

/// The boards on which a pair was compared.
fn boards(pair: &Pair) -> Vec<&str> {
    pair.boards.iter().map(|board| board.board.as_str()).collect()
}

/// The boards on which most pairs were compared.
fn common_boards<'a>(pairs: &[&'a Pair]) -> Vec<&'a str> {
    let lists: Vec<Vec<&str>> = pairs.iter().map(|pair| boards(pair)).collect();
    let count = |list: &Vec<&str>| lists.iter().filter(|other| *other == list).count();
    lists.iter().max_by_key(|list| count(list)).cloned().unwrap_or_default()
}

/// The number of positions of some boards.
fn positions(pairs: &[Pair], boards: &[&str]) -> u32 {
    let compared =
        |board: &&str| pairs.iter().flat_map(|pair| &pair.boards).find(|other| other.board == *board);
    boards.iter().filter_map(compared).map(|board| board.positions).sum()
}

/// One row and one column for each ruleset: the smallest board on which two differ, and how often
/// they do.
fn overview(view: &View, pairs: &[&Pair], common: &[&str]) -> String {
    let names: Vec<String> = view.rulesets.iter().map(rulesets::name).collect();
    let find = |a: &String, b: &String| {
        pairs.iter().find(|pair| (&pair.a, &pair.b) == (a, b) || (&pair.a, &pair.b) == (b, a))
    };
    let rows = names.iter().enumerate().map(|(row, a)| {
        let cells = names.iter().enumerate().map(|(column, b)| match find(a, b) {
            Some(pair) if row < column => smallest_board(pair).unwrap_or("*none*").to_string(),
            Some(pair) => share(pair, common),
            None if row == column => "·".to_string(),
            None => String::new(),
        });
        std::iter::once(format!("`{a}`")).chain(cells).collect()
    });
    let heads: Vec<String> =
        std::iter::once(String::new()).chain(names.iter().map(|name| format!("`{name}`"))).collect();
    table(&heads, "lr", rows)
}

fn smallest_board(pair: &Pair) -> Option<&str> {
    let differing = pair.boards.iter().find(|board| board.differing > 0)?;
    Some(&differing.board)
}

/// Share of the positions of some boards that differ, in percent with one digit after the point.
fn share(pair: &Pair, common: &[&str]) -> String {
    let compared: Vec<_> = pair.boards.iter().filter(|board| common.contains(&&*board.board)).collect();
    let all: u64 = compared.iter().map(|board| u64::from(board.positions)).sum();
    let differing: u64 = compared.iter().map(|board| u64::from(board.differing)).sum();
    let tenths = (1000 * differing + all / 2).checked_div(all).unwrap_or(0);
    let text = match (differing, tenths) {
        (0, _) => "0".to_string(),
        (_, 0) => "<0.1".to_string(),
        _ => format!("{}.{}", tenths / 10, tenths % 10),
    };
    if compared.len() < common.len() { format!("({text})") } else { text }
}

/// One row for each pair: its first position.
fn smallest(pairs: &[&Pair]) -> String {
    let rows = pairs.iter().map(|pair| {
        let names = [format!("`{}`", pair.a), format!("`{}`", pair.b)];
        let shown = match pair.examples.first() {
            Some(example) => example_cells(example),
            None => [smallest_board(pair).unwrap_or_default(), "", "", "", ""].map(String::from),
        };
        [&names[..], &shown].concat()
    });
    let heads =
        ["first", "second", "board", "position", "value under the first", "under the second", "telling move"];
    table(&heads, "llllrrl", rows)
}

fn example_cells(example: &Example) -> [String; 5] {
    let value = |side: &Side| format!("{}{}", side.value, if side.confirmed { "" } else { " †" });
    let telling = example.telling.as_ref().map_or(String::new(), |telling| {
        let value = |value: Option<Value>| value.map_or("not legal".to_string(), |value| value.to_string());
        format!("{}: {}, {}", telling.mv, value(telling.a), value(telling.b))
    });
    let position = format!("`{}`", example.position);
    [example.board.clone(), position, value(&example.a), value(&example.b), telling]
}

/// The pairs without a difference, by the boards on which they were compared.
fn same<'a>(pairs: impl Iterator<Item = &'a Pair>) -> String {
    let mut by_boards: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    for pair in pairs {
        let (compared, names) = (boards(pair), format!("`{}` and `{}`", pair.a, pair.b));
        match by_boards.iter_mut().find(|(boards, _)| *boards == compared) {
            Some((_, pairs)) => pairs.push(names),
            None => by_boards.push((compared, vec![names])),
        }
    }
    let lines =
        by_boards.iter().map(|(boards, pairs)| format!("* {}: {}\n", boards.join(", "), pairs.join("; ")));
    lines.collect()
}

/// One row for each pair: the number of positions that differ on each board.
fn counts(pairs: &[&Pair]) -> String {
    let mut boards: Vec<&str> = Vec::new();
    for board in pairs.iter().flat_map(|pair| &pair.boards) {
        if !boards.contains(&board.board.as_str()) {
            boards.push(&board.board);
        }
    }
    let total = boards.iter().map(|board| {
        let found = pairs.iter().flat_map(|pair| &pair.boards).find(|other| other.board == *board);
        format!("*{}*", found.map_or(0, |found| found.positions))
    });
    let total = ["*legal positions*".to_string(), String::new()].into_iter().chain(total).collect();
    let rows = pairs.iter().map(|pair| {
        let cells = boards.iter().map(|board| {
            let found = pair.boards.iter().find(|other| other.board == *board);
            found.map_or(String::new(), |found| found.differing.to_string())
        });
        [format!("`{}`", pair.a), format!("`{}`", pair.b)].into_iter().chain(cells).collect()
    });
    let heads: Vec<&str> = ["first", "second"].into_iter().chain(boards.iter().copied()).collect();
    table(&heads, "llr", std::iter::once(total).chain(rows))
}

// --- A few positions that tell all rulesets apart ---

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

    /// The order in which positions are shown, and in which the first of several equally good ones
    /// is chosen.
    fn order(&self) -> (usize, &str) {
        (self.board.points(), self.text)
    }
}

/// Texts of positions such that any two of these games have different values on one of them,
/// smallest first.
///
/// The first example of every pair is a candidate, so all pairs are distinguished. Again and again
/// the position that tells most of the remaining pairs apart is taken: the list is short, but there
/// may be a shorter one.
pub fn representative_positions(view: &View, pairs: &[&Pair]) -> Vec<String> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for example in pairs.iter().flat_map(|pair| &pair.examples) {
        let known =
            |other: &Candidate| other.text == example.position && other.board.to_string() == example.board;
        if !candidates.iter().any(known) {
            let (board, position) = example.parsed().expect("the texts were written by this program");
            let values = default_values(view, &board, &position);
            candidates.push(Candidate { board, position, text: &example.position, values });
        }
    }
    candidates.sort_by(|a, b| a.order().cmp(&b.order()));
    let (mut left, mut chosen): (Vec<&Pair>, Vec<Candidate>) = (pairs.to_vec(), Vec::new());
    loop {
        let distinguished = |candidate: &Candidate| left.iter().filter(|pair| candidate.tells(pair)).count();
        let best = (0..candidates.len()).rev().max_by_key(|index| distinguished(&candidates[*index]));
        let Some(best) = best.filter(|index| distinguished(&candidates[*index]) > 0) else { break };
        let best = candidates.remove(best);
        left.retain(|pair| !best.tells(pair));
        chosen.push(best);
    }
    chosen.sort_by(|a, b| a.order().cmp(&b.order()));
    chosen.iter().map(|candidate| describe(view, candidate)).collect()
}

/// The values of a position under the rulesets with their defaults.
fn default_values(view: &View, board: &Board, position: &Position) -> BTreeMap<String, Value> {
    let value = |variant: &Rules| {
        let column = view.solutions.get::<Column>(&Task::of(board, variant))?;
        Some((rulesets::name(variant), column.value(position, Player::Black)?))
    };
    view.rulesets.iter().filter_map(value).collect()
}

/// The diagram of a position and its values, the best for Black first.
fn describe(view: &View, candidate: &Candidate) -> String {
    let Candidate { board, position, text, values } = candidate;
    let mut by_value: BTreeMap<Option<Points>, Vec<String>> = BTreeMap::new();
    let mut unsolved = Vec::new();
    for variant in &view.rulesets {
        let name = rulesets::name(variant);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::differences::Compared;

    fn pair(a: &str, b: &str, boards: &[(&str, u32, u32)]) -> Pair {
        let compared = boards.iter().map(|(board, positions, differing)| Compared {
            board: board.to_string(),
            positions: *positions,
            differing: *differing,
            classes: *differing,
        });
        Pair { a: a.into(), b: b.into(), boards: compared.collect(), examples: Vec::new() }
    }

    #[test]
    fn shares_are_of_the_usual_boards_and_in_parentheses_without_some_of_them() {
        let few = pair("psk", "kee2007", &[("1x1", 1, 0), ("1x2", 5, 1)]);
        let common = pair("psk", "ssk", &[("1x1", 1, 0), ("1x2", 5, 0), ("3x3", 12_675, 2)]);
        let most = pair(
            "simple-ko",
            "jann",
            &[("1x1", 1, 0), ("1x2", 5, 5), ("3x3", 12_675, 12_675), ("3x4", 9, 0)],
        );
        let same = pair("psk", "psk", &[("1x1", 1, 0), ("1x2", 5, 0), ("3x3", 12_675, 0)]);
        let boards = common_boards(&[&few, &common, &most, &same]);
        assert_eq!(boards, ["1x1", "1x2", "3x3"]);
        let shares = [&few, &common, &most, &same].map(|pair| share(pair, &boards));
        assert_eq!(shares, ["(16.7)", "<0.1", "100.0", "0"]);
        assert_eq!(smallest_board(&common), Some("3x3"));
        assert_eq!(super::same([&same].into_iter()), "* 1x1, 1x2, 3x3: `psk` and `psk`\n");
    }
}
