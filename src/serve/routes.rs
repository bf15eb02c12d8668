//! Which path is answered by what.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, Request, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};

use super::answers::{self, BoardTexts};
use super::queue::Desk;
use super::request::{self, Door, LARGE, Refusal, SMALL, json_text, record, seal};
use crate::page::FILES;
use crate::page::catalogue::Catalogue;
use crate::page::published::{self, Claims, Tables};
use crate::report::json;
use crate::report::record::SCHEMA;

type Answer = Result<Response, Refusal>;

/// How much is being done.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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

/// Everything that the server answers.
pub fn router(desk: Arc<Desk>, door: Door) -> Router {
    Router::new()
        .route("/api/health", get(health))
        .route("/api/catalogue", get(catalogue))
        .route("/api/board", get(named_board).post(own_board))
        .route("/api/look", post(looked_at))
        .route("/api/solve", get(solved))
        .route("/api/claims", get(|State(desk)| published_record(desk, &CLAIMS)))
        .route("/api/tables", get(|State(desk)| published_record(desk, &TABLES)))
        .route("/api/certificate", post(certificate))
        .route("/api/check", post(checked))
        .route("/", get(|| async { page_file("index.html") }))
        .route("/{name}", get(|Path(name): Path<String>| async move { page_file(&name) }))
        .fallback(|| async { no_such_path() })
        .method_not_allowed_fallback(|| async {
            Refusal::of(StatusCode::METHOD_NOT_ALLOWED, "expected another method for this path, GET or POST")
        })
        .with_state(desk)
        .layer(from_fn_with_state(door, guarded))
}

async fn guarded(State(door): State<Door>, request: Request, next: Next) -> Response {
    let mut response = match door.check(&request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    seal(&mut response);
    response
}

fn no_such_path() -> Refusal {
    Refusal::of(StatusCode::NOT_FOUND, "there is nothing at this path, expected / or a path of docs/serve.md")
}

fn page_file(name: &str) -> Answer {
    let file = FILES.iter().find(|file| file.name == name).ok_or_else(no_such_path)?;
    let mut response = Response::new(Body::from(file.bytes));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(file.kind));
    // Another version of the program has other files at the same address.
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

async fn health(State(desk): State<Arc<Desk>>) -> Response {
    let (running, waiting) = desk.counts();
    let at_once = desk.at_once();
    record(&Health { schema: SCHEMA, version: env!("CARGO_PKG_VERSION"), running, waiting, at_once })
}

async fn catalogue() -> Response {
    record(&Catalogue::new())
}

/// A record that is the same for the whole run, once it was asked for; or what is wrong with the published results.
type Published = LazyLock<Result<Bytes, String>>;

static CLAIMS: Published = LazyLock::new(|| Claims::of(&published::files()).map(|claims| text(&claims)));
static TABLES: Published = LazyLock::new(|| Tables::of(&published::files()).map(|tables| text(&tables)));

fn text(record: &impl Serialize) -> Bytes {
    json::text(record).into()
}

async fn published_record(desk: Arc<Desk>, record: &'static Published) -> Answer {
    let wrong = |error: &String| Refusal::of(StatusCode::INTERNAL_SERVER_ERROR, error);
    desk.quick(move || record.as_ref().map(|text| json_text(text.clone())).map_err(wrong)).await
}

async fn named_board(
    State(desk): State<Arc<Desk>>,
    query: Result<Query<BoardTexts>, QueryRejection>,
) -> Answer {
    let Query(texts) = query.map_err(|error| Refusal::bad(error.body_text()))?;
    Ok(record(&desk.quick(|| texts.drawn()).await?))
}

async fn own_board(State(desk): State<Arc<Desk>>, body: Body) -> Answer {
    let text = request::body(body, SMALL).await?;
    Ok(record(&desk.quick(move || request::object::<BoardTexts>("board", &text)?.drawn()).await?))
}

async fn looked_at(State(desk): State<Arc<Desk>>, body: Body) -> Answer {
    let text = request::body(body, SMALL).await?;
    Ok(record(&desk.quick(move || answers::look(&text)).await?))
}

/// The query of a question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    /// The question as JSON.
    q: String,
}

async fn solved(
    State(desk): State<Arc<Desk>>,
    headers: HeaderMap,
    query: Result<Query<Asked>, QueryRejection>,
) -> Answer {
    let answer = async {
        let Query(Asked { q }) = query.map_err(|error| Refusal::bad(error.body_text()))?;
        let question = desk.quick(move || request::question(q.as_bytes())).await?;
        answers::answer(&desk, question)
    };
    let events = headers.get(ACCEPT).is_some_and(|accepts| accepts == "text/event-stream");
    answer.await.or_else(|refusal| if events { Ok(answers::failed(refusal)) } else { Err(refusal) })
}

async fn certificate(State(desk): State<Arc<Desk>>, body: Body) -> Answer {
    let text = request::body(body, SMALL).await?;
    let question = desk.quick(move || request::question(&text)).await?;
    let limits = desk.limits;
    desk.line_up()?.work(move |flag| answers::make(&question, limits, flag)).await
}

async fn checked(State(desk): State<Arc<Desk>>, body: Body) -> Answer {
    let bytes = {
        let _leave = desk.large().await?;
        request::body(body, LARGE).await?
    };
    let memory = desk.limits.memory;
    let checked = desk.line_up()?.work(move |flag| answers::check(bytes, memory, flag)).await?;
    Ok(record(&checked))
}
