//! A program at a node: the moves that have been made in it, and what it takes to be legal there.

use std::collections::BTreeSet;

use super::program::{Fault, Program};
use superko_go::Player;
use superko_go::bits::{PointSet, Words};
use superko_go::board::{Board, BoardError};
use superko_go::notation::move_name;
use superko_go::player::Move;
use superko_rules::game::Game;
use superko_rules::{Points, Refereed, Rules};

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
    /// The number of intersections.
    pub fn points(self) -> usize {
        self.rows * self.cols
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

impl<const N: usize> Size for Words<N> {
    fn board(sides: Sides) -> Result<Board<Words<N>>, BoardError> {
        Board::large(sides.rows, sides.cols)
    }
}

/// The way in which a program is asked which moves are legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// By `kata-raw-nn`, an extension of KataGo: one reply has the moves that the program may choose
    /// from.
    RawNn,
    /// By `is_legal`, move by move.
    IsLegal,
    /// Each move is played and taken back.
    Play,
}

impl Asked {
    /// The name of the command.
    pub fn command(self) -> &'static str {
        match self {
            Asked::RawNn => "kata-raw-nn",
            Asked::IsLegal => "is_legal",
            Asked::Play => "play",
        }
    }

    /// The first that is among the commands of a program. Some programs accept by `play` what their
    /// own rules bar, so that it comes last.
    fn of(known: &BTreeSet<&str>) -> Asked {
        let all = [Asked::RawNn, Asked::IsLegal];
        all.into_iter().find(|asked| known.contains(asked.command())).unwrap_or(Asked::Play)
    }
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
    /// How the program is asked which moves are legal.
    pub asked_by: Asked,
    undo: bool,
    at: Moves<S>,
}

impl<S: PointSet> Session<S> {
    /// Sets up the board in a program that has been started. Without `asked` the program is asked
    /// by the first command that it has.
    ///
    /// # Errors
    /// [`Fault`]: the program refuses the board, or gives no reply.
    pub fn open(
        mut program: Program,
        board: Board<S>,
        first: Player,
        asked: Option<Asked>,
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
        let asked_by = asked.unwrap_or_else(|| Asked::of(&known));
        let undo = known.contains("undo");
        let mut session = Session { program, board, first, asked_by, undo, at: Vec::new() };
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
        if self.asked_by == Asked::RawNn {
            let policy = self.policy()?;
            let stones = self.board.all().zip(policy.points).filter(|(_, legal)| *legal);
            legal.extend(stones.map(|(point, _)| Move::Place(point)));
            let pass = policy.pass.map_or_else(|| self.accepts(Move::Pass), Ok)?;
            legal.extend(pass.then_some(Move::Pass));
            return Ok(legal);
        }
        for mv in all_moves(&self.board) {
            let taken = if self.asked_by == Asked::IsLegal { self.is_legal(mv)? } else { self.accepts(mv)? };
            legal.extend(taken.then_some(mv));
        }
        Ok(legal)
    }

    /// What `kata-raw-nn` says of the player who moves next. (That is whose turn it is by the moves
    /// made. Before the first move the program may take it to be Black's; on the empty board the same
    /// moves are legal for both.)
    fn policy(&mut self) -> Result<Policy, Fault> {
        let command = "kata-raw-nn 0";
        let reply = self.program.demand(command)?;
        Policy::read(&reply, self.board.points()).map_err(|line| Fault::Garbage {
            command: command.to_string(),
            line,
            expected: "the word policy with a probability for each intersection, or NAN where a stone is illegal",
        })
    }

