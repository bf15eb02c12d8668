//! The solution of every position of a board: counts by what can be forced, and the bytes of every
//! state.

use std::collections::BTreeMap;

use super::codes::{Deal, Word};
use super::plays::Plays;
use super::share::{Forced, Position, Share, messages};
use crate::{Budget, Stopped};

/// Solves every position on this thread, all states in one share.
pub fn solve(plays: &Plays, budget: &Budget) -> Result<Share, Stopped> {
    budget.ask("listing the positions".to_string());
    let deal = Deal::new(plays.codes.end(), 1);
    let mut share = Share::list(plays, deal, 0, budget)?;
    let most = plays.board.points() as i8;
    let mut messages_out = Vec::new();
    for score in (-most..=most).rev() {
        budget.ask(format!("what can be forced: {score} or more"));
        share.ask(score);
        loop {
            let entered = share.take();
            if entered.is_empty() {
                break;
            }
            let all = entered.len();
            for entered in entered.chunks(1024) {
                messages_out.clear();
                entered.iter().for_each(|word| messages(plays, *word, |message| messages_out.push(message)));
                share.tell(&messages_out);
                budget.charge(0)?;
                let bytes = share.bytes() + (all + share.entered()) * size_of::<Word>();
                budget.report(share.states(), bytes);
                if bytes > budget.memory() {
                    return Err(Stopped::Memory);
                }
            }
        }
    }
    Ok(share)
}

/// The counts of positions by what can be forced in them, and of states.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counted {
    /// The legal positions with Black to move, images and all, by what can be forced in them as the
    /// start of a game.
    pub positions: BTreeMap<Forced, u64>,
    /// The states, not counting images.
    pub states: u64,
    /// The scores that can be forced from the empty board, if it is in the share.
    pub empty: Option<Forced>,
}

impl Counted {
    /// Counts a position.
    pub fn count(&mut self, plays: &Plays, position: &Position) {
        let frames = plays.codes.frames_to(position.code, position.seen).count();
        let images = plays.codes.frames().len() / frames;
        *self.positions.entry(position.stone).or_insert(0) += images as u64;
        self.states += 2 + position.kos.len() as u64;
        if position.code == 0 {
            self.empty = Some(position.stone);
        }
    }

    /// Adds the counts of another share.
    pub fn add(&mut self, other: &Counted) {
        for (forced, count) in &other.positions {
            *self.positions.entry(*forced).or_insert(0) += count;
        }
        self.states += other.states;
        self.empty = self.empty.or(other.empty);
    }
}

/// Counts the positions of a share, and gives the bytes of its states, in order, to `states`.
pub fn counted(
    plays: &Plays,
    share: &Share,
    budget: &Budget,
    states: &mut dyn FnMut(&[u8]),
) -> Result<Counted, Stopped> {
    let (mut counted, mut bytes) = (Counted::default(), Vec::new());
    for piece in share.pieces() {
        budget.charge(0)?;
        bytes.clear();
        share.piece(plays, piece, |position| {
            counted.count(plays, &position);
            write(&position, &mut bytes);
        });
        states(&bytes);
    }
    Ok(counted)
}

/// Writes what can be forced in the states of a position, two bytes for each state.
///
/// They are signed: what the player to move can force and what the other player can, each in his
/// own points minus the other's, and -128 if he can force no end. First the state after a stone,
/// then the one after a pass, then those on which a ko bans a play, in the order of the
/// intersections.
pub fn write(position: &Position, to: &mut Vec<u8>) {
    let states = [position.stone, position.passed].into_iter();
    for forced in states.chain(position.kos.iter().map(|(_, forced)| *forced)) {
        to.extend([forced.own as u8, forced.other as u8]);
    }
}

#[cfg(test)]
mod tests {
    use super::super::NONE;
    use super::*;
    use crate::naive::Reached;
    use crate::retrograde::Retrograde;
    use superko_go::position::legal_positions;
    use superko_go::{Board, Player, Position as Stones};
    use superko_rules::{Effect, Game, Key, Rules};

    const BOARDS: &str = "1x1 1x2 1x3 1x5 1x7 2x2 2x3 2x4 3x3 cycle:5 star:5 complete:4 torus:2x3";

    const SUICIDES: [&str; 3] = ["forbidden", "allowed", "multi-stone"];

    fn game(board: &str, suicide: &str) -> Game {
        format!("simple-ko --suicide {suicide}").parse::<Rules>().unwrap().game(Board::parse(board).unwrap())
    }

    /// Compares every state of every position with what another engine says that Black can force,
    /// as the mover, and White.
    fn assert_same(game: &Game, share: &Share, plays: &Plays, forced: impl Fn(&Key) -> Forced) {
        for piece in share.pieces() {
            share.piece(plays, piece, |found| {
                let position = Stones { stones: [found.seen.own, found.seen.other] };
                let key = game.start(position, Player::Black).key;
                let about = format!("{} {:?} {found:?}", game.board, game.options.suicide);
                assert_eq!(found.stone, forced(&key), "{about}");
                // The state after a pass: that after a pass from the same stones with White to
                // move.
                let before = game.start(position, Player::White).key;
                let pass = game.plays(&before).into_iter().find(|play| play.mv == superko_go::Move::Pass);
                let Effect::Next(passed, _) = pass.unwrap().effect else { panic!("{about}") };
                assert_eq!(found.passed, forced(&passed), "{about}");
                for (ko, value) in &found.kos {
                    let key = Key { phase: 2 + u32::from(*ko), ..key };
                    assert_eq!(*value, forced(&key), "{about}");
                }
            });
        }
    }

