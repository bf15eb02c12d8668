//! Solving for three players: what each can secure whatever the two others do.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::report::{colour, options_record};
use super::setup::Setup;
use super::solving::{Interval, MoveValue, drawn_line, line_in_words};
use crate::go::notation::{diagram, diagram_line, move_name};
use crate::go::{Board, Move, Player};
use crate::report::display::{GraphRecord, options_text};
use crate::rules::State;
use crate::solve::{Answer, Bounds, Budget, Request, Solution, Stopped, solve};

/// A question with its answers.
pub struct Case<'a> {
    setup: &'a Setup,
    moves: &'a [Move],
    budget: &'a Budget,
    /// Who moves now.
    mover: Player,
    /// What each player can secure, in the order of play.
    secured: Vec<(Player, Solution)>,
}

/// The JSON object of `--json`.
#[derive(Serialize)]
pub struct Record {
    board: String,
    /// Points and edges, of a board that is no grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<GraphRecord>,
    rules: &'static str,
    options: BTreeMap<&'static str, &'static str>,
    players: usize,
    start: String,
    to_move: &'static str,
    moves: Vec<String>,
    secured: Vec<Secured>,
    nodes: u64,
    results: usize,
    seconds: f64,
}

/// What a player can secure.
#[derive(Serialize)]
struct Secured {
    player: &'static str,
    /// His own points; `null` if they were not found within the limits: see `bounds`.
    points: Option<String>,
    bounds: Interval,
    /// Moves of the player to move: by which he secures as much, or by which another is held to as little.
    best_moves: Vec<String>,
    all_best_moves: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    move_values: Vec<MoveValue>,
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

impl<'a> Case<'a> {
    /// Solves the game after some moves from the side of each player in turn. One budget serves them all.
    pub fn solve(setup: &'a Setup, moves: &'a [Move], request: &Request, budget: &'a Budget) -> Case<'a> {
        let players = setup.game.options.players;
        let secured = players.all().iter().map(|player| {
            let state = setup.seen_by(*player, moves);
            (*player, solve(&setup.game, &state, request, budget))
        });
        let secured = secured.collect();
        let mover = moves.iter().fold(setup.to_move, |mover, _| players.next(mover));
        Case { setup, moves, budget, mover, secured }
    }

    /// What stopped the solver, if something did.
    pub fn stopped(&self) -> Option<Stopped> {
        self.secured.iter().find_map(|(_, solution)| solution.stopped)
    }

    fn results(&self) -> usize {
        self.secured.iter().map(|(_, solution)| solution.results).sum()
    }

    fn board(&self) -> &Board {
        &self.setup.game.board
    }

    fn names(&self, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|mv| move_name(self.board(), *mv)).collect()
    }

    pub fn record(&self) -> Record {
        let (game, board) = (&self.setup.game, self.board());
        let secured = self.secured.iter().map(|(player, solution)| Secured {
            player: colour(*player),
            points: solution.value.exact().map(|value| value.to_string()),
            bounds: Interval::of(&solution.value),
            best_moves: self.names(&solution.best_moves),
            all_best_moves: solution.all_best_moves,
            move_values: MoveValue::all(board, solution),
            line: self.names(&solution.line),
            stopped: solution.stopped.map(|stopped| stopped.to_string()),
        });
        Record {
            board: board.to_string(),
            graph: GraphRecord::of(board),
            rules: game.entry.id,
            options: options_record(game.entry, &game.options),
            players: game.options.players.count(),
            start: diagram_line(board, &self.setup.start),
            to_move: colour(self.setup.to_move),
            moves: self.names(self.moves),
            secured: secured.collect(),
            nodes: self.budget.nodes(),
            results: self.results(),
            seconds: self.budget.elapsed().as_secs_f64(),
        }
    }

    /// `state` is that after the moves.
    pub fn describe(&self, state: &State, verbose: bool, text: &mut String) {
        let (game, board) = (&self.setup.game, self.board());
        let options = options_text(game.entry, &game.options);
        let _ = writeln!(text, "{board} {}{options}, {} to move\n", game.entry.id, self.mover.name());
        let last = self.moves.last().and_then(|mv| mv.placed());
        let _ = writeln!(text, "{}", diagram(board, &state.key.position, last));
        for (player, solution) in &self.secured {
            self.describe_player(*player, solution, verbose, text);
        }
        let (nodes, seconds) = (self.budget.nodes(), self.budget.elapsed().as_secs_f64());
        let _ = writeln!(text, "{:<11} {nodes} nodes, {} lemmas, {seconds:.3} s", "effort", self.results());
        if let Some(stopped) = self.stopped() {
            let _ = writeln!(text, "stopped     by {stopped}; all that is said above is proved");
        }
    }

    fn describe_player(&self, player: Player, solution: &Solution, verbose: bool, text: &mut String) {
        let (game, board) = (&self.setup.game, self.board());
        let points = so_many(&solution.value, board.points());
        let _ = writeln!(text, "{} can secure {points} whatever the others do", player.name());
        if !solution.best_moves.is_empty() {
            let which = match (player == self.mover, solution.all_best_moves) {
                (true, true) => "by".to_string(),
                (true, false) => "by, for one".to_string(),
                (false, true) => format!("{}'s moves that hold him to it:", self.mover.name()),
                (false, false) => format!("a move of {} that holds him to it:", self.mover.name()),
            };
            let _ = writeln!(text, "  {which} {}", self.names(&solution.best_moves).join(", "));
        }
        for (mv, answer) in &solution.move_values {
            let points = so_many(answer, board.points());
            let _ = writeln!(text, "  {:<9} {points}", move_name(board, *mv));
        }
        if !solution.line.is_empty() {
            let first = self.moves.len() + 1;
            let line = line_in_words(board, game.options.players, first, self.mover, &solution.line);
            let _ = writeln!(text, "  line {line}");
            if verbose {
                drawn_line(self.setup, self.moves.iter().chain(&solution.line), first, text);
            }
        }
        text.push('\n');
    }
}

/// `1 of 4 points`.
fn so_many(answer: &Answer, points: usize) -> String {
    match answer {
        Answer::Exact(value) => format!("{value} of {points} points"),
        Answer::Between(Bounds { low, low_open, high, high_open }) => {
            let least = if *low_open { "more than" } else { "at least" };
            let most = if *high_open { "less than" } else { "at most" };
            format!("{least} {low} and {most} {high} of {points} points (not solved within the limit)")
        }
    }
}
