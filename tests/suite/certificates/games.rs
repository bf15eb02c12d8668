//! The games that are proved, and states of them.

use superko::go::position::legal_positions;
use superko::go::{Board, Move, Player, Position};
use superko::prove::{Case, Proof, prove};
use superko::rules::axes::{Axis, Options};
use superko::rules::{Game, Ruling, State, catalogue};
use superko::solve::Budget;
use superko_certificate::format::{Header, Lift, PASS, Rules, Suicide, Theorem, name_of};

use super::random::Random;

/// A game with the given options and the defaults of the others.
pub fn game(board: &str, ruleset: &str, settings: &[(Axis, &str)]) -> Game {
    let (entry, mut options) = catalogue::find(ruleset).unwrap();
    for (axis, value) in settings {
        entry.set(&mut options, *axis, value).unwrap();
    }
    entry.game(Board::parse(board).unwrap(), options)
}

/// The game of a ruleset with every value of every option that matters to a certificate.
pub fn variants(board: &str, ruleset: &str) -> Vec<Game> {
    let (entry, _) = catalogue::find(ruleset).unwrap();
    let lifts = if !entry.values(Axis::Lift).is_empty() { Axis::Lift.values() } else { &[""] };
    let mut games = Vec::new();
    for suicide in Axis::Suicide.values() {
        for lift in lifts {
            let mut settings = vec![(Axis::Suicide, *suicide)];
            settings.extend((!lift.is_empty()).then_some((Axis::Lift, *lift)));
            games.push(game(board, ruleset, &settings));
        }
    }
    games
}

/// The game that a certificate is about.
pub fn game_of(header: &Header) -> Game {
    let ruleset = name_of(&Rules::ALL, &header.rules);
    let mut settings = vec![(Axis::Suicide, name_of(&Suicide::ALL, &header.suicide))];
    if header.rules.lifts() {
        settings.push((Axis::Lift, name_of(&Lift::ALL, &header.lift)));
    }
    game(&format!("{}x{}", header.rows, header.cols), ruleset, &settings)
}

/// The header of a certificate of a game.
pub fn header_of(game: &Game) -> Header {
    fn find<T: Copy>(all: &[(&str, T)], name: &str) -> T {
        all.iter().find(|(other, _)| *other == name).expect("the format knows it").1
    }
    Header {
        rows: game.board.rows(),
        cols: game.board.cols(),
        rules: find(&Rules::ALL, game.entry.id),
        suicide: find(&Suicide::ALL, Axis::Suicide.value(&game.options)),
        lift: find(&Lift::ALL, Axis::Lift.value(&game.options)),
    }
}

/// The options of a game, in words.
pub fn name(game: &Game) -> String {
    let Options { suicide, lift, .. } = game.options;
    format!("{} {} {suicide:?} {lift:?}", game.board, game.entry.id)
}

/// The move with a number of the format.
fn mv(number: u8) -> Move {
    if number == PASS { Move::Pass } else { Move::Place(number) }
}

/// The state that a theorem is about; `None` if there is no such state.
pub fn state_of(game: &Game, theorem: &Theorem) -> Option<State> {
    let start = Position { stones: theorem.start };
    if start.chain_without_liberties(&game.board).is_some() {
        return None;
    }
    let mut state = game.start(start, Player::ALL[usize::from(theorem.mover)]);
    for made in &theorem.moves {
        match game.legal(&state).into_iter().find(|(legal, _)| *legal == mv(*made))?.1 {
            Ruling::Leads(next) => state = next,
            Ruling::Ends(_) | Ruling::Barred(_) => return None,
        }
    }
    Some(state)
}

/// The empty board with either player to move, and states after a few random moves from random starts.
pub fn some_cases(game: &Game, random: &mut Random, count: usize) -> Vec<Case> {
    let mut cases = Player::ALL.map(|mover| Case::start(game, Position::default(), mover)).to_vec();
    let starts: Vec<Position> = legal_positions(&game.board).collect();
    while cases.len() < count {
        let start = starts[random.below(starts.len())];
        let mut case = Case::start(game, start, Player::ALL[random.below(2)]);
        for _ in 0..random.below(5) {
            let mut legal = game.legal(&case.state);
            let (mv, ruling) = legal.swap_remove(random.below(legal.len()));
            if let Ruling::Leads(next) = ruling {
                case.moves.push(mv);
                case.state = next;
            }
        }
        cases.push(case);
    }
    cases
}

/// A certificate of the values of some states.
pub fn proved(game: &Game, cases: &[Case]) -> Proof {
    prove(game, cases, None, &Budget::default())
        .unwrap_or_else(|unproved| panic!("{}: {unproved}", name(game)))
}
