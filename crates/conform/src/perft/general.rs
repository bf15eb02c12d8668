//! The states of any ruleset, by its contract alone.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use dashmap::DashMap;

use super::walk::Walk;
use superko_go::Symmetry;
use superko_go::bits::{PointSet, Words};
use superko_go::board::Board;
use superko_go::hashing::FixedState;
use superko_go::player::Move;
use superko_go::symmetry::images_of_grid;
use superko_rules::fact::{Delta, Fact, Tally};
use superko_rules::game::{Game, Ruling};
use superko_rules::ruleset::{Effect, Key, Play, State, StopEffect};

/// The moves of a game as its ruleset lists them.
///
/// # Why states may be merged
/// By the contract of [`superko_rules::Ruleset`] (*equal keys*) the plays of a key depend on it
/// alone, and which of them are banned or end the game on the facts among their bars and stops.
/// Tallies and the points brought decide scores, which are not counted, so they are dropped.
///
/// # What of the history is left out
/// Of the facts that hold those are kept that may be *asked for* in the plies that are left.
/// asked(K, 1) has the bars and the stops of all plays of the key K. asked(K, r) has these, and of
/// each next key N that a play leads to, banned or not, by its effect or by a stop, the facts of
/// asked(N, r - 1) that the change of the history leaves as they were: those that it sets hold
/// afterwards, and those of a class that it clears and does not set do not, whatever held before.
/// By induction on r two histories that agree on asked(K, r) rule every play of K alike, their
/// changes agree on asked(N, r - 1), and so they have the same counts of sequences of up to r plies.
///
/// The sets are worked out once for each key and number of plies, where few keys are reached in so
/// few plies ([`Listed::plies_ahead`]), and given up where they have more than [`MOST_ASKED`] facts, or
/// where all sets together have their share of the memory. Then all facts of a state are kept, which
/// is right as well: two states of a key that have the same facts, whether or not some were left out
/// of one of them, agree on asked(K, r).
///
/// # Symmetry
/// By the same contract (*symmetry*) the plays of the image of a state under a symmetry of the board
/// are the images of its plays, so as many sequences go on from both. The exchange of the colours,
/// which the contract has too, is of no use: after the same number of moves it is the same player's
/// turn.
pub struct Listed<'a, S: PointSet> {
    /// The game.
    game: &'a Game<S>,
    /// Whether moves that place no stone are made.
    passes: bool,
    /// The facts that may be asked for, by key and number of plies.
    asked: DashMap<(Key<S>, usize), Asked<S>, FixedState>,
    /// The bytes that these sets take, and may take.
    bytes: AtomicUsize,
    most_bytes: usize,
}

/// Facts in ascending order; `None` for all facts.
type Asked<S> = Option<Arc<[Fact<S>]>>;

/// The most intersections of a board whose positions are so few that the facts of the history that may
/// be asked for are worked out for many plies ahead. Under a superko that keeps less of the history
/// there than what the states of plain rules leave out.
pub const SMALL: usize = 9;

/// The most facts of a set.
const MOST_ASKED: usize = 300;

/// The number of moves after which states are no longer replaced by images, but for small boards: those of
/// the empty board have been merged by then, and later ones are seldom alike.
const MOVES_WITH_IMAGES: usize = 2;

impl<S: Imaged> Walk for Listed<'_, S> {
    type Node = State<S>;
    type Point = S::Point;

    fn next(&self, state: &State<S>, left: usize, each: &mut impl FnMut(Move<S::Point>, Option<State<S>>)) {
        let mut moved = false;
        for play in self.plays(&state.key) {
            let ruling = self.game.rule(state, &play);
            // A resignation is the last play, and legal if it is the only one: see [`Game::legal`].
            if play.mv == Move::Resign && moved {
                return;
            }
            moved |= !matches!(ruling, Ruling::Barred(_));
            match ruling {
                Ruling::Barred(_) => {}
                Ruling::Ends(_) => each(play.mv, None),
                Ruling::Leads(State { key, past }) => {
                    // States that are counted at once are not merged.
                    let asked = if left <= 2 { None } else { self.asked(&key, left - 1) };
                    let wanted =
                        |fact: &Fact<S>| asked.as_ref().is_none_or(|all| all.binary_search(fact).is_ok());
                    each(play.mv, Some(State { key, past: past.bare(wanted) }));
                }
            }
        }
    }

    fn count(&self, state: &State<S>) -> (u64, u64) {
        let (mut legal, mut ended) = (0, 0);
        for play in self.plays(&state.key) {
            let banned = play.bars.iter().any(|fact| state.past.get(fact).is_some());
            if banned || play.mv == Move::Resign && legal > 0 {
                continue;
            }
            legal += 1;
            let ends = match play.stop_under(&state.past) {
                Some((stop, _)) => !matches!(stop.effect, StopEffect::Next(_)),
                None => matches!(play.effect, Effect::End(_)),
            };
            ended += u64::from(ends);
        }
        (legal, ended)
    }

    fn canonical(&self, state: State<S>, ply: usize) -> State<S> {
        if ply <= MOVES_WITH_IMAGES || self.game.board.points() <= SMALL {
            S::least_image(self.game, state)
        } else {
            state
        }
    }

    fn bytes(&self, node: &State<S>) -> usize {
        size_of::<State<S>>() + node.past.facts().count() * size_of::<(Fact<S>, Tally)>()
    }
}

