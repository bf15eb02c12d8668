//! The empty board: who moves first does not lose, as he can pass and leave the first stone to his opponent.
//!
//! Let a composition have terms ([`Terms::of`]), suicide be forbidden, and Black move first on the empty board with an empty
//! past. Suppose that White could hold him below 0.
//!
//! * Black passes until White plays a stone. If White never does, the game ends on the empty board: every position that
//!   could be scored, alone or in a mean, is worth 0. So White has to play a stone s, and from there he holds Black
//!   below 0.
//! * Once a stone has been played the board is never empty again, as without suicide the stone played last stays.
//! * The game in which White moves first and plays s at once goes on in the same way. The two pasts differ by passes on the
//!   empty board and by that board itself. No stone recreates it and nobody passes on it again, so whatever bars a position
//!   or a situation that has occurred, or counts the passes on one, does not come to it. The runs of passes end with s. Under
//!   `passed-situation` the last position that a player has passed on is at first the empty board in one game and the same
//!   or none in the other; neither comes again, so that the same situations are equal. A mean is over what comes after
//!   the first of two passes on one position, so nothing of the empty board is in it.
//! * The compositions do not tell the colours apart. So White, who has at least 1 point (or a part of one) by moving first
//!   and playing s, shows that Black has as much by moving first, against what was supposed.
//!
//! No move is known by this, and no certificate: it is not what `solve prove` proves.

use super::Terms;
use superko_go::{Position, Suicide};

/// Whether the player who moves first at a start is sure not to lose.
pub fn first_is_safe(terms: &Terms, start: &Position) -> bool {
    start.occupied() == 0 && terms.suicide == Suicide::Forbidden
}
