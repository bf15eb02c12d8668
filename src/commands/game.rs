//! Which game is meant, and from where: board, ruleset, options, start and past, by options, by
//! words or by a record in SGF.

use std::path::Path;

use clap::Args as ClapArgs;

use super::exit::CommandError;
use super::io::{add_line, is_named_sgf, read_bytes, read_text};
use super::ruleset::{self, AxisArgs};
use superko_go::board::{AnyBoard, LargeSet, MAX_POINTS, OfSize, parse_edges};
use superko_go::player::Move;
use superko_go::{Board, BoardError, Player, Players};
use superko_query::ask::{Question, QuestionError};
use superko_query::report::records::{SourceRecord, colour};
use superko_query::sgf::game::{Choice, Record, Variation, read_of_any_size};
use superko_query::sgf::parse::MAX_BYTES;
use superko_rules::{Refereed, Rules};

type LargeBoard = superko_go::board::Board<LargeSet>;
type LargeQuestion = Question<LargeSet>;

// --- `--board`: the name of a board, or a file of edges ---

/// Board of a name, else of a file. A name of a board is never taken for a file, so one that is
/// called `2x3` must be given as `./2x3`. Error: what is wrong and what was expected, without the
/// name.
fn read_board(name: &str) -> Result<AnyBoard, String> {
    AnyBoard::parse(name).or_else(|error| match error {
        BoardError::Syntax(_) if Path::new(name).exists() => read_file(name).map(OfSize::Solved),
        _ => {
            let what = error.to_string();
            let what = what.strip_prefix(&format!("board {name:?}: ")).unwrap_or(&what);
            let file = matches!(error, BoardError::Syntax(_));
            let file = if file { ", or a file of edges (there is no file of that name)" } else { "" };
            Err(format!("{what}{file}"))
        }
    })
}

fn read_file(path: &str) -> Result<Board, String> {
    let text = read_text(path).map_err(|error| format!("{error}, expected a text with one edge a line"))?;
    let stem =
        Path::new(path).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    // The name is part of a line of output.
    let stem: String =
        stem.chars().map(|c| if c.is_control() || c.is_whitespace() { '_' } else { c }).collect();
    parse_edges(&stem, &text).map_err(|error| error.to_string())
}

// --- Board, ruleset, options, start and past ---

/// The board.
#[derive(Debug, Clone, ClapArgs)]
pub struct BoardArgs {
    /// The board: ROWSxCOLUMNS, a graph such as cycle:5, or a file of edges
    ///
    /// A grid that is solved has at most 64 intersections; games are refereed on grids of up to
    /// 52x52. Documents on Go often write columns by rows: their 2x1 is 1x2 here. The graphs are path:N, cycle:N, star:N and complete:N, of N points each, and
    /// torus:RxC. A file has two names of points on each line, which are adjacent.
    #[arg(long, value_name = "BOARD", value_parser = ruleset::with_board_names(read_board), hide_possible_values = true)]
    pub board: Option<AnyBoard>,
}

/// Which game, and from where.
#[derive(Debug, Clone, ClapArgs)]
pub struct GameArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// The ruleset: solve rules lists them; or a rules file, such as draft.toml
    ///
    /// Capital and small letters are the same. Some names choose options of a ruleset as well.
    /// solve rules --new writes a rules file to begin with.
    #[arg(long, value_name = "NAME", value_parser = ruleset::with_ruleset_names(ruleset::parse), hide_possible_values = true)]
    pub rules: Option<Rules>,
    /// The position at the start, such as X.O/..., or a diagram [default: the empty board]
    ///
    /// Rows from the top, `/` between them: X is Black, O is White, `.` is empty, and where more
    /// than two play R is Red, G is Green, Y is Yellow and V is Violet. Of a graph, one letter for
    /// each point in their order. Or a diagram, as this program, GNU Go and Sensei's Library have
    /// it: a row in each line, with or without spaces, coordinates and borders.
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
    /// With white space or commas between them, in capital or small letters. Under rules about
    /// repetition they are part of the state: what they have made occur may be banned.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
}

/// Error in a part of a question, whose name is that of its flag.
pub fn flag_error(fault: QuestionError) -> CommandError {
    CommandError(format!("--{fault}"))
}

impl BoardArgs {
    /// A board that is solved. Error: none is given, or a larger one.
    pub fn board(&self) -> Result<Board, CommandError> {
        match self.any_board()? {
            OfSize::Solved(board) => Ok(board),
            OfSize::Large(board) => Err(CommandError(format!("--board {}", too_large(&board)))),
        }
    }

