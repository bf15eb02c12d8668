//! What is written of a solution: read back by this program and by the crate `sgf-parse`, and compared with the session
//! and the referee's rulings node by node.

use std::collections::BTreeSet;

use sgf_parse::SgfNode;
use sgf_parse::go::{Move as Other, Point, Prop};
use superko::ask::{Question, Texts, best_on_the_line};
use superko::go::{Board, Move, Player};
use superko::rules::{Points, Ruling, State};
use superko::sgf::book::book;
use superko::sgf::game::{Choice, read};
use superko::sgf::write::write;
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

/// Questions with a past that bars something, with cycles, territory, moves that SGF has not, and fractions of points.
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
    let request = Request {
        best_moves: Want::All,
        move_values: true,
        chosen_line: true,
        threads,
        ..Request::default()
    };
    solve(&question.setup.game, &question.state, &request, &Budget::default())
}

/// The best moves on the line of a solution.
fn best(question: &Question, solution: &Solution) -> Vec<Vec<Move>> {
    let session = Session::new(&question.setup.game);
    let (best, stopped) = best_on_the_line(&session, question, solution, Engine::Auto, &Budget::default());
    assert_eq!(stopped, None);
    best
}

/// The file of a solution, solved on so many threads.
fn written(question: &Question, threads: usize) -> String {
    let solution = solved(question, threads);
    write(&book(question, &solution, &best(question, &solution)).unwrap())
}

fn place(board: &Board, mv: Move) -> Option<Other> {
    match mv {
        Move::Place(point) => Some(Other::Move(at(board, point))),
        Move::Pass => Some(Other::Pass),
        _ => None,
    }
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
    let legal = question.setup.game.legal(state);
    match legal.into_iter().find(|(legal, _)| *legal == mv).expect("the move is legal").1 {
        Ruling::Leads(next) => Some(next),
        _ => None,
    }
}

/// The moves that the past bars.
fn barred(question: &Question, state: &State) -> Vec<Move> {
    let game = &question.setup.game;
    let barred = |mv: &Move| {
        let play = game.plays(&state.key).into_iter().find(|play| play.mv == *mv).unwrap();
        matches!(game.rule(state, &play), Ruling::Barred(_))
    };
    game.plays(&state.key).iter().map(|play| play.mv).filter(barred).collect()
}

