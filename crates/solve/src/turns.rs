//! What a session knows of a state before it asks its search, or a retrograde analysis, with all of its budget: what takes no
//! search, and on starts what is found by turns of the search and of the bounds that need no past ([`bounded`](super::bounded)).
//!
//! The search goes first, as most positions late in a game cost it less. The turns grow, so that neither waits long for the
//! other; the last is that of the bounds, with the rest of their share. An observer needs lemmas, which bounds are not; and they
//! rest on life: a session that is observed or does without life asks for none.

use super::bounded::Found;
use super::bounded::known::{BOUNDED_ABOVE, KnownStarts, Turn};
use super::bounds::{Bounds, Known};
use super::budget::{Budget, Stopped};
use super::search::guidance::Guidance;
use super::session::Session;
use superko_rules::State;

/// On boards above [`BOUNDED_ABOVE`] the turns of the search are these parts of the nodes that it gets before the bounds, and
/// after each comes one of these.
const TURNS: [u64; 4] = [64, 16, 4, 1];

impl Session<'_> {
    /// What is known where every game ends.
    pub(super) fn known(&self, state: &State, budget: &Budget, threads: usize) -> Known {
        let mut known = Known { bounds: Bounds::unknown(self.game, state), mv: None };
        let alone = !self.life
            || self.observer.is_some()
            || self.helpers.is_some()
            || !KnownStarts::are_asked(self.game, state);
        let small = self.game.board.points() <= BOUNDED_ABOVE;
        let left = budget.nodes_left();
        if alone || small && left.is_some_and(|left| left <= self.first_nodes) {
            return known;
        }
        self.starts.get(state).iter().for_each(|found| known.add(found));
        let memory = if small { budget.memory() } else { budget.memory() / 4 };
        let search = |known: &mut Known, number: usize, nodes: u64, quarters: u32| {
            let decided = self.turn(state, number, nodes, budget, |nodes| {
                self.decides(known, state, &budget.attempt(nodes, quarters, memory), threads)
            });
            if budget.spend(0).is_err() {
                self.guidance.iter().for_each(Guidance::stop);
            }
            decided
        };
        if small && search(&mut known, 0, self.first_nodes, 2) {
            return known;
        }
        let reserved = if small { self.lemmas.bytes() } else { self.lemmas.bytes().max(memory) };
        let bytes = budget.memory().saturating_sub(reserved);
        let Some((share, nodes)) = self.starts.share(self.game, state, budget, bytes) else { return known };
        let Some(mut bounding) = self.starts.bounding(self.game, state, &share, threads) else {
            return known;
        };
        known.add(&bounding.found());
        let parts = if small { [].as_slice() } else { &TURNS };
        let turns = parts.iter().map(|part| self.first_nodes / part).chain([u64::MAX]);
        for (number, turn) in (1..).step_by(2).zip(turns) {
            let last = turn == u64::MAX;
            if !last && search(&mut known, number - 1, turn, 1) {
                if known.bounds.value().is_none() {
                    self.starts.pause(state, bounding, (&share, nodes));
                }
                return known;
            }
            budget.ask("bounds that need no past".to_string());
            self.turn(state, number, turn, budget, |nodes| bounding.go(nodes));
            known.add(&bounding.found());
            if bounding.is_over() || known.bounds.value().is_some() {
                break;
            }
        }
        self.starts.keep(state, bounding.found(), nodes);
        if bounding.found().stopped.is_some() {
            self.starts.pause(state, bounding, (&share, nodes));
        }
        known
    }

    /// What is known where games may go on for ever, before a retrograde analysis: on boards so large that it might not come to
    /// its end, the bounds of what the players can force in finite play, as far as they are bounds of the value.
    pub(super) fn known_of_endless(&self, state: &State, budget: &Budget, threads: usize) -> Known {
        let mut known = Known { bounds: Bounds::unknown(self.game, state), mv: None };
        let small = self.game.board.points() <= BOUNDED_ABOVE;
        if small || !KnownStarts::are_asked(self.game, state) || self.is_analysed(state) {
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

    /// Does a turn with as many nodes as it gets, less those that it had before the work was stopped.
    fn turn<T>(
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

    /// Whether the search finds a value with an attempt, or is interrupted. What it finds is known afterwards.
    fn decides(&self, known: &mut Known, state: &State, attempt: &Budget, threads: usize) -> bool {
        match self.searcher(attempt, threads).value(state, known.bounds) {
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
