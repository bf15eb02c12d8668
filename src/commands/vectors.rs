//! `solve vectors`: conformance vectors of a ruleset.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args as ClapArgs;

use super::exit::{CommandError, Exit};
use super::io::Progress;
use super::limits::parse_count;
use super::ruleset;
use superko_conform::vectors::{DEFAULT_SEED, lines, vectors};
use superko_go::Players;
use superko_rules::Rules;
use superko_store::files::write_file;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve vectors psk --out psk.jsonl
  solve vectors \"psk --suicide allowed\" | head -1

Each line is a game as JSON: at every node the position, the player to move, all legal moves and those that are not, \
with the reason and the move that made it so; then the move that is made and what it captures; at the end the score. \
The games are the shortest ones on which the ruleset parts from each other ruleset of the catalogue, from each other \
value of its options and from each clause changed, on grids of up to six intersections; games that are known to be \
hard; and random games up to 19x19. docs/vectors.md shows how to test a program with them.

Exit status: 0 as asked, 2 bad input.")]
pub struct VectorsArgs {
    /// The ruleset, with options in quotes: "kee2020 --lift produced"; or a rules file
    #[arg(value_name = "RULES", value_parser = ruleset::with_ruleset_names(ruleset::parse), hide_possible_values = true)]
    pub rules: Rules,
    /// The seed of the random games
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = parse_count)]
    pub seed: u64,
    /// Write the lines to this file [default: standard output]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

pub fn run(args: &VectorsArgs, text: &mut String) -> Result<Exit, CommandError> {
    let rules = args.rules;
    if rules.options.players != Players::Two {
        return Err(CommandError(format!("{:?}: expected 2 players for solve vectors", rules.to_string())));
    }
    let started = Instant::now();
    let line = move |asking: &str| format!("{asking}  {:.0} s", started.elapsed().as_secs_f64());
    let (progress, tell) = Progress::with_words(line, args.quiet);
    let (vectors, alike) = vectors(rules, args.seed, &tell);
    drop(progress);
    let lines = lines(&vectors);
    match &args.out {
        None => text.push_str(&lines),
        Some(path) => {
            write_file(Path::new(path), lines.as_bytes())?;
            text.push_str(&format!("{}: {} games\n", path.display(), vectors.len()));
        }
    }
    if !alike.is_empty() {
        eprintln!("# no short game parts {rules} from: {}", alike.join(", "));
    }
    Ok(Exit::Success)
}
