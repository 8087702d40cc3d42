//! Valid and invalid requests of the quick calls, over a real socket.

mod client;

use client::{FOUR, Reply, TestServer, accepted, puzzle};
use serde_json::{Value, json};

/// All examples: kind, text and number of answers.
fn examples(server: &TestServer) -> Vec<(String, String, u64)> {
    let kinds = server.get("/api/kinds").json();
    let kinds = kinds["kinds"].as_array().expect("a list").clone();
    assert_eq!(kinds.len(), gridwright::CATALOGUE.len());
    let mut found = Vec::new();
    for kind in kinds {
        let id = kind["id"].as_str().expect("a name");
        for example in kind["examples"].as_array().expect("examples") {
            let text = example["text"].as_str().expect("a text");
            let answers = example["answers"].as_u64().expect("a number");
            found.push((id.to_owned(), text.to_owned(), answers));
        }
    }
    found
}

#[test]
fn every_example_is_parsed_drawn_and_solved() {
    let server = TestServer::start(|_| {});
    for (kind, text, answers) in examples(&server) {
        let read = server.ok("/api/read", &json!({"text": text, "kind": kind}));
        assert_eq!(read["puzzles"][0]["kind"], kind, "{text}");
        let about = server.ok("/api/puzzle", &puzzle(&kind, &text, json!({})));
        let facts = about["facts"].as_array().expect("facts").len();
        for clue in about["clues"].as_array().expect("claims") {
            let clue = clue.as_i64().expect("a number");
            assert!(clue != 0 && clue.unsigned_abs() as usize <= facts, "{kind}");
        }
        let drawn = server.ok("/api/draw", &puzzle(&kind, &text, json!({"dark": true})));
        assert!(
            drawn["svg"]
                .as_str()
                .expect("a picture")
                .starts_with("<svg ")
        );
        let (rows, cols) = (&about["rows"], &about["cols"]);
        assert_eq!(
            (&drawn["plan"]["rows"], &drawn["plan"]["cols"]),
            (rows, cols)
        );
        let counted = puzzle(&kind, &text, json!({"question": "count", "limit": 1000}));
        let counted = server.ok("/api/solve", &counted);
        assert_eq!(counted["count"], answers, "{kind} {text}");
        let solved = puzzle(&kind, &text, json!({"question": "unique"}));
        let solved = server.ok("/api/solve", &solved);
        let verdict = match answers {
            0 => "none",
            1 => "unique",
            _ => "multiple",
        };
        assert_eq!(solved["verdict"], verdict, "{kind} {text}");
        if answers > 1 {
            assert!(!solved["differ"].as_array().expect("cells").is_empty());
        }
    }
}

#[test]
fn answers_are_correct_and_violated_rules_are_named() {
    let server = TestServer::start(|_| {});
    for (kind, text, answers) in examples(&server) {
        if answers == 0 {
            continue;
        }
        let body = puzzle(&kind, &text, json!({"question": "solve"}));
        let solved = server.ok("/api/solve", &body);
        let mut claims = solved["answers"][0].as_array().expect("claims").clone();
        let about = server.ok("/api/puzzle", &puzzle(&kind, &text, json!({})));
        if about["play"]["needs_false"] == true {
            let facts = about["facts"].as_array().expect("facts").len() as i64;
            let white = (1..=facts).filter(|fact| !claims.contains(&json!(fact)));
            claims.extend(white.map(|fact| json!(-fact)).collect::<Vec<_>>());
        }
        let judged = puzzle(&kind, &text, json!({"claims": claims}));
        let judged = server.ok("/api/judge", &judged);
        assert_eq!(judged["right"], true, "{kind} {text}: {judged}");
        assert_eq!(judged["broken"], json!([]), "{kind} {text}");
    }
    // Two ones in a row, one of them given.
    let judged = puzzle("sudoku", FOUR, json!({"claims": [1]}));
    let judged = server.ok("/api/judge", &judged);
    assert_eq!(judged["right"], false);
    let broken = judged["broken"].as_array().expect("a list");
    assert!(!broken.is_empty());
    let cells = broken[0]["cells"].as_array().expect("cells");
    assert!(cells.contains(&json!([0, 0])), "{judged}");
    // A claim that contradicts a clue.
    let judged = puzzle("sudoku", FOUR, json!({"claims": [-5]}));
    let judged = server.ok("/api/judge", &judged);
    let words = judged["broken"][0]["words"].as_str().expect("words");
    assert_eq!(words, "contradicts a clue: r1c2 is 1");
}

