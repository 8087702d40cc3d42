//! Base 64: bytes as letters, four for three bytes. The letters of addresses, `-` and `_`, are read as well, and a space for the `+` it was.

/// The letter for six bits.
pub(crate) fn letter(value: usize) -> char {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char::from(LETTERS[value & 63])
}

/// The six bits of a letter.
pub(crate) fn value(c: char) -> Option<u8> {
    match c {
        'A'..='Z' => Some(c as u8 - b'A'),
        'a'..='z' => Some(c as u8 - b'a' + 26),
        '0'..='9' => Some(c as u8 - b'0' + 52),
        '+' | '-' | ' ' => Some(62),
        '/' | '_' => Some(63),
        _ => None,
    }
}

/// Writes bytes.
pub fn write(bytes: &[u8]) -> String {
    let mut letters = String::new();
    for three in bytes.chunks(3) {
        let byte = |i: usize| usize::from(three.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            letters.push(if i <= three.len() {
                letter(bits >> (18 - 6 * i))
            } else {
                '='
            });
        }
    }
    letters
}

/// Reads bytes; `None` where there is something else than letters.
pub fn read(letters: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut bits, mut n_bits) = (0u32, 0);
    for c in letters.trim_end_matches('=').chars() {
        bits = bits << 6 | u32::from(value(c)?);
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push((bits >> n_bits) as u8);
            bits &= (1 << n_bits) - 1;
        }
    }
    // A letter alone is less than a byte.
    (n_bits < 6).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for n in 0..70 {
            let bytes: Vec<u8> = (0..n).map(|i| (i * 37 + n * 11) as u8).collect();
            assert_eq!(read(&write(&bytes)), Some(bytes));
        }
    }

    #[test]
    fn as_others_write_it() {
        let table = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (text, letters) in table {
            assert_eq!(write(text.as_bytes()), letters);
            assert_eq!(read(letters), Some(text.as_bytes().to_vec()));
        }
        assert_eq!(read("-_"), read("+/"));
        assert_eq!((read("Zg!="), read("Z")), (None, None));
    }
}
