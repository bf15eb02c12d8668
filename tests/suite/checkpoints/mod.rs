//! Work that is kept in a folder, ended in every way, and goes on from there.

mod bounded;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use superko::go::Player;
use superko::go::notation::parse_position;
use superko::rules::{Game, State};
use superko::solve::attack::bounds;
use superko::solve::persist::Persist;
use superko::solve::{self, Budget, Limits, Request, Session};
use tempfile::TempDir;

use crate::common::games::game;
use crate::common::program::{self, command, json, refused, said, text};
use crate::common::sample;

/// A position that takes the search about a second, one thread, and as little besides the value as
/// may be.
const SEARCH: [&str; 8] = ["--board", "3x4", "--rules", "psk", "--threads", "1", "--best-moves", "one"];

/// The same proved by way of easier claims.
const FIRST: [&str; 11] = [
    "prove",
    "--board",
    "3x4",
    "--rules",
    "psk",
    "--claim",
    ">= 4",
    "--first-claim",
    ">= 0",
    "--first-claim",
    ">= 2",
];

/// How much more work may be done if it is interrupted.
const MORE: f64 = 1.2;

fn with<'a>(some: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [some, more].concat()
}

/// A place for a checkpoint.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn folder(&self) -> String {
        self.0.path().join("kept").to_str().unwrap().to_string()
    }

    fn file(&self) -> std::path::PathBuf {
        Path::new(&self.folder()).join("checkpoint")
    }
}

/// All nodes that a run says were spent, by itself and by those before it.
fn nodes(answer: &Value) -> f64 {
    let earlier = answer["earlier_runs"]["nodes"].as_f64().unwrap_or(0.0);
    earlier + answer["nodes"].as_f64().expect("nodes are counted")
}

/// The nodes that a checkpoint says were spent.
fn kept_nodes(place: &Place) -> f64 {
    let file = fs::read(place.file()).unwrap();
    let head = String::from_utf8_lossy(&file[..file.len().min(1000)]).into_owned();
    let line = head.lines().find_map(|line| line.strip_prefix("nodes: ")).expect("the header says it");
    line.parse().unwrap()
}

/// A run that gets a signal after some time, if it still runs then.
fn killed(arguments: &[&str], signal: &str, after: Duration) -> Output {
    let mut child = command(arguments).spawn().expect("the program starts");
    let started = Instant::now();
    while started.elapsed() < after && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    // It may be over.
    let _ = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .stderr(std::process::Stdio::null())
        .status();
    child.wait_with_output().expect("the program ends")
}

/// Stops work again and again by a limit of nodes, each time going on from what was kept. Returns
/// what the last run printed and how many runs there were.
fn in_slices(arguments: &[&str], slice: u64) -> (Output, usize) {
    let (place, limit) = (Place::new(), slice.to_string());
    let folder = place.folder();
    let limited = with(arguments, &["--checkpoint", &folder, "--node-limit", &limit]);
    let mut output = program::solve(&limited);
    for runs in 1..200 {
        match output.status.code() {
            Some(3) => output = program::solve(&with(&limited, &["--resume"])),
            Some(0) => return (output, runs),
            _ => panic!("{limited:?}: {}", said(&output)),
        }
    }
    panic!("{limited:?} comes to no end");
}

/// About eight checkpoints in so much work, whatever the speed of the machine.
fn every(took: Duration) -> String {
    format!("{}ms", (took / 8).as_millis().max(100))
}

/// What is asked for, without what it took.
fn answer(record: &Value) -> Value {
    let mut record = record.clone();
    let object = record.as_object_mut().unwrap();
    for what in ["nodes", "seconds", "results", "earlier_runs", "line", "line_moves"] {
        object.remove(what);
    }
    // One of several best moves may be another.
    if object["all_best_moves"] == false {
        object.remove("best_moves");
    }
    record
}

