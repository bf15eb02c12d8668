//! One state under several rulesets: its value, and the value of the state after every move.
//!
//! Each ruleset is a column, and each move a row. A cell *differs* if it is not what most cells of
//! its row are; if as many are one thing as another, the one that stands first is taken for the
//! usual one, which for two rulesets is the first.
//!
//! With more than two players a value is what the player to move can secure, whatever the others
//! do.

mod schedule;

use serde::Serialize;

pub use self::schedule::Effort;
use self::schedule::Shared;
use super::follow::{narrower, score_bounds};
use super::look::{Barred, candidates};
use super::question::Question;
use crate::report::records::{self, BoardRecord, MoveName, RulesRecord, StartRecord};
use superko_go::{Move, Player, Players, Symmetry};
use superko_rules::referee::{Illegal, Why};
use superko_rules::{Game, Line, Points, Ruling, State};
use superko_solve::{Answer, Bounds, Stopped, Value};

// --- Columns ---

/// The game of one ruleset after the moves, as far as they can be made.
pub struct Column {
    /// The ruleset with its options, as a command line has them.
    pub name: String,
    /// Where the game stands.
    pub stands: ColumnState,
}

/// State of a column's game.
pub enum ColumnState {
    /// It goes on.
    GoesOn(Question),
    /// One of the moves may not be made.
    Illegal(Question, Barred),
    /// The moves end it, with this score of Black, or Black's points minus White's.
    Ended(Question, Points),
}

/// Outcome of a move.
pub enum Outcome {
    /// It leads on to a state.
    Leads(State),
    /// It does anything else.
    Known(CellContent),
}

impl Column {
    /// Plays the moves from the start.
    pub fn after(setup: Question, moves: &[Move]) -> Column {
        let name = setup.game.ruleset().to_string();
        let Line { start, to_move, .. } = setup.line;
        let played = |moves: &[Move]| Line::replay(&setup.game, start, to_move, moves.to_vec());
        let line = match played(moves) {
            // A move after the end is one that cannot be made for no reason of the ruleset's.
            Err(Illegal { why: Why::Ended, number, .. }) => played(&moves[..number - 1]),
            line => line,
        };
        let stands = match line {
            Ok(line @ Line { ended: None, .. }) => ColumnState::GoesOn(Question { line, ..setup }),
            Ok(Line { ended: Some(score), .. }) => ColumnState::Ended(setup, score),
            Err(illegal) => {
                let illegal = Barred::of(setup.board(), &illegal);
                ColumnState::Illegal(setup, illegal)
            }
        };
        Column { name, stands }
    }

    /// The game with its start, and with the moves if it goes on.
    pub fn setup(&self) -> &Question {
        match &self.stands {
            ColumnState::GoesOn(setup) | ColumnState::Illegal(setup, _) | ColumnState::Ended(setup, _) => {
                setup
            }
        }
    }

    /// The state, if the game goes on, as it is seen from the side whose value is asked for.
    pub fn state(&self) -> Option<State> {
        match &self.stands {
            ColumnState::GoesOn(question) => Some(asked_state(question)),
            _ => None,
        }
    }

    /// Every move that may be of interest, if the game goes on.
    pub fn candidates(&self) -> Vec<Move> {
        match &self.stands {
            ColumnState::GoesOn(question) => candidates(&question.game, &question.referee()),
            _ => Vec::new(),
        }
    }

    /// The outcome of each of some moves, if the game goes on.
    pub fn outcomes(&self, moves: &[Move]) -> Option<Vec<Outcome>> {
        let ColumnState::GoesOn(question) = &self.stands else { return None };
        let (referee, state) = (question.referee(), asked_state(question));
        // With the resignation, which a list of legal moves has where it is the only one.
        let plays = question.game.plays(&state.key).into_iter();
        let ruled: Vec<_> = plays.map(|play| (play.mv, question.game.rule(&state, &play))).collect();
        let outcome = |mv: &Move| match referee.ban(*mv) {
            Some(illegal) => Outcome::Known(CellContent::illegal(Barred::of(question.board(), &illegal))),
            None => match ruled.iter().find(|(ruled, _)| ruled == mv) {
                Some((_, Ruling::Ends(score))) => Outcome::Known(CellContent::score(*score)),
                Some((_, Ruling::Leads(next))) => Outcome::Leads(next.clone()),
                _ => unreachable!("a move is legal from every side or from none"),
            },
        };
        Some(moves.iter().map(outcome).collect())
    }
}

