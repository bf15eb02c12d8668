//! The clauses that a ruleset is composed of.
//!
//! A ruleset says what bans a stone play, what makes a position occur and what lifts the ban on it,
//! when the game ends, how it is scored, and what a pass costs. Each of these is a clause with a
//! few values, named by the field's own words. [`Clauses`] holds those that only a rules file can
//! choose; others ([`Clauses::SHARED`]: suicide, scoring, the number of players and so on) are
//! options as well, so they stand in [`Options`], and a composition is made of both. `conflicts` says which values have no meaning beside each other,
//! [`Clauses::endings`] when every game ends, and `rules::machine` is the state machine.
//!
//! The documents from which each clause comes are named at its values. What a clause does to the
//! state of a game is written down once more, for readers and checkers of certificates, in
//! `solutions/CERTIFICATES.md`.
//!
//! # Whether every game ends
//!
//! ## Between two passes
//! A sequence of stone plays without a pass is finite if there is a ban on repetition or a draw by
//! a state that occurs again. Under `position`, `situation`, `natural-situation` and
//! `passed-situation` every stone play makes a fact hold that did not hold, of finitely many, and
//! only a pass makes such facts cease. Under `left-position` (two players) a play by a player on a
//! position bars his opponent from recreating it; so a position can come back to be played on at
//! most once more by the other player, and then both are banned. Under a draw every state occurs a
//! bounded number of times. Where the ban holds for captures only, a sequence of stone plays without
//! end takes stones off again and again, and each play that does makes a fact hold that did not.
//! Under `move` each stone play, in the whole game, makes a pair of positions hold that did not.
//! Where a repetition ends the game there is one fewer way to go on. (A ban
//! with a `window` bounds nothing, so a `cut` goes with it.)
//!
//! ## Passes
//! So an endless game has infinitely many passes. It has not, if one of the following holds:
//!
//! * *Nothing lifts* the ban on repetition. Then there are finitely many stone plays in all, and
//!   after the last one the players pass in a row for ever (under `left-position` only where
//!   suicide is forbidden: a player may recreate a position that he alone plays on, so he could
//!   fill and remove his stones for ever while his opponent passes): some number of passes in a row
//!   ends the game, or a second pass on a position of a player or of all opponents of one, or all
//!   passing in one situation, or a state that occurs again since the start.
//! * *A player's second pass* on a position ends the game, and nothing makes passes be forgotten:
//!   there are finitely many pairs of player and position. With two players passes of all opponents
//!   of one are passes of a player.
//! * *`initialised-twice` and a number of passes in a row*: only finitely many passes initialise a
//!   position for a player for whom it was not initialised before. After the last of them every
//!   player after a pass may only pass himself, so the passes come in a row.
//! * *`disturbed-twice`*: a stone play after a run of 1 to n - 1 passes (n players) is a disturbing
//!   play, and there are finitely many, as each player makes one on a position. After the last of
//!   them every run of passes that a stone play follows is n long at least. So a number of passes
//!   in a row that is n at most ends the game; or passes of a player, or of all opponents of one (n
//!   - 1 in a row), occur again on a position, with no disturbing play between.
//! * *`declined` and two passes in a row* (two players): if a player passes on X and the other does
//!   not, that other player D may not recreate X. The first can pass on X again only if D brought X
//!   about by a pass, and then his own pass is the second in a row. So each position is declined
//!   once by each player.
//! * *A draw by a state that occurs again since the start*: there are finitely many states.
//! * *`move`* and an end by passes: there are finitely many stone plays, and nothing forgets them.
//!
//! ## No passes, and captures
//! Without suicide each stone play adds a stone and takes away those that it captures. Where none may
//! be captured, or N by one player end the game, there are so finitely many stone plays. Where passes
//! are no moves a game ends with them; a pass that gives back a prisoner needs one, and finitely many
//! are taken.
//!
//! Coupons lift a ban as passes do, and there are finitely many. Passes in a row that must come
//! twice do so where they come for ever. Under `cut` a game ends in any case.
//!
//! ## Games that may go on for ever
//! Where none of this holds the solver needs a state without a history: no fact may be asked for.
//! Then the game is solved by retrograde analysis, which knows passes in a row as the end, area,
//! and the last position.

