//! Altered certificates: each is refused, or all that it states is true.
//!
//! Every theorem of an accepted mutant is compared with the value of its state under the rules that
//! the mutant names, and every lemma with states that have its key and a history in which its reads
//! hold. A table lists how many mutants of each kind were accepted. Some mutants of every kind that
//! can do harm must have been refused, and none of the others.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use superko_certificate::format::{Header, Step, Told};
use superko_certificate::text::{game, state};
use superko_certificate::verify::Verified;

use super::games::state_of;
use super::kinds::{BYTE_KINDS, Base, KINDS, Kind, bases};
use super::random::Random;
use super::truth::{Truth, Untrue};
use super::written::{read_back, shown, verdict};
use crate::common::sample;
use crate::common::searching::on_a_large_stack;

/// The number of mutants of each ruleset.
const MUTANTS: usize = 5_500;

/// The number of attempts to make one of a kind.
const ATTEMPTS: usize = 200;

#[derive(Default)]
struct Count {
    made: usize,
    refused: usize,
    true_all_the_same: usize,
}

/// What is true under each header that has come up.
#[derive(Default)]
pub struct Truths(HashMap<String, Option<Truth>>);

impl Truths {
    /// `None` if the solver has no such rules.
    fn of(&mut self, header: &Header) -> Option<&mut Truth> {
        let about = Header { told: Told::Clauses(None), ..header.clone() };
        let edges = about.graph.as_ref().map(|graph| &graph.edges);
        self.0.entry(format!("{}{edges:?}", game(&about))).or_insert_with(|| Truth::new(header)).as_mut()
    }

    /// Whether an accepted certificate states nothing untrue. Nothing is known of rules that the
    /// solver does not have.
    pub fn check(&mut self, verified: &Verified, bytes: &[u8]) -> Result<(), Untrue> {
        let (header, steps) = read_back(&shown(bytes)).map_err(|malformed| malformed.to_string())?;
        let Some(truth) = self.of(&header) else { return Ok(()) };
        truth.check(&steps)?;
        // What follows from all theorems about a state together.
        for step in &steps {
            let Step::Theorem(theorem) = step else { continue };
            let proved = &verified.proved[&state(&header, theorem)];
            let state = state_of(truth.game, theorem).ok_or("no such state")?;
            if proved.value().is_some_and(|value| Some(value) != truth.concluded(&state)) {
                return Err(format!("{theorem:?}: {}", proved.in_words()));
            }
            if proved.interval().is_some_and(|interval| interval != truth.interval(&state)) {
                return Err(format!("{theorem:?}: {}", proved.in_words()));
            }
        }
        Ok(())
    }
}

fn no_mutant_proves_what_is_not_so(ruleset: &str) {
    on_a_large_stack(|| attack(ruleset));
}

fn attack(ruleset: &str) {
    let mut random = Random::new(ruleset);
    let bases = bases(ruleset);
    let mut truths = Truths::default();
    for base in &bases {
        for bytes in &base.originals {
            truths.check(&verdict(bytes).unwrap(), bytes).unwrap();
        }
    }
    let rules = &bases[0].header().clone();
    let kinds: Vec<Kind> = KINDS.into_iter().chain(BYTE_KINDS).filter(|kind| (kind.among)(rules)).collect();
    let each = super::cases(MUTANTS).div_ceil(kinds.len());
    let mut counts: Vec<Count> = Vec::new();
    for kind in &kinds {
        let mut count = Count::default();
        for _ in 0..each {
            let (base, bytes) = mutant(&bases, kind, &mut random);
            count.made += 1;
            let found = catch_unwind(AssertUnwindSafe(|| verdict(&bytes)));
            let about = || format!("{}, {}:\n{}", base.name, kind.name, String::from_utf8_lossy(&bytes));
            match found.unwrap_or_else(|_| panic!("a panic on {}", about())) {
                Err(_) => count.refused += 1,
                Ok(verified) => {
                    truths.check(&verified, &bytes).unwrap_or_else(|untrue| panic!("{untrue}\n{}", about()));
                    count.true_all_the_same += 1;
                }
            }
        }
        counts.push(count);
    }
    println!("{}", table(ruleset, &kinds, &counts, &truths));
    for (kind, count) in kinds.iter().zip(&counts) {
        let few = !sample::is_whole() && count.made < 20;
        if rules.clauses.players > 3 || few && (kind.harmful)(rules) {
            // The boards are too small for more than three players to be harmed by each kind, or too few
            // were drawn.
            assert!(count.refused > 0 || count.true_all_the_same > 0);
        } else if (kind.harmful)(rules) {
            assert!(count.refused > 0, "{ruleset}: none of {} was refused", kind.name);
        } else {
            assert_eq!(count.refused, 0, "{ruleset}: {} does no harm", kind.name);
        }
    }
}

/// A mutant of any of the certificates.
pub fn mutant<'a>(bases: &'a [Base], kind: &Kind, random: &mut Random) -> (&'a Base, Vec<u8>) {
    let mut attempt = || {
        let base = &bases[random.below(bases.len())];
        Some((base, base.mutant(kind, random)?))
    };
    let made = (0..ATTEMPTS).find_map(|_| attempt());
    made.unwrap_or_else(|| panic!("nothing to alter by {}", kind.name))
}

fn table(ruleset: &str, kinds: &[Kind], counts: &[Count], truths: &Truths) -> String {
    let mut table = format!("{ruleset:26} mutants  refused  accepted and true\n");
    let mut row = |name: &str, Count { made, refused, true_all_the_same }: &Count| {
        let _ = writeln!(table, "  {name:24} {made:7} {refused:8} {true_all_the_same:18}");
    };
    let mut all = Count::default();
    for (kind, count) in kinds.iter().zip(counts) {
        row(kind.name, count);
        all.made += count.made;
        all.refused += count.refused;
        all.true_all_the_same += count.true_all_the_same;
    }
    row("all", &all);
    let sum = |figure: fn(&Truth) -> usize| truths.0.values().flatten().map(figure).sum::<usize>();
    let (values, confirmed, lemmas) =
        (sum(Truth::values), sum(|truth| truth.confirmed), sum(|truth| truth.lemmas));
    let _ = write!(
        table,
        "  {values} states valued, {confirmed} of them confirmed by the naive engine; {lemmas} lemmas held \
         against states, {} games",
        truths.0.len()
    );
    table
}

crate::certificates::for_every_ruleset!(no_mutant_proves_what_is_not_so);
