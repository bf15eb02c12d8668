//! What a pass does to the ban on repetition, and what that makes of a scoring cycle.
//!
//! The ban is the set of facts that bar stone plays. Four properties, of all keys of a board or of games at random:
//!
//! * *lifts*: right after a pass the past bars no stone play. Looked at on every key: what the pass clears are all facts
//!   that can bar a stone, and none that it sets bars one there.
//! * *alone*: what is barred after a pass on a position depends on that position and the ban's later history alone. On
//!   every key: the pass clears all facts that can bar a stone, and those that it sets are the same whatever the past
//!   and speak of no other position.
//! * *again*: the plays of a scoring cycle could be made again after its end, and whoever could only pass in it could
//!   only pass again. In games at random: the cycle is played twice under the ban alone.
//! * *disturbed*: on each position of a scoring cycle that is no scoring position somebody placed a stone in the cycle.
//!   In games at random.

use std::collections::BTreeSet;
use std::fmt::Write;

use serde::Deserialize;

use crate::claims::checked::Checked;
use crate::claims::checks::random::Numbers;
use crate::go::position::legal_positions_of;
use crate::go::{Board, Move, Player, Position};
use crate::referee::{Referee, ScoringCycle};
use crate::report::display::rules_text;
use crate::rules::axes::Options;
use crate::rules::entry::Entry;
use crate::rules::fact::{Class, Fact};
use crate::rules::{Effect, Game, Key, Play};

/// The number of random games on a board.
const GAMES: usize = 300;

/// A property of passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Passes {
    /// Right after a pass nothing is barred.
    Lifts,
    /// What is barred after a pass depends on the position passed on alone.
    Alone,
    /// A scoring cycle could be repeated, and forced passes are forced again.
    Again,
    /// Where not all passed in a scoring cycle, somebody placed a stone in it.
    Disturbed,
}

impl Passes {
    fn words(self) -> &'static str {
        match self {
            Passes::Lifts => "right after a pass the past bars nothing",
            Passes::Alone => "what is barred after a pass depends on the position passed on alone",
            Passes::Again => "a scoring cycle can be repeated, and who could only pass can only pass again",
            Passes::Disturbed => {
                "on a position of a scoring cycle that does not score a stone was played in it"
            }
        }
    }
}

/// Checks a property of passes on some boards.
///
/// # Errors
/// One line that says what is wrong with the check.
pub fn passes(
    entry: &'static Entry,
    options: Options,
    property: Passes,
    boards: &[String],
) -> Result<Checked, String> {
    let (mut failure, mut evidence) = (None, String::new());
    for name in boards {
        let board = Board::parse(name).map_err(|error| error.to_string())?;
        let game = entry.game(board, options);
        let found = match property {
            Passes::Lifts | Passes::Alone => of_keys(&game, property),
            Passes::Again | Passes::Disturbed => of_games(&game, property),
        };
        match found {
            Ok(what) => {
                let _ = writeln!(evidence, "{name}: {what}");
            }
            Err(what) => {
                failure = Some(format!("{name}: {what}"));
                break;
            }
        }
    }
    Ok(Checked {
        asked: format!("{}: {}", rules_text(entry, &options), property.words()),
        holds: Some(failure.is_none()),
        found: failure.unwrap_or_else(|| format!("so it is on {}", boards.join(" "))),
        evidence,
        nodes: 0,
    })
}

/// Looks at the pass of every key that the starts of a board lead to.
fn of_keys(game: &Game, property: Passes) -> Result<String, String> {
    let keys = all_keys(game);
    let bars = keys.iter().flat_map(|key| game.plays(key)).flat_map(|play| play.bars);
    let classes: BTreeSet<Class> = bars.map(|fact| fact.class).collect();
    for key in &keys {
        let Some((next, sets)) = after_pass(game, key, &classes)? else { continue };
        let on = game.rules.count(&game.board, key);
        let barred = |play: &Play| play.bars.iter().any(|fact| sets.contains(fact));
        if property == Passes::Lifts && game.plays(&next).iter().any(barred) {
            return Err(format!("a pass on a position of score {on} leaves a stone play barred"));
        }
        if sets.iter().any(|fact| fact.position != key.position) {
            return Err("a pass sets a bar on a position other than the one passed on".to_string());
        }
    }
    Ok(format!("the passes of all {} keys", keys.len()))
}

/// The key after a pass and what it sets of the facts that can bar a stone; `None` if it ends the game.
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

fn all_keys(game: &Game) -> Vec<Key> {
    let players = game.rules.properties().players;
    let positions = legal_positions_of(&game.board, players);
    let starts = positions.flat_map(|position| players.all().iter().map(move |mover| (position, *mover)));
    let mut keys: Vec<Key> = starts.map(|(position, mover)| game.rules.start(position, mover).0).collect();
    let mut seen: BTreeSet<Key> = keys.iter().copied().collect();
    let mut place = 0;
    while place < keys.len() {
        for play in game.plays(&keys[place]) {
            if let Effect::Next(next, _) = play.effect {
                keys.extend(seen.insert(next).then_some(next));
            }
        }
        place += 1;
    }
    keys
}

/// Plays games at random and looks at their scoring cycles.
fn of_games(game: &Game, property: Passes) -> Result<String, String> {
    let mut numbers = Numbers::new();
    let (mut cycles, mut looked_at) = (0, 0);
    for number in 1..=GAMES {
        let mut referee = Referee::new(game, Position::default(), Player::Black);
        while referee.ended().is_none() {
            let legal = game.legal(referee.state());
            let (mv, _) = &legal[numbers.below(legal.len())];
            referee.play(*mv).map_err(|illegal| illegal.to_string())?;
        }
        let cycle = referee.cycle().ok_or("a game has ended without a scoring cycle")?;
        cycles += usize::from(referee.steps()[cycle.first - 1..].iter().any(|step| step.mv != Move::Pass));
        looked_at += match property {
            Passes::Again => again(game, &referee, &cycle),
            _ => disturbed(&referee, &cycle),
        }
        .map_err(|what| format!("random game {number}: {what}"))?;
    }
    let what = if property == Passes::Again { "forced passes" } else { "positions that do not score" };
    if looked_at == 0 {
        return Err(format!("there are no {what} in {GAMES} random games"));
    }
    Ok(format!(
        "{GAMES} random games, {cycles} of them with a stone in the scoring cycle, {looked_at} {what}"
    ))
}

/// Plays the scoring cycle once more under the ban alone; gives the number of forced passes in it.
fn again(game: &Game, referee: &Referee, cycle: &ScoringCycle) -> Result<usize, String> {
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
fn disturbed(referee: &Referee, cycle: &ScoringCycle) -> Result<usize, String> {
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
