//! Valid and invalid requests of the calls behind Search, Compare, Generate and Rules, over a real socket.

mod client;

use client::{FOUR, TestServer, puzzle};
use serde_json::{Value, json};

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn a_trace_ends_with_the_answer_and_can_be_requested_in_parts() {
    let server = TestServer::start(|_| {});
    let body = |more: Value| puzzle("sudoku", FOUR, more);
    let fields = json!({"question": "solve", "reasons": true});
    let whole = server.ok("/api/trace", &body(fields));
    let events = list(&whole["events"]).to_vec();
    assert_eq!(events[0]["event"], "start");
    assert_eq!(events[events.len() - 1]["event"], "solution");
    assert_eq!(whole["cut"], false);
    assert!(whole["posted"].as_u64().expect("a number") > 0);
    let with_reason = |event: &&Value| {
        event["by"].is_string()
            && !list(&event["why"]).is_empty()
            && !list(&event["because"]).is_empty()
    };
    assert!(events.iter().filter(with_reason).count() > 5);
    // All claims together decide every cell.
    let claims = events.iter().flat_map(|event| list(&event["claims"]));
    let held = claims.filter(|claim| claim.as_i64().is_some_and(|claim| claim > 0));
    assert_eq!(held.count(), 16);
    let mut parts = Vec::new();
    loop {
        let fields = json!({"question": "solve", "reasons": true, "most": 7, "skip": parts.len()});
        let part = server.ok("/api/trace", &body(fields));
        parts.extend_from_slice(list(&part["events"]));
        if part["cut"] == false {
            break;
        }
    }
    assert_eq!(parts, events);
    let received = server.follow(
        "/api/trace",
        &body(json!({"question": "solve", "reasons": true})),
    );
    let received: Vec<(String, Value)> = received.collect();
    let batches = received.iter().filter(|(name, _)| name == "events");
    let streamed: Vec<Value> = batches.flat_map(|(_, some)| list(some).to_vec()).collect();
    assert_eq!(streamed, events);
    assert_eq!(received.last().expect("an end").0, "result");
}

#[test]
fn a_tree_has_the_known_facts_of_every_node() {
    let server = TestServer::start(|_| {});
    let body = |more: Value| puzzle("magic", "order 3", more);
    let tree = server.ok("/api/tree", &body(json!({"question": "count"})));
    assert_eq!(
        (&tree["solutions"], &tree["cut"]),
        (&json!(8), &json!(false))
    );
    let nodes = list(&tree["nodes"]);
    for (i, node) in nodes.iter().enumerate().skip(1) {
        assert!(
            node["parent"]
                .as_u64()
                .is_some_and(|parent| (parent as usize) < i)
        );
    }
    let is_solution = |node: &&Value| node["fate"] == "solution";
    let solution = nodes.iter().find(is_solution).expect("one of eight");
    let at = json!({"question": "count", "at": solution["id"]});
    let there = server.ok("/api/tree", &body(at));
    let held = list(&there["claims"]).iter();
    assert_eq!(held.filter(|claim| claim.as_i64() > Some(0)).count(), 9);
    let beyond = json!({"question": "count", "at": 100_000});
    let error = server.error("/api/tree", &body(beyond), 422);
    assert!(error.starts_with("unknown node 100000"), "{error}");
    let followed = server.follow("/api/tree", &body(json!({"question": "count", "most": 5})));
    let received: Vec<(String, Value)> = followed.collect();
    assert_eq!(received.last().expect("an end").1["cut"], true);
    let n: usize = received
        .iter()
        .filter(|(name, _)| name == "nodes")
        .map(|(_, some)| list(some).len())
        .sum();
    assert!(n >= 5, "{n}");
}

#[test]
fn every_kind_and_viewpoint_can_be_traced() {
    let server = TestServer::start(|_| {});
    let kinds = server.get("/api/kinds").json();
    for kind in list(&kinds["kinds"]) {
        let id = kind["id"].as_str().expect("a name");
        let text = kind["examples"][0]["text"].as_str().expect("a text");
        for viewpoint in list(&kind["viewpoints"]) {
            for inference in ["full", "forward"] {
                let request = json!({"viewpoints": [viewpoint["name"]], "inference": inference});
                let fields =
                    json!({"question": "solve", "request": request, "most": 300, "seconds": 5});
                let trace = server.ok("/api/trace", &puzzle(id, text, fields));
                assert!(list(&trace["events"]).len() > 1, "{id} {viewpoint}");
            }
        }
    }
}

