//! `differences.md`: where two games differ.

use std::fmt::Write;

use super::markdown::table;
use crate::go::Player;
use crate::go::notation::diagram;
use crate::report::record::MoveName;
use crate::solutions::differences::{Compared, Differences, Example, Pair, Side};
use crate::solutions::product::Solutions;
use crate::solutions::task::Task;
use crate::solve::Value;

const HEAD: &str = "# Where the rules differ

For each pair of rulesets, and of readings of one ruleset, every legal position of the boards of `strong/`
was valued under both, as the start of a new game. This page says on how many positions the values differ,
and shows some of the smallest. Written by `solve tables` from `differences.json`; do not edit.

Scores are Black's points less White's. In every diagram Black is to move; exchanging the colours gives the
same difference with White to move and the sign turned. Options that are not named have their default
(suicide forbidden, `--lift stands`).

";

/// The page.
pub fn page(solutions: &Solutions) -> Option<String> {
    let differences = solutions.get::<Differences>(&Task::whole())?;
    let mut text = String::from(HEAD);
    let _ = writeln!(
        text,
        "A value of a diagram was found by the search twice: in the strong table, and again from empty tables.\n\
         Where it is marked *naive*, the naive solver, a minimax over whole pasts, has confirmed it as well (it may\n\
         take {} nodes for each; where it took more, there is no mark).\n",
        differences.naive_nodes
    );
    let (differ, same): (Vec<&Pair>, Vec<&Pair>) =
        differences.pairs.iter().partition(|pair| pair.boards.iter().any(|board| board.differing > 0));
    let (rulesets, options): (Vec<&Pair>, Vec<&Pair>) = differ.iter().partition(|pair| !one_ruleset(pair));
    text.push_str("## Rulesets\n\nPositions with different values, Black to move (blank: not compared); the smallest boards in **bold**.\n\n");
    text.push_str(&overview(&rulesets));
    text.push_str("\n## Options\n\nThe same for two readings of one ruleset.\n\n");
    text.push_str(&overview(&options));
    if !same.is_empty() {
        text.push_str("\n## No difference found\n\nNo position differs, on any board that was compared:\n\n");
        for pair in same {
            let boards: Vec<&str> = pair.boards.iter().map(|board| board.board.as_str()).collect();
            let _ = writeln!(text, "* `{}` and `{}` ({})", pair.a, pair.b, boards.join(", "));
        }
    }
    for pair in differ {
        section(pair, &mut text);
    }
    Some(text)
}

/// Whether both games are of one ruleset.
fn one_ruleset(pair: &Pair) -> bool {
    let ruleset = |name: &str| name.split('+').next().unwrap_or_default().to_string();
    ruleset(&pair.a) == ruleset(&pair.b)
}

/// One row for each pair: the number of positions that differ on each board.
fn overview(pairs: &[&Pair]) -> String {
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
    let total = std::iter::once("*legal positions*".to_string()).chain(total).collect();
    let rows = pairs.iter().map(|pair| {
        let cells = boards.iter().map(|board| {
            let found = pair.boards.iter().find(|other| other.board == *board);
            let smallest = pair.examples.iter().any(|example| example.board == *board);
            match found {
                Some(found) if smallest => format!("**{}**", found.differing),
                Some(found) => found.differing.to_string(),
                None => String::new(),
            }
        });
        let link = format!("[`{}` and `{}`](#{})", pair.a, pair.b, anchor(pair));
        std::iter::once(link).chain(cells).collect()
    });
    let heads: Vec<&str> = std::iter::once("pair").chain(boards.iter().copied()).collect();
    table(&heads, "lr", std::iter::once(total).chain(rows))
}

/// The anchor that a heading gets: letters, digits and hyphens stay, spaces become hyphens.
fn anchor(pair: &Pair) -> String {
    let heading = format!("{} and {}", pair.a, pair.b);
    let kept = heading.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn section(pair: &Pair, text: &mut String) {
    let _ = writeln!(text, "\n## {} and {}\n", pair.a, pair.b);
    let differing: Vec<&Compared> = pair.boards.iter().filter(|board| board.differing > 0).collect();
    let counts: Vec<String> = differing
        .iter()
        .map(|board| format!("{} of {} on {}", board.differing, board.positions, board.board))
        .collect();
    let _ = writeln!(text, "Positions that differ: {}.", counts.join(", "));
    let same: Vec<&str> =
        pair.boards.iter().filter(|board| board.differing == 0).map(|board| board.board.as_str()).collect();
    if !same.is_empty() {
        let _ = writeln!(text, "None on {}.", same.join(", "));
    }
    for example in &pair.examples {
        show(pair, example, text);
    }
}

fn show(pair: &Pair, example: &Example, text: &mut String) {
    let (board, position) = example.place().expect("the texts were written by this program");
    let _ = writeln!(text, "\n{} `{}`, Black to move\n", example.board, example.position);
    let _ = writeln!(text, "```text\n{}```\n", diagram(&board, &position, None));
    for (name, side) in [(&pair.a, &example.a), (&pair.b, &example.b)] {
        let naive = if side.confirmed { " (*naive*)" } else { "" };
        let best: Vec<&str> = side.best_moves.iter().map(MoveName::as_str).collect();
        let _ = write!(text, "* `{name}`: **{}**{naive}; best {}", side.value, best.join(", "));
        if let Some(line) = line_text(side) {
            let _ = write!(text, "; {line}");
        }
        text.push('\n');
    }
    if let Some(telling) = &example.telling {
        let value = |value: Option<Value>| value.map_or("not legal".to_string(), |value| value.to_string());
        let (a, b) = (value(telling.a), value(telling.b));
        let _ = writeln!(
            text,
            "* {} tells them apart: {a} under `{}`, {b} under `{}`",
            telling.mv, pair.a, pair.b
        );
    }
}

/// A line as players write it.
fn line_text(side: &Side) -> Option<String> {
    let line = side.line.as_ref()?;
    let mut player = Player::Black;
    let mut words = Vec::new();
    for (place, mv) in line.iter().enumerate() {
        let letter = if player == Player::Black { "B" } else { "W" };
        words.push(format!("{}.{letter} {mv}", place + 1));
        player = player.other();
    }
    let again = side.repeats_from.map(|from| format!(", and for ever again from move {}", from + 1));
    Some(format!("{}{}", words.join(" "), again.unwrap_or_default()))
}
