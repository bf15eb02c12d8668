//! `summary.csv`: one row for each empty board and variant.

use std::fmt::Write;

use crate::report::record::{FinitePlay, MoveName};
use crate::solutions::product::Solutions;
use crate::solutions::table::Table;

/// The rows.
pub fn csv(solutions: &Solutions) -> String {
    let mut text = String::from(
        "board,name,rules,options,value,low,high,finite_low,finite_high,best_moves,all_best_moves,nodes,results\n",
    );
    for (task, Table { rules, answer, effort, .. }) in solutions.all::<Table>() {
        let options: Vec<String> =
            rules.options.iter().map(|(axis, value)| format!("{axis}={value}")).collect();
        let finite = |end: fn(&FinitePlay) -> i32| {
            answer.finite_play.as_ref().map_or(String::new(), |play| end(play).to_string())
        };
        let best_moves: Vec<&str> = answer.best_moves.iter().map(MoveName::as_str).collect();
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{},{},{},{}",
            task.board_name(),
            task.variant_name(),
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
