//! `cargo xtask soak`: minutes of mixed and hostile requests to the server, many of them aborted, over the loopback interface. It fails on errors, on a slow page, on memory
//! over a limit and on jobs left behind.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::Error;
use crate::load::{NO_JOBS, Server};

/// The default number of seconds.
const SECONDS: u64 = 180;

/// The number of clients that send jobs.
const CLIENTS: u64 = 12;

/// The longest time that the page may take to answer a small request while jobs run.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// The memory that the server may use at most, in KiB.
const MAX_MEMORY: u64 = 3 << 20;

/// Requests that are jobs, from ordinary to hostile: path and body.
const JOBS: &[(&str, &str)] = &[
    (
        "/api/solve",
        r#"{"kind":"sudoku","text":".1..\n...2\n3...\n..3.\n","question":"unique"}"#,
    ),
    (
        "/api/solve",
        r#"{"kind":"sudoku","text":".................................................................................","question":"count"}"#,
    ),
    (
        "/api/solve",
        r#"{"kind":"magic","text":"order 40","question":"backbone"}"#,
    ),
    (
        "/api/explain",
        r#"{"kind":"hashi","text":"1.4.2.\n...2.3\n4.7.1.\n...2.5\n..3.1.\n3..3.3\n"}"#,
    ),
    ("/api/rate", r#"{"kind":"magic","text":"order 30"}"#),
    (
        "/api/hint",
        r#"{"kind":"sudoku","text":"................................................................................."}"#,
    ),
    ("/api/generate", r#"{"kind":"battleship","size":"300x300"}"#),
    ("/api/generate", r#"{"kind":"battleship","size":"60x60"}"#),
    ("/api/generate", r#"{"kind":"hidato","size":"30x30"}"#),
    (
        "/api/generate",
        r#"{"kind":"slitherlink","size":"20x20","many":50}"#,
    ),
    (
        "/api/book",
        r#"{"puzzles":[{"kind":"sudoku","text":".1..\n...2\n3...\n..3.\n"},{"kind":"hashi","text":"2.3.2\n.....\n3.4.2\n"}]}"#,
    ),
    (
        "/api/export",
        r#"{"kind":"sudoku","text":".1..\n...2\n3...\n..3.\n","to":"png"}"#,
    ),
    (
        "/api/run",
        r#"{"language":"chr","text":"a.","query":"X = 1+X, Y is X"}"#,
    ),
    (
        "/api/run",
        r#"{"language":"chr","text":"a.","query":"numlist(1,100000000000,L)"}"#,
    ),
    (
        "/api/run",
        r#"{"language":"chr","text":"a.","query":"X = [a|X], append(X, [b], Y)"}"#,
    ),
    (
        "/api/run",
        r#"{"language":"chr","text":"a :- a.","query":"between(1,inf,X), fail"}"#,
    ),
    (
        "/api/run",
        r#"{"language":"gw","text":"Name: X(i), index: 1..1000, domain: 1..1000\nConstraint: X(i) \\= X(j), range: i < j\n"}"#,
    ),
    (
        "/api/tree",
        r#"{"kind":"magic","text":"order 4","question":"count"}"#,
    ),
    (
        "/api/trace",
        r#"{"kind":"magic","text":"order 4","question":"count"}"#,
    ),
    (
        "/api/repair",
        r#"{"kind":"sudoku","text":"................................................................................."}"#,
    ),
    (
        "/api/read",
        r#"{"text":"https://puzz.link/p?sudoku/30000/30000/g1"}"#,
    ),
    ("/api/solve", r#"{"kind":"sudoku","text":"#),
];

/// Counters that the clients share.
#[derive(Debug, Default)]
struct Tally {
    is_over: AtomicBool,
    answered: AtomicU64,
    refused: AtomicU64,
    aborted: AtomicU64,
    errors: Mutex<Vec<String>>,
}

impl Tally {
    fn fail(&self, error: String) {
        if let Ok(mut errors) = self.errors.lock() {
            errors.push(error);
        }
    }
}

/// `soak [seconds] [program]`
pub(crate) fn run(args: &[String]) -> Result<(), Error> {
    let seconds = match args.first() {
        Some(word) => word
            .parse()
            .map_err(|_| Error::Usage(format!("expected a number of seconds, not `{word}`")))?,
        None => SECONDS,
    };
    let mut server = Server::start(&["--time-limit", "5", "--queue", "64"], args.get(1))?;
    let tally = Arc::new(Tally::default());
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let (tally, address) = (Arc::clone(&tally), server.address.clone());
            std::thread::spawn(move || run_client(&address, client, &tally))
        })
        .collect();
    let start = Instant::now();
    let (mut slowest, mut peak, mut pages) = (Duration::ZERO, 0, 0_u64);
    while start.elapsed() < Duration::from_secs(seconds) {
        let asked = Instant::now();
        match page(&server.address) {
            Ok(()) => pages += 1,
            Err(error) => {
                tally.fail(format!("the page: {error}"));
                break;
            }
        }
        slowest = slowest.max(asked.elapsed());
        peak = peak.max(server.memory());
        std::thread::sleep(Duration::from_millis(100));
    }
    tally.is_over.store(true, Ordering::Relaxed);
    for client in clients {
        let _ = client.join();
    }
    let jobs = server.jobs_left();
    let end = server.memory();
    server.end();
    let errors = tally.errors.lock().map(|errors| errors.clone());
    let errors = errors.unwrap_or_default();
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    println!(
        "{seconds} s: {} requests answered, {} refused (busy), {} aborted, {} errors; the page was answered {pages} times, in {:.2} s at most; memory {} MiB at most, {} MiB at the end; jobs left: {jobs}",
        count(&tally.answered),
        count(&tally.refused),
        count(&tally.aborted),
        errors.len(),
        slowest.as_secs_f64(),
        peak / 1024,
        end / 1024,
    );
    let failed = |what: String| Err(Error::Failed(what));
    if let Some(error) = errors.first() {
        return failed(format!("first error: {error}"));
    }
    if count(&tally.answered) == 0 || pages == 0 {
        return failed("nothing was answered".to_owned());
    }
    if jobs != NO_JOBS {
        return failed("jobs are left behind".to_owned());
    }
    if slowest > MAX_WAIT {
        return failed(format!("the page took {slowest:?}"));
    }
    if peak > MAX_MEMORY {
        return failed(format!("{peak} KiB of memory were used"));
    }
    Ok(())
}

/// Sends requests in an order of its own; every other connection is closed before the answer is complete.
fn run_client(address: &str, client: u64, tally: &Tally) {
    let mut state = (client + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut next = |n: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % n
    };
    while !tally.is_over.load(Ordering::Relaxed) {
        let (path, body) = JOBS[next(JOBS.len() as u64) as usize];
        let is_streamed = next(3) == 0;
        let abort_after = (next(2) == 0).then(|| Duration::from_millis(next(1500)));
        match request(address, path, body, is_streamed, abort_after) {
            Ok(None) => drop(tally.aborted.fetch_add(1, Ordering::Relaxed)),
            Ok(Some(503)) => {
                tally.refused.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(50));
            }
            Ok(Some(200 | 400 | 404 | 413 | 422)) => {
                tally.answered.fetch_add(1, Ordering::Relaxed);
            }
            Ok(Some(status)) => tally.fail(format!("{path}: status {status}: {body}")),
            Err(error) => tally.fail(format!("{path}: {error}: {body}")),
        }
    }
}

/// Sends a request; its status, or `None` if the connection was closed first.
fn request(
    address: &str,
    path: &str,
    body: &str,
    is_streamed: bool,
    abort_after: Option<Duration>,
) -> std::io::Result<Option<u16>> {
    let mut stream = TcpStream::connect(address)?;
    let accept = match is_streamed {
        true => "Accept: text/event-stream\r\n",
        false => "",
    };
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\n{accept}Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    if let Some(time) = abort_after {
        std::thread::sleep(time);
        return Ok(None);
    }
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let text = String::from_utf8_lossy(&answer[..answer.len().min(12)]).into_owned();
    let status = text
        .strip_prefix("HTTP/1.1 ")
        .and_then(|code| code.parse().ok());
    status
        .map(Some)
        .ok_or_else(|| std::io::Error::other(format!("unexpected answer `{text}`")))
}

/// Asks for the page and for the kinds.
fn page(address: &str) -> std::io::Result<()> {
    for path in ["/", "/api/kinds"] {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(head.as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        if !answer.starts_with(b"HTTP/1.1 200") {
            let text = String::from_utf8_lossy(&answer[..answer.len().min(60)]).into_owned();
            return Err(std::io::Error::other(text));
        }
    }
    Ok(())
}
