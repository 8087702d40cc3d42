//! `cargo xtask load`: a load test of the server over the loopback interface. It fails on errors and on jobs left behind, and prints memory use.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::{Error, root};

/// The requests that clients send in turn: path and body. The last two are jobs.
const CALLS: &[(&str, &str)] = &[
    ("/api/kinds", ""),
    ("/", ""),
    ("/api/puzzle", SUDOKU),
    ("/api/draw", SUDOKU),
    (
        "/api/judge",
        r#"{"kind":"sudoku","text":".1..\n...2\n3...\n..3.\n","claims":[2,8]}"#,
    ),
    (
        "/api/read",
        r#"{"text":"https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3"}"#,
    ),
    (
        "/api/solve",
        r#"{"kind":"sudoku","text":".1..\n...2\n3...\n..3.\n","question":"unique"}"#,
    ),
    (
        "/api/hint",
        r#"{"kind":"hashi","text":"1.4.2.\n...2.3\n4.7.1.\n...2.5\n..3.1.\n3..3.3\n"}"#,
    ),
];

const SUDOKU: &str = r#"{"kind":"sudoku","text":".1..\n...2\n3...\n..3.\n"}"#;

/// A count that does not end; the client closes the connection after the first bytes.
const ENDLESS: &str = r#"{"kind":"sudoku","text":".................................................................................","question":"count"}"#;

/// One request in this many is endless.
const ENDLESS_EVERY: usize = 50;

/// What the server answers when it has no jobs.
pub(crate) const NO_JOBS: &str = r#"{"running":0,"waiting":0}"#;

/// Warm-up time before the first memory measurement.
const WARM: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &[String]) -> Result<(), Error> {
    let number = |at: usize, default: u64| match args.get(at) {
        Some(word) => word
            .parse()
            .map_err(|_| Error::Usage(format!("expected a number, not `{word}`"))),
        None => Ok(default),
    };
    let (clients, seconds) = (number(0, 200)?, number(1, 30)?);
    let many = (2 * clients).to_string();
    let options = ["--queue", &many, "--jobs-per-client", &many];
    let mut server = Server::start(&options, args.get(2))?;
    let tally = Arc::new(Tally::default());
    let threads: Vec<_> = (0..clients)
        .map(|client| {
            let (tally, address) = (Arc::clone(&tally), server.address.clone());
            std::thread::spawn(move || run_client(&address, client as usize, &tally))
        })
        .collect();
    let time = Duration::from_secs(seconds);
    std::thread::sleep(WARM.min(time / 2));
    let warm = server.memory();
    std::thread::sleep(time.saturating_sub(WARM.min(time / 2)));
    let end = server.memory();
    tally.is_over.store(true, Ordering::Relaxed);
    for thread in threads {
        let _ = thread.join();
    }
    let jobs = server.jobs_left();
    let errors = tally.errors.lock().map(|errors| errors.clone());
    let errors = errors.unwrap_or_default();
    let answered = tally.answered.load(Ordering::Relaxed);
    let closed = tally.closed.load(Ordering::Relaxed);
    println!(
        "{clients} clients for {seconds} s: {answered} answers ({:.0} a second), {closed} jobs cancelled by clients, {} errors; memory {:.1} MiB after warm-up, {:.1} MiB at the end; jobs left: {jobs}",
        answered as f64 / seconds as f64,
        errors.len(),
        warm as f64 / 1024.0,
        end as f64 / 1024.0,
    );
    server.end();
    match errors.first() {
        Some(error) => Err(Error::Failed(format!("first error: {error}"))),
        None if jobs != NO_JOBS => Err(Error::Failed("jobs are left behind".to_owned())),
        None => Ok(()),
    }
}

/// Counters that the clients share.
#[derive(Debug, Default)]
struct Tally {
    is_over: AtomicBool,
    answered: AtomicU64,
    closed: AtomicU64,
    errors: Mutex<Vec<String>>,
}

/// One client: it sends requests over one connection, and now and then disconnects in the middle of a job.
fn run_client(address: &str, client: usize, tally: &Tally) {
    let mut turn = client;
    let mut connection: Option<BufReader<TcpStream>> = None;
    while !tally.is_over.load(Ordering::Relaxed) {
        turn += 1;
        if turn.is_multiple_of(ENDLESS_EVERY) {
            match cancel_job(address) {
                Ok(()) => drop(tally.closed.fetch_add(1, Ordering::Relaxed)),
                Err(error) => fail(tally, format!("cancelling: {error}")),
            }
            continue;
        }
        let (path, body) = CALLS[turn % CALLS.len()];
        let open = match connection.take() {
            Some(connection) => Ok(connection),
            None => TcpStream::connect(address).map(BufReader::new),
        };
        let answered = open.and_then(|connection| exchange(connection, address, path, body));
        match answered {
            Ok((200, open)) => {
                tally.answered.fetch_add(1, Ordering::Relaxed);
                connection = Some(open);
            }
            Ok((status, _)) => fail(tally, format!("{path}: status {status}")),
            Err(error) => fail(tally, format!("{path}: {error}")),
        }
    }
}

