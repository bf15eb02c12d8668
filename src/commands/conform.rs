//! `solve conform`: a program that plays Go, compared with a ruleset; or the rules that it plays by.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};

use super::exit::{CommandError, Exit, interrupt_flag};
use super::io::{Progress, add_line, one_line, paragraph, wrapped};
use super::limits::{parse_count, parse_time};
use super::ruleset::{self, AxisArgs};
use superko_conform::conform::record::{
    CandidateRecord, Difference, InferredRecord, Report, Verdict, Walked,
};
use superko_conform::conform::session::{Asked, MAX_SIDE, Sides};
use superko_conform::conform::walk::Effort;
use superko_conform::conform::{DEFAULT_BOARDS, Plan, conform};
use superko_go::Players;
use superko_go::board::{Board, LargeSet};
use superko_query::report::json;
use superko_query::report::words::listed;
use superko_rules::Rules;
use superko_store::files;

/// How a program is asked for legal moves.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum LegalName {
    /// By the first of these that the program has
    Auto,
    /// By kata-raw-nn, for programs whose play accepts what their rules bar, as KataGo's does
    #[value(name = "kata-raw-nn")]
    RawNn,
    /// By is_legal
    #[value(name = "is_legal", alias = "is-legal")]
    IsLegal,
    /// By play and undo
    Play,
}

fn parse_sides(text: &str) -> Result<Sides, String> {
    let expected = || format!("expected ROWSxCOLUMNS of at most {MAX_SIDE} each, such as 2x2 or 9x9");
    let board = Board::<LargeSet>::parse_large(text).map_err(|_| expected())?;
    let sides = Sides { rows: board.rows(), cols: board.cols() };
    match sides.rows.max(sides.cols) <= MAX_SIDE {
        true => Ok(sides),
        false => Err(expected()),
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve conform --rules psk -- gnugo --mode gtp --positional-superko --forbid-suicide
  solve conform --rules tromp-taylor --board 2x2 -- ./engine --gtp
  solve conform -- ./engine --gtp                infer the rules
  solve conform --rules my.toml --out found -- ./engine --gtp

The program is started once for each board. All short games are looked at first, then random games, half of \
them drawn so that captures, kos, repetitions and suicide come sooner. A difference is made as short as it can be, \
and shown with the clause of the ruleset that it breaks. Rules that are inferred agree with all that was seen, \
which does not say that they are the program's. docs/engines.md has a worked example.

Exit status: 0 the program agrees, or some rules explain it; 1 it differs, or none do; 2 bad input, or the program \
does not start, hangs, ends or gives no replies of the protocol; 3 it agrees so far, stopped at the limit of time; \
130 or 143 likewise, interrupted.")]
pub struct ConformArgs {
    /// The program, with its arguments, after --
    #[arg(value_name = "COMMAND", last = true, required = true)]
    pub command: Vec<OsString>,
    /// A board; may be given several times [default: 2x2 and 3x3]
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = ruleset::with_board_names(parse_sides), hide_possible_values = true)]
    pub board: Vec<Sides>,
    /// The ruleset, or a rules file; without it the rules are inferred
    #[arg(long, value_name = "RULES", value_parser = ruleset::with_ruleset_names(ruleset::parse), hide_possible_values = true)]
    pub rules: Option<Rules>,
    /// How the program is asked which moves are legal
    #[arg(long, value_name = "HOW", ignore_case = true, default_value = "auto")]
    pub legal: LegalName,
    /// Compare the score of finished games too (final_score); some programs estimate dead stones
    #[arg(long)]
    pub score: bool,
    /// Random games on each board
    #[arg(long, value_name = "COUNT", default_value_t = 100, value_parser = parse_count, help_heading = "Effort")]
    pub games: u64,
    /// Nodes of short games on each board; ten times as many in the search for a shorter game
    #[arg(long, value_name = "NODES", default_value_t = 2000, value_parser = parse_count, help_heading = "Effort")]
    pub node_limit: u64,
    /// The seed of the random games
    #[arg(long, value_name = "NUMBER", default_value_t = 1, help_heading = "Effort")]
    pub seed: u64,
    /// Stop after this time: 90s, 10m; without a unit, seconds
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "2m", help_heading = "Effort")]
    pub time_limit: HumanTime,
    /// How long a reply is waited for
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "10s", help_heading = "Effort")]
    pub move_timeout: HumanTime,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Write the report, the games in SGF and inferred rules files to this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
    #[command(flatten)]
    pub axes: AxisArgs,
}

