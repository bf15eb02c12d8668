//! Legal and banned moves of a state, the moments that ban them, and facts of the history in words,
//! without any search.

use serde::Serialize;

use super::question::Question;
use crate::report::records::{MoveName, QuestionRecord};
use crate::report::words::{result_in_words, step_in_words, stones};
use superko_go::Player;
use superko_go::bits::PointSet;
use superko_go::board::Board;
use superko_go::notation::{diagram_line, point_name};
use superko_go::player::Move;
use superko_go::position::Position;
use superko_go::score::areas;
use superko_rules::fact::{Class, Fact, Tally};
use superko_rules::game::Game;
use superko_rules::line::Line;
use superko_rules::referee::{Illegal, Moment, Referee, Step, Why};
use superko_rules::{Effect, Points};
use superko_solve::Value;

/// A state as it can be seen, after as many of some moves as may be made.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Look {
    /// What is looked at.
    #[serde(flatten)]
    pub question: QuestionRecord,
    /// The moves made, and what they did.
    pub steps: Vec<Made>,
    /// The first move that may not be made; those after it are not looked at.
    pub illegal: Option<Barred>,
    /// The position after the moves.
    pub position: String,
    /// The intersection of the last move, if it was a stone play.
    pub last: Option<String>,
    /// Whose turn it is; `null` when the game has ended.
    pub player: Option<Player>,
    /// The stage of play, of rulesets that have several, if it is not the first.
    pub stage: Option<&'static str>,
    /// The end of the game.
    pub ended: Option<Ended>,
    /// The points that each player would have by area if the game ended as it stands.
    pub count: Count,
    /// The moves that may be made.
    pub legal: Vec<MoveName>,
    /// The moves that the history bans.
    pub barred: Vec<Barred>,
    /// Plays on empty intersections that the rules never admit here.
    pub refused: Vec<Refused>,
}

/// A move that was made.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Made {
    /// Its number, from 1.
    pub number: usize,
    /// The player.
    pub player: Player,
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveName,
    /// The position after it.
    pub position: String,
    /// The opposing stones that it removed.
    pub captured: Vec<String>,
    /// The own stones that it removed.
    pub lost: Vec<String>,
    /// All of it in one sentence.
    pub words: String,
}

/// A move that the history bans, or that may not be made for another reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Barred {
    /// The number that it would have.
    pub number: usize,
    /// The player who would make it.
    pub player: Player,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Why.
    pub why: String,
    /// The number of the move that made the reason true, 0 for the start; `null` if the history has nothing to do with it.
    pub since: Option<usize>,
    /// The position at that moment, and the move that led to it.
    pub moment: Option<Earlier>,
}

/// An earlier moment of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Earlier {
    /// The number of the move, 0 for the start.
    pub number: usize,
    /// The position that bans the move.
    pub position: String,
    /// Whether that is the position that the move was made on, and not the one after it.
    pub before: bool,
    /// Who made the move.
    pub player: Option<Player>,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Option<MoveName>,
}

/// A play that the rules never admit here.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Refused {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveName,
    /// Why.
    pub why: String,
}

/// The end of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Ended {
    /// Black's points minus White's.
    pub score: Value,
    /// The same in words.
    pub words: String,
    /// The stones that are dead, under rulesets that know dead stones.
    pub dead: Option<Vec<String>>,
}

/// The area of a position.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Count {
    /// Black's points minus White's.
    pub score: Value,
    /// Black's stones and surrounded intersections.
    pub black: Vec<String>,
    /// White's.
    pub white: Vec<String>,
}

impl Look {
    /// Plays more moves after a line as far as they may be made, and records the state after them.
    pub fn after<S: PointSet>(game: &Game<S>, line: &Line<S>, moves: &[Move<S::Point>]) -> Look {
        let board = &game.board;
        let mut referee = line.referee(game);
        let illegal = moves.iter().find_map(|mv| referee.play(*mv).err());
        let key = &referee.state().key;
        // The last move of a game that has ended does not change the referee's state.
        let last = referee.steps().last();
        let position = last.map_or(key.position, |step| step.position);
        let going_on = referee.ended().is_none();
        let (mut legal, mut barred, mut refused) = (Vec::new(), Vec::new(), Vec::new());
        for mv in if going_on { candidates(game, &referee) } else { Vec::new() } {
            match referee.ban(mv) {
                None => legal.push(MoveName::of(board, mv)),
                Some(Illegal { why: Why::Refused(why), .. }) => {
                    refused.push(Refused { mv: MoveName::of(board, mv), why: why.to_string() });
                }
                Some(illegal) => barred.push(Barred::of(board, &illegal)),
            }
        }
        Look {
            question: QuestionRecord {
                moves: MoveName::all(board, &[line.moves.as_slice(), moves].concat()),
                ..QuestionRecord::of(game, line)
            },
            steps: referee.steps().iter().map(|step| Made::of(board, step)).collect(),
            illegal: illegal.map(|illegal| Barred::of(board, &illegal)),
            last: last.and_then(|step| step.mv.placed()).map(|point| point_name(board, point)),
            player: referee.mover(),
            stage: if going_on { game.rules.stage(key.phase) } else { None },
            ended: last.and_then(|step| Ended::of(board, step)),
            count: Count::of(board, &position),
            position: diagram_line(board, &position),
            legal,
            barred,
            refused,
        }
    }
}

