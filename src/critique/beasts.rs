//! The beasts of the literature, tried on the positions that the documents have, or on some of ours, and how such a position
//! is judged.

use std::sync::LazyLock;

use serde::Deserialize;

use super::record::{Case, Line, OnRecord, Subject, Verdict};
use super::search::{better, ends_by_repetition, score_as_it_stands};
use super::trial::{CaseBudget, Trial};
use crate::claims::check::{Check, Expectation, Mover};
use crate::claims::document::Place;
use crate::claims::{self, Document};
use crate::go::notation::{parse_move, parse_position};
use crate::go::record::parse_record;
use crate::go::{Move, Player, Position};
use crate::referee::{Referee, Why};
use crate::rules::{Game, Points, catalogue};
use crate::solve::{Answer, Request, Session, Stopped, Value};

/// A beast.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Beast {
    /// The name of the check.
    pub id: String,
    /// Its name in the field's own words.
    pub name: String,
    /// What is asked.
    pub asks: String,
    /// Where it comes from.
    pub source: String,
    cases: Vec<BeastCase>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Beasts {
    beasts: Vec<Beast>,
}

/// All beasts.
pub static BEASTS: LazyLock<Vec<Beast>> = LazyLock::new(|| {
    // The file is part of the program, and a test reads it.
    let read: Beasts = toml::from_str(include_str!("data/beasts.toml")).expect("data/beasts.toml is right");
    read.beasts
});

impl Beast {
    /// Tries it on every position.
    pub fn cases(&self, trial: &Trial) -> (Vec<Case>, u64) {
        let (mut cases, mut nodes): (Vec<Case>, u64) = (Vec::new(), 0);
        for tried in &self.cases {
            let open =
                cases.last().filter(|before| before.verdict == Verdict::NotDecided).map(|it| it.on.clone());
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
pub struct BeastCase {
    pub(super) document: String,
    pub(super) position: String,
    pub(super) judged: Criterion,
    #[serde(default)]
    pub(super) player: Mover,
    #[serde(default)]
    pub(super) after: String,
    pub(super) bars: Option<String>,
    pub(super) settled: Option<String>,
    #[serde(default)]
    pub(super) prisoners: i32,
    #[serde(default)]
    pub(super) words: String,
    pub(super) control: Option<Control>,
    /// Whether it is tried only if the case before it is open, whose place it then takes.
    #[serde(default)]
    pub(super) stands_in: bool,
    /// How many times the usual nodes it may cost.
    #[serde(default = "once")]
    pub(super) costs: u64,
    /// How many times the usual states it may cost where games may go on for ever, if not as many.
    pub(super) states: Option<u64>,
}

/// The same position without what is said to make the difference: nobody may be better off there than with the score of the
/// position that it comes to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Control {
    pub(super) start: String,
    pub(super) settled: String,
    #[serde(default)]
    pub(super) prisoners: i32,
    pub(super) words: String,
}

fn once() -> u64 {
    1
}

/// How it is judged: see `data/beasts.toml`.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Criterion {
    Repetition,
    Better,
    Different,
    Barred,
}

/// The documents with the positions.
static DOCUMENTS: LazyLock<Vec<Document>> = LazyLock::new(|| {
    let ours = Document::parse(include_str!("data/positions.toml")).expect("data/positions.toml is right");
    claims::all().into_iter().chain([ours]).collect()
});

impl BeastCase {
    fn document(&self) -> &'static Document {
        let found = DOCUMENTS.iter().find(|document| document.id == self.document);
        found.expect("a case names a document that there is")
    }

    pub(super) fn place(&self) -> Place {
        self.document().place(&self.position).expect("a case names a position that there is")
    }

    /// What it is tried on, and where that comes from.
    fn on(&self, place: &Place) -> String {
        let basis = match place.basis.to_string() {
            basis if basis.is_empty() => "given".to_string(),
            basis => basis,
        };
        format!("{} of {}, {} ({basis})", self.position, self.document, place.board)
    }

