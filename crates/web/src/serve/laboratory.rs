//! Own rulesets on the page: drafts, the smallest difference from another ruleset, a critique.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Instant;

use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::answers::{Events, or_event, stream};
use super::queue::Queue;
use super::request::{self, MAX_QUESTION_BYTES, Refusal, record};
use superko_go::Board;
use superko_lab::critique::{self, Critique, Finding, Subject};
use superko_query::ask::differ::{Effort, NODES, Record, Search, Target, up_to};
use superko_query::page::{self, Clauses, Draft, RulesTexts};
use superko_rules::Rules;
use superko_solve::Limits;

type Answer = Result<Response, Refusal>;

// --- Drafts --------------------------------------------------------------------------------------
//
// Every ruleset that is read stays in memory, as those of the catalogue do, so the texts that one
// run of the server reads are bounded together.

/// The bytes of all different drafts that one run reads.
const MAX_DRAFT_BYTES: usize = 64 << 20;

/// The drafts read so far, by a hash, and their bytes.
static READ: LazyLock<Mutex<(HashSet<u64>, usize, RandomState)>> = LazyLock::new(Mutex::default);

/// Admits the text of a draft.
///
/// # Errors
/// The server has read too many.
pub fn admit(text: &str) -> Result<(), Refusal> {
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let (known, bytes, hasher) = &mut *read;
    if known.insert(hasher.hash_one(text)) {
        *bytes += text.len();
    }
    if *bytes <= MAX_DRAFT_BYTES {
        return Ok(());
    }
    let error =
        format!("the drafts read so far have more than {MAX_DRAFT_BYTES} bytes: start solve serve anew");
    Err(Refusal::of(StatusCode::SERVICE_UNAVAILABLE, error))
}

/// The text of a rules file as it is typed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftTexts {
    /// What the ruleset is called if the file does not say it.
    name: String,
    /// The file.
    text: String,
}

/// `POST /api/draft`: the ruleset of a text, or the first error in it.
pub async fn draft(State(queue): State<Arc<Queue>>, body: Body) -> Answer {
    let text = request::body(body, 2 * MAX_QUESTION_BYTES).await?;
    let read = move || -> Result<Draft, Refusal> {
        let texts: DraftTexts = serde_json::from_slice(&text)
            .map_err(|error| Refusal::bad(format!("draft: {error}, expected a name and a text")))?;
        admit(&texts.text)?;
        Ok(Draft::of(&texts.name, &texts.text))
    };
    Ok(record(&queue.quick(read).await?))
}

/// The query of `/api/like`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LikeQuery {
    rules: String,
    name: String,
}

/// `GET /api/like`: a rules file with the clauses of a ruleset.
pub async fn like(query: Result<Query<LikeQuery>, QueryRejection>) -> Answer {
    let Query(LikeQuery { rules, name }) = query.map_err(|error| Refusal::bad(error.body_text()))?;
    Ok(page::own::like(&rules, &name)?.into_response())
}

/// `GET /api/clauses`: the meaning of every clause.
pub async fn clauses() -> Response {
    record(&Clauses::all())
}

/// Reads a ruleset of the page.
pub fn rules(texts: &RulesTexts) -> Result<Rules, Refusal> {
    texts.draft.as_deref().map_or(Ok(()), admit)?;
    Ok(texts.rules()?)
}

// --- Differences and critiques, streamed ---------------------------------------------------------

/// The question of `/api/differ` and `/api/critique`.
#[derive(Debug, Deserialize)]
pub struct TextQuery {
    /// As JSON.
    q: String,
}

/// Two rulesets, and the last grid that is looked at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DifferTexts {
    rules: RulesTexts,
    against: RulesTexts,
    up_to: String,
}

fn parsed<T: for<'a> Deserialize<'a>>(query: Result<Query<TextQuery>, QueryRejection>) -> Result<T, Refusal> {
    let Query(TextQuery { q }) = query.map_err(|error| Refusal::bad(error.body_text()))?;
    serde_json::from_str(&q).map_err(|error| Refusal::bad(format!("q: {error}")))
}

/// `GET /api/differ`: the smallest position that two rulesets tell apart, as a stream of events: the
/// boards that are looked at, then the answer.
pub async fn differ(
    State(queue): State<Arc<Queue>>,
    headers: HeaderMap,
    query: Result<Query<TextQuery>, QueryRejection>,
) -> Answer {
    let answer = async {
        let DifferTexts { rules: one, against, up_to: last } = parsed(query)?;
        let read = move || -> Result<([Rules; 2], Board), Refusal> {
            let rulesets = [rules(&one)?, rules(&against)?];
            Ok((rulesets, page::own::last_board(&rulesets, &last)?))
        };
        let (rulesets, last) = queue.quick(read).await?;
        let limits = queue.limits;
        stream(&queue, |_| (), move |events, cancelled| differing(rulesets, &last, limits, events, cancelled))
    };
    or_event(&headers, answer.await)
}

fn differing(
    rulesets: [Rules; 2],
    last: &Board,
    limits: Limits,
    events: &Events,
    cancelled: &Arc<AtomicBool>,
) {
    let started = Instant::now();
    let (time, memory, interrupted) = (limits.time, limits.memory, Arc::clone(cancelled));
    let effort = Effort { nodes: NODES, time, memory, interrupted };
    let boards = up_to(last.rows(), last.cols());
    let mut search = Search::new(rulesets, boards, Target::Either, &effort, drop::<String>);
    while let Some(board) = search.next_board() {
        events.send("board", &board.to_string());
        search.step();
    }
    let seconds = started.elapsed().as_secs_f64();
    events.send("answer", &Record::of(&rulesets, last, search.finish(), seconds));
}

/// `GET /api/critique`: what is known to go wrong with rules, tried on a ruleset, as a stream of
/// events: each finding, then the answer.
pub async fn critique(
    State(queue): State<Arc<Queue>>,
    headers: HeaderMap,
    query: Result<Query<TextQuery>, QueryRejection>,
) -> Answer {
    let answer = async {
        let texts: RulesTexts = parsed(query)?;
        let name = texts.rules.clone();
        let rules = queue.quick(move || rules(&texts)).await?;
        stream(
            &queue,
            |_| (),
            move |events, cancelled| criticised(&Subject { name, rules }, events, cancelled),
        )
    };
    or_event(&headers, answer.await)
}

fn criticised(subject: &Subject, events: &Events, cancelled: &Arc<AtomicBool>) {
    let effort = critique::Effort::default();
    let checks: Vec<&critique::Check> = critique::all().iter().collect();
    let mut made: Vec<Finding> = Vec::new();
    for finding in critique::findings(subject, &checks, effort, cancelled, |_| ()) {
        if cancelled.load(Relaxed) {
            return;
        }
        events.send("finding", &finding);
        made.push(finding);
    }
    events.send("answer", &Critique::of(subject, effort, made));
}
