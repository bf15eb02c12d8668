//! The beasts of the literature, tried on the positions that the documents have, or on some of ours.

use std::sync::LazyLock;

use serde::Deserialize;

use super::play::{as_it_stands, better, by_repetition};
use super::record::{Case, OnRecord, Verdict};
use super::shown::Line;
use super::subject::Subject;
use super::trial::Trial;
use crate::claims::check::{Check, Mover};
use crate::claims::checks::expect::Expect;
use crate::claims::document::Place;
use crate::claims::{self, Document};
use crate::go::notation::{parse_move, parse_position};
use crate::go::record::parse_record;
use crate::go::{Move, Player};
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
    cases: Vec<Tried>,
}

/// A position on which a beast is tried.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Tried {
    document: String,
    position: String,
    judged: Judged,
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
    #[serde(default)]
    deep: bool,
    /// How many times the usual nodes it may cost.
    #[serde(default = "once")]
    costs: u64,
}

fn once() -> u64 {
    1
}

/// How it is judged: see `data/beasts.toml`.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Judged {
    Repetition,
    Better,
    Different,
    Barred,
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

/// The documents with the positions.
static DOCUMENTS: LazyLock<Vec<Document>> = LazyLock::new(|| {
    let ours = Document::parse(include_str!("data/positions.toml")).expect("data/positions.toml is right");
    claims::all().into_iter().chain([ours]).collect()
});

impl Beast {
    /// Tries it on every position.
    pub fn cases(&self, trial: &Trial) -> (Vec<Case>, u64) {
        let tried = self.cases.iter().map(|tried| tried.case(trial, &self.id));
        let (cases, nodes): (Vec<Case>, Vec<u64>) = tried.unzip();
        (cases, nodes.into_iter().sum())
    }
}

