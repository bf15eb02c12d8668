//! What the phase of a key holds.

use super::board::Board;
use crate::clauses::{Clauses, MOST_POINTS_OF_PASSED_SITUATION, Repetition, Scoring};
use crate::format::{Map, Stones};
use crate::notation::{number_of, position_of};

/// How the clauses lay out a phase.
pub struct Phases {
    /// The largest run of passes that is kept, and the largest that a key can have.
    longest: u32,
    most: u32,
    points: u32,
    basic_ko: bool,
    /// Whether the prisoners are kept.
    prisoners: bool,
    /// Whether the positions passed on last are kept, and whether the situation of a pass is.
    situations: bool,
    settles: bool,
}

/// What a phase holds.
pub struct Phase {
    /// The passes just made in a row, as many as are counted.
    pub run: u32,
    /// The intersection that basic ko bars.
    pub ko: Option<usize>,
    /// How many prisoners more than his opponent the mover has taken.
    pub taken: i64,
    /// Whether the pass just made was in a situation whose two positions were the same.
    pub settled: bool,
    /// The numbers of the positions on which the mover and his opponent passed last, each from the
    /// mover's side, for whom his own stones are black; 0 if there is none.
    own: u16,
    other: u16,
}

/// The most prisoners by which a player of a lemma may be ahead. A play adds few, and a theorem has
/// few moves, so that the phases of both fit.
const MOST_PRISONERS: u32 = 1 << 20;

/// The bits of the number of a position in a phase.
const BITS: u32 = 15;

/// The number of a position with the colours exchanged; 0 stays 0.
fn turned(number: u16) -> u16 {
    match number {
        0 => 0,
        number => {
            let [black, white, _] = position_of(number);
            number_of(&[white, black, 0])
        }
    }
}

/// The number of a position from the side of a player, and back.
fn seen_by(player: u8, number: u16) -> u16 {
    if player == 0 { number } else { turned(number) }
}

impl Phases {
    pub fn new(clauses: &Clauses, points: usize) -> Phases {
        let situations = clauses.repetition == Some(Repetition::PassedSituation);
        let longest = clauses.longest_run();
        let most = clauses.passes_in_a_row.map_or(longest, |passes| longest.min(u32::from(passes) - 1));
        Phases {
            longest,
            most,
            points: points as u32,
            basic_ko: clauses.basic_ko,
            prisoners: clauses.scoring == Scoring::Territory && clauses.scores_cycle(),
            situations,
            settles: clauses.all_pass,
        }
    }

    /// The number of phases that differ in other things than prisoners.
    fn unit(&self) -> u32 {
        self.longest + 1 + if self.basic_ko { self.points } else { 0 }
    }

    /// Whether the clauses have this phase.
    pub fn has(&self, number: u32) -> bool {
        if self.situations {
            let Phase { settled, own, other, .. } = self.of(number);
            let most = 3u32.pow(self.points.min(MOST_POINTS_OF_PASSED_SITUATION as u32));
            let known = |position: u16| u32::from(position) <= most;
            let passed = number & 1 == 1;
            let right = |has: bool| !has || passed && self.settles;
            let run = !passed || self.longest == 0 || self.most >= 1;
            return known(own) && known(other) && right(settled) && run && number >> 2 >> (2 * BITS) == 0;
        }
        let (folded, rest) = (number / self.unit(), number % self.unit());
        let room = if self.prisoners { 2 * MOST_PRISONERS } else { 0 };
        folded <= room && (rest <= self.most || rest > self.longest)
    }

    /// What a phase holds.
    pub fn of(&self, number: u32) -> Phase {
        let plain = Phase { run: 0, ko: None, taken: 0, settled: false, own: 0, other: 0 };
        if self.situations {
            let part = |from: u32| (number >> from & ((1 << BITS) - 1)) as u16;
            let (run, settled) = ((number & 1).min(self.longest), number & 2 == 2);
            return Phase { run, settled, own: part(2), other: part(2 + BITS), ..plain };
        }
        let (folded, rest) = (i64::from(number / self.unit()), number % self.unit());
        let taken = if folded & 1 == 0 { folded / 2 } else { -(folded + 1) / 2 };
        match rest.checked_sub(self.longest + 1) {
            None => Phase { run: rest, taken, ..plain },
            Some(point) => Phase { ko: Some(point as usize), taken, ..plain },
        }
    }

    /// The phase with so many prisoners of the mover.
    fn number(&self, taken: i64, rest: u32) -> u32 {
        let folded = if taken >= 0 { 2 * taken } else { -2 * taken - 1 };
        folded as u32 * self.unit() + rest
    }

    /// The phase after a stone play that leaves a ko, or none, and so many prisoners of the next
    /// player.
    pub fn after_stone(&self, before: &Phase, ko: Option<usize>, taken: i64) -> u32 {
        if self.situations {
            return u32::from(turned(before.other)) << 2 | u32::from(turned(before.own)) << (2 + BITS);
        }
        self.number(taken, ko.map_or(0, |point| self.longest + 1 + point as u32))
    }

    /// The phase after a pass of a player on a position.
    pub fn after_pass(&self, before: &Phase, mover: u8, stones: &Stones) -> u32 {
        if self.situations {
            let here = seen_by(mover, number_of(stones));
            let settled = self.settles && before.other == here;
            let (own, other) = (u32::from(turned(before.other)), u32::from(turned(here)));
            return 1 | u32::from(settled) << 1 | own << 2 | other << (2 + BITS);
        }
        self.number(-before.taken, (before.run + 1).min(self.longest))
    }

    /// The number of the position on which the player to move passed last, in the colours of the
    /// board.
    pub fn own(&self, phase: &Phase, mover: u8) -> u16 {
        seen_by(mover, phase.own)
    }

    /// The number of a position, where the phase keeps such.
    pub fn number_of(&self, stones: &Stones) -> u16 {
        if self.situations { number_of(stones) } else { 0 }
    }

    /// The image of a phase under a map. It is told from the mover's side, so an exchange of
    /// colours leaves it as it is.
    pub fn image(&self, board: &Board, map: Map, number: u32) -> u32 {
        if map.symmetry == 0 {
            return number;
        }
        let alone = Map { exchanges: false, ..map };
        if self.situations {
            let image = |position: u16| match position {
                0 => 0,
                position => u32::from(number_of(&board.stones(alone, &position_of(position)))),
            };
            let Phase { own, other, .. } = self.of(number);
            return number & 3 | image(own) << 2 | image(other) << (2 + BITS);
        }
        match self.of(number).ko {
            Some(point) => {
                let image = u32::from(board.image(alone, point as u8));
                number - point as u32 + image
            }
            None => number,
        }
    }
}
