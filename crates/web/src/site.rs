//! The server: it listens, knows the routes, and ends well.

use std::fmt;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::Uri;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use crate::answer::{Json, Reply};
use crate::call::Call;
use crate::guard::guard;
use crate::jobs::{JobLimits, Jobs};
use crate::page::Page;
use crate::refused::Refused;
use crate::{calls, openapi};

/// How long connections are waited for in the end: their jobs are stopped, so they have little left to say.
const FAREWELL: Duration = Duration::from_secs(2);

/// Everything about a server that may be chosen.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The address to listen on.
    pub bind: IpAddr,
    /// The port; 0 is any that is free.
    pub port: u16,
    /// Names of this server, beside plain addresses and `localhost`.
    pub hosts: Vec<String>,
    /// A folder to take the page from, instead of the one in the program.
    pub page: Option<PathBuf>,
    /// How long a job may take.
    pub time: Duration,
    /// How many bytes a job may take, by the engine's own count.
    pub memory: usize,
    /// How many jobs run at once.
    pub jobs: usize,
    /// How many jobs wait.
    pub queue: usize,
    /// How many jobs one client may have, running and waiting.
    pub jobs_per_client: usize,
    /// How many bytes a body may have.
    pub body: usize,
}

impl Default for Plan {
    fn default() -> Plan {
        let jobs = std::thread::available_parallelism().map_or(2, usize::from);
        Plan {
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
        }
    }
}

/// What every call can reach.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) page: Page,
    pub(crate) hosts: Arc<[String]>,
    pub(crate) body_limit: usize,
}

/// A server that listens, and serves once it is run.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    site: Site,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("site", &self.site)
            .finish_non_exhaustive()
    }
}

impl Server {
    /// Listens.
    pub fn listen(plan: &Plan) -> io::Result<Server> {
        let runtime = Builder::new_multi_thread()
            .enable_all()
            .worker_threads(2)
            // Quick calls wait for one another beyond this.
            .max_blocking_threads(8)
            .build()?;
        let listener = runtime.block_on(TcpListener::bind((plan.bind, plan.port)))?;
        let site = Site {
            jobs: Arc::new(Jobs::new(JobLimits {
                time: plan.time,
                memory: plan.memory,
                jobs: plan.jobs.max(1),
                queue: plan.queue,
                per_client: plan.jobs_per_client.max(1),
            })),
            page: plan.page.clone().map_or(Page::Embedded, Page::Folder),
            hosts: plan.hosts.clone().into(),
            body_limit: plan.body,
        };
        Ok(Server {
            runtime,
            listener,
            site,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until Ctrl-C.
    pub fn run(self) -> io::Result<()> {
        self.run_until(async {
            // Where the system tells of no interrupt, there is none to wait for.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        })
    }

    /// Serves until something happens. Then jobs are stopped, and what is still being said is heard out, for a short while.
    pub fn run_until(self, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let Server {
            runtime,
            listener,
            site,
        } = self;
        let jobs = Arc::clone(&site.jobs);
        let service = router(site).into_make_service_with_connect_info::<SocketAddr>();
        let served = runtime.block_on(async {
            let (told, mut over) = tokio::sync::watch::channel(false);
            let ending = async move {
                end.await;
                jobs.stop_all();
                let _ = told.send(true);
            };
            let serving = axum::serve(listener, service).with_graceful_shutdown(ending);
            let farewell = async move {
                let _ = over.wait_for(|over| *over).await;
                tokio::time::sleep(FAREWELL).await;
            };
            tokio::select! {
                served = serving.into_future() => served,
                () = farewell => Ok(()),
            }
        });
        runtime.shutdown_timeout(FAREWELL);
        served
    }
}

fn router(site: Site) -> Router {
    let described = Arc::new(openapi::describe(&calls::all()));
    let mut router = Router::new().route(
        "/openapi.json",
        axum::routing::get(move || async move { Json(&*described).reply() }),
    );
    for Call { path, route, .. } in calls::all() {
        router = router.route(path, route);
    }
    router
        .fallback(page)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(site.clone(), guard))
        .with_state(site)
}

async fn page(State(site): State<Site>, uri: Uri) -> Response {
    if uri.path().starts_with("/api/") {
        let what = format!(
            "there is no call `{}`; /openapi.json lists them",
            uri.path()
        );
        return Refused::missing(what).into_response();
    }
    let page = site.page.clone();
    // A folder is read, which may take its time.
    tokio::task::spawn_blocking(move || page.serve(&uri))
        .await
        .unwrap_or_else(|_| Refused::broken().into_response())
}

async fn wrong_method(uri: Uri) -> Response {
    Refused::wrong_method(uri.path()).into_response()
}
