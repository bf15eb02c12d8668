//! The rulesets that may explain what a program does: those of the catalogue, with their options,
//! and compositions of clauses.

use std::collections::HashSet;

use superko_go::{Players, Suicide};
use superko_rules::axes::{Axis, Cycles, Lift, Options};
use superko_rules::clauses::{
    Clauses, Draw, LiftedBy, OTHER_BARS, Passes, Repetition, SecondPass, Since, Word,
};
use superko_rules::{Rules, catalogue, file};

/// A ruleset that may explain what a program does.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    /// The ruleset.
    pub rules: Rules,
    /// Whether it is of the catalogue, and not a composition made for the purpose.
    pub in_catalogue: bool,
}

/// Whether an option of a ruleset changes scores alone, and no legal move and no end.
///
/// What a game without end is worth and how a claim of dead stones is settled are asked after the
/// game. The other options about scores are so too, except under a ruleset with a machine of its own,
/// in which scoring may bring other stages of play; where claims are settled by confirmation
/// sequences it does not, as these are no part of the game.
fn only_scores(rules: &Rules, axis: Axis) -> bool {
    let composed = rules.clauses().is_some();
    match axis {
        Axis::Cycles | Axis::Confirmation => true,
        Axis::Scoring => composed || !rules.entry.values(Axis::Confirmation).is_empty(),
        Axis::Prisoners => composed,
        _ => false,
    }
}

/// Every ruleset of the catalogue for two players, with all its options. Options that change only
/// the score are left at their defaults, unless scores are compared.
pub fn of_catalogue(score: bool) -> Vec<Candidate> {
    let all = catalogue::ALL.iter().flat_map(|entry| entry.combinations());
    let seen = |rules: &Rules| {
        let idle = rules.varied().iter().any(|(axis, _)| only_scores(rules, *axis));
        rules.options.players == Players::Two && (score || !idle)
    };
    all.filter(seen).map(|rules| Candidate { rules, in_catalogue: true }).collect()
}

/// Compositions of clauses that no ruleset of the catalogue has, the plain ones first: with fewer
/// clauses that are not at the value that they have when a file leaves them out.
///
/// They are all that go together of: suicide; basic ko; a ban on repetition with what lifts it, and
/// what makes a position occur then; one further bar; and an end, of those in `ends`. Unless the
/// program tells ends, only the first end is tried that goes together with the rest.
pub fn compositions(tells_end: bool) -> Vec<Candidate> {
    let mut all: Vec<(Clauses, Options)> = Vec::new();
    let bans = std::iter::once(None).chain(Repetition::ALL.iter().map(|ban| Some(*ban)));
    for ban in bans {
        for (lifted_by, occurs) in lifts(ban) {
            for further in std::iter::once(None).chain(OTHER_BARS[1..].iter().map(Some)) {
                for (basic_ko, suicide) in [false, true].into_iter().flat_map(kos) {
                    for end in ends() {
                        let mut clauses = Clauses { repetition: ban, lifted_by, basic_ko, ..end };
                        if let Some((_, flag)) = further {
                            *flag(&mut clauses) = true;
                        }
                        let options =
                            Options { suicide, lift: occurs, cycles: Cycles::Draw, ..Options::default() };
                        all.push((clauses, options));
                    }
                }
            }
        }
    }
    all.retain(|(clauses, options)| clauses.check(options, &[]).is_ok());
    if !tells_end {
        all.dedup_by_key(|(clauses, options)| (without_end(clauses), options.suicide, options.lift));
    }
    let mut known: HashSet<Shape> =
        of_catalogue(false).iter().filter_map(|known| shape(&known.rules)).collect();
    all.retain(|(clauses, options)| known.insert(shape_of(clauses, options)));
    all.sort_by_key(|(clauses, options)| plainness(clauses, options));
    let written = all.iter().filter_map(|(clauses, options)| of_clauses(clauses, options));
    written.map(|rules| Candidate { rules, in_catalogue: false }).collect()
}

fn kos(basic_ko: bool) -> impl Iterator<Item = (bool, Suicide)> {
    Suicide::ALL.into_iter().map(move |suicide| (basic_ko, suicide))
}

