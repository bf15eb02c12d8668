//! What a program was seen to do: for each node that it was asked at, the moves that it takes to be
//! legal; and how a ruleset stands to that.

use std::collections::BTreeMap;

use super::session::Moves;
use superko_go::bits::PointSet;
use superko_go::player::Move;
use superko_rules::Points;
use superko_rules::game::{Game, Ruling};
use superko_rules::ruleset::Play;
use superko_rules::ruleset::State;

/// A node of the games that a program was asked about.
#[derive(Debug, Clone)]
pub struct Node<S: PointSet> {
    /// The node before; the root has itself.
    pub parent: usize,
    /// The move that leads here; that of the root means nothing.
    pub mv: Move<S::Point>,
    /// The number of moves from the start.
    pub depth: usize,
    /// What the program takes to be legal, once it was asked.
    pub legal: Option<Moves<S>>,
    /// The score that the program gives, if it was asked.
    pub score: Option<Points>,
    children: BTreeMap<Move<S::Point>, usize>,
}

/// The nodes that a program was asked at, as a tree of games.
#[derive(Debug, Clone)]
pub struct Observed<S: PointSet> {
    nodes: Vec<Node<S>>,
    asked: usize,
    kept: usize,
}

/// How many moves all nodes together may keep, which is about 64 MiB.
const MAX_KEPT: usize = 1 << 24;

impl<S: PointSet> Default for Observed<S> {
    fn default() -> Observed<S> {
        let root =
            Node { parent: 0, mv: Move::Pass, depth: 0, legal: None, score: None, children: BTreeMap::new() };
        Observed { nodes: vec![root], asked: 0, kept: 0 }
    }
}

impl<S: PointSet> Observed<S> {
    /// The root.
    pub const ROOT: usize = 0;

    /// The node of an index.
    pub fn node(&self, index: usize) -> &Node<S> {
        &self.nodes[index]
    }

    /// The number of nodes at which the program was asked.
    pub fn asked(&self) -> usize {
        self.asked
    }

    /// Whether no more nodes can be kept.
    pub fn is_full(&self) -> bool {
        self.kept >= MAX_KEPT
    }

    /// The node after a move, which is made if there is none.
    pub fn after(&mut self, index: usize, mv: Move<S::Point>) -> usize {
        let next = self.nodes.len();
        let place = *self.nodes[index].children.entry(mv).or_insert(next);
        if place == next {
            let depth = self.nodes[index].depth + 1;
            self.nodes.push(Node {
                parent: index,
                mv,
                depth,
                legal: None,
                score: None,
                children: BTreeMap::new(),
            });
        }
        place
    }

    /// The node after a move, if there is one.
    pub fn child(&self, index: usize, mv: Move<S::Point>) -> Option<usize> {
        self.nodes[index].children.get(&mv).copied()
    }

    /// Writes down what the program takes to be legal at a node, in place of an earlier answer.
    pub fn set_legal(&mut self, index: usize, legal: Moves<S>) {
        self.kept += legal.len() + 8;
        self.asked += usize::from(self.nodes[index].legal.is_none());
        self.nodes[index].legal = Some(legal);
    }

    /// Writes down the score that the program gives at a node.
    pub fn set_score(&mut self, index: usize, score: Points) {
        self.nodes[index].score = Some(score);
    }

    /// The moves from the start to a node.
    pub fn moves(&self, mut index: usize) -> Moves<S> {
        let mut moves = Vec::with_capacity(self.nodes[index].depth);
        while index != Observed::<S>::ROOT {
            moves.push(self.nodes[index].mv);
            index = self.nodes[index].parent;
        }
        moves.reverse();
        moves
    }

    /// For each node, whether the program was asked there or at a node after it, and the last of the
    /// nodes just after it for which this is so; the node itself if there is none.
    fn uses(&self) -> Vec<(bool, usize)> {
        let asked = |(index, node): (usize, &Node<S>)| (node.legal.is_some(), index);
        let mut uses: Vec<(bool, usize)> = self.nodes.iter().enumerate().map(asked).collect();
        // A node comes after its parent.
        for (index, node) in self.nodes.iter().enumerate().skip(1).rev() {
            if uses[index].0 {
                let last = uses[node.parent].1.max(index);
                uses[node.parent] = (true, last);
            }
        }
        uses
    }

    /// How a ruleset stands to what was seen, as `judged` says. Nodes are looked at in the order in
    /// which they were first reached; with `first_only` not beyond the first that contradicts the
    /// ruleset. Where the time is over the numbers are of what was looked at until then.
    pub fn explained(&self, game: &Game<S>, first: State<S>, judged: &Judged) -> Explained {
        let Judged { tells_end, first_only, over } = *judged;
        let uses = self.uses();
        let mut states: Vec<Option<At<S>>> = Vec::with_capacity(self.nodes.len());
        let mut explained = Explained { agreeing: 0, beyond: 0, differing: 0, first: None };
        for (index, node) in self.nodes.iter().enumerate() {
            if index % NODES_AT_ONCE == 0 && over() {
                return explained;
            }
            let at = match index {
                0 => Some(At::Open(first.clone())),
                _ if !uses[index].0 => None,
                // A move that the ruleset bars has been told at the node before.
                _ => states[node.parent].as_ref().and_then(|at| at.after(game, node.mv)),
            };
            if let Some(legal) = &node.legal {
                match at.as_ref().map(|at| at.compare(game, legal, node.score)) {
                    None | Some(Compared::Beyond) => explained.beyond += 1,
                    Some(Compared::GoesOn) if !tells_end => explained.beyond += 1,
                    Some(Compared::Same) => explained.agreeing += 1,
                    Some(_) => {
                        explained.differing += 1;
                        let shorter = |found: &usize| node.depth < self.nodes[*found].depth;
                        if explained.first.as_ref().is_none_or(shorter) {
                            explained.first = Some(index);
                        }
                        if first_only {
                            return explained;
                        }
                    }
                }
            }
            // A state is kept as long as there are nodes after it.
            states.push(at.filter(|_| uses[index].1 > index));
            if uses[node.parent].1 == index {
                states[node.parent] = None;
            }
        }
        explained
    }
}

