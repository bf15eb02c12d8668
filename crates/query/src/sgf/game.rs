//! Games from records: the board, the starting position, whose turn it is there, and the moves.
//!
//! A state is more than its diagram: under rules about repetition the moves are part of it. So what
//! the record leaves open is refused, and nothing is guessed:
//!
//! * Turns alternate. Two moves of one player in a row are refused: a pass between them would be
//!   part of the history.
//! * Stones that are set up (`AB`, `AW`, `AE`), or a turn that is (`PL`), are no play. If they
//!   change anything after the first move, the game starts from there, and the moves before are no
//!   part of its history. [`Record::set_up_after`] says so.
//! * Who moves first is said by `PL`; else it is the player of the first move; else White where
//!   `HA` gives Black two stones or more, and Black where it does not.
//! * Komi and the ruleset are handed on as they are written.
//!
//! Whether the moves are legal is not asked: that depends on the ruleset.

use std::fmt;
use std::str::FromStr;

use super::parse::parse;
use super::properties::{Replay, colour, is_move, setup_property};
use super::tree::{Node, SgfError, Tree, quoted, simple_text, split};
use crate::ask::rulesets::{Speaker, ruleset};
use crate::ask::{Question, QuestionError};
use superko_go::Player;
use superko_go::bits::PointSet;
use superko_go::board::{Board, LargeSet, MAX_POINTS, MAX_SIDE, OfSize};
use superko_go::notation::diagram_line;
use superko_go::player::Move;
use superko_go::position::Position;
use superko_rules::{Refereed, Rules};

/// Choice of a game and a position in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The number of the game, from 1, in a file with several.
    pub game: usize,
    /// The line.
    pub variation: Variation,
    /// How many moves of the line; all if it says nothing. What is set up after the last of them,
    /// before the next move, belongs to it.
    pub at: Option<usize>,
}

impl Default for Choice {
    /// The whole main line of the first game.
    fn default() -> Choice {
        Choice { game: 1, variation: Variation::default(), at: None }
    }
}

/// Game of a record, up to the chosen move.
#[derive(Debug, Clone)]
pub struct Record<S: PointSet = u64> {
    /// The board, a grid.
    pub board: Board<S>,
    /// The starting position.
    pub start: Position<S>,
    /// Who moves first.
    pub to_move: Player,
    /// The moves from there on.
    pub moves: Vec<Move<S::Point>>,
    /// The number of moves of the whole line.
    pub line_moves: usize,
    /// If the starting position was set up after moves of the line: how many.
    pub set_up_after: Option<usize>,
    /// Komi as it is written, if it is.
    pub komi: Option<String>,
    /// The ruleset as it is written, if it is: see [`Record::ruleset`].
    pub rules: Option<String>,
}

/// Reads a game from the bytes of a file.
///
/// # Errors
/// [`SgfError`] names in one line what is wrong, or what of the choice is not in the file, and what
/// was expected.
///
/// ```
/// use superko_query::sgf::game::{Choice, read};
///
/// let file = b"(;FF[4]SZ[3:2]RU[kee2020]PL[W]AB[bb]AW[aa][ba][ca];W[ab])";
/// let record = read(file, &Choice::default()).unwrap();
/// assert_eq!((record.board.to_string(), record.moves.len()), ("2x3".to_string(), 1));
/// assert_eq!(record.ruleset().unwrap().unwrap().to_string(), "kee2020");
/// ```
pub fn read(bytes: &[u8], choice: &Choice) -> Result<Record, SgfError> {
    of_tree(chosen(&parse(bytes)?, choice)?, choice)
}

/// Reads a game on a board of any size that SGF has, to be refereed.
///
/// # Errors
/// As those of [`read`].
pub fn read_of_any_size(bytes: &[u8], choice: &Choice) -> Result<OfSize<Record, Record<LargeSet>>, SgfError> {
    of_any_size(chosen(&parse(bytes)?, choice)?, choice)
}

