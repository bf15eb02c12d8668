//! A program at a node: the moves that have been made in it, and what it takes to be legal there.

use std::collections::BTreeSet;

use super::program::{Fault, Program};
use superko_go::Player;
use superko_go::bits::PointSet;
use superko_go::board::{Board, BoardError, LargeSet, MAX_POINTS};
use superko_go::notation::move_name;
use superko_go::player::Move;
use superko_rules::game::Game;
use superko_rules::{Refereed, Rules};

/// The longest side of a board that the Go Text Protocol has names for.
pub const MAX_SIDE: usize = 25;

/// The sides of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sides {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
}

impl std::fmt::Display for Sides {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl Sides {
    /// Whether sets of its intersections are one word.
    pub fn is_small(self) -> bool {
        self.rows * self.cols <= MAX_POINTS
    }
}

/// Sets of intersections over which games are refereed.
pub trait Size: Refereed {
    /// The grid.
    ///
    /// # Errors
    /// [`BoardError`] if it is too large for the set.
    fn board(sides: Sides) -> Result<Board<Self>, BoardError>;

    /// The game of a ruleset.
    ///
    /// # Errors
    /// Why the ruleset is not played on this board, in one line.
    fn game(rules: Rules, board: &Board<Self>) -> Result<Game<Self>, String> {
        let most = rules.max_points_over::<Self>().max(rules.max_points());
        match board.points() <= most {
            true => Ok(rules.game(board.clone())),
            false => {
                Err(format!("{board} {rules}: expected at most {most} intersections under this ruleset"))
            }
        }
    }
}

impl Size for u64 {
    fn board(sides: Sides) -> Result<Board, BoardError> {
        Board::grid(sides.rows, sides.cols)
    }
}

impl Size for LargeSet {
    fn board(sides: Sides) -> Result<Board<LargeSet>, BoardError> {
        Board::large(sides.rows, sides.cols)
    }
}

/// The way in which a program is asked which moves are legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Legal {
    /// By `is_legal` if it has the command, else by `play`.
    Auto,
    /// By `is_legal`.
    IsLegal,
    /// Each move is played and taken back.
    Play,
}

/// The moves that a program takes to be legal: intersections in ascending order, then pass.
pub type Moves<S> = Vec<Move<<S as PointSet>::Point>>;

/// All that a stone or a pass can be on a board: its intersections, then pass.
pub fn all_moves<S: PointSet>(board: &Board<S>) -> impl Iterator<Item = Move<S::Point>> + use<S> {
    board.all().map(Move::Place).chain([Move::Pass])
}

/// The name and the version that a program gives itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identity {
    /// The reply to `name`.
    pub name: Option<String>,
    /// The reply to `version`.
    pub version: Option<String>,
}

/// A program on a board, at a node.
pub struct Session<S: PointSet> {
    /// The program.
    pub program: Program,
    /// The board.
    pub board: Board<S>,
    /// Who moves first.
    pub first: Player,
    /// Whether the program is asked by `is_legal`.
    pub by_is_legal: bool,
    undo: bool,
    at: Moves<S>,
}

impl<S: PointSet> Session<S> {
    /// Sets up the board in a program that has been started.
    ///
    /// # Errors
    /// [`Fault`]: the program refuses the board, or gives no reply.
    pub fn open(
        mut program: Program,
        board: Board<S>,
        first: Player,
        legal: Legal,
    ) -> Result<(Session<S>, Identity), Fault> {
        let mut word = |command: &str| Ok(program.ask(command)?.ok().map(|reply| reply.trim().to_string()));
        let identity = Identity { name: word("name")?, version: word("version")? };
        let listed = word("list_commands")?.unwrap_or_default();
        let known: BTreeSet<&str> = listed.split_whitespace().collect();
        let (rows, cols) = (board.rows(), board.cols());
        let size = match (rows == cols, known.contains("rectangular_boardsize")) {
            (true, _) => format!("boardsize {rows}"),
            (false, true) => format!("rectangular_boardsize {cols} {rows}"),
            (false, false) => format!("boardsize {cols} {rows}"),
        };
        program.demand(&size)?;
        // A program that knows no komi is compared all the same.
        let _ = program.ask("komi 0")?;
        program.demand("clear_board")?;
        let by_is_legal = match legal {
            Legal::Auto => known.contains("is_legal"),
            Legal::IsLegal => true,
            Legal::Play => false,
        };
        let undo = known.contains("undo");
        let mut session = Session { program, board, first, by_is_legal, undo, at: Vec::new() };
        if rows != cols {
            session.check_sides(&size)?;
        }
        Ok((session, identity))
    }

