//! Current game: board, ruleset, starting position, moves, komi, clock.
//!
//! Under rules about repetition the turn is part of the history. So moves alternate, and a move out
//! of turn is refused: a pass of the other player in between would be a move that nobody made.
//! Before the first move there is no history, and either player may begin; who does is who was to
//! move at the start.
//!
//! Controllers may take a game to last longer than the ruleset does, as theirs ends with two
//! passes. So when a game has ended a pass is accepted and changes nothing, and no stone may be
//! played.
//!
//! Below it are komi with what White has for a handicap, and the time that the controller leaves.

use std::sync::Arc;
use std::time::Duration;

use super::protocol::Exact;
use superko_go::board::{AnyBoard, Board, LargeSet, MAX_POINTS, OfSize};
use superko_go::notation::{diagram_line, parse_position};
use superko_go::player::Move;
use superko_go::position::Position;
use superko_go::{Player, Players};
use superko_query::ask::{Look, Question, QuestionError};
use superko_query::report::records::colour;
use superko_query::sgf::game::Record;
use superko_rules::clauses::Scored;
use superko_rules::game::Game;
use superko_rules::line::Line;
use superko_rules::referee::{Illegal, Referee};
use superko_rules::{Points, Refereed, Rules};

/// Maximum side of a board, set by the protocol.
const MAX_SIDE: usize = 25;

/// Current game on a board of either size. On a larger one than is solved it is refereed alone.
#[allow(clippy::large_enum_variant, reason = "there is one of them at a time")]
#[derive(Clone)]
pub enum AnyGame {
    Solved(CurrentGame),
    Large(CurrentGame<LargeSet>),
}

/// Does the same with the current game on a board of either size.
macro_rules! either {
    ($any:expr, $game:ident => $result:expr) => {
        match $any {
            AnyGame::Solved($game) => $result,
            AnyGame::Large($game) => $result,
        }
    };
}
pub(crate) use either;

impl AnyGame {
    /// Game before its first move. Error: what the protocol does not allow.
    pub fn new(setup: &OfSize<Question, Question<LargeSet>>) -> Result<AnyGame, String> {
        Ok(match setup {
            OfSize::Solved(setup) => AnyGame::Solved(CurrentGame::new(setup)?),
            OfSize::Large(setup) => AnyGame::Large(CurrentGame::new(setup)?),
        })
    }

    /// Game on a board that is solved. Error: the board is larger.
    pub fn solved(&self) -> Result<&CurrentGame, String> {
        match self {
            AnyGame::Solved(game) => Ok(game),
            AnyGame::Large(game) => Err(format!(
                "a board of {} is refereed, and nothing is solved on it, expected at most {MAX_POINTS} intersections",
                game.board()
            )),
        }
    }

    pub fn rules(&self) -> Rules {
        either!(self, game => game.rules())
    }

    pub fn komi(&self) -> &Komi {
        either!(self, game => &game.komi)
    }

    pub fn komi_mut(&mut self) -> &mut Komi {
        either!(self, game => &mut game.komi)
    }

    /// Player to move; `None` if the game has ended.
    pub fn mover(&self) -> Option<Player> {
        either!(self, game => game.mover())
    }

    /// Score, if the game has ended.
    pub fn ended(&self) -> Option<Points> {
        either!(self, game => game.line.ended)
    }

    /// Game with a player to move: see [`CurrentGame::with_turn_of`].
    pub fn with_turn_of(&self, player: Player) -> Result<AnyGame, String> {
        Ok(match self {
            AnyGame::Solved(game) => AnyGame::Solved(game.with_turn_of(player)?),
            AnyGame::Large(game) => AnyGame::Large(game.with_turn_of(player)?),
        })
    }

    /// Question about the current state. Error: the game has ended, or the board is not solved.
    pub fn question(&self) -> Result<Question, String> {
        self.solved()?.question()
    }

    /// Question about the current state with either player to move: see
    /// [`CurrentGame::question_for`].
    pub fn question_for(&self, player: Player) -> Result<Question, String> {
        self.solved()?.question_for(player)
    }