fn of_any_size(tree: &Tree, choice: &Choice) -> Result<OfSize<Record, Record<LargeSet>>, SgfError> {
    let (rows, cols) = sides(tree.root())?;
    if rows * cols <= MAX_POINTS {
        return of_tree(tree, choice).map(OfSize::Solved);
    }
    let board = Board::large(rows, cols).map_err(|error| SgfError::new(error.to_string()))?;
    on_board(tree, choice, board).map(OfSize::Large)
}

fn chosen<'t>(games: &'t [Tree], choice: &Choice) -> Result<&'t Tree, SgfError> {
    choice.game.checked_sub(1).and_then(|index| games.get(index)).ok_or_else(|| {
        let what = format!("game {}: expected 1 to {}, the games of the file", choice.game, games.len());
        SgfError::new(what)
    })
}

/// Reads a game from its tree; of the choice the line and the move are looked at.
///
/// # Errors
/// As those of [`read`].
pub fn of_tree(tree: &Tree, choice: &Choice) -> Result<Record, SgfError> {
    let root = tree.root();
    let (rows, cols) = sides(root)?;
    let board = superko_go::Board::grid(rows, cols).map_err(|_| {
        let what = match root.values("SZ") {
            Some(values) => {
                format!("{}: expected a board of 1 to 64 intersections", quoted("SZ", &values[0]))
            }
            None => {
                "SZ is missing, which means a board of 19x19, expected at most 64 intersections".to_string()
            }
        };
        SgfError::of(root, "SZ", what)
    })?;
    on_board(tree, choice, board)
}

fn on_board<S: PointSet>(tree: &Tree, choice: &Choice, board: Board<S>) -> Result<Record<S>, SgfError> {
    let root = tree.root();
    let line = line(tree, &choice.variation)?;
    let handicap = handicap(root)?;
    let placed = handicap_by_moves(tree, &line, handicap)?;
    let line_moves = line.iter().filter(|place| is_move(tree.node(**place))).count() - placed;
    if let Some(at) = choice.at.filter(|at| *at > line_moves) {
        return Err(SgfError::new(format!("move {at}: expected 0 to {line_moves}, the moves of the line")));
    }
    let mut replay = Replay::new(&board, placed);
    let mut nodes = line.iter().map(|place| tree.node(*place));
    let mut next_node = None;
    for node in nodes.by_ref() {
        if is_move(node) && replay.handicap == 0 && choice.at == Some(replay.number) {
            next_node = Some(node);
            break;
        }
        replay.apply(node)?;
    }
    if replay.to_move.is_none() {
        // The first move after the chosen ones says whose turn it is.
        let next = next_node.into_iter().chain(nodes).find_map(|node| colour(node).transpose());
        // Errors in moves that are not taken do not matter.
        replay.to_move = next.and_then(Result::ok).or(replay.turn);
    }
    replay.check_liberties()?;
    let Replay { start, to_move, moves, set_up_after, .. } = replay;
    let default_player = if handicap >= 2 { Player::White } else { Player::Black };
    let to_move = to_move.unwrap_or(default_player);
    let stones = start.colours()[Player::Black.index()].count() as usize;
    if set_up_after.is_none() && handicap >= 2 && stones < handicap {
        let what = format!(
            "HA[{handicap}]: AB sets up {stones}, expected as many stones of Black (or as many moves of Black before the first of White)"
        );
        return Err(SgfError::of(root, "HA", what));
    }
    let said = |name| root.values(name).map(|values| simple_text(&values[0])).filter(|text| !text.is_empty());
    let (komi, rules) = (said("KM"), said("RU"));
    Ok(Record { start, to_move, moves, line_moves, set_up_after, komi, rules, board })
}

