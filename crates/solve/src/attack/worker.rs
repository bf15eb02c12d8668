//! The depth-first search of one thread: whether the prover gets his threshold within a bound on
//! his stones.
//!
//! In a state in which the prover is to move one of his moves must do, in one of his opponent's
//! turns each. The prover spends his bound by stones, and by passes too if there is suicide.
//! (Without it the opponent's stones only grow while the prover passes, so a line ends; the pass
//! after which the opponent has to play a stone, as his own would let the prover pass again, need
//! not be counted.) Where the bound is spent the position is settled, or the state counts as
//! refuted. As a state is settled or not whatever came before, so is every answer the same on every
//! path.
//!
//! Moves are tried in this order: the one that decided the state before, then those that score best
//! by the history heuristic ([`history`](super::history)). A pass of the opponent is tried last,
//! but first where the prover has few stones left: there most states are refuted even so. In a
//! guided search the moves of the opponent are tried first that leave the prover the least
//! ([`guide`](super::guide)).
//!
//! # Width
//! A search may be told to try no more than the most promising moves of the prover, in each state a
//! few: its *width*, and one more for each four stones that are left to him, as there is more to
//! gain by a choice that has more before it. All moves of the opponent are tried. So moves are
//! taken from the prover alone, and what is proved is proved; but what is refuted may be provable
//! by another move, and depends on what the search has learnt so far. On large boards such a search
//! finds proofs that one of all moves does not reach.
//!
//! # Threads
//! Several threads search the same state with one table. Each goes to the most promising move
//! first, so that all of them work on that one, and then leaves out for a while what another is
//! busy with (ABDADA: J.-C. Weill, *The ABDADA distributed minimax-search algorithm*, ICCA Journal
//! 19, 1996).

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use arrayvec::ArrayVec;

use super::guide::{Guide, MAX_MARGIN};
use super::history::{FIRST_SCORE, History, SCORE_BITS, Stone, Surroundings};
use super::replies::{Limits, Parts, Replies};
use super::state::{AttackGoal, AttackState, Hashes, Key, Node};
use super::table::{Known, MAX_BOUND, Table};
use crate::budget::{Budget, Stopped};
use superko_go::Move;
use superko_go::bits::members;
use superko_go::board::MAX_POINTS;
use superko_go::hashing::FixedState;

/// The most stones left to the prover with which a state is too little work to be shared.
const MAX_UNSHARED: u8 = 2;

/// The most stones left to the prover with which a pass of his opponent is tried first.
const MAX_PASS_FIRST: u8 = 3;

/// The stones left to the prover for which a search of limited width tries one move more.
const STONES_PER_MOVE: u8 = 4;

/// The reason why a thread gave up a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    Stopped(Stopped),
    /// The table should grow first.
    Crowded,
    /// Another thread has the answer, or this one has spent its nodes.
    Enough,
}

/// The data that all threads share.
pub struct Shared<'a> {
    pub aim: AttackGoal<'a>,
    pub budget: &'a Budget,
    pub hashes: &'a Hashes<'a>,
    /// The least number of stones that the prover needs.
    pub estimate: StoneEstimate,
    /// The limits of replies.
    pub replies: Limits,
    /// The width, if it is limited: see the head of this file.
    pub width: Option<u8>,
    /// The guide of the search, if it has one.
    pub guide: Option<&'a Guide>,
    pub surroundings: &'a Surroundings,
    pub table: &'a Table,
    /// Moves that are taken from the prover: see [`Findings`](super::search::Findings).
    pub banned: &'a HashSet<(u64, Move), FixedState>,
    /// Whether a thread has found the answer.
    pub found: &'a AtomicBool,
    /// The states that other threads are at.
    pub busy: &'a Busy,
}

/// The hashes of the states that threads are busy with, each in the slot of its hash. One may be
/// missing, if another has its slot; then two threads do the same work. It is empty if there is one
/// thread.
#[derive(Default)]
pub struct Busy(Vec<AtomicU64>);

impl Busy {
    /// A table for several threads.
    pub fn of_several() -> Busy {
        Busy(std::iter::repeat_with(AtomicU64::default).take(1 << 12).collect())
    }

    fn slot(&self, hash: u64) -> Option<&AtomicU64> {
        self.0.get(hash as usize & self.0.len().wrapping_sub(1))
    }

    fn has(&self, hash: u64) -> bool {
        self.slot(hash).is_some_and(|slot| slot.load(Relaxed) == hash)
    }

