//! Clauses: the parts of which rules are composed. They are those of the table "Clauses" of
//! `solutions/CERTIFICATES.md`.

/// The rules of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Clauses {
    /// `players`
    pub players: u8,
    /// `suicide`
    pub suicide: Suicide,
    /// Whether `bars` has `basic-ko`.
    pub basic_ko: bool,
    /// The bar on repetition in `bars`.
    pub repetition: Option<Repetition>,
    /// Whether `bars` has `initialised-twice`.
    pub initialised_twice: bool,
    /// Whether `bars` has `disturbed-twice`.
    pub disturbed_twice: bool,
    /// Whether `bars` has `declined`.
    pub declined: bool,
    /// `lifted-by`
    pub lifted_by: LiftedBy,
    /// `occurs`
    pub occurs: Lift,
    /// `passes-in-a-row`
    pub passes_in_a_row: Option<u8>,
    /// `second-pass`
    pub second_pass: Option<SecondPass>,
    /// Whether `passes-forgotten-by` is `disturbing-play`.
    pub passes_forgotten: bool,
    /// `all-pass-in-one-situation`
    pub all_pass: bool,
    /// `draw-at-occurrence`
    pub draw_at: Option<u8>,
    /// Whether `occurrences-since` is `pass`.
    pub since_pass: bool,
    /// `scoring`
    pub scoring: Scoring,
    /// `scored`
    pub scored: Scored,
    /// `prisoners`
    pub prisoners: Prisoners,
    /// `price-of-pass`
    pub price: u8,
    /// Whether `bars` has `move`.
    pub move_once: bool,
    /// Whether `bars-only` is `captures`.
    pub captures_only: bool,
    /// Whether `start` is `free`.
    pub start_free: bool,
    /// `window`; 0 if there is none.
    pub window: u8,
    /// `repetition`
    pub repeating: Repeating,
    /// `coupons`, in half points; 0 where there are no more.
    pub coupons: [u8; MOST_COUPONS],
    /// `successions`
    pub successions: u8,
    /// `cut`; 0 if there is none.
    pub cut: u16,
    /// `tax`
    pub tax: Tax,
    /// `first-pass`: what Black and White gain, in half points.
    pub first_pass: [u8; 2],
    /// `last-pass`
    pub last_pass: LastPass,
    /// Whether `bars` has `capture`.
    pub no_capture: bool,
    /// `passes`
    pub passing: Passing,
    /// `captures`; 0 if there is none.
    pub captures: u8,
}

/// The most coupons.
pub const MOST_COUPONS: usize = 8;

/// The most half points of a coupon, or of a first pass.
const MOST_HALVES: u8 = 200;

/// The greatest number of positions that a ban on repetition looks back.
const MOST_LOOKED_BACK: u8 = 20;

/// The greatest number of prisoners that wins a game.
const MOST_CAPTURES: u8 = 20;

/// The largest board on which a phase can hold the prisoners that may be given back.
const MOST_POINTS_OF_RETURN: usize = 6;
/// The most intersections of a board on which prisoners may decide a cycle.
const MOST_POINTS_OF_CYCLES: usize = 8;

/// The greatest number of moves after which a game is cut off.
const MOST_MOVES: u16 = 10_000;

