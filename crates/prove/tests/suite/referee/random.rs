//! Random games: they end, and their scores are those of the rule's own words.

use super::*;
use Player::Black;
use fastrand::Rng;
use superko_go::position::legal_positions;
use superko_go::score::{area, territory};
use superko_rules::referee::Moment;

/// Plays a random game from the empty board to its end; one move in `calm` is a pass by whim.
fn random_game<'a>(game: &'a Game, random: &mut Rng, calm: usize, bound: usize) -> Referee<'a> {
    let mut referee = Referee::new(game, Position::default(), Black);
    while referee.ended().is_none() {
        assert!(referee.made() < bound, "{} {:?} goes on for ever", game.entry.id, game.options);
        let points = game.board.points();
        let legal: Vec<Move> =
            (0..points as u8).map(Move::Place).filter(|mv| referee.ban(*mv).is_none()).collect();
        let pass = legal.is_empty() || random.usize(..calm) == 0;
        let step = referee.play(if pass { Move::Pass } else { legal[random.usize(..legal.len())] }).unwrap();
        assert_eq!(step.forced.is_some(), legal.is_empty());
    }
    referee
}

const BOARDS: [&str; 4] = ["1x3", "1x4", "2x2", "2x3"];
const LIFTS: [&str; 3] = ["stands", "produced", "produced-ko"];
const SUICIDES: [&str; 3] = ["forbidden", "allowed", "multi-stone"];

/// More moves than any game on a board with this number of legal positions can have.
///
/// Between two passes, or a pass and an end, no position is produced twice, so at most `legal`
/// stone plays are made there (under ssk and nssk the same position may come once for each player,
/// but over the whole game). A run of passes that is followed by a stone play makes a pair (player,
/// position) passed on, or initialised, that was not there before: there are at most 2 `legal` such
/// runs, of two passes at most, and a last one of three.
fn longest(board: &Board) -> usize {
    let legal = legal_positions(board).count();
    (2 * legal + 1) * legal + 4 * legal + 3
}

#[test]
fn every_random_game_ends() {
    let mut random = Rng::with_seed(1);
    for board in BOARDS {
        let bound = longest(&Board::parse(board).unwrap());
        for ruleset in ["psk", "ssk", "nssk", "spight", "kee2009", "kee2020"] {
            let lifts = if ruleset.ends_with("sk") { &LIFTS[..1] } else { &LIFTS[..] };
            for (lift, suicide) in lifts.iter().flat_map(|lift| SUICIDES.map(|suicide| (lift, suicide))) {
                let mut settings = vec![(Axis::Suicide, suicide)];
                if lifts.len() > 1 {
                    settings.push((Axis::Lift, lift));
                }
                let game = game(board, ruleset, &settings);
                for round in 0..30 {
                    let referee = random_game(&game, &mut random, 2 + 3 * (round % 4), bound);
                    let score = referee.ended().unwrap();
                    assert!(score >= points(-game.most()).unwrap() && score <= points(game.most()).unwrap());
                    if ruleset != "kee2009" {
                        let last = referee.state().key.position;
                        assert_eq!(Some(score), points(area(&game.board, &last)));
                    }
                }
            }
        }
    }
}

#[test]
fn kee_2009_scores_the_mean_of_the_scoring_positions_of_rule_17() {
    let mut random = Rng::with_seed(1);
    let mut numbers = [0; 4];
    for board in BOARDS {
        let bound = longest(&Board::parse(board).unwrap());
        for (lift, suicide) in LIFTS.into_iter().flat_map(|lift| SUICIDES.map(|suicide| (lift, suicide))) {
            let game = game(board, "kee2009", &[(Axis::Lift, lift), (Axis::Suicide, suicide)]);
            for round in 0..200 {
                let referee = random_game(&game, &mut random, 2 + round % 6, bound);
                let cycle = referee.cycle().expect("every end is a scoring cycle");
                let sum: i32 = cycle.scoring.iter().map(|(_, score)| score).sum();
                let count = cycle.scoring.len() as i32;
                let expected = if count == 0 { Points::from_integer(0) } else { Points::new(sum, count) };
                assert_eq!(referee.ended(), Some(expected), "{board} {lift} {suicide}");
                numbers[cycle.scoring.len().min(3)] += 1;
            }
        }
    }
    assert!(numbers.iter().all(|&games| games > 20), "too few games of some kind: {numbers:?}");
}

