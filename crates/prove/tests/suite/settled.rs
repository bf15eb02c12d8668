//! Settled positions as leaves of the search change no value.
//!
//! What a leaf and a lemma ask of the history is argued in `crates/solve/src/dfpn/settled.rs`, and
//! the strategies are tested on every position beside them. Here the search is compared with itself
//! without such leaves, from states along games at random: among their histories are settled
//! positions that were wrecked, and one table of lemmas serves all states of a game, so lemmas that
//! ask that none has stood are met under histories in which one has. (The search is compared with
//! the naive solver, with and without these leaves, in `engines.rs`.)

use std::collections::HashSet;

use fastrand::Rng;
use superko_go::{Board, Player, Position, Suicide};
use superko_rules::{Effect, Game, Key, Play, Points, Rules, Ruling, State, StopEffect, catalogue};
use superko_solve::attack::Terms;
use superko_solve::attack::replies::{DEFAULT, Parts, Replies};
use superko_solve::{Budget, Limits, Session};

use crate::common::drafts;
use crate::common::games::{DOCUMENTS, EDITIONS, LIFTED, SUPERKOS, games, name, starts};
use crate::common::sample;
use crate::common::searching::{Searcher, search_within};

/// The most moves of a game at random.
const MOST_MOVES: usize = 60;

/// The nodes for the states along a game at random. A few of them take many, and a node takes longer
/// the more lemmas its position has: on 1x7 under `spight2` with suicide of several stones 50,000 took
/// minutes.
const NODES_OF_A_WALK: u64 = 4_000;

/// The rules files at random whose facts are looked at: one of five has terms of bounded proofs.
const DRAFTS: usize = 1000;

/// The states along a game at random from the empty board.
fn walk(game: &Game, random: &mut Rng) -> Vec<State> {
    let mut states = vec![game.start(Position::default(), Player::Black)];
    while states.len() < MOST_MOVES {
        let mut legal = game.legal(states.last().expect("there is a start"));
        // A pass in every eighth move, so that games are long.
        let stones = legal.len() - 1;
        let index = if stones == 0 || random.u8(..8) == 0 { stones } else { random.usize(..stones) };
        match legal.swap_remove(index).1 {
            Ruling::Leads(next) => states.push(next),
            _ => break,
        }
    }
    states
}

/// Whether a fact of a state's history is about a position that is settled for a player who then is
/// sure of the value.
fn stood_settled(game: &Game, state: &State, value: Points, parts: &mut Parts) -> bool {
    let points = game.board.points() as i32;
    let needed = |lead: Points| ((lead.to_integer() + points + 1) / 2).max(1) as u32;
    let mut replies = Replies { limits: DEFAULT, parts };
    let suicide = game.options.suicide;
    state.past.facts().any(|(fact, _)| {
        let position = &fact.position;
        replies.secure(&game.board, position, suicide, needed(value))
            || replies.secure(&game.board, &position.exchanged(), suicide, needed(-value))
    })
}

#[test]
fn settled_positions_change_no_value() {
    let (mut compared, mut with_settled) = (0, 0);
    let rulesets = SUPERKOS.into_iter().chain(["spight", "spight2", "kee2020", "kee2020-march"]);
    for ruleset in rulesets {
        for board in ["1x6", "2x3", "2x4", "3x3", "1x7"] {
            for game in games(&[board], &[ruleset]) {
                assert!(Terms::of(&game).is_some(), "{ruleset}");
                let walks: Vec<u64> = (0..if game.board.points() < 8 { 32 } else { 16 })
                    .filter(|number| {
                        sample::takes(
                            &format!("settled {board} {ruleset} {:?}", game.options),
                            *number as usize,
                        )
                    })
                    .collect();
                let nodes = Some(NODES_OF_A_WALK * walks.len() as u64);
                let budget = Budget::new(Limits { nodes, ..Limits::default() });
                let searcher = Searcher::of(Session::new(&game), &budget);
                let plain = Searcher::of(Session::new(&game).with_first_nodes(u64::MAX), &budget);
                let mut parts = Parts::default();
                for seed in walks {
                    for state in walk(&game, &mut Rng::with_seed(seed)) {
                        let Some(value) = search_within(&plain, &state) else { continue };
                        let Some(found) = search_within(&searcher, &state) else { continue };
                        assert_eq!(found, value, "{}", name(&game, &state));
                        compared += 1;
                        with_settled += usize::from(stood_settled(&game, &state, value, &mut parts));
                    }
                }
            }
        }
    }
    println!("{compared} states, {with_settled} after a settled position");
    assert!(with_settled >= sample::least(40_000), "{compared} {with_settled}");
}

