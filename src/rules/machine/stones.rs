//! Stone plays under a composition: what bars them, and how they change the past.

use super::facts::undone;
use super::phase::Phase;
use super::{Composition, for_black};
use crate::go::Board;
use crate::go::score::prisoners;
use crate::rules::axes::{Lift, Scoring};
use crate::rules::clauses::{Draw, Repetition};
use crate::rules::fact::{Class, Classes, Delta, Fact};
use crate::rules::ko::ko_capture;
use crate::rules::{Effect, Key, Play, StopEffect, placements};

impl Composition {
    /// Whether a stone play may not undo the one just before it.
    pub fn bars_undoing(&self) -> bool {
        self.options.lift == Lift::ProducedKo
    }

    /// Appends the stone plays, in ascending order of their intersection.
    pub fn stone_plays(&self, board: &Board, key: &Key, phase: &Phase, plays: &mut Vec<Play>) {
        let Key { mover, position: before, .. } = *key;
        let clauses = &self.clauses;
        let next = self.options.players.next(mover);
        let about = |class| Fact::of(class, Some(mover), before);
        // Repeated Initialization Rule (Kee 2020): no stone play on a position initialised now and before. The pair of a turn
        // is set by the move that the player makes in it, whichever it is: nothing asks for it in between.
        let initialised = (clauses.initialised_twice && phase.run > 0).then(|| about(Class::Initialised));
        // A stone play right after a pass, but not right after passes in a row by all, is a disturbing play (Kee, March 2020).
        let disturbing = (1..self.players).contains(&phase.run);
        let disturbed = (clauses.disturbed_twice && disturbing).then(|| about(Class::Disturbed));
        let answers = (clauses.declined && phase.run > 0).then(|| about(Class::Declined));
        let mut clears = Classes::default();
        if self.bars_undoing() {
            clears = clears.with(Class::Undone);
        }
        if clauses.passes_forgotten && disturbing {
            clears = clears.with(Class::Passed);
        }
        let turned = if clauses.remembers_passes() { phase.turned() } else { Phase::default() };
        let counts_prisoners = self.options.scoring == Scoring::Territory;
        for (point, placement) in placements(board, *key, self.options.suicide) {
            let position = placement.position;
            // The play that declines a pass may not recreate the position passed on either: a suicide of one stone.
            if phase.ko == Some(point) || answers.is_some() && position == before {
                continue;
            }
            let ko = if clauses.basic_ko { ko_capture(board, mover, point, &placement) } else { None };
            let mut after = Phase { ko, ..turned };
            let mut delta = Delta { clears, ..Delta::default() };
            if counts_prisoners {
                let gain = prisoners(&before, &position, mover);
                match self.brings_prisoners() {
                    true => delta.gain = gain,
                    false => after.prisoners = -(phase.prisoners + for_black(mover, gain)),
                }
            }
            let phase = self.layout.number(board.points(), &after);
            let mut play = Play::stone(point, Key { position, mover: next, phase }, Delta::default());
            match clauses.repetition {
                // "If a player makes a board play in a position, the opponent may not recreate it" (Spight II).
                Some(Repetition::LeftPosition) => {
                    play.bars.extend(self.stood(position, mover, &after));
                    delta.sets.extend(self.stood(before, next, &after));
                }
                _ => {
                    let stood = self.stood(position, next, &after);
                    play.bars.extend(stood);
                    delta.sets.extend(stood);
                }
            }
            if self.bars_undoing() {
                play.bars.push(undone(position));
                delta.sets.push(undone(before));
            }
            play.bars.extend(initialised.into_iter().chain(disturbed));
            delta.sets.extend(initialised.into_iter().chain(disturbed).chain(answers));
            if clauses.declined {
                play.bars.push(Fact::of(Class::Declined, Some(mover), position));
            }
            if let (Some(draw), Effect::Next(key, _)) = (clauses.draw, &play.effect) {
                let key = *key;
                play = self.drawn(play, draw, key, &mut delta);
            }
            if let Effect::Next(_, change) = &mut play.effect {
                *change = delta;
            }
            plays.push(play);
        }
    }

    /// The stops of a play that leads to a state, where a state that occurs again ends the game as a draw, and what the
    /// play adds to the occurrences.
    pub fn drawn(&self, play: Play, draw: Draw, next: Key, delta: &mut Delta) -> Play {
        let once = self.occurred(next.position, next.mover);
        let before = delta.clone();
        delta.sets.push(once);
        if draw.at == 2 {
            return play.stopped_by(once, StopEffect::End(DRAW));
        }
        let twice = Fact { class: Class::OccurredTwice, ..once };
        let mut again = before;
        again.sets.push(twice);
        play.stopped_by(twice, StopEffect::End(DRAW))
            .stopped_by(once, StopEffect::Next(Box::new((next, again))))
    }
}

/// The score of a draw.
const DRAW: i32 = 0;