fn lifts(ban: Option<Repetition>) -> Vec<(LiftedBy, Lift)> {
    let mut all = vec![(LiftedBy::Nothing, Lift::Stands)];
    if ban.is_some() {
        for lifted_by in [LiftedBy::Pass, LiftedBy::TwoPasses] {
            all.extend(Lift::ALL.iter().map(|occurs| (lifted_by, *occurs)));
        }
    }
    all
}

/// The ends that are tried.
fn ends() -> Vec<Clauses> {
    let base = Clauses::DEFAULT;
    let passes = |number| Clauses { passes_in_a_row: Some(Passes::Number(number)), ..base };
    let draws = [2, 3].into_iter().flat_map(|at| {
        [Since::Start, Since::Pass].map(|since| Clauses { draw: Some(Draw { at, since }), ..passes(2) })
    });
    let second = |second| Clauses { second_pass: Some(second), ..base };
    let mut all: Vec<Clauses> = [2, 1, 3, 4].map(passes).to_vec();
    all.push(second(SecondPass::Player));
    all.push(Clauses { second_pass: Some(SecondPass::Player), ..passes(3) });
    all.push(Clauses { passes_forgotten: true, ..second(SecondPass::Player) });
    all.push(Clauses { all_pass_in_one_situation: true, ..base });
    all.extend(draws);
    all
}

/// The clauses without those that say how a game ends.
fn without_end(clauses: &Clauses) -> Clauses {
    let Clauses { basic_ko, repetition, initialised_twice, disturbed_twice, declined, lifted_by, .. } =
        *clauses;
    let bars =
        Clauses { basic_ko, repetition, initialised_twice, disturbed_twice, declined, ..Clauses::DEFAULT };
    Clauses { lifted_by, ..bars }
}

/// What tells two compositions apart by legal moves and ends.
type Shape = (Clauses, Suicide, Lift);

fn shape(rules: &Rules) -> Option<Shape> {
    Some(shape_of(rules.clauses()?, &rules.options))
}

fn shape_of(clauses: &Clauses, options: &Options) -> Shape {
    let passes_in_a_row = clauses.last_pass(options).map(Passes::Number);
    let lift = if clauses.has(Axis::Lift, options) { options.lift } else { Lift::Stands };
    (Clauses { passes_in_a_row, ..*clauses }, options.suicide, lift)
}

/// The number of clauses that are not at the value that they have when a file leaves them out, and
/// within that the order in which passes are usual.
fn plainness(clauses: &Clauses, options: &Options) -> (usize, u32) {
    let listed = clauses.listed(options).len() + clauses.bars().len();
    let suicide = usize::from(options.suicide != Suicide::Forbidden);
    (listed + suicide, clauses.last_pass(options).map_or(9, |passes| passes.abs_diff(2)))
}

/// The text of a rules file with these clauses.
pub fn file_of(rules: &Rules) -> Option<String> {
    Some(text(rules.clauses()?, &rules.options))
}

fn text(clauses: &Clauses, options: &Options) -> String {
    let lines = clauses.listed(options).into_iter().filter(|(name, _)| *name != "players");
    let lines: Vec<String> = lines.map(|(name, value)| format!("{name} = {value}\n")).collect();
    format!("[clauses]\n{}", lines.concat())
}

fn of_clauses(clauses: &Clauses, options: &Options) -> Option<Rules> {
    let text = text(clauses, options);
    file::read("composition.toml", text.as_bytes()).ok().map(Rules::from)
}

/// Every value that a clause is changed to, as a rules file has it; none leaves the clause out.
const CHANGES: [(&str, &[Option<&str>]); 7] = [
    ("suicide", &[Some("\"forbidden\""), Some("\"allowed\""), Some("\"multi-stone\"")]),
    (
        "bars",
        &[
            Some("[]"),
            Some("[\"basic-ko\"]"),
            Some("[\"position\"]"),
            Some("[\"situation\"]"),
            Some("[\"natural-situation\"]"),
            Some("[\"left-position\"]"),
            Some("[\"basic-ko\", \"position\"]"),
            Some("[\"position\", \"initialised-twice\"]"),
        ],
    ),
    ("lifted-by", &[None, Some("\"pass\""), Some("\"two-passes\"")]),
    ("occurs", &[Some("\"stands\""), Some("\"produced\""), Some("\"produced-ko\"")]),
    ("passes-in-a-row", &[None, Some("1"), Some("2"), Some("3"), Some("4")]),
    ("second-pass", &[None, Some("\"player\""), Some("\"opponents\"")]),
    ("draw-at-occurrence", &[None, Some("2"), Some("3")]),
];

