//! Processes that are killed, stopped, or have no room on their disk.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::sample;
use crate::together::{Together, ended, ended_soon, has_begun, rounds, said, says, signal};

/// Takes about a second.
const BOARD: [&str; 2] = ["--board", "3x4"];

/// One line of the program about the process that has gone.
fn says_who_has_gone(output: &Output, process: usize) {
    says(output, 3, "has gone");
    says(output, 3, &format!("solve: process {process} at 127.0.0.1:"));
}

/// Every round is kept; each process is killed in turn at a random moment until the work is done,
/// and the bytes are those of a run that nobody has disturbed.
#[test]
fn whoever_is_killed_the_bytes_are_the_same() {
    if sample::leaves_out("whoever_is_killed_the_bytes_are_the_same") {
        return;
    }
    let (expected, _) = Together::new(1, 1).solve(&BOARD);
    let mut random = fastrand::Rng::with_seed(17);
    let (mut kills, mut resumed, mut runs) = (0, 0, 0);
    let together = Together::new(3, 1);
    let kept = together.path("kept");
    // How long a run takes here, every round kept.
    let started = Instant::now();
    let whole = [&BOARD[..], &["--checkpoint", kept.to_str().unwrap(), "--checkpoint-every", "0"]].concat();
    assert!(together.solve(&whole).0 == expected);
    let mut took = started.elapsed();
    assert!(rounds(&kept).is_empty(), "what was kept is removed when the work is done");
    while kills < 20 {
        runs += 1;
        assert!(runs < 200, "{kills} kills in {runs} runs");
        let out = together.path("out");
        let _ = fs::remove_file(&out);
        let mut more = [&whole[..], &["--out", out.to_str().unwrap()]].concat();
        let resumes = !rounds(&kept).is_empty();
        if resumes {
            more.push("--resume");
        }
        together.choose_ports();
        let mut children = together.start(&more);
        sleep(took.mul_f64(random.f64() * 0.7));
        let victim = random.usize(..children.len());
        let alive = children[victim].try_wait().unwrap().is_none();
        children[victim].kill().unwrap();
        let outputs = ended_soon(children);
        let done = fs::read(&out).is_ok_and(|bytes| bytes == expected);
        assert!(done || !out.exists(), "what is written is whole");
        for (process, output) in outputs.iter().enumerate().filter(|(process, _)| *process != victim) {
            let about_rounds = said(output).contains("no round that all workers have kept");
            if about_rounds {
                // Killed before all had kept the first round: there is nothing to go on from.
                assert_eq!(output.status.code(), Some(2));
            } else if output.status.code().is_some_and(|code| code != 0) {
                let others: Vec<usize> = (0..outputs.len()).filter(|other| *other != process).collect();
                // One that was killed, or one that has gone because of it.
                let who =
                    others.into_iter().find(|other| said(output).contains(&format!("process {other} at")));
                says_who_has_gone(output, who.unwrap_or(victim));
            }
        }
        if alive && !done {
            kills += 1;
            resumed += usize::from(resumes);
        } else {
            // The machine is faster now than when the whole run was measured.
            took = took.mul_f64(0.9);
        }
        let incomplete = outputs.iter().any(|output| said(output).contains("no round that all workers"));
        if done || incomplete {
            let _ = fs::remove_dir_all(&kept);
        }
    }
    assert!(resumed >= 5, "{resumed} of {kills} killed runs had gone on from a checkpoint");
    let mut more = whole.clone();
    if !rounds(&kept).is_empty() {
        more.push("--resume");
    }
    assert!(together.solve(&more).0 == expected);
}

#[test]
fn an_interrupted_run_keeps_its_round_and_goes_on() {
    if sample::leaves_out("an_interrupted_run_keeps_its_round_and_goes_on") {
        return;
    }
    let (expected, _) = Together::new(1, 1).solve(&BOARD);
    let together = Together::new(2, 2);
    let kept = together.path("kept");
    let keep = [&BOARD[..], &["--checkpoint", kept.to_str().unwrap()]].concat();
    let mut interrupted = 0;
    // How long a run takes to begin and to end depends on the machine, so moments are tried in
    // turn, from early to late.
    for run in 0..100 {
        let more = if rounds(&kept).is_empty() { keep.clone() } else { [&keep[..], &["--resume"]].concat() };
        together.choose_ports();
        let children = together.start(&more);
        sleep(Duration::from_millis(20 * (run % 25)));
        signal(&children[1], "-INT");
        let outputs = ended_soon(children);
        if outputs.iter().all(|output| output.status.success()) {
            let _ = fs::remove_dir_all(&kept);
            continue;
        }
        let codes: Vec<Option<i32>> = outputs.iter().map(|output| output.status.code()).collect();
        // Before its handler is there the signal ends a process, and before all are connected the
        // other learns that it has gone.
        if outputs.iter().all(has_begun) && codes.iter().all(Option::is_some) {
            assert_eq!(codes, [Some(130), Some(130)], "{} {}", said(&outputs[0]), said(&outputs[1]));
        }
        interrupted += usize::from(rounds(&kept).len() == 4);
        if interrupted == 3 {
            break;
        }
    }
    assert!(interrupted > 0);
    let more = if rounds(&kept).is_empty() { keep.clone() } else { [&keep[..], &["--resume"]].concat() };
    assert!(together.solve(&more).0 == expected);
}

