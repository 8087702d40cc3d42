//! Limits and stopping: jobs that are stopped, rejected or over a limit, large bodies and foreign requests.

mod client;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use client::{FOUR, Reply, TestServer, endless, puzzle};
use serde_json::json;

#[test]
fn closing_the_connection_ends_the_job() {
    let server = TestServer::start(|options| options.jobs = 2);
    for streamed in [true, false] {
        let waiting = match streamed {
            true => {
                let mut events = server.follow("/api/solve", &endless());
                let (name, progress) = events.next().expect("an event");
                assert_eq!(name, "progress");
                assert!(progress["nodes"].as_u64() > Some(0), "{progress}");
                let received: Box<dyn std::any::Any> = Box::new(events);
                received
            }
            false => Box::new(server.post_with("/api/solve", "", &endless().to_string())),
        };
        server.wait_for_jobs((1, 0));
        drop(waiting);
        server.wait_for_jobs((0, 0));
    }
}

#[test]
fn jobs_on_large_boards_stop_too() {
    let server = TestServer::start(|_| {});
    let blank = json!({"kind": "numbrix", "rows": 20});
    let board = server.post("/api/blank", &blank).json();
    for call in ["/api/repair", "/api/explain", "/api/hint", "/api/rate"] {
        let events = server.follow(call, &board);
        server.wait_for_jobs((1, 0));
        std::thread::sleep(Duration::from_millis(300));
        drop(events);
        server.wait_for_jobs((0, 0));
    }
}

#[test]
fn a_waiting_job_ends_when_its_client_disconnects() {
    let server = TestServer::start(|options| options.jobs = 1);
    let running = server.follow("/api/solve", &endless());
    server.wait_for_jobs((1, 0));
    let waiting = server.follow("/api/solve", &endless());
    server.wait_for_jobs((1, 1));
    drop(waiting);
    server.wait_for_jobs((1, 0));
    // When the running job ends, the waiting one starts.
    let next = server.follow("/api/solve", &endless());
    server.wait_for_jobs((1, 1));
    drop(running);
    server.wait_for_jobs((1, 0));
    drop(next);
    server.wait_for_jobs((0, 0));
}

#[test]
fn too_many_jobs_are_rejected() {
    let server = TestServer::start(|options| (options.jobs, options.queue) = (1, 1));
    let jobs: Vec<_> = (0..2)
        .map(|_| server.follow("/api/solve", &endless()))
        .collect();
    server.wait_for_jobs((1, 1));
    let reply = server.post("/api/solve", &endless());
    assert_eq!(reply.status, 503);
    let error = reply.json()["error"].as_str().expect("a reason").to_owned();
    assert_eq!(
        error,
        "the server is busy: 1 jobs are running and 1 are waiting; try again later"
    );
    assert!(reply.head.contains("\r\nretry-after: 5"), "{}", reply.head);
    drop(jobs);
    server.wait_for_jobs((0, 0));
    let server = TestServer::start(|options| options.jobs_per_client = 1);
    let job = server.follow("/api/solve", &endless());
    server.wait_for_jobs((1, 0));
    let reply = server.post("/api/solve", &endless());
    assert_eq!(reply.status, 503);
    assert!(String::from_utf8_lossy(&reply.body).contains("you already have 1"));
    // Quick calls still work.
    assert_eq!(
        server
            .post("/api/draw", &puzzle("sudoku", FOUR, json!({})))
            .status,
        200
    );
    drop(job);
}

