//! Checks of play: what a line is, how it ends, and whether its moves are good; what a cycle
//! without scoring positions is worth; whether stones can be captured.

use std::collections::HashMap;

use crate::claims::check::{Check, Checked};
use crate::claims::context::{Context, Setup};
use crate::claims::script::Script;
use superko_go::notation::{diagram_line, move_name, parse_move, parse_position};
use superko_go::score::{area, areas};
use superko_go::{Board, Move, Player, Position};
use superko_query::report::words::{shares_in_words, value_in_words};
use superko_rules::referee::{Referee, ScoringCycle};
use superko_rules::{Effect, Key, Line, Points};
use superko_solve::{Answer, Budget, Request, Stopped, Value};

// --- Lines of play ---

impl Context<'_> {
    pub(super) fn line(&self, setup: &Setup, check: &Check) -> Result<Checked, String> {
        let Check::Line { moves, best, .. } = check else { unreachable!("only lines come here") };
        let script = Script::parse(&setup.game.board, moves)?;
        let mut referee = setup.referee();
        let played = script.play(&mut referee, &setup.game);
        let (mut found, mut wrong) = ending(check, &referee, setup)?;
        let mut transcript = setup.diagram() + &played.transcript;
        for what in &wrong {
            transcript += &format!("not so: {what}\n");
        }
        wrong.splice(0..0, played.failure);
        let mut open = false;
        if *best && wrong.is_empty() {
            match self.quality(setup, &script.moves())? {
                Quality::Best => found.push("every move is a best one".to_string()),
                Quality::Unknown => open = true,
                Quality::Mistake(what, refutation) => {
                    transcript += &format!("not so: {what}\n{refutation}");
                    wrong.push(what);
                }
            }
        }
        let quality = if *best { ", every move a best one" } else { "" };
        let asked = format!("{}: {moves}{quality}", setup.name(&[]));
        let found = if wrong.is_empty() { found.join("; ") } else { wrong.join("; ") };
        Ok(self.checked(asked, (!open).then_some(wrong.is_empty()), found, transcript))
    }

    /// Whether each move of a line is a best one: the value is the same before and after it.
    fn quality(&self, setup: &Setup, moves: &[Move]) -> Result<Quality, String> {
        let mut referee = setup.referee();
        let mut before = None;
        for made in 0..=moves.len() {
            let now = match referee.ended() {
                Some(score) => score,
                None => match self.solve(setup, referee.state(), Request::default()).value {
                    Answer::Exact(Value::Points(value)) => value,
                    _ => return Ok(Quality::Unknown),
                },
            };
            if let Some(before) = before.filter(|before| *before != now) {
                let (mistake, earlier) = (move_name(&setup.game.board, moves[made - 1]), &moves[..made - 1]);
                let what = format!(
                    "move {made}, {mistake}, is a mistake: the value was {before} before it and is {now} after it"
                );
                let state = setup.line_after(&setup.move_names(earlier))?.state;
                let better = self.solve(setup, &state, Request::default());
                return Ok(Quality::Mistake(what, setup.best_play(earlier, &better)));
            }
            before = Some(now);
            if let Some(mv) = moves.get(made) {
                referee.play(*mv).map_err(|illegal| illegal.to_string())?;
            }
        }
        Ok(Quality::Best)
    }
}

/// How a line ended: what was found, and what was not as the check expects.
type Ending = (Vec<String>, Vec<String>);

