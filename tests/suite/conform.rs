//! `solve conform`: programs that do as a ruleset says, that do not, and that do not work.
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

use serde_json::Value;
use superko_conform::conform::candidates::{in_one_line, texts_of_variants};
use superko_go::{Board, Move, Player, Players, Position};
use superko_rules::{Game, Rules, Ruling, State, catalogue, file};

use crate::common::program::{PROGRAM, json, refused, said, solve, solve_interrupted, text};
use crate::common::sample;

/// A report on a program under some arguments, with the exit status.
fn conform(arguments: &[&str], program: &[&str]) -> (Value, Option<i32>) {
    let all = [&["conform", "--json"], arguments, &["--"], program].concat();
    let output = solve(&all);
    assert!(!output.stdout.is_empty(), "{all:?}: {}", said(&output));
    (json(&output), output.status.code())
}

/// A shell script as a program.
fn script(text: &str) -> [&str; 3] {
    ["sh", "-c", text]
}

/// A script that changes the commands on their way to the program under `psk`.
fn changed(cases: &str) -> String {
    format!(
        "while read -r line; do case \"$line\" in {cases} esac; echo \"$line\"; done | '{PROGRAM}' gtp --rules psk"
    )
}

const SMALL: [&str; 8] = ["--rules", "psk", "--board", "2x2", "--games", "6", "--node-limit", "60"];

// --- Rules with one clause changed ---

fn read(text: &str) -> Option<Rules> {
    file::read("variant.toml", text.as_bytes()).ok().map(Rules::from)
}

/// Every ruleset of the catalogue that is composed of clauses, each with the texts of those that
/// have one clause changed.
fn variants() -> Vec<(Rules, String)> {
    let bases = catalogue::ALL.iter().map(|entry| Rules::from(*entry));
    let of_two = bases.filter(|base| base.options.players == Players::Two);
    // The protocol has no coupons.
    let of_two = of_two.filter(|base| base.clauses().is_none_or(|clauses| !clauses.has_coupons()));
    of_two.flat_map(|base| texts_of_variants(&base).into_iter().map(move |text| (base, text))).collect()
}

/// The moves that are legal after a game, each with the state that it leads to unless it ends the
/// game; none after the end.
fn legal(game: &Game, state: &Option<State>) -> BTreeMap<Move, Option<State>> {
    let after = |(mv, ruling)| match ruling {
        Ruling::Leads(next) => (mv, Some(next)),
        _ => (mv, None),
    };
    state.as_ref().map_or_else(BTreeMap::new, |state| game.legal(state).into_iter().map(after).collect())
}

/// The number of moves of the shortest game after which two rulesets let other moves be made, found
/// by looking at all games.
fn shortest(rules: [&Rules; 2], board: &str, most: usize) -> Option<usize> {
    let games = rules.map(|rules| rules.game(Board::parse(board).unwrap()));
    let starts = games.each_ref().map(|game| Some(game.start(Position::default(), Player::Black)));
    let mut open = VecDeque::from([(0, starts)]);
    while let Some((moves, states)) = open.pop_front() {
        let [one, other] = [0, 1].map(|place| legal(&games[place], &states[place]));
        if !one.keys().eq(other.keys()) {
            return Some(moves);
        }
        if moves < most {
            open.extend(
                one.into_values().zip(other.into_values()).map(|(one, other)| (moves + 1, [one, other])),
            );
        }
    }
    None
}

