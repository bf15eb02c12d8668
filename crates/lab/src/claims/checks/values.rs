//! Checks of values and of counts: what the solver answers, how many positions have another value
//! under another ruleset, how many positions, games and intersections there are.

use crate::claims::candidates::positions::{Colourings, Template};
use crate::claims::check::{Checked, Expectation};
use crate::claims::context::{Context, Setup};
use crate::published_session;
use superko_go::notation::{diagram_line, move_name, point_name};
use superko_go::{Board, Move, Player, Players, Position};
use superko_query::report::words::{answer_in_words, share_in_words};
use superko_rules::{Line, Points};
use superko_solve::count::{self, CountError};
use superko_solve::{Answer, Limits, Request, Value, Want};

/// The words for a value that the limit left open.
const OPEN: &str = "not solved within the limit";

// --- Values, best moves, openings, intervals ---

impl Context<'_> {
    pub(super) fn value(&self, setup: &Setup, after: &str, expect: &str) -> Result<Checked, String> {
        let expect = Expectation::parse(expect)?;
        let Line { state, moves, .. } = setup.line_after(after)?;
        let solution = self.solve(setup, &state, Request::default());
        let answer = &solution.value;
        let found = match setup.game.rules.properties().players {
            Players::Two => format!("value {}", answer_in_words(answer, setup.game.ruleset().has_score())),
            // What Black can secure whatever the others do.
            _ => format!("Black can secure {}", share_in_words(answer, setup.game.board.points())),
        };
        let asked = format!("{}: value {expect}", setup.name(&moves));
        let evidence = setup.diagram() + &setup.best_play(&moves, &solution);
        Ok(self.checked(asked, expect.met_by(answer), found, evidence))
    }

    pub(super) fn best(
        &self,
        setup: &Setup,
        after: &str,
        wanted: &str,
        only: bool,
    ) -> Result<Checked, String> {
        let Line { state, moves, .. } = setup.line_after(after)?;
        let wanted = setup.parse_moves(wanted)?;
        let request = Request { best_moves: Want::All, move_values: true, ..Request::default() };
        let solution = self.solve(setup, &state, request);
        let best = &solution.best_moves;
        let missing = wanted.iter().any(|mv| !best.contains(mv));
        let others = best.iter().any(|mv| !wanted.contains(mv));
        let holds = solution.all_best_moves.then_some(!(missing || only && others));
        let which = if only { "only" } else { "best" };
        let asked = format!("{}: {which} {}", setup.name(&moves), setup.move_names(&wanted));
        let found = match solution.all_best_moves {
            true => {
                format!(
                    "best {}, value {}",
                    setup.move_names(best),
                    answer_in_words(&solution.value, setup.game.ruleset().has_score())
                )
            }
            false => "not all first moves were solved within the limit".to_string(),
        };
        let mut evidence = setup.diagram();
        for (mv, answer) in &solution.move_values {
            let name = move_name(&setup.game.board, *mv);
            evidence +=
                &format!("  {name:<5} {}\n", answer_in_words(answer, setup.game.ruleset().has_score()));
        }
        Ok(self.checked(asked, holds, found, evidence + &setup.best_play(&moves, &solution)))
    }

    pub(super) fn openings(&self, setup: &Setup, expect: &[String]) -> Result<Checked, String> {
        let request = Request { move_values: true, pv: false, ..Request::default() };
        let solution = self.solve(setup, &setup.start(), request);
        let symmetries = setup.game.board.symmetries();
        // One move of each class: the first of its images.
        let first =
            |mv: &Move| symmetries.iter().all(|symmetry| mv.map(|point| symmetry.point(point)) >= *mv);
        let mut values: Vec<(Points, bool)> = Vec::new();
        let mut open = solution.move_values.is_empty();
        for (mv, answer) in solution.move_values.iter().filter(|(mv, _)| first(mv)) {
            match answer {
                Answer::Exact(Value::Points(points)) => values.push((*points, *mv == Move::Pass)),
                _ => open = true,
            }
        }
        values.sort_by_key(|(points, pass)| (-*points, *pass));
        let shown =
            |(points, pass): &(Points, bool)| if *pass { format!("({points})") } else { points.to_string() };
        let found: Vec<String> = values.iter().map(shown).collect();
        let holds = (!open).then(|| same_openings(expect, &found));
        let asked = format!("{}: openings {}", setup.name(&[]), expect.join(", "));
        let found = if open { OPEN.to_string() } else { found.join(", ") };
        Ok(self.checked(asked, holds, found, String::new()))
    }

    pub(super) fn interval(&self, setup: &Setup, expect: [i32; 2]) -> Result<Checked, String> {
        let request = Request { pv: false, ..Request::default() };
        let interval = self.solve(setup, &setup.start(), request).interval;
        let interval = interval.map(|interval| [interval.low, interval.high]);
        let shown = |[low, high]: [i32; 2]| format!("[{low}, {high}]");
        let asked = format!("{}: finite play {}", setup.name(&[]), shown(expect));
        let found = interval.map_or(OPEN.to_string(), shown);
        Ok(self.checked(asked, interval.map(|found| found == expect), found, String::new()))
    }
}