#[test]
fn work_that_is_stopped_again_and_again_takes_no_more_than_a_fifth_more() {
    let slices = [(&[][..], 6_000), (&["--move-values"], 9_000), (&["--rules", "kee2009"], 2_000)];
    for (more, slice) in sample::one_in(3, slices) {
        let mut question = with(&SEARCH, &["--json"]);
        if let ["--rules", rules] = more {
            question[1] = "2x4";
            question[3] = rules;
        } else {
            question.extend(more);
        }
        let whole = json(&program::solve(&question));
        let (last, runs) = in_slices(&question, slice);
        let last = json(&last);
        println!("{question:?}: {} nodes, {} in {runs} runs", nodes(&whole), nodes(&last));
        assert!(runs > 3 && nodes(&last) <= MORE * nodes(&whole), "{} of {}", nodes(&last), nodes(&whole));
        assert_eq!(answer(&last), answer(&whole));
    }
}

#[test]
fn work_that_is_killed_goes_on_from_the_last_checkpoint() {
    let question = with(&SEARCH, &["--json"]);
    let started = Instant::now();
    let whole = json(&program::solve(&question));
    let took = started.elapsed();
    for signal in sample::one_in(3, ["-KILL", "-TERM", "-INT"]) {
        let (place, mut runs) = (Place::new(), 0u32);
        let (folder, every) = (place.folder(), every(took));
        let kept = with(&question, &["--checkpoint", &folder, "--checkpoint-every", &every]);
        let resumed = with(&kept, &["--resume"]);
        let mut output = killed(&kept, signal, took / 3);
        assert!(place.file().exists(), "the first checkpoint comes before the work");
        while output.status.code() != Some(0) {
            runs += 1;
            assert!(runs < 50, "the work comes to an end");
            let before = kept_nodes(&place);
            if signal != "-KILL" {
                let status = if signal == "-TERM" { 143 } else { 130 };
                assert_eq!(output.status.code(), Some(status), "{}", said(&output));
                // All that was spent is kept.
                assert_eq!(before, nodes(&json(&output)));
            }
            output = killed(&resumed, signal, took / 3 + took / 20 * runs);
            assert!(kept_nodes(&place) >= before);
        }
        let last = json(&output);
        println!("{signal}: {} nodes, {} in {} runs", nodes(&whole), nodes(&last), runs + 1);
        // On a machine that has become slower meanwhile there are more runs than are meant.
        let as_meant = runs < 8;
        assert!(!as_meant || nodes(&last) <= MORE * nodes(&whole), "{signal}: {} nodes", nodes(&last));
        assert_eq!(answer(&last), answer(&whole), "{signal}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside the checkpoint");
        // What is known costs next to nothing, another question about the game too.
        let again = json(&program::solve(&with(&resumed, &["--move-values"])));
        assert_eq!(answer(&json(&program::solve(&resumed))), answer(&whole));
        assert_eq!(again["value"], whole["value"]);
    }
}

/// (What they cost is counted where work is stopped by its nodes, and not by a clock.)
#[test]
fn pauses_change_no_answer() {
    if sample::leaves_out_three_of_four("pauses_change_no_answer") {
        return;
    }
    for threads in ["1", "2"] {
        let mut question = with(&SEARCH, &["--json", "--move-values"]);
        question[5] = threads;
        let started = Instant::now();
        let (place, whole) = (Place::new(), json(&program::solve(&question)));
        let took = started.elapsed();
        let (folder, every) = (place.folder(), every(took));
        let kept = with(&question, &["--checkpoint", &folder, "--checkpoint-every", &every]);
        let paused = json(&program::solve(&kept));
        assert_eq!(answer(&paused)["move_values"], answer(&whole)["move_values"], "{threads} threads");
        assert_eq!(paused.get("earlier_runs"), None);
    }
}

