//! Standard output. A closed pipe, as from `head`, is not an error; a full disk is.
//!
//! A worker thread writes to a page instead: a buffer that is printed later, in the order of the puzzles.

use std::cell::RefCell;
use std::io::{ErrorKind, Write};

use serde::Serialize;

thread_local! {
    /// The page of this thread, if it has one.
    static PAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Writes text, to the page of this thread if it has one.
pub(crate) fn write(text: &str) {
    let is_on_page = PAGE.with_borrow_mut(|page| match page {
        Some(page) => {
            page.push_str(text);
            true
        }
        None => false,
    });
    if !is_on_page {
        bytes(text.as_bytes());
    }
}

/// Runs `work` and appends its output to a page.
pub(crate) fn on_page<R>(page: &mut String, work: impl FnOnce() -> R) -> R {
    let before = PAGE.replace(Some(std::mem::take(page)));
    let done = work();
    *page = PAGE.replace(before).unwrap_or_default();
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
