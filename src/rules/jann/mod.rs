//! The rules V1.5 of Jann: no superko, a finite supply of stones, and in continuations of a stopped game a
//! modified ko; with area scoring, or with territory scoring, where confirmation sequences tell which stones are
//! dead (`confirmation`).
//!
//! # State
//! Key: position, mover, and as the phase the number of a `Memory`: whether the game has stopped and who has
//! said what, or whether the last move was a pass; where a ko may not be retaken at once; the difference of the
//! prisoners; how many continuations there were and whether this one is modified; and for each ko captured in a
//! modified continuation by whom, which captures of it are prepared, and against whom it is locked. No past: no
//! article looks further back. The difference of the prisoners stays between bounds, as who has run out of
//! stones loses only those that stand (without a limit it matters to nobody and is not kept), so the states are
//! finite and games may go round in them. By territory the prisoners score, so there is no game without a limit.
//!
//! # Games without end
//! The document lets a player claim a draw when a position has come back a number of times that the tournament
//! rules specify. Here a game that never ends is a draw, and values are the same for any such number, if what
//! must come back is the state (with the prisoners, or whoever sends two and gets one back could claim a draw
//! while he runs out of stones). For a player who can force a result in finite play can do so without coming
//! to a state twice: each of his moves leads to a state with fewer moves left (`solve/retrograde.rs`). So no claim
//! can keep him from it. And if neither can force a win, each can keep the game from ending with his loss for
//! ever; as the states are finite one of them comes back as often as wanted, and then he claims his draw.
//!
//! The exchange of the colours leaves memories as they are, because they are told from the side of the player
//! to move.

mod confirmation;
mod entry;
mod memory;

use super::axes::{ModifiedKo, Options, Scoring, Stones};
use super::past::Delta;
use super::{Effect, Key, Play, Points, RETAKE, Ruleset, State, ko_capture, placements, refusal};
use crate::go::score::{area, prisoners, territory, territory_with_dead};
use crate::go::{Board, Move, Placement, Player, Position, Symmetry};
use confirmation::{Claims, Final};
pub use entry::JANN;
use memory::{Memories, Memory, Stage};

struct Jann {
    options: Options,
    memories: Memories,
    /// What settles which stones are dead, by territory.
    claims: Option<Box<Claims>>,
}

/// How the mover stands in a ko, and the other.
const OWN: usize = 0;
const OTHER: usize = 1;

/// A move while its player is on turn in a certain memory.
struct Turn<'a> {
    rules: &'a Jann,
    board: &'a Board,
    key: &'a Key,
    memory: &'a Memory,
}

/// Why a player may not place a stone now, or not there.
const STOPPED: &str = "the game has stopped: expected accept, resume or resume-modified";
const ANSWER: &str =
    "a continuation is demanded: expected accept, or resume-modified if modified ko is not yet demanded";
const OUT_OF_STONES: &str = "the player has run out of stones and may only pass";
const LOCKED: &str = "the ko is locked until a regular pass";

impl Jann {
    /// # Panics
    /// By territory, if there is no limit of stones: the entry has it that the two do not go together.
    fn new(options: Options) -> Jann {
        let claims = (options.scoring == Scoring::Territory).then(|| {
            assert_ne!(options.stones, Stones::Unlimited, "by territory the supply of stones is limited");
            Box::new(Claims::new(options))
        });
        Jann { options, memories: Memories::new(), claims }
    }

    fn modified_ko(&self) -> bool {
        self.options.modified_ko == ModifiedKo::OnDemand
    }

    /// "If the prisoner difference exceeds a given limit [...] the player who lost more stones is considered to
    /// have "run out of stones" and can only pass."
    fn out_of_stones(&self, board: &Board, memory: &Memory) -> bool {
        let limit = self.options.stones.limit(board.points());
        limit.is_some_and(|limit| usize::try_from(memory.lost).is_ok_and(|lost| lost > limit))
    }

    /// What decides about the stones and the score if the game ends with a move of the player to move. The turn
    /// would be his opponent's: he passes second, or speaks second at the stop.
    fn last(&self, key: &Key, memory: &Memory) -> Final {
        let lost = if key.mover == Player::Black { memory.lost } else { -memory.lost };
        Final { position: key.position, lost, turn: key.mover.other() }
    }

    /// "The maximum number of possible continuations is limited by the tournament rules."
    fn may_continue(&self, memory: &Memory) -> bool {
        memory.continued < self.options.continuations.0
    }
}

