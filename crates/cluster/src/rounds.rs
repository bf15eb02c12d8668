//! The work of a worker: list, ask for falling scores, exchange until nothing comes in.
//!
//! A *round* is one exchange: all states that have come in send words to those before them, and
//! what comes in by that is sent on in the next round. Between two rounds no word is under way, so
//! what all shares have then is all that there is, and can be kept. All workers do the same rounds,
//! as each hears the notes of all and decides by them alone.
//!
//! Around it are what the workers are to do, their rounds on disk, and the start and the end of a
//! process.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use timely::communication::Config;
use timely::execute::execute_from;
use timely::worker::Worker;

use super::connect::{ClusterError, Handshake, Hosts, allocators};
use super::dataflow::{Dataflow, Note, Stop, gather};
use superko_solve::retrograde::basic_ko::{Counted, Deal, Plays, Share, Word, messages};
use superko_solve::{Budget, Limits, Stopped};
use superko_store::checkpoint::{self, Checkpoint, CheckpointError, Header, interval};
use superko_store::files::write_file_with;
use superko_store::sums::RunningSum;

// --- What the workers of a process are to do, and what comes of it ---

/// Work of the workers of a process.
pub struct Work {
    /// Plays of the game.
    pub plays: Plays,
    /// Budget of this process.
    pub budget: Arc<Budget>,
    /// Number of workers of each process.
    pub threads: usize,
    /// Processes, if there are several.
    pub hosts: Option<Hosts>,
    /// Description of the work, on which all processes have to agree.
    pub of: Vec<(&'static str, String)>,
    /// Rounds on disk, if they are kept.
    pub keep: Option<Keep>,
    /// File to which the first worker writes what can be forced in every state.
    pub out: Option<PathBuf>,
}

/// Result of the work.
#[derive(Debug, Clone)]
pub struct Found {
    /// Counts of positions by what can be forced in them: of all shares on the first process, empty
    /// on the others.
    pub counted: Counted,
    /// Sum of what can be forced in every state: likewise.
    pub sum: Option<RunningSum>,
    /// Statistics of the workers of this process.
    pub exchanged: Exchanged,
}

impl Work {
    /// Announces the stage of the work, on the first worker of a process.
    pub(super) fn announce(&self, worker: usize, what: impl FnOnce() -> String) {
        if worker.is_multiple_of(self.threads) {
            self.budget.ask(what());
        }
    }
}

/// Statistics of a worker, or of those of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Exchanged {
    /// Rounds, those of earlier runs included.
    pub rounds: u64,
    /// Words sent, those to own shares included.
    pub words: u64,
    /// Bytes of the shares.
    pub bytes: u64,
    /// States of the shares.
    pub states: u64,
    /// Time from the start of the workers until nothing came in any more.
    pub time: Duration,
}

impl Exchanged {
    /// Statistics of two workers of a process together.
    pub fn and(self, other: Exchanged) -> Exchanged {
        Exchanged {
            rounds: self.rounds,
            words: self.words + other.words,
            bytes: self.bytes + other.bytes,
            states: self.states + other.states,
            time: self.time.max(other.time),
        }
    }
}

// --- The last rounds of a share on disk ---
//
// The last rounds of a share on disk.
//
// Each worker has a file of its own for a round, which is written beside its place and renamed. The
// file of the round before is removed only when all workers have written theirs, so there always is
// a round that all have, whenever a process is killed. Work goes on from the last one of these.

