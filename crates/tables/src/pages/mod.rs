//! The pages of a folder: everything that follows from its results. Each is a function of typed
//! results to a text.

mod beasts;
mod claims;
mod dataset;
mod differences;
mod plots;
mod readme;
mod sections;
mod view;

use std::collections::BTreeMap;
use std::fmt::Write;

use super::bounded::Bounded;
use super::kinds::Solutions;
use super::manifest::{Evidence, Made, Proves};
use super::plan::Task;
use super::proved::{FOLDER, Proved, of_empty_boards};
use super::results::Product;
use super::rulesets;
use super::table::Table;
use superko_go::notation::diagram_line;
use superko_go::{Player, Position};
use superko_query::report::records::{Backing, FinitePlay, MoveName, PublishedStart};
use superko_rules::axes::Axis;
use superko_rules::{Points, Rules};
use superko_solve::Value;
use superko_store::sums::sum;
use view::View;

/// The page that defines certificates. It is written by hand, and is part of every folder.
const FORMAT: &str = superko_published::FORMAT;

/// All pages by their paths.
pub fn all(solutions: &Solutions) -> Vec<(String, String)> {
    let view = View::of(solutions, proved(solutions));
    let of_the_catalogue = solutions.rulesets.are_of_the_catalogue();
    let mut pages = vec![
        ("summary.csv", summary_csv(solutions)),
        ("README.md", if of_the_catalogue { readme::page(&view) } else { readme::own_page(&view) }),
        ("CERTIFICATES.md", FORMAT.to_string()),
        (plots::VALUES_PATH, plots::values_svg(&view)),
    ];
    pages.extend(superko_published::SCHEMAS.iter().map(|(path, schema)| (*path, schema.to_string())));
    if of_the_catalogue {
        pages.push(("published.jsonl", published_lines(solutions)));
    }
    pages.extend(differences::page(&view).map(|page| ("differences.md", page)));
    pages.extend(plots::distribution_svg(&view).map(|svg| (plots::DISTRIBUTION_PATH, svg)));
    let pages = pages.into_iter().map(|(path, page)| (path.to_string(), page));
    pages
        .chain(dataset::page(solutions))
        .chain(claims::pages(solutions))
        .chain(beasts::pages(solutions))
        .collect()
}

// --- `summary.csv`: one row for each empty board and variant ---

/// The rows.
pub fn summary_csv(solutions: &Solutions) -> String {
    let mut text = String::from(
        "board,name,rules,options,value,low,high,finite_low,finite_high,best_moves,all_best_moves,nodes,results\n",
    );
    for (task, Table { rules, answer, effort, .. }) in solutions.all::<Table>() {
        let options: Vec<String> =
            rules.options.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
        let finite = |end: fn(&FinitePlay) -> i32| {
            answer.finite_play.as_ref().map_or(String::new(), |play| end(play).to_string())
        };
        let best_moves: Vec<&str> = answer.best_moves.iter().map(MoveName::as_str).collect();
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{},{},{},{}",
            task.board_name(),
            task.variant_name(),
            rules.id,
            options.join(";"),
            answer.value.map_or(String::new(), |value| value.to_string()),
            answer.bounds.low,
            answer.bounds.high,
            finite(|play| play.low),
            finite(|play| play.high),
            best_moves.join(" "),
            answer.all_best_moves,
            effort.nodes,
            effort.results,
        );
    }
    text
}

// --- `published.jsonl`: every start whose value, or a bound on it, is published, with what backs it. The program has it
// built in, to say what is known before it searches ([`superko_query::ask::answers`]) ---

/// The proofs that took longer than tables may take. Written by hand, in the same form.
const LONG_RUNS: &str = superko_published::LONG_RUNS;

/// The lines: the tables of empty boards, then the boards of which the first player has all points,
/// then the long runs. (The empty boards of `strong/` have tables too.)
pub fn published_lines(solutions: &Solutions) -> String {
    let tables = solutions.results::<Table>();
    let of_tables =
        tables.all.iter().filter_map(|(task, table)| table_of(task, table, tables.evidence.get(task)));
    let lines = of_tables.chain(bounded_starts(solutions)).map(|start| {
        // A record of texts can always be written.
        serde_json::to_string(&start).expect("a start can be written as JSON") + "\n"
    });
    lines.chain([LONG_RUNS.to_string()]).collect()
}

