//! Passes under a composition: when they end the game, and how they change the past.

use super::Composition;
use super::facts::{followed, passed};
use super::phase::Phase;
use crate::axes::Lift;
use crate::clauses::{Repetition, SecondPass, Since};
use crate::fact::{Class, Classes, Delta, Fact, SecondPosition, Tally};
use crate::{Effect, Key, Play, StopEffect};
use superko_go::Board;
use superko_go::score::loss;

impl Composition {
    /// The pass.
    pub fn pass(&self, board: &Board, key: &Key, phase: &Phase) -> Play {
        let (clauses, players) = (&self.clauses, self.options.players);
        let Key { position, mover, .. } = *key;
        let (run, next) = (phase.run, players.next(mover));
        let score = self.score(board, key, phase);
        let settled = clauses.all_pass_in_one_situation && run > 0 && phase.settled;
        if clauses.last_pass(&self.options) == Some(run + 1) || settled {
            let price = self.price(key);
            return Play::pass(Effect::End(score + price));
        }
        // What the next player's turn begins with.
        let mut after = Phase { prisoners: -phase.prisoners, ..Phase::default() };
        if clauses.remembers_passes() {
            let here = |viewer| SecondPosition::of(&position.seen_by(players, viewer));
            let settled = clauses.all_pass_in_one_situation && phase.other == here(mover);
            after = Phase { other: here(next), settled, ..phase.turned() };
        }
        after.run = (run + 1).min(self.layout.longest_run());
        let to = Key { mover: next, phase: self.layout.number(board.points(), &after), position };

        let lifts = self.lifts(run);
        let mut delta = Delta { gain: self.price(key), ..Delta::default() };
        if lifts {
            delta.clears = Classes::of(&[Class::Stood, Class::Undone]);
        } else if self.bars_undoing() {
            delta.clears = Classes::of(&[Class::Undone]);
        }
        let counted_since_passes = clauses.draw.is_some_and(|draw| draw.since == Since::Pass);
        if counted_since_passes {
            delta.clears = delta.clears.with(Class::Occurred).with(Class::OccurredTwice);
            delta.sets.push(self.occurred(position, next));
        }
        let stands = self.options.lift == Lift::Stands;
        let occurs = match clauses.repetition {
            Some(Repetition::Situation | Repetition::PassedSituation) => stands,
            Some(Repetition::Position) => stands && lifts,
            _ => false,
        };
        delta.sets.extend(self.stood(position, next, &after).filter(|_| occurs));
        let counts = self.counts_for_second_pass(run);
        delta.sets.extend(counts.then(|| passed(mover, position)));
        let mut former = mover;
        for count in 1..=self.followers.min(run) {
            former = players.previous(former);
            delta.sets.push(followed(count, former, position));
        }
        if clauses.initialised_twice && run > 0 {
            delta.sets.push(Fact::of(Class::Initialised, Some(mover), position));
        }
        if self.cyclic() {
            delta.scored = (run + 1 >= self.players).then_some(score);
        }

        let mut play = Play::pass(Effect::Next(to, delta));
        if self.cyclic() {
            play = self.means(play, key, score, run);
        } else if counts {
            play = play.stopped_by(passed(mover, position), StopEffect::End(score + self.price(key)));
        }
        match clauses.draw.filter(|_| !counted_since_passes) {
            Some(draw) => self.drawn(play, draw),
            None => play,
        }
    }

    /// What the price of a pass adds to the score.
    fn price(&self, key: &Key) -> i32 {
        match self.clauses.price_of_pass {
            0 => 0,
            price => price * loss(key.mover),
        }
    }

    /// Whether a pass after a run of so many is one that a second pass on the position is compared with.
    fn counts_for_second_pass(&self, run: u32) -> bool {
        match self.clauses.second_pass {
            Some(SecondPass::Player) => true,
            Some(SecondPass::Opponents) => run + 2 >= self.players,
            None => false,
        }
    }

    /// The stops of a pass that ends a scoring cycle: see [`crate::scoring_cycle`]. The last run is one pass longer
    /// than `run`; to be n passes long it needs as many passes as there are players, of which `moved` have been moved there.
    fn means(&self, mut play: Play, key: &Key, score: i32, run: u32) -> Play {
        let mean = |moved: u32| {
            let scores = run + 1 + moved >= self.players;
            StopEffect::Mean(if scores { Tally { sum: score, count: 1 } } else { Tally::default() })
        };
        for count in (1..=self.followers).rev() {
            play = play.stopped_by(followed(count, key.mover, key.position), mean(count));
        }
        play.stopped_by(passed(key.mover, key.position), mean(0))
    }
}
