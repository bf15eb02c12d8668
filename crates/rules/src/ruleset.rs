//! The contract of a ruleset: for a key the plays that the board admits, and what each leads to.
//!
//! Everything is over a [`PointSet`]: one word for boards that are solved, several for larger ones,
//! on which games are refereed by the same definitions.

use num_rational::Ratio;
use smallvec::SmallVec;

use crate::fact::{Delta, Fact, Gain, Past, Tally};
use superko_go::bits::{PointSet, members};
use superko_go::board::Board;
use superko_go::hashing::Hash64;
use superko_go::placement::{Placement, Placements};
use superko_go::player::Move;
use superko_go::position::Position;
use superko_go::score::area_for_black;
use superko_go::{Player, Players, Suicide, Symmetry};

/// A score: Black's points minus White's, exact. A fraction where scores are averaged.
pub type Points = Ratio<i32>;

/// The part of the state that does not grow: what is on the board, who is to move, and how far a
/// run of passes (or whatever else the ruleset counts) has come.
///
/// Where every game ends, equal keys may have different values, as the history is not part of a
/// key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key<S: PointSet = u64> {
    /// The stones on the board.
    pub position: Position<S>,
    /// The player to move.
    pub mover: Player,
    /// The rest of the key; 0 at the start of a game. It may be the number of something in a table
    /// of the ruleset's own, so it means nothing to another [`crate::Game`]. The exchange of the colours
    /// leaves it as it is.
    pub phase: u32,
}

impl<S: PointSet> Hash64 for Key<S> {
    #[inline]
    fn hash64(&self) -> u64 {
        let rest = u64::from(self.phase) << 3 | self.mover.index() as u64;
        let mixed = (self.position.hash64() ^ rest).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }
}

/// The whole state of a game: what a naive engine carries along.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State<S: PointSet = u64> {
    /// Position, mover, phase.
    pub key: Key<S>,
    /// The history.
    pub past: Past<S>,
}

impl<S: PointSet> State<S> {
    /// The range of the scores that differ from the points brought so far by at most `most`.
    pub(crate) fn within(&self, most: Gain) -> (Points, Points) {
        let banked = self.past.banked();
        ((banked + -most).exact(), (banked + most).exact())
    }
}

/// A move that the board admits, and what the ruleset makes of it.
///
/// # Contract
/// * A move that ends the game without a stop, or whose stop holds and ends it, never changes the
///   history.
/// * The bars are asked first, then the stops in their order; the first stop whose fact holds
///   decides, and what is listed after it is not asked.
/// * A stop with a mean asks for a fact of a class whose tallies are kept
///   ([`crate::fact::Class::TALLIED`]).
/// * Where games may go on for ever there are no bars and no stops, and no move changes the
///   history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play<S: PointSet = u64> {
    /// The move.
    pub mv: Move<S::Point>,
    /// The move is banned if any of these facts holds.
    pub bars: SmallVec<[Fact<S>; 2]>,
    /// If one of these facts holds, the move ends the game, or leads elsewhere: as the first that
    /// holds says.
    pub stops: SmallVec<[Stop<S>; 1]>,
    /// The effect of the move if it is not banned and no stop holds.
    pub effect: Effect<S>,
}

impl<S: PointSet> Play<S> {
    /// A move with no bar and no stop.
    pub(crate) fn new(mv: Move<S::Point>, effect: Effect<S>) -> Play<S> {
        Play { mv, bars: SmallVec::new(), stops: SmallVec::new(), effect }
    }

    /// A stone play that leads on.
    pub(crate) fn stone(point: S::Point, next: Key<S>, delta: Delta<S>) -> Play<S> {
        Play::new(Move::Place(point), Effect::Next(next, delta))
    }

    /// A pass.
    pub(crate) fn pass(effect: Effect<S>) -> Play<S> {
        Play::new(Move::Pass, effect)
    }

    /// The same move, banned by one more fact.
    pub(crate) fn barred_by(mut self, fact: Fact<S>) -> Play<S> {
        self.bars.push(fact);
        self
    }

    /// The same move with one more stop, which is asked after those that it has.
    pub(crate) fn stopped_by(mut self, fact: Fact<S>, effect: StopEffect<S>) -> Play<S> {
        self.stops.push(Stop { fact, effect });
        self
    }

    /// The stop that holds under a history, with the tally of its fact.
    pub fn stop_under(&self, past: &Past<S>) -> Option<(&Stop<S>, Tally)> {
        self.stops.iter().find_map(|stop| Some((stop, past.get(&stop.fact)?)))
    }
}

/// A fact that stops play at a move, and what the move comes to if it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop<S: PointSet = u64> {
    /// The fact.
    pub fact: Fact<S>,
    /// The effect of the move.
    pub effect: StopEffect<S>,
}