/// What is published of the boards of which the first player has all points.
fn bounded_starts(solutions: &Solutions) -> Vec<PublishedStart> {
    let bounded = solutions.results::<Bounded>();
    let starts =
        bounded.all.iter().flat_map(|(task, result)| bounds_of(task, result, bounded.evidence.get(task)));
    starts.collect()
}

/// What is proved of empty boards beside their tables: the boards of which the first player has all
/// points, and the long runs, which are of the catalogue too.
fn proved(solutions: &Solutions) -> BTreeMap<(String, String), Proved> {
    let bounded = bounded_starts(solutions);
    let long_runs = if bounded.is_empty() { Vec::new() } else { long_runs().collect() };
    of_empty_boards(bounded.into_iter().chain(long_runs))
}

/// What is published of the long runs.
fn long_runs() -> impl Iterator<Item = PublishedStart> {
    // A test reads every line.
    LONG_RUNS.lines().map(|line| serde_json::from_str(line).expect("the index is in its form"))
}

/// The empty board of a task, Black to move.
fn empty(task: &Task, rules: String, (low, high): (Value, Value), backing: Backing) -> PublishedStart {
    PublishedStart {
        board: task.board_name().to_string(),
        start: diagram_line(task.board(), &Position::default()),
        to_move: Player::Black,
        rules,
        low,
        high,
        backing,
    }
}

/// Certificate of a result, if it has one, with the command that makes it.
fn backing(made: &Made, command: impl FnOnce(Proves) -> String) -> Option<Backing> {
    match (&made.evidence, &made.certificate) {
        (Evidence::Certificate { path, proves, .. }, Some(bytes)) => Some(Backing::Certificate {
            path: format!("{FOLDER}/{path}"),
            sha256: sum(bytes),
            command: command(*proves),
        }),
        (Evidence::Remade { sha256, command, .. }, _) => {
            Some(Backing::Remade { sha256: sha256.clone(), command: command.clone() })
        }
        _ => None,
    }
}

/// Published bounds of a table, if it has any. Where a game may go on for ever, bounds without a
/// value are those of finite play.
fn table_of(task: &Task, table: &Table, made: Option<&Made>) -> Option<PublishedStart> {
    let variant = task.variant();
    let bounds = table.answer.bounds;
    let all = |points: i32| Value::Points(Points::from_integer(points));
    let most = task.points() as i32;
    if table.answer.value.is_none()
        && (!variant.always_ends() || (bounds.low, bounds.high) == (all(-most), all(most)))
    {
        return None;
    }
    let certified = made.and_then(|made| backing(made, |proves| table.statement(task, proves).command()));
    let backing = certified.unwrap_or_else(|| Backing::Search {
        command: format!(
            "solve --board {} --rules {} --threads 1",
            task.board_name(),
            rulesets::written(&variant)
        ),
    });
    Some(empty(task, variant.to_string(), (bounds.low, bounds.high), backing))
}

/// Published value of a bounded proof under each ruleset that it holds under: all points, and no
/// score is more.
fn bounds_of(task: &Task, bounded: &Bounded, made: Option<&Made>) -> Vec<PublishedStart> {
    let backing = made.and_then(|made| backing(made, |_| Bounded::command(task)));
    let (Some(proof), Some(backing)) = (&bounded.proof, backing) else { return Vec::new() };
    let most = Value::Points(Points::from_integer(bounded.at_least as i32));
    let follows = proof.follows.iter().map(|name| empty(task, follows(name), (most, most), backing.clone()));
    follows.collect()
}

/// A ruleset as the checker of bounded proofs names it: with the default of every option, and
/// suicide forbidden unless the name says otherwise, whatever the default of the ruleset is.
fn follows(name: &str) -> String {
    let (id, suicide) = name.split_once("+suicide-").unwrap_or((name, "forbidden"));
    let mut rules = Rules::named(id).expect("the checker's names are of the catalogue");
    rules.set(Axis::Suicide, suicide).expect("its rulesets have the checker's rules on suicide");
    rules.to_string()
}
