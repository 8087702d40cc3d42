//! Hostile requests: every call answers each of them soon after the time limit, without an internal error, in bounded memory, and leaves no job behind.

mod client;

use std::time::{Duration, Instant};

use client::{Reply, TestServer, accepted};
use gridwright::CATALOGUE;
use gridwright_testing::share_of;
use serde_json::{Value, json};

/// The time limit of a job, and the time within which a request must be answered: wide, because tests run on busy machines and without optimisation.
const LIMIT: Duration = Duration::from_millis(200);
const MAX_TIME: Duration = Duration::from_secs(60);

/// The memory limit of a job, and the most memory that the process may have used, in bytes.
const JOB_MEMORY: usize = 256 << 20;
const MAX_MEMORY: u64 = 3 << 30;

fn server() -> TestServer {
    TestServer::start(|options| {
        options.time = LIMIT;
        options.memory = JOB_MEMORY;
    })
}

/// Sends a body; its status.
fn attack(server: &TestServer, path: &str, body: &str) -> Reply {
    let start = Instant::now();
    let reply = Reply::read(server.post_with(path, "", body));
    let shown: String = body.chars().take(200).collect();
    let took = start.elapsed();
    assert!(took < MAX_TIME, "{path} took {took:?}: {shown}");
    let text = String::from_utf8_lossy(&reply.body);
    assert!(
        reply.status < 500,
        "{path}: {} {text}: {shown}",
        reply.status
    );
    reply
}

/// The most memory that this process has used, in bytes; 0 where the system does not report it.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    number.unwrap_or(0) * 1024
}

fn check_memory(what: &str) {
    let peak = peak_memory();
    assert!(peak < MAX_MEMORY, "{what}: {} MiB", peak >> 20);
}

#[test]
fn every_call_bounds_depth_width_length_and_bytes() {
    let server = server();
    let deep = "[".repeat(500_000);
    let nested = format!(
        "{{\"kind\":{}1{}}}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    let wide = json!({"claims": vec![1; 500_000], "kind": "sudoku", "text": "1"});
    let long = json!({"kind": "sudoku", "language": "chr", "text": "(".repeat(1 << 20), "query": "f(".repeat(1 << 18)});
    let letters =
        json!({"kind": "hashi", "text": "é\u{0}\u{feff}".repeat(100_000), "language": "gw"});
    let keys: String = (0..100_000).map(|n| format!("\"k{n}\":{n},")).collect();
    let many = json!({"puzzles": vec![json!({"kind": "sudoku", "text": "1"}); 20_000], "kind": "sudoku", "text": "1", "many": u64::MAX, "rows": u64::MAX, "cols": u64::MAX});
    let bodies = [
        deep,
        nested,
        format!("{{{keys}\"kind\":\"sudoku\"}}"),
        "\u{0}\u{1}\u{2}".to_owned(),
        "\"\\ud800\"".to_owned(),
        String::new(),
        "null".to_owned(),
        "1e999999999".to_owned(),
    ];
    for (path, fields) in server.fields() {
        for body in &bodies {
            attack(&server, &path, body);
        }
        for body in [&wide, &long, &letters, &many] {
            let body = accepted(&fields, body).to_string();
            let reply = attack(&server, &path, &body);
            let text = String::from_utf8_lossy(&reply.body);
            assert!(!text.contains("unknown field"), "{path}: {text}");
        }
    }
    server.wait_for_jobs((0, 0));
    check_memory("bodies");
}

#[test]
fn every_call_ends_on_a_large_board_of_every_kind() {
    let server = server();
    let calls = server.fields();
    for (at, kind) in CATALOGUE.iter().enumerate() {
        let id = kind.info().id;
        let mut sides = (1..=20).rev();
        let board = sides.find_map(|side| kind.blank(side, side).ok());
        let text = board.expect("every kind has a blank board").print();
        for (path, fields) in share_of(&calls, at) {
            let question = json!({
                "kind": id, "text": text, "question": "count", "to": "svg", "rows": 20, "place": {"row": 0, "col": 0}, "clue": "1",
                "puzzles": [{"kind": id, "text": text}], "language": "chr", "query": "repeat, fail",
            });
            let question = accepted(fields, &question).to_string();
            let reply = attack(&server, path, &question);
            let text = String::from_utf8_lossy(&reply.body);
            assert!(!text.contains("unknown field"), "{path}: {text}");
        }
    }
    server.wait_for_jobs((0, 0));
    check_memory("large boards");
}

#[test]
fn absurd_sizes_are_refused() {
    let server = server();
    for kind in share_of(CATALOGUE, 0) {
        let id = kind.info().id;
        for size in ["300x300", "65x65", "1x4096", "99999999999x99999999999", "0"] {
            let body = json!({"kind": id, "size": size, "many": 3});
            let reply = attack(&server, "/api/generate", &body.to_string());
            if size == "300x300" || size.starts_with("999") {
                assert_eq!(reply.status, 422, "{id} {size}");
            }
        }
        attack(
            &server,
            "/api/generate",
            &json!({"kind": id, "many": 200}).to_string(),
        );
        for side in [65_u64, 100_000, u64::MAX] {
            let body = json!({"kind": id, "rows": side, "cols": side});
            let reply = attack(&server, "/api/blank", &body.to_string());
            assert_eq!(reply.status, 422, "{id} {side}");
        }
    }
    server.wait_for_jobs((0, 0));
    check_memory("absurd sizes");
}

#[test]
fn programs_end_at_the_limits() {
    let server = server();
    let chr = |text: &str, query: &str| json!({"language": "chr", "text": text, "query": query});
    let gw = |text: &str| json!({"language": "gw", "text": text});
    let bodies: Vec<Value> = vec![
        chr("a.", "X = 1+X, Y is X"),
        chr("a.", "numlist(1,100000000000,L)"),
        chr("a.", "X = [a|X], append(X, [b], Y)"),
        chr("a.", "findall(1,true,Y,Y), length(Y, N), N < 0"),
        chr("a.", "length(L, 100000000)"),
        chr("a.", "between(1, inf, X), fail"),
        chr("a.", "atom_length(X, 99999999999)"),
        chr(
            "p(f(X)) :- p(X). q(N, f(T)) :- N > 0, !, M is N - 1, q(M, T). q(_, a).",
            "q(1000000, T), copy_term(T, U), T == U",
        ),
        chr(&format!("p([{}1]).", "1,".repeat(400_000)), "p(L)"),
        chr("a.", &format!("L = [{}1]", "1,".repeat(1_000_000))),
        chr("a.", &format!("X = {}a", "a,".repeat(1_000_000))),
        chr("a.", &format!("X = {}", "9".repeat(2_000_000))),
        chr(&":- if(true).\n".repeat(10_000), "true"),
        chr(
            ":- chr_constraint c(?int).\nc(X) ==> Y is X + 1, c(Y).",
            "c(1)",
        ),
        gw(
            "Name: X(i), index: 1..1000, domain: 1..1000\nConstraint: X(i) \\= X(j), range: i < j\n",
        ),
        gw("Name: X(i), index: 1..1000000000, domain: 1..9\nConstraint: X(i) = 1\n"),
        gw(
            "Name: X, domain: 1..2147483647\nName: Y, domain: 1..2147483647\nConstraint: X * X = Y + 3\n",
        ),
        gw(&format!(
            "Name: X, domain: 1..2\nConstraint: {}X{} = 1\n",
            "(".repeat(50_000),
            ")".repeat(50_000)
        )),
    ];
    for body in bodies {
        attack(&server, "/api/run", &body.to_string());
    }
    server.wait_for_jobs((0, 0));
    check_memory("programs");
}
