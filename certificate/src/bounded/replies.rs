//! Settled positions, for which a proof says no move.
//!
//! In some a player is sure of points whatever came before and whoever is to move. In others he has
//! a reply to each stone of his opponent in some parts of the board, near that stone, until these
//! parts are his without a move being said. `docs/how-it-works.md` has the arguments: for both ways
//! to be sure and for replies.

use std::collections::HashMap;

use crate::format::Stones;
use crate::rules::{Board, members};

/// The points by which a player is sure to lead, by passing or by filling. He fills the parts of
/// the board each intersection of which is adjacent to his alive chains, while his opponent has
/// stones in them.
pub fn secured_points(board: &Board, stones: &Stones, player: u8) -> i64 {
    let (chains, eyes) = board.alive(stones, player, board.fills_without_suicide());
    let by_passing = (chains | eyes).count_ones();
    // By filling, regions that count as vital have each of their intersections adjacent to the
    // chain, occupied or not.
    let (chains, _) = board.alive(stones, player, false);
    let near = board.adjacent(chains);
    let secured = board.parts(board.full() & !chains).filter(|part| part & !near == 0);
    let by_filling = secured.fold(chains, |set, part| set | part).count_ones();
    2 * i64::from(by_passing.max(by_filling)) - board.points as i64
}

// --- By replies ---

// What lies outside the prover's chains K falls into connected parts. What happens in one of them
// is a matter of the stones in it alone: its neighbours outside belong to K, and so nothing in it
// is adjacent to another part. So each part is searched on its own, and what is found of it is
// remembered for all positions.

/// The most eyes that are asked for: those that keep K, if it is not alive without them.
const MAX_EYES: usize = 2;

/// The most parts that are remembered, before all are forgotten.
const MAX_KNOWN: usize = 1 << 20;

/// The limits within which positions are settled by replies. They are the numbers of a
/// certificate's line `replies`, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replies {
    /// The most replies that the parts of the board may need in all.
    pub most: u8,
    /// The most intersections of a part that is searched. Parts all of whose intersections are
    /// adjacent to the chains around them may be larger.
    pub points: u8,
    /// The most intersections that are neither in K nor adjacent to it.
    pub untouched: u8,
}

/// A part of what lies outside K, or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Part {
    /// The intersections.
    set: u64,
    /// The prover's stones in it.
    own: u64,
    /// The stones of his opponent in it.
    others: u64,
}

/// The bounds known for the replies with which a part gives eyes.
#[derive(Debug, Clone, Copy, Default)]
struct Found {
    /// The least number of replies with which it is known to give them.
    proved: Option<u8>,
    /// The least number of replies with which it is not known not to.
    open: u8,
}

/// What is remembered of the parts of a board, for each number of eyes.
#[derive(Debug, Default)]
pub struct Known(HashMap<Part, [Found; MAX_EYES + 1]>);

impl Replies {
    /// Reads the limits of a line: whole numbers from 1 to 64, without leading zeros.
    pub(super) fn parse(words: &[String]) -> Option<Replies> {
        let number = |word: &String| {
            let number = word.parse().ok().filter(|number: &u8| (1..=64).contains(number))?;
            (number.to_string() == *word).then_some(number)
        };
        let [most, points, untouched] = words else { return None };
        Some(Replies { most: number(most)?, points: number(points)?, untouched: number(untouched)? })
    }

