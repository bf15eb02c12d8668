//! What is proved of the values of empty boards beside their tables: by proofs that need no history
//! ([`crate::bounded`]), and by those that took longer than tables may take.

use std::collections::BTreeMap;

use superko_go::{Board, Player};
use superko_query::report::records::{Backing, PublishedStart};
use superko_solve::Value;

/// The folder of published results in the repository.
pub const FOLDER: &str = "solutions";

/// What certificates prove of the value of an empty board, Black to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proved {
    /// Black can reach this.
    pub low: Value,
    /// White can hold him to this.
    pub high: Value,
    /// The certificate of the first line that says so, or of a bound if no line has the value; a path in the
    /// folder of published results.
    pub certificate: String,
}

impl Proved {
    /// The value, if the bounds meet.
    pub fn value(&self) -> Option<Value> {
        (self.low == self.high).then_some(self.low)
    }

    /// The bounds of both.
    fn narrowed(self, other: Proved) -> Proved {
        if self.value().is_some() {
            return self;
        }
        if other.value().is_some() {
            return other;
        }
        let low = if other.low.points() > self.low.points() { other.low } else { self.low };
        let high = if other.high.points() < self.high.points() { other.high } else { self.high };
        Proved { low, high, ..self }
    }
}

/// What certificates prove of empty boards, by the names of the board and of the ruleset with its
/// options.
pub fn of_empty_boards(
    lines: impl IntoIterator<Item = PublishedStart>,
) -> BTreeMap<(String, String), Proved> {
    let mut all: BTreeMap<(String, String), Proved> = BTreeMap::new();
    for PublishedStart { board, start, to_move, rules, low, high, backing } in lines {
        let Backing::Certificate { path, .. } = backing else { continue };
        let is_empty = start.bytes().all(|point| matches!(point, b'.' | b'/'));
        let certificate = path.strip_prefix(FOLDER).and_then(|path| path.strip_prefix('/'));
        let (Some(certificate), true, Player::Black) = (certificate, is_empty, to_move) else { continue };
        let new = Proved { low, high, certificate: certificate.to_string() };
        let key = (board, rules);
        let proved = match all.remove(&key) {
            Some(known) => known.narrowed(new),
            None => new,
        };
        all.insert(key, proved);
    }
    all
}

/// Puts boards among others in the order of tables: grids by rows and columns, before other graphs.
/// `of` is the board of a row.
pub fn place<T>(rows: &[T], board: &Board, of: impl Fn(&T) -> &Board) -> usize {
    let after = |row: &T| {
        let other = of(row);
        !other.is_grid() || (other.rows(), other.cols()) > (board.rows(), board.cols())
    };
    rows.iter().position(after).unwrap_or(rows.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proved(board: &str, rules: &str) -> Option<(String, String, String)> {
        let lines = superko_published::INDEX.lines().map(|line| serde_json::from_str(line).unwrap());
        let all = of_empty_boards(lines);
        let Proved { low, high, certificate } = all.get(&(board.to_string(), rules.to_string()))?;
        Some((low.to_string(), high.to_string(), certificate.clone()))
    }

    #[test]
    fn bounds_are_narrowed_and_values_stay() {
        let some = |low: &str, high: &str, path: &str| Some((low.into(), high.into(), path.into()));
        assert_eq!(proved("4x5", "psk"), some("20", "20", "bounded/4x5.cert"));
        assert_eq!(proved("4x5", "nssk"), some("4", "20", "long-runs/4x5-nssk.cert"));
        assert_eq!(proved("1x16", "psk"), some("1", "1", "long-runs/1x16-psk-least.cert"));
        assert_eq!(proved("2x7", "kee2009"), some("14", "14", "bounded/2x7.cert"));
        // After a move, and without a certificate.
        assert_eq!(proved("5x5", "psk"), some("25", "25", "long-runs/5x5.cert"));
        assert_eq!(proved("4x4", "simple-ko"), None);
    }

    #[test]
    fn a_board_stands_where_tables_have_it() {
        let names = ["1x14", "2x2", "3x5", "4x4", "cycle:3"];
        let boards: Vec<Board> = names.iter().map(|name| Board::parse(name).unwrap()).collect();
        let before = |name: &str| names.get(place(&boards, &Board::parse(name).unwrap(), |board| board));
        assert_eq!(before("1x16"), Some(&"2x2"));
        assert_eq!(before("3x6"), Some(&"4x4"));
        assert_eq!(before("5x5"), Some(&"cycle:3"));
        assert_eq!(place(&boards[..1], &Board::parse("5x5").unwrap(), |board| board), 1);
    }
}
