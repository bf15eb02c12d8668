//! Placing a stone: chains, liberties, captures, suicide.

use smallvec::SmallVec;

use crate::bits::PointSet;
use crate::board::Board;
use crate::player::Player;
use crate::position::Position;

/// Rule for a stone that leaves its own chain without liberties and captures nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Suicide {
    /// It may not be played.
    #[default]
    Forbidden,
    /// The chain is removed; a single stone too, which leaves the position as it was.
    Allowed,
    /// The chain is removed if it has two stones or more; a single stone may not be played.
    MultiStone,
}

impl Suicide {
    /// All variants.
    pub const ALL: [Suicide; 3] = [Suicide::Forbidden, Suicide::Allowed, Suicide::MultiStone];
}

/// Result of a placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement<S = u64> {
    /// The position after captures.
    pub position: Position<S>,
    /// The opposing stones that were removed.
    pub captured: S,
}

/// The placements of a player on a position.
///
/// What every placement would ask about the opponent's chains is asked once.
pub struct Placements<'a, S = u64> {
    board: &'a Board<S>,
    position: Position<S>,
    player: Player,
    suicide: Suicide,
    /// With stones of Black and White alone, the liberty and the stones of each opposing chain that
    /// has one liberty. Else `None`.
    captures: Option<SmallVec<[(S, S); 4]>>,
}

impl<'a, S: PointSet> Placements<'a, S> {
    /// Those of a player on a position.
    pub fn of(
        board: &'a Board<S>,
        position: Position<S>,
        player: Player,
        suicide: Suicide,
    ) -> Placements<'a, S> {
        let [black, white] = position.stones;
        let two = (black & white).is_empty() && player.index() < 2;
        let free = board.full() & !(black | white);
        let captures = two.then(|| {
            let chains = board.parts(position.stones[1 - player.index()]);
            let last = chains.map(|chain| (board.adjacent(chain) & free, chain));
            last.filter(|(liberties, _)| liberties.count() == 1).collect()
        });
        Placements { board, position, player, suicide, captures }
    }

    /// The result of a placement: see [`Position::place`].
    #[inline]
    pub fn at(&self, point: S::Point) -> Option<Placement<S>> {
        let Placements { board, position, player, suicide, .. } = *self;
        let Some(captures) = &self.captures else {
            return position.place(board, player, point, suicide);
        };
        let stone = S::of(point);
        let taken = captures.iter().filter(|(liberty, _)| *liberty == stone);
        let captured = taken.fold(S::EMPTY, |captured, (_, chain)| captured | *chain);
        if captured.is_empty() && (board.adjacent(stone) & !position.occupied() & !stone).is_empty() {
            // Without a liberty of its own the stone needs those of its chain.
            return position.place(board, player, point, suicide);
        }
        let mut stones = position.stones;
        stones[player.index()] |= stone;
        stones[1 - player.index()] &= !captured;
        Some(Placement { position: Position { stones }, captured })
    }
}

impl<S: PointSet> Position<S> {
    /// Places a stone of `player` on `point`: opposing chains without liberties are removed, then,
    /// if `suicide` lets it, the player's own chain.
    ///
    /// `None` if the intersection is occupied or the placement is a suicide that may not be played.
    #[inline]
    pub fn place(
        &self,
        board: &Board<S>,
        player: Player,
        point: S::Point,
        suicide: Suicide,
    ) -> Option<Placement<S>> {
        let [black, white] = self.stones;
        if !(black & white).is_empty() || player.index() > 1 {
            return self.place_among_more(board, player, point, suicide);
        }
        let ([black, white], captured) = placed(board, [black, white], player, point, suicide)?;
        Some(Placement { position: Position { stones: [black, white] }, captured })
    }

    /// The same for a stone of Red or a later player, or among such stones. Not inlined, so that it
    /// takes no room where two play.
    #[inline(never)]
    fn place_among_more(
        self,
        board: &Board<S>,
        player: Player,
        point: S::Point,
        suicide: Suicide,
    ) -> Option<Placement<S>> {
        let none = S::EMPTY;
        let (colours, captured) = match self.colours() {
            [black, white, red, green, yellow, violet]
                if player <= Player::Red && (green | yellow | violet).is_empty() =>
            {
                let (colours, captured) = placed(board, [black, white, red], player, point, suicide)?;
                let [black, white, red] = colours;
                ([black, white, red, none, none, none], captured)
            }
            colours => placed(board, colours, player, point, suicide)?,
        };
        Some(Placement { position: Position::of_colours(colours), captured })
    }
}

