//! The names of clauses and of their values.

use super::{Clauses, LiftedBy, Passes, Repetition, Scored, SecondPass, Since};
use crate::axes::{Axis, Options};

/// A value of a clause that is written as a word.
pub trait Word: Copy + PartialEq + 'static {
    /// Every value with its word, in the order in which they are listed.
    const ALL: &'static [(&'static str, Self)];

    /// The value of a word.
    fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
    }

    /// The word of a value.
    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, value)| *value == self).map_or("", |(name, _)| name)
    }
}

impl Word for Repetition {
    const ALL: &'static [(&'static str, Repetition)] = &[
        ("position", Repetition::Position),
        ("situation", Repetition::Situation),
        ("natural-situation", Repetition::NaturalSituation),
        ("passed-situation", Repetition::PassedSituation),
        ("left-position", Repetition::LeftPosition),
    ];
}

impl Word for LiftedBy {
    const ALL: &'static [(&'static str, LiftedBy)] =
        &[("nothing", LiftedBy::Nothing), ("pass", LiftedBy::Pass), ("two-passes", LiftedBy::TwoPasses)];
}

impl Word for SecondPass {
    const ALL: &'static [(&'static str, SecondPass)] =
        &[("player", SecondPass::Player), ("opponents", SecondPass::Opponents)];
}

impl Word for Since {
    const ALL: &'static [(&'static str, Since)] = &[("start", Since::Start), ("pass", Since::Pass)];
}

impl Word for Scored {
    const ALL: &'static [(&'static str, Scored)] =
        &[("last-position", Scored::LastPosition), ("scoring-positions", Scored::ScoringPositions)];
}

/// The part of [`Clauses`] that a word stands for.
type Part = fn(&mut Clauses) -> &mut bool;

/// The words of the clause `bars` beside those of [`Repetition`], each with its part.
pub const OTHER_BARS: [(&str, Part); 4] = [
    ("basic-ko", |clauses| &mut clauses.basic_ko),
    ("initialised-twice", |clauses| &mut clauses.initialised_twice),
    ("disturbed-twice", |clauses| &mut clauses.disturbed_twice),
    ("declined", |clauses| &mut clauses.declined),
];

impl Clauses {
    /// Adds a word of the clause `bars`. Returns `None` if there is no such word, and otherwise the word that it
    /// replaces, as a ruleset has one ban on repetition at most.
    pub fn bar(&mut self, word: &str) -> Option<Option<&'static str>> {
        if let Some(repetition) = Repetition::named(word) {
            let former = self.repetition.replace(repetition);
            return Some(former.filter(|former| *former != repetition).map(Word::word));
        }
        let (_, part) = OTHER_BARS.iter().find(|(name, _)| *name == word)?;
        *part(self) = true;
        Some(None)
    }

    /// The words of the clause `bars`.
    pub fn bars(&self) -> Vec<&'static str> {
        let mut clauses = *self;
        let mut has = |(name, part): &(&'static str, Part)| (*part(&mut clauses)).then_some(*name);
        let ko = has(&OTHER_BARS[0]);
        let others: Vec<&str> = OTHER_BARS[1..].iter().filter_map(has).collect();
        ko.into_iter().chain(self.repetition.map(Word::word)).chain(others).collect()
    }

    /// All words of the clause `bars`.
    pub fn all_bars() -> Vec<&'static str> {
        let repetitions = Repetition::ALL.iter().map(|(name, _)| *name);
        let others = OTHER_BARS.iter().map(|(name, _)| *name);
        others.clone().take(1).chain(repetitions).chain(others.skip(1)).collect()
    }
}

impl Passes {
    /// The number as a rules file has it.
    pub fn text(self) -> String {
        match self {
            Passes::Number(number) => number.to_string(),
            Passes::Players(0) => "\"players\"".to_string(),
            Passes::Players(more) => format!("\"players + {more}\""),
        }
    }
}

/// See [`Clauses::listed`].
pub fn listed(clauses: &Clauses, options: &Options) -> Vec<(&'static str, String)> {
    let default = Clauses::DEFAULT;
    let quoted = |word: &str| format!("{word:?}");
    let mut listed = Vec::new();
    let mut add = |name: &'static str, value: Option<String>| listed.extend(value.map(|value| (name, value)));
    let shared = |axis: Axis| {
        let value = axis.value(options);
        let text = if axis == Axis::Players { value.to_string() } else { quoted(value) };
        clauses.has(axis, options).then_some(text)
    };
    let word = |word: &'static str, given: bool| given.then(|| quoted(word));
    add("players", shared(Axis::Players));
    let first = clauses.first_move.name().to_lowercase();
    add("first-move", (clauses.first_move != default.first_move).then(|| quoted(&first)));
    add("suicide", shared(Axis::Suicide));
    let bars: Vec<String> = clauses.bars().into_iter().map(quoted).collect();
    add("bars", Some(format!("[{}]", bars.join(", "))));
    add("lifted-by", word(clauses.lifted_by.word(), clauses.lifted_by != default.lifted_by));
    add("occurs", shared(Axis::Lift));
    add("passes-in-a-row", clauses.passes_in_a_row.map(Passes::text));
    add("second-pass", clauses.second_pass.map(|second| quoted(second.word())));
    add("passes-forgotten-by", word("disturbing-play", clauses.passes_forgotten));
    add("all-pass-in-one-situation", clauses.all_pass_in_one_situation.then(|| "true".to_string()));
    add("draw-at-occurrence", clauses.draw.map(|draw| draw.at.to_string()));
    add("occurrences-since", clauses.draw.map(|draw| quoted(draw.since.word())));
    add("scoring", shared(Axis::Scoring));
    add("scored", word(clauses.scored.word(), clauses.scored != default.scored));
    add("prisoners", shared(Axis::Prisoners));
    add("price-of-pass", (clauses.price_of_pass != 0).then(|| clauses.price_of_pass.to_string()));
    add("endless", shared(Axis::Cycles));
    listed
}
