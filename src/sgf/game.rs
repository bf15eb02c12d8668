//! A record as a game: the board, the position that play starts from, whose turn it is there, and the moves.
//!
//! What a record says of a state is more than its diagram: under rules about repetition the moves are part of the state.
//! So what the record leaves open is refused, and nothing is guessed:
//!
//! * Turns alternate. Two moves of one player in a row are refused: a pass between them would be part of the past.
//! * Stones that are set up (`AB`, `AW`, `AE`), or a turn that is (`PL`), are no play. If they change anything behind the
//!   first move, the game starts from there, and the moves before are no part of its past. [`Record::set_up_after`] says so.
//! * Who moves first is said by `PL`; else it is the player of the first move; else White where `HA` gives Black two
//!   stones or more, and Black where it does not.
//! * Komi and the ruleset are handed on as they are written.
//!
//! Whether the moves are legal is not asked: that depends on the ruleset.

use super::error::{SgfError, quoted};
pub use super::line::Variation;
use super::line::line;
use super::parse::parse;
use super::point::{LONGEST_SIDE, points, stone_or_pass};
use super::ruleset::ruleset;
use super::text::{simple_text, split};
use super::tree::{Node, Tree};
use crate::ask::{Fault, Setup};
use crate::go::notation::{diagram_line, parse_move, point_name};
use crate::go::{Board, Move, Player, Players, Position, Suicide};
use crate::rules::axes::Options;
use crate::rules::entry::Entry;

/// The property by which a tree of this program has a move that SGF has not: its name, such as `accept`. Other programs
/// keep it and do not look at it.
pub const OTHER_MOVE: &str = "SKMV";

/// What is chosen of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The number of the game, from 1, in a file with several.
    pub game: usize,
    /// The line.
    pub variation: Variation,
    /// How many moves of the line; all if it says nothing. What is set up behind the last of them, before the next
    /// move, belongs to it.
    pub at: Option<usize>,
}

impl Default for Choice {
    /// The whole main line of the first game.
    fn default() -> Choice {
        Choice { game: 1, variation: Variation::default(), at: None }
    }
}

/// A game as a record tells it, up to the chosen move.
#[derive(Debug, Clone)]
pub struct Record {
    /// The board, a grid.
    pub board: Board,
    /// The position that play starts from.
    pub start: Position,
    /// Who moves first.
    pub to_move: Player,
    /// The moves from there on.
    pub moves: Vec<Move>,
    /// The number of moves of the whole line.
    pub line_moves: usize,
    /// If the start was set up behind moves of the line: how many.
    pub set_up_after: Option<usize>,
    /// Komi as it is written, if it is.
    pub komi: Option<String>,
    /// The ruleset as it is written, if it is: see [`Record::ruleset`].
    pub rules: Option<String>,
}

/// Reads a game from the bytes of a file.
///
/// # Errors
/// [`SgfError`] names in one line what is wrong, or what of the choice is not in the file, and what was expected.
///
/// ```
/// use superko::sgf::game::{Choice, read};
///
/// let file = b"(;FF[4]SZ[3:2]RU[kee2020]PL[W]AB[bb]AW[aa][ba][ca];W[ab])";
/// let record = read(file, &Choice::default()).unwrap();
/// assert_eq!((record.board.to_string(), record.moves.len()), ("2x3".to_string(), 1));
/// let (ruleset, _) = record.ruleset().unwrap().unwrap();
/// assert_eq!(ruleset.id, "kee2020");
/// ```
pub fn read(bytes: &[u8], choice: &Choice) -> Result<Record, SgfError> {
    let games = parse(bytes)?;
    let Some(tree) = choice.game.checked_sub(1).and_then(|place| games.get(place)) else {
        let what = format!("game {}: expected 1 to {}, the games of the file", choice.game, games.len());
        return Err(SgfError::new(what));
    };
    of_tree(tree, choice)
}

