//! Lemmas as bytes, for other runs and other processes.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::sync::Arc;

use super::read_set::{PostingLists, ReadSet};
use super::table::LemmaTable;
use super::{Keyed, Lemma};
use crate::canon::Frame;
use crate::observer::{Ground, Observer, Step, read_step, write_step};
use crate::persist::{Reader, Writer, in_memory, unreadable};
use superko_go::Board;
use superko_rules::Key;

/// How many lemmas are read before the memory that they take is looked at.
const STRIDE: usize = 1 << 12;

/// The posting lists that were written, each of which is written once.
#[derive(Default)]
pub struct WrittenLists {
    /// The numbers of the lists, by their addresses.
    numbers: HashMap<*const PostingLists, usize>,
    /// The lists themselves, so that nothing else comes to lie at their addresses.
    alive: Vec<Arc<PostingLists>>,
}

impl WrittenLists {
    /// Writes the lists of a lemma: 0 if it has none, otherwise 1 plus their number and, if they
    /// are new, their bytes.
    fn write(&mut self, to: &mut Writer, lists: Option<&Arc<PostingLists>>) -> io::Result<()> {
        let Some(lists) = lists else { return to.count(0) };
        let new = self.alive.len();
        let number = *self.numbers.entry(Arc::as_ptr(lists)).or_insert(new);
        to.count(1 + number)?;
        if number == new {
            self.alive.push(Arc::clone(lists));
            to.bytes(lists.packed())?;
        }
        Ok(())
    }
}

/// The posting lists that were read. They are kept until all lemmas are read, even if the table has
/// dropped those that use them.
#[derive(Default)]
pub struct ReadLists(Vec<Arc<PostingLists>>);

impl ReadLists {
    /// Reads what [`WrittenLists::write`] has written.
    fn read(&mut self, from: &mut Reader, board: &Board) -> io::Result<Option<Arc<PostingLists>>> {
        let Some(number) = from.count()?.checked_sub(1) else { return Ok(None) };
        if number == self.0.len() {
            let lists = PostingLists::unpack(board, &from.bytes()?).ok_or_else(unreadable)?;
            self.0.push(Arc::new(lists));
        }
        Ok(Some(Arc::clone(self.0.get(number).ok_or_else(unreadable)?)))
    }
}

/// Writes a lemma without its key.
pub fn write_lemma(to: &mut Writer, lemma: &Lemma, lists: &mut WrittenLists) -> io::Result<()> {
    to.number(lemma.number)?;
    to.side(lemma.sure)?;
    to.question(lemma.claim)?;
    to.mv(lemma.mv)?;
    to.bool(lemma.unsettled)?;
    to.number(u64::from(lemma.effort))?;
    lists.write(to, lemma.reads.lists().map(|(lists, _)| lists))?;
    if let Some((_, Frame { symmetry, exchanged })) = lemma.reads.lists() {
        to.count(usize::from(symmetry))?;
        to.bool(exchanged)?;
    }
    to.bytes(lemma.reads.singles())
}

/// Reads a lemma without its key.
pub fn read_lemma(from: &mut Reader, board: &Board, lists: &mut ReadLists) -> io::Result<Lemma> {
    let (number, sure, claim) = (from.number()?, from.side()?, from.question()?);
    let (mv, unsettled, effort) = (from.mv(board.points())?, from.bool()?, from.number()?);
    let lists = match lists.read(from, board)? {
        None => None,
        Some(lists) => {
            let (symmetry, exchanged) = (from.number::<u16>()?, from.bool()?);
            let is_there = usize::from(symmetry) < board.symmetries().len();
            Some((lists, is_there.then_some(Frame { symmetry, exchanged }).ok_or_else(unreadable)?))
        }
    };
    let reads = ReadSet::unpack(board, lists, &from.bytes()?).ok_or_else(unreadable)?;
    Ok(Lemma { number, sure, claim, mv, unsettled, effort, reads })
}

/// Writes all lemmas of a table.
pub fn write_lemmas(to: &mut Writer, lemmas: &LemmaTable) -> io::Result<()> {
    to.number(lemmas.numbered())?;
    let mut lists = WrittenLists::default();
    lemmas.try_each(|key, list| {
        // Keys follow until one comes with no lemma.
        to.count(list.len())?;
        to.key(key)?;
        list.iter().try_for_each(|lemma| write_lemma(to, lemma, &mut lists))
    })?;
    to.count(0)
}

/// Reads what [`write_lemmas`] has written, within `memory` bytes plus the lists of lemmas that
/// were dropped meanwhile.
pub fn read_lemmas(from: &mut Reader, lemmas: &LemmaTable, board: &Board, memory: usize) -> io::Result<()> {
    lemmas.number_from(from.number()?);
    let (mut read, mut lists) = (0, ReadLists::default());
    loop {
        let count = from.count()?;
        if count == 0 {
            lemmas.keep_within(memory);
            return Ok(());
        }
        let key = read_key(from, board)?;
        for _ in 0..count {
            lemmas.insert(board, key, Arc::new(read_lemma(from, board, &mut lists)?));
            read += 1;
            if read % STRIDE == 0 {
                lemmas.keep_within(memory);
            }
        }
    }
}

