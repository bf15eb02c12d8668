//! Whether what a table says agrees with itself and with the rules, without a search: the moves are the legal ones, the
//! best ones are those with the value, and the line is a game that ends with it.
//!
//! A certificate proves values, and none of this. A table whose values are proved is right if it is free of
//! contradictions, but for the nodes that it took, which only solving it again can tell.

use super::table::{LINE, MoveValue, Table};
use crate::go::{Move, Player, Position};
use crate::referee::Referee;
use crate::report::record::{BoardRecord, Bounds, MoveName, RulesRecord, StartRecord};
use crate::rules::{Game, Ruling};
use crate::solve::closing::close;
use crate::solve::{self, Answer, Solution, Value};

/// The first thing in a table that contradicts another, or the rules.
///
/// Unless it is to be `thorough`, the line is not played where the rules have first to settle something for the whole
/// board, such as which stones are dead.
pub fn contradiction(table: &Table, game: &Game, thorough: bool) -> Option<String> {
    let prepared = || game.rules.prepare(&game.board, &mut |_, _| false).is_some();
    [subject, value, first_moves, best_moves, closed]
        .into_iter()
        .find_map(|contradiction| contradiction(table, game))
        .or_else(|| (thorough || prepared()).then(|| line(table, game)).flatten())
        .map(ToString::to_string)
}

type Contradiction = Option<&'static str>;

fn unless(agrees: bool, fault: &'static str) -> Contradiction {
    (!agrees).then_some(fault)
}

fn subject(table: &Table, game: &Game) -> Contradiction {
    let board = &game.board;
    unless(
        table.board == BoardRecord::of(board)
            && table.rules == RulesRecord::of(game.entry, &game.options)
            && table.start == StartRecord::of(board, &Position::default(), Player::Black),
        "graph, start, to_move, title or document is not that of the empty board and the ruleset",
    )
}

fn value(table: &Table, _: &Game) -> Contradiction {
    let value = table.answer.value;
    let Bounds { low, high, .. } = table.answer.bounds;
    let agrees = match value {
        Some(value) => value == low && value == high,
        None => matches!((low.points(), high.points()), (Some(low), Some(high)) if low < high),
    };
    unless(agrees && (value.is_some() || table.effort.stopped.is_some()), "value and bounds disagree")
}

fn first_moves(table: &Table, game: &Game) -> Contradiction {
    // Of the largest boards, and where the limit came first, there are none.
    if table.move_values.is_empty() && !table.answer.all_best_moves {
        return None;
    }
    let legal = game.legal(&game.start(Position::default(), Player::Black));
    let named = legal.iter().map(|(mv, _)| MoveName::of(&game.board, *mv));
    if !named.eq(table.move_values.iter().map(|told| told.mv.clone())) {
        return Some("move_values are not the legal first moves");
    }
    // A certificate proves the values of moves that lead on; the rules alone tell those of the others.
    let agrees = legal.iter().zip(&table.move_values).all(|((_, ruling), told)| match ruling {
        Ruling::Ends(score) => told.value.is_none_or(|value| value == Value::Points(*score)),
        _ => true,
    });
    unless(agrees, "a first move that ends the game has not its score")
}

fn best_moves(table: &Table, _: &Game) -> Contradiction {
    let answer = &table.answer;
    let keeps = |told: &&MoveValue| answer.value.is_some() && told.value == answer.value;
    let keeping: Vec<&MoveName> = table.move_values.iter().filter(keeps).map(|told| &told.mv).collect();
    let valued = table.move_values.iter().all(|told| told.value.is_some());
    let agrees = match (answer.all_best_moves, valued) {
        (true, true) => keeping.iter().copied().eq(&answer.best_moves),
        (false, _) if table.move_values.is_empty() => true,
        _ => answer.best_moves.iter().all(|mv| {
            let told = table.move_values.iter().find(|told| told.mv == *mv);
            told.is_some_and(|told| told.value.is_none() || told.value == answer.value)
        }),
    };
    unless(agrees, "best_moves are not the first moves with its value")
}

