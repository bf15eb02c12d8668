//! Sections of the page of the folder, each a table with its prose.

use std::collections::BTreeMap;

use super::plots::{DISTRIBUTION_PATH, drawn_board};
use super::view::{Distribution, Positions, View, heads, table};
use crate::bounded::Bounded;
use crate::counts::Count;
use crate::manifest::{Evidence, Made, Proves};
use crate::perft::Sequences;
use crate::plan::Task;
use crate::players::{Secured, Share};
use crate::positions::Column;
use crate::results::{Product, Results};
use crate::rulesets::{self, Rulesets};
use crate::table::Table;
use superko_go::notation::parse_position;
use superko_go::{Board, Player, Position};
use superko_lab::claims::check::Mover;
use superko_lab::claims::literature::{LITERATURE, Openings, Valued};
use superko_rules::axes::Axis;
use superko_rules::{Points, Rules};
use superko_solve::Value;

// --- Boards of which the first player has all points ---

/// Each board with its value, the rulesets under which it follows, and the size of the proof.
pub fn bounded_boards(view: &View) -> String {
    let results = view.solutions.results::<Bounded>();
    let rows = results.all.iter().map(|(task, bounded)| {
        let none = || "–".to_string();
        let [value, follows, states, stones] = match &bounded.proof {
            Some(proof) => {
                let follows: Vec<String> = proof.follows.iter().map(|name| format!("`{name}`")).collect();
                let stones = proof.stones.map_or_else(none, |stones| stones.to_string());
                [bounded.at_least.to_string(), follows.join(", "), proof.states.to_string(), stones]
            }
            None => [(); 4].map(|()| none()),
        };
        let link = format!("[{}]({})", task.board_name(), Bounded::path(task));
        let certificate = certificate(results.evidence.get(task));
        vec![link, value, follows, states, stones, bounded.nodes.to_string(), certificate]
    });
    table(&["board", "value", "under", "states", "stones", "nodes", "bytes"], "lrlrrrr", rows)
}

/// The bytes of a certificate, with a link if it is in the folder.
fn certificate(made: Option<&Made>) -> String {
    match made.map(|made| (&made.evidence, &made.certificate)) {
        Some((Evidence::Certificate { path, .. }, Some(bytes))) => format!("[{}]({path})", bytes.len()),
        Some((Evidence::Remade { bytes, .. }, _)) => bytes.to_string(),
        _ => "–".to_string(),
    }
}

// --- What three players can secure ---

/// The points of Black, White and Red on each board, or the bounds that are proved of them.
pub fn players_points(view: &View) -> String {
    let all = view.solutions.all::<Secured>();
    let mut boards: Vec<&Task> = all.keys().collect();
    boards.dedup_by_key(|task| task.board_name());
    let on_first = |task: &&Task| boards.first().is_some_and(|first| first.board_name() == task.board_name());
    let rulesets: Vec<&Task> = all.keys().filter(on_first).collect();
    let points = |Share { share, .. }: &Share| match share.points {
        Some(points) => points.to_string(),
        None => format!("{}–{}", share.bounds.low, share.bounds.high),
    };
    let rows = boards.iter().map(|task| {
        let cells = rulesets.iter().map(|ruleset| {
            let secured = all.get(&Task::of(task.board(), &ruleset.variant()));
            let players = secured.map_or(Vec::new(), |secured| secured.players.iter().map(points).collect());
            players.join(", ")
        });
        let link = format!("[{}]({})", task.board_name(), Secured::path(task));
        std::iter::once(link).chain(cells).collect()
    });
    table(&heads(&["board"], rulesets.iter().map(|task| task.variant_name())), "l", rows)
}

// --- Boards every position of which was solved ---

