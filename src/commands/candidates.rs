//! `solve claims candidates`: the positions that fit what the documents say of a lost diagram.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use clap::Args as ClapArgs;
use serde::Serialize;

use super::exit::{CommandError, Exit, interrupt_flag};
use super::io::{Progress, add_line, paragraph, read_text};
use super::limits::{ThreadArgs, parse_count};
use superko_go::notation::{diagram, diagram_line, point_name};
use superko_lab::claims::candidates::form::{Search, when};
use superko_lab::claims::candidates::search::{
    self, Candidate, Effort, OnBoard, differences, distribution, positions,
};
use superko_lab::claims::{self, Document};
use superko_query::report::json;
use superko_query::report::records::SCHEMA;
use superko_solve::with_threads;
use superko_tables::plan::Shard;

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Each search is written down in a file of crates/lab/src/claims/data/, under [candidates.NAME]: the boards, and what the \
text says of the position."
)]
pub struct CandidatesArgs {
    /// One search: what is left after each constraint, those that fit, what is measured on them
    pub id: Option<String>,
    /// The searches of a file in the form of crates/lab/src/claims/data/, in place of those that the program
    /// knows
    #[arg(long, value_name = "FILE")]
    pub from: Option<String>,
    /// Make also the searches and the measures that take longer than 5 seconds
    #[arg(long)]
    pub deep: bool,
    /// The most nodes that a question may cost [default: no limit]
    #[arg(long, value_name = "NODES", value_parser = parse_count)]
    pub node_limit: Option<u64>,
    /// Do no more than this share of the work, such as 2/8
    ///
    /// Searches are dealt out by the seconds that each takes by its record, so that all shares
    /// together look at all of them, and each takes about as long as another, unless one search
    /// alone takes longer. A share is the same everywhere.
    #[arg(long, value_name = "N/COUNT", conflicts_with = "id", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Show all that fit, not only the first 12 of each board
    #[arg(long, help_heading = "Output")]
    pub all: bool,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// Documents that the program knows, or one of the user's own in their place.
pub fn documents(from: Option<&str>) -> Result<Vec<Document>, CommandError> {
    let Some(file) = from else { return Ok(claims::all()) };
    let read = read_text(file).and_then(|text| Document::parse(&text));
    read.map(|document| vec![document]).map_err(|error| CommandError(format!("--from {file:?}: {error}")))
}

pub fn milliseconds(seconds: f64) -> u64 {
    (seconds * 1000.0) as u64
}

/// Seconds from which a search or a measure is made only if that is asked for.
const LONG_SECONDS: f64 = 5.0;

/// Seconds of a search whose record has none.
const DEFAULT_SECONDS: f64 = 0.2;

/// Maximum number of candidates that are shown, unless all are wanted.
const MAX_SHOWN: usize = 12;

/// What `solve claims candidates --json` prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record {
    schema: u32,
    /// Which share of the searches these are, such as `"2/8"`; `null` if all that were asked for.
    share: Option<String>,
    searches: Vec<SearchRecord>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct SearchRecord {
    id: String,
    document: String,
    about: String,
    /// `false` if it takes long and that was not asked for.
    made: bool,
    boards: Vec<BoardRecord>,
    measures: Vec<MeasureRecord>,
    /// The positions of the document that name this search, and whether each is among those that fit.
    positions: Vec<PositionRecord>,
    /// What is not as on record.
    differences: Vec<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct BoardRecord {
    board: String,
    /// The legal positions that were looked at, each once for every player who may be to move.
    all: u64,
    /// How many empty intersections of each, at least, have neighbours of one colour: others have too few kos and eyes.
    uniform: u32,
    funnel: Vec<LeftRecord>,
    fit: usize,
    /// Those that fit, or the first of them.
    shown: Vec<CandidateRecord>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct LeftRecord {
    /// The place of the constraint in the search, from 1.
    constraint: usize,
    needs: String,
    says: String,
    left: u64,
    /// Those that the limit of nodes left open, which are not among the others.
    open: u64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct CandidateRecord {
    position: String,
    to_move: &'static str,
    variables: BTreeMap<String, String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct MeasureRecord {
    rules: String,
    after: String,
    /// `null` if it was not made.
    values: Option<String>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct PositionRecord {
    name: String,
    fits: bool,
}

/// Search of a document, with its name.
struct NamedSearch<'a> {
    document: &'a Document,
    name: &'a str,
    search: &'a Search,
}

/// Search with its result.
struct Searched<'a> {
    named: NamedSearch<'a>,
    /// `None` if it takes long and that was not asked for.
    found: Option<Vec<OnBoard>>,
    positions: Vec<(&'a str, bool)>,
    differences: Vec<String>,
}

impl NamedSearch<'_> {
    fn id(&self) -> String {
        format!("{}-{}", self.document.id, self.name)
    }
}

pub fn run(args: &CandidatesArgs, text: &mut String) -> Result<Exit, CommandError> {
    let threads = args.threads.started()?;
    let documents = documents(args.from.as_deref())?;
    let chosen = choose(args, &documents)?;
    let known = chosen.len();
    let chosen = share(args, chosen);
    let (interrupted, looked_at) = (interrupt_flag(), Arc::new(AtomicUsize::new(0)));
    let shown = Arc::clone(&looked_at);
    let line = move || format!("{} positions looked at", shown.load(Relaxed));
    let progress = Progress::show(line, args.json);
    let effort = Effort {
        nodes: args.node_limit,
        seconds: if args.deep { f64::INFINITY } else { LONG_SECONDS },
        interrupted: &interrupted,
        looked_at: &looked_at,
    };
    let mut all = Vec::new();
    for named in chosen {
        let wanted = is_wanted(args, named.search);
        let unstarted = |_| CommandError(format!("--threads {threads}: the system does not start so many"));
        let made = with_threads(threads, || make(named, wanted, &effort)).map_err(unstarted)?;
        let made = made.map_err(CommandError)?;
        match made {
            Some(made) => all.push(made),
            None => return Ok(Exit::Interrupted),
        }
    }
    drop(progress);
    if args.json {
        let searches = all.iter().map(|made| record(made, args.all)).collect();
        text.push_str(&json::text(&Record {
            schema: SCHEMA,
            share: args.shard.map(|shard| shard.to_string()),
            searches,
        }));
    } else if args.id.is_some() {
        all.iter().for_each(|made| explain(made, args.all, text));
    } else {
        table(&all, text);
        if let Some(shard) = args.shard {
            add_line!(text, "share {shard} has {} of {known} searches", all.len());
        }
    }
    let open = all.iter().flat_map(|made| made.found.iter().flatten()).any(|on_board| on_board.open() > 0);
    Ok(match all.iter().all(|made| made.differences.is_empty()) {
        false => Exit::Differs,
        true if open => Exit::Limit,
        true => Exit::Success,
    })
}

fn make<'a>(named: NamedSearch<'a>, wanted: bool, effort: &Effort) -> Result<Option<Searched<'a>>, String> {
    if !wanted {
        return Ok(Some(Searched { named, found: None, positions: Vec::new(), differences: Vec::new() }));
    }
    let NamedSearch { document, name, search } = named;
    let wrong = |error| format!("candidates {}-{name}: {error}", document.id);
    let Some(found) = search::run(search, effort).map_err(wrong)? else { return Ok(None) };
    let positions = positions(document, name, &found)?;
    let differences = differences(search, &found, &positions);
    Ok(Some(Searched { named, found: Some(found), positions, differences }))
}

/// Searches that the user asks for.
fn choose<'a>(
    args: &CandidatesArgs,
    documents: &'a [Document],
) -> Result<Vec<NamedSearch<'a>>, CommandError> {
    let of = |document: &'a Document| {
        document.candidates.iter().map(move |(name, search)| NamedSearch { document, name, search })
    };
    let mut chosen: Vec<NamedSearch> = documents.iter().flat_map(of).collect();
    if let Some(wanted) = &args.id {
        let known: Vec<String> = chosen.iter().map(NamedSearch::id).collect();
        let is = |name: &str| name.eq_ignore_ascii_case(wanted);
        chosen.retain(|named| is(named.name) || is(&named.id()));
        if chosen.is_empty() {
            let known = if known.is_empty() { "there is none".to_string() } else { known.join(", ") };
            return Err(CommandError(format!(
                "candidates {wanted:?}: expected the name of a search: {known}"
            )));
        }
    }
    Ok(chosen)
}

