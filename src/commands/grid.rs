//! A table of short texts that fits the terminal: where all columns do not stand side by side, they
//! stand in blocks one below the other, each with the names of the rows.

use std::fmt::Write;

use console::{Style, Term};

/// Width where the output is no terminal and `COLUMNS` does not say it.
const DEFAULT_WIDTH: usize = 100;

/// Spaces between two columns.
const GAP: usize = 2;

/// Cell: a text, and its style on a terminal with colours.
pub struct Cell {
    pub text: String,
    pub style: Style,
}

impl Cell {
    /// Cell without a style.
    pub fn plain(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), style: Style::new() }
    }
}

pub struct Grid {
    /// Heads of the columns, each with its lines.
    pub heads: Vec<Vec<String>>,
    /// Rows: a name, and a cell for each column.
    pub rows: Vec<(String, Vec<Cell>)>,
}

/// Head of a column named by a ruleset, with each option on a line of its own.
pub fn ruleset_head(name: &str) -> Vec<String> {
    let lines = name.split(" --").enumerate();
    lines.map(|(index, part)| if index == 0 { part.to_string() } else { format!("--{part}") }).collect()
}

/// Width of the terminal that the output goes to.
pub fn width() -> usize {
    let terminal = Term::stdout();
    let size = terminal.is_term().then(|| terminal.size_checked()).flatten();
    let of_environment = || std::env::var("COLUMNS").ok()?.parse().ok().filter(|columns| *columns > 0);
    size.map(|(_, columns)| usize::from(columns)).or_else(of_environment).unwrap_or(DEFAULT_WIDTH)
}

impl Grid {
    /// Writes the table in blocks of at most `width` letters, or of one column.
    pub fn write(&self, width: usize, text: &mut String) {
        let letters = |text: &String| text.chars().count();
        let names = self.rows.iter().map(|(name, _)| letters(name)).max().unwrap_or_default();
        let wide = |column: usize| {
            let cells = self.rows.iter().map(|(_, cells)| letters(&cells[column].text));
            cells.chain(self.heads[column].iter().map(letters)).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..self.heads.len()).map(wide).collect();
        let mut from = 0;
        while from < widths.len() {
            let (mut to, mut used) = (from, names);
            while to < widths.len() && (to == from || used + GAP + widths[to] <= width) {
                used += GAP + widths[to];
                to += 1;
            }
            if from > 0 {
                text.push('\n');
            }
            self.write_block(from..to, names, &widths, text);
            from = to;
        }
    }

    fn write_block(
        &self,
        columns: std::ops::Range<usize>,
        names: usize,
        widths: &[usize],
        text: &mut String,
    ) {
        let depth = columns.clone().map(|column| self.heads[column].len()).max().unwrap_or_default();
        let head = |line: usize| {
            let cells = columns.clone().map(|column| self.heads[column].get(line).cloned());
            cells.map(|cell| Cell::plain(cell.unwrap_or_default())).collect::<Vec<_>>()
        };
        let heads: Vec<(String, Vec<Cell>)> = (0..depth).map(|line| (String::new(), head(line))).collect();
        let heads = heads.iter().map(|(name, cells)| (name, &cells[..]));
        let rows = self.rows.iter().map(|(name, cells)| (name, &cells[columns.clone()]));
        for (name, cells) in heads.chain(rows) {
            let mut line = format!("{name:<names$}");
            let mut pending = 0;
            for (cell, width) in cells.iter().zip(&widths[columns.clone()]) {
                pending += GAP;
                if !cell.text.is_empty() {
                    let _ = write!(line, "{:pending$}{}", "", cell.style.apply_to(&cell.text));
                    pending = 0;
                }
                pending += width - cell.text.chars().count();
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(columns: usize) -> Grid {
        let heads = (0..columns).map(|column| vec![format!("rules{column}"), "--lift".to_string()]).collect();
        let cells = |row: usize| (0..columns).map(|column| Cell::plain("x".repeat(row + column))).collect();
        Grid { heads, rows: vec![("value".to_string(), cells(1)), ("A1".to_string(), cells(0))] }
    }

    #[test]
    fn no_line_is_wider_than_the_terminal_and_no_column_is_lost() {
        for width in [12, 20, 33, 80] {
            let mut text = String::new();
            grid(9).write(width, &mut text);
            // A block has one column at least: the names, the gap, and the nine letters of the
            // widest cell.
            assert!(
                text.lines().all(|line| line.chars().count() <= width.max(5 + GAP + 9)),
                "{width}\n{text}"
            );
            for column in 0..9 {
                assert_eq!(text.matches(&format!("rules{column}")).count(), 1, "{width}");
            }
            assert!(text.lines().all(|line| line.trim_end() == line));
        }
    }

    #[test]
    fn a_row_has_its_cells_below_the_heads() {
        let mut text = String::new();
        grid(2).write(80, &mut text);
        let expected = "       rules0  rules1\n       --lift  --lift\nvalue  x       xx\nA1             x\n";
        assert_eq!(text, expected);
    }
}
