//! The plots: the values of all empty boards under every ruleset, and how many positions of a board
//! have which value, by ruleset. They are pictures as SVG text. All coordinates are whole numbers,
//! so the bytes are the same everywhere.

use std::collections::BTreeMap;
use std::fmt::Write;

use num_rational::Ratio;

use super::view::{Distribution, Positions, View};
use crate::rulesets;
use crate::table::Table;
use superko_go::Board;
use superko_rules::{Points, Rules};
use superko_solve::Value;

// --- Pictures ---

/// A picture in the making.
pub struct Svg {
    width: i32,
    height: i32,
    title: String,
    body: String,
}

/// A text begins at its point, has its middle there, or ends there.
const START: &str = "start";
const MIDDLE: &str = "middle";
const END: &str = "end";

/// The ink of texts.
pub const INK: &str = "#222222";

/// The ink of lines that only guide the eye.
pub const FAINT: &str = "#dddddd";

/// Fill of a place without a value.
pub const GREY: &str = "#bdbdbd";

/// Red, green and blue where all is Black's, and where all is White's: a blue and an orange that
/// are distinct to any eyes, on both sides of white.
const BLACK: [i32; 3] = [33, 102, 172];
const WHITE: [i32; 3] = [200, 91, 10];

/// The colour of a share of the board, from -1 (all of it White's) to 1 (all of it Black's); 0 is
/// white.
pub fn colour(share: Ratio<i32>) -> String {
    let one = Ratio::from_integer(1);
    let (end, part) = if share < Ratio::from_integer(0) { (WHITE, -share) } else { (BLACK, share) };
    let part = part.min(one);
    let [red, green, blue] = end.map(|end| 255 + (part * (end - 255)).round().to_integer());
    format!("#{red:02x}{green:02x}{blue:02x}")
}

impl Svg {
    /// A white picture.
    pub fn new(width: i32, height: i32, title: &str) -> Svg {
        Svg { width, height, title: title.to_string(), body: String::new() }
    }

    /// A line.
    pub fn line(&mut self, from: (i32, i32), to: (i32, i32), colour: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let _ = writeln!(
            self.body,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\" stroke-width=\"1\"/>"
        );
    }

