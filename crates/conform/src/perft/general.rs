//! The states of any ruleset, by its contract alone.

use super::walk::Walk;
use superko_go::Symmetry;
use superko_go::bits::{PointSet, Words};
use superko_go::board::Board;
use superko_go::player::Move;
use superko_go::symmetry::images_of_grid;
use superko_rules::fact::{Fact, Tally};
use superko_rules::game::{Game, Ruling};
use superko_rules::ruleset::{Effect, Key, Play, State, StopEffect};

/// The moves of a game as its ruleset lists them.
///
/// # Why states may be merged
/// A [`State`] is the key and all facts that hold, with their tallies, and the points brought so
/// far. By the contract of [`superko_rules::Ruleset`] (*equal keys*) which plays there are, which of
/// them are banned and which end the game depends on nothing else, and what a play leads to is its
/// key and its change of the history. So equal states have the same sequences after them.
///
/// # Symmetry
/// By the same contract (*symmetry*) the plays of the image of a state under a symmetry of the board
/// are the images of its plays, so as many sequences go on from both. The exchange of the colours,
/// which the contract has too, is of no use: after the same number of moves it is the same player's
/// turn.
pub struct Listed<'a, S: PointSet> {
    /// The game.
    pub game: &'a Game<S>,
    /// Whether moves that place no stone are made.
    pub passes: bool,
}

/// The number of moves after which states are no longer replaced by images: a history has few symmetries left to
/// be merged by, and its image takes longer than it saves.
const MOVES_WITH_IMAGES: usize = 2;

impl<S: Imaged> Walk for Listed<'_, S> {
    type Node = State<S>;
    type Point = S::Point;

    fn next(&self, state: &State<S>, _left: usize, each: &mut impl FnMut(Move<S::Point>, Option<State<S>>)) {
        let plays = self.game.plays(&state.key);
        for play in plays.iter().filter(|play| self.is_walked(play)) {
            match self.game.rule(state, play) {
                Ruling::Barred(_) => {}
                Ruling::Ends(_) => each(play.mv, None),
                Ruling::Leads(next) => each(play.mv, Some(next)),
            }
        }
    }

    fn count(&self, state: &State<S>) -> (u64, u64) {
        let (mut legal, mut ended) = (0, 0);
        for play in self.game.plays(&state.key).iter().filter(|play| self.is_walked(play)) {
            if play.bars.iter().any(|fact| state.past.get(fact).is_some()) {
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
        if ply <= MOVES_WITH_IMAGES { S::least_image(self.game, state) } else { state }
    }

    fn bytes(&self, state: &State<S>) -> usize {
        size_of::<State<S>>() + state.past.facts().count() * size_of::<(Fact<S>, Tally)>()
    }
}

impl<S: PointSet> Listed<'_, S> {
    fn is_walked(&self, play: &Play<S>) -> bool {
        self.passes || play.mv.placed().is_some()
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
