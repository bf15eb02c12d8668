//! The explicit proof tree: the states that the prover can come to, with one move of his in each
//! and all replies.
//!
//! The states are canonical, each standing for its images under the symmetries of the board, so the
//! prover makes the same move in all of them, moved as they are. A line of play on the board, each
//! state of it replaced by its canonical image, is a line of the proof: a symmetry takes the moves
//! of a state to those of its image. So a position that comes back on the board comes back in the
//! proof, and what the [conditions](verdict) find never to come back there never does on the board.
//! (The converse does not hold. A position may come back as an image of itself alone, and then a
//! proof fails that would hold; another move has to be found.) The settled states that a proof ends
//! in are no part of it.
//!
//! By the ranks of its states ([`proof_builder`](super::proof_builder)) no line of a proof has a
//! state twice unless the prover only passes in between, and without suicide none has, as then his
//! opponent's stones only grow.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, VecDeque};

use super::Terms;
use super::state::{AttackGoal, AttackState, StateIndex};
use superko_go::hashing::FixedMap;
use superko_go::{Board, Move, Player};

/// A proof. The start is its first state, if it is not settled.
#[derive(Debug, Clone)]
pub struct Proof {
    places: StateIndex,
    /// The prover's move in each state of his, a pass in every other.
    moves: Vec<Move>,
    /// For each state the end of its part of `successors`.
    ends: Vec<usize>,
    /// The states that each leads to, in ascending order, each once.
    successors: Vec<u32>,
}

impl Proof {
    /// The proof of certain states, the start first, each with the prover's move, or a pass if it
    /// is not his turn, and the numbers of the states that it leads to: of the prover that after
    /// his move, of the opponent those after all of his moves (condition 3), without the settled
    /// ones (condition 4).
    pub(super) fn of<N: IntoIterator<Item = u32>>(
        states: impl Iterator<Item = (AttackState, Move, N)>,
    ) -> Proof {
        let (mut places, mut moves) = (StateIndex::default(), Vec::new());
        let (mut ends, mut successors, mut opened) = (Vec::new(), Vec::new(), Vec::new());
        for (place, mv, to) in states {
            places.add(place);
            moves.push(mv);
            opened.extend(to);
            opened.sort_unstable();
            opened.dedup();
            successors.append(&mut opened);
            ends.push(successors.len());
        }
        Proof { places, moves, ends, successors }
    }

    /// The states, which are canonical, by number.
    pub fn places(&self) -> &[AttackState] {
        self.places.list()
    }

    /// The prover's move in the state of a number, if it is his turn there.
    pub fn mv(&self, number: usize) -> Option<Move> {
        self.places.list()[number].proving.then(|| self.moves[number])
    }

    /// The prover's move in a state, if that or an image of it is one of the proof and it is his
    /// turn there.
    pub fn move_at(&self, aim: &AttackGoal, place: &AttackState) -> Option<Move> {
        let (canonical, symmetry) = place.canonical(aim.board);
        let mv = self.mv(self.places.number(&canonical)? as usize)?;
        Some(AttackState::from_image(aim.board, symmetry, mv))
    }

    /// Whether the opponent may take a ko right after a pass of the prover.
    pub fn answers_a_ko_after_a_pass(&self, aim: &AttackGoal) -> bool {
        let terms = Terms { natural: false, ..aim.terms };
        let passed = self.places().iter().filter(|place| place.passed && !place.proving);
        passed.flat_map(|place| place.stones(aim.board, &terms)).any(|(_, next)| next.ko().is_some())
    }

    /// The numbers of the states that the moves of one lead to.
    pub fn successors(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.successors[first..self.ends[number]]
    }
}

// --- strategy --------------------------------------------------------------------------------------------------------

/// The moves of a player by which he is sure of a lead, where a proof has them.
#[derive(Debug)]
pub struct Strategy {
    /// The player.
    pub player: Player,
    /// The points by which he is ahead at least.
    pub lead: i32,
    terms: Terms,
    proof: Proof,
}

impl Strategy {
    /// The strategy of a player by a proof of a goal.
    pub fn of(player: Player, aim: &AttackGoal, proof: Proof) -> Strategy {
        Strategy { player, lead: aim.threshold, terms: aim.terms, proof }
    }

