//! The form in which a search for candidates is written down, and the same made ready for one
//! board: games, moves and expectations read.

use std::fmt;

use serde::Deserialize;

use super::positions::{Colourings, Shape, Template};
use crate::claims::check::{Expectation, Mover};
use crate::claims::script::LinePattern;
use superko_go::score::area;
use superko_go::{Board, Player, Position};
use superko_rules::catalogue::ParseError;
use superko_rules::{Game, Points, Rules};

/// A search for the positions that fit what a text says.
///
/// Lone lower-case letters other than `x` are *variables* in the moves of constraints and measures:
/// the search binds each to an intersection, the same in all constraints. Two variables may stand
/// for the same one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Search {
    /// The boards, each of which is searched.
    pub boards: Vec<String>,
    /// Who is to move; Black if it is left out.
    #[serde(default)]
    pub to_move: Turn,
    /// A template, if there is one board: `?` may be a black stone, a white stone, or empty.
    #[serde(default)]
    pub drawn: String,
    /// How many fit on each board, symmetric images counted once: on record, and compared.
    #[serde(default)]
    pub fit: Vec<u64>,
    /// The seconds that the search takes in a release build on one thread, if they are more than
    /// one.
    #[serde(default)]
    pub takes: f64,
    /// What is searched for, and where the text speaks of it.
    #[serde(default)]
    pub about: String,
    /// What the text says, in the order in which it is reported.
    pub constraints: Vec<Constraint>,
    /// What is found out of all that fit, without choosing by it.
    #[serde(default)]
    pub measures: Vec<Measure>,
}

impl Search {
    /// The template as rows with `/` between them; empty if there is none.
    pub fn rows(&self) -> String {
        rows(&self.drawn)
    }
}

/// A drawn position as rows with `/` between them.
pub fn rows(drawn: &str) -> String {
    let row = |row: &str| row.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    drawn.trim().lines().map(row).collect::<Vec<_>>().join("/")
}

/// Who may be to move in a candidate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// Black.
    #[default]
    Black,
    /// White.
    White,
    /// Black or White: a position is two candidates.
    Either,
}

impl Turn {
    /// The players who may be to move.
    pub fn players(self) -> &'static [Player] {
        match self {
            Turn::Black => &[Player::Black],
            Turn::White => &[Player::White],
            Turn::Either => &[Player::Black, Player::White],
        }
    }
}

/// Something that a text says of a position. Numbers are the least and the most.
#[derive(Debug, Deserialize)]
#[serde(tag = "need", deny_unknown_fields, rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Constraint {
    /// The number of empty intersections.
    Empty {
        /// What of the text requires it.
        says: String,
        /// The number.
        points: [u32; 2],
    },
    /// The number of kos, and of those that each player may take now (`positions.rs` says what is
    /// counted). No two of them touch the same intersection.
    Kos {
        /// What of the text requires it.
        says: String,
        /// The kos that Black may take.
        black: Option<[u32; 2]>,
        /// The kos that White may take.
        white: Option<[u32; 2]>,
        /// All of them.
        total: Option<[u32; 2]>,
        /// Whether no intersection of one ko may be beside one of another.
        #[serde(default)]
        apart: bool,
    },
    /// The number of a player's one-point eyes (`positions.rs` says what is counted).
    Eyes {
        /// What of the text requires it.
        says: String,
        /// The player.
        player: Mover,
        /// The number.
        count: [u32; 2],
    },
    /// The number of a player's chains, the single stones left out that stand in a ko.
    Chains {
        /// What of the text requires it.
        says: String,
        /// The player.
        player: Mover,
        /// The number.
        count: [u32; 2],
    },
    /// The area, Black's points minus White's, after moves that are placed as the board admits
    /// them.
    Area {
        /// What of the text requires it.
        says: String,
        /// The moves.
        #[serde(default)]
        after: String,
        /// The area.
        score: [i32; 2],
    },
    /// A line of play can be played as it is written: see [`script`](crate::claims::script).
    Line {
        /// What of the text requires it.
        says: String,
        /// The ruleset with its options.
        rules: String,
        /// The moves with their marks.
        moves: String,
        /// The score with which the last move ends the game.
        ends: Option<String>,
    },
    /// The value of the position after some moves.
    Value {
        /// What of the text requires it.
        says: String,
        /// The ruleset with its options.
        rules: String,
        /// The moves.
        #[serde(default)]
        after: String,
        /// What the value should be: `= 2`, `>= 0`.
        expect: String,
    },
    /// The best moves.
    Best {
        /// What of the text requires it.
        says: String,
        /// The ruleset with its options.
        rules: String,
        /// Moves played before.
        #[serde(default)]
        after: String,
        /// Moves that must be best.
        moves: String,
        /// Whether every other move must be worse.
        #[serde(default)]
        only: bool,
    },
}

