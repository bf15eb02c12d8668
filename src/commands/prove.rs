//! `solve prove`: makes a certificate.

use std::fs::File;
use std::io::{BufReader, Cursor, IsTerminal, stdout};
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;

use super::checkpoint::{Autosave, CheckpointArgs, work_header};
#[cfg(feature = "cluster")]
use super::cluster::{self, Part, SharingArgs};
use super::exit::{CommandError, Exit};
use super::game::QuestionArgs;
use super::io::{self, Progress, add_line, interruptible, print, refuse_to_overwrite};
use super::limits::{LimitArgs, check_threads, parse_replies, parse_threads};
use superko_certificate::format::Claim;
use superko_certificate::kinds;
use superko_certificate::refused::{Cause, Refused};
use superko_certificate::render::Unrendered;
use superko_go::classes::Classes;
use superko_go::notation::diagram_line;
use superko_go::{Player, Players};
use superko_prove::{
    BoundedError, CertificateSearch, ProofError, ProofGoal, Transcript, Unfinished, goal_of_claim, prove,
    prove_bounded,
};
use superko_query::ask::Question;
use superko_rules::{Game, Line};
use superko_solve::attack::Terms;
use superko_solve::attack::guide::{Guide, GuideError};
use superko_solve::attack::replies::{self, DEFAULT, Limits};
use superko_solve::attack::thresholds::Effort;
use superko_solve::dfpn::jobs::Helpers;
use superko_solve::retrograde::basic_ko::MAX_POINTS;
use superko_solve::{Budget, Stopped};
use superko_store::files::write_file;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve prove --board 2x3 --rules kee2009 --out 2x3.cert
  solve prove --board 1x2 --rules psk --text --out -
  solve prove --board 3x3 --rules psk --claim \">= 9\" --out 3x3.cert
  solve prove --board 2x2 --rules ssk --every-position --out all.cert
  solve prove --board 3x5 --rules psk --bounded --out 3x5.cert

The proof is found on one thread, so the same file comes out everywhere, and it is checked before it is \
written. solutions/CERTIFICATES.md tells the format, docs/formats.md that of bounded certificates. Exit status:
0 as asked, 1 the claim is not so (with --bounded: no such proof was found), 2 bad input, 3 stopped at a limit, \
130 or 143 interrupted (nothing is written).")]
pub struct ProveArgs {
    #[command(flatten, next_help_heading = "Game")]
    pub question: QuestionArgs,
    /// The claim to prove, such as ">= 2", in place of the value; with or-no-end after it where
    /// games may go on for ever
    #[arg(long, value_name = "CLAIM", allow_hyphen_values = true)]
    pub claim: Option<String>,
    /// Prove this easier claim before, such as "<= 9" before "<= 1"; several are proved in their
    /// order
    ///
    /// What is learnt of it serves the proof of the other, which some boards of one row need. The
    /// certificate states the other alone.
    #[arg(
        long,
        value_name = "CLAIM",
        requires = "claim",
        conflicts_with = "bounded",
        allow_hyphen_values = true
    )]
    pub first_claim: Vec<String>,
    /// Prove the value after every first move as well
    #[arg(long)]
    pub move_values: bool,
    /// Prove the value of every position of the board, Black to move
    #[arg(long, conflicts_with_all = ["start", "to_move", "move_values"])]
    pub every_position: bool,
    /// Prove what each player can secure, where more than two play
    ///
    /// Each asks as if he were Black: the colours and the turn are those that he sees.
    #[arg(long, conflicts_with_all = ["move_values", "every_position"])]
    pub every_player: bool,
    /// Write a bounded certificate: a proof that needs no history, with one move of a player in
    /// each state that he can come to
    #[arg(long, conflicts_with_all = ["move_values", "every_position", "every_player", "text"])]
    pub bounded: bool,
    /// Threads of a bounded proof [default: 1, so that the same bytes are written every time]
    #[arg(long, requires = "bounded", value_name = "COUNT", value_parser = parse_threads, allow_hyphen_values = true)]
    pub threads: Option<usize>,
    /// Number of the player's stones that a bounded proof tries first, where fewer are known not to
    /// be enough [default: a third to a half of the intersections, by the claim, minus his stones]
    #[arg(long, requires = "bounded", value_name = "STONES", value_parser = clap::value_parser!(u8).range(1..62))]
    pub first_bound: Option<u8>,
    /// Maximum number of moves of the player that are tried in a state, the most promising, and one
    /// more for each four stones left to him. What is found is a proof like any other, but a proof may be
    /// missed that a search of all moves would find
    #[arg(long, requires = "bounded", requires = "claim", value_name = "MOVES", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub width: Option<u8>,
    /// File of the states of the board, as `solve count --values --rules simple-ko --out FILE` writes
    /// it: a bounded proof leaves out those in which the player cannot reach the claim under basic ko
    #[arg(long, requires = "bounded", requires = "claim", value_name = "FILE")]
    pub guide: Option<PathBuf>,
    /// Limits within which a bounded proof ends by replies: their number, the intersections of a
    /// part, and those of them that no living chain touches [default: 5,10,6]. Greater limits make
    /// it smaller, and slower to check
    #[arg(long, requires = "bounded", value_name = "REPLIES,POINTS,UNTOUCHED", value_parser = parse_replies)]
    pub replies: Option<replies::Limits>,
    /// The file; `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub out: String,
    /// Overwrite the file even if it is no certificate
    #[arg(long)]
    pub force: bool,
    /// Write text that people can read, instead of bytes
    #[arg(long)]
    pub text: bool,
    #[command(flatten, next_help_heading = "Effort")]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub keep: CheckpointArgs,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub sharing: SharingArgs,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// Makes a certificate, has it checked, and writes it to a file.