type HumanTime = Duration;

pub fn run(args: &ConformArgs, text: &mut String) -> Result<Exit, CommandError> {
    let rules = args.rules.map(|rules| args.axes.set(rules)).transpose()?;
    if let (None, [(axis, _), ..]) = (rules, args.axes.0.as_slice()) {
        return Err(CommandError(format!("--{} needs --rules as well (see solve --help)", axis.name())));
    }
    if let Some(rules) = rules.filter(|rules| rules.options.players != Players::Two) {
        return Err(CommandError(format!("{:?}: expected 2 players for solve conform", rules.to_string())));
    }
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).map_err(|error| files::named(folder, error))?;
        files::check_folder(folder)?;
    }
    let boards = match args.board.as_slice() {
        [] => DEFAULT_BOARDS.to_vec(),
        boards => boards.to_vec(),
    };
    let count = |count: u64| usize::try_from(count).unwrap_or(usize::MAX >> 8).min(usize::MAX >> 8);
    let plan = Plan {
        command: args.command.clone(),
        boards,
        may_skip: args.board.is_empty(),
        rules,
        asked: match args.legal {
            LegalName::Auto => None,
            LegalName::RawNn => Some(Asked::RawNn),
            LegalName::IsLegal => Some(Asked::IsLegal),
            LegalName::Play => Some(Asked::Play),
        },
        effort: Effort {
            games: count(args.games),
            nodes: count(args.node_limit),
            seed: args.seed,
            score: args.score,
        },
        timeout: args.move_timeout,
        time: Some(args.time_limit),
        interrupted: interrupt_flag(),
    };
    let (progress, tell) = Progress::with_words(str::to_string, args.quiet || args.json);
    let report = conform(&plan, &tell).map_err(CommandError)?;
    drop(progress);
    if let Some(folder) = &args.out {
        write(folder, &report)?;
    }
    match args.json {
        true => text.push_str(&json::text(&report)),
        false => describe(&report, text),
    }
    if let Some(fault) = &report.fault {
        eprintln!("solve: {}", one_line(&fault.says));
    }
    Ok(exit(&report))
}

fn exit(report: &Report) -> Exit {
    let all_tried = report.inferred.as_ref().is_none_or(|inferred| inferred.all_tried);
    match (report.verdict, report.stopped.as_deref()) {
        (Verdict::Broken, _) => Exit::Failed,
        (_, Some("interrupted")) => Exit::Interrupted,
        (Verdict::Differs, _) => Exit::Differs,
        (Verdict::Unexplained, _) if all_tried => Exit::Differs,
        (_, Some(_)) => Exit::Limit,
        (_, None) => Exit::Success,
    }
}

// --- Files ---

fn write(folder: &Path, report: &Report) -> Result<(), CommandError> {
    let mut written = vec![("report.json".to_string(), json::text(report))];
    let inferred = report.inferred.as_ref();
    let differences = report.differences.iter().chain(inferred.and_then(|found| found.difference.as_ref()));
    for (number, difference) in differences.enumerate() {
        written.push((format!("difference-{}.sgf", number + 1), difference.sgf.clone()));
    }
    let composed = inferred.map_or(&[][..], |found| &found.agreeing).iter();
    let composed = composed.filter_map(|one| one.file.as_ref().filter(|_| one.rules.is_none()));
    for (number, file) in composed.take(MAX_COMPOSITIONS).enumerate() {
        written.push((format!("inferred-{}.toml", number + 1), file.clone()));
    }
    let written = written.iter().map(|(name, text)| (folder.join(name), text.as_bytes()));
    files::write_files(written).map_err(CommandError::from)
}

// --- In words ---

/// Compositions that are listed among the rules that explain a program.
const MAX_COMPOSITIONS: usize = 5;

/// Rulesets of the catalogue that are listed.
const MAX_KNOWN: usize = 12;

