//! Nieminen's proposal, as far as his commentary tells it: pass-stones, and disputes that are played out.
//!
//! The proposal itself is not to be had. What the commentary says: a group that its owner does not give up must
//! be captured explicitly, "he can do so freely because of the pass-stones additional rule" (14b); in a dispute
//! "the owner of the group gets to play first" (14); 14a is "the so-called superko rule"; there is no rule for
//! seki, and eyes in seki count. The rest is read into it, and said in the readings.
//!
//! # State
//! Key: position, mover, and in the phase how far the passes have come: in play, after a pass, and after a stop
//! the first and the second player's word on it; where pass-stones are owed only after a stop, also whether
//! there has been one. Past: the positions (situations) that have stood, and the pairs (player, position) on
//! which he has disputed. Prisoners, pass-stones among them, are points brought at once; no rule asks for them.
//!
//! # Why it ends
//! Between two stops no position comes twice, so play stops; and a player disputes on a position only once.
//!
//! # The most that can be lost
//! A player who always passes and never disputes loses the s stones that he has on the board. Let the opponent
//! have t stones there, make k stone plays, and dispute d times. Turns alternate but for a dispute, after which
//! the passing player moves first, so he pays at most k + d + 1 pass-stones more than he gets. The opponent's
//! stones stay, and he disputes at most once between two of them, so d <= k + 1, and his territory is at most
//! n - t - k. That makes s + 2k + 2 + n - t - k, and as k <= n - t no more than 3n + 2.

use super::axes::{Axis, Kept, Options, PassStones, Superko};
use super::catalogue::{Entry, Reading, Tables};
use super::past::{Class, Classes, Delta, Fact};
use super::{Effect, Key, Play, Points, Ruleset, State, placements};
use crate::go::board::MAX_POINTS;
use crate::go::score::{loss, prisoners, territory};
use crate::go::{Board, Move, Player, Players, Position, Suicide};

struct Nieminen {
    superko: Superko,
    pass_stones: PassStones,
    kept: Kept,
}

/// What the phase says of passes and stops; the rest of the phase is whether there has been a stop.
const IN_PLAY: u32 = 0;
const AFTER_PASS: u32 = 1;
const FIRST_WORD: u32 = 2;
const SECOND_WORD: u32 = 3;
const RESUMED: u32 = 4;

impl Nieminen {
    fn stood(&self, position: Position, next: Player) -> Fact {
        Fact::of(Class::Stood, (self.superko == Superko::Situational).then_some(next), position)
    }

    /// Play, with at most one pass made.
    fn in_play(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        let next = key.mover.other();
        let resumed = key.phase & RESUMED;
        plays.extend(placements(board, *key, Suicide::Forbidden).map(|(point, placement)| {
            let position = placement.position;
            let stood = self.stood(position, next);
            let gain = prisoners(&key.position, &position, key.mover);
            Play {
                mv: Move::Place(point),
                bars: [stood].into_iter().collect(),
                stops: Default::default(),
                effect: Effect::Next(
                    Key { position, mover: next, phase: resumed | IN_PLAY },
                    Delta { sets: [stood].into_iter().collect(), gain, ..Delta::default() },
                ),
            }
        }));
        let owed = self.pass_stones == PassStones::Always || resumed != 0;
        let gain = if owed { loss(key.mover) } else { 0 };
        let word = if key.phase & !RESUMED == AFTER_PASS { FIRST_WORD } else { AFTER_PASS };
        let sets = [self.stood(key.position, next)].into_iter().collect();
        let reached = Key { mover: next, phase: resumed | word, ..*key };
        let effect = Effect::Next(reached, Delta { sets, gain, ..Delta::default() });
        plays.push(Play { mv: Move::Pass, bars: Default::default(), stops: Default::default(), effect });
    }

    /// After a stop: a chain of the opponent is disputed, or not.
    fn stopped(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        let owner = key.mover.other();
        let disputed = Fact::of(Class::Disputed, Some(key.mover), key.position);
        // Which chain is disputed changes nothing: its owner moves first, and anything may be played.
        if key.position.stones[owner.index()] != 0 {
            let clears =
                if self.kept == Kept::Kept { Classes::default() } else { Classes::of(&[Class::Stood]) };
            let sets = [self.stood(key.position, owner), disputed].into_iter().collect();
            let resumed = if self.pass_stones == PassStones::AfterStop { RESUMED } else { 0 };
            let next = Key { mover: owner, phase: resumed | IN_PLAY, ..*key };
            plays.push(Play {
                mv: Move::Dispute,
                bars: [disputed].into_iter().collect(),
                stops: Default::default(),
                effect: Effect::Next(next, Delta { clears, sets, ..Delta::default() }),
            });
        }
        let effect = match key.phase & !RESUMED {
            FIRST_WORD => {
                let phase = key.phase & RESUMED | SECOND_WORD;
                Effect::Next(Key { mover: owner, phase, ..*key }, Delta::default())
            }
            _ => Effect::End(territory(board, &key.position)),
        };
        plays.push(Play { mv: Move::Accept, bars: Default::default(), stops: Default::default(), effect });
    }
}

