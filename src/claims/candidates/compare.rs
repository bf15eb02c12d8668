//! What a search found, held against what is on record.

use std::collections::BTreeMap;

use super::form::{Search, when};
use super::search::{Measured, OnBoard};
use crate::claims::document::Document;

impl Measured {
    /// As the record writes it: a score, or a word.
    pub fn in_words(&self) -> String {
        match self {
            Measured::Points(points) => points.to_string(),
            Measured::NoResult => "no-result".to_string(),
            Measured::NotPlayable => "not playable".to_string(),
            Measured::Open => "open".to_string(),
        }
    }
}

/// How often each value of a measure came up on all boards: `-20 on 30, -18 on 7`; `None` if it was not made.
pub fn distribution(found: &[OnBoard], measure: usize) -> Option<String> {
    let mut values: BTreeMap<Measured, u64> = BTreeMap::new();
    for on_board in found {
        for (value, count) in on_board.measured[measure].as_ref()? {
            *values.entry(*value).or_default() += count;
        }
    }
    let told = values.iter().map(|(value, count)| format!("{} on {count}", value.in_words()));
    Some(told.collect::<Vec<_>>().join(", "))
}

/// The positions of a document that name a search, each with whether it is among those that fit.
///
/// # Errors
/// One line that says what is wrong with a position.
pub fn positions<'a>(
    document: &'a Document,
    name: &str,
    found: &[OnBoard],
) -> Result<Vec<(&'a str, bool)>, String> {
    let named = document.positions.iter().filter(|(_, setting)| setting.candidates.as_deref() == Some(name));
    let fits = named.map(|(position, _)| {
        let place = document.place(position)?;
        let on_board = found.iter().find(|on_board| on_board.board.to_string() == place.board.to_string());
        Ok((position.as_str(), on_board.is_some_and(|it| it.has(&place.position, place.to_move))))
    });
    fits.collect()
}

/// What is not as on record, one line each. A search with nothing on record differs in nothing.
pub fn differences(search: &Search, found: &[OnBoard], positions: &[(&str, bool)]) -> Vec<String> {
    let mut differ = Vec::new();
    for (on_board, recorded) in found.iter().zip(&search.fit) {
        let fit = on_board.fit.len() as u64;
        if fit != *recorded && on_board.open() == 0 {
            differ.push(format!("{fit} fit on {}, on record: {recorded}", on_board.board));
        }
    }
    for (place, measure) in search.measures.iter().enumerate() {
        if let Some(values) = distribution(found, place).filter(|values| *values != measure.values)
            && !measure.values.is_empty()
            && !values.contains("open")
        {
            let (rules, when) = (&measure.rules, when(&measure.after));
            differ.push(format!("{rules}{when}: {values}, on record: {}", measure.values));
        }
    }
    let strange = positions.iter().filter(|(_, fits)| !fits);
    differ.extend(strange.map(|(name, _)| format!("position {name} is not among those that fit")));
    differ
}
