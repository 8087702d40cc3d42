//! A reimplementation of ECLiPSe's `ic`, `ic_global` and `search/6`, as far as published counts depend on them.
//!
//! Two of the reports this project follows publish backtrack counts of ECLiPSe programs. A count depends on what each
//! propagator infers, the order in which goals wake, and how the search counts. This crate reproduces exactly that
//! and is used for nothing else: the other engines are stronger and faster. The facts are from the public sources and
//! manuals of ECLiPSe 7.0; the published counts are the test.
//!
//! ```
//! use gridwright_eclipse::{Choice, Flow, Select, Sink, Store, Var, search};
//!
//! struct FirstSolution(Vec<i32>, Vec<Var>);
//! impl Sink for FirstSolution {
//!     fn solution(&mut self, store: &Store, _: u64) -> Flow {
//!         self.0 = self.1.iter().map(|&var| store.min(var)).collect();
//!         Flow::Stop
//!     }
//! }
//!
//! let mut store = Store::new();
//! let vars: Vec<Var> = (0..3).map(|_| store.var(1, 3)).collect();
//! store.all_different(&vars).expect("three values for three variables");
//! let mut first = FirstSolution(Vec::new(), vars.clone());
//! let backtracks = search(&mut store, &vars, Select::InputOrder, Choice::Indomain, &mut first);
//! assert_eq!((first.0, backtracks), (vec![1, 2, 3], 0));
//! ```
#![warn(missing_docs)]

mod all_different;
mod goal;
pub mod models;
mod post;
mod search;
mod store;

pub use search::{Choice, Flow, Select, Sink, search};
pub use store::{Conflict, Pruned, Store, Var};
