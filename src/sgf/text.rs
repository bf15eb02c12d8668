//! The text of a value: SimpleText, Text and Compose of the specification.
//!
//! A backslash takes its meaning from `]`, `:` and `\`, and takes away a line break behind it (a soft one). Other line
//! breaks are kept by Text and are spaces in SimpleText. A line break is LF, CR, or both in either order.

/// The text of a value, with its line breaks as LF.
pub fn text(value: &str) -> String {
    plain(value, '\n')
}

/// The text of a value in one line, without white space at its ends.
pub fn simple_text(value: &str) -> String {
    plain(value, ' ').trim().to_string()
}

fn plain(value: &str, line_break: char) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letter == '\\';
        let letter = if escaped { letters.next().unwrap_or('\\') } else { letter };
        match letter {
            '\n' | '\r' => {
                letters.next_if(|next| matches!((letter, *next), ('\n', '\r') | ('\r', '\n')));
                if !escaped {
                    text.push(line_break);
                }
            }
            letter if letter.is_whitespace() => text.push(' '),
            letter => text.push(letter),
        }
    }
    text
}

/// A text as a value.
pub fn escaped(text: &str) -> String {
    behind_backslashes(text, &[']', '\\'])
}

/// Two texts in one value, such as a point with its label.
pub fn composed(first: &str, second: &str) -> String {
    [first, second].map(|text| behind_backslashes(text, &[']', '\\', ':'])).join(":")
}

fn behind_backslashes(text: &str, letters: &[char]) -> String {
    let mut value = String::with_capacity(text.len());
    for letter in text.chars() {
        if letters.contains(&letter) {
            value.push('\\');
        }
        value.push(letter);
    }
    value
}

/// The two values of one that has a colon which is not escaped.
pub fn split(value: &str) -> Option<(&str, &str)> {
    let mut letters = value.char_indices();
    while let Some((place, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            ':' => return Some((&value[..place], &value[place + 1..])),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_and_line_breaks_are_read_as_the_specification_says() {
        // The example of the specification, with its soft line break.
        let value = "Meijin NR: yeah, k4 is won\\\nderful\nsweat NR: thank you! \\:\\)";
        let read = "Meijin NR: yeah, k4 is wonderful\nsweat NR: thank you! :)";
        assert_eq!(text(value), read);
        assert_eq!(simple_text(value), read.replace('\n', " "));
        for value in ["a\r\nb", "a\n\rb", "a\rb", "a\nb", "a\\\r\n\nb"] {
            assert_eq!(text(value), "a\nb", "{value:?}");
        }
        assert_eq!(text("a\n\n\tb\\\tc"), "a\n\n b c");
        assert_eq!((text("\\]\\\\\\"), simple_text(" a \n")), ("]\\\\".to_string(), "a".to_string()));
    }

    #[test]
    fn a_composed_value_is_split_at_its_first_colon_that_is_not_escaped() {
        assert_eq!(split("aa:1\\:2"), Some(("aa", "1\\:2")));
        assert_eq!(split("a\\:b:c:d"), Some(("a\\:b", "c:d")));
        assert_eq!((split("a\\:b"), split("\\"), split("")), (None, None, None));
    }

    proptest! {
        #[test]
        fn a_text_survives_writing_and_reading(first in "[^\r\t\u{b}\u{c}\u{85}\u{a0}\\p{Zs}\\p{Zl}\\p{Zp}]*", second in "[ \\]:\\\\a\n]*") {
            prop_assert_eq!(text(&escaped(&first)), first.clone());
            let both = composed(&first, &second);
            let (one, other) = split(&both).unwrap();
            prop_assert_eq!((text(one), text(other)), (first, second));
        }
    }
}
