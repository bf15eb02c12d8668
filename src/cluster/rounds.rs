//! The work of a worker: list, ask for falling scores, exchange until nothing comes in.
//!
//! A *round* is one exchange: all states that have come in tell those before them, and what comes in by that is told in the
//! next round. Between two rounds no word is under way, so what all shares have then is all that there is, and can be
//! kept. All workers do the same rounds, as each hears the notes of all and decides by them alone.

use std::cell::RefCell;
use std::fs::File;
use std::io::{ErrorKind, Write};
use std::rc::Rc;
use std::time::{Duration, Instant};

use timely::worker::Worker;

use super::dataflow::{Dataflow, Note, Stop};
use super::gather::gather;
use super::kept::Keep;
use super::work::{Ended, Exchanged, Found, Work};
use crate::checkpoint::interval;
use crate::files::write_file_by;
use crate::solve::dense::{Counted, Deal, Share, Word, messages};
use crate::solve::{Budget, Limits, Stopped};
use crate::sums::Summed;

/// How many states tell those before them in one batch.
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
    /// Why the work ended, for a worker that has not failed itself.
    fn ended(self, from: usize) -> Ended {
        Ended::Stopped(match self {
            Stop::Time => Stopped::Time,
            Stop::Nodes => Stopped::Nodes,
            Stop::Interrupted => Stopped::Interrupted,
            Stop::Memory => Stopped::Memory,
            Stop::Disk => return Ended::Elsewhere(from),
        })
    }
}

/// A worker in its rounds.
struct Rounds<'a> {
    dataflow: Dataflow<'a>,
    share: Rc<RefCell<Share>>,
    work: &'a Work,
    budget: Budget,
    keep: Option<Keep>,
    exchanged: Exchanged,
    /// The states that have come in and are to tell those before them in the next round. They are taken from the share before
    /// the workers agree on the round, as words of others that are in it already may come in soon after.
    entered: Vec<Word>,
    /// When the last round was kept, and how long that took.
    kept: (Instant, Duration),
    /// What has cut the last round short: then this worker has not told all that was to be told, and the work must stop.
    cut_short: Option<Stopped>,
}

