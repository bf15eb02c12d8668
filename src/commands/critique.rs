//! `solve critique`: what is known to go wrong with rules of Go, tried on one ruleset.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::exit::{CommandError, Exit, interrupt_flag};
use super::io::{Progress, add_line, paragraph, wrapped};
use super::limits::{parse_count, parse_time};
use super::ruleset::{self, AxisArgs};
use superko_lab::critique::record::{Case, Shown};
use superko_lab::critique::{self, Check, Critique, DEEPER, Effort, Finding, NODES, Subject, Verdict};
use superko_query::report::json;
use superko_rules::{Rules, catalogue};
use superko_solve::{Stopped, with_threads};

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve critique psk                             every check in a few lines
  solve critique psk -v                          the same with boards
  solve critique kee2020 --lift produced         the same of another reading
  solve critique psk --check sending-two         one check with all its evidence
  solve critique psk --check triple-ko --check molasses-ko
  solve critique kee2009 --json

Each case of a check has a limit of nodes, not of time, so the same critique comes from any machine. What is called \
absent was not found on what was looked at. docs/laboratory.md tells what each check asks. Exit status: 0 as asked, \
2 bad input, 3 stopped at the limit of time, 130 or 143 interrupted.")]
pub struct CritiqueArgs {
    /// The ruleset: solve rules lists them
    #[arg(value_name = "RULES", value_parser = ruleset::with_ruleset_names(parse), hide_possible_values = true)]
    pub rules: RulesetArg,
    /// Make this check alone, and show all its evidence; may be given several times
    #[arg(long, value_name = "ID")]
    pub check: Vec<String>,
    /// Try also larger boards, with 30 times as many nodes, which takes many minutes
    #[arg(long, help_heading = "Effort")]
    pub deep: bool,
    /// The most nodes that a case of a check may cost, 30 times as many if --deep [default: 50000]
    #[arg(long, value_name = "NODES", value_parser = parse_count, help_heading = "Effort")]
    pub node_limit: Option<u64>,
    /// Stop after this time: 90s, 10m; without a unit, seconds. What is then not decided depends on
    /// the machine
    #[arg(long, value_name = "TIME", value_parser = parse_time, help_heading = "Effort")]
    pub time_limit: Option<Duration>,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show the position and the line of each check that is present, as --check does
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
    #[command(flatten)]
    pub axes: AxisArgs,
}

/// Ruleset as it was typed.
#[derive(Debug, Clone)]
pub struct RulesetArg {
    text: String,
    named: Rules,
}

pub fn parse(text: &str) -> Result<RulesetArg, String> {
    Ok(RulesetArg { text: text.trim().to_string(), named: ruleset::parse(text)? })
}

pub fn run(args: &CritiqueArgs, text: &mut String) -> Result<Exit, CommandError> {
    let subject = subject(args)?;
    let checks = choose(&args.check)?;
    if let Some(why) = critique::refusal(&subject.rules.properties()) {
        return Err(CommandError(format!("ruleset {}: {why}", subject.rules)));
    }
    let nodes = args.node_limit.unwrap_or(NODES).saturating_mul(if args.deep { DEEPER } else { 1 });
    let effort = Effort { nodes, deep: args.deep, time: args.time_limit };
    let interrupted = interrupt_flag();
    let (progress, tell) = Progress::with_words(str::to_string, args.quiet || args.json);
    let begin = |check: &str| tell(format!("trying {check}"));
    let work = || critique::critique(&subject, &checks, effort, &interrupted, &begin);
    let found = with_threads(1, work).map_err(|stopped| CommandError(format!("stopped by {stopped}")))?;
    drop(progress);
    match (args.json, args.check.is_empty()) {
        (true, _) => text.push_str(&json::text(&found)),
        (false, true) => summary(&subject, &found, args.verbose, text),
        (false, false) => found.checks.iter().for_each(|finding| explain(finding, text)),
    }
    if interrupted.load(Relaxed) {
        return Ok(Exit::Interrupted);
    }
    // To be stopped by the limit of nodes is part of a critique; a limit of time is the user's own.
    let late = found
        .checks
        .iter()
        .flat_map(|finding| &finding.cases)
        .any(|case| case.stopped == Some(Stopped::Time));
    Ok(if late { Exit::Limit } else { Exit::Success })
}

