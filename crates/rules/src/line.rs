//! A position in a game: the start, the moves made from there, and the state that they lead to.

use crate::game::{Game, Ruling};
use crate::referee::{Illegal, Referee, Why};
use crate::ruleset::{Points, State};
use superko_go::Player;
use superko_go::bits::{Point, PointSet};
use superko_go::player::Move;
use superko_go::position::Position;

/// A position in a game: a start, the moves made, and the state reached.
///
/// The moves are legal, as the referee has played them. What a ruleset keeps in a state may mean
/// something to its own [`Game`] alone, so every function wants the game that the line was made
/// with; [`Line::state_in`] is the state in another.
#[derive(Debug, Clone)]
pub struct Line<S: PointSet = u64> {
    /// The starting position.
    pub start: Position<S>,
    /// The player who moved first.
    pub to_move: Player,
    /// The moves.
    pub moves: Vec<Move<S::Point>>,
    /// The state after the moves; after the end, the state that the last move was made in.
    pub state: State<S>,
    /// The score, if the last move has ended the game.
    pub ended: Option<Points>,
    /// The player whose turn it is taken to be, if that is not who would move next.
    turn: Option<Player>,
}

impl<S: PointSet> Line<S> {
    /// A game before its first move.
    pub fn new(game: &Game<S>, start: Position<S>, to_move: Player) -> Line<S> {
        let state = game.start(start, to_move);
        Line { start, to_move, moves: Vec::new(), state, ended: None, turn: None }
    }

    /// A game after some moves, the last of which may end it.
    ///
    /// # Errors
    /// The first move that is illegal.
    pub fn replay(
        game: &Game<S>,
        start: Position<S>,
        to_move: Player,
        moves: Vec<Move<S::Point>>,
    ) -> Result<Line<S>, Illegal<S>> {
        let mut referee = Referee::new(game, start, to_move);
        for mv in &moves {
            referee.play(*mv)?;
        }
        let (state, ended) = (referee.state().clone(), referee.ended());
        Ok(Line { start, to_move, moves, state, ended, turn: None })
    }

    /// Makes one more move. This takes as long as the move, and not as the game so far, unless the
    /// history bans it.
    ///
    /// # Errors
    /// The reason why the move may not be made. The line is left as it was.
    pub fn play(&mut self, game: &Game<S>, mv: Move<S::Point>) -> Result<(), Illegal<S>> {
        let key = &self.state.key;
        let illegal = |why| Err(Illegal::of(game, key.mover, self.moves.len(), mv, why));
        if self.ended.is_some() {
            return illegal(Why::Ended);
        }
        if mv.names().is_some_and(|point| point.index() >= game.board.points()) {
            return illegal(Why::NoIntersection);
        }
        let Some(play) = game.rules.play(&game.board, key, mv) else {
            return illegal(Why::Refused(game.rules.refusal(&game.board, key, mv)));
        };
        match game.rule(&self.state, &play) {
            // The referee knows since when.
            Ruling::Barred(_) => return Err(self.referee(game).play(mv).expect_err("the history bans it")),
            Ruling::Leads(state) => self.state = state,
            Ruling::Ends(score) => self.ended = Some(score),
        }
        self.moves.push(mv);
        Ok(())
    }

    /// The start of a game of more than two players from the view of each of them, in the order of
    /// play: a player sees himself as Black, so the value is what he can secure. See
    /// [`Game::seen_by`].
    pub fn of_every_player(game: &Game<S>, start: Position<S>, to_move: Player) -> Vec<Line<S>> {
        let players = game.rules.properties().players;
        let seen = |viewer: &Player| {
            Line::new(game, start.seen_by(players, *viewer), players.seen_by(*viewer, to_move))
        };
        players.all().iter().map(seen).collect()
    }

    /// The line, and the line after each legal move. Moves that end the game are left out.
    pub fn with_first_moves(self, game: &Game<S>) -> Vec<Line<S>> {
        let mut lines = vec![self];
        for (mv, ruling) in game.legal(&lines[0].state) {
            if let Ruling::Leads(state) = ruling {
                let moves = [lines[0].moves.as_slice(), &[mv]].concat();
                lines.push(Line { moves, state, ..lines[0].clone() });
            }
        }
        lines
    }

    /// The same line as though it were a player's turn, whoever moves next; `None` if the ruleset
    /// has no such state: see [`Game::with_turn_of`].
    pub fn with_turn_of(mut self, game: &Game<S>, player: Player) -> Option<Line<S>> {
        if self.state.key.mover != player {
            self.state = game.with_turn_of(&self.state, player)?;
            self.turn = Some(player);
        }
        Some(self)
    }

    /// A referee who has played the moves in a game of the same board and ruleset, and has changed
    /// the turn if it is not that of who would move next.
    ///
    /// # Panics
    /// If the game has another board or ruleset, and the moves are illegal there.
    pub fn referee<'g>(&self, game: &'g Game<S>) -> Referee<'g, S> {
        let mut referee = Referee::new(game, self.start, self.to_move);
        for mv in &self.moves {
            referee.play(*mv).expect("the moves have been played before");
        }
        let taken = self.turn.is_none_or(|turn| referee.take_turn(turn));
        assert!(taken, "the turn has been taken before");
        referee
    }

    /// The same state in another game of the same board and ruleset, such as that of a session.
    ///
    /// # Panics
    /// As [`Line::referee`].
    pub fn state_in(&self, game: &Game<S>) -> State<S> {
        self.referee(game).state().clone()
    }

    /// The state from the side of a player, who is Black in it.
    pub fn seen_by(&self, game: &Game<S>, viewer: Player) -> State<S> {
        let mut state = game.seen_by(viewer, self.start, self.to_move);
        for mv in &self.moves {
            let made = game.legal(&state).into_iter().find(|(legal, _)| legal == mv);
            let Some((_, Ruling::Leads(next))) = made else {
                unreachable!("the moves were played by the referee");
            };
            state = next;
        }
        state
    }
}