    /// Legal moves, banned moves and all else that is seen in the current state.
    pub fn look(&self) -> Look {
        either!(self, game => Look::after(game.game(), game.line(), &[]))
    }

    /// Plays a move on a board that is solved.
    pub fn play(&mut self, player: Player, mv: Move) -> Result<(), String> {
        match self {
            AnyGame::Solved(game) => game.play(player, mv),
            AnyGame::Large(_) => self.solved().map(|_| ()),
        }
    }

    /// Takes back the last move; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        either!(self, game => game.undo())
    }

    /// Number of moves that can be taken back.
    pub fn undoable(&self) -> usize {
        either!(self, game => game.undoable())
    }

    /// Resets the game to an empty board of another size. Error: the protocol or the ruleset has no
    /// such board.
    pub fn resize(&mut self, rows: usize, columns: usize) -> Result<(), String> {
        if rows.max(columns) > MAX_SIDE {
            return Err("unacceptable size".to_string());
        }
        let refused = |why: &dyn std::fmt::Display| format!("unacceptable size: {why}");
        let (rules, komi) = (self.rules(), *self.komi());
        *self = match AnyBoard::grid(rows, columns).map_err(|error| refused(&error))? {
            OfSize::Solved(board) => {
                AnyGame::Solved(CurrentGame::begun(board, rules, komi).map_err(|fault| refused(&fault))?)
            }
            OfSize::Large(board) => {
                AnyGame::Large(CurrentGame::begun(board, rules, komi).map_err(|fault| refused(&fault))?)
            }
        };
        Ok(())
    }

    /// Loads a record, with its moves. The ruleset and komi stay, and there is no handicap. Error:
    /// the ruleset has no such board, or a move is illegal under it.
    pub fn load(&mut self, record: OfSize<Record, Record<LargeSet>>) -> Result<(), String> {
        let (rules, komi) = (self.rules(), *self.komi());
        *self = match record {
            OfSize::Solved(record) => AnyGame::Solved(CurrentGame::loaded(record, rules, komi)?),
            OfSize::Large(record) => AnyGame::Large(CurrentGame::loaded(record, rules, komi)?),
        };
        Ok(())
    }

    /// Changes the ruleset: see [`CurrentGame::change_rules`].
    pub fn change_rules(&mut self, rules: Rules, bonus: Bonus) -> Result<(), String> {
        either!(self, game => game.change_rules(rules, bonus))
    }

    /// Whether some games end without being counted: see [`CurrentGame::has_uncounted_ends`].
    pub fn has_uncounted_ends(&self) -> bool {
        either!(self, game => game.has_uncounted_ends())
    }
}

/// Current game.
#[derive(Clone)]
pub struct CurrentGame<S: Refereed = u64> {
    game: Arc<Game<S>>,
    line: Line<S>,
    /// Passes made after the end.
    extra_passes: usize,
    /// Komi and handicap.
    pub komi: Komi,
}

impl<S: Refereed> CurrentGame<S> {
    /// Game before its first move. Error: what the protocol does not allow.
    fn new(setup: &Question<S>) -> Result<CurrentGame<S>, String> {
        let game = &setup.game;
        if !game.board.is_grid() {
            return Err(format!("board {}: expected a grid such as 3x3", game.board));
        }
        if game.board.rows().max(game.board.cols()) > MAX_SIDE {
            return Err(format!("board {}: expected sides of at most {MAX_SIDE}", game.board));
        }
        if game.options.players != Players::Two {
            return Err(format!("players \"{}\": expected 2", game.options.players.count()));
        }
        Ok(CurrentGame {
            game: Arc::clone(game),
            line: setup.line.clone(),
            extra_passes: 0,
            komi: Komi::default(),
        })
    }

    pub fn game(&self) -> &Game<S> {
        &self.game
    }

    pub fn board(&self) -> &Board<S> {
        &self.game.board
    }

    pub fn rules(&self) -> Rules {
        self.game.ruleset()
    }