    /// Enters a state, or, with 0 for what is entered, leaves it.
    fn enter(&self, hash: u64, entered: u64) {
        if let Some(slot) = self.slot(hash) {
            slot.store(entered, Relaxed);
        }
    }
}

/// A thread of the search.
pub struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub history: History,
    /// Its memory of parts of the board.
    pub parts: Parts,
    pub nodes: u64,
    /// The nodes after which it gives up.
    pub max_nodes: u64,
    /// The nodes that the budget does not know of yet.
    pub unreported: u64,
}

/// A move to be searched, with the state that it leads to and the bound there.
struct Candidate {
    mv: Move,
    next: AttackState,
    hash: u64,
    bound: u8,
    score: u64,
}

/// The moves of a state to be searched.
type Candidates = ArrayVec<Candidate, { MAX_POINTS + 1 }>;

/// The answer for a state, and the move that decides it for its mover.
type Decision = (bool, Option<Move>);

impl Worker<'_> {
    /// Whether the prover gets his threshold from a node with a table entry.
    pub fn prove(&mut self, node: &Node, bound: u8, known: Option<Known>) -> Result<bool, Halt> {
        self.count()?;
        let Shared { aim, hashes, table, .. } = self.shared;
        let (key, before, proving) = (node.key(hashes), self.nodes, node.place.proving);
        // What the opponent keeps is looked at once.
        if known.is_none() && aim.is_refuted(&node.place, &mut self.replies()) {
            table.put(key.hash, MAX_BOUND, false, None, 1);
            return Ok(false);
        }
        let hint = known.and_then(|known| known.mv).map(|mv| mv.map(|point| key.from_image(hashes, point)));
        let (answer, mv) = self.decide(node, &key, bound, hint)?;
        if let Some(point) = mv.and_then(Move::placed) {
            self.history.record_cutoff(proving, point, bound);
        }
        let mv = mv.map(|mv| mv.map(|point| key.to_image(hashes, point)));
        table.put(key.hash, bound, answer, mv, self.nodes - before + 1);
        Ok(answer)
    }

    fn decide(&mut self, node: &Node, key: &Key, bound: u8, hint: Option<Move>) -> Result<Decision, Halt> {
        let Shared { aim, table, busy, guide, .. } = self.shared;
        let wanted = node.place.proving;
        let mut candidates = Candidates::new();
        if let Some(mv) = self.list_moves(&mut candidates, node, key, bound) {
            return Ok((wanted, Some(mv)));
        }
        table.prefetch(candidates.iter().map(|candidate| candidate.hash));
        let mut decisive = None;
        candidates.retain(|candidate| {
            let answer = match table.get(candidate.hash) {
                Some(known) => known.answer(candidate.bound),
                None if guide.is_some_and(|guide| guide.margin(&candidate.next).is_none()) => Some(false),
                None => aim.settled(&candidate.next, &mut self.replies()).then_some(true),
            };
            if answer == Some(wanted) {
                decisive = decisive.or(Some(candidate.mv));
            }
            if answer.is_none() {
                candidate.score = self.score(candidate, node, bound, hint);
            }
            answer.is_none() && decisive.is_none()
        });
        if decisive.is_some() {
            return Ok((wanted, decisive));
        }
        candidates.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.score));
        if let Some(width) = self.shared.width.filter(|_| wanted) {
            candidates.truncate(usize::from(width + bound / STONES_PER_MOVE));
        }
        let mut deferred = 0u128;
        for (number, candidate) in candidates.iter().enumerate() {
            if number > 0 && candidate.bound > MAX_UNSHARED && busy.has(candidate.hash) {
                deferred |= 1 << number;
            } else if self.answers(node, candidate, wanted)? {
                return Ok((wanted, Some(candidate.mv)));
            }
        }
        for (_, candidate) in candidates.iter().enumerate().filter(|(number, _)| deferred >> number & 1 == 1)
        {
            if self.answers(node, candidate, wanted)? {
                return Ok((wanted, Some(candidate.mv)));
            }
        }
        Ok((!wanted, None))
    }

    /// Whether a move leads to the wanted answer.
    fn answers(&mut self, node: &Node, candidate: &Candidate, wanted: bool) -> Result<bool, Halt> {
        let Shared { hashes, table, busy, .. } = self.shared;
        // It may have become known since.
        let known = table.get(candidate.hash);
        if let Some(answer) = known.and_then(|known| known.answer(candidate.bound)) {
            return Ok(answer == wanted);
        }
        busy.enter(candidate.hash, candidate.hash);
        let before = self.nodes;
        let answer = self.prove(&node.to(hashes, candidate.next), candidate.bound, known);
        busy.enter(candidate.hash, 0);
        let does = answer? == wanted;
        if let Some(point) = candidate.mv.placed() {
            let stone = Stone { position: &node.place.position, proving: wanted, point };
            self.history.update(self.shared.surroundings, stone, candidate.bound, does, self.nodes - before);
        }
        Ok(does)
    }

    /// Lists the moves of a node that need to be looked at; a move that decides it at sight ends
    /// the candidate.
    #[inline]
    fn list_moves(&mut self, candidates: &mut Candidates, node: &Node, key: &Key, bound: u8) -> Option<Move> {
        let Shared { aim, hashes, estimate, banned, .. } = self.shared;
        let (place, board) = (&node.place, aim.board);
        let is_banned = |mv: Move| {
            !banned.is_empty() && banned.contains(&(key.hash, mv.map(|point| key.to_image(hashes, point))))
        };
        let mut add = |mv: Move, next: AttackState, bound: u8| {
            let hash = node.to(hashes, next).hash(hashes);
            candidates.push(Candidate { mv, next, hash, bound, score: 0 });
        };
        if !place.proving {
            // A pass after one of the prover is answered by another.
            if !place.passed {
                add(Move::Pass, place.pass(), bound);
            }
            let adjacent = board.adjacent(place.position.stones[0]);
            for (point, next) in place.stones(board, &aim.terms) {
                let own = next.position.stones[0];
                let same = own == place.position.stones[0];
                if !estimate.may_suffice(own, if same { adjacent } else { board.adjacent(own) }, bound) {
                    return Some(Move::Place(point));
                }
                add(Move::Place(point), next, bound);
            }
            return None;
        }
        if aim.may_pass(place) && !is_banned(Move::Pass) {
            if aim.pass_ends(place) {
                return Some(Move::Pass);
            }
            if let Some(bound) = bound.checked_sub(aim.cost_of_pass()) {
                add(Move::Pass, place.pass(), bound);
            }
        }
        let bound = bound.checked_sub(1)?;
        for (point, next) in place.stones(board, &aim.terms) {
            let own = next.position.stones[0];
            if !estimate.may_suffice(own, board.adjacent(own), bound) || is_banned(Move::Place(point)) {
                continue;
            }
            if bound > 0 {
                add(Move::Place(point), next, bound);
            } else if aim.settled(&next, &mut self.replies()) {
                return Some(Move::Place(point));
            }
        }
        None
    }

    #[inline]
    fn score(&self, candidate: &Candidate, node: &Node, bound: u8, hint: Option<Move>) -> u64 {
        let (position, proving) = (&node.place.position, node.place.proving);
        if hint == Some(candidate.mv) {
            return u64::MAX;
        }
        let score = match candidate.mv.placed() {
            Some(point) => {
                self.history.score(self.shared.surroundings, Stone { position, proving, point }, bound)
            }
            None if !proving && candidate.bound <= MAX_PASS_FIRST => FIRST_SCORE,
            None => 0,
        };
        let Some(guide) = self.shared.guide.filter(|_| !proving) else { return score };
        let tight = MAX_MARGIN - guide.margin(&candidate.next).unwrap_or(0);
        score + (u64::from(tight) << SCORE_BITS)
    }

    fn replies(&mut self) -> Replies<'_> {
        Replies { limits: self.shared.replies, parts: &mut self.parts }
    }

    /// Counts a node.
    fn count(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        self.unreported += 1;
        let Shared { budget, table, found, .. } = self.shared;
        if self.unreported < budget.stride() {
            return Ok(());
        }
        budget.report(table.entry_count(), table.bytes());
        budget.charge(std::mem::take(&mut self.unreported)).map_err(Halt::Stopped)?;
        if self.nodes >= self.max_nodes || found.load(Relaxed) {
            return Err(Halt::Enough);
        }
        if table.is_crowded() { Err(Halt::Crowded) } else { Ok(()) }
    }
}