/// The boards with their numbers of positions and of columns.
pub fn strong_boards(view: &View) -> String {
    let rows = view.positions.iter().map(|Positions { board, classes, columns, unfinished }| {
        let unfinished: Vec<String> = unfinished.iter().map(rulesets::name).collect();
        vec![
            format!("[{board}]({})", Column::path(&Task::about(board))),
            classes.images().to_string(),
            classes.rows.len().to_string(),
            columns.len().to_string(),
            unfinished.join(", "),
        ]
    });
    table(&["board", "legal positions", "rows", "games", "given up at the limit"], "lrrrl", rows)
}

/// The plot of the distribution of values, and some distributions in numbers.
pub fn distributions(view: &View) -> String {
    let Some(drawn) = drawn_board(view) else { return String::new() };
    let (board, path) = (drawn.board, DISTRIBUTION_PATH);
    let mut parts = vec![format!("![Distribution of values on {board} by ruleset]({path})\n")];
    let columns = view.positions.iter().flat_map(|positions| &positions.columns);
    let fraction = |points: Option<Points>| points.is_some_and(|points| !points.is_integer());
    if !columns.flat_map(|(_, column)| &column.values).any(|value| fraction(value.points())) {
        let none = "No position of these boards has a fraction for its value, under any of these games: what is scored as a mean\n\
             comes out whole.\n";
        parts.push(none.to_string());
    }
    parts.push(
        "How many positions Black, who is to move, wins, draws and loses (and how many have no result):\n"
            .to_string(),
    );
    parts.push(outcomes(view, board));
    parts.join("\n")
}

/// Number of positions won, drawn and lost under every ruleset with its defaults, on the board that
/// is drawn and on those of six points.
fn outcomes(view: &View, drawn: &Board) -> String {
    let shown = |positions: &&Positions| {
        positions.board.points() == 6 || positions.board.to_string() == drawn.to_string()
    };
    let boards: Vec<(&Board, Vec<(Rules, Distribution)>)> = view
        .positions
        .iter()
        .filter(shown)
        .map(|positions| (positions.board, positions.distributions(&view.rulesets)))
        .collect();
    let cell = |distribution: &Distribution| {
        let count = |wanted: &dyn Fn(Option<Points>) -> bool| -> u32 {
            distribution.iter().filter(|(value, _)| wanted(**value)).map(|(_, count)| count).sum()
        };
        let zero = Points::from_integer(0);
        let won = count(&|value| value.is_some_and(|points| points > zero));
        let drawn = count(&|value| value == Some(zero));
        let lost = count(&|value| value.is_some_and(|points| points < zero));
        let none = count(&|value| value.is_none());
        let none = if none > 0 { format!(" ({none})") } else { String::new() };
        format!("{won}, {drawn}, {lost}{none}")
    };
    let rows = view.rulesets.iter().filter_map(|variant| {
        let of = |(_, columns): &(&Board, Vec<(Rules, Distribution)>)| {
            let found = columns.iter().find(|(other, _)| other == variant);
            found.map_or(String::new(), |(_, distribution)| cell(distribution))
        };
        let cells: Vec<String> = boards.iter().map(of).collect();
        let solved = cells.iter().any(|cell| !cell.is_empty());
        solved.then(|| std::iter::once(format!("`{}`", rulesets::name(variant))).chain(cells).collect())
    });
    let heads: Vec<String> = std::iter::once("ruleset".to_string())
        .chain(boards.iter().map(|(board, _)| board.to_string()))
        .collect();
    table(&heads, "lr", rows)
}

// --- Counts of positions and games ---

/// A board with a link to its file.
fn link(task: &Task) -> String {
    format!("[{}]({})", task.board_name(), Count::path(task))
}

/// The number of legal positions of each board.
pub fn legal_positions(view: &View) -> String {
    let rows = view.solutions.all::<Count>().iter().filter_map(|(task, count)| match count {
        Count::Positions(positions) => Some(vec![link(task), positions.to_string()]),
        _ => None,
    });
    table(&["board", "legal positions"], "lr", rows)
}

