//! What all engines need to run: stop flag, clock, limits, progress counters, random numbers, and the activity heap.
//!
//! An engine takes [`Limits`] and reports an [`End`]. Work that is not a search, such as building a model, watches a [`Deadline`].
//! Engines read time only through a [`Clock`] that the caller passes in, so that without a time limit a run is the same on every machine.
#![warn(missing_docs)]

mod activity;
mod clock;
mod limits;
mod median;
mod progress;
mod rng;
mod stop;

pub use activity::ActivityHeap;
pub use clock::{Clock, SystemClock};
pub use limits::{Deadline, End, Limit, Limits};
pub use median::median;
pub use progress::{Progress, ProgressCounts};
pub use rng::Rng;
pub use stop::Stop;
