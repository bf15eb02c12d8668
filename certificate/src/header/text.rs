//! Lines of words, and the lines of a header, which both forms share.

use std::io::{self, BufRead, Read as _, Write};

use super::{Graph, Header, Rules, Told, name_of, parse_int};
use crate::clauses::{Clauses, KEYS, Lift, PLAIN, Suicide};
use crate::format::MOST_POINTS;
use crate::refused::Refused;

/// The most bytes of a line.
pub(crate) const MAX_LINE_BYTES: u64 = 1 << 16;

/// The most lines in a row without a word.
const MAX_EMPTY_LINES: u64 = 1 << 20;

/// The most characters of a file that an error quotes.
const MAX_QUOTED_CHARS: usize = 80;

/// Lines of words.
pub struct Lines<R> {
    input: R,
    /// The number of the last line read.
    pub number: u64,
    /// A line that has been peeked at and not yet read.
    ahead: Option<Vec<String>>,
    /// Whether every line so far consists of its words with single spaces between them.
    pub plain: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a file.
    pub fn new(input: R) -> Lines<R> {
        Lines { input, number: 0, ahead: None, plain: true }
    }

    /// An error about the last line read.
    pub fn fault(&self, what: impl Into<String>) -> Refused {
        Refused::wrong(format!("line {}", self.number), what)
    }

    /// The words of the next line that has any. At the end of the file there are none.
    pub fn words(&mut self) -> Result<Vec<String>, Refused> {
        if let Some(words) = self.ahead.take() {
            return Ok(words);
        }
        let mut line = Vec::new();
        for _ in 0..MAX_EMPTY_LINES {
            line.clear();
            self.number += 1;
            let read = self.input.by_ref().take(MAX_LINE_BYTES + 1).read_until(b'\n', &mut line);
            let length = read.map_err(|error| Refused::input(format!("line {}", self.number), &error))?;
            let said = line.strip_suffix(b"\n").unwrap_or(&line);
            if said.len() as u64 > MAX_LINE_BYTES {
                return Err(self.fault(format!("more than {MAX_LINE_BYTES} bytes on a line")));
            }
            let text = std::str::from_utf8(said).map_err(|_| self.fault("not text"))?;
            let words = text.split('#').next().unwrap_or_default().split(' ').filter(|word| !word.is_empty());
            let words: Vec<String> = words.map(str::to_string).collect();
            self.plain = self.plain && words.join(" ") == text && !words.is_empty();
            if !words.is_empty() || length == 0 {
                return Ok(words);
            }
        }
        Err(self.fault(format!("{MAX_EMPTY_LINES} lines without a word, expected fewer in a row")))
    }

    /// The first word of the next line.
    pub fn peek(&mut self) -> Result<&str, Refused> {
        let words = self.words()?;
        let words = self.ahead.insert(words);
        Ok(words.first().map_or("", String::as_str))
    }

    /// The input after the lines read so far.
    pub fn rest(self) -> R {
        self.input
    }
}

/// Quotes words of a file for an error: shortened, and with control characters escaped.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED_CHARS) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

// --- A header ---

/// The most permutations that a header lists.
const MAX_MAPS: usize = 1 << 14;

/// The most characters of a name for readers.
const MAX_NAME_CHARS: usize = 200;

/// Reads the header of a version.
pub fn parse_header<R: BufRead>(lines: &mut Lines<R>, version: u8) -> Result<Header, Refused> {
    if version == 1 { parse_ruleset(lines) } else { parse_clauses(lines) }
}

/// Reads `ROWSxCOLUMNS`.
fn sides<R: BufRead>(lines: &Lines<R>, board: &str) -> Result<(usize, usize), Refused> {
    let sides = board.split_once('x').map(|(rows, cols)| [rows, cols].map(|side| parse_int(side, 64)));
    match sides {
        Some([Ok(rows @ 1..), Ok(cols @ 1..)]) if rows * cols <= MOST_POINTS as i64 => {
            Ok((rows as usize, cols as usize))
        }
        _ => {
            Err(lines.fault(format!("board {}, expected ROWSxCOLUMNS, 1 to 64 intersections", quoted(board))))
        }
    }
}