#[test]
fn a_changed_clause_is_found_in_the_shortest_game_and_inferred() {
    const MOST: usize = 6;
    let folder = tempfile::tempdir().unwrap();
    let all = variants();
    assert!(all.len() >= 60, "{}", all.len());
    println!("{} variants", all.len());
    let (mut found, mut inferred) = (0, 0);
    for (number, (base, changed)) in sample::part("conform variants", all).into_iter().enumerate() {
        let variant = read(&changed).unwrap();
        let Some(expected) = shortest([&base, &variant], "2x2", MOST) else { continue };
        found += 1;
        let path = folder.path().join(format!("{number}.toml"));
        std::fs::write(&path, &changed).unwrap();
        let path = path.to_str().unwrap();
        let program = [PROGRAM, "gtp", "--rules", path];
        let rules = base.to_string();
        let what = format!("{rules}, changed to {}", in_one_line(&variant));

        // Enough nodes for all games of up to six moves: if not, `shortest` is false below.
        let given = ["--rules", &rules, "--board", "2x2", "--games", "4", "--node-limit", "2500"];
        let (report, status) = conform(&given, &program);
        assert_eq!((status, report["verdict"].as_str()), (Some(1), Some("differs")), "{what}");
        let lengths = report["differences"].as_array().unwrap().iter().map(|difference| {
            assert_eq!(difference["shortest"], true, "{what}: {difference}");
            difference["moves"].as_array().unwrap().len()
        });
        assert_eq!(lengths.min(), Some(expected), "{what}");

        // To infer takes longer, so it is done for one in four.
        inferred += 1;
        if inferred % 4 != 1 {
            continue;
        }
        let given = ["--board", "2x2", "--games", "10", "--node-limit", "1000"];
        let (report, status) = conform(&given, &program);
        let agreeing = report["inferred"]["agreeing"].as_array().unwrap();
        let is_base = |one: &&Value| one["rules"] == rules.as_str();
        assert!(agreeing.iter().find(is_base).is_none(), "{what}: explained by what it was changed from");
        // What is no composition that is tried need not be explained.
        let tried = expected_among_candidates(&variant);
        assert!(!tried || status == Some(0), "{what}: {status:?}");
        let clauses = in_one_line(&variant);
        let named = agreeing.iter().any(|one| same_clauses(one["clauses"].as_str().unwrap_or(""), &clauses));
        assert!(!tried || named, "{what}: {agreeing:?}");
    }
    assert!(found >= sample::least(30), "{found}");
}

/// Whether a composition is among those that are tried: its clauses are of the catalogue, or among
/// the compositions.
fn expected_among_candidates(rules: &Rules) -> bool {
    use superko_conform::conform::candidates::{compositions, of_catalogue};
    let clauses = in_one_line(rules);
    let all = of_catalogue(false).into_iter().chain(compositions(true));
    all.into_iter().any(|one| same_clauses(&in_one_line(&one.rules), &clauses))
}

/// Whether two lists of clauses are the same for two players.
fn same_clauses(one: &str, other: &str) -> bool {
    let plain = |text: &str| text.replace("\"players + 1\"", "3").replace("\"players\"", "2");
    let clauses = |text: &str| plain(text).split(", ").map(str::to_string).collect::<BTreeSet<_>>();
    clauses(one) == clauses(other)
}

// --- Programs that agree ---

#[test]
fn the_program_agrees_with_itself() {
    for (rules, legal) in [("psk", "auto"), ("kee2020", "play"), ("nieminen", "is_legal")] {
        let given = ["--rules", rules, "--games", "4", "--node-limit", "60", "--legal", legal, "--score"];
        let (report, status) = conform(&given, &[PROGRAM, "gtp", "--rules", rules]);
        assert_eq!((status, report["verdict"].as_str()), (Some(0), Some("agrees")), "{rules}: {report}");
        assert_eq!(report["asked_by"], if legal == "play" { "play" } else { "is_legal" });
        assert_eq!(report["boards"].as_array().unwrap().len(), 2);
    }
    let given = ["--rules", "psk", "--board", "2x3", "--board", "1x5", "--games", "4", "--node-limit", "60"];
    let (report, status) = conform(&given, &[PROGRAM, "gtp", "--rules", "psk"]);
    assert_eq!((status, &report["name"]), (Some(0), &Value::from("superko")), "{report}");
}

