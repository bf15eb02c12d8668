//! The states of any ruleset on boards so small that all keys and all facts are listed beforehand: a
//! history is a set of bits, and a move is a few operations on words.
//!
//! The moves are those of [`super::general`], and the arguments why states may be merged and what of the
//! history is left out are written there. Here the facts that may be asked for are worked out for every
//! number of plies, as long as they are more than for one less: sets that have come to rest stay.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::walk::Walk;
use superko_go::hashing::FixedState;
use superko_go::player::Move;
use superko_go::{Position, Symmetry};
use superko_rules::fact::{Delta, Fact};
use superko_rules::game::Game;
use superko_rules::ruleset::{Effect, Key, Play, State, StopEffect};

/// The most keys that are listed.
const MOST_KEYS: usize = 1 << 14;

/// The most facts for which a history is a set of bits.
pub const MOST_FACTS: usize = 1024;

/// The most bytes that the facts that may be asked for take.
const MOST_BYTES: usize = 1 << 28;

/// A set of facts, by their numbers, in words.
type Facts<const N: usize> = [u64; N];

/// The number of a key, and the facts that hold of those that may still be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node<const N: usize> {
    key: u32,
    facts: Facts<N>,
}

/// The effect of a play.
#[derive(Clone, Copy)]
enum Outcome<const N: usize> {
    End,
    Next { key: u32, clears: Facts<N>, sets: Facts<N> },
}

/// A play of a key.
struct Listed<const N: usize> {
    mv: Move,
    bars: Facts<N>,
    /// Each with the number of its fact; the first that holds counts.
    stops: Vec<(usize, Outcome<N>)>,
    outcome: Outcome<N>,
}

/// A symmetry of the board: the images of keys and of facts, by their numbers.
struct Image {
    keys: Vec<u32>,
    facts: Vec<u32>,
}

/// The plays of all keys that a state leads to.
pub struct Compiled<const N: usize> {
    plays: Vec<Vec<Listed<N>>>,
    images: Vec<Image>,
    /// By the number of plies, from 1 on, and the key.
    asked: Vec<Vec<Facts<N>>>,
    /// Whether more plies ask for no more.
    at_rest: bool,
}

/// The keys that a state leads to, with their plays, and the facts that these ask for.
pub struct Reached {
    keys: Vec<Key>,
    plays: Vec<Vec<Play>>,
    numbers: HashMap<Key, u32, FixedState>,
    facts: HashMap<Fact, u32, FixedState>,
}

impl Reached {
    /// What a state leads to; moves that place no stone only with `passes`. `None` if there are too many
    /// keys, or more than `most` facts.
    pub fn from(game: &Game, state: &State, passes: bool, most: usize) -> Option<Reached> {
        let mut reached = Reached {
            keys: vec![state.key],
            plays: Vec::new(),
            numbers: HashMap::from_iter([(state.key, 0)]),
            facts: HashMap::default(),
        };
        while let Some(key) = reached.keys.get(reached.plays.len()).copied() {
            let mut plays = game.plays(&key);
            plays.retain(|play| passes || play.mv.placed().is_some());
            for play in &plays {
                for fact in play.bars.iter().chain(play.stops.iter().map(|stop| &stop.fact)) {
                    let number = reached.facts.len() as u32;
                    reached.facts.entry(*fact).or_insert(number);
                }
                for (next, _) in leads(play) {
                    if let Entry::Vacant(entry) = reached.numbers.entry(*next) {
                        entry.insert(reached.keys.len() as u32);
                        reached.keys.push(*next);
                    }
                }
            }
            if reached.keys.len() > MOST_KEYS || reached.facts.len() > most {
                return None;
            }
            reached.plays.push(plays);
        }
        Some(reached)
    }

    /// The number of words that the facts take.
    pub fn words(&self) -> usize {
        self.facts.len().div_ceil(u64::BITS as usize)
    }
}

