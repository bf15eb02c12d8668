//! The checker: decides whether a certificate proves its theorems.
//!
//! It knows the steps of a certificate ([`super::format`]), its own board and rulesets ([`super::rules`]) and
//! nothing else of this crate; what makes a lemma right is written from `solutions/CERTIFICATES.md`. Every step is looked
//! at once. A reference costs time in proportion to the reads of its lemma; memory holds the statements and
//! reads of the lemmas that may still be referred to.

mod reads;

use std::collections::{HashMap, VecDeque};

use super::format::{
    Asks, Claim, Class, Fact, Header, Key, Outcome, Play, Read, Reference, Rules, Statement, Step, Theorem,
};
use super::rules::{self, Change, Effect, Game, Score};
use reads::{back, end, holds, least};

/// A lemma that may be referred to.
struct Known {
    statement: Statement,
    reads: Vec<Read>,
    closed: bool,
}

/// What has been checked so far.
pub struct Checker {
    header: Header,
    game: Game,
    known: HashMap<u64, Known>,
    /// How many lemmas of the closed set in hand are still to come, and those whose proofs are.
    missing: u64,
    unproved: VecDeque<Statement>,
    /// The bytes that may be held, and those that are.
    memory: usize,
    held: usize,
    /// The number of lemmas so far, and of their reads.
    lemmas: u64,
    reads: u64,
}

impl Checker {
    /// A checker that holds at most about `memory` bytes.
    pub fn new(header: &Header, memory: usize) -> Checker {
        let (header, game, known, unproved) = (*header, Game::new(header), HashMap::new(), VecDeque::new());
        Checker { header, game, known, missing: 0, unproved, memory, held: 0, lemmas: 0, reads: 0 }
    }

    /// Checks the next step.
    ///
    /// # Errors
    /// Why it is not right. What follows it proves nothing then.
    pub fn step(&mut self, step: &Step) -> Result<(), String> {
        let in_set = self.missing > 0 || !self.unproved.is_empty();
        match step {
            Step::Member(statement) if self.missing > 0 => {
                self.missing -= 1;
                self.unproved.push_back(*statement);
                self.keep(*statement, Vec::new(), true)?;
            }
            Step::Proof(plays) if self.missing == 0 && in_set => {
                let statement = self.unproved.pop_front().ok_or("no lemma is left to prove")?;
                self.needs(&statement, plays, true)?;
            }
            Step::Closed(n @ 1..) if !in_set && self.game.rules == Rules::SimpleKo => self.missing = *n,
            Step::Lemma(statement, stated, plays) if !in_set => {
                let needs = self.needs(statement, plays, false)?;
                let reads = match stated {
                    None => least(needs),
                    Some(stated) => self.stated(statement, stated, &needs)?,
                };
                self.keep(*statement, reads, false)?;
            }
            Step::Theorem(theorem) if !in_set => self.theorem(theorem)?,
            Step::End if !in_set => {}
            _ => {
                return Err(
                    "not here: a closed set, under simple-ko only, is lemmas, then their proofs".to_string()
                );
            }
        }
        Ok(())
    }

    /// The number of lemmas so far.
    pub fn lemmas(&self) -> u64 {
        self.lemmas
    }

    /// The number of reads of all lemmas so far.
    pub fn reads(&self) -> u64 {
        self.reads
    }

    /// What an error calls a step that has just been refused.
    pub(crate) fn name(&self, step: &Step) -> String {
        match step {
            Step::Lemma(..) | Step::Member(_) => format!("lemma {}", self.lemmas + 1),
            Step::Proof(_) => format!("proof {}", self.lemmas - self.unproved.len() as u64),
            Step::Closed(_) => "closed set".to_string(),
            Step::Theorem(_) => "theorem".to_string(),
            Step::End => "end".to_string(),
        }
    }

    /// The reads of the lemma checked last.
    pub fn last_reads(&self) -> &[Read] {
        self.known.get(&self.lemmas).map_or(&[], |known| &known.reads)
    }

    /// Takes a lemma among those that may be referred to.
    fn keep(&mut self, statement: Statement, reads: Vec<Read>, closed: bool) -> Result<(), String> {
        self.lemmas += 1;
        self.reads += reads.len() as u64;
        self.held += size_of::<Known>() + reads.capacity() * size_of::<Read>();
        if self.held > self.memory {
            return Err(format!("the reads of all lemmas at hand take more than {} bytes", self.memory));
        }
        self.known.insert(self.lemmas, Known { statement, reads, closed });
        Ok(())
    }

