//! A bounded certificate in the making, as far as it has come.

use std::io::{self, Read, Write};

use superko_go::{Board, Player};
use superko_solve::Limits;
use superko_solve::bounded::kept::{read_climbing, read_sought, write_climbing, write_sought};
use superko_solve::bounded::threshold::Sought;
use superko_solve::bounded::value::Climbing;
use superko_solve::kept::{Kept, Reader, Writer, unreadable};

/// A bound to be proved: a player, and the points by which he is ahead at least.
pub type Goal = (Player, i32);

/// What is known of a bounded certificate that is not finished: of one game, start and claim.
#[derive(Default)]
pub struct Unfinished {
    /// The intersections of the board, and who moves at the start, if what is known is kept.
    of: Option<(usize, Player)>,
    /// What is known of the best bounds, while they are looked for.
    pub(super) climbing: Option<Climbing>,
    /// The limits of that in the budget in hand.
    pub(super) limits: Option<Limits>,
    /// The best bounds, when they are known.
    pub(super) goals: Option<Vec<Goal>>,
    /// What is known of each bound to be proved.
    sought: Vec<Sought>,
}

impl Unfinished {
    /// Nothing so far. What will be known is kept, to go on from.
    pub fn kept(board: &Board, mover: Player) -> Unfinished {
        Unfinished { of: Some((board.points(), mover)), ..Unfinished::default() }
    }

    /// What is known of the bound of a number.
    pub(super) fn sought(&mut self, number: usize) -> &mut Sought {
        let is_kept = self.of.is_some();
        if self.sought.len() <= number {
            self.sought.resize_with(number + 1, || if is_kept { Sought::kept() } else { Sought::default() });
        }
        &mut self.sought[number]
    }
}

impl Kept for Unfinished {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let to = &mut Writer(to);
        to.bool(self.climbing.is_some())?;
        self.climbing.iter().try_for_each(|climbing| write_climbing(to, climbing))?;
        to.bool(self.goals.is_some())?;
        if let Some(goals) = &self.goals {
            to.count(goals.len())?;
            goals.iter().try_for_each(|(player, threshold)| {
                to.player(*player)?;
                to.signed(*threshold)
            })?;
        }
        to.count(self.sought.len())?;
        self.sought.iter().try_for_each(|sought| write_sought(to, sought))
    }

    fn read(&mut self, from: &mut dyn Read, memory: usize) -> io::Result<()> {
        let from = &mut Reader(from);
        let (points, mover) = self.of.ok_or_else(unreadable)?;
        if from.bool()? {
            self.climbing = Some(read_climbing(from, points, mover, memory)?);
        }
        if from.bool()? {
            let goals = (0..from.count()?).map(|_| match (from.player()?, from.signed()?) {
                (player @ (Player::Black | Player::White), threshold) => Ok((player, threshold)),
                _ => Err(unreadable()),
            });
            self.goals = Some(goals.collect::<io::Result<_>>()?);
        }
        for _ in 0..from.count()? {
            self.sought.push(read_sought(from, points, memory)?);
        }
        Ok(())
    }
}
