//! Unconditional life: what a player keeps even if he passes for the rest of the game.
//!
//! Benson's theorem (D. B. Benson, *Life in the game of Go*, Information Sciences 10, 1976). Call
//! the connected parts of the intersections that do *not* bear a player's stones his regions. A
//! region is *vital* to one of his chains if every empty intersection of it is a liberty of that
//! chain. Remove, as long as there are any, the chains with fewer than two vital regions and the
//! regions that border a removed chain. The chains that remain are alive: to take the last liberty
//! of one, the opponent would have to fill one of its vital regions to the last intersection while
//! the other has an empty one, and that last stone would have no liberty and capture nothing.
//!
//! Where suicide is allowed the last stone may be played and takes its own chain off with it. The
//! region then has new empty intersections, which need not be liberties of the chain, so there a
//! region counts as vital only if *every* intersection of it, empty or not, is adjacent to the
//! chain.
//!
//! Several opponents, of several colours, can do no more than one to whom suicide is allowed. They
//! share a region without sharing liberties; the stone that fills it to the last intersection may
//! capture stones of other opponents in it, and then the region has new empty intersections, as
//! after a suicide. So with more than two players a region is vital if every intersection of it is
//! adjacent to the chain, whatever becomes of suicide: it is never full, as the last stone takes
//! stones of the region off with it, or may not be played. (It captures no stone of the owner: the
//! alive chains that border the region have another vital one each, which is not full either.)
//!
//! None of this uses that the board is a grid: chains, regions and liberties are what they are on
//! any graph. One thing must be asked that goes without saying on a connected board: that an eye
//! borders a chain at all. A part of the board without any stone of the owner is a region that
//! borders nothing, and nobody's.
//!
//! The owner never plays in this argument, so nothing in it depends on the history: no move of his
//! can be banned, and a bar on the opponent only takes moves away from him.

use arrayvec::ArrayVec;

use crate::board::{Board, MAX_POINTS};
use crate::placement::Suicide;
use crate::player::{Player, Players};
use crate::position::Position;

/// The intersections that are in `player`'s area at the end of the game if he passes from now on,
/// whatever the others play: his alive chains, and the one-point eyes that they surround.
///
/// An eye of one intersection among alive chains can never bear a stone at rest: the opponent's
/// stone there would have no liberty. Larger regions are left out, as the opponent may place stones
/// in them.
pub fn pass_alive(
    board: &Board,
    position: &Position,
    player: Player,
    suicide: Suicide,
    players: Players,
) -> u64 {
    let exempt = match (suicide, players) {
        (Suicide::Forbidden, Players::Two) => position.occupied(),
        _ => 0,
    };
    kept(board, position.stones_of(player), exempt)
}

/// A set that [`pass_alive`] is a part of, under every rule: the player's stones, and the
/// intersections whose neighbours all bear them.
#[inline]
pub fn pass_alive_bound(board: &Board, position: &Position, player: Player) -> u64 {
    let own = position.stones_of(player);
    let others = board.full() & !own;
    own | others & !board.adjacent(others)
}

/// Whether all intersections without a player's stones are connected. Then he keeps nothing, as an
/// alive chain borders two regions.
pub fn nothing_pass_alive(board: &Board, position: &Position, player: Player) -> bool {
    let others = board.full() & !position.stones_of(player);
    board.flood(others & others.wrapping_neg(), others) == others
}

/// The stones that are alive where a region is vital to a chain if all of its intersections but those
/// that are `exempt` are adjacent to the chain.
#[inline]
pub fn alive(board: &Board, own: u64, exempt: u64) -> u64 {
    living(board, own, exempt, |_| {})
}

/// The stones that are alive in this sense, and the one-point eyes that they surround.
fn kept(board: &Board, own: u64, exempt: u64) -> u64 {
    let mut eyes = 0;
    let alive = living(board, own, exempt, |region| {
        if region.is_power_of_two() && board.adjacent(region) & own != 0 {
            eyes |= region;
        }
    });
    alive | eyes
}

