//! Work on other threads while the calling thread waits without the GIL, so that other Python threads run and Ctrl-C raises `KeyboardInterrupt`.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use gridwright::control::Stop;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// How often signals are checked.
const PERIOD: Duration = Duration::from_millis(25);

/// The stack of the working thread, as large as that of a program's main thread.
const STACK: usize = 8 << 20;

/// Runs the work on a thread of its own. A signal requests the stop, and its exception is raised once the work has ended.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    run_with(py, stop, work, |_| Ok(()))
}

/// Like [`run`]; `between` is called from time to time, and its error ends the work too.
pub(crate) fn run_with<T: Send>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> T + Send,
    mut between: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, mut results) = mpsc::channel();
    thread::scope(|scope| {
        let work = move || {
            // The receiver waits until this thread has ended.
            let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
        };
        let thread = thread::Builder::new().stack_size(STACK);
        thread
            .spawn_scoped(scope, work)
            .map_err(|error| PyOSError::new_err(error.to_string()))?;
        let mut raised: PyResult<()> = Ok(());
        loop {
            let result;
            // The receiver is moved, because it may not be shared.
            (results, result) = py.detach(move || {
                let result = results.recv_timeout(PERIOD);
                (results, result)
            });
            match result {
                Ok(Ok(value)) => return raised.map(|()| value),
                Ok(Err(panic)) => resume_unwind(panic),
                Err(RecvTimeoutError::Timeout) if raised.is_ok() => {
                    raised = py.check_signals().and_then(|()| between(py));
                    if raised.is_err() {
                        stop.request();
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    unreachable!("the thread sends its result before it ends")
                }
            }
        }
    })
}
