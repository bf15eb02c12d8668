//! Commands about values, scores and rulesets.

use std::collections::BTreeMap;

use super::engine::Engine;
use super::game::{AnyGame, Bonus, CurrentGame, either};
use super::protocol::{Exact, Reply, exact, score, single_argument};
use superko_go::Players;
use superko_go::bits::members;
use superko_go::notation::{move_name, parse_move, point_name};
use superko_query::ask::rulesets::{Named, Speaker, ruleset, to_json, with_field};
use superko_query::ask::{self, follow};
use superko_query::report::records::MoveValue;
use superko_query::report::words::{answer_in_words, published_in_words, result_in_words};
use superko_rules::Refereed;
use superko_rules::axes::Axis;
use superko_rules::referee::Step;
use superko_solve::{Answer, Request, Value};

// --- The commands of this program: values, lines, bars, rulesets ---

/// `superko-value`: the value of the game, Black's points minus White's, without komi; of a game
/// that has ended, its score.
pub fn value(engine: &mut Engine, _: &[String]) -> Reply {
    if let Some(points) = engine.game.ended() {
        return Ok(result_in_words(points, engine.game.rules().has_score()));
    }
    let scored = engine.game.rules().has_score();
    value_of(engine).map(|answer| answer_in_words(&answer, scored))
}

/// `superko-published`: what is published of the value, and what backs it, as the command line has
/// it. Nothing is searched.
pub fn published(engine: &mut Engine, _: &[String]) -> Reply {
    let question = engine.game.question()?;
    let known = ask::published(&question).ok_or("nothing is published of this position with these rules")?;
    Ok(published_in_words(&known, engine.game.rules().has_score()))
}

/// Value of the game, as far as it is known within the limits.
pub fn value_of(engine: &mut Engine) -> Result<Answer, String> {
    let question = engine.game.question()?;
    engine.ask(question, engine.limits, |job| {
        let budget = job.budget(job.limits);
        let value = job.session.value(&job.state, &budget);
        job.spent(budget.nodes());
        value.into()
    })
}

/// `superko-moves`: every legal move with its value; `superko-moves points`: intersections alone,
/// as GoGui's pairs of points and labels have it.
pub fn moves(engine: &mut Engine, arguments: &[String]) -> Reply {
    let only_points = match arguments {
        [] => false,
        [argument] if argument == "points" => true,
        _ => return Err("expected nothing or points".to_string()),
    };
    let question = engine.game.question()?;
    let solved = engine.ask(question, engine.limits, |job| {
        let solved = follow(job.session, job.question, &job.limits, job.interrupted, |_| {});
        job.spent(solved.spent.effort.nodes);
        solved
    })?;
    let board = engine.game.solved()?.board();
    let is_point = |name: &str| parse_move(board, name).is_ok_and(|mv| mv.placed().is_some());
    let shown = solved.move_values.iter().filter(|moved| !only_points || is_point(moved.mv.as_str()));
    Ok(shown.map(move_line).collect::<Vec<_>>().join("\n"))
}

/// Move with its value, or its bounds: `-4..2`, and `>-4..<2` if it is more than -4 and less than
/// 2.
fn move_line(MoveValue { mv, value, bounds }: &MoveValue) -> String {
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
    let solution = engine.ask(question, engine.limits, |job| {
        job.session.solve(&job.state, &Request::default(), &job.budget(job.limits))
    })?;
    if solution.pv.is_empty() {
        return Err("the line was not found within the limit".to_string());
    }
    let board = engine.game.solved()?.board();
    let names: Vec<String> = solution.pv.iter().map(|mv| move_name(board, *mv)).collect();
    Ok(names.join(" "))
}

