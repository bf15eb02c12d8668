//! Tables in Markdown.

/// A row of a table.
fn row(cells: &[impl AsRef<str>], text: &mut String) {
    let cells: Vec<&str> = cells.iter().map(AsRef::as_ref).collect();
    text.push_str(&format!("| {} |\n", cells.join(" | ")));
}

/// A table. `aligned` has a letter for each column, `l` for left or `r` for right; the last is repeated.
pub fn table(
    heads: &[impl AsRef<str>],
    aligned: &str,
    rows: impl IntoIterator<Item = Vec<String>>,
    text: &mut String,
) {
    row(heads, text);
    let mut letters = aligned.chars();
    let mut last = 'l';
    let rules: String = heads
        .iter()
        .map(|_| {
            last = letters.next().unwrap_or(last);
            if last == 'r' { "---:|" } else { "---|" }
        })
        .collect();
    text.push_str(&format!("|{rules}\n"));
    rows.into_iter().for_each(|cells| row(&cells, text));
}

/// The heads of columns for some rulesets: names as code.
pub fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    names.into_iter().map(|name| format!("`{name}`")).collect()
}