    /// The least number of replies by which the prover is sure of `points` points of a position, if
    /// within the limits.
    pub(super) fn least(
        &self,
        board: &Board,
        known: &mut Known,
        stones: &Stones,
        prover: u8,
        points: u32,
    ) -> Option<u8> {
        let own = Board::own(stones, prover);
        // Intersections that are not needed may be untouched.
        let most = u32::from(self.untouched) + board.points as u32 - points;
        let touched = |set: u64| (board.full() & !set & !board.adjacent(set)).count_ones() <= most;
        // What is untouched by all of his stones is untouched by K.
        if !touched(own) {
            return None;
        }
        let mut search = Search { board, known };
        let mut around = |chains: u64, eyes: usize| {
            let near = board.adjacent(chains);
            let others = Board::own(stones, 1 - prover);
            let rest = Part { set: board.full() & !chains, own: own & !chains, others };
            let fits = |part: &u64| part.count_ones() <= u32::from(self.points) || part & !near == 0;
            let parts: Vec<Part> = board.parts(rest.set).filter(fits).map(|set| rest.within(set)).collect();
            search.least_of_some(&parts, eyes, self.most, points.saturating_sub(chains.count_ones()))
        };
        // A set of chains that are alive on their own is among those that are alive.
        let (alive, _) = board.alive(stones, prover, false);
        let living: Vec<u64> = board.parts(alive).collect();
        let sets = (1..1u64 << living.len()).map(|chosen| {
            let chosen = living.iter().enumerate().filter(|(number, _)| chosen >> number & 1 == 1);
            chosen.fold(0, |set, (_, chain)| set | chain)
        });
        let live_alone =
            |set: &u64| *set == alive || board.alive(&alone(*set, prover), prover, false).0 == *set;
        let sets = sets.filter(|set| touched(*set)).filter(live_alone).map(|set| (set, 0));
        let chains = board.parts(own).filter(|chain| touched(*chain)).map(|chain| (chain, MAX_EYES));
        sets.chain(chains).filter_map(|(chains, eyes)| around(chains, eyes)).min()
    }
}

impl Part {
    fn empty(&self) -> u64 {
        self.set & !self.own & !self.others
    }

    /// The part of it in some of its intersections.
    fn within(&self, set: u64) -> Part {
        Part { set, own: self.own & set, others: self.others & set }
    }

    /// The part after a stone of the prover, and the chain of that stone.
    fn with_own(mut self, board: &Board, stone: u64) -> (Part, u64) {
        self.own |= stone;
        self.others &= !captured(board, self.others, stone, self.empty());
        (self, board.flood(stone, self.own))
    }

    /// The part after a stone of the prover's opponent, and the chain of that stone.
    fn with_others(mut self, board: &Board, stone: u64) -> (Part, u64) {
        self.others |= stone;
        self.own &= !captured(board, self.own, stone, self.empty());
        (self, board.flood(stone, self.others))
    }
}

/// A position of stones of one of two players alone.
fn alone(stones: u64, player: u8) -> Stones {
    if player == 0 { [stones, 0, 0] } else { [0, stones, 0] }
}

/// The chains captured by a new stone: adjacent to it and without a liberty.
fn captured(board: &Board, stones: u64, stone: u64, empty: u64) -> u64 {
    let (beside, liberties) = (board.adjacent(stone) & stones, board.adjacent(empty));
    let mut chains = 0;
    for point in members(beside) {
        let chain = board.flood(1 << point, stones);
        chains |= if chain & liberties == 0 { chain } else { 0 };
    }
    chains
}

/// A search of parts.
struct Search<'a> {
    board: &'a Board,
    known: &'a mut Known,
}

