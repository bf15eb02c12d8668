//! The proofs of the search as steps of a certificate: of all lemmas that it has made those on which the theorems rest,
//! each after the lemmas to which it refers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::encode::{self, Maps, Order};
use crate::go::Board;
use crate::rules::Key;
use crate::solve::observer::{self, Ground, Observer};
use crate::solve::search::lemma::Lemma;
use crate::solve::{Hit, Question, Side};
use superko_certificate::format::{self, Outcome, Statement, Step};

/// A lemma with its proof.
pub struct Entry {
    /// Its key.
    pub key: Key,
    /// The lemma.
    pub lemma: Arc<Lemma>,
    /// Its proof.
    pub steps: Vec<observer::Step>,
}

/// The lemmas that a search has made and that a proof may still refer to.
#[derive(Default)]
pub struct Transcript(Mutex<Entries>);

/// Lemmas by their numbers.
#[derive(Default)]
struct Entries {
    all: HashMap<u64, Entry>,
    /// The number of entries at which the next sweep is due.
    full: usize,
    /// Whether other processes may refer to lemmas that are held here alone.
    are_shared: bool,
}

/// The number of entries before the first sweep.
const FIRST_SWEEP: usize = 1 << 16;

impl Observer for Transcript {
    fn proved(&self, key: &Key, lemma: &Arc<Lemma>, steps: Vec<observer::Step>) {
        let entry = Entry { key: *key, lemma: Arc::clone(lemma), steps };
        self.add(entry);
    }

    fn kept(&self, number: u64) -> Option<(Key, Arc<Lemma>, Vec<observer::Step>)> {
        let entries = self.entries();
        let Entry { key, lemma, steps } = entries.all.get(&number)?;
        Some((*key, Arc::clone(lemma), steps.clone()))
    }
}

impl Entries {
    /// Drops the lemmas that are held here alone: neither by the table, nor by a search that has them in hand, nor by the
    /// proof of another lemma in here. No later proof can refer to them.
    fn sweep(&mut self) {
        let mut before = usize::MAX;
        while self.all.len() < before && !self.are_shared {
            before = self.all.len();
            self.all.retain(|_, entry| Arc::strong_count(&entry.lemma) > 1);
        }
        self.full = 2 * self.all.len();
    }
}

impl Transcript {
    /// A transcript of lemmas to which the proofs of other processes may refer: it keeps all of them.
    pub fn shared() -> Transcript {
        Transcript(Mutex::new(Entries { are_shared: true, ..Entries::default() }))
    }

    /// Adds a lemma, after those to which its proof refers.
    pub fn add(&self, entry: Entry) {
        let mut entries = self.entries();
        entries.all.insert(entry.lemma.number, entry);
        if entries.all.len() >= entries.full.max(FIRST_SWEEP) {
            entries.sweep();
        }
    }

    /// Passes on the lemmas that a proof may still refer to, each after those to which its own proof refers.
    ///
    /// # Errors
    /// The first that `pass` returns.
    pub fn try_each<E>(&self, mut pass: impl FnMut(&Entry) -> Result<(), E>) -> Result<(), E> {
        let mut entries = self.entries();
        entries.sweep();
        let mut all: Vec<&Entry> = entries.all.values().collect();
        all.sort_unstable_by_key(|entry| entry.lemma.number);
        all.into_iter().try_for_each(&mut pass)
    }

    /// The number of these lemmas.
    pub fn count(&self) -> usize {
        let mut entries = self.entries();
        entries.sweep();
        entries.all.len()
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The steps that prove some goals, and for each goal the reference to the lemma that proves it.
    pub fn steps(&self, board: &Board, goals: &[Hit]) -> (Vec<Step>, Vec<format::Reference>) {
        let entries = self.entries();
        let all = &entries.all;
        let maps = Maps::of(board);
        let referred = |step: &observer::Step| match &step.ground {
            Ground::Lemma(lemma, _) => Some(lemma.number),
            _ => None,
        };
        let next = |number: &u64| all[number].steps.iter().filter_map(referred).collect();
        let roots: Vec<u64> = goals.iter().map(|goal| goal.lemma.number).collect();
        // A lemma that states no more than one that is written already is left out. References to it become references
        // to the other, all of whose reads are among its own.
        let mut written: HashMap<Key, Vec<u64>> = HashMap::new();
        let order = Order::of(&roots, next, |number, now| {
            let Entry { key, lemma, .. } = &all[number];
            let list = written.entry(*key).or_default();
            if now {
                list.push(*number);
                return None;
            }
            list.iter().copied().find(|other| all[other].lemma.implies(lemma, board))
        });
        let refer = |lemma: &Arc<Lemma>, frame| format::Reference {
            lemma: order.number(&lemma.number),
            map: maps.map(frame),
            last: false,
        };
        let mut steps = Vec::with_capacity(order.nodes.len() + goals.len() + 1);
        for number in &order.nodes {
            let Entry { key, lemma, steps: proof } = &all[number];
            let mut proof: Vec<&observer::Step> = proof.iter().collect();
            proof.sort_by_key(|step| step.mv);
            let plays = proof.into_iter().map(|step| {
                let outcome = match &step.ground {
                    Ground::Barred(fact) => {
                        let fact = encode::fact(fact);
                        Outcome::Barred(fact.class, Some(fact))
                    }
                    Ground::Ends => Outcome::End,
                    Ground::Stopped(place) => Outcome::Stop(*place as u8),
                    Ground::Life => Outcome::Life,
                    Ground::Lemma(lemma, frame) if step.elsewhere => Outcome::StopLemma(refer(lemma, *frame)),
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

/// The claim of a side that reaches its aim in a question.
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
