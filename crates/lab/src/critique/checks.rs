//! The checks, and how the beasts of the literature are tried on the positions that the documents
//! have, or on some of ours.

use std::sync::LazyLock;

use serde::Deserialize;

use super::record::{Case, Exhibit, OnRecord, Subject, Verdict};
use super::search::{Found, better, ends_by_repetition, score_as_it_stands};
use super::trial::{CaseBudget, Trial};
use crate::claims::check::{self, Expectation, Mover, Relation};
use crate::claims::context::Setup;
use crate::claims::document::Place;
use crate::claims::{DOCUMENTS, Document};
use crate::published_session;
use superko_go::notation::{parse_move, parse_position};
use superko_go::{Move, Player, Position};
use superko_rules::axes::{Scoring, Tax};
use superko_rules::referee::Why;
use superko_rules::{Game, Points};
use superko_solve::{Answer, Request, Stopped, Value};

/// A check: a question about a ruleset, with the positions on which it is tried.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Check {
    /// Its name on the command line.
    pub id: String,
    /// Its name in the field's own words.
    pub name: String,
    /// What it asks.
    pub asks: String,
    /// Where the question comes from.
    pub source: String,
    #[serde(default)]
    pub(super) cases: Vec<BeastCase>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Checks {
    checks: Vec<Check>,
}

/// All checks.
pub static CHECKS: LazyLock<Vec<Check>> = LazyLock::new(|| {
    // The file is part of the program, and a test reads it.
    let read: Checks = toml::from_str(include_str!("data/checks.toml")).expect("data/checks.toml is right");
    read.checks
});

impl Check {
    /// Tries it on every position.
    pub(super) fn cases(&self, trial: &Trial) -> Found {
        let (mut cases, mut nodes): (Vec<Case>, u64) = (Vec::new(), 0);
        for tried in &self.cases {
            let open = cases.last().filter(|it| it.verdict == Verdict::NotDecided).map(|it| it.on.clone());
            if tried.stands_in && open.is_none() {
                continue;
            }
            let (mut case, spent) = tried.case(trial, &self.id);
            nodes += spent;
            if let Some(open) = open.filter(|_| tried.stands_in && case.verdict != Verdict::NotDecided) {
                case.found.push_str(&format!(" (in place of {open}, which is not decided)"));
                cases.pop();
            }
            cases.push(case);
        }
        (cases, nodes)
    }
}

// --- A position on which a beast is tried, and how it is judged ---

/// A position on which a beast is tried.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct BeastCase {
    document: String,
    position: String,
    judged: Criterion,
    #[serde(default)]
    player: Mover,
    #[serde(default)]
    after: String,
    bars: Option<String>,
    settled: Option<String>,
    #[serde(default)]
    prisoners: i32,
    #[serde(default)]
    words: String,
    control: Option<Control>,
    /// Whether it is tried only if the case before it is open, whose place it then takes.
    #[serde(default)]
    stands_in: bool,
    /// How many times the usual nodes it may cost.
    #[serde(default = "once")]
    costs: u64,
    /// How many times the usual states it may cost where games may go on for ever, if not as many.
    states: Option<u64>,
}

/// The same position without what is said to make the difference: nobody may be better off there
/// than with the score of the position that it comes to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Control {
    start: String,
    settled: String,
    #[serde(default)]
    prisoners: i32,
    words: String,
}

fn once() -> u64 {
    1
}

/// How it is judged: see `data/checks.toml`.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Criterion {
    Repetition,
    Better,
    Different,
    Barred,
}

/// A document of further positions.
static POSITIONS: LazyLock<Document> = LazyLock::new(|| {
    Document::parse(include_str!("data/positions.toml")).expect("data/positions.toml is right")
});

