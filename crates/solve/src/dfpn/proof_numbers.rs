//! Proof numbers: a transposition table that grows up to a fixed size, and the state of a search
//! that was interrupted.
//!
//! A proof number estimates how much work it is to prove that the mover reaches his aim, a disproof
//! number how much to prove that he does not. They guide the search and carry no truth: they may be
//! overwritten, lost, or belong to another key with the same hash, and the answers stay exact.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::budget::Limits;
use crate::lemma::RcuCell;
use crate::lemma::persist::read_key;
use crate::persist::{Reader, Writer, unreadable};
use crate::threshold::{Side, Threshold};
use superko_go::{Board, Move};
use superko_rules::Key;

/// The largest number; larger ones are stored as this one.
pub const MAX_NUMBER: u32 = u32::MAX / 4;

/// The proof number and the disproof number of the mover's aim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    /// The work left to prove that the mover reaches his aim.
    pub proof: u32,
    /// The work left to prove that he does not.
    pub disproof: u32,
}

impl Numbers {
    /// The numbers of a new key.
    pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

    /// Limits that no number reaches.
    pub const UNLIMITED: Numbers = Numbers { proof: u32::MAX, disproof: u32::MAX };

    /// Whether the search can have made them.
    pub fn are_sound(self) -> bool {
        [self.proof, self.disproof].iter().all(|number| (1..=MAX_NUMBER).contains(number))
    }

    /// Translates numbers, or limits, between a key and the key before it. The translation is its
    /// own inverse.
    ///
    /// Numbers are stored from the mover's side and combined by negamax, which assumes that the
    /// mover after a move is an opponent. With more than two players several of one side may move
    /// in succession; then proof and disproof are exchanged.
    pub fn negamax(self, before: &Key, key: &Key) -> Numbers {
        match Side::of(before.mover) == Side::of(key.mover) {
            false => self,
            true => Numbers { proof: self.disproof, disproof: self.proof },
        }
    }
}

