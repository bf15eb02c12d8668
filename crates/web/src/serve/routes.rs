//! The routes: a handler for each path.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, Request, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};

use super::answers::{certificate_file, or_event, stream_answer};
use super::laboratory;
use super::queue::Queue;
use super::request::{
    self, MAX_FILE_BYTES, MAX_QUESTION_BYTES, OriginGuard, Refusal, json_text, record, set_security_headers,
};
use crate::published::{Claims, Tables};
use superko_page::FILES;
use superko_query::ask::Question;
use superko_query::page::{self, BoardTexts, Catalogue, GameRecord, RulesTexts};
use superko_query::report::json;
use superko_query::report::records::SCHEMA;
use superko_rules::Rules;

type Answer = Result<Response, Refusal>;

/// How much is being done.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Health {
    /// The version of this form.
    pub schema: u32,
    /// The version of the program.
    pub version: &'static str,
    /// The questions that are worked on.
    pub running: usize,
    /// The questions that wait for their turn.
    pub waiting: usize,
    /// How many questions are worked on at once, at most.
    pub at_once: usize,
}

/// The router with all paths of `docs/serve.md`.
pub fn router(queue: Arc<Queue>, guard: OriginGuard) -> Router {
    Router::new()
        .route("/api/health", get(health))
        .route("/api/catalogue", get(catalogue))
        .route("/api/board", get(board_by_name).post(board_by_edges))
        .route("/api/look", post(look))
        .route("/api/solve", get(solve))
        .route("/api/claims", get(|State(queue)| published_record(queue, &CLAIMS)))
        .route("/api/tables", get(|State(queue)| published_record(queue, &TABLES)))
        .route("/api/certificate", post(make_certificate))
        .route("/api/check", post(check))
        .route("/api/why", post(why))
        .route("/api/record", post(game_record))
        .route("/api/draft", post(laboratory::draft))
        .route("/api/like", get(laboratory::like))
        .route("/api/clauses", get(laboratory::clauses))
        .route("/api/differ", get(laboratory::differ))
        .route("/api/critique", get(laboratory::critique))
        .route("/", get(|headers: HeaderMap| async move { page_file("index.html", &headers) }))
        .route(
            "/{name}",
            get(|Path(name): Path<String>, headers: HeaderMap| async move { page_file(&name, &headers) }),
        )
        .fallback(|headers: HeaderMap| async move { no_such_path(&headers) })
        .method_not_allowed_fallback(|| async {
            Refusal::of(StatusCode::METHOD_NOT_ALLOWED, "expected another method for this path, GET or POST")
        })
        .with_state(queue)
        .layer(from_fn_with_state(guard, with_guard))
}

async fn with_guard(State(guard): State<OriginGuard>, request: Request, next: Next) -> Response {
    let mut response = match guard.check(&request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    set_security_headers(&mut response);
    response
}

/// The page for a person who has come to a path where nothing is.
const NOWHERE: &str = "<!doctype html>
<html lang=\"en\">
<head><meta charset=\"utf-8\"><title>Nothing here: superko</title><link rel=\"stylesheet\" href=\"/app.css\"></head>
<body><main class=\"page\"><h1>There is nothing at this address</h1><p><a href=\"/\">Boards, claims and results</a></p></main></body>
</html>
";

fn no_such_path(headers: &HeaderMap) -> Answer {
    let accepted = headers.get(ACCEPT).and_then(|accepted| accepted.to_str().ok());
    if accepted.is_some_and(|accepted| accepted.contains("text/html")) {
        let kind = [(CONTENT_TYPE, "text/html; charset=utf-8")];
        return Ok((StatusCode::NOT_FOUND, kind, NOWHERE).into_response());
    }
    let error = "there is nothing at this path, expected / or a path of docs/serve.md";
    Err(Refusal::of(StatusCode::NOT_FOUND, error))
}

fn page_file(name: &str, headers: &HeaderMap) -> Answer {
    let Some(file) = FILES.iter().find(|file| file.name == name) else { return no_such_path(headers) };
    // Another version of the program has other files at the same address.
    Ok(([(CONTENT_TYPE, file.media_type), (CACHE_CONTROL, "no-cache")], file.bytes).into_response())
}

async fn health(State(queue): State<Arc<Queue>>) -> Response {
    let (running, waiting) = queue.load();
    let at_once = queue.at_once();
    record(&Health { schema: SCHEMA, version: env!("CARGO_PKG_VERSION"), running, waiting, at_once })
}

async fn catalogue() -> Response {
    record(&Catalogue::current())
}

/// A record made at the first request for it, or the error in the published results.
type Published = LazyLock<Result<Bytes, String>>;

static CLAIMS: Published =
    LazyLock::new(|| Claims::of(&superko_published::files()).map(|claims| text(&claims)));
static TABLES: Published =
    LazyLock::new(|| Tables::of(&superko_published::files()).map(|tables| text(&tables)));

fn text(record: &impl Serialize) -> Bytes {
    json::text(record).into()
}

async fn published_record(queue: Arc<Queue>, record: &'static Published) -> Answer {
    let wrong = |error: &String| Refusal::of(StatusCode::INTERNAL_SERVER_ERROR, error);
    queue.quick(move || record.as_ref().map(|text| json_text(text.clone())).map_err(wrong)).await
}

async fn board_by_name(
    State(queue): State<Arc<Queue>>,
    query: Result<Query<BoardTexts>, QueryRejection>,
) -> Answer {
    let Query(texts) = query.map_err(|error| Refusal::bad(error.body_text()))?;
    Ok(record(&queue.quick(|| texts.drawn()).await?))
}

async fn board_by_edges(State(queue): State<Arc<Queue>>, body: Body) -> Answer {
    let text = request::body(body, MAX_QUESTION_BYTES).await?;
    Ok(record(&queue.quick(move || BoardTexts::of(&text)?.drawn()).await?))
}

/// The query of every question: the text of the file of its ruleset, if that is an own one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftQuery {
    draft: Option<String>,
}

