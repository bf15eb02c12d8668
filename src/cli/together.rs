//! `--hosts` of `solve` and `solve prove`: one question, whose search several processes share.

use std::fmt::Write;
use std::sync::Arc;

use super::cluster_args::SharingArgs;
use super::ended::{BadInput, Ended};
use super::keeping::of_game;
use super::progress::Progress;
use crate::ask::Question;
use crate::cluster::{First, Others};
use crate::go::Players;
use crate::go::notation::{diagram_line, move_name};
use crate::solve::search::jobs::Manager;
use crate::solve::{Budget, Session, Stopped};

/// What this process does.
pub enum Part<'a> {
    /// All of it.
    Alone,
    /// It manages the search and says the result.
    Manager(Others<'a>),
    /// It helps.
    Helper(First<'a>),
    /// Nothing: this has stopped it before all processes were there.
    Stopped(Stopped),
}

/// Connects this process with the others, if there are others, on the work of a command about a question.
pub fn part<'a>(
    args: &SharingArgs,
    work: &str,
    question: &'a Question,
    threads: usize,
    budget: &Budget,
) -> Result<Part<'a>, BadInput> {
    if args.hosts.hosts.is_none() {
        return Ok(Part::Alone);
    }
    let game = &question.setup.game;
    if !game.rules.properties().always_ends || game.options.players != Players::Two {
        let expected = "expected a ruleset under which every game ends, and two players";
        return Err(BadInput(format!("--hosts: no processes can share a search for that, {expected}")));
    }
    let board = &game.board;
    let moves: Vec<String> = question.moves.iter().map(|mv| move_name(board, *mv)).collect();
    let about = vec![
        ("start", diagram_line(board, &question.setup.start)),
        ("to-move", question.setup.to_move.name().to_string()),
        ("moves", moves.join(" ")),
    ];
    let post = args.hosts.post(&[of_game(work, game), about].concat(), threads, budget)?;
    Ok(match post {
        None => Part::Alone,
        Some(Err(stopped)) => Part::Stopped(stopped),
        Some(Ok(post)) if post.own() == 0 => {
            Part::Manager(Others::new(post, board, threads, args.share_from))
        }
        Some(Ok(post)) => Part::Helper(First::new(post, board)),
    })
}

/// Says what has stopped this process before all were there.
pub fn not_begun(stopped: Stopped, text: &mut String) -> Ended {
    let _ = writeln!(text, "stopped     by {stopped}, before all processes were connected");
    Some(stopped).into()
}

/// What was exchanged with the helpers, as a line of text.
pub fn exchanged(others: &Others, text: &mut String) {
    let (sent, received) = others.bytes();
    let _ = writeln!(text, "exchange    {} jobs, {sent} bytes sent, {received} received", others.jobs());
}

/// Helps with a question until no help is wanted any more.
pub fn help(
    first: &First,
    session: &Session,
    question: &Question,
    threads: usize,
    budget: &Arc<Budget>,
    quiet: bool,
    text: &mut String,
) -> Ended {
    let progress = Progress::watch(budget, quiet);
    let (process, _) = first.among();
    let helped = session.help(first, &question.state, threads, budget);
    drop(progress);
    match helped {
        Ok(()) => {
            let seconds = budget.elapsed().as_secs_f64();
            let _ = writeln!(
                text,
                "process {process} has helped with {} nodes, {seconds:.3} s; process 0 has the result",
                budget.nodes()
            );
        }
        Err(stopped) => _ = writeln!(text, "process {process} has stopped: by {stopped}"),
    }
    helped.err().into()
}
