//! The form in which a document and its claims are written down, and what a verdict rests on.
//!
//! The files are TOML. A field that nobody knows is an error, so that a slip of the pen cannot
//! weaken a check.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::candidates::form::{Plan, Search};
use super::check::{Check, Mover};
use superko_go::notation::parse_position;
use superko_go::{Board, Player, Position, board::parse_edges};

/// A document with everything that it claims, or the findings of ours.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Document {
    /// Its name on the command line; [`FINDINGS`] for what it does not claim but we found.
    pub id: String,
    /// Author, title, date.
    pub title: String,
    /// The positions that its claims are about, by name.
    #[serde(default)]
    pub positions: BTreeMap<String, Setting>,
    /// The searches for the positions that fit what it says, by name.
    #[serde(default)]
    pub candidates: BTreeMap<String, Search>,
    /// The claims, in the order of the document.
    pub claims: Vec<Claim>,
}

/// The name of the list of our own findings, which has the form of a document.
pub const FINDINGS: &str = "finding";

/// A position that claims are about.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Setting {
    /// The board, or the name of a graph whose edges follow.
    pub board: String,
    /// The edges of a graph, one a line: see [`superko_go::board::parse_edges`].
    #[serde(default)]
    pub edges: String,
    /// The position, drawn; the empty board if it is left out.
    #[serde(default)]
    pub drawn: String,
    /// Who is to move; Black if it is left out.
    #[serde(default)]
    pub to_move: Mover,
    /// Where the position comes from.
    #[serde(default)]
    pub origin: Origin,
    /// The search that finds it: required for one of several that fit.
    #[serde(default)]
    pub candidates: Option<String>,
    /// For a position that was rebuilt: the file of this repository whose test makes the
    /// enumeration, if no search for candidates can.
    #[serde(default)]
    pub rebuilt_by: Option<String>,
    /// What of the text it follows, and how sure that is; for a position that is given by another
    /// edition, which.
    #[serde(default)]
    pub reasoning: String,
}

/// What a claim is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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

/// What the judge says of a claim. What it rests on is told beside it: [`Basis`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Every check holds.
    Confirmed,
    /// A check fails.
    Refuted,
    /// No check fails, and the limit of nodes leaves one open.
    Open,
    /// There is no check that this program can make.
    NotDecidable,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 4] =
        [Verdict::Confirmed, Verdict::Refuted, Verdict::Open, Verdict::NotDecidable];
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Confirmed => "confirmed",
            Verdict::Refuted => "refuted",
            Verdict::Open => "open",
            Verdict::NotDecidable => "not decidable",
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
    /// The document's own words, verbatim, with an ellipsis for what is left out. Empty only for a
    /// finding of ours and for values of the literature.
    #[serde(default)]
    pub quote: String,
    /// For a finding of ours: the documents or the claims that it concerns.
    #[serde(default)]
    pub about: Vec<String>,
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
    /// Claims of the same document that contradict this one.
    #[serde(default)]
    pub against: Vec<String>,
    /// How they do.
    #[serde(default)]
    pub contradiction: String,
    /// A change of a word or clause of the document that would mend it.
    #[serde(default)]
    pub amendment: Option<Amendment>,
    /// What the authors could change or say.
    #[serde(default)]
    pub could_change: String,
    /// Whether the other readings of `--lift` are tried too. The verdict is that of the default.
    #[serde(default)]
    pub readings: bool,
    /// Whether its checks take minutes: such a claim is judged if that is asked for.
    #[serde(default)]
    pub deep: bool,
    /// The seconds that its checks take in a release build on one thread, if they are more than a
    /// few.
    #[serde(default)]
    pub takes: f64,
    /// What decides it: all must hold. None: not decidable, for the reason that `note` gives.
    #[serde(default)]
    pub checks: Vec<Check>,
}

/// The seconds that a claim is taken to take if it does not say.
const DEFAULT_SECONDS: f64 = 0.3;

impl Claim {
    /// Roughly the seconds that its checks take, by which work is shared out evenly.
    pub fn seconds(&self) -> f64 {
        if self.takes > 0.0 { self.takes } else { DEFAULT_SECONDS }
    }

    /// The positions that its checks are about.
    pub fn positions(&self) -> impl Iterator<Item = &String> {
        self.checks.iter().filter_map(|check| check.position(self.position.as_ref()))
    }
}

/// A change of a document's words that was tried.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Amendment {
    /// The words of the document.
    pub words: String,
    /// What they would say instead.
    pub says: String,
    /// What shows that this mends it: all must hold.
    pub checks: Vec<Check>,
}

/// A position of a document, ready for play.
#[derive(Debug, Clone)]
pub struct Place {
    /// The board.
    pub board: Board,
    /// The stones.
    pub position: Position,
    /// Who is to move.
    pub to_move: Player,
    /// What a verdict on it rests on.
    pub basis: Basis,
}

impl Document {
    /// Reads a file.
    ///
    /// # Errors
    /// One line that says where the file is wrong, and how.
    pub fn parse(text: &str) -> Result<Document, String> {
        let wrong = |error: toml::de::Error| {
            let what = error.message().lines().collect::<Vec<_>>().join("; ");
            match error.span() {
                Some(span) => format!("line {}: {what}", text[..span.start].matches('\n').count() + 1),
                None => what,
            }
        };
        let document: Document = toml::from_str(text).map_err(wrong)?;
        document.validate()?;
        Ok(document)
    }

