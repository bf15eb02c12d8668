//! The clauses of which the rules of a game are composed, in the types of the format of certificates.

use crate::go::{Players, Suicide};
use crate::rules::Game;
use crate::rules::axes::{Lift, Options, Prisoners, Scoring};
use superko_certificate::clauses::PLAIN;
use superko_certificate::format::{self, Clauses, LiftedBy, Repetition, Scored, SecondPass};

/// The clauses of a game; `None` if its rules are not composed of clauses.
pub fn clauses_of(game: &Game) -> Option<Clauses> {
    let Options { suicide, lift, scoring, prisoners, players, .. } = game.options;
    let players = match players {
        Players::Two => 2,
        Players::Three => 3,
    };
    let territory = scoring == Scoring::Territory;
    let plain = Clauses {
        players,
        suicide: match suicide {
            Suicide::Forbidden => format::Suicide::Forbidden,
            Suicide::Allowed => format::Suicide::Allowed,
            Suicide::MultiStone => format::Suicide::MultiStone,
        },
        ..PLAIN
    };
    let in_a_row = |passes| Clauses { passes_in_a_row: Some(passes), ..plain };
    let lifting = Clauses {
        repetition: Some(Repetition::Position),
        lifted_by: LiftedBy::Pass,
        occurs: match lift {
            Lift::Stands => format::Lift::Stands,
            Lift::Produced => format::Lift::Produced,
            Lift::ProducedKo => format::Lift::ProducedKo,
        },
        ..plain
    };
    let by_player = Some(SecondPass::Player);
    Some(match game.entry.id {
        "simple-ko" => Clauses { basic_ko: true, ..in_a_row(2) },
        "psk" => Clauses { repetition: Some(Repetition::Position), ..in_a_row(players) },
        "ssk" => Clauses { repetition: Some(Repetition::Situation), ..in_a_row(players) },
        "nssk" => Clauses { repetition: Some(Repetition::NaturalSituation), ..in_a_row(players) },
        "spight" if !territory => Clauses { second_pass: by_player, ..lifting },
        "kee2009" => Clauses {
            second_pass: by_player,
            scored: Scored::ScoringPositions,
            scoring: if territory { format::Scoring::Territory } else { format::Scoring::Area },
            prisoners: match prisoners {
                Prisoners::AsPassed if territory => format::Prisoners::AsPassed,
                _ => format::Prisoners::AsMoved,
            },
            ..lifting
        },
        "kee2020" => {
            Clauses { initialised_twice: true, passes_in_a_row: Some(players + 1), ..lifting }
        }
        "kee2020-march" => Clauses {
            disturbed_twice: true,
            second_pass: Some(SecondPass::Opponents),
            passes_forgotten: true,
            ..lifting
        },
        "spight2" => Clauses {
            repetition: Some(Repetition::LeftPosition),
            declined: true,
            lifted_by: LiftedBy::Pass,
            ..in_a_row(2)
        },
        "kee2007" => {
            Clauses { repetition: Some(Repetition::PassedSituation), all_pass: true, ..plain }
        }
        "katago-simple" => Clauses {
            basic_ko: true,
            second_pass: by_player,
            draw_at: Some(3),
            since_pass: true,
            ..in_a_row(2)
        },
        _ => return None,
    })
}