/// The hash of four words, the same on every machine.
///
/// Which numbers are overwritten depends on the hashes, and which nodes are searched depends on
/// that. A hasher that uses instructions of the processor would make the same search visit other
/// nodes on another machine, and the published tables record how many there were. Each word is
/// mixed in by the finaliser of splitmix64 (G. Steele, D. Lea, C. Flood, *Fast splittable
/// pseudorandom number generators*, 2014).
#[inline]
pub fn hash_words(words: [u64; 4]) -> u64 {
    words.into_iter().fold(0x243f_6a88_85a3_08d3, |hash, word| {
        let mut hash = (hash ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        hash ^ hash >> 31
    })
}

/// A hash and, in one word, the two numbers. No number is 0, so a word of 0 marks an empty slot.
///
/// Several threads may write to a slot at once, and what is then read may belong to neither:
/// numbers may be wrong.
#[derive(Debug, Default)]
struct Slot {
    hash: AtomicU64,
    word: AtomicU64,
}

/// The slots of a set. The low bits of a hash choose its set, above those that would choose a slot
/// in it.
const WAYS: usize = 4;

/// A set of slots in one cache line, as most time goes into sets that were not looked up for long.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Set([Slot; WAYS]);

const _: () = assert!(size_of::<Slot>() == 16 && size_of::<Set>() == 64);

/// The sets of a new table.
const FIRST_SETS: usize = 1 << 6;

/// The bit of a word that says that a thread has solved the key. No number is so large.
const SOLVED: u64 = 1 << 63;

/// A set-associative table. The occupied slots of a set come first and, until one is replaced, in
/// the order of their hashes' arrival.
///
/// # Growth
/// A table starts small and is doubled when a hash comes to a full set. Only at its largest size
/// does a hash replace another. On one thread the answers are those of a table that has had the
/// largest size from the beginning: every set of the larger table is part of one set of the
/// smaller, so until a set of the smaller one overflows none of the larger one has overflowed, both
/// hold every hash that came, and the hashes of a set of the larger one stand in the order in which
/// they came. So growth changes no node count. (What other threads write while the table is doubled
/// may be lost.)
#[derive(Debug)]
struct Table {
    sets: Vec<Set>,
    max_sets: usize,
}

/// A table of proof numbers for one thread, or for several that each have a clone.
#[derive(Clone)]
pub struct ProofNumbers(RcuCell<Table>);

fn unpack(word: u64) -> Numbers {
    Numbers { proof: ((word & !SOLVED) >> 32) as u32, disproof: word as u32 }
}

impl Slot {
    fn get(&self) -> (u64, u64) {
        (self.hash.load(Relaxed), self.word.load(Relaxed))
    }

    fn set(&self, (hash, word): (u64, u64)) {
        self.hash.store(hash, Relaxed);
        self.word.store(word, Relaxed);
    }
}

impl Table {
    fn new(sets: usize, max_sets: usize) -> Table {
        Table { sets: (0..sets).map(|_| Set::default()).collect(), max_sets }
    }

    #[inline]
    fn set(&self, hash: u64) -> &[Slot; WAYS] {
        &self.sets[(hash as usize / WAYS) & (self.sets.len() - 1)].0
    }

    #[inline]
    fn slot(&self, hash: u64) -> Option<&Slot> {
        self.set(hash).iter().find(|slot| matches!(slot.get(), (known, word) if known == hash && word != 0))
    }

    /// Stores the word of a hash. Returns whether there was room: in a full set of a table of the
    /// largest size the cheapest is replaced.
    fn put(&self, hash: u64, word: u64) -> bool {
        let set = self.set(hash);
        let free = set.iter().find(|slot| matches!(slot.get(), (known, word) if known == hash || word == 0));
        let replaced = || {
            let cost = |slot: &&Slot| {
                let Numbers { proof, disproof } = unpack(slot.get().1);
                proof.min(disproof)
            };
            set.iter().min_by_key(cost).filter(|_| self.sets.len() >= self.max_sets)
        };
        let slot = free.or_else(replaced);
        slot.inspect(|slot| slot.set((hash, word))).is_some()
    }

    /// A table twice as large. Each set becomes two, in which the slots keep their order.
    fn doubled(&self) -> Table {
        self.copied_into(Table::new(2 * self.sets.len(), self.max_sets))
    }

    /// Adds the contents of this table to another.
    fn copied_into(&self, other: Table) -> Table {
        let slots = self.sets.iter().flat_map(|set| &set.0).map(Slot::get);
        for (hash, word) in slots.filter(|(_, word)| *word != 0) {
            other.put(hash, word);
        }
        other
    }
}

impl ProofNumbers {
    /// A table that grows to at most `bytes`, but always has a few slots.
    pub fn new(bytes: usize) -> ProofNumbers {
        ProofNumbers(RcuCell::new(Table::new(FIRST_SETS, ProofNumbers::sets(bytes))))
    }

    /// The number of sets in at most `bytes`.
    fn sets(bytes: usize) -> usize {
        1 << (bytes / size_of::<Set>()).max(FIRST_SETS).ilog2()
    }

    /// All numbers, each with its hash. Put into a new table of the same largest size in this order
    /// they make a table with the same answers.
    pub fn all(&self) -> impl Iterator<Item = (u64, Numbers)> + '_ {
        let slots = self.0.sets.iter().flat_map(|set| &set.0).map(Slot::get);
        slots.filter(|(_, word)| *word != 0).map(|(hash, word)| (hash, unpack(word)))
    }

    /// The largest size of the table, in bytes.
    pub fn max_bytes(&self) -> usize {
        self.0.max_sets * size_of::<Set>()
    }

    /// The same numbers within the largest size of `fresh`, which is filled with them if the sizes
    /// differ.
    pub fn resized_like(&self, fresh: ProofNumbers) -> ProofNumbers {
        let (mut numbers, mut fresh) = (self.clone(), fresh);
        numbers.refresh();
        if numbers.0.max_sets == fresh.0.max_sets {
            return numbers;
        }
        numbers.all().for_each(|(hash, numbers)| fresh.put(hash, numbers));
        fresh
    }

    /// Lowers the largest size. A larger table is copied into one of that size, in which a full set
    /// drops the cheapest numbers.
    pub fn shrink(&mut self, bytes: usize) {
        let max_sets = ProofNumbers::sets(bytes);
        let shrunk = |table: &Table| {
            let is_larger = max_sets < table.max_sets;
            is_larger.then(|| table.copied_into(Table::new(table.sets.len().min(max_sets), max_sets)))
        };
        self.0.update(shrunk);
        self.refresh();
    }

    /// Loads the table of now, if another thread has replaced it.
    #[inline]
    pub fn refresh(&mut self) {
        self.0.refresh();
    }

    /// Reads a word of the set of a hash. To do this first with all hashes that are looked up makes
    /// the processor fetch their sets at the same time.
    #[inline]
    pub fn prefetch(&self, hash: u64) -> u64 {
        self.0.set(hash)[0].word.load(Relaxed)
    }

    /// The numbers of a hash, if known.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Numbers> {
        Some(unpack(self.0.slot(hash)?.get().1))
    }

    /// Stores the numbers of a hash. In a full set of a table of the largest size they replace the
    /// cheapest.
    pub fn put(&mut self, hash: u64, numbers: Numbers) {
        self.put_word(hash, u64::from(numbers.proof) << 32 | u64::from(numbers.disproof));
    }

    pub fn import(&mut self, numbers: &[(u64, Numbers)]) {
        self.refresh();
        numbers.iter().for_each(|(hash, numbers)| self.put(*hash, *numbers));
    }

    fn put_word(&mut self, hash: u64, word: u64) {
        while !self.0.put(hash, word) {
            let sets = self.0.sets.len();
            // Another thread may have been first.
            self.0.update(|table| (table.sets.len() <= sets).then(|| table.doubled()));
            self.refresh();
        }
    }

    /// Marks the key of a hash as solved under some history, for other threads.
    pub fn mark_solved(&mut self, hash: u64) {
        let Numbers { proof, disproof } = self.get(hash).unwrap_or(Numbers::UNKNOWN);
        self.put_word(hash, SOLVED | u64::from(proof) << 32 | u64::from(disproof));
    }

    /// Whether the key of a hash is marked as solved.
    pub fn is_solved(&self, hash: u64) -> bool {
        self.0.slot(hash).is_some_and(|slot| slot.get().1 & SOLVED != 0)
    }
}