impl Tried {
    fn document(&self) -> &'static Document {
        let found = DOCUMENTS.iter().find(|document| document.id == self.document);
        found.expect("a case names a document that there is")
    }

    fn place(&self) -> Place {
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

    fn case(&self, trial: &Trial, check: &str) -> (Case, u64) {
        let place = self.place();
        let on = self.on(&place);
        let game = match trial.subject.game(&place.board) {
            Ok(game) => game,
            Err(why) => return (Case::not_applicable(on, why), 0),
        };
        if self.deep && !trial.effort.deep {
            return (Case::of(on, Verdict::NotDecided, "too large for a quick critique: --deep tries it"), 0);
        }
        let purse = trial.purse_of(trial.always_ends(), self.costs);
        let case = match self.judged {
            Judged::Barred => self.barred(trial, check, &game, &place),
            Judged::Repetition => {
                let session = Session::new(&game);
                let state = game.start(place.position, place.to_move);
                match by_repetition(&purse, &session, (place.position, place.to_move), &[], &state) {
                    Err(stopped) => open(on.clone(), None, stopped),
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
            Judged::Better | Judged::Different => self.compared(trial, check, &game, &place, &purse),
        };
        let value = case.shown.as_ref().and_then(|shown| shown.value);
        let on_record = match self.judged {
            Judged::Barred => Vec::new(),
            _ => self.on_record(trial.subject, value),
        };
        (Case { on, on_record, ..case }, purse.spent())
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

    fn moves(&self, game: &Game, place: &Place) -> Vec<Move> {
        let players = game.rules.properties().players;
        parse_record(&game.board, &self.after, place.to_move, players)
            .expect("a case names moves of the board")
    }

    /// The score that the value is compared with.
    fn reference(&self, game: &Game, place: &Place) -> Result<Points, String> {
        let (start, prisoners) = match &self.settled {
            Some(drawn) => {
                let drawn: String = drawn.chars().filter(|letter| *letter != ' ').collect();
                let settled =
                    parse_position(&game.board, &drawn).expect("a case has a position of the board");
                let counted = !game.entry.by_area(&game.options);
                (settled, if counted { self.prisoners } else { 0 })
            }
            None => (place.position, 0),
        };
        let mut referee = Referee::new(game, start, place.to_move);
        let moves = if self.settled.is_some() { Vec::new() } else { self.moves(game, place) };
        for mv in &moves {
            referee.play(*mv).map_err(|illegal| format!("the line cannot be played: {illegal}"))?;
        }
        let stands =
            as_it_stands(game, referee.state()).ok_or("the position cannot be scored as it stands")?;
        Ok(stands.0 + Points::from_integer(prisoners))
    }

    /// Whether the value is better than a score, or another.
    fn compared(
        &self,
        trial: &Trial,
        check: &str,
        game: &Game,
        place: &Place,
        purse: &super::purse::Purse,
    ) -> Case {
        let score = match self.reference(game, place) {
            Ok(score) => score,
            Err(why) => return Case::not_applicable("", why),
        };
        let session = Session::new(game);
        let state = game.start(place.position, place.to_move);
        let (answer, stopped) = purse.answer(&session, &state);
        let player = Player::from(self.player);
        let is = match (self.judged, &answer) {
            (Judged::Better, Answer::Exact(value)) => Some(better(player, *value, Value::Points(score))),
            (_, Answer::Exact(value)) => Some(*value != Value::Points(score)),
            (judged, Answer::Between(bounds)) => {
                let above = bounds.low > score || bounds.low == score && bounds.low_open;
                let below = bounds.high < score || bounds.high == score && bounds.high_open;
                match (judged, player) {
                    (Judged::Better, Player::Black) if above => Some(true),
                    (Judged::Better, Player::Black) if bounds.high <= score => Some(false),
                    (Judged::Better, Player::White) if below => Some(true),
                    (Judged::Better, Player::White) if bounds.low >= score => Some(false),
                    (Judged::Different, _) if above || below => Some(true),
                    _ => None,
                }
            }
        };
        let found = format!("{}; {}: {score}", valued(&answer), self.words);
        let (Some(is), value) = (is, answer.exact()) else {
            return Case { stopped, ..Case::of("", Verdict::NotDecided, found) };
        };
        let verdict = if is { Verdict::Present } else { Verdict::Absent };
        let line = match value {
            Some(_) => {
                purse.solve(&session, &state, &Request::default()).map_or(Vec::new(), |found| found.line)
            }
            None => Vec::new(),
        };
        let case =
            Case::of("", verdict, found).showing(self.line(trial, game, place, value, line).shown(check));
        Case { stopped, ..case }
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
                    let expected = Expect::parse(expect).expect("the claims are right");
                    let agrees = value.and_then(|value| expected.met_by(&Answer::Exact(value)));
                    found.push(OnRecord { claim: claim.id.clone(), expects: expect.clone(), agrees });
                }
            }
        }
        found
    }
}

/// A value, or what is proved of it.
fn valued(answer: &Answer) -> String {
    match answer {
        Answer::Exact(Value::NoResult) => "the game has no result".to_string(),
        Answer::Exact(value) => format!("the value is {value}"),
        Answer::Between(bounds) => format!("the value is between {} and {}", bounds.low, bounds.high),
    }
}

fn open(on: String, found: Option<String>, stopped: Stopped) -> Case {
    let found = found.unwrap_or_else(|| format!("not solved: given up by {stopped}"));
    Case { stopped: Some(stopped), ..Case::of(on, Verdict::NotDecided, found) }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                Judged::Barred => assert!(tried.bars.is_some() && !tried.words.is_empty()),
                Judged::Repetition => assert!(tried.after.is_empty() && tried.settled.is_none()),
                Judged::Better | Judged::Different => {
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
        for tried in BEASTS.iter().flat_map(|beast| &beast.cases) {
            let Some(drawn) = &tried.settled else { continue };
            let place = tried.place();
            let drawn: String = drawn.chars().filter(|letter| *letter != ' ').collect();
            let settled = parse_position(&place.board, &drawn).unwrap();
            let gone = |player: Player| {
                let [before, after] = [&place.position, &settled].map(|it| it.colours()[player.index()]);
                (before & !after).count_ones() as i32
            };
            let (black, white) = (gone(Player::Black), gone(Player::White));
            assert_eq!(white - black, tried.prisoners, "{} {}", tried.document, tried.position);
        }
    }
}
