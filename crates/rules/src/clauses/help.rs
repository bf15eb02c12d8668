//! The meaning of each clause, for people who write a rules file.

use super::Clauses;

/// The explanation of a clause.
#[derive(Debug)]
pub struct Help {
    /// The name.
    pub name: &'static str,
    /// Its meaning.
    pub says: &'static str,
    /// The values as a file has them, the default first, each with its meaning and the documents
    /// that it comes from.
    pub values: &'static [(&'static str, &'static str)],
}

macro_rules! help {
    ($($name:literal: $says:literal { $($value:literal => $means:literal;)+ })+) => {
        [$(Help { name: $name, says: $says, values: &[$(($value, $means)),+] }),+]
    };
}

/// Every clause, in the order of the documentation.
pub const HELP: [Help; 29] = help! {
    "players": "How many play, in turn: Black, White, Red, Green, Yellow, Violet." {
        "2" => "";
        "3 to 6" => "Kee 2009, rules 3 and 5; Kee 2020";
    }
    "first-move": "Who moves first unless --to-move says otherwise." {
        "\"black\"" => "";
        "\"white\" ..." => "another player";
    }
    "suicide": "Whether a play may leave its own chain without a liberty." {
        "\"forbidden\"" => "never: Kee 2009, rule 12";
        "\"allowed\"" => "always: Tromp and Taylor; New Zealand; Jann; Kee 2007";
        "\"multi-stone\"" => "a chain of two stones or more: KataGo";
    }
    "bars": "Bans on stone plays: a list of these, with at most one ban on repetition, which are the five from position to left-position." {
        "[]" => "nothing";
        "\"basic-ko\"" => "it would retake a ko at once";
        "\"move\"" => "it would lead from a position to another, as a stone play has done before: fixed ko";
        "\"capture\"" => "it would take a stone off the board: NoGo";
        "\"position\"" => "it would recreate a position: positional superko; Spight, article 1; Kee 2009, rule 13; Kee 2020";
        "\"situation\"" => "it would recreate a position with the same player to move, as a stone play or a pass (see occurs) made it occur: situational superko";
        "\"natural-situation\"" => "the same, but passes make no situation occur: natural situational superko";
        "\"passed-situation\"" => "the same, with the same last position that the opponent passed on: Kee 2007";
        "\"left-position\"" => "it would recreate a position on which the opponent has made a stone play: Spight II";
        "\"initialised-twice\"" => "a pass just made and one before initialised the position for the player: Kee 2020, Repeated Initialization Rule";
        "\"disturbed-twice\"" => "it is the player's second disturbing play on the position: Kee, March 2020";
        "\"declined\"" => "it would recreate a position on which the player did not answer a pass by a pass: Spight II";
    }
    "bars-only": "Which stone plays the ban on repetition holds for." {
        "\"plays\"" => "all";
        "\"captures\"" => "those that take stones off the board: Ikeda, by the letter";
    }
    "start": "Whether the start makes its position occur, for the ban on repetition." {
        "\"occurs\"" => "it does, as the position has been on the board: AGA";
        "\"free\"" => "it does not, as no player has made it: New Zealand; BGA; French; Simplified WMSG";
    }
    "window": "How many positions the ban on repetition looks back, one after each of the last moves, passes counted. It needs a cut, without which the moves are not counted." {
        "none" => "all of the game";
        "1 to 20" => "that many: pgx before version 2.4 has 7";
    }
    "repetition": "What becomes of a stone play that the ban on repetition names." {
        "\"illegal\"" => "it may not be played";
        "\"draws\"" => "it ends the game as a draw: OpenSpiel; Korean rules";
        "\"prisoners\"" => "it ends the game, won by who has taken more stones since the position stood, with 10000 points; a draw if both have taken as many: Jasiek's Japanese 2003 rules";
        "\"loses\"" => "it ends the game, lost by its player with every intersection: pgx";
        "\"scores\"" => "it ends the game, and the position that it makes is scored";
    }
    "lifted-by": "Which passes lift the ban on repetition." {
        "\"nothing\"" => "none";
        "\"pass\"" => "each: Spight, article 1; Kee 2009, rule 13; Kee 2020";
        "\"two-passes\"" => "the second in a row, and later ones";
    }
    "coupons": "A stack of coupons, the greatest on top: a player may take the top one in place of a move. It is no pass, breaks a run of passes, and lifts the ban on repetition." {
        "none" => "";
        "[\"1/2\"]" => "one, worth half a point: Button Go";
        "[2, \"3/2\", 1, \"1/2\"]" => "up to 8: Environmental Go";
    }
    "occurs": "Whether a pass or coupon makes a position or situation occur, where one lifts the ban." {
        "\"stands\"" => "it does, as the position passed on stands again: Spight; Kee 2020 by the word \"another\"";
        "\"produced\"" => "it does not, as only stone plays produce a position";
        "\"produced-ko\"" => "it does not, but a stone play may not undo the one just before it";
    }
    "passes": "Which passes are moves. Where not all are, a player may resign, must if he has no other move, and the other has won; no position is scored." {
        "\"any\"" => "all";
        "\"none\"" => "none: No Pass Go; NoGo";
        "\"return-prisoner\"" => "those of a player who gives back a prisoner that he has taken: prisoner return";
    }
    "passes-in-a-row": "The number of passes in a row that end the game." {
        "none" => "no number";
        "1 to 12" => "that many";
        "\"players\"" => "one of every player: superko, basic ko, Spight II";
        "\"players + 1\"" => "one more: Kee 2020, Game Termination Rule";
    }
    "successions": "How often these passes in a row must come, no pass counted for two." {
        "1" => "";
        "2" => "twice: WMSG 2008";
    }
    "second-pass": "Passes that end the game when they come a second time on a position." {
        "none" => "";
        "\"player\"" => "a player's: Spight, article 2; Kee 2009, rule 15; KataGo";
        "\"opponents\"" => "those in a row by all opponents of one player: Kee, March 2020";
    }
    "passes-forgotten-by": "What makes second-pass forget the passes before it." {
        "\"nothing\"" => "";
        "\"disturbing-play\"" => "a stone play right after a pass, but not after passes by all: Kee, March 2020";
    }
    "all-pass-in-one-situation": "Whether the game ends when all players pass in a row in one passed-situation." {
        "false" => "";
        "true" => "Kee 2007";
    }
    "draw-at-occurrence": "The occurrence of a state (position and player to move) that ends the game as a draw." {
        "none" => "";
        "2" => "at its second occurrence";
        "3" => "at its third: KataGo";
    }
    "occurrences-since": "Since when occurrences are counted." {
        "\"start\"" => "the start of the game";
        "\"pass\"" => "the last pass: KataGo";
    }
    "cut": "The number of moves, passes counted, after which the position is scored." {
        "none" => "";
        "1 to 10000" => "that many";
        "\"2 * points\"" => "twice the number of intersections: OpenSpiel, pgx";
    }
    "captures": "The number of stones that a player must have taken to win; no position is scored, and a game that ends otherwise is a draw." {
        "none" => "";
        "1 to 20" => "that many: Atari Go has 1";
    }
    "scoring": "What counts as points." {
        "\"area\"" => "stones and surrounded empty intersections";
        "\"territory\"" => "surrounded empty intersections and prisoners; all stones on the board are alive";
        "\"stones\"" => "stones alone: Ming; Ikeda I";
    }
    "tax": "Which empty intersections count by area, and what a group pays." {
        "\"none\"" => "all that one colour alone touches; nothing";
        "\"seki\"" => "those in an independent life region: KataGo's rules, version 2";
        "\"all\"" => "the same, minus two points for each independent life region: group tax";
    }
    "scored": "Which positions are scored." {
        "\"last-position\"" => "the last";
        "\"scoring-positions\"" => "those on which all passed in a row in the cycle between a player's two passes on a position; their mean is the score: Kee 2009, rules 15 to 20";
    }
    "prisoners": "When the prisoners of a scoring position are counted whose passes rule 17 of Kee 2009 moves." {
        "\"as-moved\"" => "after the move";
        "\"as-passed\"" => "as the passes were made";
    }
    "price-of-pass": "The points that a pass costs its player, the last one too." {
        "0" => "";
        "1 to 100" => "that many: pass-stones, and the encore of Spight, have 1";
    }
    "first-pass": "What a player gains by the first pass of the game." {
        "none" => "";
        "{ white = 1 }" => "White a point: WMSG 2008; Ikeda III";
        "{ black = \"1/2\", white = \"1/2\" }" => "whoever it is half a point";
    }
    "last-pass": "Who makes the last move of a game that ends by passes: if it was the other player's, he passes once more, and pays." {
        "none" => "";
        "\"white\"" => "White: AGA";
        "\"equal\"" => "who did not move first, so that both have made as many moves";
    }
    "endless": "What a game without end is, where the other clauses let one be." {
        "\"no-result\"" => "no result, for each player better than a loss and worse than a win";
        "\"draw\"" => "a draw";
        "\"black\"" => "won by Black with every intersection";
        "\"white\"" => "won by White";
    }
};

impl Clauses {
    /// The names of all clauses, in the order of the documentation.
    pub fn names() -> [&'static str; HELP.len()] {
        std::array::from_fn(|index| HELP[index].name)
    }
}
