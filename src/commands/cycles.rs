//! `solve cycles`: the cycles of plays of a board, and what rulesets do with them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use clap::Args as ClapArgs;

use super::exit::{CommandError, Exit, interrupt_flag};
use super::game::BoardArgs;
use super::io::{Progress, add_line, paragraph};
use super::ruleset;
use superko_go::notation::{diagram, parse_position};
use superko_go::{Board, Suicide};
use superko_lab::cycles::{CycleRecord, Fate, FateRecord, MAX_LENGTH, MAX_POINTS, Record, cycles};
use superko_query::ask::look::grouped;
use superko_query::report::json;
use superko_query::report::words::value_in_words;
use superko_rules::{Points, Rules, catalogue};

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve cycles --board 3x3 --length 3
  solve cycles --board 1x2 --length 2 --rules psk --rules simple-ko
  solve cycles --board 2x3 --length 4 --suicide multi-stone --json

A cycle is a sequence of stone plays, the players in turn, that leads back to the position on which it began, and \
to no position twice before that. Of those that a symmetry of the board, the exchange of the colours or another \
beginning makes equal one is shown, with how many there are. Each ruleset then referees the cycle twice round from \
its first position, with passes where the turns ask for them.

Exit status: 0 as asked, 2 bad input, 130 or 143 interrupted (what was found is shown).")]
pub struct CyclesArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// The number of plays of a cycle
    #[arg(long, value_name = "PLAYS", value_parser = parse_length)]
    pub length: usize,
    /// Whether suicide may be part of it: forbidden, allowed or multi-stone
    #[arg(long, value_name = "RULE", default_value = "forbidden", value_parser = ["forbidden", "allowed", "multi-stone"])]
    pub suicide: String,
    /// A ruleset that referees them; may be given again [default: all of the catalogue]
    #[arg(long = "rules", value_name = "NAME", value_parser = ruleset::with_ruleset_names(ruleset::parse), hide_possible_values = true)]
    pub rules: Vec<Rules>,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

fn parse_length(text: &str) -> Result<usize, String> {
    let length = text.parse().ok().filter(|length| (1..=MAX_LENGTH).contains(length));
    length.ok_or_else(|| format!("expected a number of plays from 1 to {MAX_LENGTH}"))
}

pub fn run(args: &CyclesArgs, text: &mut String) -> Result<Exit, CommandError> {
    let board = args.board.board()?;
    if board.points() > MAX_POINTS {
        return Err(CommandError(format!(
            "--board {board}: {} intersections, expected at most {MAX_POINTS}, as every position is looked at",
            board.points()
        )));
    }
    let suicide = Suicide::ALL.into_iter().zip(["forbidden", "allowed", "multi-stone"]);
    let suicide = suicide.into_iter().find(|(_, name)| *name == args.suicide);
    let (suicide, _) = suicide.expect("the name was checked");
    let rules = match args.rules.as_slice() {
        [] => catalogue::ALL.iter().map(|entry| Rules::from(*entry)).collect(),
        given => given.to_vec(),
    };
    let (flag, looked, started) = (interrupt_flag(), Arc::new(AtomicUsize::new(0)), Instant::now());
    let seen = Arc::clone(&looked);
    let line = move || {
        format!("{} positions looked at  {:.0} s", seen.load(Relaxed), started.elapsed().as_secs_f64())
    };
    let progress = Progress::show(line, args.quiet || args.json);
    let (found, complete) = cycles(&board, args.length, suicide, || {
        looked.fetch_add(1, Relaxed);
        !flag.load(Relaxed)
    });
    drop(progress);
    let record = Record::of(&board, args.length, &args.suicide, (&found, complete), &rules);
    if args.json {
        text.push_str(&json::text(&record));
    } else {
        describe(&board, &record, text)?;
    }
    Ok(if complete { Exit::Success } else { Exit::Interrupted })
}

fn describe(board: &Board, record: &Record, text: &mut String) -> Result<(), CommandError> {
    let plays = if record.length == 1 { "play" } else { "plays" };
    add_line!(
        text,
        "{board}, cycles of {} {plays}, Black first: {}, of {} kinds up to symmetry",
        record.length,
        record.count,
        record.cycles.len()
    );
    if !record.complete {
        text.push_str("interrupted: there may be more\n");
    }
    for (number, cycle) in record.cycles.iter().enumerate() {
        add_line!(text, "\n{}. {} of this kind", number + 1, cycle.count);
        text.push_str(&diagram(board, &parse_position(board, &cycle.start)?, None));
        add_line!(text, "{}", plays_in_words(cycle));
        // Rulesets that do the same stand together.
        let fates =
            cycle.rules.iter().map(|FateRecord { ruleset, fate }| (fate_in_words(fate), ruleset.as_str()));
        for (what, rules) in grouped(fates) {
            paragraph("  ", &format!("{}: {what}", rules.join(", ")), text);
        }
    }
    Ok(())
}

/// `Black A1, White B1 captures 2, Black A1 captures 1`.
fn plays_in_words(cycle: &CycleRecord) -> String {
    let play = |play: &superko_lab::cycles::PlayRecord| {
        let mut words = format!("{} {}", play.player.name(), play.mv);
        for (verb, stones) in [("captures", play.captured), ("suicide of", play.lost)] {
            if stones > 0 {
                words.push_str(&format!(" {verb} {stones}"));
            }
        }
        words
    };
    cycle.plays.iter().map(play).collect::<Vec<_>>().join(", ")
}

fn fate_in_words(fate: &Fate) -> String {
    match fate {
        Fate::Barred { number, mv, why } => format!("move {number}, {mv}: {why}"),
        Fate::Ends { number, mv, score } => {
            let score = score.parse::<Points>().map_or_else(|_| score.clone(), value_in_words);
            format!("move {number}, {mv}, ends the game: {score}")
        }
        Fate::GoesOn { moves } => {
            let moves: Vec<&str> = moves.iter().map(|mv| mv.as_str()).collect();
            format!("it goes round twice: {}", moves.join(" "))
        }
    }
}
