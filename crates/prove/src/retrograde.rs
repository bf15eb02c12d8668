//! Certificates of games that may go on for ever, from the results of retrograde analysis.
//!
//! The score that a player forces in finite play is proved by lemmas in the order of the moves that are left: each lemma
//! refers to states that are nearer to the end. The score to which he holds his opponent is proved by a closed set: the
//! states that come up while he makes one chosen move in each and his opponent makes any.
//!
//! All keys are canonical, with Black to move. The player who is sure of a claim is therefore Black in some and White in
//! others, and his claim is stated in his own points.

use std::collections::{BTreeMap, HashMap};

use superko_certificate::format::{self, Outcome, Play, Reference, Relation, Statement, Step};
use superko_go::Move;
use superko_rules::{self, Effect, Game, Key, Points};
use superko_solve::canon::{Canon, Frame};
use superko_solve::retrograde::Retrograde;
use superko_solve::{Budget, Side};

use super::certificate::{self as encode, Case, Maps, Order, Unproved, Wanted, theorem};

// --- Goals ---------------------------------------------------------------------------------------

/// A bound to be proved of a case where games may go on for ever.
struct Goal<'a> {
    case: &'a Case,
    sure: Side,
    aim: Aim,
    or_no_end: bool,
}

pub fn by_retrograde(
    game: &Game,
    cases: &[Case],
    only: Option<Wanted>,
    budget: &Budget,
) -> Result<Vec<Step>, Unproved> {
    let solved = Retrograde::solve_all(game, cases.iter().map(|case| case.state.key), budget)?;
    let mut goals: Vec<Goal> = Vec::new();
    for case in cases {
        let aims = match only {
            None => interval(game, &solved, case),
            Some(wanted) => vec![one(&solved, case, wanted)?],
        };
        goals.extend(aims.into_iter().map(|(sure, aim, or_no_end)| Goal { case, sure, aim, or_no_end }));
    }
    // Goals with the same aim share their lemmas.
    let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (place, goal) in goals.iter().enumerate() {
        groups.entry((goal.or_no_end, goal.aim)).or_default().push(place);
    }
    let (mut steps, mut lemmas) = (Vec::new(), 0);
    let mut references: Vec<Option<Reference>> = vec![None; goals.len()];
    for ((or_no_end, aim), places) in groups {
        let roots: Vec<_> =
            places.iter().map(|&place| (goals[place].case.state.key, goals[place].sure)).collect();
        let mut loopy = Loopy::new(game, &solved, lemmas);
        let found = if or_no_end { loopy.hold(&roots, aim) } else { loopy.force(&roots, aim) };
        lemmas = loopy.lemmas;
        steps.extend(loopy.steps);
        places.into_iter().zip(found).for_each(|(place, reference)| references[place] = Some(reference));
    }
    for (goal, by) in goals.iter().zip(references) {
        let by = by.expect("every goal is in a group");
        steps.push(theorem(goal.case, goal.aim.claim(goal.sure), goal.or_no_end, by));
    }
    Ok(steps)
}

/// The bounds that together give the scores that the players can force in finite play.
fn interval(game: &Game, solved: &Retrograde, case: &Case) -> Vec<(Side, Aim, bool)> {
    let found = solved.interval(&case.state.key);
    let all = Aim { points: game.most(), strict: true };
    let force = |sure: Side, own: i32| {
        let [own, other] = [own, -own].map(|points| Aim { points, strict: false });
        vec![(sure, own, false), (sure.other(), other, true)]
    };
    let black =
        if found.black_forces_end { force(Side::Black, found.low) } else { vec![(Side::White, all, true)] };
    let white =
        if found.white_forces_end { force(Side::White, -found.high) } else { vec![(Side::Black, all, true)] };
    [black, white].concat()
}

/// The bound that a claim states, if it is true.
fn one(solved: &Retrograde, case: &Case, wanted: Wanted) -> Result<(Side, Aim, bool), Unproved> {
    let Wanted { claim, or_no_end } = wanted;
    let refuted = Unproved::Refuted(wanted);
    let sure = Side::ALL[usize::from(claim.sure())];
    let points = if sure == Side::Black { claim.p } else { -claim.p };
    let strict = matches!(claim.relation, Relation::MoreThan | Relation::LessThan);
    let aim = Aim { points, strict };
    if claim.q != 1 {
        return Err(Unproved::Fraction(claim));
    }
    let own = |side: Side| {
        let (score, _) = solved.forced(&case.state.key, side.player())?;
        Some(if side == Side::Black { score } else { -score })
    };
    let so = match or_no_end {
        true => own(sure.other()).is_none_or(|points| aim.served_by(-points)),
        false => own(sure).is_some_and(|points| aim.served_by(points)),
    };
    if so { Ok((sure, aim, or_no_end)) } else { Err(refuted) }
}

