//! A start that was found and why it differs, as JSON has it. All moves are played by the referee under both rulesets.

use serde::Serialize;

use super::judge::Judge;
use super::walk::{Walk, together, walk};
use crate::ask::look::{Barred, Made};
use crate::go::notation::diagram_line;
use crate::go::{Move, Player};
use crate::referee::Referee;
use crate::report::record::{MoveName, StartRecord};
use crate::rules::{Game, State};
use crate::solve::{Budget, Request, Session, Stopped, Value};

/// A start on which the rulesets differ.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Found {
    /// Rows by columns.
    pub board: String,
    /// The start.
    #[serde(flatten)]
    pub start: StartRecord,
    /// How many starts come before it that might differ, but could not be solved within the limits.
    pub unsolved_before: usize,
    /// What it is under the first ruleset.
    pub a: SideRecord,
    /// What it is under the other.
    pub b: SideRecord,
    /// Why; `null` if that was not found within the limits.
    pub why: Option<Why>,
}

/// A start under one ruleset.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct SideRecord {
    /// The value.
    pub value: Value,
    /// All best moves; none if they were not found within the limits.
    pub best_moves: Vec<MoveName>,
}

/// Why two rulesets differ: a line that is legal under both, along which they differ at every step, and the move on which
/// the games part.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Why {
    /// If it is not the values that are compared along the line: the player whose forced scores are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forced_by: Option<Player>,
    /// What is compared at the start.
    pub at_the_start: [Option<Value>; 2],
    /// The line, with what is compared after each move.
    pub line: Vec<StepRecord>,
    /// The move on which the games part; `null` if only games without end are judged differently.
    pub parting: Option<Parting>,
}

/// A move of the line.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct StepRecord {
    /// The move, and what it did.
    #[serde(flatten)]
    pub made: Made,
    /// What is compared after it, under each ruleset: the value, or what the player can force (`null` if no end).
    pub compared: [Option<Value>; 2],
}

/// How two games part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The past bars the move under one of the rulesets.
    Barred,
    /// One of the rulesets does not admit the move.
    Refused,
    /// The move ends one game, and the other goes on.
    End,
    /// The move ends both games, with different scores.
    Score,
    /// The games go on from different positions, or with different players to move.
    Stage,
}

/// The move on which the games part.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Parting {
    /// Its number.
    pub number: usize,
    /// The player to move.
    pub player: Player,
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveName,
    /// The position that it is made on, or would be.
    pub position: String,
    /// How they part.
    pub kind: Kind,
    /// The ruleset under which the move serves the player: 0 for the first, 1 for the other.
    pub serves_under: usize,
    /// The other moves that would serve him as well; the games part on each of them too.
    pub others: Vec<MoveName>,
    /// What becomes of the move under each ruleset.
    pub under: [Part; 2],
}

/// What becomes of a move under one ruleset.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Part {
    /// Why it may not be made.
    pub barred: Option<Barred>,
    /// What it does, if it may be made.
    pub made: Option<Made>,
    /// The score, if it ends the game.
    pub score: Option<Value>,
    /// The scoring positions with their scores, if the score is their mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scoring_positions: Option<Vec<(String, i32)>>,
    /// The value after it, or without it if it may not be made; the score if it ends the game.
    pub value: Option<Value>,
    /// How best play goes on: after the move, or without it if it may not be made.
    pub goes_on: Vec<MoveName>,
    /// If that goes on for ever: the number of its moves after which it repeats itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats_from: Option<usize>,
}

/// Why two games differ at two states, to which the referees have led: in their values, or in the first move that is best in one of
/// them alone. The line is looked for breadth first as far as `most` pairs of states.
pub(super) fn why(
    sessions: [&Session; 2],
    mut states: [State; 2],
    referees: [Referee; 2],
    values: [Value; 2],
    best: &[Vec<Move>; 2],
    most: usize,
    budget: &Budget,
) -> Result<Why, Stopped> {
    let games = sessions.map(Session::game);
    let mut first = Vec::new();
    if values[0] == values[1] {
        let alone = |one: usize| best[one].iter().find(|mv| !best[1 - one].contains(mv)).map(|mv| (one, *mv));
        let (game, mv) = alone(0).or_else(|| alone(1)).expect("the best moves differ");
        match together(games, &states, mv) {
            Some(next) => {
                states = next;
                first.push(mv);
            }
            None => {
                let walk = Walk { line: Vec::new(), parting: mv, game, others: Vec::new() };
                return Why::told(sessions, referees, None, Some(walk), budget);
            }
        }
    }
    let Some(judge) = Judge::of(sessions, &states, budget)? else {
        return Why::told(sessions, referees, None, None, budget);
    };
    let mut walk = walk(&judge, games, states, most, budget)?;
    walk.line = [first, walk.line].concat();
    Why::told(sessions, referees, Some(&judge), Some(walk), budget)
}

