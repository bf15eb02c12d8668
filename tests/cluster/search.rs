//! One search that several processes share.

use std::path::Path;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::sample;
use crate::together::{Together, ended, ended_soon, has_begun, said, says, signal};

/// Boards and rulesets that take up to a second or two.
const GAMES: [[&str; 4]; 6] = [
    ["--board", "2x2", "--rules", "kee2009"],
    ["--board", "2x4", "--rules", "nssk"],
    ["--board", "3x3", "--rules", "spight"],
    ["--board", "1x8", "--rules", "ssk"],
    ["--board", "3x4", "--rules", "psk"],
    ["--board", "3x4", "--rules", "kee2020"],
];

/// Takes so long that somebody can be killed meanwhile.
const LONG: [&str; 4] = ["--board", "3x4", "--rules", "kee2020"];

/// The value that a process has found.
fn value(output: &Output) -> serde_json::Value {
    assert!(output.status.success(), "{}", said(output));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(!json["value"].is_null());
    json["value"].clone()
}

/// The value that one process finds.
fn alone(game: &[&str]) -> serde_json::Value {
    value(&Together::at(&[], 1, 1).command(0, &[game, &["--json"]].concat()).output().unwrap())
}

#[test]
fn any_number_of_processes_finds_the_value() {
    if sample::leaves_out("any_number_of_processes_finds_the_value") {
        return;
    }
    for game in GAMES {
        let expected = alone(&game);
        for (processes, threads) in [(2, 1), (2, 2), (4, 1)] {
            let outputs = Together::at(&[], processes, threads).run(&[&game[..], &["--json"]].concat());
            assert_eq!(value(&outputs[0]), expected, "{game:?} {processes} x {threads}");
            for (process, output) in outputs.iter().enumerate().skip(1) {
                let text = String::from_utf8_lossy(&output.stdout);
                assert!(output.status.success(), "{}", said(output));
                assert!(text.starts_with(&format!("process {process} has helped with")), "{text}");
            }
        }
    }
}

/// What process 0 finds by itself after the value, which is about other states than the one that
/// the helpers know.
#[test]
fn moves_and_lines_are_those_of_one_process() {
    let game = ["--board", "3x3", "--rules", "spight", "--move-values", "--best-moves", "all", "--json"];
    let answer = |output: &Output| -> serde_json::Value {
        assert!(output.status.success(), "{}", said(output));
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        serde_json::json!([json["value"], json["best_moves"], json["move_values"]])
    };
    let expected = answer(&Together::at(&[], 1, 1).command(0, &game).output().unwrap());
    assert_eq!(expected[2].as_array().unwrap().len(), 10);
    let together = Together::at(&[], 2, 2);
    let line = together.path("line.sgf");
    let outputs = together.run(&[&game[..], &["--sgf", line.to_str().unwrap()]].concat());
    assert_eq!(answer(&outputs[0]), expected);
    assert!(outputs[1].status.success() && line.exists());
}

/// That the program accepts a certificate.
fn is_accepted(certificate: &Path) {
    let checked = Command::new(env!("CARGO_BIN_EXE_solve")).arg("check").arg(certificate).output().unwrap();
    let text = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success() && text.lines().last().unwrap().starts_with("s VERIFIED"), "{text}");
}

#[test]
fn a_certificate_is_right_whoever_has_found_its_parts() {
    for game in sample::one_in(5, &GAMES[1..]) {
        for processes in [2, 4] {
            let together = Together::at(&["prove"], processes, 1);
            let out = together.path("proof.cert");
            let outputs = together.run(&[&game[..], &["--out", out.to_str().unwrap()]].concat());
            assert!(outputs.iter().all(|output| output.status.success()), "{}", said(&outputs[0]));
            is_accepted(&out);
        }
    }
}

/// Starts processes, and kills one of them after some time.
fn kill(together: &Together, more: &[&str], victim: usize, after: Duration) -> Vec<Output> {
    together.choose_ports();
    let mut children = together.start(more);
    sleep(after);
    children[victim].kill().unwrap();
    if victim == 0 { ended_soon(children) } else { ended(children) }
}

