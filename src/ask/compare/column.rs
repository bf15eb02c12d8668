//! Where a game stands under a ruleset, and what becomes of each move there.

use crate::ask::look::{Barred, candidates};
use crate::ask::question::{Fault, Question, Setup};
use crate::go::{Board, Move, Players};
use crate::referee::{Illegal, Referee, Why};
use crate::report::display::rules_text;
use crate::rules::{Points, Ruling, State};

/// The game of one ruleset after the moves, as far as they can be made.
pub struct Column {
    /// The ruleset with its options, as a command line has them.
    pub name: String,
    /// Where the game stands.
    pub stands: Stands,
}

/// Where a game stands.
pub enum Stands {
    /// It goes on.
    GoesOn(Question),
    /// One of the moves may not be made.
    Illegal(Setup, Barred),
    /// The moves end it, with this score of Black, or Black's points less White's.
    Ended(Setup, Points),
}

/// What becomes of a move.
pub enum Outcome {
    /// It ends the game with this score.
    Ends(Points),
    /// It leads on to a state.
    Leads(State),
    /// The past bars it.
    Barred(Barred),
    /// The ruleset does not admit it, whatever happened before.
    Refused(Barred),
}

impl Column {
    /// Plays the moves from the start.
    pub fn after(setup: Setup, moves: Vec<Move>) -> Result<Column, Fault> {
        let name = rules_text(setup.game.entry, &setup.game.options);
        let mut referee = Referee::new(&setup.game, setup.start, setup.to_move);
        let illegal = moves.iter().find_map(|mv| referee.play(*mv).err());
        // A move after the end is one that cannot be made for no reason of the ruleset's.
        let illegal = illegal.filter(|illegal| illegal.why != Why::Ended);
        let illegal = illegal.map(|illegal| Barred::of(&setup.game.board, &illegal));
        let ended = referee.ended();
        drop(referee);
        let stands = match (illegal, ended) {
            (Some(illegal), _) => Stands::Illegal(setup, illegal),
            (None, Some(score)) => Stands::Ended(setup, score),
            (None, None) => Stands::GoesOn(setup.after(moves)?),
        };
        Ok(Column { name, stands })
    }

    /// The game and its start.
    pub fn setup(&self) -> &Setup {
        match &self.stands {
            Stands::GoesOn(question) => &question.setup,
            Stands::Illegal(setup, _) | Stands::Ended(setup, _) => setup,
        }
    }

    /// The state, if the game goes on, as it is seen from the side whose value is asked for.
    pub fn state(&self) -> Option<State> {
        match &self.stands {
            Stands::GoesOn(question) => Some(seen(question)),
            _ => None,
        }
    }

    /// Every move that may be of interest, if the game goes on.
    pub fn candidates(&self) -> Vec<Move> {
        match &self.stands {
            Stands::GoesOn(question) => candidates(&question.setup.game, &question.referee()),
            _ => Vec::new(),
        }
    }

    /// What becomes of each of some moves, if the game goes on.
    pub fn outcomes(&self, moves: &[Move]) -> Option<Vec<Outcome>> {
        let Stands::GoesOn(question) = &self.stands else { return None };
        let (referee, legal) = (question.referee(), question.setup.game.legal(&seen(question)));
        let outcome = |mv: &Move| match referee.ban(*mv) {
            None => match legal.iter().find(|(legal, _)| legal == mv) {
                Some((_, Ruling::Ends(score))) => Outcome::Ends(*score),
                Some((_, Ruling::Leads(next))) => Outcome::Leads(next.clone()),
                _ => unreachable!("a move is legal from every side or from none"),
            },
            Some(illegal) => illegally(question.board(), &illegal),
        };
        Some(moves.iter().map(outcome).collect())
    }
}

/// The state of a question: with two players as it is, and with more as the player to move sees it, whose points are then
/// asked for.
fn seen(question: &Question) -> State {
    match question.setup.game.options.players {
        Players::Two => question.state.clone(),
        _ => question.seen_by(question.mover()),
    }
}

fn illegally(board: &Board, illegal: &Illegal) -> Outcome {
    let barred = Barred::of(board, illegal);
    match illegal.why {
        Why::Barred { .. } => Outcome::Barred(barred),
        _ => Outcome::Refused(barred),
    }
}
