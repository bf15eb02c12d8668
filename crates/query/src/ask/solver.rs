//! Sessions that own their games, each on a thread of its own: for what asks from several threads.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{io, thread};

use superko_rules::{Game, Rules};
use superko_solve::Session;

type Job = Box<dyn for<'s> FnOnce(&Session<'s>) + Send>;

/// The stack of the thread on which a job runs, in bytes. The system provides memory only for what
/// is used of it.
pub const STACK_BYTES: usize = 64 << 20;

/// A [`Session`] that owns its game, on a thread of its own, so that it lives as long as someone
/// asks it.
///
/// Every job runs on a thread of its own too, and several may run at once. The session is dropped
/// with the solver. A state that it is asked about must be one of its own game: see
/// [`Line::state_in`](superko_rules::Line::state_in).
pub struct Solver {
    jobs: Mutex<Sender<Job>>,
}

impl Solver {
    /// A solver of a game that knows nothing yet.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn new(game: Arc<Game>) -> io::Result<Solver> {
        let (jobs, queue) = channel::<Job>();
        thread::Builder::new().name(format!("{} {}", game.board, game.entry.id)).spawn(move || {
            let session = Session::new(&game);
            thread::scope(|scope| {
                for job in queue {
                    let session = &session;
                    // A job that cannot be started is dropped, which ends the wait for its answer.
                    let _ = thread::Builder::new()
                        .stack_size(STACK_BYTES)
                        .spawn_scoped(scope, move || job(session));
                }
            });
        })?;
        Ok(Solver { jobs: Mutex::new(jobs) })
    }

    /// The result of `work` with the session; `None` if its thread cannot be started or it panics.
    pub fn ask<R: Send + 'static>(&self, work: impl FnOnce(&Session<'_>) -> R + Send + 'static) -> Option<R> {
        let (answer, answered) = channel();
        let job: Job = Box::new(move |session| {
            // Who has asked may have gone.
            let _ = answer.send(work(session));
        });
        lock(&self.jobs).send(job).ok()?;
        answered.recv().ok()
    }
}

/// Identity of a game: games of the same board and ruleset share what is proved.
#[derive(Debug, Clone, PartialEq, Eq)]
struct GameId {
    board: String,
    /// The edges, of a board whose name does not say them.
    edges: Vec<(u8, u8)>,
    rules: Rules,
}

impl GameId {
    fn of(game: &Game) -> GameId {
        let board = &game.board;
        let edges = if board.is_grid() { Vec::new() } else { board.edges().collect() };
        GameId { board: board.to_string(), edges, rules: game.ruleset() }
    }
}

/// The solvers of the games that were asked about last.
pub struct Solvers {
    /// The one that was asked last comes last.
    solvers: Mutex<Vec<(GameId, Arc<Solver>)>>,
    max: usize,
}

impl Solvers {
    /// A set of at most `max` solvers, at least one. The one that was not asked for longest is
    /// dropped.
    pub fn new(max: usize) -> Solvers {
        Solvers { solvers: Mutex::default(), max: max.max(1) }
    }

    /// The solver of a game.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn of(&self, game: &Arc<Game>) -> io::Result<Arc<Solver>> {
        let id = GameId::of(game);
        let mut solvers = lock(&self.solvers);
        let known = solvers.iter().position(|(known, _)| *known == id);
        let found = match known {
            Some(index) => solvers.remove(index).1,
            None => Arc::new(Solver::new(Arc::clone(game))?),
        };
        solvers.push((id, Arc::clone(&found)));
        if solvers.len() > self.max {
            solvers.remove(0);
        }
        Ok(found)
    }

    /// Drops a solver that did not answer.
    pub fn forget(&self, game: &Game) {
        let id = GameId::of(game);
        lock(&self.solvers).retain(|(known, _)| *known != id);
    }
}

/// Locks a mutex, also after a thread that held it has panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Texts, question};
    use superko_go::{Player, Position};
    use superko_solve::Budget;

    fn game(board: &str, rules: &str) -> Arc<Game> {
        question::tests::texts(board, rules, &[]).setup().unwrap().game
    }

    #[test]
    fn a_solver_keeps_what_is_proved_and_answers_several_at_once() {
        let solvers = Solvers::new(2);
        let game = game("2x3", "psk");
        let ask = || {
            let asked = solvers.of(&game).unwrap().ask(move |session| {
                let (state, budget) =
                    (session.game().start(Position::default(), Player::Black), Budget::default());
                (session.value(&state, &budget).unwrap().to_string(), budget.nodes())
            });
            asked.unwrap()
        };
        let first = ask();
        assert!(first.0 == "0" && first.1 > 0);
        thread::scope(|scope| {
            let asked: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
            asked.into_iter().for_each(|asked| assert_eq!(asked.join().unwrap(), ("0".to_string(), 0)));
        });
    }

    #[test]
    fn games_are_told_apart_by_board_ruleset_and_options_and_the_oldest_goes() {
        let solvers = Solvers::new(2);
        let same = |a: &Arc<Solver>, b: &Arc<Solver>| Arc::ptr_eq(a, b);
        let psk = solvers.of(&game("2x2", "psk")).unwrap();
        let suicide = solvers.of(&game("2x2", "psk --suicide allowed")).unwrap();
        assert!(!same(&psk, &suicide));
        assert!(same(&psk, &solvers.of(&game("2x2", "psk")).unwrap()));
        solvers.of(&game("2x2", "ssk")).unwrap();
        assert!(same(&psk, &solvers.of(&game("2x2", "psk")).unwrap()));
        assert!(!same(&suicide, &solvers.of(&game("2x2", "psk --suicide allowed")).unwrap()));
        let graph = |edges: &str| {
            let edges = Some(edges.to_string());
            Texts { edges, ..question::tests::texts("own", "psk", &[]) }.setup().unwrap().game
        };
        let path = solvers.of(&graph("P Q\nQ S")).unwrap();
        assert!(!same(&path, &solvers.of(&graph("P Q\nP S")).unwrap()));
        assert!(same(&path, &solvers.of(&graph("P Q\nQ S")).unwrap()));
    }

    #[test]
    fn work_that_panics_gives_no_answer() {
        let solver = Solver::new(game("1x2", "psk")).unwrap();
        assert_eq!(solver.ask(|_| -> u32 { panic!("on purpose") }), None);
        assert_eq!(solver.ask(|_| 1), Some(1));
    }
}
