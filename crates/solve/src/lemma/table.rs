//! The lemma table: a transposition table of lemmas by canonical key, shared by all threads and all
//! thresholds.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use arrayvec::ArrayVec;
use dashmap::DashMap;

use super::Lemma;
use super::filters::{KeyFilter, KeyFilterReader};
use super::history::{FailedReads, HeldFacts, UndoHistory};
use super::read::{Needs, Read};
use super::read_set::PostingLists;
use crate::canon::{Canon, Frame, MAX_IMAGES};
use crate::threshold::{Side, Threshold};
use superko_go::Board;
use superko_go::hashing::{Hash64, Prehashed, PrehashedState};
use superko_rules::Key;
use superko_rules::fact::{Delta, Fact};

/// The memory of a key besides its lemmas, in bytes: key, list, and its share of the empty slots.
const ENTRY_BYTES: usize = 150;

/// All lemmas of a search: for each canonical key a list, the lemmas that ask least of the history
/// first.
pub struct LemmaTable {
    lemmas: DashMap<Prehashed<Key>, LemmaList, PrehashedState>,
    filter: KeyFilter,
    count: AtomicUsize,
    bytes: AtomicUsize,
    thin_lock: Mutex<()>,
    /// The next number divided by the number of tables: every known number is smaller.
    numbered: AtomicU64,
    /// The index of this table among those that exchange lemmas, and their number.
    among: (u64, u64),
}

/// A lemma in its list with its claim, so that most of those that do not answer a question need not
/// be fetched.
struct Entry {
    sure: Side,
    claim: Threshold,
    unsettled: bool,
    lemma: Arc<Lemma>,
}

impl Entry {
    /// Whether the lemma answers a question, seen through a frame, under a history in which its reads
    /// hold.
    #[inline]
    fn answers(&self, question: &Threshold, frame: Frame, history: &UndoHistory) -> bool {
        self.claim.covers(self.sure, question)
            && (!self.unsettled || history.is_unsettled(frame.side(self.sure)))
    }
}

// The memory estimates depend on these sizes, the estimates decide what is dropped under a limit,
// and that decides node counts.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Entry>() == 24 && size_of::<FailedReads>() == 64);

/// The lemmas of a key.
#[derive(Default)]
struct LemmaList {
    entries: Vec<Entry>,
    /// For each lemma of a long list the reads by which it has failed; empty while the list is
    /// short.
    failed: Vec<FailedReads>,
}

impl LemmaList {
    /// Adds a lemma after those that ask no more of the history.
    fn add(&mut self, lemma: Arc<Lemma>) {
        let index = self.entries.partition_point(|known| known.lemma.demand() <= lemma.demand());
        self.entries
            .insert(index, Entry { sure: lemma.sure, claim: lemma.claim, unsettled: lemma.unsettled, lemma });
        if !self.failed.is_empty() {
            self.failed.insert(index, FailedReads::default());
        } else if self.entries.len() >= LONG_LIST {
            self.failed.resize_with(self.entries.len(), FailedReads::default);
        }
    }

    /// Whether a lemma of the list implies another: one of the first, as it asks no more of the
    /// history.
    fn implies(&self, lemma: &Lemma, board: &Board) -> bool {
        let most = self.entries.partition_point(|known| known.lemma.demand() <= lemma.demand());
        let says = |known: &&Entry| known.sure == lemma.sure && known.claim.covers(known.sure, &lemma.claim);
        self.entries[..most].iter().filter(says).any(|known| known.lemma.implies(lemma, board))
    }

    /// Drops the lemmas that another implies, which ask no less of the history, and passes each on.
    fn drop_implied_by(&mut self, lemma: &Lemma, board: &Board, mut dropped: impl FnMut(&Lemma)) {
        let least = self.entries.partition_point(|known| known.lemma.demand() < lemma.demand());
        self.retain(|index, known| {
            let implied = index >= least
                && known.sure == lemma.sure
                && lemma.claim.covers(lemma.sure, &known.claim)
                && lemma.implies(&known.lemma, board);
            if implied {
                dropped(&known.lemma);
            }
            !implied
        });
    }

