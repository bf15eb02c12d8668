//! Certificates of games that always end, by the search, and their lemmas as bytes.

use std::io::{self, Read, Write};
use std::sync::Arc;

use ahash::AHashSet;
use superko_certificate::format::{Claim, Relation};
use superko_rules::{Game, Line, Points, State};
use superko_solve::dfpn::jobs::{Helpers, Manager};
use superko_solve::lemma::persist::{ReadLists, WrittenLists, read_key, read_lemma, write_lemma};
use superko_solve::observer::{Observer, read_step, write_step};
use superko_solve::persist::{Persist, Reader, Writer};
use superko_solve::{Budget, Hit, Session, Side, Threshold, Value};

use super::certificate::{Proof, ProofError, ProofGoal, header_of, theorem, whole};
use super::transcript::{Entry, Summary, Transcript, claim};

/// A search for a certificate of lemmas.
pub struct CertificateSearch<'a> {
    pub(super) session: Session<'a>,
    transcript: &'a Transcript,
    first_claims: Vec<Claim>,
}

impl<'a> CertificateSearch<'a> {
    /// A search with a new transcript of its own.
    ///
    /// # Panics
    /// [`CertificateSearch::prove`] panics if games may go on for ever.
    pub fn new(game: &'a Game, transcript: &'a Transcript) -> CertificateSearch<'a> {
        CertificateSearch {
            session: Session::new(game).observed_by(transcript),
            transcript,
            first_claims: Vec::new(),
        }
    }

    /// Makes the search resumable ([`Persist`]).
    pub fn kept(self) -> CertificateSearch<'a> {
        CertificateSearch { session: self.session.kept(), ..self }
    }

    /// Proves these claims, in order, before the requested one. They should be easier, such as
    /// claims that follow from it: their lemmas serve its proof, and the certificate does not state
    /// them. On 1x13 that takes more nodes than the claim alone, and on 1x16 it led to a proof
    /// where the claim alone did not.
    pub fn after(self, first_claims: Vec<Claim>) -> CertificateSearch<'a> {
        CertificateSearch { first_claims, ..self }
    }

    /// Adds helpers with a state to a new search, whose transcript is [shared](Transcript::shared).
    pub fn helped_by(self, helpers: &'a dyn Helpers, state: &State) -> CertificateSearch<'a> {
        CertificateSearch { session: self.session.helped_by(helpers, state), ..self }
    }

    /// A session of a helper with a proof.
    pub fn helping(game: &'a Game, transcript: &'a Transcript, manager: &dyn Manager) -> Session<'a> {
        Session::new(game).observed_by(transcript).helping(manager)
    }

    /// Sends the lemmas of a resumed search to the helpers.
    pub fn broadcast(&self) {
        self.session.broadcast();
    }

    /// Makes the certificate of [`prove`](super::prove). After a stop the same call resumes the
    /// search.
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn prove(
        &mut self,
        lines: &[Line],
        only: Option<ProofGoal>,
        budget: &Budget,
    ) -> Result<Proof, ProofError> {
        let game = self.session.game();
        header_of(game)?;
        self.session.begin();
        let (mut goals, mut hits) = (Vec::new(), Vec::new());
        for line in lines {
            let claims = match only {
                Some(wanted) => {
                    for claim in &self.first_claims {
                        let found = self.session.prove(&line.state, &[question(*claim)], budget)?;
                        found.iter().try_for_each(|hit| proves(hit, *claim))?;
                    }
                    vec![wanted.claim]
                }
                None => match self.session.value(&line.state, budget).map_err(|(_, stopped)| stopped)? {
                    Value::Points(value) => {
                        Side::ALL.map(|side| claim(side, Threshold::sharpest(side, value))).to_vec()
                    }
                    Value::NoResult => unreachable!("a game that ends has a score"),
                },
            };
            let thresholds: Vec<Threshold> = claims.iter().map(|claim| question(*claim)).collect();
            let found = self.session.prove(&line.state, &thresholds, budget)?;
            for (claim, hit) in claims.into_iter().zip(found) {
                proves(&hit, claim)?;
                goals.push((line, claim));
                hits.push(hit);
            }
        }
        let (mut steps, references) = self.transcript.steps(&game.board, &hits);
        steps
            .extend(goals.iter().zip(references).map(|((line, claim), by)| theorem(line, *claim, false, by)));
        whole(game, steps)
    }
}

/// Checks that the lemma that answers the question of a claim proves the claim.
fn proves(hit: &Hit, claim: Claim) -> Result<(), ProofError> {
    if hit.frame.side(hit.lemma.sure) as u8 == claim.sure() {
        return Ok(());
    }
    Err(ProofError::Refuted(ProofGoal { claim, or_no_end: false }))
}

/// The question that a claim answers.
fn question(claim: Claim) -> Threshold {
    let strict = matches!(claim.relation, Relation::MoreThan | Relation::AtMost);
    Threshold { points: Points::new(claim.p, claim.q), strict }
}

// --- Lemmas and their proofs as bytes, for work that goes on in another run ----------------------
//
// The lemmas of a session alone suffice to find a value, but not to write down its proof.

fn write_said(to: &mut Writer, Summary { number, sure, claim }: &Summary) -> io::Result<()> {
    to.number(*number)?;
    to.side(*sure)?;
    to.question(*claim)
}

fn read_said(from: &mut Reader) -> io::Result<Summary> {
    Ok(Summary { number: from.number()?, sure: from.side()?, claim: from.question()? })
}

impl Persist for CertificateSearch<'_> {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let mut in_table = AHashSet::new();
        self.session.each_lemma(|lemma| _ = in_table.insert(lemma.number));
        let (to, runs) = (&mut Writer(to), &mut WrittenLists::default());
        let (entries, needed) = self.transcript.needed();
        to.number(self.session.numbered())?;
        to.count(needed.len())?;
        for Entry { key, summary, lemma, steps } in needed.iter().map(|number| entries.entry(*number)) {
            to.bool(in_table.contains(&summary.number))?;
            to.key(&key)?;
            to.bool(lemma.is_some())?;
            match lemma {
                Some(lemma) => write_lemma(to, &lemma, runs)?,
                None => write_said(to, &summary)?,
            }
            to.count(steps.len())?;
            steps.iter().try_for_each(|step| write_step(to, step))?;
        }
        self.session.write_search_state(to)
    }

    fn read(&mut self, from: &mut dyn Read, memory: usize) -> io::Result<()> {
        let (from, board) = (&mut Reader(from), &self.session.game().board);
        self.session.number_from(from.number()?);
        let (mut known, mut dropped, mut runs) = (AHashSet::new(), false, ReadLists::default());
        for _ in 0..from.count()? {
            let (in_table, key) = (from.bool()?, read_key(from, board)?);
            let lemma = match from.bool()? {
                true => Some(Arc::new(read_lemma(from, board, &mut runs)?)),
                false => None,
            };
            let summary = lemma.as_ref().map_or_else(|| read_said(from), |lemma| Ok(Summary::of(lemma)))?;
            let steps = (0..from.count()?).map(|_| read_step(from, board, &|number| known.contains(&number)));
            let steps = steps.collect::<io::Result<_>>()?;
            known.insert(summary.number);
            if let Some(lemma) = lemma.as_ref().filter(|_| in_table) {
                dropped |= self.session.add_lemma(key, lemma, memory);
            }
            self.transcript.add(Entry { key, summary, lemma, steps });
        }
        // Only now all references are known.
        match dropped {
            true => self.transcript.release(),
            false => self.transcript.sweep_if_due(),
        }
        self.session.read_search_state(from, memory)
    }
}
