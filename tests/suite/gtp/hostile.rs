//! Wrong commands, out of turn, hostile lines, limits, and how sessions end.

use super::session::Session;
use crate::common::program::{said, solve, solve_input};

#[test]
fn wrong_commands_fail_with_the_words_of_gnu_go_and_change_nothing() {
    let mut session = Session::new(&["--rules", "psk", "--board", "2x3"]);
    session.ok("play b B1");
    let board = session.ok("showboard");
    for (command, why) in [
        ("cputime", "unknown command"),
        ("Name", "unknown command"),
        ("name x", "name takes no arguments"),
        ("boardsize", "boardsize not an integer"),
        ("boardsize x", "boardsize not an integer"),
        ("boardsize 3 2 1", "boardsize not an integer"),
        ("boardsize -1", "boardsize not an integer"),
        ("boardsize 0", "unacceptable size"),
        ("boardsize 26", "unacceptable size"),
        ("boardsize 1 26", "unacceptable size"),
        ("boardsize 4294967296 4294967296", "unacceptable size"),
        ("boardsize 3:2:1", "boardsize not an integer"),
        ("boardsize 3:", "boardsize not an integer"),
        ("boardsize 3:2 1", "boardsize not an integer"),
        ("boardsize 26:8", "unacceptable size"),
        ("rectangular_boardsize", "boardsize not an integer"),
        ("komi", "komi not a float"),
        ("komi six", "komi not a float"),
        ("komi nan", "komi not a float"),
        ("komi 1 2", "komi not a float"),
        ("play", "expected a colour and a move"),
        ("play red A1", "invalid color or coordinate"),
        ("play w I1", "invalid color or coordinate"),
        ("play w A0", "invalid color or coordinate"),
        ("play w B1", "illegal move: the intersection is occupied"),
        ("play b A1", "illegal move: it is the turn of white"),
        ("play w accept", "illegal move"),
        ("play w resign", "illegal move"),
        ("genmove", "expected a colour"),
        ("genmove b", "it is the turn of white"),
        ("genmove_analyze b 10", "it is the turn of white"),
        ("kgs-genmove_cleanup b", "it is the turn of white"),
        ("lz-analyze w x", "x has no value"),
        ("lz-analyze x", "x has no value"),
        ("kata-analyze w 10 avoid w A1 3", "\"avoid\": expected"),
        ("gg-undo 2", "cannot undo"),
        ("gg-undo x", "expected a number of moves"),
        ("gogui-play_sequence w A1 b B1", "b B1: illegal move"),
        ("gogui-play_sequence w", "expected pairs"),
        ("set_free_handicap A1 A2", "board not empty"),
        ("fixed_handicap 2", "board not empty"),
        ("place_free_handicap 2", "board not empty"),
        ("fixed_handicap", "expected a number of stones"),
        ("fixed_handicap two", "expected a number of stones"),
        ("place_free_handicap 1", "expected at least 2"),
        ("printsgf a b", "expected nothing or a file"),
        ("printsgf missing/game.sgf", "cannot write file: "),
        ("set_position b", "expected pairs"),
        ("set_position b A1 w A1", "a point is named twice"),
        ("set_position b A1 w A2 w B1", "no liberty"),
        ("gogui-setup_player b", "it is the turn of white"),
        ("final_status_list", "expected one of: alive, seki, dead"),
        ("final_status_list dame", "expected one of: alive, seki, dead"),
        ("time_settings 1 2", "expected the main time"),
        ("time_left b soon 0", "not a number of seconds"),
        ("time_left b -soon 0", "not a number of seconds"),
        ("time_left b --1 0", "not a number of seconds"),
        ("time_left b 1 -1", "the number of stones is not an integer"),
        ("kgs-time_settings", "expected none, absolute"),
        ("kgs-time_settings fischer 1 2", "expected none, absolute"),
        ("kgs-time_settings byoyomi 1 2", "expected none, absolute"),
        ("kgs-time_settings byoyomi 1 2 x", "the number of periods is not an integer"),
        ("kgs-time_settings canadian 1 soon 2", "\"soon\" is not a number of seconds"),
        ("is_legal b", "expected a colour and a move"),
        ("all_legal", "expected a colour"),
        ("superko-moves all", "expected nothing or points"),
        ("superko-set-rules", "expected a ruleset"),
        ("superko-set-rules kee2021", "did you mean kee20"),
        ("superko-set-rules psk --players 3", "expected 2"),
        ("kata-set-rules japanese", "scoring TERRITORY"),
        ("kata-set-rules koSITUATIONALscoreAREAtaxALLsui0", "tax"),
        ("kata-set-rules {", "rules: EOF"),
        ("kata-set-rule ko SPIGHT", "unknown variant"),
        ("kata-set-rule ko", "expected a field and its value"),
        ("kgs-rules japanese", "territory"),
        ("kgs-rules", "expected the name of a ruleset"),
        ("gogui-rules_final_result", "the game goes on"),
        ("loadsgf", "expected a file"),
        ("loadsgf circle.sgf 0", "from 1 on"),
        ("loadsgf missing.sgf", "cannot load file: No such file"),
        ("loadsgf loading.tst", "cannot load file: "),
        (
            "loadsgf out-of-turn-later.sgf",
            "cannot load file: line 1, column 20: move 2, B[aa]: it is White's turn",
        ),
        (
            "loadsgf out-of-turn-later.sgf 3",
            "cannot load file: line 1, column 20: move 2, B[aa]: it is White's turn",
        ),
        ("loadsgf circle.sgf", "cannot load file: move 7, Black A1: banned"),
        ("loadsgf komi.sgf", "cannot load file: KM[much]: komi not a float"),
        ("known_command", "expected the name of a command"),
    ] {
        let failed = session.ask(command).expect_err(command);
        assert!(failed.contains(why) && failed.lines().count() == 1, "{command}: {failed}");
    }
    assert_eq!(session.ok("showboard"), board);
    session.ok("superko-set-rules kee2020");
    assert!(session.ask("kata-get-rules").unwrap_err().contains("kee2020 is no ruleset of KataGo"));
    assert!(session.ask("kata-set-rule ko SIMPLE").unwrap_err().contains("no ruleset of KataGo"));
    assert_eq!(session.end().0, Some(0));
}

