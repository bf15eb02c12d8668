//! The referee of a given game, move by move: what is legal, what is banned and since when, how the
//! game ends.
//!
//! The referee only asks the ruleset, as an engine does, and keeps beside the state the moment at
//! which each fact last became true, so that he can say *which* earlier move bans the current one.

use std::collections::BTreeMap;
use std::fmt;

use crate::axes::Axis;
use crate::fact::{Class, Fact};
use crate::game::{Game, Ruling};
use crate::repetition::{Made, scoring_positions};
use crate::ruleset::{Effect, Key, Play, Points, State, StopEffect};
use superko_go::Player;
use superko_go::bits::{Point, PointSet};
use superko_go::notation::move_name;
use superko_go::player::Move;
use superko_go::position::Position;

/// A game in progress, or one that has ended.
#[derive(Clone)]
pub struct Referee<'a, S: PointSet = u64> {
    game: &'a Game<S>,
    state: State<S>,
    /// With more than two players, the state as each but Black sees it, who takes himself for
    /// Black.
    views: Vec<State<S>>,
    steps: Vec<Step<S>>,
    /// The phase in which each move was made.
    phases: Vec<u32>,
    /// The number of the move at which a fact last became true, 0 for the start. Facts that have
    /// been cleared stay in it: it is asked only for facts that hold.
    moments: BTreeMap<Fact<S>, usize>,
    /// Whether the last move has ended the game as a scoring cycle.
    cyclic: bool,
}

/// A move that was made, and what it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step<S: PointSet = u64> {
    /// The number of the move, from 1.
    pub number: usize,
    /// The player who made it.
    pub player: Player,
    /// The move.
    pub mv: Move<S::Point>,
    /// The position that it was made on.
    pub on: Position<S>,
    /// The position after it.
    pub position: Position<S>,
    /// The opposing stones that it removed, as a set of intersections.
    pub captured: S,
    /// The own stones that it removed (suicide), the stone just played included.
    pub lost: S,
    /// The reason why the player could only pass. `None` after a stone play and after a pass by
    /// choice.
    pub forced: Option<Forced>,
    /// The stage of play that begins with it, if one does: see
    /// [`Explain::stage`](crate::Explain::stage).
    pub begins: Option<&'static str>,
    /// The end of the game, if this move ended it.
    pub end: Option<End<S>>,
}

/// Reason why a player could only pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forced {
    /// The position was initialised for him before, by the pass of this number.
    Initialised(usize),
    /// Each stone play is banned or not admitted by the board, for a reason of its own.
    NoStonePlay,
}

/// The words for a game that has no result by the articles; the score that stands for it follows.
const NO_RESULT: &str = "with no result (counted as --cycles says)";

/// The end of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End<S: PointSet = u64> {
    /// The score: Black's points minus White's; with more than two players, Black's points.
    pub score: Points,
    /// Whether the game has a score, and not only a winner.
    pub scored: bool,
    /// With more than two players, the points of each.
    pub shares: Option<Shares>,
    /// If it is something earlier that made the last move end the game: the number of the player's
    /// earlier pass on the same position, or where a repetition ends it that of the move that led to
    /// the same state or position the last time.
    pub earlier: Option<usize>,
    /// Where a state or position that occurs again ends the game, which occurrence the last one is.
    pub occurrence: Option<Occurrence>,
    /// An event that still followed: see [`Explain::aftermath`](crate::Explain::aftermath); or that
    /// the game has no result by the articles, where the score is what such a game is worth.
    pub aftermath: Option<&'static str>,
    /// The stones that are dead, if the ruleset lets stones be dead: see
    /// [`Explain::dead`](crate::Explain::dead).
    pub dead: Option<S>,
}

/// An occurrence that ends a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence {
    /// What occurs again: `state` (position and player to move) or `position`.
    pub of: &'static str,
    /// The how many-th occurrence it is.
    pub number: u32,
}

/// The points of each of more than two players, in the order of play.
pub type Shares = Vec<Points>;