/// Compares a node behind a move with the session's value of the state that the move led to.
fn compare(
    question: &Question,
    session: &Session,
    node: &SgfNode<Prop>,
    (player, mv): (Player, Move),
    state: Option<&State>,
    value: Value,
) {
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
    let worth = state.map_or(value, |state| session.value(state, &Budget::default()).unwrap());
    assert_eq!(worth, value, "best play keeps the value");
    assert_eq!(shown(node), worth.points());
    let bars = state.map_or(Vec::new(), |state| barred(question, state));
    assert_eq!(marked(node, "MA"), points(board, &bars));
    let Some(Prop::C(comment)) = node.get_property("C") else { panic!("a node has a comment") };
    assert_eq!(comment.text.contains("barred,"), !bars.is_empty());
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
        let (board, game) = (question.board(), &question.setup.game);
        let solution = solved(&question, 1);
        let value = solution.value.exact().unwrap();
        let best = best(&question, &solution);
        let text = write(&book(&question, &solution, &best).unwrap());
        let games = sgf_parse::go::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let root = &games[0];
        // The crate takes the properties of a move for misplaced in the root only.
        root.validate().unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(!text.contains("SZ[2:2]"));
        assert_eq!(root.get_property("SZ"), Some(&Prop::SZ((board.cols() as u8, board.rows() as u8))));
        let session = Session::new(game);
        let mut node = root;
        let mut state = game.start(question.setup.start, question.setup.to_move);
        for mv in &question.moves {
            node = node.children().next().unwrap();
            assert_eq!(place(board, *mv).is_some(), node.get_move().is_some());
            state = after(&question, &state, *mv).unwrap();
        }
        // The state that was asked about: best moves, the values of all moves, bars.
        assert_eq!(shown(node), value.points());
        assert_eq!(marked(node, "TR"), BTreeSet::new(), "there are labels in place of them");
        let mut unlabelled = solution.clone();
        unlabelled.move_values.clear();
        let bare = write(&book(&question, &unlabelled, &[]).unwrap());
        let bare = sgf_parse::go::parse(&bare).unwrap();
        let asked = (0..question.moves.len()).fold(&bare[0], |node, _| node.children().next().unwrap());
        assert_eq!(marked(asked, "TR"), points(board, &solution.best_moves));
        assert_eq!(marked(node, "MA"), points(board, &barred(&question, &state)));
        let labels: BTreeSet<(u8, u8, String)> = match node.get_property("LB") {
            Some(Prop::LB(labels)) => labels.iter().map(|(p, text)| (p.x, p.y, text.text.clone())).collect(),
            _ => BTreeSet::new(),
        };
        let expected = solution.move_values.iter().filter_map(|(mv, answer)| {
            let Point { x, y } = at(board, mv.placed()?);
            Some((x, y, answer.to_string()))
        });
        assert_eq!(labels, expected.collect());
        // The line, and beside each of its moves every other one of the same value.
        assert_eq!(best[0], solution.best_moves);
        assert_eq!(best.len(), solution.line.len());
        let (mut at, mut going_on) = (state, true);
        for mv in &solution.line {
            assert!(going_on);
            let keeps = |(other, ruling): &(Move, Ruling)| {
                let worth = match ruling {
                    Ruling::Ends(points) => Value::Points(*points),
                    Ruling::Leads(next) => session.value(next, &Budget::default()).unwrap(),
                    Ruling::Barred(_) => unreachable!("legal moves are not barred"),
                };
                (other != mv && worth == value).then_some(*other)
            };
            let others: Vec<Move> = game.legal(&at).iter().filter_map(keeps).collect();
            let variations: Vec<&SgfNode<Prop>> = node.children().collect();
            assert_eq!(variations.len(), 1 + others.len(), "{text}");
            for (mv, node) in others.iter().zip(&variations[1..]) {
                assert_eq!(node.children().count(), 0);
                let next = after(&question, &at, *mv);
                compare(&question, &session, node, (at.key.mover, *mv), next.as_ref(), value);
            }
            let (mover, next) = (at.key.mover, after(&question, &at, *mv));
            node = node.children().next().unwrap();
            bars += marked(node, "MA").len();
            compare(&question, &session, node, (mover, *mv), next.as_ref(), value);
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
        let (entry, options) = record.ruleset().unwrap().unwrap();
        assert_eq!((entry.id, options), (question.setup.game.entry.id, question.setup.game.options));
        let (start, to_move) = (question.setup.start, question.setup.to_move);
        assert_eq!((record.start, record.to_move, record.set_up_after), (start, to_move, None));
        let all: Vec<Move> = question.moves.iter().chain(&solution.line).copied().collect();
        assert_eq!(record.moves, all);
        // And the question itself, as the first moves of it.
        let choice = Choice { at: Some(question.moves.len()), ..Choice::default() };
        let asked = read(text.as_bytes(), &choice).unwrap();
        let state = asked.setup(entry, options).unwrap().after(asked.moves).unwrap().state;
        assert_eq!(state, question.state);
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
    let solution = solve(&unsolved.setup.game, &unsolved.state, &Request::default(), &Budget::new(limits));
    let text = write(&book(&unsolved, &solution, &[]).unwrap());
    assert!(text.contains("RE[?]") && !text.contains("V[") && text.contains("between -9 and 9"), "{text}");

    let endless = question("2x2", "simple-ko", "", Player::Black, &[]);
    let text = written(&endless, 1);
    assert!(text.contains("RE[Void]") && !text.contains("V["), "{text}");
    assert!(text.contains("value no result") && text.contains("and for ever again from move"), "{text}");
}

#[test]
fn what_sgf_has_not_is_refused() {
    let refused = |board: &str, rules: &str| {
        let question = question(board, rules, "", Player::Black, &[]);
        superko::sgf::book::check(&question.setup.game).map_err(|error| error.to_string())
    };
    assert!(refused("cycle:5", "psk").unwrap_err().starts_with("SGF has no board such as cycle:5"));
    assert!(refused("torus:2x3", "psk").unwrap_err().starts_with("SGF has no board such as torus:2x3"));
    assert!(refused("1x53", "psk").unwrap_err().contains("sides of at most 52"));
    assert!(refused("2x2", "psk --players 3").unwrap_err().contains("two players"));
    assert_eq!(refused("1x52", "psk"), Ok(()));
}
