//! The section of the page on certificates: what they are, how to check one, how large they are.

use std::fmt::Write;

use super::markdown::table;
use super::view::View;
use crate::solutions::evidence::{Evidence, MOST_BYTES, Made, Proves};
use crate::solutions::positions::Column;
use crate::solutions::product::{Product, Results};
use crate::solutions::table::Table;
use crate::solutions::task::Task;

/// The boards whose certificates are compared.
const BOARDS: [&str; 4] = ["2x2", "2x3", "3x3", "3x4"];

/// The section.
pub fn section(view: &View, text: &mut String) {
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
    let tables = kinds("tables", view.solutions.results::<Table>());
    let columns = kinds("columns", view.solutions.results::<Column>());
    table(&["results", "`certificate`", "`remade`", "`search`"], "lr", [tables, columns], text);
    sizes(view, text);
}

/// How many results of a kind have which evidence.
fn kinds<P: Product>(what: &str, results: &Results<P>) -> Vec<String> {
    let mut counts = [0; 3];
    for (task, _) in results.all.iter().filter(|(_, result)| !P::COLUMNS || result.complete()) {
        let place = match results.evidence.get(task).map(|made| &made.evidence) {
            Some(Evidence::Certificate { .. }) => 0,
            Some(Evidence::Remade { .. }) => 1,
            Some(Evidence::Search) | None => 2,
        };
        counts[place] += 1;
    }
    [vec![what.to_string()], counts.map(|count: usize| count.to_string()).to_vec()].concat()
}

/// How large the certificates of a few boards are under each ruleset with its defaults.
fn sizes(view: &View, text: &mut String) {
    let tabled = |name: &&str| view.boards.iter().copied().find(|board| board.to_string() == **name);
    let boards: Vec<_> = BOARDS.iter().filter_map(tabled).collect();
    if boards.is_empty() {
        return;
    }
    text.push_str(
        "\nLemmas and bytes of the certificates of empty boards (\\* the value alone; without a link: `remade`):\n\n",
    );
    let evidence = &view.solutions.results::<Table>().evidence;
    let rows = view.rulesets.iter().map(|variant| {
        let cells = boards
            .iter()
            .map(|board| evidence.get(&Task::of(board, variant)).map_or(cell(&Made::SEARCH), cell));
        std::iter::once(format!("`{}`", variant.entry.id)).chain(cells).collect()
    });
    let names = boards.iter().map(|board| board.to_string());
    let heads: Vec<String> = std::iter::once("ruleset".to_string()).chain(names).collect();
    table(&heads, "lr", rows, text);
}

fn cell(Made { evidence, certificate }: &Made) -> String {
    let mark = |proves: &Proves| if *proves == Proves::Value { "\\*" } else { "" };
    match evidence {
        Evidence::Certificate { path, lemmas, proves } => {
            let bytes = certificate.as_ref().map_or(0, Vec::len);
            format!("[{lemmas}, {bytes}]({path}){}", mark(proves))
        }
        Evidence::Remade { lemmas, bytes, proves, .. } => format!("{lemmas}, {bytes}{}", mark(proves)),
        Evidence::Search => "–".to_string(),
    }
}
