//! Texts that are read as a whole, up to a bound and before a deadline: endless input is an error.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use gridwright_fd::Deadline;

/// The most bytes of a text that is read as a whole.
const MAX_TEXT: usize = 256 << 20;

/// The size of a read in bytes; the deadline is checked after each.
const BLOCK: usize = 1 << 16;

/// Reads to the end. At the deadline, this is an error of the kind [`TimedOut`](io::ErrorKind::TimedOut).
pub fn read_bytes(mut bytes: impl Read, deadline: &Deadline) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    let mut block = vec![0; BLOCK];
    loop {
        match bytes.read(&mut block) {
            Ok(0) => return Ok(all),
            Ok(n) => all.extend_from_slice(&block[..n]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        if all.len() > MAX_TEXT {
            let message = format!("a text of over {} MB is too large", MAX_TEXT >> 20);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        }
        if let Some(limit) = deadline.reached() {
            return Err(io::Error::new(io::ErrorKind::TimedOut, limit.describe()));
        }
    }
}

/// Reads a text to its end, as [`read_bytes`] does.
pub fn read_text(bytes: impl Read, deadline: &Deadline) -> io::Result<String> {
    let bytes = read_bytes(bytes, deadline)?;
    String::from_utf8(bytes).map_err(|error| {
        let message = format!("not UTF-8 text: {}", error.utf8_error());
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

/// Reads the text of a file, without a deadline.
pub fn read_text_file(file: &Path) -> io::Result<String> {
    read_text(File::open(file)?, &Deadline::never())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_up_to_a_bound() {
        let never = Deadline::never();
        assert_eq!(read_text("é\n".as_bytes(), &never).expect("text"), "é\n");
        let error = read_text(&[b'a', 0xff][..], &never).expect_err("not text");
        let message = error.to_string();
        assert!(message.starts_with("not UTF-8 text: invalid"), "{message}");
        let error = read_bytes(io::repeat(b' '), &never).expect_err("endless");
        assert_eq!(error.to_string(), "a text of over 256 MB is too large");
    }

    #[test]
    fn reading_ends_at_the_deadline() {
        let over = Deadline::never().within(std::time::Duration::ZERO);
        let error = read_bytes(io::repeat(b' '), &over).expect_err("the deadline");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(error.to_string(), "stopped at the time limit");
    }
}