pub fn run(args: &ProveArgs, text: &mut String) -> Result<Exit, CommandError> {
    if args.out == "-" && !args.text && stdout().is_terminal() {
        return Err(CommandError(
            "--out -: bytes are not for a terminal, expected --text or a file".to_string(),
        ));
    }
    args.question.refuse_moves(&[
        ("every-position", args.every_position),
        ("every-player", args.every_player),
        ("bounded", args.bounded),
    ])?;
    // The rows of a column are positions of two colours.
    let question = match args.every_position {
        true => args.question.of_two("solve prove --every-position")?,
        false => args.question.question()?,
    };
    let game = &question.game;
    if args.every_player && game.rules.properties().players == Players::Two {
        return Err(CommandError(
            "--every-player: two play, expected more players (--players N)".to_string(),
        ));
    }
    let lines = lines(args, &question);
    let wanted = args.claim.as_deref().map(|text| read_claim("--claim", text, game)).transpose()?;
    let first = first_claims(args, game, wanted)?;
    let limits = args.limits.limits();
    if args.out != "-" {
        let is_certificate = |file| match kinds::open(file, limits.memory) {
            Ok(()) => true,
            Err(refused) => refused.cause == Cause::Wrong,
        };
        refuse_to_overwrite(&args.out, args.force, "a certificate", is_certificate)?;
    }
    let budget = interruptible(limits);
    #[cfg(feature = "cluster")]
    if args.sharing.hosts.hosts.is_some()
        && (args.move_values || args.every_position || args.every_player || args.bounded)
    {
        let expected = "expected none of --move-values, --every-position, --every-player, --bounded";
        return Err(CommandError(format!(
            "--hosts: processes share the proof of one state by lemmas, {expected}"
        )));
    }
    #[cfg(feature = "cluster")]
    let others = match cluster::part(&args.sharing, "solve prove", &question, 1, &budget)? {
        Part::Alone => None,
        Part::Stopped(stopped) => return Ok(cluster::describe_not_begun(stopped, text)),
        Part::Manager(others) => Some(others),
        Part::Helper(first) => {
            let transcript = Transcript::sent();
            let session = CertificateSearch::helping(game, &transcript, &first);
            return Ok(cluster::help(&first, &session, &question, 1, &budget, args.quiet, text));
        }
    };
    #[cfg(feature = "cluster")]
    let helpers = others.as_ref().map(|others| others as &dyn Helpers);
    #[cfg(not(feature = "cluster"))]
    let helpers = None;
    let progress = Progress::watch(&budget, args.quiet);
    let (made, autosave) = match args.bounded {
        true => bounded_certificate(args, &question, &lines[0], wanted, &budget)?,
        false => lemma_certificate(args, game, &lines, wanted, &first, helpers, &budget)?,
    };
    drop(progress);
    if args.out != "-" {
        io::write_effort(&budget, text);
        autosave.earlier_runs().into_iter().for_each(|before| io::write_earlier_runs(before, text));
        #[cfg(feature = "cluster")]
        others.iter().for_each(|others| cluster::describe_exchange(others, text));
    }
    let bytes = match made {
        Ok(bytes) => bytes,
        Err(error) => return describe_error(error, &autosave, &budget, text),
    };
    let bytes = if args.text { as_text(bytes, limits.memory)? } else { bytes };
    let verified = kinds::verify(Cursor::new(bytes.clone()), limits.memory).map_err(unexpected)?;
    if args.out == "-" {
        print(&bytes)?;
        return Ok(Exit::Success);
    }
    write_file(Path::new(&args.out), &bytes)?;
    add_line!(text, "{}: {} bytes", args.out, bytes.len());
    add_line!(text, "{}proved {}", verified.comments(), verified.summary());
    Ok(Exit::Success)
}

