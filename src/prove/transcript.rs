//! What the search has proved, as steps of a certificate: of all the lemmas that it made those that the
//! theorems rest on, each after the ones that it refers to.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::encode::{self, Maps, Order};
use crate::go::Board;
use crate::rules::Key;
use crate::solve::observer::{self, Ground, Observer};
use crate::solve::search::lemma::Lemma;
use crate::solve::{Hit, Question, Side};
use superko_certificate::format::{self, Outcome, Statement, Step};

/// A lemma with its proof.
struct Entry {
    key: Key,
    lemma: Arc<Lemma>,
    steps: Vec<observer::Step>,
}

/// Every lemma that a search has made and that may still be of use.
#[derive(Default)]
pub struct Transcript(Mutex<Entries>);

/// Lemmas by their addresses. A lemma that is kept here keeps its address.
#[derive(Default)]
struct Entries {
    all: HashMap<usize, Entry>,
    /// The number of entries at which it is time to sweep.
    full: usize,
}

/// The number of entries before the first sweep.
const FIRST_SWEEP: usize = 1 << 16;

fn address(lemma: &Arc<Lemma>) -> usize {
    Arc::as_ptr(lemma).addr()
}

impl Observer for Transcript {
    fn proved(&self, key: &Key, lemma: &Arc<Lemma>, steps: Vec<observer::Step>) {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = Entry { key: *key, lemma: Arc::clone(lemma), steps };
        entries.all.insert(address(lemma), entry);
        if entries.all.len() >= entries.full.max(FIRST_SWEEP) {
            entries.sweep();
        }
    }
}

impl Entries {
    /// Drops every lemma that nobody else holds: not the table, nor a search that has it in hand, nor the
    /// proof of a lemma that is kept. No proof that is still to come can refer to it.
    fn sweep(&mut self) {
        let mut before = usize::MAX;
        while self.all.len() < before {
            before = self.all.len();
            self.all.retain(|_, entry| Arc::strong_count(&entry.lemma) > 1);
        }
        self.full = 2 * self.all.len();
    }
}

impl Transcript {
    /// The steps that prove a few goals, and for each goal the reference to the lemma that proves it.
    pub fn steps(self, board: &Board, goals: &[Hit]) -> (Vec<Step>, Vec<format::Reference>) {
        let Entries { all, .. } = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        let maps = Maps::of(board);
        let lemmas = |lemma: &usize| -> Vec<usize> {
            let grounds = all[lemma].steps.iter().map(|step| &step.ground);
            grounds
                .filter_map(
                    |ground| if let Ground::Lemma(lemma, _) = ground { Some(address(lemma)) } else { None },
                )
                .collect()
        };
        let roots: Vec<usize> = goals.iter().map(|goal| address(&goal.lemma)).collect();
        // A lemma that says no more than one that is written already need not be written: whoever refers to
        // it may as well refer to the other, which asks for no read that this one does not ask for.
        let mut written: HashMap<Key, Vec<usize>> = HashMap::new();
        let order = Order::of(&roots, lemmas, |address, now| {
            let Entry { key, lemma, .. } = &all[address];
            let list = written.entry(*key).or_default();
            if now {
                list.push(*address);
                return None;
            }
            list.iter().copied().find(|other| all[other].lemma.implies(lemma, board))
        });
        let refer = |lemma: &Arc<Lemma>, frame| format::Reference {
            lemma: order.number(&address(lemma)),
            map: maps.map(frame),
            last: false,
        };
        let mut steps = Vec::with_capacity(order.nodes.len() + goals.len() + 1);
        for address in &order.nodes {
            let Entry { key, lemma, steps: proof } = &all[address];
            let mut proof: Vec<&observer::Step> = proof.iter().collect();
            proof.sort_by_key(|step| step.mv);
            let plays = proof.into_iter().map(|step| {
                let outcome = match &step.ground {
                    Ground::Barred(fact) => {
                        let fact = encode::fact(fact);
                        Outcome::Barred(fact.class, Some(fact))
                    }
                    Ground::Ends => Outcome::End,
                    Ground::Stopped => Outcome::Stop,
                    Ground::Life => Outcome::Life,
                    Ground::Lemma(lemma, frame) => Outcome::Lemma(refer(lemma, *frame)),
                };
                format::Play { mv: encode::mv(step.mv), outcome }
            });
            let statement = Statement { key: encode::key(key), claim: claim(lemma.sure, lemma.claim) };
            steps.push(Step::Lemma(statement, None, plays.collect()));
        }
        let references = goals.iter().map(|goal| refer(&goal.lemma, goal.frame)).collect();
        (steps, references)
    }
}

/// What a side is sure of that reaches its aim in a question.
pub fn claim(sure: Side, question: Question) -> format::Claim {
    use format::Relation::{AtLeast, AtMost, LessThan, MoreThan};
    let relation = match (sure, question.strict) {
        (Side::Black, false) => AtLeast,
        (Side::Black, true) => MoreThan,
        (Side::White, false) => LessThan,
        (Side::White, true) => AtMost,
    };
    encode::claim(relation, question.points)
}
