//! KataGo's "simple" ko: basic ko, and a game that repeats itself has no result.
//!
//! # State
//! Key: position, mover, and in the phase whether the last move was a pass and where a stone may not be placed
//! at once, as under basic ko. A *state* of the document is a position with the player to move and that
//! intersection. Past: the states since the last pass, and the states that a player has passed in.
//!
//! # The second occurrence is as good as the third
//! The rule ends a game when a state occurs for the third time since the last pass; here it ends at the second,
//! with the same value. Between two passes the pairs passed in stay as they are, so play there is a game on a
//! finite graph of states, left by passes alone, in which a repetition is worth what an endless game is worth,
//! w. Let a player want v at least. If w serves him, his opponent must force him out of the graph, and where he
//! can at all he can with fewer moves left at every turn, so that no state comes twice; where he cannot, the
//! player has a move in every state that keeps it so, and the play leaves the graph as he wants or repeats
//! itself, at whichever occurrence that counts. If w does not serve him the same holds with the players
//! exchanged. By induction over the pairs passed in, of which every pass adds one or ends the game, the values
//! are the same for every number of occurrences from the second on. (A test compares the second with the third.)

use super::axes::{Axis, Options};
use super::catalogue::{Entry, Reading, Tables};
use super::past::{Class, Classes, Delta, Fact, SecondPosition};
use super::simple_ko::{AFTER_PASS, barred, ko_refusal, phase_image, stones};
use super::{Effect, Key, Play, Ruleset, Stop, StopEffect};
use crate::go::score::area;
use crate::go::{Board, Move, Player, Players, Position, Suicide, Symmetry};

/// The score of a game that repeats itself: a draw.
const REPEATED: i32 = 0;

struct KataGoSimple {
    suicide: Suicide,
}

/// A fact about a state: the intersection barred by ko, if any, is told by a stone of the mover there.
fn about(class: Class, key: &Key) -> Fact {
    let barred = barred(key).map(|point| {
        let mut stone = Position::default();
        stone.stones[key.mover.index()] = 1 << point;
        SecondPosition::of(&stone)
    });
    Fact { second: barred.unwrap_or_default(), ..Fact::of(class, Some(key.mover), key.position) }
}

impl Ruleset for KataGoSimple {
    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        let key = Key { position, mover, phase: 0 };
        (key, Delta { sets: [about(Class::Stood, &key)].into_iter().collect(), ..Delta::default() })
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        let mover = key.mover.other();
        for (mv, next) in stones(board, key, self.suicide) {
            let stood = about(Class::Stood, &next);
            plays.push(Play {
                mv,
                bars: Default::default(),
                stops: Stop::at(stood, StopEffect::End(REPEATED)),
                effect: Effect::Next(next, Delta { sets: [stood].into_iter().collect(), ..Delta::default() }),
            });
        }
        // Two passes in a row end the game, and so does a pass in a state that the player has passed in before.
        let score = area(board, &key.position);
        let passed = about(Class::Passed, key);
        let next = Key { mover, phase: AFTER_PASS, ..*key };
        let sets = [about(Class::Stood, &next), passed].into_iter().collect();
        let delta = Delta { clears: Classes::of(&[Class::Stood]), sets, ..Delta::default() };
        plays.push(Play {
            mv: Move::Pass,
            bars: Default::default(),
            stops: match key.phase {
                AFTER_PASS => Default::default(),
                _ => Stop::at(passed, StopEffect::End(score)),
            },
            effect: if key.phase == AFTER_PASS { Effect::End(score) } else { Effect::Next(next, delta) },
        });
    }

    /// A game that repeats itself is worth the same whatever is on the board.
    fn last_position_decides(&self) -> bool {
        false
    }

    fn phase_image(&self, phase: u32, symmetry: &Symmetry) -> u32 {
        phase_image(phase, symmetry)
    }

    fn refusal(&self, _board: &Board, key: &Key, mv: Move) -> &'static str {
        ko_refusal(key, mv)
    }
}

/// KataGo's "simple" ko.
pub const KATAGO_SIMPLE: Entry = Entry {
    id: "katago-simple",
    title: "KataGo's simple ko",
    document: "David J. Wu, KataGo's supported Go rules: ko rule SIMPLE",
    summary: "a ko may not be retaken at once; a state that recurs with no pass between gives no result, and a second pass of a player in a state ends",
    presets: &[],
    usual: &[(Axis::Cycles, "draw")],
    knows: &[Axis::Suicide, Axis::Scoring, Axis::Cycles],
    territory: false,
    most_points: SecondPosition::MOST_POINTS,
    most_players: Players::Two,
    tables: Tables::to(12, 9),
    narrower: None,
    articles: &[
        ("ko", "A stone that has just taken a ko may not be retaken at once."),
        (
            "no result",
            "The game has no result when a state (position, player to move, ko) occurs for the third time since the last pass.",
        ),
        (
            "end",
            "Two passes in a row end the game, and so does a pass of a player in a state in which he has passed before; the score is area.",
        ),
    ],
    state: "key: position, mover, whether the last move was a pass, the intersection barred by ko; past: the states since the last pass, the states \
            that a player has passed in",
    readings: &[
        Reading {
            axis: Some(Axis::Cycles),
            text: "no result is worth a draw",
            forced_by: "the program values it at 0 for both by default",
        },
        Reading {
            axis: None,
            text: "the game ends at the second occurrence of a state, not the third: its value is the same",
            forced_by: "a player who can force anything better can force it without coming back to a state",
        },
    ],
    build: |options: Options| Box::new(KataGoSimple { suicide: options.suicide }),
};
