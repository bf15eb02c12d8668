//! Commands that begin a game: size, start, komi, handicap, time.

use std::fs::File;
use std::io::Read;
use std::time::Duration;

use super::clock::Clock;
use super::engine::Engine;
use super::protocol::Reply;
use super::words::{Exact, colour, decimal, in_decimals, only, point};
use crate::ask::Look;
use crate::go::{Player, Position};
use crate::sgf::game::{Choice, Record, read, read_before};
use crate::sgf::parse::MOST_BYTES;

/// The most that komi, and seconds of time, can be.
const LARGEST: i64 = 999_999;

/// `boardsize columns [rows]`
pub fn boardsize(engine: &mut Engine, arguments: &[String]) -> Reply {
    let side = |text: &String| text.parse::<usize>().map_err(|_| "boardsize not an integer".to_string());
    let sides = arguments.iter().map(side).collect::<Result<Vec<usize>, _>>()?;
    let (columns, rows) = match sides[..] {
        [side] => (side, side),
        [columns, rows] => (columns, rows),
        _ => return Err("boardsize not an integer: expected one number, or columns and rows".to_string()),
    };
    engine.game.resize(rows, columns)?;
    Ok(String::new())
}

/// `rectangular_boardsize columns rows`
pub fn rectangular_boardsize(engine: &mut Engine, arguments: &[String]) -> Reply {
    match arguments.len() {
        2 => boardsize(engine, arguments),
        _ => Err("boardsize not an integer: expected columns and rows".to_string()),
    }
}

/// `clear_board`
pub fn clear_board(engine: &mut Engine, _: &[String]) -> Reply {
    engine.game.set_up(Position::default(), Player::Black)?;
    Ok(String::new())
}

/// `komi number`
pub fn komi(engine: &mut Engine, arguments: &[String]) -> Reply {
    let number = arguments.first().and_then(|text| decimal(text));
    match (number, arguments.len()) {
        (Some(komi), 1) if komi <= Exact::from_integer(LARGEST) => engine.game.komi.komi = komi,
        _ => return Err("komi not a float, with at most three digits behind the point".to_string()),
    }
    Ok(String::new())
}

/// `get_komi`
pub fn get_komi(engine: &mut Engine, _: &[String]) -> Reply {
    Ok(in_decimals(engine.game.komi.komi))
}

/// `set_free_handicap points`
pub fn set_free_handicap(engine: &mut Engine, arguments: &[String]) -> Reply {
    let look = Look::after(&engine.game.setup(), engine.game.moves());
    if look.position.contains(['X', 'O']) || !engine.game.moves().is_empty() {
        return Err("board not empty".to_string());
    }
    let bad = |why: &dyn std::fmt::Display| format!("bad vertex list: {why}");
    let mut start = Position::default();
    for argument in arguments {
        let point = point(engine.game.board(), argument).map_err(|why| bad(&why))?;
        put(&mut start, Player::Black, point).map_err(|why| bad(&why))?;
    }
    if arguments.len() < 2 {
        return Err(bad(&"expected at least two points"));
    }
    engine.game.set_up(start, Player::White).map_err(|why| bad(&why))?;
    engine.game.komi.handicap = arguments.len();
    Ok(String::new())
}

fn put(position: &mut Position, player: Player, point: u8) -> Result<(), String> {
    if position.colour(point).is_some() {
        return Err("a point is named twice".to_string());
    }
    position.stones[player.index()] |= 1 << point;
    Ok(())
}

/// `set_position [colour point]…`: a start without a past, as KataGo has it; `gogui-setup` is the same.
pub fn set_position(engine: &mut Engine, arguments: &[String]) -> Reply {
    let mut start = Position::default();
    let pairs = arguments.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err("expected pairs of a colour and a point".to_string());
    }
    for pair in pairs {
        let (player, point) = (colour(&pair[0])?, point(engine.game.board(), &pair[1])?);
        put(&mut start, player, point)?;
    }
    engine.game.set_up(start, Player::Black)?;
    Ok(String::new())
}

/// `gogui-setup_player colour`
pub fn setup_player(engine: &mut Engine, arguments: &[String]) -> Reply {
    let player = colour(only(arguments, "a colour")?)?;
    engine.game = engine.game.with_turn_of(player)?;
    Ok(String::new())
}

/// `loadsgf file [number]`: the game of a record before the move of this number, or all of it, with its komi. The ruleset
/// stays.
pub fn loadsgf(engine: &mut Engine, arguments: &[String]) -> Reply {
    let (file, before) = match arguments {
        [file] => (file, None),
        [file, number] => match number.parse::<usize>() {
            Ok(number @ 1..) => (file, Some(number)),
            _ => return Err("the move number is not a number from 1 on".to_string()),
        },
        _ => return Err("expected a file, and a move number if not all is wanted".to_string()),
    };
    let failed = |why: &dyn std::fmt::Display| format!("cannot load file: {why}");
    let mut bytes = Vec::new();
    let opened = File::open(file).and_then(|file| file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes));
    opened.map_err(|error| failed(&error))?;
    let record = match before {
        None => read(&bytes, &Choice::default()),
        Some(before) => read_before(&bytes, before),
    };
    let record = record.map_err(|error| failed(&error))?;
    let komi = match &record.komi {
        None => engine.game.komi.komi,
        Some(text) => decimal(text.trim()).ok_or_else(|| failed(&format!("KM[{text}]: komi not a float")))?,
    };
    let Record { board, start, to_move, moves, .. } = record;
    engine.game.take_over(board, start, to_move, moves).map_err(|why| failed(&why))?;
    engine.game.komi.komi = komi;
    Ok(String::new())
}

/// `time_settings main_time overtime stones`: begins the clocks anew. The time of a move follows from `time_left`.
pub fn time_settings(engine: &mut Engine, arguments: &[String]) -> Reply {
    match arguments {
        [main, overtime, stones] if [main, overtime].iter().all(|text| seconds(text).is_some()) => {
            stones.parse::<u32>().map_err(|_| "the number of stones is not an integer".to_string())?;
            engine.clock = Clock::default();
            Ok(String::new())
        }
        _ => Err("expected the main time and the overtime in seconds, and a number of stones".to_string()),
    }
}

/// `time_left colour seconds stones`
pub fn time_left(engine: &mut Engine, arguments: &[String]) -> Reply {
    let [player, time, stones] = arguments else {
        return Err("expected a colour, seconds, and a number of stones".to_string());
    };
    let player = colour(player)?;
    let time = seconds(time).ok_or("the time is not a number of seconds")?;
    let stones = stones.parse().map_err(|_| "the number of stones is not an integer".to_string())?;
    engine.clock.set(player, time, stones);
    Ok(String::new())
}

fn seconds(text: &str) -> Option<Duration> {
    let number = decimal(text).filter(|number| *number >= Exact::from_integer(0))?;
    Duration::try_from_secs_f64(*number.numer() as f64 / *number.denom() as f64).ok()
}
