//! Ctrl-C, SIGTERM and SIGHUP: the first one stops the current run, the second one ends the program, and so does one while the input is read.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use gridwright::control::Stop;
use gridwright_fzn::PartFile;

use crate::input::origin::IS_READING;

/// The stop flag that the next Ctrl-C sets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupts(Arc<Mutex<Stop>>);

impl Interrupts {
    /// Handles Ctrl-C from now on. If no handler can be set, Ctrl-C ends the program at once.
    pub(crate) fn handle() -> Interrupts {
        let interrupts = Interrupts::default();
        let current = interrupts.clone();
        let _ = ctrlc::set_handler(move || match current.0.lock() {
            Ok(stop) if !stop.is_requested() && !IS_READING.load(Ordering::Relaxed) => {
                stop.request();
            }
            _ => end_now(),
        });
        interrupts
    }

    /// A new stop flag for the next run.
    pub(crate) fn fresh(&self) -> Stop {
        let fresh = Stop::new();
        if let Ok(mut stop) = self.0.lock() {
            *stop = fresh.clone();
        }
        fresh
    }
}

/// Ends the program; files that are not complete are removed.
fn end_now() {
    PartFile::remove_all();
    std::process::exit(130);
}

/// Lets Ctrl-C end the program at once, without files that are not complete: for verbs without a run to stop.
pub(crate) fn end_on_interrupt() {
    // Without a handler, only the files stay.
    let _ = ctrlc::set_handler(end_now);
}

/// A stop flag that Ctrl-C sets.
pub(crate) fn stop_on_interrupt() -> Stop {
    Interrupts::handle().fresh()
}
