//! Settled positions: the prover is sure of points without a search, by replies near each stone or
//! by filling.
//!
//! *By replies* he is sure of all points, as below; by passing and by filling see
//! [`secured_points`].
//!
//! # What is looked at
//! K is a set of the prover's chains that are alive on their own in the sense of
//! [`secured_points`], or it is one of his chains. What lies outside K falls into *parts*, which
//! are connected, and whose neighbours belong to K. A part *gives e eyes with r replies* if the
//! prover, with r stones of his own in it, one after each stone of his opponent there, can connect
//! stones to K so that regions are left all of whose intersections are adjacent to K, at least e of
//! them. The position is settled if the parts give two eyes in all, or none where K is alive, with
//! at most [`Limits::most`] replies in all.
//!
//! Whether a part gives them depends on the stones in it alone, and is remembered. It is found by a
//! search of the part in which the opponent may take every ko, and in which these assumptions are
//! made:
//!
//! * *K cannot be taken.* For 0 eyes K has a liberty outside the part. For 1 eye it has one there
//!   too, and the part must have one of its own whenever the opponent is to move. For 2 eyes the
//!   part is on its own: K has no liberty but those in the part, and must keep one after every
//!   stone. As the parts give two eyes in all, either two of them have a liberty of K whenever the
//!   opponent is to move, or one that is on its own always has. Between a stone of the opponent and
//!   the reply only one part has changed, and the reply is made there. So the assumptions hold for
//!   each part. Where K is alive without the parts, it has liberties in regions in which nobody
//!   needs to reply.
//! * *Stones in the part touch no other part*, as its neighbours outside belong to K.
//! * *The prover may move anywhere.* That no ban on repetition bans a reply is shown below.
//!
//! # Why such a position is settled
//! For a K that grows by the stones that come to be connected with it, the *rank* of a position is
//! the least number of replies with which its parts give the eyes. If it is 0, all parts are
//! regions all of whose intersections are adjacent to K, with two of which K is alive if it was not
//! before, and the position is settled by filling. Otherwise the prover plays a stone after which
//! the rank is smaller than before his opponent's move and, if there was one, than after that move.
//! There is such a stone. A stone of the opponent in a part that needs replies has a reply by which
//! that part needs one less, and the other parts are as they were; so the rank is smaller than
//! before. If the rank after his stone is not greater than before, or if he passed, any part that
//! needs replies has a stone that makes progress as it stands, and this makes the rank smaller than
//! after his move. So the prover does not pass before the rank is 0.
//!
//! All positions that the prover's stones make are settled, with the same K or what it has grown
//! to: no fewer intersections are in K or adjacent to it, and no part is larger. So none of them
//! has stood in the explicit proof, where no position is settled. And each has a smaller rank than
//! all positions since the first of these, or they had none. So no ban on repetition bans a stone
//! of the prover. Neither does basic ko, as who retakes a ko at once makes a position that has
//! stood. Once the rank is 0 it stays so, and fills make no position that had a greater one.
//!
//! With suicide the opponent could come back to a position by his own stones alone, which the
//! search of a part does not look at; nothing is settled in this way then. It is asked for all
//! points of the board alone, as each part has to become the prover's.

use std::collections::HashMap;

use arrayvec::ArrayVec;

use superko_go::bits::members;
use superko_go::board::MAX_POINTS;
use superko_go::hashing::FixedState;
use superko_go::life::{self, pass_alive};
use superko_go::{Board, Player, Players, Position, Suicide};

/// Limits of the search for replies. What is settled within some limits is settled within greater
/// ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most replies in all.
    pub most: u8,
    /// The most intersections of a part that is searched.
    pub points: u8,
    /// The most intersections that are neither in K nor adjacent to it: with more a position is
    /// hardly ever settled with few replies, and is not looked at.
    pub untouched: u8,
}