#[test]
fn the_rules_of_the_program_are_inferred() {
    let given = ["--board", "2x2", "--games", "10", "--node-limit", "100"];
    let (report, status) = conform(&given, &[PROGRAM, "gtp", "--rules", "ssk"]);
    let inferred = &report["inferred"];
    assert_eq!((status, report["verdict"].as_str()), (Some(0), Some("explained")), "{inferred}");
    assert_eq!(inferred["agreeing"][0]["rules"], "ssk");
    let agreeing = inferred["agreeing"].as_array().unwrap();
    assert!(agreeing.iter().all(|one| one["rules"] != "psk" && one["rules"] != "nssk"), "{agreeing:?}");
    assert!(agreeing.iter().all(|one| one["differing_nodes"] == 0));
    // ssk and nssk differ for the first time in games of 8 moves, which were chosen for it.
    assert!(inferred["chosen_games"].as_u64() > Some(0), "{inferred}");
    assert!(inferred["difference"]["moves"].as_array().is_some_and(|moves| !moves.is_empty()), "{inferred}");
}

// --- A program whose play accepts what its rules bar ---

/// A program with KataGo's `kata-raw-nn`, which knows these rules, while its `play` accepts every move.
/// `pass` is what it writes of passes, if it does.
fn with_raw_nn(rules: &str, pass: &str) -> String {
    format!(
        r#"
        game=
        while read -r command rest; do
          case "$command" in
            list_commands) printf '= list_commands\nboardsize\nclear_board\nplay\nundo\nkata-raw-nn\n\n' ;;
            boardsize) size=$rest; game=; printf '= \n\n' ;;
            clear_board) game=; printf '= \n\n' ;;
            play) game="$game
play $rest"; printf '= \n\n' ;;
            undo) game=$(printf '%s\n' "$game" | sed '$d'); printf '= \n\n' ;;
            kata-raw-nn)
              legal=$(printf 'boardsize %s\n%s\n9 gogui-rules_legal_moves\n' "$size" "$game" |
                '{PROGRAM}' gtp --rules '{rules}' | sed -n 's/^=9//p')
              printf '= symmetry 0\nwhiteWin 0.500000\nwhiteLoss 0.500000\npolicy\n'
              row=$size
              while [ "$row" -gt 0 ]; do
                for column in A B; do
                  case "$legal " in *" $column$row "*) printf '0.125000 ' ;; *) printf '    NAN ' ;; esac
                done
                printf '\n'
                row=$((row - 1))
              done
              printf '{pass}whiteOwnership\n0.5 -0.5\n0.5 -0.5\n\n' ;;
            *) printf '= \n\n' ;;
          esac
        done"#
    )
}

#[test]
fn a_program_is_asked_by_kata_raw_nn_where_it_has_it() {
    if sample::leaves_out_three_of_four("a_program_is_asked_by_kata_raw_nn_where_it_has_it") {
        return;
    }
    // Each node takes a program of its own.
    let few = ["--rules", "psk", "--board", "2x2", "--games", "1", "--node-limit", "16"];
    let program = with_raw_nn("psk", "policyPass 0.500000\\n");
    let (report, status) = conform(&few, &script(&program));
    assert_eq!((status, &report["asked_by"]), (Some(0), &Value::from("kata-raw-nn")), "{report}");
    let by_play = [&few[..], &["--legal", "play"]].concat();
    let (report, status) = conform(&by_play, &script(&program));
    assert_eq!((status, &report["asked_by"]), (Some(1), &Value::from("play")), "{report}");

    // What the rules of the program bar is a difference, though it accepts the move by play.
    let program = with_raw_nn("simple-ko", "policyPass 0.500000\\n");
    let rules = "simple-ko --suicide allowed";
    let other = ["--rules", rules, "--board", "2x2", "--games", "2", "--node-limit", "16"];
    let (report, status) = conform(&other, &script(&program));
    let first = &report["differences"][0];
    assert_eq!((status, first["kind"].as_str()), (Some(1), Some("refuses")), "{report}");
    assert_eq!((&first["clause"]["name"], &first["accepted_by_play"]), (&"suicide".into(), &true.into()));
    let all = [&["conform"], &other[..], &["--"], &script(&program)].concat();
    let printed = text(&solve(&all).stdout).replace("\n           ", " ");
    assert!(printed.contains("play accepts the move, otherwise than kata-raw-nn"), "{printed}");

    // A program that says nothing of passes is asked by play for them.
    let program = with_raw_nn("psk", "");
    let (report, status) = conform(&few, &script(&program));
    assert_eq!(status, Some(0), "{report}");
    let (report, status) = conform(&few, &script(&with_raw_nn("psk", "policyPass NAN\\n")));
    assert_eq!((status, &report["differences"][0]["move"]), (Some(1), &"pass".into()), "{report}");
}

