//! The bytes of a game as text.
//!
//! Everything that has a meaning in the grammar is ASCII, which UTF-8 and Latin-1 share, so the grammar is read from the
//! bytes and only the values are decoded. Latin-1 is what the specification takes where `CA` says nothing; but many
//! files without `CA` are UTF-8, and a text that is UTF-8 by chance and not by intention hardly exists, so it is tried
//! first.

/// How the bytes of a game are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, as the file says.
    Utf8,
    /// Latin-1, as the file says.
    Latin1,
    /// The file says nothing: UTF-8, or what is not UTF-8 as Latin-1.
    Unsaid,
}

impl Encoding {
    /// The encoding of a name as `CA` has it; `None` if it is another. Of others only ASCII can be read.
    pub fn of(name: &str) -> Option<Encoding> {
        let name: String =
            name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        match name.as_str() {
            "" => Some(Encoding::Unsaid),
            "utf8" => Some(Encoding::Utf8),
            "iso88591" | "latin1" | "l1" | "usascii" | "ascii" => Some(Encoding::Latin1),
            _ => None,
        }
    }

    /// A value as text; `None` if it is not in the encoding.
    pub fn text(self, bytes: &[u8]) -> Option<String> {
        let latin1 = || bytes.iter().map(|byte| char::from(*byte)).collect();
        match (self, str::from_utf8(bytes)) {
            (Encoding::Utf8 | Encoding::Unsaid, Ok(text)) => Some(text.to_string()),
            (Encoding::Utf8, Err(_)) => None,
            _ => Some(latin1()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_known_by_their_usual_names() {
        for (name, encoding) in [
            ("UTF-8", Some(Encoding::Utf8)),
            ("utf8", Some(Encoding::Utf8)),
            ("ISO-8859-1", Some(Encoding::Latin1)),
            ("Latin1", Some(Encoding::Latin1)),
            (" ", Some(Encoding::Unsaid)),
            ("GB18030", None),
            ("Shift_JIS", None),
        ] {
            assert_eq!(Encoding::of(name), encoding, "{name}");
        }
    }

    #[test]
    fn what_is_not_utf_8_is_latin_1_unless_the_file_says_utf_8() {
        assert_eq!(Encoding::Utf8.text(b"\xe9"), None);
        assert_eq!(Encoding::Latin1.text(b"\xe9").as_deref(), Some("é"));
        assert_eq!(Encoding::Unsaid.text(b"\xe9").as_deref(), Some("é"));
        assert_eq!(Encoding::Unsaid.text("é".as_bytes()).as_deref(), Some("é"));
        assert_eq!(Encoding::Latin1.text("é".as_bytes()).as_deref(), Some("Ã©"));
    }
}
