//! The table of commands: what can be asked of the program follows from it.

use super::analysis::{Form, analyse, analyse_and_move};
use super::engine::Engine;
use super::protocol::{Command, Reply, single_argument};
use super::{genmove, play, values};

/// Command of the protocol.
pub struct Entry {
    /// Name and arguments: `<required>` and `[optional]`.
    pub usage: &'static str,
    /// Description in one sentence.
    pub about: &'static str,
    run: fn(&mut Engine, &[String]) -> Reply,
}

impl Entry {
    /// Name of the command.
    pub fn name(&self) -> &'static str {
        self.usage.split(' ').next().unwrap_or_default()
    }

    /// Whether it takes no arguments.
    fn is_alone(&self) -> bool {
        !self.usage.contains(' ')
    }
}

macro_rules! commands {
    ($($usage:literal => $run:expr, $about:literal;)+) => {
        /// Every command, in the groups in which they are documented.
        pub const ALL: &[Entry] = &[$(Entry { usage: $usage, about: $about, run: $run }),+];
    };
}

commands! {
    "protocol_version" => |_, _| Ok("2".into()), "The version of the protocol.";
    "name" => |_, _| Ok("superko".into()), "The name of the program.";
    "version" => |_, _| Ok(env!("CARGO_PKG_VERSION").into()), "The version of the program.";
    "list_commands" => list_commands, "The names of all commands.";
    "known_command <name>" => known_command, "Whether there is a command of this name.";
    "clear_cache" => clear_cache, "Forgets all that was proved.";
    "stop" => |_, _| Ok(String::new()), "Nothing: any line ends an analysis.";
    "quit" => quit, "Ends the session.";

    "boardsize <columns> [rows]" => play::boardsize, "Starts a new game on an empty board, a square if there is one number; `3:2` is `3 2`.";
    "rectangular_boardsize <columns> [rows]" => play::boardsize, "The same, as KataGo names it.";
    "clear_board" => play::clear_board, "Starts a new game on the empty board.";
    "komi <number>" => play::komi, "Sets komi, which is taken from scores and never from values.";
    "get_komi" => play::get_komi, "Tells komi.";
    "fixed_handicap <number>" => play::fixed_handicap, "Begins with black stones near the corners, two to four, White to move; tells their points.";
    "place_free_handicap <number>" => play::place_free_handicap, "The same with black stones from the middle on, as many as fit.";
    "set_free_handicap <points>" => play::set_free_handicap, "Begins with black stones on these points, White to move.";
    "set_position [colour point]…" => play::set_position, "Begins with these stones and without a history.";
    "gogui-setup [colour point]…" => play::set_position, "The same, as GoGui names it.";
    "gogui-setup_player <colour>" => play::setup_player, "Sets who moves first, before the first move.";
    "loadsgf <file> [number]" => play::loadsgf, "Takes over a record with its moves and its komi, up to the move before this number (what comes after it is not checked); the ruleset stays.";
    "printsgf [file]" => play::printsgf, "The game as a record in SGF, or writes it to a file.";
    "time_settings <main> <overtime> <stones>" => play::time_settings, "Limits the time of moves to a share of what this leaves, until `time_left` says what is left.";
    "kgs-time_settings <kind> [number]…" => play::kgs_time_settings, "The same, as KGS names it: `none`, `absolute`, `byoyomi` or `canadian`.";
    "time_left <colour> <seconds> <stones>" => play::time_left, "Limits the time of the moves of this player to a share of what is left; less than nothing is nothing.";

    "play <colour> <move>" => play::play, "Makes a move.";
    "gogui-play_sequence [colour move]…" => play::play_sequence, "Makes all of these moves, or none.";
    "undo" => play::undo, "Takes the last move back.";
    "gg-undo [number]" => play::gg_undo, "Takes back this number of moves; an error, and none, if there are fewer.";
    "is_legal <colour> <move>" => play::is_legal, "`1` if the move is legal, and `0` if it is not.";
    "all_legal <colour>" => play::all_legal, "All legal moves.";
    "showboard" => play::showboard, "Draws the board, and says whose turn it is.";

    "genmove <colour>" => genmove::genmove, "Makes a move that loses none of the value.";
    "reg_genmove <colour>" => genmove::reg_genmove, "Tells such a move, and does not make it; also for who is not to move.";
    "kgs-genmove_cleanup <colour>" => genmove::genmove_cleanup, "As `genmove`, but passes only when no dead stone is left; a game that passes have ended goes on.";
    "final_score" => values::final_score, "The score of a game that has ended, the value of one that goes on; minus komi.";
    "final_status_list <alive|seki|dead>" => values::final_status_list, "The stones of this status, a chain a line.";

    "superko-value" => values::value, "The value of the game: Black's points minus White's, without komi; the score of one that has ended.";
    "superko-published" => values::published, "What is published of the value, and what backs it; nothing is searched.";
    "superko-moves [points]" => values::moves, "Every legal move with its value; with `points`, intersections alone.";
    "superko-line" => values::line, "A line of best play.";
    "superko-bars" => values::bars, "The moves that the history bans, with the number of the move that bans each and the reason.";
    "superko-rules" => values::rules, "The ruleset, its document and its articles.";
    "superko-set-rules <ruleset> [options]" => values::set_rules, "Plays by this ruleset, written as `solve --rules` has it: `kee2020 --lift produced`.";

    "kata-get-rules" => values::kata_get_rules, "The ruleset as KataGo writes it, if it is one of KataGo's.";
    "kata-set-rules <rules>" => values::kata_set_rules, "Plays by a ruleset of KataGo, a shorthand or in its terms, if there is exactly this one here.";
    "kata-set-rule <field> <value>" => values::kata_set_rule, "Changes one field of a ruleset of KataGo.";
    "kgs-rules <name>" => values::kgs_rules, "Plays by a ruleset of KGS, if there is exactly this one here.";

    "analyze [colour] [centiseconds]" => |engine, words| analyse(engine, words, Form::Sabaki), "Values of all moves as they become known, until the next line of input; as Sabaki reads it.";
    "lz-analyze [colour] [centiseconds] [key value]…" => |engine, words| analyse(engine, words, Form::Leela), "The same, as Leela Zero writes it.";
    "kata-analyze [colour] [centiseconds] [key value]…" => |engine, words| analyse(engine, words, Form::Kata), "The same, as KataGo writes it.";
    "genmove_analyze [colour] [centiseconds]" => |engine, words| analyse_and_move(engine, words, Form::Sabaki), "The same until all is known, and then a move, as `genmove` makes it.";
    "lz-genmove_analyze [colour] [centiseconds] [key value]…" => |engine, words| analyse_and_move(engine, words, Form::Leela), "The same, as Leela Zero writes it.";
    "kata-genmove_analyze [colour] [centiseconds] [key value]…" => |engine, words| analyse_and_move(engine, words, Form::Kata), "The same, as KataGo writes it.";

    "gogui-analyze_commands" => |_, _| Ok(play::ANALYZE_COMMANDS.join("\n")), "What GoGui offers in its analyze dialog.";
    "gogui-interrupt" => |_, _| Ok(String::new()), "Says that the comment `# interrupt` cuts a command short.";
    "gogui-rules_game_id" => |_, _| Ok("Go".into()), "`Go`.";
    "gogui-rules_board" => play::board, "The position.";
    "gogui-rules_board_size" => play::board_size, "The size: one number, or columns and rows.";
    "gogui-rules_legal_moves" => play::legal_moves, "All legal moves of the player to move; nothing once the game has ended.";
    "gogui-rules_side_to_move" => play::side_to_move, "Whose turn it is.";
    "gogui-rules_captured_count" => play::captured_count, "The stones that Black has taken, and White.";
    "gogui-rules_final_result" => play::final_result, "The score of a game that has ended, in words.";
}

