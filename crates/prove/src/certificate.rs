//! Certificates of lemmas: their claims, and the encoding of the solver's types in the format.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::hash::Hash;
use std::io::{self, Write};

use superko_certificate::format::{
    self, COUPON, Claim, Graph, Header, Map, PASS, RESIGN, Reference, Relation, Rules, Step, Stones, Theorem,
    Told,
};
use superko_certificate::header::text::is_name;
use superko_certificate::{clauses as format_clauses, file};
use superko_go::{Board, Move, Player, Position, Suicide};
use superko_rules::axes::{Axis, BarsOnly, LastPass, Lift, Options, Prisoners, Scoring, Tax};
use superko_rules::clauses::{
    Draw, LiftedBy, Passing, Repeating, Repetition, Scored, SecondPass, Since, Start,
};
use superko_rules::fact::{Class, Fact};
use superko_rules::{Game, Key, Line, Points};
use superko_solve::Stopped;
use superko_solve::canon::Frame;

// --- Claims and certificates in memory -----------------------------------------------------------

/// A bound on a value to be proved, in the notation of certificates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProofGoal {
    /// The claim.
    pub claim: Claim,
    /// Whether a game without end is enough too; only under rulesets that have such games.
    pub or_no_end: bool,
}

impl ProofGoal {
    /// Parses a bound on the values of a game: `>= 2`, `< 1/2`, `<= 0 or-no-end`.
    ///
    /// # Errors
    /// A description of what was expected.
    pub fn parse(text: &str, game: &Game) -> Result<ProofGoal, &'static str> {
        let score = text.find(|c| !"<>=".contains(c)).unwrap_or(0);
        let apart = format!("{} {}", &text[..score], &text[score..]);
        let words: Vec<&str> = apart.split_whitespace().collect();
        let (relation, score, or_no_end) = match words.as_slice() {
            [relation, score] => (relation, score, false),
            [relation, score, "or-no-end"] if !game.rules.properties().always_ends => (relation, score, true),
            [_, _, "or-no-end"] => return Err("no or-no-end under a ruleset whose games always end"),
            _ => return Err("a relation and a score, such as \">= 2\""),
        };
        Ok(ProofGoal { claim: Claim::parse(relation, score)?, or_no_end })
    }
}

/// A certificate in memory.
#[derive(Debug, Clone)]
pub struct Proof {
    /// The game.
    pub header: Header,
    /// Its steps, including the end.
    pub steps: Vec<Step>,
}

/// Error in the making of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofError {
    /// The search was stopped.
    Stopped(Stopped),
    /// The claim is false.
    Refuted(ProofGoal),
    /// The claim is about a fraction, but every score under the ruleset is a whole number.
    Fraction(Claim),
    /// The format cannot express the ruleset with these options.
    Unknown(&'static str),
}

impl From<Stopped> for ProofError {
    fn from(stopped: Stopped) -> ProofError {
        ProofError::Stopped(stopped)
    }
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofError::Stopped(stopped) => write!(f, "stopped by {stopped}"),
            ProofError::Refuted(ProofGoal { claim, or_no_end }) => {
                let no_end = if *or_no_end { ", or there is no end" } else { "" };
                write!(f, "it is not so that the value is {}{no_end}", claim.in_words())
            }
            ProofError::Fraction(claim) => write!(f, "{claim}: expected a whole number under this ruleset"),
            ProofError::Unknown(rules) => write!(
                f,
                "certificates are not known for {rules} with these options, expected rules that \
                 are composed of clauses"
            ),
        }
    }
}

impl Proof {
    /// Writes the certificate in its compressed binary form.
    ///
    /// # Errors
    /// The error of the output.
    pub fn write_binary(&self, output: impl Write) -> io::Result<()> {
        file::write(&self.header, &self.steps, output)
    }
}

/// The certificate with some steps, completed by the end step.
pub fn whole(game: &Game, mut steps: Vec<Step>) -> Result<Proof, ProofError> {
    let mut header = header_of(game)?;
    steps.push(Step::End);
    mark_last(&mut steps);
    list_maps(&game.board, &mut header, &mut steps);
    Ok(Proof { header, steps })
}

/// The header of the certificates of a game.
pub fn header_of(game: &Game) -> Result<Header, ProofError> {
    header(game).ok_or(ProofError::Unknown(game.entry.id))
}