    /// The reads that a lemma states, if its proof needs no others.
    fn stated(&self, lemma: &Statement, stated: &[Read], needs: &[Read]) -> Result<Vec<Read>, String> {
        let mut sorted = stated.to_vec();
        sorted.sort_unstable();
        let strange = |read: &&Read| match read.asks {
            Asks::Absent | Asks::Present => false,
            Asks::Mean(claim) if claim.sure() != lemma.claim.sure() => true,
            _ => read.fact.class != Class::Passed || self.game.rules != Rules::Kee2009,
        };
        if let Some(read) = sorted.iter().find(strange) {
            return Err(format!("the read {} makes no sense here", self.header.read(read)));
        }
        // What the proof needs is implied by what is stated if it adds nothing to that.
        let own = least(sorted.clone());
        let all = least([stated, needs].concat());
        let missing = all.iter().find(|read| own.binary_search(read).is_err());
        let fault =
            |read| Err(format!("the proof needs {}, which the lemma does not read", self.header.read(read)));
        missing.map_or(Ok(sorted), fault)
    }

    /// The reads that a proof needs, or why it is none.
    fn needs(&mut self, lemma: &Statement, proof: &[Play], closed: bool) -> Result<Vec<Read>, String> {
        let (key, own) = (lemma.key, lemma.key.mover == lemma.claim.sure());
        if !self.game.is_phase(key.phase) {
            return Err(format!("phase {}, which the ruleset does not have", key.phase));
        }
        let (mut plays, mut needs) = (self.game.plays(&key), Vec::new());
        plays.retain(|play| !own || proof.first().is_some_and(|given| given.mv == play.mv));
        if proof.is_empty() || !plays.iter().map(|play| play.mv).eq(proof.iter().map(|given| given.mv)) {
            return Err(format!("expected {} play that the board admits", if own { "one" } else { "each" }));
        }
        for (play, Play { mv, outcome }) in plays.iter().zip(proof) {
            let bars = play.bars.iter().filter(|_| own);
            needs.extend(bars.map(|fact| Read { fact: *fact, asks: Asks::Absent }));
            let outcome = self.outcome(lemma, play, outcome, closed, &mut needs);
            outcome.map_err(|why| format!("play {}: {why}", self.header.move_name(*mv)))?;
            if size_of_val(needs.as_slice()) > self.memory {
                return Err(format!("the proof needs reads of more than {} bytes", self.memory));
            }
        }
        Ok(needs)
    }

    /// Adds what the outcome of a play needs.
    fn outcome(
        &mut self,
        Statement { key, claim }: &Statement,
        play: &rules::Play,
        outcome: &Outcome,
        closed: bool,
        needs: &mut Vec<Read>,
    ) -> Result<(), String> {
        let fault = |score: i64| format!("the score {score} is not {claim}");
        let serves = |score: i64| claim.is_served_by(score, 1).then_some(()).ok_or_else(|| fault(score));
        match (outcome, &play.effect) {
            (Outcome::Barred(class, named), _) => {
                let bar = |bar: &&Fact| bar.class == *class && named.is_none_or(|fact| fact == **bar);
                let bar = play.bars.iter().find(bar).filter(|_| key.mover != claim.sure());
                let fact = *bar.ok_or("it is the opponent's, or that is not among its bars")?;
                needs.push(Read { fact, asks: Asks::Present });
                return Ok(());
            }
            (Outcome::Stop, _) => {
                let (fact, score) = play.stop.as_ref().ok_or("it has no stop")?;
                needs.push(Read { fact: *fact, asks: Asks::Present });
                match score {
                    Score::Area(area) => serves(*area)?,
                    Score::Mean(last) => needs.push(Read { fact: *fact, asks: end(*claim, *last)? }),
                }
                return Ok(());
            }
            (Outcome::End, Effect::End(score)) => return serves(*score),
            (Outcome::Life, Effect::Next(next, _)) if self.game.rules.last_position_counts() => {
                let kept = self.game.board.kept(&next.stones, claim.sure());
                let points = 2 * kept - self.game.board.points as i64;
                serves(if claim.sure() == 0 { points } else { -points })?;
            }
            (Outcome::Lemma(reference), Effect::Next(next, change)) => {
                for read in self.refer(reference, next, *claim, closed)? {
                    let before = back(&read, change, *claim);
                    needs.extend(before.map_err(|why| format!("{why}: {}", self.header.read(&read)))?);
                }
            }
            _ => return Err("it has another outcome: it ends the game, or leads on".to_string()),
        }
        match &play.stop {
            Some((_, Score::Area(area))) if claim.is_served_by(*area, 1) => {}
            Some((fact, Score::Area(_))) => needs.push(Read { fact: *fact, asks: Asks::Absent }),
            Some((fact, Score::Mean(last))) => needs.push(Read { fact: *fact, asks: end(*claim, *last)? }),
            None => {}
        }
        Ok(())
    }

