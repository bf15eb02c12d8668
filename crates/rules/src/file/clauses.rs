//! The table `[clauses]` of a rules file.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::de::DeTable;

use super::source::{Fault, Source, Value};
use crate::axes::{Axis, Options};
use crate::clauses::{Clauses, Draw, LiftedBy, MOST_PRICE, Passes, Scored, SecondPass, Since, Word};
use superko_go::Players;

/// A composition, and where the file has each of its clauses.
pub struct Composed {
    pub clauses: Clauses,
    /// The clauses that are options as well.
    pub options: Options,
    places: BTreeMap<&'static str, Range<usize>>,
}

impl Composed {
    /// Reads the table.
    pub fn read(source: &Source<'_>, table: &DeTable<'_>, place: Range<usize>) -> Result<Composed, Fault> {
        let mut composed =
            Composed { clauses: Clauses::DEFAULT, options: Options::default(), places: BTreeMap::new() };
        let (mut draw_at, mut since) = (None, None);
        for (key, value) in table {
            let names = Clauses::names();
            let unknown = || source.unknown("clause", key.get_ref(), key.span(), &names);
            let name = names.into_iter().find(|name| *name == key.get_ref()).ok_or_else(unknown)?;
            composed.places.insert(name, value.span());
            match name {
                "draw-at-occurrence" => draw_at = Some(source.number(name, value, 2, 3)?),
                "occurrences-since" => since = Some(word::<Since>(source, name, value)?),
                _ => composed.set(source, name, value)?,
            }
        }
        let since = since.unwrap_or(Since::Start);
        composed.clauses.draw = draw_at.map(|at| Draw { at, since });
        composed.check(source, place)?;
        Ok(composed)
    }

    fn set(&mut self, source: &Source<'_>, name: &'static str, value: &Value<'_>) -> Result<(), Fault> {
        if let Some((axis, _)) = Clauses::SHARED.iter().find(|(_, shared)| *shared == name) {
            return self.set_shared(source, name, *axis, value);
        }
        let clauses = &mut self.clauses;
        match name {
            "first-move" => {
                let named = source.string(name, value)?;
                let all = Players::Six.all();
                let found = all.iter().find(|player| player.name().eq_ignore_ascii_case(named)).copied();
                let names: Vec<String> = all.iter().map(|player| player.name().to_lowercase()).collect();
                let expected = format!("one of: {}", names.join(", "));
                clauses.first_move = found.ok_or_else(|| source.kind(name, value, &expected))?;
            }
            "bars" => {
                for (word, place) in source.strings(name, value)? {
                    let unknown = || source.unknown("bar", word, place.clone(), &Clauses::all_bars());
                    if let Some(other) = clauses.bar(word).ok_or_else(unknown)? {
                        let why = "a ruleset has one ban on repetition at most";
                        return Err(
                            source.fault(place, format!("{word:?} does not go with {other:?}: {why}"))
                        );
                    }
                }
            }
            "lifted-by" => clauses.lifted_by = word::<LiftedBy>(source, name, value)?,
            "passes-in-a-row" => clauses.passes_in_a_row = Some(passes(source, name, value)?),
            "second-pass" => clauses.second_pass = Some(word::<SecondPass>(source, name, value)?),
            "passes-forgotten-by" => {
                clauses.passes_forgotten = match source.string(name, value)? {
                    "nothing" => false,
                    "disturbing-play" => true,
                    _ => return Err(source.kind(name, value, "\"nothing\" or \"disturbing-play\"")),
                }
            }
            "all-pass-in-one-situation" => clauses.all_pass_in_one_situation = source.boolean(name, value)?,
            "scored" => clauses.scored = word::<Scored>(source, name, value)?,
            _ => clauses.price_of_pass = source.number(name, value, 0, MOST_PRICE as u32)? as i32,
        }
        Ok(())
    }

    /// A clause that is an option as well.
    fn set_shared(
        &mut self,
        source: &Source<'_>,
        name: &'static str,
        axis: Axis,
        value: &Value<'_>,
    ) -> Result<(), Fault> {
        let word = match axis {
            Axis::Players => source.number(name, value, 2, Players::Six.count() as u32)?.to_string(),
            _ => source.string(name, value)?.to_string(),
        };
        let words: Vec<String> = axis.values().iter().map(|word| format!("{word:?}")).collect();
        match self.options.set(axis, &word) {
            true => Ok(()),
            false => Err(source.kind(name, value, &format!("one of: {}", words.join(", ")))),
        }
    }

    /// Whether the clauses go together.
    fn check(&self, source: &Source<'_>, place: Range<usize>) -> Result<(), Fault> {
        let given: Vec<&str> = self.places.keys().copied().collect();
        self.clauses.check(&self.options, &given).map_err(|discord| {
            let place = self.places.get(discord.clause).cloned().unwrap_or(place);
            source.fault(place, discord.to_string())
        })
    }
}

/// A value that is one of a list of words.
fn word<W: Word>(source: &Source<'_>, name: &str, value: &Value<'_>) -> Result<W, Fault> {
    let words: Vec<String> = W::ALL.iter().map(|(word, _)| format!("{word:?}")).collect();
    W::named(source.string(name, value)?)
        .ok_or_else(|| source.kind(name, value, &format!("one of: {}", words.join(", "))))
}

/// A number of passes: `2`, `"players"` or `"players + 1"`.
fn passes(source: &Source<'_>, name: &str, value: &Value<'_>) -> Result<Passes, Fault> {
    if value.get_ref().is_integer() {
        return Ok(Passes::Number(source.number(name, value, 1, Passes::MOST)?));
    }
    let expected = format!("a number from 1 to {}, \"players\" or \"players + 1\"", Passes::MOST);
    let wrong = || source.kind(name, value, &expected);
    let text = value.get_ref().as_str().ok_or_else(wrong)?;
    let rest = text.trim().strip_prefix("players").ok_or_else(wrong)?.trim();
    if rest.is_empty() {
        return Ok(Passes::Players(0));
    }
    let more = rest.strip_prefix('+').and_then(|more| more.trim().parse().ok());
    let more = more.filter(|more| (1..=Passes::MOST).contains(more));
    more.map(Passes::Players).ok_or_else(wrong)
}
