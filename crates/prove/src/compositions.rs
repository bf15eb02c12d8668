//! The clauses of which the rules of a game are composed, in the types of the format of certificates.

use superko_certificate::clauses as format;
use superko_go::Suicide;
use superko_rules::Game;
use superko_rules::axes::{Axis, Lift, Options, Prisoners, Scoring};
use superko_rules::clauses::{self, Draw, Since};

/// The clauses of a game; `None` if its rules are not composed of clauses. An option that has no meaning with the others is
/// at its default, as a header has it. Who moves first, and what a game without end is worth, are no part of a certificate.
pub fn clauses_of(game: &Game) -> Option<format::Clauses> {
    let options = &game.options;
    let of = game.entry.clauses(options)?;
    let Options { suicide, lift, scoring, prisoners, players, .. } = *options;
    let has = |axis| of.has(axis, options);
    Some(format::Clauses {
        players: players.count() as u8,
        suicide: match suicide {
            Suicide::Forbidden => format::Suicide::Forbidden,
            Suicide::Allowed => format::Suicide::Allowed,
            Suicide::MultiStone => format::Suicide::MultiStone,
        },
        basic_ko: of.basic_ko,
        repetition: of.repetition.map(|repetition| match repetition {
            clauses::Repetition::Position => format::Repetition::Position,
            clauses::Repetition::Situation => format::Repetition::Situation,
            clauses::Repetition::NaturalSituation => format::Repetition::NaturalSituation,
            clauses::Repetition::PassedSituation => format::Repetition::PassedSituation,
            clauses::Repetition::LeftPosition => format::Repetition::LeftPosition,
        }),
        initialised_twice: of.initialised_twice,
        disturbed_twice: of.disturbed_twice,
        declined: of.declined,
        lifted_by: match of.lifted_by {
            clauses::LiftedBy::Nothing => format::LiftedBy::Nothing,
            clauses::LiftedBy::Pass => format::LiftedBy::Pass,
            clauses::LiftedBy::TwoPasses => format::LiftedBy::TwoPasses,
        },
        occurs: match lift {
            Lift::Produced if has(Axis::Lift) => format::Lift::Produced,
            Lift::ProducedKo if has(Axis::Lift) => format::Lift::ProducedKo,
            _ => format::Lift::Stands,
        },
        passes_in_a_row: of.last_pass(options).map(|passes| passes as u8),
        second_pass: of.second_pass.map(|second| match second {
            clauses::SecondPass::Player => format::SecondPass::Player,
            clauses::SecondPass::Opponents => format::SecondPass::Opponents,
        }),
        passes_forgotten: of.passes_forgotten,
        all_pass: of.all_pass_in_one_situation,
        draw_at: of.draw.map(|draw| draw.at as u8),
        since_pass: matches!(of.draw, Some(Draw { since: Since::Pass, .. })),
        scoring: match scoring {
            Scoring::Area => format::Scoring::Area,
            Scoring::Territory => format::Scoring::Territory,
        },
        scored: match of.scored {
            clauses::Scored::LastPosition => format::Scored::LastPosition,
            clauses::Scored::ScoringPositions => format::Scored::ScoringPositions,
        },
        prisoners: match prisoners {
            Prisoners::AsPassed if has(Axis::Prisoners) => format::Prisoners::AsPassed,
            _ => format::Prisoners::AsMoved,
        },
        price: of.price_of_pass as u8,
    })
}