/// The default limits within which explicit proofs end by replies. Within greater ones a proof has
/// fewer states, and takes longer to check.
pub const DEFAULT: Limits = Limits { most: 3, points: 9, untouched: 4 };

/// The greatest limits of a search, whatever those of its proof are: it looks at most positions for
/// nothing.
const MAX_IN_SEARCH: Limits = Limits { most: 4, points: 9, untouched: 5 };

impl Limits {
    /// The limits of a search whose proof ends within these.
    pub fn in_search(self) -> Limits {
        let Limits { most, points, untouched } = MAX_IN_SEARCH;
        Limits {
            most: self.most.min(most),
            points: self.points.min(points),
            untouched: self.untouched.min(untouched),
        }
    }
}

/// The most parts that are remembered, before all are forgotten.
const MAX_KNOWN: usize = 1 << 20;

/// The number of replies where no number is enough.
const IMPOSSIBLE: u8 = u8::MAX;

/// The greatest number of eyes that is asked for.
const MAX_EYES: usize = 2;

/// A part of the board outside K.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Part {
    /// Its intersections.
    set: u64,
    /// The prover's stones there, none of which touches K.
    own: u64,
    /// Those of his opponent.
    others: u64,
}

/// The bounds that are known of a part, for each number of eyes.
#[derive(Debug, Clone, Copy)]
struct Known {
    /// The least number of replies that is known to give them.
    proved: [u8; MAX_EYES + 1],
    /// The least number that is not known not to.
    open: [u8; MAX_EYES + 1],
}

impl Default for Known {
    fn default() -> Known {
        Known { proved: [IMPOSSIBLE; MAX_EYES + 1], open: [0; MAX_EYES + 1] }
    }
}

/// A memory of the parts of one board.
#[derive(Debug)]
pub struct Replies {
    limits: Limits,
    known: HashMap<Part, Known, FixedState>,
}

impl Replies {
    /// An empty memory.
    pub fn within(limits: Limits) -> Replies {
        Replies { limits, known: HashMap::default() }
    }

    /// Whether the prover, Black, is sure of all points of a position by replies, without suicide.
    /// The search of an unknown part may look at thousands of positions of it.
    pub fn settles(&mut self, board: &Board, position: &Position) -> bool {
        self.forget_if_full();
        let untouched = self.limits.untouched;
        any_core(board, position, untouched, |core| self.rank_with(board, position, core).is_some())
    }

    /// The least number of replies by which he is.
    #[cfg(test)]
    fn rank(&mut self, board: &Board, position: &Position) -> Option<u8> {
        self.forget_if_full();
        let mut least = None;
        any_core(board, position, self.limits.untouched, |core| {
            let rank = self.rank_with(board, position, core);
            least = least.into_iter().chain(rank).min();
            false
        });
        least
    }

    fn forget_if_full(&mut self) {
        if self.known.len() > MAX_KNOWN {
            self.known.clear();
        }
    }

    /// The least number of replies with which the parts outside some chains give enough eyes.
    fn rank_with(&mut self, board: &Board, position: &Position, (chains, eyes): (u64, usize)) -> Option<u8> {
        let rest = Part { set: board.full() & !chains, own: position.stones[0], others: position.stones[1] };
        let Limits { most, points, .. } = self.limits;
        let is_small = |part: u64| {
            part.count_ones() <= u32::from(points) || part & !board.adjacent(board.full() & !part) == 0
        };
        let sets: ArrayVec<u64, MAX_POINTS> =
            board.parts(rest.set).take_while(|part| is_small(*part)).collect();
        let all_are_small = sets.iter().fold(0, |all, set| all | set) == rest.set;
        if all_are_small { self.min_of_parts(board, rest, sets.into_iter(), eyes, most) } else { None }
    }

