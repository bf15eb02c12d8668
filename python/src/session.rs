//! A game whose states are asked about, with all that has been proved of it.

use std::io::Cursor;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{mem, process};

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;
use superko::ask::answers::{solve_for_each, solved, solved_for_each};
use superko::ask::dependencies::FlipEffort;
use superko::ask::differ::{GivenState, is_another};
use superko::ask::{Look, Question, Solver, Texts, explanation};
use superko::go::board::OfSize;
use superko::go::{Move, Player, Players};
use superko::prove::{ProofError, ProofGoal, prove};
use superko::report::records::{Bounds, Spent, colour};
use superko::rules::Refereed;
use superko::solve::{Answer, Budget, Limits, Request, Want, check_threads};
use superko_certificate::kinds::verify;

use crate::certificates::record;
use crate::fault::{Wrong, raised, unexpected};
use crate::running::run;

/// The most threads that can be asked for.
const MOST_THREADS: usize = 256;

/// How many lemmas of a proof are held at once when it is checked, in bytes.
const CHECKED_BYTES: usize = 4 << 30;

/// Where a question begins, and the moves made from there.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Place {
    start: Option<String>,
    to_move: Option<String>,
    moves: Moves,
}

/// Moves as one text, as a command line has them, or one by one.
#[derive(FromPyObject)]
enum Moves {
    Text(String),
    List(Vec<String>),
}

/// How much may be spent.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Spend {
    seconds: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    threads: usize,
}

impl Spend {
    fn limits(&self) -> Result<Limits, Wrong> {
        let time = |seconds: f64| {
            Duration::try_from_secs_f64(seconds).map_err(|_| Wrong {
                part: "time_limit",
                what: format!(" {seconds}: expected a number of seconds"),
            })
        };
        if !(1..=MOST_THREADS).contains(&self.threads) {
            let what = format!(" {}: expected a whole number from 1 to {MOST_THREADS}", self.threads);
            return Err(Wrong { part: "threads", what });
        }
        if self.threads > 1 {
            let what = |error| format!(" {}: the system cannot start so many: {error}", self.threads);
            check_threads(self.threads).map_err(|error| Wrong { part: "threads", what: what(error) })?;
        }
        let memory = self.memory.unwrap_or(Limits::default().memory);
        Ok(Limits { time: self.seconds.map(time).transpose()?, nodes: self.nodes, memory })
    }
}

