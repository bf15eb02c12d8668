//! Random rules files.

use fastrand::Rng;
use superko_rules::entry::Entry;
use superko_rules::file;

/// The clauses with values that a draft may have, each written as in a file.
const CLAUSES: [(&str, &[&str]); 15] = [
    ("suicide", &["\"forbidden\"", "\"allowed\"", "\"multi-stone\""]),
    ("lifted-by", &["\"nothing\"", "\"pass\"", "\"pass\"", "\"two-passes\""]),
    ("occurs", &["\"stands\"", "\"produced\"", "\"produced-ko\""]),
    ("passes-in-a-row", &["1", "2", "2", "3", "4", "\"players\"", "\"players + 1\""]),
    ("second-pass", &["\"player\"", "\"player\"", "\"opponents\""]),
    ("passes-forgotten-by", &["\"nothing\"", "\"disturbing-play\""]),
    ("all-pass-in-one-situation", &["true", "false"]),
    ("draw-at-occurrence", &["2", "3"]),
    ("occurrences-since", &["\"start\"", "\"pass\""]),
    ("scoring", &["\"area\"", "\"territory\"", "\"stones\""]),
    ("scored", &["\"last-position\"", "\"scoring-positions\""]),
    ("prisoners", &["\"as-moved\"", "\"as-passed\""]),
    ("price-of-pass", &["0", "1", "2"]),
    ("endless", &["\"no-result\"", "\"draw\"", "\"black\""]),
    ("players", &["2", "2", "2", "3", "4"]),
];

/// The same of clauses that few rulesets have, and few drafts too, as most do not go together.
const RARE: [(&str, &[&str]); 11] = [
    ("bars-only", &["\"captures\""]),
    ("start", &["\"free\""]),
    ("repetition", &ENDS),
    ("coupons", &["[\"1/2\"]", "[2, 1]", "[\"3/2\", 1, \"1/2\"]"]),
    ("successions", &["2"]),
    ("cut", &CUTS),
    ("passes", &PASSES),
    ("captures", &CAPTURES),
    ("tax", &["\"seki\"", "\"all\""]),
    ("first-pass", &["{ white = 1 }", "{ black = \"1/2\", white = \"1/2\" }"]),
    ("last-pass", &["\"white\"", "\"equal\""]),
];

const ENDS: [&str; 4] = ["\"draws\"", "\"loses\"", "\"scores\"", "\"prisoners\""];
const WINDOWS: [&str; 5] = ["1", "2", "3", "7", "20"];
const CUTS: [&str; 3] = ["6", "9", "\"2 * points\""];
const PASSES: [&str; 2] = ["\"none\"", "\"return-prisoner\""];
const CAPTURES: [&str; 3] = ["1", "2", "3"];

const REPETITIONS: [&str; 5] =
    ["position", "situation", "natural-situation", "passed-situation", "left-position"];
const FURTHER: [&str; 6] =
    ["basic-ko", "move", "capture", "initialised-twice", "disturbed-twice", "declined"];

/// The text of a random rules file. Most do not go together.
pub fn text(random: &mut Rng) -> String {
    // Few of the clauses go together with a game without a score.
    if random.u8(..10) == 0 {
        let bars = [random.choice(REPETITIONS), random.choice(&FURTHER[..3]).copied()];
        let bars: Vec<&str> = bars.into_iter().flatten().filter(|_| random.bool()).collect();
        let mut text = format!("[clauses]\nbars = {bars:?}\n");
        for (name, values) in [("passes", &PASSES[..]), ("captures", &CAPTURES), ("passes-in-a-row", &["2"])]
        {
            if random.bool() {
                text += &format!("{name} = {}\n", random.choice(values).expect("a clause has values"));
            }
        }
        return text;
    }
    // And few with a repetition that ends the game, by territory or in the last few positions alone.
    if random.u8(..10) == 0 {
        let bars = [random.choice(REPETITIONS), random.choice(&FURTHER[..2]).copied()];
        let mut text = format!("[clauses]\nbars = {:?}\n", bars.iter().flatten().collect::<Vec<_>>());
        let looks_back = random.bool();
        let of_one_kind = match looks_back {
            true => [("window", &WINDOWS[..]), ("cut", &CUTS)],
            false => [("scoring", &["\"territory\""][..]), ("bars-only", &["\"plays\"", "\"captures\""])],
        };
        let of_both = [
            ("repetition", &ENDS[..]),
            ("start", &["\"occurs\"", "\"free\""]),
            ("passes-in-a-row", &["2", "3"]),
        ];
        for (name, values) in of_one_kind.into_iter().chain(of_both) {
            text += &format!("{name} = {}\n", random.choice(values).expect("a clause has values"));
        }
        return text;
    }
    let mut bars: Vec<&str> = Vec::new();
    if random.u8(..5) > 0 {
        bars.extend(random.choice(REPETITIONS));
    }
    bars.extend(FURTHER.into_iter().filter(|_| random.u8(..5) == 0));
    random.shuffle(&mut bars);
    let mut text = format!("[clauses]\nbars = {bars:?}\n");
    let common = CLAUSES.into_iter().map(|clause| (3, clause));
    for (rarity, (name, values)) in common.chain(RARE.into_iter().map(|clause| (8, clause))) {
        if random.u8(..rarity) == 0 {
            text += &format!("{name} = {}\n", random.choice(values).expect("a clause has values"));
        }
    }
    text
}

/// So many random rulesets whose clauses go together, with their files.
pub fn rulesets(count: usize, random: &mut Rng) -> Vec<(String, &'static Entry)> {
    let drafts = std::iter::repeat_with(|| text(random));
    let read = drafts.filter_map(|text| Some((file::read("draft.toml", text.as_bytes()).ok()?, text)));
    read.take(count).map(|(entry, text)| (text, entry)).collect()
}
