//! Bounds of a value: thresholds for both players, cheap ones first.
//!
//! Each player is asked for three thresholds: the greatest that his opponent leaves him, as on many
//! boards the first player has all; to win, or, where that is settled, the middle of what is open;
//! and the next one above what he is sure of. A search that has proved one goes on above it
//! ([`ThresholdOrder`]). Each is tried with bounds on the prover's stones from the least up:
//! smaller bounds order the moves for greater ones, and where a search begins above the bound that
//! it needs it may take several times as much. Every threshold has a table of its own. What is
//! refuted for one would hold for all above, but these see at once of most states that the stones
//! which are left cannot suffice, so they would gain little; and a low threshold costs more than to
//! win does.
//!
//! The search that has taken the fewest nodes is next, each multiplied by a weight. The greatest
//! threshold of the player to move has about half of the whole, of the nodes as of the memory. So
//! the effort is a small multiple of that of the cheapest search. It ends where the bounds meet or
//! the budget does.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Terms;
use super::proof::Strategy;
use super::search::{Prover, SharedParts};
use super::settled::secured_lead;
use super::state::{AttackGoal, AttackState};
use super::thresholds::{PausedSearch, Side, ThresholdOrder, ThresholdSearch};
use crate::budget::{Budget, Limits, Stopped};
use superko_go::hashing::FixedMap;
use superko_go::{Board, Move, Player, Position, Suicide};
use superko_rules::axes::Cycles;
use superko_rules::{Game, Key, State};

/// The weights of the nodes of the player to move, and of his opponent, for each of
/// [`ThresholdOrder::ALL`].
const WEIGHTS: [[u64; 3]; 2] = [[1, 2, 8], [8, 8, 4]];

/// The same on the empty board, of which the player to move is likely to have all.
const WEIGHTS_OF_A_FIRST_MOVE: [[u64; 3]; 2] = [[1, 4, 16], [32, 32, 32]];

/// The bounds on stones with which [`BoundsSearch::try_all`] asks.
const FIRST_BOUNDS: usize = 3;

/// The bounds of a value that were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Black is ahead by so much at least.
    pub low: i32,
    /// And by so much at most.
    pub high: i32,
    /// A first move by which the player to move is sure of what he is sure of, if a search has
    /// found one.
    pub mv: Option<Move>,
    /// The reason why the search stopped, if the bounds may still be improved.
    pub stopped: Option<Stopped>,
}

impl Found {
    /// Whether bounds of what the players can force in finite play are bounds of the value,
    /// whatever a game without end is worth. The value is the median of what Black can force, what
    /// White can hold him to, and the worth of such a game; so it lies between the bounds. Where
    /// such a game has no result, the value may be none, but not if one of the players can force an
    /// end in which he does not lose: see [`Interval::value`](crate::retrograde::Interval::value).
    pub fn bounds_value_of_endless(&self, cycles: Cycles) -> bool {
        cycles != Cycles::NoResult || self.low >= 0 || self.high <= 0
    }
}

/// The bounds of the value of a state, on one thread; `None` if nothing is claimed under its
/// ruleset, or if the state has a history.
pub fn bounds(game: &Game, state: &State, budget: &Budget) -> Option<Found> {
    let mut bounding = BoundsSearch::of_start(Terms::of(game)?, game, state, budget, 1)?;
    bounding.first_is_safe();
    bounding.go(u64::MAX);
    Some(bounding.found())
}

/// The bounds of the value of a starting position on some terms that a proof of the engine has.
pub fn bounds_under(
    terms: Terms,
    board: &Board,
    position: &Position,
    mover: Player,
    budget: &Budget,
    threads: usize,
) -> Found {
    let mut bounding = BoundsSearch::new(terms, board, position, mover, budget, threads);
    bounding.go(u64::MAX);
    bounding.found()
}

/// The state of the search for the bounds of one starting position before they meet, to resume it.
pub struct BoundsState {
    /// The lead of which each player is sure, and his move at the start by which he is.
    pub sure: [(i32, Option<Move>); 2],
    /// The greatest threshold of each player that may still be proved in this way.
    pub ceilings: [i32; 2],
    /// The searches of each player.
    pub searches: [Vec<PausedSearch>; 2],
    /// The search that was stopped within a step: the index of the player, and its order.
    pub current: Option<(usize, ThresholdOrder)>,
}

impl BoundsState {
    /// The nodes that were spent.
    pub fn nodes(&self) -> u64 {
        self.searches.iter().flatten().map(|paused| paused.findings.nodes).sum()
    }

