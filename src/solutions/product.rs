//! A kind of result, and the results of a folder.
//!
//! A kind is a type that implements [`Product`]: it says what is planned, how one task is solved, which file has the
//! result, and what a certificate could prove of it. All that is done with results is written once for all kinds, in
//! `results.rs`. [`Kind`] is its interface without the type of the results, so that a folder can have a list of kinds
//! without naming any ([`Solutions`]).

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::folder::Files;
use super::jobs::{Interrupted, Jobs, Unmade};
use super::manifest::{Backed, Made, Proves, Sheet, most_bytes};
use super::plan::{Selection, Task};
use super::remembered::Remembered;
use super::rulesets::Rulesets;
use super::statement::{Stated, Statement};
use crate::rules::Game;
use crate::solve::{Budget, Limits};

/// A kind of result: what one task has come to.
pub trait Product: Clone + PartialEq + Send + Sync + 'static {
    /// What a report calls results of this kind, in the plural.
    const NAME: &'static str;

    /// Whether the results of a sheet have their evidence one by one, under the names that [`Product::column`] gives
    /// them. Otherwise a sheet has the evidence of its first result.
    const COLUMNS: bool = false;

    /// Whether a usual check solves the task again whatever that costs.
    fn again(_task: &Task) -> bool {
        false
    }

    /// Whether a result depends on nothing but its task and the limit of nodes, so that one from a former folder is as
    /// good as a new one.
    const REUSED: bool = true;

    /// What is to be solved.
    fn plan(selection: &Selection) -> Vec<Task>;

    /// The name of a result in its sheet.
    fn column(task: &Task) -> String {
        task.variant_name()
    }

    /// What a task is called while it is solved.
    fn job(task: &Task) -> String;

    /// How many times as many nodes as others a task may take, and its certificate.
    fn times(_task: &Task) -> u64 {
        1
    }

    /// What solving a task may take, where a search may take `most` nodes.
    fn limits(task: &Task, most: u64) -> Limits;

    /// Solves a task on one thread. All results of the kinds listed before this one are in the context.
    ///
    /// # Errors
    /// [`Unmade`].
    fn solve(task: &Task, context: &Context, budget: &Arc<Budget>) -> Result<Self, Unmade>;

    /// The nodes of a search that some results have taken, or what took as long.
    fn nodes(results: &[&Self]) -> u64;

    /// Roughly what it takes to solve a task again, counted in nodes of a search of an empty board.
    fn work(&self, _task: &Task) -> u64 {
        Self::nodes(&[self])
    }

    /// Whether nothing was given up at the limit.
    fn complete(&self) -> bool;

    /// The path of the file that has the result of a task, alone or with others. Together they are a sheet.
    fn path(task: &Task) -> String;

    /// Where the result of a task stands, for messages: its file, and its name in that file if others are there too.
    fn place(task: &Task) -> String {
        match Self::COLUMNS {
            true => format!("{}: the column {}", Self::path(task), Self::column(task)),
            false => Self::path(task),
        }
    }

    /// The path of a second file of the sheet at a path, if there is one.
    fn beside(_path: &str) -> Option<String> {
        None
    }

    /// Whether a file of the folder is a sheet of this kind.
    fn owns(path: &str) -> bool;

    /// The files of a sheet, the one of [`Product::path`] first.
    fn write(results: &[(&Task, &Self)]) -> Vec<(String, String)>;

    /// Reads the results of a sheet.
    ///
    /// # Errors
    /// The path of a file that is not as it should be, and why.
    fn read(path: &str, files: &Files, rulesets: &Rulesets) -> Result<Vec<(Task, Self)>, String>;

    /// What in a result contradicts the rules or another part of it. `thorough` is to include what takes an analysis of
    /// the board.
    fn contradiction(&self, _task: &Task, _rulesets: &Rulesets, _thorough: bool) -> Option<String> {
        None
    }

    /// As much as a certificate could prove of a result.
    fn provable(&self) -> Option<Proves> {
        None
    }

    /// The path of the certificate of a result, if there are certificates of this kind of results.
    fn certificate(_task: &Task) -> Option<String> {
        None
    }

    /// The largest certificate of a task that is stored in the folder, in bytes.
    fn most_bytes(task: &Task) -> usize {
        most_bytes(task)
    }

    /// What the result says of each state that such a certificate is about.
    fn states(&self, _game: &Game, _proves: Proves) -> Vec<Stated> {
        Vec::new()
    }

    /// What such a certificate is to prove.
    ///
    /// # Panics
    /// If the result can have none.
    fn statement(&self, task: &Task, proves: Proves) -> Statement {
        let game = task.variant().game(task.board().clone());
        let states = self.states(&game, proves);
        let path = Self::certificate(task).expect("only what has a certificate is stated");
        Statement { task: task.clone(), game, proves, states, file: Self::path(task), path }
    }

    /// Verifies a certificate of the folder, of which the manifest says how many lemmas it has, and compares it with the result.
    /// What is wrong, if anything.
    fn check(&self, task: &Task, proves: Proves, said: u64, certificate: &[u8]) -> Option<String> {
        self.statement(task, proves).check(said, certificate)
    }

    /// All that [`Product::check`] compares a certificate with, as a text: if the text is the same, so is what is compared.
    fn compared(&self, task: &Task, proves: Proves) -> String {
        self.statement(task, proves).compared()
    }

    /// Makes a certificate, as [`Statement::make`] does.
    ///
    /// # Errors
    /// The certificate that was made is not right, and why.
    fn certify(&self, task: &Task, proves: Proves, budget: &Budget) -> Result<Made, String> {
        self.statement(task, proves).make(Self::most_bytes(task), budget)
    }
}