/// Rule 17 carried out on a game by territory: the mean of territory and prisoners over the scoring
/// positions. Prisoners are counted in the rearranged cycle, or else when the passes were made.
fn mean_by_territory(game: &Game, referee: &Referee, rearranged: bool) -> Points {
    let steps = referee.steps();
    let last = steps.last().unwrap();
    // Black's prisoners minus White's before each move.
    let balances: Vec<i32> = steps
        .iter()
        .scan(0, |balance, step| {
            let before = *balance;
            let gain = step.captured.count_ones() as i32 - step.lost.count_ones() as i32;
            *balance += if step.player == Black { gain } else { -gain };
            Some(before)
        })
        .collect();
    let same = |step: &Step| (step.mv, step.on, step.player) == (Move::Pass, last.on, last.player);
    let earlier = steps[..steps.len() - 1].iter().rposition(same).expect("the last pass is a second one");
    let mut cycle: Vec<usize> = (earlier + 1..steps.len()).collect();
    let moved = cycle.iter().position(|place| steps[*place].mv != Move::Pass).unwrap_or(0);
    cycle.rotate_left(moved);
    let (mut seen, mut sum) = (Vec::new(), 0);
    for (at, pair) in cycle.windows(2).enumerate() {
        let [one, two] = [pair[0], pair[1]].map(|place| &steps[place]);
        let both = one.mv == Move::Pass && two.mv == Move::Pass && one.on == two.on;
        if !both || seen.contains(&one.on) {
            continue;
        }
        let moved_there = at + 1 >= cycle.len() - moved;
        let balance = match rearranged {
            true if moved_there => balances[steps.len() - 1],
            true => balances[pair[1]],
            false => balances[pair[0].min(pair[1])],
        };
        seen.push(one.on);
        sum += territory(&game.board, &one.on) + balance;
    }
    if seen.is_empty() { Points::from_integer(0) } else { Points::new(sum, seen.len() as i32) }
}

#[test]
fn kee_2009_by_territory_scores_the_mean_with_prisoners_by_the_letter_of_rule_17_or_as_passed() {
    let mut random = Rng::with_seed(1);
    let mut differ = 0;
    for board in BOARDS {
        for (lift, prisoners) in
            LIFTS.into_iter().flat_map(|lift| ["as-moved", "as-passed"].map(|it| (lift, it)))
        {
            for suicide in SUICIDES {
                let settings = [(Axis::Lift, lift), (Axis::Prisoners, prisoners), (Axis::Suicide, suicide)];
                let game = game(board, "kee2009-territory", &settings);
                for round in 0..100 {
                    let referee = random_game(&game, &mut random, 2 + round % 6, usize::MAX);
                    let [moved, passed] = [true, false].map(|it| mean_by_territory(&game, &referee, it));
                    let expected = if prisoners == "as-moved" { moved } else { passed };
                    assert_eq!(referee.ended(), Some(expected), "{board} {lift} {prisoners} {suicide}");
                    let cycle = referee.cycle().expect("every end is a scoring cycle");
                    let sum: i32 = cycle.scoring.iter().map(|(_, score)| score).sum();
                    assert_eq!(expected, Points::new(sum, cycle.scoring.len().max(1) as i32));
                    differ += usize::from(moved != passed);
                }
            }
        }
    }
    assert!(differ > 50, "in few games the readings differ: {differ}");
}

#[test]
fn the_moment_of_a_ban_is_a_moment_at_which_the_position_stood() {
    // Of every superko that bars by position: the move named made the position, left it, or passed
    // on it.
    let mut random = Rng::with_seed(1);
    for ruleset in ["psk", "ssk", "nssk", "spight", "spight2", "kee2009", "kee2020"] {
        let game = game("1x4", ruleset, &[]);
        for _ in 0..20 {
            let mut referee = Referee::new(&game, Position::default(), Black);
            while referee.ended().is_none() {
                for mv in (0..4).map(Move::Place) {
                    let Some(Illegal { why: Why::Barred { fact, since }, .. }) = referee.ban(mv) else {
                        continue;
                    };
                    let stood = match &since {
                        Moment::Start => Position::default(),
                        Moment::Made { number, before, .. } => {
                            let step = &referee.steps()[number - 1];
                            if *before { step.on } else { step.position }
                        }
                    };
                    assert_eq!(stood, fact.position);
                    if fact.class == Class::Initialised {
                        let Moment::Made { player, mv: Move::Pass, .. } = since else { panic!("{since:?}") };
                        assert_eq!(Some(player.other()), fact.who);
                    }
                }
                let mv = match random.usize(..6) {
                    place @ 0..4 => Move::Place(place as u8),
                    _ => Move::Pass,
                };
                let _ = referee.play(mv);
            }
        }
    }
}
