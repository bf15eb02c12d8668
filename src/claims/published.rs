//! Claims made from the published values and counts of [`crate::literature`].
//!
//! Each is confirmed on record unless [`RECORD`] says otherwise. Drange's table does not state its superko rule;
//! it is held against situational superko, which fits it best.

use super::check::Check;
use super::document::{Claim, Kind, Verdict};
use crate::go::Board;
use crate::literature::{
    BASIC_KO, COMBINATORICS, DRANGE, GAMES, INTERVALS, LEGAL_POSITIONS, MINI_GO, Opening, Openings, SOURCES,
    Source, VALUED, Valued,
};

/// What stands on record of a claim, if it is not plainly confirmed.
struct Remark {
    id: &'static str,
    verdict: Verdict,
    /// Whether it takes minutes.
    deep: bool,
    note: &'static str,
}

const fn refuted(id: &'static str, note: &'static str) -> Remark {
    Remark { id, verdict: Verdict::Refuted, deep: false, note }
}

const fn deep(id: &'static str) -> Remark {
    Remark { id, verdict: Verdict::Confirmed, deep: true, note: "" }
}

const RECORD: [Remark; 13] = [
    refuted(
        "literature-minigo-1x9",
        "The third opening is worth 0 here, and the fourth -1, under psk and ssk alike; no opening is worth -2.",
    ),
    Remark {
        id: "literature-minigo-1x12",
        verdict: Verdict::Confirmed,
        deep: false,
        note: "Under positional superko 1x12 is worth 2.",
    },
    Remark {
        id: "literature-minigo-1x13",
        verdict: Verdict::Refuted,
        deep: true,
        note: "It is worth 0 under psk and ssk, and 1 under nssk.",
    },
    deep("literature-minigo-2x7"),
    deep("literature-minigo-3x5"),
    deep("literature-minigo-4x4"),
    refuted(
        "literature-hayward-X.O..",
        "It is worth -5 to Black here, by the search and by the naive solver.",
    ),
    refuted(
        "literature-basic-ko-1x2",
        "The stone that takes the first one may not be retaken at once, so two passes follow and the value is 0. \
         [-2, 2] is what comes out without any ko rule.",
    ),
    deep("literature-basic-ko-4x4"),
    deep("literature-games-1x4-psk-allowed"),
    deep("literature-games-1x4-psk-forbidden"),
    deep("literature-games-2x2-psk"),
    deep("literature-games-1x4-ssk-forbidden"),
];

/// Boards of Drange's table whose value comes within the limit of a deep check; smaller ones come within that of
/// any other, with the values of all openings.
const LARGE: [&str; 4] = ["1x13", "2x7", "3x5", "4x4"];

/// More intersections than this are beyond a check.
const OPENINGS: usize = 12;

/// All of them.
pub fn claims() -> Vec<Claim> {
    let mut claims = Vec::new();
    claims.extend(MINI_GO.iter().map(mini_go));
    claims.extend(VALUED.iter().map(valued));
    for row in BASIC_KO {
        let text = format!(
            "In finite play Black is sure of {} on {}, and White of {}.",
            row.low, row.board, row.high
        );
        let (rules, board) = ("simple-ko".to_string(), row.board.to_string());
        let check = Check::Interval { rules, board, expect: [row.low, row.high] };
        claims.push(claim(&format!("basic-ko-{}", row.board), INTERVALS, text, Kind::Value, Some(check)));
    }
    for row in LEGAL_POSITIONS {
        let text = format!("The number of legal positions is {} on {}.", row.count, row.board);
        let check = Check::Positions { board: row.board.to_string(), expect: row.count.to_string() };
        claims.push(claim(
            &format!("positions-{}", row.board),
            COMBINATORICS,
            text,
            Kind::Count,
            Some(check),
        ));
    }
    for row in GAMES {
        let (rules, suicide) = match row.suicide {
            None => (row.rules.to_string(), String::new()),
            Some(true) => (format!("{} --suicide allowed", row.rules), "-allowed".to_string()),
            Some(false) => (row.rules.to_string(), "-forbidden".to_string()),
        };
        let text = format!("The number of games is {} on {} under {rules}.", row.count, row.board);
        let check = Check::Games { rules, board: row.board.to_string(), expect: row.count.to_string() };
        let name = format!("games-{}-{}{suicide}", row.board, row.rules);
        claims.push(claim(&name, row.source, text, Kind::Count, Some(check)));
    }
    claims
}

