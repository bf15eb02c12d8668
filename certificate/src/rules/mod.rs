//! The game of a certificate: a board, and the state machine of its clauses. It is written from the
//! tables of `solutions/CERTIFICATES.md`.

mod board;

use crate::clauses::{
    Clauses, LastPass, Lift, LiftedBy, MOST_POINTS_OF_PASSED_SITUATION, Passing, Repeating, Repetition,
    Scoring, SecondPass, Tax,
};
use crate::format::{COUPON, Class, Fact, Header, Key, Map, PASS, RESIGN, Stones};
use crate::header::{number_of, position_of};
pub(crate) use board::{Board, members};

/// The game of a header.
pub struct Game {
    pub(crate) board: Board,
    pub(crate) clauses: Clauses,
    phases: PhaseLayout,
    /// The largest j of the facts `followed-j`.
    longest_follow: u8,
}

/// A play: what bans it, what stops it, what it leads to.
#[derive(Debug)]
pub struct Play {
    /// The move: its intersection, [`PASS`], [`COUPON`] or [`RESIGN`].
    pub mv: u8,
    /// Facts any of which bars it.
    pub bars: Vec<Fact>,
    /// Facts that stop it, in the order in which they are asked.
    pub stops: Vec<Stop>,
    /// What it comes to if nothing bans or stops it.
    pub effect: Effect,
}

/// A fact that stops a play if it holds.
#[derive(Debug)]
pub struct Stop {
    /// The fact.
    pub fact: Fact,
    /// What it makes of the play.
    pub outcome: Stopped,
}

/// What a win by the prisoners of a cycle is worth.
pub const WIN_BY_CYCLE: i64 = 10_000;

/// What a stop makes of a play.
#[derive(Debug, Clone)]
pub enum Stopped {
    /// The end of the game with a score.
    End(i64),
    /// The end with the mean of the fact's tally and of this score, if any.
    Mean(Option<i64>),
    /// The end, won by who has taken more of the prisoners of the fact's tally and of these of the play;
    /// a draw if both have taken as many.
    Won(i64),
    /// The play leads on, and changes the history in another way.
    Next(Key, Change),
}

/// What a play comes to.
#[derive(Debug)]
pub enum Effect {
    /// The end of the game with a score.
    End(i64),
    /// The next key, and how the history changes.
    Next(Key, Change),
}

/// How a play changes the history, in the order of the fields. The last is what it brings.
#[derive(Debug, Clone, Default)]
pub struct Change {
    /// All facts of these classes cease to hold.
    pub clears: Classes,
    /// All tallies that grow do so by this score.
    pub scored: Option<i64>,
    /// These facts hold, with empty tallies.
    pub sets: Vec<Fact>,
    /// Half points that are added to the score at the end.
    pub gain: i64,
}

/// A set of classes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Classes(u16);

impl Classes {
    fn with(self, class: Class, has: bool) -> Classes {
        Classes(self.0 | u16::from(has) << class as u16)
    }

    /// Whether a class is a member.
    pub fn has(self, class: Class) -> bool {
        self.0 >> class as u16 & 1 == 1
    }
}

/// Points of a player as the score counts them.
fn for_black(player: u8, points: i64) -> i64 {
    if player == 0 { points } else { -points }
}

impl Game {
    /// The game of a header.
    pub fn new(header: &Header) -> Game {
        let (clauses, board) = (header.clauses, Board::new(header));
        let phases = PhaseLayout::new(&clauses, board.points);
        Game { board, clauses, phases, longest_follow: clauses.longest_follow() }
    }

    /// Whether the phase is one that a key can have.
    pub fn is_phase(&self, phase: u32) -> bool {
        self.phases.has(phase)
    }

    /// The image of a key.
    pub fn key(&self, map: Map, key: &Key) -> Key {
        let phase = self.phases.image(&self.board, map, key.phase);
        Key { stones: self.board.stones(map, &key.stones), mover: key.mover ^ u8::from(map.exchanges), phase }
    }

