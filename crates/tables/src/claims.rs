//! What the judge says of each claim of the documents: `claims/DOCUMENT.json`; and the values that
//! the claims ask for, each with a certificate: `claims/values.json`.
//!
//! A claim is judged on one thread with a limit of nodes, so that its record depends on nothing but
//! the claim. Claims that take many minutes are not judged: their verdict on record is repeated,
//! and said to be.
//!
//! A state that has a value here is one that a check of a claim names: a position, who is to move,
//! and the moves made. It is solved by itself, on one thread, from empty tables, and proved like
//! the values of the empty boards. Empty boards that have a table are left out, as that table is
//! their proof.

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use super::folder::{self, Files};
use super::jobs::{self, BuildError};
use super::manifest::Proves;
use super::plan::{Selection, Task};
use super::results::{Context, Product};
use super::rulesets::Rulesets;
use super::statement::Stated;
use super::table::Table;
use superko_go::{Player, Position};
use superko_lab::claims::context::{Question, questions};
use superko_lab::claims::judge::ClaimRecord;
use superko_lab::claims::{self, Claim, DOCUMENTS, Document, Effort};
use superko_lab::published_session;
use superko_query::report::json;
use superko_query::report::records::{AnswerRecord, QuestionRecord, SCHEMA};
use superko_rules::{Game, Line};
use superko_solve::{Budget, Limits, Request};
use superko_store::sums::sum;

// --- Judged claims ---

/// The file of a document.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The version of this form.
    pub schema: u32,
    /// The name of the document.
    pub document: String,
    /// Its claims, in its order.
    pub claims: Vec<Judged>,
}

/// What the judge says of a claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// The SHA-256 sum of what was judged: the checks of the claim and the positions that they are about, as they are
    /// written down.
    pub data: String,
    /// What was found.
    pub claim: ClaimRecord,
}

/// Time limit of the checks of a claim. A claim that takes longer is repeated from the record, and
/// `solve claims --deep` judges it.
pub const MAX_JUDGED_SECONDS: f64 = 120.0;

/// Approximate number of search nodes that take as long as judging a claim for a second.
const NODES_PER_SECOND: f64 = 100_000.0;

/// A claim with its document.
pub fn claim(id: &str) -> Option<(&'static Document, &'static Claim)> {
    all().find(|(_, claim)| claim.id == id)
}

fn all() -> impl Iterator<Item = (&'static Document, &'static Claim)> {
    DOCUMENTS.iter().flat_map(|document| document.claims.iter().map(move |claim| (document, claim)))
}

/// Whether a claim is judged for the pages, and not repeated from the record.
fn is_judged(claim: &Claim) -> bool {
    !claim.deep || claim.takes <= MAX_JUDGED_SECONDS
}

/// Sum of the checks and positions of a claim. Its words and its verdict on record are no part of
/// it.
fn data(document: &Document, claim: &Claim) -> String {
    let positions: Vec<_> = claim.positions().map(|name| (name, document.positions.get(name))).collect();
    let Claim { checks, readings, deep, amendment, .. } = claim;
    let amended = amendment.as_ref().map(|amendment| &amendment.checks);
    sum(format!("{checks:?} {readings} {deep} {amended:?} {positions:?}").as_bytes())
}

/// The task of a claim.
pub fn task(id: &str) -> Option<Task> {
    let index = all().position(|(_, claim)| claim.id == id)?;
    Some(Task::item(index, id))
}

impl Product for Judged {
    const NAME: &'static str = "claims";

    fn always_checked(task: &Task) -> bool {
        claim(task.item_name()).is_some_and(|(_, claim)| !claim.deep)
    }

    fn plan(selection: &Selection) -> Vec<Task> {
        let chosen = selection.is_published().then(all).into_iter().flatten();
        chosen.enumerate().map(|(index, (_, claim))| Task::item(index, &claim.id)).collect()
    }

    fn job(task: &Task) -> String {
        format!("claim {}", task.item_name())
    }

    // The judge has limits of its own, always the same: an open claim stays open, and is complete.
    fn limits(_: &Task, _: u64) -> Limits {
        Limits::default()
    }

    fn solve(task: &Task, context: &Context, _: &Arc<Budget>) -> Result<Judged, BuildError> {
        let (document, claim) = claim(task.item_name()).expect("a task of this kind has the name of a claim");
        let effort = Effort { nodes: claims::NODES, deep: claim.takes <= MAX_JUDGED_SECONDS };
        let judgement = claims::judge(document, claim, effort, context.jobs.interrupted());
        let judgement = judgement.map_err(BuildError::Wrong)?.ok_or(BuildError::Interrupted)?;
        Ok(Judged { data: data(document, claim), claim: ClaimRecord::from(&judgement) })
    }