/// Rounds on disk: where, and how often.
#[derive(Debug, Clone)]
pub struct Keep {
    /// Folder of this process.
    folder: PathBuf,
    resume: bool,
    /// Minimum time between two rounds that are kept; zero for every round.
    every: Duration,
    /// Description of the work.
    of: Vec<(&'static str, String)>,
    /// Worker whose rounds these are, if of one.
    worker: Option<usize>,
}

impl Keep {
    /// Rounds in a subfolder of its own for each process, so that several may be given the same
    /// folder. Both are made if they are not there, and the own one is known to take files. Error:
    /// the folder has rounds though work does not go on from them, or it has none though this
    /// process is alone and goes on.
    pub fn new(
        folder: &Path,
        process: Option<usize>,
        resume: bool,
        every: Duration,
        of: Vec<(&'static str, String)>,
    ) -> Result<Keep, CheckpointError> {
        let own = folder.join(format!("process-{}", process.unwrap_or(0)));
        checkpoint::make(folder)?;
        checkpoint::make(&own)?;
        checkpoint::check(&own)?;
        let keep = Keep { folder: own, resume, every, of, worker: None };
        match (keep.files().next().is_some(), resume) {
            (true, false) => Err(CheckpointError::has_one(folder)),
            // Of several processes none may know what the others have before they are connected.
            (false, true) if process.is_none() => Err(CheckpointError::has_none(folder)),
            _ => Ok(keep),
        }
    }

    /// Rounds of one of the workers.
    pub fn of_worker(&self, index: usize, workers: usize) -> Keep {
        let mut keep = self.clone();
        keep.of.push(("workers", workers.to_string()));
        keep.of.push(("worker", index.to_string()));
        Keep { worker: Some(index), ..keep }
    }

    /// Files of rounds of this process: worker, round, path. A folder that cannot be read has none.
    fn files(&self) -> impl Iterator<Item = (usize, u64, PathBuf)> + use<> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten();
        entries.filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok()?;
            let (worker, round) = name.strip_prefix("worker-")?.split_once(".round-")?;
            Some((worker.parse().ok()?, round.parse().ok()?, entry.path()))
        })
    }

    fn own_files(&self) -> impl Iterator<Item = (u64, PathBuf)> + use<> {
        let own = self.worker;
        self.files().filter(move |(worker, ..)| Some(*worker) == own).map(|(_, round, path)| (round, path))
    }

    /// Rounds of this worker on disk.
    pub fn rounds(&self) -> Vec<u64> {
        self.own_files().map(|(round, _)| round).collect()
    }

    /// Removes the rounds of this worker but one. A file that cannot be removed does no harm.
    pub fn remove_but(&self, round: Option<u64>) {
        for (_, path) in self.own_files().filter(|(other, _)| Some(*other) != round) {
            let _ = fs::remove_file(path);
        }
    }

    fn checkpoint(&self, round: u64) -> Checkpoint {
        let index = self.worker.expect("a round is that of a worker");
        Checkpoint::at(self.folder.join(format!("worker-{index}.round-{round}")))
    }

    /// Description of a round. The share after a number of rounds does not depend on the run.
    fn of_round(&self, round: u64) -> Vec<(&'static str, String)> {
        [&self.of[..], &[("round", round.to_string())]].concat()
    }

    /// Writes a round. Error: the path, and why it cannot be written.
    pub fn write(&self, round: u64, share: &Share, budget: &Budget) -> Result<(), String> {
        let (nodes, seconds) = (budget.nodes(), budget.elapsed().as_secs_f64());
        let header = Header { of: self.of_round(round), nodes, seconds };
        let written = self.checkpoint(round).write(&header, share);
        written.map_err(|error| format!("--checkpoint {error}"))
    }

    /// Reads a round. Error: the path, and why it is not what was written for this share.
    pub fn read(&self, round: u64, share: &mut Share, memory: usize) -> Result<(), String> {
        let header = Header { of: self.of_round(round), nodes: 0, seconds: 0.0 };
        let done = self.checkpoint(round).read(&header, share, memory);
        done.map(drop).map_err(|refused| format!("--checkpoint {refused}"))
    }
}

// --- The work of a worker ---

/// States whose words are sent in one batch.
const BATCH: usize = 1 << 14;

impl From<Stopped> for Stop {
    fn from(stopped: Stopped) -> Stop {
        match stopped {
            Stopped::Time => Stop::Time,
            Stopped::Nodes => Stop::Nodes,
            Stopped::Interrupted => Stop::Interrupted,
            _ => Stop::Memory,
        }
    }
}

impl Stop {
    /// Error of a worker that has not failed itself.
    fn ended(self, from: usize) -> ClusterError {
        ClusterError::Stopped(match self {
            Stop::Time => Stopped::Time,
            Stop::Nodes => Stopped::Nodes,
            Stop::Interrupted => Stopped::Interrupted,
            Stop::Memory => Stopped::Memory,
            Stop::Disk => return ClusterError::Elsewhere(from),
        })
    }
}

