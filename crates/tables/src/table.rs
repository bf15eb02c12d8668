//! The value of an empty board under one variant, with all first moves and a line of best play:
//! `BOARD/VARIANT.json`.
//!
//! A table is solved by one thread, from empty lemma tables, within a limit of nodes. One thread
//! follows one order, the limit counts nodes and not time, and nothing is shared with other tables;
//! so the bytes are the same on any machine, however many tables are solved at the same time.
//!
//! # Consistency
//!
//! It is checked without a search whether what a table says agrees with itself and with the rules:
//! the moves are the legal ones, the best ones are those with the value, and the line is a game
//! that ends with it.
//!
//! A certificate proves values, and none of this. A table whose values are proved is right if it is
//! free of contradictions, but for the nodes that it took, which only solving it again can tell.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::folder::{self, Files};
use super::jobs::{self, BuildError};
use super::manifest::Proves;
use super::plan::{BOARDS, LARGE, LARGE_FACTOR, LARGEST, LARGEST_FACTOR, Selection, Task};
use super::results::{Context, Product};
use super::rulesets::{Rulesets, is_planned};
use super::statement::Stated;
use superko_go::{Board, Move, Player, Position};
use superko_query::report::json;
use superko_query::report::records::{
    AnswerRecord, BoardRecord, Bounds, Effort, LineRecord, MoveName, RulesRecord, StartRecord,
};
use superko_rules::referee::Referee;
use superko_rules::{Game, Line, Rules, Ruling};
use superko_solve::closure::close;
use superko_solve::{self as solve, Answer, Budget, Limits, Request, Session, Solution, Value, Want};

// --- The record ---

/// A line of more moves than this is cut: one that walks in circles may have thousands.
pub const MAX_LINE: usize = 100;

/// An empty board, solved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The board.
    #[serde(flatten)]
    pub board: BoardRecord,
    /// The ruleset.
    #[serde(flatten)]
    pub rules: RulesRecord,
    /// The empty board, Black to move.
    #[serde(flatten)]
    pub start: StartRecord,
    /// The value and the best moves.
    #[serde(flatten)]
    pub answer: AnswerRecord,
    /// Every legal first move with its value, or its bounds.
    pub move_values: Vec<MoveValue>,
    /// Best play: the first best move, then a pass where it keeps the value, else the first stone that does
    /// (under a ruleset whose games may never end, what its solver chooses). The first 100 moves are given.
    #[serde(flatten)]
    pub line: LineRecord,
    /// What it took, on one thread.
    pub effort: Effort,
}

/// A first move: its value, or between which scores it lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveName,
    /// The value, if it was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// If the value was not found: Black can reach this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<Value>,
    /// If the value was not found: White can hold him to this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<Value>,
    /// Whether the value is more than `low`; left out if it may be as much.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub low_exclusive: bool,
    /// Whether the value is less than `high`; left out if it may be as much.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub high_exclusive: bool,
}

impl MoveValue {
    fn of(mv: MoveName, answer: &Answer) -> MoveValue {
        let value = answer.exact();
        let bounds = value.is_none().then(|| Bounds::of(answer));
        MoveValue {
            mv,
            value,
            low: bounds.map(|bounds| bounds.low),
            high: bounds.map(|bounds| bounds.high),
            low_exclusive: bounds.is_some_and(|bounds| bounds.low_exclusive),
            high_exclusive: bounds.is_some_and(|bounds| bounds.high_exclusive),
        }
    }

    /// Bounds of the value; of a missing value, those of the position.
    pub fn bounds(&self, position: &Bounds) -> Bounds {
        match (self.value, self.low, self.high) {
            (Some(value), ..) => Bounds::between(value, value),
            (None, Some(low), Some(high)) => {
                Bounds { low, high, low_exclusive: self.low_exclusive, high_exclusive: self.high_exclusive }
            }
            (None, ..) => *position,
        }
    }
}

impl Table {
    /// Solves an empty board: for one best move, or for all of them with the values of all first
    /// moves.
    pub fn solved(board: &Board, variant: &Rules, best_moves: Want, budget: &Budget) -> Table {
        let game = variant.game(board.clone());
        let request = Request {
            best_moves,
            move_values: best_moves == Want::All,
            pv: true,
            chosen_pv: true,
            threads: 1,
            ..Request::default()
        };
        let (start, mover) = (Position::default(), Player::Black);
        // The search alone, of which a certificate can be made.
        let session = Session::new(&game).with_first_nodes(u64::MAX);
        let solution = session.solve(&game.start(start, mover), &request, budget);
        let values = solution.move_values.iter();
        Table {
            board: BoardRecord::of(board),
            rules: RulesRecord::of(&game.ruleset()),
            start: StartRecord::of(board, &start, mover),
            answer: AnswerRecord::of(board, &solution),
            move_values: values.map(|(mv, answer)| MoveValue::of(MoveName::of(board, *mv), answer)).collect(),
            line: LineRecord::of(Referee::new(&game, start, mover), board, &solution, MAX_LINE),
            effort: Effort { nodes: budget.nodes(), results: solution.results, stopped: solution.stopped },
        }
    }
}

