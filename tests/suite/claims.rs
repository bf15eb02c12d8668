//! The judge of claims: what is true is confirmed, and everything else is not. (That the verdicts
//! on record are those that come out is checked by running `solve claims`.)

use std::collections::BTreeSet;
use std::sync::Arc;

use superko::claims::judge::ClaimRecord;
use superko::claims::{Document, Effort, Judgement, Verdict, judge};
use superko::go::position::legal_positions;
use superko::go::{Board, Player};
use superko::rules::Points;
use superko::solve::{Budget, Request, solve};

use crate::common::games::game;

use crate::common::program::{json, refused, said, solve as run};
#[cfg(unix)]
use crate::common::program::{solve_interrupted, text};
use crate::common::sample;

const EFFORT: Effort = Effort { nodes: 100_000, deep: false };

/// A document with one claim, whose check is given.
fn document(check: &str) -> Document {
    let text = format!(
        "id = 'test'\ntitle = 'Test'\n\
         [positions.rebuilt]\nboard = '1x2'\ndrawn = 'X .'\norigin = 'rebuilt'\nreasoning = 'none'\n\
         [positions.one]\nboard = '1x2'\ndrawn = 'X .'\norigin = 'one-of'\ncandidates = 'lost'\nreasoning = 'none'\n\
         [positions.made]\nboard = '1x2'\ndrawn = 'X .'\norigin = 'surrogate'\nreasoning = 'none'\n\
         [candidates.lost]\nboards = ['1x2', '1x3']\nfit = [1, 37]\n\
         constraints = [{{ says = 'a stone', need = 'empty', points = [1, 1] }}]\n\
         [positions.white]\nboard = '1x2'\ndrawn = 'X .'\nto-move = 'white'\n\
         [[claims]]\nid = 'test-1'\nsection = 'none'\nclaim = 'something'\nkind = 'value'\nposition = '1x2'\n\
         verdict = 'confirmed'\nchecks = [{{ {check} }}]\n"
    );
    Document::parse(&text).unwrap_or_else(|error| panic!("{error}"))
}

fn verdict(check: &str) -> Verdict {
    judged(&document(check)).verdict
}

fn judged(document: &Document) -> Judgement<'_> {
    judge(document, &document.claims[0], EFFORT, &Arc::default())
        .unwrap_or_else(|error| panic!("{error}"))
        .expect("nobody interrupts")
}

/// Both checks differ in one thing: the first is true, the second is not.
fn confirmed_and_refuted(right: &str, wrong: &str) {
    assert_eq!(verdict(right), Verdict::Confirmed, "{right}");
    assert_eq!(verdict(wrong), Verdict::Refuted, "{wrong}");
}

#[test]
fn a_wrong_value_is_refuted() {
    let value = |expect| format!("check = 'value', rules = 'psk', after = 'A1', expect = '{expect}'");
    confirmed_and_refuted(&value("= -2"), &value("= 0"));
    confirmed_and_refuted(&value("< 0"), &value(">= 0"));
    let to_move = |place| format!("check = 'value', rules = 'nssk', position = '{place}', expect = '= -2'");
    confirmed_and_refuted(&to_move("white"), &to_move("1x2"));
}

#[test]
fn a_value_is_not_asked_for_after_the_end_of_a_game() {
    let document = document("check = 'value', rules = 'psk', after = 'pass pass', expect = '= 0'");
    let error = judge(&document, &document.claims[0], EFFORT, &Arc::default()).err().unwrap();
    assert!(error.contains("the last of these moves ends the game"), "{error}");
}

#[test]
fn a_wrong_best_move_is_refuted() {
    let best =
        |rules, moves, only| format!("check = 'best', rules = '{rules}', moves = '{moves}', only = {only}");
    confirmed_and_refuted(&best("psk", "pass", true), &best("psk", "A1", false));
    confirmed_and_refuted(&best("kee2009", "A1 B1", false), &best("kee2009", "A1", true));
}

