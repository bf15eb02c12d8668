//! A guide for proofs: which states the prover wins under basic ko.
//!
//! What [retrograde analysis](crate::retrograde::basic_ko) has found of every state of a board says
//! which states cannot be proved: a proof of this engine holds under basic ko too, so in each of its
//! states the prover can force an end with his threshold there. A search that is guided gives up
//! all others at sight, and tries first the moves of the opponent that leave the prover the least
//! beyond the threshold. What is left to find are the stones that a proof takes.
//!
//! A guide is not trusted. It takes moves from the prover, as a limited width does, and what is
//! proved is written out and tested as any other proof. So a wrong guide may cost a proof and makes
//! none, and what a guided search refutes bounds no value.
//!
//! Natural situational superko is left out: there the prover may retake a ko that basic ko forbids
//! him to retake, so his proofs need not hold under basic ko.

use std::io::{self, Read};

use super::Terms;
use super::state::AttackState;
use crate::retrograde::basic_ko::codes::{BLOCK_BITS, Block, Codes, Seen};
use crate::retrograde::basic_ko::{MAX_POINTS, NONE, Plays};
use crate::{Budget, Stopped};
use superko_go::{Board, Suicide};

/// The cap of margins: a greater one is stored as this.
pub const MAX_MARGIN: u8 = 6;

/// The states of a board that one player wins, without those on which a ko bans a play.
#[derive(Debug)]
pub struct Guide {
    codes: Codes,
    blocks: Vec<Block>,
    /// For each position, seen from the player to move, in the order of the codes: how far the
    /// player to move is beyond the threshold in the state after a stone and in that after a pass,
    /// 3 bits each ([`Guide::margin`] and one, or 0); and whether the other player forces it there,
    /// a bit each.
    forced: Vec<u8>,
}

/// Error in the reading of a guide.
#[derive(Debug)]
pub enum GuideError {
    /// It was stopped.
    Stopped(Stopped),
    /// The board has more than [`MAX_POINTS`] intersections.
    Board,
    /// The file is shorter or longer than the states of the board.
    Length,
    /// The file cannot be read.
    Io(io::Error),
}

impl From<io::Error> for GuideError {
    fn from(error: io::Error) -> GuideError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => GuideError::Length,
            _ => GuideError::Io(error),
        }
    }
}

impl From<Stopped> for GuideError {
    fn from(stopped: Stopped) -> GuideError {
        GuideError::Stopped(stopped)
    }
}

impl Guide {
    /// Whether a search on these terms may be guided.
    pub fn serves(terms: &Terms) -> bool {
        !terms.natural
    }

    /// Reads what both players can force in every state of a board, as
    /// [`write`](crate::retrograde::basic_ko::write) has it, for a threshold of points. It takes a
    /// byte for each position, not counting images, and a sixth of one for each code.
    ///
    /// # Errors
    /// [`GuideError`]: what is wrong with the file, or that the budget or its memory is spent.
    pub fn read(
        board: &Board,
        threshold: i32,
        from: &mut dyn Read,
        budget: &Budget,
    ) -> Result<Guide, GuideError> {
        if board.points() > MAX_POINTS {
            return Err(GuideError::Board);
        }
        // Suicide does not change what states there are.
        let plays = Plays::new(board, Suicide::Forbidden);
        let (mut blocks, mut forced, mut states) = (Vec::new(), Vec::new(), Vec::new());
        for first in (0..plays.codes.end()).step_by(BLOCK_BITS as usize) {
            let mut block = Block::after(forced.len(), 0);
            for (within, seen) in plays.positions(first) {
                block.add(within);
                states.resize(2 * (2 + plays.kos(first + within, seen).len()), 0);
                from.read_exact(&mut states)?;
                let [stone, stone_other, passed, passed_other] =
                    [0, 1, 2, 3].map(|place| beyond(states[place] as i8, threshold));
                forced.push(stone | passed << 3 | stone_other.min(1) << 6 | passed_other.min(1) << 7);
            }
            blocks.push(block);
            if blocks.len() % 1024 == 0 {
                budget.charge(0)?;
                let bytes = bytes(&blocks, &forced);
                budget.report(forced.len(), bytes);
                if bytes > budget.memory() {
                    return Err(Stopped::Memory.into());
                }
            }
        }
        match from.read(&mut [0])? {
            0 => Ok(Guide { codes: plays.codes, blocks, forced }),
            _ => Err(GuideError::Length),
        }
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        bytes(&self.blocks, &self.forced)
    }

