//! The first plot: the values of all empty boards under every ruleset.

use num_rational::Ratio;

use super::svg::{Anchor, FAINT, GREY, Svg, colour};
use super::view::View;
use crate::go::Board;
use crate::solutions::table::Table;
use crate::solve::Value;

/// Where the plot is.
pub const PATH: &str = "plots/values.svg";

/// The width of the picture.
const WIDTH: i32 = 900;
/// Where the first cell begins.
const LEFT: i32 = 96;
/// The most that a column takes.
const WIDEST: i32 = 140;
const TOP: i32 = 128;
/// The height of a row, and of the gap before boards that are no grids.
const ROW: i32 = 22;
const GAP: i32 = 10;

/// The points of a board that a score is, as a share of all.
fn share(points: Ratio<i32>, board: &Board) -> Ratio<i32> {
    points / board.points() as i32
}

/// Draws the plot: a row for each board and a column for each ruleset. A cell has the value, and the colour that this
/// value has relative to the size of the board.
pub fn svg(view: &View) -> String {
    let cell = ((WIDTH - LEFT - 12) / view.rulesets.len() as i32).min(WIDEST);
    let graphs = view.boards.iter().any(|board| !board.is_grid());
    let height = TOP + ROW * view.boards.len() as i32 + if graphs { GAP } else { 0 } + 16;
    let mut svg = Svg::new(WIDTH, height, "Values of the empty boards by ruleset");
    svg.text((12, 26), 16, Anchor::Start, "Values of the empty boards, Black to move");
    legend(&mut svg);
    for (place, variant) in view.rulesets.iter().enumerate() {
        let middle = LEFT + cell * place as i32 + cell / 2;
        // A long name is broken after its hyphen.
        let name = variant.name();
        let (first, second) = match name.split_once('-') {
            Some((first, second)) => (format!("{first}-"), second),
            None => (String::new(), name.as_str()),
        };
        svg.text((middle, TOP - 22), 12, Anchor::Middle, &first);
        svg.text((middle, TOP - 8), 12, Anchor::Middle, second);
    }
    let mut top = TOP;
    let mut grids = true;
    for board in &view.boards {
        if grids && !board.is_grid() {
            (grids, top) = (false, top + GAP);
        }
        svg.text((LEFT - 8, top + 15), 12, Anchor::End, &board.to_string().replacen('x', "×", 1));
        for (place, variant) in view.rulesets.iter().enumerate() {
            let corner = (LEFT + cell * place as i32, top);
            draw(&mut svg, corner, cell, board, view.table(board, variant));
        }
        top += ROW;
    }
    svg.finish()
}

/// A cell, of which `corner` is the upper left one.
fn draw(svg: &mut Svg, corner: (i32, i32), width: i32, board: &Board, table: Option<&Table>) {
    let size = (width - 1, ROW - 1);
    let Some(table) = table else { return };
    let bounds = &table.answer.bounds;
    let (fill, text) = match table.answer.value {
        Some(Value::Points(points)) => (colour(share(points, board)), points.to_string()),
        Some(Value::NoResult) => (GREY.to_string(), "none".to_string()),
        None => (FAINT.to_string(), format!("{} to {}", bounds.low, bounds.high)),
    };
    svg.rect(corner, size, &fill);
    let shares = table.answer.value.and_then(Value::points).map(|points| share(points, board));
    let dark = shares.is_some_and(|share| share.max(-share) > Ratio::new(3, 5));
    let ink = if dark { "#ffffff" } else { super::svg::INK };
    svg.text_in((corner.0 + size.0 / 2, corner.1 + 15), 12, Anchor::Middle, &text, ink);
}

/// The scale of colours, and what stands for cells without a value.
fn legend(svg: &mut Svg) {
    let (left, top, cell) = (104, 42, 34);
    svg.text((12, top + 11), 12, Anchor::Start, "White wins all");
    for step in -4..=4 {
        svg.rect((left + cell * (step + 4), top), (cell, 14), &colour(Ratio::new(step, 4)));
    }
    svg.text((left + 4 * cell + cell / 2, top + 11), 12, Anchor::Middle, "draw");
    let right = left + 9 * cell + 8;
    svg.text(
        (right, top + 11),
        12,
        Anchor::Start,
        "Black wins all; colours are relative to the size of the board",
    );
    let keys = [
        (12, GREY, "none: the game has no result"),
        (left + 5 * cell, FAINT, "bounds: not solved within the limit"),
    ];
    for (x, fill, text) in keys {
        svg.rect((x, top + 24), (14, 14), fill);
        svg.text((x + 20, top + 35), 12, Anchor::Start, text);
    }
    svg.text((left + 16 * cell, top + 35), 12, Anchor::Start, "blank: not tried");
}
