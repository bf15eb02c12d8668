//! The moves of Jann's rules V1.5: basic ko, the supply of stones, stops and continuations, and
//! modified ko. What a final position scores is not decided here.
//!
//! # Memory
//! The part of a state besides position and mover, and the numbers that stand for it in a key. A
//! memory is kept from the side of the player to move (*own* and *other*), so that the exchange of
//! the colours leaves it as it is.

use std::sync::{Arc, RwLock};

use crate::axes::{BarredChallenge, ModifiedKo, Options};
use crate::fact::Delta;
use crate::repetition::{RETAKE, ko_capture};
use crate::{Effect, Key, Play, placements, refusal};
use superko_go::hashing::FixedMap;
use superko_go::score::prisoners;
use superko_go::{Board, Move, Placement, Player, Position, Symmetry};

/// The moves of a game, with the table of what phases stand for.
pub struct Moves {
    pub options: Options,
    pub memories: Memories,
}

/// The index of the mover's standing in a ko, and of the other's.
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

/// Reasons why a player may not place a stone now, or not there.
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

    /// "If the prisoner difference exceeds a given limit [...] the player who lost more stones is
    /// considered to have "run out of stones" and can only pass."
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
        let mut replies = Vec::new();
        turn(&memory).reply_moves(&mut replies);
        let begun;
        let memory = match memory.stage {
            Stage::Play | Stage::Passed => &*memory,
            Stage::Open => {
                let continued = memory.continued + 1;
                begun = Memory { stage: Stage::Play, continued, ..(*memory).clone() };
                &begun
            }
            Stage::Stopped | Stage::Accepted | Stage::Resumed | Stage::Demanded => {
                plays.extend(replies);
                return;
            }
        };
        if !self.out_of_stones(board, memory) {
            turn(memory).stones(plays);
        }
        plays.extend(replies);
        plays.push(turn(memory).pass());
    }

    /// The reason why a move is not among the plays of a key.
    pub fn refusal(&self, board: &Board, key: &Key, mv: Move) -> &'static str {
        let memory = self.memories.memory(key.phase);
        let turn = Turn { moves: self, board, key, memory: &memory, score: &|| 0 };
        match (memory.stage, mv) {
            (_, Move::Dispute | Move::Coupon | Move::Resign) => "the rules have no such move",
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

    /// The replies of a player at a stop, or as a continuation begins. Whoever is asked answers, so
    /// that the players speak in turn and he whose turn it would have been moves first.
    fn reply_moves(&self, plays: &mut Vec<Play>) {
        let (moves, memory) = (self.moves, self.memory);
        let mut say = |mv, after| plays.push(self.play(mv, self.key.position, after));
        let staged = |stage| Memory { stage, ..memory.clone() };
        let begun = |stage, modified| {
            let continued = memory.continued + 1;
            Memory { stage, modified, continued, ..memory.clone() }
        };
        match memory.stage {
            // "Either player can demand the continuation (resumption) of a stopped game", and "when
            // a continuation of a stopped game is started either player can demand it to be played
            // with slightly modified ko rules".
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
            // "The opponent cannot immediately recapture, placing a stone back to where his
            // original stone was captured from."
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
                // "A ko capture is considered to be a ko recapture if it is in a ko in which the
                // opponent already captured earlier in the same continuation"; "for a ko capture on
                // which he haven't already prepared a lock".
                if ko.standings[OTHER].captured && !ko.standings[OWN].prepared[ko.index(point)] {
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
            let index = ko.index(point);
            ko.standings[OWN].captured = true;
            // "If he eventually succeeds in playing the prepared ko capture [...] the opponent can
            // not recapture in the same ko (nor challenge it) until a regular pass of either player
            // intervenes".
            if std::mem::take(&mut ko.standings[OWN].prepared[index]) {
                ko.standings[OTHER].locked = true;
            }
            after.set_ko(ko);
        }
        self.play(Move::Place(point), placement.position, after)
    }

    /// "Before recapturing a ko a player can optionally pass for that specific ko capture
    /// ("challenge the ko")." "Ko-challenging passes are not considered regular passes for game
    /// stops."
    fn challenge(&self, point: u8, taken: u8) -> Play {
        let mut ko = self.memory.ko(point, taken);
        let index = ko.index(point);
        ko.standings[OWN].prepared[index] = true;
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

    /// The reason why there is no such stone.
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

    /// The reason why there is no such challenge pass.
    fn no_challenge(&self, point: u8) -> &'static str {
        if !self.memory.modified {
            "a ko may be challenged only in a continuation with modified ko"
        } else if self.moves.out_of_stones(self.board, self.memory) {
            OUT_OF_STONES
        } else if self.memory.retake == Some(point)
            && self.moves.options.barred_challenge == BarredChallenge::Refused
        {
            "the ko capture is banned now, as it would retake the ko at once, and so may not be prepared"
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
            ko.standings[OWN].prepared[ko.index(point)]
        })
    }
}

