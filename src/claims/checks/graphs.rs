//! Every graph of a few points, as boards.

use crate::go::{Board, edge_list};

/// The most points of which all graphs are listed: there are 34 of five points, and 156 of six.
pub const MOST: usize = 6;

/// Every graph of so many points, connected or not, one of each class that differ by the names of the points alone.
pub fn of(points: usize) -> Vec<Board> {
    let pairs: Vec<(usize, usize)> = (0..points).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    let place = |a: usize, b: usize| {
        let (high, low) = (a.max(b), a.min(b));
        high * (high - 1) / 2 + low
    };
    // Where each pair goes when the points are renamed.
    let renamed = orders(points);
    let images: Vec<Vec<usize>> =
        renamed.iter().map(|to| pairs.iter().map(|(a, b)| place(to[*a], to[*b])).collect()).collect();
    let image = |graph: u32, to: &Vec<usize>| {
        let edges = (0..pairs.len()).filter(|pair| graph >> pair & 1 == 1);
        edges.fold(0, |image, pair| image | 1u32 << to[pair])
    };
    let least = |graph: &u32| images.iter().all(|to| image(*graph, to) >= *graph);
    (0..1u32 << pairs.len()).filter(least).map(|graph| board(points, &pairs, graph)).collect()
}

fn board(points: usize, pairs: &[(usize, usize)], graph: u32) -> Board {
    let vertices = (0..points).map(|point| format!("v{point}\n"));
    let edges = pairs.iter().enumerate().filter(|(place, _)| graph >> place & 1 == 1);
    let lines: String = vertices.chain(edges.map(|(_, (a, b))| format!("v{a} v{b}\n"))).collect();
    edge_list::parse(&format!("{points}-{graph}"), &lines).expect("the list is made above")
}

/// All orders of the first numbers.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![Vec::new()] };
    let shorter = orders(last);
    let longer = shorter.iter().flat_map(|order| {
        (0..count).map(|place| {
            let mut order = order.clone();
            order.insert(place, last);
            order
        })
    });
    longer.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_graphs_as_counted_by_others() {
        // OEIS A000088.
        for (points, count) in [(1, 1), (2, 2), (3, 4), (4, 11), (5, 34)] {
            assert_eq!(of(points).len(), count, "{points}");
        }
    }
}
