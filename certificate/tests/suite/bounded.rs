//! Bounded certificates written by hand: what their header may say, under which rules a claim follows, and what is refused.

use std::io::Cursor;

use superko_certificate::kinds::{Verified, verify};
use superko_certificate::refused::Cause;

const MEMORY: usize = 1 << 20;

/// Black has all of 1x3 by a stone in the middle.
const TRUE: &str = "superko bounded certificate 1
board 1x3
clause bars position
clause passes-in-a-row 2
start ... black
claim >= 3 two-passes play
data
\u{1}";

fn verdict(text: &str) -> Result<Verified, String> {
    verify(Cursor::new(text.to_string()), MEMORY).map_err(|refused| {
        let line = refused.to_string();
        assert!(!line.contains('\n') && !line.is_empty(), "{line:?}");
        line
    })
}

/// The verdict on the certificate with a part exchanged.
fn with(part: &str, by: &str) -> Result<Verified, String> {
    assert_eq!(TRUE.matches(part).count(), 1, "{part:?}");
    verdict(&TRUE.replace(part, by))
}

#[test]
fn a_certificate_is_verified_and_says_what_follows() {
    let Verified::Bounded(verified) = verdict(TRUE).unwrap() else { panic!("a bounded certificate") };
    assert_eq!(verified.summary(), "1x3 [bars position; passes-in-a-row 2]: value at least 3");
    assert!(verified.judged[0].rulesets.iter().all(|(.., held)| held.is_ok()));
    let lines =
        "c value at least 3: 1 states, 1 moves, at most 1 stones of the player whose claim it is on a line
c value at least 3 under simple-ko, psk, ssk, nssk, spight, kee2009, kee2020, spight2, kee2007, kee2020-march
s VERIFIED 1x3 [bars position; passes-in-a-row 2]: value at least 3";
    assert!(verified.to_string().ends_with(lines), "{verified}");
    // A position that is settled needs no move; neither does the claim of White about his.
    let settled = "start .X. white\nclaim >= 3 two-passes end\ndata\n";
    with("start ... black\nclaim >= 3 two-passes play\ndata\n\u{1}", settled).unwrap();
    let white = "start .O. black\nclaim <= -3 two-passes end\ndata\n";
    with("start ... black\nclaim >= 3 two-passes play\ndata\n\u{1}", white).unwrap();
}

#[test]
fn a_header_that_is_malformed_is_refused_in_one_line() {
    for (part, by, why) in [
        ("certificate 1", "certificate 2", "not a certificate"),
        ("board 1x3", "board 0x3", "expected ROWSxCOLUMNS"),
        ("clause bars position", "clause players 3\nclause bars position", "expected rules for two"),
        ("start ... black", "start ... red", "expected a player"),
        ("start ... black", "start .. black", "expected a position"),
        ("start ... black", "start XXX black", "a start in which a chain has no liberty"),
        ("start ... black\n", "", "expected start"),
        ("claim >= 3", "claim > 2", "expected claim"),
        ("claim >= 3", "claim >= 5/2", "expected claim"),
        ("claim >= 3", "claim >= 4", "expected claim"),
        ("claim >= 3", "claim >= -3", "expected claim"),
        ("claim >= 3", "claim >= 03", "expected claim"),
        ("claim >= 3", "claim  >= 3", "needless spaces"),
        ("two-passes play", "two-passes", "expected claim"),
        ("two-passes play", "two-passes stop", "expected claim"),
        ("two-passes play", "two-passes play\nclaim >= 3 two-passes play", "expected claim"),
        ("data", "date", "the line data"),
        ("data", "# moves\ndata", "no comments"),
        ("claim >= 3 two-passes play\n", "", "expected a claim"),
    ] {
        let refused = with(part, by).unwrap_err();
        assert!(refused.contains(why), "{by:?}: {refused}");
    }
}

