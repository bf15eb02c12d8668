//! `README.md` of the folder: what is in it, the grid of values, how to verify it.

use std::fmt::Write;

use super::parts::{Parts, rows_path, table_path};
use super::strong::points;
use super::subject::STATES;
use super::table::Table;
use super::variant::Variant;
use super::{against, counts, distribution, proved, secured, values};
use crate::literature::{DRANGE, INTERVALS};
use crate::rules::Points;

/// The page.
pub fn readme(parts: &Parts) -> String {
    let mut text = String::new();
    for section in [
        head,
        grid,
        secured::section,
        options,
        strong,
        counts::section,
        against::section,
        proved::section,
        verify,
    ] {
        section(parts, &mut text);
        text.truncate(text.trim_end().len());
        text.push_str("\n\n");
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

fn head(parts: &Parts, text: &mut String) {
    let _ = writeln!(
        text,
        "# Solutions

Exact values of tiny Go boards, under every ruleset of this repository and every option, one varied at a
time. Everything here is written by `solve tables` (`CERTIFICATES.md` by hand); do not edit. Scores are Black's points less White's,
exact (`1/2`), and Black moves first. `no-result` is a game that neither side can end without losing.

| file | what |
|---|---|
| `BOARD/RULES.json`, `BOARD/RULES+OPTION-VALUE.json` | one table: the empty board, all first moves with their values, a line of best play |
| `summary.csv` | one row for each of these |
| `strong/BOARD.csv`, `strong/BOARD.json` | every legal position of a board, as the start of a new game, under all games; and the distribution of the values |
| `differences.md`, `differences.json` | where two rulesets, or two readings of one, differ: the smallest boards and positions |
| `players/BOARD.json` | what each of three players can secure on the empty board |
| `counts/BOARD.json` | the number of legal positions, and of games |
| `BOARD/RULES.cert`, `strong/BOARD/RULES.cert` | proofs of the values of a table, of a column: see [Certificates](#certificates) |
| `CERTIFICATES.md` | the format of these proofs, and what makes one right |
| `MANIFEST.json`, `SHA256SUMS` | every file with its size and sum, and what backs it; `sha256sum -c SHA256SUMS` checks the sums |

A table is solved with one thread and at most {} nodes, or {} states where games may go on for
ever (`effort` tells how many it took). What was not found within the limit is given as proved bounds: a `value` of
`null`, a first move with `low` and `high`.
Options that the name of a file does not tell have their default; its `options` lists all. In the name of a file a
board has `-` for `:`, as in `cycle-5`.",
        parts.budget,
        parts.budget.saturating_mul(STATES)
    );
}

/// The values of the empty boards under every ruleset as it stands.
fn grid(parts: &Parts, text: &mut String) {
    let rulesets = Variant::usual_ones();
    let _ = writeln!(
        text,
        "## Values of the empty boards\n\n\
         Every ruleset with its defaults. \\* marks another value than {} gives, † another\n\
         interval of finite play than {} give (see below). Where basic ko has no result (*none*), the interval is what\n\
         Black can force in finite play and what White can hold him to.\n",
        DRANGE.name, INTERVALS.name
    );
    let names: Vec<String> = rulesets.iter().map(|v| format!("`{}`", v.entry.id)).collect();
    let _ = writeln!(text, "| board | {} | {} |", names.join(" | "), DRANGE.name);
    let _ = writeln!(text, "|---|{}---|", "---|".repeat(names.len()));
    let row = |board: &str| -> Vec<String> {
        rulesets.iter().map(|v| cell(parts.table(board, &v.name()))).collect()
    };
    let (grids, graphs): (Vec<String>, Vec<String>) =
        parts.boards().into_iter().partition(|board| !board.contains(':'));
    for board in grids {
        let cells = row(&board);
        let published = against::drange(&board).map_or(String::new(), |value| value.to_string());
        let _ = writeln!(text, "| {board} | {} | {published} |", cells.join(" | "));
    }
    let _ = writeln!(text, "\n![Values of the lines 1xN by ruleset]({})", values::PATH);
    if graphs.is_empty() {
        return;
    }
    text.push_str(
        "\n### Other graphs\n\nThe documents speak of boards of any kind. N points in a circle (`cycle:N`), around a centre, which is one of them\n\
         (`star:N`), or all adjacent to each other (`complete:N`); and grids whose opposite sides are joined (`torus:RxC`).\n\
         The points of a graph without rows are named A1, B1, ... in their order; the centre of a star is A1. Certificates\n\
         know grids only. An empty cell was not tried: where a pass lifts the ban, these boards take far longer.\n\n",
    );
    let _ = writeln!(text, "| board | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()));
    for board in graphs {
        let _ = writeln!(text, "| {board} | {} |", row(&board).join(" | "));
    }
}

/// A value with a link to its table, marked where the literature has another.
fn cell(table: Option<&Table>) -> String {
    let Some(table) = table else { return String::new() };
    let (text, mark) = match (&table.answer.finite_play, table.answer.value) {
        (Some(play), Some(value)) => {
            // The published intervals are those of basic ko.
            let published = against::interval(&table.board.name).filter(|_| table.rules.id == "simple-ko");
            let other = published.is_some_and(|found| found != (play.low, play.high));
            let text = match value.points() {
                Some(points) => points.to_string(),
                None => format!("none [{}, {}]", play.low, play.high),
            };
            (text, if other { "†" } else { "" })
        }
        (None, Some(value)) => (value.to_string(), mark(table, value.points())),
        (_, None) => (format!("{} to {}", table.answer.bounds.low, table.answer.bounds.high), ""),
    };
    format!("[{text}]({}){mark}", table_path(&table.board.name, &table.rules.id))
}

fn mark(table: &Table, value: Option<Points>) -> &'static str {
    // The published values are by area.
    let variant = Variant::named(&table.rules.id);
    if variant.is_none_or(|variant| !variant.entry.by_area(&variant.options)) {
        return "";
    }
    match (against::drange(&table.board.name), value) {
        (Some(published), Some(value)) if published != value => "\\*",
        _ => "",
    }
}

/// Where an option changes the value of an empty board.
fn options(parts: &Parts, text: &mut String) {
    text.push_str(
        "## What the options change\n\n\
         The empty boards whose value is another one than with the defaults, as `board: default → value`.\n\n\
         | ruleset and option | changes | boards compared |\n|---|---|---|\n",
    );
    for variant in Variant::all().into_iter().filter(|variant| !variant.varied().is_empty()) {
        let (mut changes, mut compared) = (Vec::new(), 0);
        for board in parts.boards() {
            let value = |name: &str| parts.table(&board, name).and_then(|table| table.answer.value);
            if let (Some(usual), Some(value)) = (value(variant.entry.id), value(&variant.name())) {
                compared += 1;
                if usual != value {
                    changes.push(format!("{board}: {usual} → {value}"));
                }
            }
        }
        let changes = if changes.is_empty() { "none".to_string() } else { changes.join(", ") };
        let _ = writeln!(text, "| `{}` | {changes} | {compared} |", variant.name());
    }
    text.push_str(
        "\nUnder basic ko a suicide of one stone changes nothing on the board and is no pass: a player who has lost can\n\
         go on with it for ever, so almost no board has a result.\n",
    );
}

/// The strong tables and the distribution of their values.
fn strong(parts: &Parts, text: &mut String) {
    text.push_str(
        "## Every position\n\n\
         `strong/` values every legal position with either player to move, as the start of a new game. A row stands\n\
         for all positions that a symmetry makes equal (`images` counts them), Black to move; exchanging the colours\n\
         turns the sign. Boards of more than nine points are there under the rulesets under which games may go on for\n\
         ever.\n\n| board | legal positions | rows | games | given up at the limit |\n|---|---:|---:|---:|---|\n",
    );
    for strong in &parts.strong {
        let about = &strong.about;
        let given_up: Vec<&str> = about.unfinished.iter().map(|column| column.name.as_str()).collect();
        let _ = writeln!(
            text,
            "| [{}]({}) | {} | {} | {} | {} |",
            about.board,
            rows_path(&about.board),
            about.positions,
            about.classes,
            about.columns.len(),
            given_up.join(", ")
        );
    }
    let Some(drawn) = distribution::board(parts) else { return };
    let _ = writeln!(
        text,
        "\n![Distribution of values on {} by ruleset]({})\n",
        drawn.about.board,
        distribution::PATH
    );
    let mut values =
        parts.strong.iter().flat_map(|strong| &strong.about.columns).flat_map(|c| c.distribution.keys());
    if !values.any(|value| points(value).is_some_and(|points| !points.is_integer())) {
        text.push_str(
            "No position of these boards has a fraction for its value, under any of these games: what is scored as a mean\n\
             comes out whole.\n\n",
        );
    }
    for strong in &parts.strong {
        if strong.board.points() == 6 || strong.about.board == drawn.about.board {
            distribution_rows(strong, text);
        }
    }
}

/// How many positions have which value, for every ruleset as it stands. Fractions share a row.
fn distribution_rows(strong: &super::strong::Strong, text: &mut String) {
    let usual = Variant::usual_ones();
    let shown: Vec<_> = strong
        .about
        .columns
        .iter()
        .filter(|column| usual.iter().any(|variant| variant.name() == column.name))
        .collect();
    let names: Vec<String> = shown.iter().map(|column| format!("`{}`", column.name)).collect();
    let _ = writeln!(
        text,
        "Number of positions of {} with each value, Black to move:\n\n| value | {} |\n|---:|{}",
        strong.about.board,
        names.join(" | "),
        "---:|".repeat(names.len())
    );
    let most = strong.board.points() as i32;
    let mut row = |label: &str, wanted: &dyn Fn(&str) -> bool| {
        let count = |column: &&super::strong::AboutColumn| -> u32 {
            column.distribution.iter().filter(|(value, _)| wanted(value)).map(|(_, count)| count).sum()
        };
        let counts: Vec<u32> = shown.iter().map(count).collect();
        if counts.iter().any(|count| *count > 0) {
            let cells: Vec<String> = counts.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "| {label} | {} |", cells.join(" | "));
        }
    };
    for value in -most..=most {
        let whole = value.to_string();
        row(&whole, &|other| other == whole);
    }
    row("fractions", &|other| points(other).is_some_and(|points| !points.is_integer()));
    row("no-result", &|other| points(other).is_none());
    text.push('\n');
}

fn verify(_: &Parts, text: &mut String) {
    text.push_str(
        "## Verify and regenerate\n\n\
         ```sh\n\
         sha256sum -c SHA256SUMS          # in this folder: the files are those that were published\n\
         solve tables --check --quick     # sums, form, and that all pages follow from the solved files\n\
         solve tables --check             # the same; certificates are verified, and of the rest the cheapest is solved again\n\
         solve tables --check --full      # everything is solved and proved again, and compared byte for byte\n\
         scripts/tables.sh                # everything is solved, proved and written anew\n\
         ```\n\n\
         `solve --board 2x3 --rules kee2020 --lift produced --move-values` solves one table by itself. A search that\n\
         visits other nodes changes the `effort` of the tables and nothing else; where it changes a value, one of\n\
         the two is wrong.\n\n\
         The tables may be used like the rest of the repository, under MIT or Apache 2.0.\n",
    );
}