/// The texts of the rules files that have one clause of a composition changed, each another ruleset.
pub fn texts_of_variants(base: &Rules) -> Vec<String> {
    let Some(text) = file_of(base) else { return Vec::new() };
    let before: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    for (name, values) in CHANGES {
        for value in values {
            let is = |line: &&str| line.starts_with(&format!("{name} = "));
            let others = before.iter().filter(|line| !is(line)).map(|line| line.to_string());
            let line = value.map(|value| format!("{name} = {value}"));
            let changed: Vec<String> = others.chain(line).collect();
            let changed = changed.join("\n") + "\n";
            let same =
                before.len() == changed.lines().count() && before.iter().all(|line| changed.contains(line));
            if !same && variant(&changed).is_some() {
                all.push(changed);
            }
        }
    }
    all
}

/// The ruleset of such a text, if its clauses go together.
pub fn variant(text: &str) -> Option<Rules> {
    file::read("variant.toml", text.as_bytes()).ok().map(Rules::from)
}

/// The clauses of a composition in one line, those left out that every one has.
pub fn in_one_line(rules: &Rules) -> String {
    let Some(clauses) = rules.clauses() else { return rules.to_string() };
    let listed = clauses.listed(&rules.options).into_iter();
    let listed = listed.filter(|(name, _)| !["players", "scoring", "endless"].contains(name));
    listed.map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::super::observe::At;
    use super::*;
    use crate::sample;
    use superko_go::{Board, Position};
    use superko_rules::Game;

    #[test]
    fn options_that_are_left_at_their_defaults_change_no_legal_move_and_no_end() {
        let kept: Vec<Rules> = of_catalogue(false).into_iter().map(|one| one.rules).collect();
        let all: Vec<Rules> = of_catalogue(true).into_iter().map(|one| one.rules).collect();
        let left_out: Vec<Rules> = all.into_iter().filter(|rules| !kept.contains(rules)).collect();
        assert!(left_out.len() > 300, "{}", left_out.len());
        for rules in sample::part("conform options", left_out) {
            let mut plain = rules;
            for (axis, _) in rules.varied().into_iter().filter(|(axis, _)| only_scores(&rules, *axis)) {
                let default = rules.entry.values(axis)[0];
                assert!(plain.options.set(axis, default));
            }
            assert!(kept.contains(&plain), "{rules}, which is {plain} without scores");
            let games: [Game; 2] = [rules, plain].map(|rules| rules.game(Board::parse("1x3").unwrap()));
            let starts =
                games.each_ref().map(|game| At::Open(game.start(Position::default(), rules.first_move())));
            let (mut open, mut looked) = (VecDeque::from([starts]), 0);
            while let Some(both) = open.pop_front() {
                let legal = [0, 1].map(|place| both[place].legal(&games[place]));
                assert_eq!(legal[0], legal[1], "{rules}, {plain}");
                let ended = both.each_ref().map(|at| matches!(at, At::Ended(_)));
                assert_eq!(ended[0], ended[1], "{rules}, {plain}");
                for mv in legal[0].iter().flatten() {
                    let next = [0, 1].map(|place| both[place].after(&games[place], *mv));
                    let [one, other] = next.map(|next| next.expect("the move is legal"));
                    open.push_back([one, other]);
                }
                looked += 1;
                if looked == 400 {
                    break;
                }
            }
        }
    }

    #[test]
    fn compositions_are_those_that_go_together_each_once_and_the_plain_first() {
        let all = compositions(true);
        assert!((500..5000).contains(&all.len()), "{}", all.len());
        let mut shapes: Vec<String> = all.iter().map(|one| in_one_line(&one.rules)).collect();
        assert!(in_one_line(&all[0].rules).len() < in_one_line(&all[all.len() - 1].rules).len());
        shapes.sort();
        shapes.dedup();
        assert_eq!(shapes.len(), all.len());
        assert!(compositions(false).len() < all.len() / 4);
        assert!(of_catalogue(false).len() > 30);
        assert!(of_catalogue(true).len() > of_catalogue(false).len());
        for known in of_catalogue(false) {
            let shape = shape(&known.rules);
            assert!(shape.is_none() || all.iter().all(|one| super::shape(&one.rules) != shape));
        }
    }
}
