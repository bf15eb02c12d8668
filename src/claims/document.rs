//! The form in which a document and its claims are written down.
//!
//! The files are TOML. A field that nobody knows is an error, so that a slip of the pen cannot weaken a
//! check.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::check::{Check, Mover};
use crate::go::notation::parse_position;
use crate::go::{Board, Player, Position};

/// A document with everything that it claims.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Document {
    /// Its name on the command line.
    pub id: String,
    /// Author, title, date.
    pub title: String,
    /// The positions that its claims are about, by name.
    #[serde(default)]
    pub positions: BTreeMap<String, Setting>,
    /// The claims, in the order of the document.
    pub claims: Vec<Claim>,
}

/// A position that claims are about.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Setting {
    /// The board.
    pub board: String,
    /// The position, drawn; the empty board if it is left out.
    #[serde(default)]
    pub drawn: String,
    /// Who is to move; Black if it is left out.
    #[serde(default)]
    pub to_move: Mover,
    /// Where the position comes from.
    #[serde(default)]
    pub origin: Origin,
    /// For a position that is not the document's own: how sure it is, and what it was rebuilt from.
    #[serde(default)]
    pub reasoning: String,
}

/// Where a position comes from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// The document gives it: in words that leave no choice, or as a diagram that survived.
    #[default]
    Document,
    /// It was rebuilt from the document's text.
    Reconstruction,
    /// The document's position cannot be rebuilt; this one has the structure that the text describes.
    Surrogate,
}

/// What a claim is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The value of a position.
    Value,
    /// The best move, or the only good one.
    BestMove,
    /// Which plays of a line are legal.
    Legality,
    /// How a line ends: its score, its scoring positions, its prisoners.
    Outcome,
    /// What holds of every game under a ruleset.
    Property,
    /// How many there are of something.
    Count,
    /// What the text says of itself or of other rules, beyond any position.
    Text,
}

/// What the judge says of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every check holds, on the document's own position.
    Confirmed,
    /// A check fails, on the document's own position.
    Refuted,
    /// Every check holds, on a position rebuilt from the text or like it in structure.
    ConfirmedOnAReconstruction,
    /// A check fails, on such a position.
    RefutedOnAReconstruction,
    /// There is no check that this program can make, or none that it finishes within the limit.
    NotDecidableHere,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 5] = [
        Verdict::Confirmed,
        Verdict::ConfirmedOnAReconstruction,
        Verdict::Refuted,
        Verdict::RefutedOnAReconstruction,
        Verdict::NotDecidableHere,
    ];
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Confirmed => "confirmed",
            Verdict::Refuted => "refuted",
            Verdict::ConfirmedOnAReconstruction => "confirmed on a reconstruction",
            Verdict::RefutedOnAReconstruction => "refuted on a reconstruction",
            Verdict::NotDecidableHere => "not decidable here",
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Value => "value",
            Kind::BestMove => "best move",
            Kind::Legality => "legality",
            Kind::Outcome => "outcome",
            Kind::Property => "property",
            Kind::Count => "count",
            Kind::Text => "text",
        })
    }
}

/// One claim.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Claim {
    /// Its name on the command line, which begins with that of its document.
    pub id: String,
    /// Its place in the document.
    pub section: String,
    /// A few of the document's own words.
    #[serde(default)]
    pub quote: String,
    /// What is claimed, in our words.
    pub claim: String,
    /// What it is about.
    pub kind: Kind,
    /// The position that its checks are about, unless they name another.
    #[serde(default)]
    pub position: Option<String>,
    /// The verdict on record.
    pub verdict: Verdict,
    /// What a reader should know of the verdict.
    #[serde(default)]
    pub note: String,
    /// Where the document contradicts itself here, and how.
    #[serde(default)]
    pub contradiction: String,
    /// Whether the other readings of `--lift` are tried too. The verdict is that of the default.
    #[serde(default)]
    pub readings: bool,
    /// Whether its checks take minutes: such a claim is judged if that is asked for.
    #[serde(default)]
    pub deep: bool,
    /// What decides it: all must hold. None: not decidable here, for the reason that `note` gives.
    #[serde(default)]
    pub checks: Vec<Check>,
}

/// A position of a document, ready to play.
#[derive(Debug, Clone)]
pub struct Place {
    /// The board.
    pub board: Board,
    /// The stones.
    pub position: Position,
    /// Who is to move.
    pub to_move: Player,
    /// Where it comes from.
    pub origin: Origin,
}

impl Document {
    /// Reads a file.
    ///
    /// # Errors
    /// Where the file is wrong, and how.
    pub fn parse(text: &str) -> Result<Document, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// A position of this document, by its name; or the empty board of that size, Black to move; or a board, a
    /// position and a player to move: `1x2 X. white`.
    ///
    /// # Errors
    /// One line that says what is wrong with the file.
    pub fn place(&self, name: &str) -> Result<Place, String> {
        let wrong = |what: String| format!("claims of {}, position {name:?}: {what}", self.id);
        let Some(setting) = self.positions.get(name) else {
            return plain_place(name).ok_or_else(|| wrong("there is no such position".to_string()));
        };
        let board = Board::parse(&setting.board).map_err(|error| wrong(error.to_string()))?;
        let position = match setting.drawn.trim() {
            "" => Position::default(),
            drawn => parse_position(&board, &one_line(drawn)).map_err(|error| wrong(error.to_string()))?,
        };
        let to_move = match setting.to_move {
            Mover::Black => Player::Black,
            Mover::White => Player::White,
        };
        Ok(Place { board, position, to_move, origin: setting.origin })
    }
}

/// A board, which may have a position and a player to move behind it.
fn plain_place(text: &str) -> Option<Place> {
    let mut words = text.split(' ');
    let board = Board::parse(words.next()?).ok()?;
    let position =
        words.next().map_or(Some(Position::default()), |rows| parse_position(&board, rows).ok())?;
    let to_move = match words.next() {
        None | Some("black") => Player::Black,
        Some("white") => Player::White,
        Some(_) => return None,
    };
    words.next().is_none().then_some(Place { board, position, to_move, origin: Origin::Document })
}

/// A drawn position as rows with `/` between them.
fn one_line(drawn: &str) -> String {
    let rows: Vec<String> =
        drawn.trim().lines().map(|row| row.chars().filter(|c| !c.is_whitespace()).collect()).collect();
    rows.join("/")
}