/// The number of games: a row for each ruleset and a column for each board whose games were
/// counted.
pub fn games(view: &View) -> String {
    let all = view.solutions.all::<Count>();
    let games = |board: &Task, variant: &Rules| match all.get(&Task::of(board.board(), variant)) {
        Some(Count::Games { count: Some(count), .. }) => count.to_string(),
        Some(Count::Games { count: None, .. }) => "–".to_string(),
        _ => String::new(),
    };
    let counted = |variant: &Rules, board: &Task| !games(board, variant).is_empty();
    let boards = all.iter().filter(|(_, count)| matches!(count, Count::Positions(_))).map(|(task, _)| task);
    let boards: Vec<&Task> =
        boards.filter(|board| view.rulesets.iter().any(|variant| counted(variant, board))).collect();
    let rulesets = view.rulesets.iter().filter(|variant| boards.iter().any(|board| counted(variant, board)));
    let rows = rulesets.map(|variant| {
        let cells = boards.iter().map(|board| games(board, variant));
        std::iter::once(format!("`{}`", rulesets::name(variant))).chain(cells).collect()
    });
    let heads: Vec<&str> =
        std::iter::once("games").chain(boards.iter().map(|board| board.board_name())).collect();
    table(&heads, "lr", rows)
}

/// The greatest length of sequences that was counted, and their number: a row for each board and a
/// column for each ruleset.
pub fn sequences(view: &View) -> String {
    let mut boards: Vec<(&Task, BTreeMap<String, String>)> = Vec::new();
    for (task, found) in view.solutions.all::<Sequences>() {
        let Some((length, sequences)) = found.last() else { continue };
        if boards.last().is_none_or(|(board, _)| board.board_name() != task.board_name()) {
            boards.push((task, BTreeMap::new()));
        }
        let (_, cells) = boards.last_mut().expect("the board was added");
        cells.insert(task.variant_name(), format!("{length}: {sequences}"));
    }
    let names: Vec<String> = view.rulesets.iter().map(rulesets::name).collect();
    let rows = boards.into_iter().map(|(task, cells)| {
        let board = format!("[{}]({})", task.board_name(), Sequences::path(task));
        let cell = |name: &String| cells.get(name).cloned().unwrap_or_default();
        std::iter::once(board).chain(names.iter().map(cell)).collect()
    });
    let heads: Vec<&str> = std::iter::once("board").chain(names.iter().map(String::as_str)).collect();
    table(&heads, "lr", rows)
}

/// Number of positions by value, where games may go on for ever: a row for each board and ruleset.
pub fn value_counts(view: &View) -> String {
    let mut rows = Vec::new();
    for (task, count) in view.solutions.all::<Count>() {
        let Count::Values { counts: Some(counts), .. } = count else { continue };
        if !view.rulesets.contains(&task.variant()) {
            continue;
        }
        let sum = |wanted: fn(Option<i32>) -> bool| -> String {
            let chosen = counts.values.iter().filter(|(value, _)| wanted(value.parse().ok()));
            chosen.map(|(_, count)| count).sum::<u64>().to_string()
        };
        rows.push(vec![
            link(task),
            format!("`{}`", task.variant_name()),
            counts.positions.to_string(),
            sum(|value| value.is_some_and(|points| points > 0)),
            sum(|value| value == Some(0)),
            sum(|value| value.is_some_and(|points| points < 0)),
            sum(|value| value.is_none()),
        ]);
    }
    if rows.is_empty() {
        return String::new();
    }
    let heads = ["board", "ruleset", "positions", "Black wins", "draw", "White wins", "no result"];
    let prose = "Where games may go on for ever one retrograde analysis values every legal position of a board, Black to move\n\
         (`values` in the files of `counts/`, with the number of positions for each value and for each interval of what\n\
         the players can force in finite play).";
    format!("{prose}\n\n{}", table(&heads, "llr", rows))
}

// --- Certificates: how many there are, and how large ---

/// The boards whose certificates are compared.
const BOARDS: [&str; 4] = ["2x2", "2x3", "3x3", "3x4"];

