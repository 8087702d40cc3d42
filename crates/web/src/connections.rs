//! The open connections. Their number is bounded; at the bound, a new connection takes the place of the one that is idle the longest, or if none is idle, of the one
//! whose request has been arriving, or whose client has read nothing of its response, for the longest time.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::response::Response;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::Sleep;

/// The open connections. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Connections(Arc<Shared>);

/// A connection whose first request, body or response is on the way is closed for another one only after this time.
const GRACE: Duration = Duration::from_millis(500);

/// The time after which it is looked again for a place, if nothing changes.
const RETRY: Duration = Duration::from_millis(100);

/// After this time another connection is chosen, if the one chosen before is not closed.
const CLOSING: Duration = Duration::from_secs(1);

/// A connection that should be closed, has no request, and is still open after this time does not read its response; it is cut off.
const MAX_CLOSING: Duration = Duration::from_secs(10);

/// A connection whose client reads nothing of its response for this time is cut off.
const MAX_STALL: Duration = Duration::from_secs(30);

#[derive(Debug)]
struct Shared {
    max: usize,
    open: Mutex<Open>,
    /// A connection was closed or became idle.
    changed: Notify,
}

/// The open connections by number, and the next number.
#[derive(Debug, Default)]
struct Open {
    connections: BTreeMap<u64, Arc<Connection>>,
    next: u64,
}

#[derive(Debug)]
struct Connection {
    state: Mutex<State>,
    /// It should be closed as soon as it is idle.
    close: Notify,
}

#[derive(Debug)]
struct State {
    /// Since when it is idle; `None` during a request.
    idle_since: Option<Instant>,
    /// Since when the body of its request arrives; `None` if it has arrived or there is none.
    body_since: Option<Instant>,
    /// Since when its client has read nothing of a response that is to be sent.
    stalled_since: Option<Instant>,
    /// Whether there was a request.
    is_used: bool,
    /// Since when it is to be closed.
    closing_since: Option<Instant>,
}

impl Connections {
    /// No connections, and at most `max` later.
    pub(crate) fn new(max: usize) -> Connections {
        Connections(Arc::new(Shared {
            max,
            open: Mutex::default(),
            changed: Notify::new(),
        }))
    }

    /// Waits until there is a place for another connection. At the bound, closes the connection that is idle the longest, or whose request or response has been on the way the longest.
    pub(crate) async fn make_room(&self) {
        loop {
            {
                let open = self.0.open();
                if open.connections.len() < self.0.max {
                    return;
                }
                let mut all = open.connections.values();
                if !all.any(|one| one.is_about_to_close()) {
                    let all = open.connections.values();
                    let replaceable = all.filter_map(|one| Some((one.replaceable_since()?, one)));
                    if let Some((_, longest)) = replaceable.min_by_key(|(since, _)| *since) {
                        longest.close();
                    }
                }
            }
            // Time passes too, not only changes.
            let _ = tokio::time::timeout(RETRY, self.0.changed.notified()).await;
        }
    }