    fn any_board(&self) -> Result<AnyBoard, CommandError> {
        self.board.clone().ok_or_else(|| missing_flag("board", "ROWSxCOLUMNS, for example --board 2x3"))
    }
}

/// The reason why nothing is solved on a board on which games are refereed.
fn too_large(board: &LargeBoard) -> String {
    format!(
        "{:?}: {} intersections are too many: at most {MAX_POINTS}, and about 16 are solved from the empty board \
         (docs/limits.md); games on larger boards are refereed by solve replay and solve gtp",
        board.to_string(),
        board.points()
    )
}

impl GameArgs {
    /// Game and starting position.
    pub fn setup(&self) -> Result<Question, CommandError> {
        self.on(self.board.board()?)
    }

    /// Game and starting position on a board of any size, to be refereed.
    pub fn setup_of_any_size(&self) -> Result<OfSize<Question, LargeQuestion>, CommandError> {
        Ok(match self.board.any_board()? {
            OfSize::Solved(board) => OfSize::Solved(self.on(board)?),
            OfSize::Large(board) => OfSize::Large(self.on(board)?),
        })
    }

    fn on<S: Refereed>(&self, board: superko_go::board::Board<S>) -> Result<Question<S>, CommandError> {
        Question::new(board, self.ruleset(None)?, self.start.as_deref(), self.to_move).map_err(flag_error)
    }

    /// Ruleset with its options: of --rules, or else of the record that is read.
    pub fn ruleset(&self, of_the_record: Option<Rules>) -> Result<Rules, CommandError> {
        let named = self.rules.or(of_the_record);
        self.axes.set(named.ok_or_else(|| missing_flag("rules", "a ruleset, see solve rules"))?)
    }
}

impl QuestionArgs {
    /// Whether moves are given: an empty list is none.
    pub fn has_moves(&self) -> bool {
        let empty = |moves: &str| moves.chars().all(|letter| letter.is_whitespace() || letter == ',');
        self.moves.as_deref().is_some_and(|moves| !empty(moves))
    }

    /// Refuses moves beside options that are about other states, each with whether it is given.
    pub fn refuse_moves(&self, beside: &[(&str, bool)]) -> Result<(), CommandError> {
        match beside.iter().find(|(_, given)| *given && self.has_moves()) {
            Some((flag, _)) => {
                Err(CommandError(format!("--{flag} cannot be used with --moves (see solve --help)")))
            }
            None => Ok(()),
        }
    }

    /// Question about the state after the moves.
    pub fn question(&self) -> Result<Question, CommandError> {
        self.after(self.game.setup()?)
    }

    /// Question about the state after the moves, on a board of any size.
    pub fn question_of_any_size(&self) -> Result<OfSize<Question, LargeQuestion>, CommandError> {
        Ok(match self.game.setup_of_any_size()? {
            OfSize::Solved(setup) => OfSize::Solved(self.after(setup)?),
            OfSize::Large(setup) => OfSize::Large(self.after(setup)?),
        })
    }

    fn after<S: Refereed>(&self, setup: Question<S>) -> Result<Question<S>, CommandError> {
        let moves = setup.parse_moves(self.moves.as_deref().unwrap_or_default());
        setup.after(moves.map_err(|what| CommandError(format!("--moves: {what}")))?).map_err(flag_error)
    }

    /// Question of a command for two players.
    pub fn of_two(&self, job: &str) -> Result<Question, CommandError> {
        let question = self.question()?;
        match question.game.options.players {
            Players::Two => Ok(question),
            players => Err(CommandError(format!("--players \"{}\": expected 2 for {job}", players.count()))),
        }
    }
}

impl AxisArgs {
    /// Ruleset with the options that the user has given.
    pub fn set(&self, mut rules: Rules) -> Result<Rules, CommandError> {
        for (axis, value) in &self.0 {
            rules.set(*axis, value)?;
        }
        rules.check()?;
        Ok(rules)
    }
}

