//! Walks through games in a program: every short game, then random ones, half of which are drawn so
//! that captures, kos, repetitions and suicide come sooner.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use fastrand::Rng;

use super::finding::{Cause, Finding, Kind, findings};
use super::observe::{At, Compared, Observed};
use super::path::{Coverage, Path};
use super::program::{Fault, Program};
use super::session::{Asked, Identity, Moves, Session, Sides, Size};
use superko_go::Player;
use superko_go::player::Move;
use superko_go::position::Position;
use superko_rules::Rules;
use superko_rules::game::Game;
use superko_rules::ruleset::State;

/// How much is asked of a program on a board.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Random games.
    pub games: usize,
    /// Nodes of short games that are looked at before, and ten times as many again in the search
    /// for a shorter game than one in which a difference was found.
    pub nodes: usize,
    /// The seed of the random games.
    pub seed: u64,
    /// Whether scores are compared too.
    pub score: bool,
}

/// How many times the nodes of short games are looked at in the search for a shorter game.
const SHORTER: usize = 10;

/// The longest part of a game that is left out at once when it is made shorter.
const MAX_CUT: usize = 8;

/// How many games are tried when one is made shorter.
const MAX_CUTS: usize = 2000;

/// A program on a board, with all that was seen of it there.
pub struct Walk<S: Size> {
    /// The program.
    pub session: Session<S>,
    /// The name that it gives itself.
    pub identity: Identity,
    /// The board.
    pub sides: Sides,
    /// The game of the ruleset that the program is compared with, if there is one.
    pub game: Option<Game<S>>,
    /// What was seen.
    pub observed: Observed<S>,
    /// The differences found, by what they are about; each with the shortest game known.
    pub found: BTreeMap<Cause, Finding<S>>,
    /// Whether the program takes nothing to be legal after the end of a game, as it does at some
    /// node.
    pub tells_end: bool,
    /// What the games went through.
    pub coverage: Coverage,
    /// The number of random games that were played.
    pub games: usize,
    /// The greatest length, in moves, of which all games were looked at.
    pub complete: Option<usize>,
    effort: Effort,
    frontier: VecDeque<Path<S>>,
    probed: bool,
    /// Nodes to which the program could not be led.
    dead: BTreeSet<usize>,
}

impl<S: Size> Walk<S> {
    /// A program that has been started, on a board.
    ///
    /// # Errors
    /// The fault of the program, or why the ruleset is not played on the board.
    pub fn new(
        program: Program,
        sides: Sides,
        rules: Option<Rules>,
        asked: Option<Asked>,
        effort: Effort,
    ) -> Result<Result<Walk<S>, Fault>, String> {
        let board = S::board(sides).map_err(|error| error.to_string())?;
        let game = rules.map(|rules| S::game(rules, &board)).transpose()?;
        let first = rules.map_or(Player::Black, |rules| rules.first_move());
        let (session, identity) = match Session::open(program, board, first, asked) {
            Ok(opened) => opened,
            Err(fault) => return Ok(Err(fault)),
        };
        let at = game.as_ref().map(|game| At::Open(game.start(Position::default(), first)));
        let root = Path::root(first, at);
        Ok(Ok(Walk {
            session,
            identity,
            sides,
            game,
            observed: Observed::default(),
            found: BTreeMap::new(),
            tells_end: false,
            coverage: Coverage::default(),
            games: 0,
            complete: None,
            effort,
            frontier: VecDeque::from([root]),
            probed: false,
            dead: BTreeSet::new(),
        }))
    }

    /// The start in the game of a ruleset.
    pub fn start_of(&self, game: &Game<S>) -> State<S> {
        game.start(Position::default(), self.session.first)
    }

    /// Looks at every short game, then at random ones; then makes the games shorter that show a
    /// difference, unless it is about what is settled on another board.
    ///
    /// # Errors
    /// [`Fault`]. What was seen and found before it stays.
    pub fn run(&mut self, settled: &BTreeSet<Cause>, tell: &dyn Fn(String)) -> Result<(), Fault> {
        self.short_games(self.effort.nodes, None, tell)?;
        self.random_games(tell)?;
        self.shrink(settled, tell)
    }

