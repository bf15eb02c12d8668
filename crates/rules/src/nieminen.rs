//! Nieminen's proposal, as far as his commentary describes it: pass-stones, and disputes that are
//! played out.
//!
//! The proposal itself is not to be had. What the commentary says: a group that its owner does not
//! give up must be captured explicitly, "he can do so freely because of the pass-stones additional
//! rule" (14b); in a dispute "the owner of the group gets to play first" (14); 14a is "the
//! so-called superko rule"; there is no rule for seki, and eyes in seki count. The rest is read
//! into it, and said in the readings.
//!
//! # State
//! Key: position, mover, and in the phase how far the passes have come: in play, after a pass, and
//! after a stop the first and the second player's reply; where something changes with the first
//! stop, also whether a dispute has been played out; and before it, where superko and pass-stones
//! wait for a dispute, the intersection banned by ko. History: the positions (situations) that have
//! stood, and the pairs (player, position) on which he has disputed; before that first stop also
//! the situations that have occurred once, and twice, since the last pass, and those that a player
//! has passed from. Prisoners, pass-stones among them, are points brought at once; no rule asks for
//! them.
//!
//! # Why it ends
//! Under superko no position comes twice between two stops, so play stops; and a player disputes on
//! a position only once. Under basic ko before the first stop (`--additional-rules in-disputes`)
//! games might go on for ever, and the commentary does not say what ends them. Here play then stops
//! as if both had passed, when a situation occurs for the third time since the last pass, or when a
//! player passes in a situation in which he passed before (the ends of KataGo's ko rule Simple). So
//! between two passes there are finitely many moves, and each pass that does not stop play adds a
//! pair (player, position) of which there are finitely many. What such a cycle was about is left to
//! the disputes.
//!
//! # The most that can be lost
//! A player who always passes and never disputes loses the s stones that he has on the board. Let
//! the opponent have t stones there, make k stone plays, and dispute d times. Turns alternate but
//! for a dispute, after which the passing player moves first, so he pays at most k + d + 1
//! pass-stones more than he gets, and none where passes are free. The opponent's stones stay, and
//! he disputes at most once between two of them, so d <= k + 1, and his territory is at most n - t
//! - k. That makes s + 2k + 2 + n - t - k, and as k <= n - t no more than 3n + 2.

use crate::axes::{AdditionalRules, DisputePast, Options, PassStones, Superko};
use crate::fact::{Class, Classes, Delta, Fact, Gain};
use crate::repetition::{RETAKE, ko_capture};
use crate::ruleset::{
    Effect, Explain, Key, Play, Points, Properties, Ruleset, State, StopEffect, placements, refusal,
};
use superko_go::bits::{Point, PointSet};
use superko_go::board::Board;
use superko_go::player::Move;
use superko_go::position::Position;
use superko_go::score::{loss, prisoners, territory};
use superko_go::{Player, Suicide, Symmetry};

/// The state machine.
pub struct Nieminen {
    superko: Superko,
    additional: AdditionalRules,
    pass_stones: PassStones,
    dispute_past: DisputePast,
}

/// The passes and stops of a phase, in its last two bits.
const IN_PLAY: u32 = 0;
const AFTER_PASS: u32 = 1;
const FIRST_REPLY: u32 = 2;
const SECOND_REPLY: u32 = 3;
const STAGE: u32 = 3;

/// The bit that says that a dispute has been played out, where it matters.
const RESUMED: u32 = 4;

/// A phase with (1 + p) times this bars intersection p.
const KO: u32 = 8;

/// The intersection that is banned by ko, if one is.
fn barred<P: Point>(phase: u32) -> Option<P> {
    (phase / KO).checked_sub(1).map(|point| P::of(point as usize))
}

impl Nieminen {
    pub fn new(options: &Options) -> Nieminen {
        let Options { superko, additional_rules, pass_stones, dispute_past, .. } = *options;
        Nieminen { superko, additional: additional_rules, pass_stones, dispute_past }
    }

