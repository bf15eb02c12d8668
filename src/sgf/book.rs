//! A solution as a tree that any SGF program can show.
//!
//! The root has the board, the ruleset (`RU`, as [`game`](super::game) reads it back), the start and what the game is
//! worth (`RE`). Behind it come the moves that were played, then the line of best play, and beside its first move every
//! other best one as a variation. From the position that was asked about on, a node has the value in `V` (Black's points
//! less White's) and in words in `C`: best play keeps the value, so it is the same in all of them. Best moves have a
//! triangle (`TR`), first moves whose values were asked for their value as a label (`LB`), and moves that the past bars a
//! cross (`MA`), with the earlier moment that bars them in `C`.
//!
//! `V` and `RE` are decimals: a value that is none has six places there, and is exact in `C` and `LB`.

use std::collections::BTreeMap;

use super::error::SgfError;
use super::game::OTHER_MOVE;
use super::point::{LONGEST_SIDE, move_value, point_value};
use super::text::{composed, escaped};
use super::tree::{Node, Tree};
use crate::go::bits::members;
use crate::go::notation::move_name;
use crate::go::{Move, Player, Players, Position};
use crate::referee::{Referee, Step, Why};
use crate::report::display::{answer_in_words, moves_in_words, options_text, step_in_words};
use crate::rules::{Game, Points};
use crate::solve::{Answer, Solution, Value};

/// A state of a game: its start and the moves that led to it, all legal.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The game.
    pub game: &'a Game,
    /// The position that it starts from.
    pub start: Position,
    /// Who moves first.
    pub to_move: Player,
    /// The moves since.
    pub moves: &'a [Move],
}

/// Whether a game can be written.
///
/// # Errors
/// SGF has grids of sides up to 52 and two players.
pub fn check(game: &Game) -> Result<(), SgfError> {
    let board = &game.board;
    if game.options.players != Players::Two {
        return Err(SgfError::new("SGF has two players, expected no --players 3 with it"));
    }
    if !board.is_grid() || board.rows().max(board.cols()) > LONGEST_SIDE {
        let what =
            format!("SGF has no board such as {board}, expected a grid with sides of at most {LONGEST_SIDE}");
        return Err(SgfError::new(what));
    }
    Ok(())
}

/// The tree of a solution of a state.
///
/// # Errors
/// As those of [`check`].
pub fn book(asked: &Asked, solution: &Solution) -> Result<Tree, SgfError> {
    let game = asked.game;
    check(game)?;
    let mut referee = Referee::new(game, asked.start, asked.to_move);
    let mut root = root(asked, &solution.value);
    if asked.moves.is_empty() {
        answer(asked, &referee, solution, &mut root);
    } else {
        let lines = bars(game, &referee, &mut root);
        comment(&mut root, lines);
    }
    let mut tree = Tree::new(root);
    let mut place = Tree::ROOT;
    for (made, mv) in asked.moves.iter().enumerate() {
        let mut node = played(game, &mut referee, *mv);
        if made + 1 == asked.moves.len() {
            answer(asked, &referee, solution, &mut node);
        } else {
            let lines = bars(game, &referee, &mut node);
            comment(&mut node, lines);
        }
        place = tree.add(place, node);
    }
    let asked_at = referee;
    let valued = |referee: &mut Referee, mv: Move| {
        let mut node = played(game, referee, mv);
        value(&solution.value, &mut node);
        let lines = bars(game, referee, &mut node);
        comment(&mut node, lines);
        node
    };
    let (mut referee, mut last) = (asked_at.clone(), place);
    for (made, mv) in solution.line.iter().enumerate() {
        let mut node = valued(&mut referee, *mv);
        if let Some(from) = solution.repeats_from.filter(|_| made + 1 == solution.line.len()) {
            let first = asked.moves.len() + 1 + from;
            comment(&mut node, vec![format!("and for ever again from move {first}")]);
        }
        last = tree.add(last, node);
    }
    let others = solution.best_moves.iter().filter(|mv| Some(*mv) != solution.line.first());
    for mv in others {
        tree.add(place, valued(&mut asked_at.clone(), *mv));
    }
    Ok(tree)
}

fn root(asked: &Asked, answer: &Answer) -> Node {
    let Asked { game, start, to_move, .. } = asked;
    let board = &game.board;
    let size = match (board.cols(), board.rows()) {
        (cols, rows) if cols == rows => rows.to_string(),
        (cols, rows) => format!("{cols}:{rows}"),
    };
    let rules = format!("{}{}", game.entry.id, options_text(game.entry, &game.options));
    let mut node = Node::default();
    for (name, value) in [
        ("FF", "4"),
        ("GM", "1"),
        ("CA", "UTF-8"),
        ("AP", &composed("superko", env!("CARGO_PKG_VERSION"))),
        ("SZ", &size),
        ("KM", "0"),
        ("RU", &escaped(&rules)),
        ("RE", &result(answer)),
        ("PL", &to_move.name()[..1]),
    ] {
        node.add(name, [value.to_string()]);
    }
    let colours = start.colours();
    for (name, player) in [("AB", Player::Black), ("AW", Player::White)] {
        let stones = colours[player.index()];
        if stones != 0 {
            node.add(name, members(stones).map(|point| point_value(board, point)));
        }
    }
    node
}

