//! Checks of what holds of every game under a ruleset: it ends with a score; what its passes do to
//! the ban on repetition; whether one ruleset allows whatever another allows.

use std::collections::{BTreeSet, HashSet};

use crate::claims::check::{Checked, PassProperty};
use crate::claims::context::move_names;
use superko_go::hashing::FixedMap;
use superko_go::position::legal_positions_of;
use superko_go::{Board, Move, Player, Position, board::parse_edges};
use superko_rules::fact::{Class, Delta, Fact};
use superko_rules::referee::{Referee, ScoringCycle};
use superko_rules::{Effect, Game, Key, Play, Points, Rules, Ruling, State};

// --- Every game ends ---
//
// "Every game ends, with a score": three kinds of evidence.
//
// # Every game
// A state is position, mover, phase and the whole history, literally. If the graph of the states
// that can be reached from the empty board has no cycle, every game ends; its longest path is the
// longest game. The walk looks at every state once, and finds a cycle if there is one. The number
// of states grows fast: on 1x3 it is beyond what a check may cost under most rulesets.
//
// # Every key: a measure that grows
// Games end because something grows with every move and has a bound. Call a fact *permanent* if no
// move ever clears its class, and *new* in a move if the move sets it and could not have been made,
// or would have ended the game, had it held. Under each ruleset one of two measures grows, in the
// order of a dictionary, with every move that does not end the game:
//
// * the number of permanent facts, then the number of the others (`spight`, `kee2009`: a stone play
//   sets a position that did not stand, a pass one not passed on);
// * the number of permanent facts, then the phase, then the number of other facts (the superkos,
//   where a stone play sets a permanent fact and a pass makes the run of passes longer; `kee2020`,
//   where a stone after a pass is played on a position not initialised before).
//
// (Facts of class `Undone` do not count: every stone play replaces them.) Whether a move makes a
// measure grow depends on its key alone, so the check looks at every move of every key of the
// board, whether a game can come to it or not. As there are finitely many facts (all that the start
// or a move of any key sets, new in it or not), no game has more moves than the measure has steps,
// which gives a bound on the length.
//
// # Random games
// They hold the referee to the bound, and for `kee2009` the running sums of the solver to the mean
// of rule 17, taken to the letter.

/// The most states that a walk over all games visits.
const MAX_STATES: usize = 3_000_000;

/// The last phase; a later one is taken to be a count of something.
const MAX_PHASE: u32 = 64;

/// The number of random games on a board.
const RANDOM_GAMES: usize = 200;

/// The number of random games on each of many graphs.
const GAMES_PER_GRAPH: usize = 20;

/// Checks that every game ends, with a score: on boards small enough to look at every game, on
/// boards small enough to look at every key, and on every graph of up to `every_graph` points.
pub fn every_game_ends(
    rules: Rules,
    every_game: &[String],
    every_key: &[String],
    every_graph: usize,
) -> Result<Checked, String> {
    let (mut failures, mut evidence) = (Vec::new(), String::new());
    let board = |name: &String| Board::parse(name).map_err(|error| error.to_string());
    for name in every_game {
        let game = rules.game(board(name)?);
        let mut scores = BTreeSet::new();
        let enter = |states| match states {
            MAX_STATES.. => Err(format!("{}: more than {MAX_STATES} states", game.board)),
            _ => Ok(()),
        };
        match all_games(&game, enter, |score| _ = scores.insert(score))? {
            AllGames::Return(_) => failures.push(format!("{name}: a game may come back to its own state")),
            AllGames::End { longest, .. } if growth(&game).is_some_and(|it| longest as u64 > it.bound) => {
                failures.push(format!("{name}: a game of {longest} moves is beyond what the measure allows"));
            }
            AllGames::End { states, longest } => {
                let scores: Vec<String> = scores.iter().map(Points::to_string).collect();
                evidence += &format!(
                    "{name}: all games looked at: {states} states, the longest game has {longest} moves; scores {}\n",
                    scores.join(" ")
                );
            }
        }
    }
    for name in every_key {
        let game = rules.game(board(name)?);
        let Some(Growth { keys, bound }) = growth(&game) else {
            failures.push(format!("{name}: a move makes no measure grow"));
            continue;
        };
        evidence += &format!(
            "{name}: with every move of all {keys} keys the measure grows, so no game has more than {bound} moves\n"
        );
        match random_games(&game, bound, RANDOM_GAMES) {
            Err(what) => failures.push(format!("{name}: {what}")),
            Ok(longest) => {
                evidence += &format!(
                    "{name}: {RANDOM_GAMES} random games end with a score, the longest after {longest} moves\n"
                );
            }
        }
    }
    if every_graph > 0 {
        match on_every_graph(rules, every_graph) {
            Ok(what) => evidence.push_str(&what),
            Err(what) => failures.push(what),
        }
    }
    let looked_at = [("every game", every_game), ("every key", every_key)];
    let looked_at = looked_at.iter().filter(|(_, boards)| !boards.is_empty());
    let looked_at = looked_at.map(|(what, boards)| format!("{what} of {}", boards.join(" ")));
    let graphs = (every_graph > 0).then(|| format!("every key of every graph of up to {every_graph} points"));
    let looked_at: Vec<String> = looked_at.chain(graphs).collect();
    Ok(Checked {
        asked: format!("{rules}: every game ends with a score"),
        holds: Some(failures.is_empty()),
        found: match failures.is_empty() {
            true => format!("so it is: {}", looked_at.join(", ")),
            false => failures.join("; "),
        },
        evidence,
        nodes: 0,
    })
}

