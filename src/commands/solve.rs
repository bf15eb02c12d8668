//! The main job: the value of a game, its best moves and a line of play.

use std::fs::File;
use std::io::Read;
#[cfg(feature = "cluster")]
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use clap::{Args as ClapArgs, ValueEnum};

use super::checkpoint::{Autosave, CheckpointArgs, work_header};
#[cfg(feature = "cluster")]
use super::cluster::{self, Part, SharingArgs};
use super::exit::{CommandError, Exit};
use super::game::{self, ChoiceArgs, QuestionArgs, WordsArgs};
use super::io::{self, Progress, add_line, interruptible, print, refuse_to_overwrite};
use super::limits::{EffortArgs, check_threads};
#[cfg(feature = "cluster")]
use superko_cluster::RemoteHelpers;
use superko_go::notation::move_name;
use superko_go::{Player, Players};
use superko_gtp::decimal;
use superko_query::ask::answers::{may_be_no_result, solve_for_each, solved, solved_for_each};
use superko_query::ask::{Question, StateMoves, best_moves_along_line, published};
use superko_query::report::json;
use superko_query::report::records::{Solved, SourceRecord, Spent};
use superko_query::report::words::{
    answer_in_words, line_in_words, moves_in_words, published_in_words, share_in_words, with_komi,
};
use superko_query::sgf::book::{self, book};
use superko_query::sgf::parse::{MAX_BYTES, parse};
use superko_query::sgf::tree::write;
use superko_rules::Points;
use superko_solve::dfpn::jobs::Helpers;
use superko_solve::{Budget, Engine, Request, Session, Solution, Want};
use superko_store::files::write_file;

/// What is wanted, and how much may be spent on it.
#[derive(Debug, ClapArgs)]
pub struct SolveArgs {
    #[command(flatten)]
    pub words: WordsArgs,
    #[command(flatten, next_help_heading = "Game")]
    pub question: QuestionArgs,
    #[command(flatten, next_help_heading = "Game")]
    pub choice: ChoiceArgs,
    /// Best first moves: all of them, or one
    ///
    /// All are found by default on boards of up to 9 intersections, and one on others.
    #[arg(long, value_name = "WHICH", ignore_case = true, help_heading = "Answer")]
    pub best_moves: Option<BestMoves>,
    /// Give the value of every first move
    #[arg(long, help_heading = "Answer")]
    pub move_values: bool,
    /// Say too what the value comes to with this komi, points of White's: 1/2, 7, 6.5
    ///
    /// Komi changes no move and is no part of a value. Under rules by which some games are not
    /// counted, such as a draw by repetition, it would be another question, and is refused.
    #[arg(
        long,
        value_name = "POINTS",
        value_parser = parse_komi,
        allow_hyphen_values = true,
        conflicts_with = "json",
        help_heading = "Answer",
        hide_short_help = true
    )]
    pub komi: Option<Points>,
    /// Leave out what is published of this start
    ///
    /// It is shown beside the answer, which never rests on it.
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    pub no_published: bool,
    /// Print one JSON object
    ///
    /// Its form is in solutions/schema/.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show the line with a diagram after every move
    #[arg(long, short, help_heading = "Output")]
    pub verbose: bool,
    #[command(flatten, next_help_heading = "Effort")]
    pub effort: EffortArgs,
    #[command(flatten)]
    pub keep: CheckpointArgs,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub sharing: SharingArgs,
    /// The engine [default: auto]
    ///
    /// The naive engine is slow and shares nothing with the other but the rules: it is there to
    /// check it.
    #[arg(long, value_name = "ENGINE", ignore_case = true, help_heading = "Effort", hide_short_help = true)]
    pub engine: Option<EngineName>,
    /// Write the line as a game in SGF as well, with variations; `-` prints it alone
    ///
    /// All best moves are found for it, and every move of the line is chosen by a fixed rule, so
    /// that the same file comes from any number of threads. On boards of more than 9 intersections
    /// this may cost more than the value; --best-moves one leaves the variations out, and there the
    /// first move may depend on the threads.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub sgf: Option<String>,
    /// Overwrite the file of --sgf even if it is no SGF
    #[arg(long, requires = "sgf", help_heading = "Output", hide_short_help = true)]
    pub force: bool,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// Points as a fraction or in decimals.
