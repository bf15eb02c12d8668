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
//! The limit counts nodes, and each check has its own purse and its own tables. So the same critique comes from any
//! machine, and a check that is made alone says what it says among the others.
//!
//! | file | what it has |
//! |---|---|
//! | `record.rs` | what is found, as it is printed and published |
//! | `subject.rs`, `purse.rs`, `trial.rs` | the ruleset that is tried, and what may be spent |
//! | `starts.rs` | the starts of small boards with their values |
//! | `play.rs` | what is asked of states: which value is better, the score as it stands, the states that come up |
//! | `shown.rs` | a position with a line, replayed, and the command that shows it again |
//! | `replayed.rs` | whether what is shown can still be replayed |
//! | `search.rs` | looking for the smallest example |
//! | `endless.rs` | whether every game ends |
//! | `scores.rs` | games without result, and scores that are no whole numbers |
//! | `other.rs` | values that are not those of positional superko, of other options, of suicide |
//! | `sending.rs` | sending two, returning one |
//! | `passes.rs` | passes that do more, or less, than a pass should |
//! | `eyes.rs` | filling one's own eye |
//! | `imposed.rs` | an end that one player imposes |
//! | `tried.rs` | a position on which a beast is tried, and how it is judged |
//! | `beasts.rs`, `data/` | the beasts of the literature, with their positions |
//! | `list.rs` | all checks |

mod beasts;
mod endless;
mod eyes;
mod imposed;
mod list;
mod other;
mod passes;
mod play;
mod purse;
pub mod record;
mod replayed;
mod scores;
mod search;
mod sending;
mod shown;
pub mod starts;
mod subject;
mod trial;
mod tried;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use list::{Check, all};
pub use play::better;
pub use record::{Critique, Finding, Verdict};
pub use subject::Subject;
pub use trial::{DEEPER, Effort, NODES};

use crate::report::record::{RulesRecord, SCHEMA};
use crate::rules::Properties;
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