    /// The least number of replies, up to a limit, with which the connected parts of a set, which are
    /// given, give `eyes` in all.
    fn min_of_parts(
        &mut self,
        board: &Board,
        rest: Part,
        sets: impl Iterator<Item = u64>,
        eyes: usize,
        limit: u8,
    ) -> Option<u8> {
        // With the eyes of the parts so far.
        let mut least = [0, IMPOSSIBLE, IMPOSSIBLE];
        for set in sets {
            let part = Part { set, own: rest.own & set, others: rest.others & set };
            let near = part.near(board);
            let before = least;
            let spent = before.into_iter().min().unwrap_or(IMPOSSIBLE);
            least = [IMPOSSIBLE; MAX_EYES + 1];
            for own_eyes in 0..=eyes {
                // Who gives more eyes gives fewer, with as many replies.
                let Some(replies) = self.least(board, (part, near), own_eyes, limit - spent) else { break };
                for (had, sum) in before.into_iter().enumerate().filter(|(_, sum)| *sum <= limit - replies) {
                    let all = &mut least[(had + own_eyes).min(MAX_EYES)];
                    *all = (*all).min(sum + replies);
                }
            }
            if least == [IMPOSSIBLE; MAX_EYES + 1] {
                return None;
            }
        }
        least[eyes..].iter().copied().min().filter(|least| *least <= limit)
    }

    /// The least number of replies, up to a limit, with which a part gives `eyes`. The intersections of it
    /// that are adjacent to K come with it.
    fn least(&mut self, board: &Board, (part, near): (Part, u64), eyes: usize, limit: u8) -> Option<u8> {
        if let Some(gives) = part.at_sight(near, eyes) {
            return gives.then_some(0);
        }
        let known = self.known.get(&part).copied().unwrap_or_default();
        // All numbers below the least that is open were searched and are too few.
        (known.open[eyes].max(1)..=limit)
            .find(|replies| known.proved[eyes] <= *replies || self.finds(board, part, eyes, *replies))
    }

    fn gives(&mut self, board: &Board, part: Part, eyes: usize, replies: u8) -> bool {
        if let Some(gives) = part.at_sight(part.near(board), eyes) {
            return gives;
        }
        if replies == 0 {
            return false;
        }
        let known = self.known.get(&part).copied().unwrap_or_default();
        if known.proved[eyes] <= replies || known.open[eyes] > replies {
            return known.proved[eyes] <= replies;
        }
        self.finds(board, part, eyes, replies)
    }

    /// Whether a part gives `eyes` with so many replies, by a search.
    fn finds(&mut self, board: &Board, part: Part, eyes: usize, replies: u8) -> bool {
        let gives =
            self.has_progress(board, part, eyes, replies) && self.answers_all(board, part, eyes, replies);
        let known = self.known.entry(part).or_default();
        match gives {
            true => known.proved[eyes] = replies,
            false => known.open[eyes] = replies + 1,
        }
        gives
    }

    /// Whether the prover has a reply to every stone of his opponent in a part.
    fn answers_all(&mut self, board: &Board, part: Part, eyes: usize, replies: u8) -> bool {
        let near = part.near(board);
        for point in members(part.empty()) {
            let stone = 1 << point;
            let others = part.others | stone;
            let own = part.own & !taken(board, part.own, stone, part.empty() & !stone);
            let next = Part { own, others, ..part };
            if eyes == MAX_EYES && near & next.empty() == 0 {
                // It takes K, whether it has another liberty or not.
                return false;
            }
            if board.adjacent(board.flood(stone, others)) & next.empty() == 0 {
                continue;
            }
            // A reply at once costs nothing: which intersections are near does not depend on
            // stones, so the part as it then stands would give the eyes only if the prover had a
            // stone that makes progress.
            if !self.has_progress(board, next, eyes, replies) {
                return false;
            }
        }
        true
    }

