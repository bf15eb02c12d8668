//! How states come in: which player can force how much in them, found backwards from the ends of games.
//!
//! # What is asked
//! Scores are asked for from the most points of the board down. What is found for a score s and a player is the least set
//! W(s) of states such that
//!
//! * a state of which he is the mover is in it if one of its moves ends the game with s for him or more, or leads
//!   into the set;
//! * a state of which the other is the mover is in it if every move does.
//!
//! These are the states in which he can force that the game ends with s or more (an attractor, as in
//! [`retrograde`](crate::retrograde)). A state *comes in* when it is found to be in the set. W(s) has all of
//! W(s + 1), so a state comes in once for each player, for the most that he can force, and which scores he has
//! forced before does not matter for those that are asked for later. It tells the positions before it once.
//!
//! # The moves of a state
//! A position, seen from the player to move, has the state after a stone, the one after a pass, and one for each ko
//! that may bar a play (a ko bars no longer than until the next move, so there is none after a pass). All three have
//! the same plays of stones, which lead to the same states, but for the barred one. A pass leads from the first and the
//! third to the state after a pass of the same stones, seen from the other player, and ends the game from the second, with the
//! area as its score.
//!
//! *The player to move* needs one move. A play that leads into his set brings in all states of the position but the one
//! in which a ko bars this play and no other leads to the same state. A pass that does brings in all states but the
//! one after a pass. That the pass from there ends the game with s or more does not depend on other states: it is looked
//! at when s is asked for, and only for scores of s, since those above have come in before.
//!
//! *The other player* needs all moves. `pending` counts the states to which plays of stones lead and which are not in his
//! set: at first all of [`Plays::after`], where plays that lead to images of one state count once. Each of these comes in once,
//! and [`Plays::before`] and [`Plays::before_ko`] list the position once, so what is left is right, and it is no
//! play when nothing is. [`PASS`] is set when the state after a pass is in his set. So
//!
//! * the state after a stone comes in when `pending` is [`PASS`] alone;
//! * the state after a pass, when no play is pending and the game ends with s or more. The first may come true when a play
//!   is told, and is looked at then; the second when s is asked for, and is looked at for scores of s (with those above
//!   it was looked at when they were asked for, and has been since whenever a play was told);
//! * the state on which a ko bars a play, when the pass is there and no play is pending but those that are barred: that
//!   of the ko if no other leads to the same state ([`SOLE`]) and this is not in the set itself ([`DONE`]).
//!
//! Each of these conditions comes true by a message to the position or by a new score, and is looked at then. Positions
//! without plays have nothing pending from the start and come in by their passes. So when no state is left whose message has
//! not been sent, the sets are closed under both rules, and they are the least ones, as nothing comes in but by a rule. The
//! order of the messages does not matter, nor who sends them.

use super::deal::BITS;
use super::plays::{Link, Plays};
use super::share::{DONE, NONE, PASS, SOLE, Share};
use super::word::Word;

/// The kinds of words. Messages to a position before: the state that a play or a pass leads to gives somebody what is asked
/// for; and states that have come in, for which messages are to be sent.
mod kind {
    /// To the player to move of the position before, by a play. The intersection is that of the play if there is one alone.
    pub const PLAY_OWN: u8 = 0;
    /// To the other player of the position before, by a play.
    pub const PLAY_OTHER: u8 = 1;
    /// To the player to move of the position before, by a pass.
    pub const PASS_OWN: u8 = 2;
    /// To the other player of the position before, by a pass.
    pub const PASS_OTHER: u8 = 3;
    /// A state after a stone has come in for the player to move. The intersection is one that a ko bars.
    pub const STONE_OWN: u8 = 4;
    /// Likewise for the other player.
    pub const STONE_OTHER: u8 = 5;
    /// A state after a pass has come in for the player to move.
    pub const PASSED_OWN: u8 = 6;
    /// Likewise for the other player.
    pub const PASSED_OTHER: u8 = 7;
}

impl Share {
    /// Begins to ask for a score, one less than before: adds what follows from the ends of the game at once.
    pub fn ask(&mut self, score: i8) {
        self.threshold = score;
        for place in 0..self.blocks.len() {
            let first = self.deal.first(self.index, place);
            for (at, within) in self.blocks[place].members() {
                let record = &mut self.records[at];
                if record.score == score && record.own[1] == NONE {
                    record.own[1] = score;
                    self.entered.push(Word::new(kind::PASSED_OWN, first + within, None));
                }
                if record.score == -score && record.pending & !PASS == 0 && record.other[1] == NONE {
                    record.other[1] = score;
                    self.entered.push(Word::new(kind::PASSED_OTHER, first + within, None));
                }
            }
        }
    }

