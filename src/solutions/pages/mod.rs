//! The pages of a folder: everything that follows from its results. Each is a function of typed results to a text.

mod beasts;
mod bounded;
mod certificates;
mod claims;
mod counts;
mod differences;
mod distribution;
mod heat_map;
mod literature;
mod markdown;
mod own;
mod players;
mod positions;
mod published;
mod readme;
mod summary;
mod svg;
mod telling;
mod view;

use super::product::Solutions;
use crate::report::schemas;
use view::View;

/// The page that defines certificates. It is written by hand, and is part of every folder.
const FORMAT: &str = include_str!("../../../solutions/CERTIFICATES.md");

/// All pages by their paths.
pub fn all(solutions: &Solutions) -> Vec<(String, String)> {
    let view = View::of(solutions);
    let of_the_catalogue = solutions.rulesets.are_of_the_catalogue();
    let mut pages = vec![
        ("summary.csv", summary::csv(solutions)),
        ("README.md", if of_the_catalogue { readme::page(&view) } else { own::page(&view) }),
        ("CERTIFICATES.md", FORMAT.to_string()),
        (heat_map::PATH, heat_map::svg(&view)),
    ];
    pages.extend(schemas::FILES.iter().map(|(path, schema)| (*path, schema.to_string())));
    if of_the_catalogue {
        pages.push(("published.jsonl", published::lines(solutions)));
    }
    pages.extend(differences::page(&view).map(|page| ("differences.md", page)));
    pages.extend(distribution::svg(&view).map(|svg| (distribution::PATH, svg)));
    let pages = pages.into_iter().map(|(path, page)| (path.to_string(), page));
    pages.chain(claims::pages(solutions)).chain(beasts::pages(solutions)).collect()
}
