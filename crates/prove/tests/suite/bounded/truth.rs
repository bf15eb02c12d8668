//! What is true of a claim, from the search over lemmas and from retrograde analysis.

use std::collections::HashMap;

use superko_certificate::bounded::{Section, Verified};
use superko_certificate::format::Suicide;
use superko_go::{Board, Player, Position};
use superko_rules::Game;
use superko_solve::retrograde::Retrograde;
use superko_solve::{Session, Value};

use super::nodes;
use crate::certificates::games::{game_of, rules_file};
use crate::certificates::translate::{player_of, position_of};
use crate::common::games::game_on;

/// What is true on some boards.
pub struct Truth {
    /// The nodes that a value may take.
    nodes: u64,
    sessions: HashMap<(String, String), Option<(&'static Game, Session<'static>)>>,
    known: HashMap<(String, String, Position, Player, bool), Option<bool>>,
    /// The claims that were compared, and those whose value took too long or that are about rules
    /// that the solver has not.
    pub compared: usize,
    pub skipped: usize,
}

impl Truth {
    /// `nodes` is the limit of the search for one value.
    pub fn new(nodes: u64) -> Truth {
        Truth { nodes, sessions: HashMap::new(), known: HashMap::new(), compared: 0, skipped: 0 }
    }

    /// Compares all that a certificate claims: under its own rules, and under each ruleset that it
    /// is said to follow under. Returns what is false.
    pub fn falsehoods(&mut self, verified: &Verified, board: &Board) -> Vec<String> {
        let bounded = &verified.bounded;
        let header = &bounded.header;
        let start = (position_of(&bounded.start), player_of(bounded.mover));
        let mut all = Vec::new();
        for judged in &verified.judged {
            let own = (rules_file(&header.clauses), game_of(header));
            let named = judged.rulesets.iter().filter(|(.., held)| held.is_ok());
            let named = named.map(|(name, suicide, _)| named_game(board, name, *suicide));
            for (rules, game) in [own].into_iter().chain(named) {
                if self.claim(&rules, game, start, &judged.section) == Some(false) {
                    all.push(format!("{rules}: {} {:?}", verified.comments(), judged.section));
                }
            }
        }
        all
    }

    /// Whether a claim about a start is true under rules; `None` if that took too long or the
    /// solver has no such rules.
    pub fn claim(
        &mut self,
        rules: &str,
        game: Option<Game>,
        start: (Position, Player),
        section: &Section,
    ) -> Option<bool> {
        let board = game.as_ref().map_or_else(String::new, |game| {
            let edges: Vec<_> = game.board.edges().collect();
            format!("{}x{} {edges:?}", game.board.rows(), game.board.cols())
        });
        let threshold = section.threshold() as i32;
        let black = section.prover() == 0;
        let key = (board.clone(), format!("{rules} {threshold}"), start.0, start.1, black);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let session = self.sessions.entry((board, rules.to_string())).or_insert_with(|| {
            // A test has few games, and keeps them to its end.
            let game: &'static Game = Box::leak(Box::new(game?));
            Some((game, Session::new(game)))
        });
        let answer = session.as_ref().and_then(|(game, session)| {
            let state = game.start(start.0, start.1);
            let budget = nodes(self.nodes);
            if !game.rules.properties().always_ends {
                let player = if black { Player::Black } else { Player::White };
                let solved = Retrograde::solve_all(game, [state.key], &nodes(1 << 40)).ok()?;
                let forced = solved.forced(&state.key, player);
                return Some(
                    forced.is_some_and(|(score, _)| if black { score } else { -score } >= threshold),
                );
            }
            match session.value(&state, &budget).ok()? {
                Value::Points(value) => Some(if black { value } else { -value } >= threshold.into()),
                Value::NoResult => None,
            }
        });
        *(if answer.is_some() { &mut self.compared } else { &mut self.skipped }) += 1;
        self.known.insert(key, answer);
        answer
    }
}

/// The game of a ruleset with a name and a way of suicide, as the checker names them.
pub fn named_game(board: &Board, name: &str, suicide: Suicide) -> (String, Option<Game>) {
    let suicide = Suicide::ALL.iter().find(|(_, of)| *of == suicide).expect("it has a name").0;
    let rules = format!("{name} --suicide {suicide}");
    let game = game_on(board, &rules);
    let small = game.board.points() <= game.ruleset().max_points();
    (rules, small.then_some(game))
}
