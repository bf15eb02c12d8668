//! `solve differ`: the smallest position that two rulesets tell apart, and why.

use std::time::{Duration, Instant};

use clap::{Args as ClapArgs, ValueEnum};

use super::exit::{CommandError, Exit, interrupt_flag};
use super::grid::{self, Cell, Grid};
use super::io::{Progress, add_line, paragraph, wrapped};
use super::limits::{MemoryArgs, parse_count, parse_time};
use super::parting::{self, GamesName};
use super::ruleset;
use superko_go::notation::{diagram, parse_position};
use superko_go::{Board, Player, Players};
use superko_query::ask::differ::{
    Effort, Found, Kind, MAX_POINTS, NODES, Part, Parting, Record, SideRecord, StateDifference, Target, Why,
    search, up_to,
};
use superko_query::ask::look::Barred;
use superko_query::report::json;
use superko_query::report::records::MoveName;
use superko_query::report::words::{answer_in_words, side_by_side};
use superko_rules::Rules;
use superko_solve::{Stopped, Value};

/// What is to differ.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum WhatName {
    /// The value
    Value,
    /// The best moves, where the value is the same
    BestMoves,
}

impl WhatName {
    /// Kind of difference to search for; either, unless the user says it.
    pub fn wanted(name: Option<WhatName>) -> Target {
        match name {
            None => Target::Either,
            Some(WhatName::Value) => Target::Value,
            Some(WhatName::BestMoves) => Target::BestMoves,
        }
    }
}

fn parse_grid(text: &str) -> Result<Board, String> {
    let grid = Board::parse(text).ok().filter(Board::is_grid);
    let grid = grid.ok_or_else(|| "expected ROWSxCOLUMNS, such as 2x3".to_string())?;
    if grid.points() > MAX_POINTS {
        return Err(format!(
            "{} intersections, expected at most {MAX_POINTS}, such as 3x4, as every position is solved",
            grid.points()
        ));
    }
    Ok(grid)
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve differ psk kee2020
  solve differ psk ssk --up-to 3x3
  solve differ kee2020 \"kee2020 --lift produced\" --what best-moves
  solve differ psk ssk --games
  solve differ psk kee2009 --games=winners

Boards come by their points and then by their rows: 1x1, 1x2, 1x3, 1x4, 2x2, 1x5, 1x6, 2x3, ... The starts of a \
board come by their stones and then by their texts, with Black to move; those that a symmetry or the exchange \
of the colours makes equal to an earlier one are left out.

With --games nothing is solved: games from the empty board are walked on all boards at once, and the shortest \
one is shown of which the last move is legal under one ruleset alone, or ends the game under one alone or with \
another score. With --games=winners it is one of moves that are legal under both, after which Black wins under one \
and White under the other.

Exit status: 0 as asked, 2 bad input, 3 a start that comes first could not be solved within the limits, 130 or \
143 interrupted (what is known is shown).")]
pub struct DifferArgs {
    /// A ruleset, with options in quotes: "kee2020 --lift produced"
    #[arg(value_name = "A", value_parser = ruleset::with_ruleset_names(ruleset::parse), hide_possible_values = true)]
    pub a: Rules,
    /// The other
    #[arg(value_name = "B", value_parser = ruleset::with_ruleset_names(ruleset::parse), hide_possible_values = true)]
    pub b: Rules,
    /// The last grid that is looked at
    #[arg(
        long,
        value_name = "ROWSxCOLUMNS",
        default_value = "2x3",
        value_parser = ruleset::with_board_names(parse_grid),
        hide_possible_values = true
    )]
    pub up_to: Board,
    /// What is to differ [default: the value, and the best moves as far as that comes first]
    #[arg(long, value_name = "WHAT", ignore_case = true)]
    pub what: Option<WhatName>,
    /// Find the shortest game from the empty board that parts them, or after which others win, in place of a start
    #[arg(
        long,
        value_name = "WHAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "parting",
        conflicts_with = "what",
        ignore_case = true
    )]
    pub games: Option<GamesName>,
    /// Stop after this time: 90s, 500ms, 10m, "1h 30m"; without a unit, seconds
    #[arg(long, value_name = "TIME", value_parser = parse_time, allow_hyphen_values = true, help_heading = "Effort")]
    pub time_limit: Option<Duration>,
    /// The most nodes that one start may take under one ruleset; then it is left open
    #[arg(long, value_name = "NODES", default_value_t = NODES, value_parser = parse_count, allow_hyphen_values = true, help_heading = "Effort")]
    pub node_limit: u64,
    #[command(flatten, next_help_heading = "Effort")]
    pub memory: MemoryArgs,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// Maximum number of moves shown after the move on which the games part.
