//! The ruleset that is tried.

use crate::go::Board;
use crate::report::display::options_text;
use crate::rules::Game;
use crate::rules::axes::Options;
use crate::rules::entry::Entry;

/// A ruleset with its options, by the name that the user has for it.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The name, as it stands in commands: a name of the catalogue, or a file.
    pub name: String,
    /// The ruleset.
    pub entry: &'static Entry,
    /// The options.
    pub options: Options,
}

impl Subject {
    /// The ruleset and the options that it was given, as arguments: `--rules kee2020 --lift produced`.
    pub fn arguments(&self) -> String {
        format!("--rules {}{}", self.name, options_text(self.entry, &self.options))
    }

    /// The same ruleset with other options.
    pub fn with(&self, options: Options) -> Subject {
        Subject { options, ..self.clone() }
    }

    /// The game on a board; what is wrong if the ruleset has no room for so many intersections.
    pub fn game(&self, board: &Board) -> Result<Game, String> {
        let most = self.entry.most_points(&self.options);
        if board.points() > most {
            let points = board.points();
            return Err(format!("{points} intersections, and the state of this ruleset has room for {most}"));
        }
        Ok(self.entry.game(board.clone(), self.options))
    }
}