/// Looks at every key of every graph of up to `most` points, and plays some games at random on
/// each.
fn on_every_graph(rules: Rules, most: usize) -> Result<String, String> {
    if most > MAX_GRAPH_POINTS {
        return Err(format!("every-graph = {most}: expected at most {MAX_GRAPH_POINTS}"));
    }
    let (mut count, mut longest, mut all_keys) = (0, 0, 0);
    for board in (1..=most).flat_map(graphs_of) {
        let edges: Vec<String> = board.edges().map(|(a, b)| format!("{a}-{b}")).collect();
        let name = format!("the graph of {} points with the edges {}", board.points(), edges.join(" "));
        let game = rules.game(board);
        let grown = growth(&game).ok_or_else(|| format!("{name}: a move makes no measure grow"))?;
        let games = random_games(&game, grown.bound, GAMES_PER_GRAPH);
        longest = longest.max(games.map_err(|what| format!("{name}: {what}"))?);
        count += 1;
        all_keys += grown.keys;
    }
    Ok(format!(
        "all {count} graphs of 1 to {most} points, connected or not: with every move of all {all_keys} keys the measure \
         grows; {GAMES_PER_GRAPH} random games on each end with a score, the longest after {longest} moves\n"
    ))
}

/// The keys of a board on which a measure grows with every move, and the bound on the length of a
/// game.
struct Growth {
    keys: usize,
    bound: u64,
}

/// Finds a measure that grows with every move; `None` if neither does, or if the phase counts on
/// and on (as the balance of prisoners does under Kee 2009 with territory), so that the keys have
/// no end.
fn growth(game: &Game) -> Option<Growth> {
    let keys = all_keys(game, MAX_PHASE)?;
    let mut moves = Vec::new();
    for key in &keys {
        for play in game.plays(key) {
            if let Effect::Next(next, delta) = &play.effect {
                moves.push(([key.phase, next.phase], new_facts(&play, delta), delta.clone()));
            }
        }
    }
    let cleared = |class: &Class| moves.iter().any(|(.., delta)| delta.clears.has(*class));
    let classes = [Class::Stood, Class::Passed, Class::Initialised];
    let permanent: Vec<Class> = classes.into_iter().filter(|class| !cleared(class)).collect();
    let grows = |by_phase: bool| {
        moves.iter().all(|(phases, new, _)| {
            let lasting = new.iter().any(|fact| permanent.contains(&fact.class));
            let passing = new.iter().any(|fact| fact.class == Class::Stood);
            let [before, after] = if by_phase { *phases } else { [0; 2] };
            lasting || after > before || after == before && passing
        })
    };
    let by_phase = [false, true].into_iter().find(|by_phase| grows(*by_phase))?;
    // Not only the new ones: a pass may set what a stone play does not.
    let starts = keys.iter().map(|key| game.rules.start(key.position, key.mover).1);
    let sets = starts.chain(moves.into_iter().map(|(.., delta)| delta)).flat_map(|delta| delta.sets);
    let facts: HashSet<Fact> = sets.filter(|fact| classes.contains(&fact.class)).collect();
    let lasting = facts.iter().filter(|fact| permanent.contains(&fact.class)).count() as u64;
    let passing = facts.len() as u64 - lasting;
    let phases = keys.iter().map(|key| key.phase).max().map_or(1, |phase| u64::from(phase) + 1);
    // One more than the steps of the measure: the last move ends the game without making it grow.
    let bound = (lasting + 1) * (passing + 1) * if by_phase { phases } else { 1 };
    Some(Growth { keys: keys.len(), bound })
}

