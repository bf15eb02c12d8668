//! The list of all rulesets, and how a user names one.

use std::fmt;

use super::axes::{Axis, OptionError, Options, Scoring};
use super::{
    Game, Ruleset, jann, katago_simple, kee2007, kee2009, kee2020, kee2020_march, nieminen, simple_ko,
    spight, spight2, superko,
};
use crate::go::board::MAX_POINTS;
use crate::go::{Board, Players};

/// A ruleset as it is presented: where it comes from, what it says, how it was read.
pub struct Entry {
    /// The name on the command line.
    pub id: &'static str,
    /// The name in prose.
    pub title: &'static str,
    /// The document that it carries out.
    pub document: &'static str,
    /// What sets it apart, in one line.
    pub summary: &'static str,
    /// Other names, some of which choose options.
    pub presets: &'static [Preset],
    /// The options whose default under this ruleset is not the common one; it need not be able to vary them.
    pub usual: &'static [(Axis, &'static str)],
    /// The options that it has.
    pub knows: &'static [Axis],
    /// Whether it can be scored by territory, or, if `knows` has not [`Axis::Scoring`], always is.
    pub territory: bool,
    /// The largest board, in intersections, on which its state fits in a key.
    pub most_points: usize,
    /// How many can play. More than two only by area.
    pub most_players: Players,
    /// The largest boards that have tables in the published folder.
    pub tables: Tables,
    /// A value of an option with which it can do less.
    pub narrower: Option<Narrower>,
    /// The articles that it carries out: their number or title, and what they say.
    pub articles: &'static [(&'static str, &'static str)],
    /// What the state of a game consists of.
    pub state: &'static str,
    /// What the document leaves open, and how it was read.
    pub readings: &'static [Reading],
    /// Makes the state machine.
    pub build: fn(Options) -> Box<dyn Ruleset>,
}

/// The largest boards that have tables, in intersections: on larger ones the limit of nodes leaves nothing but
/// the bounds that everyone knows.
#[derive(Debug, Clone, Copy)]
pub struct Tables {
    /// A table of the empty start, on a board of one row or column.
    pub line: usize,
    /// The same, on any other board.
    pub other: usize,
    /// A table of every position.
    pub every: usize,
    /// Either, with an option that has not its usual value.
    pub varied: usize,
}

impl Tables {
    /// Boards of any kind with so many intersections for a table of the empty start, whatever the options, and so
    /// many for one of every position.
    pub const fn to(empty: usize, every: usize) -> Tables {
        Tables { line: empty, other: empty, every, varied: empty }
    }

    /// Every board.
    pub const ALL: Tables = Tables::to(MAX_POINTS, MAX_POINTS);
}

/// What holds for a ruleset with one value of an option, in place of what holds otherwise.
#[derive(Debug, Clone, Copy)]
pub struct Narrower {
    /// The value.
    pub with: (Axis, &'static str),
    /// A value of another option that does not go with it.
    pub without: (Axis, &'static str),
    /// An option that means something with this value alone.
    pub only: Axis,
    /// The largest board, in intersections.
    pub most_points: usize,
    /// The largest boards that have tables in the published folder.
    pub tables: Tables,
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
#[derive(Debug)]
pub struct Reading {
    /// The option that varies it, if there is one.
    pub axis: Option<Axis>,
    /// The readings.
    pub text: &'static str,
    /// What forces or suggests the default.
    pub forced_by: &'static str,
}

/// Every ruleset.
pub const ALL: [&Entry; 13] = [
    &simple_ko::SIMPLE_KO,
    &superko::PSK,
    &superko::SSK,
    &superko::NSSK,
    &spight::SPIGHT,
    &kee2009::KEE2009,
    &kee2020::KEE2020,
    &jann::JANN,
    &nieminen::NIEMINEN,
    &kee2007::KEE2007,
    &kee2020_march::KEE2020_MARCH,
    &spight2::SPIGHT2,
    &katago_simple::KATAGO_SIMPLE,
];

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// A name that no ruleset has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownRuleset(String);

impl fmt::Display for UnknownRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = names().collect();
        write!(f, "ruleset {:?}: expected one of: {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownRuleset {}

/// Every name that [`find`] knows.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter()
        .flat_map(|entry| std::iter::once(entry.id).chain(entry.presets.iter().map(|preset| preset.name)))
}

/// The ruleset of a name, with the options that the name chooses.
///
/// # Errors
/// [`UnknownRuleset`] lists the names that there are.
pub fn find(name: &str) -> Result<(&'static Entry, Options), UnknownRuleset> {
    for entry in ALL {
        if entry.id == name {
            return Ok((entry, entry.usual()));
        }
        if let Some(preset) = entry.presets.iter().find(|preset| preset.name == name) {
            let mut options = entry.usual();
            options.set_all(preset.sets);
            return Ok((entry, options));
        }
    }
    Err(UnknownRuleset(name.to_string()))
}

/// A ruleset with options as a command line has them: `kee2009 --lift produced`.
///
/// # Errors
/// One line that names what was wrong and what was expected.
pub fn parse(text: &str) -> Result<(&'static Entry, Options), ParseError> {
    let mut words = text.split_whitespace();
    let (entry, mut options) = find(words.next().unwrap_or_default())?;
    while let Some(flag) = words.next() {
        if flag == "--players" {
            entry.set_players(&mut options, words.next().unwrap_or_default())?;
            continue;
        }
        let axis = Axis::ALL.into_iter().find(|axis| flag.strip_prefix("--") == Some(axis.name()));
        let axis = axis.ok_or_else(|| ParseError::Flag(flag.to_string()))?;
        entry.set(&mut options, axis, words.next().unwrap_or_default())?;
    }
    entry.agree(&options)?;
    Ok((entry, options))
}

/// A text that is not a ruleset with options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParseError {
    /// No such ruleset.
    Ruleset(UnknownRuleset),
    /// The ruleset does not have this option or value.
    Option(OptionError),
    /// No such option.
    Flag(String),
}

impl From<UnknownRuleset> for ParseError {
    fn from(error: UnknownRuleset) -> ParseError {
        ParseError::Ruleset(error)
    }
}

impl From<OptionError> for ParseError {
    fn from(error: OptionError) -> ParseError {
        ParseError::Option(error)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Ruleset(error) => write!(f, "{error}"),
            ParseError::Option(error) => write!(f, "{error}"),
            ParseError::Flag(flag) => {
                let names: Vec<String> = Axis::ALL
                    .iter()
                    .map(|axis| axis.name())
                    .chain(["players"])
                    .map(|name| format!("--{name}"))
                    .collect();
                write!(f, "option {flag:?}: expected one of: {}", names.join(", "))
            }
        }
    }
}

impl std::error::Error for ParseError {}

impl Entry {
    /// Whether a game with these options is scored by area.
    pub fn by_area(&self, options: &Options) -> bool {
        match self.knows.contains(&Axis::Scoring) {
            true => options.scoring == Scoring::Area,
            false => !self.territory,
        }
    }

