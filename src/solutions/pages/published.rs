//! `published.jsonl`: every start whose value, or a bound on it, is published, with what backs it. The program has it built in,
//! to say what is known before it searches ([`crate::ask::published`]).

use crate::go::notation::diagram_line;
use crate::go::{Player, Position};
use crate::report::display::rules_text;
use crate::report::record::{Backing, PublishedStart};
use crate::rules::Points;
use crate::rules::axes::Axis;
use crate::rules::catalogue;
use crate::solutions::bounded::Bounded;
use crate::solutions::evidence::{Evidence, Made};
use crate::solutions::product::{Product, Solutions};
use crate::solutions::table::Table;
use crate::solutions::task::Task;
use crate::solve::Value;
use crate::sums::sum;

/// The proofs that took longer than tables may take. Written by hand, in the same form.
const LONG_RUNS: &str = include_str!("../../../solutions/long-runs/published.jsonl");

/// The folder of published results in the repository.
const FOLDER: &str = "solutions";

/// The lines: the tables of empty boards, then the boards of which the first player has all points, then the long runs.
/// (The empty boards of `strong/` have tables too.)
pub fn lines(solutions: &Solutions) -> String {
    let tables = solutions.results::<Table>();
    let of_tables =
        tables.all.iter().filter_map(|(task, table)| table_of(task, table, tables.evidence.get(task)));
    let bounded = solutions.results::<Bounded>();
    let of_bounded =
        bounded.all.iter().flat_map(|(task, result)| bounds_of(task, result, bounded.evidence.get(task)));
    let lines = of_tables.chain(of_bounded).map(|start| {
        // A record of texts can always be written.
        serde_json::to_string(&start).expect("a start can be written as JSON") + "\n"
    });
    lines.chain([LONG_RUNS.to_string()]).collect()
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

/// What a table says, unless it is nothing. Where a game may go on for ever, bounds without a value are those of finite play.
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
    let search = || Backing::Search {
        command: format!("solve --board {} {} --threads 1", task.board_name(), variant.arguments()),
    };
    let backing = match made.map(|made| (&made.evidence, &made.certificate)) {
        Some((Evidence::Certificate { path, proves, .. }, Some(bytes))) => Backing::Certificate {
            path: format!("{FOLDER}/{path}"),
            sha256: sum(bytes),
            command: table.statement(task, *proves).command(),
        },
        Some((Evidence::Remade { sha256, command, .. }, _)) => {
            Backing::Remade { sha256: sha256.clone(), command: command.clone() }
        }
        _ => search(),
    };
    Some(empty(task, rules_text(variant.entry, &variant.options), (bounds.low, bounds.high), backing))
}

/// What a bounded proof says under each ruleset that it holds under: all points, and no score is more.
fn bounds_of(task: &Task, bounded: &Bounded, made: Option<&Made>) -> Vec<PublishedStart> {
    let Some(proof) = &bounded.proof else { return Vec::new() };
    let backing = match made.map(|made| (&made.evidence, &made.certificate)) {
        Some((Evidence::Certificate { path, .. }, Some(bytes))) => Backing::Certificate {
            path: format!("{FOLDER}/{path}"),
            sha256: sum(bytes),
            command: Bounded::command(task),
        },
        Some((Evidence::Remade { sha256, command, .. }, _)) => {
            Backing::Remade { sha256: sha256.clone(), command: command.clone() }
        }
        _ => return Vec::new(),
    };
    let most = Value::Points(Points::from_integer(bounded.at_least as i32));
    let follows = proof.follows.iter().map(|name| empty(task, follows(name), (most, most), backing.clone()));
    follows.collect()
}

/// A ruleset as the checker of bounded proofs names it: with the default of every option, and suicide forbidden unless the
/// name says otherwise, whatever the default of the ruleset is.
fn follows(name: &str) -> String {
    let (id, suicide) = name.split_once("+suicide-").unwrap_or((name, "forbidden"));
    let (entry, mut options) = catalogue::find(id).expect("the checker's names are of the catalogue");
    entry
        .set(&mut options, Axis::Suicide, suicide)
        .expect("its rulesets have the checker's rules on suicide");
    rules_text(entry, &options)
}
