//! The ways to alter what a certificate says that it is about: its board and its rules.

use superko_certificate::clauses::{KEYS, PLAIN};
use superko_certificate::format::{
    Clauses, Header, Lift, MOST_POINTS, Outcome, RESIGN, Rules, Step, Suicide, Told,
};
use superko_rules::catalogue;

use super::alter::Draft;
use super::random::Random;

pub fn rules(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let Header { rows, cols, clauses: Clauses { suicide, occurs, .. }, .. } = draft.header;
    draft.header = Header::of_ruleset(rows, cols, Rules::ALL[random.below(7)].1, suicide, occurs);
    Some(())
}

pub fn suicide(draft: &mut Draft, random: &mut Random) -> Option<()> {
    draft.header.clauses.suicide = Suicide::ALL[random.below(3)].1;
    Some(())
}

pub fn lift(draft: &mut Draft, random: &mut Random) -> Option<()> {
    draft.header.clauses.occurs = Lift::ALL[random.below(3)].1;
    Some(())
}

/// Tells the rules in the words of the other version, which may change nothing that matters.
pub fn version(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let by_stop = |step: &mut Step| match step {
        Step::Lemma(_, _, plays) | Step::Proof(plays) => {
            plays.iter().any(|play| matches!(play.outcome, Outcome::StopLemma(_) | Outcome::Stop(1..)))
        }
        _ => false,
    };
    draft.header.told = match &draft.header.told {
        Told::Ruleset(_) => Told::Clauses(random.heads().then(|| "psk".to_string())),
        Told::Clauses(_) if draft.header.graph.is_none() && !draft.steps.iter_mut().any(by_stop) => {
            Told::Ruleset(Rules::ALL[random.below(7)].1)
        }
        Told::Clauses(_) => return None,
    };
    Some(())
}

/// Some values of each clause, and none.
fn values(key: &str) -> &'static [&'static str] {
    match key {
        "players" => &["3", "4", "6"],
        "suicide" => &["allowed", "multi-stone"],
        "bars" => &[
            "position",
            "situation",
            "natural-situation",
            "passed-situation",
            "left-position",
            "basic-ko",
            "basic-ko, position",
            "position, initialised-twice",
            "position, disturbed-twice",
            "left-position, declined",
        ],
        "lifted-by" => &["pass", "two-passes"],
        "occurs" => &["produced", "produced-ko"],
        "passes-in-a-row" => &["1", "2", "3", "4"],
        "second-pass" => &["player", "opponents"],
        "passes-forgotten-by" => &["disturbing-play"],
        "all-pass-in-one-situation" => &["true"],
        "draw-at-occurrence" => &["2", "3"],
        "occurrences-since" => &["pass"],
        "scoring" => &["territory"],
        "scored" => &["scoring-positions"],
        "prisoners" => &["as-passed"],
        _ => &["1", "2"],
    }
}

/// The clauses with another value of one, or with its default.
fn with(clauses: &Clauses, key: &str, value: Option<&str>) -> Option<Clauses> {
    let mut changed = PLAIN;
    for (other, given) in clauses.given().filter(|(other, _)| *other != key) {
        changed.set(other, &given)?;
    }
    value.map_or(Some(()), |value| changed.set(key, value))?;
    Some(changed)
}

pub fn clause(draft: &mut Draft, random: &mut Random) -> Option<()> {
    for _ in 0..1 + random.below(2) {
        let key = KEYS[1 + random.below(KEYS.len() - 1)];
        let value = random.pick(values(key)).filter(|_| random.below(3) > 0);
        draft.header.clauses = with(&draft.header.clauses, key, value)?;
    }
    Some(())
}

/// The clauses of another ruleset of the solver, for as many players.
pub fn other(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let entry = catalogue::ALL[random.below(catalogue::ALL.len())];
    let all = entry.combinations();
    let game = all[random.below(all.len())].game(superko_go::Board::parse("1x1").unwrap());
    let clauses = superko_prove::clauses_of(&game)?;
    if clauses.players != draft.header.clauses.players {
        return None;
    }
    draft.header = Header { clauses, told: Told::Clauses(None), ..draft.header.clone() };
    Some(())
}

/// Other players, as many as have stones and turns.
pub fn players(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let players = 2 + random.below(5) as u8;
    let movers = draft.statements().map(|statement| statement.key.mover).max().unwrap_or(0);
    let first = draft.theorems().map(|theorem| theorem.mover).max().unwrap_or(0);
    let red = draft.statements().any(|statement| statement.key.stones[0] & statement.key.stones[1] != 0);
    if players <= movers.max(first) || red && players < 3 {
        return None;
    }
    draft.header.clauses.players = players;
    Some(())
}

/// Adds an edge or takes one away, or takes a grid for the graph.
pub fn graph(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let points = draft.header.points();
    let Some(graph) = &mut draft.header.graph else {
        draft.header.graph = Some(superko_certificate::format::Graph::default());
        return Some(());
    };
    if random.below(4) == 0 {
        draft.header.graph = None;
        return Some(());
    }
    let (a, b) = (random.below(points) as u8, random.below(points) as u8);
    let edge = (a.min(b), a.max(b));
    match graph.edges.binary_search(&edge) {
        Ok(place) => _ = graph.edges.remove(place),
        Err(place) => graph.edges.insert(place, edge),
    }
    Some(())
}

/// Permutes a map of the header, doubles one, or takes one away.
pub fn maps(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let points = draft.header.points();
    let maps = &mut draft.header.graph.as_mut()?.maps;
    if maps.is_empty() {
        return None;
    }
    let place = random.below(maps.len());
    match random.below(5) {
        0 => _ = maps.remove(place),
        1 => maps.insert(place, maps[place].clone()),
        2 => maps[place][random.below(points)] = random.below(points) as u8,
        3 => maps.reverse(),
        _ => maps[place].swap(random.below(points), random.below(points)),
    }
    if random.heads() {
        maps.sort();
    }
    Some(())
}

/// Another board: the same intersections in other rows, or fewer, or more, but few enough for the
/// engines to solve.
pub fn board(draft: &mut Draft, random: &mut Random) -> Option<()> {
    let header = &mut draft.header;
    let sizes: &[(usize, usize)] = &[(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1)];
    (header.rows, header.cols) = match random.below(3) {
        0 => (header.cols, header.rows),
        _ => random.pick(sizes)?,
    };
    assert!(header.points() <= MOST_POINTS);
    let points = header.points();
    let inside = |mv: &u8| *mv >= RESIGN || usize::from(*mv) < points;
    let fits = draft.steps.iter().all(|step| match step {
        Step::Lemma(_, _, plays) | Step::Proof(plays) => plays.iter().all(|play| inside(&play.mv)),
        Step::Theorem(theorem) => theorem.moves.iter().all(inside),
        _ => true,
    });
    let edges = header.graph.as_ref().is_none_or(|graph| graph.edges.iter().all(|(_, to)| inside(to)));
    (fits && edges).then_some(())
}
