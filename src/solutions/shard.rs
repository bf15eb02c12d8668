//! A share of some work, for one of several machines, or for one of several days.
//!
//! When a folder is made, the tasks of each kind are dealt out one by one in the order of the plan, so that every share has small boards and large
//! ones. A share is a folder of results and certificates without pages, as an interruption leaves one
//! ([`super::unfinished`]). Results that depend on others, such as what rulesets differ in, are in no share: they are made
//! when the shares are merged ([`super::merged`]). Every result has the bytes that it has on one machine, as none depends on another task.
//!
//! When a folder is checked ([`super::check`]), and wherever it is known what each thing takes, the shares are made to take about
//! as long as each other ([`Shard::of_costs`]).

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::fmt::{self, Display, Formatter};

/// Which share, of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// From 0 on.
    place: usize,
    /// At least 1.
    of: usize,
}

/// The most shares.
const MOST: usize = 10_000;

impl Shard {
    /// All of the work.
    pub const WHOLE: Shard = Shard { place: 0, of: 1 };

    /// Reads `2/8`: the second of eight shares.
    ///
    /// # Errors
    /// What was expected.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let [number, of] = [number, of].map(|text| text.parse::<usize>().ok());
            Some((number?, of?)).filter(|(number, of)| (1..=MOST).contains(of) && (1..=*of).contains(number))
        });
        let expected = "expected a number and how many there are, such as 2/8";
        numbers.map(|(number, of)| Shard { place: number - 1, of }).ok_or_else(|| expected.to_string())
    }

    /// Whether it is all of the work.
    pub fn is_whole(self) -> bool {
        self.of == 1
    }

    /// The share as far from the end as this one is from the beginning. Where two lists are shared out, the
    /// costliest of both are so in different shares.
    pub fn from_the_end(self) -> Shard {
        Shard { place: self.of - 1 - self.place, of: self.of }
    }

    /// Whether the task at a place of a plan belongs to it.
    pub fn has(self, place: usize) -> bool {
        place % self.of == self.place
    }

    /// The places of a list that belong to it, where what is listed has these costs, whatever they are counted in.
    ///
    /// The costliest are dealt out first, each to the share that has the least so far. So shares cost about as much as each other,
    /// unless one thing alone costs more, and equal costs are dealt out one by one. Whoever has the same list has the same
    /// shares, and every place is in one of them.
    pub fn of_costs(self, costs: &[u64]) -> BTreeSet<usize> {
        if self.is_whole() {
            return (0..costs.len()).collect();
        }
        let mut places: Vec<usize> = (0..costs.len()).collect();
        places.sort_by_key(|place| Reverse(costs[*place]));
        let mut shares: BinaryHeap<Reverse<(u128, usize)>> =
            (0..self.of).map(|share| Reverse((0, share))).collect();
        let mut own = BTreeSet::new();
        for place in places {
            let Some(mut least) = shares.peek_mut() else { break };
            let Reverse((cost, share)) = &mut *least;
            // What costs nothing by its number is still something to do.
            *cost += u128::from(costs[place]) + 1;
            if *share == self.place {
                own.insert(place);
            }
        }
        own
    }
}

/// As it is given: `2/8`.
impl Display for Shard {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.place + 1, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_in_one_share() {
        for of in 1..6 {
            let shares: Vec<Shard> =
                (1..=of).map(|number| Shard::parse(&format!("{number}/{of}")).unwrap()).collect();
            assert!((0..50).all(|place| shares.iter().filter(|shard| shard.has(place)).count() == 1));
            assert_eq!(shares[0].is_whole(), of == 1);
            assert_eq!(shares[of - 1].to_string(), format!("{of}/{of}"));
        }
        for text in ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b", "1/10001", "1.0/2"] {
            assert!(Shard::parse(text).is_err_and(|error| error.contains("such as 2/8")), "{text}");
        }
    }

    #[test]
    fn shares_by_cost_have_every_place_once_and_none_has_much_more_than_another() {
        let share = |number: usize, of: usize, costs: &[u64]| Shard { place: number, of }.of_costs(costs);
        // From 0 to 630 in no order, 0 more than once.
        let costs: Vec<u64> = (0..100).map(|place| (place * 37 % 64) * 10).collect();
        for of in [1, 2, 7, 16] {
            let shares: Vec<BTreeSet<usize>> = (0..of).map(|number| share(number, of, &costs)).collect();
            let mut places: Vec<usize> = shares.iter().flatten().copied().collect();
            places.sort_unstable();
            assert!(places.into_iter().eq(0..100), "{of}");
            let sums: Vec<u64> =
                shares.iter().map(|share| share.iter().map(|place| costs[*place]).sum()).collect();
            let (least, most) = (sums.iter().min().unwrap(), sums.iter().max().unwrap());
            assert!(most - least <= 100, "{sums:?}");
        }
        // What costs more than all the others is alone.
        assert_eq!(share(0, 2, &[1, 2, 50, 3]), BTreeSet::from([2]));
        assert_eq!(share(1, 2, &[1, 2, 50, 3]), BTreeSet::from([0, 1, 3]));
        assert_eq!(share(0, 2, &[0; 4]), BTreeSet::from([0, 2]));
        assert_eq!(share(6, 7, &[5, 5]), BTreeSet::new());
        assert_eq!(share(0, 2, &[u64::MAX; 4]).len(), 2);
    }
}