    fn nodes(results: &[&Judged]) -> u64 {
        let checks = results.iter().flat_map(|Judged { claim, .. }| {
            let amended = claim.amendment.iter().flat_map(|amendment| &amendment.checks);
            claim.checks.iter().chain(claim.readings.values().flatten()).chain(amended)
        });
        checks.map(|check| check.nodes).sum()
    }

    fn work(&self, task: &Task) -> u64 {
        let judged = claim(task.item_name()).filter(|(_, claim)| is_judged(claim));
        // Some checks visit no nodes at all, and look at every game or every position.
        judged.map_or(0, |(_, claim)| (claim.seconds() * NODES_PER_SECOND) as u64)
    }

    fn path(task: &Task) -> String {
        let document = claim(task.item_name()).map_or("", |(document, _)| &document.id);
        format!("claims/{document}.json")
    }

    fn location(task: &Task) -> String {
        format!("{}: the claim {}", Judged::path(task), task.item_name())
    }

    fn owns(path: &str) -> bool {
        let name = path.strip_prefix("claims/").and_then(|name| name.strip_suffix(".json"));
        name.is_some_and(|name| DOCUMENTS.iter().any(|document| document.id == name))
    }

    fn write(results: &[(&Task, &Judged)]) -> Vec<(String, String)> {
        let Some((first, judged)) = results.first() else { return Vec::new() };
        let document = judged.claim.document.clone();
        let claims = results.iter().map(|(_, judged)| (*judged).clone()).collect();
        vec![(Judged::path(first), json::text(&Sheet { schema: SCHEMA, document, claims }))]
    }

    fn read(path: &str, files: &Files, _: &Rulesets) -> Result<Vec<(Task, Judged)>, String> {
        let sheet: Sheet = folder::record(path, files)?;
        // What is no claim any more, has other checks since, or was repeated and is judged now, is
        // left out: the sheet then lacks what is planned. The words are taken from the document, so
        // that the sheet differs if they have changed.
        let current = |judged: Judged| {
            let (document, claim) = claim(&judged.claim.id)?;
            let found = judged.claim.with_words_of(document, claim).ok()?;
            let judged = Judged { claim: found, ..judged };
            let same = judged.data == data(document, claim) && judged.claim.judged == is_judged(claim);
            same.then_some((task(&claim.id)?, judged))
        };
        Ok(sheet.claims.into_iter().filter_map(current).collect())
    }

    fn contradiction(&self, _: &Task, _: &Rulesets, _: bool) -> Option<String> {
        let ClaimRecord { id, verdict, recorded, .. } = &self.claim;
        let amended = self.claim.amendment.iter().flat_map(|amendment| &amendment.checks);
        if verdict != recorded {
            return Some(format!("{id} is {verdict}, and {recorded} on record"));
        }
        let fails = amended.into_iter().any(|check| check.holds != Some(true));
        fails.then(|| format!("{id}: its amendment does not hold"))
    }
}

// --- Values that claims ask for ---

/// `claims/values.json`.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Values {
    /// The version of this form.
    pub schema: u32,
    /// The values, lines before boards of two rows and so on.
    pub values: Vec<Asked>,
}

/// The value of a state that a claim is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Asked {
    /// The claim that asks for it first, and the number of its check.
    pub name: String,
    /// The board, the ruleset, the start and the moves.
    #[serde(flatten)]
    pub question: QuestionRecord,
    /// The value of the state that they lead to, and a best move there.
    #[serde(flatten)]
    pub answer: AnswerRecord,
    /// The nodes that it took.
    pub nodes: u64,
}

/// Every question of a claim that is judged for the folder, if it is not answered by the table of
/// an empty board.
static QUESTIONS: LazyLock<Vec<Question>> = LazyLock::new(|| {
    // The files are part of the program, and a test reads them.
    let mut all = questions(&DOCUMENTS).unwrap_or_else(|error| panic!("{error}"));
    let tables = Table::plan(&Selection::all());
    all.retain(|question| question.takes <= MAX_JUDGED_SECONDS);
    all.retain(|question| !is_empty_start(question) || !tables.contains(&table_of(question)));
    all
});

fn is_empty_start(question: &Question) -> bool {
    let line = &question.line;
    (line.start, line.to_move) == (Position::default(), Player::Black) && line.moves.is_empty()
}

/// The task of the table that has the question's board and game, if it is a start with an empty
/// board.
fn table_of(question: &Question) -> Task {
    Task::of(&question.game.board, &question.game.ruleset())
}

fn question_task(index: usize, question: &Question) -> Task {
    Task::item_of(&question.game.board, &question.game.ruleset(), index, &question.name)
}

/// The question of a name, with its index.
fn question(name: &str) -> Option<(usize, &'static Question)> {
    QUESTIONS.iter().enumerate().find(|(_, question)| question.name == name)
}

