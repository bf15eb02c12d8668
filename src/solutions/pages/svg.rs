//! Pictures as SVG text. All coordinates are whole numbers, so the bytes are the same everywhere.

use std::fmt::Write;

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

/// A colour for each series, told apart with any eyes. Source: M. Okabe and K. Ito, Color Universal Design,
/// without the yellow, which is lost on white.
const COLOURS: [&str; 7] = ["#000000", "#e69f00", "#56b4e9", "#009e73", "#0072b2", "#d55e00", "#cc79a7"];

/// The colour of a series.
pub fn colour(series: usize) -> &'static str {
    COLOURS[series % COLOURS.len()]
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
    pub fn text(&mut self, (x, y): (i32, i32), size: i32, anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let escaped = escaped(text);
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"{INK}\">{escaped}</text>"
        );
    }

    /// The mark of a series: its colour and one of seven shapes, so that the first 49 series all differ; hollow
    /// if asked for.
    pub fn mark(&mut self, (x, y): (i32, i32), series: usize, hollow: bool) {
        let colour = colour(series);
        let fill = if hollow { "#ffffff" } else { colour };
        let style = format!("fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"1\"");
        let polygon = |points: &[(i32, i32)]| {
            let points: Vec<String> =
                points.iter().map(|(dx, dy)| format!("{},{}", x + dx, y + dy)).collect();
            format!("<polygon points=\"{}\" {style}/>", points.join(" "))
        };
        let shape = match (series + 3 * (series / COLOURS.len())) % COLOURS.len() {
            0 => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" {style}/>"),
            1 => polygon(&[(-4, -4), (4, -4), (4, 4), (-4, 4)]),
            2 => polygon(&[(0, -5), (5, 4), (-5, 4)]),
            3 => polygon(&[(0, -5), (5, 0), (0, 5), (-5, 0)]),
            4 => polygon(&[(0, 5), (5, -4), (-5, -4)]),
            5 => polygon(&[(-5, -2), (-2, -5), (2, -5), (5, -2), (5, 2), (2, 5), (-2, 5), (-5, 2)]),
            _ => polygon(&[
                (-2, -5),
                (2, -5),
                (2, -2),
                (5, -2),
                (5, 2),
                (2, 2),
                (2, 5),
                (-2, 5),
                (-2, 2),
                (-5, 2),
                (-5, -2),
                (-2, -2),
            ]),
        };
        let _ = writeln!(self.body, "{shape}");
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
