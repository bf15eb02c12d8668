//! The program `solve`: its arguments, what it prints and its exit status.
//!
//! Results go to standard output and everything else to standard error. Exit status:
//!
//! * 0: as asked;
//! * 1: a record that cannot be replayed to its end, a verdict that is not the one on record, a published file that
//!   differs, or a certificate that is wrong;
//! * 2: bad input, or output that could not be written, with one line that names it and what was expected;
//! * 3: stopped at a limit, with what was proved so far;
//! * 130, 143 or 129: interrupted by Ctrl-C, by SIGTERM or as the terminal was closed, with what was proved so far.

mod args;
mod axes;
mod board;
#[cfg(feature = "serve")]
mod booking;
mod candidates;
mod checking;
mod claims;
#[cfg(feature = "cluster")]
mod cluster_args;
mod compare_args;
mod comparing;
mod counting;
mod critique;
mod differing;
mod ended;
mod explain;
mod explaining;
mod generated;
mod grid;
mod gtp;
mod input;
mod junit;
mod keeping;
mod known;
mod limits;
mod output;
#[cfg(feature = "serve")]
mod page_args;
mod progress;
mod proving;
mod proving_args;
mod record;
mod replay;
mod report;
mod ruleset;
mod rulesets;
#[cfg(all(test, feature = "serve"))]
mod schema;
mod securing;
#[cfg(feature = "serve")]
mod serving;
mod setup;
mod signals;
mod solving;
mod system;
mod tables;
mod tables_args;
#[cfg(feature = "cluster")]
mod together;
mod usage;
mod valuing;
mod why;
mod words;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use args::{Args, CertificateCommand, ClaimsCommand, Command};
use ended::{BadInput, Ended};

use crate::report::json;
use crate::report::record::ErrorRecord;

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    signals::survive_limits_of_files();
    match run() {
        Ok(ended) => ended.into(),
        Err(BadInput(message)) => {
            let message = output::one_line(&message);
            // Where standard error cannot be written either, the exit status says what can be said.
            let _ = writeln!(std::io::stderr(), "solve: {message}");
            if std::env::args().any(|argument| argument == "--json") {
                let _ = output::print(json::text(&ErrorRecord::of(message)).as_bytes());
            }
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<Ended, BadInput> {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return usage(&error),
    };
    let mut text = String::new();
    let ended = match &args.command {
        None => solving::run(&args, &mut text),
        Some(Command::Rules(rules)) => rulesets::run(rules, &mut text),
        Some(Command::Replay(replay)) => replay::run(replay, &mut text),
        Some(Command::Why(why)) => why::run(why, &mut text),
        Some(Command::Count(count)) => counting::run(count, &mut text),
        Some(Command::Claims(claims)) => match &claims.command {
            None => claims::run(claims, &mut text),
            Some(ClaimsCommand::Candidates(search)) => candidates::run(search, &mut text),
        },
        Some(Command::Critique(args)) => critique::run(args, &mut text),
        Some(Command::Compare(compare)) => comparing::run(compare, &mut text),
        Some(Command::Differ(differ)) => differing::run(differ, &mut text),
        Some(Command::Tables(tables)) => tables::run(tables, &mut text),
        Some(Command::Prove(prove)) => proving::run_prove(prove, &mut text),
        Some(Command::Check(check)) => proving::run_check(check, &mut text),
        Some(Command::Certificate(CertificateCommand::Show(show))) => proving::run_show(show, &mut text),
        #[cfg(feature = "serve")]
        Some(Command::Serve(serve)) => serving::run(serve),
        #[cfg(feature = "serve")]
        Some(Command::Book(book)) => booking::run(book, &mut text),
        Some(Command::Gtp(session)) => gtp::run(session),
        Some(Command::Completions(completions)) => generated::run_completions(completions),
        Some(Command::Man(man)) => generated::run_man(man, &mut text),
    }?;
    output::print(text.as_bytes())?;
    Ok(ended)
}

/// Prints help and version; any other message of clap is an error in one line.
fn usage(error: &clap::Error) -> Result<Ended, BadInput> {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        output::unless_closed(error.print().and_then(|()| std::io::stdout().flush()))?;
        return Ok(Ended::AsAsked);
    }
    Err(BadInput(usage::message(error)))
}