impl<S: Refereed> Record<S> {
    /// The ruleset that the record names, if it names one.
    ///
    /// # Errors
    /// The name is not exactly a ruleset of the catalogue.
    pub fn ruleset(&self) -> Result<Option<Rules>, SgfError> {
        let read = |text: &String| {
            let named = ruleset(text, Speaker::User).map(|(rules, _)| rules);
            named.map_err(|why| SgfError::new(format!("{}: {why}", quoted("RU", text))))
        };
        self.rules.as_ref().map(read).transpose()
    }

    /// The game under a ruleset, before its first move.
    ///
    /// # Errors
    /// The board is too large for the ruleset.
    pub fn setup(&self, rules: Rules) -> Result<Question<S>, QuestionError> {
        let start = diagram_line(&self.board, &self.start);
        Question::new(self.board.clone(), rules, Some(&start), Some(self.to_move))
    }
}

/// The rows and columns of `SZ`, which has columns and rows, or one number for both. Without it a
/// board has 19 of each.
fn sides(root: &Node) -> Result<(usize, usize), SgfError> {
    if let Some(value) = root.values("GM").map(|values| &values[0]).filter(|value| simple_text(value) != "1")
    {
        let what = format!("{}: expected GM[1], a game of Go", quoted("GM", value));
        return Err(SgfError::of(root, "GM", what));
    }
    let Some(values) = root.values("SZ") else { return Ok((19, 19)) };
    let error = |expected: &str| {
        SgfError::of(root, "SZ", format!("{}: expected {expected}", quoted("SZ", &values[0])))
    };
    let number = |text: &str| simple_text(text).parse::<usize>().ok();
    let (cols, rows) = split(&values[0]).unwrap_or((&values[0], &values[0]));
    let (Some(cols), Some(rows)) = (number(cols), number(rows)) else {
        return Err(error("the number of rows, or COLUMNS:ROWS"));
    };
    if rows.max(cols) > MAX_SIDE {
        return Err(error("sides of at most 52, all that SGF can name"));
    }
    if rows.min(cols) == 0 {
        return Err(error("at least one row and one column"));
    }
    Ok((rows, cols))
}

fn handicap(root: &Node) -> Result<usize, SgfError> {
    let Some(value) = root.values("HA").map(|values| simple_text(&values[0])) else { return Ok(0) };
    if value.is_empty() {
        return Ok(0);
    }
    let error =
        |_| SgfError::of(root, "HA", format!("{}: expected a number of stones", quoted("HA", &value)));
    value.parse().map_err(error)
}

/// How many of the first moves of a line are stones of the handicap: as many moves of Black as `HA`
/// says, on a board without stones, before the first move of White. A single one proves nothing, as
/// Black may also begin.
fn handicap_by_moves(tree: &Tree, line: &[usize], handicap: usize) -> Result<usize, SgfError> {
    let nodes = || line.iter().map(|place| tree.node(*place));
    let bare = !nodes().take_while(|node| !is_move(node)).any(|node| {
        let stones =
            |name| node.values(name).into_iter().flatten().any(|value| !simple_text(value).is_empty());
        stones("AB") || stones("AW")
    });
    if handicap < 2 || !bare {
        return Ok(0);
    }
    let black = |node: &&Node| node.values("B").is_some() && node.values("W").is_none();
    let first = nodes().skip_while(|node| !is_move(node));
    let first = first.take_while(|node| setup_property(node).is_none() || is_move(node));
    let placed: Vec<&Node> = first.filter(|node| is_move(node)).take_while(black).take(handicap).collect();
    match placed.len() {
        0 | 1 => Ok(0),
        all if all == handicap => Ok(all),
        few => {
            let what = format!(
                "HA[{handicap}]: Black has {few} moves before the first of White, expected {handicap}"
            );
            Err(SgfError::of(tree.root(), "HA", what))
        }
    }
}

