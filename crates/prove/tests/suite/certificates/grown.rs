//! Certificates grown at random, lemma by lemma: whatever the checker takes is true.
//!
//! The certificates of the search have only such lemmas as the search makes. Here a lemma is drawn:
//! any key, any claim, any outcomes that might fit, and the reads that its proof needs, or more, or
//! not quite these. One checker takes what is right, step after step, and each lemma that it takes
//! is compared with states of random games. Of some lemmas, taken or not, the verdict is compared
//! with that on the file of all lemmas so far.

use std::collections::HashMap;
use std::io::Cursor;

use superko_certificate::check::Checker;
use superko_certificate::format::{
    Asks, Claim, Class, Fact, Header, Key, Map, Outcome, Play, Read, Reference, Relation, Repetition,
    Statement, Step, Stones,
};
use superko_certificate::render::render;
use superko_rules::{self, Effect, Game};

use super::MEMORY;
use super::games::{boards, clauses, game_of, header_of, name, variants};
use super::random::Random;
use super::translate::{fact_back, fact_of, key_back, key_of, mv_of, position_of, stones_of};
use super::truth::Truth;
use super::written::{binary, text};
use crate::common::sample;
use crate::common::searching::on_a_large_stack;

/// The number of lemmas drawn for each ruleset.
const DRAWN: usize = 12_000;

/// Of this number of lemmas, the verdict on one is compared with that on a file.
const COMPARED: usize = 40;

/// After this number of lemmas a certificate is begun anew.
const KEPT: usize = 80;

pub struct Growing {
    header: Header,
    pub game: Game,
    /// The keys from which a play leads to a key.
    before: HashMap<Key, Vec<Key>>,
    pub keys: Vec<Key>,
    /// The lemmas so far, each with its reads, and the checker that has taken them.
    steps: Vec<Step>,
    checker: Checker,
    /// The number of lemmas drawn.
    drawn: usize,
    pub random: Random,
}

impl Growing {
    pub fn new(header: Header, keys: Vec<Key>) -> Growing {
        let game = game_of(&header).unwrap();
        let random = Random::new(&name(&game));
        let (before, steps) = (HashMap::new(), Vec::new());
        let checker = Checker::new(&header, MEMORY);
        let mut growing = Growing { header, game, before, keys, steps, checker, drawn: 0, random };
        for key in growing.keys.clone() {
            for play in growing.plays(&key) {
                if let Effect::Next(next, _) = play.effect {
                    growing.before.entry(key_of(&next)).or_default().push(key);
                }
            }
        }
        growing
    }

    pub fn plays(&self, key: &Key) -> Vec<superko_rules::Play> {
        self.game.plays(&key_back(key))
    }

    /// The image of a key.
    pub fn image(&self, map: Map, key: &Key) -> Key {
        let Header { rows, cols, .. } = self.header;
        let letters = |point: usize| {
            let (mut r, mut c) = (point / cols, point % cols);
            if map.symmetry & 1 != 0 {
                (r, c) = (c, r);
            }
            if map.symmetry & 2 != 0 {
                r = rows - 1 - r;
            }
            if map.symmetry & 4 != 0 {
                c = cols - 1 - c;
            }
            r * cols + c
        };
        let point = |point: usize| match &self.header.graph {
            Some(graph) if map.symmetry > 0 => usize::from(graph.maps[usize::from(map.symmetry) - 1][point]),
            Some(_) => point,
            None => letters(point),
        };
        let members = |set: u64| (0..rows * cols).filter(move |point| set >> point & 1 == 1);
        let moved = |stones: Stones| stones.map(|set| members(set).fold(0, |all, p| all | 1u64 << point(p)));
        let [low, high, top] = moved(key.stones);
        let stones = if map.exchanges { [high, low, top] } else { [low, high, top] };
        let clauses = &self.header.clauses;
        let kos = 1 + clauses.longest_run();
        let unit = kos + (rows * cols) as u32;
        let phase = if clauses.repetition == Some(Repetition::PassedSituation) {
            let part = |from: u32| match key.phase >> from & 0x7fff {
                0 => 0,
                number => {
                    let stones = Fact { second: number, ..Fact::of(Class::Stood, None, [0; 3]) };
                    let second = fact_back(&self.header, &stones).second.position().unwrap();
                    let image = position_of(&moved(stones_of(&second)));
                    let back = superko_rules::fact::Second::of(&image);
                    back.number() << from
                }
            };
            key.phase & 3 | part(2) | part(17)
        } else if clauses.basic_ko && key.phase % unit >= kos {
            let ko = key.phase % unit - kos;
            key.phase - ko + point(ko as usize) as u32
        } else {
            key.phase
        };
        Key { stones, mover: key.mover ^ u8::from(map.exchanges), phase }
    }

