//! The arguments of every command.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::axes;
#[cfg(feature = "cluster")]
use super::cluster_args::{ClusterArgs, SharingArgs};
use super::compare_args::{CompareArgs, DifferArgs};
use super::critique::CritiqueArgs;
use super::keeping::CheckpointArgs;
use super::known;
use super::limits::{EffortArgs, LimitArgs, ThreadArgs, parse_count};
#[cfg(feature = "serve")]
use super::page_args::{BookArgs, ServeArgs};
use super::proving_args::{CheckArgs, ProveArgs, ShowArgs};
use super::record::ChoiceArgs;
use super::ruleset::{self, Named};
use super::setup::{GameArgs, QuestionArgs};
use super::tables_args::TablesArgs;
use super::words::WordsArgs;
use crate::solutions::shard::Shard;
use crate::solve::{Engine, Want};

/// Exact values of tiny Go boards under superko, pass-lifting and cyclic-scoring rules.
///
/// Gives the value of a game, its best moves and a line of best play. Scores are Black's points less White's; of three
/// players, each player's own. Coordinates are a letter for the column from the left (no I) and a number for the row
/// from the bottom.
#[derive(Debug, Parser)]
#[command(
    name = "solve",
    version,
    max_term_width = 110,
    args_conflicts_with_subcommands = true,
    after_help = "solve --help says more of each option, has those of single rulesets (three players among them) and examples.",
    after_long_help = "Examples:
  solve --board 2x2 --rules kee2020
  solve --board 3x3 --rules psk --start \"X.O/.../...\" --to-move white
  solve --board 2x2 --rules spight --moves \"B2 A1 B1\" --move-values
  solve --board 2x3 --rules kee2009 --json
  solve --board cycle:5 --rules psk
  solve --board tests/graphs/house.txt --rules kee2020
  solve --board 2x2 --rules psk --players 3
  solve --board 2x2 --rules kee2020 --sgf line.sgf
  solve tests/sgf/sabaki.sgf --rules kee2020 --at 3
  solve rules kee2020
  solve replay tests/records/kee2009-example5.txt --board 1x2 --rules kee2009
  solve why --board 2x2 --rules psk --move A1
  solve count --board 1x3 --rules psk
  solve count --positions --board 5x5
  solve claims kee2009-18
  solve critique psk
  solve compare --board 2x3 --rules psk,kee2020
  solve differ psk kee2020
  solve tables --check
  solve prove --board 2x3 --rules kee2009 --out 2x3.cert
  solve check 2x3.cert
  solve --board 4x4 --rules psk --checkpoint 4x4
  solve --board 4x4 --rules psk --checkpoint 4x4 --resume

Exit status:
  0    as asked
  1    a record cannot be replayed, a verdict has changed, a published table
       differs, or a certificate is not right
  2    bad input, named in one line; with --json also in an object
  3    stopped at a limit, with what was proved so far
  130  interrupted by Ctrl-C, likewise; 143 by SIGTERM,
       129 (on Linux) as the terminal was closed"
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub words: WordsArgs,
    #[command(flatten, next_help_heading = "Game")]
    pub question: QuestionArgs,
    #[command(flatten, next_help_heading = "Game")]
    pub choice: ChoiceArgs,
    #[command(flatten)]
    pub solve: SolveArgs,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the rulesets, or explain one: document, articles, state, readings
    Rules(RulesArgs),
    /// Referee a game: each move, what bars it and since which moment; the end and the score
    Replay(ReplayArgs),
    /// Say why a value is what it is: why other moves are not better, and other rulesets differ
    Why(WhyArgs),
    /// Count games, passes among their moves, or the legal positions of a board
    Count(CountArgs),
    /// Judge what the documents claim: confirmed, refuted, open, or not decidable
    Claims(ClaimsArgs),
    /// Try on a ruleset what is known to go wrong with rules of Go
    Critique(CritiqueArgs),
    /// Compare rulesets on one position: its value and those of its moves, side by side
    Compare(CompareArgs),
    /// Find the smallest position that two rulesets tell apart, and why they do
    Differ(DifferArgs),
    /// Write the folder of published tables, or check it
    Tables(TablesArgs),
    /// Write a certificate: a proof of a value that anyone can check
    Prove(ProveArgs),
    /// Check a certificate: the last line says what it proves, or why it proves nothing
    Check(CheckArgs),
    /// Certificates as text
    #[command(subcommand)]
    Certificate(CertificateCommand),
    /// Show boards in a browser: look, click and ask
    #[cfg(feature = "serve")]
    Serve(ServeArgs),
    /// Write the published results as a page that needs no program and no network
    #[cfg(feature = "serve")]
    Book(BookArgs),
    /// Play and answer by the Go Text Protocol, for programs such as GoGui and Sabaki
    Gtp(GtpArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Print the manual page, or write the pages of all subcommands
    Man(ManArgs),
}

#[derive(Debug, Subcommand)]
pub enum CertificateCommand {
    /// Print a certificate as text, each lemma with what it reads of the past
    Show(ShowArgs),
}

