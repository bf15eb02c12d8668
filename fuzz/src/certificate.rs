//! Certificates, in either form and of either kind.

use std::io::Cursor;

use superko_certificate::bounded;
use superko_certificate::kinds::{Verified, show, verify};
use superko_certificate::render::Unrendered;

/// The bytes that the checker may hold: few, so that a file soon asks for more.
const HELD: usize = 1 << 16;

/// The verdict on any bytes, with which the text that is shown agrees. That of lemmas is whole
/// where the certificate is verified, and is then verified as the same; that of a bounded
/// certificate is shown as far as its moves are right. A refusal is a clear line that repeats
/// little of the file.
pub fn verdict(bytes: &[u8]) -> Option<Verified> {
    let mut shown = Vec::new();
    let show = show(Cursor::new(bytes.to_vec()), &mut shown, HELD);
    let bounded = shown.starts_with(bounded::TITLE.as_bytes());
    match verify(Cursor::new(bytes.to_vec()), HELD) {
        Ok(verified) => {
            assert!(show.is_ok());
            if !bounded {
                let again = verify(Cursor::new(shown), 4 * HELD).map(|again| again.summary());
                assert_eq!(again, Ok(verified.summary()));
            }
            Some(verified)
        }
        Err(refused) => {
            let line = refused.to_string();
            assert!(line.len() < 1_000 && !line.chars().any(char::is_control), "{line:?}");
            match show {
                Ok(()) => assert!(bounded || refused.why.starts_with("no theorem"), "{line:?}"),
                Err(Unrendered::Refused(other)) => assert!(bounded || other == refused, "{other} {line}"),
                Err(Unrendered::Output(error)) => panic!("{error}"),
            }
            None
        }
    }
}
