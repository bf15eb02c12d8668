//! All the ways to alter a certificate, by name, and the making of altered certificates (mutants).

use superko_certificate::format::{Header, LiftedBy, Repeating};
use superko_rules::Game;

use super::alter::{self, Alter, Draft};
use super::alter_bytes::{self, AlterBytes, Bytes};
use super::games::{boards, name, proved, some_cases, variants};
use super::random::Random;
use super::written::{binary, gzip, read_back, shown, text};
use super::{alter_header, alter_order, alter_reads};

/// The number of states whose values each certificate proves.
const CASES: usize = 4;

/// A way to alter a certificate.
#[derive(Clone, Copy)]
pub struct Kind {
    pub name: &'static str,
    how: How,
    /// The rulesets whose certificates have something to alter.
    pub among: fn(&Header) -> bool,
    /// The rulesets under which such a mutant can be wrong.
    pub harmful: fn(&Header) -> bool,
}

#[derive(Clone, Copy)]
enum How {
    /// The steps, with reads stated or left out.
    Steps(Alter),
    /// The reads that are stated.
    Reads(Alter),
    Bytes(AlterBytes),
    /// Two of the others, one after the other.
    Twice,
}

const fn kind(name: &'static str, how: How) -> Kind {
    Kind { name, how, among: |_| true, harmful: |_| true }
}

const fn of(among: fn(&Header) -> bool, kind: Kind) -> Kind {
    Kind { among, ..kind }
}

fn has_facts(header: &Header) -> bool {
    header.clauses.has_facts()
}

fn has_bars(header: &Header) -> bool {
    let clauses = &header.clauses;
    let bans = clauses.repetition.is_some() && clauses.repeating == Repeating::Illegal;
    let others = clauses.initialised_twice || clauses.disturbed_twice || clauses.declined;
    bans || others || clauses.move_once
}

fn has_sets(header: &Header) -> bool {
    header.clauses.may_not_end()
}

fn has_lift(header: &Header) -> bool {
    header.clauses.lifted_by != LiftedBy::Nothing || header.clauses.has_coupons()
}

fn is_second(header: &Header) -> bool {
    header.version() == 2
}

fn on_grids(header: &Header) -> bool {
    header.graph.is_none()
}

fn has_maps(header: &Header) -> bool {
    header.graph.as_ref().is_some_and(|graph| !graph.maps.is_empty())
}

use How::{Bytes as B, Reads as R, Steps as S};

pub const KINDS: [Kind; 53] = [
    kind("move of a play", S(alter::mv)),
    kind("outcome of a play", S(alter::outcome)),
    of(has_bars, kind("fact that bars", S(alter::bar))),
    kind("map", S(alter::map)),
    kind("lemma referred to", S(alter::number)),
    kind("last set", S(alter::last_set)),
    Kind { harmful: |_| false, ..kind("last cleared", S(alter::last_cleared)) },
    kind("relation", S(alter::relation)),
    kind("score", S(alter::score)),
    kind("denominator", S(alter::denominator)),
    kind("every claim", S(alter::every_claim)),
    kind("position", S(alter::position)),
    kind("mover", S(alter::mover)),
    kind("phase", S(alter::phase)),
    of(has_facts, kind("read removed", R(alter_reads::removed))),
    of(has_facts, kind("read removed everywhere", R(alter_reads::removed_everywhere))),
    kind("read added", R(alter_reads::added)),
    of(has_facts, kind("kind of a read", R(alter_reads::kind))),
    of(has_facts, kind("fact of a read", R(alter_reads::fact))),
    of(has_facts, kind("player of a read", R(alter_reads::player))),
    of(|header| header.clauses.scores_cycle(), kind("margin or mean", R(alter_reads::margin))),
    Kind { harmful: |_| false, ..kind("reads left out", R(alter_reads::left_out)) },
    kind("lemma dropped", S(alter_order::dropped)),
    kind("lemmas swapped", S(alter_order::swapped)),
    kind("lemma doubled", S(alter_order::doubled)),
    kind("lemma put last", S(alter_order::put_last)),
    kind("step dropped", S(alter_order::step_dropped)),
    kind("play dropped", S(alter::play_dropped)),
    kind("play added", S(alter::play_added)),
    kind("plays swapped", S(alter::plays_swapped)),
    kind("theorem: start", S(alter::start)),
    kind("theorem: mover", S(alter::first_mover)),
    kind("theorem: moves", S(alter::moves)),
    kind("theorem: claim", S(alter::theorem_claim)),
    // Where every game ends the words say nothing.
    Kind { harmful: has_sets, ..kind("theorem: or-no-end", S(alter::or_no_end)) },
    kind("theorem: reference", S(alter::theorem_reference)),
    kind("theorem added", S(alter_order::theorem_added)),
    of(|header| header.version() == 1, kind("ruleset", S(alter_header::rules))),
    kind("suicide", S(alter_header::suicide)),
    of(has_lift, kind("lift", S(alter_header::lift))),
    // What version 1 says, version 2 says as well.
    Kind { harmful: is_second, ..of(on_grids, kind("version", S(alter_header::version))) },
    of(is_second, kind("clause", S(alter_header::clause))),
    kind("clauses of another ruleset", S(alter_header::other)),
    of(is_second, kind("players", S(alter_header::players))),
    of(is_second, kind("graph", S(alter_header::graph))),
    of(has_maps, kind("list of maps", S(alter_header::maps))),
    kind("board", S(alter_header::board)),
    of(has_sets, kind("closed set: count", S(alter_order::count))),
    of(has_sets, kind("closed set: lemma", S(alter_order::member))),
    of(has_sets, kind("closed set: proofs", S(alter_order::proof_order))),
    kind("closed set made", S(alter_order::closed)),
    of(has_sets, kind("closed set opened", S(alter_order::opened))),
    kind("two at once", How::Twice),
];

