//! Several processes: their options, and one question whose search they share.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::checkpoint::work_header;
use super::exit::{CommandError, Exit};
use super::io::{Progress, add_line};
use super::limits::parse_time;
use super::ruleset::for_basic_ko;
use superko_cluster::{self as cluster, Hosts, Keep, RemoteHelpers, RemoteManager, Transport, Work};
use superko_go::Players;
use superko_go::notation::{diagram_line, move_name};
use superko_query::ask::Question;
use superko_rules::Game;
use superko_solve::dfpn::jobs::Manager;
use superko_solve::retrograde::basic_ko::Plays;
use superko_solve::{Budget, Session, Stopped};
use superko_store::checkpoint::DEFAULT_INTERVAL;

// --- Options for several processes, and of `solve count --values` for work that is kept ---

/// The processes of a run: see docs/cluster.md.
#[derive(Debug, ClapArgs)]
pub struct HostsArgs {
    /// Work together with other processes: a file with one HOST:PORT a line, the same for all
    ///
    /// The first one says the result. They trust each other and the network, so only loopback
    /// addresses are taken without --trust-network.
    #[arg(long, value_name = "FILE", requires = "process", help_heading = "Processes")]
    pub hosts: Option<PathBuf>,
    /// Which line of --hosts this process is, from 0
    #[arg(long, value_name = "NUMBER", requires = "hosts", help_heading = "Processes")]
    pub process: Option<usize>,
    /// Take addresses of --hosts that others may reach: whoever does can change the result
    #[arg(long, requires = "hosts", help_heading = "Processes", hide_short_help = true)]
    pub trust_network: bool,
}

/// The processes of one search.
#[derive(Debug, ClapArgs)]
pub struct SharingArgs {
    #[command(flatten)]
    pub hosts: HostsArgs,
    /// Minimum number of nodes of a lemma that is passed on to other processes [default: 4]
    #[arg(
        long,
        requires = "hosts",
        value_name = "NODES",
        help_heading = "Processes",
        hide_short_help = true
    )]
    pub share_from: Option<u32>,
}

impl HostsArgs {
    /// Processes, if there are several.
    pub fn read(&self) -> Result<Option<Hosts>, CommandError> {
        let Some(file) = &self.hosts else { return Ok(None) };
        let bad = |why: String| CommandError(format!("--hosts {}: {why}", file.display()));
        let text = fs::read_to_string(file)
            .map_err(|error| bad(format!("{error}, expected a file of HOST:PORT lines")))?;
        let process = self.process.expect("clap asks for it");
        Hosts::read(&text, process, self.trust_network).map(Some).map_err(bad)
    }