/// Whether a search is made; otherwise its record is shown.
fn is_wanted(args: &CandidatesArgs, search: &Search) -> bool {
    args.deep || args.id.is_some() || search.takes <= LONG_SECONDS
}

fn share<'a>(args: &CandidatesArgs, chosen: Vec<NamedSearch<'a>>) -> Vec<NamedSearch<'a>> {
    let Some(shard) = args.shard else { return chosen };
    let seconds = |search: &Search| {
        let measured = search.measures.iter().filter(|measure| args.deep || measure.takes <= LONG_SECONDS);
        search.takes.max(DEFAULT_SECONDS) + measured.map(|measure| measure.takes).sum::<f64>()
    };
    let wanted = |named: &NamedSearch| is_wanted(args, named.search);
    let cost = |named: &NamedSearch| if wanted(named) { milliseconds(seconds(named.search)) } else { 0 };
    let own = shard.of_costs(&chosen.iter().map(cost).collect::<Vec<u64>>());
    chosen.into_iter().enumerate().filter(|(index, _)| own.contains(index)).map(|(_, named)| named).collect()
}

fn record(made: &Searched, all: bool) -> SearchRecord {
    let NamedSearch { document, name: _, search } = made.named;
    let found = made.found.as_deref().unwrap_or_default();
    let values = |index| made.found.as_ref().and_then(|found| distribution(found, index));
    let measures = search.measures.iter().enumerate().map(|(index, measure)| MeasureRecord {
        rules: measure.rules.clone(),
        after: measure.after.clone(),
        values: values(index),
    });
    SearchRecord {
        id: made.named.id(),
        document: document.id.clone(),
        about: search.about.clone(),
        made: made.found.is_some(),
        boards: found.iter().map(|on_board| board_record(search, on_board, all)).collect(),
        measures: measures.collect(),
        positions: made
            .positions
            .iter()
            .map(|(name, fits)| PositionRecord { name: (*name).to_string(), fits: *fits })
            .collect(),
        differences: made.differences.clone(),
    }
}

