//! The ways to alter the reads that a certificate states.

use superko_certificate::format::{Asks, Class, Read, Step};

use super::alter::{Draft, shifted, some};
use super::random::Random;

impl Draft {
    /// The reads of every lemma that states them.
    fn stated(&mut self) -> impl Iterator<Item = &mut Vec<Read>> {
        self.steps.iter_mut().filter_map(|step| match step {
            Step::Lemma(_, reads, _) => reads.as_mut(),
            _ => None,
        })
    }

    fn read(&mut self, random: &mut Random) -> Option<&mut Read> {
        some(self.stated().flatten(), random)
    }

    /// A random read; where there are others of its kind, usually one that is similar to one of
    /// them.
    fn any_read(&mut self, random: &mut Random) -> Read {
        let fact = self.fact(random);
        let claim = some(self.statements(), random).map(|statement| statement.claim);
        let by_prisoners = self.header.clauses.repeats_by_prisoners();
        let (p, q) = claim.filter(|_| !by_prisoners).map_or((0, 1), |claim| (claim.p, claim.q));
        let asks = match (random.below(4), claim) {
            (2, Some(claim)) => Asks::Mean(claim),
            (3, _) => Asks::Margin { p, q, k: random.step(4) },
            (0, _) => Asks::Present,
            _ => Asks::Absent,
        };
        let tallied = matches!(asks, Asks::Mean(_) | Asks::Margin { .. });
        let usual = if by_prisoners { Class::Made } else { Class::Passed };
        let class = if tallied && !fact.class.is_tallied() { usual } else { fact.class };
        let like = self.read(random).map(|read| read.fact).filter(|like| like.class == class);
        let second = if self.header.has_second(class) { fact.second } else { 0 };
        Read { fact: like.unwrap_or(superko_certificate::format::Fact { class, second, ..fact }), asks }
    }
}

pub fn removed(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let reads = some(draft.stated().filter(|reads| !reads.is_empty()), random)?;
    reads.remove(random.below(reads.len()));
    Some(())
}

/// Removes a read from all lemmas, so that none needs it of another.
pub fn removed_everywhere(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let read = *draft.read(random)?;
    let wide = random.heads();
    draft.stated().for_each(|reads| {
        reads.retain(|other| if wide { other.fact.class != read.fact.class } else { *other != read });
    });
    Some(())
}

pub fn added(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let read = draft.any_read(random);
    let reads = some(draft.stated(), random)?;
    reads.insert(random.below(reads.len() + 1), read);
    Some(())
}

pub fn kind(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let asks = draft.any_read(random).asks;
    draft.read(random)?.asks = asks;
    Some(())
}

pub fn fact(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let other = draft.fact(random);
    let fact = &mut draft.read(random)?.fact;
    match random.below(3) {
        0 => fact.class = other.class,
        1 => fact.second = other.second,
        _ => fact.stones = other.stones,
    }
    Some(())
}

pub fn player(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let who = random.below(usize::from(draft.header.clauses.players) + 1).checked_sub(1).map(|who| who as u8);
    draft.read(random)?.fact.who = who;
    Some(())
}

pub fn margin(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let tallied = |read: &&mut Read| matches!(read.asks, Asks::Mean(_) | Asks::Margin { .. });
    let read = some(draft.stated().flatten().filter(tallied), random)?;
    match &mut read.asks {
        Asks::Mean(claim) => *claim = shifted(*claim, random),
        Asks::Margin { p, k, q } => match random.below(3) {
            0 => *p += random.step(2) as i32 * *q,
            _ => *k += random.step(3),
        },
        _ => return None,
    }
    Some(())
}

/// Leaves out the reads of some lemmas.
pub fn left_out(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let one_in = 1 + random.below(3);
    for step in &mut draft.steps {
        if let Step::Lemma(_, reads, _) = step
            && random.below(one_in) == 0
        {
            *reads = None;
        }
    }
    Some(())
}
