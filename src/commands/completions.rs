//! `solve completions` and `solve man`: what other programs read of the arguments.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::exit::{CommandError, Exit};
use super::io::{add_line, print};
use super::ruleset;
use superko_rules::catalogue;
use superko_store::files::write_file;

#[derive(Debug, ClapArgs)]
#[command(after_help = "For example:
  solve completions bash >~/.local/share/bash-completion/completions/solve")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(ignore_case = true)]
    pub shell: Shell,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "For example:
  solve man | man -l -")]
pub struct ManArgs {
    /// Write a page for the program and one for each subcommand into this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

pub fn run_completions(args: &CompletionsArgs, mut command: Command) -> Result<Exit, CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "solve", &mut script);
    let mut script = String::from_utf8(script).map_err(|error| CommandError(error.to_string()))?;
    if args.shell == Shell::Bash {
        script = with_files(&script);
    }
    print(script.as_bytes())?;
    Ok(Exit::Success)
}

/// Completions for bash that offer files beside the names of boards and rulesets, as either may be
/// a file.
fn with_files(script: &str) -> String {
    let boards = ruleset::BOARDS.join(" ");
    let rulesets = catalogue::names().collect::<Vec<_>>().join(" ");
    [boards, rulesets].into_iter().fold(script.to_string(), |script, names| {
        let offered = format!("compgen -W \"{names}\"");
        script.replace(&offered, &format!("compgen -f -W \"{names}\""))
    })
}

/// Prints the page of the program, or writes all pages and lists them.
pub fn run_man(args: &ManArgs, mut command: Command, text: &mut String) -> Result<Exit, CommandError> {
    command.build();
    match &args.out {
        None => print(&page(&command)?)?,
        Some(folder) => {
            let unmade = |error| CommandError(format!("--out {folder:?}: {error}, expected a folder"));
            fs::create_dir_all(folder).map_err(unmade)?;
            write_pages(&command, folder, text)?;
        }
    }
    Ok(Exit::Success)
}

/// Manual page of a command, whose name is that of its parents and its own with hyphens between.
fn page(command: &Command) -> Result<Vec<u8>, CommandError> {
    let mut page = Vec::new();
    // The synopsis is what --help says, not all options one after the other.
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim().to_string();
    Man::new(command.clone().override_usage(usage)).render(&mut page)?;
    Ok(page)
}

fn write_pages(command: &Command, folder: &Path, text: &mut String) -> Result<(), CommandError> {
    let command =
        command.clone().display_name(command.get_display_name().unwrap_or(command.get_name()).to_string());
    let path = folder.join(format!("{}.1", command.get_display_name().unwrap_or_default()));
    write_file(&path, &page(&command)?)?;
    add_line!(text, "{}", path.display());
    let mut pages = command.get_subcommands().filter(|subcommand| subcommand.get_name() != "help");
    pages.try_for_each(|subcommand| write_pages(subcommand, folder, text))
}
