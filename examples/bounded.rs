//! Bounds that need no history, and what they take: `cargo run --release --example bounded -- 3x5 psk 10000000`, with a board,
//! a ruleset (with options, in quotes) and a limit of nodes.

use superko::go::{Board, Player, Position};
use superko::rules::Rules;
use superko::solve::attack::bounds;
use superko::solve::{Budget, Limits};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().ok_or("expected a board, a ruleset and a limit of nodes");
    let (board, rules, nodes) = (Board::parse(&next()?)?, next()?, next()?.parse()?);
    let game = rules.parse::<Rules>().map_err(|error| error.to_string())?.game(board);
    let budget = Budget::new(Limits { nodes: Some(nodes), ..Limits::default() });
    match bounds(&game, &game.start(Position::default(), Player::Black), &budget) {
        None => println!("nothing is claimed under {rules}"),
        Some(found) => println!(
            "| {} | {rules} | {} to {} | {} | {:.1} |",
            game.board,
            found.low,
            found.high,
            budget.nodes(),
            budget.elapsed().as_secs_f64()
        ),
    }
    Ok(())
}