/// The main line of the first game before move `number`, or all of it if it has fewer moves. Errors
/// in later moves do not matter.
///
/// # Errors
/// As those of [`read`].
pub fn read_before(bytes: &[u8], number: usize) -> Result<OfSize<Record, Record<LargeSet>>, SgfError> {
    let games = parse(bytes)?;
    let (tree, main) = (&games[0], Choice::default());
    let before = |at| of_any_size(tree, &Choice { at: Some(at), ..Choice::default() });
    let line_moves = match before(0)? {
        OfSize::Solved(start) => start.line_moves,
        OfSize::Large(start) => start.line_moves,
    };
    match number.saturating_sub(1) {
        at if at < line_moves => before(at),
        _ => of_any_size(tree, &main),
    }
}

// --- One line of a tree ---

/// A path of variations, such as `1.2`: at the first node with more than one child the line goes on
/// with its first child, at the second with its second; after that it follows the first children,
/// as the main line does everywhere.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Variation(Vec<usize>);

impl FromStr for Variation {
    type Err = String;

    fn from_str(text: &str) -> Result<Variation, String> {
        let number = |text: &str| text.parse().ok().filter(|number| *number > 0);
        let numbers: Option<Vec<usize>> = text.split('.').map(number).collect();
        let expected = "numbers from 1 with dots between them, such as 1.2: which way to go at each branch";
        numbers.map(Variation).ok_or_else(|| format!("expected {expected}"))
    }
}

impl fmt::Display for Variation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}

/// The nodes of a line, from the root to an end.
///
/// # Errors
/// A branch that the tree does not have.
pub fn line(tree: &Tree, variation: &Variation) -> Result<Vec<usize>, SgfError> {
    let (mut line, mut ways) = (vec![Tree::ROOT], variation.0.iter());
    let mut branches = 0;
    while let Some(last) = line.last() {
        let node = tree.node(*last);
        let way = match node.children.len() {
            0 => break,
            1 => 1,
            count => {
                branches += 1;
                let way = ways.next().copied().unwrap_or(1);
                if way > count {
                    let what = format!(
                        "variation {variation}: branch {branches} has {count} ways, expected one of them"
                    );
                    return Err(SgfError::at(node.place, what));
                }
                way
            }
        };
        line.push(node.children[way - 1]);
    }
    if ways.next().is_some() {
        let branches = if branches == 1 { "1 branch".to_string() } else { format!("{branches} branches") };
        let what = format!("variation {variation}: the line has {branches}, expected no more numbers");
        return Err(SgfError::new(what));
    }
    Ok(line)
}

#[cfg(test)]
mod game_tests {
    use super::*;
    use proptest::prelude::*;
    use superko_go::notation::move_name;
    use superko_rules::catalogue;

    /// Start, turn and moves, as `X.O/... white: A1 pass`, of the first N moves of a game on 2x3.
    fn summary(nodes: &str, at: Option<usize>) -> Result<String, String> {
        let text = format!("(;SZ[3:2]{nodes})");
        let record =
            read(text.as_bytes(), &Choice { at, ..Choice::default() }).map_err(|error| error.to_string())?;
        let Record { board, start, to_move, moves, set_up_after, .. } = &record;
        let moves: Vec<String> = moves.iter().map(|mv| move_name(board, *mv)).collect();
        let after = set_up_after.map_or(String::new(), |after| format!(" after {after}"));
        Ok(format!("{}{after} {}: {}", diagram_line(board, start), to_move.name(), moves.join(" ")))
    }

