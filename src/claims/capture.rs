//! Whether a player can force the capture of certain stones, on a board that is too large to be solved.
//!
//! One of the two players, the *limited* one, keeps to a few intersections (and to passes, challenges there, and
//! what is said at a stop); the other may play whatever the rules allow. All states that come up are listed, and the
//! question is settled backwards: the capturer succeeds where one of his moves, or each of his opponent's,
//! captures the stones or leads to a state in which he succeeds, and nowhere else. A state in which the limited
//! player has lost a stone that he was to keep counts against him and is not followed any further, and so does
//! the end of the game, or a game without end, for the capturer.
//!
//! What the limited player reaches in this way he reaches with all his moves, so a capture by a limited capturer
//! is proved, and so is it that a limited keeper is safe. The opposite answers say only that those moves are
//! not enough.

use std::collections::HashMap;

use super::check::Check;
use super::document::Mover;
use super::judge::{Finding, Judge};
use super::scene::Scene;
use crate::go::notation::{move_name, parse_move};
use crate::go::{Move, Player, Position};
use crate::rules::{Key, Then};
use crate::solve::{Budget, Stopped};

/// What is asked, with intersections as sets.
struct Question {
    capturer: Player,
    target: u64,
    limited: Player,
    points: u64,
    keeps: u64,
}

/// How a state stands at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Settled {
    Captured,
    Safe,
}

/// A state, and what follows it.
struct Node {
    key: Key,
    moves: Vec<(Move, Next)>,
}

#[derive(Clone, Copy)]
enum Next {
    Settled(Settled),
    State(u32),
}

impl Question {
    /// How a position stands, if that ends the question.
    fn settled(&self, position: &Position) -> Option<Settled> {
        let stones = |player: Player| position.stones[player.index()];
        if self.target & !stones(self.capturer.other()) != 0 {
            return Some(Settled::Captured);
        }
        let lost = self.keeps & !stones(self.limited) != 0;
        let against = if self.limited == self.capturer { Settled::Safe } else { Settled::Captured };
        lost.then_some(against)
    }

    fn may_play(&self, player: Player, mv: Move) -> bool {
        player != self.limited || mv.names().is_none_or(|point| self.points >> point & 1 == 1)
    }
}

/// Lists all states that come up.
fn list(scene: &Scene, question: &Question, start: Key, budget: &Budget) -> Result<Vec<Node>, Stopped> {
    let mut places = HashMap::from([(start, 0u32)]);
    let mut nodes = vec![Node { key: start, moves: Vec::new() }];
    let mut place = 0;
    while place < nodes.len() {
        budget.spend(1)?;
        let key = nodes[place].key;
        for play in scene.game.plays(&key) {
            if !question.may_play(key.mover, play.mv) {
                continue;
            }
            let next = match &play.then {
                Then::End(_) => Next::Settled(Settled::Safe),
                Then::Next(next, _) => match question.settled(&next.position) {
                    Some(settled) => Next::Settled(settled),
                    None => Next::State(*places.entry(*next).or_insert_with(|| {
                        nodes.push(Node { key: *next, moves: Vec::new() });
                        nodes.len() as u32 - 1
                    })),
                },
            };
            nodes[place].moves.push((play.mv, next));
        }
        place += 1;
    }
    Ok(nodes)
}

/// For each state in which the capturer succeeds, within how many moves.
fn successes(nodes: &[Node], capturer: Player) -> Vec<Option<u32>> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
    let mut left: Vec<usize> = Vec::new();
    let mut within = vec![None; nodes.len()];
    let mut layer = Vec::new();
    for (place, node) in (0u32..).zip(nodes) {
        let mut captured = 0;
        for (_, next) in &node.moves {
            match next {
                Next::Settled(Settled::Captured) => captured += 1,
                Next::Settled(Settled::Safe) => {}
                Next::State(next) => before[*next as usize].push(place),
            }
        }
        left.push(node.moves.len() - captured);
        let wins = if node.key.mover == capturer { captured > 0 } else { captured == node.moves.len() };
        if wins {
            within[place as usize] = Some(1);
            layer.push(place);
        }
    }
    for moves in 2.. {
        let mut next_layer = Vec::new();
        for from in layer.iter().flat_map(|place| &before[*place as usize]) {
            let place = *from as usize;
            left[place] -= 1;
            let wins = nodes[place].key.mover == capturer || left[place] == 0;
            if wins && within[place].is_none() {
                within[place] = Some(moves);
                next_layer.push(*from);
            }
        }
        if next_layer.is_empty() {
            break;
        }
        layer = next_layer;
    }
    within
}

