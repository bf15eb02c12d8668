//! The catalogue of the page: rulesets with their options and articles, and boards with their
//! points and edges.

use serde::Serialize;

use crate::ask::rulesets::{OptionRecord, ReadingRecord};
use crate::ask::{QuestionError, Texts};
use crate::report::records::{GraphRecord, OptionValues, SCHEMA};
use superko_go::Board;
use superko_go::board::BoardError;
use superko_go::notation::point_name;
use superko_rules::axes::Axis;
use superko_rules::entry::{Entry, Preset};
use superko_rules::{Rules, catalogue};

// --- Boards --------------------------------------------------------------------------------------

/// The maximum number of points of a board on the page. The command line solves larger ones.
pub const MAX_POINTS: usize = 20;

/// A board.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Drawn {
    /// The version of this form.
    pub schema: u32,
    /// Its name.
    pub board: String,
    /// Its points and edges; `null` for a grid.
    pub graph: Option<GraphRecord>,
    /// The rows; `null` for a graph that is not laid out in rows.
    pub rows: Option<usize>,
    /// The columns.
    pub columns: Option<usize>,
    /// The names of the points, in the order of the letters of a position.
    pub points: Vec<String>,
}

impl Drawn {
    /// The record of a board.
    pub fn of(board: &Board) -> Drawn {
        let laid_out = board.is_laid_out();
        Drawn {
            schema: SCHEMA,
            board: board.to_string(),
            graph: GraphRecord::of(board),
            rows: laid_out.then(|| board.rows()),
            columns: laid_out.then(|| board.cols()),
            points: (0..board.points() as u8).map(|point| point_name(board, point)).collect(),
        }
    }
}

/// The board of a name, or of a name and edges.
pub fn board(name: &str, edges: Option<String>) -> Result<Board, QuestionError> {
    board_of(&Texts { board: name.to_string(), edges, ..Texts::default() })
}

/// The board of a question, which is small enough for the page.
pub fn board_of(texts: &Texts) -> Result<Board, QuestionError> {
    // What is too large for the program is too large for the page, whose limit is meant.
    if let (None, Err(BoardError::Size { points: Some(points @ 1..), .. })) =
        (&texts.edges, Board::parse(&texts.board))
    {
        let what =
            format!(" {}: {points} intersections, expected at most {MAX_POINTS} on the page", texts.board);
        return Err(QuestionError { part: "board", what });
    }
    let board = texts.board()?;
    check_size(&board).map(|()| board)
}

/// Checks that a board is small enough for the page.
pub fn check_size(board: &Board) -> Result<(), QuestionError> {
    let points = board.points();
    if points <= MAX_POINTS {
        return Ok(());
    }
    let what = format!(
        " {board}: {points} intersections, expected at most {MAX_POINTS} on the page \
         (solve --board solves larger ones)"
    );
    Err(QuestionError { part: "board", what })
}

// --- Rulesets ------------------------------------------------------------------------------------

/// What there is to choose from.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Catalogue {
    /// The version of this form.
    pub schema: u32,
    /// The version of the program.
    pub version: &'static str,
    /// Every ruleset.
    pub rulesets: Vec<RulesetRecord>,
    /// Boards by their names, small ones first. Any other of at most 20 points can be asked about too.
    pub boards: Vec<String>,
}

/// A ruleset as it is presented.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct RulesetRecord {
    /// Its name.
    pub id: &'static str,
    /// Its name in prose.
    pub title: &'static str,
    /// The document that it carries out.
    pub document: &'static str,
    /// What sets it apart, in one line.
    pub summary: &'static str,
    /// Other names, with the options that they choose.
    pub names: Vec<NameRecord>,
    /// The options, that of the number of players left out.
    pub axes: Vec<OptionRecord>,
    /// The articles that it carries out.
    pub articles: Vec<ArticleRecord>,
    /// What the state of a game consists of.
    pub state: &'static str,
    /// Whether every game ends.
    pub always_ends: bool,
    /// What the document leaves open, and how it was read.
    pub readings: Vec<ReadingRecord>,
}

/// Another name of a ruleset.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct NameRecord {
    /// The name.
    pub name: &'static str,
    /// The options that it chooses.
    pub options: OptionValues,
}

/// An article of a document.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ArticleRecord {
    /// Its number or title.
    pub article: &'static str,
    /// What it says.
    pub says: &'static str,
}

