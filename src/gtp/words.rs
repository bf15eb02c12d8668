//! Colours, points, numbers and scores as the protocol writes them.

use num_rational::Ratio;

use crate::go::notation::parse_move;
use crate::go::{Board, Move, Player};
use crate::rules::Points;

/// What is said of a colour or a point that is none.
const NO_VERTEX: &str = "invalid color or coordinate";

/// A score, or komi, exactly.
pub type Exact = Ratio<i64>;

/// Points of a game as a number of this room.
pub fn exact(points: Points) -> Exact {
    Exact::new(i64::from(*points.numer()), i64::from(*points.denom()))
}

/// Reads a colour.
pub fn colour(text: &str) -> Result<Player, String> {
    let is = |names: [&str; 2]| names.iter().any(|name| text.eq_ignore_ascii_case(name));
    match text {
        _ if is(["b", "black"]) => Ok(Player::Black),
        _ if is(["w", "white"]) => Ok(Player::White),
        _ => Err(NO_VERTEX.to_string()),
    }
}

/// Reads a move: a point, `pass`, or a word of the rulesets that have other moves.
pub fn vertex(board: &Board, text: &str) -> Result<Move, String> {
    parse_move(board, text).map_err(|error| format!("{NO_VERTEX}: {error}"))
}

/// Reads a point.
pub fn point(board: &Board, text: &str) -> Result<u8, String> {
    vertex(board, text)?.placed().ok_or_else(|| NO_VERTEX.to_string())
}

/// Reads a decimal number exactly, with at most three digits behind the point.
pub fn decimal(text: &str) -> Option<Exact> {
    let (negative, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) => (text.starts_with('-'), digits),
        None => (false, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let part = part.trim_end_matches('0');
    let all = format!("{whole}{part}");
    let numbers = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if !numbers || digits.trim_matches('.').is_empty() || whole.len() > 6 || part.len() > 3 {
        return None;
    }
    let number = Exact::new(all.parse().ok()?, 10_i64.pow(part.len() as u32));
    Some(if negative { -number } else { number })
}

/// A number in decimals; one that has more than four behind the point is rounded to four.
pub fn in_decimals(number: Exact) -> String {
    if number.is_integer() {
        return number.to_string();
    }
    let text = format!("{:.4}", *number.numer() as f64 / *number.denom() as f64);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// A score as `final_score` has it: `B+3.5`, `W+2`, `0`.
pub fn score(number: Exact) -> String {
    let zero = Exact::from_integer(0);
    match number.cmp(&zero) {
        std::cmp::Ordering::Equal => "0".to_string(),
        std::cmp::Ordering::Greater => format!("B+{}", in_decimals(number)),
        std::cmp::Ordering::Less => format!("W+{}", in_decimals(-number)),
    }
}

/// The one argument of a command.
pub fn only<'a>(arguments: &'a [String], expected: &str) -> Result<&'a str, String> {
    match arguments {
        [argument] => Ok(argument),
        _ => Err(format!("expected {expected}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn decimals_are_read_and_written_exactly() {
        for (text, numer, denom) in
            [("6.5", 13, 2), ("-0.25", -1, 4), ("+7", 7, 1), ("0.0000", 0, 1), (".5", 1, 2), ("7.", 7, 1)]
        {
            assert_eq!(decimal(text), Some(Exact::new(numer, denom)), "{text}");
        }
        for text in ["", ".", "-", "1e1", "nan", "inf", "1.2345", "1..2", "--1", "9999999", "0x1", "²"] {
            assert_eq!(decimal(text), None, "{text}");
        }
        let scores = [(7, 2), (-2, 1), (0, 1), (1, 3), (-2, 3)].map(|(a, b)| score(Exact::new(a, b)));
        assert_eq!(scores, ["B+3.5", "W+2", "0", "B+0.3333", "W+0.6667"]);
    }

    proptest! {
        #[test]
        fn any_text_is_a_number_or_none(text in "\\PC{0,12}") {
            let _ = decimal(&text);
        }

        #[test]
        fn a_number_is_read_as_it_is_written(thousandths in -9_999_999_i64..9_999_999) {
            let number = Exact::new(thousandths, 1000);
            prop_assert_eq!(decimal(&in_decimals(number)), Some(number));
        }
    }
}