#[test]
fn a_question_for_the_side_that_is_not_to_move_is_answered_where_the_rules_have_such_a_state() {
    let mut session = Session::new(&["--rules", "psk", "--board", "2x3"]);
    session.ok("play b B1");
    let board = session.ok("showboard");
    for player in ["b", "w"] {
        assert!(!session.ok(&format!("reg_genmove {player}")).is_empty());
        session.send(format!("9 lz-analyze {player} 1\n").as_bytes());
        assert_eq!(session.line(), "=9");
        assert!(session.line().starts_with("info move "));
        session.send(b"\n");
        session.reply();
    }
    assert_eq!(session.ok("showboard"), board);
    // A pass has just been made, and a second one would end the game.
    session.ok("play w pass");
    for command in ["reg_genmove w", "lz-analyze w 1", "kata-analyze w", "analyze w 10"] {
        let why = session.ask(command).unwrap_err();
        assert!(why.contains("it is the turn of black") && why.contains("under psk"), "{command}: {why}");
    }
    // Stages of a ruleset, and a ko, which bans the player to move alone.
    session.ok("superko-set-rules jann");
    assert!(session.ask("reg_genmove w").unwrap_err().contains("under jann"));
    session.ok("superko-set-rules simple-ko");
    session.ok("boardsize 2 1");
    session.ok("gogui-play_sequence b A1 w B1");
    assert_eq!(session.ok("all_legal b"), "pass");
    assert_eq!(session.ok("reg_genmove w"), "pass");
}

#[test]
fn without_a_ruleset_positional_superko_is_played_and_that_is_said() {
    let mut session = Session::new(&[]);
    assert!(session.ok("superko-rules").starts_with("psk\n"));
    session.ok("superko-set-rules kee2020");
    let (status, errors) = session.end();
    assert_eq!(status, Some(0));
    assert!(errors.starts_with("# psk, as no --rules was given") && errors.lines().count() == 1, "{errors}");
    let mut session = Session::new(&["--suicide", "allowed"]);
    assert!(session.ok("superko-rules").starts_with("psk --suicide allowed\n"));
}

