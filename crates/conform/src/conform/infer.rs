//! Which rulesets explain what a program does.
//!
//! Every candidate is held against all that was seen; games are then chosen on which those that are
//! left differ, the shortest first, and the program is asked there, until none is known on which
//! they do.

use std::collections::{BTreeSet, VecDeque};

use super::candidates::{Candidate, compositions, of_catalogue};
use super::finding::{Finding, findings};
use super::observe::{At, Explained, Observed};
use super::program::Fault;
use super::session::{Moves, Size};
use super::walk::Walk;
use superko_go::bits::PointSet;
use superko_go::notation::move_name;
use superko_go::player::Move;
use superko_go::position::Position;
use superko_rules::Rules;
use superko_rules::game::Game;

/// The largest board on which games are chosen that tell candidates apart.
const MAX_APART: usize = 16;

/// How many candidates are compared with each other at once.
const MAX_TOGETHER: usize = 40;

/// How many states of candidates are looked at in the search for a game that tells them apart.
const MAX_STATES: usize = 30_000;

/// How many rulesets are compared to find the nearest of those that are contradicted.
const MAX_NEAR: usize = 40;

/// How many games are chosen.
const MAX_CHOSEN: usize = 300;

/// How long the games are that were looked at without one that tells some candidates apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Alike {
    /// The greatest length up to which all games were looked at, in moves.
    pub moves: usize,
}

/// A program on a board, of whatever size.
pub trait Bench {
    /// How a ruleset stands to what was seen on this board; `None` if it is not played on it.
    fn explained(&self, rules: &Rules, tells_end: bool, first_only: bool) -> Option<Explained>;

    /// Asks the program along the shortest game on which some of these rulesets differ. Returns its
    /// names, and for how long the rulesets do not differ.
    ///
    /// # Errors
    /// [`Fault`].
    fn ask_apart(
        &mut self,
        rules: &[Rules],
        tells_end: bool,
    ) -> Result<(Option<Vec<String>>, Option<Alike>), Fault>;

    /// Whether a ruleset explains what was seen on the way of the game that was chosen last.
    fn agrees_on_last(&self, rules: &Rules, tells_end: bool) -> bool;

    /// Whether the program takes nothing to be legal at some node.
    fn tells_end(&self) -> bool;

    /// The number of intersections.
    fn points(&self) -> usize;
}

/// A walk with the game that was chosen last.
pub struct Chosen<S: Size> {
    /// The walk.
    pub walk: Walk<S>,
    /// The game.
    pub last: Moves<S>,
}

impl<S: Size> Chosen<S> {
    /// The game of a ruleset on the board, if it is played there.
    pub fn game(&self, rules: &Rules) -> Option<Game<S>> {
        S::game(*rules, &self.walk.session.board).ok()
    }

    /// The start of such a game.
    fn start(&self, game: &Game<S>) -> At<S> {
        At::Open(game.start(Position::default(), self.walk.session.first))
    }

    /// The differences of a ruleset at a node.
    pub fn findings(&self, rules: &Rules, index: usize) -> Vec<Finding<S>> {
        let Some(game) = self.game(rules) else { return Vec::new() };
        let moves = self.walk.observed.moves(index);
        let mut at = Some(self.start(&game));
        for mv in &moves {
            at = at.and_then(|at| at.after(&game, *mv));
        }
        let node = self.walk.observed.node(index);
        match (at, &node.legal) {
            (Some(at), Some(legal)) => {
                findings(&game, self.walk.session.first, &moves, &at.compare(&game, legal, node.score))
            }
            _ => Vec::new(),
        }
    }
}

impl<S: Size> Bench for Chosen<S> {
    fn explained(&self, rules: &Rules, tells_end: bool, first_only: bool) -> Option<Explained> {
        let game = self.game(rules)?;
        let start = game.start(Position::default(), self.walk.session.first);
        Some(self.walk.observed.explained(&game, start, tells_end, first_only))
    }

    fn ask_apart(
        &mut self,
        rules: &[Rules],
        tells_end: bool,
    ) -> Result<(Option<Vec<String>>, Option<Alike>), Fault> {
        let games: Vec<Game<S>> = rules.iter().filter_map(|rules| self.game(rules)).collect();
        let starts = games.iter().map(|game| Some(self.start(game))).collect();
        let (found, alike) = apart(&games, starts, tells_end);
        let Some(moves) = found else { return Ok((None, alike)) };
        self.walk.ask_along(&moves)?;
        let names = moves.iter().map(|mv| move_name(&self.walk.session.board, *mv)).collect();
        self.last = moves;
        Ok((Some(names), alike))
    }

