//! The program as users run it, in the folder of the package.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// The path of the program.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_solve");

/// The program with these arguments, nothing on its standard input, and both outputs captured.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What the program prints, and how it ends.
pub fn solve(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program starts")
}

/// What the program prints if this is its standard input.
pub fn solve_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().expect("the program starts");
    // The program may end without reading all of it.
    let _ = child.stdin.take().expect("it has an input").write_all(input);
    child.wait_with_output().expect("the program ends")
}

/// What the program prints if it is interrupted, as by Ctrl-C, after a moment.
#[cfg(unix)]
pub fn solve_interrupted(arguments: &[&str]) -> Output {
    let child = command(arguments).spawn().expect("the program starts");
    for _ in 0..1_000 {
        if catches_interruptions(child.id()) {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(700));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("there is a kill").success());
    child.wait_with_output().expect("the program ends")
}

/// Whether a process has a handler of the signal of Ctrl-C by now, as Linux tells; `true` where it
/// does not tell.
#[cfg(unix)]
fn catches_interruptions(process: u32) -> bool {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/status")) else { return true };
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    caught.is_none_or(|caught| u64::from_str_radix(caught.trim(), 16).is_ok_and(|set| set & 2 != 0))
}

/// What the program prints, as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program prints UTF-8")
}

/// What the program prints on both outputs, the standard output first.
pub fn said(output: &Output) -> String {
    text(&[&output.stdout[..], &output.stderr].concat())
}

/// Checks that a command line is refused with exit status 2 and one line that has what is expected;
/// with `--json` the error is printed as an object too.
pub fn refused(arguments: &[&str], expected: &str) {
    let output = solve(arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
    assert!(said.contains(expected), "{arguments:?}: {said:?} lacks {expected:?}");
    assert_eq!(output.stdout.is_empty(), !arguments.contains(&"--json"), "{arguments:?}");
}

/// The JSON that the program prints.
pub fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).expect("the program prints JSON")
}