    /// How far the prover can get beyond his threshold in a state under basic ko, at most
    /// [`MAX_MARGIN`] and at his opponent's turn 0; `None` if he cannot force the threshold.
    ///
    /// Of a state on which a ko bans a play of the prover this says no more than what follows from
    /// the state without the ko, in which he has one play more. Of one on which it bans a play of
    /// his opponent nothing follows.
    #[inline]
    pub fn margin(&self, state: &AttackState) -> Option<u8> {
        if !state.proving && state.ko().is_some() {
            return Some(0);
        }
        let [prover, opponent] = state.position.stones;
        let seen = match state.proving {
            true => Seen { own: prover, other: opponent },
            false => Seen { own: opponent, other: prover },
        };
        let code = self.codes.least(seen);
        let block = &self.blocks[(code / BLOCK_BITS) as usize];
        let forced = self.forced[(block.positions + block.rank(code % BLOCK_BITS)) as usize];
        let passed = u8::from(state.passed);
        let beyond = if state.proving { forced >> (3 * passed) & 7 } else { forced >> (6 + passed) & 1 };
        beyond.checked_sub(1)
    }
}

/// The margin of a score, and one; 0 if it is below the threshold.
fn beyond(score: i8, threshold: i32) -> u8 {
    match score {
        NONE => 0,
        _ => (i32::from(score) - threshold + 1).clamp(0, i32::from(MAX_MARGIN) + 1) as u8,
    }
}

