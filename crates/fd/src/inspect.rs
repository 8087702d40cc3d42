//! Access to the log and the reasons of a kernel, for tests. Not part of the public interface.

use crate::kernel::Kernel;
use crate::store::{PastStore, Reason, Why};
use crate::vars::Atom;

/// The number of entries in the log; 0 unless the kernel records.
pub fn log_len(kernel: &Kernel) -> u32 {
    kernel.store.log.len()
}

/// The entry at a position of the log: the atom that became true, the bound before it, and why.
pub fn log_entry(kernel: &Kernel, at: u32) -> (Atom, i32, Why) {
    let entry = kernel.entry(at);
    (entry.atom, entry.old, entry.why)
}

/// The reason why an entry of the log made `needed` true; `needed` is the atom of the entry or one that it implies.
pub fn reason(kernel: &mut Kernel, at: u32, needed: Atom) -> Reason {
    let mut why = Reason::new();
    kernel.explain_entry(at, needed, &mut why);
    why
}

/// After a conflict: atoms that hold but cannot all hold.
pub fn conflict_reason(kernel: &mut Kernel) -> Reason {
    let mut why = Reason::new();
    kernel.conflict_reason(&mut why);
    why
}

/// Whether an atom held just before the entry at a position of the log.
pub fn held_before(kernel: &Kernel, at: u32, atom: Atom) -> bool {
    PastStore::new(&kernel.store, at).holds(atom)
}

/// Queues every propagator.
pub fn schedule_all(kernel: &mut Kernel) {
    kernel.schedule_all();
}
