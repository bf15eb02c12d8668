//! Sessions: solving states of one game, with a shared memory of proofs.

mod turns;

use std::convert::Infallible;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::sleep;
use std::time::Duration;

use super::attack::persist::{read_start_bounds, write_start_bounds};
use super::attack::value::StartBounds;
use super::bounds::Partial;
use super::budget::{Budget, Limits, Stopped};
use super::closure::close;
use super::dfpn::jobs::{Helpers, Manager};
use super::dfpn::proof_numbers::{SearchState, read_search_state, write_search_state};
use super::dfpn::searcher;
use super::dfpn::searcher::Searcher;
use super::dfpn::worker::Leaves;
use super::finite::{Finite, FiniteSolver};
use super::lemma::persist::{read_lemmas, write_lemmas};
use super::lemma::table::LemmaTable;
use super::lemma::{Hit, Lemma};
use super::observer::Observer;
use super::persist::{Persist, Reader, Writer};
use super::retrograde::{self, Retrograde};
use super::solution::{Answer, Engine, Request, Solution, Value, Want};
use super::threshold::Threshold;
use super::{naive, with_threads};
use superko_rules::{Game, Key, State};

/// The interval at which a thread polls for the analysis of another.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// The default number of nodes for the search before the bounded engine: more than most values of
/// boards of up to 16 intersections take. (Published results come from the search alone, with any
/// number.)
pub const FIRST_NODES: u64 = 1 << 22;

/// A solver of states of one game, which keeps proofs for later questions.
///
/// Where every game ends the session keeps lemmas. A lemma is used only under histories that agree
/// on the facts that its proof has read, so the states may have any histories; a related question
/// costs the nodes that no known lemma saves, and the same question asked twice costs next to none.
/// Where games may go on for ever the session keeps its last retrograde analysis, and a state of
/// this analysis costs no nodes. Late in such a game, and on boards too large for an analysis, the
/// search comes first (see [`Request::nearing`]), and its lemmas are kept.
///
/// Answers do not depend on earlier questions, with two exceptions: a line may take other moves of
/// the same value, and another of several best moves may be given if one was requested. The memory
/// limit of each budget applies to all that the session keeps. The naive solvers keep nothing.
/// Several threads may share a session.
///
/// # The bounded engine
/// The bounded engine ([`bounded`](super::attack)) proves bounds that read no history, of starts. On
/// boards of up to 16 intersections of which 12 are empty it is asked first whether the player to
/// move gets all that his opponent leaves him; further bounds are searched for in turns with the
/// search, which narrows them, too, on such boards after [`FIRST_NODES`] of the search. If they
/// meet, the value and one best move come from them alone, and a line follows the proof as far as
/// that goes; all best moves, move values and the rest of a line come from the search, as far as the
/// budget allows. Where games may go on for ever, and the board has more than
/// 16 intersections, the bounded engine comes before the search and the analysis. These are skipped
/// if it has the value and only one best move is requested; there is no line then.
///
/// # Modes
/// A builder sets a mode of a new session. Modes are set before the first question.
///
/// | mode | builder | goes with |
/// |---|---|---|
/// | plain | [`Session::new`] | |
/// | resumable | [`Session::kept`] | plain, observed, helped |
/// | observed | [`Session::observed_by`] | resumable; helped or helper |
/// | helped | [`Session::helped_by`] | resumable, observed; for one state |
/// | helper | [`Session::helping`] | observed; it answers [`Session::help`] alone |
/// | search alone | [`Session::with_first_nodes`], [`Session::without_life`], [`Session::without_settled`] | all |
///
/// A session that is observed, helped or without life does without the bounded engine: an observer
/// needs lemmas, which bounds are not, and bounds use life. Such a session, a helper's and one of the
/// search alone do without settled positions as leaves of the search (`dfpn/settled.rs`), and so
/// their lemmas depend on facts alone.
///
/// ```
/// use superko_go::{Board, Player, notation::parse_position};
/// use superko_rules::Rules;
/// use superko_solve::{Budget, Request, Session};
///
/// let game = Rules::named("psk").unwrap().game(Board::grid(2, 3).unwrap());
/// let session = Session::new(&game);
/// let state = game.start(parse_position(&game.board, "OOO/.X.").unwrap(), Player::White);
/// let solution = session.solve(&state, &Request::default(), &Budget::default());
/// assert_eq!(solution.value.to_string(), "0");
/// // What is known costs nothing.
/// let budget = Budget::default();
/// assert_eq!(session.value(&state, &budget).unwrap().to_string(), "0");
/// assert_eq!(budget.nodes(), 0);
/// ```
pub struct Session<'a> {
    game: &'a Game,
    pub(super) lemmas: LemmaTable,
    /// The state of unfinished searches, if the session is resumable.
    guidance: Option<SearchState>,
    starts: StartBounds,
    analysis: Mutex<Option<Arc<Retrograde<'a>>>>,
    finite: Option<Finite>,
    life: bool,
    /// Whether settled positions may be leaves of the search.
    settled: bool,
    first_nodes: u64,
    observer: Option<&'a dyn Observer>,
    /// The helpers of the search, and the state that they help with.
    helpers: Option<(&'a dyn Helpers, State)>,
}

