//! Which clauses have no meaning beside each other.

use super::{Clauses, Endings, LiftedBy, Repetition, Scored, SecondPass, Since, Word};
use crate::axes::{Axis, ClauseConflict, Options, Scoring};
use superko_go::{Players, Suicide};

impl Clauses {
    /// The first pair of clauses that do not go together. `given` are the names of the clauses that the file has, as
    /// a clause may be left out where it has no meaning, and may not be given.
    ///
    /// # Errors
    /// [`ClauseConflict`] names both and says why.
    pub fn check(&self, options: &Options, given: &[&str]) -> Result<(), ClauseConflict> {
        let found = self.repetition_conflict(options);
        let found = found.or_else(|| self.end_conflict(options));
        let found = found.or_else(|| self.score_conflict(options));
        let found = found.or_else(|| self.given_conflict(options, given));
        let found = found.or_else(|| self.endless_conflict(options));
        found.map_or(Ok(()), Err)
    }

    fn value(&self, name: &str, options: &Options) -> String {
        let shared = Clauses::SHARED.iter().find(|(_, shared)| *shared == name);
        if let Some((axis, _)) = shared {
            let value = axis.value(options);
            return if *axis == Axis::Players { value.to_string() } else { format!("{value:?}") };
        }
        match self.listed(options).into_iter().find(|(listed, _)| *listed == name) {
            Some((_, value)) => value,
            None => match name {
                "lifted-by" | "passes-forgotten-by" => "\"nothing\"".to_string(),
                "scored" => format!("{:?}", self.scored.word()),
                "price-of-pass" => self.price_of_pass.to_string(),
                _ => "nothing".to_string(),
            },
        }
    }

    /// A conflict of a clause with another by their names, or with the lack of one.
    fn conflict(
        &self,
        options: &Options,
        clause: &'static str,
        other: &'static str,
        why: &'static str,
    ) -> Option<ClauseConflict> {
        let one = format!("{clause} = {}", self.value(clause, options));
        Some(ClauseConflict { clause, one, other: self.other(other, options), why })
    }

    /// The same of a word of the clause `bars`.
    fn conflict_of_bar(
        &self,
        options: &Options,
        word: &str,
        other: &'static str,
        why: &'static str,
    ) -> Option<ClauseConflict> {
        Some(ClauseConflict {
            clause: "bars",
            one: format!("{word:?}"),
            other: self.other(other, options),
            why,
        })
    }

    /// A clause with its value, or the lack of it.
    fn other(&self, clause: &str, options: &Options) -> String {
        match self.value(clause, options).as_str() {
            "nothing" => format!("a ruleset without {clause}"),
            value => format!("{clause} = {value}"),
        }
    }

    fn repetition_conflict(&self, options: &Options) -> Option<ClauseConflict> {
        let conflict = |clause, other, why| self.conflict(options, clause, other, why);
        let many = options.players != Players::Two;
        let two = self.last_pass(options) == Some(2);
        if self.lifted_by != LiftedBy::Nothing && self.repetition.is_none() {
            return conflict("lifted-by", "bars", "there is no ban on repetition that could be lifted");
        }
        if self.lifted_by == LiftedBy::TwoPasses && self.last_pass(options).is_some_and(|last| last <= 2) {
            return conflict(
                "lifted-by",
                "passes-in-a-row",
                "the game has ended before a second pass could lift the ban",
            );
        }
        if self.declined && (many || !two) {
            let other = if many { "players" } else { "passes-in-a-row" };
            let why = "a pass that is not declined is answered by the second pass of two players, which ends the game";
            return self.conflict_of_bar(options, "declined", other, why);
        }
        let of_ban = |other, why| self.conflict_of_bar(options, self.repetition?.word(), other, why);
        if many && self.repetition == Some(Repetition::LeftPosition) {
            return of_ban("players", "left-position is about the one opponent of a player");
        }
        if self.remembers_passes() {
            if many {
                let why = "a state keeps the last position that each of two players passed on, and has no room for more";
                return of_ban("players", why);
            }
            let beside = |word: &str, why| {
                let [one, other] = [word, Repetition::PassedSituation.word()].map(|word| format!("{word:?}"));
                Some(ClauseConflict { clause: "bars", one, other, why })
            };
            if self.basic_ko {
                return beside(
                    "basic-ko",
                    "a state that keeps two positions passed on has no room for the intersection of a ko",
                );
            }
            if self.scored == Scored::ScoringPositions && options.scoring == Scoring::Territory {
                return of_ban(
                    "scored",
                    "a state that keeps two positions passed on has no room for the prisoners of scoring positions",
                );
            }
            if self.longest_run(options) > 1 {
                let why =
                    "a state that keeps two positions passed on has no room for a run of more than one pass";
                return match self.disturbed_twice {
                    true => beside("disturbed-twice", why),
                    false => of_ban("passes-in-a-row", why),
                };
            }
        }
        None
    }

