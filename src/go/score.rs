//! What a position is worth when play is over and nothing is removed.

use super::position::{Player, Players, Position};
use super::topology::Topology;

/// Black's area less White's: stones, and empty regions that touch one colour alone.
///
/// An empty region that touches several colours, or none (the empty board), is nobody's. Source: Kee 2009,
/// rule 18 (b) and (c); the same in every document that scores by area.
pub fn area(board: &Topology, position: &Position) -> i32 {
    let [black, white, _] = areas(board, position).map(|set| set.count_ones() as i32);
    black - white
}

/// What a position is worth to Black by area: less White's with two players, and his own alone with three.
pub fn area_for_black(board: &Topology, position: &Position, players: Players) -> i32 {
    match players {
        Players::Two => area(board, position),
        Players::Three => areas(board, position)[Player::Black.index()].count_ones() as i32,
    }
}

/// The intersections that count for Black, White and Red by area.
pub fn areas(board: &Topology, position: &Position) -> [u64; 3] {
    let colours = position.colours();
    let mut owned = colours;
    let empty = board.full() & !position.occupied();
    let mut rest = empty;
    while rest != 0 {
        let region = board.flood(rest & rest.wrapping_neg(), empty);
        rest &= !region;
        let border = board.adjacent(region);
        match colours.map(|stones| stones & border != 0) {
            [true, false, false] => owned[Player::Black.index()] |= region,
            [false, true, false] => owned[Player::White.index()] |= region,
            [false, false, true] => owned[Player::Red.index()] |= region,
            _ => {}
        }
    }
    owned
}

/// Black's territory less White's: empty intersections in regions that touch one colour alone.
pub fn territory(board: &Topology, position: &Position) -> i32 {
    let [black, white, _] =
        areas(board, position).map(|set| (set & !position.occupied()).count_ones() as i32);
    black - white
}

/// What a player's loss of one point is, Black's points less White's.
pub fn loss(player: Player) -> i32 {
    match player.side() {
        Player::Black => -1,
        _ => 1,
    }
}

/// The points that prisoners of a stone play bring, Black's less White's: every stone that leaves the board
/// is a point for the opponent of its owner.
pub fn prisoners(before: &Position, after: &Position, mover: Player) -> i32 {
    let gone = |player: Player| {
        let [before, after] = [before, after].map(|position| position.stones[player.index()].count_ones());
        before as i32 + i32::from(player == mover) - after as i32
    };
    gone(Player::White) - gone(Player::Black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::notation::parse_position;

    #[test]
    fn area_counts_stones_and_what_one_colour_alone_surrounds() {
        let cases = [
            ("1x2", "..", 0),
            ("1x2", "X.", 2),
            ("1x2", ".O", -2),
            ("2x2", "OX/O.", -1),
            ("2x2", ".X/..", 4),
            ("3x4", ".OOO/OX.O/XXX.", -2),
            ("3x4", "XOOO/.X.O/XXX.", 2),
            ("1x5", "X.O..", -2),
        ];
        for (board, position, expected) in cases {
            let board = Topology::parse(board).unwrap();
            let found = area(&board, &parse_position(&board, position).unwrap());
            assert_eq!(found, expected, "{position}");
        }
    }
}