    fn told(&self) -> String {
        format!("{}: {} nodes, {} games", self.sides, self.observed.asked(), self.games)
    }

    // --- Nodes ---

    /// Asks the program at a node, unless it was asked there. Returns whether it could be led
    /// there.
    fn ask(&mut self, index: usize) -> Result<bool, Fault> {
        if self.dead.contains(&index) {
            return Ok(false);
        }
        if self.observed.node(index).legal.is_some() {
            return Ok(true);
        }
        let moves = self.observed.moves(index);
        if self.session.lead(&moves)? < moves.len() {
            let led = self.session.lead_afresh(&moves)?;
            if led == moves.len() {
                let why =
                    format!("after undo it refuses a game of {led} moves that it accepts from the start");
                self.note(Finding::of_program(Kind::Undo, &moves, None, why));
            } else {
                self.dead.insert(index);
                let why = "it takes the move to be legal and then refuses to play it".to_string();
                self.note(Finding::of_program(Kind::Contradicts, &moves[..led], Some(moves[led]), why));
                return Ok(false);
            }
        }
        let legal = self.session.legal()?;
        self.tells_end |= legal.is_empty();
        self.observed.set_legal(index, legal);
        Ok(true)
    }

    fn legal(&self, index: usize) -> &[Move<S::Point>] {
        self.observed.node(index).legal.as_deref().unwrap_or_default()
    }

    /// Keeps a finding if its game is shorter than that of an earlier one about the same.
    fn note(&mut self, finding: Finding<S>) {
        let shorter = |known: &Finding<S>| finding.moves.len() < known.moves.len();
        if self.found.get(&finding.cause).is_none_or(shorter) {
            self.found.insert(finding.cause.clone(), finding);
        }
    }

    /// Asks the program at the node of a path and compares it with the ruleset, if there is one.
    /// Returns the moves that both let be made.
    fn visit(&mut self, path: &Path<S>) -> Result<Option<Moves<S>>, Fault> {
        let new = self.observed.node(path.index).legal.is_none();
        if !self.ask(path.index)? {
            return Ok(None);
        }
        if new {
            let legal = self.observed.node(path.index).legal.as_deref().unwrap_or_default();
            self.coverage.add(&self.session.board, path, legal);
        }
        let Some(at) = &path.at else {
            if self.effort.score && (self.legal(path.index).is_empty() || path.run() >= 2) {
                self.ask_score(path)?;
            }
            return Ok(Some(self.legal(path.index).to_vec()));
        };
        if new && matches!(at, At::Ended(_)) {
            self.probe_end(path)?;
            if self.effort.score {
                self.ask_score(path)?;
            }
        }
        self.compare(path, at, true)?;
        let Some(game) = &self.game else { return Ok(None) };
        let right = at.legal(game).unwrap_or_default();
        Ok(Some(self.legal(path.index).iter().filter(|mv| right.contains(mv)).copied().collect()))
    }

    /// Compares what was seen at a node with the ruleset. A new difference is looked at once more
    /// in a game that is played from the start.
    fn compare(&mut self, path: &Path<S>, at: &At<S>, confirm: bool) -> Result<(), Fault> {
        let Some(game) = &self.game else { return Ok(()) };
        let node = self.observed.node(path.index);
        let seen = node.legal.clone().unwrap_or_default();
        let compared = at.compare(game, &seen, node.score);
        if matches!(compared, Compared::Same | Compared::Beyond) {
            return Ok(());
        }
        let mut new = findings(game, self.session.first, &path.moves, &compared);
        new.retain(|finding| {
            self.found.get(&finding.cause).is_none_or(|known| path.moves.len() < known.moves.len())
        });
        if new.is_empty() {
            return Ok(());
        }
        if confirm {
            let again = self.ask_afresh(path)?;
            if again != seen {
                let third = self.ask_afresh(path)?;
                let (kind, why) = match third == again {
                    true => (Kind::Undo, "after undo other moves are legal than in the same game without it"),
                    false => (Kind::Unstable, "asked the same again, it takes other moves to be legal"),
                };
                self.note(Finding::of_program(kind, &path.moves, None, why.to_string()));
                self.observed.set_legal(path.index, third);
                return self.compare(path, at, false);
            }
        }
        for mut finding in new {
            if let Some(mv) = finding.mv.filter(|_| self.session.asked_by != Asked::Play) {
                self.session.lead(&path.moves)?;
                finding.by_play = Some(self.session.accepts(mv)?);
            }
            self.note(finding);
        }
        Ok(())
    }