#[test]
fn configurations_are_compared_and_rows_become_files() {
    let server = TestServer::start(|_| {});
    let puzzles = json!([{"name": "a", "kind": "sudoku", "text": FOUR}, {"name": "a", "kind": "sudoku", "text": FOUR}]);
    let requests = json!([{"name": "plain", "engine": "fd"}, {"name": "learning", "engine": "learn"}, {"name": "odd", "engine": "bulk"}]);
    let body = json!({"puzzles": puzzles, "requests": requests});
    let received: Vec<(String, Value)> = server.follow("/api/compare", &body).collect();
    let rows: Vec<Value> = received
        .iter()
        .filter(|(name, _)| name == "row")
        .map(|(_, row)| row.clone())
        .collect();
    assert_eq!(rows.len(), 6);
    assert_eq!(
        received.last().expect("an end").1,
        json!({"done": 6, "all": 6})
    );
    assert_eq!(rows[0]["verdict"], "unique");
    assert_eq!(rows[2]["verdict"], "refused");
    assert_eq!(rows[3]["puzzle"], "a (2)");
    let table = |more: Value| {
        let mut body = json!({"rows": rows});
        for (key, value) in more.as_object().expect("an object") {
            body[key] = value.clone();
        }
        server.post("/api/table", &body)
    };
    let csv = table(json!({"to": "csv"}));
    let text = String::from_utf8(csv.body.clone()).expect("text");
    assert_eq!(text.lines().count(), 7);
    assert!(
        text.starts_with("instance,configuration,repetition,verdict,"),
        "{text}"
    );
    let parquet = table(json!({"to": "parquet"}));
    if cfg!(feature = "parquet") {
        assert!(parquet.body.starts_with(b"PAR1"));
    } else {
        assert_eq!(parquet.status, 422);
        let text = String::from_utf8_lossy(&parquet.body);
        assert!(text.contains("--features parquet"), "{text}");
    }
    for form in ["bar", "line", "cactus", "scatter", "heat"] {
        let of = if form == "scatter" {
            json!(["plain", "learning"])
        } else {
            json!([])
        };
        let plot = table(json!({"to": "svg", "form": form, "measure": "solve_ms", "of": of}));
        assert_eq!(plot.status, 200, "{form}");
        assert!(plot.body.starts_with(b"<svg "), "{form}");
    }
    table(json!({"to": "svg", "form": "pie"})).error(422);
    table(json!({"to": "svg", "form": "scatter", "of": ["unknown", "plain"]})).error(422);
    server.error("/api/table", &json!({"rows": [], "to": "svg"}), 422);
    let check = |puzzles: &Value, requests: Value, expected: &str| {
        let body = json!({"puzzles": puzzles, "requests": requests});
        let error = server.error("/api/compare", &body, 422);
        assert!(error.contains(expected), "{error}");
    };
    check(
        &puzzles,
        json!([{"name": "odd", "viewpoints": ["corners"]}]),
        "corners",
    );
    check(
        &puzzles,
        json!([{"name": "same"}, {"name": "same"}]),
        "same",
    );
    check(&json!([]), requests, "no puzzles");
    check(
        &puzzles,
        json!([{"name": "x", "select": "luckiest"}]),
        "luckiest",
    );
}

#[test]
fn puzzles_are_generated_and_printed() {
    let server = TestServer::start(|_| {});
    let body = json!({"kind": "sudoku", "size": "4", "many": 3, "seed": 5, "symmetry": "rotate2"});
    let made = server.ok("/api/generate", &body);
    assert_eq!((&made["made"], &made["end"]), (&json!(3), &json!("all")));
    assert_eq!(
        made["puzzles"],
        server.ok("/api/generate", &body)["puzzles"]
    );
    for one in list(&made["puzzles"]) {
        let fields = puzzle(
            "sudoku",
            one["text"].as_str().expect("a text"),
            json!({"question": "unique"}),
        );
        assert_eq!(server.ok("/api/solve", &fields)["verdict"], "unique");
    }
    let book = server.post("/api/book", &json!({"puzzles": made["puzzles"]}));
    assert_eq!(book.status, 200);
    assert!(book.body.starts_with(b"%PDF"));
    let unsolved = json!({"puzzles": [{"kind": "sudoku", "text": FOUR}], "title": "One"});
    assert!(
        server
            .post("/api/book", &unsolved)
            .body
            .starts_with(b"%PDF")
    );
    let wrong = json!({"puzzles": [{"kind": "sudoku", "text": FOUR, "answer": "1111\n1111\n1111\n1111\n"}]});
    server.error("/api/book", &wrong, 422);
    server.error("/api/book", &json!({"puzzles": []}), 422);
    for (name, value) in [
        ("size", "huge"),
        ("difficulty", "tricky"),
        ("symmetry", "odd"),
        ("clues", "many"),
        ("kind", "chess"),
    ] {
        let mut body = json!({"kind": "sudoku"});
        body[name] = json!(value);
        server.error("/api/generate", &body, 422);
    }
}

