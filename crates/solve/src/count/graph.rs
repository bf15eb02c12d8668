//! The situation graph of a superko, on which games are walks that enter no situation twice, and
//! the errors of counts.
//!
//! # Which rulesets
//! A superko bans a stone play by exactly one fact, and exactly this fact holds once the play is
//! made: the position (with the player to move, under some) has stood. Nothing clears a fact, and
//! the second pass in a row ends the game. Whether a ruleset is like that is not asked of its name
//! but seen in the moves that it lists ([`Graph::of`]), so a *situation* is whatever its facts tell
//! apart: a position under `psk`, a position with the player to move under `ssk` and `nssk`.
//!
//! # Why walks are games
//! Between two stone plays of a game there is no pass or one, as two end it. So in a situation
//! there are the *direct* plays, those of the player to move, the plays *after a pass*, those of
//! his opponent, and exactly one game that has no more stone plays. The pass may itself make a fact
//! hold: under `ssk` the position has then stood with the opponent to move, too. That is the *mark*
//! of a situation, which bans that situation for good, but only if the pass is made. So games
//! correspond one to one to walks in which each step is either direct, or after a pass and with the
//! mark made, and that enter no situation that was entered or marked before. All walks count, the
//! one without steps too.
//!
//! Where a pass marks nothing, as under `psk`, it makes no difference for what comes whether a step
//! was direct, and the two kinds are kept as one. Under `psk` the situations of a position with
//! either player to move are then the same node, its steps are all stone plays of either colour,
//! and the walks are the simple paths that J. Tromp and G. Farneback count (*Combinatorics of Go*,
//! lemma 2).

use std::collections::{HashMap, VecDeque};
use std::fmt;

use crate::Stopped;
use superko_go::{Board, Move, Player};
use superko_rules::fact::{Delta, Fact, Past};
use superko_rules::{Effect, Game, Key, Play, Rules, State, catalogue};

/// A set of situations.
pub type Set = u128;

/// The steps from a situation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Steps {
    /// The situations that direct plays enter.
    direct: Set,
    /// Those of them that more than one play enters (single stones that are suicides), once for
    /// each more.
    again: Vec<u8>,
    /// The situations that plays after a pass enter.
    after_pass: Set,
    /// The mark of the pass.
    mark: Set,
}

/// The situations that games can enter from a start, and the steps between them.
pub struct Graph {
    /// Of each situation, and at the end of the start, which is never entered again.
    steps: Vec<Steps>,
    /// The representative of each situation, and the symmetries to there; for the start, itself.
    images: Vec<(u8, Vec<usize>)>,
    /// Permutations of the situations that keep all steps. The first is the identity.
    symmetries: Vec<Vec<u8>>,
}

impl Graph {
    /// The graph of the games that go on from a state, or `None` if the ruleset is not a superko.
    ///
    /// # Errors
    /// [`CountError::TooManySituations`] if there are more than [`MAX_SITUATIONS`].
    pub fn of(game: &Game, start: &State) -> Result<Option<Graph>, CountError> {
        let mut builder =
            GraphBuilder { game, past: &start.past, places: HashMap::new(), open: VecDeque::new() };
        let Some(first) = builder.lists(&start.key, None)? else { return Ok(None) };
        let mut rows: Vec<Option<StepLists>> = Vec::new();
        let mut seen = HashMap::new();
        while let Some((key, place)) = builder.open.pop_front() {
            match seen.insert(key, place) {
                None => {}
                Some(earlier) if earlier == place => continue,
                // The key does not determine the fact.
                Some(_) => return Ok(None),
            }
            let Some(lists) = builder.lists(&key, Some(place))? else { return Ok(None) };
            rows.resize(builder.places.len(), None);
            let row = &mut rows[usize::from(place)];
            if row.as_ref().is_some_and(|row| *row != lists) {
                // The fact does not determine what comes next.
                return Ok(None);
            }
            *row = Some(lists);
        }
        let places = builder.places;
        let steps: Vec<Steps> =
            rows.into_iter().flatten().chain([first]).map(|lists| lists.steps(&places)).collect();
        let symmetries = symmetries(&game.board, &places, &steps);
        let mut images: Vec<(u8, Vec<usize>)> = (0..places.len())
            .map(|place| {
                let image = |symmetry: &Vec<u8>| symmetry[place];
                let least = symmetries.iter().map(image).min().expect("the identity is one");
                let to_it = (0..symmetries.len()).filter(|&which| image(&symmetries[which]) == least);
                (least, to_it.collect())
            })
            .collect();
        images.push((places.len() as u8, vec![0]));
        Ok(Some(Graph { steps, images, symmetries }))
    }

    /// The number of situations, without the start.
    pub fn situations(&self) -> usize {
        self.steps.len() - 1
    }