#[test]
fn clues_are_edited_and_empty_boards_created() {
    let server = TestServer::start(|_| {});
    for (kind, place, clue, back) in [
        ("sudoku", json!({"row": 0, "col": 0}), "4", ""),
        ("magic", json!({"row": 2, "col": 1}), "3", ""),
        ("numbrix", json!({"row": 0, "col": 0}), "#", ""),
        ("hidato", json!({"row": 1, "col": 2}), "7", ""),
        ("hashi", json!({"row": 0, "col": 2}), "3", ""),
        ("battleship", json!({"row": 1, "col": 1}), "w", ""),
        ("battleship", json!({"row": 1}), "2", ""),
        ("battleship", json!({"col": 0}), "1", ""),
        ("whitetan", json!({"row": 0, "col": 0}), "se", "e"),
    ] {
        let blank = server.ok("/api/blank", &json!({"kind": kind, "rows": 5}));
        let text = blank["text"].as_str().expect("a text").to_owned();
        let change = |text: &str, clue: &str| {
            let body = puzzle(kind, text, json!({"place": place, "clue": clue}));
            let changed = server.ok("/api/edit", &body);
            changed["text"].as_str().expect("a text").to_owned()
        };
        let changed = change(&text, clue);
        assert_ne!(changed, text, "{kind} {place}");
        let about = server.ok("/api/puzzle", &puzzle(kind, &changed, json!({})));
        let places = about["places"].as_array().expect("places").clone();
        let there = places.iter().find(|row| row["place"] == place);
        assert_eq!(there.expect("the place")["clue"], clue);
        assert_eq!(change(&changed, back), text, "{kind} {place}");
    }
    let four = |place: Value, clue: &str| {
        let body = puzzle("sudoku", FOUR, json!({"place": place, "clue": clue}));
        server.error("/api/edit", &body, 422)
    };
    let corner = || json!({"row": 0, "col": 0});
    assert_eq!(
        four(corner(), "7"),
        "expected a number from 1 to 4, found `7`"
    );
    assert_eq!(
        four(corner(), "1 2"),
        "expected a number from 1 to 4, found `1 2`"
    );
    assert_eq!(
        four(json!({"row": 9, "col": 0}), "1"),
        "there is no place for a clue at r10c1"
    );
    assert_eq!(
        four(json!({"row": 1}), "1"),
        "there is no place for a clue at row 2"
    );
    assert_eq!(
        four(json!({}), "1"),
        "a place needs a row, a column or both, or a region or line"
    );
    let square = json!({"kind": "sudoku", "rows": 4, "cols": 5});
    let error = server.error("/api/blank", &square, 422);
    assert_eq!(error, "a board has as many rows as columns, not 4 and 5");
    let huge = json!({"kind": "magic", "rows": 1_000_000});
    server.error("/api/blank", &huge, 422);
}

