//! Bounded certificates: what is written is verified, by both checkers, and what they say to follow
//! is never contradicted.

use std::io::Cursor;
use std::path::Path;
use std::process::Command;

use fastrand::Rng;
use superko_certificate::bounded::{Bounded, Section, State, Verified, write};
use superko_certificate::format::{Header, PASS, Told};
use superko_certificate::kinds;
use superko_go::notation::parse_position;
use superko_go::{Board, Move, Player, Position, Suicide};
use superko_prove::{ProofGoal, Unfinished, prove_bounded, stated};
use superko_rules::{Game, Line};
use superko_solve::Budget;
use superko_solve::attack::proof_builder::{BuildOutcome, ProofBuilder};
use superko_solve::attack::replies::{DEFAULT, Limits};
use superko_solve::attack::search::Prover;
use superko_solve::attack::state::{AttackGoal, AttackState};
use superko_solve::attack::thresholds::Effort;
use superko_solve::attack::{Terms, bounds_under};

use super::nodes;
use super::truth::{Truth, named_game};
use crate::certificates::second::{folder, has_python};
use crate::common::games::{game, game_on, starts};
use crate::common::sample;

pub const MEMORY: usize = 64 << 20;

/// The verdict of the checker on a bounded certificate.
pub fn verdict(bytes: &[u8]) -> Result<Verified, String> {
    verdict_within(bytes, MEMORY)
}

fn verdict_within(bytes: &[u8], memory: usize) -> Result<Verified, String> {
    match kinds::verify(Cursor::new(bytes.to_vec()), memory) {
        Ok(kinds::Verified::Bounded(verified)) => Ok(verified),
        Ok(kinds::Verified::Lemmas(_)) => Err("a certificate of lemmas".to_string()),
        Err(refused) => Err(refused.to_string()),
    }
}

/// The certificate of a claim about the empty board, or of the best bounds.
pub fn certificate(game: &Game, claim: Option<&str>) -> Vec<u8> {
    let case = Line::new(game, Position::default(), Player::Black);
    let wanted = claim.map(|claim| ProofGoal::parse(claim, game).unwrap());
    let budget = Budget::default();
    prove_bounded(game, &case, wanted, &Effort::within(&budget), &mut Unfinished::default())
        .unwrap_or_else(|why| panic!("{why}"))
}

/// The rulesets without suicide under which the first claim of a certificate is said to follow.
fn held(verified: &Verified) -> Vec<&'static str> {
    let all = verified.judged[0].rulesets.iter();
    all.filter(|(.., held)| held.is_ok()).map(|(name, ..)| *name).collect()
}

const ALL: [&str; 10] = [
    "simple-ko",
    "psk",
    "ssk",
    "nssk",
    "spight",
    "kee2009",
    "kee2020",
    "spight2",
    "kee2007",
    "kee2020-march",
];

#[test]
fn what_is_written_is_verified_and_says_what_follows() {
    let without = |name: &str| ALL.into_iter().filter(|other| *other != name).collect::<Vec<_>>();
    let mut number = 0;
    for (board, points, expected) in [
        ("2x4", 8, ALL.to_vec()),
        ("3x3", 9, without("nssk")),
        ("2x5", 10, ALL.to_vec()),
        ("3x5", 15, ALL.to_vec()),
        ("star:5", 5, ALL.to_vec()),
        ("path:3", 3, ALL.to_vec()),
    ] {
        for rules in ["psk", "kee2020", "simple-ko"] {
            number += 1;
            if !sample::takes("what_is_written", number) {
                continue;
            }
            let game = game(board, rules);
            let bytes = certificate(&game, Some(&format!(">= {points}")));
            let verified = verdict(&bytes).unwrap();
            assert_eq!(held(&verified), expected, "{board} {rules}");
            assert!(verified.summary().ends_with(&format!("value at least {points}")), "{verified}");
            assert!(bytes.len() < 20_000, "{board} {rules}: {} bytes", bytes.len());
        }
    }
    // Under natural situations 3x3 is worth 2, which needs no history either, but that White
    // retakes a ko after his pass.
    let verified = verdict(&certificate(&game("3x3", "nssk"), None)).unwrap();
    assert!(verified.summary().ends_with("value 2"), "{verified}");
    assert!(held(&verified).contains(&"nssk"));
    let [black, white] = verified.judged.as_slice() else { panic!("{verified}") };
    assert!(!black.section.retakes && white.section.retakes);
    let under: Vec<&str> =
        white.rulesets.iter().filter(|(.., held)| held.is_ok()).map(|(name, ..)| *name).collect();
    assert_eq!(under, ["nssk"]);
}

