//! What the command line accepts and offers: names, lists of moves, help, completions, manual
//! pages, JSON of errors.

use crate::common::program::{command, json, refused, solve, text};

/// What the program prints to standard output, if it ends well.
fn printed(arguments: &[&str]) -> String {
    let output = solve(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The same, from a terminal with `columns` columns.
fn printed_at(columns: &str, arguments: &[&str]) -> String {
    let output = command(arguments).env("COLUMNS", columns).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(0));
    text(&output.stdout)
}

#[test]
fn rulesets_players_and_values_are_known_in_capital_and_small_letters() {
    let usual = printed(&["--board", "2x2", "--rules", "psk", "--to-move", "white", "--suicide", "allowed"]);
    let question = |text: &str| text.split("effort").next().unwrap().to_string();
    for rules in ["PSK", "Positional superko", "positional SUPERKO"] {
        let other = ["--board", "2X2", "--rules", rules, "--to-move", "WHITE", "--suicide", "Allowed"];
        assert_eq!(question(&printed(&other)), question(&usual), "{rules}");
    }
    assert!(printed(&["rules", "Kee2020"]).starts_with("kee2020: "));
}

#[test]
fn moves_have_spaces_or_commas_between_them_in_capital_or_small_letters() {
    let moves = |moves: &str| {
        json(&solve(&["--board", "2x2", "--rules", "psk", "--json", "--moves", moves]))["moves"].clone()
    };
    for text in ["B2 A1", "b2,a1", "1.b2, 2. a1", " B b2,\n W A1 ,"] {
        assert_eq!(moves(text), serde_json::json!(["B2", "A1"]), "{text:?}");
    }
}

#[test]
fn a_record_may_begin_with_a_byte_order_mark() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt");
    std::fs::write(&file, "\u{feff}a1,b1\r\npass\r\n").unwrap();
    let file = file.to_str().unwrap();
    assert!(printed(&["replay", file, "--board", "1x2", "--rules", "psk"]).contains("3. Black pass"));
    std::fs::write(file, "A1\nZ9\n").unwrap();
    let output = solve(&["replay", file, "--board", "1x2", "--rules", "psk"]);
    let said = text(&output.stderr);
    assert!(said.contains(&format!("record {file:?}: line 2: move \"Z9\": expected")), "{said}");
}

#[test]
fn an_error_is_an_object_with_json_and_a_line_in_any_case() {
    for arguments in [
        &["--json", "--board", "2x2", "--rules", "nothing"][..],
        &["--json", "--board", "2x2"],
        &["replay", "no such file", "--board", "2x2", "--rules", "psk", "--json"],
        &["claims", "--json", "kee2009-0"],
        &["--json", "--frobnicate"],
    ] {
        let output = solve(arguments);
        let (said, record) = (text(&output.stderr), json(&output));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(format!("solve: {}\n", record["error"].as_str().unwrap()), said);
        assert_eq!(record["schema"], 1);
    }
}

#[test]
fn short_help_has_no_option_of_single_rulesets_and_long_help_has_all() {
    let (short, long) = (printed(&["-h"]), printed(&["--help"]));
    for heading in ["Game:", "Answer:", "Output:", "Effort:"] {
        assert!(short.contains(heading) && long.contains(heading), "{heading}");
    }
    // Several processes bring options of their own.
    let most = if cfg!(feature = "cluster") { 75 } else { 65 };
    assert!(short.lines().count() < most && !short.contains("Examples:") && long.contains("Examples:"));
    for axis in superko::rules::axes::Axis::ALL {
        let flag = format!("--{} <", axis.name());
        assert!(long.contains(&flag) && !short.contains(&flag), "{flag}");
        for value in axis.values() {
            assert!(long.contains(value), "{flag} {value}");
        }
    }
    assert!(long.contains("columns by rows"));
}

#[test]
fn help_is_wrapped_to_the_terminal() {
    let narrow = printed_at("60", &["--help"]);
    assert!(narrow.lines().count() > printed_at("100", &["--help"]).lines().count());
    for line in narrow.lines().take_while(|line| !line.starts_with("Examples:")) {
        assert!(line.chars().count() <= 60, "{line:?}");
    }
}

#[test]
fn the_examples_of_the_help_name_files_that_exist() {
    let long = printed(&["--help"]);
    let examples = long.split("Examples:").nth(1).unwrap().split("Exit status").next().unwrap();
    let files: Vec<&str> = examples.split_whitespace().filter(|word| word.starts_with("tests/")).collect();
    assert!(files.len() >= 2);
    for file in files {
        assert!(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file).is_file(), "{file}");
    }
}

