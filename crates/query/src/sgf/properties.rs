//! Move and setup properties: intersections and moves as values, and the setups, moves and turns of
//! a line of nodes.

use super::tree::{Node, Place, SgfError, quoted, simple_text, split};
use superko_go::bits::{Point, PointSet};
use superko_go::board::Board;
use superko_go::notation::{parse_move, point_name};
use superko_go::player::Move;
use superko_go::position::Position;
use superko_go::{Player, Players, Suicide};

// --- Intersections and moves ---
//
// An intersection is two letters, the column from the left and the row from the top, `a` to `z` and
// on with `A` to `Z`; a rectangle of them in a list, by two corners; a pass, by nothing or, as
// FF\[3\] did, by `tt`.

/// The longest side of a board on which `tt` is a pass.
const MAX_SIDE_WITH_TT: usize = 19;

fn index_letter(index: usize) -> char {
    char::from(if index < 26 { b'a' + index as u8 } else { b'A' + (index - 26) as u8 })
}

fn letter_index(letter: char) -> Option<usize> {
    match letter {
        'a'..='z' => Some(letter as usize - 'a' as usize),
        'A'..='Z' => Some(letter as usize - 'A' as usize + 26),
        _ => None,
    }
}

/// An intersection of a grid as a value.
pub fn point_value<S: PointSet>(board: &Board<S>, point: S::Point) -> String {
    let (row, column) = (point.index() / board.cols(), point.index() % board.cols());
    [index_letter(column), index_letter(row)].iter().collect()
}

/// The column and the row of a value.
fn coordinates(value: &str) -> Option<(usize, usize)> {
    let value = simple_text(value);
    let mut letters = value.chars().map(letter_index);
    match (letters.next(), letters.next(), letters.next()) {
        (Some(Some(column)), Some(Some(row)), None) => Some((column, row)),
        _ => None,
    }
}

fn point_at<S: PointSet>(board: &Board<S>, (column, row): (usize, usize)) -> Option<S::Point> {
    (column < board.cols() && row < board.rows()).then(|| S::Point::of(row * board.cols() + column))
}

/// The intersections of a value of a list: one, or those of a rectangle with its upper left and its
/// lower right corner.
pub fn points<S: PointSet>(board: &Board<S>, value: &str) -> Option<S> {
    let point = |value| point_at(board, coordinates(value)?);
    let Some((first, second)) = split(value) else { return Some(S::of(point(value)?)) };
    let (first, second) = (point(first)?.index(), point(second)?.index());
    let cols = board.cols();
    let (rows, columns) = (first / cols..=second / cols, first % cols..=second % cols);
    let all = rows.flat_map(|row| columns.clone().map(move |column| S::Point::of(row * cols + column)));
    Some(all.fold(S::EMPTY, |set, point| set | S::of(point))).filter(|set| !set.is_empty())
}

/// The move of a value of `B` or `W`: a stone or a pass.
pub fn stone_or_pass<S: PointSet>(board: &Board<S>, value: &str) -> Option<Move<S::Point>> {
    if simple_text(value).is_empty() {
        return Some(Move::Pass);
    }
    let coordinates = coordinates(value)?;
    let small = board.rows().max(board.cols()) <= MAX_SIDE_WITH_TT;
    if small && coordinates == (19, 19) {
        return Some(Move::Pass);
    }
    point_at(board, coordinates).map(Move::Place)
}

/// The value of `B` or `W` for a stone or a pass; of other moves there is none.
pub fn move_value<S: PointSet>(board: &Board<S>, mv: Move<S::Point>) -> Option<String> {
    match mv {
        Move::Place(point) => Some(point_value(board, point)),
        Move::Pass => Some(String::new()),
        _ => None,
    }
}

// --- The nodes of a line ---

/// The property by which a tree of this program has a move that SGF has not: its name, such as
/// `accept`. Other programs keep it and do not look at it.
pub const OTHER_MOVE: &str = "SKMV";

/// The properties that set up stones, or take them away.
const SET_UP: [&str; 3] = ["AB", "AW", "AE"];

/// The first property of a node that sets up stones.
pub fn setup_property(node: &Node) -> Option<&'static str> {
    SET_UP.into_iter().find(|name| node.values(name).is_some())
}

