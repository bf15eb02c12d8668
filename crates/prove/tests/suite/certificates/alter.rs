//! The ways to alter a certificate: its statements, plays, references and theorems.
//!
//! Most alterations are drawn blindly and may happen to change nothing that matters. Some are drawn
//! so that the rest still fits, as a careless checker would let these pass.

use superko_certificate::format::{
    Claim, Class, Fact, Header, Key, Map, Outcome, PASS, Play, Reference, Relation, Statement, Step, Stones,
    Theorem,
};

use super::random::Random;

/// A certificate that is being altered.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    pub header: Header,
    pub steps: Vec<Step>,
}

/// Alters a draft; `None` if there is nothing to alter.
pub type Alter = fn(&mut Draft, &mut Random) -> Option<()>;

/// One of a list.
pub fn some<T>(things: impl Iterator<Item = T>, random: &mut Random) -> Option<T> {
    let mut things: Vec<T> = things.collect();
    if things.is_empty() { None } else { Some(things.swap_remove(random.below(things.len()))) }
}

fn plays_of(step: &mut Step) -> Option<&mut Vec<Play>> {
    match step {
        Step::Lemma(_, _, plays) | Step::Proof(plays) => Some(plays),
        _ => None,
    }
}

fn statement_of(step: &mut Step) -> Option<&mut Statement> {
    match step {
        Step::Lemma(statement, ..) | Step::Member(statement) => Some(statement),
        _ => None,
    }
}

impl Draft {
    /// The plays of every proof.
    pub fn proofs(&mut self) -> impl Iterator<Item = &mut Vec<Play>> {
        self.steps.iter_mut().filter_map(plays_of)
    }

    pub fn plays(&mut self) -> impl Iterator<Item = &mut Play> {
        self.proofs().flatten()
    }

    pub fn statements(&mut self) -> impl Iterator<Item = &mut Statement> {
        self.steps.iter_mut().filter_map(statement_of)
    }

    pub fn theorems(&mut self) -> impl Iterator<Item = &mut Theorem> {
        self.steps
            .iter_mut()
            .filter_map(|step| if let Step::Theorem(theorem) = step { Some(theorem) } else { None })
    }

    pub fn references(&mut self) -> impl Iterator<Item = &mut Reference> {
        self.steps.iter_mut().flat_map(Step::references_mut)
    }

    pub fn lemmas(&mut self) -> u64 {
        self.statements().count() as u64
    }

    /// A move of the board, or the pass.
    fn mv(&self, random: &mut Random) -> u8 {
        let points = self.header.points();
        let place = random.below(points + 1);
        if place == points { PASS } else { place as u8 }
    }

    /// Another position: one that occurs in the certificate, or one with another intersection.
    pub fn position(&mut self, stones: Stones, random: &mut Random) -> Stones {
        if random.heads() {
            return some(self.statements(), random).map_or([0; 3], |statement| statement.key.stones);
        }
        let point = 1u64 << random.below(self.header.points());
        let number = random.below(usize::from(self.header.clauses.players) + 1);
        let mut other = stones.map(|set| set & !point);
        (0..3).for_each(|bit| other[bit] |= if number >> bit & 1 == 1 { point } else { 0 });
        other
    }

    pub fn fact(&mut self, random: &mut Random) -> Fact {
        // The first version has no other classes.
        let class = Class::ALL[random.below(if self.header.version() == 1 { 4 } else { Class::ALL.len() })];
        let who = random.below(usize::from(self.header.clauses.players) + 1).checked_sub(1);
        let stones = self.position([0; 3], random);
        let has_second = self.header.has_second(class) && random.heads();
        let most = 3usize.pow(self.header.points().min(9) as u32);
        let second = if has_second { 1 + random.below(most) as u32 } else { 0 };
        Fact { second, ..Fact::of(class, who.map(|who| who as u8), stones) }
    }

    fn reference(&mut self, random: &mut Random) -> Reference {
        let lemma = random.below(self.lemmas() as usize + 2) as u64;
        Reference { lemma, map: self.map(random), last: random.heads() }
    }

