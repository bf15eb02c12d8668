//! A row for every legal position of a board with either player to move, as the start of a new
//! game.
//!
//! Every row is solved by itself, in one session for all of a board: symmetries and the exchange of
//! the colours save nothing here. That they change values as they should is what
//! [`contradiction`] looks for.

use std::collections::BTreeMap;

use superko_go::classes::representative;
use superko_go::notation::{diagram_line, move_name, parse_position};
use superko_go::player::Move;
use superko_go::position::legal_positions;
use superko_go::{Board, Player, Position};
use superko_rules::{Game, Points, State};
use superko_solve::solution::{Request, Solution, Value, Want};
use superko_solve::{Budget, Session, Stopped};

/// The names of the columns, and the end of the line.
pub const HEAD: &str = "position,to_move,representative,value,best_moves,line\n";

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The position at the start.
    pub position: Position,
    /// The player to move.
    pub mover: Player,
    /// The value.
    pub value: Value,
    /// All best moves, in ascending order of their intersections, the pass last.
    pub best_moves: Vec<Move>,
    /// The number of moves of the program's line of best play; `None` if it goes on for ever.
    pub line: Option<usize>,
}

/// What is asked about a row: all best moves, and a line whose moves are chosen by a fixed rule, so
/// that it does not depend on what was solved before.
pub fn request() -> Request {
    Request { best_moves: Want::All, pv: true, chosen_pv: true, ..Request::default() }
}

impl Row {
    /// The row of a solution. Error: what stopped it.
    pub fn of(position: Position, mover: Player, solution: &Solution) -> Result<Row, Stopped> {
        let Some(value) = solution.value.exact().filter(|_| solution.stopped.is_none()) else {
            return Err(solution.stopped.unwrap_or(Stopped::Nodes));
        };
        assert!(solution.all_best_moves, "all best moves were asked for, and nothing has stopped");
        let line = solution.repeats_from.is_none().then_some(solution.pv.len());
        Ok(Row { position, mover, value, best_moves: solution.best_moves.clone(), line })
    }

    /// The representative of all starts that symmetries of the board make equal, and the exchange of
    /// the colours if the rules know none of them: then it is a position with Black to move.
    pub fn class_of(game: &Game, position: &Position, mover: Player) -> Position {
        let exchanged = mover == Player::White && game.rules.properties().exchangeable;
        let seen = if exchanged { position.exchanged() } else { *position };
        representative(&game.board, &seen)
    }

    /// The line of a file, with its end.
    pub fn text(&self, game: &Game) -> String {
        let board = &game.board;
        let moves: Vec<String> = self.best_moves.iter().map(|mv| move_name(board, *mv)).collect();
        format!(
            "{},{},{},{},{},{}\n",
            diagram_line(board, &self.position),
            self.mover.name().to_lowercase(),
            diagram_line(board, &Row::class_of(game, &self.position, self.mover)),
            self.value,
            moves.join(" "),
            self.line.map_or(String::new(), |moves| moves.to_string()),
        )
    }
}

/// The starts of a board in the order of the rows: every legal position, each with Black to move
/// and then with White to move.
pub fn starts(board: &Board) -> impl Iterator<Item = (Position, Player)> + '_ {
    legal_positions(board).flat_map(|position| [(position, Player::Black), (position, Player::White)])
}

/// Solves every row of a game of two players, one after the other.
///
/// # Errors
/// What stopped it before the next row, or the error of `each`.
pub fn rows<E: From<Stopped>>(
    game: &Game,
    budget: &Budget,
    mut each: impl FnMut(&Row) -> Result<(), E>,
) -> Result<(), E> {
    let board = &game.board;
    let session = Session::new(game).with_first_nodes(u64::MAX);
    if !game.rules.properties().always_ends {
        // One analysis has the states of all rows, as it has those that are equal to them too.
        let exchangeable = game.rules.properties().exchangeable;
        let first = |(position, mover): &(Position, Player)| {
            representative(board, position) == *position && (*mover == Player::Black || !exchangeable)
        };
        let states: Vec<State> =
            starts(board).filter(first).map(|(position, mover)| game.start(position, mover)).collect();
        if let (_, Some(stopped)) = session.values(&states, budget) {
            return Err(stopped.into());
        }
    }
    for (position, mover) in starts(board) {
        let solution = session.solve(&game.start(position, mover), &request(), budget);
        each(&Row::of(position, mover, &solution)?)?;
    }
    Ok(())
}

