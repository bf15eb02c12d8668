//! What a certificate is about: a board, and the clauses of its rules. How it is written is the
//! subject of [`text`].

pub mod text;

use crate::clauses::{Clauses, Lift, LiftedBy, PLAIN, Repetition, Scored, SecondPass, Suicide};
use crate::format::{Class, Map};

/// What a certificate is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Rows in which positions are written.
    pub rows: usize,
    /// Columns; at most [`crate::format::MOST_POINTS`] intersections.
    pub cols: usize,
    /// The graph of a board that is not a grid.
    pub graph: Option<Graph>,
    /// How the rules are told.
    pub told: Told,
    /// The rules.
    pub clauses: Clauses,
}

/// A board that is not a grid.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Graph {
    /// Pairs of neighbours, each in ascending order, in ascending order without repetition.
    pub edges: Vec<(u8, u8)>,
    /// The permutations of the intersections that maps may use: the image of each intersection.
    /// They are in ascending order without repetition, and none is the identity.
    pub maps: Vec<Vec<u8>>,
}

/// How a header tells the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// By the name of a ruleset with its options: version 1.
    Ruleset(Rules),
    /// By clauses, with a name for readers that has no meaning: version 2.
    Clauses(Option<String>),
}

/// The rulesets of version 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rules {
    /// `simple-ko`
    SimpleKo,
    /// `psk`
    Psk,
    /// `ssk`
    Ssk,
    /// `nssk`
    Nssk,
    /// `spight`. Under this ruleset and those after it a pass lifts the ban on repetition.
    Spight,
    /// `kee2009`
    Kee2009,
    /// `kee2020`
    Kee2020,
}

impl Rules {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Rules); 7] = [
        ("simple-ko", Rules::SimpleKo),
        ("psk", Rules::Psk),
        ("ssk", Rules::Ssk),
        ("nssk", Rules::Nssk),
        ("spight", Rules::Spight),
        ("kee2009", Rules::Kee2009),
        ("kee2020", Rules::Kee2020),
    ];

    /// Whether a pass lifts the ban on repetition.
    pub fn lifts(self) -> bool {
        self >= Rules::Spight
    }

    /// The clauses of which it is composed.
    pub fn clauses(self, suicide: Suicide, lift: Lift) -> Clauses {
        let position = Some(Repetition::Position);
        let plain = Clauses { suicide, passes_in_a_row: Some(2), ..PLAIN };
        let lifting =
            Clauses { suicide, repetition: position, lifted_by: LiftedBy::Pass, occurs: lift, ..PLAIN };
        let second_pass = Some(SecondPass::Player);
        match self {
            Rules::SimpleKo => Clauses { basic_ko: true, ..plain },
            Rules::Psk => Clauses { repetition: position, ..plain },
            Rules::Ssk => Clauses { repetition: Some(Repetition::Situation), ..plain },
            Rules::Nssk => Clauses { repetition: Some(Repetition::NaturalSituation), ..plain },
            Rules::Spight => Clauses { second_pass, ..lifting },
            Rules::Kee2009 => Clauses { second_pass, scored: Scored::ScoringPositions, ..lifting },
            Rules::Kee2020 => Clauses { initialised_twice: true, passes_in_a_row: Some(3), ..lifting },
        }
    }
}

