//! Positions that are settled by replies: the prover is sure of some parts of the board, as he has a
//! reply near each stone of his opponent there. By passing and by filling see
//! [`settled`](super::settled).
//!
//! # What is looked at
//! K is a set of the prover's chains that are alive on their own in the sense of
//! [`secured_points`](super::settled::secured_points), or it is one of his chains. What lies outside K falls into *parts*, which
//! are connected, and whose neighbours belong to K. A part *gives e eyes with r replies* if the
//! prover, with r stones of his own in it, one after each stone of his opponent there, can connect
//! stones to K so that regions are left all of whose intersections are adjacent to K, at least e of
//! them. Some parts are *chosen*: they and K have the points that he needs. The position is settled if
//! the chosen parts give two eyes in all, or none where K is alive, with at most [`Limits::most`]
//! replies in all. Where he needs all points every part is chosen.
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
//! Let U be K and the chosen parts. The prover plays in U alone, and his opponent's stones elsewhere
//! count as passes: no chain has stones in a part and in another, so they change nothing in U, and K
//! has liberties in chosen parts, or in regions in which nobody needs to reply.
//!
//! For a K that grows by the stones that come to be connected with it, the *rank* of a position is
//! the least number of replies with which the parts of U give the eyes. If it is 0, all of them are
//! regions all of whose intersections are adjacent to K, with two of which K is alive if it was not
//! before, and the position is settled by filling. Otherwise the prover plays a stone after which
//! the rank is smaller than before his opponent's move and, if there was one, than after that move.
//! There is such a stone. A stone of the opponent in a part that needs replies has a reply by which
//! that part needs one less, and the other parts are as they were; so the rank is smaller than
//! before. If the rank after his stone is not greater than before, or if he passed, any part that
//! needs replies has a stone that makes progress as it stands, and this makes the rank smaller than
//! after his move. So the prover does not pass before the rank is 0.
//!
//! All positions that the prover's stones make are settled, with the same U and the same K or what it
//! has grown to: no fewer intersections are in K or adjacent to it, and no part is larger. So none of
//! them has stood in the explicit proof, where no position is settled. And each has a smaller rank
//! than all positions since the first of these, or they had none. So no ban on repetition bans a
//! stone of the prover. Neither does basic ko, as who retakes a ko at once makes a position that has
//! stood. Once the rank is 0 it stays so, and fills make no position that had a greater one.
//!
//! With suicide the opponent could come back to a position by his own stones alone, which the
//! search of a part does not look at; nothing is settled in this way then.

use std::collections::HashMap;

use arrayvec::ArrayVec;

use superko_go::bits::members;
use superko_go::board::MAX_POINTS;
use superko_go::hashing::FixedState;
use superko_go::life;
use superko_go::{Board, Position, Suicide};

use super::settled::secured;

/// Limits of the search for replies. What is settled within some limits is settled within greater
/// ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most replies in all.
    pub most: u8,
    /// The most intersections of a part that is searched.
    pub points: u8,
    /// The most intersections that are neither in K nor adjacent to it, of those that are needed:
    /// with more a position is hardly ever settled with few replies, and is not looked at.
    pub untouched: u8,
}

/// The default limits within which explicit proofs end by replies. Within greater ones a proof has
/// fewer states; within much greater ones it takes longer to check.
pub const DEFAULT: Limits = Limits { most: 5, points: 10, untouched: 6 };

impl Limits {
    /// Whether a player may be sure of `points` points whose stones and the intersections adjacent
    /// to them are `touched` in number.
    #[inline]
    pub fn may_secure(self, touched: u32, suicide: Suicide, points: u32) -> bool {
        let untouched = if suicide == Suicide::Forbidden { self.untouched } else { 0 };
        touched + u32::from(untouched) >= points
    }

    /// The limits of a search whose proof ends within these: none is greater than the default, as a
    /// search looks at most positions for nothing.
    pub fn in_search(self) -> Limits {
        let Limits { most, points, untouched } = DEFAULT;
        Limits {
            most: self.most.min(most),
            points: self.points.min(points),
            untouched: self.untouched.min(untouched),
        }
    }
}

