//! The published results that are part of the program: the table of empty boards, and the verdicts
//! on claims.

use std::collections::BTreeMap;

use serde::Serialize;

use superko_go::notation::{diagram_line, move_name, parse_record};
use superko_go::{Board, Move, Players, Position};
use superko_lab::claims::check::Check;
use superko_lab::claims::document::Place;
use superko_lab::claims::script::Script;
use superko_lab::claims::{Checked, Claim, DOCUMENTS, Document, Origin, Verdict};
use superko_query::ask::Texts;
use superko_query::page::catalogue::check_size;
use superko_query::report::records::{Bounds, PublishedStart, SCHEMA};
use superko_rules::Rules;
use superko_solve::Value;
use superko_tables::claims::Judged;
use superko_tables::folder::{Files, text};
use superko_tables::proved::{of_empty_boards, place};
use superko_tables::results::Product;
use superko_tables::rulesets::{self, Rulesets};

// --- The table of empty boards -------------------------------------------------------------------

/// The file with the values.
const SUMMARY: &str = "summary.csv";

/// The file with the list of all files.
const SUMS: &str = "SHA256SUMS";

/// The file with what is proved of starts.
const INDEX: &str = "published.jsonl";

/// The table.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Tables {
    /// The version of this form.
    pub schema: u32,
    /// The columns: every ruleset, with options, that has a value on some board.
    pub rulesets: Vec<String>,
    /// The rows, in the order of the published table: the boards that have tables, and those of which something is proved without.
    pub rows: Vec<Row>,
}

/// A board with its values.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Row {
    /// The board.
    pub board: String,
    /// The values by ruleset, of those that were solved.
    pub values: BTreeMap<String, Cell>,
}

/// The value of an empty board, Black to move.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Cell {
    /// The value; `null` if it was not found within the limit.
    pub value: Option<Value>,
    /// What is proved of the value.
    pub bounds: Bounds,
    /// First moves that keep the value.
    pub best_moves: Vec<String>,
    /// The path of the certificate in the published folder.
    pub certificate: Option<String>,
}

impl Tables {
    /// The table of a folder of published results, with what is proved of boards that have no table.
    ///
    /// # Errors
    /// The file and line with an error.
    pub fn of(files: &Files) -> Result<Tables, String> {
        let mut tables = Tables::of_summary(files)?;
        // A folder of one's own rulesets has no index.
        if files.contains_key(INDEX) {
            tables.add_proved(text(INDEX, files)?)?;
        }
        Ok(tables)
    }

    /// Adds what certificates prove of empty boards that have no table, and the values of those whose
    /// table has bounds alone.
    fn add_proved(&mut self, index: &str) -> Result<(), String> {
        let mut starts: Vec<PublishedStart> = Vec::new();
        for (index, line) in index.lines().enumerate() {
            let wrong = |error| format!("{INDEX}: line {}: {error}", index + 1);
            starts.push(serde_json::from_str(line).map_err(wrong)?);
        }
        let mut boards: Vec<Board> = Vec::new();
        for row in &self.rows {
            boards.push(Board::parse(&row.board).map_err(|error| format!("{SUMMARY}: {error}"))?);
        }
        for ((board, rules), proved) in of_empty_boards(starts) {
            let rules: Rules = rules.parse().map_err(|error| format!("{INDEX}: {rules}: {error}"))?;
            let place = match self.rows.iter().position(|row| row.board == board) {
                Some(place) => place,
                None => {
                    let parsed = Board::parse(&board).map_err(|error| format!("{INDEX}: {error}"))?;
                    let place = place(&boards, &parsed, |other| other);
                    boards.insert(place, parsed);
                    self.rows.insert(place, Row { board, values: BTreeMap::new() });
                    place
                }
            };
            let cells = &mut self.rows[place].values;
            let cell = Cell {
                value: proved.value(),
                bounds: Bounds::between(proved.low, proved.high),
                best_moves: Vec::new(),
                certificate: Some(proved.certificate),
            };
            let says_more = match cells.get(&rules.to_string()) {
                Some(known) => known.value.is_none() && cell.value.is_some(),
                None => true,
            };
            if says_more {
                cells.insert(rules.to_string(), cell);
            }
        }
        // A ruleset has its column from the tables, all of which have more options than proofs.
        let known = |name: &String| self.rulesets.contains(name);
        match self.rows.iter().flat_map(|row| row.values.keys()).find(|name| !known(name)) {
            Some(name) => Err(format!("{INDEX}: {name}: no table has this ruleset")),
            None => Ok(()),
        }
    }

