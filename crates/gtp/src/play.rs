//! Commands that begin a game, make its moves and take them back, show it and write it down.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use super::engine::Engine;
use super::game::{AnyGame, Clock, CurrentGame, either};
use super::genmove::remoteness;
use super::protocol::{Exact, Reply, colour, decimal, in_decimals, point, score, single_argument, vertex};
use super::values::final_points;
use superko_go::Player;
use superko_go::bits::{Point, PointSet};
use superko_go::board::{Board, OfSize};
use superko_go::notation::{diagram, move_name, parse_position, point_name};
use superko_go::position::Position;
use superko_query::ask::Look;
use superko_query::report::records;
use superko_query::report::words::value_in_words;
use superko_query::sgf::book::start_of_game;
use superko_query::sgf::game::{Choice, read_before, read_of_any_size};
use superko_query::sgf::parse::MAX_BYTES;
use superko_query::sgf::properties::{OTHER_MOVE, move_value};
use superko_query::sgf::tree::{Node, Tree, escaped, write};
use superko_rules::Refereed;
use superko_store::files::write_file;

// --- Size, start, komi, time ---

/// Maximum komi.
const MAX_KOMI: i64 = 999_999;

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
    engine.game.resize(rows, columns).map(|()| String::new())
}

/// `clear_board`
pub fn clear_board(engine: &mut Engine, _: &[String]) -> Reply {
    either!(&mut engine.game, game => game.set_up(Position::default(), Player::Black)).map(|()| String::new())
}

/// `komi number`
pub fn komi(engine: &mut Engine, arguments: &[String]) -> Reply {
    let number = arguments.first().and_then(|text| decimal(text));
    match (number, arguments.len()) {
        (Some(komi), 1) if komi <= Exact::from_integer(MAX_KOMI) => engine.game.komi_mut().komi = komi,
        _ => return Err("komi not a float, with at most three digits after the point".to_string()),
    }
    Ok(String::new())
}

/// `get_komi`
pub fn get_komi(engine: &mut Engine, _: &[String]) -> Reply {
    Ok(in_decimals(engine.game.komi().komi))
}

/// Places a stone on an empty point.
fn place_stone<S: PointSet>(
    position: &mut Position<S>,
    player: Player,
    point: S::Point,
) -> Result<(), String> {
    if position.colour(point).is_some() {
        return Err("a point is named twice".to_string());
    }
    position.stones[player.index()] |= S::of(point);
    Ok(())
}

/// `set_position [colour point]…`: a start without a history, as KataGo has it; `gogui-setup` is
/// the same.
pub fn set_position(engine: &mut Engine, arguments: &[String]) -> Reply {
    let pairs = arguments.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err("expected pairs of a colour and a point".to_string());
    }
    either!(&mut engine.game, game => {
        let mut start = Position::default();
        for pair in pairs {
            let (player, point) = (colour(&pair[0])?, point(game.board(), &pair[1])?);
            place_stone(&mut start, player, point)?;
        }
        game.set_up(start, Player::Black).map(|()| String::new())
    })
}

/// `gogui-setup_player colour`
pub fn setup_player(engine: &mut Engine, arguments: &[String]) -> Reply {
    let player = colour(single_argument(arguments, "a colour")?)?;
    engine.game = engine.game.with_turn_of(player)?;
    Ok(String::new())
}

/// `loadsgf file [number]`: the game of a record before the move of this number, or all of it, with
/// its komi. The ruleset stays.
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
    let opened = File::open(file).and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes));
    opened.map_err(|error| failed(&error))?;
    let record = match before {
        None => read_of_any_size(&bytes, &Choice::default()),
        Some(before) => read_before(&bytes, before),
    };
    let record = record.map_err(|error| failed(&error))?;
    let written = match &record {
        OfSize::Solved(record) => record.komi.clone(),
        OfSize::Large(record) => record.komi.clone(),
    };
    let komi = match written {
        None => engine.game.komi().komi,
        Some(text) => decimal(text.trim()).ok_or_else(|| failed(&format!("KM[{text}]: komi not a float")))?,
    };
    engine.game.load(record).map_err(|why| failed(&why))?;
    engine.game.komi_mut().komi = komi;
    Ok(String::new())
}

