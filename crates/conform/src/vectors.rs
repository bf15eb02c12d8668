//! Conformance vectors: games with all that an implementation of a ruleset must say of them.
//!
//! A vector is a game. At each of its nodes it has the position, who is to move, every legal move,
//! and every move on an empty intersection that is not legal, with the reason and the move that made
//! it so; then the move that is made, and what it captures. At the end it has the score.
//!
//! # Which games
//! * For each other ruleset of the catalogue, each other value of an option, and each single clause
//!   that can be changed: the shortest game, on a grid of up to six intersections, on which the two
//!   part ([`walk`]). So an implementation that lacks a clause differs from some vector.
//! * Games that are known to be hard: sending two and returning one, snapback, suicide of one stone
//!   and of several, kos, passes that lift a ban, passes to the end.
//! * Random games on several sizes, up to 19x19.

use std::collections::BTreeMap;

use fastrand::Rng;
use rayon::prelude::*;
use serde::Serialize;

use crate::conform::candidates::{file_of, texts_of_variants, variant};
use superko_go::bits::PointSet;
use superko_go::board::{Board, LargeSet, OfSize};
use superko_go::notation::{diagram_line, parse_record};
use superko_go::player::Move;
use superko_go::{Player, Players};
use superko_query::ask::differ::games::{Goal, walk};
use superko_query::ask::differ::up_to;
use superko_query::ask::look::candidates;
use superko_query::ask::{Question, QuestionError};
use superko_query::report::records::{MoveName, SCHEMA, StartRecord};
use superko_query::report::words::stones;
use superko_rules::axes::Axis;
use superko_rules::referee::{Illegal, Referee, Why};
use superko_rules::{Refereed, Rules, catalogue};
use superko_solve::{Budget, Limits};

/// A game with all that must be said of it: one line of a file of vectors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Vector {
    /// The version of this form.
    pub schema: u32,
    /// The ruleset with its options.
    pub rules: String,
    /// Rows by columns.
    pub board: String,
    /// The start, and who moves first.
    #[serde(flatten)]
    pub start: StartRecord,
    /// The reasons why the game was chosen: rulesets from which it parts this one, by their names or clauses; or what it
    /// shows.
    pub chosen: Vec<String>,
    /// The states before each move, and the last one if the game goes on.
    pub nodes: Vec<Node>,
    /// The score if the game ends: Black's points minus White's.
    pub score: Option<String>,
}

/// A state of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Node {
    /// The position: rows from the top with `/` between them.
    pub position: String,
    /// The player to move.
    pub player: Player,
    /// All legal moves.
    pub legal: Vec<MoveName>,
    /// The plays on empty intersections, and other moves, that are not legal.
    pub illegal: Vec<IllegalMove>,
    /// The move that is made; `null` at the last state of a game that goes on.
    pub played: Option<Played>,
}

/// A move that is not legal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct IllegalMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveName,
    /// The reason.
    pub why: String,
    /// The number of the move that made it so, 0 for the start; `null` if the history has nothing to do with it.
    pub since: Option<usize>,
}

/// A move that is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Played {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveName,
    /// The opposing stones that it removes.
    pub captured: Vec<String>,
    /// The own stones that it removes (suicide).
    pub lost: Vec<String>,
}

/// A game before it is refereed: the board, the start, who moves first, the moves.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Chosen {
    rows: usize,
    cols: usize,
    start: Option<&'static str>,
    to_move: Player,
    moves: String,
}

