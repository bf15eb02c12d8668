//! The states of the search. The prover is always Black here, so that a position says whose stones are whose.

use superko_go::bits::members;
use superko_go::{Board, Move, Placements, Player, Position};
use superko_rules::ko::ko_capture;

use super::Terms;

/// What [`Place::ko`] is where no ko was taken just before.
const NO_KO: u8 = u8::MAX;

/// A state: what is on the board, whose turn it is, and what the last move has left of a ko or was a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The stones, those of the prover as Black's.
    pub position: Position,
    /// Whether the prover is to move.
    pub proving: bool,
    /// The intersection where a ko may not be retaken at once, or a number that no intersection has.
    pub ko: u8,
    /// Whether the last move was a pass: at the prover's turn one of the opponent that followed no pass, at the
    /// opponent's turn any pass of the prover.
    pub passed: bool,
}

// The tables of a bounded search hold these by the million.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Place>() == 24);

impl Place {
    /// The start of a game, as the prover sees it.
    pub fn start(position: &Position, mover: Player, prover: Player) -> Place {
        let position = if prover == Player::Black { *position } else { position.exchanged() };
        Place { position, proving: mover == prover, ko: NO_KO, passed: false }
    }

    /// The state after a pass.
    pub fn pass(&self) -> Place {
        Place { position: self.position, proving: !self.proving, ko: NO_KO, passed: true }
    }

    /// The states after the stones that may be placed: of the prover those that are no suicide and, by condition 5, take
    /// no ko right after a pass where the opponent could retake it at once; of the opponent all that the board admits
    /// but the retaking of a ko. One that he takes right after a pass of the prover is open where the ban is a natural one.
    pub fn stones<'a>(
        &'a self,
        board: &'a Board,
        terms: &'a Terms,
    ) -> impl Iterator<Item = (u8, Place)> + 'a {
        let (mover, suicide) = match self.proving {
            true => (Player::Black, superko_go::Suicide::Forbidden),
            false => (Player::White, terms.suicide),
        };
        let no_ko = self.proving && self.passed && !terms.passes_stand;
        let open = !self.proving && self.passed && terms.natural;
        let empty = board.full() & !self.position.occupied();
        let placements = Placements::of(board, self.position, mover, suicide);
        members(empty).filter(|point| *point != self.ko).filter_map(move |point| {
            let placement = placements.at(point)?;
            let ko = ko_capture(board, mover, point, &placement);
            let next = Place {
                position: placement.position,
                proving: !self.proving,
                ko: ko.filter(|_| !open).unwrap_or(NO_KO),
                passed: false,
            };
            (!no_ko || ko.is_none()).then_some((point, next))
        })
    }

    /// The least of the images under the symmetries of the board, and the place of a symmetry that leads to it.
    pub fn canonical(&self, board: &Board) -> (Place, usize) {
        let (mut least, mut by) = (*self, 0);
        for (place, symmetry) in board.symmetries().iter().enumerate().skip(1) {
            let Some(position) = self.position.image_up_to(symmetry, &least.position) else { continue };
            let ko = if self.ko == NO_KO { NO_KO } else { symmetry.point(self.ko) };
            if (position, ko) < (least.position, least.ko) {
                (least, by) = (Place { position, ko, ..*self }, place);
            }
        }
        (least, by)
    }

    /// A move on the canonical state as it is on the state that a symmetry has brought to it.
    pub fn back(board: &Board, symmetry: usize, mv: Move) -> Move {
        let inverse = &board.symmetries()[board.symmetries()[symmetry].inverse()];
        mv.map(|point| inverse.point(point))
    }

    /// The intersection where a ko may not be retaken at once.
    pub fn ko(&self) -> Option<u8> {
        (self.ko != NO_KO).then_some(self.ko)
    }
}
