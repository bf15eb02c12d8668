//! Solutions as records, the best moves along a principal variation, and the published value of a
//! starting position.

use super::question::Question;
use crate::report::records::{
    AnswerRecord, Backing, Bounds, LineRecord, MoveName, MoveValue, Published, PublishedStart, Secured,
    ShareRecord, Solved, SolvedForEach, Spent,
};
use superko_go::notation::parse_position;
use superko_go::{Move, Player, Players, Position};
use superko_prove::header;
use superko_rules::axes::Cycles;
use superko_rules::{Game, Points, Rules, Ruling, State};
use superko_solve::{
    self as solve, Answer, Budget, Engine, Request, Session, Solution, Stopped, Want, solve,
};

// --- Records ---

/// The record of a question of two players and its solution.
pub fn solved(question: &Question, solution: &Solution, spent: Spent) -> Solved {
    let board = question.board();
    Solved {
        question: question.record(),
        record: None,
        answer: AnswerRecord::of(board, solution),
        published: published(question),
        may_be_no_result: may_be_no_result(&question.game, &solution.value),
        move_values: MoveValue::all(board, solution),
        line: LineRecord::of(question.referee(), board, solution, usize::MAX),
        spent,
        earlier_runs: None,
    }
}

/// Whether an unknown value may be that the game has no result: a player who is sure not to lose
/// can force an end.
pub fn may_be_no_result(game: &Game, answer: &Answer) -> bool {
    let without_end = !game.rules.properties().always_ends && game.options.cycles == Cycles::NoResult;
    let zero = Points::from_integer(0);
    without_end
        && matches!(answer, Answer::Between(solve::Bounds { low, high, .. }) if *low < zero && zero < *high)
}

/// The record of a question of more than two players, with the solution from the side of each.
pub fn solved_for_each(question: &Question, solved: &[(Player, Solution)], spent: Spent) -> SolvedForEach {
    let board = question.board();
    let secured = |(player, solution): &(Player, Solution)| Secured {
        share: ShareRecord::of(*player, solution),
        best_moves: MoveName::all(board, &solution.best_moves),
        all_best_moves: solution.all_best_moves,
        move_values: MoveValue::all(board, solution),
        line: LineRecord::of(question.referee(), board, solution, usize::MAX),
        stopped: solution.stopped,
    };
    SolvedForEach {
        question: question.record(),
        players: question.game.options.players.count(),
        secured: solved.iter().map(secured).collect(),
        spent,
    }
}

/// Solves a question of more than two players from the side of each in turn, with one budget for
/// all. Each side is another question, and they share no lemmas.
pub fn solve_for_each(
    question: &Question,
    request: &Request,
    budget: &Budget,
) -> (Vec<(Player, Solution)>, Spent) {
    let game = &question.game;
    let side =
        |player: &Player| (*player, solve(game, &question.line.seen_by(game, *player), request, budget));
    let sides: Vec<(Player, Solution)> = game.options.players.all().iter().map(side).collect();
    let results = sides.iter().map(|(_, solution)| solution.results).sum();
    let stopped = sides.iter().find_map(|(_, solution)| solution.stopped);
    (sides, Spent::of(budget, results, stopped))
}

// --- The moves along a line ---

/// Best moves and move values of a state.
#[derive(Debug, Clone, Default)]
pub struct StateMoves {
    /// The best moves.
    pub best: Vec<Move>,
    /// Whether no others are.
    pub all: bool,
    /// The value of every legal move, if it was asked for.
    pub values: Vec<(Move, Answer)>,
}

impl StateMoves {
    /// Those of the state that was solved.
    pub fn of(solution: &Solution) -> StateMoves {
        StateMoves {
            best: solution.best_moves.clone(),
            all: solution.all_best_moves,
            values: solution.move_values.clone(),
        }
    }
}

/// Finds all best moves of each state along the principal variation of a solution, in its order; if
/// the solution has the values of moves, also the value of every move there. The first are those of
/// the solution itself.
///
/// What a limit keeps from being found is left out, and the limit is returned.
pub fn best_moves_along_line(
    session: &Session<'_>,
    question: &Question,
    solution: &Solution,
    engine: Engine,
    budget: &Budget,
) -> (Vec<StateMoves>, Option<Stopped>) {
    let game = session.game();
    let move_values = !solution.move_values.is_empty();
    let request = Request { engine, best_moves: Want::All, move_values, pv: false, ..Request::default() };
    let mut state: State = question.line.state_in(game);
    let mut found = vec![StateMoves::of(solution)];
    for mv in solution.pv.iter().take(solution.pv.len().saturating_sub(1)) {
        let ruling = game.legal(&state).into_iter().find(|(legal, _)| legal == mv);
        let (_, ruling) = ruling.expect("a line is made of legal moves");
        let Ruling::Leads(next) = ruling else { break };
        state = next;
        let solved = session.solve(&state, &request, budget);
        if solved.stopped.is_some() {
            return (found, solved.stopped);
        }
        found.push(StateMoves::of(&solved));
    }
    (found, None)
}

