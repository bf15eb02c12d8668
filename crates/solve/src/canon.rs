//! Canonical keys: one key for each class of keys under symmetries and the exchange of the colours.
//!
//! Every ruleset is symmetric: a symmetry of the board preserves the value of a state, the exchange
//! of the colours (in position, mover and facts) negates it, unless a clause names a colour
//! ([`Properties::exchangeable`](superko_rules::Properties)). The canonical frame has Black to move
//! and the least of the images of the position; lemmas are stored in it and read back through it.
//! Where a clause names a colour, and with more players, colours and turn stay as they are: with
//! more players the one whose points are in question is no image of the others. Where several symmetries lead to the least image, a lemma
//! may be read back through each of them (at most 8 are tried).

use arrayvec::ArrayVec;

use super::threshold::{Side, Threshold};
use superko_go::bits::members;
use superko_go::{Board, Player, Position, Symmetry};
use superko_rules::fact::Fact;
use superko_rules::{Key, Ruleset};

/// A map from a real position to the canonical one: first an exchange of the colours, or none, then
/// a symmetry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// The index of the symmetry in [`Board::symmetries`].
    pub symmetry: u16,
    /// Whether the colours were exchanged.
    pub exchanged: bool,
}

/// A canonical key and frames that lead to it.
#[derive(Debug, Clone)]
pub struct Canon {
    /// The canonical key. Where colours may be exchanged, Black is to move.
    pub key: Key,
    /// The symmetries of the frames; never empty. On a grid, which has at most 8 symmetries, these
    /// are all frames that lead to the key, on other graphs the first 8. A lemma holds through each
    /// frame, so leaving some out only loses reuse.
    frames: ArrayVec<u16, MAX_IMAGES>,
    exchanged: bool,
}

/// The images of a position under the symmetries of its board. Setting a bit in each gives the
/// images of a position with one more stone.
pub struct Images {
    position: Position,
    /// Empty if the board has too many symmetries, or the position is packed.
    images: ArrayVec<Position, MAX_IMAGES>,
}

/// The maximum number of symmetries of a grid.
pub const MAX_IMAGES: usize = 8;

impl Images {
    /// The images of a position.
    pub fn of(board: &Board, position: Position) -> Images {
        let symmetries = board.symmetries();
        let images = match symmetries.len() <= MAX_IMAGES && !position.is_packed() {
            true => symmetries.iter().map(|symmetry| position.image(symmetry)).collect(),
            false => ArrayVec::new(),
        };
        Images { position, images }
    }

    /// The canonical form of a key after a move from the position.
    pub fn canon(&self, board: &Board, rules: &dyn Ruleset, exchangeable: bool, key: &Key) -> Canon {
        let [before, after] = [self.position.stones, key.position.stones];
        let added = [after[0] ^ before[0], after[1] ^ before[1]];
        let stone = added[0] | added[1];
        // A captured stone has a bit that is set only before the move.
        let one_more = stone & stone.wrapping_sub(1) == 0
            && stone & (before[0] | before[1]) == 0
            && !key.position.is_packed();
        if self.images.is_empty() || !one_more {
            return Canon::of(board, rules, key);
        }
        let exchanged = exchangeable && key.mover == Player::White;
        let bit = stone.trailing_zeros() as u8 % 64;
        // Each image of the position before the move gets the bits that the move has added to each
        // word.
        let [one_more, two_more] = added.map(|added| u64::from(added != 0));
        let (mut least, mut minimal) = ((u64::MAX, u64::MAX), 0u8);
        for (index, (image, symmetry)) in self.images.iter().zip(board.symmetries()).enumerate() {
            let to = if stone == 0 { 0 } else { symmetry.point(bit) };
            let (one, two) = (image.stones[0] | one_more << to, image.stones[1] | two_more << to);
            let words = if exchanged { (two, one) } else { (one, two) };
            if words < least {
                (least, minimal) = (words, 0);
            }
            minimal |= u8::from(words == least) << index;
        }
        let position = Position { stones: [least.0, least.1] };
        // Of the frames to the least position, those to the least phase.
        let mut frames = ArrayVec::new();
        let mut phase = u32::MAX;
        for index in members(u64::from(minimal)) {
            let symmetry = &board.symmetries()[usize::from(index)];
            // Phase 0 is that of every start, and the images of a start are starts.
            let image = if key.phase == 0 { 0 } else { rules.phase_image(key.phase, symmetry) };
            if image < phase {
                frames.clear();
                phase = image;
            }
            if image == phase {
                frames.push(u16::from(index));
            }
        }
        let mover = if exchanged { Player::Black } else { key.mover };
        Canon { key: Key { position, mover, phase }, frames, exchanged }
    }
}

