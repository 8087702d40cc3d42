//! The interface described for programs: what `/openapi.json` says, made from the table of calls.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use crate::answer::Progressed;
use crate::call::{Answered, Call};
use crate::refused::Said;

/// The description of all calls.
pub(crate) fn describe(calls: &[Call]) -> Value {
    let plan = SchemaSettings::draft2020_12().with(|plan| {
        plan.definitions_path = "/components/schemas".into();
        plan.meta_schema = None;
    });
    let mut schemas = plan.into_generator();
    let error = schemas.subschema_for::<Said>();
    schemas.subschema_for::<Progressed>();
    let mut paths = Map::new();
    for call in calls {
        let answer = json!({
            "description": "the answer",
            "content": content(call, &mut schemas),
        });
        let refusal = |about: &str| {
            let content = json!({"application/json": {"schema": error}});
            json!({"description": about, "content": content})
        };
        let mut operation = json!({
            "summary": call.about,
            "operationId": call.path.trim_start_matches("/api/"),
            "responses": {"200": answer, "403": refusal("a call from another origin, or by a name that is not this server's")},
        });
        let method = if let Some(body) = call.body {
            let schema = body(&mut schemas);
            operation["requestBody"] = json!({
                "required": true,
                "content": {"application/json": {"schema": schema}},
            });
            let answers = &mut operation["responses"];
            answers["400"] = refusal("not JSON, or not of this form");
            answers["413"] = refusal("the body is too large");
            answers["422"] = refusal("the text is not a puzzle, or the request makes no sense");
            if matches!(call.answer, Answered::Events(..)) {
                answers["503"] = refusal("too many jobs");
            }
            "post"
        } else {
            "get"
        };
        paths.insert(call.path.to_owned(), json!({method: operation}));
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Gridwright",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "A workbench for logic puzzles. Facts of a puzzle are numbered from 1; a claim is the number of a fact that holds, or minus the number of one that does not. \
                            Rows and columns are counted from 0. Closing the connection ends the work.",
        },
        "paths": paths,
        "components": {"schemas": schemas.take_definitions(true)},
    })
}

/// What an answer may be, by its type.
fn content(call: &Call, schemas: &mut SchemaGenerator) -> Value {
    match &call.answer {
        Answered::Json(describe) => json!({"application/json": {"schema": describe(schemas)}}),
        Answered::File(mimes) => {
            let file = |mime: &&str| ((*mime).to_owned(), json!({"schema": {"type": "string"}}));
            Value::Object(mimes.iter().map(file).collect())
        }
        Answered::Events(describe, events) => {
            let mut about = String::from(
                "Server-sent events, each with JSON as its data: `progress` now and then (#/components/schemas/Progressed)",
            );
            for (name, words) in *events {
                about += &format!("; `{name}`: {words}");
            }
            about += "; at the end `result`, which is the answer, or `error`.";
            json!({
                "application/json": {"schema": describe(schemas)},
                "text/event-stream": {"schema": {"type": "string", "description": about}},
            })
        }
    }
}
