//! A ruleset as it is presented: its source, its articles, its readings and options, and what
//! carries it out: a composition of clauses, or a state machine of its own.

use std::fmt;

use crate::axes::{Axis, OptionError, OptionErrorKind, Options, Scoring, words};
use crate::clauses::{Clauses, Repeating, Scored};
use crate::encore::encore;
use crate::jann::Jann;
use crate::machine::Composition;
use crate::nieminen::Nieminen;
use crate::ruleset::{Properties, Ruleset};
use superko_go::bits::{PointSet, Words};
use superko_go::{Player, Players};

/// A ruleset as it is presented.
pub struct Entry {
    /// The name on the command line.
    pub id: &'static str,
    /// The name in prose.
    pub title: &'static str,
    /// The document that it carries out.
    pub document: &'static str,
    /// How much of the document's wording was at hand, if the file says so.
    pub wording: Option<Wording>,
    /// Its distinctive feature, in one line.
    pub summary: &'static str,
    /// Other names, some of which choose options.
    pub presets: &'static [Preset],
    /// The options that it has, with their values, the default first.
    pub axes: &'static [(Axis, &'static [&'static str])],
    /// The values of the options that it does not have: it is always played so.
    pub base: Options,
    /// The implementation.
    pub body: Body,
    /// The articles that it carries out: their number or title, and what they say.
    pub articles: &'static [(&'static str, &'static str)],
    /// The parts of the state of a game.
    pub state: &'static str,
    /// The choices that the document leaves open, and how it was read.
    pub readings: &'static [Reading],
    /// The rules file that all of this was read from.
    pub text: &'static str,
}

/// Implementation of a ruleset: a composition of clauses, or a state machine of its own.
///
/// With some options it may be the one and with others the other.
#[derive(Debug, Clone, Copy)]
pub struct Body {
    /// The clauses.
    pub clauses: Option<Clauses>,
    /// The machine, and the options for which it is used.
    pub machine: Option<Own>,
}

/// Another name for a ruleset with some options.
#[derive(Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The options that it chooses.
    pub sets: &'static [(Axis, &'static str)],
}

/// A choice that a document leaves open.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    /// The option that varies it. `None` for a choice that is settled.
    pub axis: Option<Axis>,
    /// The readings; of an option, each by the name of its value.
    pub text: &'static str,
    /// The passage that forces or suggests the default.
    pub forced_by: &'static str,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl Entry {
    /// Whether it is a reconstruction, as the wording of its document was not at hand: a value under
    /// it is that of a model.
    pub fn is_reconstruction(&self) -> bool {
        self.wording == Some(Wording::Reconstruction)
    }

    /// The options of the ruleset as it stands.
    pub fn defaults(&self) -> Options {
        let mut options = self.base;
        for (axis, value) in self.axes.iter().map(|(axis, values)| (*axis, values[0])) {
            assert!(options.set(axis, value), "{}: --{} {value}", self.id, axis.name());
        }
        options
    }

    /// The values that an option of this ruleset can have, the default first; none if it does not
    /// have the option.
    pub fn values(&self, axis: Axis) -> &'static [&'static str] {
        self.axes.iter().find(|(known, _)| *known == axis).map_or(&[], |(_, values)| *values)
    }

    /// Every combination of the options' values that go together.
    pub fn combinations(&'static self) -> Vec<Rules> {
        let mut all = vec![Rules::from(self)];
        for (axis, values) in self.axes {
            let vary = |rules: &Rules| {
                let with = |value: &&str| {
                    let mut rules = *rules;
                    rules.options.set(*axis, value);
                    rules
                };
                values.iter().map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(vary).collect();
        }
        all.retain(|rules| rules.check().is_ok());
        all
    }
}

words! {
    /// How much of the wording of a document was at hand for its rules file.
    Wording {
        /// All of it.
        Text = "text",
        /// The sentences that make the state machine; others were not.
        Part = "part",
        /// Something that the state machine needs was not, so that it is a reconstruction.
        Reconstruction = "reconstruction",
    }
}

// --- A ruleset with its options ---