struct Rounds<'a> {
    dataflow: Dataflow<'a>,
    share: Rc<RefCell<Share>>,
    work: &'a Work,
    budget: Budget,
    keep: Option<Keep>,
    exchanged: Exchanged,
    /// States that have come in and are to be passed on in the next round. They are taken from the
    /// share before the workers agree on the round, as words of others that are in it already may
    /// come in soon after.
    entered: Vec<Word>,
    /// Time of the last round that was kept, and how long that took.
    kept: (Instant, Duration),
    /// Reason why the last round was cut short: then not all words were sent, and the work must
    /// stop.
    cut_short: Option<Stopped>,
}

/// Solves the share of a worker together with all others, and brings what all have found to the
/// first.
pub fn solve(worker: &mut Worker, work: &Work) -> Result<Found, ClusterError> {
    let started = Instant::now();
    let (index, peers) = (worker.index(), worker.peers());
    let deal = Deal::new(work.plays.codes.end(), peers);
    let whole = work.budget.limits();
    // The workers of a process share its memory.
    let budget = work.budget.within(Limits { memory: whole.memory / work.threads, ..whole });
    work.announce(index, || "listing the positions".to_string());
    let listed = Share::list(&work.plays, deal, index, &budget);
    let stopped = listed.as_ref().err().map(|stopped| Stop::from(*stopped));
    let share = Rc::new(RefCell::new(listed.unwrap_or_else(|_| Share::empty(&work.plays, deal, index))));
    let dataflow = Dataflow::new(worker, deal, &share);
    let most = work.plays.board.points() as i8;
    let keep = work.keep.as_ref().map(|keep| keep.of_worker(index, peers));
    let kept = (Instant::now(), Duration::ZERO);
    let (exchanged, entered, cut_short) = Default::default();
    let mut rounds = Rounds { dataflow, share, work, budget, keep, exchanged, entered, kept, cut_short };
    rounds.agree(stopped, false)?;
    rounds.resume()?;
    // A round that was kept is in the midst of its score, and one that begins has none yet.
    loop {
        rounds.exchange_until_quiet()?;
        let score = rounds.share.borrow().asks_for();
        if score == -most {
            break;
        }
        rounds.share.borrow_mut().ask(score - 1);
    }
    {
        let share = rounds.share.borrow();
        rounds.exchanged.bytes = share.bytes() as u64;
        rounds.exchanged.states = share.states() as u64;
        rounds.exchanged.time = started.elapsed();
    }
    // Whatever becomes of the result, the work need not be done again.
    if rounds.keep.is_some() {
        rounds.keep_round()?;
    }
    rounds.finish()
}

