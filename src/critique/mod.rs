//! What is known to go wrong with rules of Go, tried on one ruleset.
//!
//! A *check* asks for one phenomenon of the literature (a *beast*), or for one that follows from the definitions of a
//! ruleset, such as a pass that does more than hand over the turn. It is tried on positions of the documents, on positions
//! made to show what the literature describes, and on every start of small boards, until a limit of nodes is reached.
//! Every verdict stands on values that the engines have proved and on lines that the referee has replayed, and says how far
//! it was looked: *absent* means that it was not found on what is listed, never that it cannot be.
//!
//! A critique knows no ruleset. It asks the entry for its options and properties, makes games, and plays them; so it works
//! for a ruleset that was written yesterday. Two play: with more, another question is asked of a value.
//!
//! The limit counts nodes, and each check has its own budget and its own tables. So the same critique comes from any
//! machine, and a check that is made alone says what it says among the others.

mod beasts;
mod ends;
mod moves;
pub mod record;
mod scores;
mod search;
mod trial;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

pub use record::{Critique, Finding, Subject, Verdict};
pub use search::better;
pub use trial::{DEEPER, Effort, NODES};

use crate::report::record::{RulesRecord, SCHEMA};
use crate::rules::Properties;
use beasts::BEASTS;
use record::Case;
use trial::Trial;

/// Why a ruleset with these properties cannot be tried.
pub fn refusal(properties: &Properties) -> Option<String> {
    let players = properties.players.count();
    (players != 2).then(|| format!("{players} players: expected a ruleset of 2 players for a critique"))
}

/// Makes some checks of a ruleset. `begin` is told the name of each before it is made.
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
    let trial = Trial::new(subject, effort, checks.len(), interrupted);
    assert_eq!(refusal(&subject.entry.properties(&subject.options)), None);
    let make = |check: &&Check| {
        begin(&check.id);
        check.make(&trial)
    };
    Critique {
        schema: SCHEMA,
        rules: RulesRecord::of(subject.entry, &subject.options),
        node_limit: effort.nodes,
        deep: effort.deep,
        checks: checks.iter().map(make).collect(),
    }
}

// --- All checks, in the order in which they are made and shown ---

/// What a check does: what it found, and the nodes that it took.
type Run = Box<dyn Fn(&Trial, &str) -> (Vec<Case>, u64) + Send + Sync>;

/// A check.
pub struct Check {
    /// Its name on the command line.
    pub id: String,
    /// Its name in the field's own words.
    pub name: String,
    /// What it asks.
    pub asks: String,
    /// Where the question comes from.
    pub source: String,
    run: Run,
}

/// A check that is looked for on small boards: id, name, what it asks, source, what it does.
type CheckRow =
    (&'static str, &'static str, &'static str, &'static str, fn(&Trial, &str) -> (Vec<Case>, u64));

/// Those that come before the beasts of the literature.
const CHECKS_BEFORE_BEASTS: [CheckRow; 4] = [
    (
        "endless",
        "Endless games",
        "Can a game go on for ever?",
        "Kee 2009, property 1; Spight, the two rules",
        ends::endless,
    ),
    (
        "no-result",
        "No result",
        "Is there a start whose best play has no result, or is a repetition that decides the value?",
        "Kee 2009, comparison, simple ko",
        scores::no_result,
    ),
    (
        "fraction",
        "Fractional scores",
        "Is there a start whose value is no whole number?",
        "Kee 2009, rule 20",
        scores::fraction,
    ),
    (
        "other-than-superko",
        "Other than superko",
        "Is there a start whose value is not that of positional superko?",
        "the comparisons of Kee 2009, Kee 2020 and Spight",
        scores::other_than_superko,
    ),
];

