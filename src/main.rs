//! The program `solve`; see [`superko::commands`].

fn main() -> std::process::ExitCode {
    superko::commands::main()
}
