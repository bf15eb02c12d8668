//! `solve replay`: a game is refereed.

use clap::Args as ClapArgs;
use serde::Serialize;

use super::exit::{CommandError, Exit};
use super::game::{self, ChoiceArgs, GameArgs, RecordedGame};
use super::io::{self, add_line};
use superko_go::Players;
use superko_go::board::{LargeSet, OfSize};
use superko_go::notation::{diagram, diagram_line};
use superko_go::score::areas;
use superko_query::ask::Question;
use superko_query::report::json;
use superko_query::report::records::{BoardRecord, MoveName, RulesRecord, SourceRecord, StartRecord};
use superko_query::report::words::{areas_in_words, step, step_in_words, stones, value_in_words};
use superko_rules::game::Game;
use superko_rules::referee::{Illegal, Referee, ScoringCycle};
use superko_rules::ruleset::State;
use superko_rules::{Points, Refereed};

#[derive(Debug, ClapArgs)]
pub struct ReplayArgs {
    /// The record: a file with moves as text, such as "B2 A1 pass", or a game in SGF; `-` for
    /// standard input
    ///
    /// It is SGF if its name ends in .sgf or its first letter is a parenthesis. Then it has the
    /// board, the start and who moves first, and the ruleset if --rules is left out.
    pub file: String,
    #[command(flatten, next_help_heading = "Game")]
    pub game: GameArgs,
    #[command(flatten, next_help_heading = "Game")]
    pub choice: ChoiceArgs,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// What `solve replay --json` prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record {
    #[serde(flatten)]
    board: BoardRecord,
    #[serde(flatten)]
    rules: RulesRecord,
    #[serde(flatten)]
    start: StartRecord,
    /// The game in SGF that it was read from, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<SourceRecord>,
    moves: Vec<MoveRecord>,
    /// The first move that may not be made, where the replay stops.
    illegal: Option<IllegalRecord>,
    /// `null` while the game goes on, and with more than two players: see `points`.
    score: Option<String>,
    /// With more than two players, the points of each, in the order of play.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<Vec<String>>,
    /// The stones that are dead at the end, where stones can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    dead: Option<Vec<String>>,
    position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    scoring_cycle: Option<CycleRecord>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct MoveRecord {
    number: usize,
    player: &'static str,
    #[serde(rename = "move")]
    mv: MoveName,
    position: String,
    captured: u32,
    forced: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct IllegalRecord {
    number: usize,
    player: &'static str,
    #[serde(rename = "move")]
    mv: String,
    why: String,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct CycleRecord {
    first_move: usize,
    scoring_positions: Vec<(String, PositionScore)>,
}

/// What a scoring position counts.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum PositionScore {
    /// Of two players: Black's points minus White's.
    Difference(i32),
    /// Of more: the points of each, in the order of play.
    Points(Vec<u32>),
}

pub fn run(args: &ReplayArgs, text: &mut String) -> Result<Exit, CommandError> {
    Ok(match game_of(args)? {
        OfSize::Solved(recorded) => replay(recorded, args.json, text),
        OfSize::Large(recorded) => replay(recorded, args.json, text),
    })
}

fn replay<S: Refereed>(recorded: RecordedGame<S>, json: bool, text: &mut String) -> Exit {
    let RecordedGame { setup, moves, source } = recorded;
    let (game, board) = (&setup.game, &setup.game.board);
    let mut referee = Referee::new(game, setup.line.start, setup.line.to_move);
    let mut illegal: Option<Illegal<S>> = None;
    for mv in moves {
        if let Err(why) = referee.play(mv) {
            illegal = Some(why);
            break;
        }
    }
    let players = game.options.players;
    if json {
        let record = Record {
            board: BoardRecord::of(board),
            rules: RulesRecord::of(&game.ruleset()),
            start: StartRecord::of(board, &setup.line.start, setup.line.to_move),
            record: source,
            moves: referee
                .steps()
                .iter()
                .map(|step| MoveRecord {
                    number: step.number,
                    player: step.player.name(),
                    mv: MoveName::of(board, step.mv),
                    position: diagram_line(board, &step.position),
                    captured: step.captured.count(),
                    forced: step.forced.is_some(),
                })
                .collect(),
            illegal: illegal.as_ref().map(|illegal| IllegalRecord {
                number: illegal.number,
                player: illegal.player.name(),
                mv: illegal.name.clone(),
                why: illegal.why.to_string(),
            }),
            score: referee.ended().filter(|_| players == Players::Two).map(|score| score.to_string()),
            points: referee.shares().map(|shares| shares.iter().map(|points| points.to_string()).collect()),
            dead: referee.steps().last().and_then(|step| Some(stones(board, step.end.as_ref()?.dead?))),
            position: diagram_line(board, &referee.state().key.position),
            scoring_cycle: referee.cycle().map(|cycle| CycleRecord {
                first_move: cycle.first,
                scoring_positions: cycle
                    .scoring
                    .iter()
                    .map(|(position, score)| {
                        let score = match players {
                            Players::Two => PositionScore::Difference(*score),
                            _ => {
                                let points = areas(board, position).map(S::count);
                                PositionScore::Points(points[..players.count()].to_vec())
                            }
                        };
                        (diagram_line(board, position), score)
                    })
                    .collect(),
            }),
        };
        text.push_str(&json::text(&record));
    } else {
        let rules = game.ruleset();
        add_line!(text, "{board} {rules}, {} to move", setup.line.to_move.name());
        if let Some(source) = &source {
            add_line!(text, "from {}", game::source_in_words(source));
        }
        add_line!(text, "{}", diagram(board, &setup.line.start, None));
        for made in referee.steps() {
            step(board, made, text);
        }
        match (&illegal, referee.ended()) {
            (Some(illegal), _) => {
                add_line!(text, "{illegal}");
            }
            (None, Some(_)) => describe_end(&referee, game, text),
            (None, None) => {
                let State { key, past } = referee.state();
                let now = Points::from_integer(game.rules.count(board, key)) + past.banked().exact();
                let words = match players {
                    Players::Two => value_in_words(now),
                    _ => areas_in_words(board, &key.position, players),
                };
                match game.ruleset().has_score() {
                    true => add_line!(text, "the game goes on; {} {words}", game.rules.counted()),
                    false => add_line!(text, "the game goes on"),
                }
            }
        }
    }
    if illegal.is_some() { Exit::Differs } else { Exit::Success }
}

/// Game of a record, in SGF or as a text of moves.
fn game_of(args: &ReplayArgs) -> Result<OfSize<RecordedGame, RecordedGame<LargeSet>>, CommandError> {
    let file = &args.file;
    let bytes = game::record_bytes(file)?;
    let bare = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    if io::is_named_sgf(file) || bare.trim_ascii_start().starts_with(b"(") {
        return game::recorded(file, &bytes, &args.choice, &args.game);
    }
    args.choice.refuse()?;
    let setup = args.game.setup_of_any_size()?;
    let text = io::text(bytes)
        .map_err(|error| game::record_error(file, format!("{error}, expected a file of moves")))?;
    Ok(match setup {
        OfSize::Solved(setup) => OfSize::Solved(with_moves(setup, file, &text)?),
        OfSize::Large(setup) => OfSize::Large(with_moves(setup, file, &text)?),
    })
}

fn with_moves<S: Refereed>(
    setup: Question<S>,
    file: &str,
    text: &str,
) -> Result<RecordedGame<S>, CommandError> {
    let moves = setup.parse_moves(text).map_err(|what| game::record_error(file, what))?;
    Ok(RecordedGame { setup, moves, source: None })
}

/// Writes the scoring cycle, if the game ended by one.
fn describe_end<S: Refereed>(referee: &Referee<S>, game: &Game<S>, text: &mut String) {
    let (board, players) = (&game.board, game.options.players);
    let Some(ScoringCycle { first, scoring }) = referee.cycle() else { return };
    add_line!(text, "the scoring cycle is moves {first} to {}", referee.made());
    if let Some(first) = referee.steps().get(first - 1) {
        add_line!(text, "  from {}", step_in_words(board, first));
    }
    if scoring.is_empty() {
        text.push_str("no scoring position\n");
    }
    for (position, score) in scoring {
        let score = match players {
            Players::Two => value_in_words(score.into()),
            _ => areas_in_words(board, &position, players),
        };
        add_line!(text, "scoring position {}: {score}", diagram_line(board, &position));
    }
}
