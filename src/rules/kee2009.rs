//! Kee's rules of 12 May 2009: cyclic scoring.
//!
//! Source: Wilton Kee, Kee Rules of Go, 12 May 2009. Rule 13 is in `ban`; rules 15 and 17 to 20 are here, once as a state
//! machine and once word for word.
//!
//! # State
//! Key: position, mover, and the run of passes just made, as far as it matters (0 or 1 with two players, up to 2
//! with three). Past: the positions banned, as under Spight's rules (rule 13 is his), and for each pair (player,
//! position) passed on the sum and number of the scoring positions since; with three players, and by territory, also
//! whether the next player passed at once. With territory scoring prisoners count: their balance is part of the
//! key, as a draw for want of scoring positions pays nothing for them.
//!
//! # Why a running sum is enough
//! Rule 15 makes a *scoring cycle* of the plays after a player's earlier pass on X up to and including his last pass on
//! X. Rule 17 moves the passes before the first stone play of the cycle behind its last play, and calls every position
//! that all players have passed on in a row a scoring position. Rules 18 to 20 score the mean of the scoring positions.
//! [`scoring_positions`] carries out these rules word for word, and the tests compare it with what follows.
//!
//! Let the cycle be c1 .. cn, with cn the last pass, on X, and let c0 be the earlier pass, on X by the same player. Let
//! k be the number of passes that follow c0 at once, c1 .. ck, all on X, and r the length of the run of passes that ends
//! with cn, within the cycle. There are p players, two or three. As a player's second pass on X ends the game, k is less
//! than p, or the cycle has no stone play and is the p passes c1 .. cp on X; then X is the only scoring position, and
//! taking its score more than once leaves the mean as it is. Otherwise the rearranged cycle has as its runs of passes
//! those that lie between stone plays, and a last one of r + k passes on X. So:
//!
//! *Lemma.* The scoring positions of a cycle with stone plays are those on which all p players pass in a row after c0
//! and before the run that ends with cn, and X if and only if r + k >= p.
//!
//! *No position comes twice* among them: two runs of p passes on Y hold three passes of two players on Y at least, and so
//! a second pass on Y of one of them, which ends the game.
//!
//! The past keeps for each pair (player, position) passed on the sum and number of the scoring positions since. The p-th
//! pass in a row adds its position's score to the tallies of all facts that hold by then, and only then are the facts of
//! the pass in hand set, with a tally of nothing. A run of p passes that ends after c0 is counted for c0 in this way; it
//! belongs to its cycle if it began with c1 or later, and may begin with c0 as well, which is k = p - 1. What remains is X:
//!
//! * *Two players, by area.* If k = 1, the pass c1 has counted X for c0. If k = 0, X counts if r = 2, and the last pass
//!   adds it. (k = 1 and r = 2 exclude each other, as the opponent would have passed on X twice.) So one fact is enough,
//!   to which the last pass adds X if a pass came just before it.
//! * *Two players, by territory and the letter of rule 17.* If k = 1, c1 moves behind cn, so the prisoners of X are those
//!   at the end of the game and not those at c1. So c1 sets a second fact, that c0 was *followed*
//!   ([`Class::Followed`]), whose tally begins after X has been counted, with nothing. The last pass asks first for this
//!   fact, and then adds X with the prisoners as they stand. If c0 was not followed it is as by area. With
//!   `--prisoners as-passed` the prisoners at c1 count, and one fact is enough again.
//! * *Three players.* If k = 2, the run of c0 is three passes on X: whoever began it is the player, and X is counted for
//!   the followed c0 by its third pass. (As r is at least 1, r + k >= 3.) If k = 1, X counts if r = 2, and the run that began
//!   before c0 and was three passes long does not, as some of its passes are not in the cycle: it was counted for the
//!   pair of c0, and not for the followed c0, whose fact its third pass, c1, has set with a tally of nothing. If k = 0, X
//!   counts if r = 3. (r = 2 excludes k = 2, as the player before passed on X in the run of c0, and r = 3 excludes k > 0.)
//!
//! With three players a score is Black's own points, and a game without scoring positions has none for anyone.

use super::axes::{Axis, Options, Prisoners, Scoring};
use super::ban::{LIFT, PLAYERS, PassLifting, passed};
use super::entry::{Entry, Preset, Reading};
use super::fact::{Class, Delta, Fact, Tally};
use super::{Effect, Explain, Key, Play, Points, Properties, Ruleset, State, StopEffect, mean};
use crate::go::board::MAX_POINTS;
use crate::go::score::{area_for_black, prisoners, territory};
use crate::go::{Board, Move, Player, Players, Position};

struct Kee2009 {
    ban: PassLifting,
    scoring: Scoring,
    prisoners: Prisoners,
}

/// What the phase holds: the passes just made in a row, as many as there are other players and no more, and with
/// territory scoring (of two players) how many prisoners more than his opponent the player to move has taken.
/// (From the mover's side, so that it has no colour.)
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Phase {
    run: u32,
    prisoners: i32,
}

