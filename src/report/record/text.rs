//! What JSON holds as a text: values, players, the reasons why an effort stopped, and moves by their names.

use std::fmt;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::go::notation::{move_name, parse_move};
use crate::go::{Board, Move, Player};
use crate::rules::Points;
use crate::solve::{Stopped, Value};

/// A type that JSON holds as a text.
trait AsText: Sized {
    /// What a text of this type looks like, for messages.
    const EXPECTED: &'static str;
    /// The JSON Schema of its texts.
    #[cfg(test)]
    fn schema() -> schemars::Schema;
    fn to_text(&self) -> String;
    fn from_text(text: &str) -> Option<Self>;
}

impl AsText for Value {
    const EXPECTED: &'static str = "a score such as \"2\" or \"1/2\", or \"no-result\"";

    #[cfg(test)]
    fn schema() -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^(-?[0-9]+(/[0-9]+)?|no-result)$" })
    }

    fn to_text(&self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Option<Value> {
        match text {
            "no-result" => Some(Value::NoResult),
            score => score.parse::<Points>().ok().map(Value::Points),
        }
    }
}

impl AsText for Player {
    const EXPECTED: &'static str = "\"black\", \"white\", \"red\", \"green\", \"yellow\" or \"violet\"";

    #[cfg(test)]
    fn schema() -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": Player::COLOURS })
    }

    fn to_text(&self) -> String {
        colour(*self).to_string()
    }

    fn from_text(text: &str) -> Option<Player> {
        Player::COLOURS.into_iter().find(|player| colour(*player) == text)
    }
}

/// What may stop a search.
const REASONS: [Stopped; 6] =
    [Stopped::Time, Stopped::Nodes, Stopped::Memory, Stopped::Depth, Stopped::Interrupted, Stopped::Needless];

impl AsText for Stopped {
    const EXPECTED: &'static str = "the limit that stopped a search";

    #[cfg(test)]
    fn schema() -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": REASONS })
    }

    fn to_text(&self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Option<Stopped> {
        REASONS.into_iter().find(|stopped| stopped.to_string() == text)
    }
}

macro_rules! serde_as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.to_text())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = String::deserialize(deserializer)?;
                <$type>::from_text(&text)
                    .ok_or_else(|| D::Error::custom(format!("{text:?}, expected {}", <$type>::EXPECTED)))
            }
        }

        #[cfg(test)]
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$type>::schema()
            }
        }
    )*};
}

serde_as_text!(Value, Player, Stopped);

/// `black`, `white`, `red`, `green`, `yellow` or `violet`, as users write a player.
pub fn colour(player: Player) -> &'static str {
    match player {
        Player::Black => "black",
        Player::White => "white",
        Player::Red => "red",
        Player::Green => "green",
        Player::Yellow => "yellow",
        Player::Violet => "violet",
    }
}

/// A move by its name, such as `A2` or `pass`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct MoveName(String);

impl MoveName {
    /// The name of a move on a board.
    pub fn of(board: &Board, mv: Move) -> MoveName {
        MoveName(move_name(board, mv))
    }

    /// The names of moves on a board.
    pub fn all(board: &Board, moves: &[Move]) -> Vec<MoveName> {
        moves.iter().map(|mv| MoveName::of(board, *mv)).collect()
    }

    /// The move that has this name on a board, if there is one.
    pub fn on(&self, board: &Board) -> Option<Move> {
        parse_move(board, &self.0).ok()
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_fields_are_read_back_from_their_texts() {
        for text in ["\"2\"", "\"-1/2\"", "\"no-result\""] {
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&value).unwrap(), text);
        }
        for text in ["\"\"", "\"1/0\"", "\"draw\"", "2"] {
            assert!(serde_json::from_str::<Value>(text).is_err(), "{text}");
        }
        for player in Player::COLOURS {
            let text = serde_json::to_string(&player).unwrap();
            assert_eq!(serde_json::from_str::<Player>(&text).unwrap(), player);
        }
        let error = serde_json::from_str::<Player>("\"blue\"").unwrap_err().to_string();
        assert!(error.contains("\"blue\", expected \"black\", \"white\", \"red\", \"green\""), "{error}");
        let text = serde_json::to_string(&Stopped::Nodes).unwrap();
        assert_eq!(serde_json::from_str::<Stopped>(&text).unwrap(), Stopped::Nodes);
    }

    #[test]
    fn a_move_is_named_as_its_board_names_it() {
        let board = Board::grid(2, 3).unwrap();
        let names = MoveName::all(&board, &[Move::Place(0), Move::Pass]);
        assert_eq!(serde_json::to_string(&names).unwrap(), r#"["A2","pass"]"#);
        assert_eq!(names[0].on(&board), Some(Move::Place(0)));
        assert_eq!(MoveName("C2".to_string()).on(&Board::grid(2, 2).unwrap()), None);
    }
}
