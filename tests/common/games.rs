//! Games, and the states at which their tests look.

use fastrand::Rng;
use superko_go::Board;
use superko_go::position::legal_positions_of;
use superko_rules::{Game, Key, Rules, Ruling, State};

/// The rulesets of the superkos, under which no pass lifts a ban.
pub const SUPERKOS: [&str; 3] = ["psk", "ssk", "nssk"];

/// Rulesets under which a pass lifts bans, each with the option `--lift`.
pub const LIFTED: [&str; 3] = ["spight", "kee2009", "kee2020"];

/// Other editions of the documents, and rules like them.
pub const EDITIONS: [&str; 4] = ["kee2007", "kee2020-march", "spight2", "katago-simple"];

/// Rulesets whose score is territory.
pub const TERRITORY: [&str; 3] = ["spight-territory", "kee2009-territory", "nieminen"];

/// Rulesets of other documents, under which every game ends.
pub const DOCUMENTS: [&str; 26] = [
    "new-zealand",
    "aga-territory",
    "bga",
    "ffg",
    "wmsg",
    "simplified-wmsg",
    "ikeda-area-1",
    "ikeda-area-2",
    "ikeda-area-3",
    "button-go",
    "stone-counting",
    "group-tax",
    "fixed-ko",
    "basic-fixed-ko",
    "openspiel",
    "no-pass-go",
    "prisoner-return",
    "nogo",
    "atari-go",
    "capture-three",
    "pgx",
    "pgx-window",
    "ludii-go",
    "korean-play",
    "igs",
    "japanese2003-play",
];

/// The game of a ruleset with options as on the command line, such as `psk --suicide allowed`.
pub fn game(board: &str, rules: &str) -> Game {
    game_on(&Board::parse(board).unwrap(), rules)
}

/// The same on a board that may have no name.
pub fn game_on(board: &Board, rules: &str) -> Game {
    rules.parse::<Rules>().unwrap_or_else(|error| panic!("{rules}: {error}")).game(board.clone())
}

/// Every game of two players of a ruleset on a board: all values of all its options that go
/// together, with the scoring that the name chooses.
pub fn variants(board: &str, ruleset: &str) -> Vec<Game> {
    let Rules { entry, options: preset } = Rules::named(ruleset).unwrap();
    let mut all = entry.combinations();
    all.retain(|Rules { options, .. }| {
        options.scoring == preset.scoring && options.players == preset.players
    });
    all.into_iter().map(|rules| rules.game(Board::parse(board).unwrap())).collect()
}

/// Every game of some rulesets on some boards.
pub fn games(boards: &[&str], rulesets: &[&str]) -> Vec<Game> {
    let of_board = |board| rulesets.iter().flat_map(move |ruleset| variants(board, ruleset));
    boards.iter().copied().flat_map(of_board).collect()
}

/// A state of a game in words, for messages.
pub fn name(game: &Game, state: &State) -> String {
    let options: Vec<&str> = game.entry.axes.iter().map(|(axis, _)| axis.value(&game.options)).collect();
    format!("{} {} {options:?} {state:?}", game.board, game.entry.id)
}

/// All starts of a game: every legal position with each player to move.
pub fn starts(game: &Game) -> Vec<State> {
    let players = game.rules.properties().players;
    legal_positions_of(&game.board, players)
        .flat_map(|position| players.all().iter().map(move |mover| game.start(position, *mover)))
        .collect()
}

/// The starts that are a start's images under the symmetries of the board and the exchange of the
/// colours, with the sign of their values. Each is listed at least once.
pub fn images(game: &Game, start: &State) -> Vec<(State, i32)> {
    let Key { position, mover, .. } = start.key;
    let both = game.board.symmetries().iter().flat_map(|symmetry| {
        let image = position.image(symmetry);
        [(game.start(image, mover), 1), (game.start(image.exchanged(), mover.other()), -1)]
    });
    both.collect()
}

/// A state after up to `most` random legal moves from one of the starts.
pub fn random_state(game: &Game, starts: &[State], random: &mut Rng, most: usize) -> State {
    let mut state = starts[random.usize(..starts.len())].clone();
    for _ in 0..random.usize(..=most) {
        let mut legal = game.legal(&state);
        if let Ruling::Leads(next) = legal.swap_remove(random.usize(..legal.len())).1 {
            state = next;
        }
    }
    state
}
