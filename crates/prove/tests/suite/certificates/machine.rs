//! The machine that the checker makes of clauses has the same plays as the solver, at every key
//! that comes up in random games: the same moves, bars, stops in their order, next keys, and
//! changes of the history.

use std::collections::BTreeSet;

use superko_certificate::clauses::{Clauses, PLAIN, Repetition};
use superko_certificate::format::{Class, Fact, Key};
use superko_certificate::rules as checker;
use superko_go::position::legal_positions_of;
use superko_go::{Board, Position};
use superko_prove::clauses_of;
use superko_rules::fact::Delta;
use superko_rules::{self, Game, Rules, Ruling, State, catalogue, file};

use super::games::{header_of, name, rules_file};
use super::random::Random;
use super::translate::{class, fact_of, key_of, mv_of};
use crate::common::sample;

const BOARDS: [&str; 9] = ["1x1", "1x2", "1x3", "2x2", "2x3", "3x3", "cycle:3", "star:4", "torus:2x3"];

/// The moves of all games of one kind on one board.
const MOVES: usize = 400;

/// What a play comes to, in a form that both sides are brought to.
#[derive(Debug, PartialEq)]
enum Comes {
    End(i64),
    Mean(Option<i64>),
    Won(i64),
    Next(Key, Changes),
}

/// The classes cleared, of those of which there are facts; the score; the facts set; the points.
type Changes = (Vec<Class>, Option<i64>, BTreeSet<Fact>, i64);

#[derive(Debug, PartialEq)]
struct Described {
    mv: u8,
    bars: BTreeSet<Fact>,
    stops: Vec<(Fact, Comes)>,
    comes: Comes,
}

/// The plays of the solver.
fn solver(game: &Game, key: &superko_rules::Key, classes: &[Class]) -> Vec<Described> {
    let changes = |delta: &Delta| {
        let is_cleared = |of: &&Class| {
            let cleared =
                superko_rules::fact::Class::ALL.into_iter().find(|known| class(*known) == Some(**of));
            cleared.is_some_and(|cleared| delta.clears.has(cleared))
        };
        let clears = classes.iter().filter(is_cleared).copied().collect();
        let sets = delta.sets.iter().map(fact_of).collect();
        (clears, delta.scored.map(i64::from), sets, delta.gain.in_halves().into())
    };
    let describe = |play: superko_rules::Play| {
        let stop = |stop: &superko_rules::Stop| {
            let comes = match &stop.effect {
                superko_rules::StopEffect::End(score) => Comes::End((*score).into()),
                superko_rules::StopEffect::Mean(last) => {
                    Comes::Mean((last.count > 0).then_some(last.sum.into()))
                }
                superko_rules::StopEffect::Won { last, points } => {
                    assert_eq!(*points, superko_certificate::rules::WIN_BY_CYCLE as i32);
                    Comes::Won((*last).into())
                }
                superko_rules::StopEffect::Next(next) => Comes::Next(key_of(&next.0), changes(&next.1)),
            };
            (fact_of(&stop.fact), comes)
        };
        Described {
            mv: mv_of(play.mv),
            bars: play.bars.iter().map(fact_of).collect(),
            stops: play.stops.iter().map(stop).collect(),
            comes: match &play.effect {
                superko_rules::Effect::End(score) => Comes::End((*score).into()),
                superko_rules::Effect::Next(next, delta) => Comes::Next(key_of(next), changes(delta)),
            },
        }
    };
    game.plays(key).into_iter().map(describe).collect()
}

/// The plays of the checker.
fn checker(game: &checker::Game, key: &Key, classes: &[Class]) -> Vec<Described> {
    let next = |next: &Key, change: &checker::Change| {
        let clears = classes.iter().filter(|class| change.clears.has(**class)).copied().collect();
        Comes::Next(*next, (clears, change.scored, change.sets.iter().copied().collect(), change.gain))
    };
    let describe = |play: checker::Play| {
        let stop = |stop: &checker::Stop| {
            let comes = match &stop.outcome {
                checker::Stopped::End(score) => Comes::End(*score),
                checker::Stopped::Mean(last) => Comes::Mean(*last),
                checker::Stopped::Won(last) => Comes::Won(*last),
                checker::Stopped::Next(key, change) => next(key, change),
            };
            (stop.fact, comes)
        };
        Described {
            mv: play.mv,
            bars: play.bars.iter().copied().collect(),
            stops: play.stops.iter().map(stop).collect(),
            comes: match &play.effect {
                checker::Effect::End(score) => Comes::End(*score),
                checker::Effect::Next(key, change) => next(key, change),
            },
        }
    };
    game.plays(key).into_iter().map(describe).collect()
}

