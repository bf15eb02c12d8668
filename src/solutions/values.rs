//! The first plot: the values of the lines 1xN from the empty board, by ruleset.

use num_rational::Ratio;

use super::parts::Parts;
use super::strong::points;
use super::svg::{Anchor, FAINT, INK, Svg};
use super::variant::Variant;
use crate::go::Board;

/// Where the plot is.
pub const PATH: &str = "plots/lines.svg";

/// The margins, and the size of a unit of the value.
const LEFT: i32 = 84;
const TOP: i32 = 96;
const UNIT: i32 = 44;
/// Between the marks of one board.
const STEP: i32 = 12;

/// Draws the plot: for each line a mark for each ruleset, side by side, so that none hides another.
pub fn svg(parts: &Parts) -> String {
    let lines: Vec<String> = parts.boards().into_iter().filter(|board| is_line(board)).collect();
    let rulesets: Vec<Variant> = Variant::usual_ones();
    let value =
        |board: &str, variant: &Variant| Some(parts.table(board, &variant.name())?.answer.value?.to_string());
    let all =
        lines.iter().flat_map(|board| rulesets.iter().filter_map(|variant| points(&value(board, variant)?)));
    let (low, high) = all.fold((0, 1), |(low, high), value| {
        (low.min(value.floor().to_integer()), high.max(value.ceil().to_integer()))
    });

    let group = STEP * (rulesets.len() as i32 + 1);
    let (width, bottom) = (group * lines.len() as i32, TOP + UNIT * (high - low));
    let mut svg = Svg::new(
        LEFT + width.max(124 * rulesets.len() as i32) + 20,
        bottom + 96,
        "Values of the lines 1xN by ruleset",
    );
    svg.text((LEFT, 24), 16, Anchor::Start, "Value of the empty 1×N board, Black to move");
    for (series, variant) in rulesets.iter().enumerate() {
        let at = LEFT + 6 + 124 * series as i32;
        svg.mark((at, 48), series, false);
        svg.text((at + 10, 52), 13, Anchor::Start, variant.entry.id);
    }
    svg.mark((LEFT + 6, 70), 0, true);
    let unsolved = lines.iter().any(|board| rulesets.iter().any(|variant| value(board, variant).is_none()));
    let note = if unsolved {
        "hollow: no result; no mark: not solved within the limit"
    } else {
        "hollow: no result"
    };
    svg.text((LEFT + 16, 74), 13, Anchor::Start, note);
    for level in low..=high {
        let y = bottom - UNIT * (level - low);
        svg.line((LEFT, y), (LEFT + width, y), if level == 0 { INK } else { FAINT });
        svg.text((LEFT - 10, y + 4), 13, Anchor::End, &level.to_string());
    }
    let strip = bottom + 30;
    svg.text((LEFT - 10, strip + 4), 13, Anchor::End, "no result");
    for (place, board) in lines.iter().enumerate() {
        let x = LEFT + group * place as i32;
        svg.line((x, TOP - 10), (x, strip + 14), FAINT);
        svg.text((x + group / 2, strip + 34), 13, Anchor::Middle, &board.replace('x', "×"));
        for (series, variant) in rulesets.iter().enumerate() {
            let Some(value) = value(board, variant) else { continue };
            let x = x + STEP * (series as i32 + 1);
            match points(&value) {
                Some(value) => {
                    let above = (value - Ratio::from_integer(low)) * UNIT;
                    svg.mark((x, bottom - above.round().to_integer()), series, false);
                }
                None => svg.mark((x, strip), series, true),
            }
        }
    }
    let x = LEFT + width;
    svg.line((x, TOP - 10), (x, strip + 14), FAINT);
    svg.finish()
}

fn is_line(board: &str) -> bool {
    Board::parse(board).is_ok_and(|board| board.is_grid() && board.rows() == 1)
}