/// How a ruleset is held against what was seen.
#[derive(Clone, Copy)]
pub struct Judged<'a> {
    /// Whether the program is known to take nothing to be legal when a game has ended.
    pub tells_end: bool,
    /// Whether the first contradiction is enough.
    pub first_only: bool,
    /// Whether the time is over, which does not change once it is.
    pub over: &'a (dyn Fn() -> bool + Sync),
}

/// The nodes that are looked at between two looks at the time.
const NODES_AT_ONCE: usize = 256;

/// How a ruleset stands to what was seen.
#[derive(Debug, Clone, Copy)]
pub struct Explained {
    /// The nodes at which the program does as the ruleset says.
    pub agreeing: usize,
    /// The nodes at which the ruleset says nothing that the program could be held to: after its
    /// end, where the program does not say that a game has ended, and after a move that it bars.
    pub beyond: usize,
    /// The nodes at which it does otherwise.
    pub differing: usize,
    /// The node after the fewest moves among these.
    pub first: Option<usize>,
}

/// A node as a ruleset has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum At<S: PointSet> {
    /// The game goes on.
    Open(State<S>),
    /// It has ended, with this score.
    Ended(Points),
}

/// How a program stands to a ruleset at a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Compared<S: PointSet> {
    /// It does as the ruleset says.
    Same,
    /// The moves that the program alone takes to be legal, and those that the ruleset alone does.
    Moves {
        /// The program's.
        accepts: Moves<S>,
        /// The ruleset's.
        refuses: Moves<S>,
    },
    /// The program takes nothing to be legal, where the game goes on.
    EndsEarly,
    /// The program takes moves to be legal, where the game has ended.
    GoesOn,
    /// Both have ended the game, with different scores.
    Score {
        /// The program's.
        program: Points,
        /// The ruleset's.
        rules: Points,
    },
    /// The ruleset has moves here for which the protocol has no words.
    Beyond,
}

impl<S: PointSet> At<S> {
    /// The node after a move, unless that may not be made.
    pub fn after(&self, game: &Game<S>, mv: Move<S::Point>) -> Option<At<S>> {
        let At::Open(state) = self else { return None };
        let play = game.rules.play(&game.board, &state.key, mv)?;
        match game.rule(state, &play) {
            Ruling::Barred(_) => None,
            Ruling::Ends(score) => Some(At::Ended(score)),
            Ruling::Leads(next) => Some(At::Open(next)),
        }
    }

    /// The legal moves, in the order of the board and then pass; none after the end, nor where a player
    /// can only resign. `None` if the ruleset has moves here in place of stones and passes.
    pub fn legal(&self, game: &Game<S>) -> Option<Moves<S>> {
        let At::Open(state) = self else { return Some(Vec::new()) };
        // A move that is not banned leads on or ends the game. Where it leads is not asked, as the
        // history would be copied for each.
        let open = |play: &Play<S>| !play.bars.iter().any(|fact| state.past.get(fact).is_some());
        let legal = game.plays(&state.key).into_iter().filter(open).map(|play| play.mv);
        let word = |mv: &Move<S::Point>| !matches!(mv, Move::Place(_) | Move::Pass);
        let legal: Moves<S> = legal.collect();
        // These are made beside stones and passes; what the players say after a stop is not.
        let beside = |mv: &Move<S::Point>| matches!(mv, Move::Challenge(_) | Move::Coupon | Move::Resign);
        match legal.iter().any(|mv| word(mv) && !beside(mv)) {
            true => None,
            false => Some(legal.into_iter().filter(|mv| !beside(mv)).collect()),
        }
    }

    /// How a program stands to the ruleset here, which takes these moves to be legal.
    pub fn compare(&self, game: &Game<S>, seen: &[Move<S::Point>], score: Option<Points>) -> Compared<S> {
        let Some(legal) = self.legal(game) else { return Compared::Beyond };
        match (self, seen.is_empty()) {
            (At::Ended(rules), empty) => match score.filter(|score| score != rules) {
                Some(program) => Compared::Score { program, rules: *rules },
                None if empty => Compared::Same,
                None => Compared::GoesOn,
            },
            (At::Open(_), true) if legal.is_empty() => Compared::Same,
            (At::Open(_), true) => Compared::EndsEarly,
            // Both are in the order of the board.
            (At::Open(_), false) if *seen == *legal => Compared::Same,
            (At::Open(_), false) => {
                let without = |all: &[Move<S::Point>], other: &[Move<S::Point>]| {
                    all.iter().filter(|mv| !other.contains(mv)).copied().collect::<Vec<_>>()
                };
                let (accepts, refuses) = (without(seen, &legal), without(&legal, seen));
                Compared::Moves { accepts, refuses }
            }
        }
    }

    /// Whether what was seen here contradicts the ruleset.
    pub fn contradicts(
        &self,
        game: &Game<S>,
        seen: &[Move<S::Point>],
        score: Option<Points>,
        tells_end: bool,
    ) -> bool {
        match self.compare(game, seen, score) {
            Compared::Same | Compared::Beyond => false,
            Compared::GoesOn => tells_end,
            _ => true,
        }
    }
}
