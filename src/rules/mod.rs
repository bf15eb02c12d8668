//! What a ruleset is, and the list of all of them.
//!
//! A ruleset is told as data: for a [`Key`] it lists the [`Play`]s that the board admits, and for each
//! play the facts of the past that would bar it, the fact that would make it end the game, and what it
//! leads to otherwise. Engines need no more, so an engine never asks which ruleset it is running, and a
//! new rules document is one new file and one line in [`catalogue::ALL`].
//!
//! The state of a game is split in two. The *key* (position, mover, phase) is small and copied freely.
//! The *past* is a set of [facts](past::Fact). Each ruleset says under `# State` what is in each and
//! why nothing else matters.

pub mod axes;
pub(crate) mod backwards;
pub mod catalogue;
mod encore;
pub mod jann;
pub mod katago_simple;
pub mod kee2007;
pub mod kee2009;
pub mod kee2020;
pub mod kee2020_march;
pub mod nieminen;
pub mod past;
pub mod simple_ko;
pub mod spight;
pub mod spight2;
pub mod superko;

use arrayvec::ArrayVec;
use num_rational::Ratio;

use crate::go::bits::members;
use crate::go::score::area_for_black;
use crate::go::{Board, Move, Placement, Player, Players, Position, Suicide, Symmetry};
use axes::Options;
use past::{Delta, Fact, Past, Tally};

/// A score: Black's points less White's, exact. A fraction where scores are averaged.
pub type Points = Ratio<i32>;

/// The part of the state that does not grow: what is on the board, who is to move, and how far a run
/// of passes (or whatever else the ruleset counts) has come.
///
/// # Equality
/// Two keys are equal if all three agree. The past is *not* compared: under every ruleset but
/// `simple-ko` two equal keys may have different values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The stones on the board.
    pub position: Position,
    /// The player to move.
    pub mover: Player,
    /// What the ruleset keeps besides; 0 at the start of a game. It may be the number of something in a table
    /// of the ruleset's own, so it means nothing to another [`Game`]. It says nothing of colours: the
    /// exchange of the colours leaves it as it is.
    pub phase: u32,
}

/// A move that the board admits, and what the ruleset makes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Play {
    /// The move.
    pub mv: Move,
    /// The move is barred if any of these facts holds.
    pub bars: ArrayVec<Fact, 3>,
    /// If one of these facts holds, the move ends the game, or leads elsewhere: as the first that holds says.
    pub stops: Stops,
    /// What the move leads to if it is not barred and the stop does not hold.
    pub effect: Effect,
}

impl Play {
    /// The stop that holds under a past, with the tally of its fact.
    pub fn stop_under(&self, past: &Past) -> Option<(&Stop, Tally)> {
        self.stops.iter().find_map(|stop| Some((stop, past.get(&stop.fact)?)))
    }
}

/// A fact that stops play at a move, and what the move comes to if it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// The fact.
    pub fact: Fact,
    /// What the move comes to.
    pub effect: StopEffect,
}

/// The stops of a move, in the order in which they are asked.
pub type Stops = ArrayVec<Stop, 2>;

impl Stop {
    /// The stops of a move that has this one alone.
    fn at(fact: Fact, effect: StopEffect) -> Stops {
        [Stop { fact, effect }].into_iter().collect()
    }
}

/// What a move comes to whose [`Stop`] holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StopEffect {
    /// The end of the game, with this score.
    End(i32),
    /// The end of the game, with the mean of the fact's tally and this one; 0 if both are empty.
    Mean(Tally),
    /// The next turn, and how the past changes: a game may have stages.
    Next(Box<(Key, Delta)>),
}

/// The mean of the scoring positions; a draw if there is none.
pub fn mean(tally: Tally) -> Points {
    match tally.count {
        0 => Points::from_integer(0),
        count => Points::new(tally.sum, count as i32),
    }
}

/// What a move leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// The end of the game, with this score.
    End(i32),
    /// The next turn, and how the past changes.
    Next(Key, Delta),
}

/// A rules document as a state machine.
///
/// Every ruleset is symmetric: exchanging the colours in key and past negates the values (if two play), and a
/// symmetry of the board keeps them.
///
/// With three players the question is how many points Black can be sure of whatever the two others do, who act
/// together: a value is from Black's point of view the least, from theirs the greatest that he can get. What
/// another player is sure of is the same question with the colours turned ([`Game::seen_by`]).
pub trait Ruleset: Send + Sync {
    /// The key at the start of a game and the facts that hold there.
    fn start(&self, position: Position, mover: Player) -> (Key, Delta);