#[test]
fn programs_run_and_errors_have_their_places() {
    let server = TestServer::start(|_| {});
    let bundled = server.get("/api/programs").json();
    let named = |name: &str, language: &str| {
        let is = |one: &&Value| one["name"] == name && one["language"] == language;
        list(&bundled)
            .iter()
            .find(is)
            .expect("it is bundled")
            .clone()
    };
    let queens = named("queens", "gw");
    let all = json!({"language": "gw", "text": queens["text"], "all": true});
    let ran = server.ok("/api/run", &all);
    assert_eq!(
        (&ran["solutions"], &ran["complete"]),
        (&json!(92), &json!(true))
    );
    assert_eq!(list(&ran["list"]).len(), 92);
    let clashing = "Name: A, B, domain: 1..3\nConstraint: A < B\nConstraint: A > B\n";
    let none = server.ok("/api/run", &json!({"language": "gw", "text": clashing}));
    let lines = list(&none["remarks"]).iter();
    let lines: Vec<&Value> = lines.map(|remark| &remark["where"]["line"]).collect();
    assert_eq!(lines, [&json!(2), &json!(3)]);
    let wrong = "Name: A, domain: 1..3\nConstraint: B < 2\nConstraint: C < 2\n";
    let reply = server.post("/api/run", &json!({"language": "gw", "text": wrong}));
    reply.error(422);
    let all = reply.json();
    assert_eq!(list(&all["all"]).len(), 2);
    assert_eq!(all["all"][0]["where"]["line"], 2);
    let leq = named("leq", "chr");
    let body =
        json!({"language": "chr", "text": leq["text"], "query": leq["query"], "trace": true});
    let ran = server.ok("/api/run", &body);
    assert_eq!(ran["solutions"], 1);
    let applied = list(&ran["steps"])
        .iter()
        .filter(|step| step["event"] == "apply");
    assert!(applied.count() > 2);
    let broken = json!({"language": "chr", "text": leq["text"], "query": "leq(A,"});
    let error = server.error("/api/run", &broken, 422);
    assert!(error.starts_with("in the query: "), "{error}");
    server.error(
        "/api/run",
        &json!({"language": "chr", "text": leq["text"]}),
        422,
    );
    let endless = ":- chr_constraint n(+int).\nn(I) <=> J is I + 1, n(J).\n";
    let body = json!({"language": "chr", "text": endless, "query": "n(0)", "seconds": 0.2});
    let stopped = server.ok("/api/run", &body);
    assert!(stopped["stopped_at"].is_string(), "{stopped}");
}

#[test]
fn jobs_stop_when_the_client_disconnects() {
    let server = TestServer::start(|_| {});
    let endless = ":- chr_constraint n(+int).\nn(I) <=> J is I + 1, n(J).\n";
    let many = json!({"kind": "sudoku", "many": 200, "difficulty": "extreme"});
    let long = [
        (
            "/api/run",
            json!({"language": "chr", "text": endless, "query": "n(0)"}),
        ),
        ("/api/generate", many),
        (
            "/api/tree",
            puzzle("magic", "order 5", json!({"question": "count"})),
        ),
        (
            "/api/compare",
            json!({
                "puzzles": [{"name": "m", "kind": "magic", "text": "order 5"}],
                "requests": [{"name": "a"}, {"name": "b"}], "question": "count", "run_seconds": 50,
            }),
        ),
    ];
    for (path, body) in long {
        let following = server.follow(path, &body);
        server.wait_for_jobs((1, 0));
        drop(following);
        server.wait_for_jobs((0, 0));
    }
}
