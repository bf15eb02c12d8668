//! Sending two, returning one: the smallest positions in which it gains.
//!
//! A player takes one stone, and his opponent passes; the player sends two, a stone that makes a chain of two which can be
//! taken at once. Taking them would bring back the position before the first move. It *gains* if each of these three moves is
//! a best one, if sending is better than passing, and if the opponent may not take the two, or may only at the price of a
//! repetition.

use super::play::{after, better};
use super::record::Case;
use super::scores::first;
use super::search::{Bench, Example, search};
use super::trial::Trial;
use crate::go::notation::move_name;
use crate::go::{Move, Player, Position, Suicide};
use crate::referee::Referee;
use crate::rules::State;
use crate::solve::{Request, Solution, Stopped, Value};

/// A start in which sending two gains.
pub fn gains(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    search(trial, check, "starts", |bench| {
        first(bench, |bench, (start, player), state, value| {
            for round in rounds(bench, &start, player) {
                if let Some(example) = gain(bench, (start, player), (state, value), round)? {
                    return Ok(Some(example));
                }
            }
            Ok(None)
        })
    })
}

/// The three stones of a round: one takes one, one sends two, one takes both and brings the position back.
type Round = [u8; 3];

fn rounds(bench: &Bench, position: &Position, player: Player) -> Vec<Round> {
    let board = &bench.game.board;
    let other = player.other();
    let place = |position: &Position, player: Player, point: u8| {
        (position.occupied() >> point & 1 == 0)
            .then(|| position.place(board, player, point, Suicide::Forbidden))
            .flatten()
            .map(|placement| placement.position)
    };
    let stones = |position: &Position, player: Player| position.colours()[player.index()].count_ones();
    let points = || 0..board.points() as u8;
    let mut rounds = Vec::new();
    for first in points() {
        let Some(taken) = place(position, player, first) else { continue };
        if stones(&taken, other) + 1 != stones(position, other) {
            continue;
        }
        for sent in points() {
            let Some(two) = place(&taken, player, sent) else { continue };
            if stones(&two, player) != stones(&taken, player) + 1 {
                continue;
            }
            let back = points().filter(|point| place(&two, other, *point) == Some(*position));
            rounds.extend(back.map(|back| [first, sent, back]));
        }
    }
    rounds
}

fn gain(
    bench: &Bench,
    (start, player): (Position, Player),
    (state, value): (&State, Value),
    [first, sent, back]: Round,
) -> Result<Option<Example>, Stopped> {
    let [first, sent, back] = [first, sent, back].map(Move::Place);
    let Some(taken) = after(bench.game, state, first) else { return Ok(None) };
    let Some(passed) = after(bench.game, &taken, Move::Pass) else { return Ok(None) };
    let Some(two) = after(bench.game, &passed, sent) else { return Ok(None) };
    for later in [&taken, &passed, &two] {
        if bench.purse.value(bench.session, later)? != value {
            return Ok(None);
        }
    }
    let request = Request { move_values: true, ..Request::default() };
    let solution: Solution = bench.purse.solve(bench.session, &passed, &request)?;
    let pass = solution.move_values.iter().find(|(mv, _)| *mv == Move::Pass);
    let Some(pass) = pass.and_then(|(_, answer)| answer.exact()) else { return Ok(None) };
    if !better(player, value, pass) {
        return Ok(None);
    }
    let moves = vec![first, Move::Pass, sent];
    let mut referee = Referee::new(bench.game, start, player);
    for mv in &moves {
        referee.play(*mv).expect("the moves were made before");
    }
    let ban = referee.ban(back);
    if ban.is_none() && value != Value::NoResult {
        return Ok(None);
    }
    let board = &bench.game.board;
    let why = ban.map_or("and the game has no result".to_string(), |ban| {
        format!("as {} is {}", move_name(board, back), ban.why)
    });
    let found = format!(
        "{} takes one by {}, and gains by sending two at {} after a pass: {value}, where a pass is worth {pass}; {why}",
        player.name(),
        move_name(board, first),
        move_name(board, sent),
    );
    let line = bench.line(&two);
    Ok(Some(Example { start, to_move: player, moves, value: Some(value), line, found }))
}
