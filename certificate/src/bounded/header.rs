//! The header of a bounded certificate: board, clauses, start and claims. Board and clauses are as
//! in every other certificate.

use std::io::{self, BufRead, Write};

use super::replies::Replies;
use crate::format::{Claim, Header, Relation, Stones, Suicide};
use crate::header::player_name;
use crate::header::text::{Lines, parse_header, quoted, write_header};
use crate::refused::Refused;

/// The first line.
pub const TITLE: &str = "superko bounded certificate 1";

/// The first word of the line with the limits of replies.
const REPLIES: &str = "replies";

/// The last word of a claim with [`Section::retakes`].
const RETAKES: &str = "retakes";

/// The line before the moves.
const DATA: &str = "data";

/// What a bounded certificate is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounded {
    /// The board, and the rules under which the claims are made.
    pub header: Header,
    /// The position at the start.
    pub start: Stones,
    /// The player who moves first, by number.
    pub mover: u8,
    /// The limits within which positions are settled by replies; none if they are not.
    pub replies: Option<Replies>,
    /// The claims: one of Black, one of White, or both in this order.
    pub sections: Vec<Section>,
}

/// A claim of a player, the prover, with a proof of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section {
    /// `>=` a score for Black, `<=` a score for White.
    pub claim: Claim,
    /// Whether the proof goes on where the prover has answered a pass by a pass.
    pub plays_on: bool,
    /// Whether the prover may retake at once a ko taken right after his pass.
    pub retakes: bool,
}

impl Section {
    /// The claim of a player that he is ahead by at least `threshold` points.
    pub fn of(prover: u8, threshold: i32, plays_on: bool, retakes: bool) -> Section {
        let claim = match prover {
            0 => Claim { relation: Relation::AtLeast, p: threshold, q: 1 },
            _ => Claim { relation: Relation::AtMost, p: -threshold, q: 1 },
        };
        Section { claim, plays_on, retakes }
    }

    /// The player whose claim it is, by number.
    pub fn prover(&self) -> u8 {
        self.claim.sure()
    }

    /// The points by which he is ahead at least.
    pub fn threshold(&self) -> i64 {
        i64::from(if self.prover() == 0 { self.claim.p } else { -self.claim.p })
    }
}

impl Bounded {
    /// Reads the lines after the title.
    pub(super) fn read<R: BufRead>(lines: &mut Lines<R>) -> Result<Bounded, Refused> {
        let header = parse_header(lines, 2)?;
        if header.clauses.players != 2 {
            return Err(lines.fault("more than two players, expected rules for two"));
        }
        let words = lines.words()?;
        let start = match words.as_slice() {
            [first, position, player] if first == "start" => {
                header.parse_position(position).and_then(|start| Ok((start, header.parse_player(player)?)))
            }
            _ => Err("start, a position of the board and a player"),
        };
        let (start, mover) = start.map_err(|expected| expected_line(lines, &words, expected))?;
        let replies = if lines.peek()? == REPLIES { Some(replies(lines, &header)?) } else { None };
        let mut sections: Vec<Section> = Vec::new();
        while lines.peek()? == "claim" {
            let words = lines.words()?;
            let section = section(&words, &header)
                .filter(|section| sections.last().is_none_or(|before| before.prover() < section.prover()));
            let points = header.points();
            sections.push(section.ok_or_else(|| {
                let expected = format!(
                    "claim, >= or <= (each once, >= first), a whole number that a score of {points} points can miss, then two-passes end or two-passes play, then {RETAKES} or nothing"
                );
                expected_line(lines, &words, &expected)
            })?);
        }
        let words = lines.words()?;
        if sections.is_empty() || words != [DATA] {
            let expected = if sections.is_empty() { "a claim" } else { "a claim of White, or the line data" };
            return Err(expected_line(lines, &words, expected));
        }
        if !lines.plain {
            return Err(lines.fault("a bounded certificate has no comments, empty lines or needless spaces"));
        }
        Ok(Bounded { header, start, mover, replies, sections })
    }

    /// Writes the title and the lines after it.
    pub(super) fn write(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "{TITLE}")?;
        write_header(output, &self.header)?;
        writeln!(output, "start {}", self.state())?;
        if let Some(Replies { most, points, untouched }) = self.replies {
            writeln!(output, "{REPLIES} {most} {points} {untouched}")?;
        }
        for Section { claim, plays_on, retakes } in &self.sections {
            let after = if *plays_on { "play" } else { "end" };
            let last = if *retakes { format!(" {RETAKES}") } else { String::new() };
            writeln!(output, "claim {} {} two-passes {after}{last}", claim.relation.sign(), claim.p)?;
        }
        writeln!(output, "{DATA}")
    }

    /// The start and the player who moves first, as they are written.
    pub fn state(&self) -> String {
        format!("{} {}", self.header.position(&self.start), player_name(self.mover))
    }
}

fn expected_line<R: BufRead>(lines: &Lines<R>, words: &[String], expected: &str) -> Refused {
    let found = if words.is_empty() { "the end of the file".to_string() } else { quoted(&words.join(" ")) };
    lines.fault(format!("{found}, expected {expected}"))
}

/// Reads the line of replies. Where there is suicide, the stones of the prover's opponent need not
/// come to an end while he has nothing to answer, so then nothing is settled by replies.
fn replies<R: BufRead>(lines: &mut Lines<R>, header: &Header) -> Result<Replies, Refused> {
    let words = lines.words()?;
    if header.clauses.suicide != Suicide::Forbidden {
        let expected = "a claim, as replies need the clause suicide to be forbidden";
        return Err(expected_line(lines, &words, expected));
    }
    Replies::parse(&words[1..]).ok_or_else(|| {
        let expected = "replies and three whole numbers from 1 to 64, without leading zeros";
        expected_line(lines, &words, expected)
    })
}

/// Reads a claim. A score that every game has is not worth one.
fn section(words: &[String], header: &Header) -> Option<Section> {
    let (words, retakes) = match words {
        [words @ .., last] if last == RETAKES => (words, true),
        _ => (words, false),
    };
    let [_, relation, score, passes, after] = words else { return None };
    let claim = Claim::parse(relation, score).ok()?;
    let whole = matches!(claim.relation, Relation::AtLeast | Relation::AtMost) && claim.q == 1;
    let plays_on = match (passes.as_str(), after.as_str()) {
        ("two-passes", "end") => false,
        ("two-passes", "play") => true,
        _ => return None,
    };
    let (section, most) = (Section { claim, plays_on, retakes }, header.points() as i64);
    (whole && (1 - most..=most).contains(&section.threshold())).then_some(section)
}
