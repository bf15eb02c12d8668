//! The ways to alter which lemmas a certificate has, in which order, and which of them are closed
//! sets.

use superko_certificate::format::{Step, Theorem};

use super::alter::{Draft, some};
use super::random::Random;

/// The places of the lemmas outside of closed sets, each with its number.
fn lemmas(draft: &Draft) -> Vec<(usize, u64)> {
    let mut number = 0;
    let lemma = |(place, step): (usize, &Step)| {
        number += u64::from(matches!(step, Step::Lemma(..) | Step::Member(_)));
        matches!(step, Step::Lemma(..)).then_some((place, number))
    };
    draft.steps.iter().enumerate().filter_map(lemma).collect()
}

pub fn dropped(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (place, number) = random.pick(&lemmas(draft))?;
    draft.steps.remove(place);
    if random.heads() {
        draft.renumber(|other| if other >= number { (other - 1).max(1) } else { other });
    }
    Some(())
}

pub fn swapped(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (place, number) = random.pick(&lemmas(draft))?;
    if !matches!(draft.steps.get(place + 1), Some(Step::Lemma(..))) {
        return None;
    }
    draft.steps.swap(place, place + 1);
    if random.heads() {
        let swap = |other| if other == number { number + 1 } else { number };
        draft.renumber(|other| if other == number || other == number + 1 { swap(other) } else { other });
    }
    Some(())
}

pub fn doubled(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let (place, number) = random.pick(&lemmas(draft))?;
    draft.steps.insert(place, draft.steps[place].clone());
    if random.heads() {
        draft.renumber(|other| if other > number { other + 1 } else { other });
    }
    Some(())
}

/// Moves a lemma after all others, where it could refer to those that refer to it.
pub fn put_last(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let all = lemmas(draft);
    let (place, number) = random.pick(&all)?;
    let (end, last) = *all.last()?;
    let step = draft.steps.remove(place);
    draft.steps.insert(end, step);
    draft.renumber(|other| match other {
        _ if other == number => last,
        _ if other > number && other <= last => other - 1,
        _ => other,
    });
    Some(())
}

pub fn theorem_added(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let theorem = some(draft.theorems(), random)?.clone();
    let stones = draft.position(theorem.start, random);
    let mover = random.below(2) as u8;
    let altered = Theorem { start: stones, mover, ..theorem };
    let place = draft.steps.len() - 1;
    draft.steps.insert(place, Step::Theorem(altered));
    Some(())
}

pub fn step_dropped(draft: &mut Draft, random: &mut Random) -> Option<()> {
    draft.steps.remove(random.below(draft.steps.len()));
    Some(())
}

pub fn count(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let closed = |step| if let &mut Step::Closed(ref mut count) = step { Some(count) } else { None };
    let count = some(draft.steps.iter_mut().filter_map(closed), random)?;
    // An altered set may claim no members, and one less is then the largest number.
    *count = [count.wrapping_add(1), count.wrapping_sub(1), 0, 1 << 40][random.below(4)];
    Some(())
}

/// The places of those steps of closed sets that a neighbour of the same kind follows.
fn pairs(draft: &Draft, of_kind: fn(&Step) -> bool) -> Vec<usize> {
    let pair = |steps: &[Step]| steps.iter().all(of_kind);
    (0..draft.steps.len() - 1).filter(|&place| pair(&draft.steps[place..place + 2])).collect()
}

pub fn member(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let place = random.pick(&pairs(draft, |step| matches!(step, Step::Member(_))))?;
    match random.below(3) {
        0 => draft.steps.swap(place, place + 1),
        1 => _ = draft.steps.remove(place),
        _ => draft.steps.insert(place, draft.steps[place].clone()),
    }
    Some(())
}

pub fn proof_order(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let place = random.pick(&pairs(draft, |step| matches!(step, Step::Proof(_))))?;
    match random.below(3) {
        0 => _ = draft.steps.remove(place),
        _ => draft.steps.swap(place, place + 1),
    }
    Some(())
}

/// Makes a closed set of one lemma, or of all before the first theorem. A claim that holds by a
/// cycle is not one by the end of the game.
pub fn closed(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let all = lemmas(draft);
    let mut places: Vec<usize> = all.iter().map(|(place, _)| *place).collect();
    if random.heads() {
        places = vec![random.pick(&places)?];
    }
    let first = *places.first()?;
    let (mut members, mut proofs) = (Vec::new(), Vec::new());
    for place in places.iter().rev() {
        if let Step::Lemma(statement, _, plays) = draft.steps.remove(*place) {
            members.insert(0, Step::Member(statement));
            proofs.insert(0, Step::Proof(plays));
        }
    }
    let set = [vec![Step::Closed(members.len() as u64)], members, proofs].concat();
    draft.steps.splice(first..first, set);
    if random.heads() {
        draft.theorems().for_each(|theorem| theorem.or_no_end = true);
    }
    Some(())
}

/// Turns the lemmas of closed sets into lemmas outside of them.
pub fn opened(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let mut members = std::collections::VecDeque::new();
    let mut steps = Vec::new();
    for step in draft.steps.drain(..) {
        match step {
            Step::Closed(_) => {}
            Step::Member(statement) => members.push_back(statement),
            Step::Proof(plays) => steps.push(Step::Lemma(members.pop_front()?, None, plays)),
            step => steps.push(step),
        }
    }
    draft.steps = steps;
    if random.heads() {
        draft.theorems().for_each(|theorem| theorem.or_no_end = false);
    }
    Some(())
}