    /// Start and moves, up to the end of the game.
    pub fn line(&self) -> &Line<S> {
        &self.line
    }

    /// Referee of the game so far.
    pub fn referee(&self) -> Referee<'_, S> {
        self.line.referee(&self.game)
    }

    /// State after other moves from the same start. Error: one is illegal.
    fn replay(&self, moves: Vec<Move<S::Point>>) -> Result<Line<S>, Illegal<S>> {
        Line::replay(&self.game, self.line.start, self.line.to_move, moves)
    }

    /// Player to move; `None` if the game has ended.
    pub fn mover(&self) -> Option<Player> {
        self.line.ended.is_none().then_some(self.line.state.key.mover)
    }

    /// Game with a player to move: before the first move either may begin. Error: it is the other's
    /// turn.
    pub fn with_turn_of(&self, player: Player) -> Result<CurrentGame<S>, String> {
        let mut game = self.clone();
        if self.line.moves.is_empty() {
            game.line = Line::new(&self.game, self.line.start, player);
        }
        match game.mover() {
            Some(mover) if mover != player => Err(format!(
                "it is the turn of {}; a move out of turn would need a pass that was not made",
                colour(mover)
            )),
            _ => Ok(game),
        }
    }

    /// Question about the current state. Error: the game has ended.
    pub fn question(&self) -> Result<Question<S>, String> {
        if self.mover().is_none() {
            return Err("the game has ended".to_string());
        }
        Ok(Question { game: Arc::clone(&self.game), line: self.line.clone() })
    }

    /// Question about the current state with either player to move. Nothing is played, no pass
    /// either: see [`Line::with_turn_of`]. Error: the game has ended, or the ruleset has no
    /// such state.
    pub fn question_for(&self, player: Player) -> Result<Question<S>, String> {
        if self.line.moves.is_empty() {
            return self.with_turn_of(player)?.question();
        }
        let Question { game, line } = self.question()?;
        let mover = colour(line.state.key.mover);
        let line = line.with_turn_of(&game, player).ok_or_else(|| {
            format!(
                "it is the turn of {mover}, and under {} it cannot be taken to be that of {} here: what was played last, such as a \
                 pass, counts for the turn after it",
                game.entry.id,
                colour(player)
            )
        })?;
        Ok(Question { game, line })
    }

    /// Resumes a game that passes have ended, with a player to move. Takes back the passes at its
    /// end, all but one if it is the other's turn without that one. A game that has ended
    /// otherwise, or goes on, stays as it is.
    pub fn resume(&mut self, player: Player) {
        if self.mover().is_some() {
            return;
        }
        let mut moves = self.line.moves.clone();
        while moves.pop_if(|mv| *mv == Move::Pass).is_some() {
            let line = self.replay(moves.clone()).expect("only legal moves are kept");
            if line.ended.is_none() && line.state.key.mover == player {
                (self.line, self.extra_passes) = (line, 0);
            }
        }
    }

    /// Plays a move. Error: why it is illegal; the game is left as it was.
    pub fn play(&mut self, player: Player, mv: Move<S::Point>) -> Result<(), String> {
        if self.mover().is_none() {
            if mv == Move::Pass {
                self.extra_passes += 1;
                return Ok(());
            }
            return Err("illegal move: the game has ended".to_string());
        }
        let mut game = self.with_turn_of(player).map_err(|why| format!("illegal move: {why}"))?;
        let CurrentGame { game: played, line, .. } = &mut game;
        line.play(played, mv).map_err(|illegal| format!("illegal move: {}", illegal.why))?;
        *self = game;
        Ok(())
    }

    /// Takes back the last move; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        if self.extra_passes > 0 {
            self.extra_passes -= 1;
            return true;
        }
        let Some((_, moves)) = self.line.moves.split_last() else { return false };
        self.line = self.replay(moves.to_vec()).expect("only legal moves are kept");
        true
    }

    /// Number of moves that can be taken back.
    pub fn undoable(&self) -> usize {
        self.line.moves.len() + self.extra_passes
    }

    /// Resets the game to a position of the same board. Error: a chain has no liberty.
    pub fn set_up(&mut self, start: Position<S>, first: Player) -> Result<(), String> {
        // Reading a position checks it.
        parse_position(self.board(), &diagram_line(self.board(), &start))
            .map_err(|error| error.to_string())?;
        self.reset(self.board().clone(), start, first).map_err(|fault| fault.to_string())
    }

    /// Resets the game to any position of any board. Komi stays, and there is no handicap.
    fn reset(&mut self, board: Board<S>, start: Position<S>, first: Player) -> Result<(), QuestionError> {
        *self = CurrentGame::at(board, start, first, self.rules(), self.komi)?;
        Ok(())
    }

    /// Game on an empty board.
    fn begun(board: Board<S>, rules: Rules, komi: Komi) -> Result<CurrentGame<S>, QuestionError> {
        CurrentGame::at(board, Position::default(), Player::Black, rules, komi)
    }

    fn at(
        board: Board<S>,
        start: Position<S>,
        first: Player,
        rules: Rules,
        komi: Komi,
    ) -> Result<CurrentGame<S>, QuestionError> {
        let text = diagram_line(&board, &start);
        let Question { game, line } = Question::new(board, rules, Some(&text), Some(first))?;
        Ok(CurrentGame { game, line, extra_passes: 0, komi: Komi { handicap: 0, ..komi } })
    }

    /// Game of a record.
    fn loaded(record: Record<S>, rules: Rules, komi: Komi) -> Result<CurrentGame<S>, String> {
        let Record { board, start, to_move, moves, .. } = record;
        if board.rows().max(board.cols()) > MAX_SIDE {
            return Err(format!("board {board}: expected sides of at most {MAX_SIDE}"));
        }
        let mut game =
            CurrentGame::at(board, start, to_move, rules, komi).map_err(|fault| fault.to_string())?;
        game.line = game.replay(moves).map_err(|illegal| illegal.to_string())?;
        Ok(game)
    }

    /// Changes the ruleset. The moves stay, and are the history as the new ruleset sees it. Error:
    /// the ruleset has no such board, or a move is illegal under it.
    pub fn change_rules(&mut self, rules: Rules, bonus: Bonus) -> Result<(), String> {
        let Line { start, to_move, moves, .. } = &self.line;
        let text = diagram_line(self.board(), start);
        let Question { game, .. } = Question::new(self.board().clone(), rules, Some(&text), Some(*to_move))
            .map_err(|fault| fault.to_string())?;
        let line = Line::replay(&game, *start, *to_move, moves.clone()).map_err(|illegal| {
            format!("the game so far could not have been played under {}: {illegal}", rules.entry.id)
        })?;
        let extra_passes = if line.ended.is_some() { self.extra_passes } else { 0 };
        *self = CurrentGame { game, line, extra_passes, komi: Komi { bonus, ..self.komi } };
        Ok(())
    }

    /// Whether some games end without being counted, and have a value of their own. Komi does not
    /// change it, so values without komi say nothing about the game with komi. (A mean of no scoring
    /// position, under Kee 2009, is read as a score of 0, from which komi is taken.)
    pub fn has_uncounted_ends(&self) -> bool {
        let rules = self.rules();
        let means = rules.clauses().is_some_and(|clauses| clauses.scored == Scored::ScoringPositions);
        !means && !rules.counts_every_end()
    }
}

