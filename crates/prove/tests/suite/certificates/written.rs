//! Certificates as bytes: either form, compressed or not, with reads stated or left out; and read
//! back.

use std::collections::HashSet;
use std::io::{Cursor, Write};

use flate2::{Compression, GzBuilder};
use superko_certificate::binary::BinaryWriter;
use superko_certificate::file::Certificate;
use superko_certificate::format::{Header, Outcome, Step};
use superko_certificate::refused::Refused;
use superko_certificate::render::render;
use superko_certificate::text::TextWriter;
use superko_certificate::verify::{Verified, verify};

use super::MEMORY;

/// The verdict of the checker.
pub fn verdict(bytes: &[u8]) -> Result<Verified, Refused> {
    verify(Cursor::new(bytes.to_vec()), MEMORY)
}

/// The text form. Lemmas that do not state their reads leave them out in the text as well.
pub fn text(header: &Header, steps: &[Step]) -> Vec<u8> {
    let mut written = Vec::new();
    let mut writer = TextWriter::new(header.clone(), &mut written).unwrap();
    let (mut lemmas, mut left_out) = (0, HashSet::new());
    for step in steps {
        let reads = match step {
            Step::Lemma(_, Some(reads), _) => reads.as_slice(),
            _ => &[],
        };
        lemmas += usize::from(matches!(step, Step::Lemma(..) | Step::Member(_)));
        if matches!(step, Step::Lemma(_, None, _)) {
            left_out.insert(lemmas.to_string());
        }
        writer.step(step, reads).unwrap();
    }
    // The writer states the reads of every lemma: those that are left out are taken away again.
    let (mut kept, mut lemma) = (String::new(), String::new());
    for line in String::from_utf8(written).unwrap().lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("lemma") => lemma = words.next().unwrap().to_string(),
            Some("reads") if left_out.contains(&lemma) => continue,
            _ => {}
        }
        kept.push_str(line);
        kept.push('\n');
    }
    kept.into_bytes()
}

/// The binary form before compression; `None` for steps that it cannot express: a closed set other
/// than its lemmas followed by their proofs.
pub fn binary(header: &Header, steps: &[Step]) -> Option<Vec<u8>> {
    let (mut members, mut proofs) = (0, 0);
    for step in steps {
        match step {
            Step::Closed(count) if (members, proofs) == (0, 0) => (members, proofs) = (*count, *count),
            Step::Member(_) if members > 0 => members -= 1,
            Step::Proof(_) if members == 0 && proofs > 0 => proofs -= 1,
            Step::Lemma(..) | Step::Theorem(_) | Step::End if (members, proofs) == (0, 0) => {}
            _ => return None,
        }
    }
    let mut written = Vec::new();
    let mut writer = BinaryWriter::new(header, &mut written).unwrap();
    steps.iter().for_each(|step| writer.step(step).unwrap());
    Some(written)
}

/// Compressed with gzip.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzBuilder::new().write(Vec::new(), Compression::default());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// The rendered text of a certificate, which must be right.
pub fn shown(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    assert!(render(Cursor::new(bytes.to_vec()), &mut text, MEMORY).is_ok());
    text
}

/// Reads header and steps from bytes.
pub fn read_back(bytes: &[u8]) -> Result<(Header, Vec<Step>), Refused> {
    let mut certificate = Certificate::open(Cursor::new(bytes.to_vec()), MEMORY)?;
    let mut steps = Vec::new();
    while steps.last() != Some(&Step::End) {
        steps.push(certificate.step()?);
    }
    Ok((certificate.header, steps))
}

/// Steps as the binary form has them: the fact that bans a play is known by its class.
pub fn without_names(steps: &[Step]) -> Vec<Step> {
    let mut steps = steps.to_vec();
    for step in &mut steps {
        if let Step::Lemma(_, _, plays) | Step::Proof(plays) = step {
            for play in plays {
                if let Outcome::Barred(_, fact) = &mut play.outcome {
                    *fact = None;
                }
            }
        }
    }
    steps
}
