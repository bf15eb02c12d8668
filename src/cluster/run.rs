//! Starts the workers of a process, and says why they ended.

use timely::communication::Config;
use timely::execute::execute_from;
use timely::worker::Worker;

use super::greeting::Greeting;
use super::kept::Keep;
use super::processes::{allocators, leave_together};
use super::rounds::solve;
use super::work::{Ended, Exchanged, Found, Work};

/// Solves every position with all workers of all processes. The other processes are waited for.
///
/// # Errors
/// [`Ended`].
pub fn run(work: Work) -> Result<Found, Ended> {
    let (allocators, others) = match &work.hosts {
        None => Config::Process(work.threads).try_build().map_err(Ended::Failed)?,
        Some(hosts) => {
            let resumes = work.keep.as_ref().map(Keep::resumes);
            let greeting = Greeting::of(&work.of, &format!("{resumes:?}"), hosts, work.threads);
            leave_together(hosts.names.clone());
            allocators(hosts, &greeting, work.threads, &work.budget)?
        }
    };
    let work = move |worker: &mut Worker| solve(worker, &work);
    let workers =
        execute_from(allocators, others, timely::WorkerConfig::default(), work).map_err(Ended::Failed)?;
    let mut results = Vec::new();
    for result in workers.join() {
        results.push(result.map_err(|error| Ended::Failed(format!("a worker has ended: {error}")))?);
    }
    // What has failed here says why, and the other workers only that it has.
    let failed = results.iter().position(|result| matches!(result, Err(Ended::Failed(_))));
    let all = if let Some(failed) = failed { vec![results.swap_remove(failed)] } else { results };
    let found: Vec<Found> = all.into_iter().collect::<Result<_, Ended>>()?;
    let exchanged = found.iter().map(|found| found.exchanged).reduce(Exchanged::and);
    let first = found.into_iter().next().expect("there is a worker");
    Ok(Found { exchanged: exchanged.expect("as before"), ..first })
}
