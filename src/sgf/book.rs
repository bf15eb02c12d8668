//! A solution as a tree that any SGF program can show.
//!
//! The root has the board, the ruleset (`RU`, as [`game`](super::game) reads it back), the start and what the game is
//! worth (`RE`). Behind it come the moves that were played, then the line of best play, and beside each of its moves every
//! other best one as a variation. From the position that was asked about on, a node has the value in `V` (Black's points
//! less White's) and in words in `C`: best play keeps the value, so it is the same in all of them. First
//! moves whose values were asked for have their value as a label (`LB`), where none were the best have a triangle (`TR`), and
//! moves that the past bars have a cross (`MA`), with the earlier moment that bars them in `C`.
//!
//! `V` and `RE` are decimals: a value that is none has six places there, and is exact in `C` and `LB`.

use super::course::OTHER_MOVE;
use super::error::SgfError;
use super::point::{LONGEST_SIDE, move_value, point_value};
use super::text::{composed, escaped};
use super::tree::{Node, Tree};
use crate::ask::{Question, Setup};
use crate::go::bits::members;
use crate::go::notation::move_name;
use crate::go::{Board, Move, Player, Players};
use crate::referee::{Referee, Why};
use crate::report::display::{answer_in_words, moves_in_words, rules_text, step_in_words};
use crate::rules::{Game, Points};
use crate::solve::{Answer, Solution, Value};

/// Whether a game can be written.
///
/// # Errors
/// SGF has grids of sides up to 52 and two players.
pub fn check(game: &Game) -> Result<(), SgfError> {
    let board = &game.board;
    if game.options.players != Players::Two {
        let count = game.options.players.count();
        return Err(SgfError::new(format!("SGF has two players, expected no --players {count} with it")));
    }
    if !board.is_grid() || board.rows().max(board.cols()) > LONGEST_SIDE {
        let what =
            format!("SGF has no board such as {board}, expected a grid with sides of at most {LONGEST_SIDE}");
        return Err(SgfError::new(what));
    }
    Ok(())
}

/// The tree of a solution of a question, with the best moves of each state on its line, as far as they are known:
/// [`best_on_the_line`](crate::ask::best_on_the_line) finds them.
///
/// # Errors
/// As those of [`check`].
pub fn book(question: &Question, solution: &Solution, best: &[Vec<Move>]) -> Result<Tree, SgfError> {
    let Setup { game, start, to_move } = &question.setup;
    check(game)?;
    let mut referee = Referee::new(game, *start, *to_move);
    let mut tree = Tree::new(root(&question.setup, &solution.value));
    let mut place = Tree::ROOT;
    for mv in &question.moves {
        bars(game, &referee, tree.node_mut(place));
        place = tree.add(place, played(game, &mut referee, *mv));
    }
    answer(game, solution, tree.node_mut(place));
    bars(game, &referee, tree.node_mut(place));
    let valued = |referee: &mut Referee, mv: Move| {
        let mut node = played(game, referee, mv);
        value(&solution.value, &mut node);
        bars(game, referee, &mut node);
        node
    };
    let mut last = place;
    let mut best = best.iter();
    for mv in &solution.line {
        let others = best.next().into_iter().flatten().filter(|other| *other != mv);
        let others: Vec<Node> = others.map(|other| valued(&mut referee.clone(), *other)).collect();
        // The line is the first of the variations.
        let next = tree.add(last, valued(&mut referee, *mv));
        for other in others {
            tree.add(last, other);
        }
        last = next;
    }
    if let Some(from) = solution.repeats_from {
        let first = question.moves.len() + 1 + from;
        comment(tree.node_mut(last), format!("and for ever again from move {first}"));
    }
    // A limit may have come before the line.
    if solution.line.is_empty() {
        for mv in &solution.best_moves {
            tree.add(place, valued(&mut referee.clone(), *mv));
        }
    }
    Ok(tree)
}