    /// The start and all situations that can be entered.
    pub fn start(&self) -> (u8, Set) {
        let all = self.situations() as u32;
        (all as u8, Set::MAX.checked_shr(Set::BITS - all).unwrap_or(0))
    }

    /// The situations that a step can enter.
    #[inline]
    pub fn enterable(&self, place: u8) -> Set {
        let steps = &self.steps[usize::from(place)];
        steps.direct | steps.after_pass
    }

    /// Every step into a situation of `free`, with what is free then. (A pass that marks the
    /// situation which is entered after it would ban it; no pass does, but it costs nothing to be
    /// right.)
    #[inline]
    pub fn next(&self, place: u8, free: Set) -> impl Iterator<Item = (u8, Set)> + '_ {
        let steps = &self.steps[usize::from(place)];
        let unmarked = free & !steps.mark;
        let again = steps.again.iter().copied().filter(move |next| free >> next & 1 == 1);
        let direct = members(steps.direct & free).chain(again).map(move |next| (next, free & !(1 << next)));
        let after_pass = members(steps.after_pass & unmarked);
        direct.chain(after_pass.map(move |next| (next, unmarked & !(1 << next))))
    }

    /// The situations of `free` that walks from a place through `free` can reach. No walk enters
    /// another, and whether another is marked makes no difference, so walks through these are all
    /// walks through `free`.
    pub fn reachable(&self, place: u8, free: Set) -> Set {
        let mut reached = self.enterable(place) & free;
        let mut fresh = reached;
        while fresh != 0 {
            let next = fresh.trailing_zeros() as u8;
            fresh &= fresh - 1;
            let more = self.enterable(next) & free & !reached;
            reached |= more;
            fresh |= more;
        }
        reached
    }

    /// The representative of all pairs of a situation and a set of free ones that are alike. A
    /// symmetry of the graph maps the walks from a place through a set one to one onto those from
    /// its image through the image of the set.
    pub fn canonical(&self, place: u8, free: Set) -> (u8, Set) {
        let (least, to_it) = &self.images[usize::from(place)];
        let images = to_it.iter().map(|&which| match which {
            0 => free,
            _ => image(&self.symmetries[which], free),
        });
        (*least, images.min().expect("some symmetry leads there"))
    }
}

fn image(symmetry: &[u8], set: Set) -> Set {
    members(set).fold(0, |image, member| image | 1 << symmetry[usize::from(member)])
}

/// The members of a set of situations, in ascending order.
#[inline]
fn members(set: Set) -> impl Iterator<Item = u8> {
    let mut rest = set;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let member = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            member
        })
    })
}

/// The steps of a situation while the graph is listed: numbers of situations in ascending order.
#[derive(Debug, Clone, PartialEq, Eq)]
struct StepLists {
    direct: Vec<u8>,
    after_pass: Vec<u8>,
    mark: Option<Fact>,
}

impl StepLists {
    fn steps(&self, places: &HashMap<Fact, u8>) -> Steps {
        let set = |list: &[u8]| list.iter().fold(0, |set, place| set | 1 << place);
        let repeated = self.direct.windows(2).filter(|pair| pair[0] == pair[1]);
        // A mark on what no game can enter bans nothing.
        let mark = self.mark.and_then(|fact| places.get(&fact));
        Steps {
            direct: set(&self.direct),
            again: repeated.map(|pair| pair[0]).collect(),
            after_pass: set(&self.after_pass),
            mark: mark.map_or(0, |place| 1 << place),
        }
    }
}

/// A builder of the graph.
struct GraphBuilder<'a> {
    game: &'a Game,
    past: &'a Past,
    /// The number of the situation of each fact.
    places: HashMap<Fact, u8>,
    /// Keys that games reach, each with its situation.
    open: VecDeque<(Key, u8)>,
}

