//! What certificates are to prove of results: making a certificate, and comparing one with what the
//! result says.
//!
//! A certificate is made on one thread within the limit of nodes that a result has, and has neither
//! a name nor a time in it, so its bytes are the same everywhere. None is kept that the checker has
//! not accepted.

use std::fmt::Write;
use std::io::Cursor;

use superko_certificate::conclusion::Proved;
use superko_certificate::text;
use superko_certificate::verify::{Verified, verify};

use super::jobs::MEMORY;
use super::manifest::{Evidence, MANIFEST, Made, Proves};
use super::plan::Task;
use super::rulesets;
use superko_go::notation::{diagram_line, move_name};
use superko_go::{Board, Player, Players, Position};
use superko_prove::{self as prove, prove};
use superko_query::report::records::FinitePlay;
use superko_rules::{Game, Line};
use superko_solve::{Budget, Value};
use superko_store::sums::sum;

/// A state with what a result says of it.
#[derive(Debug, Clone)]
pub struct Stated {
    /// The state.
    pub line: Line,
    /// Its value.
    pub value: Option<Value>,
    /// The interval that can be forced in finite play, if the result has one.
    pub finite_play: Option<FinitePlay>,
}

/// Statement that a certificate is to prove of a result.
pub struct Statement {
    /// The board and the variant.
    pub task: Task,
    /// The game.
    pub game: Game,
    /// How much is stated.
    pub proves: Proves,
    /// The states with their values.
    pub states: Vec<Stated>,
    /// The file that says so.
    pub file: String,
    /// The path that the certificate has in the folder.
    pub path: String,
}

/// Name of a state in a certificate.
fn state(board: &Board, line: &Line) -> String {
    let mover = line.to_move.name().to_lowercase();
    let moves: Vec<String> = line.moves.iter().map(|mv| move_name(board, *mv)).collect();
    let after = if moves.is_empty() { String::new() } else { format!(" after {}", moves.join(",")) };
    format!("{} {mover}{after}", diagram_line(board, &line.start))
}

/// Difference between a result and its proof about finite play.
fn other_finite_play(said: &FinitePlay, proved: &Proved) -> Option<&'static str> {
    let can_end = [!said.white_can_force_no_result, !said.black_can_force_no_result];
    if proved.interval() != Some((said.low, said.high)) {
        return Some("proves another interval of finite play");
    }
    let proved_end = [0, 1].map(|player| proved.forces_end(player));
    (proved_end != can_end.map(Some)).then_some("proves otherwise who can force an end")
}

impl Statement {
    /// The command that makes the certificate.
    pub fn command(&self) -> String {
        let (board, variant) = (self.task.board_name(), self.task.variant());
        let players = match variant.options.players {
            Players::Two => String::new(),
            more => format!(" --players {}", more.count()),
        };
        let (rules, more) = (rulesets::written(&variant), self.proves.arguments());
        let start = match (self.task.item_name(), self.states.first()) {
            ("", _) | (_, None) => players,
            (_, Some(stated)) => self.start(&stated.line),
        };
        let name = match self.task.item_name() {
            "" => format!("{}-{}", self.task.folder(), rulesets::name(&variant)),
            name => name.to_string(),
        };
        format!("solve prove --board {board} --rules {rules}{start}{more} --out {name}.cert")
    }

    /// The options that name a state, each with a space before it.
    fn start(&self, line: &Line) -> String {
        let board = &self.game.board;
        let mut options = String::new();
        if line.start != Position::default() {
            let _ = write!(options, " --start {}", diagram_line(board, &line.start));
        }
        if line.to_move == Player::White {
            options.push_str(" --to-move white");
        }
        if !line.moves.is_empty() {
            let moves: Vec<String> = line.moves.iter().map(|mv| move_name(board, *mv)).collect();
            let _ = write!(options, " --moves {}", moves.join(","));
        }
        options
    }