/// The theorem step for a claim about the state of a line.
pub fn theorem(line: &Line, claim: Claim, or_no_end: bool, by: Reference) -> Step {
    Step::Theorem(Theorem {
        start: encode_position(&line.start),
        mover: encode_player(line.to_move),
        moves: line.moves.iter().map(|made| encode_move(*made)).collect(),
        claim,
        or_no_end,
        by,
    })
}

// --- From the types of the solver to those of the format -----------------------------------------

/// The header of a certificate of a game, without maps; `None` if its rules are not composed of
/// clauses. It has version 1 of the format if that can express it. The value of a game without end
/// is no part of a certificate, which is about finite play.
pub fn header(game: &Game) -> Option<Header> {
    let (board, clauses) = (&game.board, clauses_of(game)?);
    let (rows, cols) = (board.rows(), board.cols());
    let named = |(_, rules): &(&str, Rules)| rules.clauses(clauses.suicide, clauses.occurs) == clauses;
    if let Some((_, rules)) = Rules::ALL.iter().find(|named_rules| board.is_grid() && named(named_rules)) {
        return Some(Header::of_ruleset(rows, cols, *rules, clauses.suicide, clauses.occurs));
    }
    header_by_clauses(game)
}

/// The header in version 2 of the format.
pub fn header_by_clauses(game: &Game) -> Option<Header> {
    let (board, clauses) = (&game.board, clauses_of(game)?);
    let graph = || Graph { edges: board.edges().collect(), maps: Vec::new() };
    clauses.check(board.points()).ok()?;
    Some(Header {
        rows: board.rows(),
        cols: board.cols(),
        graph: (!board.is_grid()).then(graph),
        told: Told::Clauses(name(game)),
        clauses,
    })
}

/// A name for readers: the ruleset with the options that differ from its defaults.
fn name(game: &Game) -> Option<String> {
    let name = game.ruleset().to_string();
    is_name(&name).then_some(name)
}

/// The number of a player in the format: 0 for Black, 1 for White, and so on.
pub fn encode_player(player: Player) -> u8 {
    player.index() as u8
}

/// The number of a move in the format: its intersection, [`PASS`], [`COUPON`] or [`RESIGN`].
pub fn encode_move(mv: Move) -> u8 {
    match mv {
        Move::Place(point) => point,
        Move::Pass => PASS,
        Move::Coupon => COUPON,
        Move::Resign => RESIGN,
        _ => unreachable!("rules of clauses have no other moves"),
    }
}

/// A position in the format, where the bits of an intersection number its player from 1.
pub fn encode_position(position: &Position) -> Stones {
    let mut stones = [0; 3];
    for (number, set) in (1..).zip(position.colours()) {
        for (bit, word) in stones.iter_mut().enumerate() {
            *word |= if number >> bit & 1 == 1 { set } else { 0 };
        }
    }
    stones
}

/// A key in the format. Players and phases mean the same in both.
pub fn encode_key(key: &Key) -> format::Key {
    format::Key { stones: encode_position(&key.position), mover: encode_player(key.mover), phase: key.phase }
}

/// A fact in the format.
pub fn encode_fact(fact: &Fact) -> format::Fact {
    let followed = Class::FOLLOWED.iter().position(|class| *class == fact.class);
    let class = match fact.class {
        _ if followed.is_some() => format::Class::followed(1 + followed.unwrap_or(0) as u8),
        Class::Stood => format::Class::Stood,
        Class::Undone => format::Class::Undone,
        Class::Passed => format::Class::Passed,
        Class::Initialised => format::Class::Initialised,
        Class::Disturbed => format::Class::Disturbed,
        Class::Declined => format::Class::Declined,
        Class::Occurred => format::Class::Occurred,
        Class::OccurredTwice => format::Class::OccurredTwice,
        Class::Moved => format::Class::Moved,
        Class::Made => format::Class::Made,
        _ => unreachable!("rules of clauses have no other facts"),
    };
    let second = fact.second.moves().unwrap_or(fact.second.number());
    format::Fact {
        second,
        ..format::Fact::of(class, fact.who.map(encode_player), encode_position(&fact.position))
    }
}

