//! Lines of play as documents write them: with marks for what they say of each play, and with
//! variables for intersections.

use std::fmt;

use superko_go::notation::{move_name, parse_move, point_name};
use superko_go::{Board, Move, Symmetry};
use superko_query::report::words;
use superko_rules::Game;
use superko_rules::referee::{Illegal, Referee, Why};

// --- A line of play with what a document says of each play ---
//
// Moves stand as in a record (`A1`, `pass`), the players in turn, with these marks:
//
// * `A1x2`: the stone captures exactly two stones; `A1x0` none;
// * `A1=7`: the position after it is that after move 7 (0: the starting position);
// * `pass!`: the player cannot do anything else;
// * `!A1`: the history bans this stone here (it is not played); `?A1`: the stone could be played
//   here (it is not played); `!*`: the history bans every stone that the board admits, and there is
//   one;
// * `!challenge:A1`, `?challenge:A1`: the same of a move without a stone; `!challenge:*`: no ko can
//   be challenged.

/// A line of play with marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script(Vec<Mark>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Mark {
    Play { mv: Move, captures: Option<u32>, recreates: Option<usize>, forced: bool },
    Banned(Move),
    Legal(Move),
    AllBanned,
    NoChallenge,
}

/// What became of a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// What was not as the script says, if anything: the game stands where that was noticed.
    pub failure: Option<String>,
    /// The line move by move, with diagrams.
    pub transcript: String,
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// One line that names the word and what was expected.
    pub fn parse(board: &Board, text: &str) -> Result<Script, String> {
        text.split_whitespace().map(|word| mark(board, word)).collect::<Result<_, _>>().map(Script)
    }

    /// The moves that are played.
    pub fn moves(&self) -> Vec<Move> {
        let played = self.0.iter().filter_map(|mark| match mark {
            Mark::Play { mv, .. } => Some(*mv),
            _ => None,
        });
        played.collect()
    }

    /// Plays the script, as far as it goes as it says.
    pub fn play(&self, referee: &mut Referee, game: &Game) -> Replay {
        let mut transcript = String::new();
        for mark in &self.0 {
            if let Err(failure) = mark.play(referee, game, &mut transcript) {
                transcript += &format!("not so: {failure}\n");
                return Replay { failure: Some(failure), transcript };
            }
        }
        Replay { failure: None, transcript }
    }
}

fn mark(board: &Board, word: &str) -> Result<Mark, String> {
    let read = |name: &str| parse_move(board, name).map_err(|error| format!("line, {word:?}: {error}"));
    match word {
        "!*" => return Ok(Mark::AllBanned),
        "!challenge:*" => return Ok(Mark::NoChallenge),
        "pass!" => return Ok(Mark::Play { mv: Move::Pass, captures: None, recreates: None, forced: true }),
        _ => {}
    }
    if let Some(name) = word.strip_prefix('!') {
        return Ok(Mark::Banned(read(name)?));
    }
    if let Some(name) = word.strip_prefix('?') {
        return Ok(Mark::Legal(read(name)?));
    }
    let number = |text: &str| text.parse().map_err(|_| format!("line, {word:?}: {text:?} is not a number"));
    let (rest, recreates) = match word.split_once('=') {
        Some((rest, text)) => (rest, Some(number(text)?)),
        None => (word, None),
    };
    let (name, captures) = match rest.split_once('x') {
        Some((name, text)) => (name, Some(number(text)? as u32)),
        None => (rest, None),
    };
    Ok(Mark::Play { mv: read(name)?, captures, recreates, forced: false })
}

