//! Parts of the board outside K, and the replies with which they give eyes: what this means is said
//! in [`replies`](super::replies).

use std::collections::HashMap;

use superko_go::Board;
use superko_go::bits::members;
use superko_go::hashing::FixedState;

/// The default limit of parts that are remembered, before all are forgotten.
const MAX_KNOWN: usize = 1 << 20;

/// The least limit: with less a search would look at the same parts again and again.
const MIN_KNOWN: usize = 1 << 14;

/// About the bytes of a part that is remembered.
const KNOWN_BYTES: usize = 2 * size_of::<(Part, Known)>();

/// The number of replies where no number is enough.
pub(super) const IMPOSSIBLE: u8 = u8::MAX;

/// The greatest number of eyes that is asked for.
pub(super) const MAX_EYES: usize = 2;

/// A part of the board outside K.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Part {
    /// Its intersections.
    pub(super) set: u64,
    /// The prover's stones there, none of which touches K.
    pub(super) own: u64,
    /// Those of his opponent.
    pub(super) others: u64,
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

impl Parts {
    /// A memory of about `bytes` bytes, between a megabyte and the default.
    pub fn within(bytes: usize) -> Parts {
        Parts { max_known: (bytes / KNOWN_BYTES).clamp(MIN_KNOWN, MAX_KNOWN), ..Parts::default() }
    }

    pub(super) fn forget_if_full(&mut self) {
        if self.known.len() > self.max_known {
            self.known.clear();
        }
    }

    /// The least number of replies, up to a limit, with which the connected parts of a set, which are
    /// given, give `eyes` in all.
    pub(super) fn min_of_parts(
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
    pub(super) fn least(
        &mut self,
        board: &Board,
        (part, near): (Part, u64),
        eyes: usize,
        limit: u8,
    ) -> Option<u8> {
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
    pub(super) fn near(&self, board: &Board) -> u64 {
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
pub(super) fn fewest_eyes(eyes: usize, had: Option<usize>, last: bool) -> usize {
    if last { eyes.saturating_sub(had.unwrap_or(0)) } else { 0 }
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
