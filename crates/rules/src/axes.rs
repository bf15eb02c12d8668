//! The options of rulesets.
//!
//! Each is declared once, in the list of `axes!` below, with its name, its type and the help that
//! the command line prints; the type has the words of its values, the common default first
//! ([`Word`]). [`Options`] and [`Axis`] are made from that list, and a ruleset's
//! [`Entry`](super::entry::Entry) says which of the options and values it has. What a value
//! requires of another option says [`Axis::requires`]. Nothing else needs an edit for a new option.

use std::fmt;

use superko_go::{Players, Suicide};

/// A type whose values users write as words.
pub trait Word: Copy + PartialEq + 'static {
    /// Every value, in the order in which they are listed.
    const ALL: &'static [Self];
    /// The word of each.
    const WORDS: &'static [&'static str];

    /// The value of a word.
    fn named(word: &str) -> Option<Self> {
        Self::WORDS.iter().position(|known| *known == word).map(|index| Self::ALL[index])
    }

    /// The word of a value.
    fn word(self) -> &'static str {
        let index = Self::ALL.iter().position(|value| *value == self);
        Self::WORDS[index.expect("all values are listed")]
    }
}

/// Makes enums whose values have words.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $value:ident = $word:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$about])* $value,)+
        }

        impl $crate::axes::Word for $name {
            const ALL: &'static [$name] = &[$($name::$value),+];
            const WORDS: &'static [&'static str] = &[$($word),+];
        }
    )+};
}
pub(crate) use words;

words! {
    /// The meaning of "a position occurred" for a ban that a pass lifts.
    ///
    /// Kee 2009, Kee 2020 and Spight forbid a stone play that recreates a position "unless" a pass
    /// was made after it last occurred. None of them says whether a pass on a position makes it
    /// occur again.
    Lift {
        /// A position occurs at every moment when it is on the board: a pass leaves the ban on
        /// exactly the position that was passed on.
        Stands = "stands",
        /// Only a stone play, or the start, makes a position occur: a pass leaves no ban at all.
        Produced = "produced",
        /// As `Produced`, and a stone play may not undo the stone play just before it.
        ProducedKo = "produced-ko",
    }

    /// The count of a finished position.
    Scoring {
        /// Stones and surrounded empty intersections.
        Area = "area",
        /// Surrounded empty intersections and prisoners.
        Territory = "territory",
        /// Stones alone.
        Stones = "stones",
    }

    /// The result of a game that never ends, under a ruleset that has such games.
    Cycles {
        /// It has no result, which for each player is better than any loss and worse than any win.
        NoResult = "no-result",
        /// It is a draw.
        Draw = "draw",
        /// Black wins it by every intersection of the board (and by the most that a score can be,
        /// where prisoners count).
        Black = "black",
        /// White wins it by as much.
        White = "white",
    }

    /// By how many stones a player may have lost more than his opponent before he has run out of
    /// stones (Jann V1.5: "specified by the tournament rules").
    Stones {
        /// As many as the board has intersections ("for smaller boards").
        All = "all",
        /// Half as many, rounded down.
        Half = "half",
        /// Twice as many.
        Double = "double",
        /// Nobody ever runs out of stones.
        Unlimited = "unlimited",
    }

    /// Whether a continuation may be played with modified ko (Jann V1.5: "tournament rules may
    /// ignore this rule").
    ModifiedKo {
        /// At either player's demand.
        OnDemand = "on-demand",
        /// Never.
        Ignored = "ignored",
    }

    /// Whether a ko may be challenged whose capture basic ko bans at the moment (Jann V1.5: "This
    /// last restriction may be unnecessary and will probably be removed").
    BarredChallenge {
        /// No: the text as it stands.
        Refused = "refused",
        /// Yes: the text without its last restriction.
        Allowed = "allowed",
    }

    /// Who moves first in a confirmation sequence (Jann V1.5, territory; what the document says of
    /// it is lost).
    Confirmation {
        /// The owner of the chain that is claimed to be dead.
        Owner = "owner",
        /// The player who claims it.
        Claimant = "claimant",
        /// The player whose turn it would be ("with normal move order").
        Turn = "turn",
    }

    /// The superko of a ruleset that leaves it open.
    Superko {
        /// No earlier position may be recreated.
        Positional = "positional",
        /// No earlier position with the same player to move.
        Situational = "situational",
    }

    /// Where superko and pass-stones apply (rules 14a and 14b of Nieminen's proposal).
    AdditionalRules {
        /// In the whole game.
        Always = "always",
        /// Only while a dispute about a chain is played out; before the first stop there is basic
        /// ko.
        InDisputes = "in-disputes",
    }

    /// Which passes cost a stone, under a ruleset with pass-stones.
    PassStones {
        /// All.
        Always = "always",
        /// Those after the first stop.
        AfterStop = "after-stop",
    }

    /// Whether the positions that have stood are remembered when a chain is disputed.
    DisputePast {
        /// They may still not be recreated.
        Kept = "kept",
        /// They are forgotten, but for the disputed one.
        Cleared = "cleared",
    }

    /// When the prisoners of a scoring position are counted whose passes rule 17 of Kee 2009 moves.
    Prisoners {
        /// As they stand after the move of the passes, which is at the end of the game: rule 17 by
        /// its letter.
        AsMoved = "as-moved",
        /// As they stood when the passes were made.
        AsPassed = "as-passed",
    }

    /// Which stone plays the ban on repetition holds for.
    BarsOnly {
        /// All.
        Plays = "plays",
        /// Those that take stones off the board (Ikeda, by the letter).
        Captures = "captures",
    }

    /// Who makes the last move of a game that ends by passes: if it was the other player's, he
    /// passes once more, which changes nothing but that it costs its price.
    LastPass {
        /// Whoever it is.
        None = "none",
        /// White (AGA).
        White = "white",
        /// The player who did not move first, so that both have made as many moves.
        Equal = "equal",
    }

    /// Which empty intersections count by area, and what a group pays (KataGo's rules, version 2).
    Tax {
        /// All that one colour alone touches; nothing.
        None = "none",
        /// Those in an independent life region of one colour; nothing.
        Seki = "seki",
        /// The same; two points for each independent life region.
        All = "all",
    }
}

