//! Positions whose value depends on the history, each with two histories and the values that they
//! lead to: `dataset/histories/RULES.csv`, and what is said of these in `dataset/histories.json`.
//!
//! # Which positions there are
//!
//! Games are walked breadth first, moves in their order, up to a number of states: first from the
//! empty board with Black to move, then from every position of the board (one of each class of
//! symmetric ones) with either player to move. Of the states that are reached, those in which the
//! last move placed a stone, or no move was made, are compared: two of them with the same position
//! and player to move, up to symmetry, and different values are a row, with the histories that were
//! found first. So both are as short as there are such histories from these starts, but a position
//! that is not listed may depend on longer ones. A state after a pass is not compared, as there a
//! second pass may end the game, which is no matter of what was played before.
//!
//! There is one row for each class of positions that symmetries and, if the rules know no colours, the
//! exchange of the colours make equal. The second history is mapped by the symmetry that makes its last position that of the
//! first.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::rows::Row;
use crate::folder::{self, Files};
use crate::jobs::{self, BuildError};
use crate::plan::{Selection, Task};
use crate::results::{Context, Product};
use crate::rulesets::{self, Rulesets, is_planned};
use superko_go::classes::{Classes, representative};
use superko_go::notation::{diagram_line, move_name};
use superko_go::player::Move;
use superko_go::symmetry::Symmetry;
use superko_go::{Board, Player, Position};
use superko_query::report::json;
use superko_query::report::records::SCHEMA;
use superko_rules::game::Ruling;
use superko_rules::{Game, Line, Rules, State};
use superko_solve::solution::{Request, Value, Want};
use superko_solve::{Budget, Limits, Session, Stopped};

/// The path of what is said of the files.
pub const PATH: &str = "dataset/histories.json";

/// The names of the columns, and the end of the line.
pub const HEAD: &str = "board,position,to_move,start_a,first_a,moves_a,value_a,best_moves_a,\
                        start_b,first_b,moves_b,value_b,best_moves_b\n";

/// The boards on which games are walked.
const BOARDS: [&str; 10] = ["1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3", "1x7", "2x4", "3x3"];

/// The states that are looked at from the empty board, and again from every position.
const MAX_STATES: usize = 30_000;

/// The rows of a ruleset.
#[derive(Debug, Clone, PartialEq)]
pub struct Histories {
    /// The file.
    pub text: String,
    /// Nodes searched, or states listed.
    pub nodes: u64,
}

/// `dataset/histories.json`.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HistoriesSheet {
    /// The version of this form.
    pub schema: u32,
    /// The files.
    pub files: Vec<HistoriesFile>,
}

/// A file of positions with two histories.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HistoriesFile {
    /// The name of the ruleset, and of the file: `histories/NAME.csv`.
    pub name: String,
    /// For each board the number of rows.
    pub boards: BTreeMap<String, u32>,
    /// Nodes searched, or states listed.
    pub nodes: u64,
}

/// A history, the value that it leads to, and the best moves there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    /// The position at the start.
    pub start: Position,
    /// The player who moves first.
    pub first: Player,
    /// The moves.
    pub moves: Vec<Move>,
    /// The value after them.
    pub value: Value,
    /// All best moves after them.
    pub best_moves: Vec<Move>,
}

/// A position with two histories.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The position to which both lead.
    pub position: Position,
    /// The player to move there.
    pub mover: Player,
    /// The histories, in the order in which they were found.
    pub histories: [History; 2],
}

/// A state of the walk.
struct Reached {
    state: State,
    /// The start, by its index, and the moves from there.
    start: usize,
    moves: Vec<Move>,
}