    /// Keeps the lemmas that pass a test of their index and entry.
    fn retain(&mut self, mut keep: impl FnMut(usize, &Entry) -> bool) {
        let entries = self.entries.iter().enumerate();
        let dropped: Vec<usize> =
            entries.filter(|(index, entry)| !keep(*index, entry)).map(|(index, _)| index).collect();
        if !dropped.is_empty() {
            let flags = || (0..).map(|index| dropped.binary_search(&index).is_err());
            let (mut of_entries, mut of_failed) = (flags(), flags());
            self.entries.retain(|_| of_entries.next() == Some(true));
            self.failed.retain(|_| of_failed.next() == Some(true));
        }
    }

    /// The memory of a long list besides its lemmas, in bytes.
    fn bytes(&self) -> usize {
        self.failed.len() * size_of::<FailedReads>()
    }
}

/// A lemma that answers a question about a key, and a frame through which its reads hold.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The lemma.
    pub lemma: Arc<Lemma>,
    /// The frame, which leads from the key to that of the lemma.
    pub frame: Frame,
}

impl Hit {
    /// Passes each read of the lemma on, in the frame of the key.
    pub fn each_read(&self, board: &Board, mut pass: impl FnMut(Read)) {
        self.lemma.reads.all(board, |read| {
            pass(self.seen(board, read));
            true
        });
    }

    /// The same for the reads that are in no posting list.
    #[inline]
    pub fn each_single_read(&self, board: &Board, mut pass: impl FnMut(Read)) {
        self.lemma.reads.all_singles(board, |read| {
            pass(self.seen(board, read));
            true
        });
    }

    /// The posting lists of the lemma, if any, and the frame that leads from the key to theirs.
    pub fn lists(&self, board: &Board) -> Option<(&Arc<PostingLists>, Frame)> {
        let (lists, seen) = self.lemma.reads.lists()?;
        Some((lists, seen.inverse(board).instead_of(self.frame.inverse(board), board)))
    }

    /// A read of the lemma, in the frame of the key.
    #[inline]
    fn seen(&self, board: &Board, Read { fact, needs }: Read) -> Read {
        Read { fact: self.frame.facts_out(board).of(&fact), needs: needs.seen_through(self.frame) }
    }
}

impl LemmaTable {
    pub fn new() -> LemmaTable {
        LemmaTable {
            lemmas: DashMap::with_hasher_and_shard_amount(PrehashedState::default(), 64),
            filter: KeyFilter::new(),
            count: AtomicUsize::new(0),
            bytes: AtomicUsize::new(0),
            thin_lock: Mutex::new(()),
            numbered: AtomicU64::new(0),
            among: (0, 1),
        }
    }

    /// The table of index `table` among `tables` that exchange lemmas: their numbers have this
    /// remainder when divided by `tables`.
    pub fn among(table: u64, tables: u64) -> LemmaTable {
        assert!(table < tables, "a table is one of them");
        LemmaTable { among: (table, tables), ..LemmaTable::new() }
    }

    pub fn len(&self) -> usize {
        self.count.load(Relaxed)
    }

    /// An estimate of the memory that the table takes, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// A filter of the keys that may have lemmas, by [`Key::mixed`] of their canonical form.
    pub fn key_filter_reader(&self) -> KeyFilterReader {
        self.filter.reader()
    }

    /// Finds a lemma that answers the question at a key under a history or, if an edge is given,
    /// under the history that the edge leads to.
    pub fn probe(
        &self,
        board: &Board,
        canon: &Canon,
        question: &Threshold,
        history: &UndoHistory,
        edge: Option<&Delta>,
    ) -> Option<Hit> {
        let list = self.lemmas.get(&Prehashed(canon.key))?;
        // All frames exchange the colours, or none does.
        let frame = canon.frame();
        let question = frame.question(*question);
        if !list.failed.is_empty() && list.entries.len() >= history.facts().len() {
            return probe_long_list(board, canon, question, history, edge, &list);
        }
        for entry in &list.entries {
            if entry.answers(&question, frame, history) {
                let lemma = &entry.lemma;
                let holds = |frame: &Frame| failing_read(board, lemma, *frame, history, edge).is_none();
                if let Some(frame) = canon.frames().find(|frame| holds(frame)) {
                    return Some(Hit { lemma: Arc::clone(lemma), frame });
                }
            }
        }
        None
    }

