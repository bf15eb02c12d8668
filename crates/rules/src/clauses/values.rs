//! The values of clauses that are no words: passes, draws, points for passes and coupons, and the
//! number of moves after which a game is cut off.

use super::Since;
use crate::fact::Gain;
use superko_go::Player;

/// The number of passes in a row that end the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Passes {
    /// This number.
    Number(u32),
    /// One of every player, and this number more.
    Players(u32),
}

impl Passes {
    /// The greatest number, and the greatest number of passes above the number of players, that a
    /// file may ask for.
    pub const MAX: u32 = 12;

    /// The number as a rules file has it.
    pub fn text(self) -> String {
        match self {
            Passes::Number(number) => number.to_string(),
            Passes::Players(0) => "\"players\"".to_string(),
            Passes::Players(more) => format!("\"players + {more}\""),
        }
    }
}

/// The end of a game as a draw by a state (position and player to move) that occurs again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Draw {
    /// The occurrence that ends the game: the second or the third.
    pub at: u32,
    /// Since when they are counted.
    pub since: Since,
}

/// The number of moves after which the position is scored, passes and coupons counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cut {
    /// This number.
    Moves(u32),
    /// Twice the number of intersections.
    TwicePoints,
}

impl Cut {
    /// The greatest number that a file may ask for.
    pub const MAX: u32 = 10_000;

    /// The value in a rules file that stands for [`Cut::TwicePoints`].
    pub const TWICE: &'static str = "2 * points";

    /// The number on a board of `points` intersections.
    pub fn moves(self, points: usize) -> u32 {
        match self {
            Cut::Moves(moves) => moves,
            Cut::TwicePoints => 2 * points as u32,
        }
    }

    /// The value as a rules file has it.
    pub fn text(self) -> String {
        match self {
            Cut::Moves(moves) => moves.to_string(),
            Cut::TwicePoints => format!("{:?}", Cut::TWICE),
        }
    }
}

/// The greatest number of last positions that a ban on repetition may be about.
pub const MAX_WINDOW: u32 = 20;

/// The greatest number of prisoners that may win a game.
pub const MAX_CAPTURES: u32 = 20;

/// What a player gains by the first pass of a game: Black, White.
pub type FirstPass = [Gain; 2];

/// The values of a stack of coupons, in the order in which they are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Coupons {
    values: [Gain; Coupons::MAX],
    count: usize,
}

impl Coupons {
    /// The most coupons that there may be.
    pub const MAX: usize = 8;

    /// The greatest number of half points that a coupon may be worth, and a first pass.
    pub const MAX_HALVES: u32 = 200;

    /// None.
    pub const NONE: Coupons = Coupons { values: [Gain::NONE; Coupons::MAX], count: 0 };

    /// A stack; `None` if there are too many, or one is worth more than the one before it.
    pub fn of(values: &[Gain]) -> Option<Coupons> {
        let mut coupons = Coupons { count: values.len(), ..Coupons::NONE };
        coupons.values.get_mut(..values.len())?.copy_from_slice(values);
        values.is_sorted_by(|above, below| above >= below).then_some(coupons)
    }

    /// The values.
    pub fn values(&self) -> &[Gain] {
        &self.values[..self.count]
    }

    /// The value of the next coupon when some have been taken.
    pub fn after(&self, taken: u32) -> Option<Gain> {
        self.values().get(taken as usize).copied()
    }

    /// The value as a rules file has it.
    pub fn text(&self) -> String {
        let values: Vec<String> = self.values().iter().map(|value| quoted(*value)).collect();
        format!("[{}]", values.join(", "))
    }
}

/// Points as a text has them: `1`, or `1/2`.
pub fn points_text(points: Gain) -> String {
    points.exact().to_string()
}

/// Points as a rules file has them: a number, or a fraction in quotation marks.
fn quoted(points: Gain) -> String {
    match points.in_halves() % 2 {
        0 => points_text(points),
        _ => format!("{:?}", points_text(points)),
    }
}

/// The gain of a first pass as a rules file has it.
pub fn first_pass_text(first_pass: &FirstPass) -> String {
    let gains = Player::ALL.into_iter().zip(first_pass).filter(|(_, gain)| **gain != Gain::NONE);
    let each = gains.map(|(player, gain)| format!("{} = {}", player.name().to_lowercase(), quoted(*gain)));
    format!("{{ {} }}", each.collect::<Vec<_>>().join(", "))
}
