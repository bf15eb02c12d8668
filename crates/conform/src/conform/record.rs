//! What `solve conform --json` prints.

use serde::Serialize;

use super::candidates::{Candidate, file_of, in_one_line};
use super::finding::Finding;
use super::infer::Chosen;
use super::path::Coverage;
use super::session::Size;
use superko_go::Player;
use superko_go::Suicide;
use superko_go::bits::{Point, PointSet};
use superko_go::board::Board;
use superko_go::notation::{diagram, diagram_line, move_name};
use superko_go::player::{Move, colour};
use superko_go::position::Position;
use superko_query::report::records::OptionValues;
use superko_query::sgf::tree::{Node, Tree, composed, escaped, write};

/// The verdict on a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It does as the ruleset says at every node that was looked at.
    Agrees,
    /// It does otherwise at some node.
    Differs,
    /// Some rulesets explain all that was seen.
    Explained,
    /// None that was tried does.
    Unexplained,
    /// The program is broken, so that no more could be asked: see `fault`.
    Broken,
}

/// A comparison of a program with rules.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The version of this form.
    pub schema: u32,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The name that the program gives itself.
    pub name: Option<String>,
    /// The version that the program gives itself.
    pub version: Option<String>,
    /// The ruleset that it was compared with, with its options; `null` where rulesets were inferred.
    pub rules: Option<String>,
    /// Every option that this ruleset has.
    pub options: Option<OptionValues>,
    /// The command by which the program was asked for legal moves: `is_legal`, `play` or `kata-raw-nn`.
    pub asked_by: Option<String>,
    /// Whether the program tells that a game has ended, as it then takes nothing to be legal.
    pub tells_end: bool,
    /// The verdict.
    pub verdict: Verdict,
    /// The boards, each with what was looked at.
    pub boards: Vec<Walked>,
    /// The differences, each with the shortest game known.
    pub differences: Vec<Difference>,
    /// What is wrong with the program, if no more could be asked.
    pub fault: Option<FaultRecord>,
    /// The rulesets that explain what was seen, where no ruleset was given.
    pub inferred: Option<InferredRecord>,
    /// `time` or `interrupted`, if not all was looked at that was to be.
    pub stopped: Option<String>,
    /// The number of commands that the program answered.
    pub replies: u64,
    /// The longest time that a reply took.
    pub slowest_reply_seconds: f64,
    /// The time that all took.
    pub seconds: f64,
}

/// What was looked at on a board.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Walked {
    /// Rows by columns.
    pub board: String,
    /// The nodes at which the program was asked.
    pub nodes: usize,
    /// The greatest length, in moves, of which all games are among them.
    pub all_games_up_to: Option<usize>,
    /// The random games.
    pub games: usize,
    /// What they went through.
    #[serde(flatten)]
    pub covered: Coverage,
}

/// A difference between a program and a ruleset.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// `accepts`, `refuses`, `ends-early`, `goes-on`, `score`, `contradicts`, `undo` or `unstable`.
    pub kind: String,
    /// The board.
    pub board: String,
    /// The ruleset.
    pub rules: String,
    /// The game, from the empty board.
    pub moves: Vec<String>,
    /// Who made the first move; players move in turn.
    pub first: String,
    /// Who is to move after it.
    pub to_move: String,
    /// The move on which program and ruleset differ, if it is one.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// What the ruleset says.
    pub says: String,
    /// The clause of the ruleset that says it.
    pub clause: Option<ClauseRecord>,
    /// Whether the program accepts the move by `play`, where it was asked by another command.
    pub accepted_by_play: Option<bool>,
    /// Whether all shorter games were looked at and none shows the same.
    pub shortest: bool,
    /// The position after the game: rows from the top with `/` between them.
    pub position: String,
    /// The same as a diagram.
    pub diagram: Vec<String>,
    /// The game in SGF.
    pub sgf: String,
}

/// A clause of a ruleset.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClauseRecord {
    /// Its name.
    pub name: String,
    /// Its value, as a rules file has it.
    pub value: String,
    /// What it means, and the articles that it comes from.
    pub means: Option<String>,
}

/// What is wrong with a program.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FaultRecord {
    /// `not-started`, `hangs`, `ends`, `garbage` or `refuses`.
    pub kind: String,
    /// What happened.
    pub says: String,
    /// The board, if one had been set up.
    pub board: Option<String>,
    /// The moves that the program had made then.
    pub moves: Vec<String>,
}

/// The rulesets that explain what was seen.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct InferredRecord {
    /// The rulesets of the catalogue that were tried, with their options.
    pub catalogue_tried: usize,
    /// The compositions of clauses that were tried besides.
    pub compositions_tried: usize,
    /// Whether all were tried, and not only those that the time was enough for.
    pub all_tried: bool,
    /// The games that were chosen to tell them apart.
    pub chosen_games: usize,
    /// Those that agree with the program at every node, those of the catalogue first.
    pub agreeing: Vec<CandidateRecord>,
    /// For each board, how many moves games have at most that were looked at without a difference
    /// between those that agree; `null` where they were not compared.
    pub alike_up_to: Vec<Option<usize>>,
    /// The ruleset of the catalogue that is contradicted last among those that are.
    pub next: Option<CandidateRecord>,
    /// How the program differs from that.
    pub difference: Option<Difference>,
}

/// A ruleset that may explain what a program does.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CandidateRecord {
    /// The name of the ruleset with its options; `null` for a composition.
    pub rules: Option<String>,
    /// Its clauses in one line, if it is composed of clauses.
    pub clauses: Option<String>,
    /// A rules file with these clauses.
    pub file: Option<String>,
    /// The nodes at which the program does as it says.
    pub agreeing_nodes: usize,
    /// The nodes of which it says nothing that the program could be held to.
    pub other_nodes: usize,
    /// The nodes at which the program does otherwise.
    pub differing_nodes: usize,
}