    /// The number of the next lemma of the table: larger than all that were known here before, so
    /// that a lemma has a larger number than those on which it depends, wherever they were made (as
    /// the clocks of L. Lamport, *Time, clocks, and the ordering of events in a distributed
    /// system*, 1978).
    pub fn next_number(&self) -> u64 {
        let (table, tables) = self.among;
        self.numbered.fetch_add(1, Relaxed) * tables + table
    }

    /// A number that is larger than those of all lemmas so far.
    pub fn numbered(&self) -> u64 {
        self.numbered.load(Relaxed) * self.among.1
    }

    /// Raises the next number above all that may be known from another run or another table.
    pub fn number_from(&self, numbered: u64) {
        self.numbered.fetch_max(numbered.div_ceil(self.among.1), Relaxed);
    }

    /// Passes on the lemmas of each key, in their order in the list.
    ///
    /// # Errors
    /// The first that `pass` returns.
    pub fn try_each<E>(&self, mut pass: impl FnMut(&Key, &[Arc<Lemma>]) -> Result<(), E>) -> Result<(), E> {
        self.lemmas.iter().try_for_each(|entry| {
            let list: Vec<Arc<Lemma>> =
                entry.value().entries.iter().map(|entry| Arc::clone(&entry.lemma)).collect();
            pass(&entry.key().0, &list)
        })
    }

    /// Adds a lemma, unless one in the table implies it, and drops the lemmas that it implies.
    pub fn insert(&self, board: &Board, key: Key, lemma: Arc<Lemma>) {
        let mut new = false;
        let mut list = self.lemmas.entry(Prehashed(key)).or_insert_with(|| {
            self.bytes.fetch_add(ENTRY_BYTES, Relaxed);
            new = true;
            LemmaList::default()
        });
        if list.implies(&lemma, board) {
            return;
        }
        self.count_added(&lemma);
        let before = list.bytes();
        list.drop_implied_by(&lemma, board, |implied| self.count_removed(implied));
        // The most general ones come first.
        list.add(lemma);
        self.count_list(before, &list);
        // The list is released first, as to grow the filter takes the locks of all lists.
        drop(list);
        if new && self.filter.add(key.hash64()) {
            self.filter.grow(self.lemmas.iter().map(|entry| entry.key().0.hash64()));
        }
    }

    /// Counts the memory of a list besides its lemmas, which was `before` bytes.
    fn count_list(&self, before: usize, list: &LemmaList) {
        self.bytes.fetch_add(list.bytes(), Relaxed);
        self.bytes.fetch_sub(before, Relaxed);
    }

    fn count_added(&self, lemma: &Lemma) {
        let lists = lemma.reads.lists().filter(|(lists, _)| lists.enlist());
        let lists = lists.map_or(0, |(lists, _)| lists.bytes());
        self.bytes.fetch_add(lemma.bytes() + lists, Relaxed);
        self.count.fetch_add(1, Relaxed);
    }

    fn count_removed(&self, lemma: &Lemma) {
        let lists = lemma.reads.lists().filter(|(lists, _)| lists.delist());
        let lists = lists.map_or(0, |(lists, _)| lists.bytes());
        self.bytes.fetch_sub(lemma.bytes() + lists, Relaxed);
        self.count.fetch_sub(1, Relaxed);
    }

    /// Keeps the lemmas within eleven sixteenths of `memory` bytes. Returns whether some were
    /// dropped.
    ///
    /// Few are dropped at a time, down to ten sixteenths: what is dropped must be proved again
    /// where it is asked for, and a search that is left with less than it uses at a time does
    /// little else. As lemmas of all lengths come and go, an allocator takes about a quarter more
    /// than they.
    pub fn keep_within(&self, memory: usize) -> bool {
        let too_many = self.bytes() > memory / 16 * 11;
        if too_many {
            self.thin(memory / 16 * 10);
        }
        too_many
    }

