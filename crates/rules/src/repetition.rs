//! Kinds of repetition that several rulesets or readers share: basic ko, games that end at their
//! first repetition, and the scoring cycle of Kee 2009.
//!
//! # Basic ko
//! A stone that has just captured exactly one stone, stands alone and has one liberty may not be
//! captured by the next move.
//!
//! KataGo's page says it in other words: a legal move "doesn't result in the state at the start of
//! the opponent's previous turn". Say that this turn was a stone play at p, which left a position
//! that a stone at q turns back to the one before. Then that play removed q's stone and no other,
//! as one play adds one stone, and the play at q removes p and no other. So the stone at p was
//! alone and had its one liberty at q: it is what [`ko_capture`] finds. Conversely, a stone at q
//! then removes p alone: any other chain that it took would have had no liberty while q was
//! occupied before. After a pass of the opponent only a suicide of one stone would result in that
//! state, and the page never allows one.
//!
//! # Games that end at a repetition
//! Games that may go on for ever as games that end: the first repetition of a key ends the game,
//! and one player pays for it.
//!
//! *Argument.* Under a ruleset whose games may go on for ever a state is its key alone. Let p be a
//! player, n the most that a score can be, and let the game end as soon as a stone play leads to a
//! key that a stone play has led to before, with n + 1 points against p. Then p can force v or more
//! of this game, for v >= -n, if and only if he can force an end with v or more in finite play of
//! the other:
//!
//! * If he can force it in finite play, he has a strategy under which each key comes nearer to the
//!   end than all before (the attractor of `solve::retrograde`). It repeats no key, so he never
//!   pays, and his opponent's plays never repeat one either, as they are plays of games that follow
//!   it.
//! * If he has a strategy here that brings v, no game that follows it ends by a repetition. All
//!   games here end: there are finitely many keys, and as the number of passes in a row is bounded,
//!   a game without end makes stone plays for ever. So the same strategy, given what has been
//!   played, brings him v in finite play there.
//!
//! So the value here is what p can force in finite play, and n + 1 against him if he can force no
//! end. The game begins with an empty history: where keys had been reached before, he might have to
//! pay for coming back to one of them.
//!
//! *State.* Key: that of the game without end, whose phase is doubled, and 1 is added where the
//! player to move is the one who pays; so the exchange of the colours does not change it. History:
//! the keys that stone plays have led to, as [`Class::Occurred`] of the position. A second position
//! says which intersection is banned by ko: it has one stone there, of the player to move. After a
//! stone play no pass has just been made, so the key holds nothing else.
//!
//! # The scoring cycle
//! The scoring cycle of Kee's rules of 12 May 2009: rules 15 and 17 word for word, and why a
//! running sum is enough.
//!
//! ## Why a running sum is enough
//!
//! Rule 15 makes a *scoring cycle* of the plays after a player's earlier pass on X up to and
//! including his last pass on X. Rule 17 moves the passes before the first stone play of the cycle
//! after its last play, and calls every position that all players have passed on in a row a scoring
//! position. Rules 18 to 20 score the mean of the scoring positions. [`scoring_positions`] carries
//! out these rules word for word, and the tests compare it with what follows.
//!
//! Let the cycle be c1 .. cn, with cn the last pass, on X, and let c0 be the earlier pass, on X by
//! the same player. Let k be the number of passes that follow c0 at once, c1 .. ck, all on X, and r
//! the length of the run of passes that ends with cn, within the cycle. There are p players, from
//! two to six. As a player's second pass on X ends the game, k is less than p, or the cycle has no
//! stone play and is the p passes c1 .. cp on X; then X is the only scoring position, and taking
//! its score more than once leaves the mean as it is. Otherwise the rearranged cycle has as its
//! runs of passes those that lie between stone plays, and a last one of r + k passes on X. So:
//!
//! *Lemma.* The scoring positions of a cycle with stone plays are those on which all p players pass
//! in a row after c0 and before the run that ends with cn, and X if and only if r + k >= p.
//!
//! *No position comes twice* among them: two runs of p passes on Y hold two passes on Y of some
//! player, the second of which ends the game.
//!
//! The history keeps for each pair (player, position) passed on the sum and number of the scoring
//! positions since. The p-th pass in a row adds its position's score to the tallies of all facts
//! that hold by then, and only then are the facts of the current pass set, with a tally of nothing.
//! A run of p passes that ends after c0 is counted for c0 in this way. It belongs to its cycle if
//! it began with c1 or later; if it began with c0 and was all of it, k is p - 1, and X is a scoring
//! position as r >= 1. What remains is X in the other cases.
//!
//! * *Two players, by area.* If k = 1, the pass c1 has counted X for c0. If k = 0, X counts if r =
//!   2, and the last pass adds it. (k = 1 and r = 2 exclude each other, as the opponent would have
//!   passed on X twice.) So one fact is enough, to which the last pass adds X if a pass came just
//!   before it.
//! * *Two players, by territory and the letter of rule 17.* If k = 1, c1 moves after cn, so the
//!   prisoners of X are those at the end of the game and not those at c1. So c1 sets a second fact,
//!   that c0 was *followed* by one pass ([`Class::Followed`]), whose
//!   tally begins after X has been counted, with nothing. The last pass asks first for this fact,
//!   and then adds X with the prisoners as they stand. If c0 was not followed it is as by area.
//!   With `--prisoners as-passed` the prisoners at c1 count, and one fact is enough again.
//! * *Three players and more.* For j from 1 to p - 2, the pass c_j sets the fact that c0 was
//!   followed by j passes ([`Class::FOLLOWED`](super::fact::Class::FOLLOWED)), after it has counted
//!   what it counts, with a tally of nothing. The last pass asks for the largest j first, so it
//!   finds j = min(k, p - 2), or, if k = 0, the fact of c0 itself.
//!   - If k = p - 1, the run that c0 began had p passes, and c_k, its last, has counted X for the
//!     fact of j = p - 2, which c_(k-1) had set. (The run cannot have begun before c0: it would
//!     have more than p passes, and its first player a second pass on X.) The last pass must not
//!     count it again, and it does not: r + j < p, as r > 1 would be a second pass on X of the
//!     player before, who passed in the run of c0, so r = 1 and r + j = p - 1.
//!   - If 0 < k < p - 1, X counts if r >= p - k. A run that began before c0 and was p passes long
//!     does not count, as some of its passes are not in the cycle. It ended with c_k, as one pass
//!     more would be a second one on X of a player; so it was counted before the fact of j = k was
//!     set, and not for it. The last pass adds X if r + k >= p.
//!   - If k = 0, X counts if r >= p. A run that ended with c0 was counted before the fact of c0 was
//!     set.
//!
//! With three players and more a score is Black's own points, and a game without scoring positions
//! has none for anyone.

