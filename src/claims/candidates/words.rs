//! Moves with variables: `ax1 !b pass`, where `a` and `b` stand for intersections.

use std::fmt;

use crate::claims::checks::script::Script;
use crate::go::notation::point_name;
use crate::go::{Board, Move, Symmetry};
use crate::referee::Referee;
use crate::rules::Game;

/// The intersections for which the variables stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Binding([Option<u8>; 26]);

impl Binding {
    /// Nothing is bound.
    pub const NONE: Binding = Binding([None; 26]);

    /// The intersection of a variable.
    fn get(&self, variable: u8) -> Option<u8> {
        self.0[usize::from(variable)]
    }

    /// The same with one more variable.
    fn with(mut self, variable: u8, point: u8) -> Binding {
        self.0[usize::from(variable)] = Some(point);
        self
    }

    /// The image under a symmetry.
    pub fn image(&self, symmetry: &Symmetry) -> Binding {
        Binding(self.0.map(|point| point.map(|point| symmetry.point(point))))
    }

    /// Each variable that is bound, with its intersection.
    pub fn bound(&self) -> impl Iterator<Item = (char, u8)> + '_ {
        let letters = ('a'..='z').zip(self.0);
        letters.filter_map(|(letter, point)| Some((letter, point?)))
    }
}

/// A word of a line, which may have a variable in the place of an intersection.
#[derive(Debug, Clone)]
struct Word {
    /// What stands before the variable; the whole word if there is none.
    before: String,
    variable: Option<u8>,
    after: String,
}

/// Moves with variables.
#[derive(Debug, Clone)]
pub struct Words(Vec<Word>);

impl Word {
    fn parse(text: &str) -> Word {
        let bare = text.trim_start_matches(['!', '?']);
        let bare = bare.strip_prefix("challenge:").unwrap_or(bare);
        let mut letters = bare.chars();
        let first = letters.next().filter(|letter| letter.is_ascii_lowercase() && *letter != 'x');
        match (first, letters.next()) {
            (Some(letter), None | Some('x' | '=')) => Word {
                before: text[..text.len() - bare.len()].to_string(),
                variable: Some(letter as u8 - b'a'),
                after: bare[1..].to_string(),
            },
            _ => Word { before: text.to_string(), variable: None, after: String::new() },
        }
    }

    /// The word with the name of an intersection in the place of its variable.
    fn with(&self, board: &Board, point: u8) -> String {
        format!("{}{}{}", self.before, point_name(board, point), self.after)
    }

    /// The word under every binding that it admits, with that binding.
    fn bound(&self, board: &Board, binding: Binding) -> Vec<(String, Binding)> {
        let Some(variable) = self.variable else { return vec![(self.before.clone(), binding)] };
        match binding.get(variable) {
            Some(point) => vec![(self.with(board, point), binding)],
            None => {
                let points = 0..board.points() as u8;
                points.map(|point| (self.with(board, point), binding.with(variable, point))).collect()
            }
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variable = self.variable.map(|variable| char::from(b'a' + variable).to_string());
        write!(f, "{}{}{}", self.before, variable.unwrap_or_default(), self.after)
    }
}

impl Words {
    /// Reads moves for a board.
    ///
    /// # Errors
    /// One line that names the word and what was expected.
    pub fn parse(board: &Board, text: &str) -> Result<Words, String> {
        let words = Words(text.split_whitespace().map(Word::parse).collect());
        for word in &words.0 {
            let text = if word.variable.is_some() { word.with(board, 0) } else { word.before.clone() };
            Script::parse(board, &text).map_err(|error| format!("{word}: {error}"))?;
        }
        Ok(words)
    }

    /// The letters of the variables.
    pub fn variables(&self) -> impl Iterator<Item = char> + '_ {
        self.0.iter().filter_map(|word| Some(char::from(b'a' + word.variable?)))
    }

