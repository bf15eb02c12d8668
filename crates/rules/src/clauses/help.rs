//! What each clause says, for people who write a rules file.

use super::Clauses;

/// A clause as it is explained.
#[derive(Debug)]
pub struct Help {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub says: &'static str,
    /// Its values as a file has them, the one first that it has when a file leaves it out, each with what it means and
    /// the documents that it comes from.
    pub values: &'static [(&'static str, &'static str)],
}

/// Every clause, in the order of the documentation.
pub const HELP: [Help; 17] = [
    Help {
        name: "players",
        says: "How many play, in turn: Black, White, Red, Green, Yellow, Violet.",
        values: &[("2", ""), ("3 to 6", "Kee 2009, rules 3 and 5; Kee 2020")],
    },
    Help {
        name: "first-move",
        says: "Who moves first unless --to-move says otherwise.",
        values: &[("\"black\"", ""), ("\"white\" ...", "another player")],
    },
    Help {
        name: "suicide",
        says: "Whether a play may leave its own chain without a liberty.",
        values: &[
            ("\"forbidden\"", "never: Kee 2009, rule 12"),
            ("\"allowed\"", "always: Tromp and Taylor; New Zealand; Jann; Kee 2007"),
            ("\"multi-stone\"", "a chain of two stones or more: KataGo"),
        ],
    },
    Help {
        name: "bars",
        says: "What bars a stone play: a list of these, of the five from position to left-position one at most.",
        values: &[
            ("[]", "nothing"),
            ("\"basic-ko\"", "it would retake a ko at once"),
            (
                "\"position\"",
                "it would recreate a position: positional superko; Spight, article 1; Kee 2009, rule 13; Kee 2020",
            ),
            (
                "\"situation\"",
                "it would recreate a position with the same player to move, as a stone play or a pass (see occurs) made it occur: situational superko",
            ),
            (
                "\"natural-situation\"",
                "the same, but passes make no situation occur: natural situational superko",
            ),
            (
                "\"passed-situation\"",
                "the same, with the same last position that the opponent passed on: Kee 2007",
            ),
            (
                "\"left-position\"",
                "it would recreate a position on which the opponent has made a stone play: Spight II",
            ),
            (
                "\"initialised-twice\"",
                "a pass just made and one before initialised the position for the player: Kee 2020, Repeated Initialization Rule",
            ),
            (
                "\"disturbed-twice\"",
                "it is the player's second disturbing play on the position: Kee, March 2020",
            ),
            (
                "\"declined\"",
                "it would recreate a position on which the player did not answer a pass by a pass: Spight II",
            ),
        ],
    },
    Help {
        name: "lifted-by",
        says: "Which passes lift the ban on repetition.",
        values: &[
            ("\"nothing\"", "none"),
            ("\"pass\"", "each: Spight, article 1; Kee 2009, rule 13; Kee 2020"),
            ("\"two-passes\"", "the second in a row, and later ones"),
        ],
    },
    Help {
        name: "occurs",
        says: "Whether a pass makes a position or situation occur, where passes lift the ban.",
        values: &[
            (
                "\"stands\"",
                "it does, as the position passed on stands again: Spight; Kee 2020 by the word \"another\"",
            ),
            ("\"produced\"", "it does not, as only stone plays produce a position"),
            ("\"produced-ko\"", "it does not, but a stone play may not undo the one just before it"),
        ],
    },
    Help {
        name: "passes-in-a-row",
        says: "So many passes in a row end the game.",
        values: &[
            ("none", "no number"),
            ("1 to 12", "so many"),
            ("\"players\"", "one of every player: superko, basic ko, Spight II"),
            ("\"players + 1\"", "one more: Kee 2020, Game Termination Rule"),
        ],
    },
    Help {
        name: "second-pass",
        says: "Passes that end the game when they come a second time on a position.",
        values: &[
            ("none", ""),
            ("\"player\"", "a player's: Spight, article 2; Kee 2009, rule 15; KataGo"),
            ("\"opponents\"", "those in a row by all opponents of one player: Kee, March 2020"),
        ],
    },
    Help {
        name: "passes-forgotten-by",
        says: "What makes the passes before it count no more for second-pass.",
        values: &[
            ("\"nothing\"", ""),
            (
                "\"disturbing-play\"",
                "a stone play right after a pass, but not after passes by all: Kee, March 2020",
            ),
        ],
    },
    Help {
        name: "all-pass-in-one-situation",
        says: "Whether the game ends when all players pass in a row in one passed-situation.",
        values: &[("false", ""), ("true", "Kee 2007")],
    },
    Help {
        name: "draw-at-occurrence",
        says: "A state (position and player to move) that occurs so often ends the game as a draw.",
        values: &[("none", ""), ("2", "at its second occurrence"), ("3", "at its third: KataGo")],
    },
    Help {
        name: "occurrences-since",
        says: "Since when occurrences are counted.",
        values: &[("\"start\"", "the start of the game"), ("\"pass\"", "the last pass: KataGo")],
    },
    Help {
        name: "scoring",
        says: "What counts.",
        values: &[
            ("\"area\"", "stones and surrounded empty intersections"),
            (
                "\"territory\"",
                "surrounded empty intersections and prisoners; all stones on the board are alive",
            ),
        ],
    },
    Help {
        name: "scored",
        says: "Which positions are scored.",
        values: &[
            ("\"last-position\"", "the last"),
            (
                "\"scoring-positions\"",
                "those on which all passed in a row in the cycle between a player's two passes on a position; their mean is the score: Kee 2009, rules 15 to 20",
            ),
        ],
    },
    Help {
        name: "prisoners",
        says: "When the prisoners of a scoring position are counted whose passes rule 17 of Kee 2009 moves.",
        values: &[("\"as-moved\"", "after the move"), ("\"as-passed\"", "as the passes were made")],
    },
    Help {
        name: "price-of-pass",
        says: "The points that a pass costs its player, the last one too.",
        values: &[("0", ""), ("1 to 100", "so many: pass-stones, and the encore of Spight, have 1")],
    },
    Help {
        name: "endless",
        says: "What a game without end is, where the other clauses let one be.",
        values: &[
            ("\"no-result\"", "no result, for each player better than a loss and worse than a win"),
            ("\"draw\"", "a draw"),
            ("\"black\"", "won by Black with every intersection"),
            ("\"white\"", "won by White"),
        ],
    },
];

impl Clauses {
    /// The names of all clauses, in the order of the documentation.
    pub fn names() -> [&'static str; HELP.len()] {
        std::array::from_fn(|place| HELP[place].name)
    }
}