impl Rounds<'_> {
    /// Gathers the results of all shares on the first worker, which writes them if that is wanted.
    /// Rounds on disk are removed when all of that is done.
    fn finish(mut self) -> Result<Found, ClusterError> {
        let Rounds { dataflow, share, work, budget, .. } = &mut self;
        let index = dataflow.index();
        work.announce(index, || "counting positions by their values".to_string());
        let (share, mut sum) = (share.borrow(), RunningSum::default());
        let mut gathered = |mut file: Option<&mut File>| {
            gather(dataflow.worker(), &work.plays, &share, budget, |bytes| {
                sum.add(bytes);
                file.as_mut().map_or(Ok(()), |file| file.write_all(bytes))
            })
        };
        let counted = match &work.out {
            Some(path) if index == 0 => {
                let mut counted = Counted::default();
                let written = write_file_with(path, |file| {
                    counted = gathered(Some(file))?;
                    Ok(())
                });
                written.map(|()| counted)
            }
            _ => gathered(None),
        };
        drop(share);
        let stopped = self.budget.charge(0).err().filter(|_| counted.is_err());
        let stop = match (stopped, &counted) {
            (Some(stopped), _) => Some(Stop::from(stopped)),
            // Pieces of another worker are missing, who says why.
            (None, Err(error)) if error.kind() == ErrorKind::Interrupted => None,
            (None, Err(_)) => Some(Stop::Disk),
            (None, Ok(_)) => None,
        };
        let received = self.dataflow.agree(Note { stop, ..self.note() });
        let stop = received.iter().filter_map(|note| Some((note.stop?, note.from))).max();
        match (stop, counted) {
            (Some((Stop::Disk, from)), Err(error)) if from == index => {
                Err(ClusterError::Failed(format!("--out {error}")))
            }
            (Some((stop, from)), _) => Err(stop.ended(from)),
            (None, Err(error)) => Err(ClusterError::Failed(format!("--out {error}"))),
            (None, Ok(counted)) => {
                if let Some(keep) = &self.keep {
                    keep.remove_but(None);
                }
                let sum = (index == 0).then_some(sum);
                Ok(Found { counted, sum, exchanged: self.exchanged })
            }
        }
    }

    /// Exchanges words until no state has come in on any share.
    fn exchange_until_quiet(&mut self) -> Result<(), ClusterError> {
        loop {
            self.entered = self.share.borrow_mut().take();
            let stopped = self.cut_short.or(self.budget.charge(0).err()).or(self.too_large());
            let due = self.dataflow.index() == 0 && self.is_due();
            if self.agree(stopped.map(Stop::from), due)? == 0 {
                return Ok(());
            }
            self.round();
        }
    }

    fn round(&mut self) {
        let (round, score) = (self.exchanged.rounds, self.share.borrow().asks_for());
        self.work.announce(self.dataflow.index(), || {
            format!("what can be forced: {score} or more, round {round}")
        });
        let entered = std::mem::take(&mut self.entered);
        let mut batches = entered.chunks(BATCH);
        let (plays, budget, keep) = (&self.work.plays, &self.budget, &self.keep);
        let (sent, cut_short) = (&mut self.exchanged.words, &mut self.cut_short);
        self.dataflow.exchange(|send| {
            let Some(batch) = batches.next() else { return false };
            for word in batch {
                messages(plays, *word, |message| {
                    *sent += 1;
                    send(message);
                });
            }
            // A round that is to be kept is brought to its end; another one is worth nothing after
            // an interruption.
            if keep.is_none() {
                *cut_short = budget.charge(0).err();
            }
            cut_short.is_none()
        });
        self.exchanged.rounds += 1;
        let share = self.share.borrow();
        self.budget.report(share.states(), share.bytes() + share.entered() * size_of::<Word>());
    }

    /// Whether the share takes more than its part of the memory.
    fn too_large(&self) -> Option<Stopped> {
        let share = self.share.borrow();
        let bytes = share.bytes() + 2 * self.entered.len() * size_of::<Word>();
        (bytes > self.budget.memory()).then_some(Stopped::Memory)
    }

    fn is_due(&self) -> bool {
        let Some(keep) = &self.keep else { return false };
        let (last, took) = self.kept;
        last.elapsed() >= interval(keep.every, took)
    }

    fn note(&self) -> Note {
        let entered = self.entered.len() as u64;
        Note { from: self.dataflow.index(), entered, stop: None, keep: false, rounds: Vec::new() }
    }

    /// Agrees with all workers on whether to go on, and returns how many states have come in on all
    /// shares. The round is kept if one of them wants that, or if the work stops.
    fn agree(&mut self, stop: Option<Stop>, keep: bool) -> Result<u64, ClusterError> {
        let note = Note { stop, keep, ..self.note() };
        let received = self.dataflow.agree(note);
        let stop = received.iter().filter_map(|note| Some((note.stop?, note.from))).max();
        let begun = self.share.borrow().asks_for() <= self.work.plays.board.points() as i8;
        let keeps = received.iter().any(|note| note.keep) || stop.is_some();
        if keeps && begun && self.keep.is_some() {
            self.keep_round()?;
        }
        match stop {
            Some((stop, from)) => Err(stop.ended(from)),
            None => Ok(received.iter().map(|note| note.entered).sum()),
        }
    }

    /// Writes the round on all workers, and removes the one before when all have done so.
    fn keep_round(&mut self) -> Result<(), ClusterError> {
        let started = Instant::now();
        let keep = self.keep.as_ref().expect("only what is to be kept is written");
        // No worker sends words before all have written.
        self.share.borrow_mut().give_back(std::mem::take(&mut self.entered));
        let written = keep.write(self.exchanged.rounds, &self.share.borrow(), &self.work.budget);
        self.entered = self.share.borrow_mut().take();
        self.agree_on_result(written)?;
        let keep = self.keep.as_ref().expect("as before");
        keep.remove_but(Some(self.exchanged.rounds));
        self.kept = (Instant::now(), started.elapsed());
        Ok(())
    }

    /// Agrees with all workers on whether all could read or write.
    fn agree_on_result<T>(&mut self, done: Result<T, String>) -> Result<T, ClusterError> {
        let stop = done.is_err().then_some(Stop::Disk);
        let received = self.dataflow.agree(Note { stop, ..self.note() });
        let failed = received.iter().find(|note| note.stop.is_some()).map(|note| note.from);
        match (done, failed) {
            (Err(why), _) => Err(ClusterError::Failed(why)),
            (Ok(_), Some(from)) => Err(Stop::Disk.ended(from)),
            (Ok(done), None) => Ok(done),
        }
    }

    /// Goes on from the last round that all workers have on disk, if work is to be resumed.
    fn resume(&mut self) -> Result<(), ClusterError> {
        let Some(keep) = self.keep.as_ref().filter(|keep| keep.resume) else { return Ok(()) };
        let rounds = keep.rounds();
        let received = self.dataflow.agree(Note { rounds, ..self.note() });
        let has = |round: &u64| received.iter().all(|note| note.rounds.contains(round));
        let last = received[0].rounds.iter().copied().filter(has).max();
        let read = match last {
            Some(round) => {
                let keep = self.keep.as_ref().expect("work that goes on is kept");
                keep.read(round, &mut self.share.borrow_mut(), self.budget.memory()).map(|()| round)
            }
            None => Err(
                "--resume: there is no round that all workers have kept, expected the folders of a run with \
                         as many processes and threads"
                    .to_string(),
            ),
        };
        self.exchanged.rounds = self.agree_on_result(read)?;
        let keep = self.keep.as_ref().expect("as before");
        keep.remove_but(Some(self.exchanged.rounds));
        self.kept.0 = Instant::now();
        Ok(())
    }
}