/// All keys that the moves of all positions lead to, reachable in a game or not; `None` if a phase
/// is above `max_phase`.
fn all_keys(game: &Game, max_phase: u32) -> Option<Vec<Key>> {
    let players = game.rules.properties().players;
    let positions = legal_positions_of(&game.board, players);
    let starts = positions.flat_map(|position| players.all().iter().map(move |mover| (position, *mover)));
    let mut seen: HashSet<Key> = HashSet::new();
    let starts = starts.map(|(position, mover)| game.rules.start(position, mover).0);
    let mut keys: Vec<Key> = starts.filter(|key| seen.insert(*key)).collect();
    let mut index = 0;
    while let Some(key) = keys.get(index) {
        if key.phase > max_phase {
            return None;
        }
        for play in game.plays(key) {
            if let Effect::Next(next, _) = play.effect {
                keys.extend(seen.insert(next).then_some(next));
            }
        }
        index += 1;
    }
    Some(keys)
}

/// The facts that a move sets and that did not hold if it could be made and did not end the game.
fn new_facts(play: &Play, delta: &Delta) -> Vec<Fact> {
    let absent = |fact: &Fact| play.bars.contains(fact) || play.stops.iter().any(|stop| stop.fact == *fact);
    // What a move clears and sets again does not make its number grow.
    delta.sets.iter().copied().filter(|fact| absent(fact) && !delta.clears.has(fact.class)).collect()
}

/// What all games from the empty board come to.
pub enum AllGames {
    /// Every game ends: the number of states, and the moves of the longest game.
    End { states: usize, longest: usize },
    /// A state can be reached from itself.
    Return(State),
}

/// Walks over all states that games from the empty board come to, each once. `enter` hears the
/// number of states known so far before each but the first, and may end the walk; `ended` hears the
/// score of each game that ends.
pub fn all_games<E>(
    game: &Game,
    mut enter: impl FnMut(usize) -> Result<(), E>,
    mut ended: impl FnMut(Points),
) -> Result<AllGames, E> {
    let mut successors = |state: &State| -> Vec<State> {
        let leads = |(_, ruling)| match ruling {
            Ruling::Leads(next) => Some(next),
            Ruling::Ends(score) => {
                ended(score);
                None
            }
            Ruling::Barred(_) => unreachable!("only legal moves are listed"),
        };
        game.legal(state).into_iter().filter_map(leads).collect()
    };
    let start = game.start(Position::default(), Player::Black);
    // The longest game from a state, or `None` while the walk is below it.
    let mut known: FixedMap<State, Option<usize>> = FixedMap::default();
    // States with those that are left to look at, and the longest game found so far.
    let mut walk = vec![(start.clone(), successors(&start), 1)];
    known.insert(start, None);
    loop {
        let (_, rest, longest) = walk.last_mut().expect("the walk ends with its first state");
        let Some(next) = rest.pop() else {
            let (state, _, longest) = walk.pop().expect("it was there a moment ago");
            known.insert(state, Some(longest));
            match walk.last_mut() {
                Some((_, _, above)) => *above = (*above).max(longest + 1),
                None => return Ok(AllGames::End { states: known.len(), longest }),
            }
            continue;
        };
        match known.get(&next) {
            Some(Some(done)) => *longest = (*longest).max(done + 1),
            Some(None) => return Ok(AllGames::Return(next)),
            None => {
                enter(known.len())?;
                let rest = successors(&next);
                known.insert(next.clone(), None);
                walk.push((next, rest, 1));
            }
        }
    }
}

/// A game from the empty board with moves at random, to its end or to `most` moves.
fn random_game<'a>(game: &'a Game, random: &mut SplitMix64, most: u64) -> Result<Referee<'a>, String> {
    let mut referee = Referee::new(game, Position::default(), Player::Black);
    while referee.ended().is_none() && (referee.made() as u64) < most {
        let legal = game.legal(referee.state());
        let (mv, _) = &legal[random.below(legal.len())];
        referee.play(*mv).map_err(|illegal| illegal.to_string())?;
    }
    Ok(referee)
}