/// How many times a stopped game may be continued (Jann V1.5: "limited by the tournament rules").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Continuations(pub u8);

impl Word for Continuations {
    const ALL: &'static [Continuations] =
        &[Continuations(2), Continuations(0), Continuations(1), Continuations(3)];
    const WORDS: &'static [&'static str] = &["2", "0", "1", "3"];
}

impl Word for Suicide {
    const ALL: &'static [Suicide] = &Suicide::ALL;
    const WORDS: &'static [&'static str] = &["forbidden", "allowed", "multi-stone"];
}

impl Word for Players {
    const ALL: &'static [Players] = &Players::ALL;
    const WORDS: &'static [&'static str] = &["2", "3", "4", "5", "6"];
}

impl Stones {
    /// The limit on a board with this number of intersections, if there is one.
    pub fn limit(self, points: usize) -> Option<usize> {
        match self {
            Stones::All => Some(points),
            Stones::Half => Some(points / 2),
            Stones::Double => Some(2 * points),
            Stones::Unlimited => None,
        }
    }
}

/// Makes [`Axis`] and [`Options`] from the list of all options.
macro_rules! axes {
    ($($(#[$doc:meta])* $axis:ident, $field:ident: $type:ty = $name:literal, $help:literal;)+) => {
        /// An option as a user names it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Axis {
            $($(#[$doc])* $axis,)+
        }

        /// A value for every option. Each ruleset has some of the options (see
        /// [`Entry::axes`](super::entry::Entry)).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct Options {
            $($(#[$doc])* pub $field: $type,)+
        }

        /// Every option has its common default.
        impl Default for Options {
            fn default() -> Options {
                Options { $($field: <$type>::ALL[0],)+ }
            }
        }

        impl Axis {
            /// All axes.
            pub const ALL: [Axis; [$(Axis::$axis),+].len()] = [$(Axis::$axis),+];

            /// The name of the flag, without dashes.
            pub fn name(self) -> &'static str {
                match self { $(Axis::$axis => $name,)+ }
            }

            /// The purpose of the option, in one sentence that does not name its values or its
            /// default.
            pub fn help(self) -> &'static str {
                match self { $(Axis::$axis => $help,)+ }
            }

            /// The names of all values, the common default first.
            pub const fn values(self) -> &'static [&'static str] {
                match self { $(Axis::$axis => <$type>::WORDS,)+ }
            }

            /// The name of the value that `options` has.
            pub fn value(self, options: &Options) -> &'static str {
                match self { $(Axis::$axis => options.$field.word(),)+ }
            }
        }

        impl Options {
            /// Sets an axis to a value by its name, and returns whether the axis has it.
            pub fn set(&mut self, axis: Axis, value: &str) -> bool {
                match axis {
                    $(Axis::$axis => <$type>::named(value).map(|value| self.$field = value).is_some(),)+
                }
            }
        }
    };
}

