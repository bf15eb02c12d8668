//! The last rounds of a share on disk.
//!
//! Each worker has a file of its own for a round, which is written beside its place and renamed. The file of the round
//! before is removed only when all workers have written theirs, so there always is a round that all have, whenever a process is
//! killed. Work goes on from the last one of these.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::checkpoint::{self, Checkpoint, Header, Refused};
use crate::solve::Budget;
use crate::solve::dense::Share;

/// Where and how often rounds are kept.
#[derive(Debug, Clone)]
pub struct Keep {
    /// That of this process.
    folder: PathBuf,
    /// Whether work goes on from what is there.
    resume: bool,
    /// The least time between two rounds that are kept; zero for every round.
    every: Duration,
    /// Of what work it is.
    of: Vec<(&'static str, String)>,
    /// The worker, for that of one.
    worker: Option<usize>,
}

impl Keep {
    /// Rounds in a folder, in which each process has one of its own, so that several processes may be given the same. Both are
    /// made if they are not there, and the own one is known to take files.
    ///
    /// # Errors
    /// What is wrong with the folder and what was expected, in one line: it has rounds though work does not go on from them, or
    /// it has none though this process is alone and goes on.
    pub fn new(
        folder: &Path,
        process: Option<usize>,
        resume: bool,
        every: Duration,
        of: Vec<(&'static str, String)>,
    ) -> Result<Keep, Refused> {
        let own = folder.join(format!("process-{}", process.unwrap_or(0)));
        checkpoint::make(folder)?;
        checkpoint::make(&own)?;
        checkpoint::check(&own)?;
        let keep = Keep { folder: own, resume, every, of, worker: None };
        match (keep.files().next().is_some(), resume) {
            (true, false) => Err(Refused::has_one(folder)),
            // Of several processes none may know what the others have before they are connected.
            (false, true) if process.is_none() => Err(Refused::has_none(folder)),
            _ => Ok(keep),
        }
    }

    /// The same for one of the workers.
    pub fn of_worker(&self, index: usize, workers: usize) -> Keep {
        let mut keep = self.clone();
        keep.of.push(("workers", workers.to_string()));
        keep.of.push(("worker", index.to_string()));
        Keep { worker: Some(index), ..keep }
    }

    /// Whether work goes on from what is there.
    pub fn resumes(&self) -> bool {
        self.resume
    }

    /// The least time between two rounds that are kept.
    pub fn every(&self) -> Duration {
        self.every
    }

    /// The files of rounds of this process: worker, round, path. What cannot be read has none.
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

    /// The rounds of this worker.
    pub fn rounds(&self) -> Vec<u64> {
        self.own_files().map(|(round, _)| round).collect()
    }

    /// Removes the rounds of this worker but one. What cannot be removed is left, as it does no harm.
    pub fn remove_but(&self, round: Option<u64>) {
        for (_, path) in self.own_files().filter(|(other, _)| Some(*other) != round) {
            let _ = fs::remove_file(path);
        }
    }

    fn checkpoint(&self, round: u64) -> Checkpoint {
        let index = self.worker.expect("a round is that of a worker");
        Checkpoint::at(self.folder.join(format!("worker-{index}.round-{round}")))
    }

    /// Of what a round is. What a share has after so many rounds does not depend on the run.
    fn of_round(&self, round: u64) -> Vec<(&'static str, String)> {
        [&self.of[..], &[("round", round.to_string())]].concat()
    }

    /// Writes a round.
    ///
    /// # Errors
    /// The path, and why it cannot be written.
    pub fn write(&self, round: u64, share: &Share, budget: &Budget) -> Result<(), String> {
        let (nodes, seconds) = (budget.nodes(), budget.elapsed().as_secs_f64());
        let header = Header { of: self.of_round(round), nodes, seconds };
        let written = self.checkpoint(round).write(&header, share);
        written.map_err(|error| format!("--checkpoint {error}"))
    }

    /// Reads a round.
    ///
    /// # Errors
    /// The path, and why it is not what was written for this share.
    pub fn read(&self, round: u64, share: &mut Share, memory: usize) -> Result<(), String> {
        let header = Header { of: self.of_round(round), nodes: 0, seconds: 0.0 };
        let done = self.checkpoint(round).read(&header, share, memory);
        done.map(drop).map_err(|refused| format!("--checkpoint {refused}"))
    }
}
