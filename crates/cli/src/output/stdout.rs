//! Standard output. A closed pipe, as from `head`, is not an error; a full disk is.
//!
//! The output of a worker thread is captured in a buffer and printed later, in the order of the puzzles.

use std::cell::RefCell;
use std::io::{ErrorKind, Write};

use serde::Serialize;

thread_local! {
    /// The captured output of this thread, if it is captured.
    static CAPTURED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Writes text, or captures it.
pub(crate) fn write(text: &str) {
    let is_captured = CAPTURED.with_borrow_mut(|captured| match captured {
        Some(captured) => {
            captured.push_str(text);
            true
        }
        None => false,
    });
    if !is_captured {
        bytes(text.as_bytes());
    }
}

/// Runs `work` and appends its output to a buffer.
pub(crate) fn capture<R>(buffer: &mut String, work: impl FnOnce() -> R) -> R {
    let before = CAPTURED.replace(Some(std::mem::take(buffer)));
    let done = work();
    *buffer = CAPTURED.replace(before).unwrap_or_default();
    done
}

/// Writes bytes unless there are none.
pub(crate) fn bytes_if_any(some: &[u8]) {
    if !some.is_empty() {
        bytes(some);
    }
}

/// Writes bytes.
pub(crate) fn bytes(bytes: &[u8]) {
    let mut out = std::io::stdout();
    let written = out.write_all(bytes).and_then(|()| out.flush());
    match written {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            eprintln!("standard output: {error}");
            std::process::exit(2);
        }
    }
}

/// A value as one line of JSON.
pub(crate) fn to_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}
