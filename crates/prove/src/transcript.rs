//! Transcripts: the lemmas of a search with their proofs, and the steps of a certificate from them.
//!
//! A certificate has those lemmas on which its theorems rest, each after the lemmas to which it
//! refers.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ahash::AHashSet;
use superko_certificate::format::{self, Outcome, Statement, Step};
use superko_go::Board;
use superko_go::hashing::FixedMap;
use superko_rules::Key;
use superko_solve::lemma::Lemma;
use superko_solve::observer::{self, Ground, Observer, read_own_step, write_step};
use superko_solve::persist::{Reader, in_memory};
use superko_solve::{Hit, Side, Threshold};

use super::certificate::{Maps, Order, encode_claim, encode_fact, encode_key, encode_move};

// --- Entries -------------------------------------------------------------------------------------
//
// A transcript keeps lemmas with their proofs as bytes, since a long search makes millions.

/// A lemma with its proof.
#[derive(Debug)]
pub struct Entry {
    /// Its key.
    pub key: Key,
    /// Its number, side and claim.
    pub summary: Summary,
    /// The lemma itself, unless it was released for lack of memory: then it is no longer in the
    /// table, but the proofs of others still refer to it.
    pub lemma: Option<Arc<Lemma>>,
    /// Its proof.
    pub steps: Vec<observer::Step>,
}

/// A lemma without its reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// The number of the lemma.
    pub number: u64,
    /// The side that is sure of its claim.
    pub sure: Side,
    /// The claim.
    pub claim: Threshold,
}

impl Summary {
    /// The summary of a lemma.
    pub fn of(lemma: &Lemma) -> Summary {
        Summary { number: lemma.number, sure: lemma.sure, claim: lemma.claim }
    }
}

/// A packed entry, without its number.
pub struct PackedEntry {
    /// The lemma, as in [`Entry::lemma`].
    pub lemma: Option<Arc<Lemma>>,
    /// The number of steps, the steps, the key, the side and the claim.
    bytes: Box<[u8]>,
}

impl PackedEntry {
    /// Packs an entry.
    pub fn of(entry: &Entry) -> PackedEntry {
        let bytes = in_memory(|to| {
            to.count(entry.steps.len())?;
            entry.steps.iter().try_for_each(|step| write_step(to, step))?;
            to.key(&entry.key)?;
            to.side(entry.summary.sure)?;
            to.question(entry.summary.claim)
        });
        PackedEntry { lemma: entry.lemma.clone(), bytes: bytes.into_boxed_slice() }
    }

    /// The entry, given its number.
    pub fn entry(&self, number: u64) -> Entry {
        let read = || {
            let mut bytes = &self.bytes[..];
            let from = &mut Reader(&mut bytes);
            let steps = (0..from.count()?).map(|_| read_own_step(from)).collect::<io::Result<_>>()?;
            let (key, sure, claim) = (from.key()?, from.side()?, from.question()?);
            Ok::<_, io::Error>(Entry {
                key,
                summary: Summary { number, sure, claim },
                lemma: self.lemma.clone(),
                steps,
            })
        };
        read().expect("what was written is read")
    }

    /// Visits the lemmas to which the proof refers.
    pub fn each_referred(&self, mut pass: impl FnMut(u64)) {
        let mut read = || {
            let mut bytes = &self.bytes[..];
            let from = &mut Reader(&mut bytes);
            for _ in 0..from.count()? {
                if let Ground::Lemma(lemma, _) = read_own_step(from)?.ground {
                    pass(lemma);
                }
            }
            Ok::<_, io::Error>(())
        };
        read().expect("what was written is read");
    }

    /// Whether the lemma is in the table or used by a running search.
    pub fn is_held(&self) -> bool {
        self.lemma.as_ref().is_some_and(|lemma| Arc::strong_count(lemma) > 1)
    }

    /// Whether its lemma makes that of another entry about the key redundant, if the reads of both
    /// are loaded.
    pub fn implies(&self, other: &PackedEntry, board: &Board) -> bool {
        let both = self.lemma.as_ref().zip(other.lemma.as_ref());
        both.is_some_and(|(one, two)| one.implies(two, board))
    }

