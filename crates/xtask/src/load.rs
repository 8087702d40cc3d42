//! `cargo xtask load`: many clients at once on the server, for a while, over the loopback. There must be no error, and memory must not grow.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::{Stop, root};

/// What is asked, in turn: a call and its body. The last two are jobs; one of them is closed before it is done.
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

/// A count that does not end; it is followed for a moment, then the connection is closed.
const ENDLESS: &str = r#"{"kind":"sudoku","text":".................................................................................","question":"count"}"#;

/// Of so many requests of a client one is endless.
const SELDOM: usize = 50;

/// How long the server may take to warm up before its memory is looked at.
const WARM: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &[String]) -> Result<(), Stop> {
    let number = |at: usize, usual: u64| match args.get(at) {
        Some(word) => word
            .parse()
            .map_err(|_| Stop::Usage(format!("expected a number, not `{word}`"))),
        None => Ok(usual),
    };
    let (clients, seconds) = (number(0, 200)?, number(1, 30)?);
    let mut server = Server::start(clients, args.get(2))?;
    let tally = Arc::new(Tally::default());
    let threads: Vec<_> = (0..clients)
        .map(|client| {
            let (tally, address) = (Arc::clone(&tally), server.address.clone());
            std::thread::spawn(move || ask(&address, client as usize, &tally))
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
        "{clients} clients for {seconds} s: {answered} answers ({:.0} a second), {closed} jobs closed by their clients, {} errors; memory {:.1} MiB when warm, {:.1} MiB in the end; jobs left: {jobs}",
        answered as f64 / seconds as f64,
        errors.len(),
        warm as f64 / 1024.0,
        end as f64 / 1024.0,
    );
    server.end();
    match errors.first() {
        Some(error) => Err(Stop::Failed(format!("the first error: {error}"))),
        None if jobs != "{\"running\":0,\"waiting\":0}" => {
            Err(Stop::Failed("jobs are left behind".to_owned()))
        }
        None => Ok(()),
    }
}

/// What the clients have seen.
#[derive(Debug, Default)]
struct Tally {
    is_over: AtomicBool,
    answered: AtomicU64,
    closed: AtomicU64,
    errors: Mutex<Vec<String>>,
}

/// One client: it asks one thing after the other over one connection, and now and then leaves in the middle of a job.
fn ask(address: &str, client: usize, tally: &Tally) {
    let mut turn = client;
    let mut connection: Option<BufReader<TcpStream>> = None;
    while !tally.is_over.load(Ordering::Relaxed) {
        turn += 1;
        if turn.is_multiple_of(SELDOM) {
            match leave(address) {
                Ok(()) => drop(tally.closed.fetch_add(1, Ordering::Relaxed)),
                Err(error) => fail(tally, format!("leaving: {error}")),
            }
            continue;
        }
        let (path, body) = CALLS[turn % CALLS.len()];
        let asked = match connection.take() {
            Some(connection) => Ok(connection),
            None => TcpStream::connect(address).map(BufReader::new),
        };
        let answered = asked.and_then(|connection| exchange(connection, address, path, body));
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

/// Starts a job that does not end, hears its first words, and closes the connection.
fn leave(address: &str) -> std::io::Result<()> {
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

/// The program, built as users have it.
fn built() -> Result<PathBuf, Stop> {
    let built = Command::new("cargo")
        .args(["build", "--release", "--package", "gridwright-cli"])
        .current_dir(root())
        .status();
    match built.is_ok_and(|status| status.success()) {
        true => Ok(root().join("target/release/gridwright")),
        false => Err(Stop::Failed("the server cannot be built".to_owned())),
    }
}

/// The server under load, a program of its own.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(clients: u64, program: Option<&String>) -> Result<Server, Stop> {
        let failed = |error: std::io::Error| Stop::Failed(format!("the server: {error}"));
        let program = match program {
            Some(program) => PathBuf::from(program),
            None => built()?,
        };
        let many = (2 * clients).to_string();
        let mut child = Command::new(program)
            .args([
                "serve",
                "--port",
                "0",
                "--queue",
                &many,
                "--jobs-per-client",
                &many,
            ])
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
            return Err(Stop::Failed(format!("the server said `{}`", line.trim())));
        };
        Ok(Server {
            address: address.to_owned(),
            child,
        })
    }

    /// What it has in memory, in KiB, where the system tells.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS"));
        let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        number.unwrap_or(0)
    }

    /// What it says of its jobs, once those that were left had a moment to end.
    fn jobs_left(&self) -> String {
        let start = Instant::now();
        loop {
            let jobs = self.jobs().unwrap_or_else(|error| error.to_string());
            if jobs == "{\"running\":0,\"waiting\":0}" || start.elapsed() > Duration::from_secs(5) {
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

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