impl<'a, S: PointSet> Listed<'a, S> {
    /// The moves of a game; those that place no stone only with `passes`. What is worked out
    /// beforehand may take a quarter of `memory`, in bytes.
    pub fn new(game: &'a Game<S>, passes: bool, memory: usize) -> Listed<'a, S> {
        let (asked, bytes, most_bytes) = (DashMap::default(), AtomicUsize::new(0), memory / 4);
        Listed { game, passes, asked, bytes, most_bytes }
    }

    /// The plays that are walked.
    fn plays(&self, key: &Key<S>) -> impl Iterator<Item = Play<S>> {
        let plays = self.game.plays(key).into_iter();
        plays.filter(|play| self.passes || play.mv.placed().is_some())
    }

    /// The greatest number of plies of which the facts asked for are worked out.
    fn plies_ahead(&self) -> usize {
        match self.game.board.points() {
            0..=4 => 12,
            5..=6 => 8,
            7..=SMALL => 5,
            10..=16 => 2,
            _ => 0,
        }
    }

    /// The facts that may be asked for in the next `left` plies.
    fn asked(&self, key: &Key<S>, left: usize) -> Asked<S> {
        if left > self.plies_ahead() {
            return None;
        }
        if left == 0 {
            return Some(Arc::default());
        }
        if let Some(known) = self.asked.get(&(*key, left)) {
            return known.clone();
        }
        if self.bytes.load(Relaxed) > self.most_bytes {
            return None;
        }
        let found = self.find_asked(key, left);
        let facts = found.as_ref().map_or(0, |facts| facts.len());
        self.bytes
            .fetch_add(facts * size_of::<Fact<S>>() + 3 * size_of::<(Key<S>, usize, Asked<S>)>(), Relaxed);
        self.asked.insert((*key, left), found.clone());
        found
    }

    fn find_asked(&self, key: &Key<S>, left: usize) -> Asked<S> {
        let mut all: Vec<Fact<S>> = Vec::new();
        let later = |next: &Key<S>, delta: &Delta<S>, all: &mut Vec<Fact<S>>| {
            let asked = self.asked(next, left - 1)?;
            let left_alone = |fact: &&Fact<S>| !delta.clears.has(fact.class) && !delta.sets.contains(fact);
            all.extend(asked.iter().filter(left_alone));
            Some(())
        };
        for play in self.plays(key) {
            all.extend(&play.bars);
            for stop in &play.stops {
                all.push(stop.fact);
                if let StopEffect::Next(next) = &stop.effect {
                    later(&next.0, &next.1, &mut all)?;
                }
            }
            if let Effect::Next(next, delta) = &play.effect {
                later(next, delta, &mut all)?;
            }
            all.sort_unstable();
            all.dedup();
            if all.len() > MOST_ASKED {
                return None;
            }
        }
        Some(all.into())
    }
}

/// Sets of intersections on whose boards symmetries are known.
pub trait Imaged: PointSet {
    /// The least image of a state under the symmetries of its board. The state itself where no images
    /// of states are known, as on large boards.
    fn least_image(_game: &Game<Self>, state: State<Self>) -> State<Self> {
        state
    }

    /// The symmetries of a board, as the images of all intersections.
    fn symmetries(board: &Board<Self>) -> Vec<Vec<usize>> {
        images_of_grid(board.rows(), board.cols())
    }
}

impl Imaged for u64 {
    fn least_image(game: &Game, state: State) -> State {
        let images = game.board.symmetries().iter().skip(1).map(|symmetry| {
            let Key { position, mover, phase } = state.key;
            let phase = game.rules.phase_image(phase, symmetry);
            let key = Key { position: position.image(symmetry), mover, phase };
            State { key, past: state.past.image(|position| position.image(symmetry)) }
        });
        let least = images.min();
        least.map_or(state.clone(), |least| least.min(state))
    }

    fn symmetries(board: &Board) -> Vec<Vec<usize>> {
        let image = |symmetry: &Symmetry| board.all().map(|point| symmetry.point(point).into()).collect();
        board.symmetries().iter().map(image).collect()
    }
}

impl<const N: usize> Imaged for Words<N> {}
