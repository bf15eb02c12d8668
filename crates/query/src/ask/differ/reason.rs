//! Reason why two rulesets differ: two games in step from one state, up to the move on which they
//! part.

use std::collections::{HashSet, VecDeque};

use serde::Serialize;

use crate::ask::look::{Barred, Made};
use crate::report::records::{MoveName, StartRecord};
use superko_go::notation::diagram_line;
use superko_go::{Move, Player};
use superko_rules::referee::Referee;
use superko_rules::{Effect, Game, Points, Ruling, State};
use superko_solve::retrograde::Retrograde;
use superko_solve::{Budget, Request, Session, Stopped, Value, Want};

// --- Criteria ---
//
// A criterion says which moves a walk may follow at each step, and shows that the two games still
// differ there.
//
// **Values.** As long as one of the games always ends, the values themselves are compared. A game
// without result counts as a draw here, whose value Black cannot bring above and White not below:
// with `low` and `high` what the players can force in finite play, the value is then the median of
// `low`, 0 and `high`, which for the player to move is the best over his moves.
//
// * If the values differ as numbers, the player to move does better under one of the rulesets, and
//   a best move of that ruleset is followed. There it keeps the value; under the other ruleset it
//   leads to a value that is no better for him than before, as the value before is the best over
//   all moves. So the values still differ, by no less than before, and in the same direction.
// * If one is a draw and the other no result, a move that keeps *no result* is followed. Under the
//   other ruleset, all of whose games end, the value after it is a number. Whatever number it is,
//   it is not *no result*.
//
// **What a player can force.** If both games may go on for ever, values are no guide: moves that
// keep them may walk in circles. Then what Black can force in finite play is compared, or, if that
// is the same, what White can. The player who can force more in one game, his *own* game, plays a
// move there that keeps this and leaves him fewer moves until the end ([`Retrograde::forced`]); his
// opponent plays a move of the other game that allows no more than before. In his own game no move
// of the opponent takes anything from him, or any progress; in the other no move of his own brings
// him more. So the difference stays, and the walk is finite. If nothing of that differs, games
// without end are judged differently, which is then all that there is to say.

