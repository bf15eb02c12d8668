//! Certificates of games that may go on for ever, from the results of retrograde analysis.
//!
//! The score that a player forces in finite play is proved by lemmas in the order of the moves that
//! are left: each lemma refers to states that are nearer to the end. The score to which he holds
//! his opponent is proved by a closed set: the states that arise when he makes one chosen move in
//! each and his opponent makes any.
//!
//! All keys are canonical, with Black to move. The player who is sure of a claim is therefore Black
//! in some and White in others, and his claim is stated in his own points.

use std::collections::{BTreeMap, HashMap};

use superko_certificate::format::{self, Outcome, Play, Reference, Relation, Statement, Step};
use superko_go::Move;
use superko_rules::{self, Effect, Game, Key, Line, Points};
use superko_solve::canon::{Canon, Frame};
use superko_solve::retrograde::Retrograde;
use superko_solve::{Budget, Side};

use super::certificate::{
    Maps, Order, ProofError, ProofGoal, encode_claim, encode_key, encode_move, theorem,
};

// --- Goals ---------------------------------------------------------------------------------------

/// A bound to be proved about a line.
struct Goal<'a> {
    line: &'a Line,
    sure: Side,
    bound: Bound,
    or_no_end: bool,
}

pub fn by_retrograde(
    game: &Game,
    lines: &[Line],
    only: Option<ProofGoal>,
    budget: &Budget,
) -> Result<Vec<Step>, ProofError> {
    let solved = Retrograde::solve_all(game, lines.iter().map(|line| line.state.key), budget)?;
    let mut goals: Vec<Goal> = Vec::new();
    for line in lines {
        let bounds = match only {
            None => bounds_of_interval(game, &solved, line),
            Some(wanted) => vec![bound_of_claim(&solved, line, wanted)?],
        };
        goals.extend(bounds.into_iter().map(|(sure, bound, or_no_end)| Goal {
            line,
            sure,
            bound,
            or_no_end,
        }));
    }
    // Goals with the same bound share lemmas.
    let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, goal) in goals.iter().enumerate() {
        groups.entry((goal.or_no_end, goal.bound)).or_default().push(index);
    }
    let (mut steps, mut lemmas) = (Vec::new(), 0);
    let mut references: Vec<Option<Reference>> = vec![None; goals.len()];
    for ((or_no_end, bound), indices) in groups {
        let roots: Vec<_> =
            indices.iter().map(|&index| (goals[index].line.state.key, goals[index].sure)).collect();
        let mut writer = ProofWriter::new(game, &solved, lemmas);
        let found = if or_no_end { writer.hold(&roots, bound) } else { writer.force(&roots, bound) };
        lemmas = writer.lemmas;
        steps.extend(writer.steps);
        indices.into_iter().zip(found).for_each(|(index, reference)| references[index] = Some(reference));
    }
    for (goal, by) in goals.iter().zip(references) {
        let by = by.expect("every goal is in a group");
        steps.push(theorem(goal.line, goal.bound.claim(goal.sure), goal.or_no_end, by));
    }
    Ok(steps)
}

/// The bounds that together state the scores that the players can force in finite play.
fn bounds_of_interval(game: &Game, solved: &Retrograde, line: &Line) -> Vec<(Side, Bound, bool)> {
    let found = solved.interval(&line.state.key);
    let all = Bound { points: game.most(), strict: true };
    let force = |sure: Side, own: i32| {
        let [own, other] = [own, -own].map(|points| Bound { points, strict: false });
        vec![(sure, own, false), (sure.other(), other, true)]
    };
    let black =
        if found.black_forces_end { force(Side::Black, found.low) } else { vec![(Side::White, all, true)] };
    let white =
        if found.white_forces_end { force(Side::White, -found.high) } else { vec![(Side::Black, all, true)] };
    [black, white].concat()
}

/// The bound that a claim states, if the claim is true.
fn bound_of_claim(
    solved: &Retrograde,
    line: &Line,
    wanted: ProofGoal,
) -> Result<(Side, Bound, bool), ProofError> {
    let ProofGoal { claim, or_no_end } = wanted;
    let refuted = ProofError::Refuted(wanted);
    let sure = Side::ALL[usize::from(claim.sure())];
    let points = if sure == Side::Black { claim.p } else { -claim.p };
    let strict = matches!(claim.relation, Relation::MoreThan | Relation::LessThan);
    let bound = Bound { points, strict };
    if claim.q != 1 {
        return Err(ProofError::Fraction(claim));
    }
    let own = |side: Side| {
        let (score, _) = solved.forced(&line.state.key, side.player())?;
        Some(if side == Side::Black { score } else { -score })
    };
    let so = match or_no_end {
        true => own(sure.other()).is_none_or(|points| bound.met_by(-points)),
        false => own(sure).is_some_and(|points| bound.met_by(points)),
    };
    if so { Ok((sure, bound, or_no_end)) } else { Err(refuted) }
}

