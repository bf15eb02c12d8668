//! The scoring cycle of Kee's rules of 12 May 2009: rules 15 and 17 word for word, and why a running sum is enough.
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

use super::axes::Prisoners;
use crate::go::{Move, Position};

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