#[test]
fn the_clause_that_ends_a_game_is_named() {
    if sample::leaves_out_three_of_four("the_clause_that_ends_a_game_is_named") {
        return;
    }
    let drawn = r#"[clauses]
bars = ["basic-ko", "position"]
repetition = "draws"
passes-in-a-row = 2
"#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("drawn.toml");
    std::fs::write(&path, drawn).unwrap();
    let without_cut = [PROGRAM, "gtp", "--rules", path.to_str().unwrap()];
    let psk = [PROGRAM, "gtp", "--rules", "psk"];
    let two_passes = [PROGRAM, "gtp", "--rules", "korean-play"];
    let cases = [
        ("openspiel", &without_cut[..], "goes-on", "cut", "it is cut off after 8 moves"),
        ("openspiel", &psk, "refuses", "repetition", "which ends the game"),
        ("atari-go", &[PROGRAM, "gtp", "--rules", "nogo"], "refuses", "bars", "nothing bans it"),
        ("psk", &[PROGRAM, "gtp", "--rules", "igs"], "goes-on", "passes-in-a-row", "by passes in a row"),
        ("igs", &two_passes, "ends-early", "passes-in-a-row", "the game goes on"),
    ];
    for (rules, program, kind, clause, why) in cases {
        let given = ["--rules", rules, "--board", "2x2", "--games", "20", "--node-limit", "6000"];
        let (report, status) = conform(&given, program);
        let named = report["differences"].as_array().unwrap().iter().any(|one| {
            (one["kind"].as_str(), one["clause"]["name"].as_str()) == (Some(kind), Some(clause))
                && one["says"].as_str().is_some_and(|says| says.contains(why))
        });
        assert!(status == Some(1) && named, "{rules} {kind}: {report}");
    }
}

// --- Programs that do not work ---

