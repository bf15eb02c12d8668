//! Refutation of a move: the best replies to it, and the banned moves on the way.

use serde::Serialize;

use super::look::{Made, Since};
use super::question::Question;
use crate::report::records::{Bounds, MoveName, QuestionRecord, SourceRecord, Spent};
use superko_go::notation::diagram_line;
use superko_go::{Board, Move, Player, Position};
use superko_rules::fact::Fact;
use superko_rules::referee::{Illegal, Moment, Referee, Step, Why};
use superko_rules::{Game, Ruling, State};
use superko_solve::{Answer, Budget, Request, Session, Solution, Stopped, Value, Want};

/// Reason why a move is not better, or that it is best: its value beside that of the state, the
/// best replies to it up to the end of the game, and the better moves that are banned on the way.
#[derive(Debug)]
pub struct Refutation {
    /// The player who would make the move.
    pub player: Player,
    /// The move.
    pub mv: Move,
    /// The value of the state and the best moves there.
    pub solution: Solution,
    /// Why the move may not be made, if it may not.
    pub illegal: Option<Illegal>,
    /// If the history bans it: what it would be worth.
    pub bar: Option<Bar>,
    /// The value after the move, if it may be made.
    pub after: Option<Answer>,
    /// The move and the principal variation after it, up to the end of the game or to where the
    /// line repeats itself; the move alone, if the value after it was not found.
    pub line: Vec<Turn>,
    /// If the line goes on for ever: the number of its moves after which it repeats itself.
    pub repeats_from: Option<usize>,
    /// The reason why something was left undone, if it was.
    pub stopped: Option<Stopped>,
}

/// A move of a line.
#[derive(Debug)]
pub struct Turn {
    /// What it did.
    pub step: Step,
    /// At a turn of the player for whom the line is no better: the banned moves.
    pub bars: Vec<Bar>,
}

/// A move that the history bans, and what it would be worth if nothing banned it.
#[derive(Debug)]
pub struct Bar {
    /// The move, and why it may not be made.
    pub illegal: Illegal,
    /// The fact that bans it.
    pub fact: Fact,
    /// The moment that made the fact true.
    pub since: Moment,
    /// The position on the board.
    pub now: Position,
    /// What it would be worth if nothing banned it, under the same history.
    pub worth: Answer,
    /// Whether that is better for the player than what he has; `None` if it was not found within
    /// the limits.
    pub better: Option<bool>,
}

/// Refutes a move. The session must be one of a game of the question's board and ruleset.
///
/// If the move does not keep the value, the bans on the way are those of the player who makes it;
/// if it does, they are those of his opponent, as it is for him that the line is no better.
///
/// # Panics
/// If more than two play, or if the referee comes to another end than the engine.
pub fn refutation(session: &Session<'_>, question: &Question, mv: Move, budget: &Budget) -> Refutation {
    let game = session.game();
    let mut referee = question.line.referee(game);
    let player = referee.state().key.mover;
    let best_moves = if game.board.points() <= ALL_BEST_MOVES { Want::All } else { Want::One };
    let request = Request { best_moves, pv: false, ..Request::default() };
    let solution = session.solve(referee.state(), &request, budget);
    let mut found = Refutation {
        player,
        mv,
        illegal: referee.ban(mv),
        bar: None,
        after: None,
        line: Vec::new(),
        repeats_from: None,
        stopped: solution.stopped,
        solution,
    };
    if let Some(illegal) = &found.illegal {
        let value = found.solution.value.exact();
        if let Some((bar, stopped)) = valued_bar(session, &referee, illegal, value, budget) {
            (found.bar, found.stopped) = (Some(bar), found.stopped.or(stopped));
        }
        return found;
    }
    let mut legal = game.legal(referee.state()).into_iter();
    let (_, ruling) = legal.find(|(legal, _)| *legal == mv).expect("the referee has let it pass");
    let line = match ruling {
        Ruling::Leads(next) => {
            let request = Request { pv: true, ..request };
            let after = session.solve(&next, &request, budget);
            found.after = Some(after.value);
            found.repeats_from = after.repeats_from.map(|from| from + 1);
            found.stopped = found.stopped.or(after.stopped);
            after.pv
        }
        Ruling::Ends(score) => {
            found.after = Some(Answer::Exact(Value::Points(score)));
            Vec::new()
        }
        Ruling::Barred(_) => unreachable!("the referee has let it pass"),
    };
    let worth = found.after.and_then(|after| after.exact());
    let viewer = match found.keeps_the_value() {
        Some(true) => game.rules.properties().players.next(player),
        _ => player,
    };
    for mv in std::iter::once(mv).chain(line) {
        let mut bars = Vec::new();
        if !found.line.is_empty() && referee.state().key.mover == viewer {
            for play in game.plays(&referee.state().key) {
                let Some(illegal) = referee.ban(play.mv) else { continue };
                let Some((bar, stopped)) = valued_bar(session, &referee, &illegal, worth, budget) else {
                    continue;
                };
                bars.push(bar);
                found.stopped = found.stopped.or(stopped);
            }
        }
        let step = referee.play(mv).expect("a line is made of legal moves");
        found.line.push(Turn { step, bars });
    }
    if let (Some(end), Some(worth)) = (referee.ended(), worth) {
        assert_eq!(Value::Points(end), worth, "the referee comes to the end that the engine has found");
    }
    found
}

