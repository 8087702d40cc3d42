//! The calls behind Search, Compare, Generate and Rules, asked well and badly, over a real socket.

mod client;

use client::{FOUR, Running, ok, puzzle, refused};
use serde_json::{Value, json};

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn a_trace_ends_where_the_answer_is_and_can_be_asked_for_in_parts() {
    let server = Running::start(|_| {});
    let body = |more: Value| puzzle("sudoku", FOUR, more);
    let asked = json!({"question": "solve", "reasons": true});
    let whole = ok(&server.post("/api/trace", &body(asked)));
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
    // All claims together say of every cell what stands in it.
    let claims = events.iter().flat_map(|event| list(&event["claims"]));
    let held = claims.filter(|claim| claim.as_i64().is_some_and(|claim| claim > 0));
    assert_eq!(held.count(), 16);
    let mut parts = Vec::new();
    loop {
        let asked = json!({"question": "solve", "reasons": true, "most": 7, "skip": parts.len()});
        let part = ok(&server.post("/api/trace", &body(asked)));
        parts.extend_from_slice(list(&part["events"]));
        if part["cut"] == false {
            break;
        }
    }
    assert_eq!(parts, events);
    let told = server.follow(
        "/api/trace",
        &body(json!({"question": "solve", "reasons": true})),
    );
    let told: Vec<(String, Value)> = told.collect();
    let batches = told.iter().filter(|(name, _)| name == "events");
    let streamed: Vec<Value> = batches.flat_map(|(_, some)| list(some).to_vec()).collect();
    assert_eq!(streamed, events);
    assert_eq!(told.last().expect("an end").0, "result");
}

#[test]
fn a_tree_has_the_board_of_every_node() {
    let server = Running::start(|_| {});
    let body = |more: Value| puzzle("magic", "order 3", more);
    let tree = ok(&server.post("/api/tree", &body(json!({"question": "count"}))));
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
    let there = ok(&server.post("/api/tree", &body(at)));
    let held = list(&there["claims"]).iter();
    assert_eq!(held.filter(|claim| claim.as_i64() > Some(0)).count(), 9);
    let beyond = json!({"question": "count", "at": 100_000});
    let said = refused(&server.post("/api/tree", &body(beyond)), 422);
    assert!(said.starts_with("there is no node 100000"), "{said}");
    let followed = server.follow("/api/tree", &body(json!({"question": "count", "most": 5})));
    let told: Vec<(String, Value)> = followed.collect();
    assert_eq!(told.last().expect("an end").1["cut"], true);
    let n: usize = told
        .iter()
        .filter(|(name, _)| name == "nodes")
        .map(|(_, some)| list(some).len())
        .sum();
    assert!(n >= 5, "{n}");
}

#[test]
fn every_kind_and_viewpoint_can_be_watched() {
    let server = Running::start(|_| {});
    let kinds = server.get("/api/kinds").json();
    for kind in list(&kinds["kinds"]) {
        let id = kind["id"].as_str().expect("a name");
        let text = kind["examples"][0]["text"].as_str().expect("a text");
        for viewpoint in list(&kind["viewpoints"]) {
            for inference in ["full", "forward"] {
                let request = json!({"viewpoints": [viewpoint["name"]], "inference": inference});
                let asked =
                    json!({"question": "solve", "request": request, "most": 300, "seconds": 5});
                let trace = ok(&server.post("/api/trace", &puzzle(id, text, asked)));
                assert!(list(&trace["events"]).len() > 1, "{id} {viewpoint}");
            }
        }
    }
}

#[test]
fn ways_are_compared_and_rows_become_files() {
    let server = Running::start(|_| {});
    let puzzles = json!([{"name": "a", "kind": "sudoku", "text": FOUR}, {"name": "a", "kind": "sudoku", "text": FOUR}]);
    let requests = json!([{"name": "plain", "engine": "fd"}, {"name": "learning", "engine": "learn"}, {"name": "odd", "engine": "bulk"}]);
    let body = json!({"puzzles": puzzles, "requests": requests});
    let told: Vec<(String, Value)> = server.follow("/api/compare", &body).collect();
    let rows: Vec<Value> = told
        .iter()
        .filter(|(name, _)| name == "row")
        .map(|(_, row)| row.clone())
        .collect();
    assert_eq!(rows.len(), 6);
    assert_eq!(told.last().expect("an end").1, json!({"done": 6, "all": 6}));
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
    assert!(table(json!({"to": "parquet"})).body.starts_with(b"PAR1"));
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
    refused(&table(json!({"to": "svg", "form": "pie"})), 422);
    refused(
        &table(json!({"to": "svg", "form": "scatter", "of": ["nobody", "plain"]})),
        422,
    );
    refused(
        &server.post("/api/table", &json!({"rows": [], "to": "svg"})),
        422,
    );
    let unknown = json!([{"name": "odd", "viewpoints": ["corners"]}]);
    let body = json!({"puzzles": puzzles, "requests": unknown});
    refused(&server.post("/api/compare", &body), 422);
    let twice = json!([{"name": "same"}, {"name": "same"}]);
    refused(
        &server.post(
            "/api/compare",
            &json!({"puzzles": puzzles, "requests": twice}),
        ),
        422,
    );
    refused(
        &server.post(
            "/api/compare",
            &json!({"puzzles": [], "requests": requests}),
        ),
        422,
    );
    let unknown = json!([{"name": "x", "select": "luckiest"}]);
    let said = refused(
        &server.post(
            "/api/compare",
            &json!({"puzzles": puzzles, "requests": unknown}),
        ),
        422,
    );
    assert!(said.contains("luckiest"), "{said}");
}