// --- Lemmas --------------------------------------------------------------------------------------

/// A bound of which a player is sure, in his own points: his less his opponent's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Aim {
    /// The points.
    pub points: i32,
    /// Whether he gets more than these points.
    pub strict: bool,
}

impl Aim {
    /// Whether this score meets the bound.
    pub fn served_by(self, points: i32) -> bool {
        points > self.points || points == self.points && !self.strict
    }

    /// The bound as a claim of a side.
    pub fn claim(self, sure: Side) -> format::Claim {
        let (relation, points) = match (sure, self.strict) {
            (Side::Black, false) => (Relation::AtLeast, self.points),
            (Side::Black, true) => (Relation::MoreThan, self.points),
            (Side::White, false) => (Relation::AtMost, -self.points),
            (Side::White, true) => (Relation::LessThan, -self.points),
        };
        encode::claim(relation, Points::from_integer(points))
    }
}

/// A canonical key, and the side that is sure: Black is its mover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    key: Key,
    sure: Side,
}

/// What a play leads to: the score in the points of the side that is sure, or a node and the frame to its key.
enum Leads {
    End(i32),
    Next(Node, Frame),
}

/// Writes the lemmas of one solved game.
pub struct Loopy<'a> {
    game: &'a Game,
    solved: &'a Retrograde<'a>,
    maps: Maps,
    /// The steps so far.
    pub steps: Vec<Step>,
    /// The number of the last lemma.
    pub lemmas: u64,
}

