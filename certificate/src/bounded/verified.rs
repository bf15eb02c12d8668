//! What is said of a bounded certificate that is right: what it proves, and under which other rules
//! that follows.

use std::fmt;

use super::findings::Findings;
use super::follows::{ANSWERED, follows, is_answered, named};
use super::header::{Bounded, Section};
use crate::conclusion::{Conclusions, Proved, conclude};
use crate::format::{Clauses, Header, Map, Reference, Suicide, Theorem};
use crate::header::name_of;
use crate::refused::Refused;
use crate::text::{details, game};

/// A claim that is proved, and what was found of its proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The claim.
    pub section: Section,
    /// The states of the proof.
    pub states: usize,
    /// The states in which a move is said.
    pub moves: usize,
    /// The most stones of the prover on a line, if no state comes back.
    pub longest: Option<u32>,
    /// For each of some named rulesets and suicide that the proof answers whether the claim
    /// follows, or why it is not claimed.
    pub rulesets: Vec<(&'static str, Suicide, Result<(), String>)>,
}

impl Judged {
    /// What follows from a proof. It is refused if its claim does not follow under the rules of the
    /// header.
    pub(super) fn of(header: &Header, section: Section, found: &Findings) -> Result<Judged, Refused> {
        let threshold = section.threshold();
        follows(&header.clauses, threshold, found)
            .map_err(|why| Refused::wrong(in_words(&section), format!("not claimed: {why}")))?;
        let answered = ANSWERED.iter().copied().filter(|suicide| is_answered(*suicide, found.suicide));
        let judge = |suicide: Suicide| {
            named().into_iter().map(move |(name, clauses)| {
                (name, suicide, follows(&Clauses { suicide, ..clauses }, threshold, found))
            })
        };
        Ok(Judged {
            section,
            states: found.states,
            moves: found.moves,
            longest: found.longest.clone().ok(),
            rulesets: answered.flat_map(judge).collect(),
        })
    }

    /// The lines about the claim: the size of its proof, the rulesets that follow, and those that
    /// do not.
    fn lines(&self) -> Vec<String> {
        let claim = in_words(&self.section);
        let longest = match self.longest {
            Some(longest) => format!("at most {longest} stones of the player whose claim it is on a line"),
            None => "a state may come back".to_string(),
        };
        let mut lines = vec![format!("{claim}: {} states, {} moves, {longest}", self.states, self.moves)];
        for suicide in ANSWERED {
            let of = || self.rulesets.iter().filter(move |(_, of, _)| *of == suicide);
            let with = match suicide {
                Suicide::Forbidden => String::new(),
                _ => format!(" with suicide {}", name_of(&Suicide::ALL, &suicide)),
            };
            let held: Vec<&str> = of().filter(|(.., held)| held.is_ok()).map(|(name, ..)| *name).collect();
            if !held.is_empty() {
                lines.push(format!("{claim}{with} under {}", held.join(", ")));
            }
            for (name, _, held) in of() {
                if let Err(why) = held {
                    lines.push(format!("{claim}{with} is not claimed under {name}: {why}"));
                }
            }
        }
        lines
    }
}

/// A bounded certificate that is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// What it is about.
    pub bounded: Bounded,
    /// Its claims.
    pub judged: Vec<Judged>,
    /// What is proved of the start under the rules of the header.
    pub proved: Proved,
}

impl Verified {
    pub(super) fn of(bounded: Bounded, judged: Vec<Judged>) -> Result<Verified, Refused> {
        let mut proved = Conclusions::new();
        for Section { claim, .. } in &bounded.sections {
            let by = Reference { lemma: 0, map: Map { symmetry: 0, exchanges: false }, last: false };
            let (start, mover, claim) = (bounded.start, bounded.mover, *claim);
            let theorem = Theorem { start, mover, moves: Vec::new(), claim, or_no_end: false, by };
            conclude(&mut proved, &bounded.header, &theorem);
        }
        let low = bounded.sections.first().map(|section| section.claim.p);
        let high = bounded.sections.last().map(|section| section.claim.p);
        match proved.into_values().next() {
            Some(proved) if bounded.sections.len() < 2 || low <= high => {
                Ok(Verified { bounded, judged, proved })
            }
            _ => Err(Refused::wrong("end", "claims that contradict each other")),
        }
    }

    /// Lines that begin with `c`: the rules, the start, and what was found of each claim.
    pub fn comments(&self) -> String {
        let header = &self.bounded.header;
        let start = format!("start {}", self.bounded.state());
        let of_claims = self.judged.iter().flat_map(Judged::lines);
        let lines = [game(header)].into_iter().chain(details(header)).chain([start]).chain(of_claims);
        lines.map(|line| format!("c {line}\n")).collect()
    }

    /// What is proved, on one line without a line feed.
    pub fn summary(&self) -> String {
        format!("{}: {}", game(&self.bounded.header), self.proved.in_words())
    }
}

/// The comments, then the verdict.
impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s VERIFIED {}", self.comments(), self.summary())
    }
}

/// A claim in words.
fn in_words(section: &Section) -> String {
    format!("value {}", section.claim.in_words())
}
