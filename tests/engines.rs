//! The search against the naive solver, on every position that the naive solver can reach.
//!
//! Both are asked for the value of every position of the smallest boards with either player to move,
//! under every ruleset with a past, every reading and every rule about suicide; where that is too much
//! for the naive solver, of positions drawn at random, from the start or after random moves.

use superko::go::position::legal_positions;
use superko::go::{Player, Topology};
use superko::rules::options::{Axis, Options};
use superko::rules::{Game, Points, Ruling, State, catalogue};
use superko::solve::bounds::{Bounds, Searcher};
use superko::solve::naive::Naive;
use superko::solve::{Budget, Limits, Stopped, with_threads};

/// A generator of numbers that look random and are the same in every run (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}

const LIFTED: [&str; 3] = ["spight", "kee2009", "kee2020"];
const SUPERKOS: [&str; 3] = ["psk", "ssk", "nssk"];

/// Every game of a ruleset on a board: all values of `--lift` (where it has that option) and `--suicide`.
fn variants(board: &str, ruleset: &str) -> Vec<Game> {
    let mut games = Vec::new();
    let (entry, _) = catalogue::find(ruleset).unwrap();
    let lifts = if entry.knows.contains(&Axis::Lift) { Axis::Lift.values() } else { &[""] };
    for lift in lifts {
        for suicide in Axis::Suicide.values() {
            let mut options = Options::default();
            entry.set(&mut options, Axis::Suicide, suicide).unwrap();
            if !lift.is_empty() {
                entry.set(&mut options, Axis::Lift, lift).unwrap();
            }
            games.push(entry.game(Topology::parse(board).unwrap(), options));
        }
    }
    games
}

fn name(game: &Game, state: &State) -> String {
    let options: Vec<&str> = game.entry.knows.iter().map(|axis| axis.value(&game.options)).collect();
    format!("{} {} {options:?} {state:?}", game.board, game.entry.id)
}

/// All starts of a game: every legal position with either player to move.
fn starts(game: &Game) -> Vec<State> {
    legal_positions(&game.board)
        .flat_map(|position| Player::ALL.map(|mover| game.start(position, mover)))
        .collect()
}

fn naive_value(naive: &mut Naive, state: &State) -> Option<Points> {
    match naive.value(state) {
        Ok(value) => Some(value),
        Err(Stopped::Nodes | Stopped::Memory) => None,
        Err(other) => panic!("{other}"),
    }
}

/// Compares both engines on `states`, which share one lemma table; gives the number compared.
fn compare(game: &Game, states: &[State], naive_nodes: u64) -> usize {
    let unlimited = Budget::new(Limits::default());
    let searcher = Searcher::new(game, &unlimited, 1);
    let mut compared = 0;
    for state in states {
        let budget = Budget::new(Limits { nodes: Some(naive_nodes), ..Limits::default() });
        let Some(expected) = naive_value(&mut Naive::new(game, &budget), state) else { continue };
        let found = searcher.value(state, Bounds::unknown(game)).expect("the search has no limit");
        assert_eq!(found, expected, "{}", name(game, state));
        compared += 1;
    }
    compared
}

fn compare_all(boards: &[&str], rulesets: &[&str]) {
    for board in boards {
        for ruleset in rulesets {
            for game in variants(board, ruleset) {
                let states = starts(&game);
                let compared = with_threads(1, || compare(&game, &states, u64::MAX));
                assert_eq!(compared, states.len());
            }
        }
    }
}

#[test]
fn the_superkos_agree_on_every_position_up_to_four_points() {
    compare_all(&["1x1", "1x2", "1x3", "1x4"], &SUPERKOS);
}

#[test]
fn the_superkos_agree_on_every_position_of_five_and_six_points_and_2x2() {
    compare_all(&["2x2", "1x5", "1x6", "2x3"], &SUPERKOS);
}

#[test]
fn the_lifted_rulesets_agree_on_every_position_up_to_four_points() {
    compare_all(&["1x1", "1x2", "1x3", "1x4"], &LIFTED);
}

/// A state after up to `most` random legal moves from a random start.
fn random_state(game: &Game, starts: &[State], random: &mut Random, most: usize) -> State {
    let mut state = starts[random.below(starts.len())].clone();
    for _ in 0..random.below(most + 1) {
        let mut legal = game.legal(&state);
        if let Ruling::Leads(next) = legal.swap_remove(random.below(legal.len())).1 {
            state = next;
        }
    }
    state
}

fn compare_random(boards: &[&str], rulesets: &[&str], count: usize, moves: usize, naive_nodes: u64) {
    let mut compared = 0;
    for board in boards {
        for ruleset in rulesets {
            for game in variants(board, ruleset) {
                let (starts, mut random) = (starts(&game), Random(0x9e37_79b9_7f4a_7c15));
                let states: Vec<State> =
                    (0..count).map(|_| random_state(&game, &starts, &mut random, moves)).collect();
                compared += with_threads(1, || compare(&game, &states, naive_nodes));
            }
        }
    }
    let variants: usize = rulesets.iter().map(|ruleset| variants(boards[0], ruleset).len()).sum();
    let asked = variants * boards.len() * count;
    println!("{compared} of {asked} compared");
    assert!(compared * 4 > asked, "the naive solver gave up too often: {compared} of {asked}");
}

#[test]
fn the_lifted_rulesets_agree_on_random_starts_of_2x2_2x3_and_1x5() {
    compare_random(&["2x2", "1x5", "2x3"], &LIFTED, 40, 0, 20_000);
}

#[test]
fn the_lifted_rulesets_agree_after_random_moves() {
    compare_random(&["1x3", "1x4", "2x2", "1x5", "2x3"], &LIFTED, 40, 12, 20_000);
}

#[test]
fn the_superkos_agree_after_random_moves() {
    compare_random(&["1x4", "2x2", "1x5", "1x6", "2x3"], &SUPERKOS, 60, 12, 20_000);
}
