//! `summary.csv`: one row for each table.

use std::fmt::Write;

use super::parts::Parts;
use super::table::Table;
use crate::report::record::{FinitePlay, MoveName};

/// The rows.
pub fn csv(parts: &Parts) -> String {
    let mut text = String::from(
        "board,name,rules,options,value,low,high,finite_low,finite_high,best_moves,all_best_moves,nodes,results\n",
    );
    for (name, table) in &parts.tables {
        let Table { board, rules, answer, effort, .. } = table;
        let options: Vec<String> =
            rules.options.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
        let finite = |end: fn(&FinitePlay) -> i32| {
            answer.finite_play.as_ref().map_or(String::new(), |play| end(play).to_string())
        };
        let best_moves: Vec<&str> = answer.best_moves.iter().map(MoveName::as_str).collect();
        let _ = writeln!(
            text,
            "{},{name},{},{},{},{},{},{},{},{},{},{},{}",
            board.name,
            rules.id,
            options.join(";"),
            answer.value.map_or(String::new(), |value| value.to_string()),
            answer.bounds.low,
            answer.bounds.high,
            finite(|play| play.low),
            finite(|play| play.high),
            best_moves.join(" "),
            answer.all_best_moves,
            effort.nodes,
            effort.results,
        );
    }
    text
}
