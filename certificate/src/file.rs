//! A certificate as a file: either form, compressed or not, read from front to back.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};

use flate2::bufread::MultiGzDecoder;
use flate2::{Compression, GzBuilder};

use super::binary::{self, BinaryReader, BinaryWriter};
use super::format::{Header, Malformed, Step};
use super::text::{self, Lines, TextReader, parse_header, quoted};

/// The first two bytes of a file that gzip has written.
const GZIP: [u8; 2] = [31, 139];

/// Writes a certificate in the binary form, compressed. The gzip header names neither a file nor a time, so the
/// same steps always give the same bytes.
///
/// # Errors
/// The error of the output.
pub fn write(header: &Header, steps: &[Step], output: impl Write) -> io::Result<()> {
    let mut packed = GzBuilder::new().write(output, Compression::best());
    let mut writer = BinaryWriter::new(header, &mut packed)?;
    steps.iter().try_for_each(|step| writer.step(step))?;
    packed.finish()?.flush()
}

type Input = Box<dyn BufRead>;

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
    /// Begins to read one. A lemma whose reads take more than `memory` bytes is malformed.
    ///
    /// # Errors
    /// What is wrong with its first lines.
    pub fn open(input: impl Read + 'static, memory: usize) -> Result<Certificate, Malformed> {
        let (mut input, mut first) = (BufReader::new(input), Vec::new());
        let fault =
            |error: std::io::Error| Malformed { place: "byte 0".to_string(), what: error.to_string() };
        input.by_ref().take(GZIP.len() as u64).read_to_end(&mut first).map_err(fault)?;
        let compressed = first == GZIP;
        let input = Cursor::new(first).chain(input);
        let input: Input =
            if compressed { Box::new(BufReader::new(MultiGzDecoder::new(input))) } else { Box::new(input) };
        let mut lines = Lines::new(input);
        let title = lines.words()?.join(" ");
        let is_binary = title == binary::TITLE;
        if !is_binary && title != text::TITLE {
            return Err(lines.fault(format!("{}, expected {:?}", quoted(&title), text::TITLE)));
        }
        let header = parse_header(&mut lines)?;
        let steps = if !is_binary {
            Steps::Text(TextReader::new(header, lines, memory))
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
    pub fn step(&mut self) -> Result<Step, Malformed> {
        match &mut self.steps {
            Steps::Text(reader) => reader.step(),
            Steps::Binary(reader) => reader.step(),
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