/// Plays games at random; gives the number of moves of the longest, or says what was wrong with
/// one.
fn random_games(game: &Game, bound: u64, games: usize) -> Result<usize, String> {
    let mut longest = 0;
    let mut random = SplitMix64::new();
    for number in 1..=games {
        let referee = random_game(game, &mut random, bound)?;
        if referee.ended().is_none() {
            return Err(format!("random game {number} has more than {bound} moves"));
        }
        longest = longest.max(referee.made());
        if let (Some(score), Some(cycle)) = (referee.ended(), referee.cycle()) {
            let sum: i32 = cycle.scoring.iter().map(|(_, score)| score).sum();
            let count = cycle.scoring.len().max(1) as i32;
            if score != Points::new(sum, count) {
                return Err(format!("random game {number} scored {score}, rule 17 gives {sum}/{count}"));
            }
        }
    }
    Ok(longest)
}

// --- Every graph of a few points, as boards ---

/// The most points of which all graphs are listed: there are 34 of five points, and 156 of six.
pub const MAX_GRAPH_POINTS: usize = 6;

/// Every graph with this number of points, connected or not, one of each class that differ by the
/// names of the points alone.
pub fn graphs_of(points: usize) -> Vec<Board> {
    let pairs: Vec<(usize, usize)> = (0..points).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    let place = |a: usize, b: usize| {
        let (high, low) = (a.max(b), a.min(b));
        high * (high - 1) / 2 + low
    };
    // Where each pair goes when the points are renamed.
    let renamed = orders(points);
    let images: Vec<Vec<usize>> =
        renamed.iter().map(|to| pairs.iter().map(|(a, b)| place(to[*a], to[*b])).collect()).collect();
    let image = |graph: u32, to: &Vec<usize>| {
        let edges = (0..pairs.len()).filter(|pair| graph >> pair & 1 == 1);
        edges.fold(0, |image, pair| image | 1u32 << to[pair])
    };
    let least = |graph: &u32| images.iter().all(|to| image(*graph, to) >= *graph);
    (0..1u32 << pairs.len()).filter(least).map(|graph| graph_board(points, &pairs, graph)).collect()
}

fn graph_board(points: usize, pairs: &[(usize, usize)], graph: u32) -> Board {
    let vertices = (0..points).map(|point| format!("v{point}\n"));
    let edges = pairs.iter().enumerate().filter(|(place, _)| graph >> place & 1 == 1);
    let lines: String = vertices.chain(edges.map(|(_, (a, b))| format!("v{a} v{b}\n"))).collect();
    parse_edges(&format!("{points}-{graph}"), &lines).expect("the list is made above")
}

/// All orders of the first numbers.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![Vec::new()] };
    let shorter = orders(last);
    let longer = shorter.iter().flat_map(|order| {
        (0..count).map(|place| {
            let mut order = order.clone();
            order.insert(place, last);
            order
        })
    });
    longer.collect()
}

// --- What a pass does to the ban on repetition, and what that makes of a scoring cycle ---
//
// The ban is the set of facts that ban stone plays. Four properties, of all keys of a board or of
// games at random:
//
// * *lifts*: right after a pass the history bans no stone play. Looked at on every key: what the
//   pass clears are all facts that can ban a stone, and none that it sets bans one there.
// * *alone*: what is banned after a pass on a position depends on that position and the ban's later
//   history alone. On every key: the pass clears all facts that can ban a stone, and those that it
//   sets are the same whatever the history and speak of no other position.
// * *again*: the plays of a scoring cycle could be made again after its end, and whoever could only
//   pass in it could only pass again. In games at random: the cycle is played twice under the ban
//   alone.
// * *disturbed*: on each position of a scoring cycle that is no scoring position somebody placed a
//   stone in the cycle. In games at random.

/// The number of random games on a board.
const CYCLE_GAMES: usize = 300;

