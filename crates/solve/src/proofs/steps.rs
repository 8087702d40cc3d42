//! Writing steps: what the logs of both engines share.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gridwright_proof::{Atom, Hint, Statement, Writer};

/// A writer that the caller and the log of an engine share, with a slot for each learnt clause.
#[derive(Debug)]
pub(super) struct Steps<W> {
    writer: Arc<Mutex<Writer<W>>>,
    /// The slot of each clause, by its number; 0 if it has none.
    slots: Vec<u32>,
    /// The number of slots used so far. Slot 0 is that of the answer.
    n_slots: u32,
    /// The slots that are free again.
    free: Vec<u32>,
}

/// The writer, to be completed after the run.
pub(super) struct Shared<W>(Arc<Mutex<Writer<W>>>);

/// Begins a proof.
pub(super) fn begin<W: Write>(statement: &Statement, out: W) -> (Steps<W>, Shared<W>) {
    let n_constraints = statement.constraints.len();
    let writer = Writer::new(out, statement.domains.len(), n_constraints);
    let writer = Arc::new(Mutex::new(writer));
    let shared = Shared(Arc::clone(&writer));
    let steps = Steps {
        writer,
        slots: Vec::new(),
        n_slots: 1,
        free: Vec::new(),
    };
    (steps, shared)
}

impl<W: Write> Steps<W> {
    fn writer(&self) -> MutexGuard<'_, Writer<W>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The hint of a learnt clause; `None` if it has no slot, since it holds at the root.
    pub(super) fn clause(&self, number: u32) -> Option<Hint> {
        let slot = self.slots.get(number as usize).copied();
        slot.filter(|&slot| slot > 0).map(Hint::Clause)
    }

    pub(super) fn answer(&mut self, values: &[i32]) {
        self.writer().answer(values);
    }

    pub(super) fn root(&mut self, hint: Hint) {
        self.writer().root(hint);
    }

    pub(super) fn learnt(&mut self, number: u32, atoms: &[Atom], hints: &[Hint]) {
        let slot = match atoms.len() {
            0 | 1 => 0,
            _ => self.slot(number),
        };
        self.writer().learn(slot, atoms, hints);
    }

    pub(super) fn removed(&mut self, number: u32) {
        let Some(slot) = self.slots.get_mut(number as usize).map(std::mem::take) else {
            return;
        };
        if slot > 0 {
            self.free.push(slot);
            self.writer().delete(slot);
        }
    }

    /// The slot of a new clause.
    fn slot(&mut self, number: u32) -> u32 {
        let number = number as usize;
        if self.slots.len() <= number {
            self.slots.resize(number + 1, 0);
        }
        if self.slots[number] == 0 {
            self.slots[number] = self.free.pop().unwrap_or_else(|| {
                self.n_slots += 1;
                self.n_slots - 1
            });
        }
        self.slots[number]
    }
}

impl<W: Write> Shared<W> {
    /// Writes the answer.
    pub(super) fn answer(&self, values: &[i32]) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .answer(values);
    }

    /// Ends the proof, after the log was dropped; returns the output and the size of the proof.
    pub(super) fn end(self) -> io::Result<(W, u64)> {
        let writer = Arc::into_inner(self.0).expect("the log was dropped");
        let writer = writer.into_inner().unwrap_or_else(PoisonError::into_inner);
        let n_bytes = writer.n_bytes() + 1;
        Ok((writer.end()?, n_bytes))
    }
}
