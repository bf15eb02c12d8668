//! `katago-simple` against a literal reading of KataGo's page of rules (versions 1 and 2, "Main
//! Phase").

use std::collections::HashMap;

use fastrand::Rng;
use superko_go::notation::{parse_position, parse_record};
use superko_go::position::legal_positions;
use superko_go::score::area;
use superko_go::{Board, Move, Player, Position, Suicide};
use superko_rules::axes::Axis;
use superko_rules::referee::Referee;
use superko_rules::{Game, Points, Rules, Ruling};
use superko_solve::{Answer, Budget, Engine, Request, Value, Want, solve};

use crate::common::searching::{Searcher, search};

/// "The state consists of the grid coloring" and "the color of the player next to take a turn".
type State = (Position, Player);

/// A game as the page tells it: the state at the start of each turn, and what was done in each turn
/// but the last.
#[derive(Clone)]
struct Record {
    states: Vec<State>,
    passes: Vec<bool>,
}

/// What a turn leads to.
enum Turn {
    Ended(i32),
    GoesOn(Record),
}

impl Record {
    fn new(start: State) -> Record {
        Record { states: vec![start], passes: Vec::new() }
    }

    fn now(&self) -> State {
        self.states[self.passes.len()]
    }

    /// The grid colouring that a legal move leads to.
    fn moved(&self, board: &Board, multi_stone_suicide: bool, point: u8) -> Option<Position> {
        let (grid, player) = self.now();
        let after = grid.place(board, player, point, Suicide::Allowed)?.position;
        // "This must NOT result in same grid coloring"; and if MultiStoneSuicide is disallowed,
        // "resolving captures of the player's own color must NOT empty any points".
        let emptied_own = after.stones[player.index()] & (1 << point) == 0;
        if after == grid || emptied_own && !multi_stone_suicide {
            return None;
        }
        // A legal move "doesn't result in the state at the start of the opponent's previous turn".
        let turn = self.passes.len();
        let repeats = turn > 0 && self.states[turn - 1] == (after, player.other());
        (!repeats).then_some(after)
    }

    fn take(&self, board: &Board, mv: Move, after: Position) -> Turn {
        let (turn, (grid, player)) = (self.passes.len(), self.now());
        let pass = mv == Move::Pass;
        let from_here = |earlier: &usize| self.passes[*earlier] && self.states[*earlier] == (grid, player);
        let consecutive = turn > 0 && self.passes[turn - 1];
        if pass && (consecutive || (0..turn).any(|earlier| from_here(&earlier))) {
            return Turn::Ended(area(board, &grid));
        }
        let mut next = self.clone();
        next.passes.push(pass);
        next.states.push((after, player.other()));
        // "The current state has already occurred twice before since the most recent pass by either
        // player".
        let since = next.since_pass();
        let (current, before) = since.split_last().expect("the current state is one of them");
        match before.iter().filter(|state| *state == current).count() {
            0 | 1 => Turn::GoesOn(next),
            _ => Turn::Ended(0),
        }
    }

    /// The states since the most recent pass, the current one last.
    fn since_pass(&self) -> &[State] {
        let pass = self.passes.iter().rposition(|pass| *pass);
        &self.states[pass.map_or(0, |pass| pass + 1)..]
    }

    /// All turns that may be taken.
    fn turns(&self, board: &Board, multi_stone_suicide: bool) -> Vec<(Move, Turn)> {
        let placed = (0..board.points() as u8).filter_map(|point| {
            let after = self.moved(board, multi_stone_suicide, point)?;
            Some((Move::Place(point), self.take(board, Move::Place(point), after)))
        });
        placed.chain([(Move::Pass, self.take(board, Move::Pass, self.now().0))]).collect()
    }

    /// All that can matter of the record: the current state and the one before, whether the last
    /// turn was a pass, how often each state has occurred since the most recent pass, and the
    /// states passed from.
    fn summary(&self) -> (State, Option<State>, bool, Vec<State>, Vec<State>) {
        let mut since = self.since_pass().to_vec();
        since.sort();
        let passed = self.passes.iter().zip(&self.states).filter(|(pass, _)| **pass);
        let mut passed: Vec<State> = passed.map(|(_, state)| *state).collect();
        passed.sort();
        let turn = self.passes.len();
        let last = turn.checked_sub(1);
        (
            self.now(),
            last.map(|last| self.states[last]),
            last.is_some_and(|last| self.passes[last]),
            since,
            passed,
        )
    }
}

type Known = HashMap<(State, Option<State>, bool, Vec<State>, Vec<State>), bool>;

/// Whether Black can reach a score, by a plain minimax; `None` after `most` different states.
fn reaches(
    board: &Board,
    multi: bool,
    record: &Record,
    least: i32,
    known: &mut Known,
    most: usize,
) -> Option<bool> {
    let summary = record.summary();
    if let Some(reached) = known.get(&summary) {
        return Some(*reached);
    }
    if known.len() > most {
        return None;
    }
    let wanted = record.now().1 == Player::Black;
    let mut reached = !wanted;
    for (_, turn) in record.turns(board, multi) {
        reached = match turn {
            Turn::Ended(score) => score >= least,
            Turn::GoesOn(next) => reaches(board, multi, &next, least, known, most)?,
        };
        if reached == wanted {
            break;
        }
    }
    known.insert(summary, reached);
    Some(reached)
}