    /// Appends every move that the board admits to `plays`: stone plays in ascending order of their
    /// intersection, other moves, and last one that is always there and never barred: the pass, or where play
    /// has stopped the word that accepts the position, or what the other has said.
    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>);

    /// The least and the greatest value that a state can have. Under a ruleset whose games may go on for ever
    /// the state is not asked.
    fn reach(&self, board: &Board, _state: &State) -> (Points, Points) {
        let most = Points::from_integer(board.points() as i32);
        match self.players() {
            Players::Two => (-most, most),
            Players::Three => (Points::from_integer(0), most),
        }
    }

    /// How many play. With three a key has no colours to exchange, and values are Black's own points.
    fn players(&self) -> Players {
        Players::Two
    }

    /// Whether every game ends. If not, the ruleset must not use the past at all (no bar, no stop, no
    /// delta), and its games are solved by retrograde analysis.
    fn always_ends(&self) -> bool {
        true
    }

    /// Works out beforehand what all states of a board ask for, if the ruleset has something of that kind that takes
    /// long. `go_on` is told now and then how many results and bytes there are, and says whether to go on. Returns
    /// the bytes that are kept; `None` if it was stopped. (What was not prepared is worked out when it is asked for.)
    fn prepare(&self, _board: &Board, _go_on: &mut dyn FnMut(usize, usize) -> bool) -> Option<usize> {
        Some(0)
    }

    /// What the position on the board would count at the end of a game, Black's points less White's, leaving
    /// aside the points that moves have brought.
    fn count(&self, board: &Board, key: &Key) -> i32 {
        area_for_black(board, &key.position, self.players())
    }

    /// What [`Ruleset::count`] and the points brought so far are together, to stand before a score.
    fn counted(&self) -> &'static str {
        "the area of the position is"
    }

    /// Whether the score of a game is the area of its last position and nothing else, so that a player
    /// with an area that he cannot lose by passing is sure of it whatever the past.
    fn last_position_decides(&self) -> bool {
        true
    }

    /// The name of the stage of play that a phase belongs to, with its article ("the encore"), if the ruleset
    /// has stages and it is not the first.
    fn stage(&self, _phase: u32) -> Option<&'static str> {
        None
    }

    /// What still happens by itself when a game ends at a key by a [`Stop`], to stand after "the game ends".
    fn aftermath(&self, _key: &Key) -> Option<&'static str> {
        None
    }

    /// The stones on the board that do not count as alive where a game ends at a key, if the ruleset lets
    /// stones be dead.
    fn dead(&self, _board: &Board, _key: &Key) -> Option<u64> {
        None
    }

    /// The phase under a symmetry of the board.
    fn phase_image(&self, phase: u32, _symmetry: &Symmetry) -> u32 {
        phase
    }

    /// Why a move is not among the plays of a key.
    fn refusal(&self, _board: &Board, key: &Key, mv: Move) -> &'static str {
        refusal(key, mv)
    }
}

/// Why a move is not among the plays of a key, where stones and passes are all that there is.
fn refusal(key: &Key, mv: Move) -> &'static str {
    match mv {
        Move::Place(point) if key.position.colour(point).is_some() => "the intersection is occupied",
        Move::Place(_) => "the stone would have no liberty and capture nothing (suicide)",
        _ => "the rules have no such move: expected an intersection or pass",
    }
}

/// Why a stone may not be placed where a ko has just been taken.
const RETAKE: &str = "it would retake the ko at once";

/// Where a stone just placed may be retaken in a ko: it captured exactly one stone, stands alone, and has one
/// liberty, where that stone stood.
fn ko_capture(board: &Board, mover: Player, point: u8, placement: &Placement) -> Option<u8> {
    let stone = 1u64 << point;
    let alone = board.adjacent(stone) & placement.position.stones[mover.index()] == 0;
    let liberties = board.adjacent(stone) & !placement.position.occupied();
    let ko = placement.captured.count_ones() == 1 && alone && liberties == placement.captured;
    ko.then(|| placement.captured.trailing_zeros() as u8)
}

/// The stones that a player may place, leaving the past aside.
fn placements(board: &Board, key: Key, suicide: Suicide) -> impl Iterator<Item = (u8, Placement)> {
    let Key { position, mover, .. } = key;
    members(board.full() & !position.occupied())
        .filter_map(move |point| Some((point, position.place(board, mover, point, suicide)?)))
}