mod conflicts;
mod help;
mod values;

pub use conflicts::MAX_PRICE;
pub use help::{HELP, Help};
pub use values::{Coupons, Cut, Draw, FirstPass, MAX_CAPTURES, MAX_WINDOW, Passes, points_text};

pub use crate::axes::Word;
use crate::axes::{Axis, LastPass, Options, Scoring, Tax, words};
use crate::fact::Gain;
use superko_go::{Player, Players, Suicide};

words! {
    /// The ban on repetition: what a stone play may not recreate.
    Repetition {
        /// A position that has stood (positional superko; the bans of Spight, Kee 2009 and Kee
        /// 2020).
        Position = "position",
        /// A position with the same player to move; a pass makes a situation occur too (situational
        /// superko).
        Situation = "situation",
        /// The same, but only stone plays and the start make a situation occur (natural situational
        /// superko).
        NaturalSituation = "natural-situation",
        /// A position with the same player to move and the same last position that his opponent
        /// passed on (Kee 2007).
        PassedSituation = "passed-situation",
        /// A position on which the opponent of the player has made a stone play (Spight II).
        LeftPosition = "left-position",
    }

    /// Which passes lift the ban on repetition.
    LiftedBy {
        /// None.
        Nothing = "nothing",
        /// Every pass (Spight; Kee 2009, rule 13; Kee 2020).
        Pass = "pass",
        /// The second pass of a run of passes, and each later one.
        TwoPasses = "two-passes",
    }

    /// Which second pass on a position ends the game.
    SecondPass {
        /// A player's own (Spight; Kee 2009, rule 15; KataGo).
        Player = "player",
        /// Passes in a row by all opponents of one player, for the second time (Kee, March 2020).
        Opponents = "opponents",
    }

    /// Since when the occurrences of a state are counted.
    Since {
        /// The start of the game.
        Start = "start",
        /// The last pass; the state after it is the first.
        Pass = "pass",
    }

    /// Which positions a finished game scores.
    Scored {
        /// The last.
        LastPosition = "last-position",
        /// The scoring positions of the cycle between a player's two passes on a position; their
        /// mean is the score (Kee 2009, rules 15 to 20).
        ScoringPositions = "scoring-positions",
    }

    /// Whether the start makes its position occur, for the ban on repetition.
    Start {
        /// It does, as it has been on the board.
        Occurs = "occurs",
        /// It does not, as no play or pass has made it (New Zealand; BGA; French; Simplified WMSG).
        Free = "free",
    }

    /// Which passes are moves.
    Passing {
        /// All.
        Any = "any",
        /// None: a player who has no stone play has lost (No Pass Go, NoGo).
        None = "none",
        /// Those of a player who gives back a prisoner; one who has neither a prisoner nor a stone
        /// play has lost (prisoner return).
        ReturnPrisoner = "return-prisoner",
    }

    /// What becomes of a stone play that the ban on repetition names.
    Repeating {
        /// It may not be played.
        Illegal = "illegal",
        /// It ends the game as a draw (OpenSpiel).
        Draws = "draws",
        /// It ends the game, which its player has lost with every intersection (pgx).
        Loses = "loses",
        /// It ends the game, and the position that it makes is scored.
        Scores = "scores",
        /// It ends the game, won by who has taken more stones since the position stood (Jasiek).
        Prisoners = "prisoners",
    }
}

