//! The ways to alter the bytes of a file without regard to their meaning.

use super::random::Random;
use super::written::gzip;

/// A certificate in its forms: text, and binary before compression.
pub struct Bytes {
    pub text: Vec<u8>,
    pub binary: Vec<u8>,
}

impl Bytes {
    /// The text, the binary form, or the latter compressed.
    fn any(&self, random: &mut Random) -> Vec<u8> {
        match random.below(3) {
            0 => self.text.clone(),
            1 => self.binary.clone(),
            _ => gzip(&self.binary),
        }
    }
}

/// Alters the bytes of a certificate.
pub type AlterBytes = fn(&Bytes, &mut Random) -> Vec<u8>;

fn flip(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    let place = random.below(bytes.len());
    bytes[place] ^= 1 << random.below(8);
    bytes
}

pub fn bit(bytes: &Bytes, random: &mut Random) -> Vec<u8> {
    let header = bytes.binary.windows(5).position(|five| five == b"data\n").map_or(0, |place| place + 5);
    let steps = flip(bytes.binary[header..].to_vec(), random);
    [&bytes.binary[..header], &steps].concat()
}

pub fn packed_bit(bytes: &Bytes, random: &mut Random) -> Vec<u8> {
    flip(gzip(&bytes.binary), random)
}

pub fn truncated(bytes: &Bytes, random: &mut Random) -> Vec<u8> {
    let mut all = bytes.any(random);
    all.truncate(random.below(all.len()));
    all
}

pub fn appended(bytes: &Bytes, random: &mut Random) -> Vec<u8> {
    let mut all = bytes.any(random);
    for _ in 0..1 + random.below(8) {
        // Some readers take zeros, or the beginning of another file, for nothing at all.
        let byte = [0, 31, 139, b'\n', b'#', random.below(256) as u8][random.below(6)];
        all.push(byte);
    }
    all
}

pub fn character(bytes: &Bytes, random: &mut Random) -> Vec<u8> {
    let mut text = bytes.text.clone();
    let place = random.below(text.len());
    text[place] = match random.below(4) {
        0 => b' ' + random.below(95) as u8,
        1 => random.below(256) as u8,
        _ => text[random.below(text.len())],
    };
    text
}

/// Replaces a word by another of the same file.
pub fn word(bytes: &Bytes, random: &mut Random) -> Vec<u8> {
    let text = String::from_utf8_lossy(&bytes.text).into_owned();
    let all: Vec<&str> = text.split_whitespace().collect();
    let other = all[random.below(all.len())];
    let (chosen, mut words) = (random.below(all.len()), 0);
    let mut altered = String::new();
    for piece in text.split_inclusive([' ', '\n']) {
        let word = piece.trim();
        let here = !word.is_empty() && words == chosen;
        words += usize::from(!word.is_empty());
        altered.push_str(&if here { piece.replace(word, other) } else { piece.to_string() });
    }
    altered.into_bytes()
}

fn lines(text: &[u8]) -> Vec<Vec<u8>> {
    text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

/// Drops or doubles a line, or moves it to another place.
pub fn line(bytes: &Bytes, random: &mut Random) -> Vec<u8> {
    let mut lines = lines(&bytes.text);
    let place = random.below(lines.len());
    match random.below(3) {
        0 => _ = lines.remove(place),
        1 => lines.insert(place, lines[place].clone()),
        _ => {
            let line = lines.remove(place);
            lines.insert(random.below(lines.len() + 1), line);
        }
    }
    lines.concat()
}

/// The same for a line of the header, or alters one.
pub fn header_line(bytes: &Bytes, random: &mut Random) -> Vec<u8> {
    let first = if random.heads() { &bytes.text } else { &bytes.binary };
    let mut lines = lines(first);
    let end = lines.iter().position(|line| {
        [b"lemma".as_slice(), b"closed", b"theorem", b"data"].iter().any(|word| line.starts_with(word))
    });
    let place = random.below(end.unwrap_or(lines.len()));
    let other = [
        "board 1x2\n",
        "board 2x1\n",
        "board 1x1\n",
        "board 0x2\n",
        "board 65x1\n",
        "board 1x65\n",
        "rules psk\n",
        "rules ssk\n",
        "rules kee2020\n",
        "option suicide allowed\n",
        "option suicide forbidden\n",
        "option scoring area\n",
        "option scoring territory\n",
        "option lift stands\n",
        "option lift produced\n",
        "option cycles draw\n",
        "option\n",
        "# nothing\n",
    ];
    match random.below(4) {
        0 => _ = lines.remove(place),
        1 => lines.insert(place, lines[place].clone()),
        2 => lines[place] = random.pick(&other).unwrap_or_default().as_bytes().to_vec(),
        _ => lines[place] = flip(lines[place].clone(), random),
    }
    lines.concat()
}
