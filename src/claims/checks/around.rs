//! How many intersections are directly adjacent to the two of a ko.
//!
//! A stone of a ko and the intersection from which it is taken are neighbours, so the intersections around a ko are those
//! adjacent to two neighbouring ones, these two left out. (Which pairs can be a ko is not asked.)

use std::fmt::Write;

use crate::claims::checked::Checked;
use crate::claims::context::Context;
use crate::go::Board;
use crate::go::notation::point_name;

impl Context<'_> {
    pub(super) fn around(&self, board: &str, expect: [u32; 2]) -> Result<Checked, String> {
        let grid = Board::parse(board).map_err(|error| error.to_string())?;
        let points = 0..grid.points() as u8;
        let pairs = points.clone().flat_map(|one| points.clone().map(move |two| [one, two]));
        let set = |pair: &[u8; 2]| 1u64 << pair[0] | 1u64 << pair[1];
        let neighbours = |[one, two]: &[u8; 2]| one < two && grid.adjacent(1 << one) >> two & 1 == 1;
        let counted = pairs
            .filter(neighbours)
            .map(|pair| ((grid.adjacent(set(&pair)) & !set(&pair)).count_ones(), pair));
        let counted: Vec<(u32, [u8; 2])> = counted.collect();
        let (Some(fewest), Some(most)) = (counted.iter().min(), counted.iter().max()) else {
            return Err(format!("{board} has no two neighbouring intersections"));
        };
        let mut evidence = String::new();
        for (count, [one, two]) in [fewest, most] {
            let names = [*one, *two].map(|point| point_name(&grid, point));
            let _ = writeln!(evidence, "{} and {}: {count}", names[0], names[1]);
        }
        Ok(Checked {
            asked: format!(
                "{board}: {} to {} intersections are adjacent to two neighbouring ones",
                expect[0], expect[1]
            ),
            holds: Some([fewest.0, most.0] == expect),
            found: format!("{} to {}", fewest.0, most.0),
            evidence,
            nodes: self.spent(),
        })
    }
}
