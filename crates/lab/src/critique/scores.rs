//! Values that are no result or no whole number, not those of positional superko, or not those of
//! the same ruleset with another option.

use super::record::{Case, Exhibit, Subject, Verdict};
use super::search::{
    Example, Found, SearchContext, ends_by_repetition, first_board, smallest_example, smallest_start,
};
use super::trial::{CaseBudget, LARGER_FACTOR, Survey, Surveys, Trial};
use crate::claims::checks::property::SplitMix64;
use crate::published_session;
use superko_go::{Move, Player, Position};
use superko_rules::axes::Axis;
use superko_rules::{Points, Rules, Ruling};
use superko_solve::{Request, Stopped, Value};

// --- Games without result, and scores that are no whole numbers ---

/// The random games on each board that are looked at for an end with a fraction.
const RANDOM_GAMES: usize = 100;

/// The moves after which a random game is given up.
const MAX_MOVES: usize = 60;

/// A starting position whose best play comes to no end that is scored.
pub fn no_result(trial: &Trial, check: &str) -> Found {
    let always_ends = trial.always_ends();
    smallest_start(trial, check, |cx, start| {
        // Where every game ends a repetition can only be a draw.
        if always_ends && start.value != Value::Points(Points::from_integer(0)) {
            return Ok(None);
        }
        let on = (start.position, start.to_move);
        let (repeats, solution) = ends_by_repetition(cx.budget, cx.session, on)?;
        let found = match start.value {
            _ if !repeats => return Ok(None),
            Value::NoResult => "best play has no result".to_string(),
            value => format!("a repetition decides: best play is worth {value}"),
        };
        Ok(Some(Example { value: Some(start.value), line: solution.pv, found, ..Example::default() }))
    })
}

/// A starting position whose value is no whole number; or at least a game that ends so.
pub fn fraction(trial: &Trial, check: &str) -> Found {
    let (mut cases, mut nodes) = smallest_start(trial, check, |cx, start| {
        let value = start.value;
        if value.points().is_none_or(|points| points.is_integer()) {
            return Ok(None);
        }
        let found = format!("the value is {value}, which is no whole number");
        let line = cx.line(&start.state);
        Ok(Some(Example { value: Some(value), line, found, ..Example::default() }))
    });
    if cases.iter().all(|case| case.verdict != Verdict::Present) {
        let what = format!("ends of {RANDOM_GAMES} random games on each");
        let (ends, spent) = smallest_example(trial, check, &what, |cx| {
            let mut random = SplitMix64::new();
            for _ in 0..RANDOM_GAMES {
                let (moves, score) = random_game(cx, &mut random)?;
                if let Some(score) = score.filter(|score| !score.is_integer()) {
                    let found = format!("no value is a fraction there, but a game may end with {score}");
                    return Ok(Some(Example { moves, found, ..Example::default() }));
                }
            }
            Ok(None)
        });
        cases.extend(ends);
        nodes += spent;
    }
    (cases, nodes)
}

/// A game from the empty board with moves at random, and its score if it ended within [`MAX_MOVES`]
/// moves.
fn random_game(cx: &SearchContext, random: &mut SplitMix64) -> Result<(Vec<Move>, Option<Points>), Stopped> {
    let (mut state, mut moves) = (cx.game.start(Position::default(), Player::Black), Vec::new());
    while moves.len() < MAX_MOVES {
        cx.budget.step(1)?;
        let mut legal = cx.game.legal(&state);
        let (mv, ruling) = legal.swap_remove(random.below(legal.len()));
        moves.push(mv);
        match ruling {
            Ruling::Ends(score) => return Ok((moves, Some(score))),
            Ruling::Leads(next) => state = next,
            Ruling::Barred(_) => unreachable!("only legal moves are listed"),
        }
    }
    Ok((moves, None))
}

// --- Values that are not those of positional superko, or of the same ruleset with another option ---

/// The ruleset with whose values those of the ruleset on trial are compared.
const REFERENCE: &str = "psk";

