//! The proofs of the search as steps of a certificate: of all lemmas that it has made those on which the theorems rest,
//! each after the lemmas to which it refers.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ahash::AHashSet;
use superko_certificate::format::{self, Outcome, Statement, Step};
use superko_go::Board;
use superko_go::hashing::FixedMap;
use superko_rules::Key;
use superko_solve::kept::{Reader, in_memory, read_own_step, write_step};
use superko_solve::observer::{self, Ground, Observer};
use superko_solve::search::lemma::Lemma;
use superko_solve::{Hit, Question, Side};

use super::certificate::{self as encode, Maps, Order};

// --- Entries -------------------------------------------------------------------------------------
//
// Lemmas with their proofs, and how a transcript keeps them: as bytes, since a long search makes millions.

/// A lemma with its proof.
#[derive(Debug)]
pub struct Entry {
    /// Its key.
    pub key: Key,
    /// Its number, the side that is sure, and the claim.
    pub said: Said,
    /// The lemma itself, unless it was let go for want of memory: then the table has it no more, and the proofs of others refer to it
    /// all the same.
    pub lemma: Option<Arc<Lemma>>,
    /// Its proof.
    pub steps: Vec<observer::Step>,
}

/// What is left of a lemma without its reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Said {
    /// The number of the lemma.
    pub number: u64,
    /// The side that is sure of its claim.
    pub sure: Side,
    /// The claim.
    pub claim: Question,
}

impl Said {
    /// What a lemma says.
    pub fn of(lemma: &Lemma) -> Said {
        Said { number: lemma.number, sure: lemma.sure, claim: lemma.claim }
    }
}

impl Entry {
    /// A lemma about a key, with its proof.
    pub fn of(key: Key, lemma: Arc<Lemma>, steps: Vec<observer::Step>) -> Entry {
        Entry { key, said: Said::of(&lemma), lemma: Some(lemma), steps }
    }
}

/// An entry as bytes, without its number.
pub struct PackedEntry {
    /// The lemma, as in [`Entry::lemma`].
    pub lemma: Option<Arc<Lemma>>,
    /// The number of steps and the steps, the key, and what the lemma says of it.
    bytes: Box<[u8]>,
}

impl PackedEntry {
    /// The bytes of an entry.
    pub fn of(entry: &Entry) -> PackedEntry {
        let bytes = in_memory(|to| {
            to.count(entry.steps.len())?;
            entry.steps.iter().try_for_each(|step| write_step(to, step))?;
            to.key(&entry.key)?;
            to.side(entry.said.sure)?;
            to.question(entry.said.claim)
        });
        PackedEntry { lemma: entry.lemma.clone(), bytes: bytes.into_boxed_slice() }
    }

    /// The entry, which has this number.
    pub fn entry(&self, number: u64) -> Entry {
        let read = || {
            let mut bytes = &self.bytes[..];
            let from = &mut Reader(&mut bytes);
            let steps = (0..from.count()?).map(|_| read_own_step(from)).collect::<io::Result<_>>()?;
            let (key, sure, claim) = (from.key()?, from.side()?, from.question()?);
            Ok::<_, io::Error>(Entry {
                key,
                said: Said { number, sure, claim },
                lemma: self.lemma.clone(),
                steps,
            })
        };
        read().expect("what was written is read")
    }

    /// Passes on the lemmas to which the proof refers.
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

    /// Whether the lemma is in the table, or a search has it in hand.
    pub fn is_held(&self) -> bool {
        self.lemma.as_ref().is_some_and(|lemma| Arc::strong_count(lemma) > 1)
    }

    /// Whether its lemma makes that of another entry about the key needless, as far as the reads of both are at hand.
    pub fn implies(&self, other: &PackedEntry, board: &Board) -> bool {
        let both = self.lemma.as_ref().zip(other.lemma.as_ref());
        both.is_some_and(|(one, two)| one.implies(two, board))
    }

    /// The memory that its bytes take, with the slack of an allocator that gives out multiples of 16 bytes and keeps 8 beside each.
    pub fn bytes(&self) -> usize {
        (self.bytes.len() + 8).next_multiple_of(16).max(32)
    }
}

// --- Transcripts ---------------------------------------------------------------------------------

/// The lemmas that a search has made and that a proof may still refer to.
#[derive(Default)]
pub struct Transcript {
    entries: Mutex<Entries>,
    /// The memory that they take besides the lemmas, in bytes.
    bytes: AtomicUsize,
}

/// Lemmas by their numbers.
#[derive(Default)]
struct Entries {
    /// They are hashed, as numbers in succession would crowd a part of the table.
    all: FixedMap<u64, PackedEntry>,
    /// The memory that their bytes take.
    bytes: usize,
    /// The number of entries at which the next sweep is due.
    full: usize,
    /// Who may refer to lemmas that are held here alone.
    use_of: Use,
}

impl Entries {
    /// The memory that they take besides the lemmas: their bytes, and the map with its empty places.
    fn taken(&self) -> usize {
        self.bytes + self.all.capacity() / 7 * 8 * (size_of::<(u64, PackedEntry)>() + 1)
    }
}

