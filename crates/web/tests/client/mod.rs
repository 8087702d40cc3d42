//! A test server, and a minimal HTTP/1.0 client over a socket.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use gridwright_web::{Server, ServerOptions};
use serde_json::{Value, json};
use tokio::sync::oneshot;

/// A server that stops on drop.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl TestServer {
    /// Starts a server with changed options. Jobs have an hour, so that those that end sooner were stopped.
    pub(crate) fn start(change: impl FnOnce(&mut ServerOptions)) -> TestServer {
        let mut options = ServerOptions {
            port: 0,
            time: Duration::from_secs(3600),
            ..ServerOptions::default()
        };
        change(&mut options);
        let server = Server::listen(&options).expect("a free port");
        let address = server.address().expect("it listens");
        let (end, ended) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            let ended = async {
                let _ = ended.await;
            };
            server.run_until(ended).expect("it serves");
        });
        TestServer {
            address,
            end: Some(end),
            thread: Some(thread),
        }
    }

    /// Sends a raw request.
    pub(crate) fn send(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("the server listens");
        stream
            .set_read_timeout(Some(Duration::from_secs(120)))
            .expect("a timeout");
        // A server that rejects a body may close before it is sent.
        let _ = stream.write_all(request.as_bytes());
        stream
    }

    /// Gets a path.
    pub(crate) fn get(&self, path: &str) -> Reply {
        let request = format!("GET {path} HTTP/1.0\r\nHost: {}\r\n\r\n", self.address);
        Reply::read(self.send(&request))
    }

    /// Posts a body with additional headers.
    pub(crate) fn post_with(&self, path: &str, headers: &str, body: &str) -> TcpStream {
        self.send(&format!(
            "POST {path} HTTP/1.0\r\nHost: {}\r\nContent-Length: {}\r\n{headers}\r\n{body}",
            self.address,
            body.len()
        ))
    }

    /// Posts JSON and returns the response.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Reply {
        Reply::read(self.post_with(path, "", &body.to_string()))
    }

    /// Posts JSON; returns the JSON of the successful response.
    pub(crate) fn ok(&self, path: &str, body: &Value) -> Value {
        let reply = self.post(path, body);
        let text = String::from_utf8_lossy(&reply.body);
        assert_eq!(reply.status, 200, "{text}");
        reply.json()
    }

    /// Posts JSON; returns the message of the error response with a status.
    pub(crate) fn error(&self, path: &str, body: &Value, status: u16) -> String {
        self.post(path, body).error(status)
    }

    /// Posts JSON and returns the stream of events.
    pub(crate) fn follow(&self, path: &str, body: &Value) -> Events {
        let accept = "Accept: text/event-stream\r\n";
        let stream = self.post_with(path, accept, &body.to_string());
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        while reader.read_line(&mut line).expect("a head") > 2 {
            line.clear();
        }
        Events { reader }
    }

    /// The calls with a body, by path, and the fields that each accepts.
    pub(crate) fn fields(&self) -> Vec<(String, Vec<String>)> {
        let described = self.get("/openapi.json").json();
        let paths = described["paths"].as_object().expect("paths").iter();
        let fields = paths.filter_map(|(path, item)| {
            let body = &item.get("post")?["requestBody"];
            let mut schema = &body["content"]["application/json"]["schema"];
            if let Some(place) = schema["$ref"].as_str() {
                let place = place.trim_start_matches('#');
                schema = described.pointer(place).expect("the schema");
            }
            let names = schema["properties"].as_object().expect("properties");
            Some((path.clone(), names.keys().cloned().collect()))
        });
        fields.collect()
    }

    /// The numbers of running and waiting jobs.
    pub(crate) fn jobs(&self) -> (u64, u64) {
        let count = self.get("/api/jobs").json();
        let number = |name: &str| count[name].as_u64().expect("a number");
        (number("running"), number("waiting"))
    }

    /// Waits for these numbers of running and waiting jobs.
    pub(crate) fn wait_for_jobs(&self, expected: (u64, u64)) {
        let start = Instant::now();
        loop {
            let jobs = self.jobs();
            if jobs == expected {
                return;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "{jobs:?} jobs");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if let Some(end) = self.end.take() {
            let _ = end.send(());
        }
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking());
        }
    }
}

/// A response.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn read(mut stream: TcpStream) -> Reply {
        let mut bytes = Vec::new();
        // A server that rejects a body may reset the connection after its response.
        let _ = stream.read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.unwrap_or_else(|| panic!("no head: {:?}", String::from_utf8_lossy(&bytes)));
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        Reply {
            status: status.expect("a status"),
            head,
            body: bytes[end + 4..].to_vec(),
        }
    }

    /// The error message of a response with a status.
    pub(crate) fn error(&self, status: u16) -> String {
        let text = String::from_utf8_lossy(&self.body);
        assert_eq!(self.status, status, "{text}");
        let message = self.json()["error"].as_str().map(str::to_owned);
        message.expect("a message")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }
}

/// A stream of events.
pub(crate) struct Events {
    reader: BufReader<TcpStream>,
}

impl Iterator for Events {
    type Item = (String, Value);

    fn next(&mut self) -> Option<(String, Value)> {
        let (mut name, mut data) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.trim_end().split_once(": ") {
                Some(("event", event)) => name = event.to_owned(),
                Some(("data", text)) => data = text.to_owned(),
                _ if name.is_empty() => {}
                _ => return Some((name, serde_json::from_str(&data).expect("JSON"))),
            }
        }
    }
}

/// A puzzle with further fields.
pub(crate) fn puzzle(kind: &str, text: &str, more: Value) -> Value {
    let mut body = json!({"kind": kind, "text": text});
    if let (Value::Object(body), Value::Object(more)) = (&mut body, more) {
        body.extend(more);
    }
    body
}

/// The fields of a body that a call accepts.
pub(crate) fn accepted(fields: &[String], body: &Value) -> Value {
    let body = body.as_object().expect("an object").iter();
    let known = body.filter(|(name, _)| fields.contains(name));
    Value::Object(
        known
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
    )
}

/// A Sudoku with one answer.
pub(crate) const FOUR: &str = ".1..\n...2\n3...\n..3.\n";

/// A job that never finishes.
pub(crate) fn endless() -> Value {
    let board = format!("{}\n", ".........\n".repeat(9));
    puzzle("sudoku", &board, json!({"question": "count"}))
}
