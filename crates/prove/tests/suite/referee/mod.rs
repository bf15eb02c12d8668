//! The referee replays the worked examples of the documents, and random games.
//!
//! Every test names its source. Diagrams that the documents have lost were rebuilt from their text;
//! a test on a rebuilt position says so.

mod kee;
mod others;
mod random;
mod refusals;

use superko_go::notation::{diagram_line, move_name, parse_move, parse_position, parse_record};
use superko_go::{Board, Move, Player, Position};
use superko_rules::axes::Axis;
use superko_rules::fact::Class;
use superko_rules::referee::{Forced, Illegal, Referee, Step, Why};
use superko_rules::{Game, Line, Points, Rules};

/// Kee 2009, example 5, and the first nine moves of Kee 2020, example H.
const TWO_BY_ONE: &str = "1. B A1 2. W B1 3. B pass 4. W pass 5. B A1 6. W pass 7. B pass 8. W B1 9. B pass";

fn game(board: &str, ruleset: &str, settings: &[(Axis, &str)]) -> Game {
    let mut rules = Rules::named(ruleset).unwrap();
    for (axis, value) in settings {
        rules.set(*axis, value).unwrap();
    }
    rules.game(Board::parse(board).unwrap())
}

fn referee<'a>(game: &'a Game, start: &str, mover: Player) -> Referee<'a> {
    Referee::new(game, parse_position(&game.board, start).unwrap(), mover)
}

/// Plays a record, whose moves must all be legal.
fn replay(referee: &mut Referee, game: &Game, record: &str) -> Vec<Step> {
    let mover = referee.mover().expect("the game goes on");
    let moves = parse_record(&game.board, record, mover, game.rules.properties().players).unwrap();
    moves.into_iter().map(|mv| referee.play(mv).unwrap_or_else(|illegal| panic!("{illegal}"))).collect()
}

fn line(game: &Game, position: &Position) -> String {
    diagram_line(&game.board, position)
}

fn ban(referee: &Referee, game: &Game, mv: &str) -> Option<Illegal> {
    referee.ban(parse_move(&game.board, mv).unwrap())
}

/// The class of the fact that bans a move, and the number of the move that made it true.
type Bar = (Class, usize);

fn barred(referee: &Referee, game: &Game, mv: &str) -> Option<Bar> {
    match ban(referee, game, mv)?.why {
        Why::Barred { fact, since } => Some((fact.class, since.number())),
        _ => None,
    }
}

/// The names of the intersections that the history bans.
fn all_barred(referee: &Referee, game: &Game) -> Vec<String> {
    let moves = (0..game.board.points() as u8).map(|point| move_name(&game.board, Move::Place(point)));
    moves.filter(|name| barred(referee, game, name).is_some()).collect()
}

/// The numbers of the passes that were forced by an earlier initialisation, with the pass that made
/// it.
fn forced(steps: &[Step]) -> Vec<(usize, usize)> {
    let initialised = |step: &Step| match step.forced {
        Some(Forced::Initialised(by)) => Some((step.number, by)),
        _ => None,
    };
    steps.iter().filter_map(initialised).collect()
}

fn points(score: i32) -> Option<Points> {
    Some(Points::from_integer(score))
}

// --- A line is what the referee makes of its moves ---

const A1: Move = Move::Place(0);
const B1: Move = Move::Place(1);

#[test]
fn a_line_has_the_state_of_the_referee_and_leads_on_by_each_move_that_ends_nothing() {
    let game = game("1x2", "psk", &[]);
    let after = |moves: &[Move]| Line::replay(&game, Position::default(), Player::Black, moves.to_vec());
    let line = after(&[A1, B1]).unwrap();
    let mut referee = referee(&game, "..", Player::Black);
    replay(&mut referee, &game, "A1 B1");
    assert_eq!((&line.state, line.ended), (referee.state(), None));
    assert_eq!(line.state_in(&game), line.state);
    // Black may not take back at once, so a pass is all there is.
    let lines = line.clone().with_first_moves(&game);
    let moves: Vec<&[Move]> = lines.iter().map(|line| line.moves.as_slice()).collect();
    assert_eq!(moves, [&[A1, B1][..], &[A1, B1, Move::Pass]]);
    for line in &lines {
        assert_eq!(line.state, after(&line.moves).unwrap().state);
    }
    // As though it were White's turn, in the line and in what the referee makes of it.
    let turned = line.with_turn_of(&game, Player::White).unwrap();
    assert_eq!(turned.state.key.mover, Player::White);
    assert_eq!(turned.state_in(&game), turned.state);
}

#[test]
fn a_line_may_end_the_game_and_the_first_illegal_move_has_its_number() {
    let game = game("1x2", "psk", &[]);
    let after = |moves: &[Move]| Line::replay(&game, Position::default(), Player::Black, moves.to_vec());
    let ended = after(&[A1, Move::Pass, Move::Pass]).unwrap();
    assert_eq!(ended.ended, Some(Points::from_integer(2)));
    // Its state is the one in which the last move was made.
    assert_eq!(ended.state, after(&[A1, Move::Pass]).unwrap().state);
    let illegal = |moves: &[Move]| after(moves).unwrap_err();
    let Illegal { number, why, .. } = illegal(&[A1, Move::Pass, Move::Pass, B1, A1]);
    assert_eq!((number, why), (4, Why::Ended));
    let Illegal { number, why, .. } = illegal(&[A1, B1, A1, B1]);
    assert!(number == 3 && matches!(why, Why::Barred { .. }), "{number} {why}");
}
