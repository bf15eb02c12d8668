//! What is refused, each in one line.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use crate::together::{Together, ended, rounds, said, says};

fn refused(together: &Together, process: usize, more: &[&str], expected: &str) {
    let output = together.command(process, more).output().unwrap();
    says(&output, 2, expected);
}

#[test]
fn other_rulesets_and_larger_boards_have_no_shares() {
    let together = Together::new(1, 1);
    let out = together.path("out");
    let out = out.to_str().unwrap();
    let expected = "expected --rules simple-ko and at most 25 intersections";
    refused(&together, 0, &["--board", "2x3", "--rules", "katago-simple", "--out", out], expected);
    refused(&together, 0, &["--board", "5x6", "--out", out], expected);
    fs::write(out, "mine").unwrap();
    refused(&together, 0, &["--board", "2x2", "--out", out], "would be overwritten");
    assert_eq!(fs::read(out).unwrap(), b"mine");
}

#[test]
fn addresses_that_others_reach_are_refused_unless_the_network_is_trusted() {
    let together = Together::new(2, 1);
    for (hosts, expected) in [
        ("192.0.2.1:4000\n127.0.0.1:4000\n", "is no loopback address"),
        ("127.0.0.1\n", "is no address, expected HOST:PORT"),
        ("127.0.0.1:4000\n", "has no process 1"),
        ("", "has 0 processes"),
    ] {
        fs::write(together.hosts(), hosts).unwrap();
        refused(&together, 1, &["--board", "2x2"], expected);
    }
    // An address that is not of this machine can be trusted, and not listened at.
    fs::write(together.hosts(), "127.0.0.1:4000\n192.0.2.1:4000\n").unwrap();
    refused(&together, 1, &["--board", "2x2", "--trust-network"], "cannot listen at 192.0.2.1:4000");
}

#[test]
fn a_port_that_is_taken_is_named() {
    let together = Together::new(2, 1);
    let hosts = fs::read_to_string(together.hosts()).unwrap();
    let _taken = TcpListener::bind(hosts.lines().next().unwrap()).unwrap();
    refused(&together, 0, &["--board", "2x2"], "process 0 cannot listen at 127.0.0.1:");
}

#[test]
fn processes_of_other_work_do_not_work_together() {
    let together = Together::new(2, 1);
    let first = together.command(0, &["--board", "2x2"]).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(200));
    refused(&together, 1, &["--board", "2x3"], "is at other work, or another version of the program");
    refused(&together, 1, &["--board", "2x2", "--threads", "2"], "has another number of threads");
    // The first one still waits for its own.
    let second = together.command(1, &["--board", "2x2"]).spawn().unwrap();
    assert!(ended(vec![first, second]).iter().all(|output| output.status.success()));
}