#[test]
fn the_list_of_rulesets_has_full_names_in_one_column_and_the_names_of_others() {
    let listed = printed(&["rules"]);
    let column = |entry: &&superko::rules::entry::Entry| {
        let line = listed.lines().find(|line| line.trim_start().starts_with(&format!("{} ", entry.id)));
        line.and_then(|line| line.find(&format!("{}: ", entry.title)))
            .unwrap_or_else(|| panic!("{}", entry.id))
    };
    let columns: Vec<usize> = superko::rules::catalogue::ALL.iter().map(column).collect();
    assert!(columns.iter().all(|column| *column == columns[0]), "{columns:?}");
    let words = listed.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in
        ["tromp-taylor (--suicide allowed)", "japanese, japan, jp: territory", "the nearest is korean-play"]
    {
        assert!(words.contains(said), "{said}");
    }
}

#[test]
fn a_ruleset_explains_its_own_options() {
    for entry in *superko::rules::catalogue::ALL {
        let told = printed(&["rules", entry.id]).split_whitespace().collect::<Vec<_>>().join(" ");
        for (axis, values) in entry.axes {
            let option = format!("--{} {} {}", axis.name(), values.join(" | "), axis.help());
            assert!(told.contains(&option), "{}: {option}", entry.id);
        }
    }
}

#[test]
fn completions_know_subcommands_options_and_values() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        for word in ["claims", "certificate", "move-values", "suicide"] {
            assert!(script.contains(word), "{shell} {word}");
        }
        // Not every shell is told the values.
        assert!(script.contains("multi-stone") || ["elvish", "powershell"].contains(&shell), "{shell}");
    }
}

#[test]
fn there_is_a_manual_page_for_each_subcommand() {
    assert!(printed(&["man"]).contains(".TH solve 1"));
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man");
    let listed = printed(&["man", "--out", pages.to_str().unwrap()]);
    assert_eq!(std::fs::read_dir(&pages).unwrap().count(), listed.lines().count());
    for name in ["solve", "solve-count", "solve-certificate-show", "solve-man"] {
        let page = std::fs::read_to_string(pages.join(format!("{name}.1"))).unwrap();
        assert!(page.contains(&format!(".TH {name} 1")) && page.contains(".SH SYNOPSIS"), "{page}");
    }
}

#[test]
fn a_board_and_a_ruleset_may_stand_alone_in_either_order() {
    let usual = printed(&["--board", "2x3", "--rules", "ssk", "--to-move", "white"]);
    let question = |text: &str| text.split("effort").next().unwrap().to_string();
    for words in
        [["2x3", "ssk"], ["ssk", "2x3"], ["2 x 3", "SSK"], ["2×3", "aga"], ["2,3", "ssk"], ["2 3", "ssk"]]
    {
        let other = [&words[..], &["--to-move", "white"]].concat();
        assert_eq!(question(&printed(&other)), question(&usual), "{words:?}");
    }
    assert_eq!(question(&printed(&["2x3", "--rules", "ssk", "--to-move", "w"])), question(&usual));
    assert_eq!(question(&printed(&["ssk", "--board", "2x3", "--to-move", "w"])), question(&usual));
    assert!(printed(&["1x2", "docs/examples/two-passes.toml"]).starts_with("1x2 two-passes, Black to move"));
    assert!(printed(&["why", "2x2", "psk", "--move", "A1"]).starts_with("2x2 psk, Black to move"));
    assert!(printed(&["tests/sgf/sabaki.sgf", "kee2020", "--at", "1"]).contains("kee2020, White to move"));
}

#[test]
fn an_empty_list_of_moves_is_none_wherever_moves_are_refused() {
    let three = [
        "prove",
        "--board",
        "1x2",
        "--rules",
        "psk",
        "--players",
        "3",
        "--every-player",
        "--text",
        "--out",
        "-",
    ];
    for moves in ["", " ", ","] {
        assert!(printed(&[&three[..], &["--moves", moves]].concat()).starts_with("superko certificate"));
        printed(&["count", "--positions", "--board", "1x2", "--moves", moves]);
        printed(&["tests/sgf/sabaki.sgf", "--rules", "psk", "--at", "1", "--moves", moves]);
    }
    for (arguments, flag) in [
        (&three[..], "--every-player"),
        (&["count", "--board", "1x2", "--positions"], "--positions"),
        (
            &["prove", "--board", "1x2", "--rules", "psk", "--every-position", "--out", "-", "--text"],
            "--every-position",
        ),
    ] {
        refused(&[arguments, &["--moves", "A1"]].concat(), &format!("{flag} cannot be used with --moves"));
    }
}

