//! Handles requests: reads bodies, runs calls, and responds with JSON or server-sent events.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, Request};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::time::{Interval, MissedTickBehavior, interval_at};

use crate::error::ApiError;
use crate::jobs::{JobAnswer, JobHandle, JobMessage, Work, catch_panic};
use crate::response::{Reply, json_text};
use crate::state::AppState;

/// A quick call: from the request body to the response. Type-erased, so that the code that handles requests is compiled once.
pub(crate) type Quick = Arc<dyn Fn(&[u8]) -> Result<Response, ApiError> + Send + Sync>;

/// A long call: from the request body to the work of its job.
pub(crate) type Start = Arc<dyn Fn(Map<String, Value>) -> Result<Work, ApiError> + Send + Sync>;

/// The time between two progress events.
const PROGRESS_PAUSE: Duration = Duration::from_millis(200);

/// The progress of a job
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ProgressEvent {
    /// Search nodes
    nodes: u64,
    /// Failed nodes
    failures: u64,
    /// Answers found
    answers: u64,
    /// Seconds since the request
    seconds: f64,
}

/// Responds to a quick call, on a thread that serves no connections.
pub(crate) async fn respond(state: &AppState, request: Request, quick: Quick) -> Response {
    let outcome = async {
        let bytes = read_body(state, request).await?;
        let done = tokio::task::spawn_blocking(move || catch_panic(|| quick(&bytes)));
        done.await.unwrap_or_else(|_| Err(ApiError::internal()))
    };
    outcome.await.unwrap_or_else(IntoResponse::into_response)
}

/// Responds to a call that runs as a job: with a stream of events if the call sends them and the client accepts one, else with the result.
pub(crate) async fn respond_with_job(
    state: &AppState,
    request: Request,
    start: Start,
    sends_events: bool,
) -> Response {
    let is_streaming = sends_events && accepts_events(request.headers());
    let client = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let Some(client) = client.map(|client| client.0.ip()) else {
        return ApiError::internal().into_response();
    };
    let outcome = async {
        let bytes = read_body(state, request).await?;
        // A bad request must not take a place in the queue.
        let mut body: Map<String, Value> = parse(&bytes)?;
        let time = take_time_limit(&mut body)?;
        let work = start(body)?;
        let job = state.jobs.start(client, time, is_streaming, work)?;
        match is_streaming {
            true => Ok(stream(job)),
            false => result(job).await,
        }
    };
    outcome
        .await
        .unwrap_or_else(|error: ApiError| error.into_response())
}

/// Takes the field that every job accepts out of a body: a time limit below that of the server.
fn take_time_limit(body: &mut Map<String, Value>) -> Result<Option<Duration>, ApiError> {
    let seconds = body.remove("seconds").unwrap_or_default();
    let seconds = Option::<f64>::deserialize(seconds).map_err(|error| invalid(&error))?;
    let seconds = seconds.filter(|seconds| *seconds >= 0.0);
    Ok(seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()))
}

/// Reads the whole body, up to the limit.
async fn read_body(state: &AppState, request: Request) -> Result<Bytes, ApiError> {
    let limit = state.body_limit;
    let length = request.headers().get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > limit) {
        return Err(ApiError::too_large(limit));
    }
    let body = request.into_body();
    let bytes = tokio::time::timeout(state.body_time, to_bytes(body, limit)).await;
    let bytes = bytes.map_err(|_| ApiError::too_slow(state.body_time))?;
    // If the connection breaks, no client reads the response, so the error is always about the size.
    bytes.map_err(|_| ApiError::too_large(limit))
}

/// Parses a body.
pub(crate) fn parse<A: DeserializeOwned>(bytes: &[u8]) -> Result<A, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| invalid(&error))
}

/// Parses the fields of a body that belong to its call.
pub(crate) fn parse_fields<A: DeserializeOwned>(body: Map<String, Value>) -> Result<A, ApiError> {
    serde_json::from_value(Value::Object(body)).map_err(|error| invalid(&error))
}

fn invalid(error: &serde_json::Error) -> ApiError {
    ApiError::bad_request(format!("invalid request body: {error}"))
}

fn accepts_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT).iter();
    let mut accepted = accepted.filter_map(|accepted| accepted.to_str().ok());
    accepted.any(|accepted| accepted.contains("text/event-stream"))
}

/// Waits for the result of a job.
async fn result(mut job: JobHandle) -> Result<Response, ApiError> {
    while let Some(message) = job.messages.recv().await {
        if let JobMessage::End(end) = message {
            return Ok(match end? {
                JobAnswer::Json(text) => json_text(StatusCode::OK, text),
                JobAnswer::File(file) => file.reply(),
            });
        }
    }
    Err(ApiError::internal())
}

/// A job as a stream of server-sent events.
fn stream(job: JobHandle) -> Response {
    let mut tick = interval_at(tokio::time::Instant::now() + PROGRESS_PAUSE, PROGRESS_PAUSE);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let events = Events {
        job,
        tick,
        start: Instant::now(),
        is_over: false,
    };
    let mut response = Response::new(Body::from_stream(events));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The events of a job, with progress events in between.
#[derive(Debug)]
struct Events {
    job: JobHandle,
    tick: Interval,
    start: Instant,
    is_over: bool,
}

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        match self.job.messages.poll_recv(context) {
            Poll::Ready(Some(JobMessage::Event(name, data))) => {
                return Poll::Ready(Some(Ok(event(name, &data))));
            }
            Poll::Ready(Some(JobMessage::End(end))) => {
                self.is_over = true;
                let last = match end {
                    Ok(JobAnswer::Json(data)) => event("result", &data),
                    Ok(JobAnswer::File(_)) => event("error", &as_json(&ApiError::internal().body)),
                    Err(error) => event("error", &as_json(&error.body)),
                };
                return Poll::Ready(Some(Ok(last)));
            }
            Poll::Ready(None) => {
                self.is_over = true;
                let error = ApiError::internal();
                return Poll::Ready(Some(Ok(event("error", &as_json(&error.body)))));
            }
            Poll::Pending => {}
        }
        if self.tick.poll_tick(context).is_ready() {
            let counts = self.job.progress.counts();
            let progress = ProgressEvent {
                nodes: counts.nodes,
                failures: counts.failures,
                answers: counts.solutions,
                seconds: (self.start.elapsed().as_secs_f64() * 1e3).round() / 1e3,
            };
            return Poll::Ready(Some(Ok(event("progress", &as_json(&progress)))));
        }
        Poll::Pending
    }
}

fn as_json(data: &impl Serialize) -> String {
    serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned())
}

/// Formats an event. JSON text has no line breaks.
fn event(name: &str, data: &str) -> Bytes {
    Bytes::from(format!("event: {name}\ndata: {data}\n\n"))
}