fn missing_flag(flag: &str, expected: &str) -> CommandError {
    CommandError(format!("--{flag} is missing: expected {expected}"))
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

// --- Words that stand alone ---
//
// Words that stand alone, `solve 2x3 psk`: a board and a ruleset in place of --board and --rules,
// or a game in SGF.

/// The words of a command.
#[derive(Debug, ClapArgs)]
pub struct WordsArgs {
    /// The board, in place of --board; or a game in SGF to ask about, `-` for standard input
    ///
    /// A game has the board, the start, who moves first and the moves, and the ruleset if none is
    /// given.
    #[arg(value_name = "BOARD|FILE", value_parser = ruleset::with_board_names(parse_word), hide_possible_values = true)]
    first_word: Option<Word>,
    /// The ruleset, in place of --rules
    #[arg(value_name = "RULES", value_parser = ruleset::with_ruleset_names(parse_word), hide_possible_values = true)]
    second_word: Option<Word>,
}

/// Meaning of a word.
#[allow(clippy::large_enum_variant, reason = "there is one of them at a time")]
#[derive(Debug, Clone)]
pub enum Word {
    Board(AnyBoard),
    Rules(Rules),
    File(String),
}

fn parse_word(text: &str) -> Result<Word, String> {
    if text == "-" || is_named_sgf(text) {
        return Ok(Word::File(text.to_string()));
    }
    match AnyBoard::parse(text) {
        Ok(board) => return Ok(Word::Board(board)),
        Err(BoardError::Syntax(_)) => {}
        Err(error) => {
            let said = error.to_string();
            return Err(said.strip_prefix(&format!("board {text:?}: ")).unwrap_or(&said).to_string());
        }
    }
    match ruleset::parse(text) {
        Ok(named) => Ok(Word::Rules(named)),
        Err(error) if text.ends_with(".toml") => Err(error),
        Err(_) if Path::new(text).is_file() => Ok(Word::File(text.to_string())),
        Err(_) => {
            Err("expected a board, a ruleset, a subcommand or a file in SGF (there is no file of that name)"
                .to_string())
        }
    }
}

impl WordsArgs {
    /// File that is given, and the game of the options and the words together. Error: what is given
    /// twice.
    pub fn with(&self, game: &GameArgs) -> Result<(Option<&str>, GameArgs), CommandError> {
        let (mut file, mut game) = (None, game.clone());
        let twice = |what: &str, one: String, other: String| {
            Err(CommandError(format!(
                "two {what} are given, {one} and {other}, expected one (see solve --help)"
            )))
        };
        for word in [&self.first_word, &self.second_word].into_iter().flatten() {
            match word {
                Word::Board(board) => {
                    if let Some(other) = game.board.board.replace(board.clone()) {
                        return twice("boards", other.to_string(), board.to_string());
                    }
                }
                Word::Rules(named) => {
                    if let Some(other) = game.rules.replace(*named) {
                        return twice("rulesets", other.to_string(), named.to_string());
                    }
                }
                Word::File(name) => {
                    if let Some(other) = file.replace(name.as_str()) {
                        return twice("files", format!("{other:?}"), format!("{name:?}"));
                    }
                }
            }
        }
        Ok((file, game))
    }
}

// --- Records of games in SGF: which game of a file, which line of it, and how much of the line ---

/// Maximum length of a record's komi that is shown.
const MAX_KOMI_CHARS: usize = 20;

/// What of a record is meant.
#[derive(Debug, Default, ClapArgs)]
pub struct ChoiceArgs {
    /// Take the first N moves of an SGF record [default: all]
    #[arg(long, value_name = "N")]
    pub at: Option<usize>,
    /// Which way an SGF record goes at each branch, such as 1.2 [default: the main line]
    ///
    /// 1.2 goes on with the first variation at the first branch and with the second at the second;
    /// after that it follows the main line.
    #[arg(long, value_name = "PATH", hide_short_help = true)]
    pub variation: Option<Variation>,
    /// The number of the game in an SGF file with several [default: 1]
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub game: Option<usize>,
}

/// Game that was read from a record.
pub struct RecordedGame<S: Refereed = u64> {
    pub setup: Question<S>,
    pub moves: Vec<Move<S::Point>>,
    /// Of a record in SGF: what does not show in the game.
    pub source: Option<SourceRecord>,
}

impl ChoiceArgs {
    /// Refuses a choice where there is no record in SGF to choose from.
    pub fn refuse(&self) -> Result<(), CommandError> {
        let given = [
            ("at", self.at.is_some()),
            ("variation", self.variation.is_some()),
            ("game", self.game.is_some()),
        ];
        match given.iter().find(|(_, given)| *given) {
            Some((flag, _)) => Err(CommandError(format!(
                "--{flag}: expected a record in SGF with it, such as solve game.sgf --{flag} 1"
            ))),
            None => Ok(()),
        }
    }

    fn choice(&self) -> Choice {
        let main = Choice::default();
        Choice {
            game: self.game.unwrap_or(main.game),
            variation: self.variation.clone().unwrap_or(main.variation),
            at: self.at,
        }
    }
}

/// Reads a file in SGF. Its board, start and turn are its own; the ruleset is that of --rules, or
/// else of the record.
pub fn recorded(
    file: &str,
    bytes: &[u8],
    choice: &ChoiceArgs,
    game: &GameArgs,
) -> Result<OfSize<RecordedGame, RecordedGame<LargeSet>>, CommandError> {
    let given = [
        ("board", game.board.board.is_some()),
        ("start", game.start.is_some()),
        ("to-move", game.to_move.is_some()),
    ];
    if let Some((flag, _)) = given.iter().find(|(_, given)| *given) {
        return Err(conflicts_with_record(flag, file));
    }
    Ok(match read_of_any_size(bytes, &choice.choice()).map_err(|error| record_error(file, error))? {
        OfSize::Solved(record) => OfSize::Solved(refereed(file, record, game)?),
        OfSize::Large(record) => OfSize::Large(refereed(file, record, game)?),
    })
}

fn refereed<S: Refereed>(
    file: &str,
    record: Record<S>,
    game: &GameArgs,
) -> Result<RecordedGame<S>, CommandError> {
    let named = match game.rules {
        Some(_) => None,
        None => {
            let error = |error| record_error(file, format!("{error}; --rules gives another"));
            record.ruleset().map_err(error)?
        }
    };
    let rules = game.ruleset(named)?;
    if rules.options.players != Players::Two {
        let count = rules.options.players.count();
        return Err(CommandError(format!("--players \"{count}\": expected 2 with a record in SGF")));
    }
    let setup = record.setup(rules).map_err(|fault| record_error(file, fault))?;
    let source = Some(source(file, &record));
    Ok(RecordedGame { setup, moves: record.moves, source })
}

/// Question of a command line: about a record, or about the words and options.
pub fn question_of(
    words: &WordsArgs,
    choice: &ChoiceArgs,
    args: &QuestionArgs,
) -> Result<(Question, Option<SourceRecord>), CommandError> {
    let (file, game) = words.with(&args.game)?;
    let args = &QuestionArgs { game, moves: args.moves.clone() };
    match file {
        Some(file) => question(file, choice, args),
        None => {
            choice.refuse()?;
            Ok((args.question()?, None))
        }
    }
}

/// Question about the last state of a record.
fn question(
    file: &str,
    choice: &ChoiceArgs,
    args: &QuestionArgs,
) -> Result<(Question, Option<SourceRecord>), CommandError> {
    if args.has_moves() {
        return Err(conflicts_with_record("moves", file));
    }
    let bytes = record_bytes(file)?;
    let RecordedGame { setup, moves, source } = match recorded(file, &bytes, choice, &args.game)? {
        OfSize::Solved(recorded) => recorded,
        OfSize::Large(recorded) => return Err(record_error(file, too_large(recorded.setup.board()))),
    };
    let question = setup.after(moves).map_err(|fault| {
        let what = fault.what.trim_start_matches([':', ' ']);
        record_error(file, format!("{what} (--at N takes the first N moves)"))
    })?;
    Ok((question, source))
}

pub fn record_bytes(file: &str) -> Result<Vec<u8>, CommandError> {
    read_bytes(file, MAX_BYTES as u64)
        .map_err(|error| record_error(file, format!("{error}, expected a record of a game")))
}

pub fn record_error(file: &str, what: impl std::fmt::Display) -> CommandError {
    CommandError(format!("record {file:?}: {what}"))
}

fn conflicts_with_record(flag: &str, file: &str) -> CommandError {
    CommandError(format!(
        "--{flag} cannot be used with the record {file:?}, which says it itself (see solve --help)"
    ))
}

fn source<S: Refereed>(file: &str, record: &Record<S>) -> SourceRecord {
    let Record { moves, line_moves, set_up_after, komi, .. } = record;
    SourceRecord {
        file: file.to_string(),
        taken: set_up_after.unwrap_or(0) + moves.len(),
        line_moves: *line_moves,
        set_up_after: *set_up_after,
        komi: komi.clone(),
    }
}

/// Writes a question, and the record that it was read from.
pub fn describe(question: &Question, source: Option<&SourceRecord>, text: &mut String) {
    question.describe(text);
    if let Some(source) = source {
        add_line!(text, "record      {}", source_in_words(source));
    }
}

/// Source of a game in one line: the file and number of moves, a new start, komi.
pub fn source_in_words(source: &SourceRecord) -> String {
    let SourceRecord { file, taken, line_moves, set_up_after, komi } = source;
    let mut words = format!("{file} after {taken} of {line_moves} moves");
    if let Some(after) = set_up_after {
        words.push_str(&format!(
            "; the start was set up after move {after}, and what was before is no part of the history"
        ));
    }
    if let Some(komi) = komi.as_ref().filter(|komi| komi.parse() != Ok(0.0)) {
        let komi = komi.chars().take(MAX_KOMI_CHARS).collect::<String>();
        words.push_str(&format!("; scores are without komi ({})", komi.escape_debug()));
    }
    words
}
