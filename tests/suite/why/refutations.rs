//! Why a move is not better: the values are those of the naive solver, every line is played by the
//! referee to the end that is said, and every bar is real.

use fastrand::Rng;
use superko::ask::refutation::Bar;
use superko::ask::{Question, refutation};
use superko::go::{Move, Player};
use superko::referee::{Moment, Referee, Why};
use superko::rules::{Game, Points, Ruling};
use superko::solve::{Answer, Session, Value};

use super::{budget, confirmed, random_question, rulesets};
use crate::common::games::name;
use crate::common::sample;
use crate::common::searching::on_a_large_stack;

/// How much was compared.
#[derive(Default, Debug)]
struct Compared {
    /// Moves that keep the value.
    best: usize,
    /// Moves that do not.
    worse: usize,
    /// Bars.
    bars: usize,
    /// Those of them on moves that would be better.
    better: usize,
    /// Moves asked about that the history bans.
    barred: usize,
    /// Moves asked about that the board does not admit.
    refused: usize,
}

fn points(answer: &Answer) -> Option<Points> {
    match answer.exact()? {
        Value::Points(points) => Some(points),
        Value::NoResult => panic!("a game that ends has a score"),
    }
}

/// Checks a bar at the moment where a referee stands.
fn check(referee: &Referee, game: &Game, bar: &Bar, has: Option<Points>, compared: &mut Compared) {
    let state = referee.state();
    let illegal = referee.ban(bar.illegal.mv).expect("it is banned");
    assert_eq!(illegal, bar.illegal);
    assert!(matches!(&illegal.why, Why::Barred { fact, since } if *fact == bar.fact && *since == bar.since));
    assert!(state.past.get(&bar.fact).is_some() && state.key.position == bar.now);
    let at = match &bar.since {
        Moment::Start => referee.steps().first().map_or(state.key.position, |step| step.on),
        Moment::Made { number, before, .. } => {
            let step = &referee.steps()[number - 1];
            if *before { step.on } else { step.position }
        }
    };
    assert_eq!(at, bar.fact.position, "{}", name(game, state));
    let mut play = game.plays(&state.key).into_iter().find(|play| play.mv == illegal.mv).unwrap();
    assert!(play.bars.contains(&bar.fact));
    play.bars.clear();
    let Some(worth) = points(&bar.worth) else { return };
    match game.rule(state, &play) {
        Ruling::Ends(score) => assert_eq!(score, worth),
        Ruling::Leads(next) => assert_ne!(confirmed(game, &next, worth), Some(false)),
        Ruling::Barred(_) => unreachable!("nothing bans it"),
    }
    let better = has.map(|has| if state.key.mover == Player::Black { worth > has } else { worth < has });
    assert_eq!(bar.better, better);
    compared.bars += 1;
    compared.better += usize::from(better == Some(true));
}

/// Compares what is said of a move.
fn compare(question: &Question, mv: Move, compared: &mut Compared) {
    let (game, state) = (&question.game, &question.line.state);
    let session = Session::new(game);
    let found = refutation(&session, question, mv, &budget());
    let mut referee = question.referee();
    assert_eq!(found.illegal, referee.ban(mv));
    let value = points(&found.solution.value);
    if let Some(value) = value {
        assert_ne!(confirmed(game, state, value), Some(false), "{}", name(game, state));
    }
    if let Some(illegal) = &found.illegal {
        assert!(found.after.is_none() && found.line.is_empty());
        assert_eq!(found.bar.is_some(), matches!(illegal.why, Why::Barred { .. }));
        match &found.bar {
            Some(bar) => check(&referee, game, bar, value, compared),
            None => compared.refused += 1,
        }
        compared.barred += usize::from(found.bar.is_some());
        return;
    }
    let Some(worth) = points(found.after.as_ref().expect("it is legal")) else {
        assert!(found.stopped.is_some());
        return;
    };
    let (_, ruling) = game.legal(state).into_iter().find(|(legal, _)| *legal == mv).unwrap();
    match ruling {
        Ruling::Ends(score) => assert_eq!(score, worth),
        Ruling::Leads(next) => {
            assert_ne!(confirmed(game, &next, worth), Some(false), "{}", name(game, &next))
        }
        Ruling::Barred(_) => unreachable!("legal moves are not barred"),
    }
    let keeps = found.keeps_the_value();
    assert_eq!(keeps, value.map(|value| value == worth));
    if found.solution.all_best_moves {
        assert_eq!(keeps, Some(found.solution.best_moves.contains(&mv)));
    }
    let whose = if keeps == Some(true) { state.key.mover.other() } else { state.key.mover };
    for (place, turn) in found.line.iter().enumerate() {
        let plays = game.plays(&referee.state().key);
        let bans = plays.iter().filter_map(|play| referee.ban(play.mv));
        let bars = bans.filter(|ban| matches!(ban.why, Why::Barred { .. })).count();
        let asked = place > 0 && referee.state().key.mover == whose;
        assert_eq!(turn.bars.len(), if asked { bars } else { 0 });
        turn.bars.iter().for_each(|bar| check(&referee, game, bar, Some(worth), compared));
        assert_eq!(referee.play(turn.step.mv).as_ref(), Ok(&turn.step));
    }
    assert_eq!(found.line[0].step.mv, mv);
    if found.stopped.is_none() {
        assert_eq!(referee.ended(), Some(worth), "{}", name(game, state));
        compared.best += usize::from(keeps == Some(true));
        compared.worse += usize::from(keeps == Some(false));
    }
}

/// Compares every move of random states of every ruleset.
fn compare_random(boards: &[&str], count: usize, moves: usize, floors: [usize; 6]) {
    let (mut random, mut compared) = (Rng::with_seed(5), Compared::default());
    on_a_large_stack(|| {
        for board in boards {
            for rules in rulesets() {
                for _ in 0..count {
                    let question = random_question(board, &rules, &mut random, moves);
                    let stones = (0..question.board().points() as u8).map(Move::Place);
                    for mv in stones.chain([Move::Pass]) {
                        compare(&question, mv, &mut compared);
                    }
                }
            }
        }
    });
    println!("{boards:?}: {compared:?}");
    let Compared { best, worse, bars, better, barred, refused } = compared;
    for (found, floor) in [best, worse, bars, better, barred, refused].into_iter().zip(floors) {
        assert!(found >= floor, "{compared:?}, expected {floors:?}");
    }
}

#[test]
fn refutations_on_small_boards_are_right() {
    compare_random(&["1x2", "1x3"], 12, 6, [200, 100, 120, 80, 20, 300]);
}

#[test]
fn refutations_on_larger_boards_are_right() {
    if sample::leaves_out("refutations_on_larger_boards_are_right") {
        return;
    }
    compare_random(&["1x4", "2x2"], 4, 10, [80, 50, 30, 15, 2, 150]);
    compare_random(&["2x3"], 1, 16, [10, 6, 3, 0, 0, 30]);
}
