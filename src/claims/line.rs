//! Checks that the referee answers: what a line of play is, how it ends, and whether its moves are good.

use std::fmt::Write;

use super::document::Check;
use super::judge::{Finding, Judge};
use super::scene::Scene;
use super::script::Script;
use crate::go::Move;
use crate::go::notation::{diagram_line, move_name, parse_position};
use crate::go::score::area;
use crate::rules::Points;
use crate::solve::{Answer, Request, Value};
use crate::words::value_in_words;

impl Judge<'_> {
    pub(super) fn line(&self, scene: &Scene, check: &Check) -> Result<Finding, String> {
        let Check::Line { moves, ends, scoring, prisoners, area: wanted_area, shows, best, .. } = check
        else {
            unreachable!("only lines come here");
        };
        let board = &scene.game.board;
        let script = Script::parse(board, moves)?;
        let mut referee = scene.referee();
        let mut played = script.play(&mut referee, &scene.game);
        let mut told = scene.drawn() + &played.told;
        let mut outcome = match referee.ended() {
            Some(score) => format!("the game ends: {}", value_in_words(score)),
            None => "the game goes on".to_string(),
        };
        let mut differ = |what: String| {
            let _ = writeln!(told, "not so: {what}");
            played.failure.get_or_insert(what);
        };
        if let Some(cycle) = referee.cycle() {
            let found: Vec<String> =
                cycle.scoring.iter().map(|(position, _)| diagram_line(board, position)).collect();
            let list = if found.is_empty() { "none".to_string() } else { found.join(" ") };
            let _ = write!(outcome, "; scoring positions: {list}");
            if scoring.as_ref().is_some_and(|wanted| *wanted != found) {
                differ(format!("the scoring positions are {list}"));
            }
        } else if scoring.is_some() {
            differ("the game has not ended with a scoring cycle".to_string());
        }
        if let Some(wanted) = ends {
            let wanted: Points = wanted.parse().map_err(|_| format!("ends = {wanted:?} is no score"))?;
            if referee.ended() != Some(wanted) {
                differ(format!("expected the game to end with {wanted}"));
            }
        }
        let last = referee.steps().last().map_or(scene.place.position, |step| step.position);
        if let Some(wanted) = wanted_area {
            let found = area(board, &last);
            let _ = write!(outcome, "; area {}", value_in_words(found.into()));
            if found != *wanted {
                differ(format!("the area is {found}, expected {wanted}"));
            }
        }
        if let Some(drawn) = shows {
            let wanted = parse_position(board, drawn).map_err(|error| error.to_string())?;
            if wanted != last {
                differ(format!("the last position is {}, expected {drawn}", diagram_line(board, &last)));
            }
        }
        if let Some(wanted) = prisoners {
            let mut found = [0; 2];
            for step in referee.steps() {
                found[step.player.index()] += step.captured.count_ones();
                found[step.player.other().index()] += step.lost.count_ones();
            }
            let _ = write!(outcome, "; captured by Black {}, by White {}", found[0], found[1]);
            if found != *wanted {
                differ(format!("expected prisoners {wanted:?}"));
            }
        }
        let mut holds = Some(played.failure.is_none());
        if *best && holds == Some(true) {
            match self.quality(scene, &script.moves())? {
                Quality::Best => outcome.push_str("; every move is a best one"),
                Quality::Unknown => holds = None,
                Quality::Mistake(what, refutation) => {
                    let _ = write!(told, "not so: {what}\n{refutation}");
                    played.failure = Some(what);
                    holds = Some(false);
                }
            }
        }
        let quality = if *best { ", every move a best one" } else { "" };
        Ok(Finding {
            asked: format!("{}: {moves}{quality}", scene.name()),
            holds,
            found: played.failure.unwrap_or(outcome),
            evidence: told,
        })
    }

    /// The first move of a line after which its player gets less than before.
    fn quality(&self, scene: &Scene, moves: &[Move]) -> Result<Quality, String> {
        let mut referee = scene.referee();
        let mut before = None;
        for made in 0..=moves.len() {
            let now = match referee.ended() {
                Some(score) => score,
                None => match self.solve(scene, referee.state(), Request::default())?.value {
                    Answer::Exact(Value::Points(value)) => value,
                    _ => return Ok(Quality::Unknown),
                },
            };
            if let Some(before) = before.filter(|before| *before != now) {
                let (mistake, earlier) = (move_name(&scene.game.board, moves[made - 1]), &moves[..made - 1]);
                let what = format!(
                    "move {made}, {mistake}, is a mistake: the value was {before} before it and is {now} after it"
                );
                let state = scene.after(&scene.names(earlier))?.0;
                let better = self.solve(scene, &state, Request::default())?;
                return Ok(Quality::Mistake(what, scene.best_play(earlier, &better)));
            }
            before = Some(now);
            if let Some(mv) = moves.get(made) {
                referee.play(*mv).map_err(|illegal| illegal.to_string())?;
            }
        }
        Ok(Quality::Best)
    }
}

/// How good a line is.
enum Quality {
    Best,
    Unknown,
    /// What the first mistake is, and what was better.
    Mistake(String, String),
}