    /// Whether the prover has a stone after which a part gives `eyes` with one reply fewer.
    fn has_progress(&mut self, board: &Board, part: Part, eyes: usize, replies: u8) -> bool {
        let (near, replies) = (part.near(board), replies - 1);
        for point in members(part.empty()) {
            let stone = 1 << point;
            let own = part.own | stone;
            let others = part.others & !taken(board, part.others, stone, part.empty() & !stone);
            let next = Part { own, others, ..part };
            let chain = board.flood(stone, own);
            let does = if chain & near != 0 {
                let rest = Part { set: part.set & !chain, ..next };
                self.min_of_parts(board, rest, board.parts(rest.set), eyes, replies).is_some()
            } else {
                board.adjacent(chain) & next.empty() != 0 && self.gives(board, next, eyes, replies)
            };
            if does {
                return true;
            }
        }
        false
    }
}

impl Part {
    /// The intersections that are adjacent to one outside the part, and so to K.
    fn near(&self, board: &Board) -> u64 {
        self.set & board.adjacent(board.full() & !self.set)
    }

    fn empty(&self) -> u64 {
        self.set & !self.own & !self.others
    }

    /// Whether the part gives `eyes` without a reply, or with no number of replies, if it is plain.
    fn at_sight(&self, near: u64, eyes: usize) -> Option<bool> {
        if eyes > 0 && self.empty() & near == 0 {
            return Some(false);
        }
        (eyes < MAX_EYES && near == self.set).then_some(true)
    }
}

/// Whether something holds of a choice of K, with the eyes that the parts have to give. Alive sets come
/// first, all alive chains before others.
fn any_core(
    board: &Board,
    position: &Position,
    untouched: u8,
    mut holds: impl FnMut((u64, usize)) -> bool,
) -> bool {
    let own = position.stones[0];
    let touches_enough = |chains: u64| {
        let untouched_points = board.full() & !chains & !board.adjacent(chains);
        untouched_points.count_ones() <= u32::from(untouched)
    };
    if own == 0 || !touches_enough(own) {
        return false;
    }
    let alive = life::alive(board, own, 0);
    if alive != 0 {
        // There are hardly ever more than three.
        let living: ArrayVec<u64, MAX_POINTS> = board.parts(alive).collect();
        for members in (1..1u64 << living.len()).rev() {
            let members = living.iter().enumerate().filter(|(number, _)| members >> number & 1 == 1);
            let set = members.fold(0, |set, (_, chain)| set | chain);
            let is_alive = set == alive || life::alive(board, set, 0) == set;
            if touches_enough(set) && is_alive && holds((set, 0)) {
                return true;
            }
        }
    }
    board.parts(own).any(|chain| touches_enough(chain) && holds((chain, MAX_EYES)))
}

/// The stones that a stone captures, of chains that have no liberty but where it is placed.
fn taken(board: &Board, stones: u64, stone: u64, empty: u64) -> u64 {
    let (mut near, liberties) = (stones & board.adjacent(stone), board.adjacent(empty));
    let mut taken = 0;
    while near != 0 {
        let chain = board.flood(near & near.wrapping_neg(), stones);
        near &= !chain;
        taken |= if chain & liberties == 0 { chain } else { 0 };
    }
    taken
}

// --- settled ---------------------------------------------------------------------------------------------------------
//
// Positions in which a player is sure of points by passing or filling, whatever came before and
// whoever is to move.
//
// # By passing
// What he keeps if he passes from now on ([`pass_alive`]). After every move of the opponent he
// still keeps as much.
//
// # By filling
// Let X be the chains that are alive in the sense of Benson with regions that count as vital to a
// chain only if *each* of their intersections, occupied or not, is adjacent to the chain. Call a
// connected part C of what lies outside X *secured* if each of its intersections is adjacent to X.
// The player is sure of X and of all secured parts:
//
// * There is no stone of his in a secured part, as it would be connected to X.
// * While the opponent has a stone in a secured part, the player fills an empty intersection e of
//   that part (there is one, as the stone's chain has a liberty, and it lies there); otherwise he
//   passes, and then X and the secured parts are his area.
// * The fill is no suicide, and X with e is alive again. Let c be a chain of X that e joins, V and
//   W vital regions of it. If C is neither, both remain. If C is V, a part of C remains, as the
//   opponent's stones in it have a liberty left or are taken off, and each of its intersections is
//   adjacent to c. A chain to which C is vital is adjacent to e, so no other chain loses a vital
//   region. What remains of C is adjacent to X, so it is secured.
// * The opponent's moves leave X and its vital regions as they are, suicide or not, and so all that
//   was secured.
// * So every position that follows makes him as sure of as many points. (What is computed for it
//   may be more, as further chains may have come alive; these contain no secured part, so the sum
//   only grows.)
// * No fill makes a position that has stood since the first of these: e was empty then and bore
//   none of his stones since, and the stones of X and the fills are never taken off.