fn board_record(search: &Search, on_board: &OnBoard, all: bool) -> BoardRecord {
    let board = &on_board.board;
    let funnel = on_board.funnel.iter().map(|left| LeftRecord {
        constraint: left.constraint + 1,
        needs: search.constraints[left.constraint].to_string(),
        says: search.constraints[left.constraint].says().to_string(),
        left: left.fit,
        open: left.open,
    });
    let shown = on_board.fit.iter().take(max_shown(all)).map(|candidate| CandidateRecord {
        position: diagram_line(board, &candidate.position),
        to_move: candidate.mover.name(),
        variables: candidate
            .binding
            .bound()
            .map(|(name, point)| (name.to_string(), point_name(board, point)))
            .collect(),
    });
    BoardRecord {
        board: board.to_string(),
        all: on_board.all,
        uniform: on_board.uniform,
        funnel: funnel.collect(),
        fit: on_board.fit.len(),
        shown: shown.collect(),
    }
}

fn max_shown(all: bool) -> usize {
    if all { usize::MAX } else { MAX_SHOWN }
}

/// Summary of every search in a line.
fn table(all: &[Searched], text: &mut String) {
    let width = all.iter().map(|made| made.named.id().len()).max().unwrap_or(0);
    for made in all {
        let search = made.named.search;
        let line = match &made.found {
            Some(found) => {
                let fit = found.iter().map(|it| format!("{} on {}", it.fit.len(), it.board));
                fit.collect::<Vec<_>>().join(", ")
            }
            None => {
                let fit =
                    search.fit.iter().zip(&search.boards).map(|(fit, board)| format!("{fit} on {board}"));
                let fit = fit.collect::<Vec<_>>().join(", ");
                format!("{fit} (on record; --deep searches, {:.0} s)", search.takes)
            }
        };
        add_line!(text, "{:<width$}  {line}", made.named.id());
        for differs in &made.differences {
            add_line!(text, "{:<width$}  differs: {differs}", "");
        }
    }
    let changed = all.iter().filter(|made| !made.differences.is_empty()).count();
    let said = match changed {
        0 => "every search that was made found what is on record".to_string(),
        1 => "1 search found something else than what is on record".to_string(),
        _ => format!("{changed} searches found something else than what is on record"),
    };
    add_line!(text, "{said}");
}

