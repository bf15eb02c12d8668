//! The state machine of a composition of clauses.
//!
//! # State
//! Key: position, mover, and in the phase (`phase`) the run of passes just made as far as a clause
//! distinguishes runs, the intersection banned by ko, the balance of prisoners where scoring
//! positions count them or a repetition ends the game, and the last position that each player passed on where situations remember
//! it. History: the facts that the clauses ask for, each set and cleared as the stone plays and
//! passes below say. Where prisoners and the price of passes are points brought at once, they are
//! no part of the key.
//!
//! # The least and the greatest value
//! Let n be the number of intersections, p the price of a pass, and let a player pass at every
//! turn. His opponent makes at most n stone plays, as none of his stones is removed (where a price
//! is paid suicide is forbidden). Each pass of the first player but one follows a stone play or a
//! pass of the second; the passes of the two cancel, so he pays at most p(n + 1). By area he ends
//! with no less than -n besides. By territory he loses the s stones that he has on the board, at
//! most once, and their intersections: with t stones of the opponent that is s + (n - t) at most,
//! which is no more than 2n. With more players the score is a player's own area.
//!
//! Where a repetition ends the game, the first player makes none, and what his opponent makes is a draw,
//! his loss, or scored, as above; so a draw bounds the value besides. Where prisoners decide a
//! repetition, a win by them bounds it: see [`WIN_BY_CYCLE`].
//!
//! An additional pass at the end costs p once more. What the first pass of the game and the coupons
//! that are left bring changes the score by their sum at most, whoever gets them. Stones alone are
//! no more than n, and so is a taxed area: an independent life region has a chain with two
//! liberties, so it counts three points at least and pays two.

mod passes;
mod phase;

use smallvec::SmallVec;

use crate::axes::{BarsOnly, LastPass, Lift, Options, Prisoners, Scoring, Tax};
use crate::clauses::{Clauses, Draw, Endings, LiftedBy, Passing, Repeating, Repetition, Scored, Start};
use crate::fact::{Class, Classes, Delta, Fact, Gain, Second};
use crate::repetition::{EndedAtRepetition, RETAKE, ko_capture};
use crate::ruleset::{
    Effect, Explain, Key, Play, Points, Properties, Ruleset, State, Stop, StopEffect, mean, placement,
    placements, refusal,
};
use phase::{Further, Layout, Phase};
use superko_go::bits::PointSet;
use superko_go::board::Board;
use superko_go::placement::Placement;
use superko_go::player::Move;
use superko_go::position::Position;
use superko_go::score::{area_for_black, loss, prisoners, stones_for_black, taxed_area, territory};
use superko_go::{Player, Players, Symmetry};

/// A composition as a state machine.
#[derive(Clone)]
pub struct Composition {
    clauses: Clauses,
    options: Options,
    /// The number of players.
    players: u32,
    /// The number of passes after one of a player that facts distinguish: see
    /// [`crate::repetition`].
    followers: u32,
    /// The class of the facts of the ban on repetition.
    ban: Class,
    layout: Layout,
    ends: bool,
}

impl Composition {
    /// The machine of clauses that go together.
    pub fn of(clauses: Clauses, options: Options) -> Composition {
        let players = options.players.count() as u32;
        let cycle = clauses.scored == Scored::ScoringPositions;
        let moved = options.scoring == Scoring::Territory && options.prisoners == Prisoners::AsMoved;
        let followers = match options.players {
            _ if !cycle => 0,
            Players::Two => u32::from(moved),
            _ => players - 2,
        };
        let ends = clauses.endings(&options) == Endings::Always;
        let layout = Layout::of(&clauses, &options);
        let by_prisoners = clauses.repeating == Repeating::Prisoners;
        let ban = if by_prisoners { Class::Made } else { Class::Stood };
        Composition { clauses, options, players, followers, ban, layout, ends }
    }

    /// The largest board whose states fit in a key, of those of at most `most` intersections.
    pub fn max_points(clauses: &Clauses, most: usize) -> usize {
        phase::max_points(clauses, most)
    }

    /// The intersection banned by ko, for the player to move.
    fn ko<S: PointSet>(&self, board: &Board<S>, key: &Key<S>) -> Option<S::Point> {
        self.layout.phase(board.points(), key.phase).ko
    }

    /// Whether a score is the mean of scoring positions.
    fn scores_cycle(&self) -> bool {
        self.clauses.scored == Scored::ScoringPositions
    }