    /// The fact that a position has stood with `next` to move, as superko asks for it.
    fn stood<S: PointSet>(&self, position: Position<S>, next: Player) -> Fact<S> {
        Fact::of(Class::Stood, (self.superko == Superko::Situational).then_some(next), position)
    }

    /// Whether play in a phase is under basic ko, without pass-stones.
    fn plain(&self, phase: u32) -> bool {
        self.additional == AdditionalRules::InDisputes && phase & RESUMED == 0
    }

    /// Play before the first stop, if superko and pass-stones wait for a dispute.
    fn plain_play<S: PointSet>(&self, board: &Board<S>, key: &Key<S>, plays: &mut Vec<Play<S>>) {
        let mover = key.mover.other();
        let clears = Classes::of(&[Class::Occurred, Class::OccurredTwice, Class::Passed]);
        let about = |class, next: &Key<S>| Fact::of(class, Some(next.mover), next.position);
        for (point, placement) in placements(board, *key, Suicide::Forbidden) {
            if barred(key.phase) == Some(point) {
                continue;
            }
            let position = placement.position;
            let ko = ko_capture(board, key.mover, point, &placement);
            let next = Key { position, mover, phase: ko.map_or(0, |ko| KO * (1 + ko.index() as u32)) };
            let gain = Gain::points(prisoners(&key.position, &position, key.mover));
            let [once, twice] = [Class::Occurred, Class::OccurredTwice].map(|class| about(class, &next));
            let stood = self.stood(position, mover);
            let leads = |fact| Delta { gain, ..Delta::setting([stood, fact]) };
            let stop = (Key { phase: FIRST_REPLY, ..next }, Delta { clears, gain, ..Delta::default() });
            plays.push(
                Play::stone(point, next, leads(once))
                    .stopped_by(twice, StopEffect::Next(Box::new(stop)))
                    .stopped_by(once, StopEffect::Next(Box::new((next, leads(twice))))),
            );
        }
        let stop = (Key { mover, phase: FIRST_REPLY, ..*key }, Delta { clears, ..Delta::default() });
        if key.phase & STAGE == AFTER_PASS {
            plays.push(Play::pass(Effect::Next(stop.0, stop.1)));
            return;
        }
        let (next, passed) = (Key { mover, phase: AFTER_PASS, ..*key }, about(Class::Passed, key));
        let since = Classes::of(&[Class::Occurred, Class::OccurredTwice]);
        let sets = [self.stood(key.position, mover), about(Class::Occurred, &next), passed];
        let delta = Delta { clears: since, ..Delta::setting(sets) };
        let stop = StopEffect::Next(Box::new(stop));
        plays.push(Play::pass(Effect::Next(next, delta)).stopped_by(passed, stop));
    }

    /// Play under superko (14a), with pass-stones (14b) if they are owed.
    fn play<S: PointSet>(&self, board: &Board<S>, key: &Key<S>, plays: &mut Vec<Play<S>>) {
        let next = key.mover.other();
        let resumed = key.phase & RESUMED;
        plays.extend(placements(board, *key, Suicide::Forbidden).map(|(point, placement)| {
            let position = placement.position;
            let stood = self.stood(position, next);
            let gain = Gain::points(prisoners(&key.position, &position, key.mover));
            let key = Key { position, mover: next, phase: resumed | IN_PLAY };
            Play::stone(point, key, Delta { gain, ..Delta::setting([stood]) }).barred_by(stood)
        }));
        let owed = self.pass_stones == PassStones::Always || resumed != 0;
        let gain = if owed { Gain::points(loss(key.mover)) } else { Gain::NONE };
        let reply = if key.phase & STAGE == AFTER_PASS { FIRST_REPLY } else { AFTER_PASS };
        let reached = Key { mover: next, phase: resumed | reply, ..*key };
        let delta = Delta { gain, ..Delta::setting([self.stood(key.position, next)]) };
        plays.push(Play::pass(Effect::Next(reached, delta)));
    }

