//! The ways to alter a certificate: its statements, plays, references, theorems and header.
//!
//! Most alterations are drawn blindly and may happen to change nothing that matters. Some are drawn so that the rest
//! still fits, as a careless checker would let these pass.

use superko_certificate::format::{
    Claim, Class, Fact, Header, Key, Lift, MOST_POINTS, Map, Outcome, PASS, Play, Reference, Relation, Rules,
    Statement, Step, Stones, Suicide, Theorem,
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
        fn of_play(play: &mut Play) -> Option<&mut Reference> {
            if let Outcome::Lemma(reference) = &mut play.outcome { Some(reference) } else { None }
        }
        self.steps.iter_mut().flat_map(|step| -> Vec<&mut Reference> {
            match step {
                Step::Lemma(_, _, plays) | Step::Proof(plays) => {
                    plays.iter_mut().filter_map(of_play).collect()
                }
                Step::Theorem(theorem) => vec![&mut theorem.by],
                _ => Vec::new(),
            }
        })
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
            return some(self.statements(), random).map_or([0; 2], |statement| statement.key.stones);
        }
        let point = 1u64 << random.below(self.header.points());
        let colour = random.below(3);
        let mut other = stones.map(|set| set & !point);
        if colour < 2 {
            other[colour] |= point;
        }
        other
    }

    pub fn fact(&mut self, random: &mut Random) -> Fact {
        let class = Class::ALL[random.below(4)];
        let who = [None, Some(0), Some(1)][random.below(3)];
        Fact { class, who, stones: self.position([0; 2], random) }
    }

    fn reference(&mut self, random: &mut Random) -> Reference {
        let lemma = random.below(self.lemmas() as usize + 2) as u64;
        Reference { lemma, map: Map(random.below(16) as u8), last: random.heads() }
    }

    fn outcome(&mut self, random: &mut Random) -> Outcome {
        match random.below(5) {
            0 => Outcome::End,
            1 => Outcome::Stop,
            2 => Outcome::Life,
            3 => {
                let fact = self.fact(random);
                let class = if fact.class == Class::Passed { Class::Stood } else { fact.class };
                Outcome::Barred(class, Some(Fact { class, ..fact }))
            }
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
    some(draft.references(), random)?.map.0 ^= 1 + random.below(15) as u8;
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

/// Makes all claims stronger or weaker together, so that only those at the ends of games cease to fit.
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
    some(draft.statements(), random)?.key.mover ^= 1;
    Some(())
}

pub fn phase(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let points = draft.header.points();
    some(draft.statements(), random)?.key.phase = random.below(3 + points) as u16;
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
    some(draft.theorems(), random)?.mover ^= 1;
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

pub fn rules(draft: &mut Draft, random: &mut Random) -> Option<()> {
    draft.header.rules = Rules::ALL[random.below(7)].1;
    Some(())
}

pub fn suicide(draft: &mut Draft, random: &mut Random) -> Option<()> {
    draft.header.suicide = Suicide::ALL[random.below(3)].1;
    Some(())
}

pub fn lift(draft: &mut Draft, random: &mut Random) -> Option<()> {
    draft.header.lift = Lift::ALL[random.below(3)].1;
    Some(())
}

/// Another board: the same intersections in other rows, or fewer, or more, but few enough for the engines to solve.
pub fn board(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let header = &mut draft.header;
    let sizes: &[(usize, usize)] = &[(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1)];
    (header.rows, header.cols) = match random.below(3) {
        0 => (header.cols, header.rows),
        _ => random.pick(sizes)?,
    };
    assert!(header.points() <= MOST_POINTS);
    let inside = |mv: &u8| *mv == PASS || usize::from(*mv) < header.points();
    let fits = draft.steps.iter().all(|step| match step {
        Step::Lemma(_, _, plays) | Step::Proof(plays) => plays.iter().all(|play| inside(&play.mv)),
        Step::Theorem(theorem) => theorem.moves.iter().all(inside),
        _ => true,
    });
    fits.then_some(())
}
