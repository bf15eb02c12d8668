//! The program `solve`; see [`superko::cli`].

fn main() -> std::process::ExitCode {
    superko::cli::main()
}