#[test]
fn a_record_is_written_to_a_file_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    let file = file.to_str().unwrap();
    for (rules, board, moves) in [
        ("psk", "2x3", "b B1 w A2 b pass w pass"),
        ("simple-ko", "1x3", "b B1"),
        ("jann", "1x3", "b B1 w pass b pass w accept b accept"),
    ] {
        let mut session = Session::new(&["--rules", rules, "--board", board]);
        session.ok("komi 0.5");
        session.ok(&format!("gogui-play_sequence {moves}"));
        let (shown, written) = (session.ok("showboard"), session.ok("printsgf"));
        assert_eq!(session.ok(&format!("printsgf {file}")), "");
        assert_eq!(std::fs::read_to_string(file).unwrap().trim(), written);
        session.ok("boardsize 2");
        session.ok("komi 7");
        session.ok(&format!("loadsgf {file}"));
        assert_eq!((session.ok("showboard"), session.ok("get_komi")), (shown, "0.5".to_string()));
    }
}

#[test]
fn a_ruleset_that_the_game_so_far_does_not_fit_is_refused() {
    let mut session = Session::new(&["--rules", "ssk"]);
    session.ok("boardsize 2");
    session.ok("gogui-play_sequence b A1 w B1 b B2 w pass b A2 w B1 b A1");
    let why = session.ask("superko-set-rules psk").unwrap_err();
    assert!(why.contains("move 7, Black A1: banned"), "{why}");
    assert!(session.ok("superko-rules").starts_with("ssk\n"));
    let why = session.ask("play b B2").unwrap_err();
    assert!(why.contains("turn of white"), "{why}");
}

#[test]
fn komi_is_refused_where_some_games_are_not_counted() {
    let mut session = Session::new(&["--rules", "simple-ko", "--board", "1x3"]);
    session.ok("komi 0.5");
    for command in ["final_score", "analyze b 10", "kata-genmove_analyze b"] {
        let why = session.ask(command).unwrap_err();
        assert!(why.contains("expected komi 0"), "{command}: {why}");
    }
    session.ok("komi 0");
    assert_eq!(session.ok("final_score"), "B+3");
}

#[test]
fn hostile_lines_get_one_reply_each() {
    let mut session = Session::new(&["--rules", "psk"]);
    let mut long = vec![b'x'; 1 << 20];
    long.push(b'\n');
    for (line, reply) in [
        (&long[..], "? the line is too long"),
        (b"5 na\xffme\n", "?5 the line is not UTF-8"),
        (b"na\0me\n", "= superko"),
        (b"\0\0\0name \xf0\n", "? the line is not UTF-8"),
        (b"99999999999999999999 name\n", "=99999999999999999999 superko"),
        (b"17\n", "?17 the command is missing"),
        (b"# \xff\xff comment\n\n   \nname\n", "= superko"),
        (b"play b \xe2\x80\xae\n", "? invalid color"),
    ] {
        session.send(line);
        let said = session.reply();
        assert!(said.len() == 1 && said[0].starts_with(reply), "{said:?}");
    }
    assert_eq!(session.ok("name"), "superko");
    assert_eq!(session.end(), (Some(0), String::new()));
}

#[test]
fn a_session_ends_at_quit_and_at_the_end_of_the_input() {
    let output = solve_input(&["gtp", "--rules", "psk"], b"1 quit\n2 name\n");
    assert_eq!((output.status.code(), said(&output)), (Some(0), "=1\n\n".into()));
    let output = solve_input(&["gtp", "--rules", "psk"], b"genmove b");
    assert_eq!((output.status.code(), said(&output)), (Some(0), "= B2\n\n".into()));
    let output = solve_input(&["gtp", "--rules", "psk"], b"");
    assert_eq!((output.status.code(), said(&output)), (Some(0), String::new()));
}