impl Ruleset for Nieminen {
    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        let sets = [self.stood(position, mover)].into_iter().collect();
        (Key { position, mover, phase: IN_PLAY }, Delta { sets, ..Delta::default() })
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        match key.phase & !RESUMED {
            IN_PLAY | AFTER_PASS => self.in_play(board, key, plays),
            _ => self.stopped(board, key, plays),
        }
    }

    fn count(&self, board: &Board, key: &Key) -> i32 {
        territory(board, &key.position)
    }

    fn counted(&self) -> &'static str {
        "territory, prisoners and the price of passes make"
    }

    fn reach(&self, board: &Board, state: &State) -> (Points, Points) {
        let (most, banked) = (3 * board.points() as i32 + 2, state.past.banked());
        (Points::from_integer(banked - most), Points::from_integer(banked + most))
    }

    /// The last position does not tell what prisoners and pass-stones have brought.
    fn last_position_decides(&self) -> bool {
        false
    }

    fn stage(&self, phase: u32) -> Option<&'static str> {
        (phase & !RESUMED >= FIRST_WORD).then_some("the removal of dead stones")
    }

    fn refusal(&self, _board: &Board, key: &Key, mv: Move) -> &'static str {
        let stopped = key.phase & !RESUMED >= FIRST_WORD;
        match mv {
            Move::Place(_) | Move::Pass if stopped => "play has stopped: expected accept or dispute",
            Move::Place(point) if key.position.colour(point).is_some() => "the intersection is occupied",
            Move::Place(_) => "the stone would have no liberty and capture nothing (suicide)",
            Move::Dispute if stopped => "there is no opposing chain",
            Move::Dispute | Move::Accept => "play has not stopped: expected an intersection or pass",
            _ if stopped => "the rules have no such move: expected accept or dispute",
            _ => "the rules have no such move: expected an intersection or pass",
        }
    }
}

/// Nieminen's proposal, from his commentary.
pub const NIEMINEN: Entry = Entry {
    id: "nieminen",
    title: "Nieminen's proposal (from the commentary)",
    document: "Juha Nieminen, My Go Rules Proposal: Commentary, 2004; the proposal itself is not to be had",
    summary: "from the commentary: a pass costs a stone, and a chain that is claimed dead must be captured in play that its owner begins",
    presets: &[],
    usual: &[],
    knows: &[Axis::Superko, Axis::PassStones, Axis::DisputePast],
    territory: true,
    most_points: MAX_POINTS,
    most_players: Players::Two,
    tables: Tables::to(12, 9),
    narrower: None,
    articles: &[
        (
            "14",
            "At the removal of dead stones a player may dispute an opposing chain; play goes on, and its owner moves first. A chain that is not captured is alive.",
        ),
        ("14a", "Superko: no stone play may recreate an earlier position."),
        ("14b", "Pass-stones: a pass hands over a stone as a prisoner."),
        ("seki", "There is no rule for it: chains that are not captured are alive, and their eyes count."),
        (
            "erratum",
            "The commentary forbids the third threat of a double ko \"by 14b\", because it repeats a position; that is 14a.",
        ),
    ],
    state: "key: position, mover, how far passes and the words after a stop have come; past: the positions that have stood, the pairs (player, \
            position) on which he disputed, the points of prisoners and pass-stones",
    readings: &[
        Reading {
            axis: Some(Axis::Superko),
            text: "positional (the default) or situational",
            forced_by: "the commentary speaks of \"an earlier board position\"",
        },
        Reading {
            axis: Some(Axis::PassStones),
            text: "always (the default): every pass costs a stone; after-stop: only passes after the first stop",
            forced_by: "nothing: the commentary speaks of them where dead stones are disputed",
        },
        Reading {
            axis: Some(Axis::DisputePast),
            text: "kept (the default): superko goes on through a dispute; cleared: it begins anew with the disputed position",
            forced_by: "nothing: kept is the rule without an exception",
        },
        Reading {
            axis: Some(Axis::Superko),
            text: "two passes in a row stop play; then the player whose turn it is speaks first, and each may dispute any opposing chain or accept; both \
                   accept, and the game ends; on one position a player disputes once",
            forced_by: "the commentary: a group that could not be captured when requested is alive, so a second dispute of the same asks nothing new",
        },
        Reading {
            axis: Some(Axis::Superko),
            text: "all stones on the board at the end are alive; the score is surrounded empty intersections and prisoners; suicide is forbidden",
            forced_by: "removal by agreement cannot change the value; the commentary says nothing of suicide",
        },
    ],
    build: |options: Options| {
        let Options { superko, pass_stones, dispute_past, .. } = options;
        Box::new(Nieminen { superko, pass_stones, kept: dispute_past })
    },
};
