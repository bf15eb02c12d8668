//! A board with a ruleset, and what becomes of a play in a state: the plain meaning of what a ruleset lists.

use super::axes::Options;
use super::entry::Entry;
use super::fact::Past;
use super::state::{Ruling, State};
use super::{Effect, Key, Play, Points, Ruleset, StopEffect, mean};
use superko_go::{Board, Move, Player, Players, Position};

/// A board with a ruleset: everything that stays the same during a game.
pub struct Game {
    /// The board.
    pub board: Board,
    /// The ruleset.
    pub rules: Box<dyn Ruleset>,
    /// The options that the ruleset was made with.
    pub options: Options,
    /// The ruleset's entry in the catalogue.
    pub entry: &'static Entry,
}

impl Entry {
    /// The ruleset on a board.
    pub fn game(&'static self, board: Board, options: Options) -> Game {
        Game { board, rules: self.build(options), options, entry: self }
    }
}

impl Game {
    /// The state at the start of a game.
    ///
    /// # Panics
    /// If a stone or the turn is a player's who does not play, or the board is too large for so many players (see
    /// [`Players::most_points`]).
    pub fn start(&self, position: Position, mover: Player) -> State {
        let playing = |player: &Player| self.rules.properties().players.all().contains(player);
        let colours = position.colours();
        let strange = Player::COLOURS.iter().any(|player| colours[player.index()] != 0 && !playing(player));
        assert!(playing(&mover) && !strange, "a stone or the turn is a player's who does not play");
        let most = self.rules.properties().players.most_points();
        assert!(self.board.points() <= most, "so many players have a board of at most {most} intersections");
        let (key, delta) = self.rules.start(position, mover);
        State { key, past: Past::default().after(&delta) }
    }

    /// With more than two players, the start as each player but Black sees it: he takes himself for Black, whose points
    /// are asked for, the next player for White, and so on. Moves are the same for all. With two players there are no
    /// other views, as the value says what both are sure of.
    pub fn views(&self, position: Position, mover: Player) -> Vec<State> {
        match self.rules.properties().players {
            Players::Two => Vec::new(),
            players => {
                let others = players.all()[1..].iter();
                others.map(|viewer| self.seen_by(*viewer, position, mover)).collect()
            }
        }
    }

    /// The start as a player sees it who takes himself for Black.
    pub fn seen_by(&self, viewer: Player, position: Position, mover: Player) -> State {
        let players = self.rules.properties().players;
        self.start(position.seen_by(players, viewer), players.seen_by(viewer, mover))
    }

    /// Every move that the board admits, as [`Ruleset::plays`] lists them.
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