    /// The memory of its bytes, with the overhead of an allocator that rounds to 16 bytes and keeps
    /// 8 beside each block.
    pub fn bytes(&self) -> usize {
        (self.bytes.len() + 8).next_multiple_of(16).max(32)
    }
}

// --- Transcripts ---------------------------------------------------------------------------------

/// The lemmas that a search has made and that a proof may still refer to.
#[derive(Default)]
pub struct Transcript {
    entries: Mutex<Entries>,
    /// The memory of the entries without the lemmas, in bytes.
    bytes: AtomicUsize,
}

/// Entries by the numbers of their lemmas.
#[derive(Default)]
pub struct Entries {
    /// The numbers are hashed, as consecutive ones would crowd a part of the table.
    all: FixedMap<u64, PackedEntry>,
    /// The memory of their bytes.
    bytes: usize,
    /// The number of entries at which the next sweep is due.
    full: usize,
    /// The other processes that may refer to lemmas of this one.
    sharing: Sharing,
}

impl Entries {
    /// The memory without the lemmas: the bytes of the entries, and the map with its empty slots.
    fn memory(&self) -> usize {
        self.bytes + self.all.capacity() / 7 * 8 * (size_of::<(u64, PackedEntry)>() + 1)
    }

    /// The entry of a number.
    pub fn entry(&self, number: u64) -> Entry {
        self.all[&number].entry(number)
    }
}

/// The sharing of a transcript between processes.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Sharing {
    /// Used by one process.
    #[default]
    Alone,
    /// Used by a process that sends lemmas with all their dependencies to another.
    Sent,
    /// Used by several processes, which may refer to all lemmas.
    Shared,
}

/// The number of entries before the first sweep.
const FIRST_SWEEP: usize = 1 << 16;

impl Observer for Transcript {
    fn proved(&self, key: &Key, lemma: &Arc<Lemma>, steps: Vec<observer::Step>) {
        self.add(Entry { key: *key, summary: Summary::of(lemma), lemma: Some(Arc::clone(lemma)), steps });
        self.sweep_if_due();
    }

    fn kept(&self, number: u64) -> Option<(Key, Arc<Lemma>, Vec<observer::Step>)> {
        let entries = self.entries();
        let Entry { key, lemma, steps, .. } = entries.all.get(&number)?.entry(number);
        Some((key, lemma?, steps))
    }

    fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    fn release(&self) {
        let mut entries = self.entries();
        if entries.sharing != Sharing::Alone {
            return;
        }
        self.sweep(&mut entries);
        entries.all.values_mut().filter(|entry| !entry.is_held()).for_each(|entry| entry.lemma = None);
    }
}

impl Transcript {
    /// A transcript whose lemmas the proofs of other processes may refer to: it keeps all of them.
    pub fn shared() -> Transcript {
        Transcript::used(Sharing::Shared)
    }

    /// A transcript of lemmas that are sent with all their dependencies to another process: it
    /// releases none of these.
    pub fn sent() -> Transcript {
        Transcript::used(Sharing::Sent)
    }

    fn used(sharing: Sharing) -> Transcript {
        Transcript { entries: Mutex::new(Entries { sharing, ..Entries::default() }), ..Transcript::default() }
    }

    /// Adds a lemma, after those to which its proof refers.
    pub fn add(&self, entry: Entry) {
        let (number, packed) = (entry.summary.number, PackedEntry::of(&entry));
        let mut entries = self.entries();
        entries.bytes += packed.bytes();
        let replaced = entries.all.insert(number, packed);
        entries.bytes -= replaced.map_or(0, |entry| entry.bytes());
        self.bytes.store(entries.memory(), Relaxed);
    }

    /// Sweeps if the number of entries has doubled since the last sweep.
    pub fn sweep_if_due(&self) {
        let mut entries = self.entries();
        if entries.all.len() >= entries.full.max(FIRST_SWEEP) {
            self.sweep(&mut entries);
        }
    }