impl BeastCase {
    fn document(&self) -> &'static Document {
        let mut all = DOCUMENTS.iter().chain([&*POSITIONS]);
        let found = all.find(|document| document.id == self.document);
        found.expect("a case names a document that there is")
    }

    fn place(&self) -> Place {
        self.document().place(&self.position).expect("a case names a position that there is")
    }

    /// Tries it, within the nodes that it may cost.
    fn case(&self, trial: &Trial, check: &str) -> (Case, u64) {
        let place = self.place();
        let basis = match place.basis.to_string() {
            basis if basis.is_empty() => "given".to_string(),
            basis => basis,
        };
        let on = format!("{} of {}, {} ({basis})", self.position, self.document, place.board);
        let setup = match trial.subject.game(&place.board) {
            Ok(game) => Setup { game, place },
            Err(why) => return (Case::not_applicable(on, why), 0),
        };
        let always_ends = trial.always_ends();
        // Without bounds from life, as where stones or a tax are counted, a search of more nodes than
        // usual takes many minutes.
        let options = &setup.game.options;
        let counts_life = options.scoring != Scoring::Stones && options.tax == Tax::None;
        let costs = if counts_life || !always_ends { self.costs } else { 1 };
        let times = self.states.filter(|_| !always_ends).unwrap_or(costs);
        let budget = trial.budget_times(always_ends, times);
        let (case, line) = match self.judged {
            Criterion::Barred => self.banned(&setup),
            Criterion::Repetition => repeated(&setup, &budget),
            Criterion::Better | Criterion::Different => self.compared(&setup, &budget),
        };
        let value = line.as_ref().and_then(|line| line.value);
        let on_record = match self.judged {
            Criterion::Barred => Vec::new(),
            _ => self.on_record(trial.subject, value),
        };
        let shown = line.map(|line| line.shown(trial.subject, &setup.game, check));
        (Case { on, on_record, shown, ..case }, budget.spent())
    }

    /// Whether the history bans a move.
    fn banned(&self, setup: &Setup) -> (Case, Option<Exhibit>) {
        let mut referee = setup.referee();
        let moves = self.moves(setup);
        for mv in &moves {
            if let Err(illegal) = referee.play(*mv) {
                return (Case::not_applicable("", format!("the line cannot be played: {illegal}")), None);
            }
            if referee.ended().is_some() {
                return (Case::not_applicable("", "the line ends the game before its last move"), None);
            }
        }
        let bars = self.bars.as_deref().expect("a case that is judged by a bar names the move");
        let mv = parse_move(&setup.game.board, bars).expect("a case names a move of the board");
        let (verdict, found, line) = match referee.ban(mv) {
            Some(ban) if matches!(ban.why, Why::Barred { .. }) => {
                (Verdict::Present, format!("is {}", ban.why), Vec::new())
            }
            Some(ban) => (Verdict::NotApplicable, ban.why.to_string(), Vec::new()),
            None => (Verdict::Absent, "is legal".to_string(), vec![mv]),
        };
        let sign = if verdict == Verdict::NotApplicable { ':' } else { ',' };
        let found = format!("{}, {bars}{sign} {found}", self.words);
        (Case::of("", verdict, found), Some(Exhibit { moves, line, ..Exhibit::of(setup) }))
    }

    fn moves(&self, setup: &Setup) -> Vec<Move> {
        setup.parse_line(&self.after).expect("a case names moves of the board")
    }

    /// The score that the value is compared with.
    fn reference(&self, setup: &Setup) -> Result<Points, String> {
        if let Some(drawn) = &self.settled {
            return settled(&setup.game, drawn, self.prisoners, setup.place.to_move);
        }
        let line = setup
            .line_after(&self.after)
            .map_err(|illegal| format!("the line cannot be played: {illegal}"))?;
        score_as_it_stands(&setup.game, &line.state).ok_or_else(|| UNSCORED.to_string())
    }

    /// Whether the value is better than a score, or another.
    fn compared(&self, setup: &Setup, budget: &CaseBudget) -> (Case, Option<Exhibit>) {
        let score = match self.reference(setup) {
            Ok(score) => score,
            Err(why) => return (Case::not_applicable("", why), None),
        };
        let session = published_session(&setup.game);
        let state = setup.start();
        let (answer, stopped) = budget.answer(&session, &state);
        let mut found = format!("{}; {}: {score}", answer_in_words(&answer), self.words);
        let Some(meets) = self.meets(&answer, score) else {
            return (Case { stopped, ..Case::of("", Verdict::NotDecided, found) }, None);
        };
        if let Some(control) = self.control.as_ref().filter(|_| meets) {
            let (said, same, stopped) = self.controlled(control, setup, budget);
            found.push_str(&said);
            match same {
                Some(false) => {}
                Some(true) => return (Case::not_applicable("", found), None),
                None => return (Case { stopped, ..Case::of("", Verdict::NotDecided, found) }, None),
            }
        }
        let verdict = if meets { Verdict::Present } else { Verdict::Absent };
        let value = answer.exact();
        let solution = value.and_then(|_| budget.solve(&session, &state, &Request::default()).ok());
        let line = solution.map_or(Vec::new(), |solution| solution.pv);
        let case = Case { stopped, ..Case::of("", verdict, found) };
        (case, Some(Exhibit { value, line, ..Exhibit::of(setup) }))
    }

    /// Whether a value, or what is proved of it, is better than a score, or another.
    fn meets(&self, answer: &Answer, score: Points) -> Option<bool> {
        let player = Player::from(self.player);
        let relation = match (self.judged, player) {
            (Criterion::Better, Player::Black) => Relation::More,
            (Criterion::Better, _) => Relation::Less,
            _ => Relation::Differs,
        };
        match answer {
            Answer::Exact(Value::NoResult) if relation == Relation::Differs => Some(true),
            Answer::Exact(Value::NoResult) => Some(better(player, Value::NoResult, Value::Points(score))),
            _ => Expectation::Points(relation, score).met_by(answer),
        }
    }

    /// What the control comes to, in words, whether it too is better than its score, and what
    /// stopped the work.
    fn controlled(
        &self,
        control: &Control,
        setup: &Setup,
        budget: &CaseBudget,
    ) -> (String, Option<bool>, Option<Stopped>) {
        let (game, to_move) = (&setup.game, setup.place.to_move);
        let score = match settled(game, &control.settled, control.prisoners, to_move) {
            Ok(score) => score,
            Err(why) => return (format!("; {}: {why}", control.words), None, None),
        };
        let state = game.start(position(game, &control.start), to_move);
        let (answer, stopped) = budget.answer(&published_session(game), &state);
        let said = format!("; control, {}: {}, expected {score}", control.words, answer_in_words(&answer));
        (said, self.meets(&answer, score), stopped)
    }

    /// What the claims expect of the value of the same position under the same rules.
    fn on_record(&self, subject: &Subject, value: Option<Value>) -> Vec<OnRecord> {
        let mut found = Vec::new();
        for claim in &self.document().claims {
            for check in &claim.checks {
                let check::Check::Value { rules, after, expect, .. } = check else { continue };
                let same = after.is_empty()
                    && check.position(claim.position.as_ref()) == Some(&self.position)
                    && rules.parse() == Ok(subject.rules);
                if same {
                    let expected = Expectation::parse(expect).expect("the claims are right");
                    let agrees = value.and_then(|value| expected.met_by(&Answer::Exact(value)));
                    found.push(OnRecord { claim: claim.id.clone(), expects: expect.clone(), agrees });
                }
            }
        }
        found
    }
}

