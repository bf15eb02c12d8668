//! Which clauses have no meaning beside each other: a table of conflicts, the first of which is
//! reported.

use super::{
    Clauses, Endings, LiftedBy, Passing, Repeating, Repetition, Scored, SecondPass, Since, Start, Word,
};
use crate::axes::{Axis, BarsOnly, ClauseConflict, LastPass, Options, Scoring, Tax};
use superko_go::{Players, Suicide};

/// The greatest price of a pass, in points.
pub const MAX_PRICE: i32 = 100;

/// A party of a conflict.
enum Party {
    /// A clause with its value, or the lack of it.
    Clause(&'static str),
    /// A word of the clause `bars`.
    Bar(&'static str),
    /// The word of the ban on repetition.
    Ban,
    /// The clause by which a game has no score.
    NoScore,
    /// These words; as the first party the name of a clause.
    Text(&'static str),
}
use Party::{Ban, Bar, Clause, NoScore, Text};

/// Two clauses that do not go together under a condition.
struct Conflict {
    /// The clause that has no meaning.
    one: Party,
    other: Party,
    when: fn(&Clauses, &Case<'_>) -> bool,
    why: &'static str,
}

/// The rest of a composition, and what the conditions ask for again and again.
struct Case<'a> {
    options: &'a Options,
    /// The names of the clauses that a file has.
    given: &'a [&'a str],
    many: bool,
    territory: bool,
    suicide: bool,
    cycle: bool,
    lifted: bool,
    /// Whether a clause gives or takes points beside the score of a position.
    paid: bool,
    /// The number of passes in a row that end the game.
    last: Option<u32>,
    /// Whether passes end the game, or a state that occurs again.
    by_passes: bool,
    unending: bool,
}

/// Makes the table: one party => the other, when: why.
macro_rules! conflicts {
    ($($one:expr => $other:expr, $when:expr, $why:expr;)+) => {
        &[$(Conflict { one: $one, other: $other, when: $when, why: $why }),+]
    };
}

const DECLINED: &str =
    "a pass that is not declined is answered by the second pass of two players, which ends the game";
const NO_CYCLE: &str =
    "such an end has no scoring cycle, which lies between two passes of a player on a position";
const LONG_RUN: &str =
    "a state that keeps two positions passed on has no room for a run of more than one pass";
const NO_PRISONERS: &str = "only scoring positions by territory have prisoners of their own";
const PLAIN_ONLY: &str = "a game may go on for ever, and such games are solved only for two players, by area, without a price of passes";
const NO_PASSES: &str = "stones may be played for ever without a pass, and such games are solved only where the history changes nothing (bars empty or basic-ko, and passes-in-a-row alone)";
const NO_BAN: &str = "there is no ban on repetition of a position that has stood";
const PAID: &str = "points are brought at once, and such an end would have to take them back";
const TWO_GAIN: &str = "what a player gains is a loss of his one opponent";
const LONG_CYCLE: &str = "the score is the mean of scoring positions alone";
const NO_ROOM: &str = "a state that keeps two positions passed on has no room for more";
const LIFTED_AGAIN: &str = "passes lift the ban again and again, and nothing bounds their number (what would: second-pass = \"player\", initialised-twice with a number of passes in a row, disturbed-twice with second-pass or with no more passes in a row than players, declined with two, or a draw-at-occurrence since the start)";

const NOT_COUNTED: &str = "a game that a capture wins, or a player loses who has no move, is not counted";
const NO_PASS: &str = "it is about passes, of which there are none or which a prisoner is paid for";

const CONFLICTS: &[Conflict] = conflicts! {
    // Games without a score.
    NoScore => Clause("players"), |c, case| !c.has_score() && case.many, "a loss is the win of a player's one opponent";
    NoScore => Clause("suicide"), |c, case| !c.has_score() && case.suicide,
        "whose prisoners the stones of a suicide are is not said, and nothing would bound the number of plays";
    NoScore => Clause("repetition"), |c, _| !c.has_score() && c.repeats_do_more(), NOT_COUNTED;
    NoScore => Clause("coupons"), |c, _| !c.has_score() && c.has_coupons(), NOT_COUNTED;
    NoScore => Clause("first-pass"), |c, _| !c.has_score() && c.has_first_pass(), NOT_COUNTED;
    NoScore => Clause("price-of-pass"), |c, _| !c.has_score() && c.price_of_pass != 0, NOT_COUNTED;
    NoScore => Clause("cut"), |c, _| !c.has_score() && c.cut.is_some(), NOT_COUNTED;
    NoScore => Clause("scored"), |c, case| !c.has_score() && case.cycle, NOT_COUNTED;
    NoScore => Clause("scoring"), |c, case| !c.has_score() && (case.has("scoring") || case.options.scoring != Scoring::Area), NOT_COUNTED;
    NoScore => Clause("tax"), |c, case| !c.has_score() && case.options.tax != Tax::None, NOT_COUNTED;
    NoScore => Clause("draw-at-occurrence"), |c, _| !c.has_score() && c.draw.is_some(), NOT_COUNTED;
    NoScore => Clause("lifted-by"), |c, case| !c.has_score() && case.lifted, NO_PASS;
    NoScore => Clause("second-pass"), |c, _| !c.has_score() && c.second_pass.is_some(), NO_PASS;
    NoScore => Clause("bars"),
        |c, _| !c.has_score() && (c.remembers_passes() || c.initialised_twice || c.disturbed_twice || c.declined), NO_PASS;
    Clause("passes-in-a-row") => Clause("passes"), |c, _| c.passing != Passing::Any && c.passes_in_a_row.is_some(), NO_PASS;
    Clause("captures") => Clause("passes"), |c, _| c.captures.is_some() && c.passing == Passing::ReturnPrisoner,
        "whether a prisoner given back counts is not said";
    Clause("passes") => Clause("bars"), |c, _| c.passing == Passing::ReturnPrisoner && !c.bans_what_stood(),
        "only a ban on what has stood bounds the prisoners that are counted";
    Bar("capture") => Clause("captures"), |c, _| c.no_capture && c.captures.is_some(), "nothing is captured";
    Bar("capture") => Clause("passes"), |c, _| c.no_capture && c.passing == Passing::ReturnPrisoner, "nothing is captured";
    Bar("capture") => Clause("passes"), |c, _| c.no_capture && c.has_score(),
        "only games without a score have it, where a player who has no move loses";
    NoScore => Clause("bars"), |c, case| case.unending && c.passing != Passing::Any,
        "stones may be played for ever (what bounds them: position, situation, natural-situation, left-position, move, capture, or captures)";

    // The ban on repetition.
    Clause("lifted-by") => Clause("bars"), |c, case| case.lifted && c.repetition.is_none(),
        "there is no ban on repetition that could be lifted";
    Clause("lifted-by") => Clause("passes-in-a-row"),
        |c, case| c.lifted_by == LiftedBy::TwoPasses && case.last.is_some_and(|last| last <= 2),
        "the game has ended before a second pass could lift the ban";
    Bar("declined") => Clause("players"), |c, case| c.declined && case.many, DECLINED;
    Bar("declined") => Clause("passes-in-a-row"), |c, case| c.declined && case.last != Some(2), DECLINED;
    Ban => Clause("players"), |c, case| case.many && c.repetition == Some(Repetition::LeftPosition),
        "left-position is about the one opponent of a player";
    Ban => Clause("players"), |c, case| c.remembers_passes() && case.many,
        "a state keeps the last position that each of two players passed on, and has no room for more";
    Bar("basic-ko") => Bar("passed-situation"), |c, _| c.remembers_passes() && c.basic_ko,
        "a state that keeps two positions passed on has no room for the intersection of a ko";
    Ban => Clause("scored"), |c, case| c.remembers_passes() && case.cycle && case.territory,
        "a state that keeps two positions passed on has no room for the prisoners of scoring positions";
    Bar("disturbed-twice") => Bar("passed-situation"),
        |c, case| c.remembers_passes() && c.longest_run(case.options) > 1 && c.disturbed_twice, LONG_RUN;
    Ban => Clause("passes-in-a-row"),
        |c, case| c.remembers_passes() && c.longest_run(case.options) > 1, LONG_RUN;

    Clause("start") => Clause("bars"), |c, _| c.start != Start::Occurs && !c.bans_what_stood(), NO_BAN;
    Clause("bars-only") => Clause("bars"), |c, case| case.options.bars_only != BarsOnly::Plays && !c.bans_what_stood(), NO_BAN;
    Clause("repetition") => Clause("bars"), |c, _| c.repeats_do_more() && !c.bans_what_stood(), NO_BAN;
    Clause("repetition") => Clause("players"), |c, case| c.repeats_do_more() && case.many,
        "who gains by the end of a game among more than two is not said";
    Clause("repetition") => Clause("draw-at-occurrence"), |c, _| c.repeats_do_more() && c.draw.is_some(),
        "both say what a repetition is";
    Clause("repetition") => Clause("scored"), |c, case| c.repeats_do_more() && case.cycle, LONG_CYCLE;
    Clause("repetition") => Clause("scoring"), |c, case| c.repeating == Repeating::Loses && case.territory,
        "a loss of every intersection is less than what prisoners may have cost";
    Clause("repetition") => Clause("scoring"), |c, case| c.repeating == Repeating::Prisoners && !case.territory,
        "prisoners are counted by territory alone";
    Clause("repetition") => Clause("lifted-by"), |c, case| c.repeating == Repeating::Prisoners && case.lifted,
        "what a cycle is that contains a pass which lifts the ban is not said";
    Clause("repetition") => Bar("passed-situation"), |c, case| c.repeats_do_more() && case.territory && c.remembers_passes(),
        NO_ROOM;
    Clause("repetition") => Clause("successions"), |c, case| c.repeats_do_more() && case.territory && c.successions != 1,
        "a state that keeps the prisoners has no room for more";
    Clause("window") => Clause("bars"), |c, _| c.window.is_some() && !c.bans_what_stood(), NO_BAN;
    Clause("window") => Bar("passed-situation"), |c, _| c.window.is_some() && c.remembers_passes(), NO_ROOM;
    Clause("window") => Clause("lifted-by"), |c, case| c.window.is_some() && case.lifted,
        "a pass that lifts the ban makes older positions bar nothing, too, and no document has both";
    Clause("window") => Clause("repetition"), |c, _| c.window.is_some() && !c.repeats_do_more(),
        "a play would be banned by several facts of one kind, of which a certificate names one; a repetition that ends the game can be looked for so";
    Clause("window") => Clause("cut"), |c, _| c.window.is_some() && c.cut.is_none(),
        "only a state that counts the moves tells how long ago a position stood";
    Bar("move") => Clause("players"), |c, case| c.move_once && case.many,
        "a pair of positions is kept for two players alone";
    Clause("coupons") => Clause("players"), |c, case| c.has_coupons() && case.many, TWO_GAIN;
    Clause("coupons") => Clause("bars"),
        |c, _| c.has_coupons() && (c.initialised_twice || c.disturbed_twice || c.declined),
        "what a coupon is to a rule about passes is not said";
    Clause("coupons") => Bar("passed-situation"), |c, _| c.has_coupons() && c.remembers_passes(), NO_ROOM;
    Clause("coupons") => Clause("scored"), |c, case| c.has_coupons() && case.cycle, LONG_CYCLE;
    Clause("coupons") => Clause("repetition"), |c, _| c.has_coupons() && c.repeats_do_more(), PAID;
    Clause("coupons") => Clause("draw-at-occurrence"), |c, _| c.has_coupons() && c.draw.is_some(), PAID;

    // The end of the game.
    Clause("successions") => Clause("passes-in-a-row"), |c, _| c.successions != 1 && c.passes_in_a_row.is_none(),
        "it says how often the passes in a row must come";
    Clause("successions") => Clause("lifted-by"), |c, case| c.successions != 1 && case.lifted,
        "passes of the first succession would lift the ban, which no document says";
    Clause("successions") => Clause("bars"),
        |c, _| c.successions != 1 && (c.initialised_twice || c.disturbed_twice || c.declined),
        "whether passes of the first succession come before a play is not said";
    Clause("successions") => Bar("passed-situation"), |c, _| c.successions != 1 && c.remembers_passes(), NO_ROOM;
    Clause("cut") => Bar("passed-situation"), |c, _| c.cut.is_some() && c.remembers_passes(), NO_ROOM;
    Clause("cut") => Clause("scored"), |c, case| c.cut.is_some() && case.cycle, LONG_CYCLE;
    Clause("cut") => Clause("draw-at-occurrence"), |c, _| c.cut.is_some() && c.draw.is_some(),
        "which of both ends a game first is not said";
    Clause("cut") => Clause("scoring"), |c, case| c.cut.is_some() && case.territory,
        "the prisoners of the last move would be lost";
    Clause("cut") => Text("price-of-pass, first-pass and coupons"), |c, case| c.cut.is_some() && case.paid,
        "the points of the last move would be lost";
    Clause("passes-forgotten-by") => Clause("second-pass"),
        |c, _| c.passes_forgotten && c.second_pass.is_none(),
        "it says which passes second-pass no longer counts";
    Clause("passes-forgotten-by") => Clause("bars"), |c, _| c.passes_forgotten && !c.disturbed_twice,
        "a state counts the passes before a disturbing play only with disturbed-twice";
    Clause("all-pass-in-one-situation") => Clause("bars"),
        |c, _| c.all_pass_in_one_situation && !c.remembers_passes(),
        "the situation is that of passed-situation";

    // The score.
    Clause("scored") => Clause("second-pass"),
        |c, case| case.cycle && c.second_pass != Some(SecondPass::Player),
        "the scoring cycle lies between two passes of a player on a position, of which the second ends the game";
    Clause("scored") => Clause("passes-in-a-row"), |c, case| case.cycle && c.passes_in_a_row.is_some(), NO_CYCLE;
    Clause("scored") => Clause("all-pass-in-one-situation"),
        |c, case| case.cycle && c.all_pass_in_one_situation, NO_CYCLE;
    Clause("scored") => Clause("passes-forgotten-by"), |c, case| case.cycle && c.passes_forgotten,
        "a cycle whose first pass is forgotten has no beginning";
    Clause("scoring") => Clause("players"), |_, case| case.territory && case.many,
        "a prisoner is a point for the opponent of its owner, and there is more than one";
    Clause("scoring") => Clause("draw-at-occurrence"),
        |c, case| case.territory && c.draw.is_some() && !case.cycle,
        "prisoners are points brought at once, and a draw would have to take them back";
    Clause("price-of-pass") => Clause("players"), |c, case| c.price_of_pass != 0 && case.many,
        "the opponents could make a player pay again and again while they capture each other, so that his points have no bound to search from";
    Clause("price-of-pass") => Clause("suicide"), |c, case| c.price_of_pass != 0 && case.suicide,
        "a player who passes could be made to pay for every suicide of his opponent, so that the score has no bound to search from";
    Clause("price-of-pass") => Clause("draw-at-occurrence"), |c, _| c.price_of_pass != 0 && c.draw.is_some(),
        "the price is paid at once, and a draw would have to take it back";
    Clause("price-of-pass") => Clause("scored"), |c, case| c.price_of_pass != 0 && case.cycle,
        "the price is paid at once, and a game without scoring position, a draw, would have to take it back";

    Clause("tax") => Clause("scoring"), |_, case| case.options.tax != Tax::None && case.options.scoring != Scoring::Area,
        "independent life regions are counted by area; by territory a document has a cleanup before, which no clause says";
    Clause("tax") => Clause("players"), |_, case| case.options.tax != Tax::None && case.many,
        "an independent life region is bordered by the one opponent of its owner";
    Clause("first-pass") => Clause("players"), |c, case| c.has_first_pass() && case.many, TWO_GAIN;
    Clause("first-pass") => Clause("passes-in-a-row"), |c, case| c.has_first_pass() && case.last == Some(1),
        "the first pass ends the game";
    Clause("first-pass") => Bar("passed-situation"), |c, _| c.has_first_pass() && c.remembers_passes(), NO_ROOM;
    Clause("first-pass") => Clause("scored"), |c, case| c.has_first_pass() && case.cycle, LONG_CYCLE;
    Clause("first-pass") => Clause("repetition"), |c, _| c.has_first_pass() && c.repeats_do_more(), PAID;
    Clause("first-pass") => Clause("draw-at-occurrence"), |c, _| c.has_first_pass() && c.draw.is_some(), PAID;
    Clause("last-pass") => Clause("price-of-pass"), |c, case| case.options.last_pass != LastPass::None && c.price_of_pass == 0,
        "one more pass changes nothing but that it costs its price";
    Clause("price-of-pass") => Clause("repetition"), |c, _| c.price_of_pass != 0 && c.repeats_do_more(), PAID;
    Clause("last-pass") => Bar("passed-situation"), |c, case| case.options.last_pass != LastPass::None && c.remembers_passes(), NO_ROOM;

    // Clauses that a file has although they have no meaning in it.
    Clause("occurs") => Clause("lifted-by"), |c, case| case.idle(c, Axis::Lift, "occurs") && !case.lifted && !c.has_coupons(),
        "it says whether passes make a position occur where passes lift the ban, and no pass lifts one";
    Clause("occurs") => Clause("bars"), |c, case| case.idle(c, Axis::Lift, "occurs"),
        "it says whether passes make a position occur, and under natural-situation and left-position none does";
    Clause("prisoners") => Clause("scored"),
        |c, case| case.idle(c, Axis::Prisoners, "prisoners") && !case.cycle, NO_PRISONERS;
    Clause("prisoners") => Clause("scoring"), |c, case| case.idle(c, Axis::Prisoners, "prisoners"), NO_PRISONERS;
    Text("occurrences-since") => Clause("draw-at-occurrence"),
        |c, case| case.has("occurrences-since") && c.draw.is_none(),
        "no occurrences are counted";
    Clause("first-move") => Clause("players"),
        |c, case| case.has("first-move") && !case.options.players.all().contains(&c.first_move),
        "that player does not play";
    Clause("endless") => Text("the other clauses"),
        |c, case| case.has("endless") && c.endings(case.options) == Endings::Always,
        "under them every game ends";

    // Games that may go on for ever and cannot be solved.
    Clause("bars") => Text("a ruleset without passes-in-a-row, second-pass, all-pass-in-one-situation and draw-at-occurrence"),
        |c, case| case.unending && !case.by_passes && c.draw.is_none(),
        "no clause ends the game";
    Clause("bars") => Clause("passes-in-a-row"),
        |c, case| case.unending && !c.asks_for_facts() && c.passes_in_a_row.is_none(), PLAIN_ONLY;
    Clause("bars") => Clause("players"), |c, case| case.unending && !c.asks_for_facts() && case.many, PLAIN_ONLY;
    Clause("bars") => Clause("scoring"), |c, case| case.unending && !c.asks_for_facts() && case.territory, PLAIN_ONLY;
    Clause("bars") => Clause("price-of-pass"), |c, case| case.unending && !c.asks_for_facts(), PLAIN_ONLY;
    Clause("bars") => Clause("second-pass"),
        |c, case| case.unending && c.repetition.is_none() && c.draw.is_none() && c.second_pass.is_some(), NO_PASSES;
    Clause("bars") => Clause("passes-in-a-row"),
        |c, case| case.unending && c.repetition.is_none() && c.draw.is_none(), NO_PASSES;
    Clause("bars") => Clause("suicide"),
        |c, case| case.unending && c.repetition == Some(Repetition::LeftPosition) && !case.lifted
            && case.suicide && case.by_passes,
        "a player whose opponent passes could fill and remove his own stones for ever, as left-position bars his opponent alone";
    Clause("lifted-by") => Clause("passes-in-a-row"),
        |c, case| case.unending && case.lifted && c.passes_in_a_row.is_some(), LIFTED_AGAIN;
    Clause("lifted-by") => Clause("second-pass"), |_, case| case.unending && case.lifted, LIFTED_AGAIN;
    Clause("occurrences-since") => Clause("passes-in-a-row"),
        |c, case| case.unending && c.draw.is_some_and(|draw| draw.since == Since::Pass),
        "every pass begins the count of occurrences anew, and nothing bounds the number of passes";
    Clause("bars") => Clause("second-pass"), |_, case| case.unending,
        "a game may go on for ever, and such games are solved only where the history changes nothing";
};

impl Case<'_> {
    fn has(&self, name: &str) -> bool {
        self.given.contains(&name)
    }

    /// Whether a file has a clause that is an option too and has no meaning.
    fn idle(&self, clauses: &Clauses, axis: Axis, name: &str) -> bool {
        self.has(name) && !clauses.has(axis, self.options)
    }
}

impl Clauses {
    /// The first pair of clauses that do not go together. `given` are the names of the clauses that
    /// the file has, as a clause may be left out where it has no meaning, and may not be given.
    ///
    /// # Errors
    /// [`ClauseConflict`] names both and says why.
    pub fn check(&self, options: &Options, given: &[&str]) -> Result<(), ClauseConflict> {
        let ended_by_passes = self.passes_in_a_row.is_some() || self.second_pass.is_some();
        let case = Case {
            options,
            given,
            many: options.players != Players::Two,
            territory: options.scoring == Scoring::Territory,
            suicide: options.suicide != Suicide::Forbidden,
            cycle: self.scored == Scored::ScoringPositions,
            lifted: self.lifted_by != LiftedBy::Nothing,
            paid: self.price_of_pass != 0 || self.has_first_pass() || self.has_coupons(),
            last: self.last_pass(options),
            by_passes: ended_by_passes || self.all_pass_in_one_situation,
            unending: self.endings(options) == Endings::Unknown,
        };
        match CONFLICTS.iter().find(|conflict| (conflict.when)(self, &case)) {
            Some(Conflict { one, other, why, .. }) => Err(self.conflict(options, one, other, why)),
            None => Ok(()),
        }
    }