// --- stone estimate -----------------------------------------------------------------------------------------------------------
//
// The least number of stones that the prover needs, by what his stones have to touch.
//
// In a settled position he has his stones, and intersections adjacent to them, and by
// [`replies`](super::replies) a few more. So, if he gets the points that he needs with stones on
// some further intersections, these and what is adjacent to them make up for what is neither his
// nor adjacent to a stone of his now, whatever is captured in between. Each can make up for no more
// than it does on the position as it is, and the sum of the best is compared with what is missing.
//
// (A proof may also end by passes, on a position that is not settled, and there he may need less.
// Such a proof may be lost here, and none is made.)

/// The most stones whose gains are summed; of more only the number is compared.
const MAX_EXACT: u8 = 4;

/// An estimate of the stones that the prover still needs.
pub struct StoneEstimate {
    full: u64,
    /// Each intersection with those adjacent to it.
    close: Vec<u64>,
    /// The most of them at one intersection.
    widest: u32,
    /// The points that are needed.
    needed_points: u32,
}

impl StoneEstimate {
    /// The estimate for a goal, where replies are looked for within some limits.
    pub fn of(aim: &AttackGoal, limits: Limits) -> StoneEstimate {
        let close: Vec<u64> =
            (0..aim.board.points()).map(|point| 1 << point | aim.board.adjacent(1 << point)).collect();
        let widest = close.iter().map(|close| close.count_ones()).max().unwrap_or(1);
        let untouched = if aim.by_replies() { u32::from(limits.untouched) } else { 0 };
        StoneEstimate {
            full: aim.board.full(),
            close,
            widest,
            needed_points: aim.needed_points().saturating_sub(untouched),
        }
    }

