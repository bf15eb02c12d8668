//! What a session finds out about an empty board within a time: `cargo run --release --no-default-features --example reach --
//! 120 8 2 3x6 psk`, with a limit in seconds, one of memory in GiB, the threads, a board and any number of rulesets.
//! Each line has the board, the ruleset, the value or its bounds, the nodes, the seconds, and the most memory that the program
//! has had so far, in GiB, where the system tells it.

use std::time::Duration;

use superko::go::{Board, Player, Position};
use superko::rules::Rules;
use superko::solve::{Answer, Budget, Limits, Request, Session};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, memory, threads, board, rulesets @ ..] = arguments.as_slice() else {
        return Err("expected seconds, GiB, threads, a board and rulesets".into());
    };
    let board = Board::parse(board)?;
    let time = Some(Duration::from_secs(seconds.parse()?));
    let limits = Limits { time, memory: memory.parse::<usize>()? << 30, nodes: None };
    let request = Request { threads: threads.parse()?, pv: false, ..Request::default() };
    for rules in rulesets {
        let game = rules.parse::<Rules>().map_err(|error| error.to_string())?.game(board.clone());
        let budget = Budget::new(limits);
        let start = game.start(Position::default(), Player::Black);
        let found = match Session::new(&game).solve(&start, &request, &budget).value {
            Answer::Exact(value) => value.to_string(),
            Answer::Between(bounds) => format!("{} to {}", bounds.low, bounds.high),
        };
        let (nodes, seconds, most) = (budget.nodes(), budget.elapsed().as_secs_f64(), most_memory());
        println!("| {} | {rules} | {found} | {nodes} | {seconds:.1} | {most} |", game.board);
    }
    Ok(())
}

/// The most memory that the program has had, in GiB; a dash where the system does not tell it.
fn most_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kibibytes.map_or("-".to_string(), |kibibytes| format!("{:.1}", kibibytes / f64::from(1 << 20)))
}