    /// His move in a state, as he sees it. It is `None` where it is not his turn, or he goes on without
    /// a proof.
    pub fn move_at(&self, board: &Board, place: &AttackState) -> Option<Move> {
        let aim = AttackGoal { board, terms: self.terms, threshold: self.lead };
        self.proof.move_at(&aim, place)
    }

    /// The state after a move, if it is one that the proof answers or makes.
    pub fn after(&self, board: &Board, place: &AttackState, mv: Move) -> Option<AttackState> {
        match mv.placed() {
            Some(point) => {
                let mut stones = place.stones(board, &self.terms);
                stones.find(|(placed, _)| *placed == point).map(|(_, next)| next)
            }
            None => (mv == Move::Pass).then(|| place.pass()),
        }
    }
}

// --- reachability ----------------------------------------------------------------------------------------------------
//
// No state of a proof comes back, so its states have a topological order, in which each comes after
// all that it leads to, and each has a label: its own number in that order, and the least number of
// those that it leads to. A state leads to another only if the label of the other lies within its
// own. With two such orders, that go through the moves forwards and backwards, most states that do
// not lead to another are known at once, and a search for a line need not pass them (GRAIL:
// Yildirim, Chaoji and Zaki, *GRAIL: Scalable reachability index for large graphs*, VLDB 2010).

/// A reachability index of a proof: which states lead to which, in any number of moves.
pub struct Reachability<'a> {
    proof: &'a Proof,
    /// The states, those of one position together.
    order: Vec<u32>,
    /// For each state the index in `order` of the first one with its position.
    firsts: Vec<u32>,
    labels: [Vec<Label>; 2],
}

/// The number of a state in a topological order, and the least of those that it leads to.
#[derive(Debug, Clone, Copy)]
struct Label {
    min: u32,
    own: u32,
}

impl<'a> Reachability<'a> {
    /// The index of a proof; `None` if a state comes back on a line.
    pub fn of(proof: &'a Proof) -> Option<Reachability<'a>> {
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
        let successors = |state: u32| proof.successors(state);
        let labels = [labels(places.len(), successors, false)?, labels(places.len(), successors, true)?];
        Some(Reachability { proof, order, firsts, labels })
    }

    /// The states with the position of one.
    pub fn states_like(&self, state: u32) -> impl Iterator<Item = u32> {
        let first = self.firsts[state as usize];
        let states = self.order[first as usize..].iter().copied();
        states.take_while(move |other| self.firsts[*other as usize] == first)
    }

    /// Whether the labels allow that a state leads to another, or is the other.
    fn may_reach(&self, from: u32, to: u32) -> bool {
        self.labels.iter().all(|labels| {
            let (label, target) = (labels[from as usize], labels[to as usize]);
            label.min <= target.min && target.own <= label.own
        })
    }

    /// Whether a state leads to another, or is the other.
    pub fn reaches(&self, from: u32, to: u32) -> bool {
        let mut open: Vec<u32> = [from].into_iter().filter(|state| self.may_reach(*state, to)).collect();
        let mut seen: FixedMap<u32, ()> = FixedMap::default();
        while let Some(state) = open.pop() {
            if state == to {
                return true;
            }
            let successors = self.proof.successors(state).iter().copied();
            open.extend(
                successors.filter(|next| self.may_reach(*next, to) && seen.insert(*next, ()).is_none()),
            );
        }
        false
    }

    /// The states of a shortest line from one to another, both included; none if the one does not
    /// lead to the other.
    fn line(&self, from: u32, to: u32) -> Vec<u32> {
        let mut before: FixedMap<u32, u32> = FixedMap::from_iter([(from, from)]);
        let mut open = VecDeque::from([from]);
        while let Some(state) = open.pop_front().filter(|state| *state != to) {
            for next in self.proof.successors(state).iter().filter(|next| self.may_reach(**next, to)) {
                if let Entry::Vacant(entry) = before.entry(*next) {
                    entry.insert(state);
                    open.push_back(*next);
                }
            }
        }
        if !before.contains_key(&to) {
            return Vec::new();
        }
        let mut line = vec![to];
        while let Some(state) = line.last().filter(|state| **state != from) {
            line.push(before[state]);
        }
        line.reverse();
        line
    }
}

/// The labels of the states of a graph in postorder of a depth-first search; `None` if it has a
/// cycle.
fn labels<'n>(states: usize, successors: impl Fn(u32) -> &'n [u32], backwards: bool) -> Option<Vec<Label>> {
    const NEW: u32 = u32::MAX;
    const ON_PATH: u32 = u32::MAX - 1;
    let mut labels = vec![Label { min: NEW, own: NEW }; states];
    let mut left = 0;
    let mut path: Vec<(u32, usize)> = Vec::new();
    for root in 0..states as u32 {
        if labels[root as usize].own == NEW {
            labels[root as usize].own = ON_PATH;
            path.push((root, 0));
        }
        while let Some((state, edge)) = path.last_mut() {
            let (state, all) = (*state, successors(*state));
            let next = if backwards { all.iter().rev().nth(*edge) } else { all.get(*edge) };
            let Some(next) = next else {
                let min = all.iter().map(|next| labels[*next as usize].min).min();
                labels[state as usize] = Label { min: min.map_or(left, |min| min.min(left)), own: left };
                left += 1;
                path.pop();
                continue;
            };
            *edge += 1;
            match &mut labels[*next as usize].own {
                own if *own == NEW => {
                    *own = ON_PATH;
                    path.push((*next, 0));
                }
                own if *own == ON_PATH => return None,
                _ => {}
            }
        }
    }
    Some(labels)
}