fn parse_komi(text: &str) -> Result<Points, String> {
    let decimal = decimal(text).and_then(|komi| {
        let parts = [*komi.numer(), *komi.denom()].map(i32::try_from);
        Some(Points::new(parts[0].ok()?, parts[1].ok()?))
    });
    let komi = decimal.or_else(|| text.parse().ok());
    let within = |komi: &Points| (-MAX_KOMI..=MAX_KOMI).contains(&komi.to_integer());
    komi.filter(within)
        .ok_or_else(|| format!("expected points from -{MAX_KOMI} to {MAX_KOMI}, such as 1/2, 7 or 6.5"))
}

/// The greatest komi.
const MAX_KOMI: i32 = 1000;

/// How many of the best first moves are wanted.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum BestMoves {
    All,
    One,
}

impl From<BestMoves> for Want {
    fn from(which: BestMoves) -> Want {
        match which {
            BestMoves::All => Want::All,
            BestMoves::One => Want::One,
        }
    }
}

/// An engine by its name.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum EngineName {
    /// The one that suits the ruleset
    Auto,
    /// A minimax over whole histories, or a plain value iteration where games may go on for ever
    Naive,
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Engine {
        match name {
            EngineName::Auto => Engine::Auto,
            EngineName::Naive => Engine::Naive,
        }
    }
}

// --- Two players ---

/// Maximum size of a board on which all best moves are found by default.
const ALL_BEST_MOVES: usize = 9;

pub fn run(args: &SolveArgs, text: &mut String) -> Result<Exit, CommandError> {
    let (question, source) = game::question_of(&args.words, &args.choice, &args.question)?;
    let sgf = args.sgf.as_deref().map(|file| SgfOutput::check(file, args, &question)).transpose()?;
    let request = request(args, question.board().points())?;
    if args.komi.is_some() && !question.game.ruleset().counts_every_end() {
        return Err(CommandError(format!(
            "--komi: under {} some games are not counted, so that the value with komi is another question, expected none",
            question.game.ruleset()
        )));
    }
    let budget = interruptible(args.effort.limits());
    let quiet = args.quiet || args.json;
    #[cfg(feature = "cluster")]
    let others = match connect(args, &question, &request, &budget, quiet, text)? {
        ControlFlow::Continue(others) => others,
        ControlFlow::Break(ended) => return Ok(ended),
    };
    #[cfg(feature = "cluster")]
    let helpers = others.as_ref().map(|others| others as &dyn Helpers);
    #[cfg(not(feature = "cluster"))]
    let helpers = None;
    if question.game.options.players != Players::Two {
        refuse_checkpoint(args, "with more than two players")?;
        return Ok(run_for_each(args, &question, &request, &budget, text));
    }
    let (mut session, mut autosave) = session_of(args, &question, &request, helpers, &budget)?;
    if !args.json && sgf.as_ref().is_none_or(|sgf| !sgf.alone) {
        announce(&question, source.as_ref(), args, text);
        // A file that cannot be written is bad input, with which nothing is printed.
        if sgf.is_none() {
            print(std::mem::take(text).as_bytes())?;
        }
    }
    let progress = Progress::watch(&budget, quiet);
    let (solution, best) = autosave.work(&budget, &mut session, |session| {
        let mut solution = session.solve(&question.line.state, &request, &budget);
        let mut best = vec![StateMoves::of(&solution)];
        if sgf.is_some() && solution.all_best_moves && solution.stopped.is_none() {
            (best, solution.stopped) =
                best_moves_along_line(session, &question, &solution, request.engine, &budget);
        }
        let stopped = solution.stopped;
        ((solution, best), stopped)
    });
    drop(progress);
    if let Some(sgf) = &sgf {
        sgf.write(&question, &solution, &best, text)?;
    }
    let spent = Spent::of(&budget, solution.results, solution.stopped);
    if args.json {
        let mut record = Solved {
            record: source,
            earlier_runs: autosave.earlier_runs(),
            ..solved(&question, &solution, spent)
        };
        record.published = record.published.filter(|_| !args.no_published);
        text.push_str(&json::text(&record));
    } else if !sgf.is_some_and(|sgf| sgf.alone) {
        describe(&question, &solution, args, text);
        io::write_spent(&spent, if solution.by_search { "lemmas" } else { "states" }, text);
        autosave.earlier_runs().into_iter().for_each(|before| io::write_earlier_runs(before, text));
        #[cfg(feature = "cluster")]
        others.iter().for_each(|others| cluster::describe_exchange(others, text));
    }
    Ok(autosave.exit(solution.stopped.into()))
}

