//! The clauses that a ruleset is composed of.
//!
//! A ruleset says what bars a stone play, what makes a position occur and what lifts the ban on it, when the game ends,
//! how it is scored, and what a pass costs. Each of these is a clause with a few values, named by the field's own words.
//! [`Clauses`] holds those that only a rules file can choose; suicide, scoring, what makes a position occur, prisoners,
//! what a game without end is worth and the number of players are options as well, so they stand in [`Options`], and a
//! composition is made of both. `together` says which values have no meaning beside each other, `endings` when every
//! game ends, and `rules::machine` is the state machine.
//!
//! The documents from which each clause comes are named at its values. What a clause does to the state of a game is
//! written down once more, for readers and checkers of certificates, in `solutions/CERTIFICATES.md`.

mod discord;
mod endings;
mod help;
mod together;
mod words;

pub use discord::Discord;
pub use endings::Endings;
pub use help::{HELP, Help};
pub use together::MOST_PRICE;
pub use words::Word;

use super::axes::{Axis, Options};
use superko_go::Player;

/// What a stone play may not recreate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// A position that has stood (positional superko; the bans of Spight, Kee 2009 and Kee 2020).
    Position,
    /// A position with the same player to move; a pass makes a situation occur too (situational superko).
    Situation,
    /// The same, but only stone plays and the start make a situation occur (natural situational superko).
    NaturalSituation,
    /// A position with the same player to move and the same last position that his opponent passed on (Kee 2007).
    PassedSituation,
    /// A position on which the opponent of the player has made a stone play (Spight II).
    LeftPosition,
}

/// Which passes lift the ban on repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LiftedBy {
    /// None.
    Nothing,
    /// Every pass (Spight; Kee 2009, rule 13; Kee 2020).
    Pass,
    /// The second pass of a run of passes, and each later one.
    TwoPasses,
}

/// How many passes in a row end the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Passes {
    /// So many.
    Number(u32),
    /// One of every player, and so many more.
    Players(u32),
}

/// Which second pass on a position ends the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SecondPass {
    /// A player's own (Spight; Kee 2009, rule 15; KataGo).
    Player,
    /// Passes in a row by all opponents of one player, for the second time (Kee, March 2020).
    Opponents,
}

/// Since when the occurrences of a state are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Since {
    /// The start of the game.
    Start,
    /// The last pass; the state after it is the first.
    Pass,
}

/// The end of a game as a draw by a state (position and player to move) that occurs again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Draw {
    /// The occurrence that ends the game: the second or the third.
    pub at: u32,
    /// Since when they are counted.
    pub since: Since,
}

/// Which positions a finished game scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scored {
    /// The last.
    LastPosition,
    /// The scoring positions of the cycle between a player's two passes on a position; their mean is the score (Kee
    /// 2009, rules 15 to 20).
    ScoringPositions,
}

/// The clauses that only a rules file chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Clauses {
    /// Who moves first unless the user says otherwise.
    pub first_move: Player,
    /// Whether a ko may not be retaken at once.
    pub basic_ko: bool,
    /// What a stone play may not recreate.
    pub repetition: Option<Repetition>,
    /// Whether a player whose position was initialised for him before may only pass on it (Kee 2020).
    pub initialised_twice: bool,
    /// Whether a player may make no second disturbing play on a position (Kee, March 2020).
    pub disturbed_twice: bool,
    /// Whether a player may not recreate a position on which he did not answer a pass by a pass (Spight II).
    pub declined: bool,
    /// Which passes lift the ban on repetition.
    pub lifted_by: LiftedBy,
    /// How many passes in a row end the game, if any number does.
    pub passes_in_a_row: Option<Passes>,
    /// Which second pass on a position ends the game, if one does.
    pub second_pass: Option<SecondPass>,
    /// Whether a disturbing play makes the passes before it count no more for the end.
    pub passes_forgotten: bool,
    /// Whether the game ends when all players pass in a row in one situation (Kee 2007).
    pub all_pass_in_one_situation: bool,
    /// The draw by a state that occurs again, if there is one.
    pub draw: Option<Draw>,
    /// Which positions a finished game scores.
    pub scored: Scored,
    /// The points that a pass costs its player.
    pub price_of_pass: i32,
}

impl Clauses {
    /// The values that clauses have which a rules file leaves out. They end no game, so a file must say more.
    pub const DEFAULT: Clauses = Clauses {
        first_move: Player::Black,
        basic_ko: false,
        repetition: None,
        initialised_twice: false,
        disturbed_twice: false,
        declined: false,
        lifted_by: LiftedBy::Nothing,
        passes_in_a_row: None,
        second_pass: None,
        passes_forgotten: false,
        all_pass_in_one_situation: false,
        draw: None,
        scored: Scored::LastPosition,
        price_of_pass: 0,
    };

    /// The options that are clauses too, with the name that each has among the clauses.
    pub const SHARED: [(Axis, &'static str); 6] = [
        (Axis::Players, "players"),
        (Axis::Suicide, "suicide"),
        (Axis::Lift, "occurs"),
        (Axis::Scoring, "scoring"),
        (Axis::Prisoners, "prisoners"),
        (Axis::Cycles, "endless"),
    ];

    /// The number of passes in a row that end the game among so many players, if any number does.
    pub fn last_pass(&self, options: &Options) -> Option<u32> {
        Some(match self.passes_in_a_row? {
            Passes::Number(number) => number,
            Passes::Players(more) => options.players.count() as u32 + more,
        })
    }

    /// Whether the options with which a clause has a meaning are there: what a pass leaves of a ban, when prisoners
    /// are counted, what a game without end is worth.
    pub fn has(&self, axis: Axis, options: &Options) -> bool {
        use super::axes::Scoring;
        let occurring = matches!(
            self.repetition,
            Some(Repetition::Position | Repetition::Situation | Repetition::PassedSituation)
        );
        match axis {
            Axis::Suicide | Axis::Scoring | Axis::Players => true,
            Axis::Lift => self.lifted_by != LiftedBy::Nothing && occurring,
            Axis::Prisoners => {
                self.scored == Scored::ScoringPositions && options.scoring == Scoring::Territory
            }
            Axis::Cycles => self.endings(options) == Endings::Endless,
            _ => false,
        }
    }

    /// Every clause that is not at the value that it has when a file leaves it out, with its value as a file has it, in
    /// the order of the documentation. Those shared with the options are given whenever they have a meaning.
    pub fn listed(&self, options: &Options) -> Vec<(&'static str, String)> {
        words::listed(self, options)
    }
}