/// Reads a game from its tree; of the choice the line and the move are looked at.
///
/// # Errors
/// As those of [`read`].
pub fn of_tree(tree: &Tree, choice: &Choice) -> Result<Record, SgfError> {
    let root = tree.root();
    if let Some(value) = root.values("GM").map(|values| &values[0]).filter(|value| simple_text(value) != "1")
    {
        return Err(SgfError::at(
            root.line,
            format!("{}: expected GM[1], a game of Go", quoted("GM", value)),
        ));
    }
    let board = board(root)?;
    let line = line(tree, &choice.variation)?;
    let line_moves = line.iter().filter(|place| is_move(tree.node(**place))).count();
    if let Some(at) = choice.at.filter(|at| *at > line_moves) {
        return Err(SgfError::new(format!("move {at}: the line has {line_moves} moves")));
    }
    let mut told = Told::new(&board);
    let mut nodes = line.iter().map(|place| tree.node(*place));
    let mut behind = None;
    for node in nodes.by_ref() {
        if is_move(node) && choice.at == Some(told.number) {
            behind = Some(node);
            break;
        }
        told.take(node)?;
    }
    if told.to_move.is_none() {
        // The first move behind the chosen ones says whose turn it is.
        let next = behind.into_iter().chain(nodes).find_map(|node| colour(node).transpose()).transpose()?;
        told.to_move = next.or(told.turn);
    }
    told.check_liberties()?;
    let Told { start, to_move, moves, set_up_after, start_line, .. } = told;
    let handicap = handicap(root)?;
    let usual = if handicap >= 2 { Player::White } else { Player::Black };
    let to_move = to_move.unwrap_or(usual);
    let stones = start.colours()[Player::Black.index()].count_ones() as usize;
    if set_up_after.is_none() && handicap >= 2 && stones < handicap {
        let what = format!("HA[{handicap}]: {stones} stones of Black are set up, expected as many in AB");
        return Err(SgfError::at(start_line.unwrap_or(root.line), what));
    }
    let said = |name| root.values(name).map(|values| simple_text(&values[0])).filter(|text| !text.is_empty());
    let (komi, rules) = (said("KM"), said("RU"));
    Ok(Record { start, to_move, moves, line_moves, set_up_after, komi, rules, board })
}

impl Record {
    /// The ruleset that the record names, if it names one.
    ///
    /// # Errors
    /// The name is not exactly a ruleset of the catalogue.
    pub fn ruleset(&self) -> Result<Option<(&'static Entry, Options)>, SgfError> {
        let read = |text: &String| {
            ruleset(text).map_err(|why| SgfError::new(format!("{}: {why}", quoted("RU", text))))
        };
        self.rules.as_ref().map(read).transpose()
    }

    /// The game under a ruleset, before its first move.
    ///
    /// # Errors
    /// The board is too large for the ruleset.
    pub fn setup(&self, entry: &'static Entry, options: Options) -> Result<Setup, Fault> {
        let start = diagram_line(&self.board, &self.start);
        Setup::new(self.board.clone(), entry, options, Some(&start), self.to_move)
    }
}

/// The board of `SZ`: columns and rows, or one number for both.
fn board(root: &Node) -> Result<Board, SgfError> {
    let Some(values) = root.values("SZ") else {
        let what = "SZ is missing, which means a board of 19x19, expected at most 64 intersections";
        return Err(SgfError::at(root.line, what));
    };
    let error = |expected: &str| {
        SgfError::at(root.line, format!("{}: expected {expected}", quoted("SZ", &values[0])))
    };
    let number = |text: &str| simple_text(text).parse::<usize>().ok();
    let (cols, rows) = split(&values[0]).unwrap_or((&values[0], &values[0]));
    let (Some(cols), Some(rows)) = (number(cols), number(rows)) else {
        return Err(error("the number of rows, or COLUMNS:ROWS"));
    };
    if rows.max(cols) > LONGEST_SIDE {
        return Err(error("sides of at most 52, all that SGF can name"));
    }
    Board::grid(rows, cols).map_err(|_| error("a board of 1 to 64 intersections"))
}