/// What is wanted, and how much may be spent on it.
#[derive(Debug, ClapArgs)]
pub struct SolveArgs {
    /// Best first moves: all of them, or one
    ///
    /// All are found by default on boards of up to 9 intersections, and one on others.
    #[arg(long, value_name = "WHICH", ignore_case = true, help_heading = "Answer")]
    pub best_moves: Option<BestMoves>,
    /// Give the value of every first move
    #[arg(long, help_heading = "Answer")]
    pub move_values: bool,
    /// Leave out what is published of this start
    ///
    /// It is shown beside the answer, which never rests on it.
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    pub no_published: bool,
    /// Print one JSON object
    ///
    /// Its form is in solutions/schema/.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show the line with a diagram after every move
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,
    #[command(flatten, next_help_heading = "Effort")]
    pub effort: EffortArgs,
    #[command(flatten)]
    pub keep: CheckpointArgs,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub sharing: SharingArgs,
    /// The engine [default: auto]
    ///
    /// The naive engine is slow and shares nothing with the other but the rules: it is there to check it.
    #[arg(long, value_name = "ENGINE", ignore_case = true, help_heading = "Effort", hide_short_help = true)]
    pub engine: Option<EngineName>,
    /// Write the line as a game in SGF as well, with variations; `-` prints it alone
    ///
    /// All best moves are found for it, and every move of the line is chosen by a fixed rule, so that the same file comes
    /// from any number of threads. On boards of more than 9 intersections this may cost more than the value;
    /// --best-moves one leaves the variations out, and there the first move may depend on the threads.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub sgf: Option<String>,
    /// Overwrite the file of --sgf even if it is no SGF
    #[arg(long, requires = "sgf", help_heading = "Output", hide_short_help = true)]
    pub force: bool,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// How many of the best first moves are wanted.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum BestMoves {
    All,
    One,
}

impl From<BestMoves> for Want {
    fn from(which: BestMoves) -> Want {
        match which {
            BestMoves::All => Want::All,
            BestMoves::One => Want::One,
        }
    }
}

/// An engine by its name.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum EngineName {
    /// The one that suits the ruleset
    Auto,
    /// A minimax over whole histories, or a plain value iteration where games may go on for ever
    Naive,
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Engine {
        match name {
            EngineName::Auto => Engine::Auto,
            EngineName::Naive => Engine::Naive,
        }
    }
}

#[derive(Debug, ClapArgs)]
pub struct RulesArgs {
    /// The ruleset to explain, by any of its names, or a rules file
    #[arg(value_parser = known::rulesets(ruleset::parse), hide_possible_values = true)]
    pub name: Option<Named>,
    /// Write a rules file to begin with: every clause of a ruleset, with what it says and its other values
    #[arg(long, value_name = "FILE", conflicts_with_all = ["name", "json"])]
    pub new: Option<String>,
    /// The ruleset that the new file has the clauses of, with options behind it: "kee2020 --lift produced"
    #[arg(
        long,
        value_name = "RULES",
        value_parser = known::rulesets(ruleset::parse),
        hide_possible_values = true,
        requires = "new",
        default_value = "psk"
    )]
    pub like: Named,
    /// Write over a file that is there
    #[arg(long, requires = "new")]
    pub force: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
pub struct ReplayArgs {
    /// The record: a file with moves as text, such as "B2 A1 pass", or a game in SGF; `-` for standard input
    ///
    /// It is SGF if its name ends in .sgf or its first letter is a parenthesis. Then it has the board, the start and who
    /// moves first, and the ruleset if --rules is left out.
    pub file: String,
    #[command(flatten, next_help_heading = "Game")]
    pub game: GameArgs,
    #[command(flatten, next_help_heading = "Game")]
    pub choice: ChoiceArgs,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve why --board 2x2 --rules psk --move A1
  solve why --board 1x2 --rules psk --moves \"A1 B1\"
  solve why tests/sgf/sabaki.sgf --rules kee2020 --at 3
  solve why --board 3x3 --rules nssk --against psk

With --against: the value under both rulesets, and a line on which they stay different up to the move on which \
the games part, with the ban and its moment. With --move: the value before and after the move, the best replies \
up to the end of the game, and the moves that the past bars on the way and that would have been better. Without: \
why moves that look better are not, why the value is another under other well-known rulesets, and the facts of \
the past that it rests on, with what it would be if one of them were otherwise. Everything is found on one thread, \
so the same reasons come out everywhere.")]
pub struct WhyArgs {
    #[command(flatten)]
    pub words: WordsArgs,
    #[command(flatten, next_help_heading = "Game")]
    pub question: QuestionArgs,
    #[command(flatten, next_help_heading = "Game")]
    pub choice: ChoiceArgs,
    /// Say why this move of the player to move is not better, or that it is best
    #[arg(long = "move", value_name = "MOVE", allow_hyphen_values = true, help_heading = "Answer")]
    pub mv: Option<String>,
    /// Say why the value or the best moves are others under this ruleset: a line up to the move on which the games part
    #[arg(
        long,
        value_name = "RULES",
        value_parser = known::rulesets(ruleset::parse),
        hide_possible_values = true,
        conflicts_with_all = ["mv", "all"],
        help_heading = "Answer"
    )]
    pub against: Option<Named>,
    /// Show all facts with their diagrams, and seek the value without each of them to the end
    #[arg(long, conflicts_with = "mv", help_heading = "Answer")]
    pub all: bool,
    #[command(flatten, next_help_heading = "Effort")]
    pub limits: LimitArgs,
    /// Print one JSON object
    ///
    /// Its form is in solutions/schema/.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

