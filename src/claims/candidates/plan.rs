//! A search as it is written, made ready for one board: games, moves and expectations read.

use super::colourings::{Colourings, Template};
use super::form::{Constraint, Measure, Search};
use super::shape::Shape;
use super::words::Words;
use crate::claims::checks::expect::Expect;
use crate::go::score::area;
use crate::go::{Board, Player, Position};
use crate::rules::{Game, Points, catalogue};

/// A search on one of its boards.
pub struct Plan {
    /// The board.
    pub board: Board,
    template: Template,
    /// What is seen of a position without playing, with the places of the constraints: how many intersections are empty
    /// comes first, then the others as they are written.
    pub seen: Vec<(usize, Seen)>,
    /// What is played or solved, as it is written, with the places of the constraints.
    pub played: Vec<(usize, Played)>,
    /// What is measured.
    pub measures: Vec<Solved>,
}

/// A constraint on what is seen.
#[derive(Debug)]
pub enum Seen {
    Empty([u32; 2]),
    Kos { takes: [Option<[u32; 2]>; 2], total: Option<[u32; 2]>, apart: bool },
    Eyes(Player, [u32; 2]),
    Chains(Player, [u32; 2]),
    Area([i32; 2]),
}

/// A constraint that is played or solved.
pub enum Played {
    Area { after: Words, score: [i32; 2] },
    Line { game: Game, moves: Words, ends: Option<Points> },
    Value { solved: Solved, expect: Expect },
    Best { solved: Solved, moves: Words, only: bool },
}

/// A state that is solved.
pub struct Solved {
    /// The ruleset as it is written, by which what was proved is shared.
    pub rules: String,
    /// The game.
    pub game: Game,
    /// The moves that lead to it.
    pub after: Words,
}

fn within<T: PartialOrd>(number: T, [least, most]: &[T; 2]) -> bool {
    *least <= number && number <= *most
}

impl Seen {
    /// Whether a position is as it says.
    pub fn holds(&self, board: &Board, position: &Position, shape: &Shape) -> bool {
        match self {
            Seen::Empty(points) => within((board.full() & !position.occupied()).count_ones(), points),
            Seen::Kos { takes, total, apart } => {
                let each = Player::ALL.iter().zip(takes);
                shape.are_separate()
                    && (!apart || shape.are_apart())
                    && total.is_none_or(|total| within(shape.kos.len() as u32, &total))
                    && each
                        .into_iter()
                        .all(|(player, takes)| takes.is_none_or(|takes| within(shape.takes(*player), &takes)))
            }
            Seen::Eyes(player, count) => within(shape.eyes(*player), count),
            Seen::Chains(player, count) => within(shape.chains(*player), count),
            Seen::Area(score) => within(area(board, position), score),
        }
    }

    /// How many empty intersections, at least, have neighbours of one colour.
    fn uniform(&self) -> u32 {
        match self {
            Seen::Kos { takes, total, .. } => {
                let least = |range: &Option<[u32; 2]>| range.map_or(0, |[least, _]| least);
                least(total).max(takes.iter().map(least).sum())
            }
            Seen::Eyes(_, [least, _]) => *least,
            Seen::Empty(_) | Seen::Chains(..) | Seen::Area(_) => 0,
        }
    }
}

impl Plan {
    /// Reads a search for each of its boards.
    ///
    /// # Errors
    /// One line that says what is wrong with it.
    pub fn all(search: &Search) -> Result<Vec<Plan>, String> {
        if search.boards.is_empty() {
            return Err("boards: expected one at least".to_string());
        }
        if !search.drawn.is_empty() && search.boards.len() > 1 {
            return Err("drawn: a template needs one board".to_string());
        }
        if !search.fit.is_empty() && search.fit.len() != search.boards.len() {
            let (fit, boards) = (search.fit.len(), search.boards.len());
            return Err(format!("fit: {fit} numbers for {boards} boards, expected one for each"));
        }
        search.boards.iter().map(|name| Plan::of(search, name)).collect()
    }