// --- Komi ---
//
// What is taken from Black's score beside the value of a game: komi, and what White has for a
// handicap.

pub use superko_query::ask::rulesets::Bonus;

/// Komi and handicap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Komi {
    /// Komi as the controller has set it.
    pub komi: Exact,
    /// Number of handicap stones; 0 in an even game.
    pub handicap: usize,
    /// Points of White for them.
    pub bonus: Bonus,
}

impl Komi {
    /// Points taken from Black's score.
    pub fn total(&self) -> Exact {
        let stones = self.handicap as i64;
        let bonus = match self.bonus {
            Bonus::Nothing => 0,
            Bonus::AllButOne => (stones - 1).max(0),
            Bonus::All => stones,
        };
        self.komi + bonus
    }
}

// --- The clock ---
//
// The time that the controller leaves. Nothing is measured here: `time_left` tells before each move
// what is left, and a controller that does not send it has every move begin with what the settings
// of time say.

/// A move may take the main time divided by this.
const MAIN_TIME_SHARE: u32 = 10;

/// Time left to a player, and the number of stones to be played in it; 0 in the main time.
type Remaining = (Duration, u32);

/// Clock of both players, as the controller sets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Clock {
    /// Time left to Black and White, if there is a limit.
    left: [Option<Remaining>; 2],
    /// Whether the overtime has periods of one stone each. Then the number of stones is that of the
    /// periods left.
    periods: bool,
}