/// Whether the openings found begin with the expected ones. Openings of the same value may stand in
/// any order.
fn same_openings(expected: &[String], found: &[String]) -> bool {
    let bare = |text: &String| text.trim_matches(['(', ')']).to_string();
    let values = |list: &[String]| list.iter().map(bare).collect::<Vec<_>>();
    found.len() >= expected.len()
        && values(expected) == values(&found[..expected.len()])
        && expected.iter().filter(|text| text.starts_with('(')).all(|pass| found.contains(pass))
}

// --- Positions that have another value under another ruleset ---

/// The most positions that differ that are listed.
const MAX_LISTED: usize = 12;

impl Context<'_> {
    pub(super) fn differ(
        &self,
        rules: &[String; 2],
        board: &str,
        rows: u64,
        of: Option<u64>,
        most: Option<&String>,
    ) -> Result<Checked, String> {
        let read = |text: &String| text.parse().map_err(|_| format!("most = {text:?} is no score"));
        let most: Option<Points> = most.map(read).transpose()?;
        let grid = Board::parse(board).map_err(|error| error.to_string())?;
        let total = of.map_or(String::new(), |of| format!(" of {of}"));
        let by = most.map_or(String::new(), |most| format!(", by at most {most}"));
        let asked = format!(
            "{board} {} and {}: {rows}{total} positions, symmetry apart, have another value{by}",
            rules[0], rules[1]
        );
        let positions = position_classes(&grid)?;
        let mut both = [const { Vec::new() }; 2];
        for (values, rules) in both.iter_mut().zip(rules) {
            let Some(found) = self.values_of(rules, &grid, &positions)? else {
                let found = format!("not solved within {} nodes a position", self.limit());
                return Ok(self.checked(asked, None, found, String::new()));
            };
            *values = found;
        }
        let [one, other] = both;
        let pairs = positions.iter().zip(one.into_iter().zip(other));
        let differ: Vec<_> = pairs.filter(|(_, (one, other))| one != other).collect();
        // By how much two values differ; `None` if one of them is no score.
        let difference = |(one, other): &(Value, Value)| {
            let (one, other) = (one.points()?, other.points()?);
            Some((one - other).max(other - one))
        };
        let largest = differ.iter().filter_map(|(_, values)| difference(values)).max().unwrap_or_default();
        let holds = differ.len() as u64 == rows
            && of.is_none_or(|of| of == positions.len() as u64)
            && most.is_none_or(|most| most == largest);
        let line = |(position, (one, other)): &(&Position, (Value, Value))| {
            format!("{}  {one} and {other}\n", diagram_line(&grid, position))
        };
        let mut evidence: String = differ.iter().take(MAX_LISTED).map(line).collect();
        if differ.len() > MAX_LISTED {
            evidence += &format!("and {} more\n", differ.len() - MAX_LISTED);
        }
        let found = format!("{} of {} differ, by at most {largest}", differ.len(), positions.len());
        Ok(self.checked(asked, Some(holds), found, evidence))
    }

    /// The values of some positions of a board with Black to move under a ruleset; `None` if a
    /// limit left one open.
    fn values_of(
        &self,
        rules: &str,
        board: &Board,
        positions: &[Position],
    ) -> Result<Option<Vec<Value>>, String> {
        let game = self.ruleset(rules)?.game(board.clone());
        let states: Vec<_> = positions.iter().map(|position| game.start(*position, Player::Black)).collect();
        let nodes = self.limit().saturating_mul(states.len() as u64);
        let budget = self.interruptible(Limits { nodes: Some(nodes), ..Limits::default() });
        let (found, stopped) = published_session(&game).values(&states, &budget);
        self.charge(&budget);
        Ok(stopped.is_none().then_some(found))
    }
}