/// A claim about a score in the format, which has a numerator and a denominator.
pub fn encode_claim(relation: Relation, points: Points) -> format::Claim {
    format::Claim { relation, p: *points.numer(), q: *points.denom() }
}

/// The map of the format for each symmetry of a board: of a grid its letters, of another graph its
/// index among the symmetries, until [`list_maps`] numbers the used ones.
pub struct Maps(Vec<u16>);

impl Maps {
    /// The maps of a board.
    pub fn of(board: &Board) -> Maps {
        if !board.is_grid() {
            return Maps((0..board.symmetries().len() as u16).collect());
        }
        let (rows, cols) = (board.rows(), board.cols());
        let image = |letters: u16, point: usize| {
            let (mut r, mut c) = (point / cols, point % cols);
            if letters & 1 != 0 {
                (r, c) = (c, r);
            }
            if letters & 2 != 0 {
                r = rows - 1 - r;
            }
            if letters & 4 != 0 {
                c = cols - 1 - c;
            }
            (r * cols + c) as u8
        };
        let letters = (0..8).filter(|letters| letters & 1 == 0 || rows == cols);
        let same = |letters: &u16, symmetry: &superko_go::Symmetry| {
            (0..board.points()).all(|point| image(*letters, point) == symmetry.point(point as u8))
        };
        let found = board.symmetries().iter().map(|symmetry| {
            let found = letters.clone().find(|letters| same(letters, symmetry));
            found.expect("every symmetry of a grid is made of a transposition and two flips")
        });
        Maps(found.collect())
    }

    /// The map of a frame.
    pub fn map(&self, frame: Frame) -> Map {
        Map { symmetry: self.0[usize::from(frame.symmetry)], exchanges: frame.exchanged }
    }
}

/// Lists the used symmetries in the header, if the board is not a grid, and numbers the maps of the
/// steps by this list.
fn list_maps(board: &Board, header: &mut Header, steps: &mut [Step]) {
    let Some(graph) = &mut header.graph else { return };
    let mut used = BTreeMap::new();
    let mapped = |reference: &&mut Reference| reference.map.symmetry > 0;
    for reference in steps.iter_mut().flat_map(Step::references_mut).filter(mapped) {
        let symmetry = &board.symmetries()[usize::from(reference.map.symmetry)];
        let images: Vec<u8> = (0..board.points() as u8).map(|point| symmetry.point(point)).collect();
        used.insert(images, reference.map.symmetry);
    }
    let numbers: HashMap<u16, u16> = used.values().copied().zip(1..).collect();
    graph.maps = used.into_keys().collect();
    for reference in steps.iter_mut().flat_map(Step::references_mut).filter(mapped) {
        reference.map.symmetry = numbers[&reference.map.symmetry];
    }
}

/// A topological order of the lemmas of a certificate, with their numbers.
pub struct Order<N> {
    /// The lemmas, each after its dependencies.
    pub nodes: Vec<N>,
    numbers: HashMap<N, u64>,
}

impl<N: Copy + Eq + Hash> Order<N> {
    /// Orders the roots and all their dependencies. `next` lists the direct dependencies of a
    /// lemma, which must not form a cycle. `substitute(lemma, false)` may name a lemma that is
    /// written already and can replace one that is not yet; `substitute(lemma, true)` is called for
    /// each lemma when it is written.
    pub fn of(
        roots: &[N],
        next: impl Fn(&N) -> Vec<N>,
        mut substitute: impl FnMut(&N, bool) -> Option<N>,
    ) -> Order<N> {
        let (mut nodes, mut numbers): (Vec<N>, HashMap<N, u64>) = (Vec::new(), HashMap::new());
        let mut stack: Vec<(N, Vec<N>)> = Vec::new();
        for root in roots {
            let mut next_node = Some(*root);
            loop {
                if let Some(node) = next_node.filter(|node| !numbers.contains_key(node)) {
                    match substitute(&node, false) {
                        Some(other) => _ = numbers.insert(node, numbers[&other]),
                        None => stack.push((node, next(&node))),
                    }
                }
                let Some((node, rest)) = stack.last_mut() else { break };
                next_node = rest.pop();
                if next_node.is_none() {
                    nodes.push(*node);
                    numbers.insert(*node, nodes.len() as u64);
                    substitute(node, true);
                    stack.pop();
                }
            }
        }
        Order { nodes, numbers }
    }

