//! Values, best moves and principal variations of games that always end, from answers of the search
//! on all threads.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use super::jobs::Helpers;
use super::node::Team;
use super::proof_numbers::{SearchState, numbers_bytes};
use super::worker::{Leaves, Worker};
use crate::attack::Strategy;
use crate::attack::state::AttackState;
use crate::bounds::{Bounds, Known, Partial};
use crate::budget::{Budget, Stopped};
use crate::lemma::table::LemmaTable;
use crate::observer::Observer;
use crate::solution::{Answer, Request, Solution, Value, Want};
use crate::threshold::{Side, Threshold};
use rayon::prelude::*;
use superko_go::{Move, Player};
use superko_rules::{Game, Points, Ruling, State};

/// The data that the threads of a search share.
pub struct Searcher<'a> {
    pub game: &'a Game,
    pub lemmas: &'a LemmaTable,
    pub budget: &'a Budget,
    /// The number of threads. With several, the methods must be called in a pool of as many.
    pub threads: usize,
    pub leaves: Leaves,
    /// The observer of every lemma that is made.
    pub observer: Option<&'a dyn Observer>,
    /// The state of the search, if it can be interrupted and resumed.
    pub guidance: Option<&'a SearchState>,
    /// The helpers, and the state about which they answer questions.
    pub helpers: Option<(&'a dyn Helpers, &'a State)>,
}

impl<'a> Searcher<'a> {
    /// A worker without proof numbers, except those that are kept for it.
    pub fn worker(&self) -> Worker<'a> {
        let share = numbers_bytes(self.budget.memory(), self.threads);
        let worker = Worker::new(self.game, self.lemmas, self.budget, self.observer, share, self.leaves);
        match self.guidance {
            Some(guidance) => Worker { numbers: guidance.numbers_for_next(worker.numbers), ..worker },
            None => worker,
        }
    }

    /// The helpers with questions about a state.
    pub fn helpers_with(&self, state: &State) -> Option<&'a dyn Helpers> {
        self.helpers.filter(|(_, helped)| *helped == state).map(|(helpers, _)| helpers)
    }

    /// Stops the search, so that the state of no later worker is kept.
    pub fn stop(&self) {
        self.guidance.iter().for_each(|guidance| guidance.stop());
    }

    /// The value of a state within known bounds. Several threads work on one question at a time.
    ///
    /// The first question is that of a search without known bounds, which is about a draw: where one bound is
    /// known, a question in the middle may be much harder. A first question that the bounds answer
    /// counts as asked.
    ///
    /// # Errors
    /// The bounds proved so far, and the limit that stopped the search.
    pub fn value(&self, state: &State, known: Bounds) -> Result<Points, Partial> {
        self.value_after(state, known, Bounds::unknown(self.game, state).between())
    }

    /// The same with another first question.
    fn value_after(&self, state: &State, known: Bounds, first: Threshold) -> Result<Points, Partial> {
        let (mut workers, helpers) = (vec![self.worker()], self.helpers_with(state));
        while workers.len() < self.threads && helpers.is_none() {
            workers.push(workers[0].companion());
        }
        let mut order = QuestionOrder::new(known, first, self.game.board.points());
        let asked = self.guidance.and_then(|guidance| guidance.asked(&state.key)).unwrap_or_default();
        let mut claims = asked.claims.into_iter();
        order.resumed = asked.question;
        loop {
            let before = order.bounds;
            if let Some(value) = before.value() {
                return Ok(value);
            }
            let claim = claims.next();
            if let Some((sure, claim)) = claim
                && before.settles(&claim)
            {
                order.answered(sure, before);
                continue;
            }
            let (question, nodes) = claim.map_or_else(|| order.next(), |(_, claim)| (claim, u64::MAX));
            self.budget.ask(question.to_string());
            if let (None, Some(guidance)) = (claim, self.guidance) {
                guidance.ask(&state.key, question);
            }
            let (answered, team) = (Arc::<AtomicBool>::default(), Arc::new(Team::new()));
            let shared = Mutex::new((before, None, None));
            let share = nodes / workers.len() as u64;
            let ask = |worker: &mut Worker<'a>| {
                let answer = match helpers {
                    Some(helpers) => worker.ask_with(state, question, |worker| {
                        self.ask_helpers(helpers, worker, state, question).map(Some)
                    }),
                    None => worker.ask_within(state, question, share, Some(Arc::clone(&answered))),
                };
                let mut shared = shared.lock().expect("no thread panics while it holds the bounds");
                match answer {
                    // The answer is the same on all threads, but the claims need not be equally
                    // sharp.
                    Ok(Some((sure, claim))) => {
                        shared.0.tighten(sure, claim);
                        shared.1 = Some(sure);
                        answered.store(true, Relaxed);
                    }
                    Ok(None) | Err(Stopped::Redundant) => {}
                    Err(stopped) => shared.2 = Some(stopped),
                }
            };
            match workers.as_mut_slice() {
                [alone] => ask(alone),
                workers => workers.par_iter_mut().for_each(|worker| {
                    worker.join(&team);
                    ask(worker);
                }),
            }
            let (bounds, sure, stopped) =
                shared.into_inner().expect("no thread panics while it holds the bounds");
            if let (None, Some(guidance), Some(proved)) = (claim, self.guidance, before.sharpened(&bounds)) {
                guidance.add_claim(&state.key, proved);
            }
            if let (Some(stopped), None) = (stopped, bounds.value()) {
                return Err((bounds, stopped));
            }
            match sure {
                Some(sure) => order.answered(sure, bounds),
                None => order.postpone(question),
            }
        }
    }

    /// Asks about each of several items, on all threads.
    ///
    /// # Errors
    /// The limit that stopped the search.
    pub fn each<T: Sync, R: Send>(
        &self,
        items: &[T],
        ask: impl Fn(&mut Worker<'a>, &T) -> Result<R, Stopped> + Send + Sync,
    ) -> Result<Vec<R>, Stopped> {
        if self.threads > 1 {
            return items.par_iter().map_init(|| self.worker(), ask).collect();
        }
        // Each half begins without proof numbers, on which published node counts depend.
        let (first, rest) = items.split_at(items.len() / 2);
        let mut answers = Vec::with_capacity(items.len());
        for half in [first, rest] {
            let mut worker = self.worker();
            for item in half {
                answers.push(ask(&mut worker, item)?);
            }
        }
        Ok(answers)
    }
}

