//! Whether a player can force the capture of certain stones, on a board that is too large to be solved.
//!
//! One of the two players, the *limited* one, keeps to a few intersections (and to passes, challenges there, and
//! what is said at a stop); the other may play whatever the rules allow. What the limited player reaches in this
//! way he reaches with all his moves, so a capture by a limited capturer is proved, and so is it that a limited
//! keeper is safe. The opposite answers say only that those moves are not enough.
//!
//! The capturer *succeeds* if he takes the stones and never loses certain stones of his own, in play that goes on
//! to the end of the game or for ever; or if he takes other stones of the keeper, which settles the matter at once.
//! All states that come up are listed, each with whether the stones have been taken, and it is settled backwards:
//!
//! 1. Of the states in which they have been taken, those are *spoiled* from which the keeper can force that the
//!    capturer loses stones: one of the keeper's moves, or each of the capturer's, does so or leads to one.
//! 2. He succeeds where one of his moves, or each of the keeper's, leads to a state in which they have been taken
//!    and that is not spoiled, or in which he succeeds, and nowhere else.

use std::collections::HashMap;

use crate::claims::check::Check;
use crate::claims::checked::Checked;
use crate::claims::context::Context;
use crate::claims::setup::Setup;
use crate::go::notation::parse_move;
use crate::go::{Board, Move, Player, Position};
use crate::rules::{Effect, Key};
use crate::solve::{Budget, Stopped};

/// What is asked, with intersections as sets.
struct Question {
    capturer: Player,
    /// The stones that are to be taken: one of them at least.
    target: u64,
    /// Stones of the capturer that he must not lose.
    own: u64,
    /// Stones of the keeper whose loss settles the matter.
    more: u64,
    limited: Player,
    points: u64,
}

/// A state, and whether the stones have been taken.
type Place = (Key, bool);

struct Node {
    mover: Player,
    taken: bool,
    moves: Vec<(Move, Next)>,
}

#[derive(Clone, Copy)]
enum Next {
    /// The capturer has succeeded.
    Success,
    /// He has not, and cannot any more.
    Failure,
    State(u32),
}

impl Question {
    /// What a move to a position comes to, if that ends the question.
    fn settled(&self, position: &Position) -> Option<Next> {
        let lacks = |player: Player, set: u64| set & !position.stones[player.index()] != 0;
        if lacks(self.capturer, self.own) {
            return Some(Next::Failure);
        }
        lacks(self.capturer.other(), self.more).then_some(Next::Success)
    }

    fn takes(&self, position: &Position) -> bool {
        self.target & !position.stones[self.capturer.other().index()] != 0
    }

    fn may_play(&self, player: Player, mv: Move) -> bool {
        player != self.limited || mv.names().is_none_or(|point| self.points >> point & 1 == 1)
    }

    /// Lists all states that come up.
    fn list(&self, setup: &Setup, start: Key, budget: &Budget) -> Result<Vec<Node>, Stopped> {
        let mut open: Vec<Place> = vec![(start, self.takes(&start.position))];
        let mut places = HashMap::from([(open[0], 0u32)]);
        let mut nodes = Vec::new();
        while let Some(&(key, taken)) = open.get(nodes.len()) {
            budget.spend(1)?;
            let plays = setup.game.plays(&key);
            let moves = plays.iter().filter(|play| self.may_play(key.mover, play.mv)).map(|play| {
                let next = match &play.effect {
                    Effect::End(_) if taken => Next::Success,
                    Effect::End(_) => Next::Failure,
                    Effect::Next(next, _) => self.settled(&next.position).unwrap_or_else(|| {
                        let next = (*next, taken || self.takes(&next.position));
                        Next::State(*places.entry(next).or_insert_with(|| {
                            open.push(next);
                            open.len() as u32 - 1
                        }))
                    }),
                };
                (play.mv, next)
            });
            let moves = moves.collect();
            nodes.push(Node { mover: key.mover, taken, moves });
        }
        Ok(nodes)
    }
}

/// For each node from which a player can force a good end of the question, within how many moves. `counts` says
/// which nodes have a part in it, and `good` which moves are good at once.
fn forced(
    nodes: &[Node],
    player: Player,
    counts: impl Fn(&Node) -> bool,
    good: impl Fn(&Next) -> bool,
) -> Vec<Option<u32>> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
    let mut left: Vec<usize> = nodes.iter().map(|node| node.moves.len()).collect();
    let mut within = vec![None; nodes.len()];
    let mut layer = Vec::new();
    for (place, node) in nodes.iter().enumerate().filter(|(_, node)| counts(node)) {
        let mut wins = false;
        for (_, next) in &node.moves {
            if good(next) {
                left[place] -= 1;
                wins = node.mover == player || left[place] == 0;
            } else if let Next::State(next) = next {
                before[*next as usize].push(place as u32);
            }
        }
        if wins || left[place] == 0 {
            within[place] = Some(1);
            layer.push(place);
        }
    }
    for moves in 2.. {
        let mut next_layer = Vec::new();
        for from in layer.iter().flat_map(|place| &before[*place]) {
            let place = *from as usize;
            left[place] -= 1;
            if within[place].is_none() && (nodes[place].mover == player || left[place] == 0) {
                within[place] = Some(moves);
                next_layer.push(place);
            }
        }
        if next_layer.is_empty() {
            break;
        }
        layer = next_layer;
    }
    within
}