/// Criterion by which two games differ at two states.
pub enum Criterion<'a, 'g> {
    /// Their values.
    Values {
        /// A session of each game.
        sessions: [&'a Session<'g>; 2],
    },
    /// The scores that a player can force in finite play.
    Forced {
        /// The games.
        games: [&'g Game; 2],
        /// Each game, solved.
        analyses: Box<[Retrograde<'g>; 2]>,
        /// The player.
        player: Player,
        /// The game in which he can force more.
        own: usize,
    },
}

/// Moves that a criterion follows at two states.
pub struct Verdict {
    /// The game whose moves are followed.
    pub game: usize,
    /// These moves: after any of them the games still differ.
    pub followed: Vec<Move>,
}

/// A value as a number: a game without result counts as a draw.
fn as_points(value: Value) -> Points {
    value.points().unwrap_or_default()
}

impl<'a, 'g> Criterion<'a, 'g> {
    /// The criterion of two games at two states whose values differ; `None` if only games without
    /// end are judged differently. It can be asked about what can be reached from `starts`, as the
    /// states can.
    pub fn of(
        sessions: [&'a Session<'g>; 2],
        starts: &[State; 2],
        states: &[State; 2],
        budget: &Budget,
    ) -> Result<Option<Criterion<'a, 'g>>, Stopped> {
        let games = sessions.map(Session::game);
        if games.iter().any(|game| game.rules.properties().always_ends) {
            return Ok(Some(Criterion::Values { sessions }));
        }
        let analyse = |index: usize| Retrograde::solve(games[index], starts[index].key, budget);
        let analyses = Box::new([analyse(0)?, analyse(1)?]);
        for player in Player::ALL {
            let [a, b] = [0, 1].map(|index| forced(&analyses[index], &states[index], player));
            if a != b {
                let own = usize::from(b > a);
                return Ok(Some(Criterion::Forced { games, analyses, player, own }));
            }
        }
        Ok(None)
    }

    /// The player whose forced scores are compared, if it is not the values.
    pub fn forcing_player(&self) -> Option<Player> {
        match self {
            Criterion::Values { .. } => None,
            Criterion::Forced { player, .. } => Some(*player),
        }
    }

    /// Which moves are followed at two states that differ.
    pub fn verdict(&self, states: &[State; 2], budget: &Budget) -> Result<Verdict, Stopped> {
        match self {
            Criterion::Values { sessions } => {
                let value = |index: usize| self.known(index, &states[index], budget);
                let [a, b] = [value(0)?, value(1)?];
                let game = match (as_points(a), as_points(b)) {
                    (one, other) if one != other => {
                        usize::from((other > one) == (states[0].key.mover == Player::Black))
                    }
                    _ => usize::from(b == Value::NoResult),
                };
                let mut followed = best_moves(sessions[game], &states[game], budget)?;
                // Moves that are best under both rulesets come first: then neither player gives
                // anything away.
                let other = best_moves(sessions[1 - game], &states[1 - game], budget)?;
                followed.sort_by_key(|mv| !other.contains(mv));
                Ok(Verdict { game, followed })
            }
            Criterion::Forced { games, analyses, player, own } => {
                let mover = states[0].key.mover;
                let game = if mover == *player { *own } else { 1 - own };
                let followed = progressing_moves(games[game], &analyses[game], &states[game], *player);
                Ok(Verdict { game, followed })
            }
        }
    }

    /// The compared value of a state of one of the games: its value, or what the player can force
    /// there.
    pub fn compared_value(
        &self,
        index: usize,
        state: &State,
        budget: &Budget,
    ) -> Result<Option<Value>, Stopped> {
        match self {
            Criterion::Values { .. } => self.known(index, state, budget).map(Some),
            Criterion::Forced { analyses, player, .. } => {
                let own = forced(&analyses[index], state, *player);
                Ok(own.map(|own| Value::Points(Points::from_integer(own_score(own, *player)))))
            }
        }
    }

    fn known(&self, index: usize, state: &State, budget: &Budget) -> Result<Value, Stopped> {
        let Criterion::Values { sessions } = self else { unreachable!("values are not compared") };
        sessions[index].value(state, budget).map_err(|(_, stopped)| stopped)
    }
}

/// A score of Black as the own score of a player, and back.
fn own_score(score: i32, player: Player) -> i32 {
    if player == Player::Black { score } else { -score }
}

/// The own score that a player can force in finite play; `None`, which is less than any, if he can
/// force no end.
fn forced(analysis: &Retrograde, state: &State, player: Player) -> Option<i32> {
    analysis.forced(&state.key, player).map(|(score, _)| own_score(score, player))
}

/// All moves that keep the value.
fn best_moves(session: &Session, state: &State, budget: &Budget) -> Result<Vec<Move>, Stopped> {
    let request = Request { best_moves: Want::All, pv: false, ..Request::default() };
    let solution = session.solve(state, &request, budget);
    solution.stopped.map_or(Ok(solution.best_moves), Err)
}

/// The moves after which a player can force as much as before, in fewer moves, if he moves; if his
/// opponent does, those after which he can force no more than before.
fn progressing_moves(game: &Game, analysis: &Retrograde, state: &State, player: Player) -> Vec<Move> {
    let now = analysis.forced(&state.key, player).map(|(score, left)| (own_score(score, player), left));
    let keeps = |effect: &Effect| {
        let after = match effect {
            Effect::End(score) => Some((own_score(*score, player), 0)),
            Effect::Next(next, _) => {
                analysis.forced(next, player).map(|(score, left)| (own_score(score, player), left))
            }
        };
        if state.key.mover != player {
            return after.map(|(score, _)| score) <= now.map(|(score, _)| score);
        }
        matches!((now, after), (Some((aim, left)), Some((score, then))) if score >= aim && (then < left || then == 0))
    };
    let plays = game.plays(&state.key);
    plays.iter().filter(|play| keeps(&play.effect)).map(|play| play.mv).collect()
}

// --- Walks ---
//
// A [`Criterion`] says which moves are followed at two states that differ, and that they differ
// still after each of them where both games lead on in the same way. A followed move *parts* the
// games if one of them bans it or does not admit it, if it ends one and not the other, if it ends
// both (whose scores then differ), or if it leads them to other positions or other players to move,
// as at a stop of play that only one of them has. As long as there is a followed move that does not
// part them, such a move is made; the walk is over where all of them do. Then no way around is
// left: each move that serves the player who does better parts the games.
//
// # Every walk comes to such a move
//
// At every step there is a followed move: some move keeps the value, or what a player can force. If
// it does not part the games, both go on, and differ. So the walk can only fail to end by going on
// for ever, and then both games would. With values as a guide one of them always ends. With forced
// scores the player's own game ends, since each of his moves there leaves fewer moves until its end
// and so does each of the opponent's. Hence the walk ends, and it ends at a move that parts the
// games. Nothing but the rules on that move, at these two states, is different there, and every
// step before kept the difference: the line is a proof that the rule on that move is one reason of
// it.
//
// Of all such lines a short one is looked for: breadth first as far as some pairs of states, and
// then depth first.

/// The limit of the breadth-first search in pairs of states, if there is no reason for fewer.
pub const MAX_PAIRS: usize = 400;

/// A line of moves legal under both rulesets, and the move on which the games part.
pub struct Walk {
    /// The moves before.
    pub line: Vec<Move>,
    /// The move.
    pub parting: Move,
    /// The game that follows it.
    pub game: usize,
    /// The other moves that would serve the player as well: they part the games too.
    pub others: Vec<Move>,
}

/// Where a move leads in both games, if it leads them on in the same way.
pub fn step_both(games: [&Game; 2], states: &[State; 2], mv: Move) -> Option<[State; 2]> {
    let next = |index: usize| {
        let legal = games[index].legal(&states[index]).into_iter().find(|(legal, _)| *legal == mv)?;
        match legal.1 {
            Ruling::Leads(next) => Some(next),
            Ruling::Ends(_) | Ruling::Barred(_) => None,
        }
    };
    let [a, b] = [next(0)?, next(1)?];
    let same = a.key.position == b.key.position && a.key.mover == b.key.mover;
    same.then_some([a, b])
}

/// Walks from two states that differ, breadth first as far as `max_pairs` pairs of states.
///
/// # Errors
/// What stopped the effort.
pub fn walk(
    criterion: &Criterion,
    games: [&Game; 2],
    states: [State; 2],
    max_pairs: usize,
    budget: &Budget,
) -> Result<Walk, Stopped> {
    let mut seen = HashSet::from([states.clone()]);
    let mut open: VecDeque<([State; 2], Vec<Move>)> = VecDeque::from([(states, Vec::new())]);
    let mut looked = 0;
    loop {
        let next = if looked < max_pairs { open.pop_front() } else { open.pop_back() };
        let (states, line) = next.expect("every walk comes to a move that parts the games");
        looked += 1;
        let Verdict { game, followed } = criterion.verdict(&states, budget)?;
        let (mut on, mut parting) = (Vec::new(), Vec::new());
        for mv in followed {
            match step_both(games, &states, mv) {
                Some(next) => on.push((mv, next)),
                None => parting.push(mv),
            }
        }
        if on.is_empty() {
            let others = parting.split_off(1);
            return Ok(Walk { line, parting: parting[0], game, others });
        }
        for (mv, next) in on {
            if seen.insert(next.clone()) {
                open.push_back((next, [&line[..], &[mv]].concat()));
            }
        }
    }
}

// --- Records ---
//
// All moves are played by the referee under both rulesets.

/// A start on which the rulesets differ.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct SideRecord {
    /// The value.
    pub value: Value,
    /// All best moves; none if they were not found within the limits.
    pub best_moves: Vec<MoveName>,
}

/// Why two rulesets differ: a line that is legal under both, along which they differ at every step, and the move on which
/// the games part.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct StepRecord {
    /// The move, and what it did.
    #[serde(flatten)]
    pub made: Made,
    /// What is compared after it, under each ruleset: the value, or what the player can force (`null` if no end).
    pub compared: [Option<Value>; 2],
}

