//! Values that are no result or no whole number, not those of positional superko, or not those of the same ruleset with
//! another option.

use std::iter::once_with;

use super::record::{Case, Line, Shown, Subject, Verdict};
use super::search::{Example, SearchContext, ends_by_repetition, first_start, no_example, smallest_example};
use super::trial::{CaseBudget, LARGER_FACTOR, Survey, Surveys, Trial};
use crate::claims::checks::property::SplitMix64;
use crate::go::{Board, Move, Player, Position};
use crate::rules::axes::Axis;
use crate::rules::{Points, Ruling, catalogue};
use crate::solve::{Request, Session, Stopped, Value};

// --- Games without result, and scores that are no whole numbers ---

/// The random games on each board that are looked at for an end with a fraction.
const RANDOM_GAMES: usize = 100;

/// The moves after which a random game is given up.
const MAX_MOVES: usize = 60;

/// A start whose best play comes to no end that is scored.
pub fn no_result(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    let ends = trial.always_ends();
    smallest_example(trial, check, "starts", |cx| {
        first_start(cx, |cx, start, state, value| {
            // Where every game ends a repetition can only be a draw.
            if ends && value != Value::Points(Points::from_integer(0)) {
                return Ok(None);
            }
            let (repeats, solution) = ends_by_repetition(cx.budget, cx.session, start, &[], state)?;
            let found = match value {
                _ if !repeats => return Ok(None),
                Value::NoResult => "best play has no result".to_string(),
                value => format!("a repetition decides: best play is worth {value}"),
            };
            let (start, to_move) = start;
            let value = Some(value);
            Ok(Some(Example { start, to_move, moves: Vec::new(), value, line: solution.line, found }))
        })
    })
}

/// A start whose value is no whole number; or at least a game that ends so.
pub fn fraction(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    let (mut cases, mut nodes) = smallest_example(trial, check, "starts", |cx| {
        first_start(cx, |cx, (start, to_move), state, value| {
            if value.points().is_none_or(|points| points.is_integer()) {
                return Ok(None);
            }
            let line = cx.line(state);
            let found = format!("the value is {value}, which is no whole number");
            Ok(Some(Example { start, to_move, moves: Vec::new(), value: Some(value), line, found }))
        })
    });
    if cases.iter().all(|case| case.verdict != Verdict::Present) {
        let what = format!("ends of {RANDOM_GAMES} random games on each");
        let (ends, spent) = smallest_example(trial, check, &what, |cx| {
            let mut random = SplitMix64::new();
            for _ in 0..RANDOM_GAMES {
                let (moves, score) = random_game(cx, &mut random)?;
                let Some(score) = score.filter(|score| !score.is_integer()) else { continue };
                let (start, to_move, line) = (Position::default(), Player::Black, Vec::new());
                let found = format!("no value is a fraction there, but a game may end with {score}");
                return Ok(Some(Example { start, to_move, moves, value: None, line, found }));
            }
            Ok(None)
        });
        cases.extend(ends);
        nodes += spent;
    }
    (cases, nodes)
}

/// A game from the empty board with moves at random, and its score if it ended within [`MAX_MOVES`] moves.
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

/// The first start whose value is not that of positional superko.
pub fn other_than_superko(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    let subject = trial.subject;
    if !subject.entry.by_area(&subject.options) {
        let why = "the score is no area, so the values are others from the beginning";
        return (vec![Case::not_applicable("every start", why)], 0);
    }
    let (entry, mut options) = catalogue::find(REFERENCE).expect("the catalogue has positional superko");
    let suicide = Axis::Suicide.value(&subject.options);
    // Of a ruleset without this option the default is meant, which is that of positional superko too.
    let _ = entry.set(&mut options, Axis::Suicide, suicide);
    if std::ptr::eq(entry, subject.entry) && options == subject.options {
        return (vec![Case::not_applicable("every start", "the ruleset is positional superko itself")], 0);
    }
    let other = Subject { name: REFERENCE.to_string(), entry, options };
    let budget = trial.budget_times(true, LARGER_FACTOR);
    let case = first_difference(trial, check, &other, &budget);
    (vec![case], budget.spent())
}

