//! Bounded certificates: proofs of the bounded engine, which read no history.

use std::fmt;
use std::io::{self, Read, Write};

use superko_certificate::bounded::{Bounded, Replies, Section, State, write};
use superko_certificate::format::{Header, PASS, Relation};
use superko_go::{Board, Move, Player, Position};
use superko_rules::{Game, Line};
use superko_solve::Stopped;
use superko_solve::attack::persist::{
    read_bounds_state, read_threshold_state, write_bounds_state, write_threshold_state,
};
use superko_solve::attack::replies::Limits;
use superko_solve::attack::state::{AttackGoal, AttackState};
use superko_solve::attack::thresholds::{Effort, Proved, ThresholdState, prove};
use superko_solve::attack::value::BoundsState;
use superko_solve::attack::{BoundsSearch, Terms};
use superko_solve::persist::{Persist, Reader, Writer, unreadable};

use super::certificate::{ProofGoal, encode_player, encode_position, header_by_clauses};

/// The maximum number of symmetries of a graph in a header. A graph with more has none there.
const MAX_MAPS: usize = 1 << 10;

/// The limits of proofs by replies in the format.
pub fn stated(limits: Limits) -> Replies {
    let Limits { most, points, untouched } = limits;
    Replies { most, points, untouched }
}

/// Error in the making of a bounded certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoundedError {
    /// The search was stopped.
    Stopped(Stopped),
    /// Such proofs are not valid under the ruleset with these options.
    Rules(&'static str),
    /// The state is not the start of a game.
    Past,
    /// Such proofs have no claims of this kind.
    Claim,
    /// There is no such proof of the claim, or of any bound. If there were repairs, proofs were found,
    /// and each has a line with a banned repetition.
    None {
        /// The repairs of the proofs that were found.
        repairs: usize,
    },
    /// The proof that was found could not be written.
    Wrong(String),
}

impl From<Stopped> for BoundedError {
    fn from(stopped: Stopped) -> BoundedError {
        BoundedError::Stopped(stopped)
    }
}

impl fmt::Display for BoundedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoundedError::Stopped(stopped) => write!(f, "stopped by {stopped}"),
            BoundedError::Rules(rules) => write!(
                f,
                "bounded certificates are not known for {rules} with these options, expected rules for \
                 two players by area under which no draw, price of a pass or single pass ends a game"
            ),
            BoundedError::Past => {
                f.write_str("a bounded certificate is of the start of a game, expected no moves")
            }
            BoundedError::Claim => f.write_str(
                "expected >= or <= and a whole number that a score can miss in a bounded certificate",
            ),
            BoundedError::None { repairs: 0 } => f.write_str("no bound was found that needs no history"),
            BoundedError::None { repairs } => write!(
                f,
                "no bound was found that needs no history: in the proofs that were found a banned \
                 repetition is left (repairs: {repairs})"
            ),
            BoundedError::Wrong(why) => {
                write!(f, "the certificate made is wrong, please report this: {why}")
            }
        }
    }
}

/// A bounded certificate of the start of a game, as bytes: of a claim, or of the best bounds that
/// are found.
///
/// # Errors
/// [`BoundedError`]. If the search was stopped, the same call with `unfinished` resumes it.
pub fn prove_bounded(
    game: &Game,
    line: &Line,
    only: Option<ProofGoal>,
    effort: &Effort,
    unfinished: &mut Unfinished,
) -> Result<Vec<u8>, BoundedError> {
    let unknown = BoundedError::Rules(game.entry.id);
    let terms = Terms::of(game).or_else(|| Terms::of_endless(game)).ok_or(unknown.clone())?;
    let header = header_by_clauses(game).ok_or(unknown)?;
    if !line.moves.is_empty() {
        return Err(BoundedError::Past);
    }
    let goals = match (only, &unfinished.goals) {
        (Some(wanted), _) => vec![goal_of_claim(wanted, &game.board).ok_or(BoundedError::Claim)?],
        (None, Some(goals)) => goals.clone(),
        (None, None) => best_bounds(game, terms, line, effort, unfinished)?,
    };
    let (mut sections, mut proofs, mut by_replies) = (Vec::new(), Vec::new(), false);
    for (number, (prover, threshold)) in goals.into_iter().enumerate() {
        let start = AttackState::start(&line.start, line.to_move, prover);
        let sought = unfinished.sought(number);
        let Some(proved) = prove(terms, &game.board, &start, threshold, effort, sought)? else {
            return Err(BoundedError::None { repairs: sought.repairs });
        };
        let aim = AttackGoal { board: &game.board, terms: proved.terms, threshold };
        by_replies |= aim.by_replies();
        let retakes = proved.terms.natural && proved.proof.answers_a_ko_after_a_pass(&aim);
        sections.push(Section::of(
            encode_player(prover),
            threshold,
            proved.terms.retakes_after_pass,
            retakes,
        ));
        proofs.push((proved, threshold));
    }
    let (start, mover) = (encode_position(&line.start), encode_player(line.to_move));
    let replies = by_replies.then(|| stated(effort.replies));
    let bounded = Bounded { header: with_maps(header, &game.board), start, mover, replies, sections };
    let mut bytes = Vec::new();
    let move_of = |number: usize, state: &State| {
        let (Proved { terms, proof }, threshold) = &proofs[number];
        let aim = AttackGoal { board: &game.board, terms: *terms, threshold: *threshold };
        let prover = bounded.sections[number].prover();
        match proof.move_at(&aim, &node_of(state, prover))? {
            Move::Place(point) => Some(point),
            _ => Some(PASS),
        }
    };
    write(&bounded, effort.budget.memory(), &mut bytes, move_of)
        .map_err(|error| BoundedError::Wrong(error.to_string()))?;
    Ok(bytes)
}