/// The points of which the prover (Black) is sure, if they are at least `least`; 0 otherwise.
pub fn secured_points(board: &Board, position: &Position, suicide: Suicide, least: u32) -> u32 {
    let own = position.stones[0];
    // Both rules give him nothing beyond his stones and what is adjacent to them.
    if (own | board.adjacent(own)).count_ones() < least {
        return 0;
    }
    let alive = life::alive(board, own, 0);
    if alive != 0 {
        let near = board.adjacent(alive);
        let secured = board.parts(board.full() & !alive).filter(|part| part & !near == 0);
        let filling = secured.fold(alive, |set, part| set | part).count_ones();
        if filling >= least {
            return filling;
        }
    }
    let passing = pass_alive(board, position, Player::Black, suicide, Players::Two).count_ones();
    if passing >= least { passing } else { 0 }
}

/// The lead of which the prover is sure, if he has any points that are alive.
pub fn secured_lead(board: &Board, position: &Position, suicide: Suicide) -> Option<i32> {
    let points = |least| secured_points(board, position, suicide, least);
    let first = points(1);
    // The other rule may give more.
    (first > 0).then(|| lead_of(board, first.max(points(first + 1))))
}

/// The greatest lead of the prover, as his opponent keeps the rest by passing.
pub fn max_lead(board: &Board, position: &Position, suicide: Suicide) -> i32 {
    let kept = pass_alive(board, position, Player::White, suicide, Players::Two);
    -lead_of(board, kept.count_ones())
}

/// The lead of a player who has some points, and his opponent all others.
fn lead_of(board: &Board, points: u32) -> i32 {
    2 * points as i32 - board.points() as i32
}