fn subject(args: &CritiqueArgs) -> Result<Subject, CommandError> {
    let RulesetArg { text, named } = args.rules.clone();
    let rules = args.axes.set(named)?;
    // A ruleset of the catalogue is called by its first name, from which its options are told
    // apart.
    let known = catalogue::ALL.iter().any(|entry| std::ptr::eq(*entry, rules.entry));
    let name = if known { rules.entry.id.to_string() } else { text };
    Ok(Subject { name, rules })
}

fn choose(names: &[String]) -> Result<Vec<&'static Check>, CommandError> {
    let all = critique::all();
    if names.is_empty() {
        return Ok(all.iter().collect());
    }
    let find = |name: &String| {
        all.iter().find(|check| check.id.eq_ignore_ascii_case(name)).ok_or_else(|| {
            let ids: Vec<&str> = all.iter().map(|check| check.id.as_str()).collect();
            CommandError(format!("--check {name:?}: expected one of: {}", ids.join(", ")))
        })
    };
    names.iter().map(find).collect()
}

/// Summary of every check in a few lines, with totals.
fn summary(subject: &Subject, found: &Critique, verbose: bool, text: &mut String) {
    add_line!(text, "{}: {}\n", subject.rules, subject.rules.entry.title);
    for finding in &found.checks {
        add_line!(text, "{:<15} {} ({})", finding.verdict.to_string(), finding.name, finding.id);
        add_line!(text, "{}", indented(finding.found()));
        if let Some(shown) = finding.telling().and_then(|case| case.shown.as_ref())
            && finding.verdict == Verdict::Present
        {
            if verbose {
                show(shown, text);
                text.push('\n');
            } else {
                add_line!(text, "                {}", shown.command);
            }
        }
    }
    text.push('\n');
    for verdict in Verdict::ALL {
        let count = found.checks.iter().filter(|finding| finding.verdict == verdict).count();
        if count > 0 {
            add_line!(text, "{count:>4} {verdict}");
        }
    }
    let limit = found.node_limit;
    add_line!(
        text,
        "\nabsent means not found on what was looked at, with {limit} nodes for each case; --check ID shows all of a check"
    );
}

/// Paragraph after the column of the verdicts.
fn indented(paragraph: &str) -> String {
    let lines = wrapped("", paragraph);
    let lines: Vec<String> = lines.lines().map(|line| format!("                {line}")).collect();
    lines.join("\n")
}

/// Report of a check with all its evidence.
fn explain(finding: &Finding, text: &mut String) {
    add_line!(text, "{} ({}): {}", finding.name, finding.id, finding.verdict);
    paragraph("asks     ", &finding.asks, text);
    paragraph("source   ", &finding.source, text);
    finding.cases.iter().for_each(|case| describe(case, text));
    text.push('\n');
}

fn describe(case: &Case, text: &mut String) {
    add_line!(text, "\n{}", wrapped("on       ", &case.on));
    paragraph("verdict  ", &case.verdict.to_string(), text);
    paragraph("found    ", &case.found, text);
    for claim in &case.on_record {
        let agrees = match claim.agrees {
            Some(true) => "as found",
            Some(false) => "NOT as found",
            None => "not found here",
        };
        add_line!(text, "on record {} expects {}: {agrees}", claim.claim, claim.expects);
    }
    if let Some(shown) = &case.shown {
        show(shown, text);
    }
}

fn show(shown: &Shown, text: &mut String) {
    text.push('\n');
    for line in &shown.diagram {
        add_line!(text, "{line}");
    }
    for (index, told) in shown.told.iter().enumerate() {
        if index == shown.moves.len() && index > 0 {
            let value = shown.value.map_or(String::new(), |value| format!(", worth {value}"));
            add_line!(text, "here{value}:");
        }
        add_line!(text, "{told}");
    }
    add_line!(text, "{}", shown.command);
}