    /// The reads of a lemma about the image of a key, taken back through the map, if it covers the claim.
    fn refer(&mut self, by: &Reference, key: &Key, claim: Claim, closed: bool) -> Result<Vec<Read>, String> {
        let Reference { lemma, map, last } = *by;
        let known = self.known.get(&lemma).ok_or_else(|| format!("lemma {lemma} is not at hand"))?;
        if !self.game.board.has(map) || self.game.key(map, key) != known.statement.key {
            let (found, wanted) = (self.header.key(key), self.header.key(&known.statement.key));
            return Err(format!("{found} mapped by {map} is not the key of lemma {lemma}, {wanted}"));
        }
        if known.closed && !closed {
            return Err(format!("lemma {lemma} is in a closed set, so its game might never end"));
        }
        let back = self.game.board.inverse(map);
        let exchanged = |claim: Claim| if map.exchanges() { claim.exchanged() } else { claim };
        let found = exchanged(known.statement.claim);
        if !found.covers(claim) {
            return Err(format!("lemma {lemma} says {found}, expected {claim} or better"));
        }
        let asks = |asks: Asks| match asks {
            Asks::Mean(claim) => Asks::Mean(exchanged(claim)),
            Asks::Margin { p, q, k } if map.exchanges() => Asks::Margin { p: -p, q, k },
            _ => asks,
        };
        let read = |read: &Read| Read { fact: self.game.board.fact(back, &read.fact), asks: asks(read.asks) };
        let reads = known.reads.iter().map(read).collect();
        if let Some(known) = last.then(|| self.known.remove(&lemma)).flatten() {
            self.held -= size_of::<Known>() + known.reads.capacity() * size_of::<Read>();
        }
        Ok(reads)
    }

    fn theorem(&mut self, theorem: &Theorem) -> Result<(), String> {
        let mut key = Key { stones: theorem.start, mover: theorem.mover, phase: 0 };
        if !self.game.board.can_stand(&key.stones) {
            return Err("at the start a chain has no liberty".to_string());
        }
        let facts = self.game.start(key.stones, key.mover).into_iter();
        let mut past: HashMap<_, (i64, i64)> = facts.map(|fact| (fact, (0, 0))).collect();
        for mv in &theorem.moves {
            let play = self.game.plays(&key).into_iter().find(|play| play.mv == *mv);
            let play = play.filter(|play| !play.bars.iter().any(|bar| past.contains_key(bar)));
            let play = play.filter(|play| !play.stop.iter().any(|(fact, _)| past.contains_key(fact)));
            let Some(Effect::Next(next, Change { clears, scored, sets })) = play.map(|play| play.effect)
            else {
                return Err("a move is not admitted, barred, or ends the game".to_string());
            };
            past.retain(|fact, _| !clears.contains(&fact.class));
            let tallies = past.iter_mut().filter(|(fact, _)| scored.is_some() && fact.class == Class::Passed);
            tallies.for_each(|(_, (sum, count))| (*sum, *count) = (*sum + scored.unwrap_or(0), *count + 1));
            past.extend(sets.into_iter().map(|fact| (fact, (0, 0))));
            key = next;
        }
        let reads = self.refer(&theorem.by, &key, theorem.claim, theorem.or_no_end)?;
        let untrue = |read: &&Read| !holds(read.asks, past.get(&read.fact).copied(), theorem.claim);
        let fault = |read| Err(format!("the lemma asks {}, which is not so", self.header.read(read)));
        reads.iter().find(untrue).map_or(Ok(()), fault)
    }
}
