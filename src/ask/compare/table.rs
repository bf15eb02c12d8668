//! The rows of a comparison: values, bars, best moves, and what differs.

use super::column::{Column, Outcome, Stands};
use super::share::{self, Effort, Shared};
use crate::ask::follow::narrower;
use crate::ask::look::Barred;
use crate::ask::question::Setup;
use crate::go::{Move, Player, Symmetry};
use crate::rules::{Game, State};
use crate::solve::{Answer, Bounds, Stopped, Value};

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
    /// The first move that a symmetry makes equal to this one, if it is another: it has the same cells.
    pub like: Option<Move>,
    /// What becomes of it.
    pub cells: Vec<Cell>,
}

/// What becomes of a move, or of the state itself, under one ruleset.
pub struct Cell {
    /// What it is.
    pub is: Is,
    /// Whether it is proved to be a best move.
    pub best: bool,
    /// Whether it is proved to be something else than what most cells of the row are.
    pub differs: bool,
}

/// What becomes of a move.
#[derive(Clone)]
pub enum Is {
    /// It may be made, and this is known of the value.
    Worth(Answer),
    /// The past bars it.
    Barred(Barred),
    /// The ruleset does not admit it.
    Refused(Barred),
    /// The game does not go on under this ruleset.
    Nothing,
}

impl Table {
    /// Compares what the columns make of the state after some moves, which are those of all of them. `tell` is told now
    /// and then what the work is at.
    pub fn of(columns: Vec<Column>, made: &[Move], effort: &Effort, tell: &(dyn Fn(String) + Sync)) -> Table {
        let mut moves: Vec<Move> = columns.iter().flat_map(Column::candidates).collect();
        moves.sort_unstable();
        moves.dedup();
        let alike = columns.first().map_or(Vec::new(), |column| symmetries(column.setup(), made));
        let first = |mv: &Move| {
            let images = alike.iter().map(|symmetry| mv.map(|point| symmetry.point(point)));
            images.min().unwrap_or(*mv)
        };
        // Of the moves that a symmetry makes equal only the first is asked about.
        let stands_for: Vec<usize> =
            moves.iter().map(|mv| moves.binary_search(&first(mv)).expect("images are moves too")).collect();
        let outcomes: Vec<Option<Vec<Outcome>>> =
            columns.iter().map(|column| column.outcomes(&moves)).collect();
        let asked = columns.iter().zip(&outcomes).filter_map(|(column, outcomes)| {
            let led = outcomes.as_ref()?.iter().enumerate().filter_map(|(place, outcome)| match outcome {
                Outcome::Leads(next) if stands_for[place] == place => Some(next.clone()),
                _ => None,
            });
            Some((&column.setup().game, column.state().into_iter().chain(led).collect()))
        });
        let asked: Vec<(&Game, Vec<State>)> = asked.collect();
        let mut shared = share::values(&asked, effort, tell).into_iter();
        let known: Vec<Known> = columns
            .iter()
            .zip(outcomes)
            .map(|(column, outcomes)| match (&column.stands, outcomes) {
                (Stands::GoesOn(_), Some(outcomes)) => {
                    let maximises = column.state().is_some_and(|state| state.key.mover == Player::Black);
                    let shared = shared.next().expect("it was asked for");
                    Known::of(outcomes, &stands_for, maximises, shared)
                }
                (Stands::Ended(_, score), _) => {
                    Known::over(Is::Worth(Answer::Exact(Value::Points(*score))), moves.len())
                }
                (Stands::Illegal(_, why), _) if why.moment.is_some() => {
                    Known::over(Is::Barred(why.clone()), moves.len())
                }
                (Stands::Illegal(_, why), _) => Known::over(Is::Refused(why.clone()), moves.len()),
                (Stands::GoesOn(_), None) => unreachable!("a game that goes on has moves"),
            })
            .collect();
        let spent = known.iter().map(|known| known.spent).collect();
        let mut value: Vec<Cell> = known.iter().map(|known| Cell::of(known.value.clone(), None)).collect();
        mark(&mut value);
        let row = |(place, mv): (usize, &Move)| {
            let cell = |known: &Known| Cell::of(known.moves[place].clone(), Some(&known.value));
            let mut cells: Vec<Cell> = known.iter().map(cell).collect();
            mark(&mut cells);
            let like = Some(moves[stands_for[place]]).filter(|first| first != mv);
            Row { mv: *mv, like, cells }
        };
        let rows = moves.iter().enumerate().map(row);
        let rows =
            rows.filter(|row| row.cells.iter().any(|cell| matches!(cell.is, Is::Worth(_) | Is::Barred(_))));
        let rows = rows.collect();
        Table { columns, value, rows, spent }
    }

    /// What left something undone, if anything did.
    pub fn stopped(&self) -> Option<Stopped> {
        self.spent.iter().find_map(|(_, _, stopped)| *stopped)
    }
}

/// The symmetries of the board under which the start and every move made stay what they are. The state after the moves,
/// with all its past, is then its own image, and so are the values after two moves that are images of each other.
fn symmetries<'a>(setup: &'a Setup, made: &[Move]) -> Vec<&'a Symmetry> {
    let stays = |symmetry: &&Symmetry| {
        setup.start.image(symmetry) == setup.start
            && made.iter().all(|mv| mv.map(|point| symmetry.point(point)) == *mv)
    };
    setup.game.board.symmetries().iter().filter(stays).collect()
}

