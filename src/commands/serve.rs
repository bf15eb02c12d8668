//! `solve serve`: the page in a browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr};
use std::thread::available_parallelism;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::exit::{CommandError, Exit, interrupt_flag};
use super::io::{one_line, print};
use super::limits::{MemoryArgs, parse_threads, parse_time};
use superko_query::ask::solver;
use superko_web::serve::{PORT, Server, Settings};

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Prints the address of the page when it listens, and serves it until Ctrl-C (exit status 130) or SIGTERM \
(143). What a question has proved is kept for the questions after it, as far as the memory goes. docs/serve.md \
tells what is refused."
)]
pub struct ServeArgs {
    /// The address to listen at: one of this machine that no other can reach, unless --allow-remote
    /// is given
    #[arg(long, value_name = "ADDRESS", default_value_t = Ipv4Addr::LOCALHOST.into())]
    pub address: IpAddr,
    /// The port; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    pub port: u16,
    /// Let other machines ask too, for which this one is to work. There is no password and nothing
    /// is encrypted
    #[arg(long)]
    pub allow_remote: bool,
    /// Open the page in the browser of this machine
    #[arg(long)]
    pub open: bool,
    /// Stop each question after this time: 90s, 10m, "1h 30m"; without a unit, seconds [default:
    /// 10m]
    #[arg(long, value_name = "TIME", value_parser = parse_time, allow_hyphen_values = true)]
    pub time_limit: Option<Duration>,
    #[command(flatten)]
    pub memory: MemoryArgs,
    /// Questions that are worked on at once, each on one thread; others wait [default: all cores,
    /// at least 4]
    #[arg(long, value_name = "COUNT", value_parser = parse_threads, allow_hyphen_values = true)]
    pub threads: Option<usize>,
}

/// Default time limit of a question: a forgotten page does not keep the machine at work.
const DEFAULT_TIME: Duration = Duration::from_secs(600);

/// Default minimum of questions at once: a page shows up to four games, and none is to wait for the
/// others.
const MIN_AT_ONCE: usize = 4;

pub fn run(args: &ServeArgs) -> Result<Exit, CommandError> {
    if !args.address.is_loopback() && !args.allow_remote {
        return Err(CommandError(format!(
            "--address {}: other machines could ask there, expected 127.0.0.1 or ::1, or --allow-remote with it",
            args.address
        )));
    }
    let cores = available_parallelism().map_or(1, usize::from);
    let at_once = args.threads.unwrap_or(cores.max(MIN_AT_ONCE));
    let settings = Settings {
        address: args.address,
        port: args.port,
        remote: args.allow_remote,
        at_once,
        memory: args.memory.bytes_minus(at_once * solver::STACK_BYTES),
        time: args.time_limit.unwrap_or(DEFAULT_TIME),
    };
    let interrupted = interrupt_flag();
    let listening = Server::of(settings)?;
    let page = format!("http://{}/", listening.at());
    print(format!("Open {page} (Ctrl-C ends)\n").as_bytes())?;
    if args.open
        && let Err(error) = open::that_detached(&page)
    {
        let said = one_line(&format!("--open: {error}; the page is at {page}"));
        let _ = writeln!(std::io::stderr(), "solve: {said}");
    }
    listening.serve(&interrupted)?;
    Ok(Exit::Interrupted)
}
