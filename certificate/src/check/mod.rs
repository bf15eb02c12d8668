//! The checker: takes one step after another if it is right.
//!
//! It is written from `solutions/CERTIFICATES.md` and uses the steps of a certificate
//! ([`crate::format`]) and this package's own board and machine of clauses, and nothing else. A
//! reference costs time in proportion to the reads of its lemma. Memory holds the statements and
//! reads of the lemmas that may still be referred to.

mod lemmas;
mod proof;

use std::collections::{HashMap, VecDeque};

use crate::format::{Asks, Header, Key, Play, Read, Statement, Step, Theorem};
use crate::rules::{Change, Effect, Game, Stopped};
use lemmas::Lemmas;
use proof::{Premises, Proof, holds, minimal};

/// The checker, with what it has taken so far.
pub struct Checker {
    header: Header,
    game: Game,
    lemmas: Lemmas,
    /// How many lemmas of the current closed set are still to be stated.
    unstated: u64,
    /// The lemmas of the current closed set that are still to be proved.
    unproved: VecDeque<Statement>,
}

impl Checker {
    /// A checker that holds at most about `memory` bytes.
    pub fn new(header: &Header, memory: usize) -> Checker {
        Checker {
            header: header.clone(),
            game: Game::new(header),
            lemmas: Lemmas::new(memory),
            unstated: 0,
            unproved: VecDeque::new(),
        }
    }

    /// Takes the next step if it is right after those taken so far.
    ///
    /// # Errors
    /// Why it is not right. The checker is then as it was before, and may be given another step
    /// instead.
    pub fn step(&mut self, step: &Step) -> Result<(), String> {
        let in_set = self.unstated > 0 || !self.unproved.is_empty();
        match step {
            Step::Member(statement) if self.unstated > 0 => {
                self.is_possible(&statement.key)?;
                self.lemmas.keep(*statement, &[], true, &[])?;
                self.unstated -= 1;
                self.unproved.push_back(*statement);
            }
            Step::Proof(plays) if self.unstated == 0 && in_set => {
                let statement = self.unproved.front().ok_or("no lemma is left to prove")?;
                let proof = self.premises().proof(statement, plays, true)?;
                self.lemmas.forget(&proof.last);
                self.unproved.pop_front();
            }
            Step::Closed(n @ 1..) if !in_set && self.game.clauses.may_not_end() => self.unstated = *n,
            Step::Lemma(statement, stated, plays) if !in_set => {
                self.is_possible(&statement.key)?;
                let Proof { needs, last } = self.premises().proof(statement, plays, false)?;
                let reads = match stated {
                    None => minimal(needs),
                    Some(stated) => self.stated(statement, stated, &needs)?,
                };
                self.lemmas.keep(*statement, &reads, false, &last)?;
            }
            Step::Theorem(theorem) if !in_set => {
                let last = self.theorem(theorem)?;
                self.lemmas.forget(&last);
            }
            Step::End if !in_set => {}
            _ => {
                return Err(
                    "not here: a closed set, where games may not end only, is lemmas, then their proofs"
                        .to_string(),
                );
            }
        }
        Ok(())
    }

    /// The reads that a lemma with this proof has if they are left out. The lemma is not taken.
    ///
    /// # Errors
    /// Why the lemma is not right after the steps taken so far.
    pub fn reads_of(&self, statement: &Statement, plays: &[Play]) -> Result<Vec<Read>, String> {
        self.is_possible(&statement.key)?;
        Ok(minimal(self.premises().proof(statement, plays, false)?.needs))
    }

    /// The number of lemmas so far.
    pub fn lemmas(&self) -> u64 {
        self.lemmas.lemmas()
    }

    /// The number of reads of all lemmas so far.
    pub fn reads(&self) -> u64 {
        self.lemmas.reads()
    }

    /// The reads of the lemma taken last.
    pub fn last_reads(&self) -> Vec<Read> {
        self.lemmas.get(self.lemmas()).map_or_else(Vec::new, |known| known.reads.iter().collect())
    }

    /// How an error names a step that is next.
    pub(crate) fn name(&self, step: &Step) -> String {
        match step {
            Step::Lemma(..) | Step::Member(_) => format!("lemma {}", self.lemmas() + 1),
            Step::Proof(_) => format!("proof {}", self.lemmas() + 1 - self.unproved.len() as u64),
            Step::Closed(_) => "closed set".to_string(),
            Step::Theorem(_) => "theorem".to_string(),
            Step::End => "end".to_string(),
        }
    }

