//! `solve why`: why a move is not better, or what a value rests on.

use std::fmt::Write;

use super::args::WhyArgs;
use super::ended::{BadInput, Ended};
use super::explaining::{explained, loss, short, then_and_now};
use super::progress::{Progress, interruptible};
use super::ruleset::Named;
use super::setup::flag;
use super::{differing, record, report};
use crate::ask::differ::{Given, Ruleset};
use crate::ask::refutation::Bar;
use crate::ask::rests_on::Hypotheses;
use crate::ask::{Question, Refutation, explanation, refutation};
use crate::go::notation::{move_name, parse_move};
use crate::go::{Board, Players};
use crate::report::display::{answer_in_words, moves_in_words, rules_text, step};
use crate::report::json;
use crate::report::record::{SourceRecord, Spent};
use crate::rules::Game;
use crate::solve::{Answer, Session};

/// Explains, and writes the result to `text`.
pub fn run(args: &WhyArgs, text: &mut String) -> Result<Ended, BadInput> {
    let (question, source) = record::asked(&args.words, &args.choice, &args.question)?;
    let players = question.setup.game.options.players;
    if players != Players::Two {
        return Err(BadInput(format!("--players \"{}\": expected 2 for solve why", players.count())));
    }
    let read = |name: &String| parse_move(question.board(), name);
    let mv = args.mv.as_ref().map(read).transpose().map_err(|error| BadInput(format!("--move: {error}")))?;
    let budget = interruptible(args.limits.limits());
    let progress = Progress::watch(&budget, args.quiet || args.json);
    if let Some(Named { entry, options }) = args.against {
        let against = Ruleset { entry, options };
        let Game { entry, options, .. } = &question.setup.game;
        let names = [rules_text(entry, options), rules_text(against.entry, &against.options)];
        against.is_another(&question).map_err(flag)?;
        let given = Given::of(&question, against).map_err(flag)?;
        let found = given.differing(&budget);
        drop(progress);
        let stopped = found.stopped;
        let results = found.solutions.iter().map(|solution| solution.results).sum();
        let spent = Spent::of(&budget, results, stopped);
        if args.json {
            text.push_str(&json::text(&given.record(found, source, spent)));
        } else {
            head(&question, source.as_ref(), text);
            differing::given(question.board(), &found, [&names[0], &names[1]], text);
            end(&question, &spent, text);
        }
        return Ok(stopped.into());
    }
    match mv {
        Some(mv) => {
            let session = Session::new(&question.setup.game);
            let found = refutation(&session, &question, mv, &budget);
            drop(progress);
            let spent = Spent::of(&budget, session.results(), found.stopped);
            if args.json {
                text.push_str(&json::text(&found.record(&question, source, spent)));
            } else {
                head(&question, source.as_ref(), text);
                refuted(&question, &found, text);
                end(&question, &spent, text);
            }
            Ok(found.stopped.into())
        }
        None => {
            let effort = if args.all { Hypotheses::All } else { Hypotheses::Some };
            let found = explanation(&question, effort, &budget);
            drop(progress);
            let stopped = found.rests_on.stopped;
            let spent = Spent::of(&budget, found.results, stopped);
            if args.json {
                text.push_str(&json::text(&found.record(&question, source, spent)));
            } else {
                head(&question, source.as_ref(), text);
                explained(&question, &found, args.all, text);
                end(&question, &spent, text);
            }
            Ok(stopped.into())
        }
    }
}

fn head(question: &Question, source: Option<&SourceRecord>, text: &mut String) {
    question.describe(text);
    if let Some(source) = source {
        let _ = writeln!(text, "record      {}", record::in_words(source));
    }
}

fn end(question: &Question, spent: &Spent, text: &mut String) {
    let always_ends = question.setup.game.rules.properties().always_ends;
    text.push('\n');
    report::spent(spent, if always_ends { "lemmas" } else { "results" }, text);
}

/// Why a move is not better.
fn refuted(question: &Question, found: &Refutation, text: &mut String) {
    let board = question.board();
    let Refutation { player, mv, solution, .. } = found;
    let (who, name) = (player.name(), move_name(board, *mv));
    let _ = writeln!(text, "value       {}", answer_in_words(&solution.value));
    if !solution.best_moves.is_empty() {
        let which = if solution.all_best_moves { "best moves " } else { "a best move" };
        let _ = writeln!(text, "{which} {}", moves_in_words(board, &solution.best_moves));
    }
    if let Some(illegal) = &found.illegal {
        let _ = writeln!(text, "\n{who} may not play {name}: {}.", illegal.why);
        if let Some(bar) = &found.bar {
            barred(board, bar, &solution.value, text);
        }
        return;
    }
    if let Some(after) = &found.after {
        let _ = writeln!(text, "after {name:<5} {}", answer_in_words(after));
        text.push('\n');
        let _ = match found.keeps_the_value() {
            Some(true) => writeln!(text, "{who} {name} is best: the value stays as it is."),
            Some(false) => writeln!(
                text,
                "{who} {name} is not best{}. The best replies:",
                loss(*player, &solution.value, after).map_or(String::new(), |loss| format!(" and {loss}"))
            ),
            None => writeln!(text, "Whether {who} {name} is best was not found within the limit."),
        };
    }
    for turn in &found.line {
        let worth = found.after.as_ref().unwrap_or(&solution.value);
        for bar in turn.bars.iter().filter(|bar| bar.better != Some(false)) {
            let _ = writeln!(
                text,
                "\nBefore move {}, {} may not play {}: {}.",
                turn.step.number,
                bar.illegal.player.name(),
                bar.illegal.name,
                bar.illegal.why
            );
            barred(board, bar, worth, text);
            text.push('\n');
        }
        step(board, &turn.step, text);
    }
    if let Some(from) = found.repeats_from {
        let _ = writeln!(text, "and for ever again from move {}", question.moves.len() + 1 + from);
    }
}

/// The earlier moment of a bar beside the position now, and what the move would be worth.
fn barred(board: &Board, bar: &Bar, has: &Answer, text: &mut String) {
    text.push_str(&then_and_now(board, &bar.fact.position, Some(&bar.since), &bar.now));
    let would = answer_in_words(&bar.worth);
    let _ = match bar.worth {
        Answer::Exact(worth) if has.exact() == Some(worth) => {
            writeln!(text, "  if nothing barred it, it would be worth as much: {would}")
        }
        Answer::Exact(_) => {
            writeln!(text, "  if nothing barred it, it would be worth {would} instead of {}", short(has))
        }
        Answer::Between(_) => writeln!(text, "  what it would be worth if nothing barred it: {would}"),
    };
}
