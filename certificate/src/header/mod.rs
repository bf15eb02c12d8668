//! What the header of a certificate admits: facts, maps, and the notation of a game. Notation is
//! how positions, moves, facts and reads are written. How a header itself is written is the subject
//! of [`text`].

pub mod text;

use crate::clauses::{Clauses, Lift, MOST_POINTS_OF_MOVE, Repetition, Suicide};
use crate::format::{
    Asks, COUPON, Claim, Class, Fact, Key, MOST_MARGIN, MOST_SCORE, Map, PASS, Passing, RESIGN, Read,
    Relation, Score, Stones,
};
pub use crate::format::{Graph, Header, Rules, Told, name_of};

impl Header {
    /// A header of version 1: a grid, and a ruleset. The option `lift` matters where a pass lifts
    /// the ban alone.
    pub fn of_ruleset(rows: usize, cols: usize, rules: Rules, suicide: Suicide, lift: Lift) -> Header {
        let lift = if rules.lifts() { lift } else { Lift::Stands };
        let clauses = rules.clauses(suicide, lift);
        Header { rows, cols, graph: None, told: Told::Ruleset(rules), clauses }
    }

    /// The version of the format.
    pub fn version(&self) -> u8 {
        match self.told {
            Told::Ruleset(_) => 1,
            Told::Clauses(_) => 2,
        }
    }

    /// The number of intersections.
    pub fn points(&self) -> usize {
        self.rows * self.cols
    }

    /// Whether another header is about the same board and rules. Names and lists of maps say
    /// nothing of these, nor does the version.
    pub fn has_game_of(&self, other: &Header) -> bool {
        let edges = |header: &Header| header.graph.as_ref().map(|graph| graph.edges.clone());
        (self.rows, self.cols, self.clauses) == (other.rows, other.cols, other.clauses)
            && edges(self) == edges(other)
    }

    /// Whether the rules have facts of this class, with or without a player. Other facts are
    /// malformed.
    pub fn has_facts(&self, class: Class, of_player: bool) -> bool {
        let Clauses { repetition, occurs, second_pass, draw_at, .. } = self.clauses;
        match class {
            Class::Stood | Class::Made => {
                let by_prisoners = self.clauses.repeats_by_prisoners();
                by_prisoners == (class == Class::Made)
                    && repetition.is_some_and(|of| of_player == (of != Repetition::Position))
            }
            Class::Undone => occurs == Lift::ProducedKo && !of_player,
            Class::Passed => second_pass.is_some() && of_player,
            Class::Initialised => self.clauses.initialised_twice && of_player,
            Class::Disturbed => self.clauses.disturbed_twice && of_player,
            Class::Declined => self.clauses.declined && of_player,
            Class::Occurred => draw_at.is_some() && of_player,
            Class::OccurredTwice => draw_at == Some(3) && of_player,
            Class::Moved => self.clauses.move_once && !of_player,
            followed => {
                let j = followed as u8 - Class::Followed1 as u8 + 1;
                j <= self.clauses.longest_follow() && of_player
            }
        }
    }

    /// Whether facts of a class may have a second position, or have a number of moves.
    pub fn has_second(&self, class: Class) -> bool {
        let passed = self.clauses.repetition == Some(Repetition::PassedSituation);
        class == Class::Moved || class == Class::Stood && (passed || self.counts_moves(class))
    }

    /// Whether facts of a class have the number of moves after which a position has stood.
    pub fn counts_moves(&self, class: Class) -> bool {
        class == Class::Stood && self.clauses.window > 0
    }

    /// Whether a fact has a second position if its class must have one, and one of the board; or a
    /// number of moves after which there is a key.
    pub fn is_second(&self, class: Class, second: u64) -> bool {
        if self.counts_moves(class) {
            return second < u64::from(self.clauses.cut);
        }
        let least = u64::from(class == Class::Moved);
        (least..=3u64.pow(self.points().min(MOST_POINTS_OF_MOVE) as u32)).contains(&second)
    }

