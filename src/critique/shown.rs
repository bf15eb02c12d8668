//! A position with a line of play, replayed by the referee, and the command that shows it again.

use super::record::Shown;
use super::subject::Subject;
use crate::go::notation::{diagram, diagram_line, move_name};
use crate::go::{Board, Move, Player, Position};
use crate::referee::Referee;
use crate::report::display::step_in_words;
use crate::report::record::{GraphRecord, MoveName, colour};
use crate::rules::Game;
use crate::solve::Value;

/// A longer line is cut off.
const LONGEST: usize = 40;

/// What is to be shown: a start, the moves to the state that is asked about, its value, and a line from there.
pub struct Line<'a> {
    /// The ruleset.
    pub subject: &'a Subject,
    /// The game.
    pub game: &'a Game,
    /// The position at the start.
    pub start: Position,
    /// Who moves first.
    pub to_move: Player,
    /// The moves that lead to the state.
    pub moves: Vec<Move>,
    /// The value of the state.
    pub value: Option<Value>,
    /// The line from there.
    pub line: Vec<Move>,
}

impl Line<'_> {
    /// Replays it. `check` is the name of the check that finds it again, for boards that have no name of their own.
    ///
    /// # Panics
    /// If a move is illegal, or comes after the end.
    pub fn shown(self, check: &str) -> Shown {
        let Line { subject, game, start, to_move, moves, value, mut line } = self;
        line.truncate(LONGEST);
        let board = &game.board;
        let mut referee = Referee::new(game, start, to_move);
        let told = moves.iter().chain(&line).map(|mv| {
            let step = referee.play(*mv).expect("a line is made of legal moves");
            step_in_words(board, &step)
        });
        let told: Vec<String> = told.collect();
        let name = board.to_string();
        let known = Board::parse(&name).is_ok();
        let mut command = match known {
            true => format!("solve --board {name} {}", subject.arguments()),
            false => {
                format!("solve critique {} --check {check}", subject.arguments().replace("--rules ", ""))
            }
        };
        if known {
            if start != Position::default() {
                command.push_str(&format!(" --start {}", quoted(&diagram_line(board, &start))));
            }
            if to_move != Player::Black {
                command.push_str(&format!(" --to-move {}", colour(to_move)));
            }
            if !moves.is_empty() {
                let names: Vec<String> = moves.iter().map(|mv| move_name(board, *mv)).collect();
                command.push_str(&format!(" --moves \"{}\"", names.join(" ")));
            }
        }
        Shown {
            graph: if known { None } else { GraphRecord::of(board) },
            board: name,
            start: diagram_line(board, &start),
            to_move,
            moves: MoveName::all(board, &moves),
            value,
            line: MoveName::all(board, &line),
            told,
            diagram: diagram(board, &start, None).lines().map(|line| line.trim_end().to_string()).collect(),
            command,
        }
    }
}

/// A word for a shell. Positions are made of letters, points and strokes; one that begins with a point needs nothing more.
fn quoted(word: &str) -> String {
    let plain = word.chars().all(|letter| letter.is_ascii_alphanumeric() || "./".contains(letter));
    if plain { word.to_string() } else { format!("\"{word}\"") }
}