/// The keys that a play leads to, by its effect or by a stop, with the changes of the history.
fn leads(play: &Play) -> impl Iterator<Item = (&Key, &Delta)> {
    let stops = play.stops.iter().filter_map(|stop| match &stop.effect {
        StopEffect::Next(next) => Some((&next.0, &next.1)),
        _ => None,
    });
    let effect = match &play.effect {
        Effect::Next(next, delta) => Some((next, delta)),
        Effect::End(_) => None,
    };
    stops.chain(effect)
}

impl<const N: usize> Compiled<N> {
    /// The plays of what a state leads to, as far as `depth` plies from it, and the state.
    pub fn of(game: &Game, state: &State, reached: &Reached, depth: usize) -> (Compiled<N>, Node<N>) {
        let numbered = |facts: &mut dyn Iterator<Item = &Fact>| {
            let mut set = [0; N];
            facts
                .filter_map(|fact| reached.facts.get(fact))
                .for_each(|number| insert(&mut set, *number as usize));
            set
        };
        let next = |key: &Key, delta: &Delta| Outcome::Next {
            key: reached.numbers[key],
            clears: numbered(&mut reached.facts.keys().filter(|fact| delta.clears.has(fact.class))),
            sets: numbered(&mut delta.sets.iter()),
        };
        let listed = |play: &Play| Listed {
            mv: play.mv,
            bars: numbered(&mut play.bars.iter()),
            stops: play
                .stops
                .iter()
                .map(|stop| {
                    let outcome = match &stop.effect {
                        StopEffect::Next(to) => next(&to.0, &to.1),
                        _ => Outcome::End,
                    };
                    (reached.facts[&stop.fact] as usize, outcome)
                })
                .collect(),
            outcome: match &play.effect {
                Effect::Next(to, delta) => next(to, delta),
                Effect::End(_) => Outcome::End,
            },
        };
        let plays: Vec<Vec<_>> =
            reached.plays.iter().map(|plays| plays.iter().map(listed).collect()).collect();
        let facts = numbered(&mut state.past.facts().map(|(fact, _)| fact));
        let mut compiled =
            Compiled { plays, images: images(game, reached), asked: Vec::new(), at_rest: false };
        compiled.ask(depth);
        (compiled, Node { key: 0, facts })
    }

    /// Works out the facts that may be asked for in the next `depth` plies.
    fn ask(&mut self, depth: usize) {
        let most = MOST_BYTES / (self.plays.len() * size_of::<Facts<N>>());
        for _ in 0..depth.min(most) {
            let former = self.asked.last();
            let later = |outcome: &Outcome<N>| match (outcome, former) {
                (Outcome::Next { key, clears, sets }, Some(former)) => {
                    let asked = former[*key as usize];
                    std::array::from_fn(|word| asked[word] & !clears[word] & !sets[word])
                }
                _ => [0; N],
            };
            let of_key = |plays: &Vec<Listed<N>>| {
                let mut all = [0; N];
                for play in plays {
                    join(&mut all, &play.bars);
                    join(&mut all, &later(&play.outcome));
                    for (fact, outcome) in &play.stops {
                        insert(&mut all, *fact);
                        join(&mut all, &later(outcome));
                    }
                }
                all
            };
            let asked: Vec<Facts<N>> = self.plays.iter().map(of_key).collect();
            if former == Some(&asked) {
                self.at_rest = true;
                return;
            }
            self.asked.push(asked);
        }
    }

    /// The facts that may be asked for in `left` plies from a key on; `None` for all.
    fn asked(&self, key: u32, left: usize) -> Option<&Facts<N>> {
        let left = if self.at_rest { left.min(self.asked.len()) } else { left };
        self.asked.get(left.checked_sub(1)?).map(|asked| &asked[key as usize])
    }

    /// Whether a play may be made, and what it comes to.
    fn ruled(&self, node: &Node<N>, play: &Listed<N>) -> Option<Outcome<N>> {
        if meets(&node.facts, &play.bars) {
            return None;
        }
        let stop = play.stops.iter().find(|(fact, _)| has(&node.facts, *fact));
        Some(stop.map_or(play.outcome, |(_, outcome)| *outcome))
    }
}

