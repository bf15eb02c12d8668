//! The program `solve`: its arguments, what it prints and its exit status.
//!
//! Results go to standard output and everything else to standard error. Exit status:
//!
//! * 0: as asked;
//! * 1: a record that cannot be replayed to its end, a verdict that is not the one on record, a
//!   published file that differs, a certificate that is wrong, or a program that does not do as
//!   rules say;
//! * 2: bad input, or output that could not be written, with one line that names it and what was
//!   expected;
//! * 3: stopped at a limit, with what was proved so far;
//! * 130, 143 or 129: interrupted by Ctrl-C, by SIGTERM or as the terminal was closed, with what
//!   was proved so far.

mod args;
#[cfg(feature = "serve")]
mod book;
mod candidates;
mod check;
mod checkpoint;
mod claims;
#[cfg(feature = "cluster")]
mod cluster;
mod compare;
mod completions;
mod conform;
mod count;
mod critique;
mod cycles;
mod dataset;
mod differ;
mod exit;
mod game;
mod grid;
mod gtp;
mod io;
mod limits;
mod parting;
mod perft;
mod prove;
mod replay;
mod rules;
mod ruleset;
#[cfg(all(test, feature = "serve"))]
mod schema;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod tables;
mod vectors;
mod why;

use std::io::Write;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use self::args::{Args, CertificateCommand, Command};
use self::claims::ClaimsCommand;
use self::exit::{CommandError, Exit};

use superko_query::report::json;
use superko_query::report::records::ErrorRecord;

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    exit::survive_file_size_limits();
    match run() {
        Ok(exit) => exit.into(),
        Err(CommandError(message)) => {
            let message = io::one_line(&message);
            // Where standard error cannot be written either, the exit status says what can be said.
            let _ = writeln!(std::io::stderr(), "solve: {message}");
            if std::env::args().any(|argument| argument == "--json") {
                let _ = io::print(json::text(&ErrorRecord::of(message)).as_bytes());
            }
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<Exit, CommandError> {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return usage(&error),
    };
    let mut text = String::new();
    let exit = match &args.command {
        None => solve::run(&args.solve, &mut text),
        Some(Command::Rules(rules)) => rules::run(rules, &mut text),
        Some(Command::Replay(replay)) => replay::run(replay, &mut text),
        Some(Command::Why(why)) => why::run(why, &mut text),
        Some(Command::Count(count)) => count::run(count, &mut text),
        Some(Command::Perft(perft)) => perft::run(perft, &mut text),
        Some(Command::Claims(claims)) => match &claims.command {
            None => claims::run(claims, &mut text),
            Some(ClaimsCommand::Candidates(search)) => candidates::run(search, &mut text),
        },
        Some(Command::Critique(args)) => critique::run(args, &mut text),
        Some(Command::Compare(compare)) => compare::run(compare, &mut text),
        Some(Command::Differ(differ)) => differ::run(differ, &mut text),
        Some(Command::Cycles(cycles)) => cycles::run(cycles, &mut text),
        Some(Command::Vectors(vectors)) => vectors::run(vectors, &mut text),
        Some(Command::Dataset(dataset)) => dataset::run(dataset, &mut text),
        Some(Command::Conform(conform)) => conform::run(conform, &mut text),
        Some(Command::Tables(tables)) => tables::run(tables, &mut text),
        Some(Command::Prove(prove)) => prove::run(prove, &mut text),
        Some(Command::Check(check)) => check::run_check(check, &mut text),
        Some(Command::Certificate(CertificateCommand::Show(show))) => check::run_show(show, &mut text),
        #[cfg(feature = "serve")]
        Some(Command::Serve(serve)) => serve::run(serve),
        #[cfg(feature = "serve")]
        Some(Command::Book(book)) => book::run(book, &mut text),
        Some(Command::Gtp(session)) => gtp::run(session),
        Some(Command::Completions(completions)) => completions::run_completions(completions, Args::command()),
        Some(Command::Man(man)) => completions::run_man(man, Args::command(), &mut text),
    }?;
    io::print(text.as_bytes())?;
    Ok(exit)
}

/// Prints help and version; any other message of clap is an error in one line.
fn usage(error: &clap::Error) -> Result<Exit, CommandError> {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        io::unless_closed(error.print().and_then(|()| std::io::stdout().flush()))?;
        return Ok(Exit::Success);
    }
    Err(CommandError(args::message(error)))
}
