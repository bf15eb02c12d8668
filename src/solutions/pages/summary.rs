//! `summary.csv`: one row for each table.

use std::fmt::Write;

use super::parts::Parts;
use super::table::Table;

/// The rows.
pub fn csv(parts: &Parts) -> String {
    let mut text = String::from(
        "board,name,rules,options,value,low,high,finite_low,finite_high,best_moves,all_best_moves,nodes,results\n",
    );
    for (name, table) in &parts.tables {
        let Table { board, rules, bounds, effort, .. } = table;
        let options: Vec<String> =
            table.options.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
        let finite = |end: fn(&super::table::FinitePlay) -> i32| {
            table.finite_play.as_ref().map_or(String::new(), |play| end(play).to_string())
        };
        let _ = writeln!(
            text,
            "{board},{name},{rules},{},{},{},{},{},{},{},{},{},{}",
            options.join(";"),
            table.value.as_deref().unwrap_or_default(),
            bounds.low,
            bounds.high,
            finite(|play| play.low),
            finite(|play| play.high),
            table.best_moves.join(" "),
            table.all_best_moves,
            effort.nodes,
            effort.results,
        );
    }
    text
}
