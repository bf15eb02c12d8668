//! Cycles of plays: stone plays, the players in turn, that lead back to the position on which they
//! began.
//!
//! # What a cycle is
//! Positions P0, P1, ..., Pk = P0, of which the first k are different, each made from the one before
//! by a stone play, Black's first. No history bans a play here: what rulesets do with a cycle is
//! asked afterwards ([`Fate`]). Two cycles are the same up to symmetry if a symmetry of the board,
//! the exchange of the colours, or beginning at another of the positions makes one of the other. A
//! cycle of an odd number of plays ends with the player who began it, so that the other must pass
//! before it goes round again, and it is not begun elsewhere.
//!
//! # Counting stones
//! Each colour has as many stones at the end as at the beginning. So without suicide the plays of
//! White capture as many stones as Black plays, and the other way round. Of three plays, Black's,
//! White's and Black's, the second captures two stones, and the first and the third capture one
//! together: (0, 2, 1) or (1, 2, 0). The two stones form one chain or two that each lose the last
//! liberty by White's stone. That is sending two, returning one: whether Black first sends the
//! second stone and then takes one back, or the other way round. No other cycle of three plays
//! exists, on any board. (lifein19x19, topic 17089, asks whether that is so.)

use std::collections::BTreeSet;

use serde::Serialize;

use superko_go::bits::members;
use superko_go::notation::{diagram_line, point_name};
use superko_go::position::legal_positions;
use superko_go::{Board, Move, Player, Players, Position, Suicide};
use superko_query::report::records::{BoardRecord, MoveName};
use superko_rules::Rules;
use superko_rules::referee::Referee;

/// The largest board whose cycles are listed: every position of it is looked at.
pub const MAX_POINTS: usize = 12;

/// The most plays of a cycle.
pub const MAX_LENGTH: usize = 8;

/// A play of a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CyclePlay {
    /// The player.
    pub player: Player,
    /// The intersection.
    pub point: u8,
    /// The opposing stones that it removes.
    pub captured: u64,
    /// The own stones that it removes.
    pub lost: u64,
}

/// Cycles that are the same up to symmetry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    /// The position on which one of them begins.
    pub start: Position,
    /// Its plays.
    pub plays: Vec<CyclePlay>,
    /// The number of cycles that begin with a play of Black and are the same up to symmetry.
    pub count: usize,
}

/// The cycles of a board, up to symmetry, in the order of the positions on which they begin, and
/// whether these are all: `go_on` is called for each position that is looked at, and may say no.
///
/// Looks at 3^points positions, and at up to points^length lines from each.
///
/// # Panics
/// If a cycle of no plays is asked for.
pub fn cycles(
    board: &Board,
    length: usize,
    suicide: Suicide,
    mut go_on: impl FnMut() -> bool,
) -> (Vec<Cycle>, bool) {
    assert!(length > 0, "a cycle has a play");
    let mut found = Vec::new();
    for start in legal_positions(board) {
        if !go_on() {
            return (found, false);
        }
        let mut walk = Walk { board, suicide, length, positions: vec![start], plays: Vec::new() };
        walk.go(&mut found);
    }
    (found, true)
}

/// A line that may become a cycle.
struct Walk<'a> {
    board: &'a Board,
    suicide: Suicide,
    length: usize,
    positions: Vec<Position>,
    plays: Vec<CyclePlay>,
}

impl Walk<'_> {
    fn go(&mut self, found: &mut Vec<Cycle>) {
        let start = self.positions[0];
        let before = *self.positions.last().expect("it has a start");
        let player = Player::ALL[self.plays.len() % 2];
        for point in members(self.board.full() & !before.occupied()) {
            let Some(placement) = before.place(self.board, player, point, self.suicide) else { continue };
            let after = placement.position;
            let lost = (before.stones_of(player) | 1 << point) & !after.stones_of(player);
            self.plays.push(CyclePlay { player, point, captured: placement.captured, lost });
            if self.plays.len() == self.length {
                if after == start {
                    found.extend(self.class());
                }
            } else if !self.positions.contains(&after) {
                self.positions.push(after);
                self.go(found);
                self.positions.pop();
            }
            self.plays.pop();
        }
    }

    /// The cycle with how many are the same, if it is the first of them.
    fn class(&self) -> Option<Cycle> {
        let length = self.positions.len();
        let mut variants = BTreeSet::new();
        for symmetry in self.board.symmetries() {
            for first in if length.is_multiple_of(2) { 0..length } else { 0..1 } {
                let place = |index: usize| {
                    let position = self.positions[(first + index) % length].image(symmetry);
                    // A cycle that White begins is one of Black with the colours exchanged.
                    if first.is_multiple_of(2) { position } else { position.exchanged() }
                };
                let variant: Vec<Position> = (0..length).map(place).collect();
                if variant < self.positions {
                    return None;
                }
                variants.insert(variant);
            }
        }
        Some(Cycle { start: self.positions[0], plays: self.plays.clone(), count: variants.len() })
    }
}