    /// The facts that hold at the start of a game.
    pub fn start(&self, stones: Stones, mover: u8) -> Vec<Fact> {
        let left = self.clauses.repetition == Some(Repetition::LeftPosition);
        // Under `window` after no move.
        let stood = self.stood(stones, mover, 0).filter(|_| !left && !self.clauses.start_free);
        let occurred = self.clauses.draw_at.map(|_| Fact::of(Class::Occurred, Some(mover), stones));
        stood.into_iter().chain(occurred).collect()
    }

    /// S(X, Y) of the page. `second` is the number of the position that Y's opponent passed on
    /// last, or with `window` the number of moves.
    fn stood(&self, stones: Stones, player: u8, second: u32) -> Option<Fact> {
        let repetition = self.clauses.repetition?;
        let who = (repetition != Repetition::Position).then_some(player);
        let kept = repetition == Repetition::PassedSituation || self.clauses.window > 0;
        let second = if kept { second } else { 0 };
        let class = if self.clauses.repeats_by_prisoners() { Class::Made } else { Class::Stood };
        Some(Fact { second, ..Fact::of(class, who, stones) })
    }

    /// The player who moves after another.
    fn next(&self, mover: u8) -> u8 {
        (mover + 1) % self.clauses.players
    }

    /// Every play that the board admits, in ascending order of the intersections, then the coupon,
    /// the pass, and the resignation.
    pub fn plays(&self, key: &Key) -> Vec<Play> {
        let stones = (0..self.board.points).filter_map(|point| self.stone(key, point));
        stones.chain(self.coupon(key)).chain(self.pass(key)).chain(self.resignation(key)).collect()
    }

    /// The play of a move, if the board admits it.
    pub fn play(&self, key: &Key, mv: u8) -> Option<Play> {
        match usize::from(mv) {
            point if point < self.board.points => self.stone(key, point),
            _ if mv == COUPON => self.coupon(key),
            _ if mv == RESIGN => self.resignation(key),
            _ if mv == PASS => self.pass(key),
            _ => None,
        }
    }