/// Effect of a move whose [`Stop`] holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StopEffect<S: PointSet = u64> {
    /// The end of the game, with this score.
    End(i32),
    /// The end of the game, with the mean of the fact's tally and this one; 0 if both are empty.
    Mean(Tally),
    /// The end of the game, won with `points` by who has taken more prisoners, those of the fact's
    /// tally and `last`, Black's points minus White's; a draw if both have taken as many.
    Won {
        /// The prisoners of this move.
        last: i32,
        /// What a win is worth.
        points: i32,
    },
    /// The next turn, and how the history changes: a game may have stages.
    Next(Box<(Key<S>, Delta<S>)>),
}

/// The score of a game that who has taken more prisoners wins with `points`.
pub fn won(tally: Tally, last: i32, points: i32) -> i32 {
    (tally.sum + last).signum() * points
}

/// The mean of the scoring positions, or 0 if there is none.
pub fn mean(tally: Tally) -> Points {
    match tally.count {
        0 => Points::from_integer(0),
        count => Points::new(tally.sum, count as i32),
    }
}

/// Effect of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect<S: PointSet = u64> {
    /// The end of the game, with this score.
    End(i32),
    /// The next turn, and how the history changes.
    Next(Key<S>, Delta<S>),
}

/// Properties of a ruleset that hold at every key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Properties {
    /// The number of players. With more than two no colours can be exchanged, and values are
    /// Black's own points.
    pub players: Players,
    /// Whether exchanging the colours leaves the rules as they are. It does not where a clause names
    /// a colour, nor with more than two players.
    pub exchangeable: bool,
    /// Whether every game ends. If not, the history is not used at all (see [`Play`]), and the
    /// games are solved by retrograde analysis.
    pub always_ends: bool,
    /// Whether the score of a game is the area of its last position and nothing else, so that a
    /// player with an area that he cannot lose by passing is sure of it whatever the history.
    pub last_position_decides: bool,
}

impl Properties {
    /// Two players, games that end, and the area of the last position.
    pub(crate) const BASE: Properties = Properties {
        players: Players::Two,
        exchangeable: true,
        always_ends: true,
        last_position_decides: true,
    };
}

/// A rules document as a state machine: what engines need of it.
///
/// With more than two players the question is how many points Black can be sure of whatever the
/// others do, who act together: a value is from Black's point of view the least, from theirs the
/// greatest that he can get. What another player is sure of is the same question with the colours
/// turned ([`crate::Game::seen_by`]).
///
/// # Contract
/// Engines rest on the following, and a test holds every ruleset of the catalogue with every
/// combination of its options to it (`tests/suite/contract.rs`).
///
/// * *Symmetry.* A symmetry of the board takes the start of a position to the start of its image,
///   and the plays of a key to those of its image: moves, facts, next positions, and phases by
///   [`Ruleset::phase_image`]. Scores stay.
/// * *Exchange of colours*, if the rules are [exchangeable](Properties::exchangeable): so does exchanging them in positions, movers and facts.
///   Phases stay as they are, so they must say nothing of colours; scores and gains change their
///   sign.
/// * *Plays.* [`Ruleset::plays`] lists each move once, in the order that it says, and its last is
///   never banned.
/// * *Reach.* The value of a state lies within [`Ruleset::value_range`]. By area, where passes cost
///   nothing, so does every score that a game can still end with; otherwise a player who makes the
///   last of his plays at every turn gets no less than his bound.
/// * *Equal keys.* What plays there are depends on the key alone, and which of them are banned,
///   stop play or end the game, and with what score, on the key, the facts that hold with their
///   tallies, and the points brought so far.
pub trait Ruleset<S: PointSet = u64>: Explain<S> + Send + Sync {
    /// The properties that hold at every key.
    fn properties(&self) -> Properties;

    /// The key at the start of a game, and the change that makes the facts hold that hold there.
    fn start(&self, position: Position<S>, mover: Player) -> (Key<S>, Delta<S>);

    /// Appends every move that the board admits to `plays`: stone plays in ascending order of their
    /// intersection, then other moves. The last one is never banned, so the list is never empty: a
    /// pass during play, and after a stop the move that accepts the position or answers the
    /// opponent.
    fn plays(&self, board: &Board<S>, key: &Key<S>, plays: &mut Vec<Play<S>>);

    /// The play of a move among the [plays](Ruleset::plays) of a key, if it is one of them. A
    /// ruleset that lists single moves faster than all of them says so here, for the referee.
    fn play(&self, board: &Board<S>, key: &Key<S>, mv: Move<S::Point>) -> Option<Play<S>> {
        let mut plays = Vec::new();
        self.plays(board, key, &mut plays);
        plays.into_iter().find(|play| play.mv == mv)
    }