impl CandidateRecord {
    /// A candidate with how it stands to what was seen: the nodes that agree, of which it says
    /// nothing, and that differ.
    pub fn of(one: &Candidate, [agreeing, other, differing]: [usize; 3]) -> CandidateRecord {
        let file = file_of(&one.rules);
        CandidateRecord {
            rules: one.in_catalogue.then(|| one.rules.to_string()),
            clauses: file.is_some().then(|| in_one_line(&one.rules)),
            file,
            agreeing_nodes: agreeing,
            other_nodes: other,
            differing_nodes: differing,
        }
    }
}

/// The names of moves.
pub fn names<S: PointSet>(board: &Board<S>, moves: &[Move<S::Point>]) -> Vec<String> {
    moves.iter().map(|mv| move_name(board, *mv)).collect()
}

impl Difference {
    /// A finding of a walk under a ruleset, with whether it is known to be the shortest.
    pub fn of<S: Size>(chosen: &Chosen<S>, rules: &str, finding: &Finding<S>, shortest: bool) -> Difference {
        let board = &chosen.walk.session.board;
        let (first, moves) = (chosen.walk.session.first, &finding.moves);
        let mut position = Position::default();
        for (number, mv) in moves.iter().enumerate() {
            let placed = mv.placed().and_then(|point| {
                position.place(board, chosen.walk.session.player(number), point, Suicide::Allowed)
            });
            position = placed.map_or(position, |placed| placed.position);
        }
        let to_move = chosen.walk.session.player(moves.len());
        let last = moves.last().and_then(|mv| mv.placed());
        let clause = finding.clause.as_ref().map(|clause| ClauseRecord {
            name: clause.name.to_string(),
            value: clause.value.clone(),
            means: clause.means.map(str::to_string),
        });
        let mut difference = Difference {
            kind: finding.cause.kind.word().to_string(),
            board: chosen.walk.sides.to_string(),
            rules: rules.to_string(),
            moves: names(board, moves),
            first: colour(first).to_string(),
            to_move: colour(to_move).to_string(),
            mv: finding.mv.map(|mv| move_name(board, mv)),
            says: finding.why.clone(),
            clause,
            accepted_by_play: finding.by_play,
            shortest,
            position: diagram_line(board, &position),
            diagram: diagram(board, &position, last).lines().map(str::to_string).collect(),
            sgf: String::new(),
        };
        difference.sgf = sgf(board, first, moves, finding.mv, &difference);
        difference
    }

    /// The difference in one sentence.
    pub fn in_words(&self) -> String {
        let player = if self.to_move == "black" { "Black" } else { "White" };
        let mv = self.mv.as_deref().unwrap_or_default();
        let rules = &self.rules;
        match self.kind.as_str() {
            "accepts" => format!("the program accepts {player} {mv}; {rules}: {}", self.says),
            "refuses" => format!("the program refuses {player} {mv}; {rules}: {}", self.says),
            "ends-early" => format!("the program lets no move be made; {rules}: {}", self.says),
            "goes-on" => format!("the program goes on; {rules}: {}", self.says),
            "score" => format!("{rules}: {}", self.says),
            _ if mv.is_empty() => format!("the program contradicts itself: {}", self.says),
            _ => format!("the program contradicts itself on {player} {mv}: {}", self.says),
        }
    }
}

/// A game in SGF, with the difference as the comment of its last node.
fn sgf<S: PointSet>(
    board: &Board<S>,
    first: Player,
    moves: &[Move<S::Point>],
    mv: Option<Move<S::Point>>,
    difference: &Difference,
) -> String {
    let letter = |number: usize| char::from(if number < 26 { b'a' } else { b'A' - 26 } + number as u8);
    let value = |mv: Move<S::Point>| match mv.placed() {
        Some(point) => {
            let (row, column) = (point.index() / board.cols(), point.index() % board.cols());
            format!("{}{}", letter(column), letter(row))
        }
        None => String::new(),
    };
    let size = match (board.cols(), board.rows()) {
        (cols, rows) if cols == rows => rows.to_string(),
        (cols, rows) => format!("{cols}:{rows}"),
    };
    let mut root = Node::default();
    for (name, value) in [
        ("FF", "4"),
        ("GM", "1"),
        ("CA", "UTF-8"),
        ("AP", &composed("superko", env!("CARGO_PKG_VERSION"))),
        ("SZ", &size),
        ("KM", "0"),
        ("RU", &escaped(&difference.rules)),
        ("PL", &first.name()[..1]),
    ] {
        root.add(name, [value.to_string()]);
    }
    let mut tree = Tree::new(root);
    let (mut last, mut player) = (Tree::ROOT, first);
    for (number, made) in moves.iter().enumerate() {
        let mut node = Node::default();
        node.add(&player.name()[..1], [value(*made)]);
        player = player.other();
        if number + 1 == moves.len() {
            comment(&mut node, mv.map(value), difference);
        }
        last = tree.add(last, node);
    }
    if moves.is_empty() {
        let mut node = Node::default();
        comment(&mut node, mv.map(value), difference);
        tree.add(last, node);
    }
    write(&tree)
}

fn comment(node: &mut Node, marked: Option<String>, difference: &Difference) {
    if let Some(point) = marked.filter(|point| !point.is_empty()) {
        node.add("TR", [point]);
    }
    node.add("C", [escaped(&difference.in_words())]);
}
