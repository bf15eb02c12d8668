//! Checks that the solver answers: values, best moves, openings, intervals.

use std::fmt::Write;

use super::expect::Expect;
use crate::claims::checked::Checked;
use crate::claims::context::Context;
use crate::claims::setup::Setup;
use crate::go::notation::move_name;
use crate::go::{Move, Players};
use crate::report::display::{answer_in_words, share_in_words};
use crate::rules::Points;
use crate::solve::{Answer, Request, Value, Want};

impl Context<'_> {
    pub(super) fn value(&self, setup: &Setup, after: &str, expect: &str) -> Result<Checked, String> {
        let expect = Expect::parse(expect)?;
        let (state, moves) = setup.after(after)?;
        let solution = self.solve(setup, &state, Request::default());
        let when = if moves.is_empty() { String::new() } else { format!(" after {}", setup.names(&moves)) };
        let mut evidence = setup.drawn();
        evidence.push_str(&setup.best_play(&moves, &solution));
        Ok(Checked {
            asked: format!("{}{when}: value {expect}", setup.name()),
            holds: expect.met_by(&solution.value),
            found: told(setup, &solution.value),
            evidence,
            nodes: self.spent(),
        })
    }

    pub(super) fn best(
        &self,
        setup: &Setup,
        after: &str,
        wanted: &str,
        only: bool,
    ) -> Result<Checked, String> {
        let (state, moves) = setup.after(after)?;
        let wanted = setup.moves(wanted)?;
        let request = Request { best_moves: Want::All, move_values: true, ..Request::default() };
        let solution = self.solve(setup, &state, request);
        let missing = wanted.iter().any(|mv| !solution.best_moves.contains(mv));
        let others = solution.best_moves.iter().any(|mv| !wanted.contains(mv));
        let holds = solution.all_best_moves.then_some(!(missing || only && others));
        let when = if moves.is_empty() { String::new() } else { format!(" after {}", setup.names(&moves)) };
        let which = if only { "only" } else { "best" };
        let mut evidence = setup.drawn();
        for (mv, answer) in &solution.move_values {
            let name = move_name(&setup.game.board, *mv);
            let _ = writeln!(evidence, "  {name:<5} {}", answer_in_words(answer));
        }
        evidence.push_str(&setup.best_play(&moves, &solution));
        Ok(Checked {
            asked: format!("{}{when}: {which} {}", setup.name(), setup.names(&wanted)),
            holds,
            found: match solution.all_best_moves {
                true => format!(
                    "best {}, value {}",
                    setup.names(&solution.best_moves),
                    answer_in_words(&solution.value)
                ),
                false => "not all first moves were solved within the limit".to_string(),
            },
            evidence,
            nodes: self.spent(),
        })
    }

    pub(super) fn openings(&self, setup: &Setup, expect: &[String]) -> Result<Checked, String> {
        let (state, _) = setup.after("")?;
        let request = Request { move_values: true, line: false, ..Request::default() };
        let solution = self.solve(setup, &state, request);
        let board = &setup.game.board;
        // One move of each class: the first of its images.
        let first = |mv: &Move| {
            board.symmetries().iter().all(|symmetry| mv.map(|point| symmetry.point(point)) >= *mv)
        };
        let mut values: Vec<(Points, bool)> = Vec::new();
        let mut open = solution.move_values.is_empty();
        for (mv, answer) in solution.move_values.iter().filter(|(mv, _)| first(mv)) {
            match answer {
                Answer::Exact(Value::Points(points)) => values.push((*points, *mv == Move::Pass)),
                _ => open = true,
            }
        }
        values.sort_by_key(|(points, pass)| (-*points, *pass));
        let shown =
            |(points, pass): &(Points, bool)| if *pass { format!("({points})") } else { points.to_string() };
        let found: Vec<String> = values.iter().map(shown).collect();
        Ok(Checked {
            asked: format!("{}: openings {}", setup.name(), expect.join(", ")),
            holds: if open { None } else { Some(same_openings(expect, &found)) },
            found: if open { "not solved within the limit".to_string() } else { found.join(", ") },
            evidence: String::new(),
            nodes: self.spent(),
        })
    }

    pub(super) fn interval(&self, setup: &Setup, expect: [i32; 2]) -> Result<Checked, String> {
        let (state, _) = setup.after("")?;
        let solution = self.solve(setup, &state, Request { line: false, ..Request::default() });
        let interval = solution.interval.map(|interval| [interval.low, interval.high]);
        let shown = |[low, high]: [i32; 2]| format!("[{low}, {high}]");
        Ok(Checked {
            asked: format!("{}: finite play {}", setup.name(), shown(expect)),
            holds: interval.map(|found| found == expect),
            found: interval.map_or("not solved within the limit".to_string(), shown),
            evidence: String::new(),
            nodes: self.spent(),
        })
    }
}

/// A value in words; with more than two players, what Black can secure whatever the others do.
fn told(setup: &Setup, answer: &Answer) -> String {
    match setup.game.rules.properties().players {
        Players::Two => format!("value {}", answer_in_words(answer)),
        _ => format!("Black can secure {}", share_in_words(answer, setup.game.board.points())),
    }
}

/// Whether the openings found begin with the expected ones. Openings of the same value may stand in any
/// order.
fn same_openings(expected: &[String], found: &[String]) -> bool {
    let bare = |text: &String| text.trim_matches(['(', ')']).to_string();
    let values = |list: &[String]| list.iter().map(bare).collect::<Vec<_>>();
    found.len() >= expected.len()
        && values(expected) == values(&found[..expected.len()])
        && expected.iter().filter(|text| text.starts_with('(')).all(|pass| found.contains(pass))
}