#[test]
fn puzzles_are_made_and_bound() {
    let server = Running::start(|_| {});
    let body = json!({"kind": "sudoku", "size": "4", "many": 3, "seed": 5, "symmetry": "rotate2"});
    let made = ok(&server.post("/api/generate", &body));
    assert_eq!((&made["made"], &made["end"]), (&json!(3), &json!("all")));
    assert_eq!(
        made["puzzles"],
        ok(&server.post("/api/generate", &body))["puzzles"]
    );
    for one in list(&made["puzzles"]) {
        let asked = puzzle(
            "sudoku",
            one["text"].as_str().expect("a text"),
            json!({"question": "unique"}),
        );
        assert_eq!(ok(&server.post("/api/solve", &asked))["verdict"], "unique");
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
    refused(&server.post("/api/book", &wrong), 422);
    refused(&server.post("/api/book", &json!({"puzzles": []})), 422);
    for (name, value) in [
        ("size", "huge"),
        ("difficulty", "tricky"),
        ("symmetry", "odd"),
        ("clues", "many"),
        ("kind", "chess"),
    ] {
        let mut body = json!({"kind": "sudoku"});
        body[name] = json!(value);
        refused(&server.post("/api/generate", &body), 422);
    }
}

#[test]
fn programs_run_and_errors_have_their_places() {
    let server = Running::start(|_| {});
    let shipped = ok(&server.get("/api/programs"));
    let named = |name: &str, language: &str| {
        let is = |one: &&Value| one["name"] == name && one["language"] == language;
        list(&shipped)
            .iter()
            .find(is)
            .expect("it is shipped")
            .clone()
    };
    let queens = named("queens", "gw");
    let all = json!({"language": "gw", "text": queens["text"], "all": true});
    let ran = ok(&server.post("/api/run", &all));
    assert_eq!(
        (&ran["solutions"], &ran["complete"]),
        (&json!(92), &json!(true))
    );
    assert_eq!(list(&ran["list"]).len(), 92);
    let clashing = "Name: A, B, domain: 1..3\nConstraint: A < B\nConstraint: A > B\n";
    let none = ok(&server.post("/api/run", &json!({"language": "gw", "text": clashing})));
    let lines = list(&none["remarks"]).iter();
    let lines: Vec<&Value> = lines.map(|remark| &remark["where"]["line"]).collect();
    assert_eq!(lines, [&json!(2), &json!(3)]);
    let wrong = "Name: A, domain: 1..3\nConstraint: B < 2\nConstraint: C < 2\n";
    let reply = server.post("/api/run", &json!({"language": "gw", "text": wrong}));
    refused(&reply, 422);
    let all = reply.json();
    assert_eq!(list(&all["all"]).len(), 2);
    assert_eq!(all["all"][0]["where"]["line"], 2);
    let leq = named("leq", "chr");
    let body =
        json!({"language": "chr", "text": leq["text"], "query": leq["query"], "trace": true});
    let ran = ok(&server.post("/api/run", &body));
    assert_eq!(ran["solutions"], 1);
    let applied = list(&ran["steps"])
        .iter()
        .filter(|step| step["event"] == "apply");
    assert!(applied.count() > 2);
    let broken = json!({"language": "chr", "text": leq["text"], "query": "leq(A,"});
    let said = refused(&server.post("/api/run", &broken), 422);
    assert!(said.starts_with("in the query: "), "{said}");
    refused(
        &server.post("/api/run", &json!({"language": "chr", "text": leq["text"]})),
        422,
    );
    let endless = ":- chr_constraint n(+int).\nn(I) <=> J is I + 1, n(J).\n";
    let body = json!({"language": "chr", "text": endless, "query": "n(0)", "seconds": 0.2});
    let stopped = ok(&server.post("/api/run", &body));
    assert!(stopped["stopped_at"].is_string(), "{stopped}");
}

#[test]
fn work_that_nobody_waits_for_ends() {
    let server = Running::start(|_| {});
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