// --- Lemmas --------------------------------------------------------------------------------------

/// A bound on the margin of a player: his points minus his opponent's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bound {
    /// The margin.
    pub points: i32,
    /// Whether the margin is exceeded.
    pub strict: bool,
}

impl Bound {
    /// Whether a margin meets the bound.
    pub fn met_by(self, points: i32) -> bool {
        points > self.points || points == self.points && !self.strict
    }

    /// The claim of a side.
    pub fn claim(self, sure: Side) -> format::Claim {
        let (relation, points) = match (sure, self.strict) {
            (Side::Black, false) => (Relation::AtLeast, self.points),
            (Side::Black, true) => (Relation::MoreThan, self.points),
            (Side::White, false) => (Relation::AtMost, -self.points),
            (Side::White, true) => (Relation::LessThan, -self.points),
        };
        encode_claim(relation, Points::from_integer(points))
    }
}

/// A canonical key, whose mover is Black, and the side that is sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    key: Key,
    sure: Side,
}

/// The successor after a play: a final margin of the side that is sure, or a node and the frame to
/// its key.
enum Successor {
    End(i32),
    Next(Node, Frame),
}

/// A writer of the lemmas of a solved game.
pub struct ProofWriter<'a> {
    game: &'a Game,
    solved: &'a Retrograde<'a>,
    maps: Maps,
    /// The steps so far.
    pub steps: Vec<Step>,
    /// The number of the last lemma.
    pub lemmas: u64,
}