fn ending(check: &Check, referee: &Referee, setup: &Setup) -> Result<Ending, String> {
    let Check::Line { ends, scoring, prisoners, area: wanted_area, shows, .. } = check else {
        unreachable!("only lines come here");
    };
    let (mut found, mut wrong) = (Vec::new(), Vec::new());
    let mut expect = |right: bool, what: String| wrong.extend((!right).then_some(what));
    let board = &setup.game.board;
    found.push(match referee.ended() {
        Some(score) => {
            let words = match referee.shares() {
                Some(shares) => shares_in_words(shares),
                None => value_in_words(score),
            };
            format!("the game ends: {words}")
        }
        None => "the game goes on".to_string(),
    });
    if let Some(wanted) = ends {
        let wanted: Points = wanted.parse().map_err(|_| format!("ends = {wanted:?} is no score"))?;
        expect(referee.ended() == Some(wanted), format!("expected the game to end with {wanted}"));
    }
    let drawn = |cycle: ScoringCycle| {
        cycle.scoring.iter().map(|(position, _)| diagram_line(board, position)).collect::<Vec<_>>()
    };
    let positions = referee.cycle().map(drawn);
    if let Some(positions) = &positions {
        let none = if positions.is_empty() { "none" } else { "" };
        found.push(format!("scoring positions: {none}{}", positions.join(" ")));
    }
    if scoring.is_some() {
        expect(*scoring == positions, format!("expected scoring positions {scoring:?}"));
    }
    let last = referee.steps().last().map_or(setup.place.position, |step| step.position);
    if let Some(wanted) = wanted_area {
        let area = area(board, &last);
        found.push(format!("area {}", value_in_words(area.into())));
        expect(area == *wanted, format!("the area is {area}, expected {wanted}"));
    }
    if let Some(drawn) = shows {
        let wanted = parse_position(board, drawn).map_err(|error| error.to_string())?;
        let shown = diagram_line(board, &last);
        expect(wanted == last, format!("the last position is {shown}, expected {drawn}"));
    }
    if let Some(wanted) = prisoners {
        let mut taken = [0; 2];
        for step in referee.steps() {
            taken[step.player.index()] += step.captured.count_ones();
            taken[step.player.other().index()] += step.lost.count_ones();
        }
        found.push(format!("captured by Black {}, by White {}", taken[0], taken[1]));
        expect(taken == *wanted, format!("expected prisoners {wanted:?}"));
    }
    Ok((found, wrong))
}

/// How good a line is.
enum Quality {
    Best,
    Unknown,
    /// What the first mistake is, and what was better.
    Mistake(String, String),
}

// --- Points that do not change in a scoring cycle ---
//
// What an end of a game without scoring positions would be worth if only the points were counted
// that a player has in every position of the scoring cycle: a change of Kee 2009, rule 19, that can
// be tried, and no ruleset of its own.

impl Context<'_> {
    /// Plays a line to its end in a scoring cycle and counts the points that do not change in the
    /// cycle.
    pub(super) fn unchanged(&self, setup: &Setup, moves: &str, score: i32) -> Result<Checked, String> {
        let board = &setup.game.board;
        let script = Script::parse(board, moves)?;
        let mut referee = setup.referee();
        let played = script.play(&mut referee, &setup.game);
        let asked = format!(
            "{}: {moves}: the points that nobody changes in the cycle count {score}",
            setup.name(&[])
        );
        let evidence = setup.diagram() + &played.transcript;
        let cycle = match (played.failure, referee.cycle()) {
            (None, Some(cycle)) if cycle.scoring.is_empty() => cycle,
            (failure, _) => {
                let none = "the line does not end with a cycle without scoring positions".to_string();
                let found = failure.unwrap_or(none);
                return Ok(self.checked(asked, Some(false), found, evidence));
            }
        };
        let held = referee.steps()[cycle.first - 1..].iter().map(|step| areas(board, &step.on));
        let [black, white] =
            held.fold([board.full(); 2], |[black, white], [b, w, ..]| [black & b, white & w]);
        let found = black.count_ones() as i32 - white.count_ones() as i32;
        let words = value_in_words(found.into());
        let words = format!("{words}, from points that each has in every position of the cycle");
        Ok(self.checked(asked, Some(found == score), words, evidence))
    }
}

// --- Captures ---
//
// Whether a player can force the capture of certain stones, on a board that is too large to be
// solved.
//
// One of the two players, the *limited* one, keeps to a few intersections (and to passes,
// challenges there, and what is said at a stop); the other may play whatever the rules allow. What
// the limited player reaches in this way he reaches with all his moves, so a capture by a limited
// capturer is proved, and so is it that a limited keeper is safe. The opposite answers say only
// that those moves are not enough.
//
// The capturer *succeeds* if he takes the stones and never loses certain stones of his own, in play
// that goes on to the end of the game or for ever; or if he takes other stones of the keeper, which
// settles the matter at once. All states that come up are listed, each with whether the stones have
// been taken, and it is settled backwards:
//
// 1. Of the states in which they have been taken, those are *spoiled* from which the keeper can
//    force that the capturer loses stones: one of the keeper's moves, or each of the capturer's,
//    does so or leads to one.
// 2. He succeeds where one of his moves, or each of the keeper's, leads to a state in which they
//    have been taken and that is not spoiled, or in which he succeeds, and nowhere else.

