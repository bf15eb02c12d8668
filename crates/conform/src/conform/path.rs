//! Games on their way through a program: what each move does on the board, whatever the rules say
//! of it, and what all of them went through.

use serde::Serialize;

use super::observe::{At, Observed};
use super::session::Moves;
use superko_go::bits::PointSet;
use superko_go::board::Board;
use superko_go::player::Move;
use superko_go::position::Position;
use superko_go::{Player, Suicide};

/// The largest board on which a weight looks one move ahead.
const MAX_LOOK_AHEAD: usize = 25;

/// What the games on a board went through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Coverage {
    /// The nodes after a move that captured.
    pub captures: u64,
    /// Those after a single stone that took a single stone and stands in atari.
    pub kos: u64,
    /// Those after a stone play that removed stones of the player's own.
    pub suicides: u64,
    /// Those after a stone play that recreated an earlier position.
    pub repetitions: u64,
    /// Those after a pass.
    pub passes: u64,
    /// Those at which the program refuses a stone that would have a liberty, on an empty intersection.
    pub bans: u64,
    /// Those at which the program refuses a stone that would have none.
    pub refused_suicides: u64,
    /// Those at which the game has ended, by the ruleset or, without one, by the program.
    pub ends: u64,
}

/// What a stone does on the board.
struct Does<S: PointSet> {
    position: Position<S>,
    captured: u32,
    suicide: bool,
    ko: bool,
}

/// What a stone of a player does on a position; `None` for a pass and on a stone.
fn does<S: PointSet>(
    board: &Board<S>,
    position: &Position<S>,
    mover: Player,
    mv: Move<S::Point>,
) -> Option<Does<S>> {
    let point = mv.placed()?;
    let placed = position.place(board, mover, point, Suicide::Allowed)?;
    let own = placed.position.stones_of(mover);
    let stone = S::of(point);
    let free = board.adjacent(stone) & !placed.position.occupied();
    let alone = (board.adjacent(stone) & own).is_empty();
    let captured = placed.captured.count();
    let ko = captured == 1 && alone && free.count() == 1;
    Some(Does { position: placed.position, captured, suicide: !own.has(point), ko })
}

/// A game with its positions.
#[derive(Debug, Clone)]
pub struct Path<S: PointSet> {
    /// The moves.
    pub moves: Moves<S>,
    /// The place of the node after them.
    pub index: usize,
    /// That node as the ruleset has it, if there is one.
    pub at: Option<At<S>>,
    positions: Vec<Position<S>>,
    mover: Player,
}

impl<S: PointSet> Path<S> {
    /// A game before its first move.
    pub fn root(first: Player, at: Option<At<S>>) -> Path<S> {
        let index = Observed::<S>::ROOT;
        Path { moves: Vec::new(), index, at, positions: vec![Position::default()], mover: first }
    }

    /// The game after one more move, with its node.
    pub fn after(&self, board: &Board<S>, mv: Move<S::Point>, index: usize, at: Option<At<S>>) -> Path<S> {
        let position = self.does(board, mv).map_or(*self.position(), |does| does.position);
        let mut next = self.clone();
        next.moves.push(mv);
        next.positions.push(position);
        next.mover = self.mover.other();
        (next.index, next.at) = (index, at);
        next
    }

    fn position(&self) -> &Position<S> {
        self.positions.last().expect("a game has its start")
    }

    fn does(&self, board: &Board<S>, mv: Move<S::Point>) -> Option<Does<S>> {
        does(board, self.position(), self.mover, mv)
    }

    /// The number of passes just made.
    pub fn run(&self) -> usize {
        self.moves.iter().rev().take_while(|mv| **mv == Move::Pass).count()
    }

    /// The weight of a stone in a covering game: more for what captures, recreates a position,
    /// removes its own chain, or lets the next player do so.
    pub fn weight(&self, board: &Board<S>, mv: Move<S::Point>) -> u32 {
        let Some(does) = self.does(board, mv) else { return 1 };
        let repeats = self.positions.contains(&does.position);
        let mut weight =
            1 + 6 * u32::from(does.captured > 0) + 6 * u32::from(does.suicide) + 12 * u32::from(repeats);
        if board.points() <= MAX_LOOK_AHEAD {
            let next = self.after(board, mv, self.index, None);
            let replies = || board.all().filter_map(|point| next.does(board, Move::Place(point)));
            weight += 8 * u32::from(replies().any(|does| next.positions.contains(&does.position)));
            weight += 2 * u32::from(replies().any(|does| does.captured > 0));
        }
        weight
    }
}

impl Coverage {
    /// Counts what the last move of a game was, and what the program refuses after it, which takes
    /// the moves in `legal` to be legal.
    pub fn add<S: PointSet>(&mut self, board: &Board<S>, path: &Path<S>, legal: &[Move<S::Point>]) {
        if let (Some(last), [earlier @ .., before, _]) = (path.moves.last(), path.positions.as_slice()) {
            match does(board, before, path.mover.other(), *last) {
                None => self.passes += 1,
                Some(does) => {
                    let stood = does.position == *before || earlier.contains(&does.position);
                    self.captures += u64::from(does.captured > 0);
                    self.kos += u64::from(does.ko);
                    self.suicides += u64::from(does.suicide);
                    self.repetitions += u64::from(stood);
                }
            }
        }
        let ended = path.at.as_ref().map_or(legal.is_empty(), |at| matches!(at, At::Ended(_)));
        self.ends += u64::from(ended);
        if ended {
            return;
        }
        let refused = board.all().map(Move::Place).filter(|mv| !legal.contains(mv));
        let (mut ban, mut suicide) = (false, false);
        for does in refused.filter_map(|mv| path.does(board, mv)) {
            ban |= !does.suicide;
            suicide |= does.suicide;
        }
        self.bans += u64::from(ban);
        self.refused_suicides += u64::from(suicide);
    }
}
