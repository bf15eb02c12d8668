//! `solve serve`: the page in a browser.

use std::io::Write;
use std::thread::available_parallelism;
use std::time::Duration;

use super::ended::{BadInput, Ended};
use super::output::{one_line, print};
use super::page_args::ServeArgs;
use super::signals::interruption;
use crate::ask::solver;
use crate::serve::{Listening, Settings};

/// How long a question may take, if nothing else is said: a page that was forgotten does not keep the machine at work.
const TIME: Duration = Duration::from_secs(600);

/// A page shows up to four games side by side, and none of them is to wait for the others.
const LEAST_AT_ONCE: usize = 4;

/// Serves until a signal asks for the end.
pub fn run(args: &ServeArgs) -> Result<Ended, BadInput> {
    if !args.address.is_loopback() && !args.allow_remote {
        return Err(BadInput(format!(
            "--address {}: other machines could ask there, expected 127.0.0.1 or ::1, or --allow-remote with it",
            args.address
        )));
    }
    let cores = available_parallelism().map_or(1, usize::from);
    let at_once = args.threads.unwrap_or(cores.max(LEAST_AT_ONCE));
    let settings = Settings {
        address: args.address,
        port: args.port,
        remote: args.allow_remote,
        at_once,
        memory: args.memory.beside(at_once * solver::STACK_BYTES),
        time: args.time_limit.unwrap_or(TIME),
    };
    let interrupted = interruption();
    let listening = Listening::of(settings)?;
    let page = format!("http://{}/", listening.at());
    print(format!("Open {page} (Ctrl-C ends)\n").as_bytes())?;
    if args.open
        && let Err(error) = open::that_detached(&page)
    {
        let said = one_line(&format!("--open: {error}; the page is at {page}"));
        let _ = writeln!(std::io::stderr(), "solve: {said}");
    }
    listening.serve(&interrupted)?;
    Ok(Ended::Interrupted)
}