#[test]
fn a_program_that_is_broken_is_told_apart_from_one_that_is_wrong() {
    let ends = format!(
        "n=0; while read -r line; do n=$((n+1)); [ $n = 90 ] && exit 3; echo \"$line\"; done | '{PROGRAM}' gtp --rules psk"
    );
    let hangs = format!(
        "n=0; while read -r line; do n=$((n+1)); [ $n = 90 ] && sleep 20; echo \"$line\"; done | '{PROGRAM}' gtp --rules psk"
    );
    let cases = [
        (script("exec sleep 20"), "hangs", "no answer to \"name\" in 1 s"),
        (script(&hangs), "hangs", "no answer to \""),
        (script("exit 3"), "ends", "exit status: 3"),
        (script("echo what? >&2; exit 3"), "ends", "it said \"what?\""),
        (script(&ends), "ends", "in place of an answer to \""),
        (script("while read -r line; do echo hello; echo; done"), "garbage", "\"hello\""),
        (script("while read -r line; do echo '= maybe'; echo; done"), "garbage", "maybe"),
        (
            script("while read -r line; do echo '= policy 1 NAN 0'; echo; done"),
            "garbage",
            "policy with 3 prob",
        ),
        (script("exec yes"), "garbage", "\"y\""),
        (script("tr '\\0' x </dev/zero"), "garbage", "a line of more than 65536 bytes"),
        (script("while read -r line; do yes '= x'; done"), "garbage", "a reply of more than 1048576 bytes"),
        (script("while read -r line; do echo '? no'; echo; done"), "refuses", "\"boardsize 2\" by \"no\""),
    ];
    for (program, kind, expected) in cases {
        let legal = match expected {
            "maybe" => "is_legal",
            "policy with 3 prob" => "kata-raw-nn",
            _ => "auto",
        };
        // Other programs get the time that a busy machine takes.
        let timeout = if kind == "hangs" { "1s" } else { "60s" };
        let given = [&SMALL[..], &["--move-timeout", timeout, "--legal", legal]].concat();
        let (report, status) = conform(&given, &program);
        let fault = &report["fault"];
        assert_eq!((status, report["verdict"].as_str()), (Some(2), Some("broken")), "{program:?}: {report}");
        assert_eq!(fault["kind"], kind, "{program:?}: {fault}");
        assert!(fault["says"].as_str().unwrap().contains(expected), "{program:?}: {fault}");
    }
    let output = solve(&["conform", "--rules", "psk", "--", "no-such-program"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr).lines().count(), 1, "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("cannot be started"), "{}", text(&output.stderr));
}

#[test]
fn a_program_that_lies_in_is_legal_is_wrong_there_alone() {
    let liar = changed("\"is_legal black A1\") line=\"is_legal black pass\";;");
    let (report, status) = conform(&SMALL, &script(&liar));
    let first = &report["differences"][0];
    assert_eq!((status, first["kind"].as_str()), (Some(1), Some("accepts")), "{report}");
    assert_eq!((&first["accepted_by_play"], &first["shortest"]), (&Value::from(false), &Value::from(true)));
    assert_eq!(first["moves"].as_array().unwrap().len(), 2, "White has to be on A1 first: {first}");
    let (_, status) = conform(&[&SMALL[..], &["--legal", "play"]].concat(), &script(&liar));
    assert_eq!(status, Some(0), "by play it does as the rules say");
}

#[test]
fn a_program_that_forgets_to_take_back_contradicts_itself() {
    // After undo the first refuses the next move, as it is not the player's turn. The second passes
    // in place of undo, so that it is asked in another position: it is no fault of its rules.
    let passes = "\"play B\"*) other=W;; \"play W\"*) other=B;; undo) line=\"play $other pass\"; \
                  [ $other = B ] && other=W || other=B;;";
    for cases in ["undo) line=name;;", passes] {
        let (report, status) = conform(&SMALL, &script(&changed(cases)));
        let differences = report["differences"].as_array().unwrap();
        let kinds: Vec<&str> = differences.iter().map(|one| one["kind"].as_str().unwrap()).collect();
        assert_eq!((status, kinds), (Some(1), vec!["undo"]), "{report}");
    }
    // Without undo among its commands it is asked without it.
    let plain = changed("list_commands) line=protocol_version;; undo) exit;;");
    let (report, status) = conform(&[&SMALL[..], &["--legal", "is_legal"]].concat(), &script(&plain));
    assert_eq!(status, Some(0), "{report}");
}

#[test]
fn what_was_found_before_the_end_is_printed() {
    let limit = ["--rules", "psk", "--time-limit", "300ms", "--board", "3x3"];
    let (report, status) = conform(&limit, &[PROGRAM, "gtp", "--rules", "psk"]);
    assert_eq!((status, &report["stopped"]), (Some(3), &Value::from("time")), "{report}");
    let interrupted = [
        "conform",
        "--json",
        "--rules",
        "psk",
        "--board",
        "3x3",
        "--games",
        "1M",
        "--time-limit",
        "1h",
        "--",
        PROGRAM,
        "gtp",
        "--rules",
        "psk",
    ];
    let output = solve_interrupted(&interrupted);
    assert_eq!(output.status.code(), Some(130), "{}", said(&output));
    let report = json(&output);
    assert_eq!(
        (&report["stopped"], &report["verdict"]),
        (&Value::from("interrupted"), &Value::from("agrees"))
    );
    assert!(report["boards"][0]["nodes"].as_u64() > Some(0), "{report}");
}

#[test]
fn the_games_and_inferred_rules_are_written_to_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("found");
    let given = [&SMALL[..], &["--node-limit", "2000", "--out", out.to_str().unwrap()]].concat();
    let given = [&given[..6], &given[8..]].concat();
    let (report, status) = conform(&given, &[PROGRAM, "gtp", "--rules", "ssk"]);
    assert_eq!(status, Some(1), "{report}");
    let sgf = out.join("difference-1.sgf");
    let replayed = solve(&["replay", sgf.to_str().unwrap(), "--rules", "ssk"]);
    assert!(replayed.status.success(), "{}", said(&replayed));
    let written = std::fs::read_to_string(out.join("report.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), report);
    assert!(!Path::new(&out).join("inferred-1.toml").exists());
}

#[test]
fn bad_arguments_of_conform_get_one_line() {
    for (arguments, expected) in [
        (vec!["conform", "--rules", "psk"], "<COMMAND>"),
        (vec!["conform", "--board", "26x26", "--", "true"], "at most 25 each, such as 2x2"),
        (vec!["conform", "--rules", "pks", "--", "true"], "no ruleset has this name"),
        (vec!["conform", "--rules", "psk --players 3", "--", "true"], "expected 2 players"),
        (vec!["conform", "--suicide", "allowed", "--", "true"], "--suicide needs --rules"),
        (vec!["conform", "--rules", "kee2007", "--board", "9x9", "--", "true"], "at most"),
    ] {
        refused(&arguments, expected);
    }
}

// --- GNU Go ---

/// GNU Go, where it is installed.
fn gnugo() -> Option<&'static str> {
    ["/usr/games/gnugo", "/usr/bin/gnugo", "/usr/local/bin/gnugo", "/opt/homebrew/bin/gnugo"]
        .into_iter()
        .find(|path| Path::new(path).exists())
}

#[test]
fn gnu_go_agrees_where_suicide_is_forbidden_and_lets_it_break_superko() {
    let Some(gnugo) = gnugo() else {
        return println!("left out: there is no gnugo here (Debian: apt-get install gnugo)");
    };
    let with = |rules: &str, flags: [&str; 2]| {
        let given = ["--rules", rules, "--games", "20", "--node-limit", "800"];
        conform(&given, &[gnugo, "--mode", "gtp", flags[0], flags[1]])
    };
    for (rules, flag) in
        [("psk", "--positional-superko"), ("ssk", "--situational-superko"), ("simple-ko", "--simple-ko")]
    {
        let (report, status) = with(rules, [flag, "--forbid-suicide"]);
        assert_eq!(status, Some(0), "{rules}: {report}");
    }
    let (report, status) = with("psk --suicide allowed", ["--positional-superko", "--allow-suicide"]);
    assert_eq!(status, Some(1), "{report}");
    let differences = report["differences"].as_array().unwrap();
    let repeats = differences.iter().find(|one| one["says"].as_str().unwrap().contains("would recreate"));
    let repeats = repeats.expect("suicide recreates a position");
    assert!(repeats["moves"].as_array().unwrap().len() < 8, "{repeats}");
    assert_eq!((&repeats["kind"], &repeats["shortest"]), (&Value::from("accepts"), &Value::from(true)));
    assert_eq!(repeats["clause"]["value"], "[\"position\"]");
}

#[test]
fn the_page_for_authors_of_engines_shows_what_gnu_go_does() {
    let Some(gnugo) = gnugo() else {
        return println!("left out: there is no gnugo here (Debian: apt-get install gnugo)");
    };
    let page = include_str!("../../docs/engines.md");
    let (_, block) = page.split_once("$ solve ").unwrap();
    let (command, block) = block.split_once('\n').unwrap();
    let (block, _) = block.split_once("\n```").unwrap();
    let rules = "psk --suicide multi-stone";
    let plain = command.replace(&format!("\"{rules}\""), "RULES");
    let words = plain.split_whitespace().map(|word| match word {
        "RULES" => rules,
        "gnugo" => gnugo,
        word => word,
    });
    let printed = text(&solve(&words.collect::<Vec<_>>()).stdout);
    assert!(printed.starts_with(block), "{command} prints\n{printed}");
}
