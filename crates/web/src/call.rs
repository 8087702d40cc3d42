//! A call of the HTTP interface: a plain function with a path, a description, schemas and a route.
//!
//! To add one: write `fn name(body: Body) -> Result<Json<Answer>, ApiError>` in a file of `calls` (or `fn name(job: &Job, body: Body) -> Result<Answer,
//! ApiError>` for long work, see `jobs`), where `Body` derives `Deserialize`, `Answer` derives `Serialize`, and both derive `JsonSchema` in tests, and add a line to the
//! table in `calls`. `/openapi.json` shows the doc comments of their fields; a test of `openapi` writes it.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::routing::{self, MethodRouter};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) use self::schema::{Describe, Described, describe};
use crate::error::ApiError;
use crate::http::{Quick, Start, parse, parse_fields, respond, respond_with_job};
use crate::jobs::{Job, JobAnswer};
use crate::response::{File, Json, Reply};
use crate::state::AppState;

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
    pub(crate) route: MethodRouter<AppState>,
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
        let route =
            routing::get(move |State(state): State<AppState>| async move { work(&state).reply() });
        Call {
            path,
            about,
            body: None,
            answer: ResponseKind::Json(describe::<R>()),
            route,
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
        let quick: Quick = Arc::new(move |body| Ok(work(parse(body)?)?.reply()));
        let (body, answer) = (describe::<A>(), ResponseKind::Json(describe::<R>()));
        Call::post(path, about, body, answer, quick_route(quick))
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
            let body: A = parse_fields(body)?;
            Ok(Box::new(move |job: &Job| {
                work(job, body).map(JobAnswer::File)
            }))
        });
        let answer = ResponseKind::File(mimes);
        let route = job_route(start, false);
        Call::post(path, about, describe::<A>(), answer, route)
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
            let body: A = parse_fields(body)?;
            Ok(Box::new(move |job: &Job| {
                let answer = work(job, body)?;
                let text = serde_json::to_string(&answer);
                text.map(JobAnswer::Json).map_err(|_| ApiError::internal())
            }))
        });
        let answer = ResponseKind::Events(describe::<R>(), events);
        Call::post(path, about, describe::<A>(), answer, job_route(start, true))
    }

    fn post(
        path: &'static str,
        about: &'static str,
        body: Describe,
        answer: ResponseKind,
        route: MethodRouter<AppState>,
    ) -> Call {
        Call {
            path,
            about,
            body: Some(body),
            answer,
            route,
        }
    }
}

fn quick_route(quick: Quick) -> MethodRouter<AppState> {
    routing::post(move |State(state): State<AppState>, request: Request| {
        let quick = Arc::clone(&quick);
        async move { respond(&state, request, quick).await }
    })
}

fn job_route(start: Start, sends_events: bool) -> MethodRouter<AppState> {
    routing::post(move |State(state): State<AppState>, request: Request| {
        let start = Arc::clone(&start);
        async move { respond_with_job(&state, request, start, sends_events).await }
    })
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
