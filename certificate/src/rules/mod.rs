//! The games of a certificate: a board and a state machine for each ruleset, written from the tables of
//! `solutions/CERTIFICATES.md`.

mod board;

use crate::format::{Class, Fact, Header, Key, Lift, Map, PASS, Rules, Stones};
use board::Board;

/// The game of a header.
pub struct Game {
    pub board: Board,
    pub rules: Rules,
    lift: Lift,
}

/// A play: what bars it, what stops the game, what it leads to.
pub struct Play {
    pub mv: u8,
    pub bars: Vec<Fact>,
    pub stop: Option<(Fact, Score)>,
    pub effect: Effect,
}

/// The score of a stop.
pub enum Score {
    Area(i64),
    /// The mean of the fact's tally, with this area added if there is one.
    Mean(Option<i64>),
}

pub enum Effect {
    End(i64),
    Next(Key, Change),
}

/// How a play changes the past, in the order of the fields.
pub struct Change {
    pub clears: &'static [Class],
    pub scored: Option<i64>,
    pub sets: Vec<Fact>,
}

impl Game {
    pub fn new(header: &Header) -> Game {
        Game { board: Board::new(header), rules: header.rules, lift: header.lift }
    }

    /// Whether the phase is one that a key can have.
    pub fn is_phase(&self, phase: u16) -> bool {
        // The numbers of phases, in the order of the rulesets.
        usize::from(phase) < [2 + self.board.points, 2, 2, 2, 1, 2, 3][self.rules as usize]
    }

    /// The image of a key.
    pub fn key(&self, map: Map, key: &Key) -> Key {
        let phase = match key.phase.checked_sub(2) {
            Some(point) if self.rules == Rules::SimpleKo => 2 + u16::from(self.board.image(map, point as u8)),
            _ => key.phase,
        };
        let stones = self.board.stones(map, &key.stones);
        Key { stones, mover: key.mover ^ u8::from(map.exchanges()), phase }
    }

    /// The facts that hold at the start of a game.
    pub fn start(&self, stones: Stones, mover: u8) -> Vec<Fact> {
        (self.rules != Rules::SimpleKo).then(|| self.stood(stones, mover)).into_iter().collect()
    }

    /// S(X, Y) of the page.
    fn stood(&self, stones: Stones, next: u8) -> Fact {
        let who = matches!(self.rules, Rules::Ssk | Rules::Nssk).then_some(next);
        Fact { class: Class::Stood, who, stones }
    }

    /// Every play that the board admits, in ascending order of the intersections, the pass last.
    pub fn plays(&self, key: &Key) -> Vec<Play> {
        let stone = |point| {
            let barred = self.rules == Rules::SimpleKo && usize::from(key.phase) == 2 + point;
            let placed = self.board.place(&key.stones, key.mover, point).filter(|_| !barred);
            placed.map(|(after, captured)| self.stone(key, point, after, captured))
        };
        (0..self.board.points).filter_map(stone).chain([self.pass(key)]).collect()
    }

    fn stone(&self, key: &Key, point: usize, after: Stones, captured: u64) -> Play {
        let mut next = Key { stones: after, mover: 1 - key.mover, phase: 0 };
        let (mut bars, mut clears, mut sets): (_, &[Class], _) = (Vec::new(), &[], Vec::new());
        if self.rules == Rules::SimpleKo {
            let around = self.board.adjacent(1 << point);
            let alone = around & !after[usize::from(1 - key.mover)] == captured;
            if captured.count_ones() == 1 && alone {
                next.phase = 2 + captured.trailing_zeros() as u16;
            }
        } else {
            bars.push(self.stood(after, next.mover));
            sets.push(self.stood(after, next.mover));
        }
        if self.rules.lifts() && self.lift == Lift::ProducedKo {
            bars.push(Fact { class: Class::Undone, who: None, stones: after });
            sets.push(Fact { class: Class::Undone, who: None, stones: key.stones });
            clears = &[Class::Undone];
        }
        bars.extend(self.initialised(key));
        sets.extend(self.initialised(key));
        let effect = Effect::Next(next, Change { clears, scored: None, sets });
        Play { mv: point as u8, bars, stop: None, effect }
    }

    fn pass(&self, key: &Key) -> Play {
        let area = self.board.area(&key.stones);
        let passed = Fact { class: Class::Passed, who: Some(key.mover), stones: key.stones };
        let scored = (self.rules == Rules::Kee2009 && key.phase == 1).then_some(area);
        let (stop, phase, last) = match self.rules {
            Rules::SimpleKo | Rules::Psk | Rules::Ssk | Rules::Nssk => (None, 1, Some(1)),
            Rules::Spight => (Some((passed, Score::Area(area))), 0, None),
            Rules::Kee2009 => (Some((passed, Score::Mean(scored))), 1, None),
            Rules::Kee2020 => (None, key.phase + 1, Some(2)),
        };
        let play = |effect| Play { mv: PASS, bars: Vec::new(), stop, effect };
        if last == Some(key.phase) {
            return play(Effect::End(area));
        }
        let mut sets = Vec::new();
        if self.rules == Rules::Ssk || self.rules.lifts() && self.lift == Lift::Stands {
            sets.push(self.stood(key.stones, 1 - key.mover));
        }
        sets.extend(matches!(self.rules, Rules::Spight | Rules::Kee2009).then_some(passed));
        sets.extend(self.initialised(key));
        let clears: &[Class] = if self.rules.lifts() { &[Class::Stood, Class::Undone] } else { &[] };
        play(Effect::Next(Key { mover: 1 - key.mover, phase, ..*key }, Change { clears, scored, sets }))
    }

    /// The fact F of the page: under kee2020, after a pass, that the position is initialised for the mover.
    fn initialised(&self, key: &Key) -> Option<Fact> {
        let after_pass = self.rules == Rules::Kee2020 && key.phase > 0;
        after_pass.then_some(Fact { class: Class::Initialised, who: Some(key.mover), stones: key.stones })
    }
}