// --- Memory ---

/// Stage of a game between two stops.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Play goes on, and the last move was no regular pass.
    #[default]
    Play,
    /// Play goes on, and the last move was a regular pass.
    Passed,
    /// The game has stopped; nobody has spoken yet. The player to move is he whose turn it would
    /// be.
    Stopped,
    /// The other has accepted the position.
    Accepted,
    /// The other demands a continuation.
    Resumed,
    /// The other demands a continuation with modified ko.
    Demanded,
    /// The player to move had accepted the position, and the other has demanded a continuation: it
    /// begins with this turn, and modified ko may still be demanded.
    Open,
}

/// Standing of one player in a ko.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Standing {
    /// He has captured in it in this continuation.
    pub captured: bool,
    /// He has prepared the ko capture on the first, or the second, of its two intersections.
    pub prepared: [bool; 2],
    /// It is locked against him.
    pub locked: bool,
}

/// The history of a ko in this continuation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ko {
    /// Its two intersections, in ascending order.
    pub points: [u8; 2],
    /// The player to move, and the other.
    pub standings: [Standing; 2],
}

impl Ko {
    /// The ko of these two intersections, in which nothing has happened.
    pub fn new(one: u8, two: u8) -> Ko {
        Ko { points: [one.min(two), one.max(two)], standings: Default::default() }
    }

    /// The index of one of its intersections in `points`.
    pub fn index(&self, point: u8) -> usize {
        usize::from(point == self.points[1])
    }

    /// Its intersections, and those directly adjacent to them.
    fn masks(&self, board: &Board) -> (u64, u64) {
        let own = self.points.iter().fold(0, |set, point| set | 1u64 << point);
        (own, board.adjacent(own) & !own)
    }

    /// Whether it can still matter what has happened in it, once `before` has become `after`.
    ///
    /// It is a different ko when an adjacent intersection has changed. And once both its
    /// intersections are occupied, none will be captured in it before one has. Say that Black
    /// captured on a, or White on b: then the others adjacent to a are White, and those adjacent to
    /// b Black. Until they change:
    ///
    /// * If both a and b have others, a black stone on b and a white one on a stay, as they are in
    ///   a chain with them. After the capture only a black stone on a or a white one on b stood
    ///   there, and a second of the other colour takes the first one off. So the two are of one
    ///   colour, in a chain with others.
    /// * If b has none, its stone has no liberty but through a, so both stones are of one colour,
    ///   and not black ones, which would have no liberty; white ones are in a chain with those
    ///   adjacent to a. If a has none it is the other way round, and if neither has, two stones
    ///   have no liberty at all.
    ///
    /// To empty a or b that chain must be taken off, and then an adjacent intersection has changed.
    fn matters(&self, board: &Board, before: &Position, after: &Position) -> bool {
        let (own, around) = self.masks(board);
        let same = |[old, new]: [u64; 2]| (old ^ new) & around == 0;
        let colours = [0, 1].map(|colour| [before.stones[colour], after.stones[colour]]);
        colours.into_iter().all(same) && own & !after.occupied() != 0
    }
}

