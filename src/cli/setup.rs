//! Which game is meant, and from where: board, ruleset, options, start and past.

use clap::Args as ClapArgs;

use super::axes::AxisArgs;
use super::board;
use super::ended::BadInput;
use super::known;
use super::ruleset::{self, Named};
use crate::ask::{Fault, Question, Setup};
use crate::go::{Board, Player, Players};
use crate::report::record::colour;
use crate::rules::axes::Options;
use crate::rules::entry::Entry;

/// The board.
#[derive(Debug, Clone, ClapArgs)]
pub struct BoardArgs {
    /// The board: ROWSxCOLUMNS, a graph such as cycle:5, or a file of edges
    ///
    /// A grid has at most 64 intersections. Documents on Go often write columns by rows: their 2x1 is 1x2 here. The
    /// graphs are path:N, cycle:N, star:N and complete:N, of N points each, and torus:RxC. A file has two names of points
    /// on each line, which are adjacent.
    #[arg(long, value_name = "BOARD", value_parser = known::boards(board::read), hide_possible_values = true)]
    pub board: Option<Board>,
}

/// Which game, and from where.
#[derive(Debug, Clone, ClapArgs)]
pub struct GameArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// The ruleset: solve rules lists them; or a rules file, such as draft.toml
    ///
    /// Capital and small letters are the same. Some names choose options of a ruleset as well. solve rules --new writes a
    /// rules file to begin with.
    #[arg(long, value_name = "NAME", value_parser = known::rulesets(ruleset::parse), hide_possible_values = true)]
    pub rules: Option<Named>,
    /// The position at the start, such as X.O/..., or a diagram [default: the empty board]
    ///
    /// Rows from the top, `/` between them: X is Black, O is White, `.` is empty, and where more than two play R is Red,
    /// G is Green, Y is Yellow and V is Violet. Of a graph, one letter for each point in their order. Or a diagram, as
    /// this program, GNU Go and Sensei's Library have it: a row in each line, with or without spaces, coordinates and
    /// borders.
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub start: Option<String>,
    /// Who moves first [default: black]
    #[arg(long, value_name = "PLAYER", value_parser = parse_player)]
    pub to_move: Option<Player>,
    #[command(flatten)]
    pub axes: AxisArgs,
}

/// Which state something is asked about.
#[derive(Debug, Clone, ClapArgs)]
pub struct QuestionArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Moves made before the question is asked, such as "B2 A1 pass"
    ///
    /// With white space or commas between them, in capital or small letters. Under rules about repetition they are
    /// part of the state: what they have made occur may be barred.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
}

/// The parts of a question are the flags of the command line.
pub fn flag(fault: Fault) -> BadInput {
    BadInput(format!("--{fault}"))
}

impl BoardArgs {
    /// The board.
    pub fn board(&self) -> Result<Board, BadInput> {
        self.board.clone().ok_or_else(|| missing("board", "ROWSxCOLUMNS, for example --board 2x3"))
    }
}

impl GameArgs {
    /// The game and its start.
    pub fn setup(&self) -> Result<Setup, BadInput> {
        let board = self.board.board()?;
        let (entry, options) = self.ruleset(None)?;
        Setup::new(board, entry, options, self.start.as_deref(), self.to_move).map_err(flag)
    }

    /// The ruleset with its options: of --rules, or else of the record that is read.
    pub fn ruleset(&self, of_the_record: Option<Named>) -> Result<(&'static Entry, Options), BadInput> {
        let named = self.rules.or(of_the_record);
        let named = named.ok_or_else(|| missing("rules", "a ruleset, see solve rules"))?;
        let Named { entry, options } = self.axes.set(named)?;
        Ok((entry, options))
    }
}

impl QuestionArgs {
    /// Whether moves are given: an empty list is none.
    pub fn has_moves(&self) -> bool {
        let empty = |moves: &str| moves.chars().all(|letter| letter.is_whitespace() || letter == ',');
        self.moves.as_deref().is_some_and(|moves| !empty(moves))
    }

    /// Refuses moves beside options that are about other states, each with whether it is given.
    pub fn refuse_moves(&self, beside: &[(&str, bool)]) -> Result<(), BadInput> {
        match beside.iter().find(|(_, given)| *given && self.has_moves()) {
            Some((flag, _)) => {
                Err(BadInput(format!("--{flag} cannot be used with --moves (see solve --help)")))
            }
            None => Ok(()),
        }
    }

    /// The question about the state after the moves.
    pub fn question(&self) -> Result<Question, BadInput> {
        let setup = self.game.setup()?;
        let moves = setup.record(self.moves.as_deref().unwrap_or_default());
        setup.after(moves.map_err(|what| BadInput(format!("--moves: {what}")))?).map_err(flag)
    }

    /// The same, if two play.
    pub fn of_two(&self, job: &str) -> Result<Question, BadInput> {
        let question = self.question()?;
        match question.setup.game.options.players {
            Players::Two => Ok(question),
            players => Err(BadInput(format!("--players \"{}\": expected 2 for {job}", players.count()))),
        }
    }
}

impl AxisArgs {
    /// A ruleset with the options that the user has given.
    pub fn set(&self, named: Named) -> Result<Named, BadInput> {
        let Named { entry, mut options } = named;
        for (axis, value) in &self.0 {
            entry.set(&mut options, *axis, value)?;
        }
        entry.check(&options)?;
        Ok(Named { entry, options })
    }
}

fn missing(flag: &str, expected: &str) -> BadInput {
    BadInput(format!("--{flag} is missing: expected {expected}"))
}

pub fn parse_player(text: &str) -> Result<Player, String> {
    let named = |player: &&Player| {
        let name = colour(**player);
        text.eq_ignore_ascii_case(name) || text.eq_ignore_ascii_case(&name[..1])
    };
    let found = Player::COLOURS.iter().find(named).copied();
    found.ok_or_else(|| {
        "expected black or white, or red, green, yellow or violet where so many play".to_string()
    })
}
