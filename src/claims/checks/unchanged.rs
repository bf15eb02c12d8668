//! What an end of a game without scoring positions would be worth if only the points were counted that a player has in
//! every position of the scoring cycle: a change of Kee 2009, rule 19, that can be tried, and no ruleset of its own.

use super::script::Script;
use crate::claims::checked::Checked;
use crate::claims::context::Context;
use crate::claims::setup::Setup;
use crate::go::score::areas;
use crate::report::display::value_in_words;

impl Context<'_> {
    /// Plays a line to its end in a scoring cycle and counts the points that do not change in the cycle.
    pub(super) fn unchanged(&self, setup: &Setup, moves: &str, score: i32) -> Result<Checked, String> {
        let board = &setup.game.board;
        let script = Script::parse(board, moves)?;
        let mut referee = setup.referee();
        let played = script.play(&mut referee, &setup.game);
        let asked =
            format!("{}: {moves}: the points that nobody changes in the cycle count {score}", setup.name());
        let evidence = setup.drawn() + &played.told;
        let cycle = match (played.failure, referee.cycle()) {
            (None, Some(cycle)) if cycle.scoring.is_empty() => cycle,
            (failure, _) => {
                let none = "the line does not end with a cycle without scoring positions".to_string();
                let found = failure.unwrap_or(none);
                return Ok(Checked { asked, holds: Some(false), found, evidence, nodes: 0 });
            }
        };
        let held = referee.steps()[cycle.first - 1..].iter().map(|step| areas(board, &step.on));
        let [black, white] =
            held.fold([board.full(); 2], |[black, white], [b, w, ..]| [black & b, white & w]);
        let found = black.count_ones() as i32 - white.count_ones() as i32;
        Ok(Checked {
            asked,
            holds: Some(found == score),
            found: format!(
                "{}, from points that each has in every position of the cycle",
                value_in_words(found.into())
            ),
            evidence,
            nodes: 0,
        })
    }
}