use crate::axes::Prisoners;
use crate::fact::{Class, Delta, Fact, Past, Second};
use crate::ruleset::{Effect, Explain, Key, Play, Points, Properties, Ruleset, State, Stop, StopEffect};
use superko_go::bits::PointSet;
use superko_go::board::Board;
use superko_go::placement::Placement;
use superko_go::player::Move;
use superko_go::position::Position;
use superko_go::{Player, Symmetry};

// --- Basic ko ---

/// Reason why a stone may not be placed where a ko has just been taken.
pub const RETAKE: &str = "it would retake the ko at once";

/// The intersection from which a stone just placed may be retaken in a ko.
///
/// The stone captured exactly one stone, stands alone, and has one liberty, where that stone stood.
pub fn ko_capture<S: PointSet>(
    board: &Board<S>,
    mover: Player,
    point: S::Point,
    placement: &Placement<S>,
) -> Option<S::Point> {
    if placement.captured.count() != 1 {
        return None;
    }
    let stone = S::of(point);
    let alone = (board.adjacent(stone) & placement.position.stones_of(mover)).is_empty();
    let liberties = board.adjacent(stone) & !placement.position.occupied();
    let ko = alone && liberties == placement.captured;
    ko.then(|| placement.captured.lowest_point())
}

// --- Games that end at a repetition ---

/// The rules of games that end at a repetition, after rules under which they may go on for ever.
pub(crate) struct EndedAtRepetition<R, S: PointSet> {
    /// The rules without a repetition.
    pub rules: R,
    /// The intersection that is banned by ko at a key of them.
    pub ko: KoOf<R, S>,
}

/// The intersection that is banned by ko at a key.
type KoOf<R, S> = fn(&R, &Board<S>, &Key<S>) -> Option<<S as PointSet>::Point>;

/// The state of the game that ends at a repetition, at the cost of a player, in which nothing has
/// been played yet.
pub fn begin<S: PointSet>(key: &Key<S>, payer: Player) -> State<S> {
    State { key: with_payer(key, payer), past: Past::default() }
}

