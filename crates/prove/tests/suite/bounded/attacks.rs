//! Attacks on bounded certificates: whatever is accepted is true.

use std::io::{Read, Write};

use fastrand::Rng;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use superko_certificate::bounded::Verified;
use superko_go::{Board, Player, Position};
use superko_solve::attack::Terms;

use super::certificates::{certificate, made, same_verdict, verdict};
use super::nodes;
use super::truth::Truth;
use crate::certificates::games::game_of;
use crate::certificates::second::{folder, has_python};
use crate::common::games::{game, game_on, starts};
use crate::common::sample;

/// A file as it is inside its compression: the lines of the header, and the moves.
#[derive(Clone)]
struct Inside {
    lines: Vec<String>,
    moves: Vec<u8>,
}

impl Inside {
    fn of(bytes: &[u8]) -> Inside {
        let mut plain = Vec::new();
        GzDecoder::new(bytes).read_to_end(&mut plain).unwrap();
        let end = plain.windows(6).position(|window| window == b"\ndata\n").unwrap();
        let lines = String::from_utf8(plain[..end].to_vec()).unwrap().lines().map(str::to_string).collect();
        Inside { lines, moves: plain[end + 6..].to_vec() }
    }

    fn plain(&self) -> Vec<u8> {
        [(self.lines.join("\n") + "\ndata\n").as_bytes(), &self.moves].concat()
    }

    fn line(&self, word: &str) -> usize {
        self.lines.iter().position(|line| line.starts_with(word)).unwrap()
    }

    fn words(&self, word: &str) -> Vec<String> {
        self.lines[self.line(word)].split(' ').map(str::to_string).collect()
    }
}

fn packed(plain: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(plain).unwrap();
    encoder.finish().unwrap()
}

/// A way to alter a certificate.
type Attack = fn(&mut Inside, &Inside, &mut Rng);

/// The ways, each with the other certificate of which it may take a part.
const ATTACKS: [(&str, Attack); 13] = [
    ("a move", |inside, _, random| {
        if !inside.moves.is_empty() {
            let place = random.usize(..inside.moves.len());
            inside.moves[place] = if random.bool() { random.u8(..10) } else { 255 };
        }
    }),
    ("moves", |inside, _, random| {
        for place in 0..inside.moves.len() {
            if random.u8(..8) == 0 {
                inside.moves[place] = if random.u8(..3) > 0 { random.u8(..10) } else { 255 };
            }
        }
    }),
    ("torn", |inside, _, random| {
        let length = random.usize(..=inside.moves.len());
        inside.moves.truncate(length);
    }),
    ("longer", |inside, _, random| inside.moves.push(random.u8(..))),
    ("other moves", |inside, other, _| inside.moves.clone_from(&other.moves)),
    ("threshold", |inside, _, random| {
        let (line, mut words) = (inside.line("claim"), inside.words("claim"));
        let points: i32 = words[2].parse().unwrap();
        words[2] = (points + random.i32(-2..=3)).to_string();
        inside.lines[line] = words.join(" ");
    }),
    ("player", |inside, _, _| {
        let (line, mut words) = (inside.line("claim"), inside.words("claim"));
        words[1] = if words[1] == ">=" { "<=" } else { ">=" }.to_string();
        inside.lines[line] = words.join(" ");
    }),
    ("two passes", |inside, _, _| {
        let (line, mut words) = (inside.line("claim"), inside.words("claim"));
        words[4] = if words[4] == "end" { "play" } else { "end" }.to_string();
        inside.lines[line] = words.join(" ");
    }),
    ("retakes", |inside, _, _| {
        let (line, mut words) = (inside.line("claim"), inside.words("claim"));
        if words.pop_if(|last| last == "retakes").is_none() {
            words.push("retakes".to_string());
        }
        inside.lines[line] = words.join(" ");
    }),
    ("mover", |inside, _, _| {
        let (line, mut words) = (inside.line("start"), inside.words("start"));
        words[2] = if words[2] == "black" { "white" } else { "black" }.to_string();
        inside.lines[line] = words.join(" ");
    }),
    ("colours", |inside, _, _| {
        let (line, words) = (inside.line("start"), inside.words("start"));
        let exchanged = |letter| match letter {
            'X' => 'O',
            'O' => 'X',
            other => other,
        };
        inside.lines[line] =
            format!("start {} {}", words[1].chars().map(exchanged).collect::<String>(), words[2]);
    }),
    ("other rules", |inside, other, _| {
        let clauses: Vec<String> =
            other.lines.iter().filter(|line| line.starts_with("clause")).cloned().collect();
        let place = inside.line("clause");
        inside.lines.retain(|line| !line.starts_with("clause"));
        clauses.into_iter().rev().for_each(|line| inside.lines.insert(place, line));
    }),
    ("a stone", |inside, _, random| {
        let (line, words) = (inside.line("start"), inside.words("start"));
        let mut letters: Vec<char> = words[1].chars().collect();
        let place = random.usize(..letters.len());
        if letters[place] != '/' {
            letters[place] = ['X', 'O', '.'][random.usize(..3)];
        }
        inside.lines[line] = format!("start {} {}", letters.into_iter().collect::<String>(), words[2]);
    }),
];

