//! The time that the controller leaves. Nothing is measured here: `time_left` tells before each move what is left.

use std::time::Duration;

use crate::go::Player;

/// The share of the main time that a move may take.
const SHARE: u32 = 10;

/// What the controller has said of the time that is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    /// Of Black and White: the time, and the stones that are to be played in it, 0 in the main time.
    left: [Option<(Duration, u32)>; 2],
}

impl Clock {
    /// Sets what is left for a player.
    pub fn set(&mut self, player: Player, time: Duration, stones: u32) {
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

    #[test]
    fn a_move_takes_a_share_of_what_is_left() {
        let mut clock = Clock::default();
        assert_eq!(clock.allows(Player::Black), None);
        clock.set(Player::Black, Duration::from_secs(60), 0);
        clock.set(Player::White, Duration::from_secs(60), 2);
        let [black, white] = Player::ALL.map(|player| clock.allows(player));
        assert_eq!((black, white), (Some(Duration::from_secs(6)), Some(Duration::from_secs(27))));
    }
}