/// The legal positions of a board, one of each class that symmetries make equal.
fn position_classes(board: &Board) -> Result<Vec<Position>, String> {
    let any = Template::parse(board, "")?;
    let colourings = Colourings::new(board, any, [0, board.points() as u32], 0)?;
    let mut positions = Vec::new();
    for empty in colourings.empty_sets() {
        colourings.positions(empty, &mut |position| positions.push(position));
    }
    Ok(positions)
}

// --- Numbers of legal positions and of games ---

impl Context<'_> {
    pub(super) fn positions(&self, board: &str, expect: &str) -> Result<Checked, String> {
        let grid = Board::parse(board).map_err(|error| error.to_string())?;
        let budget = self.budget();
        let found = count::positions(&grid, &budget).ok();
        self.charge(&budget);
        Ok(self.counted(format!("{board}: {expect} legal positions"), expect, found))
    }

    pub(super) fn games(&self, rules: &str, board: &str, expect: &str) -> Result<Checked, String> {
        let rules = self.ruleset(rules)?;
        let game = rules.game(Board::parse(board).map_err(|error| error.to_string())?);
        let start = game.start(Position::default(), Player::Black);
        // Steps of the count are far cheaper than nodes of the search, so the limit is no measure
        // of a deep one.
        let budget = if self.claim.deep { self.interruptible(Limits::default()) } else { self.budget() };
        let found = match count::games(&game, &start, 1, &budget) {
            Ok(found) => Some(found),
            Err(CountError::Stopped(_)) => None,
            Err(error) => return Err(error.to_string()),
        };
        self.charge(&budget);
        Ok(self.counted(format!("{board} {rules}: {expect} games"), expect, found))
    }

    fn counted(&self, asked: String, expect: &str, found: Option<u128>) -> Checked {
        let found = found.map(|number| number.to_string());
        let holds = found.as_ref().map(|number| number == expect);
        let found = found.unwrap_or("not counted within the limit".to_string());
        self.checked(asked, holds, found, String::new())
    }
}

// --- Intersections around a ko ---
//
// How many intersections are directly adjacent to the two of a ko.
//
// A stone of a ko and the intersection from which it is taken are neighbours, so the intersections
// around a ko are those adjacent to two neighbouring ones, these two left out. (Which pairs can be
// a ko is not asked.)

impl Context<'_> {
    pub(super) fn around(&self, board: &str, expect: [u32; 2]) -> Result<Checked, String> {
        let grid = Board::parse(board).map_err(|error| error.to_string())?;
        let counted = grid.edges().map(|(one, two)| {
            let pair = 1u64 << one | 1u64 << two;
            ((grid.adjacent(pair) & !pair).count_ones(), one, two)
        });
        let counted: Vec<(u32, u8, u8)> = counted.collect();
        let (Some(fewest), Some(most)) = (counted.iter().min(), counted.iter().max()) else {
            return Err(format!("{board} has no two neighbouring intersections"));
        };
        let line = |(count, one, two): &(u32, u8, u8)| {
            format!("{} and {}: {count}\n", point_name(&grid, *one), point_name(&grid, *two))
        };
        let (low, high) = (expect[0], expect[1]);
        let asked = format!("{board}: {low} to {high} intersections are adjacent to two neighbouring ones");
        let found = format!("{} to {}", fewest.0, most.0);
        let holds = [fewest.0, most.0] == expect;
        Ok(self.checked(asked, Some(holds), found, line(fewest) + &line(most)))
    }
}
