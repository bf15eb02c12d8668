//! Checks of values and of counts: what the solver answers, how many positions have another value under another ruleset, how
//! many positions, games and intersections there are.

use std::fmt::Write;

use crate::claims::candidates::positions::{Colourings, Template};
use crate::claims::check::{Checked, Expectation};
use crate::claims::context::{Context, Setup};
use crate::count::{self, CountError};
use crate::go::notation::{diagram_line, move_name, point_name};
use crate::go::{Board, Move, Player, Players, Position};
use crate::report::display::{answer_in_words, share_in_words};
use crate::rules::Points;
use crate::solve::{Answer, Limits, Request, Session, Value, Want};

// --- Values, best moves, openings, intervals ---

impl Context<'_> {
    pub(super) fn value(&self, setup: &Setup, after: &str, expect: &str) -> Result<Checked, String> {
        let expect = Expectation::parse(expect)?;
        let (state, moves) = setup.state_after(after)?;
        let solution = self.solve(setup, &state, Request::default());
        let when =
            if moves.is_empty() { String::new() } else { format!(" after {}", setup.move_names(&moves)) };
        let mut evidence = setup.diagram();
        evidence.push_str(&setup.best_play(&moves, &solution));
        Ok(Checked {
            asked: format!("{}{when}: value {expect}", setup.name()),
            holds: expect.met_by(&solution.value),
            found: value_in_words(setup, &solution.value),
            evidence,
            nodes: self.spent(),
        })
    }

    pub(super) fn best(
        &self,
        setup: &Setup,
        after: &str,
        wanted: &str,
        only: bool,
    ) -> Result<Checked, String> {
        let (state, moves) = setup.state_after(after)?;
        let wanted = setup.parse_moves(wanted)?;
        let request = Request { best_moves: Want::All, move_values: true, ..Request::default() };
        let solution = self.solve(setup, &state, request);
        let missing = wanted.iter().any(|mv| !solution.best_moves.contains(mv));
        let others = solution.best_moves.iter().any(|mv| !wanted.contains(mv));
        let holds = solution.all_best_moves.then_some(!(missing || only && others));
        let when =
            if moves.is_empty() { String::new() } else { format!(" after {}", setup.move_names(&moves)) };
        let which = if only { "only" } else { "best" };
        let mut evidence = setup.diagram();
        for (mv, answer) in &solution.move_values {
            let name = move_name(&setup.game.board, *mv);
            let _ = writeln!(evidence, "  {name:<5} {}", answer_in_words(answer));
        }
        evidence.push_str(&setup.best_play(&moves, &solution));
        Ok(Checked {
            asked: format!("{}{when}: {which} {}", setup.name(), setup.move_names(&wanted)),
            holds,
            found: match solution.all_best_moves {
                true => format!(
                    "best {}, value {}",
                    setup.move_names(&solution.best_moves),
                    answer_in_words(&solution.value)
                ),
                false => "not all first moves were solved within the limit".to_string(),
            },
            evidence,
            nodes: self.spent(),
        })
    }

    pub(super) fn openings(&self, setup: &Setup, expect: &[String]) -> Result<Checked, String> {
        let (state, _) = setup.state_after("")?;
        let request = Request { move_values: true, line: false, ..Request::default() };
        let solution = self.solve(setup, &state, request);
        let board = &setup.game.board;
        // One move of each class: the first of its images.
        let first = |mv: &Move| {
            board.symmetries().iter().all(|symmetry| mv.map(|point| symmetry.point(point)) >= *mv)
        };
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
        Ok(Checked {
            asked: format!("{}: openings {}", setup.name(), expect.join(", ")),
            holds: if open { None } else { Some(same_openings(expect, &found)) },
            found: if open { "not solved within the limit".to_string() } else { found.join(", ") },
            evidence: String::new(),
            nodes: self.spent(),
        })
    }

    pub(super) fn interval(&self, setup: &Setup, expect: [i32; 2]) -> Result<Checked, String> {
        let (state, _) = setup.state_after("")?;
        let solution = self.solve(setup, &state, Request { line: false, ..Request::default() });
        let interval = solution.interval.map(|interval| [interval.low, interval.high]);
        let shown = |[low, high]: [i32; 2]| format!("[{low}, {high}]");
        Ok(Checked {
            asked: format!("{}: finite play {}", setup.name(), shown(expect)),
            holds: interval.map(|found| found == expect),
            found: interval.map_or("not solved within the limit".to_string(), shown),
            evidence: String::new(),
            nodes: self.spent(),
        })
    }
}