// --- the order of questions ------------------------------------------------------------------------------------------

/// The factor of [`QuestionOrder`]'s node limit: nodes for each arrangement of stones on the board,
/// up to [`MAX_NODES`]. No published result took as many.
const NODES_PER_ARRANGEMENT: u64 = 256;

/// The largest first node limit of a question.
const MAX_NODES: u64 = 1 << 24;

/// The growth of the node limit each time that a postponed question goes on.
const GROWTH: u64 = 4;

/// The divisor of the node limit for easier questions.
const ASIDE_DIVISOR: u64 = 16;

/// The order of the questions about a value, with a node limit for each.
///
/// The questions of [`Bounds::question`] come to most values with few nodes. But one of them may
/// take more than all the others together, and as long as it has no answer nothing is known. Under
/// `kee2007` the empty 2x2 is worth between -1 and 1, as a few hundred nodes show, and no search
/// has shown whether Black gets more than 0. So a question that takes long is postponed for the
/// easiest ones: whether Black gets more than he is sure of, and whether White can hold him below
/// what White is sure of, each again with narrower bounds until one takes long as well. Then the
/// postponed question goes on, with more nodes than before. Its proof numbers are still there, and
/// only guide, so postponing changes no answer.
pub struct QuestionOrder {
    bounds: Bounds,
    /// The first question, unless the bounds answer it.
    first: Threshold,
    /// The side that was sure in the last question.
    last: Option<Side>,
    round: u32,
    /// The node limit of a question now.
    node_limit: u64,
    postponed: Option<Threshold>,
    /// The side whose bound is asked about while a question is postponed.
    aside: Option<Side>,
    /// The question that the last turn left unanswered. Its proof numbers are kept, so it is asked
    /// again, even if another would divide the bounds better now.
    resumed: Option<Threshold>,
}

impl QuestionOrder {
    /// The order for a value within some bounds, with a first question, on a board of `points`
    /// intersections.
    pub fn new(bounds: Bounds, first: Threshold, points: usize) -> QuestionOrder {
        let arrangements = 3u64.saturating_pow(points as u32);
        let node_limit = arrangements.saturating_mul(NODES_PER_ARRANGEMENT).min(MAX_NODES);
        let last = bounds.answer(&first);
        QuestionOrder {
            bounds,
            first,
            last,
            round: 0,
            node_limit,
            postponed: None,
            aside: None,
            resumed: None,
        }
    }

