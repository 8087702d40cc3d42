//! Compressed texts in URLs: base64 over deflate or lz-string, with limits on their size, and the JSON inside them.

use std::io::Write as _;

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use flate2::{Compression, Decompress, FlushDecompress, Status, write::DeflateEncoder};
use serde_json::Value;

/// The longest text that is unpacked: in bytes for deflate, in UTF-16 units for lz-string.
const MAX_UNPACKED: usize = 1 << 22;

/// The longest compressed text, in letters: browsers accept no longer links.
const MAX_LETTERS: usize = 1 << 21;

/// Base64 that is written with padding and read with or without.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Compresses a text with deflate, without a header, in base64.
pub(crate) fn deflate(text: &str) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(text.as_bytes());
    let bytes = written.and_then(|()| encoder.finish());
    BASE64.encode(bytes.expect("writing to memory does not fail"))
}

/// Decompresses the output of [`deflate`]; `None` if the input is invalid or truncated, or the result would be too long.
pub(crate) fn inflate(letters: &str) -> Option<String> {
    String::from_utf8(inflate_bytes(&from_base64(letters)?, MAX_UNPACKED)?).ok()
}

fn inflate_bytes(bytes: &[u8], max_len: usize) -> Option<Vec<u8>> {
    // The library writes at most as many bytes as the capacity.
    let mut inflated = Vec::with_capacity(max_len + 1);
    let status =
        Decompress::new(false).decompress_vec(bytes, &mut inflated, FlushDecompress::Finish);
    let is_whole = status.ok()? == Status::StreamEnd && inflated.len() <= max_len;
    is_whole.then_some(inflated)
}

fn from_base64(letters: &str) -> Option<Vec<u8>> {
    if letters.len() > MAX_LETTERS {
        return None;
    }
    let letters = standard_letters(letters);
    BASE64.decode(letters.trim_end_matches('=')).ok()
}

/// Compresses a text with lz-string, in base64.
pub(crate) fn lz_compress(text: &str) -> String {
    lz_str::compress_to_base64(text)
}

/// Decompresses the output of [`lz_compress`]; `None` if the input is invalid or truncated, or the result would be too long.
pub(crate) fn lz_decompress(letters: &str) -> Option<String> {
    if letters.len() > MAX_LETTERS {
        return None;
    }
    lz_decompress_up_to(&standard_letters(letters), MAX_UNPACKED)
}

fn lz_decompress_up_to(letters: &str, max_len: usize) -> Option<String> {
    // The library ignores other characters and has no limit; here both are errors.
    lz_length(letters.trim_end_matches('='), max_len)?;
    String::from_utf16(&lz_str::decompress_from_base64(letters)?).ok()
}

/// The number of UTF-16 units that a text in lz-string unpacks to, without unpacking it: a short text can stand for a very long one. `None` if the text is invalid or
/// truncated, or the number is over `max_len`.
fn lz_length(letters: &str, max_len: usize) -> Option<usize> {
    if !letters.bytes().all(|letter| base64_value(letter).is_some()) {
        return None;
    }
    let mut values = letters.bytes().filter_map(base64_value);
    // The bits that were taken from letters and are not read yet, the next one lowest. The first bit of a letter is its highest.
    let (mut bits, mut n_bits_left) = (0_u64, 0);
    let mut read = |n_bits: usize| -> Option<usize> {
        while n_bits_left < n_bits {
            let value = values.next()?.reverse_bits() >> 2;
            bits |= u64::from(value) << n_bits_left;
            n_bits_left += 6;
        }
        let code = bits & ((1 << n_bits) - 1);
        bits >>= n_bits;
        n_bits_left -= n_bits;
        Some(code as usize)
    };
    // The lengths of the entries of the dictionary. The first three codes have other meanings: a new character of 8 bits, one of 16 bits, and the end.
    let mut lengths = vec![0; 3];
    let (mut total, mut last) = (0, 0);
    while total <= max_len {
        let mut code = read(lengths.len().ilog2() as usize + 1)?;
        match code {
            0 | 1 => {
                read(8 * code + 8)?;
                code = lengths.len();
                lengths.push(1);
            }
            2 => return Some(total),
            _ => {}
        }
        // A code may refer to the entry that it adds: the last text and its own first character.
        let length = match lengths.get(code) {
            Some(&length) => length,
            None => last + 1,
        };
        if last > 0 {
            lengths.push(last + 1);
        }
        (total, last) = (total + length, length);
    }
    None
}

