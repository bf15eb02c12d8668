//! Kee's rules of 12 May 2009: cyclic scoring.
//!
//! # State
//! Key: position, mover, and the run of passes just made, as far as it matters (0 or 1 with two players, up to 2
//! with three). Past: the positions banned, as under Spight's rules (rule 13 is his), and for each pair (player,
//! position) passed on the sum and number of the scoring positions since; with three players also whether the
//! next player passed at once. With territory scoring prisoners count: their balance is part of the
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
//!
//! # Three players
//! Let k again be the number of passes that follow c0 at once (all on X), and r the length of the run of passes
//! that ends with cn, within the cycle. If the cycle has a stone play, its rearrangement has as its runs of
//! passes those that lie between stone plays, and a last one of r + k passes on X. So the scoring positions are
//! those on which all three pass in a row after c0 and before that last run, and X if and only if r + k >= 3.
//!
//! * k = 2: X counts, as r is at least 1. The run of c0 is then three passes on X, and whoever began it is the
//!   player: every run of three passes that begins with c0 or later counts for him.
//! * k < 2: no run of three passes begins with c0, and one that began before it does not count, as some of its
//!   passes are not in the cycle. X counts if r = 3, or if r = 2 and k = 1.
//!
//! No player passes on X a second time before the end. So r = 2 excludes k = 2 (the player before passed on X in
//! the run of c0), and r = 3 excludes k > 0; but if the cycle has no stone play, it is three passes on X, k = 2,
//! r = 3, and X is the only scoring position by either account.
//!
//! So the third pass in a row adds its position's score to all pairs recorded up to then. That is wrong for the
//! pair of the second pass of the run alone, which [`Class::Followed`] mends: as the next player passes too, that
//! pass is *followed*, and from then on it has a tally of its own, which begins with nothing. A pass that stops
//! the game asks first for the fact that the earlier one was followed, and ends with its tally, X added if r is 2
//! or more (k = 1; or the cycle without stone plays, where X twice has the mean of X once); and if it was not
//! followed (k = 0), with that of the pair, X added if r is 3. Where k = 2, the tally of the followed pass has X
//! already, from the third pass of the run.
//! With three players a score is Black's own points, and a game without scoring positions has none for anyone.

use super::axes::{Axis, Options, Scoring};
use super::catalogue::{Entry, Preset, Reading, Tables};
use super::past::{Class, Delta, Fact, Tally};
use super::spight::{LIFT, PassLifting, passed};
use super::superko::PLAYERS;
use super::{Effect, Key, Play, Points, Ruleset, State, Stop, StopEffect, Stops, mean};
use crate::go::board::MAX_POINTS;
use crate::go::score::{area_for_black, prisoners, territory};
use crate::go::{Board, Move, Player, Players, Position};

struct Kee2009 {
    ban: PassLifting,
    scoring: Scoring,
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

    /// Rule 15: the game ends when a player passes on a position that he passed on before. Rules 17 to 20: the mean
    /// over the scoring positions, a draw if there is none. `score` is that of the position passed on, and `run`
    /// the number of passes before.
    fn stops(&self, key: &Key, score: i32, run: u32) -> Stops {
        let stop = |fact: fn(Player, Position) -> Fact, counts: bool| Stop {
            fact: fact(key.mover, key.position),
            effect: StopEffect::Mean(if counts { Tally { sum: score, count: 1 } } else { Tally::default() }),
        };
        match self.ban.players {
            Players::Two => [stop(passed, run == 1)].into_iter().collect(),
            Players::Three => [stop(followed, run >= 1), stop(passed, run == 2)].into(),
        }
    }
}

impl Ruleset for Kee2009 {
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
        if players == Players::Three && run > 0 {
            delta.sets.push(followed(players.previous(key.mover), key.position));
        }
        let phase = Phase { run: (run + 1).min(others), prisoners: -taken }.number(players);
        plays.push(Play {
            mv: Move::Pass,
            bars: Default::default(),
            stops: self.stops(key, score, run),
            effect: Effect::Next(Key { mover: players.next(key.mover), phase, ..*key }, delta),
        });
    }

    fn players(&self) -> Players {
        self.ban.players
    }

    fn count(&self, board: &Board, key: &Key) -> i32 {
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
    fn reach(&self, board: &Board, state: &State) -> (Points, Points) {
        let n = board.points() as i32;
        match (self.scoring, self.ban.players) {
            (Scoring::Area, Players::Two) => return (Points::from_integer(-n), Points::from_integer(n)),
            (_, Players::Three) => return (Points::from_integer(0), Points::from_integer(n)),
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
    most_players: Players::Three,
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
    state: "key: position, mover, run of passes (up to one less than there are players), with territory scoring the balance of prisoners; past: the positions banned (cleared by a pass), and for each pair \
            (player, position) passed on the sum and number of the scoring positions since (with three players also whether the next player passed at once)",
    readings: &[
        LIFT,
        PLAYERS,
        Reading {
            axis: None,
            text: "with three players a game without scoring positions has no points for anyone",
            forced_by: "rule 19 calls it a draw and gives no points; nobody has secured any",
        },
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
        let ban = PassLifting::of(&options);
        Box::new(Kee2009 { ban, scoring: options.scoring })
    },
};
