//! Three players: the search against the naive solver, the running sums of Kee 2009 against its rule 17, and the
//! questions of the three players against each other.

use superko::go::position::legal_positions_of;
use superko::go::{Player, Players, Position, Topology};
use superko::rules::kee2009::{Made, scoring_positions};
use superko::rules::referee::Referee;
use superko::rules::{Game, Points, Ruling, State, catalogue};
use superko::solve::bounds::{Bounds, Searcher};
use superko::solve::naive::Naive;
use superko::solve::{Budget, Limits, Stopped, with_threads};

const RULESETS: [&str; 5] = ["psk", "ssk", "nssk", "kee2009", "kee2020"];
const ALL: [Player; 3] = [Player::Black, Player::White, Player::Red];

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

/// A ruleset with options for three players.
fn game(board: &str, text: &str) -> Game {
    let (entry, options) = catalogue::parse(&format!("{text} --players 3")).unwrap();
    entry.game(Topology::parse(board).unwrap(), options)
}

/// Every ruleset under every option, one at a time.
fn variants() -> Vec<String> {
    let mut all: Vec<String> = RULESETS.iter().map(|name| name.to_string()).collect();
    for name in RULESETS {
        all.extend(["allowed", "multi-stone"].map(|how| format!("{name} --suicide {how}")));
    }
    for name in ["kee2009", "kee2020"] {
        all.extend(["produced", "produced-ko"].map(|how| format!("{name} --lift {how}")));
    }
    all
}

fn starts(game: &Game) -> Vec<State> {
    legal_positions_of(&game.board, Players::Three)
        .flat_map(|position| ALL.map(|mover| game.start(position, mover)))
        .collect()
}

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

/// The value of a state by the search, if it takes no more than a moment.
fn search(searcher: &Searcher, game: &Game, state: &State) -> Option<Points> {
    searcher.value(state, Bounds::unknown(game, state)).ok()
}

/// Compares the search with the naive solver; gives the number of states on which neither gave up.
fn compare(game: &Game, states: &[State], nodes: u64) -> usize {
    let mut compared = 0;
    let limit = Budget::new(Limits { nodes: Some(nodes * states.len() as u64), ..Limits::default() });
    with_threads(1, || {
        let searcher = Searcher::new(game, &limit, 1);
        for state in states {
            let Some(found) = search(&searcher, game, state) else { break };
            let budget = Budget::new(Limits { nodes: Some(nodes), ..Limits::default() });
            match Naive::new(game, &budget).confirms(state, found) {
                Ok(confirmed) => assert!(confirmed, "{found} {} {:?} {state:?}", game.entry.id, game.options),
                Err(Stopped::Nodes) => continue,
                Err(other) => panic!("{other}"),
            }
            compared += 1;
        }
    });
    compared
}

#[test]
fn the_naive_solver_confirms_the_value_that_it_finds_and_no_other() {
    let mut compared = 0;
    for game in variants().iter().flat_map(|text| ["1x1", "1x2"].map(|board| game(board, text))) {
        for start in starts(&game) {
            let budget = Budget::new(Limits { nodes: Some(50_000), ..Limits::default() });
            let Ok(value) = Naive::new(&game, &budget).value(&start) else { continue };
            compared += 1;
            let unlimited = Budget::new(Limits::default());
            let mut naive = Naive::new(&game, &unlimited);
            for (claim, right) in [(value, true), (value + 1, false), (value - Points::new(1, 3), false)] {
                assert_eq!(naive.confirms(&start, claim), Ok(right), "{claim} {:?} {start:?}", game.options);
            }
        }
    }
    println!("{compared} values confirmed");
}

#[test]
fn the_search_agrees_on_every_position_up_to_three_points() {
    for board in ["1x1", "1x2", "1x3"] {
        let (mut compared, mut asked) = (0, 0);
        for text in variants() {
            let game = game(board, &text);
            let starts = starts(&game);
            let some = compare(&game, &starts, 20_000);
            println!("{board} {text}: {some} of {}", starts.len());
            compared += some;
            asked += starts.len();
        }
        println!("{board}: {compared} of {asked} starts compared");
    }
}

#[test]
fn the_search_agrees_on_random_states() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for board in ["1x3", "1x4", "2x2"] {
        let (mut compared, mut asked) = (0, 0);
        for text in variants() {
            let game = game(board, &text);
            let starts = starts(&game);
            let states: Vec<State> = (0..10).map(|_| random_state(&game, &starts, &mut random, 12)).collect();
            compared += compare(&game, &states, 10_000);
            asked += states.len();
        }
        println!("{board}: {compared} of {asked} states compared");
    }
}
