//! `solve dataset`: every position of a board with its value, best moves and line, as CSV.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use clap::Args as ClapArgs;

use super::exit::{CommandError, Exit};
use super::game::BoardArgs;
use super::io::{Progress, add_line, interruptible};
use super::limits::LimitArgs;
use super::ruleset;
use superko_go::Players;
use superko_rules::{Game, Rules};
use superko_solve::{Budget, Stopped};
use superko_store::files::write_file_with;
use superko_tables::dataset::Packer;
use superko_tables::dataset::rows::{HEAD, rows};

/// Most intersections of a board: on 4x4 there are 48 million rows.
const MAX_POINTS: usize = 16;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve dataset --board 2x2 --rules psk
  solve dataset --board 3x4 --rules psk --out 3x4-psk.csv.gz
  solve dataset --board 3x3 --rules \"kee2020 --lift produced\" --out 3x3.csv

A row for every legal position with each player to move, as the start of a new game: the position, the player to \
move (black or white), the representative of all starts that symmetries of the board and the exchange of the \
colours make equal (with Black to move; under rules that know the colours, of symmetries alone, for each \
player), the value (Black's points minus White's, or no-result), all best moves, and the number of moves of the \
program's line, which is empty if that goes on for ever. Moves of the line are chosen by a fixed rule: where \
every game ends, a pass if it keeps the value, else the first stone that does. Files of the boards of up to nine \
intersections are published in solutions/dataset/.

Exit status: 0 as asked, 2 bad input, 3 stopped at a limit, 130 or 143 interrupted: then standard output has the \
rows so far, and a file is not written.")]
pub struct DatasetArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// The ruleset, with options in quotes: "kee2020 --lift produced"; or a rules file
    #[arg(long, value_name = "RULES", value_parser = ruleset::with_ruleset_names(ruleset::parse), hide_possible_values = true)]
    pub rules: Rules,
    #[command(flatten, next_help_heading = "Effort")]
    pub limits: LimitArgs,
    /// Write the rows to this file, packed if its name ends with .gz [default: standard output]
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// The reason why there are no more rows.
enum Ended {
    Stopped(Stopped),
    Unwritten(io::Error),
}

impl From<Stopped> for Ended {
    fn from(stopped: Stopped) -> Ended {
        Ended::Stopped(stopped)
    }
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Ended {
        Ended::Unwritten(error)
    }
}

pub fn run(args: &DatasetArgs, text: &mut String) -> Result<Exit, CommandError> {
    let board = args.board.board()?;
    let rules = args.rules;
    if rules.options.players != Players::Two {
        return Err(CommandError(format!("{:?}: expected 2 players for solve dataset", rules.to_string())));
    }
    let most = MAX_POINTS.min(rules.max_points());
    if board.points() > most {
        return Err(CommandError(format!(
            "--board {board}: {} intersections, expected at most {most} under {rules}, as every position is solved",
            board.points()
        )));
    }
    let game = rules.game(board.clone());
    let budget = interruptible(args.limits.limits());
    let (written, shown, watched) = (Arc::new(AtomicU64::new(0)), board.to_string(), Arc::clone(&budget));
    let count = Arc::clone(&written);
    let line = move || {
        let (rows, nodes) = (count.load(Relaxed), watched.nodes());
        format!("{shown} {rules}: {rows} rows, {nodes} nodes  {:.0} s", watched.elapsed().as_secs_f64())
    };
    let progress = Progress::show(line, args.quiet);
    let ended = match &args.out {
        None => {
            let mut stdout = BufWriter::new(io::stdout().lock());
            let ended = write_rows(&game, &budget, &mut stdout, &written);
            stdout.flush().map_err(Ended::Unwritten).and(ended)
        }
        Some(path) => write_to(path, &game, &budget, &written),
    };
    drop(progress);
    let rows = written.load(Relaxed);
    match (ended, &args.out) {
        (Ok(()), None) => Ok(Exit::Success),
        (Ok(()), Some(path)) => {
            add_line!(text, "{}: {rows} rows", path.display());
            Ok(Exit::Success)
        }
        (Err(Ended::Stopped(stopped)), out) => {
            let left = if out.is_some() { ", no file is written" } else { "" };
            eprintln!("# stopped by {stopped} after {rows} rows{left}");
            Ok(Some(stopped).into())
        }
        (Err(Ended::Unwritten(error)), _) => super::io::unless_closed(Err(error)).map(|()| Exit::Success),
    }
}

/// Writes the rows into a file, which is there only if all of them are.
fn write_to(path: &Path, game: &Game, budget: &Budget, written: &AtomicU64) -> Result<(), Ended> {
    let mut stopped = None;
    let file = write_file_with(path, |file: &mut File| {
        let to = BufWriter::new(file);
        let ended = if path.extension().is_some_and(|extension| extension == "gz") {
            let mut packer = Packer::new(to);
            write_rows(game, budget, &mut packer, written).and_then(|()| Ok(packer.finish()?.flush()?))
        } else {
            let mut to = to;
            write_rows(game, budget, &mut to, written).and_then(|()| Ok(to.flush()?))
        };
        ended.map_err(|ended| match ended {
            Ended::Unwritten(error) => error,
            Ended::Stopped(reason) => {
                stopped = Some(reason);
                io::Error::other("stopped")
            }
        })
    });
    match stopped {
        Some(reason) => Err(Ended::Stopped(reason)),
        None => Ok(file?),
    }
}

fn write_rows(game: &Game, budget: &Budget, to: &mut impl Write, written: &AtomicU64) -> Result<(), Ended> {
    to.write_all(HEAD.as_bytes())?;
    rows(game, budget, |row| {
        to.write_all(row.text(game).as_bytes())?;
        written.fetch_add(1, Relaxed);
        Ok(())
    })
}