/// How two games part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The history bans the move under one of the rulesets.
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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

/// The reason why two games differ at the states of the referees: in their values, or in the first
/// move that is best in one of them alone. The line is looked for breadth first as far as
/// `max_pairs` pairs of states.
pub(super) fn why(
    sessions: [&Session; 2],
    mut states: [State; 2],
    referees: [Referee; 2],
    values: [Value; 2],
    best: &[Vec<Move>; 2],
    max_pairs: usize,
    budget: &Budget,
) -> Result<Why, Stopped> {
    let games = sessions.map(Session::game);
    let (starts, mut first) = (states.clone(), Vec::new());
    if values[0] == values[1] {
        let alone = |one: usize| best[one].iter().find(|mv| !best[1 - one].contains(mv)).map(|mv| (one, *mv));
        let (game, mv) = alone(0).or_else(|| alone(1)).expect("the best moves differ");
        match step_both(games, &states, mv) {
            Some(next) => {
                states = next;
                first.push(mv);
            }
            None => {
                let walk = Walk { line: Vec::new(), parting: mv, game, others: Vec::new() };
                return Why::of_walk(sessions, referees, None, Some(walk), budget);
            }
        }
    }
    let Some(criterion) = Criterion::of(sessions, &starts, &states, budget)? else {
        return Why::of_walk(sessions, referees, None, None, budget);
    };
    let mut walk = walk(&criterion, games, states, max_pairs, budget)?;
    walk.line = [first, walk.line].concat();
    Why::of_walk(sessions, referees, Some(&criterion), Some(walk), budget)
}