/// Every move that may be of interest: those that the ruleset lists, and the plays on empty
/// intersections.
pub fn candidates<S: PointSet>(game: &Game<S>, referee: &Referee<S>) -> Vec<Move<S::Point>> {
    let key = &referee.state().key;
    let mut moves: Vec<Move<S::Point>> = game.plays(key).iter().map(|play| play.mv).collect();
    let empty = game.board.all().filter(|point| key.position.colour(*point).is_none());
    moves.extend(empty.map(Move::Place));
    moves.sort_unstable();
    moves.dedup();
    moves
}

impl Made {
    /// The record of a step.
    pub fn of<S: PointSet>(board: &Board<S>, step: &Step<S>) -> Made {
        Made {
            number: step.number,
            player: step.player,
            mv: MoveName::of(board, step.mv),
            position: diagram_line(board, &step.position),
            captured: stones(board, step.captured),
            lost: stones(board, step.lost),
            words: step_in_words(board, step),
        }
    }
}

impl Barred {
    /// The record of a move that may not be made.
    pub fn of<S: PointSet>(board: &Board<S>, illegal: &Illegal<S>) -> Barred {
        let moment = match &illegal.why {
            Why::Barred { fact, since } => Some(Earlier::of(board, fact, since)),
            _ => None,
        };
        Barred {
            number: illegal.number,
            player: illegal.player,
            mv: illegal.name.clone(),
            why: illegal.why.to_string(),
            since: moment.as_ref().map(|moment| moment.number),
            moment,
        }
    }
}

impl Earlier {
    fn of<S: PointSet>(board: &Board<S>, fact: &Fact<S>, moment: &Moment<S::Point>) -> Earlier {
        let Since { number, player, mv, before } = Since::of(board, moment);
        Earlier { number, position: diagram_line(board, &fact.position), before, player, mv }
    }
}

impl Ended {
    fn of<S: PointSet>(board: &Board<S>, step: &Step<S>) -> Option<Ended> {
        let end = step.end.as_ref()?;
        Some(Ended {
            score: Value::Points(end.score),
            words: result_in_words(end.score, end.scored),
            dead: end.dead.map(|dead| stones(board, dead)),
        })
    }
}

impl Count {
    fn of<S: PointSet>(board: &Board<S>, position: &Position<S>) -> Count {
        let [black, white, ..] = areas(board, position);
        let score = black.count() as i32 - white.count() as i32;
        Count {
            score: Value::Points(Points::from_integer(score)),
            black: stones(board, black),
            white: stones(board, white),
        }
    }
}

// --- Lines ---

/// A move of a line.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Told {
    /// The move, and what it did.
    #[serde(flatten)]
    pub made: Made,
    /// The moves that the history banned for the player.
    pub bars: Vec<Barred>,
}

/// The moves of a line from the state of a question, each with what it did and the moves that were
/// banned.
///
/// # Panics
/// If a move of the line is illegal.
pub fn told(question: &Question, line: &[Move]) -> Vec<Told> {
    let game = &question.game;
    let mut referee = question.referee();
    let annotate = |mv: &Move| {
        let plays = game.plays(&referee.state().key);
        let bans = plays.iter().filter_map(|play| referee.ban(play.mv));
        let bars = bans.filter(|ban| matches!(ban.why, Why::Barred { .. }));
        let bars = bars.map(|ban| Barred::of(&game.board, &ban)).collect();
        let step = referee.play(*mv).expect("a line is made of legal moves");
        Told { made: Made::of(&game.board, &step), bars }
    };
    line.iter().map(annotate).collect()
}

/// Groups values by key, keys in the order of their first.
pub fn grouped<K: PartialEq, V>(pairs: impl IntoIterator<Item = (K, V)>) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in pairs {
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}

