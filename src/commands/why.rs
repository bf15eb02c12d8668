//! `solve why`: why a move is not better, or what a value rests on.

use std::collections::BTreeMap;

use clap::Args as ClapArgs;

use super::differ::{self, becomes, continuation, diagrams, goes_on, lead, numbered, serves};
use super::exit::{CommandError, Exit};
use super::game::{self, ChoiceArgs, QuestionArgs, WordsArgs, flag_error};
use super::io::{self, Progress, add_line, interruptible, paragraph, wrapped};
use super::limits::LimitArgs;
use super::ruleset;
use superko_go::notation::{diagram, diagram_line, move_name, parse_move};
use superko_go::{Board, Player, Players, Position};
use superko_query::ask::contrast::{Contrast, Contrasts, TemptingMove, grouped};
use superko_query::ask::dependencies::{Dependency, FlipEffort};
use superko_query::ask::differ::{GivenState, Parting, Why, is_another};
use superko_query::ask::look::moment_in_words;
use superko_query::ask::refutation::Bar;
use superko_query::ask::{Dependencies, Explanation, Question, Refutation, explanation, refutation};
use superko_query::report::json;
use superko_query::report::records::{MoveName, Spent};
use superko_query::report::words::{answer_in_words, listed, moves_in_words, side_by_side, step};
use superko_rules::Rules;
use superko_rules::referee::Moment;
use superko_solve::{Answer, Session, Side, Solution, Value};

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve why --board 2x2 --rules psk --move A1
  solve why --board 1x2 --rules psk --moves \"A1 B1\"
  solve why tests/sgf/sabaki.sgf --rules kee2020 --at 3
  solve why --board 3x3 --rules nssk --against psk

With --against: the value under both rulesets, and a line on which they stay different up to the move on which \
the games part, with the ban and its moment. With --move: the value before and after the move, the best replies \
up to the end of the game, and the moves that the history bans on the way and that would have been better. Without: \
why moves that look better are not, why the value is another under other well-known rulesets, and the facts of \
the history that it rests on, with what it would be if one of them were otherwise. Everything is found on one thread, \
so the same reasons come out everywhere.")]
pub struct WhyArgs {
    #[command(flatten)]
    pub words: WordsArgs,
    #[command(flatten, next_help_heading = "Game")]
    pub question: QuestionArgs,
    #[command(flatten, next_help_heading = "Game")]
    pub choice: ChoiceArgs,
    /// Say why this move of the player to move is not better, or that it is best
    #[arg(long = "move", value_name = "MOVE", allow_hyphen_values = true, help_heading = "Answer")]
    pub mv: Option<String>,
    /// Say why the value or the best moves are others under this ruleset: a line up to the move on
    /// which the games part
    #[arg(
        long,
        value_name = "RULES",
        value_parser = ruleset::with_ruleset_names(ruleset::parse),
        hide_possible_values = true,
        conflicts_with_all = ["mv", "all"],
        help_heading = "Answer"
    )]
    pub against: Option<Rules>,
    /// Show all facts with their diagrams, and seek the value without each of them to the end
    #[arg(long, conflicts_with = "mv", help_heading = "Answer")]
    pub all: bool,
    #[command(flatten, next_help_heading = "Effort")]
    pub limits: LimitArgs,
    /// Print one JSON object
    ///
    /// Its form is in solutions/schema/.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