    /// The number of a lemma.
    pub fn number(&self, node: &N) -> u64 {
        self.numbers[node]
    }
}

/// Marks the last reference to each lemma, after which a checker may forget the lemma. References
/// within closed sets have no order and are left unmarked.
fn mark_last(steps: &mut [Step]) {
    let mut seen = HashSet::new();
    let mut mark = |reference: &mut Reference| reference.last = seen.insert(reference.lemma);
    for step in steps.iter_mut().rev() {
        match step {
            Step::Theorem(theorem) if theorem.or_no_end => continue,
            Step::Theorem(_) | Step::Lemma(..) => step.references_mut().into_iter().rev().for_each(&mut mark),
            _ => continue,
        }
    }
}

// --- The clauses of which the rules of a game are composed ---------------------------------------

/// The variant of the same name of an enum of the format.
macro_rules! same_name {
    ($value:expr, $of:ident: $($name:ident),+) => {
        match $value {
            $($of::$name => format_clauses::$of::$name),+
        }
    };
}

/// The clauses of a game in the format; `None` if its rules are not composed of clauses. An option
/// that has no meaning with the others is at its default, as in a header. The first mover and the
/// value of a game without end are no part of a certificate.
pub fn clauses_of(game: &Game) -> Option<format_clauses::Clauses> {
    let options = &game.options;
    let of = game.ruleset().clauses()?;
    let Options { suicide, lift, scoring, prisoners, players, .. } = *options;
    let has = |axis| of.has(axis, options);
    Some(format_clauses::Clauses {
        players: players.count() as u8,
        suicide: same_name!(suicide, Suicide: Forbidden, Allowed, MultiStone),
        basic_ko: of.basic_ko,
        repetition: of.repetition.map(|repetition| {
            same_name!(
                repetition,
                Repetition: Position, Situation, NaturalSituation, PassedSituation, LeftPosition
            )
        }),
        initialised_twice: of.initialised_twice,
        disturbed_twice: of.disturbed_twice,
        declined: of.declined,
        lifted_by: same_name!(of.lifted_by, LiftedBy: Nothing, Pass, TwoPasses),
        occurs: match lift {
            Lift::Produced if has(Axis::Lift) => format_clauses::Lift::Produced,
            Lift::ProducedKo if has(Axis::Lift) => format_clauses::Lift::ProducedKo,
            _ => format_clauses::Lift::Stands,
        },
        passes_in_a_row: of.last_pass(options).map(|passes| passes as u8),
        second_pass: of.second_pass.map(|second| same_name!(second, SecondPass: Player, Opponents)),
        passes_forgotten: of.passes_forgotten,
        all_pass: of.all_pass_in_one_situation,
        draw_at: of.draw.map(|draw| draw.at as u8),
        since_pass: matches!(of.draw, Some(Draw { since: Since::Pass, .. })),
        scoring: same_name!(scoring, Scoring: Area, Territory, Stones),
        scored: same_name!(of.scored, Scored: LastPosition, ScoringPositions),
        prisoners: match prisoners {
            Prisoners::AsPassed if has(Axis::Prisoners) => format_clauses::Prisoners::AsPassed,
            _ => format_clauses::Prisoners::AsMoved,
        },
        price: of.price_of_pass as u8,
        move_once: of.move_once,
        captures_only: options.bars_only == BarsOnly::Captures && has(Axis::BarsOnly),
        start_free: of.start == Start::Free,
        window: of.window.unwrap_or(0) as u8,
        repeating: same_name!(of.repeating, Repeating: Illegal, Draws, Loses, Scores, Prisoners),
        coupons: std::array::from_fn(|taken| {
            of.coupons.after(taken as u32).map_or(0, |value| value.in_halves() as u8)
        }),
        successions: of.successions as u8,
        cut: of.cut.map_or(0, |cut| cut.moves(game.board.points()) as u16),
        tax: same_name!(options.tax, Tax: None, Seki, All),
        first_pass: of.first_pass.map(|gain| gain.in_halves() as u8),
        last_pass: same_name!(options.last_pass, LastPass: None, White, Equal),
        no_capture: of.no_capture,
        passing: same_name!(of.passing, Passing: Any, None, ReturnPrisoner),
        captures: of.captures.unwrap_or(0) as u8,
    })
}