const MAX_MOVES: usize = 12;

pub fn run(args: &DifferArgs, text: &mut String) -> Result<Exit, CommandError> {
    let rulesets = [args.a, args.b];
    check(&rulesets, &args.up_to)?;
    let (rows, cols) = (args.up_to.rows(), args.up_to.cols());
    let boards = up_to(rows, cols);
    let effort = Effort {
        nodes: args.node_limit,
        time: args.time_limit,
        memory: args.memory.bytes_minus(0),
        interrupted: interrupt_flag(),
    };
    if let Some(goal) = args.games {
        return parting::run(&rulesets, goal, &boards, &effort, (args.json, args.quiet), text);
    }
    let started = Instant::now();
    let line = move |asking: &str| format!("{asking}  {:.0} s", started.elapsed().as_secs_f64());
    let (progress, tell) = Progress::with_words(line, args.quiet || args.json);
    let searched = search(&rulesets, &boards, WhatName::wanted(args.what), &effort, &tell);
    drop(progress);
    let last = boards.last().expect("there is a board");
    let record = Record::of(&rulesets, last, searched, started.elapsed().as_secs_f64());
    if args.json {
        text.push_str(&json::text(&record));
    } else {
        describe(args, &record, text);
    }
    Ok(match (record.stopped, record.complete) {
        (Some(stopped), _) => Some(stopped).into(),
        (None, false) => Some(Stopped::Nodes).into(),
        (None, true) => Exit::Success,
    })
}

/// Refuses rulesets that are the same or cannot be played.
fn check(rulesets: &[Rules; 2], up_to: &Board) -> Result<(), CommandError> {
    for rules in rulesets {
        if rules.options.players != Players::Two {
            let name = rules.to_string();
            return Err(CommandError(format!("{name:?}: expected 2 players for solve differ")));
        }
        let (points, most) = (up_to.points(), rules.max_points());
        if points > most {
            return Err(CommandError(format!(
                "--up-to {up_to}: {points} intersections, expected at most {most} under {rules}"
            )));
        }
    }
    let [a, b] = rulesets;
    if a == b {
        return Err(CommandError(format!("{:?}: is given twice, expected two rulesets", a.to_string())));
    }
    Ok(())
}

fn describe(args: &DifferArgs, record: &Record, text: &mut String) {
    let names = [&record.a.name, &record.b.name].map(String::as_str);
    let starts: usize = record.boards.iter().map(|looked| looked.solved).sum();
    let boards = match record.boards.as_slice() {
        [] => "no board".to_string(),
        [only] => only.board.clone(),
        [first, .., last] => format!("{} to {}", first.board, last.board),
    };
    add_line!(text, "{} and {}: {starts} starts solved under both, on {boards}", names[0], names[1]);
    if let Some(found) = &record.best_moves {
        add_line!(text, "\n{} with the same value and other best moves", smallest(found));
        describe_start(found, names, text);
    }
    if let Some(found) = &record.value {
        add_line!(text, "\n{} with another value", smallest(found));
        describe_start(found, names, text);
    }
    describe_missing(args, record, text);
    open(record, text);
    add_line!(text, "\neffort      {} nodes, {:.3} s", record.nodes, record.seconds);
    if let Some(stopped) = record.stopped {
        add_line!(text, "stopped     by {stopped}; all that is said above is proved");
    }
}

fn smallest(found: &Found) -> String {
    match found.unsolved_before {
        0 => "the smallest start".to_string(),
        count => format!("the smallest start among those solved ({count} before it were not)"),
    }
}

/// Writes what was searched for and not found.
fn describe_missing(args: &DifferArgs, record: &Record, text: &mut String) {
    let what = match (args.what, &record.value, &record.best_moves) {
        (None, None, None) => "value, and none with the same value other best moves",
        (None, None, Some(_)) | (Some(WhatName::Value), None, _) => "value",
        (Some(WhatName::BestMoves), _, None) => "best moves with the same value",
        _ => return,
    };
    add_line!(text, "\nNo start that was solved has another {what}.");
}

/// Writes the boards on which something was left open.
fn open(record: &Record, text: &mut String) {
    let open = record.boards.iter().filter(|looked| looked.unsolved + looked.unsolved_moves > 0);
    let open = open.map(|looked| {
        let moves = match looked.unsolved_moves {
            0 => String::new(),
            count => format!(", the best moves of {count} more"),
        };
        format!("{}: {} of {} starts{moves}", looked.board, looked.unsolved, looked.starts)
    });
    let open: Vec<String> = open.collect();
    if !open.is_empty() {
        add_line!(text, "\n{}", wrapped("not solved within the limits: ", &open.join("; ")));
    }
}