    /// The name of the clause by which a game has no score.
    fn without_score(&self) -> &'static str {
        if self.passing == Passing::Any { "captures" } else { "passes" }
    }

    /// Whether a play that the ban on repetition names ends the game.
    fn repeats_do_more(&self) -> bool {
        self.repeating != Repeating::Illegal
    }

    fn conflict(&self, options: &Options, one: &Party, other: &Party, why: &'static str) -> ClauseConflict {
        let clause = match one {
            Clause(name) | Text(name) => name,
            Bar(_) | Ban => "bars",
            NoScore => self.without_score(),
        };
        let text = |party: &Party| match party {
            Clause(name) => match self.value(name, options).as_str() {
                "nothing" => format!("a ruleset without {name}"),
                value => format!("{name} = {value}"),
            },
            Bar(word) => format!("{word:?}"),
            Ban => format!("{:?}", self.repetition.map_or("", Word::word)),
            NoScore => format!("{} = {}", self.without_score(), self.value(self.without_score(), options)),
            Text(text) => text.to_string(),
        };
        ClauseConflict { clause, one: text(one), other: text(other), why }
    }

    /// The value of a clause as a rules file has it.
    fn value(&self, name: &str, options: &Options) -> String {
        if let Some((axis, _)) = Clauses::SHARED.iter().find(|(_, shared)| *shared == name) {
            return Clauses::option_text(*axis, options);
        }
        match self.listed(options).into_iter().find(|(listed, _)| *listed == name) {
            Some((_, value)) => value,
            None => match name {
                "lifted-by" | "passes-forgotten-by" => "\"nothing\"".to_string(),
                "repetition" => format!("{:?}", self.repeating.word()),
                "scored" => format!("{:?}", self.scored.word()),
                "price-of-pass" => self.price_of_pass.to_string(),
                "passes" => format!("{:?}", self.passing.word()),
                _ => "nothing".to_string(),
            },
        }
    }
}
