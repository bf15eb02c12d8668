//! Between the types of the solver and those of the format, for comparisons. It shares no code with
//! `crates/prove/src/encode.rs`.

use superko_certificate::format::{COUPON, Class, Fact, Header, Key, PASS, RESIGN, Stones};
use superko_go::{Move, Player, Position};
use superko_rules::fact::{self, Second};

/// The classes of both.
const CLASSES: [(fact::Class, Class); 14] = [
    (fact::Class::Stood, Class::Stood),
    (fact::Class::Undone, Class::Undone),
    (fact::Class::Passed, Class::Passed),
    (fact::Class::Initialised, Class::Initialised),
    (fact::Class::Disturbed, Class::Disturbed),
    (fact::Class::Declined, Class::Declined),
    (fact::Class::Occurred, Class::Occurred),
    (fact::Class::OccurredTwice, Class::OccurredTwice),
    (fact::Class::FOLLOWED[0], Class::Followed1),
    (fact::Class::FOLLOWED[1], Class::Followed2),
    (fact::Class::FOLLOWED[2], Class::Followed3),
    (fact::Class::FOLLOWED[3], Class::Followed4),
    (fact::Class::Moved, Class::Moved),
    (fact::Class::Made, Class::Made),
];

/// The class of the format, if it has the class.
pub fn class(class: fact::Class) -> Option<Class> {
    CLASSES.iter().find(|(solver, _)| *solver == class).map(|(_, format)| *format)
}

pub fn player_of(number: u8) -> Player {
    Player::COLOURS[usize::from(number)]
}

pub fn position_of(stones: &Stones) -> Position {
    let number = |point: u32| (0..3).map(|bit| (stones[bit as usize] >> point & 1) << bit).sum::<u64>();
    let set = |player: u64| {
        (0..64).filter(|&point| number(point) == player).fold(0, |set, point| set | 1u64 << point)
    };
    Position::of_colours([1, 2, 3, 4, 5, 6].map(set))
}

pub fn stones_of(position: &Position) -> Stones {
    let mut stones = [0; 3];
    for point in 0..64 {
        let number = position.colour(point).map_or(0, |player| player.index() as u64 + 1);
        (0..3).for_each(|bit| stones[bit] |= (number >> bit & 1) << point);
    }
    stones
}

pub fn key_of(key: &superko_rules::Key) -> Key {
    Key { stones: stones_of(&key.position), mover: key.mover.index() as u8, phase: key.phase }
}

pub fn key_back(key: &Key) -> superko_rules::Key {
    superko_rules::Key { position: position_of(&key.stones), mover: player_of(key.mover), phase: key.phase }
}

pub fn fact_of(fact: &fact::Fact) -> Fact {
    let second = match fact.second.position() {
        None => fact.second.moves().unwrap_or(0),
        Some(position) => {
            let digit = |point| position.colour(point).map_or(0, |player| player.index() as u32 + 1);
            1 + (0..20).rev().fold(0, |number, point| 3 * number + digit(point))
        }
    };
    let who = fact.who.map(|who| who.index() as u8);
    let class = class(fact.class).expect("the format has the class");
    Fact { second, ..Fact::of(class, who, stones_of(&fact.position)) }
}

pub fn fact_back(header: &Header, fact: &Fact) -> fact::Fact {
    let class = CLASSES.iter().find(|(_, format)| *format == fact.class).expect("the solver has the class").0;
    let who = fact.who.map(player_of);
    let second = match fact.second {
        moves if header.counts_moves(fact.class) => Second::after(moves),
        0 => Second::default(),
        number => {
            let digit = |point: u32| (number - 1) / 3u32.pow(point) % 3;
            let set = |player| {
                (0..20).filter(|point| digit(*point) == player).fold(0, |set, point| set | 1u64 << point)
            };
            Second::of(&Position::of_colours([set(1), set(2), 0, 0, 0, 0]))
        }
    };
    fact::Fact { second, ..fact::Fact::of(class, who, position_of(&fact.stones)) }
}

pub fn mv_of(mv: Move) -> u8 {
    match mv {
        Move::Place(point) => point,
        Move::Coupon => COUPON,
        Move::Resign => RESIGN,
        _ => PASS,
    }
}