/// Place of the value of a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueSource {
    /// Among the values that claims ask for.
    Asked(Task),
    /// In the table of an empty board.
    Table(Task),
}

/// Place of the value of a state, if it has one.
pub fn value_source(asked: &Question) -> Option<ValueSource> {
    let here = QUESTIONS.iter().enumerate().find(|(_, question)| question.is(asked));
    let here = here.map(|(index, question)| ValueSource::Asked(question_task(index, question)));
    here.or_else(|| is_empty_start(asked).then(|| ValueSource::Table(table_of(asked))))
}

impl Asked {
    fn line(&self) -> Option<Line> {
        question(&self.name).map(|(_, question)| question.line.clone())
    }
}

impl Product for Asked {
    const NAME: &'static str = "values that claims ask for";
    const COLUMNS: bool = true;

    fn column(task: &Task) -> String {
        task.item_name().to_string()
    }

    fn plan(selection: &Selection) -> Vec<Task> {
        let all = selection.is_published().then_some(&*QUESTIONS).into_iter().flatten();
        all.enumerate().map(|(index, question)| question_task(index, question)).collect()
    }

    fn job(task: &Task) -> String {
        task.name()
    }

    fn limits(task: &Task, max_nodes: u64) -> Limits {
        jobs::limits(task.variant().always_ends(), max_nodes)
    }

    fn solve(task: &Task, _: &Context, budget: &Arc<Budget>) -> Result<Asked, BuildError> {
        let (_, question) =
            question(task.item_name()).expect("a task of this kind has the name of a question");
        let Question { name, game, line, .. } = question;
        let solution = published_session(game).solve(&line.state, &Request::default(), budget);
        Ok(Asked {
            name: name.clone(),
            question: QuestionRecord::of(game, line),
            answer: AnswerRecord::of(&game.board, &solution),
            nodes: budget.nodes(),
        })
    }

    fn nodes(results: &[&Asked]) -> u64 {
        results.iter().map(|asked| asked.nodes).sum()
    }

    fn complete(&self) -> bool {
        self.answer.value.is_some()
    }

    fn path(_: &Task) -> String {
        "claims/values.json".to_string()
    }

    fn owns(path: &str) -> bool {
        path == "claims/values.json"
    }

    fn write(results: &[(&Task, &Asked)]) -> Vec<(String, String)> {
        let Some((first, _)) = results.first() else { return Vec::new() };
        let values = results.iter().map(|(_, asked)| (*asked).clone()).collect();
        vec![(Asked::path(first), json::text(&Values { schema: SCHEMA, values }))]
    }

    fn read(path: &str, files: &Files, _: &Rulesets) -> Result<Vec<(Task, Asked)>, String> {
        let sheet: Values = folder::record(path, files)?;
        // What no claim asks any more is left out, so that the sheet differs from what is written
        // again.
        let planned = |asked: Asked| {
            let (index, question) = question(&asked.name)?;
            let same = asked.question == QuestionRecord::of(&question.game, &question.line);
            same.then(|| (question_task(index, question), asked))
        };
        Ok(sheet.values.into_iter().filter_map(planned).collect())
    }

    fn provable(&self) -> Option<Proves> {
        self.answer.value.map(|_| Proves::Value)
    }

    fn certificate(task: &Task) -> Option<String> {
        Some(format!("claims/values/{}.cert", task.item_name().replace('/', "_")))
    }

    fn states(&self, _: &Game, _: Proves) -> Vec<Stated> {
        let stated =
            |line| Stated { line, value: self.answer.value, finite_play: self.answer.finite_play.clone() };
        self.line().map(stated).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::Jobs;
    use crate::kinds::{self, Solutions};
    use crate::results::Kind;

    #[test]
    fn a_claim_that_says_what_is_not_found_is_found_by_judging_it_again() {
        let mut solutions = kinds::none(1, Rulesets::Catalogue);
        let jobs = Jobs::new(1, Arc::default());
        let tasks = ["kee2020-H2", "kee2009-22", "spight-2"].map(|id| task(id).unwrap());
        for task in &tasks {
            let judged = Judged::solve(task, &solutions.context(&[], &jobs), &Arc::default()).unwrap();
            solutions.results_mut::<Judged>().all.insert(task.clone(), judged);
        }
        let faults = |solutions: &Solutions| {
            let context = solutions.context(&[], &jobs);
            solutions.results::<Judged>().solve_again(&tasks, false, context).unwrap()
        };
        assert_eq!(faults(&solutions), Vec::<String>::new());
        let forged = solutions.results_mut::<Judged>().all.get_mut(&tasks[1]).unwrap();
        forged.claim.checks[0].found.push('!');
        assert_eq!(
            faults(&solutions),
            ["claims/kee2009.json: the claim kee2009-22: differs from what is solved now"]
        );
        assert!(tasks.iter().all(Judged::always_checked));
    }
}