    /// What a proof may rest on.
    fn premises(&self) -> Premises<'_> {
        Premises { header: &self.header, game: &self.game, lemmas: &self.lemmas }
    }

    /// Whether a game can have the key. The rules must have the phase, and every chain a liberty.
    fn is_possible(&self, key: &Key) -> Result<(), String> {
        if !self.game.is_phase(key.phase) {
            return Err(format!("phase {}, which the rules do not have", key.phase));
        }
        let stands = self.game.board.is_legal(&key.stones);
        let fault =
            || format!("{}, a position in which a chain has no liberty", self.header.position(&key.stones));
        stands.then_some(()).ok_or_else(fault)
    }

    /// The reads that a lemma states, in order, if its proof needs no others.
    fn stated(&self, lemma: &Statement, stated: &[Read], needs: &[Read]) -> Result<Vec<Read>, String> {
        let mut sorted = stated.to_vec();
        sorted.sort_unstable();
        let strange = |Read { fact, asks }: &&Read| match asks {
            _ if !self.header.has_facts(fact.class, fact.who.is_some()) => true,
            _ if self.header.has_second(fact.class)
                && !self.header.is_second(fact.class, fact.second.into()) =>
            {
                true
            }
            Asks::Absent | Asks::Present => false,
            Asks::Mean(claim) if claim.sure() != lemma.claim.sure() => true,
            // Of means there are none without scoring positions.
            Asks::Mean(_) => !fact.class.is_tallied() || !self.game.clauses.scores_cycle(),
            Asks::Margin { .. } => {
                let counts = self.game.clauses.scores_cycle() || self.game.clauses.repeats_by_prisoners();
                !fact.class.is_tallied() || !counts
            }
        };
        if let Some(read) = sorted.iter().find(strange) {
            return Err(format!("the read {} makes no sense here", self.header.read(read)));
        }
        // What the proof needs is implied by what is stated if it adds nothing to that.
        let own = minimal(sorted.clone());
        let all = minimal([stated, needs].concat());
        let missing = all.iter().find(|read| own.binary_search(read).is_err());
        let fault =
            |read| Err(format!("the proof needs {}, which the lemma does not read", self.header.read(read)));
        missing.map_or(Ok(sorted), fault)
    }

    /// Checks a theorem. The result is the lemma that it refers to for the last time, if any.
    fn theorem(&self, theorem: &Theorem) -> Result<Vec<u64>, String> {
        let mut key = Key { stones: theorem.start, mover: theorem.mover, phase: 0 };
        if !self.game.board.is_legal(&key.stones) {
            return Err("at the start a chain has no liberty".to_string());
        }
        let facts = self.game.start(key.stones, key.mover).into_iter();
        let mut past: HashMap<_, (i64, i64)> = facts.map(|fact| (fact, (0, 0))).collect();
        let mut brought = 0;
        for mv in &theorem.moves {
            let play = self.game.play(&key, *mv);
            let play = play.filter(|play| !play.bars.iter().any(|bar| past.contains_key(bar)));
            let led = play.and_then(|play| {
                let stop = play.stops.into_iter().find(|stop| past.contains_key(&stop.fact));
                match (stop.map(|stop| stop.outcome), play.effect) {
                    (Some(Stopped::Next(next, change)), _) | (None, Effect::Next(next, change)) => {
                        Some((next, change))
                    }
                    _ => None,
                }
            });
            let Some((next, Change { clears, scored, sets, gain })) = led else {
                return Err("a move is not admitted, barred, or ends the game".to_string());
            };
            past.retain(|fact, _| !clears.has(fact.class));
            let tallies = past.iter_mut().filter(|(fact, _)| scored.is_some() && fact.class.is_tallied());
            tallies.for_each(|(_, (sum, count))| (*sum, *count) = (*sum + scored.unwrap_or(0), *count + 1));
            past.extend(sets.into_iter().map(|fact| (fact, (0, 0))));
            brought += gain;
            key = next;
        }
        let (premises, mut last) = (self.premises(), Vec::new());
        let by = &theorem.by;
        let lemma = premises.resolve(by, &key, brought, theorem.claim, theorem.or_no_end, &mut last)?;
        let reads: Vec<Read> = lemma.reads.iter().map(|read| premises.mapped_back(by.map, &read)).collect();
        let untrue = |read: &&Read| !holds(read.asks, past.get(&read.fact).copied(), theorem.claim);
        let fault = |read| Err(format!("the lemma asks {}, which is not so", self.header.read(read)));
        reads.iter().find(untrue).map_or(Ok(last), fault)
    }
}

#[cfg(test)]
mod tests {
    use super::lemmas::Known;
    use super::*;
    use crate::format::{Claim, Lift, Map, Outcome, PASS, Reference, Relation, Rules, Suicide};

    /// Black passes on `X.` after a pass of White: the game ends with 2.
    fn lemma(claim: Claim) -> Step {
        let statement = Statement { key: Key { stones: [1, 0, 0], mover: 0, phase: 1 }, claim };
        Step::Lemma(statement, None, vec![Play { mv: PASS, outcome: Outcome::End }])
    }

    #[test]
    fn a_step_that_is_refused_changes_nothing() {
        let header = Header::of_ruleset(1, 2, Rules::Psk, Suicide::Forbidden, Lift::Stands);
        let mut checker = Checker::new(&header, 1 << 20);
        let claim = |p| Claim { relation: Relation::AtLeast, p, q: 1 };
        checker.step(&lemma(claim(2))).unwrap();
        let theorem = |p| {
            let by = Reference { lemma: 1, map: Map::SAME, last: true };
            let (start, moves) = ([1, 0, 0], vec![PASS]);
            Step::Theorem(Theorem { start, mover: 1, moves, claim: claim(p), or_no_end: false, by })
        };
        assert!(checker.step(&lemma(claim(3))).is_err());
        assert!(checker.step(&theorem(3)).is_err());
        assert_eq!((checker.lemmas(), checker.lemmas.held), (1, size_of::<Known>()));
        checker.step(&theorem(2)).unwrap();
        assert_eq!(checker.lemmas.held, 0);
        assert_eq!(checker.step(&theorem(2)), Err("lemma 1 is not at hand".to_string()));
    }

    #[test]
    fn a_lemma_that_does_not_fit_into_the_memory_is_not_taken() {
        let header = Header::of_ruleset(1, 2, Rules::Psk, Suicide::Forbidden, Lift::Stands);
        let mut checker = Checker::new(&header, 2 * size_of::<Known>());
        let lemma = lemma(Claim { relation: Relation::AtLeast, p: 2, q: 1 });
        let taken: Vec<bool> = (0..4).map(|_| checker.step(&lemma).is_ok()).collect();
        assert_eq!((taken, checker.lemmas()), (vec![true, true, false, false], 2));
    }
}
