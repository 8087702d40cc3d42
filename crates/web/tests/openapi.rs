//! The OpenAPI description lists exactly the calls, and all its references resolve.

mod client;

use client::TestServer;
use serde_json::{Value, json};

#[test]
fn it_lists_exactly_the_calls() {
    let server = TestServer::start(|_| {});
    let described = server.get("/openapi.json").json();
    assert_eq!(described["openapi"], "3.1.0");
    let paths = described["paths"].as_object().expect("paths");
    let table = include_str!("../../../docs/manual/reference/http.md");
    for (path, item) in paths {
        let methods = item.as_object().expect("methods");
        assert_eq!(methods.len(), 1, "{path}");
        let (method, operation) = methods.iter().next().expect("one");
        assert!(!operation["summary"].as_str().expect("words").is_empty());
        let status = match method.as_str() {
            "get" => server.get(path).status,
            // No call accepts `null`.
            _ => server.post(path, &Value::Null).status,
        };
        assert!(matches!(status, 200 | 400), "{path}: {status}");
        assert!(
            table.contains(&format!("{} {path}", method.to_uppercase())),
            "docs/manual/reference/http.md lacks {path}"
        );
    }
    // All paths in the documentation exist.
    for word in table
        .split(['`', ' ', ','])
        .filter(|word| word.starts_with("/api/"))
    {
        assert!(paths.contains_key(word), "{word} is documented but missing");
    }
}

#[test]
fn references_resolve_and_bodies_are_described() {
    let server = TestServer::start(|_| {});
    let described = server.get("/openapi.json").json();
    let mut stack = vec![&described];
    let mut n = 0;
    while let Some(value) = stack.pop() {
        match value {
            Value::Object(map) => {
                if let Some(Value::String(to)) = map.get("$ref") {
                    let to = to.strip_prefix('#').expect("a place in this document");
                    let found = described.pointer(to);
                    assert!(found.is_some(), "{to} is not there");
                    n += 1;
                }
                stack.extend(map.values());
            }
            Value::Array(list) => stack.extend(list),
            _ => {}
        }
    }
    assert!(n > 20, "{n} references");
    let is_job = |operation: &Value| {
        let answers = operation["responses"]["200"]["content"].as_object();
        answers.is_some_and(|answers| !answers.keys().eq(["application/json"]))
    };
    for (path, fields) in server.fields() {
        let operation = &described["paths"][&path]["post"];
        assert!(!fields.is_empty(), "{path}");
        // Jobs have a time limit and wait in the queue, which can be full.
        let has_limit = fields.iter().any(|field| field == "seconds");
        assert_eq!(has_limit, is_job(operation), "{path}");
        for code in ["200", "400", "403", "413", "422"] {
            assert!(operation["responses"].get(code).is_some(), "{path} {code}");
        }
        let can_be_refused = operation["responses"].get("503").is_some();
        assert_eq!(can_be_refused, is_job(operation), "{path}");
    }
    assert_eq!(
        described["components"]["schemas"]["Puzzle"]["required"],
        json!(["kind", "text"])
    );
}
