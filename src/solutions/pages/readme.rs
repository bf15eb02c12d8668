//! `README.md` of the folder: what is in it, the grid of values, how to verify it.

use std::fmt::Write;

use super::markdown::{names, table};
use super::view::View;
use super::{certificates, counts, heat_map, literature, players, positions};
use crate::claims::literature::LITERATURE;
use crate::go::Board;
use crate::rules::Points;
use crate::solutions::jobs::STATES;
use crate::solutions::product::Product;
use crate::solutions::table::Table;
use crate::solutions::task::Task;
use crate::solutions::variant::Variant;

/// The page.
pub fn page(view: &View) -> String {
    let mut text = String::new();
    for section in [
        head,
        grid,
        players::section,
        options,
        positions::section,
        counts::section,
        literature::section,
        certificates::section,
        verify,
    ] {
        section(view, &mut text);
        text.truncate(text.trim_end().len());
        text.push_str("\n\n");
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

fn head(view: &View, text: &mut String) {
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
        view.solutions.budget,
        view.solutions.budget.saturating_mul(STATES)
    );
}

/// The values of the empty boards under every ruleset with its defaults.
fn grid(view: &View, text: &mut String) {
    let (drange, intervals) = (LITERATURE.openings.source(), LITERATURE.intervals.source());
    let _ = writeln!(
        text,
        "## Values of the empty boards\n\n\
         Every ruleset with its defaults. \\* marks another value than {} gives, † another\n\
         interval of finite play than {} give (see below). Where basic ko has no result (*none*), the interval is what\n\
         Black can force in finite play and what White can hold him to.\n",
        drange.name, intervals.name
    );
    let row = |board: &Board| -> Vec<String> {
        let cells = view.rulesets.iter().map(|variant| {
            view.table(board, variant).map_or(String::new(), |table| cell(board, variant, table))
        });
        std::iter::once(board.to_string()).chain(cells).collect()
    };
    let rulesets = names(view.rulesets.iter().map(|variant| variant.entry.id));
    let heads = [vec!["board".to_string()], rulesets].concat();
    let (grids, graphs): (Vec<&Board>, Vec<&Board>) = view.boards.iter().partition(|board| board.is_grid());
    let rows = grids.into_iter().map(|board| {
        let published =
            literature::value(&board.to_string()).map_or(String::new(), |value| value.to_string());
        [row(board), vec![published]].concat()
    });
    table(&[heads.clone(), vec![drange.name.clone()]].concat(), "l", rows, text);
    let _ = writeln!(text, "\n![Values of the empty boards by ruleset]({})", heat_map::PATH);
    if graphs.is_empty() {
        return;
    }
    text.push_str(
        "\n### Other graphs\n\nThe documents speak of boards of any kind. N points in a circle (`cycle:N`), around a centre, which is one of them\n\
         (`star:N`), or all adjacent to each other (`complete:N`); and grids whose opposite sides are joined (`torus:RxC`).\n\
         The points of a graph without rows are named A1, B1, ... in their order; the centre of a star is A1. Certificates\n\
         know grids only. An empty cell was not tried: where a pass lifts the ban, these boards take far longer.\n\n",
    );
    table(&heads, "l", graphs.into_iter().map(row), text);
}

/// A value with a link to its table, marked where the literature has another.
fn cell(board: &Board, variant: &Variant, table: &Table) -> String {
    let name = board.to_string();
    let (text, mark) = match (&table.answer.finite_play, table.answer.value) {
        (Some(play), Some(value)) => {
            // The published intervals are those of basic ko.
            let published = literature::interval(&name).filter(|_| variant.entry.id == "simple-ko");
            let other = published.is_some_and(|found| found != (play.low, play.high));
            let text = match value.points() {
                Some(points) => points.to_string(),
                None => format!("none [{}, {}]", play.low, play.high),
            };
            (text, if other { "†" } else { "" })
        }
        (None, Some(value)) => (value.to_string(), mark(&name, variant, value.points())),
        (_, None) => (format!("{} to {}", table.answer.bounds.low, table.answer.bounds.high), ""),
    };
    format!("[{text}]({}){mark}", Table::path(&Task::of(board, variant)))
}

/// The mark of a value that is not the published one. The published values are by area.
fn mark(board: &str, variant: &Variant, value: Option<Points>) -> &'static str {
    match (literature::value(board), value) {
        (Some(published), Some(value)) if variant.by_area() && published != value => "\\*",
        _ => "",
    }
}

/// Where an option changes the value of an empty board.
fn options(view: &View, text: &mut String) {
    text.push_str(
        "## What the options change\n\n\
         The empty boards whose value is another one than with the defaults, as `board: default → value`.\n\n",
    );
    let varied = Variant::all().into_iter().filter(|variant| !variant.varied().is_empty());
    let rows = varied.map(|variant| {
        let (mut changes, mut compared) = (Vec::new(), 0);
        for board in &view.boards {
            let value = |variant: &Variant| view.table(board, variant).and_then(|table| table.answer.value);
            if let (Some(usual), Some(value)) = (value(&Variant::default_of(variant.entry)), value(&variant))
            {
                compared += 1;
                if usual != value {
                    changes.push(format!("{board}: {usual} → {value}"));
                }
            }
        }
        let changes = if changes.is_empty() { "none".to_string() } else { changes.join(", ") };
        vec![format!("`{}`", variant.name()), changes, compared.to_string()]
    });
    table(&["ruleset and option", "changes", "boards compared"], "l", rows, text);
    text.push_str(
        "\nUnder basic ko a suicide of one stone changes nothing on the board and is no pass: a player who has lost can\n\
         go on with it for ever, so almost no board has a result.\n",
    );
}

fn verify(_: &View, text: &mut String) {
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