/// The default limit of parts that are remembered, before all are forgotten.
const MAX_KNOWN: usize = 1 << 20;

/// The least limit: with less a search would look at the same parts again and again.
const MIN_KNOWN: usize = 1 << 14;

/// About the bytes of a part that is remembered.
const KNOWN_BYTES: usize = 2 * size_of::<(Part, Known)>();

/// The number of replies where no number is enough.
const IMPOSSIBLE: u8 = u8::MAX;

/// The greatest number of eyes that is asked for.
const MAX_EYES: usize = 2;

/// The greatest number of replies that limits can name.
const MAX_REPLIES: usize = 64;

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

/// The bounds that are known of a number of replies.
#[derive(Debug, Clone, Copy)]
struct Range {
    /// The least number that is known to do.
    proved: u8,
    /// The least number that is not known not to.
    open: u8,
}

impl Range {
    fn says(self, replies: u8) -> Option<bool> {
        if self.proved <= replies { Some(true) } else { (replies < self.open).then_some(false) }
    }

    fn learn(&mut self, replies: u8, does: bool) {
        match does {
            true => self.proved = self.proved.min(replies),
            false => self.open = self.open.max(replies + 1),
        }
    }
}

/// What is known of a part, for each number of eyes.
#[derive(Debug, Clone, Copy)]
struct Known {
    /// The replies with which it gives them.
    gives: [Range; MAX_EYES + 1],
    /// The replies with which it gives them if the prover has one at once.
    has_progress: [Range; MAX_EYES + 1],
}

impl Default for Known {
    fn default() -> Known {
        let unknown = [Range { proved: IMPOSSIBLE, open: 0 }; MAX_EYES + 1];
        Known { gives: unknown, has_progress: unknown }
    }
}

/// The parts of one board that were searched. What is remembered holds whatever the limits are, and
/// for both players.
#[derive(Debug)]
pub struct Parts {
    known: HashMap<Part, Known, FixedState>,
    max_known: usize,
}

impl Default for Parts {
    fn default() -> Parts {
        Parts { known: HashMap::default(), max_known: MAX_KNOWN }
    }
}

/// A search for replies within some limits.
#[derive(Debug)]
pub struct Replies<'a> {
    /// The limits.
    pub limits: Limits,
    /// What is known of parts.
    pub parts: &'a mut Parts,
}