/// The cell of a result without a certificate.
const NOTHING: &str = "–";

/// Number of results by evidence.
pub fn evidence(view: &View) -> String {
    let tables = counted("tables", view.solutions.results::<Table>());
    let columns = counted("columns", view.solutions.results::<Column>());
    let shares = counted("games of three", view.solutions.results::<Secured>());
    let mut rows = vec![tables, columns, shares];
    if view.solutions.rulesets.are_of_the_catalogue() {
        rows.push(counted("bounded claims", view.solutions.results::<Bounded>()));
    }
    table(&heads(&["results"], ["certificate", "remade", "search"]), "lr", rows)
}

fn counted<P: Product>(what: &str, results: &Results<P>) -> Vec<String> {
    let mut counts = [0; 3];
    for (task, _) in results.all.iter().filter(|(_, result)| !P::COLUMNS || result.complete()) {
        let column = match results.evidence.get(task).map(|made| &made.evidence) {
            Some(Evidence::Certificate { .. }) => 0,
            Some(Evidence::Remade { .. }) => 1,
            Some(Evidence::Search) | None => 2,
        };
        counts[column] += 1;
    }
    [vec![what.to_string()], counts.map(|count: usize| count.to_string()).to_vec()].concat()
}

/// Sizes of the certificates of a few boards under each ruleset with its defaults.
pub fn certificate_sizes(view: &View) -> String {
    let tabled = |name: &&str| view.boards.iter().copied().find(|board| board.to_string() == **name);
    let boards: Vec<_> = BOARDS.iter().filter_map(tabled).collect();
    if boards.is_empty() {
        return String::new();
    }
    let made = &view.solutions.results::<Table>().evidence;
    let rows = view.rulesets.iter().filter_map(|variant| {
        let cells: Vec<String> =
            boards.iter().map(|board| cell(made.get(&Task::of(board, variant)))).collect();
        // The rulesets that are not composed of clauses have no row.
        let proved = cells.iter().any(|cell| cell != NOTHING);
        proved.then(|| std::iter::once(format!("`{}`", rulesets::name(variant))).chain(cells).collect())
    });
    let names = boards.iter().map(|board| board.to_string());
    let heads: Vec<String> = std::iter::once("ruleset".to_string()).chain(names).collect();
    let prose = "Lemmas and bytes of the certificates of empty boards (\\* the value alone; without a link: `remade`):";
    format!("{prose}\n\n{}", table(&heads, "lr", rows))
}

fn cell(made: Option<&Made>) -> String {
    let mark = |proves: &Proves| if *proves == Proves::Value { "\\*" } else { "" };
    match made.map(|made| (&made.evidence, &made.certificate)) {
        Some((Evidence::Certificate { path, lemmas, proves }, certificate)) => {
            let bytes = certificate.as_ref().map_or(0, Vec::len);
            format!("[{lemmas}, {bytes}]({path}){}", mark(proves))
        }
        Some((Evidence::Remade { lemmas, bytes, proves, .. }, _)) => {
            format!("{lemmas}, {bytes}{}", mark(proves))
        }
        Some((Evidence::Search, _)) | None => NOTHING.to_string(),
    }
}

// --- What others have published, beside what was found ---

/// The published value of an empty board.
pub fn published_value(board: &str) -> Option<Points> {
    let row = LITERATURE.openings.iter().find(|row| row.board == board)?;
    row.points().next().map(Points::from_integer)
}

/// Author of the published values.
pub fn author() -> String {
    LITERATURE.openings.source().name.clone()
}

/// The published interval of an empty board under basic ko.
pub fn published_interval(board: &str) -> Option<(i32, i32)> {
    LITERATURE.intervals.iter().find(|row| row.board == board).map(|row| (row.low, row.high))
}