/// All that matters of a game besides position and mover.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    /// Between two stops, or in one.
    pub stage: Stage,
    /// The intersection where a ko may not be retaken at once.
    pub retake: Option<u8>,
    /// The stones that the player to move has lost, minus those that the other has.
    pub lost: i16,
    /// The number of continuations so far.
    pub continued: u8,
    /// Whether this continuation is played with modified ko.
    pub modified: bool,
    /// The kos of this continuation, in the order of their intersections; none unless it is
    /// modified.
    pub kos: Vec<Ko>,
}

impl Memory {
    /// The history of the ko of two intersections.
    pub fn ko(&self, one: u8, two: u8) -> Ko {
        let new = Ko::new(one, two);
        self.kos.iter().find(|ko| ko.points == new.points).cloned().unwrap_or(new)
    }

    /// Records the history of a ko.
    pub fn set_ko(&mut self, ko: Ko) {
        match self.kos.binary_search_by_key(&ko.points, |ko| ko.points) {
            Ok(index) => self.kos[index] = ko,
            Err(index) => self.kos.insert(index, ko),
        }
    }

    /// Forgets the kos that can no longer matter.
    pub fn forget(&mut self, board: &Board, before: &Position, after: &Position) {
        self.kos.retain(|ko| ko.matters(board, before, after));
    }

    /// The same memory from the side of the other player.
    pub fn turned(mut self) -> Memory {
        self.lost = -self.lost;
        for ko in &mut self.kos {
            ko.standings.reverse();
        }
        self
    }

    /// The image under a symmetry of the board.
    fn image(&self, symmetry: &Symmetry) -> Memory {
        let image = |ko: &Ko| {
            let [one, two] = ko.points.map(|point| symmetry.point(point));
            let mut turned = Ko { standings: ko.standings, ..Ko::new(one, two) };
            if one > two {
                turned.standings.iter_mut().for_each(|standing| standing.prepared.reverse());
            }
            turned
        };
        let mut kos: Vec<Ko> = self.kos.iter().map(image).collect();
        kos.sort_unstable_by_key(|ko| ko.points);
        Memory { retake: self.retake.map(|point| symmetry.point(point)), kos, ..self.clone() }
    }
}

/// The numbers of memories. A memory gets its number when it is first met, so a number belongs to
/// the game that gave it; 0 is the start of every game.
#[derive(Debug)]
pub struct Memories(RwLock<Table>);

#[derive(Debug)]
struct Table {
    numbers: FixedMap<Arc<Memory>, u32>,
    memories: Vec<Arc<Memory>>,
}

impl Table {
    fn number(&mut self, memory: Memory) -> u32 {
        if let Some(number) = self.numbers.get(&memory) {
            return *number;
        }
        let number = u32::try_from(self.memories.len()).expect("a table of this size does not fit in memory");
        let memory = Arc::new(memory);
        self.memories.push(memory.clone());
        self.numbers.insert(memory, number);
        number
    }
}

/// Reason why a lock is not poisoned.
pub const POISONED: &str = "no thread panics while it holds the table";

impl Memories {
    /// A table that knows the start of a game.
    pub fn new() -> Memories {
        let numbers = FixedMap::default();
        let mut table = Table { numbers, memories: Vec::new() };
        table.number(Memory::default());
        Memories(RwLock::new(table))
    }

    /// The number of a memory.
    pub fn number(&self, memory: Memory) -> u32 {
        if let Some(number) = self.0.read().expect(POISONED).numbers.get(&memory) {
            return *number;
        }
        self.0.write().expect(POISONED).number(memory)
    }

    /// The memory of a number.
    pub fn memory(&self, number: u32) -> Arc<Memory> {
        self.0.read().expect(POISONED).memories[number as usize].clone()
    }

    /// The number of the image under a symmetry of the board.
    pub fn image(&self, number: u32, symmetry: &Symmetry) -> u32 {
        let memory = self.memory(number);
        if memory.retake.is_none() && memory.kos.is_empty() {
            return number;
        }
        self.number(memory.image(symmetry))
    }
}