#[test]
fn a_wrong_end_of_a_line_is_refuted() {
    let moves = "A1 B1x1 pass! pass! A1x1 pass! pass! B1x1 pass!";
    let line =
        |rules: &str, rest: &str| format!("check = 'line', rules = '{rules}', moves = '{moves}', {rest}");
    confirmed_and_refuted(&line("kee2009", "ends = '0'"), &line("kee2009", "ends = '-2'"));
    confirmed_and_refuted(&line("spight", "ends = '-2'"), &line("spight", "ends = '0'"));
    confirmed_and_refuted(
        &line("kee2009", "scoring = ['X.', '.O']"),
        &line("kee2009", "scoring = ['.O', 'X.']"),
    );
    assert_eq!(verdict(&line("spight", "scoring = []")), Verdict::Refuted);
    assert_eq!(verdict(&line("kee2020", "ends = '-2'")), Verdict::Refuted, "it goes on there");
    confirmed_and_refuted(&line("spight", "area = -2"), &line("spight", "area = 2"));
    confirmed_and_refuted(&line("spight", "prisoners = [1, 2]"), &line("spight", "prisoners = [2, 1]"));
    confirmed_and_refuted(&line("spight", "shows = '.O'"), &line("spight", "shows = 'X.'"));
}

#[test]
fn a_line_with_a_mistake_is_not_best_play() {
    let line = |rules, moves| format!("check = 'line', rules = '{rules}', moves = '{moves}', best = true");
    confirmed_and_refuted(&line("psk", "pass pass"), &line("psk", "A1 B1 pass pass"));
    confirmed_and_refuted(&line("psk", "pass pass"), &line("psk", "pass A1"));
    // The last move of a line that does not end the game is judged too.
    assert_eq!(verdict(&line("psk", "A1")), Verdict::Refuted);
}

#[test]
fn wrong_openings_and_intervals_are_refuted() {
    let openings = |list| format!("check = 'openings', rules = 'psk', board = '1x2', expect = [{list}]");
    confirmed_and_refuted(&openings("'(0)', '-2'"), &openings("'(0)', '-1'"));
    confirmed_and_refuted(&openings("'(0)'"), &openings("'0', '(-2)'"));
    let interval = |ends| format!("check = 'interval', rules = 'simple-ko', board = '1x3', expect = {ends}");
    confirmed_and_refuted(&interval("[3, 3]"), &interval("[-3, 3]"));
}

#[test]
fn wrong_numbers_of_positions_that_differ_are_refuted() {
    // On 1x2 and 1x3 every position but a few is worth more or less for who may take back at once.
    let differ = |board: &str, rest: &str| {
        format!("check = 'differ', rules = ['psk', 'nssk'], board = '{board}', {rest}")
    };
    let document = document(&differ("2x2", "rows = 0"));
    let found = &judged(&document).checked[0];
    let numbers: Vec<&str> = found.found.split(|letter: char| !letter.is_ascii_digit()).collect();
    // Counted by solving every position for itself.
    let board = Board::parse("2x2").unwrap();
    let games = ["psk", "nssk"].map(|rules| game("2x2", rules));
    let (mut classes, mut differing, mut largest) = (BTreeSet::new(), 0, Points::default());
    for position in legal_positions(&board) {
        let images = board.symmetries().iter().map(|it| position.image(it).stones);
        if classes.insert(images.min().unwrap()) {
            let values = [0, 1].map(|place| {
                let state = games[place].start(position, Player::Black);
                let solution = solve(&games[place], &state, &Request::default(), &Budget::default());
                solution.value.exact().unwrap().points().unwrap()
            });
            differing += u64::from(values[0] != values[1]);
            largest = largest.max((values[0] - values[1]).max(values[1] - values[0]));
        }
    }
    assert!(differing > 0 && numbers.contains(&differing.to_string().as_str()), "{found:?}");
    let (of, wrong) = (classes.len(), differing + 1);
    confirmed_and_refuted(
        &differ("2x2", &format!("rows = {differing}, of = {of}, most = '{largest}'")),
        &differ("2x2", &format!("rows = {wrong}, of = {of}")),
    );
    assert_eq!(verdict(&differ("2x2", &format!("rows = {differing}, of = {}", of + 1))), Verdict::Refuted);
    assert_eq!(verdict(&differ("2x2", &format!("rows = {differing}, most = '0'"))), Verdict::Refuted);
}