    /// The moves alone, if no word has a mark.
    ///
    /// # Errors
    /// One line that names a word with a mark.
    pub fn plain(self) -> Result<Words, String> {
        let marked = |word: &&Word| word.before.contains(['!', '?', '=']) || !word.after.is_empty();
        match self.0.iter().find(marked) {
            Some(word) => Err(format!("{word}: moves without marks are expected here")),
            None => Ok(self),
        }
    }

    /// Plays the line under every binding under which it goes as it is written.
    pub fn play<'g>(
        &self,
        game: &'g Game,
        referee: Referee<'g>,
        binding: Binding,
        done: &mut impl FnMut(Referee<'g>, Binding),
    ) {
        step(&self.0, game, referee, binding, done);
    }

    /// The moves under every binding, for moves that are not played in turn.
    pub fn moves(&self, board: &Board, binding: Binding) -> Vec<(Vec<Move>, Binding)> {
        let mut all = vec![(Vec::new(), binding)];
        for word in &self.0 {
            let extend = |(moves, binding): (Vec<Move>, Binding)| {
                word.bound(board, binding).into_iter().map(move |(text, binding)| {
                    let script = Script::parse(board, &text).expect("every word was read before");
                    ([moves.as_slice(), script.moves().as_slice()].concat(), binding)
                })
            };
            all = all.into_iter().flat_map(extend).collect();
        }
        all
    }
}

fn step<'g>(
    words: &[Word],
    game: &'g Game,
    referee: Referee<'g>,
    binding: Binding,
    done: &mut impl FnMut(Referee<'g>, Binding),
) {
    let Some((word, rest)) = words.split_first() else { return done(referee, binding) };
    for (text, binding) in word.bound(&game.board, binding) {
        let script = Script::parse(&game.board, &text).expect("every word was read before");
        let mut referee = referee.clone();
        if script.play(&mut referee, game).failure.is_none() {
            step(rest, game, referee, binding, done);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Player, Position};
    use crate::rules::catalogue::find;

    fn bindings(rules: &str, line: &str) -> Vec<String> {
        let (entry, options) = find(rules).unwrap();
        let game = entry.game(Board::parse("1x3").unwrap(), options);
        let mut found = Vec::new();
        let referee = Referee::new(&game, Position::default(), Player::Black);
        Words::parse(&game.board, line).unwrap().play(&game, referee, Binding::NONE, &mut |_, binding| {
            let names = binding.bound().map(|(letter, point)| format!("{letter}={point}"));
            found.push(names.collect::<Vec<_>>().join(" "));
        });
        found
    }

    #[test]
    fn a_variable_is_bound_once_and_stands_for_the_same_intersection() {
        assert_eq!(bindings("psk", "a bx1"), ["a=0 b=1", "a=2 b=1"]);
        assert_eq!(bindings("psk", "a pass a"), [""; 0]);
        assert_eq!(bindings("psk", "a pass ?b A1"), ["a=1 b=0", "a=1 b=2", "a=2 b=0", "a=2 b=1"]);
        assert_eq!(bindings("psk", "a bx1 cx1"), [""; 0]);
        assert_eq!(bindings("psk", "A1 ?a"), ["a=1", "a=2"]);
        assert_eq!(bindings("psk", "A1 C1 a"), ["a=1"]);
        assert_eq!(bindings("psk", "pass! a"), [""; 0]);
    }

    #[test]
    fn words_are_told_from_variables() {
        let board = Board::parse("1x3").unwrap();
        for (word, variable) in [
            ("ax2", true),
            ("!b", true),
            ("?challenge:c", true),
            ("a=1", true),
            ("pass", false),
            ("a1", false),
        ] {
            assert_eq!(Word::parse(word).variable.is_some(), variable, "{word}");
            assert_eq!(Word::parse(word).to_string(), word);
        }
        assert!(Words::parse(&board, "a D1").unwrap_err().starts_with("D1: "));
        assert!(Words::parse(&board, "x").is_err());
        assert!(Words::parse(&board, "ax1").unwrap().plain().unwrap_err().starts_with("ax1: "));
        assert!(Words::parse(&board, "a pass B1").unwrap().plain().is_ok());
    }
}
