//! The commands that stream an analysis: those of Leela Zero, KataGo and Sabaki.

use std::time::{Duration, Instant};

use super::analysis::{Analysis, Form, News};
use super::choosing::choose_for;
use super::engine::{Engine, Job, Until};
use super::protocol::{Output, Reply};
use super::scoring::komi_moves_values;
use super::words::colour;
use crate::ask::{Question, follow};
use crate::go::Player;
use crate::go::notation::move_name;
use crate::rules::Ruling;
use crate::solve::{Limits, Request};

/// How often a line is written unless the controller says otherwise.
const INTERVAL: Duration = Duration::from_millis(500);

/// The nodes that the line behind a move may cost.
const LINE_NODES: u64 = 100_000;

/// What a command of analysis asks for.
struct Wanted {
    player: Player,
    interval: Duration,
    with_root: bool,
    most: usize,
}

/// `lz-analyze [colour] [centiseconds] [key value]…`
pub fn lz_analyze(engine: &mut Engine, arguments: &[String]) -> Reply {
    analyse(engine, arguments, Form::Leela)
}

/// `kata-analyze [colour] [centiseconds] [key value]…`
pub fn kata_analyze(engine: &mut Engine, arguments: &[String]) -> Reply {
    analyse(engine, arguments, Form::Kata)
}

/// `analyze [colour] [centiseconds] [key value]…`
pub fn analyze(engine: &mut Engine, arguments: &[String]) -> Reply {
    analyse(engine, arguments, Form::Sabaki)
}

/// `lz-genmove_analyze [colour] [centiseconds] [key value]…`
pub fn lz_genmove_analyze(engine: &mut Engine, arguments: &[String]) -> Reply {
    analyse_and_move(engine, arguments, Form::Leela)
}

/// `kata-genmove_analyze [colour] [centiseconds] [key value]…`
pub fn kata_genmove_analyze(engine: &mut Engine, arguments: &[String]) -> Reply {
    analyse_and_move(engine, arguments, Form::Kata)
}

/// `genmove_analyze [colour] [centiseconds] [key value]…`
pub fn genmove_analyze(engine: &mut Engine, arguments: &[String]) -> Reply {
    analyse_and_move(engine, arguments, Form::Sabaki)
}

/// Analyses until something comes in.
fn analyse(engine: &mut Engine, arguments: &[String], form: Form) -> Reply {
    let wanted = wanted(engine, arguments)?;
    komi_moves_values(engine)?;
    let question = engine.game.question_for(wanted.player)?;
    engine.output.begin();
    stream(engine, question, &wanted, form, Until::NextLine)?;
    while !engine.input.has_line() {
        engine.input.wait(Duration::from_secs(3600));
    }
    Ok(String::new())
}

/// Analyses until all is known or a limit is reached, and makes a move.
fn analyse_and_move(engine: &mut Engine, arguments: &[String], form: Form) -> Reply {
    let wanted = wanted(engine, arguments)?;
    komi_moves_values(engine)?;
    let player = wanted.player;
    let game = engine.game.with_turn_of(player)?;
    engine.output.begin();
    if let Ok(question) = game.question() {
        stream(engine, question, &wanted, form, Until::Interrupt)?;
    }
    let mv = choose_for(engine, player)?;
    engine.game.play(player, mv)?;
    Ok(format!("play {}", move_name(engine.game.board(), mv)))
}

fn stream(
    engine: &mut Engine,
    question: Question,
    wanted: &Wanted,
    form: Form,
    until: Until,
) -> Result<(), String> {
    let (komi, visits) = (engine.game.komi.total(), engine.visits(&question));
    let legal = question.setup.game.legal(&question.state).len();
    let mut analysis = Analysis::new(form, wanted.with_root, wanted.most, wanted.player, komi, legal, visits);
    let mut shown: Option<(String, Instant)> = None;
    let mut show = |output: &mut Output, analysis: &Analysis, now: bool| {
        let due = shown.as_ref().is_none_or(|(_, when)| now || when.elapsed() >= wanted.interval);
        let Some(line) = analysis.line().filter(|_| due) else { return };
        if shown.as_ref().is_none_or(|(known, _)| *known != line) {
            output.line(&line);
            shown = Some((line, Instant::now()));
        }
    };
    engine.work(question, engine.limits, until, explore, |output, news| match news {
        Some(news) => analysis.take(news),
        None => show(output, &analysis, false),
    })?;
    show(&mut engine.output, &analysis, true);
    Ok(())
}

/// Finds all values, and then the line behind every move.
fn explore(job: &Job<'_, '_, News>) {
    let (session, question) = (job.session, job.question);
    let solved =
        follow(session, question, &job.limits, job.interrupted, &|event| job.tell(News::Event(event)));
    job.spent(solved.spent.effort.nodes);
    let followed = solved.line.moves.first().map(|mv| mv.as_str().to_string());
    job.tell(News::Solved(Box::new(solved)));
    let game = session.game();
    for (mv, ruling) in game.legal(&job.state) {
        let name = move_name(&game.board, mv);
        let Ruling::Leads(next) = ruling else { continue };
        if followed.as_ref() == Some(&name) {
            continue;
        }
        let limits = Limits { nodes: Some(LINE_NODES), ..job.limits };
        let behind = session.solve(&next, &Request::default(), &job.budget(limits));
        let names = behind.line.iter().map(|mv| move_name(&game.board, *mv));
        let line = std::iter::once(name.clone()).chain(names).collect();
        job.tell(News::Line(name, line));
    }
}

/// Reads `[colour] [centiseconds] [key value]…`.
fn wanted(engine: &Engine, arguments: &[String]) -> Result<Wanted, String> {
    let mut rest = arguments.iter().map(String::as_str).peekable();
    let player = rest.peek().and_then(|text| colour(text).ok());
    if player.is_some() {
        rest.next();
    }
    let player = player.or_else(|| engine.game.mover()).ok_or("the game has ended")?;
    let mut wanted = Wanted { player, interval: INTERVAL, with_root: false, most: usize::MAX };
    if let Some(number) = rest.next_if(|text| text.bytes().all(|byte| byte.is_ascii_digit())) {
        wanted.interval = centiseconds(number)?;
    }
    while let Some(key) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{key} has no value"))?;
        match key {
            "interval" => wanted.interval = centiseconds(value)?,
            "maxmoves" => wanted.most = value.parse().map_err(|_| "maxmoves is not a number".to_string())?,
            "rootInfo" => wanted.with_root = value == "true",
            // What has no meaning where values are exact.
            "minmoves"
            | "ownership"
            | "ownershipStdev"
            | "movesOwnership"
            | "movesOwnershipStdev"
            | "pvVisits"
            | "pvEdgeVisits"
            | "noResultValue" => {}
            _ => {
                return Err(format!(
                    "{key:?}: expected a colour, an interval in centiseconds, or interval, maxmoves or rootInfo with a value"
                ));
            }
        }
    }
    Ok(wanted)
}

fn centiseconds(text: &str) -> Result<Duration, String> {
    let number: u32 = text.parse().map_err(|_| "the interval is not a number of centiseconds".to_string())?;
    Ok(Duration::from_millis(10) * number.max(1))
}
