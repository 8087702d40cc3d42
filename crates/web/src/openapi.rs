//! The OpenAPI description of all calls, served as `/openapi.json`: a file that the test here compares with the calls and can rewrite.

/// The description of all calls, as JSON.
pub(crate) const OPENAPI: &str = include_str!("openapi.json");

#[cfg(test)]
mod tests {
    use schemars::generate::{SchemaGenerator, SchemaSettings};
    use serde_json::{Map, Value, json};

    use crate::call::{Call, ResponseKind};
    use crate::calls;
    use crate::error::ErrorBody;
    use crate::http::ProgressEvent;

    /// The description of all calls.
    fn describe(calls: &[Call]) -> Value {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
            settings.meta_schema = None;
        });
        let mut schemas = settings.into_generator();
        let error = schemas.subschema_for::<ErrorBody>();
        schemas.subschema_for::<ProgressEvent>();
        let mut paths = Map::new();
        for call in calls {
            let answer = json!({
                "description": "the answer",
                "content": content(call, &mut schemas),
            });
            let failure = |about: &str| {
                let content = json!({"application/json": {"schema": error}});
                json!({"description": about, "content": content})
            };
            let mut operation = json!({
                "summary": call.about,
                "operationId": call.path.trim_start_matches("/api/"),
                "responses": {"200": answer, "403": failure("a request from another origin, or with an unknown host name")},
            });
            let method = if let Some(body) = call.body {
                let schema = match call.answer {
                    ResponseKind::Json(_) => body(&mut schemas).to_value(),
                    ResponseKind::File(_) | ResponseKind::Events(..) => {
                        job_body(body(&mut schemas).to_value(), &schemas)
                    }
                };
                operation["requestBody"] = json!({
                    "required": true,
                    "content": {"application/json": {"schema": schema}},
                });
                let answers = &mut operation["responses"];
                answers["400"] = failure("the body is not JSON, or not of this form");
                answers["413"] = failure("the body is too large");
                answers["422"] = failure(match call.answer {
                    ResponseKind::File(_) => {
                        "the text is not a puzzle, the request is invalid, or the file was not ready at the time limit"
                    }
                    _ => "the text is not a puzzle, or the request is invalid",
                });
                if !matches!(call.answer, ResponseKind::Json(_)) {
                    answers["503"] = failure("too many jobs; `Retry-After` says when to try again");
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
                "description": "A workbench for logic puzzles. The facts of a puzzle are numbered from 1. A claim is the number of a fact that is true, or the negated number of a fact that is false. \
                                Rows and columns are counted from 0. Closing the connection stops the job.",
            },
            "paths": paths,
            "components": {"schemas": schemas.take_definitions(true)},
        })
    }

    /// The schema of the body of a job: its own fields and the one that every job accepts.
    fn job_body(schema: Value, schemas: &SchemaGenerator) -> Value {
        let name = schema["$ref"]
            .as_str()
            .and_then(|path| path.rsplit('/').next());
        let mut schema = schemas.definitions()[name.expect("a body is a named type")].clone();
        schema["properties"]["seconds"] = json!({
            "description": "A time limit below that of the server",
            "type": ["number", "null"],
        });
        schema
    }

    /// The content of a response by MIME type.
    fn content(call: &Call, schemas: &mut SchemaGenerator) -> Value {
        match &call.answer {
            ResponseKind::Json(describe) => {
                json!({"application/json": {"schema": describe(schemas)}})
            }
            ResponseKind::File(mimes) => {
                let file =
                    |mime: &&str| ((*mime).to_owned(), json!({"schema": {"type": "string"}}));
                Value::Object(mimes.iter().map(file).collect())
            }
            ResponseKind::Events(describe, events) => {
                let mut about = String::from(
                    "Server-sent events, each with JSON data: `progress` every 200 ms (#/components/schemas/ProgressEvent)",
                );
                for (name, description) in *events {
                    about += &format!("; `{name}`: {description}");
                }
                about += "; finally `result` with the answer, or `error`.";
                json!({
                    "application/json": {"schema": describe(schemas)},
                    "text/event-stream": {"schema": {"type": "string", "description": about}},
                })
            }
        }
    }

    #[test]
    fn the_file_describes_the_calls() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/openapi.json");
        let text =
            serde_json::to_string_pretty(&describe(&calls::all())).expect("it is JSON") + "\n";
        if std::env::var_os("OPENAPI").is_some_and(|how| how == "overwrite") {
            std::fs::write(path, &text).expect("the file can be written");
        }
        let kept = std::fs::read_to_string(path).expect("the file is there");
        assert!(
            text == kept,
            "openapi.json is stale; run this test with OPENAPI=overwrite"
        );
    }
}