#[test]
fn a_job_at_its_limit_returns_its_results() {
    let server = TestServer::start(|options| options.time = Duration::from_millis(300));
    let reply = server.post("/api/solve", &endless());
    assert_eq!(reply.status, 200);
    let answer = reply.json();
    assert_eq!(
        (&answer["verdict"], &answer["limit"]),
        (&json!("stopped"), &json!("time"))
    );
    assert!(answer["count"].as_u64() > Some(0));
    let last = server.follow("/api/solve", &endless()).last();
    let (name, result) = last.expect("a result");
    assert_eq!(
        (name.as_str(), &result["verdict"]),
        ("result", &json!("stopped"))
    );
    // A client can lower the limit, but not raise it.
    for (limit, seconds) in [(3600, 0.1), (1, 1000.0)] {
        let server = TestServer::start(|options| options.time = Duration::from_secs(limit));
        let mut body = endless();
        body["seconds"] = json!(seconds);
        let start = Instant::now();
        assert_eq!(
            server.post("/api/solve", &body).json()["verdict"],
            "stopped"
        );
        assert!(
            start.elapsed() < Duration::from_secs(100),
            "{:?}",
            start.elapsed()
        );
    }
    let server = TestServer::start(|options| options.memory = 1000);
    let mut body = endless();
    body["request"] = json!({"engine": "fd"});
    let answer = server.post("/api/solve", &body).json();
    assert_eq!(
        (&answer["verdict"], &answer["limit"]),
        (&json!("stopped"), &json!("memory"))
    );
}

#[test]
fn large_bodies_are_rejected() {
    let server = TestServer::start(|options| options.body = 10_000);
    let large = puzzle("sudoku", &".".repeat(10_000), json!({}));
    for call in ["/api/read", "/api/puzzle", "/api/solve"] {
        let reply = server.post(call, &large);
        assert_eq!(reply.status, 413, "{call}");
        let error = reply.json()["error"].to_string();
        assert!(error.contains("the limit is 10000 bytes"), "{error}");
    }
    // A body without a length.
    let chunks =
        "2710\r\n".to_owned() + &" ".repeat(10_000) + "\r\n10\r\n                \r\n0\r\n\r\n";
    let head = format!(
        "POST /api/read HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
        server.address
    );
    assert_eq!(Reply::read(server.send(&(head + &chunks))).status, 413);
}

#[test]
fn foreign_requests_are_rejected_and_responses_have_security_headers() {
    let server = TestServer::start(|_| {});
    let body = endless().to_string();
    let foreign = "Origin: http://evil.example\r\n";
    let reply = Reply::read(server.post_with("/api/solve", foreign, &body));
    assert_eq!(reply.status, 403);
    let request = "GET /api/kinds HTTP/1.0\r\nHost: evil.example\r\n\r\n";
    assert_eq!(Reply::read(server.send(request)).status, 403);
    let own = format!("Origin: http://{}\r\n", server.address);
    let solve = puzzle("sudoku", FOUR, json!({"question": "unique"})).to_string();
    let reply = Reply::read(server.post_with("/api/solve", &own, &solve));
    assert_eq!(reply.status, 200);
    for path in [
        "/",
        "/api/kinds",
        "/api/nothing",
        "/nothing.js",
        "/../Cargo.toml",
    ] {
        let reply = server.get(path);
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
        ] {
            assert!(reply.head.contains(header), "{path}: {}", reply.head);
        }
        assert!(!reply.head.contains("unsafe-inline"));
    }
    assert_eq!(server.get("/").status, 200);
    assert_eq!(server.get("/api/nothing").status, 404);
    assert_eq!(server.get("/../Cargo.toml").status, 404);
    assert_eq!(server.get("/api/solve").status, 405);
    assert_eq!(server.jobs(), (0, 0));
}

#[test]
fn stopping_the_server_stops_its_jobs() {
    let server = TestServer::start(|_| {});
    let events = server.follow("/api/solve", &endless());
    server.wait_for_jobs((1, 0));
    // It waits for the job, which would not end by itself.
    let (ended, end) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        drop(server);
        let _ = ended.send(());
    });
    let waited = end.recv_timeout(std::time::Duration::from_secs(120));
    assert!(waited.is_ok(), "the job goes on");
    let (name, result) = events.last().expect("an end");
    assert_eq!(
        (name.as_str(), &result["verdict"]),
        ("result", &json!("stopped"))
    );
}