    /// The table of the boards that have tables.
    ///
    /// # Errors
    /// The file and line with an error.
    pub fn of_summary(files: &Files) -> Result<Tables, String> {
        let certificates: Vec<&str> =
            text(SUMS, files)?.lines().filter_map(|line| Some(line.split_once("  ")?.1)).collect();
        let mut lines = text(SUMMARY, files)?.lines();
        let head: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
        let mut rows: Vec<Row> = Vec::new();
        let mut known: Vec<(usize, String)> = Vec::new();
        for (index, line) in lines.enumerate() {
            let wrong = |what: &str| format!("{SUMMARY}: line {}: {what}", index + 2);
            let fields: Vec<&str> = line.split(',').collect();
            let field = |name: &str| {
                let column = head.iter().position(|other| *other == name);
                let found = column.and_then(|column| fields.get(column)).copied();
                found.ok_or_else(|| wrong(&format!("expected a field {name:?}")))
            };
            let value = |text: &str| {
                serde_json::from_value::<Value>(text.into()).map_err(|error| wrong(&error.to_string()))
            };
            let (board, name) = (field("board")?, field("name")?);
            let variant =
                Rulesets::Catalogue.named(name).ok_or_else(|| wrong(&format!("{name:?} is no game")))?;
            let ruleset = variant.to_string();
            let certificate = format!("{}/{name}.cert", board.replace(':', "-"));
            let cell = Cell {
                value: Some(field("value")?).filter(|text| !text.is_empty()).map(value).transpose()?,
                bounds: Bounds::between(value(field("low")?)?, value(field("high")?)?),
                best_moves: field("best_moves")?.split_whitespace().map(str::to_string).collect(),
                certificate: certificates.contains(&certificate.as_str()).then_some(certificate),
            };
            if !known.iter().any(|(_, other)| *other == ruleset) {
                known.push((rulesets::place(&variant), ruleset.clone()));
            }
            if rows.last().is_none_or(|row| row.board != board) {
                rows.push(Row { board: board.to_string(), values: BTreeMap::new() });
            }
            rows.last_mut().expect("there is a row").values.insert(ruleset, cell);
        }
        known.sort();
        let rulesets = known.into_iter().map(|(_, ruleset)| ruleset).collect();
        Ok(Tables { schema: SCHEMA, rulesets, rows })
    }
}

// --- Claims --------------------------------------------------------------------------------------
//
// Each claim of the documents has its verdict on record and the positions that can be opened.
// Nothing is judged here: the results are the published ones. A claim whose checks have changed
// since then has its verdict on record, and no result about its positions.

/// All claims.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Claims {
    /// The version of this form.
    pub schema: u32,
    /// The documents, and the findings of ours.
    pub documents: Vec<DocumentRecord>,
}

/// A document.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct DocumentRecord {
    /// Its name.
    pub id: String,
    /// Author, title, date.
    pub title: String,
    /// What it claims, in its order.
    pub claims: Vec<ClaimRecord>,
}

/// A claim.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ClaimRecord {
    /// Its name.
    pub id: String,
    /// Its place in the document.
    pub section: String,
    /// The document's own words.
    pub quote: String,
    /// What is claimed, in our words.
    pub claim: String,
    /// The verdict on record.
    pub verdict: Verdict,
    /// The least firm of the positions on which the verdict was found; `null` if none was looked at.
    pub basis: Option<Origin>,
    /// What a reader should know of the verdict.
    pub note: String,
    /// The checks that are about a position that can be opened.
    pub positions: Vec<PositionRecord>,
    /// The other checks.
    pub others: Vec<OtherRecord>,
}