    #[test]
    fn a_ruleset_is_read_by_any_of_its_names_and_as_katago_writes_it() {
        let read = |text: &str| {
            let file = format!("(;SZ[2]RU[{text}])");
            let record = read(file.as_bytes(), &Choice::default()).unwrap();
            Ok(record.ruleset().map_err(|error| error.to_string())?.unwrap().to_string())
        };
        for (text, expected) in [
            ("Tromp-Taylor", "psk --suicide allowed"),
            ("NZ", "new-zealand"),
            ("New Zealand", "new-zealand"),
            ("AGA", "ssk"),
            ("PSK", "psk"),
            ("koPOSITIONALscoreAREAtaxNONEsui1", "psk --suicide multi-stone"),
            ("koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1", "ssk"),
            (r#"{"ko":"SIMPLE","scoring":"AREA","suicide":false}"#, "katago-simple"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(expected), "{text}");
        }
        for entry in *catalogue::ALL {
            for rules in entry.combinations() {
                let written = rules.to_string();
                assert_eq!(read(&written).as_deref(), Ok(written.as_str()));
            }
        }
        for (text, why) in [
            ("Japanese", "agree on"),
            ("Chinese", "in several ways"),
            ("GOE", "disturbing"),
            ("a ruleset of my own", "no ruleset has this name"),
            ("kee2009 --lift never", "--lift \"never\": expected"),
            ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "scoring TERRITORY"),
            ("koSPIGHTscoreAREAtaxNONEsui0", "SPIGHT"),
        ] {
            let said: String = read(text).unwrap_err();
            assert!(said.contains(why) && said.starts_with("RU["), "{text}: {said}");
        }
    }

    #[test]
    fn a_line_tells_its_start_its_turn_and_its_moves() {
        for (nodes, at, expected) in [
            ("", None, ".../... Black: "),
            (";B[aa];W[cb];B[];W[tt]", None, ".../... Black: A2 C1 pass pass"),
            (";B[aa];W[cb];B[]", Some(2), ".../... Black: A2 C1"),
            (";C[no move];W[aa];N[];B[cb]", Some(0), ".../... White: "),
            ("AB[aa:ba]AW[cb]AE[]", None, "XX./..O Black: "),
            ("HA[2]AB[aa][ba];W[cb]", None, "XX./... White: C1"),
            ("HA[2];AB[aa][ba]", None, "XX./... White: "),
            // Stones of the handicap as moves are no moves.
            ("HA[2];B[aa];B[ba];W[cb];B[bb]", None, "XX./... White: C1 B1"),
            ("HA[2]PL[B];B[aa];C[x];B[ba]", None, "XX./... White: "),
            ("HA[3]AB[];B[aa];B[ba];B[cb];W[bb]", Some(0), "XX./..X White: "),
            ("HA[2];B[aa];B[ba];W[cb];B[bb]", Some(1), "XX./... White: C1"),
            ("HA[0]AW[aa]PL[White]", None, "O../... White: "),
            ("PL[W];AB[aa];W[bb]", None, "X../... White: B1"),
            (";B[aa]PL[W];W[bb]", None, ".../... Black: A2 B1"),
            (";SKMV[accept];W[aa];SKMV[challenge\\:B1]", None, ".../... Black: accept A2 challenge:B1"),
        ] {
            assert_eq!(summary(nodes, at).as_deref(), Ok(expected), "{nodes}");
        }
    }

    #[test]
    fn what_is_set_up_behind_moves_is_a_new_start() {
        for (nodes, at, expected) in [
            (";B[aa];AW[cb];W[bb];B[ca]", None, "X../..O after 1 White: B1 C2"),
            // The next move says whose turn it is, also one that is not taken.
            (";B[aa];AW[cb];B[bb]", None, "X../..O after 1 Black: B1"),
            (";B[aa];AW[cb];B[bb]", Some(1), "X../..O after 1 Black: "),
            (";B[aa];AW[cb]PL[B];AE[aa]", None, ".../..O after 1 Black: "),
            (";B[aa];AW[cb];W[bb]", Some(0), ".../... Black: "),
            (";B[aa];PL[B];B[bb]", None, "X../... after 1 Black: B1"),
            // What changes nothing is no setup, and the history stays.
            (";B[aa];AB[aa]AE[bb]PL[W];W[bb]", None, ".../... Black: A2 B1"),
            // Captures and suicides of the moves before are carried out.
            ("AB[ba][ab];W[aa];AW[cb]", None, ".X./X.O after 1 Black: "),
            ("AW[aa]AB[ab];B[ba];AW[cb]", None, ".X./X.O after 1 White: "),
        ] {
            assert_eq!(summary(nodes, at).as_deref(), Ok(expected), "{nodes} {at:?}");
        }
    }