/// A line in which the capturer hurries and the other delays.
fn longest(nodes: &[Node], within: &[Option<u32>], capturer: Player) -> Vec<Move> {
    let (mut line, mut place) = (Vec::new(), Some(0));
    while let Some(here) = place.filter(|here| within[*here as usize].is_some()) {
        let node = &nodes[here as usize];
        let rest = |next: &Next| match next {
            Next::Settled(Settled::Captured) => Some(0),
            Next::Settled(Settled::Safe) => None,
            Next::State(next) => within[*next as usize],
        };
        let moves = node.moves.iter().filter_map(|(mv, next)| Some((rest(next)?, *mv, *next)));
        let key = |(rest, ..): &(u32, Move, Next)| *rest;
        let chosen = if node.key.mover == capturer { moves.min_by_key(key) } else { moves.max_by_key(key) };
        let (_, mv, next) = chosen.expect("a state of success has a move to another");
        line.push(mv);
        place = match next {
            Next::Settled(_) => None,
            Next::State(next) => Some(next),
        };
    }
    line
}

impl Judge<'_> {
    pub(super) fn capture(&self, scene: &Scene, check: &Check) -> Result<Finding, String> {
        let Check::Capture { after, target, limited, points, keeps, captured, .. } = check else {
            unreachable!("only captures come here");
        };
        if scene.game.rules.always_ends() {
            return Err("captures are for rulesets without a past".to_string());
        }
        let set = |text: &str| -> Result<u64, String> {
            let mut points = text.split_whitespace().map(|name| {
                parse_move(&scene.game.board, name).map(|mv| mv.placed().map_or(0, |point| 1u64 << point))
            });
            points.try_fold(0, |set, point| Ok(set | point.map_err(|error| error.to_string())?))
        };
        let target = set(target)?;
        let owner = scene.place.position.colour(target.trailing_zeros() as u8).ok_or("no stone is the target")?;
        let limited = match limited {
            Mover::Black => Player::Black,
            Mover::White => Player::White,
        };
        let (points_set, keeps) = (set(points)?, set(keeps)?);
        let question = Question { capturer: owner.other(), target, limited, points: points_set, keeps };
        let (state, moves) = scene.after(after)?;
        let capturer = question.capturer;
        let name = |set: u64| {
            move_name(&scene.game.board, Move::Place(set.trailing_zeros() as u8))
        };
        let when = if moves.is_empty() { String::new() } else { format!(" after {}", scene.names(&moves)) };
        let asked = format!(
            "{}{when}: {} {} {}, {} keeping to {points}",
            scene.name(),
            capturer.name(),
            if *captured { "captures" } else { "cannot capture" },
            name(target),
            limited.name(),
        );
        let nodes = match list(scene, &question, state.key, &self.budget()) {
            Ok(nodes) => nodes,
            Err(stopped) => {
                let found = format!("stopped by {stopped}");
                return Ok(Finding { asked, holds: None, found, evidence: scene.drawn() });
            }
        };
        let within = successes(&nodes, capturer);
        // Only what the limited player reaches is proved.
        let proved = within[0].is_some() == (limited == capturer);
        let line = longest(&nodes, &within, capturer);
        let found = match (within[0], proved) {
            (Some(moves), true) => format!("captured within {moves} moves, whatever the other plays"),
            (None, true) => "kept, whatever the other plays".to_string(),
            (_, false) => format!("{} does not reach it with these moves", limited.name()),
        };
        Ok(Finding {
            asked,
            holds: proved.then_some(within[0].is_some() == *captured),
            found: format!("{found}; {} states", nodes.len()),
            evidence: format!("{}line: {}\n", scene.drawn(), scene.names(&line)),
        })
    }
}
