//! What is published of a start. Nothing that the program proves or answers rests on it: it is shown beside the answer.

use crate::go::notation::parse_position;
use crate::go::{Player, Players, Position};
use crate::prove::header;
use crate::report::record::{Backing, Bounds, Published, PublishedStart};
use crate::rules::{Game, catalogue};

use super::question::Question;

/// Every published start, one JSON object a line.
const INDEX: &str = include_str!("../../solutions/published.jsonl");

/// What is published of the start of a question without moves, if anything is. A start is the same up to a symmetry of the
/// board, and rules are the same if their clauses are, whatever they are called. Takes a few dozen lines of the index.
pub fn published(question: &Question) -> Option<Published> {
    let setup = &question.setup;
    if !question.moves.is_empty() || setup.game.options.players != Players::Two {
        return None;
    }
    combined(known(&setup.game, &setup.start, setup.to_move))
}

/// The lines of the index that are about a start, best backing first.
fn known(game: &Game, start: &Position, to_move: Player) -> Vec<PublishedStart> {
    let board = &game.board;
    let beginning = format!("{{\"board\":{:?},", board.to_string());
    let lines = INDEX.lines().filter(|line| line.starts_with(&beginning));
    let all = lines.map(|line| serde_json::from_str(line).expect("the index is in its form"));
    let is_start = |other: &PublishedStart| {
        let position = parse_position(board, &other.start).expect("the index has positions of its boards");
        other.to_move == to_move
            && board.symmetries().iter().any(|symmetry| start.image(symmetry) == position)
    };
    let mut known: Vec<PublishedStart> =
        all.filter(is_start).filter(|other| is_game(game, &other.rules)).collect();
    known.sort_by_key(|start| match start.backing {
        Backing::Certificate { .. } => 0,
        Backing::Remade { .. } => 1,
        Backing::Search { .. } => 2,
    });
    known
}

/// Whether a game has the rules of this name. Two rulesets of clauses are the same if the clauses are; any other has a machine
/// of its own, and is the same if it is the same ruleset with the same options.
fn is_game(game: &Game, rules: &str) -> bool {
    let (entry, options) = catalogue::parse(rules).expect("the index has rulesets of the catalogue");
    let other = entry.game(game.board.clone(), options);
    match (header(game), header(&other)) {
        // What a game without end is worth is no clause.
        (Some(ours), Some(theirs)) => ours.has_game_of(&theirs) && game.options.cycles == options.cycles,
        (None, None) => std::ptr::eq(game.entry, entry) && game.options == options,
        _ => false,
    }
}