impl Search<'_> {
    /// The least number of replies with which the parts of `rest` give the eyes. It is none above
    /// the limit.
    ///
    /// A part that gives some eyes gives fewer with as many replies: each rule asks for no more
    /// then. So each part needs as many replies as it does for no eyes, and what the others need
    /// for none is not left for its eyes.
    fn least_of_all(&mut self, rest: Part, eyes: usize, limit: u8) -> Option<u8> {
        let mut parts = Vec::new();
        let mut needed = 0;
        for set in self.board.parts(rest.set) {
            let part = rest.within(set);
            let least = self.least(part, 0, 0, limit - needed)?;
            needed += least;
            parts.push((part, least));
        }
        // How many replies the parts so far need beyond those for no eyes, to give as many
        // eyes as the index or, at the last index, more.
        let mut beyond = [Some(0), None, None];
        for (part, least) in parts {
            let before = beyond;
            for own_eyes in 1..=eyes {
                let found = self.least(part, own_eyes, least, least + limit - needed);
                let Some(extra) = found.map(|replies| replies - least) else { break };
                for (had, sum) in before.iter().enumerate() {
                    let Some(sum) = sum.map(|sum| sum + extra).filter(|sum| *sum <= limit - needed) else {
                        continue;
                    };
                    let all = &mut beyond[(had + own_eyes).min(MAX_EYES)];
                    *all = Some(all.map_or(sum, |all| all.min(sum)));
                }
            }
        }
        beyond[eyes..].iter().flatten().min().map(|sum| needed + sum)
    }

    /// The least number of replies with which some of the parts have `points` intersections and give
    /// the eyes. It is none above the limit.
    fn least_of_some(&mut self, parts: &[Part], eyes: usize, limit: u8, points: u32) -> Option<u8> {
        let sizes = |parts: &[Part]| parts.iter().map(|part| part.set.count_ones()).sum::<u32>();
        if sizes(parts) < points {
            return None;
        }
        // For each number of eyes, with the last index for more, and of replies the most
        // intersections of a choice among the parts so far.
        let mut most = vec![[None; MAX_EYES + 1]; usize::from(limit) + 1];
        most[0][0] = Some(0);
        for (number, part) in parts.iter().enumerate() {
            let before = most.clone();
            // What is left cannot make up for more.
            let left = sizes(&parts[number..]);
            if before.iter().flatten().all(|sum| sum.is_none_or(|sum: u32| sum + left < points)) {
                return None;
            }
            let size = part.set.count_ones();
            for own_eyes in 0..=eyes {
                let Some(replies) = self.least(*part, own_eyes, 0, limit) else { break };
                for (had, sums) in before.iter().enumerate().take(usize::from(limit - replies) + 1) {
                    for (eyes, sum) in sums.iter().enumerate() {
                        let all = &mut most[had + usize::from(replies)][(eyes + own_eyes).min(MAX_EYES)];
                        *all = (*all).max(sum.map(|sum| sum + size));
                    }
                }
            }
        }
        let enough =
            |sums: &[Option<u32>; MAX_EYES + 1]| sums[eyes..].iter().flatten().any(|sum| *sum >= points);
        most.iter().position(enough).map(|replies| replies as u8)
    }

    /// The least number of replies, `first` to `last`, by which a part gives the eyes.
    fn least(&mut self, part: Part, eyes: usize, first: u8, last: u8) -> Option<u8> {
        (first..=last).find(|replies| self.gives(part, eyes, *replies))
    }

    /// Whether a connected part gives a number of eyes with a number of replies.
    fn gives(&mut self, part: Part, eyes: usize, replies: u8) -> bool {
        let near = self.near(&part);
        if eyes > 0 && near & part.empty() == 0 {
            return false;
        }
        if eyes < MAX_EYES && near == part.set {
            return true;
        }
        if replies == 0 {
            return false;
        }
        let found = self.known.0.get(&part).map_or(Found::default(), |found| found[eyes]);
        if replies < found.open {
            return false;
        }
        if found.proved.is_some_and(|proved| proved <= replies) {
            return true;
        }
        let gives = self.has_stone(part, eyes, replies - 1) && self.answers(part, eyes, replies);
        if self.known.0.len() >= MAX_KNOWN {
            self.known.0.clear();
        }
        let found = &mut self.known.0.entry(part).or_default()[eyes];
        match gives {
            true => found.proved = Some(replies),
            false => found.open = replies + 1,
        }
        gives
    }

    /// Whether each stone of the opponent has a reply that gives the eyes.
    fn answers(&mut self, part: Part, eyes: usize, replies: u8) -> bool {
        let near = self.near(&part);
        for point in members(part.empty()) {
            let (next, chain) = part.with_others(self.board, 1 << point);
            if eyes == MAX_EYES && near & next.empty() == 0 {
                // It takes K, whatever the stone's own liberties are: K may have none in another
                // part.
                return false;
            }
            let stands = self.board.adjacent(chain) & next.empty() != 0;
            // Nothing is lost by asking for a reply at once. Which intersections are near does not
            // depend on stones, so the part as it then stands gives nothing without one, and gives
            // the eyes only if a stone of the prover makes progress.
            if stands && !self.has_stone(next, eyes, replies - 1) {
                return false;
            }
        }
        true
    }

    /// Whether a stone of the prover makes a part give the eyes with `replies` more.
    fn has_stone(&mut self, part: Part, eyes: usize, replies: u8) -> bool {
        let near = self.near(&part);
        members(part.empty()).any(|point| {
            let (next, chain) = part.with_own(self.board, 1 << point);
            if chain & near != 0 {
                return self.least_of_all(next.within(part.set & !chain), eyes, replies).is_some();
            }
            self.board.adjacent(chain) & next.empty() != 0 && self.gives(next, eyes, replies)
        })
    }

    /// The intersections of a connected part that are adjacent to one outside of it.
    fn near(&self, part: &Part) -> u64 {
        part.set & self.board.adjacent(self.board.full() & !part.set)
    }
}

