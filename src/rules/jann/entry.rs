//! The rules of Jann as they are presented: articles in the document's words, and the readings taken. Both versions
//! are here, by area and by territory, as the second overrides clauses of the first.

use super::Jann;
use crate::go::board::MAX_POINTS;
use crate::rules::axes::{Axis, Options, Scoring};
use crate::rules::entry::{Entry, Preset, Reading};

/// Jann's rules V1.5: the area version, and the territory version with `--scoring territory`.
pub const JANN: Entry = Entry {
    id: "jann",
    title: "Jann, Go rules V1.5",
    document: "Jann, \"Area scoring, no superko, finite stone supply, modified ko in continuations\", V1.5, 24 July 2004",
    summary: "a finite supply of stones instead of superko; in a continuation of a stopped game a ko may be challenged and locked",
    presets: &[
        Preset::alias("jann-v1.5"),
        Preset::alias("jann-area"),
        Preset { name: "jann-territory", sets: &[(Axis::Scoring, "territory")] },
    ],
    axes: &[
        (Axis::Scoring, Axis::Scoring.values()),
        (Axis::Cycles, &["draw", "no-result", "black", "white"]),
        (Axis::Continuations, Axis::Continuations.values()),
        (Axis::Stones, Axis::Stones.values()),
        (Axis::ModifiedKo, Axis::ModifiedKo.values()),
        (Axis::BarredChallenge, Axis::BarredChallenge.values()),
        (Axis::Confirmation, Axis::Confirmation.values()),
    ],
    fixed: &[(Axis::Suicide, "allowed")],
    // By territory the confirmation sequences from all positions are listed, 3.1 million states on 2x5, and claims are
    // settled for every set of intersections that a chain can have.
    most_points: |options| if options.scoring == Scoring::Territory { 10 } else { MAX_POINTS },
    articles: &[
        ("capture", "After each stone is played enemy stones are checked first, friendly stones second."),
        (
            "ko",
            "Capturing a single stone in a way that the new stone doesn't immediately become part of a bigger string and has only one liberty \
             is a ko capture. The opponent cannot immediately recapture, placing a stone back to where his original stone was captured from.",
        ),
        (
            "stone supply",
            "If the prisoner difference exceeds a given limit (specified by the tournament rules), the player who lost more stones is \
             considered to have \"run out of stones\" and can only pass.",
        ),
        (
            "repetition",
            "A draw can be claimed by repetition (the list of the ways in which a game ends is lost; what is left of it speaks of \
             \"this right of claiming a draw based on repetition\").",
        ),
        (
            "stop",
            "When both players pass in succession, the game stops. Either player can demand the continuation of a stopped game (with normal \
             move order). The maximum number of possible continuations is limited by the tournament rules.",
        ),
        (
            "end",
            "The position is final and the game ends and is scored when neither player demands resumption or this above limit is reached.",
        ),
        (
            "modified ko",
            "When a continuation of a stopped game is started either player can demand it to be played with slightly modified ko rules.",
        ),
        (
            "challenge",
            "Before recapturing a ko a player can optionally pass for that specific ko capture. Ko-challenging passes are not considered \
             regular passes for game stops. He can only do so for a ko capture on which he hasn't already prepared a lock, and that is not \
             prohibited by the normal ko rule at the moment.",
        ),
        (
            "lock",
            "Later, if he eventually succeeds in playing the prepared ko capture, the opponent can not recapture in the same ko (nor \
             challenge it) until a regular pass of either player intervenes (which clears the lock).",
        ),
        (
            "same ko",
            "A ko capture is in the same ko as an earlier one of either player if it affects the same two intersections and if the \
             configuration of the stones on the directly adjacent intersections did never change in the meantime. It is a ko recapture if it \
             is in a ko in which the opponent already captured earlier in the same continuation.",
        ),
        (
            "score",
            "The number of intersections under a player's control: occupied by his alive stones or surrounded by them. Stones are dead \
             that both players consider to be.",
        ),
        (
            "score by territory",
            "The number of intersections in a player's territory, plus the number of opposing stones captured, plus the number of dead \
             stones in his territory.",
        ),
        (
            "territory",
            "Intersections that are empty or occupied by a dead stone of the opponent and are surrounded: only adjacent to each other and \
             to alive stones of the player, one or more.",
        ),
        (
            "confirmation",
            "A claim is verified by a confirmation sequence, a special continuation that is not part of the game: it starts from the \
             disputed position and stops when both players pass in succession; the new position is examined, then the original one is \
             restored.",
        ),
    ],
    state: "key: position, mover, and a number that stands for: stop and what was said at it, or pass before; ko; difference of the \
            prisoners; continuations so far, modified or not; in each ko who has captured, prepared a capture, is locked out; no past",
    readings: &[
        Reading {
            axis: Some(Axis::Continuations),
            text: "a game may be continued 2 times (the default), 0, 1 or 3 times; after the last continuation a stop ends the game",
            forced_by: "the number is left to the tournament; it is \"advisable not to make this limit too low\"",
        },
        Reading {
            axis: Some(Axis::Stones),
            text: "a player has run out of stones when he has lost more than his opponent by more than all (the default: the number of \
                   intersections), half (of it, rounded down) or double, or, with unlimited, never; he may then pass, but not challenge a ko. Without a limit what \
                   repeats is the state without the prisoners",
            forced_by: "\"half the number of intersections of the board (or the complete size, for smaller boards)\"; he \"can only pass\", \
                        and a challenge prepares a capture for which he has no stone",
        },
        Reading {
            axis: Some(Axis::ModifiedKo),
            text: "on-demand (the default): either player may have a continuation played with modified ko; or the rule is ignored",
            forced_by: "\"For simplification, tournament rules may ignore this rule\"",
        },
        Reading {
            axis: Some(Axis::BarredChallenge),
            text: "refused (the default): no challenge pass is made for a capture that would retake the ko at once; allowed: it may be \
                   made, and the other conditions stay",
            forced_by: "\"This last restriction may be unnecessary and will probably be removed\"",
        },
        Reading {
            axis: Some(Axis::Cycles),
            text: "a game without end is a draw (the default), no-result, or won by black or by white; what repeats is the state with the difference of the prisoners; any number \
                   of repetitions after which a draw may be claimed gives the same values",
            forced_by: "the document draws by repetition; if the position alone counted, whoever sends two and gets one back could claim a \
                        draw, against its stated aim",
        },
        Reading {
            axis: None,
            text: "at a stop the player whose turn it would be speaks first, then the other: accept, resume or resume-modified. A demand is \
                   answered (accept, or resume-modified after a plain demand), so that moves stay in turn. If the first to speak \
                   accepts and the second resumes, the first may still say resume-modified instead of a move; it is answered by accept",
            forced_by: "\"either player can demand it\", \"with normal move order\"; who speaks first is not said",
        },
        Reading {
            axis: None,
            text: "a continuation starts with no ko captured, prepared or locked, and with no pass; the prisoners are kept",
            forced_by: "\"earlier in the same continuation\"; each continuation is demanded with or without modified ko",
        },
        Reading {
            axis: None,
            text: "a challenge pass lifts basic ko like any move, and comes between two passes like any move",
            forced_by: "moves 8 and 10 of the example: A3 is \"not legal\" when the last move took that ko, \"legal now\" when it was another",
        },
        Reading {
            axis: None,
            text: "a regular pass clears every lock, of both players, and no prepared capture",
            forced_by: "the example: White's A3 of move 16 locks as prepared at move 10, though Black passed at move 15; Black's K3 of \
                        move 17 and White's G1 of move 18 retake kos locked before that pass",
        },
        Reading {
            axis: None,
            text: "making a prepared capture uses the preparation up; the ko can be challenged again later",
            forced_by: "a preparation is for one capture; \"haven't already prepared\" speaks of what is still prepared",
        },
        Reading {
            axis: None,
            text: "a challenge needs that the capture could be made now: it is on the board, not barred by basic ko (unless \
                   --barred-challenge allows that), not locked, and its player has stones",
            forced_by: "\"no legal ko captures, therefore no legal pass for lock either\" (move 15 of the example)",
        },
        Reading {
            axis: None,
            text: "by area, stones on the board are alive, as a player never gains by agreeing that his own are dead",
            forced_by: "\"stones which both players consider to be obviously capturable by further play are dead\"",
        },
        Reading {
            axis: None,
            text: "by territory, when the game is final each player may claim of each opposing chain that it is dead; each claim is settled \
                   by a sequence of its own, from the final position. All claims that can be proved are made: a claim costs nothing and \
                   never harms its maker, so the score is that of best play",
            forced_by: "nothing: the list of claims is lost; \"the original position is restored\", so that claims do not touch each other",
        },
        Reading {
            axis: None,
            text: "a chain is dead if none of the intersections that it took bears a stone of its colour when the sequence stops: what was \
                   captured and put back is alive. A sequence that never stops leaves it alive",
            forced_by: "\"this new position is examined\"; for the rest nothing, but that the claim is to be verified",
        },
        Reading {
            axis: Some(Axis::Confirmation),
            text: "who moves first in a sequence: the owner of the chain (the default); the claimant, who says that it is dead; or the player \
                   whose turn it would be",
            forced_by: "nothing: owner is the order of life and death by tradition; for turn speaks that a sequence is a special \
                        \"continuation\", and those have \"normal move order\"",
        },
        Reading {
            axis: None,
            text: "a sequence starts with no ko taken and no pass, as a continuation does, and is played with modified ko, if that is not \
                   ignored: either player may demand it, the claimant if the chain dies with it, its owner if it lives",
            forced_by: "a sequence is \"a special continuation\", and a continuation is modified at either player's demand; \"almost \
                        unrestricted ko fights even in confirmation\"",
        },
        Reading {
            axis: None,
            text: "the prisoners count on in a sequence for the supply of stones, and not for the score; by territory there is always a \
                   supply, as without one the prisoners would have no bounds",
            forced_by: "\"finite supply of stones\"; a sequence \"is not part of the game\"",
        },
        Reading {
            axis: None,
            text: "a dead stone of one's own surrounds nothing, and what is adjacent to it is not one's territory; a dead stone in nobody's \
                   territory counts nothing",
            forced_by: "a set is surrounded that is \"only adjacent to each other\" and to \"alive stones of the player\"; dead stones \
                        score \"in his territory\"",
        },
    ],
    build: |options: Options| Box::new(Jann::new(options)),
};
