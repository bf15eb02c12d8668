//! Plays of stones under basic ko, forwards and backwards, between positions seen from the player
//! to move.
//!
//! # Backwards
//! Let X be a legal position with the player A to move, so that his opponent B has just moved. The
//! plays of a stone that lead to X are found without listing the positions before.
//!
//! *Plays whose stone is there.* B's stone stands on some p that bears a stone of his in X. The
//! play has taken a set S of A's stones, perhaps none, from intersections that are empty in X. Each
//! chain of S had no liberty but p, so all its neighbours were p and stones of B: it filled an
//! empty region of X that touches B's stones alone, one of them on p. (It filled all of the region,
//! as an empty intersection beside it would have been another liberty, and a chain beside it of S
//! would have been the same chain.) Conversely, let S be the union of any of the regions that touch
//! p and no stone of A. Then the position Q with S and without p leads to X: the play at p takes
//! the chains of S, which have no liberty left, and no other, as every chain of A in X has a
//! liberty there. Q is legal if B's chains have liberties in it: those of A in X keep theirs, those
//! of S have p. If S is empty B's chains have them too, as those that touched p have p.
//!
//! *Suicides.* B's chain, p among it, filled an empty region R of X that touches no stone of B. Q
//! has B's stones on R without p, which have p for a liberty. The play takes nothing of A's, so
//! every chain of A has a liberty in X outside of R; then Q is legal.

use smallvec::SmallVec;

use super::codes::{BLOCK_BITS, Codes, MAX_POINTS, Seen, have_liberties};
use superko_go::bits::members;
use superko_go::{Board, Player, Position, Suicide};
use superko_rules::Game;
use superko_rules::axes::Scoring;
use superko_rules::repetition::ko_capture;

/// A play backwards or forwards: the least code of the position at its other end, and where the
/// play is in the frame of that code (backwards) or of this position (forwards), as a set: where
/// the position has symmetries, and where different plays lead to images of one state, it has
/// several members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    /// The least code.
    pub code: u64,
    /// The intersection banned by ko at the other end, the least of its images; `None` if there is
    /// none, and for links backwards, as a ko bans one play and leaves the others.
    pub ko: Option<u8>,
    /// Where the plays are.
    pub plays: u64,
}

/// Links, each other end once.
pub type Links = SmallVec<[Link; 32]>;

/// The plays of a board.
#[derive(Debug)]
pub struct Plays {
    /// The board.
    pub board: Board,
    /// The codes of its positions.
    pub codes: Codes,
    /// The rule for suicide.
    pub suicide: Suicide,
}

impl Plays {
    /// The plays of a game; `None` if its ruleset is not basic ko with two passes and area, or its
    /// board is too large.
    pub fn of(game: &Game) -> Option<Plays> {
        let basic = game.entry.id == "simple-ko" && game.options.scoring == Scoring::Area;
        let fits = game.board.points() <= MAX_POINTS;
        (basic && fits).then(|| Plays::new(&game.board, game.options.suicide))
    }

    /// The plays of a board.
    ///
    /// # Panics
    /// If it has more than [`MAX_POINTS`] intersections.
    pub fn new(board: &Board, suicide: Suicide) -> Plays {
        Plays { board: board.clone(), codes: Codes::of(board), suicide }
    }

    /// The legal positions of a block of codes that are the least of their images, each with its
    /// place in the block; `first` is the first code of the block.
    pub(crate) fn positions(&self, first: u64) -> impl Iterator<Item = (u64, Seen)> {
        (0..BLOCK_BITS.min(self.codes.end() - first)).filter_map(move |within| {
            let seen = self.codes.seen(first + within);
            let listed = self.codes.is_least(first + within, seen) && self.is_legal(seen);
            listed.then_some((within, seen))
        })
    }

    /// The empty intersections.
    pub fn empty(&self, seen: Seen) -> u64 {
        self.board.full() & !(seen.own | seen.other)
    }

    /// Whether every chain of a position has a liberty.
    #[inline]
    pub fn is_legal(&self, seen: Seen) -> bool {
        let empty = self.empty(seen);
        have_liberties(&self.board, seen.own, empty) && have_liberties(&self.board, seen.other, empty)
    }

