//! What three players can secure, on the page of the folder.

use super::markdown::{heads, table};
use super::view::View;
use crate::solutions::players::{Secured, Share};
use crate::solutions::product::Product;
use crate::solutions::task::Task;

/// The points of Black, White and Red on each board, or the bounds that are proved of them.
pub fn points(view: &View) -> String {
    let all = view.solutions.all::<Secured>();
    let mut boards: Vec<&Task> = all.keys().collect();
    boards.dedup_by_key(|task| task.board_name());
    let on_first = |task: &&Task| boards.first().is_some_and(|first| first.board_name() == task.board_name());
    let rulesets: Vec<&Task> = all.keys().filter(on_first).collect();
    let points = |Share { share, .. }: &Share| match share.points {
        Some(points) => points.to_string(),
        None => format!("{}–{}", share.bounds.low, share.bounds.high),
    };
    let rows = boards.iter().map(|task| {
        let cells = rulesets.iter().map(|ruleset| {
            let secured = all.get(&Task::of(task.board(), &ruleset.variant()));
            let players = secured.map_or(Vec::new(), |secured| secured.players.iter().map(points).collect());
            players.join(", ")
        });
        let link = format!("[{}]({})", task.board_name(), Secured::path(task));
        std::iter::once(link).chain(cells).collect()
    });
    table(&heads(&["board"], rulesets.iter().map(|task| task.variant_name())), "l", rows)
}
