//! The web server and the page: the workbench in a browser. `docs/manual/reference/http.md` describes the interface.
//!
//! | module | content | uses |
//! |---|---|---|
//! | `response` | JSON and file responses | |
//! | `error` | error responses | `response` |
//! | `page` | the files of the page | `error` |
//! | `jobs` | long calls: threads, limits, queue, events | `error` |
//! | `worker` | processes that run calls, as the server sees them | `jobs` |
//! | `state` | the state that all calls share | `jobs`, `page`, `worker` |
//! | `types` | JSON types that many calls share | `error`, `jobs` |
//! | `guard` | checks hosts and origins; security headers | `state` |
//! | `call` | a call: path, description, schemas, handler | `jobs`, `state` |
//! | `calls` | one file per call, and the table of them | `call`, `types` |
//! | `http` | reads requests, runs calls, streams events | `call`, `worker` |
//! | `openapi` | the OpenAPI description | `call` |
//! | `connections` | the open connections, whose number is bounded | |
//! | `server` | listening, routes, shutdown | all above |
//! | `serve_calls` | the worker process: runs calls that a server sends | `calls`, `worker` |
#![warn(missing_docs)]

mod call;
mod calls;
mod connections;
mod error;
mod guard;
mod http;
mod jobs;
mod openapi;
mod page;
mod response;
mod serve_calls;
mod server;
mod state;
mod types;
mod worker;

pub use serve_calls::serve_calls;
pub use server::{Server, ServerOptions};
pub use worker::Workers;