/// What there is while tasks are solved.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The results so far.
    pub solutions: &'a Solutions,
    /// What does the work.
    pub jobs: &'a Jobs,
    /// Whether former results had the same limit of nodes.
    pub same_limit: bool,
}

/// The results of one kind, with their evidence.
#[derive(Debug, Clone)]
pub struct Results<P> {
    /// By task, in the order in which they are shown.
    pub all: BTreeMap<Task, P>,
    /// What there is to check them with, besides the search.
    pub evidence: BTreeMap<Task, Made>,
}

impl<P> Default for Results<P> {
    fn default() -> Results<P> {
        Results { all: BTreeMap::new(), evidence: BTreeMap::new() }
    }
}

/// A certificate that is stored in the folder, of a result that the folder has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The task of the result.
    pub task: Task,
    /// Whether it is to prove all of the result.
    pub whole: bool,
    /// Roughly what it takes to verify it, whatever that is counted in.
    pub cost: u64,
}

/// What became of a certificate in a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The task of its result.
    pub task: Task,
    /// The sum of what was compared, if that is to be remembered ([`super::remembered`]).
    pub sum: Option<String>,
    /// Whether it was verified before, and therefore not now.
    pub before: bool,
    /// The path of the certificate, and what is wrong with it.
    pub fault: Option<String>,
}