    #[test]
    fn what_a_record_leaves_open_is_refused_by_its_line() {
        for (nodes, column, expected) in [
            ("PL[W];B[aa]", 16, "move 1, B[aa]: it is White's turn"),
            (";B[aa];AW[cb]PL[B];W[bb]", 29, "move 2, W[bb]: it is Black's turn"),
            (";B[ac]", 11, "move 1, B[ac]: expected an intersection of the 2x3 board or a pass"),
            (";B[aa][ab]", 11, "move 1, B has 2 values, expected one"),
            (";B[aa]W[ab]", 16, "B and W in one node, expected one move in each"),
            (";B[aa]AW[ab]", 16, "a move and stones that are set up in one node"),
            (";B[aa]SKMV[accept]", 11, "move 1, B and SKMV in one node"),
            (";SKMV[nothing]", 11, "move 1, SKMV[nothing]: expected"),
            ("AB[ad]", 10, "AB[ad]: expected intersections of the 2x3 board"),
            ("AB[aa]AW[aa:ba]", 16, "A2 is set up in two ways in one node"),
            ("AB[aa:cb]", 10, "the chain at A2 is set up without a liberty"),
            ("AB[aa:cb];W[aa]", 10, "the chain at A2 is set up without a liberty"),
            (";B[aa];W[aa];AB[bb]", 23, "stones are set up after a move on a stone"),
            ("PL[Red]", 10, "PL[Red]: expected PL[B] or PL[W]"),
            ("HA[2]AB[aa]", 10, "HA[2]: AB sets up 1, expected as many stones of Black (or"),
            ("HA[2];B[aa];W[ba];B[ab]", 10, "HA[2]: AB sets up 0, expected as many"),
            ("HA[3];B[aa];B[ba];W[ab]", 10, "HA[3]: Black has 2 moves before the first of White, expected 3"),
            ("HA[2];B[aa];B[ba];B[ab]", 28, "move 1, B[ab]: it is White's turn"),
            ("HA[2];B[aa];B[aa];W[ab]", 22, "B[aa]: a stone of the handicap, expected an empty"),
            ("HA[2];B[aa];B[];W[ab]", 22, "B[]: a stone of the handicap, expected an intersection"),
            ("HA[2]AB[aa];B[bb];W[ab]", 10, "HA[2]: AB sets up 1"),
            ("HA[two]", 10, "HA[two]: expected a number of stones"),
            ("GM[2]", 10, "GM[2]: expected GM[1], a game of Go"),
        ] {
            let said = summary(nodes, None).unwrap_err();
            assert!(said.starts_with(&format!("line 1, column {column}: {expected}")), "{nodes}: {said}");
        }
        let all = "line 2, column 8: move 2, B[bb]: it is White's turn, expected a move of his (a pass is W[]), or stones set up by AB and AW";
        assert_eq!(summary("\n;B[aa];B[bb]", None), Err(all.to_string()));
        let said = summary(";B[aa]", Some(2)).unwrap_err();
        assert_eq!(said, "move 2: expected 0 to 1, the moves of the line");
        let board = |size: &str| {
            let record = read(format!("(;{size})").as_bytes(), &Choice::default());
            record.map(|record| record.board.to_string()).map_err(|error| error.to_string())
        };
        for (size, name) in
            [("SZ[3]", "3x3"), ("SZ[3:2]", "2x3"), ("SZ[ 2 : 2 ]", "2x2"), ("SiZe[52:1]", "1x52")]
        {
            assert_eq!(board(size).as_deref(), Ok(name));
        }
        for (size, expected) in [
            ("", "SZ is missing, which means a board of 19x19"),
            ("SZ[19]", "SZ[19]: expected a board of 1 to 64 intersections"),
            ("SZ[0]", "SZ[0]: expected at least one row and one column"),
            ("SZ[53:1]", "SZ[53:1]: expected sides of at most 52"),
            ("SZ[2x3]", "SZ[2x3]: expected the number of rows, or COLUMNS:ROWS"),
            ("SZ[1:2:3]", "expected the number of rows, or COLUMNS:ROWS"),
        ] {
            assert!(board(size).unwrap_err().contains(expected), "{size}: {:?}", board(size));
        }
    }