/// The clauses that only a rules file chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Clauses {
    /// The player who moves first unless the user says otherwise.
    pub first_move: Player,
    /// Whether a ko may not be retaken at once.
    pub basic_ko: bool,
    /// The ban on repetition: what a stone play may not recreate.
    pub repetition: Option<Repetition>,
    /// Whether a player whose position was initialised for him before may only pass on it (Kee
    /// 2020).
    pub initialised_twice: bool,
    /// Whether a player may make no second disturbing play on a position (Kee, March 2020).
    pub disturbed_twice: bool,
    /// Whether a player may not recreate a position on which he did not answer a pass by a pass
    /// (Spight II).
    pub declined: bool,
    /// Which passes lift the ban on repetition.
    pub lifted_by: LiftedBy,
    /// The number of passes in a row that end the game, if any number does.
    pub passes_in_a_row: Option<Passes>,
    /// Which second pass on a position ends the game, if one does.
    pub second_pass: Option<SecondPass>,
    /// Whether a disturbing play makes the passes before it count no more for the end.
    pub passes_forgotten: bool,
    /// Whether the game ends when all players pass in a row in one situation (Kee 2007).
    pub all_pass_in_one_situation: bool,
    /// The draw by a state that occurs again, if there is one.
    pub draw: Option<Draw>,
    /// Which positions a finished game scores.
    pub scored: Scored,
    /// The points that a pass costs its player.
    pub price_of_pass: i32,
    /// Whether the start makes its position occur, for the ban on repetition.
    pub start: Start,
    /// Whether no stone play may lead from a position to another that one has led to from there
    /// (fixed ko).
    pub move_once: bool,
    /// The number of last positions, one after each move, that the ban on repetition is about; `None` for
    /// all.
    pub window: Option<u32>,
    /// What becomes of a stone play that the ban on repetition names.
    pub repeating: Repeating,
    /// How many times the passes in a row must come to end the game, no pass counted for two.
    pub successions: u32,
    /// What a player gains by the first pass of the game.
    pub first_pass: FirstPass,
    /// The coupons, each of which a player may take in place of a move; it lifts the ban on
    /// repetition.
    pub coupons: Coupons,
    /// The number of moves after which the position is scored.
    pub cut: Option<Cut>,
    /// Whether no stone play may capture (NoGo).
    pub no_capture: bool,
    /// Which passes are moves.
    pub passing: Passing,
    /// The number of prisoners that wins the game, if one does (Atari Go).
    pub captures: Option<u32>,
}

impl Clauses {
    /// The values that clauses have which a rules file leaves out. They end no game, so a file must
    /// say more.
    pub const DEFAULT: Clauses = Clauses {
        first_move: Player::Black,
        basic_ko: false,
        repetition: None,
        initialised_twice: false,
        disturbed_twice: false,
        declined: false,
        lifted_by: LiftedBy::Nothing,
        passes_in_a_row: None,
        second_pass: None,
        passes_forgotten: false,
        all_pass_in_one_situation: false,
        draw: None,
        scored: Scored::LastPosition,
        price_of_pass: 0,
        start: Start::Occurs,
        move_once: false,
        window: None,
        repeating: Repeating::Illegal,
        successions: 1,
        first_pass: [Gain::NONE; 2],
        coupons: Coupons::NONE,
        cut: None,
        no_capture: false,
        passing: Passing::Any,
        captures: None,
    };