    /// How a map is written.
    pub fn map_name(&self, map: Map) -> String {
        let moved = match &self.graph {
            None => {
                let letters = Map::LETTERS.into_iter().enumerate();
                letters.filter(|(bit, _)| map.symmetry >> bit & 1 == 1).map(|(_, letter)| letter).collect()
            }
            Some(_) if map.symmetry > 0 => map.symmetry.to_string(),
            Some(_) => String::new(),
        };
        match (moved + if map.exchanges { "x" } else { "" }).as_str() {
            "" => "=".to_string(),
            name => name.to_string(),
        }
    }

    /// Whether the board and the rules have a map.
    pub fn has_map(&self, map: Map) -> bool {
        let moves = match &self.graph {
            None => map.symmetry < 8 && (map.symmetry & 1 == 0 || self.rows == self.cols),
            Some(graph) => usize::from(map.symmetry) <= graph.maps.len(),
        };
        moves && (!map.exchanges || self.clauses.exchangeable())
    }

    /// The number of a map in the binary form.
    pub fn map_number(&self, map: Map) -> u64 {
        let (symmetry, exchanges) = (u64::from(map.symmetry), u64::from(map.exchanges));
        if self.graph.is_some() { 2 * symmetry + exchanges } else { symmetry + 8 * exchanges }
    }

    /// The map of a number, if there is one.
    pub fn map_of(&self, number: u64) -> Option<Map> {
        let (symmetry, exchanges) = match self.graph {
            Some(_) => (number / 2, number % 2),
            None => (number % 8, number / 8),
        };
        let map = Map { symmetry: u16::try_from(symmetry).ok()?, exchanges: exchanges == 1 };
        (exchanges < 2 && self.has_map(map)).then_some(map)
    }

    /// The intersections that make up a byte of a position in the binary form.
    pub fn points_a_byte(&self) -> usize {
        // The greatest number of digits whose largest number fits in a byte.
        [5, 4, 3, 3, 2][usize::from(self.clauses.players) - 2]
    }
}

// --- Notation ---

/// The players, by number, and the letters of their stones.
const PLAYERS: [&str; 6] = ["black", "white", "red", "green", "yellow", "violet"];
const STONES: [char; 6] = ['X', 'O', 'R', 'G', 'Y', 'V'];

/// What was expected in place of a text.
type Expected = &'static str;

impl Header {
    /// The name of a move.
    pub fn move_name(&self, mv: u8) -> String {
        let (row, column) = (usize::from(mv) / self.cols, usize::from(mv) % self.cols);
        if mv == COUPON {
            return "coupon".to_string();
        }
        if mv == RESIGN {
            return "resign".to_string();
        }
        if mv == PASS || row >= self.rows {
            return "pass".to_string();
        }
        let letters = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
        let letter = char::from(letters[column % letters.len()]);
        let name: String = std::iter::repeat_n(letter, 1 + column / letters.len()).collect();
        format!("{name}{}", self.rows - row)
    }

    /// Reads a move.
    pub fn parse_move(&self, text: &str) -> Result<u8, Expected> {
        if text == "pass" {
            return Ok(PASS);
        }
        if text == "coupon" && self.clauses.has_coupons() {
            return Ok(COUPON);
        }
        if text == "resign" && self.clauses.passing != Passing::Any {
            return Ok(RESIGN);
        }
        let named = (0..self.points() as u8).find(|&point| self.move_name(point) == text);
        named.ok_or("pass or an intersection of the board")
    }

    /// Writes a position.
    pub fn position(&self, stones: &Stones) -> String {
        let mut text = String::with_capacity(self.points() + self.rows);
        for point in 0..self.points() {
            if point > 0 && point % self.cols == 0 {
                text.push('/');
            }
            let number: u64 = (0..).zip(stones).map(|(bit, word)| (word >> point & 1) << bit).sum();
            text.push(number.checked_sub(1).map_or('.', |player| STONES[player as usize]));
        }
        text
    }