fn mini_go(row: &Openings) -> Claim {
    let shown = |opening: &Opening| match opening {
        Opening::Stone(value) => value.to_string(),
        Opening::Pass(value) => format!("({value})"),
    };
    let openings: Vec<String> = row.openings.iter().map(shown).collect();
    let pass = row.openings.iter().any(|opening| matches!(opening, Opening::Pass(_)));
    let which = match (row.openings.len(), pass) {
        (1, _) => "opening",
        (_, false) => "openings",
        (_, true) => "openings, the pass in parentheses,",
    };
    let is = if row.openings.len() == 1 { "is" } else { "are" };
    let text = format!("The best {which} of {} {is} worth {}.", row.board, openings.join(", "));
    let (rules, board) = ("ssk".to_string(), row.board.to_string());
    let points = Board::parse(row.board).map_or(0, |board| board.points());
    let check = if points <= OPENINGS {
        Some(Check::Openings { rules, board, expect: openings })
    } else {
        let value = format!("= {}", row.openings[0].value());
        let position = Some(board);
        LARGE.contains(&row.board).then_some(Check::Value {
            rules,
            position,
            after: String::new(),
            expect: value,
        })
    };
    claim(&format!("minigo-{}", row.board), DRANGE, text, Kind::Value, check)
}

fn valued(row: &Valued) -> Claim {
    let mover = if row.black_to_move { "Black" } else { "White" };
    let suicide = if row.suicide { " --suicide allowed" } else { "" };
    let rules = format!("{}{suicide}", row.rules);
    let text = format!("{} with {mover} to move is worth {} under {rules}.", row.start, row.value);
    // A position with its mover, as `Document::place` reads it.
    let position = format!("{} {} {}", row.board, row.start, mover.to_lowercase());
    let check = Check::Value {
        rules: rules.clone(),
        position: Some(position),
        after: String::new(),
        expect: format!("= {}", row.value),
    };
    let source = row.source.name.to_lowercase().replace(' ', "-");
    let several = VALUED.iter().filter(|other| other.start == row.start).count() > 1;
    let name = match (several, row.start.contains(['X', 'O'])) {
        (true, _) => format!("{source}-{}-{}", row.start, row.rules),
        (false, true) => format!("{source}-{}", row.start),
        (false, false) => source,
    };
    let points = Board::parse(row.board).map_or(0, |board| board.points());
    claim(&name, row.source, text, Kind::Value, (points <= OPENINGS).then_some(check))
}

/// A claim of a source, with what stands on record of it.
fn claim(name: &str, source: Source, text: String, kind: Kind, check: Option<Check>) -> Claim {
    debug_assert!(SOURCES.contains(&source));
    let id = format!("literature-{name}");
    let remark = RECORD.iter().find(|remark| remark.id == id);
    let (verdict, note) = match (remark, &check) {
        (Some(remark), _) => (remark.verdict, remark.note.to_string()),
        (None, Some(_)) => (Verdict::Confirmed, String::new()),
        (None, None) => (Verdict::NotDecidableHere, "Beyond what a check may cost.".to_string()),
    };
    Claim {
        id,
        section: format!("{}; {}", source.citation, source.rules),
        quote: String::new(),
        claim: text,
        kind,
        position: None,
        verdict,
        note,
        contradiction: String::new(),
        readings: false,
        deep: remark.is_some_and(|remark| remark.deep),
        checks: check.into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_remark_is_about_a_claim() {
        let claims = claims();
        for remark in &RECORD {
            assert!(claims.iter().any(|claim| claim.id == remark.id), "{}", remark.id);
        }
    }
}