    /// The bytes of the tables.
    pub fn bytes(&self) -> usize {
        self.searches.iter().flatten().map(|paused| paused.findings.table.bytes()).sum()
    }
}

/// The sixteenths of the memory for the table of a search: a half for the likeliest, 5 sixteenths
/// for the others, and the rest is for a proof.
pub fn table_sixteenths(moving: bool, order: ThresholdOrder) -> usize {
    if moving && order == ThresholdOrder::Max { 8 } else { 1 }
}

/// A search for the bounds of the value of one starting position, which can be paused.
pub struct BoundsSearch<'a> {
    terms: Terms,
    board: &'a Board,
    position: Position,
    mover: Player,
    budget: &'a Budget,
    threads: usize,
    sides: [Side; 2],
    searches: [Vec<ThresholdSearch<'a>>; 2],
    /// What all searches know of parts of the board.
    parts: SharedParts,
    /// The greatest threshold of each player that may still be proved in this way.
    ceilings: [i32; 2],
    /// The search that was stopped within a step: the index of the player, and its order.
    current: Option<(usize, ThresholdOrder)>,
    /// Whether no more can be proved in this way.
    exhausted: bool,
    stopped: Option<Stopped>,
}

impl<'a> BoundsSearch<'a> {
    /// A search for the bounds of a state; `None` if the state has a history.
    pub fn of_start(
        terms: Terms,
        game: &'a Game,
        state: &State,
        budget: &'a Budget,
        threads: usize,
    ) -> Option<BoundsSearch<'a>> {
        let key = state.key;
        let fresh = game.start(key.position, key.mover) == *state;
        fresh.then(|| BoundsSearch::new(terms, &game.board, &key.position, key.mover, budget, threads))
    }

    /// A search for the bounds of a starting position on some terms.
    pub fn new(
        terms: Terms,
        board: &'a Board,
        position: &Position,
        mover: Player,
        budget: &'a Budget,
        threads: usize,
    ) -> BoundsSearch<'a> {
        let least = -(board.points() as i32);
        let side = |player| {
            let start = AttackState::start(position, mover, player);
            Side {
                player,
                start,
                sure: secured_lead(board, &start.position, terms.suicide).unwrap_or(least),
                mv: None,
                strategy: None,
            }
        };
        let (sides, searches) = (Player::ALL.map(side), [const { Vec::new() }; 2]);
        BoundsSearch {
            terms,
            board,
            position: *position,
            mover,
            budget,
            threads,
            sides,
            searches,
            parts: SharedParts::default(),
            ceilings: [i32::MAX; 2],
            current: None,
            exhausted: false,
            stopped: None,
        }
    }

    /// Uses that the player who moves first on an empty board does not lose ([`first_is_safe`]),
    /// where every game ends.
    pub fn first_is_safe(&mut self) {
        if first_is_safe(&self.terms, &self.position) {
            let side = &mut self.sides[self.mover.index()];
            side.sure = side.sure.max(0);
        }
    }

    /// Resumes another search about the same starting position on the same terms.
    pub fn resume(&mut self, known: BoundsState) {
        let BoundsState { sure, ceilings, searches, current } = known;
        for (side, (sure, mv)) in self.sides.iter_mut().zip(sure) {
            (side.sure, side.mv, side.strategy) = (sure, mv, None);
        }
        (self.ceilings, self.current) = (ceilings, current);
        for (side, searches) in searches.into_iter().enumerate() {
            let search = |paused: PausedSearch| {
                self.search(side, paused.progress.order, paused.findings.threshold).resumed(paused)
            };
            self.searches[side] = searches.into_iter().map(search).collect();
        }
    }

    /// Ends the search, and returns what it knows; `None` if nothing is left to do.
    pub fn ended(self) -> Option<BoundsState> {
        let left = self.stopped.is_some() || !self.is_over() && !self.exhausted;
        let BoundsSearch { sides, ceilings, searches, current, .. } = self;
        left.then(|| BoundsState {
            sure: sides.map(|side| (side.sure, side.mv)),
            ceilings,
            searches: searches.map(|searches| searches.into_iter().map(ThresholdSearch::paused).collect()),
            current,
        })
    }

    /// The bounds so far.
    pub fn found(&self) -> Found {
        let [black, white] = &self.sides;
        let mv = self.sides[self.mover.index()].mv;
        Found { low: black.sure, high: -white.sure, mv, stopped: self.stopped }
    }

    /// The strategies of the players by which they are sure of these bounds, if this search has found
    /// them.
    pub fn strategies(&self) -> impl Iterator<Item = &Arc<Strategy>> {
        let sides = self.sides.iter();
        sides.filter_map(|side| side.strategy.as_ref().filter(|strategy| strategy.lead == side.sure))
    }

    /// Whether nothing is left to do.
    pub fn is_over(&self) -> bool {
        let [black, white] = &self.sides;
        self.stopped.is_some() || black.sure >= -white.sure
    }

    /// Whether no more can be proved in this way.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// Searches until about `nodes` more are spent: a step that is begun with them is finished.
    pub fn go(&mut self, nodes: u64) {
        let until = self.budget.nodes().saturating_add(nodes);
        while !self.is_over() && self.budget.nodes() < until {
            for player in Player::ALL {
                self.update_searches(player.index());
            }
            let searches = self.searches.iter_mut().enumerate();
            let all =
                searches.flat_map(|(side, searches)| searches.iter_mut().map(move |search| (side, search)));
            let open = all.filter(|(_, search)| search.is_open());
            // What was stopped within a step finishes it.
            let priority = |(side, search): &(usize, &mut ThresholdSearch)| {
                (self.current != Some((*side, search.order())), search.cost())
            };
            let Some((side, search)) = open.min_by_key(priority) else {
                self.exhausted = true;
                break;
            };
            self.current = None;
            self.stopped = search.step(&mut self.sides[side]).err();
            search.report_nodes();
            if self.stopped.is_some() {
                self.current = Some((side, search.order()));
            }
            if !search.is_open() {
                // What cannot be proved in this way is not tried again, nor is anything above it.
                self.ceilings[side] = self.ceilings[side].min(search.threshold() - 1);
            }
        }
    }

    /// Tries the greatest threshold of the player to move with a few bounds. Where he has all that his
    /// opponent leaves him, a proof often takes few nodes; where he has not, they are few as well.
    pub fn try_all(&mut self) {
        let side = self.mover.index();
        self.update_searches(side);
        for _ in 0..FIRST_BOUNDS {
            let greatest =
                self.searches[side].iter_mut().find(|search| search.order() == ThresholdOrder::Max);
            let Some(search) = greatest.filter(|search| search.is_open() && self.stopped.is_none()) else {
                break;
            };
            self.stopped = search.step(&mut self.sides[side]).err();
            search.report_nodes();
            if self.sides[side].sure >= search.threshold() {
                break;
            }
        }
    }

    /// Moves the searches of a player to open thresholds, each to another.
    fn update_searches(&mut self, side: usize) {
        let sure = self.sides[side].sure;
        let most = self.ceilings[side].min(-self.sides[1 - side].sure);
        if most <= sure {
            self.searches[side].clear();
            return;
        }
        let mut before = std::mem::take(&mut self.searches[side]);
        let first = before.is_empty();
        for order in ThresholdOrder::ALL {
            let place = before.iter().position(|search| search.order() == order);
            let mut known = place.map(|place| before.swap_remove(place));
            if let Some(search) = known.as_mut().filter(|search| search.threshold() <= sure) {
                search.rise(sure, most);
            }
            // What the opponent denies cannot be proved. The search restarts below that.
            known = known.filter(|search| search.threshold() <= most);
            let threshold = match &known {
                Some(search) => search.threshold(),
                None if first && order == ThresholdOrder::Bisect && (sure + 1..=most).contains(&1) => 1,
                None => order.threshold(sure, most, 1),
            };
            if self.searches[side].iter().all(|other| other.threshold() != threshold) {
                let search = known.unwrap_or_else(|| self.search(side, order, threshold));
                self.searches[side].push(search);
            }
        }
    }

    /// A new search of a player that begins at a threshold.
    fn search(&self, side: usize, order: ThresholdOrder, threshold: i32) -> ThresholdSearch<'a> {
        let BoundsSearch { terms, board, budget, threads, .. } = *self;
        let moving = side == self.mover.index();
        let empty = self.position.occupied() == 0;
        let weights = if empty { WEIGHTS_OF_A_FIRST_MOVE } else { WEIGHTS }[usize::from(!moving)];
        let part = budget.memory() / 16;
        let prover = Prover::new(
            AttackGoal { board, terms, threshold },
            table_sixteenths(moving, order) * part,
            budget,
        );
        let prover = prover.on_threads(threads).sharing(&self.parts);
        let start = &self.sides[side].start;
        ThresholdSearch::new(prover, start, order, weights[order as usize], 3 * part)
    }
}