    fn stone(&self, key: &Key, point: usize) -> Option<Play> {
        let Clauses { repetition, occurs, draw_at, .. } = self.clauses;
        let phase = self.phases.of(key.phase);
        let (before, mover, next) = (key.stones, key.mover, self.next(key.mover));
        let (after, captured) =
            self.board.place(&before, mover, point).filter(|_| phase.ko != Some(point))?;
        if self.clauses.declined && phase.run > 0 && after == before {
            return None;
        }
        let of = |class, who, stones| Fact::of(class, Some(who), stones);
        let own = |has: bool, class| has.then(|| of(class, mover, before));
        let is_left = repetition == Some(Repetition::LeftPosition);
        let [bar, occurs_now] = match is_left {
            true => [self.stood(after, mover, 0), self.stood(before, next, 0)],
            // His opponent's last pass is what `own` was until now.
            false if self.clauses.window > 0 => {
                [self.stood(after, next, phase.moves), self.stood(after, next, phase.moves + 1)]
            }
            false => [self.stood(after, next, self.phases.own(&phase, mover)); 2],
        };
        let disturbs = (1..u32::from(self.clauses.players)).contains(&phase.run);
        let initialised = own(self.clauses.initialised_twice && phase.run > 0, Class::Initialised);
        let disturbed = own(self.clauses.disturbed_twice && disturbs, Class::Disturbed);
        let declined = self.clauses.declined.then(|| of(Class::Declined, mover, after));
        let undone = |stones| (occurs == Lift::ProducedKo).then(|| Fact::of(Class::Undone, None, stones));
        let moved = || Fact { second: number_of(&after), ..Fact::of(Class::Moved, None, before) };
        let moved = self.clauses.move_once.then(moved);
        // The ban on repetition bars the play, or stops it, or does neither.
        let removes =
            (after[0] | after[1] | after[2]).count_ones() <= (before[0] | before[1] | before[2]).count_ones();
        let bar = bar.filter(|_| removes || !self.clauses.captures_only);
        // With `window` those facts name it that are of the moves looked back.
        let named: Vec<Fact> = match self.clauses.window {
            0 => bar.into_iter().collect(),
            window => {
                let first = (phase.moves + 1).saturating_sub(window.into());
                let of = |moves: u32| bar.map(|bar| Fact { second: moves, ..bar });
                (first..=phase.moves).filter_map(of).collect()
            }
        };
        let bars = [moved, undone(after), initialised, disturbed, declined];
        let sets = [
            occurs_now,
            moved,
            undone(before),
            initialised,
            disturbed,
            own(self.clauses.declined && phase.run > 0, Class::Declined),
            draw_at.map(|_| of(Class::Occurred, next, after)),
        ];
        let gone = |player: u8| {
            let count = |stones: &Stones| i64::from(Board::own(stones, player).count_ones());
            count(&before) + i64::from(player == mover) - count(&after)
        };
        let removed = gone(1 - mover % 2);
        if self.clauses.no_capture && removed > 0 {
            return None;
        }
        let prisoners = if self.clauses.scoring == Scoring::Territory { gone(1) - gone(0) } else { 0 };
        let ko = self.clauses.basic_ko.then(|| self.board.ko(point, mover, &after, captured)).flatten();
        let taken = if self.phases.prisoners { -phase.taken - for_black(mover, prisoners) } else { 0 };
        let ended = match self.clauses.repeating {
            Repeating::Illegal => None,
            Repeating::Draws => Some(Stopped::End(0)),
            Repeating::Loses => Some(Stopped::End(for_black(mover, -(self.board.points as i64)))),
            Repeating::Scores => Some(Stopped::End(self.score(&after) + for_black(next, taken))),
            Repeating::Prisoners => Some(Stopped::Won(prisoners)),
        };
        let won =
            self.clauses.captures > 0 && i64::from(phase.held) + removed >= self.clauses.captures.into();
        let held = if self.phases.keeps_held() && !won { phase.held + removed as u32 } else { phase.held };
        let (phase, moves) = self.phases.after_stone(&Phase { held, ..phase }, ko, taken);
        let key = Key { stones: after, mover: next, phase };
        let change = Change {
            clears: Classes::default()
                .with(Class::Undone, occurs == Lift::ProducedKo)
                .with(Class::Passed, self.clauses.passes_forgotten && disturbs),
            scored: (self.clauses.repeats_by_prisoners() && prisoners != 0).then_some(prisoners),
            sets: sets.into_iter().flatten().collect(),
            gain: if self.phases.prisoners { 0 } else { 2 * prisoners },
        };
        let stop = |fact: &Fact| Some(Stop { fact: *fact, outcome: ended.clone()? });
        let repeated = named.iter().filter_map(stop);
        let stops = repeated.chain(self.draws(&key, &change)).collect();
        let barred = named.iter().copied().filter(|_| ended.is_none());
        let bars = barred.chain(bars.into_iter().flatten()).collect();
        let effect = match self.is_cut(moves) {
            _ if won => Effect::End(for_black(mover, 1)),
            true => Effect::End(self.score(&after)),
            false => Effect::Next(key, change),
        };
        Some(Play { mv: point as u8, bars, stops, effect })
    }

    /// Whether the game is cut off after `moves` moves.
    fn is_cut(&self, moves: u32) -> bool {
        self.clauses.cut > 0 && moves >= u32::from(self.clauses.cut)
    }

    /// The score of a position, without prisoners.
    fn score(&self, stones: &Stones) -> i64 {
        match (self.clauses.scoring, self.clauses.tax) {
            _ if !self.clauses.has_score() => 0,
            (Scoring::Stones, _) => self.board.stones_of_black(stones),
            (Scoring::Area, Tax::Seki) => self.board.taxed(stones, 0),
            (Scoring::Area, Tax::All) => self.board.taxed(stones, 2),
            (scoring, _) => self.board.score(stones, scoring == Scoring::Territory),
        }
    }

    /// The coupon on top of the stack. It lifts the ban on repetition.
    fn coupon(&self, key: &Key) -> Option<Play> {
        let phase = self.phases.of(key.phase);
        let value = self.clauses.stack().nth(phase.coupons as usize)?;
        let next = self.next(key.mover);
        let occurs = matches!(self.clauses.repetition, Some(Repetition::Position | Repetition::Situation));
        let stood = self.stood(key.stones, next, 0).filter(|_| occurs && self.clauses.occurs == Lift::Stands);
        let change = Change {
            clears: Classes::default().with(Class::Stood, true).with(Class::Undone, true),
            scored: None,
            sets: stood.into_iter().collect(),
            gain: for_black(key.mover, value.into()),
        };
        let next = Key { mover: next, phase: self.phases.after_coupon(&phase), ..*key };
        Some(Play { mv: COUPON, bars: Vec::new(), stops: Vec::new(), effect: Effect::Next(next, change) })
    }