#[test]
fn what_the_protocol_cannot_say_is_bad_input() {
    for (arguments, why) in [
        (&["gtp", "--rules", "psk", "--board", "cycle:5"][..], "--board cycle:5: expected a grid"),
        (&["gtp", "--rules", "psk", "--board", "1x30"], "--board 1x30: expected sides of at most 25"),
        (&["gtp", "--rules", "psk", "--players", "3"], "--players \"3\": expected 2"),
    ] {
        let output = solve(arguments);
        let said = said(&output);
        assert!(output.status.code() == Some(2) && said.contains(why) && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn a_limit_leaves_a_move_with_a_comment_and_bounds() {
    let mut session = Session::new(&["--rules", "psk", "--board", "4x4", "--node-limit", "50"]);
    let value = session.ok("superko-value");
    assert!(value.starts_with("not solved within the limit, between "), "{value}");
    let legal = session.ok("all_legal b");
    let mv = session.ok("genmove b");
    assert!(legal.split(' ').any(|name| name == mv), "{mv} of {legal}");
    assert!(session.ask("superko-line").unwrap_err().contains("limit"));
    assert!(session.ask("final_score").unwrap_err().contains("limit"));
    assert!(session.ok("superko-moves").lines().count() > 1);
    let (status, errors) = session.end();
    assert_eq!(status, Some(0));
    assert!(errors.starts_with(&format!("# {mv} for Black: the node limit stopped the proof")), "{errors}");
    let mut session = Session::new(&["--rules", "psk", "--board", "4x4"]);
    session.ok("time_left b 0 0");
    session.ok("genmove b");
    assert!(session.end().1.contains("the time limit stopped the proof"));
}

/// The bounds that standard error tells of a move that was not proved: of the value, and of the
/// move from the player's side.
fn bounds(errors: &str) -> [i32; 4] {
    let numbers = regex::Regex::new(
        r"value is (-?\d+)\.\.(-?\d+), and from the player's side the move is sure of (-?\d+) and may bring (-?\d+)",
    );
    let found = numbers.unwrap().captures(errors).unwrap_or_else(|| panic!("{errors}"));
    found.extract::<4>().1.map(|number| number.parse().unwrap())
}

#[test]
fn a_stopped_move_agrees_with_what_is_known_of_the_value_and_is_not_in_the_corner() {
    for (board, limit, corners) in [
        ("3x3", "1", "A1 A3 C1 C3"),
        ("3x4", "100", "A1 A3 D1 D3"),
        ("3x4", "2000", "A1 A3 D1 D3"),
        ("4x4", "100", "A1 A4 D1 D4"),
        ("4x4", "2000", "A1 A4 D1 D4"),
    ] {
        for moves in ["", "b B2"] {
            let mut session = Session::new(&["--rules", "psk", "--board", board, "--node-limit", limit]);
            session.ok(&format!("gogui-play_sequence {moves}"));
            let player = if moves.is_empty() { "b" } else { "w" };
            let mv = session.ok(&format!("reg_genmove {player}"));
            assert!(!corners.contains(&mv), "{board} {limit} {moves}: {mv}");
            let (_, errors) = session.end();
            if !errors.is_empty() {
                let [low, high, sure, hoped] = bounds(&errors);
                let (least, most) = if player == "b" { (low, high) } else { (-high, -low) };
                assert!(sure <= least && hoped <= most && sure < hoped, "{errors}");
            }
        }
    }
}

#[test]
fn an_interrupt_cuts_a_command_short() {
    let mut session = Session::new(&["--rules", "psk"]);
    session.ok("boardsize 5");
    session.send(b"7 genmove b\n");
    std::thread::sleep(std::time::Duration::from_millis(300));
    session.send(b"# interrupt\n8 gogui-rules_side_to_move\n");
    let (moved, next) = (session.reply(), session.reply());
    assert!(moved[0].starts_with("=7 "), "{moved:?}");
    assert_eq!(next, ["=8 white"]);
    assert!(session.end().1.contains("an interruption stopped the proof"));
}

/// Also those that have no room for the usual board.
#[test]
fn a_session_begins_without_a_board_under_every_ruleset() {
    for entry in *superko::rules::catalogue::ALL {
        let output = solve_input(&["gtp", "--rules", entry.id], b"showboard\nquit\n");
        assert!(output.status.success(), "{}: {}", entry.id, said(&output));
    }
}