impl<'a> Loopy<'a> {
    /// A writer of the lemmas after the first `lemmas`.
    pub fn new(game: &'a Game, solved: &'a Retrograde<'a>, lemmas: u64) -> Loopy<'a> {
        Loopy { game, solved, maps: Maps::of(&game.board), steps: Vec::new(), lemmas }
    }

    fn node(&self, key: &Key, sure: Side) -> (Node, Frame) {
        let canon = Canon::of(&self.game.board, &*self.game.rules, key);
        let frame = canon.frame();
        (Node { key: canon.key, sure: frame.side(sure) }, frame)
    }

    /// The plays at a node.
    fn plays(&self, node: &Node) -> Vec<(Move, Leads)> {
        let lead = |play: superko_rules::Play| {
            let leads = match play.effect {
                Effect::End(score) => Leads::End(if node.sure == Side::Black { score } else { -score }),
                Effect::Next(next, _) => {
                    let (next, frame) = self.node(&next, node.sure);
                    Leads::Next(next, frame)
                }
            };
            (play.mv, leads)
        };
        self.game.plays(&node.key).into_iter().map(lead).collect()
    }

    /// The score that a side forces in finite play, in its own points, and the number of moves that it takes.
    fn forced(&self, node: &Node, side: Side) -> Option<(i32, u32)> {
        let (score, moves) = self.solved.forced(&node.key, side.player())?;
        Some((if side == Side::Black { score } else { -score }, moves))
    }

    fn statement(&self, node: &Node, aim: Aim) -> Statement {
        Statement { key: encode::key(&node.key), claim: aim.claim(node.sure) }
    }

    /// Writes lemmas by which sides force ends that meet a bound, as the analysis has found that they do. Returns a
    /// reference to the lemma about each goal.
    pub fn force(&mut self, goals: &[(Key, Side)], aim: Aim) -> Vec<Reference> {
        let goals: Vec<(Node, Frame)> = goals.iter().map(|(key, sure)| self.node(key, *sure)).collect();
        let roots: Vec<Node> = goals.iter().map(|(node, _)| *node).collect();
        let next = |(_, leads): &(Move, Leads)| match leads {
            Leads::Next(next, _) => Some(*next),
            Leads::End(_) => None,
        };
        let next = |node: &Node| self.forcing(node, aim).iter().filter_map(next).collect();
        let order = Order::of(&roots, next, |_, _| None);
        let first = self.lemmas;
        let refer = |node: &Node, map| Reference { lemma: first + order.number(node), map, last: false };
        for node in &order.nodes {
            let plays = self.written(self.forcing(node, aim), refer);
            self.steps.push(Step::Lemma(self.statement(node, aim), None, plays));
            self.lemmas += 1;
        }
        goals.iter().map(|(node, frame)| refer(node, self.maps.map(*frame))).collect()
    }

    /// The plays of a node in such a proof: all plays of the opponent, or the one of the side that is sure which leads to
    /// an end soonest.
    fn forcing(&self, node: &Node, aim: Aim) -> Vec<(Move, Leads)> {
        let mut plays = self.plays(node);
        if node.sure == Side::White {
            return plays;
        }
        let left = |(_, leads): &(Move, Leads)| match leads {
            Leads::End(points) => aim.served_by(*points).then_some(0),
            Leads::Next(next, _) => self
                .forced(next, next.sure)
                .filter(|(points, _)| aim.served_by(*points))
                .map(|(_, moves)| moves),
        };
        let place = (0..plays.len()).filter(|&place| left(&plays[place]).is_some());
        let place =
            place.min_by_key(|&place| left(&plays[place])).expect("some move forces what the state forces");
        vec![plays.swap_remove(place)]
    }

    fn written(
        &self,
        plays: Vec<(Move, Leads)>,
        refer: impl Fn(&Node, format::Map) -> Reference,
    ) -> Vec<Play> {
        let outcome = |(mv, leads): (Move, Leads)| Play {
            mv: encode::mv(mv),
            outcome: match leads {
                Leads::End(_) => Outcome::End,
                Leads::Next(next, frame) => Outcome::Lemma(refer(&next, self.maps.map(frame))),
            },
        };
        plays.into_iter().map(outcome).collect()
    }

    /// Writes a closed set by which sides meet a bound or the game does not end, as the analysis has found. Returns a
    /// reference to the lemma about each goal.
    pub fn hold(&mut self, goals: &[(Key, Side)], aim: Aim) -> Vec<Reference> {
        let goals: Vec<(Node, Frame)> = goals.iter().map(|(key, sure)| self.node(key, *sure)).collect();
        let (mut places, mut nodes) = (HashMap::new(), Vec::new());
        let add = |places: &mut HashMap<Node, u64>, nodes: &mut Vec<Node>, node: Node| {
            places.entry(node).or_insert_with(|| {
                nodes.push(node);
                nodes.len() as u64
            });
        };
        goals.iter().for_each(|(node, _)| add(&mut places, &mut nodes, *node));
        let mut proofs = Vec::new();
        while let Some(node) = nodes.get(proofs.len()).copied() {
            let plays = self.holding(&node, aim, |node| places.contains_key(node));
            for (_, leads) in &plays {
                if let Leads::Next(next, _) = leads {
                    add(&mut places, &mut nodes, *next);
                }
            }
            proofs.push(plays);
        }
        let first = self.lemmas;
        let refer = |node: &Node, map| Reference { lemma: first + places[node], map, last: false };
        self.steps.push(Step::Closed(nodes.len() as u64));
        for node in &nodes {
            self.steps.push(Step::Member(self.statement(node, aim)));
        }
        for plays in proofs {
            let plays = self.written(plays, refer);
            self.steps.push(Step::Proof(plays));
        }
        self.lemmas += nodes.len() as u64;
        goals.iter().map(|(node, frame)| refer(node, self.maps.map(*frame))).collect()
    }

    /// The plays of a node in a closed set: all plays of the opponent, or one of the side that is sure. Preferred is one
    /// that leads to an end, then one into the set as it is, then a pass, which leads to the fewest new states.
    fn holding(&self, node: &Node, aim: Aim, known: impl Fn(&Node) -> bool) -> Vec<(Move, Leads)> {
        let mut plays = self.plays(node);
        if node.sure == Side::White {
            return plays;
        }
        let cost = |(mv, leads): &(Move, Leads)| match leads {
            Leads::End(points) => aim.served_by(*points).then_some(0),
            Leads::Next(next, _) => {
                // The opponent must not be able to force an end that misses the bound.
                let other = self.forced(next, next.sure.other());
                let held = other.is_none_or(|(points, _)| aim.served_by(-points));
                held.then_some(if known(next) {
                    1
                } else if *mv == Move::Pass {
                    2
                } else {
                    3
                })
            }
        };
        let place = (0..plays.len()).filter(|&place| cost(&plays[place]).is_some());
        let place =
            place.min_by_key(|&place| cost(&plays[place])).expect("some move holds what the state holds");
        vec![plays.swap_remove(place)]
    }
}