/// Checks a property of passes on some boards.
pub fn passes(rules: Rules, property: PassProperty, boards: &[String]) -> Result<Checked, String> {
    let (mut failure, mut evidence) = (None, String::new());
    for name in boards {
        let board = Board::parse(name).map_err(|error| error.to_string())?;
        let game = rules.game(board);
        let found = match property {
            PassProperty::Lifts | PassProperty::Alone => check_keys(&game, property),
            PassProperty::Again | PassProperty::Disturbed => check_games(&game, property),
        };
        match found {
            Ok(what) => evidence += &format!("{name}: {what}\n"),
            Err(what) => {
                failure = Some(format!("{name}: {what}"));
                break;
            }
        }
    }
    Ok(Checked {
        asked: format!("{rules}: {}", property.words()),
        holds: Some(failure.is_none()),
        found: failure.unwrap_or_else(|| format!("so it is on {}", boards.join(" "))),
        evidence,
        nodes: 0,
    })
}

/// Looks at the pass of every key that the positions of a board lead to.
fn check_keys(game: &Game, property: PassProperty) -> Result<String, String> {
    let keys = all_keys(game, u32::MAX).unwrap_or_default();
    let bars = keys.iter().flat_map(|key| game.plays(key)).flat_map(|play| play.bars);
    let classes: BTreeSet<Class> = bars.map(|fact| fact.class).collect();
    for key in &keys {
        let Some((next, sets)) = after_pass(game, key, &classes)? else { continue };
        let on = game.rules.count(&game.board, key);
        let barred = |play: &Play| play.bars.iter().any(|fact| sets.contains(fact));
        if property == PassProperty::Lifts && game.plays(&next).iter().any(barred) {
            return Err(format!("a pass on a position of score {on} leaves a stone play banned"));
        }
        if sets.iter().any(|fact| fact.position != key.position) {
            return Err("a pass sets a bar on a position other than the one passed on".to_string());
        }
    }
    Ok(format!("the passes of all {} keys", keys.len()))
}

/// The key after a pass and what it sets of the facts that can ban a stone; `None` if it ends the
/// game.
fn after_pass(game: &Game, key: &Key, bars: &BTreeSet<Class>) -> Result<Option<(Key, Vec<Fact>)>, String> {
    let pass = game.plays(key).into_iter().find(|play| play.mv == Move::Pass);
    let Some(Play { effect: Effect::Next(next, delta), .. }) = pass else { return Ok(None) };
    match bars.iter().find(|class| !delta.clears.has(**class)) {
        Some(class) => {
            Err(format!("a pass leaves facts of the class {class:?} as they are, which bar stones"))
        }
        None => Ok(Some((next, delta.sets.into_iter().filter(|fact| bars.contains(&fact.class)).collect()))),
    }
}

/// Plays games at random and looks at their scoring cycles.
fn check_games(game: &Game, property: PassProperty) -> Result<String, String> {
    let mut random = SplitMix64::new();
    let (mut cycles, mut looked_at) = (0, 0);
    for number in 1..=CYCLE_GAMES {
        let referee = random_game(game, &mut random, u64::MAX)?;
        let cycle = referee.cycle().ok_or("a game has ended without a scoring cycle")?;
        cycles += usize::from(referee.steps()[cycle.first - 1..].iter().any(|step| step.mv != Move::Pass));
        looked_at += match property {
            PassProperty::Again => replay_cycle(game, &referee, &cycle),
            _ => unscored_positions(&referee, &cycle),
        }
        .map_err(|what| format!("random game {number}: {what}"))?;
    }
    let what = if property == PassProperty::Again { "forced passes" } else { "positions that do not score" };
    if looked_at == 0 {
        return Err(format!("there are no {what} in {CYCLE_GAMES} random games"));
    }
    Ok(format!(
        "{CYCLE_GAMES} random games, {cycles} of them with a stone in the scoring cycle, {looked_at} {what}"
    ))
}