// --- Facts in words ---

/// A fact of the history in words, with the moment that made it true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactStatement {
    /// The fact.
    pub fact: Fact,
    /// Its tally, if it holds.
    pub holds: Option<Tally>,
    /// Whether it holds, as a sentence without a full stop.
    pub words: String,
    /// The same without its positions: what facts of one kind share.
    pub kind_words: String,
    /// When it last became true, even if it holds no longer.
    pub since: Option<Moment>,
}

/// A statement about the history as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FactRecord {
    /// What kind of statement it is.
    pub kind: &'static str,
    /// The position that it is about.
    pub position: String,
    /// The player whom it concerns, if it concerns one: see `words`.
    pub player: Option<Player>,
    /// The other position that it is about, under rules that know such statements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
    /// Whether it is so.
    pub holds: bool,
    /// How it is with it, in words.
    pub words: String,
    /// When it last became so, even if it is so no longer.
    pub since: Option<Since>,
}

/// An earlier moment of a game.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Since {
    /// The number of the move, 0 for the start.
    pub number: usize,
    /// Who made it.
    pub player: Option<Player>,
    /// The move.
    #[serde(rename = "move")]
    pub mv: Option<MoveName>,
    /// Whether the position in question is the one that the move was made on, and not the one after it.
    pub before: bool,
}

/// What the statement "the position has stood" names besides the position under a ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StoodScope {
    /// Nothing else.
    Position,
    /// The player to move.
    Situation,
    /// The player to move, and the position on which his opponent last passed.
    PassedSituation,
    /// The player whose opponent made a stone play on it.
    Left,
}

/// Words for the facts of one game.
pub struct FactWords<'a> {
    board: &'a Board,
    game: &'a Game,
    scope: StoodScope,
}