    /// The question to ask now, and its node limit.
    pub fn next(&mut self) -> (Threshold, u64) {
        if let Some(resumed) = self.resumed.take().filter(|resumed| !self.bounds.settles(resumed)) {
            return (resumed, self.node_limit);
        }
        let postponed = self.postponed.filter(|postponed| !self.bounds.settles(postponed));
        while let Some(side) = self.aside.filter(|_| postponed.is_some()) {
            match self.bounds.more(side).filter(|question| Some(*question) != postponed) {
                Some(question) => return (question, self.node_limit / ASIDE_DIVISOR),
                None => self.end_aside(side),
            }
        }
        self.aside = None;
        (
            postponed.unwrap_or_else(|| self.bounds.question(self.first, self.last, self.round)),
            self.node_limit,
        )
    }

    /// Records the answer to a question: the side that was sure, and the bounds that follow.
    pub fn answered(&mut self, sure: Side, bounds: Bounds) {
        (self.bounds, self.last) = (bounds, Some(sure));
        self.round += 1;
    }

    /// Postpones a question that has reached its node limit.
    pub fn postpone(&mut self, question: Threshold) {
        match self.aside {
            Some(side) => self.end_aside(side),
            None => (self.postponed, self.aside) = (Some(question), Some(Side::Black)),
        }
    }

    fn end_aside(&mut self, side: Side) {
        self.aside = (side == Side::Black).then_some(Side::White);
        if self.aside.is_none() {
            self.node_limit = self.node_limit.saturating_mul(GROWTH);
        }
    }
}

// --- solutions -------------------------------------------------------------------------------------------------------

/// The most intersections of a board on which the moves of a principal variation are chosen by a
/// fixed rule without a request.
///
/// On larger boards the moves of the proof are taken, as proving that a pass does *not* keep the
/// value may cost more than the value itself.
const CHOSEN_LINE: usize = 9;

/// Answers a request about a state.
pub(crate) fn solve(searcher: &Searcher, state: &State, request: &Request, known: Known) -> Solution {
    let mut solution = Solution::unknown(searcher.game, state);
    let mut filled = fill(&mut solution, searcher, state, request, known);
    if filled.is_err() {
        searcher.stop();
    }
    // These come last, as losing moves may take the longest to value. Each gets at least its
    // bounds, even if the search was stopped before.
    if request.move_values {
        filled = filled.and(move_values(&mut solution, searcher, state));
    }
    solution.stopped = filled.err();
    solution.results = searcher.lemmas.len();
    solution
}

/// Fills in all of a solution except the values of the moves.
fn fill(
    solution: &mut Solution,
    searcher: &Searcher,
    state: &State,
    request: &Request,
    known: Known,
) -> Result<(), Stopped> {
    let game = searcher.game;
    let value = searcher.value(state, known.bounds).map_err(|(bounds, stopped)| {
        solution.value = Answer::Between(bounds);
        stopped
    })?;
    solution.value = Answer::Exact(Value::Points(value));
    let aim = Keeping { side: Side::of(state.key.mover), value };
    match request.best_moves {
        Want::All => {
            searcher.budget.ask("all best first moves".to_string());
            solution.best_moves = best_moves(searcher, state, aim)?;
            solution.all_best_moves = true;
        }
        Want::One => {
            let before = || searcher.guidance.and_then(|guidance| guidance.line(&state.key).first().copied());
            let mv = match known.mv {
                Some(mv) => mv,
                None => one_move(state, aim, &mut searcher.worker(), before())?,
            };
            solution.best_moves.push(mv);
        }
    }
    if request.pv {
        searcher.budget.ask("a line of play".to_string());
        let chosen = request.chosen_pv || game.board.points() <= CHOSEN_LINE;
        line(solution, searcher, state, value, chosen, &known.strategies)?;
    }
    Ok(())
}

/// The aim of a side in choosing a move: to keep the value.
#[derive(Clone, Copy)]
struct Keeping {
    side: Side,
    value: Points,
}

impl Keeping {
    /// The question in which the side must still reach its aim after the move.
    fn question(self) -> Threshold {
        Threshold::sharpest(self.side, self.value)
    }

