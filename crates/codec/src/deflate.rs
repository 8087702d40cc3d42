//! Deflate, the compression of RFC 1951, without any header: what is needed to read and write boards in addresses.
//!
//! Reading knows all three kinds of block. Writing uses one block with the fixed codes, and finds repetitions by the last place at which three bytes
//! were seen: a little longer than the best, and short to write.

use std::collections::HashMap;

/// Why bytes cannot be inflated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// They end too early.
    Short,
    /// They are not a stream of this kind.
    Wrong,
    /// What comes out is longer than allowed.
    Long,
}

/// Of each length code from 257 on, the first length, and how many bits follow it; the last is the longest length alone.
const LENGTHS: [(usize, usize); 29] = {
    let mut table = steps(3, 4);
    table[28] = (258, 0);
    table
};

/// Of each distance code, the first distance, and how many bits follow it.
const DISTANCES: [(usize, usize); 30] = steps(1, 2);

/// A table of steps that double: of each `group` of entries, after the first two groups, one more bit follows.
const fn steps<const N: usize>(first: usize, group: usize) -> [(usize, usize); N] {
    let mut table = [(first, 0); N];
    let mut i = 1;
    while i < N {
        let (base, extra) = table[i - 1];
        let step = 1 << extra;
        table[i] = (base + step, (i / group).saturating_sub(1));
        i += 1;
    }
    table
}

/// The order in which the lengths of the codes for code lengths are written.
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

/// Takes bytes back from what [`deflate`], or any other, made of them; at most so many.
pub fn inflate(bytes: &[u8], most: usize) -> Result<Vec<u8>, Broken> {
    let mut input = Bits { bytes, at: 0 };
    let mut out = Vec::new();
    loop {
        let is_last = input.take(1)? == 1;
        match input.take(2)? {
            0 => stored(&mut input, &mut out, most)?,
            1 => {
                let (letters, distances) = fixed();
                coded(&mut input, &mut out, most, &letters, &distances)?;
            }
            2 => {
                let (letters, distances) = dynamic(&mut input)?;
                coded(&mut input, &mut out, most, &letters, &distances)?;
            }
            _ => return Err(Broken::Wrong),
        }
        if is_last {
            return Ok(out);
        }
    }
}

fn stored(input: &mut Bits<'_>, out: &mut Vec<u8>, most: usize) -> Result<(), Broken> {
    input.at = input.at.next_multiple_of(8);
    let (length, check) = (input.take(16)?, input.take(16)?);
    if length != !check & 0xFFFF {
        return Err(Broken::Wrong);
    }
    let start = input.at / 8;
    let bytes = input
        .bytes
        .get(start..start + length)
        .ok_or(Broken::Short)?;
    if out.len() + length > most {
        return Err(Broken::Long);
    }
    out.extend(bytes);
    input.at += 8 * length;
    Ok(())
}

fn coded(
    input: &mut Bits<'_>,
    out: &mut Vec<u8>,
    most: usize,
    letters: &Codes,
    distances: &Codes,
) -> Result<(), Broken> {
    loop {
        let symbol = letters.read(input)?;
        if symbol == 256 {
            return Ok(());
        }
        if symbol < 256 {
            out.push(symbol as u8);
        } else {
            let &(base, extra) = LENGTHS.get(symbol - 257).ok_or(Broken::Wrong)?;
            let length = base + input.take(extra)?;
            let &(base, extra) = DISTANCES.get(distances.read(input)?).ok_or(Broken::Wrong)?;
            let distance = base + input.take(extra)?;
            let start = out.len().checked_sub(distance).ok_or(Broken::Wrong)?;
            for i in start..start + length {
                out.push(out[i]);
            }
        }
        if out.len() > most {
            return Err(Broken::Long);
        }
    }
}

/// The codes of a block that does not bring its own.
fn fixed() -> (Codes, Codes) {
    let mut lengths = [8u8; 288];
    lengths[144..256].fill(9);
    lengths[256..280].fill(7);
    (Codes::new(&lengths), Codes::new(&[5; 30]))
}