/// Whether a node is a move.
pub fn is_move(node: &Node) -> bool {
    ["B", "W", OTHER_MOVE].iter().any(|name| node.values(name).is_some())
}

/// The player of a move node that names its player.
pub fn colour(node: &Node) -> Result<Option<Player>, SgfError> {
    match (node.values("B"), node.values("W")) {
        (Some(_), Some(_)) => Err(SgfError::of(node, "W", "B and W in one node, expected one move in each")),
        (Some(_), None) => Ok(Some(Player::Black)),
        (None, Some(_)) => Ok(Some(Player::White)),
        (None, None) => Ok(None),
    }
}

/// Game state after some nodes of a line: the starting position, the moves since, and whose turn it
/// is.
pub struct Replay<'a, S: PointSet> {
    board: &'a Board<S>,
    /// The starting position.
    pub start: Position<S>,
    /// Who moves first, where that is known.
    pub to_move: Option<Player>,
    /// The moves since the start.
    pub moves: Vec<Move<S::Point>>,
    /// The number of moves since the root.
    pub number: usize,
    /// If the starting position was set up after moves: how many.
    pub set_up_after: Option<usize>,
    /// The place in the file where stones were set up last.
    pub start_place: Option<Place>,
    /// How many stones of a handicap are still to be placed by the first moves.
    pub handicap: usize,
    /// The position on the board; after a move on a stone there is none, and only the referee has
    /// more to say.
    now: Option<Position<S>>,
    /// Whose turn it is, where that is known.
    pub turn: Option<Player>,
}

