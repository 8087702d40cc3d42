//! What test support needs to see of a kernel: its log and its reasons. Not part of the public interface.

use crate::kernel::Kernel;
use crate::store::{Past, Reason, Why};
use crate::vars::Atom;

/// How many entries the log has; 0 unless the kernel records.
pub fn log_len(kernel: &Kernel) -> u32 {
    kernel.store.log.len()
}

/// The entry at a position of the log: what became true, the bound before it, and why.
pub fn log_entry(kernel: &Kernel, at: u32) -> (Atom, i32, Why) {
    let entry = kernel.entry(at);
    (entry.atom, entry.old, entry.why)
}

/// The reason of an entry of the log, as far as `needed` goes.
pub fn reason(kernel: &mut Kernel, at: u32, needed: Atom) -> Reason {
    let mut why = Reason::new();
    kernel.explain_entry(at, needed, &mut why);
    why
}

/// The atoms that clash, after a conflict.
pub fn conflict_reason(kernel: &mut Kernel) -> Reason {
    let mut why = Reason::new();
    kernel.conflict_reason(&mut why);
    why
}

/// Whether an atom held just before the entry at a position of the log.
pub fn held_before(kernel: &Kernel, at: u32, atom: Atom) -> bool {
    Past::new(&kernel.store, at).holds(atom)
}

/// Queues every propagator.
pub fn schedule_all(kernel: &mut Kernel) {
    kernel.schedule_all();
}
