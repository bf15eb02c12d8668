//! Kee's rules of 12 May 2009: cyclic scoring.
//!
//! # State
//! Key: position, mover, and whether the last move was a pass (phase 1). Past: the positions banned, as
//! under Spight's rules (rule 13 is his), and for each pair (player, position) passed on the sum and
//! number of the scoring positions since. With territory scoring prisoners count: their balance is part of the
//! key, as a draw for want of scoring positions pays nothing for them.
//!
//! # Why a running sum is enough
//! Rule 15 makes a *scoring cycle* of the plays after a player's earlier pass on X up to and including
//! his last pass on X; rule 17 moves the passes before the first stone play of the cycle behind its last
//! play, and calls every position that all players have passed on in a row a scoring position.
//!
//! *Lemma (two players).* The scoring positions are exactly the positions on which the two players pass
//! one after the other at some moment from the earlier pass (included) to the last pass (included).
//!
//! Proof. Let the cycle be c1 .. cn, with cn the last pass, on X, and let c0 be the earlier pass, on X by
//! the same player. If there is no stone play, all of c0 .. cn are passes on X; as a player's second
//! pass on X ends the game, the cycle is c1 c2, the opponent's and the player's, and X is the only
//! scoring position by either account. Otherwise let c1 .. ck be the passes before the first stone play:
//! k is 0 or 1, since c2 would already be the player's second pass on X. If k = 0, nothing moves, and
//! the pairs of the rearranged cycle are the pairs among c1 .. cn; the pair (c0, c1) is none, c1 being
//! a stone play. If k = 1, c1 is the opponent's pass on X, and it moves behind cn, the player's pass on
//! X: the pair (cn, c1) of the rearranged cycle stands for the pair (c0, c1) of the original order, on the
//! same X, and no pair is lost, as c2 is a stone play. In both cases pairs within c2 .. cn stay. QED.
//!
//! *No position comes twice*, but for X itself when the cycle is c1 c2, where twice the same position has
//! the same mean: two pairs on Y hold three passes of the two players on Y at least, and three passes
//! on Y hold a second pass of one of them, which ends the game. (Two pairs that share no pass hold four.)
//!
//! So every pass that follows a pass adds its position's score to all pairs recorded up to then, the
//! opponent's pass just before included, and only then records its own. `scoring_positions` carries out
//! the rule itself, word for word, and the tests compare the two.

use super::catalogue::{Entry, Preset, Reading, Tables};
use super::options::{Axis, Options, Scoring};
use super::past::{Delta, Tally};
use super::spight::{LIFT, PassLifting, passed};
use super::{AtStop, Key, Play, Points, Ruleset, State, Stop, Then, mean};
use crate::go::score::{area, prisoners, territory};
use crate::go::topology::MAX_POINTS;
use crate::go::{Move, Player, Position, Topology};

struct Kee2009 {
    ban: PassLifting,
    scoring: Scoring,
}

/// What the phase holds: whether the last move was a pass, and with territory scoring how many prisoners more
/// than his opponent the player to move has taken. (From the mover's side, so that it has no colour.)
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Phase {
    after_pass: bool,
    prisoners: i32,
}

impl Phase {
    fn of(phase: u32) -> Phase {
        let folded = (phase >> 1) as i32;
        let prisoners = if folded & 1 == 0 { folded / 2 } else { -(folded + 1) / 2 };
        Phase { after_pass: phase & 1 == 1, prisoners }
    }

    fn number(self) -> u32 {
        let folded = if self.prisoners >= 0 { 2 * self.prisoners } else { -2 * self.prisoners - 1 };
        (folded as u32) << 1 | u32::from(self.after_pass)
    }
}

/// A number from the mover's side as Black's less White's, and back.
fn for_black(mover: Player, points: i32) -> i32 {
    match mover {
        Player::Black => points,
        Player::White => -points,
    }
}

impl Kee2009 {
    /// The score of the position as it stands: rule 18, or territory and prisoners.
    fn score(&self, board: &Topology, key: &Key) -> i32 {
        match self.scoring {
            Scoring::Area => area(board, &key.position),
            Scoring::Territory => {
                territory(board, &key.position) + for_black(key.mover, Phase::of(key.phase).prisoners)
            }
        }
    }
}

