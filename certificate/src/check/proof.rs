//! What the proof of a lemma needs of the history, play by play. Reads hold, imply one another, and
//! are regressed over a play.

use super::lemmas::{Known, Lemmas};
use crate::format::{
    Asks, Claim, Fact, Header, Key, MOST_MARGIN, Map, Outcome, Play, Read, Reference, Statement,
};
use crate::rules::{self, Change, Effect, Game, Stop, Stopped};

/// The reads that a proof needs, and its last references.
#[derive(Default)]
pub struct Proof {
    /// The reads, in no order.
    pub needs: Vec<Read>,
    /// The lemmas to which it refers for the last time.
    pub last: Vec<u64>,
}

/// What a proof may rest on: the rules, and the known lemmas.
#[derive(Clone, Copy)]
pub struct Premises<'a> {
    /// The header, by which errors are worded.
    pub header: &'a Header,
    /// The rules.
    pub game: &'a Game,
    /// The lemmas.
    pub lemmas: &'a Lemmas,
}

impl<'a> Premises<'a> {
    /// What the proof of a lemma needs, or why it is none.
    pub fn proof(&self, lemma: &Statement, given: &[Play], closed: bool) -> Result<Proof, String> {
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
            if size_of_val(proof.needs.as_slice()) > self.lemmas.memory() {
                return Err(format!("the proof needs reads of more than {} bytes", self.lemmas.memory()));
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
                    Stopped::Won(last) => {
                        let asks = won(*claim, *last).ok_or_else(|| fault(rules::WIN_BY_CYCLE))?;
                        proof.needs.extend(asks.map(|asks| Read { fact: stop.fact, asks }));
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
                self.follow(reference, next, change, *claim, closed, proof)?;
                return self.harmless(&play.stops[..place], *claim, proof);
            }
            (Outcome::End, Effect::End(score)) => serves(*score)?,
            (Outcome::Life, Effect::Next(next, _)) if self.game.clauses.life_counts() => {
                serves(self.kept(next, claim.sure()))?;
            }
            (Outcome::Lemma(reference), Effect::Next(next, change)) => {
                self.follow(reference, next, change, *claim, closed, proof)?;
            }
            _ => return Err("it has another outcome: it ends the game, or leads on".to_string()),
        }
        self.harmless(&play.stops, *claim, proof)
    }

    /// What a side is sure of if it passes from a key to the end.
    fn kept(&self, key: &Key, sure: u8) -> i64 {
        let board = &self.game.board;
        let (points, kept) = (board.points as i64, |player| board.kept_by_passing(&key.stones, player));
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
                Stopped::Won(last) => match won(claim, *last) {
                    Some(None) => continue,
                    Some(Some(asks)) => asks,
                    None => Asks::Absent,
                },
            };
            proof.needs.push(Read { fact: *fact, asks });
        }
        Ok(())
    }

    /// Adds what is needed before a play that leads to the key of a lemma.
    fn follow(
        &self,
        by: &Reference,
        next: &Key,
        change: &Change,
        claim: Claim,
        closed: bool,
        proof: &mut Proof,
    ) -> Result<(), String> {
        let lemma = self.resolve(by, next, change.gain, claim, closed, &mut proof.last)?;
        proof.needs.reserve(lemma.reads.len());
        for read in lemma.reads.iter().map(|read| self.mapped_back(by.map, &read)) {
            let before = regress(&read, change, claim);
            proof.needs.extend(before.map_err(|why| format!("{why}: {}", self.header.read(&read)))?);
        }
        Ok(())
    }

    /// The lemma of a reference, if it is about the key and proves the claim. Its claim is mapped
    /// back and set off against `gain`, the half points that the play has brought. A last reference to a
    /// lemma joins `last`, and those in `last` may no longer be referred to.
    pub fn resolve(
        &self,
        by: &Reference,
        key: &Key,
        gain: i64,
        claim: Claim,
        closed: bool,
        last: &mut Vec<u64>,
    ) -> Result<&'a Known, String> {
        let Reference { lemma, map, .. } = *by;
        let known = self.lemmas.get(lemma).filter(|_| !last.contains(&lemma));
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
            let more = if gain == 0 { String::new() } else { format!(" after {gain} half points") };
            return Err(format!("lemma {lemma} says {found}{more}, expected {claim} or better"));
        }
        last.extend(by.last.then_some(lemma));
        Ok(known)
    }

    /// A read of a lemma, mapped back.
    pub fn mapped_back(&self, map: Map, read: &Read) -> Read {
        let asks = match read.asks {
            Asks::Mean(claim) if map.exchanges => Asks::Mean(claim.exchanged()),
            Asks::Margin { p, q, k } if map.exchanges => Asks::Margin { p: -p, q, k },
            asks => asks,
        };
        Read { fact: self.game.board.fact_back(map, &read.fact), asks }
    }
}