// --- stealing --------------------------------------------------------------------------------------------------------
//
// *The empty board.* Who moves first does not lose (strategy stealing), as he can pass and leave
// the first stone to his opponent.
//
// Let a composition have terms ([`Terms::of`]), suicide be forbidden, and Black move first on the
// empty board with an empty history. Suppose that White could hold him below 0.
//
// * Black passes until White plays a stone. If White never does, the game ends on the empty board:
//   every position that could be scored, alone or in a mean, is worth 0. So White has to play a
//   stone s, and from there he holds Black below 0.
// * Once a stone has been played the board is never empty again, as without suicide the stone
//   played last stays.
// * The game in which White moves first and plays s at once goes on in the same way. The two
//   histories differ by passes on the empty board and by that board itself. No stone recreates it
//   and nobody passes on it again, so whatever bans a position or a situation that has occurred, or
//   counts the passes on one, does not come to it. The runs of passes end with s. Under
//   `passed-situation` the last position that a player has passed on is at first the empty board in
//   one game and the same or none in the other; neither comes again, so that the same situations
//   are equal. A mean is over what comes after the first of two passes on one position, so nothing
//   of the empty board is in it.
// * The compositions do not tell the colours apart. So White, who has at least 1 point (or a part
//   of one) by moving first and playing s, shows that Black has as much by moving first, against
//   what was supposed.
//
// No move is known by this, and no certificate: it is not what `solve prove` proves.