impl Canon {
    /// The canonical form of a key.
    pub fn of(board: &Board, rules: &dyn Ruleset, key: &Key) -> Canon {
        let exchanged = key.mover == Player::White && rules.properties().exchangeable;
        let position = if exchanged { key.position.exchanged() } else { key.position };
        let mut least = (position, key.phase);
        let mut frames = ArrayVec::new();
        frames.push(0);
        for (index, symmetry) in board.symmetries().iter().enumerate().skip(1) {
            let Some(image) = position.image_up_to(symmetry, &least.0) else { continue };
            let image = (image, rules.phase_image(key.phase, symmetry));
            match image.cmp(&least) {
                std::cmp::Ordering::Greater => continue,
                std::cmp::Ordering::Less => {
                    least = image;
                    frames.clear();
                }
                std::cmp::Ordering::Equal => {}
            }
            // More frames would only allow more reuse.
            let _ = frames.try_push(index as u16);
        }
        let mover = if exchanged { Player::Black } else { key.mover };
        let key = Key { position: least.0, mover, phase: least.1 };
        Canon { key, frames, exchanged }
    }

    /// The stored frames to the canonical key.
    pub fn frames(&self) -> impl Iterator<Item = Frame> + '_ {
        self.frames.iter().map(|&symmetry| Frame { symmetry, exchanged: self.exchanged })
    }

    /// A frame to the canonical key.
    pub fn frame(&self) -> Frame {
        Frame { symmetry: self.frames[0], exchanged: self.exchanged }
    }
}

impl Frame {
    /// The identity.
    pub const IDENTITY: Frame = Frame { symmetry: 0, exchanged: false };

    /// The inverse frame.
    pub fn inverse(self, board: &Board) -> Frame {
        let symmetry = board.symmetries()[usize::from(self.symmetry)].inverse();
        Frame { symmetry: symmetry as u16, exchanged: self.exchanged }
    }

    /// Whether this is the identity.
    pub fn is_identity(self) -> bool {
        self.symmetry == 0 && !self.exchanged
    }

    /// The map of facts from the real frame to the canonical one.
    pub fn facts_in(self, board: &Board) -> FactMap<'_> {
        self.facts(board, usize::from(self.symmetry))
    }

    /// The map of facts from the canonical frame to the real one.
    #[inline]
    pub fn facts_out(self, board: &Board) -> FactMap<'_> {
        self.facts(board, board.symmetries()[usize::from(self.symmetry)].inverse())
    }

    #[inline]
    fn facts(self, board: &Board, symmetry: usize) -> FactMap<'_> {
        FactMap {
            symmetry: (symmetry != 0).then(|| &board.symmetries()[symmetry]),
            exchanged: self.exchanged,
        }
    }

    /// The frame self ∘ other⁻¹, which maps the image of a position under `other` to its image
    /// under `self`.
    pub fn instead_of(self, other: Frame, board: &Board) -> Frame {
        let symmetries = board.symmetries();
        let [this, back] = [usize::from(self.symmetry), symmetries[usize::from(other.symmetry)].inverse()]
            .map(|s| &symmetries[s]);
        let leads = |symmetry: &Symmetry| {
            (0..board.points() as u8).all(|point| symmetry.point(point) == this.point(back.point(point)))
        };
        let symmetry = symmetries.iter().position(leads).expect("the symmetries of a board form a group");
        Frame { symmetry: symmetry as u16, exchanged: self.exchanged != other.exchanged }
    }

    /// The question in the other frame. This map is its own inverse.
    #[inline]
    pub fn question(self, question: Threshold) -> Threshold {
        if self.exchanged { question.exchanged() } else { question }
    }

    /// The side in the other frame. This map is its own inverse.
    #[inline]
    pub fn side(self, side: Side) -> Side {
        if self.exchanged { side.other() } else { side }
    }

    /// The image of a point in the canonical frame.
    pub fn point_in(self, board: &Board, point: u8) -> u8 {
        board.symmetries()[usize::from(self.symmetry)].point(point)
    }

    /// The image of a canonical point in the real frame.
    pub fn point_out(self, board: &Board, point: u8) -> u8 {
        let inverse = board.symmetries()[usize::from(self.symmetry)].inverse();
        board.symmetries()[inverse].point(point)
    }
}

