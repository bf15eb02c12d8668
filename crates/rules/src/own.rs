//! The state machines of their own: rulesets that are no compositions of clauses.

use super::Ruleset;
use super::axes::{Axis, Options};
use super::encore::encore;
use super::jann::Jann;
use super::nieminen::Nieminen;
use superko_go::board::MAX_POINTS;

/// A state machine of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Machine {
    /// Spight's rules by territory: an encore, in which a pass costs a point.
    Encore,
    /// Jann's rules: a supply of stones, stops, continuations with modified ko, confirmation sequences.
    Jann,
    /// Nieminen's proposal: disputes that are played out, pass-stones.
    Nieminen,
}

/// A machine of a rules file, and the options for which it is used; without any, for all.
#[derive(Debug, Clone, Copy)]
pub struct Own {
    /// The machine.
    pub machine: Machine,
    /// The values of options for which it is used.
    pub only: &'static [(Axis, &'static str)],
}

impl Machine {
    /// The machine of a name in a rules file.
    pub fn named(name: &str) -> Option<Machine> {
        match name {
            "encore" => Some(Machine::Encore),
            "jann" => Some(Machine::Jann),
            "nieminen" => Some(Machine::Nieminen),
            _ => None,
        }
    }

    /// The state machine.
    pub fn build(self, options: Options) -> Box<dyn Ruleset> {
        match self {
            Machine::Encore => Box::new(encore(&options)),
            Machine::Jann => Box::new(Jann::new(options)),
            Machine::Nieminen => Box::new(Nieminen::new(&options)),
        }
    }

    /// The largest board, in intersections, on which its state fits in a key, or for which it does not take too much
    /// memory to set it up.
    pub fn most_points(self, options: &Options) -> usize {
        match self {
            Machine::Encore | Machine::Nieminen => MAX_POINTS,
            Machine::Jann => Jann::most_points(options),
        }
    }
}
