//! Spight's rules with territory scoring: play stops twice, and the second time it ends.
//!
//! Source: Bill Spight, Spight Rules (Sensei's Library, 2004): the encore, its obligatory pass, the
//! price of its passes.
//!
//! # State
//! Key: position, mover, and the stage in the phase: before the first stop, or in the encore after
//! an even or an odd number of plays (the mover and that parity tell who began it, and so who must
//! pass once more at the end). History: as with area scoring, the positions banned and the pairs
//! (player, position) passed on; the first stop empties the latter, as "passes before the encore do
//! not count for stopping play in the encore". Prisoners and the price of passes are points brought
//! at once. No rule asks for them, so they are not part of the key.
//!
//! # The most that can be lost
//! A player who passes to the end loses the stones that he has on the board, at most once, and
//! their intersections. In the encore both make the same number of plays, so he pays at most one
//! pass more than his opponent pays for passes and makes of stone plays; every stone that the
//! opponent plays stands on the board at the end and fills a point of his territory, or has become
//! a prisoner. With s stones of his and t of the opponent's on a board of n intersections that is s
//! + 1 + (n - t) at most, and so no more than 2n + 1.

use crate::axes::Options;
use crate::clauses::{Clauses, LiftedBy, Repetition};
use crate::fact::{Class, Classes, Delta, Gain};
use crate::machine::{Composition, passed};
use crate::ruleset::{Effect, Explain, Key, Play, Points, Properties, Ruleset, State, StopEffect};
use superko_go::Player;
use superko_go::bits::PointSet;
use superko_go::board::Board;
use superko_go::position::Position;
use superko_go::score::{loss, territory};

/// The stages: before the first stop, and in the encore after an even or an odd number of plays.
const MAIN: u32 = 0;
const EVEN: u32 = 1;
const ODD: u32 = 2;

/// Spight's rules with territory scoring. The ban on repetition is that of a composition, whose
/// passes are replaced.
pub struct Encore {
    ban: Composition,
}

/// The state machine with these options.
pub fn encore(options: &Options) -> Encore {
    let (repetition, lifted_by) = (Some(Repetition::Position), LiftedBy::Pass);
    let clauses = Clauses { repetition, lifted_by, ..Clauses::DEFAULT };
    Encore { ban: Composition::of(clauses, *options) }
}

impl Encore {
    /// The stage after one more play.
    fn after(stage: u32) -> u32 {
        match stage {
            MAIN => MAIN,
            EVEN => ODD,
            _ => EVEN,
        }
    }

    /// A pass before the first stop.
    fn main_pass<S: PointSet>(&self, key: &Key<S>) -> Play<S> {
        let mover = key.mover.other();
        let passed = passed(key.mover, key.position);
        let mut delta = self.ban.lifted(key);
        delta.sets.push(passed);
        // "After the first stop there is an encore": the turn goes on, and the ban is that of a
        // pass.
        let mut encore = self.ban.lifted(key);
        encore.clears = Classes::of(&[Class::Stood, Class::Undone, Class::Passed]);
        let begins = Box::new((Key { mover, phase: EVEN, ..*key }, encore));
        Play::pass(Effect::Next(Key { mover, ..*key }, delta)).stopped_by(passed, StopEffect::Next(begins))
    }

    /// A pass in the encore, in which "a pass costs one point".
    fn encore_pass<S: PointSet>(&self, board: &Board<S>, key: &Key<S>) -> Play<S> {
        let mover = key.mover.other();
        let passed = passed(key.mover, key.position);
        let price = loss(key.mover);
        let mut delta = Delta { gain: Gain::points(price), ..self.ban.lifted(key) };
        delta.sets.push(passed);
        // "After the second stop play ends if each player has made the same number of plays. If
        // not, the second player in the encore makes an obligatory pass and play ends." This pass
        // is the last play of the player who began, if the number before it was even.
        let obligatory = if key.phase == EVEN { loss(mover) } else { 0 };
        let score = territory(board, &key.position) + price + obligatory;
        let next = Key { mover, phase: Encore::after(key.phase), ..*key };
        Play::pass(Effect::Next(next, delta)).stopped_by(passed, StopEffect::End(score))
    }
}

impl<S: PointSet> Ruleset<S> for Encore {
    /// The last position does not tell what passes and prisoners have cost.
    fn properties(&self) -> Properties {
        Properties { last_position_decides: false, ..Properties::BASE }
    }

    fn start(&self, position: Position<S>, mover: Player) -> (Key<S>, Delta<S>) {
        self.ban.start(position, mover)
    }

    fn plays(&self, board: &Board<S>, key: &Key<S>, plays: &mut Vec<Play<S>>) {
        let first = plays.len();
        self.ban.stones_in_play(board, key, plays);
        for play in &mut plays[first..] {
            if let Effect::Next(next, _) = &mut play.effect {
                next.phase = Encore::after(key.phase);
            }
        }
        plays.push(match key.phase {
            MAIN => self.main_pass(key),
            _ => self.encore_pass(board, key),
        });
    }

    fn value_range(&self, board: &Board<S>, state: &State<S>) -> (Points, Points) {
        state.within(Gain::points(2 * board.points() as i32 + 1))
    }
}

impl<S: PointSet> Explain<S> for Encore {
    fn count(&self, board: &Board<S>, key: &Key<S>) -> i32 {
        territory(board, &key.position)
    }

    fn counted(&self) -> &'static str {
        "territory, prisoners and the price of passes make"
    }

    fn aftermath(&self, _board: &Board<S>, key: &Key<S>) -> Option<&'static str> {
        (key.phase == EVEN)
            .then_some("after an obligatory pass of the other player, who was second in the encore")
    }

    fn stage(&self, phase: u32) -> Option<&'static str> {
        (phase != MAIN).then_some("the encore")
    }
}