impl Turn<'_> {
    /// A move after which the memory is `after`, told from the side of the player who makes it.
    fn play(&self, mv: Move, position: Position, after: Memory) -> Play {
        let phase = self.rules.memories.number(after.turned());
        let next = Key { position, mover: self.key.mover.other(), phase };
        Play {
            mv,
            bars: Default::default(),
            stops: Default::default(),
            effect: Effect::Next(next, Delta::default()),
        }
    }

    /// The game ends "when neither player demands resumption or this above limit is reached". By area stones are
    /// dead only by agreement, which no player needs to give. By territory a player's score is "the number of
    /// intersections in his territory, plus the number of opposing stones captured, plus the number of dead stones
    /// in his territory".
    fn end(&self, mv: Move) -> Play {
        let position = &self.key.position;
        let score = match &self.rules.claims {
            None => area(self.board, position),
            Some(claims) => {
                let last = self.rules.last(self.key, self.memory);
                territory_with_dead(self.board, position, claims.dead(self.board, &last))
                    - i32::from(last.lost)
            }
        };
        Play { mv, bars: Default::default(), stops: Default::default(), effect: Effect::End(score) }
    }

    /// What the player may say at a stop, or as a continuation begins. Whoever is asked answers, so that the
    /// players speak in turn and he whose turn it would have been moves first.
    fn speak(&self, plays: &mut Vec<Play>) {
        let (rules, memory) = (self.rules, self.memory);
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
                if rules.modified_ko() {
                    say(Move::ResumeModified, staged(Stage::Demanded));
                }
                say(Move::Accept, staged(Stage::Accepted));
            }
            Stage::Accepted => {
                let answered = if rules.modified_ko() { Stage::Open } else { Stage::Play };
                let plain = if answered == Stage::Open { staged(answered) } else { begun(answered, false) };
                say(Move::Resume, plain);
                if rules.modified_ko() {
                    say(Move::ResumeModified, begun(Stage::Play, true));
                }
                plays.push(self.end(Move::Accept));
            }
            Stage::Resumed => {
                if rules.modified_ko() {
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
        for (point, placement) in placements(self.board, *self.key, self.rules.options.suicide) {
            // "The opponent cannot immediately recapture, placing a stone back to where his original stone was
            // captured from."
            if self.memory.retake == Some(point) {
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
            plays.push(self.stone(point, &placement, retake));
        }
        plays.append(&mut challenges);
    }

    fn stone(&self, point: u8, placement: &Placement, retake: Option<u8>) -> Play {
        let Key { position, mover, .. } = *self.key;
        let mut after = self.memory.clone();
        (after.stage, after.retake) = (Stage::Play, retake);
        // Without a limit the prisoners matter to nobody.
        if self.rules.options.stones.limit(self.board.points()).is_some() {
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
            if !self.rules.may_continue(self.memory) {
                return self.end(Move::Pass);
            }
            (after.stage, after.modified, after.kos) = (Stage::Stopped, false, Vec::new());
        }
        self.play(Move::Pass, self.key.position, after)
    }

    /// Why there is no such stone.
    fn no_stone(&self, point: u8) -> &'static str {
        if self.rules.out_of_stones(self.board, self.memory) {
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
        } else if self.rules.out_of_stones(self.board, self.memory) {
            OUT_OF_STONES
        } else if self.memory.retake == Some(point) {
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
        let placement = position.place(self.board, mover, point, self.rules.options.suicide)?;
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

impl Ruleset for Jann {
    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        (Key { position, mover, phase: 0 }, Delta::default())
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        let memory = self.memories.memory(key.phase);
        let turn = |memory| Turn { rules: self, board, key, memory };
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

    fn always_ends(&self) -> bool {
        false
    }

    /// By territory, every confirmation sequence.
    fn prepare(&self, board: &Board, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Option<usize> {
        self.claims.as_ref().map_or(Some(0), |claims| claims.prepare(board, go_on))
    }

    /// The position as it stands, with every stone alive.
    fn count(&self, board: &Board, key: &Key) -> i32 {
        if self.claims.is_none() {
            return area(board, &key.position);
        }
        let last = self.last(key, &self.memories.memory(key.phase));
        territory(board, &key.position) - i32::from(last.lost)
    }

    fn counted(&self) -> &'static str {
        match self.options.scoring {
            Scoring::Area => "the area of the position is",
            Scoring::Territory => "territory and prisoners make",
        }
    }

    /// By territory a player's prisoners, less those of his opponent, and the opposing dead stones are together no
    /// more than the supply of stones and the intersections: when his opponent last placed a stone he had lost no
    /// more than the supply, and what he lost since stood on the board then. And territory is no more than the
    /// intersections.
    fn reach(&self, board: &Board, _state: &State) -> (Points, Points) {
        let n = board.points();
        let most = match (&self.claims, self.options.stones.limit(n)) {
            (Some(_), Some(supply)) => supply + 2 * n,
            _ => n,
        };
        let most = Points::from_integer(most as i32);
        (-most, most)
    }

    fn last_position_decides(&self) -> bool {
        self.claims.is_none()
    }

    fn dead(&self, board: &Board, key: &Key) -> Option<u64> {
        let last = self.last(key, &self.memories.memory(key.phase));
        Some(self.claims.as_ref()?.dead(board, &last))
    }

    fn phase_image(&self, phase: u32, symmetry: &Symmetry) -> u32 {
        self.memories.image(phase, symmetry)
    }

    fn refusal(&self, board: &Board, key: &Key, mv: Move) -> &'static str {
        let memory = self.memories.memory(key.phase);
        let turn = Turn { rules: self, board, key, memory: &memory };
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