/// A board with a ruleset, and all that has been proved of their game.
#[pyclass(frozen, module = "superko._core")]
pub struct Session {
    texts: Texts,
    /// The solver, once something was asked, and the process whose threads it has: a process that
    /// was forked has none of them.
    solver: Mutex<Option<(u32, Arc<Solver>)>>,
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (board, edges, rules, draft=None))]
    fn new(board: String, edges: Option<String>, rules: String, draft: Option<Vec<u8>>) -> PyResult<Session> {
        let texts = Texts { board, edges, rules, draft, ..Texts::default() };
        texts.setup_of_any_size().map_err(Wrong::from)?;
        Ok(Session { texts, solver: Mutex::default() })
    }

    /// What can be seen of a state without any search, on a board of any size.
    fn look(&self, place: Place) -> PyResult<String> {
        let (texts, record) = self.placed(place)?;
        match texts.setup_of_any_size().map_err(Wrong::from)? {
            OfSize::Solved(setup) => written(&seen(&texts, record.as_deref(), &setup)?),
            OfSize::Large(setup) => written(&seen(&texts, record.as_deref(), &setup)?),
        }
    }

    /// The question, checked.
    fn question(&self, place: Place) -> PyResult<String> {
        written(&self.asked(place)?.record())
    }

    /// The value of a state, best moves, values of moves and a line of play, as `solve --json`
    /// prints them.
    fn solve(
        &self,
        py: Python<'_>,
        place: Place,
        all_best_moves: bool,
        move_values: bool,
        spend: Spend,
    ) -> PyResult<String> {
        let (question, limits) = (self.of_two(place)?, spend.limits()?);
        let request = request(all_best_moves, move_values, &spend);
        let solver = self.solver()?;
        let found = run(py, move |interrupted| {
            let flag = Arc::clone(interrupted);
            solver.ask(move |session| {
                let budget = Budget::new(limits).interrupted_by(flag);
                let state = question.line.state_in(session.game());
                let solution = session.solve(&state, &request, &budget);
                let spent = Spent::of(&budget, solution.results, solution.stopped);
                serde_json::to_string(&solved(&question, &solution, spent))
            })
        })?;
        self.answered(found)
    }

    /// What each of more than two players can secure, as `solve --json` prints it.
    fn secure(
        &self,
        py: Python<'_>,
        place: Place,
        all_best_moves: bool,
        move_values: bool,
        spend: Spend,
    ) -> PyResult<String> {
        let (question, limits) = (self.of_more(place)?, spend.limits()?);
        let request = request(all_best_moves, move_values, &spend);
        let found = run(py, move |interrupted| {
            let budget = Budget::new(limits).interrupted_by(Arc::clone(interrupted));
            let (all, spent) = solve_for_each(&question, &request, &budget);
            serde_json::to_string(&solved_for_each(&question, &all, spent))
        })?;
        self.answered(Some(found))
    }

    /// The value of a state alone, or the bounds that are proved of it.
    fn value(&self, py: Python<'_>, place: Place, spend: Spend) -> PyResult<String> {
        let (question, limits) = (self.of_two(place)?, spend.limits()?);
        let solver = self.solver()?;
        let found = run(py, move |interrupted| {
            let flag = Arc::clone(interrupted);
            solver.ask(move |session| {
                let budget = Budget::new(limits).interrupted_by(flag);
                let (answer, stopped) = match session.value(&question.line.state_in(session.game()), &budget)
                {
                    Ok(value) => (Answer::Exact(value), None),
                    Err((bounds, stopped)) => (Answer::Between(bounds), Some(stopped)),
                };
                Ok(json!({
                    "value": answer.exact(),
                    "bounds": Bounds::of(&answer),
                    "nodes": budget.nodes(),
                    "stopped": stopped,
                })
                .to_string())
            })
        })?;
        self.answered(found)
    }

    /// Why a value is what it is, as `solve why --json` prints it.
    fn why(&self, py: Python<'_>, place: Place, all_facts: bool, spend: Spend) -> PyResult<String> {
        let (question, limits) = (self.of_two(place)?, spend.limits()?);
        let effort = if all_facts { FlipEffort::All } else { FlipEffort::Some };
        let found = run(py, move |interrupted| {
            let budget = Budget::new(limits).interrupted_by(Arc::clone(interrupted));
            let found = explanation(&question, effort, &budget);
            let spent = Spent::of(&budget, found.results, found.rests_on.stopped);
            serde_json::to_string(&found.record(&question, None, spent))
        })?;
        self.answered(Some(found))
    }

    /// Why a value is another under another ruleset, as `solve why --against --json` prints it.
    fn why_against(
        &self,
        py: Python<'_>,
        place: Place,
        against: String,
        draft: Option<Vec<u8>>,
        spend: Spend,
    ) -> PyResult<String> {
        let (question, limits) = (self.of_two(place)?, spend.limits()?);
        let of_against = |wrong: Wrong| match wrong.part {
            "rules" => Wrong { part: "against", ..wrong },
            _ => wrong,
        };
        let texts = Texts { rules: against, draft, ..self.texts.clone() };
        let other = texts.setup().map_err(Wrong::from).map_err(of_against)?.game;
        let against = other.ruleset();
        is_another(against, &question).map_err(Wrong::from)?;
        GivenState::of(&question, against).map_err(Wrong::from)?;
        let found = run(py, move |interrupted| {
            let budget = Budget::new(limits).interrupted_by(Arc::clone(interrupted));
            let given = GivenState::of(&question, against).expect("it was before");
            let found = given.differing(&budget);
            let (stopped, results) = (found.stopped, found.solutions.iter().map(|found| found.results).sum());
            serde_json::to_string(&given.record(found, None, Spent::of(&budget, results, stopped)))
        })?;
        self.answered(Some(found))
    }

    /// The number of results kept: lemmas, or states.
    fn results(&self, py: Python<'_>) -> PyResult<usize> {
        let solver = self.solver()?;
        let found = run(py, move |_| solver.ask(|session| Ok(session.results())))?;
        self.answered(found)
    }

    /// A certificate, and what it proves.
    fn prove<'py>(
        &self,
        py: Python<'py>,
        place: Place,
        claim: Option<String>,
        move_values: bool,
        spend: Spend,
    ) -> PyResult<(Bound<'py, PyBytes>, String)> {
        let (question, limits) = (self.of_two(place)?, spend.limits()?);
        let wanted = claim.map(|text| {
            ProofGoal::parse(&text, &question.game)
                .map_err(|expected| Wrong { part: "claim", what: format!(" {text:?}: expected {expected}") })
        });
        let wanted = wanted.transpose()?;
        let made = run(py, move |interrupted| {
            let Question { game, line } = question;
            let lines = if move_values { line.with_first_moves(&game) } else { vec![line] };
            let budget = Budget::new(limits).interrupted_by(Arc::clone(interrupted));
            let proof = prove(&game, &lines, wanted, &budget)?;
            let mut bytes = Vec::new();
            let verified = match proof.write_binary(&mut bytes) {
                Ok(()) => {
                    verify(Cursor::new(bytes.clone()), CHECKED_BYTES).map_err(|refused| refused.to_string())
                }
                Err(error) => Err(error.to_string()),
            };
            Ok((bytes, verified))
        })?;
        let (bytes, verified) = made.map_err(|unproved: ProofError| {
            let part = match &unproved {
                ProofError::Stopped(_) => "",
                ProofError::Refuted(_) | ProofError::Fraction(_) => "claim",
                ProofError::Unknown(_) => "rules",
            };
            let before = if part.is_empty() { "not proved" } else { part };
            raised("Unproved", &format!("{before}: {unproved}"), part)
        })?;
        let verified =
            verified.map_err(|why| unexpected(&format!("the certificate made is wrong: {why}")))?;
        Ok((PyBytes::new(py, &bytes), record(&verified)))
    }
}