impl Why {
    /// Tells a walk from where the referees are, who play every move of it under both rulesets.
    ///
    /// # Errors
    /// What stopped the effort.
    fn told(
        sessions: [&Session; 2],
        mut referees: [Referee; 2],
        judge: Option<&Judge>,
        walk: Option<Walk>,
        budget: &Budget,
    ) -> Result<Why, Stopped> {
        let games = sessions.map(Session::game);
        let board = &games[0].board;
        let compared = |referees: &[Referee; 2]| {
            let shown = |place: usize| match judge {
                Some(judge) => judge.shown(place, referees[place].state(), budget),
                None => {
                    let value = sessions[place].value(referees[place].state(), budget);
                    value.map(Some).map_err(|(_, stopped)| stopped)
                }
            };
            Ok([shown(0)?, shown(1)?])
        };
        let at_the_start = compared(&referees)?;
        let mut line = Vec::new();
        for mv in walk.iter().flat_map(|walk| &walk.line) {
            let made = referees.each_mut().map(|referee| {
                let step = referee.play(*mv).expect("the moves of a walk are legal under both rulesets");
                Made::of(board, &step)
            });
            assert_eq!(made[0].position, made[1].position, "both games are in step");
            let [made, _] = made;
            line.push(StepRecord { made, compared: compared(&referees)? });
        }
        let parting = walk.map(|walk| Parting::of(&walk, sessions, referees, budget)).transpose()?;
        Ok(Why { forced_by: judge.and_then(Judge::forcing), at_the_start, line, parting })
    }
}

impl Parting {
    fn of(
        walk: &Walk,
        sessions: [&Session; 2],
        referees: [Referee; 2],
        budget: &Budget,
    ) -> Result<Parting, Stopped> {
        let board = &sessions[0].game().board;
        let state = referees[0].state().clone();
        let number = referees[0].made() + 1;
        let [a, b] = referees;
        let (a, b) = (
            Part::of(walk.parting, sessions[0], a, budget)?,
            Part::of(walk.parting, sessions[1], b, budget)?,
        );
        let under = [a, b];
        let past = |part: &Part| part.barred.as_ref().is_some_and(|barred| barred.since.is_some());
        let refused = |part: &Part| part.barred.is_some();
        let ends = |part: &Part| part.score.is_some();
        let kind = match &under {
            parts if parts.iter().any(past) => Kind::Barred,
            parts if parts.iter().any(refused) => Kind::Refused,
            parts if parts.iter().all(ends) => Kind::Score,
            parts if parts.iter().any(ends) => Kind::End,
            _ => Kind::Stage,
        };
        Ok(Parting {
            number,
            player: state.key.mover,
            mv: MoveName::of(board, walk.parting),
            position: diagram_line(board, &state.key.position),
            kind,
            serves_under: walk.game,
            others: MoveName::all(board, &walk.others),
            under,
        })
    }
}

impl Part {
    /// What becomes of a move in the game of a referee.
    fn of(mv: Move, session: &Session, mut referee: Referee, budget: &Budget) -> Result<Part, Stopped> {
        let game: &Game = session.game();
        let board = &game.board;
        let (barred, made) = match referee.play(mv) {
            Err(illegal) => (Some(Barred::of(board, &illegal)), None),
            Ok(step) => (None, Some(Made::of(board, &step))),
        };
        let positions = referee.cycle().map(|cycle| {
            let scored = cycle.scoring.iter();
            scored.map(|(position, score)| (diagram_line(board, position), *score)).collect()
        });
        let part = Part {
            barred,
            made,
            score: referee.ended().map(Value::Points),
            scoring_positions: positions,
            value: referee.ended().map(Value::Points),
            goes_on: Vec::new(),
            repeats_from: None,
        };
        if part.score.is_some() {
            return Ok(part);
        }
        let solution = session.solve(referee.state(), &Request::default(), budget);
        solution.stopped.map_or(Ok(()), Err)?;
        Ok(Part {
            value: solution.value.exact(),
            goes_on: MoveName::all(board, &solution.line),
            repeats_from: solution.repeats_from,
            ..part
        })
    }
}