// --- The workers of a process, and why they ended ---

/// Solves every position with all workers of all processes, and waits for the other processes.
pub fn run(work: Work) -> Result<Found, ClusterError> {
    let (allocators, others) = match &work.hosts {
        None => Config::Process(work.threads).try_build().map_err(ClusterError::Failed)?,
        Some(hosts) => {
            let resumes = work.keep.as_ref().map(|keep| keep.resume);
            let handshake = Handshake::of(&work.of, &format!("{resumes:?}"), hosts, work.threads);
            allocators(hosts, &handshake, work.threads, &work.budget)?
        }
    };
    // A worker that panics has all others wait for it, so it ends the process; the other processes
    // learn of that.
    let work = move |worker: &mut Worker| {
        catch_unwind(AssertUnwindSafe(|| solve(worker, &work))).unwrap_or_else(|_| process::abort())
    };
    let workers = execute_from(allocators, others, timely::WorkerConfig::default(), work)
        .map_err(ClusterError::Failed)?;
    let mut results = Vec::new();
    for result in workers.join() {
        results.push(result.map_err(|error| ClusterError::Failed(format!("a worker has ended: {error}")))?);
    }
    // What has failed here says why, and the other workers only that it has.
    let failed = results.iter().position(|result| matches!(result, Err(ClusterError::Failed(_))));
    let all = if let Some(failed) = failed { vec![results.swap_remove(failed)] } else { results };
    let found: Vec<Found> = all.into_iter().collect::<Result<_, ClusterError>>()?;
    let exchanged = found.iter().map(|found| found.exchanged).reduce(Exchanged::and);
    let first = found.into_iter().next().expect("there is a worker");
    Ok(Found { exchanged: exchanged.expect("as before"), ..first })
}
