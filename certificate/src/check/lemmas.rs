//! The lemmas to which a step may refer, with delta-coded reads. Of each read only what differs
//! from the one before it is stored.
//!
//! A read takes 56 bytes as a value, and a lemma near the start of a game on a larger board may
//! have a hundred thousand. In order, neighbours have most of their fields in common, and the next
//! position is near: packed, most take two to four bytes.

use std::collections::HashMap;

use crate::binary::numbers;
use crate::format::{Asks, Claim, Class, Fact, Read, Relation, Statement};

/// A lemma that may be referred to.
pub struct Known {
    /// What it says.
    pub statement: Statement,
    /// What it reads of the history, in order.
    pub reads: PackedReads,
    /// Whether it is in the current closed set.
    pub closed: bool,
}

impl Known {
    /// The memory that it takes, in bytes.
    fn bytes(&self) -> usize {
        size_of::<Known>() + self.reads.bytes()
    }
}

/// The lemmas that may be referred to, within a limit of memory.
pub struct Lemmas {
    known: HashMap<u64, Known>,
    /// The bytes that they may take, and those that they take.
    memory: usize,
    pub(super) held: usize,
    /// The number of lemmas so far, and of their reads.
    lemmas: u64,
    reads: u64,
}

impl Lemmas {
    /// An empty set of at most about `memory` bytes.
    pub fn new(memory: usize) -> Lemmas {
        Lemmas { known: HashMap::new(), memory, held: 0, lemmas: 0, reads: 0 }
    }

    /// The number of lemmas so far.
    pub fn lemmas(&self) -> u64 {
        self.lemmas
    }

    /// The number of reads of all lemmas so far.
    pub fn reads(&self) -> u64 {
        self.reads
    }

    /// The bytes that may be held.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// The lemma with a number, if it may be referred to.
    pub fn get(&self, lemma: u64) -> Option<&Known> {
        self.known.get(&lemma)
    }

    /// Takes the next lemma, and forgets those to which it refers for the last time.
    ///
    /// # Errors
    /// There is no room for it. Nothing is changed then.
    pub fn keep(
        &mut self,
        statement: Statement,
        reads: &[Read],
        closed: bool,
        last: &[u64],
    ) -> Result<(), String> {
        let known = Known { statement, reads: PackedReads::of(reads), closed };
        let forgotten: usize = last.iter().filter_map(|lemma| self.known.get(lemma)).map(Known::bytes).sum();
        if self.held - forgotten + known.bytes() > self.memory {
            return Err(format!("the reads of all lemmas at hand take more than {} bytes", self.memory));
        }
        self.forget(last);
        self.lemmas += 1;
        self.reads += reads.len() as u64;
        self.held += known.bytes();
        self.known.insert(self.lemmas, known);
        Ok(())
    }

    /// Forgets some lemmas.
    pub fn forget(&mut self, lemmas: &[u64]) {
        for lemma in lemmas {
            self.held -= self.known.remove(lemma).map_or(0, |known| known.bytes());
        }
    }
}

// --- Packed reads ---

/// Bits of the first byte of a read: what differs from the read before. The lowest three are those
/// of the words of the position.
const KIND: u8 = 1 << 3;
const ASKS: u8 = 1 << 4;

/// The read before the first.
const NONE: Read =
    Read { fact: Fact { stones: [0; 3], class: Class::Stood, who: None, second: 0 }, asks: Asks::Absent };

/// Delta-coded reads.
#[derive(Debug, Default)]
pub struct PackedReads {
    bytes: Box<[u8]>,
    count: usize,
}

impl PackedReads {
    /// Packs reads. Sorted ones take the fewest bytes.
    pub fn of(reads: &[Read]) -> PackedReads {
        let (mut bytes, mut before) = (Vec::new(), &NONE);
        for read in reads {
            encode(&mut bytes, before, read);
            before = read;
        }
        PackedReads { bytes: bytes.into(), count: reads.len() }
    }

    /// The number of reads.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The bytes that they take beside this value.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The reads, in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = Read> {
        let (mut rest, mut read) = (&*self.bytes, NONE);
        (0..self.count).map(move |_| {
            decode(&mut rest, &mut read);
            read
        })
    }
}

/// A bit if a field of a read differs, else 0.
fn bit(differs: bool, bit: u8) -> u8 {
    if differs { bit } else { 0 }
}