impl Phase {
    fn of(phase: u32, players: Players) -> Phase {
        let (folded, run) = (phase / players.count() as u32, phase % players.count() as u32);
        let folded = folded as i32;
        let prisoners = if folded & 1 == 0 { folded / 2 } else { -(folded + 1) / 2 };
        Phase { run, prisoners }
    }

    fn number(self, players: Players) -> u32 {
        let folded = if self.prisoners >= 0 { 2 * self.prisoners } else { -2 * self.prisoners - 1 };
        folded as u32 * players.count() as u32 + self.run
    }
}

/// The fact that a player has passed on a position and the next player passed at once.
fn followed(player: Player, position: Position) -> Fact {
    Fact::of(Class::Followed, Some(player), position)
}

/// A number from the mover's side as Black's less White's, and back.
fn for_black(mover: Player, points: i32) -> i32 {
    if mover == Player::Black { points } else { -points }
}

impl Kee2009 {
    /// The score of the position as it stands: rule 18, or territory and prisoners.
    fn score(&self, board: &Board, key: &Key) -> i32 {
        match self.scoring {
            Scoring::Area => area_for_black(board, &key.position, self.ban.players),
            Scoring::Territory => {
                territory(board, &key.position) + for_black(key.mover, self.phase(key).prisoners)
            }
        }
    }

    fn phase(&self, key: &Key) -> Phase {
        Phase::of(key.phase, self.ban.players)
    }

    /// Whether it matters that a pass was followed by a pass of the next player: see the head of this file.
    fn asks_who_followed(&self) -> bool {
        let moved = self.scoring == Scoring::Territory && self.prisoners == Prisoners::AsMoved;
        moved || self.ban.players != Players::Two
    }

    /// A pass after `run` others, of a position with this score, without what it leads to. Rule 15: the game ends when a
    /// player passes on a position that he passed on before. Rules 17 to 20: the score is the mean over the scoring
    /// positions, a draw if there is none.
    fn pass(&self, key: &Key, score: i32, run: u32, effect: Effect) -> Play {
        // The last run is one pass longer than `run`; to X it needs as many passes as there are players, of which one
        // has been moved there if the earlier pass was followed.
        let mean = |moved: u32| {
            let scores = run + 1 + moved >= self.ban.players.count() as u32;
            StopEffect::Mean(if scores { Tally { sum: score, count: 1 } } else { Tally::default() })
        };
        let play = Play::pass(effect);
        let play = match self.asks_who_followed() {
            true => play.stopped_by(followed(key.mover, key.position), mean(1)),
            false => play,
        };
        play.stopped_by(passed(key.mover, key.position), mean(0))
    }
}

impl Ruleset for Kee2009 {
    /// The mean is over scoring positions that may lie in the past: a player who has alive stones now may have wrecked
    /// and rebuilt them inside the scoring cycle, and an end on an earlier pass counts what was scored while they were
    /// off the board. And a cycle without scoring positions is a draw, whatever he keeps.
    fn properties(&self) -> Properties {
        Properties { players: self.ban.players, last_position_decides: false, ..Properties::BASE }
    }

    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        (Key { position, mover, phase: 0 }, self.ban.start(position))
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        // Rule 13: no stone play may recreate a position "unless a pass play has ever been made by any
        // player after the last such previous board position".
        let (players, Phase { run, prisoners: taken }) = (self.ban.players, self.phase(key));
        plays.extend(self.ban.stone_plays(board, key).map(|mut play| {
            if let (Scoring::Territory, Effect::Next(next, _)) = (self.scoring, &mut play.effect) {
                let more = for_black(key.mover, prisoners(&key.position, &next.position, key.mover));
                next.phase = Phase { run: 0, prisoners: -(taken + more) }.number(players);
            }
            play
        }));
        let (score, others) = (self.score(board, key), players.count() as u32 - 1);
        let mut delta = self.ban.pass(key.position);
        delta.scored = (run == others).then_some(score);
        delta.sets.push(passed(key.mover, key.position));
        if self.asks_who_followed() && run > 0 {
            delta.sets.push(followed(players.previous(key.mover), key.position));
        }
        let phase = Phase { run: (run + 1).min(others), prisoners: -taken }.number(players);
        let next = Key { mover: players.next(key.mover), phase, ..*key };
        plays.push(self.pass(key, score, run, Effect::Next(next, delta)));
    }

    /// By area no position scores more than the board has intersections, and nor does a mean. With territory
    /// a player who passes to the end loses the stones that he has on the board, at most once, and the rest of
    /// the board is at worst his opponent's: with n intersections every scoring position still to come is worth
    /// no less to him than the prisoners so far less 2n. The game ends with a mean of such and of the tally of
    /// an earlier pass, or is a draw.
    fn reach(&self, board: &Board, state: &State) -> (Points, Points) {
        let n = board.points() as i32;
        match (self.scoring, self.ban.players) {
            (Scoring::Area, Players::Two) => return (Points::from_integer(-n), Points::from_integer(n)),
            (_, Players::Three | Players::Four | Players::Five | Players::Six) => {
                return (Points::from_integer(0), Points::from_integer(n));
            }
            (Scoring::Territory, Players::Two) => {}
        }
        let balance = for_black(state.key.mover, self.phase(&state.key).prisoners);
        let mut low = Points::from_integer(0.min(balance - 2 * n));
        let mut high = Points::from_integer(0.max(balance + 2 * n));
        for (_, tally) in state.past.facts() {
            (low, high) = (low.min(mean(*tally)), high.max(mean(*tally)));
        }
        (low, high)
    }
}