/// Plays random games of one kind; the number of different keys that were compared.
fn same_plays(game: &Game) -> usize {
    let header = header_of(game);
    assert_eq!(header.clauses.check(header.points()), Ok(()), "{}", name(game));
    let own = checker::Game::new(&header);
    let classes: Vec<Class> = Class::ALL
        .into_iter()
        .filter(|class| [false, true].iter().any(|of_player| header.has_facts(*class, *of_player)))
        .collect();
    let mut random = Random::new(&name(game));
    let players = game.rules.properties().players;
    let starts: Vec<Position> = legal_positions_of(&game.board, players).take(100_000).collect();
    let (mut seen, mut in_hand): (BTreeSet<Key>, Option<State>) = (BTreeSet::new(), None);
    for _ in 0..MOVES {
        let state = in_hand.take().unwrap_or_else(|| {
            let start = if random.heads() { Position::default() } else { starts[random.below(starts.len())] };
            let mover = players.all()[random.below(players.count())];
            let state = game.start(start, mover);
            let facts: BTreeSet<Fact> = state.past.facts().map(|(fact, _)| fact_of(fact)).collect();
            let key = key_of(&state.key);
            assert_eq!(facts, own.start(key.stones, key.mover).into_iter().collect(), "{}", name(game));
            state
        });
        let key = key_of(&state.key);
        if seen.insert(key) {
            assert!(own.is_phase(key.phase), "{}: {key:?}", name(game));
            let (expected, found) = (solver(game, &state.key, &classes), checker(&own, &key, &classes));
            assert_eq!(found, expected, "{}: {key:?}", name(game));
        }
        for (fact, tally) in state.past.facts() {
            let fact = fact_of(fact);
            assert!(header.has_facts(fact.class, fact.who.is_some()), "{}: {fact:?}", name(game));
            assert!(fact.class.is_tallied() || tally.count == 0, "{}: {fact:?}", name(game));
        }
        let mut legal = game.legal(&state);
        // A pass is one move in two, so that runs of passes come up.
        let place = if random.heads() { legal.len() - 1 } else { random.below(legal.len()) };
        if let Ruling::Leads(next) = legal.swap_remove(place).1 {
            in_hand = Some(next);
        }
    }
    seen.len()
}

/// Compares the plays of a kind of game on every board that it has room for; the numbers of boards
/// and of keys.
fn on_every_board(rules: Rules, boards: &[&str]) -> (usize, usize) {
    let boards = boards.iter().map(|board| Board::parse(board).unwrap());
    let fitting = boards.filter(|board| board.points() <= rules.max_points());
    let keys: Vec<usize> = fitting.map(|board| same_plays(&rules.game(board))).collect();
    (keys.len(), keys.iter().sum())
}

#[test]
fn the_checker_has_the_plays_of_every_composition_of_the_catalogue() {
    let (mut combinations, mut games, mut keys) = (0, 0, 0);
    for entry in *catalogue::ALL {
        for rules in entry.combinations().into_iter().filter(|rules| rules.clauses().is_some()) {
            combinations += 1;
            if !sample::takes(entry.id, combinations) {
                continue;
            }
            let (boards, more) = on_every_board(rules, &BOARDS);
            (games, keys) = (games + boards, keys + more);
        }
    }
    println!("{games} games, {keys} keys with the same plays");
    assert!(games > sample::least(500) && keys > 20 * games);
}

/// The clauses of a random composition, which need not go together.
fn drawn(random: &mut Random) -> Clauses {
    let mut clauses = PLAIN;
    // With many clauses given most do not go together, and with few there is little to compare.
    let mut rarity = 3 + random.below(5);
    // Few of the others go together with a game without a score.
    if random.below(5) == 0 {
        rarity *= 4;
        for (key, values) in [("bars", WITHOUT_SCORE), ("passes", &PASSES), ("captures", &CAPTURES)] {
            if random.below(3) > 0 {
                let value = random.pick(values).unwrap();
                clauses.set(key, value).unwrap_or_else(|| panic!("{key} {value}"));
            }
        }
    }
    // Few go together with a window either.
    if random.below(5) == 0 {
        let of_window = [("bars", WITH_WINDOW), ("window", &WINDOWS), ("repetition", &ENDS), ("cut", &CUTS)];
        for (key, values) in of_window {
            if clauses.value(key).is_none() {
                let value = random.pick(values).unwrap();
                clauses.set(key, value).unwrap_or_else(|| panic!("{key} {value}"));
            }
        }
        rarity *= 2;
    }
    // Nor with prisoners that decide a repetition.
    if random.below(8) == 0 {
        let by_prisoners = ["prisoners"];
        let of_cycles: [(&str, &[&str]); 4] = [
            ("bars", WITH_WINDOW),
            ("repetition", &by_prisoners),
            ("passes-in-a-row", &["2", "3"]),
            ("scoring", &["territory"]),
        ];
        for (key, values) in of_cycles {
            if clauses.value(key).is_none() {
                let value = random.pick(values).unwrap();
                clauses.set(key, value).unwrap_or_else(|| panic!("{key} {value}"));
            }
        }
        rarity *= 2;
    }
    for (key, values) in VALUES {
        if random.below(rarity) == 0 && clauses.value(key).is_none() {
            let value = random.pick(values).unwrap();
            clauses.set(key, value).unwrap_or_else(|| panic!("{key} {value}"));
        }
    }
    clauses
}

