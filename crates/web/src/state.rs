//! The state that all calls share.

use std::sync::Arc;

use crate::jobs::Jobs;
use crate::page::Page;

/// The state of a server.
#[derive(Clone, Debug)]
pub(crate) struct AppState {
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) page: Page,
    /// Host names of this server.
    pub(crate) hosts: Arc<[String]>,
    /// The maximal size of a request body in bytes.
    pub(crate) body_limit: usize,
}