impl<'a> FactWords<'a> {
    /// Words for the facts of a game.
    ///
    /// What a ruleset means by "has stood" is read from its plays on the empty board: for whom a
    /// play that such a fact bars or stops makes the position stand, and whether a pass makes one
    /// stand that names a second position.
    pub fn of(game: &'a Game) -> FactWords<'a> {
        let start = game.start(Position::default(), Player::Black);
        let plays = game.plays(&start.key);
        let asked =
            plays.iter().flat_map(|play| play.bars.iter().chain(play.stops.iter().map(|stop| &stop.fact)));
        let mut stood = asked.filter(|fact| matches!(fact.class, Class::Stood | Class::Made));
        let whose = stood.find_map(|fact| fact.who);
        let passes = plays.iter().filter(|play| play.mv.placed().is_none());
        let mut set = passes.flat_map(|play| match &play.effect {
            Effect::Next(_, delta) => delta.sets.as_slice(),
            Effect::End(_) => &[],
        });
        let named = set.any(|fact| fact.class == Class::Stood && fact.second.position().is_some());
        let scope = match whose {
            None => StoodScope::Position,
            Some(_) if named => StoodScope::PassedSituation,
            Some(who) if who == start.key.mover => StoodScope::Left,
            Some(_) => StoodScope::Situation,
        };
        FactWords { board: &game.board, game, scope }
    }

    /// A fact in words at the moment where a referee stands.
    pub fn statement(&self, referee: &Referee, fact: &Fact) -> FactStatement {
        let holds = referee.state().past.get(fact);
        let since = referee.since(fact);
        let name = |position: &Position| diagram_line(self.board, position);
        let any = |_: &Position| "a position".to_string();
        let [words, kind_words] = [&name as &dyn Fn(&Position) -> String, &any].map(|name| {
            let words = self.words(fact, holds.is_some() || since.is_some(), name);
            match holds {
                Some(Tally { count, sum }) if count > 0 => {
                    let positions = if count == 1 { "position" } else { "positions" };
                    format!("{words} ({count} scoring {positions} since, {sum} in sum)")
                }
                None if since.is_some() => format!("it counts no more that {words}"),
                _ => words,
            }
        });
        FactStatement { fact: *fact, holds, words, kind_words, since }
    }

    /// A fact that holds, or that does not, in words.
    fn words(&self, fact: &Fact, holds: bool, name: &dyn Fn(&Position) -> String) -> String {
        let position = name(&fact.position);
        let has = if holds { "has" } else { "has not" };
        let players = self.game.rules.properties().players;
        let who = fact.who.map_or("", Player::name);
        let followed =
            |count| format!("{who} {has} passed on {position} with the next {count} players passing at once");
        let after = match fact.second.moves() {
            None => String::new(),
            Some(0) => " at the start".to_string(),
            Some(moves) => format!(" after move {moves}"),
        };
        match fact.class {
            Class::Stood | Class::Made => match (self.scope, fact.who) {
                (StoodScope::Position, _) | (_, None) => format!("{position} {has} stood{after}"),
                (StoodScope::Situation, Some(_)) => {
                    format!("{position} {has} stood with {who} to move{after}")
                }
                (StoodScope::PassedSituation, Some(player)) => {
                    let other = players.next(player).name();
                    let passed = match fact.second.position() {
                        None => format!("before any pass of {other}"),
                        Some(second) => format!("when {other} had passed last on {}", name(&second)),
                    };
                    format!("{position} {has} stood with {who} to move {passed}")
                }
                (StoodScope::Left, Some(player)) => {
                    format!("{} {has} made a stone play on {position}", players.next(player).name())
                }
            },
            Class::Undone if holds => {
                format!("the last stone play was made on {position}, and no pass has come since")
            }
            Class::Undone => {
                format!("the last stone play was not made on {position}, or a pass has come since")
            }
            Class::Passed => format!("{who} {has} passed on {position}"),
            Class::Initialised => format!("{position} {has} been initialised for {who}"),
            Class::Disturbed => format!("{who} {has} made a disturbing play on {position}"),
            Class::Declined => format!("{who} {has} answered a pass on {position} by a stone play"),
            Class::Moved => {
                let led_to = fact.second.position().map_or(String::new(), |second| name(&second));
                format!("a stone play {has} led from {position} to {led_to}")
            }
            Class::Disputed => format!("{who} {has} disputed on {position}"),
            Class::Followed => {
                format!("{who} {has} passed on {position} with the next player passing at once")
            }
            Class::FollowedByTwo => followed("two"),
            Class::FollowedByThree => followed("three"),
            Class::FollowedByFour => followed("four"),
            Class::Occurred => format!("{position} {has} occurred with {who} to move"),
            Class::OccurredTwice => format!("{position} {has} occurred twice with {who} to move"),
        }
    }
}

impl FactStatement {
    /// The JSON record of the fact.
    pub fn record(&self, board: &Board) -> FactRecord {
        FactRecord {
            kind: kind(self.fact.class),
            position: diagram_line(board, &self.fact.position),
            player: self.fact.who,
            second: self.fact.second.position().map(|position| diagram_line(board, &position)),
            holds: self.holds.is_some(),
            words: self.words.clone(),
            since: self.since.as_ref().map(|since| Since::of(board, since)),
        }
    }
}

impl Since {
    /// The record of a moment.
    pub fn of<S: PointSet>(board: &Board<S>, moment: &Moment<S::Point>) -> Since {
        match moment {
            Moment::Start => Since { number: 0, player: None, mv: None, before: false },
            Moment::Made { number, player, mv, before, .. } => Since {
                number: *number,
                player: Some(*player),
                mv: Some(MoveName::of(board, *mv)),
                before: *before,
            },
        }
    }
}

/// The name of a class in JSON.
fn kind(class: Class) -> &'static str {
    match class {
        Class::Stood => "stood",
        Class::Undone => "undone",
        Class::Passed => "passed",
        Class::Initialised => "initialised",
        Class::Disturbed => "disturbed",
        Class::Declined => "declined",
        Class::Disputed => "disputed",
        Class::Moved => "moved",
        Class::Made => "made",
        Class::Followed => "followed",
        Class::Occurred => "occurred",
        Class::OccurredTwice => "occurred-twice",
        Class::FollowedByTwo => "followed-by-two",
        Class::FollowedByThree => "followed-by-three",
        Class::FollowedByFour => "followed-by-four",
    }
}

