//! The part of the page on certificates: what they are, how to check one, how large they are.

use std::fmt::Write;

use super::backing::{Backing, Proves};
use super::certify::MOST_BYTES;
use super::parts::{Parts, file_name};
use super::subject::Subject;
use super::told::told;
use super::variant::Variant;

/// The boards whose certificates are compared.
const BOARDS: [&str; 4] = ["2x2", "2x3", "3x3", "3x4"];

/// Writes it.
pub fn section(parts: &Parts, text: &mut String) {
    let _ = writeln!(
        text,
        "## Certificates

The search that has found these values need not be believed. A certificate is a proof of them, lemma by lemma, and
is checked by a program that shares neither board nor rulesets nor search with the one that made it.
[CERTIFICATES.md](CERTIFICATES.md) tells the format and the rules of Go that it needs: enough to write a further
checker. In the root of the repository:

```sh
solve check solutions/2x2/psk.cert
python3 scripts/check_certificate.py solutions/2x2/psk.cert
solve certificate show solutions/2x2/psk.cert                # the lemmas as text
```

`BOARD/RULES.cert` proves the value of the empty board and of every first move; the value alone if the table has
a first move without one, or if that makes the file too large. `strong/BOARD/RULES.cert` proves a whole column. A
certificate of more than {} KiB is not in the folder. `MANIFEST.json` tells by what every table is backed, and
every column of a strong table (`columns`):

* `certificate`: by a file, of so many `lemmas`, with what it `proves`.
* `remade`: by a larger one. The `command` makes it again, byte for byte; its sum is given.
* `search`: by nothing but the search, as no value was found, or no certificate within the limit. Counts and
  differences are, too.
",
        MOST_BYTES >> 10
    );
    let mut counts = [[0; 3]; 2];
    for told in told(parts) {
        let kind = match parts.backing.get(&told.subject.certificate()) {
            Some(Backing::Certificate { .. }) => 0,
            Some(Backing::Remade { .. }) => 1,
            Some(Backing::Search) | None => 2,
        };
        counts[usize::from(matches!(told.subject, Subject::Column(..)))][kind] += 1;
    }
    text.push_str("| | `certificate` | `remade` | `search` |\n|---|---:|---:|---:|\n");
    for (what, [certificate, remade, search]) in ["tables", "columns"].into_iter().zip(counts) {
        let _ = writeln!(text, "| {what} | {certificate} | {remade} | {search} |");
    }
    sizes(parts, text);
}

/// How large the certificates of a few boards are under each ruleset as it stands.
fn sizes(parts: &Parts, text: &mut String) {
    let boards: Vec<&str> = BOARDS
        .into_iter()
        .filter(|board| parts.table(board, Variant::usual_ones()[0].entry.id).is_some())
        .collect();
    if boards.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "\nLemmas and bytes of the certificates of empty boards (\\* the value alone; without a link: `remade`):\n\n| ruleset | {} |\n|---|{}",
        boards.join(" | "),
        "---:|".repeat(boards.len())
    );
    for variant in Variant::usual_ones() {
        let cells: Vec<String> =
            boards.iter().map(|board| cell(parts, &certificate(board, &variant))).collect();
        let _ = writeln!(text, "| `{}` | {} |", variant.entry.id, cells.join(" | "));
    }
}

fn certificate(board: &str, variant: &Variant) -> String {
    format!("{}/{}.cert", file_name(board), variant.name())
}

fn cell(parts: &Parts, path: &str) -> String {
    let mark = |proves: &Proves| if *proves == Proves::Value { "\\*" } else { "" };
    match parts.backing.get(path) {
        Some(Backing::Certificate { lemmas, proves, .. }) => {
            let bytes = parts.certificates.get(path).map_or(0, Vec::len);
            format!("[{lemmas}, {bytes}]({path}){}", mark(proves))
        }
        Some(Backing::Remade { lemmas, bytes, proves, .. }) => format!("{lemmas}, {bytes}{}", mark(proves)),
        Some(Backing::Search) | None => "–".to_string(),
    }
}