/// What is asked, with intersections as sets.
struct CaptureQuestion {
    capturer: Player,
    /// The stones that are to be taken: one of them at least.
    target: u64,
    /// Stones of the capturer that he must not lose.
    essential: u64,
    /// Stones of the keeper whose loss settles the matter.
    decisive: u64,
    limited: Player,
    points: u64,
}

/// A state, and whether the stones have been taken.
type CaptureState = (Key, bool);

struct Node {
    mover: Player,
    taken: bool,
    moves: Vec<(Move, Next)>,
}

#[derive(Clone, Copy)]
enum Next {
    /// The capturer has succeeded.
    Success,
    /// He has not, and cannot any more.
    Failure,
    State(u32),
}

impl CaptureQuestion {
    /// What a move to a position comes to, if that ends the question.
    fn outcome(&self, position: &Position) -> Option<Next> {
        let lacks = |player: Player, set: u64| set & !position.stones[player.index()] != 0;
        if lacks(self.capturer, self.essential) {
            return Some(Next::Failure);
        }
        lacks(self.capturer.other(), self.decisive).then_some(Next::Success)
    }

    fn takes(&self, position: &Position) -> bool {
        self.target & !position.stones[self.capturer.other().index()] != 0
    }

    fn may_play(&self, player: Player, mv: Move) -> bool {
        player != self.limited || mv.names().is_none_or(|point| self.points >> point & 1 == 1)
    }

    /// Lists all states that come up.
    fn list(&self, setup: &Setup, start: Key, budget: &Budget) -> Result<Vec<Node>, Stopped> {
        let mut open: Vec<CaptureState> = vec![(start, self.takes(&start.position))];
        let mut indices = HashMap::from([(open[0], 0u32)]);
        let mut nodes = Vec::new();
        while let Some(&(key, taken)) = open.get(nodes.len()) {
            budget.charge(1)?;
            let plays = setup.game.plays(&key);
            let moves = plays.iter().filter(|play| self.may_play(key.mover, play.mv)).map(|play| {
                let next = match &play.effect {
                    Effect::End(_) if taken => Next::Success,
                    Effect::End(_) => Next::Failure,
                    Effect::Next(next, _) => self.outcome(&next.position).unwrap_or_else(|| {
                        let next = (*next, taken || self.takes(&next.position));
                        Next::State(*indices.entry(next).or_insert_with(|| {
                            open.push(next);
                            open.len() as u32 - 1
                        }))
                    }),
                };
                (play.mv, next)
            });
            let moves = moves.collect();
            nodes.push(Node { mover: key.mover, taken, moves });
        }
        Ok(nodes)
    }
}

/// For each node from which a player can force a good end of the question, within how many moves.
/// `counts` says which nodes have a part in it, and `good` which moves are good at once.
fn attractor(
    nodes: &[Node],
    player: Player,
    counts: impl Fn(&Node) -> bool,
    good: impl Fn(&Next) -> bool,
) -> Vec<Option<u32>> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
    let mut left: Vec<usize> = nodes.iter().map(|node| node.moves.len()).collect();
    let mut within = vec![None; nodes.len()];
    let mut layer = Vec::new();
    for (place, node) in nodes.iter().enumerate().filter(|(_, node)| counts(node)) {
        let mut wins = false;
        for (_, next) in &node.moves {
            if good(next) {
                left[place] -= 1;
                wins = node.mover == player || left[place] == 0;
            } else if let Next::State(next) = next {
                before[*next as usize].push(place as u32);
            }
        }
        if wins || left[place] == 0 {
            within[place] = Some(1);
            layer.push(place);
        }
    }
    for moves in 2.. {
        let mut next_layer = Vec::new();
        for from in layer.iter().flat_map(|place| &before[*place]) {
            let place = *from as usize;
            left[place] -= 1;
            if within[place].is_none() && (nodes[place].mover == player || left[place] == 0) {
                within[place] = Some(moves);
                next_layer.push(place);
            }
        }
        if next_layer.is_empty() {
            break;
        }
        layer = next_layer;
    }
    within
}