/// A scoring cycle of Kee 2009, rules 15 to 20.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoringCycle<S: PointSet = u64> {
    /// The number of its first move. Its last move is the last of the game.
    pub first: usize,
    /// The scoring positions with their scores (of Black, if there are more than two players), in
    /// the order of rule 17.
    pub scoring: Vec<(Position<S>, i32)>,
}

impl<'a, S: PointSet> Referee<'a, S> {
    /// A game before its first move.
    pub fn new(game: &'a Game<S>, start: Position<S>, mover: Player) -> Referee<'a, S> {
        let (_, delta) = game.rules.start(start, mover);
        let moments = delta.sets.iter().map(|fact| (*fact, 0)).collect();
        Referee {
            game,
            state: game.start(start, mover),
            views: game.views(start, mover),
            steps: Vec::new(),
            phases: Vec::new(),
            moments,
            cyclic: false,
        }
    }

    /// The state after the moves so far. After the end it is the state that the last move was made
    /// in.
    pub fn state(&self) -> &State<S> {
        &self.state
    }

    /// The moves so far and what they did.
    pub fn steps(&self) -> &[Step<S>] {
        &self.steps
    }

    /// The number of moves so far.
    pub fn made(&self) -> usize {
        self.steps.len()
    }

    /// The score, if the game has ended.
    pub fn ended(&self) -> Option<Points> {
        Some(self.steps.last()?.end.as_ref()?.score)
    }

    /// The points of more than two players, if the game has ended.
    pub fn shares(&self) -> Option<&Shares> {
        self.steps.last()?.end.as_ref()?.shares.as_ref()
    }

    /// With more than two players, the points of each, by the state as he sees it.
    fn seen(&self, seen: impl Fn(&State<S>) -> Points) -> Option<Shares> {
        let all = || std::iter::once(&self.state).chain(&self.views);
        (!self.views.is_empty()).then(|| all().map(seen).collect())
    }

    /// The player to move, if the game has not ended.
    pub fn mover(&self) -> Option<Player> {
        self.ended().is_none().then_some(self.state.key.mover)
    }

    /// Takes it to be another player's turn: see [`Game::with_turn_of`]. Returns whether the
    /// ruleset has such a state; the game is left as it was if it has none, or has ended.
    pub fn take_turn(&mut self, mover: Player) -> bool {
        let turned = self.game.with_turn_of(&self.state, mover).filter(|_| self.ended().is_none());
        let Some(turned) = turned else { return false };
        for (fact, _) in turned.past.facts().filter(|(fact, _)| self.state.past.get(fact).is_none()) {
            self.moments.insert(*fact, self.steps.len());
        }
        self.state = turned;
        true
    }

    /// Makes a move.
    ///
    /// # Errors
    /// [`Illegal`] says why the move may not be made. The game is left as it was.
    pub fn play(&mut self, mv: Move<S::Point>) -> Result<Step<S>, Illegal<S>> {
        let (play, ruling) = self.judge(mv).map_err(|why| self.illegal(mv, why))?;
        let (number, player, on) = (self.made() + 1, self.state.key.mover, self.state.key.position);
        let position = match &play.effect {
            Effect::Next(next, _) => next.position,
            Effect::End(_) => {
                let placed = mv
                    .placed()
                    .and_then(|point| on.place(&self.game.board, player, point, self.game.options.suicide));
                placed.map_or(on, |placement| placement.position)
            }
        };
        let end = match &ruling {
            Ruling::Leads(_) => None,
            Ruling::Ends(score) => {
                let aftermath = self.game.rules.aftermath(&self.game.board, &self.state.key);
                let dead = self.game.rules.dead(&self.game.board, &self.state.key);
                let shares = self.seen(|state| match self.ruling(state, mv) {
                    Some(Ruling::Ends(score)) => score,
                    _ => unreachable!("a move ends the game for all players or for none"),
                });
                let (earlier, occurrence) = self.earlier(&play);
                // A ruleset that says what a game without a result is worth has the articles that
                // there is none.
                let no_result = occurrence.is_some() && !self.game.entry.values(Axis::Cycles).is_empty();
                let aftermath = aftermath.or(no_result.then_some(NO_RESULT));
                let scored = self.game.ruleset().has_score();
                Some(End { score: *score, scored, shares, earlier, occurrence, aftermath, dead })
            }
            Ruling::Barred(_) => unreachable!("judge refuses a barred move"),
        };
        let stone = mv.placed().map_or(S::EMPTY, S::of);
        let own = |position: &Position<S>| position.stones_of(player);
        let lost = (own(&on) | stone) & !own(&position);
        let step = Step {
            number,
            player,
            mv,
            on,
            position,
            captured: on.occupied() & !own(&on) & !position.occupied(),
            lost,
            forced: if mv == Move::Pass { self.forced() } else { None },
            begins: self.begins(&ruling),
            end,
        };
        self.phases.push(self.state.key.phase);
        if let Ruling::Leads(_) = &ruling {
            self.record_moments(&play, number);
        }
        match ruling {
            Ruling::Leads(state) => {
                self.state = state;
                for place in 0..self.views.len() {
                    let Some(Ruling::Leads(next)) = self.ruling(&self.views[place], mv) else {
                        unreachable!("a move leads on for all players or for none");
                    };
                    self.views[place] = next;
                }
            }
            _ => self.cyclic = play.stops.iter().any(|stop| matches!(stop.effect, StopEffect::Mean(_))),
        }
        self.steps.push(step.clone());
        Ok(step)
    }

    /// The reason why a move would be illegal now, or `None` if it is legal.
    pub fn ban(&self, mv: Move<S::Point>) -> Option<Illegal<S>> {
        self.judge(mv).err().map(|why| self.illegal(mv, why))
    }

    /// The moment at which a fact last became true, whether it still holds or not; `None` if it
    /// never was.
    pub fn since(&self, fact: &Fact<S>) -> Option<Moment<S::Point>> {
        let number = *self.moments.get(fact)?;
        let Some(place) = number.checked_sub(1) else { return Some(Moment::Start) };
        let Step { player, mv, on, position, .. } = self.steps[place];
        let before = position != fact.position;
        debug_assert!(!before || on == fact.position, "a fact is about a position of its moment: {fact:?}");
        Some(Moment::Made { number, player, mv, name: move_name(&self.game.board, mv), before })
    }

    /// The scoring cycle, if the game has ended with one (Kee 2009 only).
    pub fn cycle(&self) -> Option<ScoringCycle<S>> {
        if !self.cyclic {
            return None;
        }
        let record: Vec<Made<S>> = self.steps.iter().map(|step| (step.mv, step.on)).collect();
        let players = self.game.rules.properties().players.count();
        let (place, scoring) = scoring_positions(&record, players, self.game.options.prisoners)?;
        let scored = scoring.into_iter().map(|(position, moment)| {
            let key = Key { position, mover: self.steps[moment].player, phase: self.phases[moment] };
            (position, self.game.rules.count(&self.game.board, &key))
        });
        Some(ScoringCycle { first: place + 1, scoring: scored.collect() })
    }

    /// A legal move with what becomes of it, never [`Ruling::Barred`]; or why it is illegal.
    fn judge(&self, mv: Move<S::Point>) -> Result<(Play<S>, Ruling<S>), Why<S>> {
        let (board, key) = (&self.game.board, &self.state.key);
        if self.ended().is_some() {
            return Err(Why::Ended);
        }
        if mv.names().is_some_and(|point| point.index() >= board.points()) {
            return Err(Why::NoIntersection);
        }
        let Some(play) = self.game.rules.play(board, key, mv) else {
            return Err(Why::Refused(self.game.rules.refusal(board, key, mv)));
        };
        match self.game.rule(&self.state, &play) {
            Ruling::Barred(fact) => {
                let since = self.since(&fact).expect("a fact that holds has become true at some moment");
                Err(Why::Barred { fact, since })
            }
            ruling => Ok((play, ruling)),
        }
    }

    /// The ruling on a move in a state, if its key admits it.
    fn ruling(&self, state: &State<S>, mv: Move<S::Point>) -> Option<Ruling<S>> {
        let play = self.game.rules.play(&self.game.board, &state.key, mv)?;
        Some(self.game.rule(state, &play))
    }

    fn illegal(&self, mv: Move<S::Point>, why: Why<S>) -> Illegal<S> {
        Illegal::of(self.game, self.state.key.mover, self.made(), mv, why)
    }

    /// Writes down when the facts that a move sets became true.
    fn record_moments(&mut self, play: &Play<S>, number: usize) {
        let stopped = play.stop_under(&self.state.past);
        let delta = match (stopped.map(|(stop, _)| &stop.effect), &play.effect) {
            (Some(StopEffect::Next(next)), _) => &next.1,
            (_, Effect::Next(_, delta)) => delta,
            (_, Effect::End(_)) => return,
        };
        for fact in &delta.sets {
            // A position was initialised by the pass just before the turn in which the fact is set;
            // and an earlier pass is followed by the passes up to the current one.
            let followed = Class::FOLLOWED.iter().position(|class| *class == fact.class);
            let before = match followed {
                Some(place) => place + 1,
                None => usize::from(fact.class == Class::Initialised),
            };
            self.moments.insert(*fact, number - before);
        }
    }

    /// The stage of play that a move begins.
    fn begins(&self, ruling: &Ruling<S>) -> Option<&'static str> {
        let Ruling::Leads(next) = ruling else { return None };
        let [before, after] = [&self.state, next].map(|state| self.game.rules.stage(state.key.phase));
        after.filter(|_| before != after)
    }