fn handicap(root: &Node) -> Result<usize, SgfError> {
    let Some(value) = root.values("HA").map(|values| simple_text(&values[0])) else { return Ok(0) };
    match value.parse() {
        _ if value.is_empty() => Ok(0),
        Ok(stones) => Ok(stones),
        Err(_) => {
            Err(SgfError::at(root.line, format!("{}: expected a number of stones", quoted("HA", &value))))
        }
    }
}

fn is_move(node: &Node) -> bool {
    ["B", "W", OTHER_MOVE].iter().any(|name| node.values(name).is_some())
}

/// Whose move a node is, if it is a move that says so.
fn colour(node: &Node) -> Result<Option<Player>, SgfError> {
    match (node.values("B"), node.values("W")) {
        (Some(_), Some(_)) => Err(SgfError::at(node.line, "B and W in one node, expected one move in each")),
        (Some(_), None) => Ok(Some(Player::Black)),
        (None, Some(_)) => Ok(Some(Player::White)),
        (None, None) => Ok(None),
    }
}

/// What the nodes of a line have told so far.
struct Told<'a> {
    board: &'a Board,
    start: Position,
    /// Who moves first, where that is known.
    to_move: Option<Player>,
    /// The moves since the start.
    moves: Vec<Move>,
    /// The number of moves since the root.
    number: usize,
    set_up_after: Option<usize>,
    /// The line of the file in which the start was set up last.
    start_line: Option<usize>,
    /// The position on the board; after a move on a stone there is none, and only the referee has more to say.
    now: Option<Position>,
    /// Whose turn it is, where that is known.
    turn: Option<Player>,
}