/// A value in words; with more than two players, what Black can secure whatever the others do.
fn value_in_words(setup: &Setup, answer: &Answer) -> String {
    match setup.game.rules.properties().players {
        Players::Two => format!("value {}", answer_in_words(answer)),
        _ => format!("Black can secure {}", share_in_words(answer, setup.game.board.points())),
    }
}

/// Whether the openings found begin with the expected ones. Openings of the same value may stand in any
/// order.
fn same_openings(expected: &[String], found: &[String]) -> bool {
    let bare = |text: &String| text.trim_matches(['(', ')']).to_string();
    let values = |list: &[String]| list.iter().map(bare).collect::<Vec<_>>();
    found.len() >= expected.len()
        && values(expected) == values(&found[..expected.len()])
        && expected.iter().filter(|text| text.starts_with('(')).all(|pass| found.contains(pass))
}

// --- How many starts of a board have another value under another ruleset ---

/// The most positions that differ that are listed.
const MAX_LISTED: usize = 12;

/// A position whose values differ.
struct Differing {
    position: Position,
    values: [Value; 2],
}

impl Differing {
    /// By how much they differ; `None` if one of them is no score.
    fn difference(&self) -> Option<Points> {
        let [one, other] = self.values.map(Value::points);
        let (one, other) = (one?, other?);
        Some((one - other).max(other - one))
    }
}

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
        let told = of.map_or(String::new(), |of| format!(" of {of}"));
        let by = most.map_or(String::new(), |most| format!(", by at most {most}"));
        let asked = format!(
            "{board} {} and {}: {rows}{told} positions, symmetry apart, have another value{by}",
            rules[0], rules[1]
        );
        let positions = position_classes(&grid)?;
        let Some([one, other]) = self.values_of(rules, &grid, &positions)? else {
            let found = format!("not solved within {} nodes a position", self.limit());
            return Ok(Checked { asked, holds: None, found, evidence: String::new(), nodes: self.spent() });
        };
        let values = one.into_iter().zip(other);
        let pairs = positions
            .iter()
            .zip(values)
            .map(|(position, (one, other))| Differing { position: *position, values: [one, other] });
        let differ: Vec<Differing> = pairs.filter(|pair| pair.values[0] != pair.values[1]).collect();
        let largest = differ.iter().filter_map(Differing::difference).max().unwrap_or_default();
        let count = |number: usize| number as u64;
        let right = count(differ.len()) == rows
            && of.is_none_or(|of| of == count(positions.len()))
            && most.is_none_or(|most| most == largest);
        let mut evidence = String::new();
        for Differing { position, values: [one, other] } in differ.iter().take(MAX_LISTED) {
            let _ = writeln!(evidence, "{}  {one} and {other}", diagram_line(&grid, position));
        }
        if differ.len() > MAX_LISTED {
            let _ = writeln!(evidence, "and {} more", differ.len() - MAX_LISTED);
        }
        Ok(Checked {
            asked,
            holds: Some(right),
            found: format!("{} of {} differ, by at most {largest}", differ.len(), positions.len()),
            evidence,
            nodes: self.spent(),
        })
    }

    /// The values of some positions of a board with Black to move under each of two rulesets; `None` if a limit left one
    /// open.
    fn values_of(
        &self,
        rules: &[String; 2],
        board: &Board,
        positions: &[Position],
    ) -> Result<Option<[Vec<Value>; 2]>, String> {
        let mut both = [const { Vec::new() }; 2];
        for (values, rules) in both.iter_mut().zip(rules) {
            let (entry, options) = self.ruleset(rules)?;
            let game = entry.game(board.clone(), options);
            let states: Vec<_> =
                positions.iter().map(|position| game.start(*position, Player::Black)).collect();
            let nodes = self.limit().saturating_mul(states.len() as u64);
            let budget = self.interruptible(Limits { nodes: Some(nodes), ..Limits::default() });
            let (found, stopped) = Session::new(&game).values(&states, &budget);
            self.spend(&budget);
            if stopped.is_some() {
                return Ok(None);
            }
            *values = found;
        }
        Ok(Some(both))
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

// --- How many legal positions there are, and how many games ---

impl Context<'_> {
    pub(super) fn positions(&self, board: &str, expect: &str) -> Result<Checked, String> {
        let grid = Board::parse(board).map_err(|error| error.to_string())?;
        let budget = self.budget();
        let found = count::positions(&grid, &budget).ok();
        self.spend(&budget);
        Ok(self.counted(format!("{board}: {expect} legal positions"), expect, found))
    }

    pub(super) fn games(&self, rules: &str, board: &str, expect: &str) -> Result<Checked, String> {
        let (entry, options) = self.ruleset(rules)?;
        let game = entry.game(Board::parse(board).map_err(|error| error.to_string())?, options);
        let start = game.start(Position::default(), Player::Black);
        // Steps of the count are far cheaper than nodes of the search, so the limit is no measure of a deep one.
        let budget = if self.claim.deep { self.interruptible(Limits::default()) } else { self.budget() };
        let found = match count::games(&game, &start, 1, &budget) {
            Ok(found) => Some(found),
            Err(CountError::Stopped(_)) => None,
            Err(error) => return Err(error.to_string()),
        };
        self.spend(&budget);
        Ok(self.counted(format!("{board} {rules}: {expect} games"), expect, found))
    }

    fn counted(&self, asked: String, expect: &str, found: Option<u128>) -> Checked {
        let found = found.map(|number| number.to_string());
        Checked {
            asked,
            holds: found.as_ref().map(|number| number == expect),
            found: found.unwrap_or("not counted within the limit".to_string()),
            evidence: String::new(),
            nodes: self.spent(),
        }
    }
}