#[test]
fn only_files_inside_the_folder_are_served() {
    let folder = std::env::temp_dir().join(format!("gridwright-page-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("js")).expect("a folder");
    std::fs::write(folder.join("js/x.js"), "1;").expect("a file");
    std::fs::write(folder.join(".hidden"), "1;").expect("a file");
    let server = TestServer::start(|options| options.page = Some(folder.clone()));
    let reply = server.get("/js/x.js");
    assert_eq!((reply.status, &reply.body[..]), (200, &b"1;"[..]));
    assert!(reply.head.contains("text/javascript"));
    for path in [
        "/.hidden",
        "/js/../../x",
        "/%2e%2e/x",
        "/js",
        "/js/",
        "//etc/passwd",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    drop(server);
    std::fs::remove_dir_all(folder).expect("the folder is there");
}

#[test]
fn slow_and_idle_clients_lose_their_connections() {
    let server = TestServer::start(|options| {
        options.head_time = Duration::from_millis(500);
        options.body_time = Duration::from_millis(500);
    });
    // Clients that send nothing, or half a head.
    for head in ["", "GET / HTTP/1.1\r\nHost:"] {
        let mut bytes = Vec::new();
        let ended = server.send(head).read_to_end(&mut bytes);
        assert!(ended.is_ok(), "{head:?}: {ended:?}");
    }
    let head = format!("POST /api/judge HTTP/1.0\r\nHost: {}\r\n", server.address);
    let slow = server.send(&format!("{head}Content-Length: 100\r\n\r\n{{"));
    let error = Reply::read(slow).error(408);
    assert!(error.contains("did not arrive"), "{error}");
}

#[test]
fn a_new_connection_takes_the_place_of_an_idle_one() {
    let server = TestServer::start(|options| {
        options.connections = 8;
        options.head_time = Duration::from_secs(3600);
    });
    let running = server.follow("/api/solve", &endless());
    // Clients that send nothing, half a head, or no second request.
    let whole = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let heads = ["", "GET / HTTP/1.1\r\nHost:", &whole];
    let mut idle: Vec<TcpStream> = Vec::new();
    for at in 0..60 {
        idle.push(server.send(heads[at % heads.len()]));
        assert_eq!(server.get("/").status, 200, "after {at} idle connections");
    }
    // The first ones were closed.
    let mut byte = [0];
    assert_eq!(idle[0].read(&mut byte).expect("it is closed"), 0);
    // Among connections that may all be closed, the last one is not chosen: new ones that have sent nothing are kept for half a second.
    std::thread::sleep(Duration::from_millis(600));
    let mut last = server.send(&whole);
    assert_eq!(server.get("/").status, 200);
    let second = whole.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    last.write_all(second.as_bytes()).expect("it is open");
    let mut both = String::new();
    last.read_to_string(&mut both).expect("two responses");
    assert_eq!(both.matches("HTTP/1.1 200").count(), 2);
    // A connection with a request stays.
    server.wait_for_jobs((1, 0));
    drop(running);
    server.wait_for_jobs((0, 0));
}

#[test]
fn new_connections_wait_while_all_others_have_a_request() {
    let server = TestServer::start(|options| {
        options.connections = 4;
        options.jobs = 1;
    });
    let follow = |_| server.follow("/api/solve", &endless());
    let busy: Vec<_> = (0..3).map(follow).collect();
    std::thread::scope(|scope| {
        let get = || server.get("/api/jobs").status;
        let clients: Vec<_> = (0..20).map(|_| scope.spawn(get)).collect();
        for client in clients {
            assert_eq!(client.join().expect("a client"), 200);
        }
    });
    drop(busy);
    server.wait_for_jobs((0, 0));
}

#[test]
fn a_new_connection_takes_the_place_of_one_whose_body_is_slow() {
    let server = TestServer::start(|options| {
        options.connections = 4;
        options.body_time = Duration::from_secs(3600);
    });
    let running = server.follow("/api/solve", &endless());
    let body = "{\"text\":\"..\"}";
    let head = format!(
        "POST /api/read HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n",
        server.address,
        body.len()
    );
    let begun = head + &body[..1];
    let mut slow: Vec<TcpStream> = Vec::new();
    for at in 0..8 {
        slow.push(server.send(&begun));
        assert_eq!(server.get("/").status, 200, "after {at} slow bodies");
    }
    // The first ones were closed; the last one is answered if its body comes.
    let mut byte = [0];
    assert_ne!(slow[0].read(&mut byte).ok(), Some(1));
    let mut last = slow.pop().expect("some");
    last.write_all(&body.as_bytes()[1..]).expect("it is open");
    assert!(Reply::read(last).status > 0);
    server.wait_for_jobs((1, 0));
    drop(running);
    server.wait_for_jobs((0, 0));
}

#[test]
fn a_client_that_does_not_read_its_responses_does_not_keep_others_out() {
    let server = TestServer::start(|options| {
        options.connections = 2;
        options.head_time = Duration::from_secs(3600);
    });
    let many = format!(
        "GET /openapi.json HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.address
    );
    let stuck = server.send(&many.repeat(400));
    let silent = server.send("");
    assert_eq!(server.get("/api/jobs").status, 200);
    drop((stuck, silent));
}

#[test]
fn a_new_connection_takes_the_place_of_one_whose_client_does_not_read_its_events() {
    let server = TestServer::start(|options| (options.connections, options.jobs) = (3, 16));
    // More than the system keeps for a client that reads nothing.
    let query = "repeat, numlist(1, 50000, L)";
    let body = json!({"language": "chr", "text": "p.", "query": query, "all": true}).to_string();
    let accept = "Accept: text/event-stream\r\n";
    let mut unread: Vec<TcpStream> = Vec::new();
    for at in 0..4 {
        unread.push(server.post_with("/api/run", accept, &body));
        assert_eq!(server.get("/").status, 200, "after {at} unread responses");
    }
    drop(unread);
    server.wait_for_jobs((0, 0));
}

#[test]
fn books_and_pictures_wait_in_the_queue_like_other_jobs() {
    let server = TestServer::start(|options| (options.jobs, options.queue) = (1, 0));
    let running = server.follow("/api/solve", &endless());
    server.wait_for_jobs((1, 0));
    let book = json!({"puzzles": [puzzle("sudoku", FOUR, json!({}))]});
    let export = puzzle("sudoku", FOUR, json!({"to": "png"}));
    assert_eq!(server.post("/api/book", &book).status, 503);
    assert_eq!(server.post("/api/export", &export).status, 503);
    drop(running);
    server.wait_for_jobs((0, 0));
    assert_eq!(server.post("/api/book", &book).status, 200);
    assert_eq!(server.post("/api/export", &export).status, 200);
}

#[test]
fn a_picture_that_takes_too_long_is_an_error_that_a_retry_does_not_help() {
    let server = TestServer::start(|options| options.time = Duration::ZERO);
    for format in ["png", "pdf"] {
        let body = puzzle("sudoku", FOUR, json!({"to": format}));
        let reply = server.post("/api/export", &body);
        assert!(!reply.head.contains("retry-after"), "{}", reply.head);
        assert_eq!(
            reply.error(422),
            "stopped at the time limit before the picture was drawn"
        );
    }
}

#[test]
fn errors_before_a_limit_say_that_there_may_be_more() {
    let server = TestServer::start(|options| options.time = Duration::from_secs(2));
    let text =
        "p :- q(.\n:- if((numlist(1, 100000, L), repeat, msort(L, _), fail)).\nr.\n:- endif.\n";
    let body = json!({"language": "chr", "text": text, "query": "p"});
    let reply = server.post("/api/run", &body);
    assert_eq!(reply.status, 422);
    let note = "stopped at the time limit while the program was read; it may have more errors";
    let error = reply.json();
    assert_eq!(error["all"][0]["notes"], json!([note]), "{error}");
    assert!(
        error["shown"]
            .as_str()
            .is_some_and(|shown| shown.contains(note))
    );
}

#[test]
fn a_book_stops_at_the_time_limit_while_its_pages_are_drawn() {
    let server = TestServer::start(|options| options.time = Duration::from_millis(50));
    let answer = json!({"answer": "2143\n4312\n3421\n1234\n"});
    let puzzles = vec![puzzle("sudoku", FOUR, answer); 200];
    let error = server
        .post("/api/book", &json!({ "puzzles": puzzles }))
        .error(422);
    assert!(error.starts_with("stopped at "), "{error}");
    assert!(
        error.ends_with("; ask for fewer puzzles at once"),
        "{error}"
    );
    server.wait_for_jobs((0, 0));
}
