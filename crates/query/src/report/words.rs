//! Results in words: values, bounds, moves, lines and published values.

use std::fmt::Write;

use super::records::{Backing, Published};
use superko_go::bits::{PointSet, members};
use superko_go::board::Board;
use superko_go::notation::{diagram, move_name, point_name};
use superko_go::player::Move;
use superko_go::position::Position;
use superko_go::score::areas;
use superko_go::{Player, Players};
use superko_rules::referee::{Forced, Occurrence, Step};
use superko_rules::{Points, WIN_BY_CYCLE};
use superko_solve::{Answer, Bounds, Value};

/// `0 (draw)`, `2 (Black wins by 2)`; `10000 (Black wins by a cycle)`, which is no number of points.
pub fn value_in_words(points: Points) -> String {
    let winner = match points.numer() {
        0 => return "0 (draw)".to_string(),
        1.. => "Black",
        _ => "White",
    };
    let by = match points.max(-points) {
        most if most == Points::from_integer(WIN_BY_CYCLE) => "a cycle".to_string(),
        by => by.to_string(),
    };
    format!("{points} ({winner} wins by {by})")
}

/// The same; where a game has a winner and no score, `1 (Black wins)`.
pub fn result_in_words(points: Points, scored: bool) -> String {
    match points.numer() {
        _ if scored => value_in_words(points),
        0 => "0 (draw)".to_string(),
        1.. => format!("{points} (Black wins)"),
        _ => format!("{points} (White wins)"),
    }
}

/// `Black 2, White 1, Red 1`: the points of more than two players.
pub fn shares_in_words(shares: &[Points]) -> String {
    let players = Player::COLOURS.iter().zip(shares);
    players.map(|(player, points)| format!("{} {points}", player.name())).collect::<Vec<_>>().join(", ")
}

/// The points of more than two players in a position that is scored.
pub fn areas_in_words<S: PointSet>(board: &Board<S>, position: &Position<S>, players: Players) -> String {
    let points = areas(board, position).map(|set| Points::from_integer(set.count() as i32));
    shares_in_words(&points[..players.count()])
}

/// `a, b or c`, with another word for `or`.
pub fn listed(words: &[&str], or: &str) -> String {
    match words {
        [] => String::new(),
        [word] => word.to_string(),
        [words @ .., last] => format!("{} {or} {last}", words.join(", ")),
    }
}

/// Writes a move of a game with what it did, and the diagram after it.
pub fn step<S: PointSet>(board: &Board<S>, step: &Step<S>, text: &mut String) {
    let _ = writeln!(text, "{}", step_in_words(board, step));
    let last = step.mv.placed();
    if last.is_some() {
        text.push_str(&diagram(board, &step.position, last));
    }
}

/// Diagrams side by side, each under its caption.
pub fn side_by_side(diagrams: &[(String, String)]) -> String {
    let blocks: Vec<Vec<&str>> = diagrams
        .iter()
        .map(|(caption, diagram)| std::iter::once(caption.as_str()).chain(diagram.lines()).collect())
        .collect();
    let height = blocks.iter().map(Vec::len).max().unwrap_or_default();
    let line = |row: usize| {
        let cell = |block: &Vec<&str>| {
            let width = block.iter().map(|line| line.chars().count()).max().unwrap_or_default() + 4;
            format!("{:<width$}", block.get(row).copied().unwrap_or_default())
        };
        format!("{}\n", blocks.iter().map(cell).collect::<String>().trim_end())
    };
    (0..height).map(line).collect()
}

/// The names of the intersections of a set.
pub fn stones<S: PointSet>(board: &Board<S>, set: S) -> Vec<String> {
    members(set).map(|point| point_name(board, point)).collect()
}

/// `4. White A2, captures 2`.
pub fn step_in_words<S: PointSet>(board: &Board<S>, step: &Step<S>) -> String {
    let mut words = format!("{}. {} {}", step.number, step.player.name(), move_name(board, step.mv));
    for (verb, stones) in [("captures", step.captured), ("suicide of", step.lost)] {
        if !stones.is_empty() {
            words.push_str(&format!(", {verb} {}", stones.count()));
        }
    }
    match step.forced {
        Some(Forced::Initialised(pass)) => {
            words.push_str(&format!(
                ", forced: the position was initialised for {} before, by the pass of move {pass}",
                step.player.name()
            ));
        }
        Some(Forced::NoStonePlay) => words.push_str(", forced: no stone play is legal"),
        None => {}
    }
    if let Some(stage) = step.begins {
        words.push_str(&format!("; play stops, and {stage} begins"));
    }
    if let Some(end) = &step.end {
        if let Some(earlier) = end.earlier {
            words.push_str(&match end.occurrence {
                Some(Occurrence { of, number }) => {
                    let time = if number == 2 { "second" } else { "third" };
                    match earlier {
                        0 => format!("; the {of} at the start occurs for the {time} time"),
                        _ => format!("; the {of} after move {earlier} occurs for the {time} time"),
                    }
                }
                None => format!("; {} passed on this position at move {earlier}", step.player.name()),
            });
        }
        let aftermath = end.aftermath.map_or(String::new(), |aftermath| format!(", {aftermath}"));
        let score = match &end.shares {
            Some(shares) => shares_in_words(shares),
            None => result_in_words(end.score, end.scored),
        };
        let dead = end.dead.map_or(String::new(), |dead| match stones(board, dead) {
            names if names.is_empty() => " with no stone dead".to_string(),
            names => format!(" with {} dead", names.join(" ")),
        });
        words.push_str(&format!("; the game ends{aftermath}{dead}: {score}"));
    }
    words
}