/// Black has all of 3x3 by two replies. White is to move.
const REPLIES: &str = "superko bounded certificate 1
board 3x3
clause bars position
clause passes-in-a-row 2
start X../.X./.XX white
replies 2 6 2
claim >= 9 two-passes play
data
";

#[test]
fn a_position_is_settled_by_replies_within_the_limits_that_the_header_names() {
    verdict(REPLIES).unwrap();
    let unsettled = "the file ends before its last move";
    for limits in ["replies 1 6 2\n", "replies 2 5 2\n", "replies 2 6 1\n", ""] {
        let refused = verdict(&REPLIES.replace("replies 2 6 2\n", limits)).unwrap_err();
        assert!(refused.contains(unsettled), "{limits}: {refused}");
    }
    verdict(&REPLIES.replace("replies 2 6 2", "replies 64 64 64")).unwrap();
    // For fewer points there may be as many more intersections out of touch, here two for one point.
    verdict(&REPLIES.replace(">= 9", ">= 7").replace("replies 2 6 2", "replies 2 6 1")).unwrap();
    let refused = verdict(&REPLIES.replace(">= 9", ">= 7").replace("replies 2 6 2", "replies 1 6 2"));
    assert!(refused.unwrap_err().contains(unsettled));
    let white = REPLIES.replace('X', "O").replace(">= 9", "<= -9").replace("white", "black");
    verdict(&white).unwrap();
    // The start is shown, and written, as it is read.
    let mut shown = Vec::new();
    assert!(superko_certificate::kinds::show(Cursor::new(REPLIES), &mut shown, MEMORY).is_ok());
    assert_eq!(String::from_utf8(shown).unwrap(), REPLIES);
}

#[test]
fn limits_of_replies_that_are_malformed_are_refused_in_one_line() {
    for line in [
        "replies",
        "replies 2 6",
        "replies 2 6 2 1",
        "replies 0 6 2",
        "replies 2 65 2",
        "replies 2 6 02",
        "replies 2 6 +2",
        "replies 2 6 -2",
        "replies 2 6 2.5",
        "replies 2 6 256",
        "replies two 7 2",
    ] {
        let refused = verdict(&REPLIES.replace("replies 2 6 2", line)).unwrap_err();
        let why = format!("\"{line}\", expected replies and three whole numbers from 1 to 64");
        assert!(refused.contains(&why), "{line}: {refused}");
    }
    for suicide in ["multi-stone", "allowed"] {
        let clauses = format!("clause suicide {suicide}\nclause bars");
        let refused = verdict(&REPLIES.replace("clause bars", &clauses)).unwrap_err();
        assert!(refused.contains("\"replies 2 6 2\", expected a claim, as replies need"), "{refused}");
    }
    let twice = verdict(&REPLIES.replace("replies 2 6 2", "replies 2 6 2\nreplies 2 6 2")).unwrap_err();
    assert!(twice.contains("\"replies 2 6 2\", expected a claim"), "{twice}");
    let behind = "claim >= 9 two-passes play\nreplies 2 6 2\n";
    let behind = REPLIES.replace("replies 2 6 2\nclaim >= 9 two-passes play\n", behind);
    assert!(verdict(&behind).unwrap_err().contains("\"replies 2 6 2\", expected a claim of White"));
}

#[test]
fn moves_that_are_none_and_files_of_another_length_are_refused() {
    for (moves, why) in [
        ("", "the file ends before its last move"),
        ("\u{3}", "move 3, expected an intersection"),
        ("\u{1}\u{1}", "expected nothing after the last move"),
        ("\u{1}\n", "expected nothing after the last move"),
    ] {
        let refused = with("data\n\u{1}", &format!("data\n{moves}")).unwrap_err();
        assert!(refused.contains(why), "{moves:?}: {refused}");
    }
    let header = TRUE.strip_suffix('\u{1}').unwrap().as_bytes();
    let refused = verify(Cursor::new([header, &[255]].concat()), MEMORY).unwrap_err();
    assert!(refused.to_string().contains("who is not ahead by as much"), "{refused}");
    assert_eq!(refused.cause, Cause::Wrong);
    let refused = verify(Cursor::new(TRUE), 1).unwrap_err();
    assert!(refused.to_string().contains("states that take more than 1 bytes"), "{refused}");
    // The file is malformed whatever length it is cut to.
    for length in 0..TRUE.len() {
        assert!(verdict(&TRUE[..length]).is_err(), "{length}");
    }
}

