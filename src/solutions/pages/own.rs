//! `README.md` of a folder of one's own rulesets: its prose is `own.md`, into which tables are filled.

use super::markdown::{filled, heads, table};
use super::view::View;
use super::{beasts, certificates, counts, players, positions};
use crate::solutions::differences::Differences;
use crate::solutions::evidence::MOST_BYTES;
use crate::solutions::jobs::STATES;
use crate::solutions::manifest;
use crate::solutions::product::Product;
use crate::solutions::table::Table;
use crate::solutions::task::Task;
use crate::solutions::variant::Variant;

/// The page.
pub fn page(view: &View) -> String {
    let (budget, names) = (view.solutions.budget, view.solutions.rulesets.names());
    let called: Vec<String> = view.rulesets.iter().map(|variant| format!("`{}`", variant.name())).collect();
    let differ = view.solutions.get::<Differences>(&Task::whole());
    let differ = differ.map_or("", |_| "[Where the rulesets differ](differences.md).");
    let parts = [
        ("names", called.join(", ")),
        ("command", manifest::command(&names, budget)),
        ("nodes", budget.to_string()),
        ("states", budget.saturating_mul(STATES).to_string()),
        ("rulesets", rulesets(view)),
        ("values", values(view, true)),
        ("graphs", values(view, false)),
        ("players", players::points(view)),
        ("positions", positions::boards(view)),
        ("distributions", positions::distributions(view)),
        ("differences", differ.to_string()),
        ("beasts", beasts::pointer(view.solutions)),
        ("counts", counts::positions(view)),
        ("games", counts::games(view)),
        ("count_values", counts::values(view)),
        ("kibibytes", (MOST_BYTES >> 10).to_string()),
        ("evidence", certificates::evidence(view)),
        ("sizes", certificates::sizes(view)),
    ];
    filled(include_str!("own.md"), &parts)
}

/// The rulesets, with their rules files if they have any here.
fn rulesets(view: &View) -> String {
    let row = |variant: &Variant| {
        let name = variant.name();
        let name = variant.file().map_or(format!("`{name}`"), |file| format!("[`{name}`]({file})"));
        vec![name, variant.entry.title.to_string(), variant.entry.summary.to_string()]
    };
    table(&["ruleset", "title", "summary"], "lll", view.rulesets.iter().map(row))
}

/// The values of the empty boards with links to their tables: of grids, or of other graphs.
fn values(view: &View, grids: bool) -> String {
    let rows = view.boards.iter().filter(|board| board.is_grid() == grids).map(|board| {
        let cells = view.rulesets.iter().map(|variant| {
            let Some(Table { answer, .. }) = view.table(board, variant) else { return String::new() };
            let text = match answer.value {
                Some(value) => value.to_string(),
                None => format!("{} to {}", answer.bounds.low, answer.bounds.high),
            };
            format!("[{text}]({})", Table::path(&Task::of(board, variant)))
        });
        std::iter::once(board.to_string()).chain(cells).collect()
    });
    table(&heads(&["board"], view.rulesets.iter().map(|variant| variant.name())), "l", rows)
}
