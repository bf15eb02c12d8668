//! Commands by which GoGui shows the game and the values.

use super::engine::Engine;
use super::playing::legal;
use super::protocol::Reply;
use crate::ask::Look;
use crate::go::Player;
use crate::report::display::value_in_words;
use crate::report::record::colour;

/// What GoGui offers in its analyze dialog: type, label, command.
const ANALYZE_COMMANDS: [&str; 6] = [
    "string/Value/superko-value",
    "pspairs/Exact values/superko-moves points",
    "var/Best line/superko-line",
    "gfx/Barred moves/superko-bars",
    "hstring/Rules/superko-rules",
    "none/Set rules/superko-set-rules %s",
];

/// `gogui-analyze_commands`
pub fn analyze_commands(_: &mut Engine, _: &[String]) -> Reply {
    Ok(ANALYZE_COMMANDS.join("\n"))
}

/// `gogui-interrupt`: that it exists says that the comment `# interrupt` cuts a command short.
pub fn interrupt(_: &mut Engine, _: &[String]) -> Reply {
    Ok(String::new())
}

/// `gogui-rules_game_id`
pub fn game_id(_: &mut Engine, _: &[String]) -> Reply {
    Ok("Go".to_string())
}

/// `gogui-rules_board_size`: one number for a square, and else columns and rows.
pub fn board_size(engine: &mut Engine, _: &[String]) -> Reply {
    let board = engine.game.board();
    Ok(match board.rows() == board.cols() {
        true => board.cols().to_string(),
        false => format!("{} {}", board.cols(), board.rows()),
    })
}

/// `gogui-rules_board`
pub fn board(engine: &mut Engine, _: &[String]) -> Reply {
    let rows = look(engine).position;
    let spaced = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    Ok(rows.split('/').map(spaced).collect::<Vec<_>>().join("\n"))
}

/// `gogui-rules_legal_moves`: nothing once the game has ended.
pub fn legal_moves(engine: &mut Engine, _: &[String]) -> Reply {
    let mover = engine.game.mover();
    Ok(mover.map(|player| legal(engine, player).join(" ")).unwrap_or_default())
}

/// `gogui-rules_side_to_move`: after the end, whose turn it would be.
pub fn side_to_move(engine: &mut Engine, _: &[String]) -> Reply {
    let look = look(engine);
    let last = look.steps.last().map(|step| step.player.other());
    let player = look.player.or(last).unwrap_or(Player::Black);
    Ok(colour(player).to_string())
}

/// `gogui-rules_captured_count`: the stones that Black has taken, and those that White has. A suicide gives its stones to
/// the opponent.
pub fn captured_count(engine: &mut Engine, _: &[String]) -> Reply {
    let mut taken = [0, 0];
    for step in &look(engine).steps {
        taken[step.player.index()] += step.captured.len();
        taken[step.player.other().index()] += step.lost.len();
    }
    Ok(format!("{} {}", taken[0], taken[1]))
}

/// `gogui-rules_final_result`
pub fn final_result(engine: &mut Engine, _: &[String]) -> Reply {
    let setup = engine.game.setup();
    match engine.game.referee(&setup).ended() {
        Some(points) => Ok(format!("{} without komi", value_in_words(points))),
        None => Err("the game goes on".to_string()),
    }
}

fn look(engine: &Engine) -> Look {
    Look::after(&engine.game.setup(), engine.game.moves())
}
