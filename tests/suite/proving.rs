//! `solve prove`, `solve check` and `solve certificate show` as users see them.

use std::fs;
use std::path::PathBuf;
use std::process::Output;

use crate::common::program::{solve_input as solve, text};

/// A file of this test alone.
fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("proving");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

const GAME: [&str; 5] = ["prove", "--board", "2x2", "--rules", "kee2020"];

#[test]
fn what_is_proved_is_checked_and_shown() {
    let path = file("2x2.cert");
    let path = path.to_str().unwrap();
    let proved = solve(&[&GAME[..], &["--move-values", "--out", path]].concat(), b"");
    assert_eq!(proved.status.code(), Some(0));
    assert!(text(&proved.stdout).ends_with("proved 2x2 kee2020: 6 values, 6 states\n"));
    let checked = solve(&["check", path], b"");
    assert_eq!(checked.status.code(), Some(0));
    assert!(text(&checked.stdout).contains("\nc ../.. black after A1: value 0\n"));
    assert!(text(&checked.stdout).ends_with("\ns VERIFIED 2x2 kee2020: 6 values, 6 states\n"));
    // The text form says the same, from a file or from the input.
    let shown = solve(&["certificate", "show", path], b"");
    assert_eq!(shown.status.code(), Some(0));
    assert_eq!(solve(&["check", "-"], &shown.stdout).stdout, checked.stdout);
    let written = solve(&[&GAME[..], &["--move-values", "--text", "--out", "-"]].concat(), b"");
    assert_eq!(written.stdout, shown.stdout);
    assert_eq!(solve(&["certificate", "show", "-"], &shown.stdout).stdout, shown.stdout);
    // A file that is there is replaced as a whole, or not at all.
    let stopped =
        solve(&["prove", "--board", "3x4", "--rules", "psk", "--node-limit", "9", "--out", path], b"");
    assert_eq!(stopped.status.code(), Some(3));
    let said = text(&stopped.stdout);
    assert!(said.starts_with("effort      ") && said.contains(" nodes, "), "{said}");
    let stopped = " s\nnot proved: stopped by the node limit (in hand: can Black get more than 0";
    assert!(said.contains(stopped) && said.ends_with("?); nothing was written\n"), "{said}");
    assert_eq!(solve(&["check", path], b"").stdout, checked.stdout);
}

