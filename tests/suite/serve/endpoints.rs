//! Every path: what it answers, in which form, and what it refuses.

use serde_json::{Value, json};

use super::client::{Served, encoded};
use crate::common::program::{solve, solve_input, text};
use crate::common::sample;
use crate::schema::difference;

#[test]
fn the_page_comes_with_its_types_and_guards() {
    let served = Served::start();
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/index.html", "text/html; charset=utf-8"),
        ("/app.js", "text/javascript; charset=utf-8"),
        ("/app.css", "text/css; charset=utf-8"),
        ("/LICENSES.txt", "text/plain; charset=utf-8"),
    ] {
        let response = served.get(path);
        assert_eq!((response.status, response.header("content-type")), (200, Some(kind)), "{path}");
        assert_eq!(response.header("cache-control"), Some("no-cache"));
        let name = if path == "/" { "/index.html" } else { path };
        let file = std::fs::read(format!("{}/web/dist{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        assert_eq!(response.body, file, "{path}");
    }
    // A person who comes to a wrong path gets a page, and a program a record.
    let head = served.head("GET", "/nothing");
    let page = served.send(format!("{head}Accept: text/html,application/xhtml+xml\r\n\r\n").as_bytes());
    assert_eq!((page.status, page.header("content-type")), (404, Some("text/html; charset=utf-8")));
    assert!(page.text().contains("<a href=\"/\">"), "{}", page.text());
    for path in ["/", "/api/health", "/nothing", "/api/board"] {
        let response = served.get(path);
        let policy = response.header("content-security-policy").unwrap();
        for part in
            ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"]
        {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(response.header("access-control-allow-origin"), None);
    }
    assert_eq!(served.get("/api/health").header("cache-control"), Some("no-store"));
}

#[test]
fn what_is_answered_has_the_form_of_its_schema() {
    let served = Served::start();
    let question = json!({"board": "2x3", "rules": "psk", "start": "OOO/.X.", "to_move": "white"});
    let ko = json!({"board": "1x2", "rules": "psk", "moves": ["A1", "B1", "A1"]});
    let own = json!({"board": "house", "edges": "P Q\nQ S"});
    let certificate = served.post_json("/api/certificate", &question).body;
    let nssk = json!({"board": "2x3", "rules": "nssk"});
    let against = json!({"question": nssk, "against": {"rules": "psk"}});
    for (name, record) in [
        ("serve-health", served.get("/api/health").json()),
        ("serve-catalogue", served.get("/api/catalogue").json()),
        ("serve-claims", served.get("/api/claims").json()),
        ("serve-tables", served.get("/api/tables").json()),
        ("serve-board", served.get("/api/board?board=2x3").json()),
        ("serve-board", served.get("/api/board?board=cycle:5").json()),
        ("serve-board", served.post_json("/api/board", &own).json()),
        ("serve-look", served.post_json("/api/look", &question).json()),
        ("serve-look", served.post_json("/api/look", &ko).json()),
        ("serve-check", served.post("/api/check", &certificate).json()),
        ("serve-check", served.post("/api/check", &certificate[..certificate.len() - 3]).json()),
        ("serve-answer", served.answer(&question)),
        ("serve-answer", served.answer(&json!({"board": "1x3", "rules": "simple-ko --suicide allowed"}))),
        ("serve-clauses", served.get("/api/clauses").json()),
        ("serve-draft", served.post_json("/api/draft", &json!({"name": "mine", "text": own_rules()})).json()),
        ("serve-draft", served.post_json("/api/draft", &json!({"name": "mine", "text": "[clauses]"})).json()),
        ("serve-record", served.post("/api/record", b"(;SZ[3:2]RU[psk]KM[7];B[aa])").json()),
        ("why-against", served.post_json("/api/why", &against).json()),
        ("error", served.get("/nothing").json()),
    ] {
        assert_eq!(difference(name, &record), None, "{record}");
        let mut changed = record;
        changed["unknown"] = Value::Null;
        assert!(difference(name, &changed).is_some(), "{name} with a field more");
    }
    let events = served.events(&question);
    for (name, data) in &events[..events.len() - 1] {
        assert!(name == "bounds" || name == "moves", "{name}");
        assert_eq!(difference("serve-event", data), None, "{data}");
    }
}

/// The text of a rules file.
fn own_rules() -> String {
    let path = format!("{}/docs/examples/two-passes.toml", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn an_own_ruleset_is_answered_like_any_other() {
    let served = Served::start();
    let (rules_file, question) = (own_rules(), json!({"board": "2x2", "rules": "two-passes"}));
    let draft = encoded(&rules_file);
    let look = served.post_json(&format!("/api/look?draft={draft}"), &question).json();
    assert_eq!(look["title"], "Kee 2020 with two passes to end");
    let events = served.events_at(&format!("/api/solve?draft={draft}&q={}", encoded(&question.to_string())));
    let file = format!("{}/docs/examples/two-passes.toml", env!("CARGO_MANIFEST_DIR"));
    let asked: Value =
        serde_json::from_slice(&solve(&["--board", "2x2", "--rules", &file, "--json"]).stdout).unwrap();
    assert_eq!(events.last().unwrap().1["value"], asked["value"]);
    let made = served.post_json(&format!("/api/certificate?draft={draft}"), &question);
    assert!(text(&solve_input(&["check", "-"], &made.body).stdout).contains("s VERIFIED"));
    // Without its text nobody knows it.
    assert_eq!(served.post_json("/api/look", &question).status, 400);

    let fault = served
        .post_json("/api/draft", &json!({"name": "mine", "text": rules_file.replace('[', "[[")}))
        .json();
    assert!(fault["ruleset"].is_null() && fault["fault"]["line"].is_u64(), "{fault}");
    let like = served.get("/api/like?rules=kee2020&name=mine");
    let read = json!({"name": "mine", "text": text(&like.body)});
    assert_eq!(served.post_json("/api/draft", &read).json()["ruleset"]["id"], "mine");
    assert_eq!(served.get("/api/like?rules=jann&name=mine").status, 400);
}

#[test]
fn differences_and_critiques_are_streams_of_events() {
    if sample::leaves_out_three_of_four("differences_and_critiques_are_streams_of_events") {
        return;
    }
    let served = Served::start();
    let question = json!({"rules": {"rules": "two-passes", "draft": own_rules()},
        "against": {"rules": "kee2020"}, "up_to": "2x2"});
    let events = served.events_at(&format!("/api/differ?q={}", encoded(&question.to_string())));
    let boards: Vec<&Value> =
        events.iter().filter(|(name, _)| name == "board").map(|(_, board)| board).collect();
    assert_eq!(boards[0], "1x1");
    let (name, found) = events.last().unwrap();
    assert_eq!((name.as_str(), difference("differ", found)), ("answer", None), "{found}");
    let value = &found["value"];
    assert_eq!((&value["board"], &value["start"]), (&json!("1x2"), &json!(".X")), "{found}");
    let same = json!({"rules": {"rules": "psk"}, "against": {"rules": "psk"}, "up_to": "2x2"});
    let refused = served.get(&format!("/api/differ?q={}", encoded(&same.to_string())));
    assert_eq!(refused.status, 400);
    assert!(refused.error().contains("the same ruleset"), "{}", refused.error());

    let rules = json!({"rules": "simple-ko"});
    let events = served.events_at(&format!("/api/critique?q={}", encoded(&rules.to_string())));
    let (name, critique) = events.last().unwrap();
    assert_eq!((name.as_str(), difference("critique", critique)), ("answer", None));
    let findings: Vec<&Value> =
        events.iter().filter(|(name, _)| name == "finding").map(|(_, it)| it).collect();
    assert_eq!(critique["checks"].as_array().unwrap().iter().collect::<Vec<_>>(), findings);
}

#[test]
fn a_look_tells_what_is_barred_and_since_when() {
    let served = Served::start();
    let look =
        served.post_json("/api/look", &json!({"board": "1x2", "rules": "psk", "moves": ["a1", "B1"]})).json();
    assert_eq!((&look["position"], &look["player"]), (&json!(".O"), &json!("black")));
    assert_eq!((&look["moves"], &look["legal"]), (&json!(["A1", "B1"]), &json!(["pass"])));
    let barred = &look["barred"][0];
    assert_eq!((&barred["move"], &barred["since"]), (&json!("A1"), &json!(1)));
    assert_eq!(
        barred["moment"],
        json!({"number": 1, "position": "X.", "before": false, "player": "black", "move": "A1"})
    );
    // A move that may not be made is told, and not an error.
    let look =
        served.post_json("/api/look", &json!({"board": "1x2", "rules": "psk", "moves": ["A1", "A1"]})).json();
    assert_eq!((&look["illegal"]["number"], &look["steps"][1]), (&json!(2), &Value::Null));
}

#[test]
fn a_certificate_that_was_made_is_verified_by_the_command_line() {
    let served = Served::start();
    for (board, rules) in [("2x2", "psk"), ("1x3", "kee2020 --lift produced"), ("2x2", "simple-ko")] {
        let made = served.post_json("/api/certificate", &json!({"board": board, "rules": rules}));
        let name = format!("{board}-{}.cert", rules.replace(" --", "+").replace(' ', "-"));
        assert_eq!(
            made.header("content-disposition"),
            Some(format!("attachment; filename=\"{name}\"").as_str())
        );
        let said = text(&solve_input(&["check", "-"], &made.body).stdout);
        assert!(said.contains("s VERIFIED"), "{said}");
        let checked = served.post("/api/check", &made.body).json();
        assert_eq!(
            (&checked["verified"], &checked["board"], &checked["rules"]),
            (&json!(true), &json!(board), &json!(rules))
        );
    }
    let graph = served.post_json("/api/certificate", &json!({"board": "cycle:4", "rules": "psk"}));
    let checked = served.post("/api/check", &graph.body).json();
    assert_eq!((graph.status, &checked["verified"]), (200, &json!(true)));
    let refused = served.post_json("/api/certificate", &json!({"board": "2x2", "rules": "jann"}));
    assert_eq!(refused.status, 422);
    assert!(refused.error().contains("certificates are not known for jann"), "{}", refused.error());
    assert_eq!(served.post("/api/check", b"no certificate").status, 400);
}

#[test]
fn the_claims_have_the_verdicts_on_record_and_the_table_the_published_values() {
    let served = Served::start();
    let claims = served.get("/api/claims").json();
    let find = |id: &str| {
        let documents = claims["documents"].as_array().unwrap().iter();
        let mut all = documents.flat_map(|document| document["claims"].as_array().unwrap());
        all.find(|claim| claim["id"] == id).unwrap().clone()
    };
    for document in superko::claims::all().iter().map(|document| &document.id) {
        let path = format!("{}/solutions/claims/{document}.json", env!("CARGO_MANIFEST_DIR"));
        let sheet: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        for judged in sheet["claims"].as_array().unwrap() {
            let (record, told) = (&judged["claim"], find(judged["claim"]["id"].as_str().unwrap()));
            assert_eq!(record["verdict"], told["verdict"]);
            let checks = record["checks"].as_array().unwrap();
            // What takes long is not judged for the record.
            if checks.is_empty() {
                continue;
            }
            let told = [&told["positions"], &told["others"]].map(|list| list.as_array().unwrap());
            for told in told.into_iter().flatten() {
                let same =
                    |check: &&Value| ["holds", "found"].iter().all(|field| check[field] == told[field]);
                assert!(checks.iter().any(|check| same(&check)), "{told}");
            }
        }
    }
    let tables = served.get("/api/tables").json();
    let row = tables["rows"].as_array().unwrap().iter().find(|row| row["board"] == "2x2").unwrap();
    let published =
        std::fs::read(format!("{}/solutions/2x2/kee2020+lift-produced.json", env!("CARGO_MANIFEST_DIR")));
    let published: Value = serde_json::from_slice(&published.unwrap()).unwrap();
    let cell = &row["values"]["kee2020 --lift produced"];
    assert_eq!((&cell["value"], &cell["best_moves"]), (&published["value"], &published["best_moves"]));
}

#[test]
fn what_is_wrong_is_named_in_one_line() {
    let served = Served::start();
    let look = |question: Value| served.post_json("/api/look", &question);
    for (question, expected) in [
        (json!({"board": "2y3", "rules": "psk"}), "board \"2y3\""),
        (json!({"board": "3x7", "rules": "psk"}), "board 3x7: 21 intersections, expected at most 20"),
        (json!({"board": "8x8", "rules": "kee2009"}), "board 8x8: 64 intersections"),
        (json!({"board": "2x3", "rules": "pks"}), "rules: ruleset \"pks\""),
        (json!({"board": "2x3", "rules": "psk --players 3"}), "rules: --players \"3\": expected 2"),
        (json!({"board": "2x3", "rules": "psk", "start": "X"}), "start \"X\""),
        (json!({"board": "2x3", "rules": "psk", "to_move": "blue"}), "question: "),
        (json!({"board": "2x3", "rules": "psk", "moves": ["Z9"]}), "moves: move \"Z9\""),
        (json!({"board": "2x3", "rules": "psk", "komi": 1}), "question: unknown field `komi`"),
        (json!({"board": "a b", "edges": "P Q", "rules": "psk"}), "board \"a b\""),
        (json!({"board": "own", "edges": "P P", "rules": "psk"}), "edges: line 1"),
        (json!([]), "question: "),
    ] {
        let refused = look(question.clone());
        assert_eq!(refused.status, 400, "{question}");
        assert!(refused.error().starts_with(expected), "{}", refused.error());
        let asked = served.get(&Served::path_of(&question));
        assert!(asked.status == 400 && asked.error() == refused.error(), "{question}");
    }
    let ended = json!({"board": "2x2", "rules": "psk", "moves": ["pass", "pass"]});
    assert_eq!(served.get(&Served::path_of(&ended)).status, 400);
    assert_eq!(served.post_json("/api/certificate", &ended).status, 400);
    for (status, response) in [
        (404, served.get("/nothing")),
        (404, served.get("/api/nothing")),
        (404, served.get("/../Cargo.toml")),
        (404, served.get("/%2e%2e/Cargo.toml")),
        (405, served.post("/api/health", b"")),
        (405, served.get("/api/look")),
        (400, served.get("/api/solve")),
        (400, served.get("/api/solve?q=%FF")),
        (400, served.get("/api/board")),
        (400, served.post("/api/look", b"\xff\xfe{")),
        (400, served.post("/api/look", b"")),
    ] {
        assert_eq!(response.status, status, "{response:?}");
        response.error();
    }
}

#[test]
fn an_event_source_is_told_in_an_event_what_is_wrong() {
    let served = Served::start();
    let path = Served::path_of(&json!({"board": "3x7", "rules": "psk"}));
    let response =
        served.send(format!("{}Accept: text/event-stream\r\n\r\n", served.head("GET", &path)).as_bytes());
    let events = response.events();
    assert_eq!((response.status, events.len(), events[0].0.as_str()), (200, 1, "failed"));
    assert!(events[0].1["error"].as_str().unwrap().contains("expected at most 20"));
    assert_eq!(difference("error", &events[0].1), None);
}

#[test]
fn the_catalogue_is_that_of_the_command_line() {
    let served = Served::start();
    let catalogue = served.get("/api/catalogue").json();
    let rules: Value = serde_json::from_slice(&solve(&["rules", "--json"]).stdout).unwrap();
    let told = catalogue["rulesets"].as_array().unwrap();
    assert_eq!(told.len(), rules.as_array().unwrap().len());
    for (told, rules) in told.iter().zip(rules.as_array().unwrap()) {
        for field in ["id", "title", "document", "summary", "state", "readings"] {
            assert_eq!(told[field], rules[field], "{field}");
        }
        let options =
            rules["options"].as_array().unwrap().iter().filter(|option| option["name"] != "players");
        assert!(told["axes"].as_array().unwrap().iter().eq(options));
        assert_eq!(told["articles"].as_array().unwrap().len(), rules["articles"].as_array().unwrap().len());
    }
}