    /// Drops lemmas, those of the least [worth](Lemma::worth) first, until at most `bytes` are
    /// taken. A node of the search may still refer to a lemma that is dropped, and keeps it alive.
    fn thin(&self, bytes: usize) {
        let Ok(_alone) = self.thin_lock.lock() else { return };
        let mut present = [false; Lemma::MAX_WORTH + 1];
        self.lemmas.iter().for_each(|entry| {
            entry.value().entries.iter().for_each(|entry| present[entry.lemma.worth()] = true);
        });
        // The memory that lemmas with shared lists free is known only when they are dropped.
        for worth in (0..present.len()).filter(|worth| present[*worth]) {
            if self.bytes() <= bytes {
                break;
            }
            self.drop_up_to(worth);
        }
        self.lemmas.shrink_to_fit();
    }

    /// Drops the lemmas of at most this worth.
    fn drop_up_to(&self, worth: usize) {
        self.lemmas.retain(|_, list| {
            let before = list.bytes();
            list.retain(|_, Entry { lemma, .. }| {
                lemma.worth() > worth || {
                    self.count_removed(lemma);
                    false
                }
            });
            list.entries.shrink_to_fit();
            list.failed.shrink_to_fit();
            self.count_list(before, list);
            let keep = !list.entries.is_empty();
            if !keep {
                self.bytes.fetch_sub(ENTRY_BYTES, Relaxed);
            }
            keep
        });
    }
}

/// The length from which a list is long: then the reads by which its lemmas failed are kept. (In
/// the tests of this package nearly all are long.)
const LONG_LIST: usize = if cfg!(test) { 2 } else { 64 };

/// The first lemma of a long list that answers the question: the same that a pass through the list
/// finds.
///
/// Under some rules a key has thousands of lemmas, each for other histories, and to go through the
/// reads of each makes every node cost more than the one before. Nearly all fail, and by a read by
/// which they have failed before, as successive histories have most facts in common. So the facts
/// that hold are collected once for each frame, as words, and a lemma is skipped if a read by which
/// it failed before fails by these words too. No lemma is used because of that: all reads of the
/// remaining lemmas are tested, and a lemma that is skipped has a read that fails. (Two facts may
/// have one word, of 63 bits; then a lemma may be skipped that holds, which loses reuse and nothing
/// else. Debug assertions check every time that this does not happen.)
fn probe_long_list(
    board: &Board,
    canon: &Canon,
    question: Threshold,
    history: &UndoHistory,
    edge: Option<&Delta>,
    list: &LemmaList,
) -> Option<Hit> {
    let held = |frame: Frame| (frame, HeldFacts::of(history, edge, frame.facts_in(board)));
    let frames: ArrayVec<(Frame, HeldFacts), MAX_IMAGES> = canon.frames().map(held).collect();
    for (entry, failed) in list.entries.iter().zip(&list.failed) {
        let lemma = &entry.lemma;
        if !entry.answers(&question, canon.frame(), history) {
            continue;
        }
        for (frame, held) in &frames {
            if failed.fails_again(held) {
                debug_assert!(failing_read(board, lemma, *frame, history, edge).is_some());
                continue;
            }
            match failing_read(board, lemma, *frame, history, edge) {
                None => return Some(Hit { lemma: Arc::clone(lemma), frame: *frame }),
                Some(read) => failed.add(&read),
            }
        }
    }
    None
}

/// The reads of a posting list that are tested in about the time of looking up one fact in it.
const READS_FOR_A_FACT: usize = 8;