pub fn run(args: &WhyArgs, text: &mut String) -> Result<Exit, CommandError> {
    let (question, source) = game::question_of(&args.words, &args.choice, &args.question)?;
    let players = question.game.options.players;
    if players != Players::Two {
        return Err(CommandError(format!("--players \"{}\": expected 2 for solve why", players.count())));
    }
    let read = |name: &String| parse_move(question.board(), name);
    let mv =
        args.mv.as_ref().map(read).transpose().map_err(|error| CommandError(format!("--move: {error}")))?;
    let budget = interruptible(args.limits.limits());
    let progress = Progress::watch(&budget, args.quiet || args.json);
    if let Some(against) = args.against {
        is_another(against, &question).map_err(flag_error)?;
        let given = GivenState::of(&question, against).map_err(flag_error)?;
        let found = given.differing(&budget);
        drop(progress);
        let stopped = found.stopped;
        let results = found.solutions.iter().map(|solution| solution.results).sum();
        let spent = Spent::of(&budget, results, stopped);
        if args.json {
            text.push_str(&json::text(&given.record(found, source, spent)));
        } else {
            game::describe(&question, source.as_ref(), text);
            differ::describe_given(question.board(), &found, [question.game.ruleset(), against], text);
            end(&question, &spent, text);
        }
        return Ok(stopped.into());
    }
    match mv {
        Some(mv) => {
            let session = Session::new(&question.game);
            let found = refutation(&session, &question, mv, &budget);
            drop(progress);
            let spent = Spent::of(&budget, session.results(), found.stopped);
            if args.json {
                text.push_str(&json::text(&found.record(&question, source, spent)));
            } else {
                game::describe(&question, source.as_ref(), text);
                refuted(&question, &found, text);
                end(&question, &spent, text);
            }
            Ok(found.stopped.into())
        }
        None => {
            let effort = if args.all { FlipEffort::All } else { FlipEffort::Some };
            let found = explanation(&question, effort, &budget);
            drop(progress);
            let stopped = found.rests_on.stopped;
            let spent = Spent::of(&budget, found.results, stopped);
            if args.json {
                text.push_str(&json::text(&found.record(&question, source, spent)));
            } else {
                game::describe(&question, source.as_ref(), text);
                describe_explanation(&question, &found, args.all, text);
                end(&question, &spent, text);
            }
            Ok(stopped.into())
        }
    }
}

fn end(question: &Question, spent: &Spent, text: &mut String) {
    let always_ends = question.game.rules.properties().always_ends;
    text.push('\n');
    io::write_spent(spent, if always_ends { "lemmas" } else { "results" }, text);
}

/// Writes why a move is not better.
fn refuted(question: &Question, found: &Refutation, text: &mut String) {
    let (board, scored) = (question.board(), question.game.ruleset().has_score());
    let Refutation { player, mv, solution, .. } = found;
    let (who, name) = (player.name(), move_name(board, *mv));
    add_line!(text, "value       {}", answer_in_words(&solution.value, scored));
    io::write_best_moves(board, solution, text);
    if let Some(illegal) = &found.illegal {
        add_line!(text, "\n{who} may not play {name}: {}.", illegal.why);
        if let Some(bar) = &found.bar {
            barred(question, bar, &solution.value, text);
        }
        return;
    }
    if let Some(after) = &found.after {
        add_line!(text, "after {name:<5} {}", answer_in_words(after, scored));
        text.push('\n');
        match found.keeps_the_value() {
            Some(true) => add_line!(text, "{who} {name} is best: the value stays as it is."),
            Some(false) => add_line!(
                text,
                "{who} {name} is not best{}. The best replies:",
                loss(*player, &solution.value, after).map_or(String::new(), |loss| format!(" and {loss}"))
            ),
            None => add_line!(text, "Whether {who} {name} is best was not found within the limit."),
        }
    }
    for turn in &found.line {
        let worth = found.after.as_ref().unwrap_or(&solution.value);
        for bar in turn.bars.iter().filter(|bar| bar.better != Some(false)) {
            add_line!(
                text,
                "\nBefore move {}, {} may not play {}: {}.",
                turn.step.number,
                bar.illegal.player.name(),
                bar.illegal.name,
                bar.illegal.why
            );
            barred(question, bar, worth, text);
            text.push('\n');
        }
        step(board, &turn.step, text);
    }
    if let Some(from) = found.repeats_from {
        add_line!(text, "and for ever again from move {}", question.line.moves.len() + 1 + from);
    }
}

