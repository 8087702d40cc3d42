//! The writer of proofs, which solvers use.

use std::io::{self, Write};

use crate::atom::Atom;
use crate::format::{ANSWER, DELETE, END, LEARN, MAGIC, OPS, ROOT};

/// One inference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// The clause in this slot is unit or false.
    Clause(u32),
    /// The constraint with this index implies the atom; `None` if it has no solution at all.
    Constraint(u32, Option<Atom>),
}

/// Writes the steps of a proof. A clause of two atoms or more is kept in a slot until it is deleted. Slot 0 is that of the
/// clause that excludes the answer; other slots are taken in order, each new one being the first that was never used.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    buffer: Vec<u8>,
    n_bytes: u64,
    /// The first error, after which nothing is written.
    error: Option<io::Error>,
}

impl<W: Write> Writer<W> {
    /// Begins a proof about a statement with these numbers of variables and constraints.
    pub fn new(out: W, n_vars: usize, n_constraints: usize) -> Writer<W> {
        let mut buffer = MAGIC.to_vec();
        put(&mut buffer, n_vars as u64);
        put(&mut buffer, n_constraints as u64);
        let mut writer = Writer {
            out,
            buffer,
            n_bytes: 0,
            error: None,
        };
        writer.write_if_full();
        writer
    }

    /// The answer: the values of all variables.
    pub fn answer(&mut self, values: &[i32]) {
        self.buffer.push(ANSWER);
        for &value in values {
            put_value(&mut self.buffer, value);
        }
        self.write_if_full();
    }

    /// A clause that follows by hints, the last of which is a contradiction. The slot is ignored if it has fewer than two atoms.
    pub fn learn(&mut self, slot: u32, clause: &[Atom], hints: &[Hint]) {
        self.buffer.push(LEARN);
        put(&mut self.buffer, clause.len() as u64);
        for &atom in clause {
            put(&mut self.buffer, code(atom));
            put_value(&mut self.buffer, atom.value);
        }
        if clause.len() > 1 {
            put(&mut self.buffer, u64::from(slot));
        }
        put(&mut self.buffer, hints.len() as u64);
        for &hint in hints {
            self.hint(hint);
        }
        self.write_if_full();
    }

    /// An inference without assumptions.
    pub fn root(&mut self, hint: Hint) {
        self.buffer.push(ROOT);
        self.hint(hint);
        self.write_if_full();
    }

    /// Frees a slot.
    pub fn delete(&mut self, slot: u32) {
        self.buffer.push(DELETE);
        put(&mut self.buffer, u64::from(slot));
    }

    fn hint(&mut self, hint: Hint) {
        match hint {
            Hint::Clause(slot) => put(&mut self.buffer, 2 * u64::from(slot)),
            Hint::Constraint(constraint, atom) => {
                put(&mut self.buffer, 2 * u64::from(constraint) + 1);
                match atom {
                    None => put(&mut self.buffer, 0),
                    Some(atom) => {
                        put(&mut self.buffer, code(atom) + 1);
                        put_value(&mut self.buffer, atom.value);
                    }
                }
            }
        }
    }

    /// The number of bytes so far.
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes + self.buffer.len() as u64
    }

    /// Ends the proof; returns the output, or the first error.
    pub fn end(mut self) -> io::Result<W> {
        self.buffer.push(END);
        self.write();
        match self.error {
            Some(error) => Err(error),
            None => {
                self.out.flush()?;
                Ok(self.out)
            }
        }
    }

    /// Whether writing has failed.
    pub fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    fn write_if_full(&mut self) {
        if self.buffer.len() >= 1 << 16 {
            self.write();
        }
    }

    fn write(&mut self) {
        if self.error.is_none() {
            self.error = self.out.write_all(&self.buffer).err();
        }
        self.n_bytes += self.buffer.len() as u64;
        self.buffer.clear();
    }
}

/// Writes a number.
fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Writes a signed number.
fn put_value(out: &mut Vec<u8>, value: i32) {
    let value = i64::from(value);
    put(
        out,
        if value < 0 {
            (-2 * value - 1) as u64
        } else {
            2 * value as u64
        },
    );
}

/// The code of an atom: its variable and comparison.
fn code(atom: Atom) -> u64 {
    let op = OPS.iter().position(|&op| op == atom.op).unwrap_or(0);
    4 * u64::from(atom.var) + op as u64
}