/// A check that is about a position.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct PositionRecord {
    /// What opens it.
    pub question: Texts,
    /// What was asked.
    pub says: String,
    /// Whether it is as the claim says; `null` if that was left open, or was not looked at.
    pub holds: Option<bool>,
    /// What was found.
    pub found: String,
    /// The moves that the claim is about, from there. If they may not all be made, that is what was found.
    pub line: Vec<String>,
}

/// A check that is about no position that can be opened: about many, or one that is too large, or for more than two players.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct OtherRecord {
    /// What was asked.
    pub says: String,
    /// Whether it is as the claim says; `null` if that was left open, or was not looked at.
    pub holds: Option<bool>,
    /// What was found.
    pub found: String,
}

impl Claims {
    /// The claims with the results of a folder of published results.
    ///
    /// # Errors
    /// The file with an error, and the error.
    pub fn of(files: &Files) -> Result<Claims, String> {
        let documents = DOCUMENTS.iter().map(|document| DocumentRecord::of(document, files));
        Ok(Claims { schema: SCHEMA, documents: documents.collect::<Result<_, _>>()? })
    }
}

impl DocumentRecord {
    fn of(document: &Document, files: &Files) -> Result<DocumentRecord, String> {
        let judged = Judged::read(&format!("claims/{}.json", document.id), files, &Rulesets::Catalogue)?;
        let claims = document.claims.iter().map(|claim| {
            let found = judged.iter().find(|(_, judged)| judged.claim.id == claim.id);
            ClaimRecord::of(document, claim, found.map_or(&[], |(_, judged)| &judged.claim.checks))
        });
        Ok(DocumentRecord {
            id: document.id.clone(),
            title: document.title.clone(),
            claims: claims.collect::<Result<_, _>>()?,
        })
    }
}

impl ClaimRecord {
    fn of(document: &Document, claim: &Claim, checked: &[Checked]) -> Result<ClaimRecord, String> {
        let (mut positions, mut others, mut basis) = (Vec::new(), Vec::new(), None);
        for name in claim.positions() {
            basis = basis.max(Some(document.place(name)?.basis.origin));
        }
        for (index, check) in claim.checks.iter().enumerate() {
            let found = checked.get(index);
            let says = found.map_or_else(|| claim.claim.clone(), |checked| checked.asked.clone());
            let holds = found.and_then(|checked| checked.holds);
            let found = found.map_or_else(String::new, |checked| checked.found.clone());
            let targets = targets(document, claim, check)?;
            let open: Vec<_> = targets.into_iter().filter_map(CheckTarget::open).collect();
            if open.is_empty() {
                others.push(OtherRecord { says, holds, found });
                continue;
            }
            positions.extend(open.into_iter().map(|(question, line)| {
                let (says, found) = (says.clone(), found.clone());
                PositionRecord { question, says, holds, found, line }
            }));
        }
        Ok(ClaimRecord {
            id: claim.id.clone(),
            section: claim.section.clone(),
            quote: claim.quote.clone(),
            claim: claim.claim.clone(),
            verdict: claim.verdict,
            basis,
            note: claim.note.clone(),
            positions,
            others,
        })
    }
}

/// The subject of a check: a position, moves played from there, and a line to show.
struct CheckTarget<'a> {
    place: Place,
    /// The edges of a board that the document defines.
    edges: &'a str,
    rules: &'a str,
    after: &'a str,
    line: &'a str,
}

/// The subjects of a check: one position, two rulesets on one, or nothing that can be shown.
fn targets<'a>(
    document: &'a Document,
    claim: &'a Claim,
    check: &'a Check,
) -> Result<Vec<CheckTarget<'a>>, String> {
    let at = |name: Option<&String>, rules: &'a str, after: &'a str, line: &'a str| {
        let name =
            name.or(claim.position.as_ref()).ok_or_else(|| format!("claim {}: no position", claim.id))?;
        let edges = document.positions.get(name).map_or("", |setting| &setting.edges);
        Ok::<_, String>(CheckTarget { place: document.place(name)?, edges, rules, after, line })
    };
    Ok(match check {
        Check::Value { rules, position, after, .. }
        | Check::Best { rules, position, after, .. }
        | Check::Capture { rules, position, after, .. } => vec![at(position.as_ref(), rules, after, "")?],
        Check::Line { rules, position, moves, .. } | Check::Unchanged { rules, position, moves, .. } => {
            vec![at(position.as_ref(), rules, "", moves)?]
        }
        Check::Openings { rules, board, .. } | Check::Interval { rules, board, .. } => {
            vec![at(Some(board), rules, "", "")?]
        }
        Check::Differ { rules, board, .. } => {
            vec![at(Some(board), &rules[0], "", "")?, at(Some(board), &rules[1], "", "")?]
        }
        Check::Ends { .. }
        | Check::Passes { .. }
        | Check::Allows { .. }
        | Check::Around { .. }
        | Check::Positions { .. }
        | Check::Games { .. } => Vec::new(),
    })
}

