//! The referee replays the worked examples of the documents, and random games.
//!
//! Every test names its source. Diagrams that the documents have lost were rebuilt from their text;
//! a test on a rebuilt position says so.

mod kee;
mod lines;
mod others;
mod random;
mod refusals;

use superko_go::notation::{diagram_line, move_name, parse_move, parse_position, parse_record};
use superko_go::{Board, Move, Player, Position};
use superko_rules::axes::Axis;
use superko_rules::fact::Class;
use superko_rules::referee::{Forced, Illegal, Referee, Step, Why};
use superko_rules::{Game, Points, Rules};

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

/// The class of the fact that bars a move, and the number of the move that made it true.
type Bar = (Class, usize);

fn barred(referee: &Referee, game: &Game, mv: &str) -> Option<Bar> {
    match ban(referee, game, mv)?.why {
        Why::Barred { fact, since } => Some((fact.class, since.number())),
        _ => None,
    }
}

/// The names of the intersections that the past bars.
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
