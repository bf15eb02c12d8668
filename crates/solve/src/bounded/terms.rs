//! What a composition of clauses asks of a proof that needs no past.
//!
//! Everything is read from the clauses, so that a ruleset of a file of one's own gets a sound answer. Where a clause is
//! there whose effect the arguments do not cover, there are no terms, and nothing is claimed: prices of passes and
//! prisoners (the last position does not tell the score), more than two players, draws by a state that occurs again, an
//! end by a single pass, state machines that are no compositions, games without end (but for certificates under basic
//! ko alone, see [`Terms::of_endless`]).

use super::lines::Lines;
use super::node::Place;
use super::proof::Proof;
use super::replies::Replies;
use super::settled::{most, needed, sure_points};
use superko_go::score::area;
use superko_go::{Board, Move, Players, Suicide};
use superko_rules::Game;
use superko_rules::axes::{Lift, Options, Scoring};
use superko_rules::clauses::{Clauses, Endings, LiftedBy, Repetition, Scored, SecondPass};

/// What a composition asks of a proof. Tests also make terms that no ruleset has, to see that each condition matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// Which suicides the opponent may play. (The prover plays none.)
    pub suicide: Suicide,
    /// Condition 1: whether the prover's stones may not recreate a position of their line. Every ruleset asks it.
    pub fresh: bool,
    /// Condition 2: whether the prover may pass only where the position is worth the threshold. Every ruleset asks it.
    pub ahead: bool,
    /// Condition 3: whether play may go on after a pass of the opponent that the prover has answered by a pass. If not,
    /// two passes in a row end the game.
    pub retakes_after_pass: bool,
    /// Whether the opponent may not retake a ko at once even if he passed just before the prover took it. If he may,
    /// condition 5 is asked: the prover takes no ko right after a pass of his opponent.
    pub passes_stand: bool,
    /// Whether a ban is on nothing but what stones have made (natural situational superko). Then the prover may retake a ko at once that his
    /// opponent takes right after a pass of his, and condition 1 asks no more than that no stone of his makes a position that
    /// one of his stones has made.
    pub natural: bool,
    /// Condition 6: whether the score is a mean of scoring positions.
    pub means: bool,
}

#[cfg(test)]
impl Terms {
    /// Terms for tests: without suicide, and all but conditions 5 and 6 are asked.
    pub(super) const PLAIN: Terms = Terms {
        suicide: Suicide::Forbidden,
        fresh: true,
        ahead: true,
        retakes_after_pass: true,
        passes_stand: true,
        natural: false,
        means: false,
    };
}

impl Terms {
    /// The terms of a game; `None` if nothing is claimed under its ruleset.
    pub fn of(game: &Game) -> Option<Terms> {
        let clauses = game.entry.clauses(&game.options)?;
        Terms::of_clauses(clauses, &game.options)
    }

    /// The terms of clauses with options.
    pub fn of_clauses(clauses: &Clauses, options: &Options) -> Option<Terms> {
        let two_by_area = options.players == Players::Two && options.scoring == Scoring::Area;
        let plain = clauses.draw.is_none() && clauses.price_of_pass == 0;
        let last = clauses.last_pass(options);
        let ends = clauses.endings(options) == Endings::Always && last.is_none_or(|last| last >= 2);
        let means = clauses.scored == Scored::ScoringPositions;
        if !two_by_area || !plain || !ends || means && !means_are_understood(clauses, options) {
            return None;
        }
        let passes_stand = passes_stand(clauses, options)?;
        let retakes_after_pass = last != Some(2);
        let suicide = options.suicide;
        let natural = is_natural(clauses, options);
        Some(Terms { suicide, fresh: true, ahead: true, retakes_after_pass, passes_stand, natural, means })
    }
}

