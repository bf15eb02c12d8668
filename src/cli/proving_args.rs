//! The arguments of `solve prove`, `solve check` and `solve certificate show`.

use clap::Args as ClapArgs;

#[cfg(feature = "cluster")]
use super::cluster_args::SharingArgs;
use super::keeping::CheckpointArgs;
use super::limits::{LimitArgs, MemoryArgs, parse_replies, parse_threads};
use super::setup::QuestionArgs;
use crate::solve::bounded::replies;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve prove --board 2x3 --rules kee2009 --out 2x3.cert
  solve prove --board 1x2 --rules psk --text --out -
  solve prove --board 3x3 --rules psk --claim \">= 9\" --out 3x3.cert
  solve prove --board 2x2 --rules ssk --every-position --out all.cert
  solve prove --board 3x5 --rules psk --bounded --out 3x5.cert

The proof is found on one thread, so the same file comes out everywhere, and it is checked before it is \
written. solutions/CERTIFICATES.md tells the format, docs/formats.md that of bounded certificates. Exit status:
0 as asked, 1 the claim is not so (with --bounded: no such proof was found), 2 bad input, 3 stopped at a limit, \
130 or 143 interrupted (nothing is written).")]
pub struct ProveArgs {
    #[command(flatten, next_help_heading = "Game")]
    pub question: QuestionArgs,
    /// Prove this of the value and no more, such as ">= 2"; with or-no-end behind it where games may go on for ever
    #[arg(long, value_name = "CLAIM", allow_hyphen_values = true)]
    pub claim: Option<String>,
    /// Prove this easier claim before, such as "<= 9" before "<= 1"; several are proved in their order
    ///
    /// What is learnt of it serves the proof of the other, which some boards of one row need. The certificate states the other alone.
    #[arg(
        long,
        value_name = "CLAIM",
        requires = "claim",
        conflicts_with = "bounded",
        allow_hyphen_values = true
    )]
    pub first_claim: Vec<String>,
    /// Prove the value after every first move as well
    #[arg(long)]
    pub move_values: bool,
    /// Prove the value of every position of the board, Black to move
    #[arg(long, conflicts_with_all = ["start", "to_move", "move_values"])]
    pub every_position: bool,
    /// Prove what each player can secure, where more than two play
    ///
    /// Each asks as if he were Black: the colours and the turn are those that he sees.
    #[arg(long, conflicts_with_all = ["move_values", "every_position"])]
    pub every_player: bool,
    /// Write a bounded certificate: a proof that needs no past, with one move of a player in each state that he can come to
    #[arg(long, conflicts_with_all = ["move_values", "every_position", "every_player", "text"])]
    pub bounded: bool,
    /// Threads of a bounded proof [default: 1, so that the same bytes are written every time]
    #[arg(long, requires = "bounded", value_name = "COUNT", value_parser = parse_threads, allow_hyphen_values = true)]
    pub threads: Option<usize>,
    /// Begin a bounded proof with so many stones of the player, where it is known that fewer do not do
    #[arg(long, requires = "bounded", value_name = "STONES", value_parser = clap::value_parser!(u8).range(1..62))]
    pub first_bound: Option<u8>,
    /// Try no more than so many moves of the player in a state, the most promising, and one more for each four stones left to
    /// him. What is found is a proof as any other; but a proof may be missed that a search of all moves would find
    #[arg(long, requires = "bounded", requires = "claim", value_name = "MOVES", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub width: Option<u8>,
    /// End a bounded proof of all points where so many replies are enough, in parts of so many intersections, with so many out of
    /// touch [default: 3,9,4]. Greater limits make it smaller, and slower to check
    #[arg(long, requires = "bounded", value_name = "REPLIES,POINTS,UNTOUCHED", value_parser = parse_replies)]
    pub replies: Option<replies::Limits>,
    /// The file; `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub out: String,
    /// Overwrite the file even if it is no certificate
    #[arg(long)]
    pub force: bool,
    /// Write text that people can read, instead of bytes
    #[arg(long)]
    pub text: bool,
    #[command(flatten, next_help_heading = "Effort")]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub keep: CheckpointArgs,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub sharing: SharingArgs,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "The last line is `s VERIFIED` with what is proved, or `s NOT VERIFIED` with the first step that is not \
right and why. Exit status: 0 verified, 1 not verified, 2 bad input."
)]
pub struct CheckArgs {
    /// The certificate, in either form; `-` for standard input
    pub file: String,
    #[command(flatten)]
    pub memory: MemoryArgs,
}

#[derive(Debug, ClapArgs)]
pub struct ShowArgs {
    /// The certificate, in either form; `-` for standard input
    pub file: String,
    #[command(flatten)]
    pub memory: MemoryArgs,
}
