//! Who plays: two or three players, their colours, and the order of their turns.

/// A player and his colour. Black is the first player; scores are Black's points less White's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The first player.
    Black,
    /// The second player.
    White,
    /// The third player, if there are three.
    Red,
}

impl Player {
    /// Both players of a game of two, in the order of play.
    pub const ALL: [Player; 2] = [Player::Black, Player::White];

    /// 0 for Black, 1 for White, 2 for Red.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The opponent in a game of two. (Of Red it is Black, whose turn comes after his.)
    #[inline]
    pub fn other(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White | Player::Red => Player::Black,
        }
    }

    /// `Black`, `White` or `Red`.
    pub fn name(self) -> &'static str {
        match self {
            Player::Black => "Black",
            Player::White => "White",
            Player::Red => "Red",
        }
    }

    /// The letter of his stones in a diagram.
    pub fn letter(self) -> char {
        match self {
            Player::Black => 'X',
            Player::White => 'O',
            Player::Red => 'R',
        }
    }
}

/// How many play. They move in turn, Black first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Players {
    /// Black and White.
    #[default]
    Two,
    /// Black, White and Red.
    Three,
}

impl Players {
    /// The players, in the order of play.
    pub fn all(self) -> &'static [Player] {
        match self {
            Players::Two => &Player::ALL,
            Players::Three => &[Player::Black, Player::White, Player::Red],
        }
    }

    /// The most players that there can be.
    pub const fn most() -> Players {
        Players::Three
    }

    /// The number of players.
    #[inline]
    pub fn count(self) -> usize {
        match self {
            Players::Two => 2,
            Players::Three => 3,
        }
    }

    /// Whose turn comes after a player's.
    #[inline]
    pub fn next(self, player: Player) -> Player {
        match (self, player) {
            (Players::Three, Player::White) => Player::Red,
            _ => player.other(),
        }
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
}