    /// Whether prisoners are points brought by the move that takes them.
    fn banks_prisoners(&self) -> bool {
        self.options.scoring == Scoring::Territory && !self.clauses.keeps_prisoners(&self.options)
    }

    /// The score of the position as it stands, without points brought before.
    fn score<S: PointSet>(&self, board: &Board<S>, key: &Key<S>, phase: &Phase<S::Point>) -> i32 {
        match self.options.scoring {
            _ if !self.clauses.has_score() => DRAW,
            Scoring::Area if self.options.tax != Tax::None => {
                taxed_area(board, &key.position, if self.options.tax == Tax::All { 2 } else { 0 })
            }
            Scoring::Area => area_for_black(board, &key.position, self.options.players),
            Scoring::Stones => stones_for_black(&key.position, self.options.players),
            Scoring::Territory => territory(board, &key.position) + for_black(key.mover, phase.prisoners),
        }
    }

    /// The facts that hold where a turn begins without a move before it.
    fn turn_facts<S: PointSet>(
        &self,
        position: Position<S>,
        mover: Player,
        phase: &Phase<S::Point>,
    ) -> Delta<S> {
        let stood = match self.clauses.repetition {
            Some(Repetition::LeftPosition) => None,
            _ if self.clauses.start == Start::Free => None,
            _ => self.made(position, mover, phase),
        };
        let occurred = self.clauses.draw.map(|_| self.occurred(position, mover));
        Delta::setting(stood.into_iter().chain(occurred))
    }

    /// Whether a pass after a run of `run` passes lifts the ban on repetition.
    fn lifts(&self, run: u32) -> bool {
        match self.clauses.lifted_by {
            LiftedBy::Nothing => false,
            LiftedBy::Pass => true,
            LiftedBy::TwoPasses => run >= 1,
        }
    }
}

impl Composition {
    /// Appends the stone plays of a turn that no pass came before: what a machine of its own takes
    /// over.
    pub fn stones_in_play<S: PointSet>(&self, board: &Board<S>, key: &Key<S>, plays: &mut Vec<Play<S>>) {
        self.stone_plays(board, key, &Phase::<S::Point>::default(), plays);
    }

    /// The change that a pass on a key makes if it lifts the ban on repetition.
    pub fn lifted<S: PointSet>(&self, key: &Key<S>) -> Delta<S> {
        let clears = Classes::of(&[Class::Stood, Class::Undone]);
        let next = self.options.players.next(key.mover);
        let stands = self
            .stood(key.position, next, &Phase::<S::Point>::default())
            .filter(|_| self.options.lift == Lift::Stands);
        Delta { clears, ..Delta::setting(stands) }
    }
}

/// A number from the mover's side as Black's minus White's, and back.
fn for_black(mover: Player, points: i32) -> i32 {
    if mover == Player::Black { points } else { -points }
}

impl<S: PointSet> Ruleset<S> for Composition {
    /// A mean is over scoring positions that may lie in the history: a player who has alive stones
    /// now may have wrecked and rebuilt them inside the scoring cycle, and a cycle without scoring
    /// positions is a draw, whatever he keeps. A draw by a state that occurs again is worth the
    /// same whatever is on the board. And the last position does not tell what passes and prisoners
    /// have cost.
    fn properties(&self) -> Properties {
        let area =
            self.options.scoring == Scoring::Area && self.clauses.ends_and_counts_plainly(&self.options);
        let plain = !self.scores_cycle() && self.clauses.draw.is_none() && self.clauses.price_of_pass == 0;
        Properties {
            players: self.options.players,
            exchangeable: self.options.players == Players::Two && self.clauses.exchangeable(&self.options),
            always_ends: self.ends,
            last_position_decides: area && plain,
        }
    }

    fn start(&self, position: Position<S>, mover: Player) -> (Key<S>, Delta<S>) {
        let key = Key { position, mover, phase: 0 };
        (key, self.turn_facts(position, mover, &Phase::<S::Point>::default()))
    }

    fn plays(&self, board: &Board<S>, key: &Key<S>, plays: &mut Vec<Play<S>>) {
        let phase = self.layout.phase(board.points(), key.phase);
        self.stone_plays(board, key, &phase, plays);
        plays.extend(self.coupon(board, key, &phase));
        plays.extend(self.pass(board, key, &phase));
        plays.extend(self.resignation(key));
    }

