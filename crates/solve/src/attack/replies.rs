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

use arrayvec::ArrayVec;

use superko_go::board::MAX_POINTS;
use superko_go::life;
use superko_go::{Board, Position, Suicide};

pub use super::parts::Parts;
use super::parts::{MAX_EYES, Part, fewest_eyes};
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

/// The greatest number of replies that limits can name.
const MAX_REPLIES: usize = 64;

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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::parts::IMPOSSIBLE;
    use super::super::settled::secured_points;
    use super::*;
    use superko_go::bits::members;
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

    /// The definition of what parts give: every number of eyes and replies is tried.
    struct Plain<'a> {
        board: &'a Board,
        known: HashMap<(Part, usize, u8), bool>,
    }

    impl Plain<'_> {
        fn parts_of(&self, rest: Part) -> Vec<Part> {
            let within = |set| Part { set, own: rest.own & set, others: rest.others & set };
            self.board.parts(rest.set).map(within).collect()
        }

        /// Whether some of the parts have so many points and give so many eyes with so many replies.
        fn some(&mut self, parts: &[Part], eyes: usize, points: u32, replies: u8) -> bool {
            let Some((part, others)) = parts.split_first() else { return eyes == 0 && points == 0 };
            let left = points.saturating_sub(part.set.count_ones());
            self.some(others, eyes, points, replies)
                || (0..=MAX_EYES).any(|own| {
                    (0..=replies).any(|used| {
                        self.gives(*part, own, used)
                            && self.some(others, eyes.saturating_sub(own), left, replies - used)
                    })
                })
        }

        fn gives(&mut self, part: Part, eyes: usize, replies: u8) -> bool {
            let near = part.near(self.board);
            let free = (part.set & near & !part.own & !part.others).count_ones() as usize;
            if free < eyes {
                return false;
            }
            if near == part.set && eyes < MAX_EYES {
                return true;
            }
            if let Some(known) = self.known.get(&(part, eyes, replies)) {
                return *known;
            }
            let gives = replies > 0
                && self.progress(part, eyes, replies)
                && self.after(part.exchanged()).into_iter().map(Part::exchanged).all(|next| {
                    let takes_k = eyes == MAX_EYES && near & !next.own & !next.others == 0;
                    !takes_k && self.progress(next, eyes, replies)
                });
            self.known.insert((part, eyes, replies), gives);
            gives
        }

        /// Whether a stone of the prover leaves a part that gives the eyes with a reply fewer.
        fn progress(&mut self, part: Part, eyes: usize, replies: u8) -> bool {
            let near = part.near(self.board);
            let mut stones = members(part.set & !part.own & !part.others);
            stones.any(|point| {
                let Some(next) = self.placed(part, point, near) else { return false };
                let chain = self.board.flood(1 << point, next.own);
                if chain & near == 0 {
                    return self.gives(next, eyes, replies - 1);
                }
                let parts = self.parts_of(Part { set: next.set & !chain, ..next });
                let points = parts.iter().map(|part| part.set.count_ones()).sum();
                self.some(&parts, eyes, points, replies - 1)
            })
        }

        /// The parts after the stones of a player, whose stones are `own`.
        fn after(&self, part: Part) -> Vec<Part> {
            let empty = members(part.set & !part.own & !part.others);
            empty.filter_map(|point| self.placed(part, point, 0)).collect()
        }

        /// The part after a stone; `None` if its chain has no liberty, in the part or in K.
        fn placed(&self, part: Part, point: u8, near: u64) -> Option<Part> {
            let (board, own) = (self.board, part.own | 1 << point);
            let empty = part.set & !own & !part.others;
            let dead = board.parts(part.others).filter(|chain| board.adjacent(*chain) & empty == 0);
            let others = dead.fold(part.others, |others, chain| others & !chain);
            let chain = board.flood(1 << point, own);
            let lives = chain & near != 0 || board.adjacent(chain) & part.set & !own & !others != 0;
            lives.then_some(Part { own, others, ..part })
        }
    }

    impl Part {
        fn exchanged(self) -> Part {
            Part { own: self.others, others: self.own, ..self }
        }
    }

    /// The order of a search, what it remembers and the eyes that it does not ask for change no
    /// rank.
    #[test]
    fn ranks_are_those_of_the_definition() {
        let mut with_rank = [0; DEFAULT.most as usize + 1];
        for board in ["2x3", "1x7", "2x4", "3x3", "star:5", "cycle:6"] {
            let board = Board::parse(board).unwrap();
            let mut parts = Parts::default();
            let mut replies = Replies { limits: DEFAULT, parts: &mut parts };
            let mut plain = Plain { board: &board, known: HashMap::new() };
            for (number, position) in legal_positions(&board).enumerate() {
                if !crate::sample::takes("definition", number) {
                    continue;
                }
                for spare in 0..4 {
                    let (points, own) = (board.points() as u32 - spare, position.stones[0]);
                    let max_untouched = replies.max_untouched(&board, points);
                    let mut expected = None;
                    any_core(&board, own, life::alive(&board, own, 0), max_untouched, |(core, eyes)| {
                        let set = board.full() & !core;
                        let found = plain.parts_of(Part { set, own: own & set, others: position.stones[1] });
                        let needed = points.saturating_sub(core.count_ones());
                        let rank = (0..=DEFAULT.most).find(|most| plain.some(&found, eyes, needed, *most));
                        expected = expected.into_iter().chain(rank).min();
                        false
                    });
                    let rank = replies.rank(&board, &position, points);
                    assert_eq!(rank, expected, "{board} {position:?} {points}");
                    rank.into_iter().for_each(|rank| with_rank[usize::from(rank)] += 1);
                }
            }
        }
        println!("{with_rank:?}");
        assert!(
            with_rank[..4].iter().all(|positions| *positions > crate::sample::least(300)),
            "{with_rank:?}"
        );
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
