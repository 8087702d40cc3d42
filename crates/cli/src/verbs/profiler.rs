//! The connection to CP-Profiler. Sending waits while the profiler is slow, and fails if it reads nothing for long or closes.

use std::io::{self, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use gridwright::control::Stop;
use gridwright::fd::Restart;
use gridwright::tracing::{Node, SearchTree, Searched, search_tree_with_callback};
use gridwright::{EngineName, Question, Request};
use gridwright_lab::ProfilerStream;

/// The timeout for connecting.
const CONNECT: Duration = Duration::from_secs(5);

/// The timeout for sending, and how often the stop flag is checked meanwhile.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
const POLL: Duration = Duration::from_millis(200);

/// Runs a search and sends its tree while it grows. Returns the tree.
pub(crate) fn profile(
    to: &str,
    title: &str,
    searched: Searched<'_>,
    question: Question,
    request: &Request,
    max_nodes: usize,
) -> Result<SearchTree, String> {
    // Connect before the search, which may take long.
    let socket = connect(to).map_err(|error| {
        format!("CP-Profiler is not listening at {to}: {error}; start it first")
    })?;
    let stop = request.stop.clone().unwrap_or_default();
    let stopped = |error: io::Error| message(to, &error);
    let out = SlowSocket::new(socket, stop.clone()).map_err(stopped)?;
    let mut live = ProfilerStream::new(title, may_restart(request), out).map_err(stopped)?;
    let mut failed = None;
    let mut send = |number: usize, node: &Node| {
        if failed.is_none()
            && let Err(error) = live.node(number, node)
        {
            // Without the profiler, the search is pointless.
            stop.request();
            failed = Some(error);
        }
    };
    let tree = search_tree_with_callback(searched, question, request, max_nodes, None, &mut send)
        .map_err(|error| error.to_string())?;
    if let Some(error) = failed {
        return Err(stopped(error));
    }
    live.end().map_err(stopped)?;
    Ok(tree)
}

/// Whether the search may restart.
fn may_restart(request: &Request) -> bool {
    match request.restarts {
        Some(restarts) => restarts != Restart::Never,
        None => request.engine == EngineName::Learn,
    }
}

fn connect(to: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::other("not an address");
    for address in to.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(socket) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn message(to: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::BrokenPipe
        | io::ErrorKind::ConnectionReset
        | io::ErrorKind::ConnectionAborted => {
            format!("CP-Profiler at {to} closed the connection; the search was stopped")
        }
        io::ErrorKind::TimedOut => format!(
            "CP-Profiler at {to} read nothing for {} seconds; the search was stopped",
            SEND_TIMEOUT.as_secs()
        ),
        _ => format!("{to}: {error}"),
    }
}

/// A socket whose reader may be slow.
struct SlowSocket {
    socket: TcpStream,
    stop: Stop,
}

impl SlowSocket {
    fn new(socket: TcpStream, stop: Stop) -> io::Result<SlowSocket> {
        socket.set_nodelay(true)?;
        socket.set_write_timeout(Some(POLL))?;
        Ok(SlowSocket { socket, stop })
    }
}

impl Write for SlowSocket {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let began = Instant::now();
        loop {
            match self.socket.write(bytes) {
                Err(error)
                    if matches!(
                        error.kind(),
                        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
                    ) =>
                {
                    if self.stop.is_requested() {
                        return Err(io::Error::other(
                            "interrupted while the profiler read nothing",
                        ));
                    }
                    if began.elapsed() >= SEND_TIMEOUT {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                }
                done => return done,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush()
    }
}
