//! Whether every game under a composition ends.
//!
//! # Between two passes
//! A sequence of stone plays without a pass is finite if there is a ban on repetition or a draw by a state that occurs
//! again. Under `position`, `situation`, `natural-situation` and `passed-situation` every stone play makes a fact hold that
//! did not hold, of finitely many, and only a pass makes such facts cease. Under `left-position` (two players) a play by a
//! player on a position bars his opponent from recreating it; so a position can come back to be played on at most once
//! more by the other player, and then both are barred. Under a draw every state occurs a bounded number of times.
//!
//! # Passes
//! So an endless game has infinitely many passes. It has not, if one of the following holds:
//!
//! * *Nothing lifts* the ban on repetition. Then there are finitely many stone plays in all, and after the last one the
//!   players pass in a row for ever (under `left-position` only where suicide is forbidden: a player may recreate a position
//!   that he alone plays on, so he could fill and remove his stones for ever while his opponent passes): some number of passes in a row ends the game, or a second pass on a position of a
//!   player or of all opponents of one, or all passing in one situation, or a state that occurs again since the start.
//! * *A player's second pass* on a position ends the game, and nothing makes passes be forgotten: there are finitely many
//!   pairs of player and position. With two players passes of all opponents of one are passes of a player.
//! * *`initialised-twice` and a number of passes in a row*: only finitely many passes initialise a position for a player for
//!   whom it was not initialised before. After the last of them every player after a pass may only pass himself, so the
//!   passes come in a row.
//! * *`disturbed-twice`*: a stone play after a run of 1 to n - 1 passes (n players) is a disturbing play, and there are finitely
//!   many, as each player makes one on a position. After the last of them every run of passes that a stone play follows is n
//!   long at least. So a number of passes in a row that is n at most ends the game; or passes of a player, or of all
//!   opponents of one (n - 1 in a row), occur again on a position, with no disturbing play between.
//! * *`declined` and two passes in a row* (two players): if a player passes on X and the other does not, that other player D may
//!   not recreate X. The first can pass on X again only if D brought X about by a pass, and then his own pass is the
//!   second in a row. So each position is declined once by each player.
//! * *A draw by a state that occurs again since the start*: there are finitely many states.
//!
//! # Games that may go on for ever
//! Where none of this holds the solver needs a state without a past: no fact may be asked for. Then the game is solved by
//! retrograde analysis, which knows passes in a row as the end, area, and the last position.

use super::{Clauses, Passes, Repetition, Scored, SecondPass, Since};
use crate::axes::{Options, Scoring};
use crate::clauses::LiftedBy;
use superko_go::{Players, Suicide};

/// Whether games end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endings {
    /// Every game ends.
    Always,
    /// A game may go on for ever, and the state has no past.
    Endless,
    /// A game may go on for ever, although moves change the past: the solver has no engine for such games.
    Unknown,
}

impl Clauses {
    /// Whether every game ends.
    pub fn endings(&self, options: &Options) -> Endings {
        if self.finite_between_passes() && self.finite_passes(options) {
            return Endings::Always;
        }
        let two_by_area = options.players == Players::Two && options.scoring == Scoring::Area;
        let plain = self.scored == Scored::LastPosition && self.price_of_pass == 0 && two_by_area;
        match !self.asks_for_facts() && self.passes_in_a_row.is_some() && plain {
            true => Endings::Endless,
            false => Endings::Unknown,
        }
    }

    /// Whether any fact of the past can change what may be played or what it leads to.
    pub fn asks_for_facts(&self) -> bool {
        let further = self.initialised_twice || self.disturbed_twice || self.declined;
        self.repetition.is_some() || further || self.second_pass.is_some() || self.draw.is_some()
    }

    fn finite_between_passes(&self) -> bool {
        self.repetition.is_some() || self.draw.is_some()
    }

    fn finite_passes(&self, options: &Options) -> bool {
        let (players, last) = (options.players.count() as u32, self.last_pass(options));
        let second = self.second_pass.is_some();
        let own = match self.second_pass {
            Some(SecondPass::Player) => true,
            Some(SecondPass::Opponents) => players == 2,
            None => false,
        };
        let since_start = self.draw.is_some_and(|draw| draw.since == Since::Start);
        let alone =
            self.repetition == Some(Repetition::LeftPosition) && options.suicide != Suicide::Forbidden;
        let never_lifted = self.repetition.is_some() && self.lifted_by == LiftedBy::Nothing && !alone;
        never_lifted && (last.is_some() || second || self.all_pass_in_one_situation)
            || own && !self.passes_forgotten
            || self.initialised_twice && last.is_some()
            || self.disturbed_twice && (second || last.is_some_and(|last| last <= players))
            || self.declined && last == Some(2)
            || since_start
    }

    /// Whether the ban on repetition is about situations that remember the last position passed on.
    pub fn remembers_passes(&self) -> bool {
        self.repetition == Some(Repetition::PassedSituation)
    }

    /// The largest run of passes that any clause tells from smaller ones.
    pub fn longest_run(&self, options: &Options) -> u32 {
        let players = options.players.count() as u32;
        let one = self.declined || self.initialised_twice || self.lifted_by == LiftedBy::TwoPasses;
        let asked = [
            u32::from(one || self.all_pass_in_one_situation),
            if self.scored == Scored::ScoringPositions { players - 1 } else { 0 },
            if self.disturbed_twice { players } else { 0 },
            if self.second_pass == Some(SecondPass::Opponents) { players - 2 } else { 0 },
        ];
        let asked = asked.into_iter().max().unwrap_or_default();
        match self.last_pass(options) {
            Some(last) => asked.max(last - 1),
            None => asked,
        }
    }
}

impl Passes {
    /// The greatest number, and the greatest number of passes above the number of players, that a file may ask for.
    pub const MOST: u32 = 12;
}