/// Reads a key whose stones are on the board.
pub fn read_key(from: &mut Reader, board: &Board) -> io::Result<Key> {
    let key = from.key()?;
    let beyond = |word: &u64| word & !board.full() != 0;
    let off_board = !key.position.is_packed() && key.position.stones.iter().any(beyond);
    if off_board { Err(unreadable()) } else { Ok(key) }
}

// --- batches of lemmas -----------------------------------------------------------------------------------------------
//
// A helper that writes no certificate sends its lemmas as they are. One that does sends each with
// its proof, after the lemmas on which it depends, as far as they are its own and were not sent
// before: the manager knows a lemma that came from it. The manager passes on lemmas without their
// proofs, as it has these.

/// Writes lemmas without their proofs.
pub fn write_batch<'l>(lemmas: impl ExactSizeIterator<Item = &'l Keyed>) -> Vec<u8> {
    write_entries(lemmas.map(|(key, lemma)| (true, key, &**lemma, &[][..])))
}

/// Writes entries of a batch: whether a lemma is offered or only needed for proofs, its key, the
/// lemma, and its proof.
fn write_entries<'l>(
    entries: impl ExactSizeIterator<Item = (bool, &'l Key, &'l Lemma, &'l [Step])>,
) -> Vec<u8> {
    let mut lists = WrittenLists::default();
    in_memory(|to| {
        to.count(entries.len())?;
        for (offered, key, lemma, steps) in entries {
            to.bool(offered)?;
            to.key(key)?;
            write_lemma(to, lemma, &mut lists)?;
            to.count(steps.len())?;
            steps.iter().try_for_each(|step| write_step(to, step))?;
        }
        Ok(())
    })
}

/// Writes lemmas with their proofs and the lemmas that these depend on, except those already
/// `sent`, to which it adds them. What the observer has not kept is left out.
pub fn write_proved(lemmas: &[Keyed], observer: Option<&dyn Observer>, sent: &mut HashSet<u64>) -> Vec<u8> {
    let Some(observer) = observer else { return write_batch(lemmas.iter()) };
    let offered: HashMap<u64, &Keyed> = lemmas.iter().map(|keyed| (keyed.1.number, keyed)).collect();
    let mut open: Vec<u64> = offered.keys().copied().collect();
    // In the order of their numbers each lemma comes after those on which it depends.
    let mut proofs = BTreeMap::new();
    while let Some(number) = open.pop() {
        // What is offered must come into the table, even if it was sent before for another proof.
        if proofs.contains_key(&number) || sent.contains(&number) && !offered.contains_key(&number) {
            continue;
        }
        let proof = match (observer.kept(number), offered.get(&number)) {
            (Some(proof), _) => proof,
            // It came from the manager, who has its proof.
            (None, Some((key, lemma))) => (*key, Arc::clone(lemma), Vec::new()),
            (None, None) => continue,
        };
        let referred = proof.2.iter().filter_map(|step| match &step.ground {
            Ground::Lemma(lemma, _) => Some(*lemma),
            _ => None,
        });
        open.extend(referred);
        proofs.insert(number, proof);
    }
    sent.extend(proofs.keys());
    write_entries(
        proofs
            .iter()
            .map(|(number, (key, lemma, steps))| (offered.contains_key(number), key, &**lemma, &steps[..])),
    )
}