/// Up to this many intersections all best moves are found.
pub const ALL_BEST_MOVES: usize = 9;

/// A banned move where a referee stands, with what it would be worth, and what stopped the search
/// for that; `None` if it is not the history that bans it. `has` is what the player has.
fn valued_bar(
    session: &Session<'_>,
    referee: &Referee,
    illegal: &Illegal,
    has: Option<Value>,
    budget: &Budget,
) -> Option<(Bar, Option<Stopped>)> {
    let Why::Barred { fact, since } = &illegal.why else { return None };
    let state = referee.state();
    let ruling =
        without_bans(session.game(), state, illegal.mv).expect("the history bans what the board admits");
    let (worth, stopped) = match ruling {
        Ruling::Ends(score) => (Answer::Exact(Value::Points(score)), None),
        Ruling::Leads(next) => value_of(session, &next, budget),
        Ruling::Barred(_) => unreachable!("nothing bans it"),
    };
    let better = match (has, worth) {
        (Some(Value::Points(has)), Answer::Exact(Value::Points(worth))) => {
            Some(if state.key.mover == Player::Black { worth > has } else { worth < has })
        }
        _ => None,
    };
    let now = state.key.position;
    let bar = Bar { illegal: illegal.clone(), fact: *fact, since: since.clone(), now, worth, better };
    Some((bar, stopped))
}

/// The value of a state, as far as it is found, and what stopped the search.
pub(super) fn value_of(session: &Session<'_>, state: &State, budget: &Budget) -> (Answer, Option<Stopped>) {
    let found = session.value(state, budget);
    let stopped = found.as_ref().err().map(|(_, stopped)| *stopped);
    (found.into(), stopped)
}

impl Refutation {
    /// Whether the value after the move is that of the state before it; `None` if one of them was
    /// not found.
    pub fn keeps_the_value(&self) -> Option<bool> {
        Some(self.after?.exact()? == self.solution.value.exact()?)
    }