    /// The options that are clauses too, with the name that each has among the clauses.
    pub const SHARED: [(Axis, &'static str); 9] = [
        (Axis::Players, "players"),
        (Axis::Suicide, "suicide"),
        (Axis::Lift, "occurs"),
        (Axis::Scoring, "scoring"),
        (Axis::Prisoners, "prisoners"),
        (Axis::Cycles, "endless"),
        (Axis::BarsOnly, "bars-only"),
        (Axis::LastPass, "last-pass"),
        (Axis::Tax, "tax"),
    ];

    /// Those that few documents have. They are written only where they are not at their default,
    /// and an option of a rules file only if it names them.
    pub const RARE: [Axis; 3] = [Axis::BarsOnly, Axis::LastPass, Axis::Tax];

    /// The number of passes in a row that end the game with these options, if any number does.
    pub fn last_pass(&self, options: &Options) -> Option<u32> {
        Some(match self.passes_in_a_row? {
            Passes::Number(number) => number,
            Passes::Players(more) => options.players.count() as u32 + more,
        })
    }

    /// Whether an option that is a clause too has a meaning beside the other clauses.
    pub fn has(&self, axis: Axis, options: &Options) -> bool {
        let occurring = matches!(
            self.repetition,
            Some(Repetition::Position | Repetition::Situation | Repetition::PassedSituation)
        );
        match axis {
            Axis::Suicide | Axis::Players => true,
            Axis::Scoring => self.has_score(),
            Axis::Lift => (self.lifted_by != LiftedBy::Nothing || self.has_coupons()) && occurring,
            Axis::Prisoners => {
                self.scored == Scored::ScoringPositions && options.scoring == Scoring::Territory
            }
            Axis::Cycles => self.endings(options) == Endings::Endless,
            Axis::BarsOnly => self.bans_what_stood(),
            Axis::LastPass => self.price_of_pass != 0,
            Axis::Tax => {
                self.has_score() && options.scoring == Scoring::Area && options.players == Players::Two
            }
            _ => false,
        }
    }
}

// --- Words ---

/// The field of [`Clauses`] that a word stands for.
type Flag = fn(&mut Clauses) -> &mut bool;

/// The words of the clause `bars` beside those of [`Repetition`], each with its flag.
pub const OTHER_BARS: [(&str, Flag); 6] = [
    ("basic-ko", |clauses| &mut clauses.basic_ko),
    ("move", |clauses| &mut clauses.move_once),
    ("capture", |clauses| &mut clauses.no_capture),
    ("initialised-twice", |clauses| &mut clauses.initialised_twice),
    ("disturbed-twice", |clauses| &mut clauses.disturbed_twice),
    ("declined", |clauses| &mut clauses.declined),
];

impl Clauses {
    /// Adds a word of the clause `bars`. Returns `None` if there is no such word, and otherwise the
    /// word that it replaces, as a ruleset has one ban on repetition at most.
    pub fn bar(&mut self, word: &str) -> Option<Option<&'static str>> {
        if let Some(repetition) = Repetition::named(word) {
            let former = self.repetition.replace(repetition);
            return Some(former.filter(|former| *former != repetition).map(Word::word));
        }
        let (_, flag) = OTHER_BARS.iter().find(|(name, _)| *name == word)?;
        *flag(self) = true;
        Some(None)
    }

    /// The words of the clause `bars`.
    pub fn bars(&self) -> Vec<&'static str> {
        let mut clauses = *self;
        let mut has = |(name, flag): &(&'static str, Flag)| (*flag(&mut clauses)).then_some(*name);
        let first: Vec<&str> = OTHER_BARS[..3].iter().filter_map(&mut has).collect();
        let others: Vec<&str> = OTHER_BARS[3..].iter().filter_map(has).collect();
        first.into_iter().chain(self.repetition.map(Word::word)).chain(others).collect()
    }

    /// All words of the clause `bars`.
    pub fn all_bars() -> Vec<&'static str> {
        let others = OTHER_BARS.map(|(name, _)| name);
        [&others[..3], Repetition::WORDS, &others[3..]].concat()
    }
}

impl Clauses {
    /// An option that is a clause too, as a rules file has its value.
    fn option_text(axis: Axis, options: &Options) -> String {
        let value = axis.value(options);
        if axis == Axis::Players { value.to_string() } else { format!("{value:?}") }
    }

