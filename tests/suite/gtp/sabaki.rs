//! What Sabaki shows of our lines: `src/modules/analysis.js` of Sabaki, of July 2026, reads a line,
//! and has a colour (the strength, from 1 to 9) and a text for each move. What it computes is
//! computed here too. If `SABAKI` names a checkout of Sabaki, and there is node, its file is run as
//! well and must agree.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use regex::Regex;
use serde_json::{Value, json};

use super::session::Session;
use crate::common::program::said;

/// What Sabaki shows on an intersection.
#[derive(Debug, Clone, PartialEq)]
struct Cell {
    mv: String,
    /// `NaN` where Sabaki divides 0 by 0, and then the intersection has no colour.
    strength: f64,
    text: String,
}

/// What Sabaki shows of a line, with the scores as texts. `is_float` says that the rates are those
/// of KataGo.
fn cells(line: &str, is_float: bool) -> Vec<Cell> {
    let info = Regex::new(r"\s*info\s+").unwrap();
    let variation = Regex::new(r"(?:pass|[A-Za-z]\d+)(?:\s+(?:pass|[A-Za-z]\d+))*$").unwrap();
    let is_point = Regex::new(r"^[A-Za-z]\d+$").unwrap();
    let read = |part: &str| {
        let part = part.trim();
        let found = variation.find(part)?;
        // The last of the words before the variation is `pv`.
        let words: Vec<&str> = part[..found.start()].split_whitespace().collect();
        let of =
            |key: &str| words.chunks(2).find(|pair| pair[0] == key).and_then(|pair| pair.get(1)).copied();
        let (mv, rate) = (of("move")?, of("winrate")?);
        let rate: f64 = rate.parse().unwrap();
        let rate = if is_float { rate * 100.0 } else { rate / 100.0 };
        let visits: f64 = of("visits").map_or(f64::NAN, |visits| visits.parse().unwrap());
        is_point.is_match(mv).then(|| (mv.to_string(), visits, rate, of("scoreLead").map(str::to_string)))
    };
    let moves: Vec<_> = info.split(line).skip(1).filter_map(read).collect();
    let most = moves.iter().map(|(_, visits, rate, _)| visits * rate).fold(f64::MIN, f64::max);
    let cell = |(mv, visits, rate, lead): (String, f64, f64, Option<String>)| {
        let lead = lead.map(|lead| (lead.parse::<f64>().unwrap() * 10.0 + 0.5).floor() / 10.0);
        let lead =
            lead.map_or("–".to_string(), |lead| format!("{}{lead}", if lead >= 0.0 { "+" } else { "" }));
        let thousands = (visits / 100.0 + 0.5).floor() / 10.0;
        let visited = if visits < 1000.0 { visits.to_string() } else { format!("{thousands}k") };
        let text = if visits < 10.0 { String::new() } else { format!("{lead}\n{visited}") };
        Cell { mv, strength: (visits * rate * 8.0 / most + 0.5).floor() + 1.0, text }
    };
    moves.into_iter().map(cell).collect()
}

/// Sends lines to Sabaki's own file, each with whether its rates are those of KataGo and what is
/// shown here.
const SCRIPT: &str = r#"
import {readFileSync} from 'node:fs'
const {checkout, lines} = JSON.parse(readFileSync(0, 'utf8'))
const source = readFileSync(checkout + '/src/modules/analysis.js', 'utf8')
const sabaki = await import('data:text/javascript,' + encodeURIComponent(source))
const board = {parseVertex: name => name}
const shown = ([line, isFloat]) => {
  const variations = sabaki.parseAnalysis(line, board, isFloat ? 'float' : 'integer')
  const most = Math.max(...variations.map(x => x.visits * x.winrate))
  const kind = {analysisType: 'scoreLead', analysisValueType: 'absolute'}
  return variations.map(x => {
    const {strength, text} = sabaki.getAnalysisHeatMapCell(x, {}, most, kind, number => number.toString())
    return [x.vertex, strength, text]
  })
}
console.log(JSON.stringify(lines.map(shown)))
"#;