    /// First reason why a verified certificate does not prove all that is stated.
    fn fault(&self, verified: &Verified) -> Option<String> {
        let (game, file) = (&self.game, &self.file);
        let (found, wanted) = (&verified.header, prove::header(game));
        if !wanted.as_ref().is_some_and(|wanted| found.has_game_of(wanted)) {
            let wanted = wanted.map_or_else(|| self.task.name(), |header| text::game(&header));
            return Some(format!("is about {}, expected {wanted}", text::game(found)));
        }
        self.states.iter().find_map(|stated| {
            let state = state(&game.board, &stated.line);
            let proved = verified.proved.get(&state);
            let found = proved.and_then(Proved::value).map(|value| value.to_string());
            let value = stated.value.map(|value| value.to_string());
            if value.is_some() && value == found {
                let other = other_finite_play(stated.finite_play.as_ref()?, proved?)?;
                return Some(format!("{other} of {state} than {file} gives"));
            }
            let value = value.unwrap_or("none".to_string());
            Some(match found {
                Some(found) => format!("proves that the value of {state} is {found}, {file} gives {value}"),
                None => format!("does not prove the value of {state}, {file} gives {value}"),
            })
        })
    }

    /// Text of all that a verified certificate is compared with: the game, clause by clause, and
    /// what is said of each state.
    pub fn compared(&self) -> String {
        let mut text = format!("{:?} {:?} {}\n", self.proves, prove::header(&self.game), self.file);
        for Stated { line, value, finite_play } in &self.states {
            let _ = writeln!(text, "{} {value:?} {finite_play:?}", state(&self.game.board, line));
        }
        text
    }

    /// Verifies a certificate of the folder, which has `listed` lemmas by the manifest, and
    /// compares it with what is stated. Returns what is wrong, if anything.
    pub fn check(&self, listed: u64, certificate: &[u8]) -> Option<String> {
        let verified = match verify(Cursor::new(certificate.to_vec()), MEMORY) {
            Ok(verified) => verified,
            Err(refused) => return Some(format!("not verified: {}: {}", refused.place, refused.why)),
        };
        let other = format!("has {} lemmas, {MANIFEST} says {listed}", verified.lemmas);
        self.fault(&verified).or((verified.lemmas != listed).then_some(other))
    }

    /// Makes a certificate, which is stored if it has at most `max_bytes`. There is none where the
    /// format does not know the game, or the budget is spent.
    ///
    /// # Errors
    /// The certificate that was made is not right, and why.
    pub fn make(&self, max_bytes: usize, budget: &Budget) -> Result<Made, String> {
        let lines: Vec<Line> = self.states.iter().map(|stated| stated.line.clone()).collect();
        let Ok(proof) = prove(&self.game, &lines, None, budget) else { return Ok(Made::SEARCH) };
        let wrong = |why: String| {
            format!("{}: the certificate made is not right, please report it: {why}", self.path)
        };
        let mut bytes = Vec::new();
        proof.write_binary(&mut bytes).map_err(|error| wrong(error.to_string()))?;
        let verified = verify(Cursor::new(bytes.clone()), MEMORY)
            .map_err(|refused| wrong(format!("{}: {}", refused.place, refused.why)))?;
        if let Some(why) = self.fault(&verified) {
            return Err(wrong(format!("it {why}")));
        }
        Ok(stored(bytes, max_bytes, &self.path, (self.proves, verified.lemmas), || self.command()))
    }
}

/// A certificate that was made: stored under a path if it has at most `max_bytes`, else named by
/// its sum and the command that makes it again.
pub fn stored(
    bytes: Vec<u8>,
    max_bytes: usize,
    path: &str,
    (proves, lemmas): (Proves, u64),
    command: impl FnOnce() -> String,
) -> Made {
    if bytes.len() <= max_bytes {
        let evidence = Evidence::Certificate { path: path.to_string(), proves, lemmas };
        return Made { evidence, certificate: Some(bytes) };
    }
    let (sha256, command) = (sum(&bytes), command());
    let evidence = Evidence::Remade { proves, lemmas, bytes: bytes.len(), sha256, command };
    Made { evidence, certificate: None }
}