/// Does what a command says.
///
/// # Errors
/// Why it cannot be done, in one line.
pub fn run(engine: &mut Engine, command: &Command) -> Reply {
    let entry = ALL.iter().find(|entry| entry.name() == command.name).ok_or("unknown command")?;
    if entry.is_alone() && !command.arguments.is_empty() {
        return Err(format!("{} takes no arguments", command.name));
    }
    (entry.run)(engine, &command.arguments)
}

fn list_commands(_: &mut Engine, _: &[String]) -> Reply {
    Ok(ALL.iter().map(Entry::name).collect::<Vec<_>>().join("\n"))
}

fn known_command(_: &mut Engine, arguments: &[String]) -> Reply {
    let name = single_argument(arguments, "the name of a command")?;
    Ok(ALL.iter().any(|entry| entry.name() == name).to_string())
}

fn clear_cache(engine: &mut Engine, _: &[String]) -> Reply {
    engine.clear();
    Ok(String::new())
}

fn quit(engine: &mut Engine, _: &[String]) -> Reply {
    engine.quit = true;
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_comes_twice_and_each_is_described() {
        for (place, entry) in ALL.iter().enumerate() {
            assert!(ALL[..place].iter().all(|other| other.name() != entry.name()), "{}", entry.name());
            assert!(entry.about.ends_with('.'), "{}", entry.name());
        }
    }
}
