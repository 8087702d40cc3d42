//! Standard output. A reader that has gone, as `head` does, is no error; a full disk is one.

use std::io::{ErrorKind, Write};

/// Writes text.
pub(crate) fn write(text: &str) {
    bytes(text.as_bytes());
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