    fn play(&self, board: &Board<S>, key: &Key<S>, mv: Move<S::Point>) -> Option<Play<S>> {
        let phase = self.layout.phase(board.points(), key.phase);
        match mv {
            Move::Place(point) => {
                let mut plays = Vec::new();
                let placed = placement(board, *key, self.options.suicide, point);
                self.list_stones(board, key, &phase, placed, &mut plays);
                plays.pop()
            }
            Move::Pass => self.pass(board, key, &phase),
            Move::Resign => self.resignation(key),
            Move::Coupon => self.coupon(board, key, &phase),
            _ => None,
        }
    }

    fn value_range(&self, board: &Board<S>, state: &State<S>) -> (Points, Points) {
        let n = board.points() as i32;
        let whole = |low: i32, high: i32| (Points::from_integer(low), Points::from_integer(high));
        if self.options.players != Players::Two {
            return whole(0, n);
        }
        if !self.clauses.has_score() {
            return whole(-WIN, WIN);
        }
        let further = self.layout.phase::<S::Point>(board.points(), state.key.phase).further;
        let cost = self.clauses.price_of_pass * (n + 1 + i32::from(self.options.last_pass != LastPass::None));
        let [first, other] = self.clauses.first_pass;
        let left = self.clauses.coupons.values().iter().skip(further.coupons as usize);
        let gains = left
            .fold(if further.passed == 0 { first.max(other) } else { Gain::NONE }, |sum, value| sum + *value);
        match (self.options.scoring, self.clauses.keeps_prisoners(&self.options)) {
            (Scoring::Area | Scoring::Stones, _) => state.within(Gain::points(n + cost) + gains),
            (Scoring::Territory, false) => state.within(Gain::points(2 * n + cost) + gains),
            (Scoring::Territory, true) if self.ban == Class::Made => whole(-WIN_BY_CYCLE, WIN_BY_CYCLE),
            (Scoring::Territory, true) => {
                // Every position still to come that is scored is worth no less than the prisoners so
                // far less 2n. The game ends with such a score, with a mean of such and of the tally
                // of an earlier pass, or is a draw.
                let phase: Phase<S::Point> = self.layout.phase(board.points(), state.key.phase);
                let balance = for_black(state.key.mover, phase.prisoners);
                let (mut low, mut high) = whole(0.min(balance - 2 * n), 0.max(balance + 2 * n));
                for (_, tally) in state.past.facts() {
                    (low, high) = (low.min(mean(*tally)), high.max(mean(*tally)));
                }
                (low, high)
            }
        }
    }

    fn phase_image(&self, phase: u32, symmetry: &Symmetry) -> u32 {
        self.layout.image(phase, symmetry)
    }

    fn ended_at_repetition(&self, board: &Board<S>) -> Option<Box<dyn Ruleset<S>>> {
        let two = self.options.players == Players::Two;
        let plain = Ruleset::<S>::properties(self).last_position_decides
            && matches!(self.layout, Layout::Plain { .. });
        let endless = self.clauses.endings(&self.options) == Endings::Endless;
        let passes_end = self.clauses.last_pass(&self.options).is_some();
        let fits = board.points() <= Second::MAX_POINTS;
        (two && plain && endless && passes_end && fits).then(|| -> Box<dyn Ruleset<S>> {
            Box::new(EndedAtRepetition { rules: self.clone(), ko: Composition::ko })
        })
    }

    /// A ko bars the player whose turn it was, and nobody else. Prisoners, and the positions passed
    /// on, stay.
    fn turn_of(&self, board: &Board<S>, key: &Key<S>, mover: Player) -> Option<(Key<S>, Delta<S>)> {
        let phase = self.layout.phase(board.points(), key.phase);
        if phase.run > 0 || phase.further != Further::default() {
            return None;
        }
        let turned = Phase { prisoners: -phase.prisoners, ..phase.turned() };
        let number = self.layout.number(board.points(), &turned);
        Some((Key { mover, phase: number, ..*key }, self.turn_facts(key.position, mover, &turned)))
    }
}

impl<S: PointSet> Explain<S> for Composition {
    fn count(&self, board: &Board<S>, key: &Key<S>) -> i32 {
        self.score(board, key, &self.layout.phase(board.points(), key.phase))
    }

