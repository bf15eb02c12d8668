//! Boards of which the first player has all points: `bounded/BOARD.json`,
//! `bounded/BOARD-RULES.json`, each with its certificate.
//!
//! The proof needs no history, so one certificate holds under many rulesets at once, and both
//! checkers say under which ([`superko_prove::prove_bounded`]). It is looked for on the terms of
//! the rules of Kee, 2009: what is proved on these has so far held under every ruleset that the
//! checkers name but natural situational superko, for which some boards have a second proof. The
//! value of such a board is known with it, as no score is more than all points.

use std::io::Cursor;
use std::sync::Arc;
use superko_rules::Line;

use serde::{Deserialize, Serialize};
use superko_certificate::format::{Stones, Suicide};
use superko_certificate::header::name_of;
use superko_certificate::{bounded, kinds};

use super::folder::{self, Files};
use super::jobs::{self, BuildError, MEMORY};
use super::manifest::{MANIFEST, MAX_BYTES_OF_LARGE, Made, Proves};
use super::plan::{LARGEST_FACTOR, Selection, Task};
use super::results::{Context, Product};
use super::rulesets::Rulesets;
use super::statement::stored;
use superko_go::{Board, Player, Position};
use superko_prove::{self as prove, BoundedError, ProofGoal, Unfinished, prove_bounded};
use superko_query::report::json;
use superko_query::report::records::BoardRecord;
use superko_solve::attack::thresholds::Effort;
use superko_solve::{Budget, Limits};

/// The boards.
const BOARDS: [&str; 9] = ["2x4", "3x3", "2x5", "2x6", "2x7", "3x5", "2x8", "3x6", "4x5"];

/// The ruleset on whose terms proofs are looked for.
const RULES: &str = "kee2009";

/// Boards of which it is looked for on the terms of natural situational superko besides, under
/// which the other proof says nothing: no ko is taken right after a pass there.
const BOARDS_NATURAL: [&str; 1] = ["3x6"];

/// That ruleset.
const NATURAL: &str = "nssk";

/// The file of a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Bounded {
    /// The board.
    #[serde(flatten)]
    pub board: BoardRecord,
    /// The ruleset on whose terms the proof was looked for.
    pub rules: String,
    /// Black, who moves first on the empty board, is ahead by so much at least, and no score is more.
    pub at_least: i64,
    /// What was proved; `null` if no proof was found within the limit.
    pub proof: Option<Proof>,
    /// The nodes that the search took.
    pub nodes: u64,
    /// The bytes of the certificate, which has a file of its own; empty if that is missing.
    #[serde(skip)]
    certificate: Arc<[u8]>,
}

/// A bounded proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The states of the proof.
    pub states: usize,
    /// The states in which it says a move of Black's.
    pub moves: usize,
    /// The most stones of Black's on a line; `null` if a state may come back.
    pub stones: Option<u32>,
    /// The rulesets under which the claim follows, with the default of every option but suicide.
    pub follows: Vec<String>,
    /// Those under which it does not, and why.
    pub not_claimed: Vec<NotClaimed>,
}

/// A ruleset under which a claim does not follow from a proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NotClaimed {
    /// The ruleset.
    pub rules: String,
    /// Where the proof does not answer its rules.
    pub why: String,
}

/// The name of the files of a task.
fn file_name(task: &Task) -> String {
    match task.variant_name() {
        rules if rules == RULES => task.folder(),
        rules => format!("{}-{rules}", task.folder()),
    }
}

/// The name of a ruleset with a rule about suicide.
fn name(rules: &str, suicide: Suicide) -> String {
    match suicide {
        Suicide::Forbidden => rules.to_string(),
        _ => format!("{rules}+suicide-{}", name_of(&Suicide::ALL, &suicide)),
    }
}

