//! Scores of positions when play is over: area, territory, stones, and area with a tax.

use crate::bits::PointSet;
use crate::board::Board;
use crate::player::{Player, Players};
use crate::position::{Colours, Position};

/// Black's area minus White's: stones, and empty regions that touch one colour alone.
///
/// An empty region that touches several colours, or none (the empty board), is nobody's. Source:
/// Kee 2009, rule 18 (b) and (c); the same in every document that scores by area.
pub fn area<S: PointSet>(board: &Board<S>, position: &Position<S>) -> i32 {
    let [black, white] = areas_of_two(board, position).map(|set| set.count() as i32);
    black - white
}

/// Black's score by area: minus White's with two players, and his own alone with more.
pub fn area_for_black<S: PointSet>(board: &Board<S>, position: &Position<S>, players: Players) -> i32 {
    match players {
        Players::Two => area(board, position),
        _ => areas(board, position)[Player::Black.index()].count() as i32,
    }
}

/// The intersections that count for each player by area, in the order of play.
pub fn areas<S: PointSet>(board: &Board<S>, position: &Position<S>) -> Colours<S> {
    owned(board, position.colours())
}

/// The same for Black and White alone, which is faster where two play.
#[inline]
fn areas_of_two<S: PointSet>(board: &Board<S>, position: &Position<S>) -> [S; 2] {
    let [black, white] = position.stones;
    if (black & white).is_empty() {
        return owned(board, [black, white]);
    }
    let [black, white, ..] = areas(board, position);
    [black, white]
}

/// The stones of each colour and the empty regions that touch it alone.
fn owned<S: PointSet, const COLOURS: usize>(board: &Board<S>, colours: [S; COLOURS]) -> [S; COLOURS] {
    let occupied = colours.iter().fold(S::EMPTY, |all, stones| all | *stones);
    let mut owned = colours;
    for region in board.parts(board.full() & !occupied) {
        let border = board.adjacent(region);
        let touching = colours.map(|stones| !(stones & border).is_empty());
        if touching.iter().filter(|touches| **touches).count() == 1 {
            for (owned, _) in owned.iter_mut().zip(touching).filter(|(_, touches)| *touches) {
                *owned |= region;
            }
        }
    }
    owned
}

/// Black's territory minus White's: empty intersections in regions that touch one colour alone.
pub fn territory<S: PointSet>(board: &Board<S>, position: &Position<S>) -> i32 {
    let [black, white] = areas_of_two(board, position).map(|set| (set & !position.occupied()).count() as i32);
    black - white
}

/// Black's score by stones: minus White's with two players, and his own alone with more.
pub fn stones_for_black<S: PointSet>(position: &Position<S>, players: Players) -> i32 {
    let [black, white, ..] = position.colours().map(|stones| stones.count() as i32);
    if players == Players::Two { black - white } else { black }
}

/// Black's area minus White's, where empty intersections count in independent life regions alone,
/// each of which pays a tax.
///
/// "Maximal non-white regions" of Black are the connected sets of black and empty intersections. One
/// is an independent life region of Black if it has a black stone, no empty region in it touches a
/// white stone, and no black chain in it has exactly one liberty. (KataGo's rules, version 2, with the
/// words of version 1 that it contains "at least one" stone of its colour, without which every eye of
/// White were Black's.)
pub fn taxed_area<S: PointSet>(board: &Board<S>, position: &Position<S>, tax: i32) -> i32 {
    let empty = board.full() & !position.occupied();
    let [black, white] = Player::ALL.map(|player| {
        let [own, other] = [player, player.other()].map(|player| position.stones[player.index()]);
        let lives = |region: &S| {
            let stones = *region & own;
            let open = *region & empty;
            let in_atari = |chain: S| (board.adjacent(chain) & empty).count() == 1;
            !stones.is_empty()
                && (board.adjacent(open) & other).is_empty()
                && !board.parts(stones).any(in_atari)
        };
        let regions = board.parts(own | empty).filter(lives);
        let counted = regions.map(|region| (region & empty).count() as i32 - tax);
        own.count() as i32 + counted.sum::<i32>()
    });
    black - white
}

