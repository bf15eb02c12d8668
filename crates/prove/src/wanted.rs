//! What is to be proved, and what comes of it.

use std::fmt;
use std::io::{self, Write};

use superko_certificate::file;
use superko_certificate::format::{Claim, Header, Reference, Step, Theorem};

use super::encode;
use superko_go::{Move, Player, Position};
use superko_rules::{Game, Ruling, State};
use superko_solve::Stopped;

/// A state to be valued: the start of a game and the moves made from there.
#[derive(Debug, Clone)]
pub struct Case {
    /// The position at the start.
    pub start: Position,
    /// Who moved first.
    pub mover: Player,
    /// The moves made.
    pub moves: Vec<Move>,
    /// The state that they lead to.
    pub state: State,
}

impl Case {
    /// The start of a game.
    pub fn start(game: &Game, start: Position, mover: Player) -> Case {
        Case { start, mover, moves: Vec::new(), state: game.start(start, mover) }
    }

    /// The start of a game of more than two players as each of them sees it, in the order of play, who takes himself for
    /// Black: the value of each is what that player can secure. See [`Game::seen_by`].
    pub fn of_every_player(game: &Game, start: Position, mover: Player) -> Vec<Case> {
        let players = game.rules.properties().players;
        let seen = |viewer: &Player| {
            Case::start(game, start.seen_by(players, *viewer), players.seen_by(*viewer, mover))
        };
        players.all().iter().map(seen).collect()
    }

    /// A state, then the state after each legal move from it. Moves that end the game are left out.
    pub fn with_first_moves(game: &Game, case: Case) -> Vec<Case> {
        let mut cases = vec![case];
        for (mv, ruling) in game.legal(&cases[0].state) {
            if let Ruling::Leads(state) = ruling {
                let moves = [cases[0].moves.as_slice(), &[mv]].concat();
                cases.push(Case { moves, state, ..cases[0].clone() });
            }
        }
        cases
    }
}

/// A bound on a value that is to be proved, in the notation of certificates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// The claim.
    pub claim: Claim,
    /// Whether a game without end serves as well; only under rulesets that have such games.
    pub or_no_end: bool,
}

impl Wanted {
    /// Reads a bound on the values of a game: `>= 2`, `< 1/2`, `<= 0 or-no-end`.
    ///
    /// # Errors
    /// What was expected.
    pub fn parse(text: &str, game: &Game) -> Result<Wanted, &'static str> {
        let score = text.find(|c| !"<>=".contains(c)).unwrap_or(0);
        let apart = format!("{} {}", &text[..score], &text[score..]);
        let words: Vec<&str> = apart.split_whitespace().collect();
        let (relation, score, or_no_end) = match words.as_slice() {
            [relation, score] => (relation, score, false),
            [relation, score, "or-no-end"] if !game.rules.properties().always_ends => (relation, score, true),
            [_, _, "or-no-end"] => return Err("no or-no-end under a ruleset whose games always end"),
            _ => return Err("a relation and a score, such as \">= 2\""),
        };
        Ok(Wanted { claim: Claim::parse(relation, score)?, or_no_end })
    }
}

/// A certificate in memory.
#[derive(Debug, Clone)]
pub struct Proof {
    /// The game.
    pub header: Header,
    /// Its steps, the end included.
    pub steps: Vec<Step>,
}

/// Why no certificate was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unproved {
    /// The search was stopped.
    Stopped(Stopped),
    /// The claim is false.
    Refuted(Wanted),
    /// The claim is about a fraction, and every score under the ruleset is a whole number.
    Fraction(Claim),
    /// The format does not have the ruleset with these options.
    Unknown(&'static str),
}

impl From<Stopped> for Unproved {
    fn from(stopped: Stopped) -> Unproved {
        Unproved::Stopped(stopped)
    }
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::Stopped(stopped) => write!(f, "stopped by {stopped}"),
            Unproved::Refuted(Wanted { claim, or_no_end }) => {
                let no_end = if *or_no_end { ", or there is no end" } else { "" };
                write!(f, "it is not so that the value is {}{no_end}", claim.in_words())
            }
            Unproved::Fraction(claim) => write!(f, "{claim}: expected a whole number under this ruleset"),
            Unproved::Unknown(rules) => write!(
                f,
                "certificates are not known for {rules} with these options, expected rules that are composed of clauses"
            ),
        }
    }
}

impl Proof {
    /// Writes the certificate in the binary form, compressed.
    ///
    /// # Errors
    /// The error of the output.
    pub fn write_binary(&self, output: impl Write) -> io::Result<()> {
        file::write(&self.header, &self.steps, output)
    }
}

/// The certificate with some steps, to which the end is added.
pub fn whole(game: &Game, mut steps: Vec<Step>) -> Result<Proof, Unproved> {
    let mut header = header_of(game)?;
    steps.push(Step::End);
    encode::mark_last(&mut steps);
    encode::list_maps(&game.board, &mut header, &mut steps);
    Ok(Proof { header, steps })
}

/// The header of the certificates of a game.
pub fn header_of(game: &Game) -> Result<Header, Unproved> {
    encode::header(game).ok_or(Unproved::Unknown(game.entry.id))
}

/// The step that states a claim about a case.
pub fn theorem(case: &Case, claim: Claim, or_no_end: bool, by: Reference) -> Step {
    Step::Theorem(Theorem {
        start: encode::stones(&case.start),
        mover: encode::player(case.mover),
        moves: case.moves.iter().map(|mv| encode::mv(*mv)).collect(),
        claim,
        or_no_end,
        by,
    })
}
