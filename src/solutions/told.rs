//! What the tables say, against what their certificates prove: which values a certificate is to prove, and
//! whether it does.

use std::io::Cursor;

use super::backing::{Backing, Proves};
use super::manifest;
use super::parts::Parts;
use super::plan::Case;
use super::strong::classes;
use super::subject::Subject;
use super::table::Table;
use super::variant::Variant;
use super::work::MEMORY;
use crate::go::notation::{diagram_line, move_name};
use crate::go::{Board, Player, Position};
use crate::prove;
use crate::report::record::MoveName;
use crate::rules::Game;
use superko_certificate::conclusion::Proved;
use superko_certificate::text;
use superko_certificate::verify::{Verified, verify};

/// What a folder says of a subject.
#[derive(Debug)]
pub struct Told<'a> {
    /// The subject.
    pub subject: Subject,
    values: Values<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Values<'a> {
    Table(&'a Table),
    /// One for each class of positions of the board.
    Rows(&'a [String]),
}

/// Everything of a folder that a certificate can be about: the tables, then the columns.
pub fn told(parts: &Parts) -> Vec<Told<'_>> {
    let variant = |name: &str| Variant::named(name).expect("what was read is named after its variant");
    let table = |(name, table): &'_ (String, Table)| {
        let board = Board::parse(&table.board.name).expect("what was read has a board");
        Subject::Table(Case { board, variant: variant(name) })
    };
    let tables =
        parts.tables.iter().map(|named| Told { subject: table(named), values: Values::Table(&named.1) });
    let columns = parts.strong.iter().flat_map(|strong| {
        strong.columns.iter().map(move |(name, rows)| Told {
            subject: Subject::Column(strong.board.clone(), variant(name)),
            values: Values::Rows(rows),
        })
    });
    tables.chain(columns).collect()
}

/// The state of a case as a certificate names it.
fn state(board: &Board, case: &prove::Case) -> String {
    let mover = if case.mover == Player::Black { "black" } else { "white" };
    let moves: Vec<String> = case.moves.iter().map(|mv| move_name(board, *mv)).collect();
    let after = if moves.is_empty() { String::new() } else { format!(" after {}", moves.join(",")) };
    format!("{} {mover}{after}", diagram_line(board, &case.start))
}

impl Told<'_> {
    /// As much as a certificate can prove of it: nothing without a value or on a board that is no grid, and the first
    /// moves if all of them have one.
    pub fn provable(&self) -> Option<Proves> {
        if !self.subject.board().is_grid() {
            return None;
        }
        match self.values {
            Values::Rows(_) => Some(Proves::EveryRow),
            Values::Table(table) if table.answer.value.is_none() => None,
            Values::Table(table) if table.move_values.iter().all(|mv| mv.value.is_some()) => {
                Some(Proves::FirstMoves)
            }
            Values::Table(_) => Some(Proves::Value),
        }
    }

    /// The game.
    pub fn game(&self) -> Game {
        self.subject.variant().game(self.subject.board().clone())
    }

    /// The states whose values are proved.
    pub fn cases(&self, game: &Game, proves: Proves) -> Vec<prove::Case> {
        let start = prove::Case::start(game, Position::default(), Player::Black);
        match proves {
            Proves::Value => vec![start],
            Proves::FirstMoves => prove::Case::with_first_moves(game, start),
            Proves::EveryRow => classes(&game.board)
                .iter()
                .map(|class| prove::Case::start(game, class.position, Player::Black))
                .collect(),
        }
    }

    /// The value that the folder gives the state of a case, which comes at this place among all.
    fn value(&self, board: &Board, place: usize, case: &prove::Case) -> Option<String> {
        match self.values {
            Values::Rows(rows) => rows.get(place).cloned(),
            Values::Table(table) => match case.moves.as_slice() {
                [] => Some(table.answer.value?.to_string()),
                [mv, ..] => {
                    let name = MoveName::of(board, *mv);
                    Some(table.move_values.iter().find(|value| value.mv == name)?.value?.to_string())
                }
            },
        }
    }

    /// The command that makes the certificate.
    pub fn command(&self, proves: Proves) -> String {
        let more = match proves {
            Proves::Value => "",
            Proves::FirstMoves => " --move-values",
            Proves::EveryRow => " --every-position",
        };
        let (board, variant) = (self.subject.board(), self.subject.variant());
        format!(
            "solve prove --board {board} {}{more} --out {board}-{}.cert",
            variant.arguments(),
            variant.name()
        )
    }

    /// Why what was verified is not all that is to be proved, or not so; the first reason.
    pub fn fault(&self, proves: Proves, verified: &Verified) -> Option<String> {
        let (game, file) = (self.game(), self.subject.path());
        let (found, wanted) = (&verified.header, prove::header(&game));
        if Some(found) != wanted.as_ref() {
            let wanted = wanted.map_or_else(|| self.subject.name(), |header| text::game(&header));
            return Some(format!("is about {}, expected {wanted}", text::game(found)));
        }
        for (place, case) in self.cases(&game, proves).iter().enumerate() {
            let state = state(&game.board, case);
            let proved = verified.proved.get(&state);
            let found = proved.and_then(Proved::value).map(|value| value.to_string());
            match (self.value(&game.board, place, case), found) {
                (Some(value), Some(found)) if value == found => {}
                (Some(value), Some(found)) => {
                    return Some(format!(
                        "proves that the value of {state} is {found}, {file} gives {value}"
                    ));
                }
                (value, _) => {
                    let value = value.unwrap_or("none".to_string());
                    return Some(format!("does not prove the value of {state}, {file} gives {value}"));
                }
            }
            if let (Values::Table(table), [], Some(proved)) = (self.values, case.moves.as_slice(), proved)
                && let Some(why) = other_finite_play(table, proved)
            {
                return Some(format!("{why} of {state} than {file} gives"));
            }
        }
        None
    }

    /// Checks a certificate of the folder. What is wrong with it, if anything.
    pub fn check(&self, backing: &Backing, bytes: &[u8]) -> Option<String> {
        let Backing::Certificate { proves, lemmas, .. } = backing else { return None };
        let verified = match verify(Cursor::new(bytes.to_vec()), MEMORY) {
            Ok(verified) => verified,
            Err(refused) => return Some(format!("not verified: {}: {}", refused.place, refused.why)),
        };
        let other = format!("has {} lemmas, {} says {lemmas}", verified.lemmas, manifest::MANIFEST);
        self.fault(*proves, &verified).or((verified.lemmas != *lemmas).then_some(other))
    }
}

/// What is proved of finite play, if a table says otherwise.
fn other_finite_play(table: &Table, proved: &Proved) -> Option<String> {
    let play = table.answer.finite_play.as_ref()?;
    let can_end = [!play.white_can_force_no_result, !play.black_can_force_no_result];
    let proved_end = [0, 1].map(|player| proved.forces_end(player));
    if proved.interval() != Some((play.low, play.high)) {
        return Some("proves another interval of finite play".to_string());
    }
    (proved_end != can_end.map(Some)).then(|| "proves otherwise who can force an end".to_string())
}