    /// The stops of a play for repetition of the state that it leads to. By these it ends in a
    /// draw, or makes the state occur a second time.
    fn draws(&self, key: &Key, change: &Change) -> Vec<Stop> {
        let fact = |class| Fact::of(class, Some(key.mover), key.stones);
        let (once, twice) = (fact(Class::Occurred), fact(Class::OccurredTwice));
        let draw = |fact| Stop { fact, outcome: Stopped::End(0) };
        match self.clauses.draw_at {
            None => Vec::new(),
            Some(2) => vec![draw(once)],
            Some(_) => {
                let sets = change.sets.iter().map(|fact| if *fact == once { twice } else { *fact }).collect();
                let again = Stopped::Next(*key, Change { sets, ..change.clone() });
                vec![draw(twice), Stop { fact: once, outcome: again }]
            }
        }
    }

    /// The resignation, where not every player can pass.
    fn resignation(&self, key: &Key) -> Option<Play> {
        let lost = Effect::End(for_black(key.mover, -1));
        let resigns = self.clauses.passing != Passing::Any;
        resigns.then(|| Play { mv: RESIGN, bars: Vec::new(), stops: Vec::new(), effect: lost })
    }

    fn pass(&self, key: &Key) -> Option<Play> {
        let clauses = &self.clauses;
        let mut phase = self.phases.of(key.phase);
        match clauses.passing {
            Passing::Any => {}
            Passing::ReturnPrisoner if phase.held > 0 => phase.held -= 1,
            Passing::None | Passing::ReturnPrisoner => return None,
        }
        let (stones, mover, next) = (key.stones, key.mover, self.next(key.mover));
        let (run, players) = (phase.run, u32::from(clauses.players));
        let score = self.score(&stones) + for_black(mover, phase.taken);
        let price = |player: u8| for_black(player, -i64::from(clauses.price));
        // The pass that is added where the other player must make the last move.
        let added = match clauses.last_pass {
            LastPass::None => false,
            LastPass::White => mover == 0,
            LastPass::Equal => phase.second == 0,
        };
        let end = score + price(mover) + if added { price(1 - mover) } else { 0 };
        let play = |stops, effect| Some(Play { mv: PASS, bars: Vec::new(), stops, effect });
        let in_a_row = clauses.passes_in_a_row.is_some_and(|passes| run + 1 == passes.into());
        let between = in_a_row && phase.successions + 1 < clauses.successions.into();
        if in_a_row && !between || phase.settled {
            return play(Vec::new(), Effect::End(end));
        }
        let (after, moves) = self.phases.after_pass(&phase, mover, &stones, between);
        if self.is_cut(moves) {
            return play(Vec::new(), Effect::End(end));
        }
        let first = if phase.passed { 0 } else { i64::from(clauses.first_pass[usize::from(mover) % 2]) };
        let gain = 2 * price(mover) + for_black(mover, first);
        let passed = Fact::of(Class::Passed, Some(mover), stones);
        let mut stops = Vec::new();
        let counts = clauses.second_pass == Some(SecondPass::Player)
            || clauses.second_pass == Some(SecondPass::Opponents) && run + 1 >= players - 1;
        let cycle = clauses.scores_cycle();
        if cycle {
            let mean = |moved: u32| Stopped::Mean((run + 1 + moved >= players).then_some(score));
            for j in (1..=self.longest_follow).rev() {
                let fact = Fact::of(Class::followed(j), Some(mover), stones);
                stops.push(Stop { fact, outcome: mean(j.into()) });
            }
            stops.push(Stop { fact: passed, outcome: mean(0) });
        } else if counts {
            stops.push(Stop { fact: passed, outcome: Stopped::End(end) });
        }
        let lifts = match clauses.lifted_by {
            LiftedBy::Nothing => false,
            LiftedBy::Pass => true,
            LiftedBy::TwoPasses => run > 0,
        };
        let occurs = match clauses.repetition {
            Some(Repetition::Position) => lifts || clauses.window > 0,
            Some(Repetition::Situation | Repetition::PassedSituation) => true,
            _ => false,
        };
        let second = if clauses.window > 0 { moves } else { self.phases.number_of(&stones) };
        let stood = self.stood(stones, next, second).filter(|_| occurs && clauses.occurs == Lift::Stands);
        let mut sets: Vec<Fact> = stood.into_iter().chain(counts.then_some(passed)).collect();
        for j in 1..=u32::from(self.longest_follow).min(run) {
            let earlier = (u32::from(mover) + players - j) % players;
            sets.push(Fact::of(Class::followed(j as u8), Some(earlier as u8), stones));
        }
        let of = |class, player| Fact::of(class, Some(player), stones);
        sets.extend((clauses.initialised_twice && run > 0).then(|| of(Class::Initialised, mover)));
        sets.extend(clauses.draw_at.map(|_| of(Class::Occurred, next)));
        let change = Change {
            clears: Classes::default()
                .with(Class::Stood, lifts)
                .with(Class::Undone, true)
                .with(Class::Occurred, clauses.since_pass)
                .with(Class::OccurredTwice, clauses.since_pass),
            scored: (cycle && run + 1 >= players).then_some(score),
            sets,
            gain,
        };
        let key = Key { mover: next, phase: after, ..*key };
        if !clauses.since_pass {
            stops.extend(self.draws(&key, &change));
        }
        play(stops, Effect::Next(key, change))
    }
}

