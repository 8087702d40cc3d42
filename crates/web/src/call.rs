//! A call of the HTTP interface: a plain function with a path, a description and schemas.
//!
//! To add one: write `fn name(body: Body) -> Result<Json<Answer>, ApiError>` in a file of `calls` (or `fn name(job: &Job, body: Body) -> Result<Answer,
//! ApiError>` for long work, see `jobs`), where `Body` derives `Deserialize`, `Answer` derives `Serialize`, and both derive `JsonSchema` in tests, and add a line to the
//! table in `calls`. `/openapi.json` shows the doc comments of their fields; a test of `openapi` writes it.

use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub(crate) use self::schema::{Describe, Described, describe};
use crate::error::ApiError;
use crate::jobs::{Job, Work};
use crate::response::{File, Json, Reply};
use crate::state::AppState;

/// A quick call: from the request body to the response. Type-erased, so that the code that handles requests is compiled once.
pub(crate) type Quick = Arc<dyn Fn(&[u8]) -> Result<Reply, ApiError> + Send + Sync>;

/// A long call: from the request body to the work of its job, and a time limit below that of the server if the body has one.
pub(crate) type Start =
    Arc<dyn Fn(&[u8]) -> Result<(Work, Option<Duration>), ApiError> + Send + Sync>;

/// What a call does.
#[derive(Clone)]
pub(crate) enum Handler {
    /// A GET request.
    Get(Arc<dyn Fn(&AppState) -> Reply + Send + Sync>),
    Quick(Quick),
    /// A job.
    Job {
        start: Start,
        sends_events: bool,
    },
}

/// A call.
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "a test of `openapi` reads the description")
)]
pub(crate) struct Call {
    pub(crate) path: &'static str,
    /// A one-line description.
    pub(crate) about: &'static str,
    /// The schema of the request body; `None` for GET.
    pub(crate) body: Option<Describe>,
    pub(crate) answer: ResponseKind,
    pub(crate) handler: Handler,
}

/// The kind of response.
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "a test of `openapi` reads the description")
)]
pub(crate) enum ResponseKind {
    /// JSON with this schema.
    Json(Describe),
    /// A file of one of these MIME types.
    File(&'static [&'static str]),
    /// JSON with this schema, or a stream of these events (name and description) followed by it.
    Events(Describe, &'static [(&'static str, &'static str)]),
}

impl Call {
    /// A GET call.
    pub(crate) fn get<R>(
        path: &'static str,
        about: &'static str,
        work: fn(&AppState) -> Json<R>,
    ) -> Call
    where
        R: Serialize + Described + 'static,
    {
        Call {
            path,
            about,
            body: None,
            answer: ResponseKind::Json(describe::<R>()),
            handler: Handler::Get(Arc::new(move |state| work(state).into())),
        }
    }

    /// A quick POST call.
    pub(crate) fn quick<A, R>(
        path: &'static str,
        about: &'static str,
        work: fn(A) -> Result<Json<R>, ApiError>,
    ) -> Call
    where
        A: DeserializeOwned + Described + 'static,
        R: Serialize + Described + 'static,
    {
        let quick: Quick = Arc::new(move |body| Ok(work(parse(body)?)?.into()));
        let (body, answer) = (describe::<A>(), ResponseKind::Json(describe::<R>()));
        Call::post(path, about, body, answer, Handler::Quick(quick))
    }

    /// A POST call that makes a file of one of these MIME types. It runs as a job, since pictures and books take time and memory.
    pub(crate) fn file<A>(
        path: &'static str,
        about: &'static str,
        mimes: &'static [&'static str],
        work: fn(&Job, A) -> Result<File, ApiError>,
    ) -> Call
    where
        A: DeserializeOwned + Described + Send + 'static,
    {
        let start: Start = Arc::new(move |body| {
            let (body, time): (A, _) = parse_job(body)?;
            let work = move |job: &Job| work(job, body).map_or_else(Reply::from, Reply::from);
            Ok((Box::new(work), time))
        });
        let answer = ResponseKind::File(mimes);
        let handler = Handler::Job {
            start,
            sends_events: false,
        };
        Call::post(path, about, describe::<A>(), answer, handler)
    }

    /// A POST call that runs as a job: it can stream events, and stops when the client disconnects.
    pub(crate) fn job<A, R>(
        path: &'static str,
        about: &'static str,
        events: &'static [(&'static str, &'static str)],
        work: fn(&Job, A) -> Result<R, ApiError>,
    ) -> Call
    where
        A: DeserializeOwned + Described + Send + 'static,
        R: Serialize + Described + 'static,
    {
        let start: Start = Arc::new(move |body| {
            let (body, time): (A, _) = parse_job(body)?;
            let work = move |job: &Job| {
                let answer = work(job, body).map(Json);
                answer.map_or_else(Reply::from, Reply::from)
            };
            Ok((Box::new(work), time))
        });
        let answer = ResponseKind::Events(describe::<R>(), events);
        let handler = Handler::Job {
            start,
            sends_events: true,
        };
        Call::post(path, about, describe::<A>(), answer, handler)
    }

    fn post(
        path: &'static str,
        about: &'static str,
        body: Describe,
        answer: ResponseKind,
        handler: Handler,
    ) -> Call {
        Call {
            path,
            about,
            body: Some(body),
            answer,
            handler,
        }
    }
}

/// Parses a body.
fn parse<A: DeserializeOwned>(bytes: &[u8]) -> Result<A, ApiError> {
    serde_json::from_slice(bytes).map_err(|error| invalid(&error))
}

/// Parses the body of a job, without the field that every job accepts: its time limit.
fn parse_job<A: DeserializeOwned>(bytes: &[u8]) -> Result<(A, Option<Duration>), ApiError> {
    let mut fields: Map<String, Value> = parse(bytes)?;
    let time = take_time_limit(&mut fields)?;
    let body = serde_json::from_value(Value::Object(fields)).map_err(|error| invalid(&error))?;
    Ok((body, time))
}

fn take_time_limit(fields: &mut Map<String, Value>) -> Result<Option<Duration>, ApiError> {
    let seconds = fields.remove("seconds").unwrap_or_default();
    let seconds = Option::<f64>::deserialize(seconds).map_err(|error| invalid(&error))?;
    if seconds.is_some_and(|seconds| seconds < 0.0) {
        return Err(ApiError::bad_request("`seconds` is negative"));
    }
    Ok(seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()))
}

fn invalid(error: &serde_json::Error) -> ApiError {
    ApiError::bad_request(format!("invalid request body: {error}"))
}

/// Schemas of JSON types, for the test that writes the OpenAPI description.
#[cfg(test)]
mod schema {
    pub(crate) use schemars::JsonSchema as Described;
    use schemars::{Schema, SchemaGenerator};

    /// Generates the schema of a type.
    pub(crate) type Describe = fn(&mut SchemaGenerator) -> Schema;

    pub(crate) fn describe<T: Described>() -> Describe {
        |schemas| schemas.subschema_for::<T>()
    }
}

/// Outside tests there are no schemas.
#[cfg(not(test))]
mod schema {
    pub(crate) trait Described {}

    impl<T> Described for T {}

    pub(crate) struct Describe;

    pub(crate) fn describe<T: Described>() -> Describe {
        Describe
    }
}
