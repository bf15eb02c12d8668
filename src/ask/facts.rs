//! Statements about the past in words, each with the moment that made it true.

use serde::Serialize;

use crate::go::notation::diagram_line;
use crate::go::{Board, Player, Position};
use crate::referee::{Moment, Referee};
use crate::report::record::MoveName;
use crate::rules::fact::{Class, Fact, Tally};
use crate::rules::{Effect, Game};

/// A statement about the past of a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stated {
    /// The fact.
    pub fact: Fact,
    /// Its tally, if it holds.
    pub holds: Option<Tally>,
    /// How it is with it, as a sentence without a full stop.
    pub words: String,
    /// The same without its positions: what facts of one kind share.
    pub kind_words: String,
    /// When it last became true, even if it holds no longer.
    pub since: Option<Moment>,
}

/// A statement about the past as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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

/// What "the position has stood" is about under a ruleset, apart from the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stands {
    /// Nothing else.
    Position,
    /// The player to move.
    Situation,
    /// The player to move, and the position on which his opponent last passed.
    PassedSituation,
    /// The player whose opponent made a stone play on it.
    Left,
}

/// Statements about the pasts of one game.
pub struct Statements<'a> {
    board: &'a Board,
    game: &'a Game,
    stands: Stands,
}

impl<'a> Statements<'a> {
    /// Statements about the pasts of a game.
    ///
    /// What a ruleset means by "has stood" is read from its plays on the empty board: for whom a play makes the position
    /// stand, and whether a pass makes one stand that names a second position.
    pub fn of(game: &'a Game) -> Statements<'a> {
        let start = game.start(Position::default(), Player::Black);
        let plays = game.plays(&start.key);
        let bars = plays.iter().flat_map(|play| &play.bars);
        let barred = bars.filter(|fact| fact.class == Class::Stood).filter_map(|fact| fact.who).next();
        let passes = plays.iter().filter(|play| play.mv.placed().is_none());
        let mut set = passes.flat_map(|play| match &play.effect {
            Effect::Next(_, delta) => delta.sets.as_slice(),
            Effect::End(_) => &[],
        });
        let named = set.any(|fact| fact.class == Class::Stood && fact.second.position().is_some());
        let stands = match barred {
            None => Stands::Position,
            Some(_) if named => Stands::PassedSituation,
            Some(who) if who == start.key.mover => Stands::Left,
            Some(_) => Stands::Situation,
        };
        Statements { board: &game.board, game, stands }
    }

    /// How it is with a fact at the moment where a referee stands.
    pub fn stated(&self, referee: &Referee, fact: &Fact) -> Stated {
        let holds = referee.state().past.get(fact);
        let since = referee.since(fact);
        let name = |position: &Position| diagram_line(self.board, position);
        let any = |_: &Position| "a position".to_string();
        let [words, kind_words] =
            [&name as &dyn Fn(&Position) -> String, &any].map(|name| match (holds, &since) {
                (Some(tally), _) if tally.count > 0 => {
                    let positions = if tally.count == 1 { "position" } else { "positions" };
                    let (count, sum) = (tally.count, tally.sum);
                    format!(
                        "{} ({count} scoring {positions} since, {sum} in sum)",
                        self.words(fact, true, name)
                    )
                }
                (Some(_), _) => self.words(fact, true, name),
                (None, None) => self.words(fact, false, name),
                (None, Some(_)) => format!("it counts no more that {}", self.words(fact, true, name)),
            });
        Stated { fact: *fact, holds, words, kind_words, since }
    }

    /// A fact that holds, or that does not, in words.
    fn words(&self, fact: &Fact, holds: bool, name: &dyn Fn(&Position) -> String) -> String {
        let position = name(&fact.position);
        let has = if holds { "has" } else { "has not" };
        let players = self.game.rules.properties().players;
        let who = fact.who.map_or("", Player::name);
        let followed =
            |count| format!("{who} {has} passed on {position} with the next {count} players passing at once");
        match fact.class {
            Class::Stood => match (self.stands, fact.who) {
                (Stands::Position, _) | (_, None) => format!("{position} {has} stood"),
                (Stands::Situation, Some(_)) => format!("{position} {has} stood with {who} to move"),
                (Stands::PassedSituation, Some(player)) => {
                    let other = players.next(player).name();
                    let passed = match fact.second.position() {
                        None => format!("before any pass of {other}"),
                        Some(second) => format!("when {other} had passed last on {}", name(&second)),
                    };
                    format!("{position} {has} stood with {who} to move {passed}")
                }
                (Stands::Left, Some(player)) => {
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

impl Stated {
    /// The statement as JSON has it.
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
    pub fn of(board: &Board, moment: &Moment) -> Since {
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
