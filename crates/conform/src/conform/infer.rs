//! Which rulesets explain what a program does.
//!
//! Every candidate is held against all that was seen; games are then chosen on which those that are
//! left differ, the shortest first, and the program is asked there, until none is known on which
//! they do.

use std::collections::{BTreeSet, VecDeque};

use rayon::prelude::*;

use super::candidates::{Candidate, compositions, of_catalogue};
use super::finding::{Finding, findings};
use super::observe::{At, Explained, Judged, Observed};
use super::program::Fault;
use super::session::{Moves, Session, Size};
use super::walk::Walk;
use superko_go::bits::PointSet;
use superko_go::notation::move_name;
use superko_go::player::Move;
use superko_go::position::Position;
use superko_rules::Rules;
use superko_rules::game::Game;

/// The largest board on which games are chosen that tell candidates apart.
pub const MAX_APART: usize = 16;

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
    /// How each of some rulesets stands to what was seen on this board; `None` if it is not played
    /// on it.
    fn explained(&self, rules: &[Rules], judged: &Judged) -> Vec<Option<Explained>>;

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

    /// Whether the program may be asked more.
    fn may_ask(&self) -> bool;
}

/// A walk with the game that was chosen last.
pub struct Chosen<S: Size> {
    /// The walk.
    pub walk: Walk<S>,
    /// The game.
    pub last: Moves<S>,
    /// Whether the program may be asked more.
    pub may_ask: bool,
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
    fn explained(&self, rules: &[Rules], judged: &Judged) -> Vec<Option<Explained>> {
        // The program itself stays with this thread.
        let Walk { session: Session { board, first, .. }, observed, .. } = &self.walk;
        let explained = |rules: &Rules| {
            let game = S::game(*rules, board).ok()?;
            let start = game.start(Position::default(), *first);
            Some(observed.explained(&game, start, judged))
        };
        rules.par_iter().map(explained).collect()
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

    fn may_ask(&self) -> bool {
        self.may_ask
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
#[derive(Debug, Clone)]
pub struct Kept {
    /// The candidate.
    pub one: Candidate,
    /// By board: the nodes at which the program does as it says, and those of which it says nothing.
    pub nodes: Vec<[usize; 2]>,
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
    over: &(dyn Fn() -> bool + Sync),
    tell: &dyn Fn(String),
) -> (Inferred, Option<Fault>) {
    let tells = |benches: &[&mut dyn Bench]| benches.iter().any(|bench| bench.tells_end());
    let mut tells_end = tells(benches);
    let (known, composed) = (of_catalogue(score), compositions(tells_end));
    let all: Vec<Candidate> = known.iter().copied().chain(composed).collect();
    let first = held(benches, &all, tells_end, over, tell);
    let looked = first.looked();
    let all_tried = looked == all.len();
    let Held { mut left, mut gone } = first;
    let tried = [looked.min(known.len()), looked.saturating_sub(known.len())];
    let (mut chosen, mut alike, mut fault) = (Vec::new(), vec![None; benches.len()], None);
    let mut asked = BTreeSet::new();
    'asking: while may_ask && !over() && left.len() > 1 && chosen.len() < MAX_CHOSEN {
        for place in 0..benches.len() {
            if benches[place].points() > MAX_APART || !benches[place].may_ask() {
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
                    let agrees = |kept: &Kept| benches[place].agrees_on_last(&kept.one.rules, tells_end);
                    let (agreeing, others) = left.into_iter().partition(agrees);
                    left = agreeing;
                    gone.extend::<Vec<Kept>>(others);
                } else {
                    tells_end = true;
                    let rest: Vec<Candidate> = left.iter().map(|kept| kept.one).collect();
                    let again = held(benches, &rest, tells_end, over, tell);
                    left = again.left;
                    gone.extend(again.gone);
                }
                alike.fill(None);
                continue 'asking;
            }
            alike[place] = least;
        }
        break;
    }
    // Games are chosen on small boards alone, whose nodes are counted again.
    let places: BTreeSet<usize> = chosen.iter().map(|(place, _)| *place).collect();
    let judged = Judged { tells_end, first_only: true, over };
    for place in places {
        let rules: Vec<Rules> = left.iter().map(|kept| kept.one.rules).collect();
        let counted = benches[place].explained(&rules, &judged);
        if !over() {
            let nodes = counted.into_iter().map(counts);
            left.iter_mut().zip(nodes).for_each(|(kept, nodes)| kept.nodes[place] = nodes);
        }
    }
    let nearest = nearest(benches, &gone, &judged);
    (Inferred { agreeing: left, nearest, tried, all_tried, chosen, alike }, fault)
}

/// The ruleset of the catalogue that is contradicted last; of several about equally late ones that
/// with the fewest contradictions on small boards, or on all where there are no small ones.
fn nearest(benches: &[&mut dyn Bench], gone: &[Kept], judged: &Judged) -> Option<Candidate> {
    let agreeing = |kept: &Kept| kept.nodes.iter().map(|nodes| nodes[0]).sum::<usize>();
    let mut gone: Vec<&Kept> =
        gone.iter().filter(|kept| kept.one.in_catalogue && agreeing(kept) > 0).collect();
    gone.sort_by_key(|kept| std::cmp::Reverse(agreeing(kept)));
    gone.truncate(MAX_NEAR);
    let rules: Vec<Rules> = gone.iter().map(|kept| kept.one.rules).collect();
    let mut differing = vec![0; rules.len()];
    let small = |bench: &&&mut dyn Bench| bench.points() <= MAX_APART;
    let any = benches.iter().any(|bench| small(&bench));
    for bench in benches.iter().filter(|bench| !any || small(bench)) {
        let explained = bench.explained(&rules, &Judged { first_only: false, ..*judged });
        let numbers = explained.iter().map(|explained| explained.map_or(0, |explained| explained.differing));
        differing.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    let least = differing.into_iter().zip(gone).min_by_key(|(differing, _)| *differing);
    least.map(|(_, kept)| kept.one)
}

/// The nodes at which a program does as a ruleset says, and those of which it says nothing.
fn counts(explained: Option<Explained>) -> [usize; 2] {
    explained.map_or([0; 2], |explained| [explained.agreeing, explained.beyond])
}

/// Candidates that were held against what was seen.
#[derive(Default)]
struct Held {
    /// Those that explain it.
    left: Vec<Kept>,
    /// Those that are contradicted, with the nodes before that.
    gone: Vec<Kept>,
}

impl Held {
    fn looked(&self) -> usize {
        self.left.len() + self.gone.len()
    }
}

/// Holds candidates against what was seen, until the time is over: on the smallest boards first,
/// which takes the least time and tells most apart. Of one that is contradicted on a board the
/// others are not looked at.
fn held(
    benches: &[&mut dyn Bench],
    all: &[Candidate],
    tells_end: bool,
    over: &(dyn Fn() -> bool + Sync),
    tell: &dyn Fn(String),
) -> Held {
    let judged = Judged { tells_end, first_only: true, over };
    let mut places: Vec<usize> = (0..benches.len()).collect();
    places.sort_by_key(|place| benches[*place].points());
    let mut held = Held::default();
    for some in all.chunks(2 * rayon::current_num_threads()) {
        tell(format!("candidate {} of {}, {} agree", held.looked() + 1, all.len(), held.left.len()));
        let kept = |one: &Candidate| Kept { one: *one, nodes: vec![[0; 2]; benches.len()] };
        let mut some: Vec<Kept> = some.iter().map(kept).collect();
        let mut gone = Vec::new();
        for place in &places {
            let rules: Vec<Rules> = some.iter().map(|kept| kept.one.rules).collect();
            let explained = benches[*place].explained(&rules, &judged);
            for (mut kept, found) in std::mem::take(&mut some).into_iter().zip(explained) {
                kept.nodes[*place] = counts(found);
                let contradicted = found.is_some_and(|found| found.differing > 0);
                (if contradicted { &mut gone } else { &mut some }).push(kept);
            }
        }
        if over() {
            break;
        }
        let seen = |kept: &Kept| kept.nodes.iter().any(|nodes| nodes[0] > 0);
        let (left, unseen): (Vec<Kept>, Vec<Kept>) = some.into_iter().partition(seen);
        held.left.extend(left);
        held.gone.extend(gone.into_iter().chain(unseen));
    }
    held
}