impl Terms {
    /// The terms of a game that ends by two passes in a row or goes on for ever, where a ko may not be retaken at once and
    /// nothing else is barred: what is proved is that the prover brings it to an end in which he has as much. `None` for
    /// any other game, and with suicide, by which play in a settled position may go on for ever.
    ///
    /// Of the conditions 2 and 3 are asked, and that no line of the proof goes on for ever. None does, as without suicide
    /// no state of it comes back: see [`proof`](super::proof). In a settled position each move of the opponent adds a stone
    /// outside what the prover fills, or one that is answered by a fill, and neither can go on for ever.
    pub fn of_endless(game: &Game) -> Option<Terms> {
        let options = &game.options;
        let clauses = game.entry.clauses(options)?;
        let endless = clauses.endings(options) == Endings::Endless && clauses.last_pass(options) == Some(2);
        let suicide = options.suicide;
        (endless && clauses.basic_ko && suicide == Suicide::Forbidden).then_some(Terms {
            suicide,
            fresh: false,
            ahead: true,
            retakes_after_pass: false,
            passes_stand: true,
            natural: false,
            means: false,
        })
    }

    /// Wider terms on which a proof holds under more rulesets, the widest first.
    pub fn wider(&self) -> impl Iterator<Item = Terms> {
        let common = Terms {
            fresh: true,
            ahead: true,
            retakes_after_pass: true,
            natural: false,
            means: true,
            ..*self
        };
        let all = Terms { passes_stand: false, ..common };
        let of = *self;
        [Some(all), (common != all).then_some(common)].into_iter().flatten().filter(move |terms| *terms != of)
    }
}

/// Whether the ends of a game with scoring positions are those of Kee 2009, rule 15, and no stone is taken off by suicide.
fn means_are_understood(clauses: &Clauses, options: &Options) -> bool {
    let second = clauses.second_pass == Some(SecondPass::Player) && !clauses.passes_forgotten;
    let only = clauses.passes_in_a_row.is_none() && !clauses.all_pass_in_one_situation;
    second && only && options.suicide == Suicide::Forbidden
}

/// Whether all that is barred is a situation that a stone has made, or the start, and the second of two passes in a row is all that
/// ends a game.
fn is_natural(clauses: &Clauses, options: &Options) -> bool {
    let (repetition, passes_in_a_row) = (Some(Repetition::NaturalSituation), clauses.passes_in_a_row);
    let plain = Clauses { repetition, passes_in_a_row, ..Clauses::DEFAULT };
    *clauses == plain && clauses.last_pass(options) == Some(2) && options.lift != Lift::ProducedKo
}

/// Whether a ko may not be retaken at once even if its capture came right after a pass. `None` if it may be retaken at
/// once although its capture came right after a stone, or at the start.
///
/// Let the prover take a ko on a position A, which leads to B; to retake it is to play from B to A at once.
///
/// * Basic ko bars it, whatever came before. So does `produced-ko` (a stone play may not undo the one just before).
/// * Under `left-position` it is barred because the prover has just played a stone on A, and no pass has come since.
/// * Under `position`, `situation`, `natural-situation` and `passed-situation` A (with the prover to move, and the same last
///   position that the opponent passed on) occurred if A was the start or came about by a stone of the opponent, and no pass
///   has come since. This is the case in which every ban is enough.
/// * If the opponent passed on A, it has occurred by that pass where passes make positions occur: by `stands`, under
///   `position`, `situation` and `passed-situation`. Under `position` without any pass that lifts the ban, A has stood in
///   any case. In all other cases nothing is taken for granted.
fn passes_stand(clauses: &Clauses, options: &Options) -> Option<bool> {
    if clauses.basic_ko {
        return Some(true);
    }
    let undoing = options.lift == Lift::ProducedKo;
    let stands = options.lift == Lift::Stands;
    Some(match clauses.repetition? {
        Repetition::Position => undoing || stands || clauses.lifted_by == LiftedBy::Nothing,
        Repetition::Situation | Repetition::PassedSituation => undoing || stands,
        Repetition::NaturalSituation => undoing,
        Repetition::LeftPosition => true,
    })
}

// --- aim -------------------------------------------------------------------------------------------------------------
//
// What a proof is to show: so many points for the prover, on a board, on terms.

/// What a proof is to show.
#[derive(Debug, Clone, Copy)]
pub struct Aim<'a> {
    /// The board.
    pub board: &'a Board,
    /// What is asked of the proof.
    pub terms: Terms,
    /// The points by which the prover is to be ahead at least.
    pub threshold: i32,
}

