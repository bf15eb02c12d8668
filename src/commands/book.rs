//! `solve book`: the page with the published results as files.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::exit::{CommandError, Exit};
use super::io::{add_line, expected_tables};
use superko_tables::build::rulesets;
use superko_tables::folder;
use superko_web::book::{DirError, OutputDir, contents};

#[derive(Debug, ClapArgs)]
#[command(after_help = "For example:
  solve book --out book
then open book/index.html, or put the folder on any web server. The same results make the same bytes. It shows \
the empty boards that are published, and of small boards every position as the start of a game; it plays no moves.")]
pub struct BookArgs {
    /// The folder; one that is a book already is replaced as a whole
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// The folder of published results, as solve tables writes it
    #[arg(long, value_name = "DIR", default_value = "solutions")]
    pub tables: PathBuf,
    /// Write into a folder that has other files as well; they stay, unless they have the name of
    /// one of the book's
    #[arg(long)]
    pub force: bool,
}

pub fn run(args: &BookArgs, text: &mut String) -> Result<Exit, CommandError> {
    let (out, tables) = (args.out.display(), args.tables.display());
    let unwritten = |occupied: DirError| CommandError(format!("--out {out}: {occupied}"));
    let shelf = OutputDir::at(&args.out, args.force).map_err(unwritten)?;
    let expected = expected_tables(&args.tables, "--tables");
    let unread = |error: String| CommandError(format!("--tables {tables}: {error}, {expected}"));
    let unopened = |error| CommandError(format!("--tables {error}, {expected}"));
    let published = folder::read(&args.tables).map_err(unopened)?;
    let rulesets = rulesets(&published).map_err(unread)?;
    if !rulesets.are_of_the_catalogue() {
        let names = rulesets.names().join(", ");
        return Err(CommandError(format!(
            "--tables {tables}: has tables of {names} alone, expected those of every ruleset of the catalogue"
        )));
    }
    let book = contents(&published).map_err(unread)?;
    shelf.put(&book).map_err(unwritten)?;
    let bytes: usize = book.values().map(Vec::len).sum();
    add_line!(text, "{out}: {} files, {bytes} bytes; open index.html in it", book.len());
    Ok(Exit::Success)
}
