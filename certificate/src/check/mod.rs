//! The checker: decides of one step after another whether it is right.
//!
//! It is written from `solutions/CERTIFICATES.md` and uses the steps of a certificate ([`crate::format`]) and this
//! package's own board and machine of clauses, and nothing else. A reference costs time in proportion to the reads of its lemma.
//! Memory holds the statements and reads of the lemmas that may still be referred to.

mod packed;
mod reads;

use std::collections::{HashMap, VecDeque};

use crate::format::{
    Asks, Claim, Fact, Header, Key, Map, Outcome, Play, Read, Reference, Statement, Step, Theorem,
};
use crate::rules::{self, Change, Effect, Game, Stop, Stopped};
use packed::Packed;
use reads::{back, end, holds, least};

/// A lemma that may be referred to.
struct Known {
    statement: Statement,
    reads: Packed,
    closed: bool,
}

impl Known {
    /// The memory that it takes, in bytes.
    fn bytes(&self) -> usize {
        size_of::<Known>() + self.reads.bytes()
    }
}

/// What a proof needs of the past, and the lemmas to which it refers for the last time.
#[derive(Default)]
struct Proof {
    needs: Vec<Read>,
    last: Vec<u64>,
}

/// The checker, with what it has taken so far.
pub struct Checker {
    header: Header,
    game: Game,
    known: HashMap<u64, Known>,
    /// The number of lemmas of the closed set in hand that are still to be stated.
    unstated: u64,
    /// The lemmas of the closed set in hand that are still to be proved.
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
        Checker {
            header: header.clone(),
            game: Game::new(header),
            known: HashMap::new(),
            unstated: 0,
            unproved: VecDeque::new(),
            memory,
            held: 0,
            lemmas: 0,
            reads: 0,
        }
    }

    /// Takes the next step if it is right behind those taken so far.
    ///
    /// # Errors
    /// Why it is not right. The checker is then as it was before, and may be given another step instead.
    pub fn step(&mut self, step: &Step) -> Result<(), String> {
        let in_set = self.unstated > 0 || !self.unproved.is_empty();
        match step {
            Step::Member(statement) if self.unstated > 0 => {
                self.is_possible(&statement.key)?;
                self.keep(*statement, &[], true, &[])?;
                self.unstated -= 1;
                self.unproved.push_back(*statement);
            }
            Step::Proof(plays) if self.unstated == 0 && in_set => {
                let statement = self.unproved.front().ok_or("no lemma is left to prove")?;
                let proof = self.proof(statement, plays, true)?;
                self.forget(&proof.last);
                self.unproved.pop_front();
            }
            Step::Closed(n @ 1..) if !in_set && self.game.clauses.may_not_end() => self.unstated = *n,
            Step::Lemma(statement, stated, plays) if !in_set => {
                self.is_possible(&statement.key)?;
                let Proof { needs, last } = self.proof(statement, plays, false)?;
                let reads = match stated {
                    None => least(needs),
                    Some(stated) => self.stated(statement, stated, &needs)?,
                };
                self.keep(*statement, &reads, false, &last)?;
            }
            Step::Theorem(theorem) if !in_set => {
                let last = self.theorem(theorem)?;
                self.forget(&last);
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
    /// Why the lemma is not right behind the steps taken so far.
    pub fn reads_of(&self, statement: &Statement, plays: &[Play]) -> Result<Vec<Read>, String> {
        self.is_possible(&statement.key)?;
        Ok(least(self.proof(statement, plays, false)?.needs))
    }

    /// The number of lemmas so far.
    pub fn lemmas(&self) -> u64 {
        self.lemmas
    }

    /// The number of reads of all lemmas so far.
    pub fn reads(&self) -> u64 {
        self.reads
    }

    /// The reads of the lemma taken last.
    pub fn last_reads(&self) -> Vec<Read> {
        self.known.get(&self.lemmas).map_or_else(Vec::new, |known| known.reads.iter().collect())
    }

    /// How an error names a step that is next.
    pub(crate) fn name(&self, step: &Step) -> String {
        match step {
            Step::Lemma(..) | Step::Member(_) => format!("lemma {}", self.lemmas + 1),
            Step::Proof(_) => format!("proof {}", self.lemmas + 1 - self.unproved.len() as u64),
            Step::Closed(_) => "closed set".to_string(),
            Step::Theorem(_) => "theorem".to_string(),
            Step::End => "end".to_string(),
        }
    }

    /// Takes a lemma among those that may be referred to, and forgets those to which it refers for the last time.
    fn keep(
        &mut self,
        statement: Statement,
        reads: &[Read],
        closed: bool,
        last: &[u64],
    ) -> Result<(), String> {
        let known = Known { statement, reads: Packed::of(reads), closed };
        let forgotten: usize = last.iter().filter_map(|lemma| self.known.get(lemma)).map(Known::bytes).sum();
        if self.held - forgotten + known.bytes() > self.memory {
            return Err(format!("the reads of all lemmas at hand take more than {} bytes", self.memory));
        }
        self.forget(last);
        self.lemmas += 1;
        self.reads += known.reads.len() as u64;
        self.held += known.bytes();
        self.known.insert(self.lemmas, known);
        Ok(())
    }

    fn forget(&mut self, lemmas: &[u64]) {
        for lemma in lemmas {
            self.held -= self.known.remove(lemma).map_or(0, |known| known.bytes());
        }
    }

    /// Whether a game can have the key: the rules have the phase, and every chain has a liberty.
    fn is_possible(&self, key: &Key) -> Result<(), String> {
        if !self.game.is_phase(key.phase) {
            return Err(format!("phase {}, which the rules do not have", key.phase));
        }
        let stands = self.game.board.can_stand(&key.stones);
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
            Asks::Absent | Asks::Present => false,
            Asks::Mean(claim) if claim.sure() != lemma.claim.sure() => true,
            _ => !fact.class.is_tallied() || !self.game.clauses.scores_cycle(),
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

    /// What the proof of a lemma needs, or why it is none.
    fn proof(&self, lemma: &Statement, given: &[Play], closed: bool) -> Result<Proof, String> {
        let own = is_on(lemma.key.mover, lemma.claim);
        let plays: Vec<rules::Play> = match given.first() {
            Some(given) if own => self.game.play(&lemma.key, given.mv).into_iter().collect(),
            _ => self.game.plays(&lemma.key),
        };
        if given.is_empty() || !plays.iter().map(|play| play.mv).eq(given.iter().map(|given| given.mv)) {
            return Err(format!("expected {} play that the board admits", if own { "one" } else { "each" }));
        }
        let mut proof = Proof::default();
        for (play, Play { mv, outcome }) in plays.iter().zip(given) {
            let bars = play.bars.iter().filter(|_| own);
            proof.needs.extend(bars.map(|fact| Read { fact: *fact, asks: Asks::Absent }));
            let outcome = self.outcome(lemma, play, outcome, closed, &mut proof);
            outcome.map_err(|why| format!("play {}: {why}", self.header.move_name(*mv)))?;
            if size_of_val(proof.needs.as_slice()) > self.memory {
                return Err(format!("the proof needs reads of more than {} bytes", self.memory));
            }
        }
        Ok(proof)
    }

    /// Adds what the outcome of a play needs.
    fn outcome(
        &self,
        Statement { key, claim }: &Statement,
        play: &rules::Play,
        outcome: &Outcome,
        closed: bool,
        proof: &mut Proof,
    ) -> Result<(), String> {
        let fault = |score: i64| format!("the score {score} is not {claim}");
        let serves = |score: i64| claim.is_served_by(score, 1).then_some(()).ok_or_else(|| fault(score));
        match (outcome, &play.effect) {
            (Outcome::Barred(class, named), _) => {
                let bar = |bar: &&Fact| bar.class == *class && named.is_none_or(|fact| fact == **bar);
                let bar = play.bars.iter().find(bar).filter(|_| !is_on(key.mover, *claim));
                let fact = *bar.ok_or("it is the opponent's, or that is not among its bars")?;
                proof.needs.push(Read { fact, asks: Asks::Present });
                return Ok(());
            }
            (Outcome::Stop(place), _) => {
                let stop = play.stops.get(usize::from(*place)).ok_or("it has no such stop")?;
                proof.needs.push(Read { fact: stop.fact, asks: Asks::Present });
                match &stop.outcome {
                    Stopped::End(score) => serves(*score)?,
                    Stopped::Mean(last) => {
                        proof.needs.push(Read { fact: stop.fact, asks: end(*claim, *last)? });
                    }
                    Stopped::Next(..) => return Err("that stop does not end the game".to_string()),
                }
                return self.harmless(&play.stops[..usize::from(*place)], *claim, proof);
            }
            (Outcome::StopLemma(reference), _) => {
                let on = |stop: &Stop| matches!(stop.outcome, Stopped::Next(..));
                let place = play.stops.iter().position(on).ok_or("it has no stop that leads on")?;
                let Stop { fact, outcome: Stopped::Next(next, change) } = &play.stops[place] else {
                    return Err("it has no stop that leads on".to_string());
                };
                proof.needs.push(Read { fact: *fact, asks: Asks::Present });
                self.led(reference, next, change, *claim, closed, proof)?;
                return self.harmless(&play.stops[..place], *claim, proof);
            }
            (Outcome::End, Effect::End(score)) => serves(*score)?,
            (Outcome::Life, Effect::Next(next, _)) if self.game.clauses.life_counts() => {
                serves(self.kept(next, claim.sure()))?;
            }
            (Outcome::Lemma(reference), Effect::Next(next, change)) => {
                self.led(reference, next, change, *claim, closed, proof)?;
            }
            _ => return Err("it has another outcome: it ends the game, or leads on".to_string()),
        }
        self.harmless(&play.stops, *claim, proof)
    }

    /// What a side is sure of if it passes from a key to the end.
    fn kept(&self, key: &Key, sure: u8) -> i64 {
        let board = &self.game.board;
        let (points, kept) = (board.points as i64, |player| board.kept(&key.stones, player));
        match (board.players, sure) {
            (2, 0) => 2 * kept(0) - points,
            (2, _) => points - 2 * kept(1),
            (_, 0) => kept(0),
            (players, _) => points - (1..players).map(kept).sum::<i64>(),
        }
    }

    /// Adds what the claim needs of stops that are not what becomes of a play.
    fn harmless(&self, stops: &[Stop], claim: Claim, proof: &mut Proof) -> Result<(), String> {
        for Stop { fact, outcome } in stops {
            let asks = match outcome {
                Stopped::End(score) if claim.is_served_by(*score, 1) => continue,
                Stopped::End(_) | Stopped::Next(..) => Asks::Absent,
                Stopped::Mean(last) => end(claim, *last)?,
            };
            proof.needs.push(Read { fact: *fact, asks });
        }
        Ok(())
    }

    /// Adds what is needed before a play that leads to the key of a lemma.
    fn led(
        &self,
        by: &Reference,
        next: &Key,
        change: &Change,
        claim: Claim,
        closed: bool,
        proof: &mut Proof,
    ) -> Result<(), String> {
        let lemma = self.refer(by, next, change.gain, claim, closed, &mut proof.last)?;
        proof.needs.reserve(lemma.reads.len());
        for read in lemma.reads.iter().map(|read| self.taken_back(by.map, &read)) {
            let before = back(&read, change, claim);
            proof.needs.extend(before.map_err(|why| format!("{why}: {}", self.header.read(&read)))?);
        }
        Ok(())
    }

    /// A lemma about the image of a key, if its claim, taken back through the map and after so many points have been
    /// brought, covers this one. A reference that is the last one to its lemma joins `last`, and those in `last` may no
    /// longer be referred to.
    fn refer(
        &self,
        by: &Reference,
        key: &Key,
        gain: i64,
        claim: Claim,
        closed: bool,
        last: &mut Vec<u64>,
    ) -> Result<&Known, String> {
        let Reference { lemma, map, .. } = *by;
        let known = self.known.get(&lemma).filter(|_| !last.contains(&lemma));
        let known = known.ok_or_else(|| format!("lemma {lemma} is not at hand"))?;
        if !self.header.has_map(map) || self.game.key(map, key) != known.statement.key {
            let (found, wanted) = (self.header.key(key), self.header.key(&known.statement.key));
            let map = self.header.map_name(map);
            return Err(format!("{found} mapped by {map} is not the key of lemma {lemma}, {wanted}"));
        }
        if known.closed && !closed {
            return Err(format!("lemma {lemma} is in a closed set, so its game might never end"));
        }
        let exchanged = |claim: Claim| if map.exchanges { claim.exchanged() } else { claim };
        let found = exchanged(known.statement.claim);
        if !found.covers_with(gain, claim) {
            let more = if gain == 0 { String::new() } else { format!(" after {gain} points") };
            return Err(format!("lemma {lemma} says {found}{more}, expected {claim} or better"));
        }
        last.extend(by.last.then_some(lemma));
        Ok(known)
    }

    /// A read of a lemma, taken back through a map.
    fn taken_back(&self, map: Map, read: &Read) -> Read {
        let asks = match read.asks {
            Asks::Mean(claim) if map.exchanges => Asks::Mean(claim.exchanged()),
            Asks::Margin { p, q, k } if map.exchanges => Asks::Margin { p: -p, q, k },
            asks => asks,
        };
        Read { fact: self.game.board.fact_back(map, &read.fact), asks }
    }

    /// Checks a theorem, and gives the lemma to which it refers for the last time, if it does.
    fn theorem(&self, theorem: &Theorem) -> Result<Vec<u64>, String> {
        let mut key = Key { stones: theorem.start, mover: theorem.mover, phase: 0 };
        if !self.game.board.can_stand(&key.stones) {
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
        let mut last = Vec::new();
        let by = &theorem.by;
        let lemma = self.refer(by, &key, brought, theorem.claim, theorem.or_no_end, &mut last)?;
        let reads: Vec<Read> = lemma.reads.iter().map(|read| self.taken_back(by.map, &read)).collect();
        let untrue = |read: &&Read| !holds(read.asks, past.get(&read.fact).copied(), theorem.claim);
        let fault = |read| Err(format!("the lemma asks {}, which is not so", self.header.read(read)));
        reads.iter().find(untrue).map_or(Ok(last), fault)
    }
}

/// Whether a player is on the side whose claim it is.
fn is_on(player: u8, claim: Claim) -> bool {
    (player == 0) == (claim.sure() == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Lift, PASS, Relation, Rules, Suicide};

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
        assert_eq!((checker.lemmas(), checker.held), (1, size_of::<Known>()));
        checker.step(&theorem(2)).unwrap();
        assert_eq!(checker.held, 0);
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
