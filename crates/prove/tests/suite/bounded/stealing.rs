//! The player who moves first on the empty board does not lose, wherever the engine says so.

use fastrand::Rng;
use superko_go::{Board, Player, Position, Suicide};
use superko_rules::{Game, Points, Rules, catalogue};
use superko_solve::attack::{Terms, bounds};
use superko_solve::{Session, Value};

use super::nodes;
use crate::common::drafts;
use crate::common::games::variants;

/// Compares what is said of the empty board without a search with the values that the search finds:
/// whether anything is said, and for how many players to move there was a value.
fn compared(game: &Game, search: u64) -> (bool, usize) {
    let session = Session::new(game);
    let (mut said, mut compared) = (false, 0);
    for mover in Player::ALL {
        let start = game.start(Position::default(), mover);
        // No node is left for a search.
        let Some(found) = bounds(game, &start, &nodes(0)) else { continue };
        let safe = if mover == Player::Black { found.low == 0 } else { found.high == 0 };
        assert_eq!(safe, game.options.suicide == Suicide::Forbidden, "{} {}", game.board, game.entry.id);
        said |= safe;
        let Ok(Value::Points(value)) = session.value(&start, &nodes(search)) else { continue };
        compared += usize::from(safe);
        let (low, high) = (Points::from_integer(found.low), Points::from_integer(found.high));
        assert!(low <= value && value <= high, "{} {}: {value}", game.board, game.entry.id);
    }
    (said, compared)
}

#[test]
fn who_moves_first_on_the_empty_board_does_not_lose_under_any_ruleset() {
    let (mut said, mut in_all) = (0, 0);
    for board in ["1x1", "1x2", "1x3", "2x2", "1x4", "2x3", "star:4"] {
        for entry in *catalogue::ALL {
            for game in variants(board, entry.id) {
                if game.board.points() <= game.ruleset().max_points() {
                    let (speaks, count) = compared(&game, 2_000);
                    said += usize::from(speaks);
                    in_all += count;
                }
            }
        }
    }
    println!("{said} games, {in_all} values");
    assert!(said > 100 && in_all > said, "{said} games, {in_all} values");
}

#[test]
fn who_moves_first_on_the_empty_board_does_not_lose_under_random_compositions() {
    let mut random = Rng::with_seed(41);
    let mut in_all = 0;
    for (_, entry) in drafts::rulesets(900, &mut random) {
        for board in ["1x3", "1x4", "2x2", "1x5", "2x3", "star:4"] {
            let game = Rules::from(entry).game(Board::parse(board).unwrap());
            if Terms::of(&game).is_some() {
                in_all += compared(&game, 3_000).1;
            }
        }
    }
    println!("{in_all} values");
    assert!(in_all > 500, "{in_all} values");
}