    /// What is narrower with these options.
    fn narrowed(&self, options: &Options) -> Option<&Narrower> {
        self.narrower.as_ref().filter(|narrower| narrower.with.0.value(options) == narrower.with.1)
    }

    /// The largest board, in intersections, with these options.
    pub fn most_points(&self, options: &Options) -> usize {
        self.narrowed(options).map_or(self.most_points, |narrower| narrower.most_points)
    }

    /// The largest boards that have tables, with these options.
    pub fn tables(&self, options: &Options) -> Tables {
        let tables = self.narrowed(options).map_or(self.tables, |narrower| narrower.tables);
        let usual = self.usual();
        let varied = self.axes(options).any(|axis| axis.value(options) != axis.value(&usual));
        let most = if varied { tables.varied } else { MAX_POINTS };
        let [line, other, every] = [tables.line, tables.other, tables.every].map(|points| points.min(most));
        Tables { line, other, every, ..tables }
    }

    /// Whether the empty start of a board is within reach of a published table.
    pub fn reaches(&self, board: &Board, options: &Options) -> bool {
        let line = board.is_grid() && board.rows().min(board.cols()) == 1;
        let Tables { line: most_line, other, .. } = self.tables(options);
        board.points() <= self.most_points(options).min(if line { most_line } else { other })
    }

    /// Whether the empty start of a board is within reach with any option varied, and so takes no more than seconds
    /// with the usual ones.
    pub fn reaches_soon(&self, board: &Board) -> bool {
        board.points() <= self.tables.varied && self.reaches(board, &self.usual())
    }

    /// The options that it has and that mean something with these values of the others.
    pub fn axes(&self, options: &Options) -> impl Iterator<Item = Axis> {
        let narrowed = self.narrowed(options).is_some();
        let idle = self.narrower.as_ref().filter(|_| !narrowed).map(|narrower| narrower.only);
        self.knows.iter().copied().filter(move |axis| Some(*axis) != idle)
    }

    /// Whether the values of the options go together.
    ///
    /// # Errors
    /// [`OptionError`] names those that do not.
    pub fn agree(&self, options: &Options) -> Result<(), OptionError> {
        let (ruleset, usual) = (self.id, self.usual());
        if let Some(Narrower { with, only, .. }) = self.narrower
            && self.narrowed(options).is_none()
            && only.value(options) != only.value(&usual)
        {
            return Err(OptionError::Idle { ruleset, axis: only, with });
        }
        match self.narrowed(options) {
            Some(Narrower { with, without, .. }) if without.0.value(options) == without.1 => {
                let mut values = self.values(without.0);
                values.retain(|value| *value != without.1);
                Err(OptionError::Apart { ruleset, with: *with, without: *without, values })
            }
            _ => Ok(()),
        }
    }