/// Writes the earlier moment of a ban beside the position now, and what the move would be worth.
fn barred(question: &Question, bar: &Bar, has: &Answer, text: &mut String) {
    let (board, scored) = (question.board(), question.game.ruleset().has_score());
    text.push_str(&then_and_now(board, &bar.fact.position, Some(&bar.since), &bar.now));
    let would = answer_in_words(&bar.worth, scored);
    match bar.worth {
        Answer::Exact(worth) if has.exact() == Some(worth) => {
            add_line!(text, "  if nothing banned it, it would be worth as much: {would}")
        }
        Answer::Exact(_) => {
            add_line!(text, "  if nothing banned it, it would be worth {would} instead of {}", short(has))
        }
        Answer::Between(_) => add_line!(text, "  what it would be worth if nothing banned it: {would}"),
    }
}

// --- What is said of a value: why what looks better is not, and what the value rests on ---

/// Maximum number of facts shown with diagrams, and of those without, unless all are asked for.
const MAX_FACTS: usize = 12;

/// Writes a value, what looks better than it is, and what the value depends on.
pub fn describe_explanation(question: &Question, found: &Explanation, all: bool, text: &mut String) {
    let (board, scored) = (question.board(), question.game.ruleset().has_score());
    let Explanation { solution, contrasts, rests_on, .. } = found;
    add_line!(text, "value       {}", answer_in_words(&solution.value, scored));
    io::write_best_moves(board, solution, text);
    let Some(contrasts) = contrasts else { return };
    describe_contrasts(question, solution, contrasts, text);
    describe_dependencies(question, rests_on, all, text);
}

/// `psk, ssk and spight`.
fn all_named(rulesets: &[Rules]) -> String {
    let names: Vec<String> = rulesets.iter().map(Rules::to_string).collect();
    listed(&names.iter().map(String::as_str).collect::<Vec<_>>(), "and")
}

