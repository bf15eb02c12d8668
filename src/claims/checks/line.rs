//! Checks that the referee answers: what a line of play is, how it ends, and whether its moves are good.

use std::fmt::Write;

use super::script::Script;
use crate::claims::check::Check;
use crate::claims::checked::Checked;
use crate::claims::context::Context;
use crate::claims::setup::Setup;
use crate::go::Move;
use crate::go::notation::{diagram_line, move_name, parse_position};
use crate::go::score::area;
use crate::referee::Referee;
use crate::report::display::{shares_in_words, value_in_words};
use crate::rules::Points;
use crate::solve::{Answer, Request, Value};

impl Context<'_> {
    pub(super) fn line(&self, setup: &Setup, check: &Check) -> Result<Checked, String> {
        let Check::Line { moves, best, .. } = check else { unreachable!("only lines come here") };
        let script = Script::parse(&setup.game.board, moves)?;
        let mut referee = setup.referee();
        let played = script.play(&mut referee, &setup.game);
        let Ending { mut found, mut wrong } = Ending::of(check, &referee, setup)?;
        let mut told = setup.drawn() + &played.told;
        for what in &wrong {
            let _ = writeln!(told, "not so: {what}");
        }
        wrong.splice(0..0, played.failure);
        let mut open = false;
        if *best && wrong.is_empty() {
            match self.quality(setup, &script.moves())? {
                Quality::Best => found.push("every move is a best one".to_string()),
                Quality::Unknown => open = true,
                Quality::Mistake(what, refutation) => {
                    let _ = write!(told, "not so: {what}\n{refutation}");
                    wrong.push(what);
                }
            }
        }
        let quality = if *best { ", every move a best one" } else { "" };
        Ok(Checked {
            asked: format!("{}: {moves}{quality}", setup.name()),
            holds: if open { None } else { Some(wrong.is_empty()) },
            found: if wrong.is_empty() { found.join("; ") } else { wrong.join("; ") },
            evidence: told,
            nodes: self.spent(),
        })
    }

    /// The first move of a line after which its player gets less than before.
    fn quality(&self, setup: &Setup, moves: &[Move]) -> Result<Quality, String> {
        let mut referee = setup.referee();
        let mut before = None;
        for made in 0..=moves.len() {
            let now = match referee.ended() {
                Some(score) => score,
                None => match self.solve(setup, referee.state(), Request::default()).value {
                    Answer::Exact(Value::Points(value)) => value,
                    _ => return Ok(Quality::Unknown),
                },
            };
            if let Some(before) = before.filter(|before| *before != now) {
                let (mistake, earlier) = (move_name(&setup.game.board, moves[made - 1]), &moves[..made - 1]);
                let what = format!(
                    "move {made}, {mistake}, is a mistake: the value was {before} before it and is {now} after it"
                );
                let state = setup.after(&setup.names(earlier))?.0;
                let better = self.solve(setup, &state, Request::default());
                return Ok(Quality::Mistake(what, setup.best_play(earlier, &better)));
            }
            before = Some(now);
            if let Some(mv) = moves.get(made) {
                referee.play(*mv).map_err(|illegal| illegal.to_string())?;
            }
        }
        Ok(Quality::Best)
    }
}

/// How a line ended.
struct Ending {
    /// What was found.
    found: Vec<String>,
    /// What was not as the check expects.
    wrong: Vec<String>,
}

impl Ending {
    fn of(check: &Check, referee: &Referee, setup: &Setup) -> Result<Ending, String> {
        let Check::Line { ends, scoring, prisoners, area: wanted_area, shows, .. } = check else {
            unreachable!("only lines come here");
        };
        let (mut found, mut wrong) = (Vec::new(), Vec::new());
        let mut expect = |right: bool, what: String| wrong.extend((!right).then_some(what));
        let board = &setup.game.board;
        found.push(match referee.ended() {
            Some(score) => {
                let words = match referee.shares() {
                    Some(shares) => shares_in_words(shares),
                    None => value_in_words(score),
                };
                format!("the game ends: {words}")
            }
            None => "the game goes on".to_string(),
        });
        if let Some(wanted) = ends {
            let wanted: Points = wanted.parse().map_err(|_| format!("ends = {wanted:?} is no score"))?;
            expect(referee.ended() == Some(wanted), format!("expected the game to end with {wanted}"));
        }
        let cycle = referee.cycle().map(|cycle| cycle.scoring);
        let positions = cycle.map(|scoring| {
            scoring.iter().map(|(position, _)| diagram_line(board, position)).collect::<Vec<_>>()
        });
        if let Some(positions) = &positions {
            let none = if positions.is_empty() { "none" } else { "" };
            found.push(format!("scoring positions: {none}{}", positions.join(" ")));
        }
        if scoring.is_some() {
            expect(*scoring == positions, format!("expected scoring positions {scoring:?}"));
        }
        let last = referee.steps().last().map_or(setup.place.position, |step| step.position);
        if let Some(wanted) = wanted_area {
            let area = area(board, &last);
            found.push(format!("area {}", value_in_words(area.into())));
            expect(area == *wanted, format!("the area is {area}, expected {wanted}"));
        }
        if let Some(drawn) = shows {
            let wanted = parse_position(board, drawn).map_err(|error| error.to_string())?;
            let shown = diagram_line(board, &last);
            expect(wanted == last, format!("the last position is {shown}, expected {drawn}"));
        }
        if let Some(wanted) = prisoners {
            let mut taken = [0; 2];
            for step in referee.steps() {
                taken[step.player.index()] += step.captured.count_ones();
                taken[step.player.other().index()] += step.lost.count_ones();
            }
            found.push(format!("captured by Black {}, by White {}", taken[0], taken[1]));
            expect(taken == *wanted, format!("expected prisoners {wanted:?}"));
        }
        Ok(Ending { found, wrong })
    }
}

/// How good a line is.
enum Quality {
    Best,
    Unknown,
    /// What the first mistake is, and what was better.
    Mistake(String, String),
}
