//! The states of rulesets that ban no more than a ko, or positions that have stood.
//!
//! # Which rulesets
//! Two players; passes in a row as the only end, if any; and no clause that asks for a fact of the
//! history but a superko that nothing lifts: by position, by situation, or by natural situation
//! ([`PlainRules::of`] reads it off the clauses). Scoring and prices of passes decide nothing that is
//! counted here. The state is then the position, whose turn it is, the intersection banned by ko, the
//! passes just made, and the positions (with the player to move, for situations) that have stood.
//!
//! # What of the history is left out
//! Of the positions that have stood only those are kept that may be recreated in the plies that are
//! counted, so that states with different histories are merged while the history does not matter
//! yet. Let X be the position and r the number of plies still to be counted. The plays before the
//! last are made; the last may recreate a position too. A position Q that has stood is left out if
//! one of these holds ([`Plain::may_recur`]).
//!
//! * *Too many stones are missing.* Each ply places one stone, and each stone of Q that is not in X
//!   must be placed: by the player to move in (r + 1) / 2 plies at most, by his opponent in r / 2.
//! * *Q is a part of X or X itself, and nothing on the board can be captured in time.* Let suicide be
//!   forbidden. The play that recreates Q leaves its stone p on the board, so p is in Q and then in X,
//!   and must have been captured before: in one of the first r - 1 plies. At each ply the chain of a
//!   stone loses at most the liberty that is played on: what is captured gives liberties back, and
//!   chains that are joined have the liberties of both. So a chain of X with more than r - 1 liberties
//!   cannot be captured in r - 1 plies, and Q is left out if all chains have more.
//! * The same *with suicide*, where the last play may leave no stone. If Q is less than X, some stone
//!   of X is removed in one of the r plies, so that its chain has at most r liberties. If Q is X and no
//!   stone of X is removed, the last play is the suicide of a chain of stones placed since, and leaves
//!   no other such stone. So whatever was empty in X next to an intersection of the chain is in the
//!   chain: with e empty neighbours in X it has e + 1 stones at least, and their player places one
//!   every other ply. So 2e + 1 is at most r for some intersection that is empty in X.
//!
//! A position that is left out is recreated by no sequence of r plies, so no ban by it is missed.
//! What is kept is a function of the state and r, so states of one ply may be compared.
//!
//! # Bulk counting
//! Before the last ply a state is only counted: an empty intersection with an empty neighbour may
//! always be played on, any other is tried, and the ban by ko takes one away. Only where positions
//! are kept is each play made and compared with them.

use super::walk::Walk;
use superko_go::bits::{Point, PointSet, members};
use superko_go::board::Board;
use superko_go::placement::Placement;
use superko_go::player::Move;
use superko_go::position::Position;
use superko_go::{Player, Players, Suicide};
use superko_rules::Rules;
use superko_rules::axes::{BarsOnly, Lift};
use superko_rules::clauses::{Clauses, Coupons, LiftedBy, Passing, Repeating, Repetition, Scored, Start};

/// The clauses of a ruleset by which moves are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlainRules {
    suicide: Suicide,
    /// Whether a ko may not be retaken at once.
    basic_ko: bool,
    /// The number of passes in a row that end the game, if any number does.
    last_pass: Option<u32>,
    superko: Option<Superko>,
}

/// A superko that nothing lifts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Superko {
    /// A position may not be recreated.
    Position,
    /// Nor may one with the same player to move; passes too make it occur, or only plays.
    Situation { by_passes: bool },
}

impl PlainRules {
    /// The clauses of a ruleset, if it has no others that tell which moves are legal and when the game
    /// ends.
    pub fn of(rules: &Rules) -> Option<PlainRules> {
        let (clauses, options) = (rules.clauses()?, rules.options);
        // Every clause is named, so that a new one is thought of here.
        let Clauses {
            first_move: _,
            basic_ko,
            repetition,
            initialised_twice: false,
            disturbed_twice: false,
            declined: false,
            lifted_by,
            passes_in_a_row: _,
            second_pass: None,
            passes_forgotten: false,
            all_pass_in_one_situation: false,
            draw: None,
            scored: Scored::LastPosition,
            price_of_pass: _,
            start: Start::Occurs,
            move_once: false,
            window: None,
            repeating: Repeating::Illegal,
            successions: 1,
            first_pass: _,
            coupons,
            cut: None,
            no_capture: false,
            passing: Passing::Any,
            captures: None,
        } = *clauses
        else {
            return None;
        };
        if options.bars_only != BarsOnly::Plays
            || coupons != Coupons::NONE
            || options.players != Players::Two
            || options.lift == Lift::ProducedKo
        {
            return None;
        }
        let superko = match repetition {
            None => None,
            Some(_) if lifted_by != LiftedBy::Nothing => return None,
            Some(Repetition::Position) => Some(Superko::Position),
            Some(Repetition::Situation) => {
                Some(Superko::Situation { by_passes: options.lift == Lift::Stands })
            }
            Some(Repetition::NaturalSituation) => Some(Superko::Situation { by_passes: false }),
            Some(Repetition::PassedSituation | Repetition::LeftPosition) => return None,
        };
        let last_pass = clauses.last_pass(&options);
        Some(PlainRules { suicide: options.suicide, basic_ko, last_pass, superko })
    }
}