/// Certificates of random starts of a board under several rules, and of both players.
fn originals(board: &Board, random: &mut Rng, count: usize) -> Vec<Vec<u8>> {
    let rules =
        ["psk", "nssk", "spight", "kee2009", "kee2020", "psk --suicide allowed", "ssk --suicide multi-stone"];
    let mut all = Vec::new();
    while all.len() < count {
        let game = game_on(board, rules[random.usize(..rules.len())]);
        let terms = Terms::of(&game).unwrap();
        let starts = starts(&game);
        let key = starts[random.usize(..starts.len())].key;
        let prover = if random.bool() { Player::Black } else { Player::White };
        let threshold = random.i32(1 - board.points() as i32..=board.points() as i32);
        let made = made(&game, terms, (key.position, key.mover), prover, threshold, &nodes(5_000));
        // One without a move says little.
        all.extend(made.filter(|bytes| !Inside::of(bytes).moves.is_empty()));
    }
    all
}

#[test]
fn what_is_accepted_of_altered_certificates_is_true() {
    let (mut random, mut truth) = (Rng::with_seed(17), Truth::new(20_000));
    let (mut accepted, mut refused) = ([0; ATTACKS.len()], 0);
    for text in ["2x3", "1x6", "cycle:5"] {
        let board = Board::parse(text).unwrap();
        let originals = originals(&board, &mut random, 60);
        for number in 0..2_400 {
            let base = Inside::of(&originals[random.usize(..originals.len())]);
            let other = Inside::of(&originals[random.usize(..originals.len())]);
            let mut altered = base.clone();
            let first = number % ATTACKS.len();
            ATTACKS[first].1(&mut altered, &other, &mut random);
            if random.u8(..4) == 0 {
                ATTACKS[random.usize(..ATTACKS.len())].1(&mut altered, &other, &mut random);
            }
            if altered.plain() == base.plain() {
                continue;
            }
            match verdict(&packed(&altered.plain())) {
                Err(_) => refused += 1,
                Ok(verified) => {
                    accepted[first] += 1;
                    no_falsehood(&mut truth, &verified, &board, ATTACKS[first].0);
                }
            }
        }
    }
    for ((name, _), accepted) in ATTACKS.iter().zip(accepted) {
        println!("{name}: {accepted} accepted");
    }
    println!("{refused} refused; {} claims compared, {} skipped", truth.compared, truth.skipped);
    assert!(refused > 3_000 && accepted.iter().sum::<usize>() > 300);
    assert!(truth.compared > 20 * truth.skipped);
}

fn no_falsehood(truth: &mut Truth, verified: &Verified, board: &Board, attack: &str) {
    let game = game_of(&verified.bounded.header);
    assert!(game.is_none_or(|game| game.board.points() == board.points()), "{attack}");
    let falsehoods = truth.falsehoods(verified, board);
    assert!(falsehoods.is_empty(), "{attack}: {}", falsehoods.join("\n"));
}

#[test]
fn every_changed_byte_of_a_file_is_refused_or_leaves_it_true() {
    let bytes = certificate(&game("2x4", "psk"), Some(">= 8"));
    let plain = Inside::of(&bytes).plain();
    let said = verdict(&bytes).unwrap();
    let mut accepted = 0;
    for place in 0..plain.len() {
        for changed in [plain[place] ^ 1, plain[place] ^ 2, plain[place] ^ 128, 0, 255, b' ', b'\n'] {
            let mut altered = plain.clone();
            altered[place] = changed;
            if let Ok(verified) = verdict(&altered) {
                accepted += 1;
                let bounded = &verified.bounded;
                // Another move may do as well; of the header only the name, and a claim for fewer
                // points, may be others.
                let claim = bounded.sections[0];
                assert!(claim.prover() == 0 && claim.threshold() <= 8, "{place}: {verified}");
                assert_eq!((bounded.start, bounded.mover), ([0, 0, 0], 0), "{place}: {verified}");
            }
        }
        assert!(verdict(&plain[..place]).is_err(), "torn at {place}");
    }
    for place in 0..bytes.len() {
        assert!(verdict(&bytes[..place]).is_err(), "torn at {place}");
        let mut altered = bytes.clone();
        altered[place] ^= 1 << (place % 8);
        if let Ok(verified) = verdict(&altered) {
            // The header of gzip has a few bits that say nothing.
            assert_eq!(verified, said, "{place}");
        }
    }
    for behind in [&b"\0"[..], b"end\n", &bytes] {
        assert!(verdict(&[&bytes, behind].concat()).is_err());
        assert!(verdict(&[&plain, behind].concat()).is_err());
    }
    println!("{accepted} of {} accepted", 7 * plain.len());
}

#[test]
fn both_checkers_refuse_the_same() {
    if !has_python() {
        return;
    }
    let (here, board) = (folder("bounded-attacks"), Board::parse("2x3").unwrap());
    let mut random = Rng::with_seed(23);
    let originals = originals(&board, &mut random, 12);
    for number in 0..120 {
        let base = Inside::of(&originals[random.usize(..originals.len())]);
        let other = Inside::of(&originals[random.usize(..originals.len())]);
        let mut altered = base.clone();
        ATTACKS[number % ATTACKS.len()].1(&mut altered, &other, &mut random);
        if !sample::takes("both_checkers_refuse_the_same", number) {
            continue;
        }
        let file = here.join(format!("{number}.cert"));
        std::fs::write(&file, packed(&altered.plain())).unwrap();
        same_verdict(&packed(&altered.plain()), &file);
    }
}

#[test]
fn a_false_claim_finds_no_proof() {
    // 3x3 is worth 2 under natural situations, and a proof for 9 that takes a ko after a pass is
    // not accepted for them.
    let game = game("3x3", "nssk");
    let terms = Terms { passes_stand: true, ..Terms::of(&game).unwrap() };
    let start = (Position::default(), Player::Black);
    let made = made(&game, terms, start, Player::Black, 9, &nodes(100_000)).unwrap();
    let why = verdict(&made).unwrap_err();
    assert!(why.contains("not claimed: black takes a ko right after a pass"), "{why}");
}