    /// Reads a position.
    pub fn parse_position(&self, text: &str) -> Result<Stones, Expected> {
        let (mut stones, mut point) = ([0; 3], 0);
        let letters = &STONES[..usize::from(self.clauses.players)];
        for (place, letter) in text.chars().enumerate() {
            let between_rows = (place + 1) % (self.cols + 1) == 0;
            let number = match letter {
                '.' => Some(0),
                _ => letters.iter().position(|stone| *stone == letter).map(|player| player + 1),
            };
            match (letter, between_rows, number) {
                ('/', true, _) if point < self.points() => continue,
                (_, false, Some(number)) if point < self.points() => {
                    for (bit, word) in stones.iter_mut().enumerate() {
                        *word |= (number as u64 >> bit & 1) << point;
                    }
                }
                _ => {
                    return Err(
                        "a position of the board: rows of letters of stones and . with / between them",
                    );
                }
            }
            point += 1;
        }
        if point == self.points() {
            Ok(stones)
        } else {
            Err("a position with all intersections of the board")
        }
    }

    /// Writes a key: position, mover, phase.
    pub fn key(&self, key: &Key) -> String {
        format!("{} {} {}", self.position(&key.stones), PLAYERS[usize::from(key.mover)], key.phase)
    }

    /// Writes a fact.
    pub fn fact(&self, fact: &Fact) -> String {
        let who = fact.who.map_or(String::new(), |who| format!(":{}", PLAYERS[usize::from(who)]));
        let second = match (self.has_second(fact.class), fact.second) {
            (false, _) => String::new(),
            (true, moves) if self.counts_moves(fact.class) => format!(":{moves}"),
            (true, 0) => ":none".to_string(),
            (true, number) => format!(":{}", self.position(&position_of(number))),
        };
        format!("{}:{}{who}{second}", fact.class.name(), self.position(&fact.stones))
    }

    /// Reads a fact.
    pub fn parse_fact(&self, text: &str) -> Result<Fact, Expected> {
        let mut parts = text.split(':');
        let fact = self.parse_fact_of(&mut parts)?;
        if parts.next().is_none() { Ok(fact) } else { Err("a fact") }
    }

    fn parse_fact_of<'a>(
        &self,
        parts: &mut (impl Iterator<Item = &'a str> + Clone),
    ) -> Result<Fact, Expected> {
        let name = parts.next().unwrap_or_default();
        let class = Class::ALL.into_iter().find(|class| class.name() == name);
        let class = class.ok_or("a class of facts")?;
        let stones = self.parse_position(parts.next().unwrap_or_default())?;
        let who = parts.clone().next().and_then(|who| self.parse_player(who).ok());
        if who.is_some() {
            parts.next();
        }
        if !self.has_facts(class, who.is_some()) {
            return Err("a fact of the rules");
        }
        let second = match self.has_second(class).then(|| parts.next().unwrap_or_default()) {
            Some(text) if self.counts_moves(class) => {
                let moves = text.parse::<u32>().ok().filter(|moves| moves.to_string() == text);
                moves.ok_or("a number of moves")?
            }
            None | Some("none") => 0,
            Some(text) => number_of(&self.parse_position(text)?),
        };
        if self.has_second(class) && !self.is_second(class, u64::from(second)) {
            return Err("a fact with the position that the play led to, or a number of moves below the cut");
        }
        Ok(Fact { class, who, stones, second })
    }

    /// Writes a read.
    pub fn read(&self, read: &Read) -> String {
        let fact = self.fact(&read.fact);
        match read.asks {
            Asks::Absent => format!("-{fact}"),
            Asks::Present => format!("+{fact}"),
            Asks::Mean(claim) => format!("mean:{fact}:{claim}"),
            Asks::Margin { p, q, k } => format!("margin:{fact}:{}:{k}", Score(p, q)),
        }
    }