    /// The record of the question and its answer.
    pub fn record(
        &self,
        question: &Question,
        source: Option<SourceRecord>,
        spent: Spent,
    ) -> RefutationRecord {
        let board = question.board();
        let turn = |turn: &Turn| TurnRecord {
            made: Made::of(board, &turn.step),
            bars: turn.bars.iter().map(|bar| bar.record(board)).collect(),
        };
        RefutationRecord {
            question: question.record(),
            record: source,
            value: self.solution.value.exact(),
            bounds: Bounds::of(&self.solution.value),
            best_moves: MoveName::all(board, &self.solution.best_moves),
            all_best_moves: self.solution.all_best_moves,
            player: self.player,
            mv: MoveName::of(board, self.mv),
            illegal: self.illegal.as_ref().map(|illegal| illegal.why.to_string()),
            barred: self.bar.as_ref().map(|bar| bar.record(board)),
            after: self.after.as_ref().map(After::of),
            best: self.keeps_the_value(),
            line: self.line.iter().map(turn).collect(),
            repeats_from: self.repeats_from,
            spent,
        }
    }
}

/// What `solve why --move MOVE --json` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct RefutationRecord {
    #[serde(flatten)]
    question: QuestionRecord,
    /// The game in SGF that it was read from, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<SourceRecord>,
    /// The value of the state; `null` if it was not found within the limits.
    value: Option<Value>,
    /// What is proved of it.
    bounds: Bounds,
    /// Moves that keep the value.
    best_moves: Vec<MoveName>,
    /// Whether these are all of them.
    all_best_moves: bool,
    /// The player to move.
    player: Player,
    /// The move that is asked about.
    #[serde(rename = "move")]
    mv: MoveName,
    /// Why the move may not be made; `null` if it may.
    illegal: Option<String>,
    /// If it is the history that bans it: by which moment, and what it would be worth.
    barred: Option<BarRecord>,
    /// The value after the move; `null` if it may not be made.
    after: Option<After>,
    /// Whether that is the value of the state; `null` if it is not known, or the move may not be made.
    best: Option<bool>,
    /// The move and the best replies to it.
    line: Vec<TurnRecord>,
    /// If the line goes on for ever: the number of its moves after which it repeats itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats_from: Option<usize>,
    #[serde(flatten)]
    spent: Spent,
}

/// A value, as far as it is known.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct After {
    /// The value; `null` if it was not found within the limits.
    pub value: Option<Value>,
    /// What is proved of it.
    pub bounds: Bounds,
}

impl After {
    /// The record of an answer.
    pub fn of(answer: &Answer) -> After {
        After { value: answer.exact(), bounds: Bounds::of(answer) }
    }
}

/// A move of a line, with what was banned.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct TurnRecord {
    #[serde(flatten)]
    made: Made,
    /// The moves that the history banned, at turns of the player for whom the line is no better;
    /// empty at others.
    bars: Vec<BarRecord>,
}

/// A move that the history bans.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct BarRecord {
    /// The player who may not make it.
    player: Player,
    /// The move.
    #[serde(rename = "move")]
    mv: MoveName,
    /// Why.
    why: String,
    /// The position of the earlier moment.
    position: String,
    /// The earlier moment.
    since: Since,
    /// The position on the board when the move is banned.
    now: String,
    /// What the move would be worth if nothing banned it; `null` if it was not found within the limits.
    would_be_worth: Option<Value>,
    /// What is proved of that.
    bounds: Bounds,
    /// Whether that would be better for the player.
    better: Option<bool>,
}

impl Bar {
    fn record(&self, board: &Board) -> BarRecord {
        BarRecord {
            player: self.illegal.player,
            mv: MoveName::of(board, self.illegal.mv),
            why: self.illegal.why.to_string(),
            position: diagram_line(board, &self.fact.position),
            since: Since::of(board, &self.since),
            now: diagram_line(board, &self.now),
            would_be_worth: self.worth.exact(),
            bounds: Bounds::of(&self.worth),
            better: self.better,
        }
    }
}

/// The ruling on a move if no fact banned it; `None` if the key does not admit it. Everything else
/// is as the rules have it: the move sets and clears the facts that it would.
pub fn without_bans(game: &Game, state: &State, mv: Move) -> Option<Ruling> {
    let mut play = game.plays(&state.key).into_iter().find(|play| play.mv == mv)?;
    play.bars.clear();
    Some(game.rule(state, &play))
}
