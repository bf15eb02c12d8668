//! The second plot: how many positions of a board have which value, by ruleset.

use std::collections::BTreeMap;

use super::parts::Parts;
use super::strong::{AboutColumn, Strong, points};
use super::svg::{Anchor, FAINT, INK, Svg, colour};
use super::variant::Variant;

/// Where the plot is.
pub const PATH: &str = "plots/distribution.svg";

const LEFT: i32 = 64;
const TOP: i32 = 84;
/// The size of one panel, and what lies between two.
const HEIGHT: i32 = 120;
const GAP: (i32, i32) = (90, 70);
/// The pixels of one point.
const UNIT: i32 = 18;
const BAR: i32 = 14;
/// Panels side by side.
const COLUMNS: usize = 2;

/// The board that is drawn: the largest whose strong table has more than the rulesets under which games may go on
/// for ever.
pub fn board(parts: &Parts) -> Option<&Strong> {
    let ends =
        |column: &AboutColumn| Variant::named(&column.name).is_some_and(|variant| variant.always_ends());
    let drawn = |strong: &&Strong| strong.about.columns.iter().any(ends);
    parts.strong.iter().filter(drawn).max_by_key(|strong| strong.about.positions)
}

/// Draws the plot: a panel for each ruleset, all to one scale.
pub fn svg(parts: &Parts) -> Option<String> {
    let strong = board(parts)?;
    let usual = Variant::usual_ones();
    let shown = |column: &&AboutColumn| usual.iter().any(|variant| variant.name() == column.name);
    let panels: Vec<&AboutColumn> = strong.about.columns.iter().filter(shown).collect();
    let counts = panels.iter().flat_map(|column| column.distribution.values());
    let most = counts.copied().max()?;
    let top = (0..9).map(|power| 10u32.pow(power)).find(|top| *top >= most).unwrap_or(most);

    // By territory, prisoners can be worth more than the board has points.
    let values =
        panels.iter().flat_map(|column| column.distribution.keys().filter_map(|value| points(value)));
    let farthest = values.map(|value| value.max(-value).ceil().to_integer()).max().unwrap_or(0);
    let extent = farthest.max(strong.board.points() as i32);
    let width = UNIT * (2 * extent + 1) + 3 * UNIT;
    let rows = panels.len().div_ceil(COLUMNS) as i32;
    let mut svg = Svg::new(
        LEFT + COLUMNS as i32 * (width + GAP.0) - GAP.0 + 24,
        TOP + rows * (HEIGHT + GAP.1) + 4,
        &format!("Distribution of values on {} by ruleset", strong.about.board),
    );
    let title = format!(
        "Values of the {} legal positions of {}, Black to move",
        strong.about.positions,
        strong.about.board.replace('x', "×")
    );
    svg.text((LEFT, 24), 16, Anchor::Start, &title);
    let has =
        |wanted: fn(&str) -> bool| panels.iter().any(|panel| panel.distribution.keys().any(|v| wanted(v)));
    let fractions = has(|value| points(value).is_some_and(|points| !points.is_integer()));
    let none = has(|value| points(value).is_none());
    let mut note = String::from("height: number of positions, logarithmic");
    note.push_str(if fractions { "; thin bars: fractions" } else { "" });
    note.push_str(if none { "; none: no result" } else { "" });
    svg.text((LEFT, 46), 13, Anchor::Start, &note);
    for (place, column) in panels.iter().enumerate() {
        let x = LEFT + (place % COLUMNS) as i32 * (width + GAP.0);
        let bottom = TOP + (place / COLUMNS) as i32 * (HEIGHT + GAP.1) + HEIGHT;
        let series = usual.iter().position(|variant| variant.name() == column.name).unwrap_or(0);
        panel(&mut svg, (x, bottom), width, extent, top, column, series);
    }
    Some(svg.finish())
}

/// One panel, its axes and bars. `(x, bottom)` is the lower left corner.
fn panel(
    svg: &mut Svg,
    (x, bottom): (i32, i32),
    width: i32,
    extent: i32,
    top: u32,
    column: &AboutColumn,
    series: usize,
) {
    svg.line((x, bottom), (x + width, bottom), INK);
    for level in (0..9).map(|power| 10u32.pow(power)).take_while(|level| *level <= top) {
        let y = bottom - height(level, top);
        svg.line((x, y), (x + width, y), FAINT);
        svg.text((x - 8, y + 4), 11, Anchor::End, &level.to_string());
    }
    svg.text((x, bottom - HEIGHT - 10), 14, Anchor::Start, &column.name);
    let middle = |value: i32| x + UNIT * (value + extent) + UNIT;
    // Longer numbers have no room at every bar.
    let every = if extent < 10 { 1 } else { 2 };
    for value in (-extent..=extent).filter(|value| value % every == 0) {
        svg.text((middle(value), bottom + 16), 11, Anchor::Middle, &value.to_string());
    }
    let none = middle(extent) + 2 * UNIT;
    svg.text((none, bottom + 16), 11, Anchor::Middle, "none");
    // Fractions that would be drawn on the same pixels are drawn as one bar.
    let mut thin: BTreeMap<i32, u32> = BTreeMap::new();
    for (value, count) in &column.distribution {
        let count = *count;
        match points(value) {
            Some(value) if value.is_integer() => {
                bar(svg, middle(value.to_integer()), BAR, bottom, height(count, top), series);
            }
            Some(value) => {
                let at = x + (value * UNIT).round().to_integer() + UNIT * extent + UNIT;
                *thin.entry(at).or_insert(0) += count;
            }
            None => bar(svg, none, BAR, bottom, height(count, top), series),
        }
    }
    for (at, count) in thin {
        bar(svg, at, 2, bottom, height(count, top), series);
    }
}

fn bar(svg: &mut Svg, middle: i32, width: i32, bottom: i32, height: i32, series: usize) {
    svg.rect((middle - width / 2, bottom - height), (width, height), colour(series));
}

/// The height of a count: whatever is there can be seen, and small counts beside large ones. A doubling
/// adds the same everywhere, with straight lines between the powers of 2, so no logarithm is rounded.
fn height(count: u32, top: u32) -> i32 {
    let octaves = |count: u32| match count.checked_ilog2() {
        None => 0,
        // In parts of 1024, from the height of one half up.
        Some(power) => 1024 * (power + 1) + ((u64::from(count - (1 << power)) << 10) >> power) as u32,
    };
    (octaves(count) * HEIGHT as u32 / octaves(top)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_positions_make_a_higher_bar_and_a_doubling_adds_the_same() {
        let heights: Vec<i32> = (0..=10_000).map(|count| height(count, 10_000)).collect();
        assert!(heights.is_sorted());
        assert_eq!((heights[0], heights[10_000]), (0, HEIGHT));
        assert!(heights[1] > 0);
        for count in 1..=5000 {
            let added = heights[2 * count] - heights[count];
            assert!((added - heights[1]).abs() <= 1, "{count}");
        }
    }
}