#[test]
fn helpers_that_are_killed_change_no_answer() {
    if sample::leaves_out("helpers_that_are_killed_change_no_answer") {
        return;
    }
    let expected = alone(&LONG);
    let mut random = fastrand::Rng::with_seed(18);
    let values = Together::at(&[], 3, 1);
    let more = [&LONG[..], &["--json"]].concat();
    let started = Instant::now();
    assert_eq!(value(&values.run(&more)[0]), expected);
    let took = started.elapsed();
    // One that is killed before it has connected is waited for as long.
    let limit = format!("{}s", 10 + 10 * took.as_secs());
    let more = [&more[..], &["--time-limit", &limit]].concat();
    let proofs = Together::at(&["prove"], 3, 1);
    let out = proofs.path("proof.cert");
    let prove = [&LONG[..], &["--force", "--time-limit", &limit, "--out", out.to_str().unwrap()]].concat();
    let (mut noticed, mut connecting) = (0, Duration::from_millis(150));
    let mut run = 0;
    while run < 12 {
        let (victim, after) = (random.usize(1..3), connecting + took.mul_f64(random.f64() * 0.7));
        let work = if run % 2 == 0 {
            kill(&values, &more, victim, after)
        } else {
            kill(&proofs, &prove, victim, after)
        };
        if !has_begun(&work[0]) {
            // The machine is slower than that.
            connecting *= 2;
            assert!(connecting < Duration::from_secs(20), "{}", said(&work[0]));
            continue;
        }
        if run % 2 == 0 {
            assert_eq!(value(&work[0]), expected, "run {run}");
        } else {
            assert!(work[0].status.success(), "{}", said(&work[0]));
            is_accepted(&out);
        }
        assert!(work[3 - victim].status.success(), "{:?}", work[3 - victim]);
        if !work[0].stderr.is_empty() {
            says(&work[0], 0, &format!("solve: process {victim} at 127.0.0.1:"));
            says(&work[0], 0, "has gone");
            noticed += 1;
        }
        run += 1;
    }
    assert!(noticed >= 3, "{noticed} of 12 were killed before the end");
}

#[test]
fn when_the_manager_is_killed_all_end_and_its_checkpoint_is_gone_on_from() {
    let expected = alone(&LONG);
    let together = Together::at(&[], 2, 1);
    let kept = together.path("kept");
    let keep = ["--json", "--checkpoint", kept.to_str().unwrap(), "--checkpoint-every", "100ms"];
    let mut more = [&LONG[..], &keep].concat();
    let mut killed = 0;
    for after in [300, 400, 500] {
        let outputs = kill(&together, &more, 0, Duration::from_millis(after));
        if outputs[0].status.code().is_none() && outputs[1].status.code() == Some(3) {
            says(&outputs[1], 3, "solve: process 0 at 127.0.0.1:");
            killed += 1;
        }
        if kept.join("checkpoint").exists() && !more.contains(&"--resume") {
            more.push("--resume");
        }
    }
    assert!(killed > 0);
    together.choose_ports();
    assert_eq!(value(&together.run(&more)[0]), expected);
}

/// What helpers have proved in one run and what others prove in the next are parts of one
/// certificate.
#[test]
fn a_certificate_is_right_if_the_manager_was_killed_on_the_way() {
    let together = Together::at(&["prove"], 3, 1);
    let (kept, out) = (together.path("kept"), together.path("proof.cert"));
    let mut more = [&LONG[..], &["--out", out.to_str().unwrap()]].concat();
    more.extend(["--checkpoint", kept.to_str().unwrap(), "--checkpoint-every", "100ms"]);
    let mut resumed = 0;
    for after in [400, 500, 600, 700] {
        kill(&together, &more, 0, Duration::from_millis(after));
        if out.exists() {
            break;
        }
        resumed += usize::from(more.contains(&"--resume"));
        if kept.join("checkpoint").exists() && !more.contains(&"--resume") {
            more.push("--resume");
        }
    }
    if !out.exists() {
        together.choose_ports();
        let outputs = together.run(&more);
        assert!(outputs[0].status.success(), "{}", said(&outputs[0]));
        resumed += usize::from(more.contains(&"--resume"));
    }
    assert!(resumed > 0);
    is_accepted(&out);
}

