//! The history heuristic: what a search has learnt of moves, by which it orders them.
//!
//! Two things are known of a stone: how much work stones on its intersection have decided so far,
//! and how stones on it have fared where its surroundings looked the same. The latter is a success
//! rate by cost: of a move that was tried, whether it did what its player wanted counts for it, and
//! the work of the trial, compared with the mean with as many stones left, counts against it. To
//! try first what has the most success for its cost takes the least work if what is known of a move
//! is all that there is to know (H. A. Simon and J. B. Kadane, *Optimal problem-solving search*,
//! Artificial Intelligence 6, 1975). Rates instead of sums are from the relative history heuristic
//! (M. H. M. Winands and others, *The relative history heuristic*, 2004).
//!
//! What decided the last states with as many stones left, the *killer moves*, often decides the
//! next one too, as neighbouring states in the search differ by little. Their score is multiplied
//! (S. G. Akl and M. M. Newborn, *The principal continuation and the killer heuristic*, Proceedings
//! of the ACM Annual Conference, 1977).
//!
//! Nothing of this has a part in what is proved; it changes how much work that takes.

use arrayvec::ArrayVec;

use super::table::MAX_BOUND;
use superko_go::bits::members;
use superko_go::board::MAX_POINTS;
use superko_go::{Board, Position};

/// The most intersections in the surroundings of one.
const MAX_NEAR: usize = 8;

/// The most records for each intersection of a board.
pub const MAX_RECORDS: usize = 2 * 3usize.pow(MAX_NEAR as u32);

/// The bits of a score.
pub const SCORE_BITS: u32 = 58;

/// The score of a move that is tried first, but for the one that decided the state before.
pub const FIRST_SCORE: u64 = 1 << 62;

/// The trials before surroundings are looked at: earlier they cost more than they give.
const MIN_TRIALS: u32 = 1 << 12;

/// The greatest logarithm of what a trial counts.
const MAX_LOG_WEIGHT: u8 = 16;

/// The cost of a trial apart from its work, and the most for that, in units of the mean work.
const MIN_COST: f64 = 0.5;
const MAX_COST: f64 = 20.0;

/// The weight of the last trial in the mean work.
const LEARNING_RATE: f64 = 0.001;

/// The cost from which on a record is halved, so that what was learnt long ago counts less.
const MAX_RECORD_COST: f32 = 1e6;

/// The record that is assumed before anything is known.
const PRIOR: Record = Record { success: 2.0, cost: 4.0 };

/// The factors of the scores of the last killer move and of the one before.
const KILLER_FACTORS: [f64; 2] = [32.0, 16.0];

/// The intersection of no killer move.
pub const NO_KILLER: u8 = u8::MAX;

/// The success rate of the moves on an intersection in some surroundings.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Record {
    /// The weight of those that succeeded.
    pub success: f32,
    /// The cost of all.
    pub cost: f32,
}

/// The surroundings of each intersection of a board: its neighbours, and of the intersections next
/// to these those with the most neighbours in common with it, at most eight in all.
pub struct Surroundings {
    near: Vec<ArrayVec<u8, MAX_NEAR>>,
    /// The number of the first pattern of each intersection.
    firsts: Vec<usize>,
    /// The number of all patterns.
    patterns: usize,
}

impl Surroundings {
    /// The surroundings on a board.
    pub fn of(board: &Board) -> Surroundings {
        let points = 0..board.points() as u8;
        let near = |point: u8| {
            let (own, neighbours) = (1u64 << point, board.adjacent(1 << point));
            let mut second: Vec<u8> = members(board.adjacent(neighbours) & !neighbours & !own).collect();
            second.sort_by_key(|other| {
                std::cmp::Reverse((board.adjacent(1 << other) & neighbours).count_ones())
            });
            members(neighbours).chain(second).take(MAX_NEAR).collect()
        };
        let near: Vec<ArrayVec<u8, MAX_NEAR>> = points.map(near).collect();
        let mut patterns = 0;
        let firsts = near.iter().map(|near| {
            let first = patterns;
            patterns += 3usize.pow(near.len() as u32);
            first
        });
        let firsts = firsts.collect();
        Surroundings { near, firsts, patterns }
    }

