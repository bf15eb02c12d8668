//! What proofs of thresholds for the first player on an empty board take, with bounds on his stones from one up, on one thread:
//! `cargo run --release --no-default-features --example threshold -- 3x6 psk 1 1 18`, with a board, a ruleset, the first bound
//! and any number of thresholds. Each line has the board, the ruleset, the threshold, the least bound with which
//! there is a proof, and the nodes of all bounds up to that.

use superko::go::{Board, Player, Position};
use superko::rules::Rules;
use superko::solve::Budget;
use superko::solve::attack::Terms;
use superko::solve::attack::proof_builder::{Repair, RepairOutcome, repair_proof};
use superko::solve::attack::search::{MAX_BOUND, Prover};
use superko::solve::attack::state::AttackGoal;
use superko::solve::attack::state::AttackState;

/// What a table and a proof may take, in bytes each.
const BYTES: usize = 3 << 30;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [board, rules, first, thresholds @ ..] = arguments.as_slice() else {
        return Err("expected a board, a ruleset, a first bound and thresholds".into());
    };
    let (board, first) = (Board::parse(board)?, first.parse::<u8>()?);
    let game = rules.parse::<Rules>().map_err(|error| error.to_string())?.game(board);
    let terms = Terms::of(&game).or_else(|| Terms::of_endless(&game)).ok_or("nothing is claimed under it")?;
    let start = AttackState::start(&Position::default(), Player::Black, Player::Black);
    for threshold in thresholds {
        let budget = Budget::default();
        let aim = AttackGoal { board: &game.board, terms, threshold: threshold.parse()? };
        let (mut prover, mut mending) = (Prover::new(aim, BYTES, &budget), Repair::default());
        let mut proved = "no proof".to_string();
        for bound in first..=MAX_BOUND {
            match repair_proof(&mut prover, &start, bound, BYTES, &mut mending)
                .map_err(|by| by.to_string())?
            {
                RepairOutcome::Unproved => continue,
                RepairOutcome::Holds(_) => proved = bound.to_string(),
                RepairOutcome::TooLarge | RepairOutcome::GivenUp => {}
            }
            break;
        }
        println!("| {} | {rules} | {threshold} | {proved} | {} |", game.board, prover.nodes());
    }
    Ok(())
}