impl<'a> Session<'a> {
    /// A plain session without any proofs.
    pub fn new(game: &'a Game) -> Session<'a> {
        Session {
            game,
            lemmas: LemmaTable::new(),
            guidance: None,
            starts: StartBounds::default(),
            analysis: Mutex::default(),
            finite: Finite::of(game),
            life: true,
            settled: true,
            first_nodes: FIRST_NODES,
            observer: None,
            helpers: None,
        }
    }

    /// Disables bounds from unconditional life: slower, with the same values.
    pub fn without_life(self) -> Session<'a> {
        Session { life: false, ..self }
    }

    /// Disables settled positions as leaves of the search: slower, with the same values, and lemmas
    /// that depend on facts alone. The node counts and lines of published claims, critiques and
    /// tables are those of such sessions.
    pub fn without_settled(self) -> Session<'a> {
        Session { settled: false, ..self }
    }

    /// Sets the number of nodes for the search before the bounded engine, in place of
    /// [`FIRST_NODES`].
    pub fn with_first_nodes(self, nodes: u64) -> Session<'a> {
        Session { first_nodes: nodes, ..self }
    }

    /// Reports every lemma to an observer.
    pub fn observed_by(self, observer: &'a dyn Observer) -> Session<'a> {
        Session { observer: Some(observer), ..self }
    }

    /// Lets helpers take part in the search from a state.
    pub fn helped_by(self, helpers: &'a dyn Helpers, state: &State) -> Session<'a> {
        let (table, tables) = helpers.among();
        let helpers = Some((helpers, state.clone()));
        Session { lemmas: LemmaTable::among(table, tables), settled: false, helpers, ..self }
    }

    /// Makes this the session of a helper of a manager.
    pub fn helping(self, manager: &dyn Manager) -> Session<'a> {
        let (table, tables) = manager.among();
        Session { lemmas: LemmaTable::among(table, tables), settled: false, ..self }
    }

    /// Helps the manager with a state until no help is wanted any more.
    ///
    /// # Errors
    /// What stopped the search.
    ///
    /// # Panics
    /// If games may go on for ever.
    pub fn help(
        &self,
        manager: &dyn Manager,
        state: &State,
        threads: usize,
        budget: &Budget,
    ) -> Result<(), Stopped> {
        assert!(self.game.rules.properties().always_ends, "lemmas are for games that end");
        self.searcher(budget, threads).help(manager, state)
    }

    /// Sends all lemmas to the helpers, after they were read.
    pub fn broadcast(&self) {
        let budget = Budget::default();
        self.helpers.iter().for_each(|(helpers, _)| self.searcher(&budget, 1).broadcast_all(*helpers));
    }

    /// Makes the session resumable ([`Persist`]): an interrupted question resumes when it is asked
    /// again.
    pub fn kept(self) -> Session<'a> {
        let mut session = self;
        session.starts.keep_stopped();
        Session { guidance: Some(SearchState::default()), ..session }
    }

    /// Starts a sequence of questions that was asked before from its beginning. [`Session::solve`]
    /// calls this itself.
    pub fn begin(&self) {
        self.guidance.iter().for_each(SearchState::begin);
    }

    /// The game. States of another game, even of the same board and ruleset, do not fit: see
    /// [`Key::phase`].
    pub fn game(&self) -> &'a Game {
        self.game
    }

    /// The number of results kept: states if there is an analysis, else lemmas.
    pub fn results(&self) -> usize {
        let lemmas = self.lemmas.len() + self.finite.as_ref().map_or(0, |finite| finite.lemmas.len());
        self.analysis().as_ref().map_or(lemmas, |analysis| analysis.states())
    }

    /// Solves a state: a start ([`Game::start`]), or one with a history.
    ///
    /// [`Solution::stopped`] reports what a limit of the budget, or an interruption, has left
    /// undone. Every value, bound and move in the solution is proved.
    pub fn solve(&self, state: &State, request: &Request, budget: &Budget) -> Solution {
        let mut solution = self.solve_unclosed(state, request, budget);
        close(self.game, state, &mut solution);
        solution
    }

    /// The solution as the engines leave it, whose bounds may imply more together than each of
    /// them.
    fn solve_unclosed(&self, state: &State, request: &Request, budget: &Budget) -> Solution {
        let (game, threads) = (self.game, request.threads.max(1));
        self.begin();
        match (request.engine, game.rules.properties().always_ends) {
            (Engine::Naive, true) => with_threads(1, || naive::solve(game, state, request, budget))
                .unwrap_or_else(|stopped| self.unsolved(state, stopped)),
            (Engine::Naive, false) => naive::solve_endless(game, state, request, budget),
            (Engine::Auto, false) => self.solve_endless(state, request, budget),
            (Engine::Auto, true) => self.on_threads(state, threads, || {
                let own = SearchState::default();
                let guidance = self.guidance.as_ref().unwrap_or(&own);
                let known = self.known_bounds(state, budget, threads, guidance);
                let rest = self.beside_stopped_work(budget);
                searcher::solve(&self.guided(&rest, threads, guidance), state, request, known)
            }),
        }
    }

    /// The solution of a state of which nothing was found.
    fn unsolved(&self, state: &State, stopped: Stopped) -> Solution {
        Solution { stopped: Some(stopped), ..Solution::unknown(self.game, state) }
    }

    /// Runs a search, in a pool if it has several threads.
    fn on_threads(&self, state: &State, threads: usize, work: impl FnOnce() -> Solution + Send) -> Solution {
        match threads {
            1 => work(),
            _ => with_threads(threads, work).unwrap_or_else(|stopped| self.unsolved(state, stopped)),
        }
    }

    /// The solution of a state of a game that may go on for ever.
    fn solve_endless(&self, state: &State, request: &Request, budget: &Budget) -> Solution {
        let known = self.known_bounds_of_endless(state, budget, request.threads.max(1));
        let bounded = Solution {
            value: known.bounds.into(),
            best_moves: known.mv.into_iter().collect(),
            ..Solution::unknown(self.game, state)
        };
        if bounded.value.exact().is_some() && request.best_moves == Want::One && !request.move_values {
            return bounded;
        }
        match self.solve_by_search(state, request, budget) {
            Ok(mut solution) => {
                if let Answer::Between(found) = solution.value {
                    solution.value = found.and(known.bounds).into();
                }
                solution
            }
            Err(rest) => match self.analyse(&[state.key], &rest) {
                Ok(analysis) => retrograde::solve(&analysis, self.game, state, request),
                Err(stopped) => Solution { stopped: Some(stopped), ..bounded },
            },
        }
    }

    /// The same by the search, or else the rest of the budget for an analysis. On boards whose
    /// states can be listed the search gets a few nodes, [`FIRST_NODES`] at most, and half of the
    /// time.
    fn solve_by_search(&self, state: &State, request: &Request, budget: &Budget) -> Result<Solution, Budget> {
        let threads = request.threads.max(1);
        self.search_before_analysis(state, request.nearing, budget, |budget, finite| {
            let solver = FiniteSolver { game: self.game, finite, budget, threads };
            let solution = self.on_threads(state, threads, || solver.solve(state, request));
            (solution.stopped.is_none(), solution)
        })
    }

    /// The result of a search before an analysis, or else the rest of the budget for the analysis.
    /// `search` also returns whether its result is complete.
    fn search_before_analysis<T>(
        &self,
        state: &State,
        nearing: bool,
        budget: &Budget,
        search: impl FnOnce(&Budget, &Finite) -> (bool, T),
    ) -> Result<T, Budget> {
        let suits =
            |finite: &&Finite| !nearing && finite.prefers_search(&state.key) && !self.is_analysed(state);
        let Some(finite) = self.finite.as_ref().filter(suits) else {
            return Err(budget.within(budget.limits()));
        };
        if finite.exceeds_analysis() {
            return Ok(search(budget, finite).1);
        }
        let nodes = self.first_nodes.min(finite.nodes_before_analysis());
        let (done, found) = search(&budget.attempt(nodes, 2, budget.memory() / 2), finite);
        if done || budget.charge(0).is_err() {
            return Ok(found);
        }
        let memory = budget.memory().saturating_sub(finite.lemmas.bytes());
        Err(budget.within(Limits { memory, ..budget.limits() }))
    }

    /// The value of a state, on one thread.
    ///
    /// # Errors
    /// The proved bounds, and what stopped the search.
    pub fn value(&self, state: &State, budget: &Budget) -> Result<Value, Partial> {
        if self.game.rules.properties().always_ends {
            let own = SearchState::default();
            let guidance = self.guidance.as_ref().unwrap_or(&own);
            let known = self.known_bounds(state, budget, 1, guidance).bounds;
            return self.guided(budget, 1, guidance).value(state, known).map(Value::Points);
        }
        let known = self.known_bounds_of_endless(state, budget, 1).bounds;
        if let Some(points) = known.value() {
            return Ok(Value::Points(points));
        }
        let cycles = self.game.options.cycles;
        let searched = self.search_before_analysis(state, false, budget, |budget, finite| {
            let found = FiniteSolver { game: self.game, finite, budget, threads: 1 }.interval(&state.key);
            (found.is_ok(), found)
        });
        let rest = match searched {
            Ok(Ok(found)) => return Ok(found.value(cycles).into()),
            Ok(Err((found, stopped))) => return Err((found.and(known), stopped)),
            Err(rest) => rest,
        };
        let analysis = self.analyse(&[state.key], &rest).map_err(|stopped| (known, stopped))?;
        Ok(analysis.interval(&state.key).value(cycles).into())
    }

    /// The values of several states, on one thread, and what stopped the sequence early, if
    /// anything. Where games may go on for ever, one analysis has all the values, or none if it is
    /// stopped.
    pub fn values(&self, states: &[State], budget: &Budget) -> (Vec<Value>, Option<Stopped>) {
        let mut values = Vec::with_capacity(states.len());
        if !self.game.rules.properties().always_ends {
            let keys: Vec<Key> = states.iter().map(|state| state.key).collect();
            if let Err(stopped) = self.analyse(&keys, budget) {
                return (values, Some(stopped));
            }
        }
        for state in states {
            match self.value(state, budget) {
                Ok(value) => values.push(value),
                Err((_, stopped)) => return (values, Some(stopped)),
            }
        }
        (values, None)
    }

    /// Answers questions about a state by lemmas that depend on facts alone, on one thread. The claim
    /// of a lemma is about the points still to come.
    ///
    /// # Errors
    /// What stopped the search.
    ///
    /// # Panics
    /// If games may go on for ever: there are no lemmas then.
    pub fn prove(
        &self,
        state: &State,
        questions: &[Threshold],
        budget: &Budget,
    ) -> Result<Vec<Hit>, Stopped> {
        assert!(self.game.rules.properties().always_ends, "lemmas are for games that end");
        // What a lemma depends on is to be facts alone.
        let searcher = self.searcher(budget, 1);
        let searcher = Searcher { leaves: searcher.leaves.min(Leaves::Life), ..searcher };
        let mut worker = searcher.worker();
        let prove = |question: &Threshold| match searcher.helpers_with(state) {
            Some(helpers) => searcher.ask_helpers(helpers, &mut worker, state, *question),
            None => worker.prove(state, *question, None),
        };
        questions.iter().map(prove).collect()
    }

    fn searcher<'s>(&'s self, budget: &'s Budget, threads: usize) -> Searcher<'s> {
        let Session { game, lemmas, life, observer, guidance, helpers, .. } = self;
        let guidance = guidance.as_ref();
        let alone = !self.settled || observer.is_some() || self.first_nodes == u64::MAX;
        let leaves = match (*life, alone) {
            (false, _) => Leaves::Ends,
            (true, true) => Leaves::Life,
            (true, false) => Leaves::Settled,
        };
        let observer = *observer;
        let helpers = helpers.as_ref().map(|(helpers, state)| (*helpers, state));
        Searcher { game, lemmas, budget, threads, leaves, observer, guidance, helpers }
    }

    /// A searcher that resumes the search of a state.
    fn guided<'s>(&'s self, budget: &'s Budget, threads: usize, guidance: &'s SearchState) -> Searcher<'s> {
        Searcher { guidance: Some(guidance), ..self.searcher(budget, threads) }
    }

    /// The budget without the memory of the tables of stopped work.
    fn beside_stopped_work(&self, budget: &Budget) -> Budget {
        let memory = budget.memory().saturating_sub(self.starts.bytes());
        budget.within(Limits { memory, ..budget.limits() })
    }

    /// Whether the last analysis has a state. `false` if another thread holds it.
    fn is_analysed(&self, state: &State) -> bool {
        let last = self.analysis.try_lock().ok().and_then(|last| last.clone());
        last.is_some_and(|analysis| analysis.knows(&state.key))
    }

    fn analysis(&self) -> MutexGuard<'_, Option<Arc<Retrograde<'a>>>> {
        self.analysis.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the analysis of another thread, within the limits of a budget.
    fn wait_for_analysis(
        &self,
        budget: &Budget,
    ) -> Result<MutexGuard<'_, Option<Arc<Retrograde<'a>>>>, Stopped> {
        loop {
            match self.analysis.try_lock() {
                Ok(analysis) => return Ok(analysis),
                Err(TryLockError::Poisoned(poisoned)) => return Ok(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => {
                    budget.charge(0)?;
                    sleep(POLL_INTERVAL);
                }
            }
        }
    }

    /// An analysis that has some keys: the last one, or a new one, which replaces it.
    fn analyse(&self, keys: &[Key], budget: &Budget) -> Result<Arc<Retrograde<'a>>, Stopped> {
        let mut last = self.wait_for_analysis(budget)?;
        let known = last.take().filter(|known| keys.iter().all(|key| known.knows(key)));
        let analysis = match known {
            Some(known) => known,
            None => Arc::new(Retrograde::solve_all(self.game, keys.iter().copied(), budget)?),
        };
        Ok(Arc::clone(last.insert(analysis)))
    }
}