    /// The number of the pattern around an intersection.
    #[inline]
    fn pattern(&self, position: &Position, proving: bool, point: u8) -> usize {
        let [own, others] = position.stones;
        let near = self.near[usize::from(point)].iter();
        let pattern = near.fold(0, |pattern, near| {
            pattern * 3 + (own >> near & 1) as usize + 2 * (others >> near & 1) as usize
        });
        usize::from(proving) * self.patterns + self.firsts[usize::from(point)] + pattern
    }
}

/// The history heuristic of one thread.
#[derive(Debug, Clone, PartialEq)]
pub struct History {
    /// The work that stones on each intersection have decided, of the opponent and of the prover.
    pub cutoff_work: [[u32; MAX_POINTS]; 2],
    /// The number of trials, as far as that matters.
    pub trials: u32,
    /// The mean work of a trial, of the opponent and of the prover, by the stones that are left.
    pub mean_work: [[f64; MAX_BOUND as usize + 1]; 2],
    /// The killer moves of the opponent and of the prover, by the stones that are left, the last
    /// one first.
    pub killers: [[[u8; KILLER_FACTORS.len()]; MAX_BOUND as usize + 1]; 2],
    /// A record for each pattern, of the opponent and of the prover; none before [`MIN_TRIALS`].
    pub records: Vec<Record>,
}

impl Default for History {
    fn default() -> History {
        let mean_work = [[1.0; MAX_BOUND as usize + 1]; 2];
        let killers = [[[NO_KILLER; KILLER_FACTORS.len()]; MAX_BOUND as usize + 1]; 2];
        History { cutoff_work: [[0; MAX_POINTS]; 2], trials: 0, mean_work, killers, records: Vec::new() }
    }
}

/// A stone that may be placed.
#[derive(Debug, Clone, Copy)]
pub struct Stone<'a> {
    pub position: &'a Position,
    /// Whether the prover places it.
    pub proving: bool,
    pub point: u8,
}

impl History {
    /// The score of a stone in a state with `left` stones of the prover left.
    #[inline]
    pub fn score(&self, surroundings: &Surroundings, stone: Stone, left: u8) -> u64 {
        let Stone { position, proving, point } = stone;
        let cutoff_work = self.cutoff_work[usize::from(proving)][usize::from(point)];
        if self.records.is_empty() {
            return u64::from(cutoff_work);
        }
        let record = self.records[surroundings.pattern(position, proving, point)];
        let rate = f64::from(record.success + PRIOR.success) / f64::from(record.cost + PRIOR.cost);
        let killers = self.killers[usize::from(proving)][usize::from(left.min(MAX_BOUND))];
        let killer =
            killers.iter().position(|killer| *killer == point).map_or(1.0, |number| KILLER_FACTORS[number]);
        // Less than 2 to the power of 1, 32, 5 and 20: of SCORE_BITS in all.
        (rate * (f64::from(cutoff_work) + 1.0) * killer * f64::from(1 << 20)) as u64
    }

    /// Learns from a trial whether a stone did what its player wanted, and how much work it took to
    /// see that.
    pub fn update(
        &mut self,
        surroundings: &Surroundings,
        stone: Stone,
        left: u8,
        succeeded: bool,
        work: u64,
    ) {
        if self.trials < MIN_TRIALS {
            self.trials += 1;
            return;
        }
        if self.records.is_empty() {
            self.records = vec![Record::default(); 2 * surroundings.patterns];
        }
        let Stone { position, proving, point } = stone;
        let mean_work = &mut self.mean_work[usize::from(proving)][usize::from(left.min(MAX_BOUND))];
        *mean_work += (work as f64 - *mean_work) * LEARNING_RATE;
        let cost = (work as f64 / (*mean_work + 1.0)).min(MAX_COST) + MIN_COST;
        let weight = (1 << left.min(MAX_LOG_WEIGHT)) as f32;
        let record = &mut self.records[surroundings.pattern(position, proving, point)];
        record.success += if succeeded { weight } else { 0.0 };
        record.cost += weight * cost as f32;
        if record.cost > MAX_RECORD_COST {
            *record = Record { success: record.success / 2.0, cost: record.cost / 2.0 };
        }
    }

    /// Learns that a stone has decided a state.
    pub fn record_cutoff(&mut self, proving: bool, point: u8, left: u8) {
        let cutoff_work = &mut self.cutoff_work[usize::from(proving)][usize::from(point)];
        *cutoff_work = cutoff_work.saturating_add(1 << left.min(MAX_LOG_WEIGHT));
        let killers = &mut self.killers[usize::from(proving)][usize::from(left.min(MAX_BOUND))];
        if killers[0] != point {
            *killers = [point, killers[0]];
        }
    }

