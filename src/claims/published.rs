//! Published counts, held against ours.

use super::judge::Finding;
use crate::go::Topology;
use crate::go::position::legal_positions;
use crate::rules::catalogue::Entry;
use crate::rules::options::Options;

/// The numbers of legal positions.
pub fn positions(expect: &[(String, String)]) -> Result<Finding, String> {
    let mut found = Vec::new();
    for (board, _) in expect {
        let board = Topology::parse(board).map_err(|error| error.to_string())?;
        found.push(legal_positions(&board).count().to_string());
    }
    Ok(finding("legal positions".to_string(), expect, &found))
}

/// The numbers of games.
pub fn games(
    _entry: &'static Entry,
    _options: Options,
    expect: &[(String, String)],
) -> Result<Finding, String> {
    Ok(finding("games".to_string(), expect, &[]))
}

fn finding(what: String, expect: &[(String, String)], found: &[String]) -> Finding {
    let list = |numbers: &mut dyn Iterator<Item = (&String, &String)>| {
        numbers.map(|(board, number)| format!("{board} {number}")).collect::<Vec<_>>().join(", ")
    };
    let boards = expect.iter().map(|(board, _)| board);
    Finding {
        asked: format!("{what}: {}", list(&mut expect.iter().map(|(board, number)| (board, number)))),
        holds: Some(expect.iter().map(|(_, number)| number).eq(found)),
        found: list(&mut boards.zip(found)),
        evidence: String::new(),
    }
}