    /// A filled rectangle.
    pub fn rect(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), colour: &str) {
        let _ = writeln!(
            self.body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>"
        );
    }

    /// A text of the given size.
    pub fn text(&mut self, point: (i32, i32), size: i32, anchor: &str, text: &str) {
        self.text_in(point, size, anchor, text, INK);
    }

    /// A text of the given size and colour.
    pub fn text_in(&mut self, (x, y): (i32, i32), size: i32, anchor: &str, text: &str, colour: &str) {
        let escaped = escaped(text);
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{escaped}</text>"
        );
    }

    /// The picture as a text.
    pub fn finish(self) -> String {
        let Svg { width, height, title, body } = self;
        let title = escaped(&title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" role=\"img\">\n<title>{title}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
        )
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

// --- The values of all empty boards under every ruleset ---

/// Path of the plot.
pub const VALUES_PATH: &str = "plots/values.svg";

/// The width of the picture.
const WIDTH: i32 = 900;
/// Left edge of the first cell.
const MAP_LEFT: i32 = 96;
/// The most that a column takes.
const WIDEST: i32 = 140;
const MAP_TOP: i32 = 128;
/// The height of a row, and of the gap before boards that are no grids.
const ROW: i32 = 22;
const GAP: i32 = 10;

/// The points of a board that a score is, as a share of all.
fn share(points: Ratio<i32>, board: &Board) -> Ratio<i32> {
    points / board.points() as i32
}

/// Draws the plot: a row for each board and a column for each ruleset. A cell has the value, and
/// the colour that this value has relative to the size of the board.
pub fn values_svg(view: &View) -> String {
    let cell = ((WIDTH - MAP_LEFT - 12) / view.rulesets.len() as i32).min(WIDEST);
    let graphs = view.boards.iter().any(|board| !board.is_grid());
    let height = MAP_TOP + ROW * view.shown.len() as i32 + if graphs { GAP } else { 0 } + 16;
    let mut svg = Svg::new(WIDTH, height, "Values of the empty boards by ruleset");
    svg.text((12, 26), 16, START, "Values of the empty boards, Black to move");
    legend(&mut svg);
    for (index, variant) in view.rulesets.iter().enumerate() {
        let middle = MAP_LEFT + cell * index as i32 + cell / 2;
        // A long name is broken after its hyphen.
        let name = rulesets::name(variant);
        let (first, second) = match name.split_once('-') {
            Some((first, second)) => (format!("{first}-"), second),
            None => (String::new(), name.as_str()),
        };
        svg.text((middle, MAP_TOP - 22), 12, MIDDLE, &first);
        svg.text((middle, MAP_TOP - 8), 12, MIDDLE, second);
    }
    let mut top = MAP_TOP;
    let mut grids = true;
    for board in &view.shown {
        if grids && !board.is_grid() {
            (grids, top) = (false, top + GAP);
        }
        svg.text((MAP_LEFT - 8, top + 15), 12, END, &board.to_string().replacen('x', "×", 1));
        for (index, variant) in view.rulesets.iter().enumerate() {
            let corner = (MAP_LEFT + cell * index as i32, top);
            draw(&mut svg, corner, cell, board, known(view, board, variant));
        }
        top += ROW;
    }
    svg.finish()
}

/// The value and the bounds of an empty board, if anything is known.
fn known(view: &View, board: &Board, variant: &Rules) -> Option<(Option<Value>, [Value; 2])> {
    match (view.proved(board, variant), view.table(board, variant)) {
        (Some(proved), _) => Some((proved.value(), [proved.low, proved.high])),
        (None, Some(Table { answer, .. })) => Some((answer.value, [answer.bounds.low, answer.bounds.high])),
        (None, None) => None,
    }
}

/// A cell, of which `corner` is the upper left one.
fn draw(
    svg: &mut Svg,
    corner: (i32, i32),
    width: i32,
    board: &Board,
    known: Option<(Option<Value>, [Value; 2])>,
) {
    let size = (width - 1, ROW - 1);
    let Some((value, [low, high])) = known else { return };
    let (fill, text) = match value {
        Some(Value::Points(points)) => (colour(share(points, board)), points.to_string()),
        Some(Value::NoResult) => (GREY.to_string(), "none".to_string()),
        None => (FAINT.to_string(), format!("{low} to {high}")),
    };
    svg.rect(corner, size, &fill);
    let shares = value.and_then(Value::points).map(|points| share(points, board));
    let dark = shares.is_some_and(|share| share.max(-share) > Ratio::new(3, 5));
    let ink = if dark { "#ffffff" } else { INK };
    svg.text_in((corner.0 + size.0 / 2, corner.1 + 15), 12, MIDDLE, &text, ink);
}

/// The scale of colours, and what stands for cells without a value.
fn legend(svg: &mut Svg) {
    let (left, top, cell) = (104, 42, 34);
    svg.text((12, top + 11), 12, START, "White wins all");
    for step in -4..=4 {
        svg.rect((left + cell * (step + 4), top), (cell, 14), &colour(Ratio::new(step, 4)));
    }
    svg.text((left + 4 * cell + cell / 2, top + 11), 12, MIDDLE, "draw");
    let right = left + 9 * cell + 8;
    svg.text((right, top + 11), 12, START, "Black wins all; colours are relative to the size of the board");
    let keys = [
        (12, GREY, "none: the game has no result"),
        (left + 5 * cell, FAINT, "bounds: not solved within the limit"),
    ];
    for (x, fill, text) in keys {
        svg.rect((x, top + 24), (14, 14), fill);
        svg.text((x + 20, top + 35), 12, START, text);
    }
    svg.text((left + 16 * cell, top + 35), 12, START, "blank: not tried");
}

// --- How many positions of a board have which value, by ruleset ---

/// Path of the plot.
pub const DISTRIBUTION_PATH: &str = "plots/distribution.svg";

/// The first panel, and how far apart panels are.
const PANELS_LEFT: i32 = 60;
const PANELS_TOP: i32 = 92;
const STEP: (i32, i32) = (290, 178);
/// The size of a panel.
const SIZE: (i32, i32) = (240, 110);
/// Panels side by side.
const COLUMNS: usize = 3;

/// The board that is drawn: the largest that has columns under more than the rulesets under which
/// games may go on for ever.
pub fn drawn_board<'a>(view: &'a View) -> Option<&'a Positions<'a>> {
    let drawn = |positions: &&Positions| positions.columns.iter().any(|(variant, _)| variant.always_ends());
    view.positions.iter().filter(drawn).max_by_key(|positions| positions.classes.images())
}

