//! The games that have a table: each ruleset as it stands, and with one option at a time at another value.

use std::sync::LazyLock;

use super::reach::Reach;
use crate::go::Board;
use crate::rules::Game;
use crate::rules::axes::{Axis, Options};
use crate::rules::{catalogue, entry::Entry};

/// Every variant with its name.
static ALL: LazyLock<Vec<(String, Variant)>> = LazyLock::new(|| {
    let all = catalogue::ALL.into_iter().flat_map(Variant::of);
    all.map(|variant| (variant.name(), variant)).collect()
});

/// A ruleset with its options.
#[derive(Debug, Clone, Copy)]
pub struct Variant {
    /// The ruleset.
    pub entry: &'static Entry,
    /// The options.
    pub options: Options,
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        let text = |variant: &Variant| variant.entry.text;
        self.entry.id == other.entry.id && self.options == other.options && text(self) == text(other)
    }
}

impl Variant {
    /// A ruleset with the default of every option.
    pub fn default_of(entry: &'static Entry) -> Variant {
        Variant { entry, options: entry.defaults() }
    }

    /// Every ruleset of the catalogue with the default of every option.
    pub fn defaults() -> Vec<Variant> {
        catalogue::ALL.into_iter().map(Variant::default_of).collect()
    }

    /// A ruleset as it stands, then with each other value of each option, one option varied at a time.
    ///
    /// Left out are the value of a game without end (`--cycles`), as the interval that every such table gives
    /// implies all of its settings; what a dispute does to the past (`--dispute-past`), as even 2x3 is out of
    /// reach where a dispute clears the past; whether a barred capture may be challenged for (`--barred-challenge`),
    /// which the document's author only considers (the claim jann-12 says what it changes); options that mean nothing while
    /// the others have their defaults (`--confirmation`); and variants that have tables of no board.
    pub fn of(entry: &'static Entry) -> Vec<Variant> {
        let mut variants = vec![Variant::default_of(entry)];
        let left_out = [Axis::Cycles, Axis::DisputePast, Axis::BarredChallenge];
        let settings =
            entry.settings(&entry.defaults()).into_iter().filter(|(axis, _)| !left_out.contains(axis));
        for (axis, _) in settings {
            for value in &entry.values(axis)[1..] {
                let mut options = entry.defaults();
                entry.set(&mut options, axis, value).expect("an option has the values that it lists");
                if Reach::of(entry, &options).line > 0 {
                    variants.push(Variant { entry, options });
                }
            }
        }
        variants
    }

    /// The variants of every ruleset of the catalogue, in its order.
    pub fn all() -> Vec<Variant> {
        ALL.iter().map(|(_, variant)| *variant).collect()
    }

    /// The variant of a name that [`Variant::name`] has given.
    pub fn named(name: &str) -> Option<Variant> {
        ALL.iter().find(|(other, _)| other == name).map(|(_, variant)| *variant)
    }

    /// The place of its name among [`Variant::all`]; a variant that is not listed there comes after all.
    pub fn place(&self) -> usize {
        let name = self.name();
        ALL.iter().position(|(other, _)| *other == name).unwrap_or(ALL.len())
    }

    /// The options that are not at their default: `(axis, value)`. The number of players is left out: where more than two
    /// play, the place of the results says so.
    pub fn varied(&self) -> Vec<(Axis, &'static str)> {
        let mut varied = self.entry.varied(&self.options);
        varied.retain(|(axis, _)| *axis != Axis::Players);
        varied
    }

    /// `kee2020`, `kee2020+suicide-allowed`: the name of its files and columns.
    pub fn name(&self) -> String {
        let varied = self.varied();
        let options = varied.iter().map(|(axis, value)| format!("+{}-{value}", axis.name()));
        format!("{}{}", self.entry.id, options.collect::<String>())
    }

    /// The path that its rules file has in the folder, if it is none of the catalogue.
    pub fn file(&self) -> Option<String> {
        let known = catalogue::ALL.iter().any(|entry| entry.id == self.entry.id);
        (!known).then(|| format!("rules/{}.toml", self.entry.id))
    }

    /// `kee2020 --suicide allowed`, `rules/draft.toml`: as it is named on the command line, in the folder.
    pub fn written(&self) -> String {
        let name = self.file().unwrap_or_else(|| self.entry.id.to_string());
        let varied = self.varied();
        let options = varied.iter().map(|(axis, value)| format!(" --{} {value}", axis.name()));
        format!("{name}{}", options.collect::<String>())
    }

    /// `--rules kee2020 --suicide allowed`, as on the command line, in the folder.
    pub fn arguments(&self) -> String {
        format!("--rules {}", self.written())
    }

    /// Whether every game ends.
    pub fn always_ends(&self) -> bool {
        self.entry.properties(&self.options).always_ends
    }

    /// Whether positions are scored by area.
    pub fn by_area(&self) -> bool {
        self.entry.by_area(&self.options)
    }

    /// The game on a board.
    pub fn game(&self, board: Board) -> Game {
        self.entry.game(board, self.options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ruleset_has_its_variants_and_every_name_leads_back() {
        let names: Vec<String> = Variant::all().iter().map(Variant::name).collect();
        for entry in *catalogue::ALL {
            assert!(names.contains(&entry.id.to_string()));
        }
        for name in ["simple-ko+suicide-allowed", "ssk+suicide-multi-stone", "kee2009+lift-produced-ko"] {
            assert!(names.contains(&name.to_string()), "{name}");
        }
        for (place, name) in names.iter().enumerate() {
            assert_eq!(names.iter().position(|other| other == name), Some(place));
            let variant = Variant::named(name).unwrap();
            assert!(variant.name() == *name && variant.varied().len() <= 1);
        }
        assert_eq!(
            Variant::named("kee2020+lift-produced").unwrap().arguments(),
            "--rules kee2020 --lift produced"
        );
    }
}