    /// Whether a legal move keeps the value.
    fn kept_by(self, ruling: &Ruling, worker: &mut Worker) -> Result<bool, Stopped> {
        Ok(match ruling {
            Ruling::Ends(score) => self.question().served(*score) == self.side,
            Ruling::Leads(next) => worker.ask(next, self.question())?.0 == self.side,
            Ruling::Barred(_) => false,
        })
    }
}

fn best_moves(searcher: &Searcher, state: &State, aim: Keeping) -> Result<Vec<Move>, Stopped> {
    let legal = searcher.game.legal(state);
    let kept =
        searcher.each(&legal, |worker, (mv, ruling)| Ok(aim.kept_by(ruling, worker)?.then_some(*mv)))?;
    Ok(kept.into_iter().flatten().collect())
}

/// One move that keeps the value: the one that was found before, or that of the lemma which proves
/// the value, if it is still in the table.
fn one_move(state: &State, aim: Keeping, worker: &mut Worker, before: Option<Move>) -> Result<Move, Stopped> {
    let game = worker.game;
    if let Some((mv, ruling)) = game.legal(state).into_iter().find(|(mv, _)| Some(*mv) == before)
        && aim.kept_by(&ruling, worker)?
    {
        return Ok(mv);
    }
    let (sure, _) = worker.ask(state, aim.question())?;
    debug_assert_eq!(sure, aim.side);
    let known = worker.known_move(state, aim.question());
    if let Some(mv) = known.filter(|mv| *mv != Move::Resign) {
        return Ok(mv);
    }
    // The lemma may have been dropped to save memory, or have a resignation where all moves are lost.
    for (mv, ruling) in game.legal(state) {
        if aim.kept_by(&ruling, worker)? {
            return Ok(mv);
        }
    }
    unreachable!("some move keeps the value")
}

/// Adds the value of every legal move, or its bounds.
fn move_values(solution: &mut Solution, searcher: &Searcher, state: &State) -> Result<(), Stopped> {
    searcher.budget.ask("the value of every first move".to_string());
    let (mut stopped, mover) = (Ok(()), Side::of(state.key.mover));
    for (mv, ruling) in searcher.game.legal(state) {
        let answer = match ruling {
            Ruling::Ends(score) => Answer::Exact(Value::Points(score)),
            Ruling::Leads(next) => {
                let worse = solution.all_best_moves && !solution.best_moves.contains(&mv);
                let known = Bounds::unknown(searcher.game, &next);
                let known = bounds_of_move(known, mover, &solution.value, worse);
                let value = searcher.value_after(&next, known, known.between());
                value.map_or_else(
                    |(bounds, by)| {
                        searcher.stop();
                        stopped = Err(by);
                        Answer::Between(bounds)
                    },
                    |value| Answer::Exact(Value::Points(value)),
                )
            }
            Ruling::Barred(_) => unreachable!("only legal moves are listed"),
        };
        solution.move_values.push((mv, answer));
    }
    stopped
}

/// Narrows the bounds of a move's value by the value of the state before it.
///
/// No move is worth more to the mover than the state, and where all best moves are known, the
/// others are `worse`.
fn bounds_of_move(mut known: Bounds, mover: Side, value: &Answer, worse: bool) -> Bounds {
    let (low, high) = match value {
        Answer::Exact(Value::Points(value)) => (*value, *value),
        Answer::Between(bounds) => (bounds.low, bounds.high),
        Answer::Exact(Value::NoResult) => unreachable!("a game that always ends has a score"),
    };
    match mover {
        Side::Black => (known.high, known.high_open) = (high, worse),
        Side::White => (known.low, known.low_open) = (low, worse),
    }
    known
}