/// The goal of a claim, if such proofs have claims of its kind.
pub fn goal_of_claim(wanted: ProofGoal, board: &Board) -> Option<Goal> {
    let ProofGoal { claim, or_no_end } = wanted;
    let goal = match claim.relation {
        Relation::AtLeast => (Player::Black, claim.p),
        Relation::AtMost => (Player::White, -claim.p),
        _ => return None,
    };
    let most = board.points() as i32;
    (claim.q == 1 && !or_no_end && (1 - most..=most).contains(&goal.1)).then_some(goal)
}

/// The best bounds that half of the budget finds, except those that every score meets.
fn best_bounds(
    game: &Game,
    terms: Terms,
    line: &Line,
    effort: &Effort,
    unfinished: &mut Unfinished,
) -> Result<Vec<Goal>, BoundedError> {
    let Effort { budget, threads, .. } = *effort;
    let half = budget.nodes_left().map_or(u64::MAX, |left| left / 2);
    let limits = *unfinished.limits.get_or_insert_with(|| budget.attempt(half, 2, budget.memory()).limits());
    let part = budget.within(limits);
    let mut bounding = BoundsSearch::new(terms, &game.board, &line.start, line.to_move, &part, threads);
    unfinished.climbing.take().into_iter().for_each(|climbing| bounding.resume(climbing));
    bounding.go(u64::MAX);
    let found = bounding.found();
    if found.stopped.is_some() {
        unfinished.climbing = bounding.ended();
    }
    if let Some(Stopped::Interrupted) = found.stopped {
        return Err(Stopped::Interrupted.into());
    }
    let mut goals = vec![(Player::Black, found.low), (Player::White, -found.high)];
    goals.retain(|(_, threshold)| *threshold > -(game.board.points() as i32));
    if !goals.is_empty() || found.stopped.is_none() {
        (unfinished.goals, unfinished.climbing) = (Some(goals.clone()), None);
    }
    match (goals.is_empty(), found.stopped) {
        (false, _) => Ok(goals),
        (true, Some(stopped)) => Err(stopped.into()),
        (true, None) => Err(BoundedError::None { repairs: 0 }),
    }
}

/// The header with all symmetries of a board that is not a grid, if there are not too many.
fn with_maps(mut header: Header, board: &Board) -> Header {
    if let Some(graph) = header.graph.as_mut().filter(|_| board.symmetries().len() <= MAX_MAPS) {
        let points = 0..board.points() as u8;
        let image =
            |number: usize| points.clone().map(|point| board.symmetries()[number].point(point)).collect();
        // The first is the identity.
        graph.maps = (1..board.symmetries().len()).map(image).collect();
        graph.maps.sort();
    }
    header
}

/// The node of a state of the format. The prover is Black in a [`AttackState`].
fn node_of(state: &State, prover: u8) -> AttackState {
    let [own, other] = [prover, 1 - prover].map(|player| state.stones[usize::from(player)]);
    let position = Position { stones: [own, other] };
    AttackState { position, proving: state.mover == prover, ko: state.ko, passed: state.passed }
}

// --- A certificate in the making, as far as it has come ------------------------------------------

/// A bound to be proved: a player, and his minimum margin.
pub type Goal = (Player, i32);

/// The resumable state of an unfinished bounded certificate, of one game, starting position and
/// claim.
#[derive(Default)]
pub struct Unfinished {
    /// The number of intersections and the first mover, if the state is resumable.
    of: Option<(usize, Player)>,
    /// The unfinished search for the best bounds.
    climbing: Option<BoundsState>,
    /// The limits of that search within the current budget.
    limits: Option<superko_solve::Limits>,
    /// The best bounds, once they are known.
    goals: Option<Vec<Goal>>,
    /// The unfinished search of each goal.
    sought: Vec<ThresholdState>,
}

impl Unfinished {
    /// An empty state that is resumable.
    pub fn kept(board: &Board, mover: Player) -> Unfinished {
        Unfinished { of: Some((board.points(), mover)), ..Unfinished::default() }
    }

    /// The search of the goal of a number.
    fn sought(&mut self, number: usize) -> &mut ThresholdState {
        let is_kept = self.of.is_some();
        if self.sought.len() <= number {
            self.sought.resize_with(number + 1, || {
                if is_kept { ThresholdState::kept() } else { ThresholdState::default() }
            });
        }
        &mut self.sought[number]
    }
}

impl Persist for Unfinished {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let to = &mut Writer(to);
        to.bool(self.climbing.is_some())?;
        self.climbing.iter().try_for_each(|climbing| write_bounds_state(to, climbing))?;
        to.bool(self.goals.is_some())?;
        if let Some(goals) = &self.goals {
            to.count(goals.len())?;
            goals.iter().try_for_each(|(player, threshold)| {
                to.player(*player)?;
                to.signed(*threshold)
            })?;
        }
        to.count(self.sought.len())?;
        self.sought.iter().try_for_each(|sought| write_threshold_state(to, sought))
    }

    fn read(&mut self, from: &mut dyn Read, memory: usize) -> io::Result<()> {
        let from = &mut Reader(from);
        let (points, mover) = self.of.ok_or_else(unreadable)?;
        if from.bool()? {
            self.climbing = Some(read_bounds_state(from, points, mover, memory)?);
        }
        if from.bool()? {
            let goals = (0..from.count()?).map(|_| match (from.player()?, from.signed()?) {
                (player @ (Player::Black | Player::White), threshold) => Ok((player, threshold)),
                _ => Err(unreadable()),
            });
            self.goals = Some(goals.collect::<io::Result<_>>()?);
        }
        for _ in 0..from.count()? {
            self.sought.push(read_threshold_state(from, points, memory)?);
        }
        Ok(())
    }
}