/// `superko-bars`: the moves that the history bans, as graphics of GoGui: each is marked, and
/// labelled with the number of the move that bans it, 0 for the start; the reasons are texts.
pub fn bars(engine: &mut Engine, _: &[String]) -> Reply {
    let look = engine.game.look();
    if look.barred.is_empty() {
        return Ok("TEXT the history bans no move".to_string());
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
    let rules = engine.game.rules();
    let entry = rules.entry;
    let mut lines =
        vec![rules.to_string(), format!("Title: {}", entry.title), format!("Document: {}", entry.document)];
    lines.extend(entry.articles.iter().map(|(name, says)| format!("Article {name}: {says}")));
    Ok(lines.join("\n"))
}

/// `superko-set-rules ruleset [options]`: as a command line has them.
pub fn set_rules(engine: &mut Engine, arguments: &[String]) -> Reply {
    let (rules, _) = parse_rules(&arguments.join(" "), Speaker::User)?;
    let players = rules.options.players;
    if players != Players::Two {
        return Err(format!("--players \"{}\": expected 2", players.count()));
    }
    engine.game.change_rules(rules, Bonus::Nothing).map(|()| String::new())
}

// --- The end of a game ---

/// `final_score`: the score of a game that has ended, or the value of one that goes on, minus komi.
pub fn final_score(engine: &mut Engine, _: &[String]) -> Reply {
    if let Some(points) = either!(&engine.game, game => final_points(game)) {
        return Ok(score(points));
    }
    let komi = engine.game.komi().total();
    komi_moves_values(engine)?;
    match value_of(engine)? {
        Answer::Exact(Value::Points(points)) => Ok(score(exact(points) - komi)),
        Answer::Exact(Value::NoResult) => Err("the game has no result under best play".to_string()),
        Answer::Between(_) => {
            Err("the game goes on, and its value was not found within the limit".to_string())
        }
    }
}

/// Score of a game that has ended, minus komi.
pub fn final_points<S: Refereed>(game: &CurrentGame<S>) -> Option<Exact> {
    let referee = game.referee();
    let Step { mv, end, .. } = referee.steps().last()?;
    // A stone ends a game only where it brings a state about for the third time: then nothing is
    // counted.
    let counted = mv.placed().is_none() || game.rules().entry.values(Axis::Cycles).is_empty();
    let points = exact(end.as_ref()?.score) - game.komi.total();
    Some(if counted { points } else { Exact::from_integer(0) })
}

/// Checks that the value with komi is that without, minus komi. Error: it is not, as some games end
/// without being counted.
pub fn komi_moves_values(engine: &Engine) -> Result<(), String> {
    let komi = engine.game.komi().total();
    match engine.game.has_uncounted_ends() && komi != Exact::from_integer(0) {
        true => Err(format!(
            "under {} some games have no score that komi could change, so the value with komi is another question: \
             expected komi 0, and no handicap bonus",
            engine.game.rules().entry.id
        )),
        false => Ok(()),
    }
}

/// `final_status_list alive|dead|seki`
pub fn final_status_list(engine: &mut Engine, arguments: &[String]) -> Reply {
    let status = single_argument(arguments, "one of: alive, seki, dead")?;
    either!(&engine.game, game => stones_of_status(game, status))
}

fn stones_of_status<S: Refereed>(game: &CurrentGame<S>, status: &str) -> Reply {
    let referee = game.referee();
    let position = referee.steps().last().map_or(referee.state().key.position, |step| step.position);
    let dead = match referee.steps().last().and_then(|step| step.end.as_ref()) {
        Some(end) => end.dead.unwrap_or(S::EMPTY),
        // By area a stone on the board counts, whatever could become of it.
        None if game.rules().by_area() => S::EMPTY,
        None => return Err("the game goes on, and stones may still be found to be dead".to_string()),
    };
    let set = match status {
        "alive" => position.occupied() & !dead,
        "dead" => dead,
        "seki" => S::EMPTY,
        _ => return Err(format!("status {status:?}: expected one of: alive, seki, dead")),
    };
    let board = game.board();
    let chains = position.colours().map(|stones| board.parts(stones & set).collect::<Vec<_>>()).concat();
    let line = |chain| members(chain).map(|point| point_name(board, point)).collect::<Vec<_>>().join(" ");
    Ok(chains.into_iter().map(line).collect::<Vec<_>>().join("\n"))
}

// --- Rulesets as KataGo and KGS name them ---

fn current_rules(engine: &Engine) -> Named {
    (engine.game.rules(), engine.game.komi().bonus)
}

/// Parses the ruleset that a controller names.
pub fn parse_rules(text: &str, speaker: Speaker) -> Result<Named, String> {
    match text.trim() {
        "" => Err("expected a ruleset, such as kee2020 --lift produced".to_string()),
        // What is wrong with a dictionary names the field.
        text if text.starts_with('{') => ruleset(text, speaker).map_err(|why| format!("rules: {why}")),
        text => ruleset(text, speaker).map_err(|why| format!("rules {text}: {why}")),
    }
}

fn set_ruleset(engine: &mut Engine, (rules, bonus): Named) -> Reply {
    engine.game.change_rules(rules, bonus).map(|()| String::new())
}

/// `kata-get-rules`
pub fn kata_get_rules(engine: &mut Engine, _: &[String]) -> Reply {
    to_json(current_rules(engine)).map_err(|why| format!("{why}; superko-rules tells it"))
}

/// `kata-set-rules rules`
pub fn kata_set_rules(engine: &mut Engine, arguments: &[String]) -> Reply {
    set_ruleset(engine, parse_rules(&arguments.join(" "), Speaker::Kata)?)
}

/// `kata-set-rule field value`
pub fn kata_set_rule(engine: &mut Engine, arguments: &[String]) -> Reply {
    let [field, value] = arguments else { return Err("expected a field and its value".to_string()) };
    set_ruleset(engine, with_field(current_rules(engine), field, value)?)
}

/// `kgs-rules name`
pub fn kgs_rules(engine: &mut Engine, arguments: &[String]) -> Reply {
    let name = single_argument(arguments, "the name of a ruleset, such as chinese, aga or new_zealand")?;
    set_ruleset(engine, parse_rules(name, Speaker::Kgs)?)
}