#[test]
fn a_claim_is_proved_or_said_not_to_be_so() {
    let claim = |rules: &str, claim: &str| {
        let output = solve(
            &["prove", "--board", "2x2", "--rules", rules, "--claim", claim, "--text", "--out", "-"],
            b"",
        );
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let proved = |rules: &str, wanted: &str, expected: &str| {
        let (status, certificate, _) = claim(rules, wanted);
        assert_eq!(status, Some(0), "{rules} {wanted}");
        let checked = text(&solve(&["check", "-"], certificate.as_bytes()).stdout);
        assert!(checked.ends_with(&format!("s VERIFIED 2x2 {rules}: {expected}\n")), "{checked}");
    };
    proved("psk", ">= 1", "value at least 1");
    proved("psk", ">0", "value more than 0");
    proved("kee2009", "< 1/2", "value less than 1/2");
    proved("simple-ko", ">= 4 or-no-end", "value at least 4 or no end");
    proved("simple-ko", "<= -4 or-no-end", "value at most -4 or no end");
    let (status, said, _) = claim("psk", ">= 2");
    assert_eq!(
        (status, said.as_str()),
        (Some(1), "it is not so that the value is at least 2; nothing was written\n")
    );
    let (status, said, _) = claim("simple-ko", "<= 3");
    assert_eq!(
        (status, said.as_str()),
        (Some(1), "it is not so that the value is at most 3; nothing was written\n")
    );
    for (rules, wanted, expected) in [
        ("psk", "about 2", "one of >=, >, <, <="),
        ("psk", ">= 2/4", "a score in lowest terms"),
        ("psk", ">= 1 or-no-end", "no or-no-end"),
        ("simple-ko", ">= 1/2", "a whole number"),
    ] {
        let (status, _, said) = claim(rules, wanted);
        assert_eq!(status, Some(2), "{wanted}");
        assert!(said.contains(expected), "{wanted}: {said}");
    }
}

#[test]
fn easier_claims_are_proved_before_the_one_that_is_stated() {
    let claim = |rules: &str, more: &[&str]| {
        let game = ["prove", "--board", "2x2", "--rules", rules, "--text", "--out", "-"];
        let output = solve(&[&game[..], more].concat(), b"");
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    // 2x2 is worth 1. Claims of one side, each harder than the one before.
    for first in [&[">= -2"][..], &[">= -2", ">= 0"], &["> 0", ">= 0"]] {
        let options = first.iter().flat_map(|first| ["--first-claim", first]);
        let (status, certificate, said) =
            claim("psk", &options.chain(["--claim", ">= 1"]).collect::<Vec<_>>());
        assert_eq!(status, Some(0), "{said}");
        let checked = text(&solve(&["check", "-"], certificate.as_bytes()).stdout);
        assert!(checked.ends_with("s VERIFIED 2x2 psk: value at least 1\n"), "{checked}");
    }
    let (status, said, _) = claim("psk", &["--first-claim", ">= 2", "--claim", ">= 3"]);
    assert_eq!(
        (status, said.as_str()),
        (Some(1), "it is not so that the value is at least 2; nothing was written\n")
    );
    let refused = |rules: &str, more: &[&str], expected: &str| {
        let (status, _, said) = claim(rules, more);
        assert_eq!((status, said.lines().count()), (Some(2), 1), "{said}");
        assert!(said.contains(expected), "{said}");
    };
    for first in [">= 1", ">= 2", "<= 0"] {
        let expected =
            format!("--first-claim \"{first}\": expected an easier claim, which follows from \">= 1\"");
        refused("psk", &["--claim", ">= 1", "--first-claim", first], &expected);
    }
    refused("psk", &["--claim", ">= 1", "--first-claim", "about 0"], "--first-claim \"about 0\": expected");
    let endless = ["--claim", ">= 1", "--first-claim", ">= 0"];
    refused("simple-ko", &endless, "expected none under rules whose games may go on for ever");
}

#[test]
fn what_the_format_does_not_know_is_refused() {
    for rules in ["nieminen", "spight-territory", "jann"] {
        let output = solve(&["prove", "--board", "2x2", "--rules", rules, "--out", "-"], b"");
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        assert!(said.contains("expected rules that are composed of clauses"), "{said}");
        assert_eq!(said.lines().count(), 1);
    }
}

#[test]
fn clauses_graphs_and_players_are_named() {
    let cases: [(&[&str], &str, &str); 5] = [
        (
            &["1x3", "--rules", "kee2009-territory"],
            "1x3 [bars position; lifted-by pass; second-pass player; scoring territory; scored scoring-positions]",
            "",
        ),
        (
            &["cycle:4", "--rules", "psk"],
            "[bars position; passes-in-a-row 2]",
            "board graph 1x4\nedges A1-B1 A1-D1 B1-C1 C1-D1\nmap ",
        ),
        (
            &["1x3", "--rules", "ssk", "--players", "3"],
            "1x3 [players 3; bars situation; passes-in-a-row 3]",
            "clause players 3\n",
        ),
        (&["1x4", "--rules", "katago-simple"], "draw-at-occurrence 3; occurrences-since pass]", "-occurred:"),
        (
            &["1x3", "--rules", "kee2007"],
            "[suicide allowed; bars passed-situation; all-pass-in-one-situation true]",
            ":none",
        ),
    ];
    for (game, named, shown) in cases {
        let proved = solve(&[&["prove", "--text", "--out", "-", "--board"], game].concat(), b"");
        assert_eq!(proved.status.code(), Some(0), "{}", text(&proved.stderr));
        let certificate = text(&proved.stdout);
        assert!(
            certificate.starts_with("superko certificate 2\n") && certificate.contains(shown),
            "{certificate}"
        );
        let checked = text(&solve(&["check", "-"], certificate.as_bytes()).stdout);
        let last = checked.lines().last().unwrap();
        assert!(
            last.starts_with("s VERIFIED ") && last.contains(named) && last.contains(": value "),
            "{checked}"
        );
    }
}

#[test]
fn a_wrong_certificate_is_refused_with_its_place_and_reason() {
    let written = solve(&[&GAME[..], &["--text", "--out", "-"]].concat(), b"");
    let right = text(&written.stdout);
    let refused = |wrong: &str, expected: &str| {
        let output = solve(&["check", "-"], wrong.as_bytes());
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{expected}");
        let last = said.lines().last().unwrap();
        assert!(last.starts_with("s NOT VERIFIED ") && last.contains(expected), "{last}");
    };
    refused(&right.replace("theorem ../.. black >= 0", "theorem ../.. black >= 1"), "expected >=1 or better");
    refused(&right.replace("rules kee2020", "rules kee2009"), "lemma 1");
    refused(
        &right.replace("lift stands", "lift stood"),
        "line 6: \"stood\", expected one of stands, produced",
    );
    refused(&right.replace("\nend\n", "\n"), "the file ends before its end");
    refused(
        right.split("theorem").next().map(|lemmas| format!("{lemmas}end\n")).unwrap().as_str(),
        "proves nothing",
    );
    let shown = solve(&["certificate", "show", "-"], right.replace("lemma 2 ", "lemma 3 ").as_bytes());
    assert_eq!(shown.status.code(), Some(1));
    assert!(text(&shown.stdout).contains("# not right from here on: line"));
}

#[test]
fn bad_input_gets_one_line_and_exit_status_2() {
    let cases: Vec<(Vec<&str>, &str)> = vec![
        (vec!["check", "no such file"], "no such file: "),
        (vec!["check", "."], ".: Is a directory"),
        (
            vec!["check", "Cargo.toml"],
            "Cargo.toml: not a certificate: line 1: \"[workspace]\", expected \"superko certificate 1\"",
        ),
        (vec!["check", "-"], "-: not a certificate: line 1: \"\", expected \"superko certificate 1\""),
        (vec!["certificate", "show", "Cargo.toml"], "Cargo.toml: not a certificate"),
        (vec!["check", "Cargo.toml", "--memory", "little"], "expected a size"),
        (vec!["certificate"], "a subcommand is missing"),
        (vec!["certificate", "show", "no such file"], "no such file: "),
        ([&GAME[..], &["--out", "no such folder/x"]].concat(), "no such folder/x"),
        (GAME.to_vec(), "solve prove needs --out <FILE>"),
        (
            [&GAME[..], &["--out", "x", "--threads", "2"]].concat(),
            "--threads needs --bounded as well (see solve --help)",
        ),
        (
            [&GAME[..], &["--width=3", "--out", "x"]].concat(),
            "--width needs --bounded --claim <CLAIM> as well (see solve --help)",
        ),
        (
            [&GAME[..], &["--out", "x", "--every-position", "--start", "X./.."]].concat(),
            "cannot be used with",
        ),
    ];
    for (arguments, expected) in cases {
        let output = solve(&arguments, b"");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(said.contains(expected) && said.lines().count() == 1, "{arguments:?}: {said}");
        assert!(output.stdout.is_empty());
    }
}

/// The values of every state, and a proof that they guide.
#[test]
fn a_proof_is_guided_by_the_states_of_its_board_under_basic_ko() {
    let (states, path) = (file("3x4.states"), file("3x4.guided.cert"));
    let (states, path) = (states.to_str().unwrap(), path.to_str().unwrap());
    let _ = fs::remove_file(states);
    let count = ["count", "--values", "--board", "3x4", "--rules", "simple-ko", "--out", states];
    let counted = solve(&[&count[..], &["--json"]].concat(), b"");
    assert_eq!(counted.status.code(), Some(0), "{}", text(&counted.stderr));
    let record: serde_json::Value = serde_json::from_slice(&counted.stdout).unwrap();
    let bytes = fs::read(states).unwrap();
    assert_eq!(record["counts"]["states_sha256"], superko::sums::sum(&bytes));
    assert_eq!(record["counts"]["states"], bytes.len() / 2);
    // It is replaced where that is asked for, and not by a part of it.
    let again = solve(&count, b"");
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("is not values of states and would be overwritten"));
    let stopped = solve(&[&count[..], &["--force", "--node-limit", "1000"]].concat(), b"");
    assert_eq!((stopped.status.code(), fs::read(states).unwrap() == bytes), (Some(3), true));
    assert_eq!(solve(&[&count[..], &["--force"]].concat(), b"").status.code(), Some(0));
    let other = ["count", "--values", "--board", "2x2", "--rules", "jann", "--out", states];
    let said = "--out: jann on 2x2 is not solved that way, expected --rules simple-ko and at most 25 intersections\n";
    assert_eq!(text(&solve(&other, b"").stderr), format!("solve: {said}"));

    let game = |board, rules| ["prove", "--board", board, "--rules", rules, "--bounded", "--out", path];
    let nodes = |more: &[&str], said: &str| {
        let claim = [&game("3x4", "psk")[..], &["--claim", ">= 4"], more].concat();
        let output = solve(&claim, b"");
        assert!(text(&output.stdout).ends_with(said), "{} {}", text(&output.stdout), text(&output.stderr));
        let said = text(&output.stdout);
        let (_, effort) = said.split_once("effort      ").unwrap();
        effort.split_once(' ').unwrap().0.parse::<u64>().unwrap()
    };
    let proved = "proved 3x4 [bars position; passes-in-a-row 2]: value at least 4\n";
    let (alone, guided) = (nodes(&[], proved), nodes(&["--guide", states], proved));
    assert!(guided < alone / 4, "{alone} {guided}");
    assert_eq!(solve(&["check", path], b"").status.code(), Some(0));
    // Under basic ko the claim has to be true.
    let none = [&game("3x4", "psk")[..], &["--claim", ">= 5", "--guide", states]].concat();
    let none = solve(&none, b"");
    assert_eq!(none.status.code(), Some(1), "{}", text(&none.stderr));
    // A limit that is met while the guide is read, or after it.
    let limits = ["--claim", ">= 5", "--guide", states, "--time-limit", "1ms"];
    let stopped = solve(&[&game("3x4", "psk")[..], &limits].concat(), b"");
    assert_eq!(stopped.status.code(), Some(3), "{}", text(&stopped.stderr));
    assert!(text(&stopped.stdout).contains("stopped by the time limit"), "{}", text(&stopped.stdout));
    let wrong = format!("--guide {states}: ");
    for (board, rules, more, said) in [
        ("2x4", "psk", &["--claim", ">= 8", "--guide", states][..], "not the states of 2x4 under basic ko"),
        ("4x4", "psk", &["--claim", ">= 8", "--guide", states], "not the states of 4x4 under basic ko"),
        ("3x4", "nssk", &["--claim", "<= 4", "--guide", states], "what is proved under nssk need not hold"),
        (
            "3x9",
            "psk",
            &["--claim", "<= 4", "--guide", states],
            "expected a board of at most 25 intersections",
        ),
    ] {
        let output = solve(&[&game(board, rules)[..], more].concat(), b"");
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{board} {stderr}");
        assert!(stderr.contains(&wrong) && stderr.contains(said), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
    for (more, said) in [
        (&["--guide", states][..], "--guide needs --claim <CLAIM> as well"),
        (&["--claim", "<= 4", "--guide", "missing.states"], "--guide missing.states: No such file"),
    ] {
        let output = solve(&[&game("3x4", "psk")[..], more].concat(), b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
}

#[test]
fn a_bounded_certificate_is_written_checked_and_shown() {
    let path = file("2x4.bounded.cert");
    let path = path.to_str().unwrap();
    let game = ["prove", "--board", "2x4", "--rules", "psk", "--bounded", "--out", path];
    let proved = solve(&game, b"");
    assert_eq!(proved.status.code(), Some(0), "{}", text(&proved.stderr));
    let said = "2x4 [bars position; passes-in-a-row 2]: value at least 8\n";
    assert!(text(&proved.stdout).ends_with(&format!("proved {said}")));
    let checked = solve(&["check", path], b"");
    assert_eq!(checked.status.code(), Some(0));
    assert!(text(&checked.stdout).ends_with(&format!("s VERIFIED {said}")));
    assert!(text(&checked.stdout).contains("c value at least 8 under simple-ko, psk, ssk, "));
    let shown = text(&solve(&["certificate", "show", path], b"").stdout);
    assert!(shown.starts_with("superko bounded certificate 1\nboard 2x4\nrules psk\n"));
    assert!(shown.contains("\ndata\n..../.... black "));
    // A search of limited width finds a proof that is checked as any other, or says that it has
    // found none.
    let narrow = solve(&[&game[..], &["--claim", ">= 8", "--width", "2"]].concat(), b"");
    assert!(text(&narrow.stdout).ends_with(&format!("proved {said}")), "{}", text(&narrow.stdout));
    // Within greater limits of replies the proof is smaller, and says within which it ends.
    let near = solve(&[&game[..], &["--claim", ">= 8", "--replies", "1,8,1"]].concat(), b"");
    let far = solve(&[&game[..], &["--claim", ">= 8", "--replies", "5,8,6"]].concat(), b"");
    assert!(text(&far.stdout).ends_with(&format!("proved {said}")), "{}", text(&far.stdout));
    let states = |output: &Output| {
        let proved = text(&output.stdout).to_string();
        let proved = proved.split_once("at least 8: ").unwrap().1;
        proved.split(' ').next().unwrap().parse::<u32>().unwrap()
    };
    assert!(states(&far) < states(&near));
    let shown = text(&solve(&["certificate", "show", path], b"").stdout).to_string();
    assert!(shown.contains("\nreplies 5 8 6\n"), "{shown}");
    // It may be written again, and what is no such proof is not written.
    assert_eq!(solve(&game, b"").status.code(), Some(0));
    for (more, status, said) in [
        (&["--claim", "<= 7"][..], 1, "no bound was found that needs no history; nothing was written\n"),
        (
            &["--claim", ">= 8", "--node-limit", "5", "--first-bound", "1"],
            3,
            "not proved: stopped by the node limit (in hand: a proof with 2 stones of the player); nothing was written\n",
        ),
    ] {
        let output = solve(&[&game[..], more].concat(), b"");
        assert_eq!(output.status.code(), Some(status), "{more:?}");
        assert!(text(&output.stdout).ends_with(&format!(" s\n{said}")), "{more:?}");
    }
    // The message says whether proofs were found, all of them with a banned repetition.
    let banned =
        ["prove", "--bounded", "--board", "1x8", "--rules", "ssk", "--start", "X.XXXXO.", "--out", path];
    let output = solve(&[&banned[..], &["--claim", "<= 6"]].concat(), b"");
    assert_eq!(output.status.code(), Some(1));
    let said = "no history: in the proofs that were found a banned repetition is left (repairs: 1); nothing was written\n";
    assert!(text(&output.stdout).ends_with(said), "{}", text(&output.stdout));
    for (more, said) in [
        (&["--claim", "> 2"][..], "in a bounded certificate"),
        (&["--claim", ">= -8"], "in a bounded certificate"),
        (&["--text"], "cannot be used with"),
        (&["--moves", "B2"], "cannot be used with"),
        (&["--replies", "3,99,4"], "1 to 16"),
        (&["--width", "3"], "--width needs --claim <CLAIM> as well"),
        (&["--width", "0", "--claim", ">= 8"], "0 is not in 1..=64"),
    ] {
        let output = solve(&[&game[..], more].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert!(text(&output.stderr).contains(said), "{more:?}: {}", text(&output.stderr));
    }
    for rules in ["jann", "katago-simple", "psk --players 3"] {
        let words: Vec<&str> = rules.split(' ').collect();
        let out = file("none.cert");
        let arguments = [
            &["prove", "--board", "2x2", "--bounded", "--out", out.to_str().unwrap(), "--rules"][..],
            &words,
        ]
        .concat();
        let output = solve(&arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{rules}");
        assert!(text(&output.stderr).contains("bounded certificates are not known for"), "{rules}");
        assert!(!out.exists());
    }
    // A torn file is no certificate that is right.
    let bytes = fs::read(path).unwrap();
    let torn = solve(&["check", "-"], &bytes[..bytes.len() / 2]);
    assert_eq!(torn.status.code(), Some(1));
    assert!(text(&torn.stdout).starts_with("s NOT VERIFIED "));
}