// --- What rulesets do with a cycle ---

/// What a ruleset does with a cycle that goes round twice from its first position, with nothing
/// before it, where the players pass as far as their turns ask for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "fate", rename_all = "kebab-case")]
pub enum Fate {
    /// A move of it may not be made.
    Barred {
        /// The number of the move, passes counted.
        number: usize,
        /// The move.
        #[serde(rename = "move")]
        mv: MoveName,
        /// The reason.
        why: String,
    },
    /// A move of it ends the game.
    Ends {
        /// The number of the move, passes counted.
        number: usize,
        /// The move.
        #[serde(rename = "move")]
        mv: MoveName,
        /// Black's points minus White's.
        score: String,
    },
    /// It may go round twice, with these moves.
    GoesOn {
        /// The moves, passes among them.
        moves: Vec<MoveName>,
    },
}

/// What a ruleset of two players does with a cycle.
///
/// # Panics
/// If the board is too large for the ruleset.
pub fn fate(board: &Board, rules: Rules, cycle: &Cycle) -> Fate {
    let game = rules.game(board.clone());
    let mut referee = Referee::new(&game, cycle.start, Player::Black);
    for play in cycle.plays.iter().chain(&cycle.plays) {
        while let Some(mover) = referee.mover() {
            let turn = mover == play.player;
            let mv = if turn { Move::Place(play.point) } else { Move::Pass };
            let (number, name) = (referee.made() + 1, MoveName::of(board, mv));
            match referee.play(mv) {
                Err(illegal) => return Fate::Barred { number, mv: name, why: illegal.why.to_string() },
                Ok(step) => {
                    if let Some(end) = step.end {
                        return Fate::Ends { number, mv: name, score: end.score.to_string() };
                    }
                }
            }
            if turn {
                break;
            }
        }
    }
    Fate::GoesOn { moves: referee.steps().iter().map(|step| MoveName::of(board, step.mv)).collect() }
}

// --- The record ---

/// The cycles of a board, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record {
    /// The board.
    #[serde(flatten)]
    pub board: BoardRecord,
    /// The number of plays of a cycle.
    pub length: usize,
    /// Whether suicide may be part of it: `forbidden`, `allowed` or `multi-stone`.
    pub suicide: String,
    /// Whether every position was looked at.
    pub complete: bool,
    /// The number of cycles that begin with a play of Black.
    pub count: usize,
    /// One of each kind, up to symmetry.
    pub cycles: Vec<CycleRecord>,
}

/// One cycle of those that are the same up to symmetry.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct CycleRecord {
    /// The position on which it begins, Black to move.
    pub start: String,
    /// The number of cycles of its kind.
    pub count: usize,
    /// The plays, in turn.
    pub plays: Vec<PlayRecord>,
    /// What rulesets do with it.
    pub rules: Vec<FateRecord>,
}

/// A play of a cycle.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct PlayRecord {
    /// The player.
    pub player: Player,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The number of opposing stones that it removes.
    pub captured: u32,
    /// The number of own stones that it removes.
    pub lost: u32,
}

/// What one ruleset does with a cycle.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FateRecord {
    /// The ruleset with its options.
    pub ruleset: String,
    /// What it does.
    #[serde(flatten)]
    pub fate: Fate,
}

impl Record {
    /// The record of the cycles of a board, and of what these rulesets do with them. Rulesets of
    /// more than two players, and those for which the board is too large, are left out.
    pub fn of(
        board: &Board,
        length: usize,
        suicide: &str,
        (found, complete): (&[Cycle], bool),
        rulesets: &[Rules],
    ) -> Record {
        let fits =
            |rules: &&Rules| rules.options.players == Players::Two && board.points() <= rules.max_points();
        let cycle = |cycle: &Cycle| CycleRecord {
            start: diagram_line(board, &cycle.start),
            count: cycle.count,
            plays: cycle.plays.iter().map(|play| PlayRecord::of(board, play)).collect(),
            rules: rulesets
                .iter()
                .filter(fits)
                .map(|rules| FateRecord { ruleset: rules.to_string(), fate: fate(board, *rules, cycle) })
                .collect(),
        };
        Record {
            board: BoardRecord::of(board),
            length,
            suicide: suicide.to_string(),
            complete,
            count: found.iter().map(|cycle| cycle.count).sum(),
            cycles: found.iter().map(cycle).collect(),
        }
    }
}

