//! The contract of rulesets (`superko_rules::Ruleset` and `Play`), held by every ruleset of the
//! catalogue with every combination of its options, in random games: a new ruleset is tested
//! without anyone naming it.

use fastrand::Rng;
use superko_go::position::legal_positions_of;
use superko_go::score::area_for_black;
use superko_go::{Board, Player, Position, Symmetry};
use superko_rules::axes::Scoring;
use superko_rules::fact::{Class, Delta, Fact, Tally};
use superko_rules::{Effect, Game, Key, Play, Points, Rules, Ruling, State, Stop, StopEffect, catalogue};

use crate::common::drafts;

/// A symmetry of a board, and whether the colours are exchanged after it.
struct Image<'a> {
    game: &'a Game,
    symmetry: &'a Symmetry,
    exchanged: bool,
}

impl Image<'_> {
    fn position(&self, position: Position) -> Position {
        let image = position.image(self.symmetry);
        if self.exchanged { image.exchanged() } else { image }
    }

    fn player(&self, player: Player) -> Player {
        if self.exchanged { player.other() } else { player }
    }

    fn score(&self, score: i32) -> i32 {
        if self.exchanged { -score } else { score }
    }

    fn key(&self, key: &Key) -> Key {
        let phase = self.game.rules.phase_image(key.phase, self.symmetry);
        Key { position: self.position(key.position), mover: self.player(key.mover), phase }
    }

    fn fact(&self, fact: &Fact) -> Fact {
        Fact {
            class: fact.class,
            who: fact.who.map(|player| self.player(player)),
            position: self.position(fact.position),
            second: fact.second.map(|position| self.position(position)),
        }
    }

    fn tally(&self, tally: Tally) -> Tally {
        Tally { sum: self.score(tally.sum), ..tally }
    }

    fn delta(&self, delta: &Delta) -> Delta {
        Delta {
            clears: delta.clears,
            scored: delta.scored.map(|score| self.score(score)),
            sets: delta.sets.iter().map(|fact| self.fact(fact)).collect(),
            gain: if self.exchanged { -delta.gain } else { delta.gain },
        }
    }

    fn play(&self, play: &Play) -> Play {
        let stop = |stop: &Stop| Stop {
            fact: self.fact(&stop.fact),
            effect: match &stop.effect {
                StopEffect::End(score) => StopEffect::End(self.score(*score)),
                StopEffect::Mean(tally) => StopEffect::Mean(self.tally(*tally)),
                StopEffect::Won { last, points } => {
                    StopEffect::Won { last: self.score(*last), points: *points }
                }
                StopEffect::Next(next) => {
                    StopEffect::Next(Box::new((self.key(&next.0), self.delta(&next.1))))
                }
            },
        };
        Play {
            mv: play.mv.map(|point| self.symmetry.point(point)),
            bars: play.bars.iter().map(|fact| self.fact(fact)).collect(),
            stops: play.stops.iter().map(stop).collect(),
            effect: match &play.effect {
                Effect::End(score) => Effect::End(self.score(*score)),
                Effect::Next(next, delta) => Effect::Next(self.key(next), self.delta(delta)),
            },
        }
    }
}

/// The facts that a move sets have no order.
fn ordered(mut plays: Vec<Play>) -> Vec<Play> {
    for play in &mut plays {
        if let Effect::Next(_, delta) = &mut play.effect {
            delta.sets.sort();
        }
        for stop in &mut play.stops {
            if let StopEffect::Next(next) = &mut stop.effect {
                next.1.sets.sort();
            }
        }
    }
    plays.sort_by_key(|play| play.mv);
    plays
}

fn told(game: &Game, state: &State) -> String {
    format!("{} {} {:?} {state:?}", game.board, game.entry.id, game.options)
}

/// What must hold of the plays of a key by themselves.
fn plays_are_in_order(game: &Game, state: &State) {
    let plays = game.plays(&state.key);
    let told = || told(game, state);
    let placed = |play: &Play| play.mv.placed();
    let stones = plays.iter().take_while(|play| placed(play).is_some()).count();
    assert!(plays[..stones].is_sorted_by(|a, b| placed(a) < placed(b)), "{}", told());
    assert!(plays[stones..].iter().all(|play| placed(play).is_none()), "{}", told());
    for (place, play) in plays.iter().enumerate() {
        assert!(plays[..place].iter().all(|other| other.mv != play.mv), "{}", told());
        for stop in &play.stops {
            let mean = matches!(stop.effect, StopEffect::Mean(_) | StopEffect::Won { .. });
            assert!(!mean || Class::TALLIED.contains(&stop.fact.class), "{}", told());
        }
        if !game.rules.properties().always_ends {
            let unchanged =
                |effect: &Effect| !matches!(effect, Effect::Next(_, delta) if *delta != Delta::default());
            assert!(play.bars.is_empty() && play.stops.is_empty() && unchanged(&play.effect), "{}", told());
        }
    }
    assert!(plays.last().is_some_and(|play| play.bars.is_empty()), "{}", told());
}

