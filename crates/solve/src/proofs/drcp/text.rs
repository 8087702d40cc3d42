//! The text of a proof: `a` defines a number for an atom, `i` is an inference, `n` a nogood and `c` the conclusion. A negative number is the negated atom.

use std::collections::HashMap;
use std::io::{self, Write};

use gridwright_proof::{Atom, Op};

/// An inference: the premises imply the consequent, or a contradiction.
#[derive(Clone, Debug)]
pub(super) struct Inference {
    pub(super) premises: Vec<Atom>,
    pub(super) consequent: Option<Atom>,
    /// The number of a constraint or nogood, unless the rule is about initial domains.
    pub(super) by: Option<u32>,
    pub(super) rule: &'static str,
}

/// Writes a proof.
pub(super) struct Text<W> {
    out: W,
    names: Vec<String>,
    /// The numbers of atoms `x >= v` (false) and `x = v` (true).
    codes: HashMap<(u32, bool, i32), i32>,
    /// The number of the last step. Constraints have the numbers before.
    last: u32,
    line: String,
    /// The first error, after which nothing is written.
    error: Option<io::Error>,
}

impl<W: Write> Text<W> {
    pub(super) fn new(out: W, names: Vec<String>, n_constraints: usize) -> Text<W> {
        Text {
            out,
            names,
            codes: HashMap::new(),
            last: n_constraints as u32,
            line: String::new(),
            error: None,
        }
    }

    /// The bytes of the numbers of atoms, by estimate.
    pub(super) fn n_bytes(&self) -> usize {
        2 * self.codes.len() * size_of::<((u32, bool, i32), i32)>()
    }

    fn write(&mut self, line: &str) {
        if self.error.is_none() {
            self.error = writeln!(self.out, "{line}").err();
        }
    }

    /// The number of an atom, which is defined if it is new.
    fn code(&mut self, atom: Atom) -> i32 {
        let (is_equal, value, sign) = match atom.op {
            Op::Ge => (false, atom.value, 1),
            Op::Le => (false, atom.value + 1, -1),
            Op::Eq => (true, atom.value, 1),
            Op::Ne => (true, atom.value, -1),
        };
        let next = self.codes.len() as i32 + 1;
        let code = *self
            .codes
            .entry((atom.var, is_equal, value))
            .or_insert(next);
        if code == next {
            let op = if is_equal { "==" } else { ">=" };
            let name = &self.names[atom.var as usize];
            let line = format!("a {code} [{name} {op} {value}]");
            self.write(&line);
        }
        sign * code
    }

    fn push(&mut self, number: impl std::fmt::Display) {
        use std::fmt::Write as _;
        let _ = write!(self.line, " {number}");
    }

    fn push_atoms(&mut self, atoms: &[Atom]) {
        for &atom in atoms {
            let code = self.code(atom);
            self.push(code);
        }
        self.push(0);
    }

    fn next_number(&mut self) -> u32 {
        match self.last.checked_add(1) {
            Some(next) => self.last = next,
            None => self.error = Some(io::Error::other("the proof has too many steps")),
        }
        self.last
    }

    /// Writes inferences and the nogood that they refute; returns its number.
    pub(super) fn nogood(&mut self, premises: &[Atom], inferences: &[Inference]) -> u32 {
        let mut numbers = Vec::with_capacity(inferences.len());
        for inference in inferences {
            let number = self.next_number();
            numbers.push(number);
            self.line = format!("i {number}");
            self.push_atoms(&inference.premises);
            if let Some(atom) = inference.consequent {
                let code = self.code(atom);
                self.push(code);
            }
            if let Some(by) = inference.by {
                self.push(format_args!("c:{by}"));
            }
            self.push(format_args!("l:{}", inference.rule));
            let line = std::mem::take(&mut self.line);
            self.write(&line);
        }
        let number = self.next_number();
        self.line = format!("n {number}");
        self.push_atoms(premises);
        for number in numbers {
            self.push(number);
        }
        let line = std::mem::take(&mut self.line);
        self.write(&line);
        number
    }

    /// Ends the proof by its conclusion: there is no solution, or the atom bounds the objective.
    pub(super) fn conclusion(&mut self, bound: Option<Atom>) {
        let line = match bound {
            None => "c UNSAT".to_owned(),
            Some(atom) => format!("c {}", self.code(atom)),
        };
        self.write(&line);
    }

    /// The output, or the first error.
    pub(super) fn end(mut self) -> io::Result<W> {
        match self.error {
            Some(error) => Err(error),
            None => {
                self.out.flush()?;
                Ok(self.out)
            }
        }
    }
}
