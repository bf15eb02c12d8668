//! The attack engine: bounds of a value by iterative deepening on the number of one player's
//! stones.
//!
//! Most values do not depend on what happened before. This engine asks whether one player, the
//! *prover*, gets at least a threshold of points with at most `d` stones of his own (and passes,
//! where there is suicide), whatever his opponent does, who may play everything that the ruleset
//! could allow him under any history. This *bound* (by which users know it as the bounded engine)
//! makes the game finite, so an answer for a state and `d` depends on no path, and all answers go
//! into one plain transposition table. What is proved holds from a starting position with an empty
//! history under every composition of clauses whose conditions the proof meets. They are read from
//! the clauses (`terms`) and tested on the explicit proof, never assumed. Where a condition fails,
//! the move that fails is taken from the prover and the proof is repaired; to take moves from the
//! prover never makes a proof false.
//!
//! What it cannot prove in this way it leaves open: a value that depends on a ban, by which one of
//! the players profits, is for the search over lemmas.
//!
//! Basic ko alone, under which a game may go on for ever, asks for fewer conditions: see
//! [`Terms::of_endless`].
//!
//! # Why a proof holds
//! A proof is about canonical states; `proof` says why what never comes back among these never does
//! on the board.
//!
//! Let a proof meet the conditions that `proof` lists, and let the prover follow it in a game that
//! began at its start with an empty history. Where the opponent passes right after a pass of the
//! prover, the prover passes again.
//!
//! *His moves are legal.* A pass always is. A stone of his is no suicide, and it creates a position
//! that has not stood in the game (condition 1). So no ban on repetition forbids it, as each bans
//! positions that have stood, and neither does basic ko. Two clauses ban stones right after a pass
//! of the opponent on a position A: `initialised-twice` if the prover has moved after such a pass
//! on A before, `disturbed-twice` if he has played a stone after one. He plays a stone there only
//! if the pass did not follow one of his own. Then the opponent's turn on A was that of the start
//! or came about by a stone of the prover, so that A had not stood before (condition 1), and nobody
//! has moved on it.
//!
//! *Natural situations* ([`Terms::natural`]). Where nothing is banned but a situation, a position
//! and the player to move, that a stone has made or that was the start, a stone of his is legal if
//! the position that it makes was made by no stone of his, and was not the start at his opponent's
//! turn: that is condition 1 there. His opponent's stones make situations of his own turn. So he
//! may retake a ko at once that was taken right after his pass, on a position A: the opponent's
//! turn on A came about by that pass. His opponent may not retake then, as that makes the situation
//! again that the opponent made by taking the ko. Two passes in a row are all that ends such a
//! game, so nothing else rests on what the prover's stones recreate.
//!
//! *The proof has an answer to every move of the opponent.* It answers all that the board admits,
//! with suicide if the ruleset has it, but for one: that he retakes a ko at once. This is banned
//! under every composition of which anything is claimed: see `terms`, where condition 5 comes from.
//!
//! *The game ends well.* A game of such a ruleset ends, and by a pass. If the pass is the prover's,
//! the position is worth the threshold (condition 2). If it is the opponent's and comes after one
//! of the prover, the same position was passed on by the prover. Any other pass of the opponent on
//! a position A comes at a turn that is that of the start or came about by a stone of the prover,
//! so A has not stood before and nobody has passed on it: such a pass ends no game, as a single
//! pass in a row ends none of those of which anything is claimed.
//!
//! Where two passes in a row do not end the game for certain the opponent may still play after
//! them, a ko that was banned to him too, so the proof goes on there (condition 3).
//!
//! *Settled positions.* From a settled position ([`replies`]) the prover goes on without the
//! explicit proof. All positions that his stones make are settled as well, and they make none of
//! them twice. None of them has stood in the explicit part, because no position there is settled
//! (condition 4). So conditions 1 and 2 hold for the whole game.
//!
//! *Means.* By the rules of Kee 2009 the score is the mean of the scoring positions, those on which
//! both players passed in a row, and 0 if there is none. The prover has passed on each, so each is
//! worth the threshold. There is one unless a player's second pass on a position A comes without a
//! pass of the other right before it or right after the first. The opponent's second pass on A
//! follows one of the prover, as was said. A second pass of the prover on A that follows no pass
//! needs that A comes back by a stone of the opponent after the prover has passed on it; where the
//! threshold is above 0 condition 6 says that it never does. (In settled positions it cannot
//! without suicide: the prover does not pass before they are settled by filling, and then the
//! stones of the opponent outside what the prover fills only grow, those of the prover there only
//! decrease. So with suicide nothing is claimed.)

pub mod guide;
mod history;
mod parts;
pub mod persist;
mod proof;
pub mod proof_builder;
pub mod replies;
pub mod search;
pub mod settled;
pub mod state;
mod table;
mod terms;
pub mod thresholds;
pub mod value;
mod worker;

pub use proof::Strategy;
pub use terms::Terms;
pub use value::{BoundsSearch, Found, bounds, bounds_under};
