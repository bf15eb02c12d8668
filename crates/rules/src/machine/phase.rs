//! The phase of a key under a composition of clauses.
//!
//! Three layouts, so that the phase stays small: `Plain` has the run of passes and, under basic ko,
//! the intersection that is banned (a pass lifts the ko, so there is one of the two at most).
//! `Prisoners` has besides how many prisoners more than his opponent the player to move has taken,
//! where scoring positions count them. `Passed` has the last position that each player passed on,
//! and whether the last move was a pass and, if so, in a situation whose two positions were the
//! same; its positions are seen from the side of the player to move, so that an exchange of the
//! colours leaves it.

use crate::axes::{Options, Scoring};
use crate::clauses::{Clauses, Scored};
use crate::fact::SecondPosition;
use superko_go::bits::Point;
use superko_go::{Position, Symmetry};

/// Encoding of a phase as a number.
#[derive(Debug, Clone, Copy)]
pub enum Layout {
    /// A run of passes below `runs`, or `runs` and the intersection banned by ko.
    Plain { runs: u32 },
    /// The same, and the balance of the prisoners.
    Prisoners { runs: u32, ko: bool },
    /// The positions passed on.
    Passed,
}

/// Contents of a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Phase<P> {
    /// The passes just made in a row, as far as a clause distinguishes their number.
    pub run: u32,
    /// The intersection banned by ko.
    pub ko: Option<P>,
    /// The prisoners that the player to move has taken minus those of his opponent. (From the
    /// mover's side, so that it has no colour.)
    pub prisoners: i32,
    /// The last position on which the player to move passed, seen from his side: his stones are
    /// black.
    pub own: SecondPosition,
    /// The last position on which his opponent passed, seen from the side of the player to move.
    pub other: SecondPosition,
    /// Whether the last move was a pass in a situation whose two positions were the same.
    pub settled: bool,
}

/// Up to this many intersections a position passed on fits in its part of the phase.
const MAX_PASSED_POINTS: usize = 9;

/// The bits of a position in a phase: 3 to the power of 9, and none, are fewer than 2 to the power
/// of 15.
const POSITION_BITS: u32 = 15;

/// The largest board whose phases fit, which is `most` unless something of it is in the phase.
pub fn max_points(clauses: &Clauses, most: usize) -> usize {
    if clauses.remembers_passes() { MAX_PASSED_POINTS } else { most }
}

impl Layout {
    pub fn of(clauses: &Clauses, options: &Options) -> Layout {
        let runs = clauses.longest_run(options) + 1;
        let cyclic = clauses.scored == Scored::ScoringPositions;
        if clauses.remembers_passes() {
            Layout::Passed
        } else if cyclic && options.scoring == Scoring::Territory {
            Layout::Prisoners { runs, ko: clauses.basic_ko }
        } else {
            Layout::Plain { runs }
        }
    }

    /// The largest run of passes that is distinguished from smaller ones.
    pub fn longest_run(self) -> u32 {
        match self {
            Layout::Plain { runs } | Layout::Prisoners { runs, .. } => runs - 1,
            Layout::Passed => 1,
        }
    }

    /// The phase of a number, on a board of `points` intersections.
    #[inline]
    pub fn phase<P: Point>(self, points: usize, number: u32) -> Phase<P> {
        let plain = |runs: u32, number: u32| match number.checked_sub(runs) {
            None => Phase { run: number, ..Phase::default() },
            Some(point) => Phase { ko: Some(P::of(point as usize)), ..Phase::default() },
        };
        match self {
            Layout::Plain { runs } => plain(runs, number),
            Layout::Prisoners { runs, ko } => {
                let base = Layout::base(runs, ko, points);
                let folded = (number / base) as i32;
                let prisoners = if folded & 1 == 0 { folded / 2 } else { -(folded + 1) / 2 };
                Phase { prisoners, ..plain(runs, number % base) }
            }
            Layout::Passed => {
                let part =
                    |from: u32| SecondPosition::from_number(number >> from & ((1 << POSITION_BITS) - 1));
                let (run, settled) = (number & 1, number & 2 == 2);
                Phase { run, settled, own: part(2), other: part(2 + POSITION_BITS), ..Phase::default() }
            }
        }
    }

    /// The number of a phase.
    #[inline]
    pub fn number<P: Point>(self, points: usize, phase: &Phase<P>) -> u32 {
        let plain = |runs: u32| phase.ko.map_or(phase.run, |point| runs + point.index() as u32);
        match self {
            Layout::Plain { runs } => plain(runs),
            Layout::Prisoners { runs, ko } => {
                let taken = phase.prisoners;
                let folded = if taken >= 0 { 2 * taken } else { -2 * taken - 1 };
                folded as u32 * Layout::base(runs, ko, points) + plain(runs)
            }
            Layout::Passed => {
                let [own, other] = [phase.own, phase.other].map(SecondPosition::number);
                debug_assert!(own.max(other) < 1 << POSITION_BITS);
                phase.run | u32::from(phase.settled) << 1 | own << 2 | other << (2 + POSITION_BITS)
            }
        }
    }

    /// The number of plain phases where the prisoners are counted besides.
    fn base(runs: u32, ko: bool, points: usize) -> u32 {
        if ko { runs + points as u32 } else { runs }
    }

    /// The number under a symmetry of the board.
    #[inline]
    pub fn image(self, number: u32, symmetry: &Symmetry) -> u32 {
        let points = match self {
            Layout::Plain { runs } if number < runs => return number,
            Layout::Prisoners { ko: false, .. } => return number,
            _ => symmetry.points(),
        };
        let position = |position: Position| position.image(symmetry);
        let phase = self.phase::<u8>(points, number);
        let image = Phase {
            ko: phase.ko.map(|point| symmetry.point(point)),
            own: phase.own.map(position),
            other: phase.other.map(position),
            ..phase
        };
        self.number(points, &image)
    }
}

impl<P: Default> Phase<P> {
    /// The positions passed on as the other player sees them, when nothing has been passed.
    pub fn turned(&self) -> Phase<P> {
        let [own, other] = [self.own, self.other].map(|beside| beside.map(|position| position.exchanged()));
        Phase { own: other, other: own, ..Phase::default() }
    }
}