    /// Calls `check` with every board and rule for suicide, all positions solved.
    fn each(mut check: impl FnMut(&Game, &Plays, &Share)) {
        for (board, suicide) in BOARDS.split(' ').flat_map(|board| SUICIDES.map(|suicide| (board, suicide))) {
            let game = game(board, suicide);
            let plays = Plays::of(&game).unwrap();
            let share = solve(&plays, &Budget::default()).unwrap();
            check(&game, &plays, &share);
        }
    }

    #[test]
    fn what_can_be_forced_is_what_the_engine_for_every_ruleset_finds() {
        each(|game, plays, share| {
            let starts = legal_positions(&game.board).map(|position| game.start(position, Player::Black).key);
            let solved = Retrograde::solve_all(game, starts, &Budget::default()).unwrap();
            assert_same(game, share, plays, |key| Forced {
                own: solved.forced(key, Player::Black).map_or(NONE, |(score, _)| score as i8),
                other: solved.forced(key, Player::White).map_or(NONE, |(score, _)| -score as i8),
            });
            let counted = counted(plays, share, &Budget::default(), &mut |_| {}).unwrap();
            assert_eq!(counted.states, solved.states() as u64, "{}", game.board);
            let all: u64 = counted.positions.values().sum();
            assert_eq!(all, legal_positions(&game.board).count() as u64);
        });
    }

    /// Under a horizon beyond every score the naive solver says what the player who suffers by it
    /// can force, or that he can force nothing.
    #[test]
    fn what_can_be_forced_is_what_value_iteration_finds() {
        each(|game, plays, share| {
            if game.board.points() > 7 {
                return;
            }
            let starts = legal_positions(&game.board).flat_map(|position| {
                [Player::Black, Player::White].map(|mover| game.start(position, mover).key)
            });
            let reached = Reached::list(game, starts, &Budget::default()).unwrap();
            let beyond = game.max_margin() + 1;
            let [low, high] =
                [-beyond, beyond].map(|horizon| reached.values(horizon, &Budget::default()).unwrap());
            let points = |score: i32| if score.abs() == beyond { NONE } else { score as i8 };
            assert_same(game, share, plays, |key| Forced {
                own: points(low[key]),
                other: points(high[key]).checked_neg().unwrap_or(NONE),
            });
        });
    }

    /// Neither the solving nor the counting goes on beyond a limit.
    #[test]
    fn limits_hold() {
        let game = game("3x3", "forbidden");
        let plays = Plays::of(&game).unwrap();
        let whole = Budget::default();
        let share = solve(&plays, &whole).unwrap();
        let with = |memory| Budget::new(crate::Limits { memory, ..whole.limits() });
        assert_eq!(solve(&plays, &with(share.bytes() - 1)).unwrap_err(), Stopped::Memory);
        // The states take that much, and what has come in takes more.
        assert_eq!(solve(&plays, &with(share.bytes())).unwrap_err(), Stopped::Memory);
        assert!(solve(&plays, &with(2 * share.bytes())).is_ok());
        whole.interrupt();
        assert_eq!(counted(&plays, &share, &whole, &mut |_| {}), Err(Stopped::Interrupted));
    }

    /// Several shares that exchange messages find what one finds.
    #[test]
    fn several_shares_find_what_one_finds() {
        for (board, shares) in [("2x3", 2), ("3x3", 2), ("3x3", 5), ("2x5", 3)] {
            let plays = Plays::of(&game(board, "forbidden")).unwrap();
            let alone = solve(&plays, &Budget::default()).unwrap();
            let deal = Deal::new(plays.codes.end(), shares);
            let list = |index| Share::list(&plays, deal, index, &Budget::default()).unwrap();
            let mut all: Vec<Share> = (0..shares).map(list).collect();
            let most = plays.board.points() as i8;
            for score in (-most..=most).rev() {
                all.iter_mut().for_each(|share| share.ask(score));
                loop {
                    let entered: Vec<_> = all.iter_mut().flat_map(Share::take).collect();
                    if entered.is_empty() {
                        break;
                    }
                    for word in entered {
                        messages(&plays, word, |message| all[deal.share(message.code())].tell(&[message]));
                    }
                }
            }
            let (mut one, mut several) = (Vec::new(), Vec::new());
            for piece in 0..deal.pieces() {
                alone.piece(&plays, piece, |position| write(&position, &mut one));
                let share = &all[deal.share_of_piece(piece)];
                share.piece(&plays, piece, |position| write(&position, &mut several));
            }
            assert_eq!(one.len(), 2 * alone.states());
            assert!(one == several, "{board} {shares}");
            assert!(all.iter().all(|share| share.positions() > 0), "{board} {shares}");
        }
    }
}