impl Explain for Kee2009 {
    fn count(&self, board: &Board, key: &Key) -> i32 {
        self.score(board, key)
    }

    fn counted(&self) -> &'static str {
        match self.scoring {
            Scoring::Area => "the area of the position is",
            Scoring::Territory => "territory and prisoners make",
        }
    }
}

/// A move with the position that it was made on.
pub type Made = (Move, Position);

/// Rules 15 and 17 word for word: the scoring positions of a game that its last move, a pass, has ended, in the order of
/// the rearranged cycle, and the place of the cycle's first play in `record`. Each position comes with the place of the
/// move before which its prisoners are counted.
///
/// `None` if the last move is not a player's second pass on a position. Works for any number of players who move in turn.
pub fn scoring_positions(
    record: &[Made],
    players: usize,
    prisoners: Prisoners,
) -> Option<(usize, Vec<(Position, usize)>)> {
    let last = record.len().checked_sub(1)?;
    let same = |place: usize| record[place] == record[last] && (last - place).is_multiple_of(players);
    if record[last].0 != Move::Pass {
        return None;
    }
    let earlier = (0..last).rev().find(|&place| same(place))?;
    let mut arranged: Vec<(usize, Made)> = (earlier + 1..=last).map(|place| (place, record[place])).collect();
    // "If any stone play exists, the series of all pass play(s) before the first such stone play, if any, is
    // repositioned to follow the last play."
    if let Some(first_stone) = arranged.iter().position(|(_, (mv, _))| *mv != Move::Pass) {
        arranged.rotate_left(first_stone);
    }
    // "A board position which has been consecutively passed by all players [...] is called a scoring board position."
    let mut scoring: Vec<(Position, usize)> = Vec::new();
    for run in arranged.windows(players) {
        let (first, (_, position)) = run[0];
        let all_pass = run.iter().all(|(_, made)| *made == (Move::Pass, position));
        if all_pass && scoring.iter().all(|(known, _)| *known != position) {
            let earliest = run.iter().map(|(place, _)| *place).min();
            let place = if prisoners == Prisoners::AsMoved { Some(first) } else { earliest };
            scoring.push((position, place.unwrap_or(first)));
        }
    }
    Some((earlier + 1, scoring))
}

/// Kee's rules of 2009.
pub const KEE2009: Entry = Entry {
    id: "kee2009",
    title: "Kee rules of 2009",
    document: "Wilton Kee, Kee Rules of Go, 12 May 2009 (rules 1 to 20)",
    summary: "Spight's ban; a game ends as a cycle between two passes of a player and scores the mean of its scoring positions",
    presets: &[Preset { name: "kee2009-territory", sets: &[(Axis::Scoring, "territory")] }],
    axes: &[
        (Axis::Suicide, Axis::Suicide.values()),
        (Axis::Scoring, Axis::Scoring.values()),
        (Axis::Lift, Axis::Lift.values()),
        (Axis::Prisoners, Axis::Prisoners.values()),
        (Axis::Players, &["2", "3"]),
    ],
    fixed: &[],
    most_points: |_| MAX_POINTS,
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
    state: "key: position, mover, run of passes (up to one less than there are players), with territory scoring the balance of prisoners; past: the positions banned (cleared by a pass), and for each pair \
            (player, position) passed on the sum and number of the scoring positions since (with three players, and by territory, also whether the next player passed at once)",
    readings: &[
        LIFT,
        PLAYERS,
        Reading {
            axis: None,
            text: "with three players a game without scoring positions has no points for anyone",
            forced_by: "rule 19 calls it a draw and gives no points; nobody has secured any",
        },
        Reading {
            axis: None,
            text: "rules 14 and 18 (a) let players agree on a ranking or on dead stones; the solver leaves agreements out",
            forced_by: "an agreement cannot change the value of a two-player zero-sum game under best play",
        },
        Reading {
            axis: None,
            text: "by territory a scoring position counts its surrounded empty intersections and the prisoners taken; all stones on the board are alive",
            forced_by: "nothing: the document states that territory scoring is compatible (strength 5) and gives no rule for it",
        },
        Reading {
            axis: Some(Axis::Prisoners),
            text: "as-moved (the default): where rule 17 moves passes behind the last play, the prisoners of their position are those at the end of \
                   the game; as-passed: those at the time of the passes. All others count when both players passed in a row",
            forced_by: "rule 17 by its letter makes the position a scoring position after the passes are \"repositioned to follow the last play\"; \
                        no example has prisoners",
        },
    ],
    build: |options: Options| {
        let ban = PassLifting::of(&options);
        Box::new(Kee2009 { ban, scoring: options.scoring, prisoners: options.prisoners })
    },
};
