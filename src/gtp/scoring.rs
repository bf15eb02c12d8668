//! Commands about the end of a game.

use super::engine::Engine;
use super::game::GameInHand;
use super::protocol::Reply;
use super::valuing::value_of;
use super::words::{Exact, exact, only, score};
use crate::go::bits::members;
use crate::go::notation::point_name;
use crate::referee::Step;
use crate::rules::axes::Axis;
use crate::solve::{Answer, Value};

/// `final_score`: the score of a game that has ended, and the value of one that goes on, less komi.
pub fn final_score(engine: &mut Engine, _: &[String]) -> Reply {
    if let Some(points) = final_points(&engine.game) {
        return Ok(score(points));
    }
    let komi = engine.game.komi.total();
    komi_moves_values(engine)?;
    match value_of(engine)? {
        Answer::Exact(Value::Points(points)) => Ok(score(exact(points) - komi)),
        Answer::Exact(Value::NoResult) => Err("the game has no result under best play".to_string()),
        Answer::Between(_) => {
            Err("the game goes on, and its value was not found within the limit".to_string())
        }
    }
}

/// The score of a game that has ended, less komi.
pub fn final_points(game: &GameInHand) -> Option<Exact> {
    let setup = game.setup();
    let referee = game.referee(&setup);
    let Step { mv, end, .. } = referee.steps().last()?;
    // A stone ends a game only where it brings a state about for the third time: then nothing is counted.
    let counted = mv.placed().is_none() || game.rules().0.values(Axis::Cycles).is_empty();
    let points = exact(end.as_ref()?.score) - game.komi.total();
    Some(if counted { points } else { Exact::from_integer(0) })
}

/// Whether the value of the game with komi is that without, less komi.
///
/// # Errors
/// It is not, as some games end without being counted.
pub fn komi_moves_values(engine: &Engine) -> Result<(), String> {
    let komi = engine.game.komi.total();
    match engine.game.has_other_ends() && komi != Exact::from_integer(0) {
        true => Err(format!(
            "under {} some games have no score that komi could change, so the value with komi is another question: \
             expected komi 0, and no handicap bonus",
            engine.game.rules().0.id
        )),
        false => Ok(()),
    }
}

/// `final_status_list alive|dead|seki`
pub fn final_status_list(engine: &mut Engine, arguments: &[String]) -> Reply {
    let status = only(arguments, "one of: alive, seki, dead")?;
    let setup = engine.game.setup();
    let referee = engine.game.referee(&setup);
    let (entry, options) = engine.game.rules();
    let position = referee.steps().last().map_or(referee.state().key.position, |step| step.position);
    let dead = match referee.steps().last().and_then(|step| step.end.as_ref()) {
        Some(end) => end.dead.unwrap_or(0),
        // By area a stone on the board counts, whatever could become of it.
        None if entry.by_area(options) => 0,
        None => return Err("the game goes on, and stones may still be found to be dead".to_string()),
    };
    let set = match status {
        "alive" => position.occupied() & !dead,
        "dead" => dead,
        "seki" => 0,
        _ => return Err(format!("status {status:?}: expected one of: alive, seki, dead")),
    };
    let board = engine.game.board();
    let chains = position.colours().map(|stones| board.parts(stones & set).collect::<Vec<_>>()).concat();
    let line = |chain| members(chain).map(|point| point_name(board, point)).collect::<Vec<_>>().join(" ");
    Ok(chains.into_iter().map(line).collect::<Vec<_>>().join("\n"))
}
