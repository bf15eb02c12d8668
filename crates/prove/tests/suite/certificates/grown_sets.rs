//! Closed sets grown at random: the player who is sure makes one random move in each state and his
//! opponent makes all, until no new state comes up. Of what the checker takes, each lemma is true:
//! its claim is served, or the game has no end.

use std::collections::HashMap;
use std::io::Cursor;

use superko_certificate::check::Checker;
use superko_certificate::format::{
    Claim, Header, Key, Map, Outcome, Play, Reference, Relation, Statement, Step,
};
use superko_certificate::render::render;
use superko_rules::Effect;

use super::MEMORY;
use super::games::{header_of, name, variants};
use super::grown::Growing;
use super::translate::{key_of, mv_of};
use super::truth::Truth;
use super::written::text;
use crate::common::sample;
use crate::common::searching::on_a_large_stack;

/// The number of sets drawn for all games together, and the most lemmas of one.
const DRAWN: usize = 6_000;
const MOST: usize = 120;

/// Of this number of sets, the verdict on one is compared with that on a file.
const COMPARED: usize = 20;

/// A bound of which a player is sure, in his own points.
struct AttackGoal {
    points: i32,
    strict: bool,
}

impl AttackGoal {
    fn claim(&self, sure: u8) -> Claim {
        let relations = [[Relation::AtLeast, Relation::MoreThan], [Relation::AtMost, Relation::LessThan]];
        let relation = relations[usize::from(sure)][usize::from(self.strict)];
        Claim { relation, p: if sure == 0 { self.points } else { -self.points }, q: 1 }
    }
}

/// A closed set that may be right; `None` if it grows too large.
fn drawn(growing: &mut Growing) -> Option<Vec<Step>> {
    let most = growing.game.most();
    let points = growing.random.below(2 * most as usize + 1) as i32 - most;
    let aim = AttackGoal { points, strict: growing.random.heads() };
    let first = (growing.keys[growing.random.below(growing.keys.len())], growing.random.below(2) as u8);
    let (mut members, mut numbers) = (vec![first], HashMap::from([(first, 1)]));
    let mut proofs: Vec<Step> = Vec::new();
    while let Some((key, sure)) = members.get(proofs.len()).copied() {
        let mut plays = growing.plays(&key);
        if key.mover == sure {
            // A pass is as likely as all stones together.
            let place = growing.random.below(2 * plays.len()).min(plays.len() - 1);
            plays = vec![plays.swap_remove(place)];
        }
        let mut proof = Vec::new();
        for play in plays {
            let outcome = match &play.effect {
                Effect::End(_) => Outcome::End,
                Effect::Next(next, _) => {
                    let map = growing.map();
                    let next = image(growing, map, &key_of(next), sure);
                    let lemma = *numbers.entry(next).or_insert_with(|| {
                        members.push(next);
                        members.len() as u64
                    });
                    Outcome::Lemma(Reference { lemma, map, last: false })
                }
            };
            proof.push(Play { mv: mv_of(play.mv), outcome });
        }
        proofs.push(Step::Proof(proof));
        if members.len() > MOST {
            return None;
        }
    }
    let statement = |(key, sure): &(Key, u8)| Step::Member(Statement { key: *key, claim: aim.claim(*sure) });
    let statements = members.iter().map(statement).collect();
    Some([vec![Step::Closed(members.len() as u64)], statements, proofs].concat())
}

fn is_taken(header: &Header, set: &[Step]) -> bool {
    let mut checker = Checker::new(header, MEMORY);
    set.iter().chain([&Step::End]).all(|step| checker.step(step).is_ok())
}

fn image(growing: &Growing, map: Map, key: &Key, sure: u8) -> (Key, u8) {
    (growing.image(map, key), sure ^ u8::from(map.exchanges))
}

#[test]
fn whatever_closes_is_true() {
    on_a_large_stack(|| {
        let games: Vec<_> =
            ["1x1", "1x2", "1x3"].iter().flat_map(|board| variants(board, "simple-ko")).collect();
        let (mut closed, mut kept, mut lemmas, mut held) = (0, 0, 0, 0);
        for game in &games {
            let header = header_of(game);
            let mut truth = Truth::new(&header).unwrap();
            let mut growing = Growing::new(header.clone(), truth.keys());
            for _ in 0..super::cases(DRAWN).div_ceil(games.len()) {
                let Some(set) = drawn(&mut growing) else { continue };
                closed += 1;
                let taken = is_taken(&header, &set);
                if closed % COMPARED == 0 {
                    let bytes = text(&header, &[set.as_slice(), &[Step::End]].concat());
                    assert_eq!(render(Cursor::new(bytes), std::io::sink(), MEMORY).is_ok(), taken);
                }
                if taken {
                    kept += 1;
                    lemmas += set.len() / 2;
                    truth.check(&set).unwrap_or_else(|untrue| panic!("{}: {untrue}", name(game)));
                }
            }
            held += truth.lemmas;
        }
        println!(
            "{closed} sets closed, {kept} kept, {lemmas} lemmas, {held} different ones held against states"
        );
        assert!(kept * 10 > closed && kept * 10 < closed * 9 && held > sample::least(100));
    });
}
