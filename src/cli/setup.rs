//! Which game is meant, and from where: board, ruleset, options, start and past.

use std::fmt::Write;

use clap::Args as ClapArgs;

use super::axes::AxisArgs;
use super::board;
use super::ended::BadInput;
use super::ruleset::{self, Named};
use crate::go::notation::{diagram, parse_position};
use crate::go::record::parse_record;
use crate::go::{Board, Move, Player, Players, Position};
use crate::referee::Referee;
use crate::report::display::{options_text, step};
use crate::report::record::{QuestionRecord, colour};
use crate::rules::{Game, Ruling, State};

/// The board.
#[derive(Debug, ClapArgs)]
pub struct BoardArgs {
    /// The board: ROWSxCOLUMNS, the name of a graph such as cycle:5, or a file of edges
    ///
    /// A grid has at most 64 intersections. Documents on Go often write columns by rows: their 2x1 is 1x2 here. The
    /// graphs are path:N, cycle:N, star:N and complete:N, of N points each, and torus:RxC. A file has two names of points
    /// on each line, which are adjacent.
    #[arg(long, value_name = "BOARD", value_parser = board::read)]
    pub board: Option<Board>,
}

/// Which game, and from where.
#[derive(Debug, ClapArgs)]
pub struct GameArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// The ruleset: solve rules lists them
    ///
    /// Capital and small letters are the same. Some names choose options of a ruleset as well.
    #[arg(long, value_name = "NAME", value_parser = ruleset::parse)]
    pub rules: Option<Named>,
    /// The position at the start, such as X.O/... [default: the empty board]
    ///
    /// Rows from the top, `/` between them: X is Black, O is White, R is Red where three play, `.` is empty. Of a graph,
    /// one letter for each point in their order.
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub start: Option<String>,
    /// Who moves first [default: black]
    #[arg(long, value_name = "PLAYER", value_parser = parse_player)]
    pub to_move: Option<Player>,
    #[command(flatten)]
    pub axes: AxisArgs,
}

/// Which state something is asked about.
#[derive(Debug, ClapArgs)]
pub struct QuestionArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Moves played from the start before the question is asked, such as "B2 A1 pass"
    ///
    /// With white space or commas between them, in capital or small letters. Under rules about repetition they are
    /// part of the state: what they have made occur may be barred.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
}

/// A game with the position that it starts from.
pub struct Setup {
    pub game: Game,
    pub start: Position,
    pub to_move: Player,
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
        let named = self.rules.ok_or_else(|| missing("rules", "a ruleset, see solve rules"))?;
        let (entry, mut options) = (named.entry, named.options);
        for (axis, value) in &self.axes.0 {
            entry.set(&mut options, *axis, value)?;
        }
        entry.check(&options)?;
        let start =
            self.start.as_deref().map_or(Ok(Position::default()), |text| parse_start(&board, text))?;
        if options.players == Players::Two && start.colours()[Player::Red.index()] != 0 {
            let given = self.start.as_deref().unwrap_or_default();
            return Err(BadInput(format!(
                "--start {given:?}: has a stone of Red, expected --players 3 with it"
            )));
        }
        let to_move = self.to_move.unwrap_or(Player::Black);
        if !options.players.all().contains(&to_move) {
            let given = colour(to_move);
            return Err(BadInput(format!(
                "--to-move {given:?}: expected black or white, or --players 3 with it"
            )));
        }
        let (points, most) = (board.points(), (entry.most_points)(&options));
        if points > most {
            return Err(BadInput(format!(
                "--board {board}: {points} intersections, expected at most {most} under {}{}",
                entry.id,
                options_text(entry, &options)
            )));
        }
        Ok(Setup { game: entry.game(board, options), start, to_move })
    }
}

impl QuestionArgs {
    /// The question about the state after the moves.
    pub fn question(&self) -> Result<Question, BadInput> {
        self.game.setup()?.after_moves(self.moves.as_deref())
    }

    /// The same, if two play.
    pub fn of_two(&self, job: &str) -> Result<Question, BadInput> {
        let question = self.question()?;
        match question.setup.game.options.players {
            Players::Two => Ok(question),
            Players::Three => Err(BadInput(format!("--players \"3\": expected 2 for {job}"))),
        }
    }
}

fn missing(flag: &str, expected: &str) -> BadInput {
    BadInput(format!("--{flag} is missing: expected {expected}"))
}

