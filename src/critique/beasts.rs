//! The beasts of the literature, tried on the positions that the documents have, or on some of ours.

use std::sync::LazyLock;

use serde::Deserialize;

use super::record::{Case, Verdict};
use super::trial::Trial;
use super::tried::Tried;

/// A beast.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Beast {
    /// The name of the check.
    pub id: String,
    /// Its name in the field's own words.
    pub name: String,
    /// What is asked.
    pub asks: String,
    /// Where it comes from.
    pub source: String,
    cases: Vec<Tried>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Beasts {
    beasts: Vec<Beast>,
}

/// All beasts.
pub static BEASTS: LazyLock<Vec<Beast>> = LazyLock::new(|| {
    // The file is part of the program, and a test reads it.
    let read: Beasts = toml::from_str(include_str!("data/beasts.toml")).expect("data/beasts.toml is right");
    read.beasts
});

impl Beast {
    /// Tries it on every position.
    pub fn cases(&self, trial: &Trial) -> (Vec<Case>, u64) {
        let (mut cases, mut nodes): (Vec<Case>, u64) = (Vec::new(), 0);
        for tried in &self.cases {
            let open =
                cases.last().filter(|before| before.verdict == Verdict::NotDecided).map(|it| it.on.clone());
            if tried.stands_in && open.is_none() {
                continue;
            }
            let (mut case, spent) = tried.case(trial, &self.id);
            nodes += spent;
            if let Some(open) = open.filter(|_| tried.stands_in && case.verdict != Verdict::NotDecided) {
                case.found.push_str(&format!(" (in place of {open}, which is not decided)"));
                cases.pop();
            }
            cases.push(case);
        }
        (cases, nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::critique::Subject;
    use crate::critique::trial::Effort;
    use crate::critique::tried::{Judged, position, settled};
    use crate::go::Player;
    use crate::go::notation::parse_move;
    use crate::rules::catalogue;
    use crate::solve::{Budget, Session, Value};

    #[test]
    fn every_case_names_a_position_and_moves_of_its_board() {
        let mut count = 0;
        for tried in BEASTS.iter().flat_map(|beast| &beast.cases) {
            let place = tried.place();
            let (entry, options) = catalogue::find("simple-ko").unwrap();
            let game = entry.game(place.board.clone(), options);
            tried.moves(&game, &place);
            tried.bars.iter().for_each(|bars| assert!(parse_move(&place.board, bars).is_ok()));
            match tried.judged {
                Judged::Barred => assert!(tried.bars.is_some() && !tried.words.is_empty()),
                Judged::Repetition => assert!(tried.after.is_empty() && tried.settled.is_none()),
                Judged::Better | Judged::Different => {
                    assert!(!tried.words.is_empty());
                    tried.reference(&game, &place).unwrap();
                }
            }
            count += 1;
        }
        assert!(count >= 15, "{count}");
    }

    #[test]
    fn a_settled_position_lacks_stones_of_the_loser_and_counts_them_as_prisoners() {
        let (entry, options) = catalogue::find("simple-ko").unwrap();
        for tried in BEASTS.iter().flat_map(|beast| &beast.cases) {
            let place = tried.place();
            let game = entry.game(place.board.clone(), options);
            let control = tried.control.iter();
            let control = control.map(|it| (position(&game, &it.start), &it.settled, it.prisoners));
            let own = tried.settled.iter().map(|settled| (place.position, settled, tried.prisoners));
            for (start, settled, prisoners) in own.chain(control) {
                let settled = position(&game, settled);
                let gone = |player: Player| {
                    let [before, after] = [&start, &settled].map(|it| it.colours()[player.index()]);
                    (before & !after).count_ones() as i32
                };
                let (black, white) = (gone(Player::Black), gone(Player::White));
                assert_eq!(white - black, prisoners, "{} {}", tried.document, tried.position);
            }
        }
    }

    /// If play in what is settled changed anything, its score would be no yardstick: the seki with the threats must be one.
    #[test]
    fn what_a_case_with_a_control_is_compared_with_is_worth_its_score_whoever_moves() {
        let mut count = 0;
        for rules in ["psk", "spight", "kee2020", "katago-simple"] {
            let (entry, options) = catalogue::find(rules).unwrap();
            for tried in BEASTS.iter().flat_map(|beast| &beast.cases) {
                let Some(control) = &tried.control else { continue };
                let game = entry.game(tried.place().board, options);
                let own = tried.settled.as_ref().expect("a case with a control has what it comes to");
                for (drawn, to_move) in [own, &control.settled]
                    .into_iter()
                    .flat_map(|drawn| [Player::Black, Player::White].map(|player| (drawn, player)))
                {
                    let score = settled(&game, drawn, 0, to_move).unwrap();
                    let session = Session::new(&game);
                    let value =
                        session.value(&game.start(position(&game, drawn), to_move), &Budget::default());
                    assert_eq!(value.unwrap(), Value::Points(score), "{rules} {}", tried.position);
                    count += 1;
                }
            }
        }
        assert_eq!(count, 4 * 2 * 4);
    }

    #[test]
    fn a_position_that_takes_the_place_of_another_says_what_that_says_wherever_both_are_decided() {
        let mut same = 0;
        for rules in ["psk", "ssk", "spight", "kee2020", "spight2"] {
            let (entry, options) = catalogue::find(rules).unwrap();
            let subject = Subject { name: rules.to_string(), entry, options };
            let interrupted = Default::default();
            let trial = Trial::new(&subject, Effort::default(), 1, &interrupted);
            for beast in BEASTS.iter() {
                for pair in beast.cases.windows(2).filter(|pair| pair[1].stands_in) {
                    let [of_document, ours] =
                        [&pair[0], &pair[1]].map(|it| it.case(&trial, &beast.id).0.verdict);
                    assert_ne!(ours, Verdict::NotDecided, "{rules} {}", beast.id);
                    assert!(
                        of_document == ours || of_document == Verdict::NotDecided,
                        "{rules} {}",
                        beast.id
                    );
                    same += usize::from(of_document == ours);
                }
            }
        }
        assert!(same >= 12, "{same}");
    }
}