impl PlayRecord {
    fn of(board: &Board, play: &CyclePlay) -> PlayRecord {
        PlayRecord {
            player: play.player,
            mv: point_name(board, play.point),
            captured: play.captured.count_ones(),
            lost: play.lost.count_ones(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(board: &str, length: usize, suicide: Suicide) -> Vec<Cycle> {
        cycles(&Board::parse(board).unwrap(), length, suicide, || true).0
    }

    fn total(cycles: &[Cycle]) -> usize {
        cycles.iter().map(|cycle| cycle.count).sum()
    }

    #[test]
    fn there_are_as_many_cycles_of_three_plays_as_a_program_of_others_lists() {
        for (board, count) in
            [("1x4", 0), ("2x2", 0), ("2x3", 0), ("2x4", 0), ("1x5", 8), ("1x6", 32), ("3x3", 160)]
        {
            let found = listed(board, 3, Suicide::Forbidden);
            assert_eq!(total(&found), count, "{board}");
            for cycle in &found {
                let captures: Vec<u32> = cycle.plays.iter().map(|play| play.captured.count_ones()).collect();
                assert!([vec![0, 2, 1], vec![1, 2, 0]].contains(&captures), "{board}: {captures:?}");
            }
        }
    }

    /// Every cycle, not only one of each kind, without symmetries.
    fn all(board: &Board, length: usize, suicide: Suicide) -> usize {
        fn lines(board: &Board, line: &mut Vec<Position>, length: usize, suicide: Suicide) -> usize {
            let (start, now) = (line[0], line[line.len() - 1]);
            let player = Player::ALL[(line.len() - 1) % 2];
            let made = members(board.full()).filter_map(|point| now.place(board, player, point, suicide));
            let mut count = 0;
            for after in made.map(|placement| placement.position).collect::<Vec<_>>() {
                if line.len() == length {
                    count += usize::from(after == start);
                } else if !line.contains(&after) {
                    line.push(after);
                    count += lines(board, line, length, suicide);
                    line.pop();
                }
            }
            count
        }
        legal_positions(board).map(|start| lines(board, &mut vec![start], length, suicide)).sum()
    }

    #[test]
    fn the_kinds_make_up_all_cycles() {
        for (board, lengths) in
            [("1x2", 1..=6), ("1x5", 1..=6), ("2x2", 1..=6), ("2x3", 1..=5), ("cycle:5", 1..=5)]
        {
            let grid = Board::parse(board).unwrap();
            for (length, suicide) in lengths.flat_map(|length| Suicide::ALL.map(|suicide| (length, suicide)))
            {
                let found = listed(board, length, suicide);
                assert_eq!(total(&found), all(&grid, length, suicide), "{board} {length} {suicide:?}");
                let stones = |player: Player, cycle: &Cycle| -> i64 {
                    let change = |play: &CyclePlay| match play.player == player {
                        true => 1 - i64::from(play.lost.count_ones()),
                        false => -i64::from(play.captured.count_ones()),
                    };
                    cycle.plays.iter().map(change).sum()
                };
                assert!(
                    found.iter().all(|cycle| Player::ALL.iter().all(|player| stones(*player, cycle) == 0))
                );
            }
        }
    }

    #[test]
    fn rulesets_bar_a_cycle_end_it_or_let_it_go_on() {
        let board = Board::parse("1x2").unwrap();
        // A1, B1 takes it, A1 takes that: the position after the first play comes again.
        let [ko] = &listed("1x2", 2, Suicide::Forbidden)[..] else { panic!("one kind of cycle") };
        assert_eq!(diagram_line(&board, &ko.start), "O.");
        let of = |name: &str| fate(&board, name.parse().unwrap(), ko);
        assert!(
            matches!(of("psk"), Fate::Barred { number: 2, why, .. } if why.contains("the position at the start"))
        );
        assert!(
            matches!(of("simple-ko"), Fate::Barred { number: 2, why, .. } if why.contains("retake the ko"))
        );
        // After three plays it is the other's turn, so he passes.
        let board = Board::parse("1x5").unwrap();
        let sending = &listed("1x5", 3, Suicide::Forbidden)[0];
        let Fate::GoesOn { moves } = fate(&board, "simple-ko".parse().unwrap(), sending) else {
            panic!("no play takes a ko back")
        };
        assert_eq!((moves.len(), moves[3].as_str()), (7, "pass"));
        assert!(matches!(fate(&board, "ssk".parse().unwrap(), sending), Fate::Barred { number: 5, .. }));
    }
}
