//! The bytes of a proof: a header, then steps. Numbers are written in groups of seven bits, lowest first; the high bit of a
//! byte says that another follows. Signed numbers are written as `2n`, or `-2n - 1` if negative.

use std::io::{self, Read};

use crate::atom::{Atom, Op};

/// The first bytes of every proof; the numbers of variables and constraints of the statement follow.
pub(crate) const MAGIC: &[u8] = b"gridwright-proof 1\n";

/// The first byte of each step.
pub(crate) const END: u8 = 0;
pub(crate) const ANSWER: u8 = 1;
pub(crate) const LEARN: u8 = 2;
pub(crate) const ROOT: u8 = 3;
pub(crate) const DELETE: u8 = 4;

/// The comparisons by their codes.
pub(crate) const OPS: [Op; 4] = [Op::Ge, Op::Le, Op::Eq, Op::Ne];

/// Reads numbers from a stream of bytes.
#[derive(Debug)]
pub(crate) struct Reader<R> {
    input: R,
    buffer: Vec<u8>,
    next: usize,
    /// The number of bytes read.
    pub(crate) position: u64,
}

impl<R: Read> Reader<R> {
    pub(crate) fn new(input: R) -> Reader<R> {
        Reader {
            input,
            buffer: Vec::new(),
            next: 0,
            position: 0,
        }
    }

    /// The next byte; `None` at the end.
    pub(crate) fn byte(&mut self) -> io::Result<Option<u8>> {
        if self.next == self.buffer.len() {
            self.buffer.resize(1 << 16, 0);
            let n = loop {
                match self.input.read(&mut self.buffer) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    n => break n?,
                }
            };
            self.buffer.truncate(n);
            self.next = 0;
            if n == 0 {
                return Ok(None);
            }
        }
        self.next += 1;
        self.position += 1;
        Ok(Some(self.buffer[self.next - 1]))
    }

    /// A byte that must be there.
    pub(crate) fn some_byte(&mut self) -> io::Result<u8> {
        self.byte()?
            .ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }

    pub(crate) fn number(&mut self) -> io::Result<u64> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.some_byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(invalid("a number is too long"))
    }

    /// A number that is an index below `end`.
    pub(crate) fn index(&mut self, end: usize, what: &str) -> io::Result<usize> {
        let number = usize::try_from(self.number()?).ok();
        number
            .filter(|&number| number < end)
            .ok_or_else(|| invalid(&format!("there is no such {what}")))
    }

    /// A signed number between `i32::MIN` and `i32::MAX`, both excluded.
    pub(crate) fn value(&mut self) -> io::Result<i32> {
        let number = self.number()?;
        let half = (number >> 1) as i64;
        let value = i32::try_from(if number & 1 == 0 { half } else { -half - 1 }).ok();
        value
            .filter(|&value| value != i32::MIN && value != i32::MAX)
            .ok_or_else(|| invalid("a value is too large"))
    }

    /// An atom about one of `n_vars` variables, given its code.
    pub(crate) fn atom(&mut self, code: u64, n_vars: usize) -> io::Result<Atom> {
        let var = u32::try_from(code / 4).ok();
        let var = var.filter(|&var| (var as usize) < n_vars);
        let var = var.ok_or_else(|| invalid("there is no such variable"))?;
        let value = self.value()?;
        let op = OPS[(code % 4) as usize];
        Ok(Atom { var, op, value })
    }
}

/// An error about the contents.
pub(crate) fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