impl Proof {
    /// What the checker has found of the claim that Black, who moves first on the empty board, has
    /// all points.
    ///
    /// # Errors
    /// Why it has not found that.
    fn of(task: &Task, certificate: &[u8]) -> Result<Proof, String> {
        let verified = kinds::verify(Cursor::new(certificate.to_vec()), MEMORY);
        let verified = match verified.map_err(|refused| format!("not verified: {refused}"))? {
            kinds::Verified::Bounded(verified) => verified,
            kinds::Verified::Lemmas(_) => return Err("not a bounded certificate".to_string()),
        };
        let (board, variant) = (task.board(), task.variant());
        let wanted = prove::header(&variant.game(board.clone()));
        let bounded::Bounded { header, start, mover, .. } = &verified.bounded;
        let ours = wanted.is_some_and(|wanted| header.has_game_of(&wanted));
        if !ours || *start != Stones::default() || *mover != 0 {
            let about = verified.summary();
            return Err(format!("is about {about}, expected the empty board of {}", task.name()));
        }
        let all = board.points() as i64;
        let judged = verified.judged.iter().find(|judged| judged.section.prover() == 0);
        let Some(judged) = judged.filter(|judged| judged.section.threshold() >= all) else {
            return Err(format!("does not prove that the value is {all}"));
        };
        let mut proof = Proof {
            states: judged.states,
            moves: judged.moves,
            stones: judged.longest,
            follows: Vec::new(),
            not_claimed: Vec::new(),
        };
        for (rules, suicide, held) in &judged.rulesets {
            let rules = name(rules, *suicide);
            match held {
                Ok(()) => proof.follows.push(rules),
                Err(why) => proof.not_claimed.push(NotClaimed { rules, why: why.clone() }),
            }
        }
        Ok(proof)
    }
}

impl Bounded {
    /// The certificate, if one is found within the budget.
    ///
    /// # Errors
    /// [`BuildError::Wrong`].
    fn search(task: &Task, budget: &Budget) -> Result<Option<Vec<u8>>, BuildError> {
        let game = task.variant().game(task.board().clone());
        let line = Line::new(&game, Position::default(), Player::Black);
        let claim = format!(">= {}", task.points());
        let wrong = |why: &str| BuildError::Wrong(format!("{}: {why}", Bounded::path(task)));
        let wanted = ProofGoal::parse(&claim, &game).map_err(wrong)?;
        let effort = Effort::within(budget);
        match prove_bounded(&game, &line, Some(wanted), &effort, &mut Unfinished::default()) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(BoundedError::Stopped(_)) => Ok(None),
            Err(why) => Err(wrong(&why.to_string())),
        }
    }

    /// The command that makes the certificate.
    pub fn command(task: &Task) -> String {
        let (board, points, out) = (task.board_name(), task.points(), file_name(task));
        let rules = task.variant_name();
        format!(
            "solve prove --board {board} --rules {rules} --bounded --claim \">= {points}\" --threads 1 --out {out}.cert"
        )
    }
}

impl Product for Bounded {
    const NAME: &'static str = "bounded claims";

    fn plan(selection: &Selection) -> Vec<Task> {
        match selection.rulesets.are_of_the_catalogue() {
            true => {
                let tasks = |boards: &[&str], rules| {
                    selection.tasks(boards, &Vec::from_iter(Rulesets::Catalogue.named(rules)))
                };
                [tasks(&BOARDS, RULES), tasks(&BOARDS_NATURAL, NATURAL)].concat()
            }
            false => Vec::new(),
        }
    }

    fn job(task: &Task) -> String {
        format!("all of {}", task.name())
    }

    fn node_factor(_: &Task) -> u64 {
        LARGEST_FACTOR
    }

    fn limits(task: &Task, max_nodes: u64) -> Limits {
        jobs::nodes(max_nodes.saturating_mul(Self::node_factor(task)))
    }

    fn solve(task: &Task, _: &Context, budget: &Arc<Budget>) -> Result<Bounded, BuildError> {
        let certificate = Bounded::search(task, budget)?;
        let proof = certificate.as_deref().map(|certificate| Proof::of(task, certificate));
        Ok(Bounded {
            board: BoardRecord::of(task.board()),
            rules: task.variant_name(),
            at_least: task.points() as i64,
            proof: proof.transpose().map_err(|why| {
                BuildError::Wrong(format!(
                    "{}: the certificate made is not right, please report it: {why}",
                    Bounded::path(task)
                ))
            })?,
            nodes: budget.nodes(),
            certificate: certificate.unwrap_or_default().into(),
        })
    }