fn bytes(blocks: &[Block], forced: &[u8]) -> usize {
    size_of_val(blocks) + forced.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::attack::search::Prover;
    use crate::attack::state::AttackGoal;
    use crate::retrograde::basic_ko::{self, Share, counted, solve};
    use superko_go::position::legal_positions;
    use superko_go::{Player, Position, Symmetry};

    /// The plays of a board, its states, and their bytes.
    fn solved(board: &Board) -> (Plays, Share, Vec<u8>) {
        let plays = Plays::new(board, Suicide::Forbidden);
        let (share, mut bytes) = (solve(&plays, &Budget::default()).unwrap(), Vec::new());
        counted(&plays, &share, &Budget::default(), &mut |states| bytes.extend(states)).unwrap();
        (plays, share, bytes)
    }

    fn guide(board: &Board, threshold: i32, mut bytes: &[u8]) -> Result<Guide, GuideError> {
        Guide::read(board, threshold, &mut bytes, &Budget::default())
    }

    #[test]
    fn a_guide_says_what_was_found_of_every_state_and_its_images() {
        let mut kos = 0;
        for name in ["1x1", "1x5", "2x3", "3x3", "cycle:5", "torus:2x3"] {
            let board = Board::parse(name).unwrap();
            let (plays, share, bytes) = solved(&board);
            let mut refuted = 0;
            for threshold in [1 - board.points() as i32, 1, board.points() as i32] {
                let guide = guide(&board, threshold, &bytes).unwrap();
                let margin = |score: i8| {
                    (score != NONE).then(|| i32::from(score) - threshold).filter(|margin| *margin >= 0)
                };
                let mut compare = |found: &basic_ko::Position, symmetry: &Symmetry| {
                    let [own, other] = [found.seen.own, found.seen.other].map(|set| symmetry.set(set));
                    let state = |proving, passed, ko: Option<u8>| {
                        let stones = if proving { [own, other] } else { [other, own] };
                        let start = AttackState::start(&Position { stones }, Player::Black, Player::Black);
                        let ko = ko.map_or(start.ko, |ko| symmetry.point(ko));
                        AttackState { proving, passed, ko, ..start }
                    };
                    for (passed, forced) in [(false, found.stone), (true, found.passed)] {
                        let of_mover =
                            margin(forced.own).map(|margin| margin.min(i32::from(MAX_MARGIN)) as u8);
                        assert_eq!(
                            guide.margin(&state(true, passed, None)),
                            of_mover,
                            "{name} {threshold} {found:?}"
                        );
                        let of_other = margin(forced.other).map(|_| 0);
                        assert_eq!(
                            guide.margin(&state(false, passed, None)),
                            of_other,
                            "{name} {threshold} {found:?}"
                        );
                        refuted += usize::from(of_mover.is_none());
                    }
                    // With a ko nothing is refuted that can be forced.
                    for (ko, forced) in &found.kos {
                        for (proving, score) in [(true, forced.own), (false, forced.other)] {
                            let said = guide.margin(&state(proving, false, Some(*ko)));
                            assert!(
                                margin(score).is_none() || said.is_some(),
                                "{name} {threshold} {found:?}"
                            );
                            kos += 1;
                        }
                    }
                };
                for piece in share.pieces() {
                    share.piece(&plays, piece, |found| {
                        board.symmetries().iter().for_each(|symmetry| compare(&found, symmetry));
                    });
                }
            }
            assert!(refuted > 0, "{name}");
        }
        assert!(kos > 100, "{kos}");
    }

    /// A guide refutes nothing that can be proved.
    #[test]
    fn a_guided_search_gives_the_same_answers_with_fewer_nodes() {
        let budget = Budget::default();
        for (name, step, most) in [("2x3", 1, 6), ("1x6", 3, 5), ("3x3", 41, 4), ("torus:2x3", 7, 5)] {
            let board = Board::parse(name).unwrap();
            let (_, _, bytes) = solved(&board);
            for threshold in [-1, 1, board.points() as i32] {
                let guide = guide(&board, threshold, &bytes).unwrap();
                for terms in [
                    Terms::PLAIN,
                    Terms { retakes_after_pass: false, ..Terms::PLAIN },
                    Terms { passes_stand: false, ..Terms::PLAIN },
                    Terms { suicide: Suicide::Allowed, ..Terms::PLAIN },
                    Terms { suicide: Suicide::MultiStone, means: true, ..Terms::PLAIN },
                ] {
                    let aim = AttackGoal { board: &board, terms, threshold };
                    let mut alone = Prover::new(aim, 1 << 22, &budget);
                    let mut guided = Prover::new(aim, 1 << 22, &budget).guided_by(Some(&guide));
                    let mut proved = 0;
                    for position in legal_positions(&board).step_by(step) {
                        for mover in Player::ALL {
                            let start = AttackState::start(&position, mover, Player::Black);
                            for bound in 1..=most {
                                let answer = alone.proves(&start, bound).unwrap();
                                assert_eq!(
                                    guided.proves(&start, bound).unwrap(),
                                    answer,
                                    "{name} {start:?} {bound}"
                                );
                                assert!(!answer || guide.margin(&start).is_some(), "{name} {start:?}");
                                proved += usize::from(answer);
                            }
                        }
                    }
                    assert!(proved > 50, "{name} {threshold}: {proved}");
                    assert!(guided.nodes() < alone.nodes(), "{name}: {} {}", guided.nodes(), alone.nodes());
                }
            }
        }
    }

    #[test]
    fn a_guide_keeps_to_the_memory_limit() {
        let board = Board::parse("1x12").unwrap();
        let (_, _, bytes) = solved(&board);
        let whole = guide(&board, 1, &bytes).unwrap().bytes();
        let read = |memory| {
            let budget = Budget::new(Limits { memory, ..Limits::default() });
            Guide::read(&board, 1, &mut &bytes[..], &budget)
        };
        assert!(matches!(read(whole / 2), Err(GuideError::Stopped(Stopped::Memory))));
        assert!(read(whole).is_ok());
    }

    #[test]
    fn a_file_of_another_board_is_refused() {
        let [board, other] = ["2x3", "1x6"].map(|name| Board::parse(name).unwrap());
        let (_, _, bytes) = solved(&board);
        for bytes in [&bytes[1..], &[&bytes[..], b"\0"].concat(), b"", &solved(&other).2] {
            assert!(matches!(guide(&board, 1, bytes), Err(GuideError::Length)));
        }
        let large = Board::parse("2x13").unwrap();
        assert!(matches!(guide(&large, 1, &bytes), Err(GuideError::Board)));
    }
}