fn with_payer<S: PointSet>(key: &Key<S>, payer: Player) -> Key<S> {
    Key { phase: 2 * key.phase + u32::from(key.mover == payer), ..*key }
}

/// The key of the other game, and who pays.
fn without_payer<S: PointSet>(key: &Key<S>) -> (Key<S>, Player) {
    let payer = if key.phase % 2 == 1 { key.mover } else { key.mover.other() };
    (Key { phase: key.phase / 2, ..*key }, payer)
}

/// The cost of a repetition, in Black's points.
fn cost<S: PointSet>(board: &Board<S>, payer: Player) -> i32 {
    let beyond = board.points() as i32 + 1;
    if payer == Player::Black { -beyond } else { beyond }
}

impl<S: PointSet, R: Ruleset<S>> Ruleset<S> for EndedAtRepetition<R, S> {
    fn properties(&self) -> Properties {
        Properties { last_position_decides: false, ..Properties::BASE }
    }

    /// At the cost of the player to move.
    fn start(&self, position: Position<S>, mover: Player) -> (Key<S>, Delta<S>) {
        let (key, delta) = self.rules.start(position, mover);
        (with_payer(&key, mover), delta)
    }

    fn plays(&self, board: &Board<S>, key: &Key<S>, plays: &mut Vec<Play<S>>) {
        let (key, payer) = without_payer(key);
        let before = plays.len();
        self.rules.plays(board, &key, plays);
        for play in &mut plays[before..] {
            debug_assert!(play.bars.is_empty() && play.stops.is_empty());
            let placed = play.mv.placed().is_some();
            let Effect::Next(next, delta) = &mut play.effect else { continue };
            if placed {
                let second = (self.ko)(&self.rules, board, next).map_or(Second::default(), |point| {
                    let mut stone = Position::<S>::default();
                    stone.stones[next.mover.index()] = S::of(point);
                    Second::of(&stone)
                });
                let fact = Fact { second, ..Fact::of(Class::Occurred, Some(next.mover), next.position) };
                delta.sets.push(fact);
                play.stops.push(Stop { fact, effect: StopEffect::End(cost(board, payer)) });
            }
            *next = with_payer(next, payer);
        }
    }

    fn value_range(&self, board: &Board<S>, state: &State<S>) -> (Points, Points) {
        let most = board.points() as i32;
        let cost = cost(board, without_payer(&state.key).1);
        (Points::from_integer(cost.min(-most)), Points::from_integer(cost.max(most)))
    }

    fn phase_image(&self, phase: u32, symmetry: &Symmetry) -> u32 {
        2 * self.rules.phase_image(phase / 2, symmetry) + phase % 2
    }
}

/// Only engines play this game, so the defaults do.
impl<S: PointSet, R: Ruleset<S>> Explain<S> for EndedAtRepetition<R, S> {}

// --- The scoring cycle ---

/// A move with the position that it was made on.
pub type Made<S = u64> = (Move<<S as PointSet>::Point>, Position<S>);

/// A scoring position, and the place of the move before which its prisoners are counted.
pub type Scoring<S = u64> = (Position<S>, usize);

/// Rules 15 and 17 word for word: the scoring positions of a game that its last move, a pass, has
/// ended, in the order of the rearranged cycle, and the place of the cycle's first play in
/// `record`. Each position comes with the place of the move before which its prisoners are counted.
///
/// `None` if the last move is not a player's second pass on a position. Works for any number of
/// players who move in turn.
pub fn scoring_positions<S: PointSet>(
    record: &[Made<S>],
    players: usize,
    prisoners: Prisoners,
) -> Option<(usize, Vec<Scoring<S>>)> {
    let last = record.len().checked_sub(1)?;
    let same = |place: usize| record[place] == record[last] && (last - place).is_multiple_of(players);
    if record[last].0 != Move::Pass {
        return None;
    }
    let earlier = (0..last).rev().find(|&place| same(place))?;
    let mut arranged: Vec<(usize, Made<S>)> =
        (earlier + 1..=last).map(|place| (place, record[place])).collect();
    // "If any stone play exists, the series of all pass play(s) before the first such stone play,
    // if any, is repositioned to follow the last play."
    if let Some(first_stone) = arranged.iter().position(|(_, (mv, _))| *mv != Move::Pass) {
        arranged.rotate_left(first_stone);
    }
    // "A board position which has been consecutively passed by all players [...] is called a
    // scoring board position."
    let mut scoring: Vec<(Position<S>, usize)> = Vec::new();
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
