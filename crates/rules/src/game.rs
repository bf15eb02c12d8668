//! A board with a ruleset, the state of a game, and the ruling on a play in it: the plain meaning
//! of what a ruleset lists.

use crate::axes::Options;
use crate::entry::{Entry, Refereed, Rules};
use crate::fact::{Class, Fact, Past};
use crate::ruleset::{Effect, Key, Play, Points, Ruleset, State, StopEffect, mean, won};
use superko_go::bits::PointSet;
use superko_go::board::Board;
use superko_go::player::Move;
use superko_go::position::Position;
use superko_go::{Player, Players};

/// Ruling on a play in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruling<S: PointSet = u64> {
    /// It may not be made, because this fact holds.
    Barred(Fact<S>),
    /// It ends the game with this score.
    Ends(Points),
    /// It leads on.
    Leads(State<S>),
}

/// A board with a ruleset: everything that stays the same during a game.
pub struct Game<S: PointSet = u64> {
    /// The board.
    pub board: Board<S>,
    /// The ruleset.
    pub rules: Box<dyn Ruleset<S>>,
    /// The options that the ruleset was made with.
    pub options: Options,
    /// The ruleset's entry in the catalogue.
    pub entry: &'static Entry,
}

impl Rules {
    /// The game on a board.
    ///
    /// # Panics
    /// If the options do not go together.
    pub fn game<S: Refereed>(self, board: Board<S>) -> Game<S> {
        Game { board, rules: self.build_over(), options: self.options, entry: self.entry }
    }
}

impl<S: PointSet> Game<S> {
    /// The ruleset with its options.
    pub fn ruleset(&self) -> Rules {
        Rules { entry: self.entry, options: self.options }
    }

    /// The state at the start of a game.
    ///
    /// # Panics
    /// If a stone or the turn is a player's who does not play, or the board is too large for the
    /// number of players (see [`Players::max_points`]).
    pub fn start(&self, position: Position<S>, mover: Player) -> State<S> {
        let playing = |player: &Player| self.rules.properties().players.all().contains(player);
        let colours = position.colours();
        let foreign =
            Player::COLOURS.iter().any(|player| !colours[player.index()].is_empty() && !playing(player));
        assert!(playing(&mover) && !foreign, "a stone or the turn is a player's who does not play");
        let most = self.rules.properties().players.max_points_in(S::BITS);
        assert!(self.board.points() <= most, "so many players have a board of at most {most} intersections");
        let (key, delta) = self.rules.start(position, mover);
        State { key, past: Past::default().after(&delta) }
    }

    /// With more than two players, the start as each player but Black sees it: he takes himself for
    /// Black, whose points are asked for, the next player for White, and so on. Moves are the same
    /// for all. With two players there are no other views, as the value says what both are sure of.
    pub fn views(&self, position: Position<S>, mover: Player) -> Vec<State<S>> {
        match self.rules.properties().players {
            Players::Two => Vec::new(),
            players => {
                let others = players.all()[1..].iter();
                others.map(|viewer| self.seen_by(*viewer, position, mover)).collect()
            }
        }
    }

    /// The start as a player sees it who takes himself for Black.
    pub fn seen_by(&self, viewer: Player, position: Position<S>, mover: Player) -> State<S> {
        let players = self.rules.properties().players;
        self.start(position.seen_by(players, viewer), players.seen_by(viewer, mover))
    }

    /// A state as though it were another player's turn: the position and all that has happened
    /// stay, and that it is his turn on this position has happened too. `None` if the ruleset has
    /// no such state, as passes have just been made that count for the turn after them, play is at
    /// a stage other than the first, or the state has been there before and would be a draw; and
    /// with more than two players.
    pub fn with_turn_of(&self, state: &State<S>, mover: Player) -> Option<State<S>> {
        if self.rules.properties().players != Players::Two {
            return None;
        }
        if state.key.mover == mover {
            return Some(state.clone());
        }
        let (key, delta) = self.rules.turn_of(&self.board, &state.key, mover)?;
        let again = |fact: &Fact<S>| fact.class == Class::Occurred && state.past.get(fact).is_some();
        (!delta.sets.iter().any(again)).then(|| State { key, past: state.past.after(&delta) })
    }