/// Reads board, rules and options: version 1.
fn parse_ruleset<R: BufRead>(lines: &mut Lines<R>) -> Result<Header, Refused> {
    let board = value(lines, "board")?;
    let (rows, cols) = sides(lines, &board)?;
    let name = value(lines, "rules")?;
    let rules = choose(lines, &Rules::ALL, &name)?;
    let (mut suicide, mut scoring, mut lift) = (None, None, None);
    while lines.peek()? == "option" {
        let words = lines.words()?;
        let (name, value) = match words.as_slice() {
            [_, name, value] => (name.as_str(), value.as_str()),
            _ => return Err(lines.fault("expected option NAME VALUE")),
        };
        let again = match name {
            "suicide" => suicide.replace(choose(lines, &Suicide::ALL, value)?).is_some(),
            "scoring" => scoring.replace(choose(lines, &[("area", ())], value)?).is_some(),
            "lift" if rules.lifts() => lift.replace(choose(lines, &Lift::ALL, value)?).is_some(),
            _ => return Err(lines.fault(format!("the ruleset has no option {}", quoted(name)))),
        };
        if again {
            return Err(lines.fault(format!("option {name} a second time")));
        }
    }
    let lift = if rules.lifts() { lift } else { Some(Lift::Stands) };
    match (suicide, scoring, lift) {
        (Some(suicide), Some(()), Some(lift)) => Ok(Header::of_ruleset(rows, cols, rules, suicide, lift)),
        _ => Err(lines.fault("expected every option of the ruleset")),
    }
}

fn value<R: BufRead>(lines: &mut Lines<R>, name: &str) -> Result<String, Refused> {
    match lines.words()?.as_slice() {
        [first, value] if first == name => Ok(value.clone()),
        _ => Err(lines.fault(format!("expected {name} and one word"))),
    }
}

fn choose<R: BufRead, T: Copy>(lines: &Lines<R>, all: &[(&str, T)], name: &str) -> Result<T, Refused> {
    let found = all.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        lines.fault(format!("{}, expected one of {}", quoted(name), names.join(", ")))
    })
}

/// Reads board, name and clauses: version 2.
fn parse_clauses<R: BufRead>(lines: &mut Lines<R>) -> Result<Header, Refused> {
    let words = lines.words()?;
    let (is_graph, board) = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["board", "graph", board] => (true, (*board).to_string()),
        ["board", board] => (false, (*board).to_string()),
        _ => return Err(lines.fault("expected board ROWSxCOLUMNS or board graph ROWSxCOLUMNS")),
    };
    let (rows, cols) = sides(lines, &board)?;
    let plain = Header { rows, cols, graph: None, told: Told::Clauses(None), clauses: PLAIN };
    let graph = if is_graph { Some(parse_graph(lines, &plain)?) } else { None };
    let mut name = None;
    if lines.peek()? == "rules" {
        let words = lines.words()?;
        let text = words[1..].join(" ");
        if !is_name(&text) {
            return Err(lines
                .fault(format!("expected rules and a name of 1 to {MAX_NAME_CHARS} printable characters")));
        }
        name = Some(text);
    }
    let mut clauses = PLAIN;
    let mut keys = KEYS.into_iter();
    while lines.peek()? == "clause" {
        let words = lines.words()?;
        let key = words.get(1).map_or("", String::as_str);
        if !keys.any(|known| known == key) {
            let expected = KEYS.join(", ");
            return Err(lines.fault(format!(
                "clause {}, expected each at most once, in the order {expected}",
                quoted(key)
            )));
        }
        let value = words[2..].join(" ");
        if clauses.set(key, &value).is_none() {
            return Err(lines.fault(format!(
                "clause {key} {}, expected a value of the clause that is not its default",
                quoted(&value)
            )));
        }
    }
    clauses
        .check(rows * cols)
        .map_err(|fault| lines.fault(format!("clauses that do not go together: {fault}")))?;
    Ok(Header { graph, told: Told::Clauses(name), clauses, ..plain })
}

/// Reads the edges of a graph and its maps, which must be automorphisms.
fn parse_graph<R: BufRead>(lines: &mut Lines<R>, board: &Header) -> Result<Graph, Refused> {
    let points = board.points();
    let place = |name: &str| (0..points as u8).find(|&point| board.move_name(point) == name);
    let words = lines.words()?;
    if words.first().is_none_or(|first| first != "edges") {
        return Err(lines.fault("expected edges, and two neighbours each with - between them"));
    }
    let mut graph = Graph::default();
    for word in &words[1..] {
        let ends = word.split_once('-').and_then(|(one, other)| Some((place(one)?, place(other)?)));
        let edge = ends.filter(|edge| edge.0 < edge.1 && graph.edges.last().is_none_or(|last| last < edge));
        graph.edges.push(edge.ok_or_else(|| {
            lines.fault(format!(
                "edge {}, expected two intersections in ascending order, behind the edge before",
                quoted(word)
            ))
        })?);
    }
    let identity: Vec<u8> = (0..points as u8).collect();
    while lines.peek()? == "map" {
        let words = lines.words()?;
        let images: Option<Vec<u8>> = words[1..].iter().map(|word| place(word)).collect();
        let images = images
            .filter(|images| images.len() == points && *images > *graph.maps.last().unwrap_or(&identity));
        let Some(images) = images else {
            return Err(lines
                .fault("expected map and the image of each intersection, in ascending order of the maps"));
        };
        let image = |point: u8| images[usize::from(point)];
        let mut seen = 0u64;
        images.iter().for_each(|point| seen |= 1 << point);
        let keeps = |(a, b): &(u8, u8)| {
            let (a, b) = (image(*a), image(*b));
            graph.edges.binary_search(&(a.min(b), a.max(b))).is_ok()
        };
        if seen.count_ones() as usize != points || !graph.edges.iter().all(keeps) {
            return Err(
                lines.fault("a map that does not take neighbours to neighbours, expected an automorphism")
            );
        }
        if graph.maps.len() == MAX_MAPS {
            return Err(lines.fault(format!("more than {MAX_MAPS} maps")));
        }
        graph.maps.push(images);
    }
    Ok(graph)
}

