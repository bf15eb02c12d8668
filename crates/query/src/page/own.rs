//! Own rulesets on the page: a rules file as it is typed, a file to begin with, and the meaning of
//! each clause.

use serde::{Deserialize, Serialize};

use super::catalogue::{RulesetRecord, board};
use super::requests::RequestError;
use crate::ask::differ::MAX_POINTS;
use crate::ask::rulesets::{Speaker, ruleset};
use crate::report::records::SCHEMA;
use superko_go::{Board, Players};
use superko_rules::clauses::HELP;
use superko_rules::mends::{Mend, mends};
use superko_rules::{Rules, file};

/// A ruleset as a page gives it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesTexts {
    /// Its name, with options after it as a command line has them.
    pub rules: String,
    /// The text of its file, if it is an own one, whose name is then the first word of `rules`.
    #[serde(default)]
    pub draft: Option<String>,
}

impl RulesTexts {
    /// The ruleset, for two players.
    ///
    /// # Errors
    /// What is wrong with the name or with the file, in one line.
    pub fn rules(&self) -> Result<Rules, RequestError> {
        let read = match &self.draft {
            None => ruleset(&self.rules, Speaker::User).map(|(rules, _)| rules),
            Some(draft) => {
                let read = |name: &str| file::read(name, draft.as_bytes()).map_err(|fault| fault.to_string());
                Rules::in_file(&self.rules, read)
            }
        };
        let error = |what: String| RequestError::malformed(format!("rules {:?}: {what}", self.rules));
        let rules = read.map_err(error)?;
        let players = rules.options.players;
        if players != Players::Two {
            return Err(error(format!("{} players: expected 2 on the page", players.count())));
        }
        Ok(rules)
    }
}

/// The last grid that is looked at for a difference between two rulesets.
///
/// # Errors
/// The rulesets are the same, or it is no grid, or a large one.
pub fn last_board(rulesets: &[Rules; 2], name: &str) -> Result<Board, RequestError> {
    if rulesets[0] == rulesets[1] {
        return Err(RequestError::malformed("against: is the same ruleset, expected another"));
    }
    let last = board(name, None)?;
    if !last.is_grid() || last.points() > MAX_POINTS {
        let expected =
            format!("expected a grid of at most {MAX_POINTS} intersections, as every position is solved");
        return Err(RequestError::malformed(format!("up_to: {last}, {expected}")));
    }
    Ok(last)
}

/// The ruleset of a rules file, or the first error in the file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Draft {
    /// The version of this form.
    pub schema: u32,
    /// The ruleset; `null` if there is an error.
    pub ruleset: Option<RulesetRecord>,
    /// The first error; `null` if there is none.
    pub fault: Option<FaultRecord>,
}

/// An error in a rules file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct FaultRecord {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong, and what was expected.
    pub what: String,
    /// Words that may be meant instead of the one at this place, the likeliest first.
    pub instead: Vec<String>,
    /// Changes of one clause each that mend clauses which do not go together.
    pub mends: Vec<MendRecord>,
}

/// A change of one clause.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct MendRecord {
    /// The clause.
    pub clause: &'static str,
    /// Its value as a file has it; `null`: the clause is taken out. Of the list `bars` it is a word, which is added, or taken out if it is there.
    pub value: Option<String>,
}

impl Draft {
    /// Reads a rules file. `name` is what the ruleset is called if the file does not say it.
    pub fn of(name: &str, text: &str) -> Draft {
        let (ruleset, fault) = match file::read(name, text.as_bytes()) {
            Ok(entry) => (Some(RulesetRecord::of(entry)), None),
            Err(fault) => {
                let instead = suggestions(&fault.what);
                let mends = mends(name, text.as_bytes(), &fault).into_iter();
                let mends = mends.map(|Mend { clause, value }| MendRecord { clause, value }).collect();
                let file::Fault { line, column, what, .. } = fault;
                (None, Some(FaultRecord { line, column, what, instead, mends }))
            }
        };
        Draft { schema: SCHEMA, ruleset, fault }
    }
}