impl Replies<'_> {
    /// Whether the prover, Black, is sure of `points` points of a position: by passing, by filling,
    /// or, without suicide, by replies.
    pub fn secure(&mut self, board: &Board, position: &Position, suicide: Suicide, points: u32) -> bool {
        let own = position.stones[0];
        let touched = (own | board.adjacent(own)).count_ones();
        let by_replies = suicide == Suicide::Forbidden;
        if !self.limits.may_secure(touched, suicide, points) || own == 0 {
            return false;
        }
        let alive = life::alive(board, own, 0);
        touched >= points && secured(board, position, suicide, points, alive) >= points
            || by_replies && self.settles(board, position, points, alive)
    }

    /// Whether he is sure of `points` points by replies, without suicide. His chains that are alive come
    /// with the position. The search of an unknown part may look at thousands of positions of it.
    fn settles(&mut self, board: &Board, position: &Position, points: u32, alive: u64) -> bool {
        self.parts.forget_if_full();
        let untouched = self.max_untouched(board, points);
        let own = position.stones[0];
        any_core(board, own, alive, untouched, |core| self.rank_with(board, position, core, points).is_some())
    }

    /// The least number of replies by which he is.
    #[cfg(test)]
    fn rank(&mut self, board: &Board, position: &Position, points: u32) -> Option<u8> {
        self.parts.forget_if_full();
        let (mut least, own) = (None, position.stones[0]);
        any_core(board, own, life::alive(board, own, 0), self.max_untouched(board, points), |core| {
            let rank = self.rank_with(board, position, core, points);
            least = least.into_iter().chain(rank).min();
            false
        });
        least
    }

    /// The most intersections that may be neither in K nor adjacent to it: those that are not needed
    /// do not count.
    fn max_untouched(&self, board: &Board, points: u32) -> u32 {
        u32::from(self.limits.untouched) + (board.points() as u32).saturating_sub(points)
    }

    /// The least number of replies with which parts outside some chains give enough eyes, and are
    /// worth `points` points together with these chains.
    fn rank_with(
        &mut self,
        board: &Board,
        position: &Position,
        (chains, eyes): (u64, usize),
        points: u32,
    ) -> Option<u8> {
        let rest = Part { set: board.full() & !chains, own: position.stones[0], others: position.stones[1] };
        let Limits { most, points: largest, .. } = self.limits;
        let is_small = |part: u64| {
            part.count_ones() <= u32::from(largest) || part & !board.adjacent(board.full() & !part) == 0
        };
        let sets: ArrayVec<u64, MAX_POINTS> = board.parts(rest.set).filter(|part| is_small(*part)).collect();
        let all = sets.iter().fold(chains, |all, set| all | set).count_ones();
        if all < points {
            None
        } else if points == board.points() as u32 {
            self.parts.min_of_parts(board, rest, sets.into_iter(), eyes, most)
        } else {
            self.min_of_some(board, rest, &sets, eyes, points - chains.count_ones().min(points))
        }
    }

    /// The least number of replies with which some of the connected parts of a set, which are given,
    /// have `points` points and give `eyes` in all.
    fn min_of_some(
        &mut self,
        board: &Board,
        rest: Part,
        sets: &[u64],
        eyes: usize,
        points: u32,
    ) -> Option<u8> {
        let most = self.limits.most;
        // One more than the most points by the eyes and replies of the parts chosen so far, or 0 where
        // no choice has them.
        let mut best = [[0u8; MAX_REPLIES + 1]; MAX_EYES + 1];
        best[0][0] = 1;
        for (number, set) in sets.iter().enumerate() {
            let part = Part { set: *set, own: rest.own & set, others: rest.others & set };
            let (near, before) = (part.near(board), best);
            let had = before.iter().rposition(|row| row.iter().any(|sum| *sum > 0));
            for own_eyes in fewest_eyes(eyes, had, number + 1 == sets.len())..=eyes {
                // Who gives more eyes gives fewer, with as many replies.
                let Some(replies) = self.parts.least(board, (part, near), own_eyes, most) else { break };
                for (had, row) in before.iter().enumerate() {
                    let all = best[(had + own_eyes).min(MAX_EYES)][usize::from(replies)..].iter_mut();
                    for (all, sum) in
                        all.zip(&row[..=usize::from(most - replies)]).filter(|(_, sum)| **sum > 0)
                    {
                        *all = (*all).max(sum + set.count_ones() as u8);
                    }
                }
            }
        }
        (0..=most)
            .find(|replies| best[eyes..].iter().any(|row| u32::from(row[usize::from(*replies)]) > points))
    }
}

impl Parts {
    /// A memory of about `bytes` bytes, between a megabyte and the default.
    pub fn within(bytes: usize) -> Parts {
        Parts { max_known: (bytes / KNOWN_BYTES).clamp(MIN_KNOWN, MAX_KNOWN), ..Parts::default() }
    }