/// A ruleset with a value for each of its options.
///
/// Its text is that of a command line: a name and options,
/// `kee2009 --lift produced --suicide allowed`. It is read from any name or title of the catalogue,
/// in capital or small letters, with options after it that are set in their order; and it is
/// written with the first name and the options that are not at the default of this name. What is
/// written of a ruleset of the catalogue is read as the same ruleset.
///
/// A ruleset of a rules file is read by [`Rules::in_file`]. It is written with the name that the
/// file gives it, under which the catalogue does not have it.
///
/// Options that are set one by one ([`Rules::set`]) need not go together before all are set:
/// [`Rules::check`] says whether they do. All that is read from a text has been checked.
///
/// ```
/// use superko_go::Board;
/// use superko_rules::Rules;
///
/// let rules: Rules = "Tromp Taylor --players 3".parse()?;
/// assert_eq!(rules.to_string(), "psk --suicide allowed --players 3");
/// let game = rules.game(Board::grid(2, 2)?);
/// assert_eq!(game.ruleset(), rules);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// The ruleset.
    pub entry: &'static Entry,
    /// The options.
    pub options: Options,
}

/// By the name and the text of the ruleset, and the options.
impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        let ruleset = |rules: &Rules| (rules.entry.id, rules.options, rules.entry.text);
        ruleset(self) == ruleset(other)
    }
}

impl Eq for Rules {}

impl From<&'static Entry> for Rules {
    /// The ruleset with the default of every option.
    fn from(entry: &'static Entry) -> Rules {
        Rules { entry, options: entry.defaults() }
    }
}

impl Rules {
    /// Sets an option. Whether the options go together is for [`Rules::check`] to say, when all are
    /// set.
    ///
    /// # Errors
    /// [`OptionError`] if the ruleset does not have the option, or not with this value.
    pub fn set(&mut self, axis: Axis, value: &str) -> Result<(), OptionError> {
        let error = |kind| Err(OptionError { ruleset: self.entry.id, kind });
        let values = self.entry.values(axis);
        if values.is_empty() {
            let axes = self.entry.axes.iter().map(|(axis, _)| *axis).collect();
            return error(OptionErrorKind::Unknown(axis, axes));
        }
        if !values.contains(&value) {
            return error(OptionErrorKind::Value(axis, value.to_string(), values));
        }
        self.options.set(axis, value);
        Ok(())
    }

    /// Checks that the values of the options go together, in whatever order they were set.
    ///
    /// # Errors
    /// [`OptionErrorKind::Requires`] names a value and the one of another option that it requires,
    /// [`OptionErrorKind::Conflict`] two clauses that do not go together.
    pub fn check(&self) -> Result<(), OptionError> {
        let error = |kind| OptionError { ruleset: self.entry.id, kind };
        for (axis, _) in self.entry.axes {
            let given = (*axis, axis.value(&self.options));
            if let Some(needed) = self.options.lacks(*axis, given.1) {
                return Err(error(OptionErrorKind::Requires { given, needed }));
            }
        }
        let checked = self.clauses().map_or(Ok(()), |clauses| clauses.check(&self.options, &[]));
        checked.map_err(|conflict| error(OptionErrorKind::Conflict(conflict)))
    }

    /// The options that mean something, with their values: those of which more than the default can
    /// be chosen while the others are as they are, or no other value exists. The number of players
    /// is left out, as with more than two another question is asked and the answer says so itself.
    pub fn settings(&self) -> Vec<(Axis, &'static str)> {
        let idle = |axis: Axis, values: &[&str]| {
            values.len() > 1 && values[1..].iter().all(|value| self.options.lacks(axis, value).is_some())
        };
        let axes = self.entry.axes.iter().filter(|(axis, _)| *axis != Axis::Players);
        let active = axes.filter(|(axis, values)| !idle(*axis, values));
        active.map(|(axis, _)| (*axis, axis.value(&self.options))).collect()
    }

    /// The options that are not at the default of the ruleset's first name, with their values.
    pub fn varied(&self) -> Vec<(Axis, &'static str)> {
        let given =
            self.entry.axes.iter().map(|(axis, values)| (*axis, axis.value(&self.options), values[0]));
        given.filter(|(_, value, default)| value != default).map(|(axis, value, _)| (axis, value)).collect()
    }

    /// Whether positions are scored by area.
    pub fn by_area(&self) -> bool {
        self.options.scoring == Scoring::Area
    }

    /// Whether every game ends.
    pub fn always_ends(&self) -> bool {
        self.properties().always_ends
    }

    /// The machine of its own that carries it out, if it is no composition.
    fn own(&self) -> Option<Machine> {
        let own = self.entry.body.machine?;
        own.only.iter().all(|(axis, value)| axis.value(&self.options) == *value).then_some(own.machine)
    }

