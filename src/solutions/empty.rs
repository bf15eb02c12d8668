//! The value of an empty board under one variant, with all first moves and a line of best play:
//! `BOARD/VARIANT.json`.

use std::sync::Arc;

use super::consistency;
use super::evidence::Proves;
use super::folder::{self, Files};
use super::jobs::{self, Unmade};
use super::plan::{BOARDS, LARGE, LARGEST, Selection, TIMES_OF_LARGE, TIMES_OF_LARGEST};
use super::product::{Context, Product};
use super::reach::reaches;
use super::rulesets::Rulesets;
use super::statement::Stated;
use super::table::{Sought, Table};
use super::task::Task;
use super::variant::Variant;
use crate::go::{Board, Player, Position};
use crate::prove::Case;
use crate::report::json;
use crate::report::record::{MoveName, RulesRecord};
use crate::rules::Game;
use crate::solve::{Budget, Limits};

/// Boards that are no grids, solved under each ruleset with the default of every option. (star:3 is 1x3.)
const GRAPHS: [&str; 7] = ["cycle:3", "cycle:4", "cycle:5", "star:4", "star:5", "star:6", "complete:3"];

/// More of them. Under other rulesets than basic ko and the superkos a node takes far longer there, so these tables get a part of the usual
/// nodes: see [`is_slow`].
const GRAPHS_SLOW: [&str; 4] = ["cycle:6", "complete:4", "complete:5", "torus:2x3"];

/// The part of the usual nodes that a slow table gets.
const PART_OF_SLOW: u64 = 100;

/// Whether a table takes so long for a node that it gets but a part of the nodes.
fn is_slow(task: &Task) -> bool {
    let superkos = ["simple-ko", "psk", "ssk", "nssk"];
    GRAPHS_SLOW.contains(&task.board_name()) && !superkos.contains(&task.variant().entry.id)
}

/// Whether the table of a board has the values of all first moves.
fn values_moves(task: &Task) -> bool {
    !LARGEST.contains(&task.board_name())
}

impl Product for Table {
    const NAME: &'static str = "empty boards";

    fn plan(selection: &Selection) -> Vec<Task> {
        let defaults = selection.rulesets.shown();
        let mut tasks = selection.tasks(&BOARDS, &selection.rulesets.all());
        if selection.rulesets.are_of_the_catalogue() {
            tasks.extend(selection.tasks(&LARGE, &defaults));
            // Under kee2009 2x8 has no value after nine minutes, which others take one for.
            let soon: Vec<Variant> =
                defaults.iter().filter(|variant| variant.entry.id != "kee2009").copied().collect();
            tasks.extend(selection.tasks(&LARGEST, &soon));
        }
        tasks.extend(selection.tasks(&GRAPHS, &defaults));
        tasks.extend(selection.tasks(&GRAPHS_SLOW, &defaults));
        tasks.retain(|task| reaches(task.variant().entry, task.board(), &task.variant().options));
        tasks
    }

    fn job(task: &Task) -> String {
        task.name()
    }

    fn times(task: &Task) -> u64 {
        match task.board_name() {
            // Its moves take more than half an hour otherwise. The value is that of `bounded/2x7.json`.
            "2x7" if task.variant().entry.id == "kee2009" => 1,
            board if LARGE.contains(&board) => TIMES_OF_LARGE,
            board if LARGEST.contains(&board) => TIMES_OF_LARGEST,
            _ => 1,
        }
    }

    fn limits(task: &Task, most: u64) -> Limits {
        let most = if is_slow(task) { most / PART_OF_SLOW } else { most };
        jobs::limits(task.variant().always_ends(), most.saturating_mul(Self::times(task)))
    }

    fn solve(task: &Task, _: &Context, budget: &Arc<Budget>) -> Result<Table, Unmade> {
        let sought = if values_moves(task) { Sought::FirstMoves } else { Sought::Value };
        Ok(Table::solved(task.board(), &task.variant(), sought, budget))
    }

    fn nodes(results: &[&Table]) -> u64 {
        results.iter().map(|table| table.effort.nodes).sum()
    }

    fn complete(&self) -> bool {
        self.effort.stopped.is_none()
    }

    fn path(task: &Task) -> String {
        format!("{}/{}.json", task.folder(), task.variant_name())
    }

    fn owns(path: &str) -> bool {
        let others =
            ["beasts", "bounded", "claims", "strong", "counts", "players", "plots", "rules", "schema"];
        path.ends_with(".json") && path.split_once('/').is_some_and(|(folder, _)| !others.contains(&folder))
    }

    fn write(results: &[(&Task, &Table)]) -> Vec<(String, String)> {
        results.iter().map(|(task, table)| (Table::path(task), json::text(table))).collect()
    }

    fn read(path: &str, files: &Files, rulesets: &Rulesets) -> Result<Vec<(Task, Table)>, String> {
        let table: Table = folder::record(path, files)?;
        let other = || format!("{path}: of another game");
        let name = path.rsplit_once('/').and_then(|(_, name)| name.strip_suffix(".json"));
        let variant = name.and_then(|name| rulesets.named(name)).ok_or_else(other)?;
        let board = Board::parse(&table.board.name).map_err(|error| format!("{path}: {error}"))?;
        let rules = RulesRecord::of(variant.entry, &variant.options);
        if (&table.rules.id, &table.rules.options) != (&rules.id, &rules.options) {
            return Err(other());
        }
        Ok(vec![(Task::of(&board, &variant), table)])
    }

    fn contradiction(&self, task: &Task, _: &Rulesets, thorough: bool) -> Option<String> {
        if self.move_values.is_empty() && self.answer.value.is_some() && values_moves(task) {
            return Some("move_values are missing".to_string());
        }
        consistency::contradiction(self, &task.variant().game(task.board().clone()), thorough)
    }

    fn provable(&self) -> Option<Proves> {
        self.answer.value?;
        let valued = self.move_values.iter().all(|mv| mv.value.is_some());
        Some(if valued && !self.move_values.is_empty() { Proves::FirstMoves } else { Proves::Value })
    }

    fn certificate(task: &Task) -> Option<String> {
        Some(format!("{}/{}.cert", task.folder(), task.variant_name()))
    }

    fn states(&self, game: &Game, proves: Proves) -> Vec<Stated> {
        let start = Case::start(game, Position::default(), Player::Black);
        let cases = match proves {
            Proves::FirstMoves => Case::with_first_moves(game, start),
            _ => vec![start],
        };
        let stated = |case: Case| match case.moves.first() {
            None => Stated { value: self.answer.value, finite_play: self.answer.finite_play.clone(), case },
            Some(mv) => {
                let name = MoveName::of(&game.board, *mv);
                let value = self.move_values.iter().find(|value| value.mv == name);
                Stated { value: value.and_then(|value| value.value), finite_play: None, case }
            }
        };
        cases.into_iter().map(stated).collect()
    }
}