pub const BYTE_KINDS: [Kind; 8] = [
    kind("bit of the steps", B(alter_bytes::bit)),
    kind("bit of the gzip file", B(alter_bytes::packed_bit)),
    kind("truncated", B(alter_bytes::truncated)),
    kind("bytes appended", B(alter_bytes::appended)),
    kind("character", B(alter_bytes::character)),
    kind("word", B(alter_bytes::word)),
    kind("line", B(alter_bytes::line)),
    kind("line of the header", B(alter_bytes::header_line)),
];

/// A certificate to be altered.
pub struct Base {
    pub name: String,
    /// With reads left out, and stated.
    drafts: [Draft; 2],
    bytes: [Bytes; 2],
    /// The bytes without any alteration: text, binary, compressed; with reads left out or stated.
    pub originals: Vec<Vec<u8>>,
}

impl Base {
    /// The header of the certificate as it was.
    pub fn header(&self) -> &Header {
        &self.drafts[0].header
    }

    pub fn of(game: &Game) -> Base {
        let cases = some_cases(game, &mut Random::new(&name(game)), CASES);
        let proof = proved(game, &cases);
        let stated = shown(&text(&proof.header, &proof.steps));
        let (header, steps) = read_back(&stated).unwrap();
        let drafts = [Draft { header: header.clone(), steps: proof.steps }, Draft { header, steps }];
        let bytes = |draft: &Draft| Bytes {
            text: text(&draft.header, &draft.steps),
            binary: binary(&draft.header, &draft.steps).unwrap(),
        };
        let bytes = [bytes(&drafts[0]), bytes(&drafts[1])];
        let forms = |bytes: &Bytes| [bytes.text.clone(), bytes.binary.clone(), gzip(&bytes.binary)];
        let originals = bytes.iter().flat_map(forms).collect();
        Base { name: name(game), drafts, bytes, originals }
    }

    /// A mutant; `None` if this attempt has made nothing new.
    pub fn mutant(&self, kind: &Kind, random: &mut Random) -> Option<Vec<u8>> {
        let stated = random.below(2);
        let draft = match kind.how {
            How::Bytes(alter) => {
                let bytes = alter(&self.bytes[stated], random);
                return (!self.originals.contains(&bytes)).then_some(bytes);
            }
            How::Steps(alter) => self.altered(stated, &[alter], random)?,
            How::Reads(alter) => self.altered(1, &[alter], random)?,
            How::Twice => {
                let alters: Vec<Alter> = KINDS.iter().filter_map(Kind::of_steps).collect();
                let two = [random.pick(&alters)?, random.pick(&alters)?];
                self.altered(1, &two, random)?
            }
        };
        let as_text = || text(&draft.header, &draft.steps);
        let bytes = match (random.below(4), binary(&draft.header, &draft.steps)) {
            (0 | 1, _) | (_, None) => as_text(),
            (2, Some(bytes)) => gzip(&bytes),
            (_, Some(bytes)) => bytes,
        };
        // The forms do not say all that the steps say.
        (!self.originals.contains(&bytes)).then_some(bytes)
    }

    fn altered(&self, stated: usize, alters: &[Alter], random: &mut Random) -> Option<Draft> {
        let mut draft = self.drafts[stated].clone();
        alters.iter().try_for_each(|alter| alter(&mut draft, random))?;
        (draft != self.drafts[stated]).then_some(draft)
    }
}

impl Kind {
    fn of_steps(&self) -> Option<Alter> {
        match self.how {
            How::Steps(alter) | How::Reads(alter) => Some(alter),
            How::Bytes(_) | How::Twice => None,
        }
    }
}

/// Certificates of a ruleset: small boards with every option.
pub fn bases(ruleset: &str) -> Vec<Base> {
    let games =
        boards(ruleset, &["1x2", "1x3", "2x2"]).into_iter().flat_map(|board| variants(board, ruleset));
    games.map(|game| Base::of(&game)).collect()
}
