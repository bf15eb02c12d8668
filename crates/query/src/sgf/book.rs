//! Analysis trees: a solution as a tree that any SGF program can show.
//!
//! The root has the board, the ruleset (`RU`, as [`game`](super::game) reads it back, and in words
//! in `GC`), the start and the value of the game (`RE`). After it come the moves that were played,
//! then the principal variation, and beside each of its moves every other best one as a variation;
//! where the values of moves are known, every other move.
//!
//! From the position that was asked about on, a node has its value in `V` (Black's points minus
//! White's), in words in `C`, for the graphs of Sabaki as a score and as a rate (`SBKS`; `SBKV`:
//! 100 where Black wins, 0 where White does, 50 for a draw) and as a mark (`GB`, `GW`, `DM`). Its
//! moves have labels (`LB`): their values, or bounds where no more is known, or without them the
//! value on the best moves. A move that keeps what others lose has the mark `TE`, one that loses
//! `BM`. Banned moves have a cross (`MA`), with the earlier moment that bans them in `C`.
//!
//! `V` and `RE` are decimals: a value that is none has six places there, and is exact in `C` and
//! `LB`.

use std::cmp::Ordering;

use super::properties::{OTHER_MOVE, move_value, point_value};
use super::tree::{Node, SgfError, Tree, composed, escaped};
use crate::ask::follow::score_bounds;
use crate::ask::look::grouped;
use crate::ask::{Question, StateMoves};
use crate::report::words::{answer_in_words, moves_in_words, step_in_words};
use superko_go::bits::members;
use superko_go::board::MAX_SIDE;
use superko_go::notation::move_name;
use superko_go::{Board, Move, Player, Players};
use superko_rules::line::Line;
use superko_rules::referee::{Referee, Why};
use superko_rules::{Game, Points, Refereed, Rules};
use superko_solve::{Answer, Bounds, Solution, Value};

/// Checks that a game can be written.
///
/// # Errors
/// SGF has grids of sides up to 52 and two players.
pub fn check(game: &Game) -> Result<(), SgfError> {
    let board = &game.board;
    if game.options.players != Players::Two {
        let count = game.options.players.count();
        return Err(SgfError::new(format!("SGF has two players, expected no --players {count} with it")));
    }
    if !board.is_grid() || board.rows().max(board.cols()) > MAX_SIDE {
        let what =
            format!("SGF has no board such as {board}, expected a grid with sides of at most {MAX_SIDE}");
        return Err(SgfError::new(what));
    }
    Ok(())
}

/// The tree of a solution of a question, with the best moves of each state on its line, which
/// [`best_moves_along_line`](crate::ask::best_moves_along_line) finds.
///
/// # Errors
/// As those of [`check`].
pub fn book(question: &Question, solution: &Solution, choices: &[StateMoves]) -> Result<Tree, SgfError> {
    let Question { game, line } = question;
    check(game)?;
    let mut referee = Referee::new(game, line.start, line.to_move);
    let mut tree = Tree::new(root(question, &solution.value));
    let mut at = Tree::ROOT;
    for mv in &line.moves {
        bars(game, &referee, tree.node_mut(at));
        at = tree.add(at, played(game, &mut referee, *mv));
    }
    let scored = game.ruleset().has_score();
    value(&solution.value, scored, tree.node_mut(at));
    let unknown = StateMoves::default();
    // A limit may have come before the line: then there is one step, to no move.
    for step in 0..solution.pv.len().max(1) {
        let known = choices.get(step).unwrap_or(&unknown);
        options(game, &referee, &solution.value, known, tree.node_mut(at));
        let next = solution.pv.get(step);
        // The line is the first of the variations, and the best moves come before the others.
        let others = known.best.iter().chain(known.values.iter().map(|(mv, _)| mv));
        let mut moves: Vec<Move> = Vec::new();
        for mv in next.into_iter().chain(others) {
            if !moves.contains(mv) {
                moves.push(*mv);
            }
        }
        let (state, mut next_at) = (referee.clone(), at);
        for mv in &moves {
            let is_next = next == Some(mv);
            // Best play keeps the value.
            let valued = known.values.iter().find(|(valued, _)| valued == mv);
            let answer = valued.map_or(&solution.value, |(_, answer)| answer);
            let mut there = state.clone();
            let mut node = played(game, &mut there, *mv);
            quality(game, &state, &solution.value, known, *mv, &mut node);
            value(answer, scored, &mut node);
            // The next step says it of a node within the line.
            if !is_next || step + 1 == solution.pv.len() {
                bars(game, &there, &mut node);
            }
            let added = tree.add(at, node);
            if is_next {
                (referee, next_at) = (there, added);
            }
        }
        at = next_at;
    }
    if let Some(from) = solution.repeats_from {
        let first = line.moves.len() + 1 + from;
        comment(tree.node_mut(at), format!("and for ever again from move {first}"));
    }
    Ok(tree)
}