/// A read of a lemma, seen through a frame, that does not hold; `None` if every read holds.
///
/// Where a lemma has many more listed reads than the history has facts, each fact is looked up in
/// the lists instead of a pass over them. That says the same: a list has only reads that facts are
/// absent, such a read fails if and only if its fact holds, every fact that holds is one of the
/// history's or of those that the edge sets, and the frame maps facts one to one, so that the image
/// of a fact is in a list if and only if the list has the read that fails. (Debug assertions
/// compare both ways every time, and so in all comparisons with the naive solver.)
#[inline]
fn failing_read(
    board: &Board,
    lemma: &Lemma,
    frame: Frame,
    history: &UndoHistory,
    edge: Option<&Delta>,
) -> Option<Read> {
    let (sure, out) = (frame.side(lemma.sure), frame.facts_out(board));
    let tally = |fact: &Fact| match edge {
        Some(delta) => history.get_after(fact, delta),
        None => history.get(fact),
    };
    let mut failed = None;
    let mut is_met = |read: Read| {
        let met = read.needs.seen_through(frame).met_by(sure, tally(&out.of(&read.fact)));
        if !met {
            failed = Some(read);
        }
        met
    };
    let set = edge.map_or(&[][..], |delta| &delta.sets[..]);
    if lemma.reads.count_listed(board) < READS_FOR_A_FACT * (history.facts().len() + set.len()) {
        lemma.reads.all(board, is_met);
        return failed;
    }
    let inside = frame.facts_in(board);
    let fails = |fact: &&Fact| lemma.reads.lists_contain(board, &inside.of(fact)) && tally(fact).is_some();
    let listed = history.facts().iter().chain(set).find(fails);
    let listed = listed.map(|fact| Read { fact: inside.of(fact), needs: Needs::Absent });
    if listed.is_none() {
        lemma.reads.all_singles(board, &mut is_met);
    }
    let found = listed.or(failed);
    debug_assert_eq!(found.is_none(), {
        let is_met =
            |Read { fact, needs }: Read| needs.seen_through(frame).met_by(sure, tally(&out.of(&fact)));
        lemma.reads.all(board, is_met)
    });
    found
}

#[cfg(test)]
mod tests {
    use super::super::ReadSet;
    use super::*;
    use crate::budget::Budget;
    use crate::{Engine, Limits, Request, Session, solve};
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use superko_go::position::legal_positions;
    use superko_go::{Player, Position};
    use superko_rules::fact::{Class, Classes, Gain, Past};
    use superko_rules::{Points, Rules, Ruling};

    const POINTS: u64 = 12;

    /// One of the facts that the reads of these tests are about.
    fn any_fact() -> impl Strategy<Value = Fact> {
        (0u64..1 << POINTS, 0u64..1 << POINTS, 0usize..2, 0usize..3).prop_map(|(one, two, class, who)| {
            let class = [Class::Stood, Class::Occurred][class];
            let who = [None, Some(Player::Black), Some(Player::White)][who];
            Fact::of(class, who, Position { stones: [one, two & !one] })
        })
    }

    fn any_delta() -> impl Strategy<Value = Delta> {
        let sets = prop::collection::btree_set(any_fact(), 0..3);
        (prop::option::weighted(0.2, 0usize..2), sets).prop_map(|(cleared, sets)| Delta {
            clears: cleared
                .map_or(Classes::default(), |class| Classes::of(&[[Class::Stood, Class::Occurred][class]])),
            scored: None,
            sets: sets.into_iter().collect(),
            gain: Gain::NONE,
        })
    }