/// Whether the player who moves first is sure not to lose.
pub fn first_is_safe(terms: &Terms, start: &Position) -> bool {
    start.occupied() == 0 && terms.suicide == Suicide::Forbidden
}

// --- bounds for a session ---------------------------------------------------------------------------------------------
//
// A session searches for bounds of starting positions between its searches for lemmas.

/// The most intersections with which a session searches for lemmas before it searches for bounds:
/// that search finds most values there, and what is published of such boards, node counts among it,
/// was made by it alone.
pub const MAX_POINTS_SEARCH_FIRST: usize = 16;

/// A starting position gets at most 2 to the power of its intersections and these nodes. The empty
/// 4x5 gets a thousand million; so a search without a limit comes to an end, and the search over
/// lemmas gets its turn.
const EXTRA_LOG_NODES: u32 = 10;

/// The same on boards of up to [`MAX_POINTS_SEARCH_FIRST`] intersections. The search values most of them in
/// the end, so what is spent on bounds that are not found should not be much more than it takes:
/// the empty 2x8 under `nssk` has 6 million nodes of the search, 4x4 under `kee2009` 9 million. 2x8
/// under `kee2009` is valued by bounds, with 11 million (`docs/measurements.md`).
const EXTRA_LOG_NODES_SMALL: u32 = 8;

/// The bounds of the starting positions of a session's game.
#[derive(Default)]
pub struct StartBounds {
    found: Mutex<FixedMap<Key, (Found, u64)>>,
    /// The strategies of the players in the starting position that was asked about last.
    strategies: Mutex<Option<(Key, Vec<Arc<Strategy>>)>>,
    paused: Mutex<Paused>,
}

/// Work that was stopped and can be resumed, if such work is kept.
#[derive(Default)]
pub struct Paused {
    is_kept: bool,
    /// The starting position that is valued by turns, and the current turn.
    pub turn: Option<(Key, Turn)>,
    /// The starting position whose bounds are searched for, and the state of that.
    pub bounds: Option<(Key, BoundsState)>,
    /// The limits of the latter in the current budget, and its nodes.
    limits: Option<(Limits, u64)>,
}

/// A turn of the search for lemmas or of that for bounds.
#[derive(Debug, Clone, Copy, Default)]
pub struct Turn {
    /// The number, from 0 on.
    pub number: usize,
    /// The nodes spent in it.
    pub nodes: u64,
}

/// The terms for bounds of a game's values; where games may go on for ever, of what can be forced
/// in finite play.
fn terms(game: &Game) -> Option<Terms> {
    Terms::of(game).or_else(|| Terms::of_endless(game))
}

impl StartBounds {
    /// Whether bounds of a state are searched for: something is claimed under its ruleset, and it
    /// has no history.
    pub fn are_asked(game: &Game, state: &State) -> bool {
        terms(game).is_some() && game.start(state.key.position, state.key.mover) == *state
    }

    /// The bounds of a state that were found before.
    pub fn get(&self, state: &State) -> Option<Found> {
        self.found().get(&state.key).map(|(found, _)| *found)
    }