/// Process 0 is played by this test, which lets process 1 wait for the beginning, and be stopped and
/// continued in the meantime.
#[test]
fn a_process_that_is_stopped_before_the_beginning_waits_on() {
    let together = Together::new(2, 1);
    let hosts = fs::read_to_string(together.hosts()).unwrap();
    let listener = TcpListener::bind(hosts.lines().next().unwrap()).unwrap();
    let mut child = together.command(1, &BOARD).spawn().unwrap();
    let (mut stream, _) = listener.accept().unwrap();
    // The greeting of process 1, with the number 0 at its end, is that of process 0.
    let mut greeting = [0; 56];
    stream.read_exact(&mut greeting).unwrap();
    assert_eq!(greeting[48..], 1u64.to_le_bytes());
    greeting[48..].fill(0);
    stream.write_all(&greeting).unwrap();
    stream.read_exact(&mut [0]).unwrap();
    for _ in 0..5 {
        signal(&child, "-STOP");
        sleep(Duration::from_millis(20));
        signal(&child, "-CONT");
        sleep(Duration::from_millis(60));
        assert!(child.try_wait().unwrap().is_none(), "it has not waited");
    }
    drop(stream);
    says_who_has_gone(&child.wait_with_output().unwrap(), 0);
}

#[test]
fn a_process_that_stands_still_for_a_while_delays_the_others_and_no_more() {
    let (expected, _) = Together::new(1, 1).solve(&BOARD);
    let together = Together::new(2, 1);
    let out = together.path("out");
    let more = [&BOARD[..], &["--out", out.to_str().unwrap()]].concat();
    let children = together.start(&more);
    for _ in 0..5 {
        sleep(Duration::from_millis(30));
        signal(&children[1], "-STOP");
        sleep(Duration::from_millis(100));
        signal(&children[1], "-CONT");
    }
    for output in ended(children) {
        assert!(output.status.success(), "{}", said(&output));
    }
    assert!(fs::read(out).unwrap() == expected);
}

/// The same command with a limit of the system on the size of files, in blocks of 512 bytes, which
/// stands for a full disk.
fn limited(command: &Command, blocks: usize) -> Command {
    let words: Vec<String> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| format!("'{}'", word.to_str().unwrap()))
        .collect();
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("ulimit -f {blocks}; exec {}", words.join(" ")));
    shell.stdout(Stdio::piped()).stderr(Stdio::piped());
    shell
}

/// All files of rounds are small enough for the limit, and the file of all states is not.
#[test]
fn a_result_that_cannot_be_written_is_not_lost() {
    let (expected, _) = Together::new(1, 1).solve(&BOARD);
    let together = Together::new(2, 1);
    let (kept, out) = (together.path("kept"), together.path("out"));
    let keep = [&BOARD[..], &["--checkpoint", kept.to_str().unwrap()]].concat();
    let more = [&keep[..], &["--out", out.to_str().unwrap()]].concat();
    let full = limited(&together.command(0, &more), expected.len() / 512 - 50).spawn().unwrap();
    let other = together.command(1, &more).spawn().unwrap();
    let outputs = ended(vec![full, other]);
    for (output, expected) in outputs.iter().zip(["--out ", "worker 0 could not read or write"]) {
        says(output, 2, expected);
    }
    assert!(!out.exists());
    assert_eq!(rounds(&kept).len(), 2);
    together.choose_ports();
    let resume = [&keep[..], &["--resume"]].concat();
    assert!(together.solve(&resume).0 == expected);
    assert!(rounds(&kept).is_empty());
}

#[test]
fn a_round_that_cannot_be_written_stops_all_and_leaves_the_one_before() {
    let together = Together::new(2, 1);
    let kept = together.path("kept");
    let keep = [&BOARD[..], &["--checkpoint", kept.to_str().unwrap(), "--checkpoint-every", "0"]].concat();
    let other = together.command(0, &keep).spawn().unwrap();
    let full = limited(&together.command(1, &keep), 8).spawn().unwrap();
    let outputs = ended(vec![other, full]);
    for (output, expected) in outputs.iter().zip(["worker 1 could not read or write", "--checkpoint "]) {
        says(output, 2, expected);
    }
    // Nothing is half written.
    assert!(rounds(&kept).iter().all(|path| path.to_string_lossy().contains("worker-0")));
}