// --- What the phase of a key holds ---

/// How the clauses lay out a phase.
struct PhaseLayout {
    /// The largest run of passes kept, and the largest of a key.
    longest: u32,
    most: u32,
    points: u32,
    basic_ko: bool,
    /// Whether the prisoners are kept.
    prisoners: bool,
    /// Whether the positions passed on last are kept, and whether passes settle a situation.
    situations: bool,
    settles: bool,
    /// Whether it is kept that somebody has passed, and whose turn it is of who moved first and
    /// second; the successions; the coupons; the moves after which the game is cut off.
    keeps_first: bool,
    keeps_second: bool,
    successions: u32,
    coupons: u32,
    /// None if games are not cut off.
    cut: Option<u32>,
    /// The number of values of the prisoners that each player holds.
    prisoners_held: u32,
}

/// What a phase holds.
struct Phase {
    /// The passes just made in a row, as many as are counted.
    run: u32,
    /// The intersection that basic ko bans.
    ko: Option<usize>,
    /// How many prisoners more than his opponent the mover has taken.
    taken: i64,
    /// Whether the pass just made was in a situation whose two positions were the same.
    settled: bool,
    /// The positions on which the mover and his opponent passed last, by number. They are seen from
    /// the mover's side, for whom his own stones are black; 0 if there is none.
    own: u32,
    other: u32,
    /// Whether somebody has passed.
    passed: bool,
    /// 1 if the mover is the player who did not move first.
    second: u32,
    /// The successions of passes that have come, the coupons taken, the moves made.
    successions: u32,
    coupons: u32,
    moves: u32,
    /// The prisoners that the mover holds, and his opponent.
    held: u32,
    held_by_other: u32,
}

impl Phase {
    /// The phase of a start.
    const START: Phase = Phase {
        run: 0,
        ko: None,
        taken: 0,
        settled: false,
        own: 0,
        other: 0,
        passed: false,
        second: 0,
        successions: 0,
        coupons: 0,
        moves: 0,
        held: 0,
        held_by_other: 0,
    };
}

/// The most prisoners by which a player of a lemma may be ahead. A play adds few, and a theorem has
/// few moves, so that the phases of both fit.
const MAX_PRISONERS: u32 = 1 << 20;

/// More than the prisoners that a player can hold where they may be given back: he captures at most once
/// for each position, of fewer than 3 to the power of 6, and five stones at most.
const MOST_HELD: u32 = 1 << 12;