/// The six bits that a letter of base64 stands for.
fn base64_value(letter: u8) -> Option<u8> {
    match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    }
}

/// Translates to the standard base64 alphabet. URLs use `-` and `_`, and contain a space where a `+` was not escaped.
fn standard_letters(letters: &str) -> String {
    let standard = |letter: char| match letter {
        '-' | ' ' => '+',
        '_' => '/',
        letter => letter,
    };
    letters.chars().map(standard).collect()
}

/// Parses JSON, or SudokuPad's short form of it: keys and words without quotes, strings in single quotes, `t` and `f` for `true` and `false`,
/// and omitted array elements for empty objects.
pub(crate) fn parse_json(text: &str) -> Result<Value, String> {
    let (json, starts) = long_form(text);
    serde_json::from_str(&json).map_err(|error| {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        let is_before = |(in_json, _): &&(usize, usize)| *in_json < error.column();
        let token = starts.iter().rev().find(is_before);
        let start = token.filter(|_| !error.is_eof());
        let start = start.map_or(text.len(), |(_, in_text)| *in_text);
        format!("{message} at byte {start} of the JSON")
    })
}

/// Translates SudokuPad's short form to JSON. Also returns where each token starts in the JSON and in the text.
fn long_form(text: &str) -> (String, Vec<(usize, usize)>) {
    let (mut json, mut starts) = (String::new(), Vec::new());
    let mut open_brackets = Vec::new();
    let mut last = ' ';
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        starts.push((json.len(), text.len() - rest.len()));
        let length = match first {
            '"' | '\'' => quoted_length(rest, first),
            '{' | '}' | '[' | ']' | ',' | ':' => 1,
            _ => rest
                .find(['{', '}', '[', ']', ',', ':', '\'', '"'])
                .unwrap_or(rest.len()),
        };
        let (token, next) = rest.split_at(length);
        rest = next.trim_start();
        let is_name = rest.starts_with(':');
        match first {
            '{' | '[' => open_brackets.push(first),
            '}' if last == ',' => drop(json.pop()),
            ',' if open_brackets.last() == Some(&'[') && matches!(last, '[' | ',') => json += "{}",
            ']' if last == ',' => json += "{}",
            _ => {}
        }
        if matches!(first, '}' | ']') {
            open_brackets.pop();
        }
        match token.trim_end() {
            token if matches!(first, '"' | '\'') => push_quoted(&mut json, token, first),
            token if length == 1 && "{}[],:".contains(first) => json += token,
            "t" if !is_name => json += "true",
            "f" if !is_name => json += "false",
            word if !is_name && serde_json::from_str::<Value>(word).is_ok() => json += word,
            word => json += &Value::from(word).to_string(),
        }
        last = first;
    }
    (json, starts)
}

/// The length of the quoted text that `rest` begins with.
fn quoted_length(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    let end = rest.char_indices().skip(1).find(|(_, c)| {
        let is_end = *c == quote && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        is_end
    });
    end.map_or(rest.len(), |(at, _)| at + 1)
}

/// Appends a quoted string as JSON. A string without its closing quote gets none in the JSON either.
fn push_quoted(json: &mut String, token: &str, quote: char) {
    let inner = &token[1..];
    let closed = inner.strip_suffix(quote);
    json.push('"');
    let mut chars = closed.unwrap_or(inner).chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(c) if "\"\\/bfnrtu".contains(c) => json.extend(['\\', c]),
                Some(c) => json.push(c),
                None => json.push('\\'),
            },
            '"' => *json += "\\\"",
            c if c.is_control() => *json += &format!("\\u{:04x}", c as u32),
            c => json.push(c),
        }
    }
    if closed.is_some() {
        json.push('"');
    }
}

