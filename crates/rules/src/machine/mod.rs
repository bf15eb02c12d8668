//! The state machine of a composition of clauses.
//!
//! # State
//! Key: position, mover, and in the phase (`phase`) the run of passes just made as far as a clause tells runs apart, the
//! intersection barred by ko, the balance of prisoners where scoring positions count them, and the last position that
//! each player passed on where situations remember it. Past: the facts that the clauses ask for, each set and cleared as
//! `stones` and `passes` say. Where prisoners and the price of passes are points brought at once, they are no part of the
//! key.
//!
//! | file | content |
//! |---|---|
//! | `phase.rs` | what the phase holds |
//! | `facts.rs` | the facts that clauses ask for |
//! | `stones.rs` | stone plays |
//! | `passes.rs` | passes |
//!
//! # The least and the greatest value
//! Let n be the number of intersections, p the price of a pass, and let a player pass at every turn. His opponent makes at
//! most n stone plays, as none of his stones is removed (where a price is paid suicide is forbidden). Each pass of the
//! first player but one follows a stone play or a pass of the second; the passes of the two cancel, so he pays at most
//! p(n + 1). By area he ends with no less than -n besides. By territory he loses the s stones that he has on the board, at
//! most once, and their intersections: with t stones of the opponent that is s + (n - t) at most, which is no more than 2n.
//! With more players the score is a player's own area.

mod facts;
mod passes;
mod phase;
mod stones;

use super::axes::{Lift, Options, Prisoners, Scoring};
use super::clauses::{Clauses, Endings, LiftedBy, Repetition, Scored};
use super::fact::{Class, Classes, Delta, SecondPosition};
use super::ko::RETAKE;
use super::repetition::EndedAtRepetition;
use super::{Explain, Key, Play, Points, Properties, Ruleset, State, mean, refusal};
pub use facts::passed;
use phase::{Layout, Phase};
use superko_go::score::{area_for_black, territory};
use superko_go::{Board, Move, Player, Players, Position, Symmetry};

/// A composition as a state machine.
#[derive(Clone)]
pub struct Composition {
    clauses: Clauses,
    options: Options,
    /// The number of players.
    players: u32,
    /// How many passes after one of a player are told apart: see `scoring_cycle`.
    followers: u32,
    layout: Layout,
    ends: bool,
}

impl Composition {
    /// The machine of clauses that go together.
    pub fn of(clauses: Clauses, options: Options) -> Composition {
        let players = options.players.count() as u32;
        let cycle = clauses.scored == Scored::ScoringPositions;
        let moved = options.scoring == Scoring::Territory && options.prisoners == Prisoners::AsMoved;
        let followers = match options.players {
            _ if !cycle => 0,
            Players::Two => u32::from(moved),
            _ => players - 2,
        };
        let ends = clauses.endings(&options) == Endings::Always;
        let layout = Layout::of(&clauses, &options);
        Composition { clauses, options, players, followers, layout, ends }
    }

    /// The largest board whose states fit in a key.
    pub fn most_points(clauses: &Clauses) -> usize {
        phase::most_points(clauses)
    }

    /// The intersection barred by ko, for the player to move.
    fn ko(&self, board: &Board, key: &Key) -> Option<u8> {
        self.layout.phase(board.points(), key.phase).ko
    }

    /// Whether a score is the mean of scoring positions.
    fn cyclic(&self) -> bool {
        self.clauses.scored == Scored::ScoringPositions
    }

    /// Whether prisoners are points brought by the move that takes them.
    fn brings_prisoners(&self) -> bool {
        self.options.scoring == Scoring::Territory && !self.cyclic()
    }

    /// The score of the position as it stands, without points brought before.
    fn score(&self, board: &Board, key: &Key, phase: &Phase) -> i32 {
        match self.options.scoring {
            Scoring::Area => area_for_black(board, &key.position, self.options.players),
            Scoring::Territory => territory(board, &key.position) + for_black(key.mover, phase.prisoners),
        }
    }

    /// What holds where a turn begins without a move before it.
    fn stands(&self, position: Position, mover: Player, phase: &Phase) -> Delta {
        let stood = match self.clauses.repetition {
            Some(Repetition::LeftPosition) => None,
            _ => self.stood(position, mover, phase),
        };
        let occurred = self.clauses.draw.map(|_| self.occurred(position, mover));
        Delta::setting(stood.into_iter().chain(occurred))
    }

    /// Whether a pass after a run of so many lifts the ban on repetition.
    fn lifts(&self, run: u32) -> bool {
        match self.clauses.lifted_by {
            LiftedBy::Nothing => false,
            LiftedBy::Pass => true,
            LiftedBy::TwoPasses => run >= 1,
        }
    }
}

impl Composition {
    /// Appends the stone plays of a turn that no pass came before: what a machine of its own takes over.
    pub fn stones_in_play(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        self.stone_plays(board, key, &Phase::default(), plays);
    }

