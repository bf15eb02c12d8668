//! Translates the types of the solver to those of the format, and orders the lemmas of a certificate.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::Hash;

use super::compositions::clauses_of;
use superko_certificate::format::{
    self, Graph, Header, Map, PASS, Reference, Relation, Rules, Step, Stones, Told,
};
use superko_certificate::header::text::is_name;
use superko_go::{Board, Move, Player, Position};
use superko_rules::fact::{Class, Fact};
use superko_rules::{Game, Key, Points};
use superko_solve::canon::Frame;

/// The header of a certificate of a game, without maps; `None` if its rules are not composed of clauses. What version 1 of
/// the format can say is said in version 1. How a game without end is judged is no part of a certificate, which is about
/// finite play.
pub fn header(game: &Game) -> Option<Header> {
    let (board, clauses) = (&game.board, clauses_of(game)?);
    let (rows, cols) = (board.rows(), board.cols());
    let named = |(_, rules): &(&str, Rules)| rules.clauses(clauses.suicide, clauses.occurs) == clauses;
    if let Some((_, rules)) = Rules::ALL.iter().find(|named_rules| board.is_grid() && named(named_rules)) {
        return Some(Header::of_ruleset(rows, cols, *rules, clauses.suicide, clauses.occurs));
    }
    header_by_clauses(game)
}

/// The same in version 2 of the format, whatever version 1 can say.
pub fn header_by_clauses(game: &Game) -> Option<Header> {
    let (board, clauses) = (&game.board, clauses_of(game)?);
    let graph = || Graph { edges: board.edges().collect(), maps: Vec::new() };
    clauses.check(board.points()).ok()?;
    Some(Header {
        rows: board.rows(),
        cols: board.cols(),
        graph: (!board.is_grid()).then(graph),
        told: Told::Clauses(name(game)),
        clauses,
    })
}

/// The ruleset with the options that differ from its defaults, as a name for readers.
fn name(game: &Game) -> Option<String> {
    let varied = game.entry.varied(&game.options);
    let options = varied.into_iter().map(|(axis, value)| format!(" --{} {value}", axis.name()));
    let name: String = std::iter::once(game.entry.id.to_string()).chain(options).collect();
    is_name(&name).then_some(name)
}

/// A player as the format numbers him: 0 for Black, 1 for White, and so on.
pub fn player(player: Player) -> u8 {
    player.index() as u8
}

/// A move as the format numbers it: its intersection, or [`PASS`].
pub fn mv(mv: Move) -> u8 {
    match mv {
        Move::Place(point) => point,
        Move::Pass => PASS,
        _ => unreachable!("rules of clauses have no other moves"),
    }
}

/// A position: in the format the digits of an intersection number its player from 1.
pub fn stones(position: &Position) -> Stones {
    let mut stones = [0; 3];
    for (number, set) in (1..).zip(position.colours()) {
        for (bit, word) in stones.iter_mut().enumerate() {
            *word |= if number >> bit & 1 == 1 { set } else { 0 };
        }
    }
    stones
}

/// A key of the solver as one of the format. Players and phases mean the same in both.
pub fn key(key: &Key) -> format::Key {
    format::Key { stones: stones(&key.position), mover: player(key.mover), phase: key.phase }
}

/// A fact of the solver as one of the format.
pub fn fact(fact: &Fact) -> format::Fact {
    let followed = Class::FOLLOWED.iter().position(|class| *class == fact.class);
    let class = match fact.class {
        _ if followed.is_some() => format::Class::followed(1 + followed.unwrap_or(0) as u8),
        Class::Stood => format::Class::Stood,
        Class::Undone => format::Class::Undone,
        Class::Passed => format::Class::Passed,
        Class::Initialised => format::Class::Initialised,
        Class::Disturbed => format::Class::Disturbed,
        Class::Declined => format::Class::Declined,
        Class::Occurred => format::Class::Occurred,
        Class::OccurredTwice => format::Class::OccurredTwice,
        _ => unreachable!("rules of clauses have no other facts"),
    };
    let second = fact.second.number() as u16;
    format::Fact { second, ..format::Fact::of(class, fact.who.map(player), stones(&fact.position)) }
}

/// A claim about a score, which the format writes as numerator and denominator.
pub fn claim(relation: Relation, points: Points) -> format::Claim {
    format::Claim { relation, p: *points.numer(), q: *points.denom() }
}

/// The map of the format for each symmetry of a board: of a grid its letters, of another graph its place among the
/// symmetries, until [`list_maps`] numbers those that are used.
pub struct Maps(Vec<u16>);

impl Maps {
    /// Finds the maps of a board.
    pub fn of(board: &Board) -> Maps {
        if !board.is_grid() {
            return Maps((0..board.symmetries().len() as u16).collect());
        }
        let (rows, cols) = (board.rows(), board.cols());
        let image = |letters: u16, point: usize| {
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
        let same = |letters: &u16, symmetry: &superko_go::Symmetry| {
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
        Map { symmetry: self.0[usize::from(frame.symmetry)], exchanges: frame.exchanged }
    }
}

/// Lists the symmetries that the maps of the steps use in the header of a board that is not a grid, and numbers the maps
/// by this list.
pub fn list_maps(board: &Board, header: &mut Header, steps: &mut [Step]) {
    let Some(graph) = &mut header.graph else { return };
    let mut used = BTreeMap::new();
    for reference in
        steps.iter_mut().flat_map(Step::references_mut).filter(|reference| reference.map.symmetry > 0)
    {
        let symmetry = &board.symmetries()[usize::from(reference.map.symmetry)];
        let images: Vec<u8> = (0..board.points() as u8).map(|point| symmetry.point(point)).collect();
        used.insert(images, reference.map.symmetry);
    }
    let numbers: HashMap<u16, u16> = used.values().copied().zip(1..).collect();
    graph.maps = used.into_keys().collect();
    for reference in
        steps.iter_mut().flat_map(Step::references_mut).filter(|reference| reference.map.symmetry > 0)
    {
        reference.map.symmetry = numbers[&reference.map.symmetry];
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
        match step {
            Step::Theorem(theorem) if theorem.or_no_end => continue,
            Step::Theorem(_) | Step::Lemma(..) => step.references_mut().into_iter().rev().for_each(&mut mark),
            _ => continue,
        }
    }
}