/// The published openings beside those of every ruleset whose games always end.
pub fn openings(view: &View) -> String {
    // The published values are by area.
    let compared = |variant: &&Rules| variant.always_ends() && variant.by_area();
    let rulesets: Vec<&Rules> = view.rulesets.iter().filter(compared).collect();
    let rows = LITERATURE.openings.iter().filter_map(|row| {
        let board = Board::parse(&row.board).ok()?;
        let tables: Vec<Option<&Table>> =
            rulesets.iter().map(|variant| view.table(&board, variant)).collect();
        tables.iter().any(Option::is_some).then(|| {
            let cells = tables.into_iter().map(|table| opening_cell(row, &board, table));
            [row.board.clone(), row.values.join(", ")].into_iter().chain(cells).collect()
        })
    });
    let author = author();
    let heads = ["board", &author].into_iter().chain(rulesets.iter().map(|variant| variant.entry.id));
    table(&heads.collect::<Vec<_>>(), "l", rows)
}

fn opening_cell(row: &Openings, board: &Board, table: Option<&Table>) -> String {
    let Some(table) = table else { return String::new() };
    let published: Vec<Points> = row.points().map(Points::from_integer).collect();
    match first_moves(board, table) {
        Some(mut found) => {
            found.truncate(published.len());
            let list = found.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            match (found == published, found.first() == published.first()) {
                (true, _) => "=".to_string(),
                (false, true) => list,
                (false, false) => format!("**{list}**"),
            }
        }
        None => match table.answer.value {
            Some(value) if value.points().as_ref() == published.first() => format!("{value}, ?"),
            Some(value) => format!("**{value}**, ?"),
            None => "?".to_string(),
        },
    }
}

/// The value of each first move, from the best down, of moves that a symmetry makes equal only one.
/// `None` if some are not known.
fn first_moves(board: &Board, table: &Table) -> Option<Vec<Points>> {
    // Of some boards the value alone was found.
    if table.move_values.is_empty() {
        return None;
    }
    let mut values = Vec::new();
    for move_value in &table.move_values {
        let mv = move_value.mv.on(board)?;
        if board.symmetries().iter().all(|symmetry| mv.map(|point| symmetry.point(point)) >= mv) {
            values.push(move_value.value?.points()?);
        }
    }
    values.sort();
    values.reverse();
    Some(values)
}

/// The published intervals of basic ko beside those that were found.
pub fn intervals(view: &View) -> String {
    let basic_ko = Rulesets::Catalogue.named("simple-ko").expect("basic ko is in the catalogue");
    let rows = LITERATURE.intervals.iter().filter_map(|row| {
        let play = view.named(&row.board, &basic_ko)?.answer.finite_play.as_ref()?;
        let same = (row.low, row.high) == (play.low, play.high);
        let found = if same { "=".to_string() } else { format!("**[{}, {}]**", play.low, play.high) };
        Some(vec![row.board.clone(), format!("[{}, {}]", row.low, row.high), found])
    });
    table(&["board", "published", "found"], "l", rows)
}

/// Notes on published intervals that were not found.
pub fn interval_notes() -> String {
    LITERATURE.intervals.page(|_| true)
}

/// The variant that a published value is about.
fn variant_of(row: &Valued) -> Option<Rules> {
    Rulesets::Catalogue.all().into_iter().find(|variant| {
        let suicide = if row.suicide { "allowed" } else { "forbidden" };
        let others = variant.varied().iter().all(|(axis, _)| *axis == Axis::Suicide);
        variant.entry.id == row.rules && others && Axis::Suicide.value(&variant.options) == suicide
    })
}

/// The value found here of a published position.
fn found(view: &View, row: &Valued) -> Option<Value> {
    let (board, variant) = (Board::parse(&row.board).ok()?, variant_of(row)?);
    let position = parse_position(&board, &row.start).ok()?;
    let mover = if row.to_move == Mover::Black { Player::Black } else { Player::White };
    if position == Position::default() && mover == Player::Black {
        return view.table(&board, &variant)?.answer.value;
    }
    view.solutions.get::<Column>(&Task::of(&board, &variant))?.value(&position, mover)
}