/// The moves of a place.
fn moves_of<S: Refereed>(
    texts: &Texts,
    record: Option<&str>,
    setup: &Question<S>,
) -> Result<Vec<superko::go::player::Move<S::Point>>, Wrong> {
    match record {
        Some(record) => {
            setup.parse_moves(record).map_err(|error| Wrong { part: "moves", what: format!(": {error}") })
        }
        None => Ok(texts.moves(setup.board())?),
    }
}

fn seen<S: Refereed>(texts: &Texts, record: Option<&str>, setup: &Question<S>) -> Result<Look, Wrong> {
    Ok(Look::after(&setup.game, &setup.line, &moves_of(texts, record, setup)?))
}

impl Session {
    /// The texts of a place, and its moves if they are one text.
    fn placed(&self, place: Place) -> Result<(Texts, Option<String>), Wrong> {
        let Place { start, to_move, moves } = place;
        let to_move = to_move.map(|text| {
            let player = Player::COLOURS.into_iter().find(|player| colour(*player) == text);
            let what = || {
                format!(
                    " {text:?}: expected black or white, or red, green, yellow or violet where so many play"
                )
            };
            player.ok_or_else(|| Wrong { part: "to_move", what: what() })
        });
        let mut texts = Texts { start, to_move: to_move.transpose()?, ..self.texts.clone() };
        match moves {
            Moves::Text(record) => Ok((texts, Some(record))),
            Moves::List(moves) => {
                texts.moves = moves;
                Ok((texts, None))
            }
        }
    }

    fn setup(&self, place: Place) -> Result<(Question, Vec<Move>), Wrong> {
        let (texts, record) = self.placed(place)?;
        let setup = texts.setup()?;
        let moves = moves_of(&texts, record.as_deref(), &setup)?;
        Ok((setup, moves))
    }

    fn asked(&self, place: Place) -> Result<Question, Wrong> {
        let (setup, moves) = self.setup(place)?;
        Ok(setup.after(moves)?)
    }

    /// A question of two players.
    fn of_two(&self, place: Place) -> Result<Question, Wrong> {
        let question = self.asked(place)?;
        match question.game.options.players {
            Players::Two => Ok(question),
            players => {
                let what =
                    format!(": --players {} is for secure(), expected a ruleset for two", players.count());
                Err(Wrong { part: "rules", what })
            }
        }
    }

    /// A question of more than two players.
    fn of_more(&self, place: Place) -> Result<Question, Wrong> {
        let question = self.asked(place)?;
        match question.game.options.players {
            Players::Two => {
                let what = ": two players, expected --players 3 or more with the ruleset".to_string();
                Err(Wrong { part: "rules", what })
            }
            _ => Ok(question),
        }
    }

    /// The solver of this process.
    fn solver(&self) -> PyResult<Arc<Solver>> {
        let mut kept = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
        let process = process::id();
        match kept.take() {
            Some((of, solver)) if of == process => {
                *kept = Some((of, Arc::clone(&solver)));
                return Ok(solver);
            }
            // Its channel may have been in use when the process was forked.
            Some(other) => mem::forget(other),
            None => {}
        }
        let Question { game, .. } = self.texts.setup().map_err(Wrong::from)?;
        let solver = Solver::new(game)
            .map_err(|error| PyOSError::new_err(format!("a thread cannot be started: {error}")))?;
        let solver = Arc::new(solver);
        *kept = Some((process, Arc::clone(&solver)));
        Ok(solver)
    }

    fn answered<R>(&self, found: Option<serde_json::Result<R>>) -> PyResult<R> {
        match found {
            Some(Ok(answer)) => Ok(answer),
            _ => {
                // What a panic has left behind is not used again.
                *self.solver.lock().unwrap_or_else(PoisonError::into_inner) = None;
                Err(unexpected("the search has ended without a result"))
            }
        }
    }
}

fn request(all_best_moves: bool, move_values: bool, spend: &Spend) -> Request {
    let best_moves = if all_best_moves { Want::All } else { Want::One };
    Request { best_moves, move_values, threads: spend.threads, ..Request::default() }
}

fn written(record: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(record).map_err(|error| unexpected(&error.to_string()))
}
