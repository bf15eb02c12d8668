//! The commands of this program: values, lines, bars, rulesets.

use std::collections::BTreeMap;

use super::engine::{Engine, Until};
use super::komi::Bonus;
use super::protocol::Reply;
use super::ruling::read;
use crate::ask::names::Speaker;
use crate::ask::{self, Look, follow};
use crate::go::Players;
use crate::go::notation::{move_name, parse_move};
use crate::report::display::{answer_in_words, published_in_words, rules_text, value_in_words};
use crate::report::record::MoveValue;
use crate::solve::{Answer, Request};

/// `superko-value`: the value of the game, Black's points less White's, without komi; of a game that has ended, its score.
pub fn value(engine: &mut Engine, _: &[String]) -> Reply {
    let setup = engine.game.setup();
    if let Some(points) = engine.game.referee(&setup).ended() {
        return Ok(value_in_words(points));
    }
    value_of(engine).map(|answer| answer_in_words(&answer))
}

/// `superko-published`: what is published of the value, and what backs it, as the command line has it. Nothing is searched.
pub fn published(engine: &mut Engine, _: &[String]) -> Reply {
    let question = engine.game.question()?;
    let known = ask::published(&question).ok_or("nothing is published of this position with these rules")?;
    Ok(published_in_words(&known))
}

/// What is known of the value within the limits.
pub fn value_of(engine: &mut Engine) -> Result<Answer, String> {
    let question = engine.game.question()?;
    engine.work(
        question,
        engine.limits,
        Until::Interrupt,
        |job| {
            let budget = job.budget(job.limits);
            let value = job.session.value(&job.state, &budget);
            job.spent(budget.nodes());
            value.into()
        },
        |_, _: Option<()>| {},
    )
}

/// `superko-moves`: every legal move with its value; `superko-moves points`: intersections alone, as GoGui's pairs of
/// points and labels have it.
pub fn moves(engine: &mut Engine, arguments: &[String]) -> Reply {
    let only_points = match arguments {
        [] => false,
        [argument] if argument == "points" => true,
        _ => return Err("expected nothing or points".to_string()),
    };
    let question = engine.game.question()?;
    let (limits, board) = (engine.limits, engine.game.board().clone());
    let solved = engine.work(
        question,
        limits,
        Until::Interrupt,
        |job| {
            let solved = follow(job.session, job.question, &job.limits, job.interrupted, &|_| {});
            job.spent(solved.spent.effort.nodes);
            solved
        },
        |_, _: Option<()>| {},
    )?;
    let is_point = |name: &str| {
        let move_of_name = parse_move(&board, name);
        move_of_name.is_ok_and(|mv| mv.placed().is_some())
    };
    let shown = solved.move_values.iter().filter(|moved| !only_points || is_point(moved.mv.as_str()));
    Ok(shown.map(pair).collect::<Vec<_>>().join("\n"))
}

/// A move and its value, or its bounds: `-4..2`, and `>-4..<2` if it is more than -4 and less than 2.
fn pair(MoveValue { mv, value, bounds }: &MoveValue) -> String {
    match value {
        Some(value) => format!("{} {value}", mv.as_str()),
        None => {
            let [more, less] = [(bounds.low_exclusive, ">"), (bounds.high_exclusive, "<")];
            let mark = |(exclusive, mark): (bool, &'static str)| if exclusive { mark } else { "" };
            format!("{} {}{}..{}{}", mv.as_str(), mark(more), bounds.low, mark(less), bounds.high)
        }
    }
}

/// `superko-line`: a line of best play, the player to move first.
pub fn line(engine: &mut Engine, _: &[String]) -> Reply {
    let question = engine.game.question()?;
    let board = engine.game.board().clone();
    let solution = engine.work(
        question,
        engine.limits,
        Until::Interrupt,
        |job| job.session.solve(&job.state, &Request::default(), &job.budget(job.limits)),
        |_, _: Option<()>| {},
    )?;
    if solution.line.is_empty() {
        return Err("the line was not found within the limit".to_string());
    }
    let names: Vec<String> = solution.line.iter().map(|mv| move_name(&board, *mv)).collect();
    Ok(names.join(" "))
}

/// `superko-bars`: the moves that the past bars, as graphics of GoGui: each is marked, and labelled with the number of
/// the move that bars it, 0 for the start; the reasons are texts.
pub fn bars(engine: &mut Engine, _: &[String]) -> Reply {
    let look = Look::after(&engine.game.setup(), engine.game.moves());
    if look.barred.is_empty() {
        return Ok("TEXT the past bars no move".to_string());
    }
    let mut labels: BTreeMap<&str, usize> = BTreeMap::new();
    for barred in &look.barred {
        if let Some(since) = barred.since {
            labels.insert(&barred.mv, since);
        }
    }
    let marked: Vec<&str> = labels.keys().copied().collect();
    let labelled: Vec<String> = labels.iter().map(|(name, since)| format!("{name} {since}")).collect();
    let mut lines = vec![format!("MARK {}", marked.join(" ")), format!("LABEL {}", labelled.join(" "))];
    lines.extend(look.barred.iter().map(|barred| format!("TEXT {}: {}", barred.mv, barred.why)));
    Ok(lines.join("\n"))
}

/// `superko-rules`: the ruleset with its options, its document and its articles.
pub fn rules(engine: &mut Engine, _: &[String]) -> Reply {
    let (entry, options) = engine.game.rules();
    let mut lines = vec![
        rules_text(entry, options),
        format!("Title: {}", entry.title),
        format!("Document: {}", entry.document),
    ];
    lines.extend(entry.articles.iter().map(|(name, says)| format!("Article {name}: {says}")));
    Ok(lines.join("\n"))
}

/// `superko-set-rules ruleset [options]`: as a command line has them.
pub fn set_rules(engine: &mut Engine, arguments: &[String]) -> Reply {
    let (entry, options, _) = read(&arguments.join(" "), Speaker::User)?;
    if options.players != Players::Two {
        return Err(format!("--players \"{}\": expected 2", options.players.count()));
    }
    engine.game.change_rules(entry, options, Bonus::Nothing)?;
    Ok(String::new())
}
