//! The moves of a finite game backwards, for what is found from its ends: each state has a number,
//! and the states that its moves lead to are kept one list after the other.

/// The edges backwards: for each state where its predecessors start, and all predecessors.
pub fn reversed(counts: &[u8], next: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; counts.len() + 1];
    for &to in next {
        starts[to as usize] += 1;
    }
    let mut total = 0;
    for start in &mut starts {
        total += *start;
        *start = total;
    }
    // Each start is now the end of its part, and goes down to the start as the part is filled.
    let mut before = vec![0; next.len()];
    let mut edges = next.iter();
    for (from, &count) in counts.iter().enumerate() {
        for &to in edges.by_ref().take(usize::from(count)) {
            starts[to as usize] -= 1;
            before[starts[to as usize] as usize] = from as u32;
        }
    }
    (starts, before)
}
