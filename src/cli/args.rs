//! The arguments, and what they mean together: a game, a start, a past.

use std::thread::available_parallelism;
use std::time::Duration;

use clap::{Args as ClapArgs, Parser, Subcommand};

use super::BadInput;
use crate::go::notation::parse_position;
use crate::go::record::parse_record;
use crate::go::{Move, Player, Position, Topology};
use crate::rules::options::Axis;
use crate::rules::referee::Referee;
use crate::rules::{Game, State, catalogue};
use crate::solve::Limits;

/// Exact values of tiny Go boards under superko, pass-lifting and cyclic-scoring rules.
#[derive(Debug, Parser)]
#[command(
    name = "solve",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Examples:
  solve --board 2x2 --rules kee2020
  solve --board 3x3 --rules psk --start \"X.O/.../...\" --to-move white
  solve --board 2x2 --rules spight --moves \"B2 A1 B1\" --move-values
  solve --board 2x3 --rules kee2009 --json
  solve --board cycle:5 --rules psk
  solve --board house.txt --rules kee2020
  solve rules kee2020
  solve replay game.txt --board 1x2 --rules kee2009
  solve count --board 1x3 --rules psk
  solve count --positions --board 5x5
  solve claims kee2009-18
  solve tables --check
  solve prove --board 2x3 --rules kee2009 --out 2x3.cert
  solve check 2x3.cert

Scores are Black's points less White's. Exit status: 0 as asked, 1 a record that cannot be replayed, a
verdict that has changed, a published table that differs or a certificate that is not right, 2 bad input, 3 stopped at a limit, 130
interrupted."
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub solve: SolveArgs,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the rulesets, or explain one: document, articles, state, readings
    Rules(RulesArgs),
    /// Referee a game: each move legal, or barred and by which earlier moment; the end and the score
    Replay(ReplayArgs),
    /// Count games, passes among their moves, or the legal positions of a board
    Count(CountArgs),
    /// Judge what the documents claim: confirmed, refuted, or not decidable here
    Claims(ClaimsArgs),
    /// Write the folder of published tables, or check it
    Tables(TablesArgs),
    /// Write a certificate: a proof of a value that anyone can check
    Prove(ProveArgs),
    /// Check a certificate: the last line says what it proves, or why it proves nothing
    Check(CheckArgs),
    /// Certificates as text
    #[command(subcommand)]
    Certificate(CertificateCommand),
}

#[derive(Debug, Subcommand)]
pub enum CertificateCommand {
    /// Print a certificate as text, each lemma with what it reads of the past
    Show(ShowArgs),
}

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

/// What is wanted, and how much may be spent on it.
#[derive(Debug, ClapArgs)]
pub struct SolveArgs {
    /// Moves played from the start before the question is asked, such as "B2 A1 pass"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// Best first moves: all, or one [default: all up to 9 intersections, one beyond]
    #[arg(long, value_name = "WHICH")]
    pub best_moves: Option<String>,
    /// Give the value of every first move
    #[arg(long)]
    pub move_values: bool,
    /// The engine: auto or naive [default: auto]
    #[arg(long, value_name = "ENGINE")]
    pub engine: Option<String>,
    #[command(flatten)]
    pub effort: EffortArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Show the line with a diagram after every move
    #[arg(long, short)]
    pub verbose: bool,
    /// No progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
}

/// How much may be spent.
#[derive(Debug, ClapArgs)]
pub struct LimitArgs {
    /// Stop after this long: 90s, 10m, 1h
    #[arg(long, value_name = "TIME")]
    pub time_limit: Option<String>,
    /// Stop after this many nodes
    #[arg(long, value_name = "NODES")]
    pub node_limit: Option<String>,
    /// Keep the tables under this much memory: 512M, 2G [default: 4G]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<String>,
}