/// Follows a principal variation to the end of the game.
///
/// The first move is the first of the best moves. After that, if `chosen` is set, a player passes
/// if that keeps the value, and otherwise plays the first stone that does, so that a line is short
/// and its stones are those that are better than a pass.
fn line(
    solution: &mut Solution,
    searcher: &Searcher,
    start: &State,
    value: Points,
    chosen: bool,
    strategies: &[Arc<Strategy>],
) -> Result<(), Stopped> {
    let game = searcher.game;
    let worker = &mut searcher.worker();
    let mut guides: Vec<Guide> =
        strategies.iter().filter_map(|known| Guide::of(known, start, value)).collect();
    let before = searcher.guidance.map_or(Vec::new(), |guidance| guidance.line(&start.key));
    let mut state = start.clone();
    loop {
        let aim = Keeping { side: Side::of(state.key.mover), value };
        let legal = game.legal(&state);
        let mv = if solution.pv.is_empty() {
            solution.best_moves[0]
        } else if chosen {
            let pass_first = legal.iter().rev().take(1).chain(&legal);
            let mut keeps = None;
            for (mv, ruling) in pass_first {
                if aim.kept_by(ruling, worker)? {
                    keeps = Some(*mv);
                    break;
                }
            }
            keeps.expect("some move keeps the value")
        } else if let Some(mv) = guides.iter().find_map(|guide| guide.mv(game, &legal)) {
            mv
        } else {
            // The former move, as long as the variation is the same.
            let former = before.get(solution.pv.len()).copied();
            one_move(&state, aim, worker, former.filter(|_| before.starts_with(&solution.pv)))?
        };
        solution.pv.push(mv);
        if let Some(guidance) = searcher.guidance.filter(|_| !before.starts_with(&solution.pv)) {
            guidance.keep_line(start.key, solution.pv.clone());
        }
        guides.retain_mut(|guide| guide.play(game, mv));
        let made = legal.into_iter().find(|(legal, _)| *legal == mv);
        match made.expect("a move of the line is legal").1 {
            Ruling::Leads(next) => state = next,
            Ruling::Ends(_) | Ruling::Barred(_) => return Ok(()),
        }
    }
}

/// A strategy that keeps a value, followed along a line: what its proof holds for needs no history, so
/// no move of it is to be proved again.
struct Guide<'a> {
    strategy: &'a Strategy,
    place: AttackState,
}