    fn end_conflict(&self, options: &Options) -> Option<ClauseConflict> {
        let conflict = |clause, other, why| self.conflict(options, clause, other, why);
        if self.passes_forgotten && self.second_pass.is_none() {
            return conflict(
                "passes-forgotten-by",
                "second-pass",
                "it says which passes second-pass no longer counts",
            );
        }
        if self.passes_forgotten && !self.disturbed_twice {
            return conflict(
                "passes-forgotten-by",
                "bars",
                "a state counts the passes before a disturbing play only with disturbed-twice",
            );
        }
        if self.all_pass_in_one_situation && !self.remembers_passes() {
            return conflict(
                "all-pass-in-one-situation",
                "bars",
                "the situation is that of passed-situation",
            );
        }
        None
    }

    fn score_conflict(&self, options: &Options) -> Option<ClauseConflict> {
        let conflict = |clause, other, why| self.conflict(options, clause, other, why);
        let (many, territory) = (options.players != Players::Two, options.scoring == Scoring::Territory);
        if self.scored == Scored::ScoringPositions {
            if self.second_pass != Some(SecondPass::Player) {
                return conflict(
                    "scored",
                    "second-pass",
                    "the scoring cycle lies between two passes of a player on a position, of which the second ends the game",
                );
            }
            let why =
                "such an end has no scoring cycle, which lies between two passes of a player on a position";
            if self.passes_in_a_row.is_some() {
                return conflict("scored", "passes-in-a-row", why);
            }
            if self.all_pass_in_one_situation {
                return conflict("scored", "all-pass-in-one-situation", why);
            }
            if self.passes_forgotten {
                return conflict(
                    "scored",
                    "passes-forgotten-by",
                    "a cycle whose first pass is forgotten has no beginning",
                );
            }
        }
        if territory && many {
            return conflict(
                "scoring",
                "players",
                "a prisoner is a point for the opponent of its owner, and there is more than one",
            );
        }
        if territory && self.draw.is_some() && self.scored == Scored::LastPosition {
            return conflict(
                "scoring",
                "draw-at-occurrence",
                "prisoners are points brought at once, and a draw would have to take them back",
            );
        }
        if self.price_of_pass != 0 {
            if many {
                return conflict(
                    "price-of-pass",
                    "players",
                    "the opponents could make a player pay again and again while they capture each other, so that his points have no bound to search from",
                );
            }
            if options.suicide != Suicide::Forbidden {
                return conflict(
                    "price-of-pass",
                    "suicide",
                    "a player who passes could be made to pay for every suicide of his opponent, so that the score has no bound to search from",
                );
            }
            if self.draw.is_some() {
                return conflict(
                    "price-of-pass",
                    "draw-at-occurrence",
                    "the price is paid at once, and a draw would have to take it back",
                );
            }
            if self.scored == Scored::ScoringPositions {
                return conflict(
                    "price-of-pass",
                    "scored",
                    "the price is paid at once, and a game without scoring position, a draw, would have to take it back",
                );
            }
        }
        None
    }