/// Completions know what they can know of the arguments: rulesets and boards by their names,
/// wherever they are taken.
#[test]
fn completions_know_rulesets_and_boards() {
    for shell in ["bash", "zsh", "fish"] {
        let script = printed(&["completions", shell]);
        let times = |word: &str| script.matches(word).count();
        // Of solve itself, why, replay, count, compare, prove, gtp; and those that take rulesets
        // alone.
        assert!(times("kee2020-march") >= 9 && times("tromp-taylor") >= 9, "{shell}");
        assert!(times("3x4") >= 7, "{shell}");
    }
    let bash = printed(&["completions", "bash"]);
    let names = superko::rules::catalogue::names().collect::<Vec<_>>().join(" ");
    let offered = |option: &str| bash.matches(&format!("compgen {option}-W \"{names}\"")).count();
    assert!(offered("-f ") > 5 && offered("") == 0, "rules files are offered too");
    // Help says where they are listed, and does not list them.
    let help = printed(&["--help"]);
    assert!(!help.contains("possible values: 1x1") && !help.contains("situational-superko"), "{help}");
}

/// Bash itself, where it is there: what it offers after a word.
#[cfg(unix)]
#[test]
fn bash_offers_rulesets_and_boards() {
    let offered = |words: &[&str]| {
        let line = words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ");
        let (last, before) = (words.len() - 1, words[words.len() - 2]);
        let script = format!(
            "source <({} completions bash) && COMP_WORDS=({line}) COMP_CWORD={last} && _solve solve '{}' '{before}' && echo \"${{COMPREPLY[*]}}\"",
            env!("CARGO_BIN_EXE_solve"),
            words[last],
        );
        let output = std::process::Command::new("bash").args(["-c", &script]).output().ok()?;
        Some(text(&output.stdout).split_whitespace().map(str::to_string).collect::<Vec<_>>())
    };
    for (words, expected) in [
        (&["solve", "--rules", "kee2020-"][..], "kee2020-march"),
        (&["solve", "--board", "3x"], "3x4"),
        (&["solve", "rules", "trom"], "tromp-taylor"),
        (&["solve", "why", "--rules", "simple"], "simple-ko"),
        (&["solve", "crit"], "critique"),
        (&["solve", "2x"], "2x3"),
    ] {
        let Some(found) = offered(words) else { return println!("there is no bash: nothing is looked at") };
        assert!(found.iter().any(|word| word == expected), "{words:?}: {found:?}");
    }
}

/// The subcommands of a command, which is given by its words, as its help lists them.
fn subcommands_of(command: &[&str]) -> Vec<String> {
    let help = printed_at("200", &[command, &["--help"]].concat());
    let listed =
        help.split("Commands:").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
    let names = listed.lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_string).collect()
}

/// The help of a command and of all its subcommands, each after its words.
#[cfg(feature = "cluster")]
fn helps(command: &[&str], all: &mut String) {
    let line = [&["solve"], command, &["--help"]].concat().join(" ");
    all.push_str(&format!("$ {line}\n{}\n", printed_at("100", &[command, &["--help"]].concat())));
    for name in subcommands_of(command) {
        helps(&[command, &[name.as_str()]].concat(), all);
    }
}

/// What scripts and people rest on does not change unseen. The options of several processes are
/// part of it, so it is looked at where these are compiled.
#[cfg(feature = "cluster")]
#[test]
fn every_help_is_the_one_on_record() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/help.txt");
    let mut all = String::new();
    helps(&[], &mut all);
    if std::env::var_os("UPDATE_HELP").is_some() {
        std::fs::write(path, &all).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap();
    let differs = all.lines().zip(written.lines()).position(|(now, then)| now != then);
    let place = differs.map_or(String::new(), |line| format!(" from line {}", line + 1));
    assert!(all == written, "a help is not the one of tests/help.txt{place}: UPDATE_HELP=1 writes it");
}

/// A paragraph of a help is one line in the source, which the terminal breaks where it is wide
/// enough: no line ends before the next word would have found room.
#[test]
fn no_help_has_line_breaks_of_its_own_inside_a_paragraph() {
    let names = subcommands_of(&[]);
    assert!(names.len() > 12, "{names:?}");
    for name in &names {
        let told = printed_at("110", &[name, "--help"]);
        for lines in told.lines().collect::<Vec<_>>().windows(2) {
            let prose = |line: &str| line.starts_with(|letter: char| letter.is_alphabetic());
            let [line, next] = lines else { unreachable!("windows of two") };
            if !prose(line) || !prose(next) || line.ends_with(':') {
                continue;
            }
            let word = next.split_whitespace().next().unwrap();
            assert!(line.chars().count() + 1 + word.chars().count() > 110, "{name}: {line:?} {next:?}");
        }
    }
}

#[test]
fn the_synopsis_of_a_manual_page_is_short_and_has_the_words() {
    let page = printed(&["man"]);
    let synopsis = page.split(".SH SYNOPSIS").nth(1).unwrap().split(".SH").next().unwrap();
    assert!(
        synopsis.contains("BOARD|FILE") && synopsis.contains("RULES") && synopsis.lines().count() < 6,
        "{synopsis}"
    );
    assert!(!synopsis.contains("node"), "{synopsis}");
}