/// Bars of games without a score, and what makes them so.
const WITHOUT_SCORE: &[&str] = &[
    "capture",
    "capture",
    "position",
    "situation",
    "natural-situation",
    "left-position",
    "basic-ko",
    "move",
    "basic-ko, position",
    "move, capture",
    "capture, situation",
];
/// Bars that go together with a window.
const WITH_WINDOW: &[&str] = &[
    "position",
    "situation",
    "natural-situation",
    "basic-ko, position",
    "move, situation, initialised-twice",
];

const WINDOWS: [&str; 5] = ["1", "2", "3", "7", "20"];
const ENDS: [&str; 4] = ["draws", "loses", "scores", "prisoners"];
const CUTS: [&str; 4] = ["1", "2", "5", "12"];
const PASSES: [&str; 3] = ["none", "none", "return-prisoner"];
const CAPTURES: [&str; 3] = ["1", "2", "20"];

/// Values of every clause, the likelier ones more than once.
const VALUES: [(&str, &[&str]); 27] = [
    ("players", &["3", "3", "4", "5", "6"]),
    ("suicide", &["allowed", "multi-stone"]),
    (
        "bars",
        &[
            "position",
            "situation",
            "natural-situation",
            "passed-situation",
            "left-position",
            "basic-ko",
            "move",
            "basic-ko, move",
            "capture",
            "capture, position",
            "move, position",
            "basic-ko, position",
            "basic-ko, situation, initialised-twice",
            "position, initialised-twice",
            "situation, disturbed-twice",
            "passed-situation, initialised-twice",
            "natural-situation, initialised-twice, disturbed-twice",
            "left-position, declined",
            "position, declined",
            "basic-ko, position, initialised-twice, disturbed-twice, declined",
        ],
    ),
    ("bars-only", &["captures"]),
    ("start", &["free"]),
    ("window", &WINDOWS),
    ("repetition", &ENDS),
    ("lifted-by", &["pass", "two-passes"]),
    ("coupons", &["1/2", "1", "2, 3/2, 1/2", "1, 1"]),
    ("occurs", &["produced", "produced-ko"]),
    ("passes", &PASSES),
    ("passes-in-a-row", &["1", "2", "2", "3", "4", "12"]),
    ("successions", &["2"]),
    ("second-pass", &["player", "player", "opponents"]),
    ("passes-forgotten-by", &["disturbing-play"]),
    ("all-pass-in-one-situation", &["true"]),
    ("draw-at-occurrence", &["2", "3"]),
    ("occurrences-since", &["pass"]),
    ("cut", &CUTS),
    ("captures", &CAPTURES),
    ("scoring", &["territory", "territory", "stones"]),
    ("tax", &["seki", "all"]),
    ("scored", &["scoring-positions"]),
    ("prisoners", &["as-passed"]),
    ("price-of-pass", &["1", "3"]),
    ("first-pass", &["white 1", "black 1/2, white 1/2", "black 3/2, white 1"]),
    ("last-pass", &["white", "equal"]),
];

/// What goes together for the solver goes together for the checker and the other way round, and the
/// plays are the same.
#[test]
fn the_checker_has_the_plays_of_random_compositions() {
    let mut random = Random::new("compositions");
    let (mut seen, mut apart, mut keys) = (BTreeSet::new(), 0, 0);
    for _ in 0..super::cases(20_000) {
        let clauses = drawn(&mut random);
        let text = rules_file(&clauses);
        let (found, wanted) = (file::read("drawn.toml", text.as_bytes()), clauses.check(4));
        // A phase of the solver has no room for the two.
        let no_room = clauses.repetition == Some(Repetition::PassedSituation) && clauses.scores_cycle();
        assert!(found.is_ok() == wanted.is_ok() || no_room, "{text}{:?} {wanted:?}", found.err());
        let Ok(entry) = found else {
            apart += 1;
            continue;
        };
        if seen.insert(text.clone()) {
            let game = Rules::from(entry).game(Board::parse("1x1").unwrap());
            assert_eq!(clauses_of(&game), Some(clauses), "{text}");
            keys += on_every_board(entry.into(), &["1x3", "2x2", "2x3", "star:4"]).1;
        }
    }
    println!("{} compositions, {keys} keys with the same plays; {apart} do not go together", seen.len());
    assert!(seen.len() > sample::least(100));
}