fn board_of(found: &Found) -> Board {
    Board::parse(&found.board).expect("a board that was looked at has a name")
}

/// Diagram of a position that the record has as a text.
fn drawn(board: &Board, position: &str) -> String {
    let position = parse_position(board, position).expect("a record has positions of its board");
    diagram(board, &position, None)
}

/// Writes a start that was found: what it is under both rulesets, and why.
fn describe_start(found: &Found, names: [&str; 2], text: &mut String) {
    let board = board_of(found);
    add_line!(text, "{} {}, {} to move\n", found.board, found.start.position, found.start.to_move.name());
    add_line!(text, "{}", drawn(&board, &found.start.position));
    sides([&found.a, &found.b], names, text);
    match &found.why {
        None => text.push_str("\nwhy: not found within the limits\n"),
        Some(why) => describe_why(why, &board, names, text),
    }
}

/// Writes the value and the best moves under both rulesets.
fn sides(sides: [&SideRecord; 2], names: [&str; 2], text: &mut String) {
    let side = |name: &str, SideRecord { value, best_moves }: &SideRecord| {
        let best = match best_moves.as_slice() {
            [] => "not found within the limits".to_string(),
            moves => listed(moves),
        };
        (name.to_string(), vec![Cell::plain(value.to_string()), Cell::plain(best)])
    };
    let heads = ["value", "best moves"].map(|head| vec![head.to_string()]).to_vec();
    let grid = Grid { heads, rows: vec![side(names[0], sides[0]), side(names[1], sides[1])] };
    grid.write(usize::MAX, text);
}

/// Writes how a given state differs under two rulesets, and why.
pub fn describe_given(board: &Board, found: &StateDifference, rulesets: [Rules; 2], text: &mut String) {
    let Some([a, b]) = found.sides(board) else {
        for (rules, solution) in rulesets.iter().zip(&found.solutions) {
            add_line!(text, "{rules}: {}", answer_in_words(&solution.value, rules.has_score()));
        }
        return;
    };
    let names = rulesets.map(|rules| rules.to_string());
    let names = names.each_ref().map(String::as_str);
    sides([&a, &b], names, text);
    match (&found.why, found.differ()) {
        (Some(why), _) => describe_why(why, board, names, text),
        (None, Some(true)) => text.push_str("\nwhy: not found within the limits\n"),
        (None, _) => text.push_str("\nThe value and the best moves are the same under both.\n"),
    }
}

pub fn listed(moves: &[MoveName]) -> String {
    moves.iter().map(MoveName::as_str).collect::<Vec<_>>().join(", ")
}

fn describe_why(why: &Why, board: &Board, names: [&str; 2], text: &mut String) {
    let Some(parting) = &why.parting else {
        text.push_str("\nwhy: games without end are judged differently; what can be forced in finite play is the same\n");
        return;
    };
    let compared = match why.forced_by {
        None => "values along a line on which they stay different, up to the move on which the games part"
            .to_string(),
        Some(player) => {
            format!(
                "what {} can force in finite play, along a line on which it stays different",
                player.name()
            )
        }
    };
    add_line!(text, "\nwhy: {compared}\n");
    lines(why, parting, names).write(grid::width(), text);
    text.push('\n');
    paragraph("", &sentence(parting, names), text);
    diagrams(&[parting], board, text);
    for (name, part) in names.iter().zip(&parting.under) {
        continuation(name, parting, part, text);
    }
}

/// Writes the principal variation from the move on which the games part, unless that ends the game.
pub fn continuation(name: &str, parting: &Parting, part: &Part, text: &mut String) {
    let Some(value) = part.value.filter(|_| part.score.is_none()) else { return };
    let made = part.made.is_some();
    let player = if made { parting.player.other() } else { parting.player };
    let lead = format!("{name}, {} it, goes on to {value}: ", if made { "after" } else { "without" });
    let moves = goes_on(parting.number + usize::from(made), player, &part.goes_on, part.repeats_from);
    paragraph(&lead, &moves, text);
}

/// `5.B A1 6.W pass`: as many moves as are shown.
pub fn goes_on(first: usize, player: Player, moves: &[MoveName], repeats: Option<usize>) -> String {
    let mut words = numbered(first, player, &moves[..moves.len().min(MAX_MOVES)]);
    if moves.len() > MAX_MOVES {
        words += &format!(" ... ({} moves)", moves.len());
    }
    if let Some(from) = repeats {
        words += &format!(" and for ever again from move {}", first + from);
    }
    words
}

