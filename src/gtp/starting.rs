//! Commands that begin a game: size, start, komi, time.

use std::fs::File;
use std::io::Read;
use std::time::Duration;

use super::clock::Clock;
use super::engine::Engine;
use super::protocol::Reply;
use super::words::{Exact, colour, decimal, in_decimals, only, point};
use crate::go::{Player, Position};
use crate::sgf::game::{Choice, Record, read, read_before};
use crate::sgf::parse::MOST_BYTES;

/// The most that komi can be.
const LARGEST: i64 = 999_999;

/// `boardsize columns [rows]`, or `columns:rows`
pub fn boardsize(engine: &mut Engine, arguments: &[String]) -> Reply {
    let wrong = || "boardsize not an integer: expected one number, or columns and rows".to_string();
    let words: Vec<&str> = match arguments {
        [both] if both.contains(':') => both.split(':').collect(),
        words => words.iter().map(String::as_str).collect(),
    };
    let side = |text: &&str| text.parse::<usize>().map_err(|_| wrong());
    let sides = words.iter().map(side).collect::<Result<Vec<usize>, _>>()?;
    let (columns, rows) = match sides[..] {
        [side] => (side, side),
        [columns, rows] => (columns, rows),
        _ => return Err(wrong()),
    };
    engine.game.resize(rows, columns)?;
    Ok(String::new())
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

/// Puts a stone on an empty point.
pub fn put(position: &mut Position, player: Player, point: u8) -> Result<(), String> {
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

/// `time_settings main_time overtime stones`: begins the clocks anew.
pub fn time_settings(engine: &mut Engine, arguments: &[String]) -> Reply {
    let expected = "expected the main time and the overtime in seconds, and a number of stones";
    let [main, overtime, stones] = arguments else { return Err(expected.to_string()) };
    let (Some(main), Some(overtime)) = (seconds(main), seconds(overtime)) else {
        return Err(expected.to_string());
    };
    engine.clock = Clock::new(main, overtime, number_of(stones, "stones")?);
    Ok(String::new())
}

/// `kgs-time_settings kind …`: the same, as the server KGS names its kinds of time.
pub fn kgs_time_settings(engine: &mut Engine, arguments: &[String]) -> Reply {
    let time = |text: &String| seconds(text).ok_or_else(|| format!("{text:?} is not a number of seconds"));
    let kind = arguments.first().map(|kind| kind.to_ascii_lowercase());
    engine.clock = match (kind.as_deref(), arguments) {
        (Some("none"), [_]) => Clock::default(),
        (Some("absolute"), [_, main]) => Clock::new(time(main)?, Duration::ZERO, 0),
        (Some("byoyomi"), [_, main, period, periods]) => {
            Clock::with_periods(time(main)?, time(period)?, number_of(periods, "periods")?)
        }
        (Some("canadian"), [_, main, overtime, stones]) => {
            Clock::new(time(main)?, time(overtime)?, number_of(stones, "stones")?)
        }
        _ => {
            return Err(
                "expected none, absolute <main>, byoyomi <main> <period> <periods>, or canadian <main> \
                        <overtime> <stones>"
                    .to_string(),
            );
        }
    };
    Ok(String::new())
}

/// `time_left colour seconds stones`. Servers say that less than nothing is left when a move came too late.
pub fn time_left(engine: &mut Engine, arguments: &[String]) -> Reply {
    let [player, time, stones] = arguments else {
        return Err("expected a colour, seconds, and a number of stones".to_string());
    };
    let player = colour(player)?;
    let time = number_of_seconds(time).and_then(|time| duration(time.max(0.0)));
    let time = time.ok_or("the time is not a number of seconds")?;
    engine.clock.set(player, time, number_of(stones, "stones")?);
    Ok(String::new())
}

fn number_of(text: &str, what: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("the number of {what} is not an integer"))
}

/// A time that is left, or was overstepped.
fn number_of_seconds(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

fn duration(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok()
}

fn seconds(text: &str) -> Option<Duration> {
    number_of_seconds(text).and_then(duration)
}