/// The first starting position whose value is not that of positional superko.
pub fn other_than_superko(trial: &Trial, check: &str) -> Found {
    let subject = trial.subject;
    if !subject.rules.by_area() {
        let why = "the score is no area, so the values are others from the beginning";
        return (vec![Case::not_applicable("every start", why)], 0);
    }
    let mut rules = Rules::named(REFERENCE).expect("the catalogue has positional superko");
    let suicide = Axis::Suicide.value(&subject.rules.options);
    // Of a ruleset without this option the default is meant, which is that of positional superko
    // too.
    let _ = rules.set(Axis::Suicide, suicide);
    if rules == subject.rules {
        return (vec![Case::not_applicable("every start", "the ruleset is positional superko itself")], 0);
    }
    let other = Subject { name: REFERENCE.to_string(), rules };
    let budget = trial.budget_times(true, LARGER_FACTOR);
    let case = first_difference(trial, check, &other, &budget);
    (vec![case], budget.spent())
}

/// Whether allowing, or forbidding, suicide changes a value.
pub fn suicide(trial: &Trial, check: &str) -> Found {
    options(trial, check, |axis| axis == Axis::Suicide)
}

/// Whether another reading, or another option, changes a value.
pub fn readings(trial: &Trial, check: &str) -> Found {
    let apart = [Axis::Suicide, Axis::Scoring, Axis::Players, Axis::Cycles];
    options(trial, check, |axis| !apart.contains(&axis))
}

fn options(trial: &Trial, check: &str, wanted: impl Fn(Axis) -> bool) -> Found {
    let subject = trial.subject;
    let mut cases = Vec::new();
    let mut nodes = 0;
    for (axis, now) in subject.rules.settings().into_iter().filter(|(axis, _)| wanted(*axis)) {
        for value in subject.rules.entry.values(axis).iter().filter(|value| **value != now) {
            let mut other = subject.clone();
            let set = other.rules.set(axis, value).and_then(|()| other.rules.check());
            let on = format!("--{} {value} in place of {now}", axis.name());
            match set {
                Err(error) => cases.push(Case::not_applicable(on, error.to_string())),
                Ok(()) => {
                    let budget = trial.budget_times(trial.always_ends(), LARGER_FACTOR);
                    let case = first_difference(trial, check, &other, &budget);
                    cases.push(Case { on, ..case });
                    nodes += budget.spent();
                }
            }
        }
    }
    if cases.is_empty() {
        cases.push(Case::not_applicable("every start", "the ruleset has no such option"));
    }
    (cases, nodes)
}

/// The first starting position that another ruleset values differently.
fn first_difference(trial: &Trial, check: &str, other: &Subject, budget: &CaseBudget) -> Case {
    // The larger boards are valued only where the smaller ones were finished and have shown no
    // difference.
    let surveys = [&trial.surveys, &trial.larger].into_iter().flat_map(Surveys::each);
    first_board(surveys, "no other value among the starts", |survey, _| {
        let theirs = Survey::of(other, &survey.board, budget)?;
        let pairs = survey.rows().zip(theirs.values);
        let differing: Vec<_> = pairs.filter(|((_, ours), theirs)| ours != theirs).collect();
        let Some(&((start, ours), theirs)) = differing.first() else { return Ok(None) };
        let found = format!(
            "{} of {} starts of {} have another value under {}; of this one it is {ours}, and {theirs} there",
            differing.len(),
            survey.positions.len(),
            survey.board,
            other.arguments().replace("--rules ", ""),
        );
        let on = format!("our search: the first start of {} that differs", survey.board);
        // With a line of best play under the ruleset on trial.
        let (subject, to_move) = (trial.subject, Player::Black);
        let game = subject.game(&survey.board).expect("the board was looked at before");
        let state = game.start(start, to_move);
        let request = Request { chosen_pv: true, ..Request::default() };
        let solution = trial.budget().solve(&published_session(&game), &state, &request);
        let line = solution.map_or(Vec::new(), |solution| solution.pv);
        let line = Exhibit { start, to_move, moves: Vec::new(), value: Some(ours), line };
        Ok(Some(Case::of(on, Verdict::Present, found).showing(line.shown(subject, &game, check))))
    })
}
