//! Sets of intersections as bits of a word: bit `i` stands for intersection `i`.

/// The members of a set of intersections, in ascending order.
pub fn members(set: u64) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let point = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            point
        })
    })
}
