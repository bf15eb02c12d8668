//! Territory: the literal machine, with claims settled by a plain fixpoint, against the program.
//!
//! All states of a game are listed by playing the literal machine and the program side by side.
//! Where a game ends the dead chains are found among all states of the literal machine's
//! confirmation sequences: a state is won if a move wins at once or leads to a state that is won
//! (all moves, if the owner moves), over and over until nothing changes. The scores must be those
//! of the program at every end, and the values those of value iteration.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use superko_go::notation::{diagram_line, parse_position};
use superko_go::position::legal_positions;
use superko_go::{Move, Player, Position};
use superko_rules::axes::{Confirmation, Cycles};
use superko_rules::{Game, Ruling, State};
use superko_solve::retrograde::{Outcome, Retrograde};
use superko_solve::{Budget, Limits as Most, Stopped};

use super::game;
use super::literal::{Limits, Literal, Now};
use crate::common::sample;

fn other(player: char) -> char {
    if player == 'X' { 'O' } else { 'X' }
}

/// What a move of the literal machine leads to.
enum Next {
    Node(usize),
    End(Box<Literal>),
}

struct Node {
    player: char,
    nexts: Vec<Next>,
}

/// The states of the literal machine, each with a record that leads to it while it waits to be
/// expanded.
#[derive(Default)]
struct Graph {
    numbers: HashMap<String, usize>,
    nodes: Vec<Node>,
    open: VecDeque<Literal>,
}

impl Graph {
    fn number(&mut self, literal: Literal, player: char) -> usize {
        let fresh = self.numbers.len();
        let number = *self.numbers.entry(literal.signature(player)).or_insert(fresh);
        if number == fresh {
            self.open.push_back(literal);
            self.nodes.push(Node { player, nexts: Vec::new() });
        }
        number
    }

    /// Expands all states. For each end, with the player who made the last move, `ended` is told
    /// the moves so far.
    fn expand(&mut self, mut moved: impl FnMut(usize, Move, Option<usize>)) {
        let mut place = self.nodes.len() - self.open.len();
        while let Some(literal) = self.open.pop_front() {
            let player = self.nodes[place].player;
            for mv in literal.legal(player) {
                let mut after = literal.clone();
                after.play(player, mv);
                let next = if after.state() == Now::Ended {
                    moved(place, mv, None);
                    Next::End(Box::new(after))
                } else {
                    let number = self.number(after, other(player));
                    moved(place, mv, Some(number));
                    Next::Node(number)
                };
                self.nodes[place].nexts.push(next);
            }
            place += 1;
        }
    }
}

/// Confirmation sequences.
struct Confirmations {
    first: Confirmation,
    graph: Graph,
    won: HashMap<(char, Vec<usize>), Vec<bool>>,
}

impl Confirmations {
    /// Which intersections bear a dead stone at the end of a game, when it would be a player's
    /// turn.
    fn dead(&mut self, last: &Literal, turn: char) -> Vec<bool> {
        let mut dead = vec![false; last.position().replace('/', "").len()];
        for (owner, chain) in last.chains() {
            let starter = match self.first {
                Confirmation::Owner => owner,
                Confirmation::Claimant => other(owner),
                Confirmation::Turn => turn,
            };
            let before = self.graph.nodes.len();
            let start = self.graph.number(last.confirmation(), starter);
            self.graph.expand(|_, _, _| {});
            if self.graph.nodes.len() > before {
                self.won.clear();
            }
            let graph = &self.graph;
            let won = self.won.entry((owner, chain.clone())).or_insert_with(|| won(graph, owner, &chain));
            if won[start] {
                chain.iter().for_each(|&point| dead[point] = true);
            }
        }
        dead
    }
}

/// The states in which the claimant can force an end without a stone of the owner's on a set.
fn won(graph: &Graph, owner: char, set: &[usize]) -> Vec<bool> {
    let mut won = vec![false; graph.nodes.len()];
    loop {
        let serves = |next: &Next| match next {
            Next::Node(number) => won[*number],
            Next::End(last) => {
                let position: Vec<char> = last.position().replace('/', "").chars().collect();
                set.iter().all(|&point| position[point] != owner)
            }
        };
        let now: Vec<bool> = graph
            .nodes
            .iter()
            .map(|node| match node.player == owner {
                true => node.nexts.iter().all(serves),
                false => node.nexts.iter().any(serves),
            })
            .collect();
        if now == won {
            return won;
        }
        won = now;
    }
}

/// How often something was found.
#[derive(Default, Debug)]
struct Met {
    ends: usize,
    dead: usize,
    scores_beyond_area: usize,
}