/// The colours after a placement, and the opposing stones that were removed.
#[inline(always)]
fn placed<S: PointSet, const COLOURS: usize>(
    board: &Board<S>,
    mut colours: [S; COLOURS],
    player: Player,
    point: S::Point,
    suicide: Suicide,
) -> Option<([S; COLOURS], S)> {
    let stone = S::of(point);
    let occupied = colours.iter().fold(S::EMPTY, |all, stones| all | *stones);
    if !(occupied & stone).is_empty() {
        return None;
    }
    colours[player.index()] |= stone;
    let free = board.full() & !occupied & !stone;
    let around = board.adjacent(stone);

    let mut captured = S::EMPTY;
    for (_, stones) in colours.iter().enumerate().filter(|(owner, _)| *owner != player.index()) {
        let mut touched = around & *stones;
        while !touched.is_empty() {
            let chain = board.flood(touched.lowest(), *stones);
            touched &= !chain;
            if (board.adjacent(chain) & free).is_empty() {
                captured |= chain;
            }
        }
    }
    colours = colours.map(|stones| stones & !captured);

    if captured.is_empty() && (around & free).is_empty() {
        let own = colours[player.index()];
        let chain = board.flood(stone, own);
        if (board.adjacent(chain) & free).is_empty() {
            let single = chain == stone;
            if suicide == Suicide::Forbidden || (suicide == Suicide::MultiStone && single) {
                return None;
            }
            colours[player.index()] = own & !chain;
        }
    }
    Some((colours, captured))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;
    use crate::notation::{diagram_line, parse_position};
    use crate::player::Players;

    fn place(board: &str, position: &str, player: Player, point: u8, suicide: Suicide) -> Option<String> {
        let board = Board::parse(board).unwrap();
        let position = parse_position(&board, position).unwrap();
        position.place(&board, player, point, suicide).map(|p| diagram_line(&board, &p.position))
    }

    #[test]
    fn captures_come_before_suicide() {
        assert_eq!(place("2x2", ".X/X.", Player::White, 0, Suicide::Forbidden), None);
        assert_eq!(place("2x2", "XX/X.", Player::White, 3, Suicide::Forbidden).as_deref(), Some("../.O"));
        assert_eq!(place("1x2", "X.", Player::White, 1, Suicide::Forbidden).as_deref(), Some(".O"));
    }

    #[test]
    fn suicide_removes_the_chain_if_it_is_allowed() {
        let double = |suicide| place("1x5", "O.X..", Player::White, 1, suicide);
        assert_eq!(double(Suicide::Forbidden), None);
        assert_eq!(double(Suicide::Allowed).as_deref(), Some("..X.."));
        assert_eq!(double(Suicide::MultiStone).as_deref(), Some("..X.."));
        let corner = |suicide| place("2x2", ".X/X.", Player::White, 0, suicide);
        assert_eq!(corner(Suicide::Allowed).as_deref(), Some(".X/X."));
        assert_eq!(corner(Suicide::MultiStone), None);
    }

    #[test]
    fn an_occupied_intersection_cannot_be_played() {
        assert_eq!(place("1x2", "X.", Player::Black, 0, Suicide::Allowed), None);
    }

    #[test]
    fn a_stone_takes_the_chains_of_both_opponents() {
        let red = |position| place("2x3", position, Player::Red, 1, Suicide::Forbidden);
        assert_eq!(red("X.O/RRR").as_deref(), Some(".R./RRR"));
        assert_eq!(red("X.O/R.R").as_deref(), Some(".R./R.R"));
        // A group of two colours is two chains, and each has its own liberties.
        let white = |position| place("1x4", position, Player::White, 3, Suicide::Forbidden);
        assert_eq!(white(".XR.").as_deref(), Some(".X.O"));
        assert_eq!(white("X.R."), None);
        let black = place("1x3", "O.R", Player::Black, 1, Suicide::Forbidden);
        assert_eq!(black.as_deref(), Some(".X."));
    }

    #[test]
    fn a_stone_of_six_colours_takes_the_chains_of_five() {
        let star = |position, player| place("star:6", position, player, 0, Suicide::Forbidden);
        assert_eq!(star(".ORGYV", Player::Black).as_deref(), Some("X....."));
        assert_eq!(star(".ORGYX", Player::Violet).as_deref(), Some("V....."));
        assert_eq!(star(".OYGY.", Player::Yellow).as_deref(), Some("Y.Y.Y."));
        assert_eq!(place("1x4", "G.V.", Player::Yellow, 1, Suicide::Forbidden).as_deref(), Some(".YV."));
        assert_eq!(place("1x5", "GG.Y.", Player::Red, 2, Suicide::Forbidden).as_deref(), Some("..RY."));
    }

    /// The same done plainly: a colour or none for each intersection, and chains found by walking
    /// from stone to stone.
    fn placed_plainly(
        board: &Board,
        before: &[Option<Player>],
        player: Player,
        point: usize,
        suicide: Suicide,
    ) -> Option<Vec<Option<Player>>> {
        let beside =
            |a: usize, b: usize| board.edges().any(|(x, y)| [(a, b), (b, a)].contains(&(x.into(), y.into())));
        let chain = |stones: &[Option<Player>], from: usize| {
            let mut chain = vec![from];
            let mut next = 0;
            while next < chain.len() {
                let new = (0..stones.len()).filter(|to| {
                    beside(chain[next], *to) && stones[*to] == stones[from] && !chain.contains(to)
                });
                let new: Vec<usize> = new.collect();
                chain.extend(new);
                next += 1;
            }
            chain
        };
        let has_liberty = |stones: &[Option<Player>], chain: &[usize]| {
            chain.iter().any(|stone| (0..stones.len()).any(|to| beside(*stone, to) && stones[to].is_none()))
        };
        if before[point].is_some() {
            return None;
        }
        let mut with = before.to_vec();
        with[point] = Some(player);
        let mut after = with.clone();
        for other in (0..with.len()).filter(|other| with[*other].is_some_and(|owner| owner != player)) {
            if !has_liberty(&with, &chain(&with, other)) {
                after[other] = None;
            }
        }
        let own = chain(&after, point);
        if !has_liberty(&after, &own) {
            if suicide == Suicide::Forbidden || suicide == Suicide::MultiStone && own.len() == 1 {
                return None;
            }
            own.into_iter().for_each(|stone| after[stone] = None);
        }
        Some(after)
    }

    #[test]
    fn a_placement_does_what_it_does_when_it_is_done_plainly() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut suicides = 0;
        for players in Players::ALL {
            let names = "1x3 1x9 2x2 2x5 3x3 4x4 5x6 1x31 cycle:6 star:6 complete:5 torus:3x3";
            for name in names.split(' ') {
                let board = Board::parse(name).unwrap();
                for suicide in Suicide::ALL {
                    let mut stones = vec![None; board.points()];
                    let mut position = Position::default();
                    for _ in 0..300 {
                        let player = players.all()[random.usize(..players.count())];
                        let point = random.usize(..board.points());
                        let plain = placed_plainly(&board, &stones, player, point, suicide);
                        let placed = position.place(&board, player, point as u8, suicide);
                        assert_eq!(placed.is_some(), plain.is_some(), "{name} {stones:?} {player:?} {point}");
                        if stones[point].is_none() {
                            let at = Placements::of(&board, position, player, suicide).at(point as u8);
                            assert_eq!(at, placed, "{name} {stones:?} {player:?} {point}");
                        }
                        let (Some(placed), Some(after)) = (placed, plain) else { continue };
                        let colours = (0..board.points()).map(|point| placed.position.colour(point as u8));
                        assert!(colours.eq(after.iter().copied()), "{name} {stones:?} {player:?} {point}");
                        let gone = (0..board.points()).filter(|point| {
                            stones[*point].is_some_and(|owner| owner != player) && after[*point].is_none()
                        });
                        assert_eq!(placed.captured, gone.fold(0, |set, point| set | 1 << point));
                        suicides += usize::from(after[point].is_none());
                        (position, stones) = (placed.position, after);
                    }
                }
            }
        }
        assert!(suicides > 1000, "{suicides}");
    }
}