#[test]
fn every_kind_is_explained_hinted_and_rated() {
    let server = TestServer::start(|_| {});
    let mut seen = Vec::new();
    for (kind, text, answers) in examples(&server) {
        let has_premises = gridwright::kind(&kind)
            .and_then(|kind| kind.read(None, &text).ok())
            .is_some_and(|instance| !instance.premises().is_empty());
        if answers != 1 || seen.contains(&kind) || !has_premises {
            continue;
        }
        seen.push(kind.clone());
        let body = puzzle(&kind, &text, json!({}));
        let explained = server.ok("/api/explain", &body);
        assert_eq!(explained["end"], "solved", "{kind}");
        let steps = explained["steps"].as_array().expect("steps").len();
        assert!(steps > 0, "{kind}");
        let received: Vec<(String, Value)> = server
            .follow("/api/explain", &body)
            .filter(|(name, _)| name != "progress")
            .collect();
        assert_eq!(received[0].0, "start");
        assert_eq!(received[0].1["known"], explained["start"], "{kind}");
        assert_eq!(received.len(), steps + 2);
        assert_eq!(received[1].1, explained["steps"][0]);
        assert_eq!(
            received[steps + 1],
            ("result".to_owned(), explained.clone())
        );
        let hint = server.ok("/api/hint", &body);
        assert_eq!(hint["hint"], "next", "{kind}");
        assert!(
            hint["where"]["words"]
                .as_str()
                .expect("words")
                .starts_with("Look at ")
        );
        assert!(hint["technique"]["words"].as_str().is_some(), "{kind}");
        // The whole explanation leaves out steps that nothing needs, so a hint may be another step than its first; what it concludes is known at the end.
        let concluded = hint["step"]["concludes"].as_array().expect("claims");
        let known_at_end = explained["known"].as_array().expect("claims");
        assert!(!concluded.is_empty(), "{kind}");
        assert!(
            concluded.iter().all(|claim| known_at_end.contains(claim)),
            "{kind}: {hint}"
        );
        let known = json!({"claims": explained["known"]});
        let hint = server.ok("/api/hint", &puzzle(&kind, &text, known));
        assert_eq!(hint["hint"], "done", "{kind}");
        let rating = server.ok("/api/rate", &body);
        assert_eq!(rating["steps"], steps, "{kind}");
    }
    assert!(!seen.is_empty());
    let wrong = puzzle("sudoku", FOUR, json!({"claims": [1]}));
    let hint = server.ok("/api/hint", &wrong);
    assert_eq!(hint["hint"], "wrong");
    assert_eq!(hint["wrong"]["claims"], json!([1]));
    let none = server.ok(
        "/api/rate",
        &puzzle("sudoku", "1..1\n....\n....\n....\n", json!({})),
    );
    assert_eq!(none["end"], "no answer");
    assert!(none["word"].is_null() && none["number"].is_null(), "{none}");
    let cell = puzzle("sudoku", FOUR, json!({"cell": [0, 0]}));
    let explained = server.ok("/api/explain", &cell);
    assert_eq!(explained["end"], "enough");
    let far = puzzle("sudoku", FOUR, json!({"cell": [70, 0]}));
    server.error("/api/explain", &far, 422);
}

#[test]
fn additional_and_contradictory_clues_are_found() {
    let server = TestServer::start(|_| {});
    let several = puzzle("sudoku", ".1..\n...2\n....\n....\n", json!({}));
    let repaired = server.ok("/api/repair", &several);
    assert!(!repaired["clues"].as_array().expect("clues").is_empty());
    let text = repaired["text"].as_str().expect("a text");
    let unique = puzzle("sudoku", text, json!({"question": "unique"}));
    assert_eq!(server.ok("/api/solve", &unique)["verdict"], "unique");
    let none = puzzle("sudoku", "1..1\n....\n....\n....\n", json!({}));
    assert_eq!(server.ok("/api/repair", &none)["none"], true);
    let clash = server.ok("/api/clash", &none);
    assert_eq!(clash["clues"].as_array().expect("clues").len(), 2);
    assert_eq!(server.ok("/api/clash", &several)["solvable"], true);
}