/// The words that a message offers: `did you mean position?`.
fn suggestions(what: &str) -> Vec<String> {
    let offered = what.rsplit_once("did you mean ").map(|(_, rest)| rest);
    let offered = offered.map(|rest| rest.split(['?', ';']).next().unwrap_or_default());
    offered.into_iter().flat_map(|words| words.split(" or ")).map(|word| word.trim().to_string()).collect()
}

/// The text of a rules file with the clauses of a ruleset.
///
/// # Errors
/// There is no such ruleset, or it has a state machine of its own.
pub fn like(rules: &str, name: &str) -> Result<String, RequestError> {
    let rules = RulesTexts { rules: rules.to_string(), draft: None }.rules()?;
    file::like(&rules, name).ok_or_else(|| {
        let expected = "expected a ruleset that is composed of clauses, such as psk or kee2020";
        RequestError::malformed(format!("{}: it is a state machine of its own, {expected}", rules.entry.id))
    })
}

/// The meaning of every clause.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Clauses {
    /// The version of this form.
    pub schema: u32,
    /// The clauses, in the order of the documentation.
    pub clauses: Vec<ClauseHelp>,
}

/// The meaning of a clause.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ClauseHelp {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub says: &'static str,
    /// Its values, the default first.
    pub values: Vec<ClauseValue>,
}

/// A value of a clause.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ClauseValue {
    /// The value as a file has it.
    pub value: &'static str,
    /// What it means.
    pub means: &'static str,
}

impl Clauses {
    /// All clauses.
    pub fn all() -> Clauses {
        let clause = |help: &superko_rules::clauses::Help| ClauseHelp {
            name: help.name,
            says: help.says,
            values: help.values.iter().map(|&(value, means)| ClauseValue { value, means }).collect(),
        };
        Clauses { schema: SCHEMA, clauses: HELP.iter().map(clause).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_is_a_ruleset_or_its_first_error_with_what_may_be_meant() {
        let text = like("kee2020", "mine").unwrap();
        let draft = Draft::of("mine", &text);
        assert_eq!(draft.ruleset.unwrap().id, "mine");
        assert!(draft.fault.is_none());
        let wrong = text.replace("\"position\", \"initialised", "\"positional\", \"initialised");
        assert_ne!(wrong, text);
        let fault = Draft::of("mine", &wrong).fault.unwrap();
        assert_eq!(fault.instead, ["position"], "{}", fault.what);
        assert_eq!(fault.mends, []);
        let apart = Draft::of("mine", "[clauses]\nbars = []\nlifted-by = \"pass\"\npasses-in-a-row = 2\n")
            .fault
            .unwrap();
        assert_eq!(apart.mends[0], MendRecord { clause: "lifted-by", value: None }, "{}", apart.what);
        assert!(wrong.lines().nth(fault.line - 1).unwrap()[fault.column - 1..].starts_with("\"positional"));
    }

    #[test]
    fn a_ruleset_is_given_by_its_name_or_with_its_file() {
        let text = like("psk", "mine").unwrap();
        let own = RulesTexts { rules: "mine --suicide allowed".to_string(), draft: Some(text) };
        assert_eq!(own.rules().unwrap().to_string(), "mine --suicide allowed");
        let named = |rules: &str| RulesTexts { rules: rules.to_string(), draft: None }.rules();
        assert_eq!(named("tromp-taylor").unwrap().to_string(), "psk --suicide allowed");
        assert!(named("pks").unwrap_err().line.contains("psk"));
        assert!(named("psk --players 3").unwrap_err().line.contains("expected 2 on the page"));
        assert!(like("jann", "mine").unwrap_err().line.contains("state machine of its own"));
    }

    #[test]
    fn every_clause_of_a_file_to_begin_with_is_explained() {
        let text = like("kee2020", "mine").unwrap();
        for clause in Clauses::all().clauses {
            assert!(!clause.values.is_empty() && text.contains(&format!("{} = ", clause.name)));
        }
    }
}