    /// Serves a connection until it is closed.
    pub(crate) fn serve(
        &self,
        stream: TcpStream,
        http: &http1::Builder,
        router: Router,
    ) -> impl Future<Output = ()> + Send + use<> {
        let connection = Arc::new(Connection {
            state: Mutex::new(State {
                idle_since: Some(Instant::now()),
                body_since: None,
                stalled_since: None,
                is_used: false,
                closing_since: None,
            }),
            close: Notify::new(),
        });
        let place = Place::new(&self.0, Arc::clone(&connection));
        let router = TowerToHyperService::new(router);
        let (shared, this) = (Arc::clone(&place.shared), Arc::clone(&connection));
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            let activity = Activity::new(&shared, &this);
            request.extensions_mut().insert(Arrival(Arc::clone(&this)));
            let response = router.call(request);
            async move {
                let response = response.await?;
                Ok::<Response, Infallible>(response.map(|body| {
                    Body::new(TrackedBody {
                        body,
                        _activity: activity,
                    })
                }))
            }
        });
        let stream = TrackedStream {
            stream,
            connection: Arc::clone(&connection),
            limit: None,
        };
        let served = http.serve_connection(TokioIo::new(stream), service);
        async move {
            let _place = place;
            let mut served = pin!(served);
            loop {
                let is_closing = connection.state().closing_since.is_some();
                tokio::select! {
                    // A broken connection does not affect the others.
                    _ = served.as_mut() => return,
                    () = connection.close.notified() => {
                        let is_waiting = {
                            let state = connection.state();
                            let is_stalled = state.stalled_since.is_some_and(has_waited);
                            !state.is_used || state.body_since.is_some() || is_stalled
                        };
                        if is_waiting {
                            return;
                        }
                        // The response that is being sent is completed.
                        served.as_mut().graceful_shutdown();
                    }
                    () = tokio::time::sleep(MAX_CLOSING), if is_closing => {
                        if connection.state().idle_since.is_some() {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Closes all connections, those with a request after its response, and waits until they are closed.
    pub(crate) async fn close_all(&self) {
        loop {
            {
                let open = self.0.open();
                if open.connections.is_empty() {
                    return;
                }
                let all = open.connections.values();
                all.for_each(|connection| connection.close());
            }
            self.0.changed.notified().await;
        }
    }
}

impl Shared {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether its request or its response is on the way, and since when that or idleness lasts, if another connection may take its place.
    fn replaceable_since(&self) -> Option<(bool, Instant)> {
        let state = self.state();
        if state.closing_since.is_some() {
            return None;
        }
        match state.idle_since {
            Some(since) => (state.is_used || has_waited(since)).then_some((false, since)),
            None => {
                let since = state.body_since.or(state.stalled_since)?;
                has_waited(since).then_some((true, since))
            }
        }
    }

    /// Whether it is to be closed and will be soon.
    fn is_about_to_close(&self) -> bool {
        let closing_since = self.state().closing_since;
        closing_since.is_some_and(|since| since.elapsed() < CLOSING)
    }

    fn close(&self) {
        self.state().closing_since.get_or_insert_with(Instant::now);
        self.close.notify_one();
    }
}

fn has_waited(since: Instant) -> bool {
    since.elapsed() >= GRACE
}

/// The place of an open connection.
struct Place {
    shared: Arc<Shared>,
    number: u64,
}

impl Place {
    fn new(shared: &Arc<Shared>, connection: Arc<Connection>) -> Place {
        let mut open = shared.open();
        let number = open.next;
        open.next += 1;
        open.connections.insert(number, connection);
        Place {
            shared: Arc::clone(shared),
            number,
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.shared.open().connections.remove(&self.number);
        self.shared.changed.notify_one();
    }
}

/// A request of a connection, until its response is complete.
struct Activity {
    shared: Arc<Shared>,
    connection: Arc<Connection>,
}

impl Activity {
    fn new(shared: &Arc<Shared>, connection: &Arc<Connection>) -> Activity {
        let mut state = connection.state();
        state.is_used = true;
        state.idle_since = None;
        drop(state);
        Activity {
            shared: Arc::clone(shared),
            connection: Arc::clone(connection),
        }
    }
}

impl Drop for Activity {
    fn drop(&mut self) {
        self.connection.state().idle_since = Some(Instant::now());
        self.shared.changed.notify_one();
    }
}

/// The arrival of a request on its connection.
#[derive(Clone)]
pub(crate) struct Arrival(Arc<Connection>);

impl Arrival {
    /// The body arrives until this is dropped.
    pub(crate) fn of_body(&self) -> BodyArrival<'_> {
        self.0.state().body_since = Some(Instant::now());
        BodyArrival(&self.0)
    }
}

/// The arrival of a body.
pub(crate) struct BodyArrival<'a>(&'a Connection);

impl Drop for BodyArrival<'_> {
    fn drop(&mut self) {
        self.0.state().body_since = None;
    }
}

/// The body of a response, during which its connection is not idle.
struct TrackedBody {
    body: Body,
    _activity: Activity,
}

impl hyper::body::Body for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A stream that records while nothing of a response can be sent, and ends with an error if that lasts too long.
struct TrackedStream {
    stream: TcpStream,
    connection: Arc<Connection>,
    /// When the client must have read something.
    limit: Option<Pin<Box<Sleep>>>,
}

impl TrackedStream {
    fn track<T>(
        &mut self,
        context: &mut Context<'_>,
        sent: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if sent.is_ready() {
            if self.limit.take().is_some() {
                self.connection.state().stalled_since = None;
            }
            return sent;
        }
        let connection = &self.connection;
        let limit = self.limit.get_or_insert_with(|| {
            connection.state().stalled_since = Some(Instant::now());
            Box::pin(tokio::time::sleep(MAX_STALL))
        });
        let is_over = limit.as_mut().poll(context);
        is_over.map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for TrackedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for TrackedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.track(context, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.track(context, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