impl GraphBuilder<'_> {
    /// The steps of a key whose situation has this number, or `None` if they are not those of a
    /// superko.
    fn lists(&mut self, key: &Key, own: Option<u8>) -> Result<Option<StepLists>, CountError> {
        let mut plays = self.game.plays(key);
        let pass = plays.pop().expect("there always is a pass");
        let Some(direct) = self.steps(&plays, own)? else { return Ok(None) };
        let mut lists = StepLists { direct, after_pass: Vec::new(), mark: None };
        match passed(&pass) {
            Some(Passed::Ends) => {}
            Some(Passed::Leads(key, mark)) => {
                let mut plays = self.game.plays(&key);
                let second = plays.pop().expect("there always is a pass");
                let ends = matches!(passed(&second), Some(Passed::Ends));
                let steps = if ends { self.steps(&plays, own)? } else { None };
                let Some(after_pass) = steps else { return Ok(None) };
                lists.after_pass = after_pass;
                // What holds already is not marked by holding once more.
                lists.mark = mark.filter(|fact| !self.holds(fact, own));
            }
            None => return Ok(None),
        }
        if lists.mark.is_none() {
            lists.direct.append(&mut lists.after_pass);
        }
        lists.direct.sort_unstable();
        lists.after_pass.sort_unstable();
        let once = lists.after_pass.windows(2).all(|pair| pair[0] != pair[1]);
        Ok(once.then_some(lists))
    }

    /// Whether a fact holds in a situation whatever was played since the start.
    fn holds(&self, fact: &Fact, own: Option<u8>) -> bool {
        self.past.get(fact).is_some() || own.is_some() && self.places.get(fact).copied() == own
    }

    /// The situations that stone plays enter, but for those that are banned whatever was played
    /// before.
    fn steps(&mut self, plays: &[Play], own: Option<u8>) -> Result<Option<Vec<u8>>, CountError> {
        let mut steps = Vec::with_capacity(2 * plays.len());
        for play in plays {
            let Some((fact, key)) = entered(play) else { return Ok(None) };
            if self.holds(&fact, own) {
                continue;
            }
            let fresh = self.places.len();
            let place = *self.places.entry(fact).or_insert(fresh as u8);
            if self.places.len() > MAX_SITUATIONS {
                return Err(CountError::TooManySituations);
            }
            self.open.push_back((key, place));
            steps.push(place);
        }
        Ok(Some(steps))
    }
}

/// The fact that bans a stone play of a superko and that it makes true, and the key after it.
fn entered(play: &Play) -> Option<(Fact, Key)> {
    let (&[fact], Effect::Next(key, delta)) = (play.bars.as_slice(), &play.effect) else { return None };
    let only = Delta { sets: play.bars.clone(), ..Delta::default() };
    (*delta == only && play.stops.is_empty()).then_some((fact, *key))
}

/// The effect of a pass under a superko.
enum Passed {
    Ends,
    /// Leads to this key, and makes this fact hold.
    Leads(Key, Option<Fact>),
}

fn passed(play: &Play) -> Option<Passed> {
    if play.mv != Move::Pass || !play.bars.is_empty() || !play.stops.is_empty() {
        return None;
    }
    match &play.effect {
        Effect::End(_) => Some(Passed::Ends),
        Effect::Next(key, delta) => {
            let mark = delta.sets.first().copied();
            let only = Delta { sets: mark.into_iter().collect(), ..Delta::default() };
            (*delta == only).then_some(Passed::Leads(*key, mark))
        }
    }
}

/// The symmetries of the board, with the colours exchanged or not, that keep the situations and all
/// steps.
fn symmetries(board: &Board, places: &HashMap<Fact, u8>, steps: &[Steps]) -> Vec<Vec<u8>> {
    let mut kept: Vec<Vec<u8>> = Vec::new();
    for exchange in [false, true] {
        for symmetry in board.symmetries() {
            let fact_image = |fact: &Fact| {
                let position = fact.position.image(symmetry);
                match exchange {
                    false => Fact { position, ..*fact },
                    true => {
                        Fact { who: fact.who.map(Player::other), position: position.exchanged(), ..*fact }
                    }
                }
            };
            let mut map = vec![0; places.len()];
            let known = places.iter().all(|(fact, &place)| {
                let image = places.get(&fact_image(fact));
                map[usize::from(place)] = image.copied().unwrap_or_default();
                image.is_some()
            });
            let keeps = |place: usize| {
                let (from, to) = (&steps[place], &steps[usize::from(map[place])]);
                let mut again: Vec<u8> = from.again.iter().map(|&next| map[usize::from(next)]).collect();
                again.sort_unstable();
                image(&map, from.direct) == to.direct
                    && image(&map, from.after_pass) == to.after_pass
                    && image(&map, from.mark) == to.mark
                    && again == to.again
            };
            if known && (0..places.len()).all(keeps) && !kept.contains(&map) {
                kept.push(map);
            }
        }
    }
    kept
}

// --- errors ----------------------------------------------------------------------------------------------------------

/// The most situations of a graph: one bit each in a `u128`.
pub const MAX_SITUATIONS: usize = u128::BITS as usize;