/// A score as a decimal.
fn decimal(points: Points) -> String {
    const PLACES: u32 = 6;
    let scale = 10i64.pow(PLACES);
    let (numerator, denominator) = (i64::from(*points.numer()), i64::from(*points.denom()));
    let scaled = (numerator.abs() * scale * 2 + denominator) / (2 * denominator);
    let sign = if numerator < 0 { "-" } else { "" };
    let text = format!("{sign}{}.{:06}", scaled / scale, scaled % scale);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// What the game is worth, as `RE` has a result.
fn result(answer: &Answer) -> String {
    match answer {
        Answer::Exact(Value::NoResult) => "Void".to_string(),
        Answer::Between(_) => "?".to_string(),
        Answer::Exact(Value::Points(points)) => match decimal(*points) {
            zero if zero == "0" => zero,
            text => text.strip_prefix('-').map_or(format!("B+{text}"), |points| format!("W+{points}")),
        },
    }
}

/// The node of a move that the referee makes, with what it does in words.
fn played(game: &Game, referee: &mut Referee, mv: Move) -> Node {
    let made: Step = referee.play(mv).expect("the moves of a state and of its line are legal");
    let mut node = Node::default();
    match move_value(&game.board, mv) {
        Some(value) => node.add(&made.player.name()[..1], [value]),
        None => node.add(OTHER_MOVE, [escaped(&move_name(&game.board, mv))]),
    }
    comment(&mut node, vec![step_in_words(&game.board, &made)]);
    node
}

/// Writes the value to a node.
fn value(answer: &Answer, node: &mut Node) {
    if let Some(points) = answer.exact().and_then(Value::points) {
        node.add("V", [decimal(points)]);
    }
    comment(node, vec![format!("value {}", answer_in_words(answer))]);
}

/// Writes the answer to the node of the state that was asked about.
fn answer(asked: &Asked, referee: &Referee, solution: &Solution, node: &mut Node) {
    let board = &asked.game.board;
    value(&solution.value, node);
    let mut lines = Vec::new();
    if !solution.best_moves.is_empty() {
        let which = if solution.all_best_moves { "best moves" } else { "a best move" };
        lines.push(format!("{which} {}", moves_in_words(board, &solution.best_moves)));
        let best = solution.best_moves.iter().filter_map(|mv| mv.placed());
        mark(asked.game, "TR", best, node);
    }
    for (mv, answer) in &solution.move_values {
        lines.push(format!("{} {}", move_name(board, *mv), answer_in_words(answer)));
        if let Some(point) = mv.placed() {
            node.add("LB", [composed(&point_value(board, point), &answer.to_string())]);
        }
    }
    lines.extend(bars(asked.game, referee, node));
    comment(node, lines);
}

/// The moves that the past bars for the player to move, a line for each reason, and their marks.
fn bars(game: &Game, referee: &Referee, node: &mut Node) -> Vec<String> {
    let Some(mover) = referee.mover() else { return Vec::new() };
    let mut barred: BTreeMap<String, Vec<Move>> = BTreeMap::new();
    for play in game.plays(&referee.state().key) {
        if let Some(illegal) = referee.ban(play.mv)
            && let Why::Barred { .. } = illegal.why
        {
            barred.entry(illegal.why.to_string()).or_default().push(play.mv);
        }
    }
    let stones = barred.values().flatten().filter_map(|mv| mv.placed()).collect::<Vec<u8>>();
    mark(game, "MA", stones, node);
    let mut lines: Vec<(Vec<Move>, String)> = barred.into_iter().map(|(why, moves)| (moves, why)).collect();
    lines.sort();
    let words = lines
        .into_iter()
        .map(|(moves, why)| format!("{} {}: {why}", mover.name(), moves_in_words(&game.board, &moves)));
    words.collect()
}

fn mark(game: &Game, name: &str, points: impl IntoIterator<Item = u8>, node: &mut Node) {
    let values: Vec<String> = points.into_iter().map(|point| point_value(&game.board, point)).collect();
    if !values.is_empty() {
        node.add(name, values);
    }
}

/// Writes lines behind those of a node's comment.
fn comment(node: &mut Node, lines: Vec<String>) {
    for line in lines {
        let line = escaped(&line);
        match node.properties.iter_mut().find(|property| property.name == "C") {
            Some(comment) => {
                comment.values[0].push('\n');
                comment.values[0].push_str(&line);
            }
            None => node.add("C", [line]),
        }
    }
}
