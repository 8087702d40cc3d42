//! The web server and the page: the workbench in a browser. `docs/manual/reference/http.md` describes the interface.
//!
//! | module | content | uses |
//! |---|---|---|
//! | `response` | JSON and file responses | |
//! | `error` | error responses | `response` |
//! | `page` | the files of the page | `error` |
//! | `jobs` | long calls: threads, limits, queue, events | `error` |
//! | `state` | the state that all calls share | `jobs`, `page` |
//! | `types` | JSON types that many calls share | `error`, `jobs` |
//! | `http` | reads requests, runs calls, streams events | `state`, `response` |
//! | `guard` | checks hosts and origins; security headers | `state` |
//! | `call` | a call: path, description, schemas, route | `http` |
//! | `calls` | one file per call, and the table of them | `call`, `types` |
//! | `openapi` | the OpenAPI description | `call` |
//! | `server` | listening, routes, shutdown | all |
#![warn(missing_docs)]

mod call;
mod calls;
mod error;
mod guard;
mod http;
mod jobs;
mod openapi;
mod page;
mod response;
mod server;
mod state;
mod types;

pub use server::{Server, ServerOptions};