    /// The number of the earlier move that makes a play stop the game, and which occurrence of a
    /// state that is, if it is one.
    fn earlier(&self, play: &Play<S>) -> (Option<usize>, Option<Occurrence>) {
        let fact = play.stop_under(&self.state.past).map(|(stop, _)| stop.fact);
        let occurrence = fact.and_then(|fact| match fact.class {
            Class::Stood | Class::Made => Some(Occurrence { of: "position", number: 2 }),
            Class::Occurred => Some(Occurrence { of: "state", number: 2 }),
            Class::OccurredTwice => Some(Occurrence { of: "state", number: 3 }),
            _ => None,
        });
        (fact.map(|fact| self.moments[&fact]), occurrence)
    }

    /// The reason why the player to move can only pass, if he can only pass.
    fn forced(&self) -> Option<Forced> {
        let past = &self.state.past;
        let barred = |play: &Play<S>| play.bars.iter().any(|fact| past.get(fact).is_some());
        let plays = self.game.plays(&self.state.key);
        if plays.iter().any(|play| play.mv != Move::Pass && !barred(play)) {
            return None;
        }
        // The bar of a repeated initialisation is on every stone play, and there may be none to
        // show it.
        let Key { position, mover, .. } = self.state.key;
        let fact = Fact::of(Class::Initialised, Some(mover), position);
        let initialised_now = self.steps.last().is_some_and(|step| step.mv == Move::Pass);
        match past.get(&fact) {
            Some(_) if initialised_now => Some(Forced::Initialised(self.moments[&fact])),
            _ => Some(Forced::NoStonePlay),
        }
    }
}