/// Compares every end and the value of every start; under options as on the command line.
fn compare(board: &str, options: &str, met: &mut Met) {
    let game = game(board, &format!("--scoring territory {options}"));
    let points = game.board.points();
    let (rows, cols) = (game.board.rows(), game.board.cols());
    let limits = Limits {
        continuations: usize::from(game.options.continuations.0),
        stones: game.options.stones.limit(points),
        modified_ko: !options.contains("ignored"),
        barred_challenge: options.contains("--barred-challenge allowed"),
    };
    let mut graph = Graph::default();
    let mut keys = HashMap::new();
    let mut starts = Vec::new();
    for position in legal_positions(&game.board) {
        for (player, colour) in [(Player::Black, 'X'), (Player::White, 'O')] {
            let literal = Literal::new(rows, cols, &diagram_line(&game.board, &position), limits);
            let number = graph.number(literal, colour);
            let key = game.start(position, player).key;
            keys.insert(number, key);
            starts.push((number, key));
        }
    }
    let mut ends = Vec::new();
    graph.expand(|from, mv, to| {
        let ruled = game.legal(&State { key: keys[&from], past: Default::default() });
        let (_, ruling) = ruled.into_iter().find(|(made, _)| *made == mv).expect("the move is legal");
        match (ruling, to) {
            (Ruling::Ends(score), None) => ends.push((from, score)),
            (Ruling::Leads(state), Some(to)) => {
                // Where the program's keys are finer than the signatures one of them is followed.
                keys.entry(to).or_insert(state.key);
            }
            (ruling, _) => panic!("{board} {options}: {mv:?} comes to {ruling:?}"),
        }
    });
    let mut confirmations =
        Confirmations { first: game.options.confirmation, graph: Graph::default(), won: HashMap::new() };
    // All sequences first, so that each set is solved once.
    let lasts = || {
        graph.nodes.iter().flat_map(|node| {
            let ended = node.nexts.iter().filter_map(|next| match next {
                Next::End(last) => Some(last),
                Next::Node(_) => None,
            });
            ended.map(|last| (node.player, last))
        })
    };
    for (_, last) in lasts() {
        for starter in ['X', 'O'] {
            confirmations.graph.number(last.confirmation(), starter);
        }
    }
    confirmations.graph.expand(|_, _, _| {});
    let mut scores = Vec::new();
    for ((player, last), (_, score)) in lasts().zip(&ends) {
        let dead = confirmations.dead(last, other(player));
        let expected = last.score_by_territory(&dead);
        assert_eq!(
            score.to_integer() as i64,
            expected,
            "{board} {options}: {} dead {dead:?}, X has lost {} more, {player} has moved last",
            last.position(),
            last.lost()
        );
        met.ends += 1;
        met.dead += usize::from(dead.contains(&true));
        met.scores_beyond_area += usize::from(expected.abs() > points as i64);
        scores.push(expected);
    }
    let values = values(&graph, &scores);
    let solved =
        Retrograde::solve_all(&game, starts.iter().map(|(_, key)| *key), &Budget::default()).unwrap();
    for (number, key) in starts {
        let value = solved.interval(&key).value(Cycles::Draw);
        assert_eq!(
            value,
            Outcome::Points(values[number] as i32),
            "{board} {options}: {} {:?}",
            diagram_line(&game.board, &key.position),
            key.mover
        );
    }
}

/// Value iteration; a game without end is a draw.
fn values(graph: &Graph, scores: &[i64]) -> Vec<i64> {
    let mut guess = vec![0; graph.nodes.len()];
    loop {
        let mut scores = scores.iter();
        let better: Vec<i64> = graph
            .nodes
            .iter()
            .map(|node| {
                let after = node.nexts.iter().map(|next| match next {
                    Next::Node(number) => guess[*number],
                    Next::End(_) => *scores.next().expect("every end has a score"),
                });
                let after: Vec<i64> = after.collect();
                let best = if node.player == 'X' { after.iter().max() } else { after.iter().min() };
                *best.expect("there is always a move")
            })
            .collect();
        if better == guess {
            return guess;
        }
        guess = better;
    }
}

const FIRST: [&str; 3] = ["owner", "claimant", "turn"];

#[test]
fn ends_and_values_are_those_of_the_literal_machine() {
    let mut met = Met::default();
    let first_movers = sample::one_in(FIRST.len(), FIRST);
    for board in ["1x1", "1x2", "1x3"] {
        for &first in &first_movers {
            for ko in ["on-demand", "ignored"] {
                for stones in ["all", "half", "double"] {
                    let options = format!(
                        "--confirmation {first} --modified-ko {ko} --stones {stones} --continuations 1"
                    );
                    compare(board, &options, &mut met);
                }
            }
            compare(board, &format!("--confirmation {first}"), &mut met);
        }
    }
    for first in &first_movers {
        compare("2x2", &format!("--confirmation {first} --continuations 1"), &mut met);
        compare("1x4", &format!("--confirmation {first} --continuations 0"), &mut met);
    }
    println!("{met:?}");
    let enough = [(met.ends, 20_000), (met.dead, 10_000), (met.scores_beyond_area, 5_000)];
    assert!(enough.iter().all(|(number, floor)| *number > sample::least(*floor)), "{met:?}");
}