/// `time_settings main_time overtime stones`: begins the clocks anew.
pub fn time_settings(engine: &mut Engine, arguments: &[String]) -> Reply {
    let expected = "expected the main time and the overtime in seconds, and a number of stones";
    let [main, overtime, stones] = arguments else { return Err(expected.to_string()) };
    let (Some(main), Some(overtime)) = (seconds(main), seconds(overtime)) else {
        return Err(expected.to_string());
    };
    engine.clock = Clock::new(main, overtime, parse_count(stones, "stones")?);
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
            Clock::with_periods(time(main)?, time(period)?, parse_count(periods, "periods")?)
        }
        (Some("canadian"), [_, main, overtime, stones]) => {
            Clock::new(time(main)?, time(overtime)?, parse_count(stones, "stones")?)
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

/// `time_left colour seconds stones`. Servers say that less than nothing is left when a move came
/// too late.
pub fn time_left(engine: &mut Engine, arguments: &[String]) -> Reply {
    let [player, time, stones] = arguments else {
        return Err("expected a colour, seconds, and a number of stones".to_string());
    };
    let player = colour(player)?;
    let time = parse_seconds(time).and_then(|time| duration(time.max(0.0)));
    let time = time.ok_or("the time is not a number of seconds")?;
    engine.clock.set(player, time, parse_count(stones, "stones")?);
    Ok(String::new())
}

fn parse_count(text: &str, what: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("the number of {what} is not an integer"))
}

