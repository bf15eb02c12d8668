//! The arguments of `solve tables`.

use std::path::PathBuf;

use clap::{ArgGroup, Args as ClapArgs};

use super::known;
use super::limits::{ThreadArgs, parse_count};
use super::ruleset::{self, Named};
use crate::solutions::shard::Shard;

#[derive(Debug, ClapArgs)]
#[group(skip)]
#[command(group(ArgGroup::new("apart").args(["out", "check"]).multiple(true)))]
#[command(after_help = "Examples:
  solve tables                                   writes solutions/
  solve tables --boards 1x2,2x2 --out few        a smaller folder
  solve tables --check --quick                   sums and form of solutions/
  solve tables --check                           the same; certificates are verified, and of the results
                                                 without one the cheapest are solved again
  solve tables --check --json                    the same; names the results that were not looked at
  solve tables --check --full                    looks at everything, which takes hours
  solve tables --check --full --shard 5/64       the fifth of 64 shares of that
  solve tables --check --verified seen.txt       passes over certificates that it has verified before
  solve tables --rules draft.toml,psk --out mine tables of one's own: a folder of these rulesets
  solve tables --shard 2/8 --out part2           the second of eight shares, on one of eight machines
  solve tables --merge part1,part2 --out all     puts shares together, and solves what is missing

The limit counts nodes, not time, so the same files come from any machine and any number of threads. Where \
games may go on for ever a table may take 20 times as many states. A search takes up to 4G of memory, a \
retrograde analysis up to 8G; fewer --threads take less. Exit status: 0 as asked, 1 a file differs, is \
missing or is an orphan, 2 bad input, 130 or 143 interrupted (nothing is written).")]
pub struct TablesArgs {
    /// The folder
    #[arg(long, value_name = "DIR", default_value = "solutions")]
    pub out: String,
    /// The most nodes that one table, or one certificate, may take [default: 3000000]
    #[arg(long, value_name = "NODES", conflicts_with = "check", value_parser = parse_count)]
    pub budget: Option<u64>,
    /// Only these rulesets, with commas between them: a folder of one's own, with --out
    ///
    /// Names of the catalogue and rules files, with options behind them in quotes: "kee2020 --lift produced". The folder has
    /// the rules files too, so that it is checked, and made again, without this option.
    #[arg(
        long,
        value_name = "RULESETS",
        value_delimiter = ',',
        requires = "out",
        conflicts_with = "check",
        value_parser = known::rulesets(ruleset::parse),
        hide_possible_values = true
    )]
    pub rules: Vec<Named>,
    /// Only these boards, with commas between them: a smaller folder
    #[arg(long, value_name = "BOARDS")]
    pub boards: Option<String>,
    /// Solve and prove only what is missing, and what had reached another limit: for a new ruleset or board, not
    /// for a change of the search. A certificate is kept if it is right and proves what its table says. What an
    /// interruption has left in DIR.unfinished is taken over too
    #[arg(long, conflicts_with = "check")]
    pub keep: bool,
    /// Write the pages, the manifest and the sums again, of the results that the folder has
    ///
    /// Nothing is solved or verified: for a change of the pages or schemas. That the results are right is what a check
    /// looks at.
    #[arg(long, conflicts_with_all = ["check", "budget", "rules", "boards", "keep", "shard", "merge"])]
    pub pages: bool,
    /// Do no more than this share of the work, such as 2/8: of what is missing, or with --check of what is looked at
    ///
    /// Without --check it is for one of several machines: what is missing is solved. The folder gets results and certificates
    /// and no pages; --merge puts the shares together. Whatever the number of shares, the files are those that one machine makes.
    ///
    /// With --check, sums, form, pages and what contradicts itself are checked by every share. Dealt out are lines of play
    /// under rules that take an analysis of the board; certificates; and results that are solved again, each by themselves.
    /// So all shares together look at what a check without this option looks at, and each takes about as long as another. A
    /// share is the same wherever the folder is the same. What follows from other results, such as what rulesets differ
    /// in, is in one of the shares, which makes it again of the results in the folder; those are looked at by the shares
    /// that they are in.
    #[arg(long, value_name = "N/COUNT", requires = "apart", conflicts_with = "quick", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
    /// Take over the results and certificates of these folders, with commas between them; what they lack is solved
    ///
    /// They must have had the same limit and the same rulesets. Certificates are verified; that the other results are right is what
    /// a check looks at.
    #[arg(long, value_name = "DIRS", value_delimiter = ',', conflicts_with_all = ["check", "shard"])]
    pub merge: Vec<String>,
    /// Check the folder, and name each file that differs, is missing or is an orphan
    #[arg(long)]
    pub check: bool,
    /// Check without verifying or solving anything
    #[arg(long, requires = "check", conflicts_with = "full")]
    pub quick: bool,
    /// Check by solving and proving everything again
    #[arg(long, requires = "check")]
    pub full: bool,
    /// Do not verify again what this file lists, and add what is verified and right
    ///
    /// A line is the SHA-256 sum of a certificate and of what it was compared with: what the result and the manifest say,
    /// and the rules. What is changed has another sum and is verified. The file is made if it is not there, and is written
    /// at the end and when the check is interrupted. It is to be trusted as the program is, and is good for the program that
    /// has written it: one with another checker is to begin with a file of its own.
    #[arg(long, value_name = "FILE", requires = "check", conflicts_with = "quick")]
    pub verified: Option<PathBuf>,
    /// Print what a check found as one JSON object, which names the results that it did not look at
    #[arg(long, requires = "check", help_heading = "Output")]
    pub json: bool,
    /// Write into a folder that has other files as well
    #[arg(long, conflicts_with = "check")]
    pub force: bool,
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}
