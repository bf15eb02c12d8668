//! The commands that stream: what they say is exact, and the next line ends them.

use std::collections::BTreeMap;

use super::session::Session;

/// The keys and values of each move of a line of analysis; the moves of `pv` are one value.
fn infos(line: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let moves = line.split("info ").filter(|part| part.starts_with("move "));
    let read = |part: &str| {
        let part = part.split("rootInfo").next().unwrap();
        let (keys, line) = part.split_once(" pv ").unwrap();
        let words: Vec<&str> = keys.split(' ').collect();
        let mut pairs: BTreeMap<String, String> =
            words.chunks_exact(2).map(|pair| (pair[0].to_string(), pair[1].to_string())).collect();
        pairs.insert("pv".into(), line.trim().to_string());
        (pairs["move"].clone(), pairs)
    };
    moves.map(read).collect()
}

/// Analyses until a line has the values of all moves, and then asks something else. Returns the
/// last line.
fn analysed(session: &mut Session, command: &str, moves: usize) -> String {
    session.send(format!("5 {command}\n").as_bytes());
    assert_eq!(session.line(), "=5");
    let complete = |line: &str| {
        let infos = infos(line);
        infos.len() == moves
            && infos.values().all(|pairs| pairs["pv"] == "pass" || pairs["pv"].ends_with("pass pass"))
    };
    let mut line = session.line();
    while !complete(&line) {
        line = session.line();
    }
    // Nothing ends it until there is a line.
    session.send(b"6 name\n");
    let rest = session.reply();
    assert!(rest.iter().all(|line| complete(line)), "{rest:?}");
    assert_eq!(session.reply(), ["=6 superko"]);
    rest.last().cloned().unwrap_or(line)
}

fn values(session: &mut Session) -> BTreeMap<String, f64> {
    let told = session.ok("superko-moves");
    let pair = |line: &str| {
        let (mv, value) = line.split_once(' ').unwrap();
        (mv.to_string(), value.parse().unwrap())
    };
    told.lines().map(pair).collect()
}

#[test]
fn every_form_tells_exact_values_with_komi_from_the_side_of_the_mover() {
    let mut session = Session::new(&["--rules", "psk", "--board", "2x3"]);
    session.ok("komi -1.5");
    for (player, sign) in [("b", 1.0), ("w", -1.0)] {
        let values = values(&mut session);
        let kata = analysed(&mut session, &format!("kata-analyze {player} 1 rootInfo true"), values.len());
        assert!(kata.contains("rootInfo visits ") && kata.contains(" winrate "), "{kata}");
        let sabaki = analysed(&mut session, &format!("analyze {player} 1"), values.len());
        let leela = analysed(&mut session, &format!("lz-analyze {player} interval 1"), values.len());
        for (mv, value) in &values {
            let lead = sign * (value + 1.5);
            let (kata, sabaki, leela) = (&infos(&kata)[mv], &infos(&sabaki)[mv], &infos(&leela)[mv]);
            for told in [kata, sabaki] {
                assert_eq!(told["scoreLead"].parse::<f64>().unwrap(), lead, "{player} {mv}");
            }
            assert!(!leela.contains_key("scoreLead"));
            let best = values.values().all(|other| sign * (other + 1.5) <= lead);
            let (rate, rate_of_leela) = match (lead > 0.0, best) {
                (true, _) => ("1.0", "10000"),
                (false, true) => ("0.001", "10"),
                (false, false) => ("0.0001", "1"),
            };
            assert_eq!(
                (&kata["winrate"][..], &sabaki["winrate"][..], &leela["winrate"][..]),
                (rate, rate_of_leela, rate_of_leela)
            );
            assert!(kata["pv"].split(' ').next() == Some(mv.as_str()));
        }
        let first = infos(&kata).into_values().find(|pairs| pairs["order"] == "0").unwrap();
        let best = values.values().map(|value| sign * (value + 1.5)).fold(f64::MIN, f64::max);
        assert_eq!(first["scoreLead"].parse::<f64>().unwrap(), best);
        session.ok(&format!("play {player} pass"));
    }
}

#[test]
fn a_draw_is_a_half_and_the_best_move_is_made() {
    for (command, rate) in
        [("genmove_analyze", "5000"), ("lz-genmove_analyze", "5000"), ("kata-genmove_analyze", "0.5")]
    {
        let mut session = Session::new(&["--rules", "psk", "--board", "2x3"]);
        session.send(format!("{command} b 1\n").as_bytes());
        let reply = session.reply();
        assert_eq!((reply[0].as_str(), reply.last().unwrap().as_str()), ("=", "play pass"), "{reply:?}");
        let told = &infos(&reply[reply.len() - 2])["pass"];
        assert_eq!((&told["winrate"][..], &told["order"][..]), (rate, "0"));
        assert_eq!(session.ok("gogui-rules_side_to_move"), "white");
    }
}

#[test]
fn an_analysis_that_is_cut_short_says_nothing_wrong_and_nothing_after_it() {
    let mut session = Session::new(&["--rules", "psk", "--board", "4x4"]);
    for command in ["lz-analyze", "kata-analyze", "analyze"] {
        session.send(format!("3 {command} b 1 maxmoves 2\n").as_bytes());
        std::thread::sleep(std::time::Duration::from_millis(150));
        session.send(b"\n");
        let reply = session.reply();
        assert_eq!(reply[0], "=3");
        assert!(
            reply[1..].iter().all(|line| line.starts_with("info move ") && infos(line).len() <= 2),
            "{reply:?}"
        );
        assert_eq!(session.ok("name"), "superko");
    }
    // The end of the input ends it too.
    session.send(b"kata-analyze b 1\n");
    assert_eq!(session.end().0, Some(0));
}
