//! What is written of a solution: read back by this program and by the crate `sgf-parse`, and
//! compared with the session and the referee's rulings node by node.

use std::collections::BTreeSet;

use sgf_parse::go::{Move as Other, Point, Prop};
use sgf_parse::{Double, SgfNode};
use superko::ask::{Question, StateMoves, Texts, best_moves_along_line};
use superko::go::{Board, Move, Player};
use superko::rules::{Points, Ruling, State};
use superko::sgf::book::book;
use superko::sgf::game::{Choice, read};
use superko::sgf::tree::write;
use superko::solve::{Budget, Engine, Request, Session, Solution, Value, Want, solve};

fn question(board: &str, rules: &str, start: &str, to_move: Player, moves: &[&str]) -> Question {
    let texts = Texts {
        board: board.to_string(),
        rules: rules.to_string(),
        start: (!start.is_empty()).then(|| start.to_string()),
        to_move: Some(to_move),
        moves: moves.iter().map(|mv| mv.to_string()).collect(),
        ..Texts::default()
    };
    texts.question().unwrap()
}

/// Questions with a history that bans something, with cycles, territory, moves that SGF has not,
/// and fractions of points.
fn questions() -> Vec<Question> {
    use Player::{Black, White};
    vec![
        question("2x2", "psk", "", Black, &["B2", "A1", "B1"]),
        question("1x2", "psk", "", Black, &["A1", "B1"]),
        question("2x3", "ssk", "OOO/.X.", White, &[]),
        question("2x3", "nssk --suicide allowed", ".X./...", White, &["A1"]),
        question("1x4", "kee2009 --lift produced", "", Black, &["B1", "pass"]),
        question("2x2", "kee2009", "", Black, &["B2", "A1", "B1", "A2"]),
        question("1x2", "kee2020", "", Black, &["A1", "B1", "pass"]),
        question("2x2", "spight-territory", "", Black, &["B2"]),
        question("1x3", "jann", "", Black, &["B1"]),
        question("1x3", "nieminen", "", Black, &["A1"]),
        question("1x4", "simple-ko", "", Black, &[]),
        question("2x2", "simple-ko", "", Black, &["B2"]),
    ]
}

fn solved(question: &Question, threads: usize) -> Solution {
    let request =
        Request { best_moves: Want::All, move_values: true, chosen_pv: true, threads, ..Request::default() };
    solve(&question.game, &question.line.state, &request, &Budget::default())
}

/// What is known of the moves on the line of a solution.
fn choices(question: &Question, solution: &Solution) -> Vec<StateMoves> {
    let session = Session::new(&question.game);
    let (choices, stopped) =
        best_moves_along_line(&session, question, solution, Engine::Auto, &Budget::default());
    assert_eq!(stopped, None);
    choices
}

/// The file of a solution, solved by a number of threads.
fn written(question: &Question, threads: usize) -> String {
    let solution = solved(question, threads);
    write(&book(question, &solution, &choices(question, &solution)).unwrap())
}

fn place(board: &Board, mv: Move) -> Option<Other> {
    match mv {
        Move::Place(point) => Some(Other::Move(at(board, point))),
        Move::Pass => Some(Other::Pass),
        _ => None,
    }
}

fn place_of(board: &Board, mv: Move) -> Option<Point> {
    mv.placed().map(|point| at(board, point))
}

fn at(board: &Board, point: u8) -> Point {
    let cols = board.cols() as u8;
    Point { x: point % cols, y: point / cols }
}

fn points<'a>(board: &Board, moves: impl IntoIterator<Item = &'a Move>) -> BTreeSet<(u8, u8)> {
    let placed = moves.into_iter().filter_map(|mv| mv.placed());
    placed.map(|point| at(board, point)).map(|Point { x, y }| (x, y)).collect()
}

