//! The game in hand as a record in SGF.

use std::path::Path;

use super::engine::Engine;
use super::game::GameInHand;
use super::protocol::Reply;
use super::scoring::final_points;
use super::words::{in_decimals, score};
use crate::files::write_file;
use crate::go::Player;
use crate::go::bits::members;
use crate::go::notation::move_name;
use crate::report::display::rules_text;
use crate::sgf::course::OTHER_MOVE;
use crate::sgf::point::{move_value, point_value};
use crate::sgf::text::{composed, escaped};
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
    let (board, setup, (entry, options)) = (game.board(), game.setup(), game.rules());
    let size = match (board.cols(), board.rows()) {
        (columns, rows) if columns == rows => rows.to_string(),
        (columns, rows) => format!("{columns}:{rows}"),
    };
    let mut root = Node::default();
    for (name, value) in [
        ("FF", "4".to_string()),
        ("GM", "1".to_string()),
        ("CA", "UTF-8".to_string()),
        ("AP", composed("superko", env!("CARGO_PKG_VERSION"))),
        ("SZ", size),
        ("KM", in_decimals(game.komi.komi)),
        ("RU", escaped(&rules_text(entry, options))),
        ("PL", setup.to_move.name()[..1].to_string()),
    ] {
        root.add(name, [value]);
    }
    if game.komi.handicap >= 2 {
        root.add("HA", [game.komi.handicap.to_string()]);
    }
    if let Some(points) = final_points(game) {
        root.add("RE", [score(points)]);
    }
    let colours = setup.start.colours();
    for (name, player) in [("AB", Player::Black), ("AW", Player::White)] {
        let stones = colours[player.index()];
        if stones != 0 {
            root.add(name, members(stones).map(|point| point_value(board, point)));
        }
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