/// Connects this process with the others, if there are any. A helper helps at once, and its run is
/// over.
#[cfg(feature = "cluster")]
fn connect<'a>(
    args: &SolveArgs,
    question: &'a Question,
    request: &Request,
    budget: &Arc<Budget>,
    quiet: bool,
    text: &mut String,
) -> Result<ControlFlow<Exit, Option<RemoteHelpers<'a>>>, CommandError> {
    if args.sharing.hosts.hosts.is_some() && request.engine == Engine::Naive {
        return Err(CommandError("--hosts: the naive engine works alone, expected another".to_string()));
    }
    let threads = request.threads.max(1);
    Ok(match cluster::part(&args.sharing, "solve", question, threads, budget)? {
        Part::Alone => ControlFlow::Continue(None),
        Part::Stopped(stopped) => ControlFlow::Break(cluster::describe_not_begun(stopped, text)),
        Part::Manager(others) => ControlFlow::Continue(Some(others)),
        Part::Helper(first) => {
            let session = Session::new(&question.game).helping(&first);
            ControlFlow::Break(cluster::help(&first, &session, question, threads, budget, quiet, text))
        }
    })
}

/// Session for a question, with its checkpoints.
fn session_of<'a>(
    args: &SolveArgs,
    question: &'a Question,
    request: &Request,
    helpers: Option<&'a dyn Helpers>,
    budget: &Budget,
) -> Result<(Session<'a>, Autosave), CommandError> {
    let game = &question.game;
    let session = match helpers {
        Some(helpers) => Session::new(game).helped_by(helpers, &question.line.state),
        None => Session::new(game),
    };
    if args.keep.checkpoint.is_none() {
        return Ok((session, Autosave::none()));
    }
    if request.engine == Engine::Naive {
        refuse_checkpoint(args, "with --engine naive")?;
    }
    if !game.rules.properties().always_ends {
        refuse_checkpoint(args, "under rules whose games may go on for ever")?;
    }
    let mut session = session.kept();
    let autosave = Autosave::of(&args.keep, work_header("solve", game), &mut session, budget.memory())?;
    session.broadcast();
    Ok((session, autosave))
}

/// Refuses a checkpoint of work that cannot be resumed.
fn refuse_checkpoint(args: &SolveArgs, which: &str) -> Result<(), CommandError> {
    match &args.keep.checkpoint {
        Some(folder) => Err(CommandError(format!(
            "--checkpoint {}: nothing can be kept of a solution {which}, expected none",
            folder.display()
        ))),
        None => Ok(()),
    }
}

/// Output of the line as a game in SGF.
struct SgfOutput<'a> {
    file: &'a str,
    /// Whether it is printed, and nothing else is.
    alone: bool,
}