fn encode(bytes: &mut Vec<u8>, before: &Read, read: &Read) {
    let Read { fact: Fact { stones, class, who, second }, asks } = *read;
    let changed = |word: usize| stones[word] != before.fact.stones[word];
    let kind = (class, who, second) != (before.fact.class, before.fact.who, before.fact.second);
    let words: u8 = (0..3).map(|word| bit(changed(word), 1 << word)).sum();
    bytes.push(words | bit(kind, KIND) | bit(asks != before.asks, ASKS));
    // The first word that differs is greater in an ordered list, by little; those after it have
    // nothing to do with those before.
    let mut base = before.fact.stones;
    for word in (0..3).filter(|word| changed(*word)) {
        push_number(bytes, stones[word].wrapping_sub(base[word]));
        base = [0; 3];
    }
    if kind {
        bytes.extend([class as u8, who.map_or(0, |who| who + 1)]);
        push_number(bytes, second.into());
    }
    if asks != before.asks {
        match asks {
            Asks::Absent => bytes.push(0),
            Asks::Present => bytes.push(1),
            Asks::Mean(Claim { relation, p, q }) => {
                bytes.extend([2, relation as u8]);
                [p, q].into_iter().for_each(|part| push_signed(bytes, part.into()));
            }
            Asks::Margin { p, q, k } => {
                bytes.push(3);
                [p.into(), q.into(), k].into_iter().for_each(|part| push_signed(bytes, part));
            }
        }
    }
}

/// The read after `read`.
fn decode(rest: &mut &[u8], read: &mut Read) {
    let head = byte(rest);
    let mut base = read.fact.stones;
    for word in (0..3).filter(|word| head & 1 << word != 0) {
        read.fact.stones[word] = base[word].wrapping_add(number(rest));
        base = [0; 3];
    }
    if head & KIND != 0 {
        read.fact.class = Class::ALL[usize::from(byte(rest))];
        read.fact.who = byte(rest).checked_sub(1);
        read.fact.second = number(rest) as u32;
    }
    if head & ASKS != 0 {
        read.asks = match byte(rest) {
            0 => Asks::Absent,
            1 => Asks::Present,
            2 => {
                let relation = Relation::ALL[usize::from(byte(rest))];
                let [p, q] = [(); 2].map(|()| signed(rest) as i32);
                Asks::Mean(Claim { relation, p, q })
            }
            _ => {
                let [p, q] = [(); 2].map(|()| signed(rest) as i32);
                Asks::Margin { p, q, k: signed(rest) }
            }
        };
    }
}

fn push_number(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend(numbers::bytes(number));
}

fn push_signed(bytes: &mut Vec<u8>, number: i64) {
    push_number(bytes, numbers::unsigned(number));
}

fn byte(rest: &mut &[u8]) -> u8 {
    let (first, behind) = rest.split_first().expect("every read that was counted was written");
    *rest = behind;
    *first
}

fn number(rest: &mut &[u8]) -> u64 {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = byte(rest);
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return number;
        }
        shift += 7;
    }
}

fn signed(rest: &mut &[u8]) -> i64 {
    numbers::signed(number(rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn claim() -> impl Strategy<Value = Claim> {
        (0..4usize, any::<i32>(), any::<i32>()).prop_map(|(relation, p, q)| Claim {
            relation: Relation::ALL[relation],
            p,
            q,
        })
    }

    fn asks() -> impl Strategy<Value = Asks> {
        prop_oneof![
            Just(Asks::Absent),
            Just(Asks::Present),
            claim().prop_map(Asks::Mean),
            any::<(i32, i32, i64)>().prop_map(|(p, q, k)| Asks::Margin { p, q, k }),
        ]
    }

    /// Reads of which many have fields in common with others.
    fn read() -> impl Strategy<Value = Read> {
        let word = || prop_oneof![Just(0), Just(u64::MAX), 0..4u64, any::<u64>()];
        let who = prop_oneof![Just(None), (0..6u8).prop_map(Some)];
        let second = prop_oneof![Just(0), any::<u32>()];
        ([word(), word(), word()], 0..Class::ALL.len(), who, second, asks()).prop_map(
            |(stones, class, who, second, asks)| Read {
                fact: Fact { stones, class: Class::ALL[class], who, second },
                asks,
            },
        )
    }

    proptest! {
        #[test]
        fn what_was_packed_comes_out_again(mut reads in prop::collection::vec(read(), 0..40), sorted: bool) {
            if sorted {
                reads.sort_unstable();
            }
            let packed = PackedReads::of(&reads);
            prop_assert_eq!(packed.len(), reads.len());
            prop_assert_eq!(packed.iter().collect::<Vec<_>>(), reads);
        }
    }

    /// Half of the positions of a board of one row, in order: a read takes less than three bytes.
    #[test]
    fn neighbours_take_few_bytes() {
        let read = |black: u64, white: u64| {
            let fact = Fact::of(Class::Stood, None, [black, white, 0]);
            Read { fact, asks: Asks::Absent }
        };
        let apart = (0..1u64 << 9).flat_map(|black| (0..1 << 9).map(move |white| (black, white)));
        let half = apart.filter(|(black, white)| black & white == 0 && (black ^ white).count_ones() % 2 == 0);
        let reads: Vec<Read> = half.map(|(black, white)| read(black, white)).collect();
        let packed = PackedReads::of(&reads);
        assert!(packed.bytes() < 3 * reads.len(), "{} bytes, {} reads", packed.bytes(), reads.len());
    }
}
