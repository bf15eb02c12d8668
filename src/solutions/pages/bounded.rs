//! Boards of which the first player has all points, on the page of the folder.

use super::markdown::table;
use super::view::View;
use crate::solutions::bounded::{Bounded, Proof};
use crate::solutions::evidence::{Evidence, Made};
use crate::solutions::product::Product;

/// Each board with its value, the rulesets under which it follows, and the size of the proof.
pub fn boards(view: &View) -> String {
    let results = view.solutions.results::<Bounded>();
    let rows = results.all.iter().map(|(task, bounded)| {
        let link = format!("[{}]({})", task.board_name(), Bounded::path(task));
        let value = |_: &Proof| bounded.at_least.to_string();
        let cell = |text: &dyn Fn(&Proof) -> String| bounded.proof.as_ref().map_or("–".to_string(), text);
        let follows = |proof: &Proof| {
            proof.follows.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
        };
        let stones = |proof: &Proof| proof.stones.map_or("–".to_string(), |stones| stones.to_string());
        vec![
            link,
            cell(&value),
            cell(&follows),
            cell(&|proof| proof.states.to_string()),
            cell(&stones),
            bounded.nodes.to_string(),
            certificate(results.evidence.get(task)),
        ]
    });
    table(&["board", "value", "under", "states", "stones", "nodes", "bytes"], "lrlrrrr", rows)
}

/// The bytes of a certificate, with a link if it is in the folder.
fn certificate(made: Option<&Made>) -> String {
    match made.map(|made| (&made.evidence, &made.certificate)) {
        Some((Evidence::Certificate { path, .. }, Some(bytes))) => format!("[{}]({path})", bytes.len()),
        Some((Evidence::Remade { bytes, .. }, _)) => bytes.to_string(),
        _ => "–".to_string(),
    }
}
