//! What of the published results is part of the program: what was judged of the claims, and the table of empty boards.

use crate::solutions::folder::Files;

macro_rules! published {
    ($($path:literal),* $(,)?) => {
        const FILES: &[(&str, &[u8])] =
            &[$(($path, include_bytes!(concat!("../../solutions/", $path)))),*];
    };
}

published![
    "SHA256SUMS",
    "claims/finding.json",
    "claims/jann.json",
    "claims/kee2009.json",
    "claims/kee2020.json",
    "claims/literature.json",
    "claims/nieminen.json",
    "claims/spight.json",
    "summary.csv",
];

/// The files by their paths in the folder of published results.
pub fn files() -> Files {
    FILES.iter().map(|(path, bytes)| (path.to_string(), bytes.to_vec())).collect()
}