impl Clock {
    /// Clock with a main time, and an overtime for a number of stones. Without main time the
    /// overtime begins at once. An overtime for no stones is no limit, as the protocol has it.
    pub fn new(main: Duration, overtime: Duration, stones: u32) -> Clock {
        let left = match (main.is_zero(), overtime.is_zero(), stones) {
            (_, false, 0) | (true, true, _) => None,
            (true, false, stones) => Some((overtime, stones)),
            (false, ..) => Some((main, 0)),
        };
        Clock { left: [left; 2], periods: false }
    }

    /// Clock with an overtime of periods of one stone each.
    pub fn with_periods(main: Duration, period: Duration, periods: u32) -> Clock {
        let stones = periods.min(1);
        let overtime = if stones == 0 { Duration::ZERO } else { period };
        Clock { periods: true, ..Clock::new(main, overtime, stones) }
    }

    /// Sets the time left to a player.
    pub fn set(&mut self, player: Player, time: Duration, stones: u32) {
        let stones = if self.periods { stones.min(1) } else { stones };
        self.left[player.index()] = Some((time, stones));
    }

    /// Time limit of a player's move: a tenth of the main time, or a fair share of an overtime
    /// minus a tenth.
    pub fn allows(&self, player: Player) -> Option<Duration> {
        self.left[player.index()].map(|(time, stones)| match stones {
            0 => time / MAIN_TIME_SHARE,
            stones => time / stones * (MAIN_TIME_SHARE - 1) / MAIN_TIME_SHARE,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn seconds(number: u64) -> Option<Duration> {
        Some(Duration::from_secs(number))
    }

    #[test]
    fn a_move_takes_a_share_of_what_is_left() {
        let mut clock = Clock::default();
        assert_eq!(clock.allows(Player::Black), None);
        clock.set(Player::Black, MINUTE, 0);
        clock.set(Player::White, MINUTE, 2);
        assert_eq!(Player::ALL.map(|player| clock.allows(player)), [seconds(6), seconds(27)]);
    }

    #[test]
    fn of_periods_each_is_for_one_stone() {
        let mut clock = Clock::with_periods(MINUTE, MINUTE, 5);
        assert_eq!(clock.allows(Player::Black), seconds(6));
        clock.set(Player::Black, MINUTE, 4);
        assert_eq!(clock.allows(Player::Black), seconds(54));
        assert_eq!(Clock::with_periods(Duration::ZERO, MINUTE, 5).allows(Player::White), seconds(54));
    }

    #[test]
    fn settings_say_what_each_move_begins_with() {
        let none = Duration::ZERO;
        for (clock, allowed) in [
            (Clock::new(MINUTE, MINUTE, 5), seconds(6)),
            (Clock::new(MINUTE, none, 0), seconds(6)),
            (Clock::new(none, MINUTE, 2), seconds(27)),
            (Clock::new(none, MINUTE, 0), None),
            (Clock::new(none, none, 0), None),
            (Clock::with_periods(MINUTE, MINUTE, 0), seconds(6)),
            (Clock::with_periods(none, MINUTE, 0), None),
        ] {
            assert_eq!(clock.allows(Player::Black), allowed, "{clock:?}");
        }
    }
}