#[test]
fn puzzles_are_exported_as_files() {
    let server = TestServer::start(|_| {});
    for (to, mime, start) in [
        ("text", "text/plain", &b".1"[..]),
        ("svg", "image/svg+xml", b"<svg "),
        ("png", "image/png", b"\x89PNG"),
        ("pdf", "application/pdf", b"%PDF"),
        ("puzzlink", "text/plain", b"https://"),
    ] {
        let body = puzzle("sudoku", FOUR, json!({"to": to, "claims": [2]}));
        let reply = server.post("/api/export", &body);
        assert_eq!(reply.status, 200, "{to}");
        assert!(reply.head.contains(mime), "{to}: {}", reply.head);
        assert!(reply.head.contains("filename=\"sudoku."), "{}", reply.head);
        assert!(reply.body.starts_with(start), "{to}");
    }
    let body = puzzle("sudoku", FOUR, json!({"to": "gif"}));
    let error = server.error("/api/export", &body, 422);
    assert!(error.starts_with("Sudoku has no format `gif`"), "{error}");
}

#[test]
fn pencil_marks_are_drawn_in_empty_cells() {
    let server = TestServer::start(|_| {});
    let draw = |more: Value| {
        let drawn = server.ok("/api/draw", &puzzle("sudoku", FOUR, more));
        drawn["svg"].as_str().expect("a picture").to_owned()
    };
    let threes = |svg: &str| svg.matches(">3</text>").count();
    let plain = draw(json!({}));
    assert_eq!(threes(&draw(json!({"pencil": [3]}))), threes(&plain) + 1);
    // Clues and claims are not covered.
    assert_eq!(threes(&draw(json!({"pencil": [7]}))), threes(&plain));
    assert_eq!(
        threes(&draw(json!({"pencil": [3], "claims": [4]}))),
        threes(&plain)
    );
    let marked = draw(json!({"marks": [{"cell": [0, 0], "mark": "wrong"}]}));
    assert!(marked.contains("gw-wrong"));
    let far = json!({"marks": [{"cell": [4, 0], "mark": "wrong"}]});
    server.error("/api/draw", &puzzle("sudoku", FOUR, far), 422);
}

#[test]
fn trees_are_laid_out() {
    let server = TestServer::start(|_| {});
    let parents = json!([null, 0, 0, 2, 2, 0]);
    let answer = server.ok("/api/layout", &json!({"parents": parents}));
    assert_eq!(answer["x"], json!([1.0, 0.0, 1.0, 0.5, 1.5, 2.0]));
    for parents in [json!([0]), json!([null, null]), json!([null, 2, 0])] {
        server.error("/api/layout", &json!({"parents": parents}), 422);
    }
}

#[test]
fn errors_have_their_place() {
    let server = TestServer::start(|_| {});
    let bad = puzzle("sudoku", ".1..\n...2\n3.x.\n..3.\n", json!({}));
    let reply = server.post("/api/puzzle", &bad);
    assert_eq!(reply.error(422), "expected a number from 1 to 4, found `x`");
    let error = reply.json();
    assert_eq!(
        error["where"],
        json!({"line": 3, "column": 3, "start": 12, "end": 13})
    );
    let shown = error["shown"].as_str().expect("a text");
    assert!(shown.contains("3.x.\n") && shown.contains("^"), "{shown}");
    let unknown = server.error("/api/puzzle", &puzzle("chess", "x", json!({})), 422);
    assert!(
        unknown.starts_with("unknown puzzle type `chess`; supported: sudoku, "),
        "{unknown}"
    );
    let beyond = puzzle("sudoku", FOUR, json!({"claims": [65]}));
    let beyond = server.error("/api/draw", &beyond, 422);
    assert_eq!(beyond, "unknown fact 65; facts are numbered from 1 to 64");
    let huge = puzzle("magic", "order 1000", json!({}));
    let huge = server.error("/api/puzzle", &huge, 422);
    assert!(huge.contains("too large for the page"), "{huge}");
    for body in [
        "",
        "{",
        "[]",
        "{\"kind\": 3, \"text\": \"\"}",
        "{\"kind\": \"sudoku\"}",
    ] {
        for call in ["/api/puzzle", "/api/solve", "/api/draw"] {
            let reply = Reply::read(server.post_with(call, "", body));
            reply.error(400);
        }
    }
    let request = json!({"question": "solve", "request": {"select": "luckiest"}});
    let error = server.post("/api/solve", &puzzle("sudoku", FOUR, request));
    assert!(error.error(422).contains("luckiest"));
    let request = json!({"question": "solve", "request": {"viewpoints": ["nowhere"]}});
    let error = server.post("/api/solve", &puzzle("sudoku", FOUR, request));
    assert!(error.error(422).contains("nowhere"));
    // `level` is the old name of `consistency`.
    for name in ["consistency", "level"] {
        let request = json!({"question": "solve", "request": {name: "strong"}});
        let error = server.error("/api/solve", &puzzle("sudoku", FOUR, request), 422);
        assert_eq!(error, "`strong` is none of value, bounds, domain", "{name}");
    }
    let nothing = server.error("/api/read", &json!({"text": "  "}), 422);
    assert!(!nothing.is_empty());
}