/// Seconds that are left; negative if a move came too late.
fn parse_seconds(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

fn duration(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok()
}

fn seconds(text: &str) -> Option<Duration> {
    parse_seconds(text).and_then(duration)
}

// --- The stones of a handicap: a start with White to move ---

/// `fixed_handicap number`: stones near the corners, in the order that the protocol has on larger
/// boards.
pub fn fixed_handicap(engine: &mut Engine, arguments: &[String]) -> Reply {
    let number = handicap_count(engine, arguments)?;
    either!(&mut engine.game, game => with_fixed_handicap(game, number))
}

fn with_fixed_handicap<S: Refereed>(game: &mut CurrentGame<S>, number: usize) -> Reply {
    let board = game.board();
    let points = near_the_corners(board);
    let Some(points) = points.get(..number) else {
        let most = points.len();
        return Err(match most {
            0 | 1 => format!("invalid number of stones: a board of {board} has no fixed handicap"),
            _ => format!("invalid number of stones: expected 2 to {most} on a board of {board}"),
        });
    };
    let points = points.to_vec();
    set_handicap(game, &points).map_err(|why| format!("invalid number of stones: {why}"))
}

/// `place_free_handicap number`: stones on the most central points, as many of them as leave every
/// chain a liberty.
pub fn place_free_handicap(engine: &mut Engine, arguments: &[String]) -> Reply {
    let number = handicap_count(engine, arguments)?;
    either!(&mut engine.game, game => with_free_handicap(game, number))
}

fn with_free_handicap<S: Refereed>(game: &mut CurrentGame<S>, number: usize) -> Reply {
    let board = game.board();
    let mut central: Vec<S::Point> = board.all().collect();
    central.sort_by_key(|point| remoteness(board, *point));
    let mut stones = S::EMPTY;
    let mut points = Vec::new();
    for point in central {
        let more = stones | S::of(point);
        let breathes = |chain: S| !(board.adjacent(chain) & !more).is_empty();
        if points.len() < number && board.parts(more).all(breathes) {
            stones = more;
            points.push(point);
        }
    }
    match points.len() {
        0 | 1 => Err(format!("invalid number of stones: a board of {board} has no room for two")),
        _ => set_handicap(game, &points),
    }
}

/// `set_free_handicap points`
pub fn set_free_handicap(engine: &mut Engine, arguments: &[String]) -> Reply {
    require_empty_board(engine)?;
    let bad = |why: &dyn std::fmt::Display| format!("bad vertex list: {why}");
    either!(&mut engine.game, game => {
        let points = arguments.iter().map(|argument| point(game.board(), argument));
        let points = points.collect::<Result<Vec<_>, _>>().map_err(|why| bad(&why))?;
        if points.len() < 2 {
            return Err(bad(&"expected at least two points"));
        }
        set_handicap(game, &points).map_err(|why| bad(&why))?;
    });
    Ok(String::new())
}

/// Number of handicap stones, at least 2, for an empty board.
fn handicap_count(engine: &Engine, arguments: &[String]) -> Result<usize, String> {
    let number = single_argument(arguments, "a number of stones")?;
    let number: usize = number.parse().map_err(|_| "expected a number of stones".to_string())?;
    if number < 2 {
        return Err("invalid number of stones: expected at least 2".to_string());
    }
    require_empty_board(engine)?;
    Ok(number)
}

/// Error unless the board is empty but for a handicap, which may be placed again.
fn require_empty_board(engine: &Engine) -> Result<(), String> {
    let empty = either!(&engine.game, game => {
        let is_empty = game.komi.handicap > 0 || game.line().start.occupied().is_empty();
        game.line().moves.is_empty() && is_empty
    });
    match empty {
        true => Ok(()),
        false => Err("board not empty".to_string()),
    }
}

/// Starts with stones of Black, White to move. Replies with their points.
fn set_handicap<S: Refereed>(game: &mut CurrentGame<S>, points: &[S::Point]) -> Reply {
    let mut start = Position::default();
    points.iter().try_for_each(|point| place_stone(&mut start, Player::Black, *point))?;
    game.set_up(start, Player::White)?;
    game.komi.handicap = points.len();
    let names: Vec<String> = points.iter().map(|point| point_name(game.board(), *point)).collect();
    Ok(names.join(" "))
}

/// Points near the corners of a grid: lower left, upper right, upper left, lower right. They are on
/// the third line from a side of 7 on, as the protocol has it, on the second from 5 on, and else in
/// the corner. Equal ones come once.
fn near_the_corners<S: PointSet>(board: &Board<S>) -> Vec<S::Point> {
    let line = |side: usize| match side {
        0..=4 => 0,
        5 | 6 => 1,
        _ => 2,
    };
    let (columns, rows) = (board.cols(), board.rows());
    let (left, top) = (line(columns), line(rows));
    let (right, bottom) = (columns - 1 - left, rows - 1 - top);
    let mut points = Vec::new();
    for (row, column) in [(bottom, left), (top, right), (top, left), (bottom, right)] {
        let point = S::Point::of(row * columns + column);
        if !points.contains(&point) {
            points.push(point);
        }
    }
    points
}

// --- Moves ---

/// `play colour move`
pub fn play(engine: &mut Engine, arguments: &[String]) -> Reply {
    let [player, mv] = arguments else { return Err("expected a colour and a move".to_string()) };
    let player = colour(player)?;
    either!(&mut engine.game, game => {
        let mv = vertex(game.board(), mv)?;
        game.play(player, mv).map(|()| String::new())
    })
}

/// `gogui-play_sequence [colour move]…`: all of the moves, or none.
pub fn play_sequence(engine: &mut Engine, arguments: &[String]) -> Reply {
    let pairs = arguments.chunks_exact(2);
    if !pairs.remainder().is_empty() {
        return Err("expected pairs of a colour and a move".to_string());
    }
    either!(&mut engine.game, current => {
        let mut game = current.clone();
        for pair in pairs {
            let (player, mv) = (colour(&pair[0])?, vertex(game.board(), &pair[1])?);
            game.play(player, mv).map_err(|why| format!("{} {}: {why}", pair[0], pair[1]))?;
        }
        *current = game;
    });
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
    if number > engine.game.undoable() {
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
    let player = colour(player)?;
    let legal = either!(&engine.game, game => {
        let mv = vertex(game.board(), mv)?;
        game.mover().is_some() && game.clone().play(player, mv).is_ok()
    });
    Ok(if legal { "1" } else { "0" }.to_string())
}

/// `all_legal colour`
pub fn all_legal(engine: &mut Engine, arguments: &[String]) -> Reply {
    let player = colour(single_argument(arguments, "a colour")?)?;
    Ok(legal(engine, player).join(" "))
}

/// Legal moves of a player; none out of turn and after the end.
pub fn legal(engine: &Engine, player: Player) -> Vec<String> {
    let Ok(game) = engine.game.with_turn_of(player) else { return Vec::new() };
    game.look().legal.iter().map(|mv| mv.as_str().to_string()).collect()
}

/// `showboard`
pub fn showboard(engine: &mut Engine, _: &[String]) -> Reply {
    let look = engine.game.look();
    either!(&engine.game, game => shown(game, &look))
}

fn shown<S: Refereed>(game: &CurrentGame<S>, look: &Look) -> Reply {
    let turn = match (look.player, &look.ended) {
        (Some(player), _) => format!("{} to move", records::colour(player)),
        (None, Some(ended)) => format!("the game has ended: {}", ended.words),
        (None, None) => unreachable!("a game that goes on has a mover"),
    };
    let position = parse_position(game.board(), &look.position).map_err(|error| error.to_string())?;
    let last = game.line().moves.last();
    let after = last
        .map(|mv| format!(" after move {}, {}", game.line().moves.len(), move_name(game.board(), *mv)))
        .unwrap_or_default();
    let head = format!("{} {}{after}, {turn}", game.board(), game.rules());
    Ok(format!("\n{head}\n{}", diagram(game.board(), &position, last.and_then(|mv| mv.placed()))))
}

// --- The current game as a record in SGF ---

/// `printsgf [file]`: the record, or nothing where it is written to a file; `-` is no file.
pub fn printsgf(engine: &mut Engine, arguments: &[String]) -> Reply {
    let text = write(&either!(&engine.game, game => record(game)));
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

/// Game record: start, settings and moves. Passes after the end are no moves of it.
fn record<S: Refereed>(game: &CurrentGame<S>) -> Tree {
    let board = game.board();
    let mut root = start_of_game(game.game(), game.line());
    root.add("KM", [in_decimals(game.komi.komi)]);
    if game.komi.handicap >= 2 {
        root.add("HA", [game.komi.handicap.to_string()]);
    }
    if let Some(points) = final_points(game) {
        root.add("RE", [score(points)]);
    }
    let mut tree = Tree::new(root);
    let mut last = Tree::ROOT;
    for step in game.referee().steps() {
        let mut node = Node::default();
        match move_value(board, step.mv) {
            Some(value) => node.add(&step.player.name()[..1], [value]),
            None => node.add(OTHER_MOVE, [escaped(&move_name(board, step.mv))]),
        }
        last = tree.add(last, node);
    }
    tree
}

// --- Commands by which GoGui shows the game and the values ---

/// Entries of GoGui's analyze dialog: type, label, command.
pub const ANALYZE_COMMANDS: [&str; 6] = [
    "string/Value/superko-value",
    "pspairs/Exact values/superko-moves points",
    "var/Best line/superko-line",
    "gfx/Barred moves/superko-bars",
    "hstring/Rules/superko-rules",
    "none/Set rules/superko-set-rules %s",
];

/// `gogui-rules_board_size`: one number for a square, and else columns and rows.
pub fn board_size(engine: &mut Engine, _: &[String]) -> Reply {
    let (rows, cols) = either!(&engine.game, game => (game.board().rows(), game.board().cols()));
    Ok(if rows == cols { cols.to_string() } else { format!("{cols} {rows}") })
}

/// `gogui-rules_board`
pub fn board(engine: &mut Engine, _: &[String]) -> Reply {
    let rows = engine.game.look().position;
    let spaced = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    Ok(rows.split('/').map(spaced).collect::<Vec<_>>().join("\n"))
}

/// `gogui-rules_legal_moves`: nothing once the game has ended.
pub fn legal_moves(engine: &mut Engine, _: &[String]) -> Reply {
    let mover = engine.game.mover();
    Ok(mover.map(|player| legal(engine, player).join(" ")).unwrap_or_default())
}

/// `gogui-rules_side_to_move`: after the end, whose turn it would be.
pub fn side_to_move(engine: &mut Engine, _: &[String]) -> Reply {
    let look = engine.game.look();
    let last = look.steps.last().map(|step| step.player.other());
    let player = look.player.or(last).unwrap_or(Player::Black);
    Ok(records::colour(player).to_string())
}

/// `gogui-rules_captured_count`: the stones that Black has taken, and those that White has. A
/// suicide gives its stones to the opponent.
pub fn captured_count(engine: &mut Engine, _: &[String]) -> Reply {
    let mut taken = [0, 0];
    for step in &engine.game.look().steps {
        taken[step.player.index()] += step.captured.len();
        taken[step.player.other().index()] += step.lost.len();
    }
    Ok(format!("{} {}", taken[0], taken[1]))
}

/// `gogui-rules_final_result`
pub fn final_result(engine: &mut Engine, _: &[String]) -> Reply {
    match engine.game.ended() {
        Some(points) => Ok(format!("{} without komi", value_in_words(points))),
        None => Err("the game goes on".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicap_points_are_near_the_corners() {
        for (board, expected) in [
            ("7x7", "C3 E5 C5 E3"),
            ("8x8", "C3 F6 C6 F3"),
            ("7x9", "C3 G5 C5 G3"),
            ("5x6", "B2 E4 B4 E2"),
            ("3x3", "A1 C3 A3 C1"),
            ("1x4", "A1 D1"),
            ("1x1", "A1"),
        ] {
            let board = Board::parse(board).unwrap();
            let names = near_the_corners(&board).into_iter().map(|point| point_name(&board, point));
            assert_eq!(names.collect::<Vec<_>>().join(" "), expected, "{board}");
        }
    }
}