/// A whole number below a billion, or a string that contains one.
pub(crate) fn whole_number(json: &Value) -> Option<u32> {
    match json {
        Value::String(text) => text.parse().ok(),
        _ => {
            let is_whole = |n: &f64| n.fract() == 0.0 && (0.0..1e9).contains(n);
            json.as_f64().filter(is_whole).map(|n| n as u32)
        }
    }
}

/// Whether a value is null, false, zero, or an empty text, list or object.
pub(crate) fn is_empty(json: &Value) -> bool {
    match json {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(elements) => elements.is_empty(),
        Value::Object(fields) => fields.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A linear congruential generator.
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(3);
            (self.0 >> 40) as usize % n
        }

        fn text(&mut self, length: usize, n_letters: usize) -> String {
            let letter = |_| char::from(b'0' + self.below(n_letters) as u8);
            (0..length).map(letter).collect()
        }
    }

    #[test]
    fn deflate_round_trips() {
        let mut random = Random(7);
        for n in [0, 1, 2, 3, 10, 300, 5000, 70_000] {
            for n_letters in [1, 3, 200] {
                let text = random.text(n, n_letters);
                let letters = deflate(&text);
                assert_eq!(inflate(&letters), Some(text), "{n}, {n_letters}");
                if n_letters == 1 {
                    assert!(letters.len() <= 24 + n / 75);
                }
            }
        }
    }

    #[test]
    fn foreign_deflate_streams_are_read() {
        let table = [
            // One block of each type: stored, fixed Huffman codes, dynamic Huffman codes.
            ("AQUA+v9oZWxsbw==", "hello".to_owned()),
            ("y0jNyclXyEhNTMnMSy9WBAA=", "hello headings!".to_owned()),
            (
                "FY7BAcAwCAIX4qHGmrj/Yj1eJAp4oVRrlaP6dEa9mtZLZYSy0G62OBYLnvrQtzrV+Enj60Zf66vVd0eDb9DL/zJ/7BffjnsJZtCQSVW6M4vyPL7SPvf57hhgTHIhytdmgLDCFGniilWdaFVHQkaixq/r2fN28R0nDv2GhvzQd5rmHw==",
                (0..60).map(|i| format!("{},", i * i)).collect(),
            ),
        ];
        for (letters, expected) in table {
            assert_eq!(inflate(letters), Some(expected));
        }
    }

    #[test]
    fn invalid_and_long_deflate_streams_are_rejected() {
        for bytes in [&[][..], &[7], &[1, 1, 0, 1, 0]] {
            assert_eq!(inflate_bytes(bytes, 1 << 12), None);
        }
        let whole = from_base64(&deflate(&"5".repeat(1000))).expect("base64");
        assert_eq!(inflate_bytes(&whole, 1000), Some(vec![b'5'; 1000]));
        assert_eq!(inflate_bytes(&whole[..whole.len() - 1], 1000), None);
        assert_eq!(inflate_bytes(&whole, 999), None);
        assert_eq!(inflate(&deflate(&"5".repeat(MAX_UNPACKED + 1))), None);
        for first in 0..=255u8 {
            for second in 0..=255u8 {
                // It terminates on every input.
                let _ = inflate_bytes(&[first, second, 0x5A, 0xC3, 0x99, 0x17, 0xE0], 1 << 12);
            }
        }
    }

    #[test]
    fn base64_is_read_in_both_alphabets() {
        let table = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (text, letters) in table {
            assert_eq!(BASE64.encode(text), letters);
            assert_eq!(from_base64(letters), Some(text.as_bytes().to_vec()));
        }
        assert_eq!(from_base64("-_"), from_base64("+/"));
        assert_eq!(from_base64(" _"), from_base64("+/"));
        assert_eq!((from_base64("Zg!="), from_base64("Z")), (None, None));
        for n in 0..70 {
            let bytes: Vec<u8> = (0..n).map(|i| (i * 37 + n * 11) as u8).collect();
            assert_eq!(from_base64(&BASE64.encode(&bytes)), Some(bytes));
        }
    }

    #[test]
    fn lz_round_trips() {
        let mut texts = vec![
            String::new(),
            "a".to_owned(),
            "aaaaaaaaaaaaaaaaaaaa".to_owned(),
            "日本 – π, \u{1F600}".to_owned(),
            "{\"size\":9,\"grid\":[[{},{\"value\":5,\"given\":true}]]}".repeat(30),
        ];
        let mut random = Random(1);
        for _ in 0..50 {
            let (length, n_letters) = (random.below(700), 2 + random.below(60));
            texts.push(random.text(length, n_letters));
        }
        for text in texts {
            let letters = lz_compress(&text);
            assert_eq!(lz_decompress(&letters), Some(text), "{letters}");
        }
    }

    #[test]
    fn lz_text_of_a_site_is_read_and_written_alike() {
        let letters = "N4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKiBdZQih8p42+5xq1q99rj/8nx7cW1IkA";
        let row = format!("[{}]", ["{}"; 6].join(","));
        let text = format!("{{\"size\":6,\"grid\":[{}]}}", [&row[..]; 6].join(","));
        assert_eq!(lz_decompress(letters).as_ref(), Some(&text));
        assert_eq!(lz_compress(&text), letters);
    }

    #[test]
    fn invalid_and_long_lz_texts_are_rejected() {
        for letters in [
            "",
            "A",
            "N4Ig",
            "!!!!",
            "////",
            "N4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKiBdZQih8p42",
        ] {
            assert_eq!(lz_decompress(letters), None, "{letters}");
        }
        // A short text that unpacks to a long one.
        let long = "5".repeat(1 << 16);
        let letters = lz_compress(&long);
        assert!(letters.len() < 1 << 10);
        assert_eq!(
            lz_decompress_up_to(&letters, long.len()).as_ref(),
            Some(&long)
        );
        assert_eq!(lz_decompress_up_to(&letters, long.len() - 1), None);
    }

    #[test]
    fn long_lz_texts_are_read() {
        let text = Random(1).text(1 << 14, 64);
        let letters = lz_compress(&text);
        assert!(letters.len() > 1 << 14);
        assert_eq!(lz_decompress(&letters), Some(text));
    }

    #[test]
    fn json_and_its_short_form_are_read() {
        let value = serde_json::json!({
            "a b": [null, true], "": -1.5, "q\"'\\": "\n\t\u{1} π \u{1F600}", "e": {}
        });
        assert_eq!(parse_json(&value.to_string()), Ok(value.clone()));
        assert_eq!(parse_json(&format!(" {value:#} \n")), Ok(value));
        let short = "{ce:[[,{v:5},],[{v:'a\\'b\"'},,]],r:t,h:f,c:#F,n:00FF00,}";
        let long = serde_json::json!({
            "ce": [[{}, {"v": 5}, {}], [{"v": "a'b\""}, {}, {}]],
            "r": true, "h": false, "c": "#F", "n": "00FF00"
        });
        assert_eq!(parse_json(short), Ok(long));
        let smiley = r#""\ud83d\ude00""#;
        assert_eq!(parse_json(smiley), Ok(Value::from("\u{1F600}")));
    }

    #[test]
    fn broken_json_is_reported_with_its_position() {
        let table = [
            ("", "EOF while parsing a value at byte 0 of the JSON"),
            ("{", "EOF while parsing an object at byte 1 of the JSON"),
            ("{a}", "expected `:` at byte 2 of the JSON"),
            ("[1", "EOF while parsing a list at byte 2 of the JSON"),
            ("\"a", "EOF while parsing a string at byte 2 of the JSON"),
            ("1 ] ", "trailing characters at byte 2 of the JSON"),
            ("[1,:]", "expected value at byte 3 of the JSON"),
            (
                r#""\u12"#,
                "EOF while parsing a string at byte 5 of the JSON",
            ),
            ("\"\\", "EOF while parsing a string at byte 2 of the JSON"),
        ];
        for (text, expected) in table {
            assert_eq!(parse_json(text), Err(expected.to_owned()), "{text}");
        }
        assert!(parse_json(&"[".repeat(100_000)).is_err());
    }
}