/// Black's territory minus White's where stones may be dead, and the dead stones in it, which count
/// once more.
///
/// "A player's territory consists of intersections that are empty or occupied by a dead stone of
/// the opponent, and are surrounded by him. A set of intersections is surrounded by a player if
/// they are only adjacent to each other and (one or more) alive stones of the player." (Jann V1.5.)
/// So a dead stone surrounds nothing and keeps its owner from having surrounded what is adjacent to
/// it; and an empty board is nobody's.
pub fn territory_with_dead<S: PointSet>(board: &Board<S>, position: &Position<S>, dead: S) -> i32 {
    let [black, white] = Player::ALL.map(|player| {
        let alive = position.stones[player.index()] & !dead;
        let taken = position.stones[player.other().index()] & dead;
        let open = board.full() & !position.occupied() | taken;
        let surrounded = board.parts(open).filter(|region| {
            let around = board.adjacent(*region) & !*region;
            !around.is_empty() && (around & !alive).is_empty()
        });
        surrounded.map(|region| (region.count() + (region & taken).count()) as i32).sum::<i32>()
    });
    black - white
}

/// The change of the score, Black's points minus White's, when a player loses one point.
pub fn loss(player: Player) -> i32 {
    match player {
        Player::Black => -1,
        _ => 1,
    }
}

/// The points that prisoners of a stone play bring, Black's minus White's: every stone that leaves
/// the board is a point for the opponent of its owner.
pub fn prisoners<S: PointSet>(before: &Position<S>, after: &Position<S>, mover: Player) -> i32 {
    let gone = |player: Player| {
        let [before, after] = [before, after].map(|position| position.stones[player.index()].count());
        before as i32 + i32::from(player == mover) - after as i32
    };
    gone(Player::White) - gone(Player::Black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_position;
    use crate::position::legal_positions;

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
            let board = Board::parse(board).unwrap();
            let found = area(&board, &parse_position(&board, position).unwrap());
            assert_eq!(found, expected, "{position}");
        }
    }

    /// Letters: `x` and `o` are dead stones.
    fn with_dead(board: &str, diagram: &str) -> i32 {
        let board = Board::parse(board).unwrap();
        let points = diagram.chars().filter(|letter| *letter != '/');
        let dead = points.zip(0..).filter(|(letter, _)| letter.is_lowercase());
        let dead = dead.fold(0, |set, (_, point): (_, u8)| set | 1u64 << point);
        let position = parse_position(&board, &diagram.to_uppercase()).unwrap();
        territory_with_dead(&board, &position, dead)
    }

    #[test]
    fn a_dead_stone_counts_twice_in_territory_and_surrounds_nothing() {
        let cases = [
            // Nothing dead; an empty board; a board of stones in which none is alive.
            ("1x3", ".X.", 2),
            ("1x3", "...", 0),
            ("1x3", "x.o", 0),
            // A dead stone in an eye, with and without an empty intersection beside it.
            ("2x4", "oX.X/.XXX", 4),
            ("1x4", "X.o.", 4),
            // Two eyes and a dead invader; and a black stone that is dead with him, which keeps
            // both from points.
            ("3x4", "OOOO/Ox.O/OOOO", -3),
            ("1x5", "X.ox.", 0),
            ("1x5", "X.o.X", 4),
            // A dead stone of one's own in between: only what does not touch it is surrounded.
            ("1x7", ".X.x.X.", 2),
            // A seki left alive: the shared liberties are nobody's, its eyes count.
            ("3x4", ".XO./XX.O/..OO", 0),
            ("3x4", ".XO./XX.O/XXOO", 0),
            ("2x5", "X.O../XXOOO", -2),
            // The region of a dead stone that also touches an alive one of its colour is nobody's.
            ("1x6", "X.o.OO", 0),
            // Dead black stones in White's territory, whose neighbours reach Black's alive ones:
            // nobody's.
            ("2x5", "X.xO./X.xO.", -2),
        ];
        for (board, diagram, expected) in cases {
            assert_eq!(with_dead(board, diagram), expected, "{diagram}");
            // Exchanging the colours changes the sign.
            let exchanged = diagram.chars().map(|letter| match letter {
                'X' => 'O',
                'O' => 'X',
                'x' => 'o',
                'o' => 'x',
                other => other,
            });
            assert_eq!(with_dead(board, &exchanged.collect::<String>()), -expected, "{diagram}");
        }
    }

    #[test]
    fn where_no_stone_is_dead_it_is_the_territory() {
        let board = Board::parse("2x4").unwrap();
        for position in legal_positions(&board) {
            assert_eq!(territory_with_dead(&board, &position, 0), territory(&board, &position));
        }
    }
}