/// Whether a player is on the side whose claim it is.
fn is_on(player: u8, claim: Claim) -> bool {
    (player == 0) == (claim.sure() == 0)
}

// --- Reads ---

/// Whether a fact is as a read asks, in a lemma with the claim `of`. `found` is its tally, `None`
/// if the fact does not hold.
pub fn holds(asks: Asks, found: Option<(i64, i64)>, of: Claim) -> bool {
    match (asks, found) {
        (Asks::Present, found) => found.is_some(),
        (_, None) => true,
        (Asks::Absent, Some(_)) => false,
        (Asks::Mean(claim), Some((sum, count))) => claim.is_served_by(sum, count),
        (Asks::Margin { p, q, k }, Some((sum, count))) => Claim { p, q, ..of }.margin(sum, count) >= k.into(),
    }
}

/// Whether `one` implies `other`, two different reads of the same fact.
fn implies(one: Asks, other: Asks) -> bool {
    match (one, other) {
        (Asks::Absent, Asks::Mean(_) | Asks::Margin { .. }) => true,
        (Asks::Margin { p, q, k }, Asks::Margin { p: r, q: s, k: l }) => (p, q) == (r, s) && k >= l,
        (Asks::Mean(claim), Asks::Mean(other)) => claim.covers(other),
        _ => one == other,
    }
}

/// Sorts reads and drops those that another implies. The claims of all means must be of one player.
pub fn minimal(mut reads: Vec<Read>) -> Vec<Read> {
    reads.sort_unstable();
    reads.dedup();
    let (mut kept, mut absent): (Vec<Read>, _) = (Vec::new(), None);
    for read in reads {
        // Among the reads of one fact, those that can imply each other are neighbours, and an
        // absence comes before all that it implies.
        let rival = |kept: &[Read]| kept.last().filter(|last| last.fact == read.fact).map(|last| last.asks);
        while rival(&kept).is_some_and(|last| implies(read.asks, last)) {
            kept.pop();
        }
        let by_absence = absent == Some(read.fact) && implies(Asks::Absent, read.asks);
        if !by_absence && rival(&kept).is_none_or(|last| !implies(last, read.asks)) {
            kept.push(read);
        }
        absent = if read.asks == Asks::Absent { Some(read.fact) } else { absent };
    }
    kept
}

/// *The end* of a fact, as the page defines it.
pub fn end(claim: Claim, last: Option<i64>) -> Result<Asks, String> {
    last.map_or(Ok(Asks::Mean(claim)), |area| asked(claim, claim.least_margin() - claim.margin(area, 1)))
}

/// What an end by prisoners asks of the tally of its fact, `last` being the prisoners of the play: the
/// side that is sure must have taken more, or as many, by what serves the claim. `Some(None)` if a
/// loss serves it, `None` if a win does not.
fn won(claim: Claim, last: i64) -> Option<Option<Asks>> {
    let (win, last) = match claim.sure() {
        0 => (rules::WIN_BY_CYCLE, last),
        _ => (-rules::WIN_BY_CYCLE, -last),
    };
    let asks = |k| Some(Asks::Margin { p: 0, q: 1, k });
    match [-win, 0, win].map(|score| claim.is_served_by(score, 1)) {
        [true, ..] => Some(None),
        [false, true, _] => Some(asks(-last)),
        [false, false, true] => Some(asks(1 - last)),
        _ => None,
    }
}

fn asked(claim: Claim, k: i128) -> Result<Asks, String> {
    let k = i64::try_from(k).ok().filter(|k| k.abs() <= MOST_MARGIN).ok_or("a margin out of bounds")?;
    Ok(Asks::Margin { p: claim.p, q: claim.q, k })
}

/// The read before a play that makes a read hold after it (regression). It is none if the play
/// itself decides it.
///
/// # Errors
/// The read cannot hold after the play.
pub fn regress(read: &Read, change: &Change, claim: Claim) -> Result<Option<Read>, String> {
    let Read { fact, asks } = *read;
    let set = change.sets.contains(&fact).then_some((0, 0));
    if set.is_some() || change.clears.has(fact.class) {
        return holds(asks, set, claim).then_some(None).ok_or_else(|| "the play undoes the read".to_string());
    }
    let asks = match (asks, change.scored) {
        (Asks::Mean(of), Some(area)) => asked(of, of.least_margin() - of.margin(area, 1))?,
        (Asks::Margin { p, q, k }, Some(area)) => {
            asked(Claim { p, q, ..claim }, i128::from(k) - Claim { p, q, ..claim }.margin(area, 1))?
        }
        _ => asks,
    };
    Ok(Some(Read { fact, asks }))
}