    /// The least and the greatest value that a state can have. Where games may go on for ever the
    /// bounds are the same for all states.
    fn value_range(&self, board: &Board<S>, _state: &State<S>) -> (Points, Points) {
        let most = Points::from_integer(board.points() as i32);
        match self.properties().players {
            Players::Two => (-most, most),
            _ => (Points::from_integer(0), most),
        }
    }

    /// The phase under a symmetry of the board.
    fn phase_image(&self, phase: u32, _symmetry: &Symmetry) -> u32 {
        phase
    }

    /// The key, and the change of the history, that make it the turn of another of two players on
    /// the same position, who has come to it without a move. `None` if the key says more than that
    /// a turn begins: that passes have just been made, or that play is at a stage other than the
    /// first. No engine asks for it.
    fn turn_of(&self, _board: &Board<S>, key: &Key<S>, mover: Player) -> Option<(Key<S>, Delta<S>)> {
        let (turned, delta) = self.start(key.position, mover);
        (turned.phase == key.phase).then_some((turned, delta))
    }

    /// The game that ends at its first repetition, at the cost of one player, where games may go on
    /// for ever: see [`crate::repetition`]. `None` if they may not, or the argument made there is not
    /// about this ruleset, or about so large a board.
    fn ended_at_repetition(&self, _board: &Board<S>) -> Option<Box<dyn Ruleset<S>>> {
        None
    }

    /// Works out beforehand what all states of a board ask for, if the ruleset has something of
    /// that kind that takes long; what was not prepared is worked out when it is asked for. `go_on`
    /// is called now and then with how many results and bytes there are, and says whether to go on.
    /// Returns the bytes that are kept, or `None` if it was stopped.
    fn prepare(&self, _board: &Board<S>, _go_on: &mut dyn FnMut(usize, usize) -> bool) -> Option<usize> {
        Some(0)
    }
}

/// Explanations of a ruleset for people. No engine asks for any of it.
pub trait Explain<S: PointSet = u64> {
    /// The count of the position on the board at the end of a game, Black's points minus White's,
    /// leaving aside the points that moves have brought. The default is the area of two players.
    fn count(&self, board: &Board<S>, key: &Key<S>) -> i32 {
        area_for_black(board, &key.position, Players::Two)
    }

    /// The name of the sum of [`Explain::count`] and the points brought so far, to stand before a
    /// score.
    fn counted(&self) -> &'static str {
        "the area of the position is"
    }

    /// The name of the stage of play that a phase belongs to, with its article ("the encore"), if
    /// the ruleset has stages and it is not the first.
    fn stage(&self, _phase: u32) -> Option<&'static str> {
        None
    }

    /// An event that still follows when a game ends by a move at a key, to stand after "the game
    /// ends".
    fn aftermath(&self, _board: &Board<S>, _key: &Key<S>) -> Option<&'static str> {
        None
    }

    /// The stones on the board that do not count as alive where a game ends at a key, if the
    /// ruleset lets stones be dead.
    fn dead(&self, _board: &Board<S>, _key: &Key<S>) -> Option<S> {
        None
    }

    /// The reason why a move is not among the plays of a key.
    fn refusal(&self, _board: &Board<S>, key: &Key<S>, mv: Move<S::Point>) -> &'static str {
        refusal(key, mv)
    }
}

/// The reason why a move is not among the plays of a key, where stones and passes are all that
/// there is.
pub(crate) fn refusal<S: PointSet>(key: &Key<S>, mv: Move<S::Point>) -> &'static str {
    match mv {
        Move::Place(point) if key.position.colour(point).is_some() => "the intersection is occupied",
        Move::Place(_) => "the stone would have no liberty and capture nothing (suicide)",
        _ => "the rules have no such move: expected an intersection or pass",
    }
}

/// The stone that a player may place on an intersection, leaving the history aside.
pub(crate) fn placement<S: PointSet>(
    board: &Board<S>,
    key: Key<S>,
    suicide: Suicide,
    point: S::Point,
) -> impl Iterator<Item = (S::Point, Placement<S>)> {
    key.position.place(board, key.mover, point, suicide).map(|placement| (point, placement)).into_iter()
}

/// The stones that a player may place, leaving the history aside.
pub(crate) fn placements<S: PointSet>(
    board: &Board<S>,
    key: Key<S>,
    suicide: Suicide,
) -> impl Iterator<Item = (S::Point, Placement<S>)> {
    let Key { position, mover, .. } = key;
    let placements = Placements::of(board, position, mover, suicide);
    members(board.full() & !position.occupied()).filter_map(move |point| Some((point, placements.at(point)?)))
}
