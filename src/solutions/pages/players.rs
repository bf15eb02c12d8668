//! The section of the page on three players.

use super::markdown::{names, table};
use super::view::View;
use crate::solutions::players::{Secured, Share};
use crate::solutions::product::Product;
use crate::solutions::task::Task;

/// The points that Black, White and Red can secure.
pub fn section(view: &View, text: &mut String) {
    let all = view.solutions.all::<Secured>();
    let Some(first) = all.keys().next() else { return };
    let rulesets: Vec<&Task> = all.keys().filter(|task| task.board_name() == first.board_name()).collect();
    text.push_str(
        "### Three players\n\n\
         How many points Black, White and Red, who play in this order, can each secure whatever the two others do, from\n\
         the empty board (`players/`). Where a value was not found within the limit its bounds are given.\n\n",
    );
    let mut boards: Vec<&Task> = all.keys().collect();
    boards.dedup_by_key(|task| task.board_name());
    let points = |Share { share, .. }: &Share| match share.points {
        Some(points) => points.to_string(),
        None => format!("{}–{}", share.bounds.low, share.bounds.high),
    };
    let rows = boards.into_iter().map(|task| {
        let cells = rulesets.iter().map(|ruleset| {
            let secured = all.get(&Task::of(task.board(), &ruleset.variant()));
            let players = secured.map_or(Vec::new(), |secured| secured.players.iter().map(points).collect());
            players.join(", ")
        });
        let link = format!("[{}]({})", task.board_name(), Secured::path(task));
        std::iter::once(link).chain(cells).collect()
    });
    let heads =
        [vec!["board".to_string()], names(rulesets.iter().map(|task| task.variant().entry.id))].concat();
    table(&heads, "l", rows, text);
}
