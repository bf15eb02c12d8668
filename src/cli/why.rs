//! `solve why`: why a move is not better, or what a value rests on.

use std::fmt::Write;

use super::args::WhyArgs;
use super::ended::{BadInput, Ended};
use super::progress::{Progress, interruptible};
use super::ruleset::Named;
use super::setup::flag;
use super::{differing, record, report};
use crate::ask::differ::{Given, Ruleset};
use crate::ask::facts::moment_in_words;
use crate::ask::refutation::Bar;
use crate::ask::rests_on::Resting;
use crate::ask::{Question, Refutation, RestsOn, refutation, rests_on};
use crate::go::notation::{diagram, move_name, parse_move};
use crate::go::{Board, Player, Players, Position};
use crate::referee::Moment;
use crate::report::display::{answer_in_words, moves_in_words, rules_text, side_by_side, step};
use crate::report::json;
use crate::report::record::{SourceRecord, Spent};
use crate::rules::Game;
use crate::solve::{Answer, Session, Side, Value};

/// The most facts that are shown with diagrams, and the most without, unless all are asked for.
const MOST_FACTS: usize = 12;

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
        let names = names(&question, &against)?;
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
    let session = Session::new(&question.setup.game);
    match mv {
        Some(mv) => {
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
            let found = rests_on(&session, &question, &budget);
            drop(progress);
            let spent = Spent::of(&budget, session.results(), found.stopped);
            if args.json {
                text.push_str(&json::text(&found.record(&question, source, spent)));
            } else {
                head(&question, source.as_ref(), text);
                rested(&question, &found, args.all, text);
                end(&question, &spent, text);
            }
            Ok(found.stopped.into())
        }
    }
}