/// Lemmas in an order in which each comes after those to which its proof refers.
pub struct Needed<'a> {
    entries: MutexGuard<'a, Entries>,
    numbers: Vec<u64>,
}

impl Needed<'_> {
    /// The number of these lemmas.
    pub fn count(&self) -> usize {
        self.numbers.len()
    }

    /// Each of them.
    pub fn all(&self) -> impl Iterator<Item = Entry> {
        self.numbers.iter().map(|number| self.entries.all[number].entry(*number))
    }
}

/// Who uses a transcript.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// One process.
    #[default]
    Alone,
    /// One that sends lemmas with all on which they rest to another.
    Sent,
    /// Several, which may refer to all lemmas.
    Shared,
}

/// The number of entries before the first sweep.
const FIRST_SWEEP: usize = 1 << 16;

impl Observer for Transcript {
    fn proved(&self, key: &Key, lemma: &Arc<Lemma>, steps: Vec<observer::Step>) {
        self.add(Entry::of(*key, Arc::clone(lemma), steps));
        self.tidy();
    }

    fn kept(&self, number: u64) -> Option<(Key, Arc<Lemma>, Vec<observer::Step>)> {
        let entries = self.entries();
        let Entry { key, lemma, steps, .. } = entries.all.get(&number)?.entry(number);
        Some((key, lemma?, steps))
    }

    fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    fn let_go(&self) {
        let mut entries = self.entries();
        if entries.use_of != Use::Alone {
            return;
        }
        self.sweep(&mut entries);
        entries.all.values_mut().filter(|entry| !entry.is_held()).for_each(|entry| entry.lemma = None);
    }
}

impl Transcript {
    /// A transcript of lemmas to which the proofs of other processes may refer: it keeps all of them.
    pub fn shared() -> Transcript {
        Transcript::used(Use::Shared)
    }

    /// A transcript of lemmas that are sent to another process with all on which they rest: it lets none of these go.
    pub fn sent() -> Transcript {
        Transcript::used(Use::Sent)
    }

    fn used(use_of: Use) -> Transcript {
        Transcript { entries: Mutex::new(Entries { use_of, ..Entries::default() }), ..Transcript::default() }
    }

    /// Adds a lemma, after those to which its proof refers.
    pub fn add(&self, entry: Entry) {
        let (number, packed) = (entry.said.number, PackedEntry::of(&entry));
        let mut entries = self.entries();
        entries.bytes += packed.bytes();
        let replaced = entries.all.insert(number, packed);
        entries.bytes -= replaced.map_or(0, |entry| entry.bytes());
        self.bytes.store(entries.taken(), Relaxed);
    }

    /// Drops what no later proof can refer to, if there may be enough of that.
    pub fn tidy(&self) {
        let mut entries = self.entries();
        if entries.all.len() >= entries.full.max(FIRST_SWEEP) {
            self.sweep(&mut entries);
        }
    }

    /// Drops the lemmas to which no later proof can refer: those that neither the table has, nor a search in hand, nor the proof
    /// of another that is kept refers to.
    fn sweep(&self, entries: &mut Entries) {
        if entries.use_of == Use::Shared {
            return;
        }
        let held = entries.all.iter().filter(|(_, entry)| entry.is_held());
        let mut open: Vec<u64> = held.map(|(number, _)| *number).collect();
        // Its hashes are others than those of the entries: what comes in the order of one table would crowd a part of another, as long
        // as that is smaller and has the same.
        let mut needed = AHashSet::new();
        while let Some(number) = open.pop() {
            if needed.insert(number) {
                // What came from another process is not here.
                if let Some(entry) = entries.all.get(&number) {
                    entry.each_referred(|lemma| open.push(lemma));
                }
            }
        }
        entries.all.retain(|number, _| needed.contains(number));
        entries.all.shrink_to(entries.all.len() / 4 * 5);
        entries.full = 2 * entries.all.len();
        entries.bytes = entries.all.values().map(PackedEntry::bytes).sum();
        self.bytes.store(entries.taken(), Relaxed);
    }

    /// The lemmas that a proof may still refer to. No other can be added as long as they are looked at.
    pub fn needed(&self) -> Needed<'_> {
        let mut entries = self.entries();
        self.sweep(&mut entries);
        let mut numbers: Vec<u64> = entries.all.keys().copied().collect();
        numbers.sort_unstable();
        Needed { entries, numbers }
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The steps that prove some goals, and for each goal the reference to the lemma that proves it.
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
        // A lemma that states no more than one that is written already is left out. References to it become references
        // to the other, all of whose reads are among its own.
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
            let Entry { key, said, steps: mut proof, .. } = all[number].entry(*number);
            proof.sort_by_key(|step| step.mv);
            let plays = proof.iter().map(|step| {
                let outcome = match &step.ground {
                    Ground::Barred(fact) => {
                        let fact = encode::fact(fact);
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
                format::Play { mv: encode::mv(step.mv), outcome }
            });
            let statement = Statement { key: encode::key(&key), claim: claim(said.sure, said.claim) };
            steps.push(Step::Lemma(statement, None, plays.collect()));
        }
        let references = goals.iter().map(|goal| refer(goal.lemma.number, goal.frame)).collect();
        (steps, references)
    }
}