/// Solves the share of a worker together with all others, and brings what all have found to the first.
///
/// # Errors
/// [`Ended`].
pub fn solve(worker: &mut Worker, work: &Work) -> Result<Found, Ended> {
    let started = Instant::now();
    let (index, peers) = (worker.index(), worker.peers());
    let deal = Deal::new(work.plays.codes.end(), peers);
    let whole = work.budget.limits();
    // The workers of a process share its memory.
    let budget = work.budget.within(Limits { memory: whole.memory / work.threads, ..whole });
    work.say(index, || "listing the positions".to_string());
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
        rounds.until_nothing_comes_in()?;
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
    /// Brings what all shares have found to the first worker, who writes it if that is wanted. What was kept is removed when all
    /// of that is done.
    fn finish(mut self) -> Result<Found, Ended> {
        let Rounds { dataflow, share, work, budget, .. } = &mut self;
        let index = dataflow.index();
        work.say(index, || "counting positions by their values".to_string());
        let (share, mut sum) = (share.borrow(), Summed::default());
        let mut gathered = |mut file: Option<&mut File>| {
            gather(dataflow.worker(), &work.plays, &share, budget, |bytes| {
                sum.add(bytes);
                file.as_mut().map_or(Ok(()), |file| file.write_all(bytes))
            })
        };
        let counted = match &work.out {
            Some(path) if index == 0 => {
                let mut counted = Counted::default();
                let written = write_file_by(path, |file| {
                    counted = gathered(Some(file))?;
                    Ok(())
                });
                written.map(|()| counted)
            }
            _ => gathered(None),
        };
        drop(share);
        let stopped = self.budget.spend(0).err().filter(|_| counted.is_err());
        let stop = match (stopped, &counted) {
            (Some(stopped), _) => Some(Stop::from(stopped)),
            // Pieces of another worker are missing, who says why.
            (None, Err(error)) if error.kind() == ErrorKind::Interrupted => None,
            (None, Err(_)) => Some(Stop::Disk),
            (None, Ok(_)) => None,
        };
        let heard = self.dataflow.agree(Note { stop, ..self.note() });
        let stop = heard.iter().filter_map(|note| Some((note.stop?, note.from))).max();
        match (stop, counted) {
            (Some((Stop::Disk, from)), Err(error)) if from == index => {
                Err(Ended::Failed(format!("--out {error}")))
            }
            (Some((stop, from)), _) => Err(stop.ended(from)),
            (None, Err(error)) => Err(Ended::Failed(format!("--out {error}"))),
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
    fn until_nothing_comes_in(&mut self) -> Result<(), Ended> {
        loop {
            self.entered = self.share.borrow_mut().take();
            let stopped = self.cut_short.or(self.budget.spend(0).err()).or(self.too_large());
            let due = self.dataflow.index() == 0 && self.is_due();
            if self.agree(stopped.map(Stop::from), due)? == 0 {
                return Ok(());
            }
            self.round();
        }
    }

    /// One round.
    fn round(&mut self) {
        let (round, score) = (self.exchanged.rounds, self.share.borrow().asks_for());
        self.work
            .say(self.dataflow.index(), || format!("what can be forced: {score} or more, round {round}"));
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
            // A round that is to be kept is brought to its end; another one is worth nothing after an interruption.
            if keep.is_none() {
                *cut_short = budget.spend(0).err();
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
        last.elapsed() >= interval(keep.every(), took)
    }

    fn note(&self) -> Note {
        let entered = self.entered.len() as u64;
        Note { from: self.dataflow.index(), entered, stop: None, keep: false, rounds: Vec::new() }
    }

    /// Agrees with all workers on whether to go on; keeps the round if one of them wants that, or if the work stops. Returns how
    /// many states have come in on all shares.
    fn agree(&mut self, stop: Option<Stop>, keep: bool) -> Result<u64, Ended> {
        let note = Note { stop, keep, ..self.note() };
        let heard = self.dataflow.agree(note);
        let stop = heard.iter().filter_map(|note| Some((note.stop?, note.from))).max();
        let begun = self.share.borrow().asks_for() <= self.work.plays.board.points() as i8;
        let keeps = heard.iter().any(|note| note.keep) || stop.is_some();
        if keeps && begun && self.keep.is_some() {
            self.keep_round()?;
        }
        match stop {
            Some((stop, from)) => Err(stop.ended(from)),
            None => Ok(heard.iter().map(|note| note.entered).sum()),
        }
    }

    /// Writes the round on all workers; the one before is removed when all have done it.
    fn keep_round(&mut self) -> Result<(), Ended> {
        let started = Instant::now();
        let keep = self.keep.as_ref().expect("only what is to be kept is written");
        // No worker sends words before all have written.
        self.share.borrow_mut().give_back(std::mem::take(&mut self.entered));
        let written = keep.write(self.exchanged.rounds, &self.share.borrow(), &self.work.budget);
        self.entered = self.share.borrow_mut().take();
        self.all_did(written)?;
        let keep = self.keep.as_ref().expect("as before");
        keep.remove_but(Some(self.exchanged.rounds));
        self.kept = (Instant::now(), started.elapsed());
        Ok(())
    }

    /// Agrees on whether all workers could read or write.
    fn all_did<T>(&mut self, done: Result<T, String>) -> Result<T, Ended> {
        let stop = done.is_err().then_some(Stop::Disk);
        let heard = self.dataflow.agree(Note { stop, ..self.note() });
        let failed = heard.iter().find(|note| note.stop.is_some()).map(|note| note.from);
        match (done, failed) {
            (Err(why), _) => Err(Ended::Failed(why)),
            (Ok(_), Some(from)) => Err(Stop::Disk.ended(from)),
            (Ok(done), None) => Ok(done),
        }
    }

    /// Goes on from the last round that all workers have on disk, if that is wanted.
    fn resume(&mut self) -> Result<(), Ended> {
        let Some(keep) = self.keep.as_ref().filter(|keep| keep.resumes()) else { return Ok(()) };
        let rounds = keep.rounds();
        let heard = self.dataflow.agree(Note { rounds, ..self.note() });
        let has = |round: &u64| heard.iter().all(|note| note.rounds.contains(round));
        let last = heard[0].rounds.iter().copied().filter(has).max();
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
        self.exchanged.rounds = self.all_did(read)?;
        let keep = self.keep.as_ref().expect("as before");
        keep.remove_but(Some(self.exchanged.rounds));
        self.kept.0 = Instant::now();
        Ok(())
    }
}