/// The name of a value in a list such as [`Rules::ALL`].
pub fn name_of<T: PartialEq>(all: &[(&'static str, T)], value: &T) -> &'static str {
    all.iter().find(|(_, other)| other == value).map_or("", |(name, _)| name)
}

impl Header {
    /// A header of version 1: a grid, and a ruleset. The option `lift` matters where a pass lifts
    /// the ban alone.
    pub fn of_ruleset(rows: usize, cols: usize, rules: Rules, suicide: Suicide, lift: Lift) -> Header {
        let lift = if rules.lifts() { lift } else { Lift::Stands };
        let clauses = rules.clauses(suicide, lift);
        Header { rows, cols, graph: None, told: Told::Ruleset(rules), clauses }
    }

    /// The version of the format.
    pub fn version(&self) -> u8 {
        match self.told {
            Told::Ruleset(_) => 1,
            Told::Clauses(_) => 2,
        }
    }

    /// The number of intersections.
    pub fn points(&self) -> usize {
        self.rows * self.cols
    }

    /// Whether another header is about the same board and rules. Names and lists of maps say
    /// nothing of these, nor does the version.
    pub fn has_game_of(&self, other: &Header) -> bool {
        let edges = |header: &Header| header.graph.as_ref().map(|graph| graph.edges.clone());
        (self.rows, self.cols, self.clauses) == (other.rows, other.cols, other.clauses)
            && edges(self) == edges(other)
    }

    /// Whether the rules have facts of this class, with or without a player. Other facts are
    /// malformed.
    pub fn has_facts(&self, class: Class, of_player: bool) -> bool {
        let Clauses { repetition, occurs, second_pass, draw_at, .. } = self.clauses;
        match class {
            Class::Stood => repetition.is_some_and(|of| of_player == (of != Repetition::Position)),
            Class::Undone => occurs == Lift::ProducedKo && !of_player,
            Class::Passed => second_pass.is_some() && of_player,
            Class::Initialised => self.clauses.initialised_twice && of_player,
            Class::Disturbed => self.clauses.disturbed_twice && of_player,
            Class::Declined => self.clauses.declined && of_player,
            Class::Occurred => draw_at.is_some() && of_player,
            Class::OccurredTwice => draw_at == Some(3) && of_player,
            followed => {
                let j = followed as u8 - Class::Followed1 as u8 + 1;
                j <= self.clauses.longest_follow() && of_player
            }
        }
    }

    /// Whether facts of a class may have a second position.
    pub fn has_second(&self, class: Class) -> bool {
        class == Class::Stood && self.clauses.repetition == Some(Repetition::PassedSituation)
    }

    /// The largest number of a second position.
    pub fn most_second(&self) -> u64 {
        3u64.pow(self.points().min(9) as u32)
    }

    /// How a map is written.
    pub fn map_name(&self, map: Map) -> String {
        let moved = match &self.graph {
            None => {
                let letters = Map::LETTERS.into_iter().enumerate();
                letters.filter(|(bit, _)| map.symmetry >> bit & 1 == 1).map(|(_, letter)| letter).collect()
            }
            Some(_) if map.symmetry > 0 => map.symmetry.to_string(),
            Some(_) => String::new(),
        };
        match (moved + if map.exchanges { "x" } else { "" }).as_str() {
            "" => "=".to_string(),
            name => name.to_string(),
        }
    }

    /// Whether the board and the number of players have a map.
    pub fn has_map(&self, map: Map) -> bool {
        let moves = match &self.graph {
            None => map.symmetry < 8 && (map.symmetry & 1 == 0 || self.rows == self.cols),
            Some(graph) => usize::from(map.symmetry) <= graph.maps.len(),
        };
        moves && (!map.exchanges || self.clauses.players == 2)
    }

    /// The number of a map in the binary form.
    pub fn map_number(&self, map: Map) -> u64 {
        let (symmetry, exchanges) = (u64::from(map.symmetry), u64::from(map.exchanges));
        if self.graph.is_some() { 2 * symmetry + exchanges } else { symmetry + 8 * exchanges }
    }

    /// The map of a number, if there is one.
    pub fn map_of(&self, number: u64) -> Option<Map> {
        let (symmetry, exchanges) = match self.graph {
            Some(_) => (number / 2, number % 2),
            None => (number % 8, number / 8),
        };
        let map = Map { symmetry: u16::try_from(symmetry).ok()?, exchanges: exchanges == 1 };
        (exchanges < 2 && self.has_map(map)).then_some(map)
    }

    /// The intersections that make up a byte of a position in the binary form.
    pub fn points_a_byte(&self) -> usize {
        // The greatest number of digits whose largest number fits in a byte.
        [5, 4, 3, 3, 2][usize::from(self.clauses.players) - 2]
    }
}