/// The dead stones of a position, as the end of a game in which a player has moved last, in a
/// diagram: in small letters.
fn dead(board: &str, options: &str, position: &str, last: Player) -> String {
    let game = game(board, &format!("--scoring territory {options}"));
    let start = game.start(parse_position(&game.board, position).unwrap(), last);
    let dead = game.rules.dead(&game.board, &start.key).expect("stones can be dead");
    let shown = |(letter, point): (char, u8)| match dead >> point & 1 {
        1 => letter.to_ascii_lowercase(),
        _ => letter,
    };
    position.replace('/', "").chars().zip(0..).map(shown).collect()
}

#[test]
fn stones_are_dead_that_the_claimant_captures_for_good() {
    let cases = [
        // An invader in an eye; two eyes; a row that has but one eye, which suicide can fill.
        ("2x4", "OX.X/.XXX", "oX.X.XXX"),
        ("1x5", ".X.X.", ".X.X."),
        ("1x5", "OO.OO", "oo.oo"),
        // The bare ko: Black takes it, White may not retake at once and passes, and so does Black.
        ("1x2", ".O", ".o"),
        // Whoever defends here has the first move.
        ("2x2", "../OX", "..OX"),
    ];
    for (board, position, expected) in cases {
        for last in Player::ALL {
            assert_eq!(dead(board, "", position, last), expected.to_string(), "{position}");
        }
    }
}

#[test]
fn it_may_matter_who_moves_first_in_a_sequence() {
    // One stone in the middle of 1x5: its owner makes two eyes, his opponent hinders him.
    let of = |first: &str, last| dead("1x5", &format!("--confirmation {first}"), "..X..", last);
    for last in Player::ALL {
        assert_eq!(of("owner", last), "..X..");
        assert_eq!(of("claimant", last), "..x..");
    }
    // After Black's last move it is White's turn.
    assert_eq!(of("turn", Player::Black), "..x..");
    assert_eq!(of("turn", Player::White), "..X..");
}

#[test]
fn dead_stones_keep_to_the_symmetries() {
    for first in FIRST {
        let game = game("2x3", &format!("--scoring territory --confirmation {first}"));
        let dead = |position: Position, last| {
            game.rules.dead(&game.board, &game.start(position, last).key).expect("stones can be dead")
        };
        let mut found = 0;
        for position in legal_positions(&game.board) {
            for last in Player::ALL {
                let here = dead(position, last);
                found += usize::from(here != 0);
                assert_eq!(dead(position.exchanged(), last.other()), here);
                for symmetry in game.board.symmetries() {
                    let image = position.image(symmetry);
                    assert_eq!(dead(image, last), symmetry.set(here));
                }
            }
        }
        assert!(found > 100, "{found}");
    }
}

/// The dead stones of every legal position of a board, after a stop and with the prisoners even.
fn all_dead(game: &Game) -> Vec<Option<u64>> {
    let dead = |position: Position| game.rules.dead(&game.board, &game.start(position, Player::Black).key);
    legal_positions(&game.board).map(dead).collect()
}

#[test]
fn claims_are_settled_alike_beforehand_and_when_they_are_asked_for() {
    for board in ["1x4", "1x5", "2x2", "2x3"] {
        let prepared = game(board, "--scoring territory");
        let mut told = 0;
        let mut go_on = |_, _| {
            told += 1;
            true
        };
        assert!(prepared.rules.prepare(&prepared.board, &mut go_on).is_some());
        assert!(told > 0, "{board}");
        assert_eq!(all_dead(&prepared), all_dead(&game(board, "--scoring territory")), "{board}");
    }
}

#[test]
fn settling_claims_keeps_to_the_limits_and_can_be_taken_up_again() {
    let game = game("2x3", "--scoring territory");
    let start = game.start(Position::default(), Player::Black).key;
    let solve =
        |most: Most| Retrograde::solve(&game, start, &Budget::new(most)).map(|solved| solved.states());
    let no_memory = Most { memory: 1 << 10, ..Most::default() };
    assert_eq!(solve(no_memory), Err(Stopped::Memory));
    let no_time = Most { time: Some(Duration::ZERO), ..Most::default() };
    assert_eq!(solve(no_time), Err(Stopped::Time));
    // Stopped at any moment, and then not.
    for most in 0.. {
        let mut left = most;
        let mut go_on = |_, _| {
            left -= 1;
            left >= 0
        };
        if game.rules.prepare(&game.board, &mut go_on).is_some() {
            assert!(most > 1, "it has been stopped before it came to an end");
            break;
        }
    }
    let unlimited = solve(Most::default()).unwrap();
    let fresh = super::game("2x3", "--scoring territory");
    assert_eq!(
        Ok(unlimited),
        Retrograde::solve(&fresh, start, &Budget::default()).map(|solved| solved.states())
    );
    assert_eq!(all_dead(&game), all_dead(&fresh));
}