/// A connection to a process that may not listen yet.
fn connected(address: &str) -> TcpStream {
    for _ in 0..100 {
        if let Ok(stream) = TcpStream::connect(address) {
            return stream;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("nobody listens at {address}");
}

#[test]
fn strangers_are_not_spoken_with() {
    let together = Together::new(2, 1);
    let hosts = fs::read_to_string(together.hosts()).unwrap();
    let address = hosts.lines().next().unwrap();
    let first = together.command(0, &["--board", "2x3"]).spawn().unwrap();
    // One that says something else, one that says too little, and one that says very much.
    for bytes in [b"GET / HTTP/1.1\r\n\r\n".to_vec(), vec![0; 3], vec![0xff; 1 << 16]] {
        let _ = connected(address).write_all(&bytes);
    }
    let second = together.command(1, &["--board", "2x3"]).spawn().unwrap();
    for output in ended(vec![first, second]) {
        assert!(output.status.success(), "{}", said(&output));
    }
    // What listens at the address of another process is no process of this program.
    let taken = TcpListener::bind(address).unwrap();
    let answer = std::thread::spawn(move || {
        let (mut stream, _) = taken.accept().unwrap();
        let _ = stream.write_all(&[b'x'; 100]);
        std::thread::sleep(Duration::from_millis(500));
    });
    refused(&together, 1, &["--board", "2x3"], "is no process of this program");
    answer.join().unwrap();
}

/// One that greets as the process that is waited for, and then sends a message of more bytes than
/// any of this program has.
#[test]
fn a_message_of_very_many_bytes_ends_the_process() {
    let together = Together::new(2, 1);
    let hosts = fs::read_to_string(together.hosts()).unwrap();
    let first = together.command(0, &["--board", "2x3"]).spawn().unwrap();
    let mut stream = connected(hosts.lines().next().unwrap());
    // The greeting of process 0, whose last eight bytes are its number, with the number of the
    // other.
    let mut greeting = [0; 56];
    stream.read_exact(&mut greeting).unwrap();
    greeting[48] = 1;
    stream.write_all(&greeting).unwrap();
    // It is connected with all others.
    stream.write_all(b"+").unwrap();
    // Every number of the head of a message is a large one, so its length is; and then that message
    // comes.
    let bytes = vec![1; 1 << 20];
    let sent = (0..600).take_while(|_| stream.write_all(&bytes).is_ok()).count();
    assert!((250..600).contains(&sent), "{sent} MiB");
    let output = first.wait_with_output().unwrap();
    says(&output, 3, "solve: process 1 at 127.0.0.1:");
    says(&output, 3, "expected at most 268435456");
}

/// A checkpoint after a time limit, and what is done to it.
#[test]
fn torn_foreign_and_stale_checkpoints_are_refused() {
    let together = Together::new(1, 2);
    let kept = together.path("kept");
    let folder = kept.to_str().unwrap();
    let board = ["--board", "3x4", "--checkpoint", folder, "--checkpoint-every", "0"];
    refused(&together, 0, &[&board[..], &["--resume"]].concat(), "has no checkpoint");
    let mut limit = 40;
    while rounds(&kept).is_empty() {
        let limited = format!("{limit}ms");
        let output =
            together.command(0, &[&board[..], &["--time-limit", &limited]].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{limit}: {}", said(&output));
        limit += 20;
    }
    let files = rounds(&kept);
    assert_eq!(files.len(), 2);
    refused(&together, 0, &board, "has a checkpoint, expected --resume");
    let other = ["--board", "4x3", "--checkpoint", folder, "--resume"];
    refused(&together, 0, &other, "the checkpoint is of board 3x4, expected 4x3");
    let whole = fs::read(&files[1]).unwrap();
    let resume = [&board[..], &["--resume"]].concat();
    for torn in [&whole[..whole.len() - 1], &whole[..whole.len() / 2], &whole[..10], &[]] {
        fs::write(&files[1], torn).unwrap();
        refused(&together, 0, &resume, "torn");
    }
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    fs::write(&files[1], changed).unwrap();
    refused(&together, 0, &resume, "torn or has been changed");
    // That of the other worker, and one of another round.
    fs::copy(&files[0], &files[1]).unwrap();
    refused(&together, 0, &resume, "the checkpoint is of worker 0, expected 1");
    fs::remove_file(&files[1]).unwrap();
    refused(&together, 0, &resume, "no round that all workers have kept");
    // Both of another round than they say.
    let renamed = |place: usize| files[place].with_extension("round-99998");
    fs::rename(&files[0], renamed(0)).unwrap();
    fs::write(renamed(1), &whole).unwrap();
    refused(&together, 0, &resume, "expected 99998");
    fs::rename(renamed(0), &files[0]).unwrap();
    fs::remove_file(renamed(1)).unwrap();
    fs::write(files[1].with_extension("round-99999"), &whole).unwrap();
    refused(&together, 0, &resume, "no round that all workers have kept");
    // As it was, it goes on.
    fs::remove_file(files[1].with_extension("round-99999")).unwrap();
    fs::write(&files[1], &whole).unwrap();
    let (expected, _) = Together::new(1, 1).solve(&["--board", "3x4"]);
    assert!(together.solve(&resume).0 == expected);
}