/// The reason why there is no count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountError {
    /// Games may go on for ever under this ruleset, so that there is no number of them.
    Endless(&'static str),
    /// Every game ends under this ruleset, so that its positions are not valued all at once.
    Ends(&'static str),
    /// There are more situations than the bits of a set.
    TooManySituations,
    /// The number has more than 128 bits.
    Overflow,
    /// A limit was reached, or the user has interrupted the count.
    Stopped(Stopped),
}

impl From<Stopped> for CountError {
    fn from(stopped: Stopped) -> CountError {
        CountError::Stopped(stopped)
    }
}

/// The rulesets whose games always end, or those whose games may not.
fn rulesets(always_end: bool) -> String {
    let entries = catalogue::ALL.into_iter();
    let chosen = entries.filter(|entry| Rules::from(*entry).always_ends() == always_end);
    chosen.map(|entry| entry.id).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountError::Endless(ruleset) => {
                write!(
                    f,
                    "games under {ruleset} may go on for ever and cannot be counted, expected one of: {}",
                    rulesets(true)
                )
            }
            CountError::Ends(ruleset) => {
                write!(
                    f,
                    "every game under {ruleset} ends, and its positions are not counted by their values, expected one of: {}",
                    rulesets(false)
                )
            }
            CountError::TooManySituations => write!(
                f,
                "games can come to more than {MAX_SITUATIONS} situations, expected a board of at most 5 \
                 intersections under psk and 4 under the other superkos"
            ),
            CountError::Overflow => write!(f, "there are more games than {}, expected fewer", u128::MAX),
            CountError::Stopped(stopped) => write!(f, "stopped by {stopped}"),
        }
    }
}

impl std::error::Error for CountError {}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_go::{Position, Suicide};
    use superko_rules::Rules;

    impl Graph {
        /// Situations in a row, with `plays` from each to the next.
        pub fn row(situations: usize, plays: usize) -> Graph {
            let step = |next: usize| Steps {
                direct: 1 << next,
                again: vec![next as u8; plays - 1],
                ..Steps::default()
            };
            let mut steps: Vec<Steps> = (1..situations).map(step).collect();
            if situations > 0 {
                steps.extend([Steps::default(), step(0)]);
            } else {
                steps.push(Steps::default());
            }
            let images = (0..=situations).map(|place| (place as u8, vec![0])).collect();
            Graph { steps, images, symmetries: vec![(0..situations as u8).collect()] }
        }
    }

    fn graph(board: &str, rules: &str, suicide: Suicide, moves: usize) -> Option<Graph> {
        let mut rules = Rules::named(rules).unwrap();
        rules.options.suicide = suicide;
        let game = rules.game(Board::parse(board).unwrap());
        let mut state = game.start(Position::default(), Player::Black);
        for _ in 0..moves {
            match game.legal(&state).swap_remove(0).1 {
                superko_rules::Ruling::Leads(next) => state = next,
                other => panic!("{other:?} is not a stone play"),
            }
        }
        Graph::of(&game, &state).unwrap()
    }

    #[test]
    fn every_position_but_the_start_is_a_situation() {
        for (board, positions) in
            [("1x1", 1), ("1x2", 5), ("1x3", 15), ("1x4", 41), ("1x5", 113), ("2x2", 57)]
        {
            for suicide in Suicide::ALL {
                let graph = graph(board, "psk", suicide, 0).expect("a superko");
                assert_eq!(graph.situations(), positions - 1, "{board} {suicide:?}");
                let (start, all) = graph.start();
                assert_eq!(all.count_ones() as usize, positions - 1);
                assert_eq!(graph.reachable(start, all), all);
            }
        }
        // With the player to move there are two of each but the empty one, and if suicide is
        // forbidden a player whose opponent has no stone on the board is not to move after one of
        // his plays.
        for (board, positions, one_colour) in [("1x3", 15, 2 * 6), ("1x4", 41, 2 * 14), ("2x2", 57, 2 * 14)] {
            for rules in ["ssk", "nssk"] {
                let graph = graph(board, rules, Suicide::Forbidden, 0).expect("a superko");
                assert_eq!(graph.situations(), 2 * (positions - 1) - one_colour, "{board} {rules}");
            }
        }
    }

    #[test]
    fn only_what_the_past_leaves_alike_is_symmetric() {
        let count = |board, moves| graph(board, "psk", Suicide::Forbidden, moves).unwrap().symmetries.len();
        assert_eq!([count("1x4", 0), count("2x2", 0), count("1x4", 1), count("2x2", 1)], [4, 16, 1, 2]);
    }

    #[test]
    fn what_is_no_superko_has_no_graph() {
        for rules in ["simple-ko", "spight", "kee2009", "kee2020"] {
            assert!(graph("1x3", rules, Suicide::Forbidden, 0).is_none(), "{rules}");
        }
    }

    #[test]
    fn too_many_situations_are_refused() {
        let game = Rules::named("ssk").unwrap().game(Board::parse("1x5").unwrap());
        let start = game.start(Position::default(), Player::Black);
        assert_eq!(Graph::of(&game, &start).err(), Some(CountError::TooManySituations));
    }
}
