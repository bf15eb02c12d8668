//! The axes on which a ruleset can be varied, with their names on the command line.

use std::fmt;

use crate::go::{Players, Suicide};

/// What "a position occurred" means for a ban that a pass lifts.
///
/// Kee 2009, Kee 2020 and Spight all forbid a stone play that recreates a position "unless" a pass was
/// made after it last occurred. None of them says whether a pass on a position makes it occur again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Lift {
    /// A position occurs at every moment when it is on the board: a pass leaves the ban on exactly the
    /// position that was passed on.
    #[default]
    Stands,
    /// Only a stone play, or the start, makes a position occur: a pass leaves no ban at all.
    Produced,
    /// As `Produced`, and a stone play may not undo the stone play just before it.
    ProducedKo,
}

/// How a finished position is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Scoring {
    /// Stones and surrounded empty intersections.
    #[default]
    Area,
    /// Surrounded empty intersections and prisoners.
    Territory,
}

/// How a game that never ends is judged, under a ruleset that has such games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Cycles {
    /// It has no result, which for each player is better than any loss and worse than any win.
    #[default]
    NoResult,
    /// It is a draw.
    Draw,
    /// Black wins it by every intersection of the board (and by the most that a score can be, where prisoners
    /// count).
    Black,
    /// White wins it by as much.
    White,
}

/// How many times a stopped game may be continued (Jann V1.5: "limited by the tournament rules").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Continuations(pub u8);

impl Default for Continuations {
    fn default() -> Continuations {
        Continuations(2)
    }
}

/// By how many stones a player may have lost more than his opponent before he has run out of stones (Jann
/// V1.5: "specified by the tournament rules").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Stones {
    /// As many as the board has intersections ("for smaller boards").
    #[default]
    All,
    /// Half as many, rounded down.
    Half,
    /// Twice as many.
    Double,
    /// Nobody ever runs out of stones.
    Unlimited,
}

impl Stones {
    /// The number on a board of so many intersections, if there is a limit.
    pub fn limit(self, points: usize) -> Option<usize> {
        match self {
            Stones::All => Some(points),
            Stones::Half => Some(points / 2),
            Stones::Double => Some(2 * points),
            Stones::Unlimited => None,
        }
    }
}

/// Whether a continuation may be played with modified ko (Jann V1.5: "tournament rules may ignore this rule").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ModifiedKo {
    /// At either player's demand.
    #[default]
    OnDemand,
    /// Never.
    Ignored,
}

/// Who moves first in a confirmation sequence (Jann V1.5, territory; what the document says of it is lost).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Confirmation {
    /// The owner of the chain that is claimed to be dead.
    #[default]
    Owner,
    /// The player who claims it.
    Claimant,
    /// The player whose turn it would be ("with normal move order").
    Turn,
}

/// Which superko a ruleset has that leaves it open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Superko {
    /// No earlier position may be recreated.
    #[default]
    Positional,
    /// No earlier position with the same player to move.
    Situational,
}

/// Which passes cost a stone, under a ruleset with pass-stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PassStones {
    /// All.
    #[default]
    Always,
    /// Those after the first stop.
    AfterStop,
}

/// What becomes of the positions that have stood when a chain is disputed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Kept {
    /// They may still not be recreated.
    #[default]
    Kept,
    /// They are forgotten, but for the disputed one.
    Cleared,
}

/// The options of a ruleset. Each ruleset knows some of them (see `Entry::knows`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// How many play. No [`Axis`]: with three another question is asked.
    pub players: Players,
    /// What becomes of suicide.
    pub suicide: Suicide,
    /// Area or territory.
    pub scoring: Scoring,
    /// The reading of "occurred".
    pub lift: Lift,
    /// What a game without end is worth.
    pub cycles: Cycles,
    /// How many continuations a game may have.
    pub continuations: Continuations,
    /// The supply of stones.
    pub stones: Stones,
    /// Whether there is modified ko.
    pub modified_ko: ModifiedKo,
    /// Who moves first in a confirmation sequence.
    pub confirmation: Confirmation,
    /// Positional or situational.
    pub superko: Superko,
    /// Which passes cost a stone.
    pub pass_stones: PassStones,
    /// What a dispute does to the past.
    pub dispute_past: Kept,
}

/// An option as a user names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Axis {
    /// `--suicide`
    Suicide,
    /// `--scoring`
    Scoring,
    /// `--lift`
    Lift,
    /// `--cycles`
    Cycles,
    /// `--continuations`
    Continuations,
    /// `--stones`
    Stones,
    /// `--modified-ko`
    ModifiedKo,
    /// `--confirmation`
    Confirmation,
    /// `--superko`
    Superko,
    /// `--pass-stones`
    PassStones,
    /// `--dispute-past`
    DisputePast,
}