impl Mark {
    /// Plays what it marks, or says what is not as it says.
    fn play(&self, referee: &mut Referee, game: &Game, transcript: &mut String) -> Result<(), String> {
        let board = &game.board;
        let mut points = 0..board.points() as u8;
        match self {
            Mark::Banned(mv) => match referee.ban(*mv) {
                Some(illegal) if by_history(&illegal, referee, game) => {
                    *transcript += &format!("({illegal})\n");
                }
                Some(illegal) => return Err(format!("{illegal}, and not by the history")),
                None => return Err(is_legal(referee, board, *mv)),
            },
            Mark::Legal(mv) => match referee.ban(*mv) {
                Some(illegal) => return Err(illegal.to_string()),
                None => *transcript += &format!("({} would be legal)\n", next_move(referee, board, *mv)),
            },
            Mark::AllBanned => {
                let mut banned = String::new();
                for mv in points.map(Move::Place) {
                    match referee.ban(mv) {
                        None => return Err(is_legal(referee, board, mv)),
                        Some(illegal) if by_history(&illegal, referee, game) => {
                            banned += &format!("({illegal})\n");
                        }
                        Some(_) => {}
                    }
                }
                if banned.is_empty() {
                    return Err("the history bans nothing here".to_string());
                }
                *transcript += &banned;
            }
            Mark::NoChallenge => {
                if let Some(point) = points.find(|point| referee.ban(Move::Challenge(*point)).is_none()) {
                    return Err(is_legal(referee, board, Move::Challenge(point)));
                }
            }
            Mark::Play { mv, captures, recreates, forced } => {
                let step = referee.play(*mv).map_err(|illegal| illegal.to_string())?;
                words::step(board, &step, transcript);
                let (made, count) = (step.number, step.captured.count_ones());
                if let Some(expected) = captures.filter(|expected| *expected != count) {
                    return Err(format!("move {made} captures {count}, expected {expected}"));
                }
                if let Some(number) = *recreates {
                    let earlier = referee.steps().get(number.wrapping_sub(1)).map(|step| step.position);
                    let start = referee.steps()[0].on;
                    if earlier.unwrap_or(start) != step.position || number >= made {
                        return Err(format!(
                            "the position after move {made} is not that after move {number}"
                        ));
                    }
                    *transcript += &match number {
                        0 => "(the position at the start again)\n".to_string(),
                        _ => format!("(the position after move {number} again)\n"),
                    };
                }
                if *forced && step.forced.is_none() {
                    return Err(format!("move {made} could have been a stone"));
                }
            }
        }
        Ok(())
    }
}

/// The next move of a game: `move 5, Black D2`.
fn next_move(referee: &Referee, board: &Board, mv: Move) -> String {
    let player = referee.mover().map_or("nobody", |player| player.name());
    format!("move {}, {player} {}", referee.made() + 1, move_name(board, mv))
}

fn is_legal(referee: &Referee, board: &Board, mv: Move) -> String {
    format!("{} is legal", next_move(referee, board, mv))
}

/// Whether earlier moves make a move illegal, so that the board alone would admit it. (Basic ko
/// keeps what it bans in the key, so the referee does not know it as a fact of the history.) A move
/// without a stone is always refused for what came before.
fn by_history(illegal: &Illegal, referee: &Referee, game: &Game) -> bool {
    let key = referee.state().key;
    match (&illegal.why, illegal.mv.placed()) {
        (Why::Barred { .. }, _) | (Why::Refused(_), None) => true,
        (Why::Refused(_), Some(point)) => {
            key.position.place(&game.board, key.mover, point, game.options.suicide).is_some()
        }
        (Why::Ended | Why::NoIntersection, _) => false,
    }
}

// --- Moves with variables: `ax1 !b pass`, where `a` and `b` stand for intersections ---

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
struct PatternWord {
    /// What stands before the variable; the whole word if there is none.
    before: String,
    variable: Option<u8>,
    after: String,
}

/// Moves with variables.
#[derive(Debug, Clone)]
pub struct LinePattern(Vec<PatternWord>);