    /// Every move that the board admits, as [`Ruleset::plays`] lists them.
    pub fn plays(&self, key: &Key<S>) -> Vec<Play<S>> {
        let mut plays = Vec::new();
        self.rules.plays(&self.board, key, &mut plays);
        plays
    }

    /// The ruling on a play.
    pub fn rule(&self, state: &State<S>, play: &Play<S>) -> Ruling<S> {
        if let Some(fact) = play.bars.iter().find(|fact| state.past.get(fact).is_some()) {
            return Ruling::Barred(*fact);
        }
        let ends = |score: Points| Ruling::Ends(score + state.past.banked().exact());
        let leads = |key: &Key<S>, delta| Ruling::Leads(State { key: *key, past: state.past.after(delta) });
        if let Some((stop, tally)) = play.stop_under(&state.past) {
            return match &stop.effect {
                StopEffect::End(score) => ends(Points::from_integer(*score)),
                StopEffect::Mean(last) => ends(mean(tally.plus(*last))),
                StopEffect::Won { last, points } => ends(won(tally, *last, *points).into()),
                StopEffect::Next(next) => leads(&next.0, &next.1),
            };
        }
        match &play.effect {
            Effect::End(score) => ends(Points::from_integer(*score)),
            Effect::Next(key, delta) => leads(key, delta),
        }
    }

    /// Every move that is legal in a state, with what it leads to (never [`Ruling::Barred`]). A
    /// resignation is among them only if it is the only one. (Searches and proofs have it among the
    /// plays of every key: it is a loss, so a player who has another move is worth as much with it.)
    pub fn legal(&self, state: &State<S>) -> Vec<(Move<S::Point>, Ruling<S>)> {
        let plays = self.plays(&state.key);
        let ruled = plays.iter().map(|play| (play.mv, self.rule(state, play)));
        let mut legal: Vec<_> = ruled.filter(|(_, ruling)| !matches!(ruling, Ruling::Barred(_))).collect();
        if legal.len() > 1 {
            legal.pop_if(|(mv, _)| *mv == Move::Resign);
        }
        legal
    }

    /// The game in which the first repetition ends play at the cost of one player
    /// ([`Ruleset::ended_at_repetition`]). Its states are [begun](super::repetition::begin) with
    /// the player who pays.
    pub fn ended_at_repetition(&self) -> Option<Game<S>> {
        let rules = self.rules.ended_at_repetition(&self.board)?;
        Some(Game { board: self.board.clone(), rules, options: self.options, entry: self.entry })
    }

    /// The greatest area that a position can have, in Black's favour.
    pub fn most(&self) -> i32 {
        self.board.points() as i32
    }

    /// The most points that either player can win by, under a ruleset whose games may go on for
    /// ever.
    pub fn max_margin(&self) -> i32 {
        let (low, high) = self.value_range(&self.start(Position::default(), Player::Black));
        (-low).max(high).ceil().to_integer()
    }

