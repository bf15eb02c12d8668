//! The arguments of `solve tables`.

use clap::Args as ClapArgs;

use super::limits::{ThreadArgs, parse_count};
use super::ruleset::{self, Named};
use crate::solutions::shard::Shard;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve tables                                   writes solutions/
  solve tables --boards 1x2,2x2 --out few        a smaller folder
  solve tables --check --quick                   sums and form of solutions/
  solve tables --check                           the same; certificates are verified, and of the results
                                                 without one the cheapest are solved again
  solve tables --check --json                    the same; names the results that were not looked at
  solve tables --check --full                    looks at everything, which takes hours
  solve tables --rules draft.toml,psk --out mine tables of one's own: a folder of these rulesets
  solve tables --shard 2/8 --out part2           the second of eight shares, on one of eight machines
  solve tables --merge part1,part2 --out all     puts shares together, and solves what is missing

The limit counts nodes, not time, so the same files come from any machine and any number of threads. Where
games may go on for ever a table may take 20 times as many states. A search takes up to 4G of memory, a
retrograde analysis up to 8G; fewer --threads take less. Exit status: 0 as asked, 1 a file differs, is
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
    #[arg(long, value_name = "RULESETS", value_delimiter = ',', requires = "out", conflicts_with = "check", value_parser = ruleset::parse_with_options)]
    pub rules: Vec<Named>,
    /// Only these boards, with commas between them: a smaller folder
    #[arg(long, value_name = "BOARDS")]
    pub boards: Option<String>,
    /// Solve and prove only what is missing, and what had reached another limit: for a new ruleset or board, not
    /// for a change of the search. A certificate is kept if it is right and proves what its table says. What an
    /// interruption has left in DIR.unfinished is taken over too
    #[arg(long, conflicts_with = "check")]
    pub keep: bool,
    /// Solve no more than this share of what is missing, such as 2/8, for one of several machines
    ///
    /// The folder gets results and certificates and no pages; --merge puts the shares together. Whatever the number of
    /// shares, the files are those that one machine makes.
    #[arg(long, value_name = "N/COUNT", requires = "out", conflicts_with = "check", value_parser = Shard::parse)]
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