    pub(super) fn case(&self, trial: &Trial, check: &str) -> (Case, u64) {
        let place = self.place();
        let on = self.on(&place);
        let game = match trial.subject.game(&place.board) {
            Ok(game) => game,
            Err(why) => return (Case::not_applicable(on, why), 0),
        };
        let always_ends = trial.always_ends();
        let times = self.states.filter(|_| !always_ends).unwrap_or(self.costs);
        let budget = trial.budget_times(always_ends, times);
        let case = match self.judged {
            Criterion::Barred => self.barred(trial, check, &game, &place),
            Criterion::Repetition => {
                let session = Session::new(&game);
                let state = game.start(place.position, place.to_move);
                match ends_by_repetition(&budget, &session, (place.position, place.to_move), &[], &state) {
                    Err(stopped) => undecided(on.clone(), None, stopped),
                    Ok((repeats, solution)) => {
                        let value = solution.value.exact();
                        let found = match (repeats, value) {
                            (_, Some(Value::NoResult)) => "the game has no result".to_string(),
                            (true, Some(value)) => format!("a repetition decides: {value}"),
                            (_, value) => format!(
                                "the game comes to an end that is scored: {}",
                                value.map_or(String::new(), |value| value.to_string())
                            ),
                        };
                        let verdict = if repeats { Verdict::Present } else { Verdict::Absent };
                        let case = Case::of(on.clone(), verdict, found);
                        case.showing(self.line(trial, &game, &place, value, solution.line).shown(check))
                    }
                }
            }
            Criterion::Better | Criterion::Different => self.compared(trial, check, &game, &place, &budget),
        };
        let value = case.shown.as_ref().and_then(|shown| shown.value);
        let on_record = match self.judged {
            Criterion::Barred => Vec::new(),
            _ => self.on_record(trial.subject, value),
        };
        (Case { on, on_record, ..case }, budget.spent())
    }