    fn ask_afresh(&mut self, path: &Path<S>) -> Result<Moves<S>, Fault> {
        match self.session.lead_afresh(&path.moves)? == path.moves.len() {
            true => self.session.legal(),
            false => Ok(Vec::new()),
        }
    }

    /// Where the ruleset has ended the game and the program goes on: whether more passes end it in
    /// the program, which then knows ends.
    fn probe_end(&mut self, path: &Path<S>) -> Result<(), Fault> {
        if self.probed || self.tells_end {
            return Ok(());
        }
        self.probed = true;
        let mut index = path.index;
        for _ in 0..4 {
            index = self.observed.after(index, Move::Pass);
            if !self.ask(index)? || self.tells_end {
                break;
            }
        }
        Ok(())
    }

    /// Asks for the score of a game that has ended.
    fn ask_score(&mut self, path: &Path<S>) -> Result<(), Fault> {
        if self.session.lead(&path.moves)? == path.moves.len()
            && let Some(score) = self.session.score()?
        {
            self.observed.set_score(path.index, score);
        }
        Ok(())
    }

    // --- Short games ---

    /// Looks at games in the order of their lengths, at this number of further nodes; with `below` only as
    /// far as games that are shorter than that.
    fn short_games(
        &mut self,
        nodes: usize,
        below: Option<usize>,
        tell: &dyn Fn(String),
    ) -> Result<(), Fault> {
        let most = self.observed.asked() + nodes;
        while let Some(path) = self.frontier.front() {
            let depth = path.moves.len();
            let done = below.is_some_and(|below| depth >= below);
            if done || self.observed.asked() >= most || self.observed.is_full() {
                break;
            }
            tell(self.told());
            let path = path.clone();
            let legal = self.visit(&path)?;
            self.frontier.pop_front();
            for mv in legal.unwrap_or_default() {
                let next = self.step(&path, mv);
                self.frontier.extend(next);
            }
            let last = self.frontier.front().is_none_or(|next| next.moves.len() > depth);
            if last {
                self.complete = Some(depth);
            }
        }
        Ok(())
    }

    /// The path after a move that the program takes to be legal, if the ruleset does too.
    fn step(&mut self, path: &Path<S>, mv: Move<S::Point>) -> Option<Path<S>> {
        let at = match (&path.at, &self.game) {
            (Some(at), Some(game)) => Some(at.after(game, mv)?),
            _ => None,
        };
        let index = self.observed.after(path.index, mv);
        Some(path.after(&self.session.board, mv, index, at))
    }

    // --- Random games ---

    fn root(&self) -> Path<S> {
        Path::root(self.session.first, self.game.as_ref().map(|game| At::Open(self.start_of(game))))
    }

    fn random_games(&mut self, tell: &dyn Fn(String)) -> Result<(), Fault> {
        let longest = 2 * self.session.board.points() + 30;
        while self.games < self.effort.games && !self.observed.is_full() {
            let mut random = Rng::with_seed(self.effort.seed.wrapping_add(self.games as u64));
            let covering = self.games % 2 == 1;
            let mut path = self.root();
            for _ in 0..longest {
                tell(self.told());
                let Some(legal) = self.visit(&path)? else { break };
                let open = legal.into_iter().filter(|_| path.run() < 4).collect::<Vec<_>>();
                let Some(mv) = self.choose(&path, &open, covering, &mut random) else { break };
                let Some(next) = self.step(&path, mv) else { break };
                path = next;
            }
            self.games += 1;
        }
        Ok(())
    }

