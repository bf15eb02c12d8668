//! The shortest game from the empty board on which two rulesets part, or after which they have other
//! winners.
//!
//! Games are walked ply by ply on all boards at once, so that the first one found is as short as any;
//! of two of the same length that on the smaller board comes first. A pair of states that other moves
//! have led to is not walked again: what follows depends on the states alone, and the game that came
//! to it first is as short.

use std::collections::HashSet;

use serde::Serialize;

use super::NamedRules;
use crate::report::records::{MoveName, SCHEMA};
use superko_go::{Board, Move, Position};
use superko_rules::referee::Referee;
use superko_rules::{Game, Points, Rules, Ruling, State};
use superko_solve::{Budget, Session, Stopped, Value};

/// Target of a walk through games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// A move that is legal under one of the rulesets alone, or ends the game under one alone, or
    /// with other scores.
    Parting,
    /// A state in which Black wins under the first ruleset and White under the second, or the other
    /// way round, where all moves are legal under both.
    Winners,
}

/// The result of a move under one of the rulesets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "result", rename_all = "kebab-case")]
pub enum MoveResult {
    /// The move may not be made.
    Illegal {
        /// The reason.
        why: String,
    },
    /// The move ends the game.
    Ends {
        /// Black's points minus White's.
        score: String,
    },
    /// The game goes on.
    GoesOn,
}

/// What was found of two rulesets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct FoundGame {
    /// The board.
    pub board: String,
    /// The moves, the last of which parts the rulesets if that was asked for.
    pub moves: Vec<MoveName>,
    /// The result of the last move under each of the rulesets, if they part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<[MoveResult; 2]>,
    /// The value of the state after the moves under each of the rulesets, if they have other winners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<[Value; 2]>,
}

/// Result of a walk.
#[derive(Debug)]
pub struct Walked {
    /// The shortest game, if one was found.
    pub found: Option<FoundGame>,
    /// All games of fewer moves than this, on all boards, were looked at.
    pub plies: usize,
    /// The pairs of states that were looked at.
    pub states: u64,
    /// The pairs of states of which a value was not found within its limit.
    pub unsolved: u64,
    /// The reason why the walk ended before it found something or came to the end of all games.
    pub stopped: Option<Stopped>,
}

/// A pair of states, and the moves that lead to it.
struct Node {
    states: [State; 2],
    /// The index of the node before it, and the move from there.
    before: Option<(u32, Move)>,
}

/// The games of one board.
struct Games {
    games: [Game; 2],
    nodes: Vec<Node>,
    seen: HashSet<[State; 2]>,
    /// The first node of the last ply.
    last: usize,
}

/// The bytes that a pair of states takes at least, beside what its facts take.
const NODE_BYTES: usize = 400;

/// The bytes of a fact in a pair of states.
const FACT_BYTES: usize = 32;

impl Games {
    fn of(rulesets: &[Rules; 2], board: &Board) -> Games {
        let games = rulesets.map(|rules| rules.game(board.clone()));
        let first = rulesets[0].first_move();
        let states = [0, 1].map(|index: usize| games[index].start(Position::default(), first));
        let nodes = vec![Node { states: states.clone(), before: None }];
        Games { games, nodes, seen: HashSet::from([states]), last: 0 }
    }

    fn moves(&self, mut node: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some((before, mv)) = self.nodes[node].before {
            moves.push(mv);
            node = before as usize;
        }
        moves.reverse();
        moves
    }

    /// The legal moves of a pair of states under both rulesets: each with its rulings.
    fn rulings(&self, node: usize) -> Vec<(Move, [Option<Ruling>; 2])> {
        let [one, two] = [0, 1].map(|index: usize| self.games[index].legal(&self.nodes[node].states[index]));
        let mut all: Vec<(Move, [Option<Ruling>; 2])> =
            one.into_iter().map(|(mv, ruling)| (mv, [Some(ruling), None])).collect();
        for (mv, ruling) in two {
            match all.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, rulings)) => rulings[1] = Some(ruling),
                None => all.push((mv, [None, Some(ruling)])),
            }
        }
        all.sort_by_key(|(mv, _)| *mv);
        all
    }

    /// The game of a node, and one more move.
    fn found(&self, node: usize, mv: Option<Move>) -> FoundGame {
        let (board, moves) = (&self.games[0].board, self.moves(node));
        let results = mv.map(|mv| [0, 1].map(|index: usize| self.result(index, &moves, mv)));
        let all: Vec<Move> = moves.iter().copied().chain(mv).collect();
        FoundGame { board: board.to_string(), moves: MoveName::all(board, &all), results, values: None }
    }

    fn result(&self, index: usize, moves: &[Move], mv: Move) -> MoveResult {
        let game = &self.games[index];
        let mut referee = Referee::new(game, Position::default(), game.ruleset().first_move());
        for mv in moves {
            referee.play(*mv).expect("the move is legal under both rulesets");
        }
        match referee.play(mv) {
            Err(illegal) => MoveResult::Illegal { why: illegal.why.to_string() },
            Ok(step) => match step.end {
                Some(end) => MoveResult::Ends { score: end.score.to_string() },
                None => MoveResult::GoesOn,
            },
        }
    }
}

