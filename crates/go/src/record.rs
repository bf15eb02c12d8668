//! Records of games: their moves as a text.

use std::fmt;

use super::board::Board;
use super::moves::Move;
use super::notation::parse_move;
use super::player::{Player, Players};

/// A text that is not a record of moves. The message is one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordError {
    /// The number of the line, from 1; `None` at the end of the text.
    line: Option<usize>,
    what: String,
}

impl RecordError {
    /// The message, with the number of the line if the text has more than one.
    pub fn in_a_text_of(&self, text: &str) -> String {
        match self.line {
            Some(line) if text.lines().nth(1).is_some() => format!("line {line}: {}", self.what),
            _ => self.what.clone(),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "record, line {line}: {}", self.what),
            None => write!(f, "record, at its end: {}", self.what),
        }
    }
}

impl std::error::Error for RecordError {}

/// Reads a record of moves, `mover` moving first and `players` in turn.
///
/// `#` starts a comment, up to the end of its line. The rest is moves with white space or commas between them.
/// A move is `[NUMBER.] [COLOUR] COORDINATE`, for example `B2`, `pass`, `W pass`, `3. B2`, `3.B2` or
/// `3. Black B2`, in capital or small letters. The colour is the name of a player or its first letter: `B`, `W`, `Black`
/// or `White`, and where more play `R` to `Violet`. (A letter that is the name of an intersection, which `G`, `Y` and `V`
/// may be, stands for the intersection.) Number and colour may be left out, and must be those of the move if they are
/// given. Whether the moves are legal is not asked.
///
/// # Errors
/// [`RecordError`] names the line, the word and what was expected.
pub fn parse_record(
    board: &Board,
    text: &str,
    mover: Player,
    players: Players,
) -> Result<Vec<Move>, RecordError> {
    let (mut moves, mut player) = (Vec::new(), mover);
    // The last word that a move must follow, if any, and whether it was a colour.
    let mut open: Option<(String, bool)> = None;
    for (line, content) in text.lines().enumerate() {
        let content = content.split('#').next().unwrap_or_default();
        let words = content.split(|c: char| c.is_whitespace() || c == ',');
        for word in words.filter(|word| !word.is_empty()) {
            let number = moves.len() + 1;
            let error = |what: String| Err(RecordError { line: Some(line + 1), what });
            let mut rest = word;
            if let Some((digits, after)) = word.split_once('.')
                && digits.bytes().all(|byte| byte.is_ascii_digit())
                && open.is_none()
            {
                if digits != number.to_string() {
                    return error(format!("{word:?}: expected {number}., the number of the next move"));
                }
                open = Some((word.to_string(), false));
                rest = after;
            }
            if rest.is_empty() {
                continue;
            }
            if let Some(colour) = colour(board, rest, players)
                && !matches!(open, Some((_, true)))
            {
                if colour != player {
                    return error(format!(
                        "{rest:?}: expected {}, whose turn it is at move {number}",
                        player.name()
                    ));
                }
                open = Some((rest.to_string(), true));
                continue;
            }
            match parse_move(board, rest) {
                Ok(mv) => {
                    moves.push(mv);
                    player = players.next(player);
                }
                Err(what) => return error(what.to_string()),
            }
            open = None;
        }
    }
    match open {
        Some((word, _)) => Err(RecordError { line: None, what: format!("expected a move after {word:?}") }),
        None => Ok(moves),
    }
}

