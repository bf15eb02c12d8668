//! `solve check` and `solve certificate show`: checks and shows certificates.

use std::fs::File;
use std::io::{BufWriter, Read, Write, stdin, stdout};
use std::path::Path;

use clap::Args as ClapArgs;

use super::exit::{CommandError, Exit};
use super::io::{add_line, unless_closed};
use super::limits::MemoryArgs;
use superko_certificate::kinds;
use superko_certificate::refused::{Cause, Refused};
use superko_certificate::render::Unrendered;

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "The last line is `s VERIFIED` with what is proved, or `s NOT VERIFIED` with the first step that is not \
right and why. Exit status: 0 verified, 1 not verified, 2 bad input."
)]
pub struct CheckArgs {
    /// The certificate, in either form; `-` for standard input
    pub file: String,
    #[command(flatten)]
    pub memory: MemoryArgs,
}

#[derive(Debug, ClapArgs)]
pub struct ShowArgs {
    /// The certificate, in either form; `-` for standard input
    pub file: String,
    #[command(flatten)]
    pub memory: MemoryArgs,
}

/// Checks a certificate.
pub fn run_check(args: &CheckArgs, text: &mut String) -> Result<Exit, CommandError> {
    match kinds::verify(input(&args.file)?, args.memory.bytes()) {
        Ok(verified) => {
            add_line!(text, "{verified}");
            Ok(Exit::Success)
        }
        Err(refused) => {
            let wrong = wrong(&args.file, refused)?;
            add_line!(text, "s NOT VERIFIED {wrong}");
            Ok(Exit::Differs)
        }
    }
}

/// Error in a certificate; a file of another kind is bad input.
fn wrong(file: &str, refused: Refused) -> Result<Refused, CommandError> {
    if refused.cause == Cause::Wrong { Ok(refused) } else { Err(CommandError(format!("{file}: {refused}"))) }
}

fn input(file: &str) -> Result<Box<dyn Read>, CommandError> {
    if file == "-" {
        return Ok(Box::new(stdin()));
    }
    match File::open(file) {
        Ok(opened) => Ok(Box::new(opened)),
        Err(error) => {
            let path = Path::new(file);
            // The path by which an answer names a certificate.
            let published = path.starts_with("solutions") && !path.exists();
            let place = if published { "; those of solutions/ are in a clone of the repository" } else { "" };
            Err(CommandError(format!("{file}: {error}, expected a certificate{place}")))
        }
    }
}

pub fn run_show(args: &ShowArgs, text: &mut String) -> Result<Exit, CommandError> {
    let mut output = BufWriter::new(stdout().lock());
    let shown = kinds::show(input(&args.file)?, &mut output, args.memory.bytes());
    let flushed = output.flush();
    drop(output);
    match shown {
        Ok(()) => unless_closed(flushed).map(|()| Exit::Success),
        Err(Unrendered::Output(error)) => unless_closed(Err(error)).map(|()| Exit::Success),
        Err(Unrendered::Refused(refused)) => {
            let wrong = wrong(&args.file, refused)?;
            add_line!(text, "# not right from here on: {wrong}");
            Ok(Exit::Differs)
        }
    }
}