/// What a session finds that is interrupted after `part` nodes or a few more, and asked again from
/// what was kept: the value, the nodes in all, and how often it was asked.
fn in_parts(game: &Game, start: &State, part: u64) -> (Option<solve::Value>, u64, usize) {
    let request = Request { pv: false, ..Request::default() };
    let (mut kept, mut spent, mut runs) = (Vec::new(), 0, 0);
    loop {
        let mut session = Session::new(game).with_first_nodes(1).kept();
        if runs > 0 {
            session.read(&mut &kept[..], 1 << 30).unwrap();
        }
        let budget = Arc::new(Budget::default());
        let seen = Arc::clone(&budget);
        // Looked at with every charge, so that it stops at the same node on any machine.
        let stopping = budget.within(budget.limits()).watched(Duration::ZERO, move || {
            if seen.nodes() >= part {
                seen.interrupt();
            }
        });
        let solution = session.solve(start, &request, &stopping);
        (kept, spent, runs) = (Vec::new(), spent + budget.nodes(), runs + 1);
        session.write(&mut kept).unwrap();
        if solution.stopped.is_none() {
            return (solution.value.exact(), spent, runs);
        }
        assert!(runs < 1_000);
    }
}

/// Which of the thresholds is tried next depends on the nodes that each has taken, and a pause adds
/// a few; so one start may take more or less than without pauses, and they are counted together. Under
/// kee2009 the search is slower than these bounds, as it has no settled positions there.
#[test]
fn bounds_that_need_no_past_go_on_too() {
    let (mut whole, mut parts) = (0, 0);
    for (rules, position) in [
        ("kee2009", "..X.O./.XXOO./.X.O.."),
        ("kee2009 --lift produced", "..X.O./.XXOO./.X.O.."),
        ("kee2009", "X...../.XXOO./.X.O.."),
        ("kee2009 --lift produced", "X...../.XXOO./.X.O.."),
    ] {
        let game = game("3x6", rules);
        let position = parse_position(&game.board, position).unwrap();
        let start = game.start(position, Player::White);
        let budget = Budget::new(Limits { nodes: Some(1_000_000), ..Limits::default() });
        let found = bounds(&game, &start, &budget).expect("something is claimed");
        assert_eq!(found.low, found.high, "{rules}");
        let (value, spent, runs) = in_parts(&game, &start, budget.nodes() / 16);
        // With the turns of the search.
        let (_, once, _) = in_parts(&game, &start, u64::MAX);
        println!("{rules}: {} nodes, {once} with the search, {spent} in {runs} runs", budget.nodes());
        assert_eq!(value, Some(solve::Value::Points(found.low.into())), "{rules}");
        assert!(runs > 3);
        (whole, parts) = (whole + once, parts + spent);
    }
    assert!(parts as f64 <= MORE * whole as f64, "{parts} of {whole}");
}

#[test]
fn certificates_that_are_stopped_on_the_way_are_the_same() {
    if sample::leaves_out("certificates_that_are_stopped_on_the_way_are_the_same") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (kind, arguments, slice) in [
        ("lemmas", &["prove", "--board", "2x4", "--rules", "kee2020"][..], 300),
        ("claim", &["prove", "--board", "3x4", "--rules", "psk", "--claim", ">= 4"], 4_000),
        ("easier claims", &FIRST, 4_000),
        ("bounded", &["prove", "--board", "3x4", "--rules", "psk", "--bounded", "--claim", ">= 4"], 4_000),
        ("bounds", &["prove", "--board", "3x4", "--rules", "ssk", "--bounded"], 16_000),
    ] {
        let [whole, last] = ["whole", "last"]
            .map(|name| folder.path().join(format!("{kind}-{name}")).to_str().unwrap().to_string());
        let made = program::solve(&with(arguments, &["--out", &whole]));
        assert_eq!(made.status.code(), Some(0), "{kind}: {}", said(&made));
        let (output, runs) = in_slices(&with(arguments, &["--out", &last]), slice);
        println!("{kind}: {runs} runs, {}", text(&output.stdout));
        assert!(runs > 2, "{kind}: {runs} runs");
        let proved = |output: &Output| text(&output.stdout).lines().last().unwrap().to_string();
        // Under a limit the best bounds are those that half of it finds.
        assert!(kind == "bounds" || proved(&output) == proved(&made), "{kind}: {}", said(&output));
        assert_eq!(program::solve(&["check", &last]).status.code(), Some(0), "{kind}");
    }
}