/// The points that a player needs for a lead.
pub fn needed_points(board: &Board, threshold: i32) -> u32 {
    (threshold + board.points() as i32 + 1).div_euclid(2).max(0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_go::notation::parse_position;
    use superko_go::position::legal_positions;
    use superko_go::{Placements, Player, Suicide};

    /// The limits of the proof of 5x5 in `solutions/long-runs`.
    const FAR: Limits = Limits { most: 8, points: 11, untouched: 8 };

    /// The positions after a stone of a player, without regard to ko.
    fn stones<'a>(
        board: &'a Board,
        position: &Position,
        player: Player,
    ) -> impl Iterator<Item = Position> + use<'a> {
        let placements = Placements::of(board, *position, player, Suicide::Forbidden);
        let empty = board.full() & !position.occupied();
        members(empty).filter_map(move |point| Some(placements.at(point)?.position))
    }

    /// The argument, tested on every position: after every move of the opponent the prover has a
    /// stone that the board admits and that makes the rank smaller than it was, and a position of
    /// rank 0 is settled by filling.
    #[test]
    fn the_prover_can_always_make_the_rank_smaller() {
        let mut with_rank = [0; FAR.most as usize + 1];
        for board in ["2x4", "3x3", "2x5", "1x9", "3x4", "star:6", "cycle:7"] {
            let board = Board::parse(board).unwrap();
            let mut replies = Replies::within(FAR);
            for (number, position) in legal_positions(&board).enumerate() {
                if !crate::sample::takes("rank", number) {
                    continue;
                }
                let Some(rank) = replies.rank(&board, &position) else { continue };
                with_rank[usize::from(rank)] += 1;
                let filled = secured_points(&board, &position, Suicide::Forbidden, board.points() as u32);
                if rank == 0 {
                    assert_eq!(filled as usize, board.points(), "{board} {position:?}");
                    continue;
                }
                let moves = stones(&board, &position, Player::White).chain([position]);
                for next in moves {
                    let mut answers = stones(&board, &next, Player::Black);
                    let smaller = |rank_then: u8| rank_then < rank;
                    assert!(
                        answers.any(|then| replies.rank(&board, &then).is_some_and(smaller)),
                        "{board} {position:?} {rank}: {next:?}"
                    );
                }
            }
        }
        assert!(with_rank.iter().all(|positions| *positions > crate::sample::least(300)), "{with_rank:?}");
    }

    #[test]
    fn what_is_settled_within_limits_is_settled_within_greater_ones() {
        let board = Board::parse("3x3").unwrap();
        let tiny = Limits { most: 1, points: 3, untouched: 1 };
        let all = [
            tiny,
            Limits { most: 1, ..FAR },
            Limits { points: 3, ..FAR },
            Limits { untouched: 1, ..FAR },
            FAR,
        ];
        let mut replies = all.map(Replies::within);
        let mut settled = [0; 5];
        for position in legal_positions(&board) {
            let now = replies.each_mut().map(|replies| replies.settles(&board, &position));
            assert!(
                now[1..].iter().all(|within| *within >= now[0]) && now.iter().all(|within| *within <= now[4])
            );
            settled = std::array::from_fn(|number| settled[number] + usize::from(now[number]));
        }
        // Each limit matters.
        assert!(
            settled[1..4].iter().all(|within| *within > settled[0] && *within < settled[4]),
            "{settled:?}"
        );
        assert_eq!(
            Limits { most: 9, points: 2, untouched: 5 }.in_search(),
            Limits { most: 4, points: 2, untouched: 5 }
        );
        assert_eq!(DEFAULT.in_search(), DEFAULT);
    }

    #[test]
    fn what_a_part_gives() {
        let rank = |board: &str, position: &str| {
            let board = Board::parse(board).unwrap();
            let position = parse_position(&board, position).unwrap();
            Replies::within(FAR).rank(&board, &position)
        };
        // Two eyes, and two intersections each of which is adjacent to the chain.
        assert_eq!(rank("3x4", ".X../XXXX/XX.."), Some(0));
        // Four intersections in a row become two eyes by a stone on one side of the opponent's;
        // three do not.
        assert_eq!(rank("2x4", "XXXX/...."), Some(1));
        assert_eq!(rank("2x3", "XXX/..."), None);
        // A stone in the middle of five leaves room on both sides.
        assert_eq!(rank("2x5", "XXXXX/..O.."), Some(1));
        // B3 makes two eyes of the one part. White at B3 is taken off from C3, and B3 is left to be
        // played.
        assert_eq!(rank("3x3", "X../.X./.XX"), Some(2));
        // White's stones have one liberty, which is the last one of the chain too: he takes it
        // there.
        assert_eq!(rank("3x3", "O.O/OXO/OXX"), None);
        // Stones in the corners are to be connected with the chain, and a second eye is to be made.
        assert_eq!(rank("3x5", "X.X.X/.XXX./.X..."), Some(3));
        assert_eq!(rank("1x5", "X.X.X"), None);
    }

    #[test]
    fn images_have_one_rank() {
        let board = Board::parse("3x3").unwrap();
        let mut replies = Replies::within(FAR);
        for position in legal_positions(&board) {
            let rank = replies.rank(&board, &position);
            for symmetry in board.symmetries() {
                assert_eq!(replies.rank(&board, &position.image(symmetry)), rank, "{position:?}");
            }
        }
    }
}