/// The states of success in which the stones have not been taken, each with the moves that are left until then,
/// and a line from the first in which the capturer hurries and the keeper delays.
fn succeed(nodes: &[Node], capturer: Player) -> (Option<u32>, Vec<Move>) {
    let spoiled = forced(nodes, capturer.other(), |node| node.taken, |next| matches!(next, Next::Failure));
    let taken = |next: &Next| match next {
        Next::Success => true,
        Next::Failure => false,
        Next::State(next) => nodes[*next as usize].taken && spoiled[*next as usize].is_none(),
    };
    let within = forced(nodes, capturer, |node| !node.taken, taken);
    let (mut line, mut place) = (Vec::new(), 0usize);
    while within[place].is_some() {
        let left = |next: &Next| match next {
            next if taken(next) => Some(0),
            Next::State(next) => within[*next as usize],
            _ => None,
        };
        let node = &nodes[place];
        let moves = node.moves.iter().filter_map(|(mv, next)| Some((left(next)?, *mv, *next)));
        let key = |(left, ..): &(u32, Move, Next)| *left;
        let chosen = if node.mover == capturer { moves.min_by_key(key) } else { moves.max_by_key(key) };
        let (left, mv, next) = chosen.expect("a state of success has a move that keeps it");
        line.push(mv);
        match next {
            Next::State(next) if left > 0 => place = next as usize,
            _ => break,
        }
    }
    (within[0], line)
}

/// Reads a set of intersections.
fn set(board: &Board, text: &str) -> Result<u64, String> {
    let mut points = text.split_whitespace().map(|name| match parse_move(board, name) {
        Ok(Move::Place(point)) => Ok(1u64 << point),
        _ => Err(format!("{name:?}: expected an intersection of the {board} board")),
    });
    points.try_fold(0, |set, point| Ok(set | point?))
}

impl Context<'_> {
    pub(super) fn capture(&self, setup: &Setup, check: &Check) -> Result<Checked, String> {
        let Check::Capture { after, target, limited, points, black, white, captured, .. } = check else {
            unreachable!("only captures come here");
        };
        if setup.game.rules.properties().always_ends {
            return Err("captures are looked for under rulesets without a past".to_string());
        }
        let board = &setup.game.board;
        let owner = setup.place.position.colour(set(board, target)?.trailing_zeros() as u8);
        let capturer = owner.ok_or("no stone is the target")?.other();
        let limited = Player::from(*limited);
        let [own, more] = if capturer == Player::Black { [black, white] } else { [white, black] };
        let question = Question {
            capturer,
            target: set(board, target)?,
            own: set(board, own)?,
            more: set(board, more)?,
            limited,
            points: set(board, points)?,
        };
        let (state, moves) = setup.after(after)?;
        let when = if moves.is_empty() { String::new() } else { format!(" after {}", setup.names(&moves)) };
        let aims = |aim: &str, stones: &str| match stones {
            "" => String::new(),
            stones => format!(" {aim} {stones}"),
        };
        let asked = format!(
            "{}{when}: {} {} {target}{}{}, {} keeping to {points}",
            setup.name(),
            capturer.name(),
            if *captured { "captures" } else { "cannot capture" },
            aims("or", more),
            aims("without losing", own),
            limited.name(),
        );
        let budget = self.budget();
        let listed = question.list(setup, state.key, &budget);
        self.spend(&budget);
        let nodes = match listed {
            Ok(nodes) => nodes,
            Err(stopped) => {
                let found = format!("stopped by {stopped}");
                return Ok(Checked {
                    asked,
                    holds: None,
                    found,
                    evidence: setup.drawn(),
                    nodes: self.spent(),
                });
            }
        };
        let (within, line) = succeed(&nodes, capturer);
        // Only what the limited player reaches is proved.
        let proved = within.is_some() == (limited == capturer);
        let found = match (within, proved) {
            (Some(1), true) => "captured by the next move".to_string(),
            (Some(moves), true) => format!("captured within {moves} moves, whatever the other plays"),
            (None, true) => "kept, whatever the other plays".to_string(),
            (_, false) => format!("{} does not reach it with these moves", limited.name()),
        };
        let line = if line.is_empty() { String::new() } else { format!("line: {}\n", setup.names(&line)) };
        Ok(Checked {
            asked,
            holds: proved.then_some(within.is_some() == *captured),
            found: format!("{found}; {} states", nodes.len()),
            evidence: setup.drawn() + &line,
            nodes: self.spent(),
        })
    }
}
