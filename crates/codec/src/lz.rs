//! The text compression of the lz-string library, as Sudoku sites put it into addresses: Lempel-Ziv-Welch over 16-bit characters, six bits a letter.
//!
//! A stream is a run of codes of growing width. Code 0 brings a new character of eight bits, 1 one of sixteen, and 2 ends; the others name what was seen
//! before. Bits stand lowest first, and are packed highest first into letters of base 64.

use std::collections::HashMap;

use crate::base64;

/// No text that a puzzle needs is longer than this.
const LONGEST: usize = 1 << 24;

/// Compresses a text.
pub fn compress(text: &str) -> String {
    let mut out = Bits::default();
    let mut known: HashMap<(usize, u16), usize> = HashMap::new();
    let mut is_new: HashMap<usize, u16> = HashMap::new();
    // A phrase is named by its code; its first characters by codes too.
    let mut single: HashMap<u16, usize> = HashMap::new();
    let mut n_codes = 3;
    let mut widths = Widths { room: 2, width: 2 };
    let mut phrase: Option<usize> = None;
    let emit =
        |code: usize, is_new: &mut HashMap<usize, u16>, widths: &mut Widths, out: &mut Bits| {
            match is_new.remove(&code) {
                Some(c) if c < 256 => {
                    out.write(0, widths.width);
                    out.write(usize::from(c), 8);
                    widths.take();
                }
                Some(c) => {
                    out.write(1, widths.width);
                    out.write(usize::from(c), 16);
                    widths.take();
                }
                None => out.write(code, widths.width),
            }
            widths.take();
        };
    for c in text.encode_utf16() {
        let letter = *single.entry(c).or_insert_with(|| {
            is_new.insert(n_codes, c);
            n_codes += 1;
            n_codes - 1
        });
        let Some(before) = phrase else {
            phrase = Some(letter);
            continue;
        };
        if let Some(&longer) = known.get(&(before, c)) {
            phrase = Some(longer);
            continue;
        }
        emit(before, &mut is_new, &mut widths, &mut out);
        known.insert((before, c), n_codes);
        n_codes += 1;
        phrase = Some(letter);
    }
    if let Some(last) = phrase {
        emit(last, &mut is_new, &mut widths, &mut out);
    }
    out.write(2, widths.width);
    out.finish()
}

/// Why a text is not what `compress` makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotCompressed;

/// Takes a text back from what [`compress`] made of it.
pub fn decompress(letters: &str) -> Result<String, NotCompressed> {
    let mut input = Letters::new(letters)?;
    // Every phrase is a stretch of what was written before: where it starts, and its length.
    let mut phrases: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut out: Vec<u16> = Vec::new();
    let mut widths = Widths { room: 4, width: 3 };
    let mut last = match input.read(2)? {
        code @ (0 | 1) => {
            out.push(input.read(if code == 0 { 8 } else { 16 })? as u16);
            (0, 1)
        }
        2 => return Ok(String::new()),
        _ => return Err(NotCompressed),
    };
    phrases.push(last);
    loop {
        let code = input.read(widths.width)?;
        let phrase = match code {
            0 | 1 => {
                let c = input.read(if code == 0 { 8 } else { 16 })? as u16;
                out.push(c);
                phrases.push((out.len() - 1, 1));
                widths.take();
                (out.len() - 1, 1)
            }
            2 => return String::from_utf16(&out).map_err(|_| NotCompressed),
            _ => {
                let (start, length) = match phrases.get(code) {
                    Some(&known) => known,
                    // The phrase that is being made: the last one and its own first character.
                    None if code == phrases.len() => (last.0, last.1 + 1),
                    None => return Err(NotCompressed),
                };
                if out.len() + length > LONGEST {
                    return Err(NotCompressed);
                }
                let at = out.len();
                for i in start..start + length {
                    out.push(*out.get(i).ok_or(NotCompressed)?);
                }
                (at, length)
            }
        };
        // The last phrase is followed by the first character of this one.
        phrases.push((last.0, last.1 + 1));
        widths.take();
        last = phrase;
    }
}