/// `1.B A2  2.W B2`: moves in turn, the first of this number and by this player.
pub fn line_in_words<S: PointSet>(
    board: &Board<S>,
    players: Players,
    first: usize,
    mut player: Player,
    moves: &[Move<S::Point>],
) -> String {
    let words = moves.iter().enumerate().map(|(place, mv)| {
        let letter = &player.name()[..1];
        player = players.next(player);
        format!("{}.{letter} {}", first + place, move_name(board, *mv))
    });
    words.collect::<Vec<_>>().join("  ")
}

/// Moves by their names, with commas between them.
pub fn moves_in_words<S: PointSet>(board: &Board<S>, moves: &[Move<S::Point>]) -> String {
    moves.iter().map(|mv| move_name(board, *mv)).collect::<Vec<_>>().join(", ")
}

/// A value in words, or the bounds that are proved of it. `scored` says whether the game has a score,
/// and not only a winner.
pub fn answer_in_words(answer: &Answer, scored: bool) -> String {
    match answer {
        Answer::Exact(Value::Points(points)) => result_in_words(*points, scored),
        Answer::Exact(Value::NoResult) => "no result".to_string(),
        Answer::Between(Bounds { low, low_open, high, high_open }) => {
            let end = |points: &Points, open: &bool| match open {
                true => format!("{points} (exclusive)"),
                false => points.to_string(),
            };
            let (low, high) = (end(low, low_open), end(high, high_open));
            format!("not solved within the limit, between {low} and {high}")
        }
    }
}

/// An answer with komi, points of White's: the value, or the bounds of it, minus the komi.
pub fn with_komi(answer: &Answer, komi: Points) -> Answer {
    match *answer {
        Answer::Exact(Value::Points(points)) => Answer::Exact(Value::Points(points - komi)),
        Answer::Exact(Value::NoResult) => Answer::Exact(Value::NoResult),
        Answer::Between(bounds) => {
            let [low, high] = [bounds.low, bounds.high].map(|points| points - komi);
            Answer::Between(Bounds { low, high, ..bounds })
        }
    }
}

/// A published value and its backing:
/// `2 (Black wins by 2), by a certificate (solutions/4x4/psk.cert)`. `scored` says whether the game has
/// a score, and not only a winner.
pub fn published_in_words(published: &Published, scored: bool) -> String {
    let known = match published.value {
        Some(Value::Points(points)) => result_in_words(points, scored),
        Some(Value::NoResult) => "no result".to_string(),
        None => format!("between {} and {}", published.bounds.low, published.bounds.high),
    };
    let backing = published.backing.iter().map(|backing| match backing {
        Backing::Certificate { path, .. } => format!("by a certificate ({path})"),
        Backing::Remade { command, .. } => format!("by a certificate that is made again ({command})"),
        Backing::Search { command } => format!("by a search ({command})"),
    });
    format!("{known}, {}", backing.collect::<Vec<_>>().join(" and "))
}

/// What a player of more than two can secure: `1 of 4 points`, or the bounds that are proved of it.
pub fn share_in_words(answer: &Answer, points: usize) -> String {
    match answer {
        Answer::Exact(value) => format!("{value} of {points} points"),
        Answer::Between(Bounds { low, low_open, high, high_open }) => {
            let least = if *low_open { "more than" } else { "at least" };
            let most = if *high_open { "less than" } else { "at most" };
            format!("{least} {low} and {most} {high} of {points} points (not solved within the limit)")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_a_number_of_points_a_draw_or_a_cycle() {
        let words = |points: i32, of: i32| value_in_words(Points::new(points, of));
        assert_eq!([words(0, 1), words(2, 1)], ["0 (draw)", "2 (Black wins by 2)"]);
        assert_eq!([words(1, 2), words(-3, 2)], ["1/2 (Black wins by 1/2)", "-3/2 (White wins by 3/2)"]);
        let cycles = ["10000 (Black wins by a cycle)", "-10000 (White wins by a cycle)"];
        assert_eq!([words(WIN_BY_CYCLE, 1), words(-WIN_BY_CYCLE, 1)], cycles);
    }
}