#[test]
fn the_first_player_has_all_of_boards_of_16_to_20_points() {
    if sample::leaves_out("the_first_player_has_all_of_boards_of_16_to_20_points") {
        return;
    }
    // `solve tables` makes them.
    for (board, points, naturally) in [("2x8", 16, false), ("3x6", 18, true), ("4x5", 20, false)] {
        let path =
            format!("{}/solutions/bounded/{board}.cert", concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let verified = verdict_within(&std::fs::read(path).unwrap(), 1 << 30).unwrap();
        let rulesets = ALL.into_iter().filter(|name| naturally || *name != "nssk");
        assert_eq!(held(&verified), rulesets.collect::<Vec<_>>(), "{board}");
        let summary = verified.summary();
        assert!(summary.contains(&format!("{board} ")), "{summary}");
        assert!(summary.ends_with(&format!("value at least {points}")), "{summary}");
    }
    // Under natural situational superko another proof is needed.
    let path = concat!(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), "/solutions/bounded/3x6-nssk.cert");
    let verified = verdict_within(&std::fs::read(path).unwrap(), 1 << 30).unwrap();
    assert!(held(&verified).contains(&"nssk") && verified.summary().ends_with("value at least 18"));
}

/// A certificate of a claim that is made from a search on some terms, whether its proof meets their
/// conditions or not. Its header has the clauses of a ruleset.
pub fn made(
    game: &Game,
    terms: Terms,
    start: (Position, Player),
    prover: Player,
    threshold: i32,
    budget: &Budget,
) -> Option<Vec<u8>> {
    let aim = AttackGoal { board: &game.board, terms, threshold };
    let place = AttackState::start(&start.0, start.1, prover);
    // From every second start or so it ends within the limits of 5x5.
    let far = Limits { most: 8, points: 11, untouched: 8 };
    let limits = if start.0.occupied().count_ones().is_multiple_of(2) { DEFAULT } else { far };
    let mut search = Prover::new(aim, 1 << 20, budget).within(limits);
    let bound = (0..30).find(|bound| search.proves(&place, *bound).is_ok_and(|proves| proves))?;
    let mut making = ProofBuilder::of(&search, &place, bound, 1 << 24);
    let whole = making.complete(&mut search).is_ok_and(|made| made == BuildOutcome::Whole);
    let proof = whole.then(|| making.proof())?;
    let section = Section::of(prover.index() as u8, threshold, terms.retakes_after_pass, terms.natural);
    let bounded = about(game, start, vec![section], limits);
    let mut bytes = Vec::new();
    write(&bounded, MEMORY, &mut bytes, |_, state| {
        let own = state.stones[prover.index()];
        let other = state.stones[1 - prover.index()];
        let proving = usize::from(state.mover) == prover.index();
        let position = Position { stones: [own, other] };
        let place = AttackState { position, proving, ko: state.ko, passed: state.passed };
        proof.move_at(&aim, &place).map(|mv| if let Move::Place(point) = mv { point } else { PASS })
    })
    .unwrap();
    Some(bytes)
}

/// The header of a bounded certificate of a game.
fn about(game: &Game, start: (Position, Player), sections: Vec<Section>, limits: Limits) -> Bounded {
    let header = superko_prove::header(game).unwrap();
    let header = Header { told: Told::Clauses(None), ..header };
    let [black, white] = start.0.stones;
    let replies = (game.options.suicide == Suicide::Forbidden).then(|| stated(limits));
    Bounded { header, start: [black, white, 0], mover: start.1.index() as u8, replies, sections }
}

