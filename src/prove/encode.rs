//! Translates the types of the solver to those of the format, and orders the lemmas of a certificate.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use crate::go::{Board, Move, Player, Suicide};
use crate::rules::axes::{Axis, Lift};
use crate::rules::fact::{Class, Fact};
use crate::rules::{Game, Key, Points};
use crate::solve::canon::Frame;
use superko_certificate::format::{self, Map, Outcome, PASS, Reference, Relation, Step};

/// The header of a certificate of a game; `None` if the format does not have the game: another ruleset, an option that
/// the format does not have (the scoring is by area, for two players), or a board that is not a grid. How a game without
/// end is judged is no part of a certificate, which is about finite play.
pub fn header(game: &Game) -> Option<format::Header> {
    let is_known = |axis: Axis| matches!(axis, Axis::Suicide | Axis::Lift | Axis::Cycles);
    if !game.board.is_grid() || !game.entry.varied(&game.options).iter().all(|(axis, _)| is_known(*axis)) {
        return None;
    }
    let rules = format::Rules::ALL.into_iter().find(|(name, _)| *name == game.entry.id)?.1;
    Some(format::Header {
        rows: game.board.rows(),
        cols: game.board.cols(),
        rules,
        suicide: match game.options.suicide {
            Suicide::Forbidden => format::Suicide::Forbidden,
            Suicide::Allowed => format::Suicide::Allowed,
            Suicide::MultiStone => format::Suicide::MultiStone,
        },
        lift: match game.options.lift {
            Lift::Stands => format::Lift::Stands,
            Lift::Produced => format::Lift::Produced,
            Lift::ProducedKo => format::Lift::ProducedKo,
        },
    })
}

/// A player as the format numbers him: 0 for Black, 1 for White.
pub fn player(player: Player) -> u8 {
    player.index() as u8
}

/// A move as the format numbers it: its intersection, or [`PASS`].
pub fn mv(mv: Move) -> u8 {
    match mv {
        Move::Place(point) => point,
        Move::Pass => PASS,
        _ => unreachable!("the format knows no ruleset with other moves"),
    }
}

/// A key of the solver as one of the format. Positions, players and phases mean the same in both.
pub fn key(key: &Key) -> format::Key {
    let phase = u16::try_from(key.phase).expect("the rulesets of the format have few phases");
    format::Key { stones: key.position.stones, mover: player(key.mover), phase }
}

/// A fact of the solver as one of the format, which has the four classes that its rulesets need.
pub fn fact(fact: &Fact) -> format::Fact {
    let class = match fact.class {
        Class::Stood => format::Class::Stood,
        Class::Undone => format::Class::Undone,
        Class::Passed => format::Class::Passed,
        Class::Initialised => format::Class::Initialised,
        _ => unreachable!("the format knows no ruleset with other facts"),
    };
    format::Fact { class, who: fact.who.map(player), stones: fact.position.stones }
}

/// A claim about a score, which the format writes as numerator and denominator.
pub fn claim(relation: Relation, points: Points) -> format::Claim {
    format::Claim { relation, p: *points.numer(), q: *points.denom() }
}

/// The map of the format for each symmetry of a board.
pub struct Maps(Vec<u8>);

impl Maps {
    /// Finds the maps of a grid.
    pub fn of(board: &Board) -> Maps {
        let (rows, cols) = (board.rows(), board.cols());
        let image = |letters: u8, point: usize| {
            let (mut r, mut c) = (point / cols, point % cols);
            if letters & 1 != 0 {
                (r, c) = (c, r);
            }
            if letters & 2 != 0 {
                r = rows - 1 - r;
            }
            if letters & 4 != 0 {
                c = cols - 1 - c;
            }
            (r * cols + c) as u8
        };
        let letters = (0..8).filter(|letters| letters & 1 == 0 || rows == cols);
        let same = |letters: &u8, symmetry: &crate::go::Symmetry| {
            (0..board.points()).all(|point| image(*letters, point) == symmetry.point(point as u8))
        };
        let found = board.symmetries().iter().map(|symmetry| {
            let found = letters.clone().find(|letters| same(letters, symmetry));
            found.expect("every symmetry of a grid is made of a transposition and two flips")
        });
        Maps(found.collect())
    }

    /// The map of a frame.
    pub fn map(&self, frame: Frame) -> Map {
        Map(self.0[usize::from(frame.symmetry)] | if frame.exchanged { 8 } else { 0 })
    }
}

/// The order in which the lemmas of a certificate are written, and their numbers.
pub struct Order<N> {
    /// The lemmas, each after those to which it refers.
    pub nodes: Vec<N>,
    numbers: HashMap<N, u64>,
}

impl<N: Copy + Eq + Hash> Order<N> {
    /// Orders all lemmas on which the roots rest. `next` lists the lemmas to which one refers; references must not form
    /// a cycle. `instead(lemma, false)` may name a lemma that is written already and can stand for one that is not yet;
    /// `instead(lemma, true)` is called for each lemma when it is written.
    pub fn of(
        roots: &[N],
        next: impl Fn(&N) -> Vec<N>,
        mut instead: impl FnMut(&N, bool) -> Option<N>,
    ) -> Order<N> {
        let (mut nodes, mut numbers): (Vec<N>, HashMap<N, u64>) = (Vec::new(), HashMap::new());
        let mut open: Vec<(N, Vec<N>)> = Vec::new();
        for root in roots {
            let mut wanted = Some(*root);
            loop {
                if let Some(node) = wanted.filter(|node| !numbers.contains_key(node)) {
                    match instead(&node, false) {
                        Some(other) => _ = numbers.insert(node, numbers[&other]),
                        None => open.push((node, next(&node))),
                    }
                }
                let Some((node, rest)) = open.last_mut() else { break };
                wanted = rest.pop();
                if wanted.is_none() {
                    nodes.push(*node);
                    numbers.insert(*node, nodes.len() as u64);
                    instead(node, true);
                    open.pop();
                }
            }
        }
        Order { nodes, numbers }
    }

    /// The number of a lemma.
    pub fn number(&self, node: &N) -> u64 {
        self.numbers[node]
    }
}

/// Marks the last reference to each lemma, after which a checker may forget the lemma. References within closed sets are
/// in no order and are left unmarked.
pub fn mark_last(steps: &mut [Step]) {
    let mut seen = HashSet::new();
    let mut mark = |reference: &mut Reference| reference.last = seen.insert(reference.lemma);
    for step in steps.iter_mut().rev() {
        let plays = match step {
            Step::Theorem(theorem) if !theorem.or_no_end => {
                mark(&mut theorem.by);
                continue;
            }
            Step::Lemma(_, _, plays) => plays,
            _ => continue,
        };
        for play in plays.iter_mut().rev() {
            if let Outcome::Lemma(reference) = &mut play.outcome {
                mark(reference);
            }
        }
    }
}