/// The positions whose value two histories from some starts change: see the head of this file.
///
/// # Errors
/// What stopped it.
pub fn pairs(
    game: &Game,
    session: &Session,
    starts: &[(Position, Player)],
    max_states: usize,
    budget: &Budget,
) -> Result<Vec<Pair>, Stopped> {
    let board = &game.board;
    let start = |(start, (position, mover)): (usize, &(Position, Player))| Reached {
        state: game.start(*position, *mover),
        start,
        moves: Vec::new(),
    };
    let mut reached: Vec<Reached> = starts.iter().enumerate().map(start).collect();
    let mut known: HashSet<State> = reached.iter().map(|reached| reached.state.clone()).collect();
    // By representative and player to move: the first state that was reached, and its value once it
    // was asked for.
    let mut firsts: BTreeMap<(Position, Player), (usize, Option<Value>)> = BTreeMap::new();
    let mut done: BTreeSet<Position> = BTreeSet::new();
    let mut pairs = Vec::new();
    let value = |state: &State| session.value(state, budget).map_err(|(_, stopped)| stopped);
    let mut next = 0;
    while next < reached.len() {
        budget.charge(0)?;
        let Reached { state, start, moves } = &reached[next];
        let key = &state.key;
        let class = Row::class_of(game, &key.position, key.mover);
        let compared = moves.last().is_none_or(|mv| mv.placed().is_some()) && !done.contains(&class);
        if compared {
            let own = (representative(board, &key.position), key.mover);
            let (first, known) = firsts.entry(own).or_insert((next, None));
            if *first != next {
                let before = match *known {
                    Some(value) => value,
                    None => *known.insert(value(&reached[*first].state)?),
                };
                if value(state)? != before {
                    done.insert(class);
                    pairs.push(pair(game, session, starts, [&reached[*first], &reached[next]], budget)?);
                }
            }
        }
        let (start, moves) = (*start, moves.clone());
        for (mv, ruling) in game.legal(&reached[next].state) {
            if reached.len() >= max_states.max(starts.len()) {
                break;
            }
            if let Ruling::Leads(state) = ruling
                && known.insert(state.clone())
            {
                reached.push(Reached { state, start, moves: [moves.as_slice(), &[mv]].concat() });
            }
        }
        next += 1;
    }
    Ok(pairs)
}

fn pair(
    game: &Game,
    session: &Session,
    starts: &[(Position, Player)],
    found: [&Reached; 2],
    budget: &Budget,
) -> Result<Pair, Stopped> {
    let [one, other] = found;
    let (position, mover) = (one.state.key.position, one.state.key.mover);
    let symmetries = game.board.symmetries();
    let onto = |reached: &Reached| {
        let from = reached.state.key.position;
        symmetries.iter().find(|symmetry| from.image(symmetry) == position).expect("they are symmetric")
    };
    let history = |reached: &Reached| {
        let symmetry = onto(reached);
        let (start, first) = starts[reached.start];
        let start = start.image(symmetry);
        let moves: Vec<Move> = reached.moves.iter().map(|mv| image(*mv, symmetry)).collect();
        let line = Line::replay(game, start, first, moves.clone()).expect("a symmetry keeps what is legal");
        assert_eq!((line.state.key.position, line.state.key.mover), (position, mover), "they lead there");
        let request = Request { best_moves: Want::All, pv: false, ..Request::default() };
        let solution = session.solve(&line.state, &request, budget);
        match (solution.value.exact(), solution.stopped) {
            (Some(value), None) => {
                Ok(History { start, first, moves, value, best_moves: solution.best_moves })
            }
            (_, stopped) => Err(stopped.unwrap_or(Stopped::Nodes)),
        }
    };
    Ok(Pair { position, mover, histories: [history(one)?, history(other)?] })
}

/// The image of a move.
fn image(mv: Move, symmetry: &Symmetry) -> Move {
    match mv {
        Move::Place(point) => Move::Place(symmetry.point(point)),
        Move::Challenge(point) => Move::Challenge(symmetry.point(point)),
        other => other,
    }
}

/// The pairs of a board: those of games from the empty board, then those of other classes from any
/// start.
///
/// # Errors
/// What stopped it.
pub fn pairs_of(rules: &Rules, board: &Board, budget: &Budget) -> Result<Vec<Pair>, Stopped> {
    let game = rules.game(board.clone());
    let session = Session::new(&game).with_first_nodes(u64::MAX);
    let empty = [(Position::default(), rules.first_move())];
    let every: Vec<(Position, Player)> = Classes::of(board)
        .positions()
        .flat_map(|position| [(position, Player::Black), (position, Player::White)])
        .collect();
    if !game.rules.properties().always_ends {
        // One analysis has the states of all games.
        let states: Vec<State> =
            every.iter().chain(&empty).map(|(position, mover)| game.start(*position, *mover)).collect();
        if let (_, Some(stopped)) = session.values(&states, budget) {
            return Err(stopped);
        }
    }
    let mut found = pairs(&game, &session, &empty, MAX_STATES, budget)?;
    let class = |pair: &Pair| Row::class_of(&game, &pair.position, pair.mover);
    let known: BTreeSet<Position> = found.iter().map(class).collect();
    let others = pairs(&game, &session, &every, every.len() + MAX_STATES, budget)?;
    found.extend(others.into_iter().filter(|pair| !known.contains(&class(pair))));
    Ok(found)
}