/// The claim of a side that reaches its aim in a question.
pub fn claim(sure: Side, question: Question) -> format::Claim {
    use format::Relation::{AtLeast, AtMost, LessThan, MoreThan};
    let relation = match (sure, question.strict) {
        (Side::Black, false) => AtLeast,
        (Side::Black, true) => MoreThan,
        (Side::White, false) => LessThan,
        (Side::White, true) => AtMost,
    };
    encode::claim(relation, question.points)
}

#[cfg(test)]
mod entry_tests {
    use super::*;
    use proptest::prelude::*;
    use superko_go::{Move, Player, Position};
    use superko_rules::Points;
    use superko_rules::fact::{Class, Fact, SecondPosition};
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
                let second = SecondPosition::from_number(second);
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
        let said = (any::<u64>(), side, -99..99, 1..9, any::<bool>()).prop_map(
            |(number, sure, points, parts, strict)| Said {
                number,
                sure,
                claim: Question { points: Points::new(points, parts), strict },
            },
        );
        (key, said, prop::collection::vec(step, 0..12)).prop_map(|(key, said, steps)| Entry {
            key,
            said,
            lemma: None,
            steps,
        })
    }

    proptest! {
        #[test]
        fn an_entry_is_unpacked_as_it_was_packed(entry in any_entry()) {
            let packed = PackedEntry::of(&entry);
            prop_assert_eq!(format!("{:?}", packed.entry(entry.said.number)), format!("{entry:?}"));
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
    use super::super::certificate::{Case, Proof};
    use super::super::search::Proving;
    use super::*;
    use std::io::Cursor;
    use superko_certificate::binary::BinaryWriter;
    use superko_certificate::verify::verify;
    use superko_go::{Board, Player, Position};
    use superko_rules::{Game, catalogue};
    use superko_solve::kept::Kept;
    use superko_solve::{Budget, Limits};

    /// Less than what the proofs of these tests take, so that lemmas are let go.
    const LITTLE: usize = 1 << 20;

    fn game() -> Game {
        let (entry, options) = catalogue::find("psk").unwrap();
        entry.game(Board::grid(1, 10).unwrap(), options)
    }

    fn prove(proving: &mut Proving, game: &Game, limits: Limits) -> Option<Proof> {
        let case = Case::start(game, Position::default(), Player::Black);
        let budget = Budget::new(limits);
        proving.prove(&[case], None, &budget).ok()
    }

    /// How many lemmas are at hand, and how many were let go.
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
    fn lemmas_are_let_go_and_the_proof_is_right_without_them() {
        let (game, transcript) = (game(), Transcript::default());
        let mut proving = Proving::new(&game, &transcript);
        let limits = Limits { memory: LITTLE, ..Limits::default() };
        let proof = prove(&mut proving, &game, limits).unwrap();
        let [here, gone] = held(&transcript);
        assert!(here > 0 && gone > 100, "{here} {gone}");
        let entries = transcript.entries();
        let counted: usize = entries.all.values().map(PackedEntry::bytes).sum();
        assert_eq!((entries.bytes, transcript.bytes()), (counted, entries.taken()));
        drop(entries);
        check(&proof);
    }

    /// A proof that is read within less memory than it took has at hand what the table has.
    #[test]
    fn less_memory_than_a_proof_took_lets_lemmas_go_when_it_is_read() {
        let (game, transcript) = (game(), Transcript::default());
        let mut proving = Proving::new(&game, &transcript).kept();
        assert!(prove(&mut proving, &game, Limits::default()).is_some());
        assert_eq!(held(&transcript)[1], 0);
        let mut bytes = Vec::new();
        proving.write(&mut bytes).unwrap();
        let again = Transcript::default();
        let mut proving = Proving::new(&game, &again).kept();
        proving.read(&mut &bytes[..], LITTLE).unwrap();
        let (mut in_table, [here, gone]) = (0, held(&again));
        proving.session.each_lemma(|_| in_table += 1);
        assert!(here <= in_table && gone > 0, "{here} of {in_table}, {gone}");
        check(&prove(&mut proving, &game, Limits::default()).unwrap());
    }

    /// So it is where the work was interrupted after that.
    #[test]
    fn lemmas_that_were_let_go_are_kept_without_their_reads() {
        let (game, transcript) = (game(), Transcript::default());
        let mut proving = Proving::new(&game, &transcript).kept();
        let limits = Limits { memory: LITTLE, nodes: Some(30_000), ..Limits::default() };
        assert!(prove(&mut proving, &game, limits).is_none());
        assert!(held(&transcript)[1] > 0);
        let mut bytes = Vec::new();
        proving.write(&mut bytes).unwrap();
        let again = Transcript::default();
        let mut proving = Proving::new(&game, &again).kept();
        proving.read(&mut &bytes[..], LITTLE).unwrap();
        assert!(held(&again)[1] > 0);
        check(&prove(&mut proving, &game, Limits::default()).unwrap());
    }
}
