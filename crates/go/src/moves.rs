//! Moves: a stone on an intersection, a pass, and the further moves of single rulesets: the challenge pass of Jann's rules,
//! and what the players say after a stop under the rules of Jann and Nieminen.

/// What a player does in his turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A stone on an intersection.
    Place(u8),
    /// No stone.
    Pass,
    /// No stone, for the ko capture on an intersection: Jann's challenge pass.
    Challenge(u8),
    /// After a stop: the position may be final.
    Accept,
    /// After a stop: play goes on.
    Resume,
    /// After a stop: play goes on, and ko may be challenged in it.
    ResumeModified,
    /// After a stop: an opposing chain is disputed.
    Dispute,
}

impl Move {
    /// The intersection that the move places a stone on.
    pub fn placed(self) -> Option<u8> {
        match self {
            Move::Place(point) => Some(point),
            _ => None,
        }
    }

    /// The intersection that the move names, whether it places a stone there or not.
    pub fn names(self) -> Option<u8> {
        match self {
            Move::Place(point) | Move::Challenge(point) => Some(point),
            Move::Pass | Move::Accept | Move::Resume | Move::ResumeModified | Move::Dispute => None,
        }
    }

    /// The same move with the intersection that it names at the place that `image` gives.
    pub fn map(self, image: impl FnOnce(u8) -> u8) -> Move {
        match self {
            Move::Place(point) => Move::Place(image(point)),
            Move::Challenge(point) => Move::Challenge(image(point)),
            Move::Pass | Move::Accept | Move::Resume | Move::ResumeModified | Move::Dispute => self,
        }
    }
}