/// The bits of the number of a position in a phase.
const POSITION_BITS: u32 = 15;

/// The number of a position with the colours exchanged; 0 stays 0.
fn turned(number: u32) -> u32 {
    match number {
        0 => 0,
        number => {
            let [black, white, _] = position_of(number);
            number_of(&[white, black, 0])
        }
    }
}

/// The number of a position from the side of a player, and back.
fn seen_by(player: u8, number: u32) -> u32 {
    if player == 0 { number } else { turned(number) }
}

impl PhaseLayout {
    fn new(clauses: &Clauses, points: usize) -> PhaseLayout {
        let situations = clauses.repetition == Some(Repetition::PassedSituation);
        let longest = clauses.longest_run();
        let most = clauses.passes_in_a_row.map_or(longest, |passes| longest.min(u32::from(passes) - 1));
        PhaseLayout {
            longest,
            most,
            points: points as u32,
            basic_ko: clauses.basic_ko,
            prisoners: clauses.keeps_prisoners(),
            situations,
            settles: clauses.all_pass,
            keeps_first: clauses.has_first_pass(),
            keeps_second: clauses.last_pass == LastPass::Equal,
            successions: clauses.successions.into(),
            coupons: 1 + clauses.stack().count() as u32,
            cut: Some(u32::from(clauses.cut)).filter(|cut| *cut > 0),
            prisoners_held: match clauses.passing {
                Passing::ReturnPrisoner => MOST_HELD,
                _ => u32::from(clauses.captures).max(1),
            },
        }
    }

    /// Whether the prisoners of each player are kept.
    fn keeps_held(&self) -> bool {
        self.prisoners_held > 1
    }

    /// The digits of the number above the unit, each with the number of its values.
    fn radices(&self) -> [u32; 7] {
        let (first, second) = (1 + u32::from(self.keeps_first), 1 + u32::from(self.keeps_second));
        let held = self.prisoners_held;
        [first, second, self.successions, self.coupons, self.cut.unwrap_or(1), held, held]
    }

    /// Whether any of these digits is kept.
    fn has_digits(&self) -> bool {
        self.cut.is_some() || self.radices() != [1; 7]
    }

    /// The number of phases that differ in nothing but the run and the ko.
    fn unit(&self) -> u32 {
        self.longest + 1 + if self.basic_ko { self.points } else { 0 }
    }

    /// Whether the clauses have this phase.
    fn has(&self, number: u32) -> bool {
        if self.situations {
            let Phase { settled, own, other, .. } = self.of(number);
            let most = 3u32.pow(self.points.min(MOST_POINTS_OF_PASSED_SITUATION as u32));
            let known = |position: u32| position <= most;
            let passed = number & 1 == 1;
            let right = |has: bool| !has || passed && self.settles;
            let run = !passed || self.longest == 0 || self.most >= 1;
            return known(own)
                && known(other)
                && right(settled)
                && run
                && number >> 2 >> (2 * POSITION_BITS) == 0;
        }
        let (folded, rest) = (number / self.unit(), number % self.unit());
        let room = match self.prisoners {
            true => 2 * MAX_PRISONERS,
            false => self.radices().iter().product::<u32>() - 1,
        };
        folded <= room && (rest <= self.most || rest > self.longest)
    }

    /// What a phase holds.
    fn of(&self, number: u32) -> Phase {
        let plain = Phase::START;
        if self.situations {
            let part = |from: u32| number >> from & ((1 << POSITION_BITS) - 1);
            let (run, settled) = ((number & 1).min(self.longest), number & 2 == 2);
            return Phase { run, settled, own: part(2), other: part(2 + POSITION_BITS), ..plain };
        }
        let (folded, rest) = (i64::from(number / self.unit()), number % self.unit());
        if self.has_digits() {
            let mut above = number / self.unit();
            let [first, second, successions, coupons, moves, held, held_by_other] =
                self.radices().map(|radix| {
                    let digit = above % radix;
                    above /= radix;
                    digit
                });
            let passed = first == 1;
            let phase = Phase { passed, second, successions, coupons, moves, held, held_by_other, ..plain };
            return match rest.checked_sub(self.longest + 1) {
                None => Phase { run: rest, ..phase },
                Some(point) => Phase { ko: Some(point as usize), ..phase },
            };
        }
        let taken = if folded & 1 == 0 { folded / 2 } else { -(folded + 1) / 2 };
        match rest.checked_sub(self.longest + 1) {
            None => Phase { run: rest, taken, ..plain },
            Some(point) => Phase { ko: Some(point as usize), taken, ..plain },
        }
    }

