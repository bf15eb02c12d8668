//! In which order questions about a value are asked, and how many nodes each gets.
//!
//! The questions of [`Bounds::question`] come to most values with few nodes. But one of them may take more than all the others
//! together, and as long as it has no answer nothing is known. Under `kee2007` the empty 2x2 is worth between -1 and 1, as a few
//! hundred nodes show, and no search has told whether Black gets more than 0. So a question that takes long is left for a
//! while for the easiest ones: whether Black gets more than he is sure of, and whether White can hold him below what White is sure
//! of, each again with narrower bounds until one takes long as well. Then the question that was left goes on, with more nodes
//! than before. Its proof numbers are still there, and only guide, so that it was left changes no answer.

use crate::bounds::Bounds;
use crate::question::{Question, Side};

/// A question gets so many nodes for each arrangement of stones on the board before it is left, but no more than
/// [`MOST_NODES`]. No published result took as many.
const NODES_PER_ARRANGEMENT: u64 = 256;

/// The most nodes that a question gets before it is left.
const MOST_NODES: u64 = 1 << 24;

/// A question gets so many times the nodes each time that it goes on.
const GROWTH: u64 = 4;

/// An easier question gets this part of the nodes.
const PART: u64 = 16;

/// The questions about a value: which one to ask now.
pub struct Order {
    /// What is proved of the value.
    bounds: Bounds,
    /// The side that was sure in the last question.
    last: Option<Side>,
    /// How many questions there were.
    round: u32,
    /// The nodes that a question gets now before it is left.
    allotment: u64,
    /// The question that was left.
    left: Option<Question>,
    /// The side of which it is asked what more it can be sure of, while a question is left.
    aside: Option<Side>,
}

impl Order {
    /// For a value within some bounds, on a board of so many intersections.
    pub fn new(bounds: Bounds, points: usize) -> Order {
        let arrangements = 3u64.saturating_pow(points as u32);
        let allotment = arrangements.saturating_mul(NODES_PER_ARRANGEMENT).min(MOST_NODES);
        Order { bounds, last: None, round: 0, allotment, left: None, aside: None }
    }

    /// What is proved of the value.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// The question to ask now, and the nodes that it gets.
    pub fn next(&mut self) -> (Question, u64) {
        let left = self.left.filter(|left| !self.bounds.settles(left));
        while let Some(side) = self.aside.filter(|_| left.is_some()) {
            match self.bounds.more(side).filter(|question| Some(*question) != left) {
                Some(question) => return (question, self.allotment / PART),
                None => self.leave_aside(side),
            }
        }
        self.aside = None;
        (left.unwrap_or_else(|| self.bounds.question(self.last, self.round)), self.allotment)
    }

    /// Says that a question was answered, of which a side was sure; with the bounds that follow.
    pub fn answered(&mut self, sure: Side, bounds: Bounds) {
        (self.bounds, self.last) = (bounds, Some(sure));
        self.round += 1;
    }

    /// Says that a question took as many nodes as it got.
    pub fn leave(&mut self, question: Question) {
        match self.aside {
            Some(side) => self.leave_aside(side),
            None => (self.left, self.aside) = (Some(question), Some(Side::Black)),
        }
    }

    fn leave_aside(&mut self, side: Side) {
        self.aside = (side == Side::Black).then_some(Side::White);
        if self.aside.is_none() {
            self.allotment = self.allotment.saturating_mul(GROWTH);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_rules::Points;

    fn points(points: i32) -> Points {
        Points::from_integer(points)
    }

    fn wide() -> Bounds {
        Bounds { low: points(-9), low_open: false, high: points(9), high_open: false }
    }

    /// Plays the part of the search, to which each question about some thresholds takes so many nodes and each other question
    /// ten. Returns the bounds after each question, and the nodes until then.
    fn search(value: i32, hard: &[i32], cost: u64) -> Vec<(Bounds, u64)> {
        let mut order = Order::new(wide(), 3);
        let (mut spent, mut nodes, mut seen) = (vec![0; 19], 0, Vec::new());
        while order.bounds().value() != Some(points(value)) {
            let (question, most) = order.next();
            assert!(!order.bounds().settles(&question));
            // The least whole score that reaches what is asked.
            let whole = *question.points.numer() + i32::from(question.strict);
            let spent = &mut spent[(whole + 9) as usize];
            let needed = if hard.contains(&whole) { cost } else { 10 } - *spent;
            let now = needed.min(most);
            (*spent, nodes) = (*spent + now, nodes + now);
            if now < needed {
                order.leave(question);
            } else {
                let (sure, mut bounds) = (question.served(points(value)), order.bounds());
                bounds.tighten(sure, question);
                order.answered(sure, bounds);
            }
            seen.push((order.bounds(), nodes));
            assert!(seen.len() < 200, "{seen:?}");
        }
        seen
    }

    #[test]
    fn easy_questions_are_asked_while_a_hard_one_waits() {
        for value in [-1, 0, 1] {
            let cost = 10_000_000;
            let seen = search(value, &[0, 1], cost);
            // The first two that are hard took 256 * 27 nodes or less, and all others ten.
            let (bounds, _) = seen.iter().rfind(|(_, nodes)| *nodes < 20_000).unwrap();
            assert_eq!((bounds.low, bounds.high), (points(-1), points(1)), "{value}");
            // Each question that is left goes on, and those aside take no more than an eighth of its nodes.
            let nodes = seen.last().unwrap().1;
            assert!(nodes < 2 * (cost + cost / 8), "{value} {seen:?}");
        }
    }

    #[test]
    fn no_question_is_left_where_all_are_easy() {
        for value in -9..=9 {
            let seen = search(value, &[], 0);
            let mut order = Order::new(wide(), 3);
            for (bounds, _) in seen {
                let (question, nodes) = order.next();
                assert_eq!(nodes, 27 * NODES_PER_ARRANGEMENT);
                assert_eq!(question, order.bounds().question(order.last, order.round));
                order.answered(question.served(points(value)), bounds);
            }
        }
    }

    #[test]
    fn boards_of_any_size_get_their_nodes() {
        let allotment = |points| Order::new(wide(), points).next().1;
        assert_eq!([2, 4, 8].map(allotment), [9, 81, 6561].map(|count| count * NODES_PER_ARRANGEMENT));
        assert_eq!([16, 64].map(allotment), [MOST_NODES; 2]);
    }
}