    fn of(search: &Search, name: &str) -> Result<Plan, String> {
        let board = Board::parse(name).map_err(|error| error.to_string())?;
        let template = Template::parse(&board, &search.rows())?;
        let mut plan = Plan { board, template, seen: Vec::new(), played: Vec::new(), measures: Vec::new() };
        for (place, constraint) in search.constraints.iter().enumerate() {
            plan.add(place, constraint).map_err(|error| format!("constraint {}: {error}", place + 1))?;
        }
        plan.seen.sort_by_key(|(_, seen)| !matches!(seen, Seen::Empty(_)));
        for Measure { rules, after, .. } in &search.measures {
            let error = |what: String| format!("measure of {rules}: {what}");
            let solved = plan.solved(rules, after).map_err(error)?;
            // A value is measured of a candidate, so it must not depend on a choice that no constraint has made.
            if let Some(new) = solved.after.variables().find(|letter| !plan.binds(*letter)) {
                return Err(error(format!("{new:?} is expected in a constraint as well")));
            }
            plan.measures.push(solved);
        }
        plan.colourings()?;
        Ok(plan)
    }

    /// Whether a constraint has a variable.
    fn binds(&self, letter: char) -> bool {
        let words = self.played.iter().flat_map(|(_, played)| match played {
            Played::Area { after, .. } => vec![after],
            Played::Line { moves, .. } => vec![moves],
            Played::Value { solved, .. } => vec![&solved.after],
            Played::Best { solved, moves, .. } => vec![&solved.after, moves],
        });
        words.flat_map(Words::variables).any(|bound| bound == letter)
    }

    fn add(&mut self, place: usize, constraint: &Constraint) -> Result<(), String> {
        let words = |text: &str| Words::parse(&self.board, text);
        let seen = match constraint {
            Constraint::Empty { points, .. } => Seen::Empty(*points),
            Constraint::Kos { black, white, total, apart, .. } => {
                Seen::Kos { takes: [*black, *white], total: *total, apart: *apart }
            }
            Constraint::Eyes { player: of, count, .. } => Seen::Eyes((*of).into(), *count),
            Constraint::Chains { player: of, count, .. } => Seen::Chains((*of).into(), *count),
            Constraint::Area { after, score, .. } if after.trim().is_empty() => Seen::Area(*score),
            Constraint::Area { after, score, .. } => {
                self.played.push((place, Played::Area { after: words(after)?.plain()?, score: *score }));
                return Ok(());
            }
            Constraint::Line { rules, moves, ends, .. } => {
                let read = |text: &String| text.parse().map_err(|_| format!("ends = {text:?} is no score"));
                let ends = ends.as_ref().map(read).transpose()?;
                let line = Played::Line { game: self.game(rules)?, moves: words(moves)?, ends };
                self.played.push((place, line));
                return Ok(());
            }
            Constraint::Value { rules, after, expect, .. } => {
                let value =
                    Played::Value { solved: self.solved(rules, after)?, expect: Expect::parse(expect)? };
                self.played.push((place, value));
                return Ok(());
            }
            Constraint::Best { rules, after, moves, only, .. } => {
                let moves = words(moves)?.plain()?;
                let best = Played::Best { solved: self.solved(rules, after)?, moves, only: *only };
                self.played.push((place, best));
                return Ok(());
            }
        };
        self.seen.push((place, seen));
        Ok(())
    }

    fn game(&self, rules: &str) -> Result<Game, String> {
        let (entry, options) = catalogue::parse(rules).map_err(|error| error.to_string())?;
        Ok(entry.game(self.board.clone(), options))
    }

    fn solved(&self, rules: &str, after: &str) -> Result<Solved, String> {
        let after = Words::parse(&self.board, after)?;
        Ok(Solved { rules: rules.to_string(), game: self.game(rules)?, after })
    }

    /// The positions to be looked at.
    ///
    /// # Errors
    /// One line, if there are too many.
    pub fn colourings(&self) -> Result<Colourings<'_>, String> {
        let mut empty = [0, self.board.points() as u32];
        for (_, seen) in &self.seen {
            if let Seen::Empty([least, most]) = seen {
                empty = [empty[0].max(*least), empty[1].min(*most)];
            }
        }
        Colourings::new(&self.board, self.template, empty, self.uniform())
    }

    /// How many empty intersections have neighbours of one colour, at least, for all kos and eyes that are asked for. No
    /// intersection is empty in two kos, in a ko and an eye, or in an eye of both players.
    pub fn uniform(&self) -> u32 {
        let most = |of: &dyn Fn(&Seen) -> bool| {
            let chosen = self.seen.iter().filter(|(_, seen)| of(seen));
            chosen.map(|(_, seen)| seen.uniform()).max().unwrap_or(0)
        };
        let eyes = |player: Player| most(&|seen| matches!(seen, Seen::Eyes(of, _) if *of == player));
        most(&|seen| matches!(seen, Seen::Kos { .. })) + eyes(Player::Black) + eyes(Player::White)
    }
}