/// The state of a question: with two players as it is, and with more as the player to move sees it,
/// whose points are then asked for.
fn asked_state(question: &Question) -> State {
    match question.game.options.players {
        Players::Two => question.line.state.clone(),
        _ => question.line.seen_by(&question.game, question.mover()),
    }
}

// --- The table ---

/// A state compared under several rulesets.
pub struct Table {
    /// The rulesets.
    pub columns: Vec<Column>,
    /// The value of the state under each.
    pub value: Vec<Cell>,
    /// A row for each move that is legal under one of them, in the order of the moves.
    pub rows: Vec<Row>,
    /// What each ruleset took: nodes, results, and what stopped it.
    pub spent: Vec<(u64, usize, Option<Stopped>)>,
}

/// A move under each ruleset.
pub struct Row {
    /// The move.
    pub mv: Move,
    /// The first move that a symmetry makes equal to this one, if it is another: it has the same
    /// cells.
    pub like: Option<Move>,
    /// What becomes of it.
    pub cells: Vec<Cell>,
}

/// Outcome of a move, or value of the state itself, under one ruleset.
pub struct Cell {
    /// The outcome or the value.
    pub is: CellContent,
    /// Whether it is proved to be a best move.
    pub best: bool,
    /// Whether it is proved to be something else than what most cells of the row are.
    pub differs: bool,
}

/// Content of a cell.
#[derive(Clone)]
pub enum CellContent {
    /// It may be made, and this is known of the value.
    Worth(Answer),
    /// The history bans it.
    Barred(Barred),
    /// The ruleset does not admit it.
    Refused(Barred),
    /// The game does not go on under this ruleset.
    Empty,
}

impl CellContent {
    fn illegal(why: Barred) -> CellContent {
        if why.moment.is_some() { CellContent::Barred(why) } else { CellContent::Refused(why) }
    }

    fn score(points: Points) -> CellContent {
        CellContent::Worth(Answer::Exact(Value::Points(points)))
    }
}

