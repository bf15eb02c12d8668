//! `solve why`: what a value rests on and why a move is not better, against the naive solver and
//! the referee.

mod against;
mod contrasts;
mod program;
mod refutations;
mod resting;

use std::sync::Arc;

use fastrand::Rng;
use superko::ask::Question;
use superko::go::Move;
use superko::rules::{Game, Line, Points, Rules, Ruling, State, catalogue};
use superko::solve::naive::Naive;
use superko::solve::{Budget, Limits, Stopped};

use crate::common::games::{game, starts};

/// The nodes that the search may spend on one question, and the naive solver on one state.
const NODES: u64 = 40_000;

fn budget() -> Budget {
    Budget::new(Limits { nodes: Some(NODES), ..Limits::default() })
}

/// Every ruleset under which games end, with its usual options, and some that read the history in
/// other ways.
fn rulesets() -> Vec<String> {
    let ends = catalogue::ALL.into_iter().filter(|entry| Rules::from(*entry).always_ends());
    let usual = ends.map(|entry| entry.id.to_string());
    let more = [
        "psk --suicide allowed",
        "ssk --suicide multi-stone",
        "kee2009 --lift produced",
        "kee2020 --lift produced-ko",
        "spight-territory",
        "kee2009-territory",
    ];
    usual.chain(more.map(String::from)).collect()
}

/// A question about a state after up to `most` random legal moves from a random start.
fn random_question(board: &str, rules: &str, random: &mut Rng, most: usize) -> Question {
    let game = game(board, rules);
    let starts = starts(&game);
    let mut state = starts[random.usize(..starts.len())].clone();
    let (start, to_move) = (state.key.position, state.key.mover);
    let mut moves: Vec<Move> = Vec::new();
    for _ in 0..random.usize(..=most) {
        let mut legal = game.legal(&state);
        if let (mv, Ruling::Leads(next)) = legal.swap_remove(random.usize(..legal.len())) {
            moves.push(mv);
            state = next;
        }
    }
    let line = Line::replay(&game, start, to_move, moves).unwrap();
    assert!(line.ended.is_none());
    Question { game: Arc::new(game), line }
}

/// Whether the naive solver confirms a value; `None` if it gives up.
fn confirmed(game: &Game, state: &State, value: Points) -> Option<bool> {
    let budget = budget();
    match Naive::new(game, &budget).confirms(state, value) {
        Ok(confirmed) => Some(confirmed),
        Err(Stopped::Nodes) => None,
        Err(other) => panic!("{other}"),
    }
}