    /// A map, which the board may not have.
    fn map(&self, random: &mut Random) -> Map {
        let symmetries = self.header.graph.as_ref().map_or(8, |graph| graph.maps.len() + 2);
        Map { symmetry: random.below(symmetries) as u16, exchanges: random.heads() }
    }

    fn outcome(&mut self, random: &mut Random) -> Outcome {
        let second = self.header.version() == 2;
        match random.below(if second { 6 } else { 5 }) {
            0 => Outcome::End,
            1 => Outcome::Stop(if second { random.below(3) as u8 } else { 0 }),
            2 => Outcome::Life,
            3 => {
                let fact = self.fact(random);
                let class = if fact.class.bars() { fact.class } else { Class::Stood };
                Outcome::Barred(class, Some(Fact { class, ..fact }))
            }
            5 => Outcome::StopLemma(self.reference(random)),
            _ => Outcome::Lemma(self.reference(random)),
        }
    }

    /// Gives the lemmas other numbers, in the references to them.
    pub fn renumber(&mut self, number: impl Fn(u64) -> u64) {
        self.references().for_each(|reference| reference.lemma = number(reference.lemma));
    }
}

/// A claim with another score.
pub fn shifted(claim: Claim, random: &mut Random) -> Claim {
    let q = claim.q;
    match random.below(3) {
        0 => Claim { p: claim.p + random.step(3) as i32 * q, ..claim },
        // A little more or less than it was.
        1 => Claim { p: 2 * claim.p + random.step(1) as i32, q: 2 * q, ..claim }.in_lowest_terms(),
        _ => Claim { p: -claim.p, ..claim },
    }
}

trait InLowestTerms {
    fn in_lowest_terms(self) -> Self;
}

impl InLowestTerms for Claim {
    fn in_lowest_terms(self) -> Claim {
        let score = num_rational::Ratio::new(self.p, self.q);
        Claim { p: *score.numer(), q: *score.denom(), ..self }
    }
}

pub fn mv(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let mv = draft.mv(random);
    some(draft.plays(), random)?.mv = mv;
    Some(())
}

pub fn outcome(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let outcome = draft.outcome(random);
    some(draft.plays(), random)?.outcome = outcome;
    Some(())
}

pub fn bar(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let other = draft.fact(random);
    let barred = |play: &mut Play| matches!(play.outcome, Outcome::Barred(..));
    let play = some(draft.plays().filter_map(|play| barred(play).then_some(play)), random)?;
    let Outcome::Barred(class, Some(fact)) = &mut play.outcome else { return None };
    match random.below(3) {
        0 => fact.class = [Class::Stood, Class::Undone, Class::Initialised][random.below(3)],
        1 => fact.who = other.who,
        _ => fact.stones = other.stones,
    }
    *class = fact.class;
    Some(())
}

pub fn map(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let map = draft.map(random);
    some(draft.references(), random)?.map = map;
    Some(())
}

pub fn number(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let keys: Vec<Key> = draft.statements().map(|statement| statement.key).collect();
    let lemma = draft.reference(random).lemma;
    let reference = some(draft.references(), random)?;
    let key = keys.get(reference.lemma as usize - 1)?;
    // Another lemma about the same key, if there is one: it may claim less, or read more.
    let same = (1..).zip(&keys).filter(|(number, other)| *other == key && *number != reference.lemma);
    let same = some(same.map(|(number, _)| number), random).filter(|_| random.heads());
    reference.lemma = same.unwrap_or(lemma);
    Some(())
}

pub fn last_set(draft: &mut Draft, random: &mut Random) -> Option<()> {
    some(draft.references().filter(|reference| !reference.last), random)?.last = true;
    Some(())
}

pub fn last_cleared(draft: &mut Draft, random: &mut Random) -> Option<()> {
    some(draft.references().filter(|reference| reference.last), random)?.last = false;
    Some(())
}

pub fn relation(draft: &mut Draft, random: &mut Random) -> Option<()> {
    some(draft.statements(), random)?.claim.relation = Relation::ALL[random.below(4)];
    Some(())
}

