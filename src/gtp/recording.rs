//! The game in hand as a record in SGF.

use std::path::Path;

use super::engine::Engine;
use super::game::GameInHand;
use super::protocol::Reply;
use super::scoring::final_points;
use super::words::{in_decimals, score};
use crate::files::write_file;
use crate::go::notation::move_name;
use crate::sgf::book::start_of_game;
use crate::sgf::course::OTHER_MOVE;
use crate::sgf::point::move_value;
use crate::sgf::text::escaped;
use crate::sgf::tree::{Node, Tree};
use crate::sgf::write::write;

/// `printsgf [file]`: the record, or nothing where it is written to a file; `-` is no file.
pub fn printsgf(engine: &mut Engine, arguments: &[String]) -> Reply {
    let text = write(&record(&engine.game));
    match arguments {
        [] => Ok(text),
        [dash] if dash == "-" => Ok(text),
        [file] => {
            let written = write_file(Path::new(file), text.as_bytes());
            written.map(|()| String::new()).map_err(|error| format!("cannot write file: {error}"))
        }
        _ => Err("expected nothing or a file".to_string()),
    }
}

/// The start with all that is set for the game, and the moves. Passes after the end are no moves of it.
fn record(game: &GameInHand) -> Tree {
    let (board, setup) = (game.board(), game.setup());
    let mut root = start_of_game(&setup);
    root.add("KM", [in_decimals(game.komi.komi)]);
    if game.komi.handicap >= 2 {
        root.add("HA", [game.komi.handicap.to_string()]);
    }
    if let Some(points) = final_points(game) {
        root.add("RE", [score(points)]);
    }
    let mut tree = Tree::new(root);
    let mut last = Tree::ROOT;
    for step in game.referee(&setup).steps() {
        let mut node = Node::default();
        match move_value(board, step.mv) {
            Some(value) => node.add(&step.player.name()[..1], [value]),
            None => node.add(OTHER_MOVE, [escaped(&move_name(board, step.mv))]),
        }
        last = tree.add(last, node);
    }
    tree
}