impl Table {
    /// Compares the columns after some moves, which are those of all of them. `report` gets the
    /// work in progress in words now and then.
    pub fn of(
        columns: Vec<Column>,
        made: &[Move],
        effort: &Effort,
        report: &(dyn Fn(String) + Sync),
    ) -> Table {
        let mut moves: Vec<Move> = columns.iter().flat_map(Column::candidates).collect();
        moves.sort_unstable();
        moves.dedup();
        let alike = columns.first().map_or(Vec::new(), |column| symmetries(column.setup(), made));
        let first = |mv: &Move| {
            let images = alike.iter().map(|symmetry| mv.map(|point| symmetry.point(point)));
            images.min().unwrap_or(*mv)
        };
        // Of the moves that a symmetry makes equal only the first is asked about.
        let representative: Vec<usize> =
            moves.iter().map(|mv| moves.binary_search(&first(mv)).expect("images are moves too")).collect();
        let outcomes: Vec<Option<Vec<Outcome>>> =
            columns.iter().map(|column| column.outcomes(&moves)).collect();
        let asked = columns.iter().zip(&outcomes).filter_map(|(column, outcomes)| {
            let led = outcomes.as_ref()?.iter().enumerate().filter_map(|(index, outcome)| match outcome {
                Outcome::Leads(next) if representative[index] == index => Some(next.clone()),
                _ => None,
            });
            Some((&*column.setup().game, column.state().into_iter().chain(led).collect()))
        });
        let asked: Vec<(&Game, Vec<State>)> = asked.collect();
        let mut shared = schedule::values(&asked, effort, report).into_iter();
        let known = columns.iter().zip(outcomes).map(|(column, outcomes)| match &column.stands {
            ColumnState::GoesOn(question) => {
                let maximises = asked_state(question).key.mover == Player::Black;
                let shared = shared.next().expect("it was asked for");
                let outcomes = outcomes.expect("a game that goes on has moves");
                ColumnResult::of(outcomes, &representative, maximises, shared)
            }
            ColumnState::Ended(_, score) => {
                ColumnResult::without_moves(CellContent::score(*score), moves.len())
            }
            ColumnState::Illegal(_, why) => {
                ColumnResult::without_moves(CellContent::illegal(why.clone()), moves.len())
            }
        });
        let known: Vec<ColumnResult> = known.collect();
        let spent = known.iter().map(|known| known.spent).collect();
        let mut value: Vec<Cell> = known.iter().map(|known| Cell::of(known.value.clone(), None)).collect();
        mark_differing(&mut value);
        let row = |(index, mv): (usize, &Move)| {
            let cell = |known: &ColumnResult| Cell::of(known.moves[index].clone(), Some(&known.value));
            let mut cells: Vec<Cell> = known.iter().map(cell).collect();
            mark_differing(&mut cells);
            let like = Some(moves[representative[index]]).filter(|first| first != mv);
            Row { mv: *mv, like, cells }
        };
        let rows = moves.iter().enumerate().map(row);
        let rows = rows.filter(|row| {
            row.cells.iter().any(|cell| matches!(cell.is, CellContent::Worth(_) | CellContent::Barred(_)))
        });
        let rows = rows.collect();
        Table { columns, value, rows, spent }
    }

    /// The reason why something was left undone, if it was.
    pub fn stopped(&self) -> Option<Stopped> {
        self.spent.iter().find_map(|(_, _, stopped)| *stopped)
    }
}

/// The symmetries of the board under which the start and every move made stay what they are. The
/// state after the moves, with all its history, is then its own image, and so are the values after
/// two moves that are images of each other.
fn symmetries<'a>(setup: &'a Question, made: &[Move]) -> Vec<&'a Symmetry> {
    let stays = |symmetry: &&Symmetry| {
        setup.line.start.image(symmetry) == setup.line.start
            && made.iter().all(|mv| mv.map(|point| symmetry.point(point)) == *mv)
    };
    setup.game.board.symmetries().iter().filter(stays).collect()
}

/// Result of one ruleset.
struct ColumnResult {
    value: CellContent,
    moves: Vec<CellContent>,
    spent: (u64, usize, Option<Stopped>),
}

impl ColumnResult {
    /// The result of a game that does not go on.
    fn without_moves(value: CellContent, moves: usize) -> ColumnResult {
        ColumnResult { value, moves: vec![CellContent::Empty; moves], spent: (0, 0, None) }
    }

    /// The result of a game that goes on, with the answers put back to their moves. The value is
    /// the best over the moves, for the player who moves, so what is known of it bounds them and
    /// what is known of them bounds it.
    fn of(outcomes: Vec<Outcome>, representative: &[usize], maximises: bool, shared: Shared) -> ColumnResult {
        let mut answers = shared.answers.into_iter();
        let mut value = answers.next().expect("the state itself comes first");
        let mut moves: Vec<CellContent> = Vec::with_capacity(outcomes.len());
        for (index, outcome) in outcomes.into_iter().enumerate() {
            moves.push(match outcome {
                Outcome::Known(is) => is,
                Outcome::Leads(_) if representative[index] != index => moves[representative[index]].clone(),
                Outcome::Leads(_) => CellContent::Worth(answers.next().expect("it was asked for")),
            });
        }
        let worth = moves.iter().filter_map(|is| match is {
            CellContent::Worth(answer) => Some(score_bounds(answer)),
            _ => None,
        });
        let worth: Option<Vec<Bounds>> = worth.collect();
        if let Some(best) = worth.and_then(|worth| best(&worth, maximises)) {
            value = narrower(value, Answer::Between(best));
        }
        if let Some(most) = score_bounds(&value) {
            for is in &mut moves {
                if let CellContent::Worth(Answer::Between(own)) = is {
                    let limit = if maximises {
                        Bounds { high: most.high, high_open: most.high_open, ..*own }
                    } else {
                        Bounds { low: most.low, low_open: most.low_open, ..*own }
                    };
                    *is = CellContent::Worth(narrower(Answer::Between(*own), Answer::Between(limit)));
                }
            }
        }
        ColumnResult {
            value: CellContent::Worth(value),
            moves,
            spent: (shared.nodes, shared.results, shared.stopped),
        }
    }
}