/// The value found here of a published position, if it is not the published one.
fn other(view: &View, row: &Valued) -> Option<Value> {
    found(view, row).filter(|found| *found != Value::Points(Points::from_integer(row.value)))
}

/// The published values of positions beside those that were found.
pub fn published_values(view: &View) -> String {
    let rows = LITERATURE.values.all().filter(|(row, _)| found(view, &row.what).is_some());
    let rows = rows.map(|(row, source)| {
        let row = &row.what;
        let suicide = if row.suicide { ", suicide allowed" } else { "" };
        vec![
            row.board.clone(),
            format!("`{}`", row.start),
            if row.to_move == Mover::Black { "Black" } else { "White" }.to_string(),
            format!("{}{suicide}", row.rules),
            row.value.to_string(),
            other(view, row).map_or("=".to_string(), |found| format!("**{found}**")),
            source.name.clone(),
        ]
    });
    let heads = ["board", "position", "to move", "rules", "published", "found", "source"];
    table(&heads, "l", rows)
}

/// Notes on published values that were not found.
pub fn value_notes(view: &View) -> String {
    LITERATURE.values.page(|row| other(view, row).is_some())
}

/// Whether the numbers of legal positions are the published ones.
pub fn position_counts(view: &View) -> String {
    let published = |board: &Board| {
        LITERATURE.positions.iter().find(|row| row.board == board.to_string()).map(|row| row.count)
    };
    let other = view.positions.iter().filter(|positions| {
        published(positions.board).is_some_and(|count| count != u64::from(positions.classes.images()))
    });
    let other: Vec<String> = other.map(|positions| positions.board.to_string()).collect();
    let verdict = match other.as_slice() {
        [] => "are the published ones".to_string(),
        other => format!("differ from the published ones on **{}**", other.join(", ")),
    };
    format!("{verdict} ({})", LITERATURE.positions.source().name)
}

/// Every source.
pub fn sources() -> String {
    let sources = LITERATURE.sources.iter();
    let line = sources.map(|it| format!("* {}: {}, <{}> ({})\n", it.name, it.citation, it.url, it.rules));
    line.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_solve::{Budget, Want};

    #[test]
    fn openings_that_a_symmetry_makes_equal_count_once() {
        let openings = |board: &str| {
            let (board, variant) = (Board::parse(board).unwrap(), Rulesets::Catalogue.named("psk").unwrap());
            first_moves(&board, &Table::solved(&board, &variant, Want::All, &Budget::default())).unwrap()
        };
        let points =
            |values: &[i32]| values.iter().map(|value| Points::from_integer(*value)).collect::<Vec<_>>();
        assert_eq!(openings("1x3"), points(&[3, -3, -3]));
        assert_eq!(openings("2x2"), points(&[1, -1]));
        assert_eq!(openings("3x3"), points(&[9, 3, -9, -9]));
    }

    #[test]
    fn a_value_without_those_of_moves_is_compared_by_itself() {
        let row = LITERATURE.openings.iter().find(|row| row.board == "3x3").unwrap();
        let cell = |rules: &str| {
            let (board, variant) = (Board::parse("3x3").unwrap(), Rulesets::Catalogue.named(rules).unwrap());
            let mut table = Table::solved(&board, &variant, Want::All, &Budget::default());
            let whole = opening_cell(row, &board, Some(&table));
            table.move_values.clear();
            (whole, opening_cell(row, &board, Some(&table)))
        };
        assert_eq!(cell("psk"), ("=".to_string(), "9, ?".to_string()));
        assert_eq!(cell("nssk"), ("**2, 2, -2**".to_string(), "**2**, ?".to_string()));
    }

    #[test]
    fn every_published_value_is_about_a_game_that_has_tables() {
        for row in LITERATURE.values.iter() {
            let variant = variant_of(row).unwrap();
            assert_eq!(variant.entry.id, row.rules);
            assert_eq!(variant.varied().len(), usize::from(row.suicide));
        }
    }
}
