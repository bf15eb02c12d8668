//! Who plays: two to six players, their colours, and the order of their turns.

/// A player and his colour. Black is the first player; scores are Black's points less White's, and each player's own
/// points where more than two play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The first player.
    Black,
    /// The second player.
    White,
    /// The third player, if there are three.
    Red,
    /// The fourth player, if there are four.
    Green,
    /// The fifth player, if there are five.
    Yellow,
    /// The sixth player, if there are six.
    Violet,
}

/// `black`, `white`, `red`, `green`, `yellow` or `violet`, as users write a player.
pub fn colour(player: Player) -> &'static str {
    match player {
        Player::Black => "black",
        Player::White => "white",
        Player::Red => "red",
        Player::Green => "green",
        Player::Yellow => "yellow",
        Player::Violet => "violet",
    }
}

impl Player {
    /// Both players of a game of two, in the order of play.
    pub const ALL: [Player; 2] = [Player::Black, Player::White];

    /// All that there may be, in the order of play.
    pub const COLOURS: [Player; 6] =
        [Player::Black, Player::White, Player::Red, Player::Green, Player::Yellow, Player::Violet];

    /// His place in [`Player::COLOURS`]: 0 for Black, 1 for White.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The opponent in a game of two. (Of any other player it is Black.)
    #[inline]
    pub fn other(self) -> Player {
        match self {
            Player::Black => Player::White,
            _ => Player::Black,
        }
    }

    /// `Black`, `White`, `Red`, `Green`, `Yellow` or `Violet`.
    pub fn name(self) -> &'static str {
        match self {
            Player::Black => "Black",
            Player::White => "White",
            Player::Red => "Red",
            Player::Green => "Green",
            Player::Yellow => "Yellow",
            Player::Violet => "Violet",
        }
    }

    /// The letter of his stones in a diagram.
    pub fn letter(self) -> char {
        match self {
            Player::Black => 'X',
            Player::White => 'O',
            Player::Red => 'R',
            Player::Green => 'G',
            Player::Yellow => 'Y',
            Player::Violet => 'V',
        }
    }
}

/// How many play. They move in turn, Black first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Players {
    /// Black and White.
    #[default]
    Two = 2,
    /// Black, White and Red.
    Three,
    /// Black, White, Red and Green.
    Four,
    /// Black, White, Red, Green and Yellow.
    Five,
    /// Black, White, Red, Green, Yellow and Violet.
    Six,
}

impl Players {
    /// All numbers of players.
    pub const ALL: [Players; 5] = [Players::Two, Players::Three, Players::Four, Players::Five, Players::Six];

    /// The players, in the order of play.
    #[inline]
    pub fn all(self) -> &'static [Player] {
        &Player::COLOURS[..self.count()]
    }

    /// The least number of players of whom this is one.
    pub fn with(player: Player) -> Players {
        let with = Players::ALL.into_iter().find(|players| players.all().contains(&player));
        with.expect("every player plays where six do")
    }

    /// The number of players.
    #[inline]
    pub fn count(self) -> usize {
        self as usize
    }

    /// Whose turn comes after a player's.
    #[inline]
    pub fn next(self, player: Player) -> Player {
        self.all().get(player.index() + 1).copied().unwrap_or(Player::Black)
    }

    /// Whose turn came before a player's.
    pub fn previous(self, player: Player) -> Player {
        self.all()[(player.index() + self.count() - 1) % self.count()]
    }

    /// The player as seen by another, who takes himself for Black and counts on from there.
    pub fn seen_by(self, viewer: Player, player: Player) -> Player {
        let count = self.count();
        self.all()[(player.index() + count - viewer.index()) % count]
    }

    /// The most intersections that a board may have with so many players: what the two words of a
    /// [`Position`](super::Position) hold.
    pub const fn most_points(self) -> usize {
        match self {
            Players::Two => 64,
            Players::Three => 63,
            Players::Four | Players::Five | Players::Six => 31,
        }
    }

    /// Why a board of so many intersections is too large for so many players, in one line; `None` if it is not.
    pub fn refuse(self, points: usize) -> Option<String> {
        let (count, most) = (self.count(), self.most_points());
        (points > most)
            .then(|| format!("{points} intersections, expected at most {most} with {count} players"))
    }
}