    fn agrees_on_last(&self, rules: &Rules, tells_end: bool) -> bool {
        let Some(game) = self.game(rules) else { return true };
        let (mut at, mut index) = (Some(self.start(&game)), Observed::<S>::ROOT);
        for number in 0..=self.last.len() {
            let node = self.walk.observed.node(index);
            if let (Some(at), Some(legal)) = (&at, &node.legal)
                && at.contradicts(&game, legal, node.score, tells_end)
            {
                return false;
            }
            let Some(mv) = self.last.get(number) else { break };
            let Some(next) = self.walk.observed.child(index, *mv) else { break };
            at = at.and_then(|at| at.after(&game, *mv));
            index = next;
        }
        true
    }

    fn tells_end(&self) -> bool {
        self.walk.tells_end
    }

    fn points(&self) -> usize {
        self.walk.session.board.points()
    }
}

/// A game with the node of each of some rulesets after it.
type Together<S> = (Moves<S>, Vec<Option<At<S>>>);

/// The shortest game, up to some effort, on which the games of some rulesets have different legal
/// moves; and for how long none have.
fn apart<S: PointSet>(
    games: &[Game<S>],
    starts: Vec<Option<At<S>>>,
    tells_end: bool,
) -> (Option<Moves<S>>, Option<Alike>) {
    let mut frontier: VecDeque<Together<S>> = VecDeque::from([(Vec::new(), starts)]);
    let (mut looked, mut alike) = (0, None);
    while let Some((moves, states)) = frontier.pop_front() {
        looked += games.len();
        if looked > MAX_STATES {
            return (None, alike);
        }
        // After its end a ruleset says nothing of what a program does that does not tell ends.
        let legal = |(game, at): (&Game<S>, &Option<At<S>>)| match at {
            Some(At::Ended(_)) if !tells_end => None,
            Some(at) => at.legal(game),
            None => None,
        };
        let sets: Vec<Option<Vec<Move<S::Point>>>> = games.iter().zip(&states).map(legal).collect();
        let Some(first) = sets.iter().flatten().next() else { continue };
        if sets.iter().flatten().any(|set| set != first) {
            return (Some(moves), alike);
        }
        for mv in first {
            let next = |(game, at): (&Game<S>, &Option<At<S>>)| at.as_ref()?.after(game, *mv);
            let next: Vec<Option<At<S>>> = games.iter().zip(&states).map(next).collect();
            if next.iter().flatten().count() > 1 {
                frontier.push_back(([moves.as_slice(), &[*mv]].concat(), next));
            }
        }
        let depth = moves.len();
        if frontier.front().is_none_or(|(next, _)| next.len() > depth) {
            alike = Some(Alike { moves: depth });
        }
    }
    (None, alike)
}

/// A candidate that explains what was seen.
#[derive(Debug, Clone, Copy)]
pub struct Kept {
    /// The candidate.
    pub one: Candidate,
    /// The nodes at which the program did as it says before games were chosen, and those of which
    /// it says nothing.
    pub nodes: [usize; 2],
}

/// What was inferred.
pub struct Inferred {
    /// The candidates that explain all that was seen, those of the catalogue first and the plain
    /// ones before others.
    pub agreeing: Vec<Kept>,
    /// The ruleset of the catalogue that is contradicted latest, among those that are.
    pub nearest: Option<Candidate>,
    /// The number of rulesets of the catalogue that were tried, and of compositions.
    pub tried: [usize; 2],
    /// Whether these are all, and not only those that the time was enough for.
    pub all_tried: bool,
    /// The games that were chosen to tell candidates apart, each with the place of its board.
    pub chosen: Vec<(usize, Vec<String>)>,
    /// For each board the length, in moves, up to which all games are the same under all that agree.
    pub alike: Vec<Option<Alike>>,
}

