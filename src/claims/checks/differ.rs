//! How many starts of a board have another value under another ruleset.

use std::fmt::Write;

use crate::claims::candidates::colourings::{Colourings, Template};
use crate::claims::checked::Checked;
use crate::claims::context::Context;
use crate::go::notation::diagram_line;
use crate::go::{Board, Player, Position};
use crate::rules::Points;
use crate::solve::{Limits, Session, Value};

/// The most positions that differ that are listed.
const LISTED: usize = 12;

/// A position whose values differ.
struct Differing {
    position: Position,
    values: [Value; 2],
}

impl Differing {
    /// By how much they differ; `None` if one of them is no score.
    fn by(&self) -> Option<Points> {
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
        let positions = classes(&grid)?;
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
        let largest = differ.iter().filter_map(Differing::by).max().unwrap_or_default();
        let count = |number: usize| number as u64;
        let right = count(differ.len()) == rows
            && of.is_none_or(|of| of == count(positions.len()))
            && most.is_none_or(|most| most == largest);
        let mut evidence = String::new();
        for Differing { position, values: [one, other] } in differ.iter().take(LISTED) {
            let _ = writeln!(evidence, "{}  {one} and {other}", diagram_line(&grid, position));
        }
        if differ.len() > LISTED {
            let _ = writeln!(evidence, "and {} more", differ.len() - LISTED);
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
fn classes(board: &Board) -> Result<Vec<Position>, String> {
    let any = Template::parse(board, "")?;
    let colourings = Colourings::new(board, any, [0, board.points() as u32], 0)?;
    let mut positions = Vec::new();
    for empty in colourings.empty_sets() {
        colourings.positions(empty, &mut |position| positions.push(position));
    }
    Ok(positions)
}