fn game(board: &str, multi_stone_suicide: bool) -> Game {
    let mut rules = Rules::named("katago-simple").unwrap();
    if multi_stone_suicide {
        rules.set(Axis::Suicide, "multi-stone").unwrap();
    }
    rules.game(Board::parse(board).unwrap())
}

const REQUEST: Request = Request {
    best_moves: Want::All,
    move_values: false,
    pv: false,
    nearing: false,
    chosen_pv: false,
    engine: Engine::Auto,
    threads: 1,
};

/// The value and the best moves after some moves.
fn solved(game: &Game, start: &str, mover: Player, moves: &str) -> (Points, Vec<Move>) {
    let mut referee = Referee::new(game, parse_position(&game.board, start).unwrap(), mover);
    for mv in parse_record(&game.board, moves, mover, game.rules.properties().players).unwrap() {
        referee.play(mv).unwrap();
    }
    let solution = solve(game, referee.state(), &REQUEST, &Budget::default());
    let Answer::Exact(Value::Points(value)) = solution.value else { panic!("{solution:?}") };
    (value, solution.best_moves)
}

#[test]
fn values_after_moves_and_best_moves_are_those_of_the_third_occurrence() {
    let (value, _) = solved(&game("1x3", false), "...", Player::Black, "A1 C1 B1 C1 A1 B1");
    assert_eq!(value, Points::from_integer(-3));
    let game = game("1x4", false);
    let (value, _) = solved(&game, "X.O.", Player::White, "D1 B1");
    assert_eq!(value, Points::from_integer(-4));
    let (value, best) = solved(&game, "X.O.", Player::White, "");
    assert_eq!(value, Points::from_integer(-4));
    assert!(best.contains(&Move::Place(3)), "D1 keeps -4: {best:?}");
}

#[test]
fn all_small_starts_have_the_value_that_the_page_gives() {
    let (mut compared, mut asked) = (0, 0);
    for (board, multi) in ["1x1", "1x2", "1x3"].into_iter().flat_map(|board| [(board, false), (board, true)])
    {
        let game = game(board, multi);
        let starts =
            || legal_positions(&game.board).flat_map(|position| Player::ALL.map(|mover| (position, mover)));
        let budget = Budget::default();
        let searcher = Searcher::new(&game, &budget);
        for start in starts() {
            let value = search(&searcher, &game.start(start.0, start.1));
            asked += 1;
            let least =
                |least| reaches(&game.board, multi, &Record::new(start), least, &mut HashMap::new(), 30_000);
            let value = value.to_integer();
            let (Some(reached), Some(more)) = (least(value), least(value + 1)) else { continue };
            assert!(reached && !more, "{board} {multi} {start:?}: not {value}");
            compared += 1;
        }
    }
    println!("{compared} of {asked} starts compared");
    assert_eq!(compared, 84);
}

#[test]
fn random_games_have_the_moves_and_ends_of_the_page() {
    let mut random = Rng::with_seed(1);
    let mut below = |bound: usize| random.usize(..bound);
    let mut no_results = 0;
    for (board, multi) in
        ["1x3", "1x4", "2x2", "2x3"].into_iter().flat_map(|board| [(board, false), (board, true)])
    {
        let game = game(board, multi);
        let starts: Vec<Position> = legal_positions(&game.board).collect();
        for round in 0..400 {
            let (position, mover) = (starts[below(starts.len())], Player::ALL[below(2)]);
            let (mut record, mut state) = (Record::new((position, mover)), game.start(position, mover));
            loop {
                let turns = record.turns(&game.board, multi);
                let mut legal = game.legal(&state);
                let moves: Vec<Move> = legal.iter().map(|(mv, _)| *mv).collect();
                assert_eq!(moves, turns.iter().map(|(mv, _)| *mv).collect::<Vec<_>>());
                // Now and then a pass, otherwise a stone.
                let stones = legal.len() - 1;
                let chosen = if stones == 0 || below(4 + round % 8) == 0 { stones } else { below(stones) };
                match (turns.into_iter().nth(chosen).unwrap().1, legal.swap_remove(chosen).1) {
                    (Turn::GoesOn(next), Ruling::Leads(reached)) => (record, state) = (next, reached),
                    (Turn::Ended(score), Ruling::Ends(found)) => {
                        assert_eq!(found, Points::from_integer(score), "{board} {multi}");
                        no_results += usize::from(chosen != stones);
                        break;
                    }
                    (_, ruling) => panic!("{board} {multi}: {ruling:?} after {:?}", record.states),
                }
            }
        }
    }
    assert!(no_results > 100, "few games had no result: {no_results}");
}
