//! The server of the command, whose calls run in worker processes: a worker that dies is one failed call, and no worker outlives its client or its server.

#![cfg(target_os = "linux")]

mod common;

use std::process::Command;
use std::time::{Duration, Instant};

use common::server::{RunningServer, response};
use serde_json::json;

/// A call that ends by no limit of its own.
fn endless() -> String {
    let program = ":- chr_constraint a.\na <=> a.";
    json!({"language": "chr", "text": program, "query": "a", "seconds": 600}).to_string()
}

/// Waits for a condition, for a minute at most.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The worker processes of a server.
fn workers(server: &RunningServer) -> Vec<String> {
    children(&server.process.id().to_string())
}

/// The processes that a process started.
fn children(process: &str) -> Vec<String> {
    let Ok(tasks) = std::fs::read_dir(format!("/proc/{process}/task")) else {
        return Vec::new();
    };
    let children = tasks.filter_map(|task| {
        let path = task.ok()?.path().join("children");
        std::fs::read_to_string(path).ok()
    });
    let children: String = children.collect::<Vec<_>>().join(" ");
    children.split_whitespace().map(str::to_owned).collect()
}

fn running_jobs(server: &RunningServer) -> u64 {
    let (_, jobs) = server.call("/api/jobs", None);
    jobs["running"].as_u64().expect("a number")
}

fn kill(signal: &str, process: &str) {
    let kill = format!("kill {signal} {process}");
    let status = Command::new("sh").args(["-c", &kill]).status();
    assert!(status.expect("a shell").success());
}

const PUZZLE: &str = r#"{"kind": "magic", "text": "order 3\n"}"#;

#[test]
fn a_worker_that_dies_is_one_failed_call() {
    let server = RunningServer::start(&["--jobs", "2"]);
    let first = server.send("/api/run", Some(&endless()));
    wait_until("the first job starts", || {
        running_jobs(&server) == 1 && workers(&server).len() == 1
    });
    let victim = workers(&server).remove(0);
    let second = server.send("/api/run", Some(&endless()));
    wait_until("the second job starts", || {
        running_jobs(&server) == 2 && workers(&server).len() == 2
    });
    kill("-ABRT", &victim);
    let (status, answer) = response(first);
    assert_eq!((status, answer["error"].is_string()), (500, true));
    // The other job continues, and quick and long calls work.
    wait_until("one job remains", || running_jobs(&server) == 1);
    assert_eq!(server.call("/api/puzzle", Some(PUZZLE)).0, 200);
    let (status, answer) = server.call("/api/rate", Some(PUZZLE));
    assert_eq!(status, 200, "{answer}");
    assert_eq!(running_jobs(&server), 1);
    drop(second);
    wait_until("a client that disconnects stops its job", || {
        running_jobs(&server) == 0
    });
    // Idle workers are used again.
    let n_workers = workers(&server).len();
    for _ in 0..5 {
        assert_eq!(server.call("/api/puzzle", Some(PUZZLE)).0, 200);
    }
    assert!(workers(&server).len() <= n_workers.max(1));
}

#[test]
fn a_run_that_dies_is_one_row_of_a_comparison() {
    let server = RunningServer::start(&[]);
    let body = json!({
        "puzzles": [
            {"name": "long", "kind": "magic", "text": "order 5\n"},
            {"name": "short", "kind": "magic", "text": "order 3\n"},
        ],
        "requests": [{"name": "plain"}],
        "question": "count",
        "run_seconds": 600,
        "seconds": 600,
    });
    let comparison = server.send("/api/compare", Some(&body.to_string()));
    let runs = || -> Vec<String> {
        let workers = workers(&server);
        workers.iter().flat_map(|it| children(it)).collect()
    };
    wait_until("the first run starts", || runs().len() == 1);
    kill("-ABRT", &runs()[0]);
    let (status, answer) = response(comparison);
    assert_eq!(status, 200, "{answer}");
    assert_eq!((&answer["done"], &answer["all"]), (&json!(2), &json!(2)));
    let cell = |row: usize, name: &str| answer["rows"][row][name].clone();
    assert_eq!(cell(0, "puzzle"), "long");
    assert_eq!(cell(0, "verdict"), "crashed");
    assert_eq!(cell(1, "puzzle"), "short");
    assert_eq!(cell(1, "answers"), 8, "{answer}");
    // A client that disconnects ends its run, too.
    let comparison = server.send("/api/compare", Some(&body.to_string()));
    wait_until("the first run starts", || runs().len() == 1);
    drop(comparison);
    wait_until("the run ends", || {
        runs().is_empty() && running_jobs(&server) == 0
    });
}

#[test]
fn an_idle_worker_that_died_is_replaced() {
    let server = RunningServer::start(&[]);
    assert_eq!(server.call("/api/puzzle", Some(PUZZLE)).0, 200);
    wait_until("there is one worker", || workers(&server).len() == 1);
    let idle = workers(&server);
    kill("-KILL", &idle[0]);
    let dead = format!("/proc/{}/stat", idle[0]);
    wait_until("it is dead", || {
        let stat = std::fs::read_to_string(&dead);
        stat.is_ok_and(|stat| stat.contains(") Z "))
    });
    assert_eq!(server.call("/api/puzzle", Some(PUZZLE)).0, 200);
}

#[test]
fn workers_end_with_their_server() {
    let server = RunningServer::start(&[]);
    let job = server.send("/api/run", Some(&endless()));
    wait_until("the job starts", || workers(&server).len() == 1);
    let worker = workers(&server).remove(0);
    drop(server);
    drop(job);
    // A process whose parent has ended may stay as a zombie.
    let stat = format!("/proc/{worker}/stat");
    wait_until("the worker ends", || {
        std::fs::read_to_string(&stat).map_or(true, |stat| stat.contains(") Z "))
    });
}
