//! The header and the steps of a certificate as types. They have the names and the meaning that
//! `solutions/CERTIFICATES.md` gives them. How they are written is the subject of [`crate::text`]
//! and [`crate::binary`].

use std::fmt;

use crate::clauses::PLAIN;
pub use crate::clauses::{
    Clauses, LastPass, Lift, LiftedBy, Passing, Prisoners, Repeating, Repetition, Scored, Scoring,
    SecondPass, Suicide, Tax,
};

/// The largest numerator or denominator of a score.
pub const MOST_SCORE: i64 = 1 << 30;

/// The largest absolute value of the number k of a `margin`.
pub const MOST_MARGIN: i64 = 1 << 40;

/// The most intersections of a board.
pub const MOST_POINTS: usize = 64;

/// The move that places no stone.
pub const PASS: u8 = 255;

/// The move that takes a coupon.
pub const COUPON: u8 = 254;

/// The move that gives the game up.
pub const RESIGN: u8 = 253;

/// A position. Intersection `i` has the number whose binary digits are the bits `i` of the three
/// words, the lowest first: 0 if it is empty, 1 for a stone of Black, 2 for one of White, and so
/// on.
pub type Stones = [u64; 3];

// --- What a certificate is about ---

/// What a certificate is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Rows in which positions are written.
    pub rows: usize,
    /// Columns; at most [`MOST_POINTS`] intersections.
    pub cols: usize,
    /// The graph of a board that is not a grid.
    pub graph: Option<Graph>,
    /// The form in which the file states its rules.
    pub told: Told,
    /// The rules.
    pub clauses: Clauses,
}

/// A board that is not a grid.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Graph {
    /// Pairs of neighbours, each in ascending order, in ascending order without repetition.
    pub edges: Vec<(u8, u8)>,
    /// The permutations of the intersections that maps may use: the image of each intersection.
    /// They are in ascending order without repetition, and none is the identity.
    pub maps: Vec<Vec<u8>>,
}

/// How a header tells the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// By the name of a ruleset with its options: version 1.
    Ruleset(Rules),
    /// By clauses, with a name for readers that has no meaning: version 2.
    Clauses(Option<String>),
}

/// The rulesets of version 1.
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

    /// Whether a pass lifts the ban on repetition.
    pub fn lifts(self) -> bool {
        self >= Rules::Spight
    }

    /// The clauses of which it is composed.
    pub fn clauses(self, suicide: Suicide, lift: Lift) -> Clauses {
        let position = Some(Repetition::Position);
        let plain = Clauses { suicide, passes_in_a_row: Some(2), ..PLAIN };
        let lifting =
            Clauses { suicide, repetition: position, lifted_by: LiftedBy::Pass, occurs: lift, ..PLAIN };
        let second_pass = Some(SecondPass::Player);
        match self {
            Rules::SimpleKo => Clauses { basic_ko: true, ..plain },
            Rules::Psk => Clauses { repetition: position, ..plain },
            Rules::Ssk => Clauses { repetition: Some(Repetition::Situation), ..plain },
            Rules::Nssk => Clauses { repetition: Some(Repetition::NaturalSituation), ..plain },
            Rules::Spight => Clauses { second_pass, ..lifting },
            Rules::Kee2009 => Clauses { second_pass, scored: Scored::ScoringPositions, ..lifting },
            Rules::Kee2020 => Clauses { initialised_twice: true, passes_in_a_row: Some(3), ..lifting },
        }
    }
}

