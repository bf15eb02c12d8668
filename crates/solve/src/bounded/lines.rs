//! Which states of a proof lead to which, in any number of moves.
//!
//! No state of a proof comes back, so its states can be numbered in an order in which each comes after all that it leads to.
//! Each has besides the least number of those that it leads to. A state leads to another only if the numbers of the other lie
//! within its own; with two such orders, that go through the moves forwards and backwards, most states that do not lead to another
//! are told at once, and a search for a line need not go by way of them (GRAIL: Yildirim, Chaoji and Zaki, *GRAIL: Scalable
//! reachability index for large graphs*, VLDB 2010).

use super::proof::Proof;
use superko_go::hashing::FixedMap;

/// The lines of a proof.
pub struct Lines<'a> {
    proof: &'a Proof,
    /// The states, those of one position together.
    order: Vec<u32>,
    /// The place in `order` of the first state with the position of each.
    firsts: Vec<u32>,
    spans: [Vec<Span>; 2],
}

/// The number of a state in an order, and the least number of those that it leads to.
#[derive(Debug, Clone, Copy)]
struct Span {
    least: u32,
    own: u32,
}

impl<'a> Lines<'a> {
    /// The lines of a proof; `None` if a state comes back on one.
    pub fn of(proof: &'a Proof) -> Option<Lines<'a>> {
        let places = proof.places();
        let position = |state: u32| places[state as usize].position;
        let mut order: Vec<u32> = (0..places.len() as u32).collect();
        order.sort_unstable_by_key(|state| (position(*state), *state));
        let (mut firsts, mut first) = (vec![0; places.len()], 0);
        for (number, state) in (0..).zip(&order) {
            if position(order[first as usize]) != position(*state) {
                first = number;
            }
            firsts[*state as usize] = first;
        }
        let nexts = |state: u32| proof.nexts(state);
        let spans = [spans(places.len(), nexts, false)?, spans(places.len(), nexts, true)?];
        Some(Lines { proof, order, firsts, spans })
    }

    /// The states with the position of one.
    pub fn states(&self, state: u32) -> impl Iterator<Item = u32> {
        let first = self.firsts[state as usize];
        let states = self.order[first as usize..].iter().copied();
        states.take_while(move |other| self.firsts[*other as usize] == first)
    }

    /// Whether a state leads to another, or is the other.
    pub fn leads(&self, from: u32, to: u32) -> bool {
        let may_lead = |state: u32| {
            self.spans.iter().all(|spans| {
                let (span, aim) = (spans[state as usize], spans[to as usize]);
                span.least <= aim.least && aim.own <= span.own
            })
        };
        let mut open: Vec<u32> = [from].into_iter().filter(|state| may_lead(*state)).collect();
        let mut seen: FixedMap<u32, ()> = FixedMap::default();
        while let Some(state) = open.pop() {
            if state == to {
                return true;
            }
            let nexts = self.proof.nexts(state).iter().copied();
            open.extend(nexts.filter(|next| may_lead(*next) && seen.insert(*next, ()).is_none()));
        }
        false
    }
}

/// The numbers of the states of a graph in the order in which a search in depth leaves them; `None` if one leads to itself.
fn spans<'n>(states: usize, nexts: impl Fn(u32) -> &'n [u32], backwards: bool) -> Option<Vec<Span>> {
    const NEW: u32 = u32::MAX;
    const ON_PATH: u32 = u32::MAX - 1;
    let mut spans = vec![Span { least: NEW, own: NEW }; states];
    let mut left = 0;
    let mut path: Vec<(u32, usize)> = Vec::new();
    for root in 0..states as u32 {
        if spans[root as usize].own == NEW {
            spans[root as usize].own = ON_PATH;
            path.push((root, 0));
        }
        while let Some((state, edge)) = path.last_mut() {
            let (state, all) = (*state, nexts(*state));
            let next = if backwards { all.iter().rev().nth(*edge) } else { all.get(*edge) };
            let Some(next) = next else {
                let least = all.iter().map(|next| spans[*next as usize].least).min();
                spans[state as usize] =
                    Span { least: least.map_or(left, |least| least.min(left)), own: left };
                left += 1;
                path.pop();
                continue;
            };
            *edge += 1;
            match &mut spans[*next as usize].own {
                own if *own == NEW => {
                    *own = ON_PATH;
                    path.push((*next, 0));
                }
                own if *own == ON_PATH => return None,
                _ => {}
            }
        }
    }
    Some(spans)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounded::node::Place;
    use superko_go::{Move, Player, Position};

    #[test]
    fn states_lead_to_those_that_a_line_comes_to() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut endless, mut leads, mut all) = (0, 0, 0);
        for _ in 0..2_000 {
            let count = random.usize(1..12);
            let mut graph: Vec<Vec<u32>> = vec![Vec::new(); count];
            for _ in 0..random.usize(0..2 * count) {
                let (from, to) = (random.usize(..count), random.usize(..count));
                // One edge in fifty goes backwards.
                if from != to && (from < to || random.u8(..50) == 0) {
                    graph[from].push(to as u32);
                }
            }
            graph.iter_mut().for_each(|nexts| {
                nexts.sort_unstable();
                nexts.dedup();
            });
            let reached = |from: usize| {
                let (mut seen, mut open) = (vec![false; count], graph[from].clone());
                while let Some(state) = open.pop() {
                    if !std::mem::replace(&mut seen[state as usize], true) {
                        open.extend(&graph[state as usize]);
                    }
                }
                seen
            };
            let place = |number: usize| {
                let position = Position { stones: [number as u64 / 2, 0] };
                Place { ko: number as u8, ..Place::start(&position, Player::Black, Player::Black) }
            };
            let moves = std::iter::repeat_n(Move::Pass, count);
            let proof = Proof::of_parts((0..count).map(place), moves, graph.iter().cloned());
            let Some(lines) = Lines::of(&proof) else {
                assert!((0..count).any(|state| reached(state)[state]), "{graph:?}");
                endless += 1;
                continue;
            };
            for from in 0..count {
                for (to, reached) in reached(from).into_iter().enumerate() {
                    let line = from == to || reached;
                    assert_eq!(lines.leads(from as u32, to as u32), line, "{from} {to} {graph:?}");
                    leads += usize::from(line);
                    all += 1;
                }
                let same: Vec<u32> = lines.states(from as u32).collect();
                let expected = [from / 2 * 2, from / 2 * 2 + 1].into_iter().filter(|state| *state < count);
                assert!(same.into_iter().eq(expected.map(|state| state as u32)));
            }
        }
        assert!(endless > 20 && leads > 5_000 && all > 3 * leads, "{endless} {leads} of {all}");
    }
}