impl<const N: usize> Walk for Compiled<N> {
    type Node = Node<N>;
    type Point = u8;

    fn next(&self, node: &Node<N>, left: usize, each: &mut impl FnMut(Move, Option<Node<N>>)) {
        let mut moved = false;
        for play in &self.plays[node.key as usize] {
            let Some(outcome) = self.ruled(node, play) else { continue };
            // A resignation is the last play, and legal if it is the only one.
            if play.mv == Move::Resign && moved {
                return;
            }
            moved = true;
            each(
                play.mv,
                match outcome {
                    Outcome::End => None,
                    Outcome::Next { key, clears, sets } => {
                        let asked = self.asked(key, left - 1);
                        let facts = std::array::from_fn(|word| {
                            let facts = node.facts[word] & !clears[word] | sets[word];
                            asked.map_or(facts, |asked| facts & asked[word])
                        });
                        Some(Node { key, facts })
                    }
                },
            );
        }
    }

    fn count(&self, node: &Node<N>) -> (u64, u64) {
        let (mut legal, mut ended) = (0, 0);
        for play in &self.plays[node.key as usize] {
            let Some(outcome) = self.ruled(node, play) else { continue };
            if play.mv == Move::Resign && legal > 0 {
                continue;
            }
            legal += 1;
            ended += u64::from(matches!(outcome, Outcome::End));
        }
        (legal, ended)
    }

    /// The least image: by the number of its key, and then by its facts.
    fn canonical(&self, node: Node<N>, _: usize) -> Node<N> {
        let image = |image: &Image| image.keys[node.key as usize];
        let key = self.images.iter().map(image).min().map_or(node.key, |key| key.min(node.key));
        let least = self.images.iter().filter(|image| image.keys[node.key as usize] == key);
        let images = least.map(|image| {
            let mut facts = [0; N];
            for (word, set) in node.facts.iter().enumerate() {
                let mut rest = *set;
                while rest != 0 {
                    let fact = 64 * word + rest.trailing_zeros() as usize;
                    insert(&mut facts, image.facts[fact] as usize);
                    rest &= rest - 1;
                }
            }
            Node { key, facts }
        });
        let least = images.min();
        match least {
            Some(least) if key < node.key => least,
            Some(least) => least.min(node),
            None => node,
        }
    }

    fn bytes(&self, _: &Node<N>) -> usize {
        size_of::<Node<N>>()
    }
}

/// The symmetries of the board under which the images of all keys and facts are among them: all, if the
/// state from which they were reached has no other image.
fn images(game: &Game, reached: &Reached) -> Vec<Image> {
    let image = |symmetry: &Symmetry| {
        let moved = |position: Position| position.image(symmetry);
        let key = |key: &Key| {
            let phase = game.rules.phase_image(key.phase, symmetry);
            reached.numbers.get(&Key { position: moved(key.position), phase, ..*key }).copied()
        };
        let mut facts = vec![0; reached.facts.len()];
        for (fact, number) in &reached.facts {
            let image = Fact { position: moved(fact.position), second: fact.second.map(moved), ..*fact };
            facts[*number as usize] = *reached.facts.get(&image)?;
        }
        Some(Image { keys: reached.keys.iter().map(key).collect::<Option<_>>()?, facts })
    };
    game.board.symmetries().iter().skip(1).filter_map(image).collect()
}

fn insert<const N: usize>(set: &mut Facts<N>, fact: usize) {
    set[fact / 64] |= 1 << (fact % 64);
}

fn has<const N: usize>(set: &Facts<N>, fact: usize) -> bool {
    set[fact / 64] >> (fact % 64) & 1 == 1
}

fn join<const N: usize>(set: &mut Facts<N>, other: &Facts<N>) {
    set.iter_mut().zip(other).for_each(|(word, other)| *word |= other);
}

fn meets<const N: usize>(one: &Facts<N>, other: &Facts<N>) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}