fn root(question: &Question, answer: &Answer) -> Node {
    let mut node = start_of_game(&question.game, &question.line);
    for (name, value) in [("KM", "0"), ("RE", &result(answer)), ("PB", "superko"), ("PW", "superko")] {
        node.add(name, [value.to_string()]);
    }
    let rules = node.value_mut("GC").expect("it has been added");
    rules.push_str("\nValues are scores under best play, Black's points minus White's, without komi.");
    node
}

/// The root of any game: the board, the start, the player to move, and the ruleset, in words too.
pub fn start_of_game<S: Refereed>(game: &superko_rules::game::Game<S>, line: &Line<S>) -> Node {
    let board = &game.board;
    let size = match (board.cols(), board.rows()) {
        (cols, rows) if cols == rows => rows.to_string(),
        (cols, rows) => format!("{cols}:{rows}"),
    };
    let rules = game.ruleset();
    let mut node = Node::default();
    for (name, value) in [
        ("FF", "4"),
        ("GM", "1"),
        ("CA", "UTF-8"),
        ("AP", &composed("superko", env!("CARGO_PKG_VERSION"))),
        ("SZ", &size),
        ("RU", &escaped(&rules.to_string())),
        ("GN", &escaped(&format!("{board} {rules}"))),
        ("GC", &escaped(&in_words(rules))),
        ("PL", &line.to_move.name()[..1]),
    ] {
        node.add(name, [value.to_string()]);
    }
    let colours = line.start.colours();
    for (name, player) in [("AB", Player::Black), ("AW", Player::White)] {
        let stones = colours[player.index()];
        if !stones.is_empty() {
            node.add(name, members(stones).map(|point| point_value(board, point)));
        }
    }
    node
}