type Known = (&'static str, (usize, usize), Option<&'static str>, Player, &'static str);

/// Games that are known to be hard: what they show, the sides, the start, who moves first, the moves.
/// A move that is illegal under a ruleset ends the game there.
const KNOWN: [Known; 8] = [
    ("basic ko", (1, 4), None, Player::Black, "B1 A1 D1 C1 B1"),
    ("ko after a pass", (1, 2), None, Player::Black, "A1 B1 pass pass A1"),
    ("sending two, returning one", (1, 5), Some(".X.X."), Player::Black, "A1 C1 B1 pass A1 C1 B1"),
    ("suicide of one stone", (2, 2), Some(".O/O."), Player::Black, "A2 B1 A2"),
    ("suicide of several stones", (1, 4), Some(".OX."), Player::White, "A1 pass B1 pass A1"),
    ("snapback", (2, 5), Some(".OXX./OOXX."), Player::Black, "A2 E2 B2 E1 A2"),
    ("passes to the end", (2, 2), None, Player::Black, "pass pass pass pass pass pass"),
    ("passes between plays", (2, 2), None, Player::Black, "A1 pass B2 pass pass A2 pass B1 pass pass"),
];

/// The random games: sides, how many, and after how many moves they are left.
const RANDOM: [((usize, usize), usize, usize); 6] = [
    ((2, 2), 4, 30),
    ((3, 3), 3, 40),
    ((5, 5), 2, 60),
    ((9, 9), 1, 90),
    ((13, 13), 1, 20),
    ((19, 19), 1, 16),
];

/// The seed of the random games, if no other is given.
pub const DEFAULT_SEED: u64 = 1;

/// Pairs of states that are looked at for the game on which two rulesets part.
const PAIRS: u64 = 30_000;

/// The vectors of a ruleset of two players, and the changed clauses and rulesets from which no short
/// game parts it. `tell` gets the work in progress in words.
///
/// # Panics
/// If the ruleset has more players.
pub fn vectors(rules: Rules, seed: u64, tell: &(dyn Fn(String) + Sync)) -> (Vec<Vector>, Vec<String>) {
    assert!(rules.options.players == Players::Two, "two players");
    let others = others(&rules);
    let boards = up_to(2, 3);
    let found: Vec<(String, Option<Chosen>)> = others
        .into_par_iter()
        .map(|(name, other)| {
            tell(format!("{rules} and {name}"));
            let fits =
                |board: &&superko_go::Board| board.points() <= rules.max_points().min(other.max_points());
            let boards: Vec<superko_go::Board> = boards.iter().filter(fits).cloned().collect();
            let budget = Budget::new(Limits { nodes: Some(PAIRS), ..Limits::default() });
            let walked = walk(&[rules, other], &boards, Goal::Parting, PAIRS, &budget, &|_| {});
            let chosen = walked.found.map(|found| {
                let board = superko_go::Board::parse(&found.board).expect("it was walked on");
                // The last move is the one that parts them: the state before it shows that.
                let shown = found.moves.iter().map(|mv| mv.as_str()).collect::<Vec<_>>().join(" ");
                let to_move = rules.first_move();
                Chosen { rows: board.rows(), cols: board.cols(), start: None, to_move, moves: shown }
            });
            (name, chosen)
        })
        .collect();
    let mut games: BTreeMap<Chosen, Vec<String>> = BTreeMap::new();
    let mut alike = Vec::new();
    for (name, chosen) in found {
        match chosen {
            Some(chosen) => games.entry(chosen).or_default().push(name),
            None => alike.push(name),
        }
    }
    let mut all: Vec<(Chosen, Vec<String>)> = games.into_iter().collect();
    all.sort_by_key(|(chosen, _)| (chosen.moves.split(' ').count(), chosen.clone()));
    for (shows, (rows, cols), start, to_move, moves) in KNOWN {
        all.push((Chosen { rows, cols, start, to_move, moves: moves.to_string() }, vec![shows.to_string()]));
    }
    let mut vectors: Vec<Vector> =
        all.iter().filter_map(|(chosen, why)| refereed(rules, chosen, why).ok()).collect();
    let mut random = Rng::with_seed(seed);
    for ((rows, cols), count, moves) in RANDOM {
        for _ in 0..count {
            let drawn = match superko_go::board::AnyBoard::grid(rows, cols) {
                Ok(OfSize::Solved(board)) => random_game(rules, board, moves, &mut random),
                Ok(OfSize::Large(board)) => random_game::<LargeSet>(rules, board, moves, &mut random),
                Err(_) => None,
            };
            vectors.extend(drawn);
        }
    }
    (vectors, alike)
}

/// The text of a file of vectors: a line for each.
pub fn lines(vectors: &[Vector]) -> String {
    let line = |vector| serde_json::to_string(vector).expect("a record of texts can be written") + "\n";
    vectors.iter().map(line).collect()
}

/// The rulesets from which a ruleset is told apart, by their names or changed clauses.
fn others(rules: &Rules) -> Vec<(String, Rules)> {
    let mut all: Vec<(String, Rules)> = Vec::new();
    let defaults = catalogue::ALL.iter().map(|entry| Rules::from(*entry));
    let presets =
        catalogue::ALL.iter().flat_map(|entry| entry.presets).filter_map(|preset| preset.name.parse().ok());
    for other in defaults.chain(presets) {
        all.push((other.to_string(), other));
    }
    for (axis, values) in rules.entry.axes.iter().filter(|(axis, _)| *axis != Axis::Players) {
        for value in *values {
            let mut other = *rules;
            if other.set(*axis, value).is_ok() && other.check().is_ok() {
                all.push((other.to_string(), other));
            }
        }
    }
    let own = file_of(rules).unwrap_or_default();
    for text in texts_of_variants(rules) {
        let added = text.lines().filter(|line| !own.lines().any(|known| known == *line)).map(str::to_string);
        let name = |line: &str| line.split(" = ").next().unwrap_or_default().to_string();
        let changed = |line: &str| text.lines().any(|known| name(known) == name(line));
        let left_out =
            own.lines().filter(|line| !changed(line)).map(|line| format!("without {}", name(line)));
        let clauses: Vec<String> = added.chain(left_out).collect();
        all.extend(variant(&text).map(|other| (clauses.join("; "), other)));
    }
    all.retain(|(_, other)| {
        other != rules && other.options.players == Players::Two && other.first_move() == rules.first_move()
    });
    all.sort_by(|(one, _), (two, _)| one.cmp(two));
    all.dedup_by(|(one, _), (two, _)| one == two);
    all
}

fn refereed(rules: Rules, chosen: &Chosen, why: &[String]) -> Result<Vector, QuestionError> {
    let board = superko_go::Board::grid(chosen.rows, chosen.cols).expect("it is small");
    let question = Question::new(board, rules, chosen.start, Some(chosen.to_move))?;
    let moves = parse_record(question.board(), &chosen.moves, chosen.to_move, Players::Two);
    Ok(vector(&question, &moves.expect("they are moves of the board"), why.to_vec()))
}

/// The vector of a game: its moves as far as they are legal.
fn vector<S: Refereed>(question: &Question<S>, moves: &[Move<S::Point>], chosen: Vec<String>) -> Vector {
    let (game, board) = (&question.game, question.board());
    let mut referee = question.referee();
    let mut nodes = Vec::new();
    let mut moves = moves.iter();
    while referee.ended().is_none() {
        let mut node = node(&referee, board, &question.game);
        let played = moves.next().and_then(|mv| referee.play(*mv).ok());
        let going_on = played.is_some();
        node.played = played.map(|step| Played {
            mv: MoveName::of(board, step.mv),
            captured: stones(board, step.captured),
            lost: stones(board, step.lost),
        });
        nodes.push(node);
        if !going_on {
            break;
        }
    }
    Vector {
        schema: SCHEMA,
        rules: game.ruleset().to_string(),
        board: board.to_string(),
        start: StartRecord::of(board, &question.line.start, question.line.to_move),
        chosen,
        nodes,
        score: referee.ended().map(|score| score.to_string()),
    }
}

fn node<S: PointSet>(referee: &Referee<S>, board: &Board<S>, game: &superko_rules::game::Game<S>) -> Node {
    let key = &referee.state().key;
    let (mut legal, mut illegal) = (Vec::new(), Vec::new());
    for mv in candidates(game, referee) {
        let name = MoveName::of(board, mv);
        match referee.ban(mv) {
            None => legal.push(name),
            Some(Illegal { why, .. }) => {
                let since = match &why {
                    Why::Barred { since, .. } => Some(since.number()),
                    _ => None,
                };
                illegal.push(IllegalMove { mv: name, why: why.to_string(), since });
            }
        }
    }
    Node { position: diagram_line(board, &key.position), player: key.mover, legal, illegal, played: None }
}

/// A random game, if the ruleset has such a board.
fn random_game<S: Refereed>(rules: Rules, board: Board<S>, most: usize, random: &mut Rng) -> Option<Vector> {
    let question = Question::new(board, rules, None, None).ok()?;
    let mut referee = question.referee();
    while referee.ended().is_none() && referee.made() < most {
        let legal: Vec<Move<S::Point>> =
            question.game.legal(referee.state()).into_iter().map(|(mv, _)| mv).collect();
        let placed: Vec<Move<S::Point>> = legal.iter().copied().filter(|mv| mv.placed().is_some()).collect();
        let among = if placed.is_empty() || random.usize(..10) == 0 { legal } else { placed };
        referee.play(among[random.usize(..among.len())]).expect("it is legal");
    }
    let moves: Vec<Move<S::Point>> = referee.steps().iter().map(|step| step.mv).collect();
    Some(vector(&question, &moves, vec!["random".to_string()]))
}

/// The first node at which a vector says other than a ruleset does: its number, from 0; that of the
/// end is one more than the last. `None` if it agrees.
///
/// # Errors
/// The board is none of this ruleset.
pub fn first_difference(vector: &Vector, rules: Rules) -> Result<Option<usize>, QuestionError> {
    let texts = superko_query::ask::Texts { board: vector.board.clone(), ..Default::default() };
    match texts.board_of_any_size()? {
        OfSize::Solved(board) => differs_on(vector, rules, board),
        OfSize::Large(board) => differs_on(vector, rules, board),
    }
}

fn differs_on<S: Refereed>(
    vector: &Vector,
    rules: Rules,
    board: Board<S>,
) -> Result<Option<usize>, QuestionError> {
    let start = &vector.start;
    let question = Question::new(board, rules, Some(&start.position), Some(start.to_move))?;
    let mut moves: Vec<Move<S::Point>> = Vec::new();
    for played in vector.nodes.iter().filter_map(|node| node.played.as_ref()) {
        moves.extend(played.mv.on(question.board()));
    }
    let own = self::vector(&question, &moves, Vec::new());
    let same = |one: &Node, two: &Node| {
        let moves = |node: &Node| node.legal.iter().map(|mv| mv.as_str().to_string()).collect::<Vec<_>>();
        (&one.position, one.player, moves(one), &one.played)
            == (&two.position, two.player, moves(two), &two.played)
    };
    let pairs = vector.nodes.iter().zip(&own.nodes);
    if let Some(place) = pairs.into_iter().position(|(one, two)| !same(one, two)) {
        return Ok(Some(place));
    }
    let ends = (vector.nodes.len(), &vector.score) == (own.nodes.len(), &own.score);
    Ok((!ends).then_some(vector.nodes.len().min(own.nodes.len())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    fn bases() -> Vec<Rules> {
        let all = catalogue::ALL.iter().map(|entry| Rules::from(*entry));
        all.filter(|rules| rules.options.players == Players::Two).collect()
    }

    #[test]
    fn each_clause_that_is_changed_breaks_a_vector() {
        let (mut told, mut games) = (0, 0);
        for rules in sample::one_in(16, bases()) {
            let (vectors, alike) = vectors(rules, 1, &|_| {});
            games += vectors.len();
            for vector in &vectors {
                assert_eq!(first_difference(vector, rules), Ok(None), "{rules} {:?}", vector.chosen);
            }
            for (name, other) in others(&rules) {
                let breaks =
                    vectors.iter().any(|vector| !matches!(first_difference(vector, other), Ok(None)));
                assert!(breaks || alike.contains(&name), "{rules}: {name}");
                told += usize::from(breaks);
            }
        }
        println!("{games} games, {told} rulesets told apart");
        assert!(games > 20 && told > 20);
    }

    #[test]
    fn the_known_games_show_what_they_say() {
        if crate::sample::leaves_out_three_of_four("the_known_games_show_what_they_say") {
            return;
        }
        let rules: Rules = "psk --suicide allowed".parse().unwrap();
        let (vectors, _) = vectors(rules, 1, &|_| {});
        let of = |name: &str| vectors.iter().find(|vector| vector.chosen == [name]).expect("it is there");
        let lost = |vector: &Vector| -> usize {
            vector.nodes.iter().filter_map(|node| node.played.as_ref()).map(|played| played.lost.len()).sum()
        };
        assert!(lost(of("suicide of several stones")) > 1);
        assert!(of("basic ko").nodes.iter().any(|node| node.illegal.iter().any(|mv| mv.since.is_some())));
        let sending = of("sending two, returning one");
        assert!(
            sending
                .nodes
                .iter()
                .filter_map(|node| node.played.as_ref())
                .any(|played| played.captured.len() == 2)
        );
        assert!(of("passes to the end").score.is_some());
        assert!(vectors.iter().any(|vector| vector.board == "19x19"));
    }
}