fn parse_player(text: &str) -> Result<Player, String> {
    let named = |player: &&Player| {
        let name = colour(**player);
        text.eq_ignore_ascii_case(name) || text.eq_ignore_ascii_case(&name[..1])
    };
    let found = Players::Three.all().iter().find(named).copied();
    found.ok_or_else(|| "expected black or white, or red where three play".to_string())
}

fn parse_start(board: &Board, text: &str) -> Result<Position, BadInput> {
    parse_position(board, text).map_err(|error| {
        let what = error.to_string();
        let what = what.strip_prefix(&format!("position {text:?}: ")).unwrap_or(&what);
        let hint = turned(board, |board| parse_position(board, text).is_ok());
        BadInput(format!("--start {text:?}: {what}{hint}"))
    })
}

/// A hint, if what was given for a grid would be right on the grid that has its rows and columns exchanged: then the
/// board was probably taken from a document that writes columns by rows.
fn turned(board: &Board, right: impl FnOnce(&Board) -> bool) -> String {
    let (rows, cols) = (board.rows(), board.cols());
    match Board::grid(cols, rows) {
        Ok(other) if board.is_grid() && rows != cols && right(&other) => {
            format!(
                " (--board is rows by columns; a document that writes columns by rows means --board {other})"
            )
        }
        _ => String::new(),
    }
}

impl Setup {
    /// Reads moves played from the start; errors begin with the name of their source.
    pub fn record(&self, source: &str, text: &str) -> Result<Vec<Move>, BadInput> {
        let players = self.game.rules.properties().players;
        let read = |board: &Board| parse_record(board, text, self.to_move, players);
        read(&self.game.board).map_err(|error| {
            let hint = turned(&self.game.board, |board| read(board).is_ok());
            BadInput(format!("{source}{}{hint}", error.in_a_text_of(text)))
        })
    }

    /// The question about the state after the moves of `--moves`.
    fn after_moves(self, text: Option<&str>) -> Result<Question, BadInput> {
        let moves = self.record("--moves: ", text.unwrap_or_default())?;
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
        let state = referee.state().clone();
        drop(referee);
        Ok(Question { setup: self, moves, state })
    }
}

/// A state that something is asked about.
pub struct Question {
    pub setup: Setup,
    /// The moves played from the start.
    pub moves: Vec<Move>,
    /// The state after them.
    pub state: State,
}

impl Question {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.setup.game.board
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Player {
        let players = self.setup.game.options.players;
        self.moves.iter().fold(self.setup.to_move, |mover, _| players.next(mover))
    }

    /// The state as a player sees it who takes himself for Black.
    pub fn seen_by(&self, viewer: Player) -> State {
        let Setup { game, start, to_move } = &self.setup;
        let mut state = game.seen_by(viewer, *start, *to_move);
        for mv in &self.moves {
            let made = game.legal(&state).into_iter().find(|(legal, _)| legal == mv);
            let Some((_, Ruling::Leads(next))) = made else {
                unreachable!("the moves were played by the referee");
            };
            state = next;
        }
        state
    }

    /// A referee who has played the moves.
    pub fn referee(&self) -> Referee<'_> {
        let Setup { game, start, to_move } = &self.setup;
        let mut referee = Referee::new(game, *start, *to_move);
        for mv in &self.moves {
            referee.play(*mv).expect("the moves have been played before");
        }
        referee
    }

    /// The question as JSON has it.
    pub fn record(&self) -> QuestionRecord {
        let Setup { game, start, to_move } = &self.setup;
        QuestionRecord::of(game, start, *to_move, &self.moves)
    }

    /// Writes the game, whose turn it is, and the position.
    pub fn describe(&self, text: &mut String) {
        let Setup { game, .. } = &self.setup;
        let options = options_text(game.entry, &game.options);
        let _ =
            writeln!(text, "{} {}{options}, {} to move\n", game.board, game.entry.id, self.mover().name());
        let last = self.moves.last().and_then(|mv| mv.placed());
        let _ = writeln!(text, "{}", diagram(&game.board, &self.state.key.position, last));
    }

    /// Writes a line that begins here with a diagram after each stone.
    pub fn draw(&self, line: &[Move], text: &mut String) {
        let mut referee = self.referee();
        for mv in line {
            let made = referee.play(*mv).expect("a line is made of legal moves");
            text.push('\n');
            step(self.board(), &made, text);
        }
        text.push('\n');
    }
}