/// Finds the candidates that explain what was seen on all boards, and asks the program on games
/// that tell them apart, if `may_ask`. A fault of the program is returned with what was inferred so
/// far.
pub fn infer(
    benches: &mut [&mut dyn Bench],
    score: bool,
    may_ask: bool,
    over: &dyn Fn() -> bool,
    tell: &dyn Fn(String),
) -> (Inferred, Option<Fault>) {
    let tells = |benches: &[&mut dyn Bench]| benches.iter().any(|bench| bench.tells_end());
    let mut tells_end = tells(benches);
    let (known, composed) = (of_catalogue(score), compositions(tells_end));
    let all: Vec<Candidate> = known.iter().copied().chain(composed).collect();
    let (mut left, looked) = surviving(benches, &all, tells_end, over, tell);
    let all_tried = looked == all.len();
    let tried = [looked.min(known.len()), looked.saturating_sub(known.len())];
    let (mut chosen, mut alike, mut fault) = (Vec::new(), vec![None; benches.len()], None);
    let mut asked = BTreeSet::new();
    'asking: while may_ask && !over() && left.len() > 1 && chosen.len() < MAX_CHOSEN {
        for place in 0..benches.len() {
            if benches[place].points() > MAX_APART {
                continue;
            }
            let mut least: Option<Alike> = None;
            let rest: Vec<Rules> = left[1..].iter().map(|kept| kept.one.rules).collect();
            for chunk in rest.chunks(MAX_TOGETHER - 1) {
                tell(format!("{} candidates, {} games chosen", left.len(), chosen.len()));
                let rules = [&[left[0].one.rules], chunk].concat();
                let found = match benches[place].ask_apart(&rules, tells_end) {
                    Ok((Some(moves), _)) => moves,
                    Ok((None, alike)) => {
                        let shorter = |alike: &Alike| least.is_none_or(|least| alike.moves < least.moves);
                        least = alike.filter(shorter).or(least);
                        continue;
                    }
                    Err(why) => {
                        fault = Some(why);
                        break 'asking;
                    }
                };
                if !asked.insert((place, found.clone())) {
                    break 'asking;
                }
                chosen.push((place, found));
                if tells(benches) == tells_end {
                    left.retain(|kept| benches[place].agrees_on_last(&kept.one.rules, tells_end));
                } else {
                    tells_end = true;
                    let rest: Vec<Candidate> = left.iter().map(|kept| kept.one).collect();
                    left = surviving(benches, &rest, tells_end, over, tell).0;
                }
                alike.fill(None);
                continue 'asking;
            }
            alike[place] = least;
        }
        break;
    }
    let gone = |one: &&Candidate| !left.iter().any(|kept| kept.one.rules == one.rules);
    let contradicted = all[..looked].iter().filter(|one| one.in_catalogue && !over()).filter(gone);
    let seen = contradicted.filter_map(|one| {
        let explained = |bench: &&mut dyn Bench| bench.explained(&one.rules, tells_end, true);
        let agreeing: usize = benches.iter().filter_map(explained).map(|explained| explained.agreeing).sum();
        Some((agreeing, one)).filter(|(agreeing, _)| *agreeing > 0)
    });
    // Of those that are contradicted last, the one that is contradicted at the fewest nodes.
    let mut seen: Vec<(usize, &Candidate)> = seen.collect();
    seen.sort_by_key(|(agreeing, _)| std::cmp::Reverse(*agreeing));
    let differing = |one: &Candidate| -> usize {
        let explained = |bench: &&mut dyn Bench| bench.explained(&one.rules, tells_end, false);
        benches.iter().filter_map(explained).map(|explained| explained.differing).sum()
    };
    let nearest = seen.iter().take(MAX_NEAR).map(|(_, one)| *one).min_by_key(|one| differing(one)).copied();
    (Inferred { agreeing: left, nearest, tried, all_tried, chosen, alike }, fault)
}

/// The candidates that explain what was seen, and the number of those that were looked at until the
/// time was over.
fn surviving(
    benches: &[&mut dyn Bench],
    all: &[Candidate],
    tells_end: bool,
    over: &dyn Fn() -> bool,
    tell: &dyn Fn(String),
) -> (Vec<Kept>, usize) {
    let mut left = Vec::new();
    for (number, one) in all.iter().enumerate() {
        if over() {
            return (left, number);
        }
        tell(format!("candidate {} of {}, {} agree", number + 1, all.len(), left.len()));
        let mut nodes = [0; 2];
        let agrees = benches.iter().all(|bench| {
            let Some(explained) = bench.explained(&one.rules, tells_end, true) else { return true };
            nodes = [nodes[0] + explained.agreeing, nodes[1] + explained.beyond];
            explained.differing == 0
        });
        if agrees && nodes[0] > 0 {
            left.push(Kept { one: *one, nodes });
        }
    }
    (left, all.len())
}
