//! The rulesets of a folder: those of the catalogue with their options, or some that the user has
//! named; and the largest boards that have tables under them.
//!
//! A folder of one's own has the rules files themselves, as `rules/NAME.toml`, and its manifest
//! names its rulesets, so that whoever has the folder can check it and make it again.

use std::sync::LazyLock;

use super::folder::{self, Files};
use superko_go::board::MAX_POINTS;
use superko_go::{Board, Players};
use superko_rules::axes::{Axis, Scoring};
use superko_rules::entry::Entry;
use superko_rules::{Rules, catalogue};

// --- The largest boards that have tables ---

// Numbers of intersections: on larger boards the limit of nodes leaves nothing but the bounds that
// everyone knows.

/// The largest boards of a ruleset, in intersections.
#[derive(Debug, Clone, Copy)]
pub struct MaxPoints {
    /// A table of the empty start, on a board of one row or column.
    pub line: usize,
    /// The same, on any other board.
    pub other: usize,
    /// A table of every position.
    pub every: usize,
    /// Either, with an option that is not at its default.
    varied: usize,
}

impl MaxPoints {
    /// The same limits for boards of any kind, whatever the options: of the empty start, and of
    /// every position.
    const fn uniform(empty: usize, every: usize) -> MaxPoints {
        MaxPoints { line: empty, other: empty, every, varied: empty }
    }

    /// The limits of a ruleset before they are narrowed for options.
    fn of_ruleset(Rules { entry, options }: &Rules) -> MaxPoints {
        match (entry.id, options.scoring) {
            // All states are listed: 0.8 million of 3x3, 2.4 million of 1x8, 4.3 million of 2x5,
            // 7.8 million of 1x9, 47 million of 3x4.
            ("jann", Scoring::Area) => MaxPoints { line: 10, other: 12, every: 12, varied: 9 },
            // The confirmation sequences of 1x9 take half a minute, and would in every check of a
            // table whose game is replayed.
            ("jann", Scoring::Territory) => MaxPoints { line: 8, other: 9, every: 9, varied: 9 },
            ("kee2007", _) => MaxPoints { line: 9, other: 0, every: 3, varied: 9 },
            // Its lemmas are about means: not every position of 2x6 had a value after five minutes,
            // which others take half of one for.
            ("kee2009", _) => MaxPoints { line: 14, other: 16, every: 11, varied: MAX_POINTS },
            ("simple-ko" | "psk" | "ssk" | "nssk" | "spight" | "kee2020", _) => {
                MaxPoints::uniform(MAX_POINTS, MAX_POINTS)
            }
            ("katago-area", _) => MaxPoints { line: 7, other: 9, every: 0, varied: 0 },
            _ if catalogue::is_of_another_document(entry) => {
                MaxPoints { line: 9, other: 9, every: 0, varied: 0 }
            }
            // Those of users, and compared ones that are not named above.
            _ => MaxPoints::uniform(12, 9),
        }
    }

    /// The limits of a ruleset with its options.
    pub fn of(rules: &Rules) -> MaxPoints {
        let (limits, defaults) = (MaxPoints::of_ruleset(rules), rules.entry.defaults());
        let mut settings = rules.settings().into_iter();
        let varied = settings.any(|(axis, value)| value != axis.value(&defaults));
        let max = if varied { limits.varied } else { MAX_POINTS };
        let [line, other, every] = [limits.line, limits.other, limits.every].map(|points| points.min(max));
        MaxPoints { line, other, every, ..limits }
    }
}

/// Whether the empty start of a board has a published table.
pub fn is_planned(rules: &Rules, board: &Board) -> bool {
    let line = board.is_grid() && board.rows().min(board.cols()) == 1;
    let limits = MaxPoints::of(rules);
    board.points() <= rules.max_points().min(if line { limits.line } else { limits.other })
}

/// Whether the empty start of a board has a table with any option varied, and so takes no more than
/// seconds with the defaults.
pub fn reaches_soon(rules: &Rules, board: &Board) -> bool {
    board.points() <= MaxPoints::of_ruleset(rules).varied && is_planned(rules, board)
}

// --- Variants: each ruleset as it stands, and with one option at a time at another value ---

