//! The moves of Jann's rules V1.5: basic ko, the supply of stones, stops and continuations, and modified ko. What a final
//! position scores is not decided here.

use super::memory::{Memories, Memory, Stage};
use crate::axes::{BarredChallenge, ModifiedKo, Options};
use crate::fact::Delta;
use crate::ko::{RETAKE, ko_capture};
use crate::{Effect, Key, Play, placements, refusal};
use superko_go::score::prisoners;
use superko_go::{Board, Move, Placement, Player, Position};

/// The moves of a game, with the table of what phases stand for.
pub struct Moves {
    pub options: Options,
    pub memories: Memories,
}

/// How the mover stands in a ko, and the other.
const OWN: usize = 0;
const OTHER: usize = 1;

/// A move while its player is on turn in a certain memory.
struct Turn<'a> {
    moves: &'a Moves,
    board: &'a Board,
    key: &'a Key,
    memory: &'a Memory,
    /// The score of a game that ends now.
    score: &'a dyn Fn() -> i32,
}

/// Why a player may not place a stone now, or not there.
const STOPPED: &str = "the game has stopped: expected accept, resume or resume-modified";
const ANSWER: &str =
    "a continuation is demanded: expected accept, or resume-modified if modified ko is not yet demanded";
const OUT_OF_STONES: &str = "the player has run out of stones and may only pass";
const LOCKED: &str = "the ko is locked until a regular pass";

impl Moves {
    pub fn new(options: Options) -> Moves {
        Moves { options, memories: Memories::new() }
    }

    pub fn modified_ko(&self) -> bool {
        self.options.modified_ko == ModifiedKo::OnDemand
    }

    /// "If the prisoner difference exceeds a given limit [...] the player who lost more stones is considered to
    /// have "run out of stones" and can only pass."
    fn out_of_stones(&self, board: &Board, memory: &Memory) -> bool {
        let limit = self.options.stones.limit(board.points());
        limit.is_some_and(|limit| usize::try_from(memory.lost).is_ok_and(|lost| lost > limit))
    }

    /// "The maximum number of possible continuations is limited by the tournament rules."
    fn may_continue(&self, memory: &Memory) -> bool {
        memory.continued < self.options.continuations.0
    }

    /// The plays of a key. `score` gives the score of a game that ends at the key.
    pub fn plays(&self, board: &Board, key: &Key, score: &dyn Fn() -> i32, plays: &mut Vec<Play>) {
        let memory = self.memories.memory(key.phase);
        let turn = |memory| Turn { moves: self, board, key, memory, score };
        let mut said = Vec::new();
        turn(&memory).speak(&mut said);
        let begun;
        let memory = match memory.stage {
            Stage::Play | Stage::Passed => &*memory,
            Stage::Open => {
                let continued = memory.continued + 1;
                begun = Memory { stage: Stage::Play, continued, ..(*memory).clone() };
                &begun
            }
            Stage::Stopped | Stage::Accepted | Stage::Resumed | Stage::Demanded => {
                plays.extend(said);
                return;
            }
        };
        if !self.out_of_stones(board, memory) {
            turn(memory).stones(plays);
        }
        plays.extend(said);
        plays.push(turn(memory).pass());
    }

    /// Why a move is not among the plays of a key.
    pub fn refusal(&self, board: &Board, key: &Key, mv: Move) -> &'static str {
        let memory = self.memories.memory(key.phase);
        let turn = Turn { moves: self, board, key, memory: &memory, score: &|| 0 };
        match (memory.stage, mv) {
            (_, Move::Dispute) => "the rules have no such move",
            (_, Move::ResumeModified) if !self.modified_ko() => "modified ko is ignored",
            (Stage::Stopped | Stage::Accepted, _) => STOPPED,
            (Stage::Resumed | Stage::Demanded, _) => ANSWER,
            (_, Move::Place(point)) => turn.no_stone(point),
            (_, Move::Challenge(point)) => turn.no_challenge(point),
            (_, Move::Pass | Move::Accept | Move::Resume | Move::ResumeModified) => {
                "the game has not stopped"
            }
        }
    }
}

