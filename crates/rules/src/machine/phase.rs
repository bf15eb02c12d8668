//! The phase of a key under a composition of clauses.
//!
//! Several layouts, so that the phase stays small: `Plain` has the run of passes and, under basic ko,
//! the intersection that is banned (a pass lifts the ko, so there is one of the two at most).
//! `Prisoners` has besides how many prisoners more than his opponent the player to move has taken,
//! where scoring positions count them or a repetition ends the game. `Passed` has the last position that each player passed on,
//! and whether the last move was a pass and, if so, in a situation whose two positions were the
//! same; its positions are seen from the side of the player to move, so that an exchange of the
//! colours leaves it. `Further` has what clauses ask for that few rulesets have: each a digit of a
//! number in mixed radix.

use crate::axes::{LastPass, Options};
use crate::clauses::{Clauses, Cut, Passing, Repeating};
use crate::fact::Second;
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
    /// The plain phase and, as the lowest digit is the plain phase, further digits. `ko` says
    /// whether an intersection may be banned.
    Further { runs: u32, ko: bool, digits: Digits },
}

/// Which of the digits of [`Further`] a composition asks for, by the number of their values: 1 where
/// it does not ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digits {
    passed: u32,
    second: u32,
    successions: u32,
    coupons: u32,
    cut: Option<Cut>,
    taken: u32,
}

/// What clauses ask for that few rulesets have. It says nothing of colours: whether the player to
/// move is the one who moved second does not change when they are exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Further {
    /// 1 when a player has passed.
    pub passed: u32,
    /// 1 when it is the turn of the player who did not move first.
    pub second: u32,
    /// The number of successions of passes that have come.
    pub successions: u32,
    /// The number of coupons taken.
    pub coupons: u32,
    /// The number of moves made.
    pub moves: u32,
    /// The prisoners that the player to move has taken, minus those that he has given back.
    pub own: u32,
    /// Those of his opponent.
    pub other: u32,
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
    pub own: Second,
    /// The last position on which his opponent passed, seen from the side of the player to move.
    pub other: Second,
    /// Whether the last move was a pass in a situation whose two positions were the same.
    pub settled: bool,
    /// What further clauses ask for.
    pub further: Further,
}

/// Up to this many intersections a position passed on fits in its part of the phase.
const MAX_PASSED_POINTS: usize = 9;

/// The bits of a position in a phase: 3 to the power of 9, and none, are fewer than 2 to the power
/// of 15.
const POSITION_BITS: u32 = 15;

/// The largest board on which prisoners may be given back.
///
/// There is a ban on what has stood, which nothing lifts, so a player captures at most once for each
/// position that he makes so. On six intersections there are fewer than 3 to the power of 6, and each
/// capture takes at most five stones.
const MAX_RETURN_POINTS: usize = 6;

/// More than the prisoners that a player can have on such a board.
const PRISONERS: u32 = 1 << 12;

/// The largest board on which prisoners may decide a cycle: see
/// [`WIN_BY_CYCLE`](super::WIN_BY_CYCLE).
const MAX_CYCLE_POINTS: usize = 8;

/// The largest board whose phases fit, which is `most` unless something of it is in the phase.
pub fn max_points(clauses: &Clauses, most: usize) -> usize {
    match clauses {
        _ if clauses.remembers_passes() => MAX_PASSED_POINTS,
        Clauses { passing: Passing::ReturnPrisoner, .. } => MAX_RETURN_POINTS.min(most),
        Clauses { repeating: Repeating::Prisoners, .. } => MAX_CYCLE_POINTS.min(most),
        Clauses { move_once: true, .. } => Second::MAX_POINTS.min(most),
        _ => most,
    }
}

impl Digits {
    fn of(clauses: &Clauses, options: &Options) -> Digits {
        Digits {
            passed: 1 + u32::from(clauses.has_first_pass()),
            second: 1 + u32::from(options.last_pass == LastPass::Equal),
            successions: clauses.successions,
            coupons: 1 + clauses.coupons.values().len() as u32,
            cut: clauses.cut,
            taken: match clauses.passing {
                Passing::ReturnPrisoner => PRISONERS,
                _ => clauses.captures.unwrap_or(1),
            },
        }
    }

    /// The numbers of values, on a board of `points` intersections.
    fn radices(self, points: usize) -> [u32; 7] {
        let moves = self.cut.map_or(1, |cut| cut.moves(points));
        [self.passed, self.second, self.successions, self.coupons, moves, self.taken, self.taken]
    }
}

impl Further {
    fn digits(self) -> [u32; 7] {
        [self.passed, self.second, self.successions, self.coupons, self.moves, self.own, self.other]
    }

    fn of(digits: [u32; 7]) -> Further {
        let [passed, second, successions, coupons, moves, own, other] = digits;
        Further { passed, second, successions, coupons, moves, own, other }
    }
}

impl Layout {
    pub fn of(clauses: &Clauses, options: &Options) -> Layout {
        let runs = clauses.longest_run(options) + 1;
        if clauses.remembers_passes() {
            Layout::Passed
        } else if clauses.keeps_prisoners(options) {
            Layout::Prisoners { runs, ko: clauses.basic_ko }
        } else if Digits::of(clauses, options) != Digits::of(&Clauses::DEFAULT, &Options::default()) {
            Layout::Further { runs, ko: clauses.basic_ko, digits: Digits::of(clauses, options) }
        } else {
            Layout::Plain { runs }
        }
    }

    /// The largest run of passes that is distinguished from smaller ones.
    pub fn longest_run(self) -> u32 {
        match self {
            Layout::Plain { runs } | Layout::Prisoners { runs, .. } | Layout::Further { runs, .. } => {
                runs - 1
            }
            Layout::Passed => 1,
        }
    }

    /// What further clauses ask for after a move: another player's turn, one move more.
    #[inline]
    pub fn after_move(self, further: Further) -> Further {
        match self {
            Layout::Further { digits, .. } => Further {
                second: if digits.second > 1 { 1 - further.second } else { 0 },
                moves: further.moves + u32::from(digits.cut.is_some()),
                own: further.other,
                other: further.own,
                ..further
            },
            _ => further,
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
                let part = |from: u32| Second::from_number(number >> from & ((1 << POSITION_BITS) - 1));
                let (run, settled) = (number & 1, number & 2 == 2);
                Phase { run, settled, own: part(2), other: part(2 + POSITION_BITS), ..Phase::default() }
            }
            Layout::Further { runs, ko, digits } => {
                let base = Layout::base(runs, ko, points);
                let mut rest = number / base;
                let further = digits.radices(points).map(|radix| {
                    let digit = rest % radix;
                    rest /= radix;
                    digit
                });
                Phase { further: Further::of(further), ..plain(runs, number % base) }
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
                let [own, other] = [phase.own, phase.other].map(Second::number);
                debug_assert!(own.max(other) < 1 << POSITION_BITS);
                phase.run | u32::from(phase.settled) << 1 | own << 2 | other << (2 + POSITION_BITS)
            }
            Layout::Further { runs, ko, digits } => {
                let all = phase.further.digits().into_iter().zip(digits.radices(points)).rev();
                let number = all.fold(0, |number, (digit, radix)| number * radix + digit);
                number * Layout::base(runs, ko, points) + plain(runs)
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
            Layout::Prisoners { ko: false, .. } | Layout::Further { ko: false, .. } => return number,
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
