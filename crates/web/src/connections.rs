//! The open connections. Their number is bounded; at the bound, a new connection takes the place of the one that is idle the longest.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::Notify;

/// The open connections. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct Connections(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    max: usize,
    open: Mutex<BTreeMap<u64, Arc<Connection>>>,
    /// Numbers connections, and the moments at which they became idle.
    clock: AtomicU64,
    /// A connection was closed or became idle.
    changed: Notify,
}

/// The state of a connection.
#[derive(Debug)]
struct Connection {
    /// The moment since when it is idle; 0 during a request.
    idle_since: AtomicU64,
    /// Whether there was a request.
    is_used: AtomicBool,
    /// It should be closed as soon as it is idle.
    close: Notify,
}

impl Connections {
    /// No connections, and at most `max` later.
    pub(crate) fn new(max: usize) -> Connections {
        Connections(Arc::new(Shared {
            max,
            open: Mutex::default(),
            clock: AtomicU64::new(1),
            changed: Notify::new(),
        }))
    }

    /// Waits until there is a place for another connection. At the bound, closes the connection that is idle the longest.
    pub(crate) async fn make_room(&self) {
        loop {
            {
                let open = self.0.open();
                if open.len() < self.0.max {
                    return;
                }
                let idle = open.values().filter(|connection| connection.is_idle());
                if let Some(longest) = idle.min_by_key(|connection| connection.idle_since()) {
                    longest.close.notify_one();
                }
            }
            self.0.changed.notified().await;
        }
    }

    /// Serves a connection until it is closed.
    pub(crate) fn serve(
        &self,
        stream: TcpStream,
        http: &http1::Builder,
        router: Router,
    ) -> impl Future<Output = ()> + Send + use<> {
        let shared = Arc::clone(&self.0);
        let number = shared.now();
        let connection = Arc::new(Connection {
            idle_since: AtomicU64::new(number),
            is_used: AtomicBool::new(false),
            close: Notify::new(),
        });
        shared.open().insert(number, Arc::clone(&connection));
        let place = Place { shared, number };
        let router = TowerToHyperService::new(router);
        let (shared, this) = (Arc::clone(&place.shared), Arc::clone(&connection));
        let service = service_fn(move |request| {
            let activity = Activity::new(&shared, &this);
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
        let served = http.serve_connection(TokioIo::new(stream), service);
        async move {
            let _place = place;
            let mut served = pin!(served);
            loop {
                tokio::select! {
                    // A broken connection does not affect the others.
                    _ = served.as_mut() => return,
                    () = connection.close.notified() => {
                        if !connection.is_used.load(Ordering::Relaxed) {
                            return;
                        }
                        // The response that is being sent is completed.
                        served.as_mut().graceful_shutdown();
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
                if open.is_empty() {
                    return;
                }
                open.values()
                    .for_each(|connection| connection.close.notify_one());
            }
            self.0.changed.notified().await;
        }
    }
}

impl Shared {
    fn open(&self) -> MutexGuard<'_, BTreeMap<u64, Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of this moment; every one has another.
    fn now(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }
}

impl Connection {
    fn idle_since(&self) -> u64 {
        self.idle_since.load(Ordering::Relaxed)
    }

    fn is_idle(&self) -> bool {
        self.idle_since() > 0
    }
}

/// The place of an open connection.
struct Place {
    shared: Arc<Shared>,
    number: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.shared.open().remove(&self.number);
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
        connection.is_used.store(true, Ordering::Relaxed);
        connection.idle_since.store(0, Ordering::Relaxed);
        Activity {
            shared: Arc::clone(shared),
            connection: Arc::clone(connection),
        }
    }
}

impl Drop for Activity {
    fn drop(&mut self) {
        let now = self.shared.now();
        self.connection.idle_since.store(now, Ordering::Relaxed);
        self.shared.changed.notify_one();
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
