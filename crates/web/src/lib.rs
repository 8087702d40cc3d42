//! The page: the workbench in a browser. `docs/web.md` tells the interface.
//!
//! | file | what |
//! |---|---|
//! | `site` | the server: listening, routes, the end |
//! | `call` | what a call is: a plain function with its words and schemas |
//! | `calls` | one file per call, and the table of them |
//! | `jobs` | long work: threads, limits, the queue, how it is stopped |
//! | `answer` | from a request to a call and back: bodies, JSON, events |
//! | `guard` | who may ask: hosts, origins, and the headers of every answer |
//! | `page` | the files a browser is given |
//! | `openapi` | the interface described for programs |
//! | `refused` | errors as a client sees them |
//! | `forms` | what many bodies share: puzzles, claims, cells, requests |
#![warn(missing_docs)]

mod answer;
mod call;
mod calls;
mod forms;
mod guard;
mod jobs;
mod openapi;
mod page;
mod refused;
mod site;

pub use site::{Plan, Server};
