//! The steps of a certificate as types, with the names and the meaning that `solutions/CERTIFICATES.md` gives them. How
//! they are written is the subject of [`crate::text`] and [`crate::binary`].

use std::fmt;

/// The largest numerator or denominator of a score.
pub const MOST_SCORE: i64 = 1 << 30;

/// The largest absolute value of the number k of a `margin`.
pub const MOST_MARGIN: i64 = 1 << 40;

/// The most intersections of a board.
pub const MOST_POINTS: usize = 64;

/// The move that places no stone.
pub const PASS: u8 = 255;

/// A position: the stones of Black and of White, bit `i` for intersection `i`.
pub type Stones = [u64; 2];

/// What a certificate is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board; at most [`MOST_POINTS`] intersections.
    pub cols: usize,
    /// The ruleset.
    pub rules: Rules,
    /// Which suicides may be played.
    pub suicide: Suicide,
    /// What makes a position occur, where a pass lifts the ban.
    pub lift: Lift,
}

impl Header {
    /// Whether the ruleset has facts of this class, with or without a player. Other facts are malformed.
    pub fn has_facts(&self, class: Class, of_player: bool) -> bool {
        match class {
            Class::Stood => {
                self.rules != Rules::SimpleKo && of_player == matches!(self.rules, Rules::Ssk | Rules::Nssk)
            }
            Class::Undone => self.rules.lifts() && self.lift == Lift::ProducedKo && !of_player,
            Class::Passed => matches!(self.rules, Rules::Spight | Rules::Kee2009) && of_player,
            Class::Initialised => self.rules == Rules::Kee2020 && of_player,
        }
    }
}

/// The rulesets of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rules {
    /// `simple-ko`
    SimpleKo,
    /// `psk`
    Psk,
    /// `ssk`
    Ssk,
    /// `nssk`
    Nssk,
    /// `spight`. Under this ruleset and those after it a pass lifts the ban on repetition.
    Spight,
    /// `kee2009`
    Kee2009,
    /// `kee2020`
    Kee2020,
}

impl Rules {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Rules); 7] = [
        ("simple-ko", Rules::SimpleKo),
        ("psk", Rules::Psk),
        ("ssk", Rules::Ssk),
        ("nssk", Rules::Nssk),
        ("spight", Rules::Spight),
        ("kee2009", Rules::Kee2009),
        ("kee2020", Rules::Kee2020),
    ];

    /// Whether every game ends, and its score is the area of its last position.
    pub fn last_position_counts(self) -> bool {
        !matches!(self, Rules::SimpleKo | Rules::Kee2009)
    }

    /// Whether a pass lifts the ban on repetition.
    pub fn lifts(self) -> bool {
        self >= Rules::Spight
    }
}

/// Which suicides may be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suicide {
    /// `forbidden`
    Forbidden,
    /// `allowed`
    Allowed,
    /// `multi-stone`
    MultiStone,
}

impl Suicide {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Suicide); 3] = [
        ("forbidden", Suicide::Forbidden),
        ("allowed", Suicide::Allowed),
        ("multi-stone", Suicide::MultiStone),
    ];
}

/// What makes a position occur, where a pass lifts the ban on repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lift {
    /// `stands`
    Stands,
    /// `produced`
    Produced,
    /// `produced-ko`
    ProducedKo,
}

impl Lift {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Lift); 3] =
        [("stands", Lift::Stands), ("produced", Lift::Produced), ("produced-ko", Lift::ProducedKo)];
}

/// The name of a value in a list such as [`Rules::ALL`].
pub fn name_of<T: PartialEq>(all: &[(&'static str, T)], value: &T) -> &'static str {
    all.iter().find(|(_, other)| other == value).map_or("", |(name, _)| name)
}

/// Position, mover (0 for Black, 1 for White) and phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The position.
    pub stones: Stones,
    /// The player to move.
    pub mover: u8,
    /// The part of the state that the ruleset keeps beside position and mover.
    pub phase: u16,
}

/// The relation of a score to that of a claim, in the order in which the binary form numbers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// `>=`
    AtLeast,
    /// `>`
    MoreThan,
    /// `<`
    LessThan,
    /// `<=`
    AtMost,
}

impl Relation {
    /// All of them.
    pub const ALL: [Relation; 4] =
        [Relation::AtLeast, Relation::MoreThan, Relation::LessThan, Relation::AtMost];

    /// The sign.
    pub fn sign(self) -> &'static str {
        [">=", ">", "<", "<="][self as usize]
    }
}

/// A relation to the score `p/q`, which is in lowest terms with `q` at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Claim {
    /// The relation.
    pub relation: Relation,
    /// The numerator.
    pub p: i32,
    /// The denominator.
    pub q: i32,
}

impl Claim {
    /// The player whose claim it is: 0 for Black, 1 for White.
    pub fn sure(self) -> u8 {
        u8::from(self.relation >= Relation::LessThan)
    }

    /// Whether the score itself does not serve the claim.
    fn strict(self) -> bool {
        matches!(self.relation, Relation::MoreThan | Relation::LessThan)
    }

    /// The amount by which `sum / count` is better than the score for the player who is sure, times `count q`; 0 for an
    /// empty tally.
    pub fn margin(self, sum: i64, count: i64) -> i128 {
        let margin = i128::from(self.q) * i128::from(sum) - i128::from(self.p) * i128::from(count);
        if self.sure() == 0 { margin } else { -margin }
    }