// --- conditions ------------------------------------------------------------------------------------------------------
//
// The conditions under which a proof holds from an empty history, tested on the explicit proof.
//
// 1. No stone of the prover recreates a position of its line: from no state of that position,
//    whatever the turn, does the proof lead to the state in which he plays. (The opponent may
//    recreate positions.) Where only natural situations are banned, those states count alone that a
//    stone of his has led to, or that are the start at his opponent's turn.
// 2. The prover passes only on positions that are worth the threshold.
// 3. Each state of the opponent has all of his moves, and a pass of the prover leads to such a
//    state unless it ends the game for certain. So a ko that was banned to the opponent may be
//    retaken after two passes.
// 4. No position of the explicit part is settled, so that play in settled positions does not come
//    back to it.
// 5. Where the ruleset does not ban it, the opponent could retake a ko at once that the prover took
//    right after his pass: the prover takes none.
// 6. Under a mean of scoring positions and a threshold above 0, no position comes back on which the
//    prover has passed, but by passes.
//
// The head of this folder has the argument, and `terms` says which ruleset needs which. What fails
// 2 to 5 never becomes a [`Proof`]. One that fails 1 or 6 can often be repaired by another move, so
// these come as faults.

/// The verdict of the conditions on a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// Condition 1 or 6 is broken: moves of the prover, each with the number of its state, without
    /// which the lines that break it are none of the proof.
    Faults(BTreeSet<(usize, Move)>),
    /// A state comes back on a line, as in no proof of the search.
    Endless,
}

/// Tests the conditions on a proof.
pub fn verdict(proof: &Proof, aim: &AttackGoal) -> Verdict {
    let Some(graph) = Reachability::of(proof) else { return Verdict::Endless };
    let mut faults = BTreeSet::new();
    for number in 0..proof.places().len() as u32 {
        let (Some(mv), Some(next)) = (proof.mv(number as usize), proof.successors(number).first()) else {
            continue;
        };
        faults.extend(match mv {
            Move::Pass => {
                let back = aim.terms.means && aim.threshold > 0 && comes_back(proof, &graph, *next);
                back.then_some((number as usize, mv))
            }
            _ => {
                let earlier = match aim.terms {
                    Terms { natural: true, .. } => made_before(proof, &graph, number, *next),
                    Terms { fresh: true, .. } => stood_before(&graph, number, *next),
                    _ => None,
                };
                earlier.map(|earlier| first_move(proof, &graph, earlier, number))
            }
        });
    }
    if faults.is_empty() { Verdict::Holds } else { Verdict::Faults(faults) }
}

/// A state before one from which a stone of the prover leads to another, if that may recreate its
/// position.
fn stood_before(graph: &Reachability, from: u32, to: u32) -> Option<u32> {
    graph.states_like(to).find(|state| graph.reaches(*state, from))
}

