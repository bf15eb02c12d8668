//! Analyses: what one knows of the moves, how it tells them, and the commands that stream it, those
//! of Leela Zero, KataGo and Sabaki.
//!
//! Clients expect a rate of wins. Here it is known, or the move is left out: 1 for a win of the
//! player to move, 1/2 for a draw, next to nothing for a loss, with komi, as soon as the bounds of
//! a move decide it. `scoreLead` is there once the value is exact.
//!
//! A loss is 1/10000, and 1/1000 if no move loses less. Clients divide by the greatest product of
//! visits and rate, which must not be 0, and show by it which moves are better. For the same reason
//! all moves have the same number of visits: what is proved of a move is no surer for having taken
//! longer.

use std::cmp::Reverse;
use std::fmt::Write;
use std::time::{Duration, Instant};

use super::engine::{Engine, Job, Until};
use super::genmove::choose_for;
use super::protocol::{Exact, Output, Reply, colour, exact, in_decimals};
use super::values::komi_moves_values;
use superko_go::Player;
use superko_go::notation::move_name;
use superko_query::ask::{Event, Question, follow};
use superko_query::report::records::{MoveName, MoveValue, Solved};
use superko_rules::Ruling;
use superko_solve::{Limits, Request, Value};

/// Result of a job of analysis, before its end.
pub enum Update {
    /// Event before the answer is complete.
    Event(Event),
    Solved(Box<Solved>),
    /// Principal variation after a move, the move first.
    Line(String, Vec<String>),
}

/// Format of the lines of an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Leela Zero: rates from 0 to 10000.
    Leela,
    /// KataGo: rates from 0 to 1, and leads.
    Kata,
    /// Sabaki: rates from 0 to 10000, and leads.
    Sabaki,
}

/// Outcome of the game with komi, for the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Loss,
    Draw,
    Win,
}

/// Minimum number of visits that is shown. Sabaki writes nothing on a move of fewer than 10, and an
/// exact value may take none.
const MIN_VISITS: u64 = 1_000;

/// Move with its bounds and principal variation.
struct Candidate {
    known: MoveValue,
    line: Vec<String>,
}

/// State of an analysis.
pub struct Analysis {
    form: Form,
    /// Whether `rootInfo` is shown.
    with_root: bool,
    /// Maximum number of moves that are shown.
    max_moves: usize,
    mover: Player,
    komi: Exact,
    /// Nodes spent on the state before this analysis.
    visits: u64,
    nodes: u64,
    root: Option<(Value, Value)>,
    candidates: Vec<Candidate>,
    legal: usize,
}

impl Analysis {
    /// Analysis without results yet, of a state with `legal` moves on which `visits` nodes were
    /// spent before.
    pub fn new(
        form: Form,
        with_root: bool,
        max_moves: usize,
        mover: Player,
        komi: Exact,
        legal: usize,
        visits: u64,
    ) -> Analysis {
        let (root, candidates) = (None, Vec::new());
        Analysis { form, with_root, max_moves, mover, komi, visits, nodes: 0, root, candidates, legal }
    }

    /// Number of visits that is shown: at least [`MIN_VISITS`].
    fn visits(&self) -> u64 {
        (self.visits + self.nodes).max(MIN_VISITS)
    }

    /// Adds a result.
    pub fn apply(&mut self, update: Update) {
        match update {
            Update::Event(Event::Bounds { bounds, working, .. }) => {
                self.root = Some((bounds.low, bounds.high));
                self.nodes = working.nodes;
            }
            Update::Event(Event::Moves { move_values, working }) => {
                self.nodes = working.nodes;
                move_values.into_iter().for_each(|known| self.set_known(known));
            }
            Update::Solved(solved) => {
                let Solved { answer, move_values, line, spent, .. } = *solved;
                self.root = Some((answer.bounds.low, answer.bounds.high));
                self.nodes = spent.effort.nodes;
                move_values.into_iter().for_each(|known| self.set_known(known));
                let names: Vec<String> =
                    line.moves.iter().map(MoveName::as_str).map(str::to_string).collect();
                if let Some(first) = names.first().cloned() {
                    self.apply(Update::Line(first, names));
                }
            }
            Update::Line(first, names) => {
                let of_move = |candidate: &&mut Candidate| candidate.known.mv.as_str() == first;
                if let Some(candidate) = self.candidates.iter_mut().find(of_move) {
                    candidate.line = names;
                }
            }
        }
    }

    fn set_known(&mut self, known: MoveValue) {
        match self.candidates.iter_mut().find(|candidate| candidate.known.mv == known.mv) {
            Some(candidate) => candidate.known = known,
            None => {
                let line = vec![known.mv.as_str().to_string()];
                self.candidates.push(Candidate { known, line });
            }
        }
    }

    /// Lead of the player to move at a value; `None` if the game has no result.
    fn lead(&self, value: Value) -> Option<Exact> {
        let lead = exact(value.points()?) - self.komi;
        Some(if self.mover == Player::Black { lead } else { -lead })
    }