/// A board with a ruleset: everything that stays the same during a game.
pub struct Game {
    /// The board.
    pub board: Board,
    /// The ruleset.
    pub rules: Box<dyn Ruleset>,
    /// The options that the ruleset was made with.
    pub options: Options,
    /// The ruleset's entry in the catalogue.
    pub entry: &'static catalogue::Entry,
}

/// The whole state of a game: what a naive engine carries along.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// Position, mover, phase.
    pub key: Key,
    /// What has happened.
    pub past: Past,
}

/// What becomes of a play in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruling {
    /// It may not be made, because this fact holds.
    Barred(Fact),
    /// It ends the game with this score.
    Ends(Points),
    /// It leads on.
    Leads(State),
}

impl Game {
    /// The state at the start of a game.
    ///
    /// # Panics
    /// If a stone or the turn is a player's who does not play.
    pub fn start(&self, position: Position, mover: Player) -> State {
        let playing = |player: &Player| self.rules.players().all().contains(player);
        let strange = Players::Three.all().iter().find(|player| !playing(player));
        let stones = strange.map_or(0, |player| position.colours()[player.index()]);
        assert!(playing(&mover) && stones == 0, "Red plays only if there are three players");
        let (key, delta) = self.rules.start(position, mover);
        State { key, past: Past::default().after(&delta) }
    }

    /// With three players, the start as White and as Red see it: each takes himself for Black, whose points are
    /// asked for, the next player for White and the one after for Red. Moves are the same for all.
    ///
    /// With two players there is nothing else to be seen: what one is sure of the other cannot prevent.
    pub fn views(&self, position: Position, mover: Player) -> Vec<State> {
        match self.rules.players() {
            Players::Two => Vec::new(),
            Players::Three => {
                [Player::White, Player::Red].map(|viewer| self.seen_by(viewer, position, mover)).to_vec()
            }
        }
    }

    /// The start as a player sees it who takes himself for Black.
    pub fn seen_by(&self, viewer: Player, position: Position, mover: Player) -> State {
        let players = self.rules.players();
        self.start(position.seen_by(players, viewer), players.seen_by(viewer, mover))
    }

    /// Every move that the board admits, as the ruleset tells it.
    pub fn plays(&self, key: &Key) -> Vec<Play> {
        let mut plays = Vec::new();
        self.rules.plays(&self.board, key, &mut plays);
        plays
    }

    /// What becomes of a play.
    pub fn rule(&self, state: &State, play: &Play) -> Ruling {
        if let Some(fact) = play.bars.iter().find(|fact| state.past.get(fact).is_some()) {
            return Ruling::Barred(*fact);
        }
        let ends = |score: Points| Ruling::Ends(score + state.past.banked());
        let leads = |key: &Key, delta| Ruling::Leads(State { key: *key, past: state.past.after(delta) });
        if let Some((stop, tally)) = play.stop_under(&state.past) {
            return match &stop.effect {
                StopEffect::End(score) => ends(Points::from_integer(*score)),
                StopEffect::Mean(last) => ends(mean(tally.plus(*last))),
                StopEffect::Next(next) => leads(&next.0, &next.1),
            };
        }
        match &play.effect {
            Effect::End(score) => ends(Points::from_integer(*score)),
            Effect::Next(key, delta) => leads(key, delta),
        }
    }

    /// Every move that is legal in a state, with what it leads to (never [`Ruling::Barred`]).
    pub fn legal(&self, state: &State) -> Vec<(Move, Ruling)> {
        let plays = self.plays(&state.key);
        let ruled = plays.iter().map(|play| (play.mv, self.rule(state, play)));
        ruled.filter(|(_, ruling)| !matches!(ruling, Ruling::Barred(_))).collect()
    }

    /// The greatest area that a position can have, in Black's favour.
    pub fn most(&self) -> i32 {
        self.board.points() as i32
    }

    /// The most points that either player can win by, under a ruleset whose games may go on for ever.
    pub fn farthest(&self) -> i32 {
        let (low, high) = self.reach(&self.start(Position::default(), Player::Black));
        (-low).max(high).ceil().to_integer()
    }

    /// The least and the greatest value that a state can have: see [`Ruleset::reach`].
    pub fn reach(&self, state: &State) -> (Points, Points) {
        self.rules.reach(&self.board, state)
    }
}
