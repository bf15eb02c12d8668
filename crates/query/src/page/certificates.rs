//! Certificates of the page: made and checked, within a time that someone waits.

use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use serde::Serialize;

use super::requests::RequestError;
use crate::ask::Question;
use crate::report::records::SCHEMA;
use superko_certificate::kinds::{Verified, verify};
use superko_certificate::refused::Cause;
use superko_certificate::text;
use superko_prove::prove;
use superko_solve::clock::Instant;
use superko_solve::{Budget, Limits};

/// The time limit for making or checking a certificate, during which the user sees nothing.
const CERTIFICATE_TIMEOUT: Duration = Duration::from_secs(60);

/// What a check says of a file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct CheckRecord {
    /// The version of this form.
    pub schema: u32,
    /// Whether every step is right.
    pub verified: bool,
    /// What the certificate proves, a line for each state, or why it proves nothing.
    pub says: Vec<String>,
    /// The board, if it is verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The ruleset with its options, or the clauses of which its rules are composed, if it is verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
}

/// A certificate as a file.
pub struct CertificateFile {
    /// The name, made of the board and the ruleset.
    pub name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A checked certificate of the value of a question and of the values after its first moves.
///
/// # Errors
/// None was found within the limits, or the game has none.
pub fn make_certificate(
    question: &Question,
    limits: Limits,
    flag: &Arc<AtomicBool>,
) -> Result<CertificateFile, RequestError> {
    let Question { game, line } = question;
    let lines = line.clone().with_first_moves(game);
    let limits = Limits {
        time: Some(limits.time.map_or(CERTIFICATE_TIMEOUT, |time| time.min(CERTIFICATE_TIMEOUT))),
        ..limits
    };
    let budget = Budget::new(limits).interrupted_by(Arc::clone(flag));
    let none = |why: String| RequestError::unanswered(format!("no certificate: {why}"));
    let proof = prove(game, &lines, None, &budget).map_err(|unproved| none(unproved.to_string()))?;
    let mut bytes = Vec::new();
    let wrong =
        |why: String| RequestError::bug(format!("the certificate made is wrong, please report this: {why}"));
    proof.write_binary(&mut bytes).map_err(|error| wrong(error.to_string()))?;
    verify(InterruptibleReader::new(bytes.clone(), flag), limits.memory)
        .map_err(|refused| wrong(refused.to_string()))?;
    let name =
        format!("{}-{}.cert", game.board, game.ruleset().to_string().replace(" --", "+").replace(' ', "-"));
    Ok(CertificateFile { name, bytes })
}

/// Checks a certificate of either kind.
///
/// # Errors
/// The file is no certificate, or the check took too long.
pub fn check_certificate(
    bytes: Vec<u8>,
    memory: usize,
    flag: &Arc<AtomicBool>,
) -> Result<CheckRecord, RequestError> {
    let record = |verified, says, board, rules| CheckRecord { schema: SCHEMA, verified, says, board, rules };
    match verify(InterruptibleReader::new(bytes, flag), memory) {
        Ok(verified) => {
            let header = verified.header();
            Ok(record(true, says(&verified), Some(text::board(header)), Some(text::rules(header))))
        }
        Err(refused) => match refused.cause {
            Cause::Wrong => Ok(record(false, vec![refused.to_string()], None, None)),
            Cause::NoCertificate => Err(RequestError::malformed(format!("the file: {refused}"))),
            Cause::Unreadable => Err(RequestError::unanswered(refused.to_string())),
        },
    }
}

/// The theorems of a certificate, one a line if these are few, and a summary.
fn says(verified: &Verified) -> Vec<String> {
    let comments = verified.comments();
    let lines = comments.lines().map(|line| line.strip_prefix("c ").unwrap_or(line).to_string());
    lines.chain([verified.summary()]).collect()
}

/// A reader that fails once the work is cancelled or takes too long. It reads small chunks, so that
/// it notices in time.
struct InterruptibleReader {
    bytes: Cursor<Vec<u8>>,
    flag: Arc<AtomicBool>,
    started: Instant,
}

/// The maximum number of bytes read at a time.
const CHUNK_BYTES: usize = 256;

impl InterruptibleReader {
    fn new(bytes: Vec<u8>, flag: &Arc<AtomicBool>) -> InterruptibleReader {
        InterruptibleReader { bytes: Cursor::new(bytes), flag: Arc::clone(flag), started: Instant::now() }
    }
}

impl Read for InterruptibleReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.flag.load(Relaxed) {
            return Err(io::Error::other("the check was interrupted"));
        }
        if self.started.elapsed() > CERTIFICATE_TIMEOUT {
            let what = format!(
                "the check took longer than {} seconds, solve check has more time",
                CERTIFICATE_TIMEOUT.as_secs()
            );
            return Err(io::Error::other(what));
        }
        let length = buffer.len().min(CHUNK_BYTES);
        self.bytes.read(&mut buffer[..length])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Texts;
    use crate::page::requests::ErrorKind;