#[cfg(test)]
mod tests {
    use super::super::header::Bounded;
    use super::*;
    use crate::header::text::Lines;

    const LIMITS: Replies = Replies { most: 3, points: 9, untouched: 4 };
    const NO_LIMITS: Replies = Replies { most: 3, points: 64, untouched: 64 };

    /// A board and a position on it, the rows from the top.
    fn position(rows: &str) -> (Board, Stones) {
        let (height, width) = (rows.split('/').count(), rows.find('/').unwrap_or(rows.len()));
        let rules = "clause bars position\nclause passes-in-a-row 2";
        let text = format!(
            "board {height}x{width}\n{rules}\nstart {rows} black\nclaim >= 1 two-passes play\ndata\n"
        );
        let bounded = Bounded::read(&mut Lines::new(text.as_bytes())).unwrap();
        (Board::new(&bounded.header), bounded.start)
    }

    fn least(rows: &str, limits: Replies) -> Option<u8> {
        let (board, stones) = position(rows);
        let all = board.points as u32;
        let least = limits.least(&board, &mut Known::default(), &stones, 0, all);
        // The players change places with their stones.
        let exchanged = [stones[1], stones[0], 0];
        assert_eq!(limits.least(&board, &mut Known::default(), &exchanged, 1, all), least, "{rows}");
        least
    }

    /// All positions of a board in which every chain has a liberty.
    fn positions(board: &Board) -> impl Iterator<Item = Stones> {
        let place = |code: u64, digit: u64| {
            let digits = (0..board.points).scan(code, |rest, point| {
                let here = *rest % 3 == digit;
                *rest /= 3;
                Some(u64::from(here) << point)
            });
            digits.sum::<u64>()
        };
        let all = (0..3u64.pow(board.points as u32)).map(move |code| [place(code, 1), place(code, 2), 0]);
        all.filter(|stones| board.is_legal(stones))
    }

    #[test]
    fn positions_have_the_replies_that_were_worked_out_by_hand() {
        // Alive as it stands.
        assert_eq!(least(".X.X.", NO_LIMITS), Some(0));
        // B1 takes A1 off, which leaves a chance of an eye; White at B1 makes a ko of it that goes
        // on and on.
        assert_eq!(least("..X..", Replies { most: 9, ..NO_LIMITS }), None);
        // C1 is an eye. A2 is a reply to each stone but one there, to which B3 is.
        assert_eq!(least(".../.XX/.X.", NO_LIMITS), Some(1));
        // B3 makes two eyes of the one part. White at B3 is taken off from C3, and B3 is left to be
        // played.
        let limits = Replies { most: 2, points: 6, untouched: 2 };
        assert_eq!(least("X../.X./.XX", limits), Some(2));
        assert_eq!(least("X../.X./.XX", Replies { most: 1, ..limits }), None);
        // The part has six intersections, of which A3 and C3 are out of touch with the chain.
        assert_eq!(least("X../.X./.XX", Replies { points: 5, ..limits }), None);
        assert_eq!(least("X../.X./.XX", Replies { untouched: 1, ..limits }), None);
        // Large parts do not matter where the chains are adjacent to all of them.
        let limits = Replies { points: 1, untouched: 1, ..limits };
        assert_eq!(least(".X./.X./.X.", limits), Some(0));
        assert_eq!(least(".X../.X../.X..", limits), None);
        assert_eq!(least("...", NO_LIMITS), None);
    }

