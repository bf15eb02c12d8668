//! Bounded certificates: proofs of the bounded engine, which need no past.

use std::fmt;

use super::encode::{header_by_clauses, player, stones};
use super::{Case, Wanted};
use crate::go::{Board, Move, Player, Position};
use crate::rules::Game;
use crate::solve::Stopped;
use crate::solve::bounded::aim::Aim;
use crate::solve::bounded::place::Place;
use crate::solve::bounded::threshold::{Effort, Proved, prove};
use crate::solve::bounded::{Terms, bounds_under};
use superko_certificate::bounded::{Bounded, Section, State, write};
use superko_certificate::format::{Header, PASS, Relation};

/// More symmetries of a graph than this are not listed in a header, so that its certificate does without.
const MOST_MAPS: usize = 1 << 10;

/// Why no bounded certificate was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unbounded {
    /// The search was stopped.
    Stopped(Stopped),
    /// Nothing is claimed by such proofs under the ruleset with these options.
    Rules(&'static str),
    /// The state is not the start of a game.
    Past,
    /// The claim is not of the kind that such proofs have.
    Claim,
    /// There is no such proof of the claim, or of any bound.
    None,
    /// The proof that was found could not be written.
    Wrong(String),
}

impl From<Stopped> for Unbounded {
    fn from(stopped: Stopped) -> Unbounded {
        Unbounded::Stopped(stopped)
    }
}

impl fmt::Display for Unbounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unbounded::Stopped(stopped) => write!(f, "stopped by {stopped}"),
            Unbounded::Rules(rules) => write!(
                f,
                "bounded certificates are not known for {rules} with these options, expected rules for two players by area under which no draw, price of a pass or single pass ends a game"
            ),
            Unbounded::Past => {
                f.write_str("a bounded certificate is of the start of a game, expected no moves")
            }
            Unbounded::Claim => f.write_str(
                "expected >= or <= and a whole number that a score can miss in a bounded certificate",
            ),
            Unbounded::None => f.write_str("no bound was found that needs no past"),
            Unbounded::Wrong(why) => {
                write!(f, "the certificate made is wrong, please report this: {why}")
            }
        }
    }
}

/// A bound to be proved: a player, and the points by which he is ahead at least.
type Goal = (Player, i32);

/// The bytes of a bounded certificate of the start of a game: of a claim, or of the best bounds that are found.
///
/// # Errors
/// [`Unbounded`].
pub fn prove_bounded(
    game: &Game,
    case: &Case,
    only: Option<Wanted>,
    effort: &Effort,
) -> Result<Vec<u8>, Unbounded> {
    let unknown = Unbounded::Rules(game.entry.id);
    let terms = Terms::of(game).or_else(|| Terms::of_endless(game)).ok_or(unknown.clone())?;
    let header = header_by_clauses(game).ok_or(unknown)?;
    if !case.moves.is_empty() {
        return Err(Unbounded::Past);
    }
    let goals = match only {
        Some(wanted) => vec![goal(wanted, &game.board).ok_or(Unbounded::Claim)?],
        None => goals(game, terms, case, effort)?,
    };
    let (mut sections, mut proofs) = (Vec::new(), Vec::new());
    for (prover, threshold) in goals {
        let start = Place::start(&case.start, case.mover, prover);
        let proved = prove(terms, &game.board, &start, threshold, effort)?.ok_or(Unbounded::None)?;
        sections.push(Section::of(player(prover), threshold, proved.terms.retakes_after_pass));
        proofs.push((proved, threshold));
    }
    let (start, mover) = (stones(&case.start), player(case.mover));
    let bounded = Bounded { header: with_maps(header, &game.board), start, mover, sections };
    let mut bytes = Vec::new();
    let move_of = |number: usize, state: &State| {
        let (Proved { terms, proof }, threshold) = &proofs[number];
        let aim = Aim { board: &game.board, terms: *terms, threshold: *threshold };
        let prover = bounded.sections[number].prover();
        match proof.move_at(&aim, &place(state, prover))? {
            Move::Place(point) => Some(point),
            _ => Some(PASS),
        }
    };
    write(&bounded, effort.budget.memory(), &mut bytes, move_of)
        .map_err(|error| Unbounded::Wrong(error.to_string()))?;
    Ok(bytes)
}

/// The bound that a claim asks for.
fn goal(wanted: Wanted, board: &Board) -> Option<Goal> {
    let Wanted { claim, or_no_end } = wanted;
    let goal = match claim.relation {
        Relation::AtLeast => (Player::Black, claim.p),
        Relation::AtMost => (Player::White, -claim.p),
        _ => return None,
    };
    let most = board.points() as i32;
    (claim.q == 1 && !or_no_end && (1 - most..=most).contains(&goal.1)).then_some(goal)
}

/// The best bounds that are found with half of the budget, less those that every score has.
fn goals(game: &Game, terms: Terms, case: &Case, effort: &Effort) -> Result<Vec<Goal>, Unbounded> {
    let budget = effort.budget;
    let half = budget.nodes_left().map_or(u64::MAX, |left| left / 2);
    let part = budget.attempt(half, 2, budget.memory());
    let found = bounds_under(terms, &game.board, &case.start, case.mover, &part, effort.threads);
    if let Some(Stopped::Interrupted) = found.stopped {
        return Err(Stopped::Interrupted.into());
    }
    let mut goals = vec![(Player::Black, found.low), (Player::White, -found.high)];
    goals.retain(|(_, threshold)| *threshold > -(game.board.points() as i32));
    match (goals.is_empty(), found.stopped) {
        (false, _) => Ok(goals),
        (true, Some(stopped)) => Err(stopped.into()),
        (true, None) => Err(Unbounded::None),
    }
}

/// A header with all symmetries of a board that is not a grid, if there are not too many.
fn with_maps(mut header: Header, board: &Board) -> Header {
    if let Some(graph) = header.graph.as_mut().filter(|_| board.symmetries().len() <= MOST_MAPS) {
        let points = 0..board.points() as u8;
        let image =
            |number: usize| points.clone().map(|point| board.symmetries()[number].point(point)).collect();
        // The first is the identity.
        graph.maps = (1..board.symmetries().len()).map(image).collect();
        graph.maps.sort();
    }
    header
}

/// A state of the format as the prover sees it, who is Black in a [`Place`].
fn place(state: &State, prover: u8) -> Place {
    let [own, other] = [prover, 1 - prover].map(|player| state.stones[usize::from(player)]);
    let position = Position { stones: [own, other] };
    Place { position, proving: state.mover == prover, ko: state.ko, passed: state.passed }
}
