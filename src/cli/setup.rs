//! Which game is meant, and from where: board, ruleset, options, start and past.

use std::fmt::Write;

use clap::Args as ClapArgs;

use super::ended::BadInput;
use crate::go::notation::{diagram, parse_position};
use crate::go::record::parse_record;
use crate::go::{Board, Move, Player, Players, Position};
use crate::referee::Referee;
use crate::report::display::{options_text, step};
use crate::report::record::{QuestionRecord, colour};
use crate::rules::axes::Axis;
use crate::rules::{Game, Ruling, State, catalogue};

/// Which game, and from where.
#[derive(Debug, ClapArgs)]
pub struct GameArgs {
    /// The board: ROWSxCOLUMNS, at most 64 intersections; path:N, cycle:N, star:N or complete:N, N points each;
    /// torus:RxC; or a file of edges, two names on each line
    #[arg(long, value_name = "BOARD")]
    pub board: Option<String>,
    /// The ruleset: see `solve rules`
    #[arg(long, value_name = "NAME")]
    pub rules: Option<String>,
    /// The position at the start: rows from the top, `/` between them, X Black, O White, . empty; of a graph, one
    /// letter for each point in their order
    #[arg(long, value_name = "POSITION")]
    pub start: Option<String>,
    /// Who moves first [default: black]
    #[arg(long, value_name = "PLAYER")]
    pub to_move: Option<String>,
    /// How many play: 2, or 3 under psk, ssk, nssk, kee2009 and kee2020: then what is asked is how many points each
    /// player can secure whatever the two others do; the third is Red, with R in a position [default: 2]
    #[arg(long, value_name = "COUNT")]
    pub players: Option<String>,
    /// Suicide: forbidden, allowed or multi-stone [default: that of the ruleset]
    #[arg(long, value_name = "HOW")]
    pub suicide: Option<String>,
    /// Scoring: area or territory [default: area]
    #[arg(long, value_name = "HOW")]
    pub scoring: Option<String>,
    /// What makes a position occur, where a pass lifts the ban: stands, produced or produced-ko
    /// [default: stands]
    #[arg(long, value_name = "READING")]
    pub lift: Option<String>,
    /// What a game without end is, where there is one: no-result, draw, black or white
    /// [default: that of the ruleset]
    #[arg(long, value_name = "HOW")]
    pub cycles: Option<String>,
    /// How many times a stopped game may be continued, under jann: 0, 1, 2 or 3 [default: 2]
    #[arg(long, value_name = "COUNT")]
    pub continuations: Option<String>,
    /// By how many stones a player may have lost more before he has run out of them, under jann: all
    /// (intersections), half, double or unlimited [default: all]
    #[arg(long, value_name = "SUPPLY")]
    pub stones: Option<String>,
    /// Whether a continuation may be played with modified ko, under jann: on-demand or ignored
    /// [default: on-demand]
    #[arg(long, value_name = "WHEN")]
    pub modified_ko: Option<String>,
    /// Who moves first where a chain is claimed to be dead, under jann with territory scoring: owner, claimant or
    /// turn [default: owner]
    #[arg(long, value_name = "WHO")]
    pub confirmation: Option<String>,
    /// Which superko, where the ruleset leaves it open: positional or situational [default: positional]
    #[arg(long, value_name = "WHICH")]
    pub superko: Option<String>,
    /// Where superko and pass-stones apply, under nieminen: always or in-disputes [default: always]
    #[arg(long, value_name = "WHERE")]
    pub additional_rules: Option<String>,
    /// When prisoners are counted for passes that rule 17 moves behind the last play, under kee2009 with territory scoring:
    /// as-moved or as-passed [default: as-moved]
    #[arg(long, value_name = "WHEN")]
    pub prisoners: Option<String>,
    /// Which passes cost a stone, under nieminen: always or after-stop [default: always]
    #[arg(long, value_name = "WHEN")]
    pub pass_stones: Option<String>,
    /// What a dispute does to the past, under nieminen: kept or cleared [default: kept]
    #[arg(long, value_name = "HOW")]
    pub dispute_past: Option<String>,
}

/// A game with the position that it starts from.
pub struct Setup {
    pub game: Game,
    pub start: Position,
    pub to_move: Player,
}

impl GameArgs {
    /// The board.
    pub fn board(&self) -> Result<Board, BadInput> {
        let board = self.board.as_deref();
        let board = board.ok_or_else(|| missing("board", "ROWSxCOLUMNS, for example --board 2x3"))?;
        super::board::read(board)
    }