/// Writes why there is no certificate.
fn describe_error(
    error: ProveError,
    autosave: &Autosave,
    budget: &Budget,
    text: &mut String,
) -> Result<Exit, CommandError> {
    match error {
        ProveError::Stopped(stopped) => {
            let asking = budget.question();
            let current = if asking.is_empty() { asking } else { format!(" (in hand: {asking})") };
            add_line!(text, "not proved: stopped by {stopped}{current}; nothing was written");
            Ok(autosave.exit(Some(stopped).into()))
        }
        ProveError::Differs(why) => {
            add_line!(text, "{why}; nothing was written");
            Ok(Exit::Differs)
        }
        ProveError::Bad(error) => Err(error),
    }
}

fn read_claim(option: &str, text: &str, game: &Game) -> Result<ProofGoal, CommandError> {
    ProofGoal::parse(text, game)
        .map_err(|expected| CommandError(format!("{option} {text:?}: expected {expected}")))
}

/// Claims to be proved before the wanted one, from which they follow.
fn first_claims(args: &ProveArgs, game: &Game, last: Option<ProofGoal>) -> Result<Vec<Claim>, CommandError> {
    let read = |text: &String| {
        let bad = |expected: String| CommandError(format!("--first-claim {text:?}: expected {expected}"));
        if !game.rules.properties().always_ends {
            return Err(bad("none under rules whose games may go on for ever".to_string()));
        }
        let ProofGoal { claim, .. } = read_claim("--first-claim", text, game)?;
        match last {
            Some(last) if !last.claim.covers(claim) || last.claim == claim => {
                let last = args.claim.as_deref().unwrap_or_default();
                Err(bad(format!("an easier claim, which follows from {last:?}")))
            }
            _ => Ok(claim),
        }
    };
    args.first_claim.iter().map(read).collect()
}

/// Reason why there is no certificate.
enum ProveError {
    /// A limit or an interruption.
    Stopped(Stopped),
    /// The claim is not so, or no proof was found.
    Differs(String),
    Bad(CommandError),
}

impl From<CommandError> for ProveError {
    fn from(bad: CommandError) -> ProveError {
        ProveError::Bad(bad)
    }
}

/// Bytes of a certificate, and the checkpoints of the work.
type Attempt = (Result<Vec<u8>, ProveError>, Autosave);

/// Certificate of lemmas.
fn lemma_certificate(
    args: &ProveArgs,
    game: &Game,
    lines: &[Line],
    wanted: Option<ProofGoal>,
    first: &[Claim],
    helpers: Option<&dyn Helpers>,
    budget: &Budget,
) -> Result<Attempt, CommandError> {
    let always_ends = game.rules.properties().always_ends;
    let transcript = if helpers.is_some() { Transcript::shared() } else { Transcript::default() };
    let new = || {
        let proving = CertificateSearch::new(game, &transcript).after(first.to_vec());
        match helpers {
            Some(helpers) => proving.helped_by(helpers, &lines[0].state),
            None => proving,
        }
    };
    let (proved, autosave) = match &args.keep.checkpoint {
        None if always_ends => (new().prove(lines, wanted, budget), Autosave::none()),
        None => (prove(game, lines, wanted, budget), Autosave::none()),
        Some(folder) if !always_ends => {
            return Err(CommandError(format!(
                "--checkpoint {}: nothing can be kept of a proof under rules whose games may go on for ever, expected none",
                folder.display()
            )));
        }
        Some(_) => {
            let mut proving = new().kept();
            let of = work_header("solve prove", game);
            let mut autosave = Autosave::of(&args.keep, of, &mut proving, budget.memory())?;
            proving.broadcast();
            let proved = autosave.work(budget, &mut proving, |proving| {
                let proved = proving.prove(lines, wanted, budget);
                let stopped = match &proved {
                    Err(ProofError::Stopped(stopped)) => Some(*stopped),
                    _ => None,
                };
                (proved, stopped)
            });
            (proved, autosave)
        }
    };
    let made = proved.map_err(|unproved| match unproved {
        ProofError::Stopped(stopped) => ProveError::Stopped(stopped),
        ProofError::Refuted(_) => ProveError::Differs(unproved.to_string()),
        _ => CommandError(unproved.to_string()).into(),
    });
    let written = made.and_then(|proof| {
        let mut bytes = Vec::new();
        proof.write_binary(&mut bytes).map_err(CommandError::from)?;
        Ok(bytes)
    });
    Ok((written, autosave))
}