    fn counted(&self) -> &'static str {
        let points = self.clauses.has_first_pass() || self.clauses.has_coupons();
        match (self.options.scoring, self.clauses.price_of_pass) {
            (Scoring::Area, _) if self.options.tax != Tax::None => "area minus the tax is",
            (Scoring::Stones, 0) if !points => "the stones on the board make",
            (Scoring::Area, 0) if !points => "the area of the position is",
            (Scoring::Area, 0) => "area and the points of passes and coupons make",
            (Scoring::Territory, 0) if !points => "territory and prisoners make",
            (Scoring::Area, _) => "area and the price of passes make",
            (Scoring::Stones, _) => "stones and the points of passes and coupons make",
            (Scoring::Territory, _) => "territory, prisoners and the price of passes make",
        }
    }

    fn aftermath(&self, board: &Board<S>, key: &Key<S>) -> Option<&'static str> {
        let phase = self.layout.phase(board.points(), key.phase);
        let added = self.price_of_last_pass(key, &phase) != 0;
        added.then_some(match key.mover {
            Player::Black => "and White passes once more",
            _ => "and Black passes once more",
        })
    }

    fn refusal(&self, board: &Board<S>, key: &Key<S>, mv: Move<S::Point>) -> &'static str {
        let phase = self.layout.phase(board.points(), key.phase);
        if mv.placed().is_some_and(|point| phase.ko == Some(point)) {
            return RETAKE;
        }
        if mv == Move::Coupon && self.clauses.has_coupons() {
            return "all coupons have been taken";
        }
        if mv == Move::Pass {
            return match self.clauses.passing {
                Passing::ReturnPrisoner => "a pass gives back a prisoner, and the player has none",
                _ => "nobody may pass: expected an intersection, or resign",
            };
        }
        let placed =
            mv.placed().and_then(|point| key.position.place(board, key.mover, point, self.options.suicide));
        match placed {
            Some(_) if self.clauses.no_capture => "nothing may be captured",
            Some(_) => "the position passed on would stay as it is",
            None => refusal(key, mv),
        }
    }
}

// --- The facts that the clauses of a composition ask for ---

impl Composition {
    /// The fact that a position has stood with `next` to move, as the ban on repetition asks for
    /// it; under `left-position` the fact that the opponent of `next` has played on the position.
    /// `phase` is that of `next`: it has the position that his opponent passed on last.
    #[inline(always)]
    pub fn stood<S: PointSet>(
        &self,
        position: Position<S>,
        next: Player,
        phase: &Phase<S::Point>,
    ) -> Option<Fact<S>> {
        let who = match self.clauses.repetition? {
            Repetition::Position => None,
            _ => Some(next),
        };
        let mut fact = Fact::of(self.ban, who, position);
        if self.clauses.remembers_passes() {
            fact.second = phase.other.map(|passed| passed.seen_by(Players::Two, next));
        }
        Some(fact)
    }

    /// The fact that a move or the start sets for the ban on repetition, with `next` to move and his
    /// phase. With a `window` it has the number of moves made.
    pub fn made<S: PointSet>(
        &self,
        position: Position<S>,
        next: Player,
        phase: &Phase<S::Point>,
    ) -> Option<Fact<S>> {
        let mut fact = self.stood(position, next, phase)?;
        if self.clauses.window.is_some() {
            fact.second = Second::after(phase.further.moves);
        }
        Some(fact)
    }

    /// The facts that make a play a repetition, `moves` being the number of moves made before it: its
    /// position has stood, or with a `window` stood after one of the last moves.
    fn repeated<S: PointSet>(&self, stood: Fact<S>, moves: u32) -> impl Iterator<Item = Fact<S>> {
        let window = self.clauses.window;
        let seconds = match window {
            None => 0..=0,
            Some(window) => (moves + 1).saturating_sub(window)..=moves,
        };
        seconds.map(move |moves| match window {
            None => stood,
            Some(_) => Fact { second: Second::after(moves), ..stood },
        })
    }

    /// The fact that the state has occurred since the occurrences are counted.
    pub fn occurred<S: PointSet>(&self, position: Position<S>, next: Player) -> Fact<S> {
        Fact::of(Class::Occurred, Some(next), position)
    }
}

/// The fact that the last stone play was made on a position, and no pass has come since.
pub fn undone<S: PointSet>(position: Position<S>) -> Fact<S> {
    Fact::of(Class::Undone, None, position)
}

/// The fact that a player has passed on a position.
pub fn passed<S: PointSet>(player: Player, position: Position<S>) -> Fact<S> {
    Fact::of(Class::Passed, Some(player), position)
}

/// The fact that a player has passed on a position and `count` other players passed at once.
pub fn followed<S: PointSet>(count: u32, player: Player, position: Position<S>) -> Fact<S> {
    Fact::of(Class::FOLLOWED[count as usize - 1], Some(player), position)
}