fn colour(board: &Board, word: &str, players: Players) -> Option<Player> {
    let same = |name: &str| word.eq_ignore_ascii_case(name);
    let named = || board.vertices().is_some_and(|names| names.iter().any(|name| same(name)));
    players.all().iter().copied().find(|player| same(player.name()) || same(&player.name()[..1]) && !named())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::move_name;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Vec<Move>, String> {
        parse_record(&Board::grid(1, 2).unwrap(), text, Player::Black, Players::Two)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn numbers_colours_and_comments_may_be_there_or_not() {
        let moves = vec![Move::Place(0), Move::Place(1), Move::Pass];
        let texts = [
            "A1 B1 pass",
            "1. A1 2. B1 3. pass",
            "1.A1 2.B1\t3.Pass",
            "B A1 W B1 B pass",
            "a1,b1, pass",
            "1. Black a1\n2. white b1 # one stone\n\n# nothing here: Z9\n3.B\nPASS#",
        ];
        for text in texts {
            assert_eq!(read(text), Ok(moves.clone()), "{text:?}");
        }
        assert_eq!(read(" # nothing"), Ok(Vec::new()));
    }

    #[test]
    fn the_first_mover_decides_whose_turn_it_is() {
        let board = Board::grid(1, 2).unwrap();
        assert!(parse_record(&board, "W A1 B B1", Player::White, Players::Two).is_ok());
        assert!(parse_record(&board, "B A1 W B1", Player::White, Players::Two).is_err());
    }

    #[test]
    fn a_letter_is_a_colour_unless_it_is_an_intersection() {
        let moves = [Move::Place(0), Move::Place(1), Move::Pass, Move::Place(2)].to_vec();
        let read = |board: &Board, text: &str| parse_record(board, text, Player::Black, Players::Four).ok();
        let grid = Board::grid(1, 3).unwrap();
        for text in ["B A1 W B1 R pass G C1", "1. a1 2. b1 red pass 4. GREEN c1"] {
            assert_eq!(read(&grid, text), Some(moves.clone()), "{text:?}");
        }
        assert_eq!(read(&grid, "A1 G B1"), None, "it is White's turn");
        let graph = super::super::edge_list::parse("letters", "e f\nf g").unwrap();
        for text in ["e f pass g", "B e W f R pass Green G"] {
            assert_eq!(read(&graph, text), Some(moves.clone()), "{text:?}");
        }
    }

    #[test]
    fn errors_name_the_line_the_word_and_what_was_expected() {
        let cases = [
            (
                "A1\nZ9",
                "record, line 2: move \"Z9\": expected pass or an intersection of the 1x2 board, A1 to B1",
            ),
            ("1. A1 3. B1", "record, line 1: \"3.\": expected 2., the number of the next move"),
            ("A1 B B1", "record, line 1: \"B\": expected White, whose turn it is at move 2"),
            ("A1 2.", "record, at its end: expected a move after \"2.\""),
            ("1. black", "record, at its end: expected a move after \"black\""),
            (
                "B 1. A1",
                "record, line 1: move \"1.\": expected pass or an intersection of the 1x2 board, A1 to B1",
            ),
            (".A1", "record, line 1: \".A1\": expected 1., the number of the next move"),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), Err(expected.to_string()), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_with_one_line(text in any::<String>(), rows in 1usize..9, cols in 1usize..9) {
            let board = Board::grid(rows, cols).unwrap();
            if let Err(error) = parse_record(&board, &text, Player::White, Players::Two) {
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }

        #[test]
        fn near_records_are_read_or_refused_with_one_line(text in "([BWbw12a.#\n ]|pass|black|B1|3\\.){0,12}") {
            let board = Board::grid(2, 2).unwrap();
            if let Err(error) = parse_record(&board, &text, Player::Black, Players::Two) {
                prop_assert_eq!(error.to_string().lines().count(), 1);
            }
        }

        #[test]
        fn a_record_survives_writing_and_reading(places in proptest::collection::vec(0u8..7, 0..30)) {
            let board = Board::grid(2, 3).unwrap();
            let moves: Vec<Move> =
                places.into_iter().map(|place| if place < 6 { Move::Place(place) } else { Move::Pass }).collect();
            let mut text = String::new();
            for (made, mv) in moves.iter().enumerate() {
                let player = Player::ALL[made % 2].name();
                text.push_str(&format!("{}. {player} {}\n", made + 1, move_name(&board, *mv)));
            }
            prop_assert_eq!(parse_record(&board, &text, Player::Black, Players::Two), Ok(moves));
        }
    }
}