#[test]
fn a_helper_that_stands_still_is_not_waited_for() {
    let expected = alone(&LONG);
    let together = Together::at(&[], 2, 1);
    // How long it takes until all are connected depends on the machine.
    for after in [300, 1_000, 3_000, 9_000] {
        together.choose_ports();
        let mut children = together.start(&[&LONG[..], &["--json", "--time-limit", "30s"]].concat());
        sleep(Duration::from_millis(after));
        let helper = children.pop().unwrap();
        signal(&helper, "-STOP");
        let manager = ended(children);
        signal(&helper, "-CONT");
        // It hears that it is the end, or that process 0 has gone.
        let helper = helper.wait_with_output().unwrap();
        if has_begun(&manager[0]) {
            assert_eq!(value(&manager[0]), expected);
            assert!([Some(0), Some(3)].contains(&helper.status.code()), "{}", said(&helper));
            return;
        }
    }
    panic!("two processes are not connected after nine seconds");
}

#[test]
fn a_limit_of_the_manager_ends_all() {
    let together = Together::at(&[], 2, 1);
    let outputs = together.run(&["--board", "4x4", "--rules", "psk", "--time-limit", "1s"]);
    assert_eq!(outputs[0].status.code(), Some(3), "{}", said(&outputs[0]));
    assert!(String::from_utf8_lossy(&outputs[0].stdout).contains("stopped"));
    // The helper has a limit of its own, and may come to it first.
    assert!([Some(0), Some(3)].contains(&outputs[1].status.code()), "{}", said(&outputs[1]));
}

#[test]
fn searches_that_cannot_be_shared_are_refused() {
    let refused = |together: &Together, more: &[&str], expected: &str| {
        says(&together.command(0, more).output().unwrap(), 2, expected);
    };
    let solve = Together::at(&[], 2, 1);
    refused(
        &solve,
        &["--board", "2x2", "--rules", "simple-ko"],
        "expected a ruleset under which every game ends",
    );
    refused(&solve, &["--board", "2x2", "--rules", "psk", "--players", "3"], "and two players");
    refused(&solve, &["--board", "2x2", "--rules", "psk", "--engine", "naive"], "works alone");
    let count = Together::at(&["count"], 2, 1);
    refused(&count, &["--board", "1x2", "--rules", "psk"], "expected --values");
    let prove = Together::at(&["prove"], 2, 1);
    let out = prove.path("out");
    let more = ["--board", "2x2", "--rules", "psk", "--out", out.to_str().unwrap()];
    for other in ["--move-values", "--every-position", "--bounded"] {
        refused(&prove, &[&more[..], &[other]].concat(), "expected none of");
    }
    // One that waits for others can be stopped.
    let waits =
        solve.command(0, &["--board", "2x2", "--rules", "psk", "--time-limit", "300ms"]).output().unwrap();
    assert_eq!(waits.status.code(), Some(3), "{}", said(&waits));
    assert!(String::from_utf8_lossy(&waits.stdout).contains("before all processes were connected"));
    // Another start is other work.
    let first = solve.command(0, &["--board", "2x2", "--rules", "psk"]).spawn().unwrap();
    sleep(Duration::from_millis(200));
    let other = solve.command(1, &["--board", "2x2", "--rules", "psk", "--start", "X./.."]).output().unwrap();
    says(&other, 2, "is at other work");
    let second = solve.command(1, &["--board", "2x2", "--rules", "psk"]).spawn().unwrap();
    assert!(ended(vec![first, second]).iter().all(|output| output.status.success()));
}