    fn nodes(results: &[&Bounded]) -> u64 {
        results.iter().map(|bounded| bounded.nodes).sum()
    }

    fn complete(&self) -> bool {
        self.proof.is_some()
    }

    fn path(task: &Task) -> String {
        format!("bounded/{}.json", file_name(task))
    }

    fn owns(path: &str) -> bool {
        path.starts_with("bounded/") && path.ends_with(".json")
    }

    fn write(results: &[(&Task, &Bounded)]) -> Vec<(String, String)> {
        results.iter().map(|(task, bounded)| (Bounded::path(task), json::text(bounded))).collect()
    }

    fn read(path: &str, files: &Files, rulesets: &Rulesets) -> Result<Vec<(Task, Bounded)>, String> {
        let bounded: Bounded = folder::record(path, files)?;
        let board = Board::parse(&bounded.board.name).map_err(|error| format!("{path}: {error}"))?;
        let variant = rulesets
            .named(&bounded.rules)
            .ok_or_else(|| format!("{path}: {} is no ruleset", bounded.rules))?;
        let task = Task::of(&board, &variant);
        let certificate = Bounded::certificate(&task).and_then(|path| files.get(&path));
        let certificate = certificate.map_or(Arc::default(), |bytes| bytes.as_slice().into());
        Ok(vec![(task, Bounded { certificate, ..bounded })])
    }

    fn contradiction(&self, task: &Task, _: &Rulesets, _: bool) -> Option<String> {
        let agrees = self.board == BoardRecord::of(task.board()) && self.at_least == task.points() as i64;
        (!agrees).then(|| "the claim is not that Black has all points of the board".to_string())
    }

    fn provable(&self) -> Option<Proves> {
        self.proof.is_some().then_some(Proves::Bound)
    }

    fn certificate(task: &Task) -> Option<String> {
        Some(format!("bounded/{}.cert", file_name(task)))
    }

    fn max_bytes(_: &Task) -> usize {
        MAX_BYTES_OF_LARGE
    }

    fn check(&self, task: &Task, _: Proves, listed: u64, certificate: &[u8]) -> Option<String> {
        let proof = match Proof::of(task, certificate) {
            Ok(proof) => proof,
            Err(why) => return Some(why),
        };
        if self.proof.as_ref() != Some(&proof) {
            return Some(format!("proves another thing than {} says", Bounded::path(task)));
        }
        let states = proof.states;
        (states as u64 != listed).then(|| format!("has {states} states, {MANIFEST} says {listed}"))
    }

    fn compared(&self, task: &Task, proves: Proves) -> String {
        let game = prove::header(&task.variant().game(task.board().clone()));
        format!("{proves:?} {game:?} {} {} {:?}\n", task.name(), task.points(), self.proof)
    }

    /// The certificate that the search has made, or, where its file is missing, makes once more.
    fn certify(&self, task: &Task, proves: Proves, budget: &Budget) -> Result<Made, String> {
        let (mut bytes, path) = (self.certificate.to_vec(), Bounded::path(task));
        if bytes.is_empty() {
            match Bounded::search(task, budget) {
                Ok(Some(found)) => bytes = found,
                Ok(None) | Err(BuildError::Interrupted) => return Ok(Made::SEARCH),
                Err(BuildError::Wrong(why)) => return Err(why),
            }
        }
        let lemmas = Proof::of(task, &bytes).map_err(|why| format!("{path}: {why}"))?.states as u64;
        if let Some(why) = self.check(task, proves, lemmas, &bytes) {
            return Err(format!("{path}: its certificate {why}"));
        }
        let path = Bounded::certificate(task).expect("every board has one");
        let command = || Bounded::command(task);
        Ok(stored(bytes, Bounded::max_bytes(task), &path, (proves, lemmas), command))
    }
}

