//! The state that all calls share.

use std::sync::Arc;
use std::time::Duration;

use crate::jobs::Jobs;
use crate::page::Page;
use crate::worker::WorkerPool;

/// The state of a server.
#[derive(Clone, Debug)]
pub(crate) struct AppState {
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) page: Page,
    /// Host names of this server.
    pub(crate) hosts: Arc<[String]>,
    /// The maximal size of a request body in bytes.
    pub(crate) body_limit: usize,
    /// The time for a request body.
    pub(crate) body_time: Duration,
    /// The processes that run calls; without them, calls run in this process.
    pub(crate) workers: Option<Arc<WorkerPool>>,
}