/// Every variant of the catalogue with its name.
static ALL: LazyLock<Vec<(String, Rules)>> = LazyLock::new(|| {
    let all = catalogue::ALL.into_iter().flat_map(variants);
    all.map(|variant| (name(&variant), variant)).collect()
});

/// A ruleset as it stands, then with each other value of each option, one option varied at a time.
///
/// Other documents ([`catalogue::compared`] says which are not) have no variants. Left out are the
/// value of a game without end (`--cycles`), as the interval that every such table
/// gives implies all of its settings; what a dispute does to the history (`--dispute-past`), as
/// even 2x3 is out of reach where a dispute clears the history; whether a banned capture may be
/// challenged for (`--barred-challenge`), which the document's author only considers (the claim
/// jann-12 says what it changes); options that mean nothing while the others have their defaults
/// (`--confirmation`); and variants that have tables of no board.
pub fn variants(entry: &'static Entry) -> Vec<Rules> {
    let default = Rules::from(entry);
    let mut variants = vec![default];
    let left_out = [Axis::Cycles, Axis::DisputePast, Axis::BarredChallenge];
    let settings = default.settings().into_iter().filter(|(axis, _)| !left_out.contains(axis));
    for (axis, _) in settings {
        for value in &entry.values(axis)[1..] {
            let mut variant = default;
            variant.set(axis, value).expect("an option has the values that it lists");
            if MaxPoints::of(&variant).line > 0 {
                variants.push(variant);
            }
        }
    }
    variants
}

/// The place of a variant in the order of the catalogue; one that is not listed there comes after
/// all.
pub fn place(variant: &Rules) -> usize {
    let name = name(variant);
    ALL.iter().position(|(other, _)| *other == name).unwrap_or(ALL.len())
}

/// The options that are not at their default, as a command line has them. The number of players is
/// left out: where more than two play, the place of the results says so.
fn flags(variant: &Rules) -> String {
    let varied = variant.varied().into_iter().filter(|(axis, _)| *axis != Axis::Players);
    varied.map(|(axis, value)| format!(" --{} {value}", axis.name())).collect()
}

/// `kee2020`, `kee2020+suicide-allowed`: the name of the files and columns of a variant.
pub fn name(variant: &Rules) -> String {
    format!("{}{}", variant.entry.id, flags(variant).replace(" --", "+").replace(' ', "-"))
}

/// The path that the rules file of a variant has in the folder, if it is none of the catalogue.
pub fn file(variant: &Rules) -> Option<String> {
    let known = catalogue::ALL.iter().any(|entry| entry.id == variant.entry.id);
    (!known).then(|| format!("rules/{}.toml", variant.entry.id))
}

/// `kee2020 --suicide allowed`, `rules/draft.toml`: a variant as it is named on the command line,
/// in the folder.
pub fn written(variant: &Rules) -> String {
    file(variant).unwrap_or_else(|| variant.entry.id.to_string()) + &flags(variant)
}

// --- The rulesets of a folder ---

/// The rulesets of a folder.
#[derive(Debug, Clone, PartialEq)]
pub enum Rulesets {
    /// Every ruleset of the catalogue, with one option at a time at another value.
    Catalogue,
    /// These, with the options that they are named with, in this order.
    Own(Vec<Rules>),
}