    #[test]
    fn a_part_that_is_to_give_both_eyes_needs_a_liberty_of_the_chain_after_each_stone() {
        // B3 takes all stones of White for Black, and Black's chain for White, who has no liberty
        // there otherwise.
        let (board, stones) = position("O.O/OXO/OXX");
        let chain = Board::own(&stones, 0);
        let part = Part { set: board.full() & !chain, own: 0, others: Board::own(&stones, 1) };
        let mut known = Known::default();
        let mut search = Search { board: &board, known: &mut known };
        assert_eq!(search.least(part, MAX_EYES, 0, 9), None);
        // One eye is enough where the chain has a liberty elsewhere, so that White may not play at
        // B3.
        assert_eq!(search.least(part, 1, 0, 9), Some(1));
        // The stone of Black gives both.
        assert!(search.has_stone(part, MAX_EYES, 0));
    }

    /// The rules of the format word for word, which are slow.
    mod word_for_word {
        use super::*;

        /// Whether connected parts give `eyes` eyes with `replies` replies in all.
        fn all_give(board: &Board, parts: &[Part], eyes: usize, replies: u8) -> bool {
            let Some((part, rest)) = parts.split_first() else { return eyes == 0 };
            (0..=MAX_EYES).any(|e| {
                (0..=replies).any(|r| {
                    gives(board, *part, e, r) && all_give(board, rest, eyes.saturating_sub(e), replies - r)
                })
            })
        }

        fn does(board: &Board, part: Part, stone: u64, eyes: usize, replies: u8) -> bool {
            let near = part.set & board.adjacent(board.full() & !part.set);
            let mut next = Part { own: part.own | stone, ..part };
            let chains: Vec<u64> = board.parts(next.others).collect();
            for chain in chains {
                if board.adjacent(chain) & stone != 0 && board.adjacent(chain) & part.empty() & !stone == 0 {
                    next.others &= !chain;
                }
            }
            let chain = board.parts(next.own).find(|chain| chain & stone != 0).unwrap();
            if chain & near != 0 {
                let parts: Vec<Part> = board.parts(part.set & !chain).map(|set| next.within(set)).collect();
                return all_give(board, &parts, eyes, replies);
            }
            board.adjacent(chain) & next.empty() != 0 && gives(board, next, eyes, replies)
        }

        pub fn gives(board: &Board, part: Part, eyes: usize, replies: u8) -> bool {
            let near = part.set & board.adjacent(board.full() & !part.set);
            if eyes >= 1 && near & part.empty() == 0 {
                return false;
            }
            if eyes <= 1 && near == part.set {
                return true;
            }
            if replies == 0 {
                return false;
            }
            let some_does = |part: Part| {
                (0..board.points)
                    .map(|point| 1 << point)
                    .any(|stone| stone & part.empty() != 0 && does(board, part, stone, eyes, replies - 1))
            };
            some_does(part)
                && (0..board.points).map(|point| 1 << point).filter(|stone| stone & part.empty() != 0).all(
                    |stone| {
                        let mut next = Part { others: part.others | stone, ..part };
                        for chain in board.parts(part.own) {
                            let touched = board.adjacent(chain) & stone != 0;
                            if touched && board.adjacent(chain) & part.empty() & !stone == 0 {
                                next.own &= !chain;
                            }
                        }
                        let chain = board.parts(next.others).find(|chain| chain & stone != 0).unwrap();
                        let takes = eyes == MAX_EYES && near & next.empty() == 0;
                        let may = board.adjacent(chain) & next.empty() != 0 || takes;
                        !may || !takes && (gives(board, next, eyes, replies) || some_does(next))
                    },
                )
        }
    }

