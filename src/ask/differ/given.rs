//! Why two rulesets differ in a given state: the same reasons as those of a start that [`search`](super::search) finds, after the
//! moves that have led to the state under both.

use serde::Serialize;

use super::found::{SideRecord, Why, why};
use super::record::NamedRules;
use super::search::Ruleset;
use super::walk::MOST;
use crate::ask::question::{Fault, Question};
use crate::go::{Board, Move, Players};
use crate::referee::Referee;
use crate::report::display::rules_text;
use crate::report::record::{Bounds, MoveName, QuestionRecord, SourceRecord, Spent};
use crate::rules::{Game, State};
use crate::solve::{Budget, Request, Session, Solution, Stopped, Want};

/// A question, and the same start and moves under another ruleset.
pub struct Given<'q> {
    question: &'q Question,
    against: Ruleset,
    other: Game,
}

/// What was found.
#[derive(Debug)]
pub struct Differing {
    /// The solutions under the question's ruleset and under the other, as far as they were found.
    pub solutions: [Solution; 2],
    /// Why they differ; `None` if they do not, or if that was not found.
    pub why: Option<Why>,
    /// What was left undone, if anything: the reason.
    pub stopped: Option<Stopped>,
}

/// What `solve why --against --json` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct DifferingRecord {
    /// The question, under its ruleset.
    #[serde(flatten)]
    question: QuestionRecord,
    /// The game in SGF that it was read from, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<SourceRecord>,
    /// The other ruleset.
    against: NamedRules,
    /// What is proved of the value under each ruleset, the question's first.
    bounds: [Bounds; 2],
    /// The value and all best moves under each; `null` if they were not found within the limits.
    sides: Option<[SideRecord; 2]>,
    /// Whether the value or the best moves differ; `null` if that was not found.
    differ: Option<bool>,
    /// Why they differ; `null` if they do not, or if that was not found.
    why: Option<Why>,
    #[serde(flatten)]
    spent: Spent,
}

impl Ruleset {
    /// That this is another ruleset than that of a question, and for two players too.
    ///
    /// # Errors
    /// What it is instead.
    pub fn is_another(&self, question: &Question) -> Result<(), Fault> {
        let Game { entry, options, .. } = &question.setup.game;
        let name = rules_text(self.entry, &self.options);
        let expected = if std::ptr::eq(*entry, self.entry) && *options == self.options {
            "is the ruleset of the question, expected another"
        } else if self.options.players != Players::Two {
            "expected 2 players"
        } else {
            return Ok(());
        };
        Err(Fault { part: "against", what: format!(" {name:?}: {expected}") })
    }
}

impl<'q> Given<'q> {
    /// The state of a question under another ruleset as well.
    ///
    /// # Errors
    /// The first move that is illegal there or ends the game, or that the board is too large for the ruleset.
    pub fn of(question: &'q Question, against: Ruleset) -> Result<Given<'q>, Fault> {
        let board = question.board();
        let (points, most) = (board.points(), against.entry.most_points(&against.options));
        let wrong = |what: String| Fault { part: "against", what };
        if points > most {
            return Err(wrong(format!(
                ": {points} intersections, expected at most {most} under this ruleset"
            )));
        }
        let other = against.entry.game(board.clone(), against.options);
        let mut referee = Referee::new(&other, question.setup.start, question.setup.to_move);
        for mv in &question.moves {
            referee
                .play(*mv)
                .map_err(|illegal| wrong(format!(": {illegal}, expected moves that both allow")))?;
        }
        if referee.ended().is_some() {
            let made = referee.made();
            return Err(wrong(format!(
                ": move {made} ends the game, expected a game that goes on under both"
            )));
        }
        Ok(Given { question, against, other })
    }

    /// Solves both games, and finds why they differ.
    pub fn differing(&self, budget: &Budget) -> Differing {
        let session = Session::new(&self.question.setup.game);
        let request = Request { best_moves: Want::All, line: false, ..Request::default() };
        let solution = session.solve(&self.question.state, &request, budget);
        self.beside(&session, solution, Some(MOST), budget)
    }

    /// Solves the other game, and finds why it differs from the question, whose solution is given. Of the other as many best moves are
    /// found as are known of the question. The line is looked for breadth first as far as `most` pairs of states, if at all.
    pub fn beside<'s>(
        &'s self,
        session: &Session<'s>,
        solution: Solution,
        most: Option<usize>,
        budget: &Budget,
    ) -> Differing {
        let other = Session::new(&self.other);
        let best_moves = if solution.all_best_moves { Want::All } else { Want::One };
        let request = Request { best_moves, line: false, ..Request::default() };
        let states = [session, &other].map(|session| self.question.state_in(session.game()));
        let solutions = match solution.stopped {
            None => [solution, other.solve(&states[1], &request, budget)],
            Some(_) => [solution, Solution::unknown(&self.other, &states[1])],
        };
        let stopped = solutions.iter().find_map(|solution| solution.stopped);
        let mut found = Differing { solutions, why: None, stopped };
        if let Some(most) = most.filter(|_| found.differ() == Some(true) && stopped.is_none()) {
            match self.why([session, &other], states, &found, most, budget) {
                Ok(why) => found.why = Some(why),
                Err(stopped) => found.stopped = Some(stopped),
            }
        }
        found
    }

    fn why(
        &self,
        sessions: [&Session; 2],
        states: [State; 2],
        found: &Differing,
        most: usize,
        budget: &Budget,
    ) -> Result<Why, Stopped> {
        let values =
            found.solutions.each_ref().map(|solution| solution.value.exact().expect("both were found"));
        let best: [Vec<Move>; 2] = found.solutions.each_ref().map(|solution| solution.best_moves.clone());
        let referees = sessions.map(|session| self.question.referee_in(session.game()));
        why(sessions, states, referees, values, &best, most, budget)
    }

    /// What was found as JSON has it.
    pub fn record(&self, found: Differing, source: Option<SourceRecord>, spent: Spent) -> DifferingRecord {
        DifferingRecord {
            question: self.question.record(),
            record: source,
            against: NamedRules::of(&self.against),
            bounds: found.solutions.each_ref().map(|solution| Bounds::of(&solution.value)),
            sides: found.sides(self.question.board()),
            differ: found.differ(),
            why: found.why,
            spent,
        }
    }
}

impl Differing {
    /// Whether the value or the best moves differ, if that is known: all best moves of both, where the values are the same.
    pub fn differ(&self) -> Option<bool> {
        let [a, b] = &self.solutions;
        let values = a.value.exact()? != b.value.exact()?;
        let all = a.all_best_moves && b.all_best_moves;
        (values || all).then(|| values || a.best_moves != b.best_moves)
    }

    /// The value and the best moves under each ruleset, if they were found.
    pub fn sides(&self, board: &Board) -> Option<[SideRecord; 2]> {
        let known = |solution: &Solution| solution.value.exact().is_some() && solution.all_best_moves;
        self.solutions.iter().all(known).then_some(())?;
        Some(self.solutions.each_ref().map(|solution| SideRecord {
            value: solution.value.exact().expect("it was found"),
            best_moves: MoveName::all(board, &solution.best_moves),
        }))
    }
}