    /// What a pass on a key does to the ban on repetition, if it lifts it.
    pub fn lifted(&self, key: &Key) -> Delta {
        let clears = Classes::of(&[Class::Stood, Class::Undone]);
        let next = self.options.players.next(key.mover);
        let stands =
            self.stood(key.position, next, &Phase::default()).filter(|_| self.options.lift == Lift::Stands);
        Delta { clears, ..Delta::setting(stands) }
    }
}

/// A number from the mover's side as Black's less White's, and back.
fn for_black(mover: Player, points: i32) -> i32 {
    if mover == Player::Black { points } else { -points }
}

impl Ruleset for Composition {
    /// A mean is over scoring positions that may lie in the past: a player who has alive stones now may have wrecked and
    /// rebuilt them inside the scoring cycle, and a cycle without scoring positions is a draw, whatever he keeps. A draw
    /// by a state that occurs again is worth the same whatever is on the board. And the last position does not tell what
    /// passes and prisoners have cost.
    fn properties(&self) -> Properties {
        let area = self.options.scoring == Scoring::Area;
        let plain = !self.cyclic() && self.clauses.draw.is_none() && self.clauses.price_of_pass == 0;
        Properties {
            players: self.options.players,
            always_ends: self.ends,
            last_position_decides: area && plain,
        }
    }

    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        let key = Key { position, mover, phase: 0 };
        (key, self.stands(position, mover, &Phase::default()))
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        let phase = self.layout.phase(board.points(), key.phase);
        self.stone_plays(board, key, &phase, plays);
        plays.push(self.pass(board, key, &phase));
    }

    fn reach(&self, board: &Board, state: &State) -> (Points, Points) {
        let n = board.points() as i32;
        let whole = |low: i32, high: i32| (Points::from_integer(low), Points::from_integer(high));
        if self.options.players != Players::Two {
            return whole(0, n);
        }
        let cost = self.clauses.price_of_pass * (n + 1);
        let banked = state.past.banked();
        match (self.options.scoring, self.cyclic()) {
            (Scoring::Area, _) => whole(banked - n - cost, banked + n + cost),
            (Scoring::Territory, false) => whole(banked - 2 * n - cost, banked + 2 * n + cost),
            (Scoring::Territory, true) => {
                // Every scoring position still to come is worth no less than the prisoners so far less 2n. The game
                // ends with a mean of such and of the tally of an earlier pass, or is a draw.
                let phase = self.layout.phase(board.points(), state.key.phase);
                let balance = for_black(state.key.mover, phase.prisoners);
                let (mut low, mut high) = whole(0.min(balance - 2 * n), 0.max(balance + 2 * n));
                for (_, tally) in state.past.facts() {
                    (low, high) = (low.min(mean(*tally)), high.max(mean(*tally)));
                }
                (low, high)
            }
        }
    }

    fn phase_image(&self, phase: u32, symmetry: &Symmetry) -> u32 {
        self.layout.image(phase, symmetry)
    }

    fn ended_at_repetition(&self, board: &Board) -> Option<Box<dyn Ruleset>> {
        let two = self.options.players == Players::Two;
        let plain = self.properties().last_position_decides && matches!(self.layout, Layout::Plain { .. });
        let endless = self.clauses.endings(&self.options) == Endings::Endless;
        let passes_end = self.clauses.last_pass(&self.options).is_some();
        let fits = board.points() <= SecondPosition::MOST_POINTS;
        (two && plain && endless && passes_end && fits).then(|| -> Box<dyn Ruleset> {
            Box::new(EndedAtRepetition { rules: self.clone(), ko: Composition::ko })
        })
    }

    /// A ko bars the player whose turn it was, and nobody else. Prisoners, and the positions passed on, stay.
    fn turn_of(&self, board: &Board, key: &Key, mover: Player) -> Option<(Key, Delta)> {
        let phase = self.layout.phase(board.points(), key.phase);
        if phase.run > 0 {
            return None;
        }
        let turned = Phase { prisoners: -phase.prisoners, ..phase.turned() };
        let number = self.layout.number(board.points(), &turned);
        Some((Key { mover, phase: number, ..*key }, self.stands(key.position, mover, &turned)))
    }
}

impl Explain for Composition {
    fn count(&self, board: &Board, key: &Key) -> i32 {
        self.score(board, key, &self.layout.phase(board.points(), key.phase))
    }

    fn counted(&self) -> &'static str {
        match (self.options.scoring, self.clauses.price_of_pass) {
            (Scoring::Area, 0) => "the area of the position is",
            (Scoring::Area, _) => "area and the price of passes make",
            (Scoring::Territory, 0) => "territory and prisoners make",
            (Scoring::Territory, _) => "territory, prisoners and the price of passes make",
        }
    }

    fn refusal(&self, board: &Board, key: &Key, mv: Move) -> &'static str {
        let phase = self.layout.phase(board.points(), key.phase);
        if mv.placed().is_some_and(|point| phase.ko == Some(point)) {
            return RETAKE;
        }
        let placed =
            mv.placed().and_then(|point| key.position.place(board, key.mover, point, self.options.suicide));
        match placed {
            Some(_) => "the position passed on would stay as it is",
            None => refusal(key, mv),
        }
    }
}