/// What Sabaki's own file shows of lines, if it is here.
fn shown_by_sabaki(lines: &[(String, bool)]) -> Option<Value> {
    let Some(checkout) = std::env::var_os("SABAKI").map(PathBuf::from) else {
        println!("left out: Sabaki's own file, as SABAKI names no checkout of it");
        return None;
    };
    let mut node = Command::new("node");
    let node =
        node.args(["--input-type=module", "--eval", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let Ok(mut node) = node.spawn() else {
        println!("left out: there is no node");
        return None;
    };
    let input = json!({ "checkout": checkout, "lines": lines });
    serde_json::to_writer(node.stdin.take().unwrap(), &input).unwrap();
    let output = node.wait_with_output().unwrap();
    Some(serde_json::from_str(&said(&output)).unwrap())
}

/// The last line of an analysis, which has all legal moves.
fn analysed(session: &mut Session, command: &str, moves: usize) -> String {
    session.send(format!("5 {command}\n").as_bytes());
    assert_eq!(session.line(), "=5");
    let mut line = session.line();
    while line.split("info move ").count() != moves + 1 {
        line = session.line();
    }
    session.send(b"\n");
    session.reply().last().cloned().unwrap_or(line)
}

#[test]
fn sabaki_colours_every_move_also_when_one_steps_back_and_in_lost_positions() {
    let mut lines: Vec<(String, bool)> = Vec::new();
    let (mut shown, mut lost) = (Vec::new(), 0);
    for (rules, board, komi) in [
        ("psk", "3x3", "0"),
        ("psk", "3x3", "9.5"),
        ("nssk", "1x4", "-3"),
        ("kee2009", "1x4", "0.25"),
        ("simple-ko", "2x2", "0"),
        ("jann", "1x3", "0"),
    ] {
        let mut session = Session::new(&["--rules", rules, "--board", board]);
        session.ok(&format!("komi {komi}"));
        for step in ["", "play b B1", "undo", "play w B1", "undo"] {
            if !step.is_empty() {
                session.ok(step);
            }
            for command in ["analyze", "kata-analyze", "lz-analyze"] {
                for player in ["b", "w"] {
                    // With the turn of the other there is no legal move to ask for.
                    let moves = session.ok("gogui-rules_legal_moves").split(' ').count();
                    let is_float = command == "kata-analyze";
                    let turn = session.ok("gogui-rules_side_to_move");
                    if !turn.starts_with(player) && step.starts_with("play") {
                        continue;
                    }
                    let line = analysed(&mut session, &format!("{command} {player} 1"), moves);
                    let cells = cells(&line, is_float);
                    let name = format!("{rules} {board} {komi} {step:?} {command} {player}: {line}");
                    let stones = line.split("info move ").skip(1).filter(|part| {
                        let mv = part.split(' ').next().unwrap();
                        mv.len() == 2
                    });
                    assert_eq!(cells.len(), stones.count(), "{name}");
                    assert!(cells.iter().all(|cell| (1.0..=9.0).contains(&cell.strength)), "{name}");
                    assert!(cells.iter().all(|cell| !cell.text.is_empty()), "{name}");
                    assert!(
                        line.split("visits ")
                            .skip(1)
                            .all(|part| { part.split(' ').next().unwrap().parse::<u64>().unwrap() >= 1000 })
                    );
                    // Of stones that lose, those that lose least are brighter.
                    if !line.contains("winrate 1.0 ") && !line.contains("winrate 10000 ") {
                        lost += 1;
                    }
                    if line.contains("order 0 ")
                        && cells
                            .first()
                            .is_some_and(|cell| line.starts_with(&format!("info move {} ", cell.mv)))
                    {
                        assert_eq!(cells[0].strength, 9.0, "{name}");
                    }
                    shown.push(cells);
                    lines.push((line, is_float));
                }
            }
        }
    }
    assert!(lost > 10, "{lost}");
    if let Some(sabaki) = shown_by_sabaki(&lines) {
        let cell = |cell: &Cell| json!([cell.mv, cell.strength as i64, cell.text]);
        let ours: Vec<Vec<Value>> = shown.iter().map(|cells| cells.iter().map(cell).collect()).collect();
        assert_eq!(sabaki, json!(ours));
    }
}

#[test]
fn what_no_visits_and_a_rate_of_nothing_look_like() {
    let line =
        "info move A1 visits 0 winrate 10000 order 0 pv A1 info move B1 visits 5000 winrate 0 order 1 pv B1";
    let blank = cells(line, false);
    assert!(blank.iter().all(|cell| cell.strength.is_nan()) && blank[0].text.is_empty(), "{blank:?}");
}

#[test]
fn visits_are_all_that_were_ever_spent() {
    let mut session = Session::new(&["--rules", "psk"]);
    let moves = session.ok("gogui-rules_legal_moves").split(' ').count();
    let visits = |line: &str| -> u64 {
        line.split("visits ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    let first = visits(&analysed(&mut session, "analyze b 1", moves));
    assert!(first > 1000, "{first}");
    session.ok("play b B2");
    assert!(visits(&analysed(&mut session, "analyze w 1", moves - 1)) >= 1000);
    session.ok("undo");
    assert!(visits(&analysed(&mut session, "analyze b 1", moves)) >= first);
    session.ok("clear_cache");
    assert!(visits(&analysed(&mut session, "analyze b 1", moves)) > 1000);
}