/// How often each value occurs in the rows of a file.
pub fn distribution(text: &str) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for line in text.lines().skip(1) {
        *counts.entry(line.split(',').nth(3).unwrap_or_default().to_string()).or_insert(0) += 1;
    }
    counts
}

/// What contradicts itself or the rules in the rows of a file: their order; a representative
/// that is no image; a value that is none, or another value or number of best moves than that of a
/// row that a symmetry or the exchange of the colours makes equal; a best move that is not legal; a
/// line of no moves.
pub fn contradiction(text: &str, game: &Game) -> Option<String> {
    let (board, properties) = (&game.board, game.rules.properties());
    // By representative, and by player to move where colours are not exchanged.
    let mut values: BTreeMap<(&str, bool), (Value, usize)> = BTreeMap::new();
    let Some(body) = text.strip_prefix(HEAD) else { return Some("another head".to_string()) };
    let (mut lines, mut starts) = (body.lines(), starts(board));
    loop {
        let (line, (position, mover)) = match (lines.next(), starts.next()) {
            (None, None) => return None,
            (Some(line), Some(start)) => (line, start),
            _ => return Some("more or fewer rows than positions".to_string()),
        };
        let wrong = |what: &str| Some(format!("{line:?}: {what}"));
        let cells: Vec<&str> = line.split(',').collect();
        let [own, to_move, class, value, moves, length] = cells[..] else {
            return wrong("six cells expected");
        };
        if (parse_position(board, own), to_move) != (Ok(position), mover.name().to_lowercase().as_str()) {
            return wrong("not the row that is next");
        }
        let exchanged = mover == Player::White && properties.exchangeable;
        let seen = if exchanged { position.exchanged() } else { position };
        let shown = parse_position(board, class);
        if !board.symmetries().iter().any(|symmetry| Ok(seen.image(symmetry)) == shown) {
            return wrong("a representative that is no image");
        }
        let value = match (value, value.parse::<Points>()) {
            ("no-result", _) if !properties.always_ends => Value::NoResult,
            (_, Ok(points)) if mover == Player::Black => Value::Points(points),
            (_, Ok(points)) => Value::Points(-points),
            _ => return wrong("no value"),
        };
        let found = (value, moves.split(' ').count());
        if *values.entry((class, mover == Player::White && !properties.exchangeable)).or_insert(found)
            != found
        {
            return wrong("another value, or other best moves, than its class has");
        }
        let legal: Vec<String> =
            game.legal(&game.start(position, mover)).iter().map(|(mv, _)| move_name(board, *mv)).collect();
        if moves.is_empty() || !moves.split(' ').all(|mv| legal.iter().any(|known| known == mv)) {
            return wrong("a best move is not legal");
        }
        let endless = length.is_empty() && !properties.always_ends;
        if !endless && length.parse::<usize>().map_or(true, |moves| moves == 0) {
            return wrong("no length of a line");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_rules::{Rules, catalogue};

    /// Rows of one representative have one value under rules that know the colours, too.
    #[test]
    fn rows_do_not_contradict_each_other_under_any_ruleset() {
        let mut of_colours = 0;
        for rules in catalogue::ALL.map(Rules::from) {
            for name in ["1x3", "2x2"] {
                let board = Board::parse(name).unwrap();
                if board.points() > if rules.entry.id == "kee2007" { 3 } else { rules.max_points() } {
                    continue;
                }
                let game = rules.game(board);
                let mut text = String::from(HEAD);
                rows(&game, &Budget::default(), |row| -> Result<(), Stopped> {
                    text.push_str(&row.text(&game));
                    Ok(())
                })
                .unwrap();
                assert_eq!(contradiction(&text, &game), None, "{name} {rules}");
                of_colours += usize::from(!game.rules.properties().exchangeable);
            }
        }
        assert!(of_colours > 0);
    }
}
