//! What a critique found, as it is printed and published.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::go::Player;
use crate::report::record::{GraphRecord, MoveName, RulesRecord};
use crate::solve::{Stopped, Value};

/// Whether something goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It does, as the evidence shows.
    Present,
    /// It does not, on all that was looked at.
    Absent,
    /// The limit of nodes left it open.
    NotDecided,
    /// The question has no meaning under the ruleset, or the position no place.
    NotApplicable,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 4] =
        [Verdict::Present, Verdict::Absent, Verdict::NotDecided, Verdict::NotApplicable];

    /// What several verdicts on one question come to: one example is enough, and what is open stays open.
    pub fn of(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
        let found: Vec<Verdict> = verdicts.into_iter().collect();
        let order = [Verdict::Present, Verdict::NotDecided, Verdict::Absent];
        order.into_iter().find(|verdict| found.contains(verdict)).unwrap_or(Verdict::NotApplicable)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Present => "present",
            Verdict::Absent => "absent",
            Verdict::NotDecided => "not decided",
            Verdict::NotApplicable => "not applicable",
        })
    }
}

/// A critique of one ruleset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Critique {
    /// The version of this form.
    pub schema: u32,
    /// The ruleset.
    #[serde(flatten)]
    pub rules: RulesRecord,
    /// The nodes that one case of a check may cost.
    pub node_limit: u64,
    /// Whether what takes longer was tried too.
    pub deep: bool,
    /// The checks, in their order.
    pub checks: Vec<Finding>,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The name of the check on the command line.
    pub id: String,
    /// Its name in the field's own words.
    pub name: String,
    /// What it asks.
    pub asks: String,
    /// Where the question comes from.
    pub source: String,
    /// What its cases come to together.
    pub verdict: Verdict,
    /// What it was tried on.
    pub cases: Vec<Case>,
    /// The nodes that it cost.
    pub nodes: u64,
}

/// One thing that a check was tried on: a position, or all starts of some boards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What it was tried on, and where that comes from.
    pub on: String,
    /// Whether something goes wrong there.
    pub verdict: Verdict,
    /// What was found.
    pub found: String,
    /// The position with a line of play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Shown>,
    /// What the documents' claims have on record of the same position under the same rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on_record: Vec<OnRecord>,
    /// What stopped the work, if something did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// A position with a line of play, which the referee has replayed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// Rows by columns, or the name of a graph.
    pub board: String,
    /// Points and edges, of a board that is not a grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphRecord>,
    /// The position: rows from the top with `/` between them, or one letter for each point of a graph.
    pub start: String,
    /// Who moves first.
    pub to_move: Player,
    /// The moves that lead to the state that is asked about.
    pub moves: Vec<MoveName>,
    /// The value of that state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The line from there.
    pub line: Vec<MoveName>,
    /// Every move in words, those that lead to the state first.
    pub told: Vec<String>,
    /// The position at the start as a diagram.
    pub diagram: Vec<String>,
    /// The command that shows it again.
    pub command: String,
}

/// A claim of the documents about the value of the same position under the same rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OnRecord {
    /// The name of the claim.
    pub claim: String,
    /// What it expects of the value.
    pub expects: String,
    /// Whether the value that was found is as expected; `null` if it was not found.
    pub agrees: Option<bool>,
}

impl Case {
    /// A case without a position.
    pub fn of(on: impl Into<String>, verdict: Verdict, found: impl Into<String>) -> Case {
        Case {
            on: on.into(),
            verdict,
            found: found.into(),
            shown: None,
            on_record: Vec::new(),
            stopped: None,
        }
    }

    /// A question that has no meaning here, and why.
    pub fn not_applicable(on: impl Into<String>, why: impl Into<String>) -> Case {
        Case::of(on, Verdict::NotApplicable, why)
    }

    /// The same with a position to show.
    pub fn showing(self, shown: Shown) -> Case {
        Case { shown: Some(shown), ..self }
    }
}

impl Finding {
    /// The case that the verdict rests on.
    pub fn telling(&self) -> Option<&Case> {
        self.cases.iter().find(|case| case.verdict == self.verdict)
    }

    /// The most telling sentence.
    pub fn found(&self) -> &str {
        self.telling().map_or("", |case| &case.found)
    }
}