/// Whether best play comes to no end that is scored.
fn repeated(setup: &Setup, budget: &CaseBudget) -> (Case, Option<Exhibit>) {
    let session = published_session(&setup.game);
    let start = (setup.place.position, setup.place.to_move);
    let (repeats, solution) = match ends_by_repetition(budget, &session, start) {
        Ok(found) => found,
        Err(stopped) => {
            let found = format!("not solved: given up by {stopped}");
            return (Case { stopped: Some(stopped), ..Case::of("", Verdict::NotDecided, found) }, None);
        }
    };
    let value = solution.value.exact();
    let found = match value {
        Some(Value::NoResult) => "the game has no result".to_string(),
        Some(value) if repeats => format!("a repetition decides: {value}"),
        Some(value) => format!("the game comes to an end that is scored: {value}"),
        None => "the game comes to an end that is scored: ".to_string(),
    };
    let verdict = if repeats { Verdict::Present } else { Verdict::Absent };
    (Case::of("", verdict, found), Some(Exhibit { value, line: solution.pv, ..Exhibit::of(setup) }))
}

/// Why there is no score to compare with.
const UNSCORED: &str = "the position cannot be scored as it stands";

/// A position of `data/checks.toml`, which may have spaces.
fn position(game: &Game, drawn: &str) -> Position {
    let drawn: String = drawn.chars().filter(|letter| *letter != ' ').collect();
    parse_position(&game.board, &drawn).expect("a case has a position of the board")
}

/// The score of a position as it stands, with prisoners where these count.
fn settled(game: &Game, drawn: &str, prisoners: i32, to_move: Player) -> Result<Points, String> {
    let start = game.start(position(game, drawn), to_move);
    let score = score_as_it_stands(game, &start).ok_or(UNSCORED)?;
    let counted = if game.ruleset().by_area() { 0 } else { prisoners };
    Ok(score + Points::from_integer(counted))
}

