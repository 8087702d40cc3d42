//! Numbers on the heap: a header, and digits of 32 bits, each in a cell of its own that looks like a small integer, so that
//! a heap holds nothing but words. Equal numbers have equal cells.

use gridwright_term::{BigInt, Float, Number, Ratio, Sign};

use crate::code::word::{Tag, Word};

/// The kinds of numbers, in the low two bits of a header. The next bit is set for negative integers and rationals, then follow the
/// numbers of digits of the numerator and of the denominator, each in so many bits.
const INTEGER: u64 = 0;
const RATIO: u64 = 1;
const FLOAT: u64 = 2;
const COUNT: u64 = 29;

fn header(kind: u64, negative: bool, digits: usize, below: usize) -> Word {
    let counts = (below as u64) << COUNT | digits as u64;
    Word::count((counts << 3 | u64::from(negative) << 2 | kind) as usize)
}

fn digit(digit: u32) -> Word {
    Word::count(digit as usize)
}

/// The cells of a number.
pub(crate) fn cells(number: &Number) -> Vec<Word> {
    let whole = |kind: u64, above: &BigInt, below: &[u32]| {
        let (sign, digits) = above.to_u32_digits();
        let mut cells = vec![header(kind, sign == Sign::Minus, digits.len(), below.len())];
        cells.extend(digits.iter().chain(below).map(|&one| digit(one)));
        cells
    };
    match number {
        Number::Int(value) => whole(INTEGER, &BigInt::from(*value), &[]),
        Number::Big(value) => whole(INTEGER, value, &[]),
        Number::Ratio(ratio) => {
            let (_, below) = ratio.denominator.to_u32_digits();
            whole(RATIO, &ratio.numerator, &below)
        }
        Number::Float(Float(value)) => {
            let bits = value.to_bits();
            let halves = [bits as u32, (bits >> 32) as u32];
            vec![
                header(FLOAT, false, 2, 0),
                digit(halves[0]),
                digit(halves[1]),
            ]
        }
    }
}

/// How many cells a number with this header has.
pub(crate) fn length(header: Word) -> usize {
    let counts = header.place() as u64 >> 3;
    let most = (1 << COUNT) - 1;
    1 + (counts & most) as usize + (counts >> COUNT & most) as usize
}

/// Whether a term, which is no reference to another, is an integer.
#[inline(always)]
pub(crate) fn is_integer(heap: &[Word], word: Word) -> bool {
    word.is_small() || word.tag() == Tag::Number && kind(heap, word) == INTEGER
}

/// Whether it is a float.
pub(crate) fn is_float(heap: &[Word], word: Word) -> bool {
    word.tag() == Tag::Number && kind(heap, word) == FLOAT
}

fn kind(heap: &[Word], word: Word) -> u64 {
    heap[word.place()].place() as u64 & 3
}

/// The number of some cells.
pub(crate) fn number(cells: &[Word]) -> Number {
    let bits = cells[0].place() as u64;
    let count = (bits >> 3 & ((1 << COUNT) - 1)) as usize;
    let digits =
        |cells: &[Word]| -> Vec<u32> { cells.iter().map(|cell| cell.place() as u32).collect() };
    let sign = if bits & 4 == 0 {
        Sign::Plus
    } else {
        Sign::Minus
    };
    match bits & 3 {
        FLOAT => {
            let halves = [cells[1].place() as u64, cells[2].place() as u64];
            Number::float(f64::from_bits(halves[1] << 32 | halves[0]))
        }
        INTEGER => Number::from(BigInt::new(sign, digits(&cells[1..]))),
        _ => Number::Ratio(Box::new(Ratio {
            numerator: BigInt::new(sign, digits(&cells[1..=count])),
            denominator: BigInt::new(Sign::Plus, digits(&cells[count + 1..])),
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_from_their_cells() {
        let texts = [
            "9223372036854775807",
            "-9223372036854775808",
            "1152921504606846976",
            "-340282366920938463463374607431768211456",
            "1r3",
            "-18446744073709551616r3",
            "3r18446744073709551616",
            "0.1",
            "-0.0",
            "1.0Inf",
        ];
        for text in texts {
            let given: Number = text.parse().expect("it is a number");
            let made = cells(&given);
            assert_eq!(length(made[0]), made.len(), "{text}");
            assert!(made.iter().all(|cell| cell.is_small()), "{text}");
            assert_eq!(number(&made), given);
            let word = Word::number(0);
            assert_eq!(is_float(&made, word), text.contains('.'));
            assert_eq!(is_integer(&made, word), !text.contains(['.', 'r']));
        }
    }
}