/// The bounds of the best of some values.
fn best(worth: &[Bounds], maximises: bool) -> Option<Bounds> {
    let low = |bounds: &&Bounds| (bounds.low, bounds.low_open);
    let high = |bounds: &&Bounds| (bounds.high, !bounds.high_open);
    let (low, high) = if maximises {
        (worth.iter().max_by_key(low)?, worth.iter().max_by_key(high)?)
    } else {
        (worth.iter().min_by_key(low)?, worth.iter().min_by_key(high)?)
    };
    Some(Bounds { low: low.low, low_open: low.low_open, high: high.high, high_open: high.high_open })
}

impl Cell {
    /// A cell; of a move, with what is known of the state before it.
    fn of(is: CellContent, before: Option<&CellContent>) -> Cell {
        let best = match (&is, before) {
            (CellContent::Worth(Answer::Exact(own)), Some(CellContent::Worth(Answer::Exact(value)))) => {
                own == value
            }
            _ => false,
        };
        Cell { is, best, differs: false }
    }

    /// The class of a cell; `None` if it is not known exactly, or is nothing.
    fn class(&self) -> Option<Class> {
        match &self.is {
            CellContent::Worth(answer) => answer.exact().map(Class::Worth),
            CellContent::Barred(_) => Some(Class::Barred),
            CellContent::Refused(_) => Some(Class::Refused),
            CellContent::Empty => None,
        }
    }

    /// Whether a cell may still turn out to be of a class.
    fn may_be(&self, class: Class) -> bool {
        match (&self.is, self.class(), class) {
            (_, Some(own), _) => own == class,
            (CellContent::Worth(Answer::Between(bounds)), None, Class::Worth(Value::Points(points))) => {
                let Bounds { low, low_open, high, high_open } = *bounds;
                (points > low || points == low && !low_open)
                    && (points < high || points == high && !high_open)
            }
            (CellContent::Worth(_), None, Class::Worth(Value::NoResult)) => true,
            (CellContent::Worth(_), None, _) => false,
            (_, None, _) => true,
        }
    }
}

/// Class of a cell: cells of a row differ if their classes do.
#[derive(Clone, Copy, PartialEq)]
enum Class {
    Worth(Value),
    Barred,
    Refused,
}

/// Marks the cells of a row that are known to be of another class than the most common one.
fn mark_differing(cells: &mut [Cell]) {
    let classes: Vec<Class> = cells.iter().filter_map(Cell::class).collect();
    let count = |class: &Class| classes.iter().filter(|other| *other == class).count();
    // Of several that are the most frequent, `rev` makes the first the last, which `max_by_key`
    // returns.
    let Some(most_common) = classes.iter().rev().max_by_key(|class| count(class)).copied() else { return };
    cells.iter_mut().for_each(|cell| cell.differs = !cell.may_be(most_common));
}

// --- Records ---