    /// A map that the board has.
    pub fn map(&mut self) -> Map {
        let symmetries = self.header.graph.as_ref().map_or(8, |graph| 1 + graph.maps.len());
        let symmetry = self.random.below(symmetries) as u16;
        let map = Map { symmetry, exchanges: self.random.heads() };
        if self.header.has_map(map) { map } else { Map::SAME }
    }

    /// A key: usually one from which a play leads to that of a lemma or to its image.
    fn key(&mut self) -> Key {
        let (lemma, map) = (self.random.below(self.steps.len().max(1)), self.map());
        if let Some(Step::Lemma(statement, ..)) = self.steps.get(lemma)
            && self.random.below(4) > 0
        {
            let image = self.image(map, &statement.key);
            if let Some(key) = self.before.get(&image).and_then(|keys| self.random.pick(keys)) {
                return key;
            }
        }
        self.keys[self.random.below(self.keys.len())]
    }

    /// Possible outcomes of a play for a player, each with the claim that it supports.
    fn outcomes(&mut self, play: &superko_rules::Play, sure: u8, own: bool) -> Vec<(Outcome, Option<Claim>)> {
        let exact = |score: i32| Claim {
            relation: [Relation::AtLeast, Relation::AtMost][usize::from(sure)],
            p: score,
            q: 1,
        };
        let mut outcomes = Vec::new();
        let bars = play.bars.iter().map(fact_of).filter(|_| !own);
        outcomes.extend(bars.map(|bar| (Outcome::Barred(bar.class, Some(bar)), None)));
        outcomes.extend((0..play.stops.len()).map(|place| (Outcome::Stop(place as u8), None)));
        match &play.effect {
            Effect::End(score) => outcomes.push((Outcome::End, Some(exact(*score)))),
            Effect::Next(next, _) => {
                outcomes.push((Outcome::Life, None));
                let next = key_of(next);
                let map = self.map();
                for (number, step) in (1..).zip(&self.steps) {
                    let Step::Lemma(statement, ..) = step else { continue };
                    for map in [map, Map::SAME] {
                        let claim = statement.claim;
                        let claim = if map.exchanges { claim.exchanged() } else { claim };
                        if self.image(map, &next) == statement.key && claim.sure() == sure {
                            let reference = Reference { lemma: number, map, last: false };
                            outcomes.push((Outcome::Lemma(reference), Some(claim)));
                            if self.header.clauses.draw_at == Some(3) {
                                outcomes.push((Outcome::StopLemma(reference), Some(claim)));
                            }
                        }
                    }
                }
            }
        }
        outcomes
    }

    /// A lemma that may be right.
    fn drawn(&mut self) -> (Statement, Vec<Play>) {
        let (key, sure) = (self.key(), self.random.below(2) as u8);
        let own = (key.mover == 0) == (sure == 0);
        let mut plays = self.plays(&key);
        if own {
            plays = vec![plays.swap_remove(self.random.below(plays.len()))];
        }
        let points = self.header.points() as i32;
        let relations = [[Relation::AtLeast, Relation::MoreThan], [Relation::AtMost, Relation::LessThan]];
        let relation = relations[usize::from(sure)][self.random.below(2)];
        let (p, q) = (self.random.below(2 * points as usize + 1) as i32 - points, 1);
        let mut claim = Claim { relation, p, q };
        let keep = self.random.below(5) == 0;
        if self.header.clauses.scores_cycle() && self.random.below(3) == 0 {
            // A fraction between two whole numbers.
            claim.q = 2 + self.random.below(2) as i32;
            claim.p = claim.p * claim.q + 1;
        }
        let mut proof = Vec::new();
        let mut weakest: Option<Claim> = None;
        for play in &plays {
            let outcomes = self.outcomes(play, sure, own);
            let lemmas: Vec<_> = outcomes
                .iter()
                .copied()
                .filter(|(outcome, _)| matches!(outcome, Outcome::Lemma(_)))
                .collect();
            let from = if lemmas.is_empty() || self.random.below(4) == 0 { &outcomes } else { &lemmas };
            let (outcome, made) = self.random.pick(from).unwrap_or((Outcome::End, None));
            let weaker = made.filter(|made| weakest.is_none_or(|weakest| weakest.covers(*made)));
            weakest = weaker.or(weakest);
            proof.push(Play { mv: mv_of(play.mv), outcome });
        }
        if !keep && let Some(weakest) = weakest {
            claim = weakest;
        }
        (Statement { key, claim }, proof)
    }

    /// Asserts that the verdict on one lemma after those so far is the verdict on the file of all
    /// of them.
    fn compare(&self, lemma: &Step, taken: bool) {
        let steps = [self.steps.as_slice(), std::slice::from_ref(lemma), &[Step::End]].concat();
        let binary = binary(&self.header, &steps).expect("there is no closed set");
        for bytes in [text(&self.header, &steps), binary] {
            let is_right = render(Cursor::new(bytes), std::io::sink(), MEMORY).is_ok();
            assert_eq!(is_right, taken, "{}: {lemma:?}", name(&self.game));
        }
    }

