//! A difference between a program and a ruleset: the game, the move, and the clause that says what
//! is right.

use super::observe::Compared;
use super::session::Moves;
use superko_go::bits::PointSet;
use superko_go::notation::move_name;
use superko_go::player::Move;
use superko_go::{Player, Suicide};
use superko_rules::clauses::HELP;
use superko_rules::fact::Class;
use superko_rules::game::{Game, Ruling};
use superko_rules::referee::{Occurrence, Referee, Why};
use superko_rules::repetition::RETAKE;
use superko_rules::{Points, Rules};

/// Kind of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The program takes a move to be legal that the ruleset bars.
    Accepts,
    /// The program takes a move to be illegal that the ruleset lets be made.
    Refuses,
    /// The program takes the game to have ended, where it goes on.
    EndsEarly,
    /// The program goes on with a game that has ended, and elsewhere knows ends.
    GoesOn,
    /// The program gives another score to a game that has ended.
    Score,
    /// The program takes a move to be legal and then refuses it.
    Contradicts,
    /// After `undo` the program answers otherwise than in a game without it.
    Undo,
    /// Asked the same again, the program answers otherwise.
    Unstable,
}

impl Kind {
    /// One word for the kind, as it stands in records.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Accepts => "accepts",
            Kind::Refuses => "refuses",
            Kind::EndsEarly => "ends-early",
            Kind::GoesOn => "goes-on",
            Kind::Score => "score",
            Kind::Contradicts => "contradicts",
            Kind::Undo => "undo",
            Kind::Unstable => "unstable",
        }
    }
}

/// What makes two differences the same bug as far as can be seen: their kind, and what the move
/// does or what bans it. The shortest game is searched for each.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cause {
    /// The kind.
    pub kind: Kind,
    /// What it is about: a clause, or what the move does.
    pub about: String,
}

/// A clause of a ruleset with the value that it has there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// Its name.
    pub name: &'static str,
    /// Its value, as a rules file has it.
    pub value: String,
    /// What the word of it means that is concerned, if it is one.
    pub means: Option<&'static str>,
}

/// A difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding<S: PointSet> {
    /// What it is about.
    pub cause: Cause,
    /// The game, which the program and the ruleset both let be played.
    pub moves: Moves<S>,
    /// The move on which they differ after it, if it is one.
    pub mv: Option<Move<S::Point>>,
    /// What the ruleset says, in words.
    pub why: String,
    /// The clause that says it.
    pub clause: Option<Clause>,
    /// Where the program was asked by another command: whether `play` accepts the move.
    pub by_play: Option<bool>,
}

/// The clause of a ruleset by its name, with the meaning of one of its words.
pub fn clause_of(rules: &Rules, name: &str, word: Option<&str>) -> Option<Clause> {
    let listed = rules.clauses()?.listed(&rules.options);
    let (name, value) = listed.into_iter().find(|(listed, _)| *listed == name)?;
    let help = HELP.iter().find(|help| help.name == name)?;
    let word = word.map_or_else(|| value.clone(), |word| format!("{word:?}"));
    let means = help.values.iter().find(|(listed, means)| *listed == word && !means.is_empty());
    Some(Clause { name, value, means: means.map(|(_, means)| *means) })
}

/// The clause that bans a move for a reason of the referee's.
fn barring<S: PointSet>(rules: &Rules, why: &Why<S>) -> Option<Clause> {
    let bars = |word: &str| clause_of(rules, "bars", Some(word));
    match why {
        Why::Refused(text) if *text == RETAKE => bars("basic-ko"),
        Why::Refused(text) if text.contains("suicide") => clause_of(rules, "suicide", None),
        Why::Barred { fact, .. } => match fact.class {
            Class::Stood => {
                let repetition = rules.clauses()?.bars();
                let further = ["basic-ko", "initialised-twice", "disturbed-twice", "declined"];
                bars(repetition.into_iter().find(|word| !further.contains(word))?)
            }
            Class::Undone => clause_of(rules, "occurs", None),
            Class::Initialised => bars("initialised-twice"),
            Class::Disturbed => bars("disturbed-twice"),
            Class::Declined => bars("declined"),
            _ => None,
        },
        _ => None,
    }
}

