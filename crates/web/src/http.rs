//! Handles requests: reads bodies, runs calls, and responds with JSON or server-sent events.

use std::convert::Infallible;
use std::future::poll_fn;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{ACCEPT, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::{self, MethodRouter};
use futures_core::Stream;
use serde::Serialize;
use tokio::time::{Interval, MissedTickBehavior, interval_at};

use crate::call::{Handler, Quick, Start};
use crate::connections::Arrival;
use crate::error::ApiError;
use crate::jobs::{Job, JobHandle, JobMessage, PROGRESS_PAUSE, Work, catch_panic};
use crate::response::Reply;
use crate::state::AppState;

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

/// The route of a call.
pub(crate) fn route(path: &'static str, handler: Handler) -> MethodRouter<AppState> {
    match handler {
        Handler::Get(work) => {
            routing::get(move |State(state): State<AppState>| async move { work(&state) })
        }
        Handler::Quick(quick) => {
            routing::post(move |State(state): State<AppState>, request: Request| {
                let quick = Arc::clone(&quick);
                async move { respond(state, request, path, quick).await }
            })
        }
        Handler::Job {
            start,
            sends_events,
        } => routing::post(move |State(state): State<AppState>, request: Request| {
            let start = Arc::clone(&start);
            async move { respond_with_job(&state, request, path, start, sends_events).await }
        }),
    }
}

/// Responds to a quick call, on a thread that serves no connections.
async fn respond(
    state: AppState,
    request: Request,
    path: &'static str,
    quick: Quick,
) -> Result<Reply, ApiError> {
    let bytes = read_body(&state, request).await?;
    let done = tokio::task::spawn_blocking(move || match &state.workers {
        Some(workers) => workers.run(path, &bytes, &state.jobs.quick_job()),
        None => catch_panic(|| quick(&bytes).unwrap_or_else(Reply::from)),
    });
    done.await.map_err(|_| ApiError::internal())
}

/// Responds to a call that runs as a job: with a stream of events if the call sends them and the client accepts one, else with the result.
async fn respond_with_job(
    state: &AppState,
    request: Request,
    path: &'static str,
    start: Start,
    sends_events: bool,
) -> Result<Response, ApiError> {
    let is_streaming = sends_events && accepts_events(request.headers());
    let client = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let client = client.ok_or_else(ApiError::internal)?.0.ip();
    let bytes = read_body(state, request).await?;
    // A bad request must not take a place in the queue.
    let (mut work, time) = start(&bytes)?;
    if let Some(workers) = state.workers.clone() {
        work = Box::new(move |job: &Job| workers.run(path, &bytes, job)) as Work;
    }
    let job = state.jobs.start(client, time, is_streaming, work)?;
    match is_streaming {
        true => Ok(stream(job)),
        false => result(job).await.map(IntoResponse::into_response),
    }
}

/// Reads the whole body, up to the limit.
async fn read_body(state: &AppState, request: Request) -> Result<Bytes, ApiError> {
    let limit = state.body_limit;
    let length = request.headers().get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > limit) {
        return Err(ApiError::too_large(limit));
    }
    let arrival = request.extensions().get::<Arrival>().cloned();
    let body = request.into_body();
    let _arriving = arrival.as_ref().map(Arrival::of_body);
    let bytes = tokio::time::timeout(state.body_time, to_bytes(body, limit)).await;
    let bytes = bytes.map_err(|_| ApiError::too_slow(state.body_time))?;
    // If the connection breaks, no client reads the response, so the error is always about the size.
    bytes.map_err(|_| ApiError::too_large(limit))
}

fn accepts_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT).iter();
    let mut accepted = accepted.filter_map(|accepted| accepted.to_str().ok());
    accepted.any(|accepted| accepted.contains("text/event-stream"))
}

/// Waits for the result of a job.
async fn result(mut job: JobHandle) -> Result<Reply, ApiError> {
    while let Some(message) = poll_fn(|context| job.poll_message(context)).await {
        if let JobMessage::End(reply) = message {
            return Ok(reply);
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
        match self.job.poll_message(context) {
            Poll::Ready(Some(JobMessage::Event(name, data))) => {
                return Poll::Ready(Some(Ok(event(&name, data.as_bytes()))));
            }
            Poll::Ready(last) => {
                self.is_over = true;
                let reply = match last {
                    Some(JobMessage::End(reply)) => reply,
                    _ => ApiError::internal().into(),
                };
                let name = if reply.is_answer() { "result" } else { "error" };
                return Poll::Ready(Some(Ok(event(name, &reply.body))));
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
            let progress = serde_json::to_vec(&progress).unwrap_or_default();
            return Poll::Ready(Some(Ok(event("progress", &progress))));
        }
        Poll::Pending
    }
}

/// Formats an event. JSON text has no line breaks.
fn event(name: &str, data: &[u8]) -> Bytes {
    [b"event: ", name.as_bytes(), b"\ndata: ", data, b"\n\n"]
        .concat()
        .into()
}