#[test]
fn a_proof_that_is_killed_goes_on() {
    if sample::leaves_out_three_of_four("a_proof_that_is_killed_goes_on") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let place = Place::new();
    let (out, kept) = (folder.path().join("out"), place.folder());
    let out = out.to_str().unwrap();
    let question =
        ["prove", "--board", "3x4", "--rules", "psk", "--bounded", "--claim", ">= 4", "--out", out];
    let (whole, started) = (Place::new(), Instant::now());
    let folder = whole.folder();
    assert_eq!(program::solve(&with(&question, &["--checkpoint", &folder])).status.code(), Some(0));
    let took = started.elapsed();
    let every = every(took);
    let arguments = with(&question, &["--checkpoint", &kept, "--checkpoint-every", &every]);
    let (mut runs, mut resumed) = (0, arguments.clone());
    let output = loop {
        let output = killed(&resumed, "-KILL", took / 3 + took / 10 * runs);
        if output.status.code().is_some() {
            break output;
        }
        runs += 1;
        assert!(runs < 100);
        // It may have been killed before it had begun.
        if place.file().exists() {
            resumed = with(&arguments, &["--resume"]);
        }
    };
    println!("{runs} runs were killed");
    assert!(runs > 0 && text(&output.stdout).contains("proved "), "{}", said(&output));
    assert_eq!(program::solve(&["check", out]).status.code(), Some(0));
    let [all, one] = [&place, &whole].map(kept_nodes);
    assert!(all <= MORE * one, "{all} of {one}");
}

#[test]
fn what_is_torn_foreign_or_not_there_is_refused_in_one_line() {
    let place = Place::new();
    let folder = place.folder();
    let game = ["--board", "2x3", "--rules", "psk", "--checkpoint", &folder];
    refused(
        &with(&game, &["--resume"]),
        "has no checkpoint, expected a directory in which --checkpoint has left one",
    );
    assert!(!Path::new(&folder).exists());
    assert_eq!(program::solve(&game).status.code(), Some(0));
    refused(&game, "has a checkpoint, expected --resume to go on from it, or another directory");
    let resumed = with(&game, &["--resume"]);
    let other = |place: usize, what: &'static str| {
        let mut other = resumed.clone();
        other[place] = what;
        other
    };
    refused(&other(1, "3x2"), "the checkpoint is of board 2x3, expected 3x2");
    refused(&other(3, "ssk"), "the checkpoint is of rules psk, expected ssk");
    refused(
        &with(&resumed, &["--suicide", "allowed"]),
        "the checkpoint is of rules psk, expected psk --suicide allowed",
    );
    let prove = ["prove", "--out", "-", "--text"];
    refused(&with(&prove, &resumed), "the checkpoint is of work solve, expected solve prove");
    // The same name, and other clauses.
    let rules = place.0.path().join("draft.toml");
    let new = |like: &str| {
        let made = program::solve(&["rules", "--new", rules.to_str().unwrap(), "--like", like, "--force"]);
        assert_eq!(made.status.code(), Some(0), "{}", said(&made));
    };
    new("psk");
    let second = place.0.path().join("second");
    let draft =
        ["--board", "2x2", "--rules", rules.to_str().unwrap(), "--checkpoint", second.to_str().unwrap()];
    assert_eq!(program::solve(&draft).status.code(), Some(0));
    assert_eq!(program::solve(&with(&draft, &["--resume"])).status.code(), Some(0));
    new("ssk");
    refused(&with(&draft, &["--resume"]), "the checkpoint is of ");
    // Another start of the same game goes on.
    assert_eq!(program::solve(&with(&resumed, &["--to-move", "white"])).status.code(), Some(0));

    let whole = fs::read(place.file()).unwrap();
    let head = whole.windows(2).position(|two| two == b"\n\n").unwrap();
    for length in [0, 5, head / 2, head, head + 2, head + 100, whole.len() - 1] {
        fs::write(place.file(), &whole[..length]).unwrap();
        refused(&resumed, "torn");
    }
    for at in [head + 3, head + 300, whole.len() - 40] {
        let mut changed = whole.clone();
        changed[at] ^= 4;
        fs::write(place.file(), changed).unwrap();
        refused(&resumed, "the file is torn or has been changed");
    }
    let stale = String::from_utf8_lossy(&whole[..head]).replace("version: ", "version: 9");
    fs::write(place.file(), [stale.as_bytes(), &whole[head..]].concat()).unwrap();
    refused(&resumed, "the checkpoint is of version 9");
    fs::write(place.file(), "something else\n").unwrap();
    refused(&resumed, "the file is no checkpoint");
}