fn describe(report: &Report, text: &mut String) {
    let command = report.command.first().map_or("", String::as_str);
    let name = report.name.as_deref().filter(|name| !name.is_empty()).unwrap_or(command);
    let version = report.version.as_ref().filter(|version| !version.is_empty());
    let version = version.map_or(String::new(), |version| format!(" {version}"));
    let with =
        report.rules.as_ref().map_or("rules inferred".to_string(), |rules| format!("compared with {rules}"));
    let asked = report.asked_by.as_ref().map_or(String::new(), |asked| format!(", asked by {asked}"));
    add_line!(text, "{}{}, {with}{asked}", one_word(name), one_word(&version));
    for walked in &report.boards {
        describe_walk(walked, text);
    }
    for (number, difference) in report.differences.iter().enumerate() {
        add_line!(text, "\ndifference {} of {}", number + 1, report.differences.len());
        describe_difference(difference, report, text);
    }
    if let Some(inferred) = &report.inferred {
        describe_inferred(inferred, report, text);
    }
    if let Some(fault) = &report.fault {
        let on = fault.board.as_ref().map_or(String::new(), |board| format!(" on {board}"));
        let game = if fault.moves.is_empty() {
            String::new()
        } else {
            format!(" after {}", numbered(&fault.moves, "black"))
        };
        text.push('\n');
        paragraph("fault      ", &format!("{}{on}{game}", one_line(&fault.says)), text);
    }
    let nodes: usize = report.boards.iter().map(|walked| walked.nodes).sum();
    add_line!(
        text,
        "\neffort     {} replies, the slowest in {:.3} s; {:.3} s",
        report.replies,
        report.slowest_reply_seconds,
        report.seconds
    );
    if let Some(stopped) = &report.stopped {
        add_line!(
            text,
            "stopped    {}",
            if stopped == "time" { "at the limit of time" } else { "interrupted" }
        );
    }
    if report.tells_end || report.rules.is_none() {
        // Said where it matters.
    } else if report.boards.iter().any(|walked| walked.covered.ends > 0) {
        let unasked =
            "it takes moves to be legal at every node, so where it takes games to end cannot be asked";
        paragraph("ends       ", unasked, text);
    }
    let verdict = match report.verdict {
        Verdict::Agrees => format!("agrees on {nodes} nodes"),
        Verdict::Differs => format!("differs in {} respects", report.differences.len())
            .replace("in 1 respects", "in one respect"),
        Verdict::Explained => "explained by the rules above".to_string(),
        Verdict::Unexplained => "no ruleset that was tried explains it".to_string(),
        Verdict::Broken => "no verdict, as the program is broken".to_string(),
    };
    add_line!(text, "verdict    {verdict}");
}

fn moves_of(count: usize) -> String {
    if count == 1 { "1 move".to_string() } else { format!("{count} moves") }
}

/// What a program says of itself, without what moves other letters.
fn one_word(said: &str) -> String {
    said.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(60).collect()
}

fn describe_walk(walked: &Walked, text: &mut String) {
    let all = walked.all_games_up_to.map(|moves| format!("all games of up to {}", moves_of(moves)));
    let random = (walked.games > 0).then(|| format!("{} random games", walked.games));
    let games: Vec<String> = all.into_iter().chain(random).collect();
    let games = if games.is_empty() { String::new() } else { format!(": {}", games.join(", ")) };
    add_line!(text, "{:<10} {} nodes{games}", walked.board, walked.nodes);
    let counted = [
        (walked.covered.captures, "captures"),
        (walked.covered.kos, "kos"),
        (walked.covered.suicides, "suicides"),
        (walked.covered.repetitions, "repetitions"),
        (walked.covered.passes, "passes"),
        (walked.covered.bans, "nodes with a ban"),
        (walked.covered.refused_suicides, "with a suicide refused"),
        (walked.covered.ends, "ends"),
    ];
    let counted: Vec<String> = counted.iter().map(|(count, what)| format!("{count} {what}")).collect();
    paragraph("           ", &counted.join(", "), text);
}