fn fail(tally: &Tally, error: String) {
    if let Ok(mut errors) = tally.errors.lock() {
        errors.push(error);
    }
}

/// Sends a request and reads its answer; the connection stays open.
fn exchange(
    mut connection: BufReader<TcpStream>,
    address: &str,
    path: &str,
    body: &str,
) -> std::io::Result<(u16, BufReader<TcpStream>)> {
    let method = if body.is_empty() { "GET" } else { "POST" };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    connection.get_mut().write_all(request.as_bytes())?;
    let (mut status, mut length, mut line) = (0, 0, String::new());
    while connection.read_line(&mut line)? > 2 {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["HTTP/1.1", code, ..] = words[..] {
            status = code.parse().unwrap_or(0);
        }
        if let [name, value] = words[..]
            && name.eq_ignore_ascii_case("content-length:")
        {
            length = value.parse().unwrap_or(0);
        }
        line.clear();
    }
    let mut rest = vec![0; length];
    connection.read_exact(&mut rest)?;
    Ok((status, connection))
}

/// Starts a job that does not end, reads the first bytes of the response, and closes the connection.
fn cancel_job(address: &str) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(address)?;
    let request = format!(
        "POST /api/solve HTTP/1.1\r\nHost: {address}\r\nAccept: text/event-stream\r\nContent-Length: {}\r\n\r\n{ENDLESS}",
        ENDLESS.len()
    );
    stream.write_all(request.as_bytes())?;
    let mut head = [0; 12];
    stream.read_exact(&mut head)?;
    match &head {
        b"HTTP/1.1 200" => Ok(()),
        other => Err(std::io::Error::other(
            String::from_utf8_lossy(other).into_owned(),
        )),
    }
}

/// Builds the program with optimisation; its path.
fn build() -> Result<PathBuf, Error> {
    let built = Command::new("cargo")
        .args(["build", "--release", "--package", "gridwright-cli"])
        .current_dir(root())
        .status();
    match built.is_ok_and(|status| status.success()) {
        true => Ok(root().join("target/release/gridwright")),
        false => Err(Error::Failed("cannot build the server".to_owned())),
    }
}

/// The server process under test.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
}

impl Server {
    /// Starts the server with these options; builds it unless a program is given.
    pub(crate) fn start(options: &[&str], program: Option<&String>) -> Result<Server, Error> {
        let failed = |error: std::io::Error| Error::Failed(format!("the server: {error}"));
        let program = match program {
            Some(program) => PathBuf::from(program),
            None => build()?,
        };
        let mut child = Command::new(program)
            .args(["serve", "--port", "0"])
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line).map_err(failed)?;
        }
        let found = line.split_once("http://").map(|(_, rest)| rest);
        let Some((address, _)) = found.and_then(|rest| rest.split_once('/')) else {
            let _ = child.kill();
            return Err(Error::Failed(format!(
                "unexpected first line of the server: `{}`",
                line.trim()
            )));
        };
        Ok(Server {
            address: address.to_owned(),
            child,
        })
    }

    /// Resident memory in KiB of the server and its worker processes; 0 where the system does not report it.
    pub(crate) fn memory(&self) -> u64 {
        let server = Some(u64::from(self.child.id()));
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        processes
            .filter_map(|process| std::fs::read_to_string(process.path().join("status")).ok())
            .filter(|status| {
                ["Pid:", "PPid:"]
                    .iter()
                    .any(|name| field(status, name) == server)
            })
            .filter_map(|status| field(&status, "VmRSS:"))
            .sum()
    }

    /// The server's report on its jobs, after at most 5 s for cancelled jobs to end.
    pub(crate) fn jobs_left(&self) -> String {
        let start = Instant::now();
        loop {
            let jobs = self.jobs().unwrap_or_else(|error| error.to_string());
            if jobs == NO_JOBS || start.elapsed() > Duration::from_secs(5) {
                return jobs;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn jobs(&self) -> std::io::Result<String> {
        let mut stream = TcpStream::connect(&self.address)?;
        let request = format!("GET /api/jobs HTTP/1.0\r\nHost: {}\r\n\r\n", self.address);
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let body = answer
            .split_once("\r\n\r\n")
            .map(|(_, body)| body.to_owned());
        Ok(body.unwrap_or_default())
    }

    pub(crate) fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A number of a file `/proc/…/status`.
fn field(status: &str, name: &str) -> Option<u64> {
    let value = status.lines().find_map(|line| line.strip_prefix(name))?;
    value.split_whitespace().next()?.parse().ok()
}