/// The stones that are alive in this sense. If there are any, each region that borders them alone is
/// visited.
#[inline]
fn living(board: &Board, own: u64, exempt: u64, mut visit: impl FnMut(u64)) -> u64 {
    let others = board.full() & !own;
    // A region is vital to none if an intersection of it is not even adjacent to a stone.
    let far = others & !exempt & !board.adjacent(own);
    let near = others & !board.flood(far, others);
    // Without two regions nothing lives.
    if near & near.wrapping_sub(1) == 0 {
        return 0;
    }
    let mut regions: ArrayVec<u64, MAX_POINTS> = ArrayVec::new();
    regions.extend(board.parts(near));
    if regions.len() < 2 {
        return 0;
    }
    // The chains, each with the numbers of the regions that are vital to it; fewer than two are not enough.
    let mut chains: ArrayVec<(u64, u64), MAX_POINTS> = ArrayVec::new();
    let mut alive = 0;
    for chain in board.parts(own) {
        let around = board.adjacent(chain);
        let numbered = regions.iter().enumerate();
        let vital = numbered.filter(|(_, set)| *set & !exempt & !around == 0 && *set & around != 0);
        let vital = vital.fold(0u64, |vital, (number, _)| vital | 1 << number);
        if vital.count_ones() >= 2 {
            chains.push((chain, vital));
            alive |= chain;
        }
    }
    let mut left = u64::MAX;
    while alive != 0 {
        let bordered =
            regions.iter().enumerate().filter(|(_, set)| board.adjacent(**set) & own & !alive == 0);
        let kept = bordered.fold(0u64, |set, (number, _)| set | 1 << number) & left;
        let has_two = |vital: u64| (vital & kept).count_ones() >= 2;
        let living = chains.iter().filter(|(chain, vital)| chain & alive != 0 && has_two(*vital));
        let still = living.fold(0, |set, (chain, _)| set | chain);
        if (still, kept) == (alive, left) {
            break;
        }
        (alive, left) = (still, kept);
    }
    for (_, set) in regions.iter().enumerate().filter(|(number, _)| alive != 0 && left >> number & 1 == 1) {
        visit(*set);
    }
    alive
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::members;
    use crate::board::parse_edges;
    use crate::notation::parse_position;
    use crate::position::legal_positions_of;
    use crate::score::areas;
    use std::collections::HashSet;

    fn kept(board: &str, position: &str, suicide: Suicide) -> u32 {
        let board = Board::parse(board).unwrap();
        let position = parse_position(&board, position).unwrap();
        pass_alive(&board, &position, Player::Black, suicide, Players::Two).count_ones()
    }

    #[test]
    fn two_eyes_live_and_one_eye_does_not() {
        assert_eq!(kept("1x5", ".X.X.", Suicide::Forbidden), 5, "two chains that share an eye");
        assert_eq!(kept("2x4", ".X.X/XXXX", Suicide::Forbidden), 8);
        assert_eq!(kept("2x4", "..XX/XXXX", Suicide::Forbidden), 0);
        assert_eq!(kept("2x5", ".X..X/XXXXX", Suicide::Forbidden), 8, "the two-point eye is not counted");
    }

    /// Benson's definition word for word, over all chains and all regions.
    fn kept_by_definition(board: &Board, own: u64, exempt: u64) -> [u64; 2] {
        let mut chains: Vec<u64> = board.parts(own).collect();
        let mut regions: Vec<u64> = board.parts(board.full() & !own).collect();
        loop {
            let before = (chains.len(), regions.len());
            let is_vital = |chain: u64, region: u64| {
                board.adjacent(region) & chain != 0 && region & !exempt & !board.adjacent(chain) == 0
            };
            chains.retain(|chain| regions.iter().filter(|region| is_vital(*chain, **region)).count() >= 2);
            let alive = chains.iter().fold(0, |set, chain| set | chain);
            regions.retain(|region| board.adjacent(*region) & own & !alive == 0);
            if (chains.len(), regions.len()) == before {
                let eyes = regions.iter().filter(|region| region.is_power_of_two());
                let eyes = eyes.filter(|region| board.adjacent(**region) & alive != 0);
                return [alive, eyes.fold(alive, |set, eye| set | eye)];
            }
        }
    }

    #[test]
    fn what_lives_is_what_the_definition_says_on_every_position() {
        let mut living = 0;
        for board in ["1x7", "2x4", "3x3", "star:6", "cycle:7"] {
            let board = Board::parse(board).unwrap();
            for position in legal_positions_of(&board, Players::Two) {
                for (own, exempt) in
                    position.stones.into_iter().flat_map(|own| [(own, 0), (own, position.occupied())])
                {
                    let found = [alive(&board, own, exempt), super::kept(&board, own, exempt)];
                    assert_eq!(
                        found,
                        kept_by_definition(&board, own, exempt),
                        "{board} {position:?} {exempt}"
                    );
                    living += usize::from(found[0] != 0);
                }
            }
        }
        assert!(living > 1000, "{living}");
    }

    #[test]
    fn a_part_of_the_board_that_no_chain_borders_is_no_eye() {
        let board = parse_edges("parts", "a c\nc d\nd e\ne f\ng").unwrap();
        let position = parse_position(&board, ".X.X..").unwrap();
        let kept = pass_alive(&board, &position, Player::Black, Suicide::Forbidden, Players::Two);
        assert_eq!(kept, 0b01_1111);
        assert_eq!(areas(&board, &position)[0], 0b01_1111);
    }

    #[test]
    fn a_region_with_a_stone_out_of_reach_is_vital_only_without_suicide() {
        // The corner stone does not touch the chain: once it is taken off by its own suicide, the
        // intersection that it leaves is no liberty of the chain.
        let position = "O.X.X/..XXX/XXX..";
        assert_eq!(kept("3x5", position, Suicide::Forbidden), kept("3x5", position, Suicide::Allowed));
        let position = "O.X.X/.XXXX/XX...";
        assert!(kept("3x5", position, Suicide::Forbidden) >= kept("3x5", position, Suicide::Allowed));
    }

    /// Everything that the opponents can make of a position while the owner passes, in any order of
    /// their moves.
    fn reachable_alone(
        board: &Board,
        start: Position,
        opponents: &[Player],
        suicide: Suicide,
    ) -> HashSet<Position> {
        let mut seen = HashSet::from([start]);
        let mut open = vec![start];
        while let Some(position) = open.pop() {
            for point in members(board.full() & !position.occupied()) {
                for mover in opponents {
                    if let Some(placed) = position.place(board, *mover, point, suicide)
                        && seen.insert(placed.position)
                    {
                        open.push(placed.position);
                    }
                }
            }
        }
        seen
    }

    /// Checks that what is kept in a position is kept in all that follow it. Returns how many times
    /// something is kept.
    fn kept_in_all_that_follow(board: &Board, players: Players) -> usize {
        let mut kept_times = 0;
        // With more than two players the others are images of Black, by a change of names.
        let owners = if players == Players::Two { &Player::ALL[..] } else { &Player::ALL[..1] };
        for position in legal_positions_of(board, players) {
            for (suicide, player) in
                Suicide::ALL.into_iter().flat_map(|s| owners.iter().map(move |p| (s, *p)))
            {
                let kept = pass_alive(board, &position, player, suicide, players);
                if kept == 0 {
                    continue;
                }
                kept_times += 1;
                assert_eq!(kept & !pass_alive_bound(board, &position, player), 0);
                assert!(!nothing_pass_alive(board, &position, player));
                let others: Vec<Player> =
                    players.all().iter().copied().filter(|other| *other != player).collect();
                for later in reachable_alone(board, position, &others, suicide) {
                    let area = areas(board, &later)[player.index()];
                    assert_eq!(kept & !area, 0, "{board} {position:?} {later:?}");
                }
            }
        }
        kept_times
    }

    #[test]
    fn what_is_kept_by_passing_is_kept_in_every_position_that_the_opponent_can_reach() {
        let names = "1x5 1x7 2x3 2x4 3x3 cycle:5 cycle:8 star:6 complete:5 torus:2x3 torus:2x4";
        let mut boards: Vec<Board> = names.split(' ').map(|name| Board::parse(name).unwrap()).collect();
        // Eyes that share no grid: a fork with three ends; and parts that no chain borders.
        for edges in ["c a\nc d\nc e\na f\nd g", "a c\nc d\nd e\ne f\ng", "a c\nc d\nd e\ne f\ng h"] {
            boards.push(parse_edges("graph", edges).unwrap());
        }
        for board in boards {
            // With an edge between any two points, every region is all that a chain borders.
            let some = board.to_string() != "complete:5";
            assert_eq!(kept_in_all_that_follow(&board, Players::Two) > 0, some, "{board}");
        }
    }

    #[test]
    fn what_is_kept_by_passing_is_kept_against_several_opponents() {
        for (players, names) in [
            (Players::Three, "1x4 1x5 1x7 2x3 2x4 cycle:5 star:5 torus:2x3"),
            (Players::Four, "1x4 1x5 2x3 cycle:5 star:5 torus:2x3"),
            (Players::Five, "1x5 star:5"),
            (Players::Six, "1x5 star:5"),
        ] {
            for name in names.split(' ') {
                let board = Board::parse(name).unwrap();
                assert!(kept_in_all_that_follow(&board, players) > 0, "{board}");
            }
        }
    }
}