    /// Outcome of a game with these bounds, if it is certain.
    fn outcome(&self, low: Value, high: Value) -> Option<Outcome> {
        let zero = Exact::from_integer(0);
        let (Some(one), Some(other)) = (self.lead(low), self.lead(high)) else {
            // Neither a win nor a loss.
            return (low == high).then_some(Outcome::Draw);
        };
        let (least, most) = (one.min(other), one.max(other));
        match () {
            () if least > zero => Some(Outcome::Win),
            () if most < zero => Some(Outcome::Loss),
            () if least == zero && most == zero => Some(Outcome::Draw),
            () => None,
        }
    }

    /// Line with all results, the best moves first; `None` if there are none.
    pub fn line(&self) -> Option<String> {
        let mut known_moves: Vec<(Outcome, Option<Exact>, &Candidate)> = Vec::new();
        for candidate in &self.candidates {
            let MoveValue { value, bounds, .. } = &candidate.known;
            if let Some(outcome) = self.outcome(bounds.low, bounds.high) {
                known_moves.push((outcome, value.and_then(|value| self.lead(value)), candidate));
            }
        }
        // Of moves that are worth the same the one with the longest line is the one that was
        // followed.
        known_moves
            .sort_by_key(|(outcome, lead, candidate)| Reverse((*outcome, *lead, candidate.line.len())));
        known_moves.truncate(self.max_moves);
        let mut text = String::new();
        for (order, (outcome, lead, candidate)) in known_moves.iter().enumerate() {
            self.info(&mut text, order, *outcome, *lead, candidate);
        }
        if self.with_root {
            self.root_info(&mut text);
        }
        (!text.is_empty()).then(|| text.trim_end().to_string())
    }

    fn info(&self, text: &mut String, order: usize, outcome: Outcome, lead: Option<Exact>, of: &Candidate) {
        let best = lead.is_some() && lead == self.lead_of_root();
        let (rate, prior, visits) = (self.rate(outcome, best), self.prior(), self.visits());
        let _ = write!(text, "info move {} visits {visits} winrate {rate}", of.known.mv.as_str());
        if let Some(lead) = lead.filter(|_| self.form != Form::Leela) {
            let lead = in_decimals(lead);
            let _ = match self.form {
                Form::Kata => {
                    write!(text, " scoreMean {lead} scoreStdev 0 scoreLead {lead} scoreSelfplay {lead}")
                }
                _ => write!(text, " scoreLead {lead}"),
            };
        }
        // Clients know of no other moves than stones and passes.
        let known =
            of.line.iter().enumerate().take_while(|(place, name)| *place == 0 || is_point_or_pass(name));
        let line: Vec<&str> = known.map(|(_, name)| name.as_str()).collect();
        let _ = write!(text, " prior {prior} lcb {rate} order {order} pv {} ", line.join(" "));
    }

    /// Lead of the player to move in best play, if it is known.
    fn lead_of_root(&self) -> Option<Exact> {
        self.root.filter(|(low, high)| low == high).and_then(|(value, _)| self.lead(value))
    }

    fn root_info(&self, text: &mut String) {
        let Some((low, high)) = self.root else { return };
        let Some(outcome) = self.outcome(low, high) else { return };
        let lead = self.lead_of_root();
        let _ =
            write!(text, "rootInfo visits {} winrate {}", self.visits(), self.rate(outcome, lead.is_some()));
        if let Some(lead) = lead {
            let _ = write!(text, " scoreLead {}", in_decimals(lead));
        }
    }

    /// Win rate of an outcome. `best` says that no move has a better value.
    fn rate(&self, outcome: Outcome, best: bool) -> &'static str {
        let [of_kata, of_others] = match (outcome, best) {
            (Outcome::Loss, false) => ["0.0001", "1"],
            (Outcome::Loss, true) => ["0.001", "10"],
            (Outcome::Draw, _) => ["0.5", "5000"],
            (Outcome::Win, _) => ["1.0", "10000"],
        };
        if self.form == Form::Kata { of_kata } else { of_others }
    }

    /// Uniform prior, as there is no policy.
    fn prior(&self) -> String {
        let legal = self.legal.max(1);
        match self.form {
            Form::Kata => format!("{:.4}", 1.0 / legal as f64),
            _ => (10_000 / legal).to_string(),
        }
    }
}

/// Whether a move has a name that is a point or `pass`.
fn is_point_or_pass(name: &str) -> bool {
    let (letter, number) = name.split_at(name.len().min(1));
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    name == "pass" || letter.bytes().all(|byte| byte.is_ascii_alphabetic()) && is_number
}

// --- The commands that stream an analysis ---

/// Default time between two lines.
const INTERVAL: Duration = Duration::from_millis(500);

/// Node limit of the principal variation after a move.
const LINE_NODES: u64 = 100_000;