/// Those that come after them.
const CHECKS_AFTER_BEASTS: [CheckRow; 9] = [
    (
        "forced-pass",
        "Forced pass",
        "Does a player lose by a pass that he must make, as the past bars every stone that the board admits?",
        "Kee 2009, examples 1 and 5; Kee 2020, repeated initialization",
        moves::forced_pass,
    ),
    (
        "fatal-pass",
        "Fatal pass",
        "Does a player lose more by a pass than it costs, though he has nothing to play but stones in his own points?",
        "Matthew Macfadyen on the molasses ko, 1996 (\"Conway Go\")",
        moves::fatal_pass,
    ),
    (
        "turn-of-a-pass",
        "A pass is more than a turn",
        "Is there a start from which a pass does not come to the same as the other player's turn?",
        "the definition of a pass: it hands over the turn",
        moves::pass_as_turn,
    ),
    (
        "two-passes",
        "Two passes change the game",
        "Is there a start that two passes, which do not end the game, change?",
        "Kee 2009, rule 13: a pass lifts the ban",
        moves::two_passes,
    ),
    (
        "gaining-pass",
        "A pass gains",
        "Is there a start in which only a pass is best, and worth more than the position as it stands?",
        "the definition of a pass: it leaves the position as it stands",
        moves::gaining_pass,
    ),
    (
        "own-eye",
        "Filling one's own eye",
        "Is it the only best move somewhere to fill a one-point eye of one's own?",
        "the common rule of play that nobody does",
        moves::own_eye,
    ),
    (
        "imposed-end",
        "An end imposed by one player",
        "Can a player end the game, without a pass or an agreement of his opponent just before, better for himself than if it went on?",
        "Kee 2009, rule 15; Spight, the second rule",
        ends::imposed_end,
    ),
    (
        "suicide",
        "Suicide matters",
        "Does it change the value of a start whether suicide is allowed?",
        "Kee 2009, property 4",
        scores::suicide,
    ),
    (
        "readings",
        "Readings matter",
        "Does another reading of the document, or another option, change the value of a start?",
        "the readings of the ruleset (solve rules NAME)",
        scores::readings,
    ),
];

/// A search on small boards: the cases that it found, and what it cost.
type Search = fn(&Trial, &str) -> (Vec<Case>, u64);

/// The beasts that are looked for on small boards besides.
const BEAST_SEARCHES: [(&str, Search); 1] = [("sending-two", moves::sending_two)];

static ALL: LazyLock<Vec<Check>> = LazyLock::new(|| {
    let own = |(id, name, asks, source, run): &CheckRow| {
        let [id, name, asks, source] = [id, name, asks, source].map(ToString::to_string);
        Check { id, name, asks, source, run: Box::new(*run) }
    };
    let beasts = BEASTS.iter().map(|beast| {
        let search = BEAST_SEARCHES.iter().find(|(id, _)| *id == beast.id).map(|(_, search)| search);
        let run: Run = Box::new(move |trial, check| {
            let (mut cases, mut nodes) = beast.cases(trial);
            if let Some(search) = search {
                let (found, spent) = search(trial, check);
                cases.extend(found);
                nodes += spent;
            }
            (cases, nodes)
        });
        let [id, name, asks, source] =
            [&beast.id, &beast.name, &beast.asks, &beast.source].map(String::clone);
        Check { id, name, asks, source, run }
    });
    CHECKS_BEFORE_BEASTS.iter().map(own).chain(beasts).chain(CHECKS_AFTER_BEASTS.iter().map(own)).collect()
});

/// All checks.
pub fn all() -> &'static [Check] {
    &ALL
}

impl Check {
    /// Makes the check.
    pub(super) fn make(&self, trial: &Trial) -> Finding {
        let (cases, nodes) = (self.run)(trial, &self.id);
        let verdict = Verdict::of(cases.iter().map(|case| case.verdict));
        let Check { id, name, asks, source, .. } = self;
        let [id, name, asks, source] = [id, name, asks, source].map(String::clone);
        Finding { id, name, asks, source, verdict, cases, nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_has_a_name_of_its_own_and_every_search_a_beast() {
        let mut names: Vec<&str> = all().iter().map(|check| check.id.as_str()).collect();
        assert!(BEAST_SEARCHES.iter().all(|(id, _)| names.contains(id)));
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
