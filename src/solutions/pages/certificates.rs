//! Certificates, on the page of the folder: how many there are, and how large.

use super::markdown::{heads, table};
use super::view::View;
use crate::solutions::bounded::Bounded;
use crate::solutions::evidence::{Evidence, Made, Proves};
use crate::solutions::players::Secured;
use crate::solutions::positions::Column;
use crate::solutions::product::{Product, Results};
use crate::solutions::table::Table;
use crate::solutions::task::Task;

/// The boards whose certificates are compared.
const BOARDS: [&str; 4] = ["2x2", "2x3", "3x3", "3x4"];

/// The cell of a result without a certificate.
const NOTHING: &str = "–";

/// How many results have which evidence.
pub fn evidence(view: &View) -> String {
    let tables = kinds("tables", view.solutions.results::<Table>());
    let columns = kinds("columns", view.solutions.results::<Column>());
    let shares = kinds("games of three", view.solutions.results::<Secured>());
    let mut rows = vec![tables, columns, shares];
    if view.solutions.rulesets.are_of_the_catalogue() {
        rows.push(kinds("bounded claims", view.solutions.results::<Bounded>()));
    }
    table(&heads(&["results"], ["certificate", "remade", "search"]), "lr", rows)
}

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
pub fn sizes(view: &View) -> String {
    let tabled = |name: &&str| view.boards.iter().copied().find(|board| board.to_string() == **name);
    let boards: Vec<_> = BOARDS.iter().filter_map(tabled).collect();
    if boards.is_empty() {
        return String::new();
    }
    let made = &view.solutions.results::<Table>().evidence;
    let rows = view.rulesets.iter().filter_map(|variant| {
        let cells: Vec<String> =
            boards.iter().map(|board| cell(made.get(&Task::of(board, variant)))).collect();
        // The rulesets that are not composed of clauses have no row.
        let proved = cells.iter().any(|cell| cell != NOTHING);
        proved.then(|| std::iter::once(format!("`{}`", variant.name())).chain(cells).collect())
    });
    let names = boards.iter().map(|board| board.to_string());
    let heads: Vec<String> = std::iter::once("ruleset".to_string()).chain(names).collect();
    let prose = "Lemmas and bytes of the certificates of empty boards (\\* the value alone; without a link: `remade`):";
    format!("{prose}\n\n{}", table(&heads, "lr", rows))
}

fn cell(made: Option<&Made>) -> String {
    let mark = |proves: &Proves| if *proves == Proves::Value { "\\*" } else { "" };
    match made.map(|made| (&made.evidence, &made.certificate)) {
        Some((Evidence::Certificate { path, lemmas, proves }, certificate)) => {
            let bytes = certificate.as_ref().map_or(0, Vec::len);
            format!("[{lemmas}, {bytes}]({path}){}", mark(proves))
        }
        Some((Evidence::Remade { lemmas, bytes, proves, .. }, _)) => {
            format!("{lemmas}, {bytes}{}", mark(proves))
        }
        Some((Evidence::Search, _)) | None => NOTHING.to_string(),
    }
}