/// The largest size of one thread's proof numbers within the default memory limit, in bytes, on
/// which published node counts depend.
const NUMBERS_BYTES: usize = 128 << 20;

/// The largest size of one thread's proof numbers within a memory limit, in bytes.
///
/// A search whose numbers are overwritten does much of its work again, so a quarter of the memory
/// limit beyond the default is for more of them.
pub fn numbers_bytes(memory: usize, threads: usize) -> usize {
    let more = memory.saturating_sub(Limits::default().memory) / 4;
    (memory / (4 * threads)).min(NUMBERS_BYTES + more)
}

// --- search state ----------------------------------------------------------------------------------------------------
//
// A request to a session takes one worker after the other (for the value, for the best moves, for
// the line), each of which begins without proof numbers. When the request is repeated, lemmas
// answer at once for all of them but the one that was interrupted. This one gets the numbers back
// that it had. It is known by its number; where another worker comes to that number, as the
// question is another or there are several threads, it is guided worse and no answer changes.
//
// To value a state the search asks one question after the other, and the next one depends on how
// sharp the answers are. A lemma that answers a question when it is asked again may say less than
// the one that was made for it. So the claims that were proved are asked first, which costs
// nothing, and the questions go on from there, with the one that was not answered: where the bounds
// are narrower by now another might come in its place, for which there are no numbers.
//
// A principal variation takes the moves of lemmas, and there are more of these when it is asked for
// again. So that it does not change, which would need more search, its former moves are tried
// first. They are taken only if they keep the value.

/// The state of an interrupted search: proof numbers of the current worker and what it asked, and the
/// principal variation so far.
#[derive(Default)]
pub struct SearchState(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    /// The number of workers that were made since the request was put.
    created: usize,
    /// The last worker that was made before the search was stopped.
    current: Option<WorkerState>,
    /// Whether the search was stopped: workers that are made afterwards are not kept.
    stopped: bool,
    line: Line,
}

#[derive(Clone)]
pub struct WorkerState {
    /// Its number since the request was put.
    pub number: usize,
    pub numbers: ProofNumbers,
    /// The key of the state that it values, if any, with what was asked about it.
    pub asked: Option<(Key, Asked)>,
}

/// What a search for a value has asked about a state.
#[derive(Clone, Default)]
pub struct Asked {
    /// The claims that were proved and the sides that are sure of them, in order.
    pub claims: Vec<(Side, Threshold)>,
    /// The last question.
    pub question: Option<Threshold>,
}