    #[test]
    fn komi_and_ruleset_are_handed_on() {
        let record = |text: &str| read(text.as_bytes(), &Choice { game: 2, ..Choice::default() }).unwrap();
        let both = record("(;SZ[1])(;SZ[2]KM[6.5]RU[kee2020 --lift produced])");
        assert_eq!(both.komi.as_deref(), Some("6.5"));
        let rules = both.ruleset().unwrap().unwrap();
        assert_eq!(rules.to_string(), "kee2020 --lift produced");
        assert!(both.setup(rules).is_ok());
        assert!(record("(;SZ[1])(;SZ[2]KM[]RU[ ])").ruleset().unwrap().is_none());
        let said = record("(;SZ[1])(;SZ[2]RU[Japanese])").ruleset().unwrap_err().to_string();
        assert!(said.starts_with("RU[Japanese]: no ruleset is exactly this"), "{said}");
        let said = read(b"(;SZ[1])", &Choice { game: 2, ..Choice::default() }).unwrap_err().to_string();
        assert_eq!(said, "game 2: expected 1 to 1, the games of the file");
    }

    proptest! {
        #[test]
        fn near_records_are_read_or_refused_with_one_line(
            nodes in "((;|PL|AB|AW|AE|B|W|HA|SKMV)(\\[([a-d]{2}|[a-c]{2}:[a-c]{2}|tt|B|W|2|)\\])+){0,12}",
            at in proptest::option::of(0usize..4),
        ) {
            let text = format!("(;SZ[3:2];{nodes})");
            match read(text.as_bytes(), &Choice { at, ..Choice::default() }) {
                Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1),
                Ok(record) => {
                    prop_assert!(record.start.chain_without_liberties(&record.board).is_none());
                    prop_assert!(at.is_none_or(|at| record.set_up_after.unwrap_or(0) + record.moves.len() == at));
                }
            }
        }
    }
}

#[cfg(test)]
mod line_tests {
    use super::*;

    #[test]
    fn a_path_says_which_way_to_go_at_each_branch() {
        let tree = &parse(b"(;N[r];N[a](;N[b](;N[c])(;N[d];N[e](;N[f])(;N[g])))(;N[h]))").unwrap()[0];
        let names = |variation: &str| {
            let places = line(tree, &variation.parse().unwrap()).map_err(|error| error.to_string())?;
            Ok::<String, String>(
                places.iter().map(|place| tree.node(*place).values("N").unwrap()[0].as_str()).collect(),
            )
        };
        let main: Vec<usize> = line(tree, &Variation::default()).unwrap();
        assert_eq!(main.len(), 4);
        for (variation, expected) in
            [("1", "rabc"), ("1.1", "rabc"), ("1.2", "rabdef"), ("1.2.2", "rabdeg"), ("2", "rah")]
        {
            assert_eq!(names(variation).as_deref(), Ok(expected), "{variation}");
        }
        assert!(names("3").unwrap_err().contains("variation 3: branch 1 has 2 ways"));
        assert!(names("2.1").unwrap_err().contains("variation 2.1: the line has 1 branch, expected"));
        for text in ["", "0", "1.", ".1", "1.x", "-1", "1,2", "99999999999999999999"] {
            assert!(text.parse::<Variation>().is_err(), "{text}");
        }
    }
}