    /// Draws a move of a random game.
    fn choose(
        &self,
        path: &Path<S>,
        legal: &[Move<S::Point>],
        covering: bool,
        random: &mut Rng,
    ) -> Option<Move<S::Point>> {
        let stones: Vec<Move<S::Point>> = legal.iter().filter(|mv| **mv != Move::Pass).copied().collect();
        // On a large board games would end before much has been captured.
        let few = 3.0 / self.session.board.points() as f64;
        let passing = match (covering, path.run()) {
            (true, 1..) => few.min(0.3),
            _ => few.min(0.12),
        };
        if stones.is_empty() || legal.contains(&Move::Pass) && random.f64() < passing {
            return legal.contains(&Move::Pass).then_some(Move::Pass);
        }
        if !covering {
            return stones.get(random.usize(..stones.len())).copied();
        }
        let weights: Vec<u32> = stones.iter().map(|mv| path.weight(&self.session.board, *mv)).collect();
        let mut drawn = random.u32(..weights.iter().sum::<u32>());
        let place = weights.iter().position(|weight| match drawn.checked_sub(*weight) {
            Some(rest) => {
                drawn = rest;
                false
            }
            None => true,
        });
        stones.get(place?).copied()
    }

    // --- Shorter games ---

    /// Makes the games shorter that show a difference: by leaving out moves, then by a search
    /// through all shorter games, as far as the effort goes.
    fn shrink(&mut self, settled: &BTreeSet<Cause>, tell: &dyn Fn(String)) -> Result<(), Fault> {
        let causes = self.shown().map(|finding| finding.cause.clone());
        let causes: Vec<Cause> = causes.filter(|cause| !settled.contains(cause)).collect();
        for cause in &causes {
            if !self.is_shortest(&self.found[cause]) {
                self.cut(cause, tell)?;
            }
        }
        match causes.iter().map(|cause| self.found[cause].moves.len()).max() {
            Some(longest) => self.short_games(SHORTER * self.effort.nodes, Some(longest), tell),
            None => Ok(()),
        }
    }

    /// The differences that count: where the program is not known to tell that a game has ended, it
    /// cannot be told that it goes on.
    pub fn shown(&self) -> impl Iterator<Item = &Finding<S>> {
        self.found.values().filter(|finding| finding.cause.kind != Kind::GoesOn || self.tells_end)
    }

    /// Whether no shorter game shows the same difference, as all have been looked at.
    pub fn is_shortest(&self, finding: &Finding<S>) -> bool {
        let shorter = finding.moves.len().checked_sub(1);
        shorter.is_none_or(|shorter| self.complete.is_some_and(|complete| shorter <= complete))
    }

    fn cut(&mut self, cause: &Cause, tell: &dyn Fn(String)) -> Result<(), Fault> {
        let mut tried = 0;
        'shorter: loop {
            let moves = self.found[cause].moves.clone();
            for length in (1..=moves.len().min(MAX_CUT)).rev() {
                for from in 0..=moves.len() - length {
                    tried += 1;
                    if tried > MAX_CUTS {
                        return Ok(());
                    }
                    tell(format!("{}, making a game of {} moves shorter", self.told(), moves.len()));
                    let rest = [&moves[..from], &moves[from + length..]].concat();
                    self.look_at(&rest)?;
                    if self.found[cause].moves.len() < moves.len() {
                        continue 'shorter;
                    }
                }
            }
            return Ok(());
        }
    }

    /// Looks at the node after some moves, if the ruleset and the program let them be made.
    fn look_at(&mut self, moves: &[Move<S::Point>]) -> Result<(), Fault> {
        let mut path = self.root();
        for mv in moves {
            let Some(next) = self.step(&path, *mv) else { return Ok(()) };
            path = next;
        }
        // The program need not take these moves to be legal, so that it may refuse them here
        // without a contradiction.
        if self.session.lead(moves)? < moves.len() {
            return Ok(());
        }
        self.visit(&path).map(|_| ())
    }

    /// Asks the program at a node and at those on the way to it.
    ///
    /// # Errors
    /// [`Fault`].
    pub fn ask_along(&mut self, moves: &[Move<S::Point>]) -> Result<(), Fault> {
        let mut path = self.root();
        for mv in moves {
            if self.visit(&path)?.is_none_or(|legal| !legal.contains(mv)) {
                return Ok(());
            }
            let Some(next) = self.step(&path, *mv) else { return Ok(()) };
            path = next;
        }
        self.visit(&path).map(|_| ())
    }
}
