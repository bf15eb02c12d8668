//! The program `solve`: what the user says, and what he is told.
//!
//! Results go to stdout and everything else to stderr. Exit status: 0 as asked; 1 a record that cannot be
//! replayed to its end, a verdict that is not the one on record, a published file that differs, or a certificate that is not right; 2 bad
//! input, with one line that names it and what was expected; 3 stopped at
//! a limit, with what was proved so far; 130 interrupted, likewise.

mod args;
mod board;
mod claims;
mod counting;
mod junit;
mod limits;
mod progress;
mod proving;
mod replay;
mod report;
mod rulesets;
mod securing;
mod setup;
mod solving;
mod tables;
mod valuing;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use crate::solve::Stopped;
use args::{Args, CertificateCommand, Command};

/// How a run ended, if not by bad input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ended {
    AsAsked,
    Differs,
    AtALimit,
    Interrupted,
}

impl From<Ended> for ExitCode {
    fn from(ended: Ended) -> ExitCode {
        ExitCode::from(match ended {
            Ended::AsAsked => 0,
            Ended::Differs => 1,
            Ended::AtALimit => 3,
            Ended::Interrupted => 130,
        })
    }
}

impl From<Option<Stopped>> for Ended {
    fn from(stopped: Option<Stopped>) -> Ended {
        match stopped {
            None => Ended::AsAsked,
            Some(Stopped::Interrupted) => Ended::Interrupted,
            Some(_) => Ended::AtALimit,
        }
    }
}

/// Bad input: one line that names what was wrong and what was expected.
struct BadInput(String);

impl<E: std::error::Error> From<E> for BadInput {
    fn from(error: E) -> BadInput {
        BadInput(error.to_string())
    }
}

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return usage(&error),
    };
    let mut text = String::new();
    let run = match &args.command {
        None => solving::run(&args, &mut text),
        Some(Command::Rules(rules)) => rulesets::run(rules, &mut text),
        Some(Command::Replay(replay)) => replay::run(replay, &mut text),
        Some(Command::Count(count)) => counting::run(count, &mut text),
        Some(Command::Claims(claims)) => claims::run(claims, &mut text),
        Some(Command::Tables(tables)) => tables::run(tables, &mut text),
        Some(Command::Prove(prove)) => proving::run_prove(prove, &mut text),
        Some(Command::Check(check)) => proving::run_check(check, &mut text),
        Some(Command::Certificate(CertificateCommand::Show(show))) => proving::run_show(show, &mut text),
    };
    match run {
        Ok(ended) => {
            // A reader that has gone away (a closed pipe) has all that it wants.
            let _ = std::io::stdout().write_all(text.as_bytes());
            ended.into()
        }
        Err(BadInput(line)) => bad_input(&line),
    }
}

fn bad_input(line: &str) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "solve: {line}");
    ExitCode::from(2)
}

/// Help as it is; any error of usage in one line.
fn usage(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return bad_input("a subcommand is missing (solve --help tells all)");
    }
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let said: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let said = said.join(" ");
    bad_input(&format!("{} (solve --help tells all)", said.trim_start_matches("error: ")))
}
