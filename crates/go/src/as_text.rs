//! Types that JSON holds as a text: [`AsText`], and a player by his colour.

use crate::Player;
use crate::player::colour;

/// A type that JSON holds as a text.
pub trait AsText: Sized {
    /// The form of a text of this type, for messages.
    const EXPECTED: &'static str;
    /// The JSON Schema of its texts.
    #[cfg(feature = "schemars")]
    fn schema() -> schemars::Schema;
    /// The text.
    fn to_text(&self) -> String;
    /// The value of a text, if it is one of this type.
    fn from_text(text: &str) -> Option<Self>;
}

/// Reads a text.
///
/// # Errors
/// A line that says what was expected.
pub fn read<T: AsText>(text: &str) -> Result<T, String> {
    T::from_text(text).ok_or_else(|| format!("{text:?}, expected {}", T::EXPECTED))
}

/// Implements `Serialize` and `Deserialize`, and `JsonSchema` with the feature `schemars`, for
/// types that are [`AsText`]. The crate that calls it needs features of the same names.
#[macro_export]
macro_rules! serde_as_text {
    ($($type:ty),*) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&$crate::as_text::AsText::to_text(self))
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                $crate::as_text::read(&text).map_err(serde::de::Error::custom)
            }
        }

        #[cfg(feature = "schemars")]
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$type as $crate::as_text::AsText>::schema()
            }
        }
    )*};
}

impl AsText for Player {
    const EXPECTED: &'static str = "\"black\", \"white\", \"red\", \"green\", \"yellow\" or \"violet\"";

    #[cfg(feature = "schemars")]
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

serde_as_text!(Player);