fn root(Setup { game, start, to_move }: &Setup, answer: &Answer) -> Node {
    let board = &game.board;
    let size = match (board.cols(), board.rows()) {
        (cols, rows) if cols == rows => rows.to_string(),
        (cols, rows) => format!("{cols}:{rows}"),
    };
    let rules = rules_text(game.entry, &game.options);
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
    let made = referee.play(mv).expect("the moves of a state and of its line are legal");
    let mut node = Node::default();
    match move_value(&game.board, mv) {
        Some(value) => node.add(&made.player.name()[..1], [value]),
        None => node.add(OTHER_MOVE, [escaped(&move_name(&game.board, mv))]),
    }
    comment(&mut node, step_in_words(&game.board, &made));
    node
}

/// Writes the value to a node.
fn value(answer: &Answer, node: &mut Node) {
    if let Some(points) = answer.exact().and_then(Value::points) {
        node.add("V", [decimal(points)]);
    }
    comment(node, format!("value {}", answer_in_words(answer)));
}

/// Writes the answer to the node of the state that was asked about.
fn answer(game: &Game, solution: &Solution, node: &mut Node) {
    let board = &game.board;
    value(&solution.value, node);
    if !solution.best_moves.is_empty() {
        let which = if solution.all_best_moves { "best moves" } else { "a best move" };
        comment(node, format!("{which} {}", moves_in_words(board, &solution.best_moves)));
        // Viewers show one mark at a point, and a value says more.
        if solution.move_values.is_empty() {
            mark(board, "TR", &solution.best_moves, node);
        }
    }
    for (mv, answer) in &solution.move_values {
        comment(node, format!("{} {}", move_name(board, *mv), answer_in_words(answer)));
        if let Some(point) = mv.placed() {
            node.add("LB", [composed(&point_value(board, point), &answer.to_string())]);
        }
    }
}

/// Writes to a node which moves the past bars there, a line for each reason.
fn bars(game: &Game, referee: &Referee, node: &mut Node) {
    let Some(mover) = referee.mover() else { return };
    // In the order of the first move that each reason bars.
    let mut reasons: Vec<(String, Vec<Move>)> = Vec::new();
    for play in game.plays(&referee.state().key) {
        let Some(Why::Barred { fact, since }) = referee.ban(play.mv).map(|illegal| illegal.why) else {
            continue;
        };
        let why = Why::Barred { fact, since }.to_string();
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, moves)) => moves.push(play.mv),
            None => reasons.push((why, vec![play.mv])),
        }
    }
    for (why, moves) in reasons {
        comment(node, format!("{} {}: {why}", mover.name(), moves_in_words(&game.board, &moves)));
        mark(&game.board, "MA", &moves, node);
    }
}

/// Marks the intersections of moves.
fn mark(board: &Board, name: &str, moves: &[Move], node: &mut Node) {
    let points: Vec<String> =
        moves.iter().filter_map(|mv| mv.placed()).map(|point| point_value(board, point)).collect();
    if !points.is_empty() {
        node.add(name, points);
    }
}

/// Writes a line behind those of a node's comment.
fn comment(node: &mut Node, line: String) {
    let line = escaped(&line);
    match node.value_mut("C") {
        Some(comment) => {
            comment.push('\n');
            comment.push_str(&line);
        }
        None => node.add("C", [line]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_decimals_and_results() {
        for (numerator, denominator, expected, won) in [
            (0, 1, "0", "0"),
            (10, 1, "10", "B+10"),
            (-1, 2, "-0.5", "W+0.5"),
            (1, 3, "0.333333", "B+0.333333"),
            (-2, 3, "-0.666667", "W+0.666667"),
            (5, 4, "1.25", "B+1.25"),
        ] {
            let points = Points::new(numerator, denominator);
            assert_eq!(decimal(points), expected);
            assert_eq!(result(&Answer::Exact(Value::Points(points))), won);
        }
        assert_eq!(result(&Answer::Exact(Value::NoResult)), "Void");
    }
}
