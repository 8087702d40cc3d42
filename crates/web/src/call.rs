//! A call of the HTTP interface: a plain function with a path, a description, schemas and a route.
//!
//! To add one: write `fn name(body: Body) -> Result<Json<Answer>, ApiError>` in a file of `calls` (or `fn name(job: &Job, body: Body) -> Result<Answer,
//! ApiError>` for long work, see `jobs`), where `Body` derives `Deserialize` and `JsonSchema` and `Answer` derives `Serialize` and `JsonSchema`, and add a line to the
//! table in `calls`. `/openapi.json` shows the doc comments of their fields.

use axum::extract::{Request, State};
use axum::routing::{self, MethodRouter};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::ApiError;
use crate::http::{respond, respond_with_job};
use crate::jobs::Job;
use crate::response::{File, Json, Reply};
use crate::state::AppState;

/// Generates the schema of a type.
type Describe = fn(&mut SchemaGenerator) -> Schema;

/// A call.
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
        R: Serialize + JsonSchema + 'static,
    {
        let route =
            routing::get(move |State(state): State<AppState>| async move { work(&state).reply() });
        Call {
            path,
            about,
            body: None,
            answer: ResponseKind::Json(|schemas| schemas.subschema_for::<R>()),
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
        A: DeserializeOwned + JsonSchema + Send + 'static,
        R: Serialize + JsonSchema + Send + 'static,
    {
        let answer = ResponseKind::Json(|schemas| schemas.subschema_for::<R>());
        Call::quick_reply(path, about, answer, work)
    }

    /// A quick POST call that returns a file of one of these MIME types.
    pub(crate) fn file<A>(
        path: &'static str,
        about: &'static str,
        mimes: &'static [&'static str],
        work: fn(A) -> Result<File, ApiError>,
    ) -> Call
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
    {
        Call::quick_reply(path, about, ResponseKind::File(mimes), work)
    }

    fn quick_reply<A, R>(
        path: &'static str,
        about: &'static str,
        answer: ResponseKind,
        work: fn(A) -> Result<R, ApiError>,
    ) -> Call
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        R: Reply + Send + 'static,
    {
        let route = routing::post(move |state: State<AppState>, request: Request| async move {
            respond(state, request, work).await
        });
        Call::post::<A>(path, about, answer, route)
    }

    /// A POST call that runs as a job: it can stream events, and stops when the client disconnects.
    pub(crate) fn job<A, R>(
        path: &'static str,
        about: &'static str,
        events: &'static [(&'static str, &'static str)],
        work: fn(&Job, A) -> Result<R, ApiError>,
    ) -> Call
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        R: Serialize + JsonSchema + 'static,
    {
        let route = routing::post(move |state: State<AppState>, request: Request| async move {
            respond_with_job(state, request, work).await
        });
        let answer = ResponseKind::Events(|schemas| schemas.subschema_for::<R>(), events);
        Call::post::<A>(path, about, answer, route)
    }

    fn post<A: JsonSchema>(
        path: &'static str,
        about: &'static str,
        answer: ResponseKind,
        route: MethodRouter<AppState>,
    ) -> Call {
        Call {
            path,
            about,
            body: Some(|schemas| schemas.subschema_for::<A>()),
            answer,
            route,
        }
    }
}