    /// Halves what was decided, so that what is long ago counts less.
    pub fn age(&mut self) {
        self.cutoff_work.iter_mut().flatten().for_each(|cutoff_work| *cutoff_work /= 2);
    }

    /// Drops the records of another board, if its patterns are others.
    pub fn fit_to(&mut self, surroundings: &Surroundings) {
        if self.records.len() != 2 * surroundings.patterns {
            self.records.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surroundings_of_a_point_are_those_next_to_it() {
        let near = |board: &str, point: usize| -> u64 {
            let surroundings = Surroundings::of(&Board::parse(board).unwrap());
            surroundings.near[point].iter().fold(0, |set, near| set | 1 << near)
        };
        assert_eq!(near("5x5", 12), 0b00000_01110_01010_01110_00000, "the centre");
        assert_eq!(near("1x7", 3), 0b0110110);
        // In the corner two neighbours, the diagonal, and two more.
        assert_eq!(near("3x4", 0), 0b0001_0011_0110);
        assert_eq!(near("star:6", 0).count_ones(), 5);
    }

    #[test]
    fn patterns_have_numbers_of_their_own() {
        let board = Board::parse("2x3").unwrap();
        let surroundings = Surroundings::of(&board);
        let mut seen = std::collections::HashSet::new();
        for position in superko_go::position::legal_positions(&board) {
            for point in members(board.full() & !position.occupied()) {
                for proving in [false, true] {
                    let pattern = surroundings.pattern(&position, proving, point);
                    assert!(pattern < 2 * surroundings.patterns);
                    let near: Vec<u64> = surroundings.near[usize::from(point)]
                        .iter()
                        .flat_map(|near| position.stones.map(|stones| stones >> near & 1))
                        .collect();
                    seen.insert((pattern, (proving, point, near)));
                }
            }
        }
        let patterns: std::collections::HashSet<usize> = seen.iter().map(|(pattern, _)| *pattern).collect();
        assert_eq!(patterns.len(), seen.len());
        assert!(seen.len() > 500, "{}", seen.len());
    }

    #[test]
    fn what_did_well_at_little_cost_is_more_promising() {
        let board = Board::parse("3x3").unwrap();
        let (surroundings, position) = (Surroundings::of(&board), Position { stones: [1 << 4, 1 << 8] });
        let stone = |point| Stone { position: &position, proving: true, point };
        let mut history = History::default();
        let score = |history: &History, point| history.score(&surroundings, stone(point), 3);
        (0..MIN_TRIALS).for_each(|_| history.update(&surroundings, stone(0), 3, true, 1));
        assert!(history.records.is_empty());
        for _ in 0..100 {
            history.update(&surroundings, stone(0), 3, true, 10);
            history.update(&surroundings, stone(1), 3, true, 100);
            history.update(&surroundings, stone(2), 3, false, 10);
        }
        assert!(score(&history, 0) > score(&history, 1) && score(&history, 1) > score(&history, 2));
        // With the other player to move, or in other surroundings, nothing is known.
        let unknown = History { records: vec![Record::default(); history.records.len()], ..history.clone() };
        let other = Stone { proving: false, ..stone(0) };
        assert_eq!(history.score(&surroundings, other, 3), score(&unknown, 0));
        // Of stones of which nothing else is known the one that has just decided such a state comes
        // first, then the one before.
        let mut killers = unknown.clone();
        [1, 2].into_iter().for_each(|point| killers.record_cutoff(true, point, 3));
        assert!(score(&killers, 2) > score(&killers, 1) && score(&killers, 1) > score(&killers, 0));
        assert_eq!((killers.killers[1][3], killers.killers[1][4]), ([2, 1], [NO_KILLER; 2]));
        assert_eq!(killers.killers[0], unknown.killers[0]);
        (0..3).for_each(|_| history.record_cutoff(true, 2, MAX_BOUND));
        assert!(score(&history, 2) > score(&history, 0) && score(&history, 0) < FIRST_SCORE);
        (0..100_000).for_each(|_| history.update(&surroundings, stone(0), MAX_BOUND, true, 1));
        assert!(
            history
                .records
                .iter()
                .all(|record| record.cost <= MAX_RECORD_COST && record.success <= 2.0 * record.cost)
        );
    }
}