/// All terms on which a search may prove something, with conditions left out that matter. Under
/// natural situational superko the prover may retake a ko that is taken after his pass.
fn terms(game: &Game) -> Vec<Terms> {
    let (suicide, natural) = (game.options.suicide, game.entry.id == "nssk");
    let mut all = Vec::new();
    for bits in 0..8 {
        let is = |bit: usize| bits >> bit & 1 == 1;
        all.push(Terms {
            suicide,
            fresh: is(0),
            ahead: true,
            retakes_after_pass: is(1),
            passes_stand: is(2),
            natural: natural && is(0),
            means: false,
        });
    }
    all
}

#[test]
fn what_is_said_to_follow_is_never_contradicted() {
    let mut random = Rng::with_seed(41);
    let (mut truth, mut certificates, mut needed) = (Truth::new(20_000), 0, 0);
    for (text, count) in [
        ("1x4", 60),
        ("1x5", 80),
        ("2x3", 120),
        ("1x6", 120),
        ("star:5", 40),
        ("cycle:5", 40),
        ("2x4", 60),
        ("3x3", 60),
    ] {
        let board = Board::parse(text).unwrap();
        // The rules of a header have to follow: those that ask for the least, with and without
        // suicide.
        for rules in ["simple-ko", "psk --suicide allowed", "ssk --suicide multi-stone", "nssk"] {
            let game = game_on(&board, rules);
            let all = starts(&game);
            for number in 0..count {
                let key = all[random.usize(..all.len())].key;
                let terms = terms(&game);
                let terms = terms[random.usize(..terms.len())];
                let start = (key.position, key.mover);
                let prover = if random.bool() { Player::Black } else { Player::White };
                if !sample::takes(&format!("{text} {rules}"), number) {
                    continue;
                }
                let found = bounds_under(terms, &board, &key.position, key.mover, &nodes(2_000), 1);
                let best = if prover == Player::Black { found.low } else { -found.high };
                let threshold = best.max(1 - board.points() as i32);
                let Some(bytes) = made(&game, terms, start, prover, threshold, &nodes(20_000)) else {
                    continue;
                };
                let Ok(verified) = verdict(&bytes) else { continue };
                certificates += 1;
                let falsehoods = truth.falsehoods(&verified, &board);
                assert!(falsehoods.is_empty(), "{}", falsehoods.join("\n"));
                // Where a ruleset is left out, the claim is wrong under it now and then.
                for (name, suicide, held) in &verified.judged[0].rulesets {
                    let (rules, game) = named_game(&board, name, *suicide);
                    let section = verified.judged[0].section;
                    needed += usize::from(
                        held.is_err() && truth.claim(&rules, game, start, &section) == Some(false),
                    );
                }
            }
        }
    }
    let Truth { compared, skipped, .. } = truth;
    println!(
        "{certificates} certificates: {compared} claims compared, {skipped} skipped; {needed} that are left out are false"
    );
    assert!(
        certificates > sample::least(500) && compared > 20 * skipped,
        "{certificates} {compared} {skipped}"
    );
    assert!(needed > 20 || !sample::is_whole(), "{needed}");
}

/// Whether a line is about the claims of a certificate, or is its verdict.
fn is_compared(line: &&str) -> bool {
    line.starts_with("c value") || line.starts_with("s VERIFIED")
}

/// What the script says of a file: whether it verifies it, and the lines about its claims.
fn script(file: &Path) -> (bool, Vec<String>) {
    let script =
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("scripts/check_certificate.py");
    let output = Command::new("python3").arg(script).arg(file).output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().filter(is_compared);
    (text.contains("s VERIFIED "), lines.map(str::to_string).collect())
}

