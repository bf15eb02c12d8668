//! Which moves a walk may take at each step, and what shows that the two games still differ there.
//!
//! **Values.** As long as one of the games always ends, the values themselves are compared. A game without result counts
//! as a draw here, whose value Black cannot bring above and White not below: with `low` and `high` what the players can
//! force in finite play, the value is then the median of `low`, 0 and `high`, which for the player to move is the best
//! over his moves.
//!
//! * If the values differ as numbers, the player to move does better under one of the rulesets, and a best move of that
//!   ruleset is followed. There it keeps the value; under the other ruleset it leads to a value that is no better for him
//!   than before, as the value before is the best over all moves. So the values still differ, by no less than before, and
//!   in the same direction.
//! * If one is a draw and the other no result, a move that keeps *no result* is followed. Under the other ruleset, all of
//!   whose games end, the value after it is a number. Whatever number it is, it is not *no result*.
//!
//! **What a player can force.** If both games may go on for ever, values are no guide: moves that keep them may walk in
//! circles. Then what Black can force in finite play is compared, or, if that is the same, what White can. The player who
//! can force more in one game, his *own* game, plays a move there that keeps this and leaves him fewer moves until the end
//! ([`Retrograde::forced`]); his opponent plays a move of the other game that allows no more than before. In his own game
//! no move of the opponent takes anything from him, or any progress; in the other no move of his own brings him more. So
//! the difference stays, and the walk is finite. If nothing of that differs, games without end are judged differently,
//! which is then all that there is to say.

use crate::go::{Move, Player};
use crate::rules::{Effect, Game, Points, State};
use crate::solve::retrograde::Retrograde;
use crate::solve::{Budget, Request, Session, Stopped, Value, Want};

/// What shows that two games differ at two states.
pub enum Judge<'a, 'g> {
    /// Their values.
    Values {
        /// A session of each game.
        sessions: [&'a Session<'g>; 2],
    },
    /// What a player can force in finite play.
    Forced {
        /// The games.
        games: [&'g Game; 2],
        /// Each game, solved.
        analyses: Box<[Retrograde<'g>; 2]>,
        /// The player.
        player: Player,
        /// The game in which he can force more.
        own: usize,
    },
}

/// What a judge makes of two states.
pub struct Verdict {
    /// The game whose moves are followed.
    pub game: usize,
    /// These moves: after any of them the games still differ.
    pub followed: Vec<Move>,
}

/// A value as a number: a game without result counts as a draw.
fn number(value: Value) -> Points {
    value.points().unwrap_or_default()
}

impl<'a, 'g> Judge<'a, 'g> {
    /// The judge of two games at two states whose values differ; `None` if only games without end are judged differently.
    pub fn of(
        sessions: [&'a Session<'g>; 2],
        states: &[State; 2],
        budget: &Budget,
    ) -> Result<Option<Judge<'a, 'g>>, Stopped> {
        let games = sessions.map(Session::game);
        if games.iter().any(|game| game.rules.properties().always_ends) {
            return Ok(Some(Judge::Values { sessions }));
        }
        let analyse = |place: usize| Retrograde::solve(games[place], states[place].key, budget);
        let analyses = Box::new([analyse(0)?, analyse(1)?]);
        for player in Player::ALL {
            let [a, b] = [0, 1].map(|place| forced(&analyses[place], &states[place], player));
            if a != b {
                let own = usize::from(b > a);
                return Ok(Some(Judge::Forced { games, analyses, player, own }));
            }
        }
        Ok(None)
    }

    /// The player whose forced scores are compared, if it is not the values.
    pub fn forcing(&self) -> Option<Player> {
        match self {
            Judge::Values { .. } => None,
            Judge::Forced { player, .. } => Some(*player),
        }
    }

    /// Which moves are followed at two states that differ.
    pub fn verdict(&self, states: &[State; 2], budget: &Budget) -> Result<Verdict, Stopped> {
        match self {
            Judge::Values { sessions } => {
                let value = |place: usize| self.known(place, &states[place], budget);
                let [a, b] = [value(0)?, value(1)?];
                let game = match (number(a), number(b)) {
                    (one, other) if one != other => {
                        usize::from((other > one) == (states[0].key.mover == Player::Black))
                    }
                    _ => usize::from(b == Value::NoResult),
                };
                let mut followed = best_moves(sessions[game], &states[game], budget)?;
                // Moves that are best under both rulesets come first: then neither player gives anything away.
                let other = best_moves(sessions[1 - game], &states[1 - game], budget)?;
                followed.sort_by_key(|mv| !other.contains(mv));
                Ok(Verdict { game, followed })
            }
            Judge::Forced { games, analyses, player, own } => {
                let mover = states[0].key.mover;
                let game = if mover == *player { *own } else { 1 - own };
                let followed = kept(games[game], &analyses[game], &states[game], *player);
                Ok(Verdict { game, followed })
            }
        }
    }

    /// What is known of a state of one of the games: its value, or what the player can force there.
    pub fn shown(&self, place: usize, state: &State, budget: &Budget) -> Result<Option<Value>, Stopped> {
        match self {
            Judge::Values { .. } => self.known(place, state, budget).map(Some),
            Judge::Forced { analyses, player, .. } => {
                let own = forced(&analyses[place], state, *player);
                Ok(own.map(|own| Value::Points(Points::from_integer(signed(own, *player)))))
            }
        }
    }

    fn known(&self, place: usize, state: &State, budget: &Budget) -> Result<Value, Stopped> {
        let Judge::Values { sessions } = self else { unreachable!("values are not compared") };
        sessions[place].value(state, budget).map_err(|(_, stopped)| stopped)
    }
}

/// A score of Black as the own score of a player, and back.
fn signed(score: i32, player: Player) -> i32 {
    if player == Player::Black { score } else { -score }
}

/// The own score that a player can force in finite play; `None`, which is less than any, if he can force no end.
fn forced(analysis: &Retrograde, state: &State, player: Player) -> Option<i32> {
    analysis.forced(&state.key, player).map(|(score, _)| signed(score, player))
}

/// All moves that keep the value.
fn best_moves(session: &Session, state: &State, budget: &Budget) -> Result<Vec<Move>, Stopped> {
    let request = Request { best_moves: Want::All, line: false, ..Request::default() };
    let solution = session.solve(state, &request, budget);
    solution.stopped.map_or(Ok(solution.best_moves), Err)
}

/// The moves after which a player can force as much as before, in fewer moves, if he moves; if his opponent does, those
/// after which he can force no more than before.
fn kept(game: &Game, analysis: &Retrograde, state: &State, player: Player) -> Vec<Move> {
    let now = analysis.forced(&state.key, player).map(|(score, left)| (signed(score, player), left));
    let keeps = |effect: &Effect| {
        let after = match effect {
            Effect::End(score) => Some((signed(*score, player), 0)),
            Effect::Next(next, _) => {
                analysis.forced(next, player).map(|(score, left)| (signed(score, player), left))
            }
        };
        if state.key.mover != player {
            return after.map(|(score, _)| score) <= now.map(|(score, _)| score);
        }
        matches!((now, after), (Some((aim, left)), Some((score, then))) if score >= aim && (then < left || then == 0))
    };
    let plays = game.plays(&state.key);
    plays.iter().filter(|play| keeps(&play.effect)).map(|play| play.mv).collect()
}