/// The codes a block brings with it.
fn dynamic(input: &mut Bits<'_>) -> Result<(Codes, Codes), Broken> {
    let n_letters = input.take(5)? + 257;
    let n_distances = input.take(5)? + 1;
    let n_lengths = input.take(4)? + 4;
    let mut lengths = [0u8; 19];
    for &at in ORDER.iter().take(n_lengths) {
        lengths[at] = input.take(3)? as u8;
    }
    let codes = Codes::new(&lengths);
    let mut lengths: Vec<u8> = Vec::new();
    while lengths.len() < n_letters + n_distances {
        let (value, times) = match codes.read(input)? {
            length @ 0..=15 => (length as u8, 1),
            16 => (*lengths.last().ok_or(Broken::Wrong)?, 3 + input.take(2)?),
            17 => (0, 3 + input.take(3)?),
            _ => (0, 11 + input.take(7)?),
        };
        lengths.extend(std::iter::repeat_n(value, times));
    }
    if lengths.len() > n_letters + n_distances {
        return Err(Broken::Wrong);
    }
    let (letters, distances) = lengths.split_at(n_letters);
    Ok((Codes::new(letters), Codes::new(distances)))
}

/// A prefix code by the lengths of its words: of each length, how many there are, and the symbols in the order of their words.
struct Codes {
    counts: [usize; 16],
    symbols: Vec<usize>,
}

impl Codes {
    fn new(lengths: &[u8]) -> Codes {
        let mut counts = [0; 16];
        let mut symbols = Vec::new();
        for length in 1..16u8 {
            let of_length = (0..lengths.len()).filter(|&symbol| lengths[symbol] == length);
            let before = symbols.len();
            symbols.extend(of_length);
            counts[usize::from(length)] = symbols.len() - before;
        }
        Codes { counts, symbols }
    }

    fn read(&self, input: &mut Bits<'_>) -> Result<usize, Broken> {
        let (mut word, mut first, mut index) = (0, 0, 0);
        for count in &self.counts[1..] {
            word |= input.take(1)?;
            if word < first + count {
                return self
                    .symbols
                    .get(index + word - first)
                    .copied()
                    .ok_or(Broken::Wrong);
            }
            index += count;
            first = (first + count) << 1;
            word <<= 1;
        }
        Err(Broken::Wrong)
    }
}

/// Bytes as bits, lowest first.
struct Bits<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, n: usize) -> Result<usize, Broken> {
        let mut value = 0;
        for i in 0..n {
            let byte = self.bytes.get(self.at / 8).ok_or(Broken::Short)?;
            value |= usize::from(byte >> (self.at % 8) & 1) << i;
            self.at += 1;
        }
        Ok(value)
    }
}

/// Compresses bytes.
pub fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut out = Output::default();
    out.put(1, 1);
    out.put(1, 2);
    let mut seen: HashMap<[u8; 3], usize> = HashMap::new();
    let mut at = 0;
    while at < bytes.len() {
        let three = |at: usize| <[u8; 3]>::try_from(bytes.get(at..at + 3)?).ok();
        let earlier = three(at).and_then(|key| seen.insert(key, at));
        let near = earlier.filter(|earlier| at - earlier <= 32768);
        let Some(start) = near else {
            out.letter(usize::from(bytes[at]));
            at += 1;
            continue;
        };
        let rest = bytes[at..].iter().zip(&bytes[start..]).take(258);
        let length = rest.take_while(|(a, b)| a == b).count();
        out.repeat(length, at - start);
        for i in at + 1..at + length {
            if let Some(key) = three(i) {
                seen.insert(key, i);
            }
        }
        at += length;
    }
    out.letter(256);
    out.bytes
}

/// Bits on their way into bytes.
#[derive(Default)]
struct Output {
    bytes: Vec<u8>,
    n_bits: usize,
}

impl Output {
    fn bit(&mut self, bit: usize) {
        if self.n_bits.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if let Some(last) = self.bytes.last_mut() {
            *last |= (bit as u8) << (self.n_bits % 8);
        }
        self.n_bits += 1;
    }