    /// Takes messages to positions of this share.
    #[inline]
    pub fn tell(&mut self, messages: &[Word]) {
        // The records are looked up first for a few messages at once, so that their memory is waited for together.
        const TOGETHER: usize = 32;
        for messages in messages.chunks(TOGETHER) {
            let mut places = [(0, 0); TOGETHER];
            for (place, message) in places.iter_mut().zip(messages) {
                let at = self.deal.place(message.code());
                let block = &self.blocks[at];
                *place = (at, (block.positions + block.rank(message.code() % BITS)) as usize);
            }
            let touched: u8 =
                places[..messages.len()].iter().fold(0, |all, (_, at)| all ^ self.records[*at].pending);
            std::hint::black_box(touched);
            for ((block, at), message) in places.into_iter().zip(messages) {
                self.tell_one(block, at, *message);
            }
        }
    }

    fn tell_one(&mut self, block: usize, at: usize, message: Word) {
        let (code, threshold) = (message.code(), self.threshold);
        let kos = self.kos_of(block, at);
        let record = &mut self.records[at];
        let entered = &mut self.entered;
        let mut enter = |value: &mut i8, kind: u8, point: Option<u8>| {
            if *value == NONE {
                *value = threshold;
                entered.push(Word::new(kind, code, point));
            }
        };
        match message.kind() {
            kind::PLAY_OWN => {
                enter(&mut record.own[0], kind::STONE_OWN, None);
                enter(&mut record.own[1], kind::PASSED_OWN, None);
                for ko in &mut self.kos[kos] {
                    let point = (ko.at & 63) as u8;
                    if message.point() != Some(point) {
                        enter(&mut ko.own, kind::STONE_OWN, Some(point));
                    }
                }
            }
            kind::PASS_OWN => {
                enter(&mut record.own[0], kind::STONE_OWN, None);
                for ko in &mut self.kos[kos] {
                    enter(&mut ko.own, kind::STONE_OWN, Some((ko.at & 63) as u8));
                }
            }
            told => {
                match told {
                    kind::PLAY_OTHER => record.pending -= 1,
                    _ => record.pending |= PASS,
                }
                if record.pending == PASS {
                    enter(&mut record.other[0], kind::STONE_OTHER, None);
                }
                if record.pending & !PASS == 0 && -record.score >= threshold {
                    enter(&mut record.other[1], kind::PASSED_OTHER, None);
                }
                for ko in &mut self.kos[kos] {
                    let point = (ko.at & 63) as u8;
                    if told == kind::PLAY_OTHER && message.point() == Some(point) {
                        ko.flags |= DONE;
                    }
                    // The play that is barred need not give the other player anything.
                    let spared = u8::from(ko.flags == SOLE);
                    if record.pending & PASS != 0 && record.pending & !PASS == spared {
                        enter(&mut ko.other, kind::STONE_OTHER, Some(point));
                    }
                }
            }
        }
    }
}

/// The messages for a state that has come in: to the positions before it.
pub fn messages(plays: &Plays, entered: Word, mut send: impl FnMut(Word)) {
    let seen = plays.codes.seen(entered.code());
    // Who is to move in the position before is the other player here.
    let told = match entered.kind() {
        kind::STONE_OWN => kind::PLAY_OTHER,
        kind::STONE_OTHER => kind::PLAY_OWN,
        kind::PASSED_OWN => kind::PASS_OTHER,
        _ => kind::PASS_OWN,
    };
    if matches!(told, kind::PASS_OTHER | kind::PASS_OWN) {
        return send(Word::new(told, plays.codes.least(seen.exchanged()), None));
    }
    let mut by = |link: Link| {
        let alone = link.plays.count_ones() == 1;
        let point = alone.then(|| link.plays.trailing_zeros() as u8);
        send(Word::new(told, link.code, point));
    };
    match entered.point() {
        Some(ko) => by(plays.before_ko(seen, ko)),
        None => plays.before(seen).into_iter().for_each(by),
    }
}