/// The argument takes for granted that a fact which bars a stone is about the position that the stone
/// makes or, right after a pass, the position that was passed on; that a fact which ends the game at a
/// pass is about the position; and that a fact that a move sets is about the position before or after
/// it.
#[test]
fn facts_are_about_the_positions_of_a_move() {
    let (mut keys, mut after_passes, mut seen) = (0, 0, HashSet::new());
    let named = SUPERKOS.iter().chain(&LIFTED).chain(&EDITIONS).chain(&DOCUMENTS);
    let named: Vec<&str> = named.copied().collect();
    let mut all = games(&["1x4", "2x2"], &named);
    let drafts = drafts::rulesets(DRAFTS, &mut Rng::with_seed(7));
    for entry in catalogue::ALL.iter().chain(drafts.iter().map(|(_, entry)| entry)) {
        let board = Board::parse("1x3").unwrap();
        all.extend(entry.combinations().into_iter().map(|rules: Rules| rules.game(board.clone())));
    }
    all.retain(|game| Terms::of(game).is_some() && game.rules.properties().last_position_decides);
    for game in &all {
        seen.insert(game.entry.id);
        // Each key with whether a pass has led to it.
        let mut known: HashSet<(Key, bool)> = starts(game).iter().map(|start| (start.key, false)).collect();
        let mut open: Vec<(Key, bool)> = known.iter().copied().collect();
        let mut plays: Vec<Play> = Vec::new();
        while let Some((key, passed)) = open.pop() {
            keys += 1;
            plays.clear();
            game.rules.plays(&game.board, &key, &mut plays);
            for play in &plays {
                let stops = play.stops.iter().filter_map(|stop| match &stop.effect {
                    StopEffect::Next(next) => Some((&next.0, &next.1)),
                    _ => None,
                });
                let next = match &play.effect {
                    Effect::Next(next, delta) => Some((next, delta)),
                    Effect::End(_) => None,
                };
                for (next, delta) in next.into_iter().chain(stops) {
                    if next.position != key.position {
                        let mut others = play.bars.iter().filter(|fact| fact.position != next.position);
                        after_passes += others.clone().count();
                        let about = others.all(|fact| passed && fact.position == key.position);
                        assert!(about, "{} {key:?} {passed} {play:?}", game.entry.id);
                    }
                    let about = |position: &Position| [key.position, next.position].contains(position);
                    assert!(
                        delta.sets.iter().all(|fact| about(&fact.position)),
                        "{} {play:?}",
                        game.entry.id
                    );
                    let reached = (*next, next.position == key.position);
                    if known.insert(reached) {
                        open.push(reached);
                    }
                }
                for stop in &play.stops {
                    assert_eq!(stop.fact.position, key.position, "{} {key:?} {play:?}", game.entry.id);
                }
            }
        }
    }
    let composed = all.iter().filter(|game| game.entry.id == "draft").count();
    println!("{keys} keys of {} games, {composed} of them of drafts; {after_passes} after passes", all.len());
    assert!(after_passes > 0 && composed > 100);
    assert!(keys > 10_000 && seen.len() > 8, "{keys} {seen:?}");
    assert!(all.iter().any(|game| game.options.suicide != Suicide::Forbidden));
}
