//! Commands that make moves, take them back and show the game.

use super::engine::Engine;
use super::protocol::Reply;
use super::words::{colour, only, vertex};
use crate::ask::Look;
use crate::go::Player;
use crate::go::notation::{diagram, move_name, parse_position};
use crate::report::display::rules_text;
use crate::report::record;

/// `play colour move`
pub fn play(engine: &mut Engine, arguments: &[String]) -> Reply {
    let [player, mv] = arguments else { return Err("expected a colour and a move".to_string()) };
    let (player, mv) = (colour(player)?, vertex(engine.game.board(), mv)?);
    engine.game.play(player, mv)?;
    Ok(String::new())
}

/// `gogui-play_sequence [colour move]…`: all of the moves, or none.
pub fn play_sequence(engine: &mut Engine, arguments: &[String]) -> Reply {
    let pairs = arguments.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err("expected pairs of a colour and a move".to_string());
    }
    let mut game = engine.game.clone();
    for pair in pairs {
        let (player, mv) = (colour(&pair[0])?, vertex(game.board(), &pair[1])?);
        game.play(player, mv).map_err(|why| format!("{} {}: {why}", pair[0], pair[1]))?;
    }
    engine.game = game;
    Ok(String::new())
}

/// `undo`
pub fn undo(engine: &mut Engine, _: &[String]) -> Reply {
    match engine.game.undo() {
        true => Ok(String::new()),
        false => Err("cannot undo".to_string()),
    }
}

/// `gg-undo [number]`: all of the moves, or none.
pub fn gg_undo(engine: &mut Engine, arguments: &[String]) -> Reply {
    let number = match arguments {
        [] => 1,
        [number] => number.parse::<usize>().map_err(|_| "expected a number of moves".to_string())?,
        _ => return Err("expected a number of moves".to_string()),
    };
    if number > engine.game.made() {
        return Err("cannot undo".to_string());
    }
    (0..number).for_each(|_| {
        engine.game.undo();
    });
    Ok(String::new())
}

/// `is_legal colour move`: `1` or `0`. Out of turn nothing is legal.
pub fn is_legal(engine: &mut Engine, arguments: &[String]) -> Reply {
    let [player, mv] = arguments else { return Err("expected a colour and a move".to_string()) };
    let (player, mv) = (colour(player)?, vertex(engine.game.board(), mv)?);
    let legal = engine.game.mover().is_some() && engine.game.clone().play(player, mv).is_ok();
    Ok(if legal { "1" } else { "0" }.to_string())
}

/// `all_legal colour`
pub fn all_legal(engine: &mut Engine, arguments: &[String]) -> Reply {
    let player = colour(only(arguments, "a colour")?)?;
    Ok(legal(engine, player).join(" "))
}

/// The legal moves of a player; none out of turn and after the end.
pub fn legal(engine: &Engine, player: Player) -> Vec<String> {
    let Ok(game) = engine.game.with_turn_of(player) else { return Vec::new() };
    let look = Look::after(&game.setup(), game.moves());
    look.legal.iter().map(|mv| mv.as_str().to_string()).collect()
}

/// `showboard`
pub fn showboard(engine: &mut Engine, _: &[String]) -> Reply {
    let game = &engine.game;
    let look = Look::after(&game.setup(), game.moves());
    let (entry, options) = game.rules();
    let turn = match (look.player, &look.ended) {
        (Some(player), _) => format!("{} to move", record::colour(player)),
        (None, Some(ended)) => format!("the game has ended: {}", ended.words),
        (None, None) => unreachable!("a game that goes on has a mover"),
    };
    let position = parse_position(game.board(), &look.position).map_err(|error| error.to_string())?;
    let last = game.moves().last();
    let after = last
        .map(|mv| format!(" after move {}, {}", game.moves().len(), move_name(game.board(), *mv)))
        .unwrap_or_default();
    let head = format!("{} {}{after}, {turn}", game.board(), rules_text(entry, options));
    Ok(format!("\n{head}\n{}", diagram(game.board(), &position, last.and_then(|mv| mv.placed()))))
}