impl PatternWord {
    fn parse(text: &str) -> PatternWord {
        let bare = text.trim_start_matches(['!', '?']);
        let bare = bare.strip_prefix("challenge:").unwrap_or(bare);
        let mut letters = bare.chars();
        let first = letters.next().filter(|letter| letter.is_ascii_lowercase() && *letter != 'x');
        match (first, letters.next()) {
            (Some(letter), None | Some('x' | '=')) => PatternWord {
                before: text[..text.len() - bare.len()].to_string(),
                variable: Some(letter as u8 - b'a'),
                after: bare[1..].to_string(),
            },
            _ => PatternWord { before: text.to_string(), variable: None, after: String::new() },
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

impl fmt::Display for PatternWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variable = self.variable.map(|variable| char::from(b'a' + variable).to_string());
        write!(f, "{}{}{}", self.before, variable.unwrap_or_default(), self.after)
    }
}

impl LinePattern {
    /// Reads moves for a board.
    ///
    /// # Errors
    /// One line that names the word and what was expected.
    pub fn parse(board: &Board, text: &str) -> Result<LinePattern, String> {
        let words = LinePattern(text.split_whitespace().map(PatternWord::parse).collect());
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
    pub fn plain(self) -> Result<LinePattern, String> {
        let marked = |word: &&PatternWord| word.before.contains(['!', '?', '=']) || !word.after.is_empty();
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
        play(&self.0, game, referee, binding, done);
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

fn play<'g>(
    words: &[PatternWord],
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
            play(rest, game, referee, binding, done);
        }
    }
}

#[cfg(test)]
mod script_tests {
    use super::*;
    use superko_go::{Player, Position};
    use superko_rules::Rules;

    fn failure(rules: &str, script: &str) -> Option<String> {
        let game = Rules::named(rules).unwrap().game(Board::parse("1x2").unwrap());
        let mut referee = Referee::new(&game, Position::default(), Player::Black);
        Script::parse(&game.board, script).unwrap().play(&mut referee, &game).failure
    }

    #[test]
    fn marks_that_are_right_let_the_script_pass() {
        assert_eq!(
            failure("kee2009", "A1 B1x1 !A1 !* pass! pass! A1x1=1 pass! pass! ?B1 B1x1=2 pass!"),
            None
        );
    }

    #[test]
    fn marks_that_are_wrong_are_noticed() {
        let cases = [
            ("A1x1", "move 1 captures 0, expected 1"),
            ("A1 !B1", "move 2, White B1 is legal"),
            ("A1 !A1", "move 2, White A1: the intersection is occupied, and not by the history"),
            ("A1 !*", "move 2, White B1 is legal"),
            ("A1 B1 A1", "move 3, Black A1: banned, it would recreate the position after move 1 (Black A1)"),
            ("A1 B1=1", "the position after move 2 is not that after move 1"),
            ("A1 B1=2", "the position after move 2 is not that after move 2"),
            ("pass!", "move 1 could have been a stone"),
            ("A1 B1 ?A1", "move 3, Black A1: banned, it would recreate the position after move 1 (Black A1)"),
        ];
        for (script, expected) in cases {
            assert_eq!(failure("kee2009", script).as_deref(), Some(expected), "{script}");
        }
    }

    #[test]
    fn a_strange_word_is_named() {
        let board = Board::parse("1x2").unwrap();
        for script in ["C1", "A1xx", "A1=B", "!", "?", "A1x", "pass!!"] {
            assert!(Script::parse(&board, script).is_err_and(|error| error.contains(script)), "{script}");
        }
    }
}

#[cfg(test)]
mod words_tests {
    use super::*;
    use superko_go::{Player, Position};
    use superko_rules::Rules;

    fn bindings(rules: &str, line: &str) -> Vec<String> {
        let game = Rules::named(rules).unwrap().game(Board::parse("1x3").unwrap());
        let mut found = Vec::new();
        let referee = Referee::new(&game, Position::default(), Player::Black);
        LinePattern::parse(&game.board, line).unwrap().play(
            &game,
            referee,
            Binding::NONE,
            &mut |_, binding| {
                let names = binding.bound().map(|(letter, point)| format!("{letter}={point}"));
                found.push(names.collect::<Vec<_>>().join(" "));
            },
        );
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
            assert_eq!(PatternWord::parse(word).variable.is_some(), variable, "{word}");
            assert_eq!(PatternWord::parse(word).to_string(), word);
        }
        assert!(LinePattern::parse(&board, "a D1").unwrap_err().starts_with("D1: "));
        assert!(LinePattern::parse(&board, "x").is_err());
        assert!(LinePattern::parse(&board, "ax1").unwrap().plain().unwrap_err().starts_with("ax1: "));
        assert!(LinePattern::parse(&board, "a pass B1").unwrap().plain().is_ok());
    }
}
