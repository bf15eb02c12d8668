//! What a critique found, as it is printed and published: verdicts, and positions with a line of
//! play that the referee has replayed, the ruleset that is tried, and the command that shows it
//! again.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::claims::context::{Setup, move_names};
use crate::claims::document::Place;
use superko_go::notation::{diagram, diagram_line, parse_position};
use superko_go::{Board, Move, Player, Position, board::parse_edges};
use superko_query::report::records::{GraphRecord, MoveName, RulesRecord, colour};
use superko_query::report::words::step_in_words;
use superko_rules::referee::Referee;
use superko_rules::{Game, Rules};
use superko_solve::{Stopped, Value};

/// Whether something goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It does, as the evidence shows.
    Present,
    /// It does not, on all that was looked at.
    Absent,
    /// The limit of nodes left it open.
    NotDecided,
    /// The question has no meaning under the ruleset, or the position no place.
    NotApplicable,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 4] =
        [Verdict::Present, Verdict::Absent, Verdict::NotDecided, Verdict::NotApplicable];

    /// What several verdicts on one question come to: one example is enough, and what is open stays
    /// open.
    pub fn of(verdicts: impl IntoIterator<Item = Verdict>) -> Verdict {
        let found: Vec<Verdict> = verdicts.into_iter().collect();
        let order = [Verdict::Present, Verdict::NotDecided, Verdict::Absent];
        order.into_iter().find(|verdict| found.contains(verdict)).unwrap_or(Verdict::NotApplicable)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Present => "present",
            Verdict::Absent => "absent",
            Verdict::NotDecided => "not decided",
            Verdict::NotApplicable => "not applicable",
        })
    }
}

/// A critique of one ruleset.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Critique {
    /// The version of this form.
    pub schema: u32,
    /// The ruleset.
    #[serde(flatten)]
    pub rules: RulesRecord,
    /// The nodes that one case of a check may cost.
    pub node_limit: u64,
    /// Whether what takes longer was tried too.
    pub deep: bool,
    /// The checks, in their order.
    pub checks: Vec<Finding>,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The name of the check on the command line.
    pub id: String,
    /// Its name in the field's own words.
    pub name: String,
    /// What it asks.
    pub asks: String,
    /// Where the question comes from.
    pub source: String,
    /// What its cases come to together.
    pub verdict: Verdict,
    /// What it was tried on.
    pub cases: Vec<Case>,
    /// The nodes that it cost.
    pub nodes: u64,
}

/// One thing that a check was tried on: a position, or all starts of some boards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// What it was tried on, and where that comes from.
    pub on: String,
    /// Whether something goes wrong there.
    pub verdict: Verdict,
    /// What was found.
    pub found: String,
    /// The position with a line of play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Shown>,
    /// What the documents' claims have on record of the same position under the same rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on_record: Vec<OnRecord>,
    /// What stopped the work, if something did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// A position with a line of play, which the referee has replayed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// Rows by columns, or the name of a graph.
    pub board: String,
    /// Points and edges, of a board that is not a grid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub graph: Option<GraphRecord>,
    /// The position: rows from the top with `/` between them, or one letter for each point of a graph.
    pub start: String,
    /// Who moves first.
    pub to_move: Player,
    /// The moves that lead to the state that is asked about.
    pub moves: Vec<MoveName>,
    /// The value of that state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The line from there.
    pub line: Vec<MoveName>,
    /// Every move in words, those that lead to the state first.
    pub told: Vec<String>,
    /// The position at the start as a diagram.
    pub diagram: Vec<String>,
    /// The command that shows it again.
    pub command: String,
}

/// A claim of the documents about the value of the same position under the same rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OnRecord {
    /// The name of the claim.
    pub claim: String,
    /// What it expects of the value.
    pub expects: String,
    /// Whether the value that was found is as expected; `null` if it was not found.
    pub agrees: Option<bool>,
}

impl Case {
    /// A case without a position.
    pub fn of(on: impl Into<String>, verdict: Verdict, found: impl Into<String>) -> Case {
        Case {
            on: on.into(),
            verdict,
            found: found.into(),
            shown: None,
            on_record: Vec::new(),
            stopped: None,
        }
    }

    /// A question that has no meaning here, and why.
    pub fn not_applicable(on: impl Into<String>, why: impl Into<String>) -> Case {
        Case::of(on, Verdict::NotApplicable, why)
    }

    /// The same with a position to show.
    pub fn showing(self, shown: Shown) -> Case {
        Case { shown: Some(shown), ..self }
    }
}

impl Finding {
    /// The case that the verdict rests on.
    pub fn telling(&self) -> Option<&Case> {
        self.cases.iter().find(|case| case.verdict == self.verdict)
    }

    /// The most telling sentence.
    pub fn found(&self) -> &str {
        self.telling().map_or("", |case| &case.found)
    }
}

// --- The ruleset that is tried ---

/// A ruleset with its options, by the name that the user has for it.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The name, as it stands in commands: a name of the catalogue, or a file.
    pub name: String,
    /// The ruleset.
    pub rules: Rules,
}