/// What is said of the value and of each first move says nothing more together: see [`closing`](crate::solve::closing).
fn closed(table: &Table, game: &Game) -> Contradiction {
    if !game.rules.properties().always_ends || table.move_values.is_empty() {
        return None;
    }
    let start = game.start(Position::default(), Player::Black);
    let answer = |bounds: &Bounds| -> Option<Answer> {
        let (low, high) = (bounds.low.points()?, bounds.high.points()?);
        let (low_open, high_open) = (bounds.low_exclusive, bounds.high_exclusive);
        Some(solve::Bounds { low, low_open, high, high_open }.into())
    };
    let position = &table.answer.bounds;
    let mut told = Solution::unknown(game, &start);
    let mut moves = Vec::with_capacity(table.move_values.len());
    for told in &table.move_values {
        match (told.mv.on(&game.board), answer(&told.bounds(position))) {
            (Some(mv), Some(answer)) => moves.push((mv, answer)),
            _ => return Some("move_values have no bounds that are scores"),
        }
    }
    let Some(value) = answer(position) else { return Some("bounds are no scores") };
    (told.value, told.move_values) = (value, moves);
    told.best_moves = table.answer.best_moves.iter().filter_map(|name| name.on(&game.board)).collect();
    told.all_best_moves = table.answer.all_best_moves;
    let mut closed = told.clone();
    close(game, &start, &mut closed);
    let same = closed.value == told.value
        && closed.move_values == told.move_values
        && (&closed.best_moves, closed.all_best_moves) == (&told.best_moves, told.all_best_moves);
    unless(same, "the bounds of the value and of the first moves say more together than each of them")
}

fn line(table: &Table, game: &Game) -> Contradiction {
    let line = &table.line;
    let moves: Option<Vec<Move>> = line.moves.iter().map(|name| name.on(&game.board)).collect();
    let mut referee = Referee::new(game, Position::default(), Player::Black);
    let legal = moves.is_some_and(|moves| moves.into_iter().all(|mv| referee.play(mv).is_ok()));
    let begins = line.moves.first().is_none_or(|mv| table.answer.best_moves.contains(mv));
    if !legal || !begins || line.moves.len() != line.count.min(LINE) {
        return Some("line is not a game that begins with one of best_moves");
    }
    let whole = line.moves.len() == line.count;
    let agrees = match (referee.ended(), line.repeats_from) {
        (Some(score), None) => whole && line.complete && Some(Value::Points(score)) == table.answer.value,
        (Some(_), Some(_)) => false,
        (None, Some(from)) => line.complete && from < line.count,
        (None, None) => !whole || !line.complete,
    };
    unless(agrees, "line does not end with its value")
}

#[cfg(test)]
mod tests {
    use super::super::table::Sought;
    use super::super::variant::Variant;
    use super::*;
    use crate::go::Board;
    use crate::solve::Budget;

    fn solved(board: &str, name: &str) -> (Table, Game) {
        let (board, variant) = (Board::parse(board).unwrap(), Variant::named(name).unwrap());
        (Table::solved(&board, &variant, Sought::FirstMoves, &Budget::default()), variant.game(board))
    }

    #[test]
    fn what_a_table_says_of_itself_agrees() {
        for name in ["simple-ko", "simple-ko+suicide-allowed", "psk", "spight", "kee2009", "kee2020"] {
            for board in ["1x1", "1x4", "2x2"] {
                let (table, game) = solved(board, name);
                assert_eq!(contradiction(&table, &game, true), None, "{board} {name}");
            }
        }
    }

    #[test]
    fn every_contradiction_is_found() {
        let (table, game) = solved("2x2", "psk");
        type Change = fn(&mut Table);
        let changes: [(Change, &str); 12] = [
            (|table| table.start.to_move = Player::White, "graph, start, to_move"),
            (|table| table.rules.title.push('s'), "graph, start, to_move"),
            (|table| table.answer.bounds.low = Value::Points(0.into()), "value and bounds"),
            (|table| table.answer.value = None, "value and bounds"),
            (|table| drop(table.move_values.pop()), "move_values"),
            (|table| table.move_values.swap(0, 1), "move_values"),
            (|table| drop(table.answer.best_moves.pop()), "best_moves"),
            (
                |table| table.answer.best_moves.push(MoveName::of(&Board::grid(2, 2).unwrap(), Move::Pass)),
                "best_moves",
            ),
            (|table| table.line.moves.insert(1, table.line.moves[0].clone()), "line is not a game"),
            (
                |table| table.line.moves.insert(0, MoveName::of(&Board::grid(2, 2).unwrap(), Move::Pass)),
                "line is not a game",
            ),
            (|table| table.line.complete = false, "line does not end"),
            (
                |table| {
                    table.line.moves.pop();
                    table.line.count -= 1;
                },
                "line does not end",
            ),
        ];
        for (change, fault) in changes {
            let mut changed = table.clone();
            change(&mut changed);
            let found = contradiction(&changed, &game, false);
            assert!(found.as_deref().is_some_and(|found| found.starts_with(fault)), "{fault}: {found:?}");
        }
        assert!(contradiction(&table, &solved("2x2", "ssk").1, false).is_some());
    }

    #[test]
    fn a_line_that_needs_an_analysis_is_played_if_the_check_is_thorough() {
        let (mut table, game) = solved("1x4", "jann+scoring-territory");
        assert_eq!(contradiction(&table, &game, true), None);
        table.line.complete = false;
        assert_eq!(contradiction(&table, &game, false), None);
        assert!(contradiction(&table, &game, true).is_some());
    }
}