/// Reads a batch into a table, and its proofs for an observer, if there is one. Returns the lemmas
/// that were offered.
///
/// # Errors
/// The bytes are not of this game, or a lemma has no proof though there is an observer. What came
/// before has been read.
pub fn read_proved(
    bytes: &[u8],
    table: &LemmaTable,
    board: &Board,
    observer: Option<&dyn Observer>,
) -> io::Result<Vec<Keyed>> {
    let mut bytes = bytes;
    let from = &mut Reader(&mut bytes);
    let (mut offered, mut known, mut lists) = (Vec::new(), HashSet::new(), ReadLists::default());
    for _ in 0..from.count()? {
        let (is_offered, key) = (from.bool()?, read_key(from, board)?);
        let lemma = Arc::new(read_lemma(from, board, &mut lists)?);
        // A lemma that is made here from now on has a larger number.
        table.number_from(lemma.number.checked_add(1).ok_or_else(unreadable)?);
        let of = |number| {
            known.contains(&number) || observer.is_some_and(|observer| observer.kept(number).is_some())
        };
        let steps: Vec<_> =
            (0..from.count()?).map(|_| read_step(from, board, &of)).collect::<io::Result<_>>()?;
        if let Some(observer) = observer {
            match steps.is_empty() {
                true => _ = observer.kept(lemma.number).ok_or_else(unreadable)?,
                false => observer.proved(&key, &lemma, steps),
            }
        }
        if is_offered {
            table.insert(board, key, Arc::clone(&lemma));
            offered.push((key, Arc::clone(&lemma)));
        }
        known.insert(lemma.number);
    }
    Ok(offered)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::{Budget, Session};
    use superko_go::{Player, Position};
    use superko_rules::{Game, Key, Rules};

    type Proof = (Key, Arc<Lemma>, Vec<Step>);

    /// Keeps all lemmas.
    #[derive(Default)]
    struct All(Mutex<BTreeMap<u64, Proof>>);

    impl Observer for All {
        fn proved(&self, key: &Key, lemma: &Arc<Lemma>, steps: Vec<Step>) {
            self.0.lock().unwrap().insert(lemma.number, (*key, Arc::clone(lemma), steps));
        }

        fn kept(&self, number: u64) -> Option<Proof> {
            self.0.lock().unwrap().get(&number).cloned()
        }
    }

    fn game() -> Game {
        Rules::named("psk").unwrap().game(Board::grid(2, 2).unwrap())
    }

    /// All that is known after a search, in the order of the numbers.
    fn searched(game: &Game, table: LemmaTable) -> All {
        let all = All::default();
        let mut session = Session::new(game).observed_by(&all);
        session.lemmas = table;
        let start = game.start(Position::default(), Player::Black);
        session.value(&start, &Budget::default()).unwrap();
        drop(session);
        all
    }

    #[test]
    fn lemmas_come_with_all_that_they_rest_on_and_once() {
        let game = game();
        let all = searched(&game, LemmaTable::among(1, 3));
        let proofs: Vec<Proof> = all.0.lock().unwrap().values().cloned().collect();
        assert!(proofs.iter().all(|(_, lemma, _)| lemma.number % 3 == 1));
        let last = proofs.last().unwrap();
        let offered = [(last.0, Arc::clone(&last.1))];
        let mut sent = HashSet::new();
        let bytes = write_proved(&offered, Some(&all), &mut sent);
        let (table, here) = (LemmaTable::among(0, 3), All::default());
        let read = read_proved(&bytes, &table, &game.board, Some(&here)).unwrap();
        assert_eq!(read.len(), 1);
        assert_eq!(table.len(), 1);
        // Every lemma that is referred to is there, with the same proof.
        let come = here.0.lock().unwrap().clone();
        assert!(come.len() > 1 && come.len() == sent.len());
        for (number, proof) in &come {
            assert_eq!(format!("{proof:?}"), format!("{:?}", all.kept(*number).unwrap()));
            for step in &proof.2 {
                if let Ground::Lemma(lemma, _) = &step.ground {
                    assert!(come.contains_key(lemma) && lemma < number);
                }
            }
        }
        // What is made here is numbered after them.
        assert!(table.next_number() > last.1.number);
        // What was sent is not sent again, and is known when something refers to it.
        let everything: Vec<_> = proofs.iter().map(|(key, lemma, _)| (*key, Arc::clone(lemma))).collect();
        let rest = write_proved(&everything, Some(&all), &mut sent);
        read_proved(&rest, &table, &game.board, Some(&here)).unwrap();
        assert_eq!(here.0.lock().unwrap().len(), proofs.len());
        let last = std::slice::from_ref(everything.last().unwrap());
        let again = write_proved(last, Some(&all), &mut sent);
        assert!(again.len() < bytes.len());
        // It means nothing to one who does not know the lemmas on which it depends.
        assert!(read_proved(&again, &LemmaTable::new(), &game.board, Some(&All::default())).is_err());
        // A lemma that came without its proof goes back without it.
        let returned = write_proved(last, Some(&All::default()), &mut HashSet::new());
        assert_eq!(read_proved(&returned, &table, &game.board, Some(&here)).unwrap().len(), 1);
        assert!(read_proved(&returned, &table, &game.board, Some(&All::default())).is_err());
    }

    #[test]
    fn torn_parcels_are_refused() {
        let game = game();
        let all = searched(&game, LemmaTable::new());
        let proofs: Vec<Proof> = all.0.lock().unwrap().values().cloned().collect();
        let lemmas: Vec<_> = proofs.iter().take(9).map(|(key, lemma, _)| (*key, Arc::clone(lemma))).collect();
        let plain = write_batch(lemmas.iter());
        let table = LemmaTable::new();
        assert_eq!(read_proved(&plain, &table, &game.board, None).unwrap().len(), 9);
        let proved = write_proved(&lemmas, Some(&all), &mut HashSet::new());
        for bytes in [&plain, &proved] {
            for length in 0..bytes.len() {
                let read = read_proved(&bytes[..length], &table, &game.board, Some(&All::default()));
                assert!(read.is_err(), "{length}");
            }
        }
        // Lemmas without proofs are nothing for a certificate.
        assert!(read_proved(&plain, &table, &game.board, Some(&All::default())).is_err());
    }
}
