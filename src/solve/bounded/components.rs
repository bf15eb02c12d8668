//! Which positions of a proof can come back: the strongly connected components of its positions.
//!
//! Each position is one node, whatever the turn, with the edges of all its states. A line that comes back to a position
//! stays in one component, so where a component is a single position nothing comes back but by passes.

use super::proof::Proof;
use crate::hashing::FixedMap;

/// The positions of a proof and their components.
pub struct Components<'a> {
    proof: &'a Proof,
    /// The number of each state's position.
    position: Vec<u32>,
    /// The states, those of one position together.
    order: Vec<u32>,
    /// The first place in `order` of each position, and behind the last the number of states.
    firsts: Vec<usize>,
    /// The component of each position.
    component: Vec<u32>,
}

impl<'a> Components<'a> {
    /// The components of a proof.
    pub fn of(proof: &'a Proof) -> Components<'a> {
        let places = proof.places();
        let mut order: Vec<u32> = (0..places.len() as u32).collect();
        order.sort_unstable_by_key(|state| places[*state as usize].position);
        let same =
            |one: &u32, other: &u32| places[*one as usize].position == places[*other as usize].position;
        let (mut position, mut firsts, mut first) = (vec![0; places.len()], Vec::new(), 0);
        for states in order.chunk_by(same) {
            states.iter().for_each(|state| position[*state as usize] = firsts.len() as u32);
            firsts.push(first);
            first += states.len();
        }
        firsts.push(first);
        let mut all = Components { proof, position, order, firsts, component: Vec::new() };
        let count = all.firsts.len() - 1;
        all.component = components(count, |position, edge| {
            let states = all.states(position).iter();
            let mut nexts = states.flat_map(|state| proof.nexts(*state)).skip(edge);
            nexts.next().map(|next| all.position[*next as usize])
        });
        all
    }

    /// The number of the position of a state.
    pub fn position(&self, state: u32) -> u32 {
        self.position[state as usize]
    }

    /// The states of a position.
    pub fn states(&self, position: u32) -> &[u32] {
        &self.order[self.firsts[position as usize]..self.firsts[position as usize + 1]]
    }

    /// Whether the positions of two states lie in one component.
    pub fn together(&self, one: u32, other: u32) -> bool {
        let component = |state: u32| self.component[self.position(state) as usize];
        component(one) == component(other)
    }

    /// Whether one of some states leads to one that is aimed at, in no or any number of moves within their component.
    pub fn leads(&self, from: &[u32], aim: impl Fn(u32) -> bool) -> bool {
        let mut open = from.to_vec();
        let mut seen: FixedMap<u32, ()> = open.iter().map(|state| (*state, ())).collect();
        while let Some(state) = open.pop() {
            if aim(state) {
                return true;
            }
            for next in self.proof.nexts(state) {
                if self.together(state, *next) && seen.insert(*next, ()).is_none() {
                    open.push(*next);
                }
            }
        }
        false
    }
}

/// The component of each node of a graph of so many, by Tarjan's algorithm without recursion. `nexts` gives the node to which
/// the edge of a place leads, if the first node has so many.
fn components(nodes: usize, nexts: impl Fn(u32, usize) -> Option<u32>) -> Vec<u32> {
    const NEW: u32 = u32::MAX;
    let mut order = vec![NEW; nodes];
    let mut low = vec![NEW; nodes];
    let mut component = vec![NEW; nodes];
    let (mut count, mut found) = (0, 0);
    let (mut path, mut waiting): (Vec<(u32, usize)>, Vec<u32>) = (Vec::new(), Vec::new());
    for root in 0..nodes as u32 {
        if order[root as usize] != NEW {
            continue;
        }
        path.push((root, 0));
        while let Some((node, edge)) = path.pop() {
            let at = node as usize;
            if edge == 0 && order[at] == NEW {
                (order[at], low[at]) = (count, count);
                count += 1;
                waiting.push(node);
            }
            match nexts(node, edge) {
                Some(next) if order[next as usize] == NEW => {
                    // The same edge is looked at again when the node that it leads to is done.
                    path.push((node, edge));
                    path.push((next, 0));
                }
                Some(next) => {
                    if component[next as usize] == NEW {
                        low[at] = low[at].min(low[next as usize]);
                    }
                    path.push((node, edge + 1));
                }
                None if low[at] == order[at] => {
                    while let Some(member) = waiting.pop() {
                        component[member as usize] = found;
                        if member == node {
                            break;
                        }
                    }
                    found += 1;
                }
                None => {}
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_that_lead_to_each_other_are_one_component() {
        let mut random = fastrand::Rng::with_seed(3);
        for _ in 0..2_000 {
            let nodes = random.usize(1..9);
            let mut graph: Vec<Vec<u32>> = vec![Vec::new(); nodes];
            for _ in 0..random.usize(0..2 * nodes) {
                graph[random.usize(0..nodes)].push(random.u32(0..nodes as u32));
            }
            let found = components(nodes, |node, edge| graph[node as usize].get(edge).copied());
            let reach = |from: usize| {
                let (mut seen, mut open) = (vec![false; nodes], vec![from]);
                while let Some(node) = open.pop() {
                    if !std::mem::replace(&mut seen[node], true) {
                        open.extend(graph[node].iter().map(|next| *next as usize));
                    }
                }
                seen
            };
            for one in 0..nodes {
                for other in 0..nodes {
                    let both = reach(one)[other] && reach(other)[one];
                    assert_eq!(found[one] == found[other], both, "{graph:?} {one} {other}");
                }
            }
        }
    }
}
