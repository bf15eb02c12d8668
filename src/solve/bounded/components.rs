//! Which positions of a proof can come back: the strongly connected components of its positions.
//!
//! Each position is one node, whatever the turn, with the edges of all its states. A line that comes back to a position
//! stays in one component, so where a component is a single position nothing comes back but by passes.

use super::proof::Proof;
use crate::go::Position;
use crate::hashing::FixedMap;

/// The positions of a proof and their components.
pub struct Components {
    /// The number of each state's position.
    pub position: Vec<usize>,
    /// The states of each position.
    pub states: Vec<Vec<usize>>,
    /// The component of each position.
    pub component: Vec<usize>,
}

impl Components {
    /// The components of a proof.
    pub fn of(proof: &Proof) -> Components {
        let mut numbers: FixedMap<Position, usize> = FixedMap::default();
        let (mut position, mut states) = (Vec::new(), Vec::<Vec<usize>>::new());
        for (state, place) in proof.places.iter().enumerate() {
            let number = *numbers.entry(place.position).or_insert(states.len());
            if number == states.len() {
                states.push(Vec::new());
            }
            states[number].push(state);
            position.push(number);
        }
        let nexts: Vec<Vec<usize>> = (states.iter().enumerate())
            .map(|(number, states)| {
                let to = states.iter().flat_map(|state| proof.nexts(*state)).map(|next| position[next]);
                let mut to: Vec<usize> = to.filter(|next| *next != number).collect();
                to.sort_unstable();
                to.dedup();
                to
            })
            .collect();
        Components { position, states, component: components(&nexts) }
    }

    /// Whether the positions of two states lie in one component.
    pub fn together(&self, one: usize, other: usize) -> bool {
        self.component[self.position[one]] == self.component[self.position[other]]
    }

    /// Whether one of some states leads to one that is aimed at, in no or any number of moves within their component.
    pub fn leads(&self, proof: &Proof, from: &[usize], aim: impl Fn(usize) -> bool) -> bool {
        let mut open = from.to_vec();
        let mut seen: FixedMap<usize, ()> = open.iter().map(|state| (*state, ())).collect();
        while let Some(state) = open.pop() {
            if aim(state) {
                return true;
            }
            for next in proof.nexts(state) {
                if self.together(state, next) && seen.insert(next, ()).is_none() {
                    open.push(next);
                }
            }
        }
        false
    }
}

/// The component of each node of a graph, by Tarjan's algorithm without recursion.
fn components(nexts: &[Vec<usize>]) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let mut order = vec![NEW; nexts.len()];
    let mut low = vec![NEW; nexts.len()];
    let mut component = vec![NEW; nexts.len()];
    let (mut count, mut found) = (0, 0);
    let (mut path, mut waiting): (Vec<(usize, usize)>, Vec<usize>) = (Vec::new(), Vec::new());
    for root in 0..nexts.len() {
        if order[root] != NEW {
            continue;
        }
        path.push((root, 0));
        while let Some((node, place)) = path.pop() {
            if place == 0 {
                (order[node], low[node]) = (count, count);
                count += 1;
                waiting.push(node);
            } else {
                low[node] = low[node].min(low[nexts[node][place - 1]]);
            }
            let mut place = place;
            let mut deeper = None;
            while let Some(next) = nexts[node].get(place) {
                place += 1;
                if order[*next] == NEW {
                    deeper = Some(*next);
                    break;
                }
                if component[*next] == NEW {
                    low[node] = low[node].min(order[*next]);
                }
            }
            if let Some(next) = deeper {
                path.push((node, place));
                path.push((next, 0));
            } else if low[node] == order[node] {
                while let Some(member) = waiting.pop() {
                    component[member] = found;
                    if member == node {
                        break;
                    }
                }
                found += 1;
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
        let nexts = [vec![1], vec![2], vec![0, 3], vec![4], vec![5, 6], vec![4], vec![], vec![0, 6]];
        let found = components(&nexts);
        let reach = |from: usize| {
            let (mut seen, mut open) = (vec![false; nexts.len()], vec![from]);
            while let Some(node) = open.pop() {
                if !std::mem::replace(&mut seen[node], true) {
                    open.extend(&nexts[node]);
                }
            }
            seen
        };
        for one in 0..nexts.len() {
            for other in 0..nexts.len() {
                let both = reach(one)[other] && reach(other)[one];
                assert_eq!(found[one] == found[other], both, "{one} {other}");
            }
        }
    }
}