    /// The area of the player to move minus that of the other.
    #[inline]
    pub fn area(&self, seen: Seen) -> i8 {
        let Seen { own, other } = seen;
        let empty = self.empty(seen);
        let reachable = |stones: u64| self.board.flood(self.board.adjacent(stones) & empty, empty);
        let [near_own, near_other] = [reachable(own), reachable(other)];
        let points = |stones: u64, alone: u64| (stones.count_ones() + alone.count_ones()) as i8;
        points(own, near_own & !near_other) - points(other, near_other & !near_own)
    }

    /// The intersections where a ko may ban the player to move, one for those that are images of
    /// each other under the symmetries of the position, whose code is `code`, in ascending order.
    ///
    /// It bans k if the other player's last play, at some p, took one stone from k, stands alone
    /// and has k as its only liberty. So all neighbours of k are stones of his, and their chains
    /// but that of p had a liberty before that play, when k was no liberty and p none of theirs.
    /// Conversely that is enough for the position before to be legal.
    pub fn kos(&self, code: u64, seen: Seen) -> SmallVec<[u8; 4]> {
        let empty = self.empty(seen);
        let mut kos = SmallVec::new();
        // Regions of one intersection: no neighbour is empty.
        let mut lone = empty & !self.board.adjacent(empty | seen.own);
        lone &= self.board.adjacent(seen.other);
        for k in members(lone) {
            let Some(p) = self.taker(seen, k) else { continue };
            let others = seen.other & !(1 << p);
            let legal = have_liberties(&self.board, others, empty & !(1 << k));
            if legal && self.codes.frames_to(code, seen).all(|frame| frame.point(k) >= k) {
                kos.push(k);
            }
        }
        kos
    }

    /// The other player's stone that stands alone and whose only liberty is `k`.
    fn taker(&self, seen: Seen, k: u8) -> Option<u8> {
        let empty = self.empty(seen);
        members(self.board.adjacent(1 << k) & seen.other).find(|p| {
            let around = self.board.adjacent(1 << p);
            around & seen.other == 0 && around & empty == 1 << k
        })
    }

    /// The states that plays of stones lead to, from a position on which no ko bans a play.
    pub fn after(&self, seen: Seen) -> Links {
        let mut links = Links::new();
        let position = Position { stones: [seen.own, seen.other] };
        for point in members(self.empty(seen)) {
            let Some(placement) = position.place(&self.board, Player::Black, point, self.suicide) else {
                continue;
            };
            let [own, other] = placement.position.stones;
            let next = Seen { own: other, other: own };
            let code = self.codes.least(next);
            let ko = ko_capture(&self.board, Player::Black, point, &placement);
            let ko = ko.map(|ko| {
                let images = self.codes.frames_to(code, next).map(|frame| frame.point(ko));
                images.min().expect("some frame leads to the least code")
            });
            join(&mut links, Link { code, ko, plays: 1 << point });
        }
        links
    }

    /// The positions before the plays of stones that lead to a position on which no ko bans a play.
    pub fn before(&self, seen: Seen) -> Links {
        let board = &self.board;
        let Seen { own, other } = seen;
        let empty = self.empty(seen);
        let mut links = Links::new();
        let frames = self.codes.frames();
        let base: SmallVec<[u64; 8]> =
            frames.iter().map(|frame| self.codes.code(frame, seen.exchanged())).collect();
        let enclosed = empty & !board.flood(board.adjacent(own) & empty, empty);
        for p in members(other) {
            let mut least = Link { code: u64::MAX, ko: None, plays: 0 };
            for (frame, base) in frames.iter().zip(&base) {
                add(&mut least, base - frame.power(p), frame.point(p));
            }
            join(&mut links, least);
            let around = board.adjacent(1 << p);
            if around & enclosed == 0 {
                continue;
            }
            let regions: SmallVec<[u64; 4]> =
                board.parts(enclosed).filter(|region| region & around != 0).collect();
            let alone = around & other == 0;
            for chosen in 1u32..1 << regions.len() {
                let taken =
                    members(u64::from(chosen)).fold(0, |set, place| set | regions[usize::from(place)]);
                // A play that leads to a ko leads to another state.
                let ko = alone && taken.count_ones() == 1 && around & empty == taken;
                if !ko && have_liberties(board, other & !(1 << p), empty & !taken | 1 << p) {
                    join(&mut links, self.link(Seen { own: other & !(1 << p), other: own | taken }, p));
                }
            }
        }
        if self.suicide != Suicide::Forbidden {
            for region in board.parts(empty) {
                let single = region.count_ones() == 1;
                let apart = board.adjacent(region) & other == 0;
                let may_be = apart && !(single && self.suicide == Suicide::MultiStone);
                if may_be && have_liberties(board, own, empty & !region) {
                    for p in members(region) {
                        let stones = other | region & !(1 << p);
                        join(&mut links, self.link(Seen { own: stones, other: own }, p));
                    }
                }
            }
        }
        links
    }