impl PlainRules {
    /// Whether positions that have stood are banned.
    pub fn has_superko(&self) -> bool {
        self.superko.is_some()
    }
}

/// The moves of a board under such rules.
pub struct Plain<S: PointSet> {
    board: Board<S>,
    rules: PlainRules,
    /// Whether passes are made.
    passes: bool,
    /// The neighbours of each intersection.
    near: Vec<S>,
    /// The images of the intersections under each symmetry but the identity.
    images: Vec<Vec<S::Point>>,
}

/// A state.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node<S: PointSet> {
    position: Position<S>,
    /// The intersection banned by ko.
    ko: Option<S::Point>,
    mover: Player,
    /// The passes just made in a row.
    run: u32,
    /// What has stood and may be recreated, in ascending order.
    stood: Box<[Stood<S>]>,
}

/// A position that has stood, with the player to move where that counts.
type Stood<S> = (Position<S>, Option<Player>);

impl<S: PointSet> Plain<S> {
    /// The moves of a board, whose symmetries are given as the images of all intersections.
    pub fn new(board: Board<S>, rules: PlainRules, passes: bool, symmetries: &[Vec<usize>]) -> Plain<S> {
        let near = board.all().map(|point| board.adjacent(S::of(point))).collect();
        let image = |image: &Vec<usize>| image.iter().map(|point| S::Point::of(*point)).collect();
        let identity = |image: &&Vec<usize>| image.iter().enumerate().any(|(from, to)| from != *to);
        let images = symmetries.iter().filter(identity).map(image).collect();
        Plain { board, rules, passes, near, images }
    }

    /// The state at the start of a game.
    pub fn start(&self, position: Position<S>, mover: Player) -> Node<S> {
        let stood = self.situation(position, mover).into_iter().collect();
        Node { position, ko: None, mover, run: 0, stood }
    }

    /// The state after a move, if it is legal and does not end the game. All positions that have stood
    /// are kept.
    pub fn after(&self, node: &Node<S>, mv: Move<S::Point>) -> Option<Node<S>> {
        let mut found = None;
        self.moves(node, None, true, &mut |made, next| {
            if made == mv {
                found = next;
            }
        });
        found
    }

    /// What has stood at the beginning of a turn.
    fn situation(&self, position: Position<S>, mover: Player) -> Option<Stood<S>> {
        Some(match self.rules.superko? {
            Superko::Position => (position, None),
            Superko::Situation { .. } => (position, Some(mover)),
        })
    }

    /// The result of a placement on an empty intersection.
    #[inline]
    fn place(&self, node: &Node<S>, free: S, point: S::Point) -> Option<Placement<S>> {
        let (stone, near) = (S::of(point), self.near[point.index()]);
        let mut stones = node.position.stones;
        let (own, other) = (node.mover.index(), 1 - node.mover.index());
        let touched = near & stones[other];
        // Nothing is captured if every opposing stone next to it has a liberty of its own.
        let safe = touched.is_empty() || (touched & !self.board.adjacent(free & !stone)).is_empty();
        if safe && !(near & free).is_empty() {
            stones[own] |= stone;
            return Some(Placement { position: Position { stones }, captured: S::EMPTY });
        }
        node.position.place(&self.board, node.mover, point, self.rules.suicide)
    }

    fn free(&self, position: &Position<S>) -> S {
        self.board.full() & !(position.stones[0] | position.stones[1])
    }

    /// The intersection banned by ko after a play.
    fn ko(&self, mover: Player, point: S::Point, placement: &Placement<S>) -> Option<S::Point> {
        if !self.rules.basic_ko || placement.captured.is_empty() {
            return None;
        }
        superko_rules::repetition::ko_capture(&self.board, mover, point, placement)
    }

    /// Calls `each` with every legal move. `left` is the number of plies that are counted, this one
    /// included; without it nothing that has stood is left out.
    fn moves(
        &self,
        node: &Node<S>,
        left: Option<usize>,
        passes: bool,
        each: &mut impl FnMut(Move<S::Point>, Option<Node<S>>),
    ) {
        let (free, mover) = (self.free(&node.position), node.mover.other());
        for point in members(free) {
            if node.ko == Some(point) {
                continue;
            }
            let Some(placement) = self.place(node, free, point) else { continue };
            let (position, stands) = (placement.position, self.situation(placement.position, mover));
            if stands.is_some_and(|stands| node.stood.binary_search(&stands).is_ok()) {
                continue;
            }
            let ko = self.ko(node.mover, point, &placement);
            let stood = self.stood(&node.stood, stands, &position, mover, left);
            each(Move::Place(point), Some(Node { position, ko, mover, run: 0, stood }));
        }
        if !passes {
            return;
        }
        if self.rules.last_pass == Some(node.run + 1) {
            return each(Move::Pass, None);
        }
        let position = node.position;
        let stands = match self.rules.superko {
            Some(Superko::Situation { by_passes: true }) => self.situation(position, mover),
            _ => None,
        };
        let stood = self.stood(&node.stood, stands, &position, mover, left);
        // The number of passes is part of the state only if some number of them ends the game.
        let run = if self.rules.last_pass.is_some() { node.run + 1 } else { 0 };
        each(Move::Pass, Some(Node { position, ko: None, mover, run, stood }));
    }

