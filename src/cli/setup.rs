//! Which game is meant, and from where: board, ruleset, options, start and past.

use clap::Args as ClapArgs;

use super::BadInput;
use crate::go::notation::parse_position;
use crate::go::record::parse_record;
use crate::go::{Move, Player, Position, Topology};
use crate::rules::options::Axis;
use crate::rules::referee::Referee;
use crate::rules::{Game, State, catalogue};
use crate::words::options_text;

/// Which game, and from where.
#[derive(Debug, ClapArgs)]
pub struct GameArgs {
    /// The board: ROWSxCOLUMNS, at most 64 intersections; path:N, cycle:N, star:N or complete:N, N points each;
    /// torus:RxC; or a file of edges, two names on each line
    #[arg(long, value_name = "BOARD")]
    pub board: Option<String>,
    /// The ruleset: see `solve rules`
    #[arg(long, value_name = "NAME")]
    pub rules: Option<String>,
    /// The position at the start: rows from the top, `/` between them, X Black, O White, . empty; of a graph, one
    /// letter for each point in their order
    #[arg(long, value_name = "POSITION")]
    pub start: Option<String>,
    /// Who moves first [default: black]
    #[arg(long, value_name = "PLAYER")]
    pub to_move: Option<String>,
    /// Suicide: forbidden, allowed or multi-stone [default: that of the ruleset]
    #[arg(long, value_name = "HOW")]
    pub suicide: Option<String>,
    /// Scoring: area or territory [default: area]
    #[arg(long, value_name = "HOW")]
    pub scoring: Option<String>,
    /// What makes a position occur, where a pass lifts the ban: stands, produced or produced-ko
    /// [default: stands]
    #[arg(long, value_name = "READING")]
    pub lift: Option<String>,
    /// What a game without end is, where there is one: no-result, draw, black or white
    /// [default: that of the ruleset]
    #[arg(long, value_name = "HOW")]
    pub cycles: Option<String>,
    /// How many times a stopped game may be continued, under jann: 0, 1, 2 or 3 [default: 2]
    #[arg(long, value_name = "COUNT")]
    pub continuations: Option<String>,
    /// By how many stones a player may have lost more before he has run out of them, under jann: all
    /// (intersections), half, double or unlimited [default: all]
    #[arg(long, value_name = "SUPPLY")]
    pub stones: Option<String>,
    /// Whether a continuation may be played with modified ko, under jann: on-demand or ignored
    /// [default: on-demand]
    #[arg(long, value_name = "WHEN")]
    pub modified_ko: Option<String>,
    /// Who moves first where a chain is claimed to be dead, under jann with territory scoring: owner, claimant or
    /// turn [default: owner]
    #[arg(long, value_name = "WHO")]
    pub confirmation: Option<String>,
    /// Which superko, where the ruleset leaves it open: positional or situational [default: positional]
    #[arg(long, value_name = "WHICH")]
    pub superko: Option<String>,
    /// Which passes cost a stone, under nieminen: always or after-stop [default: always]
    #[arg(long, value_name = "WHEN")]
    pub pass_stones: Option<String>,
    /// What a dispute does to the past, under nieminen: kept or cleared [default: kept]
    #[arg(long, value_name = "HOW")]
    pub dispute_past: Option<String>,
}

/// A game with the position that it starts from.
pub struct Setup {
    pub game: Game,
    pub start: Position,
    pub to_move: Player,
}

impl GameArgs {
    /// The board.
    pub fn board(&self) -> Result<Topology, BadInput> {
        let board = self.board.as_deref();
        let board = board.ok_or_else(|| missing("board", "ROWSxCOLUMNS, for example --board 2x3"))?;
        super::board::read(board)
    }

    /// The game and its start.
    pub fn setup(&self) -> Result<Setup, BadInput> {
        let board = self.board()?;
        let name = self.rules.as_deref().ok_or_else(|| missing("rules", "a ruleset, see solve rules"))?;
        let (entry, mut options) = catalogue::find(name)?;
        for axis in Axis::ALL {
            let given = match axis {
                Axis::Suicide => &self.suicide,
                Axis::Scoring => &self.scoring,
                Axis::Lift => &self.lift,
                Axis::Cycles => &self.cycles,
                Axis::Continuations => &self.continuations,
                Axis::Stones => &self.stones,
                Axis::ModifiedKo => &self.modified_ko,
                Axis::Confirmation => &self.confirmation,
                Axis::Superko => &self.superko,
                Axis::PassStones => &self.pass_stones,
                Axis::DisputePast => &self.dispute_past,
            };
            if let Some(value) = given {
                entry.set(&mut options, axis, value)?;
            }
        }
        entry.agree(&options)?;
        let start = match &self.start {
            Some(text) => parse_position(&board, text)?,
            None => Position::default(),
        };
        let to_move = match self.to_move.as_deref().map(str::to_ascii_lowercase).as_deref() {
            None | Some("black" | "b") => Player::Black,
            Some("white" | "w") => Player::White,
            Some(_) => {
                let given = self.to_move.as_deref().unwrap_or_default();
                return Err(BadInput(format!("--to-move {given:?}: expected black or white")));
            }
        };
        if board.points() > entry.most_points(&options) {
            let (points, most) = (board.points(), entry.most_points(&options));
            return Err(BadInput(format!(
                "board {board}: {points} intersections, expected at most {most} under {}{}",
                entry.id,
                options_text(entry, &options)
            )));
        }
        Ok(Setup { game: entry.game(board, options), start, to_move })
    }
}

fn missing(flag: &str, expected: &str) -> BadInput {
    BadInput(format!("--{flag} is missing: expected {expected}"))
}

impl Setup {
    /// Reads moves played from the start.
    pub fn record(&self, text: &str) -> Result<Vec<Move>, BadInput> {
        Ok(parse_record(&self.game.board, text, self.to_move)?)
    }

    /// The state after the moves of `--moves`, and those moves.
    pub fn after_moves(&self, text: Option<&str>) -> Result<(State, Vec<Move>), BadInput> {
        let moves = self.record(text.unwrap_or_default())?;
        let mut referee = Referee::new(&self.game, self.start, self.to_move);
        for mv in &moves {
            referee.play(*mv).map_err(|illegal| BadInput(format!("--moves: {illegal}")))?;
        }
        if referee.ended().is_some() {
            let made = referee.made();
            return Err(BadInput(format!(
                "--moves: move {made} ends the game, expected a game that goes on"
            )));
        }
        Ok((referee.state().clone(), moves))
    }
}