    /// Where nearly all lists are long the search agrees with the naive solver, under rules that
    /// make long lists: at every legal position of small boards, and after a pass or a stone.
    #[test]
    fn long_lists_change_no_value() {
        let endings = [
            "bars = [\"position\", \"initialised-twice\"]\nlifted-by = \"pass\"\nsuicide = \"allowed\"\npasses-in-a-row = 3",
            "suicide = \"multi-stone\"\nbars = [\"initialised-twice\"]\npasses-in-a-row = 3\ndraw-at-occurrence = 3\noccurrences-since = \"pass\"",
            "bars = [\"basic-ko\", \"natural-situation\"]\nsecond-pass = \"player\"\nscored = \"scoring-positions\"",
        ];
        let mut compared = 0;
        for clauses in endings {
            let entry = superko_rules::file::read("draft.toml", format!("[clauses]\n{clauses}\n").as_bytes())
                .unwrap();
            for name in ["1x2", "1x3", "complete:3"] {
                let game = Rules::from(entry).game(Board::parse(name).unwrap());
                let session = Session::new(&game);
                for position in legal_positions(&game.board) {
                    let start = game.start(position, Player::Black);
                    let nexts = game.legal(&start).into_iter().filter_map(|(_, ruling)| match ruling {
                        Ruling::Leads(next) => Some(next),
                        _ => None,
                    });
                    for state in nexts.chain([start.clone()]).collect::<Vec<_>>() {
                        let request = Request { engine: Engine::Naive, pv: false, ..Request::default() };
                        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
                        let naive = solve(&game, &state, &request, &Budget::new(limits)).value.exact();
                        let Some(naive) = naive else { continue };
                        let value = session.value(&state, &Budget::default()).unwrap();
                        assert_eq!(value, naive, "{clauses} {name} {state:?}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 300, "{compared}");
    }

    /// Shared posting lists are counted with the first lemma that has them, and counted out with
    /// the last.
    #[test]
    fn shared_lists_are_counted_once() {
        let board = Board::grid(3, 4).unwrap();
        let read = |stones| {
            let fact = Fact::of(Class::Stood, None, Position { stones: [stones, 0] });
            Read { fact, needs: Needs::Absent }
        };
        let reads: Vec<Read> = (0..300).map(read).collect();
        let flat = ReadSet::of_sorted(&board, &reads);
        let (lists, _) = flat.lists().unwrap();
        let frame = Frame { symmetry: 1, exchanged: true };
        let shared = ReadSet::unpack(&board, Some((Arc::clone(lists), frame)), &[]).unwrap();
        let claim = Threshold::reaches(Points::from_integer(0));
        let lemma = |reads, effort| {
            Arc::new(Lemma { number: 0, sure: Side::Black, claim, mv: None, unsettled: false, effort, reads })
        };
        let bytes = lists.bytes();
        let [dear, cheap] = [lemma(flat, 1 << 20), lemma(shared, 1)];
        let key = |mover| Key { position: Position::default(), mover, phase: 0 };
        let own = |lemma: &Lemma| ENTRY_BYTES + lemma.bytes();
        let table = LemmaTable::new();
        table.insert(&board, key(Player::Black), Arc::clone(&dear));
        assert_eq!(table.bytes(), own(&dear) + bytes);
        table.insert(&board, key(Player::White), Arc::clone(&cheap));
        assert_eq!((table.len(), table.bytes()), (2, own(&dear) + own(&cheap) + bytes));
        table.thin(own(&dear) + bytes);
        assert_eq!((table.len(), table.bytes()), (1, own(&dear) + bytes));
        table.thin(0);
        assert_eq!((table.len(), table.bytes()), (0, 0));
    }

    proptest! {
        #[test]
        fn a_lemma_holds_if_every_one_of_its_reads_does(
            absent in prop::collection::btree_set(any_fact(), 60..300), present in prop::collection::btree_set(any_fact(), 0..2),
            deltas in prop::collection::vec(any_delta(), 0..6), edge in prop::option::of(any_delta()),
            known in prop::option::of((any::<prop::sample::Index>(), any::<bool>())), symmetry in 0u16..4, exchanged in any::<bool>(),
        ) {
            let board = Board::grid(3, 4).unwrap();
            let frame = Frame { symmetry, exchanged };
            let needed = absent.iter().map(|fact| (*fact, Needs::Absent));
            let needed = needed.chain(present.iter().map(|fact| (*fact, Needs::Present)));
            let reads: BTreeSet<Read> = needed.map(|(fact, needs)| Read { fact, needs }).collect();
            let reads: Vec<Read> = reads.into_iter().collect();
            let (claim, reads_set) = (Threshold::reaches(Points::from_integer(0)), ReadSet::of_sorted(&board, &reads));
            let lemma = Lemma { number: 0, sure: Side::Black, claim, mv: None, unsettled: false, effort: 1, reads: reads_set };
            // The history, or the edge, may have a fact that a read of the lemma is about.
            let (mut deltas, mut edge) = (deltas, edge);
            if let Some((index, by_the_edge)) = known {
                let fact = frame.facts_out(&board).of(&index.get(&reads).fact);
                let known = Delta { sets: [fact].into_iter().collect(), ..Delta::default() };
                match by_the_edge {
                    true => edge = Some(known),
                    false => deltas.push(known),
                }
            }
            let mut history = UndoHistory::new(&Past::default());
            deltas.iter().for_each(|delta| history.advance(delta));
            let out = frame.facts_out(&board);
            let each = reads.iter().all(|read| {
                let fact = out.of(&read.fact);
                let found = edge.as_ref().map_or_else(|| history.get(&fact), |edge| history.get_after(&fact, edge));
                read.needs.seen_through(frame).met_by(frame.side(Side::Black), found)
            });
            prop_assert_eq!(failing_read(&board, &lemma, frame, &history, edge.as_ref()).is_none(), each);
        }
    }
}