    fn is_legal(&mut self, mv: Move<S::Point>) -> Result<bool, Fault> {
        let player = self.player(self.at.len()).name().to_lowercase();
        let command = format!("is_legal {player} {}", move_name(&self.board, mv));
        match self.program.ask(&command)? {
            Ok(reply) => match reply.trim() {
                "1" | "true" => Ok(true),
                "0" | "false" => Ok(false),
                _ => Err(Fault::Garbage { command, line: format!("= {reply}"), expected: "0 or 1" }),
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

    /// The score by `final_score`, if the program gives one.
    ///
    /// # Errors
    /// [`Fault`]: the program gives no reply.
    pub fn score(&mut self) -> Result<Option<Points>, Fault> {
        Ok(self.program.ask("final_score")?.ok().and_then(|reply| read_score(&reply)))
    }
}

// --- Replies ---

/// Which moves have a probability in a reply to `kata-raw-nn`: the others are illegal.
#[derive(Debug, PartialEq, Eq)]
struct Policy {
    /// By intersection.
    points: Vec<bool>,
    /// `None` if the reply has no word for passes, as in early versions.
    pass: Option<bool>,
}

impl Policy {
    /// Reads a reply. It is a list of keys, each followed by its values, in any order and with any
    /// white space between them; other keys than `policy` and `policyPass` are passed over.
    ///
    /// Error: what the reply has in place of the policy of a board of `points` intersections.
    fn read(reply: &str, points: usize) -> Result<Policy, String> {
        let after = |key: &str| {
            let mut words = reply.split_whitespace();
            words.find(|word| *word == key).map(|_| words)
        };
        let values = after("policy").ok_or("a reply without the word policy")?;
        let values: Vec<Option<bool>> = values.map(has_probability).take_while(Option::is_some).collect();
        let found: Vec<bool> = values.into_iter().flatten().collect();
        if found.len() != points {
            return Err(format!("policy with {} probabilities for {points} intersections", found.len()));
        }
        let pass = match after("policyPass").map(|mut words| words.next()) {
            Some(word) => Some(word.and_then(has_probability).ok_or("policyPass without a probability")?),
            None => None,
        };
        Ok(Policy { points: found, pass })
    }
}

/// Whether a word is a probability, and not the mark of an illegal move; `None` if it is neither.
/// What is written for a number that could not be worked out (`nan`) is neither.
fn has_probability(word: &str) -> Option<bool> {
    match word.parse::<f64>() {
        _ if word == "NAN" => Some(false),
        Ok(number) if (0.0..=1.001).contains(&number) => Some(true),
        _ => None,
    }
}

/// Reads a score of the protocol.
fn read_score(text: &str) -> Option<Points> {
    let text = text.split_whitespace().next()?;
    if ["0", "draw", "jigo"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Some(Points::from_integer(0));
    }
    let (colour, number) = text.split_once('+')?;
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let part = part.trim_end_matches('0');
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 4 || part.len() > 3 || !digits(whole) || !digits(part) {
        return None;
    }
    let points = Points::new(format!("{whole}{part}").parse().ok()?, 10_i32.pow(part.len() as u32));
    match colour {
        "B" | "b" => Some(points),
        "W" | "w" => Some(-points),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_is_read_in_any_order_and_with_any_white_space() {
        let read = |reply: &str| Policy::read(reply, 4);
        let policy = |points: [bool; 4], pass| Ok(Policy { points: points.to_vec(), pass });
        let katago = "symmetry 0\nwhiteWin 0.512\nwhiteLead -0.250\npolicy\n0.250000     NAN \n    NAN 0.000000 \n\
                      policyPass 0.750000\nwhiteOwnership\n0.1 -0.2 \n 0.3 NAN \n";
        assert_eq!(read(katago), policy([true, false, false, true], Some(true)));
        let other = "whiteOwnership 1 1 1 1 policyPass NAN policy 1e-7 0.5 NAN NAN newKey 3 whiteWin 0.5";
        assert_eq!(read(other), policy([true, true, false, false], Some(false)));
        assert_eq!(read("policy NAN NAN NAN NAN"), policy([false; 4], None));
        for (reply, expected) in [
            ("", "without the word policy"),
            ("policyPass 0.5", "without the word policy"),
            ("policy 0.1 0.2 0.3 whiteOwnership 1 1 1 1", "policy with 3 probabilities"),
            ("policy 0.1 0.2 0.3 0.1 0.1", "policy with 5 probabilities"),
            ("policy 0.1 0.2 0.3 nan", "policy with 3 probabilities"),
            ("policy 0.1 0.2 0.3 -0.4", "policy with 3 probabilities"),
            ("policy 0.1 0.2 0.3 0.4 policyPass", "policyPass without"),
            ("policy 0.1 0.2 0.3 0.4 policyPass x", "policyPass without"),
        ] {
            let error = read(reply).unwrap_err();
            assert!(error.contains(expected), "{reply}: {error}");
        }
    }

    #[test]
    fn scores_are_those_of_the_protocol() {
        let points = |numer, denom| Some(Points::new(numer, denom));
        for (text, score) in [
            ("B+3.5", points(7, 2)),
            ("W+2", points(-2, 1)),
            ("W+0.50", points(-1, 2)),
            ("0", points(0, 1)),
            ("Draw", points(0, 1)),
            ("B+4.0 (upper bound: 5.0)", points(4, 1)),
        ] {
            assert_eq!(read_score(text), score, "{text}");
        }
        for text in ["", "B", "B+", "B+R", "+3", "B+1.2345", "X+1", "B+12345", "B+1e3"] {
            assert_eq!(read_score(text), None, "{text}");
        }
    }
}