    /// After a stop: a chain of the opponent is disputed, or not.
    fn stopped<S: PointSet>(&self, board: &Board<S>, key: &Key<S>, plays: &mut Vec<Play<S>>) {
        let owner = key.mover.other();
        let disputed = Fact::of(Class::Disputed, Some(key.mover), key.position);
        // Which chain is disputed changes nothing: its owner moves first, and anything may be
        // played.
        if !key.position.stones[owner.index()].is_empty() {
            let cleared: &[Class] =
                if self.dispute_past == DisputePast::Kept { &[] } else { &[Class::Stood] };
            let clears = Classes::of(cleared);
            let changes =
                self.pass_stones == PassStones::AfterStop || self.additional == AdditionalRules::InDisputes;
            let phase = IN_PLAY | if changes { RESUMED } else { 0 };
            let delta = Delta { clears, ..Delta::setting([self.stood(key.position, owner), disputed]) };
            let effect = Effect::Next(Key { mover: owner, phase, ..*key }, delta);
            plays.push(Play::new(Move::Dispute, effect).barred_by(disputed));
        }
        let effect = match key.phase & STAGE {
            FIRST_REPLY => {
                let phase = key.phase & RESUMED | SECOND_REPLY;
                Effect::Next(Key { mover: owner, phase, ..*key }, Delta::default())
            }
            _ => Effect::End(territory(board, &key.position)),
        };
        plays.push(Play::new(Move::Accept, effect));
    }
}

impl<S: PointSet> Ruleset<S> for Nieminen {
    /// The last position does not tell what prisoners and pass-stones have brought.
    fn properties(&self) -> Properties {
        Properties { last_position_decides: false, ..Properties::BASE }
    }

    fn start(&self, position: Position<S>, mover: Player) -> (Key<S>, Delta<S>) {
        let occurred = Fact::of(Class::Occurred, Some(mover), position);
        let sets = [self.stood(position, mover)].into_iter().chain(self.plain(IN_PLAY).then_some(occurred));
        (Key { position, mover, phase: IN_PLAY }, Delta::setting(sets))
    }

    fn plays(&self, board: &Board<S>, key: &Key<S>, plays: &mut Vec<Play<S>>) {
        match key.phase & STAGE {
            FIRST_REPLY | SECOND_REPLY => self.stopped(board, key, plays),
            _ if self.plain(key.phase) => self.plain_play(board, key, plays),
            _ => self.play(board, key, plays),
        }
    }

    fn value_range(&self, board: &Board<S>, state: &State<S>) -> (Points, Points) {
        state.within(Gain::points(3 * board.points() as i32 + 2))
    }

    fn phase_image(&self, phase: u32, symmetry: &Symmetry) -> u32 {
        let image = |point: u8| KO * (1 + u32::from(symmetry.point(point)));
        phase % KO + barred(phase).map_or(0, image)
    }
}

impl<S: PointSet> Explain<S> for Nieminen {
    fn count(&self, board: &Board<S>, key: &Key<S>) -> i32 {
        territory(board, &key.position)
    }

    fn counted(&self) -> &'static str {
        "territory, prisoners and the price of passes make"
    }

    fn stage(&self, phase: u32) -> Option<&'static str> {
        (phase & STAGE >= FIRST_REPLY).then_some("the removal of dead stones")
    }

    fn refusal(&self, _board: &Board<S>, key: &Key<S>, mv: Move<S::Point>) -> &'static str {
        let stopped = key.phase & STAGE >= FIRST_REPLY;
        match mv {
            Move::Place(_) | Move::Pass if stopped => "play has stopped: expected accept or dispute",
            Move::Place(point) if barred(key.phase) == Some(point) => RETAKE,
            Move::Dispute if stopped => "there is no opposing chain",
            Move::Dispute | Move::Accept => "play has not stopped: expected an intersection or pass",
            _ if stopped => "the rules have no such move: expected accept or dispute",
            _ => refusal(key, mv),
        }
    }
}