/// Options of a command of analysis.
struct Options {
    player: Player,
    interval: Duration,
    with_root: bool,
    max_moves: usize,
}

/// `analyze [colour] [centiseconds] [key value]…` and its like: analyses until something comes in.
pub fn analyse(engine: &mut Engine, arguments: &[String], form: Form) -> Reply {
    let options = parse_options(engine, arguments)?;
    komi_moves_values(engine)?;
    let question = engine.game.question_for(options.player)?;
    engine.output.begin();
    stream(engine, question, &options, form, Until::NextLine)?;
    while !engine.input.has_line() {
        engine.input.wait(Duration::from_secs(3600));
    }
    Ok(String::new())
}

/// `genmove_analyze [colour] [centiseconds] [key value]…` and its like: analyses until all is known
/// or a limit is reached, and makes a move.
pub fn analyse_and_move(engine: &mut Engine, arguments: &[String], form: Form) -> Reply {
    let options = parse_options(engine, arguments)?;
    komi_moves_values(engine)?;
    let player = options.player;
    let game = engine.game.with_turn_of(player)?;
    engine.output.begin();
    if let Ok(question) = game.question() {
        stream(engine, question, &options, form, Until::Interrupt)?;
    }
    let mv = choose_for(engine, player)?;
    engine.game.play(player, mv)?;
    Ok(format!("play {}", move_name(engine.game.solved()?.board(), mv)))
}

fn stream(
    engine: &mut Engine,
    question: Question,
    options: &Options,
    form: Form,
    until: Until,
) -> Result<(), String> {
    let (komi, visits) = (engine.game.komi().total(), engine.visits(&question));
    let legal = question.game.legal(&question.line.state).len();
    let mut analysis =
        Analysis::new(form, options.with_root, options.max_moves, options.player, komi, legal, visits);
    let mut shown: Option<(String, Instant)> = None;
    let mut show = |output: &mut Output, analysis: &Analysis, now: bool| {
        let due = shown.as_ref().is_none_or(|(_, when)| now || when.elapsed() >= options.interval);
        let Some(line) = analysis.line().filter(|_| due) else { return };
        if shown.as_ref().is_none_or(|(known, _)| *known != line) {
            output.line(&line);
            shown = Some((line, Instant::now()));
        }
    };
    engine.work(question, engine.limits, until, explore, |output, update| match update {
        Some(update) => analysis.apply(update),
        None => show(output, &analysis, false),
    })?;
    show(&mut engine.output, &analysis, true);
    Ok(())
}

/// Finds all values, and then the principal variation after every move.
fn explore(job: &Job<'_, '_, Update>) {
    let (session, question) = (job.session, job.question);
    let report = job.reporter();
    let report = move |event| report(Update::Event(event));
    let solved = follow(session, question, &job.limits, job.interrupted, report);
    job.spent(solved.spent.effort.nodes);
    let followed = solved.line.moves.first().map(|mv| mv.as_str().to_string());
    job.report(Update::Solved(Box::new(solved)));
    let game = session.game();
    for (mv, ruling) in game.legal(&job.state) {
        let name = move_name(&game.board, mv);
        let Ruling::Leads(next) = ruling else { continue };
        if followed.as_ref() == Some(&name) {
            continue;
        }
        let limits = Limits { nodes: Some(LINE_NODES), ..job.limits };
        let behind = session.solve(&next, &Request::default(), &job.budget(limits));
        let names = behind.pv.iter().map(|mv| move_name(&game.board, *mv));
        let line = std::iter::once(name.clone()).chain(names).collect();
        job.report(Update::Line(name, line));
    }
}

/// Reads `[colour] [centiseconds] [key value]…`.
fn parse_options(engine: &Engine, arguments: &[String]) -> Result<Options, String> {
    let mut rest = arguments.iter().map(String::as_str).peekable();
    let player = rest.peek().and_then(|text| colour(text).ok());
    if player.is_some() {
        rest.next();
    }
    let player = player.or_else(|| engine.game.mover()).ok_or("the game has ended")?;
    let mut options = Options { player, interval: INTERVAL, with_root: false, max_moves: usize::MAX };
    if let Some(number) = rest.next_if(|text| text.bytes().all(|byte| byte.is_ascii_digit())) {
        options.interval = centiseconds(number)?;
    }
    while let Some(key) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{key} has no value"))?;
        match key {
            "interval" => options.interval = centiseconds(value)?,
            "maxmoves" => {
                options.max_moves = value.parse().map_err(|_| "maxmoves is not a number".to_string())?
            }
            "rootInfo" => options.with_root = value == "true",
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
    Ok(options)
}

fn centiseconds(text: &str) -> Result<Duration, String> {
    let number: u32 = text.parse().map_err(|_| "the interval is not a number of centiseconds".to_string())?;
    Ok(Duration::from_millis(10) * number.max(1))
}