/// Whether a text may be the name of rules. It is words of printable characters with single spaces
/// between them.
pub fn is_name(text: &str) -> bool {
    let words = text.split(' ').all(|word| !word.is_empty());
    words
        && text.len() <= MAX_NAME_CHARS
        && text.bytes().all(|byte| (32..127).contains(&byte) && byte != b'#')
}

/// Writes a header.
pub fn write_header(output: &mut impl Write, header: &Header) -> io::Result<()> {
    let Header { rows, cols, graph, told, clauses } = header;
    if let Told::Ruleset(rules) = told {
        writeln!(output, "board {rows}x{cols}")?;
        writeln!(output, "rules {}", name_of(&Rules::ALL, rules))?;
        writeln!(output, "option suicide {}", name_of(&Suicide::ALL, &clauses.suicide))?;
        writeln!(output, "option scoring area")?;
        if rules.lifts() {
            writeln!(output, "option lift {}", name_of(&Lift::ALL, &clauses.occurs))?;
        }
        return Ok(());
    }
    let names = |points: &[u8]| {
        points.iter().map(|point| format!(" {}", header.move_name(*point))).collect::<String>()
    };
    match graph {
        None => writeln!(output, "board {rows}x{cols}")?,
        Some(graph) => {
            writeln!(output, "board graph {rows}x{cols}")?;
            writeln!(output, "edges{}", edges(header, graph))?;
            graph.maps.iter().try_for_each(|map| writeln!(output, "map{}", names(map)))?;
        }
    }
    if let Told::Clauses(Some(name)) = told {
        writeln!(output, "rules {name}")?;
    }
    clauses.given().try_for_each(|(key, value)| writeln!(output, "clause {key} {value}"))
}

/// The edges of a graph, each with a space before it.
fn edges(header: &Header, graph: &Graph) -> String {
    let edge = |(a, b): &(u8, u8)| format!(" {}-{}", header.move_name(*a), header.move_name(*b));
    graph.edges.iter().map(edge).collect()
}

/// The rules of a header, on one line. In version 1 it is a ruleset with the options that differ
/// from the defaults, else the clauses.
pub fn rules(header: &Header) -> String {
    let Clauses { suicide, occurs, .. } = header.clauses;
    let Told::Ruleset(rules) = header.told else {
        let given: Vec<String> =
            header.clauses.given().map(|(key, value)| format!("{key} {value}")).collect();
        return format!("[{}]", given.join("; "));
    };
    let mut text = name_of(&Rules::ALL, &rules).to_string();
    if suicide != Suicide::Forbidden {
        text += &format!(" --suicide {}", name_of(&Suicide::ALL, &suicide));
    }
    if occurs != Lift::Stands {
        text += &format!(" --lift {}", name_of(&Lift::ALL, &occurs));
    }
    text
}

/// The board of a header.
pub fn board(header: &Header) -> String {
    let Header { rows, cols, graph, .. } = header;
    match graph {
        None => format!("{rows}x{cols}"),
        Some(graph) if graph.edges.len() == 1 => format!("graph {rows}x{cols} with 1 edge"),
        Some(graph) => format!("graph {rows}x{cols} with {} edges", graph.edges.len()),
    }
}

/// The lines of a header of version 2: edges, clauses, and the name for readers.
pub fn details(header: &Header) -> Vec<String> {
    let Told::Clauses(name) = &header.told else { return Vec::new() };
    let edges = header.graph.as_ref().map(|graph| format!("edges{}", edges(header, graph)));
    let clauses = header.clauses.given().map(|(key, value)| format!("clause {key} {value}"));
    let name = name.as_ref().map(|name| format!("called {name}, a name that proves nothing"));
    edges.into_iter().chain(clauses).chain(name).collect()
}

/// The game of a header.
pub fn game(header: &Header) -> String {
    format!("{} {}", board(header), rules(header))
}