impl Rulesets {
    /// Rulesets that the user has named. A rules file is read again under the name that it has in
    /// the folder, as what a file does not say is called after it.
    ///
    /// # Errors
    /// Two have the same name, and so would have the same files; or one is for more than two
    /// players, whose games a folder has beside the others.
    pub fn own(variants: Vec<Rules>) -> Result<Rulesets, String> {
        let mut own: Vec<Rules> = Vec::new();
        for variant in variants {
            let name = name(&variant);
            if variant.options.players != Players::Two {
                return Err(format!(
                    "{name}: expected it without --players, a folder has games of three besides"
                ));
            }
            if own.iter().any(|other| self::name(other) == name) {
                return Err(format!("two rulesets are called {name}, expected a name of its own for each"));
            }
            let entry = match file(&variant) {
                Some(path) => superko_rules::file::read(&path, variant.entry.text.as_bytes())
                    .map_err(|fault| fault.to_string())?,
                None => variant.entry,
            };
            own.push(Rules { entry, ..variant });
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
    pub fn all(&self) -> Vec<Rules> {
        match self {
            Rulesets::Catalogue => ALL.iter().map(|(_, variant)| *variant).collect(),
            Rulesets::Own(variants) => variants.clone(),
        }
    }

    /// Those that are compared with one another: of the catalogue, with the default of every option,
    /// those of [`catalogue::compared`]; or all that the user has named.
    pub fn shown(&self) -> Vec<Rules> {
        match self {
            Rulesets::Catalogue => catalogue::compared().map(Rules::from).collect(),
            Rulesets::Own(variants) => variants.clone(),
        }
    }

    /// Each ruleset with the default of every option; or all that the user has named.
    pub fn each(&self) -> Vec<Rules> {
        match self {
            Rulesets::Catalogue => catalogue::ALL.iter().copied().map(Rules::from).collect(),
            Rulesets::Own(variants) => variants.clone(),
        }
    }

    /// The one of a name that [`name`] has given.
    pub fn named(&self, name: &str) -> Option<Rules> {
        match self {
            Rulesets::Catalogue => ALL.iter().find(|(other, _)| other == name).map(|(_, variant)| *variant),
            Rulesets::Own(variants) => variants.iter().find(|variant| self::name(variant) == name).copied(),
        }
    }

    /// As they are named in a manifest, and after `--rules`; nothing for those of the catalogue.
    pub fn names(&self) -> Vec<String> {
        match self {
            Rulesets::Catalogue => Vec::new(),
            Rulesets::Own(variants) => variants.iter().map(written).collect(),
        }
    }

    /// The rules files by the paths that they have in the folder.
    pub fn files(&self) -> Files {
        let Rulesets::Own(variants) = self else { return Files::new() };
        let of = |variant: &Rules| Some((file(variant)?, variant.entry.text.as_bytes().to_vec()));
        variants.iter().filter_map(of).collect()
    }
}

/// Reads a ruleset as [`written`] names it, from the files of a folder if it is none of
/// the catalogue.
fn read(written: &str, files: &Files) -> Result<Rules, String> {
    let (name, flags) = written.split_once(' ').unwrap_or((written, ""));
    let rules = match files.get(name) {
        Some(bytes) => {
            folder::text(name, files)?;
            Rules::from(superko_rules::file::read(name, bytes).map_err(|fault| fault.to_string())?)
        }
        None if name.ends_with(".toml") => return Err(format!("{name}: missing")),
        None => Rules::named(name).map_err(|error| error.to_string())?,
    };
    let variant = rules.with_flags(flags).map_err(|error| error.to_string())?;
    match file(&variant).is_none_or(|path| path == name) {
        true => Ok(variant),
        false => Err(format!("{name}: has the ruleset {}, expected the one of its name", rules.entry.id)),
    }
}

#[cfg(test)]
mod variant_tests {
    use super::*;

    #[test]
    fn every_ruleset_has_its_variants_and_every_name_leads_back() {
        let names: Vec<String> = Rulesets::Catalogue.all().iter().map(name).collect();
        for entry in *catalogue::ALL {
            assert!(names.contains(&entry.id.to_string()));
        }
        for known in ["simple-ko+suicide-allowed", "ssk+suicide-multi-stone", "kee2009+lift-produced-ko"] {
            assert!(names.contains(&known.to_string()), "{known}");
        }
        for (index, known) in names.iter().enumerate() {
            assert_eq!(names.iter().position(|other| other == known), Some(index));
            let variant = Rulesets::Catalogue.named(known).unwrap();
            assert!(name(&variant) == *known && variant.varied().len() <= 1);
        }
        let lifted = Rulesets::Catalogue.named("kee2020+lift-produced").unwrap();
        assert_eq!(written(&lifted), "kee2020 --lift produced");
    }
}

#[cfg(test)]
mod rulesets_tests {
    use super::*;

    const DRAFT: &str = "[clauses]\nbars = [\"position\"]\npasses-in-a-row = \"players\"\n";

    fn draft(name: &str, text: &str) -> Rules {
        let read = superko_rules::file::read(name, text.as_bytes());
        Rules::from(read.unwrap_or_else(|fault| panic!("{fault}")))
    }

    #[test]
    fn rulesets_are_found_again_by_what_the_manifest_says_of_them() {
        let lifted = "kee2020 --lift produced --suicide allowed".parse().unwrap();
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
