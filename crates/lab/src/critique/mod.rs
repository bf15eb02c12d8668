//! What is known to go wrong with rules of Go, tried on one ruleset.
//!
//! A *check* asks for one phenomenon of the literature (a *beast*), or for one that follows from
//! the definitions of a ruleset, such as a pass that does more than hand over the turn. It is tried
//! on positions of the documents, on positions made to show what the literature describes, and on
//! every starting position of small boards, until a limit of nodes is reached. Every verdict stands
//! on values that the engines have proved and on lines that the referee has replayed, and says how
//! far it was looked: *absent* means that it was not found on what is listed, never that it cannot
//! be.
//!
//! A critique knows no ruleset. It asks the entry for its options and properties, makes games, and
//! plays them; so it works for a ruleset that was written yesterday. Two play: with more, another
//! question is asked of a value.
//!
//! The limit counts nodes, and each check has a budget and tables of its own. So the same critique
//! comes from any machine, and a check that is made alone says what it says among the others.

mod checks;
mod ends;
mod moves;
pub mod record;
mod scores;
mod search;
mod trial;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use checks::Check;
pub use record::{Critique, Finding, Subject, Verdict};
pub use search::better;
pub use trial::{DEEPER, Effort, NODES};

use checks::CHECKS;
use search::Found;
use superko_query::report::records::{RulesRecord, SCHEMA};
use superko_rules::Properties;
use trial::Trial;

/// Why a ruleset with these properties cannot be tried.
pub fn refusal(properties: &Properties) -> Option<String> {
    let players = properties.players.count();
    (players != 2).then(|| format!("{players} players: expected a ruleset of 2 players for a critique"))
}

/// Makes some checks of a ruleset. `begin` gets the name of each before it is made.
///
/// # Panics
/// If the ruleset is not one for two players (see [`refusal`]).
pub fn critique(
    subject: &Subject,
    checks: &[&Check],
    effort: Effort,
    interrupted: &Arc<AtomicBool>,
    begin: &dyn Fn(&str),
) -> Critique {
    Critique::of(subject, effort, findings(subject, checks, effort, interrupted, begin).collect())
}

impl Critique {
    /// The critique that some findings make.
    pub fn of(subject: &Subject, effort: Effort, checks: Vec<Finding>) -> Critique {
        let (rules, Effort { nodes, deep, .. }) = (RulesRecord::of(&subject.rules), effort);
        Critique { schema: SCHEMA, rules, node_limit: nodes, deep, checks }
    }
}

/// The findings of some checks of a ruleset, each made when the iterator is asked for it. `begin` gets
/// the name of each before it is made.
///
/// # Panics
/// If the ruleset is not one for two players (see [`refusal`]).
pub fn findings<'a>(
    subject: &'a Subject,
    checks: &'a [&'a Check],
    effort: Effort,
    interrupted: &'a Arc<AtomicBool>,
    begin: impl Fn(&str) + 'a,
) -> impl Iterator<Item = Finding> + 'a {
    assert_eq!(refusal(&subject.rules.properties()), None);
    let trial = Trial::new(subject, effort, checks.len(), interrupted);
    checks.iter().map(move |check| {
        begin(&check.id);
        check.make(&trial)
    })
}

/// All checks, in the order in which they are made and shown.
pub fn all() -> &'static [Check] {
    &CHECKS
}

/// A search on small boards.
type Search = fn(&Trial, &str) -> Found;

/// The searches, by the checks that make them.
const SEARCHES: [(&str, Search); 14] = [
    ("endless", ends::endless),
    ("no-result", scores::no_result),
    ("fraction", scores::fraction),
    ("other-than-superko", scores::other_than_superko),
    ("sending-two", moves::sending_two),
    ("forced-pass", moves::forced_pass),
    ("fatal-pass", moves::fatal_pass),
    ("turn-of-a-pass", moves::pass_as_turn),
    ("two-passes", moves::two_passes),
    ("gaining-pass", moves::gaining_pass),
    ("own-eye", moves::own_eye),
    ("imposed-end", ends::imposed_end),
    ("suicide", scores::suicide),
    ("readings", scores::readings),
];

impl Check {
    /// Makes the check: tries its positions, then searches.
    fn make(&self, trial: &Trial) -> Finding {
        let (mut cases, mut nodes) = self.cases(trial);
        if let Some((_, search)) = SEARCHES.iter().find(|(id, _)| *id == self.id) {
            let (found, spent) = search(trial, &self.id);
            cases.extend(found);
            nodes += spent;
        }
        let verdict = Verdict::of(cases.iter().map(|case| case.verdict));
        let [id, name, asks, source] = [&self.id, &self.name, &self.asks, &self.source].map(String::clone);
        Finding { id, name, asks, source, verdict, cases, nodes }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_check_has_a_name_of_its_own_and_positions_or_a_search_and_every_search_a_check() {
        let names: BTreeSet<&str> = all().iter().map(|check| check.id.as_str()).collect();
        assert_eq!(names.len(), all().len());
        let searches: BTreeSet<&str> = SEARCHES.iter().map(|(id, _)| *id).collect();
        assert!(searches.is_subset(&names) && searches.len() == SEARCHES.len());
        assert!(all().iter().all(|check| !check.cases.is_empty() || searches.contains(check.id.as_str())));
    }
}