#[test]
fn what_black_can_secure_of_three_players_points_is_a_value() {
    let value =
        |expect| format!("check = 'value', rules = 'psk --players 3', after = 'A1', expect = '{expect}'");
    let document = document(&value("= 0"));
    let found = &judged(&document).checked[0].found;
    assert!(found.starts_with("Black can secure ") && found.ends_with(" of 2 points"), "{found}");
    let points = found.split(' ').nth(3).unwrap();
    confirmed_and_refuted(&value(&format!("= {points}")), &value(&format!("> {points}")));
}

#[test]
fn an_amendment_that_does_not_mend_is_not_as_recorded() {
    let claims = |expect: &str| {
        let claim = |id: &str, rest: &str| {
            format!(
                "[[claims]]\nid = '{id}'\nsection = 's'\nquote = 'words of {id}'\nclaim = 'c'\nkind = 'value'\n\
                 verdict = 'confirmed'\nposition = '1x2'\n\
                 checks = [{{ check = 'value', rules = 'psk', expect = '= 0' }}]\n{rest}"
            )
        };
        let amended = format!(
            "against = ['test-2']\ncontradiction = 'how'\n\
             amendment = {{ words = 'psk', says = 'ssk', checks = [{{ check = 'value', rules = 'ssk', after = 'A1', expect = '{expect}' }}] }}\n"
        );
        let text =
            format!("id = 'test'\ntitle = 'Test'\n{}{}", claim("test-1", &amended), claim("test-2", ""));
        Document::parse(&text).unwrap_or_else(|error| panic!("{error}"))
    };
    for (expect, as_recorded) in [("<= 2", true), ("> 2", false)] {
        let document = claims(expect);
        let judgement = judged(&document);
        assert_eq!((judgement.verdict, judgement.as_recorded()), (Verdict::Confirmed, as_recorded));
        let record = ClaimRecord::from(&judgement);
        assert_eq!(record.against[0].quote, "words of test-2");
        assert_eq!(record.amendment.unwrap().checks[0].holds, Some(as_recorded));
    }
}

#[test]
fn games_without_end_are_found() {
    let ends = |rules| {
        format!("check = 'ends', rules = '{rules}', every-game = ['1x1'], every-key = ['1x2', '1x3', '2x2']")
    };
    for rules in ["psk", "ssk", "nssk", "spight", "kee2009", "kee2020", "kee2020 --lift produced-ko"] {
        confirmed_and_refuted(&ends(rules), &ends("simple-ko"));
    }
    let walk = "check = 'ends', rules = 'simple-ko', every-game = ['2x2'], every-key = []";
    assert_eq!(verdict(walk), Verdict::Refuted);
    let graphs = |rules| {
        format!("check = 'ends', rules = '{rules}', every-game = [], every-key = [], every-graph = 3")
    };
    confirmed_and_refuted(&graphs("kee2009"), &graphs("simple-ko"));
}

#[test]
fn what_a_pass_does_is_told_apart() {
    let passes = |rules, property, board| {
        format!("check = 'passes', rules = '{rules}', property = '{property}', boards = ['{board}']")
    };
    // Under the superkos a pass lifts nothing, and their games have no scoring cycle.
    for property in ["lifts", "alone", "again", "disturbed"] {
        let right = passes("kee2009", property, "2x2");
        confirmed_and_refuted(&right, &passes("psk", property, "2x2"));
    }
    confirmed_and_refuted(&passes("spight", "alone", "1x3"), &passes("ssk", "alone", "1x3"));
    confirmed_and_refuted(&passes("kee2009 --players 3", "again", "1x2"), &passes("psk", "again", "1x1"));
}