impl Inner {
    fn latest(&mut self) -> Option<&mut WorkerState> {
        let current = self.current.as_mut().filter(|_| !self.stopped);
        current.filter(|kept| kept.number + 1 == self.created)
    }
}

/// The first moves of a principal variation, with the key where it begins.
type Line = Option<(Key, Vec<Move>)>;

impl SearchState {
    /// Starts a request, for the first time or again.
    pub fn begin(&self) {
        let mut inner = self.lock();
        (inner.created, inner.stopped) = (0, false);
    }

    /// Gives the next worker the proof numbers of the last one, in a further turn of the same request.
    pub fn resume(&self) {
        self.lock().created = 0;
    }

    /// Stops the search, until it is begun again.
    pub fn stop(&self) {
        self.lock().stopped = true;
    }

    /// The proof numbers of the next worker: those that are kept for it, otherwise `fresh`.
    pub fn numbers_for_next(&self, fresh: ProofNumbers) -> ProofNumbers {
        let mut inner = self.lock();
        if inner.stopped {
            return fresh;
        }
        let number = inner.created;
        inner.created += 1;
        match &mut inner.current {
            Some(kept) if kept.number == number => {
                kept.numbers = kept.numbers.resized_like(fresh);
                kept.numbers.clone()
            }
            Some(kept) if kept.number > number => fresh,
            _ => {
                inner.current = Some(WorkerState { number, numbers: fresh.clone(), asked: None });
                fresh
            }
        }
    }

    /// What the latest worker has asked about a state.
    pub fn asked(&self, state: &Key) -> Option<Asked> {
        let mut inner = self.lock();
        let (key, asked) = inner.latest()?.asked.as_ref()?;
        (key == state).then(|| asked.clone())
    }

    /// Keeps a claim about a state.
    pub fn add_claim(&self, state: &Key, claim: (Side, Threshold)) {
        self.on_asked(state, |asked| asked.claims.push(claim));
    }

    /// Keeps the question that is asked now.
    pub fn ask(&self, state: &Key, question: Threshold) {
        self.on_asked(state, |asked| asked.question = Some(question));
    }

    /// Changes what the latest worker has asked about a state; what it asked about another is dropped.
    fn on_asked(&self, state: &Key, change: impl FnOnce(&mut Asked)) {
        let mut inner = self.lock();
        let Some(kept) = inner.latest() else { return };
        let (key, asked) = kept.asked.get_or_insert_with(|| (*state, Asked::default()));
        if key != state {
            (*key, *asked) = (*state, Asked::default());
        }
        change(asked);
    }

    pub fn current_worker(&self) -> Option<WorkerState> {
        let mut kept = self.lock().current.clone()?;
        kept.numbers.refresh();
        Some(kept)
    }

    pub fn restore(&self, current: WorkerState) {
        self.lock().current = Some(current);
    }

    /// The known moves of the principal variation from a key.
    pub fn line(&self, start: &Key) -> Vec<Move> {
        let line = self.whole_line();
        line.filter(|(key, _)| key == start).map_or(Vec::new(), |(_, moves)| moves)
    }

    /// The known moves of any principal variation, with its key.
    pub fn whole_line(&self) -> Line {
        self.lock().line.clone()
    }