// --- How many intersections are directly adjacent to the two of a ko ---
//
// How many intersections are directly adjacent to the two of a ko.
//
// A stone of a ko and the intersection from which it is taken are neighbours, so the intersections around a ko are those
// adjacent to two neighbouring ones, these two left out. (Which pairs can be a ko is not asked.)

impl Context<'_> {
    pub(super) fn around(&self, board: &str, expect: [u32; 2]) -> Result<Checked, String> {
        let grid = Board::parse(board).map_err(|error| error.to_string())?;
        let points = 0..grid.points() as u8;
        let pairs = points.clone().flat_map(|one| points.clone().map(move |two| [one, two]));
        let set = |pair: &[u8; 2]| 1u64 << pair[0] | 1u64 << pair[1];
        let neighbours = |[one, two]: &[u8; 2]| one < two && grid.adjacent(1 << one) >> two & 1 == 1;
        let counted = pairs
            .filter(neighbours)
            .map(|pair| ((grid.adjacent(set(&pair)) & !set(&pair)).count_ones(), pair));
        let counted: Vec<(u32, [u8; 2])> = counted.collect();
        let (Some(fewest), Some(most)) = (counted.iter().min(), counted.iter().max()) else {
            return Err(format!("{board} has no two neighbouring intersections"));
        };
        let mut evidence = String::new();
        for (count, [one, two]) in [fewest, most] {
            let names = [*one, *two].map(|point| point_name(&grid, point));
            let _ = writeln!(evidence, "{} and {}: {count}", names[0], names[1]);
        }
        Ok(Checked {
            asked: format!(
                "{board}: {} to {} intersections are adjacent to two neighbouring ones",
                expect[0], expect[1]
            ),
            holds: Some([fewest.0, most.0] == expect),
            found: format!("{} to {}", fewest.0, most.0),
            evidence,
            nodes: self.spent(),
        })
    }
}