impl Turn<'_> {
    /// A move after which the memory is `after`, from the side of the player who makes it.
    fn play(&self, mv: Move, position: Position, after: Memory) -> Play {
        let phase = self.moves.memories.number(after.turned());
        let next = Key { position, mover: self.key.mover.other(), phase };
        Play::new(mv, Effect::Next(next, Delta::default()))
    }

    /// The game ends "when neither player demands resumption or this above limit is reached".
    fn end(&self, mv: Move) -> Play {
        Play::new(mv, Effect::End((self.score)()))
    }

    /// What the player may say at a stop, or as a continuation begins. Whoever is asked answers, so that the
    /// players speak in turn and he whose turn it would have been moves first.
    fn speak(&self, plays: &mut Vec<Play>) {
        let (moves, memory) = (self.moves, self.memory);
        let mut say = |mv, after| plays.push(self.play(mv, self.key.position, after));
        let staged = |stage| Memory { stage, ..memory.clone() };
        let begun = |stage, modified| {
            let continued = memory.continued + 1;
            Memory { stage, modified, continued, ..memory.clone() }
        };
        match memory.stage {
            // "Either player can demand the continuation (resumption) of a stopped game", and "when a
            // continuation of a stopped game is started either player can demand it to be played with slightly
            // modified ko rules".
            Stage::Stopped => {
                say(Move::Resume, staged(Stage::Resumed));
                if moves.modified_ko() {
                    say(Move::ResumeModified, staged(Stage::Demanded));
                }
                say(Move::Accept, staged(Stage::Accepted));
            }
            Stage::Accepted => {
                let answered = if moves.modified_ko() { Stage::Open } else { Stage::Play };
                let plain = if answered == Stage::Open { staged(answered) } else { begun(answered, false) };
                say(Move::Resume, plain);
                if moves.modified_ko() {
                    say(Move::ResumeModified, begun(Stage::Play, true));
                }
                plays.push(self.end(Move::Accept));
            }
            Stage::Resumed => {
                if moves.modified_ko() {
                    say(Move::ResumeModified, begun(Stage::Play, true));
                }
                say(Move::Accept, begun(Stage::Play, false));
            }
            Stage::Demanded => say(Move::Accept, begun(Stage::Play, true)),
            Stage::Open => say(Move::ResumeModified, staged(Stage::Demanded)),
            Stage::Play | Stage::Passed => {}
        }
    }

    /// The stone plays and challenge passes of a player who has stones.
    fn stones(&self, plays: &mut Vec<Play>) {
        let mut challenges = Vec::new();
        for (point, placement) in placements(self.board, *self.key, self.moves.options.suicide) {
            // "The opponent cannot immediately recapture, placing a stone back to where his original stone was
            // captured from."
            let barred = self.memory.retake == Some(point);
            if barred && self.moves.options.barred_challenge == BarredChallenge::Refused {
                continue;
            }
            let retake = ko_capture(self.board, self.key.mover, point, &placement);
            if self.memory.modified
                && let Some(taken) = retake
            {
                let ko = self.memory.ko(point, taken);
                if ko.standings[OWN].locked {
                    continue;
                }
                // "A ko capture is considered to be a ko recapture if it is in a ko in which the opponent already
                // captured earlier in the same continuation"; "for a ko capture on which he haven't already
                // prepared a lock".
                if ko.standings[OTHER].captured && !ko.standings[OWN].prepared[ko.place(point)] {
                    challenges.push(self.challenge(point, taken));
                }
            }
            if !barred {
                plays.push(self.stone(point, &placement, retake));
            }
        }
        plays.append(&mut challenges);
    }

    fn stone(&self, point: u8, placement: &Placement, retake: Option<u8>) -> Play {
        let Key { position, mover, .. } = *self.key;
        let mut after = self.memory.clone();
        (after.stage, after.retake) = (Stage::Play, retake);
        // Without a limit the prisoners matter to nobody.
        if self.moves.options.stones.limit(self.board.points()).is_some() {
            let prisoners = prisoners(&position, &placement.position, mover);
            after.lost += if mover == Player::Black { -prisoners } else { prisoners } as i16;
        }
        after.forget(self.board, &position, &placement.position);
        if after.modified
            && let Some(taken) = retake
        {
            let mut ko = after.ko(point, taken);
            let place = ko.place(point);
            ko.standings[OWN].captured = true;
            // "If he eventually succeeds in playing the prepared ko capture [...] the opponent can not recapture
            // in the same ko (nor challenge it) until a regular pass of either player intervenes".
            if std::mem::take(&mut ko.standings[OWN].prepared[place]) {
                ko.standings[OTHER].locked = true;
            }
            after.set_ko(ko);
        }
        self.play(Move::Place(point), placement.position, after)
    }

    /// "Before recapturing a ko a player can optionally pass for that specific ko capture ("challenge the ko")."
    /// "Ko-challenging passes are not considered regular passes for game stops."
    fn challenge(&self, point: u8, taken: u8) -> Play {
        let mut ko = self.memory.ko(point, taken);
        let place = ko.place(point);
        ko.standings[OWN].prepared[place] = true;
        let mut after = Memory { stage: Stage::Play, retake: None, ..self.memory.clone() };
        after.set_ko(ko);
        self.play(Move::Challenge(point), self.key.position, after)
    }

    /// "When both players pass in succession, the game stops." A regular pass "clears the lock".
    fn pass(&self) -> Play {
        let mut after = Memory { stage: Stage::Passed, retake: None, ..self.memory.clone() };
        after.kos.iter_mut().flat_map(|ko| &mut ko.standings).for_each(|standing| standing.locked = false);
        if self.memory.stage == Stage::Passed {
            if !self.moves.may_continue(self.memory) {
                return self.end(Move::Pass);
            }
            (after.stage, after.modified, after.kos) = (Stage::Stopped, false, Vec::new());
        }
        self.play(Move::Pass, self.key.position, after)
    }

    /// Why there is no such stone.
    fn no_stone(&self, point: u8) -> &'static str {
        if self.moves.out_of_stones(self.board, self.memory) {
            OUT_OF_STONES
        } else if self.memory.retake == Some(point) {
            RETAKE
        } else if self.locked(point) == Some(true) {
            LOCKED
        } else {
            refusal(self.key, Move::Place(point))
        }
    }

    /// Why there is no such challenge pass.
    fn no_challenge(&self, point: u8) -> &'static str {
        if !self.memory.modified {
            "a ko may be challenged only in a continuation with modified ko"
        } else if self.moves.out_of_stones(self.board, self.memory) {
            OUT_OF_STONES
        } else if self.memory.retake == Some(point)
            && self.moves.options.barred_challenge == BarredChallenge::Refused
        {
            "the ko capture is barred now, as it would retake the ko at once, and so may not be prepared"
        } else {
            match self.locked(point) {
                None => "no ko can be captured there",
                Some(true) => LOCKED,
                Some(false) if self.prepared(point) => "this ko capture is prepared already",
                Some(false) => {
                    "it would be no recapture: the opponent has not captured in this ko in this continuation"
                }
            }
        }
    }

    /// The intersection whose stone a ko capture on `point` would take, if there is one.
    fn taken(&self, point: u8) -> Option<u8> {
        let Key { position, mover, .. } = *self.key;
        let placement = position.place(self.board, mover, point, self.moves.options.suicide)?;
        ko_capture(self.board, mover, point, &placement)
    }

    /// For a ko capture, whether it is locked.
    fn locked(&self, point: u8) -> Option<bool> {
        Some(self.memory.ko(point, self.taken(point)?).standings[OWN].locked)
    }

    fn prepared(&self, point: u8) -> bool {
        self.taken(point).is_some_and(|taken| {
            let ko = self.memory.ko(point, taken);
            ko.standings[OWN].prepared[ko.place(point)]
        })
    }
}
