//! What each clause says, for people who write a rules file.

use super::Clauses;

/// A clause as it is explained.
#[derive(Debug)]
pub struct Help {
    /// Its name.
    pub name: &'static str,
    /// Its values, the one first that it has when a file leaves it out.
    pub values: &'static str,
    /// What it says, with the documents that it comes from.
    pub says: &'static str,
}

/// Every clause, in the order of the documentation.
pub const HELP: [Help; 17] = [
    Help {
        name: "players",
        values: "2, or up to 6",
        says: "how many play, in turn: Black, White, Red, Green, Yellow, Violet (Kee 2009, rules 3 and 5; Kee 2020)",
    },
    Help {
        name: "first-move",
        values: "\"black\", or another player",
        says: "who moves first unless --to-move says otherwise",
    },
    Help {
        name: "suicide",
        values: "\"forbidden\", \"allowed\", \"multi-stone\"",
        says: "whether a play may leave its own chain without a liberty: never (Kee 2009, rule 12), always (Tromp and Taylor; New Zealand; Jann), or with two stones and more (KataGo)",
    },
    Help {
        name: "bars",
        values: "a list of \"basic-ko\", of \"initialised-twice\", \"disturbed-twice\", \"declined\", and of at most one of \"position\", \"situation\", \"natural-situation\", \"passed-situation\", \"left-position\"",
        says: "what bars a stone play: basic-ko, that it would retake a ko at once; position, that it would recreate a position (positional superko; Spight, article 1; Kee 2009, rule 13; Kee 2020); situation, a position with the same player to move (situational superko); natural-situation, the same where passes make none occur; passed-situation, a position with the same player to move and the same last position that his opponent passed on (Kee 2007); left-position, a position on which the opponent has made a stone play (Spight II); initialised-twice, that a pass made just now and one before initialised the position for the player (Kee 2020, Repeated Initialization Rule); disturbed-twice, that it is his second stone play on the position right after a pass (Kee, March 2020); declined, that it would recreate a position on which he did not answer a pass by a pass (Spight II)",
    },
    Help {
        name: "lifted-by",
        values: "\"nothing\", \"pass\", \"two-passes\"",
        says: "which passes lift the ban on repetition: none; each (Spight, article 1; Kee 2009, rule 13; Kee 2020); the second in a row and later ones",
    },
    Help {
        name: "occurs",
        values: "\"stands\", \"produced\", \"produced-ko\"",
        says: "what a pass that lifts the ban leaves of it: the position passed on, as it stands again (Spight; Kee 2020 by the word \"another\"); nothing, as only stone plays produce a position; nothing, but a stone play may not undo the one just before it",
    },
    Help {
        name: "passes-in-a-row",
        values: "none, a number from 1 to 12, \"players\", \"players + 1\"",
        says: "so many passes in a row end the game: one of every player (superko, basic ko, Spight II), or one more (Kee 2020, Game Termination Rule)",
    },
    Help {
        name: "second-pass",
        values: "none, \"player\", \"opponents\"",
        says: "a second pass on a position ends the game: a player's (Spight, article 2; Kee 2009, rule 15; KataGo), or passes in a row by all opponents of one player (Kee, March 2020)",
    },
    Help {
        name: "passes-forgotten-by",
        values: "\"nothing\", \"disturbing-play\"",
        says: "what makes the passes before it count no more for second-pass: a stone play right after a pass, but not after passes by all (Kee, March 2020)",
    },
    Help {
        name: "all-pass-in-one-situation",
        values: "false, true",
        says: "the game ends when all players pass in a row in one passed-situation (Kee 2007)",
    },
    Help {
        name: "draw-at-occurrence",
        values: "none, 2, 3",
        says: "a state (position and player to move) that occurs for the second or the third time ends the game as a draw (KataGo)",
    },
    Help {
        name: "occurrences-since",
        values: "\"start\", \"pass\"",
        says: "since when occurrences are counted: the start, or the last pass (KataGo)",
    },
    Help {
        name: "scoring",
        values: "\"area\", \"territory\"",
        says: "stones and surrounded empty intersections, or surrounded empty intersections and prisoners (all stones on the board alive)",
    },
    Help {
        name: "scored",
        values: "\"last-position\", \"scoring-positions\"",
        says: "what is scored: the last position, or the mean of the positions on which all passed in a row in the cycle between a player's two passes on a position (Kee 2009, rules 15 to 20)",
    },
    Help {
        name: "prisoners",
        values: "\"as-moved\", \"as-passed\"",
        says: "when the prisoners of a scoring position are counted whose passes rule 17 of Kee 2009 moves",
    },
    Help {
        name: "price-of-pass",
        values: "0, or up to 100",
        says: "the points that a pass costs its player (the encore of Spight; pass-stones)",
    },
    Help {
        name: "endless",
        values: "\"no-result\", \"draw\", \"black\", \"white\"",
        says: "what a game without end is, where the other clauses let one be",
    },
];

impl Clauses {
    /// The names of all clauses, in the order of the documentation.
    pub fn names() -> [&'static str; HELP.len()] {
        std::array::from_fn(|place| HELP[place].name)
    }
}