    /// The least margin that serves: 1 if the score itself does not serve, else 0.
    pub fn least_margin(self) -> i128 {
        i128::from(self.strict())
    }

    /// Whether a mean serves the claim; the mean of an empty tally is 0.
    pub fn is_served_by(self, sum: i64, count: i64) -> bool {
        let (sum, count) = if count == 0 { (0, 1) } else { (sum, count) };
        self.margin(sum, count) >= self.least_margin()
    }

    /// Whether every score that serves it serves the other, and both are claims of one player.
    pub fn covers(self, other: Claim) -> bool {
        let margin = other.margin(i64::from(self.p), i64::from(self.q));
        self.sure() == other.sure() && (margin > 0 || margin == 0 && (self.strict() || !other.strict()))
    }

    /// The claim in words, such as `at least 1`.
    pub fn in_words(self) -> String {
        let words = ["at least", "more than", "less than", "at most"][self.relation as usize];
        format!("{words} {}", Score(self.p, self.q))
    }

    /// The claim with the colours exchanged.
    pub fn exchanged(self) -> Claim {
        Claim { relation: Relation::ALL[3 - self.relation as usize], p: -self.p, q: self.q }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.relation.sign(), Score(self.p, self.q))
    }
}

/// A score `p/q` as it is written.
pub struct Score(pub i32, pub i32);

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score(p, 1) => write!(f, "{p}"),
            Score(p, q) => write!(f, "{p}/{q}"),
        }
    }
}

/// The classes of facts, in the order in which the binary form numbers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// `stood`
    Stood,
    /// `undone`
    Undone,
    /// `passed`
    Passed,
    /// `initialised`
    Initialised,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 4] = [Class::Stood, Class::Undone, Class::Passed, Class::Initialised];

    /// The name.
    pub fn name(self) -> &'static str {
        ["stood", "undone", "passed", "initialised"][self as usize]
    }
}

/// A fact of the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fact {
    /// The position. It comes first because it decides most comparisons when facts are sorted.
    pub stones: Stones,
    /// The class.
    pub class: Class,
    /// The player, if it is about one.
    pub who: Option<u8>,
}

/// What a lemma asks of a fact, in the order in which the binary form numbers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asks {
    /// The fact does not hold.
    Absent,
    /// The fact holds.
    Present,
    /// If the fact holds, the mean of its tally serves the claim.
    Mean(Claim),
    /// If the fact holds, `q sum - p count` is at least `k`, or `p count - q sum` if White is sure.
    Margin {
        /// The numerator of the score.
        p: i32,
        /// The denominator of the score.
        q: i32,
        /// The least margin.
        k: i64,
    },
}

/// A read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Read {
    /// The fact.
    pub fact: Fact,
    /// What is asked of it.
    pub asks: Asks,
}

/// A map: the sum of 1 for `t`, 2 for `v`, 4 for `h` and 8 for `x`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Map(pub u8);

impl Map {
    /// The letters, each at the index of its bit.
    pub const LETTERS: [char; 4] = ['t', 'v', 'h', 'x'];

    /// Whether the colours are exchanged.
    pub fn exchanges(self) -> bool {
        self.0 & 8 != 0
    }

    /// The part that moves intersections, from 0 to 7.
    pub fn symmetry(self) -> usize {
        usize::from(self.0 & 7)
    }
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("=");
        }
        let letters = Map::LETTERS.into_iter().enumerate().filter(|(bit, _)| self.0 >> bit & 1 == 1);
        letters.into_iter().try_for_each(|(_, letter)| write!(f, "{letter}"))
    }
}

/// A reference to an earlier lemma or, within a closed set, to any lemma of the set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference {
    /// The number of the lemma.
    pub lemma: u64,
    /// The map that takes the key in hand to that of the lemma.
    pub map: Map,
    /// Whether no later reference is to the same lemma.
    pub last: bool,
}

/// Why a play serves the claim of a lemma.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The play ends the game.
    End,
    /// The play ends the game because its stop holds.
    Stop,
    /// After the play, what the player who is sure keeps by passing is enough.
    Life,
    /// The play is barred by its bar of this class. The text form has the whole fact as well.
    Barred(Class, Option<Fact>),
    /// The play leads to the key of a lemma.
    Lemma(Reference),
}

/// A move, by its intersection or [`PASS`], with its outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Play {
    /// The move.
    pub mv: u8,
    /// The outcome.
    pub outcome: Outcome,
}

/// What a lemma states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement {
    /// The key.
    pub key: Key,
    /// The claim.
    pub claim: Claim,
}

/// What is proved of a state in the open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theorem {
    /// The position at the start.
    pub start: Stones,
    /// Who moves first.
    pub mover: u8,
    /// The moves made from there.
    pub moves: Vec<u8>,
    /// The claim.
    pub claim: Claim,
    /// Whether a game without end serves as well.
    pub or_no_end: bool,
    /// The lemma that proves it.
    pub by: Reference,
}

/// A step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A lemma with its reads, unless they are left out, and its proof.
    Lemma(Statement, Option<Vec<Read>>, Vec<Play>),
    /// The beginning of a closed set of this many lemmas.
    Closed(u64),
    /// A lemma of the closed set in hand, without its proof.
    Member(Statement),
    /// The proof of the next lemma of the closed set in hand.
    Proof(Vec<Play>),
    /// A theorem.
    Theorem(Theorem),
    /// The end of the certificate.
    End,
}