/// `5.B A1 6.W pass`, with a space that does not break before each move.
pub fn numbered(first: usize, mut player: Player, moves: &[MoveName]) -> String {
    let words = moves.iter().enumerate().map(|(place, mv)| {
        let letter = &player.name()[..1];
        player = player.other();
        format!("{}.{letter}\u{a0}{mv}", first + place)
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Both lines side by side.
fn lines(why: &Why, parting: &Parting, names: [&str; 2]) -> Grid {
    let shown =
        |value: &Option<Value>| Cell::plain(value.map_or("no end".to_string(), |value| value.to_string()));
    let row =
        |name: String, values: &[Option<Value>; 2]| (name, values.iter().map(shown).collect::<Vec<_>>());
    let mut rows = vec![row("start".to_string(), &why.at_the_start)];
    for step in &why.line {
        let made = &step.made;
        rows.push(row(format!("{}. {} {}", made.number, made.player.name(), made.mv), &step.compared));
    }
    let last = parting.under.iter().map(|part| {
        Cell::plain(match (&part.barred, &part.score, &part.value) {
            (Some(barred), ..) if barred.since.is_some() => "banned".to_string(),
            (Some(_), ..) => "refused".to_string(),
            (None, Some(score), _) => format!("ends: {score}"),
            // What the player can force is another measure than the value.
            (None, None, value) if why.forced_by.is_none() => {
                value.map_or(String::new(), |value| value.to_string())
            }
            (None, None, _) => "legal".to_string(),
        })
    });
    let name = format!("{}. {} {}", parting.number, parting.player.name(), parting.mv);
    rows.push((name, last.collect()));
    Grid { heads: names.map(grid::ruleset_head).to_vec(), rows }
}

/// Sentence on the move on which the games part.
fn sentence(parting: &Parting, names: [&str; 2]) -> String {
    let [a, b] = [0, 1].map(|place| format!("under {} {}", names[place], becomes(parting, place)));
    format!("{} {a}; {b}. {}", lead(parting), serves(parting, names[parting.serves_under]))
}

/// `Move 8, White B3:`.
pub fn lead(parting: &Parting) -> String {
    format!("Move {}, {} {}:", parting.number, parting.player.name(), parting.mv)
}

/// Effect of the move on which the games part, under one ruleset.
pub fn becomes(parting: &Parting, place: usize) -> String {
    let part = &parting.under[place];
    match parting.kind {
        Kind::Barred | Kind::Refused => match &part.barred {
            Some(Barred { why, .. }) => format!("it is not legal ({why})"),
            None => "it is legal".to_string(),
        },
        Kind::End | Kind::Score | Kind::Stage => {
            let words = part.made.as_ref().map_or("", |made| &made.words);
            let ends = words.split_once("; ").map(|(_, ends)| ends).unwrap_or("the game goes on");
            let scored = part.scoring_positions.as_ref().map(|positions| {
                let positions = positions.iter().map(|(position, score)| format!("{position} ({score})"));
                format!(", the mean of the scoring positions {}", positions.collect::<Vec<_>>().join(", "))
            });
            format!("{ends}{}", scored.unwrap_or_default())
        }
    }
}

/// Player whom the move on which the games part serves, under the ruleset of that name.
pub fn serves(parting: &Parting, name: &str) -> String {
    let others = match parting.others.as_slice() {
        [] => "no other move is as good".to_string(),
        moves => format!("as good are only {}, on which the games part too", listed(moves)),
    };
    format!("It is best for {} under {name}; {others}.", parting.player.name())
}

/// Writes the position before a move on which games part beside those of the earlier moments that
/// ban it.
pub fn diagrams(partings: &[&Parting], board: &Board, text: &mut String) {
    let [first, ..] = partings else { return };
    let mut shown = vec![(format!("before move {}", first.number), first.position.clone())];
    for part in partings.iter().flat_map(|parting| &parting.under) {
        let moment = part.barred.as_ref().and_then(|barred| barred.moment.as_ref());
        let Some(moment) = moment else { continue };
        let title = match (moment.number, moment.player, &moment.mv) {
            (number, Some(player), Some(mv)) if number > 0 => {
                let when = if moment.before { "before" } else { "after" };
                format!("{when} move {number} ({} {mv})", player.name())
            }
            _ => "at the start".to_string(),
        };
        if !shown.iter().any(|(known, _)| *known == title) {
            shown.push((title, moment.position.clone()));
        }
    }
    if shown.len() == 1 {
        add_line!(text, "\n{}\n{}", shown[0].0, drawn(board, &shown[0].1));
        return;
    }
    let shown: Vec<(String, String)> =
        shown.into_iter().map(|(title, position)| (title, drawn(board, &position))).collect();
    text.push('\n');
    text.push_str(&side_by_side(&shown));
    text.push('\n');
}