impl Aim<'_> {
    /// Whether the prover is sure of the threshold in a position, without a search of the whole board.
    pub fn settled(&self, place: &Place, replies: &mut Replies) -> bool {
        // A player who has a point has a stone.
        let needed = self.needed().max(1);
        sure_points(self.board, &place.position, self.terms.suicide, needed) >= needed
            || self.by_replies() && replies.settle(self.board, &place.position)
    }

    /// Whether the prover may be sure of the threshold by [`replies`](super::replies).
    pub fn by_replies(&self) -> bool {
        self.terms.suicide == Suicide::Forbidden && self.threshold == self.board.points() as i32
    }

    /// The points that the prover needs.
    pub fn needed(&self) -> u32 {
        needed(self.board, self.threshold)
    }

    /// Whether the opponent is sure to keep the prover from the threshold, without a search.
    pub fn hopeless(&self, place: &Place) -> bool {
        most(self.board, &place.position, self.terms.suicide) < self.threshold
    }

    /// Whether the prover may pass on a position: it is worth the threshold as it is (condition 2).
    pub fn may_pass(&self, place: &Place) -> bool {
        !self.terms.ahead || area(self.board, &place.position) >= self.threshold
    }

    /// Whether a pass of the prover ends the game for certain: it answers one, and two in a row end it.
    pub fn pass_ends(&self, place: &Place) -> bool {
        place.passed && !self.terms.retakes_after_pass
    }

    /// What a pass of the prover takes off his bound.
    pub fn price_of_pass(&self) -> u8 {
        u8::from(self.terms.suicide != Suicide::Forbidden)
    }
}

// --- conditions ------------------------------------------------------------------------------------------------------
//
// The conditions under which a proof holds from an empty past, tested on the explicit proof.
//
// 1. No stone of the prover recreates a position of its line: from no state of that position, whatever the turn, does the
//    proof lead to the state in which he plays. (The opponent may recreate positions.) Where only natural situations are barred,
//    those states count alone that a stone of his has led to, or that are the start at his opponent's turn.
// 2. The prover passes only on positions that are worth the threshold.
// 3. Each state of the opponent has all of his moves, and a pass of the prover leads to such a state unless it ends
//    the game for certain. So a ko that was barred to the opponent may be retaken after two passes.
// 4. No position of the explicit part is settled, so that play in settled positions does not come back to it.
// 5. Where the ruleset does not bar it, the opponent could retake a ko at once that the prover took right after his pass:
//    the prover takes none.
// 6. Under a mean of scoring positions and a threshold above 0, no position comes back on which the prover has passed,
//    but by passes.
//
// `bounded` has the argument, and `terms` says which ruleset needs which. What fails 2 to 5 never becomes a
// [`Proof`]. One that fails 1 or 6 can often be mended by another move, so these come as faults.

/// What the conditions say of a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// These moves of the prover, each in a state of the number before it, break condition 1 or 6.
    Faults(Vec<(usize, Move)>),
    /// A state comes back on a line, which no proof of the search lets happen.
    Endless,
}

/// Tests a proof.
pub fn verdict(proof: &Proof, aim: &Aim) -> Verdict {
    let Some(lines) = Lines::of(proof) else { return Verdict::Endless };
    let mut faults = Vec::new();
    for number in 0..proof.places().len() {
        let (Some(mv), Some(next)) = (proof.mv(number), proof.nexts(number as u32).first()) else { continue };
        let fault = match mv {
            Move::Pass => aim.terms.means && aim.threshold > 0 && comes_back(proof, &lines, *next),
            _ if aim.terms.natural => makes_again(proof, &lines, number as u32, *next),
            _ => aim.terms.fresh && recreates(&lines, number as u32, *next),
        };
        if fault {
            faults.push((number, mv));
        }
    }
    if faults.is_empty() { Verdict::Holds } else { Verdict::Faults(faults) }
}

/// Whether a stone of the prover in a state, which leads to another, may recreate a position of its line.
fn recreates(lines: &Lines, from: u32, to: u32) -> bool {
    lines.states(to).any(|state| lines.leads(state, from))
}

