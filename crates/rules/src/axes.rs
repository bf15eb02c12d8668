//! The options of rulesets. Each is declared once, in the list of `axes!` below, with its name, its values (the
//! common default first), what a value requires of another option, and the help that the command line prints.
//! [`Options`] and [`Axis`] are made from that list, and a ruleset's [`Entry`](super::entry::Entry) says which of the
//! options and values it has. Nothing else needs an edit for a new option.

use std::fmt;

use superko_go::{Players, Suicide};

/// What "a position occurred" means for a ban that a pass lifts.
///
/// Kee 2009, Kee 2020 and Spight forbid a stone play that recreates a position "unless" a pass was made after it last
/// occurred. None of them says whether a pass on a position makes it occur again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lift {
    /// A position occurs at every moment when it is on the board: a pass leaves the ban on exactly the position that
    /// was passed on.
    Stands,
    /// Only a stone play, or the start, makes a position occur: a pass leaves no ban at all.
    Produced,
    /// As `Produced`, and a stone play may not undo the stone play just before it.
    ProducedKo,
}

/// How a finished position is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Stones and surrounded empty intersections.
    Area,
    /// Surrounded empty intersections and prisoners.
    Territory,
}

/// How a game that never ends is judged, under a ruleset that has such games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cycles {
    /// It has no result, which for each player is better than any loss and worse than any win.
    NoResult,
    /// It is a draw.
    Draw,
    /// Black wins it by every intersection of the board (and by the most that a score can be, where prisoners count).
    Black,
    /// White wins it by as much.
    White,
}

/// How many times a stopped game may be continued (Jann V1.5: "limited by the tournament rules").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Continuations(pub u8);

/// By how many stones a player may have lost more than his opponent before he has run out of stones (Jann V1.5:
/// "specified by the tournament rules").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stones {
    /// As many as the board has intersections ("for smaller boards").
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ModifiedKo {
    /// At either player's demand.
    OnDemand,
    /// Never.
    Ignored,
}

/// Whether a ko may be challenged whose capture basic ko bars at the moment (Jann V1.5: "This last restriction may be
/// unnecessary and will probably be removed").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BarredChallenge {
    /// No: the text as it stands.
    Refused,
    /// Yes: the text without its last restriction.
    Allowed,
}

/// Who moves first in a confirmation sequence (Jann V1.5, territory; what the document says of it is lost).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Confirmation {
    /// The owner of the chain that is claimed to be dead.
    Owner,
    /// The player who claims it.
    Claimant,
    /// The player whose turn it would be ("with normal move order").
    Turn,
}

/// Which superko a ruleset has that leaves it open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Superko {
    /// No earlier position may be recreated.
    Positional,
    /// No earlier position with the same player to move.
    Situational,
}

/// Where superko and pass-stones apply (rules 14a and 14b of Nieminen's proposal).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AdditionalRules {
    /// In the whole game.
    Always,
    /// Only while a dispute about a chain is played out; before the first stop there is basic ko.
    InDisputes,
}

/// Which passes cost a stone, under a ruleset with pass-stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PassStones {
    /// All.
    Always,
    /// Those after the first stop.
    AfterStop,
}

/// What becomes of the positions that have stood when a chain is disputed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DisputePast {
    /// They may still not be recreated.
    Kept,
    /// They are forgotten, but for the disputed one.
    Cleared,
}

/// When the prisoners of a scoring position are counted whose passes rule 17 of Kee 2009 moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Prisoners {
    /// As they stand after the move of the passes, which is at the end of the game: rule 17 by its letter.
    AsMoved,
    /// As they stood when the passes were made.
    AsPassed,
}