/// A moment, to stand above the diagram of a position: `after move 3 (Black A1)`.
pub fn moment_in_words(moment: &Moment) -> String {
    match moment {
        Moment::Start => "at the start".to_string(),
        Moment::Made { number, player, name, before, .. } => {
            let when = if *before { "before" } else { "after" };
            format!("{when} move {number} ({} {name})", player.name())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Texts;
    use crate::ask::question::tests::texts;

    fn look(board: &str, rules: &str, start: &str, moves: &[&str]) -> Look {
        let texts = Texts { start: Some(start.to_string()), ..texts(board, rules, moves) };
        let setup = texts.setup().unwrap();
        let moves = texts.moves(&setup.game.board).unwrap();
        Look::after(&setup.game, &setup.line, &moves)
    }

    fn names(moves: &[MoveName]) -> Vec<&str> {
        moves.iter().map(MoveName::as_str).collect()
    }

    #[test]
    fn a_bar_names_its_moment() {
        let look = look("1x3", "psk", "...", &["B1", "A1", "C1"]);
        // White A1 was suicide: it is refused, so the game stands after move 1.
        assert_eq!((look.steps.len(), look.position.as_str()), (1, ".X."));
        let illegal = look.illegal.unwrap();
        assert_eq!((illegal.number, illegal.since), (2, None));

        // White has taken Black's first stone.
        let look = self::look("1x2", "psk", "..", &["A1", "B1"]);
        let barred = &look.barred[0];
        assert_eq!((barred.mv.as_str(), barred.since), ("A1", Some(1)));
        let moment = barred.moment.as_ref().unwrap();
        assert_eq!((moment.position.as_str(), moment.player), ("X.", Some(Player::Black)));
        assert_eq!((names(&look.legal), look.player), (vec!["pass"], Some(Player::Black)));
    }

    #[test]
    fn the_position_of_a_moment_is_the_one_that_bars() {
        // White may not recreate the position that his opponent left by move 1, which is the start,
        // and Black may not undo what White has just done.
        const UNDO: &str = "kee2009 --lift produced-ko";
        let kinds = [
            ("1x2", "spight2", "O.", &["B1"][..], "A1", (1, true, "O.")),
            ("1x2", UNDO, "..", &["A1", "B1", "pass", "pass", "A1"], "B1", (5, true, ".O")),
            ("1x2", "ssk", "..", &["A1", "B1"], "A1", (1, false, "X.")),
            ("1x2", "psk", "O.", &["B1"], "A1", (0, false, "O.")),
        ];
        for (board, rules, start, moves, barred, expected) in kinds {
            let look = look(board, rules, start, moves);
            let found = look.barred.iter().find(|it| it.mv == barred);
            let moment = found.and_then(|it| it.moment.as_ref());
            let seen = moment.map(|it| (it.number, it.before, it.position.as_str()));
            assert_eq!(seen, Some(expected), "{rules}: {found:?}");
        }
    }

    #[test]
    fn a_situation_that_ends_the_game_is_named_with_its_player() {
        for (repetition, scoring) in [("illegal", "area"), ("draws", "area"), ("prisoners", "territory")] {
            let text = format!(
                "[clauses]\nbars = [\"situation\"]\nrepetition = {repetition:?}\npasses-in-a-row = 2\nscoring = {scoring:?}\n"
            );
            let entry = superko_rules::file::read("draft.toml", text.as_bytes()).unwrap();
            let game = superko_rules::Rules::from(entry).game(Board::parse("1x2").unwrap());
            let referee = Referee::new(&game, Position::default(), Player::Black);
            let (fact, _) = referee.state().past.facts().next().expect("the start has stood");
            let words = FactWords::of(&game).statement(&referee, fact).words;
            assert!(words.contains("has stood with Black to move"), "{repetition}: {words}");
        }
    }

    #[test]
    fn a_game_that_has_ended_has_a_score_and_no_moves() {
        let look = look("2x2", "psk", "X./..", &["pass", "pass"]);
        assert_eq!(look.ended.as_ref().map(|ended| ended.words.as_str()), Some("4 (Black wins by 4)"));
        assert!(look.legal.is_empty() && look.player.is_none());
        assert_eq!(look.count.black.len(), 4);
    }

    #[test]
    fn suicide_is_refused_to_either_player() {
        let black = look("2x2", "psk", ".X/X.", &[]);
        assert_eq!(names(&black.legal), ["A2", "B1", "pass"]);
        let white = look("2x2", "psk", ".X/X.", &["pass"]);
        assert_eq!(names(&white.legal), ["pass"]);
        let refused: Vec<&str> = white.refused.iter().map(|refused| refused.mv.as_str()).collect();
        assert_eq!(refused, ["A2", "B1"]);
    }

    #[test]
    fn a_stage_and_its_moves_are_listed() {
        let look = look("1x3", "jann", ".X.", &["pass", "pass"]);
        assert_eq!(names(&look.legal), ["accept", "resume", "resume-modified"]);
        assert_eq!((look.player, look.refused.len()), (Some(Player::Black), 2));
        let moves = ["B1", "pass", "pass", "pass"];
        let encore = self::look("1x3", "spight --scoring territory", "...", &moves);
        assert!(encore.stage.is_some_and(|stage| stage.contains("encore")), "{:?}", encore.stage);
    }
}