impl Subject {
    /// The ruleset and the options that it was given, as arguments:
    /// `--rules kee2020 --lift produced`.
    pub fn arguments(&self) -> String {
        format!("--rules {}{}", self.name, self.rules.flags())
    }

    /// The game on a board, unless the ruleset has no room for its intersections.
    pub fn game(&self, board: &Board) -> Result<Game, String> {
        let most = self.rules.max_points();
        if board.points() > most {
            let points = board.points();
            return Err(format!("{points} intersections, and the state of this ruleset has room for {most}"));
        }
        Ok(self.rules.game(board.clone()))
    }
}

// --- A position with a line of play, replayed by the referee, and the command that shows it again ---

/// A longer line is cut off.
const MAX_LINE: usize = 40;

/// What is to be shown: a starting position, the moves to the state that is asked about, its value,
/// and a line from there.
pub(super) struct Exhibit {
    pub start: Position,
    pub to_move: Player,
    pub moves: Vec<Move>,
    pub value: Option<Value>,
    pub line: Vec<Move>,
}

impl Exhibit {
    /// The starting position of a setup, without moves.
    pub fn of(setup: &Setup) -> Exhibit {
        let Place { position: start, to_move, .. } = setup.place;
        Exhibit { start, to_move, moves: Vec::new(), value: None, line: Vec::new() }
    }

    /// Replays it. `check` is the name of the check that finds it again, for boards that have no
    /// name of their own.
    ///
    /// # Panics
    /// If a move is illegal, or comes after the end.
    pub fn shown(self, subject: &Subject, game: &Game, check: &str) -> Shown {
        let Exhibit { start, to_move, moves, value, mut line } = self;
        line.truncate(MAX_LINE);
        let board = &game.board;
        let mut referee = Referee::new(game, start, to_move);
        let told = moves.iter().chain(&line).map(|mv| {
            let step = referee.play(*mv).expect("a line is made of legal moves");
            step_in_words(board, &step)
        });
        let told = told.collect();
        let name = board.to_string();
        let known = Board::parse(&name).is_ok();
        let mut command = match known {
            true => format!("solve --board {name} {}", subject.arguments()),
            false => {
                format!("solve critique {} --check {check}", subject.arguments().replace("--rules ", ""))
            }
        };
        if known && start != Position::default() {
            command += &format!(" --start {}", quoted(&diagram_line(board, &start)));
        }
        if known && to_move != Player::Black {
            command += &format!(" --to-move {}", colour(to_move));
        }
        if known && !moves.is_empty() {
            command += &format!(" --moves \"{}\"", move_names(board, &moves));
        }
        Shown {
            graph: if known { None } else { GraphRecord::of(board) },
            board: name,
            start: diagram_line(board, &start),
            to_move,
            moves: MoveName::all(board, &moves),
            value,
            line: MoveName::all(board, &line),
            told,
            diagram: diagram(board, &start, None).lines().map(|line| line.trim_end().to_string()).collect(),
            command,
        }
    }
}

/// A word for a shell. Positions are made of letters, points and strokes; one that begins with a
/// point needs nothing more.
fn quoted(word: &str) -> String {
    let plain = word.chars().all(|letter| letter.is_ascii_alphanumeric() || "./".contains(letter));
    if plain { word.to_string() } else { format!("\"{word}\"") }
}

// --- What a critique shows, replayed ---

impl Shown {
    /// The board, by its name or its edges.
    fn board(&self) -> Result<Board, String> {
        let Some(graph) = &self.graph else {
            return Board::parse(&self.board).map_err(|error| error.to_string());
        };
        let edges = graph.edges.iter().map(|[a, b]| format!("{a} {b}"));
        let text: Vec<String> = graph.points.iter().cloned().chain(edges).collect();
        let name = self.board.strip_prefix("graph:").unwrap_or(&self.board);
        parse_edges(name, &text.join("\n")).map_err(|error| error.to_string())
    }

    /// Replays all its moves and compares their effects with the record.
    ///
    /// # Errors
    /// The first difference from the record.
    pub fn replays(&self, subject: &Subject) -> Result<(), String> {
        let board = self.board()?;
        let start = parse_position(&board, &self.start).map_err(|error| error.to_string())?;
        let game: Game = subject.game(&board)?;
        let mut referee = Referee::new(&game, start, self.to_move);
        if self.told.len() != self.moves.len() + self.line.len() {
            return Err("another number of moves is told than made".to_string());
        }
        for (name, told) in self.moves.iter().chain(&self.line).zip(&self.told) {
            let mv = name.on(&board).ok_or_else(|| format!("{} is no move of the board", name.as_str()))?;
            let step = referee.play(mv).map_err(|illegal| illegal.to_string())?;
            let words = step_in_words(&board, &step);
            if words != *told {
                return Err(format!("{told:?} is told where the referee says {words:?}"));
            }
        }
        Ok(())
    }
}