/// Compares what both checkers say of a certificate that is in a file.
pub fn same_verdict(bytes: &[u8], file: &Path) {
    let (verified, lines) = script(file);
    match verdict(bytes) {
        Ok(found) => {
            let said = found.to_string();
            let own: Vec<&str> = said.lines().filter(is_compared).collect();
            assert!(verified, "{said}");
            assert_eq!(lines, own);
        }
        Err(why) => assert!(!verified, "{}: {why}", file.display()),
    }
}

/// The script keeps positions of up to 31 intersections as numbers of a machine, and larger ones in
/// another way.
#[test]
fn both_checkers_say_the_same_of_large_boards() {
    if !has_python() {
        return;
    }
    let here = folder("large-bounded");
    for (number, points) in [12, 30, 36].into_iter().enumerate() {
        let board = Board::parse("6x6").unwrap();
        let game = game_on(&board, "psk");
        let text = "XXXXXX/.X.X.X/XXXXXX/X.XXX./.OOO.O/..O...";
        let start = (parse_position(&board, text).unwrap(), Player::Black);
        let terms = terms(&game)[0];
        let bytes = made(&game, terms, start, Player::Black, points, &nodes(1_000_000)).unwrap();
        let file = here.join(format!("{number}.cert"));
        std::fs::write(&file, &bytes).unwrap();
        same_verdict(&bytes, &file);
        let states = verdict(&bytes).unwrap().judged[0].states;
        println!("{points}: {states}");
        assert!(states > 10, "{points}: {states}");
    }
}

#[test]
fn both_checkers_say_the_same() {
    if !has_python() {
        return;
    }
    let here = folder("bounded");
    let (mut random, mut number) = (Rng::with_seed(5), 0);
    for text in ["2x3", "1x6", "3x3", "cycle:5"] {
        let board = Board::parse(text).unwrap();
        for rules in ["simple-ko", "psk --suicide allowed", "nssk"] {
            let game = game_on(&board, rules);
            let all = starts(&game);
            for number_drawn in 0..16 {
                let key = all[random.usize(..all.len())].key;
                let terms = terms(&game);
                let terms = terms[random.usize(..terms.len())];
                // All points are settled by replies as well.
                let points = board.points() as i32;
                let threshold = if random.bool() { points } else { 1 - random.i32(0..points) };
                if !sample::takes(&format!("{text} {rules}"), number_drawn) {
                    continue;
                }
                let start = (key.position, key.mover);
                let made = made(&game, terms, start, Player::Black, threshold, &nodes(20_000));
                let Some(bytes) = made else { continue };
                let file = here.join(format!("{number}.cert"));
                std::fs::write(&file, &bytes).unwrap();
                number += 1;
                same_verdict(&bytes, &file);
            }
        }
    }
    assert!(number > sample::least(30), "{number}");
}

#[test]
fn the_example_of_the_page_is_a_certificate() {
    let page = include_str!("../../../../../docs/formats.md");
    let (before, rest) = page.split_once("superko bounded certificate 1\n").unwrap();
    assert!(before.ends_with("```text\n"));
    let (header, rest) = rest.split_once("```").unwrap();
    let (_, moves) = rest.split_once("Shown for people they are\n\n```text\n").unwrap();
    let (moves, _) = moves.split_once("```").unwrap();
    let bytes = include_bytes!("../../../../../tests/bounded/1x4.cert");
    let mut shown = Vec::new();
    assert!(kinds::show(Cursor::new(bytes), &mut shown, MEMORY).is_ok());
    assert_eq!(String::from_utf8(shown).unwrap(), format!("superko bounded certificate 1\n{header}{moves}"));
    assert!(verdict(bytes).unwrap().summary().ends_with("value at least 4"));
}

#[test]
fn a_state_without_a_move_is_no_certificate() {
    let game = game("2x3", "psk");
    let start = (Position::default(), Player::Black);
    let bounded = about(&game, start, vec![Section::of(0, 1, true, false)], DEFAULT);
    let missing = |_: usize, _: &State| None;
    assert!(write(&bounded, MEMORY, Vec::new(), missing).is_err());
}