impl CheckTarget<'_> {
    /// The question that opens it, and the line; `None` if the page cannot show it.
    fn open(self) -> Option<(Texts, Vec<String>)> {
        let Place { board, position, to_move, .. } = &self.place;
        check_size(board).ok()?;
        let rules: Rules = self.rules.parse().ok()?;
        let players = rules.options.players;
        if players != Players::Two {
            return None;
        }
        let moves = parse_record(board, self.after, *to_move, players).ok()?;
        let line = Script::parse(board, self.line).ok()?.moves();
        let names = |moves: &[Move]| moves.iter().map(|mv| move_name(board, *mv)).collect::<Vec<_>>();
        let question = Texts {
            board: board.to_string(),
            edges: (!self.edges.is_empty()).then(|| self.edges.to_string()),
            rules: rules.to_string(),
            start: (*position != Position::default()).then(|| diagram_line(board, position)),
            to_move: Some(*to_move),
            moves: names(&moves),
            draft: None,
        };
        Some((question, names(&line)))
    }
}

#[cfg(test)]
mod table_tests {
    use super::*;
    use superko_published::files;

    #[test]
    fn the_published_table_is_read_with_its_values_moves_and_certificates() {
        let tables = Tables::of(&files()).unwrap();
        let row = tables.rows.iter().find(|row| row.board == "2x3").unwrap();
        let cell = &row.values["psk"];
        assert_eq!(cell.value.map(|value| value.to_string()).as_deref(), Some("0"));
        assert_eq!(
            (cell.best_moves.join(" "), cell.certificate.as_deref()),
            ("pass".into(), Some("2x3/psk.cert"))
        );
        assert!(row.values.contains_key("kee2020 --lift produced"));
        let all: Vec<&String> = tables.rows.iter().flat_map(|row| row.values.keys()).collect();
        assert!(all.iter().all(|ruleset| tables.rulesets.contains(ruleset)) && all.len() > 1000);
        assert!(tables.rows.iter().any(|row| row.board == "cycle:5"));
        // All but what a proof reaches beyond the page.
        let boards = tables.rows.iter().map(|row| row.board.as_str());
        let large: Vec<&str> =
            boards.filter(|board| superko_query::page::catalogue::board(board, None).is_err()).collect();
        assert_eq!(large, ["3x7", "4x6", "5x5"]);
    }

    #[test]
    fn boards_without_a_table_have_what_is_proved_of_them() {
        let tables = Tables::of(&files()).unwrap();
        let said = |board: &str, rules: &str| {
            let cell = tables.rows.iter().find(|row| row.board == board)?.values.get(rules)?;
            let value = cell.value.map_or("open".to_string(), |value| value.to_string());
            Some(format!("{value} {}", cell.certificate.clone()?))
        };
        assert_eq!(said("4x5", "psk").as_deref(), Some("20 bounded/4x5.cert"));
        assert_eq!(said("4x5", "nssk").as_deref(), Some("open long-runs/4x5-nssk.cert"));
        assert_eq!(said("5x5", "kee2009").as_deref(), Some("25 long-runs/5x5.cert"));
        assert_eq!(said("1x16", "kee2020").as_deref(), Some("1 long-runs/1x16-kee2020-least.cert"));
        assert_eq!(said("2x10", "nssk").as_deref(), Some("4 long-runs/2x10-least.cert"));
        // The table of this one has bounds; a table with a value stays.
        assert_eq!(said("2x7", "kee2009").as_deref(), Some("14 bounded/2x7.cert"));
        assert_eq!(said("3x3", "psk").as_deref(), Some("9 3x3/psk.cert"));
        let boards: Vec<&str> = tables.rows.iter().map(|row| row.board.as_str()).collect();
        let after = |board| boards[boards.iter().position(|name| *name == board).unwrap() + 1];
        let next = ["1x14", "2x8", "2x9", "3x5", "3x6", "4x4", "4x5", "4x6"].map(after);
        assert_eq!(next, ["1x16", "2x9", "2x10", "3x6", "3x7", "4x5", "4x6", "5x5"]);
        // A folder without an index has its tables alone.
        let mut own = files();
        own.remove(INDEX);
        assert_eq!(Tables::of(&own).unwrap().rows.len(), boards.len() - next.len());
    }

