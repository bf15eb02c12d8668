//! The commands of the README print what it says, and the records beside their output are refereed as told.

use superko::go::notation::parse_position;
use superko::go::{Board, Player, Position};
use superko::rules::catalogue::find;
use superko::solve::{Answer, Budget, Request, Value, solve};

#[test]
fn the_readme_tells_the_truth() {
    trycmd::TestCases::new().case("README.md");
}

#[test]
fn records_are_refereed_as_told() {
    trycmd::TestCases::new().case("tests/records/*.trycmd");
}

/// The tables of a section, of which the first row names rulesets and the first column a board, which may have a
/// position behind it.
#[test]
fn the_editions_differ_as_the_readme_says() {
    let readme = include_str!("../../README.md");
    let section = readme.split("### How the editions differ").nth(1).expect("the section is there");
    let section = section.split("\n## ").next().expect("a section has an end");
    let (mut rulesets, mut compared) = (Vec::new(), 0);
    for row in section.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        match cells[0] {
            "board" => rulesets = cells[1..].to_vec(),
            "---" => {}
            place => {
                let (board, position) = place.split_once(' ').unwrap_or((place, ""));
                let board = Board::parse(board).unwrap();
                let start = match position {
                    "" => Position::default(),
                    rows => parse_position(&board, rows).unwrap(),
                };
                for (ruleset, told) in rulesets.iter().zip(&cells[1..]).filter(|(_, told)| **told != "?") {
                    let (entry, options) = find(ruleset).unwrap();
                    let game = entry.game(board.clone(), options);
                    let request = Request { line: false, ..Request::default() };
                    let solution =
                        solve(&game, &game.start(start, Player::Black), &request, &Budget::default());
                    let expected = Answer::Exact(Value::Points(told.parse().unwrap()));
                    assert_eq!(solution.value, expected, "{place} {ruleset}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 50, "only {compared} values were compared");
}