/// Bounded certificate.
fn bounded_certificate(
    args: &ProveArgs,
    question: &Question,
    line: &Line,
    wanted: Option<ProofGoal>,
    budget: &Budget,
) -> Result<Attempt, CommandError> {
    let game = &question.game;
    let (threads, first) = (args.threads.unwrap_or(1), args.first_bound);
    check_threads(threads)?;
    let replies = args.replies.unwrap_or(DEFAULT);
    let guide = match args.guide.as_deref().map(|path| guide(path, game, wanted, budget)).transpose()? {
        Some(Err(stopped)) => return Ok((Err(ProveError::Stopped(stopped)), Autosave::none())),
        read => read.and_then(Result::ok),
    };
    let effort = Effort { budget, threads, first, width: args.width, guide: guide.as_ref(), replies };
    let (mut unfinished, mut autosave) = (Unfinished::default(), Autosave::none());
    if args.keep.checkpoint.is_some() {
        let mut of = work_header("solve prove --bounded", game);
        match wanted {
            // What is known of states for a claim holds for every start.
            Some(wanted) => of.push(("claim", wanted.claim.to_string())),
            None => of.extend([
                ("start", diagram_line(&game.board, &line.start)),
                ("to-move", line.to_move.name().to_string()),
                ("claim", "the best bounds".to_string()),
            ]),
        }
        // What a search of one width refutes may be provable by one of another, and what is proved
        // where replies are looked for far need not be within lesser limits.
        let Limits { most, points, untouched } = replies;
        of.push(("width", args.width.map_or("all moves".to_string(), |width| width.to_string())));
        of.push(("replies", format!("{most},{points},{untouched}")));
        if let Some(path) = &args.guide {
            of.push(("guide", path.display().to_string()));
        }
        unfinished = Unfinished::kept(&game.board, line.to_move);
        autosave = Autosave::of(&args.keep, of, &mut unfinished, budget.memory())?;
    }
    let made = autosave.work(budget, &mut unfinished, |unfinished| {
        let made = prove_bounded(game, line, wanted, &effort, unfinished);
        let stopped = match &made {
            Err(BoundedError::Stopped(stopped)) => Some(*stopped),
            _ => None,
        };
        (made, stopped)
    });
    let made = made.map_err(|unbounded| match unbounded {
        BoundedError::Stopped(stopped) => ProveError::Stopped(stopped),
        BoundedError::None { .. } => ProveError::Differs(unbounded.to_string()),
        _ => CommandError(unbounded.to_string()).into(),
    });
    Ok((made, autosave))
}

/// Reads the guide of a bounded proof; or what stopped that.
fn guide(
    path: &Path,
    game: &Game,
    wanted: Option<ProofGoal>,
    budget: &Budget,
) -> Result<Result<Guide, Stopped>, CommandError> {
    let place = format!("--guide {}", path.display());
    let fault = |what: String| CommandError(format!("{place}: {what}"));
    let goal = wanted.and_then(|wanted| goal_of_claim(wanted, &game.board));
    let (_, threshold) = goal.ok_or_else(|| CommandError(BoundedError::Claim.to_string()))?;
    let natural = Terms::of(game).is_some_and(|terms| !Guide::serves(&terms));
    if natural {
        let rules = game.entry.id;
        return Err(fault(format!(
            "what is proved under {rules} need not hold under basic ko, expected no guide"
        )));
    }
    let file = File::open(path).map_err(|error| fault(error.to_string()))?;
    budget.ask("the guide".to_string());
    let mut from = BufReader::with_capacity(1 << 20, file);
    match Guide::read(&game.board, threshold, &mut from, budget) {
        Ok(guide) => Ok(Ok(guide)),
        Err(GuideError::Stopped(stopped)) => Ok(Err(stopped)),
        Err(GuideError::Board) => {
            Err(fault(format!("expected a board of at most {MAX_POINTS} intersections")))
        }
        Err(GuideError::Length) => Err(fault(format!("not the states of {} under basic ko", game.board))),
        Err(GuideError::Io(error)) => Err(fault(error.to_string())),
    }
}

/// Error of this program: the certificate made is wrong, and is not written.
fn unexpected(refused: Refused) -> CommandError {
    CommandError(format!("the certificate made is wrong, please report this: {refused}"))
}

fn as_text(bytes: Vec<u8>, memory: usize) -> Result<Vec<u8>, CommandError> {
    let mut shown = Vec::new();
    match kinds::show(Cursor::new(bytes), &mut shown, memory) {
        Ok(()) => Ok(shown),
        Err(Unrendered::Refused(refused)) => Err(unexpected(refused)),
        Err(Unrendered::Output(error)) => Err(error.into()),
    }
}

/// States whose values are to be proved.
fn lines(args: &ProveArgs, Question { game, line }: &Question) -> Vec<Line> {
    if args.every_position {
        let all = Classes::of(&game.board);
        return all.positions().map(|position| Line::new(game, position, Player::Black)).collect();
    }
    if args.every_player {
        return Line::of_every_player(game, line.start, line.to_move);
    }
    if args.move_values { line.clone().with_first_moves(game) } else { vec![line.clone()] }
}