/// The numbers of continuations, in the order of their names.
const CONTINUATIONS: [Continuations; 4] =
    [Continuations(2), Continuations(0), Continuations(1), Continuations(3)];

impl Axis {
    /// All axes.
    pub const ALL: [Axis; 11] = [
        Axis::Suicide,
        Axis::Scoring,
        Axis::Lift,
        Axis::Cycles,
        Axis::Continuations,
        Axis::Stones,
        Axis::ModifiedKo,
        Axis::Confirmation,
        Axis::Superko,
        Axis::PassStones,
        Axis::DisputePast,
    ];

    /// The name of the flag, without dashes.
    pub fn name(self) -> &'static str {
        match self {
            Axis::Suicide => "suicide",
            Axis::Scoring => "scoring",
            Axis::Lift => "lift",
            Axis::Cycles => "cycles",
            Axis::Continuations => "continuations",
            Axis::Stones => "stones",
            Axis::ModifiedKo => "modified-ko",
            Axis::Confirmation => "confirmation",
            Axis::Superko => "superko",
            Axis::PassStones => "pass-stones",
            Axis::DisputePast => "dispute-past",
        }
    }

    /// What the option is for, in one sentence that does not name its values or its default.
    pub fn help(self) -> &'static str {
        match self {
            Axis::Suicide => "Whether suicide may be played: never, always, or of two stones and more",
            Axis::Scoring => "How a finished position is counted",
            Axis::Lift => "What makes a position occur, where a pass lifts the ban on repetition",
            Axis::Cycles => "What a game without end is, where there is one",
            Axis::Continuations => "How many times a stopped game may be continued",
            Axis::Stones => "By how many stones a player may have lost more before he has run out of them",
            Axis::ModifiedKo => "Whether a continuation may be played with modified ko",
            Axis::Confirmation => "Who moves first where a chain is claimed to be dead",
            Axis::Superko => "Which superko, where the ruleset leaves it open",
            Axis::PassStones => "Which passes cost a stone",
            Axis::DisputePast => "What a dispute does to the positions that may not be recreated",
        }
    }

    /// The names of all values, the default first.
    pub fn values(self) -> &'static [&'static str] {
        match self {
            Axis::Suicide => &["forbidden", "allowed", "multi-stone"],
            Axis::Scoring => &["area", "territory"],
            Axis::Lift => &["stands", "produced", "produced-ko"],
            Axis::Cycles => &["no-result", "draw", "black", "white"],
            Axis::Continuations => &["2", "0", "1", "3"],
            Axis::Stones => &["all", "half", "double", "unlimited"],
            Axis::ModifiedKo => &["on-demand", "ignored"],
            Axis::Confirmation => &["owner", "claimant", "turn"],
            Axis::Superko => &["positional", "situational"],
            Axis::PassStones => &["always", "after-stop"],
            Axis::DisputePast => &["kept", "cleared"],
        }
    }

    /// The name of the value that `options` has.
    pub fn value(self, options: &Options) -> &'static str {
        let place = match self {
            Axis::Suicide => options.suicide as usize,
            Axis::Scoring => options.scoring as usize,
            Axis::Lift => options.lift as usize,
            Axis::Cycles => options.cycles as usize,
            Axis::Continuations => {
                let place = CONTINUATIONS.iter().position(|number| *number == options.continuations);
                place.expect("only numbers of the list can be set")
            }
            Axis::Stones => options.stones as usize,
            Axis::ModifiedKo => options.modified_ko as usize,
            Axis::Confirmation => options.confirmation as usize,
            Axis::Superko => options.superko as usize,
            Axis::PassStones => options.pass_stones as usize,
            Axis::DisputePast => options.dispute_past as usize,
        };
        self.values()[place]
    }
}

impl Options {
    /// Sets axes to values that a source file names.
    pub(super) fn set_all(&mut self, values: &[(Axis, &str)]) {
        for (axis, value) in values {
            self.set(*axis, value).expect("source files name values that exist");
        }
    }