/// What is known under one ruleset.
struct Known {
    value: Is,
    moves: Vec<Is>,
    spent: (u64, usize, Option<Stopped>),
}

impl Known {
    /// What is known where there are no moves.
    fn over(value: Is, moves: usize) -> Known {
        Known { value, moves: vec![Is::Nothing; moves], spent: (0, 0, None) }
    }

    /// Puts the answers back to their moves. The value is the best over the moves, for the player who moves, so what is
    /// known of it bounds them and what is known of them bounds it.
    fn of(outcomes: Vec<Outcome>, stands_for: &[usize], maximises: bool, shared: Shared) -> Known {
        let mut answers = shared.answers.into_iter();
        let mut value = answers.next().expect("the state itself comes first");
        let mut moves: Vec<Is> = Vec::with_capacity(outcomes.len());
        for (place, outcome) in outcomes.into_iter().enumerate() {
            moves.push(match outcome {
                Outcome::Barred(barred) => Is::Barred(barred),
                Outcome::Refused(refused) => Is::Refused(refused),
                Outcome::Ends(score) => Is::Worth(Answer::Exact(Value::Points(score))),
                Outcome::Leads(_) if stands_for[place] != place => moves[stands_for[place]].clone(),
                Outcome::Leads(_) => Is::Worth(answers.next().expect("it was asked for")),
            });
        }
        let worth = moves.iter().filter_map(|is| match is {
            Is::Worth(answer) => Some(bounds(answer)),
            _ => None,
        });
        let worth: Option<Vec<Bounds>> = worth.collect();
        if let Some(best) = worth.and_then(|worth| best(&worth, maximises)) {
            value = settled(narrower(value, Answer::Between(best)));
        }
        if let Some(most) = bounds(&value) {
            for is in &mut moves {
                if let Is::Worth(Answer::Between(own)) = is {
                    let limit = if maximises {
                        Bounds { high: most.high, high_open: most.high_open, ..*own }
                    } else {
                        Bounds { low: most.low, low_open: most.low_open, ..*own }
                    };
                    *is = Is::Worth(settled(narrower(Answer::Between(*own), Answer::Between(limit))));
                }
            }
        }
        Known { value: Is::Worth(value), moves, spent: (shared.nodes, shared.results, shared.stopped) }
    }
}

/// Bounds of a value; `None` if it is no score.
fn bounds(answer: &Answer) -> Option<Bounds> {
    match answer {
        Answer::Exact(Value::Points(points)) => {
            Some(Bounds { low: *points, low_open: false, high: *points, high_open: false })
        }
        Answer::Exact(Value::NoResult) => None,
        Answer::Between(bounds) => Some(*bounds),
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

/// Bounds that meet are a value.
fn settled(answer: Answer) -> Answer {
    match answer {
        Answer::Between(bounds) => {
            bounds.value().map_or(answer, |points| Answer::Exact(Value::Points(points)))
        }
        Answer::Exact(_) => answer,
    }
}

impl Cell {
    /// A cell; of a move, with what is known of the state before it.
    fn of(is: Is, before: Option<&Is>) -> Cell {
        let best = match (&is, before) {
            (Is::Worth(Answer::Exact(own)), Some(Is::Worth(Answer::Exact(value)))) => own == value,
            _ => false,
        };
        Cell { is, best, differs: false }
    }

    /// What a cell is taken for where it is compared; `None` if it is not known exactly, or is nothing.
    fn kind(&self) -> Option<Kind> {
        match &self.is {
            Is::Worth(answer) => answer.exact().map(Kind::Worth),
            Is::Barred(_) => Some(Kind::Barred),
            Is::Refused(_) => Some(Kind::Refused),
            Is::Nothing => None,
        }
    }

    /// Whether a cell may still turn out to be of a kind.
    fn may_be(&self, kind: Kind) -> bool {
        match (&self.is, self.kind(), kind) {
            (_, Some(own), _) => own == kind,
            (Is::Worth(Answer::Between(bounds)), None, Kind::Worth(Value::Points(points))) => {
                let Bounds { low, low_open, high, high_open } = *bounds;
                (points > low || points == low && !low_open)
                    && (points < high || points == high && !high_open)
            }
            (Is::Worth(_), None, Kind::Worth(Value::NoResult)) => true,
            (Is::Worth(_), None, _) => false,
            (_, None, _) => true,
        }
    }
}

/// What a cell is taken for where it is compared.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Worth(Value),
    Barred,
    Refused,
}

/// Marks the cells of a row that are known to be something else than the usual one.
fn mark(cells: &mut [Cell]) {
    let kinds: Vec<Kind> = cells.iter().filter_map(Cell::kind).collect();
    let count = |kind: &Kind| kinds.iter().filter(|other| *other == kind).count();
    // Of several that are the most frequent, `rev` makes the first the last, which `max_by_key` returns.
    let Some(usual) = kinds.iter().rev().max_by_key(|kind| count(kind)).copied() else { return };
    cells.iter_mut().for_each(|cell| cell.differs = !cell.may_be(usual));
}