// --- The kind of result ---

/// Boards that are no grids, solved under each ruleset with the default of every option. (star:3 is
/// 1x3.)
const GRAPHS: [&str; 7] = ["cycle:3", "cycle:4", "cycle:5", "star:4", "star:5", "star:6", "complete:3"];

/// More of them. Under other rulesets than basic ko and the superkos a node takes far longer there,
/// so these tables get a part of the usual nodes: see [`is_slow`].
const GRAPHS_SLOW: [&str; 4] = ["cycle:6", "complete:4", "complete:5", "torus:2x3"];

/// The part of the usual nodes that a slow table gets.
const PART_OF_SLOW: u64 = 100;

/// Whether a table takes so long for a node that it gets but a part of the nodes.
fn is_slow(task: &Task) -> bool {
    let superkos = ["simple-ko", "psk", "ssk", "nssk"];
    GRAPHS_SLOW.contains(&task.board_name()) && !superkos.contains(&task.variant().entry.id)
}

/// Whether the table of a board has the values of all first moves.
fn has_move_values(task: &Task) -> bool {
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
            let soon: Vec<Rules> =
                defaults.iter().filter(|variant| variant.entry.id != "kee2009").copied().collect();
            tasks.extend(selection.tasks(&LARGEST, &soon));
        }
        tasks.extend(selection.tasks(&GRAPHS, &defaults));
        tasks.extend(selection.tasks(&GRAPHS_SLOW, &defaults));
        tasks.retain(|task| is_planned(&task.variant(), task.board()));
        tasks
    }

    fn job(task: &Task) -> String {
        task.name()
    }

    fn node_factor(task: &Task) -> u64 {
        match task.board_name() {
            // Their moves take more than half an hour otherwise. The value of 2x7 is that of
            // `bounded/2x7.json`.
            "1x12" | "2x7" if task.variant().entry.id == "kee2009" => 1,
            board if LARGE.contains(&board) => LARGE_FACTOR,
            board if LARGEST.contains(&board) => LARGEST_FACTOR,
            _ => 1,
        }
    }

    fn limits(task: &Task, max_nodes: u64) -> Limits {
        let max_nodes = if is_slow(task) { max_nodes / PART_OF_SLOW } else { max_nodes };
        jobs::limits(task.variant().always_ends(), max_nodes.saturating_mul(Self::node_factor(task)))
    }

    fn solve(task: &Task, _: &Context, budget: &Arc<Budget>) -> Result<Table, BuildError> {
        let wanted = if has_move_values(task) { Want::All } else { Want::One };
        Ok(Table::solved(task.board(), &task.variant(), wanted, budget))
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
        let others = [
            "beasts", "bounded", "claims", "counts", "dataset", "perft", "players", "plots", "rules",
            "schema", "strong",
        ];
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
        let rules = RulesRecord::of(&variant);
        if (&table.rules.id, &table.rules.options) != (&rules.id, &rules.options) {
            return Err(other());
        }
        Ok(vec![(Task::of(&board, &variant), table)])
    }

    fn contradiction(&self, task: &Task, _: &Rulesets, thorough: bool) -> Option<String> {
        if self.move_values.is_empty() && self.answer.value.is_some() && has_move_values(task) {
            return Some("move_values are missing".to_string());
        }
        contradiction(self, &task.variant().game(task.board().clone()), thorough)
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
        let start = Line::new(game, Position::default(), Player::Black);
        let lines = match proves {
            Proves::FirstMoves => start.with_first_moves(game),
            _ => vec![start],
        };
        let stated = |line: Line| match line.moves.first() {
            None => Stated { value: self.answer.value, finite_play: self.answer.finite_play.clone(), line },
            Some(mv) => {
                let name = MoveName::of(&game.board, *mv);
                let value = self.move_values.iter().find(|value| value.mv == name);
                Stated { value: value.and_then(|value| value.value), finite_play: None, line }
            }
        };
        lines.into_iter().map(stated).collect()
    }
}

// --- Consistency ---

/// The first thing in a table that contradicts another, or the rules.
///
/// Unless it is to be `thorough`, the line is not played where the rules have first to settle
/// something for the whole board, such as which stones are dead.
pub fn contradiction(table: &Table, game: &Game, thorough: bool) -> Option<String> {
    let prepared = || game.rules.prepare(&game.board, &mut |_, _| false).is_some();
    [subject, value, first_moves, best_moves, closed]
        .into_iter()
        .find_map(|contradiction| contradiction(table, game))
        .or_else(|| (thorough || prepared()).then(|| line(table, game)).flatten())
        .map(ToString::to_string)
}