    #[test]
    fn the_search_of_parts_says_what_the_rules_say_word_for_word() {
        for (rows, most) in [("......", 3), (".../...", 3), ("..../....", 2), (".../.../...", 2)] {
            let (board, _) = position(rows);
            let mut known = Known::default();
            let mut given = 0;
            for stones in positions(&board) {
                let (own, others) = (Board::own(&stones, 0), Board::own(&stones, 1));
                for chain in board.parts(own) {
                    for set in board.parts(board.full() & !chain) {
                        let part = Part { set, own: own & set, others: others & set };
                        for (eyes, replies) in
                            (0..=MAX_EYES).flat_map(|eyes| (0..=most).map(move |r| (eyes, r)))
                        {
                            let mut search = Search { board: &board, known: &mut known };
                            let gives = search.gives(part, eyes, replies);
                            let expected = word_for_word::gives(&board, part, eyes, replies);
                            assert_eq!(gives, expected, "{rows} {part:?} {eyes} {replies}");
                            given += u64::from(gives && replies > 0);
                        }
                    }
                }
            }
            assert!(given > 0, "{rows}");
        }
    }

    /// Black is alive on the left. White takes a stone of the rest by F1, and more is out of touch
    /// with all of Black's stones than before. If it were counted from all of these and not from K,
    /// the position would be settled with 3, 9, 1, but none after F1 and a reply.
    #[test]
    fn what_is_out_of_touch_is_counted_from_the_chains_that_stay() {
        let limits = Replies { untouched: 1, ..LIMITS };
        assert_eq!(least(".X.X.O/XXXXOX/XO.XO.", limits), None);
        assert!(least(".X.X.O/XXXXOX/XO.XO.", LIMITS).is_some());
    }

    /// Whatever the prover's opponent does, the prover has a stone that the board admits after
    /// which the position needs fewer replies than before, and than before his opponent's move,
    /// until he is sure of all points. So no position comes back that a stone of his makes, and no
    /// ban can touch him.
    #[test]
    fn the_prover_needs_ever_fewer_replies_until_he_is_sure_of_the_points() {
        let deep = Replies { most: 5, ..NO_LIMITS };
        let narrow = Replies { most: 3, points: 6, untouched: 2 };
        for rows in ["........", "..../....", ".../.../...", "...../....."] {
            let (board, _) = position(rows);
            let all = board.points as u32;
            for (limits, points) in [LIMITS, NO_LIMITS, deep, narrow]
                .into_iter()
                .flat_map(|limits| [all, all - 1, all - 3, all / 2 + 1].map(|points| (limits, points)))
            {
                let mut known = Known::default();
                let mut counts = [0; 8];
                for stones in positions(&board) {
                    let mut rank = |stones: &Stones| limits.least(&board, &mut known, stones, 0, points);
                    let Some(before) = rank(&stones) else { continue };
                    counts[usize::from(before)] += 1;
                    let lead = 2 * i64::from(points) - board.points as i64;
                    let is_sure = |stones: &Stones| secured_points(&board, stones, 0) >= lead;
                    assert!(before > 0 || is_sure(&stones), "{stones:?}");
                    let plays = (0..board.points).filter_map(|point| board.place(&stones, 1, point));
                    let nexts: Vec<Stones> = plays.map(|(next, _)| next).chain([stones]).collect();
                    for next in nexts {
                        let needed = rank(&next).map_or(before, |rank| rank.min(before));
                        let has_stone = (0..board.points).any(|point| {
                            let after = board.place(&next, 0, point);
                            after.and_then(|(after, _)| rank(&after)).is_some_and(|rank| rank < needed)
                        });
                        assert!(
                            is_sure(&next) || has_stone,
                            "{rows} {limits:?} {points} {stones:?} {next:?} {before}"
                        );
                    }
                }
                assert!(rows.len() < 10 || counts[1] > 0 && counts[2] > 0, "{rows} {points} {counts:?}");
            }
        }
    }

    /// Of fewer points Black is sure by parts that he chooses, and by no others.
    #[test]
    fn parts_that_are_not_chosen_need_no_replies() {
        // Both players have two eyes.
        let (board, stones) = position(".X.XOO.O./XXXXOOOOO");
        let least = |points| NO_LIMITS.least(&board, &mut Known::default(), &stones, 0, points);
        assert_eq!((least(8), least(9)), (Some(0), None));
    }
}