/// For each board the number of rows of a file.
pub fn boards_of(text: &str) -> BTreeMap<String, u32> {
    let mut boards = BTreeMap::new();
    for line in text.lines().skip(1) {
        *boards.entry(line.split(',').next().unwrap_or_default().to_string()).or_insert(0) += 1;
    }
    boards
}

impl Pair {
    /// The line of a file, with its end.
    fn text(&self, board: &Board) -> String {
        let names =
            |moves: &[Move]| moves.iter().map(|mv| move_name(board, *mv)).collect::<Vec<_>>().join(" ");
        let player = |player: Player| player.name().to_lowercase();
        let mut text = format!("{board},{},{}", diagram_line(board, &self.position), player(self.mover));
        for History { start, first, moves, value, best_moves } in &self.histories {
            let (start, first) = (diagram_line(board, start), player(*first));
            let _ = write!(text, ",{start},{first},{},{value},{}", names(moves), names(best_moves));
        }
        text + "\n"
    }
}

impl Product for Histories {
    const NAME: &'static str = "positions with two histories";

    fn plan(selection: &Selection) -> Vec<Task> {
        if !selection.is_published() {
            return Vec::new();
        }
        selection.rulesets.shown().iter().map(Task::under).collect()
    }

    fn job(task: &Task) -> String {
        format!("histories under {}", task.variant_name())
    }

    fn limits(task: &Task, max_nodes: u64) -> Limits {
        jobs::limits(task.variant().always_ends(), max_nodes)
    }

    fn solve(task: &Task, _: &Context, budget: &Arc<Budget>) -> Result<Histories, BuildError> {
        let mut text = String::from(HEAD);
        let rules = task.variant();
        for name in BOARDS {
            let board = Board::parse(name).expect("the list has names of boards");
            let max = rulesets::MaxPoints::of(&rules).every;
            if !is_planned(&rules, &board) || board.points() > max {
                continue;
            }
            match pairs_of(&rules, &board, budget) {
                Ok(pairs) => pairs.iter().for_each(|pair| text.push_str(&pair.text(&board))),
                Err(Stopped::Interrupted) => return Err(BuildError::Interrupted),
                // The boards so far are what there is.
                Err(_) => break,
            }
        }
        Ok(Histories { text, nodes: budget.nodes() })
    }

    fn nodes(results: &[&Histories]) -> u64 {
        results.iter().map(|found| found.nodes).sum()
    }

    fn path(_: &Task) -> String {
        PATH.to_string()
    }

    fn location(task: &Task) -> String {
        format!("dataset/histories/{}.csv", task.variant_name())
    }

    fn owns(path: &str) -> bool {
        path == PATH
    }

    fn write(results: &[(&Task, &Histories)]) -> Vec<(String, String)> {
        let file = |(task, found): &(&Task, &Histories)| HistoriesFile {
            name: task.variant_name(),
            boards: boards_of(&found.text),
            nodes: found.nodes,
        };
        let sheet = HistoriesSheet { schema: SCHEMA, files: results.iter().map(file).collect() };
        let files = results.iter().map(|(task, found)| (Histories::location(task), found.text.clone()));
        std::iter::once((PATH.to_string(), json::text(&sheet))).chain(files).collect()
    }

    fn read(path: &str, files: &Files, rulesets: &Rulesets) -> Result<Vec<(Task, Histories)>, String> {
        let sheet: HistoriesSheet = folder::record(path, files)?;
        let read = |file: HistoriesFile| {
            let named = rulesets.named(&file.name);
            let variant = named.ok_or_else(|| format!("{path}: {} is no game", file.name))?;
            let task = Task::under(&variant);
            let text = folder::text(&Histories::location(&task), files)?.to_string();
            match text.starts_with(HEAD) {
                true => Ok((task, Histories { text, nodes: file.nodes })),
                false => Err(format!("{}: another head", Histories::location(&task))),
            }
        };
        sheet.files.into_iter().map(read).collect()
    }
}