/// The differences at a node after some moves, all of which the ruleset lets be made.
pub fn findings<S: PointSet>(
    game: &Game<S>,
    first: Player,
    moves: &[Move<S::Point>],
    compared: &Compared<S>,
) -> Vec<Finding<S>> {
    let rules = game.ruleset();
    let mut referee = Referee::new(game, Default::default(), first);
    for mv in moves {
        referee.play(*mv).expect("the ruleset lets the moves be made");
    }
    let finding = |kind: Kind, about: String, mv, why: String, clause| Finding {
        cause: Cause { kind, about },
        moves: moves.to_vec(),
        mv,
        why,
        clause,
        by_play: None,
    };
    match compared {
        Compared::Same | Compared::Beyond => Vec::new(),
        Compared::Moves { accepts, refuses } => {
            let barred = accepts.iter().filter_map(|mv| {
                let illegal = referee.ban(*mv)?;
                let clause = barring(&rules, &illegal.why);
                let about = match (&clause, &illegal.why) {
                    (Some(Clause { name: "suicide", .. }), _) => "suicide".to_string(),
                    (Some(clause), Why::Barred { fact, .. }) => format!("{} {:?}", clause.name, fact.class),
                    (Some(clause), _) => clause.name.to_string(),
                    (None, Why::Barred { fact, .. }) => format!("{:?}", fact.class),
                    (None, why) => why.to_string(),
                };
                Some(finding(Kind::Accepts, about, Some(*mv), illegal.why.to_string(), clause))
            });
            let legal = refuses.iter().map(|mv| {
                let Does { about, words, clause } = does(&referee, game, *mv);
                finding(Kind::Refuses, about.to_string(), Some(*mv), words, clause)
            });
            barred.chain(legal).collect()
        }
        Compared::EndsEarly => {
            let (about, clause) = match moves.last() {
                Some(Move::Pass) => {
                    let clause = |name| clause_of(&rules, name, None);
                    ("pass", clause("passes-in-a-row").or_else(|| clause("second-pass")))
                }
                _ => ("stone", None),
            };
            let why = "the game goes on".to_string();
            vec![finding(Kind::EndsEarly, about.to_string(), None, why, clause)]
        }
        Compared::GoesOn => {
            let (name, why) = ending(&referee, game);
            let clause = clause_of(&rules, name, None);
            vec![finding(Kind::GoesOn, name.to_string(), None, why, clause)]
        }
        Compared::Score { program, rules: right } => {
            let why = format!("the score is {} and not {}", score(*right), score(*program));
            vec![finding(Kind::Score, String::new(), None, why, clause_of(&rules, "scoring", None))]
        }
    }
}

/// The clause by which a game has ended, and that in words.
fn ending<S: PointSet>(referee: &Referee<'_, S>, game: &Game<S>) -> (&'static str, String) {
    let number = referee.made();
    let Some(end) = referee.steps().last().and_then(|step| step.end.as_ref()) else {
        unreachable!("the game has ended");
    };
    let (name, what) = match (end.earlier, end.occurrence) {
        (_, Some(Occurrence { of, number })) => {
            let clause = if of == "state" { "draw-at-occurrence" } else { "repetition" };
            let time = if number == 2 { "second" } else { "third" };
            (clause, format!("a {of} occurs for the {time} time"))
        }
        (Some(earlier), None) => ("second-pass", format!("the first such pass was move {earlier}")),
        (None, None) => by_itself(referee, game),
    };
    (name, format!("the game has ended with move {number}: {what}"))
}

