//! Pictures as SVG text. All coordinates are whole numbers, so the bytes are the same everywhere.

use std::fmt::Write;

use num_rational::Ratio;

/// A picture in the making.
pub struct Svg {
    width: i32,
    height: i32,
    title: String,
    body: String,
}

/// Where a text stands with regard to its point.
#[derive(Debug, Clone, Copy)]
pub enum Anchor {
    /// The text begins there.
    Start,
    /// It has its middle there.
    Middle,
    /// It ends there.
    End,
}

/// The ink of texts.
pub const INK: &str = "#222222";

/// The ink of lines that only guide the eye.
pub const FAINT: &str = "#dddddd";

/// What fills the place of something that has no value.
pub const GREY: &str = "#bdbdbd";

/// Red, green and blue where all is Black's, and where all is White's: a blue and an orange that are told apart with any
/// eyes, on both sides of white.
const BLACK: [i32; 3] = [33, 102, 172];
const WHITE: [i32; 3] = [200, 91, 10];

/// The colour of a share of the board, from -1 (all of it White's) to 1 (all of it Black's); 0 is white.
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
    pub fn text(&mut self, point: (i32, i32), size: i32, anchor: Anchor, text: &str) {
        self.text_in(point, size, anchor, text, INK);
    }

    /// A text of the given size and colour.
    pub fn text_in(&mut self, (x, y): (i32, i32), size: i32, anchor: Anchor, text: &str, colour: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_white_and_the_whole_board_has_the_full_colour() {
        let share = |numer: i32| colour(Ratio::new(numer, 4));
        assert_eq!([share(0), share(4), share(-4)], ["#ffffff", "#2166ac", "#c85b0a"]);
        assert_eq!(share(9), share(4));
    }
}
