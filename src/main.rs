//! The program `solve`: its arguments, what it prints and its exit status.

mod commands;

fn main() -> std::process::ExitCode {
    commands::main()
}
