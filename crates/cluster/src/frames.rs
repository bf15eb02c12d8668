//! Frames: how bytes lie on a connection between processes.
//!
//! A frame is its length, in four bytes, and its bytes. A frame of length 0 says that the other end
//! sends nothing more.

use std::io::{self, ErrorKind, Read, Write};

/// Maximum size of a message between processes. Those of this program are far smaller.
pub const MAX_MESSAGE_BYTES: usize = 1 << 28;

/// The first bytes of a long message that room is made for before they have come.
pub const FIRST_BYTES: usize = 1 << 16;

/// Writes a frame; an empty one is the last.
pub fn write_frame(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(bytes)
}

/// The length of the frame that comes next; 0 if the other end sends nothing more.
pub fn read_length(from: &mut impl Read) -> io::Result<usize> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    match u32::from_le_bytes(length) as usize {
        length @ 0..=MAX_MESSAGE_BYTES => Ok(length),
        length => {
            let what = format!("a message of {length} bytes, expected at most {MAX_MESSAGE_BYTES}");
            Err(io::Error::new(ErrorKind::InvalidData, what))
        }
    }
}

/// The next frame; `None` if the other end sends nothing more.
pub fn read_frame(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let length = read_length(from)?;
    let mut bytes = Vec::with_capacity(length.min(FIRST_BYTES));
    from.take(length as u64).read_to_end(&mut bytes)?;
    match bytes.len() {
        0 if length == 0 => Ok(None),
        read if read == length => Ok(Some(bytes)),
        _ => Err(ErrorKind::UnexpectedEof.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_they_were_written_and_torn_ones_are_errors() {
        let mut bytes = Vec::new();
        for message in [&b"a"[..], &[7; 300], b""] {
            write_frame(&mut bytes, message).unwrap();
        }
        let from = &mut &bytes[..];
        assert_eq!(read_frame(from).unwrap().unwrap(), b"a");
        assert_eq!(read_frame(from).unwrap().unwrap(), [7; 300]);
        assert_eq!(read_frame(from).unwrap(), None);
        for length in 0..5 {
            assert_eq!(read_frame(&mut &bytes[..length]).unwrap_err().kind(), ErrorKind::UnexpectedEof);
        }
        let long = (MAX_MESSAGE_BYTES as u32 + 1).to_le_bytes();
        assert_eq!(read_frame(&mut &long[..]).unwrap_err().kind(), ErrorKind::InvalidData);
    }
}