    /// The phase with `taken` prisoners of the mover.
    fn number(&self, taken: i64, rest: u32) -> u32 {
        let folded = if taken >= 0 { 2 * taken } else { -2 * taken - 1 };
        folded as u32 * self.unit() + rest
    }

    /// The number of a phase of which another move has been made, with this run or ko. `taken` are
    /// the prisoners of the next player.
    fn after_move(&self, phase: &Phase, taken: i64, rest: u32) -> (u32, u32) {
        if !self.has_digits() {
            return (self.number(taken, rest), 0);
        }
        let moves = if self.cut.is_some() { phase.moves + 1 } else { 0 };
        let second = if self.keeps_second { 1 - phase.second } else { 0 };
        let first = u32::from(phase.passed && self.keeps_first);
        // After the last move before a cut there is no key.
        let moved = moves % self.cut.unwrap_or(1);
        let held = [phase.held_by_other, phase.held];
        let digits = [first, second, phase.successions, phase.coupons, moved, held[0], held[1]];
        let above =
            digits.into_iter().zip(self.radices()).rev().fold(0, |all, (digit, radix)| all * radix + digit);
        (above * self.unit() + rest, moves)
    }

    /// The phase after a stone play that leaves a ko or none, and the moves made if they are kept.
    /// `taken` are the prisoners of the next player.
    fn after_stone(&self, before: &Phase, ko: Option<usize>, taken: i64) -> (u32, u32) {
        if self.situations {
            return (turned(before.other) << 2 | turned(before.own) << (2 + POSITION_BITS), 0);
        }
        self.after_move(before, taken, ko.map_or(0, |point| self.longest + 1 + point as u32))
    }

    /// The phase after a pass of a player on a position, and the moves made if they are kept.
    /// `between` says whether the pass is the last of a succession after which another must come.
    fn after_pass(&self, before: &Phase, mover: u8, stones: &Stones, between: bool) -> (u32, u32) {
        if self.situations {
            let here = seen_by(mover, number_of(stones));
            let settled = self.settles && before.other == here;
            let (own, other) = (turned(before.other), turned(here));
            return (1 | u32::from(settled) << 1 | own << 2 | other << (2 + POSITION_BITS), 0);
        }
        let successions = before.successions + u32::from(between);
        let run = if between { 0 } else { (before.run + 1).min(self.longest) };
        self.after_move(&Phase { passed: true, successions, ..*before }, -before.taken, run)
    }

    /// The phase after a coupon has been taken.
    fn after_coupon(&self, before: &Phase) -> u32 {
        self.after_move(&Phase { coupons: before.coupons + 1, ..*before }, 0, 0).0
    }

    /// The position on which the mover passed last, as a number in true colours.
    fn own(&self, phase: &Phase, mover: u8) -> u32 {
        seen_by(mover, phase.own)
    }

    /// The number of a position, where the phase keeps such.
    fn number_of(&self, stones: &Stones) -> u32 {
        if self.situations { number_of(stones) } else { 0 }
    }

    /// The image of a phase under a map. It is seen from the mover's side, so an exchange of
    /// colours leaves it as it is.
    fn image(&self, board: &Board, map: Map, number: u32) -> u32 {
        if map.symmetry == 0 {
            return number;
        }
        let alone = Map { exchanges: false, ..map };
        if self.situations {
            let image = |position: u32| match position {
                0 => 0,
                position => number_of(&board.stones(alone, &position_of(position))),
            };
            let Phase { own, other, .. } = self.of(number);
            return number & 3 | image(own) << 2 | image(other) << (2 + POSITION_BITS);
        }
        match self.of(number).ko {
            Some(point) => {
                let image = u32::from(board.image(alone, point as u8));
                number - point as u32 + image
            }
            None => number,
        }
    }
}
