//! The games that are proved, and states of them.

use superko_certificate::format::{COUPON, Clauses, Header, PASS, RESIGN, Repetition, Scoring, Theorem};
use superko_go::position::legal_positions_of;
use superko_go::{Board, Move, Player, Players, Position, board::parse_edges};
use superko_prove::{Proof, clauses_of, prove};
use superko_rules::axes::{self as options, Axis, Options};
use superko_rules::{Game, Line, Rules, Ruling, State, file};
use superko_solve::Budget;

use super::random::Random;
use super::translate::{player_of, position_of};

/// A game with the given options and the defaults of the others.
pub fn game(board: &str, ruleset: &str, settings: &[(Axis, &str)]) -> Game {
    let mut rules = Rules::named(ruleset).unwrap();
    for (axis, value) in settings {
        rules.set(*axis, value).unwrap();
    }
    rules.game(Board::parse(board).unwrap())
}

/// What stands behind a family of games on graphs that are no grids.
const ON_GRAPHS: &str = " on graphs";

/// The games of a family on a board: a ruleset with options, such as `kee2009 --scoring territory`,
/// with every way of suicide and every reading of what a pass lifts.
pub fn variants(board: &str, family: &str) -> Vec<Game> {
    let rules: Rules = family.strip_suffix(ON_GRAPHS).unwrap_or(family).parse().unwrap();
    let entry = rules.entry;
    let lifts = match entry.values(Axis::Lift) {
        [] => &[""],
        values => values,
    };
    let mut games = Vec::new();
    for suicide in Axis::Suicide.values().iter().filter(|value| entry.values(Axis::Suicide).contains(value)) {
        for lift in lifts {
            let mut rules = rules;
            rules.set(Axis::Suicide, suicide).unwrap();
            if !lift.is_empty() {
                rules.set(Axis::Lift, lift).unwrap();
            }
            games.push(rules.game(Board::parse(board).unwrap()));
        }
    }
    games
}

/// The game of a family with the defaults of what else may vary.
pub fn usual(board: &str, family: &str) -> Game {
    let rules: Rules = family.strip_suffix(ON_GRAPHS).unwrap_or(family).parse().unwrap();
    rules.game(Board::parse(board).unwrap())
}

/// The clauses of a family with these defaults.
pub fn clauses(family: &str) -> Clauses {
    clauses_of(&usual("1x2", family)).unwrap()
}

/// Of some grids those on which the naive engine can value the games of a family; graphs of the
/// same size for a family on graphs.
pub fn boards(family: &str, grids: &[&'static str]) -> Vec<&'static str> {
    if family.ends_with(ON_GRAPHS) {
        return vec!["path:2", "cycle:3", "star:4", "complete:3"];
    }
    let clauses = clauses(family);
    let hard = clauses.scoring != Scoring::Area
        || clauses.draw_at.is_some()
        || clauses.players > 2
        || clauses.disturbed_twice;
    let most = if hard || clauses.repetition == Some(Repetition::PassedSituation) { 3 } else { 64 };
    let points = |board: &str| Board::parse(board).unwrap().points();
    grids.iter().copied().filter(|board| points(board) <= most).collect()
}

/// The game that a certificate is about; `None` if the solver has no such rules.
pub fn game_of(header: &Header) -> Option<Game> {
    let board = match &header.graph {
        None => Board::grid(header.rows, header.cols).unwrap(),
        Some(graph) => {
            let points: String = (0..header.points()).map(|point| format!("p{point}\n")).collect();
            let edges: String = graph.edges.iter().map(|(a, b)| format!("p{a} p{b}\n")).collect();
            parse_edges("header", &(points + &edges)).unwrap()
        }
    };
    let entry = file::read("header.toml", rules_file(&header.clauses).as_bytes()).ok()?;
    let game = Rules::from(entry).game(board);
    assert_eq!(clauses_of(&game), Some(header.clauses), "{}", rules_file(&header.clauses));
    (game.board.points() <= game.ruleset().max_points()).then_some(game)
}

/// A rules file with these clauses.
pub fn rules_file(clauses: &Clauses) -> String {
    let line = |(key, value): (&str, String)| {
        let is_plain = value == "true" || value.bytes().all(|byte| byte.is_ascii_digit());
        match key {
            "bars" => format!(
                "bars = [{}]\n",
                value.split(", ").map(|word| format!("{word:?},")).collect::<String>()
            ),
            "coupons" => format!(
                "coupons = [{}]\n",
                value.split(", ").map(|points| format!("{points:?},")).collect::<String>()
            ),
            "first-pass" => {
                let gains = value.split(", ").filter_map(|gain| gain.split_once(' '));
                let gains: Vec<String> =
                    gains.map(|(player, points)| format!("{player} = {points:?}")).collect();
                format!("first-pass = {{ {} }}\n", gains.join(", "))
            }
            _ if is_plain => format!("{key} = {value}\n"),
            _ => format!("{key} = {value:?}\n"),
        }
    };
    format!("[clauses]\n{}", clauses.given().map(line).collect::<String>())
}

/// The header of a certificate of a game.
pub fn header_of(game: &Game) -> Header {
    superko_prove::header(game).expect("its rules are composed of clauses")
}

/// The options of a game, in words.
pub fn name(game: &Game) -> String {
    let Options { suicide, lift, players, scoring, .. } = game.options;
    let more = if players == Players::Two { String::new() } else { format!(" {players:?}") };
    let more = if scoring == options::Scoring::Area { more } else { format!("{more} {scoring:?}") };
    format!("{} {} {suicide:?} {lift:?}{more}", game.board, game.entry.id)
}

/// The move with a number of the format.
fn mv(number: u8) -> Move {
    match number {
        PASS => Move::Pass,
        COUPON => Move::Coupon,
        RESIGN => Move::Resign,
        point => Move::Place(point),
    }
}

/// The state that a theorem is about; `None` if there is no such state.
pub fn state_of(game: &Game, theorem: &Theorem) -> Option<State> {
    let start = position_of(&theorem.start);
    if start.chain_without_liberties(&game.board).is_some() {
        return None;
    }
    let mut state = game.start(start, player_of(theorem.mover));
    for made in &theorem.moves {
        match game.legal(&state).into_iter().find(|(legal, _)| *legal == mv(*made))?.1 {
            Ruling::Leads(next) => state = next,
            Ruling::Ends(_) | Ruling::Barred(_) => return None,
        }
    }
    Some(state)
}

/// The empty board with either player to move, and states after a few random moves from random
/// starts.
pub fn some_cases(game: &Game, random: &mut Random, count: usize) -> Vec<Line> {
    let players = game.rules.properties().players;
    let empty = |mover: &Player| Line::new(game, Position::default(), *mover);
    let mut cases: Vec<Line> = players.all().iter().map(empty).collect();
    let starts: Vec<Position> = legal_positions_of(&game.board, players).collect();
    while cases.len() < count {
        let start = starts[random.below(starts.len())];
        let mut case = Line::new(game, start, players.all()[random.below(players.count())]);
        for _ in 0..random.below(5) {
            let mut legal = game.legal(&case.state);
            let (mv, ruling) = legal.swap_remove(random.below(legal.len()));
            if let Ruling::Leads(next) = ruling {
                case.moves.push(mv);
                case.state = next;
            }
        }
        cases.push(case);
    }
    cases
}

/// A certificate of the values of some states.
pub fn proved(game: &Game, cases: &[Line]) -> Proof {
    prove(game, cases, None, &Budget::default())
        .unwrap_or_else(|unproved| panic!("{}: {unproved}", name(game)))
}
