//! A running `gridwright serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::Value;

use super::command;

/// A server, killed when dropped.
pub(crate) struct RunningServer {
    pub(crate) process: Child,
    pub(crate) address: String,
}

impl RunningServer {
    /// Starts a server on a free port.
    pub(crate) fn start(args: &[&str]) -> RunningServer {
        let mut process = command(&["serve", "--port", "0"])
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("its output is piped");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let address = line
            .split_once("http://")
            .and_then(|(_, rest)| rest.split_once('/'));
        let address = address.expect("an address").0.to_owned();
        RunningServer { process, address }
    }

    /// Sends a request: POST with a body, GET without.
    pub(crate) fn send(&self, path: &str, body: Option<&str>) -> TcpStream {
        let (method, body) = body.map_or(("GET", ""), |body| ("POST", body));
        let address = &self.address;
        let mut stream = TcpStream::connect(address).expect("the server listens");
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .expect("the request is sent");
        stream
    }

    /// Sends a request and waits for the status and the JSON object of its response.
    pub(crate) fn call(&self, path: &str, body: Option<&str>) -> (u16, Value) {
        response(self.send(path, body))
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The status and the JSON object of a response.
pub(crate) fn response(mut stream: TcpStream) -> (u16, Value) {
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("a response");
    let status = text.split(' ').nth(1).and_then(|word| word.parse().ok());
    let (_, body) = text.split_once("\r\n\r\n").expect("a body");
    let json = &body[body.find('{').expect("an object")..=body.rfind('}').expect("an object")];
    let json = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}\n{text}"));
    (status.expect("a status"), json)
}
