//! Stone plays under a composition: what bars them, and how they change the past.

use smallvec::SmallVec;

use super::facts::undone;
use super::phase::Phase;
use super::{Composition, for_black};
use crate::axes::{Lift, Scoring};
use crate::clauses::{Draw, Repetition};
use crate::fact::{Class, Classes, Delta, Fact};
use crate::ko::ko_capture;
use crate::{Effect, Key, Play, StopEffect, placements};
use superko_go::score::prisoners;
use superko_go::{Board, Move};

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
        let further = clauses.initialised_twice || clauses.disturbed_twice || clauses.declined;
        let undoing = self.bars_undoing();
        let counts_prisoners = self.options.scoring == Scoring::Territory;
        // The phase after a stone play is the same for all of them, but for the ko and the prisoners.
        let turned_number = self.layout.number(board.points(), &turned);
        for (point, placement) in placements(board, *key, self.options.suicide) {
            let position = placement.position;
            // The play that declines a pass may not recreate the position passed on either: a suicide of one stone.
            if phase.ko == Some(point) || answers.is_some() && position == before {
                continue;
            }
            let (mut after, mut number, mut gain) = (turned, turned_number, 0);
            if clauses.basic_ko || counts_prisoners {
                after.ko = clauses.basic_ko.then(|| ko_capture(board, mover, point, &placement)).flatten();
                if counts_prisoners {
                    let taken = prisoners(&before, &position, mover);
                    match self.brings_prisoners() {
                        true => gain = taken,
                        false => after.prisoners = -(phase.prisoners + for_black(mover, taken)),
                    }
                }
                number = self.layout.number(board.points(), &after);
            }
            let to = Key { position, mover: next, phase: number };
            let (mut bars, mut sets) = (SmallVec::new(), SmallVec::new());
            // "If a player makes a board play in a position, the opponent may not recreate it" (Spight II).
            let (barred, set) = match clauses.repetition {
                Some(Repetition::LeftPosition) => {
                    (self.stood(position, mover, &after), self.stood(before, next, &after))
                }
                _ => {
                    let stood = self.stood(position, next, &after);
                    (stood, stood)
                }
            };
            if let (Some(barred), Some(set)) = (barred, set) {
                bars.push(barred);
                sets.push(set);
            }
            if undoing {
                bars.push(undone(position));
                sets.push(undone(before));
            }
            if further {
                for fact in [initialised, disturbed].into_iter().flatten() {
                    bars.push(fact);
                    sets.push(fact);
                }
                if let Some(answers) = answers {
                    sets.push(answers);
                }
                if clauses.declined {
                    bars.push(Fact::of(Class::Declined, Some(mover), position));
                }
            }
            let delta = Delta { clears, scored: None, sets, gain };
            let effect = Effect::Next(to, delta);
            let play = Play { mv: Move::Place(point), bars, stops: SmallVec::new(), effect };
            plays.push(match clauses.draw {
                None => play,
                Some(draw) => self.drawn(play, draw),
            });
        }
    }

    /// A play that leads on, with its stops where a state that occurs again ends the game as a draw, and with what it
    /// adds to the occurrences.
    pub fn drawn(&self, mut play: Play, draw: Draw) -> Play {
        let Effect::Next(next, delta) = &mut play.effect else { return play };
        let (next, before) = (*next, delta.clone());
        let once = self.occurred(next.position, next.mover);
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