axes! {
    /// The fate of a stone play that leaves its own chain without a liberty.
    Suicide, suicide: Suicide = "suicide",
        "Whether suicide may be played: never, always, or of two stones and more";
    /// How a finished position is counted.
    Scoring, scoring: Scoring = "scoring",
        "How a finished position is counted";
    /// What makes a position occur, where a pass lifts the ban on repetition.
    Lift, lift: Lift = "lift",
        "What makes a position occur, where a pass lifts the ban on repetition";
    /// The worth of a game without end.
    Cycles, cycles: Cycles = "cycles",
        "What a game without end is, where there is one";
    /// How many times a stopped game may be continued.
    Continuations, continuations: Continuations = "continuations",
        "How many times a stopped game may be continued";
    /// By how many stones a player may have lost more before he has run out of them.
    Stones, stones: Stones = "stones",
        "By how many stones a player may have lost more before he has run out of them: as many as there are intersections, half or twice as many, or any number";
    /// Whether a continuation may be played with modified ko.
    ModifiedKo, modified_ko: ModifiedKo = "modified-ko",
        "Whether a continuation may be played with modified ko";
    /// Whether a ko may be challenged whose capture basic ko bans at the moment.
    BarredChallenge, barred_challenge: BarredChallenge = "barred-challenge",
        "Whether a ko may be challenged whose capture is banned at the moment, as it would retake the ko at once";
    /// Who moves first where a chain is claimed to be dead.
    Confirmation, confirmation: Confirmation = "confirmation",
        "Who moves first where a chain is claimed to be dead";
    /// The superko, where the ruleset leaves it open.
    Superko, superko: Superko = "superko",
        "Which superko, where the ruleset leaves it open";
    /// Where superko and pass-stones apply.
    AdditionalRules, additional_rules: AdditionalRules = "additional-rules",
        "Where superko and pass-stones apply: in the whole game, or only while a dispute is played out";
    /// Which passes cost a stone.
    PassStones, pass_stones: PassStones = "pass-stones",
        "Which passes cost a stone";
    /// The effect of a dispute on the history.
    DisputePast, dispute_past: DisputePast = "dispute-past",
        "What a dispute does to the positions that may not be recreated";
    /// When the prisoners are counted of a scoring position whose passes are moved.
    Prisoners, prisoners: Prisoners = "prisoners",
        "When prisoners are counted for passes that rule 17 moves after the last play: after the move, or as they were made";
    /// Which stone plays the ban on repetition holds for.
    BarsOnly, bars_only: BarsOnly = "bars-only",
        "Which stone plays the ban on repetition holds for";
    /// Who makes the last move of a game that ends by passes.
    LastPass, last_pass: LastPass = "last-pass",
        "Who makes the last move, where a game ends by passes that cost points: if it was the other player's, he passes once more";
    /// Which empty intersections count by area, and what a group pays.
    Tax, tax: Tax = "tax",
        "Which empty intersections count by area, and what a group pays: all, and nothing; those in an independent life region; the same, and two points for each region";
    /// The number of players. With more than two another question is asked: what each can secure
    /// against all others.
    Players, players: Players = "players",
        "How many play; of more than two, what each can secure whatever the others do: Black, White, Red, Green, Yellow and Violet, with X, O, R, G, Y and V in a position";
}

impl Axis {
    /// The option of this name.
    pub fn named(name: &str) -> Option<Axis> {
        Axis::ALL.into_iter().find(|axis| axis.name() == name)
    }

    /// The value of another option without which a value of this one has no meaning.
    pub fn requires(self, value: &str) -> Option<(Axis, &'static str)> {
        match (self, value) {
            (Axis::Stones, "unlimited") | (Axis::Players, "3" | "4" | "5" | "6") => {
                Some((Axis::Scoring, "area"))
            }
            (Axis::Confirmation, "claimant" | "turn") | (Axis::Prisoners, "as-passed") => {
                Some((Axis::Scoring, "territory"))
            }
            (Axis::BarredChallenge, "allowed") => Some((Axis::ModifiedKo, "on-demand")),
            (Axis::PassStones, "after-stop") => Some((Axis::AdditionalRules, "always")),
            _ => None,
        }
    }
}

impl Options {
    /// The value of another option that a value of this axis requires and that these options do not
    /// have.
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
    /// The reason why they do not go together.
    pub why: &'static str,
}

impl fmt::Display for ClauseConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ClauseConflict { one, other, why, .. } = self;
        write!(f, "{one} does not go with {other}: {why}")
    }
}

/// Error in an option of a ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionError {
    /// The ruleset.
    pub ruleset: &'static str,
    /// The error.
    pub kind: OptionErrorKind,
}

/// Kind of error in an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionErrorKind {
    /// The ruleset has no such option; it has these.
    Unknown(Axis, Vec<Axis>),
    /// The option has no such value under the ruleset; it has these.
    Value(Axis, String, &'static [&'static str]),
    /// The value means nothing without a value of another option.
    Requires {
        /// The option and its value.
        given: (Axis, &'static str),
        /// The value that it requires.
        needed: (Axis, &'static str),
    },
    /// Two clauses do not go together.
    Conflict(ClauseConflict),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ruleset = self.ruleset;
        match &self.kind {
            OptionErrorKind::Unknown(axis, axes) => {
                let names: Vec<String> = axes.iter().map(|axis| format!("--{}", axis.name())).collect();
                let (axis, names) = (axis.name(), names.join(", "));
                write!(f, "ruleset {ruleset} has no option --{axis}, expected one of: {names}")
            }
            OptionErrorKind::Value(axis, value, values) => {
                let expected = match values {
                    [_] | [_, _] => values.join(" or "),
                    _ => format!("one of: {}", values.join(", ")),
                };
                write!(f, "--{} {value:?}: expected {expected} under {ruleset}", axis.name())
            }
            OptionErrorKind::Requires { given, needed } => {
                let [given, needed] =
                    [given, needed].map(|(axis, value)| format!("--{} {value}", axis.name()));
                write!(f, "ruleset {ruleset} has {given} only with {needed}")
            }
            OptionErrorKind::Conflict(conflict) => write!(f, "ruleset {ruleset}: {conflict}"),
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