/// The ruleset in words.
fn in_words(rules: Rules) -> String {
    let entry = rules.entry;
    let mut lines = vec![format!("{} ({rules}): {}", entry.title, entry.summary)];
    // The articles are those of the ruleset without options.
    if rules == entry.into() {
        lines.extend(entry.articles.iter().map(|(number, says)| format!("{number}: {says}")));
    }
    lines.join("\n")
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

/// The value of the game as a result (`RE`).
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

/// The node of a move that the referee makes, with its effect in words.
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

/// Adds the value of the state after a node.
fn value(answer: &Answer, scored: bool, node: &mut Node) {
    if let Some(points) = answer.exact().and_then(Value::points) {
        node.add("V", [decimal(points)]);
        node.add("SBKS", [decimal(points)]);
    }
    if let Some(winner) = winner(answer) {
        let (rate, mark) = match winner {
            Ordering::Greater => ("100", "GB"),
            Ordering::Equal => ("50", "DM"),
            Ordering::Less => ("0", "GW"),
        };
        node.add("SBKV", [rate.to_string()]);
        node.add(mark, ["1".to_string()]);
    }
    comment(node, format!("value {}", answer_in_words(answer, scored)));
}

/// The winner, as far as it is known: the sign of the value.
fn winner(answer: &Answer) -> Option<Ordering> {
    let Bounds { low, low_open, high, high_open } = score_bounds(answer)?;
    let zero = Points::from_integer(0);
    match (low.cmp(&zero), high.cmp(&zero)) {
        (Ordering::Greater, _) => Some(Ordering::Greater),
        (_, Ordering::Less) => Some(Ordering::Less),
        (Ordering::Equal, Ordering::Equal) => Some(Ordering::Equal),
        (Ordering::Equal, _) if low_open => Some(Ordering::Greater),
        (_, Ordering::Equal) if high_open => Some(Ordering::Less),
        _ => None,
    }
}

/// Adds the best moves, the move values and the banned moves of a node.
fn options(game: &Game, referee: &Referee, value: &Answer, known: &StateMoves, node: &mut Node) {
    let board = &game.board;
    let StateMoves { best, all, values } = known;
    if !best.is_empty() {
        let which = if *all { "best moves" } else { "a best move" };
        comment(node, format!("{which} {}", moves_in_words(board, best)));
    }
    for (mv, answer) in values {
        comment(
            node,
            format!("{} {}", move_name(board, *mv), answer_in_words(answer, game.ruleset().has_score())),
        );
    }
    // Viewers show one mark at a point, and a value says more.
    let exact = value.exact().map(Answer::Exact);
    let labelled: Vec<(Move, Answer)> = match exact {
        Some(exact) if values.is_empty() => best.iter().map(|mv| (*mv, exact)).collect(),
        _ => values.clone(),
    };
    let label = |(mv, answer): &(Move, Answer)| {
        Some(composed(&point_value(board, mv.placed()?), &answer.to_string()))
    };
    let labels: Vec<String> = labelled.iter().filter_map(label).collect();
    if labels.is_empty() {
        mark(board, "TR", best, node);
    } else {
        node.add("LB", labels);
    }
    bars(game, referee, node);
}

/// The least loss in points for which a move is very bad.
const VERY_BAD: i32 = 3;

/// Marks the node of a move as good or bad, where that is known: a best move, if another would lose
/// something; a move that loses something.
fn quality(game: &Game, before: &Referee, value: &Answer, known: &StateMoves, mv: Move, node: &mut Node) {
    // These marks belong to moves, and a move that SGF has not is none there.
    let Some(mover) = before.mover().filter(|_| move_value(&game.board, mv).is_some()) else { return };
    if known.best.contains(&mv) {
        let legal = game.legal(before.state()).len();
        if known.all && known.best.len() < legal {
            let only = if known.best.len() == 1 { "2" } else { "1" };
            node.add("TE", [only.to_string()]);
        }
        return;
    }
    let answer =
        known.values.iter().find(|(valued, _)| *valued == mv).and_then(|(_, answer)| score_bounds(answer));
    let (Some(best), Some(worth)) = (score_bounds(value), answer) else { return };
    let (lost, more) = match mover {
        Player::White => (worth.low - best.high, worth.low_open || best.high_open),
        _ => (best.low - worth.high, best.low_open || worth.high_open),
    };
    let zero = Points::from_integer(0);
    if lost > zero || lost == zero && more {
        let bad = if lost >= Points::from_integer(VERY_BAD) { "2" } else { "1" };
        node.add("BM", [bad.to_string()]);
    }
}

/// Adds the banned moves of a node, a line for each reason.
fn bars(game: &Game, referee: &Referee, node: &mut Node) {
    let Some(mover) = referee.mover() else { return };
    let plays = game.plays(&referee.state().key);
    let bans = plays.iter().filter_map(|play| referee.ban(play.mv));
    let bans = bans.filter(|ban| matches!(ban.why, Why::Barred { .. }));
    for (why, moves) in grouped(bans.map(|ban| (ban.why.to_string(), ban.mv))) {
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

/// Adds a line to the comment of a node.
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