#[cfg(test)]
mod tests {
    use super::super::jobs::Jobs;
    use super::super::manifest::Evidence;
    use super::*;
    use superko_solve::{Request, Value, solve};

    fn solved(task: &Task, max_nodes: u64) -> Bounded {
        let (jobs, rulesets) = (Jobs::new(1, Arc::default()), &Rulesets::Catalogue);
        let context = Context { budget: max_nodes, rulesets, columns: &[], jobs: &jobs };
        Bounded::solve(task, &context, &Arc::new(Budget::new(Bounded::limits(task, max_nodes)))).unwrap()
    }

    fn task(board: &str) -> Task {
        Bounded::plan(&Selection::of(&[board]).unwrap()).pop().unwrap()
    }

    fn tasks() -> [Task; 2] {
        ["2x4", "3x3"].map(task)
    }

    #[test]
    fn the_value_is_what_the_search_finds_under_every_ruleset_that_follows() {
        for task in tasks() {
            let found = solved(&task, 100_000);
            let proof = found.proof.as_ref().unwrap();
            let claimed = !proof.not_claimed.iter().any(|not| not.rules == "nssk");
            assert!(proof.follows.len() >= 6 && claimed == (task.board_name() == "2x4"));
            // Of those in which every pass opens a world of new situations the search finds none.
            for name in proof.follows.iter().filter(|name| *name != "kee2007") {
                let game = Rulesets::Catalogue.named(name).unwrap().game(task.board().clone());
                let start = game.start(Position::default(), Player::Black);
                let value = solve(&game, &start, &Request::default(), &Budget::default()).value.exact();
                assert_eq!(value, Some(Value::Points((task.points() as i32).into())), "{name}");
            }
            assert_eq!(solved(&task, 100_000), found);
        }
        let none = solved(&task("2x7"), 2);
        assert!(!none.complete() && none.provable().is_none());
    }

    #[test]
    fn a_certificate_of_anything_else_is_refused() {
        let [small, task] = tasks();
        let (found, other) = (solved(&task, 100_000), solved(&small, 100_000));
        let made = found.certify(&task, Proves::Bound, &Budget::default()).unwrap();
        let Evidence::Certificate { lemmas, .. } = made.evidence else { panic!("it is small") };
        let bytes = made.certificate.unwrap();
        let fault =
            |result: &Bounded, listed: u64, bytes: &[u8]| result.check(&task, Proves::Bound, listed, bytes);
        assert_eq!(fault(&found, lemmas, &bytes), None);
        let assert_says = |fault: Option<String>, expected: &str| {
            assert!(fault.as_ref().is_some_and(|fault| fault.contains(expected)), "{fault:?}");
        };
        assert_says(fault(&found, lemmas + 1, &bytes), "MANIFEST.json says");
        assert_says(fault(&found, lemmas, &other.certificate), "expected the empty board of 3x3 kee2009");
        assert_says(fault(&found, lemmas, &bytes[..bytes.len() / 2]), "not verified");
        for change in [
            |proof: &mut Proof| proof.follows.push("nssk".to_string()),
            |proof: &mut Proof| proof.stones = Some(1),
            |proof: &mut Proof| drop(proof.not_claimed.pop()),
        ] {
            let mut changed = found.clone();
            change(changed.proof.as_mut().unwrap());
            assert_says(fault(&changed, lemmas, &bytes), "proves another thing than bounded/3x3.json says");
            assert!(changed.certify(&task, Proves::Bound, &Budget::default()).is_err());
        }
        let lower = Bounded { at_least: 8, ..found.clone() };
        assert_says(lower.contradiction(&task, &Rulesets::Catalogue, false), "all points of the board");
        // Without its file it is made again, the same.
        let lost = Bounded { certificate: Arc::default(), ..found.clone() };
        let again = lost.certify(&task, Proves::Bound, &Budget::default()).unwrap();
        assert_eq!(again.certificate, Some(bytes));
    }
}