    /// Whether a number of stones may be enough, by the stones of the prover and what is adjacent
    /// to them.
    #[inline]
    pub fn may_suffice(&self, own: u64, adjacent: u64, stones: u8) -> bool {
        let touched = own | adjacent;
        let missing_points = self.needed_points.saturating_sub(touched.count_ones());
        if missing_points > u32::from(stones) * self.widest {
            return false;
        }
        missing_points == 0
            || stones > MAX_EXACT
            || self.max_gain(self.full & !touched, own, stones) >= missing_points
    }

    /// The most that a number of stones can make up for.
    fn max_gain(&self, missing: u64, own: u64, stones: u8) -> u32 {
        let mut counts = [0u8; u64::BITS as usize + 1];
        for point in members(self.full & !own) {
            counts[(self.close[usize::from(point)] & missing).count_ones() as usize] += 1;
        }
        let (mut left, mut sum) = (u32::from(stones), 0);
        for gain in (1..=self.widest).rev() {
            let taken = left.min(u32::from(counts[gain as usize]));
            sum += taken * gain;
            left -= taken;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack::{
        Terms,
        replies::{DEFAULT, Parts, Replies},
        state::AttackState,
    };
    use superko_go::position::legal_positions;
    use superko_go::{Board, Player};

    #[test]
    fn what_is_settled_after_some_stones_is_within_the_estimate() {
        let terms = Terms::PLAIN;
        let (mut settled, mut refused) = (0, 0);
        for board in ["2x4", "3x3", "1x7", "star:6"] {
            let board = Board::parse(board).unwrap();
            let points = board.points() as i32;
            let narrow = Limits { untouched: 1, ..DEFAULT };
            for (threshold, limits) in [1, points - 2, points]
                .into_iter()
                .flat_map(|threshold| [DEFAULT, narrow].map(|limits| (threshold, limits)))
            {
                let aim = AttackGoal { board: &board, terms, threshold };
                let (estimate, mut parts) = (StoneEstimate::of(&aim, limits), Parts::default());
                let mut replies = Replies { limits, parts: &mut parts };
                let may_suffice = |place: &AttackState, stones| {
                    let own = place.position.stones[0];
                    estimate.may_suffice(own, board.adjacent(own), stones)
                };
                for position in legal_positions(&board) {
                    let place = AttackState::start(&position, Player::Black, Player::Black);
                    refused += usize::from(!may_suffice(&place, 1));
                    // No stone, one, and two in a row, as if the opponent passed.
                    let one: Vec<AttackState> =
                        place.stones(&board, &terms).map(|(_, next)| next.pass()).collect();
                    let two = one.iter().flat_map(|next| next.stones(&board, &terms));
                    let last = two.map(|(_, next)| (2, next));
                    let all =
                        std::iter::once((0, place)).chain(one.iter().map(|next| (1, *next))).chain(last);
                    for (stones, _) in all.filter(|(_, last)| aim.settled(last, &mut replies)) {
                        assert!(may_suffice(&place, stones), "{board} {threshold} {position:?} {stones}");
                        settled += 1;
                    }
                }
            }
        }
        assert!(settled > 1_000 && refused > 1_000, "{settled} {refused}");
    }
}