/// `1.B B2 2.W A1`, with spaces that do not break.
fn numbered(moves: &[String], first: &str) -> String {
    if moves.is_empty() {
        return "no move".to_string();
    }
    let black = |number: usize| number.is_multiple_of(2) == (first == "black");
    let words = moves.iter().enumerate();
    let words = words
        .map(|(number, mv)| format!("{}.{}\u{a0}{mv}", number + 1, if black(number) { 'B' } else { 'W' }));
    words.collect::<Vec<_>>().join(" ")
}

fn describe_difference(difference: &Difference, report: &Report, text: &mut String) {
    let length = match (difference.moves.len(), difference.shortest) {
        (0, _) => "at the start".to_string(),
        (1, _) => "after 1 move".to_string(),
        (moves, true) => format!("after {moves} moves, and after no game on this board that is shorter"),
        (moves, false) => format!("after {moves} moves; whether a shorter game shows it was not settled"),
    };
    add_line!(text, "{} {length}", difference.board);
    paragraph("game       ", &numbered(&difference.moves, &difference.first), text);
    for line in &difference.diagram {
        add_line!(text, "           {line}");
    }
    paragraph("differs    ", &difference.in_words(), text);
    match difference.accepted_by_play {
        Some(accepted) if accepted != (difference.kind == "accepts") => {
            let plays = if accepted { "accepts" } else { "refuses" };
            let asked = report.asked_by.as_deref().unwrap_or_default();
            paragraph("           ", &format!("play {plays} the move, otherwise than {asked}"), text);
        }
        _ => {}
    }
    if let Some(clause) = &difference.clause {
        let means = clause.means.as_ref().map_or(String::new(), |means| format!(": {means}"));
        paragraph("clause     ", &format!("{} = {}{means}", clause.name, clause.value), text);
    }
    add_line!(text, "sgf        {}", difference.sgf.trim_end().replace('\n', ""));
}

fn describe_inferred(inferred: &InferredRecord, report: &Report, text: &mut String) {
    add_line!(
        text,
        "\ntried      {}{} rulesets of the catalogue with their options, {} compositions of clauses; {} games chosen to \
         tell them apart",
        if inferred.all_tried { "" } else { "(the time was over) " },
        inferred.catalogue_tried,
        inferred.compositions_tried,
        inferred.chosen_games
    );
    let (known, composed): (Vec<_>, Vec<_>) = inferred.agreeing.iter().partition(|one| one.rules.is_some());
    for one in known.iter().take(MAX_KNOWN) {
        describe_candidate(one, text);
    }
    for one in composed.iter().take(MAX_COMPOSITIONS) {
        describe_candidate(one, text);
    }
    let more = known.len().saturating_sub(MAX_KNOWN) + composed.len().saturating_sub(MAX_COMPOSITIONS);
    if more > 0 {
        add_line!(text, "           and {more} more, listed with --json");
    }
    if inferred.agreeing.len() > 1 {
        let boards = report.boards.iter().zip(&inferred.alike_up_to);
        let alike = boards.filter_map(|(walked, moves)| {
            Some(format!("on {} in no game of up to {}", walked.board, moves_of((*moves)?)))
        });
        let alike: Vec<String> = alike.collect();
        let alike: Vec<&str> = alike.iter().map(String::as_str).collect();
        if !alike.is_empty() {
            paragraph("           ", &format!("these differ {}", listed(&alike, "and")), text);
        }
    }
    if !report.tells_end {
        paragraph(
            "           ",
            "the program never says that a game has ended, so clauses about ends are not settled",
            text,
        );
    }
    if let Some(next) = &inferred.next {
        let name = next.rules.as_deref().unwrap_or_default();
        add_line!(
            text,
            "\nnext       {name}: agrees on {} nodes, differs on {}",
            next.agreeing_nodes,
            next.differing_nodes
        );
        if let Some(difference) = &inferred.difference {
            describe_difference(difference, report, text);
        }
    }
}

fn describe_candidate(one: &CandidateRecord, text: &mut String) {
    let name = one.rules.as_deref().or(one.clauses.as_deref()).unwrap_or_default();
    let other = match one.other_nodes {
        0 => String::new(),
        count => format!(" ({count} more are beyond its end)"),
    };
    add_line!(text, "{}", wrapped("agrees     ", &format!("{name}: on {} nodes{other}", one.agreeing_nodes)));
}