    /// Drops the lemmas to which no later proof can refer: those that are not in the table, not
    /// used by a running search, and not referred to by the proof of a lemma that is kept (mark and
    /// sweep).
    fn sweep(&self, entries: &mut Entries) {
        if entries.sharing == Sharing::Shared {
            return;
        }
        let held = entries.all.iter().filter(|(_, entry)| entry.is_held());
        let mut open: Vec<u64> = held.map(|(number, _)| *number).collect();
        // Its hashes differ from those of the entries: keys in the order of one table would crowd a
        // part of another that is smaller and has the same hashes.
        let mut needed = AHashSet::new();
        while let Some(number) = open.pop() {
            if needed.insert(number) {
                // Lemmas of other processes have no entry.
                if let Some(entry) = entries.all.get(&number) {
                    entry.each_referred(|lemma| open.push(lemma));
                }
            }
        }
        entries.all.retain(|number, _| needed.contains(number));
        entries.all.shrink_to(entries.all.len() / 4 * 5);
        entries.full = 2 * entries.all.len();
        entries.bytes = entries.all.values().map(PackedEntry::bytes).sum();
        self.bytes.store(entries.memory(), Relaxed);
    }

    /// The locked entries, with the numbers of those that a proof may still refer to, each after
    /// its dependencies.
    pub fn needed(&self) -> (MutexGuard<'_, Entries>, Vec<u64>) {
        let mut entries = self.entries();
        self.sweep(&mut entries);
        let mut numbers: Vec<u64> = entries.all.keys().copied().collect();
        numbers.sort_unstable();
        (entries, numbers)
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The steps that prove some goals, and for each goal the reference to the lemma that proves
    /// it.
    pub fn steps(&self, board: &Board, goals: &[Hit]) -> (Vec<Step>, Vec<format::Reference>) {
        let entries = self.entries();
        let all = &entries.all;
        let maps = Maps::of(board);
        let next = |number: &u64| {
            let mut referred = Vec::new();
            all[number].each_referred(|lemma| referred.push(lemma));
            referred
        };
        let roots: Vec<u64> = goals.iter().map(|goal| goal.lemma.number).collect();
        // A lemma that states no more than one that is written already is left out. References to
        // it become references to the other, all of whose reads are among its own.
        let mut written: HashMap<Key, Vec<u64>> = HashMap::new();
        let order = Order::of(&roots, next, |number, now| {
            let entry = &all[number];
            let list = written.entry(entry.entry(*number).key).or_default();
            if now {
                list.push(*number);
                return None;
            }
            list.iter().copied().find(|other| all[other].implies(entry, board))
        });
        let refer = |lemma: u64, frame| format::Reference {
            lemma: order.number(&lemma),
            map: maps.map(frame),
            last: false,
        };
        let mut steps = Vec::with_capacity(order.nodes.len() + goals.len() + 1);
        for number in &order.nodes {
            let Entry { key, summary, steps: mut proof, .. } = entries.entry(*number);
            proof.sort_by_key(|step| step.mv);
            let plays = proof.iter().map(|step| {
                let outcome = match &step.ground {
                    Ground::Barred(fact) => {
                        let fact = encode_fact(fact);
                        Outcome::Barred(fact.class, Some(fact))
                    }
                    Ground::Ends => Outcome::End,
                    Ground::Stopped(place) => Outcome::Stop(*place as u8),
                    Ground::Life => Outcome::Life,
                    Ground::Lemma(lemma, frame) if step.elsewhere => {
                        Outcome::StopLemma(refer(*lemma, *frame))
                    }
                    Ground::Lemma(lemma, frame) => Outcome::Lemma(refer(*lemma, *frame)),
                };
                format::Play { mv: encode_move(step.mv), outcome }
            });
            let statement = Statement { key: encode_key(&key), claim: claim(summary.sure, summary.claim) };
            steps.push(Step::Lemma(statement, None, plays.collect()));
        }
        let references = goals.iter().map(|goal| refer(goal.lemma.number, goal.frame)).collect();
        (steps, references)
    }
}

/// The claim of a side that is successful in a question.
pub fn claim(sure: Side, question: Threshold) -> format::Claim {
    use format::Relation::{AtLeast, AtMost, LessThan, MoreThan};
    let relation = match (sure, question.strict) {
        (Side::Black, false) => AtLeast,
        (Side::Black, true) => MoreThan,
        (Side::White, false) => LessThan,
        (Side::White, true) => AtMost,
    };
    encode_claim(relation, question.points)
}

#[cfg(test)]
mod entry_tests {
    use super::*;
    use proptest::prelude::*;
    use superko_go::{Move, Player, Position};
    use superko_rules::Points;
    use superko_rules::fact::{Class, Fact, Second};
    use superko_solve::canon::Frame;
    use superko_solve::observer::Step;