/// The points of a list of markup.
fn marked(node: &SgfNode<Prop>, name: &str) -> BTreeSet<(u8, u8)> {
    match node.get_property(name) {
        Some(Prop::TR(points) | Prop::MA(points)) => points.iter().map(|Point { x, y }| (*x, *y)).collect(),
        None => BTreeSet::new(),
        Some(other) => panic!("{name}: {other:?}"),
    }
}

fn after(question: &Question, state: &State, mv: Move) -> Option<State> {
    let legal = question.game.legal(state);
    match legal.into_iter().find(|(legal, _)| *legal == mv).expect("the move is legal").1 {
        Ruling::Leads(next) => Some(next),
        _ => None,
    }
}

/// The moves that the history bans.
fn barred(question: &Question, state: &State) -> Vec<Move> {
    let game = &question.game;
    let barred = |mv: &Move| {
        let play = game.plays(&state.key).into_iter().find(|play| play.mv == *mv).unwrap();
        matches!(game.rule(state, &play), Ruling::Barred(_))
    };
    game.plays(&state.key).iter().map(|play| play.mv).filter(barred).collect()
}

/// What a move is worth in a state.
fn worth(question: &Question, session: &Session, state: &State, mv: Move) -> Value {
    let legal = question.game.legal(state);
    match legal.into_iter().find(|(legal, _)| *legal == mv).expect("the move is legal").1 {
        Ruling::Ends(points) => Value::Points(points),
        Ruling::Leads(next) => session.value(&next, &Budget::default()).unwrap(),
        Ruling::Barred(_) => unreachable!("legal moves are not barred"),
    }
}

/// The labels of a node.
fn labels(node: &SgfNode<Prop>) -> BTreeSet<(u8, u8, String)> {
    match node.get_property("LB") {
        Some(Prop::LB(labels)) => labels.iter().map(|(p, text)| (p.x, p.y, text.text.clone())).collect(),
        None => BTreeSet::new(),
        Some(other) => panic!("{other:?}"),
    }
}

/// How good a node says its move is: 2 and 1 for `TE`, -1 and -2 for `BM`, nothing for neither.
fn quality(node: &SgfNode<Prop>) -> i32 {
    let double = |double: &Double| if *double == Double::One { 1 } else { 2 };
    match (node.get_property("TE"), node.get_property("BM")) {
        (Some(Prop::TE(good)), None) => double(good),
        (None, Some(Prop::BM(bad))) => -double(bad),
        (None, None) => 0,
        other => panic!("{other:?}"),
    }
}

/// Checks what a node says of who wins.
fn check_winner(node: &SgfNode<Prop>, value: Value) {
    let rate = match node.get_property("SBKV") {
        Some(Prop::Unknown(_, values)) => Some(values[0].as_str()),
        _ => None,
    };
    let marks = ["GB", "DM", "GW"].map(|name| node.get_property(name).is_some());
    let score = match node.get_property("SBKS") {
        Some(Prop::Unknown(_, values)) => values[0].parse::<f64>().ok(),
        _ => None,
    };
    let shown = match node.get_property("V") {
        Some(Prop::V(shown)) => Some(*shown),
        _ => None,
    };
    assert_eq!(score, shown);
    let expected = match value.points() {
        None => (None, [false; 3]),
        Some(points) if points > Points::from_integer(0) => (Some("100"), [true, false, false]),
        Some(points) if points < Points::from_integer(0) => (Some("0"), [false, false, true]),
        Some(_) => (Some("50"), [false, true, false]),
    };
    assert_eq!((rate, marks), expected);
}