#[test]
fn a_collection_is_parsed_as_a_list() {
    let server = TestServer::start(|_| {});
    let entry = |i: usize| format!("puzzle name{i} 4 4\n{FOUR}\n");
    let set: String = (0..600).map(entry).collect();
    let read = server.ok("/api/read", &json!({"text": set, "kind": "sudoku"}));
    assert_eq!(read["puzzles"].as_array().expect("a list").len(), 500);
    assert_eq!(read["more"], true);
    assert_eq!(read["puzzles"][1]["name"], "name1");
    let address = "https://puzz.link/p?sudoku/4/4/g1k23k3g";
    let read = server.ok("/api/read", &json!({"text": address}));
    assert_eq!(read["puzzles"][0]["kind"], "sudoku");
}

#[test]
fn unknown_fields_are_refused_by_name() {
    let server = TestServer::start(|_| {});
    let run = json!({"name": "a", "engine": "fd"});
    let all = json!({
        "kind": "sudoku", "text": FOUR, "question": "unique", "to": "svg", "claims": [], "rows": 4, "place": {"row": 0, "col": 0}, "clue": "",
        "puzzles": [{"kind": "sudoku", "text": FOUR, "name": "a"}], "requests": [run], "parents": [null], "language": "chr", "query": "true",
        "seconds": 5,
    });
    for (path, fields) in server.fields() {
        let mut body = accepted(&fields, &all);
        match path.as_str() {
            "/api/run" => body["text"] = json!("a."),
            "/api/table" => body = json!({"rows": [], "to": "csv"}),
            _ => {}
        }
        let reply = server.post(&path, &body);
        let text = String::from_utf8_lossy(&reply.body);
        assert_eq!(reply.status, 200, "{path}: {text}");
        body["colour"] = json!(1);
        let error = server.error(&path, &body, 400);
        assert!(error.contains("unknown field `colour`"), "{path}: {error}");
    }
    // Of the objects in a body too.
    let request = json!({"question": "unique", "request": {"enigne": "fd"}});
    let row = json!({"place": {"row": 0, "colour": 1}, "clue": ""});
    let requests = json!({
        "puzzles": [{"kind": "sudoku", "text": FOUR, "name": "a"}],
        "requests": [{"name": "a", "colour": 1}],
    });
    for (path, body, name) in [
        ("/api/solve", puzzle("sudoku", FOUR, request), "enigne"),
        ("/api/edit", puzzle("sudoku", FOUR, row), "colour"),
        ("/api/compare", requests, "colour"),
    ] {
        let error = server.error(path, &body, 400);
        assert!(
            error.contains(&format!("unknown field `{name}`")),
            "{path}: {error}"
        );
    }
    // A time limit is for jobs only.
    let error = server.error(
        "/api/puzzle",
        &puzzle("sudoku", FOUR, json!({"seconds": 1})),
        400,
    );
    assert!(error.contains("unknown field `seconds`"), "{error}");
}