/// Makes [`Axis`] and [`Options`] from the list of all options.
macro_rules! axes {
    ($(
        #[doc = $doc:literal]
        $axis:ident, $field:ident: $type:ty = $name:literal
        [$($text:literal => $value:expr $(, if $needed:ident = $given:literal)?;)+]
        $help:literal
    )+) => {
        /// An option as a user names it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Axis {
            $(#[doc = $doc] $axis,)+
        }

        /// A value for every option. Each ruleset has some of the options (see [`Entry::axes`](super::entry::Entry)).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct Options {
            $(#[doc = $doc] pub $field: $type,)+
        }

        /// Every option has its common default.
        impl Default for Options {
            fn default() -> Options {
                Options { $($field: [$($value),+][0],)+ }
            }
        }

        impl Axis {
            /// All axes.
            pub const ALL: [Axis; [$(Axis::$axis),+].len()] = [$(Axis::$axis),+];

            /// The name of the flag, without dashes.
            pub fn name(self) -> &'static str {
                match self { $(Axis::$axis => $name,)+ }
            }

            /// What the option is for, in one sentence that does not name its values or its default.
            pub fn help(self) -> &'static str {
                match self { $(Axis::$axis => $help,)+ }
            }

            /// The names of all values, the common default first.
            pub const fn values(self) -> &'static [&'static str] {
                match self { $(Axis::$axis => &[$($text),+],)+ }
            }

            /// The value of another option without which a value of this one has no meaning.
            pub fn requires(self, value: &str) -> Option<(Axis, &'static str)> {
                match (self, value) {
                    $($($((Axis::$axis, $text) => Some((Axis::$needed, $given)),)?)+)+
                    _ => None,
                }
            }

            /// The name of the value that `options` has.
            pub fn value(self, options: &Options) -> &'static str {
                let index = match self {
                    $(Axis::$axis => [$($value),+].iter().position(|value| *value == options.$field),)+
                };
                self.values()[index.expect("an option has a value of its list")]
            }
        }

        impl Options {
            /// Sets an axis to the value of this index in [`Axis::values`].
            fn set_index(&mut self, axis: Axis, index: usize) {
                match axis { $(Axis::$axis => self.$field = [$($value),+][index],)+ }
            }
        }
    };
}

axes! {
    #[doc = "What becomes of a stone play that leaves its own chain without a liberty."]
    Suicide, suicide: Suicide = "suicide" [
        "forbidden" => Suicide::Forbidden;
        "allowed" => Suicide::Allowed;
        "multi-stone" => Suicide::MultiStone;
    ]
    "Whether suicide may be played: never, always, or of two stones and more"

    #[doc = "How a finished position is counted."]
    Scoring, scoring: Scoring = "scoring" ["area" => Scoring::Area; "territory" => Scoring::Territory;]
    "How a finished position is counted"

    #[doc = "What makes a position occur, where a pass lifts the ban on repetition."]
    Lift, lift: Lift = "lift" [
        "stands" => Lift::Stands;
        "produced" => Lift::Produced;
        "produced-ko" => Lift::ProducedKo;
    ]
    "What makes a position occur, where a pass lifts the ban on repetition"

    #[doc = "What a game without end is worth."]
    Cycles, cycles: Cycles = "cycles" [
        "no-result" => Cycles::NoResult;
        "draw" => Cycles::Draw;
        "black" => Cycles::Black;
        "white" => Cycles::White;
    ]
    "What a game without end is, where there is one"

    #[doc = "How many times a stopped game may be continued."]
    Continuations, continuations: Continuations = "continuations" [
        "2" => Continuations(2);
        "0" => Continuations(0);
        "1" => Continuations(1);
        "3" => Continuations(3);
    ]
    "How many times a stopped game may be continued"

    #[doc = "By how many stones a player may have lost more before he has run out of them."]
    Stones, stones: Stones = "stones" [
        "all" => Stones::All;
        "half" => Stones::Half;
        "double" => Stones::Double;
        "unlimited" => Stones::Unlimited, if Scoring = "area";
    ]
    "By how many stones a player may have lost more before he has run out of them: as many as there are intersections, half or twice as many, or any number"

    #[doc = "Whether a continuation may be played with modified ko."]
    ModifiedKo, modified_ko: ModifiedKo = "modified-ko" [
        "on-demand" => ModifiedKo::OnDemand;
        "ignored" => ModifiedKo::Ignored;
    ]
    "Whether a continuation may be played with modified ko"

    #[doc = "Whether a ko may be challenged whose capture basic ko bars at the moment."]
    BarredChallenge, barred_challenge: BarredChallenge = "barred-challenge" [
        "refused" => BarredChallenge::Refused;
        "allowed" => BarredChallenge::Allowed, if ModifiedKo = "on-demand";
    ]
    "Whether a ko may be challenged whose capture is barred at the moment, as it would retake the ko at once"

    #[doc = "Who moves first where a chain is claimed to be dead."]
    Confirmation, confirmation: Confirmation = "confirmation" [
        "owner" => Confirmation::Owner;
        "claimant" => Confirmation::Claimant, if Scoring = "territory";
        "turn" => Confirmation::Turn, if Scoring = "territory";
    ]
    "Who moves first where a chain is claimed to be dead"

    #[doc = "Which superko, where the ruleset leaves it open."]
    Superko, superko: Superko = "superko" [
        "positional" => Superko::Positional;
        "situational" => Superko::Situational;
    ]
    "Which superko, where the ruleset leaves it open"

    #[doc = "Where superko and pass-stones apply."]
    AdditionalRules, additional_rules: AdditionalRules = "additional-rules" [
        "always" => AdditionalRules::Always;
        "in-disputes" => AdditionalRules::InDisputes;
    ]
    "Where superko and pass-stones apply: in the whole game, or only while a dispute is played out"

    #[doc = "Which passes cost a stone."]
    PassStones, pass_stones: PassStones = "pass-stones" [
        "always" => PassStones::Always;
        "after-stop" => PassStones::AfterStop, if AdditionalRules = "always";
    ]
    "Which passes cost a stone"

    #[doc = "What a dispute does to the past."]
    DisputePast, dispute_past: DisputePast = "dispute-past" ["kept" => DisputePast::Kept; "cleared" => DisputePast::Cleared;]
    "What a dispute does to the positions that may not be recreated"

    #[doc = "When the prisoners are counted of a scoring position whose passes are moved."]
    Prisoners, prisoners: Prisoners = "prisoners" [
        "as-moved" => Prisoners::AsMoved;
        "as-passed" => Prisoners::AsPassed, if Scoring = "territory";
    ]
    "When prisoners are counted for passes that rule 17 moves behind the last play: after the move, or as they were made"

    #[doc = "How many play. With more than two another question is asked: what each can secure against all others."]
    Players, players: Players = "players" [
        "2" => Players::Two;
        "3" => Players::Three, if Scoring = "area";
        "4" => Players::Four, if Scoring = "area";
        "5" => Players::Five, if Scoring = "area";
        "6" => Players::Six, if Scoring = "area";
    ]
    "How many play; of more than two, what each can secure whatever the others do: Black, White, Red, Green, Yellow and Violet, with X, O, R, G, Y and V in a position"
}

