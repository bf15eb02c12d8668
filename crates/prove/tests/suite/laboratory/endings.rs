//! Whether every game ends that is said to, and whether the others may go on for ever.

use std::collections::HashMap;

use fastrand::Rng;
use superko_go::Board;
use superko_rules::clauses::Endings;
use superko_rules::entry::{Body, Entry};
use superko_rules::fact::{Fact, Tally};
use superko_rules::{Game, Key, Rules, Ruling, State};

use crate::common::games::starts;
use crate::common::{drafts, sample};

/// What of a state decides what may be played: points brought before do not.
type Bare = (Key, Vec<(Fact, Tally)>);

fn bare(state: &State) -> Bare {
    (state.key, state.past.facts().map(|(fact, tally)| (*fact, *tally)).collect())
}

fn next(game: &Game, state: &State) -> Vec<State> {
    let leads = |ruling| if let Ruling::Leads(next) = ruling { Some(next) } else { None };
    game.legal(state).into_iter().filter_map(|(_, ruling)| leads(ruling)).collect()
}

/// Whether some game comes back to a state; `None` if more than `most` states are reached.
fn comes_back(game: &Game, most: usize) -> Option<bool> {
    // Whether each state is on the path in hand.
    let mut seen: HashMap<Bare, bool> = HashMap::new();
    for start in starts(game) {
        if seen.contains_key(&bare(&start)) {
            continue;
        }
        let mut path = vec![(bare(&start), next(game, &start))];
        seen.insert(bare(&start), true);
        while let Some((here, open)) = path.last_mut() {
            let Some(state) = open.pop() else {
                seen.insert(here.clone(), false);
                path.pop();
                continue;
            };
            let there = bare(&state);
            match seen.get(&there) {
                Some(true) => return Some(true),
                Some(false) => {}
                None if seen.len() >= most => return None,
                None => {
                    seen.insert(there.clone(), true);
                    let open = next(game, &state);
                    path.push((there, open));
                }
            }
        }
    }
    Some(false)
}

const BOARDS: [&str; 4] = ["1x1", "1x2", "1x3", "2x2"];

#[test]
fn games_end_exactly_under_the_compositions_that_say_so() {
    let mut random = Rng::with_seed(15);
    let (mut complete, mut looked) = (0, 0);
    for (number, (text, entry)) in drafts::rulesets(250, &mut random).into_iter().enumerate() {
        if !sample::takes("endings", number) {
            continue;
        }
        let rules = Rules::from(entry);
        let (mut found, ends) = (Vec::new(), rules.always_ends());
        for board in BOARDS {
            let game = rules.game(Board::parse(board).unwrap());
            found.push(comes_back(&game, 6_000));
        }
        looked += found.len();
        complete += found.iter().flatten().count();
        assert!(!ends || !found.contains(&Some(true)), "a game without end:\n{text}");
        assert!(ends || found.contains(&Some(true)), "every game ends:\n{text}");
    }
    println!("{complete} of {looked} games were gone through completely");
    assert!(complete > looked / 2 || !sample::is_whole(), "{complete} of {looked}");
}

/// A refusal because games might not end is no empty fear: among the compositions refused for it
/// are few under which no game comes back to a state on a board of up to four intersections.
#[test]
fn compositions_that_are_refused_for_want_of_an_end_have_endless_games() {
    let mut random = Rng::with_seed(16);
    let (mut endless, mut looked) = (0, 0);
    let psk = Rules::named("psk").unwrap().entry;
    while looked < 60 {
        let (mut clauses, mut options) = (psk.body.clauses.unwrap(), psk.defaults());
        let (_, other) = &drafts::rulesets(1, &mut random)[0];
        if let Some(drawn) = other.body.clauses {
            (clauses, options) = (drawn, other.defaults());
        }
        // Without one of the clauses that end games, or with a ban that is lifted.
        match random.u8(..4) {
            0 => clauses.second_pass = None,
            1 => clauses.draw = None,
            2 => clauses.initialised_twice = false,
            _ => clauses.repetition = None,
        }
        let ended = clauses.passes_in_a_row.is_some() || clauses.second_pass.is_some();
        if clauses.endings(&options) != Endings::Unknown || !ended {
            continue;
        }
        looked += 1;
        let entry: &'static Entry = Box::leak(Box::new(Entry {
            id: "draft",
            body: Body { clauses: Some(clauses), machine: None },
            base: options,
            axes: &[],
            ..*psk
        }));
        let found = BOARDS
            .map(|board| comes_back(&Rules { entry, options }.game(Board::parse(board).unwrap()), 3_000));
        endless += usize::from(found.contains(&Some(true)));
        if !found.contains(&Some(true)) {
            println!("no endless game found: {:?} {found:?}", clauses.listed(&options));
        }
    }
    println!("{endless} of {looked} have a game that comes back to a state");
    assert!(4 * endless > 3 * looked, "{endless} of {looked}");
}
