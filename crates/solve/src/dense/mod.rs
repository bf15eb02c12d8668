//! Retrograde analysis of every position of a board under basic ko, with a few bytes for each.
//!
//! What the players can force is what [`super::retrograde`] finds, by the same argument: attractors for falling
//! thresholds. That engine lists the states that it reaches, keeps their keys and all moves between them, some hundred
//! bytes for each state. This one takes *all* legal positions, numbers them by their [`codes`], finds the
//! moves backwards from a position when they are needed (`plays.rs`), and keeps what both players can force and a count of moves:
//! three bytes for each state, and a bit for each code. So its states can also be shared out ([`Deal`]):
//! a share tells others what has come in by [words](Word) of 64 bits. `share.rs` has the argument.
//!
//! | file | what |
//! |---|---|
//! | `codes.rs` | positions as numbers, the least of those that are images of each other, and a message in 64 bits |
//! | `plays.rs` | plays of stones forwards and backwards |
//! | `deal.rs` | which codes belong to which share, and the numbers of the legal positions among them |
//! | `share.rs` | what is known of a share of the states, also as bytes, and how states come in: which player can force how much |
//! | `forced.rs` | what is found: counts by what can be forced, and the bytes of every state |

pub mod codes;
mod deal;
mod forced;
mod plays;
mod share;

pub use codes::MOST_POINTS;
pub use codes::Word;
pub use deal::Deal;
pub use forced::{Counted, counted, write};
pub use plays::Plays;
pub use share::messages;
pub use share::{Forced, NONE, Position, Share};

use crate::{Budget, Stopped};
use codes::Codes;
use superko_rules::Game;
use superko_rules::axes::Scoring;

impl Plays {
    /// Those of a game; `None` if its ruleset is not basic ko with two passes and area, or its board is too large.
    pub fn of(game: &Game) -> Option<Plays> {
        let basic = game.entry.id == "simple-ko" && game.options.scoring == Scoring::Area;
        let fits = game.board.points() <= MOST_POINTS;
        (basic && fits).then(|| Plays {
            board: game.board.clone(),
            codes: Codes::of(&game.board),
            suicide: game.options.suicide,
        })
    }
}

/// Solves every position on this thread, all states in one share.
///
/// # Errors
/// What stopped the effort.
pub fn solve(plays: &Plays, budget: &Budget) -> Result<Share, Stopped> {
    budget.ask("listing the positions".to_string());
    let deal = Deal::new(plays.codes.end(), 1);
    let mut share = Share::list(plays, deal, 0, budget)?;
    let most = plays.board.points() as i8;
    let mut told = Vec::new();
    for score in (-most..=most).rev() {
        budget.ask(format!("what can be forced: {score} or more"));
        share.ask(score);
        loop {
            let entered = share.take();
            if entered.is_empty() {
                break;
            }
            let all = entered.len();
            for entered in entered.chunks(1024) {
                told.clear();
                entered.iter().for_each(|word| messages(plays, *word, |message| told.push(message)));
                share.tell(&told);
                budget.spend(0)?;
                let bytes = share.bytes() + (all + share.entered()) * size_of::<Word>();
                budget.report(share.states(), bytes);
                if bytes > budget.memory() {
                    return Err(Stopped::Memory);
                }
            }
        }
    }
    Ok(share)
}