/// The states of success in which the stones have not been taken, each with the moves that are left
/// until then, and a line from the first in which the capturer hurries and the keeper delays.
fn forced_capture(nodes: &[Node], capturer: Player) -> (Option<u32>, Vec<Move>) {
    let spoiled = attractor(nodes, capturer.other(), |node| node.taken, |next| matches!(next, Next::Failure));
    let taken = |next: &Next| match next {
        Next::Success => true,
        Next::Failure => false,
        Next::State(next) => nodes[*next as usize].taken && spoiled[*next as usize].is_none(),
    };
    let within = attractor(nodes, capturer, |node| !node.taken, taken);
    let (mut line, mut place) = (Vec::new(), 0usize);
    while within[place].is_some() {
        let left = |next: &Next| match next {
            next if taken(next) => Some(0),
            Next::State(next) => within[*next as usize],
            _ => None,
        };
        let node = &nodes[place];
        let moves = node.moves.iter().filter_map(|(mv, next)| Some((left(next)?, *mv, *next)));
        let key = |(left, ..): &(u32, Move, Next)| *left;
        let chosen = if node.mover == capturer { moves.min_by_key(key) } else { moves.max_by_key(key) };
        let (left, mv, next) = chosen.expect("a state of success has a move that keeps it");
        line.push(mv);
        match next {
            Next::State(next) if left > 0 => place = next as usize,
            _ => break,
        }
    }
    (within[0], line)
}

/// Reads a set of intersections.
fn point_set(board: &Board, text: &str) -> Result<u64, String> {
    let mut points = text.split_whitespace().map(|name| match parse_move(board, name) {
        Ok(Move::Place(point)) => Ok(1u64 << point),
        _ => Err(format!("{name:?}: expected an intersection of the {board} board")),
    });
    points.try_fold(0, |set, point| Ok(set | point?))
}

impl Context<'_> {
    pub(super) fn capture(&self, setup: &Setup, check: &Check) -> Result<Checked, String> {
        let Check::Capture { after, target, limited, points, black, white, captured, .. } = check else {
            unreachable!("only captures come here");
        };
        if setup.game.rules.properties().always_ends {
            return Err("captures are looked for under rulesets without a history".to_string());
        }
        let board = &setup.game.board;
        let owner = setup.place.position.colour(point_set(board, target)?.trailing_zeros() as u8);
        let capturer = owner.ok_or("no stone is the target")?.other();
        let limited = Player::from(*limited);
        let [essential, decisive] = if capturer == Player::Black { [black, white] } else { [white, black] };
        let question = CaptureQuestion {
            capturer,
            target: point_set(board, target)?,
            essential: point_set(board, essential)?,
            decisive: point_set(board, decisive)?,
            limited,
            points: point_set(board, points)?,
        };
        let Line { state, moves, .. } = setup.line_after(after)?;
        let aims = |aim: &str, stones: &str| match stones {
            "" => String::new(),
            stones => format!(" {aim} {stones}"),
        };
        let asked = format!(
            "{}: {} {} {target}{}{}, {} keeping to {points}",
            setup.name(&moves),
            capturer.name(),
            if *captured { "captures" } else { "cannot capture" },
            aims("or", decisive),
            aims("without losing", essential),
            limited.name(),
        );
        let budget = self.budget();
        let listed = question.list(setup, state.key, &budget);
        self.charge(&budget);
        let nodes = match listed {
            Ok(nodes) => nodes,
            Err(stopped) => {
                let found = format!("stopped by {stopped}");
                return Ok(self.checked(asked, None, found, setup.diagram()));
            }
        };
        let (within, line) = forced_capture(&nodes, capturer);
        // Only what the limited player reaches is proved.
        let proved = within.is_some() == (limited == capturer);
        let found = match (within, proved) {
            (Some(1), true) => "captured by the next move".to_string(),
            (Some(moves), true) => format!("captured within {moves} moves, whatever the other plays"),
            (None, true) => "kept, whatever the other plays".to_string(),
            (_, false) => format!("{} does not reach it with these moves", limited.name()),
        };
        let found = format!("{found}; {} states", nodes.len());
        let mut evidence = setup.diagram();
        if !line.is_empty() {
            evidence += &format!("line: {}\n", setup.move_names(&line));
        }
        Ok(self.checked(asked, proved.then_some(within.is_some() == *captured), found, evidence))
    }
}