impl Constraint {
    /// What of the text requires it.
    pub fn says(&self) -> &str {
        match self {
            Constraint::Empty { says, .. }
            | Constraint::Kos { says, .. }
            | Constraint::Eyes { says, .. }
            | Constraint::Chains { says, .. }
            | Constraint::Area { says, .. }
            | Constraint::Line { says, .. }
            | Constraint::Value { says, .. }
            | Constraint::Best { says, .. } => says,
        }
    }
}

impl fmt::Display for Constraint {
    /// What is needed, in a few words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constraint::Empty { points, .. } => write!(f, "empty intersections: {}", range(points)),
            Constraint::Kos { black, white, total, apart, .. } => {
                let parts = [("Black may take", black), ("White may take", white), ("kos", total)];
                let told = parts.iter().filter_map(|(what, it)| Some((what, it.as_ref()?)));
                let mut told: Vec<String> = told.map(|(what, it)| format!("{what}: {}", range(it))).collect();
                told.extend(apart.then(|| "none beside another".to_string()));
                let none = if told.is_empty() { "kos: no two touch the same intersection" } else { "" };
                write!(f, "{none}{}", told.join(", "))
            }
            Constraint::Eyes { player, count, .. } => {
                write!(f, "one-point eyes of {player}: {}", range(count))
            }
            Constraint::Chains { player, count, .. } => write!(f, "chains of {player}: {}", range(count)),
            Constraint::Area { after, score, .. } => write!(f, "area{}: {}", when(after), range(score)),
            Constraint::Line { rules, moves, ends, .. } => {
                let ends = ends.as_ref().map_or(String::new(), |ends| format!(", which ends with {ends}"));
                write!(f, "{rules}: {moves}{ends}")
            }
            Constraint::Value { rules, after, expect, .. } => {
                write!(f, "{rules}{}: value {expect}", when(after))
            }
            Constraint::Best { rules, after, moves, only, .. } => {
                write!(f, "{rules}{}: {} {moves}", when(after), if *only { "only" } else { "best" })
            }
        }
    }
}

/// `after a pass`, with a space before it; nothing if there are no moves.
pub fn when(after: &str) -> String {
    if after.is_empty() { String::new() } else { format!(" after {after}") }
}

fn range<T: fmt::Display + PartialEq>([least, most]: &[T; 2]) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// A value that is found of every candidate that fits.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Measure {
    /// The ruleset with its options.
    pub rules: String,
    /// Moves played before.
    #[serde(default)]
    pub after: String,
    /// How often each value comes up, on record: `-20 on 30, -18 on 7`.
    #[serde(default)]
    pub values: String,
    /// The seconds that it takes in a release build on one thread, if that is more than the search.
    #[serde(default)]
    pub takes: f64,
}

// --- A search made ready for one board ---

/// A search on one of its boards.
pub(in crate::claims) struct Plan {
    pub board: Board,
    template: Template,
    /// What is seen of a position without playing, with the indices of the constraints: how many
    /// intersections are empty comes first, then the others as they are written.
    pub static_constraints: Vec<(usize, StaticConstraint)>,
    /// What is played or solved, as it is written, with the indices of the constraints.
    pub played_constraints: Vec<(usize, PlayedConstraint)>,
    pub measures: Vec<SolvedState>,
}

/// A constraint on what is seen.
#[derive(Debug)]
pub(in crate::claims) enum StaticConstraint {
    Empty([u32; 2]),
    Kos { takes: [Option<[u32; 2]>; 2], total: Option<[u32; 2]>, apart: bool },
    Eyes(Player, [u32; 2]),
    Chains(Player, [u32; 2]),
    Area([i32; 2]),
}