/// The names of the question's ruleset and of the one that it is compared with, which are two.
fn names(question: &Question, against: &Ruleset) -> Result<[String; 2], BadInput> {
    let Game { entry, options, .. } = &question.setup.game;
    let names = [rules_text(entry, options), rules_text(against.entry, &against.options)];
    if std::ptr::eq(*entry, against.entry) && *options == against.options {
        return Err(BadInput(format!(
            "--against {:?}: is the ruleset of the question, expected another",
            names[1]
        )));
    }
    if against.options.players != Players::Two {
        return Err(BadInput(format!("--against {:?}: expected 2 players", names[1])));
    }
    Ok(names)
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
    report::spent(spent, if always_ends { "lemmas" } else { "states" }, text);
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
                loss(*player, &solution.value, after)
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

/// ` and loses 2 points`.
fn loss(player: Player, before: &Answer, after: &Answer) -> String {
    match (before.exact(), after.exact()) {
        (Some(Value::Points(before)), Some(Value::Points(after))) => {
            let lost = if player == Player::Black { before - after } else { after - before };
            let points = if lost == 1.into() { "point" } else { "points" };
            format!(" and loses {lost} {points}")
        }
        _ => String::new(),
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

/// A value without words.
fn short(answer: &Answer) -> String {
    match answer {
        Answer::Exact(Value::Points(points)) => points.to_string(),
        other => answer_in_words(other),
    }
}

/// The position of an earlier moment, or of none, beside the one on the board.
fn then_and_now(board: &Board, position: &Position, since: Option<&Moment>, now: &Position) -> String {
    let placed = |moment: &Moment| match moment {
        Moment::Made { mv, before: false, .. } => mv.placed(),
        _ => None,
    };
    let caption = since.map_or("the position".to_string(), moment_in_words);
    let then = diagram(board, position, since.and_then(placed));
    side_by_side(&[(format!("  {caption}"), then), ("  now".to_string(), diagram(board, now, None))])
}

/// What a value rests on.
fn rested(question: &Question, found: &RestsOn, all: bool, text: &mut String) {
    let _ = writeln!(text, "value       {}", answer_in_words(&found.value));
    let Some(facts) = &found.facts else { return };
    if found.endless {
        let entry = question.setup.game.entry;
        let what = format!(
            "Under this ruleset games may go on for ever, and no move is barred or ends the game because of a fact of the \
             past. The value rests on the state alone, and under every past it is the same. A state is: {}.",
            entry.state
        );
        let _ = writeln!(text, "\n{}", report::wrapped("", &what));
        return;
    }
    if facts.is_empty() {
        text.push_str("\nThe value rests on nothing that has happened: it holds under every past.\n");
        return;
    }
    for side in Side::ALL {
        let (who, bound) = (side.player().name(), if side == Side::Black { "more" } else { "less" });
        let reads = numbers(facts, side);
        let why =
            if reads.is_empty() { ", whatever has happened".to_string() } else { format!(" by {reads}") };
        let _ = writeln!(text, "{who} is sure of {} or {bound}{why}", short(&found.value));
    }
    // Facts that do not hold and that change nothing are told in short.
    let told = |resting: &Resting| {
        all || resting.stated.holds.is_some() || resting.changes(&found.value) != Some(false)
    };
    let at_length = facts.iter().position(|resting| !told(resting)).unwrap_or(facts.len());
    let shown = if all { facts.len() } else { at_length.min(MOST_FACTS) };
    for (place, resting) in facts[..shown].iter().enumerate() {
        at_full_length(question, place, resting, &found.value, text);
    }
    let more = |rest: usize, text: &mut String| {
        let _ = writeln!(text, "\nand {rest} more, which --all shows");
    };
    if shown < at_length {
        more(facts.len() - shown, text);
    } else if shown < facts.len() {
        text.push_str("\nThe proof reads besides, and the value changes with none of them alone:\n");
        for (place, resting) in facts.iter().enumerate().skip(shown).take(MOST_FACTS) {
            let _ = writeln!(text, "{}. {}", place + 1, resting.stated.words);
        }
        if facts.len() > shown + MOST_FACTS {
            more(facts.len() - shown - MOST_FACTS, text);
        }
    }
    text.push_str(
        "\nA past in which one fact is otherwise is hypothetical: no game need lead to it. A value that changes with no\n\
         fact alone may change with several.\n",
    );
}

/// A fact with its diagrams, and what there would be if it were otherwise.
fn at_full_length(question: &Question, place: usize, resting: &Resting, value: &Answer, text: &mut String) {
    let Resting { stated, .. } = resting;
    let _ = writeln!(text, "\n{}. {}", place + 1, stated.words);
    let now = question.state.key.position;
    text.push_str(&then_and_now(question.board(), &stated.fact.position, stated.since.as_ref(), &now));
    let _ = writeln!(text, "  {}", hypothesis(resting, value));
}

/// The facts that a side's bound rests on, by their numbers: `facts 1, 3 to 5`.
fn numbers(facts: &[Resting], side: Side) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (place, _) in facts.iter().enumerate().filter(|(_, resting)| resting.sides.contains(&side)) {
        match runs.last_mut() {
            Some((_, last)) if *last == place => *last = place + 1,
            _ => runs.push((place + 1, place + 1)),
        }
    }
    let words = runs.iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first} to {last}"),
    });
    let words = words.collect::<Vec<_>>().join(", ");
    match runs.as_slice() {
        [] => words,
        [(first, last)] if first == last => format!("fact {words}"),
        _ => format!("facts {words}"),
    }
}

/// What there would be if a fact were otherwise.
fn hypothesis(resting: &Resting, value: &Answer) -> String {
    let otherwise = match (resting.stated.holds, resting.tally) {
        (Some(_), _) => "if that were not so",
        (None, false) => "if that were so",
        (None, true) => "if that were so, and no position had been scored since",
    };
    let otherwise = otherwise.replacen("that were", "this alone were", 1);
    let would = answer_in_words(&resting.otherwise);
    match resting.changes(value) {
        Some(true) => format!("{otherwise}: {would} instead of {}", short(value)),
        Some(false) => format!("the proof reads it, the value does not change {otherwise}"),
        None => format!("{otherwise}: {would}"),
    }
}
