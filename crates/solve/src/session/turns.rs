//! Turns of the search and the bounded engine in a session.
//!
//! They take turns, and each resumes where its last turn ended. The turns grow by a constant factor, so
//! that what the slower engine has cost is a small multiple of what the faster one takes. The search
//! goes first, as most late positions cost it less; but from a board of few stones the player to move
//! may have all, which the bounded engine finds soon or not at all. Before a state gets the whole
//! budget, these turns give its known bounds.

use super::{FIRST_NODES, Session};
use crate::attack::Found;
use crate::attack::value::{MAX_POINTS_SEARCH_FIRST, StartBounds, Turn};
use crate::bounds::{Bounds, Known};
use crate::budget::{Budget, Stopped};
use crate::dfpn::proof_numbers::SearchState;
use crate::dfpn::searcher::Searcher;
use superko_rules::State;

/// The nodes of each turn of the search, and of the turn of the bounded engine after it.
///
/// On a `small` board the first turn of the search has `first_nodes`, more than most values take. On a
/// larger one it has a part of them, and from the fourth turn on the bounded engine has four times as many nodes
/// as the search, as it finds most values there.
fn turns(first_nodes: u64, small: bool) -> impl Iterator<Item = (u64, u64)> {
    let turn = move |number: u32| (first_nodes / 64).max(1).saturating_mul(4u64.saturating_pow(number));
    let bounding = move |number: u32| turn(if small || number < 3 { number } else { number + 1 });
    (if small { 3 } else { 0 }..).map(move |number| (turn(number), bounding(number)))
}

/// The fewest empty intersections with which a session asks for all points before it searches for
/// lemmas.
const MIN_EMPTY: usize = 12;