// --- Published values ---
//
// Nothing that the program proves or answers rests on a published value: it is shown beside the
// answer.

/// The published starting positions, one JSON object a line.
const PUBLISHED_INDEX: &str = superko_published::INDEX;

/// The published value of the starting position of a question without moves. Starting positions are
/// the same up to a symmetry of the board, and rules are the same if their clauses are, whatever
/// they are called.
pub fn published(question: &Question) -> Option<Published> {
    let Question { game, line } = question;
    if !line.moves.is_empty() || game.options.players != Players::Two {
        return None;
    }
    combine(lines(game, &line.start, line.to_move))
}

/// The lines of the index about a starting position, best backing first.
fn lines(game: &Game, start: &Position, to_move: Player) -> Vec<PublishedStart> {
    let board = &game.board;
    let beginning = format!("{{\"board\":{:?},", board.to_string());
    let lines = PUBLISHED_INDEX.lines().filter(|line| line.starts_with(&beginning));
    let all = lines.map(|line| serde_json::from_str(line).expect("the index is in its form"));
    let is_start = |other: &PublishedStart| {
        let position = parse_position(board, &other.start).expect("the index has positions of its boards");
        other.to_move == to_move
            && board.symmetries().iter().any(|symmetry| start.image(symmetry) == position)
    };
    let mut lines: Vec<PublishedStart> =
        all.filter(is_start).filter(|other| has_rules(game, &other.rules)).collect();
    lines.sort_by_key(|start| match start.backing {
        Backing::Certificate { .. } => 0,
        Backing::Remade { .. } => 1,
        Backing::Search { .. } => 2,
    });
    lines
}

/// Whether a game has the rules of a name. Two rulesets of clauses are the same if the clauses are;
/// any other has a machine of its own, and is the same if it is the same ruleset with the same
/// options.
fn has_rules(game: &Game, rules: &str) -> bool {
    let rules: Rules = rules.parse().expect("the index has rulesets of the catalogue");
    match (header(game), header(&rules.game(game.board.clone()))) {
        // The value of a game without end is no clause.
        (Some(ours), Some(theirs)) => {
            ours.has_game_of(&theirs) && game.options.cycles == rules.options.cycles
        }
        (None, None) => game.ruleset() == rules,
        _ => false,
    }
}