/// A map of facts from one frame to another.
#[derive(Debug, Clone, Copy)]
pub struct FactMap<'a> {
    /// The symmetry, if it is not the identity.
    symmetry: Option<&'a Symmetry>,
    exchanged: bool,
}

impl FactMap<'_> {
    /// Whether this is the identity.
    #[inline]
    pub fn is_identity(&self) -> bool {
        self.symmetry.is_none() && !self.exchanged
    }

    /// The image of a fact.
    #[inline]
    pub fn of(&self, fact: &Fact) -> Fact {
        let second = fact.second.map(|position| self.position(position));
        Fact { class: fact.class, who: self.who(fact.who), position: self.position(fact.position), second }
    }

    /// The image of a player, if present.
    #[inline]
    pub fn who(&self, who: Option<Player>) -> Option<Player> {
        if self.exchanged { who.map(Player::other) } else { who }
    }

    /// The image of a position.
    #[inline]
    pub fn position(&self, position: Position) -> Position {
        // The colours are exchanged before the symmetry, while both words are loaded.
        let [first, second] = position.stones;
        let (first, second) = if self.exchanged { (second, first) } else { (first, second) };
        let position = Position { stones: [first, second] };
        self.symmetry.map_or(position, |symmetry| position.image(symmetry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_go::Players;
    use superko_go::position::{legal_positions, legal_positions_of};
    use superko_rules::{Properties, Rules};

    #[test]
    fn the_canonical_form_after_a_move_is_that_of_the_key_itself() {
        let subjects = [
            ("2x3", "psk"),
            ("2x2", "simple-ko"),
            ("1x4", "kee2020"),
            ("3x3", "spight"),
            ("star:4", "psk"),
            ("cycle:5", "ssk"),
            ("star:6", "psk"),
            ("2x2", "kee2020-march --players 4"),
        ];
        for (name, rules) in subjects {
            let game = rules.parse::<Rules>().unwrap().game(Board::parse(name).unwrap());
            let Properties { players, exchangeable, .. } = game.rules.properties();
            let positions: Vec<Position> = match players {
                Players::Two => legal_positions(&game.board).collect(),
                players => legal_positions_of(&game.board, players).collect(),
            };
            for (position, mover) in
                positions.iter().flat_map(|p| players.all().iter().map(move |m| (*p, *m)))
            {
                let images = Images::of(&game.board, position);
                let start = game.start(position, mover).key;
                for play in game.plays(&start) {
                    let superko_rules::Effect::Next(next, _) = play.effect else { continue };
                    let found = images.canon(&game.board, &*game.rules, exchangeable, &next);
                    let plain = Canon::of(&game.board, &*game.rules, &next);
                    assert_eq!(
                        (found.key, found.frames, found.exchanged),
                        (plain.key, plain.frames, plain.exchanged)
                    );
                }
            }
        }
    }
}