/// Makes a list of values with their names, the default first.
macro_rules! values {
    ($(#[doc = $doc:literal] $name:ident { $($value:ident = $text:literal),+ })+) => {
        $(
            #[doc = $doc]
            #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub enum $name { $(#[doc = $text] $value,)+ }

            impl $name {
                /// All of them, with their names.
                pub const ALL: [(&'static str, $name); [$($text),+].len()] = [$(($text, $name::$value)),+];
            }
        )+
    };
}

values! {
    #[doc = "Which suicides may be played."]
    Suicide { Forbidden = "forbidden", Allowed = "allowed", MultiStone = "multi-stone" }
    #[doc = "What a stone play may not bring about a second time."]
    Repetition {
        Position = "position",
        Situation = "situation",
        NaturalSituation = "natural-situation",
        PassedSituation = "passed-situation",
        LeftPosition = "left-position"
    }
    #[doc = "Which passes lift the ban on repetition."]
    LiftedBy { Nothing = "nothing", Pass = "pass", TwoPasses = "two-passes" }
    #[doc = "What makes a position occur, where a pass lifts the ban on repetition."]
    Lift { Stands = "stands", Produced = "produced", ProducedKo = "produced-ko" }
    #[doc = "Whose second pass on a position ends the game."]
    SecondPass { Player = "player", Opponents = "opponents" }
    #[doc = "How a position is counted."]
    Scoring { Area = "area", Territory = "territory", Stones = "stones" }
    #[doc = "What becomes of a play that the ban on repetition names."]
    Repeating { Illegal = "illegal", Draws = "draws", Loses = "loses", Scores = "scores", Prisoners = "prisoners" }
    #[doc = "Which empty intersections count, and what a group pays."]
    Tax { None = "none", Seki = "seki", All = "all" }
    #[doc = "Who makes the last move."]
    LastPass { None = "none", White = "white", Equal = "equal" }
    #[doc = "Which passes are moves."]
    Passing { Any = "any", None = "none", ReturnPrisoner = "return-prisoner" }
    #[doc = "Which positions are counted."]
    Scored { LastPosition = "last-position", ScoringPositions = "scoring-positions" }
    #[doc = "When the prisoners of a scoring position are counted."]
    Prisoners { AsMoved = "as-moved", AsPassed = "as-passed" }
}

/// The rules in which every clause has its default. Such a game has no end.
pub const PLAIN: Clauses = Clauses {
    players: 2,
    suicide: Suicide::Forbidden,
    basic_ko: false,
    repetition: None,
    initialised_twice: false,
    disturbed_twice: false,
    declined: false,
    lifted_by: LiftedBy::Nothing,
    occurs: Lift::Stands,
    passes_in_a_row: None,
    second_pass: None,
    passes_forgotten: false,
    all_pass: false,
    draw_at: None,
    since_pass: false,
    scoring: Scoring::Area,
    scored: Scored::LastPosition,
    prisoners: Prisoners::AsMoved,
    price: 0,
    move_once: false,
    captures_only: false,
    start_free: false,
    window: 0,
    repeating: Repeating::Illegal,
    coupons: [0; MOST_COUPONS],
    successions: 1,
    cut: 0,
    tax: Tax::None,
    first_pass: [0; 2],
    last_pass: LastPass::None,
    no_capture: false,
    passing: Passing::Any,
    captures: 0,
};

/// The names of the clauses, in the order in which a header has them.
pub const KEYS: [&str; 27] = [
    "players",
    "suicide",
    "bars",
    "bars-only",
    "start",
    "window",
    "repetition",
    "lifted-by",
    "coupons",
    "occurs",
    "passes",
    "passes-in-a-row",
    "successions",
    "second-pass",
    "passes-forgotten-by",
    "all-pass-in-one-situation",
    "draw-at-occurrence",
    "occurrences-since",
    "cut",
    "captures",
    "scoring",
    "tax",
    "scored",
    "prisoners",
    "price-of-pass",
    "first-pass",
    "last-pass",
];

/// The largest board on which a fact can hold the two positions that `move` asks for.
pub const MOST_POINTS_OF_MOVE: usize = 20;

/// The largest board on which a phase can hold the positions that `passed-situation` asks for.
pub const MOST_POINTS_OF_PASSED_SITUATION: usize = 9;

/// The name of a value that is not the default, which comes first.
fn named<T: PartialEq>(all: &[(&'static str, T)], value: &T) -> Option<String> {
    let place = all.iter().position(|(_, other)| other == value).filter(|place| *place > 0)?;
    Some(all[place].0.to_string())
}

/// Sets a value by its name, which must not be that of the default.
fn set<T: Copy>(place: &mut T, all: &[(&'static str, T)], name: &str) -> Option<()> {
    *place = all[1..].iter().find(|(other, _)| *other == name)?.1;
    Some(())
}

/// A whole number from one to another, written as usual.
fn number(text: &str, least: u8, most: u8) -> Option<u8> {
    text.parse::<u8>().ok().filter(|number| number.to_string() == text && (least..=most).contains(number))
}

/// Half points as points are written: `1` or `1/2`.
fn halves(halves: u8) -> String {
    if halves.is_multiple_of(2) { (halves / 2).to_string() } else { format!("{halves}/2") }
}

/// Reads points above 0.
fn in_halves(text: &str) -> Option<u8> {
    (1..=MOST_HALVES).find(|number| halves(*number) == text)
}

impl Clauses {
    /// The words of `bars` that it has, in their order.
    fn bars(&self) -> Vec<&'static str> {
        let repetition = Repetition::ALL.iter().find(|(_, value)| Some(*value) == self.repetition);
        let others = [
            (self.initialised_twice, "initialised-twice"),
            (self.disturbed_twice, "disturbed-twice"),
            (self.declined, "declined"),
        ];
        let first = [(self.basic_ko, "basic-ko"), (self.move_once, "move"), (self.no_capture, "capture")];
        let [first, others] = [first.to_vec(), others.to_vec()]
            .map(|words| words.into_iter().filter_map(|(has, word)| has.then_some(word)));
        first.chain(repetition.map(|(word, _)| *word)).chain(others).collect()
    }

    /// Reads the words of `bars`.
    fn set_bars(&mut self, text: &str) -> Option<()> {
        for word in text.split(", ") {
            match word {
                "basic-ko" => self.basic_ko = true,
                "move" => self.move_once = true,
                "capture" => self.no_capture = true,
                "initialised-twice" => self.initialised_twice = true,
                "disturbed-twice" => self.disturbed_twice = true,
                "declined" => self.declined = true,
                _ => self.repetition = Some(Repetition::ALL.iter().find(|(name, _)| *name == word)?.1),
            }
        }
        // Words in another order, and a second bar on repetition, are not read back as they stand.
        (self.bars().join(", ") == text).then_some(())
    }

    /// The value of a clause as it is written, if it is not the default.
    pub fn value(&self, key: &str) -> Option<String> {
        match key {
            "players" => (self.players > 2).then(|| self.players.to_string()),
            "suicide" => named(&Suicide::ALL, &self.suicide),
            "bars" => Some(self.bars().join(", ")).filter(|bars| !bars.is_empty()),
            "lifted-by" => named(&LiftedBy::ALL, &self.lifted_by),
            "occurs" => named(&Lift::ALL, &self.occurs),
            "passes" => named(&Passing::ALL, &self.passing),
            "captures" => (self.captures > 0).then(|| self.captures.to_string()),
            "passes-in-a-row" => self.passes_in_a_row.map(|number| number.to_string()),
            "second-pass" => self.second_pass.map(|of| SecondPass::ALL[of as usize].0.to_string()),
            "passes-forgotten-by" => self.passes_forgotten.then(|| "disturbing-play".to_string()),
            "all-pass-in-one-situation" => self.all_pass.then(|| "true".to_string()),
            "draw-at-occurrence" => self.draw_at.map(|number| number.to_string()),
            "occurrences-since" => self.since_pass.then(|| "pass".to_string()),
            "scoring" => named(&Scoring::ALL, &self.scoring),
            "scored" => named(&Scored::ALL, &self.scored),
            "prisoners" => named(&Prisoners::ALL, &self.prisoners),
            "price-of-pass" => (self.price > 0).then(|| self.price.to_string()),
            "bars-only" => self.captures_only.then(|| "captures".to_string()),
            "start" => self.start_free.then(|| "free".to_string()),
            "window" => (self.window > 0).then(|| self.window.to_string()),
            "repetition" => named(&Repeating::ALL, &self.repeating),
            "coupons" => {
                Some(self.stack().map(halves).collect::<Vec<_>>().join(", ")).filter(|all| !all.is_empty())
            }
            "successions" => (self.successions > 1).then(|| self.successions.to_string()),
            "cut" => (self.cut > 0).then(|| self.cut.to_string()),
            "tax" => named(&Tax::ALL, &self.tax),
            "first-pass" => {
                let gains = ["black", "white"].into_iter().zip(self.first_pass).filter(|(_, gain)| *gain > 0);
                let each = gains.map(|(player, gain)| format!("{player} {}", halves(gain)));
                Some(each.collect::<Vec<_>>().join(", ")).filter(|all| !all.is_empty())
            }
            "last-pass" => named(&LastPass::ALL, &self.last_pass),
            _ => None,
        }
    }

    /// Sets a clause to a value, as it is written. The default cannot be written.
    pub fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let only = |word: &str| (value == word).then_some(true);
        match key {
            "players" => self.players = number(value, 3, 6)?,
            "suicide" => set(&mut self.suicide, &Suicide::ALL, value)?,
            "bars" => self.set_bars(value)?,
            "lifted-by" => set(&mut self.lifted_by, &LiftedBy::ALL, value)?,
            "occurs" => set(&mut self.occurs, &Lift::ALL, value)?,
            "passes" => set(&mut self.passing, &Passing::ALL, value)?,
            "captures" => self.captures = number(value, 1, MOST_CAPTURES)?,
            "passes-in-a-row" => self.passes_in_a_row = Some(number(value, 1, 12)?),
            "second-pass" => {
                self.second_pass = Some(SecondPass::ALL.iter().find(|(name, _)| *name == value)?.1);
            }
            "passes-forgotten-by" => self.passes_forgotten = only("disturbing-play")?,
            "all-pass-in-one-situation" => self.all_pass = only("true")?,
            "draw-at-occurrence" => self.draw_at = Some(number(value, 2, 3)?),
            "occurrences-since" => self.since_pass = only("pass")?,
            "scoring" => set(&mut self.scoring, &Scoring::ALL, value)?,
            "scored" => set(&mut self.scored, &Scored::ALL, value)?,
            "prisoners" => set(&mut self.prisoners, &Prisoners::ALL, value)?,
            "price-of-pass" => self.price = number(value, 1, 100)?,
            "bars-only" => self.captures_only = only("captures")?,
            "start" => self.start_free = only("free")?,
            "window" => self.window = number(value, 1, MOST_LOOKED_BACK)?,
            "repetition" => set(&mut self.repeating, &Repeating::ALL, value)?,
            "coupons" => {
                for (place, text) in value.split(", ").enumerate() {
                    *self.coupons.get_mut(place)? = in_halves(text)?;
                }
            }
            "successions" => self.successions = number(value, 2, 2)?,
            "cut" => {
                let cut = value.parse::<u16>().ok().filter(|cut| (1..=MOST_MOVES).contains(cut));
                self.cut = cut.filter(|cut| cut.to_string() == value)?;
            }
            "tax" => set(&mut self.tax, &Tax::ALL, value)?,
            "first-pass" => {
                for gain in value.split(", ") {
                    let (player, points) = gain.split_once(' ')?;
                    let player = ["black", "white"].into_iter().position(|name| name == player)?;
                    self.first_pass[player] = in_halves(points)?;
                }
                // A player who comes twice, or White before Black, is not read back as it stands.
                (self.value(key).as_deref() == Some(value)).then_some(())?;
            }
            "last-pass" => set(&mut self.last_pass, &LastPass::ALL, value)?,
            _ => return None,
        }
        Some(())
    }

    /// The clauses that are not at their defaults, with their values.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        KEYS.into_iter().filter_map(|key| Some((key, self.value(key)?)))
    }

    /// The coupons, in half points, in the order in which they are taken.
    pub fn stack(&self) -> impl Iterator<Item = u8> + '_ {
        self.coupons.into_iter().take_while(|halves| *halves > 0)
    }

    /// Whether there are coupons.
    pub fn has_coupons(&self) -> bool {
        self.coupons[0] > 0
    }

    /// Whether a player gains by the first pass.
    pub fn has_first_pass(&self) -> bool {
        self.first_pass != [0; 2]
    }

    /// Whether exchanging the colours leaves the rules as they are.
    pub fn exchangeable(&self) -> bool {
        self.players == 2 && self.last_pass != LastPass::White && self.first_pass[0] == self.first_pass[1]
    }

    /// Whether the clauses are at their defaults that bounded certificates say nothing of.
    pub fn are_common(&self) -> bool {
        let Clauses { move_once, captures_only, start_free, window, repeating, .. } = PLAIN;
        let Clauses { coupons, successions, .. } = PLAIN;
        let Clauses { cut, tax, first_pass, last_pass, no_capture, passing, captures, .. } = PLAIN;
        let some = Clauses { move_once, captures_only, start_free, window, repeating, ..*self };
        let some = Clauses { coupons, successions, ..some };
        *self == Clauses { cut, tax, first_pass, last_pass, no_capture, passing, captures, ..some }
    }

    /// Whether the mean of scoring positions is the score.
    pub fn scores_cycle(&self) -> bool {
        self.scored == Scored::ScoringPositions
    }

    /// Whether the prisoners are part of a phase.
    pub fn keeps_prisoners(&self) -> bool {
        let repeats = self.repeating != Repeating::Illegal;
        self.scoring == Scoring::Territory && (self.scores_cycle() || repeats)
    }

    /// Whether prisoners decide a repetition.
    pub fn repeats_by_prisoners(&self) -> bool {
        self.repeating == Repeating::Prisoners
    }

    /// The largest run of passes that a phase tells from others.
    pub fn longest_run(&self) -> u32 {
        let n = u32::from(self.players);
        let asked = [
            self.passes_in_a_row.map(|passes| u32::from(passes) - 1),
            self.scores_cycle().then_some(n - 1),
            self.disturbed_twice.then_some(n),
            (self.declined || self.initialised_twice || self.lifted_by == LiftedBy::TwoPasses).then_some(1),
            (self.second_pass == Some(SecondPass::Opponents)).then_some(n - 2),
        ];
        asked.into_iter().flatten().max().unwrap_or(0)
    }

    /// The largest j of the facts `followed-j`, 0 if there are none.
    pub fn longest_follow(&self) -> u8 {
        let moved = self.scoring == Scoring::Territory && self.prisoners == Prisoners::AsMoved;
        match self.players {
            _ if !self.scores_cycle() => 0,
            2 => u8::from(moved),
            n => n - 2,
        }
    }

    /// Whether any play asks for the history.
    pub fn has_facts(&self) -> bool {
        let bars =
            self.repetition.is_some() || self.initialised_twice || self.disturbed_twice || self.declined;
        bars || self.move_once || self.second_pass.is_some() || self.draw_at.is_some()
    }

    /// Whether it is proved, as the page does, that every game ends.
    pub fn always_ends(&self) -> bool {
        let ends = self.passes_in_a_row.is_some() || self.second_pass.is_some() || self.all_pass;
        let kept = self.repetition.is_some() && self.window == 0 && self.lifted_by == LiftedBy::Nothing;
        let only_left =
            self.repetition == Some(Repetition::LeftPosition) && self.suicide != Suicide::Forbidden;
        // With two players the passes of all opponents of one are those of a player.
        let own = self.second_pass.is_some_and(|of| of == SecondPass::Player || self.players == 2);
        let in_a_row = |most: u8| self.passes_in_a_row.is_some_and(|passes| passes <= most);
        let few = (self.no_capture || self.captures > 0) && self.suicide == Suicide::Forbidden;
        let passes = (kept && !only_left || self.move_once || few) && (ends || self.passing != Passing::Any)
            || own && !self.passes_forgotten
            || self.initialised_twice && self.passes_in_a_row.is_some()
            || self.disturbed_twice && (in_a_row(self.players) || self.second_pass.is_some())
            || self.declined && self.passes_in_a_row == Some(2);
        let bans = self.repetition.is_some() && self.window == 0;
        let finite = bans || self.draw_at.is_some() || self.move_once || few;
        self.cut > 0 || finite && passes || self.draw_at.is_some() && !self.since_pass
    }

    /// Whether games may go on for ever, and certificates may have closed sets.
    pub fn may_not_end(&self) -> bool {
        !self.always_ends()
    }

    /// Whether a game has a score, and not only a winner.
    pub fn has_score(&self) -> bool {
        self.passing == Passing::Any && self.captures == 0
    }

    /// Whether what a player keeps by passing to the end bounds the score.
    pub fn life_counts(&self) -> bool {
        let last_area = self.scoring == Scoring::Area && self.scored == Scored::LastPosition;
        let plain = self.repeating == Repeating::Illegal
            && self.cut == 0
            && self.tax == Tax::None
            && self.has_score();
        let paid = self.price > 0 || self.has_coupons() || self.has_first_pass();
        self.always_ends() && last_area && plain && !paid && self.draw_at.is_none()
    }

    /// Checks that the clauses go together, on a board with `points` intersections.
    ///
    /// # Errors
    /// Which of them do not, in words.
    pub fn check(&self, points: usize) -> Result<(), &'static str> {
        use Repetition::{LeftPosition, NaturalSituation, PassedSituation};
        let bar = |bar: Repetition| self.repetition == Some(bar);
        let lifts = self.lifted_by != LiftedBy::Nothing;
        let cycle = self.scores_cycle();
        let territory = self.scoring == Scoring::Territory;
        let (many, passes) = (self.players > 2, self.passes_in_a_row);
        let by_passes = passes.is_some() || self.second_pass.is_some() || self.all_pass;
        let ends = by_passes || self.cut > 0 || self.passing != Passing::Any;
        let (coupons, first) = (self.has_coupons(), self.has_first_pass());
        let paid = coupons || first || self.price > 0;
        let bans = self.repetition.is_some() && !bar(LeftPosition);
        let about_passes = self.initialised_twice || self.disturbed_twice || self.declined;
        let (draws, repeats) = (self.draw_at.is_some(), self.repeating != Repeating::Illegal);
        let twice = self.successions > 1;
        let winner = !self.has_score();
        let counted = repeats || paid || draws || cycle || territory || self.cut > 0 || self.tax != Tax::None;
        let returns = self.passing == Passing::ReturnPrisoner;
        let faults = [
            (winner && many, "passes or captures with more than two players"),
            (winner && self.suicide != Suicide::Forbidden, "passes or captures with suicide"),
            (
                winner && (counted || self.scoring == Scoring::Stones),
                "passes or captures with a clause about scores",
            ),
            (
                winner && (lifts || self.second_pass.is_some() || about_passes || bar(PassedSituation)),
                "passes or captures with rules about passes",
            ),
            (self.passing != Passing::Any && passes.is_some(), "passes with passes-in-a-row"),
            (returns && !bans, "return-prisoner without a bar on what has stood"),
            (returns && (self.captures > 0 || self.no_capture), "return-prisoner with captures or capture"),
            (
                returns && points > MOST_POINTS_OF_RETURN,
                "return-prisoner on a board of more than 6 intersections",
            ),
            (self.no_capture && (!winner || self.captures > 0), "capture without passes, or with captures"),
            (winner && !self.always_ends(), "passes or captures where stones may be played for ever"),
            (self.start_free && !bans, "start without a bar on what has stood"),
            (self.captures_only && !bans, "bars-only without a bar on what has stood"),
            (repeats && !bans, "repetition without a bar on what has stood"),
            (
                repeats && (many || draws || cycle || paid),
                "repetition with more than two players, draw-at-occurrence, scoring-positions or points for moves",
            ),
            (
                repeats && territory && (self.repeating == Repeating::Loses || bar(PassedSituation) || twice),
                "repetition by territory that loses, or with passed-situation or successions",
            ),
            (
                self.repeats_by_prisoners() && (!territory || lifts || points > MOST_POINTS_OF_CYCLES),
                "repetition by prisoners without territory, with lifted-by, or on a board of more than 8 intersections",
            ),
            (
                self.window > 0 && (!repeats || bar(PassedSituation) || lifts || self.cut == 0),
                "window without repetition or cut, or with passed-situation or lifted-by",
            ),
            (self.move_once && many, "move with more than two players"),
            (self.move_once && points > MOST_POINTS_OF_MOVE, "move on a board of more than 20 intersections"),
            (
                coupons && (many || about_passes || bar(PassedSituation) || cycle || draws),
                "coupons with more than two players, rules about passes, scoring-positions or draw-at-occurrence",
            ),
            (
                coupons && !self.coupons.is_sorted_by(|above, below| above >= below),
                "coupons out of their order",
            ),
            (
                twice && (passes.is_none() || lifts || about_passes || bar(PassedSituation)),
                "successions without passes-in-a-row, with lifted-by or with rules about passes",
            ),
            (
                self.cut > 0 && (bar(PassedSituation) || cycle || draws || territory || paid),
                "cut with passed-situation, scoring-positions, draw-at-occurrence, territory or points for moves",
            ),
            (
                self.tax != Tax::None && (self.scoring != Scoring::Area || many),
                "tax without area, or with more than two players",
            ),
            (
                first && (many || passes == Some(1) || bar(PassedSituation) || cycle || draws),
                "first-pass with more than two players, passes-in-a-row 1, passed-situation, scoring-positions or draw-at-occurrence",
            ),
            (
                self.last_pass != LastPass::None && (self.price == 0 || bar(PassedSituation)),
                "last-pass without price-of-pass, or with passed-situation",
            ),
            (lifts && self.repetition.is_none(), "lifted-by without a bar on repetition"),
            (
                self.occurs != Lift::Stands && !lifts && !(coupons && self.repetition.is_some()),
                "occurs where nothing lifts a bar",
            ),
            (
                self.occurs != Lift::Stands && (bar(NaturalSituation) || bar(LeftPosition)),
                "occurs with natural-situation or left-position",
            ),
            (
                self.lifted_by == LiftedBy::TwoPasses && passes.is_some_and(|passes| passes <= 2),
                "lifted-by two-passes where two passes in a row end the game",
            ),
            (bar(PassedSituation) && many, "passed-situation with more than two players"),
            (bar(PassedSituation) && self.basic_ko, "passed-situation with basic-ko"),
            (bar(PassedSituation) && self.longest_run() > 1, "passed-situation with longer runs of passes"),
            (
                bar(PassedSituation) && territory && cycle,
                "passed-situation with territory and scoring-positions",
            ),
            (
                bar(PassedSituation) && points > MOST_POINTS_OF_PASSED_SITUATION,
                "passed-situation on a board of more than 9 intersections",
            ),
            (bar(LeftPosition) && many, "left-position with more than two players"),
            (self.declined && many, "declined with more than two players"),
            (self.declined && passes != Some(2), "declined without passes-in-a-row 2"),
            (
                self.passes_forgotten && (self.second_pass.is_none() || !self.disturbed_twice),
                "passes-forgotten-by without second-pass and disturbed-twice",
            ),
            (self.all_pass && !bar(PassedSituation), "all-pass-in-one-situation without passed-situation"),
            (
                cycle && self.second_pass != Some(SecondPass::Player),
                "scoring-positions without second-pass player",
            ),
            (
                cycle && (passes.is_some() || self.all_pass || self.passes_forgotten || self.price > 0),
                "scoring-positions with passes-in-a-row, all-pass-in-one-situation, passes-forgotten-by or price-of-pass",
            ),
            (
                self.prisoners != Prisoners::AsMoved && !(territory && cycle),
                "prisoners without territory and scoring-positions",
            ),
            (territory && many, "territory with more than two players"),
            (
                territory && !cycle && self.draw_at.is_some(),
                "territory of the last position with draw-at-occurrence",
            ),
            (self.price > 0 && many, "price-of-pass with more than two players"),
            (self.price > 0 && self.suicide != Suicide::Forbidden, "price-of-pass with suicide"),
            (self.price > 0 && self.draw_at.is_some(), "price-of-pass with draw-at-occurrence"),
            (self.since_pass && self.draw_at.is_none(), "occurrences-since without draw-at-occurrence"),
            (!ends && (self.draw_at.is_none() || self.since_pass), "no clause that ends every game"),
            (
                self.has_facts() && !self.always_ends(),
                "clauses that ask for the past, and games that may not end",
            ),
            (
                self.may_not_end() && (many || territory || paid),
                "games that may not end with more than two players, territory or price-of-pass",
            ),
        ];
        faults.iter().find(|(found, _)| *found).map_or(Ok(()), |(_, fault)| Err(*fault))
    }
}