    /// Stores the moves of a principal variation from a key.
    pub fn keep_line(&self, start: Key, moves: Vec<Move>) {
        self.lock().line = Some((start, moves));
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes the state of a search.
pub fn write_search_state(to: &mut Writer, guidance: &SearchState) -> io::Result<()> {
    let line = guidance.whole_line();
    to.bool(line.is_some())?;
    if let Some((key, moves)) = line {
        to.key(&key)?;
        to.count(moves.len())?;
        moves.into_iter().try_for_each(|mv| to.mv(Some(mv)))?;
    }
    let current = guidance.current_worker();
    to.bool(current.is_some())?;
    let Some(WorkerState { number, numbers, asked }) = current else { return Ok(()) };
    to.count(number)?;
    to.bool(asked.is_some())?;
    if let Some((key, Asked { claims, question })) = asked {
        to.key(&key)?;
        to.count(claims.len())?;
        claims.into_iter().try_for_each(|(sure, claim)| {
            to.side(sure)?;
            to.question(claim)
        })?;
        to.bool(question.is_some())?;
        question.map_or(Ok(()), |question| to.question(question))?;
    }
    to.count(numbers.max_bytes())?;
    let sound = |(_, numbers): &(u64, Numbers)| numbers.are_sound();
    for (hash, Numbers { proof, disproof }) in numbers.all().filter(sound) {
        to.number(u64::from(proof))?;
        to.number(u64::from(disproof))?;
        to.u64(hash)?;
    }
    // No number is 0.
    to.number(0)
}

/// Reads what [`write_search_state`] has written, perhaps under a greater memory limit than `memory`.
pub fn read_search_state(
    from: &mut Reader,
    guidance: &SearchState,
    board: &Board,
    memory: usize,
) -> io::Result<()> {
    if from.bool()? {
        let key = read_key(from, board)?;
        let moves = (0..from.count()?).map(|_| from.mv(board.points())?.ok_or_else(unreadable));
        guidance.keep_line(key, moves.collect::<io::Result<_>>()?);
    }
    if !from.bool()? {
        return Ok(());
    }
    let number = from.count()?;
    let mut asked = None;
    if from.bool()? {
        let key = read_key(from, board)?;
        let proved = (0..from.count()?).map(|_| Ok((from.side()?, from.question()?)));
        let claims = proved.collect::<io::Result<_>>()?;
        let question = if from.bool()? { Some(from.question()?) } else { None };
        asked = Some((key, Asked { claims, question }));
    }
    let max_bytes = from.count()?;
    let mut numbers = ProofNumbers::new(max_bytes.min(numbers_bytes(memory, 1)));
    loop {
        let proof = from.number()?;
        if proof == 0 {
            guidance.restore(WorkerState { number, numbers, asked });
            return Ok(());
        }
        let (read, hash) = (Numbers { proof, disproof: from.number()? }, from.u64()?);
        if !read.are_sound() {
            return Err(unreadable());
        }
        numbers.put(hash, read);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Two sets become one, which keeps the larger numbers of both.
    #[test]
    fn a_smaller_table_keeps_what_costs_the_most() {
        let (small, large) = (1 << 12, 1 << 13);
        let mut table = ProofNumbers::new(large);
        let hashes: Vec<u64> = (0..2 * WAYS as u64).map(|n| ((n & 1) << 8) + (n << 32)).collect();
        let numbers = |n: usize| Numbers { proof: 100 + n as u32, disproof: 1000 };
        hashes.iter().enumerate().for_each(|(n, hash)| table.put(*hash, numbers(n + 1)));
        hashes.iter().enumerate().for_each(|(n, hash)| table.put(*hash, numbers(n)));
        table.shrink(large);
        hashes.iter().enumerate().for_each(|(n, hash)| assert_eq!(table.get(*hash), Some(numbers(n))));
        table.shrink(small);
        assert_eq!(table.max_bytes(), small);
        let kept: Vec<usize> = (0..hashes.len()).filter(|n| table.get(hashes[*n]).is_some()).collect();
        assert_eq!(kept, [WAYS, WAYS + 1, WAYS + 2, WAYS + 3]);
    }

    /// Numbers are written down with these hashes: whoever changes them raises
    /// `solve::persist::FORMAT_VERSION`.
    #[test]
    fn the_hash_of_words_is_what_it_was() {
        assert_eq!(hash_words([1, 2, 3, 4]), 0x59b0_2964_411b_b977);
    }

    proptest! {
        /// Hashes of few bits, so that many share a set at every size.
        #[test]
        fn a_table_that_grows_answers_as_one_that_had_its_largest_size_from_the_beginning(
            puts in prop::collection::vec((0u64..64, 0u64..64, 1u32..9, 1u32..9), 1..3000), doublings in 0u32..6,
        ) {
            let max_sets = FIRST_SETS << doublings;
            let mut grown = ProofNumbers::new(max_sets * size_of::<Set>());
            let mut large = ProofNumbers(RcuCell::new(Table::new(max_sets, max_sets)));
            for (low, high, proof, disproof) in puts {
                let hash = low * WAYS as u64 + (high << 8) + (high << 40);
                prop_assert_eq!(grown.get(hash), large.get(hash));
                for table in [&mut grown, &mut large] {
                    table.put(hash, Numbers { proof, disproof });
                }
            }
            let hashes = (0..64).flat_map(|low| (0..64).map(move |high| low * 4 + (high << 8) + (high << 40)));
            for hash in hashes {
                prop_assert_eq!(grown.get(hash), large.get(hash));
            }
        }
    }
}
