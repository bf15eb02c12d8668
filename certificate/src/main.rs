//! The program `superko-check`: checks certificates, or shows them as text.
//!
//! Verdicts go to standard output and errors to standard error, each on one line.

use std::env;
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::process::ExitCode;

use superko_certificate::kinds::{show, verify};
use superko_certificate::refused::{Cause, Refused};
use superko_certificate::render::Unrendered;

const HELP: &str = "\
Checks certificates of the values of tiny Go boards.

Usage: superko-check [--text] [--memory SIZE] FILE...

  FILE           a certificate of lemmas, in either form, or a bounded one, compressed with gzip or not; - for standard
                 input
  --text         print the certificate as text, each lemma with its reads, or each state with its move, as far as
                 it is right
  --memory SIZE  the most memory that lemmas or states may take, such as 512M or 2G [default: 4G]
  --help         print this
  --version      print the version

The last line says what is proved, or why nothing is. With several files each line begins with the name of its file.
Exit status: 0 all are verified, 1 one is not, 2 a file is not a certificate or cannot be read, or bad usage.
";

/// The default of `--memory` where an address has `bits`; of 4 GiB in all 3.
const fn default_memory(bits: u32) -> &'static str {
    if bits > 32 { "4G" } else { "3G" }
}

/// What the command line asks for.
struct Request {
    text: bool,
    memory: usize,
    files: Vec<String>,
}

/// A line for standard error.
struct Failure(String);

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure(format!("standard output: {error}"))
    }
}

fn main() -> ExitCode {
    let run = run(env::args().skip(1));
    run.unwrap_or_else(|Failure(line)| {
        // Nothing is left to do if standard error cannot be written either.
        let _ = writeln!(io::stderr(), "superko-check: {line}");
        ExitCode::from(2)
    })
}

fn run(arguments: impl Iterator<Item = String>) -> Result<ExitCode, Failure> {
    let mut output = BufWriter::new(io::stdout().lock());
    let done = match parse(arguments)? {
        Command::Print(text) => output.write_all(text.as_bytes()).map(|()| 0),
        Command::Check(request) => check_all(&request, &mut output),
    };
    match done.and_then(|status| output.flush().map(|()| status)) {
        Ok(status) => Ok(ExitCode::from(status)),
        // The reader has closed the pipe and wants no more.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error.into()),
    }
}

enum Command {
    Print(String),
    Check(Request),
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Command, Failure> {
    let default = default_memory(usize::BITS);
    let memory = parse_size(default).expect("the default is a size");
    let mut request = Request { text: false, memory, files: Vec::new() };
    let (mut options, usage) = (true, "(superko-check --help explains the usage)");
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--" if options => options = false,
            "-h" | "--help" if options => return Ok(Command::Print(HELP.replace("4G", default))),
            "-V" | "--version" if options => {
                return Ok(Command::Print(format!("superko-check {}\n", env!("CARGO_PKG_VERSION"))));
            }
            "--text" if options => request.text = true,
            "--memory" if options => {
                let size = arguments.next().unwrap_or_default();
                let expected =
                    || format!("--memory {size:?}: expected a size of at least 1M, such as 512M or 2G");
                request.memory = parse_size(&size).ok_or_else(|| Failure(expected()))?;
            }
            option if options && option.starts_with('-') && option != "-" => {
                return Err(Failure(format!(
                    "unknown option {option:?}, expected --text or --memory {usage}"
                )));
            }
            _ => request.files.push(argument),
        }
    }
    if request.files.is_empty() {
        return Err(Failure(format!("no file is given, expected at least one {usage}")));
    }
    Ok(Command::Check(request))
}

/// Reads a size: bytes, or KiB, MiB, GiB with K, M, G.
fn parse_size(text: &str) -> Option<usize> {
    let (number, shift) = match text.as_bytes().last()?.to_ascii_uppercase() {
        b'K' => (&text[..text.len() - 1], 10),
        b'M' => (&text[..text.len() - 1], 20),
        b'G' => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    number.parse::<usize>().ok()?.checked_mul(1 << shift).filter(|bytes| *bytes >= 1 << 20)
}

/// Checks every file; the exit status.
fn check_all(request: &Request, output: &mut impl Write) -> io::Result<u8> {
    let mut status = 0;
    for file in &request.files {
        let checked =
            if request.text { show_text(file, request, output)? } else { check(file, request, output)? };
        if let Err(refused) = checked {
            status = status.max(report(file, request, &refused, output)?);
        }
        output.flush()?;
    }
    Ok(status)
}

fn input(file: &str) -> Result<Box<dyn Read>, Refused> {
    if file == "-" {
        return Ok(Box::new(io::stdin()));
    }
    match File::open(file) {
        Ok(opened) => Ok(Box::new(opened)),
        Err(error) => Err(Refused { cause: Cause::Unreadable, place: String::new(), why: error.to_string() }),
    }
}

fn check(file: &str, request: &Request, output: &mut impl Write) -> io::Result<Result<(), Refused>> {
    let verified = match input(file).and_then(|input| verify(input, request.memory)) {
        Ok(verified) => verified,
        Err(refused) => return Ok(Err(refused)),
    };
    for line in verified.to_string().lines() {
        writeln!(output, "{}{line}", prefix(file, request))?;
    }
    Ok(Ok(()))
}

fn show_text(file: &str, request: &Request, output: &mut impl Write) -> io::Result<Result<(), Refused>> {
    let shown = input(file).map_err(Unrendered::from).and_then(|input| show(input, output, request.memory));
    match shown {
        Ok(()) => Ok(Ok(())),
        Err(Unrendered::Refused(refused)) => Ok(Err(refused)),
        Err(Unrendered::Output(error)) => Err(error),
    }
}

/// Says why a file is not verified; the exit status.
fn report(file: &str, request: &Request, refused: &Refused, output: &mut impl Write) -> io::Result<u8> {
    if refused.cause != Cause::Wrong {
        let _ = writeln!(io::stderr(), "superko-check: {}: {refused}", escaped_name(file));
        return Ok(2);
    }
    if request.text {
        writeln!(output, "# not right from here on: {refused}")?;
    } else {
        writeln!(output, "{}s NOT VERIFIED {refused}", prefix(file, request))?;
    }
    Ok(1)
}

/// What the lines about a file begin with.
fn prefix(file: &str, request: &Request) -> String {
    if request.files.len() > 1 { format!("{}: ", escaped_name(file)) } else { String::new() }
}

/// The name of a file, with escapes for characters that cannot be seen.
fn escaped_name(file: &str) -> String {
    let escaped = |letter: char| match letter {
        '\'' | '"' | '\\' => letter.to_string(),
        _ => letter.escape_debug().to_string(),
    };
    file.chars().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_memory_is_a_size_that_an_address_can_be() {
        assert_eq!([default_memory(32), default_memory(64)], ["3G", "4G"]);
        assert!(parse_size(default_memory(32)).is_some_and(|bytes| u32::try_from(bytes).is_ok()));
        let Ok(Command::Check(request)) = parse(["a.cert".to_string()].into_iter()) else { panic!("a file") };
        assert_eq!(parse_size(default_memory(usize::BITS)), Some(request.memory));
        assert_eq!(HELP.matches("4G").count(), 1);
    }
}
