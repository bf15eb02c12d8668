//! The df-pn search of one question: see the [head of this folder](super).

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::node::{Child, Reason, Status, choose};
use super::proof::Proof;
use super::proof_numbers::Numbers;
use super::worker::{Cancel, Node, Outcome, Worker, unless_cancelled};
use crate::budget::Stopped;
use crate::canon::Canon;
use crate::lemma::{CountingFilter, Hit, UndoHistory};
use crate::observer::Observer;
use crate::threshold::{Side, Threshold};
use superko_go::hashing::{Hash64, Prehashed};
use superko_go::{Move, Players};
use superko_rules::{Key, State};

/// The length of a line at which the search gives up.
const MAX_DEPTH: usize = 100_000;

/// The nodes without a new lemma after which the search goes straight down.
const STALL_NODES: u64 = 1000;

/// The nodes after which a search is restarted now and then. Shorter ones, with many published node
/// counts, gain little from it.
const RESTART_AFTER: u64 = 1 << 24;

/// The nodes between restarts of a long search.
const RESTART_NODES: u64 = 1 << 16;

/// The next step at a node.
enum Action {
    /// Search the child at this index, within these limits.
    Descend(usize, Numbers),
    /// Return to the node above.
    Return(Outcome),
}

impl Worker<'_> {
    /// Answers a question about a state: the side that reaches its aim, and the sharpest question
    /// in which that is proved.
    ///
    /// # Errors
    /// The limit that stopped the search; with a flag [`Stopped::Redundant`] if that was set.
    pub fn ask(&mut self, state: &State, question: Threshold) -> Result<(Side, Threshold), Stopped> {
        let answer = self.ask_within(state, question, u64::MAX, None)?;
        Ok(answer.expect("a search without a limit ends with a lemma"))
    }

    /// The same with a limit of `nodes`, or a few more: `None` if it takes more. Then it goes on
    /// when the question is asked again.
    pub fn ask_within(
        &mut self,
        state: &State,
        question: Threshold,
        nodes: u64,
        cancel: Option<Cancel>,
    ) -> Result<Option<(Side, Threshold)>, Stopped> {
        self.ask_with(state, question, |worker| worker.prove_within(state, question, nodes, cancel))
    }

    /// The same with another way to the lemma.
    pub fn ask_with(
        &mut self,
        state: &State,
        question: Threshold,
        prove: impl FnOnce(&mut Self) -> Result<Option<Hit>, Stopped>,
    ) -> Result<Option<(Side, Threshold)>, Stopped> {
        if let Some(known) = self.decided_by_range(state, question) {
            return Ok(Some(known));
        }
        Ok(prove(self)?.map(|hit| {
            let claim = hit.frame.question(hit.lemma.claim).plus(state.past.banked());
            (hit.frame.side(hit.lemma.sure), claim)
        }))
    }

    /// Answers a question that every score answers alike, with more than two players.
    ///
    /// Such questions are common there: for every move of a game in which a player is sure of
    /// nothing, the search asks whether he gets at least nothing. With two players they are rare
    /// and soon searched, and the published node counts include them.
    fn decided_by_range(&self, state: &State, question: Threshold) -> Option<(Side, Threshold)> {
        if self.players == Players::Two {
            return None;
        }
        let (low, high) = self.game.value_range(state);
        let bounds = [(Side::Black, low), (Side::White, high)];
        let (side, bound) = bounds.into_iter().find(|(side, bound)| question.served(*bound) == *side)?;
        Some((side, Threshold::sharpest(side, bound)))
    }

    /// Proves the answer to a question about a state by a lemma, whose claim is about the points
    /// still to come.
    pub fn prove(
        &mut self,
        state: &State,
        question: Threshold,
        cancel: Option<Cancel>,
    ) -> Result<Hit, Stopped> {
        let hit = self.prove_within(state, question, u64::MAX, cancel)?;
        Ok(hit.expect("a search without a limit ends with a lemma"))
    }

    /// The same with a limit of `nodes`, as [`Worker::ask_within`].
    fn prove_within(
        &mut self,
        state: &State,
        question: Threshold,
        nodes: u64,
        cancel: Option<Cancel>,
    ) -> Result<Option<Hit>, Stopped> {
        let canon = self.begin(state, question, cancel);
        let known = self.lemmas.probe(&self.game.board, &canon, &self.question, &self.history, None);
        let answer = match known {
            Some(hit) => Ok(Some(hit)),
            None => self.explore(&state.key, canon, nodes, RESTART_AFTER, RESTART_NODES),
        };
        let charged = self.charge_budget();
        let hit = answer?;
        unless_cancelled(charged)?;
        Ok(hit)
    }

    /// Starts a question about a state. Returns the canonical form of its key.
    pub(super) fn begin(&mut self, state: &State, question: Threshold, cancel: Option<Cancel>) -> Canon {
        self.question = question.less(state.past.banked());
        self.history = self.history_of(state, question);
        self.cancel = cancel;
        // A search that was stopped has left its line.
        self.line.clear();
        self.visits.clear();
        self.visited = CountingFilter::new();
        Canon::of(&self.game.board, &*self.game.rules, &state.key)
    }

    /// The history of a state about which a question is asked.
    fn history_of(&mut self, state: &State, question: Threshold) -> UndoHistory {
        let unsettled = self.settled.as_mut().map(|settled| {
            let question = question.less(state.past.banked());
            settled.begin(self.game, state, &question)
        });
        UndoHistory::new(&state.past).with_unsettled(unsettled.unwrap_or_default())
    }

    /// The move of a lemma in the table by which the mover reaches his aim in a question about this
    /// state.
    pub fn known_move(&mut self, state: &State, question: Threshold) -> Option<Move> {
        let board = &self.game.board;
        let canon = Canon::of(board, &*self.game.rules, &state.key);
        let history = self.history_of(state, question);
        let question = question.less(state.past.banked());
        let hit = self.lemmas.probe(board, &canon, &question, &history, None)?;
        Some(hit.lemma.mv?.map(|point| hit.frame.point_out(board, point)))
    }

    /// Charges the nodes to the budget, and keeps the tables within the memory limit.
    pub(super) fn charge_budget(&mut self) -> Result<(), Stopped> {
        let spent = self.budget.charge(std::mem::take(&mut self.unreported));
        // The observer's memory is taken from the lemmas, except a quarter of the limit, without
        // which there would be no search.
        let (lemmas, beside) = (self.lemmas.bytes(), self.observer.map_or(0, Observer::bytes));
        let memory = self.budget.memory().saturating_sub(beside).max(self.budget.memory() / 4);
        self.budget.report(self.lemmas.len(), lemmas + beside);
        // Half of the proof numbers are dropped first, then lemmas. The rest of the limit is for
        // the fragmentation of the allocator.
        if lemmas > memory / 2 {
            self.numbers.shrink(self.numbers_bytes / 2);
        }
        if self.lemmas.keep_within(memory) {
            self.observer.iter().for_each(|observer| observer.release());
        }
        if self.cancel.as_ref().is_some_and(|flag| flag.load(Relaxed)) {
            return Err(Stopped::Redundant);
        }
        spent
    }

    /// Searches a key until it is solved, or has taken `nodes` and there is a new lemma. Restarts
    /// after `restart_after` nodes, and then every `restart_nodes`.
    fn explore(
        &mut self,
        key: &Key,
        canon: Canon,
        nodes: u64,
        restart_after: u64,
        restart_nodes: u64,
    ) -> Result<Option<Hit>, Stopped> {
        let mut root = self.enter(*key, canon, Numbers::UNLIMITED)?;
        let limit = self.nodes.saturating_add(nodes);
        let mut most = self.nodes + restart_after;
        loop {
            let (node, outcome) = self.explore_below(root, most.min(limit))?;
            let hit = if let Outcome::Solved(hit) = outcome { Some(hit) } else { None };
            if hit.is_some() || self.nodes >= limit {
                self.leave(node);
                return Ok(hit);
            }
            // The limits of the root are infinite, so it is time to restart.
            (root, most) = (node, self.nodes + restart_nodes);
        }
    }

    /// Searches a node until it is solved, or until this worker has searched `most` nodes in all
    /// and has made a lemma meanwhile. Then the numbers of the nodes on the line are stored.
    /// Returns the node, which is not left, and its outcome. (A notice of the team may lead to a
    /// node above.)
    pub(super) fn explore_below(
        &mut self,
        node: Box<Node>,
        most: u64,
    ) -> Result<(Box<Node>, Outcome), Stopped> {
        let (mut node, height, began) = (node, self.line.len(), self.nodes);
        loop {
            let mut result = None;
            if self.is_notified() {
                (node, result) = self.answer_notice(node);
            }
            let enough = self.nodes >= most && self.last_lemma > began;
            match result.map_or_else(|| self.decide(&node, enough), Action::Return) {
                Action::Descend(index, limit) => node = self.descend(node, index, limit)?,
                Action::Return(outcome) if self.line.len() <= height => return Ok((node, outcome)),
                Action::Return(outcome) => node = self.ascend(node, outcome),
            }
        }
    }

    /// Leaves a node that is not the first of the line for the one above, which gets its outcome.
    pub(super) fn ascend(&mut self, node: Box<Node>, outcome: Outcome) -> Box<Node> {
        let below = node.key;
        self.leave(node);
        let above = self.line.pop().expect("it is not the first of the line");
        self.receive(above, &below, outcome)
    }

    /// Enters a child of a node.
    pub(super) fn descend(
        &mut self,
        mut node: Box<Node>,
        index: usize,
        limit: Numbers,
    ) -> Result<Box<Node>, Stopped> {
        let (next, canon) = self.advance(node.children.get(index));
        node.searched = index;
        self.line.push(node);
        self.enter(next, canon, limit)
    }

    /// Enters a node, and lists its moves.
    pub(super) fn enter(&mut self, key: Key, canon: Canon, limit: Numbers) -> Result<Box<Node>, Stopped> {
        self.nodes += 1;
        self.unreported += 1;
        if self.unreported >= self.budget.stride() {
            self.charge_budget()?;
        }
        if self.line.len() >= MAX_DEPTH {
            return Err(Stopped::Depth);
        }
        let (question, entered) = (self.question, self.nodes);
        let key_hash = canon.key.hash64();
        let hash = self.state_hash(&canon, key_hash, question);
        *self.visits.entry(Prehashed(canon.key)).or_insert(0) += 1;
        self.visited.add(key_hash);
        let mut spare = self.spare.pop();
        let mut children = spare.as_mut().map(|node| std::mem::take(&mut node.children)).unwrap_or_default();
        let winning = self.expand(&key, &mut children);
        let (updated, counted) = (entered, self.is_counted(hash));
        let searched = 0;
        let node = Node {
            key,
            canon,
            question,
            hash,
            limit,
            entered,
            updated,
            counted,
            children,
            searched,
            winning,
        };
        Ok(match spare {
            Some(mut room) => {
                *room = node;
                room
            }
            None => Box::new(node),
        })
    }

    /// Decides whether a node is solved, or over its limits, or which of its children to search. If
    /// it is `enough`, an unsolved node counts as over its limits.
    fn decide(&mut self, node: &Node, enough: bool) -> Action {
        if node.winning.is_some() {
            return Action::Return(Outcome::Solved(self.store_lemma(node)));
        }
        let choice = match &self.team {
            None => choose(&node.children),
            Some(team) => team.choose(&node.children, node.limit),
        };
        let Some(choice) = choice else {
            return Action::Return(Outcome::Solved(self.store_lemma(node)));
        };
        let (limit, Numbers { proof, disproof }) = (node.limit, choice.numbers);
        let stalled = self.nodes - self.last_lemma > STALL_NODES;
        if enough || !stalled && (proof >= limit.proof || disproof >= limit.disproof) {
            self.numbers.put(node.hash, choice.numbers);
            if let Some(log) = &mut self.log
                && proof.max(disproof) >= log.large
            {
                log.numbers.insert(node.hash, choice.numbers);
            }
            return Action::Return(Outcome::Open(choice.numbers));
        }
        let child = node.children.get(choice.child);
        let Status::Open(own) = *child.status else { unreachable!("an open child was chosen") };
        // The child is searched until this node's numbers would reach their limits, or until its
        // neighbour looks clearly cheaper.
        let below = Numbers {
            proof: limit.disproof.saturating_sub(disproof - own.proof),
            disproof: limit.proof.min(choice.second.saturating_add(1 + choice.second / 4)),
        };
        Action::Descend(choice.child, below.negamax(&node.key, child.next().0))
    }

    /// Takes the edge to a child. Returns the key of the child, and its canonical form.
    fn advance(&mut self, child: Child) -> (Key, Canon) {
        let (next, delta) = child.next();
        self.history.advance(delta);
        self.question = self.question.less(delta.gain);
        (*next, Canon::of(&self.game.board, &*self.game.rules, next))
    }

    /// Returns to the node above, with the outcome of the child that has the key `below`.
    fn receive(&mut self, mut node: Box<Node>, below: &Key, outcome: Outcome) -> Box<Node> {
        self.history.retreat();
        self.question = node.question;
        node.children.infos[node.searched].status = match outcome {
            Outcome::Open(numbers) => Status::Open(numbers.negamax(&node.key, below)),
            Outcome::Solved(hit) => {
                let winner = hit.frame.side(hit.lemma.sure);
                node.winning = (winner == Side::of(node.key.mover)).then_some(node.searched);
                Status::Settled(winner, Reason::Lemma(hit))
            }
        };
        self.refresh_children(&mut node);
        node
    }

    /// Makes and stores the lemma of a solved node: by the mover's winning move, or because he has
    /// none.
    pub(super) fn store_lemma(&mut self, node: &Node) -> Hit {
        let Node { key, canon, children, winning, .. } = node;
        let (board, side, frame) = (&self.game.board, Side::of(key.mover), canon.frame());
        let sure = if winning.is_some() { side } else { side.other() };
        let mut proof = Proof::new(board, self.question, sure, frame, &mut self.reads);
        match *winning {
            Some(index) => proof.by_move(children.get(index)),
            None => proof.by_all(children),
        }
        let lemma = Arc::new(proof.lemma(self.lemmas.next_number(), self.nodes - node.entered + 1));
        if let Some(observer) = self.observer {
            let step = |child: Child| child.step(board, frame);
            let steps = match *winning {
                Some(index) => vec![step(children.get(index))],
                None => children.all().map(step).collect(),
            };
            observer.proved(&canon.key, &lemma, steps);
        }
        if let Some(log) = &mut self.log
            && lemma.effort >= log.worth
        {
            log.lemmas.push((canon.key, Arc::clone(&lemma)));
        }
        self.lemmas.insert(board, canon.key, Arc::clone(&lemma));
        self.last_lemma = self.nodes;
        self.notify_team(node);
        Hit { lemma, frame }
    }
}