// --- Why a move is illegal, in words: the fact that bans it, and the moment that made it true ---

/// An earlier moment of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Moment<P = u8> {
    /// The start.
    Start,
    /// A move.
    Made {
        /// Its number, from 1.
        number: usize,
        /// The player who made it.
        player: Player,
        /// The move.
        mv: Move<P>,
        /// Its name.
        name: String,
        /// Whether it is the position that the move was made on that counts, and not the one after
        /// it.
        before: bool,
    },
}

impl<P> Moment<P> {
    /// The number of the move, 0 for the start.
    pub fn number(&self) -> usize {
        match self {
            Moment::Start => 0,
            Moment::Made { number, .. } => *number,
        }
    }
}

/// The position of a moment, to stand after "recreate".
impl<P: Point> fmt::Display for Moment<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Moment::Start => write!(f, "the position at the start"),
            Moment::Made { number, player, mv: Move::Pass, .. } => {
                write!(f, "the position on which {} passed at move {number}", player.name())
            }
            Moment::Made { number, player, name, before, .. } => {
                let when = if *before { "before" } else { "after" };
                write!(f, "the position {when} move {number} ({} {name})", player.name())
            }
        }
    }
}

/// Reason why a move is illegal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why<S: PointSet = u64> {
    /// The game has ended.
    Ended,
    /// The board has no such intersection.
    NoIntersection,
    /// The key does not admit it, whatever happened before: see
    /// [`Explain::refusal`](crate::Explain::refusal).
    Refused(&'static str),
    /// A fact of the history bans it.
    Barred {
        /// The fact.
        fact: Fact<S>,
        /// When it last became true: for an initialisation, the pass that initialised.
        since: Moment<S::Point>,
    },
}