/// Compares a node after a move with what the session says of the move, and of the state that it
/// led to.
fn compare(
    question: &Question,
    session: &Session,
    node: &SgfNode<Prop>,
    (player, mv): (Player, Move),
    before: &State,
    value: Value,
) {
    let game = &question.game;
    let state = after(question, before, mv);
    let state = state.as_ref();
    let board = question.board();
    let expected = place(board, mv);
    let found = match (node.get_move(), player) {
        (Some(Prop::B(found)), Player::Black) | (Some(Prop::W(found)), Player::White) => Some(*found),
        (None, _) => None,
        (other, _) => panic!("{other:?}"),
    };
    assert_eq!(found, expected, "{mv:?}");
    if found.is_none() {
        assert!(node.get_property("SKMV").is_some());
    }
    let worth_of = |mv| worth(question, session, before, mv);
    let own = worth_of(mv);
    assert_eq!(shown(node), own.points());
    check_winner(node, own);
    let best = game.legal(before).iter().filter(|(mv, _)| worth_of(*mv) == value).count();
    let lost = value.points().zip(own.points()).map(|(value, own)| match player {
        Player::Black => value - own,
        _ => own - value,
    });
    let expected = match lost {
        _ if expected.is_none() => 0,
        _ if own == value && best == game.legal(before).len() => 0,
        _ if own == value && best == 1 => 2,
        _ if own == value => 1,
        None => 0,
        Some(lost) if lost >= Points::from_integer(3) => -2,
        Some(_) => -1,
    };
    assert_eq!(quality(node), expected, "{mv:?}");
    let bars = state.map_or(Vec::new(), |state| barred(question, state));
    assert_eq!(marked(node, "MA"), points(board, &bars));
    let Some(Prop::C(comment)) = node.get_property("C") else { panic!("a node has a comment") };
    assert_eq!(comment.text.contains("banned,"), !bars.is_empty());
}