    /// Other reads than those that a proof needs: more, stronger, or unrelated ones.
    fn other_reads(&mut self, reads: &[Read], claim: Claim) -> Vec<Read> {
        let mut reads = reads.to_vec();
        for _ in 0..1 + self.random.below(3) {
            let place = self.random.below(reads.len() + 1);
            let Some(read) = reads.get(place).copied() else {
                let stones = self.keys[self.random.below(self.keys.len())].stones;
                let classes = if self.header.version() == 1 { 4 } else { Class::ALL.len() };
                let who = self.random.below(usize::from(self.header.clauses.players) + 1).checked_sub(1);
                let (class, who) = (Class::ALL[self.random.below(classes)], who.map(|who| who as u8));
                let asks = [Asks::Absent, Asks::Present, Asks::Mean(claim)][self.random.below(3)];
                reads.push(Read { fact: Fact::of(class, who, stones), asks });
                continue;
            };
            let step = self.random.step(2);
            let asks = match (read.asks, self.random.below(4)) {
                (Asks::Margin { p, q, k }, 0 | 1) => Asks::Margin { p, q, k: k + step },
                (Asks::Margin { p, q, .. }, 2) => Asks::Mean(Claim { p, q, ..claim }),
                (Asks::Mean(of), 0) => Asks::Mean(Claim { p: of.p + step as i32 * of.q, ..of }),
                (Asks::Mean(of), 1) => Asks::Margin { p: of.p, q: of.q, k: step },
                (Asks::Mean(of), 2) => {
                    Asks::Mean(Claim { relation: Relation::ALL[self.random.below(4)], ..of })
                }
                (asks, 0) => {
                    if asks == Asks::Absent {
                        Asks::Present
                    } else {
                        Asks::Absent
                    }
                }
                _ => Asks::Absent,
            };
            reads[place].asks = asks;
        }
        reads
    }

    /// Draws a lemma, and gives it with its reads if the checker takes it.
    fn grow(&mut self) -> Option<&Step> {
        if self.steps.len() == KEPT {
            self.steps.clear();
            self.checker = Checker::new(&self.header, MEMORY);
        }
        let (statement, plays) = self.drawn();
        self.drawn += 1;
        let reads = self.checker.reads_of(&statement, &plays);
        let compared = self.drawn.is_multiple_of(COMPARED);
        if compared {
            self.compare(&Step::Lemma(statement, None, plays.clone()), reads.is_ok());
        }
        let mut reads = reads.ok()?;
        if self.random.heads() && self.header.clauses.has_facts() {
            reads = self.other_reads(&reads, statement.claim);
        }
        let lemma = Step::Lemma(statement, Some(reads), plays);
        let taken = self.checker.step(&lemma).is_ok();
        if compared {
            self.compare(&lemma, taken);
        }
        taken.then(|| {
            self.steps.push(lemma);
            &self.steps[self.steps.len() - 1]
        })
    }
}

fn whatever_grows_is_true(ruleset: &str) {
    on_a_large_stack(|| {
        // The search cannot value a history of many scores on 2x2.
        let cycle = clauses(ruleset).scores_cycle();
        let grids: &[&str] = if cycle { &["1x2", "1x3"] } else { &["1x2", "1x3", "2x2"] };
        let games: Vec<Game> =
            boards(ruleset, grids).into_iter().flat_map(|board| variants(board, ruleset)).collect();
        let (mut drawn, mut kept, mut with_lemmas, mut held) = (0, 0, 0, 0);
        for game in &games {
            let header = header_of(game);
            let mut truth = Truth::new(&header).unwrap();
            let mut growing = Growing::new(header.clone(), truth.keys());
            for _ in 0..super::cases(DRAWN).div_ceil(games.len()) {
                drawn += 1;
                let Some(step) = growing.grow().cloned() else { continue };
                kept += 1;
                let by_lemma = |play: &Play| matches!(play.outcome, Outcome::Lemma(_));
                with_lemmas +=
                    usize::from(matches!(&step, Step::Lemma(_, _, plays) if plays.iter().any(by_lemma)));
                if let Err(untrue) = truth.check(std::slice::from_ref(&step)) {
                    panic!(
                        "{}: {untrue}\n{}",
                        name(game),
                        String::from_utf8_lossy(&text(&header, &growing.steps))
                    );
                }
            }
            held += truth.lemmas;
        }
        println!(
            "{ruleset}: {drawn} lemmas drawn, {kept} kept, {with_lemmas} of them by other lemmas, {held} held against states"
        );
        // Where few are drawn of each game, few have other lemmas to go by.
        assert!(kept * 20 > drawn && with_lemmas * 4 > kept && held * 20 > kept || !sample::is_whole());
    });
}

crate::certificates::for_every_ruleset!(whatever_grows_is_true);