impl<'a> ProofWriter<'a> {
    /// A writer of the lemmas after the first `lemmas`.
    pub fn new(game: &'a Game, solved: &'a Retrograde<'a>, lemmas: u64) -> ProofWriter<'a> {
        ProofWriter { game, solved, maps: Maps::of(&game.board), steps: Vec::new(), lemmas }
    }

    fn node(&self, key: &Key, sure: Side) -> (Node, Frame) {
        let canon = Canon::of(&self.game.board, &*self.game.rules, key);
        let frame = canon.frame();
        (Node { key: canon.key, sure: frame.side(sure) }, frame)
    }

    /// The plays at a node with their successors.
    fn plays(&self, node: &Node) -> Vec<(Move, Successor)> {
        let lead = |play: superko_rules::Play| {
            let leads = match play.effect {
                Effect::End(score) => Successor::End(if node.sure == Side::Black { score } else { -score }),
                Effect::Next(next, _) => {
                    let (next, frame) = self.node(&next, node.sure);
                    Successor::Next(next, frame)
                }
            };
            (play.mv, leads)
        };
        self.game.plays(&node.key).into_iter().map(lead).collect()
    }

    /// The margin that a side forces in finite play, and the number of moves that this takes.
    fn forced(&self, node: &Node, side: Side) -> Option<(i32, u32)> {
        let (score, moves) = self.solved.forced(&node.key, side.player())?;
        Some((if side == Side::Black { score } else { -score }, moves))
    }

    fn statement(&self, node: &Node, bound: Bound) -> Statement {
        Statement { key: encode_key(&node.key), claim: bound.claim(node.sure) }
    }

    /// Writes lemmas by which sides force ends that meet a bound, and returns a reference to the
    /// lemma about each goal. The analysis must have found that they do.
    pub fn force(&mut self, goals: &[(Key, Side)], bound: Bound) -> Vec<Reference> {
        let goals: Vec<(Node, Frame)> = goals.iter().map(|(key, sure)| self.node(key, *sure)).collect();
        let roots: Vec<Node> = goals.iter().map(|(node, _)| *node).collect();
        let next = |(_, leads): &(Move, Successor)| match leads {
            Successor::Next(next, _) => Some(*next),
            Successor::End(_) => None,
        };
        let next = |node: &Node| self.forcing(node, bound).iter().filter_map(next).collect();
        let order = Order::of(&roots, next, |_, _| None);
        let first = self.lemmas;
        let refer = |node: &Node, map| Reference { lemma: first + order.number(node), map, last: false };
        for node in &order.nodes {
            let plays = self.written(self.forcing(node, bound), refer);
            self.steps.push(Step::Lemma(self.statement(node, bound), None, plays));
            self.lemmas += 1;
        }
        goals.iter().map(|(node, frame)| refer(node, self.maps.map(*frame))).collect()
    }

    /// The plays of a node in a proof: all plays of the opponent, or the cheapest of the side that
    /// is sure.
    fn chosen<C: Ord>(
        &self,
        node: &Node,
        cost: impl Fn(&(Move, Successor)) -> Option<C>,
    ) -> Vec<(Move, Successor)> {
        let mut plays = self.plays(node);
        if node.sure == Side::White {
            return plays;
        }
        let costs = plays.iter().enumerate().filter_map(|(index, play)| Some((cost(play)?, index)));
        let (_, index) = costs.min().expect("some move keeps what the state has");
        vec![plays.swap_remove(index)]
    }

    /// The plays of a node in a proof by forced ends. Preferred is the play that leads to an end
    /// soonest.
    fn forcing(&self, node: &Node, bound: Bound) -> Vec<(Move, Successor)> {
        self.chosen(node, |(_, leads)| match leads {
            Successor::End(points) => bound.met_by(*points).then_some(0),
            Successor::Next(next, _) => {
                let (points, moves) = self.forced(next, next.sure)?;
                bound.met_by(points).then_some(moves)
            }
        })
    }

    fn written(
        &self,
        plays: Vec<(Move, Successor)>,
        refer: impl Fn(&Node, format::Map) -> Reference,
    ) -> Vec<Play> {
        let outcome = |(mv, leads): (Move, Successor)| Play {
            mv: encode_move(mv),
            outcome: match leads {
                Successor::End(_) => Outcome::End,
                Successor::Next(next, frame) => Outcome::Lemma(refer(&next, self.maps.map(frame))),
            },
        };
        plays.into_iter().map(outcome).collect()
    }

    /// Writes a closed set by which sides meet a bound or the game does not end, and returns a
    /// reference to the lemma about each goal. The analysis must have found that they do.
    pub fn hold(&mut self, goals: &[(Key, Side)], bound: Bound) -> Vec<Reference> {
        let goals: Vec<(Node, Frame)> = goals.iter().map(|(key, sure)| self.node(key, *sure)).collect();
        let (mut indices, mut nodes) = (HashMap::new(), Vec::new());
        let add = |indices: &mut HashMap<Node, u64>, nodes: &mut Vec<Node>, node: Node| {
            indices.entry(node).or_insert_with(|| {
                nodes.push(node);
                nodes.len() as u64
            });
        };
        goals.iter().for_each(|(node, _)| add(&mut indices, &mut nodes, *node));
        let mut proofs = Vec::new();
        while let Some(node) = nodes.get(proofs.len()).copied() {
            let plays = self.holding(&node, bound, |node| indices.contains_key(node));
            for (_, leads) in &plays {
                if let Successor::Next(next, _) = leads {
                    add(&mut indices, &mut nodes, *next);
                }
            }
            proofs.push(plays);
        }
        let first = self.lemmas;
        let refer = |node: &Node, map| Reference { lemma: first + indices[node], map, last: false };
        self.steps.push(Step::Closed(nodes.len() as u64));
        for node in &nodes {
            self.steps.push(Step::Member(self.statement(node, bound)));
        }
        for plays in proofs {
            let plays = self.written(plays, refer);
            self.steps.push(Step::Proof(plays));
        }
        self.lemmas += nodes.len() as u64;
        goals.iter().map(|(node, frame)| refer(node, self.maps.map(*frame))).collect()
    }

    /// The plays of a node in a closed set. Preferred is a play that leads to an end, then one into
    /// the set as it is, then a pass, which leads to the fewest new states.
    fn holding(&self, node: &Node, bound: Bound, known: impl Fn(&Node) -> bool) -> Vec<(Move, Successor)> {
        self.chosen(node, |(mv, leads)| match leads {
            Successor::End(points) => bound.met_by(*points).then_some(0),
            Successor::Next(next, _) => {
                // The opponent must not be able to force an end that misses the bound.
                let other = self.forced(next, next.sure.other());
                let held = other.is_none_or(|(points, _)| bound.met_by(-points));
                held.then_some(if known(next) {
                    1
                } else if *mv == Move::Pass {
                    2
                } else {
                    3
                })
            }
        })
    }
}