    /// Clauses that a file has although they have no meaning in it.
    fn given_conflict(&self, options: &Options, given: &[&str]) -> Option<ClauseConflict> {
        let conflict = |clause, other, why| self.conflict(options, clause, other, why);
        let given = |name: &str| given.contains(&name);
        if given("occurs") && !self.has(Axis::Lift, options) {
            return match self.lifted_by {
                LiftedBy::Nothing => conflict(
                    "occurs",
                    "lifted-by",
                    "it says whether passes make a position occur where passes lift the ban, and no pass lifts one",
                ),
                _ => conflict(
                    "occurs",
                    "bars",
                    "it says whether passes make a position occur, and under natural-situation and left-position none does",
                ),
            };
        }
        if given("prisoners") && !self.has(Axis::Prisoners, options) {
            let other = if self.scored == Scored::LastPosition { "scored" } else { "scoring" };
            return conflict(
                "prisoners",
                other,
                "only scoring positions by territory have prisoners of their own",
            );
        }
        if given("occurrences-since") && self.draw.is_none() {
            return Some(ClauseConflict {
                clause: "occurrences-since",
                one: "occurrences-since".to_string(),
                other: "a ruleset without draw-at-occurrence".to_string(),
                why: "no occurrences are counted",
            });
        }
        if given("first-move") && !options.players.all().contains(&self.first_move) {
            return conflict("first-move", "players", "that player does not play");
        }
        if given("endless") && self.endings(options) == Endings::Always {
            return Some(ClauseConflict {
                clause: "endless",
                one: format!("endless = {}", self.value("endless", options)),
                other: "the other clauses".to_string(),
                why: "under them every game ends",
            });
        }
        None
    }

    /// Why games that may go on for ever cannot be solved.
    fn endless_conflict(&self, options: &Options) -> Option<ClauseConflict> {
        if self.endings(options) != Endings::Unknown {
            return None;
        }
        let conflict = |clause, other, why| self.conflict(options, clause, other, why);
        let ends = self.passes_in_a_row.is_some() || self.second_pass.is_some();
        if !ends && !self.all_pass_in_one_situation && self.draw.is_none() {
            return Some(ClauseConflict {
                clause: "bars",
                one: format!("bars = {}", self.value("bars", options)),
                other: "a ruleset without passes-in-a-row, second-pass, all-pass-in-one-situation and draw-at-occurrence".to_string(),
                why: "no clause ends the game",
            });
        }
        if !self.asks_for_facts() {
            let other = if self.passes_in_a_row.is_none() {
                "passes-in-a-row"
            } else if options.players != Players::Two {
                "players"
            } else if options.scoring == Scoring::Territory {
                "scoring"
            } else {
                "price-of-pass"
            };
            return conflict(
                "bars",
                other,
                "a game may go on for ever, and such games are solved only for two players, by area, without a price of passes",
            );
        }
        let unending =
            "a game may go on for ever, and such games are solved only where the past changes nothing";
        if self.repetition.is_none() && self.draw.is_none() {
            let by = if self.second_pass.is_some() { "second-pass" } else { "passes-in-a-row" };
            return conflict(
                "bars",
                by,
                "stones may be played for ever without a pass, and such games are solved only where the past changes nothing (bars empty or basic-ko, and passes-in-a-row alone)",
            );
        }
        let refills = options.suicide != Suicide::Forbidden && (ends || self.all_pass_in_one_situation);
        if self.repetition == Some(Repetition::LeftPosition) && self.lifted_by == LiftedBy::Nothing && refills
        {
            return conflict(
                "bars",
                "suicide",
                "a player whose opponent passes could fill and remove his own stones for ever, as left-position bars his opponent alone",
            );
        }
        if self.lifted_by != LiftedBy::Nothing {
            let by = if self.passes_in_a_row.is_some() { "passes-in-a-row" } else { "second-pass" };
            return conflict(
                "lifted-by",
                by,
                "passes lift the ban again and again, and nothing bounds their number (what would: second-pass = \"player\", initialised-twice with a number of passes in a row, disturbed-twice with second-pass or with no more passes in a row than players, declined with two, or a draw-at-occurrence since the start)",
            );
        }
        if self.draw.is_some_and(|draw| draw.since == Since::Pass) {
            return conflict(
                "occurrences-since",
                "passes-in-a-row",
                "every pass begins the count of occurrences anew, and nothing bounds the number of passes",
            );
        }
        conflict("bars", "second-pass", unending)
    }
}

/// The greatest price of a pass, in points.
pub const MAX_PRICE: i32 = 100;
