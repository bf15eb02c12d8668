//! Lemmas with their proofs, and how a transcript keeps them: as bytes, since a long search makes millions.

use std::io;
use std::sync::Arc;

use superko_go::Board;
use superko_rules::Key;
use superko_solve::kept::{Reader, in_memory, read_own_step, write_step};
use superko_solve::observer::{self, Ground};
use superko_solve::search::lemma::Lemma;
use superko_solve::{Question, Side};

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

#[cfg(test)]
mod tests {
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