    /// Checks that what the file refers to is there.
    fn validate(&self) -> Result<(), String> {
        for (name, search) in &self.candidates {
            Plan::all(search).map_err(|error| format!("candidates {name:?}: {error}"))?;
            let one_of = |it: &Setting| it.origin == Origin::OneOf && it.candidates.as_ref() == Some(name);
            if search.fit.is_empty() && self.positions.values().any(one_of) {
                return Err(format!(
                    "candidates {name:?}: fit is expected, as a position is one of those that fit"
                ));
            }
        }
        for (name, setting) in &self.positions {
            let wrong = |what: &str| Err(format!("position {name:?}: {what}"));
            let search = setting.candidates.as_ref();
            if search.is_some_and(|search| !self.candidates.contains_key(search)) {
                return wrong("its candidates are those of no search of this file");
            }
            if setting.origin == Origin::OneOf && search.is_none() {
                return wrong("one-of needs candidates, the name of the search that finds it");
            }
            if setting.origin != Origin::Given && setting.reasoning.is_empty() {
                return wrong("a position that is not given needs its reasoning");
            }
        }
        for claim in &self.claims {
            let wrong = |what: String| Err(format!("claim {}: {what}", claim.id));
            if let Some(name) =
                claim.against.iter().find(|name| self.claims.iter().all(|other| other.id != **name))
            {
                return wrong(format!("against {name:?}, which is no claim of this file"));
            }
            if claim.against.is_empty() != claim.contradiction.is_empty() && !claim.against.is_empty() {
                return wrong("against needs a contradiction that says how".to_string());
            }
        }
        Ok(())
    }

    /// A position of this document, by its name; or the empty board of that size, Black to move; or
    /// a board, a position and a player to move: `1x2 X. white`.
    ///
    /// # Errors
    /// One line that says what is wrong with the file.
    pub fn place(&self, name: &str) -> Result<Place, String> {
        let wrong = |what: String| format!("claims of {}, position {name:?}: {what}", self.id);
        let Some(setting) = self.positions.get(name) else {
            return inline_position(name).ok_or_else(|| wrong("there is no such position".to_string()));
        };
        let board = match setting.edges.as_str() {
            "" => Board::parse(&setting.board).map_err(|error| wrong(error.to_string()))?,
            edges => parse_edges(&setting.board, edges).map_err(|error| wrong(error.to_string()))?,
        };
        let position = match setting.drawn.trim() {
            "" => Position::default(),
            drawn => parse_position(&board, drawn).map_err(|error| wrong(error.to_string()))?,
        };
        let to_move = setting.to_move.into();
        Ok(Place { board, position, to_move, basis: self.basis(setting) })
    }

    /// What a verdict on a position rests on.
    fn basis(&self, setting: &Setting) -> Basis {
        let search = setting.candidates.as_ref().and_then(|name| self.candidates.get(name));
        let fit = search.filter(|_| setting.origin == Origin::OneOf).map(|search| search.fit.iter().sum());
        Basis { origin: setting.origin, fit: fit.unwrap_or_default() }
    }
}

/// A board, which a position and a player to move may follow: `1x2 X. white`.
fn inline_position(text: &str) -> Option<Place> {
    let mut words = text.split(' ');
    let board = Board::parse(words.next()?).ok()?;
    let position =
        words.next().map_or(Some(Position::default()), |rows| parse_position(&board, rows).ok())?;
    let to_move = match words.next() {
        None | Some("black") => Player::Black,
        Some("white") => Player::White,
        Some(_) => return None,
    };
    words.next().is_none().then_some(Place { board, position, to_move, basis: Basis::default() })
}

// --- Where positions come from, and what a verdict rests on ---

/// Where a position comes from, the firmest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// The document gives it: in words that leave no choice, or as a diagram that survived.
    #[default]
    Given,
    /// It is the only one that fits what the text says, of all that were enumerated. The claim that is judged on it was
    /// not among the constraints.
    Rebuilt,
    /// It is one of several that fit what the text says.
    OneOf,
    /// It was made to show the mechanism that the text describes.
    Surrogate,
}

impl Origin {
    /// All origins, the firmest first.
    pub const ALL: [Origin; 4] = [Origin::Given, Origin::Rebuilt, Origin::OneOf, Origin::Surrogate];
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Given => "given",
            Origin::Rebuilt => "rebuilt",
            Origin::OneOf => "one of several",
            Origin::Surrogate => "surrogate",
        })
    }
}

/// What a verdict rests on: the least firm of the positions on which it was found.
///
/// A claim that is judged on no position, or on empty boards alone, has the basis
/// [`Origin::Given`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Basis {
    /// The origin of that position.
    pub origin: Origin,
    /// How many positions fit the text, if it is [`Origin::OneOf`] several; else 0.
    pub fit: u64,
}

impl fmt::Display for Basis {
    /// The basis as it follows a verdict in parentheses: `rebuilt`, `one of 38`; nothing for what
    /// is given.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.origin {
            Origin::Given => Ok(()),
            Origin::OneOf => write!(f, "one of {}", self.fit),
            Origin::Rebuilt | Origin::Surrogate => self.origin.fmt(f),
        }
    }
}