#[test]
fn a_claim_is_made_only_under_rules_that_the_argument_covers() {
    let clauses = "clause bars position\nclause passes-in-a-row 2\n";
    let under = |lines: &str| with(clauses, lines);
    for lines in [
        "clause bars basic-ko\nclause passes-in-a-row 2\n",
        "clause bars basic-ko\nclause passes-in-a-row 3\n",
        "clause bars natural-situation\nclause passes-in-a-row 4\n",
        "clause suicide allowed\nclause bars situation\nclause passes-in-a-row 2\n",
        "clause bars position\nclause lifted-by pass\nclause occurs produced\nclause second-pass player\n",
        "clause bars position\nclause lifted-by pass\nclause second-pass player\nclause scored scoring-positions\n",
    ] {
        assert!(under(lines).is_ok(), "{lines}: {:?}", under(lines));
    }
    for (lines, why) in [
        ("clause bars position\nclause passes-in-a-row 1\n", "a single pass ends the game"),
        ("clause passes-in-a-row 2\n", "a ko may be retaken at once"),
        ("clause suicide allowed\nclause bars basic-ko\nclause passes-in-a-row 2\n", "by suicide"),
        (
            "clause bars position\nclause passes-in-a-row 2\nclause scoring territory\n",
            "territory is counted",
        ),
        ("clause bars position\nclause passes-in-a-row 2\nclause price-of-pass 1\n", "a pass costs points"),
        (
            "clause bars basic-ko\nclause passes-in-a-row 2\nclause draw-at-occurrence 2\n",
            "a state that occurs again ends the game",
        ),
        (
            "clause suicide allowed\nclause bars position\nclause lifted-by pass\nclause second-pass player\nclause scored scoring-positions\n",
            "means of scoring positions",
        ),
    ] {
        let refused = under(lines).unwrap_err();
        assert!(
            refused.contains("value at least 3: not claimed: ") && refused.contains(why),
            "{lines}: {refused}"
        );
    }
    // Three passes in a row end the game, and the proof does not go on after two.
    let ends =
        TRUE.replace("two-passes play", "two-passes end").replace("passes-in-a-row 2", "passes-in-a-row 3");
    assert!(verdict(&ends).unwrap_err().contains("play may go on after two passes in a row"));
}

#[test]
fn the_maps_of_a_graph_have_to_be_a_group() {
    let board = |maps: &str| {
        let graph = format!("board graph 1x3\nedges A1-B1 A1-C1 B1-C1\n{maps}");
        let claims = "start ... black\nclaim >= 1 two-passes play\ndata\n";
        verdict(&format!(
            "superko bounded certificate 1\n{graph}clause bars position\nclause passes-in-a-row 2\n{claims}"
        ))
    };
    let (one, other) = ("map B1 C1 A1\n", "map C1 A1 B1\n");
    assert!(board(one).unwrap_err().contains("maps that are not a group"));
    assert!(board(other).unwrap_err().contains("maps that are not a group"));
    for group in ["", &format!("{one}{other}"), "map A1 C1 B1\n"] {
        assert!(board(group).unwrap_err().contains("the file ends before its last move"), "{group}");
    }
}

#[test]
fn a_reader_of_certificates_of_lemmas_says_what_the_file_is() {
    let refused = superko_certificate::verify::verify(Cursor::new(TRUE), MEMORY).unwrap_err();
    assert!(refused.to_string().contains("a bounded certificate, expected one of lemmas"), "{refused}");
}
