//! The rulesets of a folder: those of the catalogue with their options, or some that the user has named.
//!
//! A folder of one's own has the rules files themselves, as `rules/NAME.toml`, and its manifest names its rulesets, so that
//! whoever has the folder can check it and make it again.

use super::folder::{self, Files};
use super::variant::Variant;
use crate::go::Players;
use crate::rules::{catalogue, file};

/// The rulesets of a folder.
#[derive(Debug, Clone, PartialEq)]
pub enum Rulesets {
    /// Every ruleset of the catalogue, with one option at a time at another value.
    Catalogue,
    /// These, with the options that they are named with, in this order.
    Own(Vec<Variant>),
}

impl Rulesets {
    /// Rulesets that the user has named. A rules file is read again under the name that it has in the folder, as what a
    /// file does not say is called after it.
    ///
    /// # Errors
    /// Two have the same name, and so would have the same files; or one is for more than two players, whose games a folder
    /// has beside the others.
    pub fn own(variants: Vec<Variant>) -> Result<Rulesets, String> {
        let mut own: Vec<Variant> = Vec::new();
        for variant in variants {
            let name = variant.name();
            if variant.options.players != Players::Two {
                return Err(format!(
                    "{name}: expected it without --players, a folder has games of three besides"
                ));
            }
            if own.iter().any(|other| other.name() == name) {
                return Err(format!("two rulesets are called {name}, expected a name of its own for each"));
            }
            let entry = match variant.file() {
                Some(path) => {
                    file::read(&path, variant.entry.text.as_bytes()).map_err(|fault| fault.to_string())?
                }
                None => variant.entry,
            };
            own.push(Variant { entry, ..variant });
        }
        Ok(Rulesets::Own(own))
    }

    /// The rulesets of a folder, from what its manifest says and the rules files that it has.
    ///
    /// # Errors
    /// A rules file is missing or wrong, or no ruleset has such a name.
    pub fn named_by(names: &[String], files: &Files) -> Result<Rulesets, String> {
        if names.is_empty() {
            return Ok(Rulesets::Catalogue);
        }
        Rulesets::own(names.iter().map(|name| read(name, files)).collect::<Result<_, _>>()?)
    }

    /// Whether they are those of the catalogue.
    pub fn are_of_the_catalogue(&self) -> bool {
        *self == Rulesets::Catalogue
    }

    /// All of them.
    pub fn all(&self) -> Vec<Variant> {
        match self {
            Rulesets::Catalogue => Variant::all(),
            Rulesets::Own(variants) => variants.clone(),
        }
    }

    /// Those that are shown side by side: the rulesets of the catalogue with the default of every option, or all that the
    /// user has named.
    pub fn shown(&self) -> Vec<Variant> {
        match self {
            Rulesets::Catalogue => Variant::defaults(),
            Rulesets::Own(variants) => variants.clone(),
        }
    }

    /// The one of a name that [`Variant::name`] has given.
    pub fn named(&self, name: &str) -> Option<Variant> {
        match self {
            Rulesets::Catalogue => Variant::named(name),
            Rulesets::Own(variants) => variants.iter().find(|variant| variant.name() == name).copied(),
        }
    }

    /// As they are named in a manifest, and behind `--rules`; nothing for those of the catalogue.
    pub fn names(&self) -> Vec<String> {
        match self {
            Rulesets::Catalogue => Vec::new(),
            Rulesets::Own(variants) => variants.iter().map(Variant::written).collect(),
        }
    }

    /// The rules files by the paths that they have in the folder.
    pub fn files(&self) -> Files {
        let Rulesets::Own(variants) = self else { return Files::new() };
        let of = |variant: &Variant| Some((variant.file()?, variant.entry.text.as_bytes().to_vec()));
        variants.iter().filter_map(of).collect()
    }
}

/// Reads a ruleset as [`Variant::written`] names it, from the files of a folder if it is none of the catalogue.
fn read(written: &str, files: &Files) -> Result<Variant, String> {
    let (name, flags) = written.split_once(' ').unwrap_or((written, ""));
    let (entry, options) = match files.get(name) {
        Some(bytes) => {
            folder::text(name, bytes)?;
            let entry = file::read(name, bytes).map_err(|fault| fault.to_string())?;
            (entry, entry.defaults())
        }
        None if name.ends_with(".toml") => return Err(format!("{name}: missing")),
        None => catalogue::find(name).map_err(|error| error.to_string())?,
    };
    let options = catalogue::with_flags(entry, options, flags).map_err(|error| error.to_string())?;
    let variant = Variant { entry, options };
    match variant.file().is_none_or(|path| path == name) {
        true => Ok(variant),
        false => Err(format!("{name}: has the ruleset {}, expected the one of its name", entry.id)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAFT: &str = "[clauses]\nbars = [\"position\"]\npasses-in-a-row = \"players\"\n";

    fn draft(name: &str, text: &str) -> Variant {
        Variant::default_of(file::read(name, text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}")))
    }

    #[test]
    fn rulesets_are_found_again_by_what_the_manifest_says_of_them() {
        let (lifted, options) = catalogue::parse("kee2020 --lift produced --suicide allowed").unwrap();
        let lifted = Variant { entry: lifted, options };
        let own = Rulesets::own(vec![draft("drafts/mine.toml", DRAFT), lifted]).unwrap();
        assert_eq!(own.names(), ["rules/mine.toml", "kee2020 --suicide allowed --lift produced"]);
        let files = own.files();
        assert_eq!(files.keys().collect::<Vec<_>>(), ["rules/mine.toml"]);
        let again = Rulesets::named_by(&own.names(), &files).unwrap();
        assert_eq!(again.names(), own.names());
        assert!(again.named("mine").is_some() && again.named("psk").is_none());
        let fault = |names: &[&str], files: &Files| {
            let names: Vec<String> = names.iter().map(ToString::to_string).collect();
            Rulesets::named_by(&names, files).unwrap_err()
        };
        assert_eq!(fault(&["rules/mine.toml"], &Files::new()), "rules/mine.toml: missing");
        assert!(fault(&["kee2021"], &files).contains("kee2021"));
        assert!(fault(&["psk", "psk"], &files).contains("two rulesets are called psk"));
        assert_eq!(Rulesets::named_by(&[], &files), Ok(Rulesets::Catalogue));
    }
}
