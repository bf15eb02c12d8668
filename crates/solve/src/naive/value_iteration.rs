//! Value iteration: games that may go on for ever, solved in the plainest way.
//!
//! The plain counterpart of [`crate::retrograde`], for tests. It shares nothing with it but the rules: no
//! canonical keys, no edges backwards, no attractors.
//!
//! Every key is first guessed to be worth the same, the *horizon*. Then each key is given the best, for
//! its mover, of what its moves are worth by the last guess, again and again until nothing changes. After k
//! rounds a key has the value of the game that is cut off after k moves and is then worth the horizon h.
//! For v > h, Black reaches v in that game if and only if he can force an end with v or more within k
//! moves; for v <= h, unless White can force an end with less than v within k moves. Both are settled once
//! k is large enough, since keys are finite and what can be forced in k moves can be forced in k + 1. So
//! the guesses converge, to the median of h, what Black can force and what White can hold him to:
//!
//! * for h = -n, n being the most that a score can be, to what Black can force in finite play;
//! * for h = n, to what White can hold him to in finite play;
//! * for h = 0, to the value if games without end are draws;
//! * for h beyond any score, to h if and only if the player who suffers by it cannot force an end at all.

use std::collections::HashMap;

use crate::budget::{Budget, Stopped};
use superko_go::Player;
use superko_rules::{Effect, Game, Key};

/// Every key that can be reached from some starts, and what its moves lead to.
pub struct Reached {
    numbers: HashMap<Key, usize>,
    /// The mover and the moves of each key, by its number.
    moves: Vec<(Player, Vec<Next>)>,
}

enum Next {
    /// The end of the game, with its score.
    End(i32),
    /// The key of this number.
    To(usize),
}

impl Reached {
    /// Lists the keys.
    ///
    /// # Errors
    /// What stopped the effort.
    pub fn list(
        game: &Game,
        starts: impl IntoIterator<Item = Key>,
        budget: &Budget,
    ) -> Result<Reached, Stopped> {
        let mut plays = HashMap::new();
        let mut open: Vec<Key> = starts.into_iter().collect();
        while let Some(key) = open.pop() {
            if plays.contains_key(&key) {
                continue;
            }
            budget.spend(1)?;
            let list = game.plays(&key);
            open.extend(list.iter().filter_map(|play| match &play.effect {
                Effect::Next(next, _) => Some(*next),
                Effect::End(_) => None,
            }));
            plays.insert(key, list);
        }
        let numbers: HashMap<Key, usize> = plays.keys().copied().zip(0..).collect();
        let next = |effect: &Effect| match effect {
            Effect::End(score) => Next::End(*score),
            Effect::Next(next, _) => Next::To(numbers[next]),
        };
        // A map that does not change is always listed in one order, so each key comes at the place of its number.
        let moves = plays.iter().map(|(key, plays)| {
            let nexts = plays.iter().map(|play| next(&play.effect));
            (key.mover, nexts.collect())
        });
        let moves = moves.collect();
        Ok(Reached { numbers, moves })
    }

    /// The keys.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        self.numbers.keys()
    }

    /// The value of every key, if a game without end is worth the horizon.
    ///
    /// # Errors
    /// What stopped the effort.
    pub fn values(&self, horizon: i32, budget: &Budget) -> Result<HashMap<Key, i32>, Stopped> {
        let mut guess = vec![horizon; self.moves.len()];
        loop {
            let mut better = Vec::with_capacity(guess.len());
            for (mover, nexts) in &self.moves {
                budget.spend(1)?;
                let after = nexts.iter().map(|next| match next {
                    Next::End(score) => *score,
                    Next::To(number) => guess[*number],
                });
                let value = match mover {
                    Player::Black => after.max(),
                    _ => after.min(),
                };
                better.push(value.expect("a pass is always there"));
            }
            if better == guess {
                return Ok(self.numbers.iter().map(|(key, number)| (*key, guess[*number])).collect());
            }
            guess = better;
        }
    }
}