/// The same among the states that a stone of the prover has made, or that are the start at his
/// opponent's turn.
fn made_before(proof: &Proof, graph: &Reachability, from: u32, to: u32) -> Option<u32> {
    let places = proof.places();
    let made = |state: &u32| !places[*state as usize].proving && !places[*state as usize].passed;
    graph.states_like(to).filter(made).find(|state| graph.reaches(*state, from))
}

/// The first move of the prover on a shortest line from a state to another, in which he is to move,
/// with the number of its state.
///
/// This, and not the last move, is taken from him where a line comes back to a position. The last one
/// often retakes, and he has no other there, while other lines lead to the same state in which he may
/// make it. The first is where he entered the cycle.
fn first_move(proof: &Proof, graph: &Reachability, from: u32, to: u32) -> (usize, Move) {
    let moves = graph.line(from, to).into_iter().map(|state| state as usize);
    let mut moves = moves.filter_map(|state| proof.mv(state).map(|mv| (state, mv)));
    moves.next().expect("the last state of the line is one in which the prover is to move")
}

/// Whether the position of a state, in which the opponent is to move after a pass, may come back
/// after a stone of his.
fn comes_back(proof: &Proof, graph: &Reachability, passed: u32) -> bool {
    let stones = proof.successors(passed).iter().filter(|next| !proof.places()[**next as usize].passed);
    let mut pairs = stones.flat_map(|stone| graph.states_like(passed).map(move |state| (*stone, state)));
    pairs.any(|(stone, state)| graph.reaches(stone, state))
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_go::{Player, Position};

    #[test]
    fn states_lead_to_those_that_a_line_comes_to() {
        let mut random = fastrand::Rng::with_seed(3);
        let (mut endless, mut reaches, mut all) = (0, 0, 0);
        for _ in 0..2_000 {
            let count = random.usize(1..12);
            let mut edges: Vec<Vec<u32>> = vec![Vec::new(); count];
            for _ in 0..random.usize(0..2 * count) {
                let (from, to) = (random.usize(..count), random.usize(..count));
                // One edge in fifty goes backwards.
                if from != to && (from < to || random.u8(..50) == 0) {
                    edges[from].push(to as u32);
                }
            }
            let reached = |from: usize| {
                let (mut seen, mut open) = (vec![false; count], edges[from].clone());
                while let Some(state) = open.pop() {
                    if !std::mem::replace(&mut seen[state as usize], true) {
                        open.extend(&edges[state as usize]);
                    }
                }
                seen
            };
            // The states of a shortest line, 0 without one, by widening from the first.
            let steps = |from: usize, to: usize| {
                let mut reached = BTreeSet::from([from]);
                for states in 1..=count {
                    if reached.contains(&to) {
                        return states;
                    }
                    let next = reached.iter().flat_map(|state| &edges[*state]).map(|next| *next as usize);
                    reached = next.chain(reached.iter().copied()).collect();
                }
                0
            };
            let place = |number: usize| {
                let position = Position { stones: [number as u64 / 2, 0] };
                AttackState {
                    ko: number as u8,
                    ..AttackState::start(&position, Player::Black, Player::Black)
                }
            };
            let states = (0..count).map(|number| (place(number), Move::Pass, edges[number].clone()));
            let proof = Proof::of(states);
            let Some(graph) = Reachability::of(&proof) else {
                assert!((0..count).any(|state| reached(state)[state]), "{edges:?}");
                endless += 1;
                continue;
            };
            for from in 0..count {
                for (to, reached) in reached(from).into_iter().enumerate() {
                    let line = from == to || reached;
                    assert_eq!(graph.reaches(from as u32, to as u32), line, "{from} {to} {edges:?}");
                    let shortest = graph.line(from as u32, to as u32);
                    assert_eq!(shortest.len(), steps(from, to), "{from} {to} {edges:?}: {shortest:?}");
                    assert!(shortest.windows(2).all(|two| edges[two[0] as usize].contains(&two[1])));
                    let ends = shortest.first().zip(shortest.last());
                    assert!(ends.is_none_or(|ends| ends == (&(from as u32), &(to as u32))));
                    reaches += usize::from(line);
                    all += 1;
                }
                let same: Vec<u32> = graph.states_like(from as u32).collect();
                let expected = [from / 2 * 2, from / 2 * 2 + 1].into_iter().filter(|state| *state < count);
                assert!(same.into_iter().eq(expected.map(|state| state as u32)));
            }
        }
        assert!(endless > 20 && reaches > 5_000 && all > 3 * reaches, "{endless} {reaches} of {all}");
    }

    /// A line of states that leads from each to the next, with the stones of the prover on some
    /// intersections; the prover moves first. Its last state leads to one before if a number is
    /// given.
    fn line(own: &[u64], passes: bool, back: Option<u32>) -> Proof {
        let place = |(number, own): (usize, &u64)| {
            let position = Position { stones: [*own, 0] };
            let start = AttackState::start(&position, Player::Black, Player::Black);
            // States of one position differ in something, as they do in every proof.
            AttackState { proving: number % 2 == 0, ko: number as u8, passed: passes && number == 1, ..start }
        };
        let states = own.iter().enumerate().map(|(number, own_stones)| {
            let mv = if passes && number == 0 { Move::Pass } else { Move::Place(0) };
            let next = if number + 1 < own.len() { Some(number as u32 + 1) } else { back };
            (place((number, own_stones)), mv, next)
        });
        Proof::of(states)
    }

    fn recreated(proof: &Proof, from: u32, to: u32) -> bool {
        Reachability::of(proof).is_none_or(|graph| stood_before(&graph, from, to).is_some())
    }

    #[test]
    fn a_stone_that_makes_a_position_of_its_line_is_found() {
        // The prover's second stone, from state 2 to state 3, makes the position of state 0, whose
        // turn was another.
        let proof = line(&[1, 2, 3, 1, 4], false, None);
        assert!(!recreated(&proof, 0, 1));
        assert!(recreated(&proof, 2, 3));
        // It is another position, and nothing comes back; then the opponent comes back to the
        // start, and both stones recreate.
        assert!(!recreated(&line(&[1, 2, 3, 4, 5], false, None), 2, 3));
        let round = line(&[1, 2, 3, 4], false, Some(0));
        assert!(recreated(&round, 0, 1) && recreated(&round, 2, 3));
    }

    #[test]
    fn the_move_that_is_taken_is_the_first_of_the_line_that_comes_back() {
        let board = Board::parse("1x5").unwrap();
        let aim = AttackGoal { board: &board, terms: Terms::PLAIN, threshold: 1 };
        // The stone from state 4 makes the position of state 1, where the opponent was to move: the
        // prover's first move since then is that of state 2.
        let proof = line(&[8, 1, 2, 3, 4, 1, 5], false, None);
        assert_eq!(verdict(&proof, &aim), Verdict::Faults(BTreeSet::from([(2, Move::Place(0))])));
        // He was to move himself in the state that comes back.
        let proof = line(&[1, 2, 3, 1, 4], false, None);
        assert_eq!(verdict(&proof, &aim), Verdict::Faults(BTreeSet::from([(0, Move::Place(0))])));
        assert_eq!(verdict(&line(&[1, 2, 3, 4, 5], false, None), &aim), Verdict::Holds);
    }

    #[test]
    fn a_position_that_a_stone_of_the_prover_makes_again_is_found() {
        let again = |proof: &Proof, from, to| {
            made_before(proof, &Reachability::of(proof).unwrap(), from, to).is_some()
        };
        // The stones from states 0, 2 and 4 make positions 2, 4 and 2.
        let proof = line(&[1, 2, 3, 4, 5, 2], false, None);
        assert!(again(&proof, 4, 5) && !again(&proof, 2, 3) && !again(&proof, 0, 1));
        // State 1 came about by a pass of the prover, or the position stood at his own turn.
        let passed = line(&[2, 2, 3, 4, 5, 2], true, None);
        assert!(!again(&passed, 4, 5) && recreated(&passed, 4, 5));
        let own = line(&[2, 1, 3, 4, 5, 2], false, None);
        assert!(!again(&own, 4, 5) && recreated(&own, 4, 5));
    }

    #[test]
    fn a_position_that_comes_back_after_a_pass_is_found() {
        let back = |proof: &Proof| comes_back(proof, &Reachability::of(proof).unwrap(), 1);
        // The prover passes on 7, and four moves later the opponent makes the position again.
        assert!(back(&line(&[7, 7, 1, 2, 7, 3], true, None)));
        assert!(!back(&line(&[7, 7, 1, 2, 6, 3], true, None)));
    }
}
