//! Players and moves.
//!
//! Two to six players, their colours, and the order of their turns. Moves: a stone on an
//! intersection, a pass, and the further moves of single rulesets: the challenge pass of Jann's
//! rules, what the players say after a stop under the rules of Jann and Nieminen, and coupons.

use crate::bits::Point;

/// A player and his colour. Black is the first player; scores are Black's points minus White's, and
/// each player's own points where more than two play.
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

/// The name, the name in small letters, and the letter in a diagram of each player, in the order of
/// play.
const NAMES: [(&str, &str, char); 6] = [
    ("Black", "black", 'X'),
    ("White", "white", 'O'),
    ("Red", "red", 'R'),
    ("Green", "green", 'G'),
    ("Yellow", "yellow", 'Y'),
    ("Violet", "violet", 'V'),
];

/// The colour of a player as users write it: `black`, `white`, `red`, `green`, `yellow` or
/// `violet`.
pub fn colour(player: Player) -> &'static str {
    NAMES[player.index()].1
}

impl Player {
    /// Both players of a game of two, in the order of play.
    pub const ALL: [Player; 2] = [Player::Black, Player::White];

    /// All players that there may be, in the order of play.
    pub const COLOURS: [Player; 6] =
        [Player::Black, Player::White, Player::Red, Player::Green, Player::Yellow, Player::Violet];

    /// The index in [`Player::COLOURS`]: 0 for Black, 1 for White.
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

    /// The name: `Black`, `White`, `Red`, `Green`, `Yellow` or `Violet`.
    pub fn name(self) -> &'static str {
        NAMES[self.index()].0
    }

    /// The letter of his stones in a diagram.
    pub fn letter(self) -> char {
        NAMES[self.index()].2
    }
}

/// The number of players. They move in turn, Black first.
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

    /// The player whose turn comes after a player's.
    #[inline]
    pub fn next(self, player: Player) -> Player {
        self.all().get(player.index() + 1).copied().unwrap_or(Player::Black)
    }

    /// The player whose turn came before a player's.
    pub fn previous(self, player: Player) -> Player {
        self.all()[(player.index() + self.count() - 1) % self.count()]
    }

    /// The player as seen by another, who takes himself for Black and counts on from there.
    pub fn seen_by(self, viewer: Player, player: Player) -> Player {
        let count = self.count();
        self.all()[(player.index() + count - viewer.index()) % count]
    }

    /// The most intersections that a board which is solved may have with this number of players:
    /// what the two words of a [`Position`](super::Position) hold.
    pub const fn max_points(self) -> usize {
        self.max_points_in(u64::BITS as usize)
    }

    /// The same where a set of intersections has `bits` bits.
    pub const fn max_points_in(self, bits: usize) -> usize {
        match self {
            Players::Two => bits,
            Players::Three => bits - 1,
            Players::Four | Players::Five | Players::Six => bits / 2 - 1,
        }
    }

    /// The reason why a board of `points` intersections is too large, in one line; `None` if it is
    /// not.
    pub fn refuse(self, points: usize) -> Option<String> {
        self.refuse_in(u64::BITS as usize, points)
    }

    /// The same where a set of intersections has `bits` bits.
    pub fn refuse_in(self, bits: usize, points: usize) -> Option<String> {
        let (count, most) = (self.count(), self.max_points_in(bits));
        (points > most)
            .then(|| format!("{points} intersections, expected at most {most} with {count} players"))
    }
}

// --- Moves ---

/// A move of a player in his turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move<P = u8> {
    /// A stone on an intersection.
    Place(P),
    /// No stone: the top coupon of a stack, or a button.
    Coupon,
    /// No stone.
    Pass,
    /// No stone, for the ko capture on an intersection: Jann's challenge pass.
    Challenge(P),
    /// After a stop: the position may be final.
    Accept,
    /// After a stop: play goes on.
    Resume,
    /// After a stop: play goes on, and ko may be challenged in it.
    ResumeModified,
    /// After a stop: an opposing chain is disputed.
    Dispute,
    /// The game is given up, where a player who has no move has lost.
    Resign,
}

impl<P: Point> Move<P> {
    /// The intersection that the move places a stone on.
    pub fn placed(self) -> Option<P> {
        match self {
            Move::Place(point) => Some(point),
            _ => None,
        }
    }

    /// The intersection that the move names, whether it places a stone there or not.
    pub fn names(self) -> Option<P> {
        match self {
            Move::Place(point) | Move::Challenge(point) => Some(point),
            _ => None,
        }
    }

    /// The same move with the image of the intersection that it names.
    pub fn map<Q>(self, image: impl FnOnce(P) -> Q) -> Move<Q> {
        match self {
            Move::Place(point) => Move::Place(image(point)),
            Move::Challenge(point) => Move::Challenge(image(point)),
            Move::Pass => Move::Pass,
            Move::Accept => Move::Accept,
            Move::Resume => Move::Resume,
            Move::ResumeModified => Move::ResumeModified,
            Move::Dispute => Move::Dispute,
            Move::Coupon => Move::Coupon,
            Move::Resign => Move::Resign,
        }
    }
}

/// The words of the moves that name no intersection.
pub(crate) const fn words<P>() -> [(&'static str, Move<P>); 7] {
    [
        ("pass", Move::Pass),
        ("accept", Move::Accept),
        ("resume", Move::Resume),
        ("resume-modified", Move::ResumeModified),
        ("dispute", Move::Dispute),
        ("coupon", Move::Coupon),
        ("resign", Move::Resign),
    ]
}

/// The prefix of the intersection of a challenge pass.
pub(crate) const CHALLENGE: &str = "challenge:";

/// The meaning of its own that a text has in a list of moves, in capital or small letters: a move
/// without an intersection, or a player by his name, or one of the first three by its first letter.
/// No intersection may be named like that. (The letters of the others are left to graphs, whose
/// points are often named a, b, ..., g; see [`crate::notation`].)
pub fn word_of_moves(text: &str) -> Option<&'static str> {
    let same = |word: &str| text.eq_ignore_ascii_case(word);
    if words::<u8>().iter().any(|(word, _)| same(word)) || same(CHALLENGE.trim_end_matches(':')) {
        return Some("a move");
    }
    let letters = Players::Three.all().iter().find(|player| same(&player.name()[..1]));
    let player = letters.or_else(|| Player::COLOURS.iter().find(|player| same(player.name())));
    player.map(|player| player.name())
}