/// How wide a code is, and how many more fit before codes grow.
struct Widths {
    room: usize,
    width: usize,
}

impl Widths {
    fn take(&mut self) {
        self.room -= 1;
        if self.room == 0 {
            self.room = 1 << self.width.min(40);
            self.width += 1;
        }
    }
}

/// Bits on their way into letters.
#[derive(Default)]
struct Bits {
    letters: String,
    held: usize,
    n_held: usize,
}

impl Bits {
    /// Writes a number of so many bits, lowest first.
    fn write(&mut self, number: usize, width: usize) {
        for i in 0..width {
            self.held = self.held << 1 | number.checked_shr(i as u32).unwrap_or(0) & 1;
            self.n_held += 1;
            if self.n_held == 6 {
                self.letters.push(base64::letter(self.held));
                (self.held, self.n_held) = (0, 0);
            }
        }
    }

    fn finish(mut self) -> String {
        // There is always one more letter, filled with zeroes.
        self.write(0, 6 - self.n_held);
        while !self.letters.len().is_multiple_of(4) {
            self.letters.push('=');
        }
        self.letters
    }
}

/// Letters on their way into bits.
struct Letters {
    values: Vec<u8>,
    at: usize,
}

impl Letters {
    fn new(letters: &str) -> Result<Letters, NotCompressed> {
        let letters = letters.trim_end_matches('=').chars();
        let values: Option<Vec<u8>> = letters.map(base64::value).collect();
        Ok(Letters {
            values: values.ok_or(NotCompressed)?,
            at: 0,
        })
    }

    /// Reads a number of so many bits, lowest first.
    fn read(&mut self, width: usize) -> Result<usize, NotCompressed> {
        let mut number = 0;
        for i in 0..width.min(60) {
            let letter = self.values.get(self.at / 6).ok_or(NotCompressed)?;
            let bit = letter >> (5 - self.at % 6) & 1;
            number |= usize::from(bit) << i;
            self.at += 1;
        }
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compressed_comes_back() {
        let mut texts = vec![
            String::new(),
            "a".to_owned(),
            "aaaaaaaaaaaaaaaaaaaa".to_owned(),
            "日本 – π, \u{1F600}".to_owned(),
            "{\"size\":9,\"grid\":[[{},{\"value\":5,\"given\":true}]]}".repeat(30),
        ];
        let mut seed = 1u64;
        for _ in 0..50 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
            let length = (seed >> 33) as usize % 700;
            let letters = 2 + (seed >> 50) as usize % 60;
            let mut random = seed;
            let c = |_| {
                random = random.wrapping_mul(6364136223846793005).wrapping_add(3);
                char::from(b'0' + (random >> 40) as u8 % letters as u8)
            };
            texts.push((0..length).map(c).collect());
        }
        for text in texts {
            let letters = compress(&text);
            assert_eq!(decompress(&letters).as_ref(), Ok(&text), "{letters}");
        }
    }

    #[test]
    fn an_address_of_the_sites_is_read_and_written_alike() {
        let letters = "N4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKiBdZQih8p42+5xq1q99rj/8nx7cW1IkA";
        let row = format!("[{}]", ["{}"; 6].join(","));
        let text = format!("{{\"size\":6,\"grid\":[{}]}}", [&row[..]; 6].join(","));
        assert_eq!(decompress(letters), Ok(text.clone()));
        assert_eq!(compress(&text), letters);
    }

    #[test]
    fn broken_streams_are_refused() {
        for letters in [
            "",
            "A",
            "N4Ig",
            "!!!!",
            "////",
            "N4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKiBdZQih8p42",
        ] {
            assert_eq!(decompress(letters), Err(NotCompressed), "{letters}");
        }
    }
}
