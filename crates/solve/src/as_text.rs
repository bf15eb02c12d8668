//! What JSON holds as a text: values, and the reasons why an effort stopped.

use superko_go::as_text::AsText;
use superko_go::serde_as_text;
use superko_rules::Points;

use crate::{Stopped, Value};

impl AsText for Value {
    const EXPECTED: &'static str = "a score such as \"2\" or \"1/2\", or \"no-result\"";

    #[cfg(feature = "schemars")]
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

/// What may stop a search.
const REASONS: [Stopped; 6] =
    [Stopped::Time, Stopped::Nodes, Stopped::Memory, Stopped::Depth, Stopped::Interrupted, Stopped::Needless];

impl AsText for Stopped {
    const EXPECTED: &'static str = "the limit that stopped a search";

    #[cfg(feature = "schemars")]
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

serde_as_text!(Value, Stopped);