type Contradiction = Option<&'static str>;

fn unless(agrees: bool, fault: &'static str) -> Contradiction {
    (!agrees).then_some(fault)
}

fn subject(table: &Table, game: &Game) -> Contradiction {
    let board = &game.board;
    unless(
        table.board == BoardRecord::of(board)
            && table.rules == RulesRecord::of(&game.ruleset())
            && table.start == StartRecord::of(board, &Position::default(), Player::Black),
        "graph, start, to_move, title or document is not that of the empty board and the ruleset",
    )
}

fn value(table: &Table, _: &Game) -> Contradiction {
    let value = table.answer.value;
    let Bounds { low, high, .. } = table.answer.bounds;
    let agrees = match value {
        Some(value) => value == low && value == high,
        None => matches!((low.points(), high.points()), (Some(low), Some(high)) if low < high),
    };
    unless(agrees && (value.is_some() || table.effort.stopped.is_some()), "value and bounds disagree")
}

fn first_moves(table: &Table, game: &Game) -> Contradiction {
    // Of the largest boards, and where the limit came first, there are none.
    if table.move_values.is_empty() && !table.answer.all_best_moves {
        return None;
    }
    let legal = game.legal(&game.start(Position::default(), Player::Black));
    let named = legal.iter().map(|(mv, _)| MoveName::of(&game.board, *mv));
    if !named.eq(table.move_values.iter().map(|listed| listed.mv.clone())) {
        return Some("move_values are not the legal first moves");
    }
    // A certificate proves the values of moves that lead on; the rules alone tell those of the
    // others.
    let agrees = legal.iter().zip(&table.move_values).all(|((_, ruling), listed)| match ruling {
        Ruling::Ends(score) => listed.value.is_none_or(|value| value == Value::Points(*score)),
        _ => true,
    });
    unless(agrees, "a first move that ends the game has not its score")
}

fn best_moves(table: &Table, _: &Game) -> Contradiction {
    let answer = &table.answer;
    let keeps = |listed: &&MoveValue| answer.value.is_some() && listed.value == answer.value;
    let keeping: Vec<&MoveName> = table.move_values.iter().filter(keeps).map(|listed| &listed.mv).collect();
    let valued = table.move_values.iter().all(|listed| listed.value.is_some());
    let agrees = match (answer.all_best_moves, valued) {
        (true, true) => keeping.iter().copied().eq(&answer.best_moves),
        (false, _) if table.move_values.is_empty() => true,
        _ => answer.best_moves.iter().all(|mv| {
            let listed = table.move_values.iter().find(|listed| listed.mv == *mv);
            listed.is_some_and(|listed| listed.value.is_none() || listed.value == answer.value)
        }),
    };
    unless(agrees, "best_moves are not the first moves with its value")
}

/// Whether the bounds of the value and of the first moves imply no better bounds together: see
/// [`closing`](superko_solve::closure).
fn closed(table: &Table, game: &Game) -> Contradiction {
    if !game.rules.properties().always_ends || table.move_values.is_empty() {
        return None;
    }
    let start = game.start(Position::default(), Player::Black);
    let answer = |bounds: &Bounds| -> Option<Answer> {
        let (low, high) = (bounds.low.points()?, bounds.high.points()?);
        let (low_open, high_open) = (bounds.low_exclusive, bounds.high_exclusive);
        Some(solve::Bounds { low, low_open, high, high_open }.into())
    };
    let position = &table.answer.bounds;
    let mut said = Solution::unknown(game, &start);
    let mut moves = Vec::with_capacity(table.move_values.len());
    for listed in &table.move_values {
        match (listed.mv.on(&game.board), answer(&listed.bounds(position))) {
            (Some(mv), Some(answer)) => moves.push((mv, answer)),
            _ => return Some("move_values have no bounds that are scores"),
        }
    }
    let Some(value) = answer(position) else { return Some("bounds are no scores") };
    (said.value, said.move_values) = (value, moves);
    said.best_moves = table.answer.best_moves.iter().filter_map(|name| name.on(&game.board)).collect();
    said.all_best_moves = table.answer.all_best_moves;
    let mut closed = said.clone();
    close(game, &start, &mut closed);
    let same = closed.value == said.value
        && closed.move_values == said.move_values
        && (&closed.best_moves, closed.all_best_moves) == (&said.best_moves, said.all_best_moves);
    unless(same, "the bounds of the value and of the first moves say more together than each of them")
}