    /// Reads a read.
    pub fn parse_read(&self, text: &str) -> Result<Read, Expected> {
        if let Some(fact) = text.strip_prefix('-') {
            return Ok(Read { fact: self.parse_fact(fact)?, asks: Asks::Absent });
        }
        if let Some(fact) = text.strip_prefix('+') {
            return Ok(Read { fact: self.parse_fact(fact)?, asks: Asks::Present });
        }
        let mut parts = text.split(':');
        let kind = parts.next().unwrap_or_default();
        let fact = self.parse_fact_of(&mut parts)?;
        let asks = match (kind, parts.next(), parts.next(), parts.next()) {
            ("mean", Some(claim), None, None) => Asks::Mean(parse_claim_in_one(claim)?),
            ("margin", Some(score), Some(least), None) => {
                let ((p, q), k) = (parse_score(score)?, parse_int(least, MOST_MARGIN)?);
                Asks::Margin { p, q, k }
            }
            _ => return Err("a read: -FACT, +FACT, mean:FACT:CLAIM or margin:FACT:SCORE:NUMBER"),
        };
        Ok(Read { fact, asks })
    }

    /// Reads a map.
    pub fn parse_map(&self, text: &str) -> Result<Map, Expected> {
        let (moved, exchanges) = text.strip_suffix('x').map_or((text, false), |moved| (moved, true));
        let symmetry = match (moved, &self.graph) {
            ("", _) if exchanges => Some(0),
            ("=", _) if !exchanges => Some(0),
            (_, Some(_)) => parse_int(moved, 1 << 15).ok().and_then(|number| u16::try_from(number).ok()),
            (_, None) => {
                (1..8).find(|symmetry| self.map_name(Map { symmetry: *symmetry, exchanges: false }) == moved)
            }
        };
        let map =
            symmetry.map(|symmetry| Map { symmetry, exchanges }).filter(|map| self.map_name(*map) == text);
        let expected = "a map: =, or letters of t, v, h or the number of a permutation, then x if two play";
        map.filter(|map| self.has_map(*map)).ok_or(expected)
    }

    /// Reads a player.
    pub fn parse_player(&self, text: &str) -> Result<u8, Expected> {
        let playing = &PLAYERS[..usize::from(self.clauses.players)];
        let place = playing.iter().position(|name| *name == text);
        place.map(|player| player as u8).ok_or("a player")
    }
}

/// The number of a position of two colours, from 1. It is one more than that whose digits in
/// base 3, from the first intersection up, are 0, 1 for Black, 2 for White.
pub(crate) fn number_of(stones: &Stones) -> u32 {
    let last = u64::BITS - (stones[0] | stones[1]).leading_zeros();
    let digit = |point: u32| (stones[0] >> point & 1) as u32 + 2 * (stones[1] >> point & 1) as u32;
    1 + (0..last).rev().fold(0, |number, point| 3 * number + digit(point))
}

/// The position of a number from 1.
pub(crate) fn position_of(number: u32) -> Stones {
    let (mut rest, mut stones) = (number - 1, [0; 3]);
    for point in 0.. {
        if rest == 0 {
            break;
        }
        match rest % 3 {
            0 => {}
            digit => stones[digit as usize - 1] |= 1u64 << point,
        }
        rest /= 3;
    }
    stones
}

/// The name of a player.
pub(crate) fn player_name(player: u8) -> &'static str {
    PLAYERS[usize::from(player)]
}

/// Reads a whole number from `-most` to `most` without a plus sign or needless zeros.
pub(crate) fn parse_int(text: &str, most: i64) -> Result<i64, Expected> {
    let number = text
        .parse::<i64>()
        .ok()
        .filter(|number| number.unsigned_abs() <= most.unsigned_abs() && number.to_string() == text);
    number.ok_or("a whole number within the limits")
}