    /// Strategies for bounds of a state, if it is the last one whose bounds were found.
    pub fn strategies(&self, state: &State) -> Vec<Arc<Strategy>> {
        let last = self.strategies.lock().unwrap_or_else(PoisonError::into_inner);
        last.iter()
            .filter(|(key, _)| *key == state.key)
            .flat_map(|(_, known)| known.iter().cloned())
            .collect()
    }

    /// Keeps the strategies of a search.
    pub fn keep_strategies(&self, state: &State, bounding: &BoundsSearch) {
        let mut last = self.strategies.lock().unwrap_or_else(PoisonError::into_inner);
        *last = Some((state.key, bounding.strategies().cloned().collect()));
    }

    /// Keeps work that is stopped from now on, to resume it when the same is asked again.
    pub fn keep_stopped(&mut self) {
        self.paused.get_mut().unwrap_or_else(PoisonError::into_inner).is_kept = true;
    }

    /// The turn to resume, which is the first unless work on the same state was stopped.
    pub fn turn(&self, state: &State) -> Turn {
        self.paused().turn.filter(|(key, _)| *key == state.key).map_or(Turn::default(), |(_, turn)| turn)
    }

    /// Records the current turn.
    pub fn keep_turn(&self, state: &State, turn: Turn) {
        let mut paused = self.paused();
        if paused.is_kept {
            paused.turn = Some((state.key, turn));
        }
    }

    /// The share of a budget for a state, and its nodes: what its board deserves, but at most half
    /// of the nodes left, three quarters of the time, and `memory`. After a pause it is what it
    /// was. `None` if the state had as much before.
    pub fn share(&self, game: &Game, state: &State, budget: &Budget, memory: usize) -> Option<(Budget, u64)> {
        let mut paused = self.paused();
        paused.bounds = paused.bounds.take().filter(|(key, _)| *key == state.key);
        let limits = paused.limits.take().filter(|_| paused.bounds.is_some());
        if let Some((limits, nodes)) = limits {
            return Some((budget.within(limits), nodes));
        }
        let points = game.board.points();
        let more = if points <= MAX_POINTS_SEARCH_FIRST { EXTRA_LOG_NODES_SMALL } else { EXTRA_LOG_NODES };
        let most = 1 << (points as u32 + more).min(62);
        let before = paused.bounds.as_ref().map_or(0, |(_, bounds)| bounds.nodes());
        let left = budget.nodes_left().map_or(u64::MAX, |left| left / 2);
        let nodes = left.min(most - before.min(most));
        let again = self
            .found()
            .get(&state.key)
            .is_none_or(|(found, tried)| found.stopped.is_some() && *tried < nodes);
        (again || paused.bounds.is_some()).then(|| (budget.attempt(nodes, 3, memory), nodes))
    }

    /// The search for a state, within its [share](StartBounds::share). What needs no search is
    /// found at once.
    pub fn bounding<'a>(
        &self,
        game: &'a Game,
        state: &State,
        share: &'a Budget,
        threads: usize,
    ) -> Option<BoundsSearch<'a>> {
        let mut bounding = BoundsSearch::of_start(terms(game)?, game, state, share, threads)?;
        if game.rules.properties().always_ends {
            bounding.first_is_safe();
        }
        let known = self.paused().bounds.take().filter(|(key, _)| *key == state.key);
        known.into_iter().for_each(|(_, bounds)| bounding.resume(bounds));
        Some(bounding)
    }

    /// Keeps the bounds of a state that were found with a share of `nodes`.
    pub fn keep(&self, state: &State, found: Found, nodes: u64) {
        if matches!(found.stopped, None | Some(Stopped::Nodes)) {
            self.found().insert(state.key, (found, nodes));
        }
    }

    /// Keeps the search for a state, which was stopped, with its share.
    pub fn pause(&self, state: &State, bounding: BoundsSearch, (share, nodes): (&Budget, u64)) {
        let mut paused = self.paused();
        if paused.is_kept {
            paused.bounds = bounding.ended().map(|bounds| (state.key, bounds));
            paused.limits = paused.bounds.is_some().then(|| (share.limits(), nodes));
        }
    }

    /// The bytes of the tables of work that was stopped.
    pub fn bytes(&self) -> usize {
        self.paused().bounds.as_ref().map_or(0, |(_, bounds)| bounds.bytes())
    }

    /// The bounds of each starting position, and with how many nodes at most.
    pub fn found(&self) -> MutexGuard<'_, FixedMap<Key, (Found, u64)>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work that was stopped.
    pub fn paused(&self) -> MutexGuard<'_, Paused> {
        self.paused.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