/// A constraint that is played or solved.
pub(in crate::claims) enum PlayedConstraint {
    Area { after: LinePattern, score: [i32; 2] },
    Line { game: Game, moves: LinePattern, ends: Option<Points> },
    Value { solved: SolvedState, expect: Expectation },
    Best { solved: SolvedState, moves: LinePattern, only: bool },
}

/// A state that is solved.
pub(in crate::claims) struct SolvedState {
    /// The ruleset as it is written, by which what was proved is shared.
    pub rules: String,
    pub game: Game,
    /// The moves that lead to it.
    pub after: LinePattern,
}

fn within<T: PartialOrd>(number: T, [least, most]: &[T; 2]) -> bool {
    *least <= number && number <= *most
}

impl StaticConstraint {
    /// A constraint, if it is one on what is seen.
    fn of(constraint: &Constraint) -> Option<Self> {
        Some(match constraint {
            Constraint::Empty { points, .. } => Self::Empty(*points),
            Constraint::Kos { black, white, total, apart, .. } => {
                Self::Kos { takes: [*black, *white], total: *total, apart: *apart }
            }
            Constraint::Eyes { player, count, .. } => Self::Eyes((*player).into(), *count),
            Constraint::Chains { player, count, .. } => Self::Chains((*player).into(), *count),
            Constraint::Area { score, .. } => Self::Area(*score),
            _ => return None,
        })
    }

    /// Whether a position is as it says.
    pub fn holds(&self, board: &Board, position: &Position, shape: &Shape) -> bool {
        match self {
            Self::Empty(points) => within((board.full() & !position.occupied()).count_ones(), points),
            Self::Kos { takes, total, apart } => {
                let mut each = Player::ALL.iter().zip(takes);
                shape.are_separate()
                    && (!apart || shape.are_apart())
                    && total.is_none_or(|total| within(shape.kos.len() as u32, &total))
                    && each
                        .all(|(player, takes)| takes.is_none_or(|takes| within(shape.takes(*player), &takes)))
            }
            Self::Eyes(player, count) => within(shape.eyes(*player), count),
            Self::Chains(player, count) => within(shape.chains(*player), count),
            Self::Area(score) => within(area(board, position), score),
        }
    }

    /// How many empty intersections, at least, have neighbours of one colour.
    fn uniform(&self) -> u32 {
        match self {
            Self::Kos { takes, total, .. } => {
                let least = |range: &Option<[u32; 2]>| range.map_or(0, |[least, _]| least);
                least(total).max(takes.iter().map(least).sum())
            }
            Self::Eyes(_, [least, _]) => *least,
            Self::Empty(_) | Self::Chains(..) | Self::Area(_) => 0,
        }
    }
}

impl Plan {
    /// Reads a search for each of its boards.
    pub fn all(search: &Search) -> Result<Vec<Plan>, String> {
        if search.boards.is_empty() {
            return Err("boards: expected one at least".to_string());
        }
        if !search.drawn.is_empty() && search.boards.len() > 1 {
            return Err("drawn: a template needs one board".to_string());
        }
        if !search.fit.is_empty() && search.fit.len() != search.boards.len() {
            let (fit, boards) = (search.fit.len(), search.boards.len());
            return Err(format!("fit: {fit} numbers for {boards} boards, expected one for each"));
        }
        search.boards.iter().map(|name| Plan::of(search, name)).collect()
    }

    fn of(search: &Search, name: &str) -> Result<Plan, String> {
        let board = Board::parse(name).map_err(|error| error.to_string())?;
        let template = Template::parse(&board, &search.rows())?;
        let (static_constraints, played_constraints, measures) = (Vec::new(), Vec::new(), Vec::new());
        let mut plan = Plan { board, template, static_constraints, played_constraints, measures };
        for (index, constraint) in search.constraints.iter().enumerate() {
            plan.add(index, constraint).map_err(|error| format!("constraint {}: {error}", index + 1))?;
        }
        plan.static_constraints.sort_by_key(|(_, seen)| !matches!(seen, StaticConstraint::Empty(_)));
        for Measure { rules, after, .. } in &search.measures {
            let error = |what: String| format!("measure of {rules}: {what}");
            let solved = plan.solved(rules, after).map_err(error)?;
            // A value is measured of a candidate, so it must not depend on a choice that no
            // constraint has made.
            if let Some(new) = solved.after.variables().find(|letter| !plan.binds(*letter)) {
                return Err(error(format!("{new:?} is expected in a constraint as well")));
            }
            plan.measures.push(solved);
        }
        plan.colourings()?;
        Ok(plan)
    }