/// Report of one search: what was left after each constraint, those that fit, and what was measured
/// on them.
fn explain(made: &Searched, all: bool, text: &mut String) {
    let NamedSearch { search, .. } = made.named;
    add_line!(text, "{}", made.named.id());
    if !search.about.is_empty() {
        paragraph("about        ", &search.about, text);
    }
    let found = made.found.as_deref().unwrap_or_default();
    for on_board in found {
        funnel(search, on_board, text);
        for (number, candidate) in on_board.fit.iter().take(max_shown(all)).enumerate() {
            show(on_board, number + 1, candidate, text);
        }
        if on_board.fit.len() > max_shown(all) {
            add_line!(text, "\n  {} more: --all shows them", on_board.fit.len() - max_shown(all));
        }
    }
    for (index, measure) in search.measures.iter().enumerate() {
        let lead = if index == 0 { "\nmeasured on all that fit\n" } else { "" };
        let values = distribution(found, index).unwrap_or_else(|| {
            format!("{} (on record; --deep measures, {:.0} s)", measure.values, measure.takes)
        });
        add_line!(text, "{lead}  {}{}: {values}", measure.rules, when(&measure.after));
    }
    text.push('\n');
    for (name, fits) in &made.positions {
        add_line!(text, "position {name} is {}among those that fit", if *fits { "" } else { "not " });
    }
    for differs in &made.differences {
        add_line!(text, "differs from the record: {differs}");
    }
    if made.differences.is_empty() {
        let nothing = search.fit.is_empty();
        text.push_str(if nothing { "nothing is on record\n" } else { "as on record\n" });
    }
}

fn funnel(search: &Search, on_board: &OnBoard, text: &mut String) {
    add_line!(text, "\n{}: {} positions looked at, symmetric images once", on_board.board, on_board.all);
    if on_board.uniform > 0 {
        add_line!(
            text,
            "            (others have less than {} empty intersections with neighbours of one colour, which kos and eyes need)",
            on_board.uniform
        );
    }
    for left in &on_board.funnel {
        let constraint = &search.constraints[left.constraint];
        let open =
            if left.open > 0 { format!(" ({} left open at the limit)", left.open) } else { String::new() };
        add_line!(text, "{:>10}  {constraint}{open}", left.fit);
        paragraph("            ", constraint.says(), text);
    }
}

fn show(on_board: &OnBoard, number: usize, candidate: &Candidate, text: &mut String) {
    let board = &on_board.board;
    let bound =
        candidate.binding.bound().map(|(name, point)| format!(", {name} = {}", point_name(board, point)));
    let line = diagram_line(board, &candidate.position);
    let mover = candidate.mover.name();
    add_line!(text, "\n  {number}. {line}, {mover} to move{}", bound.collect::<String>());
    for row in diagram(board, &candidate.position, None).lines() {
        add_line!(text, "     {row}");
    }
}