impl Ruleset for Kee2009 {
    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        (Key { position, mover, phase: 0 }, self.ban.start(position))
    }

    fn plays(&self, board: &Topology, key: &Key, plays: &mut Vec<Play>) {
        // Rule 13: no stone play may recreate a position "unless a pass play has ever been made by any
        // player after the last such previous board position".
        let Phase { after_pass, prisoners: taken } = Phase::of(key.phase);
        plays.extend(self.ban.stone_plays(board, key).map(|mut play| {
            if let (Scoring::Territory, Then::Next(next, _)) = (self.scoring, &mut play.then) {
                let more = for_black(key.mover, prisoners(&key.position, &next.position, key.mover));
                next.phase = Phase { after_pass: false, prisoners: -(taken + more) }.number();
            }
            play
        }));
        // Rule 15: the game ends when a player passes on a position that he passed on before.
        // Rules 17 to 20: the mean over the scoring positions, a draw if there is none.
        let scored = after_pass.then(|| self.score(board, key));
        let last = scored.map_or(Tally::default(), |sum| Tally { sum, count: 1 });
        let passed = passed(key.mover, key.position);
        let mut delta = self.ban.pass(key.position);
        delta.scored = scored;
        delta.sets.push(passed);
        plays.push(Play {
            mv: Move::Pass,
            bars: Default::default(),
            stop: Some(Stop { fact: passed, then: AtStop::Mean(last) }),
            then: Then::Next(
                Key {
                    mover: key.mover.other(),
                    phase: Phase { after_pass: true, prisoners: -taken }.number(),
                    ..*key
                },
                delta,
            ),
        });
    }

    fn count(&self, board: &Topology, key: &Key) -> i32 {
        self.score(board, key)
    }

    fn counted(&self) -> &'static str {
        match self.scoring {
            Scoring::Area => "the area of the position is",
            Scoring::Territory => "territory and prisoners make",
        }
    }

    /// By area no position scores more than the board has intersections, and nor does a mean. With territory
    /// a player who passes to the end loses the stones that he has on the board, at most once, and the rest of
    /// the board is at worst his opponent's: with n intersections every scoring position still to come is worth
    /// no less to him than the prisoners so far less 2n. The game ends with a mean of such and of the tally of
    /// an earlier pass, or is a draw.
    fn reach(&self, board: &Topology, state: &State) -> (Points, Points) {
        let n = board.points() as i32;
        if self.scoring == Scoring::Area {
            return (Points::from_integer(-n), Points::from_integer(n));
        }
        let balance = for_black(state.key.mover, Phase::of(state.key.phase).prisoners);
        let mut low = Points::from_integer(0.min(balance - 2 * n));
        let mut high = Points::from_integer(0.max(balance + 2 * n));
        for (_, tally) in state.past.facts() {
            (low, high) = (low.min(mean(*tally)), high.max(mean(*tally)));
        }
        (low, high)
    }

    /// The mean is over scoring positions that may lie in the past: a player who has alive stones now may
    /// have wrecked and rebuilt them inside the scoring cycle, and an end on an earlier pass counts what was
    /// scored while they were off the board. And a cycle without scoring positions is a draw, whatever he keeps.
    fn last_position_decides(&self) -> bool {
        false
    }
}

/// A move with the position that it was made on.
pub type Made = (Move, Position);

/// Rule 17 to the letter: the scoring positions of a game that its last move, a pass, has ended, in the
/// order of the rearranged cycle, and the place of the cycle's first play in `record`.
///
/// `None` if the last move is not a player's second pass on a position. Works for any number of players
/// who move in turn.
pub fn scoring_positions(record: &[Made], players: usize) -> Option<(usize, Vec<Position>)> {
    let last = record.len().checked_sub(1)?;
    let same = |place: usize| record[place] == record[last] && (last - place).is_multiple_of(players);
    if record[last].0 != Move::Pass {
        return None;
    }
    let earlier = (0..last).rev().find(|&place| same(place))?;
    let cycle = &record[earlier + 1..];
    // "If any stone play exists, the series of all pass play(s) before the first such stone play, if
    // any, is repositioned to follow the last play."
    let mut arranged = cycle.to_vec();
    if let Some(first_stone) = cycle.iter().position(|(mv, _)| *mv != Move::Pass) {
        arranged.rotate_left(first_stone);
    }
    // "A board position which has been consecutively passed by all players [...] is called a scoring
    // board position."
    let mut scoring = Vec::new();
    for run in arranged.windows(players) {
        let position = run[0].1;
        let all_pass = run.iter().all(|made| *made == (Move::Pass, position));
        if all_pass && !scoring.contains(&position) {
            scoring.push(position);
        }
    }
    Some((earlier + 1, scoring))
}

/// Kee's rules of 2009 with area scoring.
pub const KEE2009: Entry = Entry {
    id: "kee2009",
    title: "Kee rules of 2009",
    document: "Wilton Kee, Kee Rules of Go, 12 May 2009 (rules 1 to 20)",
    summary: "Spight's ban; a game ends as a cycle between two passes of a player and scores the mean of its scoring positions",
    presets: &[Preset { name: "kee2009-territory", sets: &[(Axis::Scoring, "territory")] }],
    usual: &[],
    knows: &[Axis::Suicide, Axis::Scoring, Axis::Lift],
    territory: true,
    most_points: MAX_POINTS,
    tables: Tables::ALL,
    narrower: None,
    articles: &[
        ("12", "Suicide is forbidden; the document lets it be allowed."),
        ("13", "A stone play may not recreate a position unless a pass was made after it last occurred."),
        (
            "15",
            "The game ends when a player passes on a position that he passed on before; the plays since are the scoring cycle.",
        ),
        (
            "17",
            "Passes before the first stone play of the cycle go behind its last play; each position then passed on in a row by all players is a scoring position.",
        ),
        ("18", "A scoring position is scored by area; the document calls territory scoring compatible."),
        ("19", "Without a scoring position the game is a draw."),
        ("20", "The score is the mean over the scoring positions."),
    ],
    state: "key: position, mover, whether the last move was a pass, with territory scoring the balance of prisoners; past: the positions banned (cleared by a pass), and for each pair \
            (player, position) passed on the sum and number of the scoring positions since",
    readings: &[
        LIFT,
        Reading {
            axis: Some(Axis::Scoring),
            text: "rules 14 and 18 (a) let players agree on a ranking or on dead stones; the solver leaves agreements out",
            forced_by: "an agreement cannot change the value of a two-player zero-sum game under best play",
        },
        Reading {
            axis: Some(Axis::Scoring),
            text: "with territory scoring a scoring position counts its surrounded empty intersections and the prisoners taken up to the moment when both \
                   players passed on it in a row; all stones on the board are alive",
            forced_by: "nothing: the document states that territory scoring is compatible (strength 5) and gives no rule for it",
        },
    ],
    build: |options: Options| {
        let ban = PassLifting { lift: options.lift, suicide: options.suicide };
        Box::new(Kee2009 { ban, scoring: options.scoring })
    },
};