/// A value, or what is proved of it.
fn answer_in_words(answer: &Answer) -> String {
    match answer {
        Answer::Exact(Value::NoResult) => "the game has no result".to_string(),
        Answer::Exact(value) => format!("the value is {value}"),
        Answer::Between(bounds) => format!("the value is between {} and {}", bounds.low, bounds.high),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::critique::trial::Effort;
    use superko_rules::Rules;
    use superko_solve::{Budget, Session};

    /// Every case on its board under a ruleset.
    fn cases(rules: &str) -> Vec<(&'static BeastCase, Setup)> {
        let rules = Rules::named(rules).unwrap();
        let setup = |case: &BeastCase| {
            let place = case.place();
            Setup { game: rules.game(place.board.clone()), place }
        };
        CHECKS.iter().flat_map(|check| &check.cases).map(|case| (case, setup(case))).collect()
    }

    #[test]
    fn every_case_names_a_position_and_moves_of_its_board() {
        let cases = cases("simple-ko");
        assert!(cases.len() >= 15, "{}", cases.len());
        for (case, setup) in cases {
            case.moves(&setup);
            case.bars.iter().for_each(|bars| assert!(parse_move(&setup.game.board, bars).is_ok()));
            match case.judged {
                Criterion::Barred => assert!(case.bars.is_some() && !case.words.is_empty()),
                Criterion::Repetition => assert!(case.after.is_empty() && case.settled.is_none()),
                Criterion::Better | Criterion::Different => {
                    assert!(!case.words.is_empty());
                    case.reference(&setup).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_settled_position_lacks_stones_of_the_loser_and_counts_them_as_prisoners() {
        for (case, Setup { game, place }) in cases("simple-ko") {
            let control = case.control.iter();
            let control = control.map(|it| (position(&game, &it.start), &it.settled, it.prisoners));
            let own = case.settled.iter().map(|settled| (place.position, settled, case.prisoners));
            for (start, settled, prisoners) in own.chain(control) {
                let settled = position(&game, settled);
                let [black, white] = Player::ALL.map(|player| {
                    let [before, after] = [&start, &settled].map(|it| it.colours()[player.index()]);
                    (before & !after).count_ones() as i32
                });
                assert_eq!(white - black, prisoners, "{} {}", case.document, case.position);
            }
        }
    }

    /// If play in what is settled changed anything, its score would be no reference: the seki with
    /// the threats must be one.
    #[test]
    fn what_a_case_with_a_control_is_compared_with_is_worth_its_score_whoever_moves() {
        let mut count = 0;
        for rules in ["psk", "spight", "kee2020", "katago-simple"] {
            for (case, Setup { game, .. }) in cases(rules) {
                let Some(control) = &case.control else { continue };
                let own = case.settled.as_ref().expect("a case with a control has what it comes to");
                for (drawn, to_move) in [own, &control.settled]
                    .into_iter()
                    .flat_map(|drawn| Player::ALL.map(|player| (drawn, player)))
                {
                    let score = settled(&game, drawn, 0, to_move).unwrap();
                    let start = game.start(position(&game, drawn), to_move);
                    let value = Session::new(&game).value(&start, &Budget::default());
                    assert_eq!(value.unwrap(), Value::Points(score), "{rules} {}", case.position);
                    count += 1;
                }
            }
        }
        assert_eq!(count, 4 * 2 * 4);
    }

    #[test]
    fn a_position_that_takes_the_place_of_another_says_what_that_says_wherever_both_are_decided() {
        let mut same = 0;
        for rules in ["psk", "ssk", "spight", "kee2020", "spight2"] {
            let subject = Subject { name: rules.to_string(), rules: Rules::named(rules).unwrap() };
            let interrupted = Default::default();
            let trial = Trial::new(&subject, Effort::default(), 1, &interrupted);
            for check in CHECKS.iter() {
                for pair in check.cases.windows(2).filter(|pair| pair[1].stands_in) {
                    let [of_document, ours] =
                        [&pair[0], &pair[1]].map(|it| it.case(&trial, &check.id).0.verdict);
                    assert_ne!(ours, Verdict::NotDecided, "{rules} {}", check.id);
                    assert!(
                        of_document == ours || of_document == Verdict::NotDecided,
                        "{rules} {}",
                        check.id
                    );
                    same += usize::from(of_document == ours);
                }
            }
        }
        assert!(same >= 12, "{same}");
    }
}