/// Writes the moves that look better, and the rulesets under which it is otherwise.
fn describe_contrasts(question: &Question, solution: &Solution, contrasts: &Contrasts, text: &mut String) {
    if !contrasts.tempting.is_empty() {
        text.push('\n');
    }
    for tempting in &contrasts.tempting {
        add_line!(text, "{}", refuted_in_short(question, solution, tempting));
    }
    let within = match contrasts.stopped {
        true => "half of the limits".to_string(),
        false => format!("{} nodes", contrasts.nodes),
    };
    let mut groups: Vec<Vec<&Contrast>> = Vec::new();
    for contrast in &contrasts.differing {
        match groups.iter_mut().find(|group| same_parting(group[0], contrast)) {
            Some(group) => group.push(contrast),
            None => groups.push(vec![contrast]),
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    for group in &groups {
        text.push('\n');
        describe_group(question, group, text);
    }
    if contrasts.same.len() + contrasts.unlike.len() + contrasts.open.len() > 0 {
        text.push('\n');
    }
    if !contrasts.same.is_empty() {
        let what = if solution.all_best_moves { "The value and the best moves are" } else { "The value is" };
        paragraph("", &format!("{what} the same under {}.", all_named(&contrasts.same)), text);
    }
    for (against, why) in &contrasts.unlike {
        paragraph("", &format!("Not compared with {against}: {why}."), text);
    }
    if !contrasts.open.is_empty() {
        let what = format!("Not found within {within} under {}.", all_named(&contrasts.open));
        paragraph("", &what, text);
    }
}

/// Whether the games under two rulesets part on the same move of the same line, which serves the
/// same player.
fn same_parting(a: &Contrast, b: &Contrast) -> bool {
    fn line(why: &Why) -> impl Iterator<Item = &MoveName> {
        why.line.iter().map(|step| &step.made.mv).chain(why.parting.iter().map(|parting| &parting.mv))
    }
    let serves = |why: &Why| why.parting.as_ref().map(|parting| parting.serves_under);
    match (&a.why, &b.why) {
        (Some(a), Some(b)) => line(a).eq(line(b)) && serves(a) == serves(b),
        (None, None) => true,
        _ => false,
    }
}

/// Move that looks better, in one line.
fn refuted_in_short(question: &Question, solution: &Solution, tempting: &TemptingMove) -> String {
    let (board, found) = (question.board(), &tempting.refutation);
    let (who, name) = (found.player.name(), move_name(board, tempting.mv()));
    let mut why: Vec<String> = Vec::new();
    if !tempting.best_under.is_empty() {
        why.push(format!("best under {}", all_named(&tempting.best_under)));
    }
    if tempting.greedy {
        why.push("the greedy move".to_string());
    }
    if tempting.images.len() > 1 {
        why.push(format!("like {}", moves_in_words(board, &tempting.images[1..])));
    }
    let why = why.join("; ");
    if let Some(illegal) = &found.illegal {
        return wrapped("", &format!("{who} {name} ({why}) may not be played: {}.", illegal.why));
    }
    let Some(after) = found.after.filter(|after| after.exact().is_some()) else {
        return wrapped(
            "",
            &format!("{who} {name} ({why}): whether it is best was not found within the limit."),
        );
    };
    let line: Vec<MoveName> = found.line.iter().map(|turn| MoveName::of(board, turn.step.mv)).collect();
    let line = goes_on(question.line.moves.len() + 1, found.player, &line, found.repeats_from);
    let worth = match loss(found.player, &solution.value, &after) {
        Some(loss) => format!("{loss}, worth {}", short(&after)),
        None => format!("is worth {}", short(&after)),
    };
    wrapped("", &format!("{who} {name} ({why}) {worth}: {line}"))
}

/// Writes the values under rulesets which part from the question's on the same move, and that move.
fn describe_group(question: &Question, group: &[&Contrast], text: &mut String) {
    let board = question.board();
    let own = question.game.ruleset().to_string();
    // Those with the same value and best moves are named together.
    let values = grouped(group.iter().map(|Contrast { against, solution, .. }| {
        let value = answer_in_words(&solution.value, against.has_score());
        let best = match (solution.best_moves.as_slice(), solution.all_best_moves) {
            ([], _) => String::new(),
            (moves, true) => format!(", best {}", moves_in_words(board, moves)),
            (moves, false) => format!(", a best move {}", moves_in_words(board, moves)),
        };
        (format!("the value is {value}{best}"), *against)
    }));
    for (said, rulesets) in &values {
        paragraph("", &format!("Under {} {said}.", all_named(rulesets)), text);
    }
    let Some(why) = &group[0].why else {
        let how = format!(
            "--against {:?} looks for a line up to the move on which the games part.",
            group[0].against.to_string()
        );
        paragraph("", &how, text);
        return;
    };
    let Some(parting) = &why.parting else {
        text.push_str(
            "Games without end are judged differently; what can be forced in finite play is the same.\n",
        );
        return;
    };
    let line: Vec<MoveName> = why.line.iter().map(|step| step.made.mv.clone()).collect();
    if !line.is_empty() {
        let moves = numbered(question.line.moves.len() + 1, question.mover(), &line);
        let kept = "The difference stays along";
        paragraph("", &format!("{kept} {moves}."), text);
    }
    let partings: Vec<&Parting> =
        group.iter().filter_map(|other| other.why.as_ref()?.parting.as_ref()).collect();
    let becoming =
        grouped(group.iter().zip(&partings).map(|(other, parting)| (becomes(parting, 1), other.against)));
    let others: Vec<String> =
        becoming.iter().map(|(said, rulesets)| format!("under {} {said}", all_named(rulesets))).collect();
    let whose = if parting.serves_under == 0 { own.clone() } else { group[0].against.to_string() };
    let what = format!(
        "{} under {own} {}; {}. {}",
        lead(parting),
        becomes(parting, 0),
        others.join("; "),
        serves(parting, &whose)
    );
    paragraph("", &what, text);
    diagrams(&partings, board, text);
    continuation(&own, parting, &parting.under[0], text);
    continuation(&group[0].against.to_string(), parting, &parting.under[1], text);
}

/// Writes what a value depends on.
fn describe_dependencies(question: &Question, found: &Dependencies, all: bool, text: &mut String) {
    let Some(facts) = &found.facts else {
        text.push_str("\nWhat the value rests on was not found within the limit.\n");
        return;
    };
    if found.endless {
        let entry = question.game.entry;
        let what = format!(
            "Under this ruleset games may go on for ever, and no move is banned or ends the game because of a fact of the \
             history. The value rests on the state alone, and under every history it is the same. A state is: {}.",
            entry.state
        );
        add_line!(text, "\n{}", wrapped("", &what));
        return;
    }
    if facts.is_empty() {
        text.push_str("\nThe value rests on nothing that has happened: it holds under every history.\n");
        return;
    }
    // Facts that do not hold and that change nothing come last, in short.
    let matters =
        |resting: &Dependency| resting.stated.holds.is_some() || resting.changes(&found.value) != Some(false);
    let matter = facts.iter().position(|resting| !matters(resting)).unwrap_or(facts.len());
    let others = facts.len() - matter;
    if !all && (matter > MAX_FACTS || others > MAX_FACTS) {
        by_kind(question, facts, found, text);
    } else {
        text.push('\n');
        for side in Side::ALL {
            let reads = numbers(facts, side);
            let why =
                if reads.is_empty() { ", whatever has happened".to_string() } else { format!(" by {reads}") };
            guarantee(side, &why, &found.value, text);
        }
        let shown = if all { facts.len() } else { matter };
        for (place, resting) in facts[..shown].iter().enumerate() {
            at_full_length(question, place, resting, found, text);
        }
        if shown < facts.len() {
            text.push_str("\nThe proof reads besides, and the value changes with none of them alone:\n");
        }
        for (place, resting) in facts.iter().enumerate().skip(shown) {
            add_line!(text, "{}. {}", place + 1, resting.stated.words);
        }
    }
    if !found.sought {
        text.push_str(
            "\nThere are too many facts to find the value without each of them: --all does that.\n",
        );
        return;
    }
    if !all && found.stopped.is_none() && facts.iter().any(|resting| resting.otherwise.exact().is_none()) {
        text.push_str("\nNot every value without a fact was sought to the end: --all does that.\n");
    }
    text.push_str(
        "\nA history in which one fact is otherwise is hypothetical: no game need lead to it. A value that changes with no\n\
         fact alone may change with several.\n",
    );
}

/// Writes the bound that a side is sure of, and why.
fn guarantee(side: Side, why: &str, value: &Answer, text: &mut String) {
    let (who, bound) = (side.player().name(), if side == Side::Black { "more" } else { "less" });
    add_line!(text, "{who} is sure of {} or {bound}{why}", short(value));
}

/// Writes many facts: those that hold one by one, if they are few, and the others by kind.
fn by_kind(question: &Question, facts: &[Dependency], found: &Dependencies, text: &mut String) {
    let value = &found.value;
    text.push('\n');
    for side in Side::ALL {
        let why = match facts.iter().filter(|resting| resting.sides.contains(&side)).count() {
            0 => ", whatever has happened".to_string(),
            1 => " by one fact".to_string(),
            many => format!(" by {many} facts"),
        };
        guarantee(side, &why, value, text);
    }
    add_line!(text, "\nThe value rests on {} facts, which --all shows one by one:", facts.len());
    let hold: Vec<&Dependency> = facts.iter().filter(|resting| resting.stated.holds.is_some()).collect();
    let (alone, scored) = (hold.len() <= MAX_FACTS, question.game.ruleset().has_score());
    if alone {
        for (place, resting) in hold.iter().enumerate() {
            at_full_length(question, place, resting, found, text);
        }
    }
    let mut kinds: BTreeMap<(usize, &str, String), (usize, Vec<String>)> = BTreeMap::new();
    for (place, resting) in facts.iter().enumerate() {
        if alone && resting.stated.holds.is_some() {
            continue;
        }
        let words = resting.stated.kind_words.as_str();
        let hypothesis = if found.sought { hypothesis(resting, value, scored) } else { String::new() };
        let known = kinds.keys().find(|key| (key.1, &key.2) == (words, &hypothesis));
        let key = known.cloned().unwrap_or((place, words, hypothesis));
        let (count, examples) = kinds.entry(key).or_default();
        *count += 1;
        if examples.len() < MAX_EXAMPLES {
            examples.push(diagram_line(question.board(), &resting.stated.fact.position));
        }
    }
    text.push('\n');
    for ((_, words, hypothesis), (count, examples)) in &kinds {
        let such = if *count > examples.len() { ", such as" } else { ":" };
        let facts = if *count == 1 { "fact" } else { "facts" };
        let said = format!("{count} {facts}: {words}{such} {}", examples.join(", "));
        paragraph("", &said, text);
        if found.sought {
            add_line!(text, "  {hypothesis}");
        }
    }
}

/// Maximum number of positions shown of a kind of facts.
const MAX_EXAMPLES: usize = 3;

/// Writes a fact with its diagrams, and the value if it were otherwise, if that was sought.
fn at_full_length(
    question: &Question,
    place: usize,
    resting: &Dependency,
    found: &Dependencies,
    text: &mut String,
) {
    let Dependency { stated, .. } = resting;
    add_line!(text, "\n{}. {}", place + 1, stated.words);
    let now = question.line.state.key.position;
    text.push_str(&then_and_now(question.board(), &stated.fact.position, stated.since.as_ref(), &now));
    if found.sought {
        add_line!(text, "  {}", hypothesis(resting, &found.value, question.game.ruleset().has_score()));
    }
}

/// Numbers of the facts that a side's bound depends on: `facts 1, 3 to 5`.
fn numbers(facts: &[Dependency], side: Side) -> String {
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

/// Value if a fact were otherwise, in words.
fn hypothesis(resting: &Dependency, value: &Answer, scored: bool) -> String {
    let otherwise = match (resting.stated.holds, resting.tally) {
        (Some(_), _) => "if that were not so",
        (None, false) => "if that were so",
        (None, true) => "if that were so, and no position had been scored since",
    };
    let otherwise = otherwise.replacen("that were", "this alone were", 1);
    let would = answer_in_words(&resting.otherwise, scored);
    match resting.changes(value) {
        Some(true) => format!("{otherwise}: {would} instead of {}", short(value)),
        Some(false) => format!("the proof reads it, the value does not change {otherwise}"),
        None => format!("{otherwise}: {would}"),
    }
}

/// `loses 2 points`, if both values are points.
pub fn loss(player: Player, before: &Answer, after: &Answer) -> Option<String> {
    let (before, after) = (before.exact()?.points()?, after.exact()?.points()?);
    let lost = if player == Player::Black { before - after } else { after - before };
    let points = if lost == 1.into() { "point" } else { "points" };
    Some(format!("loses {lost} {points}"))
}

pub fn short(answer: &Answer) -> String {
    match answer {
        Answer::Exact(Value::Points(points)) => points.to_string(),
        other => answer_in_words(other, true),
    }
}

/// Position of an earlier moment, or of none, beside the one on the board.
pub fn then_and_now(board: &Board, position: &Position, since: Option<&Moment>, now: &Position) -> String {
    let placed = |moment: &Moment| match moment {
        Moment::Made { mv, before: false, .. } => mv.placed(),
        _ => None,
    };
    let caption = since.map_or("the position".to_string(), moment_in_words);
    let then = diagram(board, position, since.and_then(placed));
    side_by_side(&[(format!("  {caption}"), then), ("  now".to_string(), diagram(board, now, None))])
}