    /// The least and the greatest value that a state can have: see [`Ruleset::value_range`].
    pub fn value_range(&self, state: &State<S>) -> (Points, Points) {
        self.rules.value_range(&self.board, state)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::catalogue;
    use crate::{Game, State};
    use superko_go::bits::members;
    use superko_go::{Board, Move, Suicide};

    fn game(board: &str, rules: &str) -> Game {
        rules.parse::<Rules>().unwrap().game(Board::parse(board).unwrap())
    }

    /// The state after a move.
    fn after(game: &Game, state: &State, mv: Move) -> State {
        let made = game.legal(state).into_iter().find(|(legal, _)| *legal == mv);
        let Some((_, Ruling::Leads(next))) = made else { panic!("{mv:?} is legal and leads on") };
        next
    }

    /// Visits the states that stone plays lead to, at most `most` of them, each with the positions
    /// that have stood.
    fn walk(game: &Game, most: usize, mut look: impl FnMut(&State, &BTreeSet<Position>)) {
        let start = game.start(Position::default(), Player::Black);
        let mut open = vec![(start.clone(), BTreeSet::from([start.key.position]))];
        let mut looked = 0;
        while let Some((state, stood)) = open.pop() {
            look(&state, &stood);
            looked += 1;
            if looked == most {
                return;
            }
            for (mv, ruling) in game.legal(&state) {
                if let (Some(_), Ruling::Leads(next)) = (mv.placed(), ruling) {
                    let mut stood = stood.clone();
                    stood.insert(next.key.position);
                    open.push((next, stood));
                }
            }
        }
    }

    #[test]
    fn under_positional_superko_another_turn_has_the_same_bars() {
        let game = game("2x2", "psk");
        walk(&game, 2000, |state, stood| {
            let mover = state.key.mover.other();
            let turned = game.with_turn_of(state, mover).unwrap();
            let legal: Vec<Move> = game.legal(&turned).into_iter().map(|(mv, _)| mv).collect();
            let placed = |point: u8| {
                state
                    .key
                    .position
                    .place(&game.board, mover, point, Suicide::Forbidden)
                    .map(|made| made.position)
            };
            let empty = game.board.full() & !state.key.position.occupied();
            let free =
                members(empty).filter(|point| placed(*point).is_some_and(|made| !stood.contains(&made)));
            let expected: Vec<Move> = free.map(Move::Place).chain([Move::Pass]).collect();
            assert_eq!(legal, expected, "{state:?}");
        });
    }

    #[test]
    fn another_turn_keeps_all_that_has_happened_and_is_none_where_a_pass_counts_for_it() {
        for entry in *catalogue::ALL {
            let all = entry.combinations().into_iter();
            for rules in all.filter(|rules| rules.options.players == Players::Two) {
                let game = rules.game(Board::parse("1x4").unwrap());
                let mut turned = 0;
                walk(&game, 60, |state, _| {
                    let mover = state.key.mover.other();
                    assert_eq!(game.with_turn_of(state, state.key.mover).as_ref(), Some(state));
                    if let Some(found) = game.with_turn_of(state, mover) {
                        assert_eq!((found.key.position, found.key.mover), (state.key.position, mover));
                        assert!(state.past.facts().all(|(fact, tally)| found.past.get(fact) == Some(*tally)));
                        assert!(!game.legal(&found).is_empty());
                        turned += 1;
                    }
                    // A pass is in the phase wherever it counts for the turn after it.
                    let passed = game.legal(state).into_iter().find(|(mv, _)| *mv == Move::Pass);
                    if let Some((_, Ruling::Leads(passed))) = passed {
                        let found = game.with_turn_of(&passed, state.key.mover);
                        assert!(found.is_none() || passed.key.phase == 0, "{} {passed:?}", entry.id);
                    }
                });
                assert!(turned > 0, "{}", entry.id);
            }
        }
    }

    #[test]
    fn a_ko_bars_the_player_whose_turn_it_was() {
        let game = game("1x2", "simple-ko");
        let start = game.start(Position::default(), Player::Black);
        // White's stone takes Black's, which may not retake.
        let state = after(&game, &after(&game, &start, Move::Place(0)), Move::Place(1));
        let legal = |state: &State| game.legal(state).into_iter().map(|(mv, _)| mv).collect::<Vec<_>>();
        assert_eq!(legal(&state), [Move::Pass]);
        let turned = game.with_turn_of(&state, Player::White).unwrap();
        assert_eq!(turned.key.phase, 0);
        let back = game.with_turn_of(&turned, Player::Black).unwrap();
        assert_eq!(legal(&back), [Move::Place(0), Move::Pass]);
    }

    #[test]
    fn with_three_players_there_is_no_other_turn() {
        let game = game("1x4", "psk --players 3");
        assert_eq!(game.with_turn_of(&game.start(Position::default(), Player::Black), Player::White), None);
    }
}