    /// Every clause that is not at the value that it has when a file leaves it out, with its value
    /// as a file has it, in the order of the documentation. Those shared with the options are given
    /// whenever they have a meaning.
    pub fn listed(&self, options: &Options) -> Vec<(&'static str, String)> {
        let default = Clauses::DEFAULT;
        let quoted = |word: &str| format!("{word:?}");
        let common = |axis: Axis| Clauses::RARE.contains(&axis) && axis.value(options) == axis.values()[0];
        let shared = |axis: Axis| {
            (self.has(axis, options) && !common(axis)).then(|| Clauses::option_text(axis, options))
        };
        let unless = |default: bool, word: &str| (!default).then(|| quoted(word));
        let first = self.first_move.name().to_lowercase();
        let bars: Vec<String> = self.bars().into_iter().map(quoted).collect();
        let all = [
            ("players", shared(Axis::Players)),
            ("first-move", unless(self.first_move == default.first_move, &first)),
            ("suicide", shared(Axis::Suicide)),
            ("bars", Some(format!("[{}]", bars.join(", ")))),
            ("bars-only", shared(Axis::BarsOnly)),
            ("start", unless(self.start == default.start, self.start.word())),
            ("window", self.window.map(|window| window.to_string())),
            ("repetition", unless(self.repeating == default.repeating, self.repeating.word())),
            ("lifted-by", unless(self.lifted_by == default.lifted_by, self.lifted_by.word())),
            ("coupons", self.has_coupons().then(|| self.coupons.text())),
            ("occurs", shared(Axis::Lift)),
            ("passes", unless(self.passing == default.passing, self.passing.word())),
            ("passes-in-a-row", self.passes_in_a_row.map(Passes::text)),
            ("successions", (self.successions != 1).then(|| self.successions.to_string())),
            ("second-pass", self.second_pass.map(|second| quoted(second.word()))),
            ("passes-forgotten-by", unless(!self.passes_forgotten, "disturbing-play")),
            ("all-pass-in-one-situation", self.all_pass_in_one_situation.then(|| "true".to_string())),
            ("draw-at-occurrence", self.draw.map(|draw| draw.at.to_string())),
            ("occurrences-since", self.draw.map(|draw| quoted(draw.since.word()))),
            ("cut", self.cut.map(Cut::text)),
            ("captures", self.captures.map(|captures| captures.to_string())),
            ("scoring", shared(Axis::Scoring)),
            ("tax", shared(Axis::Tax)),
            ("scored", unless(self.scored == default.scored, self.scored.word())),
            ("prisoners", shared(Axis::Prisoners)),
            ("price-of-pass", (self.price_of_pass != 0).then(|| self.price_of_pass.to_string())),
            ("first-pass", self.has_first_pass().then(|| values::first_pass_text(&self.first_pass))),
            ("last-pass", shared(Axis::LastPass)),
            ("endless", shared(Axis::Cycles)),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

// --- Endings ---

/// Whether games end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endings {
    /// Every game ends.
    Always,
    /// A game may go on for ever, and the state has no history.
    Endless,
    /// A game may go on for ever, although moves change the history: the solver has no engine for
    /// such games.
    Unknown,
}

impl Clauses {
    /// Whether every game ends.
    pub fn endings(&self, options: &Options) -> Endings {
        if self.cut.is_some() || self.finite_between_passes() && self.finite_passes(options) {
            return Endings::Always;
        }
        let two_by_area = options.players == Players::Two && options.scoring != Scoring::Territory;
        let paid = self.price_of_pass != 0 || self.has_first_pass() || self.has_coupons();
        let plain = self.scored == Scored::LastPosition && !paid && two_by_area && self.has_score();
        match !self.asks_for_facts() && self.passes_in_a_row.is_some() && plain {
            true => Endings::Endless,
            false => Endings::Unknown,
        }
    }

    /// Whether any fact of the history can change what may be played or what it leads to.
    pub fn asks_for_facts(&self) -> bool {
        let further = self.initialised_twice || self.disturbed_twice || self.declined || self.move_once;
        self.repetition.is_some() || further || self.second_pass.is_some() || self.draw.is_some()
    }

    fn finite_between_passes(&self) -> bool {
        let bans = self.repetition.is_some() && self.window.is_none();
        bans || self.draw.is_some() || self.move_once || self.bounds_captures()
    }

    /// Whether a game has a score, and not only a winner.
    pub fn has_score(&self) -> bool {
        self.passing == Passing::Any && self.captures.is_none()
    }

    /// Whether so few stones are captured in a game that there are finitely many stone plays, if there
    /// is no suicide.
    fn bounds_captures(&self) -> bool {
        self.no_capture || self.captures.is_some()
    }

    fn finite_passes(&self, options: &Options) -> bool {
        let (players, last) = (options.players.count() as u32, self.last_pass(options));
        let second = self.second_pass.is_some();
        let own = match self.second_pass {
            Some(SecondPass::Player) => true,
            Some(SecondPass::Opponents) => players == 2,
            None => false,
        };
        let since_start = self.draw.is_some_and(|draw| draw.since == Since::Start);
        let alone =
            self.repetition == Some(Repetition::LeftPosition) && options.suicide != Suicide::Forbidden;
        let never_lifted = self.repetition.is_some()
            && self.window.is_none()
            && self.lifted_by == LiftedBy::Nothing
            && !alone;
        let by_passes = last.is_some() || second || self.all_pass_in_one_situation;
        (never_lifted || self.move_once || self.bounds_captures())
            && (by_passes || self.passing != Passing::Any)
            || own && !self.passes_forgotten
            || self.initialised_twice && last.is_some()
            || self.disturbed_twice && (second || last.is_some_and(|last| last <= players))
            || self.declined && last == Some(2)
            || since_start
    }

    /// Whether the ban on repetition is about situations that remember the last position passed on.
    pub fn remembers_passes(&self) -> bool {
        self.repetition == Some(Repetition::PassedSituation)
    }

    /// Whether the ban on repetition is about what has stood, and not about what a player has left.
    pub fn bans_what_stood(&self) -> bool {
        self.repetition.is_some_and(|ban| ban != Repetition::LeftPosition)
    }

    /// Whether the prisoners are part of a state: those of scoring positions, and those that a draw by
    /// repetition makes worthless.
    pub fn keeps_prisoners(&self, options: &Options) -> bool {
        let cycle = self.scored == Scored::ScoringPositions;
        options.scoring == Scoring::Territory && (cycle || self.repeating != Repeating::Illegal)
    }

    /// Whether there are coupons.
    pub fn has_coupons(&self) -> bool {
        !self.coupons.values().is_empty()
    }

    /// Whether a player gains something by the first pass.
    pub fn has_first_pass(&self) -> bool {
        self.first_pass != [Gain::NONE; 2]
    }

    /// Whether exchanging the colours leaves the clauses as they are: none names a colour for
    /// anything but who moves first and what a game without end is.
    pub fn exchangeable(&self, options: &Options) -> bool {
        options.last_pass != LastPass::White && self.first_pass[0] == self.first_pass[1]
    }

    /// Whether the clauses have their defaults for which an argument about all clauses has to be
    /// made anew: those that few documents have.
    pub fn are_common(&self, options: &Options) -> bool {
        let Clauses { start, move_once, window, repeating, successions, .. } = Clauses::DEFAULT;
        let Clauses { first_pass, coupons, cut, no_capture, passing, captures, .. } = Clauses::DEFAULT;
        let common = Clauses { start, move_once, repeating, successions, first_pass, coupons, cut, ..*self };
        let common = Clauses { window, no_capture, passing, captures, ..common };
        *self == common && Clauses::RARE.iter().all(|axis| axis.value(options) == axis.values()[0])
    }

    /// Whether nothing but the bans, passes in a row and second passes decide when a game ends, and
    /// nothing but area, prisoners and the price of a pass what it is worth: no clause of those
    /// that change what a repetition does, cut a game off, count other than that, or give points
    /// for something else.
    pub fn ends_and_counts_plainly(&self, options: &Options) -> bool {
        let ends = self.repeating == Repeating::Illegal && self.cut.is_none() && self.has_score();
        let counts = options.tax == Tax::None && options.last_pass == LastPass::None;
        ends && counts && !self.has_first_pass() && !self.has_coupons()
    }

    /// The largest run of passes that any clause distinguishes from smaller ones.
    pub fn longest_run(&self, options: &Options) -> u32 {
        let players = options.players.count() as u32;
        let one = self.declined || self.initialised_twice || self.lifted_by == LiftedBy::TwoPasses;
        let asked = [
            u32::from(one || self.all_pass_in_one_situation),
            if self.scored == Scored::ScoringPositions { players - 1 } else { 0 },
            if self.disturbed_twice { players } else { 0 },
            if self.second_pass == Some(SecondPass::Opponents) { players - 2 } else { 0 },
        ];
        let asked = asked.into_iter().max().unwrap_or_default();
        match self.last_pass(options) {
            Some(last) => asked.max(last - 1),
            None => asked,
        }
    }
}
