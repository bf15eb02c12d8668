//! The time that the controller leaves. Nothing is measured here: `time_left` tells before each move what is left, and a
//! controller that does not send it has every move begin with what the settings of time say.

use std::time::Duration;

use crate::go::Player;

/// The share of the main time that a move may take.
const SHARE: u32 = 10;

/// What a player has left: the time, and the stones that are to be played in it, 0 in the main time.
type Left = (Duration, u32);

/// What the controller has said of the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    /// Of Black and White, if there is a limit.
    left: [Option<Left>; 2],
    /// Whether the overtime is by periods of one stone each: then the number of stones is that of the periods left.
    periods: bool,
}

impl Clock {
    /// A clock of some settings: the main time, and an overtime in which so many stones are to be played. Without main time
    /// the overtime begins at once. An overtime for no stones is no limit, as the protocol has it.
    pub fn new(main: Duration, overtime: Duration, stones: u32) -> Clock {
        let left = match (main.is_zero(), overtime.is_zero(), stones) {
            (_, false, 0) | (true, true, _) => None,
            (true, false, stones) => Some((overtime, stones)),
            (false, ..) => Some((main, 0)),
        };
        Clock { left: [left; 2], periods: false }
    }

    /// The same with an overtime of so many periods of one stone each.
    pub fn with_periods(main: Duration, period: Duration, periods: u32) -> Clock {
        let stones = periods.min(1);
        let overtime = if stones == 0 { Duration::ZERO } else { period };
        Clock { periods: true, ..Clock::new(main, overtime, stones) }
    }

    /// Sets what is left for a player.
    pub fn set(&mut self, player: Player, time: Duration, stones: u32) {
        let stones = if self.periods { stones.min(1) } else { stones };
        self.left[player.index()] = Some((time, stones));
    }

    /// The time that a player's move may take, if there is a limit: a tenth of the main time, or a fair share of an
    /// overtime less a tenth.
    pub fn allows(&self, player: Player) -> Option<Duration> {
        self.left[player.index()].map(|(time, stones)| match stones {
            0 => time / SHARE,
            stones => time / stones * (SHARE - 1) / SHARE,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn seconds(number: u64) -> Option<Duration> {
        Some(Duration::from_secs(number))
    }

    #[test]
    fn a_move_takes_a_share_of_what_is_left() {
        let mut clock = Clock::default();
        assert_eq!(clock.allows(Player::Black), None);
        clock.set(Player::Black, MINUTE, 0);
        clock.set(Player::White, MINUTE, 2);
        assert_eq!(Player::ALL.map(|player| clock.allows(player)), [seconds(6), seconds(27)]);
    }

    #[test]
    fn of_periods_each_is_for_one_stone() {
        let mut clock = Clock::with_periods(MINUTE, MINUTE, 5);
        assert_eq!(clock.allows(Player::Black), seconds(6));
        clock.set(Player::Black, MINUTE, 4);
        assert_eq!(clock.allows(Player::Black), seconds(54));
        assert_eq!(Clock::with_periods(Duration::ZERO, MINUTE, 5).allows(Player::White), seconds(54));
    }

    #[test]
    fn settings_say_what_each_move_begins_with() {
        let none = Duration::ZERO;
        for (clock, allowed) in [
            (Clock::new(MINUTE, MINUTE, 5), seconds(6)),
            (Clock::new(MINUTE, none, 0), seconds(6)),
            (Clock::new(none, MINUTE, 2), seconds(27)),
            (Clock::new(none, MINUTE, 0), None),
            (Clock::new(none, none, 0), None),
            (Clock::with_periods(MINUTE, MINUTE, 0), seconds(6)),
            (Clock::with_periods(none, MINUTE, 0), None),
        ] {
            assert_eq!(clock.allows(Player::Black), allowed, "{clock:?}");
        }
    }
}