impl Options {
    /// Sets the value of an axis by its name, and returns whether the axis has it.
    pub fn set(&mut self, axis: Axis, value: &str) -> bool {
        let index = axis.values().iter().position(|name| *name == value);
        index.inspect(|index| self.set_index(axis, *index)).is_some()
    }

    /// The value of another option that a value of this axis requires and that these options do not have.
    pub fn lacks(&self, axis: Axis, value: &str) -> Option<(Axis, &'static str)> {
        axis.requires(value).filter(|(needed, given)| needed.value(self) != *given)
    }
}

/// Two clauses that do not go together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClauseConflict {
    /// The clause that has no meaning, by its name in a rules file.
    pub clause: &'static str,
    /// The same with its value, or the word of its list that is meant.
    pub one: String,
    /// The other clause with its value, the other word, or what is lacking.
    pub other: String,
    /// Why they do not go together.
    pub why: &'static str,
}

impl fmt::Display for ClauseConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ClauseConflict { one, other, why, .. } = self;
        write!(f, "{one} does not go with {other}: {why}")
    }
}

/// Why an option cannot be set so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionError {
    /// The ruleset has no such option.
    Unknown {
        /// The ruleset.
        ruleset: &'static str,
        /// The option.
        axis: Axis,
        /// The options that it has.
        axes: Vec<Axis>,
    },
    /// The option has no such value under the ruleset.
    Value {
        /// The ruleset.
        ruleset: &'static str,
        /// The option.
        axis: Axis,
        /// What was given.
        value: String,
        /// The values that there are.
        values: &'static [&'static str],
    },
    /// The value means nothing without a value of another option.
    Requires {
        /// The ruleset.
        ruleset: &'static str,
        /// The option and its value.
        given: (Axis, &'static str),
        /// The value that it requires.
        needed: (Axis, &'static str),
    },
    /// Two clauses do not go together.
    Conflict {
        /// The ruleset.
        ruleset: &'static str,
        /// The clauses.
        conflict: ClauseConflict,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown { ruleset, axis, axes } => {
                let names: Vec<String> = axes.iter().map(|axis| format!("--{}", axis.name())).collect();
                let (axis, names) = (axis.name(), names.join(", "));
                write!(f, "ruleset {ruleset} has no option --{axis}, expected one of: {names}")
            }
            OptionError::Value { ruleset, axis, value, values } => {
                let expected = match values {
                    [_] | [_, _] => values.join(" or "),
                    _ => format!("one of: {}", values.join(", ")),
                };
                write!(f, "--{} {value:?}: expected {expected} under {ruleset}", axis.name())
            }
            OptionError::Requires { ruleset, given, needed } => {
                let [given, needed] =
                    [given, needed].map(|(axis, value)| format!("--{} {value}", axis.name()));
                write!(f, "ruleset {ruleset} has {given} only with {needed}")
            }
            OptionError::Conflict { ruleset, conflict } => write!(f, "ruleset {ruleset}: {conflict}"),
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
                assert!(options.set(axis, value));
                assert_eq!(axis.value(&options), *value);
            }
            let (default, _) = axis.values().split_first().unwrap();
            assert_eq!(axis.value(&Options::default()), *default);
            assert_eq!(axis.requires(default), None, "a default has a meaning everywhere");
            assert!(!Options::default().set(axis, "sometimes"));
        }
    }
}