/// What some lines about one start say together.
fn combined(known: Vec<PublishedStart>) -> Option<Published> {
    if let Some(PublishedStart { low, backing, .. }) = known.iter().find(|start| start.low == start.high) {
        let (bounds, backing) = (Bounds::between(*low, *low), vec![backing.clone()]);
        return Some(Published { value: Some(*low), bounds, backing });
    }
    // All of them have bounds that are points: see the generator of the index.
    let low = known.iter().rev().max_by_key(|start| start.low.points())?;
    let high = known.iter().min_by_key(|start| start.high.points())?;
    let mut backing = vec![low.backing.clone()];
    backing.extend((low.backing != high.backing).then(|| high.backing.clone()));
    let bounds = Bounds::between(low.low, high.high);
    Some(Published { value: (low.low == high.high).then_some(low.low), bounds, backing })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Texts;
    use crate::report::display::published_in_words;

    fn said(board: &str, rules: &str, change: impl FnOnce(&mut Texts)) -> Option<String> {
        let mut texts = Texts { board: board.to_string(), rules: rules.to_string(), ..Texts::default() };
        change(&mut texts);
        published(&texts.question().unwrap()).map(|published| published_in_words(&published))
    }

    fn known(board: &str, rules: &str) -> String {
        said(board, rules, |_| {}).unwrap_or_else(|| panic!("{board} {rules}"))
    }

    #[test]
    fn every_line_of_the_index_is_about_a_start_that_can_be_asked_about() {
        let mut found = 0;
        for line in INDEX.lines() {
            let row: PublishedStart = serde_json::from_str(line).unwrap();
            let mut texts = Texts { board: row.board.clone(), rules: row.rules, ..Texts::default() };
            (texts.start, texts.to_move) = (Some(row.start), Some(row.to_move));
            // Of some rules a proof says more than this program can ask about: their states take up to nine points.
            let question = match texts.question() {
                Err(fault) if fault.part == "board" => continue,
                question => question.unwrap(),
            };
            let Published { value, bounds, .. } = published(&question).unwrap();
            match row.low == row.high {
                true => assert_eq!(value, Some(row.low), "{line}"),
                // Both ends of 1x16 have a line.
                false => assert!(
                    bounds.low.points() >= row.low.points() && bounds.high.points() <= row.high.points()
                ),
            }
            found += 1;
        }
        assert!(found > 1000);
    }

    #[test]
    fn what_backs_a_value_is_said() {
        assert_eq!(known("2x2", "kee2020"), "0 (draw), by a certificate (solutions/2x2/kee2020.cert)");
        let bounded = known("4x5", "psk");
        assert_eq!(bounded, "20 (Black wins by 20), by a certificate (solutions/bounded/4x5.cert)");
        let long = known("5x5", "kee2009");
        assert_eq!(long, "25 (Black wins by 25), by a certificate (solutions/long-runs/5x5.cert)");
        let open = known("4x5", "nssk");
        assert_eq!(open, "between 4 and 20, by a certificate (solutions/long-runs/4x5-nssk.cert)");
        let both = known("1x16", "psk");
        let folder = "solutions/long-runs/1x16-psk-";
        let by = format!("by a certificate ({folder}least.cert) and by a certificate ({folder}most.cert)");
        assert_eq!(both, format!("1 (Black wins by 1), {by}"));
        assert!(known("4x4", "simple-ko").contains("made again (solve prove --board 4x4 --rules simple-ko "));
        assert!(known("2x3", "jann").contains("by a search (solve --board 2x3 --rules jann --threads 1)"));
    }

    #[test]
    fn a_start_is_the_same_up_to_a_symmetry_and_nothing_else() {
        let corner = |start: &'static str| {
            said("5x5", "psk", |texts| {
                (texts.start, texts.to_move) = (Some(start.to_string()), Some(Player::White))
            })
        };
        for start in ["X..../...../...../...../.....", "...../...../...../...../....X"] {
            assert!(corner(start).unwrap().starts_with("-25 (White wins by 25)"));
        }
        assert_eq!(corner(".X.../...../...../...../....."), None);
        assert_eq!(corner("O..../...../...../...../....."), None);
        assert_eq!(said("2x2", "psk", |texts| texts.to_move = Some(Player::White)), None);
        assert_eq!(said("2x2", "psk", |texts| texts.moves = vec!["pass".to_string()]), None);
        assert_eq!(said("2x2", "psk --players 3", |_| {}), None);
        assert_eq!(said("6x6", "psk", |_| {}), None);
    }

    #[test]
    fn rules_are_the_same_if_their_clauses_are() {
        // Names of one ruleset, and a draft that has another name.
        assert_eq!(said("2x2", "tromp-taylor", |_| {}), said("2x2", "psk --suicide allowed", |_| {}));
        let psk = catalogue::find("psk").unwrap().0.text;
        let draft = |text: String| {
            said("2x2", "mine", |texts| {
                texts.draft = Some(text.replace("name = \"psk\"", "name = \"mine\"").into())
            })
        };
        assert_eq!(draft(psk.to_string()), Some(known("2x2", "psk")));
        let three = psk.replace("passes-in-a-row = \"players\"", "passes-in-a-row = 3");
        assert_ne!(three, psk);
        assert_eq!(draft(three), None);
        // A proof that holds where suicide is forbidden says nothing where it is allowed, as it is under kee2007.
        let mut bounded =
            INDEX.lines().filter(|line| line.contains("/bounded/") && line.contains("\"kee2007"));
        assert!(bounded.all(|line| line.contains("\"kee2007 --suicide forbidden\"")));
        // A name that proves nothing: a value of games without end is that of one reading of them.
        assert_eq!(known("1x5", "simple-ko").split(',').next(), Some("no result"));
        assert_eq!(said("1x5", "simple-ko --cycles draw", |_| {}), None);
        assert_ne!(said("2x3", "jann", |_| {}), said("2x3", "jann-territory", |_| {}));
    }
}