    /// The position before the one play that leads to a position on which the ko bans `k`.
    pub fn before_ko(&self, seen: Seen, k: u8) -> Link {
        let p = self.taker(seen, k).expect("a ko is where a lone stone has just taken");
        self.link(Seen { own: seen.other & !(1 << p), other: seen.own | 1 << k }, p)
    }

    /// The link to a position whose player to move plays at `p`.
    fn link(&self, before: Seen, p: u8) -> Link {
        let mut least = Link { code: u64::MAX, ko: None, plays: 0 };
        for frame in self.codes.frames() {
            add(&mut least, self.codes.code(frame, before), frame.point(p));
        }
        least
    }
}

/// Adds an image of a position and a play, if it is among the least.
#[inline]
fn add(least: &mut Link, code: u64, point: u8) {
    if code < least.code {
        *least = Link { code, ko: None, plays: 0 };
    }
    if code == least.code {
        least.plays |= 1 << point;
    }
}

/// Adds a link, or its plays to the link with the same other end.
#[inline]
fn join(links: &mut Links, link: Link) {
    match links.iter_mut().find(|known| known.code == link.code && known.ko == link.ko) {
        Some(known) => known.plays |= link.plays,
        None => links.push(link),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Every link forwards is a link backwards and the other way round, each with the same plays up
    /// to the symmetries of the position before.
    #[test]
    fn the_plays_backwards_are_those_forwards() {
        for name in
            ["1x1", "1x2", "1x6", "2x2", "2x3", "2x4", "3x3", "cycle:5", "star:5", "complete:4", "torus:2x3"]
        {
            for suicide in Suicide::ALL {
                let board = Board::parse(name).unwrap();
                let codes = Codes::of(&board);
                let plays = Plays { board, codes, suicide };
                let least = |code: &u64| {
                    let seen = plays.codes.seen(*code);
                    plays.codes.is_least(*code, seen) && plays.is_legal(seen)
                };
                let (mut forwards, mut backwards) = (BTreeSet::new(), BTreeSet::new());
                for code in (0..plays.codes.end()).filter(least) {
                    let seen = plays.codes.seen(code);
                    for link in plays.after(seen) {
                        // All images of the plays under the symmetries of the position.
                        let images = plays.codes.frames_to(code, seen);
                        let all = images.fold(0, |all, frame| {
                            members(link.plays).fold(all, |all, play| all | 1 << frame.point(play))
                        });
                        forwards.insert((code, link.code, link.ko, all));
                    }
                    for link in plays.before(seen) {
                        backwards.insert((link.code, code, None, link.plays));
                    }
                    for ko in plays.kos(code, seen) {
                        let link = plays.before_ko(seen, ko);
                        backwards.insert((link.code, code, Some(ko), link.plays));
                    }
                }
                assert_eq!(forwards, backwards, "{name} {suicide:?}");
                assert!(!forwards.is_empty() || name == "1x1");
            }
        }
    }

    #[test]
    fn the_area_is_that_of_the_score() {
        let board = Board::parse("2x4").unwrap();
        let codes = Codes::of(&board);
        let plays = Plays { board, codes, suicide: Suicide::Forbidden };
        for code in 0..plays.codes.end() {
            let seen = plays.codes.seen(code);
            let position = Position { stones: [seen.own, seen.other] };
            assert_eq!(i32::from(plays.area(seen)), superko_go::score::area(&plays.board, &position));
        }
    }
}
