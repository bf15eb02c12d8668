//! What can be seen of a state without any search: the moves made, what may be played, what is barred and since when.

use serde::Serialize;

use super::facts::Since;
use super::question::Setup;
use crate::go::notation::{diagram_line, point_name};
use crate::go::score::areas;
use crate::go::{Board, Move, Player, Position};
use crate::referee::{Illegal, Moment, Referee, Step, Why};
use crate::report::display::{step_in_words, stones, value_in_words};
use crate::report::record::{MoveName, QuestionRecord, StartRecord};
use crate::rules::fact::Fact;
use crate::rules::{Game, Points};
use crate::solve::Value;

/// A state as it can be seen, after as many of some moves as may be made.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
    /// The moves that the past bars.
    pub barred: Vec<Barred>,
    /// Plays on empty intersections that the rules never admit here.
    pub refused: Vec<Refused>,
}

/// A move that was made.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

/// A move that the past bars, or that may not be made for another reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
    /// The number of the move that made the reason true, 0 for the start; `null` if the past has nothing to do with it.
    pub since: Option<usize>,
    /// The position at that moment, and the move that led to it.
    pub moment: Option<Earlier>,
}

/// An earlier moment of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Earlier {
    /// The number of the move, 0 for the start.
    pub number: usize,
    /// The position that bars.
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
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Refused {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveName,
    /// Why.
    pub why: String,
}

/// The end of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Ended {
    /// Black's points less White's.
    pub score: Value,
    /// The same in words.
    pub words: String,
    /// The stones that are dead, under rulesets that know dead stones.
    pub dead: Option<Vec<String>>,
}

/// The area of a position.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Count {
    /// Black's points less White's.
    pub score: Value,
    /// Black's stones and surrounded intersections.
    pub black: Vec<String>,
    /// White's.
    pub white: Vec<String>,
}

impl Look {
    /// Plays the moves from the start as far as they may be made, and looks around.
    pub fn after(setup: &Setup, moves: &[Move]) -> Look {
        let (game, board) = (&setup.game, &setup.game.board);
        let mut referee = Referee::new(game, setup.start, setup.to_move);
        let illegal = moves.iter().find_map(|mv| referee.play(*mv).err());
        let key = &referee.state().key;
        // The last move of a game that has ended does not change the referee's state.
        let position = referee.steps().last().map_or(key.position, |step| step.position);
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
            question: QuestionRecord::of(game, &setup.start, setup.to_move, moves),
            steps: referee.steps().iter().map(|step| Made::of(board, step)).collect(),
            illegal: illegal.map(|illegal| Barred::of(board, &illegal)),
            last: referee
                .steps()
                .last()
                .and_then(|step| step.mv.placed())
                .map(|point| point_name(board, point)),
            player: referee.mover(),
            stage: if going_on { game.rules.stage(key.phase) } else { None },
            ended: referee.steps().last().and_then(|step| Ended::of(board, step)),
            count: Count::of(board, &position),
            position: StartRecord::of(board, &position, setup.to_move).position,
            legal,
            barred,
            refused,
        }
    }
}

/// Every move that may be of interest: those that the ruleset lists, and the plays on empty intersections.
pub(super) fn candidates(game: &Game, referee: &Referee) -> Vec<Move> {
    let key = &referee.state().key;
    let mut moves: Vec<Move> = game.plays(key).iter().map(|play| play.mv).collect();
    let empty = (0..game.board.points() as u8).filter(|point| key.position.colour(*point).is_none());
    moves.extend(empty.map(Move::Place));
    moves.sort_unstable();
    moves.dedup();
    moves
}

impl Made {
    /// What a step did.
    pub fn of(board: &Board, step: &Step) -> Made {
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
    pub fn of(board: &Board, illegal: &Illegal) -> Barred {
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
    fn of(board: &Board, fact: &Fact, moment: &Moment) -> Earlier {
        let Since { number, player, mv, before } = Since::of(board, moment);
        Earlier { number, position: diagram_line(board, &fact.position), before, player, mv }
    }
}

impl Ended {
    fn of(board: &Board, step: &Step) -> Option<Ended> {
        let end = step.end.as_ref()?;
        Some(Ended {
            score: Value::Points(end.score),
            words: value_in_words(end.score),
            dead: end.dead.map(|dead| stones(board, dead)),
        })
    }
}

impl Count {
    fn of(board: &Board, position: &Position) -> Count {
        let [black, white, ..] = areas(board, position);
        let score = black.count_ones() as i32 - white.count_ones() as i32;
        Count {
            score: Value::Points(Points::from_integer(score)),
            black: stones(board, black),
            white: stones(board, white),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Texts;

    fn look(board: &str, rules: &str, start: &str, moves: &[&str]) -> Look {
        let moves = moves.iter().map(|text| text.to_string()).collect();
        let texts = Texts {
            board: board.to_string(),
            rules: rules.to_string(),
            start: Some(start.to_string()),
            moves,
            ..Texts::default()
        };
        let setup = texts.setup().unwrap();
        let moves = texts.moves(&setup.game.board).unwrap();
        Look::after(&setup, &moves)
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

        let look = look_at_ko();
        let barred = &look.barred[0];
        assert_eq!((barred.mv.as_str(), barred.since), ("A1", Some(1)));
        let moment = barred.moment.as_ref().unwrap();
        assert_eq!((moment.position.as_str(), moment.player), ("X.", Some(Player::Black)));
        assert_eq!((names(&look.legal), look.player), (vec!["pass"], Some(Player::Black)));
    }

    #[test]
    fn the_position_of_a_moment_is_the_one_that_bars() {
        // White may not recreate the position that his opponent left by move 1, which is the start, and Black may not
        // undo what White has just done.
        let kinds = [
            ("1x2", "spight2", "O.", &["B1"][..], "A1", (1, true, "O.")),
            (
                "1x2",
                "kee2009 --lift produced-ko",
                "..",
                &["A1", "B1", "pass", "pass", "A1"],
                "B1",
                (5, true, ".O"),
            ),
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

    /// On 1x2 White has taken Black's first stone.
    fn look_at_ko() -> Look {
        look("1x2", "psk", "..", &["A1", "B1"])
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
        let encore =
            super::tests::look("1x3", "spight --scoring territory", "...", &["B1", "pass", "pass", "pass"]);
        assert!(encore.stage.is_some_and(|stage| stage.contains("encore")), "{:?}", encore.stage);
    }
}