/// Plays the scoring cycle once more under the ban alone; gives the number of forced passes in it.
fn replay_cycle(game: &Game, referee: &Referee, cycle: &ScoringCycle) -> Result<usize, String> {
    let start = &referee.steps()[0];
    let (mut key, delta) = game.rules.start(start.on, start.player);
    let mut facts: BTreeSet<Fact> = delta.sets.into_iter().collect();
    let moves: Vec<Move> = referee.steps().iter().map(|step| step.mv).collect();
    let mut forced = Vec::new();
    for (place, mv) in moves.iter().chain(&moves[cycle.first - 1..]).enumerate() {
        let plays = game.plays(&key);
        let barred = |play: &Play| play.bars.iter().any(|fact| facts.contains(fact));
        let only_pass = plays.iter().all(|play| play.mv == Move::Pass || barred(play));
        let play = plays.iter().find(|play| play.mv == *mv && !barred(play));
        let play = play.ok_or_else(|| format!("play {} could not be made again", place + 1 - moves.len()))?;
        let Effect::Next(next, delta) = &play.effect else { return Err("a play has no next".to_string()) };
        facts.retain(|fact| !delta.clears.has(fact.class));
        facts.extend(&delta.sets);
        key = *next;
        forced.push(only_pass);
    }
    let first = &forced[cycle.first - 1..moves.len()];
    match first == &forced[moves.len()..] {
        true => Ok(first.iter().filter(|forced| **forced).count()),
        false => Err("a forced pass of the cycle is not forced when the cycle is played again".to_string()),
    }
}

/// Gives the number of positions of the scoring cycle that are no scoring positions.
fn unscored_positions(referee: &Referee, cycle: &ScoringCycle) -> Result<usize, String> {
    let steps = &referee.steps()[cycle.first - 1..];
    let visited: BTreeSet<Position> = steps.iter().map(|step| step.on).collect();
    let scores = |position: &Position| cycle.scoring.iter().any(|(scored, _)| scored == position);
    let others: Vec<&Position> = visited.iter().filter(|position| !scores(position)).collect();
    let played_on =
        |position: &Position| steps.iter().any(|step| step.on == *position && step.mv != Move::Pass);
    match others.iter().all(|position| played_on(position)) {
        true => Ok(others.len()),
        false => Err("a position on which nobody placed a stone does not score".to_string()),
    }
}

// --- What one ruleset allows and another does not ---

/// Checks that every move that the first of two rulesets allows is allowed under the second too, in
/// all games of up to `most` moves from the empty board that both allow.
pub fn allows(rules: [Rules; 2], boards: &[String], most: usize) -> Result<Checked, String> {
    let (mut failure, mut evidence) = (None, String::new());
    for name in boards {
        let board = Board::parse(name).map_err(|error| error.to_string())?;
        let games = rules.map(|rules| rules.game(board.clone()));
        let starts = games.each_ref().map(|game| game.start(Position::default(), Player::Black));
        let (mut line, mut looked_at) = (Vec::new(), 0);
        if refuses(&games, &starts, most, &mut line, &mut looked_at) {
            failure =
                Some(format!("{name}: {} refuses the last move of {}", rules[1], move_names(&board, &line)));
            break;
        }
        evidence += &format!("{name}: {looked_at} moves, in all games of up to {most}\n");
    }
    Ok(Checked {
        asked: format!("in games of up to {most} moves, {} allows whatever {} allows", rules[1], rules[0]),
        holds: Some(failure.is_none()),
        found: failure.unwrap_or_else(|| format!("so it is on {}", boards.join(" "))),
        evidence,
        nodes: 0,
    })
}

/// Whether the second of two games refuses a move that the first allows, within `left` moves; then
/// `line` is the line up to that move.
fn refuses(
    games: &[Game; 2],
    states: &[State; 2],
    left: usize,
    line: &mut Vec<Move>,
    looked_at: &mut u64,
) -> bool {
    if left == 0 {
        return false;
    }
    let other = games[1].legal(&states[1]);
    for (mv, ruling) in games[0].legal(&states[0]) {
        line.push(mv);
        *looked_at += 1;
        let Some((_, answer)) = other.iter().find(|(other, _)| *other == mv) else { return true };
        if let (Ruling::Leads(next), Ruling::Leads(answer)) = (ruling, answer)
            && refuses(games, &[next, answer.clone()], left - 1, line, looked_at)
        {
            return true;
        }
        line.pop();
    }
    false
}

// --- Random numbers, the same in every run ---

/// A generator (splitmix64).
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// The generator at its beginning.
    pub fn new() -> SplitMix64 {
        SplitMix64(0)
    }

    /// The next number, less than `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_graphs_as_counted_by_others() {
        // OEIS A000088.
        for (points, count) in [(1, 1), (2, 2), (3, 4), (4, 11), (5, 34)] {
            assert_eq!(graphs_of(points).len(), count, "{points}");
        }
    }
}
