//! The connection to CP-Profiler: a socket that is waited for while the profiler is slow, and given up when it takes nothing for long or closes.

use std::io::{self, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use gridwright::{AnyInstance, EngineName, Node, Question, Request, Restart, Stop, grow_tree};
use gridwright_lab::{ProfilerStream, tree_summary};

/// How long a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(5);

/// How long the profiler may take nothing, and how often it is seen meanwhile whether the search was stopped.
const PATIENCE: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_millis(200);

/// Walks a search and sends its tree as it grows. Returns what was sent, in words.
pub(crate) fn profile(
    to: &str,
    instance: &dyn AnyInstance,
    question: Question,
    request: &Request,
    most: usize,
) -> Result<String, String> {
    // Before the search, which may take long, it is seen whether anybody listens.
    let socket = connect(to).map_err(|error| {
        format!("CP-Profiler does not listen at {to}: {error}; it is to be started first")
    })?;
    let stop = request.stop.clone().unwrap_or_default();
    let stopped = |error: io::Error| told(to, &error);
    let out = Waiting::new(socket, stop.clone()).map_err(stopped)?;
    let name = instance.kind().card().title;
    let mut live = ProfilerStream::new(name, may_restart(request), out).map_err(stopped)?;
    let mut failed = None;
    let mut tell = |number: usize, node: &Node| {
        if failed.is_none()
            && let Err(error) = live.node(number, node)
        {
            // Nobody looks any more: there is nothing to search for.
            stop.request();
            failed = Some(error);
        }
    };
    let tree = grow_tree(instance, question, request, most, None, &mut tell)
        .map_err(|error| error.to_string())?;
    if let Some(error) = failed {
        return Err(stopped(error));
    }
    live.end().map_err(stopped)?;
    Ok(tree_summary(&tree))
}

/// Whether the search may start anew.
fn may_restart(request: &Request) -> bool {
    match request.restarts {
        Some(restarts) => restarts != Restart::Never,
        None => request.engine == EngineName::Learn,
    }
}

fn connect(to: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::other("this is no address");
    for address in to.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT) {
            Ok(socket) => return Ok(socket),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn told(to: &str, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::BrokenPipe
        | io::ErrorKind::ConnectionReset
        | io::ErrorKind::ConnectionAborted => {
            format!("CP-Profiler at {to} closed the connection; the search was stopped")
        }
        io::ErrorKind::TimedOut => format!(
            "CP-Profiler at {to} took nothing for {} seconds; the search was stopped",
            PATIENCE.as_secs()
        ),
        _ => format!("{to}: {error}"),
    }
}

/// A socket whose other end may be slow.
struct Waiting {
    socket: TcpStream,
    stop: Stop,
}

impl Waiting {
    fn new(socket: TcpStream, stop: Stop) -> io::Result<Waiting> {
        socket.set_nodelay(true)?;
        socket.set_write_timeout(Some(LOOK))?;
        Ok(Waiting { socket, stop })
    }
}

impl Write for Waiting {
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
                        return Err(io::Error::other("stopped while the profiler took nothing"));
                    }
                    if began.elapsed() >= PATIENCE {
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