impl Session<'_> {
    /// The known bounds of a state where every game ends.
    pub(super) fn known_bounds(
        &self,
        state: &State,
        budget: &Budget,
        threads: usize,
        guidance: &SearchState,
    ) -> Known {
        let mut known = Known::of(Bounds::unknown(self.game, state));
        let alone = !self.life
            || self.observer.is_some()
            || self.helpers.is_some()
            || !StartBounds::are_asked(self.game, state);
        let small = self.game.board.points() <= MAX_POINTS_SEARCH_FIRST;
        let left = budget.nodes_left();
        if alone {
            return known;
        }
        if small {
            self.try_all(state, budget, threads);
        }
        let found = self.starts.get(state);
        found.iter().for_each(|found| known.add(found));
        known.strategies = self.starts.strategies(state);
        let few = small && left.is_some_and(|left| left <= self.first_nodes);
        if few || known.bounds.value().is_some() {
            return known;
        }
        let search = |known: &mut Known, number: usize, nodes: u64, quarters: u32, memory: usize| {
            let decided = self.take_turn(state, number, nodes, budget, |nodes| {
                let attempt = budget.attempt(nodes, quarters, memory);
                self.search_decides(known, state, &self.guided(&attempt, threads, guidance))
            });
            match budget.charge(0) {
                Ok(()) => guidance.resume(),
                Err(_) => guidance.stop(),
            }
            decided
        };
        if small && search(&mut known, 0, self.first_nodes, 2, budget.memory()) {
            return known;
        }
        // The lemmas of the first turn stay; the tables of the bounded engine get the rest.
        let memory = self.lemmas.bytes().max(budget.memory() / 4);
        let bytes = budget.memory().saturating_sub(memory);
        let Some((share, nodes)) = self.starts.share(self.game, state, budget, bytes) else { return known };
        let Some(mut bounding) = self.starts.bounding(self.game, state, &share, threads) else {
            return known;
        };
        known.add(&bounding.found());
        for (number, (searching, bounds)) in (1..).step_by(2).zip(turns(self.first_nodes, small)) {
            // On a small board the first turn of the search is over.
            if (!small || number > 1) && search(&mut known, number - 1, searching, 1, memory) {
                if known.bounds.value().is_none() {
                    self.starts.pause(state, bounding, (&share, nodes));
                }
                return known;
            }
            budget.ask("bounds that need no history".to_string());
            self.take_turn(state, number, bounds, budget, |nodes| bounding.go(nodes));
            known.add(&bounding.found());
            if bounding.is_over() || bounding.is_exhausted() || known.bounds.value().is_some() {
                break;
            }
        }
        self.starts.keep_strategies(state, &bounding);
        known.strategies = self.starts.strategies(state);
        self.starts.keep(state, bounding.found(), nodes);
        if bounding.found().stopped.is_some() {
            self.starts.pause(state, bounding, (&share, nodes));
        }
        known
    }

    /// Asks once whether the player to move gets all that his opponent leaves him, on a board of few
    /// stones: a proof of that, where there is one, takes a small part of the nodes of the search, and
    /// where there is none that is seen as soon.
    fn try_all(&self, state: &State, budget: &Budget, threads: usize) {
        let empty = self.game.board.points() - state.key.position.occupied().count_ones() as usize;
        let begun = self.starts.turn(state).nodes > 0 || self.starts.paused().bounds.is_some();
        if empty < MIN_EMPTY || begun || self.first_nodes == u64::MAX || self.starts.get(state).is_some() {
            return;
        }
        let nodes = budget.nodes_left().map_or(FIRST_NODES, |left| left / 4).min(FIRST_NODES);
        let share = budget.attempt(nodes, 1, budget.memory() / 4);
        if let Some(mut bounding) = self.starts.bounding(self.game, state, &share, threads) {
            budget.ask("whether the player to move gets all".to_string());
            bounding.try_all();
            let found = bounding.found();
            let stopped = found.stopped.or((found.low < found.high).then_some(Stopped::Nodes));
            self.starts.keep(state, Found { stopped, ..found }, 0);
            self.starts.keep_strategies(state, &bounding);
        }
    }

    /// The known bounds of a state before a retrograde analysis. On boards where the analysis may
    /// be too large, these are the bounds of what the players can force in finite play, as far as
    /// they are bounds of the value.
    pub(super) fn known_bounds_of_endless(&self, state: &State, budget: &Budget, threads: usize) -> Known {
        let mut known = Known::of(Bounds::unknown(self.game, state));
        let small = self.game.board.points() <= MAX_POINTS_SEARCH_FIRST;
        if small || !StartBounds::are_asked(self.game, state) || self.is_analysed(state) {
            return known;
        }
        let mut found = self.starts.get(state);
        if let Some((share, nodes)) = self.starts.share(self.game, state, budget, budget.memory())
            && let Some(mut bounding) = self.starts.bounding(self.game, state, &share, threads)
        {
            budget.ask("bounds of finite play".to_string());
            bounding.go(u64::MAX);
            self.starts.keep(state, bounding.found(), nodes);
            found = Some(bounding.found());
        }
        let holds = |found: &&Found| found.bounds_value_of_endless(self.game.options.cycles);
        found.iter().filter(holds).for_each(|found| known.add(found));
        known
    }

    /// Takes a turn with the nodes of its share, minus those that it had before the work was
    /// stopped.
    fn take_turn<T>(
        &self,
        state: &State,
        number: usize,
        nodes: u64,
        budget: &Budget,
        work: impl FnOnce(u64) -> T,
    ) -> T {
        let stopped = self.starts.turn(state);
        let had = match number {
            _ if number < stopped.number => nodes,
            _ if number == stopped.number => stopped.nodes,
            _ => 0,
        };
        let before = budget.nodes();
        let done = work(nodes.saturating_sub(had));
        if number >= stopped.number {
            let nodes = had.saturating_add(budget.nodes() - before);
            self.starts.keep_turn(state, Turn { number, nodes });
        }
        done
    }

    /// Whether the search finds the value or is interrupted. It narrows the known bounds in any
    /// case.
    fn search_decides(&self, known: &mut Known, state: &State, searcher: &Searcher) -> bool {
        match searcher.value(state, known.bounds) {
            Ok(value) => {
                known.bounds = Bounds::exact(value);
                true
            }
            Err((bounds, stopped)) => {
                known.bounds = bounds;
                stopped == Stopped::Interrupted
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes of the two engines so far stay within a factor of four of each other.
    #[test]
    fn every_turn_is_finite_and_neither_engine_gets_far_ahead() {
        for (first, small) in [(FIRST_NODES, true), (FIRST_NODES, false), (1, true), (1, false)] {
            let (mut searched, mut bounded) = (0, 0);
            for (number, (search, bounds)) in turns(first, small).take(8).enumerate() {
                assert!(number == 0 || search <= 4 * (searched + first), "{first} {search}");
                (searched, bounded) = (searched + search, bounded + bounds);
                assert!(bounded <= 4 * searched && searched <= 4 * bounded, "{searched} {bounded}");
            }
        }
        assert_eq!(turns(FIRST_NODES, true).next().unwrap().0, FIRST_NODES);
    }
}