fn line(table: &Table, game: &Game) -> Contradiction {
    let line = &table.line;
    let moves: Option<Vec<Move>> = line.moves.iter().map(|name| name.on(&game.board)).collect();
    let mut referee = Referee::new(game, Position::default(), Player::Black);
    let legal = moves.is_some_and(|moves| moves.into_iter().all(|mv| referee.play(mv).is_ok()));
    let begins = line.moves.first().is_none_or(|mv| table.answer.best_moves.contains(mv));
    if !legal || !begins || line.moves.len() != line.count.min(MAX_LINE) {
        return Some("line is not a game that begins with one of best_moves");
    }
    let whole = line.moves.len() == line.count;
    let agrees = match (referee.ended(), line.repeats_from) {
        (Some(score), None) => whole && line.complete && Some(Value::Points(score)) == table.answer.value,
        (Some(_), Some(_)) => false,
        (None, Some(from)) => line.complete && from < line.count,
        (None, None) => !whole || !line.complete,
    };
    unless(agrees, "line does not end with its value")
}

#[cfg(test)]
mod table_tests {
    use super::*;
    use superko_query::report::json;

    #[test]
    fn a_table_is_read_back_as_it_was_written_and_with_no_field_more() {
        for (board, name) in [("2x2", "psk"), ("1x3", "simple-ko"), ("star:4", "kee2009")] {
            let (board, variant) = (Board::parse(board).unwrap(), Rulesets::Catalogue.named(name).unwrap());
            let table = Table::solved(&board, &variant, Want::All, &Budget::default());
            let text = json::text(&table);
            assert_eq!(json::read::<Table>("table", text.as_bytes()), Ok(table));
            let more = text.replacen("\"schema\"", "\"more\": 1, \"schema\"", 1);
            let refused = json::read::<Table>("table", more.as_bytes()).unwrap_err();
            assert!(refused.contains("more"), "{refused}");
        }
    }
}

#[cfg(test)]
mod consistency_tests {

    use super::*;
    use crate::rulesets::Rulesets;
    use superko_go::Board;
    use superko_solve::Budget;

    fn solved(board: &str, name: &str) -> (Table, Game) {
        let (board, variant) = (Board::parse(board).unwrap(), Rulesets::Catalogue.named(name).unwrap());
        (Table::solved(&board, &variant, Want::All, &Budget::default()), variant.game(board))
    }

    #[test]
    fn what_a_table_says_of_itself_agrees() {
        for name in ["simple-ko", "simple-ko+suicide-allowed", "psk", "spight", "kee2009", "kee2020"] {
            for board in ["1x1", "1x4", "2x2"] {
                let (table, game) = solved(board, name);
                assert_eq!(contradiction(&table, &game, true), None, "{board} {name}");
            }
        }
    }

    #[test]
    fn every_contradiction_is_found() {
        let (table, game) = solved("2x2", "psk");
        type Change = fn(&mut Table);
        let changes: [(Change, &str); 12] = [
            (|table| table.start.to_move = Player::White, "graph, start, to_move"),
            (|table| table.rules.title.push('s'), "graph, start, to_move"),
            (|table| table.answer.bounds.low = Value::Points(0.into()), "value and bounds"),
            (|table| table.answer.value = None, "value and bounds"),
            (|table| drop(table.move_values.pop()), "move_values"),
            (|table| table.move_values.swap(0, 1), "move_values"),
            (|table| drop(table.answer.best_moves.pop()), "best_moves"),
            (
                |table| table.answer.best_moves.push(MoveName::of(&Board::grid(2, 2).unwrap(), Move::Pass)),
                "best_moves",
            ),
            (|table| table.line.moves.insert(1, table.line.moves[0].clone()), "line is not a game"),
            (
                |table| table.line.moves.insert(0, MoveName::of(&Board::grid(2, 2).unwrap(), Move::Pass)),
                "line is not a game",
            ),
            (|table| table.line.complete = false, "line does not end"),
            (
                |table| {
                    table.line.moves.pop();
                    table.line.count -= 1;
                },
                "line does not end",
            ),
        ];
        for (change, fault) in changes {
            let mut changed = table.clone();
            change(&mut changed);
            let found = contradiction(&changed, &game, false);
            assert!(found.as_deref().is_some_and(|found| found.starts_with(fault)), "{fault}: {found:?}");
        }
        assert!(contradiction(&table, &solved("2x2", "ssk").1, false).is_some());
    }

    #[test]
    fn a_line_that_needs_an_analysis_is_played_if_the_check_is_thorough() {
        let (mut table, game) = solved("1x4", "jann+scoring-territory");
        assert_eq!(contradiction(&table, &game, true), None);
        table.line.complete = false;
        assert_eq!(contradiction(&table, &game, false), None);
        assert!(contradiction(&table, &game, true).is_some());
    }
}