    fn forget_if_full(&mut self) {
        if self.known.len() > self.max_known {
            self.known.clear();
        }
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
        let mut sets = sets.peekable();
        while let Some(set) = sets.next() {
            let part = Part { set, own: rest.own & set, others: rest.others & set };
            let near = part.near(board);
            let before = least;
            let spent = before.into_iter().min().unwrap_or(IMPOSSIBLE);
            least = [IMPOSSIBLE; MAX_EYES + 1];
            let had = before.iter().rposition(|replies| *replies != IMPOSSIBLE);
            for own_eyes in fewest_eyes(eyes, had, sets.peek().is_none())..=eyes {
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
        let known = self.known.get(&part).copied().unwrap_or_default().gives[eyes];
        // Most parts that are searched give none, which one search with the most replies says.
        if !known.says(limit).unwrap_or_else(|| limit > 0 && self.finds(board, part, eyes, limit)) {
            return None;
        }
        let does =
            |replies: &u8| known.says(*replies).unwrap_or_else(|| self.finds(board, part, eyes, *replies));
        (known.open.max(1)..limit).find(does).or(Some(limit))
    }

    fn gives(&mut self, board: &Board, part: Part, eyes: usize, replies: u8) -> bool {
        if let Some(gives) = part.at_sight(part.near(board), eyes) {
            return gives;
        }
        if replies == 0 {
            return false;
        }
        let known = self.known.get(&part).and_then(|known| known.gives[eyes].says(replies));
        known.unwrap_or_else(|| self.finds(board, part, eyes, replies))
    }

    /// Whether a part gives `eyes` with `replies` replies, by a search.
    fn finds(&mut self, board: &Board, part: Part, eyes: usize, replies: u8) -> bool {
        // The opponent's stones come first, as most parts that give none fail by one of them.
        let gives =
            self.answers_all(board, part, eyes, replies) && self.has_progress(board, part, eyes, replies);
        self.known.entry(part).or_default().gives[eyes].learn(replies, gives);
        gives
    }

    /// Whether the prover has a reply to every stone of his opponent in a part.
    fn answers_all(&mut self, board: &Board, part: Part, eyes: usize, replies: u8) -> bool {
        let near = part.near(board);
        for point in part.moves(near) {
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
        if let Some(known) = self.known.get(&part).and_then(|known| known.has_progress[eyes].says(replies)) {
            return known;
        }
        let has = self.finds_progress(board, part, eyes, replies);
        self.known.entry(part).or_default().has_progress[eyes].learn(replies, has);
        has
    }

    fn finds_progress(&mut self, board: &Board, part: Part, eyes: usize, replies: u8) -> bool {
        let (near, replies) = (part.near(board), replies - 1);
        for point in part.moves(near) {
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

    /// The empty intersections, those that are adjacent to K first: stones there connect to K, or keep
    /// the prover from it, and decide most searches.
    fn moves(&self, near: u64) -> impl Iterator<Item = u8> + use<> {
        let empty = self.empty();
        members(empty & near).chain(members(empty & !near))
    }

    /// Whether the part gives `eyes` without a reply, or with no number of replies, if it is plain.
    fn at_sight(&self, near: u64, eyes: usize) -> Option<bool> {
        let free = self.empty() & near;
        // Without a liberty of K there is no eye; and the part that is to give both must have two, as
        // the opponent's stone on the only one takes K.
        if eyes > 0 && free == 0 || eyes == MAX_EYES && free.is_power_of_two() {
            return Some(false);
        }
        (eyes < MAX_EYES && near == self.set).then_some(true)
    }
}

/// The fewest eyes of a part that matter, by the most that the parts before it give: the last part has
/// to give those that lack, and parts that follow might give all.
fn fewest_eyes(eyes: usize, had: Option<usize>, last: bool) -> usize {
    if last { eyes.saturating_sub(had.unwrap_or(0)) } else { 0 }
}

/// Whether something holds of a choice of K among the prover's stones, of which some chains are
/// alive, with the eyes that the parts have to give. Alive sets come first, all alive chains before
/// others.
fn any_core(
    board: &Board,
    own: u64,
    alive: u64,
    max_untouched: u32,
    mut holds: impl FnMut((u64, usize)) -> bool,
) -> bool {
    let touches_enough = |chains: u64| {
        let untouched = board.full() & !chains & !board.adjacent(chains);
        untouched.count_ones() <= max_untouched
    };
    if own == 0 || !touches_enough(own) {
        return false;
    }
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

#[cfg(test)]
mod tests {
    use super::super::settled::secured_points;
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
        for spare in 0..4 {
            let mut with_rank = [0; FAR.most as usize + 1];
            for board in ["2x4", "3x3", "2x5", "1x9", "3x4", "star:6", "cycle:7"] {
                let board = Board::parse(board).unwrap();
                let points = board.points() as u32 - spare;
                let mut parts = Parts::default();
                let mut replies = Replies { limits: FAR, parts: &mut parts };
                for (number, position) in legal_positions(&board).enumerate() {
                    if !crate::sample::takes("rank", number) {
                        continue;
                    }
                    let Some(rank) = replies.rank(&board, &position, points) else { continue };
                    with_rank[usize::from(rank)] += 1;
                    if rank == 0 {
                        let filled = secured_points(&board, &position, Suicide::Forbidden, points);
                        assert!(filled >= points, "{board} {position:?}");
                        continue;
                    }
                    let moves = stones(&board, &position, Player::White).chain([position]);
                    for next in moves {
                        let mut answers = stones(&board, &next, Player::Black);
                        let smaller = |rank_then: u8| rank_then < rank;
                        assert!(
                            answers.any(|then| replies.rank(&board, &then, points).is_some_and(smaller)),
                            "{board} {points} {position:?} {rank}: {next:?}"
                        );
                    }
                }
            }
            let enough = with_rank.iter().all(|positions| *positions > crate::sample::least(300));
            assert!(enough, "{spare} {with_rank:?}");
        }
    }

    /// Who is sure of some points is sure of fewer, with no more replies.
    #[test]
    fn fewer_points_need_no_more_replies() {
        let board = Board::parse("2x6").unwrap();
        let mut parts = Parts::default();
        let mut replies = Replies { limits: FAR, parts: &mut parts };
        let mut fewer = 0;
        for (number, position) in legal_positions(&board).enumerate() {
            if !crate::sample::takes("fewer points", number) {
                continue;
            }
            let ranks = [12, 11, 10, 9, 8, 7].map(|points| replies.rank(&board, &position, points));
            let order = |rank: Option<u8>| rank.unwrap_or(IMPOSSIBLE);
            assert!(ranks.is_sorted_by(|more, less| order(*more) >= order(*less)), "{position:?} {ranks:?}");
            fewer += usize::from(ranks[0] != ranks[5]);
        }
        assert!(fewer > crate::sample::least(100), "{fewer}");
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
        let mut parts = all.map(|_| Parts::default());
        let mut settled = [0; 5];
        for position in legal_positions(&board) {
            let settles = |number: usize| {
                let mut replies = Replies { limits: all[number], parts: &mut parts[number] };
                replies.rank(&board, &position, 9).is_some()
            };
            let now: [bool; 5] = std::array::from_fn(settles);
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
            Limits { most: 5, points: 2, untouched: 5 }
        );
        assert_eq!(DEFAULT.in_search(), DEFAULT);
    }

    #[test]
    fn what_a_part_gives() {
        let rank = |board: &str, position: &str| {
            let board = Board::parse(board).unwrap();
            let position = parse_position(&board, position).unwrap();
            Replies { limits: FAR, parts: &mut Parts::default() }.rank(
                &board,
                &position,
                board.points() as u32,
            )
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

    /// Parts that were searched for other positions, players or limits change no rank.
    #[test]
    fn what_is_remembered_is_what_a_search_without_memory_finds() {
        if crate::sample::leaves_out_three_of_four("what_is_remembered_is_what_a_search_without_memory_finds")
        {
            return;
        }
        let (board, mut parts) = (Board::parse("3x3").unwrap(), Parts::default());
        for position in legal_positions(&board) {
            for (limits, points) in [(FAR, 9), (DEFAULT, 7), (Limits { most: 2, ..FAR }, 9)] {
                for position in [position, position.exchanged()] {
                    let kept = Replies { limits, parts: &mut parts }.rank(&board, &position, points);
                    let fresh = &mut Parts::default();
                    let alone = Replies { limits, parts: fresh }.rank(&board, &position, points);
                    assert_eq!(kept, alone, "{position:?} {limits:?} {points}");
                }
            }
        }
    }

    #[test]
    fn images_have_one_rank() {
        let board = Board::parse("3x3").unwrap();
        let mut parts = Parts::default();
        let mut replies = Replies { limits: FAR, parts: &mut parts };
        for position in legal_positions(&board) {
            for points in [9, 6] {
                let rank = replies.rank(&board, &position, points);
                for symmetry in board.symmetries() {
                    let image = position.image(symmetry);
                    assert_eq!(replies.rank(&board, &image, points), rank, "{position:?}");
                }
            }
        }
    }
}