// --- Stone plays: what bans them, and how they change the history ---

impl Composition {
    /// Whether a stone play may not undo the one just before it.
    pub fn bars_undoing(&self) -> bool {
        self.options.lift == Lift::ProducedKo
    }

    /// Appends the stone plays, in ascending order of their intersection.
    pub fn stone_plays<S: PointSet>(
        &self,
        board: &Board<S>,
        key: &Key<S>,
        phase: &Phase<S::Point>,
        plays: &mut Vec<Play<S>>,
    ) {
        self.list_stones(board, key, phase, placements(board, *key, self.options.suicide), plays);
    }

    /// Appends the plays of some placements.
    fn list_stones<S: PointSet>(
        &self,
        board: &Board<S>,
        key: &Key<S>,
        phase: &Phase<S::Point>,
        placements: impl Iterator<Item = (S::Point, Placement<S>)>,
        plays: &mut Vec<Play<S>>,
    ) {
        let Key { mover, position: before, .. } = *key;
        let clauses = &self.clauses;
        let next = self.options.players.next(mover);
        let about = |class| Fact::of(class, Some(mover), before);
        // Repeated Initialization Rule (Kee 2020): no stone play on a position initialised now and
        // before. The pair of a turn is set by the move that the player makes in it, whichever it
        // is: nothing asks for it in between.
        let initialised = (clauses.initialised_twice && phase.run > 0).then(|| about(Class::Initialised));
        // A stone play right after a pass, but not right after passes in a row by all, is a
        // disturbing play (Kee, March 2020).
        let disturbing = (1..self.players).contains(&phase.run);
        let disturbed = (clauses.disturbed_twice && disturbing).then(|| about(Class::Disturbed));
        let answers = (clauses.declined && phase.run > 0).then(|| about(Class::Declined));
        let mut clears = Classes::default();
        if self.bars_undoing() {
            clears = clears.with(Class::Undone);
        }
        if clauses.passes_forgotten && disturbing {
            clears = clears.with(Class::Passed);
        }
        let mut turned = if clauses.remembers_passes() { phase.turned() } else { Phase::default() };
        turned.further = self.layout.after_move(phase.further);
        let further = clauses.initialised_twice || clauses.disturbed_twice || clauses.declined;
        let undoing = self.bars_undoing();
        let counts_prisoners = self.options.scoring == Scoring::Territory;
        let counts_taken = clauses.captures.is_some() || clauses.passing == Passing::ReturnPrisoner;
        // The phase after a stone play is the same for all of them, but for the ko and the
        // prisoners.
        let turned_number = self.layout.number(board.points(), &turned);
        for (point, placement) in placements {
            let position = placement.position;
            // The play that declines a pass may not recreate the position passed on either: a
            // suicide of one stone.
            if phase.ko == Some(point) || answers.is_some() && position == before {
                continue;
            }
            if clauses.no_capture && position.occupied().count() <= before.occupied().count() {
                continue;
            }
            let (mut after, mut number, mut gain, mut won) = (turned, turned_number, Gain::NONE, false);
            let mut taken_for_black = 0;
            if clauses.basic_ko || counts_prisoners || counts_taken {
                after.ko = clauses.basic_ko.then(|| ko_capture(board, mover, point, &placement)).flatten();
                if counts_prisoners {
                    taken_for_black = prisoners(&before, &position, mover);
                    match self.banks_prisoners() {
                        true => gain = Gain::points(taken_for_black),
                        false => after.prisoners = -(phase.prisoners + for_black(mover, taken_for_black)),
                    }
                }
                if counts_taken {
                    let taken = for_black(mover, prisoners(&before, &position, mover));
                    after.further.other += taken as u32;
                }
                won = clauses.captures.is_some_and(|captures| after.further.other >= captures);
                if !won {
                    number = self.layout.number(board.points(), &after);
                }
            }
            let to = Key { position, mover: next, phase: number };
            let (mut bars, mut stops, mut sets) = (SmallVec::new(), SmallVec::new(), SmallVec::new());
            // "If a player makes a board play in a position, the opponent may not recreate it"
            // (Spight II).
            let (barred, set) = match clauses.repetition {
                Some(Repetition::LeftPosition) => {
                    (self.stood(position, mover, &after), self.stood(before, next, &after))
                }
                _ => (self.stood(position, next, &after), self.made(position, next, &after)),
            };
            if let (Some(latest), Some(set)) = (barred, set) {
                let holds = self.options.bars_only == BarsOnly::Plays
                    || position.occupied().count() <= before.occupied().count();
                let ends = self.end_by_repetition(board, &to, &after, mover, taken_for_black);
                for fact in self.repeated(latest, phase.further.moves).filter(|_| holds) {
                    match &ends {
                        None => bars.push(fact),
                        Some(effect) => stops.push(Stop { fact, effect: effect.clone() }),
                    }
                }
                sets.push(set);
            }
            if clauses.move_once {
                let second = Second::of(&position);
                let moved = Fact { second, ..Fact::of(Class::Moved, None, before) };
                bars.push(moved);
                sets.push(moved);
            }
            if undoing {
                bars.push(undone(position));
                sets.push(undone(before));
            }
            if further {
                for fact in [initialised, disturbed].into_iter().flatten() {
                    bars.push(fact);
                    sets.push(fact);
                }
                if let Some(answers) = answers {
                    sets.push(answers);
                }
                if clauses.declined {
                    bars.push(Fact::of(Class::Declined, Some(mover), position));
                }
            }
            let scored = (self.ban == Class::Made && taken_for_black != 0).then_some(taken_for_black);
            let delta = Delta { clears, scored, sets, gain };
            let effect = match self.is_cut(board, &after) {
                _ if won => Effect::End(-loss(mover) * WIN),
                true => Effect::End(self.score(board, &to, &after)),
                false => Effect::Next(to, delta),
            };
            let play = Play { mv: Move::Place(point), bars, stops, effect };
            plays.push(match clauses.draw {
                None => play,
                Some(draw) => self.with_draw(play, draw),
            });
        }
    }