    /// The game and its start.
    pub fn setup(&self) -> Result<Setup, BadInput> {
        let board = self.board()?;
        let name = self.rules.as_deref().ok_or_else(|| missing("rules", "a ruleset, see solve rules"))?;
        let (entry, mut options) = catalogue::find(name)?;
        for axis in Axis::ALL {
            let given = match axis {
                Axis::Suicide => &self.suicide,
                Axis::Scoring => &self.scoring,
                Axis::Lift => &self.lift,
                Axis::Cycles => &self.cycles,
                Axis::Continuations => &self.continuations,
                Axis::Stones => &self.stones,
                Axis::ModifiedKo => &self.modified_ko,
                Axis::Confirmation => &self.confirmation,
                Axis::Superko => &self.superko,
                Axis::AdditionalRules => &self.additional_rules,
                Axis::PassStones => &self.pass_stones,
                Axis::DisputePast => &self.dispute_past,
                Axis::Prisoners => &self.prisoners,
                Axis::Players => &self.players,
            };
            if let Some(value) = given {
                entry.set(&mut options, axis, value)?;
            }
        }
        entry.check(&options)?;
        let start = match &self.start {
            Some(text) => parse_position(&board, text)?,
            None => Position::default(),
        };
        if options.players == Players::Two && start.colours()[Player::Red.index()] != 0 {
            let given = self.start.as_deref().unwrap_or_default();
            return Err(BadInput(format!(
                "position {given:?}: has a stone of Red, expected --players 3 with it"
            )));
        }
        let to_move = to_move(self.to_move.as_deref(), options.players)?;
        let (points, most) = (board.points(), (entry.most_points)(&options));
        if points > most {
            return Err(BadInput(format!(
                "board {board}: {points} intersections, expected at most {most} under {}{}",
                entry.id,
                options_text(entry, &options)
            )));
        }
        Ok(Setup { game: entry.game(board, options), start, to_move })
    }
}

fn to_move(given: Option<&str>, players: Players) -> Result<Player, BadInput> {
    let Some(given) = given else { return Ok(Player::Black) };
    let all = players.all();
    let named = all.iter().find(|player| {
        let name = colour(**player);
        given.eq_ignore_ascii_case(name) || given.eq_ignore_ascii_case(&name[..1])
    });
    named.copied().ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|player| colour(*player)).collect();
        BadInput(format!("--to-move {given:?}: expected {}", names.join(" or ")))
    })
}

fn missing(flag: &str, expected: &str) -> BadInput {
    BadInput(format!("--{flag} is missing: expected {expected}"))
}

impl Setup {
    /// The same, if two play.
    pub fn of_two(self, job: &str) -> Result<Setup, BadInput> {
        match self.game.options.players {
            Players::Two => Ok(self),
            Players::Three => Err(BadInput(format!("--players \"3\": expected 2 for {job}"))),
        }
    }

    /// Reads moves played from the start.
    pub fn record(&self, text: &str) -> Result<Vec<Move>, BadInput> {
        Ok(parse_record(&self.game.board, text, self.to_move, self.game.rules.properties().players)?)
    }

    /// The question about the state after the moves of `--moves`.
    pub fn after_moves(self, text: Option<&str>) -> Result<Question, BadInput> {
        let moves = self.record(text.unwrap_or_default())?;
        let mut referee = Referee::new(&self.game, self.start, self.to_move);
        for mv in &moves {
            referee.play(*mv).map_err(|illegal| BadInput(format!("--moves: {illegal}")))?;
        }
        if referee.ended().is_some() {
            let made = referee.made();
            return Err(BadInput(format!(
                "--moves: move {made} ends the game, expected a game that goes on"
            )));
        }
        let state = referee.state().clone();
        drop(referee);
        Ok(Question { setup: self, moves, state })
    }
}

/// A state that something is asked about.
pub struct Question {
    pub setup: Setup,
    /// The moves played from the start.
    pub moves: Vec<Move>,
    /// The state after them.
    pub state: State,
}

impl Question {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.setup.game.board
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Player {
        let players = self.setup.game.options.players;
        self.moves.iter().fold(self.setup.to_move, |mover, _| players.next(mover))
    }

    /// The state as a player sees it who takes himself for Black.
    pub fn seen_by(&self, viewer: Player) -> State {
        let Setup { game, start, to_move } = &self.setup;
        let mut state = game.seen_by(viewer, *start, *to_move);
        for mv in &self.moves {
            let made = game.legal(&state).into_iter().find(|(legal, _)| legal == mv);
            let Some((_, Ruling::Leads(next))) = made else {
                unreachable!("the moves were played by the referee");
            };
            state = next;
        }
        state
    }

    /// A referee who has played the moves.
    pub fn referee(&self) -> Referee<'_> {
        let Setup { game, start, to_move } = &self.setup;
        let mut referee = Referee::new(game, *start, *to_move);
        for mv in &self.moves {
            referee.play(*mv).expect("the moves have been played before");
        }
        referee
    }

    /// The question as JSON has it.
    pub fn record(&self) -> QuestionRecord {
        let Setup { game, start, to_move } = &self.setup;
        QuestionRecord::of(game, start, *to_move, &self.moves)
    }

    /// Writes the game, whose turn it is, and the position.
    pub fn describe(&self, text: &mut String) {
        let Setup { game, .. } = &self.setup;
        let options = options_text(game.entry, &game.options);
        let _ =
            writeln!(text, "{} {}{options}, {} to move\n", game.board, game.entry.id, self.mover().name());
        let last = self.moves.last().and_then(|mv| mv.placed());
        let _ = writeln!(text, "{}", diagram(&game.board, &self.state.key.position, last));
    }

    /// Writes a line that begins here with a diagram after each stone.
    pub fn draw(&self, line: &[Move], text: &mut String) {
        let mut referee = self.referee();
        for mv in line {
            let made = referee.play(*mv).expect("a line is made of legal moves");
            text.push('\n');
            step(self.board(), &made, text);
        }
        text.push('\n');
    }
}