impl<S: PointSet> Replay<'_, S> {
    /// An empty board, before the first node. `handicap` stones are placed by the first moves.
    pub fn new(board: &Board<S>, handicap: usize) -> Replay<'_, S> {
        Replay {
            board,
            start: Position::default(),
            to_move: None,
            moves: Vec::new(),
            number: 0,
            set_up_after: None,
            start_place: None,
            handicap,
            now: Some(Position::default()),
            turn: None,
        }
    }

    /// Applies the next node.
    pub fn apply(&mut self, node: &Node) -> Result<(), SgfError> {
        let setup = setup_property(node);
        if is_move(node) {
            if let Some(name) = setup {
                let what = "a move and stones that are set up in one node, expected a node for each";
                return Err(SgfError::of(node, name, what));
            }
            if self.handicap > 0 {
                return self.place_handicap(node);
            }
            self.play(node)?;
        }
        if setup.is_some() || node.values("PL").is_some() {
            self.set_up(node)?;
        }
        Ok(())
    }

    fn play(&mut self, node: &Node) -> Result<(), SgfError> {
        let number = self.number + 1;
        let colour = colour(node)?;
        let name = match colour {
            Some(player) => &player.name()[..1],
            None => OTHER_MOVE,
        };
        let error = |what: String| SgfError::of(node, name, format!("move {number}, {what}"));
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
            let (quoted, board) = (quoted(name, value), self.board);
            error(format!("{quoted}: expected an intersection of the {board} board or a pass, [] or [tt]"))
        })?;
        self.moves.push(mv);
        self.number = number;
        self.turn = Some(Players::Two.next(turn));
        if let (Some(position), Some(point)) = (self.now, mv.placed()) {
            self.now = position.place(self.board, turn, point, Suicide::Allowed).map(|made| made.position);
        }
        Ok(())
    }

    /// Takes a move of Black as a stone of the handicap.
    fn place_handicap(&mut self, node: &Node) -> Result<(), SgfError> {
        let value = node.values("B").and_then(|values| values.first()).map_or("", String::as_str);
        let error = |what: &str| {
            let named = quoted("B", value);
            Err(SgfError::of(node, "B", format!("{named}: a stone of the handicap, {what}")))
        };
        let Some(Move::Place(point)) = stone_or_pass(self.board, value) else {
            return error(&format!("expected an intersection of the {} board", self.board));
        };
        let mut colours = self.start.colours();
        if (colours[0] | colours[1]).has(point) {
            return error("expected an empty intersection");
        }
        colours[Player::Black.index()] |= S::of(point);
        let position = Position::of_colours(colours);
        (self.start, self.now) = (position, Some(position));
        self.start_place = Some(node.place_of("B"));
        self.handicap -= 1;
        if self.handicap == 0 {
            (self.to_move, self.turn) = (Some(Player::White), Some(Player::White));
        }
        Ok(())
    }

    /// Applies the setup of a node. One that changes nothing is ignored.
    fn set_up(&mut self, node: &Node) -> Result<(), SgfError> {
        let turn = self.turn_of(node)?;
        let Some(now) = self.now else {
            let what = "stones are set up after a move on a stone, expected moves on empty intersections";
            return Err(SgfError::of(node, setup_property(node).unwrap_or("PL"), what));
        };
        let mut colours = now.colours();
        let mut set = S::EMPTY;
        for (name, owner) in [("AB", Some(Player::Black)), ("AW", Some(Player::White)), ("AE", None)] {
            let stones = self.stones(node, name)?;
            if !(set & stones).is_empty() {
                let point = point_name(self.board, (set & stones).lowest_point());
                let what =
                    format!("{point} is set up in two ways in one node, expected one of AB, AW and AE");
                return Err(SgfError::of(node, name, what));
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
            self.start_place = setup_property(node).map(|name| node.place_of(name));
        }
        // After moves the turn stays, unless PL or the next move says otherwise.
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
                let what = format!("{}: expected PL[B] or PL[W]", quoted("PL", &values[0]));
                Err(SgfError::of(node, "PL", what))
            }
        }
    }

    /// The intersections of a list.
    fn stones(&self, node: &Node, name: &str) -> Result<S, SgfError> {
        let mut set = S::EMPTY;
        // An empty list is written with one empty value.
        let values = node.values(name).unwrap_or_default().iter();
        for value in values.filter(|value| !simple_text(value).is_empty()) {
            set |= points(self.board, value).ok_or_else(|| {
                let (quoted, board) = (quoted(name, value), self.board);
                let what =
                    format!("{quoted}: expected intersections of the {board} board, such as aa or aa:bb");
                SgfError::of(node, name, what)
            })?;
        }
        Ok(set)
    }

    /// Checks the position that was set up last.
    pub fn check_liberties(&self) -> Result<(), SgfError> {
        let Some(chain) = self.start.chain_without_liberties(self.board) else { return Ok(()) };
        let point = point_name(self.board, chain.lowest_point());
        let what =
            format!("the chain at {point} is set up without a liberty, expected every chain to have one");
        Err(SgfError { place: self.start_place, ..SgfError::new(what) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_columns_and_rows_from_the_top_left() {
        let board = Board::grid(2, 3).unwrap();
        let values: Vec<String> = (0..6).map(|point| point_value(&board, point)).collect();
        assert_eq!(values, ["aa", "ba", "ca", "ab", "bb", "cb"]);
        for (point, value) in (0u8..).zip(&values) {
            assert_eq!(points(&board, value), Some(1 << point));
            assert_eq!(stone_or_pass(&board, value), Some(Move::Place(point)));
            assert_eq!(move_value(&board, Move::Place(point)).as_ref(), Some(value));
        }
        for (value, set) in [("aa:ca", 0b111), ("ba:cb", 0b110110), ("cb:cb", 0b100000), (" ab ", 0b1000)] {
            assert_eq!(points(&board, value), Some(set), "{value}");
        }
        for value in ["", "a", "aaa", "ac", "da", "AA", "a1", "aa:", "aa:da", "ca:aa", "ab:ba"] {
            assert_eq!(points(&board, value), None, "{value}");
        }
        let wide = Board::grid(1, 52).unwrap();
        let last = point_value(&wide, 51);
        assert_eq!((last.as_str(), points(&wide, &last)), ("Za", Some(1 << 51)));
    }

    #[test]
    fn tt_is_a_pass_where_it_is_no_intersection_of_the_usual_boards() {
        let moves = |rows, cols| {
            let board = Board::grid(rows, cols).unwrap();
            ["", " ", "tt", "ta"].map(|value| stone_or_pass(&board, value))
        };
        assert_eq!(moves(3, 3), [Some(Move::Pass), Some(Move::Pass), Some(Move::Pass), None]);
        assert_eq!(moves(1, 20), [Some(Move::Pass), Some(Move::Pass), None, Some(Move::Place(19))]);
        let board = Board::grid(2, 2).unwrap();
        assert_eq!(move_value(&board, Move::Pass).as_deref(), Some(""));
        assert_eq!(move_value(&board, Move::Accept), None);
    }
}