/// Reads `p` or `p/q`, in lowest terms.
pub(crate) fn parse_score(text: &str) -> Result<(i32, i32), Expected> {
    let (p, q) = text.split_once('/').unwrap_or((text, "1"));
    let (p, q) = (parse_int(p, MOST_SCORE)? as i32, parse_int(q, MOST_SCORE)? as i32);
    if in_lowest_terms(p, q) && Score(p, q).to_string() == text {
        Ok((p, q))
    } else {
        Err("a score in lowest terms")
    }
}

/// Whether `p/q` is in lowest terms, and `q` at least 1.
pub(crate) fn in_lowest_terms(p: i32, q: i32) -> bool {
    let (mut a, mut b) = (p.unsigned_abs(), q.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    q >= 1 && a == 1
}

impl Claim {
    /// Reads a relation and a score.
    pub fn parse(relation: &str, score: &str) -> Result<Claim, Expected> {
        let relation = Relation::ALL.into_iter().find(|other| other.sign() == relation);
        let (p, q) = parse_score(score)?;
        Ok(Claim { relation: relation.ok_or("one of >=, >, <, <=")?, p, q })
    }
}

/// Reads a relation and a score without a space.
fn parse_claim_in_one(text: &str) -> Result<Claim, Expected> {
    let score = text.trim_start_matches(['<', '>', '=']);
    Claim::parse(&text[..text.len() - score.len()], score)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(rules: Rules) -> Header {
        Header::of_ruleset(2, 3, rules, Suicide::Forbidden, Lift::Stands)
    }

    #[test]
    fn what_is_written_is_read_back() {
        let header = header(Rules::Kee2009);
        for point in (0..6).chain([PASS]) {
            assert_eq!(header.parse_move(&header.move_name(point)), Ok(point));
        }
        for text in [
            "-stood:X../.O.",
            "+passed:X../.O.:white",
            "+passed:.../...:black",
            "mean:passed:.../...:black:>=-1/2",
            "margin:passed:.../...:white:2:-7",
        ] {
            assert_eq!(header.parse_read(text).map(|read| header.read(&read)).as_deref(), Ok(text));
        }
        for map in (0..16).filter_map(|number| header.map_of(number)) {
            assert_eq!(header.parse_map(&header.map_name(map)), Ok(map));
        }
    }

    #[test]
    fn situations_are_told_with_the_player() {
        let header = header(Rules::Ssk);
        assert!(header.parse_read("+stood:X../.O.:white").is_ok());
        assert!(header.parse_read("+stood:X../.O.").is_err());
    }

    #[test]
    fn what_is_not_well_formed_is_refused() {
        let header = header(Rules::Kee2009);
        for text in ["", "X../.O", "X../.O../", "X./..O.", "X../.O.\n", "x../.o.", "X../.O./", "/X../.O."] {
            assert!(header.parse_position(text).is_err(), "{text:?}");
        }
        for text in ["a1", "A3", "D1", "PASS", "", "A01"] {
            assert!(header.parse_move(text).is_err(), "{text:?}");
        }
        for text in ["2/4", "1/0", "3/1", "+1", "01", "-0", "1/-2", "9999999999", "", "1/2/3"] {
            assert!(parse_score(text).is_err(), "{text:?}");
        }
        for text in [
            "stood:X../.O.",
            "-stood:X../.O.:black:white",
            "-stood:X../.O.:black",
            "+initialised:X../.O.:black",
            "-undone:X../.O.",
            "mean:passed:X../.O.:black",
            "mean:passed:X../.O.:=>1",
            "+stood:X../.O.:red",
            "margin:passed:X../.O.:1",
        ] {
            assert!(header.parse_read(text).is_err(), "{text:?}");
        }
        for text in ["", "==", "hv", "xx", "T"] {
            assert!(header.parse_map(text).is_err(), "{text:?}");
        }
    }
}