/// Draws the plot: a panel for each ruleset, each with axes of its own.
pub fn distribution_svg(view: &View) -> Option<String> {
    let positions = drawn_board(view)?;
    let panels = positions.distributions(&view.rulesets);
    let rows = panels.len().div_ceil(COLUMNS) as i32;
    let (board, images) = (positions.board.to_string(), positions.classes.images());
    let mut svg = Svg::new(
        900,
        PANELS_TOP + rows * STEP.1 - 20,
        &format!("Distribution of values on {board} by ruleset"),
    );
    let title =
        format!("Values of the {images} legal positions of {}, Black to move", board.replace('x', "×"));
    svg.text((12, 26), 16, START, &title);
    let has = |wanted: fn(&Option<Points>) -> bool| {
        panels.iter().any(|(_, distribution)| distribution.keys().any(wanted))
    };
    let mut note =
        String::from("Across: Black's points minus White's. Up: number of positions, logarithmic.");
    if has(|value| value.is_some_and(|points| !points.is_integer())) {
        note.push_str(" Thin bars: fractions.");
    }
    note.push_str(if has(Option::is_none) { " Grey: no result." } else { "" });
    svg.text((12, 48), 12, START, &note);
    for (index, (variant, distribution)) in panels.iter().enumerate() {
        let x = PANELS_LEFT + (index % COLUMNS) as i32 * STEP.0;
        let y = PANELS_TOP + (index / COLUMNS) as i32 * STEP.1;
        svg.text((x, y - 10), 14, START, &rulesets::name(variant));
        panel(&mut svg, (x, y + SIZE.1), distribution);
    }
    Some(svg.finish())
}

/// One panel, its axes and bars, from the least to the greatest value that occurs. `(x, bottom)` is
/// the lower left corner.
fn panel(svg: &mut Svg, (x, bottom): (i32, i32), distribution: &Distribution) {
    let most = distribution.values().copied().max().unwrap_or(1);
    let top = (0..9).map(|power| 10u32.pow(power)).find(|top| *top >= most).unwrap_or(most);
    for level in (0..9).map(|power| 10u32.pow(power)).take_while(|level| *level <= top) {
        let y = bottom - height(level, top);
        svg.line((x, y), (x + SIZE.0, y), FAINT);
        svg.text((x - 6, y + 4), 11, END, &level.to_string());
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
        svg.text((middle(Points::from_integer(value)), bottom + 15), 11, MIDDLE, &value.to_string());
    }
    // Fractions that would be drawn on the same pixels are drawn as one bar.
    let mut thin: BTreeMap<(i32, String), u32> = BTreeMap::new();
    for (value, count) in distribution {
        let Some(value) = value else {
            let at = x + SIZE.0 - 3 * SIZE.0 / (2 * places);
            bar(svg, at, width, bottom, height(*count, top), GREY);
            svg.text((at, bottom + 15), 11, MIDDLE, "none");
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

/// The colour of a bar: that of the side that wins, the same for all scores, so that small ones are
/// seen too.
fn bar_colour(value: Points) -> String {
    match value.numer().signum() {
        0 => "#777777".to_string(),
        sign => colour(Ratio::new(3 * sign, 4)),
    }
}

fn bar(svg: &mut Svg, middle: i32, width: i32, bottom: i32, height: i32, colour: &str) {
    svg.rect((middle - width / 2, bottom - height), (width, height), colour);
}

/// The height of a count: whatever is there can be seen, and small counts beside large ones. A
/// doubling adds the same everywhere, with straight lines between the powers of 2, so no logarithm
/// is rounded.
fn height(count: u32, top: u32) -> i32 {
    let octaves = |count: u32| match count.checked_ilog2() {
        None => 0,
        // In parts of 1024, from the height of one half up.
        Some(power) => 1024 * (power + 1) + ((u64::from(count - (1 << power)) << 10) >> power) as u32,
    };
    (octaves(count) * SIZE.1 as u32 / octaves(top)) as i32
}

#[cfg(test)]
mod svg_tests {
    use super::*;

    #[test]
    fn a_draw_is_white_and_the_whole_board_has_the_full_colour() {
        let share = |numer: i32| colour(Ratio::new(numer, 4));
        assert_eq!([share(0), share(4), share(-4)], ["#ffffff", "#2166ac", "#c85b0a"]);
        assert_eq!(share(9), share(4));
    }
}

#[cfg(test)]
mod distribution_tests {
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
