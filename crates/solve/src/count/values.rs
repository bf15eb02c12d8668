//! Counts of the positions of a board by value, where games may go on for ever.
//!
//! One retrograde analysis values every legal position as the start of a game; nothing is sampled.
//! Every position is counted, not one for its images under the symmetries of the board.

use std::collections::BTreeMap;

use super::graph::CountError;
use crate::retrograde::basic_ko::{self, Counted, Forced, Plays};
use crate::retrograde::{Interval, Retrograde};
use crate::{Budget, Stopped, Value};
use superko_go::position::legal_positions;
use superko_go::{Player, Position};
use superko_rules::{Game, Key};

/// The legal positions of a board with Black to move, by what the players can force.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Values {
    /// The number of positions.
    pub positions: u64,
    /// The number of states, not counting images, that games from them can come to.
    pub states: usize,
    /// What the players can force from the empty board, as an interval.
    pub empty_board: String,
    /// The SHA-256 sum of what both players can force in every state, under basic ko; docs/cluster.md says of which bytes.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub states_sha256: Option<String>,
    /// The number of positions of each value, Black's points minus White's.
    pub values: BTreeMap<String, u64>,
    /// The number of positions of each interval, `LOW..HIGH`: the score that Black can force in finite play, and the
    /// one to which White can hold him. Where a player can force no end, his bound is the loss of the whole board.
    pub intervals: BTreeMap<String, u64>,
    /// In how many Black can force a game without end.
    pub black_can_force_no_result: u64,
    /// In how many White can.
    pub white_can_force_no_result: u64,
}

/// Values every legal position of a board with Black to move, as the start of a game. (With White
/// to move it is the same with the colours exchanged.)
///
/// Under basic ko `states` gets the bytes of every state, in order: what
/// `solve::retrograde::basic_ko::write` writes.
///
/// Time and memory grow with the number of states: under basic ko three bytes and about two
/// microseconds each (`solve::retrograde::basic_ko`), under other rulesets a hundred bytes.
///
/// # Errors
/// [`CountError`]: the ruleset is one under which every game ends, or the budget is spent.
pub fn values(game: &Game, budget: &Budget, states: &mut dyn FnMut(&[u8])) -> Result<Values, CountError> {
    if game.rules.properties().always_ends {
        return Err(CountError::Ends(game.entry.id));
    }
    if let Some(plays) = Plays::of(game) {
        let share = basic_ko::solve(&plays, budget)?;
        budget.ask("counting positions by their values".to_string());
        let counted = basic_ko::counted(&plays, &share, budget, states)?;
        return Ok(Values::of(game, &counted));
    }
    let start = |position: Position| -> Key { game.rules.start(position, Player::Black).0 };
    let solved = Retrograde::solve_all(game, legal_positions(&game.board).map(start), budget)?;
    budget.ask("counting positions by their values".to_string());
    let mut counted = Values { states: solved.states(), ..Values::default() };
    for (place, position) in legal_positions(&game.board).enumerate() {
        if place % (1 << 16) == 0 {
            budget.charge(0)?;
        }
        let interval = solved.interval(&start(position));
        counted.add(game, interval, 1);
        if position == Position::default() {
            counted.empty_board = interval_text(interval);
        }
    }
    Ok(counted)
}

/// The ends of an interval, as `LOW..HIGH`.
fn interval_text(interval: Interval) -> String {
    format!("{}..{}", interval.low, interval.high)
}

/// The ends of an interval that was written as `LOW..HIGH`; `None` if it was not.
pub fn ends(interval: &str) -> Option<(i32, i32)> {
    let (low, high) = interval.split_once("..")?;
    Some((low.parse().ok()?, high.parse().ok()?))
}

impl Values {
    /// The counts of all shares of a board under basic ko.
    pub fn of(game: &Game, counted: &Counted) -> Values {
        let mut values = Values { states: counted.states as usize, ..Values::default() };
        let most = game.max_margin();
        let points = |score: i8| (score != basic_ko::NONE).then_some(i32::from(score));
        let interval = |forced: &Forced| {
            let [own, other] = [forced.own, forced.other].map(points);
            Interval {
                low: own.unwrap_or(-most),
                high: other.map_or(most, |score| -score),
                black_forces_end: own.is_some(),
                white_forces_end: other.is_some(),
            }
        };
        for (forced, positions) in &counted.positions {
            values.add(game, interval(forced), *positions);
        }
        values.empty_board = counted.empty.as_ref().map(interval).map(interval_text).unwrap_or_default();
        values
    }