    fn any_position() -> impl Strategy<Value = Position> {
        (any::<u64>(), any::<u64>(), 0u32..64)
            .prop_map(|(one, two, shift)| Position { stones: [one >> shift, two >> shift] })
    }

    fn any_ground() -> impl Strategy<Value = Ground> {
        let player = prop::option::of(prop::sample::select(Player::COLOURS.to_vec()));
        let class = prop::sample::select(Class::ALL.to_vec());
        let fact =
            (class, player, any_position(), any::<u32>()).prop_map(|(class, who, position, second)| {
                let second = Second::from_number(second);
                Ground::Barred(Box::new(Fact { class, who, position, second }))
            });
        let lemma = (any::<u64>(), any::<u16>(), any::<bool>())
            .prop_map(|(lemma, symmetry, exchanged)| Ground::Lemma(lemma, Frame { symmetry, exchanged }));
        let place = (0usize..300).prop_map(Ground::Stopped);
        prop_oneof![fact, lemma, place, Just(Ground::Ends), Just(Ground::Life)]
    }

    fn any_move() -> impl Strategy<Value = Move> {
        let other = prop::sample::select(vec![
            Move::Pass,
            Move::Accept,
            Move::Resume,
            Move::ResumeModified,
            Move::Dispute,
            Move::Coupon,
            Move::Resign,
        ]);
        prop_oneof![(0u8..64).prop_map(Move::Place), (0u8..64).prop_map(Move::Challenge), other]
    }

    fn any_entry() -> impl Strategy<Value = Entry> {
        let step = (any_move(), any_ground(), any::<bool>()).prop_map(|(mv, ground, elsewhere)| Step {
            mv,
            ground,
            elsewhere,
        });
        let key = (any_position(), prop::sample::select(Player::COLOURS.to_vec()), any::<u32>())
            .prop_map(|(position, mover, phase)| Key { position, mover, phase });
        let side = prop::sample::select(vec![Side::Black, Side::White]);
        let summary = (any::<u64>(), side, -99..99, 1..9, any::<bool>()).prop_map(
            |(number, sure, points, parts, strict)| Summary {
                number,
                sure,
                claim: Threshold { points: Points::new(points, parts), strict },
            },
        );
        (key, summary, prop::collection::vec(step, 0..12)).prop_map(|(key, summary, steps)| Entry {
            key,
            summary,
            lemma: None,
            steps,
        })
    }