/// The plays of the image of a key are the images of its plays.
fn plays_are_equivariant(image: &Image, state: &State) {
    let game = image.game;
    let found = ordered(game.plays(&image.key(&state.key)));
    let expected = game.plays(&state.key).iter().map(|play| image.play(play)).collect();
    assert_eq!(found, ordered(expected), "{} by {:?} {}", told(game, state), image.symmetry, image.exchanged);
}

fn random_image<'a>(game: &'a Game, random: &mut Rng) -> Image<'a> {
    let symmetries = game.board.symmetries();
    let exchangeable = game.rules.properties().exchangeable;
    let exchanged = exchangeable && random.bool();
    Image { game, symmetry: &symmetries[random.usize(..symmetries.len())], exchanged }
}

/// Plays one game, and gives whether it ended. From some move on one side may play the last of its
/// plays only, which is how a reach is kept: from then on no score is worse for it than the reach
/// of a state says.
fn holds_in_a_game(game: &Game, starts: &[(Position, Player)], random: &mut Rng) -> bool {
    let (position, mover) = starts[random.usize(..starts.len())];
    let image = random_image(game, random);
    let (key, delta) = game.rules.start(position, mover);
    let found = game.rules.start(image.position(position), image.player(mover));
    assert_eq!(found, (image.key(&key), image.delta(&delta)), "{}", told(game, &game.start(position, mover)));

    let properties = game.rules.properties();
    // Where a pass costs points, a player who never passes again pays no more for the passes
    // before.
    let priced = game.ruleset().clauses().is_some_and(|clauses| clauses.price_of_pass != 0);
    let by_area = game.options.scoring != Scoring::Territory && !priced;
    let mut state = game.start(position, mover);
    let mut reaches: Vec<(State, (Points, Points))> = Vec::new();
    let (calm, from) = (random.usize(2..8), random.usize(..12));
    let idle = *random.choice(&[None, Some(Player::Black), Some(Player::White)]).unwrap();
    for made in 0..80 {
        plays_are_in_order(game, &state);
        plays_are_equivariant(&random_image(game, random), &state);
        if by_area || made >= from {
            reaches.push((state.clone(), game.value_range(&state)));
        }
        let mut legal = game.legal(&state);
        let last = legal.len() - 1;
        let waits = made >= from && idle == Some(state.key.mover);
        let chosen = if waits || random.usize(..calm) == 0 { last } else { random.usize(..=last) };
        let (mv, ruling) = legal.swap_remove(chosen);
        match ruling {
            Ruling::Leads(next) => state = next,
            Ruling::Barred(_) => unreachable!("only legal moves are listed"),
            Ruling::Ends(score) => {
                for (before, (low, high)) in &reaches {
                    let above = *low <= score || !by_area && idle != Some(Player::Black);
                    let below = score <= *high || !by_area && idle != Some(Player::White);
                    assert!(above && below, "{score} is beyond {low} {high}: {}", told(game, before));
                }
                if properties.last_position_decides {
                    assert!(mv.placed().is_none(), "no stone ends a game that the last position decides");
                    let area = area_for_black(&game.board, &state.key.position, properties.players);
                    assert_eq!(score, Points::from_integer(area), "{}", told(game, &state));
                }
                return true;
            }
        }
    }
    false
}

/// Plays games of a ruleset with these options, and gives how many were played and how many of them
/// ended.
fn holds_in_games(rules: Rules, random: &mut Rng) -> (usize, usize) {
    let (mut games, mut ended) = (0, 0);
    for board in ["1x2", "1x3", "2x2", "cycle:4"] {
        let game = rules.game(Board::parse(board).unwrap());
        let players = game.rules.properties().players;
        assert_eq!(players, rules.options.players, "{rules}");
        let starts: Vec<(Position, Player)> = legal_positions_of(&game.board, players)
            .flat_map(|position| players.all().iter().map(move |mover| (position, *mover)))
            .collect();
        // A game that ends at a repetition has rules of its own.
        for game in game.ended_at_repetition().iter().chain([&game]) {
            for _ in 0..4 {
                games += 1;
                ended += usize::from(holds_in_a_game(game, &starts, random));
            }
        }
    }
    (games, ended)
}

#[test]
fn random_compositions_keep_the_contract() {
    let mut random = Rng::with_seed(2);
    let (mut games, mut ended) = (0, 0);
    for (text, entry) in drafts::rulesets(300, &mut random) {
        println!("{text}");
        let (played, over) = holds_in_games(entry.into(), &mut random);
        (games, ended) = (games + played, ended + over);
    }
    assert!(2 * ended > games, "few games ended, {ended} of {games}");
}

#[test]
fn every_ruleset_with_every_combination_of_options_keeps_the_contract() {
    let mut random = Rng::with_seed(1);
    for entry in *catalogue::ALL {
        let (mut games, mut ended) = (0, 0);
        for rules in entry.combinations() {
            let (played, over) = holds_in_games(rules, &mut random);
            (games, ended) = (games + played, ended + over);
        }
        println!("{entry:?}: {ended} of {games} games ended");
        assert!(2 * ended > games, "{entry:?}: few games ended, {ended} of {games}");
    }
}
