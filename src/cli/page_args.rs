//! The arguments of the commands that show the page in a browser.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::limits::{MemoryArgs, parse_threads, parse_time};
use crate::serve::PORT;

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Prints the address of the page when it listens, and serves it until Ctrl-C (exit status 130) or SIGTERM \
(143). What a question has proved is kept for the questions after it, as far as the memory goes. docs/serve.md \
tells what is refused."
)]
pub struct ServeArgs {
    /// The address to listen at: one of this machine that no other can reach, unless --allow-remote is given
    #[arg(long, value_name = "ADDRESS", default_value_t = Ipv4Addr::LOCALHOST.into())]
    pub address: IpAddr,
    /// The port; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    pub port: u16,
    /// Let other machines ask too, for which this one is to work. There is no password and nothing is encrypted
    #[arg(long)]
    pub allow_remote: bool,
    /// Open the page in the browser of this machine
    #[arg(long)]
    pub open: bool,
    /// Stop each question after this time: 90s, 10m, "1h 30m"; without a unit, seconds [default: 10m]
    #[arg(long, value_name = "TIME", value_parser = parse_time, allow_hyphen_values = true)]
    pub time_limit: Option<Duration>,
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Work on so many questions at once, each on one thread; others wait [default: all cores, at least 4]
    #[arg(long, value_name = "COUNT", value_parser = parse_threads, allow_hyphen_values = true)]
    pub threads: Option<usize>,
}

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
    /// Write into a folder that has other files as well; they stay, unless they have the name of one of the book's
    #[arg(long)]
    pub force: bool,
}