    proptest! {
        #[test]
        fn an_entry_is_unpacked_as_it_was_packed(entry in any_entry()) {
            let packed = PackedEntry::of(&entry);
            prop_assert_eq!(format!("{:?}", packed.entry(entry.summary.number)), format!("{entry:?}"));
            let mut referred = Vec::new();
            packed.each_referred(|lemma| referred.push(lemma));
            let lemmas = entry.steps.iter().filter_map(|step| match step.ground {
                Ground::Lemma(lemma, _) => Some(lemma),
                _ => None,
            });
            prop_assert_eq!(referred, lemmas.collect::<Vec<_>>());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::certificate::Proof;
    use super::super::search::CertificateSearch;
    use super::*;
    use std::io::Cursor;
    use superko_certificate::binary::BinaryWriter;
    use superko_certificate::verify::verify;
    use superko_go::{Board, Player, Position};
    use superko_rules::{Game, Line, Rules};
    use superko_solve::persist::Persist;
    use superko_solve::{Budget, Limits};

    /// Less memory than the proofs of these tests take, so that lemmas are released.
    const LITTLE: usize = 1 << 20;

    fn game() -> Game {
        Rules::named("psk").unwrap().game(Board::grid(1, 10).unwrap())
    }

    fn prove(proving: &mut CertificateSearch, game: &Game, limits: Limits) -> Option<Proof> {
        let line = Line::new(game, Position::default(), Player::Black);
        let budget = Budget::new(limits);
        proving.prove(&[line], None, &budget).ok()
    }

    /// The search as it is read from its bytes within little memory.
    fn resumed<'a>(
        proving: &CertificateSearch,
        game: &'a Game,
        transcript: &'a Transcript,
    ) -> CertificateSearch<'a> {
        let mut bytes = Vec::new();
        proving.write(&mut bytes).unwrap();
        let mut again = CertificateSearch::new(game, transcript).kept();
        again.read(&mut &bytes[..], LITTLE).unwrap();
        again
    }

    /// The numbers of loaded and of released lemmas.
    fn held(transcript: &Transcript) -> [usize; 2] {
        let entries = transcript.entries();
        let held = entries.all.values().filter(|entry| entry.lemma.is_some()).count();
        [held, entries.all.len() - held]
    }

    fn check(proof: &Proof) {
        let mut bytes = Vec::new();
        let mut writer = BinaryWriter::new(&proof.header, &mut bytes).unwrap();
        proof.steps.iter().for_each(|step| writer.step(step).unwrap());
        let verified = verify(Cursor::new(bytes), 1 << 30).unwrap();
        assert_eq!(verified.proved.len(), 1);
    }

    /// Lemmas that the table has dropped take no memory, though the proofs of others refer to them.
    #[test]
    fn lemmas_are_released_and_the_proof_is_right_without_them() {
        let (game, transcript) = (game(), Transcript::default());
        let mut proving = CertificateSearch::new(&game, &transcript);
        let limits = Limits { memory: LITTLE, ..Limits::default() };
        let proof = prove(&mut proving, &game, limits).unwrap();
        let [here, gone] = held(&transcript);
        assert!(here > 0 && gone > 100, "{here} {gone}");
        let entries = transcript.entries();
        let counted: usize = entries.all.values().map(PackedEntry::bytes).sum();
        assert_eq!((entries.bytes, transcript.bytes()), (counted, entries.memory()));
        drop(entries);
        check(&proof);
    }

    /// A proof that is read within less memory than it took has loaded what the table has.
    #[test]
    fn less_memory_than_a_proof_took_releases_lemmas_when_it_is_read() {
        let (game, transcript) = (game(), Transcript::default());
        let mut proving = CertificateSearch::new(&game, &transcript).kept();
        assert!(prove(&mut proving, &game, Limits::default()).is_some());
        assert_eq!(held(&transcript)[1], 0);
        let again = Transcript::default();
        let mut proving = resumed(&proving, &game, &again);
        let (mut in_table, [here, gone]) = (0, held(&again));
        proving.session.each_lemma(|_| in_table += 1);
        assert!(here <= in_table && gone > 0, "{here} of {in_table}, {gone}");
        check(&prove(&mut proving, &game, Limits::default()).unwrap());
    }

    /// The same holds if the work was interrupted after that.
    #[test]
    fn released_lemmas_are_kept_without_their_reads() {
        let (game, transcript) = (game(), Transcript::default());
        let mut proving = CertificateSearch::new(&game, &transcript).kept();
        let limits = Limits { memory: LITTLE, nodes: Some(30_000), ..Limits::default() };
        assert!(prove(&mut proving, &game, limits).is_none());
        assert!(held(&transcript)[1] > 0);
        let again = Transcript::default();
        let mut proving = resumed(&proving, &game, &again);
        assert!(held(&again)[1] > 0);
        check(&prove(&mut proving, &game, Limits::default()).unwrap());
    }
}
