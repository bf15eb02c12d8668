//! The search: see the [head of this folder](super).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::node::{Child, Grounds, Status, choose};
use super::proof::Proof;
use super::proof_numbers::Numbers;
use super::worker::{Node, Seen, Worker};
use crate::budget::Stopped;
use crate::canon::Canon;
use crate::lemma::{Hit, Sketch, UndoPast};
use crate::observer::Observer;
use crate::question::{Question, Side};
use superko_go::hashing::{Mix, Mixed};
use superko_go::{Move, Players};
use superko_rules::{Key, State};

/// The search gives up a line that is longer than this.
const MAX_DEPTH: usize = 100_000;

/// Nodes without a new lemma after which the search goes straight down.
const PATIENCE: u64 = 1000;

/// The nodes of a search after which it begins anew now and then. It makes little difference to those that are shorter, of which
/// many counts of nodes are published.
const LONG: u64 = 1 << 24;

/// The nodes after which a long search goes back to the root.
const ANEW: u64 = 1 << 16;

/// What to do next at a node.
enum Turn {
    /// Search the child at this place, with these limits.
    Down(usize, Numbers),
    /// Go back to the node above.
    Up(Seen),
}

impl Worker<'_> {
    /// Answers a question about a state: returns the side that reaches its aim, and the sharpest question in which it
    /// is proved to.
    ///
    /// # Errors
    /// What stopped the search; [`Stopped::Needless`] if `needless` became true.
    pub fn ask(
        &mut self,
        state: &State,
        question: Question,
        needless: Option<Arc<AtomicBool>>,
    ) -> Result<(Side, Question), Stopped> {
        let answer =
            self.ask_with(state, question, |worker| worker.prove(state, question, needless).map(Some));
        Ok(answer?.expect("a search without a limit ends with a lemma"))
    }

    /// The same with no more than so many nodes, or a few more: `None` if it takes more. Then it goes on when the question is asked
    /// again.
    ///
    /// # Errors
    /// As for [`Worker::ask`].
    pub fn ask_within(
        &mut self,
        state: &State,
        question: Question,
        nodes: u64,
        needless: Option<Arc<AtomicBool>>,
    ) -> Result<Option<(Side, Question)>, Stopped> {
        self.ask_with(state, question, |worker| worker.prove_within(state, question, nodes, needless))
    }

    /// The same, where another way leads to the lemma, if it does.
    ///
    /// # Errors
    /// Those of the other way.
    pub fn ask_with(
        &mut self,
        state: &State,
        question: Question,
        prove: impl FnOnce(&mut Self) -> Result<Option<Hit>, Stopped>,
    ) -> Result<Option<(Side, Question)>, Stopped> {
        if let Some(known) = self.beyond_reach(state, question) {
            return Ok(Some(known));
        }
        Ok(prove(self)?.map(|hit| {
            let claim = hit.frame.question(hit.lemma.claim).plus(state.past.banked());
            (hit.frame.side(hit.lemma.sure), claim)
        }))
    }

    /// Answers a question that every score answers alike, with more than two players. Such questions are common there: for
    /// every move of a game in which a player is sure of nothing, the search asks whether he gets at least nothing.
    /// With two players they are rare and soon searched, and the published node counts include them.
    fn beyond_reach(&self, state: &State, question: Question) -> Option<(Side, Question)> {
        if self.players == Players::Two {
            return None;
        }
        let (low, high) = self.game.reach(state);
        let bounds = [(Side::Black, low), (Side::White, high)];
        let (side, bound) = bounds.into_iter().find(|(side, bound)| question.served(*bound) == *side)?;
        Some((side, Question::sharpest(side, bound)))
    }

    /// Answers a question about a state by a lemma, whose claim is about the points still to come.
    ///
    /// # Errors
    /// As for [`Worker::ask`].
    pub fn prove(
        &mut self,
        state: &State,
        question: Question,
        needless: Option<Arc<AtomicBool>>,
    ) -> Result<Hit, Stopped> {
        let hit = self.prove_within(state, question, u64::MAX, needless)?;
        Ok(hit.expect("a search without a limit ends with a lemma"))
    }

    /// The same with a limit, as [`Worker::ask_within`].
    fn prove_within(
        &mut self,
        state: &State,
        question: Question,
        nodes: u64,
        needless: Option<Arc<AtomicBool>>,
    ) -> Result<Option<Hit>, Stopped> {
        let canon = self.begin(state, question, needless);
        let known = self.lemmas.settle(&self.game.board, &canon, &self.question, &self.past, None);
        let answer =
            known.map_or_else(|| self.explore(&state.key, canon, nodes, LONG, ANEW), |hit| Ok(Some(hit)));
        let settled = self.settle_accounts();
        let hit = answer?;
        settled.or_else(|stopped| if stopped == Stopped::Needless { Ok(()) } else { Err(stopped) })?;
        Ok(hit)
    }

    /// Begins a question about a state. Returns the canonical form of its key.
    pub(super) fn begin(
        &mut self,
        state: &State,
        question: Question,
        needless: Option<Arc<AtomicBool>>,
    ) -> Canon {
        self.past = UndoPast::new(&state.past);
        self.question = question.less(state.past.banked());
        self.needless = needless;
        // A search that was stopped has left its line behind.
        self.line.clear();
        self.visits.clear();
        self.visited = Sketch::new();
        Canon::of(&self.game.board, &*self.game.rules, &state.key)
    }

    /// The move of a known lemma by which the mover reaches his aim in a question about this state.
    pub fn known_move(&self, state: &State, question: Question) -> Option<Move> {
        let board = &self.game.board;
        let canon = Canon::of(board, &*self.game.rules, &state.key);
        let question = question.less(state.past.banked());
        let hit = self.lemmas.settle(board, &canon, &question, &UndoPast::new(&state.past), None)?;
        Some(hit.lemma.mv?.map(|point| hit.frame.point_out(board, point)))
    }

    /// Reports nodes to the budget, and keeps the tables under the memory limit.
    pub(super) fn settle_accounts(&mut self) -> Result<(), Stopped> {
        let spent = self.budget.spend(std::mem::take(&mut self.unreported));
        // What an observer takes is the lemmas' loss, but for a quarter of the limit, without which there would be no search.
        let (lemmas, beside) = (self.lemmas.bytes(), self.observer.map_or(0, Observer::bytes));
        let memory = self.budget.memory().saturating_sub(beside).max(self.budget.memory() / 4);
        self.budget.report(self.lemmas.len(), lemmas + beside);
        // Half of the proof numbers are given up first, then lemmas. The rest of the limit is for the gaps that an allocator
        // leaves between what is kept.
        if lemmas > memory / 2 {
            self.numbers.shrink(self.numbers_bytes / 2);
        }
        if self.lemmas.keep_within(memory) {
            self.observer.iter().for_each(|observer| observer.let_go());
        }
        if self.needless.as_ref().is_some_and(|flag| flag.load(Relaxed)) {
            return Err(Stopped::Needless);
        }
        spent
    }

    /// Searches a key until it is solved, or has taken so many nodes and there is a new lemma. Begins anew after `long` nodes, and
    /// then each time after `anew`.
    fn explore(
        &mut self,
        key: &Key,
        canon: Canon,
        nodes: u64,
        long: u64,
        anew: u64,
    ) -> Result<Option<Hit>, Stopped> {
        let mut root = self.enter(*key, canon, Numbers::UNLIMITED)?;
        let limit = self.nodes.saturating_add(nodes);
        let mut most = self.nodes + long;
        loop {
            let (back, seen) = self.explore_below(root, most.min(limit))?;
            let hit = match seen {
                Seen::Solved(hit) => Some(hit),
                Seen::Open(_) => None,
            };
            if hit.is_some() || self.nodes >= limit {
                self.leave(back);
                return Ok(hit);
            }
            // No numbers reach the limits of the root: it is time to begin anew.
            (root, most) = (back, self.nodes + anew);
        }
    }

    /// Searches a node until it is solved, or until this worker has done so many nodes in all and has made a lemma meanwhile.
    /// Then the numbers of the nodes in hand are kept. Returns the node, which is not left, and what was seen of it. (A call
    /// of a team may lead to a node above.)
    pub(super) fn explore_below(&mut self, node: Box<Node>, most: u64) -> Result<(Box<Node>, Seen), Stopped> {
        let (mut node, height, began) = (node, self.line.len(), self.nodes);
        loop {
            let mut called = None;
            if self.is_called() {
                (node, called) = self.answer_call(node);
            }
            let enough = self.nodes >= most && self.last_lemma > began;
            match called.map_or_else(|| self.turn(&node, enough), Turn::Up) {
                Turn::Down(place, limit) => {
                    node = self.descend(node, place, limit)?;
                }
                Turn::Up(seen) if self.line.len() <= height => return Ok((node, seen)),
                Turn::Up(seen) => node = self.climb(node, seen),
            }
        }
    }

    /// Leaves a node that is not the first of the line, with what was seen of it, for the one above.
    pub(super) fn climb(&mut self, node: Box<Node>, seen: Seen) -> Box<Node> {
        let below = node.key;
        self.leave(node);
        let above = self.line.pop().expect("it is not the first of the line");
        self.come_back(above, &below, seen)
    }

    /// Goes to a child of a node.
    pub(super) fn descend(
        &mut self,
        mut node: Box<Node>,
        place: usize,
        limit: Numbers,
    ) -> Result<Box<Node>, Stopped> {
        let (next, canon) = self.take_edge(node.children.get(place));
        node.searched = place;
        self.line.push(node);
        self.enter(next, canon, limit)
    }

    /// Enters a node, and lists its moves.
    pub(super) fn enter(&mut self, key: Key, canon: Canon, limit: Numbers) -> Result<Box<Node>, Stopped> {
        self.nodes += 1;
        self.unreported += 1;
        if self.unreported >= self.budget.stride() {
            self.settle_accounts()?;
        }
        if self.line.len() >= MAX_DEPTH {
            return Err(Stopped::Depth);
        }
        let (question, entered) = (self.question, self.nodes);
        let mixed = canon.key.mixed();
        let hash = self.numbers_hash(&canon, mixed, question);
        *self.visits.entry(Mixed(canon.key)).or_insert(0) += 1;
        self.visited.add(mixed);
        let mut spare = self.spare.pop();
        let mut children = spare.as_mut().map(|node| std::mem::take(&mut node.children)).unwrap_or_default();
        let winning = self.expand(&key, &mut children);
        let (looked, counted) = (entered, self.is_counted(hash));
        let searched = 0;
        let node =
            Node { key, canon, question, hash, limit, entered, looked, counted, children, searched, winning };
        Ok(match spare {
            Some(mut room) => {
                *room = node;
                room
            }
            None => Box::new(node),
        })
    }

    /// Decides whether a node is solved, or over its limits, or which of its children to search. If it is `enough` an unsolved
    /// node is taken to be over its limits.
    fn turn(&mut self, node: &Node, enough: bool) -> Turn {
        if node.winning.is_some() {
            return Turn::Up(Seen::Solved(self.conclude(node)));
        }
        let choice = match &self.team {
            None => choose(&node.children),
            Some(team) => team.choose(&node.children, node.limit),
        };
        let Some(choice) = choice else {
            return Turn::Up(Seen::Solved(self.conclude(node)));
        };
        let (limit, Numbers { proof, disproof }) = (node.limit, choice.numbers);
        let impatient = self.nodes - self.last_lemma > PATIENCE;
        if enough || !impatient && (proof >= limit.proof || disproof >= limit.disproof) {
            self.numbers.put(node.hash, choice.numbers);
            if let Some(noted) = &mut self.noted
                && proof.max(disproof) >= noted.large
            {
                noted.numbers.insert(node.hash, choice.numbers);
            }
            return Turn::Up(Seen::Open(choice.numbers));
        }
        let child = node.children.get(choice.child);
        let Status::Open(own) = *child.status else { unreachable!("an open child was chosen") };
        // The child is searched until this node's numbers would reach their limit, or until its
        // neighbour looks clearly cheaper.
        let below = Numbers {
            proof: limit.disproof.saturating_sub(disproof - own.proof),
            disproof: limit.proof.min(choice.second.saturating_add(1 + choice.second / 4)),
        };
        Turn::Down(choice.child, below.across(&node.key, child.next().0))
    }

    /// Takes the edge to a child. Returns the key that it leads to, and the canonical form of that key.
    fn take_edge(&mut self, child: Child) -> (Key, Canon) {
        let (next, delta) = child.next();
        self.past.advance(delta);
        self.question = self.question.less(delta.gain);
        (*next, Canon::of(&self.game.board, &*self.game.rules, next))
    }

    /// Goes back to the node above, with the result of searching the child that has the key `below`.
    fn come_back(&mut self, mut node: Box<Node>, below: &Key, seen: Seen) -> Box<Node> {
        self.past.retreat();
        self.question = node.question;
        node.children.looks[node.searched].status = match seen {
            Seen::Open(numbers) => Status::Open(numbers.across(&node.key, below)),
            Seen::Solved(hit) => {
                let winner = hit.frame.side(hit.lemma.sure);
                node.winning = (winner == Side::of(node.key.mover)).then_some(node.searched);
                Status::Settled(winner, Grounds::Lemma(hit))
            }
        };
        self.look_again(&mut node);
        node
    }

    /// Makes and stores the lemma of a solved node: by the mover's winning move, or because he has none.
    pub(super) fn conclude(&mut self, node: &Node) -> Hit {
        let Node { key, canon, children, winning, .. } = node;
        let (board, side, frame) = (&self.game.board, Side::of(key.mover), canon.frame());
        let (proof, mv) = match *winning {
            Some(place) => {
                let child = children.get(place);
                let proof = Proof::by_move(board, self.question, side, child, frame, &mut self.reads);
                (proof, Some(child.play.mv))
            }
            None => {
                let other = side.other();
                (Proof::by_all(board, self.question, other, children, frame, &mut self.reads), None)
            }
        };
        let lemma = Arc::new(proof.lemma(self.lemmas.next_number(), mv, self.nodes - node.entered + 1));
        if let Some(observer) = self.observer {
            let step = |child: Child| child.step(board, frame);
            let steps = match *winning {
                Some(place) => vec![step(children.get(place))],
                None => children.all().map(step).collect(),
            };
            observer.proved(&canon.key, &lemma, steps);
        }
        if let Some(noted) = &mut self.noted
            && lemma.effort >= noted.worth
        {
            noted.lemmas.push((canon.key, Arc::clone(&lemma)));
        }
        self.lemmas.insert(board, canon.key, Arc::clone(&lemma));
        self.last_lemma = self.nodes;
        self.call(node);
        Hit { lemma, frame }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, Limits};
    use crate::lemma::table::LemmaTable;
    use crate::naive::Naive;
    use superko_go::position::legal_positions;
    use superko_go::{Board, Player, Position};
    use superko_rules::{Game, Points, catalogue};

    const SUPERKOS: [&str; 3] = ["psk", "ssk", "nssk"];
    const LIFTED: [&str; 3] = ["spight", "kee2009", "kee2020"];

    /// Games on a board.
    fn games<'a>(board: Board, rules: impl IntoIterator<Item = &'a &'a str>) -> impl Iterator<Item = Game> {
        rules.into_iter().map(move |rules| {
            let (entry, options) = catalogue::find(rules).unwrap();
            entry.game(board.clone(), options)
        })
    }

    /// Who reaches his aim in each question about a state, by one search that begins anew after so many nodes.
    fn answers(game: &Game, state: &State, anew: u64) -> Vec<Side> {
        let (lemmas, budget) = (LemmaTable::new(), Budget::new(Limits::default()));
        let mut worker = Worker::new(game, &lemmas, &budget, None, 1 << 20, false);
        let ask = |question| {
            let prove = |worker: &mut Worker| {
                let canon = worker.begin(state, question, None);
                worker.explore(&state.key, canon, u64::MAX, anew, anew)
            };
            worker.ask_with(state, question, prove).unwrap().unwrap().0
        };
        questions(game).map(ask).collect()
    }

    /// The same, where each question is left after so many nodes and goes on after all others have had theirs.
    fn answers_by_turns(game: &Game, state: &State, nodes: u64) -> Vec<Side> {
        let (lemmas, budget) = (LemmaTable::new(), Budget::new(Limits::default()));
        let mut worker = Worker::new(game, &lemmas, &budget, None, 1 << 20, false);
        let mut answers = vec![None; questions(game).count()];
        while answers.contains(&None) {
            for (answer, question) in
                answers.iter_mut().zip(questions(game)).filter(|(answer, _)| answer.is_none())
            {
                *answer = worker.ask_within(state, question, nodes, None).unwrap().map(|(side, _)| side);
            }
        }
        answers.into_iter().flatten().collect()
    }

    /// Questions with all thresholds of a board.
    fn questions(game: &Game) -> impl Iterator<Item = Question> {
        let most = game.board.points() as i32;
        (-most..=most).map(|points| Question::reaches(Points::from_integer(points)))
    }

    #[test]
    fn a_search_that_begins_anew_often_or_is_left_agrees_with_the_naive_solver_on_every_position() {
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
                        for anew in [0, 5, 50] {
                            assert_eq!(answers(&game, &state, anew), wanted, "{state:?}, anew after {anew}");
                        }
                        for nodes in [0, 20] {
                            let by_turns = answers_by_turns(&game, &state, nodes);
                            assert_eq!(by_turns, wanted, "{state:?}, left after {nodes}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_search_that_begins_anew_often_agrees_with_one_that_does_not() {
        for board in [Board::grid(1, 6), Board::grid(2, 3)].map(Result::unwrap) {
            for game in games(board, SUPERKOS.iter().chain(&LIFTED)) {
                let state = game.start(Position::default(), Player::Black);
                let once = answers(&game, &state, LONG);
                for anew in [0, 1, 10, 100] {
                    assert_eq!(
                        answers(&game, &state, anew),
                        once,
                        "{} points, anew after {anew}",
                        game.board.points()
                    );
                }
            }
        }
    }
}
