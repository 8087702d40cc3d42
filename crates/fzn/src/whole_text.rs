//! Texts that are read as a whole, up to a bound: endless input is an error.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of a text that is read as a whole.
const MAX_TEXT: u64 = 256 << 20;

/// Reads to the end.
pub fn read_bytes(bytes: impl Read) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    bytes.take(MAX_TEXT + 1).read_to_end(&mut all)?;
    match all.len() as u64 > MAX_TEXT {
        true => {
            let message = format!("a text of over {} MB is too large", MAX_TEXT >> 20);
            Err(io::Error::new(io::ErrorKind::FileTooLarge, message))
        }
        false => Ok(all),
    }
}

/// Reads a text to its end.
pub fn read_text(bytes: impl Read) -> io::Result<String> {
    let bytes = read_bytes(bytes)?;
    String::from_utf8(bytes).map_err(|error| {
        let message = format!("not UTF-8 text: {}", error.utf8_error());
        io::Error::new(io::ErrorKind::InvalidData, message)
    })
}

/// Reads the text of a file.
pub fn read_text_file(file: &Path) -> io::Result<String> {
    read_text(File::open(file)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_up_to_a_bound() {
        assert_eq!(read_text("é\n".as_bytes()).expect("text"), "é\n");
        let error = read_text(&[b'a', 0xff][..]).expect_err("not text");
        let message = error.to_string();
        assert!(message.starts_with("not UTF-8 text: invalid"), "{message}");
        let error = read_bytes(io::repeat(b' ')).expect_err("endless");
        assert_eq!(error.to_string(), "a text of over 256 MB is too large");
    }
}