pub fn score(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let statement = some(draft.statements(), random)?;
    statement.claim = shifted(statement.claim, random);
    Some(())
}

pub fn denominator(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let claim = &mut some(draft.statements(), random)?.claim;
    claim.q += 1 + random.below(4) as i32;
    *claim = claim.in_lowest_terms();
    Some(())
}

/// Makes all claims stronger or weaker together, so that only those at the ends of games cease to
/// fit.
pub fn every_claim(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (step, strict) = (random.step(1) as i32, random.below(3));
    let alter = |claim: &mut Claim| match strict {
        0 => claim.relation = [Relation::MoreThan, Relation::LessThan][usize::from(claim.sure())],
        1 => claim.p += step * claim.q * if claim.sure() == 0 { 1 } else { -1 },
        _ => claim.p += step * claim.q,
    };
    draft.statements().for_each(|statement| alter(&mut statement.claim));
    draft.theorems().for_each(|theorem| alter(&mut theorem.claim));
    Some(())
}

pub fn position(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let stones = some(draft.statements(), random)?.key.stones;
    let other = draft.position(stones, random);
    some(draft.statements().filter(|statement| statement.key.stones == stones), random)?.key.stones = other;
    Some(())
}

pub fn mover(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let players = draft.header.clauses.players;
    let key = &mut some(draft.statements(), random)?.key;
    key.mover = (key.mover + 1 + random.below(usize::from(players) - 1) as u8) % players;
    Some(())
}

pub fn phase(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let points = draft.header.points();
    // A small number, or that of another lemma with a bit changed.
    let other = some(draft.statements(), random)?.key.phase ^ 1 << random.below(32);
    let phase = if random.heads() { other } else { random.below(3 + points) as u32 };
    some(draft.statements(), random)?.key.phase = phase;
    Some(())
}

pub fn play_dropped(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let plays = some(draft.proofs().filter(|plays| !plays.is_empty()), random)?;
    plays.remove(random.below(plays.len()));
    Some(())
}

pub fn play_added(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let play = Play { mv: draft.mv(random), outcome: draft.outcome(random) };
    let plays = some(draft.proofs(), random)?;
    let copied = random.pick(plays).filter(|_| random.heads());
    plays.insert(random.below(plays.len() + 1), copied.unwrap_or(play));
    Some(())
}

pub fn plays_swapped(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let plays = some(draft.proofs().filter(|plays| plays.len() > 1), random)?;
    let first = random.below(plays.len() - 1);
    plays.swap(first, first + 1);
    Some(())
}

pub fn start(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let stones = some(draft.theorems(), random)?.start;
    let other = draft.position(stones, random);
    some(draft.theorems(), random)?.start = other;
    Some(())
}

pub fn first_mover(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let players = draft.header.clauses.players;
    let theorem = some(draft.theorems(), random)?;
    theorem.mover = (theorem.mover + 1) % players;
    Some(())
}

pub fn moves(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let mv = draft.mv(random);
    let moves = &mut some(draft.theorems(), random)?.moves;
    let place = random.below(moves.len() + 1);
    match random.below(3) {
        0 if place < moves.len() => _ = moves.remove(place),
        1 if place < moves.len() => moves[place] = mv,
        _ => moves.insert(place, mv),
    }
    Some(())
}

pub fn theorem_claim(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let claim = &mut some(draft.theorems(), random)?.claim;
    match random.below(3) {
        0 => claim.relation = Relation::ALL[random.below(4)],
        _ => *claim = shifted(*claim, random),
    }
    Some(())
}

pub fn or_no_end(draft: &mut Draft, random: &mut Random) -> Option<()> {
    some(draft.theorems(), random)?.or_no_end ^= true;
    Some(())
}

pub fn theorem_reference(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let by = draft.reference(random);
    let theorem = some(draft.theorems(), random)?;
    match random.below(3) {
        0 => theorem.by.map = by.map,
        1 => theorem.by.lemma = by.lemma,
        _ => theorem.by = by,
    }
    Some(())
}