impl Told<'_> {
    fn new(board: &Board) -> Told<'_> {
        Told {
            board,
            start: Position::default(),
            to_move: None,
            moves: Vec::new(),
            number: 0,
            set_up_after: None,
            start_line: None,
            now: Some(Position::default()),
            turn: None,
        }
    }

    /// Takes in the next node.
    fn take(&mut self, node: &Node) -> Result<(), SgfError> {
        let sets_up = ["AB", "AW", "AE"].iter().any(|name| node.values(name).is_some());
        if is_move(node) {
            if sets_up {
                return Err(SgfError::at(
                    node.line,
                    "a move and stones that are set up in one node, expected a node for each",
                ));
            }
            self.play(node)?;
        }
        if sets_up || node.values("PL").is_some() {
            self.set_up(node)?;
        }
        Ok(())
    }

    fn play(&mut self, node: &Node) -> Result<(), SgfError> {
        let number = self.number + 1;
        let error = |what: String| SgfError::at(node.line, format!("move {number}, {what}"));
        let colour = colour(node)?;
        let name = match colour {
            Some(player) => &player.name()[..1],
            None => OTHER_MOVE,
        };
        let values = node.values(name).unwrap_or_default();
        let [value] = values else {
            return Err(error(format!("{name} has {} values, expected one", values.len())));
        };
        if colour.is_some() && node.values(OTHER_MOVE).is_some() {
            return Err(error(format!("{name} and {OTHER_MOVE} in one node, expected one move in each")));
        }
        if self.moves.is_empty() {
            self.check_liberties()?;
            // Without anything that says so, the first to move is who moves first.
            self.turn = self.to_move.or(colour).or(self.turn).or(Some(Player::Black));
            self.to_move = self.turn;
        }
        let turn = self.turn.unwrap_or(Player::Black);
        if let Some(player) = colour.filter(|player| *player != turn) {
            return Err(error(format!(
                "{}: it is {}'s turn, expected a move of his (a pass is {}[]), or stones set up by AB and AW",
                quoted(name, value),
                turn.name(),
                if player == Player::Black { "W" } else { "B" },
            )));
        }
        let mv = match colour {
            Some(_) => stone_or_pass(self.board, value),
            None => parse_move(self.board, &simple_text(value)).ok(),
        };
        let mv = mv.ok_or_else(|| {
            let expected =
                format!("expected an intersection of the {} board or a pass, [] or [tt]", self.board);
            error(format!("{}: {expected}", quoted(name, value)))
        })?;
        self.moves.push(mv);
        self.number = number;
        self.turn = Some(Players::Two.next(turn));
        if let (Some(position), Some(point)) = (self.now, mv.placed()) {
            self.now = position.place(self.board, turn, point, Suicide::Allowed).map(|made| made.position);
        }
        Ok(())
    }

    /// Sets up what a node says. If that changes nothing, it is passed over.
    fn set_up(&mut self, node: &Node) -> Result<(), SgfError> {
        let turn = self.turn_of(node)?;
        let Some(now) = self.now else {
            let what = "stones are set up behind a move on a stone, expected moves on empty intersections";
            return Err(SgfError::at(node.line, what));
        };
        let mut colours = now.colours();
        let mut set = 0;
        for (name, owner) in [("AB", Some(Player::Black)), ("AW", Some(Player::White)), ("AE", None)] {
            let stones = self.stones(node, name)?;
            if set & stones != 0 {
                let point = point_name(self.board, (set & stones).trailing_zeros() as u8);
                let what =
                    format!("{point} is set up in two ways in one node, expected one of AB, AW and AE");
                return Err(SgfError::at(node.line, what));
            }
            set |= stones;
            colours = colours.map(|colour| colour & !stones);
            if let Some(owner) = owner {
                colours[owner.index()] |= stones;
            }
        }
        let position = Position::of_colours(colours);
        let turns = turn.is_some() && turn != self.turn;
        if position == now && !turns {
            return Ok(());
        }
        if position != now {
            self.start_line = Some(node.line);
        }
        // Behind moves the turn stays, unless PL or the next move says otherwise.
        let known = if self.moves.is_empty() { self.to_move } else { None };
        (self.start, self.now, self.to_move) = (position, Some(position), turn.or(known));
        self.turn = turn.or(self.turn);
        self.moves.clear();
        self.set_up_after = Some(self.number).filter(|number| *number > 0);
        Ok(())
    }

    /// The player of `PL`, if a node has it.
    fn turn_of(&self, node: &Node) -> Result<Option<Player>, SgfError> {
        let Some(values) = node.values("PL") else { return Ok(None) };
        match simple_text(&values[0]).to_ascii_lowercase().as_str() {
            "b" | "black" | "1" => Ok(Some(Player::Black)),
            "w" | "white" | "2" => Ok(Some(Player::White)),
            _ => {
                Err(SgfError::at(node.line, format!("{}: expected PL[B] or PL[W]", quoted("PL", &values[0]))))
            }
        }
    }

    /// The intersections of a list.
    fn stones(&self, node: &Node, name: &str) -> Result<u64, SgfError> {
        let mut set = 0;
        // An empty list is written with one empty value.
        for value in
            node.values(name).unwrap_or_default().iter().filter(|value| !simple_text(value).is_empty())
        {
            set |= points(self.board, value).ok_or_else(|| {
                let expected =
                    format!("expected intersections of the {} board, such as aa or aa:bb", self.board);
                SgfError::at(node.line, format!("{}: {expected}", quoted(name, value)))
            })?;
        }
        Ok(set)
    }

    /// Checks the position that was set up last.
    fn check_liberties(&self) -> Result<(), SgfError> {
        let Some(chain) = self.start.chain_without_liberties(self.board) else { return Ok(()) };
        let point = point_name(self.board, chain.trailing_zeros() as u8);
        let what =
            format!("the chain at {point} is set up without a liberty, expected every chain to have one");
        Err(SgfError { line: self.start_line, ..SgfError::new(what) })
    }
}
