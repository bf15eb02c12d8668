//! Terms: the conditions that a composition of clauses asks of a proof that needs no history.
//!
//! Everything is read from the clauses, so that a ruleset of a file of one's own gets a sound
//! answer. Where a clause is there whose effect the arguments do not cover, there are no terms, and
//! nothing is claimed: prices of passes and prisoners (the last position does not determine the
//! score), clauses that few documents have ([`Clauses::are_common`]), more than two players, draws by a state that occurs again, an end by a single pass,
//! state machines that are no compositions, games without end (but for certificates under basic ko
//! alone, see [`Terms::of_endless`]).

use superko_go::{Players, Suicide};
use superko_rules::Game;
use superko_rules::axes::{Lift, Options, Scoring};
use superko_rules::clauses::{Clauses, Endings, LiftedBy, Repetition, Scored, SecondPass};

/// The conditions that a composition asks of a proof. Tests make terms that no ruleset has, to see
/// that each one matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// The suicides that the opponent may play. (The prover plays none.)
    pub suicide: Suicide,
    /// Condition 1: whether the prover's stones may not recreate a position of their line. Every
    /// ruleset asks it.
    pub fresh: bool,
    /// Condition 2: whether the prover may pass only where the position is worth the threshold.
    /// Every ruleset asks it.
    pub ahead: bool,
    /// Condition 3: whether play may go on after a pass of the opponent that the prover has
    /// answered by a pass. If not, two passes in a row end the game.
    pub retakes_after_pass: bool,
    /// Whether the opponent may not retake a ko at once even if he passed just before the prover
    /// took it. If he may, condition 5 is asked: the prover takes no ko right after a pass of his
    /// opponent.
    pub passes_stand: bool,
    /// Whether nothing is banned but what stones have made (natural situational superko). Then the
    /// prover may retake a ko at once that his opponent takes right after a pass of his, and
    /// condition 1 asks only that no stone of his makes a position that one of his stones has made.
    pub natural: bool,
    /// Condition 6: whether the score is a mean of scoring positions.
    pub means: bool,
}

impl Terms {
    /// Terms for tests: without suicide, and all but conditions 5 and 6 are asked.
    #[cfg(test)]
    pub(super) const PLAIN: Terms = Terms {
        suicide: Suicide::Forbidden,
        fresh: true,
        ahead: true,
        retakes_after_pass: true,
        passes_stand: true,
        natural: false,
        means: false,
    };

    /// The terms of a game; `None` if nothing is claimed under its ruleset.
    pub fn of(game: &Game) -> Option<Terms> {
        let options = &game.options;
        let clauses = game.ruleset().clauses()?;
        let two_by_area = options.players == Players::Two && options.scoring == Scoring::Area;
        let plain = clauses.draw.is_none() && clauses.price_of_pass == 0 && clauses.are_common(options);
        let last = clauses.last_pass(options);
        let ends = clauses.endings(options) == Endings::Always && last.is_none_or(|last| last >= 2);
        let means = clauses.scored == Scored::ScoringPositions;
        if !two_by_area || !plain || !ends || means && !means_are_understood(clauses, options) {
            return None;
        }
        Some(Terms {
            suicide: options.suicide,
            fresh: true,
            ahead: true,
            retakes_after_pass: last != Some(2),
            passes_stand: passes_stand(clauses, options)?,
            natural: is_natural(clauses, options),
            means,
        })
    }

    /// The terms of a game that ends by two passes in a row or goes on for ever, where a ko may not
    /// be retaken at once and nothing else is banned: what is proved is that the prover brings it
    /// to an end in which he has as much. `None` for any other game, and with suicide, by which
    /// play in a settled position may go on for ever.
    ///
    /// Of the conditions 2 and 3 are asked, and that no line of the proof goes on for ever. None
    /// does, as without suicide no state of it comes back: see `proof`. In a settled position each
    /// move of the opponent adds a stone outside what the prover fills, or one that is answered by
    /// a fill, and neither can go on for ever.
    pub fn of_endless(game: &Game) -> Option<Terms> {
        let options = &game.options;
        let clauses = game.ruleset().clauses()?;
        let endless = clauses.are_common(options)
            && options.scoring == Scoring::Area
            && clauses.endings(options) == Endings::Endless
            && clauses.last_pass(options) == Some(2);
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

/// Whether the ends of a game with scoring positions are those of Kee 2009, rule 15, and no stone
/// is taken off by suicide.
fn means_are_understood(clauses: &Clauses, options: &Options) -> bool {
    let second = clauses.second_pass == Some(SecondPass::Player) && !clauses.passes_forgotten;
    let only = clauses.passes_in_a_row.is_none() && !clauses.all_pass_in_one_situation;
    second && only && options.suicide == Suicide::Forbidden
}

/// Whether nothing is banned but a situation that a stone has made, or the start, and nothing ends
/// a game but the second of two passes in a row.
fn is_natural(clauses: &Clauses, options: &Options) -> bool {
    let (repetition, passes_in_a_row) = (Some(Repetition::NaturalSituation), clauses.passes_in_a_row);
    let plain = Clauses { repetition, passes_in_a_row, ..Clauses::DEFAULT };
    *clauses == plain && clauses.last_pass(options) == Some(2) && options.lift != Lift::ProducedKo
}

/// Whether a ko may not be retaken at once even if its capture came right after a pass. `None` if
/// it may be retaken at once although its capture came right after a stone, or at the start.
///
/// Let the prover take a ko on a position A, which leads to B; to retake it is to play from B to A
/// at once.
///
/// * Basic ko bans it, whatever came before. So does `produced-ko` (a stone play may not undo the
///   one just before).
/// * Under `left-position` it is banned because the prover has just played a stone on A, and no
///   pass has come since.
/// * Under `position`, `situation`, `natural-situation` and `passed-situation` A (with the prover
///   to move, and the same last position that the opponent passed on) occurred if A was the start
///   or came about by a stone of the opponent, and no pass has come since. This is the case in
///   which every ban is enough.
/// * If the opponent passed on A, it has occurred by that pass where passes make positions occur:
///   by `stands`, under `position`, `situation` and `passed-situation`. Under `position` without
///   any pass that lifts the ban, A has stood in any case. In all other cases nothing is taken for
///   granted.
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