    /// The start with a line of best play.
    fn line<'a>(
        &self,
        trial: &'a Trial,
        game: &'a Game,
        place: &Place,
        value: Option<Value>,
        line: Vec<Move>,
    ) -> Line<'a> {
        let (start, to_move) = (place.position, place.to_move);
        Line { subject: trial.subject, game, start, to_move, moves: Vec::new(), value, line }
    }

    /// Whether the past bars a move.
    fn barred(&self, trial: &Trial, check: &str, game: &Game, place: &Place) -> Case {
        let board = &game.board;
        let mut referee = Referee::new(game, place.position, place.to_move);
        let moves = self.moves(game, place);
        for mv in &moves {
            if let Err(illegal) = referee.play(*mv) {
                return Case::not_applicable("", format!("the line cannot be played: {illegal}"));
            }
            if referee.ended().is_some() {
                return Case::not_applicable("", "the line ends the game before its last move");
            }
        }
        let bars = self.bars.as_deref().expect("a case that is judged by a bar names the move");
        let mv = parse_move(board, bars).expect("a case names a move of the board");
        let ban = referee.ban(mv);
        let (verdict, found) = match &ban {
            Some(ban) if matches!(ban.why, Why::Barred { .. }) => {
                (Verdict::Present, format!("{}, {bars}, is {}", self.words, ban.why))
            }
            Some(ban) => (Verdict::NotApplicable, format!("{}, {bars}: {}", self.words, ban.why)),
            None => (Verdict::Absent, format!("{}, {bars}, is legal", self.words)),
        };
        let line = if ban.is_none() { vec![mv] } else { Vec::new() };
        let shown = Line { moves, ..self.line(trial, game, place, None, line) };
        Case::of("", verdict, found).showing(shown.shown(check))
    }

    pub(super) fn moves(&self, game: &Game, place: &Place) -> Vec<Move> {
        let players = game.rules.properties().players;
        parse_record(&game.board, &self.after, place.to_move, players)
            .expect("a case names moves of the board")
    }

    /// The score that the value is compared with.
    pub(super) fn reference(&self, game: &Game, place: &Place) -> Result<Points, String> {
        if let Some(drawn) = &self.settled {
            return settled(game, drawn, self.prisoners, place.to_move);
        }
        let mut referee = Referee::new(game, place.position, place.to_move);
        for mv in &self.moves(game, place) {
            referee.play(*mv).map_err(|illegal| format!("the line cannot be played: {illegal}"))?;
        }
        Ok(score_as_it_stands(game, referee.state()).ok_or(UNSCORED)?.0)
    }

    /// Whether the value is better than a score, or another.
    fn compared(&self, trial: &Trial, check: &str, game: &Game, place: &Place, budget: &CaseBudget) -> Case {
        let score = match self.reference(game, place) {
            Ok(score) => score,
            Err(why) => return Case::not_applicable("", why),
        };
        let session = Session::new(game);
        let state = game.start(place.position, place.to_move);
        let (answer, stopped) = budget.answer(&session, &state);
        let is = self.meets(&answer, score);
        let mut found = format!("{}; {}: {score}", answer_in_words(&answer), self.words);
        let (Some(is), value) = (is, answer.exact()) else {
            return Case { stopped, ..Case::of("", Verdict::NotDecided, found) };
        };
        if let Some(control) = self.control.as_ref().filter(|_| is) {
            let (said, same, stopped) = self.controlled(control, game, place, budget);
            found.push_str(&said);
            match same {
                Some(false) => {}
                Some(true) => return Case::not_applicable("", found),
                None => return Case { stopped, ..Case::of("", Verdict::NotDecided, found) },
            }
        }
        let verdict = if is { Verdict::Present } else { Verdict::Absent };
        let line = match value {
            Some(_) => {
                budget.solve(&session, &state, &Request::default()).map_or(Vec::new(), |found| found.line)
            }
            None => Vec::new(),
        };
        let case =
            Case::of("", verdict, found).showing(self.line(trial, game, place, value, line).shown(check));
        Case { stopped, ..case }
    }

    /// Whether a value, or what is proved of it, is better than a score, or another.
    fn meets(&self, answer: &Answer, score: Points) -> Option<bool> {
        let player = Player::from(self.player);
        match (self.judged, answer) {
            (Criterion::Better, Answer::Exact(value)) => Some(better(player, *value, Value::Points(score))),
            (_, Answer::Exact(value)) => Some(*value != Value::Points(score)),
            (judged, Answer::Between(bounds)) => {
                let above = bounds.low > score || bounds.low == score && bounds.low_open;
                let below = bounds.high < score || bounds.high == score && bounds.high_open;
                match (judged, player) {
                    (Criterion::Better, Player::Black) if above => Some(true),
                    (Criterion::Better, Player::Black) if bounds.high <= score => Some(false),
                    (Criterion::Better, Player::White) if below => Some(true),
                    (Criterion::Better, Player::White) if bounds.low >= score => Some(false),
                    (Criterion::Different, _) if above || below => Some(true),
                    _ => None,
                }
            }
        }
    }

    /// What the control comes to, in words, whether it too is better than its score, and what stopped the work.
    fn controlled(
        &self,
        control: &Control,
        game: &Game,
        place: &Place,
        budget: &CaseBudget,
    ) -> (String, Option<bool>, Option<Stopped>) {
        let score = match settled(game, &control.settled, control.prisoners, place.to_move) {
            Ok(score) => score,
            Err(why) => return (format!("; {}: {why}", control.words), None, None),
        };
        let session = Session::new(game);
        let state = game.start(position(game, &control.start), place.to_move);
        let (answer, stopped) = budget.answer(&session, &state);
        let said = format!("; control, {}: {}, expected {score}", control.words, answer_in_words(&answer));
        (said, self.meets(&answer, score), stopped)
    }

    /// What the claims expect of the value of the same position under the same rules.
    fn on_record(&self, subject: &Subject, value: Option<Value>) -> Vec<OnRecord> {
        let mut found = Vec::new();
        for claim in &self.document().claims {
            for check in &claim.checks {
                let Check::Value { rules, after, expect, .. } = check else { continue };
                let same = after.is_empty()
                    && check.position(claim.position.as_ref()) == Some(&self.position)
                    && catalogue::parse(rules).is_ok_and(|(entry, options)| {
                        std::ptr::eq(entry, subject.entry) && options == subject.options
                    });
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

/// Why there is no score to compare with.
const UNSCORED: &str = "the position cannot be scored as it stands";

/// A position of `data/beasts.toml`, which may have spaces.
pub(super) fn position(game: &Game, drawn: &str) -> Position {
    let drawn: String = drawn.chars().filter(|letter| *letter != ' ').collect();
    parse_position(&game.board, &drawn).expect("a case has a position of the board")
}

/// The score of a position as it stands, with prisoners where these count.
pub(super) fn settled(game: &Game, drawn: &str, prisoners: i32, to_move: Player) -> Result<Points, String> {
    let start = game.start(position(game, drawn), to_move);
    let (score, _) = score_as_it_stands(game, &start).ok_or(UNSCORED)?;
    let counted = if game.entry.by_area(&game.options) { 0 } else { prisoners };
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

fn undecided(on: String, found: Option<String>, stopped: Stopped) -> Case {
    let found = found.unwrap_or_else(|| format!("not solved: given up by {stopped}"));
    Case { stopped: Some(stopped), ..Case::of(on, Verdict::NotDecided, found) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::critique::trial::Effort;
    use crate::solve::Budget;

    #[test]
    fn every_case_names_a_position_and_moves_of_its_board() {
        let mut count = 0;
        for tried in BEASTS.iter().flat_map(|beast| &beast.cases) {
            let place = tried.place();
            let (entry, options) = catalogue::find("simple-ko").unwrap();
            let game = entry.game(place.board.clone(), options);
            tried.moves(&game, &place);
            tried.bars.iter().for_each(|bars| assert!(parse_move(&place.board, bars).is_ok()));
            match tried.judged {
                Criterion::Barred => assert!(tried.bars.is_some() && !tried.words.is_empty()),
                Criterion::Repetition => assert!(tried.after.is_empty() && tried.settled.is_none()),
                Criterion::Better | Criterion::Different => {
                    assert!(!tried.words.is_empty());
                    tried.reference(&game, &place).unwrap();
                }
            }
            count += 1;
        }
        assert!(count >= 15, "{count}");
    }

    #[test]
    fn a_settled_position_lacks_stones_of_the_loser_and_counts_them_as_prisoners() {
        let (entry, options) = catalogue::find("simple-ko").unwrap();
        for tried in BEASTS.iter().flat_map(|beast| &beast.cases) {
            let place = tried.place();
            let game = entry.game(place.board.clone(), options);
            let control = tried.control.iter();
            let control = control.map(|it| (position(&game, &it.start), &it.settled, it.prisoners));
            let own = tried.settled.iter().map(|settled| (place.position, settled, tried.prisoners));
            for (start, settled, prisoners) in own.chain(control) {
                let settled = position(&game, settled);
                let gone = |player: Player| {
                    let [before, after] = [&start, &settled].map(|it| it.colours()[player.index()]);
                    (before & !after).count_ones() as i32
                };
                let (black, white) = (gone(Player::Black), gone(Player::White));
                assert_eq!(white - black, prisoners, "{} {}", tried.document, tried.position);
            }
        }
    }

    /// If play in what is settled changed anything, its score would be no yardstick: the seki with the threats must be one.
    #[test]
    fn what_a_case_with_a_control_is_compared_with_is_worth_its_score_whoever_moves() {
        let mut count = 0;
        for rules in ["psk", "spight", "kee2020", "katago-simple"] {
            let (entry, options) = catalogue::find(rules).unwrap();
            for tried in BEASTS.iter().flat_map(|beast| &beast.cases) {
                let Some(control) = &tried.control else { continue };
                let game = entry.game(tried.place().board, options);
                let own = tried.settled.as_ref().expect("a case with a control has what it comes to");
                for (drawn, to_move) in [own, &control.settled]
                    .into_iter()
                    .flat_map(|drawn| [Player::Black, Player::White].map(|player| (drawn, player)))
                {
                    let score = settled(&game, drawn, 0, to_move).unwrap();
                    let session = Session::new(&game);
                    let value =
                        session.value(&game.start(position(&game, drawn), to_move), &Budget::default());
                    assert_eq!(value.unwrap(), Value::Points(score), "{rules} {}", tried.position);
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
            let (entry, options) = catalogue::find(rules).unwrap();
            let subject = Subject { name: rules.to_string(), entry, options };
            let interrupted = Default::default();
            let trial = Trial::new(&subject, Effort::default(), 1, &interrupted);
            for beast in BEASTS.iter() {
                for pair in beast.cases.windows(2).filter(|pair| pair[1].stands_in) {
                    let [of_document, ours] =
                        [&pair[0], &pair[1]].map(|it| it.case(&trial, &beast.id).0.verdict);
                    assert_ne!(ours, Verdict::NotDecided, "{rules} {}", beast.id);
                    assert!(
                        of_document == ours || of_document == Verdict::NotDecided,
                        "{rules} {}",
                        beast.id
                    );
                    same += usize::from(of_document == ours);
                }
            }
        }
        assert!(same >= 12, "{same}");
    }
}