    /// The options of the ruleset as it stands.
    pub fn usual(&self) -> Options {
        let mut options = Options::default();
        options.set_all(self.usual);
        options
    }

    /// The values that an option of this ruleset can have, the default first.
    pub fn values(&self, axis: Axis) -> Vec<&'static str> {
        let usual = axis.value(&self.usual());
        let others = axis.values().iter().copied().filter(|value| *value != usual);
        match axis {
            Axis::Scoring if !self.territory => vec![usual],
            // The search gives every game a score, and rests on the symmetry of the colours: a repetition that
            // one colour wins would break it.
            Axis::Cycles if (self.build)(self.usual()).always_ends() => vec![usual],
            _ => std::iter::once(usual).chain(others).collect(),
        }
    }

    /// Sets an option, if the ruleset has it.
    ///
    /// # Errors
    /// [`OptionError`] names the option and what was expected.
    pub fn set(&self, options: &mut Options, axis: Axis, value: &str) -> Result<(), OptionError> {
        if !self.knows.contains(&axis) {
            return Err(OptionError::Unknown { ruleset: self.id, axis, knows: self.knows });
        }
        options.set(axis, value)?;
        let values = self.values(axis);
        if !values.contains(&axis.value(options)) {
            return Err(OptionError::Unsupported {
                ruleset: self.id,
                axis,
                value: axis.value(options),
                values,
            });
        }
        Ok(())
    }

    /// Sets how many play, by the number as a user writes it. To be done when the other options are set.
    ///
    /// # Errors
    /// [`OptionError`] names the ruleset or the number, and what was expected.
    pub fn set_players(&self, options: &mut Options, number: &str) -> Result<(), OptionError> {
        let wrong = |expected| Err(OptionError::Players { given: number.to_string(), expected });
        options.players = match number {
            "2" => Players::Two,
            "3" => Players::Three,
            _ => return wrong("2 or 3".to_string()),
        };
        if options.players > self.most_players {
            let known = ALL.iter().filter(|entry| entry.most_players >= options.players);
            let names: Vec<&str> = known.map(|entry| entry.id).collect();
            return wrong(format!("2 under {}, or one of: {}", self.id, names.join(", ")));
        }
        if options.players == Players::Three && !self.by_area(options) {
            return wrong("2 with territory scoring, or --scoring area".to_string());
        }
        Ok(())
    }

    /// The ruleset on a board.
    pub fn game(&'static self, board: Board, options: Options) -> Game {
        Game { board, rules: (self.build)(options), options, entry: self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_no_name_comes_twice() {
        let mut seen = Vec::new();
        for name in names() {
            assert!(find(name).is_ok(), "{name}");
            assert!(!seen.contains(&name), "{name}");
            seen.push(name);
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_list() {
        let error = find("kee2021").unwrap_err().to_string();
        assert!(error.contains("kee2021") && error.contains("kee2020") && error.contains("tromp-taylor"));
    }

    #[test]
    fn a_preset_chooses_its_options() {
        let (entry, options) = find("tromp-taylor").unwrap();
        assert_eq!((entry.id, Axis::Suicide.value(&options)), ("psk", "allowed"));
    }

    #[test]
    fn a_ruleset_is_read_with_its_options() {
        let (entry, options) = parse("kee2009 --lift produced --suicide allowed").unwrap();
        let values = [Axis::Lift, Axis::Suicide].map(|axis| axis.value(&options));
        assert_eq!((entry.id, values), ("kee2009", ["produced", "allowed"]));
        assert!(parse("jann --stones unlimited").is_ok() && parse("jann-territory --stones half").is_ok());
        let apart = parse("jann --stones unlimited --scoring territory").unwrap_err().to_string();
        assert_eq!(
            apart,
            "ruleset jann has no --scoring territory --stones unlimited, expected all or half or double"
        );
        let idle = parse("jann --confirmation turn").unwrap_err().to_string();
        assert_eq!(idle, "ruleset jann has --confirmation only with --scoring territory");
        for text in ["", "kee", "psk --lift stands", "psk --suicide", "psk suicide allowed", "psk --komi 1"] {
            assert_eq!(parse(text).is_ok(), text == "kee", "{text:?}");
        }
    }

    #[test]
    fn an_option_that_a_ruleset_lacks_is_refused() {
        let mut options = Options::default();
        assert!(superko::PSK.set(&mut options, Axis::Lift, "stands").is_err());
        assert!(superko::PSK.set(&mut options, Axis::Cycles, "draw").is_err());
        assert!(superko::SSK.set(&mut options, Axis::Scoring, "territory").is_err());
        assert!(spight::SPIGHT.set(&mut options, Axis::Scoring, "territory").is_ok());
        assert!(kee2020::KEE2020.set(&mut Options::default(), Axis::Lift, "produced").is_ok());
    }
}
