//! The requests of a page, as JSON: `{"op": "look", "question": {…}}`.

use serde::Deserialize;
use serde_json::Value as Json;
use superko_query::ask::Question;
use superko_query::page::{self, BoardTexts, RequestError, RulesTexts};
use superko_solve::Limits;

use super::MEMORY;

/// A request. The bytes of a file come beside it.
#[derive(Debug, Deserialize)]
#[serde(tag = "op", rename_all = "kebab-case")]
pub enum Request {
    /// The rulesets and boards.
    Catalogue,
    /// The meaning of every clause.
    Clauses,
    /// The drawing of a board.
    Board(BoardTexts),
    /// Reads the text of a rules file.
    Draft {
        /// What the ruleset is called if the file does not say it.
        name: String,
        /// The file.
        text: String,
    },
    /// A rules file with the clauses of a ruleset.
    Like {
        /// The ruleset.
        rules: String,
        /// The name of the new one.
        name: String,
    },
    /// Reads a game record: the bytes of the file come beside the request.
    Record {
        /// The file as text, decoded as it declares.
        text: String,
    },
    /// The state after the moves of a question, without a search.
    Look(Asked),
    /// The value of a question alone, at one go.
    Value(Asked),
    /// Solves a question, with what becomes known meanwhile.
    Solve(Asked),
    /// A certificate of the value of a question: the file, then its name.
    Certificate(Asked),
    /// Checks a certificate.
    Check {
        /// The bytes that the check may take.
        memory: Option<usize>,
    },
    /// Why another ruleset has another value or other best moves.
    WhyAgainst {
        /// The question.
        #[serde(flatten)]
        asked: Asked,
        /// The other ruleset.
        against: RulesTexts,
    },
    /// The smallest position that two rulesets tell apart, board by board.
    Differ {
        /// The one.
        rules: RulesTexts,
        /// The other.
        against: RulesTexts,
        /// The last grid that is looked at.
        up_to: String,
        /// The bytes that tables may take.
        memory: Option<usize>,
    },
    /// What is known to go wrong with rules, tried on one ruleset, check by check.
    #[cfg(feature = "laboratory")]
    Critique {
        /// The ruleset.
        rules: RulesTexts,
    },
}

impl Request {
    /// The request of a JSON object.
    ///
    /// # Errors
    /// It is none, in one line.
    pub fn of(text: &[u8]) -> Result<Request, RequestError> {
        let expected = |error| format!("request: {error}");
        serde_json::from_slice(text).map_err(|error| RequestError::malformed(expected(error)))
    }
}

/// A question with what it may cost.
#[derive(Debug, Deserialize)]
pub struct Asked {
    question: Json,
    /// The text of the file of its ruleset, if that is an own one.
    #[serde(default)]
    draft: Option<String>,
    /// The bytes that tables may take.
    #[serde(default)]
    memory: Option<usize>,
}

impl Asked {
    /// The question as text.
    pub fn text(&self) -> Vec<u8> {
        self.question.to_string().into_bytes()
    }

    /// The text of its rules file.
    pub fn draft(&self) -> Option<Vec<u8>> {
        self.draft.clone().map(String::into_bytes)
    }

    /// The question.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn question(&self) -> Result<Question, RequestError> {
        page::question(&self.text(), self.draft())
    }

    /// What it may cost.
    pub fn limits(&self) -> Limits {
        Limits { memory: self.memory.unwrap_or(MEMORY), ..Limits::default() }
    }

    /// A name of its game: of the board and the ruleset.
    pub fn game(&self) -> String {
        let [board, edges, rules] = ["board", "edges", "rules"].map(|part| &self.question[part]);
        Json::from(vec![board.clone(), edges.clone(), rules.clone(), self.draft.clone().into()]).to_string()
    }
}