impl Why {
    /// The record of a walk from where the referees are, who play every move of it under both
    /// rulesets.
    fn of_walk(
        sessions: [&Session; 2],
        mut referees: [Referee; 2],
        criterion: Option<&Criterion>,
        walk: Option<Walk>,
        budget: &Budget,
    ) -> Result<Why, Stopped> {
        let games = sessions.map(Session::game);
        let board = &games[0].board;
        let compared = |referees: &[Referee; 2]| {
            let compared_value = |index: usize| match criterion {
                Some(criterion) => criterion.compared_value(index, referees[index].state(), budget),
                None => {
                    let value = sessions[index].value(referees[index].state(), budget);
                    value.map(Some).map_err(|(_, stopped)| stopped)
                }
            };
            Ok([compared_value(0)?, compared_value(1)?])
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
        Ok(Why { forced_by: criterion.and_then(Criterion::forcing_player), at_the_start, line, parting })
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
        let part = |index: usize, referee| Part::of(walk.parting, sessions[index], referee, budget);
        let under = [part(0, a)?, part(1, b)?];
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
    /// The outcome of a move in the game of a referee.
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
        let score = referee.ended().map(Value::Points);
        let mut part = Part {
            barred,
            made,
            score,
            scoring_positions: positions,
            value: score,
            goes_on: Vec::new(),
            repeats_from: None,
        };
        if score.is_none() {
            let solution = session.solve(referee.state(), &Request::default(), budget);
            solution.stopped.map_or(Ok(()), Err)?;
            part.value = solution.value.exact();
            part.goes_on = MoveName::all(board, &solution.pv);
            part.repeats_from = solution.repeats_from;
        }
        Ok(part)
    }
}
