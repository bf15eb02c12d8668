//! A share of the work of a folder, for one of several machines.
//!
//! The tasks of each kind are dealt out one by one in the order of the plan, so that every share has small boards and large
//! ones. A share is a folder of results and certificates without pages, as an interruption leaves one
//! ([`super::unfinished`]). Results that depend on others, such as what rulesets differ in, are in no share: they are made
//! when the shares are merged ([`super::merged`]). Every result has the bytes that it has on one machine, as none depends on another task.

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

    /// Whether the task at a place of a plan belongs to it.
    pub fn has(self, place: usize) -> bool {
        place % self.of == self.place
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
        }
        for text in ["", "1", "0/2", "3/2", "1/0", "-1/2", "1/2/3", "a/b", "1/10001", "1.0/2"] {
            assert!(Shard::parse(text).is_err_and(|error| error.contains("such as 2/8")), "{text}");
        }
    }
}
