//! What a value rests on: no other fact changes it, and each hypothetical value is that of the
//! naive solver.

use std::collections::BTreeSet;

use fastrand::Rng;
use superko::ask::dependencies::{FlipEffort, flip_fact};
use superko::ask::{Question, rests_on};
use superko::referee::Moment;
use superko::rules::fact::Fact;
use superko::rules::{Effect, Game, Ruling, State, StopEffect};
use superko::solve::{Answer, Budget, Session, Value};

use super::{budget, confirmed, random_question, rulesets};
use crate::common::games::{game, name};
use crate::common::sample;
use crate::common::searching::on_a_large_stack;

/// Facts that hold in a state, and facts that plays of some random games from there ask for or set.
fn known_facts(game: &Game, state: &State, random: &mut Rng) -> Vec<Fact> {
    let mut facts: BTreeSet<Fact> = state.past.facts().map(|(fact, _)| *fact).collect();
    for _ in 0..6 {
        let mut state = state.clone();
        for _ in 0..12 {
            for play in game.plays(&state.key) {
                facts.extend(&play.bars);
                for stop in &play.stops {
                    facts.insert(stop.fact);
                    if let StopEffect::Next(next) = &stop.effect {
                        facts.extend(&next.1.sets);
                    }
                }
                if let Effect::Next(_, delta) = &play.effect {
                    facts.extend(&delta.sets);
                }
            }
            let mut legal = game.legal(&state);
            let Ruling::Leads(next) = legal.swap_remove(random.usize(..legal.len())).1 else { break };
            state = next;
        }
    }
    facts.into_iter().collect()
}

/// How much was compared.
#[derive(Default, Debug)]
struct Compared {
    /// Pasts that differ in facts which the value does not rest on.
    others: usize,
    /// Hypothetical values.
    hypothetical: usize,
    /// Those of them that differ from the value.
    differ: usize,
    /// Facts that hold.
    hold: usize,
    /// Values that hold under every history.
    always: usize,
}

/// Compares what is said of a question with the naive solver.
fn compare(question: &Question, random: &mut Rng, compared: &mut Compared) {
    let (game, state) = (&question.game, &question.line.state);
    let session = Session::new(game);
    let found = rests_on(&session, question, FlipEffort::All, &budget());
    let (Answer::Exact(Value::Points(value)), Some(facts)) = (found.value, found.facts) else {
        assert!(found.stopped.is_some());
        return;
    };
    let referee = question.referee();
    for resting in &facts {
        let fact = &resting.stated.fact;
        assert_eq!(resting.stated.holds, state.past.get(fact));
        assert!(!resting.sides.is_empty());
        if resting.stated.holds.is_some() {
            compared.hold += 1;
            let at = match resting.stated.since.as_ref().expect("what holds has become so") {
                Moment::Start => question.line.start,
                Moment::Made { number, before, .. } => {
                    let step = &referee.steps()[number - 1];
                    if *before { step.on } else { step.position }
                }
            };
            assert_eq!(at, fact.position, "{}", name(game, state));
        }
        let Some(Value::Points(would)) = resting.otherwise.exact() else {
            assert!(found.stopped.is_some());
            continue;
        };
        if let Some(confirmed) = confirmed(game, &flip_fact(state, fact), would) {
            assert!(confirmed, "with {fact:?} turned round it is not {would}: {}", name(game, state));
            compared.hypothetical += 1;
            compared.differ += usize::from(would != value);
        }
    }
    let mut free = known_facts(game, state, random);
    free.retain(|fact| facts.iter().all(|resting| resting.stated.fact != *fact));
    compared.always += usize::from(facts.is_empty());
    for round in 0..8 {
        let turned = match round {
            // Each alone, then more and more of them.
            0..4 => 1,
            4..7 => 1 + free.len() / 3,
            _ => free.len(),
        };
        random.shuffle(&mut free);
        let other = free.iter().take(turned).fold(state.clone(), |state, fact| flip_fact(&state, fact));
        if let Some(confirmed) = confirmed(game, &other, value) {
            assert!(confirmed, "under another history it is not {value}: {} {other:?}", name(game, state));
            compared.others += usize::from(other != *state);
        }
    }
}

/// Compares random states of every ruleset.
fn compare_random(boards: &[&str], count: usize, moves: usize, floors: [usize; 5]) {
    let (mut random, mut compared) = (Rng::with_seed(3), Compared::default());
    on_a_large_stack(|| {
        for board in boards {
            for rules in rulesets() {
                for _ in 0..count {
                    let question = random_question(board, &rules, &mut random, moves);
                    compare(&question, &mut random, &mut compared);
                }
            }
        }
    });
    println!("{boards:?}: {compared:?}");
    let Compared { others, hypothetical, differ, hold, always } = compared;
    for (found, floor) in [others, hypothetical, differ, hold, always].into_iter().zip(floors) {
        assert!(found >= floor, "{compared:?}, expected {floors:?}");
    }
}

#[test]
fn values_of_small_boards_rest_on_what_is_said() {
    compare_random(&["1x2", "1x3"], 12, 6, [1_500, 400, 250, 80, 40]);
}

#[test]
fn values_of_larger_boards_rest_on_what_is_said() {
    if sample::leaves_out("values_of_larger_boards_rest_on_what_is_said") {
        return;
    }
    compare_random(&["1x4", "2x2"], 6, 10, [700, 700, 200, 40, 15]);
    compare_random(&["2x3"], 2, 16, [80, 250, 50, 3, 1]);
}

#[test]
fn where_games_may_go_on_for_ever_there_are_no_facts() {
    let mut random = Rng::with_seed(4);
    for rules in ["simple-ko", "jann"] {
        assert!(!game("2x2", rules).rules.properties().always_ends);
        let question = random_question("2x2", rules, &mut random, 6);
        let found = rests_on(&Session::new(&question.game), &question, FlipEffort::All, &Budget::default());
        assert!(found.endless && found.stopped.is_none());
        assert!(found.value.exact().is_some() && found.facts.is_some_and(|facts| facts.is_empty()));
    }
}