    /// The end of a game by a repetition that `mover` makes, with this key and phase after it and the
    /// prisoners of the play, Black's points; `None` if it may not be played.
    #[inline]
    fn end_by_repetition<S: PointSet>(
        &self,
        board: &Board<S>,
        to: &Key<S>,
        after: &Phase<S::Point>,
        mover: Player,
        taken: i32,
    ) -> Option<StopEffect<S>> {
        Some(match self.clauses.repeating {
            Repeating::Illegal => return None,
            Repeating::Draws => StopEffect::End(DRAW),
            Repeating::Loses => StopEffect::End(loss(mover) * board.points() as i32),
            Repeating::Scores => StopEffect::End(self.score(board, to, after)),
            Repeating::Prisoners => StopEffect::Won { last: taken, points: WIN_BY_CYCLE },
        })
    }

    /// Whether the game is cut off after a move, which leads to this phase.
    fn is_cut<S: PointSet>(&self, board: &Board<S>, after: &Phase<S::Point>) -> bool {
        self.clauses.cut.is_some_and(|cut| after.further.moves >= cut.moves(board.points()))
    }

    /// A play that leads on, with its stops where a state that occurs again ends the game as a
    /// draw, and with what it adds to the occurrences.
    pub fn with_draw<S: PointSet>(&self, mut play: Play<S>, draw: Draw) -> Play<S> {
        let Effect::Next(next, delta) = &mut play.effect else { return play };
        let (next, before) = (*next, delta.clone());
        let once = self.occurred(next.position, next.mover);
        delta.sets.push(once);
        if draw.at == 2 {
            return play.stopped_by(once, StopEffect::End(DRAW));
        }
        let twice = Fact { class: Class::OccurredTwice, ..once };
        let mut again = before;
        again.sets.push(twice);
        play.stopped_by(twice, StopEffect::End(DRAW))
            .stopped_by(once, StopEffect::Next(Box::new((next, again))))
    }
}

/// The score of a draw.
const DRAW: i32 = 0;

/// The score of a game that Black has won, where there is none but that.
const WIN: i32 = 1;

/// What a win by the prisoners of a cycle is worth: more than any score.
///
/// *Argument.* Each stone play that does not end the game makes a position that has not stood, so
/// there are fewer than 3^n, n being the number of intersections. Players pass in turn within a run
/// of passes, so each run has at most one pass more of one player than of the other, and there is at
/// most one run more than plays. Turns alternate, so one player has made at most 3^n + 2 plays more
/// than the other. What has been taken from a player is what he had at the start and has played minus
/// what stands. So one has taken at most 3^n + 2 + 2n prisoners more than the other, and territory is
/// n at most besides: together less than 10,000 for n up to 8.
pub const WIN_BY_CYCLE: i32 = 10_000;