#[derive(Debug, ClapArgs)]
pub struct CountArgs {
    /// Count the positions of the board in which every chain has a liberty; needs no ruleset
    #[arg(long, conflicts_with_all = ["rules", "start", "to_move", axes::GROUP])]
    pub positions: bool,
    /// Count the positions of the board by their values, Black to move, under a ruleset whose games may go on
    /// for ever
    #[arg(long, conflicts_with_all = ["positions", "start", "to_move"])]
    pub values: bool,
    #[command(flatten, next_help_heading = "Game")]
    pub question: QuestionArgs,
    #[command(flatten, next_help_heading = "Effort")]
    pub effort: EffortArgs,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub cluster: ClusterArgs,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true)]
pub struct ClaimsArgs {
    #[command(subcommand)]
    pub command: Option<ClaimsCommand>,
    /// One claim, with the evidence: diagrams, moves, what barred which
    pub id: Option<String>,
    /// The claims of one document
    #[arg(long, value_name = "ID")]
    pub document: Option<String>,
    /// Judge the claims of a file in the form of src/claims/data/, in place of those that the program knows
    #[arg(long, value_name = "FILE")]
    pub from: Option<String>,
    /// Judge also the claims that take minutes
    #[arg(long)]
    pub deep: bool,
    /// The most nodes that a question may cost, 30 times as many for a deep one [default: 1000000]
    #[arg(long, value_name = "NODES", value_parser = parse_count)]
    pub node_limit: Option<u64>,
    /// Do no more than this share of the work, such as 2/8
    ///
    /// Claims are dealt out by the seconds that each takes by its record, so that all shares together look at all
    /// of them, and each takes about as long as another, unless one claim alone takes longer. A share is the same everywhere.
    #[arg(long, value_name = "N/COUNT", conflicts_with = "id", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Write JUnit XML to a file as well
    #[arg(long, value_name = "FILE")]
    pub junit: Option<String>,
    /// Overwrite the file of --junit even if it is no JUnit XML
    #[arg(long, requires = "junit")]
    pub force: bool,
}

#[derive(Debug, Subcommand)]
pub enum ClaimsCommand {
    /// Search for the positions that fit what the documents say of a lost diagram
    Candidates(CandidatesArgs),
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Each search is written down in a file of src/claims/data/, under [candidates.NAME]: the boards, and what the \
text says of the position."
)]
pub struct CandidatesArgs {
    /// One search: what is left after each constraint, those that fit, what is measured on them
    pub id: Option<String>,
    /// The searches of a file in the form of src/claims/data/, in place of those that the program knows
    #[arg(long, value_name = "FILE")]
    pub from: Option<String>,
    /// Make also the searches and the measures that take longer than 5 seconds
    #[arg(long)]
    pub deep: bool,
    /// The most nodes that a question may cost [default: no limit]
    #[arg(long, value_name = "NODES", value_parser = parse_count)]
    pub node_limit: Option<u64>,
    /// Do no more than this share of the work, such as 2/8
    ///
    /// Searches are dealt out by the seconds that each takes by its record, so that all shares together look at all
    /// of them, and each takes about as long as another, unless one search alone takes longer. A share is the same everywhere.
    #[arg(long, value_name = "N/COUNT", conflicts_with = "id", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Show all that fit, not only the first 12 of each board
    #[arg(long, help_heading = "Output")]
    pub all: bool,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve gtp --rules psk
  solve gtp --rules kee2020 --lift produced --time-limit 10s
  echo superko-value | solve gtp --board 2x3 --rules kee2009

Commands come from standard input and replies go to standard output, until quit or the end of the input. A \
controller sets the board and may change the ruleset; docs/gtp.md lists the commands. Without --board it is 3x3, \
without --rules psk. The limits are those of each command: genmove then makes the move of which most is proved, \
and says on standard error what is not.")]
pub struct GtpArgs {
    #[command(flatten, next_help_heading = "Game")]
    pub game: GameArgs,
    #[command(flatten, next_help_heading = "Effort")]
    pub limits: LimitArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "For example:
  solve completions bash >~/.local/share/bash-completion/completions/solve")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(ignore_case = true)]
    pub shell: Shell,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "For example:
  solve man | man -l -")]
pub struct ManArgs {
    /// Write a page for the program and one for each subcommand into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        use clap::CommandFactory;
        Args::command().debug_assert();
    }
}
