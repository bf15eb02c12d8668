//! The arguments of `solve compare` and `solve differ`.

use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};

use super::axes::AxisArgs;
use super::known;
use super::limits::{EffortArgs, MemoryArgs, parse_count, parse_time};
use super::ruleset::{self, Named};
use super::setup::{BoardArgs, parse_player};
use crate::ask::differ::{MOST_POINTS, What};
use crate::go::{Board, Player};

/// One of the rulesets that are compared, or all of the catalogue.
#[derive(Debug, Clone)]
pub struct Item {
    /// As it was given.
    pub text: String,
    /// The ruleset; `None` for `all`.
    pub named: Option<Named>,
}

fn parse_item(text: &str) -> Result<Item, String> {
    let all = text.trim().eq_ignore_ascii_case("all");
    let named = if all { None } else { Some(ruleset::parse(text)?) };
    Ok(Item { text: text.to_string(), named })
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve compare --board 2x3 --start OOO/.X. --to-move white --rules psk,ssk,kee2020
  solve compare --board 2x2 --rules all
  solve compare --board 1x3 --moves \"B1 A1\" --rules \"kee2020,kee2020 --lift produced\"

Exit status: 0 as asked, 2 bad input, 3 stopped at a limit, 130 or 143 interrupted (what is proved is shown).")]
pub struct CompareArgs {
    #[command(flatten, next_help_heading = "Game")]
    pub board: BoardArgs,
    /// The rulesets, with commas between them; `all` stands for those of the catalogue that fit the board
    ///
    /// A name may have options behind it, in quotes: "kee2020 --lift produced". Options given apart are those of all
    /// rulesets. The option may be repeated.
    #[arg(long, value_name = "RULESETS", value_delimiter = ',', value_parser = known::rulesets(parse_item), hide_possible_values = true)]
    pub rules: Vec<Item>,
    /// The position at the start, such as X.O/..., or a diagram [default: the empty board]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub start: Option<String>,
    /// Who moves first [default: black]
    #[arg(long, value_name = "PLAYER", value_parser = parse_player)]
    pub to_move: Option<Player>,
    #[command(flatten)]
    pub axes: AxisArgs,
    /// Moves made before the question is asked, such as "B2 A1 pass"
    ///
    /// Where one of them may not be made under one of the rulesets, or ends the game, that is said.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// What all rulesets together may take; each has the same share, and what one leaves is for the others
    #[command(flatten, next_help_heading = "Effort")]
    pub effort: EffortArgs,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// What is to differ.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum WhatName {
    /// The value
    Value,
    /// The best moves, where the value is the same
    BestMoves,
}

impl WhatName {
    /// What is looked for; both, if the user does not say it.
    pub fn wanted(name: Option<WhatName>) -> What {
        match name {
            None => What::Either,
            Some(WhatName::Value) => What::Value,
            Some(WhatName::BestMoves) => What::BestMoves,
        }
    }
}

fn parse_grid(text: &str) -> Result<Board, String> {
    let grid = Board::parse(text).ok().filter(Board::is_grid);
    let grid = grid.ok_or_else(|| "expected ROWSxCOLUMNS, such as 2x3".to_string())?;
    if grid.points() > MOST_POINTS {
        return Err(format!(
            "{} intersections, expected at most {MOST_POINTS}, such as 3x4, as every position is solved",
            grid.points()
        ));
    }
    Ok(grid)
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve differ psk kee2020
  solve differ psk ssk --up-to 3x3
  solve differ kee2020 \"kee2020 --lift produced\" --what best-moves

Boards come by their points and then by their rows: 1x1, 1x2, 1x3, 1x4, 2x2, 1x5, 1x6, 2x3, ... The starts of a \
board come by their stones and then by their texts, with Black to move; those that a symmetry or the exchange \
of the colours makes equal to an earlier one are left out.

Exit status: 0 as asked, 2 bad input, 3 a start that comes first could not be solved within the limits, 130 or \
143 interrupted (what is known is shown).")]
pub struct DifferArgs {
    /// A ruleset, with options in quotes: "kee2020 --lift produced"
    #[arg(value_name = "A", value_parser = known::rulesets(ruleset::parse), hide_possible_values = true)]
    pub a: Named,
    /// The other
    #[arg(value_name = "B", value_parser = known::rulesets(ruleset::parse), hide_possible_values = true)]
    pub b: Named,
    /// The last grid that is looked at
    #[arg(
        long,
        value_name = "ROWSxCOLUMNS",
        default_value = "2x3",
        value_parser = known::boards(parse_grid),
        hide_possible_values = true
    )]
    pub up_to: Board,
    /// What is to differ [default: the value, and the best moves as far as that comes first]
    #[arg(long, value_name = "WHAT", ignore_case = true)]
    pub what: Option<WhatName>,
    /// Stop after this time: 90s, 500ms, 10m, "1h 30m"; without a unit, seconds
    #[arg(long, value_name = "TIME", value_parser = parse_time, allow_hyphen_values = true, help_heading = "Effort")]
    pub time_limit: Option<Duration>,
    /// The most nodes that one start may take under one ruleset; then it is left open
    #[arg(long, value_name = "NODES", default_value = "1000000", value_parser = parse_count, allow_hyphen_values = true, help_heading = "Effort")]
    pub node_limit: u64,
    #[command(flatten, next_help_heading = "Effort")]
    pub memory: MemoryArgs,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}
