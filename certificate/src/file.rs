//! Certificates as files, in either form, compressed or not, read from front to back.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};

use flate2::bufread::MultiGzDecoder;
use flate2::{Compression, GzBuilder};

use crate::binary::{self, BinaryReader, BinaryWriter};
use crate::bounded;
use crate::check::Checker;
use crate::format::{Header, Step};
use crate::header::text::{Lines, parse_header, quoted};
use crate::refused::Refused;
use crate::text::{self, TextReader};

/// The first two bytes of a file that gzip has written.
const GZIP: [u8; 2] = [31, 139];

/// Writes a certificate in the binary form, compressed. The gzip header names neither a file nor a
/// time, so the same steps always give the same bytes.
///
/// # Errors
/// The error of the output.
pub fn write(header: &Header, steps: &[Step], output: impl Write) -> io::Result<()> {
    let mut packed = GzBuilder::new().write(output, Compression::best());
    let mut writer = BinaryWriter::new(header, &mut packed)?;
    steps.iter().try_for_each(|step| writer.step(step))?;
    packed.finish()?.flush()
}

pub(crate) type Input = Box<dyn BufRead>;

/// The first line of a file, compressed or not, and the lines after it.
pub(crate) fn title(input: impl Read + 'static) -> Result<(String, Lines<Input>), Refused> {
    let (mut input, mut first) = (BufReader::new(input), Vec::new());
    let read = input.by_ref().take(GZIP.len() as u64).read_to_end(&mut first);
    read.map_err(|error| Refused::input("byte 0", &error))?;
    let compressed = first == GZIP;
    let input = Cursor::new(first).chain(input);
    let input: Input =
        if compressed { Box::new(BufReader::new(MultiGzDecoder::new(input))) } else { Box::new(input) };
    let mut lines = Lines::new(input);
    let title = lines.words().map_err(Refused::in_title)?.join(" ");
    Ok((title, lines))
}

/// A certificate that is being read.
pub struct Certificate {
    /// What it is about.
    pub header: Header,
    steps: Steps,
}

enum Steps {
    Text(TextReader<Input>),
    Binary(BinaryReader<Input>),
}

impl Certificate {
    /// Reads the header. A lemma whose reads take more than `memory` bytes will be refused.
    ///
    /// # Errors
    /// What is wrong with its first lines.
    pub fn open(input: impl Read + 'static, memory: usize) -> Result<Certificate, Refused> {
        let (title, lines) = title(input)?;
        Certificate::titled(&title, lines, memory)
    }

    /// The same of the lines after a title.
    pub(crate) fn titled(
        title: &str,
        mut lines: Lines<Input>,
        memory: usize,
    ) -> Result<Certificate, Refused> {
        let place = |titles: &[&str]| {
            (1..).zip(titles).find(|(_, known)| **known == title).map(|(version, _)| version)
        };
        let binary_version = place(&binary::TITLES);
        let is_binary = binary_version.is_some();
        let Some(version) = binary_version.or(place(&text::TITLES)) else {
            if title == bounded::TITLE {
                return Err(lines.fault("a bounded certificate, expected one of lemmas"));
            }
            let titles = text::TITLES.map(|title| format!("{title:?}")).join(" or ");
            return Err(lines.fault(format!("{}, expected {titles}", quoted(title))).in_title());
        };
        let header = parse_header(&mut lines, version)?;
        let steps = if !is_binary {
            Steps::Text(TextReader::new(header.clone(), lines, memory))
        } else {
            let data = lines.words()?.join(" ");
            if data != binary::DATA {
                return Err(lines.fault(format!("{}, expected {:?}", quoted(&data), binary::DATA)));
            }
            if !lines.plain {
                return Err(
                    lines.fault("the header of bytes has no comments, empty lines or needless spaces")
                );
            }
            Steps::Binary(BinaryReader::new(&header, lines.rest(), memory))
        };
        Ok(Certificate { header, steps })
    }

    /// The next step; nothing may be read after [`Step::End`].
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn step(&mut self) -> Result<Step, Refused> {
        match &mut self.steps {
            Steps::Text(reader) => reader.step(),
            Steps::Binary(reader) => reader.step(),
        }
    }

    /// The next step, which the checker has taken.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn checked_step(&mut self, checker: &mut Checker) -> Result<Step, Refused> {
        let step = self.step()?;
        match checker.step(&step) {
            Ok(()) => Ok(step),
            Err(why) => Err(Refused::wrong(format!("{}, before {}", checker.name(&step), self.place()), why)),
        }
    }

    /// The place in the file where the last step ended.
    pub fn place(&self) -> String {
        match &self.steps {
            Steps::Text(reader) => reader.place(),
            Steps::Binary(reader) => reader.place(),
        }
    }
}
