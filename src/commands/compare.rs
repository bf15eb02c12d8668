//! `solve compare`: one state under several rulesets.

use std::collections::BTreeMap;
use std::time::Instant;

use clap::Args as ClapArgs;
use console::Style;

use super::exit::{CommandError, Exit, interrupt_flag};
use super::game::{BoardArgs, flag_error, parse_player};
use super::grid::{self, Grid};
use super::io::{Progress, add_line, paragraph, wrapped};
use super::limits::EffortArgs;
use super::ruleset::{self, AxisArgs};
use superko_go::notation::{diagram, move_name, parse_start};
use superko_go::{Board, Move, Player};
use superko_query::ask::Question;
use superko_query::ask::compare::{Cell, CellContent, Column, ColumnState, Effort, Record, Table};
use superko_query::ask::look::Barred;
use superko_query::report::json;
use superko_rules::{Rules, catalogue};
use superko_solve::Answer;

/// Item of `--rules`: a ruleset, or all of the catalogue.
#[derive(Debug, Clone)]
pub struct RulesetItem {
    pub text: String,
    /// The ruleset; `None` for `all`.
    pub named: Option<Rules>,
}

fn parse_item(text: &str) -> Result<RulesetItem, String> {
    let all = text.trim().eq_ignore_ascii_case("all");
    let named = if all { None } else { Some(ruleset::parse(text)?) };
    Ok(RulesetItem { text: text.to_string(), named })
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve compare --board 2x3 --start OOO/.X. --to-move white --rules psk,ssk,kee2020
  solve compare --board 2x2 --rules all
  solve compare --board 1x3 --moves \"B1 A1\" --rules \"kee2020,kee2020 --lift produced\"

Exit status: 0 as asked, 2 bad input, 3 stopped at a limit, 130 or 143 interrupted (what is proved is shown).")]
pub struct CompareArgs {
    #[command(flatten, next_help_heading = "Game")]
    pub board: BoardArgs,
    /// The rulesets, with commas between them; `all` stands for those of the catalogue that fit the
    /// board
    ///
    /// A name may have options after it, in quotes: "kee2020 --lift produced". Options given apart
    /// are those of all rulesets. The option may be repeated.
    #[arg(long, value_name = "RULESETS", value_delimiter = ',', value_parser = ruleset::with_ruleset_names(parse_item), hide_possible_values = true)]
    pub rules: Vec<RulesetItem>,
    /// The position at the start, such as X.O/..., or a diagram [default: the empty board]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub start: Option<String>,
    /// Who moves first [default: black]
    #[arg(long, value_name = "PLAYER", value_parser = parse_player)]
    pub to_move: Option<Player>,
    #[command(flatten)]
    pub axes: AxisArgs,
    /// Moves made before the question is asked, such as "B2 A1 pass"
    ///
    /// Where one of them may not be made under one of the rulesets, or ends the game, that is said.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// What all rulesets together may take; each has the same share, and what one leaves is for the
    /// others
    #[command(flatten, next_help_heading = "Effort")]
    pub effort: EffortArgs,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// Legend of the marks of the table.
const LEGEND: &str =
    "* a best move   ! differs from what most of its row is (from the first, where two are as frequent)";

pub fn run(args: &CompareArgs, text: &mut String) -> Result<Exit, CommandError> {
    let board = args.board.board()?;
    let (rulesets, left_out) = rulesets(args, &board)?;
    let (columns, made) = columns(args, &board, &rulesets)?;
    let threads = args.effort.threads.checked()?;
    let effort = Effort { limits: args.effort.limits(), threads, interrupted: interrupt_flag() };
    let started = Instant::now();
    let line = move |asking: &str| format!("{asking}  {:.0} s", started.elapsed().as_secs_f64());
    let (progress, tell) = Progress::with_words(line, args.quiet || args.json);
    let table = Table::of(columns, &made, &effort, &tell);
    drop(progress);
    let seconds = started.elapsed().as_secs_f64();
    if args.json {
        text.push_str(&json::text(&Record::of(&table, &made, seconds)));
    } else {
        describe(&table, &made, &left_out, text);
        add_line!(text, "\neffort      {} nodes, {seconds:.3} s", nodes(&table));
        for (column, (_, _, stopped)) in table.columns.iter().zip(&table.spent) {
            if let Some(stopped) = stopped {
                add_line!(text, "stopped     {} by {stopped}; all that is said above is proved", column.name);
            }
        }
    }
    Ok(table.stopped().into())
}

/// Rulesets to compare, and those of the catalogue that `all` leaves out, each with the reason.
fn rulesets(args: &CompareArgs, board: &Board) -> Result<(Vec<Rules>, Vec<String>), CommandError> {
    let (mut found, mut left_out): (Vec<Rules>, Vec<String>) = (Vec::new(), Vec::new());
    for RulesetItem { text, named } in &args.rules {
        let Some(named) = named else { continue };
        let named = args.axes.set(*named)?;
        if found.contains(&named) {
            return Err(CommandError(format!(
                "--rules {text:?}: {named} is given twice, expected each ruleset once"
            )));
        }
        found.push(named);
    }
    if args.rules.iter().any(|item| item.named.is_none()) {
        for entry in *catalogue::ALL {
            // A ruleset that does not have the options given is none of those that are meant.
            let Ok(named) = args.axes.set(entry.into()) else { continue };
            let most = named.max_points();
            if board.points() > most {
                left_out.push(format!("{} (at most {most} intersections)", entry.id));
            } else if !found.contains(&named) {
                found.push(named);
            }
        }
    }
    match found.as_slice() {
        [] if args.rules.is_empty() => Err(CommandError(
            "--rules is missing: expected rulesets with commas between them, or all".to_string(),
        )),
        [] | [_] => {
            let given: Vec<&str> = args.rules.iter().map(|item| item.text.as_str()).collect();
            Err(CommandError(format!("--rules {:?}: expected two rulesets or more, or all", given.join(","))))
        }
        [first, rest @ ..] => {
            let players = first.options.players;
            if let Some(other) = rest.iter().find(|other| other.options.players != players) {
                return Err(CommandError(format!(
                    "--rules {:?}: expected {} players, as under {first}",
                    other.to_string(),
                    players.count(),
                )));
            }
            Ok((found, left_out))
        }
    }
}

fn columns(
    args: &CompareArgs,
    board: &Board,
    rulesets: &[Rules],
) -> Result<(Vec<Column>, Vec<Move>), CommandError> {
    // A diagram may say whose turn it is; what is wrong with it is said below.
    let drawn = || parse_start(board, args.start.as_deref()?).ok()?.1;
    let to_move = args.to_move.or_else(drawn).unwrap_or(Player::Black);
    let (mut columns, mut made) = (Vec::new(), Vec::new());
    for rules in rulesets {
        let setup =
            Question::new(board.clone(), *rules, args.start.as_deref(), Some(to_move)).map_err(flag_error)?;
        let moves = setup.parse_moves(args.moves.as_deref().unwrap_or_default());
        made = moves.map_err(|what| CommandError(format!("--moves: {what}")))?;
        columns.push(Column::after(setup, &made));
    }
    let goes_on = |column: &Column| matches!(column.stands, ColumnState::GoesOn(_));
    if columns.iter().any(goes_on) {
        return Ok((columns, made));
    }
    let why = columns.iter().map(|column| match &column.stands {
        ColumnState::Illegal(_, why) => illegal_in_words(why),
        _ => "the moves end the game".to_string(),
    });
    let why: Vec<String> = why.collect();
    let expected = "expected a game that goes on under one of them";
    if why.iter().all(|other| *other == why[0]) {
        return Err(CommandError(format!("--moves: {}, under all of the rulesets, {expected}", why[0])));
    }
    let each = columns.iter().zip(&why).map(|(column, why)| format!("under {} {why}", column.name));
    Err(CommandError(format!("--moves: {}; {expected}", each.collect::<Vec<_>>().join("; "))))
}

fn nodes(table: &Table) -> u64 {
    table.spent.iter().map(|(nodes, ..)| nodes).sum()
}

/// `move 3, Black A1: banned, ...`.
fn illegal_in_words(why: &Barred) -> String {
    format!("move {}, {} {}: {}", why.number, why.player.name(), why.mv, why.why)
}

fn describe(table: &Table, made: &[Move], left_out: &[String], text: &mut String) {
    let goes_on = table.columns.iter().find_map(|column| match &column.stands {
        ColumnState::GoesOn(question) => Some(question),
        _ => None,
    });
    let question = goes_on.expect("the game goes on under one of the rulesets");
    let board = question.board();
    add_line!(text, "{board} under {} rulesets, {} to move\n", table.columns.len(), question.mover().name());
    let last = made.last().and_then(|mv| mv.placed());
    add_line!(text, "{}", diagram(board, &question.line.state.key.position, last));
    if question.game.options.players.count() > 2 {
        add_line!(text, "Target {} can secure whatever the others do.\n", question.mover().name());
    }
    grid(table, board).write(grid::width(), text);
    let all = || table.value.iter().chain(table.rows.iter().flat_map(|row| &row.cells));
    add_line!(text, "\n{LEGEND}");
    if table.rows.iter().any(|row| row.like.is_some()) {
        text.push_str("= the move that a symmetry makes equal, and so the same values\n");
    }
    if all().any(|cell| matches!(cell.is, CellContent::Worth(Answer::Between(_)))) {
        text.push_str("a..b: not solved within the limit, between a and b (a<..b: more than a)\n");
    }
    if !all().any(|cell| cell.differs) {
        let known = if table.stopped().is_some() { "is known to differ" } else { "differs" };
        add_line!(text, "Nothing {known} between these rulesets here.");
    }
    for column in &table.columns {
        match &column.stands {
            ColumnState::GoesOn(_) => {}
            ColumnState::Illegal(_, why) => {
                add_line!(text, "{}", wrapped(&format!("{}: ", column.name), &illegal_in_words(why)))
            }
            ColumnState::Ended(..) => {
                add_line!(text, "{}: the moves have ended the game, and the value is its score", column.name)
            }
        }
    }
    if !left_out.is_empty() {
        paragraph("left out: ", &left_out.join(", "), text);
    }
    reasons(table, board, "banned", text);
    reasons(table, board, "refused", text);
}

fn grid(table: &Table, board: &Board) -> Grid {
    let row = |name: String, cells: &[Cell]| (name, cells.iter().map(shown).collect::<Vec<_>>());
    let moves = table.rows.iter().map(|line| {
        let like = line.like.map_or(String::new(), |like| format!(" ={}", move_name(board, like)));
        row(format!("{}{like}", move_name(board, line.mv)), &line.cells)
    });
    let value = row("value".to_string(), &table.value);
    Grid {
        heads: table.columns.iter().map(|column| grid::ruleset_head(&column.name)).collect(),
        rows: std::iter::once(value).chain(moves).collect(),
    }
}

/// Cell with its marks, which say all that the colours do.
fn shown(cell: &Cell) -> grid::Cell {
    let mut text = match &cell.is {
        CellContent::Worth(Answer::Exact(value)) => value.to_string(),
        CellContent::Worth(answer) => answer.to_string(),
        CellContent::Barred(_) => "banned".to_string(),
        CellContent::Refused(_) => "refused".to_string(),
        CellContent::Empty => "-".to_string(),
    };
    let mut style = Style::new();
    if cell.best {
        text.push('*');
        style = style.bold();
    }
    if cell.differs {
        text.push('!');
        style = style.yellow();
    }
    grid::Cell { text, style }
}

/// Reasons why moves are illegal, one line for each move and reason, with the rulesets for which it
/// holds.
fn reasons(table: &Table, board: &Board, kind: &str, text: &mut String) {
    let mut names: BTreeMap<(usize, &str), Vec<&str>> = BTreeMap::new();
    for (place, row) in table.rows.iter().enumerate() {
        for (column, cell) in table.columns.iter().zip(&row.cells) {
            match &cell.is {
                CellContent::Barred(why) if kind == "banned" => {
                    names.entry((place, &why.why)).or_default().push(&column.name)
                }
                CellContent::Refused(why) if kind == "refused" => {
                    names.entry((place, &why.why)).or_default().push(&column.name)
                }
                _ => {}
            }
        }
    }
    if !names.is_empty() {
        add_line!(text, "\n{kind}");
    }
    for ((place, why), under) in names {
        let lead = format!("  {} under {}: ", move_name(board, table.rows[place].mv), under.join(", "));
        paragraph(&lead, why.strip_prefix("banned, ").unwrap_or(why), text);
    }
}
