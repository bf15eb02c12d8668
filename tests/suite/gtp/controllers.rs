//! What programs and servers send at the start of a game is accepted, each in its own words.

use super::session::Session;

/// Those whose sources or documents say what they send. A board that they would begin with is one
/// of ours here.
const STARTS: [(&str, &[&str]); 8] = [
    (
        "Sabaki (enginesyncer.js, @sabaki/gtp)",
        &[
            "name",
            "version",
            "protocol_version",
            "list_commands",
            "komi 6.5",
            "rectangular_boardsize 3 2",
            "clear_board",
            "set_free_handicap A1 C2",
            "play W B1",
            "undo",
        ],
    ),
    (
        "GoGui",
        &[
            "name",
            "protocol_version",
            "version",
            "list_commands",
            "gogui-interrupt",
            "gogui-analyze_commands",
            "boardsize 3",
            "clear_board",
            "komi 6.5",
            "time_settings 600 0 0",
            "gogui-setup b A1 w B1",
            "gogui-setup_player w",
            "gogui-play_sequence w A2",
            "gg-undo 1",
        ],
    ),
    (
        "gogui-twogtp",
        &[
            "protocol_version",
            "name",
            "version",
            "list_commands",
            "boardsize 3",
            "clear_board",
            "komi 0",
            "time_settings 60 10 3",
            "time_left b 58.3 0",
            "time_left b 7 2",
            "genmove b",
            "final_score",
        ],
    ),
    (
        "GNU Go's suites (gogui-regress, regress.awk)",
        &["loadsgf circle.sgf 3", "reg_genmove black", "reg_genmove white", "is_legal black A2", "showboard"],
    ),
    ("Lizzie", &["name", "version", "boardsize 3 2", "komi 7.5", "clear_board", "play B A1", "undo", "stop"]),
    (
        "kgsGtp",
        &[
            "list_commands",
            "name",
            "version",
            "kgs-rules chinese",
            "boardsize 3",
            "komi 0.5",
            "clear_board",
            "kgs-time_settings byoyomi 600 30 5",
            "time_settings 600 30 5",
            "place_free_handicap 2",
            "time_left w 600 0",
            "time_left b 12.5 4",
            "time_left w -1 1",
            "genmove w",
            "play b pass",
            "final_status_list dead",
            "kgs-genmove_cleanup w",
        ],
    ),
    (
        "CGOS",
        &[
            "list_commands",
            "boardsize 3",
            "clear_board",
            "komi 7",
            "time_settings 300 0 0",
            "time_left b 300 0",
            "genmove b",
            "play w pass",
            "time_left b 299 0",
        ],
    ),
    (
        "gtp2ogs",
        &[
            "boardsize 3:2",
            "clear_board",
            "komi 7.5",
            "kgs-time_settings byoyomi 600.5 30 5",
            "time_left black 31536000 0",
            "time_left white -2 5",
            "kgs-time_settings none",
        ],
    ),
];

#[test]
fn what_controllers_send_at_the_start_is_accepted() {
    for (controller, commands) in STARTS {
        let mut session = Session::new(&["--rules", "psk"]);
        for command in commands {
            let reply = session.ask(command);
            assert!(reply.is_ok(), "{controller}: {command}: {reply:?}");
        }
        assert_eq!(session.end().0, Some(0), "{controller}");
    }
}