/// The published value of all lines about one starting position.
fn combine(lines: Vec<PublishedStart>) -> Option<Published> {
    if let Some(PublishedStart { low, backing, .. }) = lines.iter().find(|start| start.low == start.high) {
        let (bounds, backing) = (Bounds::between(*low, *low), vec![backing.clone()]);
        return Some(Published { value: Some(*low), bounds, backing });
    }
    // All of them have bounds that are points: see the generator of the index.
    let low = lines.iter().rev().max_by_key(|start| start.low.points())?;
    let high = lines.iter().min_by_key(|start| start.high.points())?;
    let mut backing = vec![low.backing.clone()];
    backing.extend((low.backing != high.backing).then(|| high.backing.clone()));
    let bounds = Bounds::between(low.low, high.high);
    Some(Published { value: (low.low == high.high).then_some(low.low), bounds, backing })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Texts;
    use crate::ask::question::tests::texts;
    use crate::report::words::published_in_words;

    fn said(board: &str, rules: &str, change: impl FnOnce(&mut Texts)) -> Option<String> {
        let mut texts = texts(board, rules, &[]);
        change(&mut texts);
        published(&texts.question().unwrap()).map(|published| published_in_words(&published, true))
    }

    fn known(board: &str, rules: &str) -> String {
        said(board, rules, |_| {}).unwrap_or_else(|| panic!("{board} {rules}"))
    }

    #[test]
    fn every_line_of_the_index_is_about_a_start_that_can_be_asked_about() {
        let mut found = 0;
        for line in PUBLISHED_INDEX.lines() {
            let row: PublishedStart = serde_json::from_str(line).unwrap();
            let (start, to_move) = (Some(row.start), Some(row.to_move));
            let texts = Texts { start, to_move, ..texts(&row.board, &row.rules, &[]) };
            // Of some rules a proof says more than this program can ask about: their states take up
            // to nine points.
            let question = match texts.question() {
                Err(fault) if fault.part == "board" => continue,
                question => question.unwrap(),
            };
            let Published { value, bounds, .. } = published(&question).unwrap();
            match row.low == row.high {
                true => assert_eq!(value, Some(row.low), "{line}"),
                // Both ends of 1x16 have a line.
                false => assert!(
                    bounds.low.points() >= row.low.points() && bounds.high.points() <= row.high.points()
                ),
            }
            found += 1;
        }
        assert!(found > 1000);
    }

    #[test]
    fn what_backs_a_value_is_said() {
        assert_eq!(known("2x2", "kee2020"), "0 (draw), by a certificate (solutions/2x2/kee2020.cert)");
        let bounded = known("4x5", "psk");
        assert_eq!(bounded, "20 (Black wins by 20), by a certificate (solutions/bounded/4x5.cert)");
        let long = known("5x5", "kee2009");
        assert_eq!(long, "25 (Black wins by 25), by a certificate (solutions/long-runs/5x5.cert)");
        let open = known("4x5", "nssk");
        assert_eq!(open, "between 4 and 20, by a certificate (solutions/long-runs/4x5-nssk.cert)");
        let both = known("1x16", "psk");
        let folder = "solutions/long-runs/1x16-psk-";
        let by = format!("by a certificate ({folder}least.cert) and by a certificate ({folder}most.cert)");
        assert_eq!(both, format!("1 (Black wins by 1), {by}"));
        assert!(known("4x4", "simple-ko").contains("made again (solve prove --board 4x4 --rules simple-ko "));
        assert!(known("2x3", "jann").contains("by a search (solve --board 2x3 --rules jann --threads 1)"));
    }

    #[test]
    fn a_start_is_the_same_up_to_a_symmetry_and_nothing_else() {
        let corner = |start: &'static str| {
            said("5x5", "psk", |texts| {
                (texts.start, texts.to_move) = (Some(start.to_string()), Some(Player::White))
            })
        };
        for start in ["X..../...../...../...../.....", "...../...../...../...../....X"] {
            assert!(corner(start).unwrap().starts_with("-25 (White wins by 25)"));
        }
        assert_eq!(corner(".X.../...../...../...../....."), None);
        assert_eq!(corner("O..../...../...../...../....."), None);
        assert_eq!(said("2x2", "psk", |texts| texts.to_move = Some(Player::White)), None);
        assert_eq!(said("2x2", "psk", |texts| texts.moves = vec!["pass".to_string()]), None);
        assert_eq!(said("2x2", "psk --players 3", |_| {}), None);
        assert_eq!(said("6x6", "psk", |_| {}), None);
    }

    #[test]
    fn rules_are_the_same_if_their_clauses_are() {
        // Names of one ruleset, and a draft that has another name.
        assert_eq!(said("2x2", "tromp-taylor", |_| {}), said("2x2", "psk --suicide allowed", |_| {}));
        let psk = Rules::named("psk").unwrap().entry.text;
        let draft = |text: String| {
            said("2x2", "mine", |texts| {
                texts.draft = Some(text.replace("name = \"psk\"", "name = \"mine\"").into())
            })
        };
        assert_eq!(draft(psk.to_string()), Some(known("2x2", "psk")));
        let three = psk.replace("passes-in-a-row = \"players\"", "passes-in-a-row = 3");
        assert_ne!(three, psk);
        assert_eq!(draft(three), None);
        // A proof that holds where suicide is forbidden says nothing where it is allowed, as it is
        // under kee2007.
        let mut bounded =
            PUBLISHED_INDEX.lines().filter(|line| line.contains("/bounded/") && line.contains("\"kee2007"));
        assert!(bounded.all(|line| line.contains("\"kee2007 --suicide forbidden\"")));
        // A name that proves nothing: a value of games without end is that of one reading of them.
        assert_eq!(known("1x5", "simple-ko").split(',').next(), Some("no result"));
        assert_eq!(said("1x5", "simple-ko --cycles draw", |_| {}), None);
        assert_ne!(said("2x3", "jann", |_| {}), said("2x3", "jann-territory", |_| {}));
    }
}
