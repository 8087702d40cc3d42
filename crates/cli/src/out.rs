//! Standard output. A reader that has gone, as `head` does, is no error; a full disk is one.
//!
//! A thread that works on one of many puzzles writes on a page instead, which is put out when its turn comes.

use std::cell::RefCell;
use std::io::{ErrorKind, Write};

thread_local! {
    /// The page of this thread, if it writes on one.
    static PAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Writes text.
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

/// Does something whose output goes to the end of a page.
pub(crate) fn on_page<R>(page: &mut String, work: impl FnOnce() -> R) -> R {
    let before = PAGE.replace(Some(std::mem::take(page)));
    let done = work();
    *page = PAGE.replace(before).unwrap_or_default();
    done
}

/// Writes bytes, if there are any.
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