/// Whether a stone of the prover in a state, which leads to another, may make a position that one of his has made on its line, or that
/// was the start at his opponent's turn.
fn makes_again(proof: &Proof, lines: &Lines, from: u32, to: u32) -> bool {
    let places = proof.places();
    let made = |state: &u32| !places[*state as usize].proving && !places[*state as usize].passed;
    lines.states(to).filter(made).any(|state| lines.leads(state, from))
}

/// Whether the position of a state, in which the opponent is to move after a pass, may come back after a stone of his.
fn comes_back(proof: &Proof, lines: &Lines, passed: u32) -> bool {
    let stones = proof.nexts(passed).iter().filter(|next| !proof.places()[**next as usize].passed);
    let mut pairs = stones.flat_map(|stone| lines.states(passed).map(move |state| (*stone, state)));
    pairs.any(|(stone, state)| lines.leads(stone, state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounded::node::Place;
    use superko_go::{Player, Position};

    /// A line of states that leads from each to the next, with the stones of the prover on some intersections; the prover
    /// moves first. Its last state leads to one before if a number is given.
    fn line(own: &[u64], passes: bool, back: Option<u32>) -> Proof {
        let place = |(number, own): (usize, &u64)| {
            let position = Position { stones: [*own, 0] };
            let start = Place::start(&position, Player::Black, Player::Black);
            // States of one position differ in something, as they do in every proof.
            Place { proving: number % 2 == 0, ko: number as u8, passed: passes && number == 1, ..start }
        };
        let nexts = (1..own.len() as u32).map(|next| vec![next]).chain([back.into_iter().collect()]);
        let moves =
            (0..own.len()).map(|number| if passes && number == 0 { Move::Pass } else { Move::Place(0) });
        Proof::of_parts(own.iter().enumerate().map(place), moves, nexts)
    }

    fn recreated(proof: &Proof, from: u32, to: u32) -> bool {
        Lines::of(proof).is_none_or(|lines| recreates(&lines, from, to))
    }

    #[test]
    fn a_stone_that_makes_a_position_of_its_line_is_found() {
        // The prover's second stone, from state 2 to state 3, makes the position of state 0, whose turn was another.
        let proof = line(&[1, 2, 3, 1, 4], false, None);
        assert!(!recreated(&proof, 0, 1));
        assert!(recreated(&proof, 2, 3));
        // It is another position, and nothing comes back; then the opponent comes back to the start, and both stones recreate.
        assert!(!recreated(&line(&[1, 2, 3, 4, 5], false, None), 2, 3));
        let round = line(&[1, 2, 3, 4], false, Some(0));
        assert!(recreated(&round, 0, 1) && recreated(&round, 2, 3));
    }

    #[test]
    fn a_position_that_a_stone_of_the_prover_makes_again_is_found() {
        let again = |proof: &Proof, from, to| makes_again(proof, &Lines::of(proof).unwrap(), from, to);
        // The stones from states 0, 2 and 4 make positions 2, 4 and 2.
        let proof = line(&[1, 2, 3, 4, 5, 2], false, None);
        assert!(again(&proof, 4, 5) && !again(&proof, 2, 3) && !again(&proof, 0, 1));
        // State 1 came about by a pass of the prover, or the position stood at his own turn.
        let passed = line(&[2, 2, 3, 4, 5, 2], true, None);
        assert!(!again(&passed, 4, 5) && recreated(&passed, 4, 5));
        let own = line(&[2, 1, 3, 4, 5, 2], false, None);
        assert!(!again(&own, 4, 5) && recreated(&own, 4, 5));
    }

    #[test]
    fn a_position_that_comes_back_after_a_pass_is_found() {
        let back = |proof: &Proof| comes_back(proof, &Lines::of(proof).unwrap(), 1);
        // The prover passes on 7, and four moves later the opponent makes the position again.
        assert!(back(&line(&[7, 7, 1, 2, 7, 3], true, None)));
        assert!(!back(&line(&[7, 7, 1, 2, 6, 3], true, None)));
    }
}
