//! `--checkpoint`: work that is kept in a folder as it goes on, and goes on from there.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args as ClapArgs;

use super::exit::{CommandError, Exit};
use super::io::one_line;
use super::limits::parse_time;
use superko_query::report::records::EarlierRuns;
use superko_rules::Game;
use superko_solve::persist::{FORMAT_VERSION, Persist};
use superko_solve::{Budget, Stopped};
use superko_store::checkpoint::{self, Checkpoint, DEFAULT_INTERVAL, Header};
use superko_store::sums::sum;

/// Minimum time between two checkpoints.
const MIN_INTERVAL: Duration = Duration::from_millis(100);

/// What is kept, and where.
#[derive(Debug, ClapArgs)]
pub struct CheckpointArgs {
    /// Keep here what is proved as the work goes on; --resume goes on from it
    ///
    /// It is kept every two minutes and at the end, however that comes. The folder is made if it is
    /// not there. It has one file, which is replaced as a whole: whatever ends the program, no more
    /// is lost than what came after the last checkpoint. The file stays at the end. It can be taken
    /// to another machine, and is to be trusted as the memory of the program is: a proof for others
    /// is what solve prove writes.
    #[arg(long, value_name = "DIR", help_heading = "Effort")]
    pub checkpoint: Option<PathBuf>,
    /// Go on from what is in the folder of --checkpoint
    ///
    /// It must be of the same game; limits, threads and what is asked of a value may be others, and
    /// of a bounded proof the start, but not the claim, --width or --replies. The limits are those
    /// of this run alone.
    #[arg(long, requires = "checkpoint", help_heading = "Effort", hide_short_help = true)]
    pub resume: bool,
    /// The time between two checkpoints, if the writing takes no more than a twentieth of it
    /// [default: 2m]
    #[arg(long, requires = "checkpoint", value_name = "TIME", value_parser = parse_interval, allow_hyphen_values = true, help_heading = "Effort", hide_short_help = true)]
    pub checkpoint_every: Option<Duration>,
}

fn parse_interval(text: &str) -> Result<Duration, String> {
    parse_time(text)?
        .checked_sub(MIN_INTERVAL)
        .map(|more| MIN_INTERVAL + more)
        .ok_or_else(|| "expected at least 100ms".to_string())
}

/// Header lines of a checkpoint: the work, the version of the format, the board and the rules.
pub fn work_header(work: &str, game: &Game) -> Vec<(&'static str, String)> {
    // The clauses of a ruleset of one's own may change under one name.
    let edges: Vec<(u8, u8)> = game.board.edges().collect();
    let exactly = format!("{edges:?} {:?} {:?}", game.ruleset().clauses(), game.options);
    vec![
        ("work", work.to_string()),
        ("version", FORMAT_VERSION.to_string()),
        ("board", one_line(&game.board.to_string())),
        ("rules", one_line(&game.ruleset().to_string())),
        ("clauses", sum(exactly)),
    ]
}

/// Checkpoints of some work, if it is to have any.
pub struct Autosave(Option<Slot>);

/// Place of the checkpoints.
struct Slot {
    checkpoint: Checkpoint,
    /// Header, with what earlier runs have spent.
    header: Header,
    resumed: bool,
    every: Duration,
    /// Time that the last writing took.
    took: Duration,
    /// Whether the last writing failed.
    failed: bool,
}

impl Autosave {
    /// No checkpoints.
    pub fn none() -> Autosave {
        Autosave(None)
    }

    /// Opens the folder of checkpoints, and reads the one there if work is to be resumed. `of`
    /// describes the work.
    pub fn of(
        args: &CheckpointArgs,
        of: Vec<(&'static str, String)>,
        kept: &mut dyn Persist,
        memory: usize,
    ) -> Result<Autosave, CommandError> {
        let Some(folder) = &args.checkpoint else { return Ok(Autosave::none()) };
        let refused = |refused| CommandError(format!("--checkpoint {refused}"));
        let mut header = Header { of, nodes: 0, seconds: 0.0 };
        let checkpoint = match args.resume {
            true => {
                let checkpoint = Checkpoint::of(folder).map_err(refused)?;
                header = checkpoint.read(&header, kept, memory).map_err(refused)?;
                checkpoint
            }
            false => {
                let checkpoint = Checkpoint::begin(folder).map_err(refused)?;
                // What cannot be written at all is known before the work begins.
                checkpoint
                    .write(&header, kept)
                    .map_err(|error| CommandError(format!("--checkpoint {error}")))?;
                checkpoint
            }
        };
        let (resumed, every) = (args.resume, args.checkpoint_every.unwrap_or(DEFAULT_INTERVAL));
        Ok(Autosave(Some(Slot { checkpoint, header, resumed, every, took: Duration::ZERO, failed: false })))
    }

    /// Does the work, with checkpoints now and then and at the end. `attempt` begins with what is
    /// known, and returns what has stopped it.
    pub fn work<K: Persist, T>(
        &mut self,
        budget: &Budget,
        kept: &mut K,
        mut attempt: impl FnMut(&mut K) -> (T, Option<Stopped>),
    ) -> T {
        let Some(slot) = &mut self.0 else { return attempt(kept).0 };
        loop {
            budget.pause_after(checkpoint::interval(slot.every, slot.took));
            let (found, stopped) = attempt(kept);
            slot.write(budget, kept);
            if stopped != Some(Stopped::Interrupted) || budget.is_interrupted() {
                return found;
            }
        }
    }

    /// Effort of the earlier runs, if this one resumes them.
    pub fn earlier_runs(&self) -> Option<EarlierRuns> {
        let slot = self.0.as_ref().filter(|slot| slot.resumed)?;
        Some(EarlierRuns { nodes: slot.header.nodes, seconds: slot.header.seconds })
    }

    /// Exit of a run: a last checkpoint that could not be written is output that was not written.
    pub fn exit(&self, exit: Exit) -> Exit {
        if self.0.as_ref().is_some_and(|slot| slot.failed) { Exit::Failed } else { exit }
    }
}

impl Slot {
    /// Writes a checkpoint. If that fails the last one stays, and the work goes on.
    fn write(&mut self, budget: &Budget, kept: &dyn Persist) {
        let started = Instant::now();
        let header = Header {
            nodes: self.header.nodes.saturating_add(budget.nodes()),
            seconds: self.header.seconds + budget.elapsed().as_secs_f64(),
            ..self.header.clone()
        };
        let written = self.checkpoint.write(&header, kept);
        self.failed = written.is_err();
        if let Err(error) = written {
            let message = one_line(&format!("--checkpoint {error}; the last checkpoint is as it was"));
            // Where standard error cannot be written either, the exit status says it.
            let _ = writeln!(std::io::stderr(), "solve: {message}");
        }
        self.took = started.elapsed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_no_shorter_than_can_be_kept() {
        assert_eq!(parse_interval("100ms"), Ok(MIN_INTERVAL));
        assert_eq!(parse_interval("2m"), Ok(DEFAULT_INTERVAL));
        assert!(parse_interval("99ms").is_err_and(|error| error.contains("at least 100ms")));
        assert!(parse_interval("soon").is_err_and(|error| error.contains("expected a time")));
    }
}