    /// Connections of this process to the others on the same work, if there are others; or what
    /// stopped it before all were connected.
    pub fn transport(
        &self,
        work: &[(&'static str, String)],
        threads: usize,
        budget: &Budget,
    ) -> Result<Option<Result<Transport, Stopped>>, CommandError> {
        let Some(hosts) = self.read()? else { return Ok(None) };
        match Transport::connect(&hosts, work, threads, budget) {
            Ok(transport) => Ok(Some(Ok(transport))),
            Err(cluster::ClusterError::Stopped(stopped)) => Ok(Some(Err(stopped))),
            Err(cluster::ClusterError::Failed(why)) => Err(CommandError(why)),
            Err(cluster::ClusterError::Elsewhere(_)) => {
                unreachable!("nothing is read or written before all are connected")
            }
        }
    }
}

/// The options of basic ko alone: see docs/cluster.md.
#[derive(Debug, ClapArgs)]
pub struct ClusterArgs {
    #[command(flatten)]
    pub hosts: HostsArgs,
    /// Keep the work of --values under simple-ko here; --resume goes on from it
    ///
    /// Each worker has a file of its own, which is replaced as a whole. Whatever ends a process,
    /// all go on together from the last round that all of them have kept. The files are removed
    /// when the work is done.
    #[arg(long, value_name = "DIR", requires = "values", help_heading = "Effort")]
    pub checkpoint: Option<PathBuf>,
    /// Go on from what is in the folder of --checkpoint, with as many processes and threads
    #[arg(long, requires = "checkpoint", help_heading = "Effort", hide_short_help = true)]
    pub resume: bool,
    /// The time between two rounds that are kept, if the writing takes no more than a twentieth of
    /// it; 0 keeps every round [default: 2m]
    #[arg(long, requires = "checkpoint", value_name = "TIME", value_parser = parse_time, allow_hyphen_values = true, help_heading = "Effort", hide_short_help = true)]
    pub checkpoint_every: Option<Duration>,
}

impl ClusterArgs {
    /// First option given that only basic ko has.
    fn given(&self) -> Option<&'static str> {
        let given = [(self.hosts.hosts.is_some(), "--hosts"), (self.checkpoint.is_some(), "--checkpoint")];
        given.into_iter().find(|(given, _)| *given).map(|(_, name)| name)
    }

    /// Work of this process; `None` if only another engine solves the ruleset.
    pub fn work(
        &self,
        game: &Game,
        threads: usize,
        out: Option<&Path>,
        budget: &Arc<Budget>,
    ) -> Result<Option<Work>, CommandError> {
        let Some(plays) = Plays::of(game) else {
            return self.given().map_or(Ok(None), |option| Err(for_basic_ko(option, game)));
        };
        let of = work_header("solve count --values", game);
        let hosts = self.hosts.read()?;
        let keep = self.checkpoint.as_ref().map(|folder| {
            let every = self.checkpoint_every.unwrap_or(DEFAULT_INTERVAL);
            Keep::new(folder, self.hosts.process, self.resume, every, of.clone())
        });
        let keep = keep.transpose().map_err(|error| CommandError(format!("--checkpoint {error}")))?;
        let out = out.map(Path::to_path_buf);
        Ok(Some(Work { plays, budget: Arc::clone(budget), threads, hosts, of, keep, out }))
    }
}

// --- `--hosts` of `solve` and `solve prove`: one question, whose search several processes share ---

/// Role of this process.
pub enum Part<'a> {
    /// It does all of the work.
    Alone,
    /// It manages the search and prints the result.
    Manager(RemoteHelpers<'a>),
    Helper(RemoteManager<'a>),
    /// It was stopped before all processes were connected.
    Stopped(Stopped),
}

/// Connects this process with the others, if there are any, for a command about a question.
pub fn part<'a>(
    args: &SharingArgs,
    work: &str,
    question: &'a Question,
    threads: usize,
    budget: &Budget,
) -> Result<Part<'a>, CommandError> {
    if args.hosts.hosts.is_none() {
        return Ok(Part::Alone);
    }
    let game = &question.game;
    if !game.rules.properties().always_ends || game.options.players != Players::Two {
        let expected = "expected a ruleset under which every game ends, and two players";
        return Err(CommandError(format!("--hosts: no processes can share a search for that, {expected}")));
    }
    let board = &game.board;
    let moves: Vec<String> = question.line.moves.iter().map(|mv| move_name(board, *mv)).collect();
    let about = vec![
        ("start", diagram_line(board, &question.line.start)),
        ("to-move", question.line.to_move.name().to_string()),
        ("moves", moves.join(" ")),
    ];
    let transport = args.hosts.transport(&[work_header(work, game), about].concat(), threads, budget)?;
    Ok(match transport {
        None => Part::Alone,
        Some(Err(stopped)) => Part::Stopped(stopped),
        Some(Ok(transport)) if transport.own() == 0 => {
            Part::Manager(RemoteHelpers::new(transport, board, threads, args.share_from))
        }
        Some(Ok(transport)) => Part::Helper(RemoteManager::new(transport, board)),
    })
}

/// Writes what has stopped this process before all were connected.
pub fn describe_not_begun(stopped: Stopped, text: &mut String) -> Exit {
    add_line!(text, "stopped     by {stopped}, before all processes were connected");
    Some(stopped).into()
}

/// Writes what was exchanged with the helpers.
pub fn describe_exchange(others: &RemoteHelpers, text: &mut String) {
    let (sent, received) = others.bytes();
    add_line!(text, "exchange    {} jobs, {sent} bytes sent, {received} received", others.jobs());
}

/// Helps with a question until the manager ends.
pub fn help(
    first: &RemoteManager,
    session: &Session,
    question: &Question,
    threads: usize,
    budget: &Arc<Budget>,
    quiet: bool,
    text: &mut String,
) -> Exit {
    let progress = Progress::watch(budget, quiet);
    let (process, _) = first.among();
    let helped = session.help(first, &question.line.state, threads, budget);
    drop(progress);
    match helped {
        Ok(()) => {
            let seconds = budget.elapsed().as_secs_f64();
            add_line!(
                text,
                "process {process} has helped with {} nodes, {seconds:.3} s; process 0 has the result",
                budget.nodes()
            );
        }
        Err(stopped) => add_line!(text, "process {process} has stopped: by {stopped}"),
    }
    helped.err().into()
}
