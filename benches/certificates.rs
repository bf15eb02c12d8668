//! The cost of certificates: lemmas and bytes for a value, and the time to find the value, to prove
//! it (to find it again and write the proof), and to check the proof. One thread each; the best of
//! a few runs, all in one process.
//!
//! `cargo bench --package superko-benches --bench certificates` prints a table; board names after
//! `--` choose other boards.

use std::io::Cursor;
use std::time::{Duration, Instant};

use superko::go::{Board, Player, Position};
use superko::prove::prove;
use superko::rules::{self, Line, catalogue};
use superko::solve::{Budget, Limits, Session};
use superko_certificate::format::Rules;
use superko_certificate::verify::verify;

const BOARDS: [&str; 5] = ["2x2", "2x3", "2x4", "3x3", "3x4"];

/// Runs are repeated for this time.
const ENOUGH: Duration = Duration::from_millis(500);

/// The best time of a few runs, in milliseconds.
fn best(mut run: impl FnMut()) -> f64 {
    let (started, mut best) = (Instant::now(), f64::INFINITY);
    for runs in 0.. {
        if runs >= 3 && started.elapsed() > ENOUGH {
            break;
        }
        let begun = Instant::now();
        run();
        best = best.min(begun.elapsed().as_secs_f64());
    }
    best * 1000.0
}

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let boards = if named.is_empty() { BOARDS.map(str::to_string).to_vec() } else { named };
    println!("| board | rules | lemmas | reads | bytes | find ms | prove ms | check ms | check / find |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for board in boards {
        let known = |id: &str| Rules::ALL.iter().any(|(name, _)| *name == id);
        for entry in catalogue::ALL.into_iter().filter(|entry| known(entry.id)) {
            let game = rules::Rules::from(entry).game(Board::parse(&board).expect("a board"));
            let case = Line::new(&game, Position::default(), Player::Black);
            let states = [case.state.clone()];
            let memory = Limits::default().memory;
            let find = best(|| _ = Session::new(&game).values(&states, &Budget::default()));
            let mut bytes = Vec::new();
            let proving = best(|| {
                bytes.clear();
                let proof = prove(&game, std::slice::from_ref(&case), None, &Budget::default());
                proof.expect("no limit is set").write_binary(&mut bytes).expect("memory can be written");
            });
            let verified = verify(Cursor::new(bytes.clone()), memory).expect("what is proved is right");
            let check = best(|| _ = verify(Cursor::new(bytes.clone()), memory));
            let (lemmas, reads, size) = (verified.lemmas, verified.reads, bytes.len());
            println!(
                "| {board} | {} | {lemmas} | {reads} | {size} | {find:.2} | {proving:.2} | {check:.2} | 1/{:.0} |",
                entry.id,
                find / check
            );
        }
    }
}