/// Whether a move does the same under both rulesets, as far as a game shows it.
fn is_same(rulings: &[Option<Ruling>; 2]) -> bool {
    match rulings {
        [Some(Ruling::Leads(_)), Some(Ruling::Leads(_))] => true,
        [Some(Ruling::Ends(one)), Some(Ruling::Ends(two))] => one == two,
        _ => false,
    }
}

/// Walks the games of two rulesets of two players on some boards, which come in their order. A value
/// may take `nodes` nodes; the limits of the budget are those of the whole walk. `report` gets the
/// work in progress in words.
///
/// # Panics
/// If a board is too large for one of the rulesets.
pub fn walk(
    rulesets: &[Rules; 2],
    boards: &[Board],
    goal: Goal,
    nodes: u64,
    budget: &Budget,
    report: &dyn Fn(String),
) -> Walked {
    let mut all: Vec<Games> = boards.iter().map(|board| Games::of(rulesets, board)).collect();
    let mut walk = Walk { goal, nodes, budget, states: 0, unsolved: 0 };
    let mut plies = 0;
    let (found, stopped) = loop {
        let mut more = false;
        let mut ended = None;
        for games in &mut all {
            report(format!("{}, games of {plies} moves", games.games[0].board));
            match walk.ply(games) {
                Ok(None) => more |= games.last < games.nodes.len(),
                Ok(Some(found)) => ended = Some((Some(found), None)),
                Err(stopped) => ended = Some((None, Some(stopped))),
            }
            if ended.is_some() {
                break;
            }
        }
        match ended {
            Some(ended) => break ended,
            None if !more => break (None, None),
            None => plies += 1,
        }
    };
    Walked { found, plies, states: walk.states, unsolved: walk.unsolved, stopped }
}

/// A walk, and what it has spent.
struct Walk<'a> {
    goal: Goal,
    nodes: u64,
    budget: &'a Budget,
    states: u64,
    unsolved: u64,
}

impl Walk<'_> {
    /// Looks at the last ply of a board, and lists the next one.
    fn ply(&mut self, games: &mut Games) -> Result<Option<FoundGame>, Stopped> {
        let (first, end) = (games.last, games.nodes.len());
        if self.goal == Goal::Winners
            && let Some(found) = self.other_winners(games, first..end)?
        {
            return Ok(Some(found));
        }
        for node in first..end {
            self.states += 1;
            self.budget.charge(1)?;
            let held: usize = games.nodes[node].states.iter().map(|state| state.past.facts().count()).sum();
            let bytes = games.nodes.len() * (NODE_BYTES + 2 * held * FACT_BYTES);
            if bytes > self.budget.memory() {
                return Err(Stopped::Memory);
            }
            for (mv, rulings) in games.rulings(node) {
                if self.goal == Goal::Parting && !is_same(&rulings) {
                    return Ok(Some(games.found(node, Some(mv))));
                }
                if let [Some(Ruling::Leads(one)), Some(Ruling::Leads(two))] = rulings {
                    let states = [one, two];
                    if games.seen.insert(states.clone()) {
                        games.nodes.push(Node { states, before: Some((node as u32, mv)) });
                    }
                }
            }
        }
        games.last = end;
        Ok(None)
    }

    /// The first of some nodes in which other players win.
    fn other_winners(
        &mut self,
        games: &Games,
        nodes: std::ops::Range<usize>,
    ) -> Result<Option<FoundGame>, Stopped> {
        let sessions = [Session::new(&games.games[0]), Session::new(&games.games[1])];
        for node in nodes {
            self.budget.charge(0)?;
            let mut values = [None; 2];
            for (index, session) in sessions.iter().enumerate() {
                let state = &games.nodes[node].states[index];
                let found = self.budget.part(self.nodes, |part| session.value(state, part));
                values[index] = match found {
                    Ok(value) => Some(value),
                    Err((_, stopped @ (Stopped::Time | Stopped::Interrupted))) => return Err(stopped),
                    Err(_) => None,
                };
            }
            match values {
                [Some(Value::Points(one)), Some(Value::Points(two))] => {
                    let zero = Points::from_integer(0);
                    if one.min(two) < zero && one.max(two) > zero {
                        let values = Some([Value::Points(one), Value::Points(two)]);
                        return Ok(Some(FoundGame { values, ..games.found(node, None) }));
                    }
                }
                [Some(_), Some(_)] => {}
                _ => self.unsolved += 1,
            }
        }
        Ok(None)
    }
}

/// What `solve differ --games --json` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record {
    /// The version of this form.
    pub schema: u32,
    /// The rulesets.
    pub rulesets: [NamedRules; 2],
    /// The last grid that was looked at.
    pub up_to: String,
    /// The shortest game that was asked for; `null` if none was found.
    pub found: Option<FoundGame>,
    /// All games of fewer moves were looked at, on all grids; those before the last move, where it parts the rulesets.
    pub plies: usize,
    /// The pairs of states that were looked at.
    pub states: u64,
    /// The pairs of states of which a value was not found within its limit.
    pub unsolved: u64,
    /// The limit that was reached, if one was.
    pub stopped: Option<Stopped>,
}

impl Record {
    /// The record of a walk.
    pub fn of(rulesets: &[Rules; 2], last: &Board, walked: Walked) -> Record {
        let Walked { found, plies, states, unsolved, stopped } = walked;
        let rulesets = rulesets.each_ref().map(NamedRules::of);
        Record { schema: SCHEMA, rulesets, up_to: last.to_string(), found, plies, states, unsolved, stopped }
    }
}