impl Catalogue {
    /// The catalogue of this program.
    pub fn current() -> Catalogue {
        Catalogue {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            rulesets: catalogue::ALL.iter().map(|entry| RulesetRecord::of(entry)).collect(),
            boards: boards(),
        }
    }
}

impl RulesetRecord {
    /// The record of a ruleset.
    pub fn of(entry: &'static Entry) -> RulesetRecord {
        let mut axes = OptionRecord::all(entry);
        axes.retain(|axis| axis.name != Axis::Players.name());
        let article = |(article, says): &(&'static str, &'static str)| ArticleRecord { article, says };
        RulesetRecord {
            id: entry.id,
            title: entry.title,
            document: entry.document,
            summary: entry.summary,
            names: entry.presets.iter().map(NameRecord::of).collect(),
            axes,
            articles: entry.articles.iter().map(article).collect(),
            state: entry.state,
            always_ends: Rules::from(entry).always_ends(),
            readings: ReadingRecord::all(entry),
        }
    }
}

impl NameRecord {
    fn of(preset: &'static Preset) -> NameRecord {
        let options = preset.sets.iter().map(|(axis, value)| (axis.name().to_string(), value.to_string()));
        NameRecord { name: preset.name, options: options.collect() }
    }
}

/// The names of all grids of at most [`MAX_POINTS`] points, without their transposes, and of small
/// graphs.
fn boards() -> Vec<String> {
    let mut grids: Vec<(usize, usize)> = (1..=MAX_POINTS)
        .flat_map(|rows| (rows..=MAX_POINTS / rows).map(move |columns| (rows, columns)))
        .collect();
    grids.sort_by_key(|(rows, columns)| (rows * columns, *rows));
    let grids = grids.into_iter().map(|(rows, columns)| format!("{rows}x{columns}"));
    let graphs = [("cycle", 3..=8), ("star", 4..=8), ("complete", 3..=6)];
    let graphs =
        graphs.into_iter().flat_map(|(family, sizes)| sizes.map(move |size| format!("{family}:{size}")));
    let tori = ["torus:2x3", "torus:2x4", "torus:3x3", "torus:3x4", "torus:4x4"].map(str::to_string);
    grids.chain(graphs).chain(tori).collect()
}

#[cfg(test)]
mod board_tests {
    use super::*;

    #[test]
    fn points_come_in_the_order_of_a_position_and_rows_only_where_there_are_any() {
        let drawn = Drawn::of(&board("2x3", None).unwrap());
        assert_eq!((drawn.rows, drawn.columns, drawn.points[0].as_str()), (Some(2), Some(3), "A2"));
        assert!(drawn.graph.is_none());
        let torus = Drawn::of(&board("torus:2x3", None).unwrap());
        assert_eq!((torus.rows, torus.graph.is_some()), (Some(2), true));
        let path = Drawn::of(&board("own", Some("P Q\nQ S".to_string())).unwrap());
        assert_eq!((path.rows, path.points), (None, vec!["P".to_string(), "Q".into(), "S".into()]));
    }

    #[test]
    fn a_board_that_is_too_large_or_no_board_is_refused_in_one_line() {
        let said = |name: &str| board(name, None).err().unwrap().to_string();
        assert!(said("3x7").starts_with("board 3x7: 21 intersections, expected at most 20"));
        assert_eq!(said("9x9"), "board 9x9: 81 intersections, expected at most 20 on the page");
        assert!(said("three").starts_with("board \"three\""));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_name_and_option_can_be_asked_about() {
        let catalogue = Catalogue::current();
        assert!(
            ["1x1", "3x3", "4x5", "1x20", "cycle:5", "torus:2x3"]
                .iter()
                .all(|name| { catalogue.boards.iter().any(|board| board == name) })
        );
        for board in &catalogue.boards {
            let texts = Texts { board: board.clone(), rules: "psk".to_string(), ..Texts::default() };
            assert!(texts.question().unwrap().board().points() <= MAX_POINTS, "{board}");
        }
        for ruleset in &catalogue.rulesets {
            let names = ruleset.names.iter().map(|known| known.name).chain([ruleset.id]);
            for rules in names {
                let texts = Texts { board: "1x2".to_string(), rules: rules.to_string(), ..Texts::default() };
                assert_eq!(texts.question().unwrap().game.entry.id, ruleset.id);
            }
            assert!(ruleset.axes.iter().all(|axis| axis.name != "players" && !axis.values.is_empty()));
        }
    }
}