/// Solves one state by a [`Session`] of its own: see [`Session::solve`].
///
/// ```
/// use superko_go::{Player, Position, Board};
/// use superko_rules::Rules;
/// use superko_solve::{Budget, Request, solve};
///
/// let game = Rules::named("kee2020").unwrap().game(Board::grid(2, 2).unwrap());
/// let state = game.start(Position::default(), Player::Black);
/// let solution = solve(&game, &state, &Request::default(), &Budget::default());
/// assert_eq!(solution.value.to_string(), "0");
/// ```
pub fn solve(game: &Game, state: &State, request: &Request, budget: &Budget) -> Solution {
    Session::new(game).solve(state, request, budget)
}

// --- Persistence ---------------------------------------------------------------------------------

/// Access for certificates, which keep lemmas with their proofs.
impl Session<'_> {
    /// Visits every lemma.
    pub fn each_lemma(&self, mut pass: impl FnMut(&Lemma)) {
        let each = self.lemmas.try_each(|_, list| {
            list.iter().for_each(|lemma| pass(lemma));
            Ok::<(), Infallible>(())
        });
        each.unwrap_or_else(|never| match never {});
    }

    /// Adds a lemma of another run, within `memory` bytes. Returns whether lemmas were dropped for
    /// it.
    pub fn add_lemma(&self, key: Key, lemma: &Arc<Lemma>, memory: usize) -> bool {
        self.lemmas.insert(&self.game().board, key, Arc::clone(lemma));
        self.lemmas.keep_within(memory)
    }

    /// The number of the last lemma.
    pub fn numbered(&self) -> u64 {
        self.lemmas.numbered()
    }

    /// Continues the numbers of another run.
    pub fn number_from(&self, numbered: u64) {
        self.lemmas.number_from(numbered);
    }

    /// Writes the state of unfinished searches.
    pub fn write_search_state(&self, to: &mut Writer) -> io::Result<()> {
        self.guidance.iter().try_for_each(|guidance| write_search_state(to, guidance))
    }

    /// Reads the state of unfinished searches, within a memory limit.
    pub fn read_search_state(&self, from: &mut Reader, memory: usize) -> io::Result<()> {
        self.guidance
            .iter()
            .try_for_each(|guidance| read_search_state(from, guidance, &self.game().board, memory))
    }
}

impl Persist for Session<'_> {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let to = &mut Writer(to);
        write_lemmas(to, &self.lemmas)?;
        write_start_bounds(to, &self.starts)?;
        self.write_search_state(to)
    }

    fn read(&mut self, from: &mut dyn Read, memory: usize) -> io::Result<()> {
        let from = &mut Reader(from);
        let board = &self.game().board;
        read_lemmas(from, &self.lemmas, board, memory)?;
        let left = memory.saturating_sub(self.lemmas.bytes());
        read_start_bounds(from, &self.starts, board.points(), left)?;
        self.read_search_state(from, memory)
    }
}
