//! A proof of one threshold, by which as much as possible follows: it is looked for on the terms of a game, and then on
//! wider terms, which are those of more rulesets, with a small multiple of the effort.

use super::Terms;
use super::aim::Aim;
use super::mend::{Mended, mended};
use super::place::Place;
use super::proof::Proof;
use super::search::{MOST_BOUND, Prover};
use crate::go::Board;
use crate::solve::budget::{Budget, Stopped};

/// What wider terms may take: so many times the nodes of those of the game, and so many more.
const TIMES: u64 = 4;
const MORE: u64 = 10_000;

/// Where the terms of the game took more nodes than this, wider ones are not tried: who wants them names a ruleset that
/// has them.
const MOST_NODES: u64 = 10_000_000;

/// By how much the bound may be greater on wider terms.
const WIDER: u8 = 2;

/// A proof of a threshold, and the terms on which it holds. Without a proof the start is settled.
#[derive(Debug)]
pub struct Proved {
    /// The terms.
    pub terms: Terms,
    /// The proof.
    pub proof: Proof,
}

/// What a search for a proof may take, and how it goes about it.
#[derive(Debug, Clone, Copy)]
pub struct Effort<'a> {
    /// The limits.
    pub budget: &'a Budget,
    /// The threads. The proof and the nodes are the same from run to run on one thread alone.
    pub threads: usize,
    /// The bound that is tried first. Where it is known that smaller ones do not do, a search that begins with a greater one
    /// takes fewer nodes.
    pub first: u8,
}

/// Looks for a proof that the prover gets a threshold from a start; `None` if there is none on these terms.
///
/// # Errors
/// What stopped the search.
pub fn prove(
    terms: Terms,
    board: &Board,
    start: &Place,
    threshold: i32,
    effort: &Effort,
) -> Result<Option<Proved>, Stopped> {
    let budget = effort.budget;
    let aim = |terms| Aim { board, terms, threshold };
    let Some((proof, bound, nodes)) = with_bounds(aim(terms), start, MOST_BOUND, effort)? else {
        return Ok(None);
    };
    for wider in terms.wider().filter(|_| nodes <= MOST_NODES) {
        let part = budget.part(TIMES * nodes + MORE);
        let effort = Effort { budget: &part, ..*effort };
        let found = with_bounds(aim(wider), start, bound.saturating_add(WIDER).min(MOST_BOUND), &effort);
        let spent = budget.spend(part.nodes());
        match (found, spent) {
            (Ok(Some((proof, ..))), _) => return Ok(Some(Proved { terms: wider, proof })),
            (Err(Stopped::Interrupted), _) | (_, Err(Stopped::Interrupted)) => {
                return Err(Stopped::Interrupted);
            }
            // A limit leaves the proof that there is.
            (_, Err(_)) => break,
            (Ok(None) | Err(_), Ok(())) => {}
        }
    }
    Ok(Some(Proved { terms, proof }))
}

/// A proof with the least bound from the first up to one, that bound, and the nodes that it took.
fn with_bounds(
    aim: Aim,
    start: &Place,
    most: u8,
    effort: &Effort,
) -> Result<Option<(Proof, u8, u64)>, Stopped> {
    // As much for the table as for the proof and what is made of it.
    let bytes = effort.budget.memory() / 2;
    let mut prover = Prover::new(aim, bytes, effort.budget).on_threads(effort.threads);
    let (mut found, mut rounds) = (None, 0);
    for bound in effort.first..=most.max(effort.first) {
        effort.budget.ask(format!("a proof with {bound} stones of the player"));
        match mended(&mut prover, start, bound, bytes, &mut rounds)? {
            Mended::Holds(proof) => found = Some((proof, bound, prover.nodes())),
            Mended::GivenUp => {}
            Mended::Unproved => continue,
        }
        break;
    }
    prover.settle_accounts();
    Ok(found)
}