/// The text of a draft that is admitted.
fn draft_of(query: Result<Query<DraftQuery>, QueryRejection>) -> Result<Option<Vec<u8>>, Refusal> {
    let Query(DraftQuery { draft }) = query.map_err(|error| Refusal::bad(error.body_text()))?;
    draft.as_deref().map_or(Ok(()), laboratory::admit)?;
    Ok(draft.map(String::into_bytes))
}

/// A question in a body, with its draft.
async fn question_in(
    query: Result<Query<DraftQuery>, QueryRejection>,
    body: Body,
) -> Result<(Vec<u8>, Option<Vec<u8>>), Refusal> {
    let draft = draft_of(query)?;
    Ok((request::body(body, MAX_QUESTION_BYTES).await?, draft))
}

async fn look(
    State(queue): State<Arc<Queue>>,
    query: Result<Query<DraftQuery>, QueryRejection>,
    body: Body,
) -> Answer {
    let (text, draft) = question_in(query, body).await?;
    Ok(record(&queue.quick(move || page::look(&text, draft)).await?))
}

/// The query of `/api/solve`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SolveQuery {
    /// The question as JSON.
    q: String,
    draft: Option<String>,
}

async fn solve(
    State(queue): State<Arc<Queue>>,
    headers: HeaderMap,
    query: Result<Query<SolveQuery>, QueryRejection>,
) -> Answer {
    let answer = async {
        let Query(SolveQuery { q, draft }) = query.map_err(|error| Refusal::bad(error.body_text()))?;
        let draft = draft_of(Ok(Query(DraftQuery { draft })))?;
        let question = queue.quick(move || page::question(q.as_bytes(), draft)).await?;
        stream_answer(&queue, question)
    };
    or_event(&headers, answer.await)
}

async fn make_certificate(
    State(queue): State<Arc<Queue>>,
    query: Result<Query<DraftQuery>, QueryRejection>,
    body: Body,
) -> Answer {
    let (text, draft) = question_in(query, body).await?;
    let question = queue.quick(move || page::question(&text, draft)).await?;
    let limits = queue.limits;
    let made = queue.enqueue()?.work(move |flag| page::make_certificate(&question, limits, flag)).await?;
    Ok(certificate_file(made))
}

async fn check(State(queue): State<Arc<Queue>>, body: Body) -> Answer {
    let bytes = {
        let _permit = queue.large().await?;
        request::body(body, MAX_FILE_BYTES).await?
    };
    let memory = queue.limits.memory;
    let checked = queue.enqueue()?.work(move |flag| page::check_certificate(bytes, memory, flag)).await?;
    Ok(record(&checked))
}

/// The body of `/api/why`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WhyTexts {
    question: serde_json::Value,
    against: RulesTexts,
}

/// Why another ruleset has another value or other best moves.
async fn why(
    State(queue): State<Arc<Queue>>,
    query: Result<Query<DraftQuery>, QueryRejection>,
    body: Body,
) -> Answer {
    let draft = draft_of(query)?;
    let text = request::body(body, 2 * MAX_QUESTION_BYTES).await?;
    let read = move || -> Result<(Question, Rules), Refusal> {
        let WhyTexts { question, against } =
            serde_json::from_slice(&text).map_err(|error| Refusal::bad(format!("why: {error}")))?;
        Ok((page::question(question.to_string().as_bytes(), draft)?, laboratory::rules(&against)?))
    };
    let (question, against) = queue.quick(read).await?;
    let limits = queue.limits;
    let work = move |flag: &_| page::why_against(&question, against, limits, flag);
    Ok(record(&queue.enqueue()?.work(work).await?))
}

/// The main line of the first game of a file in SGF.
async fn game_record(State(queue): State<Arc<Queue>>, body: Body) -> Answer {
    let bytes = {
        let _permit = queue.large().await?;
        request::body(body, MAX_FILE_BYTES).await?
    };
    Ok(record(&queue.quick(move || GameRecord::of(&bytes)).await?))
}