/// The name of a value in a list such as [`Rules::ALL`].
pub fn name_of<T: PartialEq>(all: &[(&'static str, T)], value: &T) -> &'static str {
    all.iter().find(|(_, other)| other == value).map_or("", |(name, _)| name)
}

// --- Lemmas ---

/// Position, mover (0 for Black, 1 for White, and so on) and phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The position.
    pub stones: Stones,
    /// The player to move, by number.
    pub mover: u8,
    /// The part of the state that the rules keep beside position and mover.
    pub phase: u32,
}

/// The relation of a score to that of a claim, in binary order.
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

/// A relation to the score `p/q`, in lowest terms with `q` at least 1.
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
    /// The side whose claim it is: 0 for Black, 1 for White. Where more than two play, 1 is for all
    /// opponents of Black.
    pub fn sure(self) -> u8 {
        u8::from(self.relation >= Relation::LessThan)
    }

    /// Whether the score itself does not serve the claim.
    fn strict(self) -> bool {
        matches!(self.relation, Relation::MoreThan | Relation::LessThan)
    }

    /// The excess of `sum / count` over the score for the sure side, times `count q`. It is 0 for
    /// an empty tally.
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

    /// Whether it implies another claim of the same side.
    pub fn covers(self, other: Claim) -> bool {
        self.covers_with(0, other)
    }

    /// The same for the claim about scores that are greater by `gain` half points.
    pub fn covers_with(self, gain: i64, other: Claim) -> bool {
        let margin = other.margin(2 * i64::from(self.p) + gain * i64::from(self.q), 2 * i64::from(self.q));
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
    /// `disturbed`
    Disturbed,
    /// `declined`
    Declined,
    /// `occurred`
    Occurred,
    /// `occurred-twice`
    OccurredTwice,
    /// `followed-1`
    Followed1,
    /// `followed-2`
    Followed2,
    /// `followed-3`
    Followed3,
    /// `followed-4`
    Followed4,
    /// `moved`
    Moved,
    /// `made`
    Made,
}

impl Class {
    /// All of them.
    pub const ALL: [Class; 14] = [
        Class::Stood,
        Class::Undone,
        Class::Passed,
        Class::Initialised,
        Class::Disturbed,
        Class::Declined,
        Class::Occurred,
        Class::OccurredTwice,
        Class::Followed1,
        Class::Followed2,
        Class::Followed3,
        Class::Followed4,
        Class::Moved,
        Class::Made,
    ];

    /// The name.
    pub fn name(self) -> &'static str {
        [
            "stood",
            "undone",
            "passed",
            "initialised",
            "disturbed",
            "declined",
            "occurred",
            "occurred-twice",
            "followed-1",
            "followed-2",
            "followed-3",
            "followed-4",
            "moved",
            "made",
        ][self as usize]
    }

    /// The class `followed-j`, for j from 1 to 4.
    pub fn followed(j: u8) -> Class {
        Class::ALL[Class::Followed1 as usize + usize::from(j) - 1]
    }

    /// Whether the facts have tallies that grow.
    pub fn is_tallied(self) -> bool {
        matches!(self, Class::Passed | Class::Made) || (Class::Followed1..=Class::Followed4).contains(&self)
    }

    /// Whether a fact of the class can bar a play.
    pub fn bars(self) -> bool {
        use Class::{Declined, Disturbed, Initialised, Moved, Stood, Undone};
        matches!(self, Stood | Undone | Initialised | Disturbed | Declined | Moved)
    }
}

/// A fact of the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fact {
    /// The position. It comes first because it decides most comparisons when facts are sorted.
    pub stones: Stones,
    /// The class.
    pub class: Class,
    /// The player, if it is about one.
    pub who: Option<u8>,
    /// The number of a second position, 0 if there is none: see [`crate::rules`].
    pub second: u32,
}

impl Fact {
    /// A fact about one position.
    pub fn of(class: Class, who: Option<u8>, stones: Stones) -> Fact {
        Fact { stones, class, who, second: 0 }
    }
}

/// What a lemma asks of a fact, as the binary form numbers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asks {
    /// The fact does not hold.
    Absent,
    /// The fact holds.
    Present,
    /// If the fact holds, the mean of its tally serves the claim.
    Mean(Claim),
    /// If the fact holds, `q sum - p count` is at least `k`. If White is sure it is `p count - q
    /// sum`.
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

/// A map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Map {
    /// The part that moves intersections. On a grid it is the sum of 1 for `t`, 2 for `v` and 4 for
    /// `h`; on another graph it is the number of a permutation of the header, counted from 1. 0
    /// moves nothing.
    pub symmetry: u16,
    /// Whether the colours are exchanged.
    pub exchanges: bool,
}

impl Map {
    /// The map that changes nothing.
    pub const SAME: Map = Map { symmetry: 0, exchanges: false };

    /// The letters of the parts of a map of a grid that move intersections.
    pub const LETTERS: [char; 3] = ['t', 'v', 'h'];
}

/// A reference to an earlier lemma, or within a closed set to any of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference {
    /// The number of the lemma.
    pub lemma: u64,
    /// The map that takes the key that is reached to that of the lemma.
    pub map: Map,
    /// Whether no later reference is to the same lemma.
    pub last: bool,
}

/// Why a play serves the claim of a lemma.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The play ends the game.
    End,
    /// The play ends the game because its stop at this place, from 0, holds.
    Stop(u8),
    /// After the play, what the player who is sure keeps by passing is enough.
    Life,
    /// The play is banned by its bar of this class. The text form has the whole fact as well.
    Barred(Class, Option<Fact>),
    /// The play leads to the key of a lemma.
    Lemma(Reference),
    /// The same of its stop that leads on, which holds.
    StopLemma(Reference),
}

impl Outcome {
    /// The reference to a lemma, if it is one.
    pub fn reference_mut(&mut self) -> Option<&mut Reference> {
        match self {
            Outcome::Lemma(by) | Outcome::StopLemma(by) => Some(by),
            _ => None,
        }
    }
}

/// A move, by its intersection, [`PASS`], [`COUPON`] or [`RESIGN`], with its outcome.
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
    /// A lemma of the current closed set, without its proof.
    Member(Statement),
    /// The proof of the next lemma of the current closed set.
    Proof(Vec<Play>),
    /// A theorem.
    Theorem(Theorem),
    /// The end of the certificate.
    End,
}

impl Step {
    /// The references to lemmas, in order.
    pub fn references_mut(&mut self) -> Vec<&mut Reference> {
        match self {
            Step::Lemma(_, _, plays) | Step::Proof(plays) => {
                plays.iter_mut().filter_map(|play| play.outcome.reference_mut()).collect()
            }
            Step::Theorem(theorem) => vec![&mut theorem.by],
            _ => Vec::new(),
        }
    }
}