#[test]
fn what_cannot_be_written_or_kept_is_known_before_the_work() {
    let place = Place::new();
    let file = place.0.path().join("file");
    fs::write(&file, "").unwrap();
    let hard = ["--board", "6x6", "--rules", "psk", "--checkpoint"];
    for (folder, expected) in [
        (file.clone(), "expected a directory"),
        (file.join("in"), "expected a directory"),
        (place.0.path().join("no/such"), "expected a directory, or a new one in a directory that is there"),
        ("/proc".into(), "expected a directory in which files can be made"),
    ] {
        refused(&with(&hard, &[folder.to_str().unwrap()]), expected);
    }
    let folder = place.folder();
    for (arguments, expected) in [
        (&["--board", "2x2", "--rules", "simple-ko"][..], "under rules whose games may go on for ever"),
        (&["--board", "2x2", "--rules", "psk", "--engine", "naive"], "with --engine naive"),
        (&["--board", "1x3", "--rules", "psk", "--players", "3"], "with more than two players"),
        (&["prove", "--board", "2x2", "--rules", "simple-ko", "--out", "-", "--text"], "may go on for ever"),
    ] {
        refused(&with(arguments, &["--checkpoint", &folder]), expected);
    }
    assert!(!Path::new(&folder).exists());
    refused(&with(&SEARCH, &["--resume"]), "--checkpoint");
    refused(&with(&SEARCH, &["--checkpoint", &folder, "--checkpoint-every", "1ms"]), "at least 100ms");
}

/// A limit of the size of files (`ulimit -f`) stands for a disk that is full.
#[test]
fn a_full_disk_leaves_the_last_checkpoint_and_the_answer() {
    let place = Place::new();
    let folder = place.folder();
    let job = format!(
        "ulimit -f 16; exec {} {} --checkpoint {folder} --checkpoint-every 100ms",
        program::PROGRAM,
        SEARCH.join(" ")
    );
    let output = Command::new("sh").args(["-c", &job]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(text(&output.stdout).contains("value       4"), "{}", said(&output));
    let errors = text(&output.stderr);
    assert!(errors.lines().all(|line| line.ends_with("the last checkpoint is as it was")), "{errors}");
    assert!(!errors.is_empty());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let resumed = program::solve(&with(&SEARCH, &["--checkpoint", &folder, "--resume"]));
    assert_eq!(resumed.status.code(), Some(0), "{}", said(&resumed));
}

#[test]
fn less_memory_than_the_file_takes_is_enough() {
    let place = Place::new();
    let folder = place.folder();
    let kept = with(&SEARCH, &["--json", "--checkpoint", &folder]);
    let whole = json(&program::solve(&kept));
    let small = json(&program::solve(&with(&kept, &["--resume", "--memory", "1M"])));
    assert_eq!(small["value"], whole["value"]);
    assert!(small["results"].as_u64() < whole["results"].as_u64());
}