    #[test]
    fn a_line_that_is_not_as_it_should_be_is_named() {
        let mut published = files();
        let summary = String::from_utf8(published[SUMMARY].clone()).unwrap();
        published
            .insert(SUMMARY.to_string(), summary.replacen("2x3,psk,psk,", "2x3,pks,psk,", 1).into_bytes());
        let said = Tables::of(&published).unwrap_err();
        assert!(said.starts_with("summary.csv: line ") && said.ends_with("\"pks\" is no game"), "{said}");
        published.remove(SUMS);
        assert_eq!(Tables::of(&published).unwrap_err(), "SHA256SUMS: missing");
    }
}

#[cfg(test)]
mod claim_tests {
    use super::*;
    use superko_published::files;

    #[test]
    fn every_claim_has_its_verdict_and_every_position_can_be_opened() {
        let claims = Claims::of(&files()).unwrap();
        let all: Vec<&ClaimRecord> = claims.documents.iter().flat_map(|document| &document.claims).collect();
        assert!(all.len() > 200, "{}", all.len());
        let mut open = 0;
        for claim in &all {
            for PositionRecord { question, line, holds, found, .. } in &claim.positions {
                let question = question.question().unwrap_or_else(|fault| panic!("{}: {fault}", claim.id));
                let mut referee = question.referee();
                for name in line {
                    let mv = superko_go::notation::parse_move(question.board(), name).unwrap();
                    let played = referee.play(mv).is_ok();
                    // A line that does not go as the claim says may not be played to its end.
                    assert!(played || *holds != Some(true), "{}: {name}", claim.id);
                    if !played || referee.ended().is_some() {
                        break;
                    }
                }
                assert!(!found.is_empty() || holds.is_none(), "{}", claim.id);
                open += 1;
            }
            assert_eq!(
                claim.positions.is_empty() && claim.others.is_empty(),
                claim.verdict == Verdict::NotDecidable
            );
        }
        assert!(open > 150, "{open}");
    }

    #[test]
    fn what_was_found_is_that_of_the_record() {
        let claims = Claims::of(&files()).unwrap();
        let find = |id: &str| {
            let mut all = claims.documents.iter().flat_map(|document| &document.claims);
            all.find(|claim| claim.id == id).unwrap()
        };
        let claim = find("kee2009-18");
        assert_eq!((claim.verdict, claim.basis), (Verdict::Refuted, Some(Origin::OneOf)));
        let position = &claim.positions[0];
        assert_eq!((position.holds, position.line.join(" ")), (Some(false), "D2 pass D3 D1".to_string()));
        assert_eq!(position.question.start.as_deref(), Some("OOO./X.O./XXXO"));
        assert!(position.found.contains("banned"));
    }

    #[test]
    fn nothing_is_said_of_positions_without_a_record() {
        let mut published = files();
        for (path, bytes) in &mut published {
            if path.starts_with("claims/") {
                let text = String::from_utf8(bytes.clone()).unwrap();
                *bytes = text.replace("\"data\": \"", "\"data\": \"0").into_bytes();
            }
        }
        let claims = Claims::of(&published).unwrap();
        let all = claims.documents.iter().flat_map(|document| &document.claims);
        let mut positions = all.clone().flat_map(|claim| &claim.positions);
        assert!(positions.all(|position| position.holds.is_none() && position.found.is_empty()));
        assert!(all.clone().any(|claim| claim.verdict == Verdict::Refuted));
    }
}