/// Results of any kind.
pub trait Kind: Send + Sync {
    /// What a report calls them.
    fn name(&self) -> &'static str;
    /// The results, for [`Solutions::results`].
    fn any(&self) -> &dyn Any;
    /// Likewise, to be changed.
    fn any_mut(&mut self) -> &mut dyn Any;
    /// Every task that is planned.
    fn plan(&self, selection: &Selection) -> Vec<Task>;
    /// The board of every task that is planned, in the order of the plan.
    fn boards(&self, selection: &Selection) -> Vec<String>;
    /// The paths of all files that are planned.
    fn planned(&self, selection: &Selection) -> BTreeSet<String>;
    /// Solves what is planned, or takes it over from former results of the same kind. After an interruption there is
    /// what was solved by then.
    ///
    /// # Errors
    /// [`Unmade::Wrong`].
    fn make(
        &self,
        selection: &Selection,
        former: Option<&dyn Kind>,
        context: Context,
    ) -> Result<Box<dyn Kind>, Unmade>;
    /// Makes the certificates, or takes them over from former ones that are right; with these it is said whether they
    /// had the same limit of nodes. After an interruption there are those that were made by then.
    ///
    /// # Errors
    /// [`Unmade::Wrong`].
    fn certify(&mut self, budget: u64, former: Option<(&dyn Kind, bool)>, jobs: &Jobs) -> Result<(), Unmade>;
    /// Takes over other results of the same kind with their evidence, in place of its own for the same tasks.
    fn take_over(&mut self, other: &dyn Kind);
    /// Reads all results of a folder that has these rulesets; returns what is wrong.
    fn read(&mut self, files: &Files, rulesets: &Rulesets) -> Vec<String>;
    /// Takes over the evidence that a manifest tells, and the certificates.
    ///
    /// # Errors
    /// What is wrong with the manifest.
    fn read_evidence(&mut self, backed: &BTreeMap<String, Backed>, files: &Files) -> Result<(), String>;
    /// The path of the file that has the result of a task.
    fn path(&self, task: &Task) -> String;
    /// The files of the results.
    fn sheets(&self) -> Vec<Sheet>;
    /// The paths of the certificates that are stored in the folder, as far as they are there with their bytes.
    fn stored(&self) -> Vec<(&str, Option<&[u8]>)>;
    /// What contradicts the plan, the rules, or itself: one line each. Of the tasks in `thorough` with what takes an analysis of
    /// the board.
    fn contradictions(&self, selection: &Selection, thorough: &BTreeSet<Task>) -> Vec<String>;
    /// Every stored certificate.
    fn certificates(&self) -> Vec<Stored>;
    /// Verifies the stored certificates of some tasks, but for those that are remembered. After an interruption there are
    /// those that were verified by then.
    fn verify(&self, tasks: &[Task], remembered: Option<&Remembered>, jobs: &Jobs) -> Vec<Verified>;
    /// The results with the nodes that each is known to take: none if a usual check solves it again anyway.
    fn costs(&self) -> Vec<(&Task, u64)>;
    /// Roughly what it takes to solve a task again, in nodes of a search. Nothing is known of a task without a result.
    fn work(&self, task: &Task) -> u64;
    /// Solves some tasks, whatever results there are. Results that depend on others are made of those in the context.
    ///
    /// # Errors
    /// [`Unmade`].
    fn anew(&self, tasks: &[Task], context: Context) -> Result<Box<dyn Kind>, Unmade>;
    /// Solves some tasks again; returns what comes out otherwise, one line for each.
    ///
    /// # Errors
    /// [`Interrupted`].
    fn solve_again(&self, tasks: &[Task], context: Context) -> Result<Vec<String>, Interrupted>;
    /// How the results and certificates of the same kind, made anew, differ: one line for each.
    fn compare(&self, anew: &dyn Kind) -> Vec<String>;
}

/// All results of a folder.
pub struct Solutions {
    /// The limit of nodes that each task had.
    pub budget: u64,
    /// The rulesets.
    pub rulesets: Rulesets,
    /// The kinds, each after those that it depends on.
    pub kinds: Vec<Box<dyn Kind>>,
}

impl Solutions {
    /// The results of a kind.
    ///
    /// # Panics
    /// If the kind is not listed.
    pub fn results<P: Product>(&self) -> &Results<P> {
        self.kinds.iter().find_map(|kind| kind.any().downcast_ref()).expect("every kind is listed")
    }

    /// The results of a kind, to be changed.
    ///
    /// # Panics
    /// If the kind is not listed.
    pub fn results_mut<P: Product>(&mut self) -> &mut Results<P> {
        self.kinds.iter_mut().find_map(|kind| kind.any_mut().downcast_mut()).expect("every kind is listed")
    }

    /// The results of a kind by task, in the order in which they are shown.
    ///
    /// # Panics
    /// If the kind is not listed.
    pub fn all<P: Product>(&self) -> &BTreeMap<Task, P> {
        &self.results::<P>().all
    }

    /// A result.
    ///
    /// # Panics
    /// If the kind is not listed.
    pub fn get<P: Product>(&self, task: &Task) -> Option<&P> {
        self.all::<P>().get(task)
    }
}