impl<S: PointSet> fmt::Display for Why<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (fact, since) = match self {
            Why::Ended => return write!(f, "the game has ended"),
            Why::NoIntersection => return write!(f, "the board has no such intersection"),
            Why::Refused(why) => return write!(f, "{why}"),
            Why::Barred { fact, since } => (fact, since),
        };
        match (fact.class, since, fact.who) {
            (Class::Undone, Moment::Made { number, player, name, .. }, _) => {
                write!(
                    f,
                    "banned, it would undo the stone play just made (move {number}, {} {name})",
                    player.name()
                )
            }
            (Class::Initialised, Moment::Made { number, player, .. }, Some(who)) => write!(
                f,
                "banned, this position was initialised for {} before (by {}'s pass at move {number}), so he may only pass",
                who.name(),
                player.name()
            ),
            (Class::Disturbed, since, _) => {
                write!(
                    f,
                    "banned, the player has made a disturbing play on this position before (move {})",
                    since.number()
                )
            }
            (Class::Moved, since, _) => {
                write!(f, "banned, it would lead from a position to another as move {} did", since.number())
            }
            (Class::Declined, since, _) => write!(
                f,
                "banned, it would recreate the position on which the player did not answer a pass by a pass (move {})",
                since.number()
            ),
            (Class::Disputed, since, _) => {
                write!(f, "banned, the player has disputed on this position before (move {})", since.number())
            }
            // A position that his opponent left, under rules that bar him alone from it.
            (_, Moment::Made { before: true, .. }, _) => write!(f, "banned, it would recreate {since}"),
            (_, _, Some(who)) => write!(f, "banned, it would recreate {since}, with {} to move", who.name()),
            (_, _, None) => write!(f, "banned, it would recreate {since}"),
        }
    }
}

/// A move that may not be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Illegal<S: PointSet = u64> {
    /// The number that the move would have, from 1.
    pub number: usize,
    /// The player who would make it.
    pub player: Player,
    /// The move.
    pub mv: Move<S::Point>,
    /// Its name.
    pub name: String,
    /// The reason why it may not be made.
    pub why: Why<S>,
}

impl<S: PointSet> Illegal<S> {
    /// A move that may not be made after `made` moves, the last turn being that of `mover`.
    pub(crate) fn of(
        game: &Game<S>,
        mover: Player,
        made: usize,
        mv: Move<S::Point>,
        why: Why<S>,
    ) -> Illegal<S> {
        let name = match (&why, mv.names()) {
            (Why::NoIntersection, Some(point)) => format!("intersection {point}"),
            _ => move_name(&game.board, mv),
        };
        let next = || game.rules.properties().players.next(mover);
        let player = if why == Why::Ended { next() } else { mover };
        Illegal { number: made + 1, player, mv, name, why }
    }
}

impl<S: PointSet> fmt::Display for Illegal<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}, {} {}: {}", self.number, self.player.name(), self.name, self.why)
    }
}

impl<S: PointSet> std::error::Error for Illegal<S> {}
