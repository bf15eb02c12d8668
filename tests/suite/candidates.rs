//! Lost diagrams: which positions fit all that a document says of them.

use superko::go::bits::members;
use superko::go::notation::{diagram_line, parse_position};
use superko::go::position::legal_positions;
use superko::go::score::area;
use superko::go::{Board, Move, Player, Position, Suicide};
use superko::referee::Referee;
use superko::rules::Points;
use superko::solve::Budget;

use crate::common::games::game;
use crate::common::searching::{Searcher, search};

/// The kos that a player may take: where he plays, and the stone that he takes there.
fn kos(board: &Board, position: &Position, player: Player) -> Vec<(u8, u8)> {
    let empty = board.full() & !position.occupied();
    let taking = |point| {
        let placement = position.place(board, player, point, Suicide::Forbidden)?;
        let stone = 1u64 << point;
        let alone = board.flood(stone, placement.position.stones[player.index()]) == stone;
        let liberties = board.adjacent(stone) & board.full() & !placement.position.occupied();
        let one = placement.captured.count_ones() == 1 && liberties == placement.captured;
        (alone && one).then(|| (point, placement.captured.trailing_zeros() as u8))
    };
    members(empty).filter_map(taking).collect()
}

/// Whether no symmetry of the board makes the position less.
fn least(board: &Board, position: &Position) -> bool {
    let image = |symmetry: &superko::go::Symmetry| position.stones.map(|set| symmetry.set(set));
    board.symmetries().iter().all(|symmetry| image(symmetry) >= position.stones)
}

#[test]
#[ignore = "research: scripts/deep.sh runs it"]
fn one_position_of_3x4_fits_bill_spights_example() {
    // Kee 2020, example G: White takes, pass, pass, Black retakes, pass, pass, White retakes, and three
    // passes (two of them forced) end the game with White ahead by 2. Every move must be a best one, and
    // filling the ko worse for both.
    let game = game("3x4", "kee2020");
    let two = Points::from_integer(-2);
    let mut found = Vec::new();
    let mut tried = 0;
    let budget = Budget::default();
    let searcher = Searcher::new(&game, &budget);
    for position in legal_positions(&game.board).filter(|position| least(&game.board, position)) {
        for (take, taken) in kos(&game.board, &position, Player::White) {
            let after = position.place(&game.board, Player::White, take, Suicide::Forbidden).unwrap();
            if area(&game.board, &after.position) != -2 {
                continue;
            }
            tried += 1;
            let (take, retake) = (Move::Place(take), Move::Place(taken));
            let pass = Move::Pass;
            let line = [take, pass, pass, retake, pass, pass, take, pass, pass, pass];
            let mut referee = Referee::new(&game, position, Player::White);
            let mut states = Vec::new();
            for mv in line {
                states.push(referee.state().clone());
                if referee.play(mv).is_err() {
                    break;
                }
            }
            // The last states first: less is left to play there.
            let best = |state| search(&searcher, state) == two;
            if referee.ended() != Some(two) || !states.iter().rev().all(best) {
                continue;
            }
            let filled = |moves: &[Move]| {
                let mut referee = Referee::new(&game, position, Player::White);
                for mv in moves {
                    referee.play(*mv).unwrap();
                }
                search(&searcher, referee.state())
            };
            let white = filled(&[take, pass, retake]);
            let black = filled(&[take, pass, pass, retake, pass, take]);
            if white > two && black < two {
                found.push(diagram_line(&game.board, &position));
            }
        }
    }
    println!("{tried} kos that White holds at +2 for himself, of which {found:?} fit");
    let board = &game.board;
    let document = parse_position(board, ".OOO/X.OX/XXX.").unwrap();
    let same = |text: &String| {
        let position = parse_position(board, text).unwrap();
        board.symmetries().iter().any(|s| position.stones.map(|set| s.set(set)) == document.stones)
    };
    assert!(found.len() == 1 && found.iter().all(same));
}

#[test]
#[ignore = "research: scripts/deep.sh runs it"]
fn no_small_triple_ko_fits_the_example_with_one_eye() {
    // Kee 2020, example E: White captures everything under Kee's rules, and under superko Black survives.
    for board in ["3x5", "4x4"] {
        let games = ["kee2020", "psk"].map(|rules| game(board, rules));
        let all = Points::from_integer(-games[0].most());
        let mut tried = 0;
        let budget = Budget::default();
        let [kee, psk] = [0, 1].map(|place| Searcher::new(&games[place], &budget));
        for position in legal_positions(&games[0].board) {
            let board = &games[0].board;
            let empty = (board.full() & !position.occupied()).count_ones();
            if !(4..=5).contains(&empty) || !least(board, &position) {
                continue;
            }
            let kos: Vec<_> = Player::ALL.iter().flat_map(|player| kos(board, &position, *player)).collect();
            let touched = kos.iter().fold(0u64, |set, (a, b)| set | 1 << a | 1 << b);
            if kos.len() != 3 || touched.count_ones() != 6 {
                continue;
            }
            tried += 1;
            for mover in Player::ALL {
                let lost = search(&kee, &games[0].start(position, mover)) == all;
                let survives = lost && search(&psk, &games[1].start(position, mover)) > all;
                assert!(!survives, "{} {mover:?}", diagram_line(board, &position));
            }
        }
        println!("{board}: {tried} positions with three kos, none fits");
    }
}