/// Whether allowing, or forbidding, suicide changes a value.
pub fn suicide(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    options(trial, check, |axis| axis == Axis::Suicide)
}

/// Whether another reading, or another option, changes a value.
pub fn readings(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    let apart = [Axis::Suicide, Axis::Scoring, Axis::Players, Axis::Cycles];
    options(trial, check, |axis| !apart.contains(&axis))
}

fn options(trial: &Trial, check: &str, wanted: impl Fn(Axis) -> bool) -> (Vec<Case>, u64) {
    let subject = trial.subject;
    let mut cases = Vec::new();
    let mut nodes = 0;
    for (axis, now) in subject.entry.settings(&subject.options).into_iter().filter(|(axis, _)| wanted(*axis))
    {
        for value in subject.entry.values(axis).iter().filter(|value| **value != now) {
            let mut options = subject.options;
            let set =
                subject.entry.set(&mut options, axis, value).and_then(|()| subject.entry.check(&options));
            let on = format!("--{} {value} in place of {now}", axis.name());
            match set {
                Err(error) => cases.push(Case::not_applicable(on, error.to_string())),
                Ok(()) => {
                    let budget = trial.budget_times(trial.always_ends(), LARGER_FACTOR);
                    let case = first_difference(trial, check, &subject.with(options), &budget);
                    cases.push(Case { on, ..case });
                    nodes += budget.spent();
                }
            }
        }
    }
    if cases.is_empty() {
        let why = "the ruleset has no such option";
        cases.push(Case::not_applicable("every start", why));
    }
    (cases, nodes)
}

/// The first start that another ruleset values differently.
fn first_difference(trial: &Trial, check: &str, other: &Subject, budget: &CaseBudget) -> Case {
    let mut done: Vec<&Board> = Vec::new();
    // The larger boards are valued only where the smaller ones were finished and have shown no difference.
    let all = once_with(|| trial.surveys()).chain(once_with(|| trial.larger())).flat_map(Surveys::each);
    let mut stopped = None;
    for survey in all {
        let survey = match survey {
            Ok(survey) => survey,
            Err(given_up) => {
                stopped = Some(given_up);
                break;
            }
        };
        let theirs = match Survey::of(other, &survey.board, budget) {
            Ok(theirs) => theirs,
            Err(by) => {
                stopped = Some((&survey.board, by));
                break;
            }
        };
        let differing: Vec<(usize, Value, Value)> = survey
            .values
            .iter()
            .zip(&theirs.values)
            .enumerate()
            .filter(|(_, (ours, theirs))| ours != theirs)
            .map(|(place, (ours, theirs))| (place, *ours, *theirs))
            .collect();
        if let Some((place, ours, theirs)) = differing.first() {
            let found = format!(
                "{} of {} starts of {} have another value under {}; of this one it is {ours}, and {theirs} there",
                differing.len(),
                survey.positions.len(),
                survey.board,
                other.arguments().replace("--rules ", ""),
            );
            let case = Case::of(
                format!("our search: the first start of {} that differs", survey.board),
                Verdict::Present,
                found,
            );
            return case.showing(difference_line(trial, check, survey, *place));
        }
        done.push(&survey.board);
    }
    no_example(&done, stopped, "no other value among the starts")
}

/// A start with a line of best play under the ruleset on trial.
fn difference_line(trial: &Trial, check: &str, survey: &Survey, place: usize) -> Shown {
    let game = trial.subject.game(&survey.board).expect("the board was looked at before");
    let (start, to_move) = (survey.positions[place], Player::Black);
    let state = game.start(start, to_move);
    let budget = trial.budget();
    let request = Request { chosen_line: true, ..Request::default() };
    let line =
        budget.solve(&Session::new(&game), &state, &request).map_or(Vec::new(), |solution| solution.line);
    let value = Some(survey.values[place]);
    Line { subject: trial.subject, game: &game, start, to_move, moves: Vec::new(), value, line }.shown(check)
}