#[test]
fn what_one_ruleset_allows_and_another_refuses_is_found() {
    let allows = |one, other, moves| {
        format!("check = 'allows', rules = ['{one}', '{other}'], boards = ['1x2', '2x2'], moves = {moves}")
    };
    confirmed_and_refuted(&allows("psk", "ssk", 7), &allows("ssk", "psk", 7));
    // The two part at move 7 of 2x2, and not before.
    assert_eq!(verdict(&allows("ssk", "psk", 6)), Verdict::Confirmed);
}

#[test]
fn points_that_change_in_a_cycle_do_not_count() {
    let game = |score| {
        format!(
            "check = 'unchanged', rules = 'kee2009 --lift produced-ko', position = '1x5 O..O.', \
             moves = 'B1 pass C1 A1 B1 pass', score = {score}"
        )
    };
    confirmed_and_refuted(&game(-2), &game(0));
    let scored = "check = 'unchanged', rules = 'kee2009', moves = 'pass pass pass', score = 0";
    assert_eq!(verdict(scored), Verdict::Refuted, "there is a scoring position");
}

#[test]
fn a_position_may_stand_on_a_graph() {
    let text = "id = 'test'\ntitle = 'Test'\n\
                [positions.path]\nboard = 'path'\nedges = \"\"\"\nleft middle\nmiddle right\n\"\"\"\ndrawn = 'X . O'\n\
                [[claims]]\nid = 'test-1'\nsection = 'none'\nclaim = 'something'\nkind = 'value'\nposition = 'path'\n\
                verdict = 'confirmed'\nchecks = [{ check = 'line', rules = 'psk', moves = 'middlex1' }]\n";
    let document = Document::parse(text).unwrap();
    assert_eq!(judged(&document).verdict, Verdict::Confirmed);
}

#[test]
fn a_verdict_says_what_it_rests_on() {
    let value = |place: &str, expect: &str| {
        format!("check = 'value', rules = 'psk', position = '{place}', expect = '{expect}'")
    };
    let said = |checks: &str| {
        let document = document(checks);
        let judgement = judged(&document);
        judgement.with_basis(judgement.verdict)
    };
    assert_eq!(said(&value("rebuilt", "= -2")), "confirmed (rebuilt)");
    assert_eq!(said(&value("rebuilt", "= 2")), "refuted (rebuilt)");
    assert_eq!(said(&value("one", "= -2")), "confirmed (one of 38)");
    assert_eq!(said(&value("1x2 X.", "= -2")), "confirmed");
    // The least firm of all counts.
    let mixed = ["made", "one", "rebuilt", "1x2 X. white"].map(|place| value(place, "<= 2"));
    assert_eq!(said(&mixed.join(" }, { ")), "confirmed (surrogate)");
    assert_eq!(said(&mixed[1..].join(" }, { ")), "confirmed (one of 38)");
}

#[test]
fn what_the_limit_leaves_open_is_not_decided() {
    let text = "check = 'value', rules = 'kee2009', position = '4x4', expect = '= 0'";
    assert_eq!(verdict(text), Verdict::Open);
    let document = document(text);
    assert!(!judged(&document).as_recorded());
}

#[test]
fn a_claim_that_is_written_wrongly_is_an_error() {
    for check in [
        "check = 'value', rules = 'psk2', expect = '= 0'",
        "check = 'value', rules = 'psk', expect = 'zero'",
        "check = 'value', rules = 'psk', after = 'A1 A1', expect = '= 0'",
        "check = 'line', rules = 'psk', moves = 'Z9'",
        "check = 'best', rules = 'psk', moves = 'Z9'",
        "check = 'value', rules = 'psk', position = 'nowhere', expect = '= 0'",
    ] {
        let document = document(check);
        let error = judge(&document, &document.claims[0], EFFORT, &Arc::default()).unwrap_err();
        assert!(error.contains("test"), "{error}");
    }
}