    /// Whether a constraint has a variable.
    fn binds(&self, letter: char) -> bool {
        let words = self.played_constraints.iter().flat_map(|(_, played)| match played {
            PlayedConstraint::Area { after, .. } => vec![after],
            PlayedConstraint::Line { moves, .. } => vec![moves],
            PlayedConstraint::Value { solved, .. } => vec![&solved.after],
            PlayedConstraint::Best { solved, moves, .. } => vec![&solved.after, moves],
        });
        words.flat_map(LinePattern::variables).any(|bound| bound == letter)
    }

    /// Adds a constraint with its index.
    fn add(&mut self, index: usize, constraint: &Constraint) -> Result<(), String> {
        let pattern = |text: &str| LinePattern::parse(&self.board, text);
        let played = match constraint {
            Constraint::Area { after, score, .. } if !after.trim().is_empty() => {
                PlayedConstraint::Area { after: pattern(after)?.plain()?, score: *score }
            }
            Constraint::Line { rules, moves, ends, .. } => {
                let read = |text: &String| text.parse().map_err(|_| format!("ends = {text:?} is no score"));
                let ends = ends.as_ref().map(read).transpose()?;
                PlayedConstraint::Line { game: self.game(rules)?, moves: pattern(moves)?, ends }
            }
            Constraint::Value { rules, after, expect, .. } => {
                let solved = self.solved(rules, after)?;
                PlayedConstraint::Value { solved, expect: Expectation::parse(expect)? }
            }
            Constraint::Best { rules, after, moves, only, .. } => {
                let moves = pattern(moves)?.plain()?;
                PlayedConstraint::Best { solved: self.solved(rules, after)?, moves, only: *only }
            }
            seen => {
                self.static_constraints.extend(StaticConstraint::of(seen).map(|seen| (index, seen)));
                return Ok(());
            }
        };
        self.played_constraints.push((index, played));
        Ok(())
    }

    fn game(&self, rules: &str) -> Result<Game, String> {
        let rules: Rules = rules.parse().map_err(|error: ParseError| error.to_string())?;
        Ok(rules.game(self.board.clone()))
    }

    fn solved(&self, rules: &str, after: &str) -> Result<SolvedState, String> {
        let after = LinePattern::parse(&self.board, after)?;
        Ok(SolvedState { rules: rules.to_string(), game: self.game(rules)?, after })
    }

    /// The positions to be enumerated; an error if there are too many.
    pub fn colourings(&self) -> Result<Colourings<'_>, String> {
        let mut empty = [0, self.board.points() as u32];
        for (_, seen) in &self.static_constraints {
            if let StaticConstraint::Empty([least, most]) = seen {
                empty = [empty[0].max(*least), empty[1].min(*most)];
            }
        }
        Colourings::new(&self.board, self.template, empty, self.uniform())
    }

    /// How many empty intersections have neighbours of one colour, at least, for all kos and eyes
    /// that are asked for. No intersection is empty in two kos, in a ko and an eye, or in an eye of
    /// both players.
    pub fn uniform(&self) -> u32 {
        let most = |of: &dyn Fn(&StaticConstraint) -> bool| {
            let chosen = self.static_constraints.iter().filter(|(_, seen)| of(seen));
            chosen.map(|(_, seen)| seen.uniform()).max().unwrap_or(0)
        };
        let eyes =
            |player: Player| most(&|seen| matches!(seen, StaticConstraint::Eyes(of, _) if *of == player));
        most(&|seen| matches!(seen, StaticConstraint::Kos { .. })) + eyes(Player::Black) + eyes(Player::White)
    }
}