    /// Writes a number, lowest bit first.
    fn put(&mut self, number: usize, width: usize) {
        for i in 0..width {
            self.bit(number >> i & 1);
        }
    }

    /// Writes a word of a code, highest bit first.
    fn word(&mut self, word: usize, width: usize) {
        for i in (0..width).rev() {
            self.bit(word >> i & 1);
        }
    }

    /// Writes a symbol in the fixed code.
    fn letter(&mut self, symbol: usize) {
        match symbol {
            0..144 => self.word(0x30 + symbol, 8),
            144..256 => self.word(0x190 + symbol - 144, 9),
            256..280 => self.word(symbol - 256, 7),
            _ => self.word(0xC0 + symbol - 280, 8),
        }
    }

    fn repeat(&mut self, length: usize, distance: usize) {
        let last = |table: &[(usize, usize)], value: usize| {
            let found = table.iter().rposition(|(base, _)| *base <= value);
            found.expect("every length and distance has a code")
        };
        let code = last(&LENGTHS, length);
        self.letter(257 + code);
        self.put(length - LENGTHS[code].0, LENGTHS[code].1);
        let code = last(&DISTANCES, distance);
        self.word(code, 5);
        self.put(distance - DISTANCES[code].0, DISTANCES[code].1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base64;

    const MOST: usize = 1 << 20;

    #[test]
    fn what_is_deflated_comes_back() {
        let mut state = 7u64;
        for n in [0, 1, 2, 3, 10, 300, 5000, 70_000] {
            for letters in [1, 3, 256] {
                let mut random = || {
                    state = state
                        .wrapping_mul(6364136223846793005)
                        .wrapping_add(1442695040888963407);
                    (state >> 40) as usize
                };
                let bytes: Vec<u8> = (0..n).map(|_| (random() % letters) as u8).collect();
                let packed = deflate(&bytes);
                assert_eq!(
                    inflate(&packed, MOST).as_ref(),
                    Ok(&bytes),
                    "{n}, {letters}"
                );
                if letters == 1 {
                    assert!(packed.len() <= 10 + n / 100);
                }
            }
        }
    }

    #[test]
    fn streams_of_others_are_inflated() {
        let table = [
            // A stored block, one with the fixed codes, one with codes of its own.
            ("AQUA+v9oZWxsbw==", "hello".to_owned()),
            ("y0jNyclXyEhNTMnMSy9WBAA=", "hello headings!".to_owned()),
            (
                "FY7BAcAwCAIX4qHGmrj/Yj1eJAp4oVRrlaP6dEa9mtZLZYSy0G62OBYLnvrQtzrV+Enj60Zf66vVd0eDb9DL/zJ/7BffjnsJZtCQSVW6M4vyPL7SPvf57hhgTHIhytdmgLDCFGniilWdaFVHQkaixq/r2fN28R0nDv2GhvzQd5rmHw==",
                (0..60).map(|i| format!("{},", i * i)).collect(),
            ),
        ];
        for (letters, expected) in table {
            let bytes = base64::read(letters).expect("letters");
            let text =
                inflate(&bytes, MOST).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
            assert_eq!(text, Ok(expected));
        }
    }

    #[test]
    fn broken_streams_are_refused() {
        assert_eq!(inflate(&[], MOST), Err(Broken::Short));
        assert_eq!(inflate(&[7], MOST), Err(Broken::Wrong));
        assert_eq!(inflate(&[1, 1, 0, 1, 0], MOST), Err(Broken::Wrong));
        let whole = deflate(&[5; 1000]);
        assert_eq!(inflate(&whole[..whole.len() - 1], MOST), Err(Broken::Short));
        assert_eq!(inflate(&whole, 999), Err(Broken::Long));
        for first in 0..=255u8 {
            for second in 0..=255u8 {
                // Whatever it says, it ends.
                let _ = inflate(&[first, second, 0x5A, 0xC3, 0x99, 0x17, 0xE0], 1 << 12);
            }
        }
    }
}
