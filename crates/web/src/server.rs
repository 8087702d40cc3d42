//! The server: listening, routes and shutdown.

use std::fmt;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, State};
use axum::http::{StatusCode, Uri};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::TokioTimer;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use crate::call::Call;
use crate::calls;
use crate::connections::Connections;
use crate::error::ApiError;
use crate::guard::guard;
use crate::http::route;
use crate::jobs::{JobLimits, Jobs};
use crate::openapi::OPENAPI;
use crate::page::Page;
use crate::response::Reply;
use crate::state::AppState;
use crate::worker::{WorkerPool, Workers};

/// The time for open connections at shutdown; their jobs are stopped.
const SHUTDOWN_TIME: Duration = Duration::from_secs(2);

/// The pause after a connection could not be accepted.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Options of a server.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The address to listen on.
    pub bind: IpAddr,
    /// The port; 0 selects a free one.
    pub port: u16,
    /// Host names of this server, in addition to IP addresses and `localhost`.
    pub hosts: Vec<String>,
    /// A folder with the page, instead of the embedded one.
    pub page: Option<PathBuf>,
    /// The time limit of a job.
    pub time: Duration,
    /// The memory limit of a job in bytes, by the engine's own count.
    pub memory: usize,
    /// The number of jobs that run at once.
    pub jobs: usize,
    /// The number of jobs that wait.
    pub queue: usize,
    /// The number of jobs of one client, running and waiting.
    pub jobs_per_client: usize,
    /// The maximal size of a request body in bytes.
    pub body: usize,
    /// The number of open connections. A further one takes the place of the one that is idle the longest, or whose request or response has been on the way the longest; it waits while all are answered. The default is well below the usual limit of open files.
    pub connections: usize,
    /// The time for the head of a request, and the time that a connection may be idle.
    pub head_time: Duration,
    /// The time for the body of a request.
    pub body_time: Duration,
    /// How to start the processes that run calls; without them, calls run in this process.
    pub workers: Option<Workers>,
}

impl Default for ServerOptions {
    fn default() -> ServerOptions {
        let jobs = std::thread::available_parallelism().map_or(2, usize::from);
        ServerOptions {
            bind: IpAddr::from([127, 0, 0, 1]),
            port: 8080,
            hosts: Vec::new(),
            page: None,
            time: Duration::from_secs(60),
            memory: 1 << 30,
            jobs,
            queue: 64,
            jobs_per_client: 16,
            body: 4 << 20,
            connections: 256,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(30),
            workers: None,
        }
    }
}

/// A listening server.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    state: AppState,
    connections: usize,
    head_time: Duration,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// Starts to listen.
    pub fn listen(options: &ServerOptions) -> io::Result<Server> {
        let runtime = Builder::new_multi_thread()
            .enable_all()
            .worker_threads(2)
            // Further quick calls wait.
            .max_blocking_threads(8)
            .build()?;
        let listener = runtime.block_on(TcpListener::bind((options.bind, options.port)))?;
        let state = AppState {
            jobs: Arc::new(Jobs::new(JobLimits {
                time: options.time,
                memory: options.memory,
                jobs: options.jobs.max(1),
                queue: options.queue,
                per_client: options.jobs_per_client.max(1),
            })),
            page: options.page.clone().map_or(Page::Embedded, Page::Folder),
            hosts: options.hosts.clone().into(),
            body_limit: options.body,
            body_time: options.body_time,
            workers: options.workers.clone().map(WorkerPool::new).map(Arc::new),
        };
        Ok(Server {
            runtime,
            listener,
            state,
            connections: options.connections.max(1),
            head_time: options.head_time,
        })
    }

    /// The address it listens on.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until Ctrl-C, or until the system asks the process to end.
    pub fn run(self) -> io::Result<()> {
        self.run_until(async {
            tokio::select! {
                () = interrupted() => {}
                () = terminated() => {}
            }
        })
    }

    /// Serves until `end` completes. Then stops all jobs and gives open connections a short time to finish.
    pub fn run_until(self, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let Server {
            runtime,
            listener,
            state,
            connections,
            head_time,
        } = self;
        let jobs = Arc::clone(&state.jobs);
        let router = router(state);
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(head_time);
        runtime.block_on(async {
            let open = Connections::new(connections);
            tokio::select! {
                () = accept(&listener, &open, &http, &router) => {}
                () = end => {}
            }
            jobs.stop_all();
            // Connections that are still open then are closed with the runtime.
            let _ = tokio::time::timeout(SHUTDOWN_TIME, open.close_all()).await;
        });
        runtime.shutdown_timeout(SHUTDOWN_TIME);
        Ok(())
    }
}

/// Accepts connections for ever; each is served on its own task.
async fn accept(
    listener: &TcpListener,
    open: &Connections,
    http: &http1::Builder,
    router: &Router,
) {
    loop {
        let (stream, client) = match listener.accept().await {
            Ok(accepted) => accepted,
            // The client is gone, or there are too many open files; both pass.
            Err(_) => {
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        open.make_room().await;
        let router = router.clone().layer(Extension(ConnectInfo(client)));
        tokio::spawn(open.serve(stream, http, router));
    }
}

/// Ends at Ctrl-C; never, where there are no signals.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Ends when the system asks the process to end.
async fn terminated() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut signal) = signal(SignalKind::terminate()) {
            signal.recv().await;
            return;
        }
    }
    std::future::pending::<()>().await;
}

fn router(state: AppState) -> Router {
    let mut router = Router::new().route(
        "/openapi.json",
        axum::routing::get(|| async { Reply::json_text(StatusCode::OK, OPENAPI) }),
    );
    for Call { path, handler, .. } in calls::all() {
        router = router.route(path, route(path, handler));
    }
    router
        .fallback(page)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn_with_state(state.clone(), guard))
        .with_state(state)
}

async fn page(State(state): State<AppState>, uri: Uri) -> Response {
    if uri.path().starts_with("/api/") {
        let error = format!(
            "unknown call `{}`; /openapi.json lists all calls",
            uri.path()
        );
        return ApiError::not_found(error).into_response();
    }
    let page = state.page.clone();
    // Reading a folder may block.
    tokio::task::spawn_blocking(move || page.serve(&uri))
        .await
        .unwrap_or_else(|_| ApiError::internal().into_response())
}

async fn method_not_allowed(uri: Uri) -> Response {
    ApiError::method_not_allowed(uri.path()).into_response()
}
