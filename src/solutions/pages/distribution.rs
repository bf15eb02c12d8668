//! The second plot: how many positions of a board have which value, by ruleset.

use std::collections::BTreeMap;

use num_rational::Ratio;

use super::svg::{Anchor, FAINT, GREY, INK, Svg, colour};
use super::view::{Distribution, Positions, View};
use crate::rules::Points;

/// Where the plot is.
pub const PATH: &str = "plots/distribution.svg";

/// The first panel, and how far apart panels are.
const LEFT: i32 = 60;
const TOP: i32 = 92;
const STEP: (i32, i32) = (290, 178);
/// The size of a panel.
const SIZE: (i32, i32) = (240, 110);
/// Panels side by side.
const COLUMNS: usize = 3;

/// The board that is drawn: the largest that has columns under more than the rulesets under which games may go on for
/// ever.
pub fn board<'a>(view: &'a View) -> Option<&'a Positions<'a>> {
    let drawn = |positions: &&Positions| positions.columns.iter().any(|(variant, _)| variant.always_ends());
    view.positions.iter().filter(drawn).max_by_key(|positions| positions.classes.images())
}

/// Draws the plot: a panel for each ruleset, each with axes of its own.
pub fn svg(view: &View) -> Option<String> {
    let positions = board(view)?;
    let panels = positions.distributions(&view.rulesets);
    let rows = panels.len().div_ceil(COLUMNS) as i32;
    let (board, images) = (positions.board.to_string(), positions.classes.images());
    let mut svg =
        Svg::new(900, TOP + rows * STEP.1 - 20, &format!("Distribution of values on {board} by ruleset"));
    let title =
        format!("Values of the {images} legal positions of {}, Black to move", board.replace('x', "×"));
    svg.text((12, 26), 16, Anchor::Start, &title);
    let has = |wanted: fn(&Option<Points>) -> bool| {
        panels.iter().any(|(_, distribution)| distribution.keys().any(wanted))
    };
    let mut note = String::from("Across: Black's points less White's. Up: number of positions, logarithmic.");
    if has(|value| value.is_some_and(|points| !points.is_integer())) {
        note.push_str(" Thin bars: fractions.");
    }
    note.push_str(if has(Option::is_none) { " Grey: no result." } else { "" });
    svg.text((12, 48), 12, Anchor::Start, &note);
    for (place, (variant, distribution)) in panels.iter().enumerate() {
        let x = LEFT + (place % COLUMNS) as i32 * STEP.0;
        let y = TOP + (place / COLUMNS) as i32 * STEP.1;
        svg.text((x, y - 10), 14, Anchor::Start, &variant.name());
        panel(&mut svg, (x, y + SIZE.1), distribution);
    }
    Some(svg.finish())
}

/// One panel, its axes and bars, from the least to the greatest value that occurs. `(x, bottom)` is the lower left
/// corner.
fn panel(svg: &mut Svg, (x, bottom): (i32, i32), distribution: &Distribution) {
    let most = distribution.values().copied().max().unwrap_or(1);
    let top = (0..9).map(|power| 10u32.pow(power)).find(|top| *top >= most).unwrap_or(most);
    for level in (0..9).map(|power| 10u32.pow(power)).take_while(|level| *level <= top) {
        let y = bottom - height(level, top);
        svg.line((x, y), (x + SIZE.0, y), FAINT);
        svg.text((x - 6, y + 4), 11, Anchor::End, &level.to_string());
    }
    svg.line((x, bottom), (x + SIZE.0, bottom), INK);

    let scores = || distribution.keys().flatten();
    let low = scores().map(|points| points.floor().to_integer()).min().unwrap_or(0);
    let high = scores().map(|points| points.ceil().to_integer()).max().unwrap_or(0);
    let none = i32::from(distribution.contains_key(&None));
    // A place for each whole number, and three for no result.
    let places = high - low + 1 + 3 * none;
    let middle = |points: Points| {
        let halves = (points - Points::from_integer(low)) * 2 + 1;
        x + (halves * SIZE.0 / (2 * places)).round().to_integer()
    };
    let width = (SIZE.0 / places - 3).clamp(3, 24);
    // Numbers stand at least 24 apart.
    let every = (24 * places).div_euclid(SIZE.0) + 1;
    for value in (low..=high).filter(|value| value % every == 0) {
        svg.text((middle(Points::from_integer(value)), bottom + 15), 11, Anchor::Middle, &value.to_string());
    }
    // Fractions that would be drawn on the same pixels are drawn as one bar.
    let mut thin: BTreeMap<(i32, String), u32> = BTreeMap::new();
    for (value, count) in distribution {
        let Some(value) = value else {
            let at = x + SIZE.0 - 3 * SIZE.0 / (2 * places);
            bar(svg, at, width, bottom, height(*count, top), GREY);
            svg.text((at, bottom + 15), 11, Anchor::Middle, "none");
            continue;
        };
        let fill = bar_colour(*value);
        match value.is_integer() {
            true => bar(svg, middle(*value), width, bottom, height(*count, top), &fill),
            false => *thin.entry((middle(*value), fill)).or_insert(0) += count,
        }
    }
    for ((at, fill), count) in thin {
        bar(svg, at, 2, bottom, height(count, top), &fill);
    }
}

/// The colour of a bar: that of the side that wins, the same for all scores, so that small ones are seen too.
fn bar_colour(value: Points) -> String {
    match value.numer().signum() {
        0 => "#777777".to_string(),
        sign => colour(Ratio::new(3 * sign, 4)),
    }
}

fn bar(svg: &mut Svg, middle: i32, width: i32, bottom: i32, height: i32, colour: &str) {
    svg.rect((middle - width / 2, bottom - height), (width, height), colour);
}

/// The height of a count: whatever is there can be seen, and small counts beside large ones. A doubling
/// adds the same everywhere, with straight lines between the powers of 2, so no logarithm is rounded.
fn height(count: u32, top: u32) -> i32 {
    let octaves = |count: u32| match count.checked_ilog2() {
        None => 0,
        // In parts of 1024, from the height of one half up.
        Some(power) => 1024 * (power + 1) + ((u64::from(count - (1 << power)) << 10) >> power) as u32,
    };
    (octaves(count) * SIZE.1 as u32 / octaves(top)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_positions_make_a_higher_bar_and_a_doubling_adds_the_same() {
        let heights: Vec<i32> = (0..=10_000).map(|count| height(count, 10_000)).collect();
        assert!(heights.is_sorted());
        assert_eq!((heights[0], heights[10_000]), (0, SIZE.1));
        assert!(heights[1] > 0);
        for count in 1..=5000 {
            let added = heights[2 * count] - heights[count];
            assert!((added - heights[1]).abs() <= 1, "{count}");
        }
    }
}