impl<'a> Guide<'a> {
    /// A strategy of a start, if its player keeps the value by it.
    fn of(strategy: &'a Strategy, start: &State, value: Points) -> Option<Guide<'a>> {
        let Strategy { player, lead, .. } = *strategy;
        let score = if player == Player::Black { lead } else { -lead };
        let place = AttackState::start(&start.key.position, start.key.mover, player);
        (value == score.into()).then_some(Guide { strategy, place })
    }

    /// The move, if it is its player's turn and the proof has one.
    fn mv(&self, game: &Game, legal: &[(Move, Ruling)]) -> Option<Move> {
        let mv = self.strategy.move_at(&game.board, &self.place)?;
        legal.iter().any(|(legal, _)| *legal == mv).then_some(mv)
    }

    /// Follows a move, if the proof goes on.
    fn play(&mut self, game: &Game, mv: Move) -> bool {
        let next = self.strategy.after(&game.board, &self.place, mv);
        next.map(|next| self.place = next).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;
    use superko_go::{Board, Position};
    use superko_rules::Rules;

    /// Solves an empty board in turns of `nodes` nodes. Returns the value and the nodes of all turns, or
    /// no value after `most` nodes.
    fn in_turns(game: &Game, nodes: u64, most: u64) -> (Option<Points>, u64) {
        let (lemmas, guidance, mut spent) = (LemmaTable::new(), SearchState::default(), 0);
        let state = game.start(Position::default(), Player::Black);
        loop {
            let budget = Budget::new(Limits { nodes: Some(nodes), ..Limits::default() });
            let searcher = Searcher {
                game,
                lemmas: &lemmas,
                budget: &budget,
                threads: 1,
                leaves: Leaves::Ends,
                observer: None,
                guidance: Some(&guidance),
                helpers: None,
            };
            let found = searcher.value(&state, Bounds::unknown(game, &state));
            spent += budget.nodes();
            if found.is_ok() || spent > most {
                return (found.ok(), spent);
            }
            guidance.resume();
        }
    }

    #[test]
    fn a_search_in_turns_takes_little_more_than_one_without() {
        let small = ["psk", "ssk", "nssk", "spight", "kee2009", "kee2020"].map(|rules| ("2x4", rules));
        for (board, rules) in small.into_iter().chain([("3x4", "psk"), ("3x4", "kee2020")]) {
            let game = Rules::named(rules).unwrap().game(Board::parse(board).unwrap());
            let (value, whole) = in_turns(&game, u64::MAX, u64::MAX);
            let most = whole + whole / 4;
            let (found, spent) = in_turns(&game, whole / 12, most);
            println!("{board} {rules}: {whole} nodes, {spent} in turns");
            assert!(
                value.is_some() && found == value && spent <= most,
                "{board} {rules}: {spent} of {whole}"
            );
        }
    }

    /// After four answers for Black the question is in the middle, and what narrows the bounds between
    /// two turns would move it.
    #[test]
    fn a_question_that_was_left_is_asked_again_while_it_is_open() {
        let begun = |low: i32| {
            let mut order = QuestionOrder::new(wide(), wide().between(), 3);
            for low in [-8, -7, -6, low] {
                order.answered(Side::Black, Bounds { low: points(low), ..wide() });
            }
            order
        };
        let (left, _) = begun(1).next();
        for low in 1..=7 {
            let mut order = begun(low);
            let anew = order.next().0;
            order.resumed = Some(left);
            let open = !order.bounds.settles(&left);
            assert_eq!(order.next().0, if open { left } else { anew }, "{low}");
            // After that the order is its own.
            assert_eq!(order.next().0, anew, "{low}");
            assert!(low == 1 || low == 2 || anew != left, "{low}: {anew}");
        }
        assert!(!begun(4).bounds.settles(&left) && begun(7).bounds.settles(&left));
    }

    fn points(points: i32) -> Points {
        Points::from_integer(points)
    }

    fn wide() -> Bounds {
        Bounds { low: points(-9), low_open: false, high: points(9), high_open: false }
    }

    /// Simulates a search, to which each question about some thresholds costs `cost` nodes and each
    /// other question ten. Returns the bounds after each question, and the nodes until then.
    fn search(value: i32, hard: &[i32], cost: u64) -> Vec<(Bounds, u64)> {
        let mut order = QuestionOrder::new(wide(), wide().between(), 3);
        let (mut spent, mut nodes, mut seen) = (vec![0; 19], 0, Vec::new());
        while order.bounds.value() != Some(points(value)) {
            let (question, most) = order.next();
            assert!(!order.bounds.settles(&question));
            // The least whole score that reaches what is asked.
            let whole = *question.points.numer() + i32::from(question.strict);
            let spent = &mut spent[(whole + 9) as usize];
            let needed = if hard.contains(&whole) { cost } else { 10 } - *spent;
            let now = needed.min(most);
            (*spent, nodes) = (*spent + now, nodes + now);
            if now < needed {
                order.postpone(question);
            } else {
                let (sure, mut bounds) = (question.served(points(value)), order.bounds);
                bounds.tighten(sure, question);
                order.answered(sure, bounds);
            }
            seen.push((order.bounds, nodes));
            assert!(seen.len() < 200, "{seen:?}");
        }
        seen
    }

    #[test]
    fn easy_questions_are_asked_while_a_hard_one_waits() {
        for value in [-1, 0, 1] {
            let cost = 10_000_000;
            let seen = search(value, &[0, 1], cost);
            // The first two hard questions took at most 256 * 27 nodes, and all others ten.
            let (bounds, _) = seen.iter().rfind(|(_, nodes)| *nodes < 20_000).unwrap();
            assert_eq!((bounds.low, bounds.high), (points(-1), points(1)), "{value}");
            // Each postponed question goes on, and the easier ones take at most an eighth of its
            // nodes.
            let nodes = seen.last().unwrap().1;
            assert!(nodes < 2 * (cost + cost / 8), "{value} {seen:?}");
        }
    }

    #[test]
    fn no_question_is_left_where_all_are_easy() {
        for value in -9..=9 {
            let seen = search(value, &[], 0);
            let mut order = QuestionOrder::new(wide(), wide().between(), 3);
            for (bounds, _) in seen {
                let (question, nodes) = order.next();
                assert_eq!(nodes, 27 * NODES_PER_ARRANGEMENT);
                assert_eq!(question, order.bounds.question(order.first, order.last, order.round));
                order.answered(question.served(points(value)), bounds);
            }
        }
    }

    #[test]
    fn boards_of_any_size_get_their_nodes() {
        let node_limit = |points| QuestionOrder::new(wide(), wide().between(), points).next().1;
        assert_eq!([2, 4, 8].map(node_limit), [9, 81, 6561].map(|count| count * NODES_PER_ARRANGEMENT));
        assert_eq!([16, 64].map(node_limit), [MAX_NODES; 2]);
    }
}