/// The value of a node as a fraction of small denominator.
fn shown(node: &SgfNode<Prop>) -> Option<Points> {
    match node.get_property("V") {
        Some(Prop::V(value)) => {
            let twelfths = (value * 12.0).round();
            assert!((value * 12.0 - twelfths).abs() < 1e-4, "{value}");
            Some(Points::new(twelfths as i32, 12))
        }
        None => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn another_reader_finds_the_moves_values_and_bars_that_the_session_has() {
    let mut bars = 0;
    for question in questions() {
        let (board, game) = (question.board(), &question.game);
        let solution = solved(&question, 1);
        let value = solution.value.exact().unwrap();
        let known = choices(&question, &solution);
        let text = write(&book(&question, &solution, &known).unwrap());
        let games = sgf_parse::go::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let root = &games[0];
        // The crate takes the properties of a move for misplaced in the root only.
        root.validate().unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(!text.contains("SZ[2:2]"));
        assert_eq!(root.get_property("SZ"), Some(&Prop::SZ((board.cols() as u8, board.rows() as u8))));
        let session = Session::new(game);
        let mut node = root;
        let mut state = game.start(question.line.start, question.line.to_move);
        for mv in &question.line.moves {
            node = node.children().next().unwrap();
            assert_eq!(place(board, *mv).is_some(), node.get_move().is_some());
            state = after(&question, &state, *mv).unwrap();
        }
        // The state that was asked about: best moves, the values of all moves, bars.
        assert_eq!(shown(node), value.points());
        assert_eq!(marked(node, "TR"), BTreeSet::new(), "there are labels in place of them");
        let mut unlabelled = solution.clone();
        unlabelled.move_values.clear();
        let bare = write(&book(&question, &unlabelled, &[StateMoves::of(&unlabelled)]).unwrap());
        let bare = sgf_parse::go::parse(&bare).unwrap();
        let asked = (0..question.line.moves.len()).fold(&bare[0], |node, _| node.children().next().unwrap());
        let of_best = points(board, &solution.best_moves);
        let of_best = of_best.into_iter().map(|(x, y)| (x, y, solution.value.to_string()));
        assert_eq!((labels(asked), marked(asked, "TR")), (of_best.collect(), BTreeSet::new()));
        assert_eq!(asked.children().count(), solution.best_moves.len());
        assert_eq!(marked(node, "MA"), points(board, &barred(&question, &state)));
        check_winner(node, value);
        // The line, and beside each of its moves every other one, with its value, the best ones
        // first.
        assert_eq!(known[0].best, solution.best_moves);
        assert_eq!(known.len(), solution.pv.len());
        let (mut at, mut going_on) = (state, true);
        for mv in &solution.pv {
            assert!(going_on);
            let worth_of = |mv| worth(&question, &session, &at, mv);
            let legal: Vec<Move> = game.legal(&at).iter().map(|(mv, _)| *mv).collect();
            let expected = legal.iter().filter_map(|mv| {
                let Point { x, y } = place_of(board, *mv)?;
                Some((x, y, worth_of(*mv).to_string()))
            });
            assert_eq!(labels(node), expected.collect());
            let (good, bad): (Vec<Move>, Vec<Move>) =
                legal.iter().filter(|other| *other != mv).partition(|mv| worth_of(**mv) == value);
            let others: Vec<Move> = good.into_iter().chain(bad).collect();
            let variations: Vec<&SgfNode<Prop>> = node.children().collect();
            assert_eq!(variations.len(), 1 + others.len(), "{text}");
            for (mv, node) in others.iter().zip(&variations[1..]) {
                assert_eq!(node.children().count(), 0);
                compare(&question, &session, node, (at.key.mover, *mv), &at, value);
            }
            let (mover, next) = (at.key.mover, after(&question, &at, *mv));
            node = node.children().next().unwrap();
            bars += marked(node, "MA").len();
            compare(&question, &session, node, (mover, *mv), &at, value);
            going_on = next.is_some();
            at = next.unwrap_or(at);
        }
        assert_eq!(node.children().count(), 0);
    }
    assert!(bars > 0, "some line has a bar");
}

#[test]
fn a_book_is_read_back_as_the_game_that_it_was_written_of() {
    for question in questions() {
        let solution = solved(&question, 1);
        let text = written(&question, 1);
        let record = read(text.as_bytes(), &Choice::default()).unwrap();
        let rules = record.ruleset().unwrap().unwrap();
        assert_eq!(rules, question.game.ruleset());
        let (start, to_move) = (question.line.start, question.line.to_move);
        assert_eq!((record.start, record.to_move, record.set_up_after), (start, to_move, None));
        let all: Vec<Move> = question.line.moves.iter().chain(&solution.pv).copied().collect();
        assert_eq!(record.moves, all);
        // And the question itself, as the first moves of it.
        let choice = Choice { at: Some(question.line.moves.len()), ..Choice::default() };
        let asked = read(text.as_bytes(), &choice).unwrap();
        let state = asked.setup(rules).unwrap().after(asked.moves).unwrap().line.state;
        assert_eq!(state, question.line.state);
    }
}

#[test]
fn a_book_has_the_same_bytes_each_time_and_from_any_number_of_threads() {
    for question in questions() {
        let texts: BTreeSet<String> = [1, 1, 2].map(|threads| written(&question, threads)).into();
        assert_eq!(texts.len(), 1);
    }
}

#[test]
fn what_was_not_solved_has_no_value_and_an_endless_line_says_so() {
    let unsolved = question("3x3", "psk", "", Player::Black, &[]);
    let limits = superko::solve::Limits { nodes: Some(50), ..Default::default() };
    let solution = solve(&unsolved.game, &unsolved.line.state, &Request::default(), &Budget::new(limits));
    let text = write(&book(&unsolved, &solution, &[StateMoves::of(&solution)]).unwrap());
    assert!(text.contains("RE[?]") && !text.contains("V[") && text.contains("between -9 and 9"), "{text}");

    let endless = question("2x2", "simple-ko", "", Player::Black, &[]);
    let text = written(&endless, 1);
    // The pass alone has a value, which is worse.
    let asked = text.lines().take_while(|line| !line.starts_with("(;")).collect::<String>();
    assert!(text.contains("RE[Void]") && !asked.contains("V["), "{text}");
    assert!(text.contains("value no result") && text.contains("and for ever again from move"), "{text}");
}

#[test]
fn what_is_known_of_moves_that_were_not_solved_is_written_as_bounds() {
    let question = question("3x3", "psk", "", Player::Black, &[]);
    let session = Session::new(&question.game);
    let all: Vec<(Move, Value)> =
        solved(&question, 1).move_values.iter().map(|(mv, answer)| (*mv, answer.exact().unwrap())).collect();
    let mut between = 0;
    for nodes in [1, 50, 300, 1000, 2000] {
        let limits = superko::solve::Limits { nodes: Some(nodes), ..Default::default() };
        let request = Request { best_moves: Want::All, move_values: true, ..Request::default() };
        let stopped = solve(&question.game, &question.line.state, &request, &Budget::new(limits));
        let text = write(&book(&question, &stopped, &[StateMoves::of(&stopped)]).unwrap());
        let games = sgf_parse::go::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        games[0].validate().unwrap();
        for (mv, value) in &all {
            let point = place_of(question.board(), *mv);
            let own = |prop: Option<&Prop>| match prop {
                Some(Prop::B(Other::Move(found))) => Some(*found) == point,
                Some(Prop::B(Other::Pass)) => point.is_none(),
                _ => false,
            };
            let Some(node) = games[0].children().find(|node| own(node.get_move())) else { continue };
            let value = value.points().unwrap();
            assert!(shown(node).is_none_or(|shown| shown == value), "{nodes} {mv:?}\n{text}");
            between += usize::from(shown(node).is_none());
            let best = session.value(&question.line.state, &Budget::default()).unwrap().points().unwrap();
            match quality(node) {
                bad @ (-2 | -1) => assert!(
                    best - value >= Points::from_integer(if bad == -2 { 3 } else { 0 }) && best > value
                ),
                0 => {}
                _ => assert_eq!(best, value),
            }
            match node.get_property("SBKV") {
                Some(Prop::Unknown(_, rate)) => {
                    let won = value.cmp(&Points::from_integer(0));
                    assert_eq!(rate[0], ["0", "50", "100"][(won as i8 + 1) as usize]);
                }
                other => assert!(other.is_none()),
            }
        }
    }
    assert!(between > 0, "some move was not solved");
}

#[test]
fn a_root_says_what_it_is() {
    let text = written(&question("2x3", "nssk", "", Player::Black, &[]), 1);
    let root = text.lines().take_while(|line| !line.starts_with(";B")).collect::<Vec<_>>().join("\n");
    assert!(
        root.contains("GN[2x3 nssk]PB[superko]PW[superko]GC[Natural situational superko (nssk): "),
        "{root}"
    );
    assert!(root.contains("A stone play may not create a situation"), "{root}");
    // The articles are those of the ruleset without options.
    let text = written(&question("2x3", "nssk --suicide allowed", "", Player::Black, &[]), 1);
    assert!(text.contains("GC[Natural situational superko (nssk --suicide allowed): "), "{text}");
    assert!(!text.contains("A stone play may not create a situation"), "{text}");
}

#[test]
fn what_sgf_has_not_is_refused() {
    let refused = |board: &str, rules: &str| {
        let question = question(board, rules, "", Player::Black, &[]);
        superko::sgf::book::check(&question.game).map_err(|error| error.to_string())
    };
    assert!(refused("cycle:5", "psk").unwrap_err().starts_with("SGF has no board such as cycle:5"));
    assert!(refused("torus:2x3", "psk").unwrap_err().starts_with("SGF has no board such as torus:2x3"));
    assert!(refused("1x53", "psk").unwrap_err().contains("sides of at most 52"));
    assert!(refused("2x2", "psk --players 3").unwrap_err().contains("two players"));
    assert_eq!(refused("1x52", "psk"), Ok(()));
}
