//! Frames: how a run and its worker talk over pipes. Each is four bytes of length, the least first, and so many bytes of text: words with commas between, as in a row.

use std::io::{self, Read, Write};

use crate::row::{fields, quoted};

/// Longer than this is no frame: something else writes to the pipe.
const LONGEST: u32 = 1 << 28;

/// Writes a frame of words.
pub(crate) fn write(to: &mut impl Write, words: &[&str]) -> io::Result<()> {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    let text = words.join(",");
    let length = u32::try_from(text.len()).map_err(io::Error::other)?;
    to.write_all(&length.to_le_bytes())?;
    to.write_all(text.as_bytes())?;
    to.flush()
}

/// Reads the words of the next frame; an error where there is none, or only a part of one.
pub(crate) fn read(from: &mut impl Read) -> io::Result<Vec<String>> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > LONGEST {
        return Err(io::Error::other("this is no frame"));
    }
    let mut bytes = vec![0; length as usize];
    from.read_exact(&mut bytes)?;
    let text = String::from_utf8(bytes).map_err(io::Error::other)?;
    fields(&text).ok_or_else(|| io::Error::other("a quote is not closed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let words = ["", "a, \"b\"", "two\nlines\r\n", "Ünicode", "\"", ","];
        let mut bytes = Vec::new();
        write(&mut bytes, &words).expect("memory takes all");
        write(&mut bytes, &["second"]).expect("memory takes all");
        let mut from = &bytes[..];
        assert_eq!(read(&mut from).expect("a frame"), words);
        assert_eq!(read(&mut from).expect("a frame"), ["second"]);
        assert!(read(&mut from).is_err());
    }

    #[test]
    fn a_frame_cut_short_is_an_error() {
        let mut bytes = Vec::new();
        write(&mut bytes, &["some", "words"]).expect("memory takes all");
        for end in 0..bytes.len() {
            assert!(read(&mut &bytes[..end]).is_err(), "{end}");
        }
        assert!(read(&mut &[0xff; 64][..]).is_err());
    }
}