    fn file(board: &str, rules: &str) -> Result<Vec<u8>, RequestError> {
        let texts = Texts { board: board.to_string(), rules: rules.to_string(), ..Texts::default() };
        let question = texts.question().unwrap();
        let made = make_certificate(&question, Limits::default(), &Arc::default())?;
        assert!(made.name.starts_with(board) && made.name.ends_with(".cert"), "{}", made.name);
        assert!(made.name.chars().all(|letter| letter.is_ascii_graphic()), "{}", made.name);
        Ok(made.bytes)
    }

    #[test]
    fn what_is_made_is_verified_and_names_its_game() {
        for rules in ["psk", "psk --suicide allowed", "kee2020 --lift produced-ko", "simple-ko"] {
            let checked = check_certificate(file("1x3", rules).unwrap(), 1 << 20, &Arc::default()).unwrap();
            assert!(checked.verified && checked.says.len() > 1, "{checked:?}");
            assert_eq!((checked.board.as_deref(), checked.rules.as_deref()), (Some("1x3"), Some(rules)));
        }
        let checked = check_certificate(file("cycle:4", "psk").unwrap(), 1 << 20, &Arc::default()).unwrap();
        let board = "graph 1x4 with 4 edges";
        let rules = "[bars position; passes-in-a-row 2]";
        assert!(checked.verified, "{checked:?}");
        assert_eq!((checked.board.as_deref(), checked.rules.as_deref()), (Some(board), Some(rules)));
        let error = file("1x2", "jann").unwrap_err();
        assert!(error.line.starts_with("no certificate: ") && error.kind == ErrorKind::Unanswered);
    }

    #[test]
    fn a_bounded_certificate_says_under_which_rulesets_its_claim_holds() {
        let bytes = include_bytes!("../../../../tests/bounded/3x3.cert");
        let checked = check_certificate(bytes.to_vec(), 1 << 20, &Arc::default()).unwrap();
        assert!(checked.verified && checked.board.as_deref() == Some("3x3"), "{checked:?}");
        let said = |text: &str| checked.says.iter().any(|line| line.contains(text));
        assert!(
            said("value at least 9 under simple-ko, psk") && said("is not claimed under nssk"),
            "{checked:?}"
        );
        let torn = check_certificate(bytes[..bytes.len() - 3].to_vec(), 1 << 20, &Arc::default()).unwrap();
        assert!(!torn.verified);
    }

    #[test]
    fn what_is_wrong_is_said_and_what_is_no_certificate_is_refused() {
        let mut bytes = file("1x3", "psk").unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        let checked = check_certificate(bytes, 1 << 20, &Arc::default()).unwrap();
        assert!(!checked.verified && checked.says.len() == 1 && checked.board.is_none(), "{checked:?}");
        for bytes in [b"something else".to_vec(), Vec::new()] {
            let error = check_certificate(bytes, 1 << 20, &Arc::default()).unwrap_err();
            assert_eq!(error.kind, ErrorKind::Malformed);
        }
        let interrupted = Arc::new(AtomicBool::new(true));
        let error = check_certificate(file("1x3", "psk").unwrap(), 1 << 20, &interrupted).unwrap_err();
        assert!(error.line.contains("interrupted") && error.kind == ErrorKind::Unanswered, "{error}");
    }
}