    /// Sets the value of an axis by its name.
    ///
    /// # Errors
    /// Names the axis, the value and the values that there are.
    pub fn set(&mut self, axis: Axis, value: &str) -> Result<(), OptionError> {
        let unknown = || OptionError::Value { axis, value: value.to_string() };
        let place = axis.values().iter().position(|name| *name == value).ok_or_else(unknown)?;
        match axis {
            Axis::Suicide => self.suicide = Suicide::ALL[place],
            Axis::Scoring => self.scoring = [Scoring::Area, Scoring::Territory][place],
            Axis::Lift => self.lift = [Lift::Stands, Lift::Produced, Lift::ProducedKo][place],
            Axis::Cycles => {
                self.cycles = [Cycles::NoResult, Cycles::Draw, Cycles::Black, Cycles::White][place];
            }
            Axis::Continuations => self.continuations = CONTINUATIONS[place],
            Axis::Stones => {
                self.stones = [Stones::All, Stones::Half, Stones::Double, Stones::Unlimited][place]
            }
            Axis::ModifiedKo => {
                self.modified_ko = [ModifiedKo::OnDemand, ModifiedKo::Ignored][place];
            }
            Axis::Confirmation => {
                self.confirmation = [Confirmation::Owner, Confirmation::Claimant, Confirmation::Turn][place];
            }
            Axis::Superko => self.superko = [Superko::Positional, Superko::Situational][place],
            Axis::PassStones => self.pass_stones = [PassStones::Always, PassStones::AfterStop][place],
            Axis::DisputePast => self.dispute_past = [Kept::Kept, Kept::Cleared][place],
        }
        Ok(())
    }
}

/// An option that a ruleset does not know, or a value that an option does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionError {
    /// The ruleset has no such option.
    Unknown {
        /// The ruleset.
        ruleset: &'static str,
        /// The option.
        axis: Axis,
        /// The options that it has.
        knows: &'static [Axis],
    },
    /// The ruleset has the option, but not with this value.
    Unsupported {
        /// The ruleset.
        ruleset: &'static str,
        /// The option.
        axis: Axis,
        /// The value asked for.
        value: &'static str,
        /// The values that it has.
        values: Vec<&'static str>,
    },
    /// An option that means nothing without a value of another.
    Idle {
        /// The ruleset.
        ruleset: &'static str,
        /// The option.
        axis: Axis,
        /// The value that it needs.
        with: (Axis, &'static str),
    },
    /// Two values that do not go together.
    Apart {
        /// The ruleset.
        ruleset: &'static str,
        /// The value that is limited.
        with: (Axis, &'static str),
        /// The value that does not go with it.
        without: (Axis, &'static str),
        /// The values of the same option that do.
        values: Vec<&'static str>,
    },
    /// There is no such number of players, or none under this ruleset with these options.
    Players {
        /// What was given.
        given: String,
        /// What would have to be otherwise.
        expected: String,
    },
    /// No such value.
    Value {
        /// The option.
        axis: Axis,
        /// What was given.
        value: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown { ruleset, axis, knows } => {
                let names: Vec<String> = knows.iter().map(|axis| format!("--{}", axis.name())).collect();
                write!(
                    f,
                    "ruleset {ruleset} has no option --{}, expected one of: {}",
                    axis.name(),
                    names.join(", ")
                )
            }
            OptionError::Unsupported { ruleset, axis, value, values } => {
                write!(
                    f,
                    "ruleset {ruleset} has no --{} {value}, expected {}",
                    axis.name(),
                    values.join(" or ")
                )
            }
            OptionError::Idle { ruleset, axis, with } => {
                let (axis, (needed, value)) = (axis.name(), (with.0.name(), with.1));
                write!(f, "ruleset {ruleset} has --{axis} only with --{needed} {value}")
            }
            OptionError::Apart { ruleset, with, without, values } => {
                let [with, without] =
                    [with, without].map(|(axis, value)| format!("--{} {value}", axis.name()));
                write!(f, "ruleset {ruleset} has no {with} {without}, expected {}", values.join(" or "))
            }
            OptionError::Players { given, expected } => {
                write!(f, "--players {given:?}: expected {expected}")
            }
            OptionError::Value { axis, value } => {
                write!(f, "--{} {value:?}: expected one of: {}", axis.name(), axis.values().join(", "))
            }
        }
    }
}

impl std::error::Error for OptionError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_every_axis_can_be_set_and_is_named_back() {
        for axis in Axis::ALL {
            for value in axis.values() {
                let mut options = Options::default();
                options.set(axis, value).unwrap();
                assert_eq!(axis.value(&options), *value);
            }
            assert_eq!(axis.value(&Options::default()), axis.values()[0]);
            assert!(Options::default().set(axis, "sometimes").is_err());
        }
    }
}