/// How much may be spent, and by how many threads.
#[derive(Debug, ClapArgs)]
pub struct EffortArgs {
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Threads [default: all cores]
    #[arg(long, value_name = "COUNT")]
    pub threads: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub struct RulesArgs {
    /// The ruleset to explain
    pub name: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
pub struct ReplayArgs {
    /// The record: a file with moves as text, such as "B2 A1 pass"; `-` for standard input
    pub file: String,
    #[command(flatten)]
    pub game: GameArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
pub struct CountArgs {
    /// Count the positions of the board in which every chain has a liberty; needs no ruleset
    #[arg(
        long,
        conflicts_with_all = [
            "rules", "start", "to_move", "suicide", "scoring", "lift", "cycles", "continuations", "stones",
            "modified_ko", "superko", "pass_stones", "dispute_past", "moves"
        ]
    )]
    pub positions: bool,
    /// Count the positions of the board by their values, Black to move, under a ruleset whose games may go on
    /// for ever
    #[arg(long, conflicts_with_all = ["positions", "start", "to_move", "moves"])]
    pub values: bool,
    #[command(flatten)]
    pub game: GameArgs,
    /// Moves played from the start before games are counted, such as "B2 A1 pass"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    #[command(flatten)]
    pub effort: EffortArgs,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// No progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve tables                                   writes solutions/
  solve tables --boards 1x2,2x2 --out few        a smaller folder
  solve tables --check --quick                   sums and form of solutions/
  solve tables --check                           the same; certificates are verified, and of the results
                                                 without one the cheapest are solved again

The limit counts nodes, not time, so the same files come from any machine and any number of threads.
A table may take up to 4G of memory; fewer --threads take less. Exit status: 0 as asked, 1 a file differs,
is missing or is an orphan, 2 bad input, 130 interrupted (nothing is written).")]
pub struct TablesArgs {
    /// The folder
    #[arg(long, value_name = "DIR", default_value = "solutions")]
    pub out: String,
    /// The most nodes that one table, or one certificate, may take [default: 3000000]
    #[arg(long, value_name = "NODES", conflicts_with = "check")]
    pub budget: Option<String>,
    /// Only these boards, with commas between them: a smaller folder
    #[arg(long, value_name = "BOARDS")]
    pub boards: Option<String>,
    /// Solve and prove only what is missing, and what had reached another limit: for a new ruleset or board, not
    /// for a change of the search. A certificate is kept if it is right and proves what its table says
    #[arg(long, conflicts_with = "check")]
    pub keep: bool,
    /// Check the folder, and name each file that differs, is missing or is an orphan
    #[arg(long)]
    pub check: bool,
    /// Check without verifying or solving anything
    #[arg(long, requires = "check", conflicts_with = "full")]
    pub quick: bool,
    /// Check by solving and proving everything again
    #[arg(long, requires = "check")]
    pub full: bool,
    /// Tables solved at once [default: all cores]
    #[arg(long, value_name = "COUNT")]
    pub threads: Option<String>,
    /// No progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve prove --board 2x3 --rules kee2009 --out 2x3.cert
  solve prove --board 1x2 --rules psk --text --out -
  solve prove --board 3x3 --rules psk --claim \">= 9\" --out 3x3.cert
  solve prove --board 2x2 --rules ssk --every-position --out all.cert

The proof is found on one thread, so the same file comes out everywhere, and it is checked before it is
written. solutions/CERTIFICATES.md tells the format. Exit status: 0 as asked, 1 the claim is not so, 2 bad
input, 3 stopped at a limit, 130 interrupted (nothing is written).")]
pub struct ProveArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Moves played from the start, such as "B2 A1 pass"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// Prove this of the value and no more, such as \">= 2\"; with or-no-end behind it where games may go on for ever
    #[arg(long, value_name = "CLAIM", allow_hyphen_values = true)]
    pub claim: Option<String>,
    /// Prove the value after every first move as well
    #[arg(long)]
    pub move_values: bool,
    /// Prove the value of every position of the board, Black to move
    #[arg(long, conflicts_with_all = ["start", "to_move", "moves", "move_values"])]
    pub every_position: bool,
    /// The file; `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub out: String,
    /// Write text that people can read, instead of bytes
    #[arg(long)]
    pub text: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// No progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "The last line is `s VERIFIED` with what is proved, or `s NOT VERIFIED` with the first step that is not
right and why. Exit status: 0 verified, 1 not verified, 2 bad input."
)]
pub struct CheckArgs {
    /// The certificate, in either form; `-` for standard input
    pub file: String,
    /// Hold lemmas of at most this size at once [default: 4G]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub struct ShowArgs {
    /// The certificate, in either form; `-` for standard input
    pub file: String,
    /// Hold lemmas of at most this size at once [default: 4G]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub struct ClaimsArgs {
    /// One claim, with the evidence: diagrams, moves, what barred which
    pub id: Option<String>,
    /// The claims of one document
    #[arg(long, value_name = "ID")]
    pub document: Option<String>,
    /// Judge also the claims that take minutes
    #[arg(long)]
    pub deep: bool,
    /// The most nodes that a question may cost, 30 times as many for a deep one [default: 1000000]
    #[arg(long, value_name = "NODES")]
    pub node_limit: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Write JUnit XML to a file as well
    #[arg(long, value_name = "FILE")]
    pub junit: Option<String>,
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
                Axis::Superko => &self.superko,
                Axis::PassStones => &self.pass_stones,
                Axis::DisputePast => &self.dispute_past,
            };
            if let Some(value) = given {
                entry.set(&mut options, axis, value)?;
            }
        }
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
        if board.points() > entry.most_points {
            let (points, most) = (board.points(), entry.most_points);
            return Err(BadInput(format!(
                "board {board}: {points} intersections, expected at most {most} under {}",
                entry.id
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

impl LimitArgs {
    /// What may be spent.
    pub fn limits(&self) -> Result<Limits, BadInput> {
        let time = self.time_limit.as_deref().map(parse_time).transpose()?;
        let nodes =
            self.node_limit.as_deref().map(|text| parse_count("node-limit", text, u64::MAX)).transpose()?;
        let memory = self.memory.as_deref().map(parse_size).transpose()?;
        Ok(Limits { time, nodes, memory: memory.unwrap_or(Limits::default().memory) })
    }
}

impl EffortArgs {
    /// The number of threads.
    pub fn threads(&self) -> Result<usize, BadInput> {
        Ok(match &self.threads {
            None => available_parallelism().map_or(1, usize::from),
            Some(text) => parse_count("threads", text, 256)? as usize,
        })
    }
}

/// Reads a time: a number of seconds, or with `s`, `m` or `h` behind it.
fn parse_time(text: &str) -> Result<Duration, BadInput> {
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    let time = number.parse::<f64>().ok().map(|number| number * seconds);
    let time = time.and_then(|time| Duration::try_from_secs_f64(time).ok());
    time.ok_or_else(|| BadInput(format!("--time-limit {text:?}: expected a time such as 90s, 10m or 1h")))
}

/// Reads a size: bytes, or with `K`, `M` or `G` (powers of 1024) behind it.
pub fn parse_size(text: &str) -> Result<usize, BadInput> {
    let (number, unit) = split_unit(text);
    let shift = match unit.trim_end_matches(['B', 'b', 'i']) {
        "" => Some(0),
        "k" | "K" => Some(10),
        "m" | "M" => Some(20),
        "g" | "G" => Some(30),
        _ => None,
    };
    let bytes = shift.and_then(|shift| number.parse::<usize>().ok()?.checked_mul(1 << shift));
    bytes.filter(|bytes| *bytes >= 1 << 20).ok_or_else(|| {
        BadInput(format!("--memory {text:?}: expected a size of at least 1M, such as 512M or 2G"))
    })
}

fn split_unit(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    text.split_at(end)
}

/// Reads a count of at least 1.
pub fn parse_count(flag: &str, text: &str, most: u64) -> Result<u64, BadInput> {
    let count = text.parse::<u64>().ok().filter(|count| (1..=most).contains(count));
    count.ok_or_else(|| BadInput(format!("--{flag} {text:?}: expected a whole number from 1 to {most}")))
}

/// Chooses one of a few words.
pub fn parse_word<T: Copy>(flag: &str, text: &str, words: &[(&str, T)]) -> Result<T, BadInput> {
    let found = words.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
    found.ok_or_else(|| {
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        BadInput(format!("--{flag} {text:?}: expected {}", names.join(" or ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_arguments_are_well_formed() {
        use clap::CommandFactory;
        Args::command().debug_assert();
    }

    #[test]
    fn times_and_sizes_are_read_with_their_units() {
        let time = |text| parse_time(text).ok().map(|time| time.as_millis());
        assert_eq!(
            [time("90"), time("1.5s"), time("2m"), time("1h")],
            [Some(90_000), Some(1500), Some(120_000), Some(3_600_000)]
        );
        assert_eq!([time(""), time("-1"), time("1d"), time("nan"), time("inf")], [None; 5]);
        let size = |text| parse_size(text).ok();
        assert_eq!(
            [size("1M"), size("2GiB"), size("1048576")],
            [Some(1 << 20), Some(2 << 30), Some(1 << 20)]
        );
        assert_eq!([size(""), size("12"), size("1T"), size("99999999999G"), size("-1M")], [None; 5]);
    }

    proptest! {
        #[test]
        fn any_text_is_a_time_a_size_and_a_count_or_is_refused(text in "\\PC*") {
            let _ = (parse_time(&text), parse_size(&text), parse_count("threads", &text, 9));
        }
    }
}
