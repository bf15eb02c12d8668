//! Proofs found by the search, of games that always end, and their lemmas as bytes.

use std::io::{self, Read, Write};
use std::sync::Arc;

use ahash::AHashSet;
use superko_certificate::format::{Claim, Relation};
use superko_rules::{Game, Points, State};
use superko_solve::kept::{Kept, Reader, Writer, read_step, write_step};
use superko_solve::observer::Observer;
use superko_solve::search::jobs::{Helpers, Manager};
use superko_solve::search::kept::{ReadRuns, WrittenRuns, read_key, read_lemma, write_lemma};
use superko_solve::{Budget, Hit, Question, Session, Side, Value};

use super::certificate::{Case, Proof, Unproved, Wanted, header_of, theorem, whole};
use super::transcript::{Entry, Said, Transcript, claim};

/// A certificate of lemmas in the making.
pub struct Proving<'a> {
    pub(super) session: Session<'a>,
    transcript: &'a Transcript,
    first: Vec<Claim>,
}

impl<'a> Proving<'a> {
    /// Nothing so far. The transcript, which is new, is for this alone.
    ///
    /// # Panics
    /// When it is asked for a proof, if games may go on for ever.
    pub fn new(game: &'a Game, transcript: &'a Transcript) -> Proving<'a> {
        Proving { session: Session::new(game).observed_by(transcript), transcript, first: Vec::new() }
    }

    /// The same, whose work can be kept, to go on from.
    pub fn kept(self) -> Proving<'a> {
        Proving { session: self.session.kept(), ..self }
    }

    /// The same, which proves these claims in their order before a claim that it is asked for. They should be easier: claims that
    /// follow from that one. Their lemmas serve its proof, and the certificate does not state them. On 1x13 that takes more nodes
    /// than the claim alone, and on 1x16 it led to a proof where the claim alone did not.
    pub fn after(self, first: Vec<Claim>) -> Proving<'a> {
        Proving { first, ..self }
    }

    /// The same, which knows nothing yet and has helpers with a state. The transcript is one that is [shared](Transcript::shared).
    pub fn helped_by(self, helpers: &'a dyn Helpers, state: &State) -> Proving<'a> {
        Proving { session: self.session.helped_by(helpers, state), ..self }
    }

    /// A session for one who helps with a proof.
    pub fn helping(game: &'a Game, transcript: &'a Transcript, manager: &dyn Manager) -> Session<'a> {
        Session::new(game).observed_by(transcript).helping(manager)
    }

    /// Passes on to the helpers what is known, after it was read.
    pub fn tell_helpers(&self) {
        self.session.tell_helpers();
    }

    /// Proves what [`prove`](super::prove) proves. When it was stopped, the same call goes on from what is known.
    ///
    /// # Errors
    /// [`Unproved`].
    pub fn prove(
        &mut self,
        cases: &[Case],
        only: Option<Wanted>,
        budget: &Budget,
    ) -> Result<Proof, Unproved> {
        let game = self.session.game();
        header_of(game)?;
        self.session.begin();
        let (mut goals, mut hits) = (Vec::new(), Vec::new());
        for case in cases {
            let questions = match only {
                Some(wanted) => vec![(wanted.claim, question(wanted.claim))],
                None => {
                    let value =
                        match self.session.value(&case.state, budget).map_err(|(_, stopped)| stopped)? {
                            Value::Points(points) => points,
                            Value::NoResult => unreachable!("a game that ends has a score"),
                        };
                    let sharpest = Side::ALL.map(|side| (side, Question::sharpest(side, value)));
                    sharpest.map(|(side, question)| (claim(side, question), question)).to_vec()
                }
            };
            if only.is_some() {
                for claim in &self.first {
                    let found = self.session.prove(&case.state, &[question(*claim)], budget)?;
                    found.iter().try_for_each(|hit| proves(hit, *claim))?;
                }
            }
            let asked: Vec<Question> = questions.iter().map(|(_, question)| *question).collect();
            let found = self.session.prove(&case.state, &asked, budget)?;
            for ((wanted, _), hit) in questions.into_iter().zip(found) {
                proves(&hit, wanted)?;
                goals.push((case, wanted));
                hits.push(hit);
            }
        }
        let (mut steps, references) = self.transcript.steps(&game.board, &hits);
        steps
            .extend(goals.iter().zip(references).map(|((case, claim), by)| theorem(case, *claim, false, by)));
        whole(game, steps)
    }
}

/// Whether the lemma that answers the question of a claim proves the claim.
fn proves(hit: &Hit, claim: Claim) -> Result<(), Unproved> {
    if hit.frame.side(hit.lemma.sure) as u8 == claim.sure() {
        return Ok(());
    }
    Err(Unproved::Refuted(Wanted { claim, or_no_end: false }))
}

/// The question that a claim answers.
fn question(claim: Claim) -> Question {
    let strict = matches!(claim.relation, Relation::MoreThan | Relation::AtMost);
    Question { points: Points::new(claim.p, claim.q), strict }
}

// --- Lemmas and their proofs as bytes, for work that goes on in another run ----------------------
//
// A lemma of a [`Session`](superko_solve::Session) alone would do to find a value, and not to write down why.

fn write_said(to: &mut Writer, Said { number, sure, claim }: &Said) -> io::Result<()> {
    to.number(*number)?;
    to.side(*sure)?;
    to.question(*claim)
}

fn read_said(from: &mut Reader) -> io::Result<Said> {
    Ok(Said { number: from.number()?, sure: from.side()?, claim: from.question()? })
}

impl Kept for Proving<'_> {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let mut in_table = AHashSet::new();
        self.session.each_lemma(|lemma| _ = in_table.insert(lemma.number));
        let (to, runs, needed) = (&mut Writer(to), &mut WrittenRuns::default(), self.transcript.needed());
        to.number(self.session.numbered())?;
        to.count(needed.count())?;
        for Entry { key, said, lemma, steps } in needed.all() {
            to.bool(in_table.contains(&said.number))?;
            to.key(&key)?;
            to.bool(lemma.is_some())?;
            match lemma {
                Some(lemma) => write_lemma(to, &lemma, runs)?,
                None => write_said(to, &said)?,
            }
            to.count(steps.len())?;
            steps.iter().try_for_each(|step| write_step(to, step))?;
        }
        self.session.write_guidance(to)
    }

    fn read(&mut self, from: &mut dyn Read, memory: usize) -> io::Result<()> {
        let (from, board) = (&mut Reader(from), &self.session.game().board);
        self.session.number_from(from.number()?);
        let (mut known, mut dropped, mut runs) = (AHashSet::new(), false, ReadRuns::default());
        for _ in 0..from.count()? {
            let (in_table, key) = (from.bool()?, read_key(from, board)?);
            let lemma = match from.bool()? {
                true => Some(Arc::new(read_lemma(from, board, &mut runs)?)),
                false => None,
            };
            let said = lemma.as_ref().map_or_else(|| read_said(from), |lemma| Ok(Said::of(lemma)))?;
            let steps = (0..from.count()?).map(|_| read_step(from, board, &|number| known.contains(&number)));
            let steps = steps.collect::<io::Result<_>>()?;
            known.insert(said.number);
            if let Some(lemma) = lemma.as_ref().filter(|_| in_table) {
                dropped |= self.session.add_lemma(key, lemma, memory);
            }
            self.transcript.add(Entry { key, said, lemma, steps });
        }
        // Only now it is known what all of them refer to.
        match dropped {
            true => self.transcript.let_go(),
            false => self.transcript.tidy(),
        }
        self.session.read_guidance(from, memory)
    }
}