    /// Checks that the program has made a board of these rows and columns, and no square of it.
    fn check_sides(&mut self, command: &str) -> Result<(), Fault> {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let column = |number: usize| char::from(b'A' + number as u8 + u8::from(number >= 8));
        let most = rows.max(cols);
        let beyond = if rows < cols { format!("A{most}") } else { format!("{}1", column(most - 1)) };
        let corner = format!("{}{rows}", column(cols - 1));
        for (point, on) in [(corner, true), (beyond, false)] {
            if self.program.ask(&format!("play B {point}"))?.is_ok() != on {
                let reply = format!("a board on which {point} is {}", if on { "missing" } else { "a point" });
                return Err(Fault::Refuses { command: command.to_string(), reply });
            }
            self.program.demand("clear_board")?;
        }
        Ok(())
    }

    /// The moves that have been made.
    pub fn at(&self) -> &[Move<S::Point>] {
        &self.at
    }

    /// The player who makes the move of a number, from 0.
    pub fn player(&self, number: usize) -> Player {
        if number.is_multiple_of(2) { self.first } else { self.first.other() }
    }

    /// Plays a move. Returns whether the program accepts it.
    ///
    /// # Errors
    /// [`Fault`]: the program gives no reply.
    pub fn play(&mut self, mv: Move<S::Point>) -> Result<bool, Fault> {
        let letter = &self.player(self.at.len()).name()[..1];
        let command = format!("play {letter} {}", move_name(&self.board, mv));
        let accepted = self.program.ask(&command)?.is_ok();
        if accepted {
            self.at.push(mv);
        }
        Ok(accepted)
    }

    /// Leads the program to a node, by as few commands as may be. Returns the number of moves that
    /// it has accepted, which is that of all unless it refuses one.
    ///
    /// # Errors
    /// [`Fault`]: the program gives no reply.
    pub fn lead(&mut self, moves: &[Move<S::Point>]) -> Result<usize, Fault> {
        let common = self.at.iter().zip(moves).take_while(|(a, b)| a == b).count();
        let back = self.at.len() - common;
        if back > 0 && (!self.undo || back > common) {
            return self.lead_afresh(moves);
        }
        for _ in 0..back {
            if self.program.ask("undo")?.is_err() {
                self.undo = false;
                return self.lead_afresh(moves);
            }
            self.at.pop();
        }
        self.forward(moves)
    }

    /// The same from an empty board, without taking back.
    ///
    /// # Errors
    /// [`Fault`]: the program gives no reply.
    pub fn lead_afresh(&mut self, moves: &[Move<S::Point>]) -> Result<usize, Fault> {
        self.program.demand("clear_board")?;
        self.at.clear();
        self.forward(moves)
    }

    fn forward(&mut self, moves: &[Move<S::Point>]) -> Result<usize, Fault> {
        while let Some(mv) = moves.get(self.at.len()) {
            if !self.play(*mv)? {
                break;
            }
        }
        Ok(self.at.len())
    }

    /// What the program takes to be legal at the node.
    ///
    /// # Errors
    /// [`Fault`]: the program gives no reply.
    pub fn legal(&mut self) -> Result<Moves<S>, Fault> {
        let mut legal = Vec::new();
        for mv in all_moves(&self.board) {
            let taken = if self.by_is_legal { self.is_legal(mv)? } else { self.accepts(mv)? };
            legal.extend(taken.then_some(mv));
        }
        Ok(legal)
    }

    fn is_legal(&mut self, mv: Move<S::Point>) -> Result<bool, Fault> {
        let player = self.player(self.at.len()).name().to_lowercase();
        let command = format!("is_legal {player} {}", move_name(&self.board, mv));
        match self.program.ask(&command)? {
            Ok(reply) => match reply.trim() {
                "1" | "true" => Ok(true),
                "0" | "false" => Ok(false),
                _ => Err(Fault::Garbage { command, line: format!("= {reply}") }),
            },
            Err(_) => Ok(false),
        }
    }

    /// Whether the program accepts a move by `play`; the node stays as it is.
    ///
    /// # Errors
    /// [`Fault`]: the program gives no reply, or cannot be led back to the node.
    pub fn accepts(&mut self, mv: Move<S::Point>) -> Result<bool, Fault> {
        let before = self.at.clone();
        let accepted = self.play(mv)?;
        if accepted && self.lead(&before)? < before.len() {
            let reply = "a game that it has played before is refused".to_string();
            return Err(Fault::Refuses { command: "play".to_string(), reply });
        }
        Ok(accepted)
    }

    /// The reply to `final_score`, if the program gives one.
    ///
    /// # Errors
    /// [`Fault`]: the program gives no reply.
    pub fn score(&mut self) -> Result<Option<String>, Fault> {
        Ok(self.program.ask("final_score")?.ok().map(|reply| reply.trim().to_string()))
    }
}
