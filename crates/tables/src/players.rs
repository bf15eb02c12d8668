//! What each of three players can secure on the empty boards, whatever the two others do:
//! `players/BOARD.json`.
//!
//! Each question is asked from the side of a player who takes himself for Black (see
//! [`superko_rules::Game::seen_by`]). The three of a board and a ruleset share one limit of nodes,
//! three times that of a table.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::folder::{self, Files};
use super::jobs::{self, BuildError};
use super::manifest::Proves;
use super::plan::{Selection, Task};
use super::results::{Context, Product};
use super::rulesets::{self, Rulesets};
use super::statement::Stated;
use superko_go::{Board, Player, Players, Position};
use superko_lab::published_session;
use superko_query::report::json;
use superko_query::report::records::{BoardRecord, MoveName, ShareRecord};
use superko_rules::axes::Axis;
use superko_rules::clauses::Scored;
use superko_rules::{Game, Line, Rules};
use superko_solve::{Budget, Limits, Request};

/// Boards that are solved for three players, under each ruleset for three with the default of every
/// option.
const BOARDS: [&str; 17] = [
    "1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3", "1x7", "1x8", "2x4", "1x9", "3x3", "1x10", "2x5",
    "2x6", "3x4",
];

/// The same of other graphs.
const GRAPHS: [&str; 6] = ["cycle:4", "cycle:5", "star:4", "star:5", "star:6", "torus:2x3"];

/// The file of a board: what three players can secure on it, Black moving first, then White, then Red.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Shares {
    /// The board.
    #[serde(flatten)]
    pub board: BoardRecord,
    /// Under each ruleset.
    pub rulesets: Vec<Secured>,
}

/// What three players can secure under one ruleset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Secured {
    /// The ruleset.
    pub rules: String,
    /// Each player, in the order of play.
    pub players: Vec<Share>,
    /// The nodes that all of it took.
    pub nodes: u64,
}

/// What one player can secure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// How much.
    #[serde(flatten)]
    pub share: ShareRecord,
    /// A first move of Black's: by which he secures as much, or by which another is held to as little.
    pub best_move: Option<MoveName>,
    /// Best play, to the end of the game.
    pub line: Vec<MoveName>,
}

/// The variant of a ruleset with three players.
fn for_three(mut variant: Rules) -> Rules {
    variant.options.players = Players::Three;
    variant
}

impl Product for Secured {
    const NAME: &'static str = "games of three";
    const COLUMNS: bool = true;

    fn plan(selection: &Selection) -> Vec<Task> {
        let defaults = selection.rulesets.shown().into_iter();
        let known = defaults.filter(|variant| variant.entry.values(Axis::Players).contains(&"3"));
        let known: Vec<Rules> = known.map(for_three).collect();
        [selection.tasks(&BOARDS, &known), selection.tasks(&GRAPHS, &known)].concat()
    }

    fn job(task: &Task) -> String {
        format!("{}, three players", task.name())
    }

    fn limits(task: &Task, max_nodes: u64) -> Limits {
        jobs::nodes(max_nodes.saturating_mul(task.variant().options.players.count() as u64))
    }

    fn solve(task: &Task, _: &Context, budget: &Arc<Budget>) -> Result<Secured, BuildError> {
        let (board, variant) = (task.board(), task.variant());
        let game = variant.game(board.clone());
        let secured = |player: &Player| {
            let start = game.seen_by(*player, Position::default(), Player::Black);
            // One best move and a line, on one thread.
            let solution = published_session(&game).solve(&start, &Request::default(), budget);
            Share {
                share: ShareRecord::of(*player, &solution),
                best_move: MoveName::all(board, &solution.best_moves).pop(),
                line: MoveName::all(board, &solution.pv),
            }
        };
        let players = variant.options.players.all().iter().map(secured).collect();
        Ok(Secured { rules: rulesets::name(&variant), players, nodes: budget.nodes() })
    }

    fn nodes(results: &[&Secured]) -> u64 {
        results.iter().map(|secured| secured.nodes).sum()
    }

    fn complete(&self) -> bool {
        self.players.iter().all(|player| player.share.points.is_some())
    }

    fn path(task: &Task) -> String {
        format!("players/{}.json", task.folder())
    }

    fn owns(path: &str) -> bool {
        path.starts_with("players/") && path.ends_with(".json")
    }

    fn write(results: &[(&Task, &Secured)]) -> Vec<(String, String)> {
        let Some((task, _)) = results.first() else { return Vec::new() };
        let rulesets = results.iter().map(|(_, secured)| (*secured).clone()).collect();
        let shares = Shares { board: BoardRecord::of(task.board()), rulesets };
        vec![(Secured::path(task), json::text(&shares))]
    }

    fn read(path: &str, files: &Files, rulesets: &Rulesets) -> Result<Vec<(Task, Secured)>, String> {
        let shares: Shares = folder::record(path, files)?;
        let board = Board::parse(&shares.board.name).map_err(|error| format!("{path}: {error}"))?;
        let task = |secured: Secured| match rulesets.named(&secured.rules) {
            Some(variant) => Ok((Task::of(&board, &for_three(variant)), secured)),
            None => Err(format!("{path}: {} is no ruleset", secured.rules)),
        };
        shares.rulesets.into_iter().map(task).collect()
    }

    fn provable(&self) -> Option<Proves> {
        self.complete().then_some(Proves::EveryPlayer)
    }

    /// None where scores are means: that a player gets at least nothing, which no proof of a value
    /// can leave out, is then a search of its own, which comes to no end on 1x5.
    fn certificate(task: &Task) -> Option<String> {
        let variant = task.variant();
        let clauses = variant.clauses()?;
        let means = clauses.scored == Scored::ScoringPositions;
        (!means).then(|| format!("players/{}-{}.cert", task.folder(), task.variant_name()))
    }

    fn states(&self, game: &Game, _: Proves) -> Vec<Stated> {
        let lines = Line::of_every_player(game, Position::default(), Player::Black);
        let stated =
            |(line, share): (Line, &Share)| Stated { line, value: share.share.points, finite_play: None };
        lines.into_iter().zip(&self.players).map(stated).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::jobs::Jobs;
    use super::*;

    #[test]
    fn three_players_secure_what_is_known_and_no_more() {
        for (board, black) in [("1x3", "3"), ("2x2", "0"), ("star:4", "4")] {
            let tasks = Secured::plan(&Selection::of(&[board]).unwrap());
            let solved = |task: &Task, max_nodes: u64| {
                let (jobs, rulesets) = (Jobs::new(1, Arc::default()), &Rulesets::Catalogue);
                let context = Context { budget: max_nodes, rulesets, columns: &[], jobs: &jobs };
                let budget = Arc::new(Budget::new(Secured::limits(task, max_nodes)));
                Secured::solve(task, &context, &budget).unwrap()
            };
            for task in &tasks {
                let found = solved(task, 1_000_000);
                let points = found.players.iter().map(|player| player.share.points.unwrap().to_string());
                assert!(found.complete() && points.eq([black, "0", "0"]), "{}", task.name());
            }
            assert!(tasks.iter().any(|task| !solved(task, 2).complete()), "{board}");
        }
    }
}