#[test]
fn the_example_of_the_page_is_judged_as_it_says() {
    let example = include_str!("../../docs/examples/claims.toml");
    let document = Document::parse(example).unwrap_or_else(|error| panic!("{error}"));
    for claim in &document.claims {
        let judgement = judge(&document, claim, EFFORT, &Arc::default()).unwrap().unwrap();
        assert!(judgement.as_recorded(), "{}", claim.id);
    }
}

#[test]
fn a_file_that_is_written_wrongly_is_told_in_one_line() {
    let claim = "section = 'none'\nclaim = 'something'\nkind = 'value'\nverdict = 'confirmed'\n";
    for (text, expected) in [
        ("unknown = 1\n".to_string(), "line 3: unknown field `unknown`"),
        (
            format!("[[claims]]\nid = 'test-1'\n{claim}against = ['test-2']\n"),
            "which is no claim of this file",
        ),
        (
            "[positions.a]\nboard = '1x2'\norigin = 'one-of'\nreasoning = 'r'\n".to_string(),
            "position \"a\": one-of needs candidates",
        ),
        ("[positions.a]\nboard = '1x2'\norigin = 'rebuilt'\n".to_string(), "needs its reasoning"),
        ("[positions.a]\nboard = '1x2'\ncandidates = 'b'\n".to_string(), "those of no search of this file"),
    ] {
        let claims = if text.contains("[[claims]]") { "" } else { "claims = []\n" };
        let text = match text.starts_with("unknown") {
            true => format!("id = 'test'\ntitle = 'Test'\n{text}{claims}"),
            false => format!("id = 'test'\ntitle = 'Test'\n{claims}{text}"),
        };
        let error = Document::parse(&text).unwrap_err();
        assert!(error.contains(expected) && !error.contains('\n'), "{error}");
    }
}

#[test]
fn every_claim_and_every_search_is_in_one_share() {
    let file = "docs/examples/claims.toml";
    for (command, list) in [(&["claims"][..], "claims"), (&["claims", "candidates"], "searches")] {
        let looked_at = |more: &[&str]| -> Vec<String> {
            let output = run(&[command, &["--from", file, "--json"], more].concat());
            assert_eq!(output.status.code(), Some(0), "{}", said(&output));
            let found = json(&output);
            assert_eq!(found["share"].as_str(), more.get(1).copied());
            let names = found[list].as_array().unwrap().iter();
            names.map(|of| of["id"].as_str().unwrap().to_string()).collect()
        };
        let all = looked_at(&[]);
        let mut shares: Vec<String> =
            ["1/3", "2/3", "3/3"].iter().flat_map(|shard| looked_at(&["--shard", shard])).collect();
        shares.sort();
        let mut sorted = all.clone();
        sorted.sort();
        assert_eq!(shares, sorted);
        let output = run(&[command, &["--from", file, "--shard", "1/3"]].concat());
        let told = format!("share 1/3 has {} of {} {list}\n", all.len().div_ceil(3), all.len());
        assert!(said(&output).ends_with(&told), "{}", said(&output));
        refused(&[command, &["--shard", "0/3"]].concat(), "such as 2/8");
        refused(&[command, &["some-name", "--shard", "1/3"]].concat(), "cannot be used with");
    }
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_the_claims_that_are_judged() {
    if sample::leaves_out_three_of_four("an_interruption_leaves_the_claims_that_are_judged") {
        return;
    }
    let output = solve_interrupted(&["claims", "--deep"]);
    assert_eq!(output.status.code(), Some(130));
    let said = text(&output.stdout);
    assert!(said.lines().last().is_some_and(|line| line.starts_with("interrupted: ")), "{said}");
    assert!(!said.contains("(on record:"), "a claim that was not judged to its end has no verdict: {said}");
}
