//! What each of three players can secure on the empty boards, whatever the two others do: `players/BOARD.json`.
//!
//! Each question is asked from the side of a player who takes himself for Black (see [`crate::rules::Game::seen_by`]).
//! The three of a board and a ruleset share one limit of nodes, three times that of a table.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::parts::{Parts, file_name};
use super::plan::Plan;
use super::variant::Variant;
use super::work::{Interrupted, Watch, nodes};
use crate::go::{Board, Player, Position};
use crate::report::record::{BoardRecord, MoveName, ShareRecord};
use crate::solve::{Request, solve};

/// A board with the rulesets under which three play on it.
pub type Trio = (Board, Vec<Variant>);

/// What three players can secure on an empty board, Black moving first, then White, then Red.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shares {
    /// The board.
    #[serde(flatten)]
    pub board: BoardRecord,
    /// Under each ruleset.
    pub rulesets: Vec<Under>,
}

/// What they can secure under one ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Under {
    /// The ruleset.
    pub rules: String,
    /// Each player, in the order of play.
    pub players: Vec<Secured>,
    /// The nodes that all of it took.
    pub nodes: u64,
}

/// What one player can secure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Secured {
    /// How much.
    #[serde(flatten)]
    pub share: ShareRecord,
    /// A first move of Black's: by which he secures as much, or by which another is held to as little.
    pub best_move: Option<MoveName>,
    /// Best play, to the end of the game.
    pub line: Vec<MoveName>,
}

impl Shares {
    /// The path of its file.
    pub fn path(&self) -> String {
        path(&self.board.name)
    }

    /// What it took.
    pub fn nodes(&self) -> u64 {
        self.rulesets.iter().map(|under| under.nodes).sum()
    }
}

/// The path of a board's file.
pub fn path(board: &str) -> String {
    format!("players/{}.json", file_name(board))
}

/// Solves all of some boards, each ruleset on one thread and within `most` nodes for each player.
///
/// # Errors
/// [`Interrupted`].
pub fn secure_all(
    boards: &[Trio],
    most: u64,
    threads: usize,
    watch: &Watch,
) -> Result<Vec<Shares>, Interrupted> {
    type Job = (Board, Variant);
    let each = |(board, variants): &Trio| -> Vec<Job> {
        variants.iter().map(|variant| (board.clone(), *variant)).collect()
    };
    let jobs: Vec<Job> = boards.iter().flat_map(each).collect();
    let name = |(board, variant): &Job| format!("{board} {}, three players", variant.name());
    let limits = |(_, variant): &Job| nodes(most.saturating_mul(variant.options.players.count() as u64));
    let done = watch.run(&jobs, threads, limits, name, |(board, variant), budget| {
        let game = variant.game(board.clone());
        let secured = |player: &Player| {
            let start = game.seen_by(*player, Position::default(), Player::Black);
            // One best move and a line, on one thread.
            let solution = solve(&game, &start, &Request::default(), budget);
            Secured {
                share: ShareRecord::of(*player, &solution),
                best_move: MoveName::all(board, &solution.best_moves).pop(),
                line: MoveName::all(board, &solution.line),
            }
        };
        let players = variant.options.players.all().iter().map(secured).collect();
        Under { rules: variant.name(), players, nodes: budget.nodes() }
    })?;
    let mut done = done.into_iter();
    let shares = boards.iter().map(|(board, variants)| Shares {
        board: BoardRecord::of(board),
        rulesets: done.by_ref().take(variants.len()).collect(),
    });
    Ok(shares.collect())
}

/// Whether nothing was given up at the limit.
pub fn complete(shares: &Shares) -> bool {
    shares.rulesets.iter().flat_map(|under| &under.players).all(|secured| secured.share.points.is_some())
}

/// Whether a board has the rulesets that are planned.
pub fn as_planned(shares: &Shares, plan: &Plan) -> bool {
    let planned = plan.players.iter().find(|(board, _)| board.to_string() == shares.board.name);
    planned.is_some_and(|(_, variants)| {
        variants.iter().map(Variant::name).eq(shares.rulesets.iter().map(|under| under.rules.clone()))
    })
}

/// The part of the page that tells them: the points of Black, White and Red.
pub fn section(parts: &Parts, text: &mut String) {
    let Some(first) = parts.players.first() else { return };
    let names: Vec<String> = first.rulesets.iter().map(|under| format!("`{}`", under.rules)).collect();
    let _ = writeln!(
        text,
        "### Three players\n\n\
         How many points Black, White and Red, who play in this order, can each secure whatever the two others do, from\n\
         the empty board (`players/`). Where a value was not found within the limit its bounds are given.\n\n\
         | board | {} |\n|---|{}",
        names.join(" | "),
        "---|".repeat(names.len())
    );
    for shares in &parts.players {
        let cells = first.rulesets.iter().map(|column| {
            let under = shares.rulesets.iter().find(|under| under.rules == column.rules);
            under.map_or(String::new(), |under| {
                let points = |Secured { share, .. }: &Secured| match share.points {
                    Some(points) => points.to_string(),
                    None => format!("{}–{}", share.bounds.low, share.bounds.high),
                };
                under.players.iter().map(points).collect::<Vec<_>>().join(", ")
            })
        });
        let cells: Vec<String> = cells.collect();
        let _ = writeln!(text, "| [{}]({}) | {} |", shares.board.name, shares.path(), cells.join(" | "));
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_players_secure_what_is_known_and_no_more() {
        let plan = Plan::of(&["1x3", "2x2", "star:4"]).unwrap();
        let found = secure_all(&plan.players, 1_000_000, 1, &Watch::default()).unwrap();
        for (shares, black) in found.iter().zip(["3", "0", "4"]) {
            assert!(complete(shares) && as_planned(shares, &plan), "{}", shares.board.name);
            for under in &shares.rulesets {
                let points = under.players.iter().map(|secured| secured.share.points.unwrap().to_string());
                assert!(points.eq([black, "0", "0"]), "{} {under:?}", shares.board.name);
            }
        }
        let few = secure_all(&plan.players, 2, 1, &Watch::default()).unwrap();
        assert!(!few.iter().any(complete));
        assert!(!as_planned(&found[0], &Plan::of(&["2x2"]).unwrap()));
    }
}