/// The clause by which a last move ends a game whatever has been before, and that in words.
fn by_itself<S: PointSet>(referee: &Referee<'_, S>, game: &Game<S>) -> (&'static str, String) {
    let (rules, steps) = (game.ruleset(), referee.steps());
    let Some(clauses) = rules.clauses() else { return ("", "by its last move".to_string()) };
    let passes = steps.iter().rev().take_while(|step| step.mv == Move::Pass).count() as u32;
    match steps.last().map(|step| step.mv) {
        Some(Move::Resign) => ("passes", "by a resignation".to_string()),
        Some(Move::Pass) if clauses.last_pass(&rules.options).is_some_and(|last| passes >= last) => {
            ("passes-in-a-row", "by passes in a row".to_string())
        }
        Some(Move::Pass) if clauses.all_pass_in_one_situation => {
            ("all-pass-in-one-situation", "by passes of all in one situation".to_string())
        }
        _ if clauses.captures.is_some() => ("captures", "by a capture".to_string()),
        _ => ("cut", format!("it is cut off after {} moves", steps.len())),
    }
}

/// A score as the protocol has it, without komi.
pub fn score(points: Points) -> String {
    let zero = Points::from_integer(0);
    match points.cmp(&zero) {
        std::cmp::Ordering::Equal => "0".to_string(),
        std::cmp::Ordering::Greater => format!("B+{points}"),
        std::cmp::Ordering::Less => format!("W+{}", -points),
    }
}

/// What a legal move does that a program may have taken for a reason to refuse it.
struct Does {
    about: &'static str,
    words: String,
    clause: Option<Clause>,
}

fn does<S: PointSet>(referee: &Referee<'_, S>, game: &Game<S>, mv: Move<S::Point>) -> Does {
    let rules = game.ruleset();
    let state = &referee.state().key;
    let legal = |about, words: String, clause| Does { about, words: format!("legal; {words}"), clause };
    let Some(point) = mv.placed() else {
        return legal("pass", "a pass".to_string(), None);
    };
    let placed = state.position.place(&game.board, state.mover, point, Suicide::Allowed);
    let after = placed.map(|placed| placed.position);
    if after.is_some_and(|after| !after.stones_of(state.mover).has(point)) {
        let words = "its own chain is removed (suicide)".to_string();
        return legal("suicide", words, clause_of(&rules, "suicide", None));
    }
    let stood = |step: &superko_rules::referee::Step<S>| Some(step.on) == after;
    let earlier = referee.steps().iter().position(stood);
    match earlier {
        Some(before) => {
            let passes = referee.steps()[before..].iter().any(|step| step.mv == Move::Pass);
            let whence = match before {
                0 => "at the start".to_string(),
                number => {
                    let made = &referee.steps()[number - 1];
                    format!(
                        "after move {number} ({} {})",
                        made.player.name(),
                        move_name(&game.board, made.mv)
                    )
                }
            };
            let ends = game
                .legal(referee.state())
                .into_iter()
                .any(|(legal, ruling)| legal == mv && matches!(ruling, Ruling::Ends(_)));
            if let Some(clause) = clause_of(&rules, "repetition", None).filter(|_| ends) {
                let words = format!("it recreates the position {whence}, which ends the game");
                return legal("repetition", words, Some(clause));
            }
            let words = format!("it recreates the position {whence}, and nothing bans that");
            let lifted = passes.then(|| clause_of(&rules, "lifted-by", None)).flatten();
            legal("repetition", words, lifted.or_else(|| clause_of(&rules, "bars", None)))
        }
        None => legal("other", "nothing bans it".to_string(), clause_of(&rules, "bars", None)),
    }
}

impl<S: PointSet> Finding<S> {
    /// A finding about the program alone, with what is seen after some moves.
    pub fn of_program(
        kind: Kind,
        moves: &[Move<S::Point>],
        mv: Option<Move<S::Point>>,
        why: String,
    ) -> Finding<S> {
        let cause = Cause { kind, about: String::new() };
        Finding { cause, moves: moves.to_vec(), mv, why, clause: None, by_play: None }
    }
}