    /// The first contradiction in the counts of a game, or with the rules: every position is
    /// counted, and its value is what its interval makes it. What is checked is cheap; that the
    /// intervals are right is not looked at.
    pub fn contradiction(&self, game: &Game, budget: &Budget) -> Result<Option<&'static str>, Stopped> {
        let most = game.max_margin();
        let mut recounted = Values::default();
        for (interval, positions) in &self.intervals {
            let Some((low, high)) =
                ends(interval).filter(|(low, high)| -most <= *low && low <= high && *high <= most)
            else {
                return Ok(Some("an interval is none of the board"));
            };
            recounted.add(
                game,
                Interval { low, high, black_forces_end: true, white_forces_end: true },
                *positions,
            );
        }
        let all = u128::from(self.positions) == super::positions(&game.board, budget)?;
        let most_forced = self.black_can_force_no_result.max(self.white_can_force_no_result);
        Ok([
            (all, "positions are not the legal ones of the board"),
            (recounted.positions == self.positions, "intervals are not those of all positions"),
            (recounted.values == self.values, "values are not those that the intervals make"),
            (self.intervals.contains_key(&self.empty_board), "empty_board is no interval that was counted"),
            (most_forced <= self.positions, "more positions than there are let a game go on for ever"),
        ]
        .into_iter()
        .find(|(so, _)| !so)
        .map(|(_, fault)| fault))
    }

    /// Counts `positions` with what can be forced in each.
    fn add(&mut self, game: &Game, interval: Interval, positions: u64) {
        self.positions += positions;
        let value = match interval.value(game.options.cycles).into() {
            Value::Points(points) => points.to_string(),
            Value::NoResult => "no-result".to_string(),
        };
        *self.values.entry(value).or_insert(0) += positions;
        *self.intervals.entry(interval_text(interval)).or_insert(0) += positions;
        self.black_can_force_no_result += u64::from(interval.black_forces_no_result()) * positions;
        self.white_can_force_no_result += u64::from(interval.white_forces_no_result()) * positions;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Request, solve};
    use superko_go::Board;
    use superko_rules::Rules;

    #[test]
    fn every_position_is_counted_under_the_value_that_it_has_by_itself() {
        for (board, options) in
            [("1x4", ""), ("1x5", " --suicide allowed"), ("2x2", " --cycles draw"), ("2x3", "")]
        {
            let game =
                format!("simple-ko{options}").parse::<Rules>().unwrap().game(Board::parse(board).unwrap());
            let counted = values(&game, &Budget::default(), &mut |_| {}).unwrap();
            let mut expected = Values { states: counted.states, ..Values::default() };
            for position in legal_positions(&game.board) {
                let state = game.start(position, Player::Black);
                let solution = solve(&game, &state, &Request::default(), &Budget::default());
                let interval = solution.interval.unwrap();
                expected.positions += 1;
                if position == Position::default() {
                    expected.empty_board = interval_text(interval);
                }
                *expected.values.entry(solution.value.exact().unwrap().to_string()).or_insert(0) += 1;
                *expected.intervals.entry(format!("{}..{}", interval.low, interval.high)).or_insert(0) += 1;
                expected.black_can_force_no_result += u64::from(interval.black_forces_no_result());
                expected.white_can_force_no_result += u64::from(interval.white_forces_no_result());
            }
            assert_eq!(counted, expected, "{board}");
        }
    }

    #[test]
    fn counts_that_contradict_themselves_or_the_rules_are_told() {
        for cycles in ["no-result", "draw", "black", "white"] {
            let game = format!("simple-ko --cycles {cycles}")
                .parse::<Rules>()
                .unwrap()
                .game(Board::parse("2x3").unwrap());
            let counted = values(&game, &Budget::default(), &mut |_| {}).unwrap();
            let fault = |counted: &Values| counted.contradiction(&game, &Budget::default()).unwrap();
            assert_eq!(fault(&counted), None, "{cycles}");
            let altered = |alter: fn(&mut Values)| {
                let mut altered = counted.clone();
                alter(&mut altered);
                fault(&altered).is_some()
            };
            assert!(altered(|counted| counted.positions += 1));
            assert!(altered(|counted| counted.empty_board = "-1..0".to_string()));
            assert!(altered(|counted| *counted.intervals.get_mut("6..6").unwrap() -= 1));
            assert!(altered(|counted| *counted.values.get_mut("6").unwrap() += 1));
            assert!(altered(|counted| counted.black_can_force_no_result = 490));
            for interval in ["7..7", "3..2", "3", "-7..0", "0..x"] {
                let mut other = counted.clone();
                let count = other.intervals.remove("6..6").unwrap();
                other.intervals.insert(interval.to_string(), count);
                assert!(fault(&other).is_some(), "{interval}");
            }
        }
    }

    #[test]
    fn a_ruleset_whose_games_end_is_refused() {
        let game = Rules::named("psk").unwrap().game(Board::parse("1x2").unwrap());
        assert_eq!(values(&game, &Budget::default(), &mut |_| {}), Err(CountError::Ends("psk")));
    }
}