/// What `solve compare --json` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record {
    /// The board.
    #[serde(flatten)]
    pub board: BoardRecord,
    /// The start.
    #[serde(flatten)]
    pub start: StartRecord,
    /// The moves that were played from the start before the question is asked.
    pub moves: Vec<MoveName>,
    /// How many play. With more than two, values are what the player to move can secure.
    pub players: usize,
    /// The rulesets, and what each makes of the state.
    pub columns: Vec<ColumnRecord>,
    /// The moves, and what becomes of each under each ruleset, in the order of the columns.
    pub rows: Vec<RowRecord>,
    /// The time of all of it.
    pub seconds: f64,
}

/// A ruleset, and what it makes of the state.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ColumnRecord {
    /// The ruleset with its options, as a command line has them.
    pub name: String,
    /// The ruleset.
    #[serde(flatten)]
    pub rules: RulesRecord,
    /// Whether the game goes on after the moves. If it has ended the value is the score; if a move may not be made it is
    /// in `cell`.
    pub goes_on: bool,
    /// The value of the state.
    pub cell: CellRecord,
    /// What it took.
    #[serde(flatten)]
    pub effort: records::Effort,
}

/// A move under each ruleset.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct RowRecord {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveName,
    /// The first move that a symmetry of the state makes equal to this one, if it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub like: Option<MoveName>,
    /// What becomes of it.
    pub cells: Vec<CellRecord>,
}

/// What becomes of a move, or of the state itself.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct CellRecord {
    /// What it is.
    pub kind: Kind,
    /// The value; `null` if it was not found within the limits, or there is none.
    pub value: Option<Value>,
    /// What is proved of the value.
    pub bounds: Option<records::Bounds>,
    /// Whether it is a best move.
    pub best: bool,
    /// Whether it is known to be something else than what most cells of the row are; if as many are one thing as another,
    /// than the first of these.
    pub differs: bool,
    /// Why the move may not be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Barred>,
}

/// What becomes of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// It may be made.
    Worth,
    /// The history bans it.
    Barred,
    /// The ruleset does not admit it.
    Refused,
    /// The game does not go on under this ruleset.
    Over,
}

impl Record {
    /// The record of a comparison of at least one ruleset after some moves.
    pub fn of(table: &Table, made: &[Move], seconds: f64) -> Record {
        let setup = table.columns.first().expect("something is compared").setup();
        let board = &setup.game.board;
        let columns = table.columns.iter().zip(&table.value).zip(&table.spent);
        let columns = columns.map(|((column, value), (nodes, results, stopped))| {
            let game = &column.setup().game;
            ColumnRecord {
                name: column.name.clone(),
                rules: RulesRecord::of(&game.ruleset()),
                goes_on: matches!(column.stands, ColumnState::GoesOn(_)),
                cell: CellRecord::of(value),
                effort: records::Effort { nodes: *nodes, results: *results, stopped: *stopped },
            }
        });
        let rows = table.rows.iter().map(|row| RowRecord {
            mv: MoveName::of(board, row.mv),
            like: row.like.map(|like| MoveName::of(board, like)),
            cells: row.cells.iter().map(CellRecord::of).collect(),
        });
        Record {
            board: BoardRecord::of(board),
            start: StartRecord::of(board, &setup.line.start, setup.line.to_move),
            moves: MoveName::all(board, made),
            players: setup.game.options.players.count(),
            columns: columns.collect(),
            rows: rows.collect(),
            seconds,
        }
    }
}

impl CellRecord {
    fn of(cell: &Cell) -> CellRecord {
        let empty = CellRecord {
            kind: Kind::Over,
            value: None,
            bounds: None,
            best: cell.best,
            differs: cell.differs,
            why: None,
        };
        match &cell.is {
            CellContent::Worth(answer) => CellRecord {
                kind: Kind::Worth,
                value: answer.exact(),
                bounds: Some(records::Bounds::of(answer)),
                ..empty
            },
            CellContent::Barred(why) => CellRecord { kind: Kind::Barred, why: Some(why.clone()), ..empty },
            CellContent::Refused(why) => CellRecord { kind: Kind::Refused, why: Some(why.clone()), ..empty },
            CellContent::Empty => empty,
        }
    }
}
