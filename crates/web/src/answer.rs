//! From a request to a call and back: bodies are read under their limit, answers written as JSON or as a stream of events.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{
    ACCEPT, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::time::{Interval, MissedTickBehavior, interval_at};

use crate::jobs::{Job, Running, Told, caught};
use crate::refused::Refused;
use crate::site::Site;

/// How often progress is told.
const PROGRESS: Duration = Duration::from_millis(200);

/// How far a job has come
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub(crate) struct Progressed {
    /// Nodes of the search
    nodes: u64,
    /// Nodes that ended in a conflict
    failures: u64,
    /// Answers found
    answers: u64,
    /// Seconds since the job was taken on
    seconds: f64,
}

/// Answers a call that is over at once, off the threads that serve connections.
pub(crate) async fn quick<A, R>(
    State(site): State<Site>,
    request: Request,
    work: fn(A) -> Result<R, Refused>,
) -> Response
where
    A: DeserializeOwned + Send + 'static,
    R: Reply + Send + 'static,
{
    let outcome = async {
        let bytes = body(&site, request).await?;
        let done = tokio::task::spawn_blocking(move || caught(|| work(read(&bytes)?)?.reply()));
        done.await.unwrap_or_else(|_| Err(Refused::broken()))
    };
    outcome.await.unwrap_or_else(IntoResponse::into_response)
}

/// Answers a call that is a job: as a stream where that is asked for, else by its result alone.
pub(crate) async fn long<A, R>(
    State(site): State<Site>,
    request: Request,
    work: fn(&Job, A) -> Result<R, Refused>,
) -> Response
where
    A: DeserializeOwned + Send + 'static,
    R: Serialize + 'static,
{
    let wants_events = wants_events(request.headers());
    let client = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let Some(client) = client.map(|client| client.0.ip()) else {
        return Refused::broken().into_response();
    };
    let outcome = async {
        let bytes = body(&site, request).await?;
        // What is malformed is refused before it takes a place in the queue.
        let asked: A = read(&bytes)?;
        let wished: Wished = read(&bytes)?;
        let written = move |job: &Job| {
            let answer = work(job, asked)?;
            serde_json::to_string(&answer).map_err(|_| Refused::broken())
        };
        let running = site
            .jobs
            .start(client, wished.time(), wants_events, written)?;
        match wants_events {
            true => Ok(stream(running)),
            false => result(running).await,
        }
    };
    outcome
        .await
        .unwrap_or_else(|refused: Refused| refused.into_response())
}

/// What any long call may be told beside its own.
#[derive(Debug, Deserialize)]
struct Wished {
    /// A limit of time, where the page wants a shorter one than the server's.
    seconds: Option<f64>,
}

impl Wished {
    fn time(&self) -> Option<Duration> {
        let seconds = self.seconds.filter(|seconds| *seconds >= 0.0);
        seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }
}

/// What a quick call answers with.
pub(crate) trait Reply {
    fn reply(self) -> Result<Response, Refused>;
}

/// An answer as JSON.
#[derive(Debug)]
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> Reply for Json<T> {
    fn reply(self) -> Result<Response, Refused> {
        Ok(json(StatusCode::OK, &self.0))
    }
}

/// A file that a client may keep.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) mime: &'static str,
    /// What to call it.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl Reply for File {
    fn reply(self) -> Result<Response, Refused> {
        let mut response = Response::new(Body::from(self.bytes));
        let mime = HeaderValue::from_static(self.mime);
        response.headers_mut().insert(CONTENT_TYPE, mime);
        let kept = format!("attachment; filename=\"{}\"", self.name);
        let kept = HeaderValue::from_str(&kept).map_err(|_| Refused::broken())?;
        response.headers_mut().insert(CONTENT_DISPOSITION, kept);
        Ok(response)
    }
}

/// An answer as JSON.
pub(crate) fn json(status: StatusCode, answer: &impl Serialize) -> Response {
    match serde_json::to_vec(answer) {
        Ok(bytes) => written(status, bytes),
        Err(_) => {
            let error = &b"{\"error\":\"the answer cannot be written\"}"[..];
            written(StatusCode::INTERNAL_SERVER_ERROR, error)
        }
    }
}

fn written(status: StatusCode, bytes: impl Into<Body>) -> Response {
    let mut response = Response::new(bytes.into());
    *response.status_mut() = status;
    let mime = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, mime);
    response
}

/// The whole body, if it is not too large.
async fn body(site: &Site, request: Request) -> Result<Bytes, Refused> {
    let most = site.body_limit;
    let length = request.headers().get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > most) {
        return Err(Refused::too_large(most));
    }
    let body = request.into_body();
    // A body that breaks off is nobody's to answer, so what is wrong is its size.
    to_bytes(body, most)
        .await
        .map_err(|_| Refused::too_large(most))
}

/// What a body says.
fn read<A: DeserializeOwned>(bytes: &[u8]) -> Result<A, Refused> {
    serde_json::from_slice(bytes).map_err(|error| {
        Refused::malformed(format!("the body is not what this call takes: {error}"))
    })
}

fn wants_events(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(ACCEPT).iter();
    let mut accepted = accepted.filter_map(|accepted| accepted.to_str().ok());
    accepted.any(|accepted| accepted.contains("text/event-stream"))
}

/// Waits for the result of a job.
async fn result(mut running: Running) -> Result<Response, Refused> {
    while let Some(told) = running.told.recv().await {
        if let Told::End(end) = told {
            return Ok(written(StatusCode::OK, end?));
        }
    }
    Err(Refused::broken())
}

/// A job as a stream of server-sent events.
fn stream(running: Running) -> Response {
    let mut tick = interval_at(tokio::time::Instant::now() + PROGRESS, PROGRESS);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let events = Events {
        running,
        tick,
        began: Instant::now(),
        is_over: false,
    };
    let mut response = Response::new(Body::from_stream(events));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// The events of a job, written as they come, and its progress in between.
#[derive(Debug)]
struct Events {
    running: Running,
    tick: Interval,
    began: Instant,
    is_over: bool,
}

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        match self.running.told.poll_recv(context) {
            Poll::Ready(Some(Told::Event(name, data))) => {
                return Poll::Ready(Some(Ok(event(name, &data))));
            }
            Poll::Ready(Some(Told::End(end))) => {
                self.is_over = true;
                let last = match end {
                    Ok(data) => event("result", &data),
                    Err(refused) => event("error", &as_json(&refused.said)),
                };
                return Poll::Ready(Some(Ok(last)));
            }
            Poll::Ready(None) => {
                self.is_over = true;
                let broken = Refused::broken();
                return Poll::Ready(Some(Ok(event("error", &as_json(&broken.said)))));
            }
            Poll::Pending => {}
        }
        if self.tick.poll_tick(context).is_ready() {
            let counted = self.running.progress.counts();
            let progressed = Progressed {
                nodes: counted.nodes,
                failures: counted.failures,
                answers: counted.solutions,
                seconds: (self.began.elapsed().as_secs_f64() * 1e3).round() / 1e3,
            };
            return Poll::Ready(Some(Ok(event("progress", &as_json(&progressed)))));
        }
        Poll::Pending
    }
}

fn as_json(data: &impl Serialize) -> String {
    serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned())
}

/// One event. JSON has no line breaks of its own.
fn event(name: &str, data: &str) -> Bytes {
    Bytes::from(format!("event: {name}\ndata: {data}\n\n"))
}
