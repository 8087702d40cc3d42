//! Calls: what can be asked over HTTP. A call is a plain function with its words; its route and its description are made here, once for all.
//!
//! To add one: a file in `calls` with `fn name(asked: Asked) -> Result<Json<Answer>, Refused>` (or `fn name(job: &Job, asked: Asked) -> Result<Answer,
//! Refused>` for long work, see `jobs`), where `Asked` derives `Deserialize` and `JsonSchema` and `Answer` derives `Serialize` and `JsonSchema`; and a line in the
//! table of `calls`. Doc comments of their fields are what `/openapi.json` says of them.

use axum::extract::{Request, State};
use axum::routing::{MethodRouter, get, post};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::answer::{File, Json, Reply, long, quick};
use crate::jobs::Job;
use crate::refused::Refused;
use crate::site::Site;

/// How the schema of a type is had.
type Describe = fn(&mut SchemaGenerator) -> Schema;

/// One call.
pub(crate) struct Call {
    pub(crate) path: &'static str,
    /// What it is for, in a line.
    pub(crate) about: &'static str,
    /// The schema of its body; none for what is got without.
    pub(crate) body: Option<Describe>,
    pub(crate) answer: Answered,
    pub(crate) route: MethodRouter<Site>,
}

/// What comes back.
pub(crate) enum Answered {
    /// JSON of this schema.
    Json(Describe),
    /// A file of one of these types.
    File(&'static [&'static str]),
    /// JSON of this schema, or a stream with these events before it, each with its words.
    Events(Describe, &'static [(&'static str, &'static str)]),
}

impl Call {
    /// What is got without a body.
    pub(crate) fn got<R>(
        path: &'static str,
        about: &'static str,
        work: fn(&Site) -> Json<R>,
    ) -> Call
    where
        R: Serialize + JsonSchema + 'static,
    {
        let route = get(move |State(site): State<Site>| async move { work(&site).reply() });
        Call {
            path,
            about,
            body: None,
            answer: Answered::Json(|schemas| schemas.subschema_for::<R>()),
            route,
        }
    }

    /// What is over at once.
    pub(crate) fn quick<A, R>(
        path: &'static str,
        about: &'static str,
        work: fn(A) -> Result<Json<R>, Refused>,
    ) -> Call
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        R: Serialize + JsonSchema + Send + 'static,
    {
        let answer = Answered::Json(|schemas| schemas.subschema_for::<R>());
        Call::at_once(path, about, answer, work)
    }

    /// What is over at once and gives a file of one of these types.
    pub(crate) fn file<A>(
        path: &'static str,
        about: &'static str,
        mimes: &'static [&'static str],
        work: fn(A) -> Result<File, Refused>,
    ) -> Call
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
    {
        Call::at_once(path, about, Answered::File(mimes), work)
    }

    fn at_once<A, R>(
        path: &'static str,
        about: &'static str,
        answer: Answered,
        work: fn(A) -> Result<R, Refused>,
    ) -> Call
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        R: Reply + Send + 'static,
    {
        let route = post(move |state: State<Site>, request: Request| async move {
            quick(state, request, work).await
        });
        Call::asked::<A>(path, about, answer, route)
    }

    /// What takes its time, is told of while it does, and ends when nobody waits.
    pub(crate) fn long<A, R>(
        path: &'static str,
        about: &'static str,
        events: &'static [(&'static str, &'static str)],
        work: fn(&Job, A) -> Result<R, Refused>,
    ) -> Call
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        R: Serialize + JsonSchema + 'static,
    {
        let route = post(move |state: State<Site>, request: Request| async move {
            long(state, request, work).await
        });
        let answer = Answered::Events(|schemas| schemas.subschema_for::<R>(), events);
        Call::asked::<A>(path, about, answer, route)
    }

    /// What is asked with a body.
    fn asked<A: JsonSchema>(
        path: &'static str,
        about: &'static str,
        answer: Answered,
        route: MethodRouter<Site>,
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
