//! The moves that place no stone: passes, when they end the game and how they change the history;
//! coupons; and the resignation.

use super::phase::Phase;
use super::{Composition, WIN, followed, passed};
use crate::axes::{LastPass, Lift};
use crate::clauses::{Passing, Repetition, SecondPass, Since};
use crate::fact::{Class, Classes, Delta, Fact, Gain, Second, Tally};
use crate::ruleset::{Effect, Key, Play, StopEffect};
use superko_go::Player;
use superko_go::bits::PointSet;
use superko_go::board::Board;
use superko_go::player::Move;
use superko_go::score::loss;

impl Composition {
    /// The pass, if it is a move.
    pub fn pass<S: PointSet>(
        &self,
        board: &Board<S>,
        key: &Key<S>,
        phase: &Phase<S::Point>,
    ) -> Option<Play<S>> {
        let (clauses, players) = (&self.clauses, self.options.players);
        match clauses.passing {
            Passing::None => return None,
            Passing::ReturnPrisoner if phase.further.own == 0 => return None,
            Passing::ReturnPrisoner | Passing::Any => {}
        }
        let Key { position, mover, .. } = *key;
        let (run, next) = (phase.run, players.next(mover));
        let score = self.score(board, key, phase);
        let settled = clauses.all_pass_in_one_situation && run > 0 && phase.settled;
        let end = score + self.price(key) + self.price_of_last_pass(key, phase);
        let in_a_row = clauses.last_pass(&self.options) == Some(run + 1);
        let mut further = self.layout.after_move(phase.further);
        let between = in_a_row && further.successions + 1 < clauses.successions;
        if in_a_row && !between || settled {
            return Some(Play::pass(Effect::End(end)));
        }
        further.successions += u32::from(between);
        further.other -= u32::from(clauses.passing == Passing::ReturnPrisoner);
        // What the next player's turn begins with.
        let mut after = Phase { prisoners: -phase.prisoners, further, ..Phase::default() };
        if clauses.remembers_passes() {
            let here = |viewer| Second::of(&position.seen_by(players, viewer));
            let settled = clauses.all_pass_in_one_situation && phase.other == here(mover);
            after = Phase { other: here(next), settled, ..phase.turned() };
        }
        after.run = if between { 0 } else { (run + 1).min(self.layout.longest_run()) };
        if self.is_cut(board, &after) {
            return Some(Play::pass(Effect::End(end)));
        }
        let first = clauses.has_first_pass() && phase.further.passed == 0;
        after.further.passed = u32::from(clauses.has_first_pass());
        let to = Key { mover: next, phase: self.layout.number(board.points(), &after), position };

        let lifts = self.lifts(run);
        let mut delta = Delta { gain: Gain::points(self.price(key)), ..Delta::default() };
        if first {
            delta.gain = delta.gain + clauses.first_pass[mover.index()] * -loss(mover);
        }
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
        // With a window a position stands after each move, passes among them.
        let occurs = match clauses.repetition {
            Some(Repetition::Position) if clauses.window.is_some() => true,
            Some(Repetition::Situation | Repetition::PassedSituation) => stands,
            Some(Repetition::Position) => stands && lifts,
            _ => false,
        };
        delta.sets.extend(self.made(position, next, &after).filter(|_| occurs));
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
        if self.scores_cycle() {
            delta.scored = (run + 1 >= self.players).then_some(score);
        }

        let mut play = Play::pass(Effect::Next(to, delta));
        if self.scores_cycle() {
            play = self.with_mean_stops(play, key, score, run);
        } else if counts {
            play = play.stopped_by(passed(mover, position), StopEffect::End(end));
        }
        Some(match clauses.draw.filter(|_| !counted_since_passes) {
            Some(draw) => self.with_draw(play, draw),
            None => play,
        })
    }

    /// The resignation, where not every player can pass. It is a loss, and so no better than any other
    /// move: a player who has another move is worth as much without it.
    pub(super) fn resignation<S: PointSet>(&self, key: &Key<S>) -> Option<Play<S>> {
        let resigns = self.clauses.passing != Passing::Any;
        resigns.then(|| Play::new(Move::Resign, Effect::End(loss(key.mover) * WIN)))
    }

    /// The price of a pass, as a change of the score.
    fn price<S: PointSet>(&self, key: &Key<S>) -> i32 {
        match self.clauses.price_of_pass {
            0 => 0,
            price => price * loss(key.mover),
        }
    }

    /// The price of the pass that is added where the other player must make the last move, as a
    /// change of the score.
    pub(super) fn price_of_last_pass<S: PointSet>(&self, key: &Key<S>, phase: &Phase<S::Point>) -> i32 {
        let other = match self.options.last_pass {
            LastPass::None => false,
            LastPass::White => key.mover == Player::Black,
            LastPass::Equal => phase.further.second == 0,
        };
        if other { self.clauses.price_of_pass * loss(key.mover.other()) } else { 0 }
    }

    /// The coupon, if one is left. It lifts the ban on repetition as a pass does, and is none.
    pub(super) fn coupon<S: PointSet>(
        &self,
        board: &Board<S>,
        key: &Key<S>,
        phase: &Phase<S::Point>,
    ) -> Option<Play<S>> {
        if !self.clauses.has_coupons() {
            return None;
        }
        let value = self.clauses.coupons.after(phase.further.coupons)?;
        let mut further = self.layout.after_move(phase.further);
        further.coupons += 1;
        let after = Phase::<S::Point> { prisoners: -phase.prisoners, further, ..Phase::default() };
        let mover = self.options.players.next(key.mover);
        let to = Key { mover, phase: self.layout.number(board.points(), &after), ..*key };
        let mut delta = Delta { gain: value * -loss(key.mover), ..self.lifted(key) };
        if !matches!(self.clauses.repetition, Some(Repetition::Position | Repetition::Situation)) {
            delta.sets.clear();
        }
        Some(Play::new(Move::Coupon, Effect::Next(to, delta)))
    }

    /// Whether a pass after a run of `run` passes is one that a second pass on the position is
    /// compared with.
    fn counts_for_second_pass(&self, run: u32) -> bool {
        match self.clauses.second_pass {
            Some(SecondPass::Player) => true,
            Some(SecondPass::Opponents) => run + 2 >= self.players,
            None => false,
        }
    }

    /// The stops of a pass that ends a scoring cycle: see [`crate::repetition`]. The last run is
    /// one pass longer than `run`; to be n passes long it needs as many passes as there are
    /// players, of which `moved` have been moved there.
    fn with_mean_stops<S: PointSet>(&self, mut play: Play<S>, key: &Key<S>, score: i32, run: u32) -> Play<S> {
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