impl<'a> SgfOutput<'a> {
    /// Refuses what could not be written, before anything is solved.
    fn check(file: &'a str, args: &SolveArgs, question: &Question) -> Result<SgfOutput<'a>, CommandError> {
        book::check(&question.game).map_err(|error| CommandError(format!("--sgf {file:?}: {error}")))?;
        let alone = file == "-";
        if alone && args.json {
            return Err(CommandError(
                "--sgf -: expected a file with --json, which is printed too".to_string(),
            ));
        }
        let is_sgf = |file: File| {
            let mut bytes = Vec::new();
            let read = file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
            read.is_ok() && parse(&bytes).is_ok()
        };
        if !alone {
            refuse_to_overwrite(file, args.force, "a file in SGF", is_sgf)?;
        }
        Ok(SgfOutput { file, alone })
    }

    fn write(
        &self,
        question: &Question,
        solution: &Solution,
        best: &[StateMoves],
        text: &mut String,
    ) -> Result<(), CommandError> {
        let written = write(&book(question, solution, best)?);
        if self.alone {
            text.push_str(&written);
            return Ok(());
        }
        Ok(write_file(Path::new(self.file), written.as_bytes())?)
    }
}

fn request(args: &SolveArgs, points: usize) -> Result<Request, CommandError> {
    // A file in SGF has all of them, and is the same from any number of threads.
    let default = if points <= ALL_BEST_MOVES || args.sgf.is_some() { Want::All } else { Want::One };
    let engine = args.engine.map_or(Engine::Auto, Engine::from);
    let threads = args.effort.threads.count();
    // The search on one thread starts none.
    if threads > 1 || engine == Engine::Naive {
        check_threads(threads)?;
    }
    Ok(Request {
        engine,
        best_moves: args.best_moves.map_or(default, Want::from),
        move_values: args.move_values,
        chosen_pv: args.sgf.is_some(),
        threads,
        ..Request::default()
    })
}

/// Writes the question, and what is published of it.
fn announce(question: &Question, source: Option<&SourceRecord>, args: &SolveArgs, text: &mut String) {
    game::describe(question, source, text);
    if let Some(published) = published(question).filter(|_| !args.no_published) {
        add_line!(
            text,
            "published   {}",
            published_in_words(&published, question.game.ruleset().has_score())
        );
    }
}

fn describe(question: &Question, solution: &Solution, args: &SolveArgs, text: &mut String) {
    let (board, scored) = (question.board(), question.game.ruleset().has_score());
    let none = if may_be_no_result(&question.game, &solution.value) { ", or no result" } else { "" };
    add_line!(text, "value       {}{none}", answer_in_words(&solution.value, scored));
    if let Some(komi) = args.komi {
        let words = answer_in_words(&with_komi(&solution.value, komi), scored);
        add_line!(text, "with komi   {komi}: {words}");
    }
    if let Some(interval) = solution.interval {
        let (low, high) = (interval.low, interval.high);
        add_line!(text, "finite play Black is sure of {low} or more, White of {high} or less");
        let can = |can: bool| if can { "can" } else { "cannot" };
        add_line!(
            text,
            "no result   Black {} force a game without end, White {}",
            can(interval.black_forces_no_result()),
            can(interval.white_forces_no_result())
        );
    }
    io::write_best_moves(board, solution, text);
    for (mv, answer) in &solution.move_values {
        add_line!(text, "  {:<9} {}", move_name(board, *mv), answer_in_words(answer, scored));
    }
    if solution.pv.is_empty() {
        return;
    }
    let first = question.line.moves.len() + 1;
    let words = line_in_words(board, Players::Two, first, question.mover(), &solution.pv);
    add_line!(text, "line        {words}");
    if let Some(from) = solution.repeats_from {
        add_line!(text, "            and for ever again from move {}", first + from);
    }
    if args.verbose {
        question.draw(&solution.pv, text);
    }
}

// --- More than two players: what each can secure whatever the others do ---

/// Solves a question from the side of each player in turn, on one budget.
fn run_for_each(
    args: &SolveArgs,
    question: &Question,
    request: &Request,
    budget: &Arc<Budget>,
    text: &mut String,
) -> Exit {
    let progress = Progress::watch(budget, args.quiet || args.json);
    let (solved, spent) = solve_for_each(question, request, budget);
    drop(progress);
    let stopped = spent.effort.stopped;
    if args.json {
        text.push_str(&json::text(&solved_for_each(question, &solved, spent)));
    } else {
        question.describe(text);
        for (player, solution) in &solved {
            describe_share(question, *player, solution, args.verbose, text);
        }
        io::write_spent(&spent, "lemmas", text);
    }
    stopped.into()
}

fn describe_share(
    question: &Question,
    player: Player,
    solution: &Solution,
    verbose: bool,
    text: &mut String,
) {
    let (board, mover) = (question.board(), question.mover());
    let points = share_in_words(&solution.value, board.points());
    add_line!(text, "{} can secure {points} whatever the others do", player.name());
    if !solution.best_moves.is_empty() {
        let which = match (player == mover, solution.all_best_moves) {
            (true, true) => "by".to_string(),
            (true, false) => "by, for one".to_string(),
            (false, true) => format!("{}'s moves that hold him to it:", mover.name()),
            (false, false) => format!("a move of {} that holds him to it:", mover.name()),
        };
        add_line!(text, "  {which} {}", moves_in_words(board, &solution.best_moves));
    }
    for (mv, answer) in &solution.move_values {
        let points = share_in_words(answer, board.points());
        add_line!(text, "  {:<9} {points}", move_name(board, *mv));
    }
    if !solution.pv.is_empty() {
        let first = question.line.moves.len() + 1;
        let players = question.game.options.players;
        let line = line_in_words(board, players, first, mover, &solution.pv);
        add_line!(text, "  line {line}");
        if verbose {
            question.draw(&solution.pv, text);
        }
    }
    text.push('\n');
}
