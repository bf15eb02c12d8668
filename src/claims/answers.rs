//! Checks that the solver answers: values, best moves, openings, intervals.

use std::fmt::Write;

use super::expect::Expect;
use super::judge::{Finding, Judge};
use super::scene::Scene;
use crate::go::Move;
use crate::go::notation::move_name;
use crate::report::display::answer_in_words;
use crate::rules::Points;
use crate::solve::{Answer, Request, Value, Want};

impl Judge<'_> {
    pub(super) fn value(&self, scene: &Scene, after: &str, expect: &str) -> Result<Finding, String> {
        let expect = Expect::parse(expect)?;
        let (state, moves) = scene.after(after)?;
        let solution = self.solve(scene, &state, Request::default());
        let when = if moves.is_empty() { String::new() } else { format!(" after {}", scene.names(&moves)) };
        let mut evidence = scene.drawn();
        evidence.push_str(&scene.best_play(&moves, &solution));
        Ok(Finding {
            asked: format!("{}{when}: value {expect}", scene.name()),
            holds: expect.met_by(&solution.value),
            found: format!("value {}", answer_in_words(&solution.value)),
            evidence,
        })
    }

    pub(super) fn best(
        &self,
        scene: &Scene,
        after: &str,
        wanted: &str,
        only: bool,
    ) -> Result<Finding, String> {
        let (state, moves) = scene.after(after)?;
        let wanted = scene.moves(wanted)?;
        let request = Request { best_moves: Want::All, move_values: true, ..Request::default() };
        let solution = self.solve(scene, &state, request);
        let missing = wanted.iter().any(|mv| !solution.best_moves.contains(mv));
        let others = solution.best_moves.iter().any(|mv| !wanted.contains(mv));
        let holds = solution.all_best_moves.then_some(!(missing || only && others));
        let when = if moves.is_empty() { String::new() } else { format!(" after {}", scene.names(&moves)) };
        let which = if only { "only" } else { "best" };
        let mut evidence = scene.drawn();
        for (mv, answer) in &solution.move_values {
            let name = move_name(&scene.game.board, *mv);
            let _ = writeln!(evidence, "  {name:<5} {}", answer_in_words(answer));
        }
        evidence.push_str(&scene.best_play(&moves, &solution));
        Ok(Finding {
            asked: format!("{}{when}: {which} {}", scene.name(), scene.names(&wanted)),
            holds,
            found: match solution.all_best_moves {
                true => format!(
                    "best {}, value {}",
                    scene.names(&solution.best_moves),
                    answer_in_words(&solution.value)
                ),
                false => "not all first moves were solved within the limit".to_string(),
            },
            evidence,
        })
    }

    pub(super) fn openings(&self, scene: &Scene, expect: &[String]) -> Result<Finding, String> {
        let (state, _) = scene.after("")?;
        let request = Request { move_values: true, line: false, ..Request::default() };
        let solution = self.solve(scene, &state, request);
        let board = &scene.game.board;
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
        Ok(Finding {
            asked: format!("{}: openings {}", scene.name(), expect.join(", ")),
            holds: if open { None } else { Some(same_openings(expect, &found)) },
            found: if open { "not solved within the limit".to_string() } else { found.join(", ") },
            evidence: String::new(),
        })
    }

    pub(super) fn interval(&self, scene: &Scene, expect: [i32; 2]) -> Result<Finding, String> {
        let (state, _) = scene.after("")?;
        let solution = self.solve(scene, &state, Request { line: false, ..Request::default() });
        let interval = solution.interval.map(|interval| [interval.low, interval.high]);
        let shown = |[low, high]: [i32; 2]| format!("[{low}, {high}]");
        Ok(Finding {
            asked: format!("{}: finite play {}", scene.name(), shown(expect)),
            holds: interval.map(|found| found == expect),
            found: interval.map_or("not solved within the limit".to_string(), shown),
            evidence: String::new(),
        })
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
