//! SHA-256 sums, in the notation of `sha256sum`.

use sha2::{Digest, Sha256};

/// The SHA-256 sum of some bytes, in hexadecimal.
pub fn sum(bytes: impl AsRef<[u8]>) -> String {
    hex(Sha256::digest(bytes))
}

/// The SHA-256 sum of some bytes, as bytes.
pub fn digest(bytes: impl AsRef<[u8]>) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

fn hex(sum: impl AsRef<[u8]>) -> String {
    sum.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A running SHA-256 sum.
#[derive(Debug, Clone, Default)]
pub struct RunningSum {
    sum: Sha256,
    bytes: u64,
}

impl RunningSum {
    /// Appends bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.sum.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// The number of bytes so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The sum of all bytes, in hexadecimal.
    pub fn sum(self) -> String {
        hex(self.sum.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_one_after_the_other_have_the_sum_of_all() {
        let mut summed = RunningSum::default();
        summed.add(b"ab");
        summed.add(b"c");
        assert_eq!(summed.bytes(), 3);
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!((summed.sum(), sum("abc")), (known.to_string(), known.to_string()));
    }
}