    /// The clauses that it is composed of; `None` if it has a machine of its own.
    pub fn clauses(&self) -> Option<&'static Clauses> {
        self.entry.body.clauses.as_ref().filter(|_| self.own().is_none())
    }

    /// Whether every end of a game is counted, so that komi changes every value by itself. It is not
    /// where games may go on for ever, or a game may be a draw, no result, won or lost by something
    /// else than points. Nor is it with more than two players.
    pub fn counts_every_end(&self) -> bool {
        let counted = |clauses: &Clauses| {
            clauses.has_score()
                && clauses.draw.is_none()
                && clauses.scored == Scored::LastPosition
                && matches!(clauses.repeating, Repeating::Illegal | Repeating::Scores)
        };
        self.options.players == Players::Two
            && self.always_ends()
            && self.entry.values(Axis::Cycles).is_empty()
            && self.clauses().is_none_or(counted)
    }

    /// Whether a game has a score, and not only a winner.
    pub fn has_score(&self) -> bool {
        self.clauses().is_none_or(Clauses::has_score)
    }

    /// The player who moves first unless the user says otherwise.
    pub fn first_move(&self) -> Player {
        self.clauses().map_or(Player::Black, |clauses| clauses.first_move)
    }

    /// The plain properties.
    pub fn properties(&self) -> Properties {
        self.build().properties()
    }

    /// The state machine.
    ///
    /// # Panics
    /// If the options do not go together ([`Rules::check`]).
    pub fn build(&self) -> Box<dyn Ruleset> {
        self.build_over()
    }

    /// The state machine over sets of any kind.
    ///
    /// # Panics
    /// As [`Rules::build`]; and if it is not played over such sets ([`Rules::max_points_over`] is
    /// 0).
    pub fn build_over<S: Refereed>(&self) -> Box<dyn Ruleset<S>> {
        S::build(self)
    }

    /// The state machine, with that of Jann's rules if it is played over such sets.
    fn machine<S: PointSet>(
        &self,
        jann: impl FnOnce(Options) -> Option<Box<dyn Ruleset<S>>>,
    ) -> Box<dyn Ruleset<S>> {
        match (self.own(), self.entry.body.clauses) {
            (Some(Machine::Encore), _) => Box::new(encore(&self.options)),
            (Some(Machine::Nieminen), _) => Box::new(Nieminen::new(&self.options)),
            (Some(Machine::Jann), _) => jann(self.options).expect("the board is small enough"),
            (None, Some(clauses)) => Box::new(Composition::of(clauses, self.options)),
            (None, None) => panic!("{}: the file has clauses, or a machine for all options", self.entry.id),
        }
    }

    /// The largest board, in intersections, on which its state fits in a key, or for which it does
    /// not take too much memory to set it up.
    pub fn max_points(&self) -> usize {
        self.max_points_over::<u64>()
    }

    /// The same over sets of any kind.
    pub fn max_points_over<S: Refereed>(&self) -> usize {
        match (self.own(), self.entry.body.clauses) {
            (Some(Machine::Encore | Machine::Nieminen), _) => S::BITS,
            (Some(Machine::Jann), _) if S::SMALL => Jann::max_points(&self.options),
            (Some(Machine::Jann), _) => 0,
            (None, clauses) => clauses.map_or(0, |clauses| Composition::max_points(&clauses, S::BITS)),
        }
    }
}

// --- State machines of their own: rulesets that are no compositions of clauses ---

words! {
    /// A state machine of its own, with its name in a rules file.
    Machine {
        /// Spight's rules by territory: an encore, in which a pass costs a point.
        Encore = "encore",
        /// Jann's rules: a supply of stones, stops, continuations with modified ko, confirmation
        /// sequences.
        Jann = "jann",
        /// Nieminen's proposal: disputes that are played out, pass-stones.
        Nieminen = "nieminen",
    }
}

/// A machine of a rules file, and the options for which it is used; without any, for all.
#[derive(Debug, Clone, Copy)]
pub struct Own {
    /// The machine.
    pub machine: Machine,
    /// The values of options for which it is used.
    pub only: &'static [(Axis, &'static str)],
}

/// A set of intersections over which rulesets are built.
pub trait Refereed: PointSet {
    /// Whether Jann's rules are played over it: their machine has a table of the positions of its
    /// board.
    const SMALL: bool;

    /// The state machine of a ruleset. It is made here for `u64`, and not in each crate that asks for
    /// one, so that it is compiled as this crate is: optimised.
    fn build(rules: &Rules) -> Box<dyn Ruleset<Self>>;
}

impl Refereed for u64 {
    const SMALL: bool = true;

    fn build(rules: &Rules) -> Box<dyn Ruleset> {
        rules.machine(|options| Some(Box::new(Jann::new(options))))
    }
}

impl<const N: usize> Refereed for Words<N> {
    const SMALL: bool = false;

    fn build(rules: &Rules) -> Box<dyn Ruleset<Words<N>>> {
        rules.machine(|_| None)
    }
}