    /// What has stood after a move that leads to a position with `mover` to move, as far as it may be
    /// recreated.
    fn stood(
        &self,
        former: &[Stood<S>],
        new: Option<Stood<S>>,
        position: &Position<S>,
        mover: Player,
        left: Option<usize>,
    ) -> Box<[Stood<S>]> {
        if former.is_empty() && new.is_none() {
            return Box::default();
        }
        let mut loose = None;
        let kept = |stood: &&Stood<S>| {
            left.is_none_or(|left| self.may_recur(&stood.0, position, mover, left - 1, &mut loose))
        };
        let mut stood: Vec<Stood<S>> = former.iter().chain(&new).filter(kept).copied().collect();
        stood.sort_unstable();
        stood.dedup();
        stood.into_boxed_slice()
    }

    /// Whether a position that has stood may be recreated in `left` plies from a position: see the
    /// head of this file. `loose` remembers whether a chain of the position has few liberties.
    fn may_recur(
        &self,
        stood: &Position<S>,
        position: &Position<S>,
        mover: Player,
        left: usize,
        loose: &mut Option<bool>,
    ) -> bool {
        let missing = |player: usize| (stood.stones[player] & !position.stones[player]).count() as usize;
        let [own, other] = [missing(mover.index()), missing(1 - mover.index())];
        if own > left.div_ceil(2) || other > left / 2 {
            return false;
        }
        if own + other > 0 {
            return true;
        }
        let suicide = self.rules.suicide != Suicide::Forbidden;
        let plies = if suicide { left } else { left.saturating_sub(1) };
        let lone = suicide && stood == position;
        *loose.get_or_insert_with(|| self.has_loose_chain(position, plies))
            || lone && self.has_lone_point(position, left.saturating_sub(1) / 2)
    }

    /// Whether some chain has at most `most` liberties.
    fn has_loose_chain(&self, position: &Position<S>, most: usize) -> bool {
        if most == 0 {
            return false;
        }
        let free = self.free(position);
        let loose = |chain: S| (self.board.adjacent(chain) & free).count() as usize <= most;
        position.stones.iter().any(|stones| self.board.parts(*stones).any(loose))
    }

    /// Whether some empty intersection has at most `most` empty neighbours.
    fn has_lone_point(&self, position: &Position<S>, most: usize) -> bool {
        let free = self.free(position);
        members(free).any(|point| (self.near[point.index()] & free).count() as usize <= most)
    }
}

impl<S: PointSet> Walk for Plain<S> {
    type Node = Node<S>;
    type Point = S::Point;

    fn next(&self, node: &Node<S>, left: usize, each: &mut impl FnMut(Move<S::Point>, Option<Node<S>>)) {
        self.moves(node, Some(left), self.passes, each);
    }

    fn count(&self, node: &Node<S>) -> (u64, u64) {
        let free = self.free(&node.position);
        let mut legal = if node.stood.is_empty() {
            let shut = free & !self.board.adjacent(free);
            let banned = node.ko.map_or(S::EMPTY, S::of);
            let tried = |point: &S::Point| self.place(node, free, *point).is_some();
            let open = u64::from((free & !shut & !banned).count());
            open + members(shut & !banned).filter(tried).count() as u64
        } else {
            let mut legal = 0;
            self.moves(node, Some(1), false, &mut |_, _| legal += 1);
            legal
        };
        let ends = self.passes && self.rules.last_pass == Some(node.run + 1);
        legal += u64::from(self.passes);
        (legal, u64::from(ends))
    }

    fn canonical(&self, node: Node<S>, _ply: usize) -> Node<S> {
        let mut least: Option<Node<S>> = None;
        for image in &self.images {
            let set =
                |set: S| members(set).fold(S::EMPTY, |found, point| found | S::of(image[point.index()]));
            let position = |position: Position<S>| Position { stones: position.stones.map(set) };
            let image_position = position(node.position);
            if image_position > least.as_ref().unwrap_or(&node).position {
                continue;
            }
            let mut stood: Box<[Stood<S>]> =
                node.stood.iter().map(|(stood, mover)| (position(*stood), *mover)).collect();
            stood.sort_unstable();
            let ko = node.ko.map(|point| image[point.index()]);
            let found = Node { position: image_position, ko, stood, ..node };
            if found < *least.as_ref().unwrap_or(&node) {
                least = Some(found);
            }
        }
        least.unwrap_or(node)
    }

    fn bytes(&self, node: &Node<S>) -> usize {
        size_of::<Node<S>>() + node.stood.len() * size_of::<Stood<S>>()
    }
}