#[cfg(test)]
mod tests {
    use super::super::worker::Leaves;
    use super::*;
    use crate::budget::{Budget, Limits};
    use crate::lemma::table::LemmaTable;
    use crate::naive::Naive;
    use superko_go::position::legal_positions;
    use superko_go::{Board, Player, Position};
    use superko_rules::{Game, Points, Rules};

    const SUPERKOS: [&str; 3] = ["psk", "ssk", "nssk"];
    const LIFTED: [&str; 3] = ["spight", "kee2009", "kee2020"];

    /// Games on a board.
    fn games<'a>(board: Board, rules: impl IntoIterator<Item = &'a &'a str>) -> impl Iterator<Item = Game> {
        rules.into_iter().map(move |rules| Rules::named(rules).unwrap().game(board.clone()))
    }

    /// The side that reaches its aim in each question about a state, by one search that restarts
    /// every `restart_nodes`.
    ///
    /// Each question is left after `nodes` and goes on after all others have had theirs.
    fn answers(game: &Game, state: &State, restart_nodes: u64, nodes: u64) -> Vec<Side> {
        let (lemmas, budget) = (LemmaTable::new(), Budget::new(Limits::default()));
        let mut worker = Worker::new(game, &lemmas, &budget, None, 1 << 20, Leaves::Ends);
        let mut answers = vec![None; questions(game).count()];
        while answers.contains(&None) {
            let open = answers.iter_mut().zip(questions(game)).filter(|(answer, _)| answer.is_none());
            for (answer, question) in open {
                let prove = |worker: &mut Worker| {
                    let canon = worker.begin(state, question, None);
                    worker.explore(&state.key, canon, nodes, restart_nodes, restart_nodes)
                };
                let proved = worker.ask_with(state, question, prove).unwrap();
                *answer = proved.map(|(side, _)| side);
            }
        }
        answers.into_iter().flatten().collect()
    }

    /// Questions with all thresholds of a board.
    fn questions(game: &Game) -> impl Iterator<Item = Threshold> {
        let most = game.board.points() as i32;
        (-most..=most).map(|points| Threshold::reaches(Points::from_integer(points)))
    }

    #[test]
    fn a_search_that_restarts_often_or_is_left_agrees_with_the_naive_solver_on_every_position() {
        // The naive solver ends on larger boards under the superkos.
        let boards =
            [((1, 3), &LIFTED[..]), ((1, 3), &SUPERKOS), ((1, 4), &SUPERKOS), ((2, 2), &SUPERKOS[..1])];
        for ((rows, columns), rules) in boards {
            for game in games(Board::grid(rows, columns).unwrap(), rules) {
                let budget = Budget::new(Limits::default());
                for position in legal_positions(&game.board) {
                    for mover in [Player::Black, Player::White] {
                        let state = game.start(position, mover);
                        let value = Naive::new(&game, &budget).value(&state).unwrap();
                        let wanted: Vec<Side> =
                            questions(&game).map(|question| question.served(value)).collect();
                        let restarts = [0, 5, 50].map(|nodes| (nodes, u64::MAX));
                        let turns = [0, 20].map(|nodes| (RESTART_AFTER, nodes));
                        for (restart_nodes, nodes) in restarts.into_iter().chain(turns) {
                            let found = answers(&game, &state, restart_nodes, nodes);
                            assert_eq!(
                                found, wanted,
                                "{state:?}, restart after {restart_nodes}, left after {nodes}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_search_that_restarts_often_agrees_with_one_that_does_not() {
        for board in [Board::grid(1, 6), Board::grid(2, 3)].map(Result::unwrap) {
            for game in games(board, SUPERKOS.iter().chain(&LIFTED)) {
                let state = game.start(Position::default(), Player::Black);
                let once = answers(&game, &state, RESTART_AFTER, u64::MAX);
                for nodes in [0, 1, 10, 100] {
                    let restarted = answers(&game, &state, nodes, u64::MAX);
                    assert_eq!(restarted, once, "{} points, restart after {nodes}", game.board.points());
                }
            }
        }
    }
}
